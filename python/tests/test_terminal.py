# SPDX-License-Identifier: MIT
"""Progress bars as a person sees them: an interpreter of its own, of which stderr is a terminal or a pipe."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
from importlib.util import find_spec
from pathlib import Path

import pytest

# The clock runs as fast as the test needs: a call takes two seconds, or none, however busy the machine is.
PROGRAM = """
import itertools, sys, types
import pyreel
from pyreel import _progress
seconds, bars = float(sys.argv[2]), sys.argv[3]
clock = itertools.count()
_progress.time = types.SimpleNamespace(monotonic=lambda: next(clock) * seconds)
_progress.find_spec = lambda name: name == bars or None
pyreel.scan(sys.argv[1], "plays", threads=1).to_arrow()
pyreel.open(sys.argv[1] + "/0/0.bsor").check()
print("finished")
"""


def read_all(terminal: int) -> str:
    """What was written to a terminal until its other side was closed."""
    data = b""
    while select.select([terminal], [], [], 120)[0]:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # Linux says EIO at the end
            break
        if not part:
            break
        data += part
    return data.decode()


@pytest.fixture(params=["tqdm", "rich"])
def bars(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if find_spec(name) is None:
        pytest.skip(f"no {name}")
    return name


def shown(plays: Path, bars: str, *, terminal: bool, seconds: float) -> str:
    """What stderr gets; stdout is a pipe, and has what the program prints only."""
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, str(plays), str(seconds), bars]
    if not terminal:
        run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
        assert run.stdout == "finished\n"
        return run.stderr
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env={**os.environ, "TERM": "xterm"}) as run:
            os.close(theirs)
            text = read_all(ours)
            assert run.stdout is not None
            assert run.stdout.read() == b"finished\n"
        assert run.returncode == 0, text
    finally:
        os.close(ours)
    return text


def test_a_terminal_has_a_bar_above_a_second(plays: Path, bars: str) -> None:
    assert " files" in shown(plays, bars, terminal=True, seconds=2)


def test_a_terminal_has_no_bar_below_a_second(plays: Path, bars: str) -> None:
    assert shown(plays, bars, terminal=True, seconds=0.001) == ""


def test_a_pipe_has_no_bar(plays: Path, bars: str) -> None:
    assert shown(plays, bars, terminal=False, seconds=2) == ""
