#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the image and runs what it says, in its own files, which cannot be written, as its own user: starts, asks whether it is ready, uploads,
# looks up, stops. Looks for the licence of each package in it.
#   packaging/server/image_test.sh           the last line is "N passed, N failed, N skipped"
#   packaging/server/image_test.sh IMAGE     of an image that was made before, as FOLDER:TAG in the layout of OCI
#
# Needs root's rights. Debian: umoci curl python3 util-linux; to make the image mmdebstrap, and what package.sh needs.
cd "$(dirname "$0")/../.." || exit 2
work=build/server-image-test
passed=0 failed=0 skipped=0
finish() { echo "$passed passed, $failed failed, $skipped skipped"; }
trap finish EXIT
mkdir -p build

skip_all() {
    skipped=$((skipped + 1))
    echo "   skipped: $1"
    exit 0
}
try() {
    name=$1
    shift
    if "$@" > "$work/try.log" 2>&1; then
        passed=$((passed + 1))
        echo "   ok: $name"
    else
        failed=$((failed + 1))
        echo "   FAILED: $name"
        tail -n 10 "$work/try.log" "$work/log"
    fi
}
[ "$(id -u)" = 0 ] || skip_all "only root can unpack an image"
for tool in umoci curl python3 unshare; do command -v $tool > /dev/null || skip_all "no $tool"; done

rm -rf "$work" && mkdir -p "$work"
image=${1:-}
if [ -z "$image" ]; then
    for tool in mmdebstrap dpkg-deb; do command -v $tool > /dev/null || skip_all "no $tool"; done
    image=$(packaging/server/image.sh 2> "$work/image.log") || {
        [ -s build/server-image-root.tar ] || skip_all "a clean Debian cannot be made ($work/image.log)"
        failed=1
        tail -n 20 "$work/image.log"
        exit 1
    }
fi
umoci unpack --image "$image" "$work/bundle" > "$work/unpack.log" 2>&1 || exit 2

# words KEY: what the image says, one per line.
words() { python3 -c "import json, sys; print(*json.load(open('$work/bundle/config.json'))['process']$1, sep='\n')"; }
user=$(words "['user'].values()" | head -n 2 | paste -s -d :)
set --
while read -r word; do set -- "$@" "$word"; done << EOF
$(words "['args']")
EOF
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
url=http://127.0.0.1:$port
state=$work/bundle/rootfs/var/lib/reel-server

# inside COMMAND...: becomes COMMAND in the files of the image, of which only the volume and /tmp can be written.
# shellcheck disable=SC2016 # the inner shell expands these
inside() {
    exec unshare --mount sh -c 'root=$1 user=$2
        shift 2
        mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" && mount --bind "$root.state" "$root/var/lib/reel-server" &&
            mount -t tmpfs tmpfs "$root/tmp" && mount -t proc proc "$root/proc" && mount -t tmpfs tmpfs "$root/dev" &&
            touch "$root/dev/null" && mount --bind /dev/null "$root/dev/null" &&
            exec chroot --userspec="$user" "$root" "$@"' sh "$work/bundle/rootfs" "$user" "$@"
}
mv "$state" "$work/bundle/rootfs.state" && mkdir "$state"
inside "$@" --port "$port" --metrics 127.0.0.1:0 > "$work/log" 2>&1 &
server=$!

ready() { curl --silent --show-error --fail --retry 40 --retry-delay 1 --retry-all-errors --max-time 5 "$url/readyz"; }
# Each package in the image has its licence there.
licensed() {
    { sed -n 's/^Package: //p' "$work/bundle/rootfs/var/lib/dpkg/status" && echo reel-server; } > "$work/packages" && [ "$(wc -l < "$work/packages")" -gt 20 ] &&
        while read -r one; do
            [ -s "$work/bundle/rootfs/usr/share/doc/$one/copyright" ] || { echo "no licence of $one"; return 1; }
        done < "$work/packages" && [ -s "$work/bundle/rootfs/usr/share/doc/reel/copyright" ]
}
is_private() { [ "$(stat -c '%a %u' "$work/bundle/rootfs.state")" = "700 ${user%:*}" ]; }
probes() { (inside /usr/bin/reel-server --port "$port" --probe); }
uploads() {
    token=$(inside /usr/bin/reel-server --store /var/lib/reel-server token add bot --scopes upload) && [ -n "$token" ] &&
        curl --silent -H "Authorization: Bearer $token" --data-binary @tests/formats/gdr/golden/plain.gdr2 "$url/replays" | grep '"id":"' &&
        curl --silent "$url/replays" | grep '"id":"'
}
# The command, which the entry point of a container can be: the viewer's page is there if it was built, and the server for reel serve is.
command_works() {
    cp tests/formats/bsor/golden/full.bsor "$work/bundle/rootfs.state/play.bsor" && chmod 644 "$work/bundle/rootfs.state/play.bsor" &&
        (inside /usr/bin/reel info /var/lib/reel-server/play.bsor) && (inside /usr/bin/reel serve --help) || return
    if [ -f "$work/bundle/rootfs/usr/share/reel-server/viewer.html" ]; then
        (inside /usr/bin/reel view -o /tmp/play.html /var/lib/reel-server/play.bsor) && (inside /usr/bin/reel view -o - /var/lib/reel-server/play.bsor) | grep -q reel-replay
    fi
}
serves() {
    other=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    inside /usr/bin/reel serve --port "$other" /tmp/store > "$work/serve.log" 2>&1 &
    served=$!
    curl --silent --fail --retry 40 --retry-delay 1 --retry-all-errors --max-time 5 "http://127.0.0.1:$other/version"
    status=$?
    kill -TERM "$served" && wait "$served" && return "$status"
}
limits() { curl --silent "$url/version" && grep -q '^rate 20' "$work/bundle/rootfs/etc/reel-server.conf"; }
stops() { kill -TERM "$server" && wait "$server"; }

try "the image starts, and is ready" ready
try "its health check" probes
try "its state is its own" is_private
try "it has the licence of each package in it" licensed
try "it keeps an upload" uploads
try "it has the limits of the package" limits
try "its command reads and shows a replay" command_works
try "its command starts the server" serves
try "it stops on SIGTERM" stops
kill -KILL "$server" 2> /dev/null
rm -rf "$work/bundle"
[ "$failed" -eq 0 ]
