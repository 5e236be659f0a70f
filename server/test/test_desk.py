# SPDX-License-Identifier: MIT
"""The pages for who signed in: what they show, what their forms do, and who can make them do it."""

from __future__ import annotations

import contextlib
import html.parser
import random
import re
import urllib.parse

import pytest
import requests
from conftest import PATIENCE, Server, own_schema
from plays import play
from test_pages import PIECES, Page

GETS = ["/desk", "/desk/log", "/desk/bans", "/desk/refused"]
POSTS = ["/desk/act", "/desk/ban"]


class Forms(html.parser.HTMLParser):
    """The forms of a page: where each goes, its fields, and its buttons."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[dict] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        one = dict(attrs)
        if tag == "form":
            self.forms.append({"to": one["action"], "method": one.get("method", "get"), "fields": {}, "buttons": []})
        elif tag == "input" and one.get("name"):
            self.forms[-1]["fields"][one["name"]] = one.get("value", "")
        elif tag == "button" and one.get("name"):
            self.forms[-1]["buttons"].append((one["name"], one["value"]))


class Person:
    """A browser without a script: it keeps the cookie, and goes where forms and redirects lead."""

    def __init__(self, server: Server, headers: dict[str, str] | None = None) -> None:
        self.server = server
        self.cookie = ""
        if headers:
            self.sign_in(headers["Authorization"].removeprefix("Bearer "))

    def ask(self, method: str, path: str, **options: object) -> requests.Response:
        headers = {"Cookie": self.cookie, "Sec-Fetch-Site": "same-origin", **options.pop("headers", {})}  # type: ignore[dict-item]
        answer = requests.request(method, self.server.url + path, headers=headers, allow_redirects=False, timeout=PATIENCE, **options)  # type: ignore[arg-type]
        if "Set-Cookie" in answer.headers:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        return answer

    def see(self, path: str, status: int = 200) -> str:
        answer = self.ask("GET", path)
        assert answer.status_code == status, (path, answer.text)
        assert answer.headers["Cache-Control"] == "no-store" or path == "/states"
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "script-src" not in policy and "frame-ancestors 'none'" in policy
        Page(answer.text)
        return answer.text

    def send(self, path: str, fields: dict[str, str], **options: object) -> requests.Response:
        return self.ask("POST", path, data=fields, **options)

    def sign_in(self, token: str, to: str = "") -> requests.Response:
        return self.send("/desk/sign-in", {"token": token, "to": to})

    def press(self, text: str, to: str, button: tuple[str, str], **fields: str) -> requests.Response:
        """Presses the first button of this name and value in a form that goes there and has the fields that are hidden."""
        hidden = {name: fields.pop(name) for name in list(fields) if name in ("id", "kind", "name")}
        form = next(
            each for each in Forms(text).forms
            if each["to"] == to and button in each["buttons"] and all(each["fields"].get(n) == v for n, v in hidden.items())
        )
        return self.send(to, {**form["fields"], **fields, button[0]: button[1]})


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request, tmp_path_factory):
    """The same pages on either database."""
    with contextlib.ExitStack() as stack:
        where = stack.enter_context(own_schema("desk")) if request.param == "postgres" else ""
        one = Server(tmp_path_factory.mktemp("desk"), postgres=where)
        yield one
        assert one.stop() == 0, one.log.read_text()
        assert "Sanitizer" not in one.log.read_text()


@pytest.fixture(scope="module")
def moderator(server: Server) -> dict[str, str]:
    return server.token("moderate", name="mod")


@pytest.fixture
def desk(server: Server, moderator: dict[str, str]) -> Person:
    return Person(server, moderator)


def put(server: Server, token: dict[str, str], *words: object, **options: object) -> dict:
    answer = server.post("/replays", data=play(*words, **options), headers=token)  # type: ignore[arg-type]
    assert answer.status_code == 201, answer.text
    return answer.json()


def text_of(page: str) -> str:
    return Page(page).text


def test_the_cookie_is_for_these_pages_only_and_no_script_sees_it(server, moderator):
    person = Person(server)
    assert "Sign in" in text_of(person.see("/desk", 401))
    answer = person.sign_in(moderator["Authorization"].removeprefix("Bearer "))
    assert (answer.status_code, answer.headers["Location"], answer.headers["Cache-Control"]) == (303, "/desk", "no-store")
    words = {each.strip() for each in answer.headers["Set-Cookie"].split(";")[1:]}
    assert words >= {"HttpOnly", "Secure", "SameSite=Strict", "Path=/desk"}
    page = person.see("/desk")
    assert person.cookie.split("=", 1)[1] not in page  # the token is in no page
    left = person.send("/desk/sign-out", next(each["fields"] for each in Forms(page).forms if each["to"] == "/desk/sign-out"))
    assert left.status_code == 303 and "Max-Age=0" in left.headers["Set-Cookie"]
    person.see("/desk", 401)


def test_who_is_not_signed_in_gets_a_form_and_who_may_not_gets_a_word(server, uploader, moderator):
    one = put(server, uploader, "scope", seed=1)["id"]
    paths = [*GETS, f"/desk/replays/{one}", f"/desk/replays/{one}/bytes", f"/desk/replays/{one}/plots/score"]
    for path in paths:
        assert "/desk/sign-in" in Person(server).see(path, 401)
        assert "Not allowed" in Person(server, uploader).see(path, 403)
        wrong = Person(server)
        wrong.sign_in("mod." + "x" * 43)
        assert "unknown" in wrong.see(path, 401)
        wrong.cookie = f"desk_token={moderator['Authorization'].removeprefix('Bearer ')}x"
        wrong.see(path, 401)
    Person(server, moderator).see("/desk/uploads", 403)
    for path in paths:  # the header of a program is not for these pages, so that no answer depends on both
        assert server.get(path, headers=moderator).status_code == 401


def test_a_moderator_decides_about_what_is_held(server, uploader, moderator, desk):
    held = [put(server, uploader, f"held {n}", song=f"Song {n}", seed=10 + n, score=5, level=f"{n:040d}")["id"] for n in range(4)]
    queue = desk.see("/desk")
    assert all(each in queue for each in held) and "server.score" in queue
    for n, (act, state) in enumerate((("approve", "listed"), ("hide", "hidden"), ("remove", "removed"))):
        done = desk.press(desk.see("/desk"), "/desk/act", ("act", act), id=held[n], reason=f"because {act} & <b>")
        assert (done.status_code, done.headers["Location"]) == (303, "/desk"), done.text
        seen = server.get(f"/moderation/replays/{held[n]}", headers=moderator).json()
        assert seen["state"] == state
        assert [(each["who"], each["detail"]) for each in seen["acts"]] == [("mod", f"because {act} & <b>")]
        assert held[n] not in desk.see("/desk")
        page = desk.see(f"/desk/replays/{held[n]}")
        assert state in text_of(page) and f"because {act} & <b>" in text_of(page)
        picture = next(each for each in Page(page).addresses if "/plots/" in each)
        drawn = desk.ask("GET", picture)
        assert (drawn.status_code, drawn.headers["Content-Type"], drawn.headers["Cache-Control"]) == (200, "image/svg+xml", "no-store")
        assert desk.ask("GET", f"/desk/replays/{held[n]}/bytes").status_code == 200
    back = desk.press(desk.see(f"/desk/replays/{held[1]}"), "/desk/act", ("act", "restore"))
    assert back.headers["Location"] == f"/desk/replays/{held[1]}"
    assert server.get(f"/moderation/replays/{held[1]}", headers=moderator).json()["state"] == "held"
    queue = desk.see("/desk")
    first = desk.press(queue, "/desk/act", ("act", "approve"), id=held[3])
    again = desk.press(queue, "/desk/act", ("act", "approve"), id=held[3])
    assert (first.status_code, again.status_code) == (303, 409)
    desk.see("/desk/replays/" + "0" * 64, 404)


def test_the_buttons_are_those_that_the_state_allows(server, uploader, moderator, desk):
    one = put(server, uploader, "acts", seed=20)["id"]
    fits = {"listed": {"hold", "hide", "remove"}, "held": {"approve", "hide", "remove"}, "hidden": {"remove", "restore"}, "removed": {"restore"}}
    source, state = random.Random(1), "listed"
    for _ in range(8):
        page = desk.see(f"/desk/replays/{one}")
        assert {value for form in Forms(page).forms for name, value in form["buttons"] if name == "act"} - {"undo"} == fits[state]
        act = source.choice(sorted(fits[state]))
        assert desk.press(page, "/desk/act", ("act", act)).status_code == 303
        state = server.get(f"/moderation/replays/{one}", headers=moderator).json()["state"]


def test_bans_are_made_and_lifted(server, moderator, desk):
    token = server.token("upload", name="banned-one")
    one = put(server, token, "Banned One", seed=30)["id"]
    page = desk.see(f"/desk/replays/{one}")
    assert desk.press(page, "/desk/ban", ("action", "hold"), kind="player", name="Banned One", reason="cheats").status_code == 303
    assert desk.press(page, "/desk/ban", ("action", "refuse"), kind="uploader", name="banned-one").status_code == 303
    assert server.post("/replays", data=play("x", seed=31), headers=token).json()["rule"] == "server.banned"
    bans = desk.see("/desk/bans")
    assert "cheats" in text_of(bans) and "banned-one" in text_of(bans)
    for kind, name in (("player", "Banned One"), ("uploader", "banned-one")):
        assert desk.press(desk.see("/desk/bans"), "/desk/ban", ("action", "lift"), kind=kind, name=name).status_code == 303
    assert server.get("/moderation/bans", headers=moderator).json()["bans"] == []
    log = text_of(desk.see("/desk/log?name=banned-one"))
    assert "uploader.ban" in log and "by mod" in log


def test_refused_uploads_are_shown_to_moderators_and_to_who_sent_them(server, desk):
    ann, bob = server.token("upload", name="ann"), server.token("upload", name="bob")
    for token, data in ((ann, b"no replay"), (bob, play("cut")[:700])):
        body = server.post("/replays", data=data, headers=token).json()
        own = Person(server, token)
        page = own.see("/desk/uploads")
        assert f"/plays/{body['id']}" in page and body["title"] in text_of(page)
        finding = next(each for each in body["findings"] if each["severity"] == "error")
        assert finding["rule"] in text_of(page) and f"at byte {finding['offset']:,}" in text_of(page)
        assert f"/plays/{body['id']}" in desk.see("/desk/refused")
    mine = text_of(Person(server, ann).see("/desk/uploads"))
    assert "sent by ann" in mine and "sent by bob" not in mine
    assert "sent by ann" not in text_of(desk.see("/desk/refused?uploader=bob"))


def test_lists_are_turned_by_cursor(server, uploader, moderator):
    desk = Person(server, moderator)
    held = [put(server, uploader, "many", seed=100 + n, score=5, seconds=3, level=f"{n:039d}A")["id"] for n in range(23)]
    for n in range(53):
        server.post(f"/moderation/bans?kind=uploader&name=many-{n:02d}", headers=moderator)
        server.post("/replays", data=b"no replay %d" % n, headers=uploader)
    for path, pattern, count in (("/desk", r'href="/desk/replays/(\w{64})"', len(held)), ("/desk/bans", r"many-(\d\d)</bdi>", 53),
                                 ("/desk/refused", r'href="/plays/(\w{64})"', 53), ("/desk/log", r"(uploader\.ban)", 53)):  # fmt: skip
        seen: list[str] = []
        while path:
            page = desk.see(path)
            seen += re.findall(pattern, page)
            path = next((each for each in Page(page).links if "after" in each), "")
        assert len(seen) >= count and (len(set(seen)) == len(seen) or "log" in pattern or "ban" in pattern), pattern


# ---- other sites, and other forms -----------------------------------------------------------------------------------


def test_nothing_changes_without_the_key_of_the_form(server, uploader, moderator, desk):
    """A form of another site, of another person, without a cookie, without a key: with whatever is right besides."""
    one = put(server, uploader, "csrf", seed=40, score=5)["id"]
    other = Person(server, server.token("moderate", name="other"))
    page, others = desk.see(f"/desk/replays/{one}"), other.see(f"/desk/replays/{one}")
    right = next(each["fields"] for each in Forms(page).forms if each["fields"].get("id") == one)
    key = next(each["fields"] for each in Forms(others).forms if each["fields"].get("id") == one)["form"]
    forms = {"/desk/act": {**right, "act": "approve"}, "/desk/ban": {"form": right["form"], "kind": "player", "name": "csrf", "action": "refuse"}}
    for path, fields in forms.items():
        for site in ("cross-site", "same-site", "unknown"):
            assert desk.send(path, fields, headers={"Sec-Fetch-Site": site}).status_code == 403
        for wrong in ("", key, right["form"][:-1], right["form"] + "0", right["form"].upper() + "x", "0" * 32):
            assert desk.send(path, {**fields, "form": wrong}).status_code == 403, wrong
        assert desk.send(path, {name: value for name, value in fields.items() if name != "form"}).status_code == 403
        assert Person(server).send(path, fields).status_code == 401
        assert Person(server, uploader).send(path, fields).status_code == 403
        assert server.post(path, data=fields, headers=moderator).status_code == 401
        assert desk.ask("GET", path).status_code == 405
        query = f"{path}?{urllib.parse.urlencode(fields)}"
        assert desk.send(query, {}).status_code == 400
        assert desk.ask("POST", path, files={name: (None, value) for name, value in fields.items()}).status_code in (400, 403)
    assert Person(server).send("/desk/sign-in", {"token": "a.b"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert server.get("/moderation/audit?name=csrf", headers=moderator).json()["acts"] == []
    seen = server.get(f"/moderation/replays/{one}", headers=moderator).json()
    assert (seen["state"], seen["acts"]) == ("held", [])
    assert desk.send("/desk/act", forms["/desk/act"]).status_code == 303  # and with all of it, it does


@pytest.mark.parametrize(
    "body",
    [b"%", b"form=%4", b"form=%00", b"form=%ff", b"form=\xff", b"a", b"form=a&form=b", b"=&=", b"&".join(b"f%d=1" % n for n in range(40)),
     b"form=" + b"x" * 20000, b"form=" + b"%41" * 6000, b"\0", b"form=a\r\n"],
    ids=range(13),
)  # fmt: skip
def test_hostile_forms_are_refused(server, moderator, desk, body):
    for path in (*POSTS, "/desk/sign-in", "/desk/sign-out"):
        answer = desk.ask("POST", path, data=body, headers={"Content-Type": "application/x-www-form-urlencoded"})
        assert answer.status_code in (400, 403, 413), (path, answer.text)
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("token", ["", " ", "a b", "a;b", "a\r\nX: y", "a,b", "ü", "x" * 4000, "a=b", '"'])
def test_only_what_can_be_a_token_becomes_a_cookie(server, token):
    answer = Person(server).sign_in(token)
    assert answer.status_code == 400 and "Set-Cookie" not in answer.headers and "X" not in answer.headers


@pytest.mark.parametrize(("to", "place"), [("/desk/uploads", "/desk/uploads"), ("https://evil.example", "/desk"), ("//evil.example", "/desk"), ("/start", "/desk")])
def test_signing_in_leads_to_a_page_of_this_server(server, moderator, to, place):
    assert Person(server).sign_in(moderator["Authorization"].removeprefix("Bearer "), to).headers["Location"] == place


def test_wrong_tokens_are_limited_as_elsewhere(start):
    server = start("--failures", "5")
    person = Person(server)
    person.sign_in("nobody." + "x" * 43)
    codes = [person.ask("GET", "/desk").status_code for _ in range(8)]
    assert codes[:5] == [401] * 5 and codes[-1] == 429


def test_a_token_that_is_revoked_ends_the_session(server):
    person = Person(server, server.token("moderate", name="gone"))
    person.see("/desk")
    server.sql("UPDATE token SET revoked = 1 WHERE name = 'gone'")
    person.see("/desk", 401)


def test_text_of_files_and_people_is_only_text(server, uploader, moderator):
    source = random.Random(34)
    desk = Person(server, moderator)
    for n in range(5):
        name = "".join(source.choices(PIECES, k=3))[:120].replace("\0", "") or "x"
        one = put(server, uploader, name, name=name, song=name, mapper=name, difficulty=name, level=name, seed=500 + n, score=5, seconds=3)["id"]
        server.post("/moderation/bans", params={"kind": "player", "name": name, "reason": name}, headers=moderator)
        server.post(f"/moderation/replays/{one}", params={"act": "hide", "reason": name}, headers=moderator)
        for path in (f"/desk/replays/{one}", "/desk/bans", "/desk/log?name=" + urllib.parse.quote(name, safe="")):
            page = Page(desk.see(path))
            assert not [tag for tag, _ in page.elements if tag in ("script", "style", "iframe", "object", "b")]
            assert all(each.startswith("/") and not each.startswith("//") for each in page.addresses)
            for link in page.links:
                if link.startswith("/desk"):
                    desk.see(link) if "/bytes" not in link else None


def test_the_page_of_states_is_for_all(server):
    page = text_of(Person(server).see("/states"))
    for word in ("listed", "held", "hidden", "removed", "refused", "30 days"):
        assert word in page


def test_the_pages_are_not_in_the_description(server):
    assert not any(path.startswith("/desk") for path in server.get("/openapi.json").json()["paths"])
