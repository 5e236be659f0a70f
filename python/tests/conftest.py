# SPDX-License-Identifier: MIT
"""Plays for the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from plays import write_play


@pytest.fixture
def play(tmp_path: Path) -> Path:
    path = tmp_path / "play.bsor"
    write_play(path)
    return path


@pytest.fixture
def plays(tmp_path: Path) -> Path:
    """A folder of five plays in two folders, and one that is cut."""
    folder = tmp_path / "plays"
    for i in range(5):
        inner = folder / str(i % 2)
        inner.mkdir(parents=True, exist_ok=True)
        write_play(inner / f"{i}.bsor", frames=i + 1)
    cut = (folder / "0" / "4.bsor").read_bytes()
    (folder / "1" / "cut.bsor").write_bytes(cut[: len(cut) // 2])
    return folder
