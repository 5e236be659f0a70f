#!/bin/sh
# Speed and memory of `reel scan` over a tree of XROR files like that of BOXRR-23, a folder for each user, which it makes below build/:
# bench/xror.sh [FILES [FRAMES]], 10,000 recordings of 1000 frames. Beside it, the reference's way to read them (bench/xror.py) in a
# virtual environment below build/, which is made if PyPI can be reached. Needs build/release, and 2 GB of disk.
set -eu
cd "$(dirname "$0")/.."
plays=build/release/bench/reel_bench_plays reel=build/release/cli/reel
if [ ! -x $plays ] || [ ! -x $reel ]; then echo "build/release is not built" >&2; exit 2; fi
files=${1:-10000} frames=${2:-1000}
folder=build/xror-bench
trap 'rm -rf $folder' EXIT
rm -rf $folder
block=0
while [ $block -lt $(((files + 999) / 1000)) ]; do
    mkdir -p "$(printf '%s/plays/%03d' $folder $block)" $folder/users
    block=$((block + 1))
done
$plays $folder/plays "$files" "$frames" $((frames / 12))
$reel convert --quiet --no-verify --to xror --writing full -o $folder/users $folder/plays
rm -rf $folder/plays
find $folder/users -name '*.xror' > $folder/list
xargs cat < $folder/list | wc -c | awk -v files="$(wc -l < $folder/list)" '{ printf "%d files, %.0f MB\n", files, $1 / 1e6 }'

# scan LABEL [OPTION...]: one line of the table.
scan() {
    label=$1
    shift
    python3 - "$label" "$files" $reel scan -q "$@" $folder/users -o $folder/dataset <<'PYTHON'
import os, resource, shutil, sys, time
label, count, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
shutil.rmtree(command[-1], ignore_errors=True)
start = time.monotonic()
child = os.spawnv(os.P_NOWAIT, command[0], command)
_, status, usage = os.wait4(child, 0)
wall = time.monotonic() - start
assert os.waitstatus_to_exitcode(status) in (0, 1), status
cpu = usage.ru_utime + usage.ru_stime
size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(command[-1]) for name in names)
print(f"| {label} | {count / wall:,.0f} | {count / cpu:,.0f} | {usage.ru_maxrss / 1024:.0f} MB | {size / 1e6:.1f} MB |", flush=True)
PYTHON
}
echo "| scan | files/s | files/s of one processor | memory | dataset |"
echo "| --- | --: | --: | --: | --: |"
scan "headers"
scan "headers, statistics, notes" --stats -t notes
scan "headers, frames" -t frames

python=build/venv/bin/python
if [ ! -x $python ]; then
    { python3 -m venv build/venv && build/venv/bin/pip install -q fpzip pymongo numpy; } 2>/dev/null || echo "the reference reader's packages cannot be installed"
fi
if $python -c 'import bson, fpzip' 2>/dev/null; then
    printf 'reference reader, one processor: '
    head -n 200 $folder/list | xargs $python bench/xror.py
else
    echo "reference reader: not measured (the packages fpzip and pymongo cannot be installed)"
fi
