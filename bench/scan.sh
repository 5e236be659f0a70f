#!/bin/sh
# Speed, memory and processor use of `reel scan` over plays that it makes below build/: bench/scan.sh [LARGE [SMALL]]
# LARGE plays of 250 KB (8000) and SMALL of 5 KB (100,000). Needs build/release, 5 GB of disk and 2 GB of memory. Files are in memory when
# they are scanned. No other program should run.
set -eu
cd "$(dirname "$0")/.."
plays=build/release/bench/reel_bench_plays reel=build/release/cli/reel
if [ ! -x $plays ] || [ ! -x $reel ]; then echo "build/release is not built" >&2; exit 2; fi
folder=build/scan-bench
trap 'rm -rf $folder' EXIT
rm -rf $folder

# scan LABEL COUNT TREE [OPTION...]: one line of the table.
scan() {
    label=$1 count=$2 tree=$3
    shift 3
    python3 - "$label" "$count" $reel scan -q "$@" "$tree" <<'PYTHON'
import os, resource, shutil, sys, time
label, count, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
best = None
for number in range(3):
    # Not one name for all: ext4 is slow to create files where others were deleted in the last five seconds.
    out = f"build/scan-bench/dataset-{number}"
    os.sync()
    start = time.monotonic()
    child = os.spawnv(os.P_NOWAIT, command[0], command + ["-o", out])
    _, status, usage = os.wait4(child, 0)
    wall = time.monotonic() - start
    assert os.waitstatus_to_exitcode(status) in (0, 1), status
    cpu = usage.ru_utime + usage.ru_stime
    best = min(best or (wall + 1, 0, 0), (wall, cpu, usage.ru_maxrss))
wall, cpu, memory = best
start = time.monotonic()
os.spawnv(os.P_WAIT, command[0], command + ["-o", out])
again = time.monotonic() - start
size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(out) for name in names)
for number in range(3):
    shutil.rmtree(f"build/scan-bench/dataset-{number}")
print(f"| {label} | {count / wall:,.0f} | {100 * cpu / wall / os.cpu_count():.0f} % | {memory / 1024:.0f} MB | {size / 1e6:.1f} MB | {again:.2f} s |", flush=True)
PYTHON
}

make_plays() {
    block=0
    while [ $block -lt $((($2 + 999) / 1000)) ]; do
        mkdir -p "$(printf '%s/%s/%03d' $folder "$1" $block)"
        block=$((block + 1))
    done
    $plays $folder/"$1" "$2" "$3" "$4"
    find $folder/"$1" -type f -exec cat {} + > /dev/null
}

echo "| scan | files/s | processors | memory | dataset | run again |"
echo "| --- | --: | --: | --: | --: | --: |"
large=${1:-8000} small=${2:-100000}
make_plays large "$large" 2500 200
scan "250 KB: files" "$large" $folder/large
scan "250 KB: files, statistics" "$large" $folder/large --stats
scan "250 KB: files, statistics, notes" "$large" $folder/large --stats -t notes
scan "250 KB: files, frames" "$large" $folder/large -t frames
rm -rf $folder/large
make_plays small "$small" 40 10
scan "5 KB: files" "$small" $folder/small
scan "5 KB: files, statistics" "$small" $folder/small --stats
