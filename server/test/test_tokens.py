# SPDX-License-Identifier: MIT
"""What a token costs: nothing that matters, whoever sends it."""

from __future__ import annotations

import concurrent.futures
import time
from urllib.parse import quote

import requests
from conftest import PATIENCE, Server, old_hash_of
from plays import play

COSTLY = {"passes": 2, "memory": 64 << 20}  # what older versions stored


def stored_hash(server: Server, name: str) -> str:
    with server.catalogue() as catalogue:
        found = catalogue.execute("SELECT hash FROM token WHERE name = ?", (name,)).fetchone()[0]
    catalogue.close()
    return found


def upload(server: Server, token: dict[str, str], name: str = "a") -> requests.Response:
    return server.post("/replays", data=play(name), headers=token)


def test_an_old_token_is_valid_and_gets_a_new_hash(start):
    server = start()
    token = server.token("upload", name="old", hashed=lambda secret: old_hash_of(secret, **COSTLY))
    assert stored_hash(server, "old").startswith("$argon2id$")
    assert upload(server, {"Authorization": "Bearer old." + "x" * 43}).status_code == 401
    assert stored_hash(server, "old").startswith("$argon2id$")
    assert upload(server, token).status_code == 201
    assert stored_hash(server, "old").startswith("$blake2b$")
    assert upload(server, token, "b").status_code == 201
    assert upload(server, {"Authorization": "Bearer old." + "x" * 43}).status_code == 401


def test_an_old_token_that_was_revoked_stays_so(start):
    server = start()
    token = server.token("upload", name="old", hashed=old_hash_of)
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE token SET revoked = 1 WHERE name = 'old'")
    catalogue.close()
    assert upload(server, token).status_code == 401


def test_a_token_works_only_for_its_name(start):
    server = start()
    one = server.token("upload", name="one")
    server.token("upload", name="two")
    assert upload(server, {"Authorization": one["Authorization"].replace("one.", "two.")}).status_code == 401


def test_wrong_tokens_of_an_address_are_limited_and_right_ones_are_not(start):
    server = start("--failures", "6")
    token = server.token("upload")
    wrong = {"Authorization": token["Authorization"][:-3] + "abc"}
    answers = [upload(server, wrong) for _ in range(9)]
    assert [each.status_code for each in answers[:6]] == [401] * 6
    assert answers[-1].status_code == 429 and answers[-1].json()["rule"] == "server.token-rate"
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 10
    assert upload(server, token).status_code == 201


def test_wrong_secrets_for_an_old_token_delay_nobody(start):
    """Each costs a tenth of a second and 64 MB; 16 clients send them as fast as they can."""
    server = start("--failures", "0")
    old = server.token("upload", name="old", hashed=lambda secret: old_hash_of(secret, **COSTLY))
    new = server.token("upload")
    assert upload(server, new).status_code == 201
    end = time.monotonic() + 4
    refused: list[int] = []

    def attack(number: int) -> None:
        with requests.Session() as session:
            while time.monotonic() < end:
                wrong = {"Authorization": f"Bearer old.{number}wrong"}
                refused.append(session.post(server.url + "/replays", data=b"x", headers=wrong, timeout=PATIENCE).status_code)

    spans = []
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        running = [pool.submit(attack, n) for n in range(16)]
        while time.monotonic() < end:
            begin = time.monotonic()
            assert server.get("/healthz").status_code == 200
            spans.append(time.monotonic() - begin)
            begin = time.monotonic()
            assert upload(server, new).status_code in (200, 201)
            spans.append(time.monotonic() - begin)
        for each in running:
            each.result()
    assert set(refused) <= {401, 503} and 503 in refused
    spans.sort()
    print(f"{len(refused)} wrong tokens; of {len(spans)} requests p50 {spans[len(spans) // 2]:.4f} s, last {spans[-1]:.4f} s")
    assert spans[len(spans) * 9 // 10] < 1
    assert upload(server, old).status_code == 200


def name_of(server: Server, player: str) -> str:
    return server.get(f"/players/{player}").json()["player_name"]


def bind(server: Server, name: str, player: str) -> None:
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE token SET player = ? WHERE name = ?", (player, name))
    catalogue.close()


def test_an_upload_by_another_token_does_not_rename_a_player(start):
    server = start()
    own, other = server.token("upload", name="own"), server.token("upload", name="other")
    assert server.post("/replays", data=play("76561190000000001", name="first", seed=1), headers=other).status_code == 201
    assert name_of(server, "76561190000000001") == "first"
    bind(server, "own", "76561190000000001")
    answer = server.post("/replays", data=play("76561190000000001", name="thief", seed=2), headers=other)
    assert (answer.status_code, answer.json()["player_name"]) == (201, "first")
    assert server.post("/replays", data=play("76561190000000001", name="owner", seed=3), headers=own).status_code == 201
    assert server.post("/replays", data=play("76561190000000001", name="thief", seed=4), headers=other).status_code == 201
    assert name_of(server, "76561190000000001") == "owner"
    board = server.get(f"/boards/Beat%20Saber/{quote(answer.json()['level'], safe='')}").json()["entries"]
    assert [each["player_name"] for each in board] == ["first"]  # of the best play
    assert "76561190000000001" not in server.get("/plays/search", params={"q": "thief"}).text
    assert "76561190000000001" in server.get("/plays/search", params={"q": "owner"}).text
    # the owner may choose another name, and a token that was revoked binds nothing
    assert server.post("/replays", data=play("76561190000000001", name="renamed", seed=5), headers=own).status_code == 201
    assert name_of(server, "76561190000000001") == "renamed"
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE token SET revoked = 1 WHERE name = 'own'")
    catalogue.close()
    assert server.post("/replays", data=play("76561190000000001", name="free", seed=6), headers=other).status_code == 201
    assert name_of(server, "76561190000000001") == "free"
