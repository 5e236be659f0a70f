# SPDX-License-Identifier: MIT
"""Replays for PyTorch: the motion of each as an item, or windows of it as a stream.

``Replays`` is a map-style dataset: its items are replays, and samplers choose them (``DistributedSampler`` for several ranks).
``ReplayWindows`` is an iterable one: it divides the files among ranks and workers, shuffles them by a seed, and goes on from a
``state_dict``. Both read by the library, and copy nothing where a field or the default ones are one block of memory.

    loader = DataLoader(pyreel.torch.ReplayWindows("replays", length=900, shuffle=True), batch_size=64, num_workers=4)
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Unpack

import numpy as np
import torch
from torch.utils.data import Dataset, IterableDataset, get_worker_info

from ._files import Files
from ._motion import Motion, MotionScan
from ._scan import ScanOptions, in_order

Item = dict[str, Any]


def tensor_of(array: np.ndarray[Any, Any]) -> torch.Tensor:
    """A tensor that shows an array. Do not write to it if the array is one of the library: other tensors may show the same memory."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*not writable")  # torch has no tensors that cannot be written to
        return torch.from_numpy(array)


def _names(motion: Any) -> Item:
    """What is known of a replay, as text: nothing is empty, for batches cannot hold None."""
    return {name: getattr(motion, name) or "" for name in ("file", "player", "player_id", "level")}


class Replays(Dataset[Item]):
    """A map-style dataset of replays.

    An item has ``values`` (samples, columns), ``present`` and ``times`` of a file, and its ``file``, ``player``, ``player_id`` and
    ``level``; ``transform`` makes something else of it. A file without motion is an item without samples, and of an archive only the
    first replay is read. ``problem`` says what went wrong.
    """

    def __init__(
        self,
        tree: Files,
        fields: Sequence[str] | None = None,
        *,
        rate: int = 30,
        transform: Callable[[Item], Any] | None = None,
        **options: Unpack[ScanOptions],
    ) -> None:
        self._scan = MotionScan(tree, fields, rate=rate, **options)
        self._paths = self._scan.raw_paths()
        self._transform = transform

    @property
    def columns(self) -> tuple[str, ...]:
        """What the columns of ``values`` are."""
        return self._scan.columns

    def __len__(self) -> int:
        return len(self._paths)

    def __getitem__(self, index: int) -> Any:
        found = self._scan.read(self._paths[index])
        motion, failure = found[0] if found else (None, None)
        if motion is None:
            motion = self._scan.nothing(self._paths[index])
        item = {
            "values": tensor_of(motion.values),
            "present": torch.from_numpy(motion.present),
            "times": torch.from_numpy(motion.times.copy()),
            **_names(motion),
            "problem": str(failure.error) if failure else "",
        }
        return item if self._transform is None else self._transform(item)


class ReplayWindows(IterableDataset[Item]):
    """An iterable dataset of windows of motion.

    An item has ``values`` (length, columns), ``mask`` (length), ``time``, and ``file``, ``player``, ``player_id`` and ``level`` of the
    replay. ``length``, ``stride``, ``least`` and the rest are as for ``motion_windows``.

    Files are divided among the ``world`` ranks and the workers of the loader: each window is given once. With ``shuffle``, the files
    come in an order that ``seed`` and the epoch decide, and so do the windows of a file. ``state_dict`` is where a worker is; a dataset
    that loads it goes on there, with as many ranks and workers as before. Files that fail are left out; ``failures`` has them, in the
    process that read them.
    """

    def __init__(
        self,
        tree: Files,
        length: int,
        stride: int | None = None,
        fields: Sequence[str] | None = None,
        *,
        rate: int = 30,
        least: float = 1.0,
        shuffle: bool = False,
        seed: int = 0,
        rank: int = 0,
        world: int = 1,
        transform: Callable[[Item], Any] | None = None,
        **options: Unpack[ScanOptions],
    ) -> None:
        if not 0 <= rank < world:
            raise ValueError(f"rank must be at least 0 and below world, {world}, not {rank}")
        options.setdefault("threads", 1)
        self._scan = MotionScan(tree, fields, rate=rate, **options)
        self._shape = (length, stride, least)
        self._scan.nothing(b"").windows(length, stride, least=least)  # refuses a wrong shape now
        self._shuffle = shuffle
        self._seed = seed
        self._shard = (rank, world)
        self._transform = transform
        self._epoch = 0
        self._files = 0  # of this worker that are done
        self._windows = 0  # of the file after them that are done
        self.failures = self._scan.failures

    @property
    def columns(self) -> tuple[str, ...]:
        """What the columns of ``values`` are."""
        return self._scan.columns

    def set_epoch(self, epoch: int) -> None:
        """Begins an epoch, which decides the order with ``shuffle``. Each iteration to the end begins the next one."""
        self._epoch = epoch
        self._files = self._windows = 0

    def state_dict(self) -> dict[str, int]:
        """Where the iteration is."""
        return {"epoch": self._epoch, "files": self._files, "windows": self._windows}

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Goes on from a ``state_dict`` with the next iteration."""
        self._epoch, self._files, self._windows = state["epoch"], state["files"], state["windows"]

    def _order(self, count: int, *more: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        if not self._shuffle:
            return np.arange(count)
        return np.random.default_rng((self._seed, self._epoch, *more)).permutation(count)

    def _own_files(self) -> list[tuple[int, bytes]]:
        worker = get_worker_info()
        workers, number = (worker.num_workers, worker.id) if worker is not None else (1, 0)
        rank, world = self._shard
        paths = self._scan.raw_paths()
        order = self._order(len(paths))[rank * workers + number :: world * workers]
        return [(int(at), paths[at]) for at in order]

    def __iter__(self) -> Iterator[Any]:
        own = self._own_files()[self._files :]
        found = in_order(self._scan.read, [path for _, path in own], self._scan.threads)
        for (number, _), results in zip(own, found, strict=True):
            self.failures += [failure for _, failure in results if failure is not None]
            motions = [motion for motion, _ in results if motion is not None]
            yield from self._windows_of(motions, number)
            self._files, self._windows = self._files + 1, 0
        self.set_epoch(self._epoch + 1)

    def _windows_of(self, motions: Sequence[Motion], number: int) -> Iterator[Any]:
        length, stride, least = self._shape
        found = [motion.windows(length, stride, least=least) for motion in motions]
        places = [(windows, at) for windows in found for at in range(len(windows))]
        for place in self._order(len(places), number)[self._windows :]:
            windows, at = places[place]
            item = {
                "values": tensor_of(windows.values[at]),
                "mask": torch.from_numpy(windows.mask[at]),
                "time": float(windows.times[at]),
                **_names(windows),
            }
            self._windows += 1  # before it is given: a state that is taken then goes on after it
            yield item if self._transform is None else self._transform(item)
