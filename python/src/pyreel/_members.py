# SPDX-License-Identifier: MIT
"""The replays of an archive."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import _reel
from ._schema import make_error
from ._source import Input, Source
from ._table import warn


@dataclass(frozen=True)
class Member:
    """A replay of an archive."""

    number: int
    """From 1."""
    name: str
    """What follows the ``#`` in the column ``file`` of a scan: the id, or else the number. No other replay has it."""
    id: str
    """Empty if the replay has none."""
    format: str | None
    """The id of the format; None if it is not known."""
    stored: bool
    """Whether the archive keeps the bytes of the file, not its rows."""
    offset: int
    size: int
    """Bytes in the archive."""
    word: str = field(repr=False)
    """For the library."""


def members(source: Input, *, strict: bool = True) -> list[Member]:
    """The replays of an archive (``.reel``), without reading their rows. Of any other file, none.

    Invalid bytes between the replays raise ReelError, or end the list with a ReelWarning if ``strict`` is False.

    >>> pyreel.members("full.bsor")
    []
    """
    given = Source(source)
    with given.reading():
        found, damage = _reel.members(given.raw)
    if damage is not None and strict:
        try:
            raise given.named(damage)
        finally:
            del damage  # this frame is in its traceback
    if damage is not None:
        warn(f"{given.name}: {damage}")
    return [Member(*each) for each in found]


def select(source: Source, wanted: str | int | Member) -> Member:
    """The replay of an archive that an id, a name, a number or "#NUMBER" selects."""
    if isinstance(wanted, Member):
        return wanted
    found = [Member(*each) for each in _reel.members(source.raw)[0]]
    for member in found:
        if wanted in (member.id, member.name) and wanted != "":
            return member
    for member in found:
        if wanted in (member.number, f"#{member.number}"):
            return member
    raise make_error("argument", "archive.member", f"the archive has no replay called {wanted!r}")
