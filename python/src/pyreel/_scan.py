# SPDX-License-Identifier: MIT
"""Many replays as one table."""

from __future__ import annotations

import contextlib
import copy
import inspect
import operator
import os
import warnings
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypedDict, TypeVar, Unpack

from . import _reel
from ._files import Files, ReplayFile, Storage, join_paths, list_files, split_paths
from ._levels import Level, levels_of
from ._progress import progress_of
from ._reading import Limits, reading_options
from ._reel import ReelError
from ._reports import HEADER, REPORTS, TABLES, Row, arrow_schema, is_of_game, plays_depth, plays_rows, survey
from ._schema import (
    Rows,
    TableInfo,
    find_formats,
    formats,
    known_header_fields,
    make_error,
    named_text,
    of_several,
    table_of_format,
)
from ._source import cause, is_url
from ._table import ArrowStream, Capsule, Log, ReelWarning, Vectors, arrow_options, warn

if TYPE_CHECKING:
    import pyarrow as pa

Result = TypeVar("Result")
ScanProgress: TypeAlias = "Callable[[int, int], object] | bool | None"
"""Called now and then with the number of files begun and of all; it returns False to stop. True is a bar of tqdm or rich, False none,
and None, the default, a bar in notebooks and terminals."""


class Failure(NamedTuple):
    """A file that was not read to its end."""

    path: str
    error: ReelError


class _Found(NamedTuple):
    """What was read of a replay: a row, or a batch of rows, and why there are no more."""

    file: ReplayFile
    rows: Row | pa.RecordBatch | None
    error: ReelError | None


class ScanOptions(TypedDict, total=False):
    """What ``scan`` and ``lazy`` both take."""

    format: str | Collection[str] | None
    """Only files of these formats, by their ids; the others are no failures."""
    game: str | None
    """Only replays of a game, by its name: "Beat Saber", "Geometry Dash", ..."""
    where: Mapping[str, Any] | None
    """Only replays whose header says so, as {"player_name": "Zoë", "difficulty": ["Hard", "Expert"]}: a value, several, or a function
    of the value. Of the others, the header alone is read."""
    storage_options: Mapping[str, Any] | None
    """For the file system of URLs, as of fsspec."""
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
    level: Level
    """A folder of levels, as for ``open``: each replay is measured and checked with its own."""


_DEFAULTS: ScanOptions = {
    "format": None,
    "game": None,
    "where": None,
    "storage_options": None,
    "threads": 0,
    "labels": True,
    "vectors": "columns",
    "file": "file",
    "strict": False,
    "clean": False,
    "reading": None,
    "limits": None,
    "level": None,
}


def with_options(function: Callable[..., Any]) -> inspect.Signature:
    """The signature of a function with the options of ``ScanOptions`` in place of ``**options``, for help() and completion."""
    signature = inspect.signature(function)
    kinds = ScanOptions.__annotations__
    own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD and each.name != "self"]
    more = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=getattr(kinds[name], "__forward_arg__", kinds[name])
        )
        for name, default in _DEFAULTS.items()
    ]
    return signature.replace(parameters=[*own, *more])


class Scan(ArrowStream):
    """One table of all replays in a folder, or of the given files, read by worker threads.

    ``tree`` is a path, a folder, a pattern ("plays/**/*.bsor"), a URL of fsspec ("s3://bucket/plays"), or an iterable of these,
    which is read once, when the scan is made. ``~/`` is the home folder.

    ``table`` is a table of a format or of its statistics, of which the first file that has it decides which one that is, or one for
    files of any formats: "plays" (game, player, level, score, ...), "files" (which are damaged, and why) or "findings".

    The column ``file`` has the path of each row's file, or ``PATH#NAME`` for a replay of an archive of several. Files that cannot be
    read are in ``failures``, as of the last read, and so is damage, after the rows before it; the first is also a ReelWarning. Of an
    archive, at most 1,000 failures are reported. ``columns``, ``after``, ``before`` and ``row`` are as for ``Replay.table``; the other
    options are those of ``ScanOptions``:

    format, game
        only files of these formats, by id, or of this game; the others are no failures
    where
        only replays with these header fields, as {"player_name": "Zoë", "difficulty": ["Hard", "Expert"]}
    threads, limits, reading, strict
        how files are read; with ``strict``, the first failure is raised
    level
        a folder of levels, for tables of statistics and "findings"
    labels, vectors, file
        how columns are made
    storage_options
        for the file systems of URLs
    progress
        a function of the files begun and all files; True for a bar, False for none

    >>> scan = pyreel.scan("plays", "notes", columns=["event_time"])
    >>> scan.to_polars().columns
    ['file', 'event_time']
    >>> scan.failures
    []
    >>> pyreel.scan("plays/*.bsor", "plays").to_polars()["player"].to_list()
    ['Zoë']
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
        progress: ScanProgress = None,
        **options: Unpack[ScanOptions],
    ) -> None:
        for name in options:
            if name not in _DEFAULTS:
                raise TypeError(f"scan() got an unexpected keyword argument {name!r}")
        chosen: ScanOptions = {**_DEFAULTS, **options}
        if operator.index(chosen["threads"]) < 0:
            raise ValueError("threads must not be negative")
        self.name = table
        self.strict = chosen["strict"]
        self.failures: list[Failure] = []
        self._warned = False
        self._threads = chosen["threads"]
        self._progress = progress_of(progress, " files")
        self._storage: Storage = chosen["storage_options"]
        self._formats = find_formats(chosen["format"], chosen["game"])
        self._where = chosen["where"] or {}
        if not isinstance(self._where, Mapping):
            raise TypeError(f"where must be a mapping of header fields to values, not {type(self._where).__name__}")
        known_header_fields(self._where, self._formats, "python.field")
        self._game = chosen["game"] if of_several(self._formats) else None
        self._names: frozenset[str] | None = None  # of the replays that are wanted
        self._reading = reading_options(
            self.strict, after, before, chosen["reading"], chosen["limits"], clean=chosen["clean"], levels=levels_of(chosen["level"])
        )
        self._paths = join_paths(list_files(tree, self._storage))
        self.format: str | None = None
        if table in TABLES:
            self.info = TABLES[table]
            no_rows_of_time(table, after, before, row)
        else:
            self.format, self.info = self._find()
        if table in TABLES:
            columns = chosen_columns(self.info, columns, chosen["file"])
            self._options: dict[str, Any] = {"columns": columns, "file_column": chosen["file"]}
        else:
            arrow = arrow_options(self.info, columns, chosen["labels"], chosen["vectors"], row, clean=chosen["clean"])
            self._options = {**arrow, "file_column": chosen["file"]}

    @property
    def paths(self) -> list[str]:
        """The files, in the order in which they are read, as the column ``file`` has them."""
        return [ReplayFile(path).name for path in split_paths(self._paths)]

    def _raw_paths(self) -> list[bytes]:
        """The files as they are opened."""
        return list(split_paths(self._paths))

    def narrowed(self, columns: Sequence[str] | None, after: float | None, before: float | None, file: str | None) -> Scan:
        """The same with other columns and another span, without listing the files again."""
        other = copy.copy(self)
        other.failures = []
        if self.format is None:
            columns = chosen_columns(self.info, columns, file)
        else:
            columns = arrow_options(self.info, columns, labels=True, vectors="columns", row=None)["columns"]
        other._options = {**self._options, "columns": columns, "file_column": file}
        other._reading = {**self._reading, "after": after, "before": before}
        return other

    def only(self, names: frozenset[str]) -> Scan:
        """The same for the replays whose name is one of some: as the rows have it, the path or ``PATH#NAME``."""
        other = copy.copy(self)
        other.failures = []
        other._names = names if self._names is None else self._names & names
        starts = {name[:at] for name in names for at, character in enumerate(name) if character == "#"}
        other._paths = join_paths(path for path in split_paths(self._paths) if ReplayFile(path).name in names | starts)
        return other

    def of_formats(self, ids: Sequence[str]) -> Scan:
        """The same for files of some formats."""
        other = copy.copy(self)
        other.failures = []
        other._formats = [each for each in ids if self._formats is None or each in self._formats]
        return other

    def __len__(self) -> int:
        """The number of rows. Reads all files."""
        rows = self
        if self.format is not None:  # one column is enough; which rows a table about files has depends on its columns
            rows = self.narrowed([self.info.columns[0]], self._reading["after"], self._reading["before"], None)
        return sum(batch.num_rows for batch in rows.batches())

    def head(self, count: int = 5) -> Rows:
        """The first rows, as a list of dictionaries. Reads no more files than it needs."""
        rows = Rows()
        for batch in self.batches() if count > 0 else ():
            rows += batch.slice(0, count - len(rows)).to_pylist()
            if len(rows) >= count:
                break
        return rows

    def _repr_html_(self) -> str:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ReelWarning)
            return f"<p>{escape(repr(self))}</p>" + self.head(10)._repr_html_()

    def __repr__(self) -> str:
        count = self._paths.count(b"\0")
        return f"<pyreel.Scan {self.name} of {count:,} file{'' if count == 1 else 's'}>"

    def _find(self) -> tuple[str, TableInfo]:
        """The format of the first file that has the table."""
        refused: ReelError | None = None
        for file in self._replays():
            try:
                found: str = _reel.head(file.open(), file.how(self._reading))[0]
                if (self._formats is None or found in self._formats) and self._is_of_game(file):
                    return found, formats()[found].table(self.name)
            except ReelError as found_error:
                error = cause(file.path, found_error)
                refused = error if error.rule == "arrow.table" or refused is None else refused
        if refused is not None:
            if refused.rule == "arrow.table" and (meant := _reel.closest(self.name, list(TABLES))) is not None:
                refused = make_error("argument", "arrow.table", f"no table {self.name!r}; did you mean {meant!r}?")
            try:
                raise refused
            finally:
                del refused  # this frame is in its traceback
        raise make_error("argument", "arrow.no-file", self._no_files())

    def _no_files(self) -> str:
        if not self._paths:
            return "no files to scan: the folder is empty, or the list"
        return f"no files to scan: none of {self._paths.count(bytes(1))} is of the chosen format or game"

    def _is_of_game(self, file: ReplayFile) -> bool:
        return self._game is None or is_of_game(survey(file, {}, HEADER), self._game)

    def _replays(self) -> Iterator[ReplayFile]:
        """The replays; the first of each path is not looked for in an archive before it is needed."""
        for path in split_paths(self._paths):
            file = ReplayFile(path, storage=self._storage)
            yield file
            with contextlib.suppress(ReelError):
                yield from list(file.replays())[1:]

    def __arrow_c_schema__(self) -> object:
        if self.format is None:
            return self._schema().__arrow_c_schema__()
        return _reel.schema(self.format, self.name, self._options)

    def _no_rows(self) -> object:
        if self.format is None:
            return self._schema().empty_table().__arrow_c_stream__()
        return _reel.empty(self.format, self.name, self._options)

    def _stream(self, log: Log) -> object:
        failures: list[Failure] = []
        self.failures = failures
        self._warned = False

        def failed(path: str | None, error: ReelError) -> None:
            if path is not None:
                failures.append(Failure(path, copy.copy(error)))  # a strict scan raises the other one

        log.observe(failed)
        log.explain(self._explain)
        link, progress = log.link(self._progress)
        if self.format is None or self._where or any(is_url(path) for path in split_paths(self._paths)):
            return self._python_stream(link, progress)
        chosen = (self._formats, self._game)
        return _reel.scan(self._paths, self.name, self._options, link, self._reading, self._threads, progress, *chosen)

    def _explain(self, path: str, error: ReelError) -> ReelError | None:
        """What is wrong with a file, which the library tried only as one of the formats that have the table. None: nothing."""
        if self.format is None or error.rule == "archive.member":
            return error
        found = survey(ReplayFile(os.fsencode(path), storage=self._storage), {}, 0).get("format")
        if found is None:
            return error
        if self._formats is not None and found not in self._formats:
            return None
        return table_of_format(found, self.name, self.format) or error

    def _notify(self, path: str | None, error: ReelError) -> None:
        if not self.strict and not self._warned:
            self._warned = True
            warn(f"{named_text(path, error)}; `failures` has all files that were not read to their end")

    # what the extension module does not read by itself: reports, URLs, and replays chosen by their headers

    def _schema(self) -> pa.Schema:
        import pyarrow as pa

        if self.format is not None:
            return pa.RecordBatchReader.from_stream(Capsule(self._no_rows())).schema
        file = self._options["file_column"]
        chosen = [arrow_schema(self.name).field(name) for name in self._options["columns"]]
        return pa.schema([field.with_name(file) if field.name == "file" else field for field in chosen])

    def _python_stream(self, link: Any, progress: Callable[..., object] | None) -> object:
        import pyarrow as pa

        schema = self._schema()

        def batches() -> Iterator[pa.RecordBatch]:
            try:
                yield from self._batches(schema, link, progress)
            except BaseException as error:
                link.interrupt(error)
                raise

        return pa.RecordBatchReader.from_batches(schema, batches()).__arrow_c_stream__()

    def _batches(self, schema: pa.Schema, link: Any, progress: Callable[..., object] | None) -> Iterator[pa.RecordBatch]:
        read = self._report_of if self.format is None else partial(self._rows_of, schema)
        count = self._paths.count(b"\0")
        waiting: list[Row] = []
        read_files: Iterator[list[_Found]] = in_order(read, split_paths(self._paths), self._threads)
        for done, results in enumerate(read_files):
            if progress is not None and progress(done + 1, count) is False:
                raise make_error("cancelled", "reel.cancelled", "cancelled")
            for found in results:
                if isinstance(found.rows, dict):
                    waiting.append(found.rows)
                elif found.rows is not None:
                    yield found.rows
                if found.error is not None:
                    link.failure(os.fsdecode(found.file.label), found.error)
                    if self.strict:
                        raise cause(found.file.path, found.error)
            if len(waiting) >= 1024:
                yield self._batch_of(waiting, schema)
                waiting = []
        if waiting:
            yield self._batch_of(waiting, schema)

    def _batch_of(self, rows: list[Row], schema: pa.Schema) -> pa.RecordBatch:
        import pyarrow as pa

        columns = [
            pa.array([row.get(name) for row in rows], field.type) for name, field in zip(self._options["columns"], schema, strict=True)
        ]
        return pa.RecordBatch.from_arrays(columns, schema=schema)

    def _is_wanted(self, file: ReplayFile) -> bool:
        """Whether the header has what was asked for. A file that cannot be read is wanted: reading it reports why."""
        if self._names is not None and file.name not in self._names:
            return False
        if self._formats is None and not self._where:
            return True
        found = survey(file, {}, HEADER if self._where or self._game is not None else 0)
        if self._formats is not None and "format" in found and found["format"] not in self._formats:
            return False
        if not is_of_game(found, self._game):
            return False
        return "error" in found or has_fields(found.get("header", {}), self._where)

    def _wanted(self, path: bytes) -> Iterator[ReplayFile]:
        return filter(self._is_wanted, ReplayFile(path, storage=self._storage).replays())

    def _report_of(self, path: bytes) -> list[_Found]:
        rows = REPORTS[self.name]
        if self.name == "plays":
            rows = partial(plays_rows, depth=plays_depth(tuple(self._options["columns"])))
        return [_Found(file, row or None, error) for file in self._wanted(path) for row, error in rows(file, self._reading)]

    def _rows_of(self, schema: pa.Schema, path: bytes) -> list[_Found]:
        return [_Found(file, batch, error) for file in self._wanted(path) for batch, error in self._rows_of_replay(schema, file)]

    def _rows_of_replay(self, schema: pa.Schema, file: ReplayFile) -> Iterator[tuple[pa.RecordBatch | None, ReelError | None]]:
        import pyarrow as pa

        assert self.format is not None
        failures: list[ReelError] = []
        log = Log(lambda _, error: failures.append(error), late=True)
        link, _ = log.link(None)
        try:
            if file.damage is not None:
                raise file.damage
            found: str = _reel.head(file.open(), file.how(self._reading))[0]
            other = table_of_format(found, self.name, self.format)
            if other is not None:
                raise other
            options = {**self._options, "file": file.label}
            stream = _reel.stream(file.open(), found, self.name, options, link, file.how({**self._reading, "strict": False}))
            with pa.RecordBatchReader.from_stream(Capsule(stream)) as reader:
                for batch in reader:
                    yield pa.RecordBatch.from_arrays(batch.columns, schema=schema), None
            log.finish()
        except (ReelError, OSError, pa.ArrowException) as error:
            reason = log.failed(error)
            failures.append(reason if isinstance(reason, ReelError) else make_error("io", "python.read", str(reason)))
        for failure in failures[:1]:
            yield None, failure


def no_rows_of_time(table: str, after: float | None, before: float | None, row: str | None) -> None:
    """Tables about files have no time axis, and their rows no numbers."""
    if after is not None or before is not None:
        raise make_error("argument", "python.span", f"the table {table!r} has no time axis")
    if row is not None:
        raise make_error("argument", "python.row", f"the rows of {table!r} are not those of a file")


def chosen_columns(info: TableInfo, columns: Sequence[str] | None, file: str | None) -> list[str]:
    """The columns of a table about files, of which ``file`` is the first if it has a name."""
    arrow_options(info, columns, labels=True, vectors="columns", row=None)  # refuses unknown ones
    own = [name for name in columns if name != "file"] if columns is not None else info.columns[1:]
    return [*(["file"] if file is not None else []), *own]


def has_fields(header: Mapping[str, Sequence[Row]], where: Mapping[str, Any]) -> bool:
    """Whether each wanted field has its value in a row of the header."""
    rows = [row for table in header.values() for row in table]
    return all(any(name in row and _is(row[name], wanted) for row in rows) for name, wanted in where.items())


def _is(value: object, wanted: Any) -> bool:
    if callable(wanted):
        return bool(wanted(value))
    if isinstance(wanted, (list, tuple, set, frozenset)):
        return value in wanted
    return bool(value == wanted)


def in_order(read: Callable[[bytes], Result], paths: Iterable[bytes], threads: int) -> Iterator[Result]:
    """The results of ``read`` in the order of the paths, of which a few for each thread are read ahead."""
    count = threads or os.cpu_count() or 1
    if count == 1:
        yield from map(read, paths)
        return
    pool = ThreadPoolExecutor(count, "pyreel")
    ahead: deque[Future[Result]] = deque()
    try:
        for path in paths:
            ahead.append(pool.submit(read, path))
            if len(ahead) >= 4 * count:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


Scan.__signature__ = with_options(Scan.__init__)  # type: ignore[attr-defined]
scan = Scan
