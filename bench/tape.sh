#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures reading a capture (.tape) beside two readers that are built from the schemas alone (bench/peers/tape): Go's runtime of Protocol
# Buffers with klauspost/compress, and the decoder that protoc makes for C++ with libzstd. bench/tape.sh [FILE...]; without files the recordings of the
# corpus are converted. Each line: how many times as long a peer takes, the median of the rounds with their range, in time of the processor; first
# libzstd alone, which unpacks the file in one call and does no more, and memset, which fills the memory of the rows: no reader that uses libzstd and gives
# these rows takes less than both. Then the
# instructions of a pass by callgrind, of all but Go, whose programs it does not run.
# Needs go and its proxy of modules, protoc, a compiler for C++, and libprotobuf and libzstd with their headers; what is missing is said.
set -eu
cd "$(dirname "$0")/.."
build=build/release made=build/peers/tape rounds=${REEL_ROUNDS:-7}
cmake --preset release > /dev/null
cmake --build "$build" --target reel_command reel_bench_tape > /dev/null
mkdir -p "$made/cpp" "$made/go/peer" "$made/files"
export GOFLAGS=-mod=mod

own=$build/bench/reel_bench_tape cpp=$made/cpp/peer go=$made/go/reader
{ protoc --proto_path=bench/peers/tape --cpp_out="$made/cpp" capture.proto &&
    c++ -std=c++17 -O3 -DNDEBUG -I "$made/cpp" -o "$cpp" bench/peers/tape/cpp/main.cpp "$made/cpp/capture.pb.cc" -lprotobuf -lzstd -pthread; } \
    > "$made/cpp.log" 2>&1 || { echo "C++ is not built (see $made/cpp.log)" >&2; cpp=''; }
cp bench/peers/tape/go/* "$made/go/"
{ GOBIN=$PWD/$made/bin go install google.golang.org/protobuf/cmd/protoc-gen-go@latest &&
    PATH=$PWD/$made/bin:$PATH protoc --proto_path=bench/peers/tape --go_out="$made/go" capture.proto &&
    (cd "$made/go" && go mod tidy && go build -o reader .); } > "$made/go.log" 2>&1 ||
    { echo "Go is not built (see $made/go.log)" >&2; go=''; }

if [ $# -eq 0 ]; then
    for file in "${REEL_CORPUS:-../shared}"/samples/butter/echoreplay/*.echoreplay; do
        [ -e "$file" ] || { echo "no corpus beside the project: name the files to measure" >&2; exit 2; }
        to=$made/files/$(basename "$file" .echoreplay).tape
        "$build/cli/reel" convert --to tape --replace -o "$to" "$file" > /dev/null 2>&1
        [ "$(wc -c < "$to")" -lt 100000 ] || set -- "$@" "$to"
    done
fi
echo "machine:  $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors"
echo "modules:  $(sed -n 's/^[[:space:]]*\(require \)*\(github.com\|google.golang.org\)/\2/p' "$made/go/go.mod" 2> /dev/null | tr '\n' ' ')"
echo "protoc:   $(protoc --version 2> /dev/null)"

# beside NAME PROGRAM FILE [OPTION]
beside() {
    [ -n "$2" ] || return 0
    for _ in $(seq "$rounds"); do
        echo "$("$2" ${4:+"$4"} "$3" | cut -d ' ' -f 1) $("$own" "$3" | cut -d ' ' -f 1)"
    done | awk -v what="$(basename "$3")" -v peer="$1" '{ print $1 / $2 }' | sort -n |
        awk -v what="$(basename "$3")" -v peer="$1" '{ r[NR] = $1 } END { printf "| %s | %s | %.2f | %.2f to %.2f |\n", what, peer, r[int((NR + 1) / 2)], r[1], r[NR] }'
}

# counted PROGRAM FILE: instructions of a pass
counted() {
    for times in 1 3; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" --times=$times "$2" 2>&1 | sed -n 's/.*Collected : //p'
    done | awk '{ n[NR] = $1 } END { printf "%.1f M", (n[2] - n[1]) / 2e6 }'
}

for file; do
    beside "libzstd alone" "$cpp" "$file" --unpack
    beside "memset of the rows alone" "$own" "$file" --rows
    beside "Go's runtime and klauspost/compress" "$go" "$file"
    beside "protoc's decoder for C++ and libzstd" "$cpp" "$file"
    command -v valgrind > /dev/null || continue
    printf '%s: reel %s' "$(basename "$file")" "$(counted "$own" "$file")"
    [ -z "$cpp" ] || printf ', C++ %s' "$(counted "$cpp" "$file")"
    echo ' instructions a pass'
done
