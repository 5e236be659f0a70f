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
import json
import multiprocessing
import os
import pathlib
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "server/test"))

import attacks  # noqa: E402
import conftest  # noqa: E402
import floods  # noqa: E402
import groups  # noqa: E402
from plays import play  # noqa: E402
from probe import KINDS, Probe, cell, percentile  # noqa: E402

TIMEOUT = 10.0
SPARE = 24  # descriptors


def attack(url, port, made):
    """The attacker's process."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with attacks.Running(url, port, made):
        time.sleep(3600)


def line_of(name, *measured):
    cells = [cell(times[kind]) for times, _ in measured for kind in KINDS]
    return f"| {name} | " + " | ".join([*cells, *(str(failed) for _, failed in measured)]) + " |"


def print_head(columns):
    names = [f"{kind}{when}" for when in columns for kind in KINDS] + [f"failed{when}" for when in columns]
    print("| p50 / p99, ms | " + " | ".join(names) + " |\n| --- |" + " ---: |" * len(names), flush=True)


def all_of(server, known):
    kinds = {name: [floods.flood(shape)] for name, shape in floods.shapes(known).items()}
    tokens = {}

    def token_of(name):
        return tokens.setdefault(name, server.token("upload", name=name))

    kinds |= {name: make() for name, make in attacks.others(known, token_of).items()}
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
            probe = Probe(server, server.token("upload", name="honest"), TIMEOUT)

            def measure(seconds):
                return probe.measure(seconds), len(probe.failed)

            known = server.post("/replays", data=play("first"), headers=probe.token).json()["id"]
            if not name:
                return [measure(wanted.seconds), measure(wanted.seconds)], group
            made = all_of(server, known)[name]
            process = multiprocessing.get_context("fork").Process(target=attack, args=(server.url, server.port, made), daemon=True)
            before = server.descriptors()
            process.start()
            time.sleep(1)
            during = measure(wanted.seconds)
            process.kill()
            process.join()
            time.sleep(1)
            after = measure(wanted.seconds / 2)
            group.problems = left(server, before)
            if after[1]:
                group.problems.append(f"{after[1]} requests failed after it: {probe.failed[0]}")
            return [during, after], group
        finally:
            group.memory, group.ended = group.most() >> 20, group.killed()
            server.process.kill()
            server.process.wait()
            group.remove()


NAMES = [*floods.shapes(""), *attacks.others("", dict), "all at once"]


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
        found[name or "idle"] = [
            {**{kind: [percentile(times[kind], 0.5), percentile(times[kind], 0.99)] for kind in KINDS}, "failed": failed} for times, failed in measured
        ]
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
