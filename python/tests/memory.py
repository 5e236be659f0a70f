# SPDX-License-Identifier: MIT
"""For valgrind, without packages: every call of the extension on every golden and bad file, with streams dropped unread.

PYTHONMALLOC=malloc PYTHONPATH=src valgrind --leak-check=full python tests/memory.py
"""

from __future__ import annotations

import io
import sys
import tempfile
import warnings
from pathlib import Path

import pyreel

sys.path.insert(0, str(Path(__file__).parent))
from plays import files


def attempt(call: object, *arguments: object, **options: object) -> object:
    try:
        return call(*arguments, **options)  # type: ignore[operator]
    except (pyreel.ReelError, KeyError, ValueError, TypeError, OverflowError):
        return None


def use(path: Path, *, strict: bool) -> None:
    replay = pyreel.open(path, strict=strict)
    attempt(lambda: replay.damage)
    attempt(replay.check)
    for name in replay.tables:
        table = replay.table(name)
        rows = attempt(lambda table=table: list(table))
        attempt(table.__arrow_c_stream__)
        attempt(table.__arrow_c_schema__)
        loaded = attempt(table._load)
        if loaded is not None:
            view = memoryview(loaded.rows(name))  # type: ignore[attr-defined]
            del loaded
            assert view.tobytes()[:8] is not None
        if rows and replay.schema.writes:
            writer = pyreel.Writer(io.BytesIO(), replay.format)
            attempt(writer.append, name, rows)
            attempt(writer.append, name, [{"no such": 1}])
            attempt(writer.append, name, [dict.fromkeys(rows[0], "text")])  # type: ignore[index]
            attempt(writer.finish)
    attempt(replay.stats)
    attempt(replay.plot)
    attempt(replay.repair, io.BytesIO())
    for to in pyreel.formats():
        attempt(replay.convert, to, io.BytesIO(), loss="allow")
        attempt(replay.convert, to, io.BytesIO())


def main() -> None:
    warnings.simplefilter("ignore")
    for path in [*files("golden"), *files("bad")]:
        for strict in (True, False):
            attempt(use, path, strict=strict)
        attempt(lambda path=path: pyreel.open(io.BytesIO(path.read_bytes()))["frames"].__arrow_c_stream__())
    for format_id in ("bsor", "gdr"):
        scan = attempt(pyreel.scan, [path for path in files("golden") if path.suffix == f".{format_id}"], "frames", threads=3)
        if scan:
            scan.__arrow_c_stream__()  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as folder:
        attempt(pyreel.scan, folder, "frames")
        pyreel.Writer(Path(folder) / "dropped.bsor", "bsor").append("info", {"player_name": "x"})
    print("fine")


if __name__ == "__main__":
    main()
