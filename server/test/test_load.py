# SPDX-License-Identifier: MIT
"""Many requests of every kind at the same time leave no descriptors and no threads behind."""

from __future__ import annotations

import concurrent.futures
import pathlib
import time

import requests
from conftest import Server
from plays import play

ROUNDS = 3
CLIENTS = 6


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
        try:
            requests.post(server.url + "/", data=play("gone", seconds=60), timeout=(5, 0.001))
        except requests.RequestException:
            pass
    return statuses


def threads(server: Server) -> int:
    assert server.process
    return len(list(pathlib.Path(f"/proc/{server.process.pid}/task").iterdir()))


def run(server: Server, token: dict[str, str]) -> set[int]:
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        return {code for codes in pool.map(lambda client: ask(server, token, client), range(CLIENTS)) for code in codes}


def settled(server: Server) -> tuple[int, int]:
    """Descriptors and threads, when connections that were given up are closed."""
    lowest = (10**6, 10**6)
    for _ in range(100):
        now = (server.descriptors(), threads(server))
        lowest = min(lowest, now)
        time.sleep(0.02)
    return lowest


def test_nothing_is_left_open(server, uploader):
    assert run(server, uploader) <= {200, 201, 404, 422}
    before = settled(server)
    assert run(server, uploader) <= {200, 201, 404, 422}
    after = settled(server)
    assert after[0] <= before[0] + 2 and after[1] == before[1], (before, after)
