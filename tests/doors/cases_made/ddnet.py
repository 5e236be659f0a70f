# SPDX-License-Identifier: MIT
"""teehistorian, packed by the page of the format."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field

from .language import NULL, Suite, guid, text

MAGIC = bytes.fromhex("699db17b8efb34ffb1d8da6f60c15dd1")
GAME = uuid.UUID("a1eb7182-796e-3b3e-941d-38ca71b2a4a8")
MANY = 5000  # messages: more than a chunk has
KINDS = {"new": "1=new", "diff": "2=diff", "old": "4=old"}


def number(value: int) -> bytes:
    """The first byte has a sign and six bits, the others seven."""
    bits, out = (~value if value < 0 else value), bytearray()
    byte = (0x40 if value < 0 else 0) | bits & 63
    bits >>= 6
    while bits:
        out.append(byte | 128)
        byte, bits = bits & 127, bits >> 7
    return bytes([*out, byte])


def header(name: str = "Zoë") -> bytes:
    values = {
        "comment": "teehistorian@ddnet.tw", "version": "2", "game_uuid": str(GAME), "server_version": "0.6.4, 19.1",
        "start_time": "2026-01-31 01:25:00 +0000", "server_name": name, "server_port": "8303", "game_type": "DDraceNetwork",
        "map_name": "Kobra 4", "map_size": "903514", "map_sha256": "0" * 64, "map_crc": "00000000", "config": {"sv_port": "8303"},
        "tuning": {}, "uuids": [],
    }  # fmt: skip
    return MAGIC + json.dumps(values, separators=(",", ":"), ensure_ascii=False).encode() + b"\0"


@dataclass
class Game:
    """A file, and what its messages are."""

    data: bytes = field(default_factory=header)
    count: int = 0
    rows: dict[str, list[list[object]]] = field(default_factory=dict)

    def message(self, numbers: list[int], more: bytes = b"", table: str = "", row: list[object] | None = None) -> Game:
        if row is not None:
            self.rows.setdefault(table, []).append([self.count, len(self.data), *row])
        self.data += b"".join(map(number, numbers)) + more
        self.count += 1
        return self


def small() -> Game:
    game = Game()
    game.message([-2, 0])  # tick 1
    game.message([-8, 3], table="joins", row=[1, 3])
    game.message([-3, 3, 100, -200], table="positions", row=[1, 3, 100, -200, KINDS["new"]])
    aim = [1, -5, 2**31 - 1, 1, 63, 0, 1, 0, 0, 0]
    game.message([-6, 3, *aim], table="inputs", row=[1, 3, *aim, "1=new"])
    game.message([-2, 8])  # tick 10
    game.message([3, -1, 1000], table="positions", row=[10, 3, 99, 800, KINDS["diff"]])
    game.message([-10, 3, 128], b"say\0" + number(2) + b"a\0Zo\xc3\xab\0", "commands", [10, 3, 128, text("say"), 2])
    # the same id again begins another tick
    game.message([-4, 3], table="positions", row=[11, 3, NULL, NULL, KINDS["old"]])
    return game.message([-9, 3], b"bye\0", "drops", [11, 3, text("bye")]).message([-1])


AT = "seq offset tick"
INPUT = "direction target_x target_y jump fire hook player_flags wanted_weapon next_weapon prev_weapon"


def add(to: Suite) -> None:
    game = small()
    to.input("game.teehistorian", game.data)
    case = to.case("the log of a game").file("game.teehistorian").read().line("format", "teehistorian")
    columns = "version version_minor game_uuid prev_game_uuid server_name server_port map_name map_size start_unix start_time"
    nil = bytes(16)
    start: list[object] = [1769822700, text("2026-01-31 01:25:00 +0000")]
    case.table("header", 1, columns, [[2, NULL, guid(GAME.bytes), guid(nil), text("Zoë"), 8303, text("Kobra 4"), 903514, *start]])
    case.table("positions", 3, f"{AT} cid x y kind", game.rows["positions"])
    case.table("inputs", 1, f"{AT} cid {INPUT} kind", game.rows["inputs"])
    case.table("joins", 1, f"{AT} cid", game.rows["joins"]).table("drops", 1, f"{AT} cid reason", game.rows["drops"])
    case.table("commands", 1, f"{AT} cid flags command arguments", game.rows["commands"])
    case.table("arguments", 2, "tick number text", [[10, 0, text("a")], [10, 1, text("Zoë")]])
    to.case("a log is written as it was").file("game.teehistorian").call("rewrite").result(game.data)
    case = to.case("ticks of a log").file("game.teehistorian").line("with", "between", 5, 20).read()
    case.table("positions", 2, f"{AT} cid x y kind", game.rows["positions"][1:]).table("joins", 0, "tick")

    begin = header() + number(-2) + number(0) + b"".join(map(number, (-3, 0, 0, 0)))
    step = number(-2) + number(0) + b"".join(map(number, (0, 1, -1)))
    to.input("long.teehistorian", begin, (MANY, step), number(-1))
    case = to.case("a log of many chunks").file("long.teehistorian").read()

    def row(at: int) -> list[object]:
        """The position of tick `at` + 1."""
        offset = len(begin) + (at - 1) * len(step) + 2 if at else len(header()) + 2
        return [1 + 2 * at, offset, 1 + at, 0, at, -at, KINDS["diff" if at else "new"]]

    case.table("positions", MANY + 1, f"{AT} cid x y kind", {at: row(at) for at in (0, 1, 2047, 2048, 4095, 4096, MANY)})
    to.case("a long log is written as it was").file("long.teehistorian").call("rewrite").result(begin + MANY * step + number(-1))

    to.input("other.teehistorian", header("Ann") + number(-1))
    for flush in (False, True):
        case = to.case(f"a second header of a log is refused{', also after a flush' if flush else ''}").call("write")
        if flush:
            case.without("a writer has no flush", "python")
        case.line("create", "teehistorian").line("append", "game.teehistorian", "header")
        case.line("append", "game.teehistorian", "header_values")
        if flush:
            case.line("flush")
        case.line("refused", "other.teehistorian", "header", "argument", "writer.second-row")
        for table in ("joins", "positions", "inputs"):
            case.line("append", "game.teehistorian", table)
        case.table("header", 1, "server_name", [[text("Zoë")]]).table(
            "positions", 3, "tick cid x y kind", [each[2:] for each in game.rows["positions"]]
        )
