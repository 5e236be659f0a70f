# SPDX-License-Identifier: MIT
"""Starts the server on a free port, with a store in a temporary folder.

Variables: REEL_SERVER (the program), REEL (the command), REEL_TEST_DATABASE (a postgres:// address of an empty database),
REEL_SERVER_OPTIONS (more options: --memory 0 for a build with sanitizers).
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import hashlib
import os
import pathlib
import re
import secrets
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Iterator

import pytest
import requests
from answers import Description

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("REEL_SERVER", SOURCE / "build/server/reel-server"))
COMMAND = pathlib.Path(os.environ.get("REEL", SOURCE / "build/server/reel/cli/reel"))

# Makes clocks say what a test wants.
CLOCK = pathlib.Path(os.environ.get("REEL_SERVER_BUILD", PROGRAM.parent)).resolve() / "test/libclock_preload.so"
needs_clock = pytest.mark.skipif(not CLOCK.exists(), reason=f"no {CLOCK.name}: it is built with REEL_SERVER_TESTS")

# How long a test waits for what will come, in seconds: it says nothing about how fast the server is.
PATIENCE = 300

# A build with sanitizers: its processes fill more memory than others.
SANITIZED = "--memory 0" in os.environ.get("REEL_SERVER_OPTIONS", "")


def hash_of(whole: str) -> str:
    """The hash of NAME.SECRET that the catalogue has."""
    return "$blake2b$" + hashlib.blake2b(whole.encode(), digest_size=32, key=b"reel-server access token\0").hexdigest()


def old_hash_of(secret: str, *, passes: int = 1, memory: int = 8192) -> str:
    """The argon2id hash of a secret that catalogues of older versions have."""
    sodium = ctypes.CDLL(ctypes.util.find_library("sodium") or "libsodium.so.23")
    assert sodium.sodium_init() >= 0
    hashed = ctypes.create_string_buffer(128)
    text = secret.encode()
    done = sodium.crypto_pwhash_str(
        hashed, text, ctypes.c_ulonglong(len(text)), ctypes.c_ulonglong(passes), ctypes.c_size_t(memory)
    )
    assert done == 0
    return hashed.value.decode()


def wait_for(done: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Waits until `done` says so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, f"it did not happen in {seconds} seconds"
        time.sleep(0.02)


def psql(where: str, text: str) -> str:
    """What PostgreSQL answers, a row per line."""
    run = subprocess.run(
        ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-d", where], input=text, capture_output=True, text=True, check=True, timeout=120
    )
    return run.stdout


# pytest-xdist runs the files of tests in several processes: each has a database of its own.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if WORKER and os.environ.get("REEL_TEST_DATABASE"):
    psql(os.environ["REEL_TEST_DATABASE"], f"DROP DATABASE IF EXISTS tests_{WORKER};")
    psql(os.environ["REEL_TEST_DATABASE"], f"CREATE DATABASE tests_{WORKER};")
    os.environ["REEL_TEST_DATABASE"] = re.sub(r"^(postgres://[^/]*/)[^?]*", rf"\1tests_{WORKER}", os.environ["REEL_TEST_DATABASE"])


@pytest.fixture(scope="module", autouse=True)
def empty_database(request: pytest.FixtureRequest) -> None:
    """Modules with USES_DATABASE find it empty."""
    where = os.environ.get("REEL_TEST_DATABASE")
    if where and getattr(request.module, "USES_DATABASE", False):
        psql(where, "SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public;")


@contextlib.contextmanager
def own_schema(name: str) -> Iterator[str]:
    """The address of an empty schema in PostgreSQL, which goes afterwards; without PostgreSQL the test is skipped."""
    where = os.environ.get("REEL_TEST_DATABASE")
    if not where:
        pytest.skip("no PostgreSQL: server/test.sh starts one")
    psql(where, f"DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name};")
    try:
        yield f"{where}&options=" + urllib.parse.quote(f"-csearch_path={name}")
    finally:
        psql(where, f"DROP SCHEMA {name} CASCADE;")


def lenient_boards(folder: pathlib.Path, options: tuple[str, ...]) -> list[str]:
    """Boards that ask nothing of the motion: hands of the plays of plays.py move at random. Unless a test has boards of its own."""
    named = [pathlib.Path(b) for a, b in zip(options, options[1:], strict=False) if a == "--config"]
    if "--boards" in options or any(line.startswith("boards ") for each in named for line in each.read_text().splitlines()):
        return []
    text = (pathlib.Path(__file__).parents[2] / "packaging/server/boards.conf").read_text()
    path = folder / "lenient-boards.conf"
    path.write_text(re.sub(r"(?m)^(board .*)$", r"\1\nevidence any", text))
    return ["--boards", str(path)]


DESCRIPTION: list[Description] = []  # of the program, read by the first test that needs it


class Server:
    """A process of reel-server."""

    def __init__(
        self,
        folder: pathlib.Path,
        *options: str,
        store: bool = True,
        environment: dict[str, str] | None = None,
        under: tuple[str, ...] = (),
        program: pathlib.Path = PROGRAM,
        postgres: str = "",
    ) -> None:
        self.folder = folder
        self.program = program
        self.environment = environment or {}
        self.under = under  # a command that runs it
        self.store = folder / "store"
        self.log = folder / "log"
        self.database = self.store / "catalogue.sqlite"
        self.postgres = postgres  # its address; otherwise the catalogue is in SQLite
        self.options = (["--store", str(self.store)] if store else []) + list(options)
        self.options += ["--database", postgres] if postgres else []
        self.options += lenient_boards(folder, options)
        self.options += os.environ.get("REEL_SERVER_OPTIONS", "").split()
        self.process: subprocess.Popen[str] | None = None
        self.url = self.metrics_url = ""
        self.start()

    def start(self, port: int = 0) -> None:
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*self.under, str(self.program), "--port", str(port), "--metrics", "127.0.0.1:0", *self.options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **self.environment, "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0"},
            )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert "http://" in line, self.log.read_text()
        self.url = line.split()[-1].rstrip("/")
        self.metrics_url = f"http://127.0.0.1:{self.process.stdout.readline().split()[-1]}/metrics"

    def kill(self) -> None:
        assert self.process and self.process.stdout
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self) -> int:
        assert self.process and self.process.stdout
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        return status

    def workers(self) -> list[int]:
        """Numbers of the worker processes."""
        assert self.process
        found = []
        for entry in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                found += [int(child) for child in (entry / "children").read_text().split()]
            except (FileNotFoundError, ProcessLookupError):
                continue
        return found

    def descriptors(self) -> int:
        assert self.process
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def catalogue(self) -> sqlite3.Connection:
        return sqlite3.connect(self.database, timeout=PATIENCE)

    def sql(self, text: str) -> None:
        """Runs a statement in the catalogue."""
        if self.postgres:
            psql(self.postgres, text + ";")
            return
        with self.catalogue() as catalogue:
            catalogue.execute(text)
        catalogue.close()

    def metric(self, name: str) -> int:
        """A counter or gauge."""
        lines = requests.get(self.metrics_url, timeout=PATIENCE).text.splitlines()
        return int(next(line for line in lines if line.startswith(name + " ")).split()[-1])

    def token(self, *scopes: str, name: str = "", hashed: Callable[[str], str] | None = None) -> dict[str, str]:
        """The header of a new token. `hashed` makes the hash of its secret, as an older version did."""
        name = name or "test-" + secrets.token_hex(4)
        secret = secrets.token_urlsafe(32)
        hash_ = hashed(secret) if hashed else hash_of(f"{name}.{secret}")
        row = f"'{name}', '{' '.join(scopes)}', '{hash_}', {int(time.time() * 1000)}, 0"
        self.sql(f"INSERT INTO token (name, scopes, hash, created, revoked) VALUES ({row})")
        return {"Authorization": f"Bearer {name}.{secret}"}

    @property
    def port(self) -> int:
        port = urllib.parse.urlsplit(self.url).port
        assert port
        return port

    def connect(self) -> socket.socket:
        """A connection for what no client of HTTP does."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def described(self, answer: requests.Response) -> requests.Response:
        """An answer, which is what /openapi.json says of it; one that is streamed is not read."""
        if self.program == PROGRAM and "stream" not in answer.headers.get("Content-Type", ""):
            if not DESCRIPTION:
                DESCRIPTION.append(Description(requests.get(self.url + "/openapi.json", timeout=PATIENCE).json()))
            DESCRIPTION[0].compare(answer)
        return answer

    def get(self, path: str, **options: object) -> requests.Response:
        answer = requests.get(self.url + path, timeout=PATIENCE, **options)  # type: ignore[arg-type]
        return answer if options.get("stream") else self.described(answer)

    def post(self, path: str, **options: object) -> requests.Response:
        return self.described(requests.post(self.url + path, timeout=PATIENCE, **options))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def on_disk() -> Iterator[pathlib.Path]:
    """A folder on a disk, also where the temporary folder is in memory: what is in it does not count as memory of the server."""
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="reel-test-") as folder:
        yield pathlib.Path(folder)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests of a module, which must end without a failure."""
    one = Server(tmp_path_factory.mktemp("server"))
    yield one
    status = one.stop()
    log = one.log.read_text()
    assert status == 0, log
    assert "Sanitizer" not in log, log


@pytest.fixture
def start(tmp_path: pathlib.Path) -> Iterator[Callable[..., Server]]:
    """Starts servers for one test, each of which must end without a failure."""
    servers: list[Server] = []

    def run(*options: str) -> Server:
        servers.append(Server(tmp_path, *options))
        return servers[-1]

    yield run
    for each in servers:
        assert each.stop() == 0


@pytest.fixture(scope="module")
def uploader(server: Server) -> dict[str, str]:
    return server.token("upload")


def golden(*formats: str) -> list[pathlib.Path]:
    """Replays of the tree that were made for its tests."""
    folders = [SOURCE / "tests/formats" / each / "golden" for each in formats] if formats else (
        (SOURCE / "tests/formats").glob("*/golden")
    )
    return sorted(path for folder in folders for path in folder.iterdir() if path.is_file())


def bad() -> list[pathlib.Path]:
    return sorted(p for f in (SOURCE / "tests/formats").glob("*/bad") for p in f.rglob("*") if p.is_file())


# Files that take longest, the longest first: a process that begins one of them last would be waited for.
LONGEST = """trouble clients boards memory start floods soak shared postgres moderation login statuses fillings webhooks store restart crash
desk_browser events copies""".split()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {f"test_{name}": place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(places)))


REPORT: list[str] = []  # lines that tests want to be seen, in all processes
COMPARED: dict[str, int] = {}  # answers of each operation, in all processes
KNOWN: set[str] = set()  # operations whose answers have a schema


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process of pytest-xdist reports what it compared."""
    for description in DESCRIPTION:
        operations = [each for methods in description.text["paths"].values() for each in methods.values()]
        KNOWN.update(each["operationId"] for each in operations if "application/json" in each["responses"]["200"]["content"])
        for name, count in description.compared.items():
            COMPARED[name] = COMPARED.get(name, 0) + count
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["compared"], output["known"], output["report"] = COMPARED, sorted(KNOWN), REPORT


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    output = getattr(node, "workeroutput", {})
    KNOWN.update(output.get("known", []))
    REPORT.extend(output.get("report", []))
    for name, count in output.get("compared", {}).items():
        COMPARED[name] = COMPARED.get(name, 0) + count


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests have measured, and which answers were compared with their schemas."""
    for line in REPORT:
        terminalreporter.write_line(line)
    if KNOWN:
        terminalreporter.write_line(
            f"{sum(COMPARED.values())} answers of {len(COMPARED)} operations were compared with their schemas;"
            f" not of: {', '.join(sorted(KNOWN - set(COMPARED)))}"
        )
