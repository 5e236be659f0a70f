#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the pages of a built site: check.py FOLDER [MARKDOWN...], or its links to the files of a release: check.py --release FOLDER DIST

Every link between pages, every anchor and every picture is there. No page loads anything from another host. Every page can be reached from
the first one, and every Markdown file of the project has a page.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = re.compile(r"(?i)^(https?:)?//")
# What a style or a script would load from another host.
LOADS = re.compile(r"""(?i)(?:url\(\s*|@import\s+|\b(?:fetch|import|importScripts|Worker)\(\s*)["'`]?((?:https?:)?//[^"'`)\s]+)""")
LOADED_LINKS = {"stylesheet", "icon", "shortcut", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "manifest"}


class Page(HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.language = ""
        self.files: list[str] = []  # of the release, which are beside the folder of the site
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if tag == "html":
            self.language = values.get("lang", "")
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and "download" in values:
            self.files.append(values.get("href", ""))
        elif tag in ("a", "area") and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and LOADED_LINKS & set(values.get("rel", "").lower().split()):
            self.loads.append(values.get("href", ""))
        self.loads += [values[name] for name in ("src", "poster", "data", "action") if values.get(name)]
        self.loads += [part.split()[0] for part in values.get("srcset", "").split(",") if part.strip()]


def problems_of(folder: Path, sources: list[str]) -> list[str]:
    """Everything that is wrong with the site in a folder."""
    found: list[str] = []
    pages = {path.relative_to(folder).as_posix(): Page(path.read_text()) for path in sorted(folder.rglob("*.html"))}
    reached: dict[str, list[str]] = {name: [] for name in pages}
    for name, page in pages.items():
        viewer = name.startswith("viewer/")
        if not page.language:
            found.append(f"{name}: no language")
        for address in page.loads + page.links:
            loads = address in page.loads
            if re.match(r"(?i)(data|blob|mailto|javascript):", address):
                continue
            if OUTSIDE.match(address) or urlsplit(address).scheme:
                if loads:
                    found.append(f"{name}: loads {address}")
                continue
            if viewer:
                continue  # one file, whose links are made by its scripts
            parts = urlsplit(address)
            target = (folder / name).parent / unquote(parts.path) if parts.path else folder / name
            target = target.resolve()
            if target.is_dir():
                target /= "index.html"
            if not target.is_file() or folder not in target.parents:
                found.append(f"{name}: no {address}")
                continue
            other = target.relative_to(folder).as_posix()
            if other in pages:
                reached[name].append(other)
                anchor = unquote(parts.fragment)
                if anchor and not other.startswith("viewer/") and anchor not in pages[other].anchors:
                    found.append(f"{name}: no anchor {address}")
    for path in sorted([*folder.rglob("*.css"), *folder.rglob("*.js"), *folder.rglob("*.html")]):
        # an example on a page is text, and no element
        text = (
            path.read_text()
            if path.suffix != ".html"
            else " ".join(re.findall(r"(?is)<(?:script|style)\b.*?</(?:script|style)>", path.read_text()))
        )
        found += [f"{path.relative_to(folder)}: loads {address}" for address in LOADS.findall(text)]
    seen, queue = set(), ["index.html"]
    while queue:
        name = queue.pop()
        if name not in seen:
            seen.add(name)
            queue += reached.get(name, [])
    found += [f"{name}: no page leads to it" for name in pages if name not in seen]
    # The README is the first page and those of its sections.
    found += [
        f"{source}: has no page" for source in sources if source != "README.md" and source.removesuffix(".md") + ".html" not in pages
    ]
    if not found:
        print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links")
    return found


def released(folder: Path, dist: Path) -> list[str]:
    """What the page that says how to get reel has wrong of the files of a release."""
    linked = {address.removeprefix("../") for address in Page((folder / "get.html").read_text()).files}
    there = {
        path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file() and path.name not in ("THIRD_PARTY", "LICENSE")
    }
    return [f"get.html: {name} is not in the release" for name in sorted(linked - there)] + [
        f"get.html: no link to {name}" for name in sorted(there - linked)
    ]


def main() -> int:
    if sys.argv[1] == "--release":
        wrong = released(Path(sys.argv[2]).resolve(), Path(sys.argv[3]))
        print("\n".join(wrong) or "every file of the release has its link")
        return 1 if wrong else 0
    folder = Path(sys.argv[1]).resolve()
    sources = sys.argv[2:]
    if not sources:
        listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
        sources = [name for name in listed if not name.startswith(("docs/site/", "bench/pairs/"))]
    found = problems_of(folder, sources)
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
