# SPDX-License-Identifier: MIT
"""Paths, bytes and file objects as inputs and outputs."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import shutil
import stat
import tempfile
import threading
from collections.abc import Iterator
from typing import IO, Any, Protocol, TypeAlias, runtime_checkable

from ._reel import ReelError

StrPath: TypeAlias = "str | os.PathLike[str] | bytes"
Input: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes]"

_IN_MEMORY = 16 << 20


@runtime_checkable
class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class FileReader:
    """A file object, read where the library wants. Several streams may share it, on any thread."""

    def __init__(self, file: Any) -> None:
        self._copy = None if _seekable(file) else _spooled(file)
        self._file = self._copy or file
        self._start = self._file.tell()
        self._lock = threading.Lock()
        self.size = max(self._file.seek(0, os.SEEK_END) - self._start, 0)
        self.error: BaseException | None = None

    def __del__(self) -> None:
        copy = getattr(self, "_copy", None)
        if copy is not None:
            copy.close()

    def read_at(self, offset: int, size: int) -> bytes | None:
        """The bytes there; None after an exception, which is kept."""
        try:
            with self._lock:
                self._file.seek(self._start + offset)
                data = self._file.read(size)
            if not isinstance(data, bytes):
                raise TypeError("the file object is not open in binary mode")
            return data
        except BaseException as error:
            self.error = error
            return None


def _seekable(file: Any) -> bool:
    seekable = getattr(file, "seekable", None)
    return bool(seekable and seekable())


def _spooled(file: Any) -> IO[bytes]:
    """A pipe can be read once only, so it is copied: to memory, and to a temporary file beyond 16 MiB."""
    if isinstance(file.read(0), str):
        raise TypeError("the file object is not open in binary mode")
    start = file.read(_IN_MEMORY)
    more = file.read(1) if start else b""
    copy: IO[bytes] = tempfile.TemporaryFile() if more else io.BytesIO()  # noqa: SIM115
    copy.write(start + more)
    shutil.copyfileobj(file, copy)
    copy.seek(0)
    return copy


class Source:
    """An input, and what the extension module takes for it."""

    def __init__(self, source: Input) -> None:
        self.raw: bytes | memoryview | FileReader
        if isinstance(source, (bytes, bytearray, memoryview)):
            view = memoryview(source)
            # what the library reads must not change
            self.raw = view.cast("B") if view.readonly and view.c_contiguous else memoryview(view.tobytes())
            self.name = f"{self.raw.nbytes} bytes"
        elif isinstance(source, (str, os.PathLike)):
            self.raw = path_bytes(source)
            self.name = os.fspath(source)
            _try_open(source)
        elif isinstance(source, _Readable):
            self.raw = FileReader(source)
            self.name = str(getattr(source, "name", "file object"))
        else:
            raise TypeError(f"a path, bytes or a binary file object is needed, not {type(source).__name__}")

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Replaces the error of the library by the exception of the file object that caused it."""
        try:
            yield
        except ReelError as failure:
            error = self.take_error()
            try:
                if error is not None:
                    raise error from failure
                raise
            finally:
                del error  # this frame is in its traceback

    def take_error(self) -> BaseException | None:
        """The exception of the file object, once."""
        if not isinstance(self.raw, FileReader):
            return None
        error, self.raw.error = self.raw.error, None
        return error


def _try_open(path: str | os.PathLike[str]) -> None:
    """Raises what opening a file raises. Does not wait for the writer of a pipe."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    try:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    finally:
        os.close(file)


def path_bytes(path: StrPath) -> bytes:
    """A path for the library, for which "-" would be standard input."""
    raw = os.fsencode(path)
    if b"\0" in raw:
        raise ValueError("embedded null byte")
    return b"./-" if raw == b"-" else raw


@contextlib.contextmanager
def output(to: StrPath | IO[bytes]) -> Iterator[tuple[bytes | None, list[bytes]]]:
    """A path for the library, or None for an output in memory, which is then written to the file object ``to``."""
    produced: list[bytes] = []
    if isinstance(to, (str, bytes, os.PathLike)):
        yield path_bytes(to), produced
        return
    if not hasattr(to, "write"):
        raise TypeError(f"a path or a binary file object is needed, not {type(to).__name__}")
    yield None, produced
    for data in produced:
        to.write(data)
