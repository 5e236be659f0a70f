# SPDX-License-Identifier: MIT
"""One replay."""

from __future__ import annotations

import contextlib
import copy
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Literal, TypeAlias

from . import _reel
from ._levels import Level, levels_of
from ._members import Member, select
from ._progress import close_bar, progress_of
from ._reading import Limits, reading_options
from ._reel import ReelError
from ._schema import Format, Rows, TableInfo, current_table, formats, html_table, make_error, named_text, unknown
from ._source import Input, Source, StrPath, output
from ._table import Log, Table, Vectors, warn

Progress: TypeAlias = "Callable[[int, int | None], object] | bool | None"
"""Called now and then with the bytes read and the size, if known. Return False to stop: ReelError, status cancelled. True is a bar of
tqdm or rich, False none, and None, the default, a bar in notebooks and terminals for what takes longer than a second."""


@dataclass(frozen=True)
class Finding:
    """Something to say about a file."""

    rule: str
    severity: Literal["note", "warning", "error"]
    message: str
    section: str = ""
    offset: int | None = None
    length: int = 0
    table: str | None = None
    row: int | None = None
    count: int = 1


def findings_of(raw: list[dict[str, Any]]) -> Findings:
    """Findings as the extension module returns them."""
    return Findings(Finding(**finding) for finding in raw)


class Findings(list[Finding]):
    """A list of findings, which Jupyter shows as a table."""

    def _repr_html_(self) -> str:
        return Rows(asdict(finding) for finding in self)._repr_html_()


class Plot:
    """A picture, which Jupyter shows. ``svg`` is its text."""

    def __init__(self, name: str, svg: str) -> None:
        self.name = name
        self.svg = svg

    def save(self, path: StrPath) -> None:
        """Writes the picture to a file."""
        Path(os.fsdecode(path)).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<pyreel.Plot {self.name}>"


class Stats(Mapping[str, Table]):
    """The tables of statistics by name.

    >>> stats = replay.stats()
    >>> stats.name
    'beatsaber'
    """

    def __init__(self, format_id: str, insight: str, loaded: _reel.Loaded, tables: Mapping[str, TableInfo]) -> None:
        self.format = format_id
        self.name = insight
        self._loaded = loaded
        self._tables = tables

    def table(self, name: str, columns: Sequence[str] | None = None, **options: Any) -> Table:
        """One of the tables, with options as of ``Replay.table``."""
        name = current_table(self._tables, name)
        if name not in self._tables:
            raise unknown("table", "arrow.table", name, self._tables)
        return Table(self, f"{self.name}.{name}", columns, **options)

    def __getitem__(self, name: str) -> Table:
        name = current_table(self._tables, name)
        if name not in self._tables:
            raise KeyError(name)
        return self.table(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._tables)

    def __repr__(self) -> str:
        return f"<pyreel.Stats {self.name}: {', '.join(self._tables)}>"

    def _repr_html_(self) -> str:
        return "".join(f"<h4>{name}</h4>{self[name]._repr_html_()}" for name in self)

    # Origin

    clean = True

    def stream(self, name: str, options: dict[str, Any], log: Log, after: float | None, before: float | None) -> object:
        no_span(after, before)
        return self._loaded.stream(name, options)

    def load(self, name: str, after: float | None, before: float | None) -> _reel.Loaded:
        no_span(after, before)
        return self._loaded

    def notify(self, path: str | None, error: ReelError) -> None: ...

    def reason(self, error: BaseException) -> BaseException:
        return error

    def verify(self, *, end: bool) -> None: ...


def no_span(after: float | None, before: float | None) -> None:
    """Statistics are those of a whole play."""
    if after is not None or before is not None:
        raise make_error("argument", "python.span", "statistics cannot be limited to a span of time")


class Replay:
    """A replay. Only its header was read; tables are read when they are asked for."""

    def __init__(
        self,
        source: Input,
        *,
        strict: bool = True,
        progress: Progress = None,
        reading: str | None = None,
        limits: Limits | None = None,
        member: str | int | Member | None = None,
        clean: bool = False,
        level: Level = None,
        storage_options: Mapping[str, Any] | None = None,
    ) -> None:
        self._levels = levels_of(level)
        self._source = Source(source, storage_options)
        self._member: str | None = None
        self._progress = progress_of(progress, "B")
        self.strict = strict
        self._convention = reading
        self._limits = limits
        self.clean = clean
        if member is not None:
            with self._source.reading():
                chosen = select(self._source, member)
            self._member = chosen.word
            self._source.name = f"{os.fsdecode(self._source.name)}#{chosen.name}"
        with self._source.reading():
            self.format, self._headers = _reel.head(self._source.raw, self._reading())
        self._inspected: tuple[list[Finding], ReelError | None] | None = None

    def _reading(self, after: float | None = None, before: float | None = None, level: Level = None) -> dict[str, Any]:
        levels = self._levels if level is None else levels_of(level)
        return reading_options(self.strict, after, before, self._convention, self._limits, self._member, self.clean, levels)

    def __repr__(self) -> str:
        return f"<pyreel.Replay {self._source.name}: {self.schema.name}, {len(self)} tables>"

    @property
    def schema(self) -> Format:
        """The description of the format."""
        return formats()[self.format]

    @property
    def tables(self) -> dict[str, TableInfo]:
        """The tables of the format, with their fields.

        >>> list(replay.tables)[:3]
        ['info', 'frames', 'notes']
        """
        return self.schema.tables

    @property
    def header(self) -> dict[str, Any]:
        """What the file says about itself: fields by name, and lists of rows of header tables that may have several.

        >>> replay.header["player_name"]
        'Zoë'
        """
        single = {name: rows[0] for name, rows in self._headers.items() if len(rows) == 1 and self._is_first(name)}
        header: dict[str, Any] = {}
        for row in single.values():
            header.update(row)
        header.update({name: rows for name, rows in self._headers.items() if name not in single and rows})
        return header

    def _is_first(self, name: str) -> bool:
        return next((table.name for table in self.tables.values() if table.header and self._headers.get(table.name)), "") == name

    @property
    def findings(self) -> list[Finding]:
        """What reading the whole file reports. ``check`` reports more."""
        return self._inspect()[0]

    @property
    def damage(self) -> ReelError | None:
        """Why the file ends early, or None if it is complete. Reads the whole file, once."""
        damage = copy.copy(self._inspect()[1])  # a caller who raises it gives it a traceback
        return None if damage is None else self._source.named(damage)

    # closing

    @property
    def closed(self) -> bool:
        """Whether the replay was closed."""
        return self._source.closed

    def close(self) -> None:
        """Lets go of the file. What was read stays; reading more raises ValueError. A file object that was given stays open.

        >>> with pyreel.open("full.bsor") as closing:
        ...     frames = closing.table("frames")
        >>> frames.to_arrow()
        Traceback (most recent call last):
        ValueError: the replay is closed
        """
        self._source.close()

    def __enter__(self) -> Replay:
        _ = self._source.raw
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @contextlib.contextmanager
    def _busy(self) -> Iterator[None]:
        """Around a call that reads the file: its errors, and its bar."""
        try:
            with self._source.reading():
                yield
        finally:
            close_bar(self._progress)

    def _inspect(self) -> tuple[list[Finding], ReelError | None]:
        _ = self._source.raw
        if self._inspected is None:
            with self._busy():
                findings, damage = _reel.damage(self._source.raw, self.format, self._reading(), self._progress)
            self._inspected = findings_of(findings), damage
        return self._inspected

    # tables

    def table(
        self,
        name: str,
        columns: Sequence[str] | None = None,
        *,
        after: float | None = None,
        before: float | None = None,
        labels: bool = True,
        vectors: Vectors = "columns",
        row: str | None = None,
    ) -> Table:
        """A table of the format or of its statistics.

        ``columns`` are columns ("head_position_x") or fields ("head_position"); ``after`` and ``before`` limit a table with a
        time axis to after <= time < before. For Arrow, ``labels`` makes enumerations dictionaries of their names, ``vectors``
        chooses separate columns, lists or structs, and ``row`` names a column for the number of the row.

        >>> replay.table("frames", columns=["time"], after=0.5).to_polars()["time"].to_list()
        [0.5, 1.0]
        >>> replay.table("frame")
        Traceback (most recent call last):
        pyreel.ReelError: no table 'frame'; did you mean 'frames'? (arrow.table)
        """
        return Table(self, name, columns, after=after, before=before, labels=labels, vectors=vectors, row=row)

    def __getitem__(self, name: str) -> Table:
        return self.table(name)

    def __iter__(self) -> Iterator[str]:
        """The names of the tables.

        >>> "notes" in replay, "summary" in replay, "tricks" in replay
        (True, True, False)
        """
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)

    def __contains__(self, name: object) -> bool:
        """Whether there is such a table, of the format or of its statistics."""
        with contextlib.suppress(ReelError):
            return isinstance(name, str) and self.schema.table(name) is not None
        return False

    def _ipython_key_completions_(self) -> list[str]:
        return [*self.tables, *(name for insight in self.schema.insights for name in insight.tables)]

    def stream(self, name: str, options: dict[str, Any], log: Log, after: float | None, before: float | None) -> object:
        """For ``Table``."""
        if name not in self.tables:
            no_span(after, before)
        with self._busy():
            link, progress = log.link(self._progress)
            return _reel.stream(self._source.raw, self.format, name, options, link, self._reading(after, before), progress)

    def load(self, name: str, after: float | None, before: float | None) -> _reel.Loaded:
        """For ``Table``."""
        if name not in self.tables:
            stats = self._stats_of(name)
            return stats.load(name, after, before)
        with self._busy():
            loaded = _reel.load(self._source.raw, self.format, [name], self._reading(after, before), self._progress)
        if loaded.damage:
            self.notify(None, loaded.damage)
        return loaded

    def notify(self, path: str | None, error: ReelError) -> None:
        """For ``Table``: damage under ``strict=False``."""
        if not self.strict:
            warn(named_text(self._source.name, error))

    def reason(self, error: BaseException) -> BaseException:
        """For ``Table``: an exception of the file object comes first, or a file that was changed."""
        try:
            self._source.verify_end()
        except ReelError as changed:
            return changed
        return self._source.take_error() or self._source.named(error)

    def verify(self, *, end: bool) -> None:
        """For ``Table``: raises if the replay was closed or, at the end of a stream, changed."""
        _ = self._source.raw
        if end:
            self._source.verify_end()

    # jobs

    def _stats_of(self, table: str) -> Stats:
        insight, _, name = table.rpartition(".")
        for each in self.schema.insights:
            if insight in ("", each.id) and (name in each.tables or any(known.old_name == name for known in each.tables.values())):
                return self.stats(insight=each.id)
        raise unknown("table", "arrow.table", table, self.tables)

    def stats(self, convention: str | None = None, *, insight: str | None = None, level: Level = None) -> Stats:
        """The statistics of the replay: tables by name. ``level`` is as for ``open``, for this call.

        >>> list(replay.stats())[:2]
        ['summary', 'hands']
        """
        insights = {each.id: each for each in self.schema.insights if each.tables}
        name = insight if insight is not None else next(iter(insights), "")
        if name not in insights:
            raise unknown(f"statistics of {self.schema.name}", "python.insight", name, insights)
        with self._busy():
            loaded, damage = _reel.stats(self._source.raw, self.format, name, convention, self._reading(level=level), self._progress)
        if damage:
            self.notify(None, damage)
        return Stats(self.format, name, loaded, insights[name].tables)

    def check(self, *, level: Level = None) -> list[Finding]:
        """Checks the file: damage, violations of the format and implausible data, and what does not agree with the ``level``, which is
        as for ``open``, for this call.

        >>> replay.check()[0].message
        'the score is 0: servers refuse the replay'
        """
        with self._busy():
            findings, _ = _reel.check(self._source.raw, self.format, self._reading(level=level), self._progress)
        return findings_of(findings)

    def repair(self, to: StrPath | IO[bytes], *, replace: bool = False) -> list[Finding]:
        """Writes a valid replay of what can be read to a path or a file object. Returns what was changed."""
        return self._convert(None, to, replace=replace, repair=True, reading=self._reading())

    def convert(
        self,
        format: str,  # noqa: A002
        to: StrPath | IO[bytes],
        *,
        loss: Literal["error", "warn", "allow"] = "error",
        replace: bool = False,
        after: float | None = None,
        before: float | None = None,
    ) -> list[Finding]:
        """Writes the replay as ``format`` to a path or a file object. Returns the findings.

        ``loss`` is what happens if the format cannot hold everything: with "error" nothing is written, and ReelError with
        status "loss" says what would be lost. An existing file is kept unless ``replace`` is True.

        >>> import io
        >>> copy = io.BytesIO()
        >>> replay.convert("bsor", copy)
        []
        >>> pyreel.open(copy.getvalue()).header == replay.header
        True
        """
        if loss not in ("error", "warn", "allow"):
            raise unknown("value of loss", "python.loss", loss, ["error", "warn", "allow"])
        if format not in formats():
            raise unknown("format", "python.format", format, formats())
        reading = self._reading(after, before)
        findings = self._convert(format, to, replace=replace, refuse_loss=loss == "error", reading=reading)
        if loss == "warn":
            for finding in findings:
                if finding.rule == "convert.loss":
                    warn(f"{self._source.name}: {finding.message}")
        return findings

    def pseudonymise(self, to: StrPath | IO[bytes], key: bytes, *, policy: str = "open", replace: bool = False) -> list[Finding]:
        """Writes the replay with a pseudonym for each player to a path or a file object. Returns what was changed.

        With one ``key``, a secret of 16 bytes or more, a player has the same pseudonym in every file of every format. Names, ids, chat,
        addresses and what the format does not define go, as ``reel edit --pseudonymise`` does it. ``policy`` says what is kept of
        times, heights and devices: "open" drops them, "study" shifts the times of a player together and rounds heights to 0.1 m,
        "linked" keeps them; or lines like "times = blur".

        **Motion identifies people**, and so may the exact score with the level: ``docs/privacy.md`` says how often.

        >>> import io
        >>> copy = io.BytesIO()
        >>> found = replay.pseudonymise(copy, b"a secret of many bytes")
        >>> pyreel.open(copy.getvalue()).header["player_name"] != replay.header["player_name"]
        True
        """
        text = _reel.policy(policy)
        if text is None and "=" not in policy:
            raise unknown("policy", "pseudonym.policy", policy, ["open", "study", "linked"])
        return self._convert(None, to, replace=replace, reading=self._reading(), key=key, policy=text or policy)

    def _convert(self, format_id: str | None, to: StrPath | IO[bytes], **options: Any) -> list[Finding]:
        with output(to) as (path, produced), self._busy():
            findings, data = _reel.convert(self._source.raw, format_id, path, progress=self._progress, **options)
            if data is not None:
                produced.append(data)
        return findings_of(findings)

    # pictures

    @property
    def plots(self) -> dict[str, str]:
        """The names of the plots of this format, with a sentence each."""
        return {name: doc for name, _, doc, _ in _reel.plots(self.format)}

    def plot(
        self,
        name: str | None = None,
        *,
        theme: Literal["auto", "light", "dark"] = "auto",
        width: int = 0,
        height: int = 0,
        who: str | None = None,
        title: str | None = None,
    ) -> Plot:
        """Draws a plot; by default the first of ``plots``.

        >>> replay.plot("score").svg[:4]
        '<svg'
        """
        plots = self.plots
        if name is None:
            name = next(iter(plots), "")
        if name not in plots:
            raise unknown(f"plot of {self.schema.name}", "python.plot", name, plots)
        svg = self._draw(name, theme, width=width, height=height, who=who, title=title)
        if svg is None:
            raise make_error("argument", "plot.empty", f"the replay has nothing to draw for {name!r}")
        return Plot(name, svg)

    def report(self, *, theme: Literal["auto", "light", "dark"] = "auto", title: str | None = None) -> str:
        """All plots and statistics as one HTML document."""
        return self._draw(None, theme, title=title) or ""

    def _draw(self, name: str | None, theme: str, **options: Any) -> str | None:
        themes = {"auto": 0, "light": 1, "dark": 2}
        if theme not in themes:
            raise unknown("theme", "python.theme", theme, themes)
        with self._busy():
            loaded = _reel.load(self._source.raw, self.format, None, self._reading(), self._progress)
            if loaded.damage:
                self.notify(None, loaded.damage)
            drawn = _reel.plot(
                loaded, self.format, name, theme=themes[theme], progress=self._progress, reading=self._reading(), **options
            )
        return None if drawn is None else drawn.decode()

    def _repr_html_(self) -> str:
        rows: list[list[object]] = [[name, value] for name, value in self.header.items() if value not in (None, "")]
        return f"<p><b>{self.schema.name}</b></p>" + html_table(["", ""], rows)


def open(  # noqa: A001
    source: Input,
    *,
    strict: bool = True,
    progress: Progress = None,
    reading: str | None = None,
    limits: Limits | None = None,
    member: str | int | Member | None = None,
    clean: bool = False,
    level: Level = None,
    storage_options: Mapping[str, Any] | None = None,
) -> Replay:
    """Opens a replay: a path, a URL, bytes, or a binary file object, which has to stay open. Its content decides the format.

    With ``strict``, a damaged file raises ReelError wherever rows would be missing. Otherwise the rows before the damage are
    returned with a ReelWarning, and ``damage`` has the reason. ``progress`` is called with the bytes read and the size.
    ``reading`` is one of the reading conventions of the format: "faithful" for .butter, "all" for BSOR, "resync" for teehistorian.
    ``limits`` bounds what a file may cost, see ``Limits``. ``member`` chooses a replay of an archive of several: by its id, its
    number from 1, or as one of ``members``; by default the first. With ``clean``, values that mean nothing are None, and those that
    are stored in a wrong form are given as meant: tables are then fit for sums. Statistics always use such values.
    ``level`` is what was played, for statistics, checks and plots: a path to a level or to a folder of levels, or ``Levels``. A replay
    of another level is refused, with the rule ``level.other``. ``storage_options`` is for the file system of a URL, as of fsspec.

    The file is opened anew whenever something is read. If it was replaced or changed since, ReelError has the rule
    ``file.replaced``. An error of the system is a ReelError as well as FileNotFoundError, PermissionError or IsADirectoryError.
    ``close``, or the end of a ``with`` block, lets go of it.

    >>> replay = pyreel.open("full.bsor")
    >>> replay.format
    'bsor'
    """
    return Replay(
        source,
        strict=strict,
        progress=progress,
        reading=reading,
        limits=limits,
        member=member,
        clean=clean,
        level=level,
        storage_options=storage_options,
    )
