# SPDX-License-Identifier: MIT
"""Tables of a scan belong together: a column that two tables join by has one type in both, in every engine."""

from __future__ import annotations

import os
import shutil
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

import joins
import pyreel
from joins import KEYS, every_table, make_folder
from plays import FORMATS, REPOSITORY
from pyreel import _reel
from pyreel._table import arrow_options

pytestmark = pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_folder(tmp_path_factory.mktemp("joins"))


@pytest.fixture(scope="module")
def tables(folder: Path) -> dict[str, pa.Table]:
    scans = {name: pyreel.scan(folder, table, format=kind, labels=True) for name, (kind, table) in every_table().items()}
    return {name: scan.to_arrow().slice(0, 20) for name, scan in scans.items()}


def pairs(tables: dict[str, pa.Table]) -> list[tuple[str, str, list[str]]]:
    """All pairs of tables that have rows, with what they are joined by."""
    return joins.pairs({name: table.column_names for name, table in tables.items() if table.num_rows})


def test_every_column_of_a_key_has_one_type(tables: dict[str, pa.Table]) -> None:
    kinds: dict[tuple[str, str], set[pa.DataType]] = {}
    for name, table in tables.items():
        for field in table.schema:
            if field.name in KEYS:
                kinds.setdefault((name.split(".")[0] if field.name != "file" else "", field.name), set()).add(field.type)
    assert {key: found for key, found in kinds.items() if len(found) > 1} == {}
    assert kinds["", "file"] == {pa.string()}


def test_every_column_of_a_game_has_one_type() -> None:
    kinds: dict[str, dict[str, set[pa.DataType]]] = {}
    for form in pyreel.formats().values():
        tables = [*form.tables.values(), *(table for each in form.insights for table in each.tables.values())]
        for table in tables:
            options = arrow_options(table, None, labels=True, vectors="columns", row=None)
            own = next((each.id for each in form.insights if table in each.tables.values()), None)
            name = f"{own}.{table.name}" if own else table.name
            for field in () if table.layout else pa.Schema._import_from_c_capsule(_reel.schema(form.id, name, options)):
                for game in form.game.split(", "):
                    kinds.setdefault(game, {}).setdefault(field.name, set()).add(field.type)
    several = {game: {name: found for name, found in names.items() if len(found) > 1} for game, names in kinds.items()}
    assert {game: names for game, names in several.items() if names} == {}
    assert kinds["Beat Saber"]["time"] == {pa.float64()}
    assert kinds["Beat Saber"]["line"] == {pa.int32()}


def test_notes_of_two_formats_are_one_table(folder: Path) -> None:
    notes = [pl.DataFrame(pyreel.scan(folder, "notes", format=kind)) for kind in ("bsor", "xror")]
    assert pl.concat(notes, how="diagonal").height == sum(each.height for each in notes) > 0


def test_players_of_echo_join_with_their_statistics(tmp_path: Path) -> None:
    shutil.copyfile(FORMATS / "echo" / "golden" / "combat.echoreplay", tmp_path / "combat.echoreplay")
    players, motion = (pl.DataFrame(pyreel.scan(tmp_path, table)) for table in ("players", "echo.motion"))
    assert players.join(motion, on=["file", "player"]).height > 0


def test_every_pair_joins_in_polars(tables: dict[str, pa.Table]) -> None:
    frames = {name: pl.DataFrame(table) for name, table in tables.items()}
    joined = sum(frames[left].join(frames[right], on=keys).height for left, right, keys in pairs(tables))
    assert joined > 0


def test_every_pair_joins_in_pyarrow(tables: dict[str, pa.Table]) -> None:
    for left, right, keys in pairs(tables):
        own, other = tables[left].select(keys), tables[right].select(keys)  # Acero does not carry some types of other columns
        wanted = pl.DataFrame(own).join(pl.DataFrame(other), on=keys).height
        assert own.join(other, keys, join_type="inner").num_rows == wanted, (left, right)


def test_every_pair_joins_in_pandas(tables: dict[str, pa.Table]) -> None:
    pytest.importorskip("pandas")
    frames: dict[str, Any] = {name: table.to_pandas() for name, table in tables.items()}
    for left, right, keys in pairs(tables):
        wanted = pl.DataFrame(tables[left].select(keys)).join(pl.DataFrame(tables[right].select(keys)), on=keys).height
        assert len(frames[left].merge(frames[right], on=keys)) == wanted, (left, right)


def test_every_pair_joins_in_duckdb(tables: dict[str, pa.Table]) -> None:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    for name, table in tables.items():
        connection.register(name, table)
    for left, right, keys in pairs(tables):
        wanted = pl.DataFrame(tables[left].select(keys)).join(pl.DataFrame(tables[right].select(keys)), on=keys).height
        found = connection.sql(f'SELECT count(*) FROM "{left}" JOIN "{right}" USING ({",".join(keys)})').fetchall()
        assert found == [(wanted,)], (left, right)


def test_a_dataset_of_the_command_joins_with_itself(folder: Path, tmp_path: Path) -> None:
    command = os.environ.get("REEL") or str(REPOSITORY / "build" / "release" / "cli" / "reel")
    if not Path(command).exists():
        pytest.skip(f"no command at {command}")
    subprocess.run([command, "scan", "-t", "frames,notes,positions", "--stats", str(folder), "-o", str(tmp_path)], check=False)
    parts = {str(path.parent.relative_to(tmp_path)): path for path in sorted(tmp_path.rglob("*.parquet"))}
    frames = {name: pl.read_parquet(path) for name, path in parts.items()}
    assert {"files", "findings", "bsor/frames", "beatsaber/summary"} <= frames.keys()
    assert {name: frame.schema["file"] for name, frame in frames.items() if frame.schema["file"] != pl.String} == {}
    joined = [frames[left].join(frames[right], on="file").height for left, right in combinations(frames, 2)]
    assert sum(joined) > 0


def test_a_game_is_that_of_the_replay(folder: Path, tmp_path: Path) -> None:
    for name in ("tilt", "empty"):
        shutil.copyfile(FORMATS / "xror" / "golden" / f"{name}.xror", tmp_path / f"{name}.xror")
    painted = pyreel.scan(tmp_path, "plays").to_polars().sort("file")
    assert painted["game"].to_list() == [None, "Tilt Brush"]
    assert painted["score"].to_list() == [None, None]
    assert pyreel.scan(tmp_path, "plays", game="Tilt Brush").to_polars().height == 1
    assert pyreel.scan(tmp_path, "strokes", game="Tilt Brush").to_polars()["file"].n_unique() == 1
    plays = pyreel.scan(folder, "plays").to_polars()
    assert set(plays.filter(pl.col("format") == "xror")["game"]) == {"Beat Saber"}
    assert set(plays["game"]) == {"Beat Saber", "DDNet"}
    played = pyreel.scan(folder, "plays", game="beat saber").to_polars()
    assert set(played["format"]) == {"bsor", "xror"}
    with pytest.raises(pyreel.ReelError, match="is of the chosen format or game"):
        pyreel.scan(folder / "a", "frames", format="xror", game="Tilt Brush")
    assert pyreel.scan(folder, "plays", game="Tilt Brush").to_polars().height == 0
    assert pyreel.scan(folder, "frames", game="Beat Saber", format="xror").to_polars()["file"].n_unique() == 2
    found = pyreel.lazy(folder, "plays").filter(pl.col("game") == "Beat Saber").collect()
    assert set(found["format"]) == {"bsor", "xror"}


def test_a_score_is_null_where_nothing_was_scored(folder: Path) -> None:
    plays = pyreel.scan(folder, "plays").to_polars()
    cut = plays.row(by_predicate=pl.col("file").str.ends_with("cut.bsor"), named=True)
    whole = plays.row(by_predicate=pl.col("file").str.ends_with("a/full.bsor"), named=True)
    assert cut["score"] is None
    assert cut["complete"] is False
    assert whole["score"] is not None
    assert cut["stated_score"] == whole["stated_score"] is not None


def test_what_is_no_file_has_a_row(folder: Path, tmp_path: Path) -> None:
    made = tmp_path / "tree"
    made.mkdir()
    shutil.copyfile(folder / "a" / "full.bsor", made / "full.bsor")
    os.symlink("nowhere", made / "dangling.bsor")
    os.symlink("full.bsor", made / "link.bsor")
    os.symlink("circle.bsor", made / "circle.bsor")
    os.mkfifo(made / "pipe.bsor")
    rows = pyreel.scan(made, "files").to_polars()
    verdicts = {Path(row["file"]).name: row["verdict"] for row in rows.to_dicts()}
    assert verdicts == {
        "full.bsor": verdicts["full.bsor"], "link.bsor": verdicts["full.bsor"],
        "dangling.bsor": "unreadable", "circle.bsor": "unreadable", "pipe.bsor": "unreadable",
    }  # fmt: skip
    assert rows.filter(pl.col("verdict") == "unreadable").select(pl.col("message").is_not_null().all()).item()
    command = os.environ.get("REEL") or str(REPOSITORY / "build" / "release" / "cli" / "reel")
    if Path(command).exists():
        subprocess.run([command, "scan", str(made), "-o", str(tmp_path / "set")], check=False)
        own = pl.read_parquet(tmp_path / "set" / "files" / "*.parquet")
        assert dict(own.select("file", "verdict").iter_rows()) == verdicts
