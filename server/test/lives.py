# SPDX-License-Identifier: MIT
"""Recorders that send a play while they record it, and those who watch, for the tests and the benchmark of /live."""

from __future__ import annotations

import base64
import json
import os
import pathlib
import socket
import subprocess
import threading

import requests
from conftest import PATIENCE, PROGRAM, Server, wait_for
from plays import play

RECORDER = pathlib.Path(os.environ.get("REEL_SERVER_BUILD", PROGRAM.parent)).resolve() / "test/record_tool"


class Recording:
    """The bytes that a recorder writes, and after which of them how many frames are there for sure."""

    def __init__(self, folder: pathlib.Path, form: str, player: str, *, seed: int = 1, seconds: float = 6.0, rate: int = 60) -> None:
        self.play = play(player, seed=seed, seconds=seconds, rate=rate)
        source, path = folder / f"{player}-{seed}.bsor", folder / f"{player}-{seed}.{form}"
        source.write_bytes(self.play)
        lines = subprocess.run([RECORDER, form, source, path], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
        self.flushes = [(int(size), int(frames)) for size, frames in (line.split() for line in lines.splitlines())]
        self.bytes = path.read_bytes()
        path.unlink()

    def frames_at(self, cut: int) -> int:
        """Of the last flush before a cut; -1: not even the header was there."""
        return max((frames for size, frames in self.flushes if size <= cut), default=-1)


class Live:
    """A recorder's side of a live."""

    def __init__(self, server: Server, token: dict[str, str], first: bytes = b"", **parameters: str) -> None:
        self.server, self.token = server, token
        answer = server.post("/live", data=first, headers=self.headers(first), params=parameters)
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["id"]
        self.path = f"/live/{self.id}"
        assert answer.headers["Location"] == self.path
        self.session = requests.Session()

    def headers(self, body: bytes) -> dict[str, str]:
        return {**self.token, "Content-Length": str(len(body))}

    def send(self, offset: int | str, piece: bytes) -> requests.Response:
        url = f"{self.server.url}{self.path}?offset={offset}"
        return self.server.described(self.session.post(url, data=piece, headers=self.headers(piece), timeout=PATIENCE))

    def end(self, file: bytes = b"") -> requests.Response:
        return self.server.post(self.path + "/end", data=file, headers=self.headers(file))

    def look(self) -> dict:
        answer = self.server.get(self.path)
        assert answer.status_code == 200, answer.text
        return answer.json()


class Watcher:
    """Reads a live on a thread: its bytes, and from events what became of it."""

    def __init__(self, server: Server, path: str, *, events: bool = True, after: int = 0) -> None:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)} if events else {"Accept": "application/octet-stream"}
        query = "" if events else f"?offset={after}"
        self.answer = requests.get(f"{server.url}{path}/stream{query}", headers=headers, stream=True, timeout=PATIENCE)
        assert self.answer.status_code == 200, self.answer.text
        self.bytes, self.outcome, self.ended, self.position = b"", {}, False, after
        self.thread = threading.Thread(target=self.read_events if events else self.read, daemon=True)
        self.thread.start()

    def read(self) -> None:
        try:
            for part in self.answer.iter_content(None):
                self.bytes += part
        except (requests.RequestException, AttributeError, ValueError):
            pass
        self.ended = True

    def read_events(self) -> None:
        message: dict[str, str] = {}
        try:
            for line in self.answer.iter_lines(chunk_size=1):
                name, _, value = line.decode().partition(": ")
                if line:
                    message[name] = value
                    continue
                self.take(message)
                message = {}
        except (requests.RequestException, AttributeError, ValueError):
            pass
        self.ended = True

    def take(self, message: dict[str, str]) -> None:
        if message.get("event") == "bytes":
            self.bytes += base64.b64decode(message["data"], validate=True)
            self.position = int(message["id"])
        elif message.get("event") == "end":
            self.outcome = json.loads(message["data"])

    def finish(self) -> bytes:
        wait_for(lambda: self.ended)
        return self.bytes

    def close(self) -> None:
        if connection := getattr(self.answer.raw, "_connection", None):
            connection.sock.shutdown(socket.SHUT_RDWR)
        self.answer.close()
        self.thread.join(30)
