# SPDX-License-Identifier: MIT
"""Real files, where the corpus is there."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyreel
from plays import CORPUS

SAMPLES = CORPUS / "samples"


def sample(limit: int) -> list[Path]:
    """The smallest files of each folder of the corpus."""
    found: list[Path] = []
    for folder in sorted(SAMPLES.iterdir()):
        files = sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.stat().st_size)
        found += files[:limit]
    return found


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the corpus is missing")
@pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
def test_real_files_read_the_same_by_every_way() -> None:
    compared = 0
    for path in sample(5):
        try:
            replay = pyreel.open(path, strict=False)
        except pyreel.ReelError as error:
            assert error.status in ("unsupported", "truncated", "corrupt")
            continue
        for name in replay.tables:
            table = replay.table(name)
            assert table.to_arrow().num_rows == len(table.rows())
            compared += 1
    print(f"{compared} tables compared")
    assert compared
