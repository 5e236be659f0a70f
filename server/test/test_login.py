# SPDX-License-Identifier: MIT
"""Tokens of the operator's own login: who they are of, and that no other is taken for one."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import random
import subprocess
import time
from collections.abc import Iterator

import pytest
import requests
from conftest import PATIENCE, PROGRAM, Server, wait_for
from plays import play
from test_desk import Forms, Person

pytest.importorskip("cryptography")
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils  # noqa: E402

ISSUER, AUDIENCE = "https://login.example.com/", "replays"


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value: int, size: int | None = None) -> str:
    return encode(value.to_bytes(size or (value.bit_length() + 7) // 8, "big"))


class Key:
    def __init__(self, algorithm: str, name: str) -> None:
        self.algorithm, self.name = algorithm, name
        self.key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey
        if algorithm == "RS256":
            self.key = rsa.generate_private_key(65537, 2048)
        elif algorithm == "ES256":
            self.key = ec.generate_private_key(ec.SECP256R1())
        else:
            self.key = ed25519.Ed25519PrivateKey.generate()

    def jwk(self) -> dict[str, str]:
        public = self.key.public_key()
        made = {"kid": self.name, "alg": self.algorithm, "use": "sig"}
        if isinstance(public, rsa.RSAPublicKey):
            numbers = public.public_numbers()
            return {**made, "kty": "RSA", "n": number(numbers.n), "e": number(numbers.e)}
        if isinstance(public, ec.EllipticCurvePublicKey):
            point = public.public_numbers()
            return {**made, "kty": "EC", "crv": "P-256", "x": number(point.x, 32), "y": number(point.y, 32)}
        raw = public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        return {**made, "kty": "OKP", "crv": "Ed25519", "x": encode(raw)}

    def sign(self, text: bytes) -> bytes:
        if isinstance(self.key, rsa.RSAPrivateKey):
            return self.key.sign(text, padding.PKCS1v15(), hashes.SHA256())
        if isinstance(self.key, ec.EllipticCurvePrivateKey):
            r, s = utils.decode_dss_signature(self.key.sign(text, ec.ECDSA(hashes.SHA256())))
            return r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return self.key.sign(text)

    def public_pem(self) -> bytes:
        return self.key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    def token(self, header: object = None, body: object = None, **claims: object) -> str:
        """A token that is fine but for what is given; None leaves a claim out."""
        now = int(time.time())
        usual = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "exp": now + 300, "nbf": now - 5, **claims}
        if header is None:
            header = {"alg": self.algorithm, "kid": self.name, "typ": "JWT"}
        if body is None:
            body = {name: value for name, value in usual.items() if value is not None}
        parts = [part if isinstance(part, bytes) else json.dumps(part).encode() for part in (header, body)]
        text = ".".join(map(encode, parts))
        return f"{text}.{encode(self.sign(text.encode()))}"


KEYS = [Key(algorithm, f"key-{algorithm}") for algorithm in ("RS256", "ES256", "EdDSA")]
STRANGER = Key("RS256", "key-RS256")  # the same id


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("login")
    keys = folder / "keys.json"
    keys.write_text(json.dumps({"keys": [each.jwk() for each in KEYS]}))
    options = ["--login-keys", str(keys), "--login-issuer", ISSUER, "--login-audience", AUDIENCE, "--failures", "0"]
    server = Server(folder, *options)
    yield server
    assert server.stop() == 0
    assert "Sanitizer" not in server.log.read_text()


def send(server: Server, token: str, data: bytes = b"x") -> requests.Response:
    return server.post("/replays", data=data, headers={"Authorization": f"Bearer {token}"})


FINE = 415  # what an upload of nonsense gets with a token that is fine


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.algorithm)
def test_a_player_uploads_as_themselves_and_only_so(one, key):
    name = f"player {key.algorithm}"
    token = key.token(sub=name)
    mine = send(one, token, play(name, seed=1))
    assert mine.status_code == 201, mine.text
    other = send(one, token, play("somebody else", seed=2))
    assert (other.status_code, other.json()["rule"]) == (403, "server.player")
    assert one.get("/replays?player=somebody%20else").json()["replays"] == []
    headers = {"Authorization": f"Bearer {token}"}
    assert one.post(f"/challenges?player={name}&level=l", headers=headers).status_code == 201
    assert one.post("/challenges?player=somebody&level=l", headers=headers).status_code == 403
    with one.catalogue() as catalogue:
        (uploader,) = catalogue.execute("SELECT uploader FROM replay WHERE id = ?", (mine.json()["id"],)).fetchone()
    catalogue.close()
    assert uploader.startswith("login:") and name not in uploader


def test_scopes_are_those_of_the_claim(one):
    key = KEYS[1]
    for scope, status in ((None, FINE), ("upload", FINE), ("openid upload", FINE), ("openid", 403), ("challenge", 403), ("uploads", 403)):
        assert send(one, key.token(scope=scope)).status_code == status, scope
    for scope, status in ((None, 403), ("upload", 403), ("moderate", 200)):
        headers = {"Authorization": f"Bearer {key.token(scope=scope)}"}
        assert one.get("/moderation/queue", headers=headers).status_code == status


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.algorithm)
def test_such_a_token_signs_in_to_the_pages(one, key):
    """The cookie is the token: its scopes, its end and its signature are checked for every page."""
    person = Person(one)
    assert person.sign_in(key.token(scope="upload moderate")).status_code == 303
    for path in ("/desk", "/desk/bans", "/desk/uploads"):
        person.see(path)
    form = {"kind": "player", "name": f"cheat {key.algorithm}", "reason": "by a login", "action": "hold"}
    assert person.send("/desk/ban", {**form, "form": "0" * 32}).status_code == 403
    page = person.see("/desk/bans")
    fields = next(each["fields"] for each in Forms(page).forms if each["to"] == "/desk/ban")
    assert person.send("/desk/ban", {**fields, **form}).status_code == 303
    assert f"cheat {key.algorithm}" in person.see("/desk/bans")
    uploader = Person(one)
    uploader.sign_in(key.token(scope="upload"), "/desk/uploads")
    uploader.see("/desk/uploads")
    uploader.see("/desk", 403)
    now = int(time.time())
    other = Key(key.algorithm, key.name)  # another key of the same name
    for token in (key.token(scope="moderate", exp=now - 90), key.token(scope="moderate", aud="other"), other.token(scope="moderate")):
        stranger = Person(one)
        stranger.sign_in(token)
        assert "/desk/sign-in" in stranger.see("/desk", 401)
    # a session ends when its token does; clocks may differ by a minute
    short, codes = Person(one), [200]
    short.sign_in(key.token(scope="moderate", exp=time.time() - 57))
    wait_for(lambda: codes.append(short.ask("GET", "/desk").status_code) or codes[-1] == 401)
    assert codes == sorted(codes) and set(codes) == {200, 401}


def test_times_issuer_and_audience_are_needed_and_bounded(one):
    key, now = KEYS[2], int(time.time())
    fine = [{}, {"exp": now - 30}, {"nbf": now + 30}, {"nbf": None, "iat": now}, {"aud": ["other", AUDIENCE]}, {"exp": now + 0.5}]
    wrong: list[dict[str, object]] = [{name: None} for name in ("exp", "nbf", "iss", "aud", "sub")]
    wrong += [{"exp": now - 90}, {"nbf": now + 90}, {"exp": str(now + 300)}, {"exp": 0}, {"exp": -1}, {"exp": True}, {"exp": [now + 300]}]
    wrong += [{"exp": 1e300}, {"nbf": "now"}, {"iss": ISSUER + "x"}, {"iss": [ISSUER]}, {"iss": ISSUER[:-1]}, {"aud": "replay"}]
    wrong += [{"aud": []}, {"aud": [[AUDIENCE]]}, {"aud": {AUDIENCE: 1}}, {"sub": ""}, {"sub": 7}, {"sub": "x" * 256}, {"sub": "a\0b"}]
    wrong += [{"scope": ["upload"]}, {"scope": ""}]
    for claims in fine:
        assert send(one, key.token(**claims)).status_code == FINE, claims
    for claims in wrong:
        assert send(one, key.token(**claims)).status_code == 401, claims
    # who has a token that the login signed learns what is wrong with it
    words = [({"exp": now - 90}, "expired"), ({"nbf": now + 90}, "not valid yet"), ({"aud": "x"}, "another server"), ({"sub": ""}, "no player")]
    for claims, word in words:
        assert word in send(one, key.token(**claims)).json()["title"], claims


def confusions(key: Key) -> Iterator[str]:
    """Tokens that other programs were deceived with."""
    good = key.token()
    header, body, signature = good.split(".")
    for name in ("none", "None", "NONE", "nOnE", "", "HS256", "RS384", "PS256", "ES512", "RS256 ", "rs256", None, 7):
        changed = encode(json.dumps({"alg": name, "kid": key.name}).encode())
        yield f"{changed}.{body}."
        yield f"{changed}.{body}.{signature}"
        yield f"{changed}.{body}.{encode(hmac.new(key.public_pem(), f'{changed}.{body}'.encode(), hashlib.sha256).digest())}"
        yield f"{changed}.{body}.{encode(key.sign(f'{changed}.{body}'.encode()))}"
    for other in KEYS:  # a key of another algorithm
        if other is not key:
            yield key.token(header={"alg": other.algorithm, "kid": key.name})
            yield key.token(header={"alg": key.algorithm, "kid": other.name})
            yield key.token(header={"alg": other.algorithm, "kid": other.name})
    yield key.token(header={"alg": key.algorithm})
    yield key.token(header={"alg": key.algorithm, "kid": "unknown"})
    yield key.token(header={"alg": key.algorithm, "kid": [key.name]})
    yield key.token(header={"alg": key.algorithm, "kid": key.name, "crit": ["exp"]})
    yield key.token(header={"alg": key.algorithm, "kid": "unknown", "jwk": key.jwk()})
    yield key.token(header={"alg": key.algorithm, "kid": "unknown", "jku": "https://example.com/", "x5u": "https://example.com/"})
    text = f'{{"alg":"{key.algorithm}","kid":"{key.name}"'
    yield key.token(header=f'{text},"alg":"none"}}'.encode())
    yield key.token(header=f'{text},"kid":"{key.name}"}}'.encode())
    yield key.token(header=f"{text}}} ".encode() + b"x")
    yield key.token(header=b"[]")
    yield key.token(header=b'"x"')
    yield key.token(header=b"[" * 3000)
    yield key.token(header=b'{"a":' * 500 + b"1" + b"}" * 500)
    good_body = base64.urlsafe_b64decode(body + "==")
    yield key.token(body=good_body[:-1] + b',"sub":"admin"}')
    yield key.token(body=good_body[:-1] + b',"exp":99999999999}')
    for bad in (b"", b"[]", b"null", b"\xff", b"{" * 2000, good_body + b"{}", good_body[:-1], good_body.replace(b'"', b"'")):
        yield key.token(body=bad)
    yield f"{header}.{body}.{signature}="
    yield f"{header}.{body}.{signature}.{signature}"
    yield f"{header}.{body}"
    yield f"{header}..{signature}"
    yield f".{body}.{signature}"
    yield f" {good}"
    yield f"{header}.{body}.{encode(bytes(64))}"
    yield f"{header}.{body}.{encode(bytes(256))}"
    yield key.token(extra="x" * 9000)
    yield "." * 3000
    yield "a.b.c"
    yield ".."


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.algorithm)
def test_hostile_tokens_never_pass(one, key):
    tried = 0
    with requests.Session() as session:
        for token in confusions(key):
            answer = session.post(one.url + "/replays", data=b"x", headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
            assert answer.status_code in (400, 401, 431), token
            tried += 1
        for other in (Key(key.algorithm, key.name),):  # another key of the same name
            assert send(one, other.token()).status_code == 401
    assert tried > 80
    assert send(one, key.token()).status_code == FINE


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.algorithm)
def test_a_token_with_any_change_is_another_one(one, key):
    """Each character is replaced by others; also those whose last bits are not part of the value."""
    source = random.Random(key.algorithm)
    good = key.token()
    step = 1 if os.environ.get("REEL_TEST_EFFORT") == "full" else 7
    with requests.Session() as session:
        for at in range(source.randrange(step), len(good), step):
            letter = source.choice([each for each in "AZaz09-_.=+/" if each != good[at]])
            changed = good[:at] + letter + good[at + 1 :]
            for token in (changed, good[:at] + good[at + 1 :]):
                answer = session.post(one.url + "/replays", data=b"x", headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
                assert answer.status_code == 401, (at, token)


def test_keys_that_are_not_good_are_left_out_or_refused(tmp_path):
    good = KEYS[0].jwk()
    small = rsa.generate_private_key(65537, 1024).public_key().public_numbers()
    bad = [
        "", "[]", "{}", '{"keys":{}}', '{"keys":[]}', json.dumps({"keys": [good, good]}), json.dumps({"keys": [{**good, "kid": None}]}),
        json.dumps({"keys": [{**good, "n": number(small.n)}]}), json.dumps({"keys": [{**good, "e": number(2)}]}),
        json.dumps({"keys": [{**good, "e": number(1)}]}), json.dumps({"keys": [{**good, "use": "enc"}]}),
        json.dumps({"keys": [{**good, "alg": "HS256"}]}), json.dumps({"keys": [{"kty": "oct", "kid": "a", "k": "AAAA"}]}),
        json.dumps({"keys": [{**KEYS[1].jwk(), "x": number(1, 32)}]}), json.dumps({"keys": [{**KEYS[1].jwk(), "crv": "P-384"}]}),
        json.dumps({"keys": [{**KEYS[2].jwk(), "x": encode(bytes(31))}]}), json.dumps({"keys": [good]})[:-1], "x" * 70000,
        json.dumps({"keys": [good]})[:-1] + ',"keys":[]}',
    ]
    path = tmp_path / "keys.json"
    options = ["--store", str(tmp_path / "store"), "--login-keys", str(path), "--login-issuer", "i", "--login-audience", "a"]
    for text in bad:
        path.write_text(text)
        done = subprocess.run([PROGRAM, "--port", "0", *options], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 1 and "--login-keys" in done.stderr, (text[:100], done)
    done = subprocess.run([PROGRAM, "--port", "0", *options[:-2]], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and "--login-audience" in done.stderr


def test_keys_are_read_again_when_the_file_changes(tmp_path):
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({"keys": [KEYS[1].jwk()]}))
    server = Server(tmp_path, "--login-keys", str(path), "--login-issuer", ISSUER, "--login-audience", AUDIENCE, "--failures", "0")
    try:
        assert [send(server, each.token()).status_code for each in KEYS] == [401, FINE, 401]
        path.write_text("broken")
        time.sleep(0.1)
        (tmp_path / "new").write_text(json.dumps({"keys": [KEYS[2].jwk(), {"kty": "oct", "kid": "left out", "k": "AAAA"}]}))
        (tmp_path / "new").replace(path)
        wait_for(lambda: send(server, KEYS[2].token()).status_code == FINE)
        assert [send(server, each.token()).status_code for each in KEYS] == [401, 401, FINE]
    finally:
        assert server.stop() == 0


def test_without_a_login_such_tokens_are_unknown(start):
    server = start()
    assert send(server, KEYS[0].token()).status_code == 401


@pytest.mark.parametrize("url", ["https://127.0.0.1/keys", "https://a.example.com:8443/", "https://u@a.example.com/", "https://localhost/"])
def test_urls_of_keys_have_the_guards_of_links(tmp_path, url):
    options = ["--store", str(tmp_path / "store"), "--login-keys", url, "--login-issuer", "i", "--login-audience", "a"]
    done = subprocess.run([PROGRAM, "--port", "0", *options], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1 and "--login-keys" in done.stderr


def test_as_long_as_keys_cannot_be_fetched_tokens_wait(start):
    server = start("--login-keys", "https://keys.invalid/", "--login-issuer", ISSUER, "--login-audience", AUDIENCE)
    answer = send(server, KEYS[0].token())
    assert (answer.status_code, answer.json()["rule"]) == (503, "server.login")
    assert send(server, "a.b").status_code == 401
