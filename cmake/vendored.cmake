# zlib, zstd and the LZMA part of xz out of third_party/, under the names of the targets that cmake/codecs.cmake looks for. For builds that the
# libraries of the system do not fit: a WebAssembly module, and a sanitizer that has to see every store (MemorySanitizer).
#
# REEL_ROOT: the sources. REEL_READ_ONLY: without the encoders. REEL_VENDORED_OPTIONS: how the codecs are compiled; REEL_VENDORED_ENCODER_OPTIONS:
# the encoder of zstd.
set(zlib ${REEL_ROOT}/third_party/zlib)
set(zstd ${REEL_ROOT}/third_party/zstd)
set(xz ${REEL_ROOT}/third_party/xz)
# Also for libreel, whose build expects these headers in the system's folders.
include_directories(SYSTEM ${zlib} ${zstd} ${xz}/api)
set(zlib_sources inflate.c inffast.c inftrees.c crc32.c adler32.c zutil.c)
if(NOT REEL_READ_ONLY)
    list(APPEND zlib_sources deflate.c trees.c)
endif()
list(TRANSFORM zlib_sources PREPEND ${zlib}/)
add_library(zlib STATIC ${zlib_sources})
target_compile_options(zlib PRIVATE ${REEL_VENDORED_OPTIONS})
target_compile_definitions(zlib PRIVATE DYNAMIC_CRC_TABLE)
add_library(ZLIB::ZLIB ALIAS zlib)
add_compile_definitions(REEL_VENDORED_ZLIB) # src/codec/pack/deflate.c need not have it once more

file(GLOB zstd_sources CONFIGURE_DEPENDS ${zstd}/common/*.c ${zstd}/decompress/*.c)
if(NOT REEL_READ_ONLY)
    file(GLOB zstd_encoder CONFIGURE_DEPENDS ${zstd}/compress/*.c)
    set_property(SOURCE ${zstd_encoder} PROPERTY COMPILE_OPTIONS ${REEL_VENDORED_ENCODER_OPTIONS})
    list(APPEND zstd_sources ${zstd_encoder})
endif()
add_library(zstd STATIC ${zstd_sources})
target_compile_options(zstd PRIVATE ${REEL_VENDORED_OPTIONS})
target_compile_definitions(zstd PRIVATE ZSTD_DISABLE_ASM=1 ZSTD_LEGACY_SUPPORT=0 ZSTD_STRIP_ERROR_STRINGS=1 ZSTD_NO_TRACE=1 DYNAMIC_BMI2=0
    XXH_NAMESPACE=ZSTD_
    # One decoder of each kind decodes every file.
    HUF_FORCE_DECOMPRESS_X1 ZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT)
add_library(PkgConfig::zstd ALIAS zstd)

set(xz_sources
    common/alone_decoder.c common/block_decoder.c common/block_header_decoder.c common/block_util.c common/common.c
    common/filter_common.c common/filter_decoder.c common/filter_flags_decoder.c common/index_hash.c common/stream_decoder.c
    common/stream_flags_common.c common/stream_flags_decoder.c common/vli_decoder.c common/vli_size.c
    check/check.c check/crc32_small.c check/crc64_small.c check/sha256.c lz/lz_decoder.c lzma/lzma_decoder.c lzma/lzma2_decoder.c)
set(xz_definitions HAVE_DECODERS HAVE_DECODER_LZMA1 HAVE_DECODER_LZMA2)
if(NOT REEL_READ_ONLY)
    list(APPEND xz_sources
        common/filter_encoder.c lz/lz_encoder.c lz/lz_encoder_mf.c lzma/lzma_encoder.c lzma/lzma2_encoder.c lzma/lzma_encoder_optimum_fast.c
        lzma/lzma_encoder_optimum_normal.c lzma/lzma_encoder_presets.c rangecoder/price_table.c)
    list(APPEND xz_definitions HAVE_ENCODERS HAVE_ENCODER_LZMA1 HAVE_ENCODER_LZMA2 HAVE_MF_BT4)
endif()
list(TRANSFORM xz_sources PREPEND ${xz}/)
add_library(xz STATIC ${xz_sources})
target_compile_options(xz PRIVATE ${REEL_VENDORED_OPTIONS})
target_include_directories(xz PRIVATE ${xz}/common ${xz}/lz ${xz}/lzma ${xz}/check ${xz}/delta ${xz}/simple ${xz}/rangecoder)
target_compile_definitions(xz PRIVATE HAVE_STDBOOL_H HAVE_STDINT_H HAVE_INTTYPES_H HAVE_SMALL ${xz_definitions}
    HAVE_CHECK_CRC32 HAVE_CHECK_CRC64 HAVE_CHECK_SHA256 TUKLIB_SYMBOL_PREFIX=lzma_ SIZEOF_SIZE_T=${CMAKE_SIZEOF_VOID_P})
add_library(LibLZMA::LibLZMA ALIAS xz)
