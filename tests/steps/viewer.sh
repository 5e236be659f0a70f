# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh
# The viewer in a browser.

needs_viewer() {
    needs_web
    echo OPTIONAL firefox-esr
}

# Finds: scenes that fail or stay empty, numbers that differ from those of the command, what keys and screen readers cannot reach.
step_viewer() {
    heading "viewer: the page, in Chromium"
    local -x REEL_COMMAND=$root/build/release/cli/reel
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command)
    build release --preset release || return
    [ -f web/wasm/dist/reel.wasm ] || {
        have clang && have npm && npm ci --prefix web/wasm --no-audit --no-fund --ignore-scripts > build/viewer-npm.log 2>&1 &&
            node web/wasm/scripts/build.mjs > build/viewer-module.log 2>&1
    }
    counted viewer bash web/viewer/test.sh
}
