#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long an upload takes with rankings, and their pages, by the number of plays. Prints a table in Markdown.

    bench/server_rankings.py [PLAYS...]     by default 10000 and 1000000: a million are of 100,000 players on 10,000 levels; REEL_ROWS names a folder for them

Plays are made in SQLite, and the rankings are computed from them when the server starts. There are as many rankings as packaging/server/rankings.conf
has, of which those of Beat Saber count, and one by place and one with the best 1,000 of decaying points more. An upload is timed with rankings and
without any: the difference is what they cost. One that takes the first place of a level moves the hundred players behind it. Each cell has the
median, the 99th of a hundred, and the processor time of the server without its workers. Needs build/server and build/server-test/venv (server/test.sh makes both).
"""

from __future__ import annotations

import itertools
import os
import pathlib
import random
import sqlite3
import statistics
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "server/test"))

import requests  # noqa: E402
from conftest import Server  # noqa: E402
from plays import play  # noqa: E402

UPLOADS, CALLS = 200, 200
MOST = 700  # points of the plays that are made: less than those of a play of four good notes
PLACES = " ".join(str(100 - n) for n in range(100))
RULES = f"""
ranking places
board beatsaber
points place {PLACES}
ranking accuracy
board beatsaber-accuracy
points curve 0:0 0.9:0.5 1:1
weight 100
best 1000
decay 0.965
"""


def make_plays(path: pathlib.Path, count: int) -> None:
    """Plays of two boards. A level has a hundred plays on average, one of them a hundredth of all; a player ten, and one a thousand."""
    source = random.Random(count)
    players, levels = max(count // 10, 10), max(count // 100, 10)
    rows = []
    with sqlite3.connect(path, isolation_level=None) as db:
        for setting in ("journal_mode = MEMORY", "synchronous = OFF", "cache_size = -1000000"):
            db.execute(f"PRAGMA {setting}")
        db.execute("BEGIN")
        for number in range(1, count + 1):
            level = "popular/expert/standard" if number % 100 == 0 else f"{source.randrange(levels):040d}/expert/standard"
            player = "busy" if number <= 1000 else f"player {source.randrange(players)}"
            accuracy = 1 - source.random() ** 2 / 2
            for n, (board, value) in enumerate((("beatsaber", accuracy * MOST), ("beatsaber-accuracy", accuracy))):
                rows.append((number * 1024 + n, number, 1, board, level, player, -value, value, level, player, player))
        db.executemany("INSERT INTO entry (entry, entry_replay, counts, board, board_level, board_player, rank, play_value, play_level,"
                       " play_player, play_name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        db.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO replay (id, received, size, verdict,"
                   " format, game, player, player_name, level, seconds, errors, warnings, uploader, number) SELECT printf('%064x', i), i, 1, 2,"
                   " 'bsor', 'Beat Saber', 'p', 'p', 'l', 1, 0, 0, 'u', i FROM n", (count,))
        db.execute("INSERT INTO best (board, board_level, board_player, rank, best_entry) SELECT board, board_level, board_player, rank, entry"
                   " FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY board, board_level, board_player ORDER BY rank, entry) AS place FROM entry)"
                   " WHERE place = 1")
        db.execute("UPDATE reel_sequence SET last = ?, counted = 0", (count,))
        db.execute("COMMIT")
    db.close()


def processor_time(server: Server) -> float:
    """Seconds, of the server and not of its workers."""
    return sum(int(each) for each in pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]) / os.sysconf("SC_CLK_TCK")


def timed(server: Server, call, count: int) -> tuple[float, float, float]:
    """Milliseconds: the median, the 99th of a hundred, and the processor time."""
    times, used = [], processor_time(server)
    for n in range(count):
        begun = time.perf_counter()
        answer = call(n)
        times.append((time.perf_counter() - begun) * 1000)
        assert answer.status_code in (200, 201), answer.text
        assert answer.request.method == "GET" or answer.json()["verdict"] == "accepted", answer.text
    times.sort()
    return statistics.median(times), times[int(len(times) * 0.99)], (processor_time(server) - used) * 1000 / count


def measure(folder: pathlib.Path, count: int) -> dict[str, tuple[float, ...]]:
    rules = folder / "rankings.conf"
    rules.write_text(RULES)
    server = Server(folder, "--rankings", str(rules))
    server.stop()
    make_plays(server.database, count)
    begun = time.perf_counter()
    server.sql("DELETE FROM ranking")
    server.start()
    found = {"computing all from nothing, s": (time.perf_counter() - begun,) * 3}
    token = server.token("upload")
    seeds = itertools.count(5000)  # of two players with one motion, the second is a copy, and does not rank

    def upload(player: str, level: str, good: int = 2):
        data = [play(player.format(n), level=level.format(n), seed=next(seeds), seconds=3.0, notes=4, good=good) for n in range(UPLOADS)]
        return lambda n: requests.post(server.url + "/replays", data=data[n], headers=token, timeout=60)

    calls = {
        "an upload of a new player on a popular level": (upload("new {}", "popular"), UPLOADS),
        "an upload that takes the first place of a level with a hundred": (upload("first {}", "{:040d}", 4), UPLOADS),
        "an upload of the player with a thousand levels, on another one": (upload("busy", "level {}"), UPLOADS),
    }
    paths = {"the first page": "/rankings/accuracy", "the page of a player in the middle": "/rankings/accuracy?player=player%201",
             "a player's levels": "/rankings/accuracy/players/busy", "the first page for people": "/plays/ranking?ranking=accuracy",
             "the first places of a level": "/boards/beatsaber/popular/expert/standard/history"}  # fmt: skip
    session = requests.Session()
    calls |= {name: (lambda n, path=path: session.get(server.url + path, timeout=60), CALLS) for name, path in paths.items()}
    for name, (call, times) in calls.items():
        found[name] = timed(server, call, times)
    server.stop()
    rules.write_text("")
    server.start()
    for name, call in (("a new player on a popular level", upload("newer {}", "popular")), ("the first place of a level", upload("best {}", "{:040d}", 4))):
        found[f"{name}, without rankings"] = timed(server, call, UPLOADS)
    assert server.stop() == 0
    return found


def main() -> None:
    counts = [int(each) for each in sys.argv[1:]] or [10_000, 1_000_000]
    results = []
    for count in counts:
        with tempfile.TemporaryDirectory(dir=os.environ.get("REEL_ROWS", "/var/tmp"), prefix="reel-rankings-") as folder:
            results.append(measure(pathlib.Path(folder), count))
    print("| median (99 %), CPU, ms | " + " | ".join(f"{count:,} plays" for count in counts) + " |")
    print("| --- |" + " ---: |" * len(counts))
    for name in results[0]:
        print(f"| {name} | " + " | ".join("{:.1f} ({:.1f}), {:.1f}".format(*result[name]) for result in results) + " |")


main()
