# SPDX-License-Identifier: MIT
"""The unit tests in test_limits.c, one by one."""

import os
import pathlib
import re
import subprocess

import pytest

BUILD = pathlib.Path(os.environ.get("REEL_SERVER_BUILD", pathlib.Path(__file__).parents[2] / "build/server")).resolve()
NAMES = re.findall(r"RUN\((\w+)\);", pathlib.Path(__file__).with_suffix(".c").read_text())


@pytest.fixture(scope="module")
def lines():
    return subprocess.run([BUILD / "test/test_limits"], capture_output=True, text=True, timeout=60).stdout.splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_limits(lines, name):
    assert f"ok {name}" in lines, lines[-1:]
