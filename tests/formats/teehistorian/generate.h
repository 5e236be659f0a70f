/* SPDX-License-Identifier: MIT
 * Makes the golden and the bad files of teehistorian: `test_teehistorian_golden --write` puts them into the tree. Messages stand
 * here as hex digits, with a blank after each field. */
#ifndef TEEHISTORIAN_GENERATE_H
#define TEEHISTORIAN_GENERATE_H

#include "formats/teehistorian/layout.h"
#include "support.h"

typedef struct bytes {
    uint8_t data[16384];
    size_t size;
} bytes;

static inline void put(bytes *b, const void *data, size_t size)
{
    assert_true(b->size + size <= sizeof b->data);
    if (size) memcpy(b->data + b->size, data, size);
    b->size += size;
}

static inline void put_text(bytes *b, const char *text) { put(b, text, strlen(text)); }

static inline void put_hex(bytes *b, const char *hex)
{
    for (const char *at = hex; *at; at++) {
        if (*at == ' ') continue;
        char pair[3] = { at[0], at[1], 0 };
        uint8_t byte = (uint8_t)strtoul(pair, NULL, 16);
        put(b, &byte, 1);
        at++;
    }
}

/* An extension by its name, with a payload of fewer than 64 bytes. */
static inline void put_ex(bytes *b, const char *name, const char *payload)
{
    bytes data = { .size = 0 };
    uint8_t uuid[16], size;
    put_hex(&data, payload);
    assert_true(data.size < 64);
    size = (uint8_t)data.size;
    reel__tee_uuid_of_name(name, strlen(name), uuid);
    put_hex(b, "4a");
    put(b, uuid, 16);
    put(b, &size, 1);
    put(b, data.data, data.size);
}

/* A network message of a client, of fewer than 64 bytes. */
static inline void put_message(bytes *b, uint8_t cid, const char *payload)
{
    bytes data = { .size = 0 };
    put_hex(&data, payload);
    assert_true(data.size < 64);
    put(b, (uint8_t[]){ 0x46, cid, (uint8_t)data.size }, 3);
    put(b, data.data, data.size);
}

static inline void begin(bytes *b, const char *json)
{
    static const uint8_t magic[] = { 0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff,
                                     0xb1, 0xd8, 0xda, 0x6f, 0x60, 0xc1, 0x5d, 0xd1 };
    b->size = 0;
    put(b, magic, sizeof magic);
    put(b, json, strlen(json) + 1);
}

#define HEAD(version)                                                                                                            \
    "{\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"" version "\",\"version_minor\":\"22\","                               \
    "\"game_uuid\":\"a1eb7182-796e-3b3e-941d-38ca71b2a4a8\",\"server_version\":\"0.6, 20.1\","                                   \
    "\"start_time\":\"2020-02-20T20:20:20+0100\",\"server_name\":\"a \\\"server\\\"\",\"server_port\":\"8303\","                 \
    "\"game_type\":\"DDraceNetwork\",\"map_name\":\"tiny\",\"map_size\":\"448\",\"map_sha256\":\"00\","                          \
    "\"map_crc\":\"eceaf25c\",\"prng_description\":\"pcg-xsh-rr:1:2\",\"config\":{\"sv_team\":\"1\"},"                           \
    "\"tuning\":{\"gun_curvature\":\"0\"},\"uuids\":[\"known@example.org\",\"other@example.org\"]}"

#define USUAL HEAD("2")

static inline void whole(bytes *b, const char *json, const char *messages)
{
    begin(b, json);
    put_hex(b, messages);
}

/* Two clients: one joins, plays, saves, finishes and leaves; every message and every extension comes. */
static inline void make_every_message(bytes *b)
{
    begin(b, USUAL);
    put_ex(b, "teehistorian-auth-init@ddnet.tw", "00 03 6b6579 00");
    put_ex(b, "teehistorian-joinver6@ddnet.tw", "00");
    put_hex(b, "47 00");
    put_hex(b, "41 04");
    put_ex(b, "teehistorian-joinver7@ddnet.tw", "01");
    put_hex(b, "47 01");
    put_message(b, 0, "28 616c706861 00 636c616e 00 40 64656661756c74 00 00 00 00");
    put_message(b, 1, "36 6265 00 00 bf01 6100 6200 6300 6400 6500 6600 00 00 00 00 00 00 01 02 03 04 05 06");
    put_ex(b, "teehistorian-player-name@ddnet.org", "00 616c706861 00");
    put_ex(b, "teehistorian-ddnetver-old@ddnet.tw", "01 8a01");
    put_ex(b, "teehistorian-ddnetver@ddnet.tw", "00 000102030405060708090a0b0c0d0e0f 88aa02 31392e38 00");
    put_ex(b, "teehistorian-player-ready@ddnet.tw", "00");
    put_hex(b, "42 00 9005 a022");
    put_hex(b, "42 01 9105 a022");
    put_hex(b, "45 00 01 00 7f 00 00 00 01 00 00 00");
    put_hex(b, "45 01 40 bf01 ff7f 01 01 01 11 02 03 04");
    put_hex(b, "00 05 40");
    put_hex(b, "44 00 00 8001 c001 00 01 00 00 00 00 00");
    put_hex(b, "01 ff7f bf7f");
    put_ex(b, "teehistorian-player-swap@ddnet.tw", "00 01");
    put_ex(b, "teehistorian-player-team@ddnet.tw", "00 05");
    put_ex(b, "teehistorian-team-practice@ddnet.tw", "05 01");
    put_ex(b, "teehistorian-save-success@ddnet.tw", "05 101112131415161718191a1b1c1d1e1f 736176650a64 00");
    put_ex(b, "teehistorian-save-failure@ddnet.tw", "05");
    put_ex(b, "teehistorian-load-success@ddnet.tw", "05 101112131415161718191a1b1c1d1e1f 00");
    put_ex(b, "teehistorian-load-failure@ddnet.tw", "05");
    put_hex(b, "49 00 8002 7465616d 00 01 35 00");
    put_hex(b, "49 40 04 62616e 00 02 3139322e302e322e31 00 3130 00");
    put_hex(b, "49 41 00 68616c74 00 00");
    put_ex(b, "teehistorian-auth-login@ddnet.tw", "01 02 6d6f64 00");
    put_ex(b, "teehistorian-auth-logout@ddnet.tw", "01");
    put_ex(b, "teehistorian-antibot@ddnet.org", "0000ff");
    put_ex(b, "teehistorian-test@ddnet.tw", "");
    put_ex(b, "known@example.org", "80 80 80");
    put_message(b, 1, "3e 40");
    put_message(b, 0, "00 53bb28af42523ac98fd36ccbc2a603e3 01 02");
    put_hex(b, "41 00");
    put_ex(b, "teehistorian-player-finish@ddnet.org", "00 a502");
    put_ex(b, "teehistorian-team-finish@ddnet.org", "05 a502");
    put_hex(b, "00 01 01");
    put_hex(b, "43 01");
    put_ex(b, "teehistorian-rejoinver6@ddnet.org", "01");
    put_hex(b, "48 00 00");
    put_hex(b, "48 01 4b69636b656420286229 00");
    put_hex(b, "40");
}

static inline void make_empty(bytes *b) { whole(b, USUAL, "40"); }
static inline void make_version_1(bytes *b)
{
    whole(b,
          "{\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"1\",\"game_uuid\":\"a1eb7182-796e-3b3e-941d-38ca71b2a4a8\","
          "\"server_version\":\"0.6.4, 11.0.2 ()\",\"start_time\":\"2018-01-31 13:37:00 +0100\",\"server_name\":\"s\","
          "\"server_port\":\"0\",\"game_type\":\"g\",\"map_name\":\"m\",\"map_size\":\"1\",\"map_crc\":\"00000000\","
          "\"config\":{},\"tuning\":{}}",
          "41 00 47 00 42 00 01 02 00 01 40 40");
}
static inline void make_no_finish(bytes *b) { whole(b, USUAL, "42 00 01 02 00 01 40"); }
static inline void make_header_odd(bytes *b)
{
    whole(b,
          " {\"version\" : 2,\"x\":[1,{\"y\":\"\\u00e4/\"}],\"prev_game_uuid\":null,\"map_size\":\"007\",\"config\":{\"n\":3},"
          "\"map_name\":\"a\",\"map_name\":\"b\\u0000\xff\"}\n",
          "40");
}
static inline void make_long_numbers(bytes *b)
{
    whole(b, USUAL, "4100 c200 8000 8180808000 8280808080 8000 0140 8000 0140 c000");
}
static inline void make_long_numbers_inside(bytes *b)
{
    begin(b, USUAL);
    put_ex(b, "teehistorian-player-team@ddnet.tw", "8000 85808080f0");
    put_hex(b, "46 8000 8100 26 49 00 8000 61 00 8100 62 00 40");
}
static inline void make_skip_then_lower(bytes *b) { whole(b, USUAL, "4100 42 05 01 01 4100 42 03 01 01 40"); }
static inline void make_two_skips(bytes *b) { whole(b, USUAL, "4100 4101 47 00 4100 4100 42 00 01 01 4100 40"); }
static inline void make_ends_with_skip(bytes *b) { whole(b, USUAL, "47 00 4105"); }
static inline void make_latest_tick(bytes *b) { whole(b, USUAL, "41 beffffff0f 40"); }
static inline void make_after_finish(bytes *b) { whole(b, USUAL, "42 00 01 02 40 00 01 01 40"); }
static inline void make_ex_short(bytes *b)
{
    begin(b, USUAL);
    put_ex(b, "teehistorian-ddnetver@ddnet.tw", "00 0001");
    put_ex(b, "teehistorian-player-name@ddnet.org", "00 61");
    put_hex(b, "40");
}
static inline void make_ex_long(bytes *b)
{
    begin(b, USUAL);
    put_ex(b, "teehistorian-player-ready@ddnet.tw", "00 010203");
    put_hex(b, "40");
}
static inline void make_ex_in_version_1(bytes *b)
{
    begin(b, HEAD("1"));
    put_ex(b, "teehistorian-player-ready@ddnet.tw", "00");
    put_hex(b, "40");
}
static inline void make_strays(bytes *b)
{
    whole(b, USUAL,
          "03 05 06 43 02 42 01 01 01 42 01 02 02 44 01 01 00 00 00 00 00 00 00 00 00 44 01 01 00 00 00 00 00 00 00 00 00"
          "03 01 01 42 03 09 09 03 01 01 40");
}
static inline void make_strange_clients(bytes *b)
{
    whole(
        b, USUAL,
        "42 8002 01 01 8002 05 05 8002 06 06 43 8002 44 8002 01 00 00 00 00 00 00 00 00 00 44 8002 01 00 00 00 00 00 00 00 00 00"
        "42 40 01 01 43 40 47 40 48 bf02 00 46 8002 01 26 49 47 00 61 00 00 40");
}
static inline void make_wraps(bytes *b)
{
    whole(b, USUAL,
          "42 00 bfffffff0f ffffffff0f 00 01 40 45 00 bfffffff0f 00 00 00 00 00 00 00 00 00 44 00 01 00 00 00 00 00 00 00 00 00 "
          "40");
}
static inline void make_garbage_messages(bytes *b)
{
    whole(b, USUAL, "46 00 00 46 00 01 80 46 00 02 00 53 46 00 01 23 46 00 03 28 61 00 46 00 04 ffffffff 48 00 ff 00 40");
}
static inline void make_last_clients(bytes *b)
{
    whole(b, USUAL,
          "42 bf01 01 01 42 8001 01 01 bf01 01 01 45 bf01 00 00 00 00 00 00 00 00 00 00 44 bf01 bfffffff0f 8001 00 00 00 00 00 "
          "00 00 00 40");
}

/* Up to 16.1: the next client of a slot goes on from the last input of the one before. */
static inline void make_slot_reuse(bytes *b)
{
    whole(b, HEAD("2"),
          "47 00 42 00 05 05 45 00 01 02 03 00 04 00 01 01 02 02 4104 00 01 01 48 00 627965 00 43 00 4104 47 00 42 00 09 09"
          "44 00 00 01 01 00 02 00 00 00 00 00 4104 00 01 01 44 00 40 01 00 01 00 01 00 00 00 00 40");
}

static inline void make_magic_cut(bytes *b) { begin(b, "{}"), b->size = 15; }
static inline void make_magic_only(bytes *b) { begin(b, "{}"), b->size = 16; }
static inline void make_magic_wrong(bytes *b) { make_empty(b), b->data[3] ^= 1; }
static inline void make_header_endless(bytes *b) { begin(b, USUAL), b->size--; }
static inline void make_header_broken(bytes *b) { whole(b, "{\"version\":\"2\"", "40"); }
static inline void make_header_array(bytes *b) { whole(b, "[]", "40"); }
static inline void make_header_deep(bytes *b)
{
    begin(b, "{\"x\":");
    b->size--;
    for (int i = 0; i < 2000; i++) put_text(b, "[");
    for (int i = 0; i < 2000; i++) put_text(b, "]");
    put_hex(b, "7d 00 40");
}
static inline void make_version_none(bytes *b) { whole(b, "{\"version\":\"new\"}", "40"); }
static inline void make_version_3(bytes *b) { whole(b, HEAD("3"), "40"); }
static inline void make_size_negative(bytes *b) { whole(b, USUAL, "46 00 40"); }
static inline void make_size_huge(bytes *b) { whole(b, USUAL, "47 00 46 00 bfffffff0f 00"); }
static inline void make_ex_negative(bytes *b) { whole(b, USUAL, "4a 00000000000000000000000000000000 44"); }
static inline void make_ex_huge(bytes *b) { whole(b, USUAL, "4a 00000000000000000000000000000000 bfffffff0f"); }
static inline void make_arguments_negative(bytes *b) { whole(b, USUAL, "49 00 04 61 00 40 40"); }
static inline void make_arguments_huge(bytes *b) { whole(b, USUAL, "49 00 04 61 00 bfffffff0f 62 00"); }
static inline void make_text_endless(bytes *b) { whole(b, USUAL, "48 00 616263"); }
static inline void make_number_cut(bytes *b) { whole(b, USUAL, "42 00 80"); }
static inline void make_skip_negative(bytes *b) { whole(b, USUAL, "41 40 40"); }
static inline void make_tick_overflow(bytes *b) { whole(b, USUAL, "41 beffffff0f 41 00 40"); }
static inline void make_tick_overflow_implied(bytes *b) { whole(b, USUAL, "41 beffffff0f 42 00 01 01 00 01 01 40"); }
static inline void make_message_unknown(bytes *b) { whole(b, USUAL, "47 00 4b 00 00 40"); }

typedef struct made_file {
    const char *name;
    void (*make)(bytes *b);
} made_file;

static const made_file golden_files[] = {
    { "every-message", make_every_message },
    { "empty", make_empty },
    { "version-1", make_version_1 },
    { "no-finish", make_no_finish },
    { "header-odd", make_header_odd },
    { "long-numbers", make_long_numbers },
    { "long-numbers-inside", make_long_numbers_inside },
    { "skip-then-lower", make_skip_then_lower },
    { "two-skips", make_two_skips },
    { "ends-with-skip", make_ends_with_skip },
    { "latest-tick", make_latest_tick },
    { "after-finish", make_after_finish },
    { "ex-short", make_ex_short },
    { "ex-long", make_ex_long },
    { "ex-in-version-1", make_ex_in_version_1 },
    { "strays", make_strays },
    { "strange-clients", make_strange_clients },
    { "wraps", make_wraps },
    { "garbage-messages", make_garbage_messages },
    { "last-clients", make_last_clients },
    { "slot-reuse", make_slot_reuse },
};

static const made_file bad_files[] = {
    { "magic-cut", make_magic_cut },
    { "magic-only", make_magic_only },
    { "magic-wrong", make_magic_wrong },
    { "header-endless", make_header_endless },
    { "header-broken", make_header_broken },
    { "header-array", make_header_array },
    { "header-deep", make_header_deep },
    { "version-none", make_version_none },
    { "version-3", make_version_3 },
    { "size-negative", make_size_negative },
    { "size-huge", make_size_huge },
    { "ex-negative", make_ex_negative },
    { "ex-huge", make_ex_huge },
    { "arguments-negative", make_arguments_negative },
    { "arguments-huge", make_arguments_huge },
    { "text-endless", make_text_endless },
    { "number-cut", make_number_cut },
    { "skip-negative", make_skip_negative },
    { "tick-overflow", make_tick_overflow },
    { "tick-overflow-implied", make_tick_overflow_implied },
    { "message-unknown", make_message_unknown },
};

#endif
