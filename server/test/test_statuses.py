# SPDX-License-Identifier: MIT
"""Each status that is not a success, and what the server says of itself."""

from __future__ import annotations

import concurrent.futures
import os
import re
import shutil
import signal
import socket
import threading
import time

import pytest
import requests
from conftest import CLOCK, PATIENCE, PROGRAM, Server, needs_clock, wait_for
from plays import play


def check(answer: requests.Response, status: int, rule: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["status"], problem["rule"]) == (status, rule)
    assert problem["title"]


def raw(server: Server, text: bytes) -> bytes:
    """Sends bytes and returns what comes until the server closes."""
    with server.connect() as connection:
        connection.sendall(text)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while part := connection.recv(65536):
            received += part
    return received


def test_bad_parameters(server):
    data = play("status")
    check(server.post("/?after=x", data=data), 400, "server.parameter")
    check(server.post("/?table=a&plot=b", data=data), 400, "server.parameter")
    check(server.post("/?show=all", data=data), 400, "server.parameter")
    check(server.post("/", data=data, headers={"Accept": "text/csv"}), 400, "server.table")


def test_a_parameter_without_a_value_or_with_two_is_refused(server, uploader):
    """It would be no filter, or one that a proxy reads otherwise."""
    known = server.post("/replays", data=play("parameters"), headers=uploader).json()["id"]
    for path in ("/replays", "/boards/a/b", "/", f"/replays/{known}"):
        for query in ("player", "player=", "limit=1&limit=2", "player=a&player=a", "a=1&&b=2", "="):
            check(server.get(f"{path}?{query}"), 400, "server.parameter")
    check(server.post("/challenges?player=a&level=b&level=c", headers=server.token("challenge")), 400, "server.parameter")
    assert server.get("/replays?player=nobody").json()["replays"] == []


def test_tokens(server):
    data = play("token")
    check(server.post("/replays", data=data), 401, "server.token")
    for wrong in ("Bearer x", "Bearer test.wrong", "Basic dGVzdA==", "Bearer " + "x" * 500):
        answer = server.post("/replays", data=data, headers={"Authorization": wrong})
        check(answer, 401, "server.token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    check(server.post("/replays", data=data, headers=server.token("challenge")), 403, "server.scope")
    check(server.post("/challenges?player=a&level=b", headers=server.token("upload")), 403, "server.scope")
    token = server.token("upload", name="revoked")
    assert server.post("/replays", data=data, headers=token).status_code == 201
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE token SET revoked = 1 WHERE name = 'revoked'")
    catalogue.close()
    check(server.post("/replays", data=data, headers=token), 401, "server.token")


def test_challenge_needs_player_and_level(server):
    token = server.token("challenge")
    for query in ("", "?player=a", "?level=b", "?player=&level=b", "?player=a&level=" + "x" * 300):
        check(server.post("/challenges" + query, headers=token), 400, "server.parameter")
    check(server.post("/challenges?player=%ff&level=b", headers=token), 400, "server.request")


def test_paths_and_methods(server):
    check(server.get("/nothing"), 404, "server.path")
    answer = requests.delete(server.url + "/replays", timeout=PATIENCE)
    check(answer, 405, "server.method")
    assert answer.headers["Allow"] == "POST, GET"


def test_accept(server):
    check(server.post("/", data=play("accept"), headers={"Accept": "image/png"}), 406, "server.accept")
    check(server.get(f"/replays/{'0' * 64}/stats", headers={"Accept": "text/html"}), 406, "server.accept")


def test_body_is_needed(server):
    text = raw(server, b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert text.startswith(b"HTTP/1.1 411") and b"server.length" in text


def test_large_body_is_refused_before_it_is_sent(server):
    text = raw(server, b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 99999999999\r\n\r\n")
    assert text.startswith(b"HTTP/1.1 413") and b"server.body" in text


def test_large_body_in_chunks_is_refused_while_it_arrives(tmp_path):
    one = Server(tmp_path, "--body", "1", store=False)
    try:
        chunks = (bytes(1 << 16) for _ in range(20))
        check(one.post("/", data=chunks), 413, "server.body")
    finally:
        assert one.stop() == 0


def test_unknown_format_and_damage(server):
    assert server.post("/", data=b"nothing known" * 10).status_code == 415
    answer = server.post("/", data=play("x")[:30])
    assert answer.status_code == 422
    assert {"rule", "section", "offset"} <= set(answer.json())


def test_without_a_store(tmp_path):
    one = Server(tmp_path, store=False)
    try:
        check(one.get("/replays"), 404, "server.no-store")
        check(one.post("/replays", data=b"x"), 404, "server.no-store")
        check(one.get("/?playerID=a&songID=b"), 404, "server.no-store")
        assert one.get("/readyz").status_code == 200
        assert one.post("/", data=play("a")).status_code == 200
    finally:
        assert one.stop() == 0


def running(server: Server) -> int:
    return server.metric("reel_jobs_running")


@pytest.fixture
def one_worker(tmp_path, request):
    one = Server(tmp_path, "--workers", "1", "--seconds", request.param)
    assert one.post("/", data=play("warm")).status_code == 200
    yield one
    one.stop()


@pytest.mark.parametrize("one_worker", ["3"], indirect=True)
def test_late_worker_gives_504(one_worker):
    os.kill(one_worker.workers()[0], signal.SIGSTOP)
    check(one_worker.post("/", data=play("late")), 504, "server.time")
    assert one_worker.post("/", data=play("late")).status_code == 200


STARVED = {"LD_PRELOAD": str(CLOCK), "REEL_TEST_STARVED": "1"}


@needs_clock
def test_time_in_which_a_worker_waits_for_a_processor_does_not_count(tmp_path):
    server = Server(tmp_path, "--workers", "1", "--seconds", "3", environment=STARVED)
    assert server.post("/", data=play("warm")).status_code == 200
    worker = server.workers()[0]
    os.kill(worker, signal.SIGSTOP)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        answer = pool.submit(server.post, "/", data=play("starved"))
        wait_for(lambda: running(server) == 1)
        begin = time.monotonic()
        wait_for(lambda: time.monotonic() - begin > 4)  # longer than a job may take
        os.kill(worker, signal.SIGCONT)
        assert answer.result().status_code == 200
    assert server.stop() == 0


@needs_clock
def test_a_worker_that_always_waits_is_late_in_the_end(tmp_path):
    server = Server(tmp_path, "--workers", "1", "--seconds", "1", environment=STARVED)
    assert server.post("/", data=play("warm")).status_code == 200
    os.kill(server.workers()[0], signal.SIGSTOP)
    begin = time.monotonic()
    check(server.post("/", data=play("starved")), 504, "server.time")
    assert time.monotonic() - begin > 7  # eight times what a job may take
    assert server.stop() == 0


@pytest.mark.parametrize("one_worker", ["60"], indirect=True)
def test_dead_worker_costs_one_request(one_worker):
    worker = one_worker.workers()[0]
    os.kill(worker, signal.SIGSTOP)
    answers: list[requests.Response] = []
    thread = threading.Thread(target=lambda: answers.append(one_worker.post("/", data=play("dead"))))
    thread.start()
    wait_for(lambda: running(one_worker) == 1)
    os.kill(worker, signal.SIGKILL)
    thread.join()
    check(answers[0], 500, "server.worker")
    assert answers[0].json()["instance"].startswith("urn:reel:request:")
    assert answers[0].json()["instance"].split(":")[-1] in one_worker.log.read_text()
    assert one_worker.post("/", data=play("dead")).status_code == 200


@pytest.mark.parametrize("one_worker", ["60"], indirect=True)
def test_stopping_server_finishes_what_runs_and_what_still_comes(one_worker):
    worker = one_worker.workers()[0]
    session = requests.Session()
    assert session.get(one_worker.url + "/healthz", timeout=PATIENCE).status_code == 200
    os.kill(worker, signal.SIGSTOP)
    answers: list[requests.Response] = []
    thread = threading.Thread(target=lambda: answers.append(one_worker.post("/", data=play("drain"))))
    thread.start()
    wait_for(lambda: running(one_worker) == 1)
    one_worker.process.send_signal(signal.SIGTERM)
    told: list[requests.Response] = []

    def ends() -> bool:
        told.append(session.get(one_worker.url + "/healthz", timeout=PATIENCE))
        return told[-1].headers.get("Connection") == "close"

    wait_for(ends)
    os.kill(worker, signal.SIGCONT)
    thread.join()
    assert [each.status_code for each in told] == [200] * len(told)
    assert answers[0].status_code == 200
    assert one_worker.stop() == 0


def test_readiness_needs_the_catalogue(tmp_path):
    one = Server(tmp_path)
    try:
        assert one.get("/readyz").text == "ready\n"
        with one.catalogue() as catalogue:
            catalogue.execute("DROP TABLE reel_version")
        catalogue.close()
        wait_for(lambda: one.get("/readyz").status_code == 503)  # it is tried once a second
        check(one.get("/readyz"), 503, "sql.failed")
        assert one.get("/healthz").status_code == 200
    finally:
        one.stop()


@pytest.mark.parametrize("store", [True, False], ids=["store", "no-store"])
def test_readiness_needs_workers(tmp_path, store):
    program = tmp_path / "program"
    shutil.copy(PROGRAM, program)
    one = Server(tmp_path, store=store, program=program)
    try:
        assert one.get("/readyz").text == "ready\n"
        program.chmod(0o600)  # what runs goes on; what would be started does not
        wait_for(lambda: one.get("/readyz").status_code == 503)
        check(one.get("/readyz"), 503, "server.worker")
        assert one.get("/readyz").json()["title"] == "cannot start a worker: Permission denied"
        check(one.post("/", data=play("no worker")), 503, "server.worker")
        assert "cannot start a worker: Permission denied" in one.log.read_text()
        assert one.get("/healthz").status_code == 200
        program.chmod(0o700)
        wait_for(lambda: one.get("/readyz").status_code == 200)
        assert one.post("/", data=play("a worker")).status_code == 200
    finally:
        assert one.stop() == 0


def test_upload_fails_and_nothing_is_acknowledged_if_the_store_is_full(tmp_path):
    one = Server(tmp_path)
    token = one.token("upload")
    data = play("full")
    try:
        import hashlib

        name = hashlib.sha256(data).hexdigest()
        (one.store / name[:2]).write_text("a file where the folder should be")
        answer = one.post("/replays", data=data, headers=token)
        check(answer, 503, "store.io")
        assert one.get(f"/replays/{name}").status_code == 404
        (one.store / name[:2]).unlink()
        assert one.post("/replays", data=data, headers=token).status_code == 201
    finally:
        assert one.stop() == 0


def test_description_has_every_route_and_every_status(server):
    paths = server.get("/openapi.json").json()["paths"]
    assert set(paths) >= {"/", "/replays", "/replays/{id}", "/challenges", "/view/{id}", "/players/{player}", "/levels/{level}"}
    boards = {"/boards", "/boards/{board}", "/boards/{board}/{level}", "/boards/{board}/{level}/players/{player}"}
    assert set(paths) >= boards
    for path, methods in paths.items():
        for method, what in methods.items():
            names = set(re.findall(r"{(\w+)}", path))
            assert names == {each["name"] for each in what["parameters"] if each["in"] == "path"}
            filled = re.sub(r"{\w+}", "0" * 64, path)
            answer = requests.request(method, server.url + filled, data=b"x", timeout=PATIENCE)
            assert str(answer.status_code) in what["responses"], (path, method, answer.status_code)


def test_metrics_and_version(server):
    assert server.metric('reel_requests_total{class="2xx"}') > 0
    check(server.get("/metrics"), 404, "server.path")
    check(requests.get(server.metrics_url.replace("/metrics", "/version"), timeout=PATIENCE), 404, "server.path")
    assert re.fullmatch(r"\d+\.\d+\.\d+", server.get("/version").json()["reel"])
