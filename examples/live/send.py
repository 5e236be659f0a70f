#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sends a play to reel-server while another program records it.

    REEL_TOKEN=… examples/live/send.py URL FILE [--finished PATH] -- RECORDER [ARGUMENT…]

Starts the recorder and sends what it adds to FILE, a spool or a .reel, as it grows. When the recorder has ended, ends the live: with the file that it
made of its spool (--finished), if there is one. If the recorder failed, the server judges what it has in a minute. Prints the address of the
stream, and at the end the answer. After a cut it goes on where it was. The status is 0 if the play was kept. Needs nothing but Python.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.parse

PIECE = 1 << 20
PAUSE = 0.25  # seconds between two looks at the file
TRIES = 60


class Server:
    """One connection, which is opened again after a cut."""

    def __init__(self, url: str, token: str) -> None:
        self.url = urllib.parse.urlsplit(url)
        self.headers = {"Authorization": f"Bearer {token}"}
        self.connection = self.connect()

    def connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self.url.scheme == "https" else http.client.HTTPConnection
        return kind(self.url.netloc, timeout=30)

    def ask(self, path: str, body: bytes) -> tuple[int, dict]:
        """The status and the answer. A server that is away, or has no room, is asked again: a piece that came twice is there once."""
        for _ in range(TRIES):
            try:
                self.connection.request("POST", self.url.path.rstrip("/") + path, body, self.headers)
                answer = self.connection.getresponse()
                status, text = answer.status, answer.read()
                if status not in (429, 503):
                    return status, json.loads(text)
            except (OSError, http.client.HTTPException):
                self.connection.close()
                self.connection = self.connect()
            time.sleep(1)
        raise SystemExit(f"{self.url.geturl()} does not answer")


class Live:
    """What was sent of a file."""

    def __init__(self, server: Server, path: pathlib.Path) -> None:
        self.server, self.path, self.offset, self.id = server, path, 0, ""
        self.file = None

    def ask(self, path: str, body: bytes) -> dict:
        status, answer = self.server.ask(path, body)
        if status < 300:
            return answer
        raise SystemExit(f"{status} {answer.get('rule', '')}: {answer.get('title', '')}")

    def send(self) -> None:
        """Sends what is new. The file stays open: a recorder removes its spool at the end."""
        if not self.file and self.path.exists():
            self.file = self.path.open("rb")
        while self.file and (piece := self.file.read(PIECE)):
            if not self.id:
                self.id = self.ask("/live", b"")["id"]
                print(f"{self.server.url.geturl().rstrip('/')}/live/{self.id}/stream", flush=True)
            self.offset = self.ask(f"/live/{self.id}?offset={self.offset}", piece)["offset"]

    def end(self, finished: bytes) -> dict:
        return self.ask(f"/live/{self.id}/end", finished)


def main() -> int:
    parser = argparse.ArgumentParser(description="Sends a play while another program records it.")
    parser.add_argument("url")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--finished", type=pathlib.Path)
    parser.add_argument("recorder", nargs="+")
    wanted = parser.parse_args()
    live = Live(Server(wanted.url, os.environ["REEL_TOKEN"]), wanted.file)
    recorder = subprocess.Popen(wanted.recorder, stdout=subprocess.DEVNULL)
    while recorder.poll() is None:
        live.send()
        time.sleep(PAUSE)
    live.send()
    if recorder.returncode or not live.id:
        return 1
    print(json.dumps(live.end(wanted.finished.read_bytes() if wanted.finished and wanted.finished.exists() else b"")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
