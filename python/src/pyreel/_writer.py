# SPDX-License-Identifier: MIT
"""Writing replays from numpy, Arrow or plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from . import _reel
from ._replay import Finding, findings_of
from ._schema import Field, TableInfo, formats, unknown
from ._source import StrPath, path_bytes, writing
from ._table import warn

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

Column = tuple[Any, Any]
"""Values, as a memoryview or a sequence, and None or a buffer with a byte for each row that has one."""


class Writer:
    """Records a replay to a path or a file object.

    The file gets its name when the ``with`` block ends without an exception; otherwise nothing is left. Rows may be given in any
    order of tables, and as often as they come.

    >>> import io
    >>> copy = io.BytesIO()
    >>> with pyreel.Writer(copy, "bsor") as writer:
    ...     writer.append("info", {"player_name": "Zoë", "score": 115})
    ...     writer.append("frames", replay.table("frames").rows())
    >>> pyreel.open(copy.getvalue()).header["score"]
    115
    """

    def __init__(
        self,
        to: StrPath | IO[bytes],
        format: str,  # noqa: A002
        *,
        replace: bool = False,
        convention: str | None = None,
    ) -> None:
        if format not in formats():
            raise unknown("format", "python.format", format, formats())
        self.format = formats()[format]
        self.findings: list[Finding] = []
        self._to: IO[bytes] | None = to if hasattr(to, "write") else None  # type: ignore[assignment]
        path = None if self._to is not None else path_bytes(to)  # type: ignore[arg-type]
        self._path = path
        with writing(path):
            self._writer = _reel.Writer(format, path, replace=replace, convention=convention)

    def append(self, table: str, rows: Any) -> None:
        """Appends rows to a table.

        ``rows`` is a structured array of numpy as ``Table.rows`` returns it, anything that gives an Arrow stream (pyarrow, polars,
        pandas, a ``Table``), one row as a dictionary, or an iterable of such rows. Timestamps beside the fields that they are made
        from (``timestamp_utc``) are not written. Fields that are missing are absent, or zero
        where every row needs them. Values that do not fit raise OverflowError.
        """
        if table not in self.format.tables:
            raise unknown("table", "python.table", table, self.format.tables)
        info = self.format.tables[table]
        if hasattr(rows, "dtype") and hasattr(rows, "__array_interface__"):
            self._append_numpy(info, rows)
        elif hasattr(rows, "__arrow_c_stream__") or hasattr(rows, "__arrow_c_array__"):
            self._append_arrow(info, rows)
        else:
            self._append_rows(info, [rows] if isinstance(rows, Mapping) else _iterable(rows))

    def _append_rows(self, info: TableInfo, rows: Iterable[Mapping[str, Any]]) -> None:
        kept = list(rows)
        names = _written(info, list(dict.fromkeys(name for row in kept for name in row)))
        self._append(info, len(kept), {name: ([row.get(name) for row in kept], None) for name in names})

    def _append(self, info: TableInfo, count: int, columns: dict[str, Column]) -> None:
        known = _known(info)
        for name in columns:
            if name not in known:
                raise unknown(f"column of {info.name}", "columns.unknown", name, dict.fromkeys(known))
        self._writer.append(info.name, count, columns)

    # numpy

    def _append_numpy(self, info: TableInfo, rows: np.ndarray[Any, Any]) -> None:
        import numpy as np

        if rows.dtype.names is None or rows.ndim != 1:
            raise TypeError("a structured array of one dimension is needed; see Table.rows")
        layout, has_text = _reel.no_rows(self.format.id, info.name)
        if not has_text and rows.dtype == np.asarray(memoryview(layout)).dtype:
            self._writer.append_rows(info.name, np.ascontiguousarray(rows).view(np.uint8).data)
            return
        columns = {name: numpy_column(_owner(info, name), name, rows[name]) for name in _written(info, rows.dtype.names)}
        self._append(info, len(rows), columns)

    # Arrow

    def _append_arrow(self, info: TableInfo, rows: Any) -> None:
        import pyarrow as pa

        table = pa.table(rows)
        columns: dict[str, Column] = {}
        for name in _written(info, table.column_names):
            columns[name] = arrow_column(_owner(info, name), name, table.column(name))
        self._append(info, table.num_rows, columns)

    # the end

    def finish(self) -> None:
        """Completes the file. ``findings`` then has what the format reported; what it had to change is also a ReelWarning."""
        with writing(self._path):
            findings, data = self._writer.finish()
        self.findings = findings_of(findings)
        if self._to is not None and data is not None:
            self._to.write(data)
        for finding in self.findings:
            if finding.severity != "note":
                warn(finding.message)

    def discard(self) -> None:
        """Leaves no file."""
        self._writer.discard()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None:
            self.finish()
        else:
            self.discard()


def _iterable(rows: Any) -> Iterable[Mapping[str, Any]]:
    if not isinstance(rows, Iterable):
        raise TypeError(f"rows, or a table, are needed, not {type(rows).__name__}")
    return rows


def _written(info: TableInfo, names: Sequence[str]) -> list[str]:
    """The columns without the timestamps that are beside the fields that they are made from."""
    moments = info.moments
    return [name for name in names if name not in moments or moments[name].name not in names]


def _known(info: TableInfo) -> list[str]:
    """What can be written: a moment is written as its field."""
    return [*(column for field in info.fields for column in field.columns), *(field.name for field in info.fields)]


def _owner(info: TableInfo, name: str) -> Field:
    for field in info.fields:
        if name == field.name or name in field.columns:
            return field
    raise unknown(f"column of {info.name}", "columns.unknown", name, dict.fromkeys(_known(info)))


def numpy_column(field: Field, name: str, values: np.ndarray[Any, Any]) -> Column:
    """A column of an array: in the exact type, or as objects."""
    import numpy as np

    if field.type in ("string", "bytes") or values.dtype == object or values.dtype.kind in "US":
        return values.tolist(), None
    if field.type == "uuid":
        if values.dtype != np.uint8 or values.shape[1:] != (16,):
            raise TypeError(f"{name} needs 16 bytes a row")
        return np.ascontiguousarray(values).data.cast("B") if len(values) else [], None
    if field.type == "bool":
        exact = values.astype(np.bool_).view(np.uint8)
    else:
        exact = _exact(field, name, values)
    wanted = (field.count,) if name == field.name and field.count > 1 else ()
    if exact.shape[1:] != wanted:
        raise ValueError(f"{name} needs shape {(len(values), *wanted)}, not {values.shape}")
    return (np.ascontiguousarray(exact).data.cast("B") if exact.size else []), None


def _exact(field: Field, name: str, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The values in the type of the field, if they fit."""
    import numpy as np

    wanted = np.dtype(field.type.replace("f32", "f4").replace("f64", "f8") if field.type[0] == "f" else _integer(field.type))
    if values.dtype == wanted:
        return values
    if wanted.kind == "f":
        if values.dtype.kind not in "fiu":
            raise TypeError(f"{name} needs numbers")
        with np.errstate(over="ignore"):
            exact = values.astype(wanted)
        if np.any(np.isinf(exact) & ~np.isinf(values)):
            raise OverflowError(f"{name} has values that do not fit in {field.type}")
        return exact
    if values.dtype.kind == "f" and np.all(np.trunc(values) == values) and np.all(np.abs(values) <= 2.0**53):
        values = values.astype(np.int64)  # a column of integers that are doubles in other tables
    if values.dtype.kind not in "iub":
        raise TypeError(f"{name} needs integers")
    limits = np.iinfo(wanted)
    if values.size and (int(values.min()) < limits.min or int(values.max()) > limits.max):
        raise OverflowError(f"{name} has values that do not fit in {field.type}")
    return values.astype(wanted)


def _integer(kind: str) -> str:
    return f"{kind[0]}{int(kind[1:]) // 8}"


def arrow_column(field: Field, name: str, column: pa.ChunkedArray) -> Column:
    """A column of a table of pyarrow."""
    import numpy as np
    import pyarrow as pa

    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks else pa.array([], column.type)
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    if pa.types.is_dictionary(array.type):
        return _labels(field, array), None
    if pa.types.is_struct(array.type):
        return [None if row is None else tuple(row.values()) for row in array.to_pylist()], None
    plain = pa.types.is_integer(array.type) or pa.types.is_floating(array.type) or pa.types.is_boolean(array.type)
    if not plain:
        return array.to_pylist(), None
    valid = None
    if array.null_count:
        valid = array.is_valid().to_numpy(zero_copy_only=False).view(np.uint8).data
        array = array.fill_null(False if pa.types.is_boolean(array.type) else 0)
    values, _ = numpy_column(field, name, array.to_numpy(zero_copy_only=False))
    return values, valid


def _labels(field: Field, array: pa.DictionaryArray) -> list[Any]:
    """Names of enumeration values. One without a name is its number as text."""
    values: list[Any] = array.dictionary.to_pylist()
    if field.type not in ("string", "bytes"):
        names = set(field.labels.values()) if field.labels else set()
        values = [value if value in names or value is None else int(value) for value in values]
    return [None if index is None else values[index] for index in array.indices.to_pylist()]
