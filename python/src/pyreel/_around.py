# SPDX-License-Identifier: MIT
"""Rows of one table near those of another, by time."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

from . import _reel
from ._files import Files, ReplayFile
from ._reel import ReelError
from ._scan import Failure, Scan, ScanOptions, in_order
from ._schema import make_error, named_text
from ._source import cause
from ._table import warn

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    import pyarrow as pa

BATCH_ROWS = 1 << 16


class Pairs:
    """The pairs of rows of two tables of one replay whose times are near.

    The library (``reel_around``) puts the right rows in order of time, so those near a left row are one span of that order. Pairs are
    made when they are taken, so that any number of them needs little memory.
    """

    def __init__(self, times: np.ndarray[Any, Any], others: np.ndarray[Any, Any], within: float) -> None:
        import numpy as np

        own, other = (np.ascontiguousarray(each, np.float64) for each in (times, others))
        order, near, _ = _reel.around(own, other, within)
        spans = np.frombuffer(near, np.uint64).reshape(-1, 2).astype(np.int64)
        self._order = np.frombuffer(order, np.uint64).astype(np.int64)
        self._begins, self._counts = spans[:, 0], spans[:, 1]
        self._ends = np.cumsum(self._counts)  # of the pairs of each left row

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self._ends) else 0

    def take(self, first: int, last: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The left and the right rows of the pairs from ``first`` on, before ``last``."""
        import numpy as np

        pairs = np.arange(first, last)
        left = np.searchsorted(self._ends, pairs, "right")
        return left, self._order[self._begins[left] + pairs - (self._ends[left] - self._counts[left])]


class Around:
    """Pairs of rows that are near in time, of all replays, for anything that takes batches of Arrow."""

    def __init__(
        self,
        tree: Files,
        left: str,
        right: str,
        within: float,
        columns: Sequence[str] | None,
        right_columns: Sequence[str] | None,
        options: ScanOptions,
    ) -> None:
        if not (within >= 0 and math.isfinite(within)):
            raise ValueError(f"within must be a number of at least 0, not {within}")
        self.within = float(within)
        self.failures: list[Failure] = []
        self._strict = options.get("strict", False)
        own: ScanOptions = {**options, "strict": False}
        others: ScanOptions = {**own, "file": None}
        self._left = Scan(tree, left, **own)
        self._right = Scan(self._left._raw_paths(), right, **others)
        self._times = tuple(_time_of(scan) for scan in (self._left, self._right))
        units = [scan.info.field(time).unit for scan, time in zip((self._left, self._right), self._times, strict=True)]
        if units[0] != units[1]:
            message = f"the times of {left} are in {units[0] or 'no unit'}, those of {right} in {units[1] or 'no unit'}"
            raise make_error("argument", "python.around", message)
        self._columns = _chosen(self._left, columns)
        self._right_columns = _chosen(self._right, right_columns)
        self._prefix = right.rpartition(".")[2] + "_"

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns: those of the left table, ``offset``, and those of the right one with its name before theirs."""
        import pyarrow as pa

        left, right = self._left._schema(), self._right._schema()
        own = [name for name in left.names if name not in self._left.info.columns]  # the column of files
        fields = [left.field(name) for name in [*own, *self._columns]]
        fields += [pa.field("offset", pa.float64())]
        fields += [right.field(name).with_name(self._prefix + name) for name in self._right_columns]
        names = [field.name for field in fields]
        for name in names:
            if names.count(name) > 1:
                raise make_error("argument", "python.around", f"two columns are called {name}: choose others")
        return pa.schema(fields)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The pairs piece by piece: those of a replay in order of its left rows, and of one row in order of time."""
        self.failures = []
        schemas = self._left._schema(), self._right._schema()

        def read(path: bytes) -> list[tuple[str, list[pa.Table], ReelError | None]]:
            return [self._tables_of(file, schemas) for file in self._left._wanted(path)]

        for found in in_order(read, self._left._raw_paths(), self._left._threads):
            for path, tables, error in found:
                if error is not None:
                    self._fail(Failure(path, error))
                if len(tables) == 2:
                    yield from self._pairs_of(*tables)

    def _tables_of(self, file: ReplayFile, schemas: tuple[pa.Schema, pa.Schema]) -> tuple[str, list[pa.Table], ReelError | None]:
        import pyarrow as pa

        tables: list[pa.Table] = []
        failure: ReelError | None = None
        for scan, schema in zip((self._left, self._right), schemas, strict=True):
            batches = []
            for batch, error in scan._rows_of_replay(schema, file):
                failure = failure or error
                if batch is not None:
                    batches.append(batch)
            tables.append(pa.Table.from_batches(batches, schema))
        return os.fsdecode(file.label), tables, None if failure is None else cause(file.path, failure)

    def _fail(self, failure: Failure) -> None:
        if self._strict:
            raise failure.error
        if not self.failures:
            warn(f"{named_text(failure.path, failure.error)}; `failures` has all files that were not read to their end")
        self.failures.append(failure)

    def _pairs_of(self, left: pa.Table, right: pa.Table) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        left, right = left.combine_chunks(), right.combine_chunks()
        times, others = (_seconds(table, name) for table, name in zip((left, right), self._times, strict=True))
        pairs = Pairs(times, others, self.within)
        own = self.schema.names[: self.schema.get_field_index("offset")]
        for first in range(0, len(pairs), BATCH_ROWS):
            rows, near = pairs.take(first, min(first + BATCH_ROWS, len(pairs)))
            taken = [*left.select(own).take(rows).columns, pa.chunked_array([others[near] - times[rows]])]
            taken += right.select(self._right_columns).take(near).columns
            yield from pa.Table.from_arrays(taken, schema=self.schema).combine_chunks().to_batches()

    def to_arrow(self) -> pa.Table:
        """All pairs as one table."""
        import pyarrow as pa

        return pa.Table.from_batches(list(self.batches()), self.schema)

    def to_polars(self) -> pl.DataFrame:
        """All pairs as one table for polars."""
        import polars as pl

        return pl.DataFrame(self.to_arrow())


def _time_of(scan: Scan) -> str:
    """The field with the time of a table's rows."""
    if scan.format is None or scan.info.time is None:
        raise make_error("argument", "python.around", f"the rows of {scan.name} have no time")
    return scan.info.time


def _chosen(scan: Scan, columns: Sequence[str] | None) -> list[str]:
    known = [name for name in scan._schema().names if name in scan.info.columns]
    if columns is None:
        return known
    for name in columns:
        if name not in known:
            scan.info.field(name)  # refuses unknown ones
            raise make_error(
                "argument", "python.around", f"{name} is several columns: choose among {', '.join(scan.info.field(name).columns)}"
            )
    return list(columns)


def _seconds(table: pa.Table, name: str) -> np.ndarray[Any, Any]:
    """The times as float64; NaN if a row has no time."""
    import numpy as np
    import pyarrow as pa

    column = table.column(name).cast(pa.float64()).fill_null(math.nan).to_numpy()
    return np.where(np.isfinite(column), column, math.nan)


def around(
    tree: Files,
    left: str,
    right: str,
    within: float,
    columns: Sequence[str] | None = None,
    right_columns: Sequence[str] | None = None,
    **options: Unpack[ScanOptions],
) -> Around:
    """The rows of one table that are near those of another, by time: frames around notes, ticks around finishes.

    There is a row for each row of ``left`` and each row of ``right`` of the same replay whose times are at most ``within`` apart: the
    columns of ``left``, ``offset``, the time of the right row less that of the left one, and the columns of ``right`` with its name
    before theirs. The unit is that of both tables: seconds or ticks. Pairs are made in batches, so that the memory is that of a few
    replays, however many pairs there are. ``tree`` and the options are as for ``scan``.

    >>> near = pyreel.around("plays", "notes", "frames", within=0.2, columns=["event_time"], right_columns=["time"])
    >>> near.to_arrow().column_names
    ['file', 'event_time', 'offset', 'frames_time']
    """
    return Around(tree, left, right, within, columns, right_columns, options)
