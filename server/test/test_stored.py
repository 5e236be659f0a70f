# SPDX-License-Identifier: MIT
"""GET of replays: bytes, ranges, caches, tables, lists, boards, the old service's call and the viewer."""

from __future__ import annotations

import base64
import json
import random

import pytest
from conftest import PATIENCE, Server
from plays import play

SONG = "C" * 40
LEVEL = f"{SONG}/Expert/Standard"


@pytest.fixture(scope="module")
def data() -> bytes:
    return play("stored", level=SONG)


@pytest.fixture(scope="module")
def replay(server: Server, uploader: dict[str, str], data: bytes) -> str:
    answer = server.post("/replays", data=data, headers=uploader)
    assert answer.status_code == 201
    return f"/replays/{answer.json()['id']}"


def test_bytes_come_back_and_may_be_kept_for_ever(server, replay, data):
    answer = server.get(replay)
    assert answer.content == data
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["ETag"] == f'"{replay.rsplit("/")[-1]}"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{replay.rsplit("/")[-1]}.bsor"'


def test_not_modified(server, replay):
    for path in (replay, f"{replay}/stats", f"{replay}/tables/frames", f"{replay}/findings"):
        tag = server.get(path).headers["ETag"]
        for known in (tag, f'"other", W/{tag}'):
            answer = server.get(path, headers={"If-None-Match": known})
            assert (answer.status_code, answer.content) == (304, b"")
            assert answer.headers["ETag"] == tag
        assert server.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_tags_differ_by_what_is_asked_for(server, replay):
    tags = [
        server.get(replay + path, headers={"Accept": accept}).headers["ETag"]
        for path, accept in [
            ("", "*/*"),
            ("", "application/json"),
            ("", "application/x-ndjson"),
            ("?table=notes", "text/csv"),
            ("?table=frames", "text/csv"),
            ("/tables/frames", "text/csv"),
            ("/stats", "*/*"),
            ("/findings", "*/*"),
        ]
    ]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [("bytes=0-9", 0, 9), ("bytes=100-", 100, None), ("bytes=-7", -7, None), ("bytes=5-99999999", 5, None)],
)
def test_ranges(server, replay, data, text, first, last):
    answer = server.get(replay, headers={"Range": text})
    wanted = data[first:] if last is None else data[first : last + 1]
    begin = first if first >= 0 else len(data) + first
    assert answer.status_code == 206
    assert answer.content == wanted
    assert answer.headers["Content-Range"] == f"bytes {begin}-{begin + len(wanted) - 1}/{len(data)}"


@pytest.mark.parametrize("text", ["bytes=9-5", "bytes=a-b", "lines=1-2", "bytes=0-1,4-5", "bytes=", "bytes=-"])
def test_other_ranges_are_ignored(server, replay, data, text):
    answer = server.get(replay, headers={"Range": text})
    assert (answer.status_code, answer.content) == (200, data)


@pytest.mark.parametrize("text", ["bytes=99999999-", "bytes=-0"])
def test_ranges_outside(server, replay, data, text):
    answer = server.get(replay, headers={"Range": text})
    assert answer.status_code == 416
    assert answer.headers["Content-Range"] == f"bytes */{len(data)}"


def test_range_of_another_version_gets_all(server, replay, data):
    answer = server.get(replay, headers={"Range": "bytes=0-9", "If-Range": '"other"'})
    assert (answer.status_code, answer.content) == (200, data)


def test_types(server, replay):
    json_answer = server.get(replay, headers={"Accept": "application/json"})
    assert json_answer.headers["Content-Type"] == "application/json" and len(json_answer.json()["notes"]) == 8
    lines = server.get(replay, headers={"Accept": "application/x-ndjson"}).text.splitlines()
    assert all(json.loads(line) for line in lines) and len(lines) > 8
    csv = server.get(f"{replay}/tables/notes", headers={"Accept": "text/csv"})
    assert csv.headers["Content-Type"].startswith("text/csv") and len(csv.text.splitlines()) == 9
    arrow = server.get(f"{replay}/tables/notes", headers={"Accept": "application/vnd.apache.arrow.stream"})
    assert arrow.content[:4] == b"\xff\xff\xff\xff"
    assert "beatsaber" in server.get(f"{replay}/stats").json()
    assert server.get(f"{replay}/findings").json() == []
    assert server.get(f"{replay}/plots/score").text.startswith("<svg")
    scene = server.get(f"{replay}/plots/scene")
    assert scene.text.startswith("<svg") and " points" in scene.text and scene.headers["ETag"]
    assert server.get(replay, params={"to": "scoresaber-json"}).status_code == 200


def test_head_has_no_body(server, replay, data):
    import requests

    answer = requests.head(server.url + replay, timeout=PATIENCE)
    assert (answer.status_code, answer.content, answer.headers["Content-Length"]) == (200, b"", str(len(data)))


@pytest.mark.parametrize(
    "path", ["/replays/" + "0" * 64, "/replays/short", "/replays/" + "0" * 64 + "/stats", "/view/" + "0" * 64]
)
def test_unknown_replay(server, path):
    assert server.get(path).status_code == 404


def test_unknown_table_and_plot(server, replay):
    assert server.get(f"{replay}/tables/none").status_code == 404
    assert server.get(f"{replay}/plots/none").status_code == 404
    assert server.get(f"{replay}/tables/{'x' * 100}").status_code == 404


def test_list_is_paged_without_gaps(server, uploader):
    wanted = [
        server.post("/replays", data=play("pager", level="D" * 40, good=i), headers=uploader).json()["id"] for i in range(7)
    ]
    for limit in (1, 3, 7, 100):
        got, path = [], f"/replays?player=pager&limit={limit}"
        while path:
            page = server.get(path).json()
            got += [each["id"] for each in page["replays"]]
            path = page.get("next")
        assert got == wanted[::-1]
    newest = server.get("/replays?player=pager&limit=3").json()["replays"]
    since = server.get("/replays", params={"player": "pager", "since": newest[-1]["received"]}).json()
    assert since["replays"][:3] == newest
    assert server.get("/replays", params={"level": "D" * 40 + "/Expert/Standard"}).json()["replays"]
    name = uploader["Authorization"].split()[1].split(".")[0]
    same = ({"game": "Beat Saber"}, {"format": "bsor"}, {"verdict": "accepted"}, {"uploader": name}, {"level": newest[0]["level"]})
    for each in same:
        page = server.get("/replays", params={"player": "pager", "limit": 3} | each).json()
        assert page["replays"] == newest
        assert server.get(page["next"]).json()["replays"][0]["id"] == wanted[3]
    for each in ({"game": "Geometry Dash"}, {"format": "xror"}, {"verdict": "held"}, {"uploader": "nobody"}, {"level": "x"}):
        assert server.get("/replays", params={"player": "pager"} | each).json()["replays"] == []
    for wrong in ("limit=0", "limit=1001", "limit=x", "since=-1", "since=x", "before=x", "before=1-x", "songid=1",
                  "verdict=good", "game=a&format=b"):
        assert server.get(f"/replays?{wrong}").status_code == 400


def test_board_has_the_best_of_each_player(server, uploader):
    board = "E" * 40
    for player, good in (("ann", 3), ("ann", 7), ("bob", 8), ("cid", 7), ("ann", 5)):
        data = play(player, level=board, good=good)
        assert server.post("/replays", data=data, headers=uploader).json()["verdict"] == "accepted"
    cheat = play("eve", level=board, good=8, score=1000)
    assert server.post("/replays", data=cheat, headers=uploader).json()["verdict"] == "held"
    answer = server.get(f"/boards/Beat%20Saber/{board}/Expert/Standard").json()
    assert [each["player"] for each in answer["entries"]] == ["bob", "ann", "cid"]
    scores = [each["score"] for each in answer["entries"]]
    assert scores[0] > scores[1] == scores[2]
    assert answer["level"] == f"{board}/Expert/Standard"
    encoded = server.get(f"/boards/Beat%20Saber/{board}%2FExpert%2FStandard?limit=1").json()
    assert [each["player"] for each in encoded["entries"]] == ["bob"]
    assert server.get("/boards/Beat%20Saber/none").json()["entries"] == []


def test_boards_have_pages_and_places(server, uploader):
    level, names = "1" * 40, [f"player {n}" for n in range(9)]
    for n, name in enumerate(names):
        server.post("/replays", data=play(name, level=level, good=1 + n // 2), headers=uploader)
    board = f"/boards/Beat%20Saber/{level}/Expert/Standard"
    whole = server.get(board).json()
    assert "next" not in whole
    order = sorted(range(9), key=lambda n: (-(1 + n // 2), n))
    assert [each["player"] for each in whole["entries"]] == [names[n] for n in order]
    assert [each["place"] for each in whole["entries"]] == list(range(1, 10))
    for limit in (1, 2, 4, 9):
        got, path = [], f"{board}?limit={limit}"
        while path:
            page = server.get(path).json()
            got += page["entries"]
            path = page.get("next")
        assert got == whole["entries"]
    for place, each in enumerate(whole["entries"]):
        around = server.get(board, params={"player": each["player"], "limit": 5}).json()["entries"]
        first = max(0, place - 2)
        assert around == whole["entries"][first : first + 5]
    assert server.get(board, params={"player": "none"}).status_code == 404
    for wrong in ("after=1", "after=x:1", "after=nan:1", "after=1:x", "after=1:1&player=a", "limit=0", "page=2"):
        assert server.get(f"{board}?{wrong}").status_code == 400


def test_failed_and_practised_levels_do_not_rank(server, uploader):
    board = "F" * 40
    for player, good, wanted in (("ann", 3, {}), ("bob", 8, {"fail_time": 4.0}), ("ann", 8, {"speed": 0.5}), ("cid", 2, {})):
        answer = server.post("/replays", data=play(player, level=board, good=good, **wanted), headers=uploader).json()
        assert (answer["verdict"], answer["ranked"]) == ("accepted", not wanted)
    entries = server.get(f"/boards/Beat%20Saber/{board}/Expert/Standard").json()["entries"]
    assert [each["player"] for each in entries] == ["ann", "cid"]
    listed = server.get(f"/replays?level={board}/Expert/Standard").json()["replays"]
    assert [each["ranked"] for each in listed] == [True, False, False, True]


def test_small_answers_come_from_memory(server, uploader):
    known = server.post("/replays", data=play("cached"), headers=uploader).json()["id"]
    paths = [f"/replays/{known}{part}" for part in ("/stats", "/findings", "/tables/info", "/tables/notes", "/plots/score")]
    first = [server.get(path) for path in paths]
    jobs = server.metric("reel_jobs_total")
    for path, before in zip(paths, first, strict=True):
        again = server.get(path)
        assert (again.status_code, again.content) == (200, before.content)
        for name in ("Content-Type", "ETag", "Cache-Control", "Vary", "Content-Security-Policy"):
            assert again.headers[name] == before.headers[name]
        assert again.headers["X-Request-Id"] != before.headers["X-Request-Id"]
    assert server.metric("reel_jobs_total") == jobs
    lines = server.get(paths[3], headers={"Accept": "text/csv"})
    assert lines.headers["Content-Type"].startswith("text/csv") and lines.content != first[3].content
    assert server.get(f"/replays/{known}/tables/none").status_code == 404
    assert server.get(f"/replays/{'0' * 64}/stats").status_code == 404


@pytest.mark.parametrize("size", ["0", "1"])
def test_answers_are_the_same_with_any_cache(tmp_path, size):
    """With 1 MiB, most answers make room for others before they are asked for again."""
    one = Server(tmp_path, "--cache", size)
    token = one.token("upload")
    try:
        plays = [play(f"c{n}", seed=n, seconds=10, rate=10, notes=16) for n in range(24)]
        ids = [one.post("/replays", data=data, headers=token).json()["id"] for data in plays]
        parts = ("stats", "plots/score", "plots/cuts", "tables/notes", "tables/frames", "tables/heights")
        paths = [f"/replays/{known}/{part}" for known in ids for part in parts]
        first = {path: one.get(path).content for path in paths}
        assert sum(map(len, first.values())) > 1 << 20
        for path in paths + paths[::-1]:
            assert one.get(path).content == first[path]
    finally:
        assert one.stop() == 0


def test_no_request_changes_the_answer_of_another(tmp_path, data):
    """Whatever was asked for before, and in which order: an answer in memory is of one request only."""
    words = ["table", "show", "stats", "info", "notes", "plot", "score", "a"]
    source = random.Random(5)
    queries = [f"{one}{how}{other}" for one in words for other in words for how in "=&"]
    queries += ["&".join(source.choices(queries, k=2)) for _ in range(100)]
    answers: dict[str, list[tuple[int, bytes]]] = {}
    for order, size in enumerate(("0", "32", "32")):
        folder = tmp_path / str(order)
        folder.mkdir()
        one = Server(folder, "--cache", size, "--work", "0")
        try:
            known = one.post("/replays", data=data, headers=one.token("upload")).json()["id"]
            source.shuffle(queries)
            for query in queries:
                answer = one.get(f"/replays/{known}?{query}", headers={"Accept": "application/json, image/svg+xml"})
                body = b"" if answer.status_code >= 400 else answer.content
                answers.setdefault(query, []).append((answer.status_code, body))
        finally:
            assert one.stop() == 0
    assert all(len(set(each)) == 1 for each in answers.values())
    assert {each[0][0] for each in answers.values()} >= {200, 400}


def test_old_call_gives_the_old_shape(server, replay):
    answer = server.get("/", params={"playerID": "stored", "songID": SONG})
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "application/json"
    assert set(answer.json()) >= {"Frames"} or set(answer.json()) >= {"frames"}
    assert server.get("/", params={"playerID": "stored", "songID": LEVEL}).content == answer.content
    assert server.get("/", params={"playerID": "nobody", "songID": SONG}).status_code == 404
    assert server.get("/", params={"playerID": "stored", "songID": SONG[:-1]}).status_code == 404
    assert server.get("/", params={"playerID": "stored"}).status_code == 400
    table = server.get("/", params={"playerID": "stored", "songID": SONG, "table": "notes"})
    assert len(table.json()["notes"]) == 8


def test_view_needs_the_page(tmp_path, data):
    one = Server(tmp_path, environment={"REEL_VIEWER": str(tmp_path / "missing.html")})
    try:
        known = one.post("/replays", data=data, headers=one.token("upload")).json()["id"]
        answer = one.get(f"/view/{known}")
        assert answer.status_code == 404
        assert answer.json()["rule"] == "view.no-viewer" and "viewer" in answer.json()["title"]
    finally:
        assert one.stop() == 0


def test_view_has_the_replay_inside(tmp_path, data):
    page = tmp_path / "viewer.html"
    page.write_text('<!doctype html><html><body><div id="app"></div></body></html>\n')
    one = Server(tmp_path, "--viewer", str(page))
    try:
        known = one.post("/replays", data=data, headers=one.token("upload")).json()["id"]
        answer = one.get(f"/view/{known}")
        assert answer.status_code == 200 and answer.headers["Content-Type"] == "text/html; charset=utf-8"
        inside = base64.b64encode(data).decode()
        script = f'<script type="application/octet-stream" id="reel-replay" data-name="{known}">{inside}</script>'
        assert script + '\n    <div id="app">' in answer.text
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "https" not in policy and "*" not in policy
    finally:
        assert one.stop() == 0
