# SPDX-License-Identifier: MIT
"""The page of a live play in Chromium: it follows the recorder, is paused and sought, goes on after the server was killed, and is in the end what the file
is."""

from __future__ import annotations

import html
import json
import os
import pathlib
import subprocess
import sys
import time

import pytest
import requests
from conftest import PATIENCE, SOURCE, Server, wait_for
from lives import Recording
from test_start import VIEWER, browser, chromium

__all__ = ["browser", "chromium"]  # fixtures

SENDER = SOURCE / "examples/live/send.py"
TITLE = "Ann & <b>Björn</b>"
CLOCK = "(() => { const { clock } = window.reelViewer.player() ?? {}; return clock && [clock.time, clock.span.to, clock.following, clock.playing] })()"
TABLES = "window.reelViewer.player().loaded.opened.tables.map(({ origin, name, length }) => [origin, name, length])"
# Writes a recording as a recorder does that flushes each second of the play, but only after a line on its input.
RECORDER = """
import sys
path, copy, *sizes = sys.argv[1:]
data, at = open(copy, 'rb').read(), 0
for size in map(int, sizes):
    sys.stdin.readline()
    with open(path, 'ab') as out:
        out.write(data[at:size])
    at = size
"""


@pytest.fixture
def server(tmp_path):
    if not VIEWER.exists():
        pytest.skip("no web/viewer/dist/index.html: web/build.sh")
    one = Server(tmp_path, "--viewer", str(VIEWER))
    yield one
    assert one.stop() == 0


def clock(tab) -> tuple[float, float, bool, bool]:
    return tuple(tab.evaluate(CLOCK) or (0.0, 0.0, False, False))


def until(tab, what: str) -> None:
    """Waits for a condition on the clock. The page's policy forbids what waits inside of it."""
    wait_for(lambda: tab.evaluate(f"(() => {{ const {{ clock, loaded }} = window.reelViewer.player() ?? {{}}; return clock && ({what}) }})()"))


class Sender:
    """examples/live/send.py beside a recorder that goes on when the test says so."""

    def __init__(self, server: Server, token: dict[str, str], folder: pathlib.Path, form: str) -> None:
        self.form = form
        self.made = Recording(folder, form, f"page-{form}", seconds=6.0, rate=60)
        copy, self.path = folder / "copy", folder / f"growing.{form}"
        copy.write_bytes(self.made.bytes)
        self.steps = [*(size for size, _ in self.made.flushes), len(self.made.bytes)]
        self.process = subprocess.Popen(
            [sys.executable, SENDER, server.url, self.path, "--", sys.executable, "-c", RECORDER, self.path, copy, *map(str, self.steps)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "REEL_TOKEN": token["Authorization"].removeprefix("Bearer ")},
        )  # fmt: skip
        self.at = 0

    def close(self) -> None:
        """After a failure nothing is left that goes on sending."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def step(self) -> None:
        """The next second of the play."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.at += 1

    def stream(self) -> str:
        return self.process.stdout.readline().strip()

    def end(self) -> str:
        for _ in range(self.at, len(self.steps)):
            self.step()
        self.process.stdin.close()
        answer = self.process.stdout.readline()
        assert self.process.wait(60) == 0
        self.process.stdout.close()
        return str(json.loads(answer)["id"])


@pytest.fixture(params=["reel", "spool"])
def sender(request, server, tmp_path):
    one = Sender(server, server.token("upload"), tmp_path, request.param)
    yield one
    one.close()


def test_the_page_follows_a_play_to_its_end(server, sender, browser):
    for _ in range(3):
        sender.step()
    address = sender.stream().removesuffix("/stream") + "/view"
    tab = browser.new_page(viewport={"width": 480, "height": 420})
    complaints: list[str] = []
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(address)
    until(tab, "clock.span.to > 1.5 && clock.following")
    # What is recorded is shown, by a clock that stays at the end.
    asked = time.monotonic()
    before = clock(tab)[1]
    sender.step()
    until(tab, f"clock.span.to > {before} + 0.9")
    print(f"{sender.form}: a second of the play is in the page {time.monotonic() - asked:.2f} s after it was recorded")
    until(tab, "clock.following && clock.playing && clock.time > clock.span.to - 0.1")
    # Paused and sought, it stays where it is while the play goes on; the button goes back to what is played now.
    tab.keyboard.press("k")
    tab.keyboard.press("Home")
    sender.step()
    until(tab, f"clock.span.to > {before} + 1.9")
    assert clock(tab)[0] == tab.evaluate("window.reelViewer.player().clock.span.from") and not clock(tab)[2]
    assert "behind" in tab.text_content(".live")
    # The server is killed; the page goes on from its byte, and so does the recorder.
    port = int(server.url.rsplit(":", 1)[1])
    server.kill()
    tab.locator(".live [role=status]", has_text="The connection is lost").wait_for()
    server.start(port)
    tab.click("[data-action=live]")
    assert clock(tab)[2]
    replay = sender.end()
    tab.locator(".live", has_text="The play is over.").wait_for()
    until(tab, "!clock.playing && clock.time === clock.span.to")
    assert tab.locator("[data-action=live]").count() == 0
    tables = tab.evaluate(TABLES)
    bytes_read = tab.evaluate("window.reelViewer.player().loaded.file.size")
    assert (bytes_read, complaints) == (len(sender.made.bytes), [])
    # The end of a replay is its end: playing starts again.
    tab.keyboard.press("k")
    until(tab, "clock.playing && clock.time < clock.span.to")
    tab.goto(f"{server.url}/view/{replay}")
    until(tab, "loaded.opened.tables.length > 0")
    assert tab.evaluate(TABLES) == tables
    frames = requests.get(f"{server.url}/replays/{replay}/tables/frames", headers={"Accept": "text/csv"}, timeout=PATIENCE).text
    assert ["replay", "frames", len(frames.splitlines()) - 1] in tables
    tab.close()


def test_the_page_is_the_viewers_with_the_address_of_the_stream(server):
    uploader = server.token("upload")
    live = server.post("/live", data=b"", headers=uploader, params={"title": TITLE}).json()["id"]
    answer = server.get(f"/live/{live}/view")
    assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-store"
    policy = answer.headers["Content-Security-Policy"]
    assert "connect-src 'self' blob: data:;" in policy and "default-src 'none'" in policy
    block = answer.text.split('id="reel-live"')[1].split(">")[0]
    assert f'data-src="/live/{live}/stream"' in block and html.unescape(block.split('data-name="')[1].rstrip('"')) == TITLE
    for unknown in ("0" * len(live), "x"):
        refused = server.get(f"/live/{unknown}/view")
        assert (refused.status_code, refused.json()["rule"]) == (404, "live.id")
    assert requests.delete(f"{server.url}/live/{live}", headers=uploader, timeout=PATIENCE).status_code == 200
