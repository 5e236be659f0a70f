# SPDX-License-Identifier: MIT
"""The same answers from PostgreSQL. REEL_TEST_DATABASE is a postgres:// address of an empty database; needs psql."""

from __future__ import annotations

import concurrent.futures
import os
import subprocess
import time

import pytest
from conftest import Server, hash_of
from plays import play

USES_DATABASE = True  # conftest.py

DATABASE = os.environ.get("REEL_TEST_DATABASE", "")
pytestmark = pytest.mark.skipif(not DATABASE, reason="REEL_TEST_DATABASE is not set")


def sql(text: str) -> str:
    run = subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", DATABASE], input=text, capture_output=True, text=True, check=True)
    return run.stdout


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory):
    """Two servers with one database and one store."""
    folder = tmp_path_factory.mktemp("postgres")
    (folder / "b").mkdir()
    first = Server(folder, "--database", DATABASE)
    second = Server(folder / "b", "--database", DATABASE, "--store", str(folder / "store"), store=False)
    yield first, second
    assert (first.stop(), second.stop()) == (0, 0)


@pytest.fixture(scope="module")
def token(servers) -> dict[str, str]:
    now = int(time.time() * 1000)
    sql(f"INSERT INTO token (name, scopes, hash, created, revoked) VALUES ('pg', 'upload challenge', '{hash_of('pg.s')}', {now}, 0);")
    return {"Authorization": "Bearer pg.s"}


def test_two_servers_share_what_is_kept(servers, token):
    first, second = servers
    data = play("pg", level="A" * 40)
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda one: one.post("/replays", data=data, headers=token), [first, second] * 3))
    assert sorted(each.status_code for each in answers) == [200] * 5 + [201]
    assert len({each.content for each in answers}) == 1
    assert second.get(f"/replays/{answers[0].json()['id']}").content == data
    assert first.get("/readyz").status_code == 200


def test_of_copies_on_two_servers_at_once_one_is_accepted(servers, token):
    copies = [play(f"pg copy {n}", level="E" * 40, seed=97, seconds=50.0) for n in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: servers[n % 2].post("/replays", data=copies[n], headers=token), range(8)))
    assert sorted(each.json()["verdict"] for each in answers) == ["accepted"] + ["held"] * 7


def test_lists_boards_and_calls(servers, token):
    first, second = servers
    wanted = [
        first.post("/replays", data=play("pager", level="B" * 40, good=i), headers=token).json()["id"] for i in range(5)
    ]
    got, path = [], "/replays?player=pager&limit=2"
    while path:
        page = second.get(path).json()
        got += [each["id"] for each in page["replays"]]
        path = page.get("next")
    assert got == wanted[::-1]
    newest = second.get("/replays?player=pager&limit=1").json()["replays"][0]
    assert second.get(f"/replays?player=pager&since={newest['received']}").json()["replays"][0] == newest
    board = second.get(f"/boards/Beat%20Saber/{'B' * 40}/Expert/Standard").json()["entries"]
    assert [each["id"] for each in board] == [wanted[-1]]
    assert second.get("/", params={"playerID": "pager", "songID": "B" * 40}).status_code == 200
    assert second.get("/", params={"playerID": "pager", "songID": "B" * 39}).status_code == 404


def test_keys_challenges_and_copies(servers, token):
    first, second = servers
    key = {**token, "Idempotency-Key": "k"}
    assert first.post("/replays", data=play("k1"), headers=key).status_code == 201
    assert second.post("/replays", data=play("k1"), headers=key).status_code == 200
    assert second.post("/replays", data=play("k2"), headers=key).status_code == 422
    answer = first.post("/challenges", params={"player": "' OR ''='", "level": "\u2028"}, headers=token)
    assert answer.status_code == 201 and answer.json()["player"] == "' OR ''='"
    mover = first.post("/replays", data=play("mover", level="D" * 40, seconds=50), headers=token).json()
    thief = second.post("/replays", data=play("thief", level="D" * 40, seconds=50), headers=token).json()
    assert thief["verdict"] == "held" and thief["similar"][0]["id"] == mover["id"]


def test_a_database_that_hangs_does_not_stop_the_server(servers, token):
    """A lock keeps all statements about replays waiting."""
    server = servers[0]
    lock = subprocess.Popen(
        ["psql", "-qAtX", DATABASE, "-c", "BEGIN; LOCK TABLE replay, token; SELECT pg_sleep(25)"], stdout=subprocess.DEVNULL
    )
    while "AccessExclusiveLock" not in sql("SELECT mode FROM pg_locks WHERE relation = 'token'::regclass;"):
        time.sleep(0.05)
    try:
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            uploads = []
            for n in range(4):  # one after the other, so that each thread that serves connections gets some
                uploads.append(pool.submit(server.post, "/replays", data=play(f"late-{n}"), headers=token))
                time.sleep(0.2)
            lists = [pool.submit(server.get, path) for path in ("/replays", "/boards/x/y", "/replays/" + "0" * 64, "/readyz") * 2]
            time.sleep(1)
            for _ in range(20):
                begin = time.monotonic()
                assert server.get("/version").status_code == 200
                assert time.monotonic() - begin < 5  # a statement gets ten
            answers = [each.result() for each in lists]
            assert {each.result().json()["rule"] for each in uploads if each.result().status_code == 503} == {"sql.late"}
        # readiness asks for another table, and the last ones may be asked when the lock is gone
        assert {each.status_code for each in answers} <= {200, 404, 503}
        assert [each.status_code for each in answers].count(503) >= 2
        assert {each.json()["rule"] for each in answers if each.status_code == 503} == {"sql.late"}
    finally:
        lock.kill()
        lock.wait()
        # of this database: tests in other processes have others, where migrations take such locks
        sql("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE mode = 'AccessExclusiveLock'"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database());")
    assert server.get("/replays").status_code == 200


@pytest.mark.parametrize("name", ["'; DROP TABLE replay; --", b"\xff\xfe", b"nul\x00inside", "x" * 600])
def test_names_stay_data(servers, token, name):
    answer = servers[0].post("/replays", data=play(name, name=name), headers=token)
    assert answer.status_code in (201, 422)
    assert sql("SELECT count(*) > 0 FROM replay;") == "t\n"


@pytest.mark.parametrize("text", ["%ff", "%00", "a%c3", "%ed%a0%80"])
def test_text_that_is_not_utf8_is_refused_before_the_database(servers, token, text):
    for answer in (
        servers[0].get(f"/replays?player={text}"),
        servers[0].get(f"/?playerID={text}&songID=a"),
        servers[0].get(f"/boards/beatsaber/{text}"),
        servers[0].post(f"/challenges?player={text}&level=a", headers=token),
        servers[0].post("/replays", data=b"x", headers={**token, "Idempotency-Key": b"\xff"}),
    ):
        assert (answer.status_code, answer.json()["rule"]) == (400, "server.request")
