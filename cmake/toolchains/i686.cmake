# Little-endian 32 bits: Debian's cross compiler; an amd64 kernel runs it with the loader of libc6-i386.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER i686-linux-gnu-g++)
# SSE2 as on every 32-bit machine of today: the x87 would round floats differently from all the others.
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")
set(CMAKE_CROSSCOMPILING_EMULATOR env)
set(reel_triple i386-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)
