# SPDX-License-Identifier: MIT
"""Whatever a call gets, its error is one of the language, says what is wrong with which file or argument, and leaves no file behind."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyreel
from plays import files, write_play

ROOT = os.geteuid() == 0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.bsor").touch()
    (tmp_path / "text.bsor").write_text("no replay")
    write_play(tmp_path / "play.bsor")
    (tmp_path / "cut.bsor").write_bytes((tmp_path / "play.bsor").read_bytes()[:-20])
    return tmp_path


def scan(path: Any, table: str = "frames", **options: Any) -> object:
    return pyreel.scan(path, table, **options).to_arrow()


@pytest.mark.parametrize(
    "read", [lambda path: pyreel.open(path)["frames"].to_arrow(), lambda path: scan(path, strict=True)], ids=["open", "scan"]
)
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("none.bsor", FileNotFoundError),
        ("play.bsor/x", OSError),
        ("empty.bsor", pyreel.ReelError),
        ("text.bsor", pyreel.ReelError),
        ("cut.bsor", pyreel.ReelError),
        (os.devnull, pyreel.ReelError),
    ],
)
def test_an_error_names_the_file(folder: Path, read: Callable[[str], object], name: str, kind: type[BaseException]) -> None:
    with pytest.raises(kind) as caught:
        read(name)
    assert isinstance(caught.value, pyreel.ReelError)
    assert caught.value.path == name
    assert str(caught.value).count(name) == 1


def test_every_bad_file_is_named_once(tmp_path: Path) -> None:
    for number, bad in enumerate(files("bad")):
        path = tmp_path / f"{number}.file"
        path.write_bytes(bad.read_bytes())
        try:
            for table in pyreel.open(path).tables:
                pyreel.open(path)[table].to_arrow()
        except pyreel.ReelError as error:
            assert str(error).count(str(path)) == 1, error
            assert error.rule in str(error)


@pytest.mark.parametrize("write", [lambda to: pyreel.Writer(to, "bsor"), lambda to: pyreel.open("play.bsor").convert("bsor", to)])
@pytest.mark.parametrize(
    ("to", "kind"),
    [("none/x.bsor", FileNotFoundError), ("folder", IsADirectoryError), ("play.bsor", FileExistsError), ("play.bsor/x", OSError)],
)
def test_a_file_that_cannot_be_written(folder: Path, write: Callable[[str], object], to: str, kind: type[OSError]) -> None:
    before = sorted(folder.rglob("*"))
    with pytest.raises(kind) as caught:
        write(to)
    assert isinstance(caught.value, pyreel.ReelError)
    assert (caught.value.filename, caught.value.status) == (to, "io")
    assert caught.value.rule.startswith("file.")
    assert sorted(folder.rglob("*")) == before


@pytest.mark.skipif(ROOT, reason="this user may write everywhere")
def test_a_folder_that_may_not_be_written(folder: Path) -> None:
    (folder / "folder").chmod(0o500)
    with pytest.raises(PermissionError):
        pyreel.Writer(folder / "folder/x.bsor", "bsor")


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda _: pyreel.open(3), TypeError, "not int"),  # type: ignore[arg-type]
        (lambda _: pyreel.open({}), TypeError, "not dict"),  # type: ignore[arg-type]
        (lambda _: scan(3), TypeError, "path.*not int"),
        (lambda _: scan(None), TypeError, "path.*not NoneType"),
        (lambda _: scan("play.bsor", threads="many"), TypeError, "str"),
        (lambda _: scan("play.bsor", thread=3), TypeError, "'thread'"),
        (lambda replay: replay[3], TypeError, "name of a table.*not int"),
        (lambda replay: replay.schema.table(None), TypeError, "name of a table.*not NoneType"),
        (lambda replay: replay["framez"], pyreel.ReelError, "'framez'; did you mean 'frames'"),
        (lambda replay: replay["frames"]["timee"], pyreel.ReelError, "'timee'; did you mean 'time'"),
        (lambda _: pyreel.open("play.bsor", limits={"row": 1}), pyreel.ReelError, "'row'; did you mean 'rows'"),
        (lambda _: pyreel.open("play.bsor", limits={"rows": "x"}), TypeError, "limit rows .*'x'"),
        (lambda _: pyreel.open("play.bsor", limits={"rows": -1}), OverflowError, "limit rows .*-1"),
        (lambda _: pyreel.Writer("new.bsor", "bsor").append("frames", 3), TypeError, "rows.*not int"),
    ],
)
def test_a_wrong_argument_is_named(folder: Path, call: Callable[[Any], object], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        call(pyreel.open("play.bsor"))


def test_a_closed_replay_says_so(folder: Path) -> None:
    replay = pyreel.open("play.bsor")
    replay.close()
    replay.close()
    for use in (replay["frames"].to_arrow, replay.check, replay.stats, lambda: replay.convert("bsor", "new.bsor")):
        with pytest.raises(ValueError, match="closed"):
            use()
    assert not (folder / "new.bsor").exists()
