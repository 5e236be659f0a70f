# SPDX-License-Identifier: MIT
"""The memory that a server and its workers may use, and what they do use."""

from __future__ import annotations

import os
import pathlib
import resource

from conftest import SANITIZED, wait_for

MEMORY = 512 << 20


class Group:
    """A control group of memory, of version 1 or 2, whichever the machine has. Making one needs root."""

    def __init__(self) -> None:
        self.path: pathlib.Path | None = None
        self.limit = "memory not limited: a build with sanitizers needs more"
        if SANITIZED:
            return
        for root, limit in (("memory", "memory.limit_in_bytes"), ("", "memory.max")):
            path = pathlib.Path("/sys/fs/cgroup") / root / f"reel-test-{os.getpid()}"
            try:
                path.mkdir()
                (path / limit).write_text(str(MEMORY))
                self.path, self.limit = path, f"a control group of {MEMORY >> 20} MB"
                return
            except OSError as why:
                self.limit = f"{MEMORY >> 20} MB of data for the server: no control group can be made ({why})"
                if path.exists():
                    path.rmdir()

    def add(self, process: int) -> None:
        if self.path:
            (self.path / "cgroup.procs").write_text(str(process))
        elif not SANITIZED:
            resource.prlimit(process, resource.RLIMIT_DATA, (MEMORY, MEMORY))

    def killed(self) -> int:
        """Processes that were ended because memory ran out."""
        for name in ("memory.oom_control", "memory.events"):
            if self.path and (self.path / name).exists():
                lines = dict(line.split() for line in (self.path / name).read_text().splitlines())
                return int(lines.get("oom_kill", 0))
        return 0

    def most(self) -> int:
        for name in ("memory.max_usage_in_bytes", "memory.peak"):
            if self.path and (self.path / name).exists():
                return int((self.path / name).read_text())
        return 0

    def remove(self) -> None:
        if self.path:
            wait_for(lambda: not (self.path / "cgroup.procs").read_text())
            self.path.rmdir()


def resident(processes: list[int]) -> int:
    """Bytes of memory that these processes have for themselves."""
    total = 0
    for process in processes:
        try:
            lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) << 10 for line in lines if line.startswith(("RssAnon:", "RssShmem:")))
    return total
