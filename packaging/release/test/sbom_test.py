#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every file of a release that has code of another work in it says so in the SBOM, and has the licence text: sbom_test.py DIST

What is in a file is found by bytes that only that work has; what has no such bytes is known by what kind of file it is in. And no file claims what
it does not have. What the build cannot name is an error.
"""

from __future__ import annotations

import base64
import io
import json
import lzma
import os
import re
import struct
import sys
import tarfile
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import licences
import sbom

dist = Path()
NATIVE, MODULE, SCRIPT, PAGE = "native", "module", "script", "page"
SHA256 = b"".join(word.to_bytes(4, "little") for word in (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A))
LITERAL_LENGTHS = struct.pack("<20h", 4, 3, *[2] * 11, *[1] * 3, *[2] * 4)  # of zstd, how often each is expected
PRICES = b"IEB?=:864310.-,+*)('&%$#"  # of bits, in the encoder of LZMA


class Mark(NamedTuple):
    """What a work has in files of a kind. `ours` is whether its sources are in third_party."""

    name: str
    kinds: tuple[str, ...]
    pattern: bytes
    text: str  # in its licence
    ours: bool = False


LINKED = r"Redistributions in binary form must reproduce"
MARKS = [
    Mark("blake3", (NATIVE, MODULE), re.escape(SHA256), "CC0", ours=True),
    Mark("mpack", (NATIVE, MODULE), rb"msgpack", "Thiago de Arruda", ours=True),
    Mark("xxhash", (NATIVE, MODULE), re.escape(bytes.fromhex("b8fe6c3923a44bbe7c01812cf721ad1c")), "Yann Collet", ours=True),
    Mark("yyjson", (NATIVE, MODULE), rb"trailing comma is not allowed", "YaoYuan", ours=True),
    Mark("zlib", (NATIVE,), rb"deflate 1\.3\.2 Copyright", "Mark Adler", ours=True),
    Mark("zlib", (MODULE,), rb"invalid code lengths set", "Mark Adler", ours=True),
    Mark("zstd", (MODULE,), re.escape(LITERAL_LENGTHS), LINKED, ours=True),
    Mark("xz", (MODULE,), re.escape(PRICES), "purpose with or without fee", ours=True),
    Mark("zlib", (NATIVE,), rb"(de|in)flate 1\.2\.\d+ Copyright", "Mark Adler"),
    Mark("zstd", (NATIVE,), re.escape(LITERAL_LENGTHS), LINKED),
    Mark("liblzma", (NATIVE,), re.escape(PRICES), "public domain"),
    Mark(
        "libdeflate",
        (NATIVE,),
        re.escape(bytes.fromhex("030011000300190004002100040031000500410005006100060081000600c100")),
        "Eric Biggers",
    ),
    Mark("libsodium", (NATIVE,), rb"LibsodiumDRG", "Frank Denis"),
    Mark("sqlite", (NATIVE,), rb"SQLite format 3\0", "public.domain"),
    Mark("curl", (NATIVE,), rb"Connection cache is full, closing the oldest one", "Daniel Stenberg"),
    Mark("openssl", (NATIVE,), rb"OPENSSLDIR: ", r"Apache License\s+Version 2\.0"),
    Mark("postgresql", (NATIVE,), rb"invalid connection option .%s.", "PostgreSQL Global Development Group"),
    Mark("libseccomp", (NATIVE,), rb"# pseudo filter code start", r"GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1"),
    Mark(
        "glibc",
        (NATIVE,),
        rb"TLS generation counter wrapped",
        r"GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1.*END OF TERMS AND CONDITIONS",
    ),
    Mark("glibc-startup", (NATIVE,), rb"__gmon_start__", "starts and ends a program"),
    Mark("libgcc", (NATIVE,), rb"\A(\x7fELF.{12}[\2\3]|MZ(?!.*BSJB)(?!.{,1000}PE\0\0\x64\xaa))", "GCC RUNTIME LIBRARY EXCEPTION"),
    # a command for macOS, or for Windows on ARM
    Mark("zig", (NATIVE,), rb"\A(\xcf\xfa\xed\xfe.{8}\x02|MZ.{,1000}PE\0\0\x64\xaa)", "Zig contributors"),
    Mark("mingw-w64", (NATIVE,), rb"Mingw-w64 runtime failure", "mingw-w64 project"),
    Mark("musl", (NATIVE,), rb"libc\.musl-(x86_64|aarch64)\.so\.1", "Rich Felker"),  # what starts a shared library
    Mark("wasi-libc", (MODULE,), rb"\A\0asm", "Rich Felker"),
    Mark("compiler-rt", (MODULE,), rb"\A\0asm", r"LLVM Exceptions.*END OF TERMS AND CONDITIONS"),
    Mark("duckdb", (NATIVE,), rb"duckdb_signature", "DuckDB Foundation", ours=True),
    Mark("vite", (SCRIPT, PAGE), rb"vite:preloadError", "Vite contributors"),
    Mark("Sphinx", (SCRIPT,), rb"SPHINX_HIGHLIGHT_ENABLED", "Sphinx"),
    Mark("furo", (SCRIPT,), rb"gumshoe", "Pradyun Gedam"),
]
# The constants of SHA-256 are those of BLAKE3 too.
ALSO_SHA256 = {"libsodium", "liblzma"}


EXAMPLES = {  # of patterns that are not the bytes themselves
    "zlib": b"deflate 1.2.13 Copyright",
    "musl": b"libc.musl-x86_64.so.1",
    "libgcc": b"\x7fELF" + bytes(12) + b"\3\0",
    "zig": b"\xcf\xfa\xed\xfe" + bytes(8) + b"\2",
    "wasi-libc": b"\0asm",
    "compiler-rt": b"\0asm",
    "sqlite": b"SQLite format 3\0",
}
BEGINNINGS = {NATIVE: b"!<arch>\n", MODULE: b"\0asm", SCRIPT: b""}
ENDINGS = {NATIVE: "lib.a", MODULE: "x.wasm", SCRIPT: "x.js"}


def example_of(mark: Mark, kind: str) -> bytes:
    """The bytes of a file of a kind that has this work in it."""
    plain = re.sub(rb"\\(.)", rb"\1", mark.pattern, flags=re.DOTALL)
    if mark.ours or mark.name not in EXAMPLES:
        return BEGINNINGS[kind] + plain
    example = EXAMPLES[mark.name]
    return example if example[:4] in (b"\x7fELF", b"\0asm", b"\xcf\xfa\xed\xfe") else BEGINNINGS[kind] + example


def kind_of(name: str, content: bytes) -> str:
    if content.startswith((b"\x7fELF", b"\xcf\xfa\xed\xfe", b"MZ", b"!<arch>\n")):
        return NATIVE
    if content.startswith(b"\0asm"):
        return MODULE
    if name.endswith(".html") and sbom.PAGE in content:
        return PAGE
    return SCRIPT if name.endswith(".js") else ""


def pieces(path: Path) -> Iterator[tuple[str, str, bytes]]:
    """The kinds, names and bytes of what is in a file of the release, with the module in a page."""
    files = sbom.unpacked(path) if path.suffix != ".duckdb_extension" else iter([(path.name, path.read_bytes())])
    image = path.name.endswith("-oci.tar")
    for name, content in files:
        if image and "reel" not in name:  # Debian's
            continue
        if name.endswith(".lzma"):  # a module beside the page
            content = lzma.decompress(content, lzma.FORMAT_ALONE)
        if kind := kind_of(name, content):
            yield kind, name, content
        if kind == PAGE:
            module = re.search(sbom.PAGE + rb"[^>]*>([A-Za-z0-9+/=\s]+)<", content)
            if not module:
                raise AssertionError(f"{path.name}: {name} has no module")
            yield MODULE, name, lzma.decompress(base64.b64decode(module[1]), lzma.FORMAT_ALONE)


def works_in(path: Path) -> tuple[set[tuple[str, bool]], int]:
    """The works in a file by their marks, with whether they are from third_party; and how many files with code there are in it."""
    found: set[tuple[str, bool]] = set()
    count = 0
    for kind, name, content in pieces(path):
        count += 1
        here = {(mark.name, mark.ours) for mark in MARKS if kind in mark.kinds and re.search(mark.pattern, content, re.DOTALL)}
        if {work for work, _ in here} & ALSO_SHA256 and "/pyreel.libs/" in f"/{name}":
            here.discard(("blake3", True))  # a library by itself
        found |= here
    if any(name == "glibc" for name, _ in found):
        found.discard(("glibc-startup", False))
    return found, count


def document() -> dict[str, list[dict[str, object]]]:
    return json.loads(next(dist.glob("*.spdx.json")).read_text(encoding="utf-8"))


def parts_by_file() -> dict[str, list[dict[str, object]]]:
    """What the SBOM says is in each file."""
    packages = {package["SPDXID"]: package for package in document()["packages"]}
    parts: dict[str, list[dict[str, object]]] = {}
    for relation in document()["relationships"]:
        if relation["relationshipType"] in ("CONTAINS", "STATIC_LINK"):
            name = packages[relation["spdxElementId"]].get("packageFileName", "")
            parts.setdefault(str(name), []).append(packages[relation["relatedSpdxElement"]])
    return parts


def key_of(part: dict[str, object]) -> tuple[str, bool]:
    return str(part["name"]), not part.get("externalRefs")


def is_of_image(part: dict[str, object]) -> bool:
    return "licenseComments" in part


def unequal(path: Path, parts: list[dict[str, object]]) -> tuple[set[tuple[str, bool]], set[tuple[str, bool]]]:
    """The works that a file has in it and the SBOM does not list; and those that it lists and the file does not have."""
    marked, _ = works_in(path)
    has = marked | {(work, True) for member, _ in sbom.unpacked(path) if (work := sbom.sources_in(member))}
    lists = {key_of(part) for part in parts if not is_of_image(part)}
    return has - lists, lists - has


class Release(unittest.TestCase):
    def setUp(self) -> None:
        self.listed = parts_by_file()
        self.files = [path for path in sorted(dist.rglob("*")) if path.is_file() and not path.name.endswith(".spdx.json")]

    def test_each_file_lists_what_it_has_and_nothing_else(self) -> None:
        counts: dict[str, int] = {}
        for path in self.files:
            name = path.relative_to(dist).as_posix()
            parts = self.listed.get(name, [])
            with self.subTest(name):
                self.assertEqual(unequal(path, parts), (set(), set()))
            counts |= {name: len([part for part in parts if not is_of_image(part)])} if parts else {}
        self.assertGreater(len(counts), 0)
        print("\n" + "\n".join(f"{name}: {count} works" for name, count in counts.items()))

    def test_each_file_has_the_licence_of_each_work_that_it_lists(self) -> None:
        for path in self.files:
            name = path.relative_to(dist).as_posix()
            parts = [part for part in self.listed.get(name, []) if not is_of_image(part)]
            works, sources = {}, {}
            beside = path.with_name(sbom.NOTICES)
            members = [*sbom.unpacked(path), *([(beside.name, beside.read_bytes())] if path.suffix == ".duckdb_extension" else [])]
            for member, content in members:
                if member.rsplit("/", 1)[-1] == sbom.NOTICES:
                    works |= {(work.name, work.version): work for work in licences.read(content.decode())}
                elif found := re.search(r"(?:(duckdb)/)?third_party/(?:([^/]+)/)?LICENSE$", member):
                    sources[found[1] or found[2]] = content.decode()
            for part in parts:
                mark = next(mark for mark in MARKS if (mark.name, mark.ours) == key_of(part))
                work = works.get((part["name"], part["versionInfo"]))
                with self.subTest(f"{name}: {part['name']}"):
                    self.assertTrue(work or part["name"] in sources, "no text")
                    if work:
                        self.assertEqual(work.licence, part["licenseDeclared"])
                    self.assertNotIn("NOASSERTION", (part["licenseDeclared"], part["versionInfo"]))
                    self.assertRegex(work.text if work else sources[part["name"]], re.compile(mark.text, re.DOTALL))
            with self.subTest(name):
                self.assertLessEqual(set(works), {(part["name"], part["versionInfo"]) for part in parts})

    def test_versions_are_those_in_the_files(self) -> None:
        """Those of zlib, which says its own."""
        for path in self.files:
            versions = set()
            for kind, _, content in pieces(path):
                if kind == NATIVE:
                    versions |= {version.decode() for version in re.findall(rb"deflate (1\.[\d.]*\d) Copyright", content)}
            parts = [part for part in self.listed.get(path.relative_to(dist).as_posix(), []) if part["name"] == "zlib"]
            upstream = {re.sub(r"^\d+:|[.+]dfsg.*$", "", str(part["versionInfo"])) for part in parts}
            with self.subTest(path.name):
                self.assertLessEqual(versions, upstream)
                self.assertLessEqual(upstream - {"1.3.2"}, versions)

    def test_the_image_has_the_licences_of_its_packages(self) -> None:
        for path in dist.glob("*-oci.tar"):
            parts = {str(part["name"]): part for part in self.listed[path.name] if is_of_image(part)}
            links, files = layers(path)
            for name in parts:
                copyright_ = links.get(f"usr/share/doc/{name}", f"usr/share/doc/{name}") + "/copyright"
                with self.subTest(name):
                    self.assertIn(links.get(copyright_, copyright_), files)
            self.assertGreater(len(parts), 50)
            self.assertIn("libc6", parts)

    def test_every_licence_of_our_own_is_declared(self) -> None:
        texts = {text["licenseId"] for text in document()["hasExtractedLicensingInfos"]}
        named = set(re.findall(r"LicenseRef-[\w.-]+", json.dumps(document()["packages"])))
        self.assertEqual(named, texts)
        identities = [package["SPDXID"] for package in document()["packages"]]
        self.assertEqual(len(identities), len(set(identities)))

    def test_every_import_of_the_sources_is_in_every_file_that_has_the_scripts(self) -> None:
        sources = "\n".join(path.read_text(encoding="utf-8") for path in (licences.VIEWER / "src").rglob("*.ts"))
        names = set(re.findall(r"^(?:import (?!type )[^'\n]*|\} from )'((?:@[^/']+/)?[^./'@][^/']*)", sources, re.MULTILINE))
        names -= {"@reel-replay/reel"}  # of this release
        lock = json.loads((licences.VIEWER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        versions = {(name, lock[f"node_modules/{name}"]["version"], lock[f"node_modules/{name}"]["license"]) for name in names}
        count = 0
        for name, parts in self.listed.items():
            npm = {(part["name"], part["versionInfo"], part["licenseDeclared"]) for part in parts}
            if any(part == "vite" for part, *_ in npm):
                count += 1
                with self.subTest(name):
                    self.assertLessEqual(versions, npm)
        self.assertGreater(count, 0)
        print(f"{count} files have the scripts, with {', '.join(sorted(names)) or 'no other work'}")


def layers(path: Path) -> tuple[dict[str, str], set[str]]:
    """The symbolic links and files of the layers of an image."""
    links, files = {}, set()
    with tarfile.open(path) as image:
        for blob in image:
            content = image.extractfile(blob) if blob.isfile() and blob.name.startswith("blobs/") else None
            if not content or not tarfile.is_tarfile(content):
                continue
            content.seek(0)
            with tarfile.open(fileobj=io.BytesIO(content.read())) as layer:
                for member in layer:
                    name = os.path.normpath(member.name)
                    if member.issym():
                        links[name] = os.path.normpath(os.path.join(os.path.dirname(name), member.linkname))
                    elif member.isfile():
                        files.add(name)
    return links, files


def packed(path: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


class Attacks(unittest.TestCase):
    """Made files of a release, with each work that the table knows, and lists that are wrong."""

    def test_a_work_that_is_not_listed_and_one_that_is_not_there_are_found(self) -> None:
        count = 0
        with tempfile.TemporaryDirectory() as folder:
            for mark, kind in [(each, kind) for each in MARKS for kind in each.kinds if kind != PAGE]:
                code = {ENDINGS[kind]: example_of(mark, kind)}
                has, _ = unequal(packed(Path(folder) / "plain.tgz", code), [])
                with self.subTest(f"{mark.name} {kind}"):
                    self.assertIn((mark.name, mark.ours), has)
                works = {licences.Work(name, "1", "MIT", f"third_party/{name}" if ours else "pkg:x", "text") for name, ours in has}
                for listed in (
                    *(works - {work} for work in works),
                    works,
                    works | {licences.Work("other", "1", "MIT", "pkg:x", "text")},
                ):
                    path = packed(Path(folder) / "listed.tgz", code | {sbom.NOTICES: licences.written(listed).encode()})
                    parts = [part for _, part in sbom.parts_of(path, {})]
                    missing, false = unequal(path, parts)
                    with self.subTest(f"{mark.name} {kind}, listed: {[work.name for work in listed]}"):
                        self.assertEqual(len(missing), max(0, len(works) - len(listed)))
                        self.assertEqual(len(false), max(0, len(listed) - len(works)))
                    count += 1
        self.assertGreater(count, 2 * len(MARKS))
        print(f"{count} lists")

    def test_a_file_without_other_works_lists_none(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = packed(Path(folder) / "plain.tgz", {"a.txt": b"deflate 1.2.13 Copyright", "b.js": b"let a = 1"})
            self.assertEqual((list(sbom.parts_of(path, {})), unequal(path, [])), ([], (set(), set())))

    def test_zeros_at_the_end_are_no_archive(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.duckdb_extension"
            path.write_bytes(b"\x7fELF" + bytes(12) + b"\3" + bytes(2048))
            self.assertEqual(list(sbom.parts_of(path, {})), [])
            self.assertEqual(unequal(path, [])[0], {("libgcc", False)})


class Refusals(unittest.TestCase):
    def test_what_the_lock_file_does_not_know_is_an_error(self) -> None:
        with tempfile.TemporaryDirectory(dir=sbom.ROOT / "build") as folder:
            viewer = Path(folder)
            (viewer / ".work").mkdir()
            entry = {"version": "1.2.3", "license": "MIT"}
            lock = {"packages": {"node_modules/known": entry, "node_modules/@a/unlicensed": {"version": "1.0.0"}}}
            (viewer / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
            kept, licences.VIEWER = licences.VIEWER, viewer
            self.addCleanup(setattr, licences, "VIEWER", kept)
            for names, wrong in (
                (["known"], ""),
                (["known", "other"], "other"),
                (["@a/unlicensed"], "@a/unlicensed"),
                (None, "missing"),
            ):
                listed = viewer / ".work/packages-page.json"
                listed.unlink(missing_ok=True)
                if names:
                    listed.write_text(json.dumps(names), encoding="utf-8")
                with self.subTest(names):
                    if not wrong:
                        self.assertEqual(licences.of_scripts("page"), [("known", "1.2.3", "MIT")])
                        continue
                    with self.assertRaises(SystemExit) as error:
                        licences.of_scripts("page")
                    self.assertIn(wrong, str(error.exception.code))

    def test_a_library_that_the_table_does_not_know_is_an_error(self) -> None:
        with self.assertRaises(SystemExit) as error:
            licences.work_of_package(Path("/usr/bin/dpkg"))
        self.assertIn("add the work", str(error.exception.code))

    def test_the_file_copyright_names_each_work_in_the_sources_and_in_the_page(self) -> None:
        text = (sbom.ROOT / "packaging/debian/copyright").read_text(encoding="utf-8")
        folders = {path.name for path in (sbom.ROOT / "third_party").iterdir() if path.is_dir()}
        self.assertEqual(set(re.findall(r"^Files: third_party/(\w+)/\*$", text, re.MULTILINE)), folders)
        page = re.search(r"^Files: web/viewer/dist/index.html\n(?:.+\n)+", text, re.MULTILINE)[0]
        works = {mark.name for mark in MARKS if mark.kinds in ((MODULE,), (SCRIPT, PAGE)) and not mark.ours}
        self.assertEqual({work for work in works if not re.search(rf"\b{work}\b", page)}, set())
        names = {name for line in re.findall(r"^License: (.+)$", text, re.MULTILINE) for name in re.split(r" (?:and|or) ", line)}
        self.assertEqual(names, set(re.findall(r"^License: (\S+)\n (?! *\w+:)", text, re.MULTILINE)))

    def test_a_file_that_was_written_reads_the_same(self) -> None:
        works = {
            *licences.own_works().values(),
            licences.Work("a", "1:2+b", "MIT OR X", "pkg:deb/debian/a@1%3A2%2Bb", "\n\n  two\n\n\nlines\n"),
        }
        text = licences.written(works)
        self.assertEqual(text, licences.written(set(licences.read(text))))
        self.assertEqual(len(works), len(licences.read(text)))


if __name__ == "__main__":
    dist = Path(sys.argv.pop(1)).resolve()
    unittest.main()
