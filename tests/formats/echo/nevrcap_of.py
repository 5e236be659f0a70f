#!/usr/bin/env python3
"""Makes a .nevrcap of a recording in .echoreplay, as a recorder writes the same answers of the game.

    nevrcap_of.py RECORDING CAPTURE [--plain]

Written from the published schemas alone, like make_tape.py: numbers are the doubles of the JSON, and fields ascend, as Go writes them. The capture is
one zstd frame at the level at which reel writes; with --plain it is not compressed. docs/formats/tape.md has the sizes of their archives.
"""

from __future__ import annotations

import datetime
import json
import pathlib
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from typing import Any

sys.dont_write_bytecode = True
from make_tape import Message, doubles, integer, sized, sub, text, varint

Json = dict[str, Any]  # of an answer of the game


def double(number: int, value: float) -> bytes:
    raw = struct.pack("<d", value)
    return varint(number << 3 | 1) + raw if raw != bytes(8) else b""


def vector(number: int, part: Json, key: str) -> bytes:
    return doubles(number, tuple(part[key])) if key in part else b""


def pose(part: Json, position: int, key: str) -> Message:
    return vector(position, part, key) + vector(3, part, "forward") + vector(4, part, "left") + vector(5, part, "up")


def stats(s: Json) -> Message:
    names = ("points", "saves", "goals", "stuns", "passes", "catches", "steals", "blocks", "interceptions", "assists", "shots_taken")
    return double(1, s["possession_time"]) + b"".join(integer(i + 2, s[name]) for i, name in enumerate(names))


def player(p: Json) -> Message:
    flags = ("stunned", "invulnerable", "holding_left", "holding_right", "blocking", "is_emote_playing", "possession")
    fields = {name: p.get(name, False) for name in flags}
    return (
        text(1, p.get("Weapon", "")) + text(2, p.get("Ordnance", "")) + text(3, p.get("TacMod", ""))
        + sub(5, pose(p["head"], 2, "position")) + sub(6, pose(p["body"], 2, "position"))
        + integer(7, p["userid"]) + text(8, p["name"]) + integer(9, p["playerid"]) + integer(10, p["number"]) + integer(11, p["level"])
        + integer(12, p["ping"]) + double(13, p.get("packetlossratio", 0.0))
        + integer(14, fields["stunned"]) + integer(15, fields["invulnerable"])
        + text(16, fields["holding_left"] or "") + text(17, fields["holding_right"] or "")
        + integer(18, fields["blocking"]) + integer(19, fields["is_emote_playing"]) + integer(20, fields["possession"])
        + sub(21, pose(p["lhand"], 1, "pos")) + sub(22, pose(p["rhand"], 1, "pos"))
        + vector(23, p, "velocity") + (sub(24, stats(p["stats"])) if "stats" in p else b"")
    )  # fmt: skip


def team(t: Json) -> Message:
    players = b"".join(sub(1, player(p)) for p in t.get("players", []))
    return players + text(2, t.get("team", "")) + integer(3, t.get("possession", False)) + (sub(4, stats(t["stats"])) if "stats" in t else b"")


def disc(d: Json) -> Message:
    vectors = ("position", "forward", "left", "up", "velocity")
    return b"".join(vector(i + 1, d, name) for i, name in enumerate(vectors)) + integer(6, d.get("bounce_count", 0))


def throw(t: Json) -> Message:
    names = (
        "arm_speed", "total_speed", "off_axis_spin_deg", "wrist_throw_penalty", "rot_per_sec", "pot_speed_from_rot", "speed_from_arm", "speed_from_movement",
        "speed_from_wrist", "wrist_align_to_throw_deg", "throw_align_to_movement_deg", "off_axis_penalty", "throw_move_penalty",
    )  # fmt: skip
    return b"".join(double(i + 1, t.get(name, 0.0)) for i, name in enumerate(names))


def pause(p: Json) -> Message:
    words = text(1, p["paused_state"]) + text(2, p["unpaused_team"]) + text(3, p["paused_requested_team"])
    return words + double(4, p["unpaused_timer"]) + double(5, p["paused_timer"])


def score(s: Json) -> Message:
    what = double(1, s["disc_speed"]) + text(2, s["team"]) + text(3, s["goal_type"]) + integer(4, s["point_amount"])
    return what + double(5, s["distance_thrown"]) + text(6, s["person_scored"]) + text(7, s["assist_scored"])


def session(s: Json) -> Message:
    """The fields of SessionResponse by ascending numbers."""
    def number(field: int, key: str) -> bytes:
        return integer(field, int(s.get(key, 0)))

    def real(field: int, key: str) -> bytes:
        return double(field, s.get(key, 0.0))

    def word(field: int, key: str) -> bytes:
        return text(field, s.get(key, ""))

    def part(field: int, key: str, make: Callable[[Json], Message]) -> bytes:
        return sub(field, make(s[key])) if key in s else b""

    root = s.get("player", {})
    roots = b"".join(vector(i + 1, root, name) for i, name in enumerate(("vr_left", "vr_position", "vr_forward", "vr_up")))
    return (
        number(1, "orange_team_restart_request") + word(2, "sessionid") + word(3, "game_clock_display") + word(4, "game_status") + word(5, "sessionip")
        + word(6, "match_type") + word(7, "map_name") + part(8, "disc", disc) + number(11, "blue_round_score") + number(12, "orange_points")
        + number(14, "private_match") + number(15, "blue_team_restart_request") + number(16, "tournament_match") + number(17, "orange_round_score")
        + number(18, "total_round_count") + number(19, "blue_points") + part(20, "last_throw", throw) + (sub(21, roots) if "player" in s else b"")
        + part(22, "pause", pause) + (sub(23, b"".join(varint(v) for v in s["possession"])) if s.get("possession") else b"")
        + real(24, "left_shoulder_pressed") + real(25, "right_shoulder_pressed") + real(26, "left_shoulder_pressed2") + real(27, "right_shoulder_pressed2")
        + word(28, "rules_changed_by") + number(29, "rules_changed_at") + word(30, "client_name") + part(31, "last_score", score)
        + b"".join(sub(32, team(t)) for t in s.get("teams", []))
        + real(34, "payload_multiplier") + number(35, "payload_checkpoint") + real(36, "payload_distance") + number(37, "payload_defenders")
        + real(38, "payload_speed") + real(39, "game_clock") + number(40, "err_code")
    )  # fmt: skip


def bones(answer: Json) -> Message:
    out = b""
    for skeleton in answer.get("user_bones", []):
        lists = [struct.pack(f"<{len(skeleton[key])}f", *skeleton[key]) for key in ("bone_t", "bone_o")]
        out += sub(1, sub(1, lists[0]) + integer(2, skeleton.get("playerid", 0)) + sub(3, lists[1]))
    return out + integer(2, answer.get("err_code", 0))


def stamp(moment: str) -> Message:
    time = datetime.datetime.strptime(moment.strip(), "%Y/%m/%d %H:%M:%S.%f").replace(tzinfo=datetime.timezone.utc)
    return integer(1, int(time.timestamp())) + integer(2, time.microsecond * 1000)


def capture(lines: list[str]) -> bytes:
    first = lines[0].split("\t")
    out = sized(text(1, json.loads(first[1]).get("sessionid", "")) + sub(2, stamp(first[0])) + sub(3, text(1, "format") + text(2, "nevrcap")))
    for index, line in enumerate(lines):
        parts = line.split("\t")
        answer = sub(5, bones(json.loads(parts[2]))) if len(parts) > 2 and parts[2].strip() else b""
        out += sized(integer(1, index) + sub(2, stamp(parts[0])) + sub(4, session(json.loads(parts[1]))) + answer)
    return out


def main() -> int:
    given = pathlib.Path(sys.argv[1])
    data = given.read_bytes()
    if zipfile.is_zipfile(given):
        with zipfile.ZipFile(given) as archive:
            data = archive.read(archive.namelist()[0])
    made = capture([line for line in data.decode().splitlines() if "\t" in line])
    if "--plain" not in sys.argv:
        how = ["zstd", "--single-thread", "-3", "-q", "-c", "--check"]  # one thread, as libzstd alone: more divide blocks in another way
        made = subprocess.run(how, input=made, capture_output=True, check=True).stdout
    pathlib.Path(sys.argv[2]).write_bytes(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
