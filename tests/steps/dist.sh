# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The files of a release.

needs_dist() {
    local step
    for step in deb static aarch64 mingw server python duckdb web csharp rust go site; do "needs_$step"; done
    echo OPTIONAL xz-utils diffoscope-minimal podman crun
    echo OPTIONAL clang llvm python3-venv # macOS, and Windows on ARM
    echo OPTIONAL musl-tools dpkg-dev make zstd # the wheels for musl
}

# Finds: files of a release that are not made, depend on the folder or the day, or do not work where nothing else is.
step_dist() {
    heading "dist: a release, made twice, and used where nothing else is"
    counted dist packaging/release/test/twice.sh
}
