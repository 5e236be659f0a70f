# The decoders of third_party/ as the targets that libreel's own build looks for.
set(zlib ${REEL_ROOT}/third_party/zlib)
set(zstd ${REEL_ROOT}/third_party/zstd)
set(xz ${REEL_ROOT}/third_party/xz)
# Also for libreel, whose build expects these headers in the system's folders.
include_directories(SYSTEM ${zlib} ${zstd} ${xz}/api)

set(PKG_CONFIG_EXECUTABLE /nonexistent CACHE FILEPATH "" FORCE)
add_library(zlib STATIC ${zlib}/inflate.c ${zlib}/inffast.c ${zlib}/inftrees.c ${zlib}/crc32.c ${zlib}/adler32.c ${zlib}/zutil.c)
target_compile_definitions(zlib PRIVATE DYNAMIC_CRC_TABLE)
add_library(ZLIB::ZLIB ALIAS zlib)

file(GLOB zstd_sources CONFIGURE_DEPENDS ${zstd}/common/*.c ${zstd}/decompress/*.c)
add_library(zstd STATIC ${zstd_sources})
target_compile_definitions(zstd PRIVATE ZSTD_DISABLE_ASM=1 ZSTD_LEGACY_SUPPORT=0 ZSTD_STRIP_ERROR_STRINGS=1 ZSTD_NO_TRACE=1 DYNAMIC_BMI2=0 XXH_NAMESPACE=ZSTD_)
add_library(PkgConfig::zstd ALIAS zstd)

set(xz_sources
    common/alone_decoder.c common/block_decoder.c common/block_header_decoder.c common/block_util.c common/common.c
    common/filter_common.c common/filter_decoder.c common/filter_flags_decoder.c common/index_hash.c common/stream_decoder.c
    common/stream_flags_common.c common/stream_flags_decoder.c common/vli_decoder.c common/vli_size.c
    check/check.c check/crc32_small.c check/crc64_small.c check/sha256.c lz/lz_decoder.c lzma/lzma_decoder.c lzma/lzma2_decoder.c)
list(TRANSFORM xz_sources PREPEND ${xz}/)
add_library(xz STATIC ${xz_sources})
target_include_directories(xz PRIVATE ${xz}/common ${xz}/lz ${xz}/lzma ${xz}/check ${xz}/delta ${xz}/simple ${xz}/rangecoder)
target_compile_definitions(xz PRIVATE HAVE_STDBOOL_H HAVE_STDINT_H HAVE_INTTYPES_H HAVE_SMALL HAVE_DECODERS HAVE_DECODER_LZMA1 HAVE_DECODER_LZMA2
    HAVE_CHECK_CRC32 HAVE_CHECK_CRC64 HAVE_CHECK_SHA256 TUKLIB_SYMBOL_PREFIX=lzma_ SIZEOF_SIZE_T=4)
add_library(LibLZMA::LibLZMA ALIAS xz)
