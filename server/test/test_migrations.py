# SPDX-License-Identifier: MIT
"""Catalogues of every version of the tables, brought forward by the server of now; and one of a newer version, which is left alone."""

from __future__ import annotations

import hashlib
import json
import pathlib
import sqlite3
import subprocess

import pytest
import requests
from conftest import PATIENCE, PROGRAM, SOURCE, Server, own_schema, psql
from games import course, stand
from plays import play
from test_admin import FIRST_TABLES
from test_plans import BUILD

TOOL = BUILD / "test/schema_tool"
STEPS = (SOURCE / "server/src/store/catalogue.c").read_text().split("steps[][40] = {")[1].split("\n};")[0].count("NULL },")

# The tables and indexes of each version, as hashes. A line is added for a new step, and none is changed: catalogues of that version exist.
SCHEMAS = [
    "c1e0fd9ee09fa77f",
    "3c37bc5991e36e33",
    "442fed95ef5518d6",
    "1222261416684c14",
    "859813b561a69fa3",
    "e2143b9d12542dea",
    "2f479a1ca1a7c9a6",
    "4a3ecc2bc643806e",
    "d5a236b33d22d391",
    "6c6b09fec9513367",
    "2a39ba62952a68e2",
    "91d6ab8c3b04b5bc",
    "c969fd09cd57e26e",
    "818f8fbf813e8964",
    "e86845981bf2ebcf",
]
MAPS = 13  # the version that added them
STATED_NAMES = 15


def run(where: str, *version: object, status: int = 0) -> subprocess.CompletedProcess:
    done = subprocess.run([TOOL, where, *map(str, version)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == status, done
    return done


def rows_of_the_first_version() -> list[tuple]:
    """Replays of three players, of which one was failed, one was held and two are of one player and level."""
    rows = []
    for n, (player, level, score, verdict, won) in enumerate(
        (("ann", "l/Expert", 5.0, 2, True), ("ann", "L/expert", 7.0, 2, True), ("bob", "l/Expert", 6.0, 2, False),
         ("Cleo", "custom_level_M/Easy", 3.0, 1, True), ("Cleo", "m/Easy", None, 2, True))
    ):  # fmt: skip
        answer = json.dumps({"player": player, "statistics": {"summary": [{"won": won}]}}, separators=(",", ":"))
        identity = hashlib.sha256(b"%d" % n).hexdigest()
        rows.append((identity, 1000 + n, 10, verdict, "bsor", "Beat Saber", player, "", level, score, 1.0, 0, 0, "t", answer, ""))
    return rows


def make_first(database: sqlite3.Connection) -> None:
    database.executescript(FIRST_TABLES)
    database.executescript(
        "CREATE INDEX replay_received ON replay (received, id); CREATE INDEX replay_player ON replay (player, received, id);"
        "CREATE INDEX replay_level ON replay (level, received, id); CREATE INDEX replay_board ON replay (game, level, player, score);"
        "CREATE INDEX upload_key_created ON upload_key (created);"
        "INSERT INTO token VALUES ('old', 'upload', 'h', 1, 0);"
    )
    database.executemany(f"INSERT INTO replay VALUES ({','.join('?' * 16)})", rows_of_the_first_version())
    database.commit()


def schema_of(path: pathlib.Path) -> str:
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT type, name, tbl_name FROM sqlite_master ORDER BY 1, 2").fetchall()
        parts = [(kind, name, table, *map(tuple, columns(database, kind, name))) for kind, name, table in rows]
    database.close()
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def columns(database: sqlite3.Connection, kind: str, name: str) -> list[tuple]:
    return database.execute(f"PRAGMA {'table_info' if kind == 'table' else 'index_xinfo'}({name})").fetchall()


def contents_of(path: pathlib.Path) -> dict[str, list[tuple]]:
    with sqlite3.connect(path) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: sorted(database.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}
    database.close()
    return found


def check(server: Server) -> None:
    """What the first version's replays are in calls of now."""
    board = server.get("/boards/beatsaber/l/expert").json()["entries"]
    assert [(each["player"], each["value"]) for each in board] == [("ann", 7.0)]  # bob failed
    assert [each["level"] for each in server.get("/replays?verdict=held").json()["replays"]] == ["custom_level_M/Easy"]
    assert len(server.get("/replays?level=m/easy&player=Cleo").json()["replays"]) == 2
    assert server.get("/plays/search?q=cleo").text.count("id=Cleo") >= 1


@pytest.mark.parametrize("version", range(1, STEPS + 1))
def test_every_version_is_brought_forward(tmp_path, version):
    store = tmp_path / "store"
    store.mkdir()
    path = store / "catalogue.sqlite"
    with sqlite3.connect(path) as database:
        make_first(database)
    database.close()
    if version > 1:
        run(str(path), version)
    assert schema_of(path) == SCHEMAS[version - 1], "a step that catalogues exist of was changed, or a new one has no line in SCHEMAS"
    server = Server(tmp_path)
    try:
        check(server)
        token = server.token("upload")
        assert server.post("/replays", data=play("new", seed=version), headers=token).status_code == 201
        assert server.post("/replays", data=play("new", seed=version), headers=token).status_code == 200
    finally:
        assert server.stop() == 0
    # in one go or step by step, it is the same
    (tmp_path / "other").mkdir()
    whole, parts = tmp_path / "other/whole.sqlite", tmp_path / "other/parts.sqlite"
    for each in (whole, parts):
        with sqlite3.connect(each) as database:
            make_first(database)
        database.close()
    for step in range(2, version + 1):
        run(str(parts), step)
    run(str(parts))
    run(str(whole))
    assert contents_of(parts) == contents_of(whole)
    fresh = tmp_path / "other/fresh.sqlite"
    assert int(run(str(fresh)).stdout) == STEPS
    assert schema_of(fresh) == schema_of(whole) == schema_of(path) == SCHEMAS[-1]


def test_replays_from_before_there_were_maps_know_theirs(tmp_path):
    """Also those that were withdrawn."""
    room = course()[0]
    server = Server(tmp_path)
    token, moderator = server.token("upload"), server.token("moderate")
    sent = [play("a", level="B" * 40), play("b", level="a level with a name of its own and forty"), stand(room), stand("A" * 64, "bob")]
    ids = [server.post("/replays", data=data, headers=token).json()["id"] for data in sent]
    hide = f"{server.url}/moderation/replays/{ids[2]}?act=hide"
    assert requests.post(hide, headers=moderator, timeout=PATIENCE).status_code == 200
    assert server.stop() == 0
    before = contents_of(server.database)["replay_map"]
    assert sorted(key for _, key, _ in before) == sorted(["b" * 40, room, "a" * 64])
    with server.catalogue() as catalogue:
        catalogue.execute("DROP TABLE map")
        catalogue.execute("DROP TABLE replay_map")
        catalogue.execute("DROP TABLE stated")  # of the version after it
        catalogue.execute("DROP INDEX best_base")
        catalogue.execute(f"UPDATE reel_version SET version = {MAPS - 1}")
    catalogue.close()
    run(str(server.database))
    # a name of forty letters is taken for a hash, which finds no map
    assert [row for row in contents_of(server.database)["replay_map"] if " " not in row[1]] == before


def test_stated_plays_from_before_they_were_named_are_found(tmp_path):
    (tmp_path / "t.csv").write_text("Map,Name,Time\n" + "".join(f"map {n % 3},player {n},{n + 5}\n" for n in range(20)))
    server = Server(tmp_path)
    done = subprocess.run([PROGRAM, "--store", server.store, "--columns", "ddnet", "import", tmp_path / "t.csv"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done
    assert server.stop() == 0
    before = contents_of(server.database)["known_name"]
    assert len(before) == 2 * (20 + 3)  # two words each
    with server.catalogue() as catalogue:
        catalogue.execute("DELETE FROM known_name")
        catalogue.execute("DROP INDEX stated_of_level")
        catalogue.execute(f"UPDATE reel_version SET version = {STATED_NAMES - 1}")
    catalogue.close()
    run(str(server.database))
    assert contents_of(server.database)["known_name"] == before


def test_a_newer_version_is_left_alone(tmp_path):
    store = tmp_path / "store"
    server = Server(tmp_path)
    assert server.stop() == 0
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE reel_version SET version = version + 1")
    catalogue.close()
    before = contents_of(server.database)
    for words in (["--port", "0"], ["fsck"], ["token", "list"]):
        done = subprocess.run([PROGRAM, "--store", store, *words], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 1 and "newer version" in done.stderr and str(STEPS + 1) in done.stderr, done
    assert contents_of(server.database) == before


@pytest.mark.parametrize("version", range(1, STEPS + 1))
def test_every_version_is_brought_forward_in_postgres(tmp_path, version):
    with sqlite3.connect(":memory:") as database:
        make_first(database)
        tables = "\n".join(line for line in database.iterdump() if not line.startswith(("BEGIN", "COMMIT")))
    database.close()
    with own_schema(f"version_{version}") as where:
        psql(where, tables)
        if version > 1:
            run(where, version)
        server = Server(tmp_path, postgres=where)
        try:
            check(server)
        finally:
            assert server.stop() == 0
