# SPDX-License-Identifier: MIT
"""What the library says about its formats: tables, fields, statistics."""

from __future__ import annotations

import datetime
import functools
import json
import os
import sys
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _reel
from ._reel import ReelError

# warnings point at the caller's line
SKIP: dict[str, Any] = {"skip_file_prefixes": (os.path.dirname(__file__),)} if sys.version_info >= (3, 12) else {}
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def _text_of(error: ReelError) -> str:
    """An error of a file says which one."""
    if isinstance(error, OSError):
        return OSError.__str__(error)
    text = Exception.__str__(error)
    return text if error.path is None or error.path in text else f"{error.path}: {text}"


ReelError.__str__ = _text_of  # type: ignore[method-assign,assignment]


def named_text(name: str | None, error: ReelError) -> str:
    """What an error says, with the name of the file once."""
    text = str(error)
    return text if name is None or name in text else f"{name}: {text}"


def make_error(status: str, rule: str, message: str) -> ReelError:
    """An error that the package itself found."""
    error = ReelError(f"{message} ({rule})")
    error.status, error.rule, error.section, error.offset = status, rule, "", 0
    return error


_MOST_LISTED = 60  # columns of the widest tables


def unknown(what: str, rule: str, word: str, words: Iterable[str]) -> ReelError:
    """The error for a word that is not in a list; it names the closest one."""
    known = list(words)
    closest = _reel.closest(word, known)
    hint = f"; did you mean {closest!r}?" if closest else "; there are: " + ", ".join(known) if len(known) <= _MOST_LISTED else ""
    return make_error("argument", rule, f"no {what} {word!r}{hint}")


class Rows(list[dict[str, Any]]):
    """A list of dictionaries, which Jupyter shows as a table."""

    def _repr_html_(self) -> str:
        names = list(dict.fromkeys(name for row in self for name in row))
        return html_table(names, [[row.get(name) for name in names] for row in self])


@dataclass(frozen=True)
class Field:
    """A field of a table. A vector has ``count`` values, each of which is a column of its own."""

    name: str
    type: str
    count: int
    unit: str
    doc: str
    optional: bool
    flags: tuple[str, ...]
    components: str | None
    labels: dict[int, str] | None
    is_moment: bool = False
    old_name: str | None = None

    @property
    def columns(self) -> list[str]:
        """The names of its columns in CSV and Arrow.

        >>> pyreel.formats()["bsor"].tables["frames"].field("head_position").columns
        ['head_position_x', 'head_position_y', 'head_position_z']
        """
        if self.count == 1:
            return [self.name]
        return [f"{self.name}_{part}" for part in self.components or range(self.count)]

    @property
    def moment(self) -> str | None:
        """The name of the column that has it as a timestamp, if it is a time of the calendar.

        >>> pyreel.formats()["bsor"].tables["info"].field("timestamp").moment
        'timestamp_utc'
        """
        return f"{self.name}_utc" if self.is_moment else None

    def moment_of(self, value: object) -> datetime.datetime | None:
        """The moment that a value of the field is.

        >>> pyreel.formats()["bsor"].tables["info"].field("timestamp").moment_of("1735689600")
        datetime.datetime(2025, 1, 1, 0, 0, tzinfo=datetime.timezone.utc)
        """
        found = _reel.moment(self.unit, value) if self.is_moment else None
        return None if found is None else _EPOCH + datetime.timedelta(microseconds=found)


def _warn_of_old_name(what: str, now: str) -> None:
    message = f"{what} is now called {now!r}; the next release will not know the old name"
    warnings.warn(message, FutureWarning, stacklevel=3, **SKIP)


@dataclass(frozen=True)
class TableInfo:
    """The description of a table."""

    name: str
    doc: str
    fields: tuple[Field, ...]
    header: bool = False
    layout: bool = False
    on_request: bool = False
    old_name: str | None = None
    statistics: bool = False

    def field(self, name: str) -> Field:
        """The field called ``name``."""
        for field in self.fields:
            if field.name == name:
                return field
        raise unknown("field", "python.field", name, [field.name for field in self.fields])

    @property
    def columns(self) -> list[str]:
        """The names of all columns."""
        return [column for field in self.fields for column in (*field.columns, *([field.moment] if field.moment else []))]

    def current(self, columns: Sequence[str]) -> list[str]:
        """The columns by the names that they have now: those of an older release are taken with a warning."""
        old = {field.old_name: field.name for field in self.fields if field.old_name}
        for column in columns:
            if column in old:
                _warn_of_old_name(f"the field {column!r} of {self.name}", old[column])
        return [old.get(column, column) for column in columns]

    @property
    def moments(self) -> dict[str, Field]:
        """The fields that are times of the calendar, by the names of the columns that have them as timestamps."""
        return {field.moment: field for field in self.fields if field.moment}

    @property
    def time(self) -> str | None:
        """The name of the field that ``after`` and ``before`` refer to."""
        return next((field.name for field in self.fields if "time" in field.flags), None)

    def _repr_html_(self) -> str:
        return html_table(
            ["field", "type", "unit", ""],
            [[f.name, f.type + (f" × {f.count}" if f.count > 1 else ""), f.unit, f.doc] for f in self.fields],
        )


def _check_name(name: object) -> None:
    if not isinstance(name, str):
        raise TypeError(f"the name of a table is needed, not {type(name).__name__}")


def current_table(tables: Mapping[str, TableInfo], name: str) -> str:
    """The name that a table of statistics has now: one of an older release is taken with a warning."""
    _check_name(name)
    if name not in tables:
        for table in tables.values():
            if table.old_name == name:
                _warn_of_old_name(f"the table {name!r}", table.name)
                return table.name
    return name


@dataclass(frozen=True)
class Insight:
    """A set of statistics."""

    id: str
    name: str
    doc: str
    tables: dict[str, TableInfo]


@dataclass(frozen=True)
class Format:
    """A file format."""

    id: str
    name: str
    game: str
    extensions: tuple[str, ...]
    writes: bool
    streams: bool
    tables: dict[str, TableInfo]
    insights: tuple[Insight, ...]

    def _repr_html_(self) -> str:
        rows: list[list[object]] = [[table.name, len(table.columns), table.doc] for table in self.tables.values()]
        return f"<p><b>{self.name}</b> ({self.game})</p>" + html_table(["table", "columns", ""], rows)

    def _known(self) -> dict[str, TableInfo]:
        """The tables of the format and of its statistics, by the names that they have now."""
        known = dict(self.tables)
        for insight in self.insights:
            for table in insight.tables.values():
                known.setdefault(table.name, table)
                known[f"{insight.id}.{table.name}"] = table
        return known

    def _is_of_others(self, insight: Insight, name: str) -> bool:
        """Whether a format that had the statistics before this one has a table of that name, for which it was meant."""
        for each in formats().values():
            if each.id == self.id:
                return False
            if name in each.tables and any(one.id == insight.id for one in each.insights):
                return True
        return False

    def table(self, name: str) -> TableInfo:
        """The table called ``name`` of the format or of its statistics."""
        known = self._known()
        _check_name(name)
        if name in known:
            return known[name]
        for insight in self.insights:
            if self._is_of_others(insight, name):
                continue
            current = current_table(insight.tables, name.removeprefix(f"{insight.id}."))
            if current in insight.tables:
                return insight.tables[current]
        raise unknown("table", "arrow.table", name, known)


def _field(raw: dict[str, Any]) -> Field:
    labels = raw.get("labels")
    return Field(
        name=raw["name"],
        type=raw["type"],
        count=raw["count"],
        unit=raw["unit"],
        doc=raw["doc"],
        optional=raw["optional"],
        flags=tuple(raw["flags"]),
        components=raw.get("components"),
        labels={label["value"]: label["name"] for label in labels} if labels else None,
        is_moment=raw.get("moment", False),
        old_name=raw.get("old_name"),
    )


def _tables(raw: list[dict[str, Any]], *, statistics: bool = False) -> dict[str, TableInfo]:
    return {
        table["name"]: TableInfo(
            table["name"],
            table["doc"],
            tuple(_field(field) for field in table["fields"]),
            header=table["header"],
            layout=table["layout"],
            on_request=table["on_request"],
            old_name=table.get("old_name"),
            statistics=statistics,
        )
        for table in raw
    }


def _format(raw: dict[str, Any]) -> Format:
    insights = tuple(
        Insight(each["id"], each["name"], each["doc"], _tables(each["tables"], statistics=True)) for each in raw["insights"]
    )
    return Format(
        id=raw["id"],
        name=raw["name"],
        game=raw["game"],
        extensions=tuple(raw["extensions"]),
        writes=raw["writes"],
        streams=raw["streams"],
        tables=_tables(raw["tables"]),
        insights=insights,
    )


@functools.cache
def formats() -> dict[str, Format]:
    """All formats by their ids.

    >>> pyreel.formats()["bsor"].name
    'Beat Saber Open Replay'
    """
    return {raw["id"]: _format(raw) for raw in json.loads(_reel.schema_json())}


def find_formats(wanted: str | Collection[str] | None, game: str | None) -> list[str] | None:
    """The ids of the formats that were asked for by id or game; None for all."""
    if wanted is None and game is None:
        return None
    ids = formats() if wanted is None else [wanted] if isinstance(wanted, str) else list(wanted)
    for each in ids:
        if each not in formats():
            raise unknown("format", "python.format", each, formats())
    if game is None:
        return list(ids)
    games = {name.lower(): name for known in formats().values() for name in known.game.split(", ")}
    if game.lower() not in games:
        raise unknown("game", "python.game", game, games.values())
    return [each for each in ids if games[game.lower()] in formats()[each].game.split(", ")]


def of_several(ids: Iterable[str] | None) -> bool:
    """Whether one of the formats holds replays of several games, so that a header decides which one."""
    return any(", " in formats()[each].game for each in (formats() if ids is None else ids))


def known_header_fields(names: Iterable[str], ids: Iterable[str] | None, rule: str) -> None:
    """Refuses names that no header of the formats has."""
    tables = [table for each in (formats() if ids is None else ids) for table in formats()[each].tables.values() if table.header]
    known = dict.fromkeys(field.name for table in tables for field in table.fields)
    for name in names:
        if name not in known:
            raise unknown("header field", rule, name, known)


def table_of_format(found: str, table: str, wanted: str) -> ReelError | None:
    """Why files of the format ``found`` are not read with those of the format ``wanted``; None if they have the same table."""
    if found == wanted:
        return None
    known = formats()[found]._known()
    if table not in known:
        error = unknown("table", "arrow.table", table, known)
        return make_error("argument", "arrow.table", f"{formats()[found].name}: {str(error).removesuffix(' (arrow.table)')}")
    if known[table] == formats()[wanted].table(table):
        return None
    message = f"{formats()[found].name} has another table {table!r} than {formats()[wanted].name}, of which the first file is"
    return make_error("argument", "arrow.table", message)


def html_table(head: list[str], rows: list[list[object]]) -> str:
    """A table for Jupyter."""
    from html import escape

    def line(cells: list[Any], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    return f"<table><thead>{line(head, 'th')}</thead><tbody>{''.join(line(row, 'td') for row in rows)}</tbody></table>"
