# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh
# The library for C#, with mono.

needs_csharp() { echo OPTIONAL mono-mcs mono-runtime libmono-system-core4.0-cil; echo OPTIONAL mono-devel python3-venv; echo OPTIONAL python3; }

# Finds: garbage in the loop of a game, structs of another layout, use after Dispose; a package that reads other rows than the C API.
step_csharp() {
    heading "csharp: the library for C#, with mono"
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command reel_shared reel)
    build release --preset release && counted csharp bash csharp/test.sh build/release
}
