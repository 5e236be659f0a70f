# SPDX-License-Identifier: MIT
"""Rankings across levels: what is declared, what moderators set, what pages and calls give; and that what is kept is what a computation from
nothing gives, over random uploads, removals, judgings and changes of weights, teams and rules."""

from __future__ import annotations

import contextlib
import os
import pathlib
import subprocess
import urllib.parse

import pytest
import requests
from conftest import PATIENCE, PROGRAM, Server, own_schema
from plays import play
from races import race

BUILD = pathlib.Path(os.environ.get("REEL_SERVER_BUILD", pathlib.Path(__file__).parents[2] / "build/server")).resolve()
STEPS = {"light": 150, "quick": 300}.get(os.environ.get("REEL_TEST_EFFORT", ""), 1500)

RANKINGS = """
# a comment
ranking places
title Places of Beat Saber
board beatsaber
points place 10 6 3

ranking accuracy
title Points by accuracy
board beatsaber-accuracy
points curve 0:0 0.9:0.5 1:1
weight 100
best 2
decay 0.5

ranking chosen
board beatsaber
points weight
levels ranked

ranking past
board beatsaber
points weight
until 2001-01-01

ranking maps
board ddnet
points weight
"""


def level(n: int) -> str:
    return f"{n:040d}"


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request, tmp_path_factory):
    with contextlib.ExitStack() as stack:
        where = stack.enter_context(own_schema("rankings")) if request.param == "postgres" else ""
        folder = tmp_path_factory.mktemp("rankings")
        (folder / "rankings.conf").write_text(RANKINGS)
        one = Server(folder, "--rankings", str(folder / "rankings.conf"), postgres=where)
        yield one
        assert one.stop() == 0, one.log.read_text()


@pytest.fixture(scope="module")
def moderator(server: Server) -> dict[str, str]:
    return server.token("moderate", name="mod")


@pytest.fixture(scope="module")
def ids(server: Server, uploader: dict[str, str]) -> dict[tuple[str, int], str]:
    """Ann, Bob and Cid on three levels: of eight cuts, so many are good."""
    found = {}
    for n, (player, at, good) in enumerate([("ann", 1, 8), ("bob", 1, 5), ("cid", 1, 2), ("ann", 2, 3), ("bob", 2, 6), ("cid", 3, 8)]):
        data = play(player, name=player.title(), level=level(at), song=f"Song {at}", good=good, seed=300 + n)
        answer = server.post("/replays", data=data, headers=uploader)
        assert answer.status_code == 201 and answer.json()["verdict"] == "accepted", answer.text
        found[player, at] = answer.json()["id"]
    return found


def points(server: Server, ranking: str, by: str = "player") -> dict[str, float]:
    body = server.get(f"/rankings/{ranking}", params={"by": by}).json()
    assert [each["place"] for each in body["entries"]] == list(range(1, len(body["entries"]) + 1))
    return {each["player"]: each["points"] for each in body["entries"]}


def keys(at: int) -> str:
    return f"{level(at)}/expert/standard"


def test_the_rules_are_what_was_declared(server, ids):
    rankings = {each["ranking"]: each for each in server.get("/rankings").json()["rankings"]}
    assert list(rankings) == ["places", "accuracy", "chosen", "past", "maps"]
    assert rankings["accuracy"]["best"] == 2 and rankings["accuracy"]["decay"] == 0.5 and rankings["accuracy"]["weight"] == 100
    assert rankings["past"]["until"] == 978307200000 and rankings["chosen"]["levels"] == "ranked"
    assert rankings["chosen"]["title"] == "chosen" and rankings["places"]["title"] == "Places of Beat Saber"


def test_points_by_place_by_accuracy_and_by_map(server, uploader, ids):
    assert points(server, "places") == {"ann": 16, "bob": 16, "cid": 13}
    accuracy = {}
    for (player, at), one in ids.items():
        value = server.get(f"/boards/beatsaber-accuracy/{keys(at)}/players/{player}").json()["plays"][0]["value"]
        accuracy.setdefault(player, []).append(100 * (value / 0.9 * 0.5 if value < 0.9 else 0.5 + (value - 0.9) / 0.1 * 0.5))
        assert one
    for player, total in points(server, "accuracy").items():
        parts = sorted(accuracy[player], reverse=True)
        assert total == pytest.approx(parts[0] + 0.5 * sum(parts[1:2]), abs=2e-3)
    assert points(server, "past") == {} and points(server, "chosen") == {}
    data = race("tiny", [("ann", 500), ("bob", 500)])
    assert server.post("/replays", data=data, headers=uploader).status_code == 201
    assert points(server, "maps") == {"ann": 1, "bob": 1}


def test_a_player_and_the_levels_that_give_the_points(server, ids):
    body = server.get("/rankings/places/players/ann?limit=1").json()
    assert (body["total"]["points"], body["total"]["levels"], body["total"]["player_name"]) == (16, 2, "Ann")
    assert [(each["points"], each["level"].split("/")[0]) for each in body["parts"]] == [(10, level(1))]
    rest = server.get(body["next"]).json()["parts"]
    assert [(each["points"], each["id"]) for each in rest] == [(6, ids["ann", 2])]
    around = server.get("/rankings/places", params={"player": "cid", "limit": 1}).json()["entries"]
    assert [(each["player"], each["place"]) for each in around] == [("cid", 3)]
    mine = server.get("/players/cid").json()["rankings"]
    assert {each["ranking"]: (each["place"], each["points"]) for each in mine}["places"] == (3, 13)


def test_only_levels_that_were_given_a_weight(server, moderator, ids):
    def weigh(at: int, weight: object, status: int = 200, ranking: str = "chosen") -> None:
        values = {"ranking": ranking, "level": f"custom_level_{level(at)}/Expert/Standard", "weight": weight, "reason": "voted"}
        assert server.post("/moderation/levels", params=values, headers=moderator).status_code == status

    weigh(1, "2.5")
    weigh(3, 7)
    assert points(server, "chosen") == {"cid": 9.5, "ann": 2.5, "bob": 2.5}
    weights = server.get("/rankings/chosen/levels").json()["weights"]
    assert [(each["level"], each["weight"]) for each in weights] == [(keys(1), 2.5), (keys(3), 7)]
    weigh(3, 1)
    assert points(server, "chosen")["cid"] == 3.5
    gone = {"ranking": "chosen", "level": f"{level(3)}/Expert/Standard"}
    assert requests.delete(server.url + "/moderation/levels", params=gone, headers=moderator, timeout=PATIENCE).status_code == 200
    assert points(server, "chosen")["cid"] == 2.5
    for wrong in ("-1", "x", "1e5", "1000000001", "nan"):
        weigh(1, wrong, 400)
    weigh(1, 1, 404, ranking="none")
    assert server.post("/moderation/levels", params={**gone, "weight": 1}).status_code == 401
    acts = server.get("/moderation/audit", params={"name": keys(3)}, headers=moderator).json()["acts"]
    assert [each["event"] for each in acts] == ["level.rank", "level.rank", "level.unrank"] and "voted" in acts[0]["detail"]


def test_teams_and_countries(server, moderator, ids):
    for player, team, country in (("ann", "Red <b>", "DE"), ("bob", "Red <b>", "FR"), ("cid", "", "DE")):
        values = {key: value for key, value in (("player", player), ("team", team), ("country", country)) if value}
        answer = server.post("/moderation/players", params=values, headers=moderator)
        assert answer.status_code == 200 and answer.json()["country"] == country
    assert points(server, "places", "team") == {"Red <b>": 32}
    assert points(server, "places", "country") == {"DE": 29, "FR": 16}
    page = server.get("/plays/ranking?ranking=places&by=team").text
    assert "Red &lt;b&gt;" in page and "<b>" not in page
    server.post("/moderation/players", params={"player": "bob"}, headers=moderator)
    assert points(server, "places", "team") == {"Red <b>": 16} and points(server, "places", "country") == {"DE": 29}
    assert server.get("/moderation/players?player=ann", headers=moderator).json() == {"player": "ann", "team": "Red <b>", "country": "DE"}
    for wrong in ({"player": "ann", "country": "de"}, {"player": "ann", "country": "DEU"}, {"team": "x"}, {"player": "ann", "team": "x" * 70}):
        assert server.post("/moderation/players", params=wrong, headers=moderator).status_code == 400


def test_what_is_taken_off_a_board_counts_no_more_and_who_held_it(server, uploader, moderator, ids):
    board = f"/boards/beatsaber/{keys(1)}/history"
    first = server.get(board).json()["holders"]
    assert [(each["player"], each["until"]) for each in first] == [("ann", None)]
    better = play("dan", level=level(1), good=8, notes=9, seed=350)
    one = server.post("/replays", data=better, headers=uploader).json()["id"]
    holders = server.get(board).json()["holders"]
    assert [each["player"] for each in holders] == ["dan", "ann"] and holders[1]["until"] == holders[0]["received"]
    assert points(server, "places")["ann"] == 12
    page = server.get("/plays/history", params={"board": "beatsaber", "level": keys(1)}).text
    assert page.count("/plays/player?id=") == 2 and ">now<" in page
    server.post(f"/moderation/replays/{one}?act=hide&reason=r", headers=moderator)
    assert server.get(board).json()["holders"] == first and points(server, "places")["ann"] == 16
    assert "dan" not in points(server, "places")
    server.post(f"/moderation/replays/{one}?act=undo", headers=moderator)
    assert points(server, "places")["dan"] == 10
    assert server.get(board + "?limit=1").json()["holders"][0]["player"] == "dan"
    rest = server.get(server.get(board + "?limit=1").json()["next"]).json()["holders"]
    assert [(each["player"], each["until"]) for each in rest] == [("ann", holders[1]["until"])]
    assert server.get("/boards/beatsaber/none/history").status_code == 404
    data = server.url + "/players/dan/data"
    assert requests.delete(data, headers=moderator, timeout=PATIENCE).json() == {"replays": 1}
    assert server.get(board).json()["holders"] == first and "dan" not in points(server, "places")


def test_pages(server, ids):
    overview = server.get("/plays/rankings").text
    assert "Places of Beat Saber" in overview and "/plays/ranking?ranking=accuracy" in overview and "ranking=past" not in overview
    assert "/plays/standing?ranking=places&amp;player=ann" in server.get("/plays/ranking?ranking=places").text
    standing = server.get("/plays/standing?ranking=places&player=ann").text
    assert "Song 1" in standing and f"/plays/{ids['ann', 1]}" in standing
    assert "Places of Beat Saber" in server.get("/plays/player?id=ann").text
    tag = server.get("/plays/ranking?ranking=places").headers["ETag"]
    assert server.get("/plays/ranking?ranking=places", headers={"If-None-Match": tag}).status_code == 304
    here = server.get("/plays/ranking?ranking=places&player=cid").text
    assert 'aria-current="true"' in here


@pytest.mark.parametrize(("path", "status"), [
    ("/rankings/none", 404), ("/rankings/places?player=nobody", 404), ("/rankings/places/players/nobody", 404),
    ("/rankings/places?by=x", 400), ("/rankings/places?after=1", 400), ("/rankings/places?after=1:x", 400),
    ("/rankings/places?player=ann&after=1:1", 400), ("/rankings/places/players/ann?after=x", 400), ("/rankings/places?limit=0", 400),
    ("/plays/ranking", 400), ("/plays/ranking?ranking=none", 404), ("/plays/ranking?ranking=places&player=nobody", 404),
    ("/plays/ranking?ranking=places&after=x", 400), ("/plays/standing?ranking=places", 400),
    ("/plays/standing?ranking=places&player=nobody", 404), ("/plays/standing?ranking=places&player=ann&after=x", 400),
    ("/plays/history?board=beatsaber", 400), ("/plays/history?board=none&level=x", 404), ("/plays/history?board=beatsaber&level=x", 404),
    ("/plays/history?board=beatsaber&level=x&before=y", 400), ("/boards/beatsaber/x/history?before=y", 400),
])  # fmt: skip
def test_what_is_not_there_and_what_is_wrong(server, ids, path, status):
    assert server.get(path).status_code == status


@pytest.mark.parametrize(("text", "message"), [
    ("board beatsaber", "'ranking NAME' has to come first"), ("ranking A", "lower-case letters"), ("ranking a", "lacks board"),
    ("ranking a\nboard beatsaber", "lacks points"), ("ranking a\nboard none\npoints weight", "there is no board none"),
    ("ranking a\nboard beatsaber\npoints weight\nranking a", "two rankings a"), ("ranking a\npoints", "weight, place or curve"),
    ("ranking a\npoints place", "needs the points"), ("ranking a\npoints place 1 2", "more points than the one before"),
    ("ranking a\npoints place -1", "not a number of points"), ("ranking a\npoints place " + "1 " * 101, "more than 100 places"),
    ("ranking a\npoints curve 1:1", "needs two points"), ("ranking a\npoints curve 1:1 1:2", "have to rise"), ("ranking a\npoints curve 1 2", "VALUE:FACTOR"),
    ("ranking a\npoints weight\npoints weight", "there twice"), ("ranking a\nbest 0", "from 1 to 1000"), ("ranking a\nbest 1.5", "from 1 to 1000"),
    ("ranking a\ndecay 2", "from 0 to 1"), ("ranking a\nweight x", "at least 0"), ("ranking a\nlevels some", "all or ranked"),
    ("ranking a\nfrom 2026-02-30", "not a date"), ("ranking a\nfrom 1", "not a date"), ("ranking a\nspeed 1", "unknown word"),
    ("ranking a\nboard beatsaber\npoints weight\nfrom 2026-02-01\nuntil 2026-01-01", "ends before it begins"),
    ("ranking a\ntitle " + "x" * 200, "too long"), ("\x01", "not text"),
])  # fmt: skip
def test_wrong_declarations_are_refused_with_their_line(tmp_path, text, message):
    path = tmp_path / "rankings.conf"
    path.write_text(text)
    run = subprocess.run([PROGRAM, "--check", "--rankings", path], capture_output=True, text=True)
    assert run.returncode == 2 and message in run.stderr and f"{path}:" in run.stderr, run.stderr


def test_other_rules_are_computed_for_what_is_there(tmp_path):
    """At the start: of new and changed rankings; one that is gone is gone; one with the same rules is not computed again."""
    path = tmp_path / "rankings.conf"
    path.write_text("ranking a\nboard beatsaber\npoints place 9\nranking b\nboard beatsaber\npoints weight\n")
    server = Server(tmp_path, "--rankings", str(path))
    try:
        token = server.token("upload")
        for n, player in enumerate(("ann", "bob")):
            server.post("/replays", data=play(player, good=8 - n, seed=n), headers=token)
        assert points(server, "a") == {"ann": 9, "bob": 0} and points(server, "b") == {"ann": 1, "bob": 1}
        server.stop()
        path.write_text("ranking a\ntitle Other\nboard beatsaber\npoints place 9\nranking c\nboard beatsaber\npoints place 5 4\n")
        server.sql("UPDATE standing SET points = 77000 WHERE ranking = 'a' AND board_player = 'bob'")
        server.start()
        assert points(server, "c") == {"ann": 5, "bob": 4} and server.get("/rankings/b").status_code == 404
        assert server.get("/rankings/a/players/bob").json()["parts"][0]["points"] == 77  # not computed again
        server.sql("UPDATE reel_sequence SET last = last + 1")  # as an older server does, which knows no rankings
        server.stop()
        server.start()
        assert server.get("/rankings/a/players/bob").json()["parts"][0]["points"] == 0
        assert server.get("/rankings").json()["rankings"][0]["title"] == "Other"
    finally:
        assert server.stop() == 0


def test_the_rankings_that_are_built_in(tmp_path):
    server = Server(tmp_path)
    try:
        names = [each["ranking"] for each in server.get("/rankings").json()["rankings"]]
        assert names == ["beatsaber", "ddnet", "ddnet-fastest", "echo"]
        server.post("/replays", data=play("ann"), headers=server.token("upload"))
        assert server.get("/rankings/beatsaber").json()["entries"][0]["points"] > 0
        assert urllib.parse.quote("ann") in server.get("/plays/rankings").text
    finally:
        assert server.stop() == 0


@pytest.mark.parametrize("seed", range(3))
def test_kept_is_what_a_computation_from_nothing_gives(tmp_path, seed):
    run = subprocess.run([BUILD / "test/rank_tool", tmp_path / "c.sqlite", str(seed), str(STEPS)], capture_output=True, text=True)
    assert run.stdout == f"ok {STEPS}\n", run.stdout


def test_kept_is_what_a_computation_from_nothing_gives_on_postgres():
    with own_schema(f"ranks_{os.getpid()}") as where:
        run = subprocess.run([BUILD / "test/rank_tool", where, "7", str(STEPS // 3)], capture_output=True, text=True)
        assert run.stdout == f"ok {STEPS // 3}\n", run.stdout + run.stderr
