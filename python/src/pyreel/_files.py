# SPDX-License-Identifier: MIT
"""Files by folders, patterns and URLs, and the replays in them."""

from __future__ import annotations

import contextlib
import errno
import fnmatch
import glob
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from . import _reel
from ._members import Member
from ._reel import ReelError
from ._source import FileReader, StrPath, filesystem, is_url, open_url, os_error, path_bytes, remote

Files: TypeAlias = "StrPath | Iterable[StrPath]"
Storage: TypeAlias = "Mapping[str, Any] | None"


def list_files(tree: Files, storage: Storage = None) -> Iterator[bytes]:
    """Files and all files below folders, in the order of their names. Names that begin with a dot are left out.

    A path may be a pattern, in which ``*``, ``?`` and ``[a-z]`` match in one name and ``**`` any number of folders, or a URL of fsspec.
    A path that exists is taken as it is.
    """
    if not isinstance(tree, (str, bytes, os.PathLike, Iterable)):
        raise TypeError(f"a path or an iterable of paths is needed, not {type(tree).__name__}")
    for start in [tree] if isinstance(tree, (str, bytes, os.PathLike)) else tree:
        raw = path_bytes(start)
        if is_url(raw):
            yield from _remote_files(raw.decode(), storage)
        elif not glob.has_magic(raw) or os.path.lexists(raw):
            yield from _walk(raw)
        else:
            found = dict.fromkeys(path for match in sorted(_matches(raw)) for path in _walk(match))
            if not found:
                raise os_error(OSError(errno.ENOENT, "no files match", os.fsdecode(raw)))
            yield from found


def _walk(path: bytes) -> Iterator[bytes]:
    if not os.path.isdir(path):
        yield path
        return
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                found = sorted((entry for entry in entries if not entry.name.startswith(b".")), key=lambda entry: entry.name)
        except OSError:
            if folder == path:
                raise
            yield folder  # reading it says why
            continue
        waiting.extend(entry.path for entry in reversed(found) if entry.is_dir(follow_symlinks=False))
        yield from (entry.path for entry in found if not _leads_to_folder(entry))


def _leads_to_folder(entry: os.DirEntry[bytes]) -> bool:
    """Whether an entry is a folder or a link to one. Everything else is read, if only to say why it cannot be."""
    try:
        return entry.is_dir()
    except OSError:  # links in a circle
        return False


def _matches(pattern: bytes) -> set[bytes]:
    """The paths that a pattern matches. Each folder is visited once for each part of the pattern; links are not followed by ``**``."""
    parts = [part for part in re.split(rb"/+", pattern) if part]
    waiting = [(b"/" if pattern.startswith(b"/") else b"", 0)]
    seen = set(waiting)
    found: set[bytes] = set()
    while waiting:
        path, at = waiting.pop()
        if at == len(parts):
            found.add(path)
            continue
        for reached in _reached(path, parts, at):
            if reached not in seen:
                seen.add(reached)
                waiting.append(reached)
    return found


def _reached(path: bytes, parts: list[bytes], at: int) -> Iterator[tuple[bytes, int]]:
    """What a path and the next part of a pattern lead to: paths, and how many parts these match."""
    part = parts[at]
    if not glob.has_magic(part):
        if os.path.lexists(os.path.join(path, part)):
            yield os.path.join(path, part), at + 1
        return
    if part == b"**":
        yield path, at + 1
    with contextlib.suppress(NotADirectoryError, FileNotFoundError), os.scandir(path or b".") as entries:
        for entry in entries:
            inner = os.path.join(path, entry.name)
            if entry.name.startswith(b".") and not part.startswith(b"."):
                continue
            if part != b"**":
                if fnmatch.fnmatchcase(entry.name, part):
                    yield inner, at + 1
            elif entry.is_dir(follow_symlinks=False):
                yield inner, at
            elif at + 1 == len(parts):
                yield inner, at + 1


def _remote_files(url: str, storage: Storage) -> Iterator[bytes]:
    fs, path = filesystem(url, storage)
    with remote(url):
        found = fs.glob(path) if glob.has_magic(path) and not fs.exists(path) else [path]
        if not found:
            raise FileNotFoundError(errno.ENOENT, "no files match", url)
        inner = [os.fsencode(fs.unstrip_protocol(each)) for start in sorted(found) for each in sorted(fs.find(start)) or [start]]
    yield from inner


def join_paths(paths: Iterable[bytes]) -> bytes:
    """Paths one after another, each with a NUL: a tenth of the memory of a list."""
    joined = bytearray()
    for path in paths:
        joined += path
        joined += b"\0"
    return bytes(joined)


def split_paths(joined: bytes) -> Iterator[bytes]:
    """The paths of ``join_paths``."""
    start = 0
    while start < len(joined):
        end = joined.index(b"\0", start)
        yield joined[start:end]
        start = end + 1


def file_size(path: bytes) -> int:
    """The size of a file; 0 if the system does not say, since reading the file will report why."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


@dataclass(frozen=True)
class ReplayFile:
    """A file by its path or URL, or its content; or a replay of an archive."""

    path: bytes
    content: memoryview | None = None
    size: int = 0
    member: Member | None = None  # of an archive of several
    damage: ReelError | None = None  # of the archive: bytes after its replays
    storage: Storage = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The path as text, as the rows have it: a byte that is not UTF-8 is U+F700 + byte."""
        return self.label.decode("utf-8", "surrogateescape").translate(_ESCAPED)

    @property
    def label(self) -> bytes:
        """The path; of a replay of an archive PATH#NAME."""
        return self.path if self.member is None else self.path + b"#" + os.fsencode(self.member.name)

    def open(self) -> bytes | memoryview | FileReader:
        """For the extension module."""
        if self.content is not None:
            return self.content
        return open_url(os.fsdecode(self.path), self.storage) if is_url(self.path) else self.path

    def how(self, reading: dict[str, Any]) -> dict[str, Any]:
        """Options of the extension module for reading."""
        return reading if self.member is None else {**reading, "member": self.member.word}

    def replays(self) -> Iterator[ReplayFile]:
        """The file, or the replays of an archive of several. Other bytes after these are refused."""
        try:
            found, damage = _reel.members(self.open())
        except (ReelError, OSError):
            found, damage = [], None  # reading the file says why
        if len(found) < 2:
            yield self
            return
        for member in (Member(*each) for each in found):
            yield replace(self, member=member, size=member.size)
        if damage is not None:
            yield replace(self, damage=damage)


_ESCAPED = {0xDC00 + byte: chr(0xF700 + byte) for byte in range(0x80, 0x100)}
_ESCAPED |= {code: "".join(chr(0xF700 + byte) for byte in chr(code).encode()) for code in (0xF700, *range(0xF780, 0xF800))}
