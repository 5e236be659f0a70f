# SPDX-License-Identifier: MIT
"""How replays are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from . import _reel


class Limits(TypedDict, total=False):
    """Limits for one file; 0 is the default of the library. A file that exceeds one fails with the status "limit".

    >>> pyreel.open("full.bsor", limits={"rows": 2}).table("frames").to_arrow()
    Traceback (most recent call last):
    pyreel.ReelError: ...
    """

    input_bytes: int
    """Size of the file."""
    buffer_bytes: int
    """Bytes that are buffered at once."""
    rows: int
    """Rows of one table that are held at once."""
    string_bytes: int
    """Bytes of one text."""
    nesting: int
    """Depth of JSON and msgpack."""
    ratio: int
    """Decompressed bytes for each byte of the file."""
    unpacked_bytes: int
    """Decompressed bytes in all."""
    work: int
    """Steps, each of about one byte that is read, decompressed or decoded. Bounds the time."""


def reading_options(
    strict: bool,
    after: float | None = None,
    before: float | None = None,
    reading: str | None = None,
    limits: Mapping[str, object] | None = None,
    member: str | None = None,
    clean: bool = False,
    levels: _reel.Levels | None = None,
) -> dict[str, Any]:
    """Options for the extension module."""
    return {
        "strict": strict,
        "after": after,
        "before": before,
        "convention": reading,
        "limits": None if limits is None else dict(limits),
        "member": member,
        "clean": clean,
        "levels": levels,
    }
