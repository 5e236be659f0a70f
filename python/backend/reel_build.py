# SPDX-License-Identifier: MIT
"""The build backend: scikit-build-core, after the C sources, which are outside this folder, were copied into it.

A source distribution has them in ``reel/``. A wheel from a checkout is compiled from where they are.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scikit_build_core import build as backend
from scikit_build_core.build import *  # noqa: F403

HERE = Path(__file__).resolve().parent.parent
SOURCES = ["CMakeLists.txt", "LICENSE", "cmake", "include", "src", "third_party"]
UNUSED = shutil.ignore_patterns("zstd", "xz")  # decoders in third_party, for WebAssembly
COMPILED_IN = ["blake3", "mpack", "xxhash", "yyjson", "zlib"]  # of third_party
LICENCES = {"LICENSE": "LICENSE"} | {f"third_party/{name}/LICENSE": f"LICENSE-{name}" for name in COMPILED_IN}


@contextlib.contextmanager
def _copied(sources: bool) -> Iterator[None]:
    """Copies the licences and, for a source distribution, the sources, for as long as the backend runs."""
    root = HERE.parent
    if (HERE / "reel" / "CMakeLists.txt").exists() or not (root / "include" / "reel" / "reel.h").exists():
        yield  # this is a source distribution
        return
    copies = []
    try:
        for source, name in LICENCES.items():
            copies.append(HERE / name)
            shutil.copyfile(root / source, HERE / name)
        if sources:
            copies.append(HERE / "reel")
            (HERE / "reel").mkdir()
            for name in SOURCES:
                source = root / name
                if source.is_dir():
                    shutil.copytree(source, HERE / "reel" / name, ignore=UNUSED if name == "third_party" else None)
                else:
                    shutil.copyfile(source, HERE / "reel" / name)
        yield
    finally:
        for copy in copies:
            if copy.is_dir():
                shutil.rmtree(copy)
            else:
                copy.unlink(missing_ok=True)


def build_sdist(*args: Any, **options: Any) -> str:
    with _copied(sources=True):
        return backend.build_sdist(*args, **options)


def build_wheel(*args: Any, **options: Any) -> str:
    with _copied(sources=False):
        return backend.build_wheel(*args, **options)


def build_editable(*args: Any, **options: Any) -> str:
    with _copied(sources=False):
        return backend.build_editable(*args, **options)


def prepare_metadata_for_build_wheel(*args: Any, **options: Any) -> str:
    with _copied(sources=False):
        return backend.prepare_metadata_for_build_wheel(*args, **options)


def prepare_metadata_for_build_editable(*args: Any, **options: Any) -> str:
    with _copied(sources=False):
        return backend.prepare_metadata_for_build_editable(*args, **options)
