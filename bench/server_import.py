#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long `reel-server import` takes, by the number of files. Prints a table in Markdown.

    bench/server_import.py [FILES...]     by default 10000 and 100000

Small replays of a few players are made. Each import is killed with SIGKILL when half of them are kept, and the same command goes on. The
exponent says how processor time grows with the number of files: 1 is in proportion. Needs build/server and build/server-test/venv
(server/test.sh makes both).
"""

import contextlib
import ctypes
import math
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "server/test"))

from plays import play  # noqa: E402

PROGRAM = SOURCE / "build/server/reel-server"
FOLDER = 1000  # files in each
SUBREAPER = 36  # of prctl: workers of a server that was killed are this program's to wait for, and their time is counted


def make(tree: pathlib.Path, files: int) -> int:
    size = 0
    for n in range(files):
        if n % FOLDER == 0:
            (tree / f"{n // FOLDER:05d}").mkdir(parents=True)
        data = play(player=f"player {n % 997}", level=f"{n % 4999:040x}", seed=n, seconds=1.0, rate=20, notes=3)
        (tree / f"{n // FOLDER:05d}/{n:07d}.bsor").write_bytes(data)
        size += len(data)
    return size


def kept(store: pathlib.Path) -> int:
    with contextlib.suppress(sqlite3.OperationalError), contextlib.closing(sqlite3.connect(store / "catalogue.sqlite", timeout=30)) as catalogue:
        return catalogue.execute("SELECT COUNT(*) FROM replay").fetchone()[0]
    return 0


def anonymous(process: int) -> int:
    with contextlib.suppress(OSError):
        return int(re.search(r"RssAnon:\s+(\d+)", pathlib.Path(f"/proc/{process}/status").read_text())[1])
    return 0


def run(store: pathlib.Path, tree: pathlib.Path, stop_at: int = 0) -> tuple[float, float, list[int]]:
    """Seconds, seconds of processor time, and KiB of memory every half second; is killed when `stop_at` replays are kept."""
    before, began, memory = os.times(), time.monotonic(), []
    with (store.parent / "log").open("a") as log:
        process = subprocess.Popen([PROGRAM, "--store", store, "--workers", "2", "import", tree], stdout=log, stderr=log)
        while process.poll() is None:
            memory.append(anonymous(process.pid))
            if stop_at and kept(store) >= stop_at:
                process.send_signal(signal.SIGKILL)
                process.wait()
            time.sleep(0.5)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    assert process.returncode == (-signal.SIGKILL if stop_at else 0), (store.parent / "log").read_text()[-2000:]
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.monotonic() - began, used, memory


def measure(files: int) -> tuple[float, float]:
    with tempfile.TemporaryDirectory(dir=os.environ.get("REEL_ROWS")) as name:
        folder = pathlib.Path(name)
        size = make(folder / "tree", files)
        first, again = run(folder / "store", folder / "tree", files // 2), run(folder / "store", folder / "tree")
        assert kept(folder / "store") == files
        seconds, used = first[0] + again[0], first[1] + again[1]
        memory = sorted(again[2])
        late = again[2][len(again[2]) // 2 :]
        print(
            f"| {files:,} | {size / files / 1000:.1f} | {seconds:.0f} | {files / seconds:.0f} | {1000 * used / files:.2f} | "
            f"{memory[len(memory) // 2] / 1000:.1f} | {max(late) / 1000:.1f} |",
            flush=True,
        )
        return files, used


def main() -> None:
    ctypes.CDLL(None).prctl(SUBREAPER, 1)
    print("| files | kB each | seconds | files/s | processor time, ms each | memory, MB, median | most in the last half |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    results = [measure(int(word)) for word in sys.argv[1:] or ("10000", "100000")]
    for (few, short), (many, long) in zip(results, results[1:]):
        print(f"\nExponent from {few:,} to {many:,}: {math.log(long / short) / math.log(many / few):.2f}")
    print(f"\nLoad {pathlib.Path('/proc/loadavg').read_text().split()[0]}.")


if __name__ == "__main__":
    main()
