# SPDX-License-Identifier: MIT
"""reel serve starts the server with a store and prints its address."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest
import requests
from conftest import COMMAND, PATIENCE, PROGRAM
from plays import play


@pytest.mark.skipif(not COMMAND.exists(), reason="the command reel is not built: set REEL")
def test_serve(tmp_path):
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.Popen(
        [str(COMMAND), "serve", "--port", "0", "a/store"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert run.stdout
        url = run.stdout.readline().split()[-1]
        assert url.startswith("http://127.0.0.1:")
        assert requests.get(url + "replays", timeout=PATIENCE).json() == {"replays": []}
        assert requests.post(url, data=play("serve"), timeout=PATIENCE).status_code == 200
        assert (tmp_path / "a/store/catalogue.sqlite").exists()
    finally:
        run.send_signal(signal.SIGTERM)
        assert run.wait(timeout=PATIENCE) == 0
        run.stdout.close()
