# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh
# The headers for C++.

needs_cpp() { echo OPTIONAL g++ clang python3; }

# Finds: headers that do not compile without warnings, rows of another type, examples and README that do not work, exceptions that are lost.
step_cpp() {
    heading "cpp: the headers for C++, as their users compile them"
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command reel_shared reel)
    build release --preset release && counted cpp bash cpp/test.sh build/release
}
