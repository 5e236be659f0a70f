#!/bin/sh
# SPDX-License-Identifier: MIT
# Fails where what was built lacks a protection that the build asks for (cmake/harden.cmake):
#   cmake/hardening.sh PROGRAM|LIBRARY...       a library's name has .so
set -u
: "${1:?usage: hardening.sh PROGRAM|LIBRARY...}"
failed=0

# expect FILE WHAT REGEX OUTPUT; refuse the same, where it must not be.
expect() { printf '%s\n' "$4" | grep -qE "$3" || { echo "$1: no $2"; failed=1; }; }
refuse() { if printf '%s\n' "$4" | grep -qE "$3"; then echo "$1: $2"; failed=1; fi; }

empty=$(mktemp) || exit 2
trap 'rm -f "$empty"' EXIT
echo 'int main(void) { return 0; }' | ${CC:-cc} -fcf-protection=full -x c - -o "$empty" 2> /dev/null
property=$(readelf -nW "$empty" 2> /dev/null | grep -oE 'x86 feature: IBT, SHSTK')

for file; do
    segments=$(readelf -lW "$file") && dynamic=$(readelf -dW "$file") && notes=$(readelf -nW "$file") || exit 2
    symbols=$(readelf --dyn-syms -W "$file") || exit 2
    expect "$file" "read-only relocations (GNU_RELRO)" 'GNU_RELRO' "$segments"
    expect "$file" "immediate binding (BIND_NOW)" 'BIND_NOW|FLAGS_1.*NOW' "$dynamic"
    expect "$file" "stack that cannot be executed" 'GNU_STACK .* RW +0x' "$segments"
    refuse "$file" "a segment is writable and executable" '^ +[A-Z_]+ .* RWE ' "$segments"
    refuse "$file" "relocations in code (TEXTREL)" 'TEXTREL' "$dynamic"
    expect "$file" "position-independent code" 'type is DYN|file type DYN' "$segments"
    expect "$file" "stack protector" '__stack_chk_fail' "$symbols"
    expect "$file" "fortified functions of libc" '_chk(@|$)' "$(printf '%s\n' "$symbols" | grep -v __stack_chk_fail)"
    case $(readelf -hW "$file") in
    *X86-64*)
        marks=$(objdump -d --no-show-raw-insn "$file" | grep -c 'endbr64')
        [ "$marks" -gt 100 ] || { echo "$file: no marks for control flow protection (endbr64: $marks)"; failed=1; }
        # The property needs startup files of libc that have it too: an empty program shows whether they do.
        [ -z "$property" ] || expect "$file" "control flow protection (IBT, SHSTK)" "$property" "$notes" ;;
    esac
    case ${file##*/} in
    *.so*) ;;
    *) expect "$file" "PIE" 'FLAGS_1.*PIE' "$dynamic" ;;
    esac
done
exit $failed
