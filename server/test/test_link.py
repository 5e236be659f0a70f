# SPDX-License-Identifier: MIT
"""Links, by link_tool: TLS servers of the test on 127.0.0.1 and a resolver of the test that try each trick."""

import contextlib
import datetime
import os
import pathlib
import socket
import ssl
import subprocess
import threading
import time

import pytest
from conftest import PATIENCE

x509 = pytest.importorskip("cryptography.x509")
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402

BUILD = pathlib.Path(os.environ.get("REEL_SERVER_BUILD", pathlib.Path(__file__).parents[2] / "build/server")).resolve()
TOOL = BUILD / "test/link_tool"
PUBLIC, OTHER = "93.184.215.14", "151.101.1.6"  # never connected to: link_tool diverts them to 127.0.0.1
HOSTS = ["replays.example.com", "other.example.com"]


def certificate(subject, issuer, key, issuer_key, hosts, ends=1):
    now = datetime.datetime.now(datetime.timezone.utc)
    name = lambda text: x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])  # noqa: E731
    builder = (
        x509.CertificateBuilder()
        .subject_name(name(subject))
        .issuer_name(name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + datetime.timedelta(days=ends - 2))
        .not_valid_after(now + datetime.timedelta(days=ends))
        .add_extension(x509.BasicConstraints(ca=not hosts, path_length=None), critical=True)
    )
    if hosts:
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(h) for h in hosts]), critical=False)
    return builder.sign(issuer_key, hashes.SHA256())


def write_pem(path, *items):
    path.write_bytes(b"".join(items))
    return path


@pytest.fixture(scope="session")
def keys(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ca")
    ca_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    pem = serialization.Encoding.PEM
    secret = lambda k: k.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())  # noqa: E731
    ca = write_pem(folder / "ca.pem", certificate("ca", "ca", ca_key, ca_key, []).public_bytes(pem))
    server = write_pem(folder / "server.pem", secret(key), certificate("s", "ca", key, ca_key, HOSTS).public_bytes(pem))
    return ca, server


class Server:
    """Gives each connection to `answer`, which gets the socket after the request was read."""

    def __init__(self, keys, answer):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(keys[1])
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.answer = answer
        self.requests = []
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def close(self):
        """Waits for the thread: it would accept what comes to the next server whose socket has the same number."""
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(timeout=PATIENCE)
        self.socket.close()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with contextlib.suppress(OSError, ssl.SSLError):
                with self.context.wrap_socket(connection, server_side=True) as secure:
                    request = secure.recv(65536)
                    if request:  # nothing: the client did not accept the certificate
                        self.requests.append(request.decode(errors="replace"))
                        self.answer(secure)


@pytest.fixture
def serve(keys):
    servers = []

    def start(answer):
        servers.append(Server(keys, answer if callable(answer) else lambda s: s.sendall(answer)))
        return servers[-1]

    yield start
    for each in servers:
        each.close()


@pytest.fixture
def fetch(keys):
    def run(link, *options, hosts=(HOSTS[0],)):
        command = [TOOL, "--ca", keys[0], *options, *(w for h in hosts for w in ("--host", h)), "--", link]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "https_proxy": "http://127.0.0.1:1"})
        assert done.returncode in (0, 1), done
        return done.stdout.splitlines()

    return run


LINK = "https://replays.example.com/a.bsor"
ANSWER = ["--answer", f"replays.example.com={PUBLIC}"]


def fine(body=b"replay"):
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def redirect(to):
    return b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: %s\r\n\r\n" % to.encode()


def test_a_link_is_fetched_from_the_address_that_was_checked(serve, fetch):
    server = serve(fine())
    lines = fetch(LINK, *ANSWER, "--to", f"{PUBLIC}={server.port}")
    assert lines == ["resolve replays.example.com", f"connect {PUBLIC}", "size 6"]
    assert "Host: replays.example.com\r\n" in server.requests[0]


def test_a_name_is_resolved_once(serve, fetch):
    """Rebinding: the second answer would be 127.0.0.1."""
    server = serve(fine())
    lines = fetch(LINK, *ANSWER, "--answer", "replays.example.com=127.0.0.1", "--to", f"{PUBLIC}={server.port}")
    assert lines.count("resolve replays.example.com") == 1
    assert lines[-1] == "size 6"


def test_rebinding_between_redirects_is_refused(serve, fetch):
    server = serve(redirect("/again"))
    lines = fetch(LINK, *ANSWER, "--answer", "replays.example.com=127.0.0.1", "--to", f"{PUBLIC}={server.port}")
    assert lines[-1].startswith("link.address:")
    assert sum(line.startswith("connect") for line in lines) == 1


def test_one_private_address_among_public_ones_spoils_the_name(serve, fetch):
    lines = fetch(LINK, "--answer", f"replays.example.com={PUBLIC},10.0.0.1")
    assert lines[-1].startswith("link.address:")
    assert len(lines) == 2


@pytest.mark.parametrize(
    "link",
    [
        "http://replays.example.com/a",
        "ftp://replays.example.com/a",
        "file:///etc/passwd",
        "gopher://replays.example.com/a",
        "https://replays.example.com:8443/a",
        "https://user@replays.example.com/a",
        "https://user:secret@replays.example.com/a",
        "https://127.0.0.1/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://017700000001/a",
        "https://[::1]/a",
        "https://[::ffff:127.0.0.1]/a",
        "https://localhost/a",
        "https://replays.example.com./a",
        "https://replays.example.com%00.evil.test/a",
        "https://replays.example.com\\@evil.test/a",
        "https://evil.test#@replays.example.com/a",
        "https://réplays.example.com/a",
        "replays.example.com/a",
        "",
        "https://replays.example.com/" + 3000 * "a",
    ],
)
def test_other_urls_are_refused_before_anything_is_resolved(fetch, link):
    lines = fetch(link)
    assert len(lines) == 1
    assert lines[0].startswith(("link.url:", "link.host:"))


def test_hosts_below_one_are_allowed_by_a_star(serve, fetch):
    server = serve(fine())
    lines = fetch(LINK, *ANSWER, "--to", f"{PUBLIC}={server.port}", hosts=["*.example.com"])
    assert lines[-1] == "size 6"
    assert fetch("https://example.com/a", hosts=["*.example.com"])[0].startswith("link.host:")
    assert fetch("https://badexample.com/a", hosts=["*.example.com"])[0].startswith("link.host:")


@pytest.mark.parametrize(
    ("to", "rule"),
    [
        ("https://127.0.0.1/a", "link.url"),
        ("http://replays.example.com/a", "link.url"),
        ("//169.254.169.254/latest/meta-data", "link.url"),
        ("https://evil.test/a", "link.host"),
        ("https://other.example.com/a", "link.address"),
        ("file:///etc/passwd", "link.url"),
    ],
)
def test_a_redirect_is_checked_like_a_link(serve, fetch, to, rule):
    server = serve(redirect(to))
    lines = fetch(LINK, *ANSWER, "--answer", "other.example.com=127.0.0.1", "--to", f"{PUBLIC}={server.port}", hosts=HOSTS)
    assert lines[-1].startswith(rule + ":")
    assert sum(line.startswith("connect") for line in lines) == 1


def test_a_redirect_to_another_allowed_host_is_followed(serve, fetch):
    first, second = serve(redirect("https://other.example.com/b")), serve(fine(b"from the other"))
    lines = fetch(LINK, *ANSWER, "--answer", f"other.example.com={OTHER}", "--to", f"{PUBLIC}={first.port}", "--to",
                  f"{OTHER}={second.port}", hosts=HOSTS)  # fmt: skip
    assert lines[-1] == "size 14"


def test_redirects_have_a_bound(serve, fetch):
    server = serve(redirect(LINK))
    lines = fetch(LINK, *(ANSWER * 5), "--to", f"{PUBLIC}={server.port}", "--redirects", "2")
    assert lines[-1].startswith("link.redirect:")
    assert sum(line.startswith("connect") for line in lines) == 3


def drip(secure):
    secure.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
    for _ in range(100):
        time.sleep(0.2)
        secure.sendall(b"x")


def drip_headers(secure):
    secure.sendall(b"HTTP/1.1 200 OK\r\n")
    for n in range(100):
        time.sleep(0.2)
        secure.sendall(b"X-%d: y\r\n" % n)


def silence(secure):
    """Until the client goes."""
    secure.settimeout(20)
    with contextlib.suppress(OSError):
        while secure.recv(4096):
            pass


@pytest.mark.parametrize("slow", [drip, drip_headers, silence], ids=["body", "headers", "silence"])
def test_slow_answers_end_at_the_time_limit(serve, fetch, slow):
    server = serve(slow)
    lines = fetch(LINK, *ANSWER, "--to", f"{PUBLIC}={server.port}", "--seconds", "1")
    assert lines[-1].startswith("link.time:")


def test_slow_redirects_share_one_time_limit(serve, fetch):
    def slow_redirect(secure):
        time.sleep(0.7)
        secure.sendall(redirect(LINK))

    server = serve(slow_redirect)
    lines = fetch(LINK, *(ANSWER * 5), "--to", f"{PUBLIC}={server.port}", "--seconds", "1")
    assert lines[-1].startswith("link.time:")


def endless(secure):
    secure.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        secure.sendall(65536 * b"x")


def chunked(secure):
    secure.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        secure.sendall(b"10000\r\n" + 65536 * b"x" + b"\r\n")


@pytest.mark.parametrize(
    "large", [fine(1001 * b"x"), endless, chunked, b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"],
    ids=["honest", "endless", "chunked", "announced"],
)
def test_bodies_over_the_limit_are_refused(serve, fetch, large):
    server = serve(large)
    lines = fetch(LINK, *ANSWER, "--to", f"{PUBLIC}={server.port}", "--bytes", "1000")
    assert lines[-1].startswith("link.size:")


@pytest.mark.parametrize(
    "broken",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: -1\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\n" + 100 * b"X-Large: " + 40000 * b"y" + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + 8000 * b"X: yyyy\r\n" + b"\r\n",
        b"no HTTP at all\r\n\r\n",
        b"",
    ],
    ids=["short", "two lengths", "chunk", "huge header", "many headers", "http/0.9", "nothing"],
)
def test_broken_answers_fail(serve, fetch, broken):
    server = serve(broken)
    lines = fetch(LINK, *ANSWER, "--to", f"{PUBLIC}={server.port}")
    assert lines[-1].startswith("link.failed:")


@pytest.mark.parametrize("status", [b"204 No", b"206 Part", b"304 Same", b"404 No", b"500 No"])
def test_only_status_200_is_a_replay(serve, fetch, status):
    server = serve(b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\n\r\n")
    assert fetch(LINK, *ANSWER, "--to", f"{PUBLIC}={server.port}")[-1].startswith("link.status:")


def test_a_certificate_for_another_host_is_refused(serve, fetch):
    server = serve(fine())
    lines = fetch("https://third.example.com/a", "--answer", f"third.example.com={PUBLIC}", "--to", f"{PUBLIC}={server.port}",
                  hosts=["third.example.com"])  # fmt: skip
    assert lines[-1].startswith("link.failed:")
    assert server.requests == []


REFUSED = """0.0.0.0 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255
192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1
255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1
2001::1 2001:10::1 2001:1ff:ffff::1 2001:db8::1 2002:7f00:1::1 2002:5db8:d822::1 3fff::1 3ffe::1 fc00::1 fd12:3456::1 fe80::1
fec0::1 ff02::1 4000::1 5f00::1""".split()
PUBLICS = """1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 172.15.255.255 172.32.0.0
192.0.1.0 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255 ::ffff:1.1.1.1 2001:200::1 2606:4700::1111 2a00:1450::1
2620:4f:8001::1""".split()


@pytest.mark.parametrize("address", REFUSED)
def test_addresses_that_are_not_public_are_refused(address):
    assert subprocess.check_output([TOOL, "--public", address], text=True) == "refused\n"


@pytest.mark.parametrize("address", PUBLICS)
def test_addresses_beside_the_refused_networks_are_public(address):
    assert subprocess.check_output([TOOL, "--public", address], text=True) == "public\n"


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1"])
def test_a_webhook_is_not_posted_to_a_local_address(serve, fetch, address):
    server = serve(fine())
    got = fetch(LINK, "--post", "{}", "--answer", f"replays.example.com={address}", "--to", f"{PUBLIC}={server.port}")
    assert got[-1].startswith("link.address:") and not server.requests


def test_a_webhook_is_posted_over_tls_and_follows_no_redirect(serve, fetch):
    server = serve(fine())
    assert fetch(LINK, "--post", "{}", *ANSWER, "--to", f"{PUBLIC}={server.port}")[-1] == "status 200"
    other = serve(redirect("https://other.example.com/"))
    got = fetch(LINK, "--post", "{}", *ANSWER, "--to", f"{PUBLIC}={other.port}")
    assert got[-1] == "status 302" and "resolve other.example.com" not in got
    assert fetch(LINK, "--post", "{}", "--ca", "/dev/null", *ANSWER, "--to", f"{PUBLIC}={server.port}")[-1].startswith("link.failed")
