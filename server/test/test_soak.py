# SPDX-License-Identifier: MIT
"""All attacks and floods at once, beside honest clients, in 512 MB: nothing is killed, nothing is lost, and look-ups are answered.

REEL_SOAK_SECONDS: how long [30, or 15 if REEL_TEST_EFFORT is quick or light; a release: 1200]. The memory is that of a control group, which
needs root: of version 1 or 2, whichever the machine has. Without one the test runs, and says that the memory was not limited.
"""

from __future__ import annotations

import concurrent.futures
import hashlib
import os
import time
from collections.abc import Iterator

import attacks
import floods
import pytest
from conftest import PATIENCE, REPORT, SANITIZED, Server
from groups import MEMORY, Group, resident
from plays import play
from probe import HONEST

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")
SECONDS = float(os.environ.get("REEL_SOAK_SECONDS", "15" if LIGHT else "30"))
IDLE_SECONDS = 1.0


class Honest:
    """Clients that behave."""

    def __init__(self, server: Server, token: dict[str, str]) -> None:
        self.server = server
        self.token = token
        self.session = attacks.session_from(HONEST)
        self.kept: dict[str, bytes] = {}
        self.spans: dict[str, list[float]] = {"/healthz": [], "/replays?limit=3": [], "/replays/{id}": [], "upload": []}

    def upload(self, name: str) -> str:
        """Uploads a play, again while the server has no room for it."""
        data = play(name, seed=abs(hash(name)) % 1000, seconds=3)
        begin = time.monotonic()
        for _ in range(200):
            answer = self.session.post(f"{self.server.url}/replays", data=data, headers=self.token, timeout=PATIENCE)
            if answer.status_code != 503:
                break
            time.sleep(float(answer.headers["Retry-After"]) / 4)
        assert answer.status_code in (200, 201), answer.text
        self.spans["upload"].append(time.monotonic() - begin)
        known = answer.json()["id"]
        self.kept[known] = data
        assert known == hashlib.sha256(data).hexdigest()
        return known

    def look_up(self, known: str) -> None:
        for path in ("/healthz", "/replays?limit=3", "/replays/{id}"):
            begin = time.monotonic()
            answer = self.session.get(self.server.url + path.replace("{id}", known), timeout=PATIENCE)
            assert answer.status_code == 200, answer.text
            self.spans[path].append(time.monotonic() - begin)

    def run(self, number: int, end: float) -> None:
        turn = 0
        while time.monotonic() < end:
            known = self.upload(f"honest-{number}-{turn}")
            for _ in range(10):
                self.look_up(known)
            turn += 1


def line_of(name: str, spans: list[float]) -> str:
    spans = sorted(spans)
    at = [spans[min(len(spans) - 1, int(len(spans) * part))] * 1000 for part in (0.5, 0.9, 0.99, 1)]
    return f"{name:18} {len(spans):6} times, ms: p50 {at[0]:.1f}, p90 {at[1]:.1f}, p99 {at[2]:.1f}, last {at[3]:.1f}"


@pytest.fixture
def group() -> Iterator[Group]:
    one = Group()
    yield one
    one.remove()


def test_all_attacks_at_once(on_disk, group):
    server = Server(on_disk, "--budget", "384", "--cache", "16", "--workers", "2")
    assert server.process
    group.add(server.process.pid)
    honest = Honest(server, server.token("upload", name="honest"))
    known = honest.upload("first")
    idle = Honest(server, honest.token)
    idle.run(9, time.monotonic() + IDLE_SECONDS)
    packed, lines = attacks.long_play(), attacks.lines_without_frames()
    all_attacks = [
        *[attacks.decode_again(packed)] * 4,
        *[attacks.decode_again(lines)] * 8,
        *[attacks.read_slowly(packed)] * 6,
        *[attacks.upload_and_idle(48)] * 8,
        attacks.drip_heads(400),
        *[attacks.guess_tokens] * 2,
        attacks.send_malformed,
        attacks.leave_at_once,
        attacks.fill_heads,
        attacks.pipeline,
        attacks.ask_for_variants(f"/replays/{known}"),
        attacks.ask_again(f"/replays/{known}/similar"),
        attacks.ask_again("/readyz"),
        *[attacks.upload_copies(server.token("upload", name=f"thief-{n}"), n) for n in range(2)],
    ]
    most = 0
    end = time.monotonic() + SECONDS
    all_floods = [floods.flood(shape._replace(connections=min(shape.connections, 20))) for shape in floods.shapes(known).values()]
    with (
        attacks.Apart(server.url, server.port, all_floods),
        attacks.Running(server.url, server.port, all_attacks),
        concurrent.futures.ThreadPoolExecutor(2) as pool,
    ):
        running = [pool.submit(honest.run, number, end) for number in range(2)]
        while not all(each.done() for each in running):
            most = max(most, resident([server.process.pid, *server.workers()]))
            time.sleep(0.2)
        for each in running:
            each.result()
    REPORT.append(f"all attacks at once, in {group.limit}; load {os.getloadavg()[0]:.1f}")
    REPORT.extend(f"  {line_of(name, spans)}, idle: {line_of('', idle.spans[name]).split('ms: ')[1]}" for name, spans in honest.spans.items())
    REPORT.append(f"  memory: at most {most >> 20} MB of processes, {group.most() >> 20} MB with files, limited: {group.path is not None}")
    assert server.process.poll() is None
    died = server.metric("reel_workers_died_total")
    lost = [known for known, data in honest.kept.items() if server.get(f"/replays/{known}").content != data]
    print(f"{len(honest.kept)} uploads, {len(lost)} lost; {group.killed()} processes killed, {died} workers died")
    assert (group.killed(), died, lost) == (0, 0, [])
    assert SANITIZED or most < MEMORY
    assert min(len(spans) for spans in honest.spans.values()) > 0  # how soon is for bench/server_stops.py, on a machine that does nothing else
    assert server.stop() == 0
    assert not [path for path in server.store.iterdir() if path.name.startswith(".scratch")]
