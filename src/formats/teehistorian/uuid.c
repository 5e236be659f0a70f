/* SPDX-License-Identifier: MIT
 * UUIDs of names: version 3 of RFC 4122, in the namespace of the game. */
#include "codec/md5.h"
#include "formats/teehistorian/layout.h"

const uint8_t reel__tee_magic[TEE_MAGIC_BYTES] = { 0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff,
                                                   0xb1, 0xd8, 0xda, 0x6f, 0x60, 0xc1, 0x5d, 0xd1 };

void reel__tee_uuid_of_name(const void *name, size_t size, uint8_t uuid[16]) { reel__tee_uuid_of_parts("", 0, name, size, uuid); }

void reel__tee_uuid_of_parts(const void *first, size_t first_size, const void *second, size_t second_size, uint8_t uuid[16])
{
    static const uint8_t names[16] = { 0xe0, 0x5d, 0xda, 0xaa, 0xc4, 0xe6, 0x4c, 0xfb,
                                       0xb6, 0x42, 0x5d, 0x48, 0xe8, 0x0c, 0x00, 0x29 };
    md5 m;
    reel__md5_begin(&m);
    reel__md5_add(&m, names, sizeof names);
    reel__md5_add(&m, first, first_size);
    reel__md5_add(&m, second, second_size);
    reel__md5_end(&m, uuid);
    uuid[6] = (uint8_t)((uuid[6] & 0x0f) | 0x30);
    uuid[8] = (uint8_t)((uuid[8] & 0x3f) | 0x80);
}
