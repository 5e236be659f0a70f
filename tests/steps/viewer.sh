# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh
# The viewer in a browser.

needs_viewer() {
    needs_web
    echo OPTIONAL xz-utils
    echo OPTIONAL firefox-esr webkit2gtk-driver xvfb
    echo OPTIONAL ddnet imagemagick
}

# Finds: scenes that fail or stay empty, numbers that differ from those of the command, what keys and screen readers cannot reach.
step_viewer() {
    heading "viewer: the page and the element, in Chromium, Firefox and WebKit"
    local -x REEL_COMMAND=$root/build/release/cli/reel
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command)
    build release --preset release || return
    have clang && have npm && web/build.sh wasm > build/viewer-module.log 2>&1
    counted viewer bash web/viewer/test.sh
    demo_client
}

# The game's own client plays a demo.
demo_client() {
    local log=build/demo-client.log
    python3 tests/client/demo_client.py "$REEL_COMMAND" tests/formats/ddnet_map/golden/usual.map build/demo-client > "$log" 2>&1
    case $? in
        0) result "the client of DDNet plays a demo" OK ;;
        77) skip_step "$(tail -n 1 "$log")" ;;
        *) result "the client of DDNet plays a demo" FAILED "$log" ;;
    esac
}
