# SPDX-License-Identifier: MIT
"""A progress bar of tqdm or rich, if one is there."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any, TypeAlias

Given: TypeAlias = "Callable[..., object] | bool | None"

_DELAY = 1.0  # seconds


class Bar:
    """Shows how far a call is once it has taken a second. Called with what is done and what there is, which may be None."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._start = time.monotonic()
        self._shown: _Shown | None = None

    def __call__(self, done: int, total: int | None) -> None:
        if self._shown is None:
            if time.monotonic() - self._start < _DELAY:
                return
            self._shown = _show(self._unit, total)
        self._shown(done)

    def close(self) -> None:
        """Removes the bar. The next call begins anew."""
        shown, self._shown = self._shown, None
        self._start = time.monotonic()
        if shown is not None:
            shown.close()


class _Shown:
    """A bar on the screen."""

    def __init__(self, update: Callable[[int], object], close: Callable[[], object]) -> None:
        self._update = update
        self.close = close

    def __call__(self, done: int) -> None:
        self._update(done)


def _show(unit: str, total: int | None) -> _Shown:
    if find_spec("tqdm") is not None:
        from tqdm.auto import tqdm

        bar = tqdm(total=total, unit=unit, unit_scale=True, leave=False)

        def update(done: int) -> None:
            bar.update(done - bar.n)

        return _Shown(update, bar.close)
    from rich.console import Console
    from rich.progress import Progress

    progress = Progress(transient=True, console=Console(stderr=True))  # stdout may be the user's data
    progress.start()
    task = progress.add_task(unit, total=total)
    return _Shown(lambda done: progress.update(task, completed=done), progress.stop)


def _is_watched() -> bool:
    """Whether a person sees the bar: in a notebook or a terminal."""
    if "ipykernel" in sys.modules:
        return True
    with contextlib.suppress(AttributeError, ValueError):
        return sys.stderr.isatty()
    return False


def progress_of(given: Given, unit: str) -> Callable[..., object] | None:
    """The callback for what a caller gave: a function, True for a bar, False for none, or None for one that a person would see."""
    if callable(given):
        return given
    if given is None:
        given = _is_watched()
    elif not isinstance(given, bool):
        raise TypeError(f"progress must be a function, True, False or None, not {type(given).__name__}")
    has_bar = given and (find_spec("tqdm") is not None or find_spec("rich") is not None)
    return Bar(unit) if has_bar else None


def close_bar(progress: object) -> None:
    """Removes the bar, if it is one."""
    if isinstance(progress, Bar):
        progress.close()


@contextlib.contextmanager
def shown(given: Given, unit: str) -> Iterator[Any]:
    """A callback whose bar is removed at the end."""
    progress = progress_of(given, unit)
    try:
        yield progress
    finally:
        close_bar(progress)
