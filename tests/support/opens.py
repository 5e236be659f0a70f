# SPDX-License-Identifier: MIT
"""Which files of a folder are opened while something runs, by this process or another. For Linux."""

from __future__ import annotations

import ctypes
import os
import struct
from collections import Counter
from collections.abc import Callable
from pathlib import Path

_OPEN, _FOLDER = 0x20, 0x40000000  # of inotify(7)


def opens(folder: Path, work: Callable[[], object]) -> Counter[str]:
    """How often each file of a folder is opened meanwhile."""
    libc = ctypes.CDLL(None, use_errno=True)
    watch = libc.inotify_init1(os.O_NONBLOCK)
    if watch < 0:
        raise OSError(ctypes.get_errno(), "inotify")
    try:
        if libc.inotify_add_watch(watch, os.fsencode(folder), _OPEN) < 0:
            raise OSError(ctypes.get_errno(), "inotify", str(folder))
        work()
        counted: Counter[str] = Counter()
        while True:
            try:
                data = os.read(watch, 1 << 20)
            except BlockingIOError:
                return counted
            while data:
                _, mask, _, size = struct.unpack_from("iIII", data)
                if not mask & _FOLDER:
                    counted[os.fsdecode(data[16 : 16 + size].rstrip(b"\0"))] += 1
                data = data[16 + size :]
    finally:
        os.close(watch)
