#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which tests find which mistakes: mutation testing of the formats.

    mutate.py BUILD SOURCE... [--tests PATTERN] [--files PREFIX] [--sample COUNT --seed SEED] [--all] ...

Makes the mutants of each SOURCE (operators.py), compiles one after the other, and runs test programs of BUILD, a build folder of the release
preset, with each. All test programs are linked into one, with the object of the mutant before the libraries, so a mutant costs one compilation
of one file and one link.

A mutant that does not compile is left out. So is one whose object at -O2 is that of the source (equivalent) or of an earlier mutant
(duplicate). The others are killed if a test fails, crashes, or needs much more time or memory than with the source; or they survive. Those
known to be equivalent for a reason that a compiler cannot see are in equivalent.tsv with that reason, and are counted as equivalent.
A test that never enters the function of a mutant is not run with it. After two tests that kill a mutant, or one
that does not end, no more are run with it, so that it is known which one found it alone; --all runs them all.
"""

import argparse
import hashlib
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from operators import Mutant, instrumented, mutants_of

HERE = Path(__file__).resolve().parent
TREE = HERE.parent.parent
MEMORY = 1 << 30  # of one test
FEW = 5  # mutants of a file, for which it does not pay to find out which functions a test enters
SPARE = 1.0  # seconds of a processor that a test may take beside five times what it takes with the source


# What instrumented sources mark is written when the program ends.
DRIVER = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned char touched_by_a_test[4096];
__attribute__((destructor)) static void write_marks(void)
{
    const char *path = getenv("REEL_TOUCHED");
    FILE *file = path ? fopen(path, "wb") : NULL;
    if (!file) return;
    fwrite(touched_by_a_test, 1, sizeof touched_by_a_test, file);
    fclose(file);
}
"""


@dataclass
class Trial:
    """What became of a mutant."""

    source: str
    text: str  # of its line
    mutant: Mutant
    outcome: str = ""  # invalid, equivalent, duplicate, killed, survived
    killers: list[str] = field(default_factory=list)
    reason: str = ""

    def key(self) -> tuple[str, ...]:
        """Stays the same while other lines of the file change."""
        return (self.source, self.mutant.function, self.mutant.operator, self.text, self.was, " ".join(self.mutant.text.split()))

    was: str = ""


class Build:
    """The commands of a build folder, and one program of many tests."""

    def __init__(self, folder: Path, tests: list[str], scratch: Path):
        self.folder, self.scratch = folder, scratch
        subprocess.run(["ninja", "-C", folder, *tests], check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run(["ninja", "-C", folder, "-t", "commands", *tests], check=True, capture_output=True, text=True)
        self.commands = listed.stdout.splitlines()
        self.tests = tests
        self.linker = ["-fuse-ld=lld"] if shutil.which("ld.lld") else []  # in a third of the time
        self.libraries: list[str] = []
        self.objects: list[str] = []
        for test in tests:
            self.take_test(test)
        self.join()

    def take_test(self, test: str) -> None:
        """The object with the main of a test gets another name for it."""
        line = next(c for c in self.commands if f" -o tests/{test} " in c and " -c " not in c)
        words = shlex.split(line.removeprefix(": && ").removesuffix(" && :"))
        at = words.index(f"tests/{test}")
        objects = [w for w in words if w.endswith(".o")]
        if "-Wl,--wrap" in line or len(objects) != 1:
            raise SystemExit(f"{test} is linked in a way of its own, and cannot be one of several in a program")
        own = self.scratch / f"{test}.o"
        subprocess.run(["objcopy", f"--redefine-sym=main=main_of_{test}", self.folder / objects[0], own], check=True)
        self.objects.append(str(own))
        self.compiler = words[0]
        for word in words[at + 1 :]:  # a copy, so that the folder may be built again while this runs
            copied = str(self.scratch / Path(word).name) if word.endswith(".a") else word
            if copied not in self.libraries:
                self.libraries.append(copied)
                if copied != word:
                    shutil.copy(self.folder / word, copied)

    def join(self) -> None:
        """All tests as one object, whose main runs the one that it is asked for."""
        driver = self.scratch / "driver.c"
        lines = [DRIVER, *(f"int main_of_{t}(int, char **);" for t in self.tests)]
        lines += ["int main(int count, char **words)", "{", "    char *own[] = { words[0], NULL };", "    if (count < 2) return 99;"]
        lines += [f'    if (!strcmp(words[1], "{t}")) return main_of_{t}(1, own);' for t in self.tests]
        driver.write_text("\n".join([*lines, "    return 98;", "}", ""]))
        self.joined = self.scratch / "tests.o"
        subprocess.run([self.compiler, "-r", "-o", self.joined, driver, *self.objects], check=True)

    def compilation(self, source: Path) -> list[str]:
        """How the file is compiled, without what names files, at -O2."""
        end = f" -c {source}"
        line = next((c for c in self.commands if c.endswith(end)), None)
        if line is None:
            raise SystemExit(f"no test of these is built from {source}")
        words, kept = shlex.split(line.removesuffix(end)), []
        if Path(words[0]).name == "ccache":
            words = words[1:]
        skip = 0
        for word in words:
            if skip:
                skip -= 1
            elif word in ("-o", "-MT", "-MF"):
                skip = 1
            elif word != "-MD" and not word.startswith("-W") and not re.fullmatch(r"-O\w*|-g\d?", word):
                kept.append(word)
        return [*kept, "-O2", "-g0", "-w", "-iquote", str(source.parent)]

    def compile(self, words: list[str], text: str, source: Path, room: Path) -> Path | None:
        (room / source.name).write_text(text)
        made = room / "mutant.o"
        done = subprocess.run([*words, "-o", made, "-c", source.name], cwd=room, capture_output=True)
        return made if done.returncode == 0 else None

    def link(self, made: Path, room: Path) -> Path | None:
        program = room / "program"
        words = [self.compiler, *self.linker, "-o", program, self.joined, made, *self.libraries]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            print(f"not linked: {done.stderr[-500:]}", file=sys.stderr)
        return program if done.returncode == 0 else None


@dataclass
class Run:
    ok: bool
    seconds: float
    how: str


def run_test(program: Path, test: str, environment: dict[str, str], room: Path, seconds: float) -> Run:
    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds + 1), int(seconds + 2)))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    start = time.monotonic()
    words = [program, test]
    child = subprocess.Popen(
        words,
        env=environment,
        cwd=room,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=bound,
    )
    try:
        code = child.wait(timeout=10 * seconds + 60)  # the machine may be busy with other work
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return Run(False, time.monotonic() - start, "time")
    how = "time" if code in (-24, -9) else "crash" if code < 0 else "fails"
    return Run(code == 0, time.monotonic() - start, how)


class Campaign:
    def __init__(self, build: Build, options: argparse.Namespace):
        self.build, self.options = build, options
        self.environment = {
            **os.environ,
            "REEL_TEST_EFFORT": options.effort,
            "REEL_TEST_FILES": options.files,
            "REEL_CORPUS": "/nonexistent",
        }
        if not options.files:
            del self.environment["REEL_TEST_FILES"]
        self.usual: dict[str, float] = {}
        self.order: list[str] = []
        self.entered: dict[str, set[str]] = {}
        self.kills: Counter[str] = Counter()
        self.lock = threading.Lock()
        self.rooms = threading.local()

    def room(self) -> Path:
        if not hasattr(self.rooms, "path"):
            self.rooms.path = Path(tempfile.mkdtemp(dir=self.build.scratch))
        return self.rooms.path

    def prepare(self, source: Path, words: list[str], mutants: int) -> bytes:
        """Every test passes with the source itself, compiled as mutants are."""
        made = self.build.compile(words, source.read_text(), source, self.room())
        if not made:
            raise SystemExit(f"{source} does not compile")
        program = self.build.link(made, self.room())
        if not program:
            raise SystemExit(f"{source} does not link")
        for test in self.build.tests:
            if test in self.usual:
                continue
            run = run_test(program, test, self.environment, self.room(), self.options.patience)
            if run.ok:
                self.usual[test] = run.seconds
            else:
                why = "it takes too long" if run.how == "time" else "it fails without a mutant"
                print(f"left out, because {why}: {test}", flush=True)
                self.usual[test] = -1
        self.order = sorted((t for t in self.build.tests if self.usual[t] >= 0), key=lambda t: self.usual[t])
        self.entered = {}
        if mutants >= FEW:
            self.find_functions(source, words)
        return hashlib.sha256(made.read_bytes()).digest()

    def find_functions(self, source: Path, words: list[str]) -> None:
        """Which functions of the source each test enters."""
        text, names = instrumented(source.read_text())
        made = self.build.compile(words, text, source, self.room())
        program = self.build.link(made, self.room()) if made else None
        marks = self.room() / "touched"
        for test in self.order:
            if program:
                run_test(program, test, {**self.environment, "REEL_TOUCHED": str(marks)}, self.room(), 5 * self.usual[test] + SPARE)
            touched = marks.read_bytes() if marks.exists() else bytes([1]) * len(names)
            self.entered[test] = {name for name, mark in zip(names, touched, strict=False) if mark}
            marks.unlink(missing_ok=True)

    def judge(self, trial: Trial, program: Path) -> None:
        with self.lock:  # those that have killed many first, for the seconds that they take
            order = sorted(self.order, key=lambda t: -(self.kills[t] + 1) / (self.usual[t] + 0.01))
        function = trial.mutant.function
        for test in order:
            if function and test in self.entered and function not in self.entered[test]:
                continue
            run = run_test(program, test, self.environment, self.room(), 5 * self.usual[test] + SPARE)
            if run.ok:
                continue
            trial.killers.append(test if run.how == "fails" else f"{test}:{run.how}")
            with self.lock:
                self.kills[test] += 1
            if run.how == "time":  # an endless loop is one for any test that comes by
                break
            if len(trial.killers) >= self.options.killers and not self.options.all:
                break
        trial.outcome = "killed" if trial.killers else "survived"

    def try_one(self, trial: Trial, words: list[str], source: Path, seen: dict[bytes, int]) -> None:
        text = trial.mutant.applied(source.read_text())
        made = self.build.compile(words, text, source, self.room())
        if not made:
            trial.outcome = "invalid"
            return
        digest = hashlib.sha256(made.read_bytes()).digest()
        with self.lock:
            known = seen.get(digest)
            seen.setdefault(digest, trial.mutant.line)
        if known is not None:
            trial.outcome = "equivalent" if known == 0 else "duplicate"
            return
        program = self.build.link(made, self.room())
        if not program:
            trial.outcome = "invalid"
            return
        self.judge(trial, program)

    def note(self, trial: Trial) -> None:
        if self.options.out:
            with self.options.out.open("a") as out:
                print(*trial.key(), trial.outcome, ",".join(trial.killers), sep="\t", file=out)

    def recall(self, trials: list[Trial]) -> None:
        """What an earlier run found, the last line about a mutant."""
        path = self.options.out
        lines = [line.split("\t") for line in path.read_text().splitlines()] if path and path.exists() else []
        known = {tuple(line[:6]): line[6:] for line in lines}
        for trial in trials:
            outcome, killers = known.get(trial.key(), ("", ""))
            if outcome and (outcome != "survived" or self.options.report):
                trial.outcome, trial.killers = outcome, killers.split(",") if killers else []

    def run(self, source: Path, chosen: list[Trial]) -> None:
        words = self.build.compilation(source)
        with ThreadPoolExecutor(self.options.jobs) as pool:
            seen = {pool.submit(self.prepare, source, words, len(chosen)).result(): 0}
            done = 0
            fresh = [trial for trial in chosen if not trial.outcome]
            for trial in pool.map(lambda t: (self.try_one(t, words, source, seen), t)[1], fresh):
                done += 1
                self.note(trial)
                if trial.outcome == "survived" and not trial.reason:
                    print(
                        f"  {trial.source}:{trial.mutant.line} {trial.mutant.operator}: {trial.was} -> {trial.mutant.text}",
                        flush=True,
                    )
                if done % 50 == 0:
                    print(f"  {source.name}: {done} of {len(fresh)}", flush=True)


def machinery() -> set[str]:
    """The tests that walk all formats: those in tests/machinery, and others that use what it walks them with."""
    found = set()
    for path in (TREE / "tests").glob("**/test_*.c"):
        room = path.relative_to(TREE / "tests").parts[0]
        walks = re.search(r"each_specimen\(|machinery_formats\(", path.read_text())
        if room == "machinery" or (walks and room not in ("formats", "toy")):
            found.add(path.stem)
    return found


def known_equivalents() -> dict[tuple[str, ...], str]:
    """A line of equivalent.tsv: the key of a mutant, and why no test can find it."""
    known = {}
    for line in (HERE / "equivalent.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            *key, reason = line.split("\t")
            known[tuple(key)] = reason
    return known


def trials_of(sources: list[Path], options: argparse.Namespace, known: dict[tuple[str, ...], str]) -> dict[Path, list[Trial]]:
    found: dict[Path, list[Trial]] = defaultdict(list)
    stale = {key for key in known if TREE / key[0] in sources}
    for source in sources:
        text = source.read_text()
        lines = text.splitlines()
        for mutant in mutants_of(text):
            if options.operator and not re.fullmatch(options.operator, mutant.operator):
                continue
            trial = Trial(str(source.relative_to(TREE)), " ".join(lines[mutant.line - 1].split()), mutant, was=mutant.was(text))
            trial.reason = known.get(trial.key(), "")
            stale.discard(trial.key())
            found[source].append(trial)
    if stale and not options.operator:
        raise SystemExit("equivalent.tsv has what is no mutant any more:\n" + "\n".join(" | ".join(key) for key in sorted(stale)))
    if options.sample:
        everything = [(s, t) for s, trials in found.items() for t in trials]
        some = random.Random(options.seed).sample(everything, min(options.sample, len(everything)))
        found = {s: [t for at, t in some if at == s] for s in found}
    return {s: trials for s, trials in found.items() if trials}


def print_table(trials: list[Trial]) -> None:
    print("\n| file | mutants | not valid C | same object | equivalent | killed | survived | killed of those that count |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    groups: dict[str, list[Trial]] = defaultdict(list)
    for trial in trials:
        groups[trial.source].append(trial)
    for name, members in [*groups.items(), ("all", trials)]:
        count = Counter("reasoned" if t.outcome == "survived" and t.reason else t.outcome for t in members)
        rest = count["killed"] + count["survived"]
        share = f"{100 * count['killed'] / rest:.1f} %" if rest else "-"
        same = count["equivalent"] + count["duplicate"]
        print(
            f"| `{name}` | {len(members)} | {count['invalid']} | {same} | {count['reasoned']} | {count['killed']} | {count['survived']} | {share} |"
        )
    by_operator: dict[str, Counter[str]] = defaultdict(Counter)
    for trial in trials:
        by_operator[trial.mutant.operator][trial.outcome] += 1
    print("\n| operator | killed | survived |\n| --- | --- | --- |")
    for operator, count in sorted(by_operator.items()):
        print(f"| {operator} | {count['killed']} | {count['survived']} |")


def print_killers(trials: list[Trial], tests: list[str], complete: bool) -> None:
    alone: Counter[str] = Counter()
    any_kill: Counter[str] = Counter()
    for trial in trials:
        names = {k.split(":")[0] for k in trial.killers}
        any_kill.update(names)
        if len(names) == 1 and not trial.killers[0].endswith(":time"):
            alone.update(names)
    print(f"\n| test | {'kills' if complete else 'kills among the first two'} | alone |\n| --- | --- | --- |")
    for test in sorted(tests, key=lambda t: (-alone[t], -any_kill[t], t)):
        print(f"| `{test}` | {any_kill[test]} | {alone[test]} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--tests", help="sources of test programs, patterns with commas between them; default: the machinery")
    parser.add_argument("--files", default="", help="golden and bad files to run them with: how their names begin (REEL_TEST_FILES)")
    parser.add_argument("--effort", default="light", help="REEL_TEST_EFFORT")
    parser.add_argument("--sample", type=int, default=0, help="this many mutants, drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--operator", help="only mutants of these operators, a regular expression")
    parser.add_argument("--all", action="store_true", help="run all tests with a mutant that is killed")
    parser.add_argument("--killers", type=int, default=2, help="after this many tests have killed it, run no more (default 2)")
    parser.add_argument("--patience", type=float, default=10, help="leave out tests that take more seconds of a processor (default 10)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--out", type=Path, help="a line about each mutant; what is in it already is not tried again, except what survived"
    )
    parser.add_argument("--report", action="store_true", help="only the tables of what is in the file of --out")
    parser.add_argument("--floor", type=float, default=0, help="fail if less than this percentage is killed")
    options = parser.parse_args()
    if "REEL_MUTATION_NICE" not in os.environ:
        os.nice(15)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # removes the scratch folder
    sources = [path.resolve() for path in options.sources]
    tests = sorted({path.stem for pattern in options.tests.split(",") for path in TREE.glob(pattern)} if options.tests else machinery())
    with tempfile.TemporaryDirectory() as scratch:
        campaign = Campaign(Build(options.build.resolve(), tests, Path(scratch)), options)
        found = trials_of(sources, options, known_equivalents())
        trials = [trial for members in found.values() for trial in members]
        print(f"{len(trials)} mutants, {len(tests)} tests" + (f", seed {options.seed}" if options.sample else ""), flush=True)
        campaign.recall(trials)
        for source, members in found.items():
            if not options.report and any(not trial.outcome for trial in members):
                campaign.run(source, members)
        trials = [trial for trial in trials if trial.outcome]
    print_table(trials)
    print_killers(trials, campaign.order, options.all)
    killed = sum(t.outcome == "killed" for t in trials)
    left = sum(t.outcome == "survived" and not t.reason for t in trials)
    wrong = [t for t in trials if t.reason and t.outcome == "killed"]
    for trial in wrong:
        print(
            f"equivalent.tsv has a mutant that {trial.killers[0]} kills: {trial.source}:{trial.mutant.line} {trial.was} -> {trial.mutant.text}"
        )
    return 1 if wrong or 100 * killed < options.floor * (killed + left) else 0


if __name__ == "__main__":
    sys.exit(main())
