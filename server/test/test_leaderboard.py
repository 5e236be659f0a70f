# SPDX-License-Identifier: MIT
"""docs/leaderboard.md: its commands, run as they are written, in a folder with replays of the names that it uses."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess

import pytest
from conftest import COMMAND, PROGRAM, SOURCE, golden
from plays import play
from races import race
from test_evidence import moved

PAGE = SOURCE / "docs/leaderboard.md"


def commands() -> str:
    """The indented lines of the page but for the part of a web page."""
    text = PAGE.read_text().split("## On your site")[0]
    return "\n".join(line[4:] for line in text.splitlines() if line.startswith("    "))


def make_replays(folder: pathlib.Path) -> None:
    (folder / "play.bsor").write_bytes(moved(6, player="76561190000000001"))
    for name, format_, player in (("play.xror", "xror", 2), ("play.dat", "scoresaber", 3)):
        (folder / "made.bsor").write_bytes(moved(6 + player, player=f"7656119000000000{player}"))
        subprocess.run([COMMAND, "convert", "--to", format_, "-o", folder / name, folder / "made.bsor"], check=True, capture_output=True)
    (folder / "forged.bsor").write_bytes(play("76561190000000009", good=1, seed=9, score=2000))
    (folder / "race.teehistorian").write_bytes(race("tiny", [("ann", 500), ("bob", 500)], team=1))
    files = {path.name: path for path in golden("gdr", "echo")}
    shutil.copy(files["blocks.gdr2"], folder / "macro.gdr2")
    shutil.copy(files["text.echoreplay"], folder / "match.echoreplay")
    (folder / "now.bsor").write_bytes(moved(10, player="76561190000000004"))
    (folder / "now.teehistorian").write_bytes(race("tiny", [("cleo", 400)]))
    (folder / "now.gdr2").write_bytes(files["carried.gdr2"].read_bytes())
    (folder / "now.echoreplay").write_bytes(files["combat.echoreplay"].read_bytes())


@pytest.mark.skipif(not COMMAND.exists(), reason="the command reel is not built: set REEL")
@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_the_page_makes_a_leaderboard(tmp_path):
    make_replays(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    text = commands().replace("8080", str(port))
    assert len(re.findall(r"^upload ", text, re.MULTILINE)) == 7
    script = "set -eu; trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n" + text
    path = f"{PROGRAM.parent}:{COMMAND.parent}:{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stdout + run.stderr
    for shown in ('"board":"beatsaber"', '"board":"beatsaber-accuracy"', '"board":"ddnet"', '"player":"ann & bob"',
                  '"board":"geometrydash-presses"', '"board":"plain"', '"player_name":"Cid"', '"plays":[',
                  '"rule":"server.score"', '"state":"removed"', '"event":"player.ban"', '"detail":"forged scores"'):
        assert shown in run.stdout, shown
    assert re.search(r"^10 replays: \d+ changed, 0 failed$", run.stdout, re.MULTILINE), re.findall(r"^.* replays: .*$", run.stdout, re.MULTILINE)
    live = re.findall(r'"state":"kept",.*"replay":"(\w+)","verdict":"accepted"', run.stdout)
    assert len(set(live)) == 4  # one of each game
    stated = [line for line in run.stdout.splitlines() if line.startswith('{"board":"ddnet","level":"tiny","entries":')]
    assert [(each["player"], each["recorded"], each["shown"]) for each in json.loads(stated[0])["entries"]] == [("ann", 10, False), ("eve", None, False)]
    assert run.stdout.count('"state":"hidden"') == run.stdout.count('"state":"listed"') == 3
    plain = run.stdout.rsplit('"entries":', 1)[1]
    assert [int(place) for place in re.findall(r'"place":(\d+)', plain)] == [1, 2, 3, 4]
