# SPDX-License-Identifier: MIT
"""What a task of Spark reads of files: rows, and the tables about files."""

from __future__ import annotations

import contextlib
import logging
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import pyarrow as pa

from . import _reel
from ._conditions import about, column_of, may_hold
from ._files import ReplayFile
from ._levels import Levels, levels_of
from ._reading import reading_options
from ._reel import ReelError
from ._reports import FORMAT, HEADER, REPORTS, TABLES, arrow_schema, is_of_game, plays_depth, plays_rows, survey
from ._scan import has_fields
from ._schema import TableInfo, formats, make_error, named_text, table_of_format, unknown
from ._source import FileReader, Source
from ._table import Capsule, Log, arrow_options
from ._time import EVERYTHING, Span

_log = logging.getLogger("pyreel.spark")


@dataclass(frozen=True)
class _Wanted:
    """What is to be read of each file. Goes to the workers."""

    table: str
    columns: tuple[str, ...] | None = None
    span: Span = EVERYTHING
    file: str | None = "file"
    row: str | None = None
    strict: bool = False
    ignore_missing: bool = False
    reading: str | None = None
    clean: bool = False
    limits: tuple[tuple[str, int], ...] = ()
    format: str | None = None  # of the file that decided the schema
    formats: tuple[str, ...] | None = None  # that are wanted
    game: str | None = None  # that the header names, if a format holds several
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()  # fields of the header
    conditions: tuple[Any, ...] = ()  # of Spark, on the columns of header and name
    level: tuple[str, str] | None = None  # path of a level or a folder of levels, and the query that it is for

    @property
    def info(self) -> TableInfo:
        assert self.format is not None
        return formats()[self.format].table(self.table)

    @property
    def arrow(self) -> dict[str, Any]:
        """Options of the extension module for the columns."""
        options = arrow_options(self.info, self.columns, labels=True, vectors="columns", row=self.row, clean=self.clean)
        return {**options, "flags": options["flags"] | _reel.ARROW_PLAIN, "file_column": self.file}

    @property
    def how(self) -> dict[str, Any]:
        """Options of the extension module for reading."""
        after, before = (None if math.isinf(bound) else bound for bound in self.span)
        levels = None if self.level is None else levels_of(_levels(*self.level))
        return reading_options(self.strict, after, before, self.reading, dict(self.limits), clean=self.clean, levels=levels)

    def schema(self) -> pa.Schema:
        """The columns of the rows."""
        if self.table in TABLES:
            known = _plain(arrow_schema(self.table), self.file)
            return known if self.columns is None else pa.schema([known.field(name) for name in self.columns])
        empty = _reel.empty(self.format, self.table, self.arrow)  # type: ignore[arg-type]
        return pa.RecordBatchReader.from_stream(Capsule(empty)).schema

    def find(self, files: Iterable[_File]) -> _Wanted:
        """The same with the format of the first file that has the table."""
        if self.table in TABLES:
            known = _plain(arrow_schema(self.table), self.file).names
            for column in self.columns or ():
                if column not in known:
                    raise unknown(f"column of {self.table}", "columns.unknown", column, known)
            return self
        refused: BaseException | None = None
        if self.formats is not None and len(self.formats) == 1:
            formats()[self.formats[0]].table(self.table)
            found = replace(self, format=self.formats[0])
            found.arrow  # noqa: B018 # refuses unknown columns
            return found
        for file in files:
            try:
                if self.formats is not None and file.head(self) not in self.formats:
                    continue
                found = replace(self, format=file.format(self))
                found.arrow  # noqa: B018 # refuses unknown columns
                return found
            except (ReelError, OSError) as error:
                if refused is None or getattr(error, "rule", "") in ("arrow.table", "columns.unknown"):
                    refused = error
        raise refused or make_error("argument", "arrow.no-file", "no files to read")


class _File(ReplayFile):
    """A file by its path, or its content; or a replay of an archive."""

    def open(self) -> bytes | memoryview | FileReader:
        """For the extension module. Raises OSError if there is no such file."""
        return Source(os.fsdecode(self.path)).raw if self.content is None else self.content

    def format(self, wanted: _Wanted) -> str:
        """The id of the format, which has the table."""
        found = self.head(wanted)
        formats()[found].table(wanted.table)
        return found

    def head(self, wanted: _Wanted) -> str:
        """The id of the format."""
        if self.damage is not None:
            raise self.damage
        found: str = _reel.head(self.open(), self.how(wanted.how))[0]
        return found

    def is_wanted(self, wanted: _Wanted) -> bool:
        """Whether the replay may be one of the wanted ones. One that cannot be read is: reading it reports why."""
        file = wanted.file or "file"
        if not may_hold(about(wanted.conditions, [file]), {file: self.name}):
            return False
        if self.damage is not None:
            return True
        if wanted.formats or wanted.where:
            found = survey(self, wanted.how, HEADER if wanted.where or wanted.game else FORMAT)
            if wanted.formats and found.get("format", wanted.formats[0]) not in wanted.formats:
                return False
            if not is_of_game(found, wanted.game):
                return False
            fits = {name: partial(_is_one_of, texts) for name, texts in wanted.where}
            if "error" not in found and not has_fields(found.get("header", {}), fits):
                return False
        if not any(column_of(each) != file for each in wanted.conditions):
            return True
        return all(may_hold(wanted.conditions, row) for row, _ in plays_rows(self, wanted.how, HEADER) if row)

    def rows(self, wanted: _Wanted) -> Iterator[pa.RecordBatch]:
        """The rows. Raises the failure, if there is one, after the rows before it."""
        found = self.head(wanted)
        assert wanted.format is not None
        other = table_of_format(found, wanted.table, wanted.format)
        if other is not None:
            raise other
        failures: list[ReelError] = []
        log = Log(lambda _, error: failures.append(error), late=True)
        link, _ = log.link(None)
        stream = _reel.stream(self.open(), found, wanted.table, {**wanted.arrow, "file": self.label}, link, self.how(wanted.how))
        with pa.RecordBatchReader.from_stream(Capsule(stream)) as reader:
            while True:
                try:
                    batch = reader.read_next_batch()
                except StopIteration:
                    break
                except Exception as error:
                    raise log.failed(error) from None
                yield batch
        log.finish()
        if failures:
            raise failures.pop(0)

    def report(self, wanted: _Wanted) -> Iterator[dict[str, Any]]:
        """The rows of the file in a table about files. Raises the failure, if there is one, after them."""
        source = self
        try:
            self.open()
        except OSError as error:
            source = replace(self, damage=self.reason(error, wanted))
        failures: list[ReelError] = []
        report = REPORTS[wanted.table]
        if wanted.table == "plays":
            report = partial(plays_rows, depth=plays_depth(tuple(wanted.columns or TABLES["plays"].columns)))
        for row, failure in report(source, wanted.how):
            if row:
                yield {(wanted.file or "file" if name == "file" else name): value for name, value in row.items()}
            failures += [failure] if failure is not None else []
        if failures:
            raise self.reason(failures[0], wanted)

    def reason(self, error: ReelError | OSError, wanted: _Wanted) -> ReelError:
        """Why the file cannot be read. Raises what may succeed if the task is run again, perhaps on another worker."""
        if not isinstance(error, OSError):
            if error.status == "io" and error.rule != "python.open":
                raise error
            return error
        final = (PermissionError, IsADirectoryError, *([FileNotFoundError] if wanted.ignore_missing else []))
        if not isinstance(error, final):
            raise error
        return make_error("io", "python.open", f"{error.strerror}")

    def refused(self, error: ReelError) -> ReelError:
        """The failure with the name of the file."""
        failure = ReelError(named_text(self.name, error))
        failure.__dict__.update(error.__dict__)
        return failure


@lru_cache(maxsize=1)
def _levels(path: str, query: str) -> Levels:  # another query reads them again
    """The levels, which the tasks of a query in one process share."""
    return Levels(path)


def _is_one_of(texts: Sequence[str], value: object) -> bool:
    return (str(value).lower() if isinstance(value, bool) else str(value)) in texts


class _Failures:
    """The files of a task that were not read to their end."""

    def __init__(self, wanted: _Wanted) -> None:
        self._wanted = wanted
        self._first: ReelError | None = None
        self._count = 0

    @contextlib.contextmanager
    def of(self, file: _File) -> Iterator[None]:
        """Keeps the failure of a file, or raises it in the mode FAILFAST."""
        try:
            yield
        except (ReelError, OSError) as error:
            failure = file.refused(file.reason(error, self._wanted))
            if self._wanted.strict:
                raise failure from None
            self._first = self._first or failure
            self._count += 1

    def log(self) -> None:
        """One line for a task, for those who ask for it: the tables about files have the same."""
        if self._first is not None:
            hint = "the table 'files' lists them" if self._count > 1 else "the table 'files' has it"
            _log.info("%d of the files of a task not read to the end (%s); %s", self._count, hint, self._first)


def _plain(schema: pa.Schema, file: str | None) -> pa.Schema:
    """The schema with types that Spark has, and the name of the column of the file."""
    fields = [field.with_type(pa.int64()) if field.type == pa.uint64() else field for field in schema]
    renamed = [field.with_name(file) if field.name == "file" and file else field for field in fields]
    return pa.schema([field for field in renamed if field.name != "file" or file == "file"])


def _replays(files: Iterable[_File], wanted: _Wanted | None = None) -> Iterator[_File]:
    every: Iterator[_File] = (replay for file in files for replay in file.replays())  # type: ignore[misc]
    return every if wanted is None else (replay for replay in every if replay.is_wanted(wanted))


def _read(files: Iterable[_File], wanted: _Wanted, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The rows of files. The types of a batch are those of the schema; only names of fields and nullability are set."""
    failures = _Failures(wanted)
    wanted.how  # noqa: B018 # levels that cannot be read fail the task, not its files
    if wanted.table in TABLES:
        yield from _reports(files, wanted, schema, failures)
    else:
        for file in _replays(files, wanted):
            with failures.of(file):
                for batch in file.rows(wanted):
                    yield pa.RecordBatch.from_arrays(batch.columns, schema=schema)
    failures.log()


def _reports(files: Iterable[_File], wanted: _Wanted, schema: pa.Schema, failures: _Failures) -> Iterator[pa.RecordBatch]:
    rows: list[dict[str, Any]] = []
    for file in _replays(files, wanted):
        with failures.of(file):
            for row in file.report(wanted):
                rows.append({name: row.get(name) for name in schema.names})
        if len(rows) >= 1024:
            yield pa.RecordBatch.from_pylist(rows, schema)
            rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows, schema)
