# SPDX-License-Identifier: MIT
"""What schemathesis has to know beside /openapi.json, which cannot say what a replay is, or which tables and plots its format has."""

from __future__ import annotations

import itertools
import os
import pathlib
import sys

import schemathesis
from hypothesis import strategies

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from plays import play

numbers = itertools.count(1)

# Names that are well formed, but of nothing that the replay has, or of another player than it says.
NAMES = {
    "reel.unknown-table", "reel.foreign-table", "server.table", "server.plot", "server.plot-empty", "server.format", "convert.unsupported",
    "reel.select", "server.player", "moderation.state", "live.over", "live.form", "live.offset", "live.bytes",
}  # fmt: skip


def make_play(_: int) -> bytes:
    """Another one each time."""
    number = next(numbers)
    return play(f"player {number % 7}", seed=number, seconds=2, notes=2, good=number % 3)


schemathesis.openapi.media_type("application/octet-stream", strategies.integers().map(make_play))


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """An id is that of a replay which the server has, every other time."""
    if path_parameters and "id" in path_parameters and next(numbers) % 2:
        return {**path_parameters, "id": os.environ.get("REEL_TEST_ID", "0")}
    return path_parameters


@schemathesis.check
def valid_requests_are_not_refused(context, response, case) -> None:
    if not case.meta or not case.meta.generation.mode.is_positive or response.status_code < 400:
        return
    if response.status_code in (401, 403, 404, 406, 429, 503, 504):
        return
    rule = response.json().get("rule", "")
    assert rule in NAMES, f"a valid request is refused: {rule}: {response.json().get('title')}"
