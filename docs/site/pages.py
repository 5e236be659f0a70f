# SPDX-License-Identifier: MIT
"""Collects the pages of the site: pages.py OUT

Each Markdown file of the project is a page at the same path, unchanged but for links. The README becomes one page for each of its sections.
Links to headers lead to the pages of headers.py, links to other files of the project to a copy of the file.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = "docs/site/"
# A link of Markdown outside of code, and the address of a picture.
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
# A file of the release.
RELEASED = re.compile(r"\{\{FILE ([^}]+)\}\}")
FENCE = re.compile(r"^\s*(```|~~~)")
# Folders that have a page.
FOLDERS = {
    "examples": "examples.md",
    "include/reel": "c/index.rst",
    "docs/insight": "statistics.md",
    "docs/formats": "formats.md",
}


def slug(heading: str) -> str:
    """The anchor of a heading, as hosts of repositories make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Applies a function to each stretch of lines that is not in a fence."""
    out, prose, fence = [], [], ""
    for line in text.split("\n"):
        found = FENCE.match(line)
        if found and (not fence or found.group(1) == fence):
            if not fence and prose:
                out.append(change("\n".join(prose)))
                prose = []
            fence = "" if fence else found.group(1)
            out.append(line)
        elif fence:
            out.append(line)
        else:
            prose.append(line)
    return "\n".join([*out, change("\n".join(prose))] if prose else out)


class Site:
    def __init__(self, out: Path) -> None:
        self.out = out
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        self.files = {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
        # Tables of one machine are parts of bench/README.md, not pages.
        self.pages = sorted(name for name in self.files if name.endswith(".md") and not name.startswith((SITE, "bench/pairs/")))
        self.version = ".".join(re.findall(r"(?m)^#define REEL_VERSION_[A-Z]+ (\d+)$", (ROOT / "include/reel/reel.h").read_text()))
        self.copied: set[str] = set()
        self.sections: dict[str, str] = {}  # anchor of the README: its page

    # ---- links --------------------------------------------------------------------------------------------------------

    def link(self, page: str, text: str, address: str) -> str:
        """A link on a page, as the site has it."""
        if re.match(r"[a-z]+:", address):
            return f"[{text}]({address})"
        path, _, anchor = address.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if target == "README.md":
            target, anchor = self.sections.get(anchor, ("index.md", anchor if anchor in self.sections else ""))
        elif target.startswith("include/reel/") and target.endswith(".h"):
            target = f"c/{Path(target).stem}.rst"
        elif target.startswith(f"{SITE}pages/"):
            target = target.removeprefix(f"{SITE}pages/")
        elif target in FOLDERS:
            target = FOLDERS[target]
        elif target in self.files and target not in self.pages:
            self.copied.add(target)
        elif target not in self.files:
            if (ROOT / target).is_dir():
                return text  # a folder of sources has no page
            raise SystemExit(f"{page}: no file {target}")
        if not path and target == page:
            return f"[{text}](#{anchor})"
        away = posixpath.relpath(target, posixpath.dirname(page) or ".")
        return f"[{text}]({away}{'#' + anchor if anchor else ''})"

    def linked(self, page: str, text: str) -> str:
        return outside_code(text, lambda prose: LINK.sub(lambda found: self.link(page, *found.groups()), prose))

    # ---- pages --------------------------------------------------------------------------------------------------------

    def write(self, page: str, text: str) -> None:
        path = self.out / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def released(self, text: str) -> str:
        """Names of files of the release as links: they are in the folder that the site is unpacked in."""
        package = re.findall(r"^reel \(([^)]+)\)", (ROOT / "packaging/debian/changelog").read_text())[0]
        values = {"VERSION": self.version, "PACKAGE": package, "SONAME": self.version.rpartition(".")[0]}
        for name, value in values.items():
            text = text.replace(f"{{{{{name}}}}}", value)
        return RELEASED.sub(lambda found: f'<a download href="../{found[1]}">{found[1]}</a>', text)

    def readme(self) -> None:
        """A page for each section but the first, which the first page is instead of. Headings inside it move up by one level."""
        parts: list[list[str]] = [[]]
        fence = False
        for line in (ROOT / "README.md").read_text().split("\n"):
            fence ^= bool(FENCE.match(line))
            if not fence and line.startswith("## "):
                parts.append([])
            parts[-1].append(line[1:] if not fence and line.startswith("##") else line)
        names = {}
        for part in parts[1:]:
            anchor = slug(part[0][2:])
            names[anchor] = f"{anchor}.md"
            self.sections[anchor] = (f"{anchor}.md", "")
            for line in part[1:]:
                if line.startswith("## "):
                    self.sections[slug(line[3:])] = (f"{anchor}.md", slug(line[3:]))
        for anchor, part in zip(names, parts[1:], strict=True):
            self.write(names[anchor], self.linked("README.md", "\n".join(part)))

    def examples(self) -> None:
        """One page with the programs of examples/."""
        names = sorted(name for name in self.files if re.fullmatch(r"examples/.*\.(c|cpp|hpp|cs|rs|go|py|js|mjs|ts)", name))
        text = ["# Examples", "", "Complete programs that use reel. The tests build and run them.", ""]
        for name in names:
            self.copied.add(name)
            language = {"hpp": "cpp", "cs": "csharp", "rs": "rust", "mjs": "js"}.get(name.rpartition(".")[2], name.rpartition(".")[2])
            text += [f"## {name.removeprefix('examples/')}", "", f"```{{literalinclude}} {name}", f":language: {language}", "```", ""]
        self.write("examples.md", "\n".join(text))

    def python(self) -> None:
        """The sources of pyreel, for its docstrings. The declarations of the compiled module take its place."""
        folder = self.out.parent / "python/pyreel"
        shutil.copytree(ROOT / "python/src/pyreel", folder, dirs_exist_ok=True)
        # its imports are for type checkers, and go round in a circle
        stub = re.sub(
            r"(?m)^from \._\w+ import (.+)$",
            lambda found: found.group(1).replace(", ", " = ") + " = object",
            (folder / "_reel.pyi").read_text(),
        )
        (folder / "_reel.py").write_text(f"from __future__ import annotations\n{stub}\nversion = '{self.version}'\n")

    def make(self) -> None:
        self.readme()
        self.examples()
        self.python()
        for page in self.pages:
            if page != "README.md":
                text = (ROOT / page).read_text()
                if not text.startswith("#"):  # what a program printed
                    text = f"# {page.removesuffix('.md')}\n\n{text}"
                self.write(page, self.linked(page, text))
        for page in (ROOT / SITE / "pages").glob("*.md"):
            self.write(page.name, self.released(page.read_text()))
        for name in self.copied:
            (self.out / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, self.out / name)


if __name__ == "__main__":
    Site(Path(sys.argv[1])).make()
