# SPDX-License-Identifier: MIT
"""What conditions of Spark say of a replay before its rows are read.

Spark applies the conditions again, so that what is not understood here only costs time.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "EqualTo": operator.eq,
    "GreaterThan": operator.gt,
    "GreaterThanOrEqual": operator.ge,
    "LessThan": operator.lt,
    "LessThanOrEqual": operator.le,
    "In": lambda own, values: own in values,
    "StringStartsWith": lambda own, start: own.startswith(start),
    "StringEndsWith": lambda own, end: own.endswith(end),
    "StringContains": lambda own, part: part in own,
}


def column_of(condition: Any) -> str | None:
    """The column that a condition is about; None for anything but a column of its own."""
    while type(condition).__name__ == "Not":
        condition = condition.child
    path: tuple[str, ...] = getattr(condition, "attribute", ())
    return path[0] if len(path) == 1 else None


def about(conditions: Iterable[Any], columns: Iterable[str]) -> tuple[Any, ...]:
    """The conditions on some columns."""
    known = frozenset(columns)
    return tuple(each for each in conditions if column_of(each) in known)


def holds(condition: Any, value: Any) -> bool | None:
    """Whether a value satisfies a condition, by the rules of SQL: a comparison with null is not satisfied. None: not known."""
    kind = type(condition).__name__
    if kind == "Not":
        inner = holds(condition.child, value)
        null = value is None and type(condition.child).__name__ in _COMPARED
        return False if null else None if inner is None else not inner
    if kind == "IsNull":
        return value is None
    if kind == "IsNotNull":
        return value is not None
    if kind == "EqualNullSafe":
        return bool(value == condition.value)
    if kind not in _COMPARED:
        return None
    if value is None:
        return False
    try:
        return bool(_COMPARED[kind](value, condition.value))
    except (TypeError, AttributeError):
        return None


def may_hold(conditions: Iterable[Any], row: Mapping[str, Any]) -> bool:
    """Whether a row may satisfy all conditions on the columns that it has."""
    named = ((each, column_of(each)) for each in conditions)
    return all(holds(each, row[name]) is not False for each, name in named if name is not None and name in row)


def may_be_in(conditions: Iterable[Any], name: str) -> bool:
    """Whether a file of that name may satisfy all conditions on names, or be an archive whose replays, NAME#REPLAY, may."""
    return all(holds(each, name) is not False or _may_below(each, name + "#") for each in conditions)


def _may_below(condition: Any, start: str) -> bool:
    kind, value = type(condition).__name__, getattr(condition, "value", None)
    if kind in ("EqualTo", "EqualNullSafe"):
        return isinstance(value, str) and value.startswith(start)
    if kind == "In":
        return any(isinstance(each, str) and each.startswith(start) for each in condition.value)
    if kind == "StringStartsWith":
        return isinstance(value, str) and (value.startswith(start) or start.startswith(value))
    return kind != "IsNull"
