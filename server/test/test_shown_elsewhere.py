# SPDX-License-Identifier: MIT
"""What other programs and sites show of plays: feeds, oEmbed, messages of chats, and answers to pages of other sites."""

from __future__ import annotations

import contextlib
import email.utils
import http.server
import json
import random
import re
import subprocess
import threading
import urllib.parse
import xml.etree.ElementTree as tree

import pytest
import requests
from conftest import PATIENCE, PROGRAM, Server, own_schema, wait_for
from plays import play
from test_pages import PIECES, Page

ATOM = "{http://www.w3.org/2005/Atom}"
PUBLIC = "https://plays.example"
VIEWER = '<!doctype html><html><head><title>v</title></head><body><div id="app"></div></body></html>'


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request, tmp_path_factory):
    with contextlib.ExitStack() as stack:
        where = stack.enter_context(own_schema("elsewhere")) if request.param == "postgres" else ""
        folder = tmp_path_factory.mktemp("elsewhere")
        (folder / "viewer.html").write_text(VIEWER)
        more = ["--viewer", str(folder / "viewer.html"), "--frame-ancestors", "https://forum.example", "--cors", "https://site.example"]
        one = Server(folder, "--public-url", PUBLIC, *more, postgres=where)
        yield one
        assert one.stop() == 0, one.log.read_text()


@pytest.fixture(scope="module")
def ids(server: Server, uploader: dict[str, str]) -> list[str]:
    found = []
    for n, (player, good, level) in enumerate([("ann", 3, "1"), ("bob", 5, "1"), ("cid", 4, "1"), ("ann", 8, "2")]):
        data = play(player, name=f"{player} <&>", level=level * 40, song=f"Song {level}", good=good, seed=600 + n)
        found.append(server.post("/replays", data=data, headers=uploader).json()["id"])
    return found


def read(server: Server, path: str) -> list[str]:
    """The ids of the plays of a feed, which is what its form says."""
    answer = server.get(path)
    assert answer.status_code == 200 and "xml" in answer.headers["Content-Type"], answer.text
    root = tree.fromstring(answer.content)
    if root.tag == "rss":
        items = root.findall("channel/item")
        for item in items:
            assert email.utils.parsedate_to_datetime(item.findtext("pubDate")) and item.findtext("title")
        links = [item.findtext("link") for item in items]
        assert links == [item.findtext("guid") for item in items] and root.get("version") == "2.0"
    else:
        entries = root.findall(f"{ATOM}entry")
        for part in (root, *entries):
            assert part.findtext(f"{ATOM}id") and part.findtext(f"{ATOM}title")
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", part.findtext(f"{ATOM}updated"))
        assert all(entry.findtext(f"{ATOM}author/{ATOM}name") for entry in entries)
        links = [entry.findtext(f"{ATOM}id") for entry in entries]
        own = root.find(f"{ATOM}link[@rel='self']").get("href")
        assert own == root.findtext(f"{ATOM}id") and urllib.parse.urlsplit(own).path.startswith("/feeds/")
    assert all(link.startswith(f"{PUBLIC}/plays/") for link in links)
    tag = answer.headers["ETag"]
    assert server.get(path, headers={"If-None-Match": tag}).status_code == 304
    return [link.rpartition("/")[2] for link in links]


@pytest.mark.parametrize("form", ["atom", "rss"])
def test_feeds_have_the_newest_first(server, ids, form):
    assert read(server, f"/feeds/plays.{form}") == ids[::-1]
    assert read(server, f"/feeds/plays.{form}?player=ann") == [ids[3], ids[0]]
    assert read(server, f"/feeds/plays.{form}?level={'1' * 40}/Expert/Standard") == ids[2::-1]
    assert read(server, f"/feeds/plays.{form}?game=Beat%20Saber") == ids[::-1]
    level = f"board=beatsaber&level={'1' * 40}/Expert/Standard"
    assert read(server, f"/feeds/plays.{form}?{level}") == ids[2::-1]
    assert read(server, f"/feeds/records.{form}?board=beatsaber") == [ids[3], ids[1], ids[0]]
    assert set(read(server, f"/feeds/records.{form}")) == {ids[3], ids[1], ids[0]}
    assert read(server, f"/feeds/plays.{form}?player=nobody") == []


@pytest.mark.parametrize(("path", "status"), [
    ("/feeds/none", 404), ("/feeds/plays.xml", 404), ("/feeds/records.atom?player=ann", 400), ("/feeds/plays.atom?board=beatsaber", 400),
    ("/feeds/plays.atom?game=DDNet&player=ann", 400), ("/feeds/records.atom?board=none", 404), ("/feeds/plays.rss?board=none&level=x", 404),
    ("/feeds/plays.rss?other=1", 400), ("/oembed", 404), ("/oembed?url=https://other.example/plays/{0}", 404), ("/oembed?url=" + PUBLIC, 404),
    ("/oembed?url=" + PUBLIC + "/plays/x", 404), ("/oembed?url=" + PUBLIC + "/plays/" + "0" * 64, 404),
    ("/oembed?url=" + PUBLIC + ".evil.example/plays/{0}", 404), ("/oembed?url=" + PUBLIC + "/plays/{0}&format=xml", 406),
    ("/oembed?url=" + PUBLIC + "/plays/{0}&maxwidth=1", 400), ("/oembed?url=" + PUBLIC + "/plays/{0}&maxheight=x", 400),
])  # fmt: skip
def test_what_is_not_there_and_what_is_wrong(server, ids, path, status):
    assert server.get(path.format(ids[0])).status_code == status


def test_text_of_files_is_only_text(server, uploader, ids):
    source = random.Random(12)
    for n in range(6):
        name = ("".join(source.choices([*PIECES, "\ufffe", "\uffff", "\x0b", "]]>", "<![CDATA["], k=4))[:120].replace("\0", "") or "x")
        data = play(name, name=name, song=name, mapper=name, difficulty=name, level=name, seed=650 + n, seconds=3)
        one = server.post("/replays", data=data, headers=uploader).json()["id"]
        for form in ("atom", "rss"):
            assert read(server, f"/feeds/plays.{form}")[0] == one
        assert server.get("/oembed", params={"url": f"{PUBLIC}/plays/{one}"}).status_code == 200


def test_oembed_shows_the_viewer_where_it_may_be_framed(server, ids, tmp_path):
    page = server.get(f"/plays/{ids[0]}").text
    link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)[1].replace("&amp;", "&")
    assert link.startswith(PUBLIC) and f'og:video" content="{PUBLIC}/view/{ids[0]}?embed"' in page
    answer = server.get(link.removeprefix(PUBLIC))
    body = answer.json()
    assert body["type"] == "rich" and body["author_name"] == "ann <&>" and body["title"] == "Song 1"
    assert [tag for tag, _ in Page(body["html"]).elements] == ["iframe"]
    assert f' src="{PUBLIC}/view/{ids[0]}?embed" ' in body["html"] and (body["width"], body["height"]) == (960, 540)
    assert server.get(link.removeprefix(PUBLIC), headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    for most, size in ((480, (480, 270)), (5000, (960, 540)), (64, (64, 36))):
        small = server.get("/oembed", params={"url": f"{PUBLIC}/view/{ids[0]}?embed", "maxwidth": most}).json()
        assert (small["width"], small["height"]) == size
    low = server.get("/oembed", params={"url": f"{PUBLIC}/plays/{ids[0]}", "maxheight": 90}).json()
    assert (low["width"], low["height"]) == (160, 90)
    alone = Server(tmp_path)  # which nobody may frame
    try:
        one = alone.post("/replays", data=play("ann"), headers=alone.token("upload")).json()["id"]
        body = alone.get("/oembed", params={"url": f"{alone.url}/plays/{one}"}).json()
        assert body["type"] == "link" and "html" not in body and "og:video" not in alone.get(f"/plays/{one}").text
        assert body["thumbnail_url"] == f"{alone.url}/replays/{one}/picture.png"
    finally:
        assert alone.stop() == 0


# ---- pages of other sites --------------------------------------------------------------------------------------------


def test_only_the_sites_that_are_named_may_read_answers(server, ids):
    ours, other = {"Origin": "https://site.example"}, {"Origin": "https://site.example.evil"}
    for path, status in (("/replays", 200), (f"/replays/{ids[0]}", 200), ("/boards/none", 404), ("/replays?limit=x", 400), ("/feeds/plays.atom", 200)):
        answer = server.get(path, headers=ours)
        assert answer.status_code == status and answer.headers["Access-Control-Allow-Origin"] == "https://site.example"
        assert "Origin" in answer.headers["Vary"] and "Access-Control-Allow-Credentials" not in answer.headers
        for headers in (other, {}, {"Origin": "null"}, {"Origin": "*"}, {"Origin": "https://site.example https://x"}):
            assert "Access-Control-Allow-Origin" not in server.get(path, headers=headers).headers
    for path in ("/desk", "/desk/act"):
        assert "Access-Control-Allow-Origin" not in server.get(path, headers=ours).headers


def test_browsers_ask_before(server, ids):
    asks = {"Origin": "https://site.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    answer = requests.options(server.url + "/replays", headers=asks, timeout=PATIENCE)
    assert answer.status_code == 200 and answer.headers["Access-Control-Allow-Origin"] == "https://site.example"
    assert {"GET", "POST"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    assert requests.options(server.url + "/replays", headers={**asks, "Origin": "https://evil.example"}, timeout=PATIENCE).status_code == 405
    assert requests.options(server.url + "/desk/act", headers=asks, timeout=PATIENCE).status_code == 405
    assert requests.options(server.url + "/none", headers=asks, timeout=PATIENCE).status_code == 404


def test_all_sites_if_the_operator_wants_it(tmp_path):
    server = Server(tmp_path, "--cors", "*")
    try:
        answer = server.get("/boards", headers={"Origin": "https://any.example"})
        assert answer.headers["Access-Control-Allow-Origin"] == "*" and "Vary" not in answer.headers
    finally:
        assert server.stop() == 0


@pytest.mark.parametrize("value", ["site.example", "https://", "https://*.site.example", "https://a.example/path", "ftp://a.example", "null"])
def test_what_is_not_an_origin_is_refused(value):
    assert subprocess.run([PROGRAM, "--check", "--cors", value], capture_output=True).returncode == 2


# ---- chats -----------------------------------------------------------------------------------------------------------


class Chat(http.server.ThreadingHTTPServer):
    """Takes messages, and refuses the first one. A message may come twice: when the server did not wait for the answer."""

    def __init__(self) -> None:
        self.got: dict[tuple[str, str], dict] = {}  # by the path and the event's number, in the order of the first arrival
        self.tries = 0
        chat = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                assert self.headers["X-Reel-Signature"].startswith("sha256=")
                chat.tries += 1
                status = 429 if chat.tries == 1 else 204
                if status == 204:
                    chat.got.setdefault((self.path, self.headers["X-Reel-Number"]), json.loads(body))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *words: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def of(self, path: str) -> list[dict]:
        return [body for (where, _), body in self.got.items() if where == path]


def test_plays_are_messages_of_discord_and_slack(tmp_path):
    """Of those that everybody can see; with a link, a picture and nothing that a name could make of the message."""
    chat = Chat()
    url = f"http://127.0.0.1:{chat.server_address[1]}"
    (tmp_path / "secret").write_text("a secret of the test, long enough\n")
    hooks = ["--webhook", f"discord {url}/discord", "--webhook", f"slack {url}/slack"]
    server = Server(tmp_path, "--public-url", PUBLIC, *hooks, "--webhook-secret", str(tmp_path / "secret"), "--webhook-loopback")
    try:
        token, moderator = server.token("upload"), server.token("moderate")
        name = "**@everyone** <@1> [x](https://evil) `a` <!channel> & ü" + "y" * 80
        held = server.post("/replays", data=play("liar", seed=1, score=5), headers=token).json()["id"]
        one = server.post("/replays", data=play("ann", name=name, song="S|ong <b>", seed=2), headers=token).json()
        wait_for(lambda: len(chat.got) == 2)
        server.post(f"/moderation/replays/{held}?act=approve&reason=r", headers=moderator)
        wait_for(lambda: len(chat.got) == 4)
        server.post(f"/moderation/replays/{held}?act=hide&reason=r", headers=moderator)
        server.post("/replays", data=play("bob", seed=3), headers=token)
        wait_for(lambda: len(chat.got) == 6)
        discord, slack = chat.of("/discord"), chat.of("/slack")
        assert len(discord) == len(slack) == 3
        embed = discord[0]["embeds"][0]
        assert discord[0]["allowed_mentions"] == {"parse": []} and embed["url"] == f"{PUBLIC}/plays/{one['id']}"
        assert embed["image"]["url"] == f"{PUBLIC}/replays/{one['id']}/picture.png"
        assert not re.search(r"(?<!\\)[*_`\[\]<>@]", embed["title"] + embed["description"])
        assert "ü" in embed["description"] and f"{one['score']:.0f} points" in embed["description"]
        assert discord[1]["embeds"][0]["url"] == f"{PUBLIC}/plays/{held}"
        section, image = slack[0]["blocks"]
        assert section["text"]["text"].startswith(f"<{PUBLIC}/plays/{one['id']}|S ong &lt;b&gt;>\n")
        assert "<" not in section["text"]["text"][1:] and "<" not in slack[0]["text"]
        assert image["image_url"] == f"{PUBLIC}/replays/{one['id']}/picture.png" and image["alt_text"]
        assert server.get("/moderation/letters", headers=moderator).json()["letters"] == []
    finally:
        assert server.stop() == 0
        chat.shutdown()
        chat.server_close()


@pytest.mark.parametrize(("words", "message"), [
    (["--webhook", "discord https://chat.example/x"], "--public-url"),
    (["--webhook", "teams https://chat.example/x", "--public-url", PUBLIC], "is not https"),
    (["--webhook", "slack http://chat.example/x", "--public-url", PUBLIC], "is not https"),
    (["--webhook", "slack https://127.0.0.1/x", "--public-url", PUBLIC], "is not https"),
    (["--webhook", "slack https://chat.example/x", "--public-url", PUBLIC], "--webhook-secret"),
])  # fmt: skip
def test_hooks_that_cannot_work_are_refused(words, message):
    run = subprocess.run([PROGRAM, "--check", *words], capture_output=True, text=True)
    assert run.returncode == 2 and message in run.stderr, run.stderr
