# SPDX-License-Identifier: MIT
"""The page for people: what it may do, and uploads by a browser."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil

import pytest
from conftest import SOURCE, Server
from plays import play

CHROMIUM = os.environ.get("REEL_CHROMIUM") or shutil.which("chromium")
VIEWER = SOURCE / "web/viewer/dist/index.html"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
MARKUP = '<img src=x onerror="document.title=1">'


def test_the_page_may_run_its_own_script_only(server):
    answer = server.get("/start")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "connect-src 'self'" in policy and "unsafe" not in policy
    for name in ("script", "style"):
        (inside,) = re.findall(f"<{name}>(.*?)</{name}>", answer.text, re.S)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert not re.search(r"(src|href)=\"(https?:)?//", answer.text)


def test_only_browsers_without_parameters_are_sent_to_it(server):
    answer = server.get("/", headers={"Accept": BROWSER}, allow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/start")
    for headers, path in (({}, "/"), ({"Accept": "application/json"}, "/"), ({"Accept": BROWSER}, "/?playerID=1")):
        answer = server.get(path, headers=headers, allow_redirects=False)
        assert (answer.status_code, answer.json()["rule"]) == (400, "server.parameter")


@pytest.fixture(scope="module")
def tab():
    if not CHROMIUM:
        pytest.skip("no chromium")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
        )
        api.expect.set_options(timeout=60000)
        yield browser.new_page()
        browser.close()


def expect(locator):
    return pytest.importorskip("playwright.sync_api").expect(locator)


def upload(tab, token: dict[str, str], data: bytes) -> str:
    tab.set_input_files("#file", {"name": "play.bsor", "mimeType": "application/octet-stream", "buffer": data})
    tab.fill("#token", token["Authorization"].removeprefix("Bearer "))
    tab.click("button")
    expect(tab.locator("#answer")).not_to_have_text(re.compile("^(Uploading…)?$"))
    return tab.text_content("#answer")


def test_a_browser_uploads_and_sees_the_board_and_the_viewer(tmp_path, tab):
    server = Server(tmp_path, "--viewer", str(VIEWER))
    problems = []
    tab.on("pageerror", lambda error: problems.append(str(error)))
    try:
        token = server.token("upload")
        tab.goto(server.url)
        assert tab.url == server.url + "/start"
        expect(tab.locator("#list")).to_have_text("No replays yet.")
        assert upload(tab, {"Authorization": "Bearer nobody.nothing"}, play()) == "the token is unknown or was revoked"
        refused = "The replay is refused.error: unknown replay format (reel.unknown-format)"
        assert upload(tab, token, b"no replay") == refused
        # the motion of made plays supports nothing, and the page says so
        accepted = "The replay is accepted. WatchThe motion supports 0 of "
        assert upload(tab, token, play("1", name=MARKUP)).startswith(accepted)
        assert upload(tab, token, play("2", name="Bea", good=4, seed=2)).startswith(accepted)
        expect(tab.locator("#list tbody tr")).to_have_count(2)
        names = tab.locator("#list tbody tr td:first-child").all_text_contents()
        assert names == ["Bea", MARKUP]
        tab.locator("#list tbody tr td:nth-child(2) a").first.click()
        expect(tab.locator("#list th")).to_have_count(6)
        ranks = tab.locator("#list tbody tr").all_text_contents()
        assert [row[0] for row in ranks] == ["1", "2"] and MARKUP in ranks[0] and "Bea" in ranks[1]
        assert tab.title() == "reel"
        if VIEWER.exists():
            tab.locator("#list a", has_text="Watch").nth(1).click()
            expect(tab.locator("html")).to_have_attribute("data-state", "ready")
            assert "/view/" in tab.url
        else:
            print("the viewer is not built: the page that plays a replay was not opened")
        assert problems == []
    finally:
        assert server.stop() == 0
