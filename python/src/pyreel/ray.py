# SPDX-License-Identifier: MIT
"""Replays as datasets of Ray, for more of them than a machine has time for. Needs ray, and pyreel on every worker.

    import pyreel.ray

    frames = pyreel.ray.scan("/mnt/replays", "frames", columns=["time", "head_position_y"])
    frames.groupby("file").mean("head_position_y")

Files are read by the workers, which must see them under the same path, or by URLs of fsspec with ``storage_options``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Unpack

try:
    import pyarrow as pa
    import ray.data
except ImportError as missing:
    raise ImportError("pyreel.ray needs ray and pyarrow: pip install './python[ray]' in a checkout of reel") from missing

from ._files import Files
from ._partitions import Partitions, plan
from ._scan import ScanOptions

__all__ = ["scan"]


def _read(group: pa.Table, partitions: Partitions) -> pa.Table:
    return partitions.read(group.column("path").to_pylist())


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
) -> ray.data.Dataset:
    """One table of all replays, as a dataset of Ray: what ``pyreel.scan`` gives, with a task for files of about 64 MB.

    Arguments and options are those of ``pyreel.scan``, without ``threads``: a task reads with one. The table is that of the first file
    that has it, and files of other formats are left out. Enumerations are text. Blocks come as their tasks end, unless the context of
    Ray preserves the order. A file is not divided. Failures are not collected: the tables "files" and "findings" have the reasons. With
    ``strict`` the first one fails its task, and a file that a worker cannot read always does.
    """
    partitions = plan(tree, table, columns, partition_bytes, {"after": after, "before": before, "row": row, **options})
    groups = [pa.table({"path": pa.array(group, pa.binary())}) for group in partitions.groups]
    read = partial(_read, partitions=replace(partitions, groups=[]))  # a task needs the files of its own only
    return ray.data.from_arrow(groups).map_batches(read, batch_size=None, batch_format="pyarrow", zero_copy_batch=True)
