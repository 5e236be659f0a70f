# SPDX-License-Identifier: MIT
"""GET /events: every event once, in order, also for clients that come again, and never at the cost of others."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import requests
from conftest import PATIENCE, Server, wait_for
from plays import play

LEVEL = "A" * 40


def parse(lines: Iterator[str]) -> Iterator[dict]:
    """Messages of a stream of events: id, event and data; also those with an id only."""
    message: dict = {}
    for line in lines:
        if line:
            name, _, value = line.partition(":")
            if name:
                message[name] = value.removeprefix(" ")
        elif message:
            yield message
            message = {}


class Client:
    """Reads events on a thread, and remembers its place as a browser does."""

    def __init__(self, server: Server, query: str = "", last: str | None = None) -> None:
        headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last is not None else {})}
        self.answer = requests.get(f"{server.url}/events{query}", headers=headers, stream=True, timeout=PATIENCE)
        assert self.answer.status_code == 200, self.answer.text
        self.events: list[dict] = []
        self.last = last
        self.ended = False
        self.opened = False
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()
        wait_for(lambda: self.opened)

    def read(self) -> None:
        try:
            for message in parse(line.decode() for line in self.answer.iter_lines(chunk_size=1)):
                self.opened = True
                self.last = message.get("id", self.last)
                if "data" in message:
                    self.events.append(json.loads(message["data"]))
        except (requests.RequestException, AttributeError, ValueError):
            pass
        self.ended = True

    def close(self) -> None:
        if connection := getattr(self.answer.raw, "_connection", None):
            connection.sock.shutdown(socket.SHUT_RDWR)
        self.answer.close()
        self.thread.join(30)


def put(server: Server, token: dict[str, str], seed: int, name: str = "ann", level: str = LEVEL) -> str:
    answer = server.post("/replays", data=play(name, level=level, seed=seed), headers=token)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


@pytest.fixture(scope="module")
def moderator(server: Server) -> dict[str, str]:
    return server.token("moderate", name="mod")


def test_what_happens_is_sent_as_it_happens(server, uploader, moderator):
    client = Client(server)
    assert client.answer.headers["Content-Type"] == "text/event-stream"
    assert client.answer.headers["Cache-Control"] == "no-store"
    one = put(server, uploader, 1)
    server.post(f"/moderation/replays/{one}?act=hide", headers=moderator)
    wait_for(lambda: len(client.events) == 2)
    first, second = client.events
    assert (first["event"], first["id"], first["state"]) == ("new", one, "listed")
    assert first["level_key"] == LEVEL.lower() + "/expert/standard"
    assert (second["event"], second["id"], second["state"], second["replay"]) == ("changed", one, "hidden", None)
    assert first["number"] < second["number"]
    client.close()


def test_a_client_that_comes_again_misses_nothing(server, uploader):
    source = random.Random(5)
    start = Client(server)
    begin = start.last or "0"
    start.close()
    last, got, sent = begin, [], []
    for turn in range(8):
        for n in range(source.randrange(4)):
            sent.append(put(server, uploader, 100 + 10 * turn + n))
        client = Client(server, last=last)
        if source.random() < 0.7:
            sent.append(put(server, uploader, 108 + 10 * turn))
        wait_for(lambda: len(got) + len(client.events) >= len(sent) or source.random() < 0.01)  # noqa: B023
        client.close()
        got += [each["id"] for each in client.events]
        last = client.last
    client = Client(server, last=last)
    wait_for(lambda: len(got) + len(client.events) >= len(sent))
    got += [each["id"] for each in client.events]
    client.close()
    assert got == sent


def test_filters(server, uploader, moderator):
    clients = {
        query: Client(server, query)
        for query in ("?level=" + "B" * 40 + "/Expert/Standard", "?player=bob", "?event=changed", "?game=Geometry%20Dash", "?game=Beat%20Saber")
    }
    ids = [put(server, uploader, 200, "bob"), put(server, uploader, 201, "eve", "B" * 40)]
    server.post(f"/moderation/replays/{ids[0]}?act=hold", headers=moderator)
    wanted = [[ids[1]], [ids[0], ids[0]], [ids[0]], [], [ids[0], ids[1], ids[0]]]
    wait_for(lambda: [len(client.events) for client in clients.values()] == [len(each) for each in wanted])  # each has a connection of its own
    assert [[each["id"] for each in client.events] for client in clients.values()] == wanted
    for each in clients.values():
        each.close()


def test_old_events_are_read_from_the_log(server, uploader):
    page = Client(server, "?after=0&event=new")
    wait_for(lambda: page.events)
    assert page.events[0]["event"] == "new"
    page.close()
    assert server.get("/events?after=x").status_code == 400
    assert server.get("/events", headers={"Last-Event-ID": "-1"}).status_code == 400
    for wrong in ("event=" + "x" * 99, "event=New", "event=old", "after=x"):
        assert server.get("/events?" + wrong).json()["title"] == "event is new, changed or erased, and after a number"


def test_more_events_than_fit_in_a_page_come_in_order(start):
    server = start()
    token = server.token("upload")
    put(server, token, 1)
    with server.catalogue() as catalogue:
        catalogue.executemany(
            "INSERT INTO event VALUES (?, 1795672347909, 'new', 0, ?, 'Toy', 'l', 'p')",
            [(number, f"{number:064x}") for number in range(1000, 4500)],
        )
        catalogue.execute("UPDATE reel_sequence SET last = 5000")
    catalogue.close()
    last, got = "0", []
    for _ in range(20):
        client = Client(server, last=last)
        wait_for(lambda: client.ended or (client.last or "0") >= "4499")  # noqa: B023
        client.close()
        got += [each["number"] for each in client.events]
        last = client.last
        if last == "4499":
            break
    assert got[1:] == list(range(1000, 4500))


def test_clients_are_bounded_and_a_stop_ends_them(tmp_path):
    server = Server(tmp_path, "--event-clients", "3", "--workers", "1")
    token = server.token("upload")
    clients = [Client(server) for _ in range(3)]
    refused = server.get("/events", headers={"Accept": "text/event-stream"})
    assert (refused.status_code, refused.json()["rule"]) == (503, "server.streams")
    one = put(server, token, 1)  # none of them takes a worker or a thread
    assert server.get(f"/replays/{one}/stats").status_code == 200
    wait_for(lambda: all(each.events for each in clients))
    begin = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - begin < 9  # of the ten seconds that requests get
    for each in clients:
        each.thread.join(30)
        assert each.ended


def test_a_client_that_goes_away_leaves_its_place(tmp_path):
    server = Server(tmp_path, "--event-clients", "1")
    token = server.token("upload")
    try:
        Client(server).close()
        put(server, token, 1)  # what is sent finds that nobody is there

        def is_free() -> bool:
            put_answer = requests.get(
                server.url + "/events", headers={"Accept": "text/event-stream"}, stream=True, timeout=PATIENCE
            )
            put_answer.close()
            return put_answer.status_code == 200

        wait_for(is_free)
    finally:
        assert server.stop() == 0


def test_a_client_that_reads_nothing_delays_nobody(server, uploader):
    with server.connect() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.sendall(b"GET /events?after=0 HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n")
        client = Client(server)
        ids = [put(server, uploader, 300 + n) for n in range(20)]
        wait_for(lambda: len(client.events) == 20)
        assert [each["id"] for each in client.events] == ids
        client.close()


def test_pages_of_the_log_for_who_asks_now_and_then(server, uploader, moderator):
    sent = [put(server, uploader, 400 + n, "pager") for n in range(5)]
    got, path = [], "/events?limit=3&player=pager"
    while True:
        answer = server.get(path)
        assert answer.headers["Content-Type"] == "application/json" and answer.headers["Cache-Control"] == "no-store"
        page = answer.json()
        got += [each["id"] for each in page["events"]]
        path = page["next"]
        if not page["more"]:
            break
    assert got == sent
    assert server.get(path).json()["events"] == []
    sent = put(server, uploader, 405, "pager")
    assert [each["id"] for each in server.get(path).json()["events"]] == [sent]
    assert server.get("/events", headers={"Accept": "image/png"}).status_code == 406
    assert server.get("/events?limit=0").status_code == 400
