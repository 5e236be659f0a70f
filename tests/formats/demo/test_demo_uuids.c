/* SPDX-License-Identifier: MIT
 * Types of items and messages that are known by UUIDs: each UUID is that of its name, version 3 of RFC 4122, in the game's namespace. */
#include "support.h"

#include "codec/md5.h"
#include "formats/demo/layout.h"

static void uuids_are_those_of_their_names(void **state)
{
    (void)state;
    static const uint8_t names[16] = { 0xe0, 0x5d, 0xda, 0xaa, 0xc4, 0xe6, 0x4c, 0xfb,
                                       0xb6, 0x42, 0x5d, 0x48, 0xe8, 0x0c, 0x00, 0x29 };
    for (size_t i = 0; i < DEMO_UUIDS; i++) {
        const demo_uuid *known = &reel__demo_uuids[i];
        uint8_t uuid[16];
        md5 m;
        reel__md5_begin(&m);
        reel__md5_add(&m, names, sizeof names);
        reel__md5_add(&m, known->name, strlen(known->name));
        reel__md5_end(&m, uuid);
        uuid[6] = (uint8_t)((uuid[6] & 0x0f) | 0x30);
        uuid[8] = (uint8_t)((uuid[8] & 0x3f) | 0x80);
        if (memcmp(uuid, known->bytes, sizeof uuid) != 0) fail_msg("%s has another UUID", known->name);
        assert_int_equal(reel__demo_known_uuid(uuid), i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(uuids_are_those_of_their_names) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
