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
``file``             name of the first column, which has the path of each row's file; default "file", "" for none
``row``              name of a column with the number of the row in its file; default: none
``mode``             PERMISSIVE, the default: the rows before any damage. FAILFAST: a bad file fails the query
``ignoreMissingFiles`` true: a file that a worker does not find is a failure like others. By default it fails the task
``partitionBytes``   the files of a task have about so many bytes together; default 67108864. A file is not divided
``reading``          the reading convention, as for ``pyreel.open``
``limits.NAME``      a limit, as for ``pyreel.open``: ``limits.rows``, ``limits.work``, ...
==================== ===============================================================================================

``load`` takes files, folders (with all files below them) and globs, or a list of these, on file systems that the driver and all
workers mount under the same path. For other storage, read bytes with ``binaryFile`` and use ``decode``.

The schema is that of the first file that has the table, unless ``schema`` gives one, whose columns are then the only ones to be
read. Files without that table are failures; a task logs how many there were, and the first. The tables ``plays``, ``files`` and
``findings`` are those of ``pyreel.scan``: one row for each replay of any format; each file with its ``verdict`` and what ended
reading; what a check finds. They read every file to its end.

Each replay of an archive of several counts as a file called PATH#NAME. A task reads whole archives.

Types are those that Spark has: unsigned integers become wider, uuids text, and enumerations are numbers.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import logging
import math
import os
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

try:
    import pyarrow as pa
    from pyspark.sql import datasource
    from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
except ImportError as missing:
    raise ImportError("pyreel.spark needs Spark 4 and pyarrow: pip install './python[spark]' in a checkout of reel") from missing

from . import _reel
from ._files import ReplayFile, file_size, list_files
from ._reading import reading_options
from ._reel import ReelError
from ._reports import REPORTS, TABLES, arrow_schema, message_of
from ._schema import TableInfo, formats, make_error, table_of_format, unknown
from ._source import FileReader, Source
from ._table import Capsule, Log, arrow_options
from ._time import EVERYTHING, Span, common, compared, readable

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

__all__ = ["ReplayDataSource", "decode", "register"]

Mode: TypeAlias = Literal["PERMISSIVE", "FAILFAST"]

_OPTIONS = ("table", "columns", "after", "before", "file", "row", "mode", "ignoreMissingFiles", "partitionBytes", "reading")
_PUSHDOWN = "spark.sql.python.filterPushdown.enabled"
_log = logging.getLogger(__name__)


def register(spark: SparkSession) -> None:
    """Makes ``spark.read.format("reel")`` known to a session.

    If spark.sql.python.filterPushdown.enabled is true at this moment (Spark 4.1 and later), conditions on the time are passed on
    to the reader. ``spark.dataSource.register(pyreel.spark.ReplayDataSource)`` does the same without that.
    """
    pushes = spark.conf.get(_PUSHDOWN, "false") == "true" and hasattr(DataSourceReader, "pushFilters")
    spark.dataSource.register(_PushdownDataSource if pushes else ReplayDataSource)


# one file


@dataclass(frozen=True)
class _Wanted:
    """What is to be read of each file. Goes to the workers."""

    table: str
    columns: tuple[str, ...] | None = None
    span: Span = EVERYTHING
    file: str | None = "file"
    row: str | None = None
    strict: bool = False
    ignore_missing: bool = False
    reading: str | None = None
    limits: tuple[tuple[str, int], ...] = ()
    format: str | None = None  # of the file that decided the schema

    @property
    def info(self) -> TableInfo:
        assert self.format is not None
        return formats()[self.format].table(self.table)

    @property
    def arrow(self) -> dict[str, Any]:
        """Options of the extension module for the columns."""
        options = arrow_options(self.info, self.columns, labels=False, vectors="columns", row=self.row)
        return {**options, "flags": _reel.ARROW_PLAIN | _reel.ARROW_LABELS, "file_column": self.file}

    @property
    def how(self) -> dict[str, Any]:
        """Options of the extension module for reading."""
        after, before = (None if math.isinf(bound) else bound for bound in self.span)
        return reading_options(self.strict, after, before, self.reading, dict(self.limits))

    def schema(self) -> pa.Schema:
        """The columns of the rows."""
        if self.table in TABLES:
            known = _plain(arrow_schema(self.table), self.file)
            return known if self.columns is None else pa.schema([known.field(name) for name in self.columns])
        empty = _reel.empty(self.format, self.table, self.arrow)  # type: ignore[arg-type]
        return pa.RecordBatchReader.from_stream(Capsule(empty)).schema

    def find(self, files: Iterable[_File]) -> _Wanted:
        """The same with the format of the first file that has the table."""
        if self.table in TABLES:
            known = _plain(arrow_schema(self.table), self.file).names
            for column in self.columns or ():
                if column not in known:
                    raise unknown(f"column of {self.table}", "columns.unknown", column, known)
            return self
        refused: BaseException | None = None
        for file in files:
            try:
                found = replace(self, format=file.format(self))
                found.arrow  # noqa: B018 # refuses unknown columns
                return found
            except (ReelError, OSError) as error:
                if refused is None or getattr(error, "rule", "") in ("arrow.table", "columns.unknown"):
                    refused = error
        raise refused or make_error("argument", "arrow.no-file", "no files to read")


class _File(ReplayFile):
    """A file by its path, or its content; or a replay of an archive."""

    def open(self) -> bytes | memoryview | FileReader:
        """For the extension module. Raises OSError if there is no such file."""
        return Source(os.fsdecode(self.path)).raw if self.content is None else self.content

    def format(self, wanted: _Wanted) -> str:
        """The id of the format, which has the table."""
        found = self.head(wanted)
        formats()[found].table(wanted.table)
        return found

    def head(self, wanted: _Wanted) -> str:
        """The id of the format."""
        if self.damage is not None:
            raise self.damage
        found: str = _reel.head(self.open(), self.how(wanted.how))[0]
        return found

    def rows(self, wanted: _Wanted) -> Iterator[pa.RecordBatch]:
        """The rows. Raises the failure, if there is one, after the rows before it."""
        found = self.head(wanted)
        assert wanted.format is not None
        other = table_of_format(found, wanted.table, wanted.format)
        if other is not None:
            raise other
        failures: list[ReelError] = []
        log = Log(lambda _, error: failures.append(error), late=True)
        link, _ = log.link(None)
        stream = _reel.stream(self.open(), found, wanted.table, {**wanted.arrow, "file": self.label}, link, self.how(wanted.how))
        with pa.RecordBatchReader.from_stream(Capsule(stream)) as reader:
            while True:
                try:
                    batch = reader.read_next_batch()
                except StopIteration:
                    break
                except Exception as error:
                    raise log.failed(error) from None
                yield batch
        log.finish()
        if failures:
            raise failures.pop(0)

    def report(self, wanted: _Wanted) -> Iterator[dict[str, Any]]:
        """The rows of the file in a table about files. Raises the failure, if there is one, after them."""
        source = self
        try:
            self.open()
        except OSError as error:
            source = replace(self, damage=self.reason(error, wanted))
        failures: list[ReelError] = []
        for row, failure in REPORTS[wanted.table](source, wanted.how):
            if row:
                yield {(wanted.file or "file" if name == "file" else name): value for name, value in row.items()}
            failures += [failure] if failure is not None else []
        if failures:
            raise self.reason(failures[0], wanted)

    def reason(self, error: ReelError | OSError, wanted: _Wanted) -> ReelError:
        """Why the file cannot be read. Raises what may succeed if the task is run again, perhaps on another worker."""
        if not isinstance(error, OSError):
            if error.status == "io" and error.rule != "python.open":
                raise error
            return error
        final = (PermissionError, IsADirectoryError, *([FileNotFoundError] if wanted.ignore_missing else []))
        if not isinstance(error, final):
            raise error
        return make_error("io", "python.open", f"{error.strerror}")

    def refused(self, error: ReelError) -> ReelError:
        """The failure with the name of the file."""
        failure = ReelError(f"{self.name}: {error}")
        failure.__dict__.update(error.__dict__)
        return failure


class _Failures:
    """The files of a task that were not read to their end."""

    def __init__(self, wanted: _Wanted) -> None:
        self._wanted = wanted
        self._first: ReelError | None = None
        self._count = 0

    @contextlib.contextmanager
    def of(self, file: _File) -> Iterator[None]:
        """Keeps the failure of a file, or raises it in the mode FAILFAST."""
        try:
            yield
        except (ReelError, OSError) as error:
            failure = file.refused(file.reason(error, self._wanted))
            if self._wanted.strict:
                raise failure from None
            self._first = self._first or failure
            self._count += 1

    def log(self) -> None:
        """One line for a task."""
        if self._first is not None:
            hint = "the table 'files' lists them" if self._count > 1 else "the table 'files' has it"
            _log.warning("%d of the files of a task not read to the end (%s); %s", self._count, hint, self._first)


def _arrow_schema_of(schema: StructType) -> pa.Schema:
    """The columns for pyarrow. Times are in UTC; the parameter for that came with Spark 4.1."""
    parameters = inspect.signature(to_arrow_schema).parameters
    return to_arrow_schema(schema, **({"timezone": "UTC"} if "timezone" in parameters else {}))


def _plain(schema: pa.Schema, file: str | None) -> pa.Schema:
    """The schema with types that Spark has, and the name of the column of the file."""
    fields = [field.with_type(pa.int64()) if field.type == pa.uint64() else field for field in schema]
    renamed = [field.with_name(file) if field.name == "file" and file else field for field in fields]
    return pa.schema([field for field in renamed if field.name != "file" or file == "file"])


def _replays(files: Iterable[_File]) -> Iterator[_File]:
    return (replay for file in files for replay in file.replays())  # type: ignore[misc]


def _read(files: Iterable[_File], wanted: _Wanted, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The rows of files. The types of a batch are those of the schema; only names of fields and nullability are set."""
    failures = _Failures(wanted)
    if wanted.table in TABLES:
        yield from _reports(files, wanted, schema, failures)
    else:
        for file in _replays(files):
            with failures.of(file):
                for batch in file.rows(wanted):
                    yield pa.RecordBatch.from_arrays(batch.columns, schema=schema)
    failures.log()


def _reports(files: Iterable[_File], wanted: _Wanted, schema: pa.Schema, failures: _Failures) -> Iterator[pa.RecordBatch]:
    rows: list[dict[str, Any]] = []
    for file in _replays(files):
        with failures.of(file):
            for row in file.report(wanted):
                rows.append({name: row.get(name) for name in schema.names})
        if len(rows) >= 1024:
            yield pa.RecordBatch.from_pylist(rows, schema)
            rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows, schema)


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
        for path in self._source.files():
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
    """Limits the time to what conditions leave. Spark still applies the conditions."""

    def pushFilters(self, filters: list[Any]) -> Iterable[Any]:  # noqa: N802
        """For Spark."""
        time = None if self._wanted.table in TABLES else self._wanted.info.time
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
        if name.lower() not in known and not name.lower().startswith("limits."):
            raise unknown("option", "python.option", name, [*_OPTIONS, "limits.rows"])
    table = options.get("table")
    if not table:
        raise make_error("argument", "arrow.table", "the option table is missing; for example .option('table', 'frames')")
    after, before = _number(options, "after", float, -math.inf), _number(options, "before", float, math.inf)
    columns = options.get("columns")
    limits = [(name.lower().removeprefix("limits."), _number(options, name, int)) for name in options if "." in name]
    return _Wanted(
        table=table,
        columns=tuple(column.strip() for column in columns.split(",")) if columns else None,
        span=(after, before),
        file=options.get("file", "file") or None,
        row=options.get("row") or None,
        strict=_is_strict(options),
        ignore_missing=_choice(options, "ignoreMissingFiles", ["false", "true"]) == "true",
        reading=options.get("reading"),
        limits=tuple(limits),
    )


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
    limits: Mapping[str, int] | None = None,
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
        limits=tuple((limits or {}).items()),
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
