# SPDX-License-Identifier: MIT
"""What a hostile client does to keep a server from its work. Each attack goes on until it is told to stop."""

from __future__ import annotations

import contextlib
import functools
import gzip
import io
import multiprocessing
import os
import random
import socket
import struct
import threading
import time
import zipfile
from collections.abc import Callable
from typing import NamedTuple

import requests
import wire
from plays import info, play

Attack = Callable[["Target", threading.Event], None]


class FromAddress(requests.adapters.HTTPAdapter):
    """Connections from an address of this machine."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__()

    def init_poolmanager(self, *arguments: object, **named: object) -> None:
        super().init_poolmanager(*arguments, source_address=(self.address, 0), **named)  # type: ignore[arg-type]


def session_from(address: str) -> requests.Session:
    session = requests.Session()
    session.mount("http://", FromAddress(address))
    return session


class Target(NamedTuple):
    """A server, and the address from which it is attacked."""

    url: str
    port: int
    address: str

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(self.address, 0))

    def session(self) -> requests.Session:
        return session_from(self.address)


def long_play(frames: int = 150_000) -> bytes:
    """A play of frames that are all the same: packed it is small, as JSON it is large."""
    data = struct.pack("<iB", 0x442D3D69, 1) + b"\0" + info("1", "a", "A" * 40, 0, "s", 0.0, 0.0)
    data += b"\1" + struct.pack("<i", frames) + struct.pack("<fi21f", 1, 90, *[0.123456] * 21) * frames
    data += b"".join(bytes([kind]) + struct.pack("<i", 0) for kind in (2, 3, 4, 5))
    return gzip.compress(data)


def lines_without_frames(megabytes: int = 150) -> bytes:
    """An .echoreplay that unpacks to nearly what is allowed, in lines that are not frames."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        line = b"2024/01/01 00:00:00.000\t{\r\n"
        archive.writestr("a.echoreplay", line * (megabytes * 1_000_000 // len(line)))
    return made.getvalue()


def decode_again(body: bytes) -> Attack:
    """Sends the same replay to be decoded, and reads what comes."""

    def run(target: Target, stop: threading.Event) -> None:
        session = target.session()
        while not stop.is_set():
            with contextlib.suppress(requests.RequestException):
                answer = session.post(target.url, data=body, timeout=60, stream=True)
                for _ in answer.iter_content(1 << 20):
                    if stop.is_set():
                        break
                if answer.status_code in (429, 503):
                    stop.wait(0.2)

    return run


def read_slowly(body: bytes) -> Attack:
    """Asks for a large answer and reads a kilobyte a second."""

    def run(target: Target, stop: threading.Event) -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError), target.connect() as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.sendall(wire.post(b"Content-Length: %d\r\n" % len(body), body))
                while not stop.wait(1) and connection.recv(1024):
                    pass

    return run


def upload_and_idle(megabytes: int) -> Attack:
    """Begins a large body and sends no more of it."""

    def run(target: Target, stop: threading.Event) -> None:
        size = megabytes << 20
        while not stop.is_set():
            with contextlib.suppress(OSError), target.connect() as connection:
                connection.sendall(wire.post(b"Content-Length: %d\r\n" % size, b""))
                for _ in range(megabytes - 1):
                    connection.sendall(bytes(1 << 20))
                while not stop.wait(1):
                    connection.settimeout(0.1)
                    with contextlib.suppress(TimeoutError):
                        if not connection.recv(1024):
                            break

    return run


def drip_heads(count: int) -> Attack:
    """Keeps many connections open, whose heads never end."""

    def run(target: Target, stop: threading.Event) -> None:
        open_ones: list[socket.socket] = []
        while not stop.is_set():
            while len(open_ones) < count and not stop.is_set():
                try:
                    open_ones.append(target.connect())
                    open_ones[-1].sendall(b"GET /version HTTP/1.1\r\n")
                except OSError:
                    break
            kept = []
            for each in open_ones:
                try:
                    each.sendall(b"X: y\r\n")
                    kept.append(each)
                except OSError:
                    each.close()
            open_ones = kept
            stop.wait(0.5)
        for each in open_ones:
            each.close()

    return run


def guess_tokens(target: Target, stop: threading.Event) -> None:
    session = target.session()
    while not stop.is_set():
        with contextlib.suppress(requests.RequestException):
            wrong = {"Authorization": f"Bearer honest.{random.random()}"}
            session.post(target.url + "/replays", data=b"x" * 2000, headers=wrong, timeout=60)


def send_malformed(target: Target, stop: threading.Event) -> None:
    while not stop.is_set():
        for _, data in wire.FRAMING + wire.CHUNKS:
            with contextlib.suppress(OSError):
                wire.exchange(target.port, data, random.choice((1, 3)), address=target.address)
            if stop.wait(0.01):
                return


def fill_heads(target: Target, stop: threading.Event) -> None:
    """Sends heads that are as full as the server takes them, or fuller."""
    source = random.Random(7)
    while not stop.wait(0.01):
        with contextlib.suppress(OSError):
            wire.exchange(target.port, wire.fill(source, over=source.random() < 0.5), address=target.address)


def pipeline(target: Target, stop: threading.Event) -> None:
    """Sends thousands of requests on a connection and reads no answer."""
    while not stop.is_set():
        with contextlib.suppress(OSError), target.connect() as connection:
            connection.settimeout(1)
            connection.sendall(wire.head() * 10_000)
            stop.wait(1)


def leave_at_once(target: Target, stop: threading.Event) -> None:
    data = play("gone", seconds=30)
    while not stop.wait(0.02):
        with contextlib.suppress(OSError), target.connect() as connection:
            connection.sendall(wire.post(b"Content-Length: %d\r\n" % len(data), data))


def ask_for_variants(path: str) -> Attack:
    """Asks for what no cache has."""

    def run(target: Target, stop: threading.Event) -> None:
        session = target.session()
        while not stop.wait(0.01):
            with contextlib.suppress(requests.RequestException):
                session.get(f"{target.url}{path}?table=frames&after={random.random()}", timeout=60)

    return run


def ask_again(path: str) -> Attack:
    def run(target: Target, stop: threading.Event) -> None:
        session = target.session()
        while not stop.wait(0.01):
            with contextlib.suppress(requests.RequestException):
                session.get(target.url + path, timeout=60)

    return run


def upload_copies(token: dict[str, str], seed: int) -> Attack:
    """One play by ever another player: each is looked up, compared and held."""

    def run(target: Target, stop: threading.Event) -> None:
        session = target.session()
        number = 0
        while not stop.wait(0.05):
            number += 1
            with contextlib.suppress(requests.RequestException):
                session.post(f"{target.url}/replays", data=play(f"thief {number}", seed=seed), headers=token, timeout=60)

    return run


class Running:
    """Attacks that run on threads of their own, each from another address of this machine, while the block is executed."""

    def __init__(self, url: str, port: int, attacks: list[Attack], network: str = "127.0.1") -> None:
        self.stop = threading.Event()
        targets = [Target(url, port, f"{network}.{number + 1}") for number in range(len(attacks))]
        self.threads = [
            threading.Thread(target=each, args=(target, self.stop), daemon=True)
            for each, target in zip(attacks, targets, strict=True)
        ]

    def __enter__(self) -> Running:
        for each in self.threads:
            each.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        end = time.monotonic() + 90
        for each in self.threads:
            each.join(max(0.1, end - time.monotonic()))


def run_apart(url: str, port: int, attacks: list[Attack]) -> None:
    """The main function of a process of attackers, which is killed at the end. They share one processor, whatever else there is."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with Running(url, port, attacks, "127.0.3"):
        threading.Event().wait()


class Apart:
    """The same in a process of their own, for attacks that take all time of an interpreter."""

    def __init__(self, url: str, port: int, attacks: list[Attack]) -> None:
        arguments = (url, port, attacks)
        self.process = multiprocessing.get_context("fork").Process(target=run_apart, args=arguments, daemon=True)

    def __enter__(self) -> Apart:
        self.process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.join()


def post_nothing(session: requests.Session, url: str, token: dict[str, str]) -> requests.Response:
    return session.post(url, data=b"", headers={**token, "Content-Length": "0"}, timeout=60)


def begin_lives(token: dict[str, str]) -> Attack:
    """Begins plays that are never sent."""

    def attack(target: Target, stop: threading.Event) -> None:
        session = target.session()
        while not stop.is_set():
            with contextlib.suppress(requests.RequestException):
                post_nothing(session, target.url + "/live", token)

    return attack


def send_bytes_live(token: dict[str, str], watchers: int) -> Attack:
    """Sends a play in pieces of a byte, which many watch who read nothing."""

    def attack(target: Target, stop: threading.Event) -> None:
        session = target.session()
        begun = post_nothing(session, target.url + "/live", token)
        if begun.status_code != 201:
            return
        place = "/live/" + begun.json()["id"]
        with contextlib.ExitStack() as open_ones:
            for _ in range(watchers):
                connection = open_ones.enter_context(target.connect())
                connection.sendall(f"GET {place}/stream HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
            at = 0
            while not stop.is_set():
                piece = b"REELSPL1"[at : at + 1] or b"x"
                with contextlib.suppress(requests.RequestException):
                    at += session.post(f"{target.url}{place}?offset={at}", data=piece, headers=token, timeout=60).status_code == 200

    return attack


# ---- by name -----------------------------------------------------------------------------------------------------------


def bombs(token: dict[str, str], packed: bytes) -> Attack:
    """Uploads and decodes what unpacks to nearly what is allowed."""

    def upload(target: Target, stop: threading.Event) -> None:
        session = target.session()
        while not stop.is_set():
            try:
                session.post(target.url + "/replays", data=packed, headers=token, timeout=60)
            except requests.RequestException:
                stop.wait(0.1)

    return upload


@functools.cache
def bodies() -> tuple[bytes, bytes]:
    return long_play(), lines_without_frames()


def others(known: str, token_of: Callable[[str], dict[str, str]]) -> dict[str, Callable[[], list[Attack]]]:
    """All but the floods (floods.py). `known`: a replay that the server has; `token_of`: makes a token of a name that may upload."""
    return {
        "bombs of one token": lambda: [bombs(token_of("bomber"), bodies()[1])] * 8,
        "bombs of one address": lambda: [decode_again(bodies()[1])] * 8,
        "large answers": lambda: [decode_again(bodies()[0])] * 4,
        "slow readers": lambda: [read_slowly(bodies()[0])] * 6,
        "uploads that stop": lambda: [upload_and_idle(48)] * 8,
        "400 heads that drip": lambda: [drip_heads(400)],
        "guessed tokens": lambda: [guess_tokens] * 2,
        "malformed requests": lambda: [send_malformed],
        "full heads": lambda: [fill_heads],
        "clients that leave": lambda: [leave_at_once],
        "variants that no cache has": lambda: [ask_for_variants(f"/replays/{known}")],
        "like replays": lambda: [ask_again(f"/replays/{known}/similar")],
        "readiness": lambda: [ask_again("/readyz")],
        "copies": lambda: [upload_copies(token_of("thief"), 1)],
        "lives that are left": lambda: [begin_lives(token_of("leaver"))] * 4,
        "lives of a byte": lambda: [send_bytes_live(token_of("dripper"), 20)] * 4,
    }
