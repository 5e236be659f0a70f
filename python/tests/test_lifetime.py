# SPDX-License-Identifier: MIT
"""Views outlive what they were made from. Freed memory is overwritten, so that a use after free shows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import gc, sys, threading
import numpy as np, pyarrow as pa, pyreel
path = sys.argv[1]

def churn():
    gc.collect()
    return [bytes(4096) for _ in range(100)], [np.zeros(64) for _ in range(100)]

def same(values):
    churn()
    assert list(values) == [0.0, 0.5, 1.0], list(values)

replay = pyreel.open(path)
rows = replay.table("frames").rows()
column = rows["time"]
part = memoryview(replay.table("frames").rows())
batch = next(replay.table("frames").batches())
table = replay.table("frames").to_arrow()
frame = replay.table("frames").to_polars()
reader = pa.RecordBatchReader.from_stream(replay.table("frames", ["time"]))
stats = replay.stats()["summary"].to_arrow()
array = pa.RecordBatchReader.from_stream(replay.stats()["summary"])
scan = pa.RecordBatchReader.from_stream(pyreel.scan(path, "frames", ["time"], threads=2))
of_bytes = pa.RecordBatchReader.from_stream(pyreel.open(open(path, "rb").read())["frames"])
del replay, rows
same(column.tolist())
same(np.asarray(part)["time"].tolist())
same(batch["time"].to_pylist())
same(table["time"].to_pylist())
same(frame["time"].to_list())
same(reader.read_all()["time"].to_pylist())
same(scan.read_all()["time"].to_pylist())
same(of_bytes.read_all()["time"].to_pylist())
assert stats["misses"].to_pylist() == [4] == array.read_all()["misses"].to_pylist()

# released by another thread, and while the interpreter ends
kept = [pa.RecordBatchReader.from_stream(pyreel.open(path)["frames"]) for _ in range(8)]
thread = threading.Thread(target=kept.clear)
thread.start()
thread.join()
left = pyreel.open(path).table("frames").rows()
stream = pa.RecordBatchReader.from_stream(pyreel.scan(path, "frames"))
capsule = pyreel.open(open(path, "rb"))["frames"].__arrow_c_stream__()
writer = pyreel.Writer(path + ".new", "bsor")
print("fine")
"""


@pytest.mark.parametrize("perturb", ["85", "170"])
def test_views_outlive_their_replay(play: Path, perturb: str) -> None:
    environment = {**os.environ, "PYTHONMALLOC": "debug", "MALLOC_PERTURB_": perturb}
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore", "-c", PROGRAM, str(play)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert (done.stdout, done.returncode) == ("fine\n", 0), done.stderr
    assert list(play.parent.iterdir()) == [play]
