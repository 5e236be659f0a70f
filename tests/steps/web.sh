# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh
# The npm package.

needs_web() {
    have npm || echo OPTIONAL npm
    echo OPTIONAL clang lld wasi-libc libclang-rt-14-dev-wasm32 nodejs
    echo OPTIONAL chromium
}

# Finds: values, traps and imports of the WebAssembly module; a package that does not install, or does not work in a page.
step_web() {
    heading "web: the npm package, in Node and Chromium"
    local -x REEL_COMMAND=$root/build/release/cli/reel
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command)
    build release --preset release && counted web bash web/test.sh
}
