# SPDX-License-Identifier: MIT
"""Boards: those that are built in, with replays of every game; declarations of one's own; places, pages, players and levels."""

from __future__ import annotations

import os
import pathlib
import random
import subprocess

import pytest
from conftest import COMMAND, PROGRAM, Server, golden, lenient_boards, own_schema
from plays import play
from races import race

HASH = "A1" * 20
NAMES = """beatsaber beatsaber-accuracy beatsaber-full-combo ddnet ddnet-team ddnet-played geometrydash-presses
echo echo-goals echo-saves echo-stuns echo-distance echo-map""".split()


def put(server: Server, token: dict[str, str], data: bytes, **parameters: str) -> dict:
    answer = server.post("/replays", data=data, headers=token, params=parameters)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def entries(server: Server, board: str, level: str, **parameters: object) -> list[dict]:
    answer = server.get(f"/boards/{board}/{level}", params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()["entries"]


def pages(server: Server, path: str, member: str) -> list[dict]:
    got: list[dict] = []
    while path:
        page = server.get(path).json()
        got += page[member]
        path = page.get("next", "")
    return got


# ---- every game ---------------------------------------------------------------------------------------------------------


def test_boards_are_listed_with_their_rules(server):
    boards = {each["board"]: each for each in server.get("/boards").json()["boards"]}
    assert list(boards) == NAMES
    team = boards["ddnet-team"]
    assert (team["game"], team["better"], team["show"], team["unit"]) == ("DDNet", "lower", "time", "s")
    assert team["where"] == ["of_team", "not practice"] and team["group"] == ["tick", "team"]


def test_replays_of_every_game_are_on_boards(server, uploader):
    files = golden("gdr", "echo", "xror", "bsor", "scoresaber", "teehistorian")
    on: dict[str, set[str]] = {}
    for path in files:
        answer = server.post("/replays", data=path.read_bytes(), headers=uploader)
        body = answer.json()
        if answer.status_code not in (200, 201) or body["verdict"] != "accepted":
            continue
        assert body["ranked"] == bool(body["boards"])
        for each in body["boards"]:
            on.setdefault(each["board"], set()).add(path.parents[1].name)
            board = server.get(f"/boards/{each['board']}/{each['level']}").json()["entries"]
            assert board and all(entry["board"] == each["board"] for entry in board), path.name
    # those of Beat Saber are in the next test: golden files have no play that was not failed
    assert set().union(*on.values()) >= {"gdr", "echo", "teehistorian"}
    assert {"geometrydash-presses", "echo", "echo-map", "echo-distance", "ddnet-played"} <= set(on)


@pytest.mark.skipif(not COMMAND.exists(), reason="the command reel is not built: set REEL")
def test_one_level_of_beat_saber_is_one_board_in_any_format(server, uploader, tmp_path):
    players = {"xror": "converted 1", "scoresaber-json": "converted 2", "bsor": "converted 3"}
    for n, (format_, player) in enumerate(players.items()):
        original, converted = tmp_path / f"{n}.bsor", tmp_path / f"{n}.converted"
        original.write_bytes(play(player, level=HASH, good=n + 3, seed=70 + n))
        subprocess.run([COMMAND, "convert", "--to", format_, "-o", converted, original], check=True, capture_output=True)
        body = put(server, uploader, converted.read_bytes(), player=player)
        assert body["verdict"] == "accepted" and body["format"] == format_, body
    board = entries(server, "beatsaber", f"custom_level_{HASH}/Expert/Standard")
    assert [each["player"] for each in board] == ["converted 3", "converted 2", "converted 1"]
    assert {each["format"] for each in board} == set(players)
    accuracy = entries(server, "beatsaber-accuracy", f"{HASH}/expert/standard")
    assert [each["player"] for each in accuracy] == [each["player"] for each in board]
    assert all(0 < each["value"] <= 1 for each in accuracy)
    for game in ("Beat%20Saber", "Beat%20Saber,%20Tilt%20Brush"):  # the second as older versions kept it
        assert entries(server, game, f"{HASH}/Expert/Standard") == board
    # a replay of a format of several games is of the one that its header names, in every list
    assert {each["game"] for each in board} == {"Beat Saber"}
    level = f"&level={HASH}/Expert/Standard"
    assert len(server.get("/replays?game=Beat%20Saber" + level).json()["replays"]) == 3
    page = server.get("/events?game=Beat%20Saber" + level).json()
    found = page["events"]
    while page["more"]:
        page = server.get(page["next"]).json()
        found += page["events"]
    assert len(found) == 3
    # the old call gives every format as the old service did
    for player in players.values():
        answer = server.get("/", params={"playerID": player, "songID": HASH})
        assert answer.status_code == 200 and len(answer.json()["noteInfos"]) == 8, answer.text
    assert server.post("/?to=scoresaber-json", data=race("no level", [("ann", 500)])).status_code == 415


def test_races_rank_players_and_teams(server, uploader):
    solo = put(server, uploader, race("boards 1", [("ann", 500), ("bob", 700), ("ann", 900)]))
    assert [(each["board"], each["plays"]) for each in solo["boards"]] == [("ddnet", 2)]
    put(server, uploader, race("boards 1", [("bob", 400)]))
    put(server, uploader, race("boards 1", [("cid", 300)], team=2, practice=True))
    put(server, uploader, race("boards 1", [("dan & co", 600), ("ann", 600)], team=3))
    put(server, uploader, race("boards 1", [("eve", 650)], team=4))
    board = entries(server, "ddnet", solo["level"])
    assert [(each["player"], each["value"], each["place"]) for each in board] == [
        ("bob", 8.0, 1), ("ann", 10.0, 2), ("dan & co", 12.0, 3), ("eve", 13.0, 4)
    ]
    teams = entries(server, "ddnet-team", solo["level"])
    assert [(each["player"], each["value"]) for each in teams] == [("ann & dan && co", 12.0)]


def test_a_replay_has_a_bounded_number_of_plays(server, uploader):
    body = put(server, uploader, race("boards many", [(f"player {n}", 500 + n) for n in range(600)]))
    assert body["boards"][0]["plays"] == 256 and body["plays_left_out"] == 600 - 256
    board = pages(server, f"/boards/ddnet/{body['level']}?limit=50", "entries")
    assert [each["player"] for each in board] == [f"player {n}" for n in range(256)]


def test_of_many_runs_of_a_player_in_one_game_the_best_counts(server, uploader):
    chance = random.Random(5)
    for game in range(6):
        names = [chance.choice(("a", "a & b", "b & ", "ü", "x" * 15)) + str(chance.randrange(4)) for _ in range(chance.randrange(1, 60))]
        runs = sorted((chance.randrange(200, 900) for _ in names))
        body = put(server, uploader, race(f"best {game}", list(zip(names, runs, strict=True))))
        best: dict[str, int] = {}
        for name, ticks in zip(names, runs, strict=True):
            best[name] = min(ticks, best.get(name, ticks))
        board = entries(server, "ddnet", body["level"])
        assert {each["player"]: each["value"] for each in board} == {name: ticks / 50 for name, ticks in best.items()}
        assert [each["value"] for each in board] == sorted(each["value"] for each in board)


def test_matches_rank_their_players(tmp_path):
    server = Server(tmp_path)
    token = server.token("upload")
    try:
        body = put(server, token, next(path for path in golden("echo") if path.name == "arena.butter").read_bytes())
        level = next(each["level"] for each in body["boards"] if each["board"] == "echo")
        board = entries(server, "echo", level)
        assert len(board) > 1 and {each["id"] for each in board} == {body["id"]}
        values = [each["value"] for each in board]
        assert values == sorted(values, reverse=True)
        on = [each["board"] for each in server.get(f"/levels/{level}").json()["boards"]]
        assert on == ["echo", "echo-goals", "echo-saves", "echo-stuns", "echo-distance"]
    finally:
        assert server.stop() == 0


# ---- pages and places ---------------------------------------------------------------------------------------------------


def test_all_plays_places_and_progress(server, uploader):
    level, chance = "B1" * 20, random.Random(33)
    plays = [(f"page {chance.randrange(6)}", chance.randrange(1, 8)) for _ in range(24)]
    sent: list[tuple[str, int]] = []
    for n, (player, good) in enumerate(plays):
        data = play(player, level=level, good=good, seed=200 + n)
        if put(server, uploader, data)["verdict"] == "accepted":
            sent.append((player, good))
    path = f"/boards/beatsaber/{level}/Expert/Standard"
    every = pages(server, f"{path}?all=1&limit=5", "entries")
    order = sorted(range(len(sent)), key=lambda n: (-sent[n][1], n))
    assert [each["player"] for each in every] == [sent[n][0] for n in order]
    assert [each["place"] for each in every] == list(range(1, len(sent) + 1))
    newest = pages(server, f"{path}?sort=date&limit=7", "entries")
    assert [each["player"] for each in newest] == [player for player, _ in reversed(sent)]
    best = pages(server, f"{path}?limit=2", "entries")
    seen: list[str] = []
    for each in every:
        if each["player"] not in seen:
            seen.append(each["player"])
    assert [each["player"] for each in best] == seen
    for place, player in enumerate(seen, 1):
        progress = server.get(f"{path}/players/{player}").json()
        assert progress["place"] == place
        assert [each["value"] for each in progress["plays"]] == [each["value"] for each in reversed(newest) if each["player"] == player]
        assert pages(server, f"{path}/players/{player}?limit=2", "plays") == progress["plays"]
        around = entries(server, "beatsaber", f"{level}/Expert/Standard", player=player, limit=3)
        assert player in [each["player"] for each in around]
        page = server.get(f"/players/{player}").json()
        mine = next(each for each in page["bests"] if each["board"] == "beatsaber")
        assert (mine["place"], mine["value"]) == (place, best[place - 1]["value"])
        assert pages(server, f"/players/{player}?limit=1", "bests") == page["bests"]
        assert len(page["recent"]) >= len(progress["plays"])
    assert server.get(f"{path}/players/nobody").status_code == 404
    top = server.get(f"/levels/{level}/Expert/Standard").json()
    assert next(each for each in top["boards"] if each["board"] == "beatsaber")["best"] == best[:3]
    levels = pages(server, "/boards/beatsaber?limit=1", "levels")
    assert [each["level"].lower() for each in levels] == sorted({each["level"].lower() for each in levels})


def test_what_is_not_there_or_wrong_is_refused(server):
    for path in ("/boards/none", "/boards/none/l", "/boards/none/l/players/p", "/players/nobody%20here", "/levels/none"):
        assert server.get(path).status_code == 404, path
    for path in ("/boards/ddnet?limit=0", "/boards/ddnet/l?all=2", "/boards/ddnet/l?sort=name", "/boards/ddnet/l?sort=date&player=a",
                 "/boards/ddnet/l/players/p?after=x", "/players/p?after=x", "/players/p?limit=101", "/boards/ddnet?page=1"):
        assert server.get(path).status_code == 400, path


# ---- whose it is --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMMAND.exists(), reason="the command reel is not built: set REEL")
def test_files_without_a_player_get_that_of_the_upload(server, uploader, tmp_path):
    level = "C1" * 20
    (tmp_path / "a.bsor").write_bytes(play("x", level=level))
    subprocess.run([COMMAND, "convert", "--to", "scoresaber", "-o", tmp_path / "a.dat", tmp_path / "a.bsor"], check=True, capture_output=True)
    body = put(server, uploader, (tmp_path / "a.dat").read_bytes(), player="guest 7", player_name="Guest")
    assert (body["player"], body["player_name"], body["ranked"]) == ("guest 7", "Guest", True)
    assert [each["player_name"] for each in entries(server, "beatsaber", f"{level}/Expert/Standard")] == ["Guest"]
    for song in (level, level.lower(), f"custom_level_{level}", f"custom_level_{level} WIP", f"{level}/Expert/Standard", f" {level} "):
        found = server.get("/", params={"playerID": "guest 7", "songID": song, "table": "info"})
        assert found.status_code == 200 and level in found.text, song
    refused = server.post("/replays", data=play("someone", level=level, seed=4), headers=uploader, params={"player": "another"})
    assert (refused.status_code, refused.json()["rule"]) == (422, "server.player")
    assert put(server, uploader, play("someone", level=level, seed=4), player=" someone ")["player"] == "someone"
    assert server.post("/replays", data=play("q", seed=5), headers=uploader, params={"player": " "}).status_code == 400
    assert server.post("/replays", data=play("q", seed=5), headers=uploader, params={"gamer": "q"}).status_code == 400


def test_a_token_of_a_player_is_for_that_player(tmp_path):
    server = Server(tmp_path)
    try:
        words = ["--store", server.store, "token", "add", "--player", "76 1"]
        made = subprocess.run([PROGRAM, *words, "of-one"], capture_output=True, text=True, check=True).stdout.strip()
        token = {"Authorization": f"Bearer {made}"}
        assert put(server, token, play("76 1", seed=1))["player"] == "76 1"
        assert put(server, token, play("", name="", seed=2))["player"] == "76 1"
        for data, parameters in ((play("77", seed=3), {}), (play("", seed=4), {"player": "77"})):
            refused = server.post("/replays", data=data, headers=token, params=parameters)
            assert (refused.status_code, refused.json()["rule"]) == (403, "server.player")
    finally:
        assert server.stop() == 0


# ---- declarations -------------------------------------------------------------------------------------------------------

GOOD = """board one
game Beat Saber
rows beatsaber.summary
value score
better higher
"""


def checked(tmp_path: pathlib.Path, text: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "boards.conf"
    path.write_text(text)
    return subprocess.run([PROGRAM, "--boards", path, "--check"], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("game Beat Saber\n", 1, "has to come first"),
        (GOOD.replace("board one", "board One"), 1, "lower-case"),
        (GOOD + GOOD, 6, "two boards"),
        (GOOD.replace("Beat Saber", "Chess"), 1, "no format has the game 'Chess'"),
        (GOOD.replace("beatsaber.summary", "beatsaber.none"), 1, "has the table beatsaber.none"),
        (GOOD.replace("value score", "value points"), 1, "has the field points"),
        (GOOD.replace("value score\n", ""), 1, "lacks value"),
        (GOOD.replace("better higher\n", ""), 1, "lacks better"),
        (GOOD.replace("better higher", "better most"), 5, "higher or lower"),
        (GOOD.replace("value score", "value timing"), 1, "not a number"),
        (GOOD + "where info.nothing\n", 1, "has the field info.nothing"),
        (GOOD + "where notes > many\n", 1, "compared with a number"),
        (GOOD + "where rank = ZZ\n", 1, "never 'ZZ'"),
        (GOOD + "where won = maybe\n", 1, "true or false"),
        (GOOD + "where notes has FS\n", 1, "list of words"),
        (GOOD + "where notes is 3\n", 6, "not a comparison"),
        (GOOD + "where notes =\n", 6, "missing"),
        (GOOD + "where not\n", 6, "missing after not"),
        (GOOD + "level info.song_hash info.nothing\n", 1, "has the field info.nothing"),
        (GOOD + "group rank\n", 1, "need a player each"),
        (GOOD + "player info.player_id\ngroup info.mode\n", 1, "of the rows only"),
        (GOOD + "show pretty\n", 6, "number, time or percent"),
        (GOOD + "evidence some\n", 6, "full, partial or any"),
        (GOOD + "colour red\n", 6, "unknown word 'colour'"),
        (GOOD + "title " + "x" * 200 + "\n", 6, "too long"),
        (GOOD + "# " + "x" * 3000 + "\n", 6, "too long"),
        ("#" * 1000 + "\n" + ("#\n" * 40000), 0, "more than"),
        ("\x01", 0, "not text"),
    ],
)
def test_declarations_that_are_wrong_are_refused(tmp_path, text, line, why):
    run = checked(tmp_path, text)
    assert run.returncode == 2
    assert f"boards.conf:{line}: " in run.stderr and why in run.stderr, run.stderr


def test_declarations_that_are_right(tmp_path):
    for text in ("", "# nothing\n", GOOD, GOOD.replace("\n", "\r\n"), GOOD.rstrip("\n"), GOOD + "where info.modifiers lacks NF\n"):
        assert checked(tmp_path, text).returncode == 0, text
    assert checked(tmp_path, (pathlib.Path(__file__).parents[2] / "packaging/server/boards.conf").read_text()).returncode == 0


def test_boards_of_one_level_by_rule(tmp_path):
    def board(name: str, *rules: str) -> str:
        proof = () if "evidence full" in rules else ("evidence any",)
        return GOOD.replace("board one", f"board {name}") + "".join(f"{each}\n" for each in rules + proof)

    rules = {
        "all": (),
        "plain": ("where not info.modifiers",),
        "fast": ("where info.modifiers has fs",),
        "safe": ("where info.modifiers lacks NF",),
        "long": ("where notes >= 8", "where info.mode = Standard"),
        "other-mode": ("where info.mode != Standard",),
        "combo": ("where full_combo = true",),
        "named": ("level info.song_name", "player info.player_name", "name info.player_id"),
        "proven": ("evidence full",),
    }
    path = tmp_path / "boards.conf"
    path.write_text("".join(board(name, *each) for name, each in rules.items()))
    server = Server(tmp_path, "--boards", str(path))
    token, level = server.token("upload"), "D1" * 20
    try:
        sent = {"ann": ({"notes": 8}, b""), "bob": ({"notes": 9}, b"FS,NF"), "cid": ({"notes": 7}, b"SS")}
        for n, (player, (wanted, modifiers)) in enumerate(sent.items()):
            data = play(player, name=player.upper(), level=level, seed=300 + n, **wanted)
            empty, full = b"DefaultEnvironment\0\0\0\0", b"DefaultEnvironment" + len(modifiers).to_bytes(4, "little") + modifiers
            assert data.count(empty) == 1
            assert put(server, token, data.replace(empty, full))["verdict"] == "accepted"
        expected = {
            "all": {"ann", "bob", "cid"}, "plain": {"ann"}, "fast": {"bob"}, "safe": {"ann", "cid"}, "long": {"ann", "bob"},
            "other-mode": set(), "combo": {"ann", "cid"}, "proven": set(),
        }
        got = {name: {each["player"] for each in entries(server, name, f"{level}/Expert/Standard")} for name in expected}
        expected["combo"] = got["combo"]  # what the statistics say of a made play
        expected["proven"] = got["proven"]
        assert got == expected
        assert {(each["player"], each["player_name"]) for each in entries(server, "named", "A song")} == {
            ("ANN", "ann"), ("BOB", "bob"), ("CID", "cid")
        }
        # read again: a board that is new has no plays before they are checked again, and one that is gone is not found
        path.write_text(board("all") + board("new"))
        assert server.process
        server.process.send_signal(1)
        for _ in range(500):
            if server.get("/boards/new").status_code == 200:
                break
        assert server.get("/boards/plain").status_code == 404
        assert len(entries(server, "all", f"{level}/Expert/Standard")) == 3
        assert entries(server, "new", f"{level}/Expert/Standard") == []
        put(server, token, play("dan", level=level, seed=310))
        assert len(entries(server, "new", f"{level}/Expert/Standard")) == 1
    finally:
        assert server.stop() == 0


# ---- the best of each player --------------------------------------------------------------------------------------------

BUILD = pathlib.Path(os.environ.get("REEL_SERVER_BUILD", pathlib.Path(__file__).parents[2] / "build/server")).resolve()
STEPS = {"light": 150, "quick": 300}.get(os.environ.get("REEL_TEST_EFFORT", ""), 1500)


@pytest.mark.parametrize("seed", range(4))
def test_boards_are_what_a_scan_of_all_plays_gives(tmp_path, seed):
    run = subprocess.run([BUILD / "test/board_tool", tmp_path / "c.sqlite", str(seed), str(STEPS)], capture_output=True, text=True)
    assert run.stdout == f"ok {STEPS}\n", run.stdout


def test_boards_are_what_a_scan_of_all_plays_gives_on_postgres():
    with own_schema(f"boards_{os.getpid()}") as where:
        run = subprocess.run([BUILD / "test/board_tool", where, "7", str(STEPS // 3)], capture_output=True, text=True)
        assert run.stdout == f"ok {STEPS // 3}\n", run.stdout + run.stderr


# ---- checking again -----------------------------------------------------------------------------------------------------


OPTIONS = os.environ.get("REEL_SERVER_OPTIONS", "").split()


def recheck(server: Server, *words: str) -> tuple[int, list[str]]:
    boards = lenient_boards(server.folder, ())
    run = subprocess.run([PROGRAM, *OPTIONS, "--store", server.store, *boards, "recheck", *words], capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return run.returncode, run.stdout.splitlines()


def boards_of(server: Server, levels: list[str], names: list[str]) -> list[list[tuple]]:
    return [
        [(each["id"], each["player"], each["value"], each["place"]) for each in entries(server, name, level)]
        for name in names
        for level in levels
    ]


def test_recheck_ranks_what_is_there_by_the_boards_of_now(tmp_path):
    path = tmp_path / "boards.conf"
    path.write_text(GOOD)
    old = Server(tmp_path, "--boards", str(path))
    token = old.token("upload")
    sent = [play(f"p{n % 5}", level="E1" * 20, good=1 + n % 7, seed=500 + n) for n in range(12)]
    sent += [race("recheck", [("ann", 500 + n), ("bob", 700 - n)]) for n in range(3)]
    for data in sent:
        put(old, token, data)
    put(old, token, play("", name="", level="E1" * 20, seed=600), player="guest")
    with old.catalogue() as catalogue:
        catalogue.execute("UPDATE replay SET score = 1, errors = 7, game = 'Beat Saber, Tilt Brush' WHERE number = 3")
    catalogue.close()
    assert old.stop() == 0
    status, before = recheck(old)
    assert status == 1 and before[-1] == "16 replays: 16 would change, 0 failed"
    assert sum("score 1 -> " in line and "errors 7 -> 0" in line and "\tgame" in line for line in before) == 1
    assert recheck(old) == (status, before)  # nothing was changed
    status, after = recheck(old, "--apply")
    assert status == 0 and after == [line.replace("would change", "changed") for line in before]
    assert recheck(old) == (0, ["16 replays: 0 would change, 0 failed"])
    again = Server(tmp_path)
    (tmp_path / "fresh").mkdir()
    fresh = Server(tmp_path / "fresh")
    try:
        new_token = fresh.token("upload")
        for data in sent:
            put(fresh, new_token, data)
        put(fresh, new_token, play("", name="", level="E1" * 20, seed=600), player="guest")
        levels = [f"{'E1' * 20}/Expert/Standard", put(again, token, sent[-1])["level"]]
        names = ["beatsaber", "beatsaber-accuracy", "ddnet", "ddnet-played"]
        assert boards_of(again, levels, names) == boards_of(fresh, levels, names)
        assert any(boards_of(again, levels, names))
    finally:
        assert (again.stop(), fresh.stop()) == (0, 0)


def test_recheck_goes_on_where_it_was_ended(tmp_path):
    path = tmp_path / "boards.conf"
    path.write_text(GOOD)
    server = Server(tmp_path, "--boards", str(path))
    token = server.token("upload")
    for n in range(150):
        put(server, token, race(f"level {n}", [("ann", 500 + n)]))
    assert server.stop() == 0
    run = subprocess.Popen([PROGRAM, *OPTIONS, "--store", server.store, "recheck", "--apply"], stdout=subprocess.PIPE, text=True)
    assert run.stdout and run.stdout.readline().startswith("changed\t")
    run.kill()
    run.communicate()
    status, lines = recheck(server, "--apply")
    assert status == 0
    assert recheck(server) == (0, ["150 replays: 0 would change, 0 failed"])


def test_recheck_reports_what_cannot_be_read(tmp_path):
    server = Server(tmp_path)
    token = server.token("upload")
    body = put(server, token, play("ann"))
    put(server, token, play("bob", seed=9, level="F1" * 20))
    assert server.stop() == 0
    for file in server.store.rglob(f"{body['id'][2:]}*"):
        file.unlink()
    for file in server.store.rglob(body["id"]):
        file.unlink()
    status, lines = recheck(server, "--apply")
    assert status == 1 and lines[-1] == "2 replays: 0 changed, 1 failed" and lines[0].startswith(f"failed\t{body['id']}\t")
