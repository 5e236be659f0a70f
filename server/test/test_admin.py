# SPDX-License-Identifier: MIT
"""fsck, token, backup and restore."""

import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import threading
import time

import pytest
import requests
from conftest import PATIENCE, PROGRAM, Server, wait_for
from plays import play

OLD = (time.time() - 7200,) * 2


class Store:
    """A store with replays that are only bytes, as an upload leaves them."""

    def __init__(self, folder):
        self.folder = folder
        self.run("token", "list")  # makes the tables

    def run(self, *words, status=0):
        done = subprocess.run([PROGRAM, "--store", self.folder, *words], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == status, done
        return done.stdout

    def database(self):
        return sqlite3.connect(self.folder / "catalogue.sqlite")

    def add(self, data, entry=True, stored=True):
        name = hashlib.sha256(data).hexdigest()
        if entry:
            with self.database() as database:
                columns = [row[1] for row in database.execute("PRAGMA table_info(replay)")]
                number = database.execute("SELECT COUNT(*) + 1 FROM replay").fetchone()[0]
                values = {"id": name, "number": number, "received": 1, "size": len(data), "verdict": 2, "errors": 0, "warnings": 0, "seconds": 1.0}
                row = [values.get(c, "") for c in columns]
                database.execute(f"INSERT INTO replay VALUES ({','.join('?' * len(row))})", row)
        if stored:
            self.path(name).parent.mkdir(exist_ok=True)
            self.path(name).write_bytes(data)
            os.utime(self.path(name), OLD)
        return name

    def path(self, name):
        return self.folder / name[:2] / name

    def ids(self):
        with self.database() as database:
            return sorted(row[0] for row in database.execute("SELECT id FROM replay"))


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "store")


def test_a_sound_store_has_nothing_to_report(store):
    for n in range(5):
        store.add(b"replay %d" % n)
    assert store.run("fsck") == "5 entries, 5 replays: 0 missing, 0 damaged, 0 unlisted, 0 temporary files\n"


def test_more_entries_than_one_page_are_all_checked(store):
    for n in range(1001):
        store.add(b"%d" % n, stored=n % 500 != 0)
    assert "1001 entries, 998 replays: 3 missing" in store.run("fsck", status=1)


def test_fsck_finds_and_repairs_what_a_crash_leaves(store):
    sound, missing, damaged = store.add(b"sound"), store.add(b"missing", stored=False), store.add(b"damaged")
    unlisted, young = store.add(b"unlisted", entry=False), store.add(b"young", entry=False)
    store.path(damaged).write_bytes(b"Damaged")
    os.utime(store.path(young))
    stray = store.path(sound).parent / ".new-0123456789abcdef"
    stray.write_bytes(b"half")
    os.utime(stray, OLD)

    report = store.run("fsck", status=1)
    assert f"missing\t{missing}\t" in report
    assert f"damaged\t{damaged}\t" in report
    assert f"unlisted\t{unlisted}\t" in report
    assert young not in report
    assert report.endswith("1 missing, 1 damaged, 1 unlisted, 1 temporary files\n")
    assert stray.exists()
    assert store.path(unlisted).exists()

    store.run("fsck", "--repair", status=1)
    assert not stray.exists()
    assert (store.folder / "lost" / unlisted).read_bytes() == b"unlisted"
    assert (store.folder / "lost" / damaged).read_bytes() == b"Damaged"
    assert store.ids() == sorted([sound, missing, damaged])

    store.run("fsck", "--repair", "--forget")
    assert store.ids() == [sound]
    assert store.path(young).exists()
    assert store.run("fsck").endswith("0 missing, 0 damaged, 0 unlisted, 0 temporary files\n")


FIRST_TABLES = """
CREATE TABLE reel_version (one INTEGER PRIMARY KEY, version BIGINT NOT NULL);
INSERT INTO reel_version VALUES (1, 1);
CREATE TABLE replay (id TEXT PRIMARY KEY, received BIGINT NOT NULL, size BIGINT NOT NULL, verdict INTEGER NOT NULL,
    format TEXT NOT NULL, game TEXT NOT NULL, player TEXT NOT NULL, player_name TEXT NOT NULL, level TEXT NOT NULL,
    score DOUBLE PRECISION, seconds DOUBLE PRECISION NOT NULL, errors BIGINT NOT NULL, warnings BIGINT NOT NULL,
    uploader TEXT NOT NULL, answer TEXT NOT NULL, fingerprint TEXT NOT NULL);
CREATE TABLE token (name TEXT PRIMARY KEY, scopes TEXT NOT NULL, hash TEXT NOT NULL, created BIGINT NOT NULL,
    revoked BIGINT NOT NULL);
CREATE TABLE challenge (id TEXT PRIMARY KEY, player TEXT NOT NULL, level TEXT NOT NULL, created BIGINT NOT NULL,
    expires BIGINT NOT NULL, used_by TEXT NOT NULL);
CREATE TABLE upload_key (uploader TEXT NOT NULL, name TEXT NOT NULL, id TEXT NOT NULL, created BIGINT NOT NULL,
    PRIMARY KEY (uploader, name));
"""


def test_a_catalogue_of_the_first_version_is_brought_forward(tmp_path):
    folder = tmp_path / "store"
    folder.mkdir()
    with sqlite3.connect(folder / "catalogue.sqlite") as database:
        database.executescript(FIRST_TABLES)
        of_two = "Beat Saber, Tilt Brush"  # a format of several games is on the boards of each
        for game, player, won in (("Beat Saber", "ann", True), ("Beat Saber", "bob", False), (of_two, '"won":false', True)):
            answer = json.dumps({"player": player, "statistics": {"summary": [{"won": won}]}}, separators=(",", ":"))
            row = (hashlib.sha256(player.encode()).hexdigest(), 1, 1, 2, "bsor", game, player, "", "l", 5.0, 1.0, 0, 0, "t", answer, "")
            database.execute(f"INSERT INTO replay VALUES ({','.join('?' * len(row))})", row)
    database.close()
    server = Server(tmp_path)
    try:
        board = server.get("/boards/beatsaber/l").json()["entries"]
        assert {each["player"] for each in board} == {"ann", '"won":false'}
        assert len(server.get("/replays").json()["replays"]) == 3
        assert server.post("/replays", data=play(), headers=server.token("upload")).status_code == 201
    finally:
        assert server.stop() == 0


def test_an_upload_brings_back_what_was_damaged(tmp_path):
    server = Server(tmp_path)
    store = Store(server.store)
    data, token = play("again"), server.token("upload")
    try:
        first = server.post("/replays", data=data, headers=token)
        known = first.json()["id"]
        for moved in (False, True):
            store.path(known).write_bytes(data[:-1] + b"x")
            if moved:
                assert "moved" in store.run("fsck", "--repair")
            again = server.post("/replays", data=data, headers=token)
            assert (again.status_code, again.content) == (200, first.content)
            assert server.get(f"/replays/{known}").content == data
        assert "0 missing, 0 damaged, 0 unlisted" in store.run("fsck")
    finally:
        server.stop()


def test_backup_and_restore_give_the_same_store(store, tmp_path):
    names = [store.add(b"replay %d" % n) for n in range(20)]
    store.add(b"unlisted", entry=False)
    token = store.run("token", "add", "bot").strip()
    assert store.run("backup", tmp_path / "copy").startswith("copied 20 replays")
    names.append(store.add(b"later"))
    assert store.run("backup", tmp_path / "copy").startswith("copied 21 replays")  # again, over the first

    other = Store(tmp_path / "other")
    assert other.run("restore", tmp_path / "copy").startswith("restored 21 replays")
    assert other.ids() == sorted(names)
    assert all(other.path(n).read_bytes() == store.path(n).read_bytes() for n in names)
    assert "21 entries, 21 replays: 0 missing, 0 damaged" in other.run("fsck")
    assert "bot" in other.run("token", "list")
    assert token


def test_a_backup_of_a_damaged_store_fails(store, tmp_path):
    store.path(store.add(b"damaged")).write_bytes(b"Damaged")
    store.run("backup", tmp_path / "copy", status=1)
    assert not (tmp_path / "copy/catalogue.sqlite").exists()


def test_restore_does_not_overwrite_entries(store, tmp_path):
    store.add(b"replay")
    store.run("backup", tmp_path / "copy")
    store.run("restore", tmp_path / "copy", status=1)


def test_a_token_works_until_it_is_rotated_or_revoked(tmp_path):
    server = Server(tmp_path)
    store = Store(server.store)

    def upload(token):
        headers = {"Authorization": f"Bearer {token}"}
        return requests.post(f"{server.url}/replays", data=b"no replay", headers=headers, timeout=PATIENCE).status_code

    try:
        first = store.run("token", "add", "bot").strip()
        assert upload(first) == 415
        second = store.run("token", "rotate", "bot").strip()
        assert first.startswith("bot.")
        assert (upload(first), upload(second)) == (401, 415)
        store.run("token", "revoke", "bot")
        assert upload(second) == 401
        store.run("token", "rotate", "bot", status=1)
        other = store.run("token", "add", "reader", "--scopes", "challenge").strip()
        assert upload(other) == 403
        assert [line.split("\t")[:4:3] for line in store.run("token", "list").splitlines()] == [["bot", "revoked"], ["reader", "valid"]]
    finally:
        server.stop()


def test_a_token_has_a_rate_of_its_own(tmp_path):
    server = Server(tmp_path, "--token-rate", "1", "--token-burst", "2")
    store = Store(server.store)
    try:
        tokens = [store.run("token", "add", name).strip() for name in ("a", "b")]
        answers = [
            requests.post(f"{server.url}/replays", data=b"x", headers={"Authorization": f"Bearer {t}"}, timeout=PATIENCE).status_code
            for t in (tokens[0],) * 5 + (tokens[1],)
        ]
        assert 429 in answers[:5]
        assert answers[5] == 415
    finally:
        server.stop()


def test_secrets_are_not_in_the_database(store):
    secret = store.run("token", "add", "bot").strip().split(".", 1)[1]
    assert all(secret.encode() not in p.read_bytes() for p in pathlib.Path(store.folder).glob("catalogue*"))


@pytest.mark.parametrize("words", [["nonsense"], ["token"], ["token", "add"], ["token", "sell", "x"], ["fsck", "x"], ["backup"]])
def test_wrong_commands_are_refused(store, words):
    store.run(*words, status=2)


def test_a_store_on_s3_needs_a_database():
    environment = {**os.environ, "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x"}
    done = subprocess.run([PROGRAM, "--store", "s3://bucket", "fsck"], capture_output=True, text=True, env=environment, timeout=PATIENCE)
    assert done.returncode == 1
    assert "--database is needed" in done.stderr


def test_scopes_that_no_route_has_are_refused(store):
    store.run("token", "add", "bot", "--scopes", "uplaod", status=2)
    store.run("token", "add", "bot", "--scopes", "upload uplaod", status=2)
    store.run("token", "add", "bot", "--scopes", " ", status=2)
    assert store.run("token", "list") == ""


def test_the_name_of_a_revoked_token_can_be_used_again(store):
    store.run("token", "add", "bot")
    store.run("token", "add", "bot", status=1)
    store.run("token", "revoke", "bot")
    assert store.run("token", "add", "bot", "--scopes", "upload").startswith("bot.")
    assert store.run("token", "list").split("\t")[::2][:2] == ["bot", time.strftime("%Y-%m-%d", time.gmtime())]
    assert "valid" in store.run("token", "list")


def test_a_token_expires(tmp_path):
    server = Server(tmp_path)
    store = Store(server.store)
    try:
        token = store.run("token", "add", "bot", "--expires", "7").strip()
        headers = {"Authorization": f"Bearer {token}"}
        assert server.post("/replays", data=b"x", headers=headers).status_code == 415
        assert store.run("token", "list").split("\t")[3] == "valid"
        with store.database() as database:
            database.execute("UPDATE token SET expires = 1000")
        database.close()
        assert server.post("/replays", data=b"x", headers=headers).status_code == 401
        assert store.run("token", "list").split("\t")[3:5] == ["expired", "1970-01-01"]
        assert store.run("token", "add", "bot")  # its name is free
    finally:
        server.stop()


def test_what_was_done_to_tokens_is_kept(store):
    store.run("token", "add", "bot", "--scopes", "upload")
    store.run("token", "rotate", "bot")
    store.run("token", "revoke", "bot")
    store.run("token", "revoke", "bot", status=1)  # was not done
    lines = [line.split("\t") for line in store.run("audit").splitlines()]
    assert [line[1:] for line in lines] == [
        ["token.add", "bot", "upload", "operator"], ["token.rotate", "bot", "", "operator"], ["token.revoke", "bot", "", "operator"]
    ]


def test_a_name_that_was_mistyped_makes_no_store(tmp_path):
    for words in (["fsck"], ["backup", tmp_path / "copy"], ["audit"], ["restore", tmp_path / "missing"]):
        done = subprocess.run([PROGRAM, "--store", tmp_path / "typo", *words], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 1 and "typo" in done.stderr or "missing" in done.stderr, done
        assert list(tmp_path.iterdir()) == []


def test_a_catalogue_that_cannot_be_opened_is_named(tmp_path):
    path = tmp_path / "none" / "catalogue.sqlite"
    words = [PROGRAM, "--store", tmp_path / "store", "--database", path, "--port", "0"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1 and "catalogue.sqlite: No such file or directory" in done.stderr, done.stderr


def test_a_folder_that_is_no_backup_is_not_restored(store, tmp_path):
    store.run("restore", tmp_path / "missing", status=1)
    (tmp_path / "empty").mkdir()
    store.run("restore", tmp_path / "empty", status=1)
    assert store.run("token", "list") == ""  # the catalogue is as it was


def test_the_store_is_readable_by_its_owner_only(tmp_path):
    server = Server(tmp_path)
    try:
        known = server.post("/replays", data=play("mine"), headers=server.token("upload")).json()["id"]
        modes = {path: path.stat().st_mode & 0o777 for path in (server.store, server.store / known[:2], server.store / known[:2] / known)}
        assert list(modes.values()) == [0o700, 0o700, 0o600]
    finally:
        server.stop()


@pytest.mark.parametrize("how", ["full", "read-only"])
def test_a_store_that_takes_nothing_is_not_ready(tmp_path, how):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        # a file that is open for writing keeps a file system from becoming read-only
        database = tmp_path / "elsewhere.sqlite" if how == "read-only" else disk / "catalogue.sqlite"
        server = Server(tmp_path, "--store", str(disk / "store"), "--database", str(database), store=False)
        assert server.get("/readyz").status_code == 200
        if how == "full":
            filler = os.open(disk / "filler", os.O_WRONLY | os.O_CREAT)
            with pytest.raises(OSError):
                while os.write(filler, bytes(4096)):
                    pass
            os.close(filler)
        else:
            subprocess.run(["mount", "-o", "remount,bind,ro", disk], check=True)
        time.sleep(1.1)
        answer = server.get("/readyz")
        assert (answer.status_code, answer.headers["Content-Type"]) == (503, "application/problem+json"), answer.text
        assert server.get("/healthz").status_code == 200
        subprocess.run(["mount", "-o", "remount,bind,rw", disk], check=True)
        (disk / "filler").unlink(missing_ok=True)
        wait_for(lambda: server.get("/readyz").status_code == 200)
        server.stop()
    finally:
        subprocess.run(["umount", "-l", disk], check=False)


def test_a_server_whose_disk_is_nearly_full_is_not_ready(tmp_path):
    """Less is free than one upload may take, and less than a fiftieth."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        server = Server(tmp_path, "--store", str(disk / "store"), store=False)
        assert server.get("/readyz").status_code == 200
        free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        (disk / "filler").write_bytes(bytes(free - 300_000))

        def answer() -> tuple[int, str]:
            now = server.get("/readyz")
            return now.status_code, now.json()["rule"] if now.status_code == 503 else ""

        wait_for(lambda: answer() == (503, "server.disk"))
        assert server.get("/replays").status_code == 200
        (disk / "filler").unlink()
        wait_for(lambda: answer() == (200, ""))
        assert server.stop() == 0
    finally:
        subprocess.run(["umount", "-l", disk], check=False)


@pytest.mark.parametrize("nice", [5, 10, 19])
def test_a_server_of_low_priority_decodes(tmp_path, nice):
    server = Server(tmp_path, under=("nice", "-n", str(nice)))
    try:
        assert server.post("/", data=play("nice")).status_code == 200
        assert server.metric("reel_workers_died_total") == 0
    finally:
        server.stop()


def test_options_are_checked_without_a_start(tmp_path):
    config = tmp_path / "config"
    right = ("port 0\nrate 5\n", "# " + "x" * 5000 + " no-anonymous\nrate=5", "no-anonymous\n", "address ::1\r\n", "")
    wrong = ("rate many\n", "nonsense 1\n", "keys /missing\n", "no-anonymous no\n", "access-log=off\n", "rate\n")
    wrong += ("rate 5\0\n", "rate " + "0" * 1019 + "5\nno-anonymous 1\n", "address localhost\n", "# \0 a\n")
    for text, status in [(each, 0) for each in right] + [(each, 2) for each in wrong]:
        config.write_text(text)
        done = subprocess.run([PROGRAM, "--config", config, "--check"], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == status, done
        assert bool(done.stderr) == bool(status)
    for unreadable in (tmp_path / "missing", tmp_path):
        assert subprocess.run([PROGRAM, "--config", unreadable, "--check"], capture_output=True, timeout=PATIENCE).returncode == 2


@pytest.mark.parametrize("how", ["deleted", "replaced", "folder"])
def test_a_catalogue_that_is_not_there_any_more_takes_nothing(tmp_path, how):
    """What is written to a file that nobody finds again is not acknowledged."""
    server = Server(tmp_path)
    token = server.token("upload")
    first = server.post("/replays", data=play("first"), headers=token).json()["id"]
    subprocess.run([PROGRAM, "--store", server.store, "backup", tmp_path / "copy"], check=True, timeout=PATIENCE)
    away = tmp_path / "away"
    server.database.rename(away)
    if how == "replaced":
        server.database.write_bytes((tmp_path / "copy" / "catalogue.sqlite").read_bytes())
    elif how == "folder":
        server.database.mkdir()
    answer = server.post("/replays", data=play("second", seed=2), headers=token)
    assert answer.status_code == 503 and "deleted or replaced" in answer.json()["title"], answer.text
    assert server.get("/readyz").status_code == 503
    assert server.get("/healthz").status_code == 200
    if how == "folder":
        server.database.rmdir()
    away.rename(server.database)
    wait_for(lambda: server.get("/readyz").status_code == 200)
    second = server.post("/replays", data=play("second", seed=2), headers=token)
    assert second.status_code == 201
    assert server.stop() == 0
    server.start()
    assert {each["id"] for each in server.get("/replays").json()["replays"]} == {first, second.json()["id"]}
    assert server.stop() == 0


def test_a_server_that_cannot_keep_bodies_is_not_ready(tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    server = Server(tmp_path, "--scratch", str(scratch))
    scratch.rmdir()
    scratch.write_bytes(b"")
    answer = server.get("/readyz")
    assert (answer.status_code, answer.json()["rule"]) == (503, "server.scratch"), answer.text
    scratch.unlink()
    scratch.mkdir()
    wait_for(lambda: server.get("/readyz").status_code == 200)
    assert server.stop() == 0


def test_a_backup_that_lacks_a_replay_is_not_restored_silently(tmp_path):
    server = Server(tmp_path)
    token = server.token("upload")
    ids = [server.post("/replays", data=play(name, seed=n), headers=token).json()["id"] for n, name in enumerate(("a", "b"))]
    server.stop()
    copy = tmp_path / "copy"
    subprocess.run([PROGRAM, "--store", server.store, "backup", copy], check=True, timeout=PATIENCE)
    (copy / ids[0][:2] / ids[0]).unlink()
    done = subprocess.run([PROGRAM, "--store", tmp_path / "new", "restore", copy], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1 and ids[0] in done.stderr, done
    assert (tmp_path / "new" / ids[1][:2] / ids[1]).exists()


def test_a_backup_while_uploads_come_has_what_was_acknowledged_before(tmp_path):
    server, sent, stopping = Server(tmp_path), [], threading.Event()
    token = server.token("upload")

    def send() -> None:
        for seed in range(400):
            answer = requests.post(server.url + "/replays", data=play(f"p{seed % 7}", seed=seed, notes=3), headers=token, timeout=PATIENCE)
            if answer.status_code == 201:
                sent.append(answer.json()["id"])
            if stopping.is_set():
                return

    sender = threading.Thread(target=send)
    sender.start()
    try:
        wait_for(lambda: len(sent) >= 5)
        for part in range(2):
            before = set(sent)
            subprocess.run([PROGRAM, "--store", server.store, "backup", tmp_path / "copy"], check=True, timeout=PATIENCE, capture_output=True)
            shutil.copytree(tmp_path / "copy", tmp_path / f"copy {part}")
            other = Store(tmp_path / f"other {part}")
            other.run("restore", tmp_path / f"copy {part}")
            assert before <= set(other.ids())
            assert ", 0 missing, 0 damaged" in other.run("fsck")[:200].replace("replays:", "replays,")
    finally:
        stopping.set()
        sender.join()
        assert server.stop() == 0
