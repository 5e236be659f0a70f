#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stand-in for S3 that is not one thread: bench/s3_stand_in.py FOLDER PORT PROCESSES. Each process serves any number of connections, and all
listen on one port. Objects are files; signatures and everything but objects are not looked at, so it is for measuring only."""

import contextlib
import http.server
import os
import pathlib
import socket
import sys
import urllib.parse

FOLDER, PORT, PROCESSES = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, *_: object) -> None:
        pass

    def handle_expect_100(self) -> bool:
        done = super().handle_expect_100()
        self.wfile.flush()
        return done

    def path_of(self) -> pathlib.Path:
        return FOLDER / urllib.parse.quote(urllib.parse.unquote(urllib.parse.urlsplit(self.path).path), safe="")

    def answer(self, status: int, body: bytes = b"", kind: str = "application/octet-stream") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"0"')
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        new = FOLDER / f".new-{os.getpid()}-{self.client_address[1]}"
        new.write_bytes(body)
        new.rename(self.path_of())
        self.answer(200)

    def do_GET(self) -> None:
        if "list-type" in self.path:
            return self.answer(200, b'<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>', "application/xml")
        try:
            self.answer(200, self.path_of().read_bytes())
        except FileNotFoundError:
            self.answer(404, b"<Error><Code>NoSuchKey</Code></Error>", "application/xml")

    def do_DELETE(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            self.path_of().unlink()
        self.answer(204)


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128

    def server_bind(self) -> None:
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        super().server_bind()


for _ in range(PROCESSES - 1):
    if os.fork() == 0:
        break
Server(("127.0.0.1", PORT), Handler).serve_forever()
