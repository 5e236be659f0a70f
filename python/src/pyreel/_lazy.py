# SPDX-License-Identifier: MIT
"""Replays as LazyFrames of polars, which read only the columns and the span of time that a query needs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from . import _reel
from ._replay import Replay
from ._scan import Files, Scan, ScanOptions
from ._schema import TableInfo
from ._table import ArrowStream, Capsule, Table
from ._time import EVERYTHING, Span, common, compared, readable

if TYPE_CHECKING:
    import polars as pl


def lazy(source: Replay | Files, table: str, **options: Unpack[ScanOptions]) -> pl.LazyFrame:
    """A table of a replay, or of many as for ``scan``, as a LazyFrame. Needs polars and pyarrow.

    Takes the options that ``ScanOptions`` lists; for a replay, ``labels`` and ``vectors`` only. Columns that the query does not use
    are not read, and a condition on the time is passed on to the reader.

    >>> import polars as pl
    >>> query = pyreel.lazy("plays", "frames").filter(pl.col("time") >= 0.5).select("time")
    >>> query.collect()["time"].to_list()
    [0.5, 1.0]
    """
    import polars as pl
    from polars.io.plugins import register_io_source

    scanned = None if isinstance(source, Replay) else Scan(source, table, **options)
    info = source.schema.table(table) if isinstance(source, Replay) else scanned.info  # type: ignore[union-attr]
    file = options.get("file", "file")

    def stream(columns: Sequence[str] | None, span: Span) -> ArrowStream:
        after, before = (None if math.isinf(bound) else bound for bound in span)
        if scanned is None:
            return Table(source, table, columns, after=after, before=before, **options)  # type: ignore[arg-type, misc]
        own = None if columns is None else [column for column in columns if column != file]
        named = file if columns is None or file in columns else None
        if own == [] and named is None:
            own = info.columns[:1]
        return scanned.narrowed(own, after, before, named)

    columns_of = stream(None, EVERYTHING)._options  # type: ignore[attr-defined]
    format_id = source.format if isinstance(source, Replay) else scanned.format  # type: ignore[union-attr]
    schema = pl.DataFrame(Capsule(_reel.empty(format_id, table, columns_of))).schema

    def read(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        needed = None
        if with_columns is not None:
            filtered = predicate.meta.root_names() if predicate is not None else []
            needed = [name for name in schema if name in with_columns or name in filtered]
        span = time_span(predicate, info) if predicate is not None else EVERYTHING
        left = math.inf if n_rows is None else n_rows
        for batch in stream(needed, span).batches():
            if left <= 0:
                return
            frame = pl.DataFrame(batch)
            if predicate is not None:
                frame = frame.filter(predicate)
            if with_columns is not None:
                frame = frame.select(with_columns)
            if frame.height > left:
                frame = frame.head(int(left))
            left -= frame.height
            yield frame

    return register_io_source(read, schema=schema)


def time_span(predicate: pl.Expr, info: TableInfo) -> Span:
    """A span that holds the times of all rows that satisfy the predicate.

    What cannot be understood limits nothing: the whole predicate is applied to the rows that are read.
    """
    if info.time is None:
        return EVERYTHING
    try:
        tree = json.loads(predicate.meta.serialize(format="json"))
        return readable(_span_of(tree, info.time), info.field(info.time).type)
    except Exception:  # the form of the serialized expression is not documented
        return EVERYTHING


def _span_of(tree: Any, time: str) -> Span:
    binary = tree.get("BinaryExpr") if isinstance(tree, dict) else None
    if not binary:
        return EVERYTHING
    operator, left, right = binary["op"], binary["left"], binary["right"]
    if operator in ("And", "LogicalAnd"):
        first, second = _span_of(left, time), _span_of(right, time)
        return common(first, second)
    flipped = {"Gt": "Lt", "GtEq": "LtEq", "Lt": "Gt", "LtEq": "GtEq", "Eq": "Eq"}
    if operator not in flipped:
        return EVERYTHING
    if _column(right) == time:
        operator, left, right = flipped[operator], right, left
    return compared(operator, _number(right)) if _column(left) == time else EVERYTHING


def _column(tree: Any) -> str | None:
    if isinstance(tree, dict) and "Cast" in tree:
        return _column(tree["Cast"]["expr"])
    name = tree.get("Column") if isinstance(tree, dict) else None
    return name if isinstance(name, str) else None


def _number(tree: Any) -> float | None:
    """The number of a literal, which may be wrapped in the name of its type several times."""
    if isinstance(tree, dict) and "Cast" in tree:
        return _number(tree["Cast"]["expr"])
    value = tree.get("Literal") if isinstance(tree, dict) else None
    while isinstance(value, dict) and len(value) == 1:
        value = next(iter(value.values()))
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
