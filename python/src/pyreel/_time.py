# SPDX-License-Identifier: MIT
"""Spans of time that hold all rows that satisfy a condition."""

from __future__ import annotations

import math
from typing import TypeAlias

Span: TypeAlias = "tuple[float, float]"
EVERYTHING: Span = (-math.inf, math.inf)


def compared(operator: str, value: object) -> Span:
    """The times for which ``time operator value`` may hold. The operators are Eq, Gt, GtEq, Lt and LtEq."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
        return EVERYTHING
    # f32 times are compared after rounding, so the span is a little wider than the literal says
    slack = abs(value) * 1e-6 + 1e-6
    low = value - slack if operator in ("Gt", "GtEq", "Eq") else -math.inf
    high = value + slack if operator in ("Lt", "LtEq", "Eq") else math.inf
    return low, high


def readable(span: Span, kind: str) -> Span:
    """What of a span can be left to the reader, for times of a type.

    For polars and Spark, NaN is greater than all numbers, but the reader returns it for no span. So a lower bound alone is of no
    use if times can be NaN.
    """
    return EVERYTHING if kind in ("f32", "f64") and span[1] == math.inf else span


def common(first: Span, second: Span) -> Span:
    """What is in both spans."""
    return max(first[0], second[0]), min(first[1], second[1])
