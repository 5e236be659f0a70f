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
from conftest import PATIENCE, PROGRAM, Server, lenient_boards, wait_for
from plays import play

USES_DATABASE = True  # conftest.py

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")
LEVELS = ["A" * 40, "B" * 40]
ACTS = {
    "approve": ({"held"}, "listed"),
    "hold": ({"listed"}, "held"),
    "hide": ({"listed", "held"}, "hidden"),
    "remove": ({"listed", "held", "hidden"}, "removed"),
    "restore": ({"hidden", "removed"}, ""),
}


def delete(server: Server, path: str, **options: object) -> requests.Response:
    return requests.delete(server.url + path, timeout=PATIENCE, **options)  # type: ignore[arg-type]


def command(server: Server, *words: str, status: int = 0) -> str:
    run = subprocess.run(
        [PROGRAM, "--store", server.store, "moderate", *words], capture_output=True, text=True, timeout=PATIENCE
    )
    assert run.returncode == status, run.stderr
    return run.stdout


class Model:
    """The replays that were uploaded, in the order in which they came; bans; and the log."""

    def __init__(self) -> None:
        self.replays: list[dict] = []
        self.acts: list[list[str]] = []
        self.bans: dict[tuple[str, str], str] = {}

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

    def banned(self, player: str, uploader: str) -> str:
        """What becomes of an upload: refuse, hold, or nothing."""
        actions = {self.bans.get(("player", player), ""), self.bans.get(("uploader", uploader), "")}
        return "refuse" if "refuse" in actions else "hold" if "hold" in actions else ""

    def ban(self, kind: str, name: str, action: str, reason: str) -> bool:
        """False: there is no such ban to lift."""
        if not action and (kind, name) not in self.bans:
            return False
        self.bans.pop((kind, name), None)
        if action:
            self.bans[kind, name] = action
        word = {"refuse": "ban", "hold": "ban-hold", "": "unban"}[action]
        self.acts.append([f"{kind}.{word}", name, reason])
        return True

    def erase(self, player: str) -> int:
        count = len(self.replays)
        self.replays = [each for each in self.replays if each["player"] != player]
        count -= len(self.replays)
        hashed = "hash:" + hashlib.blake2b(player.encode(), digest_size=16).hexdigest()[:16]
        for each in self.acts:
            if each[0].startswith("player.") and each[1] == player:
                each[1] = hashed
        self.acts.append(["player.erase", hashed, f"replays: {count}"])
        return count

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


def compare_places(server: Server, model: Model, names: list[str]) -> None:
    """Boards, places, players and levels: each of them is a table of its own on the server."""
    levels: dict[str, list[str]] = {f"{level}/Expert/Standard": [] for level in LEVELS}
    for level in levels:
        levels[level] = order = model.board(level)
        page = server.get(f"/boards/beatsaber/{level}").json()["entries"]
        assert [(each["id"], each["place"]) for each in page] == [(id_, n + 1) for n, id_ in enumerate(order)]
        every = server.get(f"/boards/beatsaber/{level}?sort=date").json()["entries"]
        listed = [each for each in model.replays if each["state"] == "listed" and each["level"] == level]
        assert [each["id"] for each in every] == [each["id"] for each in listed[::-1]]
        answer = server.get(f"/levels/{level}")
        assert answer.status_code == (200 if any(each["level"] == level for each in model.visible()) else 404)
        counts = {each["board"]: each for each in answer.json().get("boards", [])}
        if order:
            assert (counts["beatsaber"]["players"], ids(counts["beatsaber"], "best")) == (len(order), order[:3])
        else:
            assert "beatsaber" not in counts
    for name in names:
        places = {}
        for level, order in levels.items():
            mine = [each for each in model.replays if (each["state"], each["level"], each["player"]) == ("listed", level, name)]
            answer = server.get(f"/boards/beatsaber/{level}/players/{name}")
            around = server.get(f"/boards/beatsaber/{level}?player={name}&limit=2")
            assert answer.status_code == around.status_code == (200 if mine else 404)
            if not mine:
                continue
            best = next(n for n, id_ in enumerate(order) if model.find(id_)["player"] == name)
            places[order[best]] = best + 1
            assert (answer.json()["place"], ids(answer.json(), "plays")) == (best + 1, [each["id"] for each in mine])
            assert order[best] in ids(around.json(), "entries")
        answer = server.get(f"/players/{name}")
        assert answer.status_code == (200 if places else 404)
        shown = {each["id"]: each["place"] for each in answer.json().get("bests", []) if each["board"] == "beatsaber"}
        assert shown == places
        on = {each["board"]: each["levels"] for each in answer.json().get("boards", [])}
        assert on.get("beatsaber", 0) == len(places)


class Walk:
    """Steps of an operator at random, on the server and on the model."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.seed, self.source, self.model = server, seed, random.Random(seed), Model()
        self.names, self.uploads, self.files = ["ann", "bob", "eve"], 0, {}
        self.uploaders = {name: server.token("upload", name=name) for name in ("up", "bot")}
        self.moderator = server.token("moderate", name="mod")

    def upload(self, reason: str) -> None:
        self.uploads += 1
        name, uploader = self.source.choice(self.names), self.source.choice([*self.uploaders])
        stated = self.source.choice([None, None, 5])  # a wrong score is held
        seed = self.uploads * 100 + self.seed
        data = play(name, level=self.source.choice(LEVELS), good=self.source.randrange(9), seed=seed, score=stated)
        answer = self.server.post("/replays", data=data, headers=self.uploaders[uploader])
        banned = self.model.banned(name, uploader)
        if banned == "refuse":
            assert (answer.status_code, answer.json()["rule"]) == (403, "server.banned")
            return
        one = answer.json()
        assert (answer.status_code, one.get("verdict")) == (201, "held" if stated or banned else "accepted"), answer.text
        self.files[one["id"]] = data
        self.model.replays.append(one | {"state": "listed" if one["verdict"] == "accepted" else "held", "by": uploader})

    def act(self, reason: str) -> None:
        if not self.model.replays:
            return
        one, act = self.source.choice(self.model.replays), self.source.choice([*ACTS])
        before = one["state"]
        if self.source.random() < 0.2:
            command(self.server, act, one["id"], "--reason", reason, status=0 if self.model.act(act, one["id"], reason) else 1)
            return
        if act == "remove":
            answer = delete(self.server, f"/replays/{one['id']}", params={"reason": reason}, headers=self.moderator)
        else:
            where, words = f"/moderation/replays/{one['id']}", {"act": act, "reason": reason}
            answer = self.server.post(where, params=words, headers=self.moderator)
        if self.model.act(act, one["id"], reason):
            assert (answer.status_code, answer.json()["state"]) == (200, one["state"])
        else:
            assert (answer.status_code, answer.json()["rule"]) == (409, "moderation.state"), before

    def again(self, reason: str) -> None:
        """The same bytes once more."""
        one = self.source.choice(self.model.replays) if self.model.replays else None
        if not one or self.model.banned(one["player"], one["by"]):
            return
        answer = self.server.post("/replays", data=self.files[one["id"]], headers=self.uploaders[one["by"]])
        if one["state"] in ("hidden", "removed"):
            assert (answer.status_code, answer.json()["rule"]) == (403, "server.removed")
        else:
            assert (answer.status_code, answer.json()["verdict"]) == (200, one["verdict"])

    def ban(self, reason: str) -> None:
        kind = self.source.choice(["player", "player", "uploader"])
        name = self.source.choice(self.names if kind == "player" else [*self.uploaders])
        action = self.source.choice(["refuse", "hold", "", ""])
        done = self.model.ban(kind, name, action, reason)
        if self.source.random() < 0.2:
            word = {"refuse": "ban", "hold": "ban-hold", "": "unban"}[action]
            command(self.server, word, kind, name, "--reason", reason, status=0 if done else 1)
            return
        words = {"kind": kind, "name": name, "reason": reason} | ({"action": action} if action else {})
        call = requests.post if action else requests.delete
        answer = call(self.server.url + "/moderation/bans", params=words, headers=self.moderator, timeout=PATIENCE)
        assert answer.status_code == (200 if done else 404), answer.text

    def erase(self, reason: str) -> None:
        name = self.source.choice(self.names)
        count = self.model.erase(name)
        if self.source.random() < 0.5:
            assert delete(self.server, f"/players/{name}/data", headers=self.moderator).json() == {"replays": count}
        else:
            command(self.server, "erase", name)
        assert self.server.get(f"/players/{name}/data", headers=self.moderator).text == ""

    def recheck(self, reason: str) -> None:
        options = os.environ.get("REEL_SERVER_OPTIONS", "").split()
        boards = lenient_boards(self.server.folder, ())
        words = [PROGRAM, "--store", self.server.store, *options, *boards, "recheck", "--apply"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0 and done.stdout.endswith("replays: 0 changed, 0 failed\n"), done.stdout + done.stderr

    def restart(self, reason: str) -> None:
        if self.source.random() < 0.5:
            self.server.kill()
        else:
            assert self.server.stop() == 0
        self.server.start()

    def step(self, number: int) -> None:
        steps = [self.upload] * 8 + [self.act] * 8 + [self.again] * 2 + [self.ban] * 3 + [self.erase, self.recheck, self.restart]
        self.source.choice(steps)(f"step {number}")
        compare_places(self.server, self.model, self.names)
        shown = [(each["kind"], each["name"], each["action"]) for each in self.bans()]
        assert shown == [(*key, action) for key, action in sorted(self.model.bans.items())]

    def bans(self) -> list[dict]:
        return self.server.get("/moderation/bans", headers=self.moderator).json()["bans"]


@pytest.mark.parametrize("seed", range(int(os.environ.get("REEL_TEST_SEEDS", "2" if LIGHT else "4"))))
def test_lists_boards_and_pages_are_those_of_a_plain_model(tmp_path, seed):
    server = Server(tmp_path)
    try:
        walk = Walk(server, seed)
        for number in range(20 if LIGHT else 80):
            walk.step(number)
        compare(server, walk.model, walk.moderator, walk.names)
        fsck = subprocess.run([PROGRAM, "--store", server.store, "fsck"], capture_output=True, text=True, timeout=PATIENCE)
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
    answer = requests.request(method, server.url + path.replace("{id}", one), headers=moderator, timeout=PATIENCE)
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
    ban = "/moderation/bans?kind=player&name=Leaver"  # and what the log has of it
    assert server.post(ban, headers=moderator).status_code == delete(server, ban, headers=moderator).status_code == 200
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
            [PROGRAM, *where, "token", "add", name, "--scopes", scope], capture_output=True, text=True, check=True, timeout=PATIENCE
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


def test_an_answer_that_was_damaged_is_reported_as_such(start):
    """The database no longer has JSON: who sends the replay again, and who looks at it, is told what happened."""
    server = start("--hold", "beatsaber.motion-*")
    token, moderator = server.token("upload"), server.token("moderate")
    data = play("damaged", score=5)
    held = server.post("/replays", data=data, headers=token).json()
    assert held["verdict"] == "held" and held["reasons"]
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE replay_text SET answer = ?", ('{"id":"cut off',))
    catalogue.close()
    again = server.post("/replays", data=data, headers=token)
    assert again.status_code == 500 and again.json()["rule"] == "server.answer", again.text
    assert "memory" not in again.text
    page = server.get(f"/plays/{held['id']}")
    assert page.status_code == 200 and "Held" not in page.text.split("Verdict")[0], page.text
    (queued,) = server.get("/moderation/queue", headers=moderator).json()["replays"]
    assert queued["id"] == held["id"] and queued["reasons"] is None


def test_the_first_uploads_answer_has_the_verdict_of_now(start):
    """Of two uploads of the same bytes, the second gets the answer of the first but for the verdict, which a moderator changed."""
    server = start("--hold", "beatsaber.motion-*")
    token, moderator = server.token("upload"), server.token("moderate")
    data = play("again", score=5)
    held = server.post("/replays", data=data, headers=token)
    for act, verdict in (("approve", "accepted"), ("hold", "held")):
        assert server.post(f"/moderation/replays/{held.json()['id']}?act={act}", headers=moderator).status_code == 200
        again = server.post("/replays", data=data, headers=token)
        assert again.status_code == 200 and again.json() == {**held.json(), "verdict": verdict}
    assert again.content == held.content
