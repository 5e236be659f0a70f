# SPDX-License-Identifier: MIT
"""Nothing that one client sent is in the memory of the server's processes when it is gone, and nothing of it comes out to another."""

from __future__ import annotations

import gzip
import os
import re
import time
from collections.abc import Callable

import marks as marks_of
import pytest
import requests
from conftest import CLOCK, COMMAND, SANITIZED, Server, golden, wait_for
from marks import DECODINGS, Marks, Trace, bodies, can_read, decoded, edited, headers, lookups, send_all, traces
from plays import play, text
from test_link import HOSTS, keys  # noqa: F401 (keys is a fixture)
from test_link import Server as TlsServer

LIGHT = os.environ.get("REEL_TEST_EFFORT") == "light"
PRELOAD = CLOCK.with_name("libnet_preload.so")
SWEEP, PATIENCE = 1.2, 60.0  # seconds

needs_heap = pytest.mark.skipif(SANITIZED, reason="sanitizers have a heap of their own, which keeps what was freed")


@pytest.fixture
def marks() -> Marks:
    return Marks()


def processes(server: Server) -> list[int]:
    assert server.process
    return [server.process.pid, *server.workers()]


def found_now(server: Server, marks: Marks) -> dict[str, list[Trace]]:
    """The traces in the processes of a server that have some."""
    if not all(can_read(each) for each in processes(server)):
        pytest.skip("the memory of workers can be read by root only")
    names = ["server", *(f"worker {n}" for n in range(99))]
    found = {name: traces(each, marks) for name, each in zip(names, processes(server), strict=False)}
    return {name: each for name, each in found.items() if each}


def left(server: Server, marks: Marks, known: Callable[[Trace], bool] = lambda _: False) -> list[tuple[str, Trace]]:
    """The traces that stay, but for those that are known. Threads clear their stacks a second after the last request, or when the machine lets
    them run."""
    end = time.monotonic() + PATIENCE
    while True:
        time.sleep(SWEEP)
        found = [(name, each) for name, some in found_now(server, marks).items() for each in some if name != "server" or not known(each)]
        if not found or time.monotonic() > end:
            return found


# ---- memory ----------------------------------------------------------------------------------------------------------


@needs_heap
def test_what_is_being_sent_is_found(start, marks):
    """Or the other tests would see nothing."""
    server = start()
    with server.connect() as connection:
        connection.sendall(f"GET /version HTTP/1.1\r\nHost: x\r\nX-Mark: {marks('an open head')}".encode())
        wait_for(lambda: found_now(server, marks))
    assert not left(server, marks)


@needs_heap
def test_nothing_is_left_of_what_was_decoded(tmp_path, marks):
    server = Server(tmp_path, "--workers", "2", "--work", "100000", store=False)
    try:
        with requests.Session() as session:
            made = bodies(marks, tmp_path, 1 if LIGHT else 5)
            assert send_all(server, session, marks, made) > len(made) // 2  # what they are sent for: they were read and written again
        assert server.workers()  # which have done all this
        assert not left(server, marks)
    finally:
        assert server.stop() == 0


@needs_heap
def test_nothing_is_left_of_a_connection_that_stays(start, marks):
    """A proxy sends the requests of many clients on one connection."""
    server = start("--work", "100000")
    made = bodies(marks, server.folder)[:8]
    with requests.Session() as session:
        send_all(server, session, marks, made)
        assert session.get(server.url + "/version").status_code == 200
        assert not left(server, marks)


@needs_heap
def test_nothing_is_left_of_clients_that_hang_up(start, marks):
    """In the middle of a head, of a body, of a wait, and of an answer that is not read."""
    server = start("--work", "100000", "--header-seconds", "3")
    data = play(marks("a play of a client that left"), song=marks("a title", 200), seconds=30)
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers(marks).items())
    whole = f"POST / HTTP/1.1\r\nHost: x\r\n{lines}Content-Length: {len(data)}\r\n\r\n".encode() + data
    for size in (20, 300, 900, 2000, len(whole) // 2, len(whole) - 1, len(whole)):
        with server.connect() as connection:
            connection.sendall(whole[:size])
    wait_for(lambda: server.metric("reel_jobs_running") == 0 and server.metric("reel_requests_active") <= 1)
    assert not left(server, marks)


@needs_heap
def test_nothing_is_left_of_refused_uploads_and_forms(start, marks):
    """The catalogue has the rules for which an upload was refused, and no more of it."""
    server = start("--cache", "0")
    token = server.token("upload")
    data = play(marks("player of a refused upload"), song=marks("title of a refused upload"), mapper=marks("mapper"))
    sent = [data[:-7], gzip.compress(data)[:-20], data[:900], (marks("no replay") * 30).encode()]
    with requests.Session() as session:
        for each in sent:
            answer = session.post(server.url + "/replays", data=each, headers={**headers(marks), **token}, timeout=60)
            assert answer.status_code in (415, 422), answer.text
        for name in ("sign-in", "sign-out", "bans"):
            form = {"token": f"{marks('name in a form')}.{marks('secret in a form')}", "reason": marks("reason"), "name": marks("n")}
            session.post(f"{server.url}/desk/{name}", data=form, headers=headers(marks), timeout=60, allow_redirects=False)
        for method, path in lookups(marks):
            session.request(method, server.url + path, headers={**headers(marks), **token}, timeout=60)
    assert server.workers()
    assert not left(server, marks)


@needs_heap
def test_of_kept_replays_the_server_has_what_its_catalogue_has(start, marks):
    """Without the cache of answers: neither the replay nor what was asked of it."""
    server = start("--cache", "0")
    token = server.token("upload")
    data = play("kept", seconds=20.0)
    for each in ("controllers", "DefaultEnvironment"):
        assert data.count(text(each)) == 1
        data = data.replace(text(each), text(marks(f"what the lists do not show: {each}")))
    with requests.Session() as session:
        answer = session.post(server.url + "/replays", data=data, headers=token, timeout=60)
        assert answer.status_code == 201, answer.text
        one = f"/replays/{answer.json()['id']}"
        for path in ("", "/stats", "/findings", "/tables/info", "/plots/score", "/similar", "/picture.png"):
            for accept in ("*/*", "text/csv", "application/octet-stream"):
                session.get(server.url + one + path, headers={**headers(marks), "Accept": accept, "If-None-Match": "x"}, timeout=60)
    assert not left(server, marks)


@needs_heap
def test_of_uploads_of_every_format_the_server_has_what_its_catalogue_has(start, marks):
    server = start("--cache", "0")
    token = server.token("upload")
    kept = 0
    with requests.Session() as session:
        for _, data in bodies(marks, server.folder, 1 if LIGHT else 3):
            kept += session.post(server.url + "/replays", data=data, headers={**headers(marks), **token}, timeout=60).status_code == 201
        for path in ("/replays", "/start", "/plays", "/boards"):
            session.get(server.url + path, headers=headers(marks), timeout=60)
    assert kept > (2 if COMMAND.exists() else 0)
    catalogue = b"".join(path.read_bytes() for path in server.store.glob("catalogue.sqlite*"))
    assert not left(server, marks, lambda trace: trace.word.encode() in catalogue)


@needs_heap
@pytest.mark.skipif(not PRELOAD.exists(), reason=f"no {PRELOAD.name}: it is built with REEL_SERVER_TESTS")
def test_nothing_is_left_of_a_link(tmp_path, marks, keys):  # noqa: F811
    data = play(marks("a play behind a link"), song=marks("a title behind a link"))
    head = f"HTTP/1.1 200 OK\r\nX-Mark: {marks('header of another server')}\r\nContent-Length: {len(data)}\r\n\r\n"
    site = TlsServer(keys, lambda connection: connection.sendall(head.encode() + data))
    preload = {"LD_PRELOAD": str(PRELOAD), "REEL_TEST_TLS_PORT": str(site.port)}
    options = ("--link-ca", str(keys[0]), "--link-host", HOSTS[0], "--link-host", "*.example.com", "--work", "100000")
    server = Server(tmp_path, *options, store=False, environment=preload)
    try:
        with requests.Session() as session:
            for name in ("link", "other link", "last link"):
                link = f"https://{HOSTS[0]}/{marks(name)}?{marks('query of a link')}"
                answer = session.get(server.url, params={"link": link, "table": "info"}, headers=headers(marks), timeout=60)
                assert answer.status_code == 200 and marks.head in answer.text
            other = f"https://{marks('host of a link', 1)}.example.com/{marks('path of a link that has no certificate')}"
            assert session.get(server.url, params={"link": other}, headers=headers(marks), timeout=60).status_code == 502
        assert not left(server, marks)
    finally:
        assert server.stop() == 0
        site.close()


# ---- answers ---------------------------------------------------------------------------------------------------------


def texts(marks: Marks | None) -> list[tuple[str, bytes]]:
    """Lists of texts of every shape. With marks, those texts that are not empty are marks."""
    word = marks("modifiers") if marks else "NF"
    many = 1000 if LIGHT else 100_000
    shapes = ([], [""], ["", word], [word, ""], ["", "", word], [word, "", word], [""] * 9, [""] * 8000, [""] * many, [word] * 99)
    shapes += ([word, *[""] * 3000], [*[""] * 3000, word], ["", word] * 1000)
    made = [(f"{len(each)} modifiers", decoded(each)) for each in shapes]
    for name in ("environment", "hash", "mode", "version"):
        made += [(f"{name} of {len(value)}", decoded(["NF"], **{name: value})) for value in ("", word, word * 1000)]
    for name in ("name", "level", "song", "mapper", "difficulty", "others", "modifiers"):
        for value in ("", word, ",", f",{word}", f"{word},,", "," * 3000, word * 1000):
            made.append((f"{name} {value[:9]}", play("p", **{name: value})))  # type: ignore[arg-type]
    return made


def answer_of(server: Server, session: requests.Session, path: str, accept: str, data: bytes) -> tuple[int, bytes, str | None]:
    """Without what names the request."""
    answer = session.post(server.url + path, data=data, headers={"Accept": accept}, timeout=60)
    content = answer.content.replace(answer.headers.get("X-Request-Id", "-").encode(), b"")
    return answer.status_code, content, answer.headers.get("Content-Type")


def files(round_: int) -> list[tuple[str, bytes]]:
    """Each file of the formats' tests; light: every fourth, others in other rounds."""
    made = [(path.name, path.read_bytes()) for path in golden()]
    return made[round_ % 4 :: 4] if LIGHT else made


@pytest.fixture(scope="module")
def emptied(tmp_path_factory) -> list[tuple[str, bytes]]:
    """Files of each format without a word in their headers."""
    made = list(edited(None, tmp_path_factory.mktemp("emptied"), 1 if LIGHT else 3)) if COMMAND.exists() else []
    assert made or not COMMAND.exists()
    return made


@pytest.mark.parametrize("number", range(len(DECODINGS)), ids=[f"{path} {accept}" for path, accept in DECODINGS])
def test_answers_are_the_same_after_others(tmp_path, marks, emptied, number):
    """Whatever a worker did before: the first server gets these files alone, the second two others before each, full of marks."""
    path, accept = DECODINGS[number]
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
    options = ("--workers", "1", "--work", "100000")
    alone, after = (Server(tmp_path / folder, *options, store=False) for folder in ("one", "other"))
    others = [data for _, data in bodies(marks, tmp_path) + texts(marks)]
    compared = 0
    try:
        with requests.Session() as session:
            for name, data in files(number) + texts(None) + emptied:
                expected = answer_of(alone, session, path, accept, data)
                for n in (0, 1):
                    other = DECODINGS[(compared + n) % len(DECODINGS)]
                    answer_of(after, session, *other, others[(2 * compared + n) % len(others)])
                found = answer_of(after, session, path, accept, data)
                assert marks.head.encode() not in found[1], name
                assert found == expected, name
                compared += 1
        assert compared > 100 if not LIGHT else compared > 30
    finally:
        assert alone.stop() == after.stop() == 0


@pytest.mark.parametrize("count", [1, 8, 8000, 65536])
def test_empty_texts_bring_nothing_back(tmp_path, marks, count):
    """A list of texts that are all empty, and one with a text at its end: what an earlier client sent must not fill the gaps."""
    server = Server(tmp_path, "--workers", "1", "--work", "100000", store=False)
    try:
        with requests.Session() as session:
            answers = set()
            for _ in range(4):
                for _, data in list(marks_of.plays(marks)) + list(marks_of.broken(marks)):
                    session.post(server.url + "/?table=info", data=data, timeout=60)
                answer = session.post(server.url + "/?table=info", data=decoded([""] * count), timeout=60)
                assert answer.status_code == 200 and marks.head not in answer.text
                assert not re.search(r"Zq[0-9a-f]{4}", answer.text)
                answers.add(answer.content)
            assert len(answers) == 1
    finally:
        assert server.stop() == 0
