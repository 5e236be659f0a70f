# SPDX-License-Identifier: MIT
"""What Prometheus itself says of the metrics, the alerts and the queries of the board. Needs promtool, of Debian's package prometheus."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
import requests
from conftest import PATIENCE, SOURCE, Server
from plays import play

PACKAGING = SOURCE / "packaging/server"
PROMTOOL = os.environ.get("PROMTOOL") or shutil.which("promtool")
pytestmark = pytest.mark.skipif(not PROMTOOL, reason="no promtool (Debian: prometheus)")


def promtool(*words: str | pathlib.Path, text: str = "") -> str:
    done = subprocess.run([PROMTOOL, *words], input=text, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, (done.stdout, done.stderr)
    return done.stdout + done.stderr


def test_metrics_are_as_prometheus_wants_them(start):
    server: Server = start()
    server.post("/replays", data=play("a"), headers=server.token("upload"))
    server.get("/replays")
    assert promtool("check", "metrics", text=requests.get(server.metrics_url, timeout=PATIENCE).text) == ""


def test_alerts_are_rules():
    rules = (PACKAGING / "alerts.yml").read_text().count("- alert:")
    assert f"SUCCESS: {rules} rules found" in promtool("check", "rules", "--lint=all", "--lint-fatal", PACKAGING / "alerts.yml")


def test_a_broken_rule_is_found(tmp_path):
    """The tool does look at expressions."""
    broken = tmp_path / "broken.yml"
    broken.write_text((PACKAGING / "alerts.yml").read_text().replace("rate(", "rate((", 1))
    assert subprocess.run([PROMTOOL, "check", "rules", broken], capture_output=True, timeout=PATIENCE).returncode == 1


def test_queries_of_the_board_are_expressions(tmp_path):
    panels = json.loads((PACKAGING / "grafana.json").read_text())["panels"]
    queries = {f"q{n}": target["expr"] for n, target in enumerate(t for panel in panels for t in panel["targets"])}
    assert len(queries) >= 12
    # what Grafana puts in place of its variables
    filled = {name: re.sub(r"\$\w+|\$\{\w+\}", "5m", text) for name, text in queries.items()}
    rules = {"groups": [{"name": "board", "rules": [{"record": f"board:{name}", "expr": text} for name, text in filled.items()]}]}
    path = tmp_path / "board.yml"
    path.write_text(json.dumps(rules))  # JSON is YAML
    assert f"SUCCESS: {len(queries)} rules found" in promtool("check", "rules", path)
