# SPDX-License-Identifier: MIT
"""The version of the package is that of the library, which has it in one header."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent


def dynamic_metadata(field: str, settings: Mapping[str, Any], *rest: Any) -> str:
    if field != "version":
        raise ValueError(f"no {field} here")
    header = next(path for path in (HERE / "reel", HERE.parent) if (path / "include/reel/reel.h").exists())
    text = (header / "include/reel/reel.h").read_text()
    return ".".join(re.findall(r"^#define REEL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", text, re.M))


def get_requires_for_dynamic_metadata(_settings: Mapping[str, Any]) -> list[str]:
    return []
