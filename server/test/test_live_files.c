/* SPDX-License-Identifier: MIT
 * Where a live ends whose recorder is gone. Prints "ok NAME" for each test, and ends with status 1 at the first that fails; test_units.py runs it. */
#include "service/live_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1);                                 \
    } while (0)

enum { MOST = 40000, BLOCKS = 12 };

static unsigned char bytes[MOST];
static size_t size, whole[BLOCKS + 1], ends[BLOCKS + 1];
static int file;

static uint32_t next_random(void)
{
    static uint32_t state = 12345;
    state = state * 1664525 + 1013904223;
    return state >> 8;
}

static void add(const void *data, size_t length)
{
    memcpy(bytes + size, data, length);
    size += length;
}

static void add_u32(uint32_t value)
{
    const unsigned char raw[] = { (unsigned char)value, (unsigned char)(value >> 8), (unsigned char)(value >> 16),
                                  (unsigned char)(value >> 24) };
    add(raw, sizeof raw);
}

static void add_noise(size_t length)
{
    for (; length; length--) bytes[size++] = (unsigned char)next_random();
}

/* Blocks of random sizes, empty ones among them, and one that is longer than what is read at once. */
static void add_blocks(bool is_archive)
{
    whole[0] = size;
    for (size_t i = 1; i <= BLOCKS; i++) {
        const uint32_t length = i == 5 ? 20000 : i == 7 ? 0 : next_random() % 900;
        const unsigned char kind[4] = { i % 3 ? 2 : 3 };
        if (is_archive) add(kind, sizeof kind);
        add_u32(length);
        add_noise(8 + length);
        whole[i] = is_archive && i % 3 == 0 ? whole[i - 1] : size; /* a header is nothing without the rows behind it */
        ends[i] = size;
    }
}

static void make_spool(void)
{
    size = 0;
    add("REELSPL1\4bsor\2\4info", 19);
    add_u32(1);
    add("\6frames", 7);
    add_u32(2);
    add_blocks(false);
}

static void make_archive(void)
{
    size = 0;
    add("\x89reela\r\n", 8);
    add_noise(16);
    add_blocks(true);
}

static uint64_t whole_of(size_t cut)
{
    CHECK(ftruncate(file, 0) == 0 && pwrite(file, bytes, cut, 0) == (ssize_t)cut);
    return live_file_whole(file, cut);
}

/* The end of the last block that is whole; nothing before the first one is. */
static size_t expected(size_t cut)
{
    size_t found = whole[0] <= cut ? whole[0] : 0;
    for (size_t i = 1; i <= BLOCKS; i++)
        if (ends[i] <= cut) found = whole[i];
    return found;
}

static void a_spool_ends_at_its_last_whole_block(void)
{
    make_spool();
    for (size_t cut = 0; cut <= size; cut += cut < 600 || cut % 997 < 40 ? 1 : 13) CHECK(whole_of(cut) == expected(cut));
    CHECK(whole_of(size) == size);
}

static void an_archive_ends_at_its_last_whole_record(void)
{
    make_archive();
    for (size_t cut = 0; cut <= size; cut += cut < 600 || cut % 997 < 40 ? 1 : 13) CHECK(whole_of(cut) == expected(cut));
    CHECK(whole_of(size) == whole[BLOCKS] && whole[BLOCKS] < size);
}

static void any_bytes_end_within_themselves(void)
{
    for (unsigned turn = 0; turn < 2000; turn++) {
        if (turn % 2)
            make_spool();
        else
            make_archive();
        const size_t length = 200 + next_random() % 2000;
        for (unsigned edits = 1 + next_random() % 40; edits; edits--)
            bytes[8 + next_random() % (length - 8)] = (unsigned char)next_random();
        CHECK(whole_of(length) <= length);
    }
}

static void a_form_is_known_by_its_first_bytes(void)
{
    make_spool();
    CHECK(strcmp(live_form_of(bytes, 8), "spool") == 0);
    for (size_t known = 0; known < 8; known++) CHECK(live_form_of(bytes, known) && !*live_form_of(bytes, known));
    make_archive();
    CHECK(strcmp(live_form_of(bytes, 8), "reel") == 0);
    for (size_t at = 0; at < 8; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes[at] ^= (unsigned char)(1U << bit);
            const bool stored = memcmp(bytes, "\x89reels", 6) == 0;
            CHECK(stored || !live_form_of(bytes, 8));
            CHECK(stored || !live_form_of(bytes, at + 1));
            bytes[at] ^= (unsigned char)(1U << bit);
        }
}

#define RUN(name) name(), puts("ok " #name)

int main(void)
{
    file = memfd_create("live", MFD_CLOEXEC);
    CHECK(file >= 0);
    RUN(a_spool_ends_at_its_last_whole_block);
    RUN(an_archive_ends_at_its_last_whole_record);
    RUN(any_bytes_end_within_themselves);
    RUN(a_form_is_known_by_its_first_bytes);
    return 0;
}
