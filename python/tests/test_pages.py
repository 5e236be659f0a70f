# SPDX-License-Identifier: MIT
"""Every block of code on any page, in whatever language, is run or compiled: here, or by the test that is named here.

A block that cannot be run says so in its fence, with the reason: ```python not-run: needs a cluster.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from plays import REPOSITORY, golden, write_play

COMMAND = Path(os.environ.get("REEL_COMMAND") or REPOSITORY / "build/release/cli/reel")
FENCE = re.compile(r"^```([a-z]+)([ ,][^\n]*)?\n(.*?)^```$", re.S | re.M)
LANGUAGES = ("python", "sql")
"""What is run here."""
CHECKS = "python/tests/test_page_checks.py"
FRAMEWORKS = "web/viewer/test/browser/frameworks.mjs"
ELSEWHERE = {
    ("CONTRIBUTING.md", "c"): "tests/machinery/house.sh",
    ("CONTRIBUTING.md", "text"): "tests/machinery/layers.sh",
    ("docs/decisions.md", "text"): "tests/machinery/layers.sh",
    ("README.md", "c"): "tests/machinery/readme.sh",
    ("README.md", "cmake"): CHECKS,
    ("docs/embedding.md", "cmake"): CHECKS,
    ("docs/export.md", "json"): CHECKS,
    ("docs/spool.md", "c"): CHECKS,
    ("docs/streaming-bsor.md", "c"): CHECKS,
    ("cpp/README.md", "cmake"): "cpp/test.sh",
    ("cpp/README.md", "cpp"): "cpp/test.sh",
    ("csharp/README.md", "csharp"): "csharp/test.sh",
    ("go/README.md", "go"): "go/test.sh",
    ("rust/reel-replay/README.md", "rust"): "rust/test.sh",
    ("docs/boxrr.md", "sh"): "python/tests/test_boxrr.py",
    ("docs/boxrr.md", "python"): "python/tests/test_boxrr.py",
    ("docs/boxrr.md", "sql"): "python/tests/test_boxrr.py",
    ("docs/questions.md", "csv"): "python/tests/test_questions.py",
    ("docs/r.md", "r"): "python/tests/test_r.py",
    ("docs/server.md", "text"): "server/test/test_import_table.py",
    ("duckdb/README.md", "csv"): "duckdb/tests/test_readme.py",
    ("web/viewer/package/README.md", "html"): FRAMEWORKS,
    ("web/viewer/package/README.md", "jsx"): FRAMEWORKS,
    ("web/viewer/package/README.md", "vue"): FRAMEWORKS,
    ("web/viewer/package/README.md", "svelte"): FRAMEWORKS,
    ("web/wasm/README.md", "ts"): "web/test.sh",
    ("python/README.md", "python"): "python/tests/test_examples.py",
    ("docs/questions.md", "python"): "python/tests/test_questions.py",
    ("docs/questions.md", "sql"): "duckdb/tests/test_questions.py",
    ("docs/insight/motion.md", "python"): "python/tests/test_motion.py",
    ("docs/cluster.md", "python"): "python/tests/test_spark.py",
    ("README.md", "sql"): "duckdb/tests/test_readme.py",
    ("duckdb/README.md", "sql"): "duckdb/tests/test_readme.py",
    ("duckdb/README.md", "python"): "duckdb/tests/test_readme.py",
    ("duckdb/README.md", "js"): "duckdb/tests/node/test.mjs",
    ("web/wasm/README.md", "js"): "web/wasm/test/readme.test.ts",
}
pytestmark = [
    pytest.mark.filterwarnings("ignore::pyreel.ReelWarning"),
    pytest.mark.skipif(not (REPOSITORY / "docs").exists(), reason="no pages: not a checkout"),
]


def pages() -> list[str]:
    found = [
        *REPOSITORY.glob("*.md"),
        *REPOSITORY.glob("docs/**/*.md"),
        *REPOSITORY.glob("*/README.md"),
        *REPOSITORY.glob("*/*/README.md"),
        *REPOSITORY.glob("*/*/package/README.md"),
    ]
    return sorted(str(path.relative_to(REPOSITORY)) for path in found if path.relative_to(REPOSITORY).parts[0] != "build")


def blocks_in_fences() -> list[tuple[str, str, str, str]]:
    """Page, language, what follows it in the fence, and text of each block."""
    return [(page, *match.groups("")) for page in pages() for match in FENCE.finditer((REPOSITORY / page).read_text())]


HERE = [(page, kind, text) for page, kind, more, text in blocks_in_fences() if (page, kind) not in ELSEWHERE and "not-run" not in more]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with what the pages speak of."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "replays").mkdir()
    shutil.copyfile(golden("full.bsor"), tmp_path / "replays" / "full.bsor")
    write_play(tmp_path / "replays" / "play.bsor")
    return tmp_path


def reel(*arguments: str) -> None:
    if not COMMAND.exists():
        pytest.skip(f"no command at {COMMAND}: build it, or set REEL_COMMAND")
    assert subprocess.run([COMMAND, *arguments], capture_output=True).returncode <= 1


@pytest.mark.parametrize(("page", "kind", "text"), HERE, ids=[f"{page}-{kind}" for page, kind, _ in HERE])
def test_a_block_runs(folder: Path, page: str, kind: str, text: str) -> None:
    if "dataset/" in text:
        reel(
            "scan",
            "-q",
            "-t",
            "notes",
            "--stats",
            "--partition" if "hive" in text else "-j",
            "mode" if "hive" in text else "1",
            "replays",
            "-o",
            "dataset",
        )
    if "notes.parquet" in text:
        reel("export", "-t", "notes", "--to", "parquet", "-o", "notes.parquet", "replays")
    if kind == "sql":
        duckdb = pytest.importorskip("duckdb")
        for statement in duckdb.extract_statements(text):
            assert duckdb.sql(statement.query).fetchall() is not None
        return
    for statement in ast.parse(text).body:
        exec(compile(ast.Module([statement], []), page, "exec"), globals_of(page))


_NAMES: dict[str, dict[str, object]] = {}


def globals_of(page: str) -> dict[str, object]:
    """What earlier blocks of a page defined."""
    return _NAMES.setdefault(page, {})


def test_every_block_is_run_or_says_why_not() -> None:
    found = {(page, kind) for page, kind, _, _ in blocks_in_fences()}
    assert set(ELSEWHERE) <= found, "the table names blocks that are gone"
    for (page, _), test in ELSEWHERE.items():
        code = (REPOSITORY / test).read_text()
        names = (Path(page).name, "README", "questions_page")  # how the test finds the page
        assert any(name in code for name in names), f"{test} does not read {page}"
        assert re.search(r"```|[Pp]age|example\(", code), f"{test} takes no blocks from {page}"
    for page, kind, more, _ in blocks_in_fences():
        assert "not-run" not in more or re.search(r"not-run: \w+", more), f"{page}: a {kind} block is not run, and does not say why"
    assert {kind for _, kind, _ in HERE} == set(LANGUAGES), "a language of which no test runs or compiles the blocks"
    assert len(HERE) >= 6
