#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs what the pages advise: page_advice.py REEL.

Each command in the text of a page that changes a replay is run on a file of the tests that it is for. The finding that it
removes is gone, the output has no more errors, and each table that loses rows is named by what the command reports. A
command that no line below has fails: it needs a file, or the test that runs it.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What messages call the rows of a table.
WORDS = {"gaps": "unused"}

# Page, command, file or test, and the rule that is gone; "": the command is not about a finding. "+padding": zeros are
# added to the file.
ADVICE = [
    ("formats/bsor.md", "reel repair", "bsor/golden/code-point-lengths.bsor", "bsor.string-length"),
    ("formats/bsor.md", "reel repair", "bsor/golden/trailing-bytes.bsor", "bsor.trailing-bytes"),
    ("formats/bsor.md", "reel repair", "bsor/bad/cut-note.bsor", "bsor.truncated"),
    ("formats/bsor.md", "reel edit --do one-avatar", "tests/jobs/test_advice.c", "bsor.avatars"),
    ("formats/bsor.md", "reel edit --do last-attempt", "tests/jobs/test_advice.c", "bsor.attempts"),
    ("formats/bsor.md", "reel edit --anonymise", "bsor/golden/full.bsor", ""),
    ("formats/bsor.md", "reel edit --after", "tests/insight/beatsaber/test_beatsaber_parts.c", ""),
    ("formats/bsor.md", "reel edit --merge NEXT FIRST", "tests/insight/beatsaber/test_beatsaber_parts.c", ""),
    ("formats/scoresaber.md", "reel repair", "scoresaber/golden/gaps.dat", "scoresaber.gap"),
    ("formats/scoresaber.md", "reel repair", "scoresaber/golden/trailing.dat", "scoresaber.trailing-bytes"),
    ("formats/scoresaber.md", "reel repair", "scoresaber/golden/decoded-odd.json", "scoresaber-json.frame"),
    ("formats/scoresaber.md", "reel edit --after", "tests/insight/beatsaber/test_beatsaber_parts.c", ""),
    ("formats/scoresaber.md", "reel edit --merge NEXT FIRST", "tests/insight/beatsaber/test_beatsaber_parts.c", ""),
    ("formats/xror.md", "reel repair", "xror/bad/cut-events.xror", "xror.truncated"),
    ("formats/teehistorian.md", "reel repair", "teehistorian/bad/number-cut.teehistorian", "teehistorian.truncated"),
    (
        "formats/teehistorian.md",
        "reel repair --reading resync",
        "teehistorian/bad/message-unknown.teehistorian",
        "teehistorian.message-id",
    ),
    ("formats/echoreplay.md", "reel edit --after", "tests/formats/echo/test_echo_merge.c", ""),
    ("formats/xror.md", "reel edit --merge NEXT FIRST", "tests/insight/beatsaber/test_beatsaber_parts.c", ""),
    ("formats/echoreplay.md", "reel edit --merge NEXT FIRST", "tests/formats/echo/test_echo_merge.c", ""),
    ("formats/butter.md", "reel edit --merge NEXT FIRST", "tests/formats/echo/test_echo_merge.c", ""),
    ("formats/echo.md", "reel convert --to butter", "echo/golden/text.echoreplay", ""),
    ("formats/echo.md", "reel convert --to echoreplay", "echo/golden/arena.butter", ""),
    ("formats/gdr.md", "reel edit --before 200t", "gdr/golden/mixed.gdr", ""),
    ("formats/gdr.md", "reel edit --after 200t", "gdr/golden/mixed.gdr", ""),
    ("formats/gdr.md", "reel convert --carry --to gdr2", "gdr/golden/fixes.gdr", ""),
    ("formats/macros.md", "reel repair", "gdr/golden/full.xd+padding", "macros.trailing-bytes"),
    ("formats/macros.md", "reel repair", "gdr/golden/parts.cml+padding", "macros.trailing-bytes"),
    ("formats/macros.md", "reel edit --after", "tests/formats/gdr/test_macro_parts.c", ""),
    ("formats/macros.md", "reel edit --merge NEXT FIRST", "tests/formats/gdr/test_macro_parts.c", ""),
    ("formats/macros.md", "reel edit --do one-rate", "gdr/golden/events.slc", ""),
    ("operators.md", "reel repair", "bsor/bad/cut-frame.bsor", "bsor.truncated"),
    ("operators.md", "reel edit --anonymise", "bsor/golden/full.bsor", ""),
    ("levels.md", "reel convert --to beatsaber-map", "bsor/golden/full.bsor", ""),
    ("privacy.md", "reel edit --pseudonymise", "tests/cli/edit_pseudonymises/cmd", ""),
    ("marks.md", "reel edit --anonymise", "bsor/golden/full.bsor", ""),
    (
        "command.md",
        "reel edit --merge 2.bsor --merge 3.bsor -o whole.bsor 1.bsor",
        "tests/insight/beatsaber/test_beatsaber_parts.c",
        "",
    ),
    ("spool.md", "reel repair -o run.bsor run.bsor.spool", "tests/core/test_core_spool.c", ""),
    ("streaming-bsor.md", "reel convert --to bsor", "tests/core/test_core_spool.c", ""),
    ("viewer.md", "reel convert --to demo --map MAP --finish NAME,TIME", "web/viewer/test/browser/demo.mjs", ""),
]

# Pages that say how something is built or was decided, and a command without an option as the name of a verb.
NO_ADVICE = {"decisions.md"}
NAMES = {"reel edit", "reel convert", "reel edit --do"}
NAMED_IN = {"command.md", "viewer.md"}  # lists of verbs and of buttons

failures: list[str] = []


def commands() -> set[tuple[str, str]]:
    found = set()
    for path in sorted((ROOT / "docs").rglob("*.md")):
        page = str(path.relative_to(ROOT / "docs"))
        if page in NO_ADVICE or page.startswith("site/"):
            continue
        text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.S | re.M)
        for match in re.finditer(r"`(reel (?:edit|repair|convert)\b[^`]*)`", text):
            command = " ".join(match.group(1).split())
            if command in NAMES or (command == "reel repair" and page in NAMED_IN):
                continue
            found.add((page, command))
    return found


class Reel:
    def __init__(self, program: str) -> None:
        self.program = program

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.program, *arguments], capture_output=True, text=True, errors="replace")

    def findings(self, path: str) -> list[dict]:
        answer = json.loads(self.run("check", "--json", path).stdout.splitlines()[0])
        return answer.get("findings", [])

    def rows(self, path: str) -> dict[str, int]:
        answer = json.loads(self.run("info", "--json", path).stdout.splitlines()[0])
        return {table["name"]: table["rows"] or 0 for table in answer.get("tables", [])}


def check(reel: Reel, page: str, command: str, name: str, rule: str, folder: str) -> None:
    file, _, padding = name.partition("+")
    source = str(Path(folder) / Path(file).name)
    Path(source).write_bytes((ROOT / "tests/formats" / file).read_bytes() + (bytes(64) if padding else b""))
    where = f"{page}: {command} on {name}"
    before = reel.findings(source)
    if rule and not any(finding["rule"] == rule for finding in before):
        failures.append(f"{where}: the file does not have {rule}")
        return
    output = str(Path(folder) / ("out" + Path(file).suffix))
    words = command.split()[1:]
    done = reel.run(*words, "-o", output, "--replace", source)
    if done.returncode not in (0, 1) or not Path(output).exists():
        failures.append(f"{where}: exit status {done.returncode}\n{done.stderr}")
        return
    after = reel.findings(output)
    if rule and any(finding["rule"] == rule for finding in after):
        failures.append(f"{where}: {rule} is still there")
    errors = [sum(finding["severity"] == "error" for finding in findings) for findings in (before, after)]
    if errors[1] > errors[0]:
        failures.append(f"{where}: {errors[1]} errors, not {errors[0]}")
    if words[0] == "convert":
        return  # other tables: what is lost is compared by the conversion itself
    had, has = reel.rows(source), reel.rows(output)
    for table, count in had.items():
        if has.get(table, 0) < count and WORDS.get(table, table) not in done.stdout + done.stderr:
            failures.append(f"{where}: {table} has {has.get(table, 0)} of {count} rows, without a word\n{done.stdout}{done.stderr}")


def main() -> int:
    reel = Reel(sys.argv[1])
    advised = commands()
    known = {(page, command) for page, command, _, _ in ADVICE}
    failures.extend(f"docs/{page}: nothing runs '{command}'" for page, command in sorted(advised - known))
    failures.extend(f"docs/{page} has no '{command}' any more" for page, command in sorted(known - advised))
    ran = 0
    with tempfile.TemporaryDirectory() as folder:
        for page, command, name, rule in ADVICE:
            if name.startswith(("tests/", "web/")):
                path = ROOT / name
                operation = command.split("--do ")[-1] if "--do " in command else ""
                if not path.exists() or operation not in path.read_text():
                    failures.append(f"docs/{page}: {name} does not run '{command}'")
                continue
            check(reel, page, command, name, rule, folder)
            ran += 1
    print(f"{len(advised)} commands of pages, {ran} runs")
    for failure in failures:
        print("FAIL", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
