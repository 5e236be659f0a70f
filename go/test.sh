#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the package: gofmt, go vet, staticcheck, the tests with the race detector and with all checks of cgo's pointers, and again with
# AddressSanitizer, which also finds what is never freed; the README in an empty folder, the corpus, a killed recorder; measures it beside
# the C API and go-bsor.
#
#   go/test.sh BUILD         BUILD has libreel.so and cli/reel. The last line is "N passed, N failed, N skipped"
#
# REEL_GO_BSOR    a folder with the sources of go-bsor; otherwise they are asked for at the proxy of Go's modules
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$PWD build=$(cd "${1:-build/release}" && pwd) || exit 2
work=$root/build/go
# shellcheck source=tests/door.sh
. tests/door.sh
# shellcheck source=tests/doors/corpus.sh
. tests/doors/corpus.sh
mkdir -p "$work"

formatted() { [ -z "$(gofmt -l go)" ]; }
in_go() { (cd go && go "$@"); }
programs() { in_go build -o "$work/" ./examples/...; }

# staticcheck, which is kept.
staticcheck() {
    [ -x "$work/bin/staticcheck" ] || GOBIN=$work/bin go install honnef.co/go/tools/cmd/staticcheck@v0.8.2
}

# The program of bench/peers/go.
peer() {
    local -a from=(go get github.com/motzel/go-bsor@latest)
    [ -z "${REEL_GO_BSOR:-}" ] ||
        from=(go mod edit -require "github.com/motzel/go-bsor@v0.0.0" -replace "github.com/motzel/go-bsor=$REEL_GO_BSOR")
    rm -rf "$work/peer" && cp -r bench/peers/go "$work/peer" &&
        (cd "$work/peer" && go mod edit -require reel@v0.0.0 -replace "reel=$root/go" && "${from[@]}")
}

# The README in an empty folder, to the letter.
readme() {
    local folder=$work/readme
    rm -rf "$folder" && mkdir -p "$folder/mod" && ln -s "$root" "$folder/reel" || return
    awk '/^```go$/ { on = 1; next } /^```$/ { on = 0 } on' go/README.md > "$folder/mod/main.go"
    cp tests/formats/bsor/golden/full.bsor "$folder/mod/play.bsor"
    sed -n 's/^    \(go .*\)/\1/p' go/README.md > "$folder/commands"
    (cd "$folder/mod" && sh -e "$folder/commands" && "$build/cli/reel" info new.bsor)
}

version=$(go env GOVERSION 2> /dev/null) || skip_rest "no go"
[ "$(printf '%s\n' go1.23 "$version" | sort -V | head -n 1)" = go1.23 ] || skip_rest "$version is older than go1.23"
run install installed || exit 1
pc=$(find "$work/prefix" -name reel.pc)
export PKG_CONFIG_PATH=${pc%/reel.pc} LD_LIBRARY_PATH=${pc%/pkgconfig/reel.pc} GOFLAGS=-mod=mod GOTOOLCHAIN=local

run tables python3 tests/doors/generate.py --check "$build/libreel.so" --only golang
run gofmt formatted
run vet in_go vet ./...
if staticcheck > "$work/staticcheck.log" 2>&1; then
    run staticcheck sh -c "cd go && '$work/bin/staticcheck' ./..."
else
    skip "staticcheck could not be installed ($work/staticcheck.log)"
fi
GOEXPERIMENT=cgocheck2 run tests in_go test -count=1 -race ./...
if echo 'int main(void) { return 0; }' | ${CC:-cc} -fsanitize=address -x c - -o "$work/sanitized" 2> "$work/sanitized.log"; then
    run asan in_go test -count=1 -asan -skip TestCollector . # which leaves handles open on purpose
else
    skip "asan: the compiler has no runtime of AddressSanitizer ($work/sanitized.log)"
fi
run programs programs || exit 1
run readme readme
run corpus same_rows "$work/corpus" && tail -n 1 "$work/corpus.log"
run killed survives_kill 72 "$work/recorder"
run bench "$work/bench" "$work/killed/1300.bsor" && tail -n 1 "$work/bench.log"
if peer > "$work/peer.log" 2>&1; then
    run peer-builds sh -c "cd '$work/peer' && go build -o peer ." &&
        run peer "$work/peer/peer" "$work/killed/1300.bsor" && tail -n 1 "$work/peer.log"
else
    skip "go-bsor is not at the proxy of modules and REEL_GO_BSOR does not name it ($work/peer.log)"
fi
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]
