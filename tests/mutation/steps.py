#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What other steps find of the mutants that mutate.py has tried, and what they alone find.

    steps.py BUILD JOURNAL...

A JOURNAL is the file of --out of `run.sh FAMILY`. Each mutant in it that counts is compiled with the warnings of the build (the step release
begins so), looked at by gcc's analyzer and by cppcheck as in the step lint, and run by the behaviours of the C++ door. The tests of its
family run with those that survived, because they are slow.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections import Counter
from pathlib import Path

from mutate import TREE, Build, Campaign, Trial, run_test, trials_of

LINT = ["-std=c17", "-DREEL_BUILDING", "-DREEL_WITH_ZLIB", "-DREEL_WITH_LIBDEFLATE", "-DREEL_WITH_LZMA", "-DREEL_WITH_ZSTD"]
LINT += [f"-I{TREE / folder}" for folder in ("include", "src", "third_party")]
ANALYZER = ["-O1", "-fanalyzer", "-Wno-analyzer-too-complex", "-Wno-analyzer-null-dereference", "-Werror"]
CPPCHECK = ["-q", "--std=c11", "--enable=warning,performance,portability", "--inline-suppr", "--suppress=missingIncludeSystem"]
STEPS = ("all formats", "the family", "cpp", "warnings", "analyzer", "cppcheck")
PATIENCE = 30.0


def fails(words: list[object], room: Path, seconds: float = 120) -> bool:
    try:
        return subprocess.run([str(w) for w in words], cwd=room, capture_output=True, timeout=seconds).returncode != 0
    except subprocess.TimeoutExpired:
        return True


class Steps:
    """What is run on the mutants of a family."""

    def __init__(self, build: Path, family: str, scratch: Path):
        own = sorted(path.stem for path in (TREE / "tests/formats" / family).glob("test_*.c"))
        self.build = Build(build, own, scratch)
        options = Namespace(effort="light", files="", patience=PATIENCE)
        self.campaign = Campaign(self.build, options)
        self.room = self.campaign.room()
        self.door = scratch / "behaviour.o"
        words = ["g++", "-O1", "-std=c++17", f"-I{TREE / 'cpp'}", f"-I{TREE / 'include'}", "-c", TREE / "cpp/tests/behaviour.cpp"]
        subprocess.run([*words, "-o", self.door], check=True)

    def own_tests(self, made: Path) -> bool:
        program = self.build.link(made, self.room)
        limit = self.campaign.usual
        order = self.campaign.order
        return bool(program) and not all(
            run_test(program, test, self.campaign.environment, self.room, 5 * limit[test] + 1).ok for test in order
        )

    def cpp(self, made: Path) -> bool:
        libraries = [w for w in self.build.libraries if "test" not in Path(w).name and "cmocka" not in w]
        if fails(["g++", *self.build.linker, "-pthread", "-o", self.room / "door", self.door, made, *libraries], self.room):
            return False
        (self.room / "scratch").mkdir(exist_ok=True)
        return fails([self.room / "door", TREE / "tests/formats", self.room / "scratch"], self.room)

    def texts(self, source: Path) -> set[str]:
        """What the compiler and the two checkers say of the text that is in the room."""
        file, own = self.room / source.name, ["-iquote", str(source.parent)]
        end = f" -c {source}"
        words = shlex.split(next(c for c in self.build.commands if c.endswith(end)).removesuffix(end))
        words = words[1:] if Path(words[0]).name == "ccache" else words
        for name in ("-o", "-MF"):
            words[words.index(name) + 1] = "/dev/null"
        found = {
            "warnings": fails([*words, *own, "-c", file], self.build.folder),
            "analyzer": fails(["gcc", *LINT, *ANALYZER, *own, "-c", "-o", "/dev/null", file], self.room),
            "cppcheck": fails(["cppcheck", *CPPCHECK, "--error-exitcode=1", *LINT[1:], f"-I{source.parent}", file], self.room),
        }
        return {step for step, killed in found.items() if killed}


def try_source(steps: Steps, source: Path, trials: list[Trial]) -> list[set[str]]:
    text, words, kills = source.read_text(), steps.build.compilation(source), []
    made = steps.build.compile(words, text, source, steps.room)
    clean = steps.texts(source) | ({"cpp"} if made and steps.cpp(made) else set())
    if clean:
        print(f"  {source.name}: {', '.join(sorted(clean))} object to the source itself, and do not count")
    for trial in trials:
        made = steps.build.compile(words, trial.mutant.applied(text), source, steps.room)
        found = steps.texts(source)
        if made and steps.cpp(made):
            found.add("cpp")
        if trial.outcome == "killed":
            found.add("all formats")
        elif made:
            if not steps.campaign.order:
                steps.campaign.prepare(source, words, 1)
                made = steps.build.compile(words, trial.mutant.applied(text), source, steps.room)
            if made and steps.own_tests(made):
                found.add("the family")
        kills.append(found - clean)
        print(f"  {trial.source}:{trial.mutant.line} {trial.mutant.operator}: {', '.join(sorted(kills[-1])) or 'survived'}", flush=True)
    return kills


def main() -> int:
    build, journals = Path(sys.argv[1]).resolve(), [Path(name) for name in sys.argv[2:]]
    os.nice(15)
    kills: list[set[str]] = []
    for journal in journals:
        lines = [line.split("\t") for line in journal.read_text().splitlines()]
        outcomes = {tuple(line[:6]): line[6] for line in lines if line[6] in ("killed", "survived")}
        sources = sorted({TREE / line[0] for line in lines})
        family = sources[0].relative_to(TREE / "src/formats").parts[0]
        with tempfile.TemporaryDirectory() as scratch:
            steps = Steps(build, family, Path(scratch))
            for source, trials in trials_of(sources, Namespace(operator=None, sample=0), {}).items():
                for trial in trials:
                    trial.outcome = outcomes.get(trial.key(), "")
                chosen = [trial for trial in trials if trial.outcome]
                kills += try_source(steps, source, chosen) if chosen else []
    total, alone = Counter(s for k in kills for s in k), Counter(s for k in kills if len(k) == 1 for s in k)
    print(f"\n{len(kills)} mutants, {sum(not k for k in kills)} survived\n\n| step | finds | alone |\n| --- | --- | --- |")
    for step in STEPS:
        print(f"| {step} | {total[step]} | {alone[step]} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
