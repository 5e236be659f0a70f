# SPDX-License-Identifier: MIT
"""GDR2 and GDR1 of JSON, packed by the page of the formats."""

from __future__ import annotations

import json
import struct

from .language import NULL, Suite, boolean, f32, f64, raw, text

BUTTONS = ("0=none", "1=jump", "2=left", "3=right")
EXTRAS = ("0=nothing", "1=physics", "2=block")
INPUTS = "frame button player2 down extra"


def number(value: int) -> bytes:
    """An unsigned LEB128 of 64 bits: a negative number has its sign carried on."""
    value &= 2**64 - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def string(value: bytes) -> bytes:
    return number(len(value)) + value


HEADER = {"author": "Zoë", "description": "", "bot_name": "reel", "level_name": "tab\t%"}
# frame, button, player2, down, and the physics of the input
PHYSICS = struct.pack(">fffdd", 1.5, -0.0, 90.0, 0.1, -2.5)
INPUTS_OF_FIRST = ((10, 1, 1, PHYSICS), (25, 1, 0, b""), (20, 3, 1, b""))
INPUTS_OF_SECOND = ((2**33, 2, 1, b""),)


def macro(tag: bytes = b"Phys", author: str = HEADER["author"]) -> bytes:
    """A platformer, so that inputs have buttons; a step back; a frame beyond 32 bits."""
    out = b"GDR" + number(2) + string(tag) + string(author.encode()) + string(b"")
    out += struct.pack(">f", 4.5) + number(22074) + struct.pack(">d", 240.1) + number(-1) + number(2**31 - 1) + b"\1\1"
    out += string(HEADER["bot_name"].encode()) + number(7) + number(2**32 - 1) + string(HEADER["level_name"].encode())
    out += string(b"\0\xff") + number(2) + number(5) + number(2**32)
    out += number(len(INPUTS_OF_FIRST) + len(INPUTS_OF_SECOND)) + number(len(INPUTS_OF_FIRST))
    for inputs in (INPUTS_OF_FIRST, INPUTS_OF_SECOND):
        last = 0
        for frame, button, down, block in inputs:
            out += number(frame - last << 3 | button << 1 | down) + (string(block) if tag else b"")
            last = frame
    return out


def input_rows() -> list[list[object]]:
    rows: list[list[object]] = []
    for player, inputs in enumerate((INPUTS_OF_FIRST, INPUTS_OF_SECOND)):
        for frame, button, down, block in inputs:
            rows.append([frame, BUTTONS[button], boolean(player), boolean(down), EXTRAS[1 if block else 0]])
    return rows


def add(to: Suite) -> None:
    whole = macro()
    to.input("macro.gdr2", whole)
    case = to.case("a macro of packed numbers").file("macro.gdr2").read().line("format", "gdr2")
    columns = (
        "version input_tag author description duration game_version framerate seed coins low_detail platformer bot_name bot_version"
    )
    values: list[object] = [
        2,
        text("Phys"),
        text(HEADER["author"]),
        text(""),
        f32(4.5),
        22074,
        f64(240.1),
        -1,
        2**31 - 1,
        "true",
        "true",
    ]
    values += [text("reel"), 7, 2**32 - 1, text(HEADER["level_name"]), raw(b"\0\xff")]
    case.table("info", 1, f"{columns} level_id level_name replay_extension", [values])
    case.table("inputs", 4, INPUTS, input_rows())
    case.table("physics", 1, "frame x y rotation x_velocity y_velocity", [[10, f32(1.5), f32(-0.0), f32(90.0), f64(0.1), f64(-2.5)]])
    case.table("deaths", 2, "frame", [[5], [5 + 2**32]])
    to.case("a macro is written as it was").file("macro.gdr2").call("rewrite").result(whole)
    inputs = whole.rindex(number(4) + number(3))
    case = to.case("a macro that ends in its inputs").file("macro.gdr2").line("cut", inputs + 2).read()
    case.line("damage", "truncated", "gdr.inputs-missing", "inputs", inputs + 2).table("inputs", 0, INPUTS)

    document = {
        "author": "Zoë", "bot": {"name": "reel", "version": "v1"}, "duration": 0.1, "framerate": 60, "seed": -(2**63),
        "gameVersion": 2.2074, "description": "", "ldm": True, "level": {"id": 2**40, "name": "\N{GRINNING FACE}"},
        "inputs": [{"frame": 10, "btn": 2, "2p": True, "down": True}, {"frame": 11, "btn": 1, "2p": False, "down": False, "mine": [1]}],
    }  # fmt: skip
    data = json.dumps(document, ensure_ascii=False).encode()
    to.input("macro.gdr.json", data)
    case = to.case("a macro of JSON").file("macro.gdr.json").read().line("format", "gdr1-json")
    columns = "author description bot_name bot_version level_name duration game_version framerate seed coins level_id low_detail"
    values = [
        text("Zoë"),
        text(""),
        text("reel"),
        text("v1"),
        text("\N{GRINNING FACE}"),
        f64(0.1),
        f64(2.2074),
        f64(60.0),
        -(2**63),
        NULL,
        2**40,
    ]
    case.table("info", 1, columns, [[*values, "true"]])
    rows = [[10, BUTTONS[2], "true", "true", EXTRAS[0]], [11, BUTTONS[1], "false", "false", EXTRAS[2]]]
    case.table("inputs", 2, INPUTS, rows)
    to.case("a macro of JSON is written as it was").file("macro.gdr.json").call("rewrite").result(data)

    to.input("other.gdr2", macro(author="Ann"))
    case = to.case("a second header of a macro is refused").call("write").without("a writer has no flush", "python")
    case.line("create", "gdr2").line("append", "macro.gdr2", "info").line("flush").line(
        "refused", "other.gdr2", "info", "argument", "writer.second-row"
    )
    for table in ("inputs", "physics", "deaths"):
        case.line("append", "macro.gdr2", table)
    case.result(whole)
    case = to.case("rows of another format are refused").call("write")
    case.without("a writer takes rows by the name of a table of its format", "python").line("create", "gdr2").line(
        "fails", "full.bsor", "frames", "argument", "reel.foreign-table"
    )
