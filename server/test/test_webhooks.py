# SPDX-License-Identifier: MIT
"""Webhooks: every event is sent once and in order, signed, whatever the receiver or the servers do."""

from __future__ import annotations

import hashlib
import hmac
import http.server
import json
import os
import pathlib
import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from conftest import PATIENCE, PROGRAM, Server, wait_for
from plays import play

USES_DATABASE = True  # conftest.py

SECRET = "a secret of the test, long enough"


class Receiver(http.server.ThreadingHTTPServer):
    """Keeps what is posted; `judge` chooses the status of each answer."""

    def __init__(self) -> None:
        self.got: list[dict] = []
        self.tried: list[int] = []
        self.judge: Callable[[dict], int] = lambda event: 200
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                signed = self.headers["X-Reel-Time"].encode() + b"." + body
                wanted = "sha256=" + hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
                assert self.headers["X-Reel-Signature"] == wanted
                assert abs(int(self.headers["X-Reel-Time"]) - time.time()) < 60
                event = json.loads(body)
                assert self.headers["X-Reel-Number"] == str(event["number"])
                assert self.headers["X-Reel-Event"] == event["event"]
                receiver.tried.append(event["number"])
                status = receiver.judge(event)
                if status == 200:
                    receiver.got.append(event)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *words: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook"

    def ids(self) -> list[str]:
        return [each["id"] for each in self.got]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    one = Receiver()
    yield one
    one.shutdown()
    one.server_close()


@pytest.fixture
def secret(tmp_path: pathlib.Path) -> str:
    path = tmp_path / "secret"
    path.write_text(SECRET + "\n")
    return str(path)


def options(receiver: Receiver, secret: str) -> list[str]:
    return ["--webhook", receiver.url, "--webhook-secret", secret, "--webhook-loopback"]


def put(server: Server, token: dict[str, str], seed: int, level: str = "A" * 40) -> str:
    answer = server.post("/replays", data=play("ann", level=level, seed=seed), headers=token)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def test_events_are_sent_in_order_and_once(start, receiver, secret):
    server = start(*options(receiver, secret))
    token, moderator = server.token("upload"), server.token("moderate")
    ids = [put(server, token, n) for n in range(5)]
    server.post(f"/moderation/replays/{ids[0]}?act=hide", headers=moderator)
    wait_for(lambda: len(receiver.got) == 6)
    assert receiver.ids() == [*ids, ids[0]]
    assert receiver.got[-1]["state"] == "hidden"
    assert receiver.tried == sorted(set(receiver.tried))


def test_a_receiver_that_fails_gets_the_event_again_and_the_order_stays(start, receiver, secret):
    server = start(*options(receiver, secret))
    token = server.token("upload")
    failures = {500: 1, 429: 1, 302: 1}

    def judge(event: dict) -> int:
        for status in failures:
            if failures[status]:
                failures[status] -= 1
                return status
        return 200

    receiver.judge = judge
    ids = [put(server, token, n) for n in range(3)]
    wait_for(lambda: len(receiver.got) == 3)
    assert receiver.ids() == ids
    assert receiver.tried == [receiver.tried[0]] * 3 + [each["number"] for each in receiver.got]


def test_an_event_that_is_refused_is_listed_and_the_others_go_on(start, receiver, secret):
    server = start(*options(receiver, secret))
    token, moderator = server.token("upload"), server.token("moderate")
    receiver.judge = lambda event: 400 if len(receiver.tried) % 2 else 200
    ids = [put(server, token, n) for n in range(6)]
    wait_for(lambda: len(receiver.got) == 3)
    assert receiver.ids() == ids[1::2]
    got, path = [], "/moderation/letters?limit=2"
    while path:
        page = server.get(path, headers=moderator).json()
        got += page["letters"]
        path = page.get("next")
    assert [each["event"]["id"] for each in got] == ids[::2]
    assert {(each["url"], each["why"], each["tries"]) for each in got} == {(receiver.url, "status 400", 1)}
    run = subprocess.run(
        [PROGRAM, "--store", server.store, "moderate", "letters"], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert [json.loads(line)["event"]["id"] for line in run.stdout.splitlines()] == ids[::2]


def test_a_server_that_starts_again_goes_on_where_it_was(tmp_path, receiver, secret):
    server = Server(tmp_path, *options(receiver, secret))
    token = server.token("upload")
    source = random.Random(3)
    ids = []
    for turn in range(4):
        ids += [put(server, token, 10 * turn + n) for n in range(3)]
        if source.random() < 0.5:
            wait_for(lambda: len(receiver.got) >= len(ids))  # noqa: B023
        if turn % 2:
            server.kill()
            with server.catalogue() as catalogue:  # a minute later
                catalogue.execute("UPDATE hook SET lease = 0")
            catalogue.close()
        else:
            assert server.stop() == 0
        server.start()
    wait_for(lambda: len(set(receiver.ids())) == len(ids))
    assert server.stop() == 0
    seen = list(dict.fromkeys(receiver.ids()))
    assert seen == ids
    assert len(receiver.got) <= len(ids) + 2  # one more at most for each crash


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_servers_send_each_event_once(tmp_path, receiver, secret, kind):
    where = str(tmp_path / "catalogue.sqlite") if kind == "sqlite" else os.environ.get("REEL_TEST_DATABASE", "")
    if not where:
        pytest.skip("there is no PostgreSQL")
    (tmp_path / "b").mkdir()
    both = [*options(receiver, secret), "--database", where]
    first = Server(tmp_path, *both)
    second = Server(tmp_path / "b", *both, "--store", str(first.store), store=False)
    made = subprocess.run(
        [PROGRAM, "--store", first.store, "--database", where, "token", "add", f"hook-{receiver.server_address[1]}-{os.getpid()}"],
        capture_output=True, text=True, check=True, timeout=PATIENCE,
    )
    token = {"Authorization": f"Bearer {made.stdout.strip()}"}
    ids = []
    begin = int(time.time() * 1000)
    for n in range(8):
        ids.append(put((first, second)[n % 2], token, begin % 100000 * 10 + n, level="7" * 40))
        if n == 5:
            assert first.stop() == 0  # whichever had the right to send
            first.start()
    wait_for(lambda: set(ids) <= set(receiver.ids()))
    time.sleep(0.6)  # nothing more comes: two polls of each server
    assert (first.stop(), second.stop()) == (0, 0)
    assert receiver.ids() == ids


@pytest.mark.parametrize(
    "url",
    ["http://example.com/", "https://example.com:8443/", "https://u:p@example.com/", "https://127.0.0.1/", "https://localhost/",
     "ftp://example.com/", "http://127.0.0.1:1/", "https://[::1]/", "x"],
)
def test_urls_that_could_reach_something_else_are_refused_at_the_start(tmp_path, secret, url):
    config = tmp_path / "config"
    config.write_text(f"webhook {url}\nwebhook-secret {secret}\n")
    done = subprocess.run([PROGRAM, "--config", config, "--check"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and "webhook" in done.stderr


def test_a_webhook_needs_a_secret(tmp_path):
    short = tmp_path / "short"
    short.write_text("short\n")
    for text in ("", f"webhook-secret {short}\n", f"webhook-secret {tmp_path / 'missing'}\n"):
        config = tmp_path / "config"
        config.write_text(f"webhook https://example.com/\n{text}")
        assert subprocess.run([PROGRAM, "--config", config, "--check"], capture_output=True, timeout=PATIENCE).returncode == 2
