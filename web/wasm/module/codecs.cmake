# The codecs of third_party/ as the targets that libreel's own build looks for. The host's pkg-config would find libraries of the host.
# Codecs are for speed: reading compressed files is up to a third slower with -Oz.
set(REEL_VENDORED_OPTIONS -Os)
# zstd makes a copy of its search for each way of calling it; without, the encoder is half as large and writes the same bytes.
set(REEL_VENDORED_ENCODER_OPTIONS -Oz -DZSTD_NO_INLINE=1)
# Only captures are written with zstd, at level 3, which searches in two ways; those of higher levels are left out. zstd takes the nearest that
# is there, so that any level still works.
foreach(search GREEDY LAZY LAZY2 BTLAZY2 BTOPT BTULTRA)
    list(APPEND REEL_VENDORED_ENCODER_OPTIONS -DZSTD_EXCLUDE_${search}_BLOCK_COMPRESSOR)
endforeach()
set(PKG_CONFIG_EXECUTABLE /nonexistent CACHE FILEPATH "" FORCE)
include(${REEL_ROOT}/cmake/vendored.cmake)

# yyjson as it is, but for the table of powers of ten, which the module computes: see powers.h. src/codec includes it by this path.
set(yyjson_small ${CMAKE_CURRENT_BINARY_DIR}/small)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${REEL_ROOT}/third_party/yyjson/yyjson.c)
file(READ ${REEL_ROOT}/third_party/yyjson/yyjson.c yyjson)
string(REGEX REPLACE "static const u64 pow10_sig_table[^}]*};" "#include \"powers.h\"" yyjson_without_table "${yyjson}")
if(yyjson_without_table STREQUAL yyjson)
    message(FATAL_ERROR "yyjson.c has no pow10_sig_table")
endif()
file(WRITE ${yyjson_small}/yyjson/yyjson.c "${yyjson_without_table}")
