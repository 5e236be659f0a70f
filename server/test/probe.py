# SPDX-License-Identifier: MIT
"""Honest clients beside an attack, and how long each of their requests took. They come from another address, with a connection for each request."""

from __future__ import annotations

import math
import threading
import time

import attacks
from plays import play

HONEST = "127.0.0.2"
KINDS = {"health": 40, "list": 40, "upload": 4}  # times a second
Times = dict[str, list[float]]


def percentile(times: list[float], part: float) -> float:
    times = sorted(times)
    return times[math.ceil(part * len(times)) - 1] if times else math.nan


def cell(times: list[float]) -> str:
    """p50 and p99 in ms."""
    return f"{percentile(times, 0.5):.1f} / {percentile(times, 0.99):.0f}"


class Probe:
    """A request that failed counts as long as it may take at most, which is `timeout` seconds. `tries`: of an upload, while the server has no room."""

    def __init__(self, server, token, timeout: float, tries: int = 1):
        self.server, self.token, self.timeout, self.tries = server, token, timeout, tries
        self.times: Times = {kind: [] for kind in KINDS}
        self.failed: list[str] = []
        self.number = 0

    def ask(self, kind, session):
        if kind == "health":
            return session.get(self.server.url + "/healthz", timeout=self.timeout)
        if kind == "list":
            return session.get(self.server.url + "/replays?limit=10", timeout=self.timeout)
        self.number += 1
        data = play(f"player-{self.number % 50}", seed=self.number, seconds=2, notes=4)
        for last in range(self.tries)[::-1]:
            answer = session.post(self.server.url + "/replays", data=data, headers=self.token, timeout=self.timeout)
            if answer.status_code != 503 or not last:
                break
            time.sleep(float(answer.headers["Retry-After"]) / 4)
        return answer

    def once(self, kind):
        with attacks.session_from(HONEST) as session:
            begin = time.monotonic()
            try:
                answer = self.ask(kind, session)
                why = "" if answer.status_code < 300 else answer.text
            except attacks.requests.RequestException as failure:
                why = str(failure)
            self.times[kind].append(self.timeout * 1000 if why else (time.monotonic() - begin) * 1000)
            if why:
                self.failed.append(f"{kind}: {why}")

    def run(self, kind, end):
        """At least once."""
        due = time.monotonic()
        while True:
            self.once(kind)
            due = max(due + 1 / KINDS[kind], time.monotonic())
            if due >= end:
                return
            time.sleep(max(0.0, due - time.monotonic()))

    def measure(self, seconds: float) -> Times:
        """ms of each kind; what failed is in `failed`."""
        self.times, self.failed = {kind: [] for kind in KINDS}, []
        end = time.monotonic() + seconds
        clients = [threading.Thread(target=self.run, args=(kind, end)) for kind in KINDS]
        for each in clients:
            each.start()
        for each in clients:
            each.join()
        return self.times
