# SPDX-License-Identifier: MIT
"""The pages for people: what they say, what text from files can do in them, and how they are cached and turned."""

from __future__ import annotations

import html.parser
import json
import os
import random
import subprocess
import urllib.parse

import pytest
from conftest import PROGRAM, Server, golden
from plays import play

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")
ROUNDS = 4 if LIGHT else 25

# What would be markup, an attribute, an address, a tag of a template, or another direction, if text were not only text.
PIECES = [
    "<script>alert(1)</script>", "</script>", "</title>", "</style>", "<!--", "-->", "<img src=x onerror=a>", "'\"><b x=", "&lt;", "&amp;",
    "&#x22;", "{{heading}}", "{{#replays}}", "{{/replays}}", "{{>rows}}", "}}", "{{", "javascript:alert(1)", "//evil.example/", "?id=1&x=2",
    "#top", "%2F..%2F", "..", ".", "/", "\\", "\u202e", "\u2066", "\u0000", "\u0007", "\u007f", "\u0085", "\u2028", "\ufeff", "\U0001f600",
    "e\u0301", "\ufffd", "+", " ", "\n", "\t", "`", "$(x)", "=1+1", "a" * 40, "\ud55c", "A song",
]  # fmt: skip
VOID = {"meta", "link", "input", "img", "br"}
ADDRESSES = {"href", "src", "action"}


class Page(html.parser.HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], "an element is not closed"

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, tuple(name for name, _ in attrs)))
        self.addresses += [value for name, value in attrs if name in ADDRESSES]
        self.links += [value for name, value in attrs if tag == "a" and name == "href"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> is out of place"

    def handle_data(self, data):
        self.texts.append(data)

    def handle_comment(self, data):
        raise AssertionError(f"a comment: {data}")

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


def see(server: Server, path: str, status: int = 200, **options) -> Page:
    answer = server.get(path, **options)
    assert answer.status_code == status, (path, answer.text)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    page = Page(answer.text)
    scripts = [attributes for tag, attributes in page.elements if tag in ("script", "style", "iframe", "object")]
    assert scripts == ([("src", "defer")] if path == "/start" else []), path
    assert all(not name.startswith("on") and name != "style" for _, names in page.elements for name in names)
    for address in page.addresses:
        if address.startswith(f"{server.url}/oembed?"):
            continue  # for other sites, which need all of it
        assert address.startswith("/") and not address.startswith("//"), address
    return page


def add(server: Server, token: dict[str, str], data: bytes) -> dict:
    answer = server.post("/replays", data=data, headers=token)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def player_page(player: str) -> str:
    return "/plays/player?id=" + urllib.parse.quote(player, safe="")


def test_a_play_says_what_was_played_by_whom_and_how_well(server, uploader):
    one = add(server, uploader, play("ann", name="Ann B.", song="Night & day", mapper="Mia", difficulty="ExpertPlus", level="9" * 40))
    page = see(server, f"/plays/{one['id']}")
    for words in ("Night & day", "by Mia", "ExpertPlus", "Beat Saber", "Ann B.", f"{one['score']:,.0f}", "accepted", "2023-11-14 22:13"):
        assert words in page.text, words
    assert f"/replays/{one['id']}/plots/score" in page.addresses and f"/replays/{one['id']}" in page.links
    assert "The motion supports 0 of" in page.text  # made plays have such motion
    for picture in (each for each in page.addresses if "/plots/" in each):
        assert server.get(picture).headers["Content-Type"] == "image/svg+xml"
    again = see(server, f"/plays/{one['id']}")  # from the cache
    assert again.text == page.text


@pytest.mark.parametrize("path", golden()[:: 5 if LIGHT else 1], ids=lambda path: path.name)
def test_every_format_has_a_page(server, uploader, path):
    answer = server.post("/replays", data=path.read_bytes(), headers=uploader)
    body = answer.json()
    if "id" not in body:
        pytest.skip(f"{path.name} is not read: {body['title']}")
    page = see(server, f"/plays/{body['id']}")
    assert ("Refused" in page.text) == (body["verdict"] == "refused")
    for picture in (each for each in page.addresses if "/plots/" in each):
        assert server.get(picture).status_code == 200, picture


def test_held_and_refused_uploads_say_why(start):
    server = start("--hold", "beatsaber.motion-*")
    token = server.token("upload")
    held = add(server, token, play("held", score=5))
    assert held["verdict"] == "held"
    page = see(server, f"/plays/{held['id']}")
    for reason in held["reasons"]:
        assert reason["message"] in page.text and reason["rule"] in page.text
    assert held["id"] in "".join(see(server, "/plays?verdict=held").links)
    for data in (b"no replay", play("refused")[:600], play("refused", notes=0, good=0)[:-1]):
        answer = server.post("/replays", data=data, headers=token)
        body = answer.json()
        assert answer.status_code in (415, 422), answer.text
        page = see(server, f"/plays/{body['id']}")
        assert "Refused" in page.text and body["rule"] in page.text and body["title"] in page.text
        for finding in body["findings"]:
            assert finding["message"] in page.text
    see(server, "/plays/" + "0" * 64, 404)


def test_a_page_has_room_for_any_number_of_findings(start):
    server = start()
    token = server.token("upload")
    held = add(server, token, play("many", score=5))
    finding = {"severity": "error", "rule": "toy.rule", "message": '}],"a\\\\":[{"' * 20}
    with server.catalogue() as catalogue:
        long = json.dumps({**held, "findings": [finding] * 4000}, separators=(",", ":"))
        catalogue.execute("UPDATE replay_text SET answer = ?", (long,))
    catalogue.close()
    page = see(server, f"/plays/{held['id']}")
    assert "too long" in page.text and held["reasons"][0]["message"] in page.text


def test_lists_are_turned_by_cursor(server, uploader):
    ids = {add(server, uploader, play("turner", seed=100 + n, seconds=4, level=f"{n:040d}", good=n % 8))["id"] for n in range(53)}
    for first in (player_page("turner"), "/plays?player=turner&limit=7"):
        seen, path = [], first
        while path:
            page = see(server, path)
            seen += [each.removeprefix("/plays/") for each in page.links if each.startswith("/plays/") and "?" not in each]
            path = next((each for each in page.links if "before=" in each), "")
        assert len(seen) == len(ids) and set(seen) == ids


def test_a_board_has_places_and_is_turned_by_cursor(server, uploader):
    level = "B" * 40
    for n in range(55):
        add(server, uploader, play(f"p{n:02d}", name=f"Player {n:02d}", seed=200 + n, seconds=4, level=level, good=n % 9, notes=8))
    whole = f"/plays/board?board=Beat%20Saber&level={level}%2FExpert%2FStandard"
    page = see(server, whole)
    assert page.text.count("Player ") >= 50
    (more,) = [each for each in page.links if "after=" in each]
    rest = see(server, more)
    names = [t for p in (page, rest) for t in p.texts if t.startswith("Player ") and t != "Player "]
    assert len(names) == len(set(names)) == 55
    around = see(server, whole + "&player=p30")
    assert any(name == "aria-current" for _, attributes in around.elements for name in attributes)
    see(server, whole + "&player=nobody", 404)


def test_a_player_sees_places_and_what_became_better(server, uploader):
    level = "1" * 40
    for n, good in enumerate((2, 5, 8, 4)):
        add(server, uploader, play("climber", name="Climber", song="Stairs", seed=300 + n, level=level, good=good))
    page = see(server, player_page("climber"))
    assert "Best plays" in page.text and "Stairs" in page.text
    steps = [each for each in page.links if each.startswith("/plays/progress?board=beatsaber&")]
    progress = see(server, steps[0])
    assert len([each for each in progress.links if each.startswith("/plays/") and "?" not in each]) == 4
    assert "place 1" in progress.text
    levels = see(server, "/plays/levels?board=beatsaber&after=1")
    assert "Stairs" in levels.text and "Climber" in levels.text
    assert "%" in see(server, f"/plays/board?board=beatsaber-accuracy&level={level}%2FExpert%2FStandard").text


def make_name(source: random.Random) -> str:
    return "".join(source.choices(PIECES, k=source.randint(1, 4)))[:200].replace("\0", "") or "x"


def shown(name: str) -> str:
    """How a page shows a name: what is not printable became U+FFFD, at the latest there."""
    return " ".join("".join("\ufffd" if c != "\n" and (ord(c) < 32 or 127 <= ord(c) < 160) else c for c in name).split())


def test_text_of_files_is_only_text(server, uploader):
    """Every page with hostile names in every field has the elements of the page with plain names, and its links lead to what they name."""
    source = random.Random(33)
    fields = ("player", "name", "song", "mapper", "difficulty", "others")
    plain = add(server, uploader, play("plain", **{each: f"plain {each}" for each in fields[1:]}, seed=1000, level="C" * 40))
    for number in range(ROUNDS):
        names = {each: make_name(source) for each in fields}
        level = make_name(source)
        one = add(server, uploader, play(**names, level=level, seed=2000 + number, seconds=4))
        page = see(server, f"/plays/{one['id']}")
        for field in ("name", "song", "mapper"):
            if names[field].strip():
                assert shown(names[field]) in page.text or names[field].isspace(), (field, names[field])
        if one["verdict"] == "accepted" and names["player"].strip() and level.strip():
            structure = [each for each in see(server, f"/plays/{plain['id']}").elements if each[0] in ("main", "header", "footer", "h1", "title")]
            assert [each for each in page.elements if each[0] in ("main", "header", "footer", "h1", "title")] == structure
        for link in page.links:
            if link.startswith("/plays/"):
                about = see(server, link)
                assert one["id"] in " ".join(about.links), link
    for path in ("/start", "/plays", "/plays?limit=1000"):
        see(server, path)


def test_search_finds_beginnings_of_words(server, uploader):
    add(server, uploader, play("seeker", name="Zoë Quilt-Ångström", song="Über Śpiew", mapper="Ożóg", level="D" * 40, seed=77))
    for words in ("zo", "ZOË", "quilt", "Ång", "ångström zoë", "seek", "QU zo"):
        page = see(server, "/plays/search?q=" + urllib.parse.quote(words))
        assert "Zoë Quilt-Ångström" in page.text and player_page("seeker") in page.links, words
    for words in ("über", "śp", "OŻÓ", "d" * 9):
        assert "Über Śpiew" in see(server, "/plays/search?q=" + urllib.parse.quote(words)).text, words
    for words in ("uilt", "zo xx", "%", "_", "'", "{{heading}}", "\u202e"):
        page = see(server, "/plays/search?q=" + urllib.parse.quote(words))
        assert "Zoë" not in page.text, words


def test_names_of_what_is_gone_are_not_found(start):
    server = start()
    token = server.token("upload")
    gone = add(server, token, play("gone", name="Gonefrom", song="Gonesong", level="E" * 40))
    add(server, token, play("stays", name="Staying", song="Gonesong", level="E" * 40, seed=2))
    assert "Gonefrom" in see(server, "/plays/search?q=gonefrom").text
    (server.store / gone["id"][:2] / gone["id"]).unlink()
    subprocess.run([PROGRAM, "--store", server.store, "fsck", "--forget"], check=False, capture_output=True)
    page = see(server, "/plays/search?q=gone")
    assert "Gonefrom" not in page.text and "Gonesong" in page.text


def test_pages_are_cached_by_tag(server, uploader):
    one = add(server, uploader, play("cached", seed=5))
    for path in ("/start", "/start/style.css", "/start/upload.js", "/plays", player_page("cached"), f"/plays/{one['id']}"):
        answer = server.get(path)
        assert answer.headers["Cache-Control"] == "no-cache"
        same = server.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (same.status_code, same.content) == (304, b""), path
    tag = server.get("/plays").headers["ETag"]
    add(server, uploader, play("cached", seed=6, level="F" * 40))
    assert server.get("/plays", headers={"If-None-Match": tag}).status_code == 200


def test_addresses_of_the_api_give_no_pages(server, uploader):
    one = add(server, uploader, play("api", seed=9))
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/replays", f"/replays/{one['id']}/stats", "/boards/Beat%20Saber/x", "/replays?limit=x", "/version"):
        assert "json" in server.get(path, headers=browser).headers["Content-Type"], path
    assert not any(path.startswith("/plays") for path in server.get("/openapi.json").json()["paths"])


def test_wrong_addresses_give_a_page(server):
    for path, status in (
        ("/plays/xyz", 404), ("/plays/player", 400), ("/plays/player?id=" + "n" * 30, 404), ("/plays/player?id=1&id=2", 400),
        ("/plays/level?id=none", 404), ("/plays/board?board=x", 400), ("/plays/board?board=x&level=y", 404), ("/plays/levels?board=x", 404),
        ("/plays/progress?board=beatsaber&level=y", 400), ("/plays/progress?board=beatsaber&level=y&player=z", 404), ("/plays/search", 400), ("/plays?limit=0", 400),
        ("/plays?verdict=none", 400), ("/plays?nothing=1", 400), ("/start/none.css", 404), ("/start/head.html", 404),
    ):  # fmt: skip
        see(server, path, status)


def test_without_a_store_there_is_a_start(tmp_path):
    server = Server(tmp_path, store=False)
    answer = server.get("/start")
    assert answer.status_code == 200 and "keeps no replays" in answer.text
    assert server.get("/plays").status_code == 404
    assert server.stop() == 0
