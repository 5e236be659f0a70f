#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sizes of archives beside those of general compressors: bench/sizes.py [--write] [CORPUS [MB]].

Every file is packed by itself, by `reel pack`, xz -9e, brotli -q 11 -w 24, zstd -19 --ultra, and zpaq -m5, which mixes contexts and shows
what a general model can reach at any price. That takes so long that it gets the smallest files only, up to 0.3 MB: its column has
its ratio of these and, in brackets, that of reel. With a number of MB, so do all others,
with files up to that in all, or six times that of texts. A .echoreplay is its text for the others, which is what an archive gives back beside the zip. A missing
program leaves its column out. Prints a table of ratios; with --write, puts it into docs/compared.md. The `release` preset must be
built. Ratios depend on no machine."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "compared.md"
MIXED, MIXED_MOST = "zpaq −m5", 300_000
TEXT_TIMES = 6  # a text is about so many times as large as its file
BEGIN, END = "<!-- sizes -->\n", "<!-- end -->\n"
REEL = ROOT / "build" / "release" / "cli" / "reel"
# What is measured: a title, and patterns of files below `samples`
SETS = {
    "BSOR, whole plays": ["bsor/plays/*", "bsor/nolicence/*"],
    "BSOR, clips of 30 s": ["bsor/clips/*"],
    "ScoreSaber": ["scoresaber/converted/*"],
    "XROR": ["xror/ref-*", "bsor/xror/*"],
    "GDR of bots": ["gdr/gdr1/real/*", "gdr/gdr2/real/*", "gdr/gdr2/converted/*"],
    "macros": ["macros/*"],
    "teehistorian": ["teehistorian/recorded/**/*"],
    ".echoreplay, its text": ["butter/echoreplay/*"],
    ".butter": ["butter/butter/*"],
    ".milk": ["butter/milk/*"],
}
COMMANDS = {
    "xz −9e": ["xz", "-9e", "-c"],
    "brotli −11": ["brotli", "-q", "11", "-w", "24", "-c"],
    "zstd −19 --ultra": ["zstd", "-q", "-19", "--ultra", "-c"],
}


def plain_bytes(path: pathlib.Path) -> bytes:
    """The bytes that are compared: of a zip of one text, the text."""
    if path.suffix == ".echoreplay" and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return b"".join(archive.read(name) for name in archive.namelist())
    return path.read_bytes()


def size_by_command(command: list[str], data: bytes) -> int:
    return len(subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout)


def size_by_zpaq(folder: pathlib.Path, data: bytes) -> int:
    (folder / "plain").write_bytes(data)
    (folder / "mixed.zpaq").unlink(missing_ok=True)
    subprocess.run(["zpaq", "add", "mixed.zpaq", "plain", "-m5", "-t1"], cwd=folder, check=True, capture_output=True)
    return (folder / "mixed.zpaq").stat().st_size


def size_by_reel(folder: pathlib.Path, path: pathlib.Path) -> int:
    made = folder / "made.reel"
    subprocess.run([REEL, "pack", "-q", "--replace", "-o", made, path], check=True, capture_output=True)
    return made.stat().st_size


def files_of(corpus: pathlib.Path, patterns: list[str]) -> list[pathlib.Path]:
    found = {path for pattern in patterns for path in (corpus / "samples").glob(pattern)}
    return sorted((path for path in found if path.is_file() and path.suffix != ".tsv"), key=lambda path: (path.stat().st_size, path))


def measure(files: list[pathlib.Path], columns: list[str]) -> tuple[int, dict[str, float], int]:
    """The bytes of the files, the ratio of each program, and how many archives are larger than xz makes the file."""
    total, sizes, larger = 0, dict.fromkeys(columns, 0), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in files:
            data, own = plain_bytes(path), {}
            total += len(data)
            for column in columns:
                if column == "reel":
                    own[column] = size_by_reel(folder, path)
                elif column == MIXED:
                    own[column] = size_by_zpaq(folder, data)
                else:
                    own[column] = size_by_command(COMMANDS[column], data)
                sizes[column] += own[column]
            if "xz −9e" in own:  # of the file, not of the text in it
                larger += own["reel"] > size_by_command(COMMANDS["xz −9e"], path.read_bytes())
    return total, {column: size / total for column, size in sizes.items()}, larger


def first_of(files: list[pathlib.Path], most: int) -> list[pathlib.Path]:
    """The first files that have no more bytes than that, at least one."""
    total, first = 0, []
    for path in files:
        total += len(plain_bytes(path))
        if first and total > most:
            break
        first.append(path)
    return first


def table(corpus: pathlib.Path, most: int) -> str:
    columns = ["reel", *(name for name, command in COMMANDS.items() if shutil.which(command[0]))]
    mixed = [MIXED] if shutil.which("zpaq") else []
    titles = ["files", "number", "MB", *columns, *mixed, "larger than xz"]
    lines = ["| " + " | ".join(titles) + " |", "| --- |" + " --: |" * (len(titles) - 1)]
    for title, patterns in SETS.items():
        if files := first_of(files_of(corpus, patterns), most * (TEXT_TIMES if title == ".echoreplay, its text" else 1)):
            total, ratios, larger = measure(files, columns)
            cells = [title, str(len(files)), f"{total / 1e6:.2f}", *(f"{ratios[column]:.3f}" for column in columns)]
            if mixed:
                _, some, _ = measure(first_of(files, MIXED_MOST), ["reel", MIXED])
                cells.append(f"{some[MIXED]:.3f} ({some['reel']:.3f})")
            lines.append("| " + " | ".join([*cells, str(larger)]) + " |")
            print(lines[-1], file=sys.stderr)
    return "\n".join(lines) + "\n"


def main() -> None:
    names = [argument for argument in sys.argv[1:] if argument != "--write"]
    most = int(float(names[1]) * 1_000_000) if len(names) > 1 else sys.maxsize
    text = table(pathlib.Path(names[0]) if names else ROOT.parent / "shared", most)
    print(text, end="")
    if "--write" in sys.argv:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.split(BEGIN)[0], page.split(BEGIN)[1].split(END, 1)[1]
        PAGE.write_text(before + BEGIN + text + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
