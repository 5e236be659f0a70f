# SPDX-License-Identifier: MIT
"""Clients that others generate from /openapi.json are compiled, and upload and list replays.

Variables: REEL_CLIENTS (a folder whose node_modules have openapi-typescript, openapi-fetch, typescript and @types/node).
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from conftest import Server
from plays import play

SOURCES = pathlib.Path(__file__).parent / "clients"
TYPESCRIPT = pathlib.Path(os.environ.get("REEL_CLIENTS", "/nowhere")) / "node_modules"


def run(folder: pathlib.Path, *words: object) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=folder, timeout=300)
    assert done.returncode == 0, (words, done.stdout[-3000:], done.stderr[-3000:])
    return done.stdout


def check(server: Server, seed: int, folder: pathlib.Path, *client: object) -> None:
    """Runs a client, and compares what it says with what the server has."""
    data = play("client", seed=seed)
    (folder / "play.bsor").write_bytes(data)
    token = server.token("upload")["Authorization"].removeprefix("Bearer ")
    said = json.loads(run(folder, *client, server.url, token, folder / "play.bsor"))
    kept = server.get("/replays?limit=5").json()["replays"]
    assert server.get(f"/replays/{said['id']}").content == data
    assert said["ids"] == [each["id"] for each in kept] and said["ids"][0] == said["id"]
    assert (said["verdict"], said["rule"]) == (kept[0]["verdict"], "reel.unknown-format")
    assert said["boards"] > 0


def test_no_member_of_a_schema_has_a_mark_of_its_table(server):
    """A `?` in the table says that a member may be missing."""
    for name, schema in server.get("/openapi.json").json()["components"]["schemas"].items():
        for part in [schema, *schema.get("allOf", [])]:
            assert not [member for member in part.get("properties", {}) if not member.isidentifier()], name
            assert set(part.get("required", [])) <= set(part.get("properties", {})), name


@pytest.mark.skipif(not shutil.which("node") or not TYPESCRIPT.is_dir(), reason="no node, or no packages from npm: REEL_CLIENTS")
def test_a_client_in_typescript(server, tmp_path):
    (tmp_path / "node_modules").symlink_to(TYPESCRIPT)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(SOURCES / "client.ts", tmp_path)
    run(tmp_path, TYPESCRIPT / ".bin/openapi-typescript", f"{server.url}/openapi.json", "--output", "api.d.ts")
    run(tmp_path, TYPESCRIPT / ".bin/tsc", "--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext",
        "--types", "node", "client.ts")  # fmt: skip
    check(server, 11, tmp_path, "node", "client.js")


def test_a_client_in_python(server, tmp_path):
    pytest.importorskip("openapi_python_client", reason="no openapi-python-client (PyPI)")
    (tmp_path / "config.yml").write_text("post_hooks: []\n")  # else a formatter that this machine may have changes the code
    said = run(tmp_path, sys.executable, "-m", "openapi_python_client", "generate", "--url", f"{server.url}/openapi.json",
               "--meta", "none", "--output-path", "reel_client", "--config", "config.yml")  # fmt: skip
    assert "Endpoint will not be generated" not in said
    shutil.copy(SOURCES / "client.py", tmp_path)
    run(tmp_path, sys.executable, "-m", "mypy", "--strict", "client.py", "reel_client")
    check(server, 12, tmp_path, sys.executable, "client.py")
