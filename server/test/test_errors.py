# SPDX-License-Identifier: MIT
"""An error is never taken for the answer that was asked for: it is not cached, and has no tag of an entity."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import threading

import pytest
import requests
import wire
from conftest import PATIENCE, Server, wait_for
from plays import play

HEADERS_OF_ANSWERS = ("ETag", "Vary", "Content-Disposition", "Accept-Ranges", "Last-Modified", "Location")
PARTS = ("", "?table=frames", "?show=stats", "/stats", "/tables/notes", "/plots/score", "/findings", "/similar")


def is_plain(answer: requests.Response) -> None:
    assert answer.status_code >= 400
    assert answer.headers["Cache-Control"] == "no-store", answer.url
    assert answer.headers["Content-Type"] == "application/problem+json"
    for name in HEADERS_OF_ANSWERS:
        assert name not in answer.headers, (answer.url, name)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory):
    server = Server(tmp_path_factory.mktemp("errors"), "--workers", "1", "--seconds", "2", "--body", "1")
    yield server
    assert server.stop() == 0


def each_route(server: Server) -> list[tuple[str, str, dict]]:
    paths = server.get("/openapi.json").json()["paths"]
    return [(method, path, what) for path, methods in paths.items() for method, what in methods.items()]


WAYS = {
    400: {"params": {"limit": "x", "after": "x", "since": "x"}},
    406: {"headers": {"Accept": "image/none"}},
    413: {"headers": {"Content-Length": str(1 << 40)}},
    415: {"data": b"nothing known" * 9},
    422: {"data": play("cut off")[:90]},
}


def test_each_route_with_each_error(one):
    """Whatever error a route can be brought to."""
    token = one.token("upload", "challenge")
    seen = set()
    for method, path, _ in each_route(one):
        filled = re.sub(r"{\w+}", "0" * 64, path)
        for way in (*WAYS.values(), {"data": play("fine")}):
            for headers in ({}, token, {"Authorization": "Bearer test.wrong"}):
                asked = {**way, "headers": {**headers, **way.get("headers", {})}}
                if "Content-Length" in asked["headers"]:
                    if method != "post":
                        continue
                    lines = "".join(f"{name}: {value}\r\n" for name, value in asked["headers"].items())
                    statuses, _ = wire.exchange(one.port, wire.head("POST", filled.encode(), wire.FIELD + lines.encode()))
                    assert statuses[0] >= 400
                    continue
                answer = requests.request(method, one.url + filled, timeout=PATIENCE, allow_redirects=False, **asked)
                if answer.status_code >= 400:
                    is_plain(answer)
                    seen.add(answer.status_code)
        for other in ("DELETE", "PUT", "PATCH"):
            is_plain(requests.request(other, one.url + filled, timeout=PATIENCE))
    assert seen >= {400, 401, 404, 406, 415, 422}
    is_plain(one.get("/nothing"))


def test_an_answer_that_was_missing_comes_after_the_upload(one):
    data = play("later")
    known = f"/replays/{hashlib.sha256(data).hexdigest()}"
    for part in PARTS:
        is_plain(one.get(known + part))
    assert one.post("/replays", data=data, headers=one.token("upload")).status_code == 201
    for part in PARTS:
        answer = one.get(known + part)
        assert answer.status_code == 200, part
        if "ETag" in answer.headers:
            again = one.get(known + part, headers={"If-None-Match": answer.headers["ETag"]})
            assert again.status_code == 304, part


def test_a_tag_of_what_is_not_there_is_not_confirmed(one):
    """Tags can be made up: they are of an id and a hash of the request."""
    data = play("here")
    assert one.post("/replays", data=data, headers=one.token("upload")).status_code == 201
    here, gone = hashlib.sha256(data).hexdigest(), hashlib.sha256(b"gone").hexdigest()
    for part in PARTS[:-1]:
        tag = one.get(f"/replays/{here}{part}").headers["ETag"]
        made_up = tag.replace(here[:32], gone[:32]).replace(here, gone)
        is_plain(one.get(f"/replays/{gone}{part}", headers={"If-None-Match": made_up}))


def test_a_late_answer_is_not_kept(one):
    data = play("late")
    known = f"/replays/{hashlib.sha256(data).hexdigest()}/tables/frames"
    assert one.post("/replays", data=data, headers=one.token("upload")).status_code == 201
    assert one.get(known.replace("frames", "info")).status_code == 200  # a worker is there
    for worker in one.workers():
        os.kill(worker, signal.SIGSTOP)
    late = one.get(known)
    assert late.status_code == 504
    is_plain(late)
    for worker in one.workers():
        os.kill(worker, signal.SIGCONT)
    fine = one.get(known)
    assert fine.status_code == 200 and fine.headers["ETag"]
    assert one.get(known, headers={"If-None-Match": fine.headers["ETag"]}).status_code == 304


def test_a_dead_worker_is_not_kept(one):
    data = play("dead")
    known = f"/replays/{hashlib.sha256(data).hexdigest()}/stats"
    assert one.post("/replays", data=data, headers=one.token("upload")).status_code == 201
    workers = one.workers()
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    answers: list[requests.Response] = []
    thread = threading.Thread(target=lambda: answers.append(one.get(known)))
    thread.start()
    wait_for(lambda: one.metric("reel_jobs_running") == 1)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    thread.join()
    assert answers[0].status_code == 500
    is_plain(answers[0])
    assert one.get(known).status_code == 200


def test_a_range_outside_has_no_tag(one):
    data = play("range")
    known = f"/replays/{hashlib.sha256(data).hexdigest()}"
    assert one.post("/replays", data=data, headers=one.token("upload")).status_code == 201
    answer = one.get(known, headers={"Range": "bytes=99999999-"})
    assert answer.status_code == 416 and answer.headers["Content-Range"] == f"bytes */{len(data)}"
    is_plain(answer)
