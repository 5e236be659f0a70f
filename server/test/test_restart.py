# SPDX-License-Identifier: MIT
"""A server that is restarted again and again behind the socket of its unit: no request fails, and no upload that was answered is lost."""

from __future__ import annotations

import os
import pathlib
import signal
import socket
import subprocess
import threading

import requests
from conftest import PROGRAM, wait_for
from plays import play
from test_admin import Store

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")
RESTARTS = 3 if LIGHT else 12


class Unit:
    """What systemd does: it keeps the socket, and gives it to one server after the other."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.folder = folder
        self.start()

    def start(self) -> None:
        options = ["--store", self.folder / "store", *os.environ.get("REEL_SERVER_OPTIONS", "").split()]
        # the number of the process is that of the server, too
        script = f'exec 3<&{self.socket.fileno()}; export LISTEN_FDS=1 LISTEN_PID=$$; exec "$0" "$@"'
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", script, PROGRAM, *options], pass_fds=[self.socket.fileno()], stdout=subprocess.DEVNULL, stderr=log
            )

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0


def test_no_request_fails_while_the_server_is_restarted(tmp_path):
    unit = Unit(tmp_path)
    wait_for(lambda: requests.get(unit.url + "/readyz", timeout=60).status_code == 200)
    token = {"Authorization": "Bearer " + Store(tmp_path / "store").run("token", "add", "bot").strip()}
    failures: list[str] = []
    kept: list[str] = []
    done = threading.Event()
    asked = [0] * 4

    def client(number: int) -> None:
        while not done.is_set():
            try:
                if number == 0:
                    data = play(f"restart {asked[0] % 5}", seed=asked[0] + 1, level=f"{asked[0] % 3:040d}", seconds=3.0, notes=4)
                    answer = requests.post(unit.url + "/replays", data=data, headers={**token, "Connection": "close"}, timeout=60)
                    kept.append(answer.json().get("id", ""))
                else:
                    path = ("/replays", "/boards/beatsaber", "/healthz")[number - 1]
                    answer = requests.get(unit.url + path, headers={"Connection": "close"}, timeout=60)
                if answer.status_code not in (200, 201):
                    failures.append(f"{number}: {answer.status_code} {answer.text}")
            except requests.RequestException as why:
                failures.append(f"{number}: {why}")
            asked[number] += 1

    threads = [threading.Thread(target=client, args=(number,)) for number in range(len(asked))]
    for each in threads:
        each.start()
    try:
        for _ in range(RESTARTS):
            before = list(asked)
            wait_for(lambda before=before: failures or all(now >= then + 3 for now, then in zip(asked, before, strict=True)))
            assert failures == []
            unit.stop()
            unit.start()
    finally:
        done.set()
        for each in threads:
            each.join(60)
    assert failures == []
    for identity in kept:
        assert requests.get(f"{unit.url}/replays/{identity}", timeout=60).status_code == 200
    unit.stop()
    unit.socket.close()
    assert len(kept) > 3 * RESTARTS
