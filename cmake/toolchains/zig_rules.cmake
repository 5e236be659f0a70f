# How zig links, for the toolchain file zig.cmake; CMake reads this after its own rules for the system.
set(zig_link "${REEL_ZIG}/zig cc -target ${zig_target} -s")
set(CMAKE_C_LINK_EXECUTABLE "${zig_link} <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
set(CMAKE_C_CREATE_SHARED_LIBRARY
    "${zig_link} -shared <LINK_FLAGS> -o <TARGET> -Wl,--out-implib,<TARGET_IMPLIB> <OBJECTS> <LINK_LIBRARIES>")
