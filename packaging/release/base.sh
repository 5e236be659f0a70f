# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist and version
# What the parts of a release have in common. A part NAME is a function part_NAME: it builds, and gives each file of the release to `keep`. If
# something is missing it says so with `leave_out` and returns.

# sysroot, for the libraries of other machines, and what it prints with
note() { printf '   %s\n' "$*"; }
# shellcheck source=tests/steps/install.sh
. tests/steps/install.sh

have() { command -v "$1" > /dev/null; }

# leave_out REASON: the part, or a file of it, is not made.
leave_out() {
    missing+=("$part: $1")
    echo "   not made: $1"
}

# lacks TOOL...: leaves the part out if a tool is missing.
lacks() {
    local tool
    for tool; do
        have "$tool" || { leave_out "no $tool"; return 0; }
    done
    return 1
}

# run_part NAME
run_part() {
    local started=$SECONDS
    part=$1
    printf '== %s\n' "$part"
    if "part_$part"; then
        printf '   %s: %s s\n' "$part" $((SECONDS - started))
    else
        failures+=("$part: see ${work#"$root"/}")
    fi
}

# logged NAME COMMAND...: the output goes to a log, whose end is printed after a failure.
logged() {
    local log=$work/$1.log
    shift
    "$@" > "$log" 2>&1 || { tail -n 20 "$log"; return 1; }
}

# keep FILE [NAME]: a file of the release. The modification time is that of the commit.
keep() {
    local to=$dist/${2:-$(basename "$1")}
    mkdir -p "$(dirname "$to")" && install -m 0644 "$1" "$to" && touch -d "@$SOURCE_DATE_EPOCH" "$to" && echo "   ${to#"$dist"/}"
}

# pack_tar FOLDER NAME...: a .tar of these names in FOLDER, to standard output.
pack_tar() {
    tar -C "$1" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX "--mtime=@$SOURCE_DATE_EPOCH" --format=ustar -cf - "${@:2}"
}

# pack FOLDER OUT: as a .tar.xz or .zip that does not depend on the machine, with the folder and nothing above it.
pack() {
    case $2 in
    *.tar.xz) pack_tar "$(dirname "$1")" "$(basename "$1")" | xz -T1 -9 > "$2" ;;
    *.zip) python3 packaging/release/zip.py "$1" "$2" ;;
    esac
}

# third_party OUT PART...: writes what is in a file of the release of other works, with their licences; packaging/release/licences.py says what a PART is.
third_party() { logged "licences-$part" python3 packaging/release/licences.py "$@"; }

# with_page: the PART for the page of the viewer, if it was built.
with_page() { [ ! -f web/viewer/dist/index.html ] || echo file:web/viewer/dist/THIRD_PARTY; }

# release_build PRESET [OPTION...]: build/PRESET
release_build() {
    logged "$1" cmake --preset "$1" "${@:2}" && logged "$1" cmake --build "build/$1" -j "$jobs"
}
