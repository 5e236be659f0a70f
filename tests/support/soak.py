# SPDX-License-Identifier: MIT
"""Whether the memory of a process stays flat while it does the same work again and again. For the doors' soak tests.

REEL_SOAK_SECONDS says how long; an hour is 3600. By default a few seconds.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import time
from collections.abc import Callable

SECONDS = float(os.environ.get("REEL_SOAK_SECONDS") or 2)
_LEAST, _MOST = 12, 1 << 30  # passes


def resident() -> int:
    """Resident memory in bytes, without what the allocator only keeps."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


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
    stays = [min(sizes[i : i + quarter]) for i in (quarter, 2 * quarter, len(sizes) - quarter)]
    return len(sizes), 2 * min(stays[1] - stays[0], stays[2] - stays[1])
