#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long every call that reads takes, by the number of replays in the catalogue. Prints a table in Markdown.

    bench/server_rows.py [ROWS...]     by default 1000, 100000 and 1000000; a million need 9 GB of disk, and REEL_ROWS names a folder for them

Rows are made in SQLite: most players have ten replays and one a tenth of all; one level has a twentieth of all, by as many players. Each call
is made by all servers in turn, with pages of ten, and its path is that of the description in /openapi.json, each of which has a call here.
Beside the time of an answer is the processor time of the server and its workers, which other load hardly changes. REEL_ROWS_CALLS is how
often each call is made. Needs build/server and build/server-test/venv (server/test.sh makes both).
"""

import contextlib
import os
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
from plays import play  # noqa: E402

CALLS = int(os.environ.get("REEL_ROWS_CALLS", "200"))
PAGE = 10
KEYS = 4  # rows of motion for each replay that was not uploaded
TEXT = "x" * 4000  # an answer and a fingerprint
LEVEL = "popular/Expert/Standard"
BOARD = f"/boards/beatsaber/{LEVEL}"
GETS = {
    "a player with ten replays": "/replays?player=small%202",
    "a player with a tenth of all": "/replays?player=big",
    "a player with none": "/replays?player=nobody",
    "a level and a player": f"/replays?level={LEVEL}&player=regular",
    "a level": f"/replays?level={LEVEL}",
    "a game": "/replays?game=Geometry%20Dash",
    "a format": "/replays?format=xror",
    "held ones": "/replays?verdict=held",
    "held ones of a level": f"/replays?level={LEVEL}&verdict=held",
    "an uploader": "/replays?uploader=rare",
    "without modifiers": "/replays?modifiers=none",
    "with a modifier": "/replays?modifiers=NF",
    "a headset": "/replays?headset=Index",
    "a level by score": f"/replays?level={LEVEL}&sort=score",
    "a player with a tenth of all, by accuracy": "/replays?player=big&sort=accuracy",
    "the newest": "/replays",
    "since a time": "/replays?since={since}",
    "page 400 of all": "/replays?before={middle}",
    "boards": "/boards",
    "levels of a board": "/boards/beatsaber",
    "a board": BOARD,
    "a board, the second page": "{page}",
    "a board, page 400": "{later}",
    "a board around a player": BOARD + "?player=fan%2049",
    "every play of a board": BOARD + "?all=1",
    "every play of a board, page 400": "{all_later}",
    "a board by date": BOARD + "?sort=date",
    "progress of a player": BOARD + "/players/regular",
    "who held a level": BOARD + "/history",
    "rankings": "/rankings",
    "a ranking": "/rankings/beatsaber",
    "its levels with a weight": "/rankings/beatsaber/levels",
    "a player that is not in it": "/rankings/beatsaber/players/nobody",
    "team and country of a player": "/moderation/players?player=regular",
    "a feed of plays": "/feeds/plays.atom",
    "a feed of first places": "/feeds/records.atom",
    "how others show what is not here": "/oembed?url=nothing",
    "levels of which plays are stated": "/stated/beatsaber",
    "levels of which plays of a player are stated": "/stated/beatsaber?player=big",
    "stated plays of a level": f"/stated/beatsaber/{LEVEL}",
    "maps": "/maps",
    "a map that is not there": "/maps/nothing",
    "its bytes, which are not": "/maps/nothing/bytes",
    "live plays": "/live",
    "a live play that is not there": "/live/nothing",
    "its stream, which is not": "/live/nothing/stream",
    "its page, which is not": "/live/nothing/view",
    "a run of a recording that is not there": "/replays/nothing/demo?finish=ann",
    "a player in full": "/players/small%202",
    "a player with a tenth of all, in full": "/players/big",
    "a level in full": f"/levels/{LEVEL}",
    "a player's data": "/players/real%200/data",
    "by player and level": "/?playerID=real%200&songID={level}",
    "by player and map": "/?playerID=real%200&songID={map}",
    "by a player with a tenth of all, and a map": "/?playerID=big&songID=nothing",
    "a replay": "/replays/{id}",
    "its statistics": "/replays/{id}/stats",
    "a table of it": "/replays/{id}/tables/info",
    "a plot of it": "/replays/{id}/plots/score",
    "its picture": "/replays/{id}/picture.png",
    "its findings": "/replays/{id}/findings",
    "those like it": "/replays/{id}/similar",
    "watching it": "/view/{id}",
    "events": "/events",
    "the newest events": "/events?after={newest}",
    "events of a level": f"/events?after={{newest}}&level={LEVEL}",
    "the queue": "/moderation/queue",
    "a moderated replay": "/moderation/replays/{id}",
    "its bytes": "/moderation/replays/{id}/bytes",
    "refused uploads": "/moderation/refused",
    "own refused uploads": "/refused",
    "letters": "/moderation/letters",
    "bans": "/moderation/bans",
    "the log of moderators": "/moderation/audit",
    "the log of a name": "/moderation/audit?name=name%2010",
    "page of a play": "/plays/{id}",
    "page of plays": "/plays",
    "page of a player": "/plays/player?id=small%202",
    "page of a player with a tenth of all": "/plays/player?id=big",
    "page of a level": f"/plays/level?id={LEVEL}",
    "page of levels": "/plays/levels?board=beatsaber",
    "page of a board": f"/plays/board?board=beatsaber&level={LEVEL}",
    "page of stated plays": f"/plays/stated?board=beatsaber&level={LEVEL}",
    "page of progress": f"/plays/progress?board=beatsaber&level={LEVEL}&player=regular",
    "search for a word": "/plays/search?q=regular",
    "search for a word that many have": "/plays/search?q=expert",
    "start": "/start",
    "liveness": "/healthz",
    "readiness": "/readyz",
    "version": "/version",
    "description": "/openapi.json",
}
PAGED = ("/boards/", "/stated/", "/players/", "/replays?", "/events", "/moderation/queue", "/moderation/audit", "/moderation/bans", "/moderation/letters")


def fast(catalogue: sqlite3.Connection) -> None:
    for faster in ("synchronous = OFF", "journal_mode = OFF", "locking_mode = EXCLUSIVE", "cache_size = -1000000"):
        catalogue.execute(f"PRAGMA {faster}")


def rows_of(columns: list[str], rows: int):
    chance = random.Random(33)
    known = dict.fromkeys(columns, "") | {"size": 1, "seconds": 1.0, "errors": 0, "warnings": 0, "ranked": 1}
    small, first = max(10, rows // 10), int(time.time() * 1000) - 3_600_000 - 100 * rows
    for n in range(1, rows + 1):
        game, format_ = ("Geometry Dash", "gdr2") if n % 50 == 0 else ("Beat Saber", "xror" if n % 100 == 1 else "bsor")
        popular = n % 20 == 3
        level = f"{'popular' if popular else f'{chance.getrandbits(160):040x}'}/expert/standard"
        player = "regular" if n < 200 and popular else f"fan {n // 20}" if popular else "big" if n % 10 == 9 else f"small {n % small}"
        held = n % 40 == 7 or (popular and n // 20 % 50 == 11)
        yield known | {
            "id": f"{n:064x}", "number": n, "received": first + 100 * n, "verdict": 1 if held else 2, "format": format_, "game": game,
            "player": player, "player_key": player, "level": level, "level_key": level, "score": float(chance.randrange(10**6)),
            "accuracy": chance.random(), "modifiers": "NF" if n % 50 == 1 else "", "headset": "Quest 2" if n % 3 else "Index",
            "uploader": "rare" if n % 500 == 0 else "game", "content": f"{n:064x}",
        }  # fmt: skip


def fill(database: pathlib.Path, rows: int) -> None:
    """Indexes are made when the rows are there; what a primary key orders comes in its order."""
    chance = random.Random(34)
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as catalogue:
        fast(catalogue)
        catalogue.create_function("hex_of", 1, lambda text: text[:48].encode().hex(), deterministic=True)
        indexes = catalogue.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").fetchall()
        columns = [row[1] for row in catalogue.execute("PRAGMA table_info(replay)")]
        catalogue.execute("BEGIN")
        for name, _ in indexes:
            catalogue.execute(f"DROP INDEX {name}")
        marks = ",".join(f":{column}" for column in columns)
        catalogue.executemany(f"INSERT INTO replay ({','.join(columns)}) VALUES ({marks})", rows_of(columns, rows))
        catalogue.execute("INSERT INTO replay_text SELECT number, ?, '' FROM replay", (TEXT,))
        catalogue.executemany(
            "INSERT INTO motion (replay, kind, bits) VALUES (?, ?, ?)",
            ((n, chance.getrandbits(34), chance.getrandbits(32)) for n in range(1, rows + 1) for _ in range(KEYS)),
        )
        for statement in (
            "INSERT INTO entry (entry, entry_replay, counts, board, board_level, board_player, rank, play_value, play_level, play_player, "
            "play_name) SELECT number * 1024, number, verdict = 2, 'beatsaber', level_key, player_key, -score, score, level, player, player "
            "FROM replay WHERE game = 'Beat Saber' ORDER BY number",
            "INSERT INTO best (board, board_level, board_player, rank, best_entry) SELECT board, board_level, board_player, rank, entry FROM "
            "(SELECT *, ROW_NUMBER() OVER (PARTITION BY board, board_level, board_player ORDER BY rank, entry) AS place FROM entry WHERE "
            "counts = 1) WHERE place = 1 ORDER BY 1, 2, 3",
            "INSERT INTO stated (board, stated_level, stated_player, rank, stated_value, stated_at, shown_level, shown_player, shown_name, "
            "source) SELECT 'beatsaber', level_key, player_key, MIN(-score), MAX(score), received, level, player, player, 'import' FROM replay "
            "WHERE game = 'Beat Saber' GROUP BY level_key, player_key ORDER BY 2, 3",
            "CREATE TEMP TABLE name AS SELECT DISTINCT 0 AS kind, player_key AS key, player_key AS text FROM replay UNION ALL SELECT DISTINCT 1, "
            "level_key, replace(level_key, '/', ' ') FROM replay",
            "CREATE TEMP TABLE word AS WITH RECURSIVE part (kind, key, word, rest) AS (SELECT kind, key, '', text || ' ' FROM name UNION ALL "
            "SELECT kind, key, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) FROM part WHERE rest <> '') SELECT "
            "kind, key, word FROM part WHERE word <> ''",
            "INSERT INTO known_name SELECT DISTINCT kind, hex_of(word) AS word, key, key FROM word ORDER BY 1, 2, 3",
            "INSERT INTO event (event_number, event_at, kind, state, subject, event_game, event_level, event_player) SELECT number, received, "
            "'new', CASE WHEN verdict = 2 THEN 0 ELSE 1 END, id, game, level_key, player_key FROM replay ORDER BY number",
            "INSERT INTO audit_log (number, at, event, name, who, detail) SELECT number, received, 'held', 'name ' || number / 100, 'ann', '' "
            "FROM replay WHERE number % 10 = 0",
            "INSERT INTO ban (kind, name, shown, action, at, who, reason) SELECT 'player', 'cheat ' || number, '', 1, received, 'ann', '' FROM "
            "replay WHERE number % 100 = 0",
            "INSERT INTO dead_letter (url, number, at, tries, why, body) SELECT 'https://bot.example.com/', number, received, 12, '', '{}' FROM "
            "replay WHERE number % 100 = 0",
        ):
            catalogue.execute(statement)
        catalogue.execute("UPDATE reel_sequence SET last = ?", (rows,))  # the server that starts makes the marks of places
        for _, text in indexes:
            catalogue.execute(text)
        catalogue.execute("COMMIT")
        catalogue.execute("PRAGMA locking_mode = NORMAL")
        catalogue.execute("PRAGMA journal_mode = WAL")


class Filled:
    """A server with a catalogue of some rows, and a few replays that were uploaded to it."""

    def __init__(self, folder: pathlib.Path, rows: int) -> None:
        folder.mkdir(exist_ok=True)
        self.rows, viewer = rows, folder / "viewer.html"
        viewer.write_text("<!doctype html><html><head><title>a page</title></head><body><div id=\"app\"></div></body></html>")
        made = (folder / "filled").exists()
        self.server = Server(folder, "--viewer", str(viewer))
        if not made:
            self.server.stop()
            began = time.monotonic()
            fill(self.server.database, rows)
            print(f"{rows:,} rows in {time.monotonic() - began:.0f} s, {self.server.database.stat().st_size / 1e9:.1f} GB", file=sys.stderr)
            (folder / "filled").touch()
            self.server.start()
        self.session = requests.Session()
        self.session.headers.update(self.server.token("upload", "moderate", "challenge"))
        self.seed = self.newest_number() + 1000
        for n in range(3):
            self.upload(n)
        self.words = self.words_of()

    def get(self, path: str) -> requests.Response:
        return self.session.get(self.server.url + path, timeout=120)

    def newest_number(self) -> int:
        with contextlib.closing(self.server.catalogue()) as catalogue:
            return catalogue.execute("SELECT last FROM reel_sequence").fetchone()[0]

    def upload(self, n: int) -> requests.Response:
        self.seed += 1
        data = play(player=f"real {n % 3}", level=f"{self.seed % 7:040d}", seed=self.seed, seconds=3.0, notes=6)
        return self.session.post(self.server.url + "/replays", data=data, timeout=120)

    def deep(self, path: str) -> str:
        """The address of page 400, or the last one, if there are fewer."""
        later = path
        for _ in range(4):
            deep = self.get(f"{later}{'&' if '?' in later else '?'}limit={1000 if self.rows >= 100_000 else PAGE}").json()
            if "next" not in deep:
                break
            later = re.sub(r"limit=\d+&?", "", deep["next"])
        return later

    def words_of(self) -> dict[str, object]:
        newest = self.newest_number()
        real = self.get("/replays?limit=1&player=real%200").json()["replays"][0]
        with contextlib.closing(self.server.catalogue()) as catalogue:
            latest = catalogue.execute("SELECT MAX(received) FROM replay WHERE number <= ?", (self.rows,)).fetchone()[0]
        return {
            "since": latest - 10 * self.rows,
            "middle": max(1, self.rows - 4000) if self.rows > 8000 else self.rows // 2,
            "page": re.sub(r"limit=\d+&?", "", self.get(f"{BOARD}?limit=2").json()["next"]),
            "later": self.deep(BOARD),
            "all_later": self.deep(f"{BOARD}?all=1"),
            "id": real["id"],
            "level": real["level"],
            "map": real["level"].split("/")[0],
            "newest": newest - 20,
        }

    def processor_seconds(self) -> float:
        """Of every thread of the server and its workers."""
        assert self.server.process
        total = 0
        for process in [self.server.process.pid, *self.server.workers()]:
            for task in pathlib.Path(f"/proc/{process}/task").iterdir():
                with contextlib.suppress(OSError):
                    total += int((task / "schedstat").read_text().split()[0])
        return total / 1e9


def paged(path: str) -> str:
    if (path != "/replays" and not path.startswith(PAGED)) or path.endswith("/data"):
        return path
    return f"{path}{'&' if '?' in path else '?'}limit={PAGE}"


def measure(servers: list[Filled], call) -> list[tuple[float, float, float]]:
    """Median and 99th percentile in ms, and processor time of a call in ms, of each server. They take turns, so that another load of the machine
    is the same for all."""
    times: list[list[float]] = [[] for _ in servers]
    for _ in range(3):
        for server in servers:
            call(server)
    before = [server.processor_seconds() for server in servers]
    for _ in range(CALLS):
        for server, each in zip(servers, times):
            began = time.perf_counter()
            call(server)
            each.append(1000 * (time.perf_counter() - began))
    after = [server.processor_seconds() for server in servers]
    return [
        (statistics.median(each), sorted(each)[len(each) * 99 // 100], 1000 * (late - early) / CALLS)
        for each, early, late in zip(times, before, after)
    ]


def get(path: str):
    def call(server: Filled) -> None:
        answer = server.get(paged(path.format(**server.words)))
        assert answer.status_code in ((200, 403, 404) if "nothing" in path or "nobody" in path else (200,)), (path, answer.status_code, answer.text)

    return call


def check_all(server: Filled) -> None:
    """Every path of the description that is read has a call here."""
    described = {path for path, methods in server.get("/openapi.json").json()["paths"].items() if "get" in methods}
    paths = [path.format(**server.words).split("?")[0] for path in GETS.values()]
    missing = [d for d in described if not any(re.fullmatch(re.sub(r"\{\w+\}", ".+", d), path) for path in paths)]
    assert not missing, missing


def load() -> str:
    return pathlib.Path("/proc/loadavg").read_text().split()[0]


def main() -> None:
    sizes = [int(word) for word in sys.argv[1:]] or [1000, 100_000, 1_000_000]
    results: dict[str, list[tuple[float, float, float]]] = {}
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(os.environ.get("REEL_ROWS") or stack.enter_context(tempfile.TemporaryDirectory()))
        servers = []
        for rows in sizes:
            servers.append(Filled(folder / str(rows), rows))
            if len(servers) == 1:
                check_all(servers[0])
        loads = [load()]
        for name, path in GETS.items():
            results[name] = measure(servers, get(path))
            print(name, *(f"{a:.2f}/{b:.2f}/{c:.3f}" for a, b, c in results[name]), file=sys.stderr, flush=True)
        loads.append(load())
        results["an upload"] = measure(servers, lambda server: server.upload(1))
        for server in servers:
            server.server.stop()
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown")
    print(
        f"{os.cpu_count()} × {model}, load {' to '.join(loads)}, SQLite {sqlite3.sqlite_version}: p50 / p99 in ms of {CALLS} calls, pages of "
        f"{PAGE} over loopback, with Python's share; then processor time of the server in ms\n"
    )
    print("| call |", " | ".join(f"{rows:,} replays | CPU" for rows in sizes), "| last / first, p50 | CPU |")
    print("| --- |", " | ".join("---: | ---:" for _ in sizes), "| ---: | ---: |")
    for name, each in results.items():
        ratios = [f"{each[-1][column] / max(each[0][column], 1e-9):.2f}" for column in (0, 2)]
        print(f"| {name} |", " | ".join(f"{p50:.2f} / {p99:.2f} | {cpu:.2f}" for p50, p99, cpu in each), "|", " | ".join(ratios), "|")


if __name__ == "__main__":
    main()
