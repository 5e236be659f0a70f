# SPDX-License-Identifier: MIT
"""What was played, in files of its own."""

from __future__ import annotations

import os
from typing import TypeAlias

from . import _reel
from ._source import StrPath, path_bytes


class Levels:
    """Levels, for ``level=`` of ``open``, ``scan`` and others: a file that is a level, a folder that is one, or a folder of many.

    Of many, that one is used whose hash a replay names; a replay whose level is not among them is handled as without any. A folder of
    levels is read once, when the object is made. ``kept`` names a file that keeps what the levels are called: the next time, only those
    are read that are new or have changed.

    >>> levels = pyreel.Levels("levels")
    >>> levels.many
    True
    >>> pyreel.open("of-a-level.bsor", level=levels).stats()["level"].to_polars()["missed"].to_list()
    [4]
    """

    def __init__(self, path: StrPath, *, kept: StrPath | None = None) -> None:
        self.path = os.fsdecode(path)
        self._levels = _reel.Levels(path_bytes(path), None if kept is None else path_bytes(kept))

    @property
    def many(self) -> bool:
        """Whether it is a folder of levels, and not one level."""
        return self._levels.many

    def __repr__(self) -> str:
        return f"<pyreel.Levels {self.path}>"


Level: TypeAlias = "StrPath | Levels | None"
"""A path to a level or to a folder of levels, or an object that has read it."""


def levels_of(level: Level) -> _reel.Levels | None:
    """For the extension module."""
    if level is None:
        return None
    return (level if isinstance(level, Levels) else Levels(level))._levels
