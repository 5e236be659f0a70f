#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what a package of a release has in it of other works, with their versions, licences and licence texts: licences.py OUT PART...

A PART is one of

    link:BUILD:TARGET   a file that ninja links or archives in the folder BUILD. It is linked again for the map of the linker, and must come out
                        the same: the map names each object and each member of an archive that was linked
    shared:WHEEL        the libraries that auditwheel has copied into a wheel
    zig:FOLDER:SYSTEM   what the linker of the package ziglang in this folder adds to a command for a system of cmake/toolchains/zig.cmake
    npm:HOST            the npm packages in the scripts of the viewer; HOST is page or element
    python:PYTHON:NAME  a package of a Python environment
    file:PATH           what a file that this script has written lists

What belongs to no work of the table KNOWN is an error, and so is a licence that it does not expect. The order is that of the names.
"""

from __future__ import annotations

import functools
import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
VIEWER = ROOT / "web/viewer"
UNPACKED = [ROOT / "build" / name for name in ("sysroot-aarch64", "musl-aarch64")]  # packages of Debian for other machines
# libraries built from source packages: wheels.sh, server.sh
BUILT = [ROOT / f"build/sysroot-{name}" for name in ("musl-x86_64", "musl-aarch64", "server")]
COMMON = Path("/usr/share/common-licenses")
RULE = "=" * 100


class Work(NamedTuple):
    """A work of others in a file: `origin` is where it comes from, as a package URL if it is a package."""

    name: str
    version: str
    licence: str
    origin: str
    text: str


class Known(NamedTuple):
    """A work in packages of Debian: the packages, and where in their file copyright the text begins and ends, if it is not all of it."""

    name: str
    packages: str
    licence: str
    section: str = ""
    common: str = ""  # a text of /usr/share/common-licenses that the licence demands
    note: str = ""


GLIBC_STARTED = Known(
    "glibc-startup",
    "",
    "LicenseRef-glibc-startup",
    note="The GNU C Library is LGPL-2.1-or-later. Of it, this has only the code that starts and ends a program or a shared library, whose files\n"
    "add an exception: they may be linked into any program without the terms of the LGPL applying to it. The library itself is not included.",
)
KNOWN = [
    Known(
        "glibc",
        r"libc6-dev(-\w+-cross)?",
        "LGPL-2.1-or-later",
        common="LGPL-2.1",
        note="The GNU C Library is linked statically. Its sources are those of Debian's package glibc, in the version above. The sources of\n"
        "reel, which are published with this file, build the program again with another version of it: `cmake --preset static`.",
    ),
    Known(
        "libgcc",
        r"libgcc-\d+-dev(-\w+-cross)?|gcc-mingw-w64-x86-64-(win32|posix)(-runtime)?",
        "GPL-3.0-or-later WITH GCC-exception-3.1",
        section=r"GCC RUNTIME LIBRARY EXCEPTION\n.*?2\. No Weakening of GCC Copyleft\..*?requirements of the license of GCC\.\n",
        note="libgcc has the licence GPL-3.0-or-later with this exception, by which a program that GCC has compiled may have any licence.",
    ),
    Known("zlib", r"zlib|zlib1g(-dev)?|libz-mingw-w64-dev", "Zlib"),
    Known("libdeflate", r"libdeflate(-dev|0)?", "MIT"),
    # in the public domain; its text has the licences of other parts of XZ Utils as well
    Known("liblzma", r"xz-utils|liblzma(-dev|5)", "LicenseRef-liblzma"),
    Known("zstd", r"libzstd(-dev|1)?", "BSD-3-Clause"),
    Known("libsodium", r"libsodium(-dev|23)?", "ISC"),
    Known("sqlite", r"libsqlite3-(dev|0)", "blessing"),
    Known("curl", r"curl", "curl"),
    Known("openssl", r"libssl-dev", "Apache-2.0", common="Apache-2.0"),
    Known("postgresql", r"postgresql-15", "PostgreSQL"),
    Known(
        "libseccomp",
        r"libseccomp-dev",
        "LGPL-2.1-only",
        common="LGPL-2.1",
        note="libseccomp is linked statically. Its sources are those of Debian's package libseccomp, in the version above. The sources of reel,\n"
        "which are published with this file, build the server again with another version of it: packaging/release/server.sh.",
    ),
    Known("mingw-w64", r"mingw-w64-x86-64-dev", "ZPL-2.1 AND LicenseRef-mingw-w64"),
    Known("musl", r"musl-dev", "MIT"),
    Known("wasi-libc", r"wasi-libc", "MIT AND BSD-2-Clause AND CC0-1.0"),
    Known("compiler-rt", r"libclang-rt-\d+-dev-wasm32", "Apache-2.0 WITH LLVM-exception", common="Apache-2.0"),
]
NO_CODE = re.compile(r"/libs/python3\.lib$")  # for Windows: only names of functions
NPM_TEXTS = ("LICENSE", "LICENSE.md", "LICENSE.txt", "license", "UNLICENSE")
NPM_LICENCES = ("MIT", "MPL-2.0", "Unlicense")
PYTHON_LICENCES = {"Sphinx": "BSD-2-Clause", "furo": "MIT"}


def output_of(*words: str | Path, cwd: Path | None = None) -> str:
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=True).stdout


# ---- packages of Debian -----------------------------------------------------------------------------------------------


class Package(NamedTuple):
    name: str
    version: str
    root: Path  # where it is installed or unpacked


@functools.cache
def unpacked_packages(root: Path) -> dict[str, tuple[str, str]]:
    """The packages and versions of the files in a folder that tests/steps/install.sh makes."""
    owners = {}
    for deb in sorted((root / "debs").glob("*.deb")):
        name, version = output_of("dpkg-deb", "-W", "--showformat", "${Package}\t${Version}", deb).split("\t")
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(data)) as packed:
            owners |= {member.removeprefix("./"): (name, version) for member in packed.getnames()}
    return owners


@functools.cache
def built_packages(root: Path) -> dict[str, tuple[str, str]]:
    """The source packages and versions of the libraries in a folder that wheels.sh or server.sh makes."""
    lines = (line.split("\t") for line in (root / "owners.tsv").read_text(encoding="utf-8").splitlines())
    return {path: (name, version) for path, name, version in lines}


@functools.cache
def package_of(path: Path) -> Package:
    for root in (*UNPACKED, *BUILT):
        if path.is_relative_to(root):
            owners = built_packages(root) if root in BUILT else unpacked_packages(root)
            owner = owners.get(path.relative_to(root).as_posix())
            return Package(*owner, root) if owner else sys.exit(f"licences.py: no package has {path}")
    for name in (str(path), str(path).removeprefix("/usr")):  # one folder since Debian 12, with the names of two
        found = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True, check=False).stdout
        if found:
            name, *_ = found.split(": ")
            return Package(name.split(":")[0], output_of("dpkg-query", "-W", "-f", "${Version}", name), Path("/"))
    sys.exit(f"licences.py: no package has {path}")


def debian_url(name: str, version: str) -> str:
    return f"pkg:deb/debian/{name}@{version.replace('+', '%2B').replace(':', '%3A')}"


def work_of_package(path: Path, startup_only: bool = False) -> Work:
    """The work that a library of Debian is."""
    package = package_of(path)
    known = next((known for known in KNOWN if re.fullmatch(known.packages, package.name)), None)
    if not known:
        sys.exit(f"licences.py: {path} of the package {package.name} is linked: add the work, with its licence, to KNOWN")
    if known.name == "glibc" and startup_only:
        known = GLIBC_STARTED
    text = ""
    if known is not GLIBC_STARTED:
        text = (package.root / "usr/share/doc" / package.name / "copyright").read_text(encoding="utf-8")
    if known.section:
        section = re.search(known.section, text, re.DOTALL)
        text = section[0] if section else sys.exit(f"licences.py: the copyright of {package.name} has no {known.section}")
    if known.common:
        text += f"\n{RULE[:60]}\n\n{(COMMON / known.common).read_text(encoding='utf-8')}"
    origin = debian_url(package.name, package.version) + ("?arch=source" if package.root in BUILT else "")
    return Work(known.name, package.version, known.licence, origin, "\n\n".join(part for part in (known.note, text) if part))


# ---- what is linked ---------------------------------------------------------------------------------------------------


@functools.cache
def own_works() -> dict[str, Work]:
    """The works whose sources are in third_party, and that of duckdb/third_party."""
    works = {}
    for part in json.loads((ROOT / "third_party/sbom.spdx.json").read_text(encoding="utf-8"))["packages"]:
        name, licence = part["name"], ROOT / "third_party" / part["name"] / "LICENSE"
        if name != "reel":
            text = licence.read_text(encoding="utf-8")
            works[name] = Work(name, part["versionInfo"], part["licenseDeclared"], f"third_party/{name}", text)
    page = (ROOT / "duckdb/third_party/README.md").read_text(encoding="utf-8")
    version = re.search(r"of DuckDB (\d+\.\d+\.\d+)", page) or sys.exit("licences.py: duckdb/third_party/README.md has no version")
    text = (ROOT / "duckdb/third_party/LICENSE").read_text(encoding="utf-8")
    works["duckdb"] = Work("duckdb", version[1], "MIT", "duckdb/third_party", text)
    return works


@functools.cache
def dependencies(build: Path) -> dict[str, str]:
    """What the objects of a build were compiled from, with headers."""
    parts = re.split(r"^(\S+): #deps.*\n", output_of("ninja", "-t", "deps", cwd=build), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def command_of(build: Path, target: str) -> str:
    """The command that links or archives a target: without what CMake puts around it."""
    for line in reversed(output_of("ninja", "-t", "commands", target, cwd=build).splitlines()):
        if re.search(rf" (-o|qc) {re.escape(target)} ", line):
            return line.removeprefix(": && ").removesuffix(" && :")
    sys.exit(f"licences.py: nothing in {build} links {target}")


def objects_of(build: Path, target: str) -> list[str]:
    """The objects in an archive that the build has made."""
    return [word for word in command_of(build, target).split() if re.search(r"\.(o|obj)$", word)]


def linked_again(build: Path, target: str) -> str:
    """The map of the linker for a file that the build has linked.

    It is linked again in a folder of links to all other files, because what the linker writes depends on the name that it is given.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = Path(target)
        parents = [*reversed(path.parents)]
        for parent, child in zip(parents, [*parents[1:], path], strict=True):
            (folder / parent).mkdir(exist_ok=True)
            for entry in (build / parent).iterdir():
                if entry.name != child.name and not (child == path and entry.name.startswith(path.name)):  # nor its import library
                    (folder / parent / entry.name).symlink_to(entry)
        command = command_of(build, target).replace(f" -o {target} ", f" -o {target} -Wl,-Map={folder}/linker.map ")
        before = (build / target).read_bytes()
        done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"licences.py: {build}/{target} could not be linked again: {done.stderr}")
        if (folder / target).read_bytes() != before:
            sys.exit(f"licences.py: {build}/{target} is another file if it is linked again: it is not what this build makes")
        return (folder / "linker.map").read_text(encoding="utf-8", errors="replace")


def linked(build: Path, target: str) -> Iterator[Work]:
    if target.endswith(".a"):
        own, foreign = set(objects_of(build, target)), {}
    else:
        own, foreign = inputs_of(build, linked_again(build, target))
    for path, is_libc in foreign.items():
        yield work_of_package(path, startup_only=not is_libc)
    for name in own:
        for match in re.finditer(r"(?:(duckdb)/third_party|third_party/(\w+))/", dependencies(build).get(name, "")):
            yield own_works()[match[1] or match[2]]


def inputs_of(build: Path, text: str) -> tuple[set[str], dict[Path, bool]]:
    """The objects of the build in a map; and libraries and objects of others, with whether they are more than what starts a program."""
    own, foreign = set(), {}
    members: dict[str, set[str]] = {}
    for archive, member in re.findall(r"(\S+\.(?:a|lib))\(([^()\s]+)\)", text):
        members.setdefault(archive, set()).add(member)
    for name in sorted(set(re.findall(r"^LOAD (\S+\.(?:o|obj))$|(?:^|\s)([^\s()]+\.(?:o|obj)):\(", text, re.MULTILINE))):
        path = (build / (name[0] or name[1])).resolve()
        if path.is_relative_to(build):
            own.add(path.relative_to(build).as_posix())
        else:
            foreign[path] = False
    for archive, names in members.items():
        path = (build / archive).resolve()
        if path.is_relative_to(build):
            objects = objects_of(build, path.relative_to(build).as_posix())
            own |= {name for name in objects if Path(name).name in names}
        elif not NO_CODE.search(str(path)):
            foreign[path] = path.name != "libc_nonshared.a"
    if not own:
        sys.exit(f"licences.py: the map of the linker names no object of {build}")
    return own, foreign


# ---- what is copied ---------------------------------------------------------------------------------------------------


def shared(wheel: Path) -> Iterator[Work]:
    with zipfile.ZipFile(wheel) as packed:
        names = [Path(name).name for name in packed.namelist() if re.search(r"\.libs/.*\.so", name)]
    for name in names:  # libz-0123abcd.so.1.2.13
        original = re.sub(r"-[0-9a-f]{8,}(?=\.so)", "", name)
        found = next(iter(sorted(Path("/usr/lib").glob(f"*-linux-gnu/{original}"))), None)
        yield work_of_package(
            found.resolve() if found else sys.exit(f"licences.py: no library of this machine is {name} of {wheel.name}")
        )


def of_scripts(host: str) -> list[tuple[str, str, str]]:
    """The npm packages whose code is in the page or the element: names, versions and licences."""
    path = VIEWER / f".work/packages-{host}.json"
    if not path.exists():
        sys.exit(f"{path.relative_to(ROOT)} is missing: the part web writes it")
    lock = json.loads((VIEWER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = []
    for name in json.loads(path.read_text(encoding="utf-8")):
        entry = lock.get(f"node_modules/{name}", {})
        if not entry.get("version") or not entry.get("license"):
            sys.exit(
                f"{name} is in the scripts of the viewer, and its version or licence is not in {VIEWER.relative_to(ROOT)}/package-lock.json"
            )
        found.append((name, entry["version"], entry["license"]))
    return found


def scripts(host: str) -> Iterator[Work]:
    for name, version, licence in of_scripts(host):
        folder = VIEWER / "node_modules" / name
        package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        if package["version"] != version or licence not in NPM_LICENCES:
            sys.exit(
                f"licences.py: {name} {package['version']} has the licence {licence}; expected {version}, and one of {NPM_LICENCES}"
            )
        text = next(((folder / file).read_text(encoding="utf-8") for file in NPM_TEXTS if (folder / file).exists()), "")
        if licence == "Unlicense" and not text:
            text = unlicense()
        if not text:
            sys.exit(f"licences.py: {name} has no licence text")
        text = text.split("# Licenses of bundled dependencies")[0]  # what vite itself is made of is not in the scripts
        if licence == "MPL-2.0":
            text = f"Its source is the package {name} {version} of npm, unchanged.\n\n{text}"
        yield Work(name, version, licence, f"pkg:npm/{name.replace('@', '%40')}@{version}", text)


def unlicense() -> str:
    """Its text, for a package that names it only."""
    page = (ROOT / "packaging/debian/copyright").read_text(encoding="utf-8")
    text = re.search(r"^License: Unlicense\n((?: .*\n)+)", page, re.MULTILINE) or sys.exit("licences.py: no text of the Unlicense")
    return re.sub(r"^ \.?", "", text[1], flags=re.MULTILINE)


def of_python(python: str, name: str) -> Work:
    """A package of PyPI that is installed in the environment of an interpreter."""
    ask = (
        "import importlib.metadata as m, json, sys; d = m.distribution(sys.argv[1]);"
        "print(json.dumps([d.version, [f.read_text() for f in d.files or [] if 'dist-info' in str(f) and 'LICEN' in f.name.upper()]]))"
    )
    version, texts = json.loads(output_of(python, "-c", ask, name))
    if name not in PYTHON_LICENCES or not texts:
        sys.exit(f"licences.py: {name} {version} has no licence in the table, or no text")
    return Work(name, version, PYTHON_LICENCES[name], f"pkg:pypi/{name.lower()}@{version}", "\n\n".join(texts))


def of_zig(folder: Path, system: str) -> Iterator[Work]:
    """What zig links: its own functions for the compiler; for Windows also the C library of MinGW, which it compiles."""
    version = output_of(folder / "zig", "version").strip()
    origin = f"pkg:pypi/ziglang@{version}"
    yield Work("zig", version, "MIT", origin, (folder / "LICENSE").read_text(encoding="utf-8"))
    if system.startswith("windows"):
        text = (folder / "lib/libc/mingw/COPYING").read_text(encoding="utf-8")
        yield Work("mingw-w64", version, "LicenseRef-zig-mingw-w64", origin, text)


# ---- the file ---------------------------------------------------------------------------------------------------------


def works_of(part: str) -> Iterator[Work]:
    kind, _, rest = part.partition(":")
    if kind == "link":
        build, _, target = rest.rpartition(":")
        yield from linked(Path(build).resolve(), target)
    elif kind == "shared":
        yield from shared(Path(rest))
    elif kind == "zig":
        name, _, system = rest.rpartition(":")
        yield from of_zig(Path(name), system)
    elif kind == "npm":
        yield from scripts(rest)
    elif kind == "python":
        yield of_python(*rest.rsplit(":", 1))
    elif kind == "file":
        yield from read(Path(rest).read_text(encoding="utf-8"))
    else:
        sys.exit(f"licences.py: unknown part '{part}'\n\n{__doc__}")


def written(works: set[Work]) -> str:
    works = {work._replace(text=work.text.strip("\n")) for work in works}
    if any(work.name == "glibc" for work in works):  # which has what starts a program
        works = {work for work in works if work.name != "glibc-startup"}
    lines = [
        "reel itself has the licence MIT, whose text is in the file LICENSE or with the package. What it is distributed with here contains these",
        "works of others, in whole or in part. Their licences follow.\n",
    ]
    ordered = sorted(works)
    lines += [f"    {work.name} {work.version}: {work.licence}" for work in ordered]
    for work in ordered:
        lines += ["", RULE, f"{work.name} {work.version}", f"Licence: {work.licence}", f"From: {work.origin}", RULE, "", work.text]
    return "\n".join(lines) + "\n"


def read(text: str) -> list[Work]:
    """The works that a file lists which `written` has made."""
    parts = re.split(rf"^{RULE}\n(\S+) (\S+)\nLicence: (.+)\nFrom: (\S+)\n{RULE}\n\n", text, flags=re.MULTILINE)
    return [Work(*fields[:4], fields[4].strip("\n")) for fields in zip(*(parts[index::5] for index in range(1, 6)), strict=True)]


def main(out: Path, parts: list[str]) -> None:
    text = written({work for part in parts for work in works_of(part)})
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    print(text.split(RULE)[0])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
