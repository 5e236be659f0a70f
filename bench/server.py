# SPDX-License-Identifier: MIT
"""Measures reel-server with wrk, on loopback; bench/server.sh starts it. Prints a table in Markdown."""

import concurrent.futures
import contextlib
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "server/test"))

import requests  # noqa: E402
from plays import play  # noqa: E402

PROGRAM = SOURCE / "build/server/reel-server"
COMMAND = SOURCE / "build/release/cli/reel"
SECONDS = int(os.environ.get("REEL_BENCH_SECONDS", "5"))
ROUNDS = 3
UNITS = {"us": 1e-3, "ms": 1.0, "s": 1e3, "m": 6e4}


def processor_seconds(process):
    """Of a process, with its children, those that ended among them."""
    total = 0.0
    with contextlib.suppress(OSError):
        folder = pathlib.Path("/proc", str(process))
        fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        total = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        for task in (folder / "task").iterdir():
            total += sum(processor_seconds(child) for child in (task / "children").read_text().split())
    return total


def wrk(url, connections, process, script=None):
    """Requests a second, the 99th percentile of latency in ms, and the processor time in µs that `process` takes for one."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--latency"]
    command += ["-s", script] if script else []
    before = processor_seconds(process.pid)
    text = subprocess.run([*command, url], capture_output=True, text=True, check=True).stdout
    seconds = processor_seconds(process.pid) - before
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s|m)", text)
    if "Non-2xx" in text:
        raise SystemExit(f"answers of failure from {url}:\n{text}")
    count = int(re.search(r"(\d+) requests in", text)[1])
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), float(p99[1]) * UNITS[p99[2]], 1e6 * seconds / count


def start(*command):
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().split()[-1].rstrip("/")


def exporter_rate(path):
    """Exports to JSON a second, in one process: 40 copies of the file in one call, less the call with one."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for count in (1, 41):
            files = []
            for n in range(count):
                files.append(pathlib.Path(folder) / f"{n}.bsor")
                files[-1].write_bytes(path.read_bytes())
            begin = time.perf_counter()
            for name in ([str(f) for f in files],):
                subprocess.run([COMMAND, "export", "-j", "1", "--to", "json", "-o", f"{folder}/out-{count}", *name], check=True,
                               capture_output=True)  # fmt: skip
            times.append(time.perf_counter() - begin)
    return 40 / (times[1] - times[0])


def upload_rate(url, token, clients=16):
    """Uploads a second, each of another play, until SECONDS have passed."""
    plays = [play(player=str(76561190000000000 + n), seed=n, notes=2, seconds=2.0) for n in range(400 * SECONDS)]
    end = time.monotonic() + SECONDS

    def run(part):
        done = 0
        with requests.Session() as session:
            session.headers["Authorization"] = f"Bearer {token}"
            for data in part:
                if time.monotonic() > end:
                    break
                done += session.post(f"{url}/replays", data=data, timeout=60).status_code == 201
        return done

    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        count = sum(pool.map(run, [plays[n::clients] for n in range(clients)]))
    return count / (time.monotonic() - begin)


def slow_clients(url, count):
    port = int(url.rsplit(":", 1)[1])
    sockets = [socket.create_connection(("127.0.0.1", port), 10) for _ in range(count)]
    for each in sockets:
        each.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
    return sockets


def main():
    folder = tempfile.mkdtemp(dir=SOURCE / "build")
    store = f"{folder}/store"
    token = subprocess.check_output([PROGRAM, "--store", store, "token", "add", "bench"], text=True, stderr=subprocess.DEVNULL).strip()
    hello, hello_url = start(SOURCE / "build/server/hello")
    server, url = start(PROGRAM, "--store", store, "--port", "0")
    rows = []

    def report(row):
        print(row, file=sys.stderr, flush=True)
        rows.append(row)

    try:
        big = pathlib.Path(folder) / "big.bsor"
        big.write_bytes(play(notes=600, seconds=45.0, rate=60, seed=7))
        made = requests.post(f"{url}/replays", data=play(), headers={"Authorization": f"Bearer {token}"}, timeout=60)
        made.raise_for_status()
        stored = f"{url}/replays/{made.json()['id']}"
        script = pathlib.Path(folder) / "raw.lua"
        script.write_text('wrk.headers["Accept"] = "application/octet-stream"\n')
        post = pathlib.Path(folder) / "post.lua"
        post.write_text(f'local f = io.open("{big}", "rb")\nwrk.method = "POST"\nwrk.body = f:read("*a")\n')

        addresses = (
            ("GET /version", f"{url}/version", None),
            ("GET of a stored header (tables/info)", f"{stored}/tables/info", None),
            ("GET of its statistics", f"{stored}/stats", None),
            ("GET of a stored replay, its 17.5 kB", stored, script),
        )
        # Each in turn, several times: the least processor time is the least disturbed.
        turns = [[wrk(hello_url, 32, hello), *(wrk(a, 32, server, lua) for _, a, lua in addresses)] for _ in range(ROUNDS)]
        (base, base99, base_micros), *others = (min(each, key=lambda one: one[2]) for each in zip(*turns, strict=True))
        report(("hello of libmicrohttpd", base, base99, f"{base_micros:.1f} µs"))
        for (name, _, _), (rate, p99, micros) in zip(addresses, others, strict=True):
            report((name, rate, p99, f"{micros:.1f} µs: {base_micros / micros:.2f} × hello"))
        rate, p99, micros = wrk(f"{url}/", 8, server, post)
        alone = exporter_rate(big)
        report((f"POST / of {big.stat().st_size // 1000} kB to JSON", rate, p99, f"{rate / alone:.2f} × `reel export -j 1` ({alone:.0f}/s)"))
        rate = upload_rate(url, token)
        report(("POST /replays, with fsync", rate, None, ""))
        rate, p99, _ = wrk(f"{url}/version", 8, server)
        sockets = slow_clients(url, 1000)
        slow_rate, slow99, _ = wrk(f"{url}/version", 8, server)
        report(("GET /version, 8 clients", rate, p99, ""))
        report(("the same beside 1,000 slow clients", slow_rate, slow99, f"p99 {slow99 / p99:.2f} ×"))
        for each in sockets:
            each.close()
    finally:
        for each in (server, hello):
            each.send_signal(signal.SIGTERM)
            each.wait()
        subprocess.run(["rm", "-rf", folder], check=True)
    print("| what | requests/s | p99, ms | processor time of a request, ratio |\n| --- | ---: | ---: | --- |")
    for name, rate, p99, ratio in rows:
        print(f"| {name} | {rate:,.0f} | {'' if p99 is None else f'{p99:.1f}'} | {ratio} |")


main()
