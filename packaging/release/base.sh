# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist and version
# What the parts of a release have in common. A part NAME is a function part_NAME: it builds, and gives each file of the release to `keep`. If
# something is missing it says so with `leave_out` and returns.

# sysroot, for the libraries of other machines, and what it prints with
note() { printf '   %s\n' "$*"; }
# shellcheck source=tests/steps/install.sh
. tests/steps/install.sh

have() { command -v "$1" > /dev/null; }

# leave_out REASON: the part, or a file of it, is not made. Only a rehearsal goes on without.
leave_out() {
    incomplete=' incomplete'
    if [ -n "$rehearsal" ]; then missing+=("$part: $1"); else failures+=("$part: $1"); fi
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

# What each part has made is in build/dist/made/PART: the commit, then the sums of its files, whose names begin in dist.

# is_made PART: whole, of this commit, and its files are as it made them.
is_made() {
    [ "$(head -n 1 "$made/$1" 2> /dev/null)" = "$id" ] &&
        (cd "$dist" && tail -n +2 "$made/$1" | sha256sum --quiet --strict -c) > /dev/null 2>&1
}

# record PATH: a file that this part has made.
record() { (cd "$dist" && sha256sum "$1") >> "$made/$part"; }

# forget PART: removes the files of an earlier run.
forget() {
    local file
    [ -f "$made/$1" ] || return 0
    while read -r file; do [[ $file == ../* ]] || rm -f "${dist:?}/$file"; done < <(sed -n 's/^[0-9a-f]\{64\}  //p' "$made/$1")
    rm -f "$made/$1"
}

# run_part NAME: unless it is made. Parts that contain it are not made without it.
run_part() {
    local started=$SECONDS before incomplete='' status=0
    part=$1
    printf '== %s\n' "$part"
    if is_made "$part" && [[ $part != sbom && $part != sums ]]; then
        echo '   made already'
        return
    fi
    for before in $(contains "$part"); do
        is_made "$before" || { failures+=("$part: it contains what the part $before makes"); return; }
    done
    if [[ $part == sbom || $part == sums ]] && [ ${#failures[@]} -gt 0 ]; then
        failures+=("$part: it is made when all other parts are")
        return
    fi
    forget sums # it has the sum of what was there before
    forget "$part"
    echo "$id interrupted" > "$made/$part" # unless it comes to its end
    "part_$part" || status=$?
    sed -i "1s/.*/$id$incomplete$([ "$status" = 0 ] || echo ' failed')/" "$made/$part"
    if [ "$status" = 0 ]; then
        printf '   %s: %s s\n' "$part" $((SECONDS - started))
        sed -i "/^$part /d" "$work/times" && echo "$part $((SECONDS - started))" >> "$work/times"
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
    mkdir -p "$(dirname "$to")" && install -m 0644 "$1" "$to" && touch -d "@$SOURCE_DATE_EPOCH" "$to" && record "${to#"$dist"/}" && echo "   ${to#"$dist"/}"
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

# The PART for the page of the viewer.
# shellcheck disable=SC2034 # the parts use it
page=file:web/viewer/dist/THIRD_PARTY

# release_build PRESET [OPTION...]: build/PRESET
release_build() {
    logged "$1" cmake --preset "$1" "${@:2}" && logged "$1" cmake --build "build/$1" -j "$jobs"
}
