#!/usr/bin/env python3
"""reel record echo against reel serve --as-game, and each against a server and a client of this script.

    game_api.py REEL

What is recorded has to be frames of what is served, in order. Servers that stall, break off, answer something else or are gone for a while, and
recorders that are killed, are tried too.
"""

from __future__ import annotations

import http.server
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

HERE = pathlib.Path(__file__).parent
reel = str(pathlib.Path(sys.argv[1]).resolve())
failed: list[str] = []


def expect(what: str, fine: bool, detail: object = "") -> None:
    if not fine:
        failed.append(what)
        print(f"{what}: {detail}")


def recording(frames: int = 200) -> bytes:
    """Frames of a tenth of a second, whose clock tells which one it is."""
    line = (HERE / "golden/text.echoreplay").read_bytes().splitlines()[0]
    start, session = line.split(b"\t")[:2]
    answer = json.loads(session)
    out = []
    for i in range(frames):
        answer["game_clock"] = 300 - i / 8
        stamp = f"2024/03/01 12:00:{i // 10:02}.{i % 10}00".encode()
        out.append(stamp + b"\t" + json.dumps(answer).encode() + b"\r\n")
    assert start
    return b"".join(out)


def clocks(path: pathlib.Path) -> list[float]:
    done = subprocess.run(
        [
            reel,
            "export",
            "--to",
            "jsonl",
            "-t",
            "frames",
            "-f",
            "game_clock",
            str(path),
        ],
        capture_output=True,
        check=True,
    )
    return [json.loads(row)["game_clock"] for row in done.stdout.splitlines()]


def get(port: int, path: str, host: str | None = None) -> tuple[int, bytes]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", headers={"Host": host} if host else {}
    )
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, b""


class Served:
    def __init__(self, path: pathlib.Path, rate: str) -> None:
        self.process = subprocess.Popen(
            [reel, "serve", "--as-game", str(path), "--port", "0", "--rate", rate],
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout
        self.port = int(
            self.process.stdout.readline().decode().split(":")[2].split("/")[0]
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(10)


def record(
    port: int, output: pathlib.Path, seconds: float, *more: str
) -> subprocess.CompletedProcess[bytes]:
    words = [
        reel,
        "record",
        "echo",
        "--port",
        str(port),
        "--rate",
        "50",
        "--for",
        str(seconds),
        "-o",
        str(output),
        *more,
    ]
    return subprocess.run(words, capture_output=True, timeout=300, check=False)


def served(folder: pathlib.Path) -> None:
    """The server alone, then both together, for each form of recording and each form of output."""
    text = folder / "match.echoreplay"
    text.write_bytes(recording())
    tape = folder / "match.tape"
    subprocess.run(
        [reel, "convert", "--to", "tape", "-o", str(tape), str(text)],
        capture_output=True,
        check=True,
    )
    for source in (text, tape):
        with Served(source, "10") as game:
            status, body = get(game.port, "/session")
            expect(
                f"{source.name}: first answer",
                status == 200 and json.loads(body)["game_clock"] == 300,
                body[:80],
            )
            expect(
                f"{source.name}: bones", get(game.port, "/player_bones") == (200, b"{}")
            )
            expect(f"{source.name}: other path", get(game.port, "/x")[0] == 404)
            expect(
                f"{source.name}: other host",
                get(game.port, "/session", "evil.example")[0] == 403,
            )
            time.sleep(2.3)
            expect(
                f"{source.name}: status",
                json.loads(get(game.port, "/status")[1])
                == {"frame_index": 199, "done": True},
                get(game.port, "/status"),
            )
            expect(
                f"{source.name}: last answer",
                json.loads(get(game.port, "/session")[1])["game_clock"]
                == 300 - 199 / 8,
            )
    for ending in ("tape", "echoreplay", "reel"):
        with Served(text, "5") as game:
            output = folder / f"recorded.{ending}"
            done = record(game.port, output, 1.5)
            expect(ending, done.returncode == 0, done.stderr.decode())
            if done.returncode:
                continue
            found = clocks(output)
            frames = [(300 - clock) * 8 for clock in found]
            expect(
                f"{ending}: order",
                frames == sorted(frames) and all(f == int(f) for f in frames),
                frames[:9],
            )
            expect(
                f"{ending}: rate",
                40 <= len(frames) <= 76 and len(set(frames)) >= 30,
                f"{len(frames)} frames, {len(set(frames))} of the match",
            )
            check = subprocess.run(
                [reel, "check", str(output)], capture_output=True, check=False
            )
            expect(
                f"{ending}: check", check.returncode == 0, check.stdout + check.stderr
            )
            expect(
                f"{ending}: nothing left",
                not output.with_name(output.name + ".recording").exists(),
            )


class Game(http.server.BaseHTTPRequestHandler):
    """Answers one request in three as a game should not."""

    count = 0
    session = recording(1).split(b"\t")[1]

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        Game.count += 1
        kind = Game.count % 9
        body = Game.session if self.path == "/session" else b"{}"
        if kind == 2:
            self.send_error(503)
        elif kind == 4:
            body = b"<html>"
        elif kind == 6:  # less than it states
            self.send_response(200)
            self.send_header("Content-Length", str(len(body) + 9))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2])
            return
        elif kind == 8:
            self.wfile.write(b"nonsense\r\n\r\n")
            return
        if kind != 2:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)


def odd_games(folder: pathlib.Path) -> None:
    nobody = record(1, folder / "nobody.tape", 0.3)
    expect(
        "no game",
        nobody.returncode == 3
        and b"nothing was recorded" in nobody.stderr
        and not (folder / "nobody.tape").exists(),
        nobody,
    )
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Game)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    output = folder / "odd.tape"
    done = record(port, output, 3)
    expect("odd game", done.returncode == 0 and len(clocks(output)) >= 4, done.stderr)
    server.shutdown()
    server.server_close()
    # A game that starts late and again, with the same match.
    late = folder / "late.echoreplay"
    process = subprocess.Popen(
        [
            reel,
            "record",
            "echo",
            "--port",
            str(port),
            "--rate",
            "50",
            "--for",
            "4",
            "-o",
            str(late),
        ],
        stdout=subprocess.DEVNULL,
    )
    Game.count = 0
    for _ in range(2):
        time.sleep(0.6)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Game)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        time.sleep(0.8)
        server.shutdown()
        server.server_close()
    expect("late game", process.wait(20) == 0 and len(clocks(late)) >= 4, late)


def killed(folder: pathlib.Path) -> None:
    """A recorder that is killed leaves its lines, and the same command goes on from there."""
    text = folder / "killed-match.echoreplay"
    text.write_bytes(recording())
    with Served(text, "1") as game:
        output = folder / "killed.tape"
        part = folder / "killed.tape.recording"
        process = subprocess.Popen(
            [
                reel,
                "record",
                "echo",
                "--port",
                str(game.port),
                "--rate",
                "50",
                "-o",
                str(output),
            ],
            stdout=subprocess.DEVNULL,
        )
        end = time.time() + 300
        while time.time() < end and (not part.exists() or part.stat().st_size < 20000):
            time.sleep(0.02)
        process.kill()
        process.wait()
        before = part.read_bytes()
        part.write_bytes(before[:-100])  # the last line is cut, too
        done = record(game.port, output, 0.5)
        expect("killed", done.returncode == 0, done.stderr)
        frames = clocks(output) if output.exists() else []
        expect(
            "killed: all frames",
            len(frames) >= before.count(b"\n") - 1 + 20,
            f"{len(frames)} after {before.count(10)}",
        )


def main() -> int:
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        served(folder)
        odd_games(folder)
        killed(folder)
    print("failed: " + ", ".join(failed) if failed else "fine")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
