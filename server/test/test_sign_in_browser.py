# SPDX-License-Identifier: MIT
"""Signing in with a real browser at a real issuer, without script; and what axe finds on the pages."""

from __future__ import annotations

import os
import pathlib
import re
import tarfile

import pytest
from issuers import RealIssuer, SignInServer
from plays import play
from test_start import AXE, browser, chromium, expect

__all__ = ["browser", "chromium"]  # fixtures


@pytest.fixture(scope="module")
def site(tmp_path_factory, chromium):
    folder = tmp_path_factory.mktemp("browser")
    issuer = RealIssuer(folder)
    server = SignInServer(folder, f'test issuer={issuer.url} "client-id=reel & co" SECRET title=Login moderators=boss')
    issuer.start(server.fixed, "test")
    server.wait_for_issuer("test")
    yield server
    issuer.stop()
    assert server.stop() == 0, server.log.read_text()


def sign_in(tab, site: SignInServer, login: str, where: str = "/me") -> None:
    tab.goto(site.url + where)
    expect(tab.locator("h1")).to_have_text("Sign in")
    tab.locator("main a", has_text="Sign in with Login").click()
    tab.locator("[name=login]").fill(login)
    tab.locator("[name=password]").fill("x")
    tab.locator("button[type=submit]").click()
    tab.locator("button", has_text="Continue").click()
    tab.wait_for_url(site.url + where)


def test_without_script_somebody_signs_in_uploads_makes_a_token_saves_and_deletes(site, browser, tmp_path):
    replay = tmp_path / 'a "play".bsor'
    replay.write_bytes(play("browser", seed=700))
    context = browser.new_context(java_script_enabled=False, accept_downloads=True)
    tab = context.new_page()
    try:
        sign_in(tab, site, "ann")
        expect(tab.locator("h1")).to_have_text("Name of ann")
        cookies = {each["name"]: each for each in context.cookies(site.url)}
        session = cookies["__Host-reel-session"]
        assert session["httpOnly"] and session["secure"] and session["sameSite"] == "Lax" and "__Host-reel-sign-in" not in cookies
        tab.locator("[name=replay]").set_input_files(replay)
        tab.locator("button", has_text="Upload").click()
        tab.wait_for_url(re.compile(".*/plays/[0-9a-f]{64}$"))
        one = tab.url.rsplit("/", 1)[1]
        assert site.get(f"/replays/{one}").content == replay.read_bytes()
        tab.locator("footer a", has_text="Your account").click()
        expect(tab.locator(".plays li")).to_have_count(1)
        tab.locator("[name=label]").fill("my bot")
        tab.locator("button", has_text="Make a token").click()
        token = tab.locator(".notice code").text_content()
        sent = site.post("/replays", data=play("browser", seed=701), headers={"Authorization": f"Bearer {token}"})
        assert sent.status_code == 201
        tab.goto(site.url + "/me")
        assert token.split(".")[1] not in tab.content()
        expect(tab.locator(".plays li")).to_have_count(2)
        with tab.expect_download() as got:
            tab.locator("a", has_text=".tar").click()
        assert got.value.suggested_filename == "reel-account.tar"
        with tarfile.open(got.value.path()) as archive:
            assert archive.extractfile(f"replays/{one}").read() == replay.read_bytes()
        tab.locator("button", has_text="Revoke").click()
        expect(tab.locator(".notice")).to_have_text("The token is revoked.")
        tab.locator("a", has_text="Delete everything").click()
        tab.locator("[name=sure]").check()
        tab.locator("[name=word]").fill("DELETE")
        tab.locator("button", has_text="Delete everything").click()
        tab.wait_for_url(site.url + "/start")
        assert site.get(f"/replays/{one}").status_code == 404
        tab.goto(site.url + "/me")
        expect(tab.locator("h1")).to_have_text("Sign in")
    finally:
        context.close()


def test_a_moderator_signs_in_at_the_desk_and_out(site, browser):
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    try:
        sign_in(tab, site, "boss", "/desk")
        expect(tab.locator("h1")).to_have_text("Held plays")
        tab.locator("nav button", has_text="Sign out").click()
        tab.wait_for_url(site.url + "/start")
        tab.goto(site.url + "/desk")
        expect(tab.locator("h1")).to_have_text("Sign in")
    finally:
        context.close()


def test_a_page_of_another_site_cannot_send_its_forms(site, browser):
    """The browser is signed in, and the trap knows all but the key."""
    context = browser.new_context()
    tab = context.new_page()
    try:
        sign_in(tab, site, "victim")
        fields = '<input name="form" value="{0}"><input name="sure" value="yes"><input name="word" value="DELETE">'.format("0" * 32)
        trap = f'<form method="post" action="{site.url}/me/delete">{fields}<button>Win</button></form>'
        tab.route("https://evil.example/", lambda route: route.fulfill(body=trap, content_type="text/html"))
        tab.goto("https://evil.example/")
        tab.locator("button").click()
        expect(tab.locator("h1")).to_have_text("Sign in")  # the cookie was not even sent
        tab.goto(site.url + "/me")
        expect(tab.locator("h1")).to_have_text("Name of victim")
    finally:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_pages_fit(site, browser, scheme, tmp_path):
    if not AXE.exists():
        pytest.skip("no axe-core: server/test.sh installs it")
    replay = tmp_path / "play.bsor"
    replay.write_bytes(play(f"axe {scheme}", seed=710 + len(scheme), name="W" * 60))
    context = browser.new_context(color_scheme=scheme)
    tab = context.new_page()
    asked: list[str] = []
    kept = os.environ.get("REEL_PICTURES")

    def check(name: str) -> None:
        tab.evaluate(AXE.read_text())
        found = tab.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
        assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found] == [], name
        for width in (360, 1280):
            tab.set_viewport_size({"width": width, "height": 740})
            assert tab.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
            if kept:
                tab.screenshot(path=pathlib.Path(kept) / f"account-{name}-{scheme}-{width}.png", full_page=True)

    try:
        for number, path in enumerate(("/sign-in", "/me", "/desk", "/sign-in/nobody", "/sign-in/test/callback")):
            tab.goto(site.url + path)
            check(f"out-{number}")
        sign_in(tab, site, f"axe-{scheme}-" + "W" * 40)
        tab.on("request", lambda request: asked.append(request.url))
        check("empty")
        tab.locator("[name=replay]").set_input_files(replay)
        tab.locator("button", has_text="Upload").click()
        tab.wait_for_url(re.compile(".*/plays/.*"))
        for label in ("my bot", "W" * 60):
            tab.goto(site.url + "/me")
            tab.locator("[name=label]").fill(label)
            tab.locator("button", has_text="Make a token").click()
            expect(tab.locator(".notice code")).to_be_visible()
            check("made")
        for path in ("/me", "/me/delete"):
            tab.goto(site.url + path)
            check(path.replace("/", "-"))
    finally:
        context.close()
    assert [url for url in asked if not url.startswith(site.url)] == []
