# SPDX-License-Identifier: MIT
"""Issuers to sign in at: a real one, a stand-in that does what a test says, and a browser without a script that goes between them and the server."""

from __future__ import annotations

import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.parse
from collections.abc import Callable

import pytest
import requests
from conftest import PATIENCE, SOURCE, Server, wait_for
from test_desk import Forms
from test_login import Key

MODULES = pathlib.Path(os.environ.get("REEL_OIDC", SOURCE / "build/server-test/oidc/node_modules"))
CLIENT, SECRET = "reel & co", "a secret/with +signs"
SESSION, FLOW = "__Host-reel-session", "__Host-reel-sign-in"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


class SignInServer(Server):
    """A server whose address is known before it starts, since browsers come back to it."""

    def __init__(self, folder: pathlib.Path, *lines: str, options: tuple[str, ...] = (), postgres: str = "") -> None:
        self.fixed = free_port()
        secret = folder / "client-secret"
        secret.write_text(SECRET + "\n")
        words = [each for line in lines for each in ("--sign-in", line.replace("SECRET", f"client-secret-file={secret}"))]
        public = ["--public-url", f"http://127.0.0.1:{self.fixed}", "--sign-in-loopback", "--failures", "0"]
        super().__init__(folder, *public, *words, *options, postgres=postgres)

    def start(self, port: int = 0) -> None:
        super().start(port or self.fixed)

    def wait_for_issuer(self, name: str) -> None:
        wait_for(lambda: requests.get(f"{self.url}/sign-in/{name}", allow_redirects=False, timeout=PATIENCE).status_code == 303)


class Wanderer:
    """A browser without a script: it keeps the cookies of each host and goes where redirects and forms lead."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.jars: dict[str, dict[str, str]] = {}
        self.set: list[str] = []  # headers Set-Cookie of the last answer

    def cookies(self, url: str = "") -> dict[str, str]:
        return self.jars.setdefault(urllib.parse.urlsplit(url or self.server.url).netloc, {})

    def ask(self, method: str, url: str, **options: object) -> requests.Response:
        url = urllib.parse.urljoin(self.server.url + "/", url)
        jar = self.cookies(url)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in jar.items()), **options.pop("headers", {})}  # type: ignore[dict-item]
        answer = requests.request(method, url, headers=headers, allow_redirects=False, timeout=PATIENCE, **options)  # type: ignore[arg-type]
        self.set = answer.raw.headers.getlist("Set-Cookie")
        for each in self.set:
            name, value = each.split(";")[0].split("=", 1)
            jar[name] = value
            if not value or re.search(r"; *(Max-Age=0\b|Expires=[^;]*1970)", each, re.IGNORECASE):
                del jar[name]
        return answer

    def follow(self, answer: requests.Response, until: str = "\0") -> requests.Response:
        """Goes on while there are redirects, but not to an address with these words."""
        for _ in range(20):
            if not 300 <= answer.status_code < 400:
                break
            to = urllib.parse.urljoin(answer.url, answer.headers["Location"])
            if until in to:
                break
            answer = self.ask("GET", to)
        return answer

    def begin(self, name: str, to: str = "") -> dict[str, str]:
        """The parameters with which the server sends to an issuer."""
        answer = self.ask("GET", f"/sign-in/{name}" + (f"?to={urllib.parse.quote(to, safe='')}" if to else ""))
        assert answer.status_code == 303, answer.text
        self.sent_to = answer.headers["Location"].split("?")[0]
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["Location"]).query, strict_parsing=True))

    def sign_in(self, name: str, login: str, to: str = "") -> requests.Response:
        """All of it, at the real issuer. The answer of the server that ends it."""
        answer = self.follow(self.ask("GET", f"/sign-in/{name}" + (f"?to={to}" if to else "")), until="/callback")
        for _ in range(3):
            if answer.status_code != 200:
                break
            form = Forms(answer.text).forms[0]
            fields = {**form["fields"], **({"login": login, "password": "x"} if "login" in form["fields"] else {})}
            answer = self.follow(self.ask("POST", urllib.parse.urljoin(answer.url, form["to"]), data=fields), until="/callback")
        assert "/callback" in answer.headers.get("Location", ""), answer.text
        self.returned = answer.headers["Location"]
        return self.ask("GET", self.returned)

    def see(self, path: str, status: int = 200) -> str:
        answer = self.ask("GET", path)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.text

    def press(self, page: str, to: str, number: int = 0, **fields: str) -> requests.Response:
        """Sends the form of a page that goes to an address, with more fields."""
        form = [each for each in Forms(page).forms if each["to"] == to][number]
        return self.ask("POST", to, data={**form["fields"], **fields})


class RealIssuer:
    """oidc-provider, an issuer that others run, too."""

    def __init__(self, folder: pathlib.Path) -> None:
        if not (MODULES / "oidc-provider").exists() or not shutil.which("node"):
            pytest.skip("no oidc-provider: server/test.sh installs it")
        self.port, self.log = free_port(), folder / "issuer.log"
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self, server: int, *names: str) -> None:
        """For the server at a port, by the names that it has for the issuer."""
        back = [f"http://127.0.0.1:{server}/sign-in/{name}/callback" for name in names]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["node", str(SOURCE / "server/test/issuer.mjs"), str(self.port), CLIENT, SECRET, *back],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "NODE_MODULES": str(MODULES)},
            )  # fmt: skip
        assert self.process.stdout and "listening" in self.process.stdout.readline(), self.log.read_text()

    def stop(self) -> None:
        if self.process and self.process.stdout:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()


class FakeIssuer(http.server.ThreadingHTTPServer):
    """Answers as an issuer, but for what a test changes: `answers` maps a path to (status, headers, body), or to what makes them of the request."""

    daemon_threads = True

    def __init__(self, key: Key) -> None:
        self.key = key
        self.asked: list[tuple[str, dict[str, str], str]] = []  # path, form, header Authorization
        self.answers: dict[str, object] = {}
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer({})

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self.answer(dict(urllib.parse.parse_qsl(body, strict_parsing=True)))

            def answer(self, form: dict[str, str]) -> None:
                fake.asked.append((self.path, form, self.headers.get("Authorization", "")))
                made = fake.answers.get(self.path, (404, {}, b""))
                if callable(made):
                    made = made(self, form)
                if made is None:  # it has answered by itself
                    return
                status, headers, body = made  # type: ignore[misc]
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *words: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.describe()
        self.say("/jwks", {"keys": [key.jwk()]})
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def say(self, path: str, value: object, status: int = 200) -> None:
        self.answers[path] = (status, {}, json.dumps(value).encode())

    def describe(self, **changes: object) -> None:
        """The description; None leaves a member out."""
        usual = {
            "issuer": self.url, "authorization_endpoint": self.url + "/authorize", "token_endpoint": self.url + "/token",
            "jwks_uri": self.url + "/jwks", **changes,
        }  # fmt: skip
        self.say("/.well-known/openid-configuration", {name: value for name, value in usual.items() if value is not None})

    def token(self, sent: dict[str, str], key: Key | None = None, **claims: object) -> str:
        """An id_token for what the server sent to the issuer."""
        usual = {"iss": self.url, "aud": CLIENT, "nonce": sent["nonce"], "iat": int(time.time()), "name": "Ann", **claims}
        return (key or self.key).token(**usual)

    def give(self, id_token: str | None, **more: object) -> None:
        """The token endpoint gives it."""
        self.say("/token", {"access_token": "access", "token_type": "Bearer", **({"id_token": id_token} if id_token else {}), **more})

    def stop(self) -> None:
        self.shutdown()
        self.server_close()


def back(person: Wanderer, name: str, sent: dict[str, str], **more: str) -> requests.Response:
    """The browser comes back with a code; None leaves a parameter out."""
    given = {"code": "a-code", "state": sent["state"], **more}
    query = urllib.parse.urlencode({key: value for key, value in given.items() if value is not None})
    return person.ask("GET", f"/sign-in/{name}/callback?{query}")


def title_of(page: str) -> str:
    found = re.search(r"<h1>(?:<bdi>)?(.*?)(?:</bdi>)?</h1>", page)
    return found[1] if found else ""


Made = Callable[[http.server.BaseHTTPRequestHandler, dict[str, str]], object]
