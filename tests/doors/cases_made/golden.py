# SPDX-License-Identifier: MIT
"""Every golden and bad file of the formats: what it is, its bytes, and the rule that it breaks."""

from __future__ import annotations

import hashlib
from pathlib import Path

from .language import ROOT, Suite

FORMATS = ROOT / "tests/formats"
# By the ends of the names of golden files; those of .gdr are told by their first bytes.
ENDS = {
    ".bsor": "bsor", ".gdr2": "gdr2", ".gdr.json": "gdr1-json", ".slc": "slc3", ".slc2": "slc2", ".slc1": "slc1", ".xd": "xd", ".mhr": "mhr",
    ".mhr.json": "mhr-json", ".re": "re1", ".re2": "re2", ".re21": "re2", ".re3": "re3", ".re4": "re4", ".ttr3": "ttr3", ".ttr2": "ttr",
    ".ttr": "ttr", ".tcm": "tcm", ".uv": "uv", ".ybot": "ybot", ".zbf": "zbf", ".txt": "macro-text", ".zr": "zephyrus", ".replay": "replaybot",
    ".kd": "kdbot", ".rsh": "rush", ".ybf": "ybot-frame", ".rbot": "rbot", ".ddhor": "ddhor", ".echo": "echobot", ".tasbot.json": "tasbot",
    ".xbot": "xbot", ".thyst": "amethyst", ".cml": "cml", ".qb": "qbot", ".macro": "gdmo", ".teehistorian": "teehistorian",
    ".dat": "scoresaber", ".json": "scoresaber-json", ".butter": "butter", ".echoreplay": "echoreplay", ".milk": "milk", ".tape": "tape",
    ".nevrcap": "nevrcap", ".ecrreplay": "ecrreplay", ".xror": "xror",
}  # fmt: skip
OTHERS = {
    "two.slc": "slc2", "rate.slc2": "slc2", "plain.echo": "echobot", "new.echo": "echobot-json", "old.echo": "echobot-json",
    "omega.replay": "omegabot2", "omega_byte.replay": "omegabot2", "omega_rate.replay": "omegabot2", "omega3.replay": "omegabot3",
    "omega3_far.replay": "omegabot3", "old.macro": "gdmo21", "captures.macro": "gdmo21",
}  # fmt: skip
READ_ONLY = (
    "milk slc2 slc1 re1 re4 ttr3 ttr uv zephyrus replaybot kdbot rush ybot-frame ddhor xbot amethyst omegabot2 omegabot3 qbot gdmo21 "
    "gdmo"
).split()
WRITTEN = {"gdr1", *ENDS.values(), *OTHERS.values()}.difference(READ_ONLY)


def listed(family: Path) -> dict[str, str]:
    """The formats that hashes.tsv has, by the ends of the files' names: of a format that is new, nothing is written here."""
    path = family / "hashes.tsv"
    lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else []
    return {Path(line.split("\t")[1]).suffix: line.split("\t")[0] for line in lines}


def format_of(path: Path) -> str | None:
    if path.name in OTHERS:
        return OTHERS[path.name]
    if path.suffix == ".gdr":
        return "gdr2" if path.read_bytes().startswith(b"GDR") else "gdr1"
    known = set(listed(path.parent.parent).values())
    if len(known) == 1:  # endings that more than one format has, such as .dat, are those of the family
        return known.pop()
    ends = [end for end in ENDS if path.name.endswith(end)]
    return ENDS[max(ends, key=len)] if ends else listed(path.parent.parent).get(path.suffix)


def bad_files(family: Path) -> list[list[str]]:
    """The lines of errors.tsv of files whose reading ends, with their whole names."""
    found = []
    for line in (family / "errors.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, status, *rest = line.split("\t")
        paths = sorted(
            path for path in (family / "bad").iterdir() if path.name == name or path.stem == name or path.name.startswith(f"{name}.")
        )
        if status not in ("ok", "status") and paths:
            rule, section, offset = (*rest, "", "", "")[:3]
            found.append([str(paths[0].relative_to(ROOT)), status, rule, section or "-", offset or "0"])
    return found


def add(to: Suite) -> None:
    for family in sorted(path for path in FORMATS.iterdir() if path.is_dir()):
        files = sorted(path for path in (family / "golden").iterdir() if path.is_file())
        case = to.case(f"golden files of {family.name} are recognised").call("open")
        for path in files:
            if found := format_of(path):
                case.line("each", path.relative_to(ROOT), found)
        case = to.case(f"golden files of {family.name} are written as they were").call("rewrite")
        for path in files:
            if format_of(path) in WRITTEN:
                data = path.read_bytes()
                case.line("each", path.relative_to(ROOT), len(data), hashlib.sha256(data).hexdigest())
        case = to.case(f"bad files of {family.name} say what is wrong").call("damage")
        for line in bad_files(family):
            case.line("each", *line)
