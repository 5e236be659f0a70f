# SPDX-License-Identifier: MIT
"""GET /?playerID=&songID=: the newest accepted replay of a player, by a level or by its first part, on either database."""

from __future__ import annotations

import os
import subprocess

import pytest
from conftest import Server
from plays import play

USES_DATABASE = True  # conftest.py


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_replay_is_found_by_level_or_by_map(tmp_path, kind):
    where = os.environ.get("REEL_TEST_DATABASE")
    if kind == "postgres" and not where:
        pytest.skip("no PostgreSQL: server/test.sh starts one")
    server = Server(tmp_path, *(["--database", where] if kind == "postgres" else []))
    me, song = f"finder {os.getpid()}", f"{os.getpid():040d}"
    try:
        token = {"Authorization": "Bearer " + new_token(server)}

        def put(level: str, seed: int, difficulty: str = "Expert", **more: object) -> tuple[str, str]:
            answer = server.post("/replays", data=play(me, level=level, seed=seed, difficulty=difficulty, **more), headers=token)
            assert answer.status_code == 201, answer.text
            return level, difficulty

        def found(words: str, player: str = me) -> tuple[str, str] | None:
            answer = server.get("/", params={"playerID": player, "songID": words, "table": "info"})
            assert answer.status_code in (200, 404) or not words
            row = answer.json()["info"] if answer.status_code == 200 else None
            return (row["map_hash"], row["difficulty"]) if row else None

        easy = put(song, 1, "Easy")
        expert = put(song, 2)
        other = put("A" + song[1:], 3)
        put(song, 4, "Hard", score=5)  # held: its score is not the recomputed one
        level = server.get("/replays", params={"player": me, "limit": "1"}).json()["replays"][0]["level"].split("/")
        assert found(song) == expert
        assert found("A" + song[1:]) == other
        assert found("/".join([song, "Easy", *level[2:]])) == easy
        assert found(f"{song}/easy") == easy
        assert found(f"{song}/Hard") is None
        assert found(song, "nobody") is None
        for near in (song[:-1], song + "0", f"{song}/Eas", f"{song}/Easy/x", "%", "_" * 40, "", "/", "//"):
            assert found(near) is None, near
    finally:
        assert server.stop() == 0


def new_token(server: Server) -> str:
    done = subprocess.run([server.program, *server.options, "token", "add", f"find-{os.getpid()}"], capture_output=True, text=True, check=True)
    return done.stdout.strip()
