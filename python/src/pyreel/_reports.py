# SPDX-License-Identifier: MIT
"""Tables about replays of all formats: the files, their findings, and the plays.

The columns are described here, once, as the fields of other tables are; who played, what was played and the score are found by the
flags that the fields of a format have.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _reel
from ._files import ReplayFile, file_size
from ._reel import ReelError
from ._schema import Field, Format, TableInfo, formats
from ._source import cause

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]
FORMAT, HEADER, ROWS, STATS = range(4)
"""How far a replay is read."""


def _column(name: str, kind: str, doc: str, unit: str = "", flags: tuple[str, ...] = ()) -> Field:
    return Field(name, kind, 1, unit, doc, name not in _ALWAYS, flags, None, None)


_ALWAYS = ("file", "verdict", "severity")
_FILE = _column("file", "string", "path; of a replay of an archive of several PATH#NAME")
_FORMAT = _column("format", "string", "id of the format")
_GAME = _column("game", "string", "game of the replay; null if a format of several does not say which one it is of")

TABLES = {
    table.name: table
    for table in (
        TableInfo(
            "plays",
            "one row for each replay, whatever its format",
            (
                _FILE,
                _GAME,
                _FORMAT,
                _column("player", "string", "name of the player", flags=("personal",)),
                _column("player_id", "string", "id of the player", flags=("personal",)),
                _column("level", "string", "what was played: the fields that identify the level, joined by slashes"),
                _column("mode", "string", "mode of the game"),
                _column("time_played", "timestamp", "when the play began", "UTC"),
                _column("duration", "f64", "length of the play; of a recording of DDNet that of ddnet.summary", "s"),
                _column("score", "i64", "what a leaderboard sorts by, computed from the events; null if nothing was scored", "points"),
                _column("stated_score", "i64", "score that the replay states", "points"),
                _column("complete", "bool", "whether the file was read to its end"),
                _column("players", "u64", "number of players of a match, as in ddnet.summary or echo.match; null for plays of one"),
                _column("finishes", "u64", "number of finishes outside of practice, as in ddnet.summary; null before DDNet 18.3"),
                _column("best_time", "f64", "best of their times, as in ddnet.summary; null without a finish", "s"),
                _column("blue_points", "f64", "points of the blue team in the last frame, as in echo.match", "points"),
                _column("orange_points", "f64", "points of the orange team in the last frame, as in echo.match", "points"),
            ),
        ),
        TableInfo(
            "files",
            "one row for each file, whatever it is",
            (
                _FILE,
                _column("size", "u64", "size; of a replay of an archive that in the archive", "bytes"),
                _GAME,
                _FORMAT,
                _column("verdict", "string", "fine, findings, damaged, unreadable or not-a-replay"),
                _column("errors", "u64", "number of findings that are errors"),
                _column("warnings", "u64", "number of findings that are warnings"),
                _column("notes", "u64", "number of other findings"),
                _column("rule", "string", "rule of what ended reading"),
                _column("section", "string", "part of the file where it ended"),
                _column("offset", "u64", "where it ended", "bytes"),
                _column("message", "string", "why it ended"),
            ),
        ),
        TableInfo(
            "findings",
            "one row for each finding of a check, and for each file that cannot be read",
            (
                _FILE,
                _column("severity", "string", "note, warning or error"),
                _column("rule", "string", "id of the rule"),
                _column("section", "string", "part of the file"),
                _column("offset", "u64", "where it is", "bytes"),
                _column("length", "u64", "how many bytes it concerns", "bytes"),
                _column("table", "string", "table of the row"),
                _column("row", "u64", "number of the row"),
                _column("count", "u64", "how often it occurs"),
                _column("message", "string", "what is wrong"),
            ),
        ),
    )
}


def arrow_schema(table: str) -> pa.Schema:
    """The columns for pyarrow."""
    import pyarrow as pa

    kinds = {"string": pa.string(), "u64": pa.uint64(), "i64": pa.int64(), "f64": pa.float64(), "bool": pa.bool_()}
    kinds["timestamp"] = pa.timestamp("us", "UTC")
    return pa.schema(
        [
            pa.field(each.name, kinds[each.type], nullable=each.optional, metadata={"reel:unit": each.unit, "reel:doc": each.doc})
            for each in TABLES[table].fields
        ]
    )


# what a replay says


def message_of(error: ReelError) -> str:
    """The message without the rule and the offset that follow it."""
    text = str(error if isinstance(error, OSError) else error.args[0])
    return text.removesuffix(")").rpartition(f" ({error.rule}")[0] or text


def verdict_of(error: ReelError | None, errors: int = 0, warnings: int = 0) -> Row:
    """The verdict in the words of ``reel check --json``, and what ended reading."""
    if error is None:
        verdict = "findings" if errors or warnings else "fine"
        return {"verdict": verdict, "rule": None, "section": None, "offset": None, "message": None}
    damaged = error.status in ("truncated", "corrupt", "limit")
    verdict = "damaged" if damaged else "unreadable"
    if error.rule in ("reel.unknown-format", "reel.empty"):
        verdict = "not-a-replay"
    return {
        "verdict": verdict,
        "rule": error.rule,
        "section": error.section or None,
        "offset": error.offset if damaged or error.status == "unsupported" else None,
        "message": message_of(error),
    }


def survey(file: ReplayFile, reading: Mapping[str, Any], depth: int, *, check: bool = False) -> Row:
    """What the extension module finds. A file that cannot be opened has an ``error``; so has what follows the replays of an archive."""
    if file.damage is not None:
        return {"error": file.damage, "errors": 1}
    try:
        found: Row = _reel.survey(file.open(), file.how(dict(reading)), depth, check)
    except ReelError as error:
        found = {"error": error}
    if "error" in found:
        found["error"] = cause(file.path, found["error"])
        found["errors"] = found.get("errors", 0) + 1
    return found


def _origin(found: Row) -> Row:
    known = formats().get(found.get("format", ""))
    game = found.get("game")
    if game is None and known is not None and ", " not in known.game:
        game = known.game  # damage hides the header
    return {"game": game, "format": known and known.id}


def is_of_game(found: Row, game: str | None) -> bool:
    """Whether a replay may be of a game. One that cannot be read may: reading it reports why."""
    if game is None or "error" in found or "format" not in found:
        return True
    own = _origin(found)["game"]
    return own is not None and own.lower() == game.lower()


def files_rows(file: ReplayFile, reading: Mapping[str, Any]) -> Iterator[tuple[Row, ReelError | None]]:
    """The row of a file in the table of files, and why it was not read to its end."""
    found = survey(file, reading, ROWS, check=True)
    failure = found.get("error") or found.get("damage")
    counts = {name: found.get(name, 0) for name in ("errors", "warnings", "notes")}
    size = file.size or (file_size(file.path) if file.member is None else 0)
    verdict = verdict_of(failure, counts["errors"], counts["warnings"])
    yield {"file": file.name, "size": size, **_origin(found), **counts, **verdict}, failure


def findings_rows(file: ReplayFile, reading: Mapping[str, Any]) -> Iterator[tuple[Row, ReelError | None]]:
    """The findings of a file."""
    found = survey(file, reading, HEADER, check=True)
    rows = [
        {**each, "section": each.get("section") or None, "length": each.get("length") or None} for each in found.get("findings", ())
    ]
    error = found.get("error")
    if error is not None:
        rows.append({"severity": "error", "count": 1, **{key: value for key, value in verdict_of(error).items() if key != "verdict"}})
    for row in rows:
        yield {"file": file.name, **row}, None
    if error is not None:
        yield {}, error


_MATCH = ("players", "finishes", "best_time", "blue_points", "orange_points")
"""Columns of plays that are fields of the summary of a match."""
_STATS = ("score", "stated_score", *_MATCH)
"""Columns of plays that need statistics."""
_READ = ("duration", "complete", *_STATS)
"""Columns of plays that need more than the header."""
ORIGIN_COLUMNS = ("game", "format")
"""Columns that the format of a file decides."""
HEADER_COLUMNS = [name for name in TABLES["plays"].columns if name not in ("file", *_READ)]


def plays_rows(file: ReplayFile, reading: Mapping[str, Any], depth: int = STATS) -> Iterator[tuple[Row, ReelError | None]]:
    """The row of a replay in the table of plays. A file that is no replay has none."""
    found = survey(file, reading, depth)
    failure = found.get("error") or found.get("damage")
    if "format" not in found:
        yield {}, failure
        return
    format_of = formats()[found["format"]]
    header = _header(found.get("header", {}))
    row = {"file": file.name, **_origin(found), **{name: found.get(name) for name in ("player", "player_id", "level")}}
    row |= {"mode": header.get("mode"), "time_played": _time_played(format_of, header)}
    stats = found.get("stats")
    summary = stats[1] if stats else {}
    lengths = (found.get("duration"), header.get("duration"), summary.get("duration"))
    row |= {"duration": next(filter(None, map(_length, lengths)), None), **_scores(format_of, stats)}
    row |= {name: summary.get(name) for name in _MATCH}
    row["complete"] = failure is None
    yield row, failure


def plays_depth(columns: tuple[str, ...]) -> int:
    """How far replays have to be read for some columns of the table of plays."""
    if any(column in columns for column in _STATS):
        return STATS
    return ROWS if any(column in columns for column in _READ) else HEADER


def _header(tables: Mapping[str, list[Row]]) -> Row:
    """The fields of the header tables of one row; the first table has precedence."""
    fields: Row = {}
    for rows in tables.values():
        if len(rows) == 1:
            fields = {**rows[0], **fields}
    return fields


def _length(seconds: float | None) -> float | None:
    """A length that a play can have: a clock may stand still, run backwards, or not be a number."""
    return seconds if seconds is not None and math.isfinite(seconds) and seconds > 0 else None


def _time_played(format_of: Format, header: Row) -> datetime.datetime | None:
    """The first moment of the header; a file that does not know has the beginning of 1970."""
    for table in format_of.tables.values():
        for field in table.fields if table.header else ():
            moment = field.moment_of(header.get(field.name))
            if moment is not None and moment.timestamp() != 0:
                return moment
    return None


def _scores(format_of: Format, stats: tuple[str, Row] | None) -> Row:
    """The score by the events, and the one that the replay states: null if nothing was scored, or nothing is stated."""
    if stats is None:
        return {}
    for insight in format_of.insights:
        for field in insight.tables[stats[0]].fields if stats[0] in insight.tables else ():
            if "score" in field.flags:
                return {"score": stats[1].get(field.name), "stated_score": stats[1].get(f"stated_{field.name}")}
    return {}


Report = Callable[[ReplayFile, Mapping[str, Any]], Iterator[tuple[Row, ReelError | None]]]
REPORTS: dict[str, Report] = {"plays": plays_rows, "files": files_rows, "findings": findings_rows}
