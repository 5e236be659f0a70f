# SPDX-License-Identifier: MIT
"""Checking, repairing, converting, plots, and stopping them."""

from __future__ import annotations

import io
import signal
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyreel
from plays import files, write_play


def test_an_existing_file_is_kept(play: Path) -> None:
    to = play.parent / "to.bsor"
    to.write_text("mine")
    for write in (lambda: pyreel.open(play).convert("bsor", to), lambda: pyreel.Writer(to, "bsor")):
        with pytest.raises(pyreel.ReelError) as caught:
            write()
        assert caught.value.rule == "file.exists"
    assert to.read_text() == "mine"
    pyreel.open(play).convert("bsor", to, replace=True)
    assert to.read_bytes() == play.read_bytes()


def lossy() -> tuple[Path, str]:
    """A file and a format that cannot hold all of it."""
    for path in files("golden"):
        replay = pyreel.open(path)
        for to in pyreel.formats():
            if to == replay.format:
                continue
            try:
                findings = replay.convert(to, io.BytesIO(), loss="allow")
            except pyreel.ReelError:
                continue
            if any(finding.rule == "convert.loss" for finding in findings):
                return path, to
    raise AssertionError("no conversion loses anything")


def test_a_loss_is_an_error_unless_it_is_allowed(tmp_path: Path) -> None:
    path, to = lossy()
    replay = pyreel.open(path)
    target = tmp_path / "converted"
    with pytest.raises(pyreel.ReelError) as caught:
        replay.convert(to, target)
    assert (caught.value.status, caught.value.rule) == ("loss", "convert.loss")
    assert list(tmp_path.iterdir()) == []
    memory = io.BytesIO()
    with pytest.raises(pyreel.ReelError):
        replay.convert(to, memory)
    assert memory.getvalue() == b""
    with pytest.warns(pyreel.ReelWarning):
        findings = replay.convert(to, target, loss="warn")
    assert [finding for finding in findings if finding.rule == "convert.loss"]
    assert pyreel.open(target).format == to
    replay.convert(to, memory, loss="allow")
    assert memory.getvalue() == target.read_bytes()
    with pytest.raises(pyreel.ReelError, match="did you mean 'warn'"):
        replay.convert(to, memory, loss="wran")  # type: ignore[arg-type]


def test_a_conversion_that_is_not_supported(play: Path) -> None:
    with pytest.raises(pyreel.ReelError) as caught:
        pyreel.open(play).convert("gdr2", io.BytesIO())
    assert caught.value.status in ("unsupported", "argument")


def test_a_cut_file_is_not_converted(play: Path) -> None:
    cut = pyreel.open(play.read_bytes()[: play.stat().st_size // 2])
    to = io.BytesIO()
    with pytest.raises(pyreel.ReelError):
        cut.convert("bsor", to)
    assert to.getvalue() == b""


def test_a_span_is_cut_out(play: Path) -> None:
    to = io.BytesIO()
    pyreel.open(play).convert("bsor", to, after=0.5, loss="allow")
    assert pyreel.open(to.getvalue())["frames"].rows()["time"].min() >= 0.5


@pytest.mark.parametrize("path", files("golden"), ids=lambda path: path.name)
def test_every_plot_and_statistic_is_made(path: Path) -> None:
    replay = pyreel.open(path)
    for name in replay.plots:
        try:
            plot = replay.plot(name, theme="dark", width=400)
        except pyreel.ReelError as error:
            assert error.rule == "plot.empty"
        else:
            assert ElementTree.fromstring(plot.svg).tag.endswith("svg")
            assert plot._repr_svg_() == plot.svg
    for insight in replay.schema.insights:
        stats = replay.stats(insight=insight.id)
        for name, table in stats.items():
            assert len(table) == len(table.to_arrow()) == len(table.rows()), name


def test_plots_are_saved(play: Path) -> None:
    pyreel.open(play).plot("score", title="a <title>").save(play.parent / "score.svg")
    text = (play.parent / "score.svg").read_text()
    assert "a &lt;title&gt;" in text
    assert pyreel.open(play).report().startswith("<!doctype html>")


def test_an_unknown_convention(play: Path) -> None:
    with pytest.raises(pyreel.ReelError) as caught:
        pyreel.open(play).stats("of Geneva")
    assert caught.value.rule == "insight.convention"


def test_statistics_have_no_span(play: Path) -> None:
    with pytest.raises(pyreel.ReelError, match="span"):
        len(pyreel.open(play).stats().table("summary", after=1))
    for read in (pyreel.open(play).table("summary", after=1).to_arrow, pyreel.open(play).table("summary", after=1).rows):
        with pytest.raises(pyreel.ReelError, match="span"):
            read()


@pytest.fixture
def long_play() -> pyreel.Replay:
    whole = io.BytesIO()
    write_play(whole, frames=200_000)
    return pyreel.open(whole.getvalue())


class Interrupted:
    """Has SIGINT sent while a function of the extension runs. A thread gets the GIL only when the function has released it, and sends
    the signal then; under load it may come too late, when the function has returned."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.begun, self.sent = threading.Event(), threading.Event()
        self.inside = False

    def _send(self) -> None:
        self.begun.wait()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        self.sent.set()

    def _profile(self, frame: Any, event: str, function: Any) -> None:
        if getattr(function, "__name__", "") == self.name:
            if event == "c_call":
                self.begun.set()
            self.inside |= event == "c_exception"

    def run(self, call: Callable[[], object]) -> bool:
        """Whether the signal came while the function ran."""
        interval = sys.getswitchinterval()
        thread = threading.Thread(target=self._send)
        thread.start()
        sys.setswitchinterval(1000)
        sys.setprofile(self._profile)
        try:
            call()
            sys.setswitchinterval(interval)
            self.begun.set()
            while not self.sent.wait(10):
                pass
            time.sleep(0.1)
        except KeyboardInterrupt:
            pass
        finally:
            sys.setprofile(None)
            sys.setswitchinterval(interval)
        thread.join()
        return self.inside


@pytest.mark.parametrize("name", ["check", "stats", "convert"])
def test_a_signal_stops_a_call(long_play: pyreel.Replay, name: str) -> None:
    calls: dict[str, Callable[[], object]] = {
        "check": long_play.check,
        "stats": long_play.stats,
        "convert": lambda: long_play.convert("bsor", io.BytesIO()),
    }
    assert any(Interrupted(name).run(calls[name]) for _ in range(50))


def test_a_signal_stops_a_stream(long_play: pyreel.Replay) -> None:
    def interrupt(read: int, size: int | None) -> None:
        signal.raise_signal(signal.SIGINT)

    replay = pyreel.open(long_play._source.raw, progress=interrupt)  # type: ignore[arg-type]
    for read in (replay["frames"].to_arrow, replay["frames"].to_polars):
        with pytest.raises(KeyboardInterrupt):
            read()
