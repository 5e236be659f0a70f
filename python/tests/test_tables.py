# SPDX-License-Identifier: MIT
"""Many files of any formats: patterns, URLs, tables about files, and what a condition leaves closed."""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import polars as pl
import pyarrow as pa
import pytest

import pyreel
from plays import files, golden, stored, write_play
from pyreel._files import list_files
from pyreel._pushdown import file_names
from pyreel._reports import TABLES

pytestmark = pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Golden and bad files of all formats, a text, and an empty file."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    for kind in ("golden", "bad"):
        for number, path in enumerate(files(kind)):
            shutil.copyfile(path, folder / f"{kind}-{number:04}-{path.name}")
    (folder / "notes.txt").write_text("not a replay")
    (folder / "nothing.bsor").touch()
    return folder


def opened(path: str) -> pyreel.Replay | pyreel.ReelError:
    try:
        return pyreel.open(path, strict=False)
    except pyreel.ReelError as error:
        return error


# what is wrong with a file is the same as for open


@pytest.mark.parametrize("table", ["frames", "inputs", "notes"])
def test_a_sound_file_of_another_format_is_not_called_unknown(mixed: Path, table: str) -> None:
    scan = pyreel.scan(mixed, table)
    read = set(scan.to_arrow()["file"].to_pylist())
    assert scan.failures
    for path in read:
        found = opened(path.partition("#")[0])
        assert isinstance(found, pyreel.Replay)
        assert found.schema.table(table) == scan.info, path
    for path, error in scan.failures:
        found = opened(path.partition("#")[0])
        if isinstance(found, pyreel.ReelError):
            assert error.rule in (found.rule, "arrow.table"), path
            assert (error.rule == "reel.unknown-format") == (found.rule == "reel.unknown-format"), path
        else:
            assert error.rule != "reel.unknown-format", path
            assert error.path is not None


def test_files_of_other_formats_and_games_are_left_out(mixed: Path) -> None:
    for options in ({"format": "bsor"}, {"format": ["bsor", "xror"]}, {"game": "geometry dash"}, {"game": "Echo VR"}):
        table = "inputs" if options.get("game") == "geometry dash" else "frames"
        scan = pyreel.scan(mixed, table, **options)  # type: ignore[arg-type]
        paths = set(scan.to_arrow()["file"].to_pylist())
        known = pyreel.formats()
        chosen = {
            each.id
            for each in known.values()
            if each.id in options.get("format", "") or options.get("game", "-").lower() == each.game.lower()
        }
        for path in paths:
            found = opened(path.partition("#")[0])
            assert isinstance(found, pyreel.Replay)
            assert found.format in chosen
        for path, _ in scan.failures:
            found = opened(path.partition("#")[0])
            assert isinstance(found, pyreel.ReelError) or found.format in chosen, path


def test_a_strict_scan_of_one_game_does_not_mind_others(tmp_path: Path) -> None:
    write_play(tmp_path / "b.bsor")
    shutil.copyfile(golden("plain.gdr2"), tmp_path / "a.gdr2")
    assert len(pyreel.scan(tmp_path, "frames", format="bsor", strict=True)) == 3
    with pytest.raises(pyreel.ReelError, match="no table 'frames'"):
        pyreel.scan(tmp_path, "frames", strict=True).to_arrow()


def test_unknown_formats_and_games_name_the_closest(tmp_path: Path) -> None:
    with pytest.raises(pyreel.ReelError, match="did you mean 'bsor'"):
        pyreel.scan(tmp_path, "frames", format="bsr")
    with pytest.raises(pyreel.ReelError, match="did you mean 'DDNet'"):
        pyreel.scan(tmp_path, "frames", game="DDNt")
    write_play(tmp_path / "x.bsor")
    with pytest.raises(pyreel.ReelError, match="none of 1 is of the chosen format"):
        pyreel.scan(tmp_path, "frames", game="DDNet")


# plays, files, findings


def test_plays_is_one_table_of_all_formats(mixed: Path) -> None:
    scan = pyreel.scan(mixed, "plays")
    rows = scan.to_polars().to_dicts()
    readable = {str(path): found for path in sorted(mixed.iterdir()) if isinstance(found := opened(str(path)), pyreel.Replay)}
    assert {row["file"].partition("#")[0] for row in rows} == set(readable)
    for row in rows:
        if "#" in row["file"]:
            continue
        replay = readable[row["file"]]
        assert row["format"] == replay.format
        assert row["game"] is None or row["game"] in replay.schema.game.split(", ")
        flagged = [
            field.name for table in replay.tables.values() if table.header for field in table.fields if "player-name" in field.flags
        ]
        if row["player"] is not None:
            assert row["player"] in [replay.header.get(name) for name in flagged]
        assert row["complete"] == (replay.damage is None), row["file"]
    failed = {path for path, _ in scan.failures}
    assert failed >= {str(mixed / "notes.txt"), str(mixed / "nothing.bsor")}
    assert failed & {row["file"] for row in rows} == {row["file"] for row in rows if not row["complete"]}


def test_a_play_says_who_what_when_and_how(tmp_path: Path) -> None:
    write_play(tmp_path / "x.bsor", frames=5)
    row = pyreel.scan(tmp_path, "plays").to_polars().row(0, named=True)
    assert {name: row[name] for name in ("game", "player", "player_id", "mode", "duration", "score", "stated_score", "complete")} == {
        "game": "Beat Saber", "player": "Zoë", "player_id": "1", "mode": "Standard", "duration": 2.0, "score": 0, "stated_score": None, "complete": True,
    }  # fmt: skip
    assert row["level"] == "0" * 40 + "/Expert/Standard"
    assert row["time_played"].isoformat() == "2023-11-14T22:13:20+00:00"
    summary = pyreel.open(tmp_path / "x.bsor").stats()["summary"].to_polars()
    assert row["score"] == summary["score"][0]


def test_a_length_is_one_that_a_play_can_have(mixed: Path) -> None:
    lengths = pyreel.scan(mixed, "plays", ["duration"]).to_polars()["duration"].drop_nulls()
    assert lengths.len() > 0
    assert lengths.is_finite().all()
    assert (lengths > 0).all()


def test_files_and_findings_agree_with_check(mixed: Path) -> None:
    rows = {row["file"]: row for row in pyreel.scan(mixed, "files").to_polars().to_dicts()}
    findings = pyreel.scan(mixed, "findings").to_polars()
    for path in sorted(mixed.iterdir()):
        row = rows.get(str(path))
        if row is None:
            assert any(name.startswith(f"{path}#") for name in rows)
            continue
        found = opened(str(path))
        own = findings.filter(pl.col("file") == str(path))
        assert row["size"] == path.stat().st_size
        if isinstance(found, pyreel.ReelError):
            assert row["verdict"] in ("unreadable", "not-a-replay", "damaged")
            assert row["rule"] == found.rule
            assert found.rule in own["rule"].to_list()
            continue
        checked = found.check()
        assert [finding.rule for finding in checked] == own["rule"].to_list(), path
        assert row["errors"] == sum(finding.severity == "error" for finding in checked)
        noticed = any(finding.severity != "note" for finding in checked)
        damaged = found.damage is not None
        assert row["verdict"] == ("damaged" if damaged else "findings" if noticed else "fine") or row["verdict"] == "unreadable"


def test_an_archive_has_a_play_for_each_replay(tmp_path: Path) -> None:
    write_play(tmp_path / "x.bsor")
    archive = tmp_path / "day.reel"
    archive.write_bytes(2 * stored((tmp_path / "x.bsor").read_bytes()) + b"junk")
    for table in ("plays", "files"):
        scan = pyreel.scan(archive, table)
        rows = scan.to_polars()
        assert rows["file"].to_list()[:2] == [f"{archive}#{name}" for name in (1, 2)], table
        assert len(scan.failures) == 1
    assert pyreel.scan(archive, "files").to_polars()["verdict"].to_list()[2:] == ["damaged"]
    assert "archive.member" in pyreel.scan(archive, "findings").to_polars()["rule"].to_list()


def test_columns_of_tables_about_files(tmp_path: Path) -> None:
    write_play(tmp_path / "x.bsor")
    assert pyreel.scan(tmp_path, "plays", ["score", "player"]).to_polars().columns == ["file", "score", "player"]
    assert pyreel.scan(tmp_path, "plays", ["score"], file="path").to_polars().columns == ["path", "score"]
    assert pyreel.scan(tmp_path, "files", ["verdict"], file=None).to_polars().rows() == [("findings",)]
    with pytest.raises(pyreel.ReelError, match="did you mean 'player'"):
        pyreel.scan(tmp_path, "plays", ["plyer"])
    with pytest.raises(pyreel.ReelError, match="no time axis"):
        pyreel.scan(tmp_path, "files", after=1)


def test_no_format_has_a_table_of_such_a_name() -> None:
    for known in pyreel.formats().values():
        names = {table for insight in known.insights for table in insight.tables} | set(known.tables)
        assert not names & set(TABLES), known.id


def test_the_schema_is_that_of_the_rows(mixed: Path) -> None:
    for table in TABLES:
        scan = pyreel.scan(mixed, table)
        assert pa.schema(scan) == scan.to_arrow().schema
        assert pyreel.lazy(mixed, table).collect().equals(scan.to_polars())


def test_a_strict_table_of_files_raises(plays: Path) -> None:
    for table in ("plays", "files"):
        with pytest.raises(pyreel.ReelError) as caught:
            pyreel.scan(plays, table, strict=True).to_polars()
        assert caught.value.status == "truncated"
        assert str(caught.value.path).endswith("cut.bsor")


@pytest.mark.parametrize("threads", [1, 3])
def test_tables_about_files_do_not_depend_on_threads(mixed: Path, threads: int) -> None:
    assert pyreel.scan(mixed, "plays", threads=threads).to_arrow().equals(pyreel.scan(mixed, "plays").to_arrow())


def test_progress_of_a_table_about_files(plays: Path) -> None:
    seen: list[tuple[int, int]] = []
    pyreel.scan(plays, "plays", progress=lambda done, count: seen.append((done, count))).to_arrow()
    assert seen == [(i, 6) for i in range(1, 7)]
    with pytest.raises(pyreel.ReelError, match="cancelled"):
        pyreel.scan(plays, "plays", progress=lambda done, count: False).to_arrow()


# paths


def test_patterns(plays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (plays / "deep" / "er").mkdir(parents=True)
    write_play(plays / "deep" / "er" / "9.bsor")
    write_play(plays / "song [Expert].bsor")
    (plays / ".hidden.bsor").write_bytes(b"")

    def found(pattern: str) -> list[str]:
        return [os.fsdecode(path).removeprefix(f"{plays}/") for path in list_files(f"{plays}/{pattern}")]

    assert found("0/*.bsor") == ["0/0.bsor", "0/2.bsor", "0/4.bsor"]
    assert found("[01]/[!0-9]*") == ["1/cut.bsor"]
    assert found("**/9.bsor") == ["deep/er/9.bsor"]
    assert found("d*") == ["deep/er/9.bsor"]
    assert found("song [Expert].bsor") == ["song [Expert].bsor"]
    assert sorted(found("**")) == sorted(found(""))
    assert sorted(found("**/*")) == sorted(found(""))
    with pytest.raises(FileNotFoundError, match="no files match") as caught:
        found("*.none")
    assert isinstance(caught.value, pyreel.ReelError)
    assert caught.value.path == f"{plays}/*.none"
    monkeypatch.chdir(plays)
    assert list(list_files("0/?.bsor")) == [b"0/0.bsor", b"0/2.bsor", b"0/4.bsor"]
    assert list(list_files(b"*/*t.bsor")) == [b"1/cut.bsor"]


def test_patterns_against_the_names_themselves(tmp_path: Path) -> None:
    """Any path is matched by a pattern made from it, and by none from which it differs in a plain letter."""
    chance = random.Random(31)
    for _ in range(60):
        path = tmp_path.joinpath(*("".join(chance.choices("ab.[", k=chance.randint(1, 3))) for _ in range(chance.randint(1, 4))))
        if any(part.startswith(".") for part in path.relative_to(tmp_path).parts) or path.exists():
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        except (FileExistsError, NotADirectoryError):
            continue
        parts = [
            "*" if chance.random() < 0.3 else "**" if chance.random() < 0.2 else part.replace("[", "?")
            for part in path.relative_to(tmp_path).parts
        ]
        found = list(list_files(str(tmp_path.joinpath(*parts))))
        assert os.fsencode(path) in found, parts
        assert len(found) == len(set(found))


def test_a_pattern_does_not_follow_links_in_circles(tmp_path: Path) -> None:
    write_play(tmp_path / "a" / "x.bsor") if (tmp_path / "a").mkdir() is None else None
    for name in "bcde":
        (tmp_path / "a" / name).symlink_to(tmp_path, target_is_directory=True)
    assert list(list_files(str(tmp_path / "**" / "*.bsor"))) == [os.fsencode(tmp_path / "a" / "x.bsor")]


def test_the_home_folder(plays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(plays))
    assert pyreel.open("~/0/0.bsor").format == "bsor"
    assert len(pyreel.scan("~/0", "frames").paths) == 3
    assert len(pyreel.scan(Path("~/0/*.bsor"), "frames").paths) == 3
    assert pyreel.open(f"file://{plays}/0/0.bsor").format == "bsor"


def test_errors_are_those_of_the_language(tmp_path: Path) -> None:
    missing = tmp_path / "none.bsor"
    for call in (lambda: pyreel.open(missing), lambda: pyreel.scan(missing, "frames")):
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert (caught.value.filename, caught.value.path) == (str(missing), str(missing))  # type: ignore[attr-defined]
    with pytest.raises(IsADirectoryError):
        pyreel.open(tmp_path)
    scan = pyreel.scan(missing, "plays")
    assert len(scan.to_polars()) == 0
    assert isinstance(scan.failures[0].error, FileNotFoundError)
    with pytest.raises(FileNotFoundError):
        pyreel.scan(missing, "files", strict=True).to_polars()
    if os.geteuid() != 0:
        write_play(missing)
        missing.chmod(0)
        with pytest.raises(PermissionError):
            pyreel.open(missing)


# URLs


@pytest.fixture
def memory(plays: Path) -> str:
    fsspec = pytest.importorskip("fsspec")
    fs = fsspec.filesystem("memory")
    fs.store.clear()
    for path in sorted(plays.rglob("*.bsor")):
        fs.pipe(f"/bucket/{path.relative_to(plays)}", path.read_bytes())
    return "memory://bucket"


def test_urls_give_what_files_give(plays: Path, memory: str) -> None:
    for table in ("frames", "summary", "plays", "files", "findings"):
        local, remote = (pyreel.scan(tree, table) for tree in (plays, memory))
        rows, others = (scan.to_polars().with_columns(pl.col("file").cast(pl.String)) for scan in (local, remote))
        if table == "files":
            rows = rows.with_columns(size=pl.lit(0, pl.UInt64))
            others = others.with_columns(size=pl.lit(0, pl.UInt64))
        assert others["file"][0].startswith("memory://")
        assert rows.drop("file").equals(others.drop("file")), table
        assert [error.rule for _, error in local.failures] == [error.rule for _, error in remote.failures]
    assert pyreel.open(f"{memory}/0/0.bsor")["frames"].to_polars().height == 1
    assert len(pyreel.scan(f"{memory}/0/*.bsor", "frames").paths) == 3
    late = [pyreel.lazy(tree, "frames").filter(pl.col("time") >= 1).select("time").collect() for tree in (plays, memory)]
    assert late[0].equals(late[1])


def test_urls_that_lead_nowhere(memory: str) -> None:
    with pytest.raises(FileNotFoundError):
        pyreel.open(f"{memory}/none.bsor")
    with pytest.raises(FileNotFoundError, match="no files match"):
        pyreel.scan(f"{memory}/*.none", "frames")
    for read in (lambda: pyreel.scan("nowhere://x", "frames"), lambda: pyreel.open("nowhere://x")):
        with pytest.raises(pyreel.ReelError, match="nowhere") as raised:
            read()
        assert (raised.value.status, raised.value.rule, raised.value.path) == ("argument", "python.url", "nowhere://x")


@pytest.fixture
def vault(plays: Path) -> str:
    """A store that refuses connections without its key, as others refuse them without credentials."""
    fsspec = pytest.importorskip("fsspec")
    from fsspec.implementations.memory import MemoryFileSystem

    class Vault(MemoryFileSystem):  # type: ignore[misc]
        protocol = "vault"
        cachable = False
        store: ClassVar[dict[str, Any]] = {}
        pseudo_dirs: ClassVar[list[str]] = [""]

        def __init__(self, key: str = "", **options: Any) -> None:
            super().__init__(**options)
            if key != "right":
                raise ConnectionRefusedError("the vault is closed")

        @classmethod
        def _strip_protocol(cls, path: str) -> str:
            return str(super()._strip_protocol(path.replace("vault://", "memory://", 1)))

    fsspec.register_implementation("vault", Vault, clobber=True)
    Vault(key="right").pipe("/plays/0.bsor", (plays / "0" / "0.bsor").read_bytes())
    return "vault://plays/0.bsor"


def test_options_go_to_the_file_system_of_a_url(plays: Path, vault: str) -> None:
    wanted = pyreel.open(plays / "0" / "0.bsor")["frames"].to_polars()
    options = {"key": "right"}
    assert pyreel.open(vault, storage_options=options)["frames"].to_polars().equals(wanted)
    assert pyreel.scan(vault, "frames", storage_options=options).to_polars().drop("file").equals(wanted)
    for read in (lambda: pyreel.open(vault), lambda: pyreel.scan(vault, "frames", strict=True).to_polars()):
        with pytest.raises(pyreel.ReelError, match="the vault is closed"):
            read()


def test_slips_are_answered_by_what_was_meant(plays: Path) -> None:
    for table, meant in (("play", "plays"), ("file", "files"), ("finding", "findings"), ("frame", "frames")):
        with pytest.raises(pyreel.ReelError, match=f"no table '{table}'; did you mean '{meant}'"):
            pyreel.scan(plays, table)
    with pytest.raises(TypeError, match="where must be a mapping"):
        pyreel.scan(plays, "plays", where="Zoë")  # type: ignore[arg-type]


# what a condition leaves closed


def test_the_names_in_a_condition() -> None:
    file = pl.col("file")
    for condition, names in [
        (file == "a", {"a"}),
        ("a" == file, {"a"}),
        (file.is_in(["a", "b"]), {"a", "b"}),
        ((file == "a") | (file == "b"), {"a", "b"}),
        ((file == "a") & (pl.col("time") < 3), {"a"}),
        (file.is_in(["a", "b"]) & (file == "b"), {"b"}),
        ((file == "a") | (pl.col("time") < 3), None),
        (file != "a", None),
        (~(file == "a"), None),
        (file.str.contains("a"), None),
        (pl.col("time") == 1, None),
    ]:
        found = file_names(condition, "file")
        assert found == (None if names is None else frozenset(names)), str(condition)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """10,000 names of one play, and one other play."""
    folder = tmp_path / "many"
    folder.mkdir()
    write_play(folder / "00000.bsor", name="ann")
    for i in range(1, 10_000):
        os.link(folder / "00000.bsor", folder / f"{i:05}.bsor")
    (folder / "05000.bsor").unlink()
    write_play(folder / "05000.bsor", frames=5, name="zoe")
    return folder


class Opens:
    """Counts what the extension module is asked to open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paths: list[bytes] = []
        self.depths: list[int] = []
        scan, survey = pyreel._reel.scan, pyreel._reel.survey

        def spy_scan(paths: bytes, *more: Any) -> object:
            self.paths += paths.split(b"\0")[:-1]
            return scan(paths, *more)

        def spy_survey(source: Any, reading: Any, depth: int, check: bool = False) -> dict[str, Any]:
            self.paths.append(source)
            self.depths.append(depth)
            return survey(source, reading, depth, check)

        monkeypatch.setattr(pyreel._reel, "scan", spy_scan)
        monkeypatch.setattr(pyreel._reel, "survey", spy_survey)


def test_a_condition_on_the_file_opens_no_other(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = str(many / "05000.bsor")
    for table, rows in (("frames", 5), ("plays", 1), ("files", 1), ("summary", 1)):
        opens = Opens(monkeypatch)
        assert pyreel.lazy(many, table).filter(pl.col("file") == wanted).collect().height == rows
        assert set(opens.paths) == {os.fsencode(wanted)}, table
        two = pyreel.lazy(many, table).filter(pl.col("file").is_in([wanted, str(many / "00007.bsor")])).collect()
        assert two["file"].n_unique() == 2
        assert len(set(opens.paths)) == 2
        monkeypatch.undo()


def test_a_condition_on_a_header_reads_only_headers_of_others(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opens = Opens(monkeypatch)
    query = pyreel.lazy(many, "plays").filter((pl.col("player") == "zoe") & (pl.col("score") >= 0)).select("file", "score", "player")
    assert query.collect().rows() == [(str(many / "05000.bsor"), 0, "zoe")]
    assert sorted(opens.depths) == [1] * 10_000 + [3]
    opens.depths.clear()
    assert pyreel.lazy(many, "plays").select("player").unique().collect().height == 2
    assert set(opens.depths) == {1}


def test_a_condition_on_the_format_only_identifies_the_others(plays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("events.slc", "plain.gdr2", "every-message.teehistorian"):
        shutil.copyfile(golden(name), plays / name)
    (plays / "notes.txt").write_text("not a replay")
    form, game, score = pl.col("format"), pl.col("game"), pl.col("score")
    everything = sorted(os.fsencode(path) for path in pyreel.scan(plays, "plays").paths)
    wanted = {os.fsencode(path) for path in plays.rglob("*.bsor")}
    unknown = {os.fsencode(plays / "notes.txt")}
    for table in ("plays", "files"):
        eager = pyreel.lazy(plays, table).collect()
        for condition, read in [
            (form == "bsor", wanted | unknown),
            (game == "Beat Saber", wanted | unknown),
            ((game == "Beat Saber") & (form != "scoresaber"), wanted | unknown),
            (form.is_in(["bsor", "xror"]) & pl.col("file").str.contains("bsor"), wanted | unknown),
            (form.str.starts_with("bs") | (game == "Echo VR"), wanted | unknown),
            (game == "none", unknown),
            (form.is_null() | (form == "bsor"), set(everything)),
            ((form == "bsor") | pl.col("file").str.contains("slc"), set(everything)),
        ]:
            opens = Opens(monkeypatch)
            found = pyreel.lazy(plays, table).filter(condition).collect()
            monkeypatch.undo()
            assert found.equals(eager.filter(condition)), str(condition)
            depths = list(zip(opens.paths, opens.depths, strict=True))
            assert {path for path, depth in depths if depth > 0} == read, f"{table}: {condition}"
            assert {path for path, _ in depths} == set(everything)
            assert max(Counter(depths).values()) == 1, "a file is read twice"
    opens = Opens(monkeypatch)
    query = pyreel.lazy(plays, "plays").filter((form == "bsor") & (pl.col("player") == "nobody") & (score >= 0))
    assert query.collect().height == 0
    assert {path for path, depth in zip(opens.paths, opens.depths, strict=True) if depth > 0} == wanted | unknown
    monkeypatch.undo()
    assert pyreel.lazy(plays, "plays", format="bsor").filter(form == "slc").collect().height == 0


def test_where_reads_only_the_headers_of_others(plays: Path) -> None:
    write_play(plays / "other.bsor", frames=2, name="ann")
    for where in ({"player_name": "ann"}, {"player_name": ["ann", "bob"]}, {"player_name": lambda name: name[0] == "a"}):
        assert set(pyreel.scan(plays, "frames", where=where).to_polars()["file"]) == {str(plays / "other.bsor")}
        assert pyreel.scan(plays, "plays", where=where).to_polars().height == 1
    assert pyreel.scan(plays, "plays", where={"player_name": "ann", "mode": "x"}).to_polars().height == 0
    with pytest.raises(pyreel.ReelError, match="no header field 'player_nam'; did you mean 'player_name'") as raised:
        pyreel.scan(plays, "plays", where={"player_nam": "ann"})
    assert raised.value.rule == "python.field"
    with pytest.raises(pyreel.ReelError, match="no header field 'none'"):
        pyreel.scan(plays, "frames", format="bsor", where={"none": 1})


def test_a_condition_on_replays_of_an_archive(tmp_path: Path) -> None:
    write_play(tmp_path / "x.bsor")
    archive = tmp_path / "day.reel"
    archive.write_bytes(3 * stored((tmp_path / "x.bsor").read_bytes()))
    for table, rows in (("frames", 3), ("plays", 1)):
        lazy = pyreel.lazy(tmp_path, table)
        assert lazy.filter(pl.col("file") == f"{archive}#2").collect().height == rows
        assert lazy.filter(pl.col("file") == str(tmp_path / "x.bsor")).collect().height == rows
        assert lazy.filter(pl.col("file") == f"{archive}#9").collect().height == 0
