#!/usr/bin/env python3
"""Makes the golden and bad files of .ecrreplay, and the values that their rows must have.

    make_ecrreplay.py [--check] [FOLDER]

The objects are built as the recorder builds them, then pickled and packed by Python itself, as it does: nothing here uses the library. What a
file must read as is in ecrreplay_truth.tsv beside it. With --check it compares with the files that are there instead of writing them.
"""

from __future__ import annotations

import bz2
import json
import pathlib
import pickle
import struct
import sys

Recording = dict[str, object]

# ---- what the game says, and what the recorder makes of it ---------------------------------------


def single(value: float) -> float:
    """A number as the game writes it: eight digits of a float."""
    return float(f"{struct.unpack('<f', struct.pack('<f', value))[0]:.8g}")


def vector(seed: int, size: float) -> list[float]:
    return [single(((seed * 7919 + axis * 104729) % 2000 - 1000) / 1000 * size) for axis in range(3)]


def player_of(account: int, name: str, frame: int, ping: int) -> dict[str, object]:
    """A player in an answer of the game."""
    seed = account % 1000 * 50 + frame

    def part(number: int) -> dict[str, list[float]]:
        at = "position" if number < 2 else "pos"
        return {at: vector(seed + number, 10), "forward": vector(seed + 10 + number, 1), "left": vector(seed + 20 + number, 1),
                "up": vector(seed + 30 + number, 1)}

    return {"name": name, "userid": account, "number": account % 100, "level": account % 50 + 1, "ping": ping, "velocity": vector(seed, 5),
            "head": part(0), "body": part(1), "lhand": part(2), "rhand": part(3)}


def answer(frame: int, teams: list[list[tuple[int, str]]]) -> dict[str, object]:
    """An answer of the game. It goes through JSON, so that each text and list is an object of its own."""
    made = [{"players": [player_of(a, n, frame, 20 + frame % 7 + slot) for slot, (a, n) in enumerate(t)]} if t else {} for t in teams]
    return json.loads(json.dumps({"sessionid": "01234567-89AB-CDEF-0123-456789ABCDEF", "map_name": "mpl_combat_dyson", "teams": made}))


def record(answers: list[dict[str, object]], version: float | None, start: str = "2021-08-14 20-51-44", rate: int = 10) -> Recording:
    """What the recorder keeps of answers."""
    first = answers[0] if answers else answer(0, [[], [], []])
    seen: dict[str, dict[str, object]] = {}
    game: Recording = {"sessionid": first["sessionid"], "map_name": first["map_name"], "start_time": start, "framerate": rate,
                       "players": seen, "data": []}
    if version is not None:
        game["version"] = version
    for one in answers:
        teams = []
        for team in one["teams"]:
            saved = []
            for p in team.get("players", []):
                if str(p["userid"]) not in seen:
                    seen[str(p["userid"])] = {"name": p["name"], "number": p["number"], "level": p["level"], "playerID": len(seen)}
                kept = {"id": seen[str(p["userid"])]["playerID"]}
                kept["r"] = [p["rhand"][k] for k in ("pos", "forward", "left", "up")]
                kept["l"] = [p["lhand"][k] for k in ("pos", "forward", "left", "up")]
                kept["h"] = [p["head"][k] for k in ("position", "forward", "left", "up")]
                kept["b"] = [p["body"]["position"], p["head"]["forward"], p["head"]["left"], p["head"]["up"]]
                kept["v"] = p["velocity"]
                if version is not None:
                    kept["p"] = p["ping"]
                saved.append(kept)
            teams.append(saved)
        game["data"].append({"teams": teams})
    return game


def packed(game: object, protocol: int = 4, level: int = 9) -> bytes:
    return bz2.compress(pickle.dumps(game, protocol), level)


BLUE = [(5355331367826091, "Blue One"), (18446744073709551615, "Grüße"), (7, "x")]
ORANGE = [(3236802029775768, "Orange"), (8, "x")]
WATCHING = [(922507647874005, "")]


def match(frames: int) -> list[dict[str, object]]:
    def teams(frame: int) -> list[list[tuple[int, str]]]:
        return [BLUE[: 1 + frame % 3], ORANGE if frame % 4 else [], WATCHING if frame > 1 else []]

    return [answer(frame, teams(frame)) for frame in range(frames)]


def match_player() -> dict[str, object]:
    return record(match(1), None)["data"][0]["teams"][0][0]


# ---- the truth -----------------------------------------------------------------------------------


class Truth:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, file: str, table: str, row: int, field: str, value: object) -> None:
        if isinstance(value, list):
            value = " ".join(repr(v) for v in value)
        self.lines.append(f"{file}\t{table}\t{row}\t{field}\t{value}")

    def game(self, file: str, game: Recording, rate: int, start: int) -> None:
        for field, key in (("session_id", "sessionid"), ("map_name", "map_name"), ("start_time", "start_time"), ("framerate", "framerate")):
            self.add(file, "info", 0, field, game[key])
        ids = {}
        for row, (account, entry) in enumerate(game["players"].items()):
            ids[entry["playerID"]] = (account, entry)
            for field, value in (("userid", account), ("name", entry["name"]), ("number", entry["number"]), ("level", entry["level"]),
                                 ("player_id", entry["playerID"])):
                self.add(file, "roster", row, field, value)
        team_row = player_row = 0
        last = len(game["data"]) - 1
        for number, frame in enumerate(game["data"]):
            if 4 < number < last:  # of a long file the beginning and the end
                team_row += len(frame["teams"])
                player_row += sum(len(players) for players in frame["teams"])
                continue
            self.add(file, "frames", number, "time", number / rate)
            self.add(file, "frames", number, "recorded", start + number * 1000 // rate if start else 0)
            for team, players in enumerate(frame["teams"]):
                self.add(file, "teams", team_row, "players", len(players))
                team_row += 1
                for slot, p in enumerate(players):
                    self.player(file, player_row, number, team, slot, p, ids)
                    player_row += 1
        self.add(file, "ending", 0, "rate", rate)
        self.add(file, "ending", 0, "version", game.get("version", "(missing)"))

    def player(self, file: str, row: int, frame: int, team: int, slot: int, p: dict[str, object], ids: dict[int, tuple[str, dict[str, object]]]) -> None:
        account, entry = ids.get(p["id"], ("0", {"name": ""}))
        values = {"frame": frame, "team": team, "slot": slot, "player_id": p["id"], "userid": account, "name": entry["name"],
                  "velocity": p["v"], "ping": p.get("p", "(missing)")}
        for key, part in (("r", "right_hand"), ("l", "left_hand"), ("h", "head"), ("b", "body")):
            values[part] = p[key][0]
            for place, direction in enumerate(("forward", "left", "up")):
                values[f"{part}_{direction}"] = p[key][1 + place]
        for field, value in values.items():
            self.add(file, "players", row, field, value)


# ---- files ---------------------------------------------------------------------------------------

START = 1628974304000
OLD = record(match(4), None)
NEW = record(match(5), 1.1)


def golden(t: Truth) -> dict[str, bytes]:
    files = {}

    def add(name: str, game: Recording, rate: int = 10, start: int = START, data: bytes | None = None) -> None:
        files[f"{name}.ecrreplay"] = packed(game) if data is None else data
        t.game(f"{name}.ecrreplay", game, rate, start)

    add("ecr-old", OLD)
    add("ecr-new", NEW, 20)
    add("ecr-nobody", record([answer(0, [[], [], []])], 1.1), 20)
    add("ecr-nothing", record([], None))
    one = record(match(1), None)
    add("ecr-one", one)
    # The batches of a pickle have a thousand members; its frames, and the blocks of level 1, end inside values.
    add("ecr-batches", record([answer(0, [[], [], []])] * 2003, None))
    long = record([one for _ in range(60) for one in match(2)], None)
    add("ecr-blocks", long, data=packed(long, level=1))
    for protocol in (2, 3, 5):
        add(f"ecr-protocol-{protocol}", one, data=packed(one, protocol))
    add("ecr-streams", one, data=bz2.compress(pickle.dumps(one, 4)[:500]) + bz2.compress(pickle.dumps(one, 4)[500:]))
    odd = record(match(1), None, "yesterday", 0)
    odd["data"][0]["teams"][0][0].update(v=[1, -2, 3.5], p=-70000, extra=[None, True, 2**40])
    odd["data"][0]["clock"] = 1.5
    odd["season"] = "first"
    odd["data"].append({"teams": [[{**match_player(), "id": 9}]]})
    add("ecr-odd", odd, 20, 0, packed(odd) + b"more")
    return files


def bad() -> dict[str, tuple[bytes, str]]:
    whole = packed(OLD)
    raw = pickle.dumps(OLD, 4)
    files = {}

    def add(name: str, data: bytes, line: str) -> None:
        files[f"ecr-{name}.ecrreplay"] = (data, line)

    def broken(name: str, change: object, status: str = "corrupt", rule: str = "ecrreplay.frame", section: str = "frames") -> None:
        game = record(match(3), None)
        change(game)
        add(name, packed(game), f"{status}\t{rule}\t{section}\t")

    add("cut", whole[:-20], f"truncated\tunpack.truncated\tbzip2\t{len(whole) - 20}")
    flipped = bytearray(whole)
    flipped[12] ^= 1
    add("checksum", bytes(flipped), "corrupt\tunpack.corrupt\tbzip2\t15")
    end = bytearray(whole)
    end[-1] ^= 64
    add("end", bytes(end), "corrupt\tunpack.corrupt\tbzip2\t")
    add("text", bz2.compress(b"only text"), "unsupported\tecrreplay.content\tpickle\t0")
    add("pickle-cut", bz2.compress(raw[:-300]), f"truncated\tecrreplay.truncated\tpickle\t{len(raw) - 300}")
    add("global", bz2.compress(b"\x80\x04cos\nsystem\n\x8c\x04true\x85R."), "unsupported\tecrreplay.opcode\tpickle\t2")
    add("depth", bz2.compress(b"\x80\x04" + b"](" * 40), "limit\tecrreplay.depth\tpickle\t35")
    add("stack", bz2.compress(b"\x80\x04}s."), "corrupt\tecrreplay.pickle\tpickle\t3")
    add("list", bz2.compress(b"\x80\x04](K\x01e."), "corrupt\tecrreplay.header\tinfo\t")
    add("memo", bz2.compress(b"\x80\x04}h\x05s."), "corrupt\tecrreplay.pickle\tpickle\t3")
    add("long", bz2.compress(b"\x80\x04}\x8a\x09123456789s."), "unsupported\tecrreplay.long\tpickle\t3")
    add("utf-8", bz2.compress(b"\x80\x04}\x8c\x01\xffNs."), "corrupt\tecrreplay.pickle\tpickle\t3")
    broken("no-map", lambda g: g.pop("map_name"), rule="ecrreplay.header", section="info")
    broken("account", lambda g: g["players"].update({"-5": {"name": "a", "number": 1, "level": 1, "playerID": 9}}), rule="ecrreplay.header",
           section="info")
    broken("many", lambda g: g["players"].update({str(900 + i): {"name": "a", "number": 1, "level": 1, "playerID": i} for i in range(257)}), "limit",
           "ecrreplay.players", "info")
    broken("vector", lambda g: g["data"][2]["teams"][0][0].update(v=[1.0, 2.0]))
    broken("nan", lambda g: g["data"][1]["teams"][0][0].update(v=[1.0, 2.0, float("nan")]))
    broken("no-head", lambda g: g["data"][2]["teams"][0][1].pop("h"))
    broken("teams", lambda g: g["data"][2].update(teams=[[], [], [], []]))
    broken("shared", lambda g: g["data"].append(g["data"][0]), "unsupported", "ecrreplay.shared", "pickle")
    return files


def main() -> int:
    check = "--check" in sys.argv
    rest = [a for a in sys.argv[1:] if a != "--check"]
    folder = pathlib.Path(rest[0]) if rest else pathlib.Path(__file__).parent
    t = Truth()
    files = {f"golden/{name}": data for name, data in golden(t).items()}
    errors = {}
    for name, (data, line) in bad().items():
        files[f"bad/{name}"] = data
        errors[name.rsplit(".", 1)[0]] = line
    files["ecrreplay_truth.tsv"] = ("file\ttable\trow\tfield\tvalue\n" + "\n".join(t.lines) + "\n").encode()
    differ = 0
    for name, data in files.items():
        path = folder / name
        if check:
            differ += not path.exists() or path.read_bytes() != data
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    if check:
        print(f"{len(files)} files, {differ} differences")
    else:
        print("\n".join(f"{n}\t{e}" for n, e in sorted(errors.items())))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
