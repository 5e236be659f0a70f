/* SPDX-License-Identifier: MIT
 * CRC-32 as in gzip, which Parquet has for each page. */
#ifndef COLUMNS_PARQUET_CHECKSUM_H
#define COLUMNS_PARQUET_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* What a byte does to the checksum after 0 to 7 more bytes of zeros, so that eight bytes are added at once. */
typedef struct checksum_tables {
    uint32_t rows[8][256];
} checksum_tables;

void reel__checksum_tables_make(checksum_tables *tables);
uint32_t reel__checksum_of(const checksum_tables *tables, const uint8_t *data, size_t size);

#endif
