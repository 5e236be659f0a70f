# Linux with musl as its C library: the gcc for glibc of REEL_MACHINE, x86_64 or aarch64. REEL_SYSROOT has what makes it one for musl, libraries that
# were built by it, and a libc.so that names musl as distributions of musl do (packaging/release/wheels.sh makes all this).
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES REEL_MACHINE)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${REEL_MACHINE})
set(CMAKE_C_COMPILER ${REEL_MACHINE}-linux-gnu-gcc)
set(reel_triple ${REEL_MACHINE}-linux-musl)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)
# CMake takes usr/include for a folder that every compiler knows; this one does not.
set(CMAKE_C_FLAGS_INIT "-specs=${REEL_SYSROOT}/musl.specs -isystem ${REEL_SYSROOT}/usr/include")
set(CMAKE_MODULE_LINKER_FLAGS_INIT "-L${REEL_SYSROOT}/usr/lib/${reel_triple}")
