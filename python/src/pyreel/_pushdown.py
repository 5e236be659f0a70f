# SPDX-License-Identifier: MIT
"""What of a condition of polars can be decided before rows are read.

A condition is taken apart in its serialized form, which is not documented: what cannot be understood decides nothing, and the whole
condition is applied to the rows that are read.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._reports import ORIGIN_COLUMNS
from ._schema import formats, of_several
from ._time import EVERYTHING, Span, common, compared, readable

if TYPE_CHECKING:
    import polars as pl

    from ._schema import TableInfo

_AND = ("And", "LogicalAnd")
_OR = ("Or", "LogicalOr")


def _tree_of(condition: pl.Expr) -> Any:
    return json.loads(condition.meta.serialize(format="json"))


def _binary(tree: Any) -> tuple[str, Any, Any] | None:
    binary = tree.get("BinaryExpr") if isinstance(tree, dict) else None
    return (binary["op"], binary["left"], binary["right"]) if binary else None


def _column(tree: Any) -> str | None:
    if isinstance(tree, dict) and "Cast" in tree:
        return _column(tree["Cast"]["expr"])
    name = tree.get("Column") if isinstance(tree, dict) else None
    return name if isinstance(name, str) else None


def _literal(tree: Any) -> object:
    """The value of a literal, which may be wrapped in the name of its type several times."""
    if isinstance(tree, dict) and "Cast" in tree:
        return _literal(tree["Cast"]["expr"])
    value = tree.get("Literal") if isinstance(tree, dict) else None
    while isinstance(value, dict) and len(value) == 1:
        value = next(iter(value.values()))
    return value


# time


def time_span(condition: pl.Expr, info: TableInfo) -> Span:
    """A span that holds the times of all rows that satisfy the condition."""
    if info.time is None:
        return EVERYTHING
    try:
        return readable(_span_of(_tree_of(condition), info.time), info.field(info.time).type)
    except Exception:
        return EVERYTHING


def _span_of(tree: Any, time: str) -> Span:
    binary = _binary(tree)
    if binary is None:
        return EVERYTHING
    operator, left, right = binary
    if operator in _AND:
        return common(_span_of(left, time), _span_of(right, time))
    flipped = {"Gt": "Lt", "GtEq": "LtEq", "Lt": "Gt", "LtEq": "GtEq", "Eq": "Eq"}
    if operator not in flipped:
        return EVERYTHING
    if _column(right) == time:
        operator, left, right = flipped[operator], right, left
    return compared(operator, _literal(right)) if _column(left) == time else EVERYTHING


# files


def file_names(condition: pl.Expr, file: str) -> frozenset[str] | None:
    """The names of all files that may satisfy the condition; None if that is not known."""
    try:
        return _names_of(_tree_of(condition), file)
    except Exception:
        return None


def _names_of(tree: Any, file: str) -> frozenset[str] | None:
    binary = _binary(tree)
    if binary is None:
        return _names_in(tree, file)
    operator, left, right = binary
    if operator == "Eq":
        if _column(right) == file:
            left, right = right, left
        name = _literal(right)
        return frozenset([name]) if _column(left) == file and isinstance(name, str) else None
    if operator not in _AND and operator not in _OR:
        return None
    first, second = _names_of(left, file), _names_of(right, file)
    if operator in _OR:
        return None if first is None or second is None else first | second
    return first if second is None else second if first is None else first & second


def _names_in(tree: Any, file: str) -> frozenset[str] | None:
    """The names of ``is_in``, whose list is a serialized series."""
    import polars as pl

    function = tree.get("Function") if isinstance(tree, dict) else None
    if not function or "IsIn" not in function["function"].get("Boolean", {}) or _column(function["input"][0]) != file:
        return None
    series = pl.select(pl.Expr.deserialize(io.StringIO(json.dumps(function["input"][1])), format="json")).to_series()
    if isinstance(series.dtype, pl.List):
        series = series.explode()
    return frozenset(str(name) for name in series.drop_nulls())


# columns


def part_of(condition: pl.Expr, columns: set[str]) -> pl.Expr | None:
    """The part of a condition that uses only these columns, or None. Rows that satisfy the condition satisfy the part."""
    import polars as pl

    try:
        parts = [pl.Expr.deserialize(io.StringIO(json.dumps(part)), format="json") for part in _parts(_tree_of(condition))]
        known = [part for part in parts if set(part.meta.root_names()) <= columns]
    except Exception:
        return None
    return pl.all_horizontal(known) if known else None


def format_ids(condition: pl.Expr) -> list[str] | None:
    """The formats whose files may satisfy the condition; None if that is not known, or if files without a format may as well."""
    import polars as pl

    part = part_of(condition, set(ORIGIN_COLUMNS))
    if part is None:
        return None
    known = [(each.game, each.id) for each in formats().values() if not of_several([each.id])]
    origins = pl.DataFrame([*known, (None, None)], dict.fromkeys(ORIGIN_COLUMNS, pl.String), orient="row")
    ids = origins.filter(part)["format"].to_list()
    return None if None in ids else [*ids, *(each for each in formats() if of_several([each]))]


def _parts(tree: Any) -> Iterator[Any]:
    binary = _binary(tree)
    if binary is not None and binary[0] in _AND:
        yield from _parts(binary[1])
        yield from _parts(binary[2])
    else:
        yield tree
