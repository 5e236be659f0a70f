# SPDX-License-Identifier: MIT
"""Maps that come by upload: POST /maps, and the replays that are judged again because of it."""

from __future__ import annotations

import concurrent.futures
import hashlib
import io
import json
import os
import pathlib
import random
import subprocess
import time
import zipfile

import pytest
import requests
from conftest import COMMAND, PATIENCE, PROGRAM, SOURCE, Server, wait_for
from games import course, stand, walk
from plays import HASH, play
from test_maps import NOTES, level, put_map, rules, running, without_a_note
from test_uploads import upload

REPLAYS = 60 if os.environ.get("REEL_TEST_EFFORT") == "full" else 24


def maps_of(folder: pathlib.Path) -> tuple[str, str]:
    return "--maps", str(folder / "maps")


def post(server: Server, token: dict[str, str], data: bytes) -> requests.Response:
    return server.post("/maps", data=data, headers=token)


def state_of(server: Server, id_: str, token: dict[str, str]) -> dict:
    return server.get(f"/moderation/replays/{id_}", headers=token).json()


def is_judged(server: Server, hash_: str) -> bool:
    return server.get(f"/maps/{hash_}").json()["pending"] is False


def test_a_map_is_known_by_its_hash(tmp_path):
    hash_, data = level()
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token = server.token("upload", name="bot")
        first, again = post(server, token, data), post(server, token, data)
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.headers["Location"] == f"/maps/{hash_}"
        one = first.json()
        assert (one["map"], one["format"], one["game"], one["title"]) == (hash_, "beatsaber-map", "Beat Saber", "A song")
        (difficulty,) = one["figures"]["difficulties"]
        assert (difficulty["mode"], difficulty["difficulty"], difficulty["notes"]) == ("Standard", "Expert", NOTES)
        assert (tmp_path / "maps" / f"{hash_}.zip").read_bytes() == data
        answer = upload(server, token, play("honest", level=hash_, notes=NOTES))
        assert (answer.status_code, answer.json()["map"]) == (201, hash_)
        assert server.get(f"/maps/{hash_.upper()}").json()["map"] == hash_


def test_maps_of_ddnet_are_known_by_their_sha256(tmp_path):
    hash_, data = course("Ann")
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token = server.token("upload", name="bot")
        one = post(server, token, data)
        assert one.status_code == 201, one.text
        assert (one.json()["map"], one.json()["format"], one.json()["author"]) == (hash_, "ddnet-map", "Ann")
        assert one.json()["figures"]["info"]["width"] == 30
        honest = upload(server, token, stand(hash_))
        assert (honest.status_code, honest.json()["verdict"], honest.json()["map"]) == (201, "accepted", hash_)
        assert honest.json()["evidence"]["support"] == "full", honest.text
        inside = upload(server, token, stand(hash_, jump=(0, 20)))
        assert inside.status_code == 422
        assert "ddnet.level-solid" in rules(inside)
        other = upload(server, token, stand("0" * 64))
        assert "map" not in other.json()


def test_boards_of_ddnet_leave_out_what_the_motion_contradicts(tmp_path):
    hash_, data = course()
    boards = tmp_path / "boards.conf"
    boards.write_text(
        "board ticks\ntitle Ticks\ngame DDNet\nrows ddnet.sessions\nvalue alive_ticks\nbetter higher\nplayer last_name\nname last_name\n"
    )
    with running(tmp_path, *maps_of(tmp_path), "--boards", str(boards)) as server:
        token = server.token("upload", name="bot")
        before = upload(server, token, stand(hash_, "cat", jump=(60, -100))).json()
        assert [each["board"] for each in before["boards"]] == ["ticks"]
        assert post(server, token, data).status_code == 201
        wait_for(lambda: is_judged(server, hash_))
        forged = upload(server, token, stand(hash_, "bob", jump=(60, -100)))
        assert (forged.status_code, forged.json()["evidence"]["support"], forged.json()["boards"]) == (201, "against", [])
        honest = upload(server, token, stand(hash_, "ann"))
        assert [each["board"] for each in honest.json()["boards"]] == ["ticks"]
        shown = [each["player"] for each in server.get(f"/boards/ticks/{honest.json()['level']}").json()["entries"]]
        assert shown == ["ann"]  # the one from before the map is not on the board any more, either


def test_times_that_the_map_contradicts_leave_the_board(tmp_path):
    """As installed: a finish that is stated faster than it was is the first one until the map comes."""
    hash_, data = course()
    boards = SOURCE / "packaging/server/boards.conf"
    with running(tmp_path, *maps_of(tmp_path), "--boards", str(boards)) as server:
        token, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
        honest = upload(server, token, walk(hash_, "ann")).json()
        fast = upload(server, token, walk(hash_, "bob", faster=9)).json()
        board = f"/boards/ddnet/{honest['level']}"
        assert [each["player"] for each in server.get(board).json()["entries"]] == ["bob", "ann"]
        assert post(server, token, data).status_code == 201
        wait_for(lambda: is_judged(server, hash_))
        assert [each["player"] for each in server.get(board).json()["entries"]] == ["ann"]
        assert state_of(server, fast["id"], moderator)["state"] == "held"
        again = upload(server, token, walk(hash_, "ann")).json()
        row = again["evidence"]["motion"]["evidence"][0]
        assert (again["evidence"]["support"], row["finishes_shown"], row["finishes_against"]) == ("full", 1, 0)
        later = upload(server, token, walk(hash_, "eve", faster=20))
        assert later.status_code == 422
        assert "ddnet.level-time" in rules(later)


def no_maps() -> dict[str, bytes]:
    hash_, data = level()
    nested = io.BytesIO()
    with zipfile.ZipFile(nested, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("inner.zip", data)
    bare = io.BytesIO()
    with zipfile.ZipFile(bare, "w") as zipped:
        zipped.writestr("../../Info.dat", b"{}")
    return {
        "noise": random.Random(1).randbytes(5000),
        "half": data[: len(data) // 2],
        "empty": b"",
        "replay": play("other", level=hash_, notes=NOTES),
        "recording": stand("0" * 64),
        "bomb": level(more=b" " * (256 << 20))[1],
        "nested": nested.getvalue(),
        "bare": bare.getvalue(),
        "difficulty": json.dumps({"version": "3.3.0", "colorNotes": []}).encode(),
        "half a room": course()[1][:200],
    }


def test_what_is_no_map_is_refused(tmp_path):
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token = server.token("upload", name="bot")
        for name, data in no_maps().items():
            answer = post(server, token, data)
            assert answer.status_code in (400, 413, 415, 422), (name, answer.text)
            assert answer.json()["rule"], name
        assert server.get("/maps").json()["maps"] == []
        assert list((tmp_path / "maps").iterdir()) == []


def test_cut_and_changed_maps_are_kept_only_under_their_own_hash(tmp_path):
    """A map that was changed is another one, or none: never one of the hash that it had."""
    source = random.Random(59)
    wanted = [level(), course()]
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token = server.token("upload", name="bot")
        for hash_, data in wanted:
            for _ in range(40):
                at = source.randrange(len(data))
                bad = data[:at] if source.random() < 0.3 else data[:at] + bytes([data[at] ^ 1 << source.randrange(8)]) + data[at + 1 :]
                answer = post(server, token, bad)
                assert answer.status_code in (200, 201, 400, 415, 422), answer.text
                if answer.status_code in (200, 201) and bad[:4] == b"DATA":
                    assert answer.json()["map"] == hashlib.sha256(bad).hexdigest() != hash_
            assert post(server, token, data).status_code in (200, 201)
        for each in (tmp_path / "maps").glob("*.map"):
            assert hashlib.sha256(each.read_bytes()).hexdigest() == each.stem


def test_two_uploads_of_one_map_at_once_are_one_map(tmp_path):
    maps = [level(title=f"Song {i}") for i in range(4)]
    with running(tmp_path, *maps_of(tmp_path), "--workers", "4") as server:
        token = server.token("upload", name="bot")
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            answers = list(
                threads.map(lambda each: requests.post(server.url + "/maps", data=each[1], headers=token, timeout=PATIENCE), maps * 4)
            )
        assert sorted(each.status_code for each in answers) == [200] * 12 + [201] * 4
        assert {each["map"] for each in server.get("/maps").json()["maps"]} == {hash_ for hash_, _ in maps}
        for hash_, data in maps:
            assert (tmp_path / "maps" / f"{hash_}.zip").read_bytes() == data
        assert not [each for each in (tmp_path / "maps").iterdir() if each.name.startswith(".")]


def test_a_file_that_only_claims_a_hash_gives_way(tmp_path):
    hash_, data = level()
    put_map(tmp_path / "maps", hash_, level(title="Another song")[1])
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token = server.token("upload", name="bot")
        first = upload(server, token, play("first", level=hash_, notes=NOTES))
        assert "server.map-other" in rules(first)
        wait_for(lambda: "it is another map" in server.log.read_text())
        assert server.get(f"/maps/{hash_}").status_code == 404
        assert post(server, token, data).status_code == 201
        assert (tmp_path / "maps" / f"{hash_}.zip").read_bytes() == data
        wait_for(lambda: is_judged(server, hash_))
        again = upload(server, token, play("first", level=hash_, notes=NOTES))
        assert (again.status_code, again.json()["map"]) == (200, hash_)


def test_who_may_send_and_remove_maps(tmp_path):
    hash_, data = level()
    with running(tmp_path, *maps_of(tmp_path), "--quota-uploads", "2") as server:
        token, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
        for headers, status in (({}, 401), (moderator, 403), (token, 201)):
            assert post(server, headers, data).status_code == status
        assert post(server, token, level(title="2")[1]).status_code == 201
        third = post(server, token, level(title="3")[1])
        assert (third.status_code, third.json()["rule"]) == (429, "server.quota-uploads")
        assert server.get(f"/maps/{hash_}/bytes").json()["rule"] == "server.maps-private"
        for headers, status in (({}, 401), (token, 403), (moderator, 200), (moderator, 404)):
            answer = server.described(requests.delete(f"{server.url}/maps/{hash_}?reason=test", headers=headers, timeout=PATIENCE))
            assert answer.status_code == status, answer.text
        assert not (tmp_path / "maps" / f"{hash_}.zip").exists()
        acts = server.get(f"/moderation/audit?name={hash_}", headers=moderator).json()["acts"]
        assert [(each["event"], each["who"], each["detail"]) for each in acts] == [("map.remove", "mod", "test")]
        banned = requests.post(f"{server.url}/moderation/bans?kind=uploader&name=bot", headers=moderator, timeout=PATIENCE)
        assert banned.status_code == 200
        assert post(server, token, data).json()["rule"] == "server.banned"


def test_bytes_are_given_away_if_the_operator_says_so(tmp_path):
    hash_, data = level()
    with running(tmp_path, *maps_of(tmp_path), "--share-maps") as server:
        assert post(server, server.token("upload", name="bot"), data).status_code == 201
        answer = server.get(f"/maps/{hash_}/bytes")
        assert (answer.status_code, answer.content) == (200, data)
        assert f'"{hash_}.zip"' in answer.headers["Content-Disposition"]
        for bad in ("0" * 40, "x" * 40, "..%2f..%2fcatalogue.sqlite", "a" * 300):
            assert server.get(f"/maps/{bad}/bytes").status_code == 404
            assert server.get(f"/maps/{bad}").status_code == 404


def test_lists_of_maps_have_pages(tmp_path):
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token = server.token("upload", name="bot")
        sent = [post(server, token, level(title=f"Song {i}")[1]).json()["map"] for i in range(5)]
        found, path = [], "/maps?limit=2"
        while path:
            page = server.get(path).json()
            found += [each["map"] for each in page["maps"]]
            path = page.get("next")
        assert found == sent[::-1]


def test_without_a_folder_there_are_no_maps(start):
    server = start()
    answer = post(server, server.token("upload", name="bot"), level()[1])
    assert (answer.status_code, answer.json()["rule"]) == (404, "server.maps")
    assert server.get("/maps").json() == {"maps": []}


# ---- judging again ---------------------------------------------------------------------------------------------------------


def test_a_map_that_comes_judges_what_is_there(tmp_path):
    hash_, data = level()
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
        honest = upload(server, token, play("honest", level=hash_, notes=NOTES)).json()
        forged = upload(server, token, without_a_note("forged", hash_)).json()
        other = upload(server, token, play("other", level=HASH, seed=9)).json()
        assert honest["verdict"] == forged["verdict"] == other["verdict"] == "accepted"
        last = server.get("/events").json()["next"]
        assert post(server, token, data).status_code == 201
        wait_for(lambda: is_judged(server, hash_))
        assert [state_of(server, each["id"], moderator)["state"] for each in (honest, forged, other)] == ["listed", "held", "listed"]
        events = server.get(last).json()["events"]
        assert [(each["event"], each["id"], each["state"]) for each in events] == [("changed", forged["id"], "held")]
        queue = server.get("/moderation/queue", headers=moderator).json()["replays"]
        assert [each["id"] for each in queue] == [forged["id"]]
        assert queue[0]["reasons"][-1]["rule"] == "beatsaber.level-no-event"
        board = server.get(f"/boards/beatsaber/{honest['level']}").json()["entries"]
        assert [each["player"] for each in board] == ["honest"]
        again = upload(server, token, play("honest", level=hash_, notes=NOTES))
        assert (again.status_code, again.json()["map"], again.json()["verdict"]) == (200, hash_, "accepted")
        assert "beatsaber.level-play" in rules(again)
        assert "map" not in upload(server, token, play("other", level=HASH, seed=9)).json()


def test_evidence_that_a_map_brings_holds_what_it_has_to_support(tmp_path):
    hash_, data = course()
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
        honest, forged = (upload(server, token, stand(hash_, n, jump=j)).json() for n, j in (("ann", (0, 0)), ("bob", (60, -100))))
        assert honest["verdict"] == forged["verdict"] == "accepted"
    with running(tmp_path, *maps_of(tmp_path), "--require-evidence", "game:DDNet") as server:
        assert post(server, token, data).status_code == 201
        wait_for(lambda: is_judged(server, hash_))
        assert [state_of(server, each["id"], moderator)["state"] for each in (honest, forged)] == ["listed", "held"]
        assert upload(server, token, stand(hash_, "bob", jump=(60, -100))).json()["evidence"]["support"] == "against"


def test_maps_that_the_folder_has_at_the_start_judge_what_is_there(tmp_path):
    hash_, data = level()
    with running(tmp_path) as server:
        token, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
        forged = upload(server, token, without_a_note("forged", hash_)).json()
    put_map(tmp_path / "maps", hash_, data)
    put_map(tmp_path / "maps", "1" * 40, data)
    (tmp_path / "maps" / "notes.txt").write_text("no map")
    with running(tmp_path, *maps_of(tmp_path)) as server:
        wait_for(lambda: server.get(f"/maps/{hash_}").status_code == 200 and is_judged(server, hash_))
        assert state_of(server, forged["id"], moderator)["state"] == "held"
        wait_for(lambda: "it is another map" in server.log.read_text())
        assert [each["map"] for each in server.get("/maps").json()["maps"]] == [hash_]


def test_a_server_that_is_killed_goes_on_where_it_was(tmp_path):
    """Each kill comes at another time; every replay is judged in the end, and none is lost."""
    source = random.Random(7)
    hash_, data = level()
    server = Server(tmp_path, *maps_of(tmp_path))
    token, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
    forged = {upload(server, token, without_a_note(f"forged{i}", hash_)).json()["id"] for i in range(REPLAYS // 2)}
    honest = {upload(server, token, play(f"honest{i}", level=hash_, notes=NOTES)).json()["id"] for i in range(REPLAYS // 2)}
    assert post(server, token, data).status_code == 201

    def judged() -> int:
        with server.catalogue() as catalogue:
            (count,) = catalogue.execute("SELECT COUNT(*) FROM replay_map WHERE with_map = 1").fetchone()
        return int(count)

    seen = []
    for _ in range(4):
        before = judged()
        wait_for(lambda: judged() > before or is_judged(server, hash_))  # noqa: B023
        server.kill()
        seen.append(judged())
        server.sql("UPDATE map SET lease = 0")  # as after the seconds for which the dead server had it
        if source.random() < 0.5:
            server.start()
            server.kill()
        server.start()
    wait_for(lambda: is_judged(server, hash_))
    assert judged() == REPLAYS
    assert seen == sorted(seen)
    states = {id_: state_of(server, id_, moderator)["state"] for id_ in forged | honest}
    assert {id_ for id_, state in states.items() if state == "held"} == forged
    assert server.stop() == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_replay_and_its_map_that_come_at_once_meet(tmp_path, seed):
    """Whichever is first: the replay is judged with its map by its upload, or afterwards."""
    levels = [level(title=f"Song {seed} {i}") for i in range(6)]
    with running(tmp_path, *maps_of(tmp_path), "--workers", "4") as server:
        token, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
        sent = [("/maps", data) for _, data in levels]
        sent += [("/replays", without_a_note(f"p{seed}{i}", hash_)) for i, (hash_, _) in enumerate(levels)]
        random.Random(seed).shuffle(sent)
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda each: requests.post(server.url + each[0], data=each[1], headers=token, timeout=PATIENCE), sent))
        assert {each.status_code for each in answers} <= {201, 422}
        wait_for(lambda: all(is_judged(server, hash_) for hash_, _ in levels))
        kept = [
            each.json()["id"] for (path, _), each in zip(sent, answers, strict=True) if path == "/replays" and each.status_code == 201
        ]
        assert [state_of(server, each, moderator)["state"] for each in kept] == ["held"] * len(kept)


def test_a_map_that_was_taken_away_comes_back(tmp_path):
    hash_, data = level()
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
        assert post(server, token, data).status_code == 201
        wait_for(lambda: is_judged(server, hash_))
        (tmp_path / "maps" / f"{hash_}.zip").unlink()
        forged = upload(server, token, without_a_note("forged", hash_)).json()
        assert forged["verdict"] == "accepted"
        wait_for(lambda: "not in the folder any more" in server.log.read_text() and is_judged(server, hash_))
        assert post(server, token, data).status_code == 200
        wait_for(lambda: state_of(server, forged["id"], moderator)["state"] == "held")


def test_a_restored_replay_is_judged_with_a_map_that_came_meanwhile(tmp_path):
    hash_, data = level()
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
        forged = upload(server, token, without_a_note("forged", hash_)).json()["id"]

        def act(name: str) -> None:
            answer = requests.post(f"{server.url}/moderation/replays/{forged}?act={name}", headers=moderator, timeout=PATIENCE)
            assert answer.status_code == 200, answer.text

        act("hide")
        assert post(server, token, data).status_code == 201
        wait_for(lambda: is_judged(server, hash_))
        assert state_of(server, forged, moderator)["state"] == "hidden"
        act("restore")
        wait_for(lambda: state_of(server, forged, moderator)["state"] == "held")


def test_pages_say_what_was_judged_with_a_map(tmp_path):
    hash_, data = level(title="<b>A & song")
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token = server.token("upload", name="bot")
        one = upload(server, token, play("honest", level=hash_, notes=NOTES)).json()
        assert "Judged with its map" not in server.get(f"/plays/{one['id']}").text
        assert post(server, token, data).status_code == 201
        wait_for(lambda: is_judged(server, hash_))
        shown = server.get(f"/plays/{one['id']}").text
        assert "Judged with its map, <bdi>&lt;b&gt;A &amp; song</bdi>" in shown
        assert f"<code>{hash_}</code>" in shown
        found = server.get("/plays/level", params={"id": one["level"]}).text
        assert '<h2 id="map">Map</h2>' in found
        assert "&lt;b&gt;A &amp; song" in found
        for name, value in (("Difficulty", "Expert"), ("Notes", str(NOTES))):
            assert name.lower() in found.lower()
            assert value in found


def test_pages_say_what_the_motion_of_a_recording_shows(tmp_path):
    hash_, data = course("Zoe")
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token = server.token("upload", name="bot")
        assert post(server, token, data).status_code == 201
        one = upload(server, token, walk(hash_)).json()
        shown = server.get(f"/plays/{one['id']}").text
        assert "Judged with its map" in shown
        assert "The motion shows 1 of 1 finishes, and contradicts 0." in shown
        found = server.get("/plays/level", params={"id": one["level"]}).text
        assert '<h2 id="map">Map</h2>' in found
        assert "<bdi>Zoe</bdi>" in found


# ---- demos -------------------------------------------------------------------------------------------------------------------


def test_a_finish_is_a_demo_if_the_map_is_here(tmp_path):
    hash_, data = course()
    with running(tmp_path, *maps_of(tmp_path)) as server:
        token = server.token("upload", name="bot")
        run = upload(server, token, walk(hash_)).json()["id"]
        rest = upload(server, token, stand(hash_, "ann")).json()["id"]
        other = upload(server, token, play("other", level=HASH, seed=9)).json()["id"]

        def demo(id_: str, finish: str = "ann") -> requests.Response:
            return server.get(f"/replays/{id_}/demo", params={"finish": finish})

        missing = demo(run)
        assert (missing.status_code, missing.json()["rule"]) == (409, "server.run-map")
        assert hash_ in missing.json()["title"]
        assert post(server, token, data).status_code == 201
        found = demo(run)
        assert (found.status_code, found.content[:7]) == (200, b"TWDEMO\0")
        assert f'"{run}.demo"' in found.headers["Content-Disposition"]
        for id_, finish, status, rule in (
            (run, "bob", 404, "finish.name"),
            (run, "ann,9.99", 404, "finish.time"),
            (rest, "ann", 404, "finish.none"),
            (other, "ann", 409, "server.run-map"),
            ("0" * 64, "ann", 404, "server.replay"),
            (run, "a" * 256, 400, "server.parameter"),
        ):
            answer = demo(id_, finish)
            assert (answer.status_code, answer.json()["rule"]) == (status, rule), answer.text
        assert server.get(f"/replays/{run}/demo").status_code == 400
        (tmp_path / "run.teehistorian").write_bytes(walk(hash_))
        (tmp_path / "room.map").write_bytes(data)
        if not COMMAND.exists():
            pytest.skip(f"no command at {COMMAND}: the demo is not compared with its own")
        words = ["convert", "--to", "demo", "--map", "room.map", "--finish", "ann", "--lead", "5", "run.teehistorian", "-o", "run.demo"]
        subprocess.run([COMMAND, *words], cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE)
        assert found.content == (tmp_path / "run.demo").read_bytes()


def test_a_demo_is_not_made_with_another_map(tmp_path):
    hash_, _ = course()
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / f"{hash_}.map").write_bytes(course("another")[1])
    with running(tmp_path, *maps_of(tmp_path)) as server:
        run = upload(server, server.token("upload", name="bot"), walk(hash_)).json()["id"]
        answer = server.get(f"/replays/{run}/demo?finish=ann")
        assert (answer.status_code, answer.json()["rule"]) == (409, "server.run-map")


# ---- backups and what a kill leaves ---------------------------------------------------------------------------------------------


def command(store: pathlib.Path, *words: object) -> str:
    done = subprocess.run([PROGRAM, "--store", store, *words], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done
    return done.stdout + done.stderr


def test_backups_have_the_maps_and_a_restored_server_judges_with_them(tmp_path):
    hash_, data = course()
    maps, copy = tmp_path / "maps", tmp_path / "copy"
    with running(tmp_path, *maps_of(tmp_path)) as server:
        assert post(server, server.token("upload", name="bot"), data).status_code == 201
        (maps / ".new-abcdef").write_bytes(b"half")
        (maps / "notes").write_text("not a map")
        assert "maps" not in command(server.store, "backup", copy)
        assert "copied 1 maps" in command(server.store, "--maps", maps, "backup", copy)
        assert "maps" not in command(server.store, "--maps", maps, "backup", copy)  # nothing is new
        (maps / f"{'b' * 40}.zip").write_bytes(b"another")
        (maps / f"{hash_}.map").write_bytes(data[:-1] + b"x")  # of the same size
        assert "copied 2 maps" in command(server.store, "--maps", maps, "backup", copy)
    assert sorted(path.name for path in (copy / "maps").iterdir()) == sorted([f"{hash_}.map", f"{'b' * 40}.zip"])
    (copy / "maps" / f"{hash_}.map").write_bytes(data)
    (tmp_path / "new").mkdir()
    assert "has maps" in command(tmp_path / "other", "restore", copy)
    assert "restored 2 maps" in command(tmp_path / "new/store", "--maps", tmp_path / "new/maps", "restore", copy)
    with running(tmp_path / "new", *maps_of(tmp_path / "new")) as server:
        answer = upload(server, server.token("upload", name="again"), walk(hash_))
        assert answer.json()["map"] == hash_ and server.get(f"/maps/{hash_}").status_code == 200


def test_what_a_kill_left_of_a_map_goes_when_a_server_starts(tmp_path):
    (tmp_path / "maps").mkdir()
    old, new, other = (tmp_path / "maps" / name for name in (".new-aaaaaa", ".new-bbbbbb", ".hidden"))
    for path in (old, new, other):
        path.write_bytes(b"half a map")
    os.utime(old, (time.time() - 7200,) * 2)
    os.utime(other, (time.time() - 7200,) * 2)
    with running(tmp_path, *maps_of(tmp_path)):
        pass
    assert (old.exists(), new.exists(), other.exists()) == (False, True, True)
