# SPDX-License-Identifier: MIT
"""The configurations of nginx and Caddy of docs/server.md, with the real programs in front of a server."""

from __future__ import annotations

import contextlib
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator

import pytest
import requests
from conftest import PATIENCE, SOURCE, Server, wait_for
from lives import Recording
from plays import play

PAGE = SOURCE / "docs/server.md"
HOST = "replays.example.com"


def block_of(first: str) -> str:
    """The indented lines of the page that begin so."""
    lines = PAGE.read_text().split(f"\n    {first}\n")[1].split("\n\n")[0]
    return f"{first}\n" + "\n".join(line[4:] for line in lines.splitlines())


def certificate(folder: pathlib.Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
         "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", folder / "replays.key", "-out", folder / "replays.pem"],
        check=True, capture_output=True)  # fmt: skip


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def nginx(folder: pathlib.Path, port: int, server: Server) -> list[str]:
    text = block_of("server {").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace("/etc/ssl", str(folder))
    paths = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\nhttp {{ access_log off; {paths}\n{text}\n}}\n"
    (folder / "nginx.conf").write_text(whole.replace("127.0.0.1:8080", server.url.removeprefix("http://")))
    return ["nginx", "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]


def caddy(folder: pathlib.Path, port: int, server: Server) -> list[str]:
    """With a certificate of the test, since nobody gives one for this host."""
    text = block_of(f"{HOST} {{").replace(f"{HOST} {{", f"{HOST}:{port} {{\n    tls {folder}/replays.pem {folder}/replays.key", 1)
    whole = "{\n    admin off\n    auto_https disable_redirects\n    storage file_system " + f"{folder}/caddy\n}}\n{text}\n"
    (folder / "Caddyfile").write_text(whole.replace("127.0.0.1:8080", server.url.removeprefix("http://")))
    return ["caddy", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


class ToProxy(requests.adapters.HTTPAdapter):
    """Connects to the proxy, and asks for the host of the certificate."""

    def __init__(self, port: int, trusted: pathlib.Path) -> None:
        self.port, self.context = port, ssl.create_default_context(cafile=str(trusted))
        super().__init__()

    def init_poolmanager(self, *args: object, **words: object) -> None:
        super().init_poolmanager(*args, **words, ssl_context=self.context, server_hostname=HOST, assert_hostname=HOST)

    def send(self, request: requests.PreparedRequest, **words: object) -> requests.Response:
        request.headers["Host"] = HOST
        request.url = request.url.replace(HOST, f"127.0.0.1:{self.port}")
        return super().send(request, **{**words, "verify": True})


@contextlib.contextmanager
def in_front(words: list[str], folder: pathlib.Path, port: int) -> Iterator[requests.Session]:
    with open(folder / "proxy.log", "wb") as log:
        process = subprocess.Popen(words, cwd=folder, stdout=log, stderr=log, env={"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/bin"})
    session = requests.Session()
    session.mount("https://", ToProxy(port, folder / "replays.pem"))

    def answers() -> bool:
        assert process.poll() is None, (folder / "proxy.log").read_text() + "".join(p.read_text() for p in folder.glob("error.log"))
        with contextlib.suppress(requests.ConnectionError):
            return session.get(f"https://{HOST}/readyz", timeout=PATIENCE).status_code == 200
        return False

    try:
        wait_for(answers)
        yield session
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


@pytest.mark.parametrize(("name", "make"), [("nginx", nginx), ("caddy", caddy)])
def test_what_the_page_says_of_a_proxy_works(tmp_path, name, make):
    if not shutil.which(name, path="/usr/sbin:/usr/bin:/bin") or not shutil.which("openssl") or not shutil.which("curl"):
        pytest.skip(f"no {name}, openssl and curl (Debian: {'nginx-light' if name == 'nginx' else name})")
    certificate(tmp_path)
    (tmp_path / "server").mkdir()
    server = Server(tmp_path / "server", "--proxy", "127.0.0.1", "--public-url", f"https://{HOST}", "--body", "64", "--access-log")
    token, port = server.token("upload"), free_port()
    at = f"https://{HOST}"
    with in_front(make(tmp_path, port, server), tmp_path, port) as session:
        data = play("behind", seed=5)
        answer = session.post(f"{at}/replays", data=data, headers=token, timeout=PATIENCE)
        assert answer.status_code == 201, answer.text
        assert session.get(f"{at}/replays/{answer.json()['id']}", timeout=PATIENCE).content == data
        assert f"{at}/plays/{answer.json()['id']}" in session.get(f"{at}/plays/{answer.json()['id']}", timeout=PATIENCE).text
        # the client is the one that the proxy saw, not the proxy; and one that says otherwise is not believed
        session.get(f"{at}/version?who=me", headers={"X-Forwarded-For": "192.0.2.66"}, timeout=PATIENCE)
        # in pieces, and as they come
        recording = Recording(tmp_path, "reel", "recorder")
        live = session.post(f"{at}/live", data=b"", headers=token, timeout=PATIENCE).json()["id"]
        watching = session.get(f"{at}/live/{live}/stream", headers={"Accept": "text/event-stream"}, stream=True, timeout=PATIENCE)
        lines = watching.iter_lines()
        half = len(recording.bytes) // 2
        assert session.post(f"{at}/live/{live}?offset=0", data=recording.bytes[:half], headers=token, timeout=PATIENCE).status_code == 200
        assert any(line == b"event: bytes" for line in lines)  # while it is recorded
        answer = session.post(f"{at}/live/{live}?offset={half}", data=iter([recording.bytes[half:-9], recording.bytes[-9:]]), headers=token, timeout=PATIENCE)
        assert answer.status_code in (200, 411), answer.text
        if answer.status_code == 411:
            session.post(f"{at}/live/{live}?offset={half}", data=recording.bytes[half:], headers=token, timeout=PATIENCE)
        assert session.post(f"{at}/live/{live}/end", data=b"", headers=token, timeout=PATIENCE).status_code == 201
        assert b"event: end" in list(lines)
        (tmp_path / "large").write_bytes(bytes(66 << 20))
        words = ["--resolve", f"{HOST}:{port}:127.0.0.1", "--cacert", tmp_path / "replays.pem", "--data-binary", f"@{tmp_path}/large"]
        large = subprocess.run(["curl", "-sS", "-w", "%{http_code}", *words, f"{at}:{port}/"], capture_output=True, text=True, timeout=PATIENCE)
        assert large.stdout.endswith("413"), large
    assert server.stop() == 0
    clients = set(re.findall(r'"client":"([^"]+)"', pathlib.Path(server.log).read_text()))
    assert clients and "192.0.2.66" not in clients
