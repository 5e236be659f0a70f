# SPDX-License-Identifier: MIT
"""Every link of every page, for files of every game: none leads nowhere, and no list is empty. Whoever is named is found by the search."""

from __future__ import annotations

import html
import re
import urllib.parse

import pytest
import requests
from conftest import PATIENCE, Server, golden
from plays import play
from races import race
from test_import import command

EMPTY = ("There are no more", "No play ranks here", "No replays yet", "No player has a name", "No level has a name", "There are more:")
STATED = [("run 1", "ann"), ("run 1", "bob"), ("nobody's map", "ann"), ("nobody's map", "a stated & player"), *(("long", f"player {n}") for n in range(120))]
GAMES = {"Beat Saber", "DDNet", "Echo VR", "Geometry Dash"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    one = Server(tmp_path_factory.mktemp("crawl"))
    token = one.token("upload")
    codes = [requests.post(one.url + "/replays", data=path.read_bytes(), headers=token, timeout=PATIENCE).status_code for path in golden()]
    codes += [one.post("/replays", data=play(f"crawled {n}", seed=n, seconds=5.0), headers=token).status_code for n in range(3)]
    codes.append(one.post("/replays", data=play("whole", seed=40), headers=token).status_code)  # a full combo
    for n, team in enumerate((0, 1)):  # of golden recordings none has a finish
        data = race(f"run {n}", [("ann", 500 + n), ("bob", 500 + n)], team=team)
        codes.append(one.post("/replays", data=data, headers=token).status_code)
    assert codes.count(201) > 30
    for columns in ("ddnet", "ddnet-team"):  # plays with a recording and without, of players and levels that are known and not
        table = one.store.parent / columns
        table.write_text("Map,Name,Time,ID\n" + "".join(f"{level},{name},{n + 9},{n // 2}\n" for n, (level, name) in enumerate(STATED)))
        command(one.store, "--columns", columns, "import", str(table))
    yield one
    assert one.stop() == 0


def links(page: str) -> set[str]:
    found = {html.unescape(link).split("#")[0] for link in re.findall(r'(?:href|src|action)="([^"]+)"', page)}
    return {link for link in found if link.startswith("/") and not link.startswith(("/desk", "/openapi.json"))}


def expect_pages_of_every_replay(server: Server, seen: set[str]) -> None:
    """The walk came to each replay, to its level, and to its player."""
    page, replays = "/replays?limit=1000", []
    while page:
        body = server.get(page).json()
        replays, page = replays + body["replays"], body.get("next")
    assert {each["game"] for each in replays} >= GAMES
    for each in replays:
        pages = {f"/plays/{each['id']}"}
        pages |= {f"/plays/level?id={urllib.parse.quote(each['level'], safe='')}"} if each["level"] else set()
        pages |= {f"/plays/player?id={urllib.parse.quote(each['player'], safe='')}"} if each["player"] else set()
        assert pages <= seen, (each, pages - seen)


def test_no_link_leads_nowhere_and_no_list_is_empty(server):
    todo, seen, boards, players = ["/start"], set(), set(), {}
    while todo:
        path = todo.pop()
        if path in seen or path == "/plays/search":
            continue
        seen.add(path)
        answer = server.get(path)
        assert answer.status_code == 200, (path, answer.text[:500])
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        if path != "/plays?verdict=held":  # the start names it, whether there is one or not
            assert not [words for words in EMPTY if words in answer.text], path
        todo += sorted(links(answer.text))
        if path.startswith("/plays/board?"):
            boards.add(urllib.parse.parse_qs(path.partition("?")[2])["board"][0])
        if path.startswith("/plays/player?"):
            players[path] = html.unescape(re.search(r"<h1><bdi>(.*?)</bdi></h1>", answer.text)[1])
    ranked = {
        entry["board"] for entry in server.get("/boards").json()["boards"] if server.get(f"/boards/{entry['board']}").json()["levels"]
    }
    declared = server.get("/boards").json()["boards"]
    assert boards == ranked == {board["board"] for board in declared}
    assert {board["game"] for board in declared} == GAMES
    # what macros do is ranked, not how long they play
    assert not [board for board in declared if board["game"] == "Geometry Dash" and (board["show"] == "time" or "duration" in board["value"])]
    expect_pages_of_every_replay(server, seen)
    stated = [path for path in seen if path.startswith("/plays/stated?")]
    assert {f"/plays/stated?board={board}&level={level}" for board in ("ddnet", "ddnet-team") for level in ("run%201", "nobody%27s%20map", "long")} <= set(stated)
    assert any("&after=" in path for path in stated) and any("&player=" in path for path in stated)
    assert {"/plays/player?id=" + urllib.parse.quote(name, safe="") for _, name in STATED} <= seen
    assert any(path.startswith("/plays/level?") for path in seen) and len(players) > 5
    for path, name in players.items():
        if re.search(r"\w", name):
            found = server.get("/plays/search", params={"q": name}).text
            assert html.escape(path.partition("=")[2], quote=True).lower() in found.lower() or html.escape(name) in found, name


def test_a_name_of_a_board_is_found_as_long_as_its_replay_is_listed(server):
    """The players of a recording of a server are in no header."""
    moderator = server.token("moderate")
    best = [
        level for board in server.get("/boards").json()["boards"] for level in server.get(f"/boards/{board['board']}").json()["levels"]
    ]
    stated = {name for _, name in STATED}
    best = [each for each in best if each["player"] not in stated and " & " not in each["player"]]
    entry = next(each for each in best if not server.get("/replays", params={"player": each["player"]}).json()["replays"])
    name, page = entry["player_name"] or entry["player"], {"id": entry["player"]}

    def known() -> tuple[bool, int]:
        found = server.get("/plays/search", params={"q": name}).text
        return f">{html.escape(name)}</bdi>" in found, server.get("/plays/player", params=page).status_code

    def act(word: str) -> None:
        assert server.post(f"/moderation/replays/{entry['id']}?act={word}&reason=r", headers=moderator).status_code == 200

    others = [one["id"] for one in server.get(f"/players/{urllib.parse.quote(entry['player'], safe='')}").json()["recent"]]
    assert known() == (True, 200)
    for other in set(others) - {entry["id"]}:
        assert server.post(f"/moderation/replays/{other}?act=hide&reason=r", headers=moderator).status_code == 200
    act("hide")
    assert known() == (False, 404)
    act("restore")
    assert known() == (True, 200)
    act("hold")
    assert known() == (False, 404)
    act("approve")
    assert known() == (True, 200)
