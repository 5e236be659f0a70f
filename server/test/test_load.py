# SPDX-License-Identifier: MIT
"""Many requests of every kind at the same time leave no descriptors and no threads behind."""

from __future__ import annotations

import concurrent.futures
import pathlib

from conftest import Server, wait_for
from plays import play

ROUNDS = 3
CLIENTS = 6


def leave(server: Server, data: bytes) -> None:
    """Sends a replay and hangs up without reading the answer."""
    head = f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {len(data)}\r\n\r\n"
    with server.connect() as connection:
        connection.sendall(head.encode() + data)


def ask(server: Server, token: dict[str, str], client: int) -> list[int]:
    """What one client asks for, with an answer that it does not wait for among it."""
    statuses = []
    for i in range(ROUNDS):
        data = play(f"load-{client}-{i}", rate=4)
        answer = server.post("/replays", data=data, headers=token)
        statuses.append(answer.status_code)
        known = f"/replays/{answer.json()['id']}"
        for path in ("", "/stats", "/tables/notes", "/plots/score", "/plots/none", "/findings", "/similar"):
            statuses.append(server.get(known + path).status_code)
        statuses.append(server.post("/", data=data[:500]).status_code)
        statuses.append(server.get("/replays?limit=3").status_code)
        leave(server, play("gone", seconds=60))
    return statuses


def run(server: Server, token: dict[str, str]) -> set[int]:
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        return {code for codes in pool.map(lambda client: ask(server, token, client), range(CLIENTS)) for code in codes}


def held(server: Server) -> tuple[int, int]:
    """Descriptors and threads. A worker process has one descriptor; it comes with the first job and ends after some."""
    assert server.process
    threads = len(list(pathlib.Path(f"/proc/{server.process.pid}/task").iterdir()))
    return server.descriptors() - len(server.workers()), threads


def test_nothing_is_left_open(start):
    server = start("--seconds", "600")  # however slow the machine is
    token = server.token("upload")
    before = held(server)
    assert run(server, token) <= {200, 201, 404, 422}
    wait_for(lambda: held(server) == before)
