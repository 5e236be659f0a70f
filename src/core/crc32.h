/* SPDX-License-Identifier: MIT
 * The checksum of zip and gzip (ISO 3309), for builds and files that need no zlib. */
#ifndef CORE_CRC32_H
#define CORE_CRC32_H

#include <stddef.h>
#include <stdint.h>

uint32_t reel__crc32(const void *data, size_t size);

#endif
