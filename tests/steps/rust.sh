# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh
# The crates for Rust.

needs_rust() { have cargo || echo OPTIONAL cargo rust-clippy rustfmt; echo OPTIONAL python3; }

# Finds: bindings that are not those of the headers; lifetimes that let rows outlive their replay; crates that do not package or document.
step_rust() {
    heading "rust: the crates for Rust"
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command reel_shared reel)
    build release --preset release && counted rust bash rust/test.sh build/release
}
