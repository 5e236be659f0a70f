# SPDX-License-Identifier: MIT
"""Makes one page for each public header: headers.py INCLUDE OUT

Doxygen reads the declarations and their comments; the pages use the C domain of Sphinx, so that names link to each
other and are in the index.
"""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

DOXYFILE = """
INPUT={input}
OUTPUT_DIRECTORY={output}
GENERATE_HTML=NO
GENERATE_LATEX=NO
GENERATE_XML=YES
XML_PROGRAMLISTING=NO
OPTIMIZE_OUTPUT_FOR_C=YES
EXTRACT_ALL=YES
EXTRACT_STATIC=YES
MARKDOWN_SUPPORT=NO
AUTOLINK_SUPPORT=NO
MACRO_EXPANSION=YES
EXPAND_ONLY_PREDEF=YES
PREDEFINED=REEL_API= REEL_PRINTF(string,first)= REEL_ASSERT_(condition)=
MAX_INITIALIZER_LINES=4
QUIET=YES
WARN_IF_UNDOCUMENTED=NO
WARN_IF_DOC_ERROR=YES
"""
SECTION = re.compile(r"^/\* -{3,} (.+?) -+ \*/$")
SPECIAL = str.maketrans({c: "\\" + c for c in '\\@<>&#%"'})


# ---- comments that doxygen reads --------------------------------------------------------------------------------------


def marked(text: str) -> str:
    """The header with its comments as those of doxygen. The number of lines stays."""
    lines, inside = [], False
    for line in text.split("\n"):
        if inside:
            inside = "*/" not in line
            lines.append(line.translate(SPECIAL))
            continue
        start = line.find("/*")
        if start < 0 or SECTION.match(line) or "SPDX-License-Identifier" in line:
            lines.append(line)
            continue
        code, comment = line[:start], line[start + 2 :]
        inside = "*/" not in comment
        lines.append(code + ("/**<" if code.strip() else "/**") + comment.translate(SPECIAL))
    return "\n".join(lines)


# ---- text -------------------------------------------------------------------------------------------------------------


def escaped(text: str) -> str:
    return re.sub(r"([\\*`|<>_])", r"\\\1", text)


class Prose:
    """Text of comments as reStructuredText, in which known names are links."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def line(self, text: str) -> str:
        """One paragraph."""
        parts = re.split(r"(`[^`]+`|\b[A-Za-z_][A-Za-z0-9_]*\b)", " ".join(text.split()))
        out = []
        for part in parts:
            bare = part.strip("`")
            if bare in self.names:
                out.append(f"\\ :c:func:`{bare}`\\ ")
            elif part.startswith("`"):
                out.append(f"\\ ``{bare}``\\ ")
            else:
                out.append(escaped(part))
        return "".join(out)

    def block(self, comment: str) -> list[str]:
        """Paragraphs, lists and indented examples of a comment at the top of a header."""
        out: list[str] = []
        example = False
        for paragraph in re.split(r"\n\s*\n", comment):
            lines = paragraph.split("\n")
            follows, example = example, all(line.startswith("    ") for line in lines)
            if example:
                out += ([] if follows else [".. code-block:: c", ""]) + ["   " + line[4:] for line in lines] + [""]
                continue
            item = ""
            for line in lines:
                if re.match(r"\s+- ", line) and item:
                    out += [self.item(item), ""]
                    item = line
                else:
                    item += "\n" + line if item else line
            out += [self.item(item), ""]
        return out

    def item(self, text: str) -> str:
        bullet = re.match(r"\s+- (.*)", text, re.S)
        return "- " + self.line(bullet.group(1)) if bullet else self.line(text)

    def description(self, node: ET.Element | None) -> list[str]:
        """The description of a member, from the XML of doxygen."""
        out: list[str] = []
        for paragraph in [] if node is None else node.iter("para"):
            text = (paragraph.text or "") + "".join(
                ("" if child.tag in ("itemizedlist", "orderedlist") else "".join(child.itertext())) + (child.tail or "")
                for child in paragraph
            )
            if text.strip():
                out += [self.line(text), ""]
        return out


# ---- pages ------------------------------------------------------------------------------------------------------------


def text_of(node: ET.Element, tag: str) -> str:
    found = node.find(tag)
    return " ".join("".join(found.itertext()).split()) if found is not None else ""


def clean(declaration: str) -> str:
    """What the C domain parses: no storage class, and attributes removed."""
    declaration = re.sub(r"\b(REEL_API|extern|static|inline)\b", "", declaration)
    return " ".join(re.sub(r"\{.*\}", "", declaration).split())


class Page:
    def __init__(self, header: Path, prose: Prose) -> None:
        self.header, self.prose = header, prose
        self.entries: list[tuple[int, list[str]]] = []

    def add(self, node: ET.Element, directive: str, signature: str, depth: int = 0) -> list[str]:
        pad = "   " * depth
        lines = [f".. c:{directive}:: {signature}", ""]
        for part in ("briefdescription", "detaileddescription"):
            lines += ["   " + line if line else "" for line in self.prose.description(node.find(part))]
        lines = [pad + line if line else "" for line in lines]
        if depth == 0:
            location = node.find("location")
            self.entries.append((int(location.get("line", "0")) if location is not None else 0, lines))
        return lines

    def member(self, node: ET.Element) -> None:
        kind, name = node.get("kind"), text_of(node, "name")
        if kind == "define":
            names = [text_of(parameter, "defname") for parameter in node.iter("param")]
            self.add(node, "macro", name + (f"({', '.join(names)})" if node.find("param") is not None else ""))
        elif kind == "enum":
            if "@" in name or not name:
                lines: list[str] = []
                for value in node.iter("enumvalue"):
                    self.enumerator(value, lines, 0)
                location = node.find("location")
                self.entries.append((int(location.get("line", "0")) if location is not None else 0, lines))
            else:
                lines = self.add(node, "enum", name)
                for value in node.iter("enumvalue"):
                    self.enumerator(value, lines, 1)
        elif kind == "typedef":
            definition = clean(text_of(node, "definition")).removeprefix("typedef ")
            if "(" not in definition:
                definition += text_of(node, "argsstring")
            if not re.fullmatch(rf"(struct|enum|union) {name} ?{name}", definition) and "{" not in definition and "@" not in definition:
                self.add(node, "type", definition)
        elif kind == "function":
            self.add(node, "function", clean(text_of(node, "type") + " " + name + text_of(node, "argsstring")))
        elif kind == "variable":
            self.add(node, "var", clean(text_of(node, "type") + " " + name + text_of(node, "argsstring")))

    def enumerator(self, value: ET.Element, lines: list[str], depth: int) -> None:
        initial = text_of(value, "initializer")
        found = Page(self.header, self.prose).add(value, "enumerator", (text_of(value, "name") + " " + initial).strip())
        lines += ["   " * depth + line if line else "" for line in found]

    def struct(self, node: ET.Element) -> None:
        lines = self.add(node, node.get("kind", "struct"), text_of(node, "compoundname"))
        for member in node.iter("memberdef"):
            kind, name, arguments = text_of(member, "type"), text_of(member, "name"), text_of(member, "argsstring")
            bits = text_of(member, "bitfield")
            if not name or "@" in kind:
                continue
            lines += self.add(member, "member", clean(f"{kind} {name}{arguments}") + (f" : {bits}" if bits else ""), 1)

    def text(self) -> list[str]:
        title = f"reel/{self.header.name}"
        source = self.header.read_text()
        lines = [title, "=" * len(title), ""]
        comment = re.match(r"/\*(.*?)\*/", source, re.S)
        if comment:
            body = [re.sub(r"^ \* ?", "", line) for line in comment.group(1).split("\n")[1:]]
            lines += self.prose.block("\n".join(body).strip("\n "))
        sections = [(number, found.group(1)) for number, line in enumerate(source.split("\n"), 1) if (found := SECTION.match(line))]
        guard = f"REEL_{self.header.stem.upper()}_H"
        for line, entry in sorted(
            [*self.entries, *((n, [s[0].upper() + s[1:], "-" * len(s), ""]) for n, s in sections)], key=lambda e: e[0]
        ):
            if (
                line and entry and not re.match(rf"\.\. c:macro:: ({guard}|\w+_\()", entry[0])
            ):  # neither guards nor what is the header's own
                lines += entry
        return lines


def main() -> None:
    include, out = Path(sys.argv[1]), Path(sys.argv[2])
    work = out.parent / "doxygen"
    (work / "reel").mkdir(parents=True, exist_ok=True)
    out.mkdir(parents=True, exist_ok=True)
    headers = sorted((include / "reel").glob("*.h"), key=lambda header: (header.stem != "reel", header.stem))
    for header in headers:
        (work / "reel" / header.name).write_text(marked(header.read_text()))
    made = subprocess.run(
        ["doxygen", "-"], input=DOXYFILE.format(input=work / "reel", output=work), text=True, capture_output=True, check=True
    )
    print(made.stderr, end="", file=sys.stderr)  # its warnings

    files = {path: ET.parse(path).getroot() for path in sorted((work / "xml").glob("*.xml")) if path.name != "index.xml"}
    compounds = {node.get("id"): node for root in files.values() for node in root.iter("compounddef")}
    names = {text_of(node, "name") for root in files.values() for tag in ("memberdef", "enumvalue") for node in root.iter(tag)
             if node.tag == "enumvalue" or node.get("id", "").rpartition("_1")[0].endswith("8h")}  # fmt: skip
    names |= {text_of(node, "compoundname") for node in compounds.values() if node.get("kind") in ("struct", "union")}
    prose = Prose(
        {name for name in names if re.match(r"(?i)(reel|bsor|gdr|teehistorian|scoresaber|butter|echo|milk|xror|ddnet|macro)\w*_", name)}
    )
    for header in headers:
        page = Page(header, prose)
        node = next(node for node in compounds.values() if node.get("kind") == "file" and text_of(node, "compoundname") == header.name)
        for member in node.iter("memberdef"):
            page.member(member)
        for inner in node.iter("innerclass"):
            if "@" not in (inner.text or "") and "." not in (inner.text or ""):
                page.struct(compounds[inner.get("refid")])
        (out / f"{header.stem}.rst").write_text("\n".join(page.text()))
    index = ["C: public headers", "=================", "", "Start with :doc:`reel`.", "", ".. toctree::", "   :maxdepth: 1", ""]
    (out / "index.rst").write_text("\n".join(index + [f"   {header.stem}" for header in headers]) + "\n")


if __name__ == "__main__":
    main()
