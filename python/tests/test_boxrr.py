# SPDX-License-Identifier: MIT
"""The folders of BOXRR-23: users and recordings by names, what is beside them, and what the command makes of them."""

from __future__ import annotations

import ast
import gzip
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from types import ModuleType

import polars as pl
import pytest

import pyreel
from plays import REPOSITORY, golden
from pyreel import boxrr
from test_pages import COMMAND

COUNT = 220
UUID = "00000000-0000-4000-8000-00000000000"
PAGE = REPOSITORY / "docs" / "boxrr.md"
SCRIPT = REPOSITORY / "python" / "examples" / "boxrr.py"


def load_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("boxrr_example", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = load_script()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the script makes, in this process."""
    made = tmp_path_factory.mktemp("boxrr") / "set"
    documents = []
    for first in range(0, COUNT, script.EACH):
        for user, recording in script.make_user(made, first, min(script.EACH, COUNT - first)):
            documents.append(script.bson({"_id": recording, "user_id": user, "info": {"software": {"app": {"name": "Beat Saber"}}}}))
    (made / "metadata").mkdir()
    (made / "metadata" / "replays.bson.gz").write_bytes(gzip.compress(b"".join(documents)))
    return made


def test_users_and_recordings_are_those_of_the_names(folder: Path) -> None:
    found = pl.DataFrame(boxrr.recordings(folder / "users"))
    assert found.columns == ["file", "user", "recording"]
    assert found.height == COUNT
    assert found["user"].n_unique() == -(-COUNT // script.EACH)
    for file, user, recording in found.iter_rows():
        assert file == f"{folder}/users/{user[0]}/{user}/{recording}.xror"


def test_a_user_is_the_player_that_the_recording_states(folder: Path) -> None:
    found = pl.DataFrame(boxrr.recordings(folder / "users"))
    plays = pyreel.scan(folder / "users", "plays", ["file", "player_id", "game"]).to_polars()
    both = plays.join(found, on="file")
    assert both.height == COUNT
    assert both.filter(pl.col("player_id") != pl.col("user")).height == 0
    assert set(both["game"]) == {"Beat Saber"}


@pytest.mark.parametrize("tree", ["users", "."])
def test_fields_beside_are_joined(folder: Path, tree: str) -> None:
    found = boxrr.recordings(folder / tree, ["user_id", "info.software.app.name", "nothing"])
    assert found["user_id"].to_pylist() == found["user"].to_pylist()
    assert set(found["info.software.app.name"].to_pylist()) == {"Beat Saber"}
    assert found["nothing"].null_count == COUNT


def test_a_document_belongs_to_one_recording_of_its_user(tmp_path: Path) -> None:
    for user, name in ((f"{UUID}1", f"{UUID}a"), (f"{UUID}1", f"{UUID}b"), (f"{UUID}2", f"{UUID}a")):
        (tmp_path / user).mkdir(exist_ok=True)
        shutil.copyfile(golden("tilt.xror"), tmp_path / user / f"{name}.xror")
    documents = [{"user_id": f"{UUID}1", "replay": f"{UUID}b", "n": "1"}, {"user_id": f"{UUID}3", "replay": f"{UUID}a", "n": "2"}]
    beside = tmp_path / "documents"
    beside.write_bytes(b"".join(map(script.bson, documents)))
    assert boxrr.recordings(tmp_path, ["n"], beside=beside)["n"].to_pylist() == [None, "1", None]
    with pytest.raises(pyreel.ReelError, match="no metadata"):
        boxrr.recordings(tmp_path, ["n"])


def test_other_files_and_folders_have_no_user(tmp_path: Path) -> None:
    (tmp_path / "drawings").mkdir()
    for name in ("drawings/one.xror", "two.XROR", "notes.txt"):
        shutil.copyfile(golden("tilt.xror"), tmp_path / name)
    found = boxrr.recordings(tmp_path)
    assert found["user"].to_pylist() == [None, None]
    assert set(found["recording"].to_pylist()) == {"one", "two"}


# A document that has a value of each type of BSON, written by hand.
INNER = b"\x10n\0\x07\0\0\0\0"
TYPED = {
    b"\x01d\0" + bytes(6) + b"\xf8\x3f": ("d", 1.5),
    b"\x02t\0\x04\0\0\0Zo\xc3\0": ("t", "Zo\ufffd"),
    b"\x03o\0\x0c\0\0\0" + INNER: ("o.n", 7),
    b"\x04a\0\x0c\0\0\0\x100\0\x07\0\0\0\0": ("a.0", 7),
    b"\x05u\0\x10\0\0\0\x04" + bytes(15) + b"\x01": ("u", "00000000-0000-0000-0000-000000000001"),
    b"\x05b\0\x02\0\0\0\0xy": ("b", None),
    b"\x07i\0" + bytes(range(12)): ("i", "000102030405060708090a0b"),
    b"\x08y\0\x01": ("y", True),
    b"\x09w\0\xff" + 7 * b"\xff": ("w", -1),
    b"\x0az\0": ("z", None),
    b"\x12l\0\x01" + bytes(7): ("l", 1),
}


def document(body: bytes) -> bytes:
    return (len(body) + 5).to_bytes(4, "little") + body + b"\0"


@pytest.mark.parametrize("packed", [True, False])
def test_values_of_every_type(tmp_path: Path, packed: bool) -> None:
    data = document(b"".join(TYPED)) + document(b"")
    (tmp_path / "d").write_bytes(gzip.compress(data) if packed else data)
    assert list(boxrr.metadata(tmp_path / "d")) == [dict(TYPED.values()), {}]


def test_damage_is_reported_after_what_is_whole(tmp_path: Path) -> None:
    whole = document(b"\x10n\0\x01\0\0\0")
    data = whole + document(b"".join(TYPED))
    for size in range(len(whole), len(data)):
        (tmp_path / "d").write_bytes(data[:size])
        found = boxrr.metadata(tmp_path / "d")
        assert next(found) == {"n": 1}
        if size == len(whole):
            assert list(found) == []
            continue
        with pytest.raises(pyreel.ReelError) as raised:
            list(found)
        assert raised.value.status == "truncated"
    packed = gzip.compress(data)
    (tmp_path / "d").write_bytes(packed[:-12])
    with pytest.raises(pyreel.ReelError, match=r"boxrr\.metadata"):
        list(boxrr.metadata(tmp_path / "d"))


def test_every_flipped_bit_gives_documents_or_an_error(tmp_path: Path) -> None:
    data = document(b"".join(TYPED))
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        (tmp_path / "d").write_bytes(flipped)
        try:
            list(boxrr.metadata(tmp_path / "d"))
        except pyreel.ReelError as error:
            assert error.rule == "boxrr.metadata"
            assert error.status in ("truncated", "corrupt")


def test_documents_in_one_another_are_limited(tmp_path: Path) -> None:
    body = b""
    for _ in range(200):
        body = b"\x03o\0" + document(body)
    (tmp_path / "d").write_bytes(document(body))
    with pytest.raises(pyreel.ReelError) as raised:
        list(boxrr.metadata(tmp_path / "d"))
    assert raised.value.status == "corrupt"


needs_command = pytest.mark.skipif(not Path(COMMAND).exists(), reason=f"no command at {COMMAND}")


@needs_command
def test_the_script_does_what_the_page_says(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, tmp_path / "set", "120"],
        env={**os.environ, "REEL": str(COMMAND)}, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "  3 users\n" in done.stdout
    names = set(pl.DataFrame(boxrr.recordings(tmp_path / "set" / "users"))["user"])
    published = tmp_path / "set" / "published"
    info = pl.read_parquet(published / "xror" / "info" / "*.parquet")
    assert info.height == 120 - script.REMOVED
    assert info["user_id"].n_unique() == len(names)
    for path in published.rglob("*"):
        text = (path.read_bytes() if path.is_file() else b"") + os.fsencode(path.relative_to(published))
        assert not any(name.encode() in text for name in names), path


def blocks() -> list[tuple[str, str]]:
    """Language and text of the blocks of the page."""
    return re.findall(r"^```(sh|python|sql)[^\n]*\n(.*?)^```$", PAGE.read_text(), re.S | re.M)


@needs_command
def test_the_page(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of the page run one after another where the data set is still packed; one recording states nobody."""
    drawing = tmp_path / "users" / "0" / f"{UUID}1" / f"{UUID}a.xror"
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    drawing.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(golden("tilt.xror"), drawing)
    for user in list(tmp_path.glob("users/*/*")):
        with tarfile.open(f"{user}.tar", "w") as tar:
            tar.add(user, user.name)
        shutil.rmtree(user)
    (tmp_path / "bin").mkdir()
    os.symlink(COMMAND, tmp_path / "bin" / "reel")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for kind, text in blocks():
        if kind == "sh":
            subprocess.run(["bash", "-euc", text], check=True, timeout=600)
        elif kind == "sql":
            duckdb = pytest.importorskip("duckdb")
            assert dict(duckdb.sql(text).fetchall())[f"{UUID}1"] == 1
        else:
            *rest, last = ast.parse(text).body
            exec(compile(ast.Module(rest, []), "boxrr.md", "exec"), names)
            found = eval(compile(ast.Expression(last.value), "boxrr.md", "eval"), names)  # type: ignore[attr-defined]
            assert found.height == -(-COUNT // script.EACH)  # a drawing has no frames
    plays = pyreel.scan("stated", "plays", ["file", "player_id"]).to_polars()
    assert plays.height == COUNT + 1
    assert [player for file, player in plays.iter_rows() if f"{UUID}1/" in file] == [f"{UUID}1"]
    assert all(player in file for file, player in plays.iter_rows())
