# SPDX-License-Identifier: MIT
"""Game replays as data: read, check, repair, convert, measure, draw and record.

>>> import pyreel
>>> replay = pyreel.open("full.bsor")
>>> replay.table("notes", columns=["event_time", "event_type"]).to_polars().shape
(4, 2)
"""

from . import _reel
from ._around import Around, around
from ._lazy import lazy
from ._levels import Levels
from ._members import Member, members
from ._motion import BODY, Motion, MotionScan, Windows, WindowScan, motion, motion_windows
from ._reading import Limits
from ._reel import ReelError
from ._replay import Finding, Plot, Replay, Stats, open  # noqa: A004
from ._scan import Failure, Scan, ScanOptions, scan
from ._schema import Field, Format, Insight, TableInfo, formats
from ._table import ArrowStream, ReelWarning, Table
from ._writer import Writer

__version__: str = _reel.version

__all__ = [
    "BODY",
    "Around",
    "ArrowStream",
    "Failure",
    "Field",
    "Finding",
    "Format",
    "Insight",
    "Levels",
    "Limits",
    "Member",
    "Motion",
    "MotionScan",
    "Plot",
    "ReelError",
    "ReelWarning",
    "Replay",
    "Scan",
    "ScanOptions",
    "Stats",
    "Table",
    "TableInfo",
    "WindowScan",
    "Windows",
    "Writer",
    "around",
    "formats",
    "lazy",
    "members",
    "motion",
    "motion_windows",
    "open",
    "scan",
]
