# SPDX-License-Identifier: MIT
"""Text from replays is data: in JSON, in SQL, in headers, in file names and in pages."""

from __future__ import annotations

import json
import xml.etree.ElementTree

import pytest
from conftest import Server
from plays import play

NAMES = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE replay; --",
    "' OR '1'='1",
    "Robert\\'); DELETE FROM token;--",
    "a\r\nX-Injected: yes\r\n\r\n<html>",
    "../../../../etc/passwd",
    "..\\..\\windows",
    "\u202egnp.exe",
    "{{7*7}} ${7*7} %s%n%x %00",
    "\u2028\u2029",
    "</script><!--",
    "x" * 600,
    "\U0001f600" * 200,
    b"\xff\xfe\xc3(",
    b"nul\x00inside",
    b"\x1b[31mred\x07",
    "",
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory):
    path = tmp_path_factory.mktemp("page") / "viewer.html"
    path.write_text('<html><body><div id="app"></div></body></html>')
    return path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, page):
    one = Server(tmp_path_factory.mktemp("hostile"), "--viewer", str(page))
    yield one
    assert one.stop() == 0


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_name_stays_data(server, uploader, name):
    before = set(path.name for path in server.store.iterdir())
    data = play(name, name=name, song=name, level=name if isinstance(name, str) else "F" * 40)
    answer = server.post("/replays", data=data, headers=uploader)
    assert answer.status_code in (201, 422), answer.text
    body = json.loads(answer.content.decode())  # UTF-8 and JSON
    assert "X-Injected" not in answer.headers
    if answer.status_code == 422:
        return
    known = body["id"]
    assert {path.name for path in server.store.iterdir()} - before <= {known[:2]}
    if isinstance(name, str) and 0 < len(name.encode()) < 256:
        assert body["player"] == body["player_name"] == name
        listed = server.get("/replays", params={"player": name}).json()["replays"]
        assert known in [each["id"] for each in listed]
        assert {each["player"] for each in listed} == {name}
        board = server.get(f"/boards/Beat%20Saber/{requote(body['level'])}").json()
        assert body["level"] == board["level"]
        if body["verdict"] == "accepted":
            assert known in [each["id"] for each in board["entries"]]
    for path in ("", "/stats", "/findings", "/similar", "/tables/info", "/plots/score"):
        part = server.get(f"/replays/{known}{path}")
        assert part.status_code == 200, (path, part.text)
        assert "X-Injected" not in part.headers
        assert part.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert part.headers["X-Content-Type-Options"] == "nosniff"
        if part.headers["Content-Type"].startswith("image/svg"):
            names = {each.tag.rsplit("}")[-1] for each in xml.etree.ElementTree.fromstring(part.content).iter()}
            assert not names & {"script", "img", "foreignObject", "html"}
        if part.headers["Content-Type"] == "application/json":
            json.loads(part.content.decode())
    shown = server.get(f"/view/{known}").text
    assert "alert(1)" not in shown and "X-Injected" not in shown


def requote(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="")


def test_long_levels_stay_apart(server, uploader):
    levels = []
    for last in "ab":
        data = play("long", level="L" * 500 + last)
        levels.append(server.post("/replays", data=data, headers=uploader).json()["level"])
    assert levels[0] != levels[1] and max(map(len, levels)) < 256


@pytest.mark.parametrize("name", [each for each in NAMES if isinstance(each, str)], ids=range(15))
def test_parameters_stay_data(server, name):
    for path in ("/replays", "/"):
        answer = server.get(path, params={"player": name, "level": name, "playerID": name, "songID": name})
        assert answer.status_code in (200, 400, 404)
        json.loads(answer.content.decode())
        assert "X-Injected" not in answer.headers
    if name:
        answer = server.get(f"/boards/{requote(name)}/{requote(name)}")
        assert answer.status_code in (200, 404)
        json.loads(answer.content.decode())


def test_tables_are_still_there(server, uploader):
    with server.catalogue() as catalogue:
        tables = {row[0] for row in catalogue.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    catalogue.close()
    assert {"replay", "token", "challenge", "upload_key", "reel_version"} <= tables
    assert server.post("/replays", data=play("after"), headers=uploader).status_code == 201
