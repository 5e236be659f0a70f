#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the headers for C++ as their users compile them: gcc and clang, C++17, 20 and 23, with warnings as errors and without exceptions;
# the README and the examples, the corpus, a killed recorder, the behaviours and random calls over random handles under the address sanitizer, examples under valgrind, the recipes
# for package managers.
#
#   cpp/test.sh BUILD        BUILD has libreel.so and cli/reel. The last line is "N passed, N failed, N skipped"
#
# REEL_CORPUS    a folder of real replays, by default ../shared
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$PWD build=$(cd "${1:-build/release}" && pwd) || exit 2
work=$root/build/cpp
# shellcheck source=tests/door.sh
. tests/door.sh
# shellcheck source=tests/doors/corpus.sh
. tests/doors/corpus.sh
mkdir -p "$work"

warnings=(-Wall -Wextra -Wconversion -Wold-style-cast -Wshadow -Wpedantic -Werror)
library=("-I$root/cpp" "-I$root/include" "$build/libreel.so" "-Wl,-rpath,$build" -pthread)

# compile NAME COMPILER FLAG...: $work/NAME of a source file
compile() { "$2" -O1 "${warnings[@]}" "${@:3}" -o "$work/$1" "${library[@]}"; }

# Every header and every template that the tests use, by each compiler as each standard.
standards() {
    local compiler standard
    for compiler in g++ clang++; do
        command -v "$compiler" > /dev/null || continue
        for standard in 17 20 2b; do
            "$compiler" "-std=c++$standard" "${warnings[@]}" -Icpp -Iinclude -fsyntax-only cpp/tests/behaviour.cpp || return
        done
        "$compiler" -std=c++17 "${warnings[@]}" -Icpp -Iinclude -fno-exceptions -fno-rtti -fsyntax-only examples/cpp/macro_bot.cpp || return
    done
    # what MSVC does otherwise, as far as clang imitates it
    ! command -v clang++ > /dev/null ||
        clang++ -std=c++17 "${warnings[@]}" -fms-extensions -fdelayed-template-parsing \
            -Icpp -Iinclude -fsyntax-only cpp/tests/behaviour.cpp
}

# The public headers with every warning of clang, in C and in C++. Three are about no fault: padding in structs that have a fixed layout,
# declarations where they are needed, and what C++98 did not have.
headers() {
    local header all=$work/headers.c
    command -v clang > /dev/null || { echo "no clang"; return; }
    for header in include/reel/*.h; do echo "#include <reel/${header##*/}>"; done > "$all"
    clang -std=c17 -Weverything -Wno-padded -Wno-declaration-after-statement -Werror -Iinclude -fsyntax-only "$all" &&
        clang++ -std=c++17 -x c++ -Weverything -Wno-padded -Wno-c++98-compat -Werror -Iinclude -fsyntax-only "$all"
}

# For other machines and systems, where their compilers are installed.
cross() {
    local compiler found=0
    for compiler in aarch64-linux-gnu-g++ arm-linux-gnueabihf-g++ x86_64-w64-mingw32-g++-posix x86_64-w64-mingw32-g++; do
        command -v "$compiler" > /dev/null || continue
        found=$((found + 1))
        "$compiler" -std=c++17 "${warnings[@]}" -Icpp -Iinclude -fsyntax-only examples/cpp/quest_recorder.cpp || return
    done
    echo "$found compilers"
}

# What must not compile: a struct that no table has, one that two tables have, a table of another struct.
refused() {
    local line
    cp cpp/*.hpp "$work/" && g++ -std=c++17 -Iinclude -x c++-header "$work/reel.hpp" || return # compiled once
    while read -r line; do
        printf '#include <reel.hpp>\nvoid test(reel::replay &play, reel::writer &out);\nvoid test(reel::replay &play, reel::writer &out)\n{\n(void)play, (void)out;\n%s\n}\n' "$line" > "$work/refused.cpp"
        ! g++ -std=c++17 "-I$work" -Iinclude -fsyntax-only "$work/refused.cpp" 2> /dev/null || { echo "compiles: $line"; return 1; }
    done <<'LINES'
(void)play.rows<int>();
(void)play.rows<gdr_info_v1>();
reel::span<const bsor_frame> rows = play.rows(reel::tables::bsor_notes);
reel::span<bsor_note> rows = play.rows<bsor_note>();
(void)out.append(42);
(void)out.append(reel::tables::bsor_notes, reel::span<const bsor_frame>());
reel::replay copy = play;
LINES
    printf '#include <reel.hpp>\n' > "$work/refused.cpp"
    g++ -std=c++17 "-I$work" -Iinclude -fsyntax-only "$work/refused.cpp"
}

# The README in an empty folder, to the letter.
readme() (
    local folder=$work/readme
    rm -rf "$folder" && mkdir -p "$folder" || return
    ln -s "$root" "$folder/reel"
    awk '/^```cmake$/ { on = 1; next } /^```$/ { on = 0 } on' cpp/README.md > "$folder/CMakeLists.txt"
    awk '/^```cpp$/ { on = 1; next } /^```$/ { on = 0 } on' cpp/README.md > "$folder/my_mod.cpp"
    installed && cmake -G Ninja -S "$folder" -B "$folder/build" "-DCMAKE_PREFIX_PATH=$work/prefix" &&
        cmake --build "$folder/build" && cp tests/formats/bsor/golden/full.bsor "$folder/play.bsor" && cd "$folder" &&
        build/my_mod && "$build/cli/reel" info new.bsor
)

examples() (
    for example in macro_bot quest_recorder server_log; do
        compile "$example" g++ -std=c++17 "examples/cpp/$example.cpp" || return
    done
    rm -rf "$work/examples" && mkdir -p "$work/examples" && cd "$work/examples" &&
        "$work/macro_bot" bot.gdr2 && "$work/server_log" log.teehistorian && "$work/quest_recorder" play.bsor 20 &&
        "$build/cli/reel" check bot.gdr2 log.teehistorian && "$build/cli/reel" check --strict play.bsor
)

# The examples in C, which valgrind runs beside one in C++.
c_examples() {
    local example
    for example in record notes; do
        cc -g -O1 -o "$work/c_$example" "examples/$example.c" -Iinclude "$build/libreel.so" "-Wl,-rpath,$build" -lm || return
    done
}

behaviours() {
    compile behaviour "${1:-g++}" -std=c++17 -g -fsanitize=address,undefined cpp/tests/behaviour.cpp && rm -rf "$work/scratch" &&
        mkdir -p "$work/scratch" && "$work/behaviour" tests/formats "$work/scratch"
}

# The cases of all doors.
cases() {
    compile cases g++ -std=c++17 -g -fsanitize=address,undefined cpp/tests/cases.cpp && rm -rf "$work/cases-scratch" &&
        mkdir -p "$work/cases-scratch" && "$work/cases" . "$work/cases-scratch"
}

# Random calls over random handles. REEL_TEST_EFFORT says how many.
lifetimes() {
    compile lifetimes g++ -std=c++17 -g -fsanitize=address,undefined cpp/tests/lifetimes.cpp && rm -rf "$work/lifetimes-scratch" &&
        mkdir -p "$work/lifetimes-scratch" && "$work/lifetimes" tests/formats "$work/lifetimes-scratch"
}

corpus() { compile corpus g++ -std=c++17 -O2 cpp/tests/corpus.cpp && same_rows "$work/corpus"; }

bench() { compile bench g++ -std=c++17 -O2 cpp/tests/bench.cpp && "$work/bench" "$work/examples/play.bsor" 20; }

command -v g++ > /dev/null || skip_rest "no g++"
run tables python3 tests/doors/generate.py --check "$build/libreel.so" --only cpp
run standards standards
run headers headers
run cross cross
run refused refused
run readme readme
run examples examples
run killed survives_kill 72 "$work/quest_recorder"
run c-examples c_examples
rm -f "$work"/examples/c*
memory memory-quest_recorder "$work/quest_recorder" "$work/examples/c++.bsor" 2
memory memory-record "$work/c_record" "$work/examples/c.bsor" 2
memory memory-notes "$work/c_notes" "$work/examples/c.bsor"
counted behaviours behaviours
counted cases cases
run lifetimes lifetimes && sed -n 1p "$work/lifetimes.log"
run corpus corpus && tail -n 1 "$work/corpus.log"
run bench bench && tail -n 1 "$work/bench.log"
counted recipes bash packaging/recipes/test.sh
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]
