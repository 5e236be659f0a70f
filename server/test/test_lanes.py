# SPDX-License-Identifier: MIT
"""What one client asks for does not keep others waiting."""

from __future__ import annotations

import concurrent.futures
import os
import signal
import threading
import time

import attacks
import requests
from conftest import PATIENCE, SANITIZED, Server, wait_for
from plays import play


def decode(server: Server, address: str, name: str = "a") -> requests.Response:
    return attacks.session_from(address).post(server.url, data=play(name), timeout=PATIENCE)


def decoded(server: Server, address: str) -> bool:
    """Decodes, again while a machine that does other things takes more than the two seconds that a small replay may take."""
    for _ in range(30):
        answer = decode(server, address)
        if answer.status_code != 504:
            break
    return answer.status_code == 200


def test_decodes_that_hang_delay_no_other_lane(start):
    """24 decodes whose worker never answers: lists, boards, bytes, readiness and uploads go on."""
    server = start("--workers", "1", "--seconds", "60", "--drain", "1")
    token = server.token("upload")
    known = server.post("/replays", data=play("known"), headers=token).json()["id"]
    before = server.workers()
    assert decoded(server, "127.0.0.1")
    worker = next(each for each in server.workers() if each not in before)
    os.kill(worker, signal.SIGSTOP)
    sent = []
    for number in range(24):
        data = play(f"hangs-{number}")
        sent.append(attacks.Target(server.url, server.port, "127.0.0.9").connect())
        sent[-1].sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(data) + data)
    wait_for(lambda: server.metric("reel_jobs_waiting") >= 23)
    begin = time.monotonic()
    for path in ("/replays", f"/boards/beatsaber/{'A' * 40}", f"/replays/{known}", "/readyz", f"/replays/{known}/stats"):
        assert server.get(path).status_code == 200, path
    assert server.post("/replays", data=play("beside"), headers=token).status_code == 201
    assert time.monotonic() - begin < 20  # a worker has 60
    for each in sent:
        each.close()
    os.kill(worker, signal.SIGKILL)


def test_addresses_take_turns(start):
    """One address has 24 decodes in the queue, each of a tenth of a second; another's two are not behind all of them."""
    server = start("--workers", "1", "--work", "0", "--seconds", "120")
    assert decoded(server, "127.0.0.1")
    worker = server.workers()[0]
    os.kill(worker, signal.SIGSTOP)
    packed = attacks.long_play(20_000)
    ended: list[tuple[float, str]] = []
    lock = threading.Lock()

    def one(address: str, data: bytes = packed, codes: tuple[int, ...] = (200, 504)) -> None:
        """Only the order counts: a machine that does other things may take too long for one of them."""
        assert attacks.session_from(address).post(server.url, data=data, timeout=PATIENCE).status_code in codes
        with lock:
            ended.append((time.monotonic(), address))

    with concurrent.futures.ThreadPoolExecutor(27) as pool:
        # Has the worker for more than a minute if it stands still. Of random files one in a hundred is taken for a damaged replay.
        large = b"\xff\xd8\xff\xe0" + os.urandom(20 << 20)
        running = [pool.submit(one, "127.0.0.11", large, (415,))]
        wait_for(lambda: server.metric("reel_jobs_running") == 1)
        running += [pool.submit(one, "127.0.0.9") for _ in range(24)]
        wait_for(lambda: server.metric("reel_jobs_waiting") == 24)
        running += [pool.submit(one, "127.0.0.10") for _ in range(2)]
        wait_for(lambda: server.metric("reel_jobs_waiting") == 26)
        os.kill(worker, signal.SIGCONT)
        for each in running:
            each.result()
    order = [address for _, address in sorted(ended)]
    assert max(at for at, address in enumerate(order) if address == "127.0.0.10") < 16


def test_work_of_an_address_is_limited_and_of_others_is_not(start):
    server = start("--work", "1", "--workers", "1")
    packed = attacks.long_play(60_000)
    answers = (attacks.session_from("127.0.0.9").post(server.url, data=packed, timeout=PATIENCE) for _ in range(1000))
    assert next(answers).status_code in (200, 504)  # what took too long counts, too
    refused = next(each for each in answers if each.status_code not in (200, 504))
    assert refused.status_code == 429 and refused.json()["rule"] == "server.work" and int(refused.headers["Retry-After"]) >= 1
    assert decoded(server, "127.0.0.10")
    with_token = server.token("upload")
    assert server.post("/replays", data=play("token"), headers=with_token).status_code == 201


def test_few_bytes_get_little_time(start):
    """A worker may use --seconds for a large body, but not for a small one of anyone."""
    server = start("--workers", "1", "--seconds", "600")
    assert decoded(server, "127.0.0.1")
    os.kill(server.workers()[0], signal.SIGSTOP)
    begin = time.monotonic()
    answer = decode(server, "127.0.0.1")
    assert (answer.status_code, answer.json()["rule"]) == (504, "server.time")
    assert time.monotonic() - begin < 30


def test_connections_of_an_address_are_limited(start):
    server = start("--per-address", "20", "--header-seconds", "60")
    target = attacks.Target(server.url, server.port, "127.0.0.9")
    open_ones = [target.connect() for _ in range(20)]
    for each in open_ones:
        each.sendall(b"GET /version HTTP/1.1\r\n")
    time.sleep(0.5)
    with target.connect() as one_more:
        one_more.sendall(b"GET /version HTTP/1.1\r\nHost: x\r\n\r\n")
        assert one_more.recv(1000).startswith(b"HTTP/1.1 429")
    assert server.get("/version").status_code == 200
    for each in open_ones:
        each.close()
    wait_for(lambda: target.session().get(server.url + "/version", timeout=PATIENCE).status_code == 200)


def test_a_full_table_of_slow_heads_makes_room(start):
    """Slow heads from many addresses have all connections: who has waited longest goes."""
    server = start("--connections", "40", "--per-address", "8", "--header-seconds", "600")
    slow = []
    for number in range(10):
        for _ in range(8):
            slow.append(attacks.Target(server.url, server.port, f"127.0.2.{number + 1}").connect())
            slow[-1].sendall(b"GET /version HTTP/1.1\r\n")
    for _ in range(10):
        begin = time.monotonic()
        assert server.get("/version").status_code == 200
        assert time.monotonic() - begin < 10
    for each in slow:
        each.close()


def test_without_anonymous_clients_decoding_needs_a_token(start):
    server = start("--no-anonymous")
    answer = server.post("/", data=play("a"))
    assert (answer.status_code, answer.json()["rule"]) == (401, "server.token")
    assert server.get("/?link=https://example.com/a").status_code == 401
    assert server.post("/", data=play("a"), headers=server.token("challenge")).status_code == 200
    assert server.get("/replays").status_code == 200


def test_a_large_body_is_not_in_memory(start):
    server = start("--budget", "256", "--cache", "8")
    assert server.process
    with attacks.Running(server.url, server.port, [attacks.upload_and_idle(60)] * 20):
        wait_for(lambda: server.metric("reel_body_bytes_total") > 1000 << 20, 120)
        lines = open(f"/proc/{server.process.pid}/status").read().splitlines()
        used = sum(int(line.split()[1]) for line in lines if line.startswith(("RssAnon", "RssShmem"))) >> 10
        assert SANITIZED or used < 150, f"{used} MB"
        assert server.get("/healthz").status_code == 200


def test_bodies_beyond_the_disk_budget_are_refused(start):
    server = start("--scratch-size", "4")
    answer = server.post("/", data=bytes(6 << 20))
    assert (answer.status_code, answer.json()["rule"]) == (503, "server.memory")
    assert int(answer.headers["Retry-After"]) >= 1
    answer = server.post("/", data=(bytes(1 << 16) for _ in range(100)))
    assert (answer.status_code, answer.json()["rule"]) == (503, "server.memory")


def test_answers_on_their_way_leave_room_for_the_next(start):
    """A job may write 680 MB, and there is room for the two that can run: those whose answers are being sent have given back what they did not use."""
    server = start("--workers", "2", "--work", "0", "--scratch-size", "1500", "--seconds", "120")
    data = play(notes=600, seconds=45.0, rate=60, seed=7)
    assert 300_000 < len(data) < 320_000
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: server.post("/", data=data), range(40)))
    assert {each.status_code for each in answers} == {200}, [each.text for each in answers if each.status_code != 200][0]
