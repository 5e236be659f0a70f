# SPDX-License-Identifier: MIT
"""The stores, by store_tool: a folder, and S3 as s3rver (npm) and moto (PyPI) answer it. moto compares signatures, and refuses those that are wrong."""

import collections
import contextlib
import hashlib
import hmac
import http.server
import json
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time

import pytest
from conftest import PATIENCE, Server, wait_for

BUILD = pathlib.Path(os.environ.get("REEL_SERVER_BUILD", pathlib.Path(__file__).parents[2] / "build/server")).resolve()
TOOL = BUILD / "test/store_tool"
KEYS = {"AWS_ACCESS_KEY_ID": "S3RVER", "AWS_SECRET_ACCESS_KEY": "S3RVER"}


class Store:
    def __init__(self, where, environment=None):
        self.where = where
        self.environment = {**os.environ, **(environment or {})}

    def run(self, *arguments):
        return subprocess.run(
            [TOOL, self.where, *map(str, arguments)], env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        )

    def put(self, path, name=None):
        name = name or hashlib.sha256(path.read_bytes()).hexdigest()
        return name, self.run("put", name, path)

    def ids(self):
        done = self.run("list")
        assert done.returncode == 0, done.stderr
        return sorted(line.split()[0] for line in done.stdout.splitlines()[:-1])


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def listens(port):
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    return False


@pytest.fixture(scope="session")
def s3(tmp_path_factory):
    program = os.environ.get("REEL_S3RVER", BUILD.parent / "s3rver/node_modules/.bin/s3rver")
    if not pathlib.Path(program).exists():
        pytest.skip(f"no s3rver at {program}: npm install --prefix build/s3rver s3rver")
    port = free_port()
    process = subprocess.Popen(
        [program, "-d", tmp_path_factory.mktemp("s3"), "-a", "127.0.0.1", "-p", str(port), "-s", "--no-vhost-buckets",
         "--configure-bucket", "replays"]
    )
    wait_for(lambda: listens(port))
    yield {**KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}
    process.terminate()
    process.wait(10)


@pytest.fixture(scope="session")
def moto(tmp_path_factory):
    """A user whose requests have to be signed by the key: the four calls that make it and the bucket are the last ones that are not compared."""
    boto3 = pytest.importorskip("boto3", reason="no boto3, which moto brings (PyPI)")
    pytest.importorskip("moto.server", reason="no moto (PyPI)")
    port, log = free_port(), tmp_path_factory.mktemp("moto") / "log"
    with log.open("w") as output:
        process = subprocess.Popen([sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)], stdout=output, stderr=output,
                                   env={**os.environ, "INITIAL_NO_AUTH_ACTION_COUNT": "4"})  # fmt: skip
    wait_for(lambda: listens(port) or process.poll() is not None)
    assert process.poll() is None, log.read_text()
    at = {"endpoint_url": f"http://127.0.0.1:{port}", "region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
    iam = boto3.client("iam", **at)
    iam.create_user(UserName="reel")
    allowed = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
    iam.put_user_policy(UserName="reel", PolicyName="all", PolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": [allowed]}))
    key = iam.create_access_key(UserName="reel")["AccessKey"]
    boto3.client("s3", **at).create_bucket(Bucket="replays")
    yield {"AWS_ACCESS_KEY_ID": key["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"], "AWS_REGION": "us-east-1",
           "AWS_ENDPOINT_URL": at["endpoint_url"]}  # fmt: skip
    process.terminate()
    process.wait(10)


@pytest.fixture(params=["folder", "s3", "moto"])
def store(request, tmp_path):
    if request.param == "folder":
        return Store(str(tmp_path / "store"))
    return Store(f"s3://replays/{tmp_path.name}", request.getfixturevalue(request.param))


def test_a_wrong_key_is_refused(moto, tmp_path):
    replay = tmp_path / "replay"
    replay.write_bytes(b"not by this key")
    done = Store("s3://replays/x", {**moto, "AWS_SECRET_ACCESS_KEY": moto["AWS_SECRET_ACCESS_KEY"][::-1]}).put(replay)[1]
    assert (done.returncode, "SignatureDoesNotMatch" in done.stderr) == (1, True), done.stderr
    assert Store("s3://replays/x", moto).put(replay)[1].returncode == 0


def test_what_was_put_is_got(store, tmp_path):
    replay = tmp_path / "replay"
    replay.write_bytes(os.urandom(3_000_000))
    name, done = store.put(replay)
    assert done.returncode == 0, done.stderr
    done = store.run("get", name, tmp_path / "copy")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "copy").read_bytes() == replay.read_bytes()


def test_putting_twice_is_fine_and_keeps_one(store, tmp_path):
    replay = tmp_path / "replay"
    replay.write_bytes(b"the same")
    for _ in range(2):
        name, done = store.put(replay)
        assert done.returncode == 0, done.stderr
    assert store.ids() == [name]


@pytest.mark.parametrize("there", [b"the Replay", b"the re", b"the replay and more", b""])
def test_what_was_damaged_is_replaced(tmp_path, there):
    store = Store(str(tmp_path / "store"))
    replay = tmp_path / "replay"
    replay.write_bytes(b"the replay")
    name, _ = store.put(replay)
    kept = tmp_path / "store" / name[:2] / name
    kept.write_bytes(there)
    assert store.put(replay)[1].returncode == 0
    assert [path.name for path in kept.parent.iterdir()] == [name]
    assert kept.read_bytes() == b"the replay"


def test_what_is_not_there_is_missing(store, tmp_path):
    done = store.run("get", "0" * 64, tmp_path / "copy")
    assert done.returncode == 1
    assert done.stderr.startswith("store.missing:")


def test_what_is_set_aside_is_gone_and_can_be_put_again(store, tmp_path):
    replay = tmp_path / "replay"
    replay.write_bytes(b"aside")
    name, _ = store.put(replay)
    done = store.run("aside", name)
    assert done.returncode == 0, done.stderr
    assert store.ids() == []
    assert store.run("get", name, tmp_path / "copy").returncode == 1
    assert store.put(replay)[1].returncode == 0
    assert store.ids() == [name]


def test_a_list_has_all_pages():
    names = [hashlib.sha256(bytes([n])).hexdigest() for n in range(5)]

    def page(part, token):
        keys = "".join(
            f"<Contents><Key>x/{n}</Key><LastModified>2026-01-31T12:00:00.000Z</LastModified></Contents>" for n in part
        )
        next_token = f"<NextContinuationToken>{token}</NextContinuationToken>" if token else ""
        body = f"<ListBucketResult>{keys}{next_token}</ListBucketResult>".encode()
        return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(body), body)

    answers = Answers(page(names[:3], "a+b/c="), page(names[3:], ""))
    store = answers.store()
    assert store.run("list").stdout.splitlines()[0] == f"{names[0]} 1769860800"
    answers = Answers(page(names[:3], "a+b/c="), page(names[3:], ""))
    assert answers.store().ids() == sorted(names)
    assert "continuation-token=a%2Bb%2Fc%3D&delimiter=%2F&list-type=2" in answers.requests[1]


def test_temporary_files_of_a_crash_are_removed_when_they_are_old(tmp_path):
    store = Store(str(tmp_path / "store"))
    replay = tmp_path / "replay"
    replay.write_bytes(b"x")
    name, _ = store.put(replay)
    old, new = (tmp_path / "store" / name[:2] / f".new-{n}" for n in ("old", "new"))
    for each in (old, new):
        each.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    assert store.run("list").stdout.splitlines()[-1] == "strays 1"
    assert not old.exists()
    assert new.exists()


class Answers:
    """A server that answers connections in turn: bytes, or None to close at once."""

    def __init__(self, *answers):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.answers = answers
        self.seen = 0
        self.requests = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        for answer in self.answers:
            connection, _ = self.socket.accept()
            self.seen += 1
            if answer is not None:
                self.requests.append(connection.recv(65536).decode(errors="replace"))
                connection.sendall(answer)
            connection.close()
        self.socket.close()

    def store(self):
        port = self.socket.getsockname()[1]
        return Store("s3://bucket/x", {**KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"})


BUSY = b"HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
FINE = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nfine"
SHORT = b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\nConnection: close\r\n\r\nhalf"
REFUSED = b"HTTP/1.1 403 No\r\nContent-Length: 34\r\nConnection: close\r\n\r\n<Error><Code>Denied</Code></Error>"


def is_signed(request, secret):
    """AWS Signature Version 4, from Amazon's specification; s3rver does not check it."""
    head = request.split("\r\n\r\n")[0].split("\r\n")
    method, target, _ = head[0].split(" ")
    headers = {line.split(":", 1)[0].lower(): line.split(":", 1)[1].strip() for line in head[1:]}
    scheme, parts = headers["authorization"].split(" ", 1)
    given = dict(part.strip().split("=", 1) for part in parts.split(","))
    names = given["SignedHeaders"].split(";")
    assert scheme == "AWS4-HMAC-SHA256"
    assert {"host", "x-amz-content-sha256", "x-amz-date"} <= set(names)
    path, _, query = target.partition("?")
    query = "&".join(sorted(query.split("&")))
    lines = [method, path, query, *(f"{n}:{headers[n]}" for n in names), "", ";".join(names), headers["x-amz-content-sha256"]]
    scope = given["Credential"].split("/", 1)[1]
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    key = ("AWS4" + secret).encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), "sha256").digest()
    text = "\n".join([scheme, headers["x-amz-date"], scope, digest])
    return hmac.new(key, text.encode(), "sha256").hexdigest() == given["Signature"]


def test_requests_are_signed(tmp_path):
    replay = tmp_path / "replay"
    replay.write_bytes(b"x")
    empty = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    for arguments, count in ((["get", "0" * 64, tmp_path / "copy"], 1), (["list"], 1), (["aside", "0" * 64], 2)):
        answers = Answers(*(empty,) * count)
        answers.store().run(*arguments)
        assert len(answers.requests) == count
        assert all(is_signed(r, "S3RVER") for r in answers.requests), answers.requests
    answers = Answers(empty)
    name, _ = answers.store().put(replay)
    assert is_signed(answers.requests[0], "S3RVER")
    assert not is_signed(answers.requests[0], "another")
    assert f"x-amz-content-sha256: {name}" in answers.requests[0]


def test_a_request_is_tried_again_after_failures_that_may_pass(tmp_path):
    answers = Answers(BUSY, None, SHORT, FINE)
    done = answers.store().run("get", "0" * 64, tmp_path / "copy")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "copy").read_bytes() == b"fine"
    assert answers.seen == 4


def test_tries_have_a_bound(tmp_path):
    answers = Answers(BUSY, BUSY, BUSY, BUSY, FINE)
    done = answers.store().run("get", "0" * 64, tmp_path / "copy")
    assert done.returncode == 1
    assert "status 503" in done.stderr
    assert answers.seen == 4


def test_a_refusal_is_not_tried_again(tmp_path):
    answers = Answers(REFUSED, FINE)
    done = answers.store().run("get", "0" * 64, tmp_path / "copy")
    assert done.returncode == 1
    assert "status 403 Denied" in done.stderr
    assert answers.seen == 1


@pytest.mark.parametrize("where", ["s3://", "s3:///x", "s3://a b/x", "s3://bucket/../x", "s3://bucket/a?b"])
def test_names_that_need_escapes_are_refused(where):
    done = Store(where, KEYS).run("list")
    assert done.returncode == 1
    assert done.stderr.startswith("store.s3-name:")


def test_a_store_on_s3_without_keys_says_so():
    store = Store("s3://bucket")
    store.environment.pop("AWS_ACCESS_KEY_ID", None)
    assert "set AWS_ACCESS_KEY_ID" in store.run("list").stderr


def test_trying_a_store_leaves_nothing(store):
    done = store.run("try")
    assert done.returncode == 0, done.stderr
    assert store.ids() == []
    if "s3:" not in store.where:
        assert list(pathlib.Path(store.where).iterdir()) == []


class Bucket:
    """A bucket that counts requests, and breaks as `fault` says."""

    def __init__(self):
        self.objects = {}
        self.counts = collections.Counter()
        self.fault = ""
        bucket = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self, code, body=b""):
                self.send_response(code)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                bucket.counts["PUT"] += 1
                if bucket.fault == "read-only":
                    return self.answer(403, b"<Error><Code>AccessDenied</Code></Error>")
                bucket.objects[self.path] = b"other" if bucket.fault == "damages" else body
                return self.answer(200)

            def do_GET(self):
                bucket.counts["GET"] += 1
                known = None if bucket.fault == "loses" else bucket.objects.get(self.path)
                return self.answer(404 if known is None else 200, known or b"")

            def do_DELETE(self):
                bucket.counts["DELETE"] += 1
                if bucket.fault == "keeps":
                    return self.answer(403)
                bucket.objects.pop(self.path, None)
                return self.answer(204)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.environment = {**KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.server.server_port}"}
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def bucket():
    one = Bucket()
    yield one
    one.server.shutdown()
    one.server.server_close()


@pytest.mark.parametrize(("fault", "message"), [
    ("read-only", "cannot write to the store: status 403 AccessDenied"),
    ("loses", "the store does not return what was written"),
    ("damages", "the store does not return what was written"),
])  # fmt: skip
def test_a_bucket_that_keeps_nothing_is_not_ready(bucket, tmp_path, fault, message):
    bucket.fault = fault
    done = Store("s3://replays/x", bucket.environment).run("try")
    assert (done.returncode, message in done.stderr) == (1, True), done.stderr
    database = ("--database", str(tmp_path / "catalogue.sqlite"))
    server = Server(tmp_path, "--store", "s3://replays/x", *database, store=False, environment=bucket.environment)
    try:
        answer = server.get("/readyz")
        assert (answer.status_code, answer.json()["rule"]) == (503, "store.s3"), answer.text
        bucket.fault = ""
        wait_for(lambda: server.get("/readyz").status_code == 200)
        assert not bucket.objects
    finally:
        server.stop()


def test_a_bucket_that_deletes_nothing_is_ready_and_has_one_object(bucket):
    bucket.fault = "keeps"
    assert Store("s3://replays/x", bucket.environment).run("try").returncode == 0
    assert len(bucket.objects) == 1


def test_asking_often_whether_a_server_is_ready_costs_the_bucket_nothing(bucket, tmp_path):
    database = ("--database", str(tmp_path / "catalogue.sqlite"))
    server = Server(tmp_path, "--store", "s3://replays/x", *database, store=False, environment=bucket.environment)
    try:
        begin = time.monotonic()
        for fault, status in (("", 200), ("read-only", 503)):
            bucket.fault = fault
            wait_for(lambda status=status: server.get("/readyz").status_code == status)
            before = bucket.counts["PUT"]
            since = time.monotonic()
            for _ in range(100):
                server.get("/readyz")
            # a second between the tries of a store that has failed
            assert bucket.counts["PUT"] - before <= 1 + (time.monotonic() - since)
        assert bucket.counts["PUT"] <= 3 + (time.monotonic() - begin)
    finally:
        server.stop()
