/* SPDX-License-Identifier: MIT */
#include "columns/parquet/checksum.h"

#include <reel/format.h>

#ifdef REEL_WITH_LIBDEFLATE
#include <libdeflate.h>
#endif

static const uint32_t polynomial = UINT32_C(0xedb88320);

void reel__checksum_tables_make(checksum_tables *tables)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t sum = byte;
        for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >> 1 ^ polynomial : sum >> 1;
        tables->rows[0][byte] = sum;
    }
    for (int row = 1; row < 8; row++)
        for (uint32_t byte = 0; byte < 256; byte++) {
            uint32_t before = tables->rows[row - 1][byte];
            tables->rows[row][byte] = before >> 8 ^ tables->rows[0][before & 0xff];
        }
}

/* libdeflate has instructions of the processor for it, which take a tenth of the time. */
uint32_t reel__checksum_of(const checksum_tables *tables, const uint8_t *data, size_t size)
{
#ifdef REEL_WITH_LIBDEFLATE
    (void)tables;
    return libdeflate_crc32(0, data, size);
#else
    const uint32_t(*rows)[256] = tables->rows;
    uint32_t sum = UINT32_MAX;
    for (; size >= 8; size -= 8, data += 8) {
        uint32_t low = sum ^ reel_load_u32le(data), high = reel_load_u32le(data + 4);
        sum = rows[7][low & 0xff] ^ rows[6][low >> 8 & 0xff] ^ rows[5][low >> 16 & 0xff] ^ rows[4][low >> 24] ^
              rows[3][high & 0xff] ^ rows[2][high >> 8 & 0xff] ^ rows[1][high >> 16 & 0xff] ^ rows[0][high >> 24];
    }
    for (; size; size--, data++) sum = sum >> 8 ^ rows[0][(sum ^ *data) & 0xff];
    return ~sum;
#endif
}
