# SPDX-License-Identifier: MIT
"""reel-server import of tables: what exports of other leaderboards and databases of races state, and their replays."""

from __future__ import annotations

import csv
import io
import json
import os
import pathlib
import random
import re
import resource
import signal
import sqlite3
import subprocess

import pytest
import requests
from conftest import PATIENCE, PROGRAM, SOURCE, Server, wait_for
from plays import play
from races import race
from test_import import LIGHT, command, entries

COLUMNS = ["Map", "Name", "Timestamp", "Time", "Server", "cp1", "GameID"]
CREATE = (
    "CREATE TABLE IF NOT EXISTS record_race (Map VARCHAR(128) COLLATE BINARY NOT NULL, Name VARCHAR(16) NOT NULL, Timestamp TIMESTAMP NOT "
    "NULL DEFAULT CURRENT_TIMESTAMP, Time FLOAT DEFAULT 0, Server CHAR(4), cp1 FLOAT DEFAULT 0, GameID VARCHAR(64), UNIQUE (Map, Name, Time))"
)
PIECES = ["ann", "'", '"', "\\", "\\'", ",", ";", "(", ")", "`", "--", "/*", "#", " x", "é", "鉄", "%s", "\t", "NULL", "{", "0"]


def races(rows: int, seed: int) -> list[tuple]:
    chance = random.Random(seed)
    names = ["".join(chance.choices(PIECES, k=chance.randint(1, 4))).strip() or "-" for _ in range(max(2, rows // 8))]
    maps = ["".join(chance.choices(PIECES, k=3)).replace("/", "").strip() or "m" for _ in range(4)]
    return [
        (chance.choice(maps), chance.choice(names), "2020-01-02 03:04:05", round(20 + 100 * chance.random(), 2), "GER", 1.5e-05, None if n % 3 else "a-b")
        for n in range(rows)
    ]


def bests(rows: list[tuple]) -> set[tuple]:
    """The best time of each player on each map: keys ignore case and blanks at the ends of levels."""
    found: dict[tuple, float] = {}
    for level, name, _, seconds, *_ in rows:
        found[level, name] = min(seconds, found.get((level, name), seconds))
    return {(*key, value) for key, value in found.items()}


def kept(store: pathlib.Path) -> set[tuple]:
    with sqlite3.connect(store / "catalogue.sqlite") as catalogue:
        rows = catalogue.execute("SELECT shown_level, shown_player, stated_value FROM stated").fetchall()
    catalogue.close()
    return set(rows)


def as_csv(rows: list[tuple], separator: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    writer.writerows([COLUMNS, *rows])
    return out.getvalue()


def as_mysql(rows: list[tuple]) -> str:
    def value(each: object) -> str:
        if each is None:
            return "NULL"
        if not isinstance(each, str):
            return repr(each)
        return "'" + each.replace("\\", "\\\\").replace("'", "\\'").replace('"', '\\"').replace("\t", "\\t") + "'"

    lines = ["-- MySQL dump 10.19", "/*!40101 SET NAMES utf8mb4 */;", "DROP TABLE IF EXISTS `record_race`;"]
    names = ",\n".join(f"  `{name}` varchar(128) COLLATE utf8mb4_bin NOT NULL DEFAULT '0'" for name in COLUMNS)
    lines.append(f"CREATE TABLE `record_race` (\n{names},\n  UNIQUE KEY `Map` (`Map`,`Name`),\n  KEY `Name` (`Name`(8))\n) ENGINE=InnoDB;")
    lines.append("INSERT INTO `record_points` VALUES ('ann',12),('bob; INSERT',3);")
    for start in range(0, len(rows), 7):
        each = ",".join("(" + ",".join(map(value, row)) + ")" for row in rows[start : start + 7])
        lines.append(f"INSERT INTO `record_race` VALUES {each};")
    return "\n".join(lines) + "\n"


def make_database(path: pathlib.Path, rows: list[tuple]) -> str:
    """An SQLite file, and what its own command dumps."""
    with sqlite3.connect(path) as database:
        database.execute(CREATE)
        database.execute("CREATE TABLE record_points (Name, Points)")
        database.execute("INSERT INTO record_points VALUES ('ann', 12)")
        database.executemany(f"INSERT OR IGNORE INTO record_race VALUES ({','.join('?' * len(COLUMNS))})", rows)
        database.commit()
        dump = "PRAGMA foreign_keys=OFF;\n" + "\n".join(database.iterdump()) + "\n"
    database.close()
    return dump


def test_each_form_of_a_table_states_the_same(tmp_path):
    rows = races(60 if LIGHT else 400, 55)
    dump = make_database(tmp_path / "file", rows)
    lines = "\n".join(json.dumps(dict(zip(COLUMNS, row, strict=True))) for row in rows)
    forms = {"comma": as_csv(rows, ","), "semicolon": "\ufeff" + as_csv(rows, ";"), "mysql": as_mysql(rows), "dump": dump, "json": lines}
    for name, text in forms.items():
        (tmp_path / name).write_bytes(text.encode())
    unlike = {}
    for name in (*forms, "file"):
        done = command(tmp_path / f"{name}-store", "--columns", "ddnet", "import", str(tmp_path / name))
        assert done.stdout == "" and ", 0 bad," in done.stderr, (name, done)
        found = kept(tmp_path / f"{name}-store")
        if {(a.lower(), b, v) for a, b, v in found} != {(a.lower(), b, v) for a, b, v in bests(rows)}:
            unlike[name] = found ^ bests(rows)
    assert not unlike
    again = command(tmp_path / "mysql-store", "--columns", "ddnet", "import", str(tmp_path / "mysql"))
    assert " 0 of them new or better" in again.stderr


def team_rows(seed: int) -> tuple[list[tuple], set[tuple]]:
    """Rows of teams in no order, with ids of 16 bytes that have all that dumps escape; and the plays that they state."""
    chance = random.Random(seed)
    names, rows, found = ["ann", "bob", "a & b", "é'", 'x"y', "\\", "Cleo", "7"], [], {}
    for n in range(40):
        identity = bytes(chance.choices(b"\0\n\r'\"\\;\x1a\xff%a", k=15)) + bytes([n])
        team, level, seconds = chance.sample(names, chance.randint(1, 4)), f"map {n % 5}", round(20 + 50 * chance.random(), 2)
        rows += [(level, name, "2020-01-02 03:04:05", seconds, identity, "a-b", 0) for name in team]
        if len(team) > 1:
            key = (level, " & ".join(name.replace("&", "&&") for name in sorted(team, key=str.encode)))
            found[key] = min(seconds, found.get(key, seconds))
    chance.shuffle(rows)
    return rows, {(*key, value) for key, value in found.items()}


TEAM_COLUMNS = ["Map", "Name", "Timestamp", "Time", "ID", "GameID", "DDNet7"]


def teams_as_mysql(rows: list[tuple], binary: str) -> bytes:
    def value(each: object) -> bytes:
        if isinstance(each, bytes) and binary == "hex":
            return b"0x" + each.hex().encode()
        if not isinstance(each, (str, bytes)):
            return repr(each).encode()
        text = each if isinstance(each, bytes) else each.encode()
        for plain, escaped in ((b"\\", b"\\\\"), (b"\0", b"\\0"), (b"\n", b"\\n"), (b"\r", b"\\r"), (b"'", b"\\'"), (b'"', b'\\"'), (b"\x1a", b"\\Z")):
            text = text.replace(plain, escaped)
        return (b"_binary " if isinstance(each, bytes) and binary == "introducer" else b"") + b"'" + text + b"'"

    names = ",\n".join(f"  `{name}` {'varbinary(16)' if name == 'ID' else 'varchar(128)'} NOT NULL" for name in TEAM_COLUMNS)
    lines = [b"-- MariaDB dump 10.19", f"CREATE TABLE `record_teamrace` (\n{names},\n  KEY `ID` (`ID`)\n) ENGINE=InnoDB;".encode()]
    lines += [b"INSERT INTO `record_teamrace` VALUES (" + b"),(".join(b",".join(map(value, row)) for row in rows[at : at + 9]) + b");" for at in range(0, len(rows), 9)]
    return b"\n".join(lines) + b"\n"


def teams_in_sqlite(folder: pathlib.Path, rows: list[tuple]) -> bytes:
    """A file as ddnet.org publishes one, and what SQLite dumps of a server's own."""
    for path, table in (("file", "teamrace"), ("own", "record_teamrace")):
        with sqlite3.connect(folder / path) as database:
            database.execute(f"CREATE TABLE {table} (Map TEXT, Name TEXT, Timestamp TEXT, Time REAL, ID BLOB, GameID TEXT, DDNet7 INTEGER)")
            database.executemany(f"INSERT INTO {table} VALUES (?,?,?,?,?,?,?)", rows)
            database.commit()
            dump = "PRAGMA foreign_keys=OFF;\n" + "\n".join(database.iterdump()) + "\n"
        database.close()
    return dump.encode()


def test_teams_of_each_form_of_a_table(tmp_path):
    rows, wanted = team_rows(56)
    forms = {kind: teams_as_mysql(rows, kind) for kind in ("introducer", "plain", "hex")} | {"dump": teams_in_sqlite(tmp_path, rows)}
    out = io.StringIO()
    csv.writer(out).writerows([TEAM_COLUMNS, *((*row[:4], row[4].hex(), *row[5:]) for row in rows)])
    forms["comma"] = out.getvalue().encode()
    for name, text in forms.items():
        (tmp_path / name).write_bytes(text)
    for name in (*forms, "file"):
        store = tmp_path / f"{name}-store"
        done = command(store, "--columns", "ddnet-team", "import", str(tmp_path / name))
        assert done.stdout == "" and ", 0 bad," in done.stderr and "teams of one player are left out" in done.stderr, (name, done)
        assert kept(store) == wanted, name
        assert f"{len(rows)} rows" in done.stderr
    again = command(tmp_path / "hex-store", "--columns", "ddnet-team", "import", str(tmp_path / "hex"))
    assert " 0 of them new or better" in again.stderr
    (tmp_path / "comma").write_text("Map,Name,Time,ID\nm,ann,5,\nm,bob,x,1\nm,eve,5," + 255 * "1" + "\n")
    done = command(tmp_path / "bad-store", "--columns", "ddnet-team", "import", str(tmp_path / "comma"), status=1)
    assert [line.split("\t")[3] for line in done.stdout.splitlines()] == ["the row has no team", "the value is not a number", "what names the team is too long"]


def test_a_recording_of_a_team_joins_what_is_stated_of_it(tmp_path):
    (tmp_path / "teams.csv").write_text("Map,Name,Time,ID\nrun,bob,10,1\nrun,eve,9,2\nrun,ann,10,1\nrun,bob,9,2\n")
    server = Server(tmp_path)
    command(server.store, "--columns", "ddnet-team", "import", str(tmp_path / "teams.csv"))
    assert server.get("/boards/ddnet-team").json()["levels"] == []
    run = server.post("/replays", data=race("run", [("ann", 500), ("bob", 500)], team=1), headers=server.token("upload")).json()["id"]
    found = server.get("/stated/ddnet-team/run").json()["entries"]
    assert [(each["place"], each["player"], each["value"], each["recording"], each["shown"]) for each in found] == [
        (1, "bob & eve", 9, None, False), (2, "ann & bob", 10, run, True)
    ]  # fmt: skip
    assert [each["recording"] for each in server.get("/players/ann%20&%20bob").json()["stated"]] == [run]
    assert "bob &amp; eve" in server.get("/plays/search?q=eve").text
    assert server.stop() == 0


def test_bad_rows_have_their_lines(tmp_path):
    chance = random.Random(9)
    bad = {
        'm,ann,2020-01-01,': "the row has no value",
        ',ann,2020-01-01,5': "the row has no level",
        'm,,2020-01-01,5': "the row has no player",
        'm,ann,2020-01-01,5,6': "the row has another number of columns",
        'm,ann': "the row has another number of columns",
        'm,ann,2020-01-01,fast': "the value is not a number",
        'm,ann,2020-01-01,nan': "the value is not a number",
        'm,ann,yesterday,5': "the time is of no form that is known",
        'm,' + 70_000 * "a" + ',2020-01-01,5': "the row is too long, or has too many columns",
        'm,a\0b,2020-01-01,5': "a value is binary, and no text",
        200 * ",": "the row is too long, or has too many columns",
    }
    lines, wanted = ["Map,Name,Timestamp,Time"], []
    for line, why in bad.items():
        for n in range(chance.randint(0, 3)):
            lines.append(f"m{len(lines)},good {n},2020-01-01,7")
        lines.append(line)
        wanted.append(("bad", f"line {len(lines)}", "import.row", why))
    lines += ['"two', 'lines",last,2020-01-01,8', 'm,open,2020-01-01,"5']
    wanted.append(("bad", f"line {len(lines)}", "import.row", "a quoted value does not end"))
    (tmp_path / "table").write_text("\n".join(lines) + "\n")
    done = command(tmp_path / "store", "--columns", "ddnet", "import", str(tmp_path / "table"), status=1)
    assert [tuple(line.split("\t")) for line in done.stdout.splitlines()] == wanted
    assert ("two\nlines", "last", 8.0) in kept(tmp_path / "store")
    assert len(kept(tmp_path / "store")) == len(lines) - len(wanted) - 2  # the header, and a row of two lines


def test_rows_of_sql_that_are_not_of_plain_values_are_bad(tmp_path):
    text = (
        "CREATE TABLE `record_race` (`Map` text, `Name` text, `Time` float);\nINSERT INTO `record_race` VALUES ('m','a',1),\n"
        "('m',concat('a','b'),2),\n('m','c'),\n(_binary 'm','d',4);\nINSERT INTO `ddnet`.`record_race` (`Time`,`Name`,`Map`) VALUES\n"
        "(-5.5e-1,X'61','m'),(6,'f','m');\nREPLACE INTO record_race VALUES ('m','g',7);\nINSERT INTO record_race SELECT * FROM other;\n"
    )
    (tmp_path / "dump").write_text(text)
    done = command(tmp_path / "store", "--columns", "ddnet", "import", str(tmp_path / "dump"), status=1)
    plain, count = "the row is not of plain values", "the row has another number of columns"
    assert [tuple(line.split("\t")[1::2]) for line in done.stdout.splitlines()] == [("line 3", plain), ("line 4", count), ("line 7", "a value is binary, and no text")]
    assert kept(tmp_path / "store") == {("m", "a", 1), ("m", "d", 4), ("m", "f", 6), ("m", "g", 7)}
    (tmp_path / "dump").write_text("INSERT INTO record_race VALUES ('m','a',1);\n")
    done = command(tmp_path / "store", "--columns", "ddnet", "import", str(tmp_path / "dump"), status=1)
    assert "no CREATE TABLE before its rows" in done.stdout


@pytest.mark.parametrize("begin", ['Map,Name,Time\n"', "INSERT INTO record_race VALUES ('", "CREATE TABLE record_race ((((", '{"Map":"', "/* "])
def test_a_value_without_an_end_takes_no_memory(tmp_path, begin):
    (tmp_path / "table").write_bytes(begin.encode() + b"x,('" * (4 << 20))
    words = [PROGRAM, "--store", tmp_path / "store", "--workers", "1", "--columns", "ddnet", "import", tmp_path / "table"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    limit = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (20, 20))) if not os.environ.get("REEL_SERVER_OPTIONS") else None
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, preexec_fn=limit)
    assert done.returncode in (0, 1), done
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss - before < 64 << 10 or before > 64 << 10
    assert kept(tmp_path / "store") == set()


def test_a_recording_joins_what_is_stated_of_its_player(tmp_path):
    (tmp_path / "ranks.csv").write_text("Map,Name,Time\nrun,ann,10.0\nrun,bob,3.5\nrun,eve,20\nother,ann,5\n")
    server = Server(tmp_path)
    token, moderator = server.token("upload"), server.token("moderate")
    command(server.store, "--columns", "ddnet", "import", str(tmp_path / "ranks.csv"))

    def stated(level: str = "run") -> list[tuple]:
        found = server.get(f"/stated/ddnet/{level}").json()["entries"]
        return [(each["place"], each["player"], each["value"], each["recording"], each["recorded"], each["shown"]) for each in found]

    nothing = (None, None, False)
    assert stated() == [(1, "bob", 3.5, *nothing), (2, "ann", 10.0, *nothing), (3, "eve", 20, *nothing)]
    assert server.get("/boards/ddnet").json()["levels"] == []  # nothing that was not judged is on a board
    run = server.post("/replays", data=race("run", [("ann", 500), ("bob", 500)]), headers=token).json()["id"]
    assert stated() == [(1, "bob", 3.5, run, 10.0, False), (2, "ann", 10.0, run, 10.0, True), (3, "eve", 20, *nothing)]
    assert stated("other") == [(1, "ann", 5, *nothing)]
    level = server.get("/boards/ddnet").json()["levels"][0]["level"]
    page = server.get("/plays/board", params={"board": "ddnet", "level": level}).text
    assert "/plays/stated?board=ddnet&amp;level=run" in page and "/plays/stated?board=ddnet" in server.get("/plays/levels?board=ddnet").text
    shown = server.get("/plays/stated?board=ddnet&level=run").text
    assert shown.count(f"/plays/{run}") == 2 and "shows it" in shown and "shows less" in shown and "none" in shown
    assert server.get("/plays/stated?board=ddnet&level=nowhere").status_code == 404
    assert server.post(f"/moderation/replays/{run}?act=hide&reason=r", headers=moderator).status_code == 200
    assert [each[3] for each in stated()] == [None] * 3
    assert server.post("/moderation/bans?kind=player&name=bob&reason=r", headers=moderator).status_code == 200
    assert [each[1] for each in stated()] == ["ann", "eve"]
    assert requests.delete(server.url + "/players/ann/data", headers=moderator, timeout=PATIENCE).status_code == 200
    assert [each[1] for each in stated()] == ["eve"] and stated("other") == []
    assert server.stop() == 0


def test_pages_of_what_is_stated_have_each_play_once(tmp_path):
    rows = [(f"map {n % 30}", f"player {n}", 5 + n % 7) for n in range(90)]
    (tmp_path / "ranks.csv").write_text("Map,Name,Time\n" + "".join(f"{a},{b},{c}\n" for a, b, c in rows + [("map 3", f"p{n}", 6) for n in range(120)]))
    server = Server(tmp_path)
    command(server.store, "--columns", "ddnet", "import", str(tmp_path / "ranks.csv"))
    for path, member, count in (("/stated/ddnet?limit=7", "levels", 30), ("/stated/ddnet/map%203?limit=11", "entries", 123)):
        found, page = [], path
        while page:
            body = server.get(page).json()
            found, page = found + body[member], body.get("next")
        assert len({(each["level"], each["player"]) for each in found}) == len(found) == count
    assert [each["place"] for each in found] == list(range(1, count + 1)) and found == sorted(found, key=lambda each: each["value"])
    for wrong in ("after=x", "after=0:1:a", "after=1:nan:a", "after=1:1", "limit=101"):
        assert server.get(f"/stated/ddnet/map?{wrong}").status_code == 400
    assert server.get("/stated/nothing/map").status_code == server.get("/stated/nothing").status_code == 404
    assert server.stop() == 0


def test_stated_plays_are_found_and_are_on_the_pages_of_their_players(tmp_path):
    rows = [("Kobra", "ann", 70.5), ("Kobra", "eve", 60), ("Sunny Side", "eve", 61)] + [(f"m{n}", "many", 5 + n) for n in range(60)]
    (tmp_path / "ranks.csv").write_text("Map,Name,Time\n" + "".join(f"{a},{b},{c}\n" for a, b, c in rows))
    server = Server(tmp_path)
    token, moderator = server.token("upload"), server.token("moderate")
    run = server.post("/replays", data=race("Kobra", [("ann", 500)]), headers=token).json()
    level = server.get("/boards/ddnet").json()["levels"][0]["level"]
    command(server.store, "--columns", "ddnet", "import", str(tmp_path / "ranks.csv"))

    def found(words: str) -> dict[str, bool]:
        """The links of a search, each with whether it is marked as stated; every one of them has a page."""
        text = server.get("/plays/search", params={"q": words}).text
        links = re.findall(r'<li><a href="([^"]*)"><bdi>[^<]*</bdi></a>( <span class="dim">stated</span>)?</li>', text)
        for link, _ in links:
            assert server.get(link).status_code == 200, link
        return {link: bool(mark) for link, mark in links}

    kobra = {"/plays/level?id=kobra": True, f"/plays/level?id={requests.utils.quote(level.lower(), safe='')}": False}
    assert found("eve") == {"/plays/player?id=eve": True} and found("ann") == {"/plays/player?id=ann": False}
    assert found("kobra") == kobra and found("side") == {"/plays/level?id=sunny%20side": True}

    # what is stated counts nowhere: it is a list of its own, with what shows it
    eve, ann = server.get("/players/eve").json(), server.get("/players/ann").json()
    assert [(each["level"], each["value"], each["recording"], each["shown"]) for each in eve["stated"]] == [("Kobra", 60, None, False), ("Sunny Side", 61, None, False)]
    assert [(each["level"], each["recording"], each["shown"]) for each in ann["stated"]] == [("Kobra", run["id"], True)]
    assert eve["boards"] == eve["bests"] == eve["recent"] == eve["rankings"] == [] and len(ann["bests"]) >= 1
    assert [(each["board"], each["player"], each["place"]) for each in server.get("/levels/Kobra").json()["stated"]] == [("ddnet", "eve", 1), ("ddnet", "ann", 2)]
    assert {each["board"] for each in server.get(f"/levels/{level}").json()["stated"]} == {"ddnet"}
    assert server.get("/replays?player=eve").json()["replays"] == [] and server.get("/rankings/ddnet/players/eve").status_code == 404
    page = server.get("/plays/player?id=eve").text
    assert "Stated plays" in page and "were not judged" in page and "Best plays" not in page and "1:00.00" in page
    assert "Stated plays" in server.get(f"/plays/level?id={level}").text and "Stated plays" in server.get("/plays/level?id=KOBRA").text

    many, path = [], "/stated/ddnet?player=many&limit=25"
    while path:
        body = server.get(path).json()
        many, path = many + [(each["level"], each["player"], each["value"]) for each in body["levels"]], body.get("next")
    assert sorted(many) == sorted(row for row in rows if row[1] == "many") and len(server.get("/players/many").json()["stated"]) == 20
    shown, path, pages = [], "/plays/stated?board=ddnet&player=many", 0
    while path:
        text, pages = server.get(path).text, pages + 1
        shown += re.findall(r"<bdi>(m\d+)</bdi>", text)
        path = (re.findall(r'href="([^"]*)">More levels', text) or [""])[0].replace("&amp;", "&")
    assert sorted(shown) == sorted(row[0] for row in rows if row[1] == "many") and pages >= 2

    # of banned players nothing is listed; names go with the last that has them
    assert server.post("/moderation/bans?kind=player&name=eve&reason=r", headers=moderator).status_code == 200
    assert found("eve") == found("side") == {} and server.get("/players/eve").status_code == server.get("/plays/player?id=eve").status_code == 404
    assert server.get("/levels/sunny%20side").status_code == server.get("/plays/level?id=sunny%20side").status_code == 404
    assert found("kobra") == kobra
    assert requests.delete(server.url + "/moderation/bans?kind=player&name=eve", headers=moderator, timeout=PATIENCE).status_code == 200
    assert server.post(f"/moderation/replays/{run['id']}?act=hide&reason=r", headers=moderator).status_code == 200
    assert found("ann") == {"/plays/player?id=ann": True} and found("kobra") == {"/plays/level?id=kobra": True}
    assert server.post(f"/moderation/replays/{run['id']}?act=restore&reason=r", headers=moderator).status_code == 200
    assert found("ann") == {"/plays/player?id=ann": False} and found("kobra") == kobra
    for name in ("eve", "many"):
        assert requests.delete(f"{server.url}/players/{name}/data", headers=moderator, timeout=PATIENCE).status_code == 200
    assert found("eve") == found("many") == found("m1") == found("side") == {} and found("kobra") == kobra
    assert requests.delete(server.url + "/players/ann/data", headers=moderator, timeout=PATIENCE).status_code == 200
    del kobra["/plays/level?id=kobra"]
    assert found("ann") == {"/plays/player?id=ann": False} and found("kobra") == kobra  # the recording is of a whole server, and stays
    assert server.stop() == 0


def export_of_plays(folder: pathlib.Path, count: int) -> tuple[str, dict[str, bytes]]:
    """Lines of JSON, nested as services have them, and the replays that they name."""
    level, files, lines = "A" * 40, {}, []
    for n in range(count):
        name = f"{76561190000000000 + n}-{n}.bsor"
        files[name] = play(str(76561190000000000 + n), seed=n, notes=3 + n % 5, good=3)
        lines.append({
            "playerId": str(76561190000000000 + n), "player": {"id": "0", "name": f"player {n}"}, "baseScore": 300 + n, "timepost": 1700000000 + n,
            "leaderboard": {"song": {"hash": level}, "difficulty": {"difficultyName": "Expert", "modeName": "Standard"}},
            "replay": f"https://cdn.example.com/replays/{name}" if n % 2 else name,
        })  # fmt: skip
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return "\n".join(map(json.dumps, lines)) + "\n", files


def test_replays_that_a_table_names_are_judged(tmp_path):
    text, files = export_of_plays(tmp_path / "tree", 6)
    first = next(iter(files))
    outside = json.loads(text.splitlines()[0]) | {"replay": "../secret"}
    other = json.loads(text.splitlines()[1]) | {"playerId": "76561190000000099"}
    text += json.dumps(outside) + "\n" + json.dumps(other) + "\n"
    (tmp_path / "secret").write_bytes(files[first])
    (tmp_path / "tree" / "scores").write_text(text)
    (tmp_path / "tree" / first).unlink()
    done = command(tmp_path / "store", "--columns", "beatleader", "import", str(tmp_path / "tree" / "scores"), status=1)
    assert len(entries(tmp_path / "store")) == len(files) - 1
    rows = sorted(tuple(line.split("\t")[:3]) for line in done.stdout.splitlines() if not line.startswith("held"))
    name = list(files)[1]
    # of a play that is kept, whose it is was decided before
    assert rows == [("bad", "line 7", "import.row"), ("missing", "line 1", "import.file")], name
    assert len(kept(tmp_path / "store")) == len(files) + 1 and "1 without their file" in done.stderr


def test_a_replay_without_a_player_gets_that_of_its_row(tmp_path):
    reel = pytest.importorskip("conftest").COMMAND
    if not reel.exists():
        pytest.skip("the command reel is not built: set REEL")
    (tmp_path / "one.bsor").write_bytes(play("76561190000000007", seed=7))
    subprocess.run([reel, "convert", "--to", "scoresaber", "-o", tmp_path / "one.dat", tmp_path / "one.bsor"], check=True, capture_output=True)
    header = "playerId,playerName,songHash,difficulty,gameMode,baseScore,timeSet,replay\n"
    (tmp_path / "t.csv").write_text(header + f"76561190000000007,Cid,{'A' * 40},9,SoloStandard,345,2021-05-06T07:08:09.000Z,one.dat\n")
    command(tmp_path / "store", "--columns", "scoresaber", "import", str(tmp_path / "t.csv"))
    with sqlite3.connect(tmp_path / "store/catalogue.sqlite") as catalogue:
        assert catalogue.execute("SELECT player, player_name FROM replay").fetchall() == [("76561190000000007", "Cid")]
        stated = catalogue.execute("SELECT shown_level, stated_value, stated_at, shown_name FROM stated").fetchall()
    catalogue.close()
    assert stated == [(f"{'A' * 40}/ExpertPlus/Standard", 345, 1620284889000, "Cid")]


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_table_goes_on_after_it_was_stopped(tmp_path, sign):
    text, files = export_of_plays(tmp_path / "tree", 24)
    table, store = tmp_path / "tree" / "scores", tmp_path / "store"
    table.write_text(text)
    for wanted in (3, 12):
        run = subprocess.Popen(
            [PROGRAM, "--store", store, "--workers", "1", *os.environ.get("REEL_SERVER_OPTIONS", "").split(), "--columns", "beatleader",
             "import", table], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
        wait_for(lambda: run.poll() is not None or count_entries(store) >= wanted)  # noqa: B023
        run.send_signal(sign)
        _, log = run.communicate(timeout=PATIENCE)
        assert run.returncode in (0, 1 if sign == signal.SIGINT else -sign, -sign), log  # -SIGINT: before it is caught
    command(store, "--columns", "beatleader", "import", str(table))
    assert count_entries(store) == len(kept(store)) == len(files)
    with sqlite3.connect(store / "catalogue.sqlite") as catalogue:
        assert catalogue.execute("SELECT COUNT(*) FROM import_position").fetchone() == (0,)
    catalogue.close()


def count_entries(store: pathlib.Path) -> int:
    try:
        return len(entries(store))
    except sqlite3.OperationalError:
        return 0


def test_columns_of_ones_own(tmp_path):
    (tmp_path / "t").write_text("who\twhere\tcentis\tplayed\nann\t1\t250\t1600000000\nbob\t2\t300\t1600000000000\n")
    (tmp_path / "columns").write_text(
        "# of a server of ours\ntable ours\nboard ddnet\nlevel map {where} of {where}\nplayer {who}\nvalue {time}\nvalue {centis}\nscale 0.01\n"
        "time {played}\nword where 1 one\ntable other\nnonsense\n"
    )
    command(tmp_path / "store", "--columns", str(tmp_path / "columns"), "import", str(tmp_path / "t"))
    assert kept(tmp_path / "store") == {("map one of one", "ann", 2.5), ("map 2 of 2", "bob", 3.0)}
    with sqlite3.connect(tmp_path / "store/catalogue.sqlite") as catalogue:
        assert catalogue.execute("SELECT DISTINCT stated_at FROM stated").fetchall() == [(1600000000000,)]
    catalogue.close()
    wrong = {
        "level {a}\n": ":1: a table begins with", "table t\nboard ddnet\nlevel {a}\nplayer {b}\n": "needs board, level, player and value",
        "table t\nword a b\n": ":2: a word is COLUMN FROM TO", "table t\nlevel a\n": ":2: a column is in braces", "table t\nscale x\n": ":2: scale is",
        "table t\nboard ddnet\nlevel {a}\nplayer {b}\nvalue {c}\nteam {d}\nfile {e}\n": "a table of teams states plays, and has no files",
        "table t\nvalues {a}\n": ":2: no such word", "": "no table is declared", "table t\nlevel\n": ":2: the line ends",
        "table t\nboard none\nlevel {where}\nplayer {who}\nvalue {centis}\n": "no board 'none'",
    }  # fmt: skip
    for text, why in wrong.items():
        (tmp_path / "columns").write_text(text)
        done = command(tmp_path / "store", "--columns", str(tmp_path / "columns"), "import", str(tmp_path / "t"), status=1)
        assert why in done.stderr, (text, done.stderr)
    assert "beatleader, scoresaber, ddnet, ddnet-team" in command(tmp_path / "store", "import", str(tmp_path / "t"), status=1).stderr
    assert "nowhere" in command(tmp_path / "store", "--columns", "nowhere", "import", str(tmp_path / "t"), status=1).stderr
    assert "--columns is for a table" in command(tmp_path / "store", "--columns", "ddnet", "import", str(tmp_path), status=1).stderr
    (tmp_path / "empty").write_text("")
    assert "neither CSV" in command(tmp_path / "store", "--columns", "ddnet", "import", str(tmp_path / "empty"), status=1).stderr


def test_the_columns_of_the_page(tmp_path):
    (block,) = re.findall(r"^```text\n(.*?)^```$", (SOURCE / "docs/server.md").read_text(), re.S | re.M)
    (tmp_path / "columns").write_text(block)
    (tmp_path / "t.csv").write_text("course,nick,milliseconds,played,recording\nSunny,ann,65250,2020-01-02 03:04:05,\n")
    command(tmp_path / "store", "--columns", str(tmp_path / "columns"), "import", str(tmp_path / "t.csv"))
    assert kept(tmp_path / "store") == {("Sunny", "ann", 65.25)}
