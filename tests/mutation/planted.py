#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which steps of ./test.sh find which of the mistakes in planted.tsv.

    planted.py [NAME...] [--steps STEP,...] [--builds FOLDER]

A mistake is a line that is replaced in one file. The file is compiled as each build folder compiles it, and linked before the library into the
programs of that step, which then run. So no step runs as a whole: the test in it that would see the mistake does. Steps whose build folder
(FOLDER/release, FOLDER/asan, ...) is missing are left out, and said to be. No file of the tree is changed.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
TREE = HERE.parent.parent
PATIENCE = 600


@dataclass
class Mistake:
    name: str
    file: str
    was: str
    now: str
    tests: str  # names, with blanks between them; NAME=WORD: with that word as argument
    what: str

    def text(self) -> str:
        source = (TREE / self.file).read_text()
        if source.count(self.was) != 1:
            raise SystemExit(f"planted.tsv: {self.name}: {self.file} has {source.count(self.was)} times: {self.was}")
        return source.replace(self.was, self.now)


def mistakes() -> list[Mistake]:
    lines = [line.split("\t") for line in (HERE / "planted.tsv").read_text().splitlines() if line and not line.startswith("#")]
    found = []
    for name, file, was, now, tests, what in lines:
        found.append(Mistake(name, file, was.replace("\\n", "\n"), now.replace("\\n", "\n"), tests, what))
    return found


def golden_files() -> list[str]:
    return sorted(str(path) for kind in ("golden", "bad") for path in (TREE / "tests/formats").glob(f"*/{kind}/*"))


# What else runs for a step: programs of its build, and the arguments of each. A build has the tests that were built in it.
PROGRAMS: dict[str, list[tuple[str, list[str]]]] = {
    "release": [],
    "asan": [("cli/reel", ["check", "--json"])],
    "i686": [],
    "s390x": [],
    "tsan": [("cli/reel", ["check", "-j", "8", "--json"]), ("cli/reel", ["scan", "-q", "-j", "8", "--part-size", "16K", "-t", "notes"])],
    "cost": [],
}
ONLY_IN = {"hostile_cost": "cost"}  # it counts in its own build only


class Folder:
    """A build folder: how a file is compiled in it, and a program linked."""

    def __init__(self, path: Path, room: Path):
        self.path, self.room, self.emulator = path, room, []
        if path.name == "s390x":
            self.emulator = ["qemu-s390x", "-L", path.parent / "sysroot-s390x", "-L", "/usr/s390x-linux-gnu"]
        self.clean: dict[str, bool] = {}

    def commands(self, target: str) -> list[str]:
        done = subprocess.run(["ninja", "-C", self.path, "-t", "commands", target], check=True, capture_output=True, text=True)
        return done.stdout.splitlines()

    def own(self, file: str) -> str:
        """The path of a file in the tree that the folder is of, which may be a copy."""
        return str(self.path.parent.parent / file)

    def compile(self, mistake: Mistake, text: str, program: str) -> Path | None:
        line = next((c for c in self.commands(program) if c.endswith(f" -c {self.own(mistake.file)}")), None)
        if line is None:
            return None
        words = shlex.split(line)
        words = words[1:] if Path(words[0]).name == "ccache" else words
        copy, made = self.room / Path(mistake.file).name, self.room / "planted.o"
        copy.write_text(text)
        words[words.index("-o") + 1] = str(made)
        words[words.index("-MF") + 1] = "/dev/null"
        words[-1] = str(copy)
        words += ["-iquote", str(Path(self.own(mistake.file)).parent)]
        return made if subprocess.run(words, cwd=self.path, capture_output=True).returncode == 0 else Path()

    def link(self, made: Path, program: str) -> Path:
        line = next(c for c in self.commands(program) if f" -o {program} " in c and " -c " not in c)
        words = shlex.split(line.removeprefix(": && ").removesuffix(" && :"))
        linked = self.room / "program"
        words[words.index("-o") + 1] = str(linked)
        words.insert(next(i for i, word in enumerate(words) if word.endswith(".a")), str(made))
        subprocess.run(words, cwd=self.path, check=True, capture_output=True)
        return linked

    def run(self, program: Path, arguments: list[str], is_test: bool) -> bool:
        """Whether the program is content. The command gets every golden and bad file."""
        words = [str(w) for w in (*self.emulator, program, *arguments)]
        shutil.rmtree(self.room / "out", ignore_errors=True)
        if "scan" in arguments:
            words += ["-o", str(self.room / "out"), str(TREE / "tests/formats")]
        elif not is_test:
            words += golden_files()
        environment = {**os.environ, "REEL_TEST_EFFORT": "light", "REEL_CORPUS": "/nonexistent", "TSAN_OPTIONS": "exitcode=66 halt_on_error=1"}
        try:
            code = subprocess.run(words, cwd=self.room, env=environment, capture_output=True, timeout=PATIENCE).returncode
        except subprocess.TimeoutExpired:
            return False
        return code == 0 if is_test else code in (0, 1, 3)

    def finds(self, mistake: Mistake) -> bool | None:
        """None: the mistake is in no file of the programs."""
        step, made = self.path.name, None
        programs = []
        for name, _, word in (test.partition("=") for test in mistake.tests.split()):
            if ONLY_IN.get(name, step) == step and (self.path / f"tests/test_{name}").exists():
                programs.append((f"tests/test_{name}", [word] if word else [], True))
        programs += [(program, arguments, False) for program, arguments in PROGRAMS[step]]
        for program, arguments, is_test in programs:
            made = self.compile(mistake, mistake.text(), program)
            if made is None:
                continue
            if made == Path() or not self.run(self.link(made, program), arguments, is_test):
                return True
        return None if made is None else False


def with_file(mistake: Mistake, room: Path) -> Path:
    """The headers and the sources as links, with the mistake."""
    copy = room / "tree"
    shutil.rmtree(copy, ignore_errors=True)
    for folder in ("include", "src", "cli"):
        shutil.copytree(TREE / folder, copy / folder)
    (copy / mistake.file).parent.mkdir(parents=True, exist_ok=True)
    (copy / mistake.file).write_text(mistake.text())
    return copy


def lint(mistake: Mistake, room: Path) -> bool | None:
    if not mistake.file.endswith((".c", ".h")):
        return None
    copy = with_file(mistake, room)
    shutil.copy(TREE / ".clang-format", copy)
    flags = ["-std=c17", "-DREEL_BUILDING", "-Iinclude", "-Isrc", f"-I{TREE / 'third_party'}"]
    flags += [f"-DREEL_WITH_{codec}" for codec in ("ZLIB", "LIBDEFLATE", "LZMA", "ZSTD")]
    suppress = ["-Wno-analyzer-too-complex", "-Wno-analyzer-null-dereference"]
    words: list[list[str]] = [["clang-format-14", "--dry-run", "--Werror", mistake.file]]
    if mistake.file.endswith(".c"):
        words.append(["gcc", *flags, "-O1", "-fanalyzer", *suppress, "-Werror", "-c", "-o", "/dev/null", mistake.file])
        words.append(["cppcheck", "-q", "--std=c11", "--enable=warning,performance,portability", "--inline-suppr"])
        words[-1] += ["--suppress=missingIncludeSystem", "--error-exitcode=1", *flags[1:], mistake.file]
    return any(subprocess.run(w, cwd=copy, capture_output=True).returncode for w in words)


def cpp(mistake: Mistake, room: Path) -> bool | None:
    """The headers, with the warnings of the step."""
    if not mistake.file.startswith("include/"):
        return None
    copy = with_file(mistake, room)
    every = room / "all.cpp"
    every.write_text("".join(f"#include <reel/{path.name}>\n" for path in sorted((TREE / "include/reel").glob("*.h"))))
    for words in (
        "g++ -std=c++17 -Wall -Wextra -Wconversion -Wold-style-cast -Wshadow -Wpedantic",
        "clang++ -std=c++17 -Weverything -Wno-padded -Wno-c++98-compat",
    ):
        if subprocess.run([*words.split(), "-Werror", f"-I{copy / 'include'}", "-fsyntax-only", every], capture_output=True).returncode:
            return True
    return False


def debug(mistake: Mistake, room: Path) -> bool | None:
    """The layer of the file, at -O0, refers to no function of the library that is in no layer below: a symbol that its own sources lack."""
    if not mistake.file.startswith("src/core/"):
        return None
    copy = with_file(mistake, room)
    objects = []
    for source in sorted((copy / "src/core").glob("*.c")):
        objects.append(source.with_suffix(".o"))
        words = ["gcc", "-std=c17", "-O0", "-DREEL_BUILDING", "-Iinclude", "-Isrc", "-c", "-o", objects[-1], source]
        subprocess.run(words, cwd=copy, check=True, capture_output=True)
    linked = subprocess.run(["gcc", "-shared", "-Wl,-z,defs", "-o", room / "core.so", *objects, "-lm", "-lz"], capture_output=True)
    return linked.returncode != 0


def arrows(mistake: Mistake, room: Path) -> bool:
    """A test of the step release: no two files include each other in a circle."""
    copy = with_file(mistake, room)
    words = [TREE / "tests/machinery/arrows.sh", "--includes", "src", copy / "src"]
    return subprocess.run(words, capture_output=True).returncode != 0


def abi(mistake: Mistake, room: Path) -> bool | None:
    """The code of the doors is made again, and compared. A mistake in the headers needs another library, and is not tried."""
    if mistake.file.split("/")[0] in ("include", "src", "cli"):
        return None
    copy = room / "doors"
    if not copy.exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=TREE, check=True, capture_output=True, text=True).stdout
        for name in filter(None, listed.split("\0")):
            if (TREE / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(TREE / name, copy / name)
    before = (copy / mistake.file).read_text()
    (copy / mistake.file).write_text(mistake.text())
    words = [sys.executable, copy / "tests/doors/generate.py", TREE / "build/release/libreel.so"]
    found = subprocess.run(words, cwd=copy, capture_output=True).returncode != 0
    (copy / mistake.file).write_text(before)
    return found


BY_TEXT = {"lint": lint, "cpp": cpp, "debug": debug, "abi": abi}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="only these mistakes")
    parser.add_argument("--steps", default=",".join([*PROGRAMS, *BY_TEXT]))
    parser.add_argument("--builds", type=Path, action="append", default=[])
    options = parser.parse_args()
    os.nice(15)
    steps = options.steps.split(",")
    chosen = [mistake for mistake in mistakes() if not options.names or mistake.name in options.names]
    folders = [(*options.builds, TREE / "build")]
    with tempfile.TemporaryDirectory() as scratch:
        room = Path(scratch)
        builds = {}
        for step in steps:
            path = next((folder / step for some in folders for folder in some if (folder / step / "build.ninja").exists()), None)
            if path:
                builds[step] = Folder(path.resolve(), room)
            elif step in PROGRAMS:
                print(f"{step}: not built, left out")
        print("| mistake | " + " | ".join(steps) + " |\n| --- |" + " --- |" * len(steps))
        for mistake in chosen:
            cells = []
            for step in steps:
                found = BY_TEXT[step](mistake, room) if step in BY_TEXT else None
                if step in builds:
                    found = builds[step].finds(mistake)
                if step == "release" and not found and mistake.file.startswith("src/"):
                    found = arrows(mistake, room) or found
                cells.append("" if found is None else "found" if found else "no")
            print(f"| {mistake.what} | " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
