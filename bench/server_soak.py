#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs reel-server under a mixed load for some time, and says whether its memory and its descriptors stay the same.

    bench/server_soak.py [--seconds N] [--rate N] [--rows N] [--program FILE] [--samples FILE] [-- OPTION...]

By default an hour at 20 requests a second: uploads, decoding, statistics, tables, plots, lists, boards, requests that are wrong, and
connections that are given up at any point; --rows fills the catalogue with that many replays before (server_rows.py; REEL_ROWS names a
folder in which one may be already). Prints how long each kind of request took. Options after -- are for the server. Each 10 seconds a line goes
to the file of samples.

Every connection to SQLite keeps pages of the database, up to 2 MB, and statements. With --rows, clients first fill these caches by asking
for what is there until SQLite's memory stays, for five minutes at most. Its memory is printed beside that of the server, and its bound.

The exit status is 1 if memory or descriptors grew from the third quarter to the last, if SQLite has more memory than its bound, if an
answer had another status than it should, or if the server ended with a failure; a build with a sanitizer ends with one if it has something
to report.
"""

import argparse
import collections
import contextlib
import http.client
import itertools
import math
import os
import pathlib
import random
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "server/test"))

sys.path.insert(0, str(SOURCE / "bench"))

import server_rows  # noqa: E402
from plays import play  # noqa: E402

CLIENTS = 6
WARM = 300  # seconds to fill caches
LEVELS = [f"{n:040X}" for n in range(50)]
INTERVAL = 10
SHORTEST = 600
CACHE = "4"  # MiB: it is full long before the third quarter of the time
MIB = 1 << 20
PAGES = 2000  # KiB of the database that SQLite caches for each connection by default
STATEMENTS = 1500  # KiB of statements of a connection, at most
# What is asked of a catalogue that was filled.
FILLED = [path for name, path in server_rows.GETS.items() if path.startswith(("/replays?", "/boards", "/levels/", "/plays")) and "{" not in path]


class Service:
    """The server, and what /proc says of it and its workers."""

    def __init__(self, program, folder, options):
        store = ["--store", f"{folder}/store"]
        name = f"soak-{os.getpid()}"
        self.token = subprocess.check_output([program, *store, "token", "add", name], text=True, stderr=subprocess.DEVNULL).strip()
        self.log = pathlib.Path(folder) / "log"
        with self.log.open("w") as log:
            words = [program, "--port", "0", "--metrics", "127.0.0.1:0", *store, *options]
            self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        self.port = int(self.process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
        self.metrics = int(self.process.stdout.readline().split()[-1])

    def proc(self, *names):
        return pathlib.Path("/proc", str(self.process.pid), *names)

    def workers(self):
        found = []
        for task in self.proc("task").iterdir():
            with contextlib.suppress(OSError):
                found += (task / "children").read_text().split()
        return found

    def sample(self):
        """KiB of the server that are not of files, of its largest worker, descriptors, threads, and seconds of processor time."""
        memory, worker = anonymous(self.process.pid), max([anonymous(each) for each in self.workers()], default=0)
        fields = self.proc("stat").read_text().rsplit(")", 1)[1].split()
        ticks = sum(int(each) for each in fields[11:15])  # with those of workers that ended
        descriptors, threads = len(list(self.proc("fd").iterdir())), len(list(self.proc("task").iterdir()))
        return memory, worker, descriptors, threads, ticks / os.sysconf("SC_CLK_TCK"), self.database()

    def database(self):
        """KiB of SQLite."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics}/metrics", timeout=60) as answer:
            return next(int(line.split()[1]) // 1024 for line in answer.read().decode().splitlines() if line.startswith("reel_catalogue_memory_bytes "))

    def connections(self):
        """To SQLite."""
        return sum(os.path.basename(os.readlink(each)) == "catalogue.sqlite" for each in self.proc("fd").iterdir() if each.is_symlink())

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def anonymous(process):
    with contextlib.suppress(OSError):
        for line in pathlib.Path("/proc", str(process), "status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1])
    return 0


class Load:
    """What the clients ask for. Each kind of request gives the statuses that its answer may have, and how often it is made."""

    def __init__(self, service, first, filled):
        self.service, self.numbers, self.lock = service, itertools.count(first), threading.Lock()
        self.known = collections.deque(maxlen=1000)
        self.counts, self.wrong = collections.Counter(), []
        self.filled, self.times = filled, collections.defaultdict(list)
        self.big = play(notes=600, seconds=45.0, rate=60, seed=7)
        self.bearer = {"Authorization": f"Bearer {service.token}"}
        self.kinds = [
            (self.upload, 5), (self.decode, 3), (self.stored, 6), (self.listed, 4), (self.refused, 3), (self.given_up, 2), (self.own, 1),
            (self.of_many, 4 if filled else 0),
        ]  # fmt: skip

    def run(self, rate, end, seed):
        source = random.Random(seed)
        connection = None
        kinds, weights = zip(*self.kinds, strict=True)
        due = time.monotonic()
        while (due := due + source.expovariate(rate)) < end and time.monotonic() < end:
            time.sleep(max(0.0, due - time.monotonic()))
            if connection is None or source.random() < 0.05:
                connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60)
            kind, began = source.choices(kinds, weights)[0], time.monotonic()
            try:
                kind(connection, source)
                self.times[kind.__name__].append(time.monotonic() - began)
            except (OSError, http.client.HTTPException) as why:
                self.wrong.append(f"{type(why).__name__}: {why}")
                connection = None

    def ask(self, connection, allowed, method, path, body=None, headers=None):
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        data = answer.read()
        with self.lock:
            self.counts[answer.status] += 1
        if answer.status not in allowed:
            self.wrong.append(f"{method} {path}: {answer.status} {data[:200]!r}")
        return answer, data

    def upload(self, connection, source):
        with self.lock:
            number = next(self.numbers)
        data = play(player=f"player-{number % 500}", seed=number, level=source.choice(LEVELS), seconds=3.0, notes=4)
        headers = dict(self.bearer)
        if source.random() < 0.3:
            headers["Idempotency-Key"] = f"key-{number}"
        answer, _ = self.ask(connection, (200, 201), "POST", "/replays", data, headers)
        self.known.append(answer.headers["Location"])

    def decode(self, connection, source):
        path = source.choice(("/", "/?show=stats", "/?plot=score", "/?table=frames", "/?to=scoresaber-json"))
        whole = source.random() < 0.5
        self.ask(connection, (200,) if whole else (200, 400, 422), "POST", path, self.big if whole else self.big[: len(self.big) // 3])

    def stored(self, connection, source):
        if not self.known:
            return
        part = source.choice(("", "", "/stats", "/tables/notes", "/plots/score", "/findings", "/similar"))
        headers = {"Accept": source.choice(("*/*", "application/json"))} if not part else {}
        if source.random() < 0.2:
            headers["Range"] = "bytes=100-200"
        self.ask(connection, (200, 206), "GET", source.choice(self.known) + part, headers=headers)

    def listed(self, connection, source):
        number = source.randrange(500)
        level = f"{source.choice(LEVELS)}/Standard/Expert"
        path = source.choice(("/replays?limit=50", f"/replays?player=player-{number}", f"/replays?level={level}", f"/boards/Beat%20Saber/{level}"))
        self.ask(connection, (200,), "GET", path)

    def of_many(self, connection, source):
        path = source.choice(FILLED)
        self.ask(connection, (200,), "GET", path + ("" if path.startswith("/plays") else ("&" if "?" in path else "?") + "limit=10"))

    def refused(self, connection, source):
        method, path, body, headers, code = source.choice(
            [
                ("GET", "/nothing", None, {}, 404),
                ("DELETE", "/replays", None, {}, 405),
                ("GET", "/replays?limit=x", None, {}, 400),
                ("GET", f"/replays/{'0' * 64}/stats", None, {}, 404),
                ("POST", "/", b"no replay", {}, 415),
                ("POST", "/replays", b"no replay", self.bearer, 415),
                ("POST", "/replays", b"", {"Authorization": "Bearer soak.wrong"}, 401),
                ("POST", "/replays", self.big[:1000], self.bearer, 422),
            ]
        )
        self.ask(connection, (code,), method, path, body, headers)

    def given_up(self, _, source):
        """A connection that is closed or reset after a part of the request, or before its answer."""
        head = f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {len(self.big)}\r\n\r\n".encode()
        whole = head + self.big
        with socket.create_connection(("127.0.0.1", self.service.port), 60) as one:
            one.sendall(whole[: source.choice((0, 20, len(head) + 100, len(whole) // 2, len(whole)))])
            if source.random() < 0.5:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        with self.lock:
            self.counts["given up"] += 1

    def own(self, connection, source):
        self.ask(connection, (200,), "GET", source.choice(("/readyz", "/openapi.json", "/version")))


def warm(service, load):
    """Fills the caches of SQLite: every connection has to be used, so as many clients ask at a time as it has connections, and more."""

    def ask(seed, end):
        source = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        while time.monotonic() < end:
            load.of_many(connection, source)

    began, before = time.monotonic(), 0
    while time.monotonic() < began + WARM and (now := service.database()) > before * 1.01:
        before, end = now, time.monotonic() + WARM / 10
        clients = [threading.Thread(target=ask, args=(seed, end), daemon=True) for seed in range(2 * service.connections())]
        for each in clients:
            each.start()
        for each in clients:
            each.join()
    print(f"caches filled in {time.monotonic() - began:.0f} s: SQLite has {service.database():,} KiB in {service.connections()} connections")


def grew(samples, column, least, slack):
    """Whether a column is larger in the last quarter than in the third, and both as text. By then the page caches of SQLite are full."""
    quarter = len(samples) // 4
    before = least([each[column] for each in samples[2 * quarter : 3 * quarter]])
    after = least([each[column] for each in samples[-quarter:]])
    return after > before * 1.03 + slack, f"{before:,.0f} to {after:,.0f}"


def verdict(samples, connections):
    """Prints how memory and descriptors changed. Returns whether they are the same. What SQLite caches goes up and down below its bound."""
    most, bound = max(each[6] for each in samples), connections * (PAGES + STATEMENTS)
    print(f"memory of SQLite: at most {most:,} KiB; {connections} connections may have {bound:,} KiB")
    if most > bound:
        return False
    if samples[-1][0] < SHORTEST:
        print(f"too short for a verdict about memory, which takes {SHORTEST} seconds")
        return True
    fine = True
    for name, column, least, slack in (
        ("memory of the server, KiB", 1, statistics.median, MIB / 1024),
        ("memory of the largest worker, KiB", 2, statistics.median, MIB / 1024),  # one that decodes has tens of MB for a moment
        ("descriptors", 3, min, CLIENTS + 2),
        ("threads", 4, min, 0),
    ):
        more, text = grew(samples, column, least, slack)
        print(f"{name}: {text}{', GREW' if more else ''}")
        fine = fine and not more
    return fine


def print_times(times):
    print("\n| request | times | p50, ms | p99, ms | longest, ms |\n| --- | ---: | ---: | ---: | ---: |")
    for name, each in sorted(times.items()):
        each.sort()
        p50, p99 = (1000 * each[math.ceil(part * len(each)) - 1] for part in (0.5, 0.99))
        print(f"| {name} | {len(each):,} | {p50:.1f} | {p99:.0f} | {1000 * each[-1]:.0f} |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--rate", type=float, default=20, help="requests a second, in all")
    parser.add_argument("--rows", type=int, default=0, help="replays in the catalogue before")
    parser.add_argument("--program", default=SOURCE / "build/server/reel-server")
    parser.add_argument("--samples", type=pathlib.Path, default=SOURCE / "build/soak.tsv")
    parser.add_argument("options", nargs="*", help="of the server")
    wanted = parser.parse_args()
    samples, first = [], 0
    with tempfile.TemporaryDirectory() as temporary, wanted.samples.open("w") as out:
        folder = temporary
        if wanted.rows:
            folder = pathlib.Path(os.environ.get("REEL_ROWS", temporary), str(wanted.rows))
            filled = server_rows.Filled(folder, wanted.rows)
            first = filled.newest_number() + 10_000  # no play is one that was uploaded before
            filled.server.stop()
        service = Service(wanted.program, folder, ["--cache", CACHE, *wanted.options])
        load = Load(service, first, bool(wanted.rows))
        if wanted.rows:
            warm(service, load)
        connections = service.connections()
        begin = time.monotonic()
        end = begin + wanted.seconds
        interval = min(INTERVAL, wanted.seconds / 40)
        clients = [threading.Thread(target=load.run, args=(wanted.rate / CLIENTS, end, n), daemon=True) for n in range(CLIENTS)]
        for each in clients:
            each.start()
        print("seconds\tserver_kib\tworker_kib\tdescriptors\tthreads\tprocessor_seconds\tsqlite_kib\tanswers", file=out, flush=True)
        while time.monotonic() < end and service.process.poll() is None:
            time.sleep(interval)
            samples.append((time.monotonic() - begin, *service.sample()))
            print(*(f"{each:.2f}" for each in samples[-1]), sum(load.counts.values()), sep="\t", file=out, flush=True)
        for each in clients:
            each.join(60)
        status = service.stop()
        log = "".join(line for line in service.log.open() if not line.startswith("{"))  # not what became of requests
    answers = ", ".join(f"{count} × {code}" for code, count in sorted(load.counts.items(), key=str))
    print(f"{sum(load.counts.values())} requests in {wanted.seconds} s: {answers}")
    print(f"processor time of the server and its workers: {samples[-1][5]:.0f} s")
    print_times(load.times)
    fine = verdict(samples, connections)
    if load.wrong or status:
        print(f"{len(load.wrong)} wrong answers {load.wrong[:5]}; the server ended with {status}; its log:\n{log[:5000]}")
    return 0 if fine and not load.wrong and status == 0 else 1


sys.exit(main())
