# SPDX-License-Identifier: MIT
"""The log of requests: what was uploaded, by whom, what was refused, and why."""

from __future__ import annotations

import json
import os
import signal

import requests
from conftest import PATIENCE, Server, wait_for
from plays import play


def lines(server: Server) -> list[dict]:
    return [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]


def find(server: Server, **wanted: object) -> list[dict]:
    return [each for each in lines(server) if all(each.get(name) == value for name, value in wanted.items())]


def test_uploads_and_refusals_are_in_the_log(tmp_path):
    one = Server(tmp_path)
    try:
        token = one.token("upload", "challenge", name="bot")
        kept = one.post("/replays", data=play("kept"), headers=token)
        held = one.post("/replays", data=play("held", score=2000), headers=token).json()
        one.post("/replays", data=play("cut")[:500], headers=token)
        one.post("/replays", data=b"x", headers={"Authorization": "Bearer bot.wrong"})
        one.post("/replays", data=b"x")
        one.post("/challenges", params={"player": "a", "level": "b"}, headers=token)
        one.get("/replays/nonsense")
        one.get("/healthz")
        wait_for(lambda: find(one, rule="server.replay"))
        (line,) = find(one, event="upload", replay=kept.json()["id"])
        assert (line["status"], line["verdict"], line["token"], line["format"]) == (201, "accepted", "bot", "bsor")
        assert line["request"] == kept.headers["X-Request-Id"] and line["client"] == "127.0.0.1"
        assert find(one, event="upload", replay=held["id"])[0]["verdict"] == "held"
        assert [each["rule"] for each in find(one, event="upload", status=422)] == ["server.refused"]
        assert [each["rule"] for each in find(one, event="upload", status=401)] == ["server.token"] * 2
        assert find(one, event="challenge", status=201)
        assert find(one, event="refused", status=404, route="replay")
        assert not find(one, event="access")
    finally:
        assert one.stop() == 0


def test_what_takes_too_long_is_in_the_log(tmp_path):
    one = Server(tmp_path, "--seconds", "1", "--workers", "1", store=False)
    try:
        assert one.post("/", data=play("warm")).status_code == 200
        (worker,) = one.workers()
        os.kill(worker, signal.SIGSTOP)
        assert one.post("/", data=play("late")).status_code == 504
        (line,) = find(one, event="refused", status=504)
        assert (line["rule"], line["route"], line["client"]) == ("server.time", "decode", "127.0.0.1")
    finally:
        assert one.stop() == 0


def test_names_cannot_forge_a_line(tmp_path):
    one = Server(tmp_path, "--access-log", "--proxy", "127.0.0.1")
    try:
        token = one.token("upload", name="bot")
        one.post("/replays", data=play('x"}\n{"event":"forged"'), headers=token)
        one.get("/replays/%0a%7b%22event%22:%22forged%22%7d", headers={"X-Forwarded-For": "192.0.2.7:1234"})
        wait_for(lambda: find(one, client="192.0.2.7"))
        assert {each["event"] for each in lines(one)} <= {"upload", "refused", "access"}
        assert one.get("/healthz").status_code == 200
        wait_for(lambda: find(one, event="access", route="health"))
    finally:
        assert one.stop() == 0


def test_a_flood_does_not_fill_the_disk(tmp_path):
    one = Server(tmp_path)
    try:
        session = requests.Session()
        for _ in range(1200):
            session.get(one.url + "/nothing", timeout=PATIENCE)
        found = lines(one)
        assert len(found) + sum(each.get("left_out", 0) for each in found) <= 1300
        seconds: dict[str, int] = {}
        for each in found:
            seconds[each["at"][:19]] = seconds.get(each["at"][:19], 0) + 1
        assert max(seconds.values()) <= 2 * 200
    finally:
        assert one.stop() == 0
