# SPDX-License-Identifier: MIT
"""docs/server.md: every call of the API is in it, and what it says to type works as it stands."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess

import pytest
from conftest import PATIENCE, PROGRAM, SOURCE, Server
from games import course, walk
from lives import Recording
from plays import play
from test_maps import level

PAGE = SOURCE / "docs/server.md"


def commands() -> list[str]:
    """The indented lines of the section."""
    section = PAGE.read_text().split("\n## Each call by curl\n")[1].split("\n## ")[0]
    return [line[4:] for line in section.splitlines() if line.startswith("    ")]


def calls(lines: list[str]) -> set[tuple[str, str]]:
    """Methods and addresses, without their queries."""
    found = set()
    for line in lines:
        place = re.search(r"(?:\$AT|^get \"?)(/[^ \"?]*)", line)
        if not place or line.startswith("get()"):
            continue
        given = re.search(r"-X (\w+)", line)
        found.add((given[1] if given else "POST" if "--data" in line else "GET", place[1]))
    return found


def test_each_call_of_the_description_is_in_the_page(server):
    written = calls(commands())
    missing = []
    for path, methods in server.get("/openapi.json").json()["paths"].items():
        form = re.compile(re.sub(r"\\{\w+\\}", "[^?]+?", re.escape(path)) + "$")
        for method in methods:
            if not any(method.upper() == one and form.match(where) for one, where in written):
                missing.append((method, path))
    assert missing == []


def test_each_answer_of_the_description_has_a_schema(server):
    """No answer is described as anything, and no schema is left over."""
    text = server.get("/openapi.json").json()
    described = [
        content["schema"]
        for methods in text["paths"].values()
        for operation in methods.values()
        for response in operation["responses"].values()
        for kind, content in response.get("content", {}).items()
        if "schema" in content and (kind not in ("application/json", "application/problem+json") or "$ref" in content["schema"])
    ]
    contents = sum(
        len(response.get("content", {}))
        for methods in text["paths"].values()
        for operation in methods.values()
        for response in operation["responses"].values()
    )
    assert len(described) == contents > 60
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(text)))
    assert named == set(text["components"]["schemas"])


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_the_commands_work_as_they_stand(tmp_path):
    (tmp_path / "page.html").write_text('<div id="app"></div>')
    (tmp_path / "play.bsor").write_bytes(play(seed=1))
    (tmp_path / "song.zip").write_bytes(level()[1])
    room, data = course()
    (tmp_path / "room.map").write_bytes(data)
    (tmp_path / "run.teehistorian").write_bytes(walk(room))
    (tmp_path / "maps").mkdir()
    maps = ("--maps", str(tmp_path / "maps"), "--share-maps")
    (tmp_path / "play.reel").write_bytes(Recording(tmp_path, "reel", "recorder").bytes)
    server = Server(tmp_path, "--store", str(tmp_path / "replays"), "--viewer", str(tmp_path / "page.html"), *maps, store=False)
    try:
        script = "set -eu\n" + "\n".join(commands()).replace("http://127.0.0.1:8080", server.url)
        path = f"{PROGRAM.parent}:{os.environ['PATH']}"
        run = subprocess.run(
            ["bash", "-o", "pipefail", "-c", script], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=PATIENCE
        )
        assert run.returncode == 0, run.stdout[-2000:] + run.stderr
        assert (tmp_path / "copy.map").read_bytes() == (tmp_path / "room.map").read_bytes()
        assert (tmp_path / "run.demo").read_bytes()[:6] == b"TWDEMO"
        assert (tmp_path / "copy.bsor").read_bytes() == (tmp_path / "play.bsor").read_bytes()
        assert (tmp_path / "watched.reel").read_bytes() == (tmp_path / "play.reel").read_bytes()
        for shown in ('"state":"hidden"', '"state":"listed"', '"state":"removed"', '"replays":1}', '"action":"hold"', '"challenge":'):
            assert shown in run.stdout, shown
    finally:
        assert server.stop() == 0


def test_each_example_of_curl_says_why_it_was_refused():
    """Without the option, curl prints nothing of an error, or takes its page for the replay."""
    pages = [*(SOURCE / "docs").rglob("*.md"), *(SOURCE / "server/page").glob("*.html"), *SOURCE.glob("*.md"), *SOURCE.glob("*/README.md")]
    calls = [(page.name, line) for page in pages for line in page.read_text().splitlines() if re.search(r"\bcurl [-$\"h]", line)]
    assert len(calls) > 50
    assert [call for call in calls if "curl --fail-with-body" not in call[1]] == []


def test_every_option_of_the_help_is_read():
    """An option is taken, or the program says what is wrong: it never ends without a word."""
    lines = subprocess.run([str(PROGRAM), "--help"], capture_output=True, text=True, check=True).stdout.splitlines()
    options = [line.split() for line in lines if line.startswith("  --")]
    assert len(options) > 60
    for option, value, *_ in options:
        words = [option, "1"] if value.isupper() else [option]
        done = subprocess.run([str(PROGRAM), *words, "--check"], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0 or done.stderr, option
