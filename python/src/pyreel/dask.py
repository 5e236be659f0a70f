# SPDX-License-Identifier: MIT
"""Replays as data frames of Dask, for more of them than a machine has time for. Needs dask, and pyreel on every worker.

>>> import pyreel.dask
>>> frames = pyreel.dask.scan("plays", "frames", columns=["time", "head_position_y"])
>>> frames.npartitions
1
>>> list(frames.columns)
['file', 'time', 'head_position_y']

Files are read by the workers, which must see them under the same path, or by URLs of fsspec with ``storage_options``.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, Unpack

try:
    import dask.dataframe as dd
    import pandas as pd
    import pyarrow as pa
except ImportError as missing:
    raise ImportError("pyreel.dask needs dask, pandas and pyarrow: pip install './python[dask]' in a checkout of reel") from missing

from ._files import Files, file_size
from ._reel import ReelError
from ._reports import TABLES
from ._scan import Scan, ScanOptions
from ._schema import make_error
from ._source import is_url
from ._table import ReelWarning

__all__ = ["scan"]


def _flat(table: pa.Table) -> pa.Table:
    """Enumerations as text: their dictionaries differ from file to file, and partitions must not."""
    for at, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            plain = pa.field(field.name, field.type.value_type, field.nullable, field.metadata)
            table = table.set_column(at, plain, table.column(at).cast(field.type.value_type))
    return table


def _frame(table: pa.Table) -> pd.DataFrame:
    return _flat(table).to_pandas(types_mapper=pd.ArrowDtype)


def _read(paths: list[bytes], schema: pa.Schema, table: str, arguments: dict[str, Any]) -> pd.DataFrame:
    """The rows of the files of a partition; on a worker."""
    try:
        found = Scan(paths, table, **arguments)
    except ReelError as error:
        if error.status == "io" or (arguments.get("strict") and error.rule not in ("arrow.no-file", "arrow.table")):
            raise
        return _frame(schema.empty_table())  # no file of the partition has rows: the table "files" says why
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReelWarning)
        frame = _frame(pa.table(found))
    for failure in found.failures:
        if failure.error.status == "io" and table not in TABLES:
            raise failure.error
    return frame


def _groups(paths: list[bytes], most: int) -> Iterator[list[bytes]]:
    """Files in their order, of about ``most`` bytes together."""
    group: list[bytes] = []
    size = 0
    for path in paths:
        own = most if is_url(path) else file_size(path)  # the size of a file elsewhere is not known: each is a partition
        if group and size + own > most:
            yield group
            group, size = [], 0
        group.append(path)
        size += own
    if group:
        yield group


def scan(
    tree: Files,
    table: str,
    columns: Sequence[str] | None = None,
    *,
    after: float | None = None,
    before: float | None = None,
    row: str | None = None,
    partition_bytes: int = 64 << 20,
    **options: Unpack[ScanOptions],
) -> dd.DataFrame:
    """One table of all replays, as a data frame of Dask: what ``pyreel.scan`` gives, with a partition for files of about 64 MB.

    Arguments and options are those of ``pyreel.scan``, without ``threads``: a task reads with one. The table is that of the first file
    that has it, and files of other formats are left out. Columns have the types of Arrow; enumerations are text. Partitions are in the
    order of the files, so the rows do not depend on the workers. A file is not divided. Failures are not collected: the tables
    "files" and "findings" have the reasons. With ``strict`` the first one fails its task, and a file that a worker cannot read always
    does.
    """
    if partition_bytes < 1:
        raise ValueError("partition_bytes must be at least 1")
    if "threads" in options:
        raise TypeError("scan() got an unexpected keyword argument 'threads'")
    if not isinstance(options.get("level"), (str, bytes, os.PathLike, type(None))):
        raise make_error("argument", "python.level", "level must be a path, which each worker opens")
    arguments: dict[str, Any] = {"columns": columns, "after": after, "before": before, "row": row, **options}
    first = Scan(tree, table, **arguments)
    schema = first._schema()
    if table not in TABLES:
        arguments["format"] = first.format
    arguments["threads"] = 1
    groups = list(_groups(first._raw_paths(), partition_bytes)) or [[]]
    meta = _frame(schema.empty_table())
    return dd.from_map(_read, groups, schema=schema, table=table, arguments=arguments, meta=meta, label=f"reel-{table}")
