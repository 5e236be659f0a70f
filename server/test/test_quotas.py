# SPDX-License-Identifier: MIT
"""What one uploader may have, and what is known of a token's use."""

from __future__ import annotations

import concurrent.futures
import subprocess
import time

import requests
from conftest import PATIENCE, PROGRAM, Server
from plays import play


def row(server: Server, name: str) -> list[str]:
    """Of token list: name, scopes, made, state, end, last use, uploads today, bytes."""
    done = subprocess.run(
        [PROGRAM, "--store", server.store, "token", "list"], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return next(line.split("\t") for line in done.stdout.splitlines() if line.startswith(name + "\t"))


def put(server: Server, token: dict[str, str], seed: int, name: str = "ann") -> requests.Response:
    return server.post("/replays", data=play(name, seed=seed), headers=token)


def refused(answer: requests.Response, status: int, rule: str) -> None:
    assert (answer.status_code, answer.json()["rule"]) == (status, rule), answer.text


def test_uploads_of_a_day(start):
    server = start("--quota-uploads", "3")
    one, other = server.token("upload", name="one"), server.token("upload", name="other")
    assert [put(server, one, n).status_code for n in range(3)] == [201] * 3
    assert put(server, one, 0).status_code == 200  # known: not a new one
    answer = put(server, one, 3)
    refused(answer, 429, "server.quota-uploads")
    left = 86400 - time.time() % 86400
    assert abs(int(answer.headers["Retry-After"]) - left) < 120 or left < 120
    assert put(server, other, 3).status_code == 201
    assert row(server, "one")[6] == "3"
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE uploader SET day = day - 1")
    catalogue.close()
    assert row(server, "one")[6] == "0"
    assert put(server, one, 4).status_code == 201
    assert row(server, "one")[6] == "1"


def test_uploads_at_once_are_counted_once_each(start):
    server = start("--quota-uploads", "5")
    token = server.token("upload", name="one")
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda n: put(server, token, n).status_code, range(10)))
    assert sorted(answers) == [201] * 5 + [429] * 5
    stored = [path for path in server.store.glob("[0-9a-f][0-9a-f]/*") if path.is_file()]
    assert len(server.get("/replays").json()["replays"]) == 5 <= len(stored)


def test_bytes_that_are_kept(start):
    server = start("--quota-bytes", "1")
    token, moderator = server.token("upload", name="one"), server.token("moderate")
    large = [play("ann", seed=n, seconds=60.0, rate=60) for n in range(4)]
    assert 1 << 18 < len(large[0]) < 1 << 19
    ids = []
    for data in large[:3]:
        answer = server.post("/replays", data=data, headers=token)
        ids += [answer.json()["id"]] if answer.status_code == 201 else []
    kept = sum(map(len, large[: len(ids)]))
    assert row(server, "one")[7] == str(kept)
    refused(server.post("/replays", data=large[3], headers=token), 403, "server.quota-bytes")
    requests.delete(f"{server.url}/replays/{ids[0]}", headers=moderator, timeout=PATIENCE)
    assert row(server, "one")[7] == str(kept)  # evidence is kept, too
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE withdrawn SET until = 1000")
    catalogue.close()
    subprocess.run([PROGRAM, "--store", server.store, "moderate", "purge"], check=True, timeout=PATIENCE, capture_output=True)
    assert row(server, "one")[7] == str(kept - len(large[0]))
    assert server.post("/replays", data=large[3], headers=token).status_code == 201
    subprocess.run([PROGRAM, "--store", server.store, "moderate", "erase", "ann"], check=True, timeout=PATIENCE, capture_output=True)
    assert row(server, "one")[7] == "0"


def test_the_last_use_of_a_token_is_known(start):
    server = start()
    token = server.token("upload", name="one")
    server.token("upload", name="idle")
    assert row(server, "one")[5] == "-"
    put(server, token, 1)
    assert row(server, "one")[5] == time.strftime("%Y-%m-%d", time.gmtime())
    assert server.post("/replays", data=b"x", headers={"Authorization": "Bearer idle.wrong"}).status_code == 401
    assert row(server, "idle")[5] == "-"


def test_what_was_uploaded_before_counts(tmp_path):
    server = Server(tmp_path)
    token = server.token("upload", name="one")
    assert put(server, token, 1).status_code == 201
    assert server.stop() == 0
    server.options += ["--quota-uploads", "1"]
    server.start()
    refused(put(server, token, 2), 429, "server.quota-uploads")
    assert server.stop() == 0
