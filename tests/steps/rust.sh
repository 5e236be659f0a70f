# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh
# The crates for Rust.

needs_rust() { have cargo || echo OPTIONAL cargo rust-clippy rustfmt; echo OPTIONAL python3; }

# Finds: bindings that are not those of the headers; lifetimes that let rows outlive their replay; crates that do not package or document.
step_rust() {
    heading "rust: the crates for Rust"
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command reel_shared reel)
    # nobody debugs what is built here, nor builds it a second time
    local -x CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_RELEASE_DEBUG=0
    build release --preset release && counted rust bash rust/test.sh build/release
}
