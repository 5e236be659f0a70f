# Big-endian 64 bits: Debian's cross compiler, run by qemu-user. REEL_SYSROOT is a folder with the libraries of that machine
# (test.sh makes one); without it only what the cross compiler brings is there.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER s390x-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x -L /usr/s390x-linux-gnu)
set(reel_triple s390x-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)
