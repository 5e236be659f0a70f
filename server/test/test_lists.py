# SPDX-License-Identifier: MIT
"""Lists of replays by what their headers and statistics say, and lists of uploads that were refused."""

from __future__ import annotations

import itertools
import os
import random
import time

import pytest
from conftest import Server
from plays import play
from test_pages import Page

COUNT = 24 if os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light") else 80
CODES = ["NF", "FS", "SS", "GN", "DA"]
HEADSETS = ["Quest 2", "Valve Index", ""]


def spell(source: random.Random, codes: list[str]) -> str:
    """A spelling of a set of modifiers: any order, blanks, doubles."""
    some = codes + source.sample(codes, source.randint(0, len(codes)))
    source.shuffle(some)
    return source.choice([",", ", "]).join(some)


def pages(server: Server, path: str) -> list[dict]:
    found: list[dict] = []
    while path:
        answer = server.get(path)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += page["replays"]
        path = page.get("next", "")
    return found


@pytest.fixture(scope="module")
def known(server: Server, uploader: dict[str, str]) -> list[dict]:
    """Plays with what was put into each."""
    source = random.Random(4)
    made = []
    for n in range(COUNT):
        codes = sorted(source.sample(CODES, source.randint(0, 2)))
        headset, player, level = source.choice(HEADSETS), f"p{source.randrange(3)}", f"{source.randrange(2) + 1:040d}"
        data = play(player, level=level, seed=100 + n, seconds=3, good=source.randrange(9), modifiers=spell(source, codes), headset=headset)
        answer = server.post("/replays", data=data, headers=uploader)
        assert answer.status_code == 201, answer.text
        body = answer.json()
        assert (body["modifiers"], body["headset"]) == (",".join(codes), headset)
        assert body["accuracy"] == pytest.approx(body["score"] / 5060, abs=1e-6) or body["accuracy"] is None or 0 < body["accuracy"] <= 1
        made.append({**body, "codes": codes, "player_id": player, "level_id": level, "number": n})
    return made


def test_each_list_has_what_it_names(server, known):
    source = random.Random(5)
    for codes in [[]] + [sorted(each) for size in (1, 2) for each in itertools.combinations(CODES, size)]:
        wanted = [each["id"] for each in reversed(known) if each["codes"] == codes]
        name = spell(source, codes).replace(" ", "") or "none"
        assert [each["id"] for each in pages(server, f"/replays?limit=7&modifiers={name}")] == wanted, codes
    for headset, player, level in itertools.product(HEADSETS[:2], ("", "p1"), ("", "1".rjust(40, "0"))):
        of = "".join(f"&{name}={value}" for name, value in (("player", player), ("level", level and level + "/Expert/Standard")) if value)
        wanted = [
            each["id"] for each in reversed(known)
            if each["headset"] == headset and player in ("", each["player_id"]) and level in ("", each["level_id"])
        ]
        assert [each["id"] for each in pages(server, f"/replays?limit=7&headset={headset.replace(' ', '%20')}{of}")] == wanted


@pytest.mark.parametrize("by", ["score", "accuracy"])
def test_lists_by_value_have_each_replay_once_the_best_first(server, known, by):
    for name, values in (("player", ("p0", "p1", "p2")), ("level", ("1".rjust(40, "0"), "2".rjust(40, "0")))):
        for value in values:
            mine = [each for each in known if each[f"{name}_id"] == value and each[by] is not None]
            mine.sort(key=lambda each: (each[by], each["number"]), reverse=True)
            where = value if name == "player" else value + "/Expert/Standard"
            got = pages(server, f"/replays?limit=3&sort={by}&{name}={where}")
            assert [each["id"] for each in got] == [each["id"] for each in mine]


def test_by_date_is_the_usual_order(server, known):
    assert [each["id"] for each in pages(server, "/replays?sort=date&limit=9")] == [each["id"] for each in reversed(known)]


@pytest.mark.parametrize(
    "query",
    ["sort=value", "sort=score", "sort=score&player=a&level=b", "sort=score&player=a&game=Beat%20Saber", "sort=accuracy&level=b&since=1",
     "sort=score&player=a&before=4", "sort=score&player=a&after=x", "sort=score&player=a&after=nan:1", "sort=score&player=a&after=1:",
     "sort=score&player=a&after=inf:1", "after=1:1", "headset=a&modifiers=b", "headset=a&verdict=held", "mods=NF", "headset=", "modifiers="],
)  # fmt: skip
def test_what_is_not_offered_is_refused(server, query):
    for path in ("/replays", "/plays"):
        assert server.get(f"{path}?{query}").status_code == 400, query


def test_pages_have_the_same_lists(server, known):
    for query in ("modifiers=none", "headset=Quest%202", "sort=score&player=p1", "sort=accuracy&level=" + "1".rjust(40, "0") + "/Expert/Standard"):
        wanted = [each["id"] for each in pages(server, f"/replays?limit=1000&{query}")]
        seen, path = [], f"/plays?limit=5&{query}"
        while path:
            text = server.get(path).text
            seen += [part.split('"', 1)[0] for part in text.split('<div class="what"><a href="/plays/')[1:]]
            path = next((each for each in Page(text).links if "before=" in each or "after=" in each), "")
            assert len(seen) <= len(wanted), query
        assert seen == wanted, query


# ---- uploads that were refused ---------------------------------------------------------------------------------------


def refusals(server: Server, path: str, headers: dict[str, str]) -> list[dict]:
    found: list[dict] = []
    while path:
        answer = server.get(path, headers=headers)
        assert answer.status_code == 200, answer.text
        assert answer.headers["Cache-Control"] == "no-store"
        found += answer.json()["refused"]
        path = answer.json().get("next", "")
    return found


def test_refused_uploads_are_listed_to_moderators_and_to_who_sent_them(start):
    server = start()
    moderator = server.token("moderate")
    uploaders = {name: server.token("upload", name=name) for name in ("ann", "bob")}
    made = []
    for n in range(15):
        name = ("ann", "bob")[n % 2]
        data = [b"no replay %d" % n, play("refused", seed=n)[: 500 + n], play("refused", notes=0, good=0, seed=n)[:-1]][n % 3]
        body = server.post("/replays", data=data, headers=uploaders[name]).json()
        error = next(each for each in body["findings"] if each["severity"] == "error")
        made.append((body["id"], name, body["rule"], body["title"], error["rule"], error["section"], error["offset"], data))
    listed = refusals(server, "/moderation/refused?limit=4", moderator)
    finding = [each["finding"] for each in listed]
    assert {(e["id"], e["uploader"], e["rule"], e["message"], f["rule"], f["section"], f["offset"]) for e, f in zip(listed, finding, strict=True)} == {
        each[:7] for each in made
    }
    assert [each["received"] for each in listed] == sorted((each["received"] for each in listed), reverse=True)
    assert len(listed) == len(made)
    for name, token in uploaders.items():
        mine = [each for each in listed if each["uploader"] == name]
        assert refusals(server, "/refused?limit=4", token) == mine
        assert refusals(server, f"/moderation/refused?limit=4&uploader={name}", moderator) == mine
    for one in listed:  # never the file
        assert server.get(f"/replays/{one['id']}").status_code == 404
        assert server.get(f"/moderation/replays/{one['id']}/bytes", headers=moderator).status_code == 404
    assert not [path for path in server.store.rglob("*") if path.is_file() and path.stem in {each[0] for each in made}]
    assert server.get("/moderation/refused", headers=uploaders["ann"]).status_code == 403
    assert server.get("/refused", headers=moderator).status_code == 403
    assert server.get("/refused").status_code == server.get("/moderation/refused").status_code == 401
    for wrong in ("x", "1", "1:", ":1", "-1:1", "1:-1", "1:x"):
        assert server.get(f"/moderation/refused?after={wrong}", headers=moderator).status_code == 400, wrong


def test_the_list_of_refused_uploads_is_bounded(start):
    server = start()
    moderator, uploader = server.token("moderate"), server.token("upload")
    body = server.post("/replays", data=b"no replay", headers=uploader).json()
    day = 86400 * 1000
    with server.catalogue() as catalogue:
        for n in range(20000):  # as uploads are noted
            catalogue.execute(
                "INSERT INTO refused (slot, id, received, format, rule, message, findings) VALUES (?, ?, ?, '', 'r', 'm', '[]') "
                "ON CONFLICT (slot) DO UPDATE SET id = excluded.id, received = excluded.received WHERE refused.id <> ?",
                (n & 0x3FFF, f"{n:064x}", int(time.time() * 1000) - (40 * day if n % 3 else 0), body["id"]),
            )
        assert catalogue.execute("SELECT COUNT(*) FROM refused").fetchone()[0] <= 16384
    catalogue.close()
    assert body["id"] in {each["id"] for each in refusals(server, "/moderation/refused?limit=200", moderator)}
    end = time.monotonic() + 60
    while time.monotonic() < end:  # older ones go by themselves
        with server.catalogue() as catalogue:
            old = catalogue.execute("SELECT COUNT(*) FROM refused WHERE received < ?", (int(time.time() * 1000) - 31 * day,)).fetchone()[0]
        catalogue.close()
        if not old:
            break
        time.sleep(0.05)
    assert old == 0
