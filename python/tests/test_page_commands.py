# SPDX-License-Identifier: MIT
"""Every indented block of commands on any page is run or checked, or has one of few reasons why not; page_commands.py has the table.

Here are those that need no more than the command reel.
"""

from __future__ import annotations

import hashlib
import json
import os
import pty
import re
import select
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path
from uuid import UUID

import pytest

from page_commands import ELSEWHERE, HOW, blocks, blocks_of, how_of, names_of
from plays import REPOSITORY, golden, write_play
from test_pages import COMMAND

HERE = blocks_of("run")
VIEWER = REPOSITORY / "web/viewer/dist/index.html"
LEVEL = "28ABE8163534B4434D4C8D38C7CA3F13A82A2C04"  # the hash of level-2.zip
# Programs that are put before those of this machine: a browser that opens one page and ends `reel view`; GNU parallel with the options of the
# page and this machine only, since a machine may have another program of that name.
STAND_INS = {
    "xdg-open": 'curl -fsS "$1" -o opened.html && echo "$1" > opened && kill -INT "$PPID"',
    "parallel": """
while [ $# -gt 1 ]; do
    case $1 in --sshloginfile) cat "$2" ;; --joblog) ;; --retries) test "$2" -gt 0 ;; *) false ;; esac > /dev/null || exit 64
    shift 2
done
while read -r task; do bash -c "${1//"{}"/$task}" || exit; done""",
}


def test_every_block_is_run_or_has_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    counts: dict[str, int] = {}
    for page, text in blocks():
        how = how_of(page, text)
        counts[how] = counts.get(how, 0) + 1
    with capsys.disabled():
        print("".join(f"\n   {count} blocks: {how}" for how, count in sorted(counts.items())))
    assert set(HOW) <= set(counts), "a pattern that no block has"
    assert {f"run by {test}" for test in ELSEWHERE.values()} <= set(counts), "a test that runs no block"
    assert len(HERE) > 25


def write_race(path: Path, level: bytes) -> None:
    """A recording of a race on a map: a tee appears, has a name, and finishes after two seconds."""

    def extension(uuid: str, data: bytes) -> bytes:
        return b"\x4a" + UUID(uuid).bytes + bytes([len(data)]) + data

    header = {
        **dict.fromkeys(("comment", "server_name", "game_type", "server_version", "prng_description"), ""),
        "version": "2",
        "version_minor": "22",
        "start_time": "2024-05-06T07:08:09+0000",
        "server_port": "8303",
        "game_uuid": str(UUID(int=1)),
        "map_name": "usual",
        "map_size": str(len(level)),
        "map_crc": f"{zlib.crc32(level):08x}",
        "map_sha256": hashlib.sha256(level).hexdigest(),
        "config": {},
        "tuning": {},
        "uuids": [],
    }
    path.write_bytes(
        UUID("699db17b-8efb-34ff-b1d8-da6f60c15dd1").bytes
        + json.dumps(header).encode()
        + bytes.fromhex("00 4100 4200a801a401")
        + extension("d016f9b9-4151-3b87-87e5-3a6087eb5f26", b"\0ann\0")
        + bytes.fromhex("41a202")
        + extension("68943c01-2348-3e01-9490-3f27f8269d94", bytes.fromhex("00a401"))
        + bytes.fromhex("000101 40")
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the pages speak of."""
    monkeypatch.chdir(tmp_path)
    for name in ("plays", "replays", "uploads", "build", "mnt/replays", "CustomLevels", "DDNetMaps", "maps", "recordings"):
        (tmp_path / name).mkdir(parents=True)
    names = ("play.bsor", "plays/a.bsor", "replays/a.bsor", "uploads/a.bsor", "suspect.bsor", "expected.bsor", "build/out.bsor")
    for name in (*names, "mnt/replays/a.bsor"):
        write_play(tmp_path / name, frames=400, player="76561198000000000", level=LEVEL)
    for name in ("broken.bsor", "uploads/broken.bsor"):
        (tmp_path / name).write_bytes((tmp_path / "play.bsor").read_bytes()[:-200])
    for name, source in {
        "macro.slc": "events.slc",
        "macro.slc2": "rate.slc2",
        "macro.gdr2": "plain.gdr2",
        "game.teehistorian": "every-message.teehistorian",
        "play.echoreplay": "text.echoreplay",
        "original.dat": "extensions.dat",
        "level.zip": "level-2.zip",
        "song.zip": "level-2.zip",
        "CustomLevels/a.zip": "level-2.zip",
        "ExpertPlusStandard.dat": "difficulty-3.dat",
        "FILE.map": "usual.map",
        "FILE.gho": "v6.gho",
        "FILE.demo": "server-20.demo",
    }.items():
        shutil.copyfile(golden(source), tmp_path / name)
    shutil.copyfile(golden("usual.map"), tmp_path / "maps/usual.map")
    write_race(tmp_path / "race.teehistorian", golden("usual.map").read_bytes())
    shutil.copyfile(tmp_path / "race.teehistorian", tmp_path / "recordings/race.teehistorian")
    (tmp_path / "upload").write_bytes((tmp_path / "play.bsor").read_bytes())
    (tmp_path / "boxes").write_text("localhost\n")
    return tmp_path


def reel(*arguments: str) -> None:
    subprocess.run([COMMAND, *arguments], check=True, capture_output=True)


def make_what_earlier_blocks_made(folder: Path, text: str) -> None:
    if ("me.key" in text or "me.pub" in text) and "--new-key" not in text:
        reel("sign", "--new-key", "me.key", "--no-password")
    if "verify" in text.split("\n")[0]:
        reel("sign", "--key", "me.key", "--challenge", "5f21c0", "-o", "signed.bsor", "play.bsor")
    if "SHA256SUMS" in text:
        sums = subprocess.run(["sha256sum", "play.bsor"], check=True, capture_output=True)
        (folder / "SHA256SUMS").write_bytes(sums.stdout)
        reel("sign", "--new-key", "reel.key", "--no-password")
        reel("sign", "--key", "reel.key", "--detached", "SHA256SUMS")
    elif text.startswith("minisign"):
        reel("sign", "--key", "me.key", "macro.gdr2")
    if "--index plays.sqlite" in text and "--add" not in text:
        reel("match", "--index", "plays.sqlite", "--add", "uploads/a.bsor")
    if "verdicts.jsonl" in text and "-o verdicts.jsonl" not in text:
        subprocess.run([COMMAND, "check", "--json", "-o", "verdicts.jsonl", "uploads"], capture_output=True)
    if "rejected/" in text and "--move-failed" not in text:
        (folder / "rejected").mkdir()
        shutil.copyfile("broken.bsor", "rejected/broken.bsor")


def environment_of(folder: Path) -> dict[str, str]:
    """Programs, what pages set for the reader, and the page of the viewer: that of web/viewer, or a small one if it is not built."""
    (folder / "bin").mkdir()
    for name, script in STAND_INS.items():
        (folder / "bin" / name).write_text(f"#!/bin/bash\n{script}\n")
        (folder / "bin" / name).chmod(0o755)
    page = VIEWER
    if not VIEWER.exists():
        page = folder / "viewer.html"
        page.write_text('<html><body><div id="app"></div></body></html>')
    environment = {**os.environ, "PATH": f"{folder}/bin:{COMMAND.parent}:{os.environ['PATH']}"}
    return {**environment, "DISPLAY": ":0", "REEL_VIEWER": str(page), "url": f"file://{folder}/play.bsor", "upload_id": "8f42"}


def run_in_terminal(script: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs a script that has a terminal, and types the same password for every question."""
    ours, theirs = pty.openpty()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(
            ["setsid", "--ctty", "--wait", "bash", "-c", script], stdin=theirs, stdout=out, stderr=err, env=environment
        )
        os.close(theirs)
        shown, answered = b"", 0
        while select.select([ours], [], [], 60)[0]:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other side was closed
                break
            if not part:
                break
            shown += part
            while answered < len(re.findall(rb"(?:assword|for none\)|again): ", shown)):
                os.write(ours, b"a password\n")
                answered += 1
        os.close(ours)
        status = process.wait(timeout=120)
        assert answered >= 2, shown
        assert b"a password" not in shown, "the password is shown"
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess([], status, out.read(), err.read())


def tasks_of(text: str) -> list[dict[str, str]]:
    """What Slurm sets for each task of a job array, for a block that asks for one."""
    if "SLURM_" not in text:
        return [{}]
    last = re.search(r"^#SBATCH --array=0-(\d+)$", text, re.M)
    last_task = int(last[1]) if last else 0
    return [
        {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": str(last_task + 1), "SLURM_CPUS_PER_TASK": "1"}
        for task in range(last_task + 1)
    ]


@pytest.mark.parametrize(("page", "text"), HERE, ids=names_of(HERE))
def test_a_block_runs(folder: Path, page: str, text: str) -> None:
    """Exit status 1 says that a file is damaged: some are on purpose."""
    if not COMMAND.exists():
        pytest.skip(f"no command at {COMMAND}: build it, or set REEL_COMMAND")
    for tool in ("jq", "minisign", "curl"):
        if re.search(rf"\b{tool} ", text) and not shutil.which(tool):
            pytest.skip(f"no {tool}")
    make_what_earlier_blocks_made(folder, text)
    environment = environment_of(folder)
    script = text.replace('"$(mktemp -d)"', str(folder)).replace("/mnt/", f"{folder}/mnt/")  # the page says to put a file there
    for task in tasks_of(text):
        if "--new-key" in text and "--no-password" not in text:
            run = run_in_terminal(script, {**environment, **task})
        else:
            run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env={**environment, **task}, timeout=120)
        assert run.returncode <= 1, run.stderr
        for wrong in ("unknown option", "unknown value", "no such file", "not found", "see 'reel help", "cannot open"):
            assert wrong not in run.stderr, run.stderr
    if "/mnt/dataset" in text:
        assert run.returncode == 0, run.stderr
        assert list((folder / "mnt/dataset").rglob("*.parquet")) or "ID/64" in text  # only the first of many tasks
    if "reel view " in text:
        assert 'id="reel-replay"' in (folder / "opened.html").read_text()
        assert (folder / "opened").read_text().startswith("http://127.0.0.1:")
        if "-o play.html" in text:
            assert 'id="reel-replay"' in (folder / "play.html").read_text()
