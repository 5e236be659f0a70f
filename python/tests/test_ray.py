# SPDX-License-Identifier: MIT
"""Datasets of Ray have the rows of ``pyreel.scan``, on two workers, one of which is killed while it reads."""

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

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
ray = pytest.importorskip("ray", reason="ray is not installed")
pytest.importorskip("ray.data", reason="ray has no ray.data: pip install 'ray[data]'")

import pyreel.ray  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # of other packages
COUNT = 12
PAGE = Path(__file__).parents[2] / "docs" / "cluster.md"


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ray")
    for number in range(COUNT):
        write_play(folder / f"{number:02}.bsor", frames=50 + number, name=f"player {number % 3}")
    (folder / "cut.bsor").write_bytes((folder / "05.bsor").read_bytes()[:2500])
    (folder / "notes.txt").write_text("not a replay")
    return folder


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """Two workers on loopback."""
    options = {
        "num_cpus": 2,
        "object_store_memory": 100 << 20,
        "include_dashboard": False,
        "logging_level": "error",
        "log_to_driver": False,
    }
    ray.init(_node_ip_address="127.0.0.1", **options)
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    yield
    ray.shutdown()


def rows_of(dataset: Any) -> list[dict[str, Any]]:
    tables = [ray.get(reference) for reference in dataset.to_arrow_refs()]
    return [row for table in tables for row in table.to_pylist()]


def wanted(tree: Path, *arguments: Any, **options: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.table(pyreel.scan(tree, *arguments, **options)).to_pylist()
    return rows


@pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
@pytest.mark.parametrize("table", ["frames", "notes", "beatsaber.hands", "plays", "files"])
def test_rows_are_those_of_a_scan(plays: Path, table: str) -> None:
    found = pyreel.ray.scan(plays, table, partition_bytes=10_000)
    expected = wanted(plays, table)
    assert repr(rows_of(found)) == repr(expected)
    assert expected


def test_columns_spans_and_headers_are_chosen(plays: Path) -> None:
    options: dict[str, Any] = {"after": 1, "before": 5, "row": "row", "where": {"player_name": "player 1"}}
    found = pyreel.ray.scan(plays, "frames", ["time", "head_position"], partition_bytes=10_000, **options)
    assert repr(rows_of(found)) == repr(wanted(plays, "frames", ["time", "head_position"], **options))


def test_a_worker_is_killed(plays: Path, tmp_path: Path) -> None:
    killed = tmp_path / "killed"

    def die_once(rows: pa.Table) -> pa.Table:
        if not killed.exists():
            killed.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return rows

    frames = pyreel.ray.scan(plays, "frames", ["time"], partition_bytes=1)
    counted = rows_of(frames.map_batches(die_once, batch_format="pyarrow", batch_size=None))
    assert killed.exists()
    counts = {f"{plays}/{number:02}.bsor": 50 + number for number in range(COUNT)}
    found: dict[str, int] = {}
    for row in counted:
        found[row["file"]] = found.get(row["file"], 0) + 1
    assert found == counts | {f"{plays}/cut.bsor": found[f"{plays}/cut.bsor"]}
    assert 0 < found[f"{plays}/cut.bsor"] < 55


def test_the_block_of_the_page(plays: Path) -> None:
    (block,) = re.findall(r"```python ray\n(.*?)```", PAGE.read_text(), re.S)
    *lines, last = block.replace("/mnt/replays", str(plays)).strip().splitlines()
    names: dict[str, Any] = {}
    exec(compile("\n".join(line for line in lines if not line.startswith("ray.init")), str(PAGE), "exec"), names)
    means = {row["file"]: row["mean(head_position_y)"] for row in eval(last, names)}
    heights = pyreel.open(plays / "00.bsor").table("frames").to_polars()["head_position_y"]
    assert len(means) == COUNT + 1
    assert means[str(plays / "00.bsor")] == pytest.approx(heights.mean())


def test_failures_fail_their_tasks_if_that_is_asked_for(plays: Path) -> None:
    frames = pyreel.ray.scan(plays, "frames", ["time"], partition_bytes=1, strict=True)
    with pytest.raises(Exception, match="truncated|unknown-format|ends"):
        frames.materialize()


def test_wrong_use_is_refused(plays: Path) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        pyreel.ray.scan(plays, "frames", partition_bytes=0)
    with pytest.raises(TypeError, match="threads"):
        pyreel.ray.scan(plays, "frames", threads=2)  # type: ignore[call-arg]
