# SPDX-License-Identifier: MIT
"""Every file of the tree that was made for the tests of the formats: the verdict of the server is that of `reel check`."""

from __future__ import annotations

import json
import subprocess

import pytest
from conftest import COMMAND, Server, bad, golden

LEVELS = ("beatsaber_map", "ddnet_map")


def checked(path: object) -> dict:
    run = subprocess.run([str(COMMAND), "check", "--json", str(path)], capture_output=True, text=True, check=False)
    assert run.stdout, run.stderr
    return json.loads(run.stdout)


def rules(findings: list[dict]) -> list[tuple[str, str, str]]:
    return sorted((each["rule"], each["severity"], each["message"]) for each in findings)


def holds(rule: str) -> bool:
    """Errors for which an upload is held and not refused."""
    return rule.endswith(".score-mismatch") or rule.startswith("mark.")


def is_empty(path: object) -> bool:
    """Whether an export has no row but those of headers, of which some are lists."""
    run = subprocess.run([str(COMMAND), "export", "--to", "json", str(path)], capture_output=True, text=True, check=False)
    whole = json.loads(run.stdout)
    return not any(isinstance(rows, list) and rows for part in whole.get("chunks", [whole]) for name, rows in part.items() if name not in ("header_values", "header", "metadata"))


def compare(server: Server, token: dict[str, str], path) -> None:
    expected = checked(path)
    answer = server.post("/replays", data=path.read_bytes(), headers=token)
    body = answer.json()
    if expected["verdict"] in ("not-a-replay", "unreadable") or "error" in expected or "failure" in expected:
        assert answer.status_code in (413, 415, 422), (path.name, body)
        return
    errors = [each for each in expected["findings"] if each["severity"] == "error"]
    fatal = [each for each in errors if not holds(each["rule"])]
    if path.parents[1].name in LEVELS:
        assert (answer.status_code, body["rule"]) == (422, "server.level"), (path.name, body)
        return
    if body.get("rule") == "server.empty":
        assert not fatal and is_empty(path), path.name
        return
    assert answer.status_code in ({422} if fatal else {200, 201}), (path.name, body)
    assert (body["verdict"] == "refused") == bool(fatal), path.name
    if errors and not fatal:
        assert body["verdict"] == "held", path.name
    # the statistics of an upload add notes of their own; nothing else differs
    extra = [each for each in rules(body["findings"]) if each not in rules(expected["findings"])]
    assert {severity for _, severity, _ in extra} <= {"note"}, extra
    assert set(rules(expected["findings"])) <= set(rules(body["findings"])), path.name


@pytest.mark.skipif(not COMMAND.exists(), reason="the command reel is not built: set REEL")
@pytest.mark.parametrize("path", golden() + bad(), ids=lambda path: f"{path.parents[1].name}/{path.name}")
def test_verdict_is_that_of_check(server, uploader, path):
    compare(server, uploader, path)
