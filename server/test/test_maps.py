# SPDX-License-Identifier: MIT
"""Uploads are judged with the map of their level, if the folder of maps has it: `--maps`."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import pathlib
import struct
import subprocess
import zipfile
from collections.abc import Iterator

import pytest
from conftest import PROGRAM, Server
from plays import cut, play, score_of
from test_uploads import upload

NOTES = 8
OPTIONS = os.environ.get("REEL_SERVER_OPTIONS", "").split()


@contextlib.contextmanager
def running(folder: pathlib.Path, *options: str) -> Iterator[Server]:
    """A server that ends well."""
    server = Server(folder, *options)
    yield server
    assert server.stop() == 0


def level(notes: int = NOTES, title: str = "A song", more: bytes = b"") -> tuple[str, bytes]:
    """A map with the notes of a play of plays.py: its hash, and its zip."""
    one = {"_difficulty": "Expert", "_beatmapFilename": "Expert.dat", "_noteJumpMovementSpeed": 16, "_noteJumpStartBeatOffset": 0}
    modes = [{"_beatmapCharacteristicName": "Standard", "_difficultyBeatmaps": [one]}]
    info = {"_version": "2.0.0", "_songName": title, "_beatsPerMinute": 60, "_difficultyBeatmapSets": modes}
    rows = [{"b": 0.5 * i, "x": 1, "y": 0, "c": 0, "d": 1} for i in range(notes)]
    texts = json.dumps(info).encode(), json.dumps({"version": "3.3.0", "colorNotes": rows}).encode() + more
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, text in zip(("Info.dat", "Expert.dat"), texts, strict=True):
            zipped.writestr(name, text)
    return hashlib.sha1(b"".join(texts)).hexdigest(), packed.getvalue()


def without_a_note(player: str, hash_: str, lost: int = 3) -> bytes:
    """A play whose event of one note was removed: it would have been a miss."""
    cuts = [(1.0, 1.0)] * NOTES
    whole = play(player, level=hash_, notes=NOTES, score=score_of(cuts[1:]))
    gone = cut(1 + 0.5 * lost, 1.0, 1.0)
    assert whole.count(gone) == 1
    count = b"\2" + struct.pack("<i", NOTES)
    assert whole.count(count) == 1
    return whole.replace(gone, b"").replace(count, b"\2" + struct.pack("<i", NOTES - 1))


def put_map(folder: pathlib.Path, hash_: str, data: bytes) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{hash_}.zip").write_bytes(data)


def rules(answer) -> list[str]:
    return [each["rule"] for each in answer.json()["findings"]]


def test_an_upload_is_judged_with_its_map(tmp_path):
    hash_, data = level()
    put_map(tmp_path / "maps", hash_, data)
    with running(tmp_path, "--maps", str(tmp_path / "maps")) as server:
        token = server.token("upload", name="bot")
        honest = upload(server, token, play("honest", level=hash_, notes=NOTES))
        assert (honest.status_code, honest.json()["verdict"], honest.json()["map"]) == (201, "accepted", hash_)
        assert "beatsaber.level-play" in rules(honest)
        upper = upload(server, token, play("upper", level="custom_level_" + hash_.upper(), notes=NOTES, seed=7))
        assert upper.json()["map"] == hash_
        forged = upload(server, token, without_a_note("forged", hash_))
        assert forged.status_code == 422
        assert "beatsaber.level-no-event" in rules(forged)
        other = upload(server, token, play("other", level="B" * 40, seed=9))
        assert other.status_code == 201
        assert "map" not in other.json()


@pytest.mark.parametrize("kind", ["noise", "half", "empty", "other", "replay", "folder", "bomb"])
def test_a_file_that_is_no_map_of_the_level_is_a_finding(tmp_path, kind):
    hash_, data = level()
    bad = {
        "noise": bytes(range(256)) * 40,
        "half": data[: len(data) // 2],
        "empty": b"",
        "replay": play("other", level=hash_, notes=NOTES),
        "other": level(title="Another song")[1],
        "bomb": level(more=b" " * (256 << 20))[1],
    }
    (tmp_path / "maps").mkdir()
    if kind == "folder":
        (tmp_path / "maps" / f"{hash_}.zip").mkdir()
    else:
        put_map(tmp_path / "maps", hash_, bad[kind])
    with running(tmp_path, "--maps", str(tmp_path / "maps")) as server:
        answer = upload(server, server.token("upload", name="bot"), play("honest", level=hash_, notes=NOTES))
        assert (answer.status_code, answer.json()["verdict"]) == (201, "accepted"), answer.text
        assert "map" not in answer.json()
        found = [] if kind == "folder" else ["server.map-other" if kind in ("other", "replay") else "server.map-unreadable"]
        assert [rule for rule in rules(answer) if rule.startswith("server.")] == found


def recheck(server: Server, *words: str) -> tuple[int, list[str]]:
    maps = ["--maps", str(server.folder / "maps")]
    run = subprocess.run(
        [PROGRAM, *OPTIONS, "--store", server.store, *maps, "recheck", *words], capture_output=True, text=True, timeout=300
    )
    return run.returncode, run.stdout.splitlines()


def test_recheck_judges_what_is_there_with_maps_that_came_later(tmp_path):
    hash_, data = level()
    with running(tmp_path) as server:
        token = server.token("upload", name="bot")
        honest = upload(server, token, play("honest", level=hash_, notes=NOTES)).json()
        forged = upload(server, token, without_a_note("forged", hash_)).json()
        assert honest["verdict"] == forged["verdict"] == "accepted"
    put_map(tmp_path / "maps", hash_, data)
    status, lines = recheck(server, "--apply")
    assert status == 0, lines
    changed = [line for line in lines if "verdict" in line]
    assert len(changed) == 1
    assert forged["id"] in changed[0]
    assert "verdict accepted -> held" in changed[0]
    assert recheck(server)[0] == 0
