# SPDX-License-Identifier: MIT
"""Floods: one address that opens many connections and sends, on all of them, units that cost a server more than their bytes say."""

from __future__ import annotations

import contextlib
import selectors
import socket
import struct
import threading
import time
from typing import NamedTuple

import wire
from attacks import Attack, Target

BLOCK = 64 << 10
AT_ONCE = 4  # connections that are opened between two looks at the others
MOST_TURN = 0.2  # seconds: the longest sleep of a flood, which cannot be stopped in the meantime


class Shape(NamedTuple):
    """What each connection of a flood sends."""

    head: bytes = b""  # once
    unit: bytes = b""  # again and again
    connections: int = 100
    rate: int = 0  # bytes a second of all connections; 0: as many as the server takes
    reads: bool = True  # reads the answers, else leaves them
    step: int = BLOCK  # bytes of one call of send
    ends: bool = False  # each connection ends with the first answer
    resets: bool = False  # connections are reset at the end, not closed


class Client:
    """One connection of a flood."""

    def __init__(self, target: Target, shape: Shape) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.bind((target.address, 0))
        self.socket.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            self.socket.connect(("127.0.0.1", target.port))
        self.rest = shape.head

    def send(self, shape: Shape, block: bytes, most: int) -> int:
        """Sends up to a number of the bytes that are due. Returns how many the system took."""
        data = self.rest or block
        sent = self.socket.send(data[: min(most, shape.step)])
        if self.rest:
            self.rest = self.rest[sent:]
        elif sent % len(shape.unit):  # the next block begins where this one ended
            at = sent % len(shape.unit)
            self.rest = shape.unit[at:]
        return sent


class Flood:
    def __init__(self, target: Target, shape: Shape) -> None:
        self.target, self.shape = target, shape
        self.selector = selectors.DefaultSelector()
        self.block = shape.unit * max(1, BLOCK // max(1, len(shape.unit)))
        self.sent = self.opened = 0
        self.retry = 0.0

    def open(self) -> None:
        with contextlib.suppress(OSError):
            client = Client(self.target, self.shape)
            self.selector.register(client.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, client)
            self.opened += 1
            return
        self.retry = time.monotonic() + 0.05

    def close(self, client: Client) -> None:
        self.selector.unregister(client.socket)
        if self.shape.resets:
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.socket.close()

    def turn(self, client: Client, events: int, allowed: int) -> None:
        """One event of a connection; a connection that the server has ended goes, and another one comes."""
        try:
            if events & selectors.EVENT_READ and self.shape.reads:
                got = client.socket.recv(BLOCK)
                if not got or self.shape.ends:
                    return self.close(client)
            if events & selectors.EVENT_WRITE and (client.rest or self.shape.unit):
                self.sent += client.send(self.shape, self.block, allowed)
            elif not client.rest and not self.shape.unit:
                self.selector.modify(client.socket, selectors.EVENT_READ, client)
        except BlockingIOError:
            pass
        except OSError:
            self.close(client)

    def run(self, stop: threading.Event) -> None:
        begin = time.monotonic()
        while not stop.is_set():
            now = time.monotonic()
            # few at a time: threads that are busy take no connections, so all threads get some
            for _ in range(min(AT_ONCE, self.shape.connections - len(self.selector.get_map()))):
                if now > self.retry:
                    self.open()
            due = int((now - begin) * self.shape.rate) - self.sent if self.shape.rate else BLOCK
            if due <= 0:
                stop.wait(0.001)
                continue
            for key, events in self.selector.select(MOST_TURN):
                self.turn(key.data, events, max(1, min(BLOCK, due // 10) if self.shape.rate else BLOCK))
        for key in list(self.selector.get_map().values()):
            self.close(key.data)


def flood(shape: Shape) -> Attack:
    return lambda target, stop: Flood(target, shape).run(stop)


def get(path: bytes = b"/version", fields: bytes = b"") -> bytes:
    return wire.head(path=path, fields=wire.FIELD + fields)


CHUNKED_POST = wire.post(wire.CHUNKED, b"")
ONE_BYTE = b"1\r\na\r\n"
ENDLESS = b"Content-Length: 60000000\r\n"


def shapes(known: str) -> dict[str, Shape]:
    """All floods by name. `known`: a replay that the server has."""
    replay = b"/replays/" + known.encode()
    return {
        "one-byte chunks": Shape(CHUNKED_POST, ONE_BYTE),
        "one-byte chunks, answers not read": Shape(CHUNKED_POST, ONE_BYTE, reads=False),
        "one-byte chunks, 5 MB/s": Shape(CHUNKED_POST, ONE_BYTE, rate=5_000_000),
        "one-byte chunks with leading zeros": Shape(CHUNKED_POST, b"000000000001\r\na\r\n"),
        "chunks of 16 bytes": Shape(CHUNKED_POST, b"10\r\n" + b"a" * 16 + b"\r\n"),
        "extensions": Shape(CHUNKED_POST, b"1;a=b\r\na\r\n"),
        "one-byte segments of a body": Shape(wire.post(ENDLESS, b""), b"a", step=1),
        "one-byte segments of heads": Shape(b"", get(), step=1),
        "large bodies": Shape(wire.post(ENDLESS, b""), b"a" * 4096),
        "header lines": Shape(b"", get(fields=b"a:\r\n" * 98)),
        "long headers": Shape(b"", get(fields=b"X: " + b"y" * 15000 + b"\r\n")),
        "parameters": Shape(b"", get(b"/replays?" + b"&".join([b"a=b"] * 100))),
        "escapes": Shape(b"", get(b"/" + b"%c3%a9" * 2000)),
        "cookies": Shape(b"", get(b"/desk", b"Cookie: " + b";".join([b"a=b"] * 100) + b"\r\n")),
        "ranges": Shape(b"", get(replay, b"Range: bytes=" + b",".join([b"0-0"] * 3500) + b"\r\n")),
        "tags": Shape(b"", get(replay, b"If-None-Match: " + b",".join([b'"a"'] * 3500) + b"\r\n")),
        "types": Shape(b"", get(replay, b"Accept: " + b",".join([b"a/b"] * 3500) + b"\r\n")),
        "wrong tokens": Shape(b"", wire.head("POST", b"/replays", wire.FIELD + b"Content-Length: 0\r\nAuthorization: Bearer honest.a\r\n")),
        "pipelined requests": Shape(b"", get()),
        "pipelined requests, answers not read": Shape(b"", get(), reads=False),
        "pipelined lists": Shape(b"", get(b"/replays?limit=50")),
        "paths that are not there": Shape(b"", get(b"/nothing")),
        "empty lines": Shape(b"", b"\r\n"),
        "an empty line before each request": Shape(b"", b"\r\n" + get()),
        "what is not HTTP": Shape(b"", b"\x16\x03\x01\x02\x00\x01\x00\x01"),
        "HTTP/1.0 reconnects": Shape(b"GET /version HTTP/1.0\r\n\r\n", ends=True),
        "connections that send nothing": Shape(b"", connections=400, ends=True),
        "event streams": Shape(get(b"/events", b"Accept: text/event-stream\r\n"), connections=256),
        "event streams, reconnecting": Shape(get(b"/events", b"Accept: text/event-stream\r\n"), ends=True),
    }
