# SPDX-License-Identifier: MIT
"""The commands of docs/server.md, in the order of the page, with one real server: `reel serve` of the first block starts it.

What one machine of a test cannot have is replaced by what is stated here, and by nothing else.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from page_commands import SERVER as PAGE
from page_commands import blocks_of, how_of, missing_members
from plays import REPOSITORY
from test_page_checks import SERVER, needs_server
from test_pages import COMMAND

BLOCKS = blocks_of("run with a server")
PLAYER = "76561190000000001"

# Programs for which a test would have to be an operator. They fail for what the project does not have; packaging/server tests the real ones.
STAND_INS = {
    "systemctl": f"""
for word; do
    case $word in
    enable | start | restart | --now) ;;
    *.socket) test -f {REPOSITORY}/packaging/server/"$word" ;;
    *) test -f {REPOSITORY}/packaging/server/"$word".service.in ;;
    esac || exit
done""",
    "systemd-run": """
while [ "${1#-}" != "$1" ]; do [ "$1" != -p ] || shift; shift; done
exec "$@" """,
    "podman": f"""
verb=$1; shift
case $verb in
build) while [ "$1" != -f ]; do shift; done; test -f {REPOSITORY}/"$2" ;;
run) [ "$(echo "$@" | sed 's/.* //')" = reel-server ] ;;
exec) shift; mkdir -p container; exec "${{@//var\\/lib/container}}" ;; # not the folder of this machine
*) false ;;
esac""",
    # Errors of HTTP fail, and a stream of events ends after a second.
    "curl": """
case " $* " in *" -N "*) "$CURL" -sS -m 1 --fail-with-body "$@"; [ $? -eq 28 ]; exit ;; esac
exec "$CURL" -sS --fail-with-body "$@" """,
}

# What is done before a block with these words, by hands of the reader.
BEFORE = {
    "/moderation/queue": 'HELD=$(curl --data-binary @forged.bsor -H "Authorization: Bearer $GAME" $AT/replays | head -n 1 | cut -d \'"\' -f 4)',
    "account erase": 'python3 -c \'import sqlite3\nwith sqlite3.connect("replays/catalogue.sqlite") as c:\n'
    ' c.execute("INSERT INTO account (name, provider, subject, shown, player, has_role, created, seen) VALUES (?, ?, ?, ?, ?, 0, 1, 1)", '
    '("account:1b914875413b8e0009b70bfd94b2c65c", "sso", "1", "ann", ""))\'',
    "game.pub other.pub": "for one in game other; do reel sign --new-key $one.key --no-password; done",
    "key=$(cat": "TIME=1700000000 SIGNATURE=sha256=$(python3 -c 'import hmac, sys; from pathlib import Path\n"
    'print(hmac.digest(Path("etc/reel-server.hook").read_bytes().strip(), sys.argv[1].encode() + b".{}", "sha256").hex())\' 1700000000)\n'
    "printf '{}' > body.json",
    "restore /backup": 'kill "$SERVER"; wait "$SERVER"; mv replays kept; mkdir replays',
}
# What is looked at after it.
AFTER = {
    "reel serve": "SERVER=$!; until curl $AT/readyz; do sleep 0.1; done; GAME=$(reel-server --store replays token add first-game)",
    "moderate undo": 'reel-server --store replays moderate remove "$HELD"',
    "/etc/reel-server.conf": "reel-server --config /etc/reel-server.conf --check",
    "/events": 'curl -H "Authorization: Bearer $GAME" --data-binary @broken.bsor $AT/replays || true\n'
    'curl -H "Authorization: Bearer $GAME" $AT/refused > refused.json\n'
    'curl -N -H "Accept: text/event-stream" "$AT/events?after=0" > events.txt',
}


def replaced(folder: Path, port: int, text: str) -> str:
    """Folders of the system become folders of the test, the usual port a free one, and words for an id the id of a held replay."""
    text = re.sub(r"(?<![\w.])/(etc|backup|data|var/lib)\b", rf"{folder}/\1", text)
    text = text.replace("/usr/share/reel-server", f"{REPOSITORY}/packaging/server").replace("127.0.0.1:8080/", f"127.0.0.1:{port}/")
    text = text.replace("reel serve replays", f"reel serve --port {port} replays 2> log &")
    return re.sub(r"\bPLAYER\b", PLAYER, re.sub(r"(?<=[ /])ID\b", "$HELD", text))


def script_of(folder: Path, port: int) -> str:
    """All blocks, each with its number and a file of its own for what it prints."""
    parts = [f"set -eEu -o pipefail; AT=http://127.0.0.1:{port}", "trap 'echo \"block $BLOCK: $BASH_COMMAND\" >&2' ERR"]
    parts.append("trap 'kill $(jobs -p) 2> /dev/null || true' EXIT")
    for number, (_, text) in enumerate(BLOCKS):
        around = [[what for word, what in table.items() if word in text] for table in (BEFORE, AFTER)]
        body = "\n".join([*around[0], text, *around[1]])
        parts.append(f"BLOCK={number}\n{{\n{replaced(folder, port, body)}\n}} > out.{number}")
    return "\n".join(parts)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An operator's machine: replays to upload and to import, the options that the package installs, and a disk for backups."""
    monkeypatch.chdir(tmp_path)
    for name in ("bin", "etc", "var/lib", "backup", "old-replays"):
        (tmp_path / name).mkdir(parents=True)
    for name, script in STAND_INS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/bash\n{script}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    play = runpy.run_path(str(REPOSITORY / "server/test/plays.py"))["play"]
    (tmp_path / "play.bsor").write_bytes(play(PLAYER, seed=1))
    (tmp_path / "broken.bsor").write_bytes(play(PLAYER, seed=1)[:-200])
    (tmp_path / "forged.bsor").write_bytes(play("76561190000000009", good=1, seed=9, score=2000))
    (tmp_path / "old-replays/a.bsor").write_bytes(play("76561190000000003", seed=3))
    options = (REPOSITORY / "packaging/server/reel-server.conf").read_text()
    (tmp_path / "etc/reel-server.conf").write_text(options.replace("/var/lib", f"{tmp_path}/var/lib"))
    return tmp_path


def shown(first: str) -> object:
    """What the page shows of an answer: the block that begins so, in which … stands for what is left out."""
    (text,) = [text for page, text in blocks_of("checked: members of an answer") if page == PAGE and text.startswith(first)]
    return json.loads(re.sub(r"^(id|event): .*\n|^data: ", "", text, flags=re.M).replace("{…}", "{}"))


@needs_server
def test_the_page_of_the_server(folder: Path) -> None:
    if not COMMAND.exists():
        pytest.skip(f"no command at {COMMAND}: build it, or set REEL_COMMAND")
    curl = shutil.which("curl")
    if not curl or not shutil.which("openssl"):
        pytest.skip("no curl and openssl")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "PATH": f"{folder}/bin:{SERVER.parent}:{COMMAND.parent}:{os.environ['PATH']}", "CURL": curl}
    run = subprocess.Popen(
        ["bash", "-c", script_of(folder, port)], stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )
    try:
        said = run.communicate(timeout=300)[1]
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 0, said

    refused, events = json.loads((folder / "refused.json").read_text()), (folder / "events.txt").read_text()
    assert missing_members(shown('{"refused"'), refused) == []
    event = re.search(r"^id: \d+\nevent: new\ndata: (.*)\n\n", events, re.M)
    assert event, events
    assert missing_members(shown("id: "), json.loads(event[1])) == []
    log = [json.loads(line) for line in (folder / "log").read_text().splitlines() if line.startswith("{")]
    assert missing_members([shown('{"at"')], [line for line in log if line["event"] == "upload"]) == []
    assert missing_members({"nonsense": 1}, refused) == [".nonsense"]
    assert list((folder / "data/dataset").rglob("*.parquet"))
    assert (folder / "data.ndjson").read_text()


def test_every_block_of_the_page_is_here_or_elsewhere() -> None:
    assert len(BLOCKS) > 15
    assert {page for page, _ in BLOCKS} == {PAGE}
    assert all(how_of(page, text) != "run" for page, text in blocks_of("run") if page == PAGE)
