# SPDX-License-Identifier: MIT
"""What the operator demands of uploads binds: marks, challenges, their age, and findings that hold."""

from __future__ import annotations

import os
import pathlib
import signal
import struct
import subprocess
import time

import pytest
from conftest import CLOCK, COMMAND, PATIENCE, PROGRAM, Server, needs_clock, wait_for
from plays import HASH, play
from test_uploads import LEVEL, challenge, key, reel, signed, upload  # noqa: F401 (key is a fixture)


def judged(answer) -> tuple[str, list[str]]:
    assert answer.status_code in (200, 201), answer.text
    body = answer.json()
    return body["verdict"], [each["rule"] for each in body["reasons"]]


class Demanding:
    """A server whose options are in a file, which can change."""

    def __init__(self, folder: pathlib.Path, *lines: str, **more: object) -> None:
        self.config = folder / "config"
        self.write(*lines)
        self.server = Server(folder, "--config", str(self.config), **more)  # type: ignore[arg-type]
        self.token = self.server.token("upload", "challenge", name="bot")

    def write(self, *lines: str) -> None:
        self.config.write_text("\n".join(lines) + "\n")

    def __enter__(self) -> Demanding:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.server.stop() == 0

    def upload(self, data: bytes) -> tuple[str, list[str]]:
        return judged(upload(self.server, self.token, data))


def test_nothing_is_demanded_by_default(tmp_path):
    with Demanding(tmp_path) as one:
        assert one.upload(play("plain")) == ("accepted", [])


@pytest.mark.parametrize(
    ("demand", "binds"),
    [
        ("all", True),
        ("game:Beat Saber", True),
        ("format:bsor", True),
        ("format:scoresaber", False),
        (f"level:custom_level_{HASH.lower()}", True),
        (f"level:{HASH}/expert/standard", True),
        (f"level:{'B' * 40}", False),
        ("uploader:bot", True),
        ("uploader:other", False),
    ],
)
def test_a_mark_is_demanded_of_those_that_are_named(tmp_path, key, demand, binds):  # noqa: F811
    with Demanding(tmp_path, f"require-mark {demand}") as one:
        assert one.upload(play("plain")) == (("held", ["mark.missing"]) if binds else ("accepted", []))
        assert one.upload(signed(key, tmp_path, play("signer"))) == ("accepted", [])


def test_a_foreign_mark_and_none_are_held_alike(tmp_path, key):  # noqa: F811
    """With trusted keys and a demand, removing the mark of another does not help."""
    other = tmp_path / "other"
    reel("sign", "--new-key", other, "--no-password")
    with Demanding(tmp_path, f"keys {key.with_suffix('.pub')}", "require-mark all") as one:
        assert one.upload(play("plain")) == ("held", ["mark.missing"])
        assert one.upload(signed(other, tmp_path, play("stranger"))) == ("held", ["mark.key"])
        assert one.upload(signed(key, tmp_path, play("signer"))) == ("accepted", [])


def test_a_challenge_is_demanded(tmp_path, key):  # noqa: F811
    with Demanding(tmp_path, "require-challenge format:bsor") as one:
        assert one.upload(play("plain")) == ("held", ["server.challenge-missing"])
        assert one.upload(signed(key, tmp_path, play("signer"))) == ("held", ["server.challenge-missing"])
        mine = challenge(one.server, one.token, "signer")
        assert one.upload(signed(key, tmp_path, play("signer", good=7), "--challenge", mine)) == ("accepted", [])
        assert one.upload(signed(key, tmp_path, play("signer", good=6), "--challenge", mine)) == ("held", ["server.challenge"])


def test_a_challenge_is_of_a_level_however_it_is_spelled(tmp_path, key):  # noqa: F811
    with Demanding(tmp_path, "require-challenge all") as one:
        mine = challenge(one.server, one.token, " signer", f"custom_level_{HASH.lower()} WIP/7/standard")
        assert one.upload(signed(key, tmp_path, play("signer"), "--challenge", mine)) == ("accepted", [])


def test_a_demand_can_change_while_the_server_runs(tmp_path):
    with Demanding(tmp_path) as one:
        assert one.upload(play("first"))[0] == "accepted"
        one.write("require-mark all")
        one.server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: "read again" in one.server.log.read_text())
        assert one.upload(play("second"))[0] == "held"


@pytest.mark.parametrize("bad", ["require-mark some", "require-mark level:", "require-challenge format:", "hold nothing", "hold *",
                                 "require-mark format:none", "require-mark game:None", "require-challenge uploader:a b"])
def test_a_demand_that_means_nothing_is_refused(tmp_path, bad):
    name, value = bad.split(" ", 1)
    done = subprocess.run([PROGRAM, f"--{name}", value], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and f"--{name}" in done.stderr


def test_findings_hold_by_rule(tmp_path):
    """One that is an error is refused without it, and one that is a warning accepted."""
    above, fails = play("above", score=10**6), play("fails", fail_time=3.0)
    with Demanding(tmp_path) as one:
        assert upload(one.server, one.token, above).status_code == 422
        assert one.upload(fails)[0] == "accepted"
        one.write("hold beatsaber.score-above-maximum", "hold beatsaber.fail-with-*")
        one.server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: "read again" in one.server.log.read_text())
        assert one.upload(above) == ("held", ["beatsaber.score-above-maximum"])
        assert one.upload(play("fails", fail_time=3.5)) == ("held", ["beatsaber.fail-with-energy"])


class Clock:
    """A clock that is off by as many seconds as it is set to."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.path = folder / "clock"
        self.set(0)
        self.environment = {"LD_PRELOAD": str(CLOCK), "REEL_TEST_CLOCK": str(self.path)}

    def set(self, seconds: int) -> None:
        with self.path.open("r+b" if self.path.exists() else "wb") as file:  # the program has it in memory
            file.write(struct.pack("=q", seconds))


def dated(key: pathlib.Path, folder: pathlib.Path, data: bytes, clock: Clock) -> bytes:  # noqa: F811
    """A mark that was made at another time: by the clock of the command."""
    plain, marked = folder / "dated.bsor", folder / "dated-marked.bsor"
    plain.write_bytes(data)
    subprocess.run(
        [COMMAND, "sign", "--key", key, "--replace", "-o", marked, plain],
        check=True, capture_output=True, env={**os.environ, **clock.environment},
    )
    return marked.read_bytes()


@needs_clock
def test_an_old_mark_without_a_challenge_expires(tmp_path, key):  # noqa: F811
    clock = Clock(tmp_path)
    with Demanding(tmp_path, "mark-days 30") as one:
        for days, expected in ((0, "accepted"), (-20, "accepted"), (-40, "held"), (5, "held")):
            clock.set(days * 86400)
            verdict, rules = one.upload(dated(key, tmp_path, play(f"days {days}"), clock))
            assert (verdict, rules) == (expected, ["server.mark-expired"] if expected == "held" else []), days


@needs_clock
@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("seen", [False, True])
def test_an_expired_challenge_stays_dead_when_the_clock_goes_back(tmp_path, key, seen, restarted):  # noqa: F811
    """A server that runs notices by itself, and so does the next one."""
    clock = Clock(tmp_path)
    with Demanding(tmp_path, "require-challenge all", environment=clock.environment) as one:
        mine = challenge(one.server, one.token, "late")
        clock.set(2 * 3600)
        if seen:
            one.server.post("/challenges", params={"player": "somebody", "level": LEVEL}, headers=one.token)
        time.sleep(0.1 if seen else 2.5)
        if restarted:
            one.server.stop()
        clock.set(0)
        if restarted:
            one.server.start()
        late = signed(key, tmp_path, play("late"), "--challenge", mine)
        assert one.upload(late) == ("held", ["server.challenge"])
