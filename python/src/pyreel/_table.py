# SPDX-License-Identifier: MIT
"""A table of a replay as Arrow, numpy, polars, pandas or plain Python."""

from __future__ import annotations

import abc
import copy
import os
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Protocol, TypeAlias, TypeVar, overload

from . import _reel
from ._progress import Bar, close_bar
from ._reel import ReelError
from ._schema import SKIP, Field, Rows, TableInfo, formats, make_error, unknown
from ._source import cause

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Vectors: TypeAlias = Literal["columns", "lists", "structs"]
Result = TypeVar("Result")


class ReelWarning(UserWarning):
    """A replay ended early, or a conversion lost something, and the caller allowed it."""


class Log:
    """What happens to one stream. Its methods are called by the library, on any thread.

    A consumer such as pyarrow holds the stream, and the stream its log, where the garbage collector sees neither reference. So a log
    must not hold an exception that was raised: its traceback leads to the frame that has the consumer.
    """

    def __init__(self, notify: Callable[[str | None, ReelError], None] | None, *, late: bool) -> None:
        self._notify = notify
        self._late = late  # keep what is to be reported until `finish`
        self._lock = threading.Lock()
        self._kept: list[tuple[str | None, ReelError]] = []
        self._observer: Callable[[str | None, ReelError], None] | None = None
        self._explain: Callable[[str, ReelError], ReelError | None] | None = None
        self._progress: Callable[..., object] | None = None
        self._interrupted: BaseException | None = None

    def link(self, progress: Callable[..., object] | None) -> tuple[Log | Link, Callable[..., object] | None]:
        """What the library gets for this log, and for the progress callback."""
        if not self._late:
            return self, None if isinstance(progress, Bar) else progress  # nobody else keeps the log, or would end the bar
        self._progress = progress
        link = Link(self)
        return link, link.progress if progress is not None else None

    def progress(self, *values: Any) -> object:
        """Calls the progress callback."""
        return self._progress(*values) if self._progress is not None else None

    def observe(self, observer: Callable[[str | None, ReelError], None]) -> None:
        """Has ``observer`` called for each failure, when it happens."""
        self._observer = observer

    def explain(self, explain: Callable[[str, ReelError], ReelError | None]) -> None:
        """Has ``explain`` say what is wrong with a file; None if nothing is."""
        self._explain = explain

    def failure(self, path: str | None, error: ReelError) -> None:
        """Damage that ended a file, or why it was not read."""
        if path is not None:
            known = self._explain(path, error) if self._explain is not None else error
            if known is None:
                return
            error = cause(os.fsencode(path), known)
        with self._lock:
            self._kept.append((path, error))
        if self._observer:
            self._observer(path, error)
        if not self._late and self._notify:
            self._notify(path, error)

    def interrupt(self, error: BaseException) -> None:
        """A signal handler or a progress callback raised ``error``."""
        self._interrupted = error

    def failed(self, error: Exception) -> BaseException:
        """The reason for which a consumer of the stream raised ``error``. Forgets it."""
        close_bar(self._progress)
        interrupted, self._interrupted = self._interrupted, None
        kept, self._kept = self._kept, []
        if interrupted is not None:
            return interrupted
        if isinstance(error, MemoryError) or not kept:
            return error
        return kept[-1][1]

    def finish(self) -> None:
        """Reports what was kept, and forgets it."""
        close_bar(self._progress)
        kept, self._kept = self._kept, []
        if self._late and self._notify:
            for path, error in kept:
                self._notify(path, error)


class Link:
    """What a stream holds of a log whose owner reads the stream: nothing that keeps the owner alive."""

    def __init__(self, log: Log) -> None:
        self._log = weakref.ref(log)

    def failure(self, path: str | None, error: ReelError) -> None:
        if (log := self._log()) is not None:
            log.failure(path, error)

    def interrupt(self, error: BaseException) -> None:
        if (log := self._log()) is not None:
            log.interrupt(error)

    def progress(self, *values: Any) -> object:
        log = self._log()
        return None if log is None else log.progress(*values)


class Origin(Protocol):
    """Where the rows of a table come from."""

    @property
    def format(self) -> str: ...
    @property
    def clean(self) -> bool: ...
    def stream(self, name: str, options: dict[str, Any], log: Log, after: float | None, before: float | None) -> object: ...
    def load(self, name: str, after: float | None, before: float | None) -> _reel.Loaded: ...
    def notify(self, path: str | None, error: ReelError) -> None: ...
    def reason(self, error: BaseException) -> BaseException: ...
    def verify(self, *, end: bool) -> None: ...


class Capsule:
    """One stream, for one consumer."""

    def __init__(self, stream: object) -> None:
        self._stream: object | None = stream

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        stream, self._stream = self._stream, None
        if stream is None:
            raise RuntimeError("the stream was consumed")
        return stream


def arrow_options(
    info: TableInfo, columns: Sequence[str] | None, labels: bool, vectors: Vectors, row: str | None, *, clean: bool = False
) -> dict[str, Any]:
    """Options for the extension module. Unknown columns are refused at once."""
    kinds = {"columns": 0, "lists": _reel.ARROW_LISTS, "structs": _reel.ARROW_STRUCTS}
    if vectors not in kinds:
        raise unknown("kind of vectors", "python.vectors", vectors, kinds)
    if isinstance(columns, str):
        columns = [columns]
    columns = None if columns is None else info.current(columns)
    for column in columns or ():
        if column not in (known := [*info.columns, *(field.name for field in info.fields)]):
            raise unknown(f"column of {info.name}", "columns.unknown", column, dict.fromkeys(known))
    clean = clean or info.statistics  # what could not be measured is None
    return {
        "columns": columns,
        "flags": kinds[vectors] | (_reel.ARROW_LABELS if labels else 0) | _reel.ARROW_MOMENTS | (_reel.ARROW_CLEAN if clean else 0),
        "row_column": row,
    }


class ArrowStream(abc.ABC):
    """Rows for anything that takes Arrow streams. They are read when they are asked for, and each time anew."""

    @abc.abstractmethod
    def __arrow_c_schema__(self) -> object: ...

    @abc.abstractmethod
    def _stream(self, log: Log) -> object: ...

    @abc.abstractmethod
    def _no_rows(self) -> object:
        """A stream of no rows."""

    @abc.abstractmethod
    def _notify(self, path: str | None, error: ReelError) -> None: ...

    def _reason(self, error: BaseException) -> BaseException:
        return error

    def _verify(self, *, end: bool) -> None:  # noqa: B027
        """Raises if what is read was closed or, at the end, changed."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._begin(Log(self._notify, late=False))

    def _begin(self, log: Log) -> object:
        try:
            return self._stream(log)
        except Exception as error:
            self._raise(log, error)

    def _raise(self, log: Log, error: Exception) -> NoReturn:
        """Raises what the library reported instead of what a consumer made of it."""
        reason = self._reason(log.failed(error))
        try:
            if reason is error:
                raise error
            raise reason from error
        finally:
            del reason, error  # this frame is in the traceback of both

    def _consume(self, consumer: Callable[[Capsule], Result]) -> Result:
        """Has ``consumer`` read a stream."""
        log = Log(self._notify, late=True)
        stream = Capsule(self._begin(log))
        try:
            result = consumer(stream)
        except Exception as error:
            self._raise(log, error)
        self._verify(end=True)
        log.finish()
        return result

    @abc.abstractmethod
    def head(self, count: int = 5) -> Rows:
        """The first rows, as a list of dictionaries."""

    def to_numpy(self) -> np.ndarray[Any, np.dtype[np.void]]:
        """The table as a structured array. Text is objects, and so are columns in which a value is absent."""
        import numpy as np

        table = self.to_arrow()
        columns = {name: table.column(name) for name in table.column_names}
        values = {
            name: np.array(column.to_pylist(), dtype=object) if column.null_count else column.to_numpy()
            for name, column in columns.items()
        }
        array = np.empty(table.num_rows, dtype=[(name, value.dtype) for name, value in values.items()])
        for name, value in values.items():
            array[name] = value
        return array

    def to_arrow(self) -> pa.Table:
        """The table for pyarrow.

        >>> replay.table("notes", columns=["note_id", "event_time"]).to_arrow().column_names
        ['note_id', 'event_time']
        """
        import pyarrow as pa

        def read(stream: Capsule) -> pa.Table:
            with pa.RecordBatchReader.from_stream(stream) as reader:
                return pa.Table.from_batches(list(reader), reader.schema)  # signals are handled between batches

        return self._consume(read)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows piece by piece, for data that does not fit in memory.

        >>> sum(batch.num_rows for batch in replay.table("frames").batches())
        3
        """
        import pyarrow as pa

        log = Log(self._notify, late=True)
        with pa.RecordBatchReader.from_stream(Capsule(self._begin(log))) as reader:
            while True:
                self._verify(end=False)
                try:
                    batch = reader.read_next_batch()
                except StopIteration:
                    break
                except Exception as error:
                    self._raise(log, error)
                yield batch
                del batch  # the next one is read without it
        self._verify(end=True)
        log.finish()

    def to_polars(self) -> pl.DataFrame:
        """The table for polars."""
        import polars as pl

        return self._consume(lambda stream: pl.DataFrame(stream))

    def to_pandas(self) -> pd.DataFrame:
        """The table for pandas. Integers and bools that may be absent get pandas' nullable types, uuids are ``uuid.UUID``."""
        import pandas as pd
        import pyarrow as pa

        nullable = {
            kind.to_pandas_dtype(): getattr(pd, name)()
            for kind, name in [
                (pa.int8(), "Int8Dtype"),
                (pa.int16(), "Int16Dtype"),
                (pa.int32(), "Int32Dtype"),
                (pa.int64(), "Int64Dtype"),
                (pa.uint8(), "UInt8Dtype"),
                (pa.uint16(), "UInt16Dtype"),
                (pa.uint32(), "UInt32Dtype"),
                (pa.uint64(), "UInt64Dtype"),
                (pa.bool_(), "BooleanDtype"),
            ]
        }

        def series(field: pa.Field, column: pa.ChunkedArray) -> Any:
            if isinstance(field.type, pa.BaseExtensionType):
                return pd.Series(column.to_pylist(), dtype=object)
            if field.nullable and (pa.types.is_integer(field.type) or pa.types.is_boolean(field.type)):
                return column.to_pandas(types_mapper=lambda kind: nullable.get(kind.to_pandas_dtype()))
            return column.to_pandas()

        table = self.to_arrow()
        return pd.DataFrame({field.name: series(field, table.column(field.name)) for field in table.schema})


class Table(ArrowStream):
    """A table of a replay, which is read when it is asked for, and each time anew.

    Pass it to anything that takes Arrow streams (pyarrow, polars, DuckDB, pandas), or use one of its methods.
    """

    def __init__(
        self,
        origin: Origin,
        name: str,
        columns: Sequence[str] | None = None,
        *,
        after: float | None = None,
        before: float | None = None,
        labels: bool = True,
        vectors: Vectors = "columns",
        row: str | None = None,
    ) -> None:
        self._origin = origin
        self.info = formats()[origin.format].table(name)
        self.name = name
        self._span = after, before
        self._options = arrow_options(self.info, columns, labels, vectors, row, clean=origin.clean)
        self._count: int | None = None

    def __repr__(self) -> str:
        chosen = self._options["columns"]
        columns = len(self.info.columns if chosen is None else chosen)
        rows = "" if self._count is None else f"{self._count:,} row{'' if self._count == 1 else 's'}, "
        return f"<pyreel.Table {self.name}: {rows}{columns} column{'' if columns == 1 else 's'}; {self.info.doc}>"

    def __arrow_c_schema__(self) -> object:
        return _reel.schema(self._origin.format, self.name, self._options)

    def _no_rows(self) -> object:
        return _reel.empty(self._origin.format, self.name, self._options)

    def _stream(self, log: Log) -> object:
        return self._origin.stream(self.name, self._options, log, *self._span)

    def _notify(self, path: str | None, error: ReelError) -> None:
        self._origin.notify(path, error)

    def _reason(self, error: BaseException) -> BaseException:
        return self._origin.reason(error)

    def _verify(self, *, end: bool) -> None:
        self._origin.verify(end=end)

    # rows

    def _load(self) -> _reel.Loaded:
        loaded = self._origin.load(self.name, *self._span)
        self._count = loaded.count(self.name)
        return loaded

    def _fields(self) -> list[str]:
        """The fields that the chosen columns belong to."""
        chosen = self._options["columns"]
        if chosen is None:
            return [field.name for field in self.info.fields]
        owner = {column: field.name for field in self.info.fields for column in (field.name, *field.columns)}
        return list(dict.fromkeys(owner[column] for column in chosen if column in owner))

    def _moments(self) -> dict[str, Field]:
        """The moments that were chosen by name."""
        known, chosen = self.info.moments, self._options["columns"]
        return {column: known[column] for column in chosen or () if column in known}

    def _row(self, row: dict[str, Any], fields: list[str], moments: dict[str, Field]) -> dict[str, Any]:
        made = {name: row[name] for name in fields}
        return made | {column: field.moment_of(row[field.name]) for column, field in moments.items()}

    def rows(self) -> np.ndarray[Any, np.dtype[np.void]]:
        """The rows as a structured array, with one field for each field of the table; a vector is one field.

        If all fields have a fixed size, the array shows the memory of the library: nothing is copied, and the array cannot be
        written to. It keeps that memory alive. Otherwise text becomes objects, and the array is a copy. Enumerations are
        numbers, a uuid is 16 bytes, and what an absent value has is not defined: ask for Arrow if the table has such fields.

        >>> frames = replay.table("frames").rows()
        >>> frames["head_position"].shape
        (3, 3)
        """
        import numpy as np

        if self._moments():
            raise make_error("argument", "python.moment", "an array of rows has times as the file has them: ask for Arrow")
        loaded = self._load()
        fields = self._fields()
        view = np.asarray(memoryview(loaded.rows(self.name)))
        text = {field.name for field in self.info.fields if field.type in ("string", "bytes")}
        if not text.intersection(fields):
            if self._options["columns"] is None and not text:
                return view
            return view[fields]
        assert view.dtype.fields is not None
        kinds = [(name, np.dtype(object) if name in text else view.dtype.fields[name][0]) for name in fields]
        copy = np.empty(len(view), dtype=kinds)
        for name in fields:
            copy[name] = loaded.values(self.name, name) if name in text else view[name]
        return copy

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Each row as a dictionary: names of enumeration values, ``uuid.UUID``, tuples for vectors, None for absent values.

        Times of the calendar are as the file has them. A column of timestamps, such as ``timestamp_utc``, is there if it was chosen.

        >>> next(iter(replay.table("frames")))["head_position"]
        (0.25, 1.5, -0.125)
        """
        loaded, fields, moments = self._load(), self._fields(), self._moments()
        every = len(fields) == len(self.info.fields) and not moments
        start = 0
        while rows := loaded.objects(self.name, start, start + 1024):
            start += len(rows)
            for row in rows:
                yield row if every else self._row(row, fields, moments)

    def __len__(self) -> int:
        return self._load().count(self.name)

    def to_numpy(self) -> np.ndarray[Any, np.dtype[np.void]]:
        """The same as ``rows``."""
        return self.rows()

    def _objects(self, start: int, stop: int, loaded: _reel.Loaded | None = None) -> Rows:
        loaded, fields, moments = loaded or self._load(), self._fields(), self._moments()
        return Rows(self._row(row, fields, moments) for row in loaded.objects(self.name, start, stop))

    def head(self, count: int = 5) -> Rows:
        """The first rows, as a list of dictionaries.

        >>> replay["notes"].head(1)[0]["event_type"]
        'miss'
        """
        return self._objects(0, max(count, 0))

    @overload
    def __getitem__(self, key: str | list[str]) -> Table: ...
    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: slice) -> Rows: ...
    def __getitem__(self, key: str | list[str] | int | slice) -> Table | dict[str, Any] | Rows:
        """A column or a list of columns, as a table; a row by its number, as a dictionary; or a slice of the rows.

        >>> replay["frames"]["time"].to_polars().shape
        (3, 1)
        >>> replay["frames"][-1]["time"], len(replay["frames"][1:])
        (1.0, 2)
        """
        if isinstance(key, (str, list)):
            other = copy.copy(self)
            columns = [key] if isinstance(key, str) else key
            other._options = {**self._options, "columns": arrow_options(self.info, columns, True, "columns", None)["columns"]}
            return other
        loaded = self._load()
        numbers = range(loaded.count(self.name))
        if isinstance(key, slice):
            chosen = numbers[key]
            found = self._objects(min(chosen), max(chosen) + 1, loaded) if chosen else Rows()
            return Rows(found[number - min(chosen)] for number in chosen)
        try:
            number = numbers[key]
        except IndexError:
            raise IndexError(f"no row {key}: the table has {len(numbers)} rows") from None
        row: dict[str, Any] = self._objects(number, number + 1, loaded)[0]
        return row

    def _ipython_key_completions_(self) -> list[str]:
        return list(dict.fromkeys([*(field.name for field in self.info.fields), *self.info.columns]))

    def _repr_html_(self) -> str:
        return self.head(10)._repr_html_() + rows_of(self._count or 0, 10)


def rows_of(count: int, shown: int) -> str:
    """How many rows there are, if not all are shown."""
    return f"<p>{count:,} rows</p>" if count > shown else ""


def warn(message: str) -> None:
    """Warns at the first line that is not of this package."""
    warnings.warn(message, ReelWarning, stacklevel=2, **SKIP)
