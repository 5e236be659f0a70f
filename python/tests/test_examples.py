# SPDX-License-Identifier: MIT
"""The examples in the docstrings, the README and the notebook run."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import pyreel
import questions_page as page
from plays import stored, write_level, write_play

HERE = Path(__file__).resolve().parent.parent
NAMES = [
    each.name for each in pkgutil.iter_modules(pyreel.__path__) if each.name not in ("dask", "ray", "spark", "torch")
]  # which have tests of their own
MODULES = [pyreel, *(importlib.import_module(f"pyreel.{name}") for name in NAMES)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the examples refer to."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plays").mkdir()
    for path in ("full.bsor", "plays/one.bsor", "play.bsor"):
        write_play(tmp_path / path)
    write_play(tmp_path / "of-a-level.bsor", level=write_level(tmp_path / "levels" / "a song"))
    return tmp_path


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_docstrings(module: object, folder: Path) -> None:
    names = {"pyreel": pyreel, "replay": pyreel.open(folder / "full.bsor")}
    result = doctest.testmod(module, extraglobs=names, optionflags=doctest.ELLIPSIS)  # type: ignore[arg-type]
    assert result.failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    assert sum(len(test.examples) for module in MODULES for test in finder.find(module)) >= 25


def test_everything_public_has_a_docstring() -> None:
    for name in pyreel.__all__:
        assert getattr(pyreel, name).__doc__, name


def test_the_readme(folder: Path) -> None:
    (folder / "plays").rename(folder / "replays")
    (folder / "day.reel").write_bytes(2 * stored((folder / "full.bsor").read_bytes()))
    text = (HERE / "README.md").read_text()
    write_play(folder / "play.bsor", level=write_level(folder / "CustomLevels" / "a song"))
    reading, levels, writing = re.findall(r"```python\n(.*?)```", text, re.S)
    names: dict[str, object] = {}
    for statement in ast.parse(reading).body:
        code = ast.unparse(statement).replace("after=10, before=20", "after=0, before=1")
        exec(compile(code, "README.md", "exec"), names)
    exec(compile(levels, "README.md", "exec"), names)
    assert (folder / "levels.kept").exists()
    names["frames"] = names["replay"].table("frames").rows()  # type: ignore[attr-defined]
    with pytest.warns(pyreel.ReelWarning, match="loss|lost|not the same"):
        exec(compile(writing, "README.md", "exec"), names)
    assert (folder / "repaired.bsor").exists()
    assert (folder / "play.dat").exists()


def run_notebook(name: str, folder: Path) -> Any:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(HERE / "examples" / name, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    return notebook


def test_the_notebook(tmp_path: Path) -> None:
    notebook = run_notebook("notebook.ipynb", tmp_path)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/png", "image/svg+xml", "text/html"} <= shown
    assert "1000 plays" in str(notebook.cells)
    ten = notebook.cells[3].source.splitlines()
    assert len([line for line in ten if line]) <= 10


def test_the_notebook_of_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page.make_folder(tmp_path / "replays")
    monkeypatch.setenv("REEL_REPLAYS", str(tmp_path / "replays"))
    notebook = run_notebook("questions.ipynb", tmp_path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    pictures = [cell for cell in code if any("image/png" in output.get("data", {}) for output in cell.outputs)]
    assert len(code) >= 5
    assert len(pictures) == len(code) - 1
