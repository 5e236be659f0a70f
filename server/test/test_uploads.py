# SPDX-License-Identifier: MIT
"""POST /replays: verdicts, what is kept, repetition, marks and challenges."""

from __future__ import annotations

import concurrent.futures
import hashlib
import pathlib
import signal
import subprocess
import time

import pytest
from conftest import COMMAND, PATIENCE, PROGRAM, Server, golden, wait_for
from plays import HASH, play

LEVEL = f"{HASH}/Expert/Standard"


def upload(server: Server, token: dict[str, str], data: bytes, **headers: str):
    return server.post("/replays", data=data, headers={**token, **headers})


def test_accepted_replay_is_kept_under_its_hash(server, uploader):
    data = play("accepted")
    answer = upload(server, uploader, data)
    assert answer.status_code == 201
    verdict = answer.json()
    assert verdict["id"] == hashlib.sha256(data).hexdigest()
    assert (verdict["verdict"], verdict["reasons"], verdict["findings"]) == ("accepted", [], [])
    assert (verdict["format"], verdict["game"], verdict["level"]) == ("bsor", "Beat Saber", LEVEL)
    assert (verdict["player"], verdict["player_name"]) == ("accepted", "Ann")
    assert verdict["score"] == verdict["statistics"]["beatsaber.summary"]["summary"][0]["stated_score"] > 0
    assert verdict["seconds"] == pytest.approx(6, abs=0.1)
    assert answer.headers["Location"] == f"/replays/{verdict['id']}"
    assert (server.store / verdict["id"][:2] / verdict["id"]).read_bytes() == data


def test_same_bytes_get_the_same_answer(server, uploader):
    data = play("twice")
    first, second = upload(server, uploader, data), upload(server, uploader, data)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.content == second.content


def test_same_bytes_at_the_same_time_get_one_answer(server, uploader):
    data = play("at-once")
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: upload(server, uploader, data), range(8)))
    assert {each.status_code for each in answers} <= {200, 201}
    assert len({each.content for each in answers}) == 1
    assert [each.status_code for each in answers].count(201) == 1


def test_wrong_score_is_held(server, uploader):
    answer = upload(server, uploader, play("wrong-score", score=2000))
    assert answer.status_code == 201
    verdict = answer.json()
    assert verdict["verdict"] == "held"
    assert [each["rule"] for each in verdict["reasons"]] == ["server.score"]
    assert "beatsaber.score-mismatch" in [each["rule"] for each in verdict["findings"]]
    assert verdict["score"] != 2000


def test_errors_are_refused_and_not_kept(server, uploader):
    data = play("above", score=10**6)
    for _ in range(2):
        answer = upload(server, uploader, data)
        assert answer.status_code == 422
        assert answer.headers["Content-Type"] == "application/problem+json"
        problem = answer.json()
        assert (problem["verdict"], problem["rule"]) == ("refused", "server.refused")
        assert "beatsaber.score-above-maximum" in [each["rule"] for each in problem["findings"]]
    kept = hashlib.sha256(data).hexdigest()
    assert not (server.store / kept[:2] / kept).exists()
    assert server.get(f"/replays/{kept}").status_code == 404


def test_damaged_and_foreign_files_are_refused(server, uploader):
    cut = upload(server, uploader, play("cut")[:900])
    assert cut.status_code == 422 and cut.json()["verdict"] == "refused" and cut.json()["findings"]
    head = upload(server, uploader, play("cut")[:40])
    assert head.status_code == 422 and head.json()["verdict"] == "refused" and head.json()["findings"]
    assert upload(server, uploader, b"\x89PNG\r\n\x1a\n" + bytes(200)).status_code == 415


def test_idempotency_key_belongs_to_one_body(server, uploader):
    data = play("key")
    first = upload(server, uploader, data, **{"Idempotency-Key": "one"})
    again = upload(server, uploader, data, **{"Idempotency-Key": "one"})
    other = upload(server, uploader, play("key2"), **{"Idempotency-Key": "one"})
    assert (first.status_code, again.status_code, other.status_code) == (201, 200, 422)
    assert first.content == again.content
    assert other.json()["rule"] == "server.idempotency-key"
    assert upload(server, server.token("upload"), play("key2"), **{"Idempotency-Key": "one"}).status_code == 201
    assert upload(server, uploader, data, **{"Idempotency-Key": "x" * 128}).status_code == 400


def test_copy_of_another_players_motion_is_held(server, uploader):
    first = upload(server, uploader, play("mover", level="B" * 40, seed=7, seconds=50)).json()
    copy = upload(server, uploader, play("thief", level="B" * 40, seed=7, seconds=50)).json()
    other = upload(server, uploader, play("other", level="B" * 40, seed=8, seconds=50)).json()
    assert (first["verdict"], copy["verdict"], other["verdict"]) == ("accepted", "held", "accepted")
    assert [each["rule"] for each in copy["reasons"]] == ["server.copy"]
    assert copy["similar"][0]["id"] == first["id"]
    similar = server.get(f"/replays/{first['id']}/similar").json()
    assert [(each["id"], each["meaning"]) for each in similar] == [(copy["id"], "same recording")]


def reel(*words: object) -> None:
    subprocess.run([str(COMMAND), *map(str, words)], check=True, capture_output=True)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    if not COMMAND.exists():
        pytest.skip("the command reel is not built: set REEL")
    path = tmp_path_factory.mktemp("key") / "key"
    reel("sign", "--new-key", path, "--no-password")
    return path


def signed(key: pathlib.Path, folder: pathlib.Path, data: bytes, *options: str) -> bytes:
    plain, marked = folder / "plain.bsor", folder / "marked.bsor"
    plain.write_bytes(data)
    reel("sign", "--key", key, "--replace", "-o", marked, *options, plain)
    return marked.read_bytes()


def challenge(server: Server, token: dict[str, str], player: str, level: str = LEVEL) -> str:
    answer = server.post("/challenges", params={"player": player, "level": level}, headers=token)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["player"], body["level"]) == (player, level) and body["expires"] > time.time() * 1000
    return body["challenge"]


def test_mark_that_is_sound_is_accepted(server, uploader, key, tmp_path):
    verdict = upload(server, uploader, signed(key, tmp_path, play("signer"))).json()
    assert verdict["verdict"] == "accepted"
    assert verdict["mark"]["sound"] is True
    assert verdict["mark"]["key"] in key.with_suffix(".pub").read_text()


def test_mark_by_an_unknown_key_is_held(tmp_path, key):
    other, trusted = tmp_path / "other", tmp_path / "trusted"
    reel("sign", "--new-key", other, "--no-password")
    trusted.write_text("# the game's\n\n" + key.with_suffix(".pub").read_text())
    config = tmp_path / "config"
    config.write_text(f"keys {trusted}\n")
    one = Server(tmp_path, "--config", str(config))
    token = one.token("upload", "challenge")
    try:
        known = upload(one, token, signed(key, tmp_path, play("signer"))).json()
        assert (known["verdict"], known["mark"]["trusted"], known["reasons"]) == ("accepted", True, [])
        mine = challenge(one, token, "stranger")
        stranger = upload(one, token, signed(other, tmp_path, play("stranger"), "--challenge", mine)).json()
        assert (stranger["verdict"], stranger["mark"]["sound"], stranger["mark"]["trusted"]) == ("held", True, False)
        assert [each["rule"] for each in stranger["reasons"]] == ["mark.key"]
        assert upload(one, token, play("unsigned")).json()["mark"] is None

        trusted.write_text(trusted.read_text() + other.with_suffix(".pub").read_text().splitlines()[1])
        one.process.send_signal(signal.SIGHUP)
        wait_for(lambda: "read again" in one.log.read_text())
        # the challenge was not used up by the mark that was not trusted
        answer = upload(one, token, signed(other, tmp_path, play("stranger", good=3), "--challenge", mine)).json()
        assert (answer["verdict"], answer["mark"]["trusted"]) == ("accepted", True)

        trusted.write_text("no key\n")
        one.process.send_signal(signal.SIGHUP)
        wait_for(lambda: f"{trusted}:1: " in one.log.read_text())
        again = upload(one, token, signed(other, tmp_path, play("stranger", good=2))).json()
        assert (again["verdict"], again["mark"]["trusted"]) == ("accepted", True)
    finally:
        assert one.stop() == 0
    failed = subprocess.run([PROGRAM, "--config", config], capture_output=True, text=True, timeout=PATIENCE)
    assert failed.returncode == 2 and f"{trusted}:1: " in failed.stderr


def test_broken_mark_is_held(server, uploader, key, tmp_path):
    data = bytearray(signed(key, tmp_path, play("breaker", name="Ann")))
    at = bytes(data).index(b"\3\0\0\0Ann")
    data[at + 4 : at + 7] = b"Eve"
    verdict = upload(server, uploader, bytes(data)).json()
    assert verdict["verdict"] == "held"
    assert "mark.changed" in [each["rule"] for each in verdict["reasons"]]


def test_challenge_is_used_once_by_its_player_and_level(server, uploader, key, tmp_path):
    both = server.token("upload", "challenge")
    mine = challenge(server, both, "champion")
    data = signed(key, tmp_path, play("champion"), "--challenge", mine)
    answer = upload(server, both, data)
    assert answer.json()["verdict"] == "accepted" and answer.json()["mark"]["challenge"] == mine
    assert upload(server, both, data).content == answer.content
    again = upload(server, both, signed(key, tmp_path, play("champion", good=3), "--challenge", mine)).json()
    assert [each["rule"] for each in again["reasons"]] == ["server.challenge"]

    stolen = upload(
        server, both, signed(key, tmp_path, play("loser", good=2), "--challenge", challenge(server, both, "champion"))
    ).json()
    assert [each["rule"] for each in stolen["reasons"]] == ["server.challenge"]
    elsewhere = upload(
        server, both, signed(key, tmp_path, play("loser"), "--challenge", challenge(server, both, "loser", "other"))
    ).json()
    assert elsewhere["verdict"] == "held"
    unknown = upload(server, both, signed(key, tmp_path, play("guesser"), "--challenge", "0" * 32)).json()
    assert unknown["verdict"] == "held"


def test_challenge_expires(server, uploader, key, tmp_path):
    both = server.token("upload", "challenge")
    mine = challenge(server, both, "slow")
    with server.catalogue() as catalogue:
        catalogue.execute("UPDATE challenge SET expires = 1 WHERE id = ?", (mine,))
    catalogue.close()
    verdict = upload(server, both, signed(key, tmp_path, play("slow"), "--challenge", mine)).json()
    assert verdict["verdict"] == "held"


def test_every_family_can_be_uploaded(server, uploader):
    wanted = {"bsor", "echo", "gdr", "scoresaber", "teehistorian"}
    for family in wanted:
        verdicts = [upload(server, uploader, path.read_bytes()).status_code for path in golden(family)[:6]]
        assert verdicts and set(verdicts) <= {200, 201, 422}
