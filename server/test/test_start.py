# SPDX-License-Identifier: MIT
"""The page for people: what it may do, and uploads by a browser."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import urllib.parse

import pytest
from conftest import SOURCE, Server, golden
from plays import play

LIGHT = os.environ.get("REEL_TEST_EFFORT", "") in ("quick", "light")
CHROMIUM = os.environ.get("REEL_CHROMIUM") or shutil.which("chromium")
AXE = pathlib.Path(os.environ.get("REEL_AXE", SOURCE / "web/viewer/node_modules/axe-core/axe.min.js"))
VIEWER = SOURCE / "web/viewer/dist/index.html"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
MARKUP = '<img src=x onerror="document.title=1">'


def test_the_page_may_run_its_own_script_only(server):
    answer = server.get("/start")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    policy = answer.headers["Content-Security-Policy"]
    for part in ("default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"):
        assert part in policy
    assert "unsafe" not in policy
    assert not re.search(r"(src|href)=\"(https?:)?//", answer.text)
    for name, kind in (("upload.js", "text/javascript"), ("style.css", "text/css")):
        assert server.get(f"/start/{name}").headers["Content-Type"] == f"{kind}; charset=utf-8"
    # what was uploaded is no script for a browser, whatever it holds
    assert server.get("/replays").headers["X-Content-Type-Options"] == "nosniff"


def test_only_browsers_without_parameters_are_sent_to_it(server):
    answer = server.get("/", headers={"Accept": BROWSER}, allow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/start")
    for headers, path in (({}, "/"), ({"Accept": "application/json"}, "/"), ({"Accept": BROWSER}, "/?playerID=1")):
        answer = server.get(path, headers=headers, allow_redirects=False)
        assert (answer.status_code, answer.json()["rule"]) == (400, "server.parameter")


@pytest.fixture(scope="module")
def chromium():
    if not CHROMIUM:
        pytest.skip("no chromium")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        api.expect.set_options(timeout=60000)
        yield playwright.chromium


@pytest.fixture(scope="module")
def browser(chromium):
    one = chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield one
    one.close()


@pytest.fixture(scope="module")
def drawing_browser(chromium):
    """Draws by software what the viewer shows, which makes everything slow."""
    drawing = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
    one = chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *drawing])
    yield one
    one.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server with plays of many kinds, and the addresses of all pages."""
    server = Server(tmp_path_factory.mktemp("site"), *(["--viewer", str(VIEWER)] if VIEWER.exists() else []))
    token = server.token("upload")
    answers = []
    long = "W" * 60 + " " + MARKUP
    for data in (
        play("1", name=long, song=long, mapper=long, difficulty="ExpertPlus"),
        play("2", name="Bea", song="A song", good=4, seed=2),
        play("3", name="Cid", song="A song", score=7, seed=3),
        play("4", name="Dee")[:800],
        *(path.read_bytes() for path in golden()[:: 64 if LIGHT else 16]),
    ):
        answer = server.post("/replays", data=data, headers=token).json()
        answers += [answer] if "id" in answer else []
    paths = ["/start", "/plays?verdict=held", "/plays/player?id=1", "/plays/search?q=a", "/plays/none"]
    paths += [f"/plays/{answer['id']}" for answer in answers]
    levels = {answer["level"]: answer["game"] for answer in answers if answer.get("level")}
    for level, game in list(levels.items())[:1]:
        quoted = urllib.parse.quote(level, safe="")
        paths += [f"/plays/level?id={quoted}", f"/plays/board?board={urllib.parse.quote(game)}&level={quoted}"]
    paths += ["/plays/levels?board=beatsaber"]
    yield server, paths
    assert server.stop() == 0


def expect(locator):
    return pytest.importorskip("playwright.sync_api").expect(locator)


def upload(tab, token: dict[str, str], data: bytes) -> str:
    tab.set_input_files("#file", {"name": "play.bsor", "mimeType": "application/octet-stream", "buffer": data})
    tab.fill("#token", token["Authorization"].removeprefix("Bearer "))
    tab.click("#upload button")
    expect(tab.locator("#answer")).not_to_have_text(re.compile("^(Uploading…)?$"))
    return tab.text_content("#answer")


def test_a_browser_uploads_and_sees_the_board_and_the_viewer(tmp_path, drawing_browser):
    server = Server(tmp_path, *(["--viewer", str(VIEWER)] if VIEWER.exists() else []))
    problems = []
    tab = drawing_browser.new_page()
    tab.on("pageerror", lambda error: problems.append(str(error)))
    try:
        token = server.token("upload")
        tab.goto(server.url)
        assert tab.url == server.url + "/start"
        expect(tab.locator("#newest ~ p").first).to_have_text("No replays yet.")
        assert upload(tab, {"Authorization": "Bearer nobody.nothing"}, play()) == "the token is unknown, has expired, or was revoked"
        refused = "The replay is refused. See the playunknown replay format (reel.unknown-format)"
        assert upload(tab, token, b"no replay") == refused
        assert upload(tab, token, play("1", name=MARKUP)) == "The replay is accepted. See the play"
        assert upload(tab, token, play("2", name="Bea", good=4, seed=2)) == "The replay is accepted. See the play"
        tab.reload()
        expect(tab.locator(".plays > li")).to_have_count(2)
        assert tab.locator(".plays .who a").all_text_contents() == ["Bea", MARKUP]
        tab.locator(".boards a").first.click()
        ranks = tab.locator("tbody tr").all_text_contents()
        assert [row[0] for row in ranks] == ["1", "2"] and MARKUP in ranks[0] and "Bea" in ranks[1]
        tab.locator("tbody a", has_text="Bea").click()
        tab.locator(".plays .what a").first.click()
        expect(tab.locator("h1")).to_have_text("A song")
        tab.locator("figure img").first.scroll_into_view_if_needed()
        tab.wait_for_function("[...document.images].every((one) => one.loading === 'lazy' || one.naturalWidth > 0)")
        tab.fill("[name=q]", "be")
        tab.press("[name=q]", "Enter")
        expect(tab.locator("main a")).to_have_text(["Bea"])
        if VIEWER.exists():
            tab.go_back()
            tab.locator("a", has_text="Watch").click()
            expect(tab.locator("html")).to_have_attribute("data-state", "ready")
            assert "/view/" in tab.url
        else:
            print("the viewer is not built: the page that plays a replay was not opened")
        assert problems == []
    finally:
        tab.close()
        assert server.stop() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_pages_fit(site, browser, scheme):
    """Also, nothing is asked of another host, and nothing breaks the policy of a page."""
    if not AXE.exists():
        pytest.skip("no axe-core: server/test.sh installs it")
    server, paths = site
    axe = AXE.read_text()
    tab = browser.new_page(color_scheme=scheme)
    asked, problems = [], []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: problems.append(message.text))
    for path in paths:
        tab.goto(server.url + path)
        assert tab.text_content("h1").strip(), path
        tab.evaluate(axe)
        found = tab.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
        assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found] == [], path
        for width in (360, 1280):
            tab.set_viewport_size({"width": width, "height": 740})
            assert tab.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
    tab.close()
    assert [url for url in asked if not url.startswith(server.url)] == []
    assert [text for text in problems if "404" not in text] == []


def test_without_script_the_start_says_how_to_upload(site, browser):
    server, _ = site
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    devtools = context.new_cdp_session(tab)
    tab.goto(server.url + "/start")
    nodes = devtools.send("Accessibility.getFullAXTree")["nodes"]
    read = {node.get("name", {}).get("value", "") for node in nodes if not node["ignored"]}
    context.close()
    assert not any(name.startswith("Token") for name in read)
    assert any("curl --fail-with-body -H" in name for name in read) and any("Newest plays" in name for name in read)
