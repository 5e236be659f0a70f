# SPDX-License-Identifier: MIT
"""Conditions of Spark, which are told by their names: stand-ins for its classes are enough here."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import pytest

from pyreel._conditions import about, column_of, holds, may_be_in, may_hold


@dataclass(frozen=True)
class Condition:
    attribute: tuple[str, ...]
    value: Any = None


class EqualTo(Condition):
    def __call__(self, own: Any) -> bool:
        return own is not None and own == self.value


class EqualNullSafe(Condition):
    def __call__(self, own: Any) -> bool:
        return bool(own == self.value)


class LessThan(Condition):
    def __call__(self, own: Any) -> bool:
        return own is not None and own < self.value


class In(Condition):
    def __call__(self, own: Any) -> bool:
        return own is not None and own in self.value


class IsNull(Condition):
    def __call__(self, own: Any) -> bool:
        return own is None


class StringStartsWith(Condition):
    def __call__(self, own: Any) -> bool:
        return own is not None and own.startswith(self.value)


class StringEndsWith(Condition):
    def __call__(self, own: Any) -> bool:
        return own is not None and own.endswith(self.value)


class StringContains(Condition):
    def __call__(self, own: Any) -> bool:
        return own is not None and self.value in own


class Not:
    def __init__(self, child: Condition) -> None:
        self.child = child

    def __call__(self, own: Any) -> bool:
        return own is not None and not self.child(own)  # type: ignore[operator]


TEXTS = ["", "a", "ab", "a#", "a#b", "a#b.c", "b", "b#a", "ab#", "#", "ab#a#b"]
SIMPLE = [
    kind(("file",), text)
    for kind in (EqualTo, EqualNullSafe, LessThan, StringStartsWith, StringEndsWith, StringContains)
    for text in TEXTS
]
SIMPLE += [In(("file",), pair) for pair in itertools.combinations(TEXTS, 2)]
ALL = [*SIMPLE, IsNull(("file",)), *(Not(each) for each in SIMPLE)]


@pytest.mark.parametrize("condition", ALL, ids=lambda each: type(each).__name__)
def test_a_value_holds_as_in_sql(condition: Any) -> None:
    for own in [*TEXTS, None]:
        if isinstance(condition, Not) and isinstance(condition.child, EqualNullSafe):
            assert holds(condition, own) is (own != condition.child.value)
        else:
            assert holds(condition, own) is condition(own)


def test_no_file_is_left_out_whose_replays_may_be_wanted() -> None:
    for one, other in itertools.product(ALL, ALL[::7]):
        for path in TEXTS:
            names = [path, *(f"{path}#{member}" for member in TEXTS)]
            if any(one(name) and other(name) for name in names):
                assert may_be_in((one, other), path), (one, other, path)
    assert not may_be_in((EqualTo(("file",), "b"),), "a")
    assert not may_be_in((In(("file",), ("b", "a#b")),), "c")
    assert not may_be_in((StringStartsWith(("file",), "ab"),), "b")


def test_what_is_not_understood_decides_nothing() -> None:
    class Like(Condition):
        pass

    assert holds(Like(("file",), "x"), "y") is None
    assert holds(LessThan(("score",), "x"), 5) is None
    assert may_hold((Like(("file",), "x"), LessThan(("score",), "x")), {"file": "y", "score": 5})
    assert may_be_in((Like(("file",), "x"),), "y")
    assert column_of(EqualTo(("a", "b"), 1)) is None
    assert about((EqualTo(("file",), "x"), EqualTo(("a", "file"), "x")), ["file"]) == (EqualTo(("file",), "x"),)
