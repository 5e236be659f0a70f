# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154,SC2034 # root is set by test.sh; build uses targets
# Builds for other machines, run by emulators where there is one. They read the small corpus: steps on this machine read all of it.

needs_i686() { echo OPTIONAL gcc-i686-linux-gnu libc6-dev-i386-cross libc6-i386; }
needs_s390x() { echo OPTIONAL gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user; }
needs_aarch64() { echo OPTIONAL gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user; }
needs_mingw() { echo OPTIONAL gcc-mingw-w64-x86-64; echo OPTIONAL libz-mingw-w64-dev; echo OPTIONAL wine64 wine; }
needs_systems() { echo OPTIONAL clang python3-venv; }
needs_wasm() { echo OPTIONAL clang lld wasi-libc libclang-rt-14-dev-wasm32 nodejs; }

# What another machine can do otherwise is bytes in the wrong order, sizes that do not fit, and other alignment: in what is read, written and
# computed. So the sweeps over damage, over failing calls and allocations, over orders of calls, over what memory held, and over bounds on memory
# are left out; they take the same paths on every machine, and have their own steps on this one. So are sizes that are compared with those of
# xz -9e. Of fingerprints and repeats in motion, one test computes the figures. So are transcripts of options, messages, signals and files.
same_everywhere='test_machinery_(cuts|flips|faults|schema|spans|residue|sources|damaged|made|described) test_rewrite_faults test_hostile_cost test_.*_(hostile|memory)'
same_everywhere+=' test_(row|replaced|xror|archive)_values test_(job_faults|index_faults|broken_reads|odd_values|other_bytes)'
same_everywhere+=' test_sign_(model|splice) test_fingerprint_parts test_beatsaber_again test_echoreplay_forms test_plot_bounds test_archive_size'
same_everywhere+=' test_echoreplay_layout'
same_everywhere+=' test_(coder_columns|coder_damage|archive_damage|null_errors|limits|growing|describe) test_core_(refuses|broken_input|budget) test_platform_.*'
# Whose subject is not bytes: what may be missing, damaged, merged or repeated, at any order of bytes and any size of an address. The same tables
# are read, written, edited and converted by the tests that stay.
in_any_order='test_(echo|scoresaber|macro)_missing test_ddnet_map_real test_teehistorian_(resync|recorder|index) test_hostile_appends test_option_sizes'
in_any_order+=' test_beatsaber_(parts|attempts|contacts|reenact|level|walls) test_ddnet_evidence test_echo_merge test_macro_repeats'
in_any_order+=' test_gdr_carry test_gdr1_shapes test_sign_archive test_machinery_invalid test_fingerprint_index'
in_any_order+=' test_pairs_demo_(index|chunks) test_archive_members test_bsor_clean test_around'
# Rules on rows and repairs, what a check or a page says of values that others compute, and files that grow.
in_any_order+=' test_machinery_(rules|verbs|padding|measures|recognition|repair|sections|clean|flags) test_plot_(report|echo|scene|clip|level|ddnet_map)'
in_any_order+=' test_(parquet_copy|recorded_rows|arrow_scan|nevrcap_model|tape_model|mark_attacks|pseudonyms|advice|survey|names|selection|losses|reported_files|rank)'
in_any_order+=' test_(scoresaber|gdr|bsor)_repair test_(scoresaber|xror|gdr)_changes test_(scoresaber|teehistorian)_growing test_teehistorian_refuses'
in_any_order+=' test_echo_(check|edit|players|blanks) test_gdr_(advice|operations) test_bsor_(check|note_id|sections) test_archive_(recorder|refuses) test_toy.*'
in_any_order+=' test_beatsaber_(shown|samples|signs|level_parts|outcome|walk|scoresaber|check) test_ddnet_(level|runs|heat|players)'
in_any_order+=' test_game_(ddnet_around|ddnet_reach|note_lag) test_pairs_(ghost|map_votes|map_recorders) test_core_(choose|padding|diff|recorder|version)'
# How streams of other libraries are read in pieces, and within how much memory.
in_any_order+=' test_block_window test_gzip_whole test_unpack test_stored'
transcripts_of_bytes='^(archives|check_writes|columns_are|convert_(carries|copies|sets|writes)|diff_(lists|writes)|edit_(cuts|sets)|export_(comp|csv|joins|writes)'
transcripts_of_bytes+='|hashes_are|index_(opens|larger)|info_(prints|writes)|match_finds|missing_values|pack_and|plot_(draws_a|lists)|repair_(corrects|keeps)'
transcripts_of_bytes+='|scan_writes|sign(_embeds|atures_and)|stats_(prints|writes)|times_are|unpacked_and|verify_writes)'

# cross NAME DEBIAN_ARCHITECTURE LEVEL WITHOUT [ARGUMENT...]: builds for another kind of Linux with no warning at this level of optimisation, and
# runs the tests at light effort, but for those whose names match an expression of WITHOUT. ARGUMENTs are those of run_tests.
cross() {
    local name=$1 folder=$root/build/sysroot-$1
    if ! sysroot "$2" "$folder"; then
        skip_step "the libraries of $2 could not be downloaded"
        return
    fi
    build "$name" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=$3 -DNDEBUG" -DREEL_WERROR=ON \
        -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/$name.cmake" -DREEL_SYSROOT="$folder" -DREEL_BUILD_SHARED=OFF \
        "-DREEL_TESTS_LEFT_OUT=${4// /;}" || return
    local -x REEL_CORPUS REEL_ONLY=$transcripts_of_bytes REEL_TEST_EFFORT=light REEL_TEST_DRAWS=$fewer_draws
    REEL_CORPUS=$(small_corpus)
    run_tests "$name" light "${@:5}"
}

# emulated NAME DEBIAN_ARCHITECTURE LEVEL WITHOUT [ARGUMENT...]: the same by qemu.
emulated() {
    if have "$1-linux-gnu-gcc" && have "qemu-$1"; then cross "$@"; else skip_step "no $1-linux-gnu-gcc or no qemu-$1"; fi
}

# Finds: sizes and offsets that do not fit 32 bits; warnings at -O1.
step_i686() {
    heading "i686: 32 bits"
    if have i686-linux-gnu-gcc; then cross i686 i386 -O1 "$same_everywhere $in_any_order"; else skip_step "no i686-linux-gnu-gcc"; fi
}

# Finds: bytes in the wrong order; warnings at -O2.
step_s390x() {
    heading "s390x: big-endian, by qemu"
    emulated s390x s390x -O2 "$same_everywhere $in_any_order"
}

# A handful of programs, on the library as gcc for aarch64 compiles it: files and threads, numbers, the bytes of every golden file. The rest
# would find what others find: s390x has unsigned characters and fused arithmetic too, asan reports unaligned access, tsan reports races.
# Weak ordering of memory needs a real machine: qemu runs threads in the order of the host.
on_aarch64='test_(number|pull|columns|core_files|core_parts|export_tables|machinery_(errors|roundtrip)|platform_.*)'

# Finds: what does not compile without warnings for aarch64, or computes other bytes there.
step_aarch64() {
    heading "aarch64: by qemu"
    local -a targets
    mapfile -t targets < <(find tests -name 'test_*.c' -printf '%f\n' | sed 's/[.]c$//' | grep -xE "$on_aarch64")
    targets+=(reel_command)
    emulated aarch64 arm64 -O2 "" -R "^$on_aarch64\$"
}

# Finds: what does not compile or behaves differently on Windows; warnings at -Os.
step_mingw() {
    heading "mingw: Windows, under wine"
    have x86_64-w64-mingw32-gcc || { skip_step "no x86_64-w64-mingw32-gcc"; return; }
    # the .dll, for which all is compiled once more, is for packages, which are made at night
    local shared=OFF
    if [ "$kind" = full ]; then shared=ON; else rm -f build/mingw/libreel.dll; fi
    build mingw --preset mingw -DREEL_BUILD_SHARED=$shared && result "library and command for Windows" OK || return
    have wine || { skip_step "no wine: the transcripts of the command cannot run"; return; }
    local -a targets=(make_replay)
    build debug --preset debug || return
    if sh tests/windows/wine.sh build/mingw build/debug/tests/cli/make_replay > build/wine.log 2>&1; then
        passed=$((passed + $(grep -c '^ok ' build/wine.log))) skipped=$((skipped + $(grep -c '^skip ' build/wine.log)))
        note "transcripts under wine: $(grep -c '^ok ' build/wine.log) pass"
        sed -n "s/^skip [^:]*: /${current:-}: /p" build/wine.log >> build/steps/skips
    else
        result "transcripts under wine" FAILED build/wine.log
    fi
}

# Finds: what does not compile without warnings for systems that are not at hand: macOS, Android, the ABI of MSVC. A full run has more processors.
step_systems() {
    heading "systems: compiled for those that are not at hand"
    have clang || { skip_step "no clang"; return; }
    counted systems tests/package/systems.sh "$([ "$kind" != full ] || echo all)"
}

# Finds: imports; results that differ from those of the same code as a program of this machine.
step_wasm() {
    heading "wasm: every golden and bad file in node"
    local tool log=build/wasm-read.log
    for tool in clang wasm-ld node; do
        have "$tool" || { skip_step "no $tool"; return; }
    done
    [ -f /usr/lib/wasm32-wasi/libc.a ] || { skip_step "no wasi-libc"; return; }
    build_at tests/wasm wasm -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/wasm32.cmake" || return
    build_at tests/wasm wasm-native -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 || return
    local -a files
    mapfile -d '' files < <(find tests/formats/*/golden tests/formats/*/bad -type f -print0 | LC_ALL=C sort -z)
    if node tests/wasm/read.mjs build/wasm/read.wasm build/wasm-native/read "${files[@]}" > "$log" 2>&1; then
        note "$(tail -n 1 "$log")"
        result "the module reads as the program does" OK
    else
        result "the module reads as the program does" FAILED "$log"
    fi
}
