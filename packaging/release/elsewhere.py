#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks at what was built for a system that is not at hand: elsewhere.py SYSTEM FOLDER [PATH...]

SYSTEM is macos-arm64, macos-x86_64 or windows-arm64; FOLDER has what was installed. The processor, the oldest system, the libraries that the command
loads, and the symbols of the static library have to be as below and as in docs/abi; no file may contain a PATH of the build. Nothing is run.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OLDEST_MACOS = "11.0"
# What else one file of the library uses of another; MinGW has pointers to data between them.
INTERNAL = re.compile(r"reel_(_|blake3_|zlib_)|\.refptr\.")
# What every Windows has: of the system, and of its C library.
OF_WINDOWS = re.compile(r"(kernel32|advapi32|shell32|ws2_32|ntdll|ucrtbase|msvcrt|api-ms-win-crt-[a-z0-9-]+)\.dll", re.I)


def output_of(*words: str | Path) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def of_macos(processor: str, command: Path) -> Iterator[str]:
    header = output_of("llvm-objdump", "--macho", "--private-headers", command)
    if not re.search(rf"^\s*MH_MAGIC_64\s+{processor}\s.*\bEXECUTE\b.*\bPIE\b", header, re.M):
        yield f"{command}: not a position-independent command for {processor}"
    oldest = re.search(r"cmd LC_BUILD_VERSION.*?minos (\S+)", header, re.DOTALL) or re.search(
        r"cmd LC_VERSION_MIN_MACOSX.*?version (\S+)", header, re.DOTALL
    )
    if not oldest or oldest[1] != OLDEST_MACOS:
        yield f"{command}: for macOS {oldest[1] if oldest else 'of no version'}, and not {OLDEST_MACOS}"
    loaded = re.findall(r"cmd LC_LOAD\S*_DYLIB\n.*\n\s*name (\S+)", header)
    if loaded != ["/usr/lib/libSystem.B.dylib"]:
        yield f"{command}: loads {', '.join(loaded) or 'nothing'}"
    # that processor starts nothing without a signature
    if processor == "ARM64" and "LC_CODE_SIGNATURE" not in header:
        yield f"{command}: no signature"


def of_windows(command: Path) -> Iterator[str]:
    header = output_of("llvm-readobj", "--file-headers", "--coff-imports", command)
    if "Machine: IMAGE_FILE_MACHINE_ARM64 " not in header:
        yield f"{command}: not for ARM64"
    for protection in ("DYNAMIC_BASE", "NX_COMPAT", "HIGH_ENTROPY_VA"):
        if f"IMAGE_DLL_CHARACTERISTICS_{protection} " not in header:
            yield f"{command}: without {protection}"
    loaded = re.findall(r"^  Name: (\S+)$", header, re.M)
    if not loaded:
        yield f"{command}: loads nothing"
    for name in loaded:
        if not OF_WINDOWS.fullmatch(name):
            yield f"{command}: loads {name}"


def public_names() -> set[str]:
    lines = (line.split("\t") for line in (ROOT / "docs/abi/symbols.tsv").read_text(encoding="utf-8").splitlines()[1:])
    return {name for name, declaration in lines if not declaration.startswith("typedef ")}


def of_library(library: Path, prefix: str, kind: str) -> Iterator[str]:
    """The names of docs/abi, and no other but those that begin as internal ones do. Every object is of this system."""
    names = output_of("llvm-nm", "--extern-only", "--defined-only", "--format=posix", library)
    found = {name.removeprefix(prefix) for name in re.findall(r"^([^\s:\[\]]+) [A-TV-Z] ", names, re.M)}
    public = public_names()
    yield from (f"{library}: no {name}" for name in sorted(public - found))
    yield from (f"{library}: has {name}" for name in sorted(found - public) if not INTERNAL.match(name))
    seen = set(re.findall(r"^Format: (.+)$", output_of("llvm-readobj", library), re.M))
    if seen != {kind}:
        yield f"{library}: objects are {', '.join(sorted(seen))}"


def of_paths(folder: Path, paths: list[str]) -> Iterator[str]:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        yield from (f"{path}: has {text}" for text in paths if text.encode() in content)


SYSTEMS: dict[str, tuple[str, Callable[[Path], Iterator[str]], str, str]] = {
    "macos-arm64": ("bin/reel", lambda command: of_macos("ARM64", command), "_", "Mach-O arm64"),
    "macos-x86_64": ("bin/reel", lambda command: of_macos("X86_64", command), "_", "Mach-O 64-bit x86-64"),
    "windows-arm64": ("bin/reel.exe", of_windows, "", "COFF-ARM64"),
}


def main(system: str, folder: Path, paths: list[str]) -> int:
    command, look, prefix, kind = SYSTEMS[system]
    wrong = [*look(folder / command), *of_library(folder / "lib/libreel.a", prefix, kind), *of_paths(folder, paths)]
    wrong += [f"{folder}: no {name}" for name in ("include/reel/reel.h", "lib/pkgconfig/reel.pc") if not (folder / name).is_file()]
    print("\n".join(wrong) or f"{system}: {len(public_names())} public names; no other library than the system's")
    return bool(wrong)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in SYSTEMS:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
