/* SPDX-License-Identifier: MIT
 * How a format recognises its files, and what is there as soon as one is open. The bits that sniff claims are bits that it looked at; it looks
 * at nothing behind the bytes that it is given, and needs no more bytes than it looks at. The header is there when a file is open. */
#include "machinery.h"

#include <math.h>

#include <reel/format.h>

enum { HEAD = 4096, SHORT = 64, MAGIC = 4 }; /* fewer bytes are looks, not a magic */

static size_t exact, headers;

/* ---- sniff ------------------------------------------------------------------------------------------------------ */

/* The bits among the first `size` bytes without any one of which the format is not recognised. The last such byte is in *end. */
static size_t bits_needed(const reel_format *format, const uint8_t *head, size_t size, size_t *end)
{
    uint8_t copy[SHORT];
    size_t needed = 0;
    *end = 0;
    memcpy(copy, head, size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        const uint8_t mask = (uint8_t)(1 << bit % 8);
        copy[bit / 8] ^= mask;
        if (!format->sniff(copy, size)) needed++, *end = bit / 8 + 1;
        copy[bit / 8] ^= mask;
    }
    return needed;
}

/* What it says of the first bytes does not depend on the others, and is no more than there is. */
static void sniff_prefixes(const specimen *file, const reel_format *format, const uint8_t *head, size_t size)
{
    uint8_t copy[HEAD];
    for (size_t part = 1; part <= size && part <= SHORT; part++) {
        memcpy(copy, head, part);
        memset(copy + part, (uint8_t)~head[part < size ? part : 0], HEAD - part);
        const int bits = format->sniff(head, part);
        if (format->sniff(copy, part) != bits)
            fail_msg("%s: %zu bytes are not enough to tell, but there are no more", file->name, part);
        if (bits < 0 || (size_t)bits > 8 * part) fail_msg("%s: %d bits verified of %zu bytes", file->name, bits, part);
    }
}

static bool is_text(const uint8_t *head, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (head[i] < ' ' || head[i] > '~') return false;
    return true;
}

/* A caller may name the format of a file. Its reader finds the byte of the magic that is another one, and says where. */
static void read_without_magic(const specimen *file, const reel_format *format, size_t at)
{
    reel_options options = machinery_options(NULL);
    reel_error error = { .rule = "" };
    reel_replay *replay;
    uint8_t *copy = malloc(file->size);
    assert_non_null(copy);
    memcpy(copy, file->data, file->size);
    copy[at] ^= 0x10;
    options.format = format;
    const reel_status status = reel_load(reel_source_memory(copy, file->size), &options, &replay, &error);
    const reel_error *damage = status < 0 ? &error : reel_replay_damage(replay);
    if (!damage) fail_msg("%s as %s: reads without its magic, byte %zu", file->name, format->id, at);
    if (damage->offset > at)
        fail_msg("%s, byte %zu is another one: %s at %llu", file->name, at, damage->rule, (unsigned long long)damage->offset);
    reel_free(replay);
    free(copy);
}

/* Nor does it take a file for whole of which not even that is there. */
static void read_cut(const specimen *file, const reel_format *format, size_t size)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    options.format = format;
    if (reel_load(reel_source_memory(file->data, size), &options, &replay, NULL) < 0) return;
    if (!reel_replay_damage(replay)) fail_msg("%s: its first %zu bytes read as a whole file", file->name, size);
    reel_free(replay);
}

/* At the fewest bytes that are recognised. If they are words of which each bit is needed, they are a magic, and one of 4 bytes counts 32. If
 * only the bits of the first few are needed, these are enough. */
static void sniff_least(const specimen *file, const reel_format *format, const uint8_t *head, size_t size)
{
    size_t least = 1, end;
    while (least < size && !format->sniff(head, least)) least++;
    if (least > SHORT || head[0] == '{') return; /* the first key of JSON may come later */
    const size_t needed = bits_needed(format, head, least, &end);
    if (needed < 8 * MAGIC || needed != 8 * end || !is_text(head, end)) return;
    const int bits = format->sniff(head, least);
    if (end < least) fail_msg("%s: recognised by %zu bytes, but only if there are %zu", file->name, end, least);
    if ((size_t)bits != needed) fail_msg("%s: %zu bits are needed and %d are claimed", file->name, needed, bits);
    exact++;
    for (size_t at = 0; at < least; at++) {
        read_without_magic(file, format, at);
        read_cut(file, format, at);
    }
}

/* A file that ends within its head is a truncated one. Text that ends within its first word may be another text. */
static void cut_head(const specimen *file, const reel_format *format, size_t size)
{
    reel_error error = { .rule = "", .status = REEL_OK };
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    options.format = format;
    if (reel_load(reel_source_memory(file->data, size), &options, &replay, &error) == REEL_OK) reel_free(replay);
    const bool is_text = strcmp(format->id, "toy-text") == 0;
    if (error.status != REEL_TRUNCATED && !(is_text && error.status == REEL_UNSUPPORTED))
        fail_msg("%s: its first %zu bytes: %s: %s", file->name, size, reel_status_name(error.status), error.rule);
}

/* How many bits of the head a format looks at shows in how many a flip makes it another format. Formats that are known by one of several
 * signs, or whose numbers have no upper end, are not: a file with one bit changed is still theirs. */
static void sniff_flips(const specimen *file, const reel_format *format, const uint8_t *head, size_t size)
{
    static const char *const exact_ones[] = { "toy",  "toy-stream", "toy-packed", "toy-text", "cml", "ddhor", "replaybot",
                                              "slc2", "slc3",       "ttr",        "ttr3",     "uv",  "ybot",  NULL };
    uint8_t copy[HEAD];
    size_t needed = 0;
    bool is_exact = false;
    for (size_t i = 0; exact_ones[i]; i++) is_exact |= !strcmp(format->id, exact_ones[i]);
    if (!is_exact || file->kind != GOLDEN) return;
    for (size_t part = 1; part < size && !format->sniff(head, part); part++) cut_head(file, format, part);
    memcpy(copy, head, size);
    for (size_t bit = 0; bit < 8 * size && bit < 8 * SHORT; bit++) {
        const uint8_t mask = (uint8_t)(1 << bit % 8);
        copy[bit / 8] ^= mask;
        needed += !format->sniff(copy, size);
        copy[bit / 8] ^= mask;
    }
    const int bits = format->sniff(head, size);
    if ((size_t)bits > needed) fail_msg("%s: %d bits are claimed, and %zu make a difference", file->name, bits, needed);
}

/* A byte of which n values are recognised verifies 8 - log2(n) bits. Their sum is what a format may claim, rounded down; claims that are
 * lower lose against formats that know less. */
static void sniff_values(const specimen *file, const reel_format *format, const uint8_t *head, size_t size)
{
    static const char *const exact_ones[] = { "toy",   "toy-stream", "toy-packed", "toy-text", "cml",          "ddhor",
                                              "ghost", "replaybot",  "slc2",       "slc3",     "teehistorian", "ttr",
                                              "ttr3",  "uv",         "ybot",       NULL };
    uint8_t copy[HEAD];
    double sum = 0;
    bool is_exact = false;
    for (size_t i = 0; exact_ones[i]; i++) is_exact |= !strcmp(format->id, exact_ones[i]);
    if (!is_exact || file->kind != GOLDEN) return;
    memcpy(copy, head, size);
    for (size_t at = 0; at < size && at < SHORT; at++) {
        size_t values = 0;
        for (unsigned value = 0; value < 256; value++) copy[at] = (uint8_t)value, values += format->sniff(copy, size) > 0;
        copy[at] = head[at];
        sum += 8 - log2((double)values);
    }
    const int bits = format->sniff(head, size);
    if (bits < sum - 0.5 || bits > sum + 1) /* 1: two versions of a magic differ in more bits than one */
        fail_msg("%s: %d bits are claimed, %.2f are verified", file->name, bits, sum);
}

static void sniff_file(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    const reel_format *format;
    if (reel_identify(reel_source_memory(file->data, file->size), &options, &format, NULL, NULL) < 0) return;
    if (!is_unwrapped(format, file->data, file->size)) return;
    const size_t size = file->size < HEAD ? file->size : HEAD;
    sniff_prefixes(file, format, file->data, size);
    sniff_least(file, format, file->data, size);
    sniff_flips(file, format, file->data, size);
    sniff_values(file, format, file->data, size);
}

static void what_is_claimed_was_verified(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, 0, sniff_file);
    printf("%zu files are recognised by a magic\n", exact);
    assert_enough(exact > 0);
}

/* ---- header ----------------------------------------------------------------------------------------------------- */

static void open_file(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    reel_reader *reader;
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    assert_int_equal(reel_open(reel_source_memory(file->data, file->size), &options, &reader, NULL), REEL_OK);
    for (const reel_table *const *table = reel_reader_format(reader)->tables; *table && !repeats_rows(replay); table++) {
        size_t there, all;
        reel_chunk_rows(reel_header(reader), *table, &there);
        reel_rows(replay, *table, &all);
        if (!((*table)->flags & REEL_TABLE_HEADER)) continue;
        if (there != all) fail_msg("%s: %zu of %zu rows of %s are there when it is open", file->name, there, all, (*table)->name);
        headers += all;
    }
    reel_close(reader);
    reel_free(replay);
}

static void the_header_is_there_when_a_file_is_open(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(1 << 22, 1 << 20, 1 << 17), open_file);
    assert_enough(headers);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_claimed_was_verified),
                                        cmocka_unit_test(the_header_is_there_when_a_file_is_open) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
