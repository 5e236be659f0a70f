# SPDX-License-Identifier: MIT
"""reel-server import and export: the verdicts of uploads, whenever it is stopped; and what others read."""

from __future__ import annotations

import lzma
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import time

import pytest
from conftest import COMMAND, PATIENCE, PROGRAM, Server, golden, lenient_boards, wait_for
from plays import play

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")
COLUMNS = "id, verdict, format, game, player_key, level_key, title, author, detail, score, ranked, errors, warnings"


def command(store: pathlib.Path, *words: str, status: int = 0) -> subprocess.CompletedProcess:
    options = os.environ.get("REEL_SERVER_OPTIONS", "").split()
    done = subprocess.run([PROGRAM, "--store", store, *options, *words], capture_output=True, text=True, timeout=300)
    assert done.returncode == status, done.stderr
    return done


def entries(store: pathlib.Path) -> list[tuple]:
    with sqlite3.connect(store / "catalogue.sqlite") as catalogue:
        found = catalogue.execute(f"SELECT {COLUMNS} FROM replay ORDER BY id").fetchall()
    catalogue.close()
    return found


def make_tree(folder: pathlib.Path) -> dict[str, bytes]:
    """Replays and other files, in folders whose names sort in all ways."""
    files = {f"golden/{number}": path.read_bytes() for number, path in enumerate(golden()[:: 8 if LIGHT else 2])}
    names = ("a/x", "a.b", "a/y/z", "a b", "ab", "A", "é", "9", "-", "a/y.z")
    files |= {name: play(f"player {number}", seed=number, notes=3 + number % 5, good=3) for number, name in enumerate(names)}
    # of two packings of a play the first is the original, although the other one is read sooner
    long = play("packed", seed=400, seconds=900, notes=40, good=40)
    files |= {"same/0": lzma.compress(long, preset=1), "same/1": long}
    files |= {"notes.txt": b"no replay\n", "empty": b"", ".hidden": play("hidden"), "cut": play("cut")[:800], "again": files["a/x"]}
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "link").symlink_to(folder)
    return files


def upload(server: Server, data: bytes, token: dict[str, str]):
    """The answer about the replay: a busy machine may make the server say "later" first."""
    for _ in range(60):
        answer = server.post("/replays", data=data, headers=token)
        if answer.status_code not in (429, 503):
            assert answer.status_code < 500, answer.text
            return answer
        time.sleep(float(answer.headers["Retry-After"]))
    raise AssertionError(f"busy for a minute: {answer.text}")


def test_verdicts_are_those_of_uploads(tmp_path):
    files = make_tree(tmp_path / "tree")
    boards = lenient_boards(tmp_path, ())
    done = command(tmp_path / "store", *boards, "import", str(tmp_path / "tree"))
    server = Server(tmp_path / "tree")
    token = server.token("upload")
    # the walk has one order; of copies the first one is the original
    key = lambda name: [part.encode() for part in name.split("/")]  # noqa: E731
    verdicts: dict[str, int] = {}
    for name in sorted(files, key=key):
        if not name.startswith("."):
            answer = upload(server, files[name], token)
            verdict = answer.json().get("verdict", "none")
            verdicts[name] = verdict if answer.status_code != 200 else "known"
    assert server.stop() == 0
    assert entries(tmp_path / "store") == entries(server.store)
    refused = {line.split("\t")[1] for line in done.stdout.splitlines() if line.startswith("refused")}
    assert refused == {n for n, v in verdicts.items() if v == "refused" and n not in ("notes.txt", "empty")}
    assert "2 not replays" in done.stderr and "known" in done.stderr
    # once more, everything is known
    again = command(tmp_path / "store", *boards, "import", str(tmp_path / "tree"))
    assert "accepted" not in again.stderr and entries(tmp_path / "store") == entries(server.store)


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_an_import_that_ends_early_goes_on(tmp_path, sign):
    source = random.Random(sign)
    make_tree(tmp_path / "tree")
    command(tmp_path / "whole", "import", str(tmp_path / "tree"))
    whole = {row[0] for row in entries(tmp_path / "whole")}
    store = tmp_path / "store"
    for _ in range(3 if LIGHT else 10):
        before = len(entries(store)) if (store / "catalogue.sqlite").exists() else 0
        if before >= len(whole):
            break
        wanted = before + source.randint(1, max(1, len(whole) // 4))
        run = subprocess.Popen(
            [PROGRAM, "--store", store, "--workers", "1", *os.environ.get("REEL_SERVER_OPTIONS", "").split(), "import", tmp_path / "tree"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        wait_for(lambda: run.poll() is not None or has_entries(store, wanted))
        run.send_signal(sign)
        _, log = run.communicate(timeout=PATIENCE)
        assert run.returncode in (0, 1 if sign == signal.SIGINT else -sign), log
        assert run.returncode == 0 or sign == signal.SIGKILL or "the same command goes on" in log
    done = command(store, "import", str(tmp_path / "tree"))
    assert {row[0] for row in entries(store)} == whole
    if sign == signal.SIGINT and "goes on at" not in done.stderr:
        print("the last run had judged every file")
    assert "0 missing, 0 damaged" in command(store, "fsck", status=0).stdout
    with sqlite3.connect(store / "catalogue.sqlite") as catalogue:
        assert catalogue.execute("SELECT COUNT(*) FROM import_position").fetchone() == (0,)
    catalogue.close()


def has_entries(store: pathlib.Path, count: int) -> bool:
    try:
        with sqlite3.connect(store / "catalogue.sqlite", timeout=5) as catalogue:
            found = catalogue.execute("SELECT COUNT(*) FROM replay").fetchone()[0]
        catalogue.close()
    except sqlite3.OperationalError:
        return False
    return found >= count


def test_demands_and_names_of_uploaders_hold_for_an_import(tmp_path):
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "one").write_bytes(play("one"))
    done = command(tmp_path / "store", "--require-mark", "uploader:archive", "--uploader", "archive", "import", str(tree))
    assert done.stdout == "held\tone\tmark.missing\tthe server accepts such replays only with a mark\n"
    (row,) = entries(tmp_path / "store")
    assert row[1] == 1


def test_each_file_that_is_held_or_refused_has_its_rule_and_a_sentence(tmp_path):
    tree = tmp_path / "tree"
    tree.mkdir()
    late = "the last note is more than 2 s after the last frame: servers refuse the replay (bsor.notes-after-frames)"
    files = {
        "1 other score": (play("ann", score=5), "held", "server.score", "the stated score is not the recomputed one"),
        "2 copy": (play("bob", seconds=30), "held", "server.copy", "the motion, or a part of it, is that of another player's replay"),
        "3 late notes": (play("eve", notes=20, seconds=4.0, seed=3), "refused", "server.refused", f"the replay has 1 error: {late}"),
        "4 cut": (play("dan", seed=4)[:800], "refused", "", ""),
        "5 fine": (play("fay", seed=5), "", "", ""),
    }
    (tree / "0 original").write_bytes(play("ann", level="B" * 40, seconds=30))
    assert command(tmp_path / "store", "import", str(tree)).stdout == ""
    for name, (data, *_) in files.items():
        (tree / name).write_bytes(data)
    lines = [line.split("\t") for line in command(tmp_path / "store", "import", str(tree)).stdout.splitlines()]
    assert sorted(line[1] for line in lines) == ["1 other score", "2 copy", "3 late notes", "4 cut"]
    for verdict, name, rule, message in lines:
        assert (verdict, *([rule, message] if files[name][2] else [])) == (files[name][1], *(files[name][2:] if files[name][2] else []))
        assert rule and message, name


def test_a_server_that_runs_sees_what_is_imported(start, tmp_path):
    server = start()
    tree = tmp_path / "more"
    tree.mkdir()
    for number in range(12):
        (tree / str(number)).write_bytes(play(f"p{number}", seed=number, notes=4 + number % 4))
    command(server.store, "import", str(tree))
    assert len(server.get("/replays").json()["replays"]) == 12
    assert server.get("/plays/player?id=p3").status_code == 200


def test_what_cannot_be_read_is_reported(tmp_path):
    assert "nowhere" in command(tmp_path / "store", "import", str(tmp_path / "nowhere"), status=1).stderr
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "large").write_bytes(b"x" * (1 << 20) + b"y")
    done = command(tmp_path / "store", "--body", "1", "import", str(tree), status=1)
    assert done.stdout.startswith("failed\tlarge\timport.read\t")


def test_an_export_is_read_by_others_and_imported_again(tmp_path):
    make_tree(tmp_path / "tree")
    command(tmp_path / "store", "import", str(tmp_path / "tree"))
    kept = entries(tmp_path / "store")
    out = tmp_path / "out"
    assert command(tmp_path / "store", "export", str(out)).stdout == f"{len(kept)} replays, {len(kept)} of them new\n"
    assert command(tmp_path / "store", "export", str(out)).stdout == f"{len(kept)} replays, 0 of them new\n"
    files = {path.stem: path for path in (out / "replays").rglob("*") if path.is_file()}
    assert set(files) == {row[0] for row in kept}
    (part,) = (out / "plays").iterdir()
    assert part.read_bytes()[:4] == part.read_bytes()[-4:] == b"PAR1"
    check_table(tmp_path / "store", part)
    command(tmp_path / "other", "import", str(out / "replays"))
    assert {row[0] for row in entries(tmp_path / "other")} == {row[0] for row in kept}
    if not COMMAND.exists():
        pytest.skip("the command reel is not built: set REEL")
    done = subprocess.run([COMMAND, "scan", "-q", out / "replays", "-o", tmp_path / "dataset"], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    assert list((tmp_path / "dataset/files").glob("*.parquet"))


def check_table(store: pathlib.Path, part: pathlib.Path) -> None:
    """The table has what the catalogue has, as pyarrow and DuckDB read it."""
    names = "id, verdict, format, game, player, player_name, level, title, author, uploader, received, size, score, seconds, ranked"
    with sqlite3.connect(store / "catalogue.sqlite") as catalogue:
        rows = catalogue.execute(f"SELECT {names} FROM replay ORDER BY id").fetchall()
    catalogue.close()
    verdicts = {1: "held", 2: "accepted"}
    wanted = [(row[0], verdicts[row[1]], *row[2:-1], bool(row[-1])) for row in rows]
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(part)
    columns = [table.column(name).to_pylist() for name in names.split(", ")]
    assert sorted(zip(*columns, strict=True)) == wanted
    assert all(file == f"{i[:2]}/{i}.{f}" for file, i, f in zip(*(table.column(n).to_pylist() for n in ("file", "id", "format")), strict=True))
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.sql(f"SELECT {names} FROM read_parquet('{part.parent}/*.parquet') ORDER BY id").fetchall() == wanted
    best = "SELECT player, MAX(score) FROM {} WHERE verdict {} AND score IS NOT NULL GROUP BY player ORDER BY player"
    with sqlite3.connect(store / "catalogue.sqlite") as catalogue:
        ours = catalogue.execute(best.format("replay", "= 2")).fetchall()
    catalogue.close()
    assert duckdb.sql(best.format(f"read_parquet('{part.parent}/*.parquet')", "= 'accepted'")).fetchall() == ours
