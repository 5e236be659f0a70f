#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens a page with <reel-viewer> in Chromium: view.py FOLDER CHROMIUM

FOLDER has node_modules with the npm package, and play.bsor. The page reports to this program, on loopback, what the element says.
"""

import contextlib
import http.server
import subprocess
import sys
import threading
import urllib.parse
from functools import partial
from pathlib import Path

PAGE = """<!doctype html><html lang="en"><title>guest</title><script type="module">
import '/node_modules/@reel-replay/viewer/dist/reel-viewer.js'
const say = (what) => fetch('/heard?' + encodeURIComponent(JSON.stringify(what)))
document.addEventListener('error', (event) => say({ error: event.detail?.message ?? 'error' }), true)
document.addEventListener('ready', (event) => {
  const { format, end } = event.detail
  event.target.seek(end / 2)
  setTimeout(async () => say({ format, end, time: event.target.currentTime, picture: (await event.target.snapshot())?.size ?? 0 }), 500)
}, true)
</script><body><reel-viewer src="/play.bsor" controls></reel-viewer></body></html>"""
OPTIONS = ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]


class Handler(http.server.SimpleHTTPRequestHandler):
    heard: list[str] = []
    done = threading.Event()

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path == "/heard":
            self.heard.append(urllib.parse.unquote(query))
            self.done.set()
        if path != "/heard" and path != "/page.html":
            super().do_GET()
            return
        body = PAGE.encode() if path == "/page.html" else b""
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def copyfile(self, source: object, out: object) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the browser is ended when it has reported
            super().copyfile(source, out)

    def log_message(self, *_: object) -> None:
        pass


def main(folder: Path, chromium: str) -> int:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = subprocess.Popen(
        [chromium, *OPTIONS, f"--user-data-dir={folder}/browser", f"http://127.0.0.1:{server.server_port}/page.html"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        Handler.done.wait(180)
    finally:
        browser.terminate()
        browser.wait()
    print(*Handler.heard)
    if not Handler.heard or '"picture":0' in Handler.heard[0] or '"error"' in Handler.heard[0]:
        return 1
    print("did view")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2]))
