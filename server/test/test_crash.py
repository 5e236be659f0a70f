# SPDX-License-Identifier: MIT
"""Uploads from several clients while the server and its workers are killed at random: what was acknowledged is there."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import threading
import time

import requests
from conftest import PATIENCE, Server
from plays import play

UPLOADS = 10000 if os.environ.get("REEL_TEST_EFFORT") == "full" else 2000  # at least
MOST_UPLOADS = 10 * UPLOADS
KILLS = 6  # of workers, and as many of the server
CLIENTS = 4
SEED = 20


class Client(threading.Thread):
    """Uploads its share, each until the server has acknowledged it, and counts what was. It goes on until there were enough kills."""

    def __init__(self, server: Server, token: dict[str, str], number: int, enough: threading.Event) -> None:
        super().__init__()
        self.server, self.token, self.number, self.enough = server, token, number, enough
        self.acknowledged: dict[str, bytes] = {}
        self.lost = 0  # requests without an answer
        self.wrong: list[str] = []
        self.stopped = False

    def run(self) -> None:
        session = requests.Session()
        template = play("@" * 24, rate=4)
        for i in range(MOST_UPLOADS // CLIENTS):
            if self.stopped or (i >= UPLOADS // CLIENTS and self.enough.is_set()):
                break
            player = f"{self.number}-{i}".ljust(24, ".").encode()
            data = template.replace(b"@" * 24, player)
            self.upload(session, data, hashlib.sha256(data).hexdigest())

    def upload(self, session: requests.Session, data: bytes, known: str) -> None:
        while known not in self.acknowledged and not self.stopped:
            try:
                answer = session.post(self.server.url + "/replays", data=data, headers=self.token, timeout=PATIENCE)
            except requests.RequestException:
                self.lost += 1
                time.sleep(0.02)
                continue
            if answer.status_code in (200, 201) and answer.json()["id"] == known:
                self.acknowledged[known] = data
            elif answer.status_code not in (500, 503):  # a worker or the server was killed
                self.wrong.append(f"{answer.status_code} {answer.text[:200]}")
                return


def kill_at_random(server: Server, clients: list[Client], enough: threading.Event) -> tuple[int, int]:
    """Kills workers and, more rarely, the server, until the clients are done. Returns how many of both."""
    source = random.Random(SEED)
    port = server.port
    workers = servers = 0
    while any(client.is_alive() for client in clients):
        if workers >= KILLS and servers >= KILLS:
            enough.set()
        time.sleep(source.uniform(0.1, 1.0))
        found = server.workers()
        if source.random() < 0.4:
            server.kill()
            server.start(port)
            servers += 1
        elif found:
            try:
                os.kill(source.choice(found), signal.SIGKILL)
                workers += 1
            except ProcessLookupError:
                continue
    return workers, servers


def test_no_acknowledged_upload_is_lost(tmp_path):
    server = Server(tmp_path)
    token = server.token("upload")
    enough = threading.Event()
    clients = [Client(server, token, number, enough) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    try:
        workers, servers = kill_at_random(server, clients, enough)
    finally:
        for client in clients:
            client.stopped = True
        for client in clients:
            client.join()
    acknowledged = {known: data for client in clients for known, data in client.acknowledged.items()}
    assert [each for client in clients for each in client.wrong] == []
    assert len(acknowledged) >= UPLOADS
    assert workers >= KILLS and servers >= KILLS
    with server.catalogue() as catalogue:
        entries = {row[0] for row in catalogue.execute("SELECT id FROM replay")}
    catalogue.close()
    assert entries == set(acknowledged)
    for known, data in acknowledged.items():
        assert (server.store / known[:2] / known).read_bytes() == data
    sample = random.Random(SEED).sample(sorted(acknowledged), 50)
    assert all(server.get(f"/replays/{known}").content == acknowledged[known] for known in sample)
    lost = sum(client.lost for client in clients)
    print(f"{len(acknowledged)} acknowledged, 0 lost; {workers} workers and {servers} servers killed, {lost} requests without an answer")
    assert server.stop() == 0
