# SPDX-License-Identifier: MIT
"""Motion at a fixed rate as arrays, and windows of it as tensors."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from . import _reel
from ._files import Files, ReplayFile
from ._reel import ReelError
from ._reports import HEADER, survey
from ._scan import Failure, Scan, ScanOptions, in_order
from ._schema import formats, make_error, named_text
from ._source import cause
from ._table import warn

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

INSIGHT = "motion"
RATES = (15, 30, 60, 90, 120)
BODY = (
    "relative_left_position",
    "relative_right_position",
    "relative_head_6d",
    "relative_left_6d",
    "relative_right_6d",
)
"""What a model of movement takes: hands from the head, and rotations as two columns of their matrices, all without the yaw of the
head. They are one block of memory, so nothing is copied."""


@dataclass(frozen=True, eq=False)
class Windows:
    """Windows of one replay: tensors of the same shape."""

    file: str
    """The path of the replay, or ``PATH#NAME``."""
    player: str | None
    player_id: str | None
    level: str | None
    rate: float
    """Samples per second of the song."""
    columns: tuple[str, ...]
    times: np.ndarray[Any, np.dtype[np.float64]]
    """When each window begins, s. Shape (windows,)."""
    values: np.ndarray[Any, np.dtype[np.float32]]
    """Shape (windows, length, columns). NaN where ``mask`` is false. A view of the library's memory where that is possible."""
    mask: np.ndarray[Any, np.dtype[np.bool_]]
    """Whether a sample has all columns. Shape (windows, length)."""

    def __len__(self) -> int:
        return len(self.times)

    def to_arrow(self) -> pa.RecordBatch:
        """A row for each window: ``file``, ``player``, ``player_id``, ``level``, ``time``, and ``values`` (a fixed shape
        tensor, whose columns are in the metadata) and ``mask``.
        """
        import numpy as np
        import pyarrow as pa

        count = len(self)
        values = pa.FixedShapeTensorArray.from_numpy_ndarray(np.ascontiguousarray(self.values)) if count else None
        kind = pa.fixed_shape_tensor(pa.float32(), self.values.shape[1:])
        flags = pa.FixedSizeListArray.from_arrays(pa.array(self.mask.reshape(-1)), self.mask.shape[1])
        texts = {name: pa.array([getattr(self, name)] * count, pa.string()) for name in ("file", "player", "player_id", "level")}
        schema = pa.schema(
            [(name, pa.string()) for name in texts]
            + [("time", pa.float64())]
            + [pa.field("values", kind, metadata={"columns": ",".join(self.columns), "rate": f"{self.rate:g}"})]
            + [("mask", flags.type)]
        )
        return pa.RecordBatch.from_arrays(
            [
                *texts.values(),
                pa.array(self.times),
                kind.wrap_array(pa.array([], kind.storage_type)) if values is None else values,
                flags,
            ],
            schema=schema,
        )


@dataclass(frozen=True, eq=False)
class Motion:
    """The motion of one replay: a row for each sample that has a pose."""

    file: str
    player: str | None
    player_id: str | None
    level: str | None
    rate: float
    columns: tuple[str, ...]
    """What ``values`` has, as "relative_left_position_x"."""
    times: np.ndarray[Any, np.dtype[np.float64]]
    samples: np.ndarray[Any, np.dtype[np.int32]]
    """Number of each sample: its time times the rate."""
    stretches: np.ndarray[Any, np.dtype[np.uint32]]
    """Samples of one stretch follow each other without a gap or a pause."""
    values: np.ndarray[Any, np.dtype[np.float32]]
    """Shape (samples, columns)."""
    present: np.ndarray[Any, np.dtype[np.bool_]]
    """Whether a sample has all columns; what others have is not defined."""

    def __len__(self) -> int:
        return len(self.times)

    def windows(self, length: int, stride: int | None = None, *, least: float = 1.0) -> Windows:
        """Windows of ``length`` samples; each begins ``stride`` samples after the one before, by default where that ends.

        With ``least=1`` windows are whole: none has a gap or a pause, and they begin with each stretch. With less, they begin at the
        first sample and every ``stride`` samples after it; those with at least that share of samples are given, with a mask.
        """
        stride = length if stride is None else stride
        if length < 1 or stride < 1:
            raise ValueError("length and stride must be at least 1")
        if not 0 < least <= 1:
            raise ValueError("least must be above 0, and at most 1")
        times, values, mask = self._whole(length, stride) if least == 1 else self._masked(length, stride, least)
        return Windows(self.file, self.player, self.player_id, self.level, self.rate, self.columns, times, values, mask)

    def _whole(self, length: int, stride: int) -> tuple[Any, Any, Any]:
        import numpy as np

        rows = np.flatnonzero(self.present)
        new = np.flatnonzero((np.diff(rows) != 1) | (np.diff(self.stretches[rows].astype(np.int64)) != 0)) + 1
        begins = np.concatenate([[0], new]) if len(rows) else np.empty(0, np.int64)
        ends = np.append(begins[1:], len(rows)) if len(rows) else begins
        runs = [(rows[begin], end - begin) for begin, end in zip(begins, ends, strict=True) if end - begin >= length]
        starts = np.concatenate(
            [np.arange(first, first + size - length + 1, stride) for first, size in runs] or [np.empty(0, np.int64)]
        )
        shape = (len(starts), length, len(self.columns))
        if len(runs) == 1:
            first, size = runs[0]
            views = np.lib.stride_tricks.sliding_window_view(self.values[first : first + size], length, axis=0)[::stride]
            values = views.transpose(0, 2, 1)
        else:
            values = self.values[starts[:, None] + np.arange(length)] if len(starts) else np.empty(shape, np.float32)
        return self.times[starts], values, np.ones(shape[:2], bool)

    def _masked(self, length: int, stride: int, least: float) -> tuple[Any, Any, Any]:
        import numpy as np

        rows = np.flatnonzero(self.present)
        first = int(self.samples[0]) if len(self.samples) else 0
        offsets = self.samples[rows].astype(np.int64) - first
        pairs = []  # of a row and the number of a window that it is in
        for back in range(-(-length // stride)):
            windows = offsets // stride - back
            inside = (windows >= 0) & (offsets - windows * stride < length)
            pairs.append((rows[inside], windows[inside], offsets[inside]))
        which, numbers, at = (np.concatenate(each) for each in zip(*pairs, strict=True))
        known, filled = np.unique(numbers, return_counts=True)
        known = known[filled >= least * length]
        inside = np.isin(numbers, known)
        which, numbers, at = which[inside], numbers[inside], at[inside]
        window = np.searchsorted(known, numbers)
        values = np.full((len(known), length, len(self.columns)), np.nan, np.float32)
        mask = np.zeros(values.shape[:2], bool)
        values[window, at - numbers * stride] = self.values[which]
        mask[window, at - numbers * stride] = True
        return (first + known * stride) / self.rate, values, mask


class MotionScan:
    """The motion of many replays, read by worker threads. Iterating gives a ``Motion`` for each replay that has one.

    Files that cannot be read are in ``failures``, as of the last read; of a damaged one, there is the motion before the damage.

    >>> [motion.values.shape[1] for motion in pyreel.motion("plays")]
    [24]
    """

    def __init__(self, tree: Files, fields: Sequence[str] | None = None, *, rate: int = 30, **options: Unpack[ScanOptions]) -> None:
        if rate not in RATES:
            raise ValueError(f"rate must be one of {', '.join(map(str, RATES))}, not {rate}")
        self._scan = Scan(tree, "plays", **options)
        self.rate = rate
        self.fields = BODY if fields is None else tuple(fields)
        self.columns = columns_of(self.fields)
        self.failures: list[Failure] = []
        self._formats = frozenset(each.id for each in formats().values() if any(known.id == INSIGHT for known in each.insights))

    @property
    def paths(self) -> list[str]:
        """The files, in the order in which they are read, as the column ``file`` has them."""
        return self._scan.paths

    def raw_paths(self) -> list[bytes]:
        """The files as they are opened, for ``read``."""
        return self._scan._raw_paths()

    @property
    def threads(self) -> int:
        """The threads that read; 0 is one for each processor."""
        return self._scan._threads

    def __iter__(self) -> Iterator[Motion]:
        self.failures = []
        for found in in_order(self.read, self.raw_paths(), self.threads):
            for motion, failure in found:
                if failure is not None:
                    self._fail(failure)
                if motion is not None:
                    yield motion

    def _fail(self, failure: Failure) -> None:
        if self._scan.strict:
            raise failure.error
        if not self.failures:
            warn(f"{named_text(failure.path, failure.error)}; `failures` has all files that were not read to their end")
        self.failures.append(failure)

    def read(self, path: bytes) -> list[tuple[Motion | None, Failure | None]]:
        """What is in a file: the motion of each replay that has one, and what ended reading it early. Any thread may call it."""
        return [self._motion_of(file) for file in self._scan._wanted(path)]

    def _motion_of(self, file: ReplayFile) -> tuple[Motion | None, Failure | None]:
        path = os.fsdecode(file.label)
        reading = self._scan._reading
        found = survey(file, reading, HEADER)
        if "format" not in found:
            return None, Failure(path, found["error"]) if "error" in found else None
        if found["format"] not in self._formats:
            return None, None
        try:
            loaded, damage = _reel.stats(file.open(), found["format"], INSIGHT, f"{self.rate}hz", file.how(reading))
        except ReelError as error:
            return None, Failure(path, cause(file.path, error))
        names = {name: found.get(name) for name in ("player", "player_id", "level")}
        motion = self._arrays(loaded.rows(f"{INSIGHT}.samples"), file=file.name, **names)
        return motion, None if damage is None else Failure(path, cause(file.path, damage))

    def nothing(self, path: bytes) -> Motion:
        """The motion of a file that has none."""
        rows, _ = _reel.no_rows(min(self._formats), f"{INSIGHT}.samples")
        return self._arrays(rows, file=ReplayFile(path).name, player=None, player_id=None, level=None)

    def _arrays(self, loaded: _reel.Rows, **names: Any) -> Motion:
        import numpy as np

        rows = np.asarray(memoryview(loaded))
        known = np.ones(len(rows), bool)
        for mask, bit in {presence_of(name) for name in self.fields}:
            known &= rows[mask] & bit != 0
        return Motion(
            **names,
            rate=self.rate,
            columns=self.columns,
            times=rows["time"],
            samples=rows["sample"],
            stretches=rows["stretch"],
            values=values_of(rows, self.fields),
            present=known,
        )


def values_of(rows: Any, names: Sequence[str]) -> Any:
    """Fields of float32 as one matrix: a view if they are one block of each row, else a copy."""
    import numpy as np

    places = [(rows.dtype.fields[name][1], rows.dtype.fields[name][0].itemsize) for name in names]
    if len(rows) and all(at + size == next_at for (at, size), (next_at, _) in itertools.pairwise(places)):
        width = sum(size for _, size in places) // 4
        return np.ndarray((len(rows), width), np.float32, rows.view(np.uint8), places[0][0], (rows.itemsize, 4))
    parts = [rows[name].reshape(len(rows), size // 4) for name, (_, size) in zip(names, places, strict=True)]
    return np.concatenate(parts, axis=1, dtype=np.float32)


def presence_of(name: str) -> tuple[str, int]:
    """The mask of a row that says whether it has a field, and its bit there."""
    relative = name.startswith("relative_")
    tracker = ("head", "left", "right").index(name.removeprefix("relative_").partition("_")[0])
    if name.endswith(("_velocity", "_turn")):
        return "moving", 1 << tracker
    if name.endswith("_acceleration"):
        return "moving", 8 << tracker
    return "present", (8 if relative else 1) << tracker


def columns_of(names: Sequence[str]) -> tuple[str, ...]:
    """The columns of some fields."""
    if not names:
        raise ValueError("fields must not be empty")
    every = (each for known in formats().values() for each in known.insights if each.id == INSIGHT)
    info = next(every).tables["samples"]
    for name in names:
        if info.field(name).type != "f32":
            raise make_error("argument", "python.motion", f"{name} is not a column of the motion")
    return tuple(column for name in names for column in info.field(name).columns)


class WindowScan:
    """Windows of the motion of many replays: ``Windows`` of each that has some."""

    def __init__(self, motions: MotionScan, length: int, stride: int | None, least: float) -> None:
        self.motions = motions
        self.length = length
        self.stride = stride
        self.least = least

    @property
    def failures(self) -> list[Failure]:
        """The files that were not read to their end, as of the last read."""
        return self.motions.failures

    def __iter__(self) -> Iterator[Windows]:
        for motion in self.motions:
            windows = motion.windows(self.length, self.stride, least=self.least)
            if len(windows):
                yield windows

    def batches(self) -> Iterator[pa.RecordBatch]:
        """A record batch for each replay."""
        for windows in self:
            yield windows.to_arrow()

    def to_arrow(self) -> pa.Table:
        """All windows as one table, with a tensor in each row."""
        import pyarrow as pa

        batches = list(self.batches())
        return pa.Table.from_batches(batches, None if batches else self._no_rows().schema)

    def _no_rows(self) -> pa.RecordBatch:
        import numpy as np

        shape = (0, self.length, len(self.motions.columns))
        values, mask = np.empty(shape, np.float32), np.empty(shape[:2], bool)
        none = Windows("", None, None, None, self.motions.rate, self.motions.columns, np.empty(0), values, mask)
        return none.to_arrow()


def motion(tree: Files, fields: Sequence[str] | None = None, *, rate: int = 30, **options: Unpack[ScanOptions]) -> MotionScan:
    """The motion of replays at a fixed rate, as arrays; docs/insight/motion.md has the formulas.

    ``tree`` and the options are as for ``scan``. ``fields`` are those of the table ``motion.samples``; by default ``pyreel.BODY``,
    which is not copied. ``rate`` is 15, 30, 60, 90 or 120 samples per second of the song. Motion identifies players.

    >>> for motion in pyreel.motion("plays", ["head_position"], rate=90):
    ...     print(motion.player, motion.values.shape[1])
    Zoë 3
    """
    return MotionScan(tree, fields, rate=rate, **options)


def motion_windows(
    tree: Files,
    length: int,
    stride: int | None = None,
    fields: Sequence[str] | None = None,
    *,
    rate: int = 30,
    least: float = 1.0,
    **options: Unpack[ScanOptions],
) -> WindowScan:
    """Windows of the motion of replays, as tensors of one shape: ``values`` (windows, length, columns) and ``mask``.

    ``length``, ``stride`` and ``least`` are as for ``Motion.windows``, the rest as for ``motion``.

    >>> pyreel.motion_windows("plays", length=30).to_arrow().num_rows
    0
    """
    return WindowScan(motion(tree, fields, rate=rate, **options), length, stride, least)
