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

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

try:
    import dask.dataframe as dd
    import pandas as pd
    import pyarrow as pa
except ImportError as missing:
    raise ImportError("pyreel.dask needs dask, pandas and pyarrow: pip install './python[dask]' in a checkout of reel") from missing

from ._files import Files
from ._partitions import Partitions, plan
from ._scan import ScanOptions

__all__ = ["scan"]


def _frame(table: pa.Table) -> pd.DataFrame:
    return table.to_pandas(types_mapper=pd.ArrowDtype)


def _read(paths: list[bytes], partitions: Partitions) -> pd.DataFrame:
    return _frame(partitions.read(paths))


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
    partitions = plan(tree, table, columns, partition_bytes, {"after": after, "before": before, "row": row, **options})
    how, meta = replace(partitions, groups=[]), _frame(partitions.schema.empty_table())  # a task needs the files of its own only
    return dd.from_map(_read, partitions.groups, partitions=how, meta=meta, label=f"reel-{table}")
