# SPDX-License-Identifier: MIT
"""The pages of moderators in a browser: without script, by keyboard, in light and dark, on narrow and wide screens.

With REEL_PICTURES, a folder, each page is kept there as a picture.
"""

from __future__ import annotations

import os
import pathlib

import pytest
from conftest import Server, wait_for
from plays import play
from test_start import AXE, browser, chromium, expect

__all__ = ["browser", "chromium"]  # fixtures

LONG = "W" * 60 + " <b>long</b>"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server with held, hidden, banned and refused ones; the token of a moderator and of an uploader; all addresses."""
    server = Server(tmp_path_factory.mktemp("desk"))
    uploader, moderator = server.token("upload", name="bot"), server.token("moderate", name="mod")
    ids = []
    for n, name in enumerate(("Ann", "Bea", LONG)):
        data = play(f"p{n}", name=name, song=f"{name}'s song", mapper=name, seed=60 + n, score=5, level=f"{n:040d}")
        ids.append(server.post("/replays", data=data, headers=uploader).json()["id"])
    for name in ("owner", "thief"):
        ids.append(server.post("/replays", data=play(name, seed=70, seconds=50.0), headers=uploader).json()["id"])
    server.post("/replays", data=play("cut", seed=9)[:900], headers=uploader)
    server.post("/replays", data=b"no replay", headers=uploader)
    server.post(f"/moderation/replays/{ids[1]}", params={"act": "hide", "reason": LONG}, headers=moderator)
    server.post("/moderation/bans", params={"kind": "player", "name": LONG, "reason": LONG}, headers=moderator)
    pages = ["/desk", *(f"/desk/replays/{each}" for each in ids), "/desk/refused", "/desk/bans", "/desk/log"]
    yield server, uploader, moderator, pages
    assert server.stop() == 0


def sign_in(tab, server: Server, headers: dict[str, str], where: str) -> None:
    tab.goto(server.url + where)
    expect(tab.locator("h1")).to_have_text("Sign in")
    tab.locator("[name=token]").focus()
    tab.keyboard.type(headers["Authorization"].removeprefix("Bearer "))
    tab.keyboard.press("Enter")
    expect(tab.locator("h1")).not_to_have_text("Sign in")


def test_without_script_a_moderator_signs_in_decides_and_signs_out(tmp_path, browser):
    server = Server(tmp_path)
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    try:
        uploader, moderator = server.token("upload"), server.token("moderate", name="mod")
        for n, song in enumerate(("First", "Second")):
            server.post("/replays", data=play("p", song=song, seed=n, score=5, level=f"{n:040d}"), headers=uploader)
        sign_in(tab, server, moderator, "/desk")
        expect(tab.locator(".cards h2")).to_have_text(["First", "Second"])
        first = tab.locator(".cards > li").first
        first.locator("[name=reason]").fill("sound <3")
        first.locator("button", has_text="Approve").click()
        expect(tab.locator(".cards h2")).to_have_text(["Second"])
        tab.locator(".cards h2 a").click()
        tab.locator("button", has_text="Hide").click()
        expect(tab.locator(".verdict")).to_have_text("hidden")
        tab.locator("nav a", has_text="Log").click()
        expect(tab.locator("h1")).to_have_text("Log")
        assert "replay.approve" in tab.text_content("main") and "sound <3" in tab.text_content("main")
        tab.locator("nav button", has_text="Sign out").click()
        tab.wait_for_url(server.url + "/start")
        tab.goto(server.url + "/desk")
        expect(tab.locator("h1")).to_have_text("Sign in")
        sign_in(tab, server, uploader, "/desk/uploads")
        expect(tab.locator("h1")).to_have_text("Your refused uploads")
    finally:
        context.close()
        assert server.stop() == 0


VIEWER = """<!doctype html><html><head><title>v</title></head><body><div id="app"></div><script>
let now = 0, timer
const tell = (message) => parent.postMessage({ reel: 1, ...message }, "*")
addEventListener("message", ({ data }) => {
  if (data.type === "hello") tell({ type: "welcome", id: data.id, versions: [1], ready: null }), setTimeout(tell, 50, { type: "ready", detail: {} })
  if (data.type === "seek") now = data.time
  if (data.type === "play") timer ??= setInterval(() => tell({ type: "timeupdate", detail: { time: (now += 0.05) } }), 50)
  if (data.type === "pause") timer = clearInterval(timer)
})
setInterval(() => (document.title = now.toFixed(2)), 20)
</script></body></html>"""


def test_two_plays_run_in_step(tmp_path, browser):
    """With a stand-in that speaks the protocol of the viewer's frame: the other play is where its seconds match."""
    viewer = tmp_path / "viewer.html"
    viewer.write_text(VIEWER)
    server = Server(tmp_path, "--viewer", str(viewer))
    context = browser.new_context()
    tab = context.new_page()
    try:
        uploader, moderator = server.token("upload"), server.token("moderate", name="mod")
        one, two = (server.post("/replays", data=play(f"p{n}", seed=n), headers=uploader).json()["id"] for n in range(2))
        sign_in(tab, server, moderator, "/desk")
        tab.goto(f"{server.url}/desk/compare?id={one}&with={two}&from=12.5&source_from=20.25&seconds=9")
        run = tab.locator("#run")
        expect(run).to_be_visible()
        times = lambda: [float(frame.title()) for frame in tab.frames[1:]]  # noqa: E731
        wait_for(lambda: times() == [12.5, 20.25])
        run.click()
        wait_for(lambda: times()[0] > 13)
        here, there = times()
        assert there - here == pytest.approx(7.75, abs=0.3)
        run.click()
        tab.locator("#at").evaluate("(range) => { range.value = 15; range.dispatchEvent(new Event('input')) }")
        wait_for(lambda: times() == [15, 22.75])
        expect(tab.locator("#time")).to_have_text("15.00 s here, 22.75 s there")
        tab.locator("#back").click()
        wait_for(lambda: times() == [12.5, 20.25])
    finally:
        context.close()
        assert server.stop() == 0


def test_a_page_of_another_site_cannot_act(site, browser, tmp_path):
    """It posts what a form of the page posts, with all that it can know; the browser is signed in."""
    server, _, moderator, pages = site
    held = pages[1].rsplit("/", 1)[1]
    fields = f'<input name="id" value="{held}"><input name="act" value="approve"><input name="form" value="{"0" * 32}">'
    trap = f'<form method="post" action="{server.url}/desk/act">{fields}<button>Win</button></form>'
    context = browser.new_context()
    tab = context.new_page()
    sign_in(tab, server, moderator, "/desk")
    tab.route("https://evil.example/", lambda route: route.fulfill(body=trap, content_type="text/html"))
    tab.goto("https://evil.example/")
    tab.locator("button").click()
    expect(tab.locator("h1")).to_have_text("Sign in")  # the cookie was not even sent
    context.close()
    assert server.get(f"/moderation/replays/{held}", headers=moderator).json()["state"] == "held"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_pages_fit(site, browser, scheme):
    if not AXE.exists():
        pytest.skip("no axe-core: server/test.sh installs it")
    server, uploader, moderator, pages = site
    axe = AXE.read_text()
    kept = os.environ.get("REEL_PICTURES")
    for headers, first, paths in ((moderator, "/desk", pages), (uploader, "/desk/uploads", ["/desk/uploads", "/states", "/desk"])):
        context = browser.new_context(color_scheme=scheme)
        tab = context.new_page()
        asked: list[str] = []
        tab.on("request", lambda request, asked=asked: asked.append(request.url))
        sign_in(tab, server, headers, first)
        for number, path in enumerate(paths):
            tab.goto(server.url + path)
            for image in tab.locator("img").all():
                image.scroll_into_view_if_needed()
            tab.wait_for_function("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
            tab.evaluate(axe)
            found = tab.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
            assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found] == [], path
            for width in (360, 1280):
                tab.set_viewport_size({"width": width, "height": 740})
                assert tab.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
                if kept:
                    name = f"{first.rsplit('/', 1)[1]}-{number}-{scheme}-{width}.png"
                    tab.screenshot(path=pathlib.Path(kept) / name, full_page=True)
        context.close()
        assert [url for url in asked if not url.startswith(server.url)] == []
