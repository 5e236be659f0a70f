# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# For the scripts here: starts and stops a server.

# serve SERVER STORE LOG: starts it on a free port of loopback, and waits until it answers. Sets url and server.
serve() {
    url=http://127.0.0.1:$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    "$1" --store "$2" --port "${url##*:}" > "$3" 2>&1 &
    server=$!
    curl -s --retry 60 --retry-delay 1 --retry-all-errors -f "$url/readyz" > /dev/null
}
stop_serving() { kill "$server" && wait "$server"; }
