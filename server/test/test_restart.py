# SPDX-License-Identifier: MIT
"""Servers that are restarted again and again behind the sockets of their units: no request fails, and no upload that was answered is lost."""

from __future__ import annotations

import os
import pathlib
import signal
import socket
import subprocess
import threading
import urllib.parse

import pytest
import requests
from conftest import PATIENCE, PROGRAM, own_schema, wait_for
from plays import play
from test_admin import Store

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")
RESTARTS = 3 if LIGHT else 8


class Unit:
    """What systemd does: it keeps the socket, and gives it to one server after the other."""

    def __init__(self, folder: pathlib.Path, *options: str, program: pathlib.Path = PROGRAM) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.folder, self.program = folder, program
        self.options = [*options, *os.environ.get("REEL_SERVER_OPTIONS", "").split()]
        self.start()

    def start(self) -> None:
        # the number of the process is that of the server, too
        script = f'exec 3<&{self.socket.fileno()}; export LISTEN_FDS=1 LISTEN_PID=$$; exec "$0" "$@"'
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", script, self.program, *self.options], pass_fds=[self.socket.fileno()], stdout=subprocess.DEVNULL, stderr=log
            )

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0

    def is_ready(self) -> bool:
        return requests.get(self.url + "/readyz", timeout=PATIENCE).status_code == 200


class Clients:
    """They upload and look up at all servers in turn, as a proxy before them would, until the block ends."""

    def __init__(self, units: list[Unit], token: str) -> None:
        self.units, self.token = units, {"Authorization": f"Bearer {token}"}
        self.failures: list[str] = []
        self.kept: list[str] = []
        self.asked = [0] * 4
        self.done = threading.Event()
        self.threads = [threading.Thread(target=self.run, args=(number,)) for number in range(len(self.asked))]

    def ask(self, number: int) -> requests.Response:
        asked = self.asked[number]
        url = self.units[asked % len(self.units)].url
        if number:
            path = ("/replays", "/boards/beatsaber", "/healthz")[number - 1]
            return requests.get(url + path, headers={"Connection": "close"}, timeout=PATIENCE)
        data = play(f"restart {asked % 5}", seed=asked + 1, level=f"{asked % 3:040d}", seconds=3.0, notes=4)
        answer = requests.post(url + "/replays", data=data, headers={**self.token, "Connection": "close"}, timeout=PATIENCE)
        self.kept.append(answer.json().get("id", ""))
        return answer

    def run(self, number: int) -> None:
        while not self.done.is_set():
            try:
                answer = self.ask(number)
                if answer.status_code not in (200, 201):
                    self.failures.append(f"{number}: {answer.status_code} {answer.text}")
            except requests.RequestException as why:
                self.failures.append(f"{number}: {why}")
            self.asked[number] += 1

    def wait(self) -> None:
        """Until each has asked every server a few times more."""
        before, more = list(self.asked), 3 * len(self.units)
        wait_for(lambda: self.failures or all(now >= then + more for now, then in zip(self.asked, before, strict=True)))
        assert self.failures == []

    def __enter__(self) -> Clients:
        for each in self.threads:
            each.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.done.set()
        for each in self.threads:
            each.join(60)


def check_kept(unit: Unit, clients: Clients) -> None:
    """Every upload that was answered is there, and every place is that of a count."""
    assert clients.failures == []
    for identity in clients.kept:
        assert requests.get(f"{unit.url}/replays/{identity}", timeout=PATIENCE).status_code == 200
    for level in requests.get(unit.url + "/boards/beatsaber", timeout=PATIENCE).json()["levels"]:
        board = f"{unit.url}/boards/beatsaber/" + urllib.parse.quote(level["level"])
        entries = requests.get(board, timeout=PATIENCE).json()["entries"]
        assert [each["place"] for each in entries] == list(range(1, len(entries) + 1))
        for each in entries:
            progress = requests.get(f"{board}/players/{urllib.parse.quote(each['player'])}", timeout=PATIENCE).json()
            assert progress["place"] == each["place"]


def test_no_request_fails_while_the_server_is_restarted(tmp_path):
    unit = Unit(tmp_path, "--store", str(tmp_path / "store"))
    wait_for(unit.is_ready)
    with Clients([unit], Store(tmp_path / "store").run("token", "add", "bot").strip()) as clients:
        for _ in range(RESTARTS):
            clients.wait()
            unit.stop()
            unit.start()
    check_kept(unit, clients)
    unit.stop()
    unit.socket.close()
    assert len(clients.kept) > 3 * RESTARTS


@pytest.mark.parametrize("older", [False, True], ids=["same", "older"])
def test_no_request_fails_while_two_servers_on_one_database_are_restarted_in_turn(tmp_path, older):
    """REEL_OLDER_SERVER is a program of an older version, which the servers are of at first."""
    program = pathlib.Path(os.environ.get("REEL_OLDER_SERVER", "") if older else PROGRAM)
    if not program.is_file():
        pytest.skip("no program of an older version: REEL_OLDER_SERVER")
    with own_schema(f"turns_{os.getpid()}") as where:
        options = ["--store", str(tmp_path / "store"), "--database", where]
        (tmp_path / "store").mkdir()
        units = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            units.append(Unit(tmp_path / name, *options, program=program))
            wait_for(units[-1].is_ready)
        token = subprocess.run([program, *options, "token", "add", "bot"], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
        with Clients(units, token.strip()) as clients:
            for _ in range(RESTARTS):
                for unit in units:
                    clients.wait()
                    unit.stop()
                    unit.program = PROGRAM
                    unit.start()
                    wait_for(unit.is_ready)
            clients.wait()
        for unit in units:
            check_kept(unit, clients)
            unit.stop()
            unit.socket.close()
