# SPDX-License-Identifier: MIT
"""Keys of logins by https: fetched with a good certificate, and refused in words with any other, by TLS servers of the test and a CA of its own."""

from __future__ import annotations

import json
import pathlib

import pytest
from conftest import Server, wait_for
from test_link import BUILD, certificate, serialization, write_pem
from test_link import Server as TlsServer
from test_login import AUDIENCE, FINE, ISSUER, KEYS, ec, send

PRELOAD = BUILD / "test/libnet_preload.so"
HOST = "login.example.com"
pytestmark = pytest.mark.skipif(not PRELOAD.exists(), reason=f"no {PRELOAD.name}: it is built with REEL_SERVER_TESTS")

PEM = serialization.Encoding.PEM
GOOD = json.dumps({"keys": [each.jwk() for each in KEYS]}).encode()


def fine(body: bytes, status: bytes = b"200 OK", header: bytes = b"") -> bytes:
    return b"HTTP/1.1 " + status + b"\r\n" + header + b"Content-Length: %d\r\n\r\n" % len(body) + body


@pytest.fixture(scope="module")
def authorities(tmp_path_factory: pytest.TempPathFactory):
    """Two authorities, of which the server trusts the first."""
    folder = tmp_path_factory.mktemp("authorities")
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    files = [write_pem(folder / f"{n}.pem", certificate(f"ca {n}", f"ca {n}", k, k, []).public_bytes(PEM)) for n, k in enumerate(keys)]
    return folder, keys, files


class Site:
    """A host with a certificate, and a server that takes its keys from there."""

    def __init__(self, tmp_path: pathlib.Path, authorities, answer: bytes = b"", signer: int = 0, hosts: tuple[str, ...] = (HOST,), ends: int = 1):
        folder, keys, files = authorities
        key = ec.generate_private_key(ec.SECP256R1())
        secret = key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        made = certificate(HOST, f"ca {signer}", key, keys[signer], list(hosts), ends=ends)
        pem = write_pem(folder / "host.pem", secret, made.public_bytes(PEM))
        self.tls = TlsServer((files[0], pem), lambda connection: connection.sendall(answer or fine(GOOD)))
        self.server = Server(
            tmp_path, "--login-keys", f"https://{HOST}/keys", "--login-issuer", ISSUER, "--login-audience", AUDIENCE, "--failures", "0",
            "--link-ca", str(files[0]), environment={"LD_PRELOAD": str(PRELOAD), "REEL_TEST_TLS_PORT": str(self.tls.port)},
        )  # fmt: skip

    def close(self) -> None:
        assert self.server.stop() == 0
        self.tls.close()

    def refusal(self) -> str:
        """What the log says of the keys."""
        lines: list[str] = []
        wait_for(lambda: lines.extend(line for line in self.server.log.read_text().splitlines() if "--login-keys" in line) or lines)
        answer = send(self.server, KEYS[0].token())
        assert (answer.status_code, answer.json()["rule"]) == (503, "server.login")
        return lines[0]


@pytest.fixture
def site(tmp_path: pathlib.Path, authorities):
    sites: list[Site] = []

    def start(*arguments, **named) -> Site:
        sites.append(Site(tmp_path, authorities, *arguments, **named))
        return sites[-1]

    yield start
    for each in sites:
        each.close()


def test_keys_come_over_tls(site):
    one = site()
    wait_for(lambda: send(one.server, KEYS[0].token()).status_code == FINE)
    assert [send(one.server, each.token()).status_code for each in KEYS] == [FINE] * len(KEYS)
    assert one.tls.requests[0].startswith("GET /keys HTTP/1.1\r\n") and f"Host: {HOST}\r\n" in one.tls.requests[0]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"ends": -1}, "certificate has expired"),
        ({"ends": 3}, "certificate is not yet valid"),
        ({"hosts": ("other.example.com",)}, "not for this host"),
        ({"hosts": ("example.com", "*.login.example.com")}, "not for this host"),
        ({"signer": 1}, "unable to get local issuer certificate"),
    ],
    ids=["expired", "not yet", "another host", "other names", "unknown authority"],
)
def test_other_certificates_are_refused_in_words(site, wrong, words):
    one = site(**wrong)
    assert words in one.refusal()
    assert one.tls.requests == []  # nothing was asked


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (fine(b"", b"302 Found", b"Location: https://login.example.com/other\r\n"), "redirects"),
        (fine(b"", b"500 No"), "status 500"),
        (fine(b"{}"), "not a set of keys"),
        (fine(b"<html>"), "not a JSON object"),
        (fine(b'{"keys":[],"keys":[]}'), "not a JSON object"),
        (fine(b" " * 100_000), "more bytes"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", "cannot be fetched"),
    ],
    ids=["redirect", "status", "no keys", "html", "twice", "large", "cut"],
)
def test_other_answers_are_refused_in_words(site, answer, words):
    assert words in site(answer).refusal()
