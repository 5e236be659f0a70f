# SPDX-License-Identifier: MIT
"""Requests byte by byte, for what no client of HTTP sends."""

from __future__ import annotations

import contextlib
import random
import socket
from collections.abc import Callable, Iterator

Message = tuple[str, bytes]
FIELD = b"Host: x\r\n"


def answers(connection: socket.socket, seconds: float = 20) -> tuple[list[int], bool]:
    """The statuses of all answers on a connection, and whether the server closed it."""
    connection.settimeout(seconds)
    data = b""
    closed = False
    try:
        while part := connection.recv(65536):
            data += part
        closed = True
    except TimeoutError:
        pass
    except OSError:
        closed = True
    statuses = [int(part.split()[0]) for part in data.split(b"HTTP/1.1 ")[1:]]
    return [status for status in statuses if status != 100], closed


def exchange(
    port: int, data: bytes, pieces: int = 1, seconds: float = 20, address: str = "127.0.0.1"
) -> tuple[list[int], bool]:
    """Sends bytes in pieces, from an address of this machine, and returns as answers()."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds, source_address=(address, 0)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        step = max(1, -(-len(data) // pieces))
        with contextlib.suppress(OSError):  # the server may have closed already
            for at in range(0, len(data), step):
                connection.sendall(data[at : at + step])
        return answers(connection, seconds)


def head(method: str = "GET", path: bytes = b"/version", fields: bytes = FIELD, version: bytes = b"HTTP/1.1") -> bytes:
    return method.encode() + b" " + path + b" " + version + b"\r\n" + fields + b"\r\n"


def post(fields: bytes, body: bytes) -> bytes:
    return head("POST", b"/", FIELD + fields) + body


CHUNKED = b"Transfer-Encoding: chunked\r\n"
SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

FRAMING: list[Message] = [
    ("length and coding", post(b"Content-Length: 4\r\n" + CHUNKED, b"0\r\n\r\n" + SMUGGLED)),
    ("coding and length", post(CHUNKED + b"Content-Length: 4\r\n", b"0\r\n\r\n" + SMUGGLED)),
    ("two lengths", post(b"Content-Length: 0\r\nContent-Length: 5\r\n", b"abcde" + SMUGGLED)),
    ("the same length twice", post(b"Content-Length: 5\r\nContent-Length: 5\r\n", b"abcde")),
    ("a list of lengths", post(b"Content-Length: 5, 5\r\n", b"abcde")),
    ("signed length", post(b"Content-Length: +5\r\n", b"abcde")),
    ("negative length", post(b"Content-Length: -5\r\n", b"abcde")),
    ("hexadecimal length", post(b"Content-Length: 0x5\r\n", b"abcde")),
    ("length with a space", post(b"Content-Length: 1 0\r\n", b"abcdefghij")),
    ("empty length", post(b"Content-Length:\r\n", b"")),
    ("endless length", post(b"Content-Length: 99999999999999999999999\r\n", b"abc")),
    ("space before the colon", post(b"Transfer-Encoding : chunked\r\n", b"0\r\n\r\n" + SMUGGLED)),
    ("tab before the colon", post(b"Content-Length\t: 5\r\n", b"abcde")),
    ("two codings", post(CHUNKED + CHUNKED, b"0\r\n\r\n")),
    ("unknown coding", post(b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n")),
    ("coding after chunked", post(b"Transfer-Encoding: chunked, identity\r\n", b"0\r\n\r\n")),
    ("coding with a vertical tab", post(b"Transfer-Encoding: \x0bchunked\r\n", b"0\r\n\r\n")),
    ("coding of HTTP/1.0", head("POST", b"/", CHUNKED, b"HTTP/1.0") + b"0\r\n\r\n"),
    ("bare LF after a header", b"GET /version HTTP/1.1\r\nHost: x\nX: y\r\n\r\n"),
    ("bare LF everywhere", b"GET /version HTTP/1.1\nHost: x\n\n"),
    ("bare LF at the end", b"GET /version HTTP/1.1\r\nHost: x\r\n\n"),
    ("bare CR in a header", b"GET /version HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n"),
    ("folded header", b"GET /version HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n"),
    ("folded first header", b"GET /version HTTP/1.1\r\n Host: x\r\n\r\n"),
    ("NUL in a header", b"GET /version HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n"),
    ("NUL in a name", b"GET /version HTTP/1.1\r\nHost: x\r\nX\0: ab\r\n\r\n"),
    ("NUL in the path", b"GET /ver\0sion HTTP/1.1\r\nHost: x\r\n\r\n"),
    ("control character in a header", b"GET /version HTTP/1.1\r\nHost: x\r\nX: a\x1fb\r\n\r\n"),
    ("no colon", b"GET /version HTTP/1.1\r\nHost: x\r\nX\r\n\r\n"),
    ("empty name", b"GET /version HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n"),
    ("no host", b"GET /version HTTP/1.1\r\n\r\n"),
    ("two hosts", b"GET /version HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),
    ("two hosts of HTTP/1.0", b"GET /version HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n"),
    ("host with a path", b"GET /version HTTP/1.1\r\nHost: x/y\r\n\r\n"),
    ("user in the target", b"GET http://u:p@x/version HTTP/1.1\r\nHost: x\r\n\r\n"),
    ("target without a host", b"GET http:///version HTTP/1.1\r\nHost: x\r\n\r\n"),
    ("no path", b"GET HTTP/1.1\r\nHost: x\r\n\r\n"),
    ("two spaces", b"GET  /version HTTP/1.1\r\nHost: x\r\n\r\n"),
    ("space in the path", b"GET /ver sion HTTP/1.1\r\nHost: x\r\n\r\n"),
    ("space at the end", b"GET /version HTTP/1.1 \r\nHost: x\r\n\r\n"),
    ("no version", b"GET /version\r\nHost: x\r\n\r\n"),
    ("another protocol", b"GET /version HTTQ/1.1\r\nHost: x\r\n\r\n"),
    ("version 2", b"GET /version HTTP/2.0\r\nHost: x\r\n\r\n"),
    ("fragment", b"GET /version#a HTTP/1.1\r\nHost: x\r\n\r\n"),
    ("raw bytes in the path", b"GET /ver\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n"),
    ("escaped NUL in the path", head(path=b"/version%00")),
    ("escaped NUL in the query", head(path=b"/replays?player=%00")),
    ("half an escape", head(path=b"/replays?player=%4")),
    ("no escape", head(path=b"/replays?player=%zz")),
    ("path that is not UTF-8", head(path=b"/boards/a/%ff")),
    ("query that is not UTF-8", head(path=b"/replays?player=%c3%28")),
    ("character over two values", head(path=b"/replays?player=%c3&level=%a9")),
    ("surrogate", head(path=b"/replays?player=%ed%a0%80")),
    ("header that is not UTF-8", head(fields=FIELD + b"X: \xff\r\n")),
    ("authority as path", b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"),
    ("head without end", b"GET /version HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 20000 + b"\r\n\r\n"),
    ("too many parameters", head(path=b"/version?" + b"&".join([b"a"] * 101))),
    ("empty parameters", head(path=b"/version?" + b"&" * 2000)),
    ("too many cookies", head(fields=FIELD + b"Cookie: " + b";".join([b"a"] * 101) + b"\r\n")),
    ("too long cookies", head(fields=FIELD + b"Cookie: " + b"a" * 4097 + b"\r\n")),
    ("two lists of cookies", head(fields=FIELD + b"Cookie: a\r\nCookie: b\r\n")),
    ("too many headers", head(fields=FIELD + b"X: y\r\n" * 200)),
    ("two empty lines first", b"\r\n\r\n" + head()),
    ("two tokens", head(fields=FIELD + b"Authorization: Bearer a.b\r\nAuthorization: Bearer c.d\r\n")),
    ("unknown expectation", post(b"Expect: more\r\nContent-Length: 1\r\n", b"a")),
]

CHUNKS: list[Message] = [
    ("bare LF after the size", post(CHUNKED, b"5\nabcde\r\n0\r\n\r\n")),
    ("bare LF after the data", post(CHUNKED, b"5\r\nabcde\n0\r\n\r\n")),
    ("longer than its size", post(CHUNKED, b"5\r\nabcdefg\r\n0\r\n\r\n")),
    ("size with a sign", post(CHUNKED, b"+5\r\nabcde\r\n0\r\n\r\n")),
    ("size with 0x", post(CHUNKED, b"0x5\r\nabcde\r\n0\r\n\r\n")),
    ("size with a space", post(CHUNKED, b"5 \r\nabcde\r\n0\r\n\r\n")),
    ("empty size", post(CHUNKED, b"\r\nabcde\r\n0\r\n\r\n")),
    ("endless size", post(CHUNKED, b"10000000000000005\r\nabcde\r\n0\r\n\r\n")),
    ("extension of a megabyte", post(CHUNKED, b"5;" + b"a" * (1 << 20) + b"\r\nabcde\r\n0\r\n\r\n")),
    ("NUL in an extension", post(CHUNKED, b"5;a\0\r\nabcde\r\n0\r\n\r\n")),
    ("folded trailer", post(CHUNKED, b"5\r\nabcde\r\n0\r\nX: a\r\n b\r\n\r\n")),
    ("trailer without a colon", post(CHUNKED, b"5\r\nabcde\r\n0\r\nX\r\n\r\n")),
    ("trailers of a megabyte", post(CHUNKED, b"5\r\nabcde\r\n0\r\n" + b"X: y\r\n" * 200000 + b"\r\n")),
    ("bare LF at the end", post(CHUNKED, b"5\r\nabcde\r\n0\r\n\n")),
]

SOUND: list[Message] = [
    ("a request", head()),
    ("HTTP/1.0 without a host", b"GET /version HTTP/1.0\r\n\r\n"),
    ("an empty line first", b"\r\n" + head()),
    ("a host and no path", head(path=b"http://example.com/version")),
    ("no blank after the colon", head(fields=b"Host:x\r\nX:\r\n")),
    ("blanks around a value", head(fields=b"Host: \t x \t \r\n")),
    ("UTF-8 in a header", head(fields=FIELD + "X: ä\r\n".encode())),
    ("UTF-8 in the query", head(path=b"/version?x=%c3%a9+%2B&y")),
]


def fill(source: random.Random, *, over: bool = False) -> bytes:
    """A sound request with as much in its head as the server takes, or less; `over`: or more."""
    more = 6 if over else 1
    size, most = source.choice((1, 1, 20)), source.choice((1, 10, 95)) * more
    parameters = [b"p%d=%s" % (n, b"v" * source.randrange(size)) for n in range(source.randrange(most))]
    fields = [b"X%d: %s\r\n" % (n, b"v" * source.randrange(size)) for n in range(source.randrange(most))]
    cookies = [b"c%d=%s" % (n, b"v" * source.randrange(size)) for n in range(source.randrange(most))]
    lines = FIELD + b"Connection: close\r\n" + b"".join(fields)
    lines += b"Cookie: " + b"; ".join(cookies) + b"\r\n" if cookies else b""
    path = b"/version?" + b"&".join(parameters)
    room = 16384 - len(head(path=path, fields=lines)) - len(b"Y: \r\n")
    if room > 0 and source.random() < 0.5:  # up to the last byte
        lines += b"Y: " + b"y" * (room + source.choice((0, -1, 6 if over else 0))) + b"\r\n"
    return head(path=path, fields=lines)


def mutate(source: random.Random, message: bytes) -> Iterator[bytes]:
    """Breaks a sound request so that it cannot be read in two ways as a sound one: a framing byte is changed."""
    edits: list[Callable[[bytes], bytes]] = [
        lambda m: m.replace(b"\r\n", b"\n", 1),
        lambda m: m.replace(b"\r\nHost", b"\r\n\tHost", 1),
        lambda m: m.replace(b":", b" :", 1) if m.startswith(b"GET /") and b"http:" not in m else m.replace(b"Host:", b"Host :", 1),
        lambda m: m.replace(b"\r\n\r\n", b"\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 1),
        lambda m: m.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", 1),
        lambda m: m.replace(b"\r\n\r\n", b"\r\nX: \0\r\n\r\n", 1),
        lambda m: m.replace(b"\r\n\r\n", b"\r\nHost: a\r\nHost: b\r\n\r\n", 1),
        lambda m: m.replace(b" HTTP/1", b"%00 HTTP/1", 1),
        lambda m: m.replace(b" HTTP/1", b"%c3 HTTP/1", 1),
        lambda m: m.replace(b"HTTP/1.", b"HTTP/1,", 1),
    ]
    while True:
        edit = source.choice(edits)
        changed = edit(message)
        if changed != message:
            yield changed
