/* SPDX-License-Identifier: MIT
 * The checksum of zip, gzip and zlib (ISO 3309), for where no library of it is at hand; codec/pack/zlib.h has one that is faster. */
#ifndef CORE_CRC32_H
#define CORE_CRC32_H

#include <stddef.h>
#include <stdint.h>

uint32_t reel__crc32(const void *data, size_t size);

#endif
