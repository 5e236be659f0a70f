# SPDX-License-Identifier: MIT
"""The unit tests in test_*.c, one by one."""

import os
import pathlib
import re
import subprocess

import pytest
from conftest import PATIENCE

BUILD = pathlib.Path(os.environ.get("REEL_SERVER_BUILD", pathlib.Path(__file__).parents[2] / "build/server")).resolve()
NAMES = [
    (path.stem, name)
    for path in sorted(pathlib.Path(__file__).parent.glob("test_*.c"))
    for name in re.findall(r"RUN\((\w+)\);", path.read_text())
]


@pytest.fixture(scope="module")
def printed():
    known: dict[str, list[str]] = {}

    def run(program: str) -> list[str]:
        if program not in known:
            # What the loader binds late, it binds on the stack, with the registers beside it: test_clear would find what they held.
            bound = {**os.environ, "LD_BIND_NOW": "1"}
            done = subprocess.run([BUILD / "test" / program], env=bound, capture_output=True, text=True, timeout=PATIENCE)
            known[program] = done.stdout.splitlines()
        return known[program]

    return run


@pytest.mark.parametrize(("program", "name"), NAMES, ids=[f"{program}-{name}" for program, name in NAMES])
def test_unit(printed, program, name):
    assert f"ok {name}" in printed(program), printed(program)[-1:]
