# SPDX-License-Identifier: MIT
"""Whether the memory of a process stays flat while it does the same work again and again. For the doors' soak tests.

REEL_SOAK_SECONDS says how long; an hour is 3600. By default a few seconds.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

SECONDS = float(os.environ.get("REEL_SOAK_SECONDS") or 2)
HERE = Path(__file__).resolve().parent
_LEAST, _MOST = 12, 1 << 30  # passes


def resident() -> int:
    """Resident memory in bytes, without what the allocator only keeps."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _preloaded() -> ctypes.CDLL | None:
    library = ctypes.CDLL(None)
    if not hasattr(library, "live_watch"):
        return None
    library.live_watch.restype = library.live_count.restype = ctypes.c_size_t
    return library


_watched: set[str] = set()


def live_blocks(libraries: Iterable[str]) -> int | None:
    """The blocks of memory that some libraries, by a part of their paths, have allocated and nobody has freed since they were first asked
    for. None without live_blocks.c preloaded."""
    library = _preloaded()
    if library is None:
        return None
    for each in set(libraries) - _watched:
        library.live_watch(each.encode())
        _watched.add(each)
    return int(library.live_count())


def print_live_blocks() -> None:
    """Prints the places that have allocated them."""
    library = _preloaded()
    if library is not None:
        library.live_print()


def with_counter(
    folder: Path, *command: str | Path, step: int = 1
) -> subprocess.CompletedProcess[str] | None:
    """Runs a Python program with live_blocks.c preloaded, which is compiled in a folder. None without a C compiler."""
    compiler = shutil.which(os.environ.get("CC") or "cc")
    if compiler is None:
        return None
    counter = folder / "live_blocks.so"
    subprocess.run(
        [
            compiler,
            "-std=gnu17",
            "-O2",
            "-shared",
            "-fPIC",
            "-o",
            counter,
            HERE / "preload" / "live_blocks.c",
            "-pthread",
        ],
        check=True,
    )
    environment = {
        **os.environ,
        "LD_PRELOAD": str(counter),
        "PYTHONMALLOC": "default",
        "REEL_SOAK_STEP": str(step),
    }
    return subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True
    )


def door_with_counter(
    folder: Path, door: str, *given: str | Path, step: int
) -> subprocess.CompletedProcess[str] | None:
    """At least two passes of bench/soak.py over each ``step``-th file of folders. It fails if blocks are not freed."""
    return with_counter(
        folder, HERE.parents[1] / "bench" / "soak.py", door, "0", *given, step=step
    )


def growth(work: Callable[[], object], seconds: float = SECONDS) -> tuple[int, int]:
    """Passes of ``work``, and by how many bytes memory grew from the second quarter of them to the last.

    The first quarter warms up: allocators and caches keep what they once needed. The least of a quarter is what stays. A leak grows all the
    time, a cache in steps: so growth is twice the smaller of the steps from the second quarter to the third, and from there to the last.
    """
    sizes: list[int] = []
    end = time.monotonic() + seconds
    while len(sizes) < _LEAST or (time.monotonic() < end and len(sizes) < _MOST):
        work()
        gc.collect()
        sizes.append(resident())
    quarter = len(sizes) // 4
    stays = [
        min(sizes[i : i + quarter])
        for i in (quarter, 2 * quarter, len(sizes) - quarter)
    ]
    return len(sizes), 2 * min(stays[1] - stays[0], stays[2] - stays[1])
