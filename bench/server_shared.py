#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares one server with two that share PostgreSQL and a store like S3. Prints a table in Markdown. bench/server_two.sh starts what it needs.

    REEL_TEST_POSTGRES=postgres://… bench/server_shared.py [UPLOADS [PERCENT]]

The database must be empty, and on this machine. Clients, servers, database and store share the processors, so without a limit two
servers are no faster than one. With PERCENT, each server and its workers get that share of one processor (a control group; needs root's rights), and
everything else the rest: the rate of two, each with the same part as the one, is what a second machine brings, as long as the server is the
bottleneck. The column "of its part" says how much of it the servers used: near 100 %, they were the bottleneck. Processor time per request says what
clients, database and store would need.
"""

import collections
import concurrent.futures
import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "server/test"))

import requests  # noqa: E402
from plays import play  # noqa: E402

PROGRAM = SOURCE / "build/server/reel-server"
TICK = os.sysconf("SC_CLK_TCK")
CLIENTS, ROUNDS, STORES = 8, 3, 4
PERIOD = 100_000


def processes():
    """Parent, name and seconds of processor time, with those of children that ended, of every process."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                name, fields = (entry / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
                fields = fields.split()
                found[int(entry.name)] = (int(fields[1]), name, sum(map(int, fields[11:15])) / TICK)
    return found


def used(roots):
    """Seconds of processor time of some processes and all below them."""
    every = processes()
    below = collections.defaultdict(list)
    for number, (parent, _, _) in every.items():
        below[parent].append(number)
    queue, total = list(roots), 0.0
    while queue:
        number = queue.pop()
        total += every[number][2] if number in every else 0
        queue += below[number]
    return total


class Part:
    """A control group with a part of one processor, below the one of this process."""

    def __init__(self, percent, number):
        lines = [line.split(":", 2) for line in pathlib.Path("/proc/self/cgroup").read_text().split()]
        old = [path for _, kinds, path in lines if "cpu" in kinds.split(",")]
        base = pathlib.Path("/sys/fs/cgroup/cpu" + old[0] if old else "/sys/fs/cgroup" + lines[-1][2])
        self.folder = base / f"reel-bench-{os.getpid()}-{number}"
        self.folder.mkdir()
        quota = int(PERIOD * percent / 100)
        if old:
            (self.folder / "cpu.cfs_period_us").write_text(str(PERIOD))
            (self.folder / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (self.folder / "cpu.max").write_text(f"{quota} {PERIOD}")

    def enter(self):
        (self.folder / "cgroup.procs").write_text("0")

    def remove(self):
        for _ in range(100):
            with contextlib.suppress(OSError):
                return self.folder.rmdir()
            time.sleep(0.1)


def start_store(folder):
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    (pathlib.Path(folder) / "s3").mkdir()
    command = [sys.executable, SOURCE / "bench/s3_stand_in.py", f"{folder}/s3", str(port), str(STORES)]
    process = subprocess.Popen(command, start_new_session=True)
    os.environ.update(AWS_ACCESS_KEY_ID="id", AWS_SECRET_ACCESS_KEY="secret", AWS_ENDPOINT_URL=f"http://127.0.0.1:{port}")
    for _ in range(300):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process
        time.sleep(0.1)
    raise SystemExit("the stand-in for S3 does not start")


def run(part):
    url, token, plays = part
    ids = []
    with requests.Session() as session:
        for data in plays:
            answer = session.post(f"{url}/replays", data=data, headers={"Authorization": f"Bearer {token}"}, timeout=300)
            answer.raise_for_status()
            ids.append(answer.json()["id"])
        for known in ids:
            session.get(f"{url}/replays/{known}", timeout=300).raise_for_status()
    return len(ids)


def measure(where, count, plays, token, others, percent, log):
    """Uploads each play and gets it back, by `count` servers. Seconds: elapsed, of all servers, of each of the others."""
    parts = [Part(percent, n) for n in range(count)] if percent else []
    enter = [part.enter for part in parts] or [None] * count
    command = [PROGRAM, *where, "--port", "0", "--workers", "4"]
    servers = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=each) for each in enter]
    urls = [each.stdout.readline().split()[-1].rstrip("/") for each in servers]
    roots = [[each.pid for each in servers], *others]
    parcels = [(urls[n % count], token, plays[n::CLIENTS]) for n in range(CLIENTS)]
    with concurrent.futures.ProcessPoolExecutor(CLIENTS) as pool:
        before, begin = [used(each) for each in roots], time.monotonic()
        done = sum(pool.map(run, parcels))
        elapsed, after = time.monotonic() - begin, [used(each) for each in roots]
    for each in servers:
        each.send_signal(signal.SIGTERM)
        each.wait(60)
    for part in parts:
        part.remove()
    assert done == len(plays)
    return [elapsed, *(late - early for late, early in zip(after, before, strict=True))]


def main():
    uploads = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    percent = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
    sums = {}
    with tempfile.TemporaryDirectory() as folder, pathlib.Path(folder, "log").open("w") as log:
        store = start_store(folder)
        database = [number for number, (parent, name, _) in processes().items() if name == "postgres" and parent == 1]
        where = ["--store", "s3://replays/bench", "--database", os.environ["REEL_TEST_POSTGRES"]]
        token = subprocess.check_output([PROGRAM, *where, "token", "add", f"bench-{os.getpid()}"], text=True, stderr=subprocess.DEVNULL).strip()
        seed = time.time_ns()
        try:
            for turn in range(ROUNDS):
                for count in (1, 2):
                    first = seed + (2 * turn + count) * uploads
                    plays = [play(player=f"p{first + n}", level=f"{n:040d}", seed=first + n, seconds=3.0, rate=20) for n in range(uploads)]
                    got = measure(where, count, plays, token, [database, [store.pid]], percent, log)
                    print(f"{count} servers: {2 * uploads / got[0]:.1f} requests/s; s: {got}", file=sys.stderr, flush=True)
                    sums[count] = [one + other for one, other in zip(got, sums.get(count, [0.0] * len(got)), strict=True)]
        finally:
            os.killpg(store.pid, signal.SIGTERM)
            store.wait(10)
    requests_made = 2 * uploads * ROUNDS
    rates = {count: requests_made / elapsed for count, (elapsed, *_) in sums.items()}
    print("| servers | requests/s | of its part | servers, ms | PostgreSQL, ms | store, ms |\n| ---: | ---: | ---: | ---: | ---: | ---: |")
    for count, (elapsed, *seconds) in sums.items():
        part = f"{100 * seconds[0] / (elapsed * count * percent / 100):.0f} %" if percent else "unbounded"
        print(f"| {count} | {rates[count]:.1f} | {part} | {' | '.join(f'{1000 * each / requests_made:.2f}' for each in seconds)} |")
    print(f"\nTwo carry {rates[2] / rates[1]:.2f} × of one, at load {pathlib.Path('/proc/loadavg').read_text().split()[0]}.")


if __name__ == "__main__":
    main()
