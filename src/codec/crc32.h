/* SPDX-License-Identifier: MIT
 * The checksum of zip, gzip and zlib (ISO 3309): by libdeflate or zlib where they are built in, else by a table. */
#ifndef CODEC_CRC32_H
#define CODEC_CRC32_H

#include <stddef.h>
#include <stdint.h>

uint32_t reel__crc32(const void *data, size_t size);

#endif
