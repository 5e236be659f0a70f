# SPDX-License-Identifier: MIT
"""Signing in with an issuer that is hostile, broken or slow, and by browsers that did not begin what they end."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import pathlib
import secrets
import subprocess
import threading
import time
import urllib.parse

import pytest
import requests
from conftest import PATIENCE, PROGRAM, SANITIZED, wait_for
from issuers import CLIENT, FLOW, SECRET, SESSION, FakeIssuer, SignInServer, Wanderer, back, title_of
from test_login import Key, encode

KEY, STRANGER = Key("RS256", "one"), Key("RS256", "one")  # the same id
LINE = 'client-id="reel & co" SECRET title=Fake'


@pytest.fixture(scope="module")
def issuer():
    one = FakeIssuer(KEY)
    yield one
    one.stop()


@pytest.fixture(scope="module")
def other():
    one = FakeIssuer(Key("RS256", "two"))
    yield one
    one.stop()


@pytest.fixture(scope="module")
def site(tmp_path_factory, issuer, other):
    lines = [
        f"fake issuer={issuer.url} {LINE} moderator-claim=realm_access.roles:mod",
        f"other issuer={other.url} {LINE}",
        f"plain authorize={issuer.url}/login/oauth/authorize token={issuer.url}/plain-token user={issuer.url}/user {LINE} "
        "client-secret-in=body scopes=read:user id=id name=login moderators=77",
        f"both issuer={issuer.url} user={issuer.url}/user {LINE} id=id name=global_name,username",
        f"public issuer={issuer.url} client-id={urllib.parse.quote(CLIENT)}",
    ]
    server = SignInServer(tmp_path_factory.mktemp("hostile"), *lines)
    for name in ("fake", "other", "plain", "both", "public"):
        server.wait_for_issuer(name)
    yield server
    assert server.stop() == 0, server.log.read_text()
    assert "Sanitizer" not in server.log.read_text()


@pytest.fixture(autouse=True)
def usual(issuer):
    issuer.answers.pop("/token", None)
    issuer.describe()
    issuer.say("/jwks", {"keys": [KEY.jwk()]})
    issuer.asked.clear()


def arrive(site, issuer, name: str = "fake", **claims: object) -> tuple[Wanderer, requests.Response]:
    """Somebody comes back, and the issuer gives a token with these claims."""
    person = Wanderer(site)
    sent = person.begin(name)
    issuer.give(issuer.token(sent, **claims))
    return person, back(person, name, sent)


def refused(answer: requests.Response, status: int = 400) -> None:
    assert answer.status_code == status, answer.text
    assert SESSION not in answer.headers.get("Set-Cookie", "")


# ---- what is right ---------------------------------------------------------------------------------------------------------


def test_the_code_is_exchanged_with_the_verifier_and_the_secret(site, issuer):
    person = Wanderer(site)
    sent = person.begin("fake")
    issuer.give(issuer.token(sent))
    assert person.sent_to == issuer.url + "/authorize"
    answer = back(person, "fake", sent, code="the code+/=&")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/me")
    ((_, form, basic),) = [each for each in issuer.asked if each[0] == "/token"]
    assert form["code"] == "the code+/=&" and form["grant_type"] == "authorization_code"
    assert form["redirect_uri"] == sent["redirect_uri"] == f"{site.url}/sign-in/fake/callback"
    assert encode(hashlib.sha256(form["code_verifier"].encode()).digest()) == sent["code_challenge"]
    assert len(form["code_verifier"]) >= 43 and form["code_verifier"] not in json.dumps(sent)
    name, secret = base64.b64decode(basic.removeprefix("Basic ")).decode().split(":")
    assert (urllib.parse.unquote(name), urllib.parse.unquote(secret)) == (CLIENT, SECRET) and "client_secret" not in form
    assert title_of(person.see("/me")) == "Ann"


def test_a_public_client_has_no_secret(site, issuer):
    person = Wanderer(site)
    sent = person.begin("public")
    issuer.give(issuer.token(sent, aud=sent["client_id"]))
    assert back(person, "public", sent).status_code == 303
    ((_, form, basic),) = [each for each in issuer.asked if each[0] == "/token"]
    assert basic == "" and form["client_id"] == sent["client_id"] and "client_secret" not in form


def test_a_role_is_read_by_its_path_and_only_for_the_value(site, issuer):
    for roles, status in (({"roles": ["a", "mod"]}, 200), ({"roles": "mod"}, 200), ({"roles": ["module"]}, 403), ({"roles": [["mod"]]}, 403),
                          ({}, 403), ("mod", 403), (["mod"], 403), (None, 403)):  # fmt: skip
        person, answer = arrive(site, issuer, realm_access=roles, sub="role")
        assert answer.status_code == 303, roles
        person.see("/desk", status)


def test_a_service_without_id_tokens_says_who_it_is(site, issuer):
    issuer.say("/plain-token", {"access_token": "tok", "token_type": "bearer", "scope": ""})
    issuer.say("/user", {"login": "octo <b>", "id": 76, "name": None})
    person = Wanderer(site)
    sent = person.begin("plain")
    assert "nonce" not in sent and sent["scope"] == "read:user" and sent["code_challenge_method"] == "S256"
    assert back(person, "plain", sent).headers["Location"] == "/me"
    ((_, form, basic),) = [each for each in issuer.asked if each[0] == "/plain-token"]
    assert (form["client_id"], form["client_secret"], basic) == (CLIENT, SECRET, "")
    assert [each[2] for each in issuer.asked if each[0] == "/user"] == ["Bearer tok"]
    assert "octo &lt;b&gt;" in person.see("/me")
    person.see("/desk", 403)
    issuer.say("/user", {"login": "boss", "id": 77})
    boss = Wanderer(site)
    back(boss, "plain", boss.begin("plain"))
    boss.see("/desk")
    for wrong in ({"login": "x"}, {"id": None}, {"id": 1.5}, {"id": -1}, {"id": ""}, {"id": {}}, [], {"id": "x" * 300}):
        issuer.say("/user", wrong)
        stranger = Wanderer(site)
        refused(back(stranger, "plain", stranger.begin("plain")))
    for wrong in ({"error": "bad_verification_code"}, {"access_token": "a\r\nX: y"}, {"access_token": 5}, {"access_token": "x" * 5000}, {}):
        issuer.say("/plain-token", wrong)
        stranger = Wanderer(site)
        refused(back(stranger, "plain", stranger.begin("plain")))


def test_an_id_token_and_a_user_have_to_be_of_one_person(site, issuer):
    issuer.say("/user", {"id": "ann", "username": "ann_", "global_name": "Ann of the Game"})
    person, answer = arrive(site, issuer, "both")
    assert answer.status_code == 303 and title_of(person.see("/me")) == "Ann of the Game"
    issuer.say("/user", {"id": "bob", "username": "bob"})
    refused(arrive(site, issuer, "both")[1])


# ---- tokens that are wrong -------------------------------------------------------------------------------------------------


def test_wrong_claims_sign_nobody_in(site, issuer, other):
    now = int(time.time())
    wrong = [
        {"nonce": "x"}, {"nonce": None}, {"nonce": ""}, {"aud": "another"}, {"aud": None}, {"aud": ["another"]}, {"iss": other.url}, {"iss": None},
        {"iss": issuer.url + "/"}, {"exp": now - 90}, {"exp": None}, {"iat": now + 90, "nbf": now + 90}, {"sub": None}, {"sub": ""}, {"sub": 7},
        {"azp": "another"}, {"azp": ""}, {"aud": [CLIENT, "another"]}, {"aud": [CLIENT, "another"], "azp": "another"},
    ]  # fmt: skip
    for claims in wrong:
        refused(arrive(site, issuer, **claims)[1])
    for claims in ({"aud": [CLIENT]}, {"azp": CLIENT}, {"aud": [CLIENT, "another"], "azp": CLIENT}):
        assert arrive(site, issuer, **claims)[1].status_code == 303, claims


def test_the_nonce_of_another_browser_signs_nobody_in(site, issuer):
    mine, theirs = Wanderer(site), Wanderer(site)
    sent, other_sent = mine.begin("fake"), theirs.begin("fake")
    issuer.give(issuer.token(other_sent))
    refused(back(mine, "fake", sent))


def test_forged_signatures_sign_nobody_in(site, issuer):
    def confusions(sent):
        good = issuer.token(sent)
        header, body, signature = good.split(".")
        for name in ("none", "None", "HS256", "RS384", ""):
            changed = encode(json.dumps({"alg": name, "kid": KEY.name}).encode())
            yield f"{changed}.{body}."
            yield f"{changed}.{body}.{signature}"
            yield f"{changed}.{body}.{encode(hmac.new(KEY.public_pem(), f'{changed}.{body}'.encode(), hashlib.sha256).digest())}"
        yield issuer.token(sent, key=STRANGER)
        yield f"{header}.{body}."
        yield f"{header}.{body}.{encode(bytes(256))}"
        yield KEY.token(header={"alg": "RS256", "kid": "x", "jwk": STRANGER.jwk()}, nonce=sent["nonce"], iss=issuer.url, aud=CLIENT)
        yield "a.b.c"
        yield good + "x" * 9000

    count = len(list(confusions(Wanderer(site).begin("fake"))))
    for number in range(count):
        person = Wanderer(site)
        sent = person.begin("fake")
        issuer.give(list(confusions(sent))[number])
        refused(back(person, "fake", sent))
    assert count > 15


def test_answers_that_are_no_tokens_sign_nobody_in(site, issuer):
    bodies = [b"", b"[]", b"null", b"{", b'{"id_token":1}', b'{"access_token":"a"}', b'{"id_token":"a.b.c","id_token":"a.b.c"}', b"[" * 60000,
              b'{"a":' * 5000 + b"1" + b"}" * 5000, b"\xff" * 100, b"{}" + b" " * 70000]  # fmt: skip
    for body in bodies:
        for status in (200, 302, 400, 404, 500):
            issuer.answers["/token"] = (status, {"Location": "http://127.0.0.1:1/"}, body)
            person = Wanderer(site)
            answer = back(person, "fake", person.begin("fake"))
            assert answer.status_code in (400, 503) and not person.cookies().get(SESSION), (status, body[:20], answer.status_code)


def test_a_key_that_is_new_is_fetched(site, issuer):
    time.sleep(10.5)  # between readings for such keys
    new = Key("ES256", "rotated")
    issuer.say("/jwks", {"keys": [new.jwk()]})
    person = Wanderer(site)
    sent = person.begin("fake")
    issuer.give(issuer.token(sent, key=new))
    assert back(person, "fake", sent).status_code == 303
    assert [each[0] for each in issuer.asked].count("/jwks") == 1
    refused(arrive(site, issuer)[1])  # the old one
    issuer.say("/jwks", {"keys": [KEY.jwk()]})
    time.sleep(10.5)
    assert arrive(site, issuer)[1].status_code == 303


# ---- browsers --------------------------------------------------------------------------------------------------------------


def test_who_did_not_begin_here_is_refused(site, issuer):
    person = Wanderer(site)
    sent = person.begin("fake")
    flow = person.cookies()[FLOW]
    issuer.give(issuer.token(sent))
    for state in (None, "", "x", "x" * 43, sent["state"][:-1], sent["state"] + "x", sent["nonce"], Wanderer(site).begin("fake")["state"]):
        refused(back(person, "fake", sent, state=state))
    refused(back(Wanderer(site), "fake", sent))  # another browser: an attacker's answer, or a link that was sent to somebody
    victim = Wanderer(site)
    victim.begin("fake")
    refused(back(victim, "fake", sent))
    head, made, page = flow.split(".")
    now = int(made)
    wrong = ["", "x", "0" * 2000, flow + "x", flow[1:], f"{head.upper()}.{made}.{page}", f"{secrets.token_hex(32)}.{made}.{page}"]
    rests = (f"{now - 601}.{page}", f"{now + 120}.{page}", made, f"{made}.9", f"{made}.-1", f"{made}.{page}.{page}", f"{made}.1")
    wrong += [f"{head}.{rest}" for rest in rests]
    for cookie in wrong:
        person.cookies()[FLOW] = cookie
        refused(back(person, "fake", sent))
    assert not [each for each in issuer.asked if each[0] == "/token"]  # nothing was asked for any of them
    person.cookies()[FLOW] = flow
    assert back(person, "fake", sent).status_code == 303


def test_an_answer_of_one_issuer_is_not_taken_for_another(site, issuer, other):
    person = Wanderer(site)
    sent = person.begin("fake")
    issuer.give(issuer.token(sent))
    other.give(other.token(sent))
    refused(back(person, "other", sent))
    refused(back(person, "fake", sent, iss=other.url))
    assert not [each for each in (*issuer.asked, *other.asked) if each[0] == "/token"]
    assert back(person, "fake", sent, iss=issuer.url).status_code == 303


def test_an_answer_is_used_once(site, issuer):
    """Also if the issuer takes its code again."""
    person = Wanderer(site)
    sent = person.begin("fake")
    flow = person.cookies()[FLOW]
    issuer.give(issuer.token(sent))
    assert back(person, "fake", sent).status_code == 303
    session = person.cookies().pop(SESSION)
    person.cookies()[FLOW] = flow
    refused(back(person, "fake", sent))
    person.cookies()[SESSION] = session
    page = person.see("/me")
    person.press(page, "/sign-out")
    person.cookies()[FLOW] = flow
    refused(back(person, "fake", sent))


def test_no_cookie_can_be_fixed_or_guessed(site, issuer):
    person = Wanderer(site)
    person.cookies()[SESSION] = "A" * 43  # which an attacker knows
    sent = person.begin("fake")
    issuer.give(issuer.token(sent))
    assert back(person, "fake", sent).status_code == 303 and person.cookies()[SESSION] != "A" * 43
    attacker = Wanderer(site)
    mine = person.cookies()[SESSION]
    for value in ("A" * 43, "", "x", mine[:-1], mine + "A", mine.swapcase(), "x" * 5000, "a.b.c"):
        attacker.cookies()[SESSION] = value
        assert attacker.ask("GET", "/me").status_code in (401, 431)
    with site.catalogue() as catalogue:
        kept = catalogue.execute("SELECT hash FROM session").fetchall()
    catalogue.close()
    assert person.cookies()[SESSION] not in str(kept)
    for header in ({"Authorization": f"Session {person.cookies()[SESSION]}"}, {"Authorization": f"Bearer {person.cookies()[SESSION]}"}):
        assert requests.post(site.url + "/replays", data=b"x", headers=header, timeout=PATIENCE).status_code == 401
        assert requests.get(site.url + "/me", headers=header, timeout=PATIENCE).status_code == 401
    # a session is for pages, and for no call of the API
    cookie = {"Cookie": f"{SESSION}={person.cookies()[SESSION]}"}
    for method, path in (("POST", "/replays"), ("GET", "/moderation/queue"), ("GET", "/refused")):
        assert requests.request(method, site.url + path, data=b"x", headers=cookie, timeout=PATIENCE).status_code == 401
    with_token = {"Cookie": f"desk_token={site.token('moderate', 'upload')['Authorization'].split()[1]}"}
    assert requests.get(site.url + "/me", headers=with_token, timeout=PATIENCE).status_code == 401


ELSEWHERE = ["https://evil.example/", "//evil.example", "/\\evil.example", "/me/../desk", "javascript:1", "/start", "me", "%0d%0aX: y", "/me?x=1"]


@pytest.mark.parametrize("to", ELSEWHERE)
def test_it_leads_to_pages_of_this_server_only(site, issuer, to):
    person = Wanderer(site)
    sent = person.begin("fake", to)
    issuer.give(issuer.token(sent))
    assert back(person, "fake", sent).headers["Location"] == "/me"
    assert "evil" not in person.see(f"/sign-in?to={urllib.parse.quote(to, safe='')}")


def test_what_the_issuer_refuses_is_not_shown_as_its_words(site, issuer):
    person = Wanderer(site)
    sent = person.begin("fake")
    answer = back(person, "fake", sent, code=None, error="<script>alert(1)</script>", error_description="call 555")
    refused(answer)
    assert "script" not in answer.text.replace("script-src", "") and "555" not in answer.text
    for code in (None, ""):
        refused(back(person, "fake", sent, code=code))


def test_unknown_providers_and_methods(site):
    for path in ("/sign-in/nobody", "/sign-in/nobody/callback?code=a&state=b", "/sign-in/fake/other"):
        assert Wanderer(site).ask("GET", path).status_code == 404
    assert requests.post(site.url + "/sign-in/fake", data={}, timeout=PATIENCE).status_code == 405
    assert requests.get(site.url + "/sign-in?other=1", timeout=PATIENCE).status_code == 400


# ---- issuers that are slow, gone or many ------------------------------------------------------------------------------------


def endless(handler, form):
    """An answer without an end, a byte at a time or as fast as it goes."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(b" " * handler.server.piece)
            handler.wfile.flush()
            if handler.server.piece == 1:
                time.sleep(0.2)
    except OSError:
        return None


def test_nothing_waits_for_an_issuer_that_is_slow(site, issuer, other):
    """Its own sign-ins end after ten seconds, two at a time; everything else goes on, also those of others."""
    issuer.piece = 1
    issuer.answers["/token"] = endless
    ends: list[tuple[int, float]] = []

    def come() -> None:
        person = Wanderer(site)
        sent = person.begin("fake")
        begun = time.monotonic()
        ends.append((back(person, "fake", sent).status_code, time.monotonic() - begun))

    threads = [threading.Thread(target=come) for _ in range(8)]
    for each in threads:
        each.start()
    time.sleep(1)
    slowest = 0.0
    for _ in range(20):
        for path in ("/healthz", "/start", "/plays"):
            begun = time.monotonic()
            assert requests.get(site.url + path, timeout=PATIENCE).status_code == 200
            slowest = max(slowest, time.monotonic() - begun)
    begun = time.monotonic()
    assert arrive(site, other, "other")[1].status_code == 303
    assert time.monotonic() - begun < 8
    for each in threads:
        each.join()
    assert {status for status, _ in ends} == {503} and max(seconds for _, seconds in ends) < 25
    assert sum(seconds < 5 for _, seconds in ends) == 6  # those that were one too many
    assert slowest < 5


def test_an_answer_without_an_end_is_cut(site, issuer):
    issuer.piece = 1 << 16
    issuer.answers["/token"] = endless
    person = Wanderer(site)
    begun = time.monotonic()
    refused(back(person, "fake", person.begin("fake")), 503)
    assert time.monotonic() - begun < 9


def test_the_server_stops_while_issuers_are_slow(tmp_path):
    """One that does not end its description, and one that does not end what it says of a code."""
    mute, slow = FakeIssuer(KEY), FakeIssuer(KEY)
    mute.piece = slow.piece = 1
    mute.answers["/.well-known/openid-configuration"] = slow.answers["/token"] = endless
    server = SignInServer(tmp_path, f"mute issuer={mute.url} {LINE}", f"slow issuer={slow.url} {LINE}", options=("--drain", "1"))
    server.wait_for_issuer("slow")
    person = Wanderer(server)
    sent = person.begin("slow")
    waits = threading.Thread(target=lambda: refused(back(person, "slow", sent), 503))
    waits.start()
    wait_for(lambda: [each for each in slow.asked if each[0] == "/token"])
    begun = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - begun < 8
    waits.join()
    mute.stop()
    slow.stop()


def test_what_was_begun_is_kept_by_browsers_and_not_by_the_server(site):
    """A hundred thousand sign-ins that nobody ends."""
    count = 100_000

    def begin() -> None:
        link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        for _ in range(count // 4):
            link.request("GET", "/sign-in/fake?to=%2Fdesk")
            answer = link.getresponse()
            answer.read()
            assert answer.status == 303
        link.close()

    def memory() -> int:
        text = pathlib.Path(f"/proc/{site.process.pid}/smaps_rollup").read_text()
        return int(next(line.split()[1] for line in text.splitlines() if line.startswith("Private_Dirty")))

    begin_one = Wanderer(site)
    begin_one.begin("fake")
    before = memory()
    threads = [threading.Thread(target=begin) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert SANITIZED or memory() - before < 16 << 10, (before, memory())  # the heap of a sanitizer keeps what was freed
    with site.catalogue() as catalogue:
        assert catalogue.execute("SELECT COUNT(*) FROM session").fetchone()[0] < 200
    catalogue.close()


# ---- descriptions, and options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [
    {"issuer": "http://127.0.0.1:1"}, {"issuer": None}, {"token_endpoint": None}, {"jwks_uri": None},
    {"jwks_uri": "http://10.0.0.1/"}, {"jwks_uri": "file:///etc/passwd"},
    {"token_endpoint": "https://127.0.0.1/"}, {"token_endpoint": "https://localhost/"}, {"authorization_endpoint": "javascript:alert(1)"},
    {"authorization_endpoint": "http://127.0.0.1:1/\r\nSet-Cookie: a=b"}, {"authorization_endpoint": 5},
    {"authorization_endpoint": "http://127.0.0.1:1/" + "x" * 600},
    {"authorization_endpoint": "http://127.0.0.1:1/#x"}, {"token_endpoint": "http://192.168.1.1/t"},
], ids=str)  # fmt: skip
def test_a_description_that_is_wrong_lets_nobody_begin(tmp_path, changes):
    fake = FakeIssuer(KEY)
    fake.describe(**changes)
    server = SignInServer(tmp_path, f"fake issuer={fake.url} {LINE}")
    try:
        wait_for(lambda: "--sign-in: fake:" in server.log.read_text())
        answer = requests.get(server.url + "/sign-in/fake", allow_redirects=False, timeout=PATIENCE)
        assert answer.status_code == 503 and "Location" not in answer.headers and "Set-Cookie" not in answer.headers
        assert not [each for each in fake.asked if each[0] not in ("/.well-known/openid-configuration", "/jwks")]
    finally:
        assert server.stop() == 0
        fake.stop()


def test_an_issuer_that_comes_later_is_found(tmp_path):
    fake = FakeIssuer(KEY)
    fake.answers["/.well-known/openid-configuration"] = (500, {}, b"")
    server = SignInServer(tmp_path, f"fake issuer={fake.url} {LINE}")
    try:
        assert requests.get(server.url + "/sign-in/fake", timeout=PATIENCE).status_code == 503
        assert requests.get(server.url + "/healthz", timeout=PATIENCE).status_code == 200
        fake.describe()
        server.wait_for_issuer("fake")
    finally:
        assert server.stop() == 0
        fake.stop()


GOOD = "a issuer=https://a.example/ client-id=a"


@pytest.mark.parametrize(("line", "word"), [
    ("", "name"), ("A" + GOOD[1:], "name"), ("a", "client-id"), ("a client-id=a", "issuer"), ("a issuer=https://a.example/", "client-id"),
    ("a issuer=http://a.example/ client-id=a", "https"), ("a issuer=https://10.0.0.1/ client-id=a", "https"),
    ("a issuer=https://a.example:8443/ client-id=a", "https"), (GOOD + " other=1", "unknown"), (GOOD + " client-id=b", "twice"),
    ("a issuer=https://a.example/ client-id=", "without a value"), ('a issuer=https://a.example/ client-id="a', "quote"),
    ("a preset=none client-id=a", "preset"), (GOOD + " client-secret-file=/nowhere", "secret"), (GOOD + " client-secret-in=x", "client-secret-in"),
    (GOOD + " moderator-claim=groups", "CLAIM:VALUE"), ("a authorize=https://a.example/ token=https://a.example/ client-id=a", "user"),
    (GOOD + "x=" * 2000, "long"), (GOOD + " moderators=" + ",".join("x" * 65), "many"),
])  # fmt: skip
def test_options_that_are_wrong_are_refused(tmp_path, line, word):
    done = subprocess.run([PROGRAM, "--public-url", "https://a.example", "--sign-in", line, "--check"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and word in done.stderr, done


def test_presets_and_what_else_is_needed(tmp_path):
    def check(*words: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=PATIENCE)

    lines = ["--sign-in", "discord preset=discord client-id=1", "--sign-in", "github preset=github client-id=2 title=Octo"]
    assert check("--public-url", "https://a.example", *lines, "--check").returncode == 0
    assert "--public-url" in check(*lines, "--check").stderr
    assert "another" in check("--public-url", "https://a.example", *lines, *lines, "--check").stderr
    assert "--store" in check("--public-url", "https://a.example", "--port", "0", *lines).stderr
    config = tmp_path / "reel-server.conf"
    other = "sign-in b issuer=https://b.example client-id=c scopes=openid,email"
    config.write_text(f'public-url https://a.example\nsign-in github preset=github client-id=2 title="Octo Cat"\n{other}\n')
    assert check("--config", str(config), "--check").returncode == 0
    server = SignInServer(tmp_path, "github preset=github client-id=2")
    try:
        sent = Wanderer(server)
        assert sent.begin("github")["scope"] == "read:user" and sent.sent_to == "https://github.com/login/oauth/authorize"
    finally:
        assert server.stop() == 0


def test_without_the_option_nothing_of_it_is_there(start):
    server = start()
    gets, posts = ("/me", "/sign-in", "/sign-in/a", "/me/data"), ("/me/tokens", "/me/replays", "/sign-out")
    for method, path in (*(("GET", each) for each in gets), *(("POST", each) for each in posts)):
        answer = requests.request(method, server.url + path, data=b"" if method == "POST" else None, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["rule"]) == (404, "server.path"), path
    assert "/me" not in requests.get(server.url + "/start", timeout=PATIENCE).text
    assert "sign_in" not in requests.get(server.metrics_url, timeout=PATIENCE).text.replace("sign-in", "")
    page = requests.get(server.url + "/desk", headers={"Cookie": f"{SESSION}=x"}, timeout=PATIENCE)
    assert page.status_code == 401 and "/sign-in/" not in page.text.replace("/desk/sign-in", "")
