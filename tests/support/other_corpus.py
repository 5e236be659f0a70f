#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make another corpus: other_corpus.py FROM TO [SEED]

A random half of the files of each folder under other names, some of them twice, with the truth of those files, some truths left out, and
some truths whose file is missing. Every test passes with REEL_CORPUS at TO, or it depends on a file of FROM.
"""
import os
import random
import re
import shutil
import sys

TWICE, LOST, ORPHAN = 0.2, 0.05, 0.1  # shares of stems, of truths, of lines of the truth


def stem_of(family, name):
    """What names the play: its formats and derived files share it."""
    return name.split(".")[0] if family in ("gdr", "teehistorian", "butter") else name.rsplit(".", 1)[0]


def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def get(path):
    with open(path, "rb") as file:
        return file.read()


class Family:
    def __init__(self, source, target, name, rng):
        self.name, self.rng = name, rng
        self.samples, self.new_samples = f"{source}/samples/{name}", f"{target}/samples/{name}"
        self.truth, self.new_truth = f"{source}/expected/{name}", f"{target}/expected/{name}"
        self.files = sorted(os.path.relpath(f"{top}/{file}", self.samples)
                            for top, _, names in os.walk(self.samples) for file in names if file != "INDEX.tsv")
        self.stems = sorted({stem_of(name, os.path.basename(file)) for file in self.files})
        self.new_stems = {}
        for number, stem in enumerate(self.stems):
            new = f"n{rng.randrange(10**6):06d}-{number}"
            self.new_stems[stem] = [new, new + "x"] if rng.random() < TWICE else [new]
        self.kept = set()
        for folder in sorted({os.path.dirname(file) for file in self.files}):
            here = [file for file in self.files if os.path.dirname(file) == folder]
            self.kept |= set(rng.sample(here, (len(here) + 1) // 2))

    def targets(self, file):
        """The new paths of a sample, with their stems."""
        if file not in self.kept:
            return []
        folder, name = os.path.split(file)
        stem = stem_of(self.name, name)
        return [(os.path.join(folder, new + name[len(stem):]), new) for new in self.new_stems[stem]]

    def copy_samples(self):
        for file in sorted(self.kept):
            for path, _ in self.targets(file):
                put(f"{self.new_samples}/{path}", get(f"{self.samples}/{file}"))
        put(f"{self.new_samples}/INDEX.tsv", self.table(get(f"{self.samples}/INDEX.tsv"), 0))

    def table(self, data, orphans):
        """Lines about kept samples; a butter's other columns name its oracle by stem."""
        head, *lines = data.decode().split("\n")
        out = [head]
        for line in filter(None, lines):
            file, *rest = line.split("\t")
            stem = stem_of(self.name, os.path.basename(file))
            for path, new in self.targets(file):
                cells = [new + cell[len(stem):] if cell.startswith(stem + ".") else cell for cell in rest]
                out.append("\t".join([path, *(cells if self.name == "butter" else rest)]))
            if file not in self.kept and file in self.files and self.rng.random() < orphans:
                out.append(line)
        return ("\n".join(out) + "\n").encode()

    def json_lines(self, data):
        out = []
        for line in data.decode().splitlines(keepends=True):
            match = re.search(r'"(?:file|path)": "([^"]*)"', line)
            out += [line[:match.start(1)] + path + line[match.end(1):] for path, _ in self.targets(match.group(1))]
        return "".join(out).encode()

    def half_of(self, data):
        head, *lines = data.splitlines(keepends=True)
        return head + b"".join(line for line in lines if self.rng.random() < 0.5)

    def copy_named(self, path, data):
        """A truth of one sample: its own name, or its folder's, begins with the stem, perhaps behind "FOLDER__"."""
        parts = path.split("/")
        for i in reversed(range(len(parts))):
            folder, mark, name = parts[i].rpartition("__") if self.name == "gdr" else ("", "", parts[i])
            stems = [stem for stem in self.stems if name.startswith(stem + ".")]
            if not stems:
                continue
            stem = max(stems, key=len)
            if ".tables/" not in path and self.rng.random() < LOST:
                return
            for new in self.new_stems[stem]:
                put("/".join([self.new_truth, *parts[:i], folder + mark + new + name[len(stem):], *parts[i + 1:]]), data)
            return
        put(f"{self.new_truth}/{path}", data)

    def copy_truth(self):
        for top, _, names in os.walk(self.truth):
            for name in sorted(names):
                path = os.path.relpath(f"{top}/{name}", self.truth)
                data = get(f"{top}/{name}")
                if name.endswith(".jsonl"):
                    put(f"{self.new_truth}/{path}", self.json_lines(data))
                elif "_vectors" in name:
                    put(f"{self.new_truth}/{path}", self.half_of(data))
                elif "/" not in path and name.endswith(".tsv"):
                    put(f"{self.new_truth}/{path}", self.table(data, ORPHAN))
                elif name != "README.md":
                    self.copy_named(path, data)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    source, target = sys.argv[1:3]
    if os.path.exists(target):
        sys.exit(f"{target} exists; name a new folder")
    rng = random.Random(sys.argv[3] if len(sys.argv) == 4 else "1")
    for name in sorted(os.listdir(f"{source}/samples")):
        family = Family(source, target, name, rng)
        family.copy_samples()
        family.copy_truth()


if __name__ == "__main__":
    main()
