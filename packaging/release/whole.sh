# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist and version
# What belongs to the release as a whole.

# The server for containers, in the layout of OCI, which engines load if it is at the top of the .tar. Its layers are compressed.
part_image() {
    local name=reel-server-$version-oci
    rm -rf "${work:?}/$name"
    if ! packaging/server/image.sh "$work/$name" > "$work/image.log" 2>&1; then
        [ -s build/server-image-root.tar ] || { leave_out "a clean Debian cannot be made (build/dist/image.log)"; return; }
        tail -n 20 "$work/image.log"
        return 1
    fi
    pack_tar "$work/$name" oci-layout index.json blobs > "$work/$name.tar" && keep "$work/$name.tar"
}

# For others who read and write these formats.
part_vectors() {
    command_build && logged vectors python3 packaging/vectors/make.py build/release/cli/reel "$work/vectors.zip" &&
        keep "$work/vectors.zip" "replay-vectors-$version.zip"
}

# log_of_tests: the log of ./test.sh full, or its state in build/full, which a run keeps even if it was interrupted. Nothing if there is none.
log_of_tests() {
    local state
    state=build/full/full-$(. tests/steps/base.sh && name_of_sources)
    if [ -n "${REEL_RELEASE_LOG:-}" ]; then [ ! -f "$REEL_RELEASE_LOG" ] || echo "$REEL_RELEASE_LOG"
    elif [ -f "$state/summary" ]; then echo "$state"; fi
}

part_log() {
    local log
    log=$(log_of_tests)
    if [ -d "$log" ]; then
        cat "$log"/*.out "$log/summary" > "$work/full.log"
        log=$work/full.log
    fi
    tail -n 1 "$log" | grep -E '^[0-9]+ passed, 0 failed' > /dev/null || { echo "$log does not end without failures"; return 1; }
    xz -T1 -9 -c "$log" > "$work/test.log.xz" && keep "$work/test.log.xz" "reel-$version-test.log.xz"
}

# The pages for readers. docs/site/build.sh says what is missing.
part_site() {
    local tree=$work/reel-$version-site status=0
    rm -rf "$tree"
    docs/site/build.sh "$tree" > "$work/site.log" 2>&1 || status=$?
    case $status in
    0) third_party "$tree/THIRD_PARTY" file:web/viewer/dist/THIRD_PARTY python:build/site/venv/bin/python:{Sphinx,furo} &&
        cp LICENSE "$tree" && pack "$tree" "$tree.tar.xz" && keep "$tree.tar.xz" ;;
    3) leave_out "$(tail -n 1 "$work/site.log")" ;;
    *) tail -n 20 "$work/site.log"; return 1 ;;
    esac
}

part_sbom() {
    python3 packaging/release/sbom.py "$version" "$dist" > "$work/sbom.json" && keep "$work/sbom.json" "reel-$version.spdx.json"
}

# One signature covers everything: who verifies it compares the sums. They are those of what the parts made, and of nothing else.
part_sums() {
    local reel=build/release/cli/reel public=${REEL_RELEASE_PUBLIC:-packaging/reel.pub} file
    while read -r file; do echo "$file was made by no part"; done < <(strays) | grep . && return 1
    cat "$made"/* | sed -n '/^[0-9a-f]\{64\}  \.\.\//d; /^[0-9a-f]\{64\}  /p' | LC_ALL=C sort -k 2 > "$work/SHA256SUMS" || return
    (cd "$dist" && sha256sum --quiet --strict -c "$work/SHA256SUMS") && keep "$work/SHA256SUMS" || return
    [ -n "${REEL_RELEASE_KEY:-}" ] || return 0
    { [ -x "$reel" ] || command_build; } && logged sign "$reel" sign --key "$REEL_RELEASE_KEY" ${REEL_RELEASE_PASSWORD_FILE:+--password-file "$REEL_RELEASE_PASSWORD_FILE"} \
        --detached "$dist/SHA256SUMS" && record SHA256SUMS.minisig && echo "   SHA256SUMS.minisig" || return
    logged verify "$reel" verify --key "$public" "$dist/SHA256SUMS" || { echo "$public is not the key that signs"; rm -f "$dist/SHA256SUMS.minisig"; return 1; }
}
