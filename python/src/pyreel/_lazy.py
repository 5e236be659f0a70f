# SPDX-License-Identifier: MIT
"""Replays as LazyFrames of polars, which read only the columns and the span of time that a query needs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Unpack

from ._files import Files
from ._pushdown import file_names, format_ids, part_of, time_span
from ._replay import Replay
from ._reports import HEADER_COLUMNS, ORIGIN_COLUMNS
from ._scan import Scan, ScanOptions, with_options
from ._table import ArrowStream, Capsule, Table
from ._time import EVERYTHING, Span

if TYPE_CHECKING:
    import polars as pl


def lazy(source: Replay | Files, table: str, **options: Unpack[ScanOptions]) -> pl.LazyFrame:
    """A table of a replay, or of many as for ``scan``, as a LazyFrame. Needs polars and pyarrow.

    Takes the options that ``ScanOptions`` lists; for a replay, ``labels`` and ``vectors`` only. Columns that the query does not use
    are not read. A condition on the time is passed on to the reader; files that a condition on ``file`` rules out are not opened; of
    those that a condition on ``format`` or ``game`` rules out, only as much is read as tells the format; and of replays that a
    condition on another column of "plays" from the header rules out, only the header is read.

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

    def stream(columns: Sequence[str] | None, span: Span, chosen: Scan | None) -> ArrowStream:
        after, before = (None if math.isinf(bound) else bound for bound in span)
        if chosen is None:
            return Table(source, table, columns, after=after, before=before, **options)  # type: ignore[arg-type, misc]
        own = None if columns is None else [column for column in columns if column != file]
        named = file if columns is None or file in columns else None
        if own == [] and named is None:
            own = info.columns[:1] if chosen.format is not None else ["format"]
        return chosen.narrowed(own, after, before, named)

    def replays_for(predicate: pl.Expr | None) -> Scan | None:
        """The scan without replays that the predicate rules out."""
        if scanned is None or predicate is None:
            return scanned
        names = file_names(predicate, file) if file is not None else None
        chosen = scanned if names is None else scanned.only(names)
        ids = format_ids(predicate) if scanned.format is None and "format" in info.columns else None
        if ids is not None:
            chosen = chosen.of_formats(ids)
        if table != "plays" or file is None:
            return chosen
        part = part_of(predicate, {file, *HEADER_COLUMNS})
        if part is None or set(part.meta.root_names()) <= {file, *ORIGIN_COLUMNS}:
            return chosen
        headers = pl.DataFrame(chosen.narrowed(HEADER_COLUMNS, None, None, file)).filter(part)
        return chosen.only(frozenset(headers[file]))

    empty = stream(None, EVERYTHING, scanned)
    schema = pl.DataFrame(Capsule(empty._no_rows())).schema

    def read(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        needed = None
        if with_columns is not None:
            filtered = predicate.meta.root_names() if predicate is not None else []
            needed = [name for name in schema if name in with_columns or name in filtered]
        span = time_span(predicate, info) if predicate is not None else EVERYTHING
        left = math.inf if n_rows is None else n_rows
        for batch in stream(needed, span, replays_for(predicate)).batches():
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


lazy.__signature__ = with_options(lazy)  # type: ignore[attr-defined]
