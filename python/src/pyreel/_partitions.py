# SPDX-License-Identifier: MIT
"""One table of many replays in partitions, each of which a worker of another library reads: Dask and Ray."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from ._files import Files, file_size
from ._reel import ReelError
from ._reports import TABLES
from ._scan import Scan
from ._schema import make_error
from ._source import is_url
from ._table import ReelWarning


@dataclass(frozen=True)
class Partitions:
    """What a worker needs: the files of each partition, and how to read them."""

    groups: list[list[bytes]]
    schema: pa.Schema
    """Of each partition, whatever its files are."""
    table: str
    arguments: dict[str, Any]

    def read(self, paths: list[bytes]) -> pa.Table:
        """The rows of the files of a partition; on a worker."""
        try:
            found = Scan(paths, self.table, **self.arguments)
        except ReelError as error:
            if error.status == "io" or (self.arguments.get("strict") and error.rule not in ("arrow.no-file", "arrow.table")):
                raise
            return self.schema.empty_table()  # no file of the partition has rows: the table "files" says why
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ReelWarning)
            rows = _flat(pa.table(found))
        for failure in found.failures:
            if failure.error.status == "io" and self.table not in TABLES:
                raise failure.error
        return rows


def _flat(table: pa.Table) -> pa.Table:
    """Enumerations as text: their dictionaries differ from file to file, and partitions must not."""
    for at, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            plain = pa.field(field.name, field.type.value_type, field.nullable, field.metadata)
            table = table.set_column(at, plain, table.column(at).cast(field.type.value_type))
    return table


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


def plan(tree: Files, table: str, columns: Sequence[str] | None, partition_bytes: int, options: dict[str, Any]) -> Partitions:
    """Finds the files, and what their table is. ``options`` are those of ``pyreel.scan``."""
    if partition_bytes < 1:
        raise ValueError("partition_bytes must be at least 1")
    if "threads" in options:
        raise TypeError("scan() got an unexpected keyword argument 'threads'")
    if not isinstance(options.get("level"), (str, bytes, os.PathLike, type(None))):
        raise make_error("argument", "python.level", "level must be a path, which each worker opens")
    arguments: dict[str, Any] = {"columns": columns, **options}
    first = Scan(tree, table, **arguments)
    schema = _flat(first._schema().empty_table()).schema
    if table not in TABLES:
        arguments["format"] = first.format
    arguments["threads"] = 1
    return Partitions(list(_groups(first._raw_paths(), partition_bytes)) or [[]], schema, table, arguments)
