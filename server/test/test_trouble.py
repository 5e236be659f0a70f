# SPDX-License-Identifier: MIT
"""A disk that is full, and a clock that jumps: what was acknowledged is there. A store that hangs. The log of the catalogue."""

from __future__ import annotations

import concurrent.futures
import contextlib
import hashlib
import os
import socket
import sqlite3
import struct
import subprocess
import time
from collections.abc import Iterator

import pytest
import requests
from conftest import CLOCK, PATIENCE, PROGRAM, Server, needs_clock, wait_for
from plays import play

YEAR = 365 * 24 * 3600
HOUR = 3600
LIGHT = os.environ.get("REEL_TEST_EFFORT", "") == "light"


@pytest.fixture
def run(tmp_path):
    """Starts servers, which end with the test."""
    servers: list[Server] = []

    def start(*options: str, **named: object) -> Server:
        servers.append(Server(tmp_path, *options, **named))  # type: ignore[arg-type]
        return servers[-1]

    yield start
    for each in servers:
        if each.process and each.process.poll() is None:
            each.kill()


def fsck(server: Server, *options: str) -> str:
    done = subprocess.run([PROGRAM, *server.options, "fsck", *options], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done
    return done.stdout.splitlines()[-1]


def upload(server: Server, token: dict[str, str], name: str) -> tuple[int, str, bytes]:
    data = play(name, rate=60)
    try:
        answer = server.post("/replays", data=data, headers=token)
    except requests.RequestException:  # the server was killed
        return 0, "", data
    if answer.status_code >= 400:
        assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status_code, hashlib.sha256(data).hexdigest(), data


def upload_slowly(server: Server, token: dict[str, str], name: str) -> tuple[int, str, bytes]:
    """Sends the second half of the body after two seconds."""
    data = play(name)

    def parts() -> Iterator[bytes]:
        yield data[:1000]
        time.sleep(2)
        yield data[1000:]

    answer = server.post("/replays", data=parts(), headers=token)
    return answer.status_code, hashlib.sha256(data).hexdigest(), data


def listed(server: Server) -> list[str]:
    found, path = [], "/replays?limit=100"
    while path:
        page = server.get(path).json()
        found += [each["id"] for each in page["replays"]]
        path = page.get("next")
    return found


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 8 MB where the store is."""
    place = tmp_path / "store"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", place], capture_output=True).returncode:
        pytest.skip("a file system of the test's own cannot be mounted: it needs root")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.parametrize("elsewhere", [False, True], ids=["with-catalogue", "without-catalogue"])
def test_a_full_disk_loses_nothing(tmp_path, small_disk, elsewhere, run):
    server = run(*(["--database", str(tmp_path / "catalogue.sqlite")] if elsewhere else []))
    server.database = tmp_path / "catalogue.sqlite" if elsewhere else server.database
    port = server.port
    token = server.token("upload")
    kept: dict[str, bytes] = {}
    refused = 0
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for turn in range(12):
            running = [pool.submit(upload, server, token, f"{turn}-{n}") for n in range(40)]
            if turn in (8, 10):  # the disk is full by then
                server.kill()
                server.start(port)
            for code, known, data in (each.result() for each in running):
                assert code in (0, 201, 503)
                refused += code == 503
                if code == 201:
                    kept[known] = data
    assert refused > 100 and len(kept) > 20
    assert server.get("/version").status_code == 200
    # not even a byte is free: that says nothing about a file
    (small_disk / "full").write_bytes(b"")
    with contextlib.suppress(OSError), (small_disk / "full").open("ab", buffering=0) as full:
        while full.write(bytes(1 << 16)):
            pass
    answer = server.post("/replays", data=play("full"), headers=token)
    assert answer.status_code == 503 and "verdict" not in answer.json(), answer.text
    (small_disk / "full").unlink()
    assert server.get("/refused", headers=token).json()["refused"] == []

    subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
    code, known, data = upload(server, token, "after")
    assert code == 201
    kept[known] = data
    assert set(kept) <= set(listed(server))  # the answer of an upload may have been lost
    for known, data in kept.items():
        assert server.get(f"/replays/{known}").content == data
    assert server.stop() == 0

    old = (time.time() - 2 * HOUR,) * 2
    for path in small_disk.glob("??/*"):
        os.utime(path, old)
    fsck(server, "--repair")
    assert fsck(server).endswith("0 missing, 0 damaged, 0 unlisted, 0 temporary files")
    assert not list(small_disk.glob("??/.new-*"))


@needs_clock
def test_a_clock_that_jumps_loses_nothing(tmp_path, run):
    clock = tmp_path / "clock"
    clock.write_bytes(struct.pack("q", 0))
    server = run(environment={"LD_PRELOAD": str(CLOCK), "REEL_TEST_CLOCK": str(clock)})
    token = server.token("upload", "challenge")
    kept: dict[str, bytes] = {}
    received = []
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        for turn, jump in enumerate((0, 10 * YEAR, -20 * YEAR, -HOUR, 2 * HOUR, -1, 0)):
            running = [pool.submit(upload_slowly, server, token, f"slow-{turn}")] if turn == 1 else []
            running += [pool.submit(upload, server, token, f"{turn}-{n}") for n in range(10)]
            time.sleep(0.2)
            with clock.open("r+b") as file:
                file.write(struct.pack("q", jump))
            running += [pool.submit(upload, server, token, f"{turn}-{n}") for n in range(10, 20)]
            for code, known, data in (each.result() for each in running):
                assert code == 201
                kept[known] = data
            received.append(server.get(f"/replays?player={turn}-19").json()["replays"][0]["received"])
            key = {**token, "Idempotency-Key": f"key-{turn}"}
            codes = [server.post("/replays", data=play(f"key-{turn}"), headers=key).status_code for _ in range(2)]
            assert codes == [201, 200]
            kept[hashlib.sha256(play(f"key-{turn}")).hexdigest()] = play(f"key-{turn}")
    assert abs(received[1] - received[0] - 10 * YEAR * 1000) < 600_000  # the preloaded clock is in use
    assert sorted(listed(server)) == sorted(kept)
    for known, data in kept.items():
        assert server.get(f"/replays/{known}").content == data
    assert server.stop() == 0
    assert fsck(server) == f"{len(kept)} entries, {len(kept)} replays: 0 missing, 0 damaged, 0 unlisted, 0 temporary files"


def test_a_store_that_hangs_does_not_stop_the_server(tmp_path, run):
    """S3 takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        environment = {
            "AWS_ACCESS_KEY_ID": "x",
            "AWS_SECRET_ACCESS_KEY": "x",
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{listening.getsockname()[1]}",
        }
        database = tmp_path / "catalogue.sqlite"
        where = ("--store", "s3://bucket/replays", "--database", str(database))
        server = run(*where, store=False, environment=environment)
        server.database = database
        known = "0123456789abcdef" * 4
        with server.catalogue() as catalogue:
            columns = [row[1] for row in catalogue.execute("PRAGMA table_info(replay)")]
            values = {"id": known, "received": 1, "size": 1, "verdict": 2, "errors": 0, "warnings": 0, "seconds": 1.0, "ranked": 1}
            row = [values.get(column, "") for column in columns]
            catalogue.execute(f"INSERT INTO replay VALUES ({','.join('?' * len(row))})", row)
        catalogue.close()
        asked = []
        for _ in range(8):  # one after the other, so that each thread that serves connections gets some
            asked.append(server.connect())
            asked[-1].sendall(f"GET /replays/{known} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            time.sleep(0.1)
        taken, _ = listening.accept()  # the store was asked
        for _ in range(20):
            begin = time.monotonic()
            assert server.get("/version").status_code == 200
            assert time.monotonic() - begin < 5  # S3 gets 15 without a byte
        server.kill()
        for each in (taken, *asked):
            each.close()


@pytest.mark.skipif(LIGHT, reason="REEL_TEST_EFFORT is light: it waits for ten seconds")
def test_a_catalogue_that_is_locked_does_not_stop_the_server(tmp_path, run):
    """Another program holds the lock. What needs it is refused once, and the server ends."""
    server = run()
    token = server.token("upload")
    lock = sqlite3.connect(server.database, isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        first = pool.submit(upload, server, token, "waits")
        assert server.get("/replays").status_code == 200
        time.sleep(5)  # the second one has half of the wait before it when the first ends
        second = pool.submit(upload, server, token, "waits when it stops")
        assert first.result()[0] == 503
        assert not second.done()
        assert server.stop() == 0
        assert second.result()[0] in (0, 503)
    lock.close()
    server.start()
    assert listed(server) == []


def test_the_log_of_the_catalogue_is_copied_while_uploads_come(start):
    """A thread of its own does it: commits leave it alone until the log has 64 MB, which these do not fill."""
    server = start()
    token = server.token("upload")
    log, before = server.database.with_name(server.database.name + "-wal"), server.database.stat().st_size
    data = [play(f"logged {n}", seed=n, seconds=3.0, notes=4) for n in range(60)]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda each: server.post("/replays", data=each, headers=token).status_code, data))
    assert codes == [201] * len(data)
    wait_for(lambda: server.database.stat().st_size > before)
    assert log.stat().st_size < 64 << 20
