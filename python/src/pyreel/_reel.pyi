# SPDX-License-Identifier: MIT
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._source import FileReader
from ._table import Link, Log

_Raw = bytes | memoryview | FileReader
_Options = Mapping[str, Any]
_Progress = Callable[[int, int | None], object] | None

version: str
ARROW_PLAIN: int
ARROW_BYTES: int
ARROW_LISTS: int
ARROW_STRUCTS: int
ARROW_LABELS: int
ARROW_MOMENTS: int
ARROW_CLEAN: int

class ReelError(Exception):
    status: str
    rule: str
    section: str
    offset: int
    path: str | None

class Rows:
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Loaded:
    @property
    def damage(self) -> ReelError | None: ...
    @property
    def findings(self) -> list[dict[str, Any]]: ...
    def objects(self, table: str, start: int, stop: int, /) -> list[dict[str, Any]]: ...
    def values(self, table: str, field: str, /) -> list[Any]: ...
    def count(self, table: str, /) -> int: ...
    def stream(self, table: str, options: Mapping[str, Any], /) -> object: ...
    def rows(self, table: str, /) -> Rows: ...

class Levels:
    def __new__(cls, path: bytes, kept: bytes | None = None) -> Levels: ...
    @property
    def many(self) -> bool: ...

class Writer:
    def __new__(cls, format: str, path: bytes | None, replace: bool = False, convention: str | None = None) -> Writer: ...
    def append(self, table: str, count: int, columns: dict[str, tuple[Any, Any]], /) -> None: ...
    def append_rows(self, table: str, rows: memoryview, /) -> None: ...
    def finish(self) -> tuple[list[dict[str, Any]], bytes | None]: ...
    def discard(self) -> None: ...

def closest(word: str, words: Sequence[str], /) -> str | None: ...
def around(times: object, others: object, within: float, /) -> tuple[bytes, bytes, int]: ...
def moment(unit: str, value: object, /) -> int | None: ...
def schema_json() -> bytes: ...
def members(source: _Raw, /) -> tuple[list[tuple[int, str, str, str | None, bool, int, int, str]], ReelError | None]: ...
def head(source: _Raw, reading: _Options | None = None) -> tuple[str, dict[str, list[dict[str, Any]]]]: ...
def load(
    source: _Raw, format: str, tables: Sequence[str] | None, reading: _Options | None = None, progress: _Progress = None
) -> Loaded: ...
def damage(
    source: _Raw, format: str, reading: _Options | None = None, progress: _Progress = None
) -> tuple[list[dict[str, Any]], ReelError | None]: ...
def check(
    source: _Raw, format: str, reading: _Options | None = None, progress: _Progress = None
) -> tuple[list[dict[str, Any]], None]: ...
def convert(
    source: _Raw,
    to: str | None,
    path: bytes | None,
    replace: bool = False,
    repair: bool = False,
    refuse_loss: bool = False,
    reading: _Options | None = None,
    progress: _Progress = None,
    key: bytes | None = None,
    policy: str | None = None,
) -> tuple[list[dict[str, Any]], bytes | None]: ...
def policy(name: str, /) -> str | None: ...
def stats(
    source: _Raw,
    format: str,
    insight: str,
    convention: str | None = None,
    reading: _Options | None = None,
    progress: _Progress = None,
) -> tuple[Loaded, ReelError | None]: ...
def plots(format: str, /) -> list[tuple[str, str, str, bool]]: ...
def plot(
    loaded: Loaded,
    format: str,
    plot: str | None,
    theme: int = 0,
    width: int = 0,
    height: int = 0,
    who: str | None = None,
    title: str | None = None,
    progress: _Progress = None,
    reading: _Options | None = None,
) -> bytes | None: ...
def schema(format: str, table: str, options: _Options) -> object: ...
def stream(
    source: _Raw,
    format: str,
    table: str,
    options: _Options,
    log: Log | Link,
    reading: _Options | None = None,
    progress: _Progress = None,
) -> object: ...
def scan(
    paths: bytes,
    table: str,
    options: _Options,
    log: Log | Link,
    reading: _Options | None = None,
    threads: int = 0,
    progress: Callable[[int, int], object] | None = None,
    formats: Sequence[str] | None = None,
    game: str | None = None,
) -> object: ...
def survey(source: _Raw, reading: _Options | None, depth: int, check: bool = False) -> dict[str, Any]: ...
def empty(format: str, table: str, options: _Options, /) -> object: ...
def no_rows(format: str, table: str, /) -> tuple[Rows, bool]: ...
