# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root and jobs are set by test.sh
# The server.

needs_server() {
    echo OPTIONAL libseccomp-dev libcurl4-openssl-dev libssl-dev libsodium-dev libsqlite3-dev libpq-dev
    echo OPTIONAL python3 python3-venv
    echo OPTIONAL postgresql
    echo OPTIONAL chromium
    echo OPTIONAL prometheus
    echo OPTIONAL nginx-light caddy openssl curl
    echo OPTIONAL clang libclang-rt-14-dev
    echo OPTIONAL mmdebstrap systemd-container dpkg-dev file lintian umoci
    have npm || echo OPTIONAL npm
}

# Finds: uploads that are lost, links that reach local networks, requests that differ from the description, stores that differ.
step_server() {
    heading "server: the service, with PostgreSQL and a stand-in for S3"
    local -x REEL_COMMAND=$root/build/release/cli/reel
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command)
    local page=web/viewer/dist/index.html had_page=no
    [ ! -f $page ] || had_page=yes
    build release --preset release && counted server bash server/test.sh
    counted server-asan server/sanitize.sh asan # memory errors and leaks, under attack
    counted server-tsan server/sanitize.sh tsan # races
    counted server-older tests/older/test.sh build/server/reel-server # a store of an older version that it does not take
    counted server-boot packaging/server/test.sh # a package that does not start, or does not go
    counted server-image packaging/server/image_test.sh # the same of the image
    # the step viewer has built the page in the meantime, perhaps
    [ $had_page = yes ] || [ ! -f $page ] || counted server-page bash server/test.sh -k test_live_view
}
