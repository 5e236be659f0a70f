# SPDX-License-Identifier: MIT
"""What /metrics counts, and the board and the alerts that are made of it."""

from __future__ import annotations

import json
import pathlib
import re

import pytest
import requests
from conftest import PATIENCE, SOURCE, Server, wait_for
from plays import play

PACKAGING = SOURCE / "packaging/server"
LINE = re.compile(r'^([a-z_]+)(?:\{([a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*)\})? (-?[0-9.e+]+)$')


def read(server: Server) -> dict[tuple[str, str], float]:
    """Values by name and labels; each line is of the form that Prometheus reads, and no series is there twice."""
    found: dict[tuple[str, str], float] = {}
    kinds: dict[str, str] = {}
    for line in requests.get(server.metrics_url, timeout=PATIENCE).text.splitlines():
        if line.startswith("#"):
            word, name, text = line[2:].split(" ", 2)
            if word == "TYPE":
                assert name not in kinds
                kinds[name] = text
            continue
        match = LINE.match(line)
        assert match, line
        name, labels, value = match.groups()
        base = re.sub("_(bucket|sum|count)$", "", name) if name not in kinds else name
        assert base in kinds, line
        key = (name, labels or "")
        assert key not in found
        found[key] = float(value)
    return found


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory):
    """A server that has done a bit of everything."""
    server = Server(tmp_path_factory.mktemp("metrics"))
    token = server.token("upload", name="up")
    kept = server.post("/replays", data=play("a"), headers=token).json()["id"]
    server.post("/replays", data=play("a"), headers=token)
    server.post("/replays", data=play("b", score=5), headers=token)
    server.post("/replays", data=play("c")[:500], headers=token)
    server.post("/replays", data=b"x")
    for path in (f"/replays/{kept}", f"/replays/{kept}/stats", "/replays", "/nothing", "/replays/none"):
        server.get(path)
    yield server
    assert server.stop() == 0


def test_answers_are_counted_by_route_and_uploads_by_verdict(busy):
    got = read(busy)
    assert got["reel_route_requests_total", 'route="upload",class="2xx"'] == 3
    assert got["reel_route_requests_total", 'route="upload",class="4xx"'] == 2
    assert got["reel_route_requests_total", 'route="stats",class="2xx"'] == 1
    ends = {verdict: got["reel_uploads_total", f'verdict="{verdict}"'] for verdict in ("accepted", "held", "refused", "known", "failed")}
    assert ends == {"accepted": 1, "held": 1, "refused": 2, "known": 1, "failed": 0}
    assert got["reel_store_seconds_count", 'call="put"'] == 3
    assert got["reel_catalogue_seconds_count", ""] > 10
    assert got["reel_disk_free_bytes", 'folder="store"'] > 0


def test_histograms_add_up(busy):
    got = read(busy)
    names = {name.removesuffix("_bucket") for name, _ in got if name.endswith("_bucket")}
    assert names == {"reel_route_seconds", "reel_store_seconds", "reel_catalogue_seconds"}
    series: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for (name, labels), value in got.items():
        if not name.endswith("_bucket"):
            continue
        rest, _, bound = labels.rpartition("le=")
        series.setdefault((name.removesuffix("_bucket"), rest.rstrip(",")), []).append((float(bound.strip('"').replace("+Inf", "inf")), value))
    for (name, labels), buckets in series.items():
        assert buckets == sorted(buckets)
        assert [count for _, count in buckets] == sorted(count for _, count in buckets)
        assert buckets[-1][0] == float("inf") and buckets[-1][1] == got[name + "_count", labels]
        assert got[name + "_sum", labels] >= 0


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\breel_[a-z_]+", text))


def test_board_and_alerts_name_metrics_that_exist(busy):
    known = {name for name, _ in read(busy)}
    board = json.loads((PACKAGING / "grafana.json").read_text())
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert len(queries) >= 12 and len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    alerts = (PACKAGING / "alerts.yml").read_text()
    for where, text in (("board", "\n".join(queries)), ("alerts", alerts)):
        assert names_in(text) and names_in(text) <= known, (where, names_in(text) - known)
    described = names_in((SOURCE / "docs/server.md").read_text())
    bases = {re.sub("_(bucket|sum|count)$", "", name) for name in known}
    assert described <= bases | known


def test_alerts_are_rules():
    yaml = pytest.importorskip("yaml")
    (group,) = yaml.safe_load((PACKAGING / "alerts.yml").read_text())["groups"]
    assert len(group["rules"]) >= 8
    for rule in group["rules"]:
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("warning", "critical") and rule["annotations"]["summary"]
        for opening, closing in ("()", "{}", "[]"):
            assert rule["expr"].count(opening) == rule["expr"].count(closing)


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", True),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0", False),
        ("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", False),
        ("00-00000000000000000000000000000000-b7ad6b7169203331-01", False),
        ("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", False),
        ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", False),
        ('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331"01', False),
        ("x" * 300, False),
    ],
)
def test_the_ids_of_a_trace_are_in_the_log(busy, header, known):
    answer = busy.get("/replays/none", headers={"traceparent": header})
    wanted = answer.headers["X-Request-Id"]

    def find() -> list[dict]:
        lines = [json.loads(line) for line in pathlib.Path(busy.log).read_text().splitlines() if line.startswith("{")]
        return [each for each in lines if each.get("request") == wanted]

    wait_for(find)
    (line,) = find()
    if known:
        assert (line["trace"], line["span"]) == (header[3:35], header[36:52])
    else:
        assert "trace" not in line and "span" not in line
