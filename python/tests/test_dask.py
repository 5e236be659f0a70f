# SPDX-License-Identifier: MIT
"""Data frames of Dask have the rows of ``pyreel.scan``, on threads and on a cluster of two workers, one of which is killed."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import pyreel
from plays import write_play

pytest.importorskip("dask.dataframe", reason="dask is not installed")
distributed = pytest.importorskip("distributed", reason="distributed is not installed")

import pyreel.dask  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # of other packages
COUNT = 24
PAGE = Path(__file__).parents[2] / "docs" / "cluster.md"


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dask")
    for number in range(COUNT):
        write_play(folder / f"{number:02}.bsor", frames=50 + number, name=f"player {number % 3}")
    (folder / "cut.bsor").write_bytes((folder / "05.bsor").read_bytes()[:2500])
    (folder / "notes.txt").write_text("not a replay")
    return folder


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, each a process with a nurse that starts it again."""
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with distributed.LocalCluster(**options) as local, distributed.Client(local) as client:
        yield client


def plain(table: pa.Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def rows_of(frame: Any) -> list[dict[str, Any]]:
    return plain(pa.Table.from_pandas(frame.compute(), preserve_index=False))


def wanted(tree: Path, *arguments: Any, **options: Any) -> list[dict[str, Any]]:
    with pytest.warns(pyreel.ReelWarning):
        return plain(pa.table(pyreel.scan(tree, *arguments, **options)))


@pytest.mark.parametrize("table", ["frames", "notes", "info", "beatsaber.hands", "plays", "files", "findings"])
def test_rows_are_those_of_a_scan(cluster: Any, plays: Path, table: str) -> None:
    found = pyreel.dask.scan(plays, table, partition_bytes=10_000)
    assert found.npartitions > 4
    expected = plain(pa.table(pyreel.scan(plays, table))) if table in ("plays", "files", "findings") else wanted(plays, table)
    assert repr(rows_of(found)) == repr(expected)  # NaN is itself
    assert expected


def test_columns_spans_and_headers_are_chosen(cluster: Any, plays: Path) -> None:
    options: dict[str, Any] = {"after": 1, "before": 5, "row": "row", "where": {"player_name": "player 1"}}
    found = pyreel.dask.scan(plays, "frames", ["time", "head_position"], partition_bytes=10_000, **options)
    expected = plain(pa.table(pyreel.scan(plays, "frames", ["time", "head_position"], **options)))
    assert repr(rows_of(found)) == repr(expected)
    assert {row["file"] for row in expected} == {str(plays / f"{number:02}.bsor") for number in range(1, COUNT, 3)}


def test_a_worker_is_killed(cluster: Any, plays: Path) -> None:
    frames = pyreel.dask.scan(plays, "frames", ["time"], partition_bytes=1)
    before = {worker["pid"] for worker in cluster.run(lambda: {"pid": os.getpid()}).values()}
    future = cluster.compute(frames.groupby("file")["time"].count())
    os.kill(min(before), signal.SIGKILL)
    counts = dict(future.result(timeout=120).items())
    assert counts == {f"{plays}/{number:02}.bsor": 50 + number for number in range(COUNT)} | {
        f"{plays}/cut.bsor": counts[f"{plays}/cut.bsor"]
    }
    cluster.wait_for_workers(2, timeout=120)
    after = {worker["pid"] for worker in cluster.run(lambda: {"pid": os.getpid()}).values()}
    assert len(after) == 2
    assert min(before) not in after


def test_the_block_of_the_page(cluster: Any, plays: Path) -> None:
    (block,) = re.findall(r"```python dask\n(.*?)```", PAGE.read_text(), re.S)
    address = cluster.scheduler.address
    code = block.replace("tcp://scheduler:8786", address).replace("/mnt/replays", str(plays))
    *lines, last = code.strip().splitlines()
    names: dict[str, Any] = {}
    exec(compile("\n".join(lines), str(PAGE), "exec"), names)
    means = eval(last, names)
    names["client"].close()
    assert len(means) == COUNT + 1
    heights = pyreel.open(plays / "00.bsor").table("frames").to_polars()["head_position_y"]
    assert means[str(plays / "00.bsor")] == pytest.approx(heights.mean())


def test_types_do_not_depend_on_the_files(plays: Path) -> None:
    notes = pyreel.dask.scan(plays, "notes", partition_bytes=1)
    assert [str(kind) for kind in notes.partitions[0].compute(scheduler="sync").dtypes] == [str(kind) for kind in notes.dtypes]
    assert notes["event_type"].dtype.pyarrow_dtype == pa.string()


def test_failures_fail_their_tasks_if_that_is_asked_for(plays: Path) -> None:
    frames = pyreel.dask.scan(plays, "frames", ["time"], partition_bytes=1, strict=True)
    with pytest.raises(pyreel.ReelError) as raised:
        frames.compute(scheduler="sync")
    assert raised.value.status in ("truncated", "unsupported")  # of the play that is cut, or of the text


def test_files_that_a_worker_does_not_find_fail_their_tasks(plays: Path, tmp_path: Path) -> None:
    for name in ("00", "01"):
        (tmp_path / f"{name}.bsor").write_bytes((plays / f"{name}.bsor").read_bytes())
    for size in (1, 1 << 20):  # alone in its partition, and with others
        frames = pyreel.dask.scan(tmp_path, "frames", ["time"], partition_bytes=size)
        gone = (tmp_path / "01.bsor").rename(tmp_path / "gone")
        with pytest.raises(pyreel.ReelError) as raised:
            frames.compute(scheduler="sync")
        assert raised.value.status == "io"
        gone.rename(tmp_path / "01.bsor")


def test_wrong_use_is_refused(plays: Path) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        pyreel.dask.scan(plays, "frames", partition_bytes=0)
    with pytest.raises(TypeError, match="threads"):
        pyreel.dask.scan(plays, "frames", threads=2)  # type: ignore[call-arg]
    with pytest.raises(pyreel.ReelError, match="did you mean"):
        pyreel.dask.scan(plays, "frams")
