# SPDX-License-Identifier: MIT
"""What moderators do, over HTTP and by the command, compared with a plain model."""

from __future__ import annotations

import base64
import concurrent.futures
import hashlib
import json
import os
import random
import subprocess
import time
import urllib.parse

import pytest
import requests
from conftest import PROGRAM, Server, wait_for
from plays import play

LEVELS = ["A" * 40, "B" * 40]
ACTS = {
    "approve": ({"held"}, "listed"),
    "hold": ({"listed"}, "held"),
    "hide": ({"listed", "held"}, "hidden"),
    "remove": ({"listed", "held", "hidden"}, "removed"),
    "restore": ({"hidden", "removed"}, ""),
}


def delete(server: Server, path: str, **options: object) -> requests.Response:
    return requests.delete(server.url + path, timeout=60, **options)  # type: ignore[arg-type]


def command(server: Server, *words: str, status: int = 0) -> str:
    run = subprocess.run(
        [PROGRAM, "--store", server.store, "moderate", *words], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == status, run.stderr
    return run.stdout


class Model:
    """The replays that were uploaded, in the order in which they came."""

    def __init__(self) -> None:
        self.replays: list[dict] = []
        self.acts: list[list[str]] = []

    def find(self, id_: str) -> dict:
        return next(each for each in self.replays if each["id"] == id_)

    def visible(self) -> list[dict]:
        return [each for each in self.replays if each["state"] in ("listed", "held")]

    def act(self, act: str, id_: str, reason: str) -> bool:
        replay = self.find(id_)
        allowed, after = ACTS[act]
        if replay["state"] not in allowed:
            return False
        if act in ("approve", "hold"):
            replay["verdict"] = "accepted" if act == "approve" else "held"
        replay["state"] = after or ("listed" if replay["verdict"] == "accepted" else "held")
        self.acts.append([f"replay.{act}", id_, reason])
        return True

    def board(self, level: str) -> list[str]:
        best: dict[str, dict] = {}
        for each in self.replays:
            if each["state"] != "listed" or each["level"] != level:
                continue
            known = best.get(each["player"])
            if not known or each["score"] > known["score"]:
                best[each["player"]] = each
        order = {each["id"]: n for n, each in enumerate(self.replays)}
        return [each["id"] for each in sorted(best.values(), key=lambda each: (-each["score"], order[each["id"]]))]


def ids(page: dict, name: str = "replays") -> list[str]:
    return [each["id"] for each in page[name]]


def compare(server: Server, model: Model, moderator: dict[str, str], names: list[str]) -> None:
    """Everything that the server shows."""
    shown = model.visible()[::-1]
    assert ids(server.get("/replays?limit=1000").json()) == [each["id"] for each in shown]
    for verdict in ("held", "accepted"):
        wanted = [each["id"] for each in shown if each["verdict"] == verdict]
        assert ids(server.get(f"/replays?verdict={verdict}&limit=1000").json()) == wanted
    queue = server.get("/moderation/queue?limit=200", headers=moderator).json()
    assert ids(queue) == [each["id"] for each in shown[::-1] if each["verdict"] == "held"]
    for level in {each["level"] for each in model.replays}:
        board = server.get(f"/boards/Beat%20Saber/{level}").json()
        assert ids(board, "entries") == model.board(level)
        for name in names:
            mine = [each["id"] for each in shown if each["player"] == name and each["level"] == level]
            assert ids(server.get(f"/replays?player={name}&level={level}&limit=1000").json()) == mine
            accepted = [each for each in mine if model.find(each)["verdict"] == "accepted"]
            old = server.get("/", params={"playerID": name, "songID": level, "table": "info"})
            assert old.status_code == (200 if accepted else 404)
    for each in model.replays:
        visible = each["state"] in ("listed", "held")
        for part in ("", "/stats", "/findings", "/tables/info"):
            answer = server.get(f"/replays/{each['id']}{part}")
            assert answer.status_code == (200 if visible else 404), part
        seen = server.get(f"/moderation/replays/{each['id']}", headers=moderator).json()
        assert (seen["state"], seen["verdict"]) == (each["state"], each["verdict"])
        bytes_ = server.get(f"/moderation/replays/{each['id']}/bytes", headers=moderator).content
        assert hashlib.sha256(bytes_).hexdigest() == each["id"]
    acts = server.get("/moderation/audit?limit=200", headers=moderator).json()["acts"]
    assert [[each["event"], each["name"], each["detail"]] for each in acts] == model.acts
    assert all(each["who"] in ("mod", "operator") for each in acts)


@pytest.mark.parametrize("seed", range(int(os.environ.get("REEL_TEST_SEEDS", "3"))))
def test_lists_boards_and_pages_are_those_of_a_plain_model(tmp_path, seed):
    source = random.Random(seed)
    server = Server(tmp_path)
    uploader, moderator = server.token("upload", name="up"), server.token("moderate", name="mod")
    model, names, motions = Model(), ["ann", "bob", "eve"], 0
    files: dict[str, bytes] = {}
    try:
        for step in range(40):
            if source.random() < 0.45 or not model.replays:
                motions += 1
                name = source.choice(names)
                stated = source.choice([None, None, 5])  # a wrong score is held
                data = play(name, level=source.choice(LEVELS), good=source.randrange(9), seed=motions * 100 + seed, score=stated)
                answer = server.post("/replays", data=data, headers=uploader)
                assert answer.status_code == 201, answer.text
                one = answer.json()
                files[one["id"]] = data
                one["state"] = "listed" if one["verdict"] == "accepted" else "held"
                model.replays.append(one)
                continue
            chosen, act, reason = source.choice(model.replays)["id"], source.choice([*ACTS]), f"step {step}"
            before = model.find(chosen)["state"]
            if source.random() < 0.2:
                done = model.act(act, chosen, reason)
                command(server, act, chosen, "--reason", reason, status=0 if done else 1)
                continue
            if act == "remove":
                answer = delete(server, f"/replays/{chosen}", params={"reason": reason}, headers=moderator)
            else:
                answer = server.post(f"/moderation/replays/{chosen}", params={"act": act, "reason": reason}, headers=moderator)
            if model.act(act, chosen, reason):
                assert (answer.status_code, answer.json()["state"]) == (200, model.find(chosen)["state"])
            else:
                assert (answer.status_code, answer.json()["rule"]) == (409, "moderation.state"), before
            again = server.post("/replays", data=files[chosen], headers=uploader)
            if model.find(chosen)["state"] in ("hidden", "removed"):
                assert (again.status_code, again.json()["rule"]) == (403, "server.removed")
            else:
                assert (again.status_code, again.json()["verdict"]) == (200, model.find(chosen)["verdict"])
        compare(server, model, moderator, names)
        fsck = subprocess.run([PROGRAM, "--store", server.store, "fsck"], capture_output=True, text=True, timeout=60)
        assert fsck.returncode == 0, fsck.stdout
    finally:
        assert server.stop() == 0


@pytest.fixture(scope="module")
def moderator(server: Server) -> dict[str, str]:
    return server.token("moderate", name="mod")


def put(server: Server, token: dict[str, str], *words: object, **options: object) -> dict:
    answer = server.post("/replays", data=play(*words, **options), headers=token)  # type: ignore[arg-type]
    assert answer.status_code == 201, answer.text
    return answer.json()


def act(server: Server, moderator: dict[str, str], id_: str, what: str) -> requests.Response:
    return server.post(f"/moderation/replays/{id_}", params={"act": what, "reason": "because"}, headers=moderator)


def test_a_replay_that_is_hidden_is_no_original_and_comes_back_as_one(server, uploader, moderator):
    first = put(server, uploader, "original", level="C" * 40, seconds=50.0, seed=700)
    assert act(server, moderator, first["id"], "hide").status_code == 200
    second = put(server, uploader, "second", level="C" * 40, seconds=50.0, seed=700)
    assert second["verdict"] == "accepted"
    similar = server.get(f"/replays/{second['id']}/similar").json()
    assert first["id"] not in json.dumps(similar)
    assert act(server, moderator, first["id"], "restore").status_code == 200
    assert first["id"] in json.dumps(server.get(f"/replays/{second['id']}/similar").json())
    third = put(server, uploader, "third", level="C" * 40, seconds=50.0, seed=700)
    assert third["verdict"] == "held"


def test_cached_answers_go_with_the_replay(server, uploader, moderator):
    one = put(server, uploader, "cached", level="D" * 40, seed=701)["id"]
    paths = [f"/replays/{one}{part}" for part in ("", "/stats", "/findings", "/tables/notes", "/plots/score")] + [f"/view/{one}"]
    tags = [server.get(path).headers.get("ETag") for path in paths]
    assert act(server, moderator, one, "hide").status_code == 200
    for path, tag in zip(paths, tags, strict=True):
        assert server.get(path).status_code == 404
        if tag:
            assert server.get(path, headers={"If-None-Match": tag}).status_code == 404
    assert act(server, moderator, one, "restore").status_code == 200
    assert server.get(paths[1]).status_code == 200


def test_the_queue_says_why_and_has_pages(server, uploader, moderator):
    held = [put(server, uploader, "queue", level="E" * 40, seed=710 + n, score=5)["id"] for n in range(5)]
    got, path = [], "/moderation/queue?limit=2"
    while path:
        page = server.get(path, headers=moderator).json()
        got += [each for each in page["replays"] if each["level"].startswith("E")]
        path = page.get("next")
    assert [each["id"] for each in got] == held
    assert {reason["rule"] for each in got for reason in each["reasons"]} == {"server.score"}


def test_only_the_scope_moderate_is_enough(server, uploader, moderator):
    one = put(server, uploader, "scope", seed=720)["id"]
    paths = ["queue", f"replays/{one}", f"replays/{one}/bytes", "bans", "audit"]
    for headers, status in ((None, 401), (uploader, 403)):
        for path in paths:
            assert server.get(f"/moderation/{path}", headers=headers).status_code == status
        assert server.post(f"/moderation/replays/{one}?act=hide", headers=headers).status_code == status
        assert server.post("/moderation/bans?kind=player&name=x", headers=headers).status_code == status
        for path in (f"/replays/{one}", "/moderation/bans?kind=player&name=x", "/players/scope/data"):
            assert delete(server, path, headers=headers).status_code == status
        assert server.get("/players/scope/data", headers=headers).status_code == status
    assert server.get(f"/replays/{one}").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/moderation/replays/{id}", 400),
        ("POST", "/moderation/replays/{id}?act=destroy", 400),
        ("POST", "/moderation/replays/{id}?act=hide&reason=" + "x" * 256, 400),
        ("POST", "/moderation/replays/nothing?act=hide", 404),
        ("GET", "/moderation/replays/nothing", 404),
        ("GET", "/moderation/replays/nothing/bytes", 404),
        ("DELETE", "/replays/nothing", 404),
        ("POST", "/moderation/bans?kind=level&name=a", 400),
        ("POST", "/moderation/bans?kind=player&name=a&action=love", 400),
        ("POST", "/moderation/bans?kind=player", 400),
        ("DELETE", "/moderation/bans?kind=player&name=nobody", 404),
        ("GET", "/moderation/queue?after=x", 400),
        ("GET", "/moderation/audit?limit=0", 400),
    ],
)
def test_wrong_calls_change_nothing(server, uploader, moderator, method, path, status):
    one = server.post("/replays", data=play("wrong", seed=721), headers=uploader).json()["id"]
    before = server.get("/moderation/audit?limit=200", headers=moderator).json()
    answer = requests.request(method, server.url + path.replace("{id}", one), headers=moderator, timeout=30)
    assert answer.status_code == status, answer.text
    assert server.get("/moderation/audit?limit=200", headers=moderator).json() == before
    assert server.get(f"/moderation/replays/{one}", headers=moderator).json()["state"] == "listed"


def test_bans_refuse_or_hold_until_they_are_lifted(server, moderator):
    token = server.token("upload", name="banned-uploader")
    calls = [("player", "Banned Player"), ("uploader", "banned-uploader")]
    for n, (kind, name) in enumerate(calls):
        def send(step: int) -> requests.Response:
            return server.post("/replays", data=play("Banned Player", seed=730 + 10 * n + step), headers=token)

        where = f"/moderation/bans?kind={kind}&name={urllib.parse.quote(name)}"
        assert server.post(where + "&reason=cheats", headers=moderator).json()["action"] == "refuse"
        assert (send(0).status_code, send(0).json()["rule"]) == (403, "server.banned")
        assert server.post(where + "&action=hold", headers=moderator).status_code == 200
        held = send(1).json()
        assert held["verdict"] == "held" and held["reasons"][0]["rule"] == "server.banned"
        listed = server.get("/moderation/bans", headers=moderator).json()["bans"]
        assert [(each["kind"], each["name"], each["action"], each["who"]) for each in listed] == [(kind, name, "hold", "mod")]
        assert delete(server, where, headers=moderator).status_code == 200
        assert send(2).json()["verdict"] == "accepted"
    assert server.get("/moderation/bans", headers=moderator).json()["bans"] == []
    for name in range(5):
        server.post(f"/moderation/bans?kind=uploader&name=many-{name}", headers=moderator)
    got, path = [], "/moderation/bans?limit=2"
    while path:
        page = server.get(path, headers=moderator).json()
        got += [each["name"] for each in page["bans"]]
        path = page.get("next")
    assert got == [f"many-{name}" for name in range(5)]


def test_evidence_goes_when_its_time_is_over(start):
    server = start()
    token, moderator = server.token("upload"), server.token("moderate", name="mod")
    ids_ = [put(server, token, "late", seed=740 + n)["id"] for n in range(2)]
    for one in ids_:
        assert delete(server, f"/replays/{one}", headers=moderator).json() == {"id": one, "state": "removed"}
    seen = server.get(f"/moderation/replays/{ids_[0]}", headers=moderator).json()
    assert abs(seen["until"] - time.time() * 1000 - 30 * 86400e3) < 600e3
    paths = [server.store / one[:2] / one for one in ids_]
    assert all(path.exists() for path in paths)
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE withdrawn SET until = 1000 WHERE id = ?", (ids_[0],))
    catalogue.close()
    wait_for(lambda: not paths[0].exists())
    assert paths[1].exists()
    assert server.get(f"/moderation/replays/{ids_[0]}", headers=moderator).status_code == 404
    assert server.post("/replays", data=play("late", seed=740), headers=token).status_code == 403
    with server.catalogue() as catalogue:  # an hour later
        catalogue.execute("UPDATE doomed SET gone = 1000")
    catalogue.close()
    command(server, "purge")
    assert server.post("/replays", data=play("late", seed=740), headers=token).status_code == 201


def test_a_players_data_is_given_and_erased_by_one_call_each(server, uploader, moderator):
    plays = [play("Leaver", level="F" * 40, seed=750 + n, score=5 if n == 1 else None) for n in range(6)]
    known = [server.post("/replays", data=each, headers=uploader).json()["id"] for each in plays]
    other = put(server, uploader, "Stayer", level="F" * 40, seed=760)["id"]
    act(server, moderator, known[2], "hide")
    act(server, moderator, known[3], "remove")
    answer = server.get("/players/Leaver/data", headers=moderator)
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert [each["id"] for each in rows] == known
    assert [base64.b64decode(each["bytes"]) for each in rows] == plays
    assert [each["state"] for each in rows] == ["listed", "held", "hidden", "removed", "listed", "listed"]
    assert [each["event"] for each in rows[3]["acts"]] == ["replay.remove"]
    assert all(each["answer"]["id"] == each["id"] for each in rows)
    assert command(server, "export", "Leaver").splitlines() == answer.text.splitlines()
    assert delete(server, "/players/Leaver/data", headers=moderator).json() == {"replays": 6}
    assert server.get("/players/Leaver/data", headers=moderator).text == ""
    assert server.get("/replays?player=Leaver").json()["replays"] == []
    assert ids(server.get(f"/boards/Beat%20Saber/{'F' * 40}/Expert/Standard").json(), "entries") == [other]
    for one in known:
        assert not (server.store / one[:2] / one).exists()
        assert server.get(f"/moderation/replays/{one}", headers=moderator).status_code == 404
    last = server.get("/moderation/audit?limit=200", headers=moderator).json()["acts"][-1]
    assert last["event"] == "player.erase" and "Leaver" not in json.dumps(last)
    with server.catalogue() as catalogue:
        left = "\n".join(catalogue.iterdump())
    catalogue.close()
    assert "Leaver" not in left


def database(folder) -> list[list[str]]:
    """Options of two servers on one catalogue, for each kind that there is."""
    kinds = [["--database", str(folder / "catalogue.sqlite")]]
    if os.environ.get("REEL_TEST_DATABASE"):
        kinds.append(["--database", os.environ["REEL_TEST_DATABASE"]])
    return kinds


@pytest.mark.parametrize("kind", range(2))
def test_acts_on_two_servers_at_once_have_the_result_of_one_order(tmp_path, kind):
    kinds = database(tmp_path)
    if kind == len(kinds):
        pytest.skip("there is no PostgreSQL")
    (tmp_path / "b").mkdir()
    first = Server(tmp_path, *kinds[kind])
    second = Server(tmp_path / "b", *kinds[kind], "--store", str(first.store), store=False)
    where = ["--store", str(first.store), *kinds[kind]]

    def token(name: str, scope: str) -> dict[str, str]:
        made = subprocess.run(
            [PROGRAM, *where, "token", "add", name, "--scopes", scope], capture_output=True, text=True, check=True, timeout=60
        )
        return {"Authorization": f"Bearer {made.stdout.strip()}"}

    uploader, moderator = token(f"up-{tmp_path.name[-20:]}", "upload"), token(f"mod-{tmp_path.name[-20:]}", "moderate")
    source = random.Random(kind)
    try:
        for turn in range(6):
            name = f"racer {kind} {turn}"
            one = put(first, uploader, name, level="9" * 40, seed=800 + 10 * turn, good=8)["id"]
            next_best = put(first, uploader, name, level="9" * 40, seed=801 + 10 * turn, good=4)["id"]
            acts = [source.choice([*ACTS]) for _ in range(8)]
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                done = list(pool.map(lambda n: act((first, second)[n % 2], moderator, one, acts[n]).status_code, range(8)))  # noqa: B023
            assert set(done) <= {200, 409}
            seen = second.get(f"/moderation/replays/{one}", headers=moderator).json()
            state, verdict = "listed", "accepted"
            for entry in seen["acts"]:
                what = entry["event"].split(".")[1]
                allowed, after = ACTS[what]
                assert state in allowed  # the log is one order that the rules allow
                verdict = {"approve": "accepted", "hold": "held"}.get(what, verdict)
                state = after or ("listed" if verdict == "accepted" else "held")
            assert len(seen["acts"]) == done.count(200)
            assert seen["state"] == state
            board = first.get("/boards/Beat%20Saber/" + "9" * 40 + "/Expert/Standard?limit=1000").json()
            mine = [each["id"] for each in board["entries"] if each["player"] == name]
            assert mine == [one if state == "listed" else next_best]
    finally:
        assert (first.stop(), second.stop()) == (0, 0)
