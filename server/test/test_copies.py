# SPDX-License-Identifier: MIT
"""One play is kept once, and a copy of another player's play is found: whatever its spelling, its packing, and what else comes in."""

from __future__ import annotations

import concurrent.futures
import gzip
import lzma
import random
import re
import subprocess

import pytest
from conftest import COMMAND, PATIENCE, PROGRAM, SOURCE, Server, golden
from plays import play
from test_uploads import key, reel, signed, upload  # noqa: F401 (key is a fixture)

LONG = 50.0  # seconds: a fingerprint needs ten windows


def spellings(level: str) -> list[str]:
    return [
        level,
        level.lower(),
        f"custom_level_{level}",
        f"{level} WIP",
        f" {level}",
        f"{level} by somebody",
        f"CUSTOM_LEVEL_{level.lower()} wip",
        f"\u200b{level}",
    ]


def verdict_of(answer) -> tuple[str, list[str]]:
    assert answer.status_code == 201, answer.text
    body = answer.json()
    return body["verdict"], [each["rule"] for each in body["reasons"]]


def test_boards_and_lists_know_one_level_by_all_its_spellings(tmp_path):
    one = Server(tmp_path)
    token, level = one.token("upload"), "C" * 40
    try:
        for n, each in enumerate(spellings(level)):
            assert upload(one, token, play(f"player {n}", level=each, seed=n, good=n)).status_code == 201
        for each in spellings(level):
            for difficulty in ("Expert", "expert", "7"):
                board = one.get(f"/boards/Beat Saber/{each}/{difficulty}/Standard").json()["entries"]
                assert len(board) == len(spellings(level)), each
            assert len(one.get("/replays", params={"level": f"{each}/Expert/Standard"}).json()["replays"]) == len(spellings(level))
        old = one.get("/", params={"playerID": "player 3 ", "songID": level.lower(), "table": "info"})
        assert old.status_code == 200 and level in old.text
    finally:
        assert one.stop() == 0


def test_a_copy_is_held_whatever_it_says_of_itself(tmp_path):
    one = Server(tmp_path)
    token, level = one.token("upload"), "D" * 40
    try:
        assert verdict_of(upload(one, token, play("owner", level=level, seed=3, seconds=LONG)))[0] == "accepted"
        for n, each in enumerate([*spellings(level), "E" * 40, "another level"]):
            copy = play(f"thief {n}", level=each, seed=3, seconds=LONG)
            assert verdict_of(upload(one, token, copy)) == ("held", ["server.copy"]), each
        nobody = play("", level=level, seed=3, seconds=LONG, name="x")
        assert verdict_of(upload(one, token, nobody)) == ("held", ["server.copy"])
        # the owner itself may play it again
        again = play("owner", level=level, seed=3, seconds=LONG, good=5)
        assert verdict_of(upload(one, token, again))[0] == "accepted"
    finally:
        assert one.stop() == 0


def test_a_copy_in_another_format_is_held(tmp_path):
    if not COMMAND.exists():
        pytest.skip("the command reel is not built: set REEL")
    one = Server(tmp_path)
    token = one.token("upload")
    try:
        data = play("owner", seed=4, seconds=LONG)
        (tmp_path / "play.bsor").write_bytes(data)
        reel("convert", "--to", "scoresaber", "--replace", "-o", tmp_path / "play.dat", tmp_path / "play.bsor")
        assert verdict_of(upload(one, token, data))[0] == "accepted"
        assert verdict_of(upload(one, token, (tmp_path / "play.dat").read_bytes()))[1] == ["server.copy"]
    finally:
        assert one.stop() == 0


def test_the_copy_of_a_held_play_does_not_keep_its_player_out(tmp_path):
    """The first upload of the player was held, for its score; others copied it; then the player uploads what is right."""
    one = Server(tmp_path)
    token = one.token("upload")
    try:
        assert verdict_of(upload(one, token, play("first", seed=9, seconds=LONG, score=1)))[0] == "held"
        for thief in ("thief", "other thief"):
            assert verdict_of(upload(one, token, play(thief, seed=9, seconds=LONG)))[1] == ["server.copy"]
        assert verdict_of(upload(one, token, play("first", seed=9, seconds=LONG))) == ("accepted", [])
        assert verdict_of(upload(one, token, play("thief", name="T", seed=9, seconds=LONG)))[1] == ["server.copy"]
    finally:
        assert one.stop() == 0


def test_uploads_that_are_held_do_not_hide_a_copy(tmp_path):
    one = Server(tmp_path)
    token, level = one.token("upload"), "F" * 40
    try:
        assert verdict_of(upload(one, token, play("owner", level=level, seed=5, seconds=LONG)))[0] == "accepted"
        for n in range(70):  # copies, each of another thief, and other plays of this level
            body = play(f"junk {n}", level=level, seed=5 if n % 2 else 1000 + n, seconds=LONG, score=2000)
            assert verdict_of(upload(one, token, body))[0] == "held"
        found = upload(one, token, play("thief", level=level, seed=5, seconds=LONG))
        assert verdict_of(found) == ("held", ["server.copy"])
        owner = one.get("/replays", params={"player": "owner"}).json()["replays"][0]["id"]
        assert owner in [each["id"] for each in found.json()["similar"]]
    finally:
        assert one.stop() == 0


def test_like_replays_are_found_among_all(tmp_path):
    """On other levels, and behind any number of newer replays of the same."""
    one = Server(tmp_path)
    token, level = one.token("upload"), "E" * 40
    try:
        first = upload(one, token, play("owner", level=level, seed=21, seconds=LONG)).json()["id"]
        copy = upload(one, token, play("thief", level="another", seed=21, seconds=LONG)).json()["id"]
        with one.catalogue() as catalogue:  # 600 newer ones of the level, with motion of their own
            columns = [row[1] for row in catalogue.execute("PRAGMA table_info(replay)")]
            changed = {"id": "printf('%064x', n)", "number": "1000 + n", "received": "received + n", "content": "''"}
            values = ", ".join(changed.get(each, each) for each in columns)
            catalogue.execute(
                f"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 600) "
                f"INSERT INTO replay ({', '.join(columns)}) SELECT {values} FROM replay, c WHERE id = ?",
                (first,),
            )
        catalogue.close()
        for known, like in ((first, copy), (copy, first)):
            found = one.get(f"/replays/{known}/similar").json()
            assert [(each["id"], each["meaning"]) for each in found] == [(like, "same recording")]
    finally:
        assert one.stop() == 0


def test_a_replay_that_was_removed_is_not_compared_with(tmp_path):
    one = Server(tmp_path)
    token = one.token("upload")
    try:
        first = upload(one, token, play("owner", seed=6, seconds=LONG)).json()["id"]
        (one.store / first[:2] / first).unlink()
        subprocess.run([PROGRAM, "--store", one.store, "fsck", "--forget"], check=True, capture_output=True, timeout=PATIENCE)
        with one.catalogue() as catalogue:
            assert catalogue.execute("SELECT COUNT(*) FROM motion").fetchone() == (0,)
        catalogue.close()
        assert verdict_of(upload(one, token, play("other", seed=6, seconds=LONG)))[0] == "accepted"
    finally:
        assert one.stop() == 0


@pytest.mark.parametrize("round_", range(3))
def test_of_copies_at_the_same_moment_one_is_accepted(tmp_path, round_):
    one = Server(tmp_path, "--workers", "4")
    token = one.token("upload")
    try:
        copies = [play(f"player {n}", seed=70 + round_, seconds=LONG) for n in range(8)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda data: upload(one, token, data), copies))
        assert sorted(verdict_of(each)[0] for each in answers) == ["accepted"] + ["held"] * 7
    finally:
        assert one.stop() == 0


def packings(data: bytes) -> list[bytes]:
    return [gzip.compress(data, 1), gzip.compress(data, 9), lzma.compress(data, preset=0), lzma.compress(data, preset=9)]


def test_one_play_in_any_packing_is_one_replay(tmp_path):
    one = Server(tmp_path)
    token = one.token("upload")
    try:
        data = play("packer", seconds=LONG)
        first = upload(one, token, data)
        assert first.status_code == 201
        for packed in packings(data):
            again = upload(one, token, packed)
            assert (again.status_code, again.content) == (200, first.content)
            assert again.headers["Location"] == f"/replays/{first.json()['id']}"
        held = upload(one, token, packings(play("cheat", score=2000))[0])
        again = upload(one, token, play("cheat", score=2000))
        assert (held.status_code, again.status_code, again.content) == (201, 200, held.content)
        assert len(one.get("/replays").json()["replays"]) == 2
        fsck = subprocess.run([PROGRAM, "--store", one.store, "fsck"], capture_output=True, text=True, timeout=PATIENCE)
        assert "2 entries, 2 replays: 0 missing, 0 damaged, 0 unlisted" in fsck.stdout
        # another header is another replay
        assert upload(one, token, play("packer", name="Bob", seconds=LONG)).status_code == 201
    finally:
        assert one.stop() == 0


def test_packings_at_the_same_moment_are_one_replay(tmp_path):
    one = Server(tmp_path, "--workers", "4")
    token = one.token("upload")
    try:
        data = play("packer", seconds=LONG)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda each: upload(one, token, each), [data, *packings(data)]))
        assert sorted(each.status_code for each in answers) == [200] * 4 + [201]
        assert len({each.content for each in answers}) == 1
    finally:
        assert one.stop() == 0


@pytest.mark.parametrize("how", [[], ["--stored"]], ids=["rows", "stored"])
def test_a_file_of_several_replays_is_refused(server, uploader, tmp_path, how):
    """One of them would be read, and the others kept and given to everybody without having been looked at."""
    archives = []
    for name in ("member", "hidden"):
        plain, packed = tmp_path / f"{name}.bsor", tmp_path / f"{name}.reel"
        plain.write_bytes(play(name, score=7 if name == "hidden" else None))
        reel("pack", *how, "-o", packed, plain)
        archives.append(packed.read_bytes())
    one, other = archives
    assert upload(server, uploader, one).status_code in (200, 201)
    for data in (one + other, one + one, one + other[:-40]):
        answer = upload(server, uploader, data)
        assert (answer.status_code, answer.json()["rule"]) == (422, "server.several"), answer.text
    if not how:
        assert upload(server, uploader, gzip.compress(one + other)).json()["rule"] == "server.several"


def test_a_mark_makes_another_content(tmp_path, key):  # noqa: F811
    one = Server(tmp_path)
    token = one.token("upload")
    try:
        data = play("signer")
        assert upload(one, token, data).status_code == 201
        assert upload(one, token, signed(key, tmp_path, data)).status_code == 201
    finally:
        assert one.stop() == 0


# ---- what is read ----------------------------------------------------------------------------------------------------

TOOL = PROGRAM.parent / "test/inspect_tool"


@pytest.mark.skipif(not TOOL.exists(), reason="the tools of the tests are not built")
def test_an_upload_is_opened_once(tmp_path):
    files = golden()
    counted = 0
    for path in files:
        said = subprocess.run([TOOL, path], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
        assert said.startswith("opens 1 "), (path, said)
        counted += 1
    assert counted > 50


def test_the_server_knows_no_format_by_name():
    """Names of the formats and their games appear in no source file of the server, but in the one that makes the run of a finish, which is of one
    game, for the call with that name; scoresaber-json is what the old service gave."""
    names = {path.name.split("-")[0] for path in (SOURCE / "tests/formats").iterdir() if path.is_dir()}
    names |= {"beatsaber", "beat saber", "bsor", "xror", "scoresaber", "geometry", "ddnet", "score-mismatch", '"won"'}
    for path in sorted((SOURCE / "server/src").rglob("*.[ch]")):
        if path.name == "worker_finish.c":
            continue
        text = path.read_text().lower().replace("scoresaber-json", "").replace("/replays/{id}/demo", "")
        for name in names - {"common", "all"}:
            assert not re.search(rf'(?<![a-z]){re.escape(name)}(?![a-z])', text), (path.name, name)


def test_nothing_that_was_read_is_nothing_that_is_accepted(server, uploader):
    """A macro without inputs, a play without frames and notes, lines that are not frames."""
    empty = play("nobody", notes=0, seconds=0)
    answers = [upload(server, uploader, data) for data in (empty, gzip.compress(empty), deep_lines())]
    for answer in answers:
        assert answer.status_code in (415, 422), answer.text
        assert answer.json().get("verdict") in (None, "refused")


def deep_lines() -> bytes:
    return b"2024/01/01 00:00:00.000\t" + b"[" * 2_000_000 + b"\n"


@pytest.mark.parametrize("seed", range(5))
def test_what_is_cut_is_refused(server, uploader, seed):
    source = random.Random(seed)
    whole = play(f"cut {seed}")
    for data in (whole[: source.randrange(300, len(whole) - 1)], gzip.compress(whole)[: -source.randrange(9, 200)]):
        answer = upload(server, uploader, data)
        assert answer.status_code == 422 and answer.json()["verdict"] == "refused"
