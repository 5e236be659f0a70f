# SPDX-License-Identifier: MIT
# shellcheck shell=bash

needs_guard() { echo REQUIRED valgrind python3; }

# Finds: a verb of a format that executes more instructions, or allocates more often, than bench/instructions.tsv says, or than at
# the last release and bench/instructions_paid.tsv does not say why; or less, so that the table is not that of the code. First, that a slow-down
# that is made for this is found and named.
step_guard() {
    heading "guard: instructions of each verb"
    quiet guard-proof bench/instructions.sh --prove
    local log=build/check-guard.log status=0
    bench/instructions.sh > "$log" 2>&1 || status=$?
    case $status in
    0) result guard OK ;;
    77) skip_step "$(tail -n 1 "$log" | sed 's/^skipped: //')" ;;
    *) result guard FAILED "$log" ;;
    esac
}
