# SPDX-License-Identifier: MIT
"""Two servers that share PostgreSQL and S3; the description, by schemathesis."""

import os
import pathlib
import subprocess
import sys

import pytest
import requests
from conftest import PATIENCE, PROGRAM, Server
from plays import play
from test_store import moto  # noqa: F401 a fixture

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")


@pytest.fixture
def where(moto, tmp_path, monkeypatch):  # noqa: F811
    database = os.environ.get("REEL_TEST_POSTGRES")
    if not database:
        pytest.skip("no PostgreSQL: server/test.sh starts one")
    for name, value in moto.items():
        monkeypatch.setenv(name, value)
    return ["--store", f"s3://replays/{tmp_path.name}", "--database", database]


def admin(where, *words):
    done = subprocess.run([PROGRAM, *where, *words], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done
    return done.stdout


def test_what_one_server_keeps_the_other_serves(where, tmp_path):
    data = play()
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = (Server(tmp_path / n, *where, store=False) for n in ("one", "two"))
    token = {"Authorization": "Bearer " + admin(where, "token", "add", "bot").strip()}
    try:
        made = requests.post(f"{one.url}/replays", data=data, headers=token, timeout=PATIENCE)
        assert made.status_code == 201, made.text
        got = requests.get(f"{two.url}/replays/{made.json()['id']}", headers={"Accept": "application/octet-stream"}, timeout=PATIENCE)
        assert got.content == data
        again = requests.post(f"{two.url}/replays", data=data, headers=token, timeout=PATIENCE)
        assert (again.status_code, again.json()["id"]) == (200, made.json()["id"])
        assert requests.get(f"{two.url}/readyz", timeout=PATIENCE).status_code == 200
    finally:
        one.stop()
        two.stop()
    assert "1 entries, 1 replays: 0 missing, 0 damaged" in admin(where, "fsck")
    assert admin(where, "backup", str(tmp_path / "copy")).startswith("copied 1 replays")
    assert len(list((tmp_path / "copy").glob("??/*"))) == 1


def test_answers_are_as_the_description_says(tmp_path):
    """No request that is valid by the description is refused, and none makes the server fail: schemathesis_hooks.py."""
    schemathesis = pathlib.Path(sys.executable).with_name("schemathesis")
    if not schemathesis.exists():
        pytest.skip("no schemathesis (PyPI)")
    server = Server(tmp_path)
    token = server.token("upload", "challenge", "moderate")
    one = server.post("/replays", data=play("described"), headers=token).json()["id"]
    hooks = {"SCHEMATHESIS_HOOKS": "schemathesis_hooks", "PYTHONPATH": str(pathlib.Path(__file__).parent), "REEL_TEST_ID": one}
    try:
        done = subprocess.run(
            [schemathesis, "run", f"{server.url}/openapi.json", "--url", server.url, "--max-examples", "8" if LIGHT else "20",
             "--seed", "1", "--phases", "examples,coverage,fuzzing", "-H", f"Authorization: {token['Authorization']}", "--checks",
             "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
             "valid_requests_are_not_refused"],
            capture_output=True, text=True, timeout=900, cwd=tmp_path, env={**os.environ, **hooks},
        )  # fmt: skip
    finally:
        server.stop()
    told = [line for line in done.stdout.splitlines() if line.startswith(("____", "    a valid request", "[", "- ST", "    Expected"))]
    assert done.returncode == 0, "\n".join([*told, done.stderr[-1000:]])
