# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh
# Packages. needs_STEP prints lines of REQUIRED|OPTIONAL PACKAGE...; without its optional packages a step is skipped.

# What builds reel and its tests; the quick run installs nothing else.
needs_every_step() {
    echo REQUIRED cmake ninja-build gcc libc6-dev pkg-config libcmocka-dev
    echo OPTIONAL zlib1g-dev libdeflate-dev liblzma-dev libzstd-dev libsodium-dev libsqlite3-dev
}
# What tests compare with, and what makes many builds faster.
needs_more() {
    echo OPTIONAL g++
    echo OPTIONAL libfpzip1
    echo OPTIONAL minisign
    echo OPTIONAL ccache
    echo OPTIONAL python3
}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }

# missing_of PACKAGE...: those that are not installed.
missing_of() {
    local package
    local -A there=()
    while read -r package; do there[$package]=1; done < <(dpkg-query -W -f '${Status} ${Package}\n' "$@" 2> /dev/null | sed -n 's/^.* installed //p')
    for package; do [ -n "${there[$package]:-}" ] || echo "$package"; done
}

install_list() { DEBIAN_FRONTEND=noninteractive as_root apt-get -qq install -y --no-install-recommends "$@" >> build/apt.log 2>&1; }

# install_packages STEP...: lists what is missing for these steps, then installs it.
install_packages() {
    local step need list missing
    local -a lines
    if [ "$kind" != quick ] || [ -n "${REEL_TEST_MORE:-}" ]; then set -- more "$@"; fi
    mapfile -t lines < <(for step in every_step "$@"; do
        if declare -F "needs_$step" > /dev/null; then "needs_$step"; fi
    done | awk '!seen[$0]++')
    if ! have apt-get; then
        note "no apt-get; these have to be installed already:"
        printf '     %s\n' "${lines[@]}"
        return
    fi
    # shellcheck disable=SC2086 # a list of packages
    mapfile -t lines < <(for list in "${lines[@]}"; do
        missing=$(missing_of ${list#* } | tr '\n' ' ')
        [ -z "$missing" ] || echo "${list%% *} ${missing% }"
    done)
    [ ${#lines[@]} -gt 0 ] || { note "nothing to install"; return; }
    note "apt-get will install:"
    printf '     %s\n' "${lines[@]}"
    as_root apt-get -qq update > build/apt.log 2>&1
    # all at once: each call of apt-get takes a second or more; if one of them cannot be had, list by list
    # shellcheck disable=SC2046 # lists of packages
    if [ ${#lines[@]} -gt 1 ] && install_list $(printf '%s\n' "${lines[@]#* }"); then return; fi
    for list in "${lines[@]}"; do
        need=${list%% *} missing=${list#* }
        # shellcheck disable=SC2086 # a list of packages
        if ! install_list $missing; then
            note "could not be installed: $missing ($need; build/apt.log has the reason)"
            [ "$need" = OPTIONAL ] || exit 2
        fi
    done
}

# sysroot DEBIAN_ARCHITECTURE FOLDER [PACKAGE...]: unpacks packages for another machine into FOLDER, with an apt of its own; by default the
# libraries that reel is linked with. Nothing is installed.
sysroot() {
    local arch=$1 folder=$2 package
    shift 2
    [ $# -gt 0 ] || set -- libcmocka0 libcmocka-dev zlib1g zlib1g-dev liblzma5 liblzma-dev libzstd1 libzstd-dev libdeflate0 libdeflate-dev \
        libsodium23 libsodium-dev libsqlite3-0 libsqlite3-dev
    [ -f "$folder/complete" ] && return 0
    have apt-get && have dpkg-deb || return 1
    note "downloading packages for $arch into ${folder#"$root"/}; they are not installed"
    mkdir -p "$folder/apt/state/lists/partial" "$folder/apt/cache/archives/partial" "$folder/debs"
    : > "$folder/apt/status"
    local apt=(apt-get -qq -o "APT::Architecture=$arch" -o "APT::Architectures=$arch" -o "Dir::State=$folder/apt/state"
        -o "Dir::State::status=$folder/apt/status" -o "Dir::Cache=$folder/apt/cache" -o APT::Sandbox::User=root)
    "${apt[@]}" update > "$folder/log" 2>&1 # if this fails, so does the download
    (cd "$folder/debs" && "${apt[@]}" download "$@") >> "$folder/log" 2>&1 || { tail -n 3 "$folder/log"; return 1; }
    for package in "$folder"/debs/*.deb; do dpkg-deb -x "$package" "$folder" || return 1; done
    touch "$folder/complete"
}
