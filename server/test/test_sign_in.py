# SPDX-License-Identifier: MIT
"""Players sign in at an issuer that others run, too: profile, tokens, uploads, roles, all that is kept of them, and its deletion."""

from __future__ import annotations

import contextlib
import io
import json
import re
import socket
import subprocess
import tarfile
import time

import pytest
from conftest import PATIENCE, PROGRAM, own_schema, wait_for
from issuers import FLOW, SESSION, RealIssuer, SignInServer, Wanderer, title_of
from lives import Live, Recording
from plays import play
from test_desk import Forms
from test_pages import Page

USES_DATABASE = True  # conftest.py


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def site(request, tmp_path_factory):
    """The server and an issuer that knows it, on either database."""
    folder = tmp_path_factory.mktemp("sign-in")
    issuer = RealIssuer(folder)
    lines = [f'{name} issuer={issuer.url} "client-id=reel & co" SECRET title="The Login" {more}'
             for name, more in (("test", "moderator-claim=groups:moderators moderators=boss"), ("bound", "player=sub"))]  # fmt: skip
    with contextlib.ExitStack() as stack:
        where = stack.enter_context(own_schema("sign_in")) if request.param == "postgres" else ""
        server = SignInServer(folder, *lines, postgres=where)
        issuer.start(server.fixed, "test", "bound")
        server.wait_for_issuer("test")
        server.wait_for_issuer("bound")
        yield server
        issuer.stop()
        assert server.stop() == 0, server.log.read_text()
        assert "Sanitizer" not in server.log.read_text()


def signed_in(site: SignInServer, login: str, name: str = "test") -> Wanderer:
    person = Wanderer(site)
    answer = person.sign_in(name, login)
    assert (answer.status_code, answer.headers.get("Location")) == (303, "/me"), answer.text
    return person


def account_of(person: Wanderer) -> str:
    return re.findall(r"<code>((?:account|login):[0-9a-f]{32})</code>", person.see("/me"))[0]


def make_token(person: Wanderer, label: str) -> dict[str, str]:
    answer = person.press(person.see("/me"), "/me/tokens", label=label)
    assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-store", answer.text
    (whole,) = re.findall(r"<code>(own-[0-9a-f]{16}\.[A-Za-z0-9_-]{43})</code>", answer.text)
    return {"Authorization": f"Bearer {whole}"}


def rows(server: SignInServer, account: str) -> dict[str, int]:
    """In how many rows of each table an account is."""
    counts = {}
    for table, column in (("replay", "uploader"), ("withdrawn", "uploader"), ("session", "account"), ("account", "name"), ("token", "owner"),
                          ("refused", "uploader"), ("uploader", "name"), ("upload_key", "uploader")):  # fmt: skip
        counts[table] = count(server, f"SELECT COUNT(*) FROM {table} WHERE {column} = '{account}'")
    return counts


def count(server: SignInServer, text: str) -> int:
    if server.postgres:
        from conftest import psql

        return int(psql(server.postgres, text + ";"))
    with server.catalogue() as catalogue:
        (found,) = catalogue.execute(text).fetchone()
    catalogue.close()
    return found


def test_who_is_not_signed_in_is_shown_where_to(site):
    person = Wanderer(site)
    page = person.see("/me", 401)
    assert title_of(page) == "Sign in" and "Sign in with The Login" in Page(page).text and "name=\"token\"" not in page
    assert "/sign-in/test?to=%2Fme" in Page(page).addresses
    desk = person.see("/desk", 401)
    assert "/sign-in/test?to=%2Fdesk" in Page(desk).addresses and 'name="token"' in desk
    assert "/sign-in/test?to=%2Fdesk" in Page(person.see("/sign-in?to=%2Fdesk")).addresses
    assert "/me" in Page(person.see("/start")).addresses
    for path in ("/me/data", "/me/delete"):
        person.see(path, 401)
    for path in ("/me/tokens", "/me/tokens/revoke", "/me/delete", "/me/replays", "/sign-out"):
        assert person.ask("POST", path, data={"form": "0" * 32}).status_code == 401, path


def test_somebody_signs_in_and_out(site):
    person = Wanderer(site)
    sent = person.begin("test")
    flow = {each.strip() for each in person.set[0].split(";")[1:]}
    assert person.set[0].startswith(FLOW + "=") and flow == {"Path=/", "HttpOnly", "Secure", "SameSite=Lax", "Max-Age=600"}
    assert (sent["response_type"], sent["code_challenge_method"], sent["scope"]) == ("code", "S256", "openid profile")
    assert person.cookies()[FLOW].split(".")[0] not in json.dumps(sent)
    answer = person.sign_in("test", "ann")
    session = next(each for each in person.set if each.startswith(SESSION + "="))
    assert {each.strip() for each in session.split(";")[1:]} == {"Path=/", "HttpOnly", "Secure", "SameSite=Lax", f"Max-Age={7 * 24 * 3600}"}
    assert answer.headers["Location"] == "/me" and FLOW not in person.cookies() and answer.headers["Cache-Control"] == "no-store"
    page = person.see("/me")
    assert title_of(page) == "Name of ann" and "account:" in Page(page).text and "Desk of moderators" not in page
    value = person.cookies()[SESSION]
    assert value not in page
    # the same browser, again: the answer was used, and its cookie went
    again = person.ask("GET", person.returned)
    assert again.status_code == 400
    person.see("/desk", 403)
    person.see("/desk/uploads")
    gone = person.press(page, "/sign-out")
    assert (gone.status_code, gone.headers["Location"]) == (303, "/start") and SESSION not in person.cookies()
    person.cookies()[SESSION] = value
    person.see("/me", 401)


def test_the_second_sign_in_has_another_session_and_ends_the_first(site):
    person = signed_in(site, "eve")
    first = person.cookies()[SESSION]
    person.sign_in("test", "eve")
    second = person.cookies()[SESSION]
    assert first != second
    person.cookies()[SESSION] = first
    person.see("/me", 401)
    person.cookies()[SESSION] = second
    person.see("/me")


def test_a_session_is_over_when_its_time_is(site):
    person = signed_in(site, "old")
    site.sql(f"UPDATE session SET ends = {int(time.time() * 1000) - 1} WHERE account = '{account_of(person)}'")
    person.see("/me", 401)


def test_own_tokens_upload_for_the_account_until_they_are_revoked(site):
    person, other = signed_in(site, "tok"), signed_in(site, "another")
    token = make_token(person, "my <b>bot</b>")
    page = person.see("/me")
    assert "my <b>bot</b>" in Page(page).text and token["Authorization"].split(".")[1] not in page
    sent = site.post("/replays", data=play("tok player", seed=501), headers=token)
    assert sent.status_code == 201, sent.text
    account = account_of(person)
    assert account.startswith("account:") and rows(site, account)["replay"] == 1
    assert f"/plays/{sent.json()['id']}" in Page(person.see("/me")).addresses
    assert site.get("/moderation/queue", headers=token).status_code == 403
    assert site.post("/challenges?player=any&level=l", headers=token).status_code == 201
    name = token["Authorization"].split()[1].split(".")[0]
    stolen = other.ask("POST", "/me/tokens/revoke", data={"form": key_of(other), "name": name})
    assert stolen.status_code == 404
    assert site.post("/replays", data=b"x", headers=token).status_code == 415
    gone = person.press(page, "/me/tokens/revoke", name=name)
    assert gone.status_code == 200 and "is revoked" in gone.text and name not in gone.text
    assert site.post("/replays", data=b"x", headers=token).status_code == 401
    for n in range(20):
        make_token(person, f"t{n}")
    assert person.press(page, "/me/tokens", label="one more").status_code == 403
    for label in ("", "   ", "x" * 61):
        assert person.press(page, "/me/tokens", label=label).status_code == 400


def test_who_signed_in_sends_a_play_live_and_is_ranked(site, tmp_path):
    """With a token of the page, in the account's name, as docs/leaderboard.md says."""
    person = signed_in(site, "live player")
    token = make_token(person, "recorder")
    recording = Recording(tmp_path, "reel", "live player", seed=515)
    play_ = Live(site, token, recording.bytes[:1000])
    assert play_.send(1000, recording.bytes[1000:]).status_code == 200
    kept = play_.end()
    assert (kept.status_code, kept.json()["verdict"]) == (201, "accepted"), kept.text
    level = kept.json()["level"]
    place = site.get(f"/boards/beatsaber/{level}/players/live%20player").json()
    assert place["place"] >= 1 and place["plays"][0]["id"] == kept.json()["id"]
    assert rows(site, account_of(person))["replay"] == 1 and kept.json()["id"] in person.see("/me")


def key_of(person: Wanderer) -> str:
    """The key of the forms of somebody."""
    return next(each["fields"]["form"] for each in Forms(person.see("/me")).forms if each["to"] == "/me/replays")


def upload(person: Wanderer, data: bytes, key: str | None = None, **options: object):
    files = {"form": (None, key_of(person) if key is None else key), "replay": ('a "name".bsor', data, "application/octet-stream")}
    return person.ask("POST", "/me/replays", files=files, **options)


def test_a_file_is_uploaded_by_the_form(site):
    person = signed_in(site, "formed")
    data = play("formed", seed=510)
    done = upload(person, data)
    assert done.status_code == 303, done.text
    one = done.headers["Location"].removeprefix("/plays/")
    assert site.get(f"/replays/{one}").content == data
    assert upload(person, data).headers["Location"] == f"/plays/{one}"
    assert rows(site, account_of(person))["replay"] == 1
    bad = upload(person, play("cut", seed=9)[:900])
    assert bad.status_code == 422 and "<h1>" in bad.text
    assert upload(person, b"no replay").status_code == 415
    assert Page(person.see("/desk/uploads")).text.count("Nothing was refused") == 0
    # a file whose bytes are those of a form
    trap = b"\r\n--boundary\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\nx\r\n--boundary--\r\n"
    assert upload(person, trap).status_code in (415, 422)


def test_only_forms_of_the_page_are_taken(site):
    person, other = signed_in(site, "csrf"), signed_in(site, "csrf2")
    data = play("csrf", seed=520)
    foreign = key_of(other)
    for key in ("", "0" * 32, foreign):
        assert upload(person, data, key=key).status_code == 403
        for path in ("/me/tokens", "/me/tokens/revoke", "/me/delete", "/sign-out"):
            fields = {"form": key, "label": "a", "name": "a", "sure": "yes", "word": "DELETE"}
            assert person.ask("POST", path, data=fields).status_code == 403, path
    for site_header in ("cross-site", "same-site"):
        headers = {"Sec-Fetch-Site": site_header}
        assert upload(person, data, headers=headers).status_code == 403
        fields = {"form": key_of(person), "label": "a", "sure": "yes", "word": "DELETE"}
        for path in ("/me/tokens", "/me/delete", "/sign-out"):
            assert person.ask("POST", path, data=fields, headers=headers).status_code == 403
    assert rows(site, account_of(person))["replay"] == 0


@pytest.mark.parametrize("body", [
    b"", b"--b", b"--b--", b"--b\r\n", b"--b\r\n\r\n\r\n--b--", b"--b\r\n\r\n--b--", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n",
    b'--b\r\nContent-Disposition: form-data; name="replay\r\n\r\nx\r\n--b--\r\n', b'--b\r\nContent-Disposition: form-data; name="replay"\r\n\r\nx',
    b'--b\r\nContent-Disposition: form-data; name="replay"\r\n\r\nx\r\n--bb--\r\n', b"--b\r\n" + b"A: b\r\n" * 5000, b"--b\r\n" * 5000,
    b'--b\r\nContent-Disposition: form-data; name="replay"\r\n\r\nx\r\n' * 2 + b"--b--\r\n",
    b"".join(b'--b\r\nContent-Disposition: form-data; name="n%d"\r\n\r\nx\r\n' % n for n in range(20)) + b"--b--\r\n",
])  # fmt: skip
def test_broken_forms_are_refused(site, body):
    person = signed_in(site, "broken")
    form = "multipart/form-data"
    for kind in (f"{form}; boundary=b", f'{form}; boundary="b"', form, f"{form}; boundary=" + "b" * 71, "text/plain"):
        answer = person.ask("POST", "/me/replays", data=body, headers={"Content-Type": kind})
        assert answer.status_code in (400, 403, 411), (kind, answer.status_code)


def test_a_moderator_is_who_the_issuer_or_the_operator_says(site):
    player = signed_in(site, "plain")
    one = site.post("/replays", data=play("held", seed=530, score=5), headers=make_token(player, "t")).json()["id"]
    for login, act in (("moda", "approve"), ("boss", "hide")):
        person = Wanderer(site)
        answer = person.sign_in("test", login, "%2Fdesk")
        assert answer.headers["Location"] == "/desk"
        assert any(f"Max-Age={12 * 3600}" in each for each in person.set)
        assert "Held plays" in person.see("/desk") and "Desk of moderators" in person.see("/me")
        page = person.see(f"/desk/replays/{one}")
        form = next(each for each in Forms(page).forms if each["to"] == "/desk/act")
        done = person.ask("POST", "/desk/act", data={**form["fields"], "act": act, "reason": "because"})
        assert done.status_code == 303, done.text
        log = Page(person.see(f"/desk/log?name={one}")).text
        assert account_of(person) in log
    left = person.press(person.see("/desk"), "/desk/sign-out")
    assert left.status_code == 303 and SESSION not in person.cookies()
    player.see("/desk", 403)


def test_a_login_of_players_may_upload_as_itself_only(site):
    person = signed_in(site, "bound player", "bound")
    account = account_of(person)
    assert account.startswith("login:")
    token = make_token(person, "t")
    assert site.post("/replays", data=play("bound player", seed=540), headers=token).status_code == 201
    refused = site.post("/replays", data=play("someone", seed=541), headers=token)
    assert (refused.status_code, refused.json()["rule"]) == (403, "server.player")
    assert upload(person, play("someone", seed=542)).status_code == 403


def test_all_that_is_kept_is_exported(site):
    person = signed_in(site, "export")
    token = make_token(person, "mine")
    files = {}
    for n in range(6):
        data = play("export player", seed=550 + n, level=f"{n:040d}")
        files[site.post("/replays", data=data, headers=token).json()["id"]] = data
    site.post("/replays", data=play("x", seed=9)[:900], headers=token)
    hidden = next(iter(files))
    site.post(f"/moderation/replays/{hidden}", params={"act": "hide", "reason": "why"}, headers=site.token("moderate"))
    answer = person.ask("GET", "/me/data")
    assert (answer.status_code, answer.headers["Content-Type"], answer.headers["Cache-Control"]) == (200, "application/x-tar", "no-store")
    with tarfile.open(fileobj=io.BytesIO(answer.content)) as archive:
        got = {each.name: archive.extractfile(each).read() for each in archive}  # type: ignore[union-attr]
    who = json.loads(got["account.json"])
    assert (who["name"], who["subject"], who["shown"]) == (account_of(person), "export", "Name of export")
    assert [each["label"] for each in who["tokens"]] == ["mine"] and token["Authorization"].split(".")[1] not in answer.text
    assert len(json.loads(got["refused.json"])) == 1
    assert {name.split("/")[1] for name in got if name.startswith("replays/") and not name.endswith(".json")} == set(files)
    for one, data in files.items():
        assert got[f"replays/{one}"] == data
        about = json.loads(got[f"replays/{one}.json"])
        assert about["id"] == one and about["answer"]["id"] == one
        assert bool(about["acts"]) == (one == hidden)


def test_all_that_is_kept_is_deleted_and_the_boards_are_right(site):
    person, rival = signed_in(site, "leaver"), signed_in(site, "rival")
    account, token, others = account_of(person), make_token(person, "t"), make_token(rival, "t")
    level = "d" * 40
    mine = [
        site.post("/replays", data=play(name, seed=560 + n, level=level), headers=token).json()["id"]
        for n, name in enumerate(("leaver", "second"))
    ]
    hidden = site.post("/replays", data=play("leaver", seed=562, level="e" * 40), headers=token).json()["id"]
    site.post(f"/moderation/replays/{hidden}", params={"act": "hide"}, headers=site.token("moderate"))
    site.post("/replays", data=play("leaver", seed=9)[:900], headers=token)
    kept = site.post("/replays", data=play("stays", seed=563, level=level), headers=others).json()["id"]

    def board() -> list[tuple[int, str]]:
        entries = site.get(f"/boards/beatsaber/{level}/Expert/Standard").json()["entries"]
        return [(each["place"], each["player"]) for each in entries]

    assert board() == [(1, "leaver"), (2, "second"), (3, "stays")]
    page = person.see("/me/delete")
    assert "3 plays" in Page(page).text
    for wrong in ({"sure": "yes"}, {"word": "DELETE"}, {"sure": "yes", "word": "delete"}, {"sure": "", "word": "DELETE"}):
        fields = {"sure": "", "word": "", **wrong}
        assert person.press(page, "/me/delete", **fields).status_code == 400
    assert rows(site, account)["replay"] == 2
    value = person.cookies()[SESSION]
    done = person.press(page, "/me/delete", sure="yes", word="DELETE")
    assert (done.status_code, done.headers["Location"]) == (303, "/start")
    assert set(rows(site, account).values()) == {0}, rows(site, account)
    assert SESSION not in person.cookies()
    person.cookies()[SESSION] = value
    person.see("/me", 401)
    assert site.post("/replays", data=b"x", headers=token).status_code == 401
    for one in (*mine, hidden):
        assert site.get(f"/replays/{one}").status_code == 404
        assert count(site, f"SELECT COUNT(*) FROM event WHERE subject = '{one}' AND kind <> 'erased'") == 0
    assert site.get(f"/replays/{kept}").status_code == 200
    assert board() == [(1, "stays")]
    log = site.get(f"/moderation/audit?name={account}", headers=site.token("moderate")).json()["acts"]
    (entry,) = [each for each in log if each["event"] == "account.erase"]
    assert (entry["name"], entry["who"], entry["detail"]) == (account, account, "replays: 3")
    # who comes back is somebody new
    again = signed_in(site, "leaver")
    assert "There are no plays" in Page(again.see("/me")).text


def begin_upload(site: SignInServer, token: dict[str, str], data: bytes, more: str = "") -> socket.socket:
    """An upload whose token was accepted, and whose bytes are still to come."""
    one = socket.create_connection(("127.0.0.1", site.fixed), timeout=PATIENCE)
    head = f"POST /replays HTTP/1.1\r\nHost: x\r\nAuthorization: {token['Authorization']}\r\nContent-Length: {len(data)}\r\n"
    one.sendall(f"{head}Expect: 100-continue\r\nConnection: close\r\n{more}\r\n".encode())
    assert one.recv(64).startswith(b"HTTP/1.1 100 ")
    return one


def end_upload(one: socket.socket, data: bytes) -> tuple[int, dict[str, object]]:
    one.sendall(data)
    answer = b""
    with one:
        while part := one.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def test_an_upload_that_comes_while_its_account_is_deleted_leaves_nothing(site):
    person = signed_in(site, "hasty")
    account, token = account_of(person), make_token(person, "t")
    whole = play("hasty", seed=570, level="f" * 40)
    uploads = [(data, begin_upload(site, token, data, more))
               for data, more in ((whole, "Idempotency-Key: k\r\n"), (whole[:900], ""))]  # fmt: skip
    assert person.press(person.see("/me/delete"), "/me/delete", sure="yes", word="DELETE").status_code == 303
    for data, one in uploads:
        status, problem = end_upload(one, data)
        assert (status, problem["rule"]) == (403, "server.account")
    assert set(rows(site, account).values()) == {0}, rows(site, account)
    # somebody else sends the same
    others = make_token(signed_in(site, "calm"), "t")
    assert site.post("/replays", data=whole, headers=others).status_code == 201
    # who comes back may send again
    token = make_token(signed_in(site, "hasty"), "t")
    assert site.post("/replays", data=play("hasty", seed=571, level="f" * 40), headers=token).status_code == 201


@pytest.mark.parametrize(("size", "status"), [(1 << 30, 403), (900, 422)])
def test_an_account_that_is_deleted_while_its_upload_is_judged_leaves_nothing(site, size, status):
    """The deletion is put between the check of the upload and its entry: with the statement that numbers the entry, or the refusal."""
    if site.postgres:
        pytest.skip("the trigger is for SQLite: the statements are the same on either database")
    person = signed_in(site, f"sudden-{size}")
    account, token = account_of(person), make_token(person, "t")
    before = kept_files(site)
    with site.catalogue() as catalogue:
        catalogue.execute(
            f"CREATE TRIGGER gone AFTER UPDATE ON reel_sequence BEGIN DELETE FROM account WHERE name = '{account}'; INSERT INTO audit_log "
            f"(number, at, event, name, who, detail) VALUES (new.last, 0, 'account.erase', '{account}', '{account}', ''); END"
        )
    answer = site.post("/replays", data=play("sudden", seed=580, level="f" * 40)[:size], headers=token)
    with site.catalogue() as catalogue:
        catalogue.execute("DROP TRIGGER gone")
    assert answer.status_code == status, answer.text
    found = rows(site, account)
    assert found["replay"] == found["refused"] == found["uploader"] == 0
    wait_for(lambda: kept_files(site) == before)  # its bytes were stored before its entry was refused


def kept_files(site: SignInServer) -> set[str]:
    return {each.name for each in site.store.rglob("*") if each.is_file() and len(each.name) == 64}


def test_the_operator_lists_and_erases_accounts(site):
    person = signed_in(site, "asked")
    account, token = account_of(person), make_token(person, "t")
    one = site.post("/replays", data=play("asked", seed=570), headers=token).json()["id"]

    def command(*words: str) -> subprocess.CompletedProcess:
        where = ["--store", str(site.store), *(["--database", site.postgres] if site.postgres else [])]
        return subprocess.run([PROGRAM, *where, "account", *words], capture_output=True, text=True, timeout=PATIENCE)

    (line,) = [each.split("\t") for each in command("list").stdout.splitlines() if each.startswith(account)]
    assert line[1:4] == ["test", "asked", "Name of asked"]
    assert command("erase", "account:none").returncode == 1 and command("erase").returncode == 2 and command("other", "x").returncode == 2
    done = command("erase", account)
    assert (done.returncode, done.stdout) == (0, "replays: 1\n"), done
    assert set(rows(site, account).values()) == {0} and site.get(f"/replays/{one}").status_code == 404
    person.see("/me", 401)
    (entry,) = site.get(f"/moderation/audit?name={account}", headers=site.token("moderate")).json()["acts"]
    assert (entry["event"], entry["who"]) == ("account.erase", "operator")


def test_sessions_last_across_a_restart_and_end_with_the_provider(site):
    person = signed_in(site, "restart")
    assert site.stop() == 0
    site.start()
    person.see("/me")
    options, kept = site.options, list(site.options)
    at = next(i for i, each in enumerate(kept) if each.startswith("test "))
    site.options = options[: at - 1] + options[at + 1 :]
    assert site.stop() == 0
    site.start()
    person.see("/me", 401)
    assert person.ask("GET", "/sign-in/test").status_code == 404
    site.options = kept
    assert site.stop() == 0
    site.start()
    site.wait_for_issuer("test")
