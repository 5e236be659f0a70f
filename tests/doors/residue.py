# SPDX-License-Identifier: MIT
"""Files for tests that look for one file's text in what a door returns of another."""

from __future__ import annotations

import json
from pathlib import Path

MARK = "MARK-of-another-client-7f3a"
FORMATS = Path(__file__).resolve().parent.parent / "formats"
PATTERNS = ("90", "165")  # of MALLOC_PERTURB_: what new memory holds

TEXTS: list[object] = [[], [""], ["", "NF"], ["NF", ""], ["", "", "NF", "", "NF"], "", ",NF", [""] * 8000 + ["NF"], ["NF"] * 1000]


def decoded(modifiers: object, text: str = "") -> str:
    """A play as the decoder of ScoreSaber's website writes it."""
    info = {"version": "3.0.0", "hash": text, "mode": text, "environment": text, "modifiers": modifiers}
    return json.dumps({"frames": [], "info": info, "scores": [], "combos": [], "noteTime": [], "noteInfos": [], "dynamicHeight": []})


def marked(folder: Path) -> list[Path]:
    """Two files that are full of MARK."""
    paths = [folder / "marked-1.json", folder / "marked-2.json"]
    for path in paths:
        path.write_text(decoded([MARK] * 2000, MARK * 500))
    return paths


def plain(folder: Path) -> list[Path]:
    """Files without it: lists that are empty, or have empty texts in front, behind and between, and the golden files of text formats."""
    paths = []
    for number, modifiers in enumerate(TEXTS):
        paths.append(folder / f"plain-{number}.json")
        paths[-1].write_text(decoded(modifiers))
    return paths + sorted(path for path in FORMATS.glob("*/golden/*") if path.suffix in {".json", ".echo", ".echoreplay"})
