# SPDX-License-Identifier: MIT
"""Every indented block of commands on any page is run: here, by the test that is named here, or it has one of few reasons why not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from plays import REPOSITORY, golden, write_play
from test_pages import COMMAND, pages

ELSEWHERE = {
    "docs/leaderboard.md": "server/test/test_leaderboard.py",
    "go/README.md": "go/test.sh",
}
FIRST_LINES = {"python/README.md": "python/test.sh", "web/wasm/README.md": "web/test.sh"}
"""Pages whose first block of `pip` or `npm` is run in an empty environment."""
REASONS = {
    "no command": r"^(SELECT |duckdb |import |<|\d{4}/|⌊|e = |chain of |untrusted comment|server \{|replays\.example\.com|login-keys |public-url |frame-ancestors |board |id: |"
    r"require-|\{\"at\"|\{\"refused\"|reel COMMAND |frame\.)",
    "builds the project, or runs its tests": r"^(\./|cmake |bench/|fuzz/|tests/|web/|packaging/)",
    "installs packages": r"^(apt-get|pip|npm) ",
    "needs a cluster": r"SLURM|parallel ",
    "needs a server": r"^(reel-server|TOKEN=|AT=|get /|curl|systemctl|systemd-run|podman|createuser|pg_dump|reel serve)|/etc/reel-server|/data/replays",
    "needs the page of the viewer": r"^reel view ",
    "needs a terminal for a password": r"^reel sign --new-key \S+\n*$",
}
"""What a block is, if it is not run."""
LINE_REASONS = {
    "needs a server": r"\$url",
    "needs a terminal for a password": r"--new-key",
}
"""The same for lines of blocks that are run without them."""


def blocks() -> list[tuple[str, str]]:
    """Page and text of each indented block outside of fences."""
    found = []
    for page in pages():
        text = re.sub(r"^```.*?^```$", "", (REPOSITORY / page).read_text(), flags=re.S | re.M)
        for match in re.finditer(r"(?<=\n\n)(?: {4}\S[^\n]*\n(?:(?: {4}[^\n]*)?\n(?= {4}|\Z)| {4}[^\n]*\n)*)", text):
            found.append((page, re.sub(r"^ {4}", "", match[0], flags=re.M)))
    return found


def reason_of(page: str, text: str) -> str | None:
    """Why a block is not run here; None: it is."""
    if page in ELSEWHERE:
        return f"run by {ELSEWHERE[page]}"
    if page in FIRST_LINES and re.match(r"(pip|npm) install ", text):
        return f"run by {FIRST_LINES[page]}"
    return next((why for why, what in REASONS.items() if re.search(what, text)), None)


HERE = [(page, text) for page, text in blocks() if reason_of(page, text) is None]


def test_every_block_is_run_or_has_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    counts: dict[str, int] = {}
    for page, text in blocks():
        why = reason_of(page, text) or "run"
        counts[why] = counts.get(why, 0) + 1
    with capsys.disabled():
        print("".join(f"\n   {count} blocks: {why}" for why, count in sorted(counts.items())))
    for page, test in {**ELSEWHERE, **FIRST_LINES}.items():
        assert Path(page).name in (REPOSITORY / test).read_text(), f"{test} does not read {page}"
    assert len(HERE) > 15
    assert set(REASONS) <= set(counts), "a reason that no block has"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the pages speak of."""
    monkeypatch.chdir(tmp_path)
    for name in ("plays", "replays", "uploads", "build"):
        (tmp_path / name).mkdir()
    for name in ("play.bsor", "plays/a.bsor", "replays/a.bsor", "uploads/a.bsor", "suspect.bsor", "expected.bsor", "build/out.bsor"):
        write_play(tmp_path / name, frames=400, player="76561198000000000")
    for name in ("broken.bsor", "uploads/broken.bsor"):
        (tmp_path / name).write_bytes((tmp_path / "play.bsor").read_bytes()[:-200])
    for name, source in {
        "macro.slc": "events.slc",
        "macro.slc2": "rate.slc2",
        "macro.gdr2": "plain.gdr2",
        "game.teehistorian": "every-message.teehistorian",
        "play.echoreplay": "text.echoreplay",
        "original.dat": "extensions.dat",
    }.items():
        shutil.copyfile(golden(source), tmp_path / name)
    (tmp_path / "upload").write_bytes((tmp_path / "play.bsor").read_bytes())
    return tmp_path


def reel(*arguments: str) -> None:
    subprocess.run([COMMAND, *arguments], check=True, capture_output=True)


@pytest.mark.parametrize(("page", "text"), HERE, ids=[f"{page}-{text.split(chr(10))[0][:40]}" for page, text in HERE])
def test_a_block_runs(folder: Path, page: str, text: str) -> None:
    """Exit status 1 says that a file is damaged: some are on purpose."""
    if not COMMAND.exists():
        pytest.skip(f"no command at {COMMAND}: build it, or set REEL_COMMAND")
    for tool in ("jq", "minisign"):
        if re.search(rf"\b{tool} ", text) and not shutil.which(tool):
            pytest.skip(f"no {tool}")
    lines = [line for line in text.split("\n") if not any(re.search(what, line) for what in LINE_REASONS.values())]
    if "me.key" in text or "me.pub" in text:
        reel("sign", "--new-key", "me.key", "--no-password")
    if "verify" in lines[0]:
        reel("sign", "--key", "me.key", "--challenge", "5f21c0", "-o", "signed.bsor", "play.bsor")
    if "SHA256SUMS" in text:
        sums = subprocess.run(["sha256sum", "play.bsor"], check=True, capture_output=True)
        (folder / "SHA256SUMS").write_bytes(sums.stdout)
        reel("sign", "--new-key", "reel.key", "--no-password")
        reel("sign", "--key", "reel.key", "--detached", "SHA256SUMS")
    elif "minisign" in lines[0]:
        reel("sign", "--key", "me.key", "macro.gdr2")
    if "verdicts.jsonl" in text and "-o verdicts.jsonl" not in text:
        subprocess.run(f"{COMMAND} check --json -o verdicts.jsonl uploads", shell=True, capture_output=True)
    if "rejected/" in text and "--move-failed" not in text:
        (folder / "rejected").mkdir()
        shutil.copyfile("broken.bsor", "rejected/broken.bsor")
    environment = {**os.environ, "PATH": f"{COMMAND.parent}:{os.environ['PATH']}"}
    script = "\n".join(lines).replace('"$(mktemp -d)"', str(folder))  # the page says to put a file there
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment, timeout=120)
    assert run.returncode <= 1, run.stderr
    for wrong in ("unknown option", "unknown value", "no such file", "not found", "see 'reel help"):
        assert wrong not in run.stderr, run.stderr
