# SPDX-License-Identifier: MIT
"""docs/leaderboard.md: its commands, run as they are written, in a folder with replays of the names that it uses."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest
import requests
from conftest import COMMAND, PATIENCE, PROGRAM, SOURCE, golden
from issuers import CLIENT, SECRET, RealIssuer, Wanderer, free_port
from plays import play
from races import race
from test_evidence import moved

PAGE = SOURCE / "docs/leaderboard.md"


def commands(*sections: str) -> str:
    """The indented lines of these sections of the page; by default of all but the part of a web page."""
    text = PAGE.read_text().split("## On your site")[0]
    if sections:
        parts = {part.split("\n")[0]: part for part in text.split("\n## ")}
        text = "".join(parts[section] for section in sections)
    return "\n".join(line[4:] for line in text.splitlines() if line.startswith("    "))


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{PROGRAM.parent}:{COMMAND.parent}:{os.environ['PATH']}"}


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
    another = files["text.echoreplay"].read_bytes()
    for there, here in ((b"892E23E2-8272-4B07-85E8-5E291AC85F93", b"092E23E2-8272-4B07-85E8-5E291AC85F93"), (b'"bounce_count":2', b'"bounce_count":3')):
        assert there in another
        another = another.replace(there, here)
    (folder / "now.echoreplay").write_bytes(another)
    (folder / "client-secret").write_text(SECRET + "\n")


@pytest.mark.skipif(not COMMAND.exists(), reason="the command reel is not built: set REEL")
@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_the_page_makes_a_leaderboard(tmp_path):
    make_replays(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    text = commands().replace("8080", str(port))
    assert len(re.findall(r"^upload ", text, re.MULTILINE)) == 7
    script = "set -eu; trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n" + text
    run = subprocess.run(["bash", "-c", script], cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=300)
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


class Shell:
    """Somebody at a prompt: what is typed is run, one part after the other."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.log = folder / "shell.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(["bash"], cwd=folder, env=environment(), text=True, start_new_session=True,
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)  # fmt: skip

    def type(self, text: str) -> str:
        """What the commands print. The first that fails ends the shell."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"set -eu\n{text}\nprintf '\\n%s\\n' 'that was it'\n")
        self.process.stdin.flush()
        lines: list[str] = []
        while not lines or lines[-1] != "that was it\n":
            line = self.process.stdout.readline()
            assert line, "".join(lines) + self.log.read_text()
            lines.append(line)
        return "".join(lines[:-1])

    def leave(self) -> None:
        assert self.process.stdin
        self.process.stdin.write('kill "$SERVER"; wait "$SERVER" || true\n')
        self.process.stdin.close()
        assert self.process.wait(timeout=300) == 0, self.log.read_text()

    def end(self) -> None:
        """With the server, if it is still there."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


GAMES = {"Beat Saber": ("now.bsor", "beatsaber"), "DDNet": ("now.teehistorian", "ddnet"),
         "Geometry Dash": ("now.gdr2", "geometrydash-presses"), "Echo VR": ("now.echoreplay", "echo")}  # fmt: skip


@pytest.mark.skipif(not COMMAND.exists(), reason="the command reel is not built: set REEL")
@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_has_a_community(tmp_path, game):
    """Starts a server, signs in with a browser, uploads, sends a play live with a token of the account, and finds it ranked: by the page only."""
    file, board = GAMES[game]
    folder, port, issuer = tmp_path / "stranger", free_port(), RealIssuer(tmp_path)
    folder.mkdir()
    make_replays(folder)
    local = {"127.0.0.1:8080": f"127.0.0.1:{port}", "--port 8080": f"--port {port}", "http://127.0.0.1:8081": issuer.url,
             "client-id=reel": f'"client-id={CLIENT}"'}  # fmt: skip

    def page(*sections: str) -> str:
        text = commands(*sections)
        for there, here in local.items():
            text = text.replace(there, here)
        return text

    issuer.start(port, "login")
    shell, took, begun = Shell(folder), {}, time.monotonic()

    def done(what: str) -> None:
        nonlocal begun
        took[what], begun = time.monotonic() - begun, time.monotonic()

    class Site:
        url = f"http://127.0.0.1:{port}"

    try:
        shell.type(page("Start"))
        done("start")
        shell.type(page("Players sign in"))
        person = Wanderer(Site())  # type: ignore[arg-type]
        while person.ask("GET", "/sign-in/login").status_code != 303:  # the server has not read yet what the issuer says of itself
            time.sleep(0.1)
        assert "/sign-in/login" in person.see("/sign-in")
        assert person.sign_in("login", "ann").headers["Location"] == "/me"
        answer = person.press(person.see("/me"), "/me/tokens", label="recorder")
        (token,) = re.findall(r"<code>(own-[0-9a-f]{16}\.[A-Za-z0-9_-]{43})</code>", answer.text)
        shell.type(f"TOKEN={token}")
        done("sign in")
        shown = shell.type(page(game))
        assert '"verdict":"accepted"' in shown and f'"board":"{board}"' in shown, shown
        done("upload")
        live = "\n".join(line for line in page("Live").splitlines() if not line.startswith("live now.") or file in line)
        shown = shell.type(live)
        (replay,) = re.findall(r'"state":"kept",.*"replay":"(\w+)","verdict":"accepted"', shown)
        done("live")
        levels = requests.get(f"{Site.url}/boards/{board}", timeout=PATIENCE).json()["levels"]
        paths = [f"{Site.url}/boards/{board}/{requests.utils.quote(each['level'])}" for each in levels]
        ranked = [entry for path in paths for entry in requests.get(path, timeout=PATIENCE).json()["entries"] if entry["id"] == replay]
        assert ranked and ranked[0]["place"] >= 1 and ranked[0]["value"] is not None, (levels, replay)
        assert f"/plays/{replay}" in person.see("/me")
        assert requests.get(f"{Site.url}/plays/{replay}", timeout=PATIENCE).status_code == 200
        done("ranked")
        shell.leave()
    finally:
        shell.end()
        issuer.stop()
    print(f"{game}:", ", ".join(f"{what} {seconds:.1f} s" for what, seconds in took.items()))
