# SPDX-License-Identifier: MIT
"""The blocks of docs/r.md give what pyreel and the page of the twenty questions do. test.sh installs R where it may."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import pyreel
import questions_page as page
from test_pages import COMMAND

PAGE = page.REPOSITORY / "docs" / "r.md"
RUN = """
for (number in commandArgs(TRUE)) {
  value <- eval(parse(paste0(number, ".R"), encoding = "UTF-8"), globalenv())
  if (is.data.frame(value)) write.csv(value, paste0(number, ".csv"), row.names = FALSE, na = "")
}
"""
Blocks = Callable[..., list[list[tuple[str, ...]]]]
pytestmark = [
    pytest.mark.filterwarnings("ignore::pyreel.ReelWarning"),
    pytest.mark.skipif(not PAGE.exists(), reason="no docs/r.md: not a checkout"),
]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Blocks:
    """Runs blocks of the page, one after another in one R. Returns the rows of the data frames that they end with."""
    monkeypatch.chdir(tmp_path)

    def run_blocks(packages: list[str], *numbers: int) -> list[list[tuple[str, ...]]]:
        if not shutil.which("Rscript"):
            pytest.skip("no Rscript (Debian: r-base-core)")
        if not COMMAND.exists():
            pytest.skip(f"no command at {COMMAND}: build it, or set REEL_COMMAND")
        wanted = ", ".join(f'"{name}"' for name in packages)
        lacks = f"cat(Filter(function(name) !requireNamespace(name, quietly = TRUE), c({wanted})))"
        missing = subprocess.run(["Rscript", "-e", lacks], capture_output=True, text=True, check=True).stdout.split()
        if missing:
            pytest.skip("no packages of R (Debian): " + " ".join(f"r-cran-{name}" for name in missing))
        page.make_folder(Path("replays"))
        blocks = re.findall(r"^```r\n(.*?)^```$", PAGE.read_text(), re.S | re.M)
        for number in numbers:
            Path(f"{number}.R").write_text(blocks[number])
        Path("run.R").write_text(RUN)
        path = f"{COMMAND.resolve().parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "RETICULATE_PYTHON": sys.executable, "LC_ALL": "C.UTF-8"}
        for name in ("PYTHONMALLOC", "MALLOC_PERTURB_"):  # those of the tests of memory: R is not what is tested
            environment.pop(name, None)
        done = subprocess.run(["Rscript", "run.R", *map(str, numbers)], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        results = []
        for number in numbers:
            made = Path(f"{number}.csv")
            lines = made.read_text(encoding="utf-8").splitlines() if made.exists() else []
            results.append([tuple(row) for row in csv.reader(lines)][1:])
        return results

    return run_blocks


def numbers(rows: list[tuple[str, ...]]) -> page.Rows:
    return page.comparable([tuple(float(value) if re.fullmatch(r"[-.\de]+", value) else value for value in row) for row in rows])


def test_the_command_in_r(run: Blocks) -> None:
    _, heights, ids, events = run(["data.table", "jsonlite"], 0, 1, 2, 3)
    assert numbers(heights) == page.answers()[2]
    info = pyreel.scan("replays", "info", ["player_id", "score"], format="bsor").to_arrow().to_pylist()
    assert sorted(ids) == sorted((row["file"], row["player_id"], str(row["score"])) for row in info)
    assert len(ids[0][1]) == 17
    with pyreel.open("replays/full.bsor") as replay:
        kinds = [str(kind) for kind in replay["notes"].to_arrow()["event_type"].to_pylist()]
    assert sorted(events) == sorted((kind, str(kinds.count(kind))) for kind in set(kinds))


def test_pyreel_in_r(run: Blocks) -> None:
    (accuracy,) = run(["data.table", "reticulate"], 4)
    assert numbers(accuracy) == page.answers()[0]
