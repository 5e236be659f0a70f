#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Attacks a server with one kind of flood after the other, and prints how long honest clients wait during each and a second after it.

    bench/server_stops.py [--seconds N] [--only WORD] [--program FILE] [--json FILE] [-- OPTION...]

The server is in a control group of 512 MB and may use all processors; the attacker is a process that may use only the last one, and is
killed at the end of each flood. Honest clients open a connection for every request: health and a list 40 times a second each, an upload
four times. Run server/test.sh first, which makes the environment; options after -- are for the server. The status is 1 if the server ended, a
process was killed, a request failed a second after an attack, or descriptors were left; how long something took decides nothing.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import multiprocessing
import os
import pathlib
import sys
import tempfile
import threading
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "server/test"))

import attacks  # noqa: E402
import conftest  # noqa: E402
import floods  # noqa: E402
import groups  # noqa: E402
from plays import play  # noqa: E402

TIMEOUT = 10.0
SPARE = 24  # descriptors
HONEST = "127.0.0.2"
KINDS = {"health": 40, "list": 40, "upload": 4}  # times a second


class Probe:
    """Honest clients, and how long each of their requests took, in ms; one that failed counts as long as it may take at most."""

    def __init__(self, server, token):
        self.server, self.token = server, token
        self.times = {kind: [] for kind in KINDS}
        self.failed = 0
        self.number = 0

    def ask(self, kind, session):
        if kind == "health":
            return session.get(self.server.url + "/healthz", timeout=TIMEOUT)
        if kind == "list":
            return session.get(self.server.url + "/replays?limit=10", timeout=TIMEOUT)
        self.number += 1
        data = play(f"player-{self.number % 50}", seed=self.number, seconds=2, notes=4)
        return session.post(self.server.url + "/replays", data=data, headers=self.token, timeout=TIMEOUT)

    def run(self, kind, end):
        due = time.monotonic()
        while (due := max(due + 1 / KINDS[kind], time.monotonic())) < end:
            time.sleep(max(0.0, due - time.monotonic()))
            with attacks.session_from(HONEST) as session:
                begin = time.monotonic()
                try:
                    fine = self.ask(kind, session).status_code < 300
                except attacks.requests.RequestException:
                    fine = False
                self.times[kind].append((time.monotonic() - begin) * 1000 if fine else TIMEOUT * 1000)
                self.failed += not fine

    def measure(self, seconds):
        """p50 and p99 of each kind, and how many requests failed."""
        self.times, self.failed = {kind: [] for kind in KINDS}, 0
        end = time.monotonic() + seconds
        clients = [threading.Thread(target=self.run, args=(kind, end)) for kind in KINDS]
        for each in clients:
            each.start()
        for each in clients:
            each.join()
        found = {kind: [percentile(times, 0.5), percentile(times, 0.99)] for kind, times in self.times.items()}
        return {**found, "failed": self.failed}


def percentile(times, part):
    times = sorted(times)
    return times[math.ceil(part * len(times)) - 1] if times else math.nan


def attack(url, port, made):
    """The attacker's process."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with attacks.Running(url, port, made):
        time.sleep(3600)


def line_of(name, *measured):
    cells = [f"{m[kind][0]:.1f} / {m[kind][1]:.0f}" for m in measured for kind in KINDS]
    return f"| {name} | " + " | ".join([*cells, *(str(m["failed"]) for m in measured)]) + " |"


def print_head(columns):
    names = [f"{kind}{when}" for when in columns for kind in KINDS] + [f"failed{when}" for when in columns]
    print("| p50 / p99, ms | " + " | ".join(names) + " |\n| --- |" + " ---: |" * len(names), flush=True)


def bombs(server, packed):
    """Eight loops of one token that upload and decode what unpacks to nearly what is allowed."""
    token = server.token("upload", name="bomber")

    def upload(target, stop):
        session = target.session()
        while not stop.is_set():
            try:
                session.post(target.url + "/replays", data=packed, headers=token, timeout=60)
            except attacks.requests.RequestException:
                stop.wait(0.1)

    return [upload] * 8


OLDER = (
    "bombs of one token", "bombs of one address", "large answers", "slow readers", "uploads that stop", "400 heads that drip", "guessed tokens",
    "malformed requests", "full heads", "clients that leave", "variants that no cache has", "like replays", "readiness", "copies", "lives that are left",
    "lives of a byte",
)  # fmt: skip


@functools.cache
def bodies():
    return attacks.long_play(), attacks.lines_without_frames()


def older(server, known):
    """What test_soak.py does at once, each alone."""
    packed, lines = bodies()
    return {
        "bombs of one token": bombs(server, lines),
        "bombs of one address": [attacks.decode_again(lines)] * 8,
        "large answers": [attacks.decode_again(packed)] * 4,
        "slow readers": [attacks.read_slowly(packed)] * 6,
        "uploads that stop": [attacks.upload_and_idle(48)] * 8,
        "400 heads that drip": [attacks.drip_heads(400)],
        "guessed tokens": [attacks.guess_tokens] * 2,
        "malformed requests": [attacks.send_malformed],
        "full heads": [attacks.fill_heads],
        "clients that leave": [attacks.leave_at_once],
        "variants that no cache has": [attacks.ask_for_variants(f"/replays/{known}")],
        "like replays": [attacks.ask_again(f"/replays/{known}/similar")],
        "readiness": [attacks.ask_again("/readyz")],
        "copies": [attacks.upload_copies(server.token("upload", name="thief"), 1)],
        "lives that are left": [attacks.begin_lives(server.token("upload", name="leaver"))] * 4,
        "lives of a byte": [attacks.send_bytes_live(server.token("upload", name="dripper"), 20)] * 4,
    }


def all_of(server, known):
    kinds = {name: [floods.flood(shape)] for name, shape in floods.shapes(known).items()}
    kinds |= older(server, known)
    return {**kinds, "all at once": [each for some in kinds.values() for each in some]}


def left(server, before):
    """What is wrong after an attack. Threads keep connections to the catalogue, and workers their channels: the same after each attack."""
    if server.process.poll() is not None:
        return [f"the server ended with {server.process.returncode}"]
    end = time.monotonic() + 20
    while server.descriptors() > before + SPARE and time.monotonic() < end:
        time.sleep(0.2)
    now = server.descriptors()
    return [f"{now} descriptors are open, {before} before"] if now > before + SPARE else []


def one_attack(wanted, name):
    """Starts a server, attacks it, and measures beside and after. None for the name: only measures."""
    with tempfile.TemporaryDirectory() as folder:
        group = groups.Group()
        group.problems = []
        options = ("--budget", "384", "--cache", "16", "--workers", "2", "--lives", "20", *wanted.options)
        server = conftest.Server(pathlib.Path(folder), *options, program=wanted.program)
        group.add(server.process.pid)
        try:
            probe = Probe(server, server.token("upload", name="honest"))
            known = server.post("/replays", data=play("first"), headers=probe.token).json()["id"]
            if not name:
                return [probe.measure(wanted.seconds), probe.measure(wanted.seconds)], group
            made = all_of(server, known)[name]
            process = multiprocessing.get_context("fork").Process(target=attack, args=(server.url, server.port, made), daemon=True)
            before = server.descriptors()
            process.start()
            time.sleep(1)
            during = probe.measure(wanted.seconds)
            process.kill()
            process.join()
            time.sleep(1)
            after = probe.measure(wanted.seconds / 2)
            group.problems = left(server, before)
            if after["failed"]:
                group.problems.append(f"{after['failed']} requests failed after it")
            return [during, after], group
        finally:
            group.memory, group.ended = group.most() >> 20, group.killed()
            server.process.kill()
            server.process.wait()
            group.remove()


NAMES = [*floods.shapes(""), *OLDER, "all at once"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--only", default="")
    parser.add_argument("--program", type=pathlib.Path, default=conftest.PROGRAM)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("options", nargs="*", help="of the server")
    wanted = parser.parse_args()
    found, memory, ended, problems = {}, 0, 0, []
    for name in (None, *[each for each in NAMES if wanted.only in each]):
        measured, group = one_attack(wanted, name)
        if not name:
            print(f"load {os.getloadavg()[0]:.1f}, {group.limit}\n")
            print_head(["", " 1 s after"])
        found[name or "idle"] = measured
        memory, ended = max(memory, group.memory), ended + group.ended
        problems += [f"{name}: {each}" for each in group.problems]
        print(line_of(name or "idle", *measured), flush=True)
    print(f"\nmemory: at most {memory} MB with files; {ended} processes killed; load {os.getloadavg()[0]:.1f}")
    if wanted.json:
        wanted.json.write_text(json.dumps(found))
    for each in problems:
        print(each)
    return 1 if problems or ended else 0


if __name__ == "__main__":
    sys.exit(main())
