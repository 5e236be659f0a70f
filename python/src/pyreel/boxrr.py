# SPDX-License-Identifier: MIT
"""The folders of BOXRR-23: which user and which recording a file is, and what the data set says of it beside the file.

The data set has a tar file for each user, ``users/0/USER.tar``, with the recordings ``USER/RECORDING.xror``; both names are UUIDs.
``metadata/replays.bson.gz`` has a document of BSON for each recording, whose ``user_id`` is USER. Unpack the tar files; reel then reads
the recordings as other files, and this module reads the names and the documents.

    import polars as pl
    import pyreel
    from pyreel import boxrr

    users = pl.from_arrow(boxrr.recordings("boxrr/users", ["info.software.app.name"]))
    height = pyreel.lazy("boxrr/users", "frames").group_by("file").agg(pl.col("head_position_y").mean())
    users.lazy().join(height, on="file").group_by("user").agg(pl.col("head_position_y").mean()).collect()
"""

from __future__ import annotations

import gzip
import os
import re
import struct
import uuid
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeAlias

from ._files import Files, ReplayFile, list_files
from ._reel import ReelError
from ._schema import make_error
from ._source import StrPath

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["metadata", "recordings"]

Value: TypeAlias = "str | int | float | bool | None"

_USER = re.compile(rb"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_NAMES = ("replays.bson.gz", "replays.bson")
_MOST_BYTES = (16 << 20) + (16 << 10)  # of a document that MongoDB dumps
_MOST_NESTED = 100  # documents in one another, as MongoDB allows


def recordings(tree: Files, fields: Sequence[str] = (), *, beside: StrPath | None = None) -> pa.Table:
    """The recordings of a tree: ``file`` as ``pyreel.scan`` has it, ``user`` and ``recording``, and fields of their documents.

    ``tree`` is a folder, a pattern or several, as for ``pyreel.scan``. No recording is opened. ``user`` is the name of the folder that
    the file is in, null if that is not a UUID; ``recording`` is the name of the file without ``.xror``. Other files are left out.

    ``fields`` are names of ``metadata``, such as ``user_id`` or ``info.software.app.name``; they become columns of text. ``beside`` is
    the file with the documents; by default it is looked for in ``metadata`` in the tree, and beside it. Which field has the name of a
    recording is not documented: a document belongs to the recording of its ``user_id`` whose name is one of its values. Without one,
    fields are null.
    """
    import pyarrow as pa

    files: list[str | None] = []
    users: list[str | None] = []
    names: list[str] = []
    for path in list_files(tree):
        folder, name = os.path.split(path)
        _, user = os.path.split(folder)
        if not name.lower().endswith(b".xror"):
            continue
        files.append(ReplayFile(path).name)
        users.append(user.decode().lower() if _USER.fullmatch(user) else None)
        names.append(ReplayFile(name[: -len(".xror")]).name)
    columns: dict[str, list[str | None]] = {"file": files, "user": users, "recording": [*names]}
    if fields:
        found = beside if beside is not None else _find(tree)
        columns |= {field: [None] * len(files) for field in fields}
        for index, document in _matches(found, users, names):
            for field in fields:
                columns[field][index] = _text(document.get(field))
    return pa.table({name: pa.array(values, pa.string()) for name, values in columns.items()})


def metadata(path: StrPath) -> Iterator[dict[str, Value]]:
    """The documents of a file of ``mongodump``, ``replays.bson.gz``, one after another in bounded memory.

    Each is a flat dictionary: members of documents in it and of arrays are named ``info.software.app.name`` and
    ``info.hardware.devices.0.name``. UUIDs and object ids are text, times are milliseconds since 1970. A damaged file raises ReelError
    after the documents before the damage.
    """
    with Path(os.fsdecode(path)).open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        yield from _documents(gzip.GzipFile(fileobj=raw) if packed else raw)


def _find(tree: Files) -> StrPath:
    """The file with the documents, in the tree or beside it."""
    trees = [tree] if isinstance(tree, (str, bytes, os.PathLike)) else list(tree)
    places = [Path(os.fsdecode(each)) for each in trees]
    for place in [folder for each in places for folder in (each, each.resolve().parent)]:
        for name in _NAMES:
            if (place / "metadata" / name).is_file():
                return place / "metadata" / name
    raise make_error("argument", "boxrr.metadata", f"no metadata/{_NAMES[0]} in or beside the tree; name it by beside=")


def _matches(path: StrPath, users: Sequence[str | None], names: Sequence[str]) -> Iterator[tuple[int, dict[str, Value]]]:
    """The recordings that have a document, by their number."""
    known: dict[str, dict[str, int]] = {}
    for index, (user, name) in enumerate(zip(users, names, strict=True)):
        if user is not None:
            known.setdefault(user, {})[name.lower()] = index
    for document in metadata(path):
        own = known.get(str(document.get("user_id")).lower())
        if own is None:
            continue
        for value in document.values():
            if isinstance(value, str) and (index := own.get(value.lower(), -1)) >= 0:
                yield index, document
                break


def _text(value: Value) -> str | None:
    return value if value is None or isinstance(value, str) else str(value)


# ---- BSON ------------------------------------------------------------------------------------------------------------


def _documents(stream: gzip.GzipFile | IO[bytes]) -> Iterator[dict[str, Value]]:
    offset = 0
    try:
        while head := stream.read(4):
            if len(head) < 4:
                raise _damaged("truncated", offset, "the file ends in a document")
            (size,) = struct.unpack("<i", head)
            if not 5 <= size <= _MOST_BYTES:
                raise _damaged("corrupt", offset, f"a document cannot have {size} bytes")
            data = head + stream.read(size - 4)
            if len(data) < size:
                raise _damaged("truncated", offset, "the file ends in a document")
            yield dict(_leaves(data, offset))
            offset += size
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise _damaged("truncated" if isinstance(error, EOFError) else "corrupt", offset, f"decompression ends: {error}") from None


def _damaged(status: str, offset: int, message: str) -> ReelError:
    error = make_error(status, "boxrr.metadata", f"{message}, byte {offset}")
    error.offset = offset
    return error


_SIZES = {0x01: 8, 0x06: 0, 0x07: 12, 0x08: 1, 0x09: 8, 0x0A: 0, 0x10: 4, 0x11: 8, 0x12: 8, 0x13: 16, 0x7F: 0, 0xFF: 0}
_NUMBERS = {0x01: "<d", 0x08: "<?", 0x09: "<q", 0x10: "<i", 0x11: "<Q", 0x12: "<q"}
_TEXTS = (0x02, 0x0D, 0x0E)


def _leaves(data: bytes, offset: int) -> Iterable[tuple[str, Value]]:
    """The values of a document and of those in it, in their order."""
    ends, names, at = [len(data)], [""], 4
    try:
        while ends:
            kind, at = data[at], at + 1
            if at > ends[-1]:
                raise ValueError
            if kind == 0:
                if at != ends.pop():
                    raise ValueError
                names.pop()
                continue
            end = data.index(b"\0", at, ends[-1])
            name, at = names[-1] + data[at:end].decode("utf-8", "replace"), end + 1
            if kind in (0x03, 0x04):
                inner = at + _size(data, at, 5)
                if inner > ends[-1] or len(ends) == _MOST_NESTED:
                    raise ValueError
                ends.append(inner)
                names.append(f"{name}.")
                at += 4
                continue
            value, at = _value(data, kind, at)
            if at > ends[-1]:
                raise ValueError
            yield name, value
    except (ValueError, IndexError, struct.error):
        raise _damaged("corrupt", offset + at, "a value of a document is damaged") from None


def _size(data: bytes, at: int, least: int) -> int:
    (size,) = struct.unpack_from("<i", data, at)
    if size < least:
        raise ValueError
    return int(size)


def _value(data: bytes, kind: int, at: int) -> tuple[Value, int]:
    if kind in _TEXTS:
        end = at + 4 + _size(data, at, 1)
        return data[at + 4 : end - 1].decode("utf-8", "replace"), end
    if kind == 0x05:
        end = at + 5 + _size(data, at, 0)
        return str(uuid.UUID(bytes=data[at + 5 : end])) if data[at + 4] == 4 and end - at == 21 else None, end
    if kind == 0x07:
        return data[at : at + 12].hex(), at + 12
    if kind in _NUMBERS:
        return struct.unpack_from(_NUMBERS[kind], data, at)[0], at + _SIZES[kind]
    if kind in _SIZES:
        return None, at + _SIZES[kind]
    raise ValueError
