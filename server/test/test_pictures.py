# SPDX-License-Identifier: MIT
"""Previews of links: the picture of a play, what its pages say about it to other sites, and who may frame the viewer."""

from __future__ import annotations

import ctypes.util
import datetime
import html.parser
import os
import random
import re
import struct
import subprocess
import zlib

import pytest
from conftest import CLOCK, PROGRAM, SANITIZED, Server, golden
from plays import play
from test_pages import PIECES

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")
GAMES = {
    "Beat Saber": ("bsor", "scoresaber", "xror"),
    "DDNet": ("teehistorian",),
    "Echo VR": ("echo",),
    "Geometry Dash": ("gdr",),
}
needs_library = pytest.mark.skipif(not ctypes.util.find_library("rsvg-2"), reason="no librsvg (Debian: librsvg2-2)")
PAGE = '<!doctype html><html><head><meta charset="utf-8"><title>reel</title></head><body><div id="app"></div></body></html>'


def add(server: Server, token: dict[str, str], data: bytes) -> dict:
    answer = server.post("/replays", data=data, headers=token)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """The width, the height, and the rows of a PNG of 8 bits in four channels or three, without the bytes of its filters."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, head = 8, b"", (0, 0, 0, 0)
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        if kind == b"IHDR":
            head = struct.unpack(">IIBB", png[at + 8 : at + 18])
        data += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    width, height, depth, color = head
    assert depth == 8
    row = width * {2: 3, 6: 4}[color] + 1
    raw = zlib.decompress(data)
    assert len(raw) == row * height
    return width, height, [raw[n * row : (n + 1) * row] for n in range(height)]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("viewer") / "viewer.html"
    path.write_text(PAGE)
    return path


@needs_library
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_picture(server, uploader, game):
    drawn = 0
    made = [play("pictured")] if game == "Beat Saber" else []
    for data in [*made, *(path.read_bytes() for path in golden(*GAMES[game]))]:
        if drawn == (2 if LIGHT else 20):
            break
        body = server.post("/replays", data=data, headers=uploader).json()
        if body.get("verdict") not in ("accepted", "held"):
            continue
        answer = server.get(f"/replays/{body['id']}/picture.png")
        scene = server.get(f"/replays/{body['id']}/plots/scene")
        assert answer.status_code == scene.status_code, answer.text[:300]
        if answer.status_code != 200:
            assert answer.status_code == 404 and answer.json()["rule"] == "server.plot-empty"
            assert answer.headers["Cache-Control"] == "no-store" and "ETag" not in answer.headers
            continue
        assert answer.headers["Content-Type"] == "image/png" and "max-age" in answer.headers["Cache-Control"]
        width, height, rows = pixels(answer.content)
        assert (width, height) == (1200, 630) and len(set(rows)) > 100
        known = server.get(f"/replays/{body['id']}/picture.png", headers={"If-None-Match": answer.headers["ETag"]})
        assert known.status_code == 304 and known.content == b""
        assert server.get(f"/replays/{body['id']}/picture.png").content == answer.content
        drawn += 1
    assert drawn


@needs_library
def test_a_picture_costs_no_process_afterwards(server, uploader):
    one = add(server, uploader, play("ended"))
    for _ in range(3):
        assert server.get(f"/replays/{one['id']}/picture.png").status_code == 200
    assert all("worker" in open(f"/proc/{each}/cmdline").read() for each in server.workers())
    assert not [each for each in server.workers() if open(f"/proc/{each}/cmdline").read().split("\0")[6] == "1"]


def test_there_is_no_picture_of_nothing(server):
    for path in ("/replays/" + "0" * 64, "/replays/short"):
        answer = server.get(f"{path}/picture.png")
        assert answer.status_code == 404 and answer.headers["Cache-Control"] == "no-store"


@pytest.mark.skipif(SANITIZED, reason="the library is loaded by another loader")
def test_a_server_without_the_library_says_so(tmp_path):
    # a program has no librsvg if its search for libraries ends before the folders of the system
    hidden = tmp_path / "librsvg-2.so.2"
    hidden.write_bytes(b"not a library")
    one = Server(tmp_path, environment={"LD_LIBRARY_PATH": str(tmp_path)})
    try:
        known = add(one, one.token("upload"), play("none"))
        answer = one.get(f"/replays/{known['id']}/picture.png")
        assert answer.status_code == 404 and answer.json()["rule"] == "server.picture"
        assert one.get(f"/replays/{known['id']}/plots/scene").status_code == 200
    finally:
        assert one.stop() == 0


# ---- a worker that has been taken over -----------------------------------------------------------------------------------

ESCAPE = CLOCK.with_name("libescape_preload.so")
needs_escape = pytest.mark.skipif(
    SANITIZED or not ESCAPE.exists(), reason=f"no {ESCAPE.name}, or sanitizers, which have to be loaded before it"
)


def escapes(tmp_path, who: str) -> tuple[dict[str, str], list[int], str]:
    """What came of what a worker tried, by what it was, the statuses of an upload and of its picture, and the log."""
    secret = tmp_path / "secret"
    secret.write_text("another replay")
    preload = {"LD_PRELOAD": str(ESCAPE), "REEL_TEST_ESCAPE": who, "REEL_TEST_SECRET": str(secret)}
    one = Server(tmp_path, environment=preload)
    try:
        answers = [one.post("/replays", data=play("escape"), headers=one.token("upload"))]
        if answers[0].status_code == 201:
            answers.append(one.get(f"/replays/{answers[0].json()['id']}/picture.png"))
    finally:
        one.stop()
    log = one.log.read_text()
    assert secret.exists() and not secret.with_name("secret.new").exists()
    tried = [line.split(": ", 2)[1:] for line in log.splitlines() if line.startswith("escape: ") and line.count(": ") > 1]
    return dict(tried), [answer.status_code for answer in answers], log


@needs_library
@needs_escape
def test_what_draws_pictures_reads_fonts_and_nothing_else(tmp_path):
    tried, statuses, _ = escapes(tmp_path, "picture")
    assert statuses == [201, 200]
    fonts = tried.pop("read fonts")
    assert fonts == ("done" if os.path.exists("/etc/fonts/fonts.conf") else "No such file or directory")
    assert len(tried) == 8 and set(tried.values()) <= {"Permission denied", "Operation not permitted"}, tried


@needs_escape
def test_any_other_worker_ends_when_it_opens_a_file(tmp_path):
    tried, statuses, log = escapes(tmp_path, "worker")
    assert "escape: begins" in log and tried == {}
    assert statuses[0] >= 500


# ---- what pages say to other sites --------------------------------------------------------------------------------------


class Head(html.parser.HTMLParser):
    """The elements meta of a page, by name or property."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.meta: dict[str, str] = {}
        self.tags: list[str] = []
        self.feed(text.partition("</head>")[0])

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        named = dict(attrs)
        key = named.get("property") or named.get("name")
        if tag == "meta" and key:
            assert key not in self.meta and set(named) <= {"property", "name", "content"}, attrs
            self.meta[key] = named["content"]


def plain(text: str) -> str:
    """A text without what a page replaces: characters that control something."""
    return "".join(c for c in text if c.isprintable() and c not in " \ufffd")


def heads(server: Server, known: str) -> list[Head]:
    return [Head(server.get(f"/{where}/{known}").text) for where in ("plays", "view")]


def test_a_link_shows_who_played_what(start, page):
    server = start("--viewer", str(page))
    one = add(server, server.token("upload"), play("ann", name="Ann B.", song="Night & day", mapper="Mia", difficulty="ExpertPlus"))
    for head in heads(server, one["id"]):
        assert head.meta["og:title"] == "Night & day"
        entry = server.get("/replays").json()["replays"][0]
        day = datetime.datetime.fromtimestamp(entry["received"] / 1000, datetime.UTC).strftime("%-d %B %Y")
        accuracy = f"{100 * entry['accuracy']:.2f} %"
        for words in ("Ann B.", "ExpertPlus", f"{one['score']:,.0f} points", accuracy, day, "Beat Saber"):
            assert words in head.meta["og:description"], words
        assert head.meta["og:description"] == head.meta["description"]
        assert head.meta["og:url"] == f"{server.url}/plays/{one['id']}"
        assert head.meta["og:image"] == f"{server.url}/replays/{one['id']}/picture.png"
        assert head.meta["twitter:card"] == "summary_large_image"
    assert "og:title" not in Head(server.get("/start").text).meta


def test_what_a_link_says_is_not_its_title_again(start, page):
    server = start("--viewer", str(page))
    token, said = server.token("upload"), 0
    for path in golden(*(family for families in GAMES.values() for family in families)):
        body = server.post("/replays", data=path.read_bytes(), headers=token).json()
        if body.get("verdict") != "accepted":
            continue
        for head in heads(server, body["id"]):
            parts = head.meta["og:description"].split(" · ")
            assert all(parts) and head.meta["og:title"] not in parts, (path, head.meta)
            assert any(re.fullmatch(r"\d{1,2} [A-Z][a-z]+ 20\d\d", part) for part in parts), head.meta
        said += 1
    assert said > 10


def test_addresses_are_those_that_clients_use(start, page):
    server = start("--viewer", str(page), "--public-url", "https://replays.example.com/")
    known = add(server, server.token("upload"), play("public"))["id"]
    for head in heads(server, known):
        assert head.meta["og:image"] == f"https://replays.example.com/replays/{known}/picture.png"
    assert "evil" not in server.get(f"/plays/{known}", headers={"Host": "evil.example"}).text


@pytest.mark.parametrize("seed", range(3 if LIGHT else 20))
def test_text_of_files_is_only_text(start, page, seed):
    server = start("--viewer", str(page))
    token, rng = server.token("upload"), random.Random(seed)
    usual = heads(server, add(server, token, play("usual", seed=seed, seconds=9))["id"])
    for n in range(4):
        song, name, difficulty = ("".join(rng.choices(PIECES, k=rng.randint(1, 4))) or "x" for _ in range(3))
        one = add(server, token, play(f"p{n}", name=name, song=song, difficulty=difficulty, seed=seed * 10 + n))
        entry = server.get("/replays", params={"limit": 1}).json()["replays"][0]
        for head, plain_head in zip(heads(server, one["id"]), usual, strict=True):
            assert head.tags == plain_head.tags, (song, name)
            assert set(head.meta) == set(plain_head.meta)
            assert plain(head.meta["og:title"]) == plain(entry["title"] or entry["level"] or entry["game"])
            assert plain(entry["player_name"]) in plain(head.meta["og:description"])


# ---- who may frame the viewer ---------------------------------------------------------------------------------------------


def ancestors(policy: str) -> list[str]:
    return next(part.split()[1:] for part in policy.split(";") if part.split()[0] == "frame-ancestors")


@pytest.mark.parametrize("origins", [[], ["https://a.example"], ["https://*.b.example", "https://c.example:8443"], ["*"]])
def test_the_viewer_is_framed_by_whom_the_operator_names(start, page, origins):
    server = start("--viewer", str(page), *(word for each in origins for word in ("--frame-ancestors", each)))
    known = add(server, server.token("upload"), play("framed"))["id"]
    answer = server.get(f"/view/{known}")
    assert ancestors(answer.headers["Content-Security-Policy"]) == ["'self'", *origins]
    assert (f'data-embedders="{" ".join(origins)}"' in answer.text) == bool(origins)
    # the other pages have forms, and are framed by nobody
    assert ancestors(server.get(f"/plays/{known}").headers["Content-Security-Policy"]) == ["'none'"]


@pytest.mark.parametrize(
    "option",
    ["--frame-ancestors=a.example", "--frame-ancestors=https://a.example/x", "--frame-ancestors=https://a.example; script-src *",
     "--frame-ancestors=https://a.example https://b.example", "--frame-ancestors=javascript:1", "--frame-ancestors=",
     "--frame-ancestors=https://a.example:", "--frame-ancestors=https://a.example:123456", "--public-url=replays.example.com",
     "--public-url=https://*.example.com", '--public-url=https://a.example"><b', "--public-url=https://a.example/path"],
)  # fmt: skip
def test_what_is_no_origin_is_refused(option, tmp_path):
    done = subprocess.run([str(PROGRAM), option, "--check"], capture_output=True, text=True)
    assert done.returncode == 2 and "is not https://HOST" in done.stderr
    config = tmp_path / "conf"
    config.write_text("frame-ancestors https://a.example\nframe-ancestors https://b.example\npublic-url https://r.example\n")
    assert subprocess.run([str(PROGRAM), "--config", str(config), "--check"]).returncode == 0
