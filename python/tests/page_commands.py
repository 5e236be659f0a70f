# SPDX-License-Identifier: MIT
"""The indented blocks of commands on all pages, and how each is tested.

A block is run, or run by the test of another door that takes these lines from the page, or checked without being run: that its files,
steps, presets, options and packages are there. What is left has a reason.
"""

from __future__ import annotations

import ast
import re
import subprocess
from typing import Any

from plays import REPOSITORY
from test_pages import pages

SERVER = "docs/server.md"

# How a block is tested: the first pattern that is found in its text. `run` is what none of them names.
HOW = {
    "run with a server": r"^(reel-server|TOKEN=|reel serve|systemctl|systemd-run|podman|cp /usr/share|head -c 32(?!.*study)|mkdir -p /data|cat game\.pub|key=)|^curl ",
    "checked: files, steps, presets and packages": r"^(\./|cmake |bench/|fuzz/|tests/|web/|packaging/|apt-get )",
    "checked: options of reel-server": r"^(login-keys|public-url|maps|frame-ancestors|board|ranking|webhook|require-[a-z]+) ",
    "checked: members of an answer": r"^(\{\"|id: \d)",
    "checked: usage": r"^reel COMMAND ",
    "checked: a policy": r"^times = ",
    "checked: SQL": r"^(SELECT |duckdb )",
    "checked: options of programs": r"^(createuser|pg_dump) ",
    "run by python/tests/test_pseudonyms.py": r"^python python/examples/identify\.py ",
    "not run: a formula": r"^(⌊|e = |chain of )",
    "not run: bytes of a file": r"^(\d{4}/\d\d/\d\d |untrusted comment: )",
    "not run: options of another program": r"^(server \{|replays\.example\.com \{)",
    "not run: a piece of a web page": r"^(<|frame\.contentWindow)",
}

# Tests that take lines from a page: its functions of Python, or what it runs in a shell.
ELSEWHERE = {
    "docs/leaderboard.md": "server/test/test_leaderboard.py",
    "docs/server.md": "server/test/test_docs.py",
    "go/README.md": "go/test.sh",
    "python/README.md": "python/test.sh",
    "web/wasm/README.md": "web/test.sh",
}


def blocks() -> list[tuple[str, str]]:
    """Page and text of each indented block outside of fences."""
    found = []
    for page in pages():
        text = re.sub(r"^```.*?^```$", "", (REPOSITORY / page).read_text(), flags=re.S | re.M)
        for match in re.finditer(r"(?<=\n\n)(?: {4}\S[^\n]*\n(?:(?: {4}[^\n]*)?\n(?= {4}|\Z)| {4}[^\n]*\n)*)", text):
            found.append((page, re.sub(r"^ {4}", "", match[0], flags=re.M)))
    return found


def taken_by_python(test: str) -> str:
    """What the function `commands` of a test takes from its page: the same code, evaluated without the modules that the test imports."""
    wanted = []
    for node in ast.parse((REPOSITORY / test).read_text()).body:
        name = node.name if isinstance(node, ast.FunctionDef) else getattr(getattr(node, "targets", [None])[0], "id", "")
        if name in ("PAGE", "commands"):
            wanted.append(node)
    names: dict[str, object] = {"SOURCE": REPOSITORY}
    exec(compile(ast.Module(wanted, []), test, "exec"), names)
    taken = names["commands"]()  # type: ignore[operator]
    return taken if isinstance(taken, str) else "\n".join(taken)


def taken_by_shell(test: str, page: str) -> str:
    """What the pipelines of a script print that read the page."""
    folder, name = (page.rsplit("/", 1)[0], "README.md") if test == "web/test.sh" else (".", page)
    reading = re.findall(rf"((?:grep|sed) [^\n]*? {re.escape(name)}(?: \| sed [^\n)]*)?)", (REPOSITORY / test).read_text())
    assert reading, f"{test} does not read {page}"
    script = "\n".join(each.replace("$PWD", "reel/web/wasm") for each in reading)
    return subprocess.run(["bash", "-c", script], cwd=REPOSITORY / folder, capture_output=True, text=True, check=True).stdout


def taken_elsewhere() -> dict[str, list[str]]:
    """The lines of each page that the test of another door runs."""
    taken = {}
    for page, test in ELSEWHERE.items():
        text = taken_by_python(test) if test.endswith(".py") else taken_by_shell(test, page)
        taken[page] = [line.strip() for line in text.split("\n")]
    return taken


TAKEN = taken_elsewhere() if (REPOSITORY / "docs").exists() else {}


def how_of(page: str, text: str) -> str:
    """How a block is tested: a key of HOW, or the test of another door that runs each of its lines."""
    if page in TAKEN and all(line.strip() in TAKEN[page] for line in text.strip().split("\n")):
        return f"run by {ELSEWHERE[page]}"
    return next((how for how, what in HOW.items() if re.search(what, text)), "run")


def blocks_of(how: str) -> list[tuple[str, str]]:
    return [(page, text) for page, text in blocks() if how_of(page, text) == how]


def names_of(these: list[tuple[str, str]]) -> list[str]:
    """Names of tests: page and first line."""
    return [f"{page}-{text.split(chr(10))[0][:40]}" for page, text in these]


def missing_members(shown: Any, real: Any, path: str = "") -> list[str]:
    """Members of what a page shows that a real answer does not have, or that are of another type there."""
    if isinstance(shown, dict):
        if not isinstance(real, dict):
            return [path]
        lost = [f"{path}.{name}" for name in shown if name not in real]
        return lost + [each for name in shown if name in real for each in missing_members(shown[name], real[name], f"{path}.{name}")]
    if isinstance(shown, list):
        if not isinstance(real, list):
            return [path]
        best = [min((missing_members(one, other, f"{path}[]") for other in real), key=len, default=[f"{path}[]"]) for one in shown]
        return [each for one in best for each in one]
    numbers = isinstance(shown, (int, float)) and isinstance(real, (int, float))
    return [] if numbers or type(shown) is type(real) else [f"{path}: {real!r}"]
