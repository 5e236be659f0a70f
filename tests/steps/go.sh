# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh
# The package for Go.

needs_go() { have go || echo OPTIONAL golang-go; echo OPTIONAL python3; }

# Finds: pointers that break cgo's rules, races, panics that are lost; a package that reads other rows than the C API.
step_go() {
    heading "go: the package for Go"
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command reel_shared reel)
    build release --preset release && counted go bash go/test.sh build/release
}
