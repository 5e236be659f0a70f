# SPDX-License-Identifier: MIT
"""Damage, mistakes, and inputs that are not what they seem."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

import pyreel
from plays import files, golden, write_play


@pytest.fixture
def cut(play: Path) -> Path:
    """A play that ends inside its frames."""
    data = play.read_bytes()
    path = play.parent / "cut.bsor"
    path.write_bytes(data[: len(data) // 2])
    return path


@pytest.mark.parametrize("path", files("bad"), ids=lambda path: path.name)
def test_bad_files_never_pass_silently(path: Path) -> None:
    try:
        replay = pyreel.open(path)
    except pyreel.ReelError as error:
        assert error.status in ("truncated", "corrupt", "unsupported", "limit", "argument")
        assert error.rule
        return
    damage = replay.damage
    problems = [*replay.findings, *replay.check()]
    assert damage or problems
    failed = False
    for name in replay.tables:
        try:
            arrow = len(replay.table(name).to_arrow())
        except pyreel.ReelError as error:
            failed = True
            assert damage
            assert error.rule
            with pytest.raises(pyreel.ReelError):
                replay.table(name).rows()
        else:
            assert arrow == len(replay.table(name).rows())
    assert failed == (damage is not None)


@pytest.mark.parametrize("path", files("bad"), ids=lambda path: path.name)
@pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
def test_lenient_reading_returns_the_same_rows_by_every_way(path: Path) -> None:
    try:
        replay = pyreel.open(path, strict=False)
    except pyreel.ReelError:
        return
    for name in replay.tables:
        table = replay.table(name)
        assert len(table.to_arrow()) == len(table.rows()) == len(list(table))


def test_a_cut_file_raises(cut: Path) -> None:
    replay = pyreel.open(cut)
    frames = replay["frames"]
    for read in (frames.to_arrow, frames.to_polars, frames.to_pandas, frames.rows, frames.__len__, replay.stats, replay.plot):
        with pytest.raises(pyreel.ReelError) as caught:
            read()
        error = caught.value
        assert (error.status, error.section) == ("truncated", "frames")
        assert 0 < error.offset <= cut.stat().st_size
        assert f"byte {error.offset}" in str(error)


def test_a_cut_file_fails_other_consumers(cut: Path) -> None:
    with pytest.raises(OSError, match="bsor"):
        pa.table(pyreel.open(cut)["frames"])


def test_lenient_keeps_the_damage_and_warns(cut: Path) -> None:
    replay = pyreel.open(cut, strict=False)
    for read in (replay["frames"].to_arrow, replay["frames"].rows, replay["frames"].to_polars):
        with pytest.warns(pyreel.ReelWarning, match="truncated|ends"):
            assert 0 < len(read()) < 3
    assert replay.damage is not None
    assert replay.damage.status == "truncated"
    with pytest.warns(pyreel.ReelWarning):
        assert pa.table(replay["frames"]).num_rows < 3


def test_warnings_that_are_errors_raise(cut: Path) -> None:
    with pytest.raises(pyreel.ReelWarning):
        pyreel.open(cut, strict=False)["frames"].to_arrow()


def test_unknown_names_suggest_the_closest(play: Path) -> None:
    replay = pyreel.open(play)
    for call, closest in [
        (lambda: replay.table("frame"), "frames"),
        (lambda: replay.table("frames", ["tme"]), "time"),
        (lambda: replay.table("frames", ["head_positon"]), "head_position"),
        (lambda: replay.plot("scor"), "score"),
        (lambda: replay.convert("bsr", io.BytesIO()), "bsor"),
        (lambda: replay.stats().table("sumary"), "summary"),
        (lambda: pyreel.scan(play, "note"), "notes"),
        (lambda: pyreel.Writer(io.BytesIO(), "bsorr"), "bsor"),
        (lambda: replay.table("frames", vectors="list"), "lists"),  # type: ignore[arg-type]
    ]:
        with pytest.raises(pyreel.ReelError, match=f"did you mean '{closest}'") as caught:
            call()
        assert caught.value.status == "argument"


def test_a_word_that_is_close_to_none_lists_them(play: Path) -> None:
    with pytest.raises(pyreel.ReelError, match="there are: info, frames"):
        pyreel.open(play).table("quaternions of the feet")


def test_the_extension_refuses_unknown_names_itself(play: Path) -> None:
    for call in (
        lambda: pyreel._reel.load(bytes(play), "bsor", ["frame"]),
        lambda: pyreel._reel.schema("bsor", "frame", {}),
        lambda: pyreel._reel.schema("bsr", "frames", {}),
        lambda: pyreel._reel.schema("bsor", "frames", {"columns": ["tim"]}),
    ):
        with pytest.raises(pyreel.ReelError):
            call()


def test_a_missing_file_a_folder_and_an_empty_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        pyreel.open(tmp_path / "none.bsor")
    for _ in range(2000):  # more than there are file descriptors
        with pytest.raises(IsADirectoryError):
            pyreel.open(tmp_path)
    (tmp_path / "empty").touch()
    with pytest.raises(pyreel.ReelError) as caught:
        pyreel.open(tmp_path / "empty")
    assert (caught.value.status, caught.value.rule) == ("truncated", "reel.empty")
    with pytest.raises(pyreel.ReelError, match=r"reel\.empty"):
        pyreel.open(b"")


def test_a_pipe_with_a_name_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(pyreel.ReelError) as caught:
        pyreel.open(tmp_path / "pipe")
    assert caught.value.rule == "file.special"


def test_a_file_called_dash_is_a_file(play: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play.rename(play.parent / "-")
    monkeypatch.chdir(play.parent)
    assert len(pyreel.open("-")["frames"]) == 3


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="int"):
        pyreel.open(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="binary"):
        pyreel.open(io.StringIO("text"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="null"):
        pyreel.open("a\0b")


def test_a_name_that_is_not_utf8(play: Path) -> None:
    name = os.fsencode(play.parent) + b"/\xff\xfe.bsor"
    os.rename(play, name)
    assert len(pyreel.open(os.fsdecode(name))["frames"]) == 3
    scan = pyreel.scan(play.parent, "frames", ["time"])
    assert scan.to_arrow()["file"].to_pylist()[0].endswith("/\uf7ff\uf7fe.bsor")
    Path(os.fsdecode(name)).write_bytes(Path(os.fsdecode(name)).read_bytes()[:-400])
    with pytest.warns(pyreel.ReelWarning):
        scan.to_arrow()
    assert scan.failures[0].path == os.fsdecode(name)


def test_a_file_that_vanishes(play: Path) -> None:
    replay = pyreel.open(play)
    play.unlink()
    for read in (replay["frames"].to_arrow, replay["frames"].rows, replay.check, replay.stats):
        with pytest.raises(pyreel.ReelError) as caught:
            read()
        assert isinstance(caught.value, FileNotFoundError)
        assert (caught.value.status, caught.value.path, caught.value.filename) == ("io", str(play), str(play))


def test_a_file_that_shrinks(play: Path) -> None:
    replay = pyreel.open(play)
    os.truncate(play, play.stat().st_size // 2)
    with pytest.raises(pyreel.ReelError, match="changed") as caught:
        replay["frames"].to_arrow()
    assert (caught.value.status, caught.value.rule) == ("io", "file.replaced")


def test_a_file_that_becomes_another_format(play: Path) -> None:
    replay = pyreel.open(play)
    play.write_bytes(golden("plain.gdr2").read_bytes())
    with pytest.raises(pyreel.ReelError):
        replay["frames"].to_arrow()


def test_a_file_object_that_fails(play: Path) -> None:
    class Failing(io.BytesIO):
        fail = False

        def read(self, size: int | None = -1, /) -> bytes:
            if self.fail:
                raise ConnectionResetError("gone")
            return super().read(size)

    file = Failing(play.read_bytes())
    replay = pyreel.open(file)
    file.fail = True
    for read in (replay["frames"].to_arrow, replay["frames"].rows, replay.check, replay.stats):
        with pytest.raises(ConnectionResetError):
            read()
    file.fail = False
    assert len(replay["frames"]) == 3


def test_a_closed_file_object(play: Path) -> None:
    with play.open("rb") as file:
        replay = pyreel.open(file)
    with pytest.raises(ValueError, match="closed"):
        replay["frames"].to_arrow()


def test_a_consumer_that_drops_the_stream_half_way() -> None:
    whole = io.BytesIO()
    write_play(whole, frames=60_000)
    replay = pyreel.open(whole.getvalue())
    reader = pa.RecordBatchReader.from_stream(replay["frames"])
    batch = reader.read_next_batch()
    del reader
    assert 0 < batch.num_rows < 60_000
    assert batch.column(0)[1].as_py() == 0.5
    batches = replay["frames"].batches()
    next(batches)
    batches.close()  # type: ignore[attr-defined]
    replay["frames"].__arrow_c_stream__()


def test_no_memory_is_a_memory_error(tmp_path: Path) -> None:
    path = tmp_path / "long.bsor"
    write_play(path, frames=200_000)
    program = f"""
import resource, pyreel
replay = pyreel.open({str(path)!r})
size = int(open("/proc/self/statm").read().split()[0]) * 4096
resource.setrlimit(resource.RLIMIT_AS, (size + (8 << 20), -1))
try:
    replay.table("frames").rows
    pyreel._reel.load({os.fsencode(path)!r}, "bsor", ["frames"])
except MemoryError:
    resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
    pyreel._reel.load({os.fsencode(path)!r}, "bsor", ["frames"])
    print("fine")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("fine\n", 0), done.stderr
