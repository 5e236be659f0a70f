# SPDX-License-Identifier: MIT
"""/live: what a recorder sends is what those who watch get and what is kept; after cuts, kills, lies and full disks."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import threading

import pytest
import requests
from conftest import PATIENCE, PROGRAM, SOURCE, Server, wait_for
from lives import RECORDER, Live, Recording, Watcher
from plays import play

FORMS = ("reel", "spool")
SENDER = SOURCE / "examples/live/send.py"


def refused(answer: requests.Response, status: int, rule: str) -> dict:
    assert (answer.status_code, answer.json()["rule"]) == (status, rule), answer.text
    return answer.json()


def folder(server: Server) -> list[str]:
    return sorted(path.name for path in (server.store / "live").iterdir())


def frames(server: Server, replay: str) -> int:
    answer = requests.get(f"{server.url}/replays/{replay}/tables/frames", headers={"Accept": "text/csv"}, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    return len(answer.text.splitlines()) - 1


@pytest.mark.parametrize("form", FORMS)
def test_what_is_sent_is_watched_and_kept(server, uploader, tmp_path, form):
    source = random.Random(1)
    made = Recording(tmp_path, form, f"whole-{form}")
    live = Live(server, uploader, made.bytes[:100], title="Ann & <b>Björn</b>")
    early = [Watcher(server, live.path, events=events) for events in (True, False)]
    at = 100
    while at < len(made.bytes):
        begin = max(0, at - source.choice((0, 0, 1, 500, 10**6)))  # an answer was lost: the piece comes again
        end = min(len(made.bytes), at + source.randrange(4000))
        answer = live.send(begin, made.bytes[begin:end])
        assert answer.status_code == 200 and answer.json()["offset"] == end, answer.text
        at = end
    known = live.look()
    assert (known["state"], known["form"], known["offset"], known["replay"]) == ("live", form, len(made.bytes), None)
    assert (live.id, "Ann & <b>Björn</b>") in [(each["id"], each["title"]) for each in server.get("/live").json()["lives"]]
    middle = Watcher(server, live.path, events=False, after=5000)
    wait_for(lambda: all(each.bytes == made.bytes for each in early))  # before the end, not at it
    answer = live.end()
    assert answer.status_code == 201 and answer.json()["verdict"] == "accepted", answer.text
    replay = answer.json()["id"]
    assert server.get(f"/replays/{replay}", headers={"Accept": "application/octet-stream"}).content == made.bytes
    assert [each.finish() for each in (*early, middle)] == [made.bytes, made.bytes, made.bytes[5000:]]
    assert (early[0].outcome["state"], early[0].outcome["replay"]) == ("kept", replay)
    late = Watcher(server, live.path)  # for a minute
    assert late.finish() == made.bytes and late.outcome["replay"] == replay
    assert folder(server) == [] and server.get("/live").json()["lives"] == []


def test_the_file_that_a_recorder_makes_in_the_end_is_kept_instead(server, uploader, tmp_path):
    made = Recording(tmp_path, "spool", "file")
    live = Live(server, uploader, made.bytes)
    watcher = Watcher(server, live.path)
    answer = live.end(made.play)
    assert answer.status_code == 201, answer.text
    assert server.get(answer.headers["Location"], headers={"Accept": "application/octet-stream"}).content == made.play
    assert watcher.finish() == made.bytes and watcher.outcome["replay"] == answer.json()["id"]


def test_offsets_that_lie(server, uploader, tmp_path):
    data = Recording(tmp_path, "reel", "lies").bytes
    live = Live(server, uploader, data[:3000])
    known = refused(live.send(3001, data[3001:4000]), 409, "live.offset")
    assert known["live"]["offset"] == 3000
    refused(live.send(2**62, b"x"), 409, "live.offset")
    for wrong in ("-1", "x", "", "1.5", "99999999999999999999", "0&offset=1"):
        assert live.send(wrong, b"x").status_code == 400, wrong
    assert server.post(live.path, data=b"x", headers=uploader).status_code == 400
    for at in (0, 1500, 2999):
        changed = bytes([data[at] ^ 1]) + data[at + 1 : 3100]
        refused(live.send(at, changed), 409, "live.bytes")
    assert live.look()["offset"] == 3000
    assert live.send(0, data).json()["offset"] == len(data)
    assert live.send(0, b"").json()["offset"] == len(data)
    assert live.end().status_code == 201


def test_pieces_of_a_byte(server, uploader, tmp_path):
    data = Recording(tmp_path, "reel", "bytes").bytes
    live = Live(server, uploader)
    watchers = [Watcher(server, live.path, events=events) for events in (True, False)]
    for at in range(400):
        assert live.send(at, data[at : at + 1]).json()["offset"] == at + 1
    assert live.send(400, data[400:]).status_code == 200
    assert live.end().status_code == 201
    assert [each.finish() for each in watchers] == [data, data]


def test_what_two_connections_send_at_once_is_there_once(server, uploader, tmp_path):
    data = Recording(tmp_path, "reel", "twice").bytes
    live = Live(server, uploader)

    def send(_: int) -> None:
        at = 0
        with requests.Session() as session:
            while at < len(data):
                url = f"{server.url}{live.path}?offset={at}"
                answer = session.post(url, data=data[at : at + 700], headers=uploader, timeout=PATIENCE)
                assert answer.status_code == 200, answer.text
                at += 700

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(send, range(4)))
    assert live.look()["offset"] == len(data)
    assert live.end().status_code == 201


def test_after_the_end_nothing_comes(server, uploader, tmp_path):
    data = Recording(tmp_path, "reel", "over").bytes
    live = Live(server, uploader, data)
    replay = live.end().json()["id"]
    for answer in (live.send(len(data), b"more"), live.end(), live.end(data), server_delete(live)):
        known = refused(answer, 409, "live.over")["live"]
        assert (known["state"], known["replay"], known["verdict"]) == ("kept", replay, "accepted")
    gone = Live(server, uploader, data[:2000])
    watcher = Watcher(server, gone.path)
    assert server_delete(gone).json()["state"] == "discarded"
    assert watcher.finish() == data[:2000] and watcher.outcome["state"] == "discarded"
    refused(gone.send(2000, data[2000:]), 409, "live.over")


def server_delete(live: Live) -> requests.Response:
    return live.server.described(requests.delete(live.server.url + live.path, headers=live.token, timeout=PATIENCE))


def test_bytes_that_are_no_replay(server, uploader, tmp_path):
    source = random.Random(3)
    data = Recording(tmp_path, "reel", "junk").bytes
    before = folder(server)
    for first in (b"x", b"REELSPL2", b"\x89reelb", b"\x89PNG\r\n\x1a\n", source.randbytes(5000)):
        refused(server.post("/live", data=first, headers=uploader), 422, "live.form")
    assert folder(server) == before
    live = Live(server, uploader, b"REEL")
    refused(live.send(4, b"SPL2"), 422, "live.form")
    assert live.look()["offset"] == 4 and live.look()["form"] == ""
    assert live.send(4, b"SPL1" + source.randbytes(4000)).json()["form"] == "spool"
    watcher = Watcher(server, live.path)
    assert live.end().status_code in (415, 422)
    watcher.finish()
    assert watcher.outcome["state"] == "refused" and watcher.outcome["rule"]
    cut = Live(server, uploader, data[: len(data) // 2])  # the recorder says that this is all
    assert refused(cut.end(), 422, "server.refused")["findings"]
    assert cut.look()["rule"] == "server.refused"
    empty = Live(server, uploader)
    assert empty.end().status_code in (415, 422)


def test_whose_it_is(server, uploader, tmp_path):
    data = Recording(tmp_path, "reel", "mine").bytes
    other, challenger = server.token("upload"), server.token("challenge")
    live = Live(server, uploader, data[:1000])
    stranger = Live.__new__(Live)
    stranger.__dict__ = {**live.__dict__, "token": other}
    for answer in (stranger.send(1000, data[1000:]), stranger.end(), server_delete(stranger)):
        refused(answer, 403, "live.owner")
    for headers, status in (({}, 401), (challenger, 403), ({"Authorization": "Bearer a.b"}, 401)):
        assert server.post("/live", data=data, headers=headers).status_code == status
        assert server.post(live.path + "?offset=1000", data=b"x", headers=headers).status_code == status
    assert live.look()["offset"] == 1000
    for path in ("/live/" + "0" * 32, "/live/x"):
        refused(server.get(path), 404, "live.id")
        assert server.get(path + "/stream").status_code == 404
        refused(server.post(path + "?offset=0", data=b"x", headers=uploader), 404, "live.id")
        refused(server.post(path + "/end", data=b"", headers={**uploader, "Content-Length": "0"}), 404, "live.id")
    assert server.post("/live?title=" + "x" * 256, data=data, headers=uploader).status_code == 400
    assert server.post("/live?title=", data=data, headers=uploader).status_code == 400
    for wrong in ("x", "-1"):
        assert server.get(f"{live.path}/stream?offset={wrong}").status_code == 400
        answer = server.get(live.path + "/stream", headers={"Accept": "text/event-stream", "Last-Event-ID": wrong})
        assert answer.status_code == 400
    assert server.get(live.path + "/stream", headers={"Accept": "image/png"}).status_code == 406
    server_delete(live)


@pytest.mark.parametrize("form", FORMS)
def test_a_recorder_that_is_killed_loses_at_most_the_last_flush(start, tmp_path, form):
    """Whatever the byte at which it was killed."""
    source = random.Random(form)
    server = start("--live-seconds", "1")
    token = server.token("upload")
    cuts, lives = [], []
    for n in range(12):
        made = Recording(tmp_path, form, f"{form}-{n}", seed=n)
        size = source.choice(made.flushes)[0]
        cut = max(100, min(len(made.bytes), source.choice((source.randrange(len(made.bytes)), size - 1, size, size + 1))))
        cuts.append((made, cut))
        lives.append(Live(server, token, made.bytes[:cut]))
    watcher = Watcher(server, lives[0].path)
    wait_for(lambda: all(each.look()["state"] not in ("live", "judging") for each in lives))
    kept = 0
    for (made, cut), live in zip(cuts, lives, strict=True):
        known, wanted = live.look(), made.frames_at(cut)
        if known["state"] == "kept":
            stored = server.get(f"/replays/{known['replay']}", headers={"Accept": "application/octet-stream"}).content
            assert made.bytes.startswith(stored) and len(stored) <= cut
            assert frames(server, known["replay"]) == wanted
            kept += 1
        else:  # without frames and notes there is nothing to keep
            assert wanted < made.flushes[2][1], (known, wanted)
    assert kept >= 6
    watcher.finish()
    assert watcher.outcome["state"] in ("kept", "refused", "discarded")
    assert folder(server) == []


def test_a_live_goes_on_after_the_server_was_killed(start, tmp_path):
    source = random.Random(7)
    server = start()
    port = server.port
    token = server.token("upload")
    made = Recording(tmp_path, "reel", "killed", seconds=12.0)
    live = Live(server, token)
    at, position, seen = 0, 0, b""
    for _ in range(4):
        watcher = Watcher(server, live.path, after=position)
        stop = threading.Timer(source.uniform(0.05, 0.3), server.kill)
        stop.start()
        with contextlib.suppress(requests.RequestException):
            while at < len(made.bytes) - 4000:
                piece = made.bytes[at : at + source.randrange(1, 300)]
                at = live.send(at, piece).json()["offset"]
        stop.join()
        wait_for(lambda: watcher.ended)  # noqa: B023
        seen, position = seen + watcher.bytes, watcher.position
        watcher.close()
        server.start(port)
        known = live.look()
        assert known["state"] == "live" and known["offset"] >= at  # what was acknowledged is there
        at = known["offset"]
    assert live.send(at, made.bytes[at:]).status_code == 200
    watcher = Watcher(server, live.path, after=position)
    assert live.end().status_code == 201
    assert seen + watcher.finish() == made.bytes
    assert server.get(f"/replays/{live.look()['replay']}", headers={"Accept": "application/octet-stream"}).content == made.bytes


def test_lives_that_are_begun_and_left(start, tmp_path):
    server = start("--lives", "40")
    tokens = [server.token("upload") for _ in range(3)]
    data = Recording(tmp_path, "reel", "left").bytes
    before = server.descriptors()
    seen: set[tuple[int, int, str]] = set()

    def begin(n: int) -> None:
        answer = requests.post(server.url + "/live", data=data[: n % 900], headers=tokens[0], timeout=PATIENCE)
        seen.add((0, answer.status_code, answer.json().get("rule", "")))

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(begin, range(600)))
        assert {code for _, code, _ in seen} == {201, 429} and (0, 429, "live.own-many") in seen
        for _ in range(20):
            Live(server, tokens[1], data[:900])  # half of them is left to others
        refused(server.post("/live", data=data, headers=tokens[2]), 503, "live.many")
        assert requests.post(server.url + "/live", data=data, headers=tokens[1], timeout=PATIENCE).headers["Retry-After"]
    assert len(server.get("/live").json()["lives"]) == 40
    assert server.stop() == 0
    server.options += ["--live-seconds", "1"]
    server.start()
    wait_for(lambda: server.get("/live").json()["lives"] == [])
    assert folder(server) == []
    assert Live(server, tokens[2], data).end().status_code == 201
    server.get("/version")
    assert server.metric("reel_live_plays") == 0
    assert server.descriptors() <= before + 64  # those that are over keep their file for a minute, at most 40 of them


def test_what_one_uploader_may_have(start, tmp_path):
    server = start("--quota-uploads", "1")
    token = server.token("upload", name="one")
    data = [Recording(tmp_path, "reel", f"quota-{n}", seed=n).bytes for n in range(2)]
    first, second = Live(server, token, data[0]), Live(server, token, data[1])
    assert first.end().status_code == 201
    refused(second.end(), 429, "server.quota-uploads")
    assert second.look()["state"] == "live"  # it waits until tomorrow, as its uploader does
    refused(server.post("/live", data=data[1], headers=token), 429, "server.quota-uploads")
    moderator = server.token("moderate")
    server.post("/moderation/bans?kind=uploader&name=one&action=refuse", headers=moderator)
    refused(second.send(0, data[1]), 403, "server.banned")
    refused(server.post("/live", data=data[1], headers=token), 403, "server.banned")
    refused(second.end(), 403, "server.banned")
    assert second.look()["state"] == "refused"


def test_lives_that_are_left_take_the_time_of_their_token(start, tmp_path):
    server = start("--token-work", "1", "--live-seconds", "3")
    token = server.token("upload")
    known = play("known")
    assert server.post("/replays", data=known, headers=token).status_code == 201
    # about three seconds of a worker in all; no more at once than a slow machine judges while a request of the same token waits behind them
    made = Recording(tmp_path, "reel", "work", seconds=200.0, rate=90)
    sizes = [size for size, _ in made.flushes[-120:]]
    lives: list[Live] = []

    def spent() -> bool:
        return server.post("/replays", data=known, headers=token).status_code == 429

    while sizes and not spent():
        lives = [Live(server, token, made.bytes[: sizes.pop()]) for _ in range(8)]
        wait_for(lambda: spent() or all(each.look()["state"] not in ("live", "judging") for each in lives))
    assert spent()
    assert lives[0].send(0, b"").status_code in (200, 409)  # a piece needs no worker


def test_bytes_of_all_lives_are_bounded(start, tmp_path):
    server = start("--live-size", "1", "--body", "1")
    token = server.token("upload")
    data = Recording(tmp_path, "reel", "large", seconds=100.0).bytes
    assert 1 << 19 < len(data) < 1 << 20
    one, other = Live(server, token, data), Live(server, token, data[:1000])
    refused(other.send(1000, data[1000:]), 503, "live.room")
    assert other.look()["offset"] == 1000
    refused(one.send(len(data), bytes((1 << 20) - len(data) + 1)), 413, "live.size")
    assert server.metric("reel_live_bytes") == len(data) + 1000
    assert one.end().status_code == 201
    assert other.look()["offset"] == 1000


def test_those_that_are_over_make_room(start, tmp_path):
    server = start("--live-size", "1", "--lives", "8")
    token = server.token("upload")
    data = Recording(tmp_path, "reel", "room", seconds=30.0).bytes
    before = server.descriptors()
    for _ in range(100):
        server_delete(Live(server, token, data[:10]))
    assert server.descriptors() <= before + 30  # eight are remembered
    for _ in range(40):
        live = Live(server, token, data)
        assert server_delete(live).json()["state"] == "discarded"
    assert server.metric("reel_live_bytes") <= 1 << 20
    assert server.descriptors() <= before + 30
    watcher = Watcher(server, live.path)  # one that is over is there until its room is needed
    assert watcher.finish() == data
    assert Live(server, token, data).end().status_code == 201


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path):
    place = tmp_path / "live"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", place], capture_output=True, check=False).returncode:
        pytest.skip("a file system of the test's own cannot be mounted: it needs root")
    server = None
    try:
        server = Server(tmp_path, "--live", str(place))
        token = server.token("upload")
        data = Recording(tmp_path, "reel", "full", seconds=60.0).bytes
        live = Live(server, token, data[:300000])
        with contextlib.suppress(OSError), (place / "full").open("ab", buffering=0) as full:
            while full.write(bytes(1 << 12)):
                pass
        at = 300000
        while (answer := live.send(at, data[at : at + 5000])).status_code == 200:  # up to the end of a page
            at = answer.json()["offset"]
        refused(answer, 503, "live.room")
        assert live.look()["offset"] == at == (place / live.id).stat().st_size
        assert server.post("/live", data=data, headers=token).status_code == 503
        (place / "full").unlink()
        assert live.send(at, data[at:]).status_code == 200
        answer = live.end()
        assert answer.status_code == 201, answer.text
        assert server.get(answer.headers["Location"], headers={"Accept": "application/octet-stream"}).content == data
    finally:
        if server:
            assert server.stop() == 0
        subprocess.run(["umount", "-l", place], check=True)


def test_who_watches_and_does_not_read(start, tmp_path):
    server = start("--live-clients", "64")
    token = server.token("upload")
    data = Recording(tmp_path, "reel", "slow", seconds=60.0).bytes
    live = Live(server, token, data[:10000])
    request = f"GET {live.path}/stream HTTP/1.1\r\nHost: x\r\nAccept: %s\r\n\r\n"
    idle = []
    for n in range(12):
        connection = server.connect()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall((request % ("text/event-stream" if n % 2 else "*/*")).encode())
        idle.append(connection)
    wait_for(lambda: live.look()["watchers"] == 12)
    watcher = Watcher(server, live.path)
    before = server.metric("reel_memory_bytes")
    for at in range(10000, len(data), 50000):
        assert live.send(at, data[at : at + 50000]).status_code == 200
    wait_for(lambda: watcher.bytes == data)
    assert server.metric("reel_memory_bytes") < before + (1 << 20)  # a slow one costs no memory
    assert live.end().status_code == 201
    watcher.finish()
    for connection in idle:
        connection.close()
    wait_for(lambda: server.metric("reel_live_clients") == 0)


def test_how_many_watch(start, tmp_path):
    server = start("--live-clients", "40", "--proxy", "127.0.0.1")
    live = Live(server, server.token("upload"), Recording(tmp_path, "reel", "many").bytes)
    answers = []

    def watch(address: str) -> int:
        answer = requests.get(f"{server.url}{live.path}/stream", headers={"X-Forwarded-For": address}, stream=True, timeout=PATIENCE)
        answers.append(answer)
        return answer.status_code

    assert [watch("192.0.2.1") for _ in range(12)] == [200] * 10 + [503] * 2
    assert [watch(f"192.0.2.{n}") for n in range(2, 40)] == [200] * 30 + [503] * 8
    for each in answers:
        each.close()
    wait_for(lambda: watch("192.0.2.1") == 200)
    answers[-1].close()


def test_a_folder_with_other_things(tmp_path):
    place = tmp_path / "store/live"
    place.mkdir(parents=True)
    made = Recording(tmp_path, "reel", "folder").bytes
    owner = b"1795672347909 3 0 2\noneAb"
    files = {
        "a" * 32: made, "a" * 32 + ".of": owner,
        "b" * 32: made,  # nobody's
        "c" * 32 + ".of": owner,  # without bytes
        "d" * 32: b"junk", "d" * 32 + ".of": owner,
        "e" * 32: made, "e" * 32 + ".of": b"1 999999 7 0\nx",
        "f" * 32: made, "f" * 32 + ".of": b"1 18446744073709551615 4 1\nonexy",
        "0" * 32: made, "0" * 32 + ".of": b"",
        "1" * 32: made, "1" * 32 + ".of": b"x y z",
        "2" * 32: b"", "2" * 32 + ".of": owner,
        "3" * 32 + ".new": owner, "note.txt": b"a person's",
    }  # fmt: skip
    for name, data in files.items():
        (place / name).write_bytes(data)
    server = Server(tmp_path, "--live-seconds", "1")
    try:
        assert {each["id"][0] for each in server.get("/live").json()["lives"]} <= {"a", "2"}
        wait_for(lambda: server.get("/live").json()["lives"] == [])
        assert server.get("/live/" + "a" * 32).json()["state"] == "kept"
        assert server.get("/live/" + "2" * 32).json()["state"] == "discarded"
        assert folder(server) == ["note.txt"]
        other = subprocess.run(
            [PROGRAM, "--store", server.store, "--port", "0", "--check"], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert other.returncode in (0, 2)
    finally:
        assert server.stop() == 0


def test_one_server_has_the_folder(tmp_path):
    one = Server(tmp_path)
    other = Server(tmp_path)
    try:
        token = one.token("upload")
        live = Live(one, token, Recording(tmp_path, "reel", "shared").bytes)
        refused(other.post("/live", data=b"", headers={**token, "Content-Length": "0"}), 503, "live.closed")
        assert one.stop() == 0
        wait_for(lambda: other.get(live.path).status_code == 200)  # it takes over
        live.server = other
        assert live.end().status_code == 201
    finally:
        assert one.stop() == 0 and other.stop() == 0


def test_a_server_without_lives(start):
    server = start("--lives", "0")
    token = server.token("upload")
    refused(server.post("/live", data=b"x", headers=token), 404, "live.none")
    refused(server.get("/live"), 404, "live.none")


@pytest.mark.parametrize(("form", "finished"), [("reel", False), ("spool", False), ("spool", True)])
def test_the_example_sends_beside_a_recorder(server, uploader, tmp_path, form, finished):
    source, path, made = tmp_path / "play.bsor", tmp_path / f"play.{form}", tmp_path / "made.bsor"
    source.write_bytes(play(f"example-{form}-{finished}", seed=4, rate=60))
    script = f"sleep 0.3; {RECORDER} {form} {source} {path} && cp {source} {made}"
    run = subprocess.run(
        [sys.executable, SENDER, server.url, path, *(["--finished", made] if finished else []), "--", "sh", "-c", script],
        env={**os.environ, "REEL_TOKEN": uploader["Authorization"].removeprefix("Bearer ")}, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    stream, answer = run.stdout.splitlines()
    assert requests.get(stream, timeout=PATIENCE).content == path.read_bytes()
    kept = server.get(f"/replays/{json.loads(answer)['id']}", headers={"Accept": "application/octet-stream"}).content
    assert kept == (source if finished else path).read_bytes()
