#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long lists and boards take, by the number of replays in the catalogue. Prints a table in Markdown.

    bench/server_rows.py [ROWS...]     by default 1000, 100000 and 1000000; a million need 3 GB of disk

Rows are made in SQLite: of a thousand players some have ten replays and one a tenth of all; one level has a twentieth of all. Each call is
timed 200 times, with pages of ten, by all servers in turn. Needs build/server and build/server-test/venv (server/test.sh makes both).
"""

import pathlib
import random
import re
import sqlite3
import statistics
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "server/test"))

import requests  # noqa: E402
from conftest import Server  # noqa: E402

CALLS = 200
PAGE = 10
TEXT = "x" * 4000  # an answer and a fingerprint
BOARD = "/boards/beatsaber/popular/Expert/Standard"
GETS = {
    "a player with ten replays": "/replays?player=small%200",
    "a player with a tenth of all": "/replays?player=big",
    "a player with none": "/replays?player=nobody",
    "a level and a player": "/replays?level=popular/Expert/Standard&player=small%200",
    "a level": "/replays?level=popular/Expert/Standard",
    "a game": "/replays?game=Geometry%20Dash",
    "a format": "/replays?format=xror",
    "held ones": "/replays?verdict=held",
    "held ones of a level": "/replays?level=popular/Expert/Standard&verdict=held",
    "an uploader": "/replays?uploader=rare",
    "the newest": "/replays",
    "since a time": "/replays?since={since}",
    "page 400 of all": "/replays?before={middle}",
    "a board": BOARD,
    "a board, the second page": "{page}",
    "every play of a board, page 400": "{later}",
    "a board around a player": BOARD + "?player=small%201",
    "every play of a board": BOARD + "?all=1",
    "a board by date": BOARD + "?sort=date",
    "levels of a board": "/boards/beatsaber",
    "progress of a player": BOARD + "/players/small%203",
    "a player": "/players/small%203",
    "a player with a tenth of all, in full": "/players/big",
    "a level in full": "/levels/popular/Expert/Standard",
}
UNLIMITED = ("/levels/",)


def fill(database: pathlib.Path, rows: int) -> None:
    chance = random.Random(33)
    with sqlite3.connect(database) as catalogue:
        for faster in ("synchronous = OFF", "journal_mode = OFF", "cache_size = -2000000"):
            catalogue.execute(f"PRAGMA {faster}")
        columns = [row[1] for row in catalogue.execute("PRAGMA table_info(replay)")]
        known = dict.fromkeys(columns, "") | {"size": 1, "seconds": 1.0, "errors": 0, "warnings": 0}

        def row(n: int) -> list[object]:
            game, format_ = ("Geometry Dash", "gdr2") if n % 50 == 0 else ("Beat Saber", "xror" if n % 100 == 1 else "bsor")
            level = "popular/expert/standard" if n % 20 == 3 else f"{chance.randrange(rows):040x}/expert/standard"
            player = "big" if n % 10 == 9 else f"small {n % (rows // 10)}"
            values = known | {
                "id": f"{n:064x}",
                "number": n,
                "received": 1_700_000_000_000 + 100 * n,
                "verdict": 1 if n % 40 == 3 else 2,
                "format": format_,
                "game": game,
                "player": player,
                "player_key": player,
                "level": level,
                "level_key": level,
                "score": float(chance.randrange(10**6)),
                "ranked": 1,
                "uploader": "rare" if n % 500 == 0 else "game",
                "content": f"{n:064x}",
            }
            return [values[column] for column in columns]

        marks = ",".join("?" * len(columns))
        catalogue.executemany(f"INSERT INTO replay ({','.join(columns)}) VALUES ({marks})", map(row, range(1, rows + 1)))
        catalogue.execute(f"INSERT INTO replay_text SELECT number, '{TEXT}', '' FROM replay")
        catalogue.execute("UPDATE reel_sequence SET last = ?", (rows,))
        catalogue.execute(
            "INSERT INTO entry (entry, entry_replay, counts, board, board_level, board_player, rank, play_value, play_level, play_player, "
            "play_name) SELECT number * 1024, number, verdict = 2, 'beatsaber', level_key, player_key, -score, score, level, player, player "
            "FROM replay WHERE game = 'Beat Saber'"
        )
        catalogue.execute(
            "INSERT INTO best (board, board_level, board_player, rank, best_entry) SELECT board, board_level, board_player, rank, entry FROM "
            "(SELECT *, ROW_NUMBER() OVER (PARTITION BY board, board_level, board_player ORDER BY rank, entry) AS place FROM entry WHERE "
            "counts = 1) WHERE place = 1"
        )
        catalogue.execute("PRAGMA journal_mode = WAL")
    catalogue.close()


def measure(servers: list[Server], paths: list[str]) -> list[tuple[float, float]]:
    """Median and 99th percentile in ms for each server. They take turns, so that another load of the machine is the same for all."""
    session, times = requests.Session(), [[] for _ in servers]
    for _ in range(CALLS):
        for server, path, each in zip(servers, paths, times):
            began = time.perf_counter()
            limit = "" if path.startswith(UNLIMITED) else ("&" if "?" in path else "?") + f"limit={PAGE}"
            assert session.get(server.url + path + limit).status_code in (200, 404)
            each.append(1000 * (time.perf_counter() - began))
    return [(statistics.median(each), sorted(each)[CALLS * 99 // 100]) for each in times]


def words_of(server: Server, rows: int) -> dict[str, object]:
    page = requests.get(f"{server.url}{BOARD}?limit=2").json()["next"].replace("limit=2&", "")
    later = page
    for _ in range(4):  # up to page 400 of ten plays each, if there are as many
        after = later if later is not page else f"{BOARD}?all=1"
        deep = requests.get(f"{server.url}{after}&limit={1000 if rows >= 100_000 else 10}").json()
        if "next" not in deep:
            break
        later = re.sub(r"limit=\d+&", "", deep["next"])
    middle = max(1, rows - 40_000) if rows > 40_000 else rows // 2
    return {"since": 1_700_000_000_000 + 90 * rows, "middle": middle, "page": page, "later": later}


def main() -> None:
    sizes = [int(word) for word in sys.argv[1:]] or [1000, 100_000, 1_000_000]
    results: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        servers = []
        for rows in sizes:
            (pathlib.Path(folder) / str(rows)).mkdir()
            server = Server(pathlib.Path(folder) / str(rows))
            server.stop()
            fill(server.database, rows)
            server.start()
            servers.append(server)
        words = [words_of(server, rows) for server, rows in zip(servers, sizes)]
        for name, path in GETS.items():
            results[name] = measure(servers, [path.format(**each) for each in words])
        for server in servers:
            server.stop()
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown")
    print(f"{model}, SQLite {sqlite3.sqlite_version}; p50 / p99 in ms of {CALLS} calls, pages of {PAGE} over loopback, with Python's share\n")
    print("| call |", " | ".join(f"{rows:,} replays" for rows in sizes), "| last / first, p50 |")
    print("| --- |", " | ".join("---:" for _ in sizes), "| ---: |")
    for name, each in results.items():
        print(f"| {name} |", " | ".join(f"{p50:.2f} / {p99:.2f}" for p50, p99 in each), f"| {each[-1][0] / each[0][0]:.2f} |")


if __name__ == "__main__":
    main()
