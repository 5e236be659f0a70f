# SPDX-License-Identifier: MIT
"""Inputs that no query should meet, and queries that end early."""

from __future__ import annotations

import gzip
import lzma
import os
import shutil
import threading
from pathlib import Path

import duckdb
import pytest

from conftest import FORMATS, PLAY
from plays import play, write_plays


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def resident() -> int:
    """KiB of this process."""
    status = Path("/proc/self/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def value(db: duckdb.DuckDBPyConnection, sql: str, *parameters: object) -> object:
    row = db.execute(sql, list(parameters)).fetchone()
    assert row
    return row[0]


def test_files_that_are_no_replays_are_errors_if_named_and_findings_in_a_folder(db: duckdb.DuckDBPyConnection, plays: Path) -> None:
    (plays / "empty.bsor").touch()
    (plays / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (plays / "dangling.bsor").symlink_to("nowhere")
    (plays / "loop.bsor").symlink_to("loop.bsor")
    os.mkfifo(plays / "pipe.bsor")
    for name in ("empty.bsor", "picture.png", "dangling.bsor", "loop.bsor", "pipe.bsor"):
        with pytest.raises(duckdb.Error, match=f"{name}: .*\\((reel|file)"):
            db.execute("FROM read_replay(?)", [str(plays / name)])
    assert value(db, "SELECT count(*) FROM read_replay(?)", str(plays)) == 3 * 8 + 3
    sql = "SELECT parse_filename(file), verdict FROM replay_files(?) WHERE verdict <> 'findings' ORDER BY ALL"
    assert db.execute(sql, [str(plays)]).fetchall() == [
        ("cut.bsor", "damaged"),
        ("dangling.bsor", "unreadable"),
        ("empty.bsor", "not-a-replay"),
        ("loop.bsor", "unreadable"),
        ("notes.txt", "not-a-replay"),
        ("picture.png", "not-a-replay"),
    ]
    named = value(db, "SELECT count(DISTINCT file) FROM replay_findings(?) WHERE rule LIKE 'reel.%' OR rule LIKE 'file.%'", str(plays))
    assert named == 5


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_files_and_folders_without_permission_are_reported(db: duckdb.DuckDBPyConnection, plays: Path) -> None:
    (plays / "a/1.bsor").chmod(0)
    assert value(db, "SELECT count(*) FROM read_replay(?)", str(plays)) == 2 * 8 + 3
    with pytest.raises(duckdb.Error, match="ermission denied"):
        db.execute("SELECT count(*) FROM read_replay(?, strict := true)", [str(plays)]).fetchall()
    (plays / "a").chmod(0)
    with pytest.raises(duckdb.Error, match="cannot read the folder"):
        db.execute("SELECT count(*) FROM read_replay(?)", [str(plays)]).fetchall()
    (plays / "a").chmod(0o755)


def test_text_that_is_not_utf8_becomes_private_characters(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    macro = (FORMATS / "gdr/golden/plain.gdr2").read_bytes()
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/f\xff.gdr2")).write_bytes(
        macro.replace(b"made by hand", b"a\0\xff\xc3(\xed\xa0\x80\n'\\b")
    )
    row = db.execute("SELECT description, parse_filename(file) FROM read_replay(?, rows := 'info')", [str(tmp_path)]).fetchone()
    assert row == ("a\0\uf7ff\uf7c3(\uf7ed\uf7a0\uf780\n'\\b", "f\uf7ff.gdr2")
    for function in ("replay_files", "replay_findings"):
        assert value(db, f"SELECT DISTINCT parse_filename(file) FROM {function}(?)", str(tmp_path)) == "f\uf7ff.gdr2"


def test_names_with_characters_of_patterns_are_paths_if_they_exist(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    for name in ("song [Expert].bsor", "what?.bsor", "a*.bsor", "-", ".hidden.bsor"):
        (tmp_path / name).write_bytes(PLAY.read_bytes())
    files = "SELECT list_sort(list(DISTINCT parse_filename(file))) FROM read_replay(?)"
    assert value(db, files, str(tmp_path / "song [Expert].bsor")) == ["song [Expert].bsor"]
    assert value(db, files, str(tmp_path / "a*.bsor")) == ["a*.bsor"]
    assert value(db, files, str(tmp_path / "*[]]*")) == ["song [Expert].bsor"]
    assert value(db, files, str(tmp_path)) == ["-", "a*.bsor", "song [Expert].bsor", "what?.bsor"]
    assert value(db, files, str(tmp_path / ".h*")) == [".hidden.bsor"]


def test_a_file_called_minus_is_not_standard_input(
    db: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "-").write_bytes(PLAY.read_bytes())
    monkeypatch.chdir(tmp_path)
    for pattern in ("-", "*", "."):
        assert value(db, "SELECT count(*) FROM read_replay(?)", pattern) == 8


def test_home_and_compressed_files(db: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.bsor.gz").write_bytes(gzip.compress(PLAY.read_bytes()))
    (tmp_path / "a.bsor.XZ").write_bytes(lzma.compress(PLAY.read_bytes()))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert value(db, "SELECT count(*) FROM '~/a.bsor.gz'") == 8
    assert value(db, "SELECT count(*) FROM '~/*.bsor.XZ'") == 8
    with pytest.raises(duckdb.Error):
        db.execute("FROM 'a.gz'")


def test_loops_of_links_end(db: duckdb.DuckDBPyConnection, plays: Path) -> None:
    (plays / "a/up").symlink_to("..")
    assert value(db, "SELECT count(DISTINCT file) FROM read_replay(?)", str(plays)) == 4
    assert value(db, "SELECT count(DISTINCT file) FROM read_replay(?)", f"{plays}/**/*.bsor") == 4
    assert value(db, "SELECT count(DISTINCT file) FROM read_replay(?)", f"{plays}/*/up/b/3.bsor") == 1


def test_a_pattern_of_many_stars_takes_no_exponential_time(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / ("a" * 200)).write_bytes(PLAY.read_bytes())
    with pytest.raises(duckdb.Error, match="no files match"):
        db.execute("FROM read_replay(?)", [f"{tmp_path}/{'*a' * 100}b"])
    with pytest.raises(duckdb.Error, match="no files match"):
        db.execute("FROM read_replay(?)", [f"{FORMATS}/{'**/*/' * 20}b"])
    with pytest.raises(duckdb.Error, match="too many parts"):
        db.execute("FROM read_replay(?)", ["*/" * 100])


def test_threads_give_the_same_rows(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    write_plays(tmp_path / "plays", 40, 5000)
    sql = "SELECT * FROM read_replay(?) ORDER BY file, row"
    db.execute("SET threads = 1")
    one = db.sql(sql, params=[str(tmp_path)]).to_arrow_table()
    # One thread reads the files in the order of their names, and the rows of each in their order.
    assert db.sql("SELECT * FROM read_replay(?)", params=[str(tmp_path)]).to_arrow_table().equals(one)
    db.execute("SET threads = 8")
    assert db.sql(sql, params=[str(tmp_path)]).to_arrow_table().equals(one)
    assert one.num_rows == 40 * 5000


def test_a_query_that_stops_early_closes_its_files(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    write_plays(tmp_path / "plays", 20, 20000)
    before = open_files()
    for _ in range(20):
        assert len(db.execute("FROM read_replay(?) LIMIT 3", [str(tmp_path)]).fetchall()) == 3
        reader = db.execute("FROM read_replay(?)", [str(tmp_path)])
        assert reader.fetchone()
    with pytest.raises(duckdb.Error):
        db.execute("SELECT error('stop') FROM read_replay(?)", [str(tmp_path)]).fetchall()
    db.execute("SELECT 1").fetchall()
    assert open_files() == before


def test_an_interrupted_query_ends_and_frees_everything(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    write_plays(tmp_path / "plays", 1, 50000)
    paths = [str(tmp_path / "plays/00000.bsor")] * 5000
    before = open_files()
    ended = threading.Event()

    def interrupt() -> None:
        while not ended.wait(0.2):  # one before the query runs has no effect
            db.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(duckdb.InterruptException):
        db.execute(f"SELECT sum(time) FROM read_replay({paths})").fetchall()
    ended.set()
    thread.join()
    assert open_files() == before
    assert value(db, "SELECT count(*) FROM read_replay(?)", paths[:2]) == 100000


def test_a_thousand_queries_take_no_more_memory(db: duckdb.DuckDBPyConnection, plays: Path) -> None:
    folder = str(plays)
    queries = [
        ("SELECT sum(time) FROM read_replay(?)", [folder]),
        ("FROM read_replay(?, vectors := 'struct')", [folder]),
        ("FROM read_replay(?, rows := 'notes', labels := 'enum') LIMIT 1", [folder]),
        ("FROM replay_stats(?, stat := 'hands')", [folder]),
        ("SELECT count(*) FROM replay_findings(?)", [folder]),
        ("FROM replay_files(?)", [folder]),
        ("FROM replay_tables(?)", [folder]),
        ("FROM read_replay(?, strict := true)", [folder]),
        ("FROM read_replay(?, rows := 'nothing')", [folder]),
        ("FROM read_replay(?, labels := 'nothing')", [folder]),
    ]

    def rounds(count: int) -> None:
        for _ in range(count):
            for sql, parameters in queries:
                try:
                    db.execute(sql, parameters).fetchall()
                except duckdb.Error as error:
                    assert "strict" in sql or "nothing" in sql, error

    rounds(30)
    start, files = resident(), open_files()
    rounds(100)
    assert open_files() == files
    assert resident() - start < 8 << 10


def test_memory_is_bounded_by_the_largest_file(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    write_plays(tmp_path / "plays", 4, 20000)
    paths = [str(path) for path in sorted((tmp_path / "plays").iterdir())]
    value(db, "SELECT sum(head_position_x) FROM read_replay(?)", paths * 5)
    before = resident()
    value(db, "SELECT sum(head_position_x) FROM read_replay(?)", paths * 100)  # 700 MB of frames
    assert resident() - before < 32 << 10


def test_a_hundred_thousand_files_are_one_query(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    data = play(2)
    for folder in range(100):
        first = tmp_path / f"{folder:03}" / "000.bsor"
        first.parent.mkdir()
        first.write_bytes(data)
        for i in range(1, 1000):
            os.link(first, first.parent / f"{i:03}.bsor")
    assert value(db, "SELECT count(*) FROM read_replay(?)", str(tmp_path)) == 200000
    assert value(db, "SELECT count(DISTINCT file) FROM read_replay(?)", f"{tmp_path}/**/*9.bsor") == 10000


def test_urls_and_empty_folders_have_texts_of_their_own(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    for function in ("read_replay", "replay_files", "replay_findings", "replay_stats"):
        for url in ("s3://bucket/plays/*.bsor", "https://example.org/x.bsor", "gcs://x"):
            with pytest.raises(duckdb.Error, match="no access to [a-z0-9]+:// URLs"):
                db.execute(f"FROM {function}('{url}')").fetchall()
        with pytest.raises(duckdb.Error, match=f'the folder "{tmp_path}" has no files'):
            db.execute(f"FROM {function}('{tmp_path}')").fetchall()
        with pytest.raises(duckdb.Error, match="no files match the pattern"):
            db.execute(f"FROM {function}('{tmp_path}/*')").fetchall()
    shutil.copyfile(PLAY, tmp_path / "x.bsor")
    assert len(db.execute(f"FROM read_replay('file://{tmp_path}/x.bsor')").fetchall()) == 8
