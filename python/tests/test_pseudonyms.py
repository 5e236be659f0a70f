# SPDX-License-Identifier: MIT
"""No secret that was planted in a replay is in what is published of it."""

from __future__ import annotations

import gzip
import io
import math
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import pyreel
from plays import FORMATS, REPOSITORY, files

KEY = b"a secret that nobody guesses"
SECRET = "Zq7Xv"
COMMAND = Path(os.environ.get("REEL") or REPOSITORY / "build" / "release" / "cli" / "reel")
needs_command = pytest.mark.skipif(not COMMAND.exists(), reason=f"no command at {COMMAND}")
pytestmark = pytest.mark.filterwarnings("ignore::pyreel.ReelWarning", "ignore::FutureWarning")


def planted(path: Path) -> tuple[bytes, set[str]] | None:
    """The replay with a secret in each personal text, of the length that the text had or more, and the names of the fields."""
    replay = pyreel.open(path)
    rows = {name: [dict(row) for row in replay.table(name)] for name, table in replay.tables.items() if not table.layout}
    fields: set[str] = set()
    for name, table in replay.tables.items():
        for field in table.fields:
            if "personal" not in field.flags or "derived" in field.flags or field.type != "string" or field.is_moment or table.layout:
                continue
            for number, row in enumerate(rows[name]):
                if row.get(field.name):
                    row[field.name] = f"{SECRET}{number % 10}"
                    fields.add(f"{name}.{field.name}")
    if not fields:
        return None
    out = io.BytesIO()
    with pyreel.Writer(out, replay.format) as writer:
        for name, values in rows.items():
            if values:
                writer.append(name, values)
    return out.getvalue(), fields


def contents(data: bytes) -> bytes:
    """The bytes, also those that are packed, and all rows as text."""
    found = [data]
    if data[:2] == b"\x1f\x8b":
        found.append(gzip.decompress(data))
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found += [archive.read(name) for name in archive.namelist()] + ["".join(archive.namelist()).encode()]
    replay = pyreel.open(data)
    for name in replay.tables:
        found.append(repr(list(replay.table(name))).encode())
    return b"".join(found)


def writable() -> list[Path]:
    found = []
    for path in files("golden"):
        try:
            replay = pyreel.open(path)
        except (pyreel.ReelError, OSError):
            continue
        if replay.schema.writes and not pyreel.members(path, strict=False) and path.stat().st_size < 200_000:
            found.append(path)
    return found


def test_no_secret_remains_in_any_format() -> None:
    checked: dict[str, set[str]] = {}
    refused = []
    for path in writable():
        try:
            made = planted(path)
        except (pyreel.ReelError, ValueError, TypeError, KeyError) as error:
            refused.append(f"{path.name}: {error}")
            continue
        if made is None:
            continue
        data, fields = made
        assert SECRET.encode() in contents(data), path
        out = io.BytesIO()
        try:
            pyreel.open(data).pseudonymise(out, KEY)
        except pyreel.ReelError as error:
            refused.append(f"{path.name}: {error}")
            continue
        assert SECRET.encode() not in contents(out.getvalue()), (path, fields)
        checked.setdefault(pyreel.open(data).format, set()).update(fields)
    print(f"fields: {checked}\nnot planted: {refused}")
    assert {"bsor", "xror", "gdr2", "teehistorian", "butter", "echoreplay"} <= checked.keys()


REMAINS = {
    "bsor": "info.difficulty info.environment info.game_version info.map_hash info.mapper info.mod_version info.mode info.modifiers"
    " info.song_name",
    "cml": "info.bot_name",
    "demo": "info.map_name info.net_version map.data",
    "echoreplay": "frames.clock_display frames.err_description frames.goal_text frames.map_name frames.match_type frames.paused_text"
    " frames.status_text teams.name",
    "ecrreplay": "info.map_name",
    "gdr1": "info.bot_name info.bot_version info.level_name",
    "gdr1-json": "info.bot_name info.bot_version info.level_name",
    "gdr2": "info.bot_name info.level_name",
    "ghost": "info.map_name",
    "nevrcap": "frames.clock_display frames.goal_text frames.map_name frames.match_type frames.paused_text frames.status_text teams.name",
    "scoresaber": "info.characteristic info.environment info.game_version info.level_id info.modifiers info.plugin_version"
    " play_settings.environment",
    "scoresaber-json": "info.environment info.hash info.mode info.modifiers info.version",
    "tape": "frames.map_name teams.name",
    "teehistorian": "header.comment header.game_type header.map_crc header.map_name header.map_sha256 header.prng_description"
    " header.server_version header_values.key header_values.value",
    "xror": "app_extensions.name app_extensions.version device_axes.name devices.device_type event_types.name info.activity_name"
    " info.app_id info.app_name info.app_version info.difficulty info.environment_id info.environment_name info.mapper info.mode"
    " info.modifiers info.schema info.song_hash strokes.brush",
}
"""Texts that stay: the level, the game, its mods and recorder, and what the game shows. Settings of a DDNet server stay if they are numbers."""


def with_secret(replay: pyreel.Replay, table: str, name: str, text: bool) -> bytes | None:
    """The replay with the secret in each row of one field; None if the format does not take it."""
    out = io.BytesIO()
    try:
        with pyreel.Writer(out, replay.format) as writer:
            for other, shape in replay.tables.items():
                rows = [] if shape.layout else [dict(row) for row in replay.table(other)]
                for row in rows if other == table else []:
                    row[name] = SECRET * 2 if text else SECRET.encode() * 2
                if rows:
                    writer.append(other, rows)
        data = out.getvalue()
        return data if SECRET.encode() in contents(data) else None
    except (pyreel.ReelError, ValueError, TypeError, KeyError):
        return None


def test_other_texts_remain_only_where_this_list_says_so() -> None:
    """Also in fields that are not marked as personal: keys, extensions, free text, data that a format does not define."""
    left: dict[str, set[str]] = {}
    tried = 0
    for path in writable():
        replay = pyreel.open(path)
        for table, shape in replay.tables.items():
            for field in shape.fields if not shape.layout and replay.format != "ddnet-map" else ():
                if field.type not in ("string", "bytes") or "derived" in field.flags:
                    continue
                data = with_secret(replay, table, field.name, field.type == "string")
                if data is None:
                    continue
                out = io.BytesIO()
                try:
                    pyreel.open(data).pseudonymise(out, KEY)
                except pyreel.ReelError:  # the secret contradicts another value, so nothing is written
                    continue
                tried += 1
                if SECRET.encode() in contents(out.getvalue()):
                    left.setdefault(replay.format, set()).add(f"{table}.{field.name}")
    assert tried > 300
    assert left == {name: set(fields.split()) for name, fields in REMAINS.items()}


def test_a_recording_of_each_kind_is_published() -> None:
    """A format that writes takes pseudonyms, whatever the policy; and dates of a clock without a zone are as those of others."""
    refused: list[str] = []
    dates: dict[str, set[str]] = {"open": set(), "study": set(), "linked": set()}
    for path in writable():
        for policy, found in dates.items():
            try:
                made = pyreel.open(hidden(path, policy=policy))
            except pyreel.ReelError as error:
                refused.append(f"{path.name}, {policy}: {error}")
                continue
            if made.format == "demo":
                found.add(str(made.header["timestamp"]))
            if made.format == "xror" and policy == "open":
                assert {row["name"] for row in made.table("devices")} <= {"", None}, path
    assert [each for each in refused if "gdr.string-too-long" not in each] == []
    own = {str(pyreel.open(path).header["timestamp"]) for path in writable() if path.suffix == ".demo"}
    assert (dates["open"], dates["linked"]) == ({"2000-01-01_00-00-00"}, own)
    assert not dates["study"] & own


@needs_command
def test_a_name_as_extension_is_hidden(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(KEY)
    (tmp_path / "key").chmod(0o600)
    (tmp_path / "in").mkdir()
    for name in ("one.janedoe", "two.bsor", "three.dat.jane", "four.json"):
        (tmp_path / "in" / name).write_bytes((FORMATS / "bsor" / "golden" / "full.bsor").read_bytes())
    subprocess.run([COMMAND, "edit", "-q", "--pseudonymise", "key", "-o", "out/", "in/"], cwd=tmp_path, check=True)
    assert sorted(path.suffix for path in (tmp_path / "out").iterdir()) == ["", "", ".bsor", ".json"]


def player_of(data: bytes) -> dict[str, Any]:
    header = pyreel.open(data).header
    return {name: header.get(name) for name in ("player_id", "player_name", "user_id", "user_name", "author")}


def hidden(path: Path, **how: Any) -> bytes:
    out = io.BytesIO()
    pyreel.open(path).pseudonymise(out, KEY, **how)
    return out.getvalue()


def written(tmp_path: Path, kind: str, info: dict[str, Any]) -> Path:
    path = tmp_path / f"{len(list(tmp_path.iterdir()))}.{kind}"
    with pyreel.Writer(path, kind) as writer:
        writer.append("info", info)
    return path


def test_a_player_has_one_pseudonym_in_every_format(tmp_path: Path) -> None:
    one = hidden(written(tmp_path, "bsor", {"player_id": "7656119", "player_name": "Zoë", "timestamp": "1700000000"}))
    two = hidden(written(tmp_path, "xror", {"user_id": "7656119", "user_name": "zoe"}))
    other = hidden(written(tmp_path, "bsor", {"player_id": "7656118", "player_name": "Zoë"}))
    assert player_of(one)["player_id"] == player_of(one)["player_name"] == player_of(two)["user_id"]
    assert player_of(one)["player_id"] != player_of(other)["player_id"]
    out = io.BytesIO()
    pyreel.open(written(tmp_path, "bsor", {"player_id": "7656119"})).pseudonymise(out, KEY[::-1])
    assert player_of(out.getvalue())["player_id"] != player_of(one)["player_id"]


def test_policies_keep_shift_and_drop(tmp_path: Path) -> None:
    def play(start: int, player: str) -> Path:
        return written(
            tmp_path,
            "bsor",
            {"player_id": player, "timestamp": str(start), "height": 1.74, "headset": "Meta Quest 3", "platform": "steam"},
        )

    def header(path: Path, policy: str) -> dict[str, Any]:
        return pyreel.open(hidden(path, policy=policy)).header

    paths = [play(1_700_000_000, "1"), play(1_700_086_400, "1"), play(1_700_000_000, "2")]
    blurred = [header(path, "study") for path in paths]
    assert int(blurred[1]["timestamp"]) - int(blurred[0]["timestamp"]) == 86_400
    assert 0 < abs(int(blurred[0]["timestamp"]) - 1_700_000_000) <= 365 * 86_400
    assert blurred[2]["timestamp"] != blurred[0]["timestamp"]
    assert (round(blurred[0]["height"], 4), blurred[0]["headset"]) == (1.7, "Meta")
    kept, dropped = header(paths[0], "linked"), header(paths[0], "open")
    assert (kept["timestamp"], round(kept["height"], 4), kept["headset"]) == ("1700000000", 1.74, "Meta Quest 3")
    assert (dropped["timestamp"], dropped["height"], dropped["headset"], dropped["platform"]) == ("0", 0, "", "")
    mixed = header(paths[0], "times = keep\nheights = drop # of the body\n\ndevices = blur\n")
    assert (mixed["timestamp"], mixed["height"], mixed["headset"]) == ("1700000000", 0, "Meta")


def test_keys_and_policies_that_are_none_are_refused(tmp_path: Path) -> None:
    replay = pyreel.open(FORMATS / "bsor" / "golden" / "full.bsor")
    for key, policy, rule in [
        (b"short", "open", "pseudonym.key"),
        (KEY, "opem", "pseudonym.policy"),
        (KEY, "times = keep", "pseudonym.policy"),
        (KEY, "times = keep\ntimes = drop\nheights = keep\ndevices = keep", "pseudonym.policy"),
        (KEY, "times = sometimes\nheights = keep\ndevices = keep", "pseudonym.policy"),
    ]:
        with pytest.raises(pyreel.ReelError) as raised:
            replay.pseudonymise(tmp_path / "none.bsor", key, policy=policy)
        assert raised.value.rule == rule
    assert not (tmp_path / "none.bsor").exists()


@needs_command
def test_a_dataset_has_no_secret(tmp_path: Path) -> None:
    tree, key = tmp_path / f"{SECRET}-tree", tmp_path / "key"
    tree.mkdir()
    key.write_bytes(KEY)
    info = {"player_id": f"{SECRET}1", "player_name": SECRET, "song_name": "Song"}
    for number in range(3):
        written(tree, "bsor", info).rename(tree / f"{SECRET}-{number}.bsor")
    data = (tree / f"{SECRET}-0.bsor").read_bytes()
    (tree / f"{SECRET}-cut.bsor").write_bytes(data[: len(data) // 2])
    (tree / f"{SECRET}.txt").write_text(SECRET)
    os.symlink(f"{SECRET}-none", tree / f"{SECRET}-link.bsor")
    out = tmp_path / "set"
    arguments = [str(COMMAND), "scan", "--stats", "--to", "jsonl", "--pseudonymise", str(key), str(tree), "-o", str(out)]
    for _ in range(2):
        subprocess.run(arguments, check=False, capture_output=True)
    made = [path for path in out.rglob("*") if path.is_file()]
    assert [path for path in made if SECRET.encode() in path.read_bytes() or SECRET in str(path.relative_to(out))] == []
    rows = pl.concat([pl.read_ndjson(path) for path in out.glob("files/*.jsonl")])
    assert rows.height == 6
    assert rows["file"].n_unique() == 6
    players = {row["player_id"] for path in out.glob("bsor/info/*.jsonl") for row in pl.read_ndjson(path).to_dicts()}
    assert len(players) == 1
    assert list(out.glob("changes/*.jsonl"))
    assert (tmp_path / "set.private").is_dir()
    subprocess.run([*arguments[:2], "--replace", *arguments[2:], "--partition", "mode"], check=False, capture_output=True)


@needs_command
@pytest.mark.parametrize("how", [["--anonymise"], ["--pseudonymise", "key"]])
def test_names_of_files_say_nothing(tmp_path: Path, how: list[str]) -> None:
    (tmp_path / "in" / SECRET).mkdir(parents=True)
    (tmp_path / "key").write_bytes(KEY)
    for number in range(2):
        written(tmp_path / "in" / SECRET, "bsor", {"player_id": SECRET}).rename(tmp_path / "in" / SECRET / f"{SECRET}-{number}.bsor")
    subprocess.run([str(COMMAND), "edit", *how, "-o", "out/", "in/"], check=True, cwd=tmp_path, capture_output=True)
    made = sorted(path for path in (tmp_path / "out").rglob("*") if path.is_file())
    assert len(made) == 2
    for path in made:
        assert SECRET not in str(path.relative_to(tmp_path))
        assert path.suffix == ".bsor"
        assert SECRET.encode() not in contents(path.read_bytes())


def write_person(to: Path, player: int, level: int) -> None:
    """Ten seconds of somebody who is as tall and reaches as far as only this player does."""
    height, reach = 1.5 + player / 10, 0.3 + player / 20
    rows = []
    for i in range(1000):
        time = i / 90
        swing = reach * math.sin(3 * time + level)
        row: dict[str, Any] = {"time": time, "head_position": [0.0, height, 0.0], "head_rotation": [0.0, 0.0, 0.0, 1.0]}
        row |= {f"{hand}_hand_position": [side, 1 + swing, reach] for hand, side in (("left", -0.3), ("right", 0.3))}
        rows.append(row | {f"{hand}_hand_rotation": [0.0, 0.0, 0.0, 1.0] for hand in ("left", "right")})
    header = {"player_name": f"Player {player}", "player_id": str(76561190000000000 + player), "map_hash": f"{level:040}"}
    header |= {"mode": "Standard", "difficulty": "Expert", "timestamp": "1700000000", "score": 1000 + 10 * player + level}
    with pyreel.Writer(to, "bsor") as writer:
        writer.append("info", header)
        writer.append("frames", rows)


def test_the_baseline_gives_the_same_figures_for_what_is_published(tmp_path: Path) -> None:
    """As docs/privacy.md says: pseudonyms hide no motion, and are one for each player."""
    example = REPOSITORY / "python" / "examples" / "identify.py"
    if not example.exists():
        pytest.skip("no examples: not a checkout")
    (tmp_path / "replays").mkdir()
    (tmp_path / "shared").mkdir()
    for number in range(8):
        name = f"{number}.bsor"
        write_person(tmp_path / "replays" / name, number // 2, number % 2)
        pyreel.open(tmp_path / "replays" / name).pseudonymise(tmp_path / "shared" / name, KEY, policy="study")

    def printed(folder: str) -> str:
        return subprocess.run([sys.executable, example, folder], cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    before = printed("replays")
    assert before.startswith("8 plays of 4 players, among 8 plays of 4:\nfound by 30 s of motion 100%")
    assert printed("shared") == before
    if COMMAND.exists():
        (tmp_path / "key").write_bytes(KEY)
        (tmp_path / "key").chmod(0o600)
        scan = [COMMAND, "scan", "-q", "--pseudonymise", "key", "--policy", "study", "-t", "frames", "replays", "-o", "dataset"]
        assert subprocess.run(scan, cwd=tmp_path).returncode <= 1  # 1: a check finds errors in the made plays
        assert printed("dataset") == before
