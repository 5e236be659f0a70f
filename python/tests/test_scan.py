# SPDX-License-Identifier: MIT
"""Many files as one table, and LazyFrames."""

from __future__ import annotations

import gc
import io
import shutil
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest

import pyreel
from plays import frame, golden, write_play
from pyreel._files import join_paths
from pyreel._pushdown import time_span

EXPECTED = [0.0, 0.0, 0.5, 1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 0.0, 0.5, 0.0, 0.5, 1.0, 1.5]


@pytest.fixture
def whole(plays: Path) -> Path:
    (plays / "1" / "cut.bsor").unlink()
    return plays


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_rows_come_in_the_order_of_the_files(whole: Path, threads: int) -> None:
    scan = pyreel.scan(whole, "frames", ["time"], threads=threads)
    table = scan.to_arrow()
    assert table["time"].to_pylist() == EXPECTED
    assert table["file"].to_pylist()[0] == str(whole / "0" / "0.bsor")
    assert scan.failures == []
    assert scan.to_polars()["time"].to_list() == EXPECTED


def test_damaged_and_other_files_are_failures(plays: Path) -> None:
    (plays / "9.txt").write_text("not a replay")
    shutil.copy(golden("plain.gdr2"), plays / "8.gdr2")
    scan = pyreel.scan(plays, "frames", ["time"])
    with pytest.warns(pyreel.ReelWarning, match="failures"):
        times = scan.to_arrow()["time"].to_pylist()
    assert len(times) > len(EXPECTED)
    failed = {Path(path).name: error for path, error in scan.failures}
    assert sorted(failed) == ["8.gdr2", "9.txt", "cut.bsor"]
    assert failed["cut.bsor"].status == "truncated"
    assert failed["9.txt"].rule == "reel.unknown-format"


def test_a_strict_scan_raises(plays: Path) -> None:
    with pytest.raises(pyreel.ReelError) as caught:
        pyreel.scan(plays, "frames", ["time"], strict=True).to_polars()
    assert caught.value.status == "truncated"


def test_failures_outlive_the_scan(plays: Path) -> None:
    stream = pa.RecordBatchReader.from_stream(pyreel.scan(plays, "frames", ["time"]))
    gc.collect()
    with pytest.warns(pyreel.ReelWarning):
        assert stream.read_all().num_rows > len(EXPECTED)


def test_a_scan_that_is_dropped_half_way(whole: Path) -> None:
    for _ in range(20):
        stream = pa.RecordBatchReader.from_stream(pyreel.scan(whole, "frames", threads=4))
        stream.read_next_batch()
        del stream
        pyreel.scan(whole, "frames", threads=4).__arrow_c_stream__()


def test_a_scan_of_statistics(whole: Path) -> None:
    assert pyreel.scan(whole, "summary", ["misses"]).to_arrow()["misses"].to_pylist() == [4] * 5


def test_nothing_to_scan(tmp_path: Path) -> None:
    with pytest.raises(pyreel.ReelError, match="no files to scan"):
        pyreel.scan(tmp_path, "frames")
    with pytest.raises(pyreel.ReelError) as caught:
        pyreel.scan(tmp_path / "none.bsor", "frames")
    assert caught.value.status == "io"


def test_a_file_that_vanishes_is_a_failure(whole: Path) -> None:
    scan = pyreel.scan(whole, "frames", ["time"])
    (whole / "1" / "3.bsor").unlink()
    with pytest.warns(pyreel.ReelWarning):
        assert len(scan.to_arrow()) == len(EXPECTED) - 4
    assert [(Path(path).name, error.status) for path, error in scan.failures] == [("3.bsor", "io")]


def test_hidden_files_are_left_out(whole: Path) -> None:
    (whole / ".hidden").mkdir()
    shutil.copy(whole / "0" / "0.bsor", whole / ".hidden" / "x.bsor")
    (whole / ".DS_Store").touch()
    assert len(pyreel.scan(whole, "frames").paths) == 5


def test_several_trees_and_files(whole: Path) -> None:
    scan = pyreel.scan([whole / "1", whole / "0" / "0.bsor"], "frames", ["time"], file="path", row="row")
    table = scan.to_arrow()
    assert table.column_names == ["path", "row", "time"]
    assert table["row"].to_pylist() == [0, 1, 0, 1, 2, 3, 0]


def test_progress_of_a_scan(whole: Path) -> None:
    seen: list[tuple[int, int]] = []
    pyreel.scan(whole, "frames", progress=lambda done, count: seen.append((done, count))).to_arrow()
    assert seen[-1] == (5, 5)
    with pytest.raises(pyreel.ReelError, match="cancelled"):
        pyreel.scan(whole, "frames", progress=lambda done, count: False).to_arrow()

    def fail(done: int, count: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        pyreel.scan(whole, "frames", progress=fail).to_arrow()


def test_streams_on_several_threads(whole: Path) -> None:
    replay = pyreel.open(whole / "0" / "4.bsor")
    file = pyreel.open(io.BytesIO((whole / "0" / "4.bsor").read_bytes()))
    scan = pyreel.scan(whole, "frames", ["time"], threads=2)
    wrong: list[object] = []

    def work() -> None:
        for _ in range(20):
            results = [
                len(replay["frames"].rows()),
                file["frames"].to_arrow().num_rows,
                len(pa.table(scan)),
                len(replay.plot().svg) > 99,
            ]
            if results != [5, 5, len(EXPECTED), True]:
                wrong.append(results)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# polars


def test_a_lazy_frame_gives_what_an_eager_one_gives(whole: Path) -> None:
    lazy = pyreel.lazy(whole, "frames")
    eager = pyreel.scan(whole, "frames").to_polars()
    assert lazy.collect().equals(eager)
    assert lazy.collect_schema() == eager.schema
    queries = [
        lambda frame: frame.filter(pl.col("time") >= 0.5),
        lambda frame: frame.filter((pl.col("time") > 0.5) & (pl.col("fps") == 90)).select("time", "file"),
        lambda frame: frame.filter(pl.col("time").is_between(0.5, 1.0)).select(pl.col("head_position_x").sum()),
        lambda frame: frame.filter((0.5 == pl.col("time")) | (pl.col("time") < 0.1)).select("time"),
        lambda frame: frame.select("time").head(4),
        lambda frame: frame.select(pl.len()),
        lambda frame: frame.group_by("file").agg(pl.col("time").max()).sort("time", "file"),
    ]
    for query in queries:
        assert query(lazy).collect().equals(query(eager)), query


def test_a_lazy_frame_of_one_replay(play: Path) -> None:
    query = pyreel.lazy(pyreel.open(play), "frames").filter(pl.col("time") < 1).select("time")
    assert query.collect()["time"].to_list() == [0.0, 0.5]


def test_conditions_on_time_become_a_span() -> None:
    info = pyreel.formats()["bsor"].tables["frames"]
    time = pl.col("time")
    for predicate, (low, high) in [
        (time < 3, (-float("inf"), 3)),
        ((time >= 2.0) & (time < 3.0), (2, 3)),
        (4 > time, (-float("inf"), 4)),
        (time == 5, (5, 5)),
        ((time < 1) & (pl.col("fps") > 60), (-float("inf"), 1)),
    ]:
        found = time_span(predicate, info)
        assert found == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4)), str(predicate)
        assert found[0] <= low
        assert found[1] >= high
    nothing = [(time > 1) | (pl.col("fps") > 60), time != 1, ~(time > 1), time.is_nan(), pl.col("fps") > 1]
    for predicate in [*nothing, time >= 2, time == float("nan")]:
        assert time_span(predicate, info) == (-float("inf"), float("inf")), str(predicate)


def test_only_the_columns_of_a_query_are_read(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    real = pyreel._reel.scan

    def spy(paths: bytes, table: str, options: dict[str, object], log: object, reading: dict[str, object], *more: object) -> object:
        asked.append((options["columns"], reading["before"]))
        return real(paths, table, options, log, reading, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(pyreel._reel, "scan", spy)
    pyreel.lazy(whole, "frames").filter(pl.col("time") < 1).select("head_position_y").collect()
    assert asked[0][0] == ["time", "head_position_y"]  # type: ignore[index]
    assert asked[0][1] == pytest.approx(1, abs=1e-4)  # type: ignore[index]


def test_a_lazy_frame_keeps_times_that_are_not_numbers(tmp_path: Path) -> None:
    with pyreel.Writer(tmp_path / "nan.bsor", "bsor") as writer:
        writer.append("info", {"player_name": "x"})
        writer.append("frames", [frame(0.5), frame(float("nan")), frame(2)])
    for predicate in (pl.col("time") >= 1, pl.col("time") < 1, pl.col("time") == float("nan")):
        eager = pyreel.scan(tmp_path, "frames", ["time"]).to_polars().filter(predicate)
        assert pyreel.lazy(tmp_path, "frames").select("file", "time").filter(predicate).collect().equals(eager)


def test_paths_from_an_iterator(whole: Path) -> None:
    paths = sorted(whole.rglob("*.bsor"))
    scan = pyreel.scan((path for path in paths), "frames", ["time"])
    assert scan.paths == [str(path) for path in paths]
    for _ in range(2):  # each read has all files, though an iterator gives them once
        assert scan.to_arrow()["time"].to_pylist() == EXPECTED
    assert repr(scan) == "<pyreel.Scan frames of 5 files>"


def test_many_paths_take_no_more_memory_than_their_bytes() -> None:
    count = 200_000
    path = b"plays/" + b"x" * 54

    def paths() -> Iterator[bytes]:
        for _ in range(count):
            yield path

    tracemalloc.start()
    joined = join_paths(paths())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert joined.count(b"\0") == count
    assert peak < 3 * count * (len(path) + 1)


def test_an_unknown_option_of_a_scan(whole: Path) -> None:
    with pytest.raises(TypeError, match="'thread'"):
        pyreel.scan(whole, "frames", thread=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'thread'"):
        pyreel.lazy(whole, "frames", thread=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'threads'"):
        pyreel.lazy(pyreel.open(whole / "0" / "0.bsor"), "frames", threads=1)


def test_limits_of_a_scan(whole: Path) -> None:
    scan = pyreel.scan(whole, "frames", ["time"], limits={"rows": 3})
    with pytest.warns(pyreel.ReelWarning):
        scan.to_arrow()
    assert sorted((Path(path).name, error.status) for path, error in scan.failures) == [("3.bsor", "limit"), ("4.bsor", "limit")]


def test_the_reading_convention_of_a_scan() -> None:
    path = golden("arena.butter")
    faithful = pyreel.open(path, reading="faithful")["teams"].to_polars()
    assert not faithful.equals(pyreel.open(path)["teams"].to_polars())
    assert pyreel.scan(path, "teams", file=None, reading="faithful").to_polars().equals(faithful)
    assert pyreel.lazy(path, "teams", file=None, reading="faithful").collect().equals(faithful)
    for use in (pyreel.scan, pyreel.lazy):
        with pytest.raises(pyreel.ReelError, match="no reading convention called loose") as caught:
            use(path, "teams", reading="loose")
        assert caught.value.rule == "reel.convention"


def test_a_scan_of_large_files_in_batches(tmp_path: Path) -> None:
    for i in range(3):
        write_play(tmp_path / f"{i}.bsor", frames=40_000)
    sizes = [batch.num_rows for batch in pyreel.scan(tmp_path, "frames", ["time"]).batches()]
    assert sum(sizes) == 120_000
    assert max(sizes) <= 1 << 16


@pytest.mark.parametrize("table", ["frames", "plays", "files", "findings"])
@pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
def test_the_length_of_a_scan_is_the_number_of_its_rows(plays: Path, table: str) -> None:
    scan = pyreel.scan(plays, table)
    assert len(scan) == scan.to_arrow().num_rows > 0
    if table != "frames":
        assert len(pyreel.scan(plays, table, ["file"])) == len(scan)
