#!/bin/bash
# SPDX-License-Identifier: MIT
# test.sh itself, in a copy with steps of its own: what it counts, prints and leaves out, and how a full run goes on after a failure or an
# interruption. step_runs.sh needs git and ctest.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
for tool in git ctest flock; do
    command -v "$tool" > "$scratch/log" || { echo "skip how steps run: there is no $tool"; exit 0; }
done

# expect NAME PATTERN...: the log has a line for each pattern
expect() {
    local name=$1 pattern
    shift
    for pattern; do
        grep -qxE "$pattern" "$scratch/log" && continue
        failed=$((failed + 1))
        echo "FAIL $name: no line '$pattern'"
        sed 's/^/     /' "$scratch/log"
        return
    done
    passed=$((passed + 1))
    echo "ok   $name"
}

runs() { (cd "$scratch/tree" && env -u REEL_TEST_EFFORT -u REEL_CORPUS -u CMAKE_C_COMPILER_LAUNCHER timeout 60 ./test.sh "$@") > "$scratch/log" 2>&1; }

mkdir -p "$scratch/tree/tests/steps" "$scratch/tree/build/toy" && cd "$scratch/tree" || exit 2
cp "$here/tests/steps/base.sh" tests/steps/
sed -e "s/^quick_steps=.*/quick_steps='one'/" -e "s/^all_steps=.*/all_steps='one two toy'/" -e '/^all_steps+=/d' \
    -e "s/^nightly_steps=.*/nightly_steps='late'/" "$here/test.sh" > test.sh
chmod +x test.sh
echo /build/ > .gitignore
cat > tests/steps/steps.sh << 'STEPS'
install_packages() { note "for $*"; }
mkdir() { [[ ! -f build/disk-is-full || $1 != *busy-* ]] && command mkdir "$@"; }
step_one() { heading one; result "a thing" OK; }
step_two() { heading two; skip_step "no reason"; [ ! -f build/crash ] || exit 1; }
step_late() { heading late; result "another thing" OK; }
step_toy() {
    heading toy
    run_tests toy light -E '^left_out$'
    REEL_TEST_EFFORT=quick run_tests toy quick -R '^first$'
}
STEPS
cat > build/toy/CTestTestfile.cmake << 'TESTS'
add_test(first "sh" "-c" "echo once >> ../first; echo '3 passed, 0 failed'")
add_test(second "sh" "-c" "test -f ../second")
add_test(left_out "false")
TESTS
git init -q . && git add -A && git -c user.name=test -c user.email=test@invalid commit -qm test || exit 2

runs
expect "the quick run ends with counts and what was not run" '   for one' 'not run: two toy .*' '1 passed, 0 failed, 0 skipped'
runs all -toy
expect "all leaves out what it is told to" '   for one two' '   1 x two: no reason' '1 passed, 0 failed, 1 skipped'
runs all -none
expect "an unknown step is refused" "test.sh: unknown step 'none' .*"
touch build/crash
runs two one
expect "a step that ends early fails" 'failed: step two ended early' '1 passed, 1 failed, 0 skipped'
rm build/crash
touch build/disk-is-full
runs all
expect "a run on a full disk ends, and fails" '   nothing can be written to build/steps' 'failed: step one ended early' \
    'failed: step two ended early' '0 passed, 3 failed, 0 skipped'
rm build/disk-is-full
runs full
expect "a full run has the steps of the night, and fails" 'failed: toy: second ' '8 passed, 1 failed, 1 skipped'
touch build/second
mv build/toy/Testing/Temporary/LastTest.log{,.tmp} # what an interrupted ctest leaves
runs full
expect "it goes on with what has not passed" '   toy \(full\): 4 passed, 0 failed, 0 skipped' \
    '   toy \(quick\): 3 passed, 0 failed, 0 skipped' \
    '== one: has passed before the interruption .*' '9 passed, 0 failed, 1 skipped'
cat build/full/full-*/{*.out,summary} > "$scratch/log"
expect "its whole output is kept" '== one' '   ok: a thing' '== late' '9 passed, 0 failed, 1 skipped'
first_runs() { printf 'runs: %d\n' "$(wc -l < build/first)" > "$scratch/log"; }
first_runs
expect "programs that have passed do not run again, each effort by itself" 'runs: 2'
mkdir fuzz && echo 1 > fuzz/executions.tsv
runs full
first_runs
expect "what a campaign of fuzzing notes is no change" 'runs: 2'
echo "# changed" >> tests/steps/steps.sh
runs full
expect "changed sources are tested from the start" '   ok: a thing' '9 passed, 0 failed, 1 skipped'
first_runs
expect "all of them" 'runs: 4'
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
