#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the rows that an older version exported with those of today: rows.py REEL FOLDER

What was there has the same value. Tables, rows' fields and what a field is derived from may have been added since.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


RENAMED = {
    ("attributes", "type"): "event_type_row",
    ("devices", "type"): "device_type",
    ("events", "type"): "event_type_row",
    ("extensions", "version"): "layout_version",
    ("fps", "fps"): "frame_rate",
    ("other_keys", "value"): "data",
    ("user_data", "value"): "data",
    ("values", "type"): "event_type_row",
}
"""Fields that have another name now, by table."""


def lost(older: object, now: object, where: str) -> list[str]:
    """What is in `older` and is missing or different in `now`."""
    if isinstance(older, dict) and isinstance(now, dict):
        return [line for key in older for line in lost(older[key], now.get(key), f"{where}.{key}")]
    return [] if older == now else [f"{where}: {older!r} was, {now!r} is"]


def tables(text: str) -> dict[str, list[dict[str, object]]]:
    """The rows of each table, in order."""
    found: dict[str, list[dict[str, object]]] = {}
    for line in text.splitlines():
        row = json.loads(line)
        found.setdefault(str(row.get("table")), []).append(row)
    return found


def main(reel: str, folder: Path) -> int:
    wrong, count = [], 0
    for file in sorted((folder / "replays").iterdir()):
        older = tables((folder / "rows" / f"{file.name}.jsonl").read_text(encoding="utf-8"))
        words = [reel, "export", "--quiet", "--to", "jsonl", str(file)]
        now = tables(subprocess.run(words, capture_output=True, text=True, check=False).stdout)
        for table, rows in older.items():
            today = now.get(table, [])
            count += len(rows)
            if len(rows) != len(today):
                wrong.append(f"{file.name}: {table}: {len(rows)} rows were, {len(today)} are")
            for number, (row, other) in enumerate(zip(rows, today, strict=False)):
                row = {RENAMED.get((table, key), key): value for key, value in row.items()}
                wrong += lost(row, other, f"{file.name}: {table} {number}")
    print("\n".join(wrong[:20]) or f"{count} rows are as they were")
    return bool(wrong or not count)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
