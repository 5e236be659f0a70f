# SPDX-License-Identifier: MIT
"""Replays as tables of Spark 4. Needs pyspark, and pyreel on every worker.

>>> import pyreel.spark
>>> pyreel.spark.register(spark)
>>> frames = spark.read.format("reel").option("table", "frames").load("plays")
>>> frames.where("time < 1").count()
2

Options of ``spark.read``:

==================== ===============================================================================================
``table``            the table: one of the format or of its statistics, or ``plays``, ``files`` or ``findings`` (see below)
``columns``          columns ("head_position_x") or fields ("head_position"), separated by commas; default: all
``after, before``    only rows with after <= time < before
``format, game``     only files of these formats, by their ids with commas between, or of this game. With one ``format``, no file
                     is opened to find the schema
``where.NAME``       only replays whose header has this value: ``where.player_name``; several are separated by "|"
``file``             name of the first column, which has the path of each row's file; default "file", "" for none
``row``              name of a column with the number of the row in its file; default: none
``mode``             PERMISSIVE, the default: the rows before any damage. FAILFAST: a bad file fails the query
``ignoreMissingFiles`` true: a file that a worker does not find is a failure like others. By default it fails the task
``partitionBytes``   the files of a task have about so many bytes together; default 67108864. A file is not divided
``reading``          the reading convention, as for ``pyreel.open``
``clean``            true: values that mean nothing are null, as for ``pyreel.open``
``level``            a level or a folder of levels, for tables of statistics and ``findings``: each replay is measured and checked
                     with its own, as for ``pyreel.scan``. All workers read it under this path, each process once for a query
``limits.NAME``      a limit, as for ``pyreel.open``: ``limits.rows``, ``limits.work``, ...
==================== ===============================================================================================

``load`` takes files, folders (with all files below them) and globs, or a list of these, on file systems that the driver and all
workers mount under the same path. For other storage, read bytes with ``binaryFile`` and use ``decode``.

The schema is that of the first file that has the table, unless ``schema`` gives one, whose columns are then the only ones to be
read. Files without that table are failures, which the tables ``files`` and ``findings`` list with their reasons. These and ``plays``
are those of ``pyreel.scan``: one row for each replay of any format; each file with its ``verdict`` and what ended reading; what a
check finds. ``files`` and ``findings`` read every file to its end, ``plays`` only if its columns need it.

Each replay of an archive of several counts as a file called PATH#NAME. A task reads whole archives.

Types are those that Spark has: unsigned integers become wider, uuids text, and enumerations names.
Beside a time of the calendar, ``NAME_utc`` is a timestamp.
"""

from __future__ import annotations

import inspect
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

try:
    import pyarrow as pa
    from pyspark.sql import datasource
    from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
except ImportError as missing:
    raise ImportError("pyreel.spark needs Spark 4 and pyarrow: pip install './python[spark]' in a checkout of reel") from missing

from ._conditions import about, may_be_in
from ._files import file_size, list_files
from ._reel import ReelError
from ._reports import HEADER_COLUMNS, TABLES, message_of
from ._schema import find_formats, formats, known_header_fields, make_error, of_several, unknown
from ._spark_read import _File, _read, _replays, _Wanted
from ._time import EVERYTHING, Span, common, compared, readable

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

__all__ = ["ReplayDataSource", "decode", "register"]

Mode: TypeAlias = Literal["PERMISSIVE", "FAILFAST"]

_OPTIONS = ["table", "columns", "format", "game", "after", "before", "file", "row"]
_OPTIONS += ["mode", "ignoreMissingFiles", "partitionBytes", "reading", "clean", "level"]
_PUSHDOWN = "spark.sql.python.filterPushdown.enabled"


def register(spark: SparkSession) -> None:
    """Makes ``spark.read.format("reel")`` known to a session.

    If spark.sql.python.filterPushdown.enabled is true at this moment (Spark 4.1 and later), conditions are passed on to the reader:
    files that one on ``file`` rules out are not opened, of replays that one on a header column of ``plays`` rules out only the
    header is read, and those on the time limit what is read. ``spark.dataSource.register(pyreel.spark.ReplayDataSource)`` does the
    same without that.
    """
    pushes = spark.conf.get(_PUSHDOWN, "false") == "true" and hasattr(DataSourceReader, "pushFilters")
    spark.dataSource.register(_PushdownDataSource if pushes else ReplayDataSource)


def _arrow_schema_of(schema: StructType) -> pa.Schema:
    """The columns for pyarrow. Times are in UTC; the parameter for that came with Spark 4.1."""
    parameters = inspect.signature(to_arrow_schema).parameters
    return to_arrow_schema(schema, **({"timezone": "UTC"} if "timezone" in parameters else {}))


def _given(wanted: _Wanted, schema: pa.Schema) -> _Wanted:
    """Reads the columns of a schema that the user gave, in its order."""
    own = [name for name in (wanted.file, wanted.row) if name is not None and name in schema.names]
    if wanted.table not in TABLES and schema.names[: len(own)] != own:
        raise make_error("argument", "python.schema", f"the columns {' and '.join(own)} must be the first ones of the schema")
    return replace(
        wanted,
        columns=tuple(name for name in schema.names if name not in own),
        file=wanted.file if wanted.file in own else None,
        row=wanted.row if wanted.row in own else None,
    )


def _same_types(found: pa.Schema, given: pa.Schema) -> None:
    for name in given.names:
        if name not in found.names:
            raise unknown("column", "columns.unknown", name, found.names)
        if found.field(name).type != given.field(name).type:
            message = f"the column {name} is {found.field(name).type}, not {given.field(name).type}"
            raise make_error("argument", "python.schema", message)


# the data source


class _Task(InputPartition):
    """The files of one task."""

    def __init__(self, files: Sequence[tuple[bytes, int]]) -> None:
        super().__init__(len(files))
        self.files = files


def _local(path: str) -> str:
    """A path without the scheme that Spark puts before it."""
    scheme, colon, rest = path.partition(":")
    if not colon or "/" in scheme:
        return path
    if scheme != "file":
        hint = "read bytes with binaryFile and use pyreel.spark.decode"
        raise make_error("argument", "python.path", f"{path}: only paths of mounted file systems can be read; {hint}")
    return "/" + rest.lstrip("/")


class ReplayDataSource(DataSource):
    """The data source "reel". Register it with ``register``; the options are in the description of the module."""

    def __init__(self, options: MutableMapping[str, str]) -> None:
        self.options = options
        self._found: _Wanted | None = None

    @classmethod
    def name(cls) -> str:
        """The name for ``spark.read.format``."""
        return "reel"

    def schema(self) -> StructType:
        """The columns, as of the first file that has the table."""
        return from_arrow_schema(self._find().schema())

    def reader(self, schema: StructType) -> DataSourceReader:
        """For Spark."""
        return self._reader_type()(self, self._find(), _arrow_schema_of(schema))

    def _reader_type(self) -> type[_Reader]:
        return _Reader

    def files(self) -> Iterator[bytes]:
        """The files that are to be read, in the order of their names."""
        if "paths" in self.options:
            paths: list[str] = json.loads(self.options["paths"])
        elif "path" in self.options:
            paths = [self.options["path"]]
        else:
            raise make_error("argument", "arrow.no-file", "no path to load")
        for path in paths:
            yield from list_files(_local(path))

    @property
    def partition_bytes(self) -> int:
        """How many bytes the files of a task have together."""
        return int(_number(self.options, "partitionBytes", int, 64 << 20))

    def _find(self) -> _Wanted:
        if self._found is None:
            wanted = _wanted(self.options)
            self._found = wanted.find(_replays(_File(path) for path in self.files()))
        return self._found


class _Reader(DataSourceReader):
    """Reads the files of one task after another. Goes to the workers."""

    def __init__(self, source: ReplayDataSource, wanted: _Wanted, schema: pa.Schema) -> None:
        self._source = source
        self._schema = schema
        self._wanted = wanted
        if schema.names != wanted.schema().names:
            self._wanted = _given(wanted, schema)
        _same_types(self._wanted.schema(), schema)

    def partitions(self) -> Sequence[InputPartition]:
        """Tasks of about the same size, in the order of the files."""
        most = self._source.partition_bytes
        tasks: list[InputPartition] = []
        files: list[tuple[bytes, int]] = []
        size = 0
        named = about(self._wanted.conditions, [self._wanted.file or "file"])
        for path in self._source.files():
            if not may_be_in(named, _File(path).name):
                continue
            more = file_size(path)
            if files and size + more > most:
                tasks.append(_Task(files))
                files, size = [], 0
            files.append((path, more))
            size += more
        return [*tasks, _Task(files)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a task."""
        files = (_File(path, size=size) for path, size in partition.files)
        return _read(files, self._wanted, self._schema)


class _PushdownReader(_Reader):
    """Leaves out what conditions rule out. Spark still applies the conditions."""

    def pushFilters(self, filters: list[Any]) -> Iterable[Any]:  # noqa: N802
        """For Spark."""
        about_files = self._wanted.table in TABLES
        own = {self._wanted.file} if self._wanted.file else set()
        if self._wanted.table == "plays":
            own |= set(HEADER_COLUMNS)
        self._wanted = replace(self._wanted, conditions=about(filters, {name for name in own if name is not None}))
        time = None if about_files else self._wanted.info.time
        if time is not None:
            span = EVERYTHING
            for each in filters:
                span = common(span, _span_of(each, time))
            span = readable(span, self._wanted.info.field(time).type)
            self._wanted = replace(self._wanted, span=common(self._wanted.span, span))
        return filters


class _PushdownDataSource(ReplayDataSource):
    def _reader_type(self) -> type[_Reader]:
        return _PushdownReader


_OPERATORS = {"EqualTo": "Eq", "GreaterThan": "Gt", "GreaterThanOrEqual": "GtEq", "LessThan": "Lt", "LessThanOrEqual": "LtEq"}


def _span_of(condition: Any, time: str) -> Span:
    operator = _OPERATORS.get(type(condition).__name__)
    if operator is None or not isinstance(condition, datasource.Filter) or condition.attribute != (time,):
        return EVERYTHING
    return compared(operator, condition.value)


def _number(options: Mapping[str, str], name: str, kind: type[int] | type[float], default: Any = None) -> Any:
    text = options.get(name)
    if text is None:
        return default
    try:
        return kind(text)
    except ValueError:
        raise make_error("argument", "python.option", f"the option {name} must be a number, not {text!r}") from None


def _choice(options: Mapping[str, str], name: str, words: Sequence[str]) -> str:
    """One of some words, the first of which is the default."""
    word = options.get(name, words[0])
    for known in words:
        if known.lower() == word.lower():
            return known
    raise unknown(name, "python.option", word, words)


def _is_strict(options: Mapping[str, str]) -> bool:
    return _choice(options, "mode", ["PERMISSIVE", "FAILFAST"]) == "FAILFAST"


def _wanted(options: Mapping[str, str]) -> _Wanted:
    known = {name.lower() for name in _OPTIONS} | {"path", "paths"}
    for name in options:
        if name.lower() not in known and not name.lower().startswith(("limits.", "where.")):
            raise unknown("option", "python.option", name, [*_OPTIONS, "limits.rows", "where.player_name"])
    table = options.get("table")
    if not table:
        raise make_error("argument", "arrow.table", "the option table is missing; for example .option('table', 'frames')")
    after, before = _number(options, "after", float, -math.inf), _number(options, "before", float, math.inf)
    columns = options.get("columns")
    lower = [(name, name.lower()) for name in options]
    limits = [(own.removeprefix("limits."), _number(options, name, int)) for name, own in lower if own.startswith("limits.")]
    where = [(own.removeprefix("where."), tuple(options[name].split("|"))) for name, own in lower if own.startswith("where.")]
    ids = options.get("format")
    chosen = find_formats([each.strip() for each in ids.split(",")] if ids else None, options.get("game"))
    known_header_fields([field for field, _ in where], chosen, "python.option")
    return _Wanted(
        table=table,
        game=options.get("game") if of_several(chosen) else None,
        columns=tuple(column.strip() for column in columns.split(",")) if columns else None,
        span=(after, before),
        file=options.get("file", "file") or None,
        row=options.get("row") or None,
        strict=_is_strict(options),
        ignore_missing=_choice(options, "ignoreMissingFiles", ["false", "true"]) == "true",
        reading=options.get("reading"),
        clean=_choice(options, "clean", ["false", "true"]) == "true",
        limits=tuple(limits),
        formats=None if chosen is None else tuple(chosen),
        where=tuple(where),
        level=_level(options.get("level")),
    )


def _level(path: str | None) -> tuple[str, str] | None:
    """A path of levels, for one query."""
    return (_local(path), os.urandom(8).hex()) if path else None


# bytes


def decode(
    df: DataFrame,
    table: str,
    columns: Sequence[str] | None = None,
    *,
    format: str | None = None,  # noqa: A002
    path: str = "path",
    content: str = "content",
    after: float | None = None,
    before: float | None = None,
    file: str | None = "file",
    row: str | None = None,
    mode: Mode = "PERMISSIVE",
    reading: str | None = None,
    clean: bool = False,
    limits: Mapping[str, int] | None = None,
    level: str | None = None,
) -> DataFrame:
    """A table of the replays in a DataFrame that has their bytes, for storage that the workers do not mount.

    The arguments are as the options of ``spark.read.format("reel")``; ``path`` and ``content`` are the names of the columns that
    ``binaryFile`` makes. Without ``format``, the id of a format, replays are read until one has the table. Spark passes on 10,000
    rows at a time, so set spark.sql.execution.arrow.maxRecordsPerBatch to about 64 if the files are large.

    >>> binary = spark.read.format("binaryFile").load("plays")
    >>> pyreel.spark.decode(binary, "frames", ["time"]).count()
    3
    """
    wanted = _Wanted(
        table=table,
        columns=None if columns is None else tuple(columns),
        span=(-math.inf if after is None else after, math.inf if before is None else before),
        file=file,
        row=row,
        strict=_is_strict({"mode": mode}),
        reading=reading,
        clean=clean,
        limits=tuple((limits or {}).items()),
        level=_level(level),
    )
    pairs = df.select(path, content)
    if table in TABLES:
        wanted = wanted.find([])
    else:
        if format is None:
            format = _first_format(pairs, wanted)  # noqa: A001
        elif format not in formats():
            raise unknown("format", "python.format", format, formats())
        wanted = replace(wanted, format=format)
    spark_schema = from_arrow_schema(wanted.schema())
    schema = _arrow_schema_of(spark_schema)
    return pairs.mapInArrow(lambda batches: _read(_contents(batches), wanted, schema), spark_schema)


def _contents(batches: Iterable[pa.RecordBatch]) -> Iterator[_File]:
    for batch in batches:
        for path, content in zip(*batch.columns, strict=True):
            data = content.as_buffer() if content.is_valid else b""
            name = path.as_py() if path.is_valid else ""
            yield _File(os.fsencode(name), memoryview(data), len(data))


def _first_format(pairs: DataFrame, wanted: _Wanted) -> str:
    """The format of the first replay that has the table; only its id is passed to the driver."""

    def find(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for file in _replays(_contents(batches)):
            try:
                found = [replace(wanted, format=file.format(wanted))]
                found[0].arrow  # noqa: B018 # refuses unknown columns
            except ReelError as error:
                if error.rule not in ("arrow.table", "columns.unknown"):
                    continue
                yield pa.RecordBatch.from_pydict({"format": [None], "message": [message_of(error)], "rule": [error.rule]}, kinds)
                continue
            yield pa.RecordBatch.from_pydict({"format": [found[0].format], "message": [None], "rule": [None]}, kinds)
            return

    kinds = pa.schema([(name, pa.string()) for name in ("format", "message", "rule")])
    found = pairs.mapInArrow(find, "format string, message string, rule string")
    first = found.where("format is not null").first()
    if first is not None:
        return str(first["format"])
    refused = found.first()
    if refused is not None:
        raise make_error("argument", refused["rule"], refused["message"])
    raise make_error("argument", "arrow.no-file", "no replay has the table")
