# SPDX-License-Identifier: MIT
"""Requests are read as RFC 9112 says: what breaks its framing never gets an answer of success, and its connection is closed."""

from __future__ import annotations

import os
import random

import pytest
import wire
from conftest import Server

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")
ROUNDS = 60 if LIGHT else 300


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    one = Server(tmp_path_factory.mktemp("requests"))
    yield one
    assert one.stop() == 0


@pytest.mark.parametrize(("name", "data"), wire.FRAMING, ids=[name for name, _ in wire.FRAMING])
@pytest.mark.parametrize("pieces", [1, 7])
def test_malformed_head_is_refused(server, name, data, pieces):
    statuses, closed = wire.exchange(server.port, data + wire.SMUGGLED, pieces)
    assert closed and len(statuses) == 1
    assert statuses[0] in (400, 414, 417, 431, 501, 505)


@pytest.mark.parametrize(("name", "data"), wire.CHUNKS, ids=[name for name, _ in wire.CHUNKS])
@pytest.mark.parametrize("pieces", [1, 7])
def test_malformed_chunk_is_refused(server, name, data, pieces):
    statuses, closed = wire.exchange(server.port, data, pieces)
    assert (statuses, closed) == ([400], True)


@pytest.mark.parametrize(("name", "data"), wire.SOUND, ids=[name for name, _ in wire.SOUND])
@pytest.mark.parametrize("pieces", [1, 3, 1000])
def test_sound_request_is_answered(server, name, data, pieces):
    closing = data.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") if b"1.1" in data else data
    assert wire.exchange(server.port, closing, pieces) == ([200], True)


def test_every_head_gets_its_answer(server):
    """Also one that is full of parameters, headers and cookies: the library behind the front is silent when it runs out of memory."""
    source = random.Random(64)
    for number in range(ROUNDS):
        over = number % 2 == 1
        data = wire.fill(source, over=over)
        statuses, closed = wire.exchange(server.port, data, source.choice((1, 3)))
        assert closed and len(statuses) == 1, (statuses, data)
        assert statuses[0] in ((200, 414, 431) if over else (200,)), (statuses, data)


def test_an_escaped_slash_does_not_end_a_part_of_a_path(server):
    """A proxy may have a rule for /replays/, and see none of that path in another spelling."""
    for path in (b"/replays%2f" + b"0" * 64, b"/replays/" + b"0" * 64 + b"%2Fstats", b"/boards%2fa/b", b"/boards/a%2Fb", b"%2fversion"):
        statuses, _ = wire.exchange(server.port, wire.head(path=path, fields=wire.FIELD + b"Connection: close\r\n"))
        assert statuses == ([400] if path[:1] == b"%" else [404]), path
    for path in (b"/boards/ddnet/b%2fc", b"/boards/ddnet/b/c%2F", b"/version?a=%2f"):
        statuses, _ = wire.exchange(server.port, wire.head(path=path, fields=wire.FIELD + b"Connection: close\r\n"))
        assert statuses == [200], path


def test_refusal_waits_for_the_answer_before_it(server):
    statuses, closed = wire.exchange(server.port, wire.head() * 3 + b"GET /\0 HTTP/1.1\r\n\r\n" + wire.head())
    assert (statuses, closed) == ([200, 200, 200, 400], True)


def test_broken_requests_are_refused_behind_sound_ones(server):
    """Whatever is broken, after however many sound requests, in however many pieces."""
    source = random.Random(29)
    for _ in range(ROUNDS):
        before = source.choices(wire.SOUND, k=source.randrange(3))
        before = [data for _, data in before if b"HTTP/1.0" not in data]
        broken = next(wire.mutate(source, source.choice(wire.SOUND)[1]))
        data = b"".join(before) + broken + wire.SMUGGLED
        statuses, closed = wire.exchange(server.port, data, source.choice((1, 2, 5)))
        assert closed, data
        assert statuses[: len(before)] == [200] * len(before), data
        assert len(statuses) == len(before) + 1 and statuses[-1] >= 400, (statuses, data)


def test_errors_are_problems(server):
    with server.connect() as connection:
        connection.sendall(b"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n")
        text = connection.recv(65536)
    assert b"Content-Type: application/problem+json" in text and b'"rule":"server.request"' in text
    assert b"Cache-Control: no-store" in text and b"Connection: close" in text


def test_metrics_are_not_at_the_address_of_clients(server):
    for path in (b"/metrics", b"//metrics", b"/metrics/", b"/./metrics", b"/%6detrics", b"/metrics%2f"):
        statuses, _ = wire.exchange(server.port, wire.head(path=path, fields=wire.FIELD + b"Connection: close\r\n"))
        assert statuses == [404], path
    assert server.metric("reel_requests_active") >= 1
