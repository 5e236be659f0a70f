# SPDX-License-Identifier: MIT
"""The same requests have the same answers, whatever the memory of a server's processes held: bodies have nothing that nobody wrote."""

from __future__ import annotations

import re
from pathlib import Path

import requests
from conftest import PATIENCE, Server, golden
from marks import DECODINGS, Marks, bodies
from plays import play

FILLINGS = ("90", "165")  # of MALLOC_PERTURB_: what new memory holds
PATHS = ("", "/stats", "/findings", "/tables/info", "/tables/frames", "/plots/score", "/similar", "/picture.png")
LISTS = ("/replays", "/boards", "/plays", "/levels", "/players", "/openapi.json", "/version")
TYPES = ("*/*", "application/json", "text/html", "text/csv", "application/vnd.apache.arrow.stream", "application/octet-stream")
OF_THE_RUN = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+Z|\b17\d{11}\b|127\.0\.0\.1:\d+|urn:reel:request:[0-9a-f]+")
"""Times, the port and the number of a request, which differ from run to run."""


def answers(folder: Path, filling: str, sent: list[tuple[str, bytes]]) -> dict[str, tuple[int, bytes]]:
    """To decodings of each body, to uploads of those that are replays, and to requests for everything that is then kept."""
    folder.mkdir()
    server = Server(folder, "--workers", "1", "--cache", "0", environment={"MALLOC_PERTURB_": filling})
    found: dict[str, tuple[int, bytes]] = {}

    def keep(what: str, answer: requests.Response) -> None:
        found[what] = (answer.status_code, OF_THE_RUN.sub(b"-", answer.content))

    try:
        token = server.token("upload", name="uploader")
        with requests.Session() as session:
            for name, data in sent:
                for path, accept in [*DECODINGS, ("/?to=xror", "*/*")]:
                    keep(
                        f"POST {path} {accept} {name}",
                        session.post(server.url + path, data=data, headers={"Accept": accept}, timeout=PATIENCE),
                    )
                upload = session.post(server.url + "/replays", data=data, headers=token, timeout=PATIENCE)
                keep(f"upload {name}", upload)
                for path in PATHS if upload.status_code == 201 else ():
                    one = f"/replays/{upload.json()['id']}{path}"
                    for accept in TYPES:
                        keep(f"{one} {accept}", session.get(server.url + one, headers={"Accept": accept}, timeout=PATIENCE))
            for path in LISTS:
                for accept in TYPES[:3]:
                    keep(f"{path} {accept}", session.get(server.url + path, headers={"Accept": accept}, timeout=PATIENCE))
    finally:
        assert server.stop() == 0
    return found


def test_answers_do_not_depend_on_what_memory_held(tmp_path: Path) -> None:
    sent = [(path.name, path.read_bytes()) for path in golden()[::6]]
    sent += [("play", play("player", seconds=20.0)), ("another play", play("other", seconds=10.0)), *bodies(Marks(), tmp_path)[:6]]
    first, second = (answers(tmp_path / filling, filling, sent) for filling in FILLINGS)
    assert first.keys() == second.keys()
    assert sum(status == 200 for status, _ in first.values()) > len(first) // 4  # they say something
    assert any(what.endswith("/picture.png */*") and status == 200 for what, (status, _) in first.items())
    assert [what for what in first if first[what] != second[what]] == []
