#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests fuzz/campaign.py with targets that only count: what has had least comes first and gets most, several run at the same
# time, an interruption loses nothing, finds are counted. The last line is "N passed, N failed, N skipped".
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$PWD work=$PWD/build/campaign
# shellcheck source=tests/door.sh
. tests/door.sh
command -v python3 > /dev/null || skip_rest "no python3"
rm -rf "$work" && mkdir -p "$work/build/fuzz" || exit 2
unset REEL_FUZZ_PRESET REEL_FUZZ_TIMEOUT # the step sets them for its own runs
export PYTHONDONTWRITEBYTECODE=1 REEL_FUZZ_BUILD='' REEL_CORPUS=/nonexistent

# A target writes its name and its time to $work/order, and executes 10 for each second; the one of that name finds something.
for target in archive index sign; do
    cat > "$work/build/fuzz/fuzz_$target" << TARGET
#!/bin/sh
for word; do case \$word in -max_total_time=*) seconds=\${word#*=} ;; esac; done
echo "$target \$seconds" >> "$work/order"
echo "stat::number_of_executed_units: \$((10 * seconds))"
[ $target != sign ]
TARGET
    chmod +x "$work/build/fuzz/fuzz_$target"
done
printf '#!/bin/sh\n' > "$work/build/fuzz/fuzz_seeds" && chmod +x "$work/build/fuzz/fuzz_seeds"
echo abc1234 > "$work/build/commit"

# campaign SLICES [JOBS [PATTERN]]: so many slices, by an interruption after them.
campaign() {
    python3 - "$work" "$1" "${2:-1}" "${3:-*}" << 'PROGRAM'
import sys
from pathlib import Path

sys.path.insert(0, "fuzz")
import campaign

work, slices = Path(sys.argv[1]), int(sys.argv[2])
real, ran = campaign.subprocess.run, [0]


def run(*words, **options):
    if ran[0] == slices:
        raise KeyboardInterrupt
    ran[0] += 1
    return real(*words, **options)


campaign.subprocess.run = run
try:
    campaign.campaign(work / "build", work / "ledger.tsv", 1.0, 5, int(sys.argv[3]), sys.argv[4])
except KeyboardInterrupt:
    pass
PROGRAM
}
ledger() { printf 'commit\tpreset\ttarget\texecutions\tfinds\n%s\n' "$1" | diff "$work/ledger.tsv" -; }

least_first() {
    printf 'commit\tpreset\ttarget\texecutions\tfinds\nold\tfuzz\tfuzz_*\t300\t0\nold\tfuzz\tfuzz_archive\t900\t0\n' > "$work/ledger.tsv"
    campaign 2 && printf 'index 5\nsign 5\n' | diff "$work/order" -
}
goes_on() {
    rm "$work/order"
    campaign 3 && printf 'index 5\nsign 5\narchive 5\n' | diff "$work/order" - &&
        ledger "$(printf 'old\tfuzz\tfuzz_*\t300\t0\nold\tfuzz\tfuzz_archive\t900\t0\nabc1234\tbuild\tfuzz_index\t100\t0\nabc1234\tbuild\tfuzz_sign\t100\t2\nabc1234\tbuild\tfuzz_archive\t50\t0')"
}
longer() {
    rm "$work/order"
    printf 'commit\tpreset\ttarget\texecutions\tfinds\nold\tfuzz\tfuzz_sign\t100\t0\nold\tfuzz\tfuzz_archive\t900\t0\n' > "$work/ledger.tsv"
    campaign 3 && printf 'index 10\nsign 5\narchive 5\n' | diff "$work/order" -
}
together() {
    rm "$work/order"
    printf 'commit\tpreset\ttarget\texecutions\tfinds\nold\tfuzz\tfuzz_*\t300\t0\n' > "$work/ledger.tsv"
    campaign 3 3 && sort "$work/order" | diff <(printf 'archive 5\nindex 5\nsign 5\n') - &&
        grep -c '^abc1234.*50' "$work/ledger.tsv" | grep -qx 3
}
only() {
    rm "$work/order"
    campaign 2 2 'fuzz_[ai]*' && sort "$work/order" | diff <(printf 'archive 5\nindex 5\n') -
}
whole() {
    python3 -c 'import sys; sys.path.insert(0, "fuzz"); import campaign; sums = campaign.read(campaign.LEDGER)
text = campaign.table(sums); assert all(part in campaign.PAGE.read_text() for part in text.splitlines()), "fuzz/campaign.py --table writes the page"'
}

run least-first least_first
run goes-on goes_on
run longer-for-what-has-less longer
run several-at-once together
run only-what-matches only
run page-is-up-to-date whole
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]
