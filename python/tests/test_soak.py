# SPDX-License-Identifier: MIT
"""Memory stays flat while every file, good and bad, goes through the package and the data source of Spark.

REEL_SOAK_SECONDS=3600 does it for an hour.
"""

from __future__ import annotations

import contextlib
import mmap
import random
import sys
from pathlib import Path

import pytest

import pyreel
from plays import FORMATS, REPOSITORY, files, golden

sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
soak = pytest.importorskip("soak")

pytestmark = pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
ALLOWED = 16 << 20
CHOSEN = random.Random(31).sample([*files("golden"), *files("bad")], 40)


def use(path: Path) -> None:
    """What a person may ask of a file; each question may fail."""
    with contextlib.suppress(pyreel.ReelError), pyreel.open(path, strict=False) as replay:
        table = next((name for name in replay if not replay.tables[name].header), "info")
        for ask in (
            replay.check,
            replay.stats,
            replay.plot,
            replay.report,
            replay[table].to_polars,
            replay[table].head,
            replay._repr_html_,
        ):
            with contextlib.suppress(pyreel.ReelError):
                ask()
        for name in replay:
            replay[name].to_arrow()
    with contextlib.suppress(pyreel.ReelError):
        pyreel.open(path)["frames"].to_arrow()


def test_replays() -> None:
    passes, grown = soak.growth(lambda: [use(path) for path in CHOSEN])
    assert grown < ALLOWED, f"{grown} bytes in {passes} passes"


@pytest.mark.parametrize("table", ["frames", "inputs", "plays", "files", "findings"])
def test_scans(table: str) -> None:
    def work() -> None:
        scan = pyreel.scan(CHOSEN, table, threads=2)
        scan.to_arrow()
        scan.head(1)
        with contextlib.suppress(pyreel.ReelError):
            pyreel.scan(CHOSEN, table, strict=True, threads=2).to_polars()

    passes, grown = soak.growth(work)
    assert grown < ALLOWED, f"{grown} bytes in {passes} passes"


def test_a_leak_would_be_seen() -> None:
    kept: list[mmap.mmap] = []

    def leak() -> None:
        kept.append(mmap.mmap(-1, 4 << 20))
        kept[-1].write(bytes(4 << 20))

    assert soak.growth(leak, 0)[1] >= ALLOWED
    for each in kept:
        each.close()


# blocks of memory, one by one


def test_every_block_is_freed(tmp_path: Path) -> None:
    """After all calls on a file, good or bad, and all scans, the library holds nothing."""
    run = soak.door_with_counter(tmp_path, "python", FORMATS, step=11)
    if run is None:
        pytest.skip("no C compiler")
    assert run.returncode == 0, run.stderr
    lines = [line.split() for line in run.stdout.splitlines()]
    assert len(lines) >= 2
    assert {live for _, _, _, live in lines} == {"0"}


def test_a_block_that_stays_would_be_seen(tmp_path: Path) -> None:
    code = """
import gc, sys
sys.path.insert(0, sys.argv[1])
import pyreel, soak
print(soak.live_blocks(["pyreel"]))
kept = pyreel.open(sys.argv[2])["frames"]._load()
print(soak.live_blocks(["pyreel"]))
soak.print_live_blocks()
del kept
gc.collect()
print(soak.live_blocks(["pyreel"]))
"""
    run = soak.with_counter(tmp_path, "-c", code, REPOSITORY / "tests" / "support", golden("full.bsor"))
    if run is None:
        pytest.skip("no C compiler")
    before, during, after = map(int, run.stdout.split())
    assert before == after == 0
    assert during > 0
    assert run.stderr.count("_reel.abi3.so+0x") == during
