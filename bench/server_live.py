#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sends plays to reel-server while they are recorded, lets many watch, and prints how long a flush takes to reach them.

    bench/server_live.py [--plays N] [--watchers N] [--seconds N] [--events] [--program FILE] [-- OPTION...]

By default 100 plays of 30 seconds and 1,000 who watch, ten each. Every recorder has a connection and sends what it wrote in the last second: frames
of Beat Saber, 90 a second. The delay of a piece is from the begin of its request to the moment at which one who watches has its last byte. Prints
p50, p99 and the most of it, the same of the recorders' requests, of /healthz and of a list beside it, and processor time of the server. Who watch have
addresses of their own, and all that is not the server shares its processors. The status is 1 if a play was not kept byte for byte, if one who
watches got other bytes, or if a request failed; how long something took decides nothing.
"""

from __future__ import annotations

import argparse
import base64
import concurrent.futures
import hashlib
import math
import os
import pathlib
import random
import selectors
import socket
import sys
import tempfile
import threading
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "server/test"))

import conftest  # noqa: E402
import requests  # noqa: E402
from lives import Recording  # noqa: E402

RATE = 90


def percentile(times, part):
    times = sorted(times)
    return times[math.ceil(part * len(times)) - 1] * 1000 if times else math.nan


class Watcher:
    """A connection that reads a stream, without a thread of its own."""

    def __init__(self, port, number, play, events):
        address = f"127.{1 + number // 200 % 200}.{number % 200}.1"
        self.play, self.events = play, events
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))
        accept = "text/event-stream" if events else "*/*"
        self.socket.sendall(f"GET /live/{play.id}/stream HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\n\r\n".encode())
        self.socket.setblocking(False)
        self.size, self.hash, self.data, self.next, self.over = 0, hashlib.sha256(), b"", 0, False
        self.in_head = True
        self.delays = []

    def read(self):
        try:
            part = self.socket.recv(1 << 16)
        except BlockingIOError:
            return True
        now = time.monotonic()
        if not part:
            return False
        self.data += part
        if self.in_head:
            head, end, rest = self.data.partition(b"\r\n\r\n")
            if not end:
                return True
            self.over |= not head.startswith(b"HTTP/1.1 200 ")
            self.in_head, self.data = False, rest
        self.chunks(now)
        return not self.over

    def chunks(self, now):
        while not self.over:
            line, end, rest = self.data.partition(b"\r\n")
            size = int(line, 16) if end else 0
            if not end or len(rest) < size + 2:
                return
            self.data = rest[size + 2 :]
            if not size:
                self.over = True
            elif self.events:
                self.event(rest[:size], now)
            else:
                self.bytes(rest[:size], now)

    def event(self, text, now):
        if b"event: bytes" in text:
            self.bytes(base64.b64decode(text.split(b"data: ")[1]), now)

    def bytes(self, part, now):
        self.hash.update(part)
        self.size += len(part)
        while self.next < len(self.play.sent) and self.play.sent[self.next][0] <= self.size:
            self.delays.append(now - self.play.sent[self.next][1])
            self.next += 1


class Play:
    """A recorder."""

    def __init__(self, server, token, made):
        self.server, self.token = server, token
        self.data = made.bytes
        self.flushes = [size for size, _ in made.flushes]
        self.session = requests.Session()
        self.sent, self.times, self.failed = [], [], 0
        self.id = self.ask("/live", b"").json()["id"]
        self.at = 0

    def ask(self, path, body):
        begin = time.monotonic()
        answer = self.session.post(self.server.url + path, data=body, headers={**self.token, "Content-Length": str(len(body))}, timeout=60)
        self.times.append(time.monotonic() - begin)
        self.failed += answer.status_code >= 300
        return answer

    def send(self, end):
        piece, at = self.data[self.at : end], self.at
        self.at = end
        self.sent.append((end, time.monotonic()))
        self.ask(f"/live/{self.id}?offset={at}", piece)


def watch(watchers, stop):
    """Reads what comes to all of them."""
    with selectors.DefaultSelector() as selector:
        for each in watchers:
            selector.register(each.socket, selectors.EVENT_READ, each)
        while selector.get_map() and not stop.is_set():
            for key, _ in selector.select(1):
                if not key.data.read():
                    selector.unregister(key.fileobj)
                    key.data.socket.close()


def probe(server, path, stop, times):
    with requests.Session() as session:
        while not stop.is_set():
            begin = time.monotonic()
            assert session.get(server.url + path, timeout=60).status_code == 200
            times.append(time.monotonic() - begin)
            stop.wait(0.05)


def used(server):
    """Seconds of processors that the server and its workers have used."""
    total = 0
    for process in (server.process.pid, *server.workers()):
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def line(name, times):
    print(f"| {name} | {len(times)} | {percentile(times, 0.5):.1f} | {percentile(times, 0.99):.1f} | {percentile(times, 1):.1f} |")


def record(plays):
    """Each sends a flush a second, at a time of its own in the second."""
    due = [random.random() for _ in plays]  # noqa: S311
    begin = time.monotonic()

    def run(number):
        play = plays[number]
        for second, end in enumerate(play.flushes):
            time.sleep(max(0.0, begin + due[number] + second - time.monotonic()))
            play.send(end)
        play.send(len(play.data))

    with concurrent.futures.ThreadPoolExecutor(len(plays)) as pool:
        list(pool.map(run, range(len(plays))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plays", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--events", action="store_true")
    parser.add_argument("--program", type=pathlib.Path, default=conftest.PROGRAM)
    parser.add_argument("options", nargs="*")
    wanted = parser.parse_args()
    threading.stack_size(1 << 18)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        options = ("--live-clients", str(2 * wanted.watchers), "--lives", "1024", "--per-address", "0", "--token-work", "0")
        server = conftest.Server(place, *options, *wanted.options, program=wanted.program)
        try:
            token = server.token("upload")
            made = [Recording(place, "reel", f"player-{n}", seed=n, seconds=float(wanted.seconds), rate=RATE) for n in range(wanted.plays)]
            plays = [Play(server, token, each) for each in made]
            watchers = [Watcher(server.port, n, plays[n % len(plays)], wanted.events) for n in range(wanted.watchers)]
            stop, health, lists = threading.Event(), [], []
            threads = [threading.Thread(target=watch, args=(watchers, stop)), threading.Thread(target=probe, args=(server, "/healthz", stop, health))]
            threads.append(threading.Thread(target=probe, args=(server, "/replays?limit=10", stop, lists)))
            for each in threads:
                each.start()
            begin, work = time.monotonic(), used(server)
            record(plays)
            work, took = used(server) - work, time.monotonic() - begin
            ends = []
            for play in plays:
                before = time.monotonic()
                answer = play.ask(f"/live/{play.id}/end", b"")
                ends.append(time.monotonic() - before)
                if answer.status_code != 201 or answer.json()["id"] != hashlib.sha256(play.data).hexdigest():
                    wrong.append(f"a play was not kept as it is: {answer.status_code}")
            threads[0].join(60)
            stop.set()
            for each in threads:
                each.join()
            wrong += ["one who watches got other bytes"] * sum(w.hash.digest() != hashlib.sha256(w.play.data).digest() for w in watchers)
            wrong += ["a request failed"] * sum(play.failed for play in plays)
            print(f"{wanted.plays} plays, {wanted.watchers} watch, {sum(len(p.data) for p in plays) / took / 1000:.0f} kB/s in; "
                  f"{100 * work / took:.0f} % of a processor for the server\n")
            print("| ms | count | p50 | p99 | most |\n| --- | ---: | ---: | ---: | ---: |")
            line("from a recorder to who watches", [each for w in watchers for each in w.delays])
            line("request of a recorder", [each for play in plays for each in play.times[1:-1]])
            line("end of a play, judged", ends)
            line("/healthz", health)
            line("/replays", lists)
        finally:
            wrong += ["the server failed"] * (server.stop() != 0)
    for each in sorted(set(wrong)):
        print(f"{each}: {wrong.count(each)} times")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
