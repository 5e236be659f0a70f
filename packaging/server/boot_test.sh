#!/bin/sh
# SPDX-License-Identifier: MIT
# In a Debian that has booted: what an operator does with the package. packaging/server/test.sh runs it.
url=http://127.0.0.1:8080
cd /srv || exit 2

# try NAME COMMAND...
try() {
    name=$1
    shift
    if "$@" >&2; then echo "ok: $name"; else echo "FAILED: $name"; fi
}
ready() { curl --silent --show-error --fail --retry 20 --retry-delay 1 --retry-all-errors --max-time 5 "$url/readyz"; }
admin() {
    systemd-run --quiet --pipe --wait -p DynamicUser=yes -p User=reel-server -p StateDirectory=reel-server -p StateDirectoryMode=0700 \
        reel-server --config /etc/reel-server.conf "$@"
}
process() { systemctl show --value --property MainPID reel-server; }

installs() { dpkg -i first.deb && ! systemctl is-active --quiet reel-server && test -f /etc/reel-server.conf && test -x /usr/bin/reel-server; }
starts() { systemctl enable --now reel-server.socket && systemctl start reel-server && ready; }
probes() { reel-server --probe && ! reel-server --port 1 --probe; }
is_private() { [ "$(stat -c %a /var/lib/private/reel-server)" = 700 ] && [ -f /var/lib/private/reel-server/catalogue.sqlite ]; }
uploads() {
    token=$(admin token add bot --scopes upload) && [ -n "$token" ] &&
        curl --silent -H "Authorization: Bearer $token" --data-binary @plain.gdr2 "$url/replays" > answer && cat answer >&2 &&
        grep '"id":"' answer && [ "$(curl --silent "$url/replays" | grep -c '"id":"')" = 1 ]
}
upgrades() {
    before=$(process)
    dpkg -i later.deb && ready && [ "$(process)" != "$before" ] && [ "$(curl --silent "$url/replays" | grep -c '"id":"')" = 1 ]
}
reloads() { echo 'rate 1000' >> /etc/reel-server.conf && systemctl reload reel-server && ready; }
# Asks and uploads without a pause while a file is there; writes a line for each request, and one for each that failed.
asks() {
    while [ -e busy ]; do
        curl --silent --show-error --fail --max-time 60 "$@" > /dev/null || echo "failed: $*" >> failures
        echo >> asked
    done
}
is_asked() { # so many times more
    wanted=$(($(wc -l < asked) + $1))
    for _ in $(seq 600); do [ "$(wc -l < asked)" -lt "$wanted" ] || return 0; sleep 0.1; done
    return 1
}
# Three times: systemd lets a unit start five times in ten seconds.
restarts_under_load() {
    touch busy asked && : > failures
    asks "$url/replays" &
    asks -H "Authorization: Bearer $token" --data-binary @plain.gdr2 "$url/replays" &
    for _ in 1 2 3; do
        before=$(process)
        if ! is_asked 20 || ! systemctl restart reel-server || ! is_asked 20; then echo "the server or its clients stand still" >> failures; fi
        if [ "$(process)" = "$before" ]; then echo "it was not restarted" >> failures; fi
    done
    rm busy && wait
    cat failures && [ ! -s failures ] && ready
}
refuses_a_bad_file() {
    before=$(process)
    cp /etc/reel-server.conf good.conf && echo 'rate of many' >> /etc/reel-server.conf
    if systemctl reload reel-server; then return 1; fi
    ready && [ "$(process)" = "$before" ] && cp good.conf /etc/reel-server.conf && systemctl reload reel-server
}
removes() { dpkg --remove reel-server && ! curl --silent --max-time 3 "$url/healthz" && test -f /etc/reel-server.conf && ! test -e /usr/bin/reel-server; }
purges() {
    dpkg --purge reel-server && ! test -e /etc/reel-server.conf && ! systemctl cat reel-server.service && ! dpkg -s reel-server &&
        test -f /var/lib/private/reel-server/catalogue.sqlite
}

try "installs, and does not start by itself" installs
try "starts as the page says" starts
try "answers a probe" probes
try "the state is its own" is_private
try "keeps an upload" uploads
try "is upgraded while it runs" upgrades
try "is restarted under load without a failed request" restarts_under_load
try "reads its options again" reloads
try "a bad file makes reloading fail" refuses_a_bad_file
try "is removed" removes
try "is purged, and keeps replays" purges
journalctl --no-pager -u reel-server >&2
echo end
