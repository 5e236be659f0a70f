# SPDX-License-Identifier: MIT
"""Paths, bytes and file objects as inputs and outputs."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import shutil
import stat
import tempfile
import threading
from collections.abc import Iterator, Mapping
from typing import IO, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from ._reel import ReelError
from ._schema import make_error

StrPath: TypeAlias = "str | os.PathLike[str] | bytes"
Input: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes]"

_IN_MEMORY = 16 << 20


class ReelOSError(ReelError, OSError):
    """A file that the system does not open."""


class ReelFileNotFoundError(ReelOSError, FileNotFoundError):
    """A file that does not exist."""


class ReelPermissionError(ReelOSError, PermissionError):
    """A file that may not be read."""


class ReelIsADirectoryError(ReelOSError, IsADirectoryError):
    """A folder where a file is needed."""


class ReelFileExistsError(ReelOSError, FileExistsError):
    """A file that is there, and may not be replaced."""


_KINDS = (ReelFileNotFoundError, ReelPermissionError, ReelIsADirectoryError, ReelFileExistsError)


def os_error(error: OSError, path: str | None = None) -> ReelOSError:
    """An error of the system that is a ReelError as well."""
    kind = next((kind for kind in _KINDS if isinstance(error, kind.__bases__[1])), ReelOSError)
    path = os.fsdecode(error.filename) if error.filename is not None else path
    own = kind(error.errno or errno.EIO, error.strerror or str(error), path)
    own.status, own.rule, own.section, own.offset = "io", "file.open", "", 0
    own.path = path
    return own


_URL = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]+://")


def is_url(path: bytes) -> bool:
    """Whether a path is a URL of fsspec."""
    return _URL.match(path) is not None


def filesystem(url: str, storage: Mapping[str, Any] | None) -> tuple[Any, str]:
    """The file system of a URL, and its path there. Needs fsspec, and the package of the file system."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise ImportError(f"{url}: URLs need fsspec: pip install fsspec, and s3fs, gcsfs or adlfs for cloud storage") from None
    with remote(url):
        fs, path = url_to_fs(url, **(storage or {}))
    return fs, path


@contextlib.contextmanager
def remote(url: str) -> Iterator[None]:
    """Raises whatever a file system raises as a ReelError: each has exceptions of its own, and those of others below them."""
    try:
        yield
    except (ReelError, ImportError, MemoryError):
        raise
    except OSError as error:
        raise os_error(error, url) from error
    except Exception as error:
        words = str(error) or type(error).__name__
        failure = make_error("argument" if isinstance(error, ValueError) else "io", "python.url", f"{url}: {words}")
        failure.path = url
        raise failure from error


def open_url(url: str, storage: Mapping[str, Any] | None = None) -> FileReader:
    """A file of another file system, which is closed with the reader."""
    fs, path = filesystem(url, storage)
    with remote(url):
        return FileReader(fs.open(path, "rb"), owned=True)


Failure = TypeVar("Failure", bound=BaseException)
Identity: TypeAlias = "tuple[int | None, int | None, int, int | None]"
"""Device, number, size and time of the last change. None if it is not known."""


def _identity(info: os.stat_result) -> Identity:
    return info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns


@runtime_checkable
class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class FileReader:
    """A file object, read where the library wants. Several streams may share it, on any thread."""

    def __init__(self, file: Any, *, owned: bool = False) -> None:
        self._copy = None if _seekable(file) else _spooled(file)
        self._file = self._copy or file
        if owned:
            self._copy = file
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
    """An input, and what the extension module takes for it.

    A file is opened anew by each call, so it is compared with what it was when the first one opened it.
    """

    def __init__(self, source: Input, storage: Mapping[str, Any] | None = None) -> None:
        self._raw: bytes | memoryview | FileReader | None
        self._identity: Identity | None = None
        self.path: str | None = None
        if isinstance(source, (bytes, bytearray, memoryview)):
            view = memoryview(source)
            # what the library reads must not change
            self._raw = view.cast("B") if view.readonly and view.c_contiguous else memoryview(view.tobytes())
            self.name = f"{self._raw.nbytes} bytes"
        elif isinstance(source, str) and is_url(path_bytes(source)):
            self._raw = open_url(source, storage)
            self.name = self.path = source
        elif isinstance(source, (str, os.PathLike)):
            self._raw = path_bytes(source)
            self.name = os.fspath(source)
            self.path = os.fsdecode(self._raw)
            self._identity = _identity(_try_open(self.path))
        elif isinstance(source, _Readable):
            self._raw = FileReader(source)
            self.name = str(getattr(source, "name", "file object"))
        else:
            raise TypeError(f"a path, bytes or a binary file object is needed, not {type(source).__name__}")

    @property
    def raw(self) -> bytes | memoryview | FileReader:
        """For the extension module."""
        if self._raw is None:
            raise ValueError("the replay is closed")
        return self._raw

    @property
    def closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._raw is None

    def close(self) -> None:
        """Lets go of the input. A file object of the caller stays open."""
        self._raw = None

    def __getstate__(self) -> dict[str, Any]:
        # where the copy is read, the same file may have another number and time
        known = self._identity and (None, None, self._identity[2], None)
        return {**self.__dict__, "_identity": known}

    def verify(self) -> None:
        """Raises ReelError if the file is another one than that which was opened, or was changed."""
        if self.path is None or self._identity is None:
            return
        try:
            now = _identity(os.stat(self.path))
        except OSError as error:
            raise os_error(error) from None
        if any(known not in (None, found) for known, found in zip(self._identity, now, strict=True)):
            raise self._changed()

    def verify_end(self) -> None:
        """The same after a stream, which has read the file that it opened even if the path is now that of another one."""
        if self.path is None or self._identity is None:
            return
        with contextlib.suppress(OSError):
            now = _identity(os.stat(self.path))
            if now[:2] == self._identity[:2] and now != self._identity:
                raise self._changed()

    def _changed(self) -> ReelError:
        return self.named(make_error("io", "file.replaced", "the file was replaced or changed after it was opened; open it again"))

    def named(self, error: Failure) -> Failure:
        """The error with the path of the file."""
        if isinstance(error, ReelError) and error.path is None:
            error.path = self.path
        return error

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Replaces the error of the library by its cause: the exception of a file object, or a file that was replaced."""
        _ = self.raw  # refuses one that is closed
        self.verify()
        try:
            yield
            with contextlib.suppress(OSError):  # a file may go after it was read
                self.verify()
        except ReelError as failure:
            self.verify()
            self.named(failure)
            error = self.take_error()
            try:
                if error is not None:
                    raise error from failure
                raise
            finally:
                del error  # this frame is in its traceback

    def take_error(self) -> BaseException | None:
        """The exception of the file object, once."""
        if not isinstance(self._raw, FileReader):
            return None
        error, self._raw.error = self._raw.error, None
        return error


def _try_open(path: str | os.PathLike[str]) -> os.stat_result:
    """Raises what opening a file raises. Does not wait for the writer of a pipe."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        try:
            info = os.fstat(file)
        finally:
            os.close(file)
        if stat.S_ISDIR(info.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    except OSError as error:
        raise os_error(error) from None
    return info


def cause(path: bytes, error: ReelError) -> ReelError:
    """The error with its path; of a file that cannot be opened, the error of the system."""
    if error.status == "io" and error.rule in ("file.open", "file.folder"):
        try:
            _try_open(os.fsdecode(path))
        except ReelOSError as found:
            return found
    error.path = os.fsdecode(path)
    return error


def path_bytes(path: StrPath) -> bytes:
    """A path for the library, for which "-" would be standard input. A "~" at its start is the home folder, and file:// is left out."""
    raw = os.fsencode(path)
    if b"\0" in raw:
        raise ValueError("embedded null byte")
    if raw.startswith(b"file://"):
        raw = raw.removeprefix(b"file://")
    if raw[:1] == b"~" and not os.path.lexists(raw):
        raw = os.path.expanduser(raw)  # noqa: PTH111 # bytes
    return b"./-" if raw == b"-" else raw


@contextlib.contextmanager
def writing(path: bytes | None) -> Iterator[None]:
    """The library's error about an output is that of the system, if it was one: its message has the words for it."""
    try:
        yield
    except ReelError as error:
        text, own = str(error.args[0]), None if path is None else os.fsdecode(path)
        if own is None or own not in text or not text.startswith(("cannot create", "cannot write", "output file already exists")):
            raise
        words = (number for number in errno.errorcode if f": {os.strerror(number)} (" in text)
        code = errno.EEXIST if error.rule == "file.exists" else next(words, None)
        if code is None:
            raise
        found = os_error(OSError(code, os.strerror(code), own))
        found.rule = error.rule
        raise found from None


@contextlib.contextmanager
def output(to: StrPath | IO[bytes]) -> Iterator[tuple[bytes | None, list[bytes]]]:
    """A path for the library, or None for an output in memory, which is then written to the file object ``to``."""
    produced: list[bytes] = []
    if isinstance(to, (str, bytes, os.PathLike)):
        path = path_bytes(to)
        with writing(path):
            yield path, produced
        return
    if not hasattr(to, "write"):
        raise TypeError(f"a path or a binary file object is needed, not {type(to).__name__}")
    yield None, produced
    for data in produced:
        to.write(data)
