# SPDX-License-Identifier: MIT
"""How Sphinx makes the site. build.sh collects the pages first."""

import os
import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

root = Path(os.environ["REEL_SITE_ROOT"])
work = Path(os.environ["REEL_SITE_WORK"])
sys.path.insert(0, str(work / "python"))

project = "reel"
author = "the authors of reel"
project_copyright = "the authors of reel. MIT licence"
numbers = re.findall(r"^#define REEL_VERSION_[A-Z]+ (\d+)$", (root / "include/reel/reel.h").read_text(), re.MULTILINE)
version = release = ".".join(numbers)

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
root_doc = "index"
myst_heading_anchors = 6
# Blocks of output and of languages without a lexer have no colours.
suppress_warnings = ["misc.highlighting_failure"]
highlight_language = "none"
keep_warnings = False
smartquotes = False

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_mock_imports = ["numpy", "pandas", "polars", "pyarrow", "pyspark"]
add_function_parentheses = False
toc_object_entries_show_parents = "hide"

templates_path = ["templates"]
html_theme = "furo"
html_title = f"reel {version}"
html_static_path = [str(root / "docs/site" / name) for name in ("style.css", "page.js", "front.js", "pictures")]
html_favicon = str(root / "docs/site/pictures/icon.svg")
html_css_files = ["style.css"]
html_js_files = ["page.js"]
html_extra_path = [str(work / "extra")]
html_copy_source = False
html_show_search_summary = False  # it would fetch pages, which a page from a folder cannot
html_show_sourcelink = False
html_domain_indices = False  # one index has all names
html_theme_options = {"navigation_with_keys": False}
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"


def plain(_app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Docstrings are prose with code between backquotes: an asterisk elsewhere is one, as in a pattern of files."""
    for i, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")):
            parts = re.split(r"(`+[^`]*`+)", line)
            lines[i] = "".join(part if part.startswith("`") else part.replace("*", r"\*") for part in parts)


def accessible(_app: Sphinx, _page: str, _template: str, context: dict[str, object], _tree: object) -> None:
    """The theme marks captions of the navigation as headings, but not of which level. A cell above row names is empty, and heads nothing."""
    tree, body = context.get("furo_navigation_tree"), context.get("body")
    if isinstance(tree, str):
        context["furo_navigation_tree"] = tree.replace(' role="heading"', "")
    if isinstance(body, str):
        context["body"] = re.sub(r"<th\b[^>]*>\s*(?:<p>\s*</p>)?\s*</th>", "<td></td>", body)


# Keys for a search, which are off, marks on words that were searched for, and colours of programs. The first page has none of these.
ELSEWHERE = ("documentation_options.js", "doctools.js", "sphinx_highlight.js", "pygments.css")


def first(app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """What only the first page needs, and what it does not."""
    if page == root_doc:
        app.add_js_file("front.js")
        for kind in ("script_files", "css_files"):
            context[kind] = [file for file in context[kind] if not str(file.filename).endswith(ELSEWHERE)]


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", first)
    app.connect("autodoc-process-docstring", plain)
    app.connect("html-page-context", accessible, priority=900)  # after the theme
