# Linux with musl as its C library: Debian's musl-gcc. REEL_SYSROOT has libraries that were built by it, and a libc.so that names musl as
# distributions of musl do (packaging/release/wheels.sh makes it).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER musl-gcc)
set(reel_triple x86_64-linux-musl)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)
# CMake takes usr/include for a folder that every compiler knows; musl-gcc does not.
set(CMAKE_C_FLAGS_INIT "-isystem ${REEL_SYSROOT}/usr/include")
set(CMAKE_MODULE_LINKER_FLAGS_INIT "-L${REEL_SYSROOT}/usr/lib/${reel_triple}")
