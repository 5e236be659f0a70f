# SPDX-License-Identifier: MIT
"""Every attack of docs/server.md alone, in 512 MB; test_soak.py has all of them at once. Prints how long health, lists and uploads of others took
beside each and without any: p50 and p99. bench/server_stops.py measures them longer, and a second after each.

REEL_FLOOD_SECONDS: how long each one lasts [0.3].
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import random
import signal
import socket
import struct
import time
from collections.abc import Iterator

import attacks
import floods
import groups
import pytest
import requests
import wire
from conftest import PATIENCE, REPORT, SANITIZED, Server, wait_for
from plays import play
from probe import HONEST, KINDS, Probe, cell

SECONDS = float(os.environ.get("REEL_FLOOD_SECONDS", "0.3"))
# what is not a flood runs with sanitizers in test_soak.py, once
NAMES = [*floods.shapes(""), *([] if SANITIZED else attacks.others("", dict))]


@pytest.fixture(scope="module")
def group() -> Iterator[groups.Group]:
    one = groups.Group()
    print(one.limit)
    yield one
    one.remove()


@pytest.fixture(scope="module")
def server(on_disk: pathlib.Path, group: groups.Group) -> Iterator[Server]:
    one = Server(on_disk, "--budget", "384", "--cache", "16", "--workers", "2", "--event-clients", "40", "--lives", "20")
    assert one.process
    group.add(one.process.pid)
    yield one
    assert group.killed() == 0
    assert one.metric("reel_workers_died_total") == 0
    assert one.stop() == 0


@pytest.fixture(scope="module")
def known(server: Server, uploader: dict[str, str]) -> str:
    return server.post("/replays", data=play("known"), headers=uploader).json()["id"]


@pytest.fixture(scope="module")
def probe(server: Server, uploader: dict[str, str], known: str, group: groups.Group) -> Probe:
    """Reports how long requests take without an attack, first of all."""
    one = Probe(server, uploader, PATIENCE, tries=200)
    REPORT.append(f"attacks, each {SECONDS} s in {group.limit}: p50 / p99 of {', '.join(KINDS)}, ms; load {os.getloadavg()[0]:.1f}")
    report("idle", one.measure(max(SECONDS, 1)))
    assert one.failed == []
    return one


def report(name: str, times: dict[str, list[float]]) -> None:
    REPORT.append(f"  {name:40} " + "  ".join(f"{cell(times[kind]):>12}" for kind in KINDS))


def connections_of_attackers(server: Server) -> int:
    """Open sockets of the server, and those that wait to be taken, whose other end is 127.0.3.*, where attackers that are apart are."""
    assert server.process
    lines = [line.split() for line in pathlib.Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines()[1:]]
    return sum(each[1].endswith(f":{server.port:04X}") and each[2][2:8] == "03007F" and each[3] in ("01", "08") for each in lines)


@pytest.mark.parametrize("name", NAMES)
def test_others_are_served_during_an_attack(server, known, probe, name):
    """None of their requests fails."""
    shape = floods.shapes(known).get(name)
    others = attacks.others(known, lambda who: server.token("upload", name=who))
    with attacks.Apart(server.url, server.port, [floods.flood(shape)] if shape else others[name]()):
        wait_for(lambda: connections_of_attackers(server) > 0)
        times = probe.measure(SECONDS)
    report(name, times)
    assert probe.failed == []
    wait_for(lambda: connections_of_attackers(server) == 0)
    assert SANITIZED or groups.resident([server.process.pid, *server.workers()]) < groups.MEMORY


def test_one_address_leaves_room_for_streams(server):
    """One address cannot have all places for streams of events."""
    with attacks.Running(server.url, server.port, [floods.flood(floods.shapes("")["event streams"]._replace(resets=True))]):
        wait_for(lambda: server.metric("reel_event_clients") >= 10)
        headers = {"Accept": "text/event-stream"}
        with attacks.session_from(HONEST) as session, session.get(server.url + "/events", headers=headers, stream=True) as answer:
            assert answer.status_code == 200
        assert server.metric("reel_event_clients") <= 11


def test_waiting_for_a_share_is_not_being_late(tmp_path):
    """Clients behind a flood of their own address have their turn, and the time in which they wait for it is not counted as theirs."""
    server = Server(tmp_path, "--header-seconds", "1", "--workers", "1")
    flood = floods.flood(floods.shapes("")["escapes"]._replace(connections=200))
    slowest, end = 0.0, time.monotonic() + 3
    with (
        attacks.Apart(server.url, server.port, [flood]),
        attacks.Running(server.url, server.port, [attacks.ask_again("/healthz")]),
        attacks.session_from("127.0.3.1") as session,
    ):
        while time.monotonic() < end:
            begin = time.monotonic()
            assert session.get(server.url + "/version", headers={"Connection": "close"}, timeout=PATIENCE).status_code == 200
            slowest = max(slowest, time.monotonic() - begin)
    REPORT.append(f"behind a flood of the same address: the slowest answer after {slowest:.1f} s")
    assert server.stop() == 0


# ---- chunks ------------------------------------------------------------------------------------------------------------


def in_chunks(data: bytes, sizes: Iterator[int]) -> bytes:
    out, at = [], 0
    while at < len(data):
        part = data[at : at + next(sizes)]
        out.append(b"%x\r\n" % len(part) + part + b"\r\n")
        at += len(part)
    return b"".join(out) + b"0\r\n\r\n"


def upload_in_pieces(server: Server, token: dict[str, str], body: bytes, piece: int) -> list[int]:
    fields = wire.FIELD + wire.CHUNKED + b"Connection: close\r\nAuthorization: " + token["Authorization"].encode() + b"\r\n"
    return wire.exchange(server.port, wire.head("POST", b"/replays", fields) + body, max(1, len(body) // piece))[0]


def test_a_body_is_the_same_in_any_chunks(server, uploader):
    """Whatever the chunks and the segments: the id is the hash of the bytes that the client meant."""
    source = random.Random(5)
    for number in range(12):
        data = play(f"chunked {number}", seconds=1 + number / 4, notes=4)
        most = (5, 6, 16, 100, 4000, 70_000)[number % 6]
        sizes = iter(lambda most=most: source.randint(5, most), None)
        piece = source.choice((700, 5000, 1 << 20))
        assert upload_in_pieces(server, uploader, in_chunks(data, sizes), piece) == [201]
        assert server.get(f"/replays/{hashlib.sha256(data).hexdigest()}").content == data


def test_extensions_and_trailers_are_not_of_the_body(server, uploader):
    data = play("extended", seconds=1, notes=4)
    half = len(data) // 2
    body = b"%x;a=b\r\n" % half + data[:half] + b"\r\n%x\r\n" % (len(data) - half) + data[half:] + b"\r\n0;c\r\nX-End: yes\r\n\r\n"
    assert upload_in_pieces(server, uploader, body, 900) == [201]
    assert server.get(f"/replays/{hashlib.sha256(data).hexdigest()}").content == data


def test_the_next_request_follows_a_body_in_chunks(server):
    data = wire.post(wire.CHUNKED, in_chunks(b"no replay", iter([4, 5])))
    assert wire.exchange(server.port, data * 3 + wire.head(fields=wire.FIELD + b"Connection: close\r\n"), 7)[0] == [415] * 3 + [200]


@pytest.mark.parametrize(("size", "count", "status"), [(1, 3000, 415), (1, 100_000, 400), (4, 100_000, 400), (6, 30_000, 415)])
def test_framing_has_a_budget(server, size, count, status):
    """16 KiB, and as much as the body has."""
    body = (b"%x\r\n" % size + b"a" * size + b"\r\n") * count + b"0\r\n\r\n"
    with server.connect() as connection:
        connection.sendall(wire.post(wire.CHUNKED + b"Connection: close\r\n", b""))
        try:
            connection.sendall(body)
        except OSError:
            assert status == 400
        connection.shutdown(socket.SHUT_WR)
        text = b""
        while part := connection.recv(4096):
            text += part
    assert text.startswith(b"HTTP/1.1 %d" % status)
    assert (b"server.chunks" in text) == (status == 400)


# ---- connections that are gone -------------------------------------------------------------------------------------------


def answered(server: Server) -> int:
    """Requests so far."""
    text = requests.get(server.metrics_url, timeout=PATIENCE).text
    return sum(int(line.split()[-1]) for line in text.splitlines() if line.startswith("reel_requests_total{"))


def reset(server: Server, connection: socket.socket) -> None:
    """Resets a connection, and waits until the system has told the other end, which a busy machine does later."""
    ends = {f":{server.port:04X}", f":{connection.getsockname()[1]:04X}"}
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
    lines = pathlib.Path("/proc/net/tcp")
    wait_for(lambda: not any({each[-5:] for each in line.split()[1:3]} == ends for line in lines.read_text().splitlines()[1:]))


def pause(server: Server) -> None:
    """Stops the server, and waits until each of its threads stands still."""
    assert server.process
    os.kill(server.process.pid, signal.SIGSTOP)
    threads = pathlib.Path(f"/proc/{server.process.pid}/task")
    wait_for(lambda: all((each / "stat").read_text().rsplit(")", 1)[1].split()[0] == "T" for each in threads.iterdir()))


def send_all_that_fits(connection: socket.socket, data: bytes) -> int:
    connection.settimeout(0.2)
    sent = 0
    try:
        while True:
            sent += connection.send(data)
    except TimeoutError:
        return sent


@pytest.mark.parametrize("unit", [b"10\r\n" + b"a" * 16 + b"\r\n", b"8000\r\n" + b"a" * 0x8000 + b"\r\n"], ids=["16", "32768"])
def test_what_a_closed_connection_has_sent_is_not_read(server, unit):
    """Megabytes are in the buffers of the system when the client goes: not a byte of them is of a body any more."""
    assert server.process
    with server.connect() as connection:
        connection.sendall(wire.post(wire.CHUNKED, unit))
        wait_for(lambda: server.metric("reel_requests_active") == 2)  # the other one asks for this number
        before = server.metric("reel_body_bytes_total")
        pause(server)
        try:
            sent = send_all_that_fits(connection, unit * (0x40000 // len(unit)))
            reset(server, connection)
        finally:
            os.kill(server.process.pid, signal.SIGCONT)
    assert sent > 500_000
    wait_for(lambda: server.metric("reel_requests_active") == 1)
    assert server.metric("reel_body_bytes_total") <= before + len(unit)


def test_pipelined_requests_of_a_closed_connection_are_not_answered(server):
    assert server.process
    before = answered(server)
    connection = server.connect()
    pause(server)
    try:
        send_all_that_fits(connection, wire.head() * 1000)
        reset(server, connection)
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    assert server.get("/version").status_code == 200
    assert answered(server) - before <= 3
