# SPDX-License-Identifier: MIT
"""A standalone cluster of Spark on loopback, one of whose two workers is killed. Run by `python/test.sh spark`."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyspark
import pytest

import pyreel
import pyreel.spark
from plays import write_play
from spark_session import session

pytestmark = pytest.mark.filterwarnings("default")  # of other packages
PATIENCE = 120  # seconds


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(f"no {what} after {PATIENCE} s")


@contextlib.contextmanager
def daemon(log: Path, kind: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A master or a worker, in a process group of its own."""
    command = [Path(pyspark.__file__).parent / "bin" / "spark-class", f"org.apache.spark.deploy.{kind}", *arguments]
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"}
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=environment, start_new_session=True)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def found_in(log: Path, pattern: str) -> Callable[[], str | None]:
    def find() -> str | None:
        match = re.search(pattern, log.read_text(errors="replace"))
        return match and match[1]

    return find


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    folder, started, go = tmp_path / "plays", tmp_path / "started", tmp_path / "go"
    folder.mkdir()
    started.mkdir()
    for i in range(8):
        write_play(folder / f"{i}.bsor", frames=50 + i)
    expected = sorted(zip(*pyreel.scan(folder, "frames", ["time"]).to_arrow().to_pydict().values(), strict=True))

    def wait(batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        task = TaskContext.get()
        (started / f"{task.partitionId()}.{task.taskAttemptId()}").touch()
        while not go.exists():
            time.sleep(0.05)
        yield from batches

    log = tmp_path / "master.log"
    with contextlib.ExitStack() as stack:
        stack.enter_context(daemon(log, "master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0"))
        master = wait_for(found_in(log, r"(spark://127\.0\.0\.1:\d+)"), "master")
        workers = []
        for i in range(2):
            options = ["--host", "127.0.0.1", "--webui-port", "0", "-c", "1", "-m", "700m", "-d", str(tmp_path / f"worker{i}")]
            worker_log = tmp_path / f"worker{i}.log"
            workers.append(stack.enter_context(daemon(worker_log, "worker.Worker", *options, master)))
            wait_for(found_in(worker_log, "(Successfully registered)"), "worker")
        spark = stack.enter_context(session(master))
        pyreel.spark.register(spark)
        frames = spark.read.format("reel").option("table", "frames").option("columns", "time").option("partitionBytes", "1")
        query = frames.load(str(folder)).mapInArrow(wait, "file string, time double")
        rows: list[tuple[Any, ...]] = []
        collecting = threading.Thread(target=lambda: rows.extend(tuple(row) for row in query.collect()))
        collecting.start()
        wait_for(lambda: len(list(started.iterdir())) == 2, "task on each worker")
        os.killpg(workers[0].pid, signal.SIGKILL)
        workers[0].wait()
        go.touch()
        collecting.join(PATIENCE)
    assert sorted(rows) == expected
    tasks = [path.name.split(".")[0] for path in started.iterdir()]
    assert len(set(tasks)) == 8
    assert len(tasks) > 8  # the lost one ran again
