# SPDX-License-Identifier: MIT
"""Many replays as one table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from . import _reel
from ._reel import ReelError
from ._schema import TableInfo, formats, make_error
from ._source import StrPath, path_bytes
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


class Scan(ArrowStream):
    """A table of many replays. ``failures`` has the files that were not read to their end, as of the last read."""

    def __init__(
        self,
        tree: Files,
        table: str,
        columns: Sequence[str] | None = None,
        *,
        threads: int = 0,
        after: float | None = None,
        before: float | None = None,
        labels: bool = True,
        vectors: Vectors = "columns",
        file: str | None = "file",
        row: str | None = None,
        strict: bool = False,
        progress: ScanProgress | None = None,
    ) -> None:
        self.paths = list(list_files(tree))
        self.name = table
        self.strict = strict
        self.failures: list[Failure] = []
        self._warned = False
        self._threads = threads
        self._span = after, before
        self._progress = progress
        if threads < 0:
            raise ValueError("threads must not be negative")
        self.format, self.info = self._find()
        self._options = {**arrow_options(self.info, columns, labels, vectors, row), "file_column": file}

    def __repr__(self) -> str:
        return f"<pyreel.Scan {self.name} of {len(self.paths)} files>"

    def _find(self) -> tuple[str, TableInfo]:
        """The format of the first file that has the table."""
        refused: ReelError | None = None
        for path in self.paths:
            try:
                found: str = _reel.head(path)[0]
                return found, formats()[found].table(self.name)
            except ReelError as error:
                refused = error if error.rule == "arrow.table" or refused is None else refused
        if refused is not None:
            raise refused
        raise make_error("argument", "arrow.no-file", "no files to scan")

    def __arrow_c_schema__(self) -> object:
        return _reel.schema(self.format, self.name, self._options)

    def _stream(self, log: Log) -> object:
        failures: list[Failure] = []
        self.failures = failures
        self._warned = False

        def failed(path: str | None, error: ReelError) -> None:
            if path is not None:
                failures.append(Failure(path, error))

        log.observe(failed)
        after, before = self._span
        return _reel.scan(
            self.paths,
            self.name,
            self._options,
            log,
            strict=self.strict,
            threads=self._threads,
            after=after,
            before=before,
            progress=self._progress,
        )

    def _notify(self, path: str | None, error: ReelError) -> None:
        if not self.strict and not self._warned:
            self._warned = True
            warn(f"{path}: {error}; `failures` has all files that were not read to their end")


def scan(
    tree: Files,
    table: str,
    columns: Sequence[str] | None = None,
    *,
    threads: int = 0,
    after: float | None = None,
    before: float | None = None,
    labels: bool = True,
    vectors: Vectors = "columns",
    file: str | None = "file",
    row: str | None = None,
    strict: bool = False,
    progress: ScanProgress | None = None,
) -> Scan:
    """One table of all replays in a folder, or of the given files, read by ``threads`` threads (0: one per processor).

    The column ``file`` has the path of each row's file. The first file that has the table decides the format. Files that cannot
    be read are in ``failures``, and so is damage, after the rows before it; the first is also a ReelWarning. With ``strict`` it
    raises ReelError.

    >>> scan = pyreel.scan("plays", "notes", columns=["event_time"])
    >>> scan.to_polars().columns
    ['file', 'event_time']
    >>> scan.failures
    []
    """
    return Scan(
        tree,
        table,
        columns,
        threads=threads,
        after=after,
        before=before,
        labels=labels,
        vectors=vectors,
        file=file,
        row=row,
        strict=strict,
        progress=progress,
    )
