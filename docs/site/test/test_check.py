#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The checker finds each kind of fault in a small site, and nothing in a good one. And the pages link as the project's files do."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "packaging/release"))
from check import problems_of, released
from headers import marked
from pages import Site, outside_code, slug
from readme import without

GOOD = {
    "index.html": '<html lang="en"><a href="b/two.html#there">two</a><img src="p.png"><a href="https://example.org/">out</a></html>',
    "b/two.html": '<html lang="en"><h1 id="there">x</h1><a href="#there">up</a><link rel="stylesheet" href="../s.css"></html>',
    "p.png": "",
    "s.css": "a { background: url(p.png) }",
}
# What is changed, and what the checker says of it.
FAULTS = [
    ("index.html", '<html lang="en"><a href="b/two.html"></a><a href="b/three.html"></a></html>', "no b/three.html"),
    ("index.html", '<html lang="en"><a href="b/two.html#here">two</a></html>', "no anchor b/two.html#here"),
    ("index.html", '<html lang="en"><a href="b/two.html"></a><a href="#here"></a></html>', "no anchor #here"),
    ("index.html", '<html lang="en"></html>', "b/two.html: no page leads to it"),
    ("index.html", '<html><a href="b/two.html"></a></html>', "no language"),
    ("b/two.html", '<html lang="en"><a id="there" href="../../out.html"></a></html>', "no ../../out.html"),
    ("b/two.html", '<html lang="en"><img id="there" src="missing.png"></html>', "no missing.png"),
    (
        "b/two.html",
        '<html lang="en"><i id="there"></i><script src="https://example.org/x.js"></script></html>',
        "loads https://example.org/x.js",
    ),
    ("b/two.html", '<html lang="en"><i id="there"></i><img src="//example.org/x.png"></html>', "loads //example.org/x.png"),
    (
        "b/two.html",
        '<html lang="en"><i id="there"></i><img srcset="../p.png 1x, https://example.org/x.png 2x"></html>',
        "loads https://example.org/x.png",
    ),
    (
        "b/two.html",
        '<html lang="en"><i id="there"></i><link rel="preconnect" href="https://example.org"></html>',
        "loads https://example.org",
    ),
    (
        "b/two.html",
        '<html lang="en"><i id="there"></i><style>@import "https://example.org/x.css"</style></html>',
        "loads https://example.org/x.css",
    ),
    (
        "b/two.html",
        '<html lang="en"><i id="there"></i><script>fetch("https://example.org/count")</script></html>',
        "loads https://example.org/count",
    ),
    ("s.css", "a { background: url(https://example.org/p.png) }", "loads https://example.org/p.png"),
]


class Checker(unittest.TestCase):
    def problems(self, changes: dict[str, str], sources: tuple[str, ...] = ()) -> list[str]:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name).resolve()
            for path, text in {**GOOD, **changes}.items():
                (folder / path).parent.mkdir(exist_ok=True)
                (folder / path).write_text(text)
            return problems_of(folder, list(sources))

    def test_a_good_site_has_no_problem(self) -> None:
        self.assertEqual(self.problems({}, ("README.md", "b/two.md")), [])

    def test_each_fault_is_found(self) -> None:
        for path, text, wanted in FAULTS:
            with self.subTest(wanted):
                problems = self.problems({path: text})
                self.assertEqual(len(problems), 1, problems)
                self.assertTrue(problems[0].endswith(wanted), problems)

    def test_a_file_without_a_page_is_found(self) -> None:
        self.assertEqual(self.problems({}, ("b/three.md",)), ["b/three.md: has no page"])


class Released(unittest.TestCase):
    def test_links_to_files_of_a_release_are_compared_with_it(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder, dist = Path(name) / "site", Path(name) / "dist"
            (dist / "duckdb").mkdir(parents=True)
            folder.mkdir()
            for file in ("a.deb", "duckdb/x", "duckdb/THIRD_PARTY"):
                (dist / file).write_text("")
            page = folder / "get.html"
            page.write_text('<a download href="../a.deb">a</a><a download href="../duckdb/x">x</a>')
            self.assertEqual(released(folder, dist), [])
            page.write_text('<a download href="../a.deb">a</a><a download href="../b.deb">b</a>')
            self.assertEqual(released(folder, dist), ["get.html: b.deb is not in the release", "get.html: no link to duckdb/x"])

    def test_names_of_files_become_links(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            site = Site(Path(name) / "source")
            self.assertEqual(
                site.released("{{FILE reel-{{VERSION}}.tar.xz}}"),
                f'<a download href="../reel-{site.version}.tar.xz">reel-{site.version}.tar.xz</a>',
            )

    def test_links_that_lead_to_nothing_are_left_out(self) -> None:
        text = (
            "See [the *docs*](docs/a.md#x), [there](LICENSE), [out](https://example.org/) and [up](#here).\n\n"
            '<img src="docs/p.svg" alt="p">\n\n```\n[code](docs/a.md)\n```\n![p](docs/p.svg)'
        )
        wanted = "See the *docs*, [there](LICENSE), [out](https://example.org/) and [up](#here).\n\n```\n[code](docs/a.md)\n```\n"
        self.assertEqual(without(text, "LICENSE".__eq__), (wanted, ["docs/p.svg", "docs/a.md#x", "docs/p.svg"]))


class Pages(unittest.TestCase):
    def test_links_lead_where_they_do_in_the_project(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            site = Site(Path(name) / "source")
            site.readme()
            for page, address, wanted in [
                ("docs/viewer.md", "server.md#start", "server.md#start"),
                ("docs/viewer.md", "../README.md#in-c", "../in-c.md"),
                ("docs/viewer.md", "../README.md", "../index.md"),
                ("README.md", "#in-c", "in-c.md"),
                ("docs/viewer.md", "#maps", "#maps"),
                ("docs/formats/bsor.md", "../../include/reel/bsor.h", "../../c/bsor.rst"),
                ("docs/export.md", "insight", "../statistics.md"),
                ("docs/release.md", "site/pages/get.md", "../get.md"),
                ("README.md", "https://example.org/a", "https://example.org/a"),
                ("README.md", "examples/record.c", "examples/record.c"),
            ]:
                with self.subTest(page=page, address=address):
                    self.assertEqual(site.link(page, "t", address), f"[t]({wanted})")
            self.assertEqual(site.link("docs/platforms.md", "t", "../src/platform"), "t")
            with self.assertRaises(SystemExit):
                site.link("README.md", "t", "docs/nothing.md")

    def test_code_is_left_alone(self) -> None:
        text = "a\n```c\na\n```\na"
        self.assertEqual(outside_code(text, str.upper), "A\n```c\na\n```\nA")

    def test_anchors_are_those_of_hosts_of_repositories(self) -> None:
        self.assertEqual(slug("You write a mod, or a bot"), "you-write-a-mod-or-a-bot")


class Headers(unittest.TestCase):
    def test_comments_become_those_of_doxygen_and_lines_stay(self) -> None:
        text = "/* SPDX-License-Identifier: MIT */\n/* ---- part ---- */\n/* Ends with @. */\nint a; /* m < 2\n * and 50% */\nint b;"
        wanted = "/* SPDX-License-Identifier: MIT */\n/* ---- part ---- */\n/** Ends with \\@. */\nint a; /**< m \\< 2\n * and 50\\% */\nint b;"
        self.assertEqual(marked(text), wanted)


if __name__ == "__main__":
    unittest.main()
