#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares one server with two that share PostgreSQL and a stand-in for S3, in processor time. Prints a table in Markdown.

    REEL_TEST_POSTGRES=postgres://… REEL_S3RVER=…/s3rver bench/server_shared.py [UPLOADS]

The database must be empty, and on this machine. Clients, servers, database and stand-in share the processors, so the rates cannot show what
a second machine brings. Seconds of processor time per request do: what the servers need is divided by their number, what database and
stand-in need is not.
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
CLIENTS, ROUNDS = 8, 2


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


def start_stand_in(folder):
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    command = [os.environ["REEL_S3RVER"], "-d", f"{folder}/s3", "-a", "127.0.0.1", "-p", str(port), "-s", "--no-vhost-buckets"]
    process = subprocess.Popen([*command, "--configure-bucket", "replays"])
    os.environ.update(AWS_ACCESS_KEY_ID="S3RVER", AWS_SECRET_ACCESS_KEY="S3RVER", AWS_ENDPOINT_URL=f"http://127.0.0.1:{port}")
    for _ in range(100):
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
            answer = session.post(f"{url}/replays", data=data, headers={"Authorization": f"Bearer {token}"}, timeout=60)
            answer.raise_for_status()
            ids.append(answer.json()["id"])
        for known in ids:
            session.get(f"{url}/replays/{known}", timeout=60).raise_for_status()
    return len(ids)


def measure(where, count, plays, token, others):
    """Uploads each play and gets it back, by `count` servers. Seconds: elapsed, of all servers, of each of the others."""
    servers = [subprocess.Popen([PROGRAM, *where, "--port", "0"], stdout=subprocess.PIPE, text=True) for _ in range(count)]
    urls = [each.stdout.readline().split()[-1].rstrip("/") for each in servers]
    roots = [[each.pid for each in servers], *others]
    parts = [(urls[n % count], token, plays[n::CLIENTS]) for n in range(CLIENTS)]
    before, begin = [used(each) for each in roots], time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        done = sum(pool.map(run, parts))
    elapsed, after = time.monotonic() - begin, [used(each) for each in roots]
    for each in servers:
        each.send_signal(signal.SIGTERM)
        each.wait(30)
    assert done == len(plays)
    return [elapsed, *(late - early for late, early in zip(after, before, strict=True))]


def main():
    uploads = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    sums = {}
    with tempfile.TemporaryDirectory() as folder:
        stand_in = start_stand_in(folder)
        database = [number for number, (parent, name, _) in processes().items() if name == "postgres" and parent == 1]
        where = ["--store", "s3://replays/bench", "--database", os.environ["REEL_TEST_POSTGRES"]]
        token = subprocess.check_output([PROGRAM, *where, "token", "add", f"bench-{os.getpid()}"], text=True, stderr=subprocess.DEVNULL).strip()
        seed = time.time_ns()
        try:
            for turn in range(ROUNDS):
                for count in (1, 2):
                    first = seed + (2 * turn + count) * uploads
                    plays = [play(player=f"p{first + n}", level=f"{n:040d}", seed=first + n, seconds=5.0) for n in range(uploads)]
                    got = measure(where, count, plays, token, [database, [stand_in.pid]])
                    print(count, got, file=sys.stderr)
                    sums[count] = [one + other for one, other in zip(got, sums.get(count, [0.0] * len(got)), strict=True)]
        finally:
            stand_in.terminate()
            stand_in.wait(10)
    print("| servers | requests/s | servers, ms | PostgreSQL, ms | stand-in for S3, ms |\n| ---: | ---: | ---: | ---: | ---: |")
    requests_made = 2 * uploads * ROUNDS
    for count, (elapsed, *seconds) in sums.items():
        print(f"| {count} | {requests_made / elapsed:.0f} | {' | '.join(f'{1000 * each / requests_made:.2f}' for each in seconds)} |")


main()
