# SPDX-License-Identifier: MIT
"""Many replays as one table."""

from __future__ import annotations

import contextlib
import copy
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias, TypedDict, Unpack

from . import _reel
from ._reading import Limits, reading_options
from ._reel import ReelError
from ._schema import TableInfo, formats, make_error
from ._source import StrPath, cause, path_bytes
from ._table import ArrowStream, Log, Vectors, arrow_options, warn

Files: TypeAlias = "StrPath | Iterable[StrPath]"
ScanProgress: TypeAlias = "Callable[[int, int], object]"
"""Called now and then with the number of files begun and of all. Return False to stop."""


class Failure(NamedTuple):
    """A file that was not read to its end."""

    path: str
    error: ReelError


def list_files(tree: Files) -> Iterator[bytes]:
    """Files and all files below folders, in the order of their names. Names that begin with a dot are left out."""
    if isinstance(tree, (str, bytes, os.PathLike)):
        tree = [tree]
    for start in tree:
        raw = path_bytes(start)
        if os.path.isdir(raw):
            yield from _walk(raw)
        else:
            yield raw


def _walk(folder: bytes) -> Iterator[bytes]:
    waiting = [folder]
    while waiting:
        folder = waiting.pop()
        with os.scandir(folder) as entries:
            found = sorted((entry for entry in entries if not entry.name.startswith(b".")), key=lambda entry: entry.name)
        waiting.extend(entry.path for entry in reversed(found) if entry.is_dir(follow_symlinks=False))
        yield from (entry.path for entry in found if entry.is_file())


def join_paths(paths: Iterable[bytes]) -> bytes:
    """Paths one after another, each with a NUL: a tenth of the memory of a list."""
    joined = bytearray()
    for path in paths:
        joined += path
        joined += b"\0"
    return bytes(joined)


def split_paths(joined: bytes) -> Iterator[bytes]:
    """The paths of ``join_paths``."""
    start = 0
    while start < len(joined):
        end = joined.index(b"\0", start)
        yield joined[start:end]
        start = end + 1


def _replays(joined: bytes) -> Iterator[tuple[bytes, str | None]]:
    """The first replay of each path, and the others of an archive."""
    for path in split_paths(joined):
        yield path, None
        with contextlib.suppress(ReelError):
            yield from ((path, member[-1]) for member in _reel.members(path)[0][1:])


class ScanOptions(TypedDict, total=False):
    """What ``scan`` and ``lazy`` both take."""

    threads: int
    """Threads that read; 0, the default, is one for each processor."""
    labels: bool
    """Enumerations as dictionaries of their names. True by default."""
    vectors: Vectors
    """"columns", the default, "lists" or "structs"."""
    file: str | None
    """The name of the column with the path of each row's file; "file" by default, None for no such column."""
    strict: bool
    """Raise the first failure. False by default."""
    clean: bool
    """Values that are fit for sums, as for ``open``."""
    reading: str | None
    """The reading convention, as for ``open``."""
    limits: Limits | None
    """Limits for each file, as for ``open``."""


_DEFAULTS: ScanOptions = {
    "threads": 0,
    "labels": True,
    "vectors": "columns",
    "file": "file",
    "strict": False,
    "clean": False,
    "reading": None,
    "limits": None,
}


class Scan(ArrowStream):
    """One table of all replays in a folder, or of the given files, read by worker threads.

    The column ``file`` has the path of each row's file, or ``PATH#NAME`` for a replay of an archive of several. The first file that
    has the table decides the format. Files that cannot be read are in ``failures``, as of the last read, and so is damage, after the
    rows before it; the first is also a ReelWarning. Of an archive, at most 1,000 failures are reported.
    ``columns``, ``after``, ``before`` and ``row`` are as for ``Replay.table``, and ``ScanOptions`` lists the other options.

    Paths may come from an iterator, which is read once, when the scan is made. They are kept as one block of bytes.

    >>> scan = pyreel.scan("plays", "notes", columns=["event_time"])
    >>> scan.to_polars().columns
    ['file', 'event_time']
    >>> scan.failures
    []
    """

    def __init__(
        self,
        tree: Files,
        table: str,
        columns: Sequence[str] | None = None,
        *,
        after: float | None = None,
        before: float | None = None,
        row: str | None = None,
        progress: ScanProgress | None = None,
        **options: Unpack[ScanOptions],
    ) -> None:
        for name in options:
            if name not in _DEFAULTS:
                raise TypeError(f"scan() got an unexpected keyword argument {name!r}")
        chosen: ScanOptions = {**_DEFAULTS, **options}
        if chosen["threads"] < 0:
            raise ValueError("threads must not be negative")
        self._paths = join_paths(list_files(tree))
        self.name = table
        self.strict = chosen["strict"]
        self.failures: list[Failure] = []
        self._warned = False
        self._threads = chosen["threads"]
        self._progress = progress
        self._reading = reading_options(self.strict, after, before, chosen["reading"], chosen["limits"], clean=chosen["clean"])
        self.format, self.info = self._find()
        arrow = arrow_options(self.info, columns, chosen["labels"], chosen["vectors"], row)
        self._options: dict[str, Any] = {**arrow, "file_column": chosen["file"]}

    @property
    def paths(self) -> list[bytes]:
        """The files, in the order in which they are read."""
        return list(split_paths(self._paths))

    def narrowed(self, columns: Sequence[str] | None, after: float | None, before: float | None, file: str | None) -> Scan:
        """The same with other columns and another span, without listing the files again."""
        other = copy.copy(self)
        other.failures = []
        arrow = arrow_options(self.info, columns, labels=True, vectors="columns", row=None)
        other._options = {**self._options, "columns": arrow["columns"], "file_column": file}
        other._reading = {**self._reading, "after": after, "before": before}
        return other

    def __repr__(self) -> str:
        count = self._paths.count(b"\0")
        return f"<pyreel.Scan {self.name} of {count} files>"

    def _find(self) -> tuple[str, TableInfo]:
        """The format of the first file that has the table."""
        refused: ReelError | None = None
        for path, member in _replays(self._paths):
            try:
                found: str = _reel.head(path, {**self._reading, "member": member})[0]
                return found, formats()[found].table(self.name)
            except ReelError as found_error:
                error = cause(path, found_error)
                refused = error if error.rule == "arrow.table" or refused is None else refused
        if refused is not None:
            try:
                raise refused
            finally:
                del refused  # this frame is in its traceback
        raise make_error("argument", "arrow.no-file", "no files to scan")

    def __arrow_c_schema__(self) -> object:
        return _reel.schema(self.format, self.name, self._options)

    def _stream(self, log: Log) -> object:
        failures: list[Failure] = []
        self.failures = failures
        self._warned = False

        def failed(path: str | None, error: ReelError) -> None:
            if path is not None:
                failures.append(Failure(path, copy.copy(error)))  # a strict scan raises the other one

        log.observe(failed)
        link, progress = log.link(self._progress)
        return _reel.scan(self._paths, self.name, self._options, link, self._reading, self._threads, progress)

    def _notify(self, path: str | None, error: ReelError) -> None:
        if not self.strict and not self._warned:
            self._warned = True
            warn(f"{path}: {error}; `failures` has all files that were not read to their end")


scan = Scan
