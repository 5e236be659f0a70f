# SPDX-License-Identifier: MIT
"""Blocks of pages that build the project, run its tests or install packages are not run here, but what they name is there: files, steps,
presets, targets, options and packages. The same for options of reel-server, queries, and blocks of code in languages without a test of their own.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from page_commands import blocks_of, missing_members, names_of
from plays import REPOSITORY, golden, write_play
from test_pages import COMMAND, blocks_in_fences

SERVER = Path(os.environ.get("REEL_SERVER") or REPOSITORY / "build/server/reel-server")
needs_server = pytest.mark.skipif(
    not SERVER.exists(), reason="no build/server/reel-server: server/test.sh builds it, or set REEL_SERVER"
)


def output(*words: str | Path, at: Path = REPOSITORY) -> str:
    run = subprocess.run(words, cwd=at, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    return run.stdout


def commands(text: str) -> list[list[str]]:
    """The words of each command, without comments and redirections."""
    found = []
    for line in text.replace("\\\n", " ").split("\n"):
        for part in re.split(r"&&|;", re.sub(r"(^|\s)#.*", "", line)):
            if words := shlex.split(re.sub(r" > \S+", "", part)):
                found.append(words)
    return found


# ---- programs of the project and what builds it ----------------------------------------------------------------------


@cache
def presets(kind: str) -> set[str]:
    return {each["name"] for each in json.loads((REPOSITORY / "CMakePresets.json").read_text())[f"{kind}Presets"]}


@cache
def sources() -> str:
    """All that says which options of CMake there are."""
    return "".join(path.read_text() for path in [*REPOSITORY.glob("*/CMakeLists.txt"), *REPOSITORY.glob("cmake/*.cmake")])


def is_script(path: str, *, by: str = "") -> str:
    """The text of a program of the project, which a shell or Python can at least parse, and which can be started, or is by the name of a shell."""
    file = REPOSITORY / path
    assert by or os.access(file, os.X_OK), f"{path} cannot be run"
    text = file.read_text()
    if path.endswith(".py"):
        compile(text, path, "exec")
    else:
        output("bash", "-n", file)
    return text


def is_in_a_build(path: str) -> None:
    """build/PRESET/…/NAME: a program that CMake makes of NAME.c, a folder, or a file."""
    _, preset, *rest = path.split("/")
    assert preset in presets("configure") or (REPOSITORY / preset / "CMakeLists.txt").exists(), path
    if not rest or rest[-1] in ("reel", "make_replay"):
        return
    lists = "".join(each.read_text() for each in REPOSITORY.glob(f"{rest[0]}/**/CMakeLists.txt"))
    assert list(REPOSITORY.glob(f"{rest[0]}/**/{rest[-1]}.c")) or re.search(rf"\b{rest[-1].removeprefix('fuzz_')}\b", lists), path


def check_cmake(words: list[str]) -> None:
    for option, value in zip(words, [*words[1:], ""], strict=True):
        if option == "--preset":
            assert value in presets("build" if "--build" in words else "configure"), value
        elif option == "-S":
            assert (REPOSITORY / value / "CMakeLists.txt").exists(), value
        elif option in ("-B", "--install") or (option == "--build" and value != "--preset"):
            is_in_a_build(value)
        elif option.startswith("-D") and not option.startswith("-DCMAKE_"):
            assert re.search(rf"\b{option[2:].split('=')[0]}\b", sources()), option
        else:
            assert not option.startswith("-") or option in ("-G", "--build", "--strip") or option.startswith("-DCMAKE_"), option


def check_steps(words: list[str]) -> None:
    text = is_script("test.sh")
    steps = output("./test.sh", "list", "full").split()
    for word in words[1:]:
        assert word.removeprefix("-") in steps or (word in ("all", "full", "list") and word in text), word


def check_fuzzing(words: list[str]) -> None:
    is_script("fuzz/run.sh")
    assert re.fullmatch(r"\d+x?", words[1]), words
    for target in words[2:]:
        is_in_a_build(target)


def check_campaign(words: list[str]) -> None:
    said = output("python3", "fuzz/campaign.py", "--help")
    for word in words[1:]:
        assert word in said if word.startswith("--") else is_in_a_build(word) is None


def check_release(words: list[str]) -> None:
    parts = output("packaging/release.sh", "list").split()
    if words[1] in ("plan", "rehearse"):
        words = words[1:]
    assert re.fullmatch(r"[0-9.]+|list", words[1]), words
    assert {word.removeprefix("-") for word in words[2:]} <= set(parts)


def check_script(words: list[str]) -> None:
    """Words are described by the head of the script, or are files."""
    text = is_script(words[0].removeprefix("./"))
    for word in words[1:]:
        if word.startswith("build/"):
            is_in_a_build(word)
        elif not re.fullmatch(r"\[?[A-Z.]+\]?|\d+|\.\./shared/.*", word):
            assert re.search(rf"\b{word}\b", text), word


def check_transcript(words: list[str]) -> None:
    is_script(words[1], by="sh")
    for word in words[2:]:
        if word.startswith("build/"):
            is_in_a_build(word)
        else:
            assert list((REPOSITORY / words[1]).parent.glob(f"{word}*")), word


def check_packages(words: list[str]) -> None:
    assert words[1] == "install"
    files = [word for word in words[2:] if word.startswith("./")]
    for file in files:
        assert Path(file).parent.name in is_script("packaging/server/package.sh"), file
    if names := set(words[2:]) - set(files):
        assert names <= set(re.findall(r"^Package: (\S+)", output("apt-cache", "show", "--no-all-versions", *sorted(names)), re.M))


@cache
def has_lists_of_packages() -> bool:
    return bool(shutil.which("apt-cache")) and subprocess.run(["apt-cache", "show", "cmake"], capture_output=True).returncode == 0


PROGRAMS: dict[str, Callable[[list[str]], object]] = {
    "cmake": check_cmake,
    "ctest": lambda words: is_in_a_build(words[words.index("--test-dir") + 1]),
    "sh": check_transcript,
    "git": lambda words: output(*words) if (REPOSITORY / ".git").exists() else None,
    "./test.sh": check_steps,
    "fuzz/run.sh": check_fuzzing,
    "fuzz/campaign.py": check_campaign,
    "packaging/release.sh": check_release,
    "apt-get": check_packages,
}
BUILDING = blocks_of("checked: files, steps, presets and packages")


@pytest.mark.parametrize(("page", "text"), BUILDING, ids=names_of(BUILDING))
def test_what_a_block_names_is_there(page: str, text: str) -> None:
    for words in commands(text):
        while words and (setting := re.fullmatch(r"(\w+)=\S*", words[0])):
            words.pop(0)
            assert setting[1] == "PATH" or setting[1] in is_script(words[0])
        if not words:
            continue
        if words[0] == "apt-get" and not has_lists_of_packages():
            pytest.skip("no lists of packages: apt-get update")
        if words[0].startswith("build/"):
            is_in_a_build(words[0])
        else:
            PROGRAMS.get(words[0], check_script)(words)


@pytest.mark.parametrize(
    "text",
    [
        "./test.sh nonsense",
        "cmake --preset nonsense",
        "cmake -S nonsense -B build/release",
        "cmake -S server -B build/server -DREEL_NONSENSE=ON",
        "build/debug/tests/test_nonsense",
        "packaging/release.sh 0.1.0 nonsense",
        "fuzz/run.sh 60 build/fuzz/fuzz/fuzz_nonsense",
        "fuzz/campaign.py --nonsense",
        "bench/nonsense.sh",
        "bench/evidence.py build/release/cli/reel nonsense",
        "REEL_NONSENSE=1 fuzz/run.sh 0",
    ],
)
def test_what_is_not_there_is_found(text: str) -> None:
    with pytest.raises((AssertionError, FileNotFoundError)):
        test_what_a_block_names_is_there("", text)


OTHERS = blocks_of("checked: options of programs")


@pytest.mark.parametrize(("page", "text"), OTHERS, ids=names_of(OTHERS))
@needs_server
def test_programs_have_the_options_of_the_page(page: str, text: str) -> None:
    """PostgreSQL's programs and reel-server with a database and a bucket: server/test.sh has both, and tests what they do."""
    for words in commands(text):
        if words[0] == "export":
            names = [each.split("=")[0] for each in words[1:]]
            code = "".join(path.read_text() for path in (REPOSITORY / "server/src").rglob("*.c"))
            assert all(f'"{name}"' in code for name in names), names
            continue
        program = str(SERVER) if words[0] == "reel-server" else shutil.which(words[0])
        if not program:
            pytest.skip(f"no {words[0]}")
        said = output(program, "--help")
        for word in words[1:]:
            assert not word.startswith("--") or re.search(rf"{word}\b", said), word
        if words[0] == "reel-server":
            output(program, *(word.replace("…", "reel@db.example.com/reel") for word in words[1:5]), "--check")


# ---- options of reel-server, and usage -------------------------------------------------------------------------------


CONFIGURATION = blocks_of("checked: options of reel-server")


def checked(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """What reel-server says to a file of options, of boards or of rankings."""
    option = {"board": "--boards", "ranking": "--rankings"}.get(text.split()[0].removesuffix("-nonsense"), "--config")
    if text.startswith("webhook"):  # which the page has set before
        (folder / "hook").write_text("00112233445566778899aabbccddeeff")
        text += f"webhook-secret {folder}/hook\n"
    (folder / "etc").mkdir(exist_ok=True)
    for name in re.findall(r"client-secret-file=/etc/(\S+)", text):
        (folder / "etc" / name).write_text("a secret\n")
    (folder / "options").write_text(text.replace("…", "1").replace("=/etc/", f"={folder}/etc/"))
    return subprocess.run([SERVER, option, folder / "options", "--check"], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(("page", "text"), CONFIGURATION, ids=names_of(CONFIGURATION))
@needs_server
def test_the_server_takes_the_options_of_the_page(tmp_path: Path, page: str, text: str) -> None:
    run = checked(tmp_path, text)
    assert run.returncode == 0, run.stderr
    assert checked(tmp_path, re.sub(r"^(\S+)", r"\1-nonsense", text)).returncode != 0


def test_policies_of_pages_are_read(tmp_path: Path) -> None:
    if not COMMAND.exists():
        pytest.skip(f"no command at {COMMAND}: build it, or set REEL_COMMAND")
    write_play(tmp_path / "play.bsor", player="ann")
    (tmp_path / "key").write_bytes(bytes(32))
    for _, text in blocks_of("checked: a policy"):
        for name, policy, status in (("good", text, 0), ("bad", text + "names = keep\n", 2)):
            (tmp_path / name).write_text(policy)
            words = ["edit", "--pseudonymise", "key", "--policy", name, "-o", f"{name}.bsor", "play.bsor"]
            run = subprocess.run([COMMAND, *words], cwd=tmp_path, capture_output=True, text=True, timeout=60)
            assert run.returncode == status, run.stderr


def test_the_usage_is_that_of_the_command() -> None:
    if not COMMAND.exists():
        pytest.skip(f"no command at {COMMAND}: build it, or set REEL_COMMAND")
    ((_, text),) = blocks_of("checked: usage")
    assert output(COMMAND, "--help").startswith(f"Usage: {text.strip()}\n")


# ---- queries ---------------------------------------------------------------------------------------------------------


def test_the_queries_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In DuckDB's module for Python, since its shell may not be there; the extension is loaded if it is built."""
    duckdb = pytest.importorskip("duckdb")
    if not COMMAND.exists():
        pytest.skip(f"no command at {COMMAND}: build it, or set REEL_COMMAND")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "replays").mkdir()
    write_play(tmp_path / "replays/play.bsor", frames=400)
    tables = {"summary": ("stats", "-t", "summary"), "notes": ("export", "-t", "notes")}
    for name, words in tables.items():
        output(COMMAND, *words, "--to", "csv", "--hash", "-o", f"{name}.csv", "replays", at=tmp_path)
    ran = 0
    for _, text in blocks_of("checked: SQL"):
        shell, sql = re.fullmatch(r"(duckdb [^\n]*\n)?(.*)", text, re.S).groups("")  # type: ignore[union-attr]
        extension = re.search(r"LOAD '(.*)'", sql)
        if extension and not (REPOSITORY / extension[1]).exists():
            assert (
                Path(extension[1]).name
                in (REPOSITORY / "duckdb/CMakeLists.txt").read_text() + (REPOSITORY / "duckdb/test.sh").read_text()
            )
            continue
        db = duckdb.connect(config={"allow_unsigned_extensions": "-unsigned" in shell})
        assert db.sql(sql.replace("'build/", f"'{REPOSITORY}/build/")) is None or db.sql(sql).fetchall()
        ran += 1
    assert ran


# ---- JSON ------------------------------------------------------------------------------------------------------------

EXPORTS = [(page, text) for page, kind, _, text in blocks_in_fences() if (page, kind) == ("docs/export.md", "json")]


@pytest.mark.parametrize(("page", "text"), EXPORTS, ids=names_of(EXPORTS))
def test_an_export_has_the_members_of_the_page(tmp_path: Path, page: str, text: str) -> None:
    if not COMMAND.exists():
        pytest.skip(f"no command at {COMMAND}: build it, or set REEL_COMMAND")
    shown = json.loads(text)
    write_play(tmp_path / "play.bsor", frames=400)
    if "table" in shown:
        lines = output(COMMAND, "export", "--to", "jsonl", "-t", shown["table"], "play.bsor", at=tmp_path)
        assert missing_members([shown], [json.loads(line) for line in lines.splitlines()]) == []
        return
    file = golden("every-message.teehistorian") if shown["format"] == "teehistorian" else tmp_path / "play.bsor"
    real = json.loads(output(COMMAND, "export", "--to", "json", file))
    assert next(iter(real.items())) == ("format", shown["format"])
    assert missing_members(shown, real) == []
    assert missing_members({"nonsense": shown}, real) == [".nonsense"]


# ---- fenced blocks in languages that nothing else compiles -----------------------------------------------------------


def statements(*texts: str) -> str:
    """Lines of C inside of functions, with what the text around them speaks of."""
    includes, bodies = [], []
    for text in texts:
        lines = text.split("\n")
        includes += [line for line in lines if line.startswith("#include")]
        bodies.append("\n".join(line for line in lines if not line.startswith("#include")))
    known = "reel_writer *writer; reel_error error; " if "reel_writer *writer" not in "".join(bodies) else ""
    functions = "".join(f"int block_{i}(void) {{ {known}\n{body}\nreturn 0; }}\n" for i, body in enumerate(bodies))
    return f"""#include <reel/archive.h>
#include <reel/bsor.h>
#include <reel/file.h>
#include <reel/reel.h>
{"".join(f"{each}{chr(10)}" for each in includes)}
int fail(const reel_error *error);
extern bsor_info info;
extern bsor_frame frame;
extern bsor_note note;
extern int score;
{functions}"""


@pytest.mark.parametrize("page", ["docs/spool.md", "docs/streaming-bsor.md"])
def test_blocks_of_c_compile(tmp_path: Path, page: str) -> None:
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("no compiler")
    texts = [text for where, kind, _, text in blocks_in_fences() if (where, kind) == (page, "c")]
    assert texts
    (tmp_path / "page.c").write_text(statements(*texts))
    options = ["-std=c17", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused", "-Wno-maybe-uninitialized"]
    output(compiler, *options, "-I", str(REPOSITORY / "include"), "page.c", at=tmp_path)


@pytest.mark.parametrize("page", ["README.md", "docs/embedding.md"])
def test_blocks_of_cmake_configure(tmp_path: Path, page: str) -> None:
    """As a sub-project, which is what both blocks speak of; that an installed reel is found is tested by the package."""
    if not shutil.which("cmake") or not shutil.which("cc"):
        pytest.skip("no cmake and compiler")
    (text,) = [text for where, kind, _, text in blocks_in_fences() if (where, kind) == (page, "cmake")]
    target = re.search(r"target_link_libraries\((\w+)", text)
    assert target
    text = text.replace("find_package(reel REQUIRED)", "add_subdirectory(reel)")
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    (tmp_path / "reel").symlink_to(REPOSITORY)
    head = f"cmake_minimum_required(VERSION 3.20)\nproject(page C)\nadd_executable({target[1]} main.c)\n"
    (tmp_path / "CMakeLists.txt").write_text(head + text)
    output("cmake", "-S", ".", "-B", "build", "-DREEL_MINIMAL=ON", at=tmp_path)
