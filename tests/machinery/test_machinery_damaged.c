/* SPDX-License-Identifier: MIT
 * What damage does: damaged copies of every golden and bad file, always the same ones, are checked, read and repaired, and the answers are those
 * of damaged.tsv: findings with their offsets and rows, the rows that remain, what a repair makes. Each is read in a way of its own: all
 * tables, one, a span, within a low limit, in small pieces, another convention. `test_machinery_damaged --write` writes the tables. */
#include "inside.h"
#include "records.h"

/* Copies of the files of a family, and of a file at least and at most; so many have one answer. Bad files get a quarter, as most of them end at
 * their damage, and so do those that are packed or large. */
enum { COPIES = 12000, LEAST = 160, MOST = 800, TOGETHER = 8, SMALL = 4096, LARGEST = 60000 };

typedef struct copy {
    uint8_t *data;
    size_t size;
    char what[128];
} copy;

static void splice(copy *c, size_t at, size_t removed, const void *added, size_t size)
{
    uint8_t *data = malloc(c->size - removed + size + 1);
    assert_non_null(data);
    memcpy(data, c->data, at);
    if (size) memcpy(data + at, added, size);
    memcpy(data + at + size, c->data + at + removed, c->size - at - removed);
    free(c->data);
    c->data = data;
    c->size += size - removed;
}

/* ---- texts --------------------------------------------------------------------------------------------------------- */

static const char *const words[] = { "null",
                                     "true",
                                     "0",
                                     "-0",
                                     "1",
                                     "2",
                                     "3",
                                     "7",
                                     "-1",
                                     "0.5",
                                     "-7.25",
                                     "1e15",
                                     "1e300",
                                     "1e999",
                                     "4294967296",
                                     "9223372036854775808",
                                     "nan",
                                     "-inf",
                                     "\"\"",
                                     "\"x\"",
                                     "[]",
                                     "{}",
                                     "[1,{}]",
                                     "+1",
                                     "0x1",
                                     "\"a\\u0000\"",
                                     "\"\\ud83d\\ude00\"",
                                     "\"\\ud800\"",
                                     "1 1",
                                     "1,1",
                                     "",
                                     "65535",
                                     "256",
                                     "-129",
                                     "16777217",
                                     "0.1",
                                     "1.0",
                                     "2147483648",
                                     "99999999999999999999999" };

static bool is_text(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i] < ' ' && !strchr("\t\r\n", data[i])) return false;
    return size && data[0];
}

static bool ends_word(uint8_t c) { return strchr("{}[]:,| \t\r\n;=", c) != NULL; }

/* The word at or behind a place. */
static size_t word_at(const copy *c, size_t *at)
{
    while (*at < c->size && ends_word(c->data[*at])) ++*at;
    while (*at && *at < c->size && !ends_word(c->data[*at - 1])) --*at;
    size_t end = *at;
    while (end < c->size && !ends_word(c->data[end])) end++;
    return end - *at;
}

/* From behind the last separator to the next one: an item of a list, or a line. */
static size_t item_at(const copy *c, size_t *at, char separator)
{
    while (*at && c->data[*at - 1] != (uint8_t)separator) --*at;
    const uint8_t *end = memchr(c->data + *at, separator, c->size - *at);
    return end ? (size_t)(end - c->data) + 1 - *at : c->size - *at;
}

static void damage_text(copy *c)
{
    static const char separators[] = "\n,";
    size_t at = record_draw(c->size), size;
    const size_t kind = record_draw(8);
    if (kind < 4) {
        const char *word = words[record_draw(sizeof words / sizeof *words)];
        size = word_at(c, &at);
        splice(c, at, size, word, strlen(word));
        snprintf(c->what, sizeof c->what, "word at %zu is %s", at, word);
    } else if (kind < 6) {
        size = item_at(c, &at, separators[kind % 2]);
        splice(c, at, size, NULL, 0);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu are missing", size, at);
    } else if (kind == 6) {
        size = item_at(c, &at, separators[record_draw(2)]);
        uint8_t *item = malloc(size + 1);
        assert_non_null(item);
        memcpy(item, c->data + at, size);
        splice(c, at, 0, item, size);
        free(item);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu come twice", size, at);
    } else {
        size = word_at(c, &at);
        const size_t letter = record_draw(size);
        const uint8_t bit = (uint8_t)(1u << record_draw(6));
        if (size) c->data[at + letter] ^= bit;
        snprintf(c->what, sizeof c->what, "a letter of the word at %zu is another", at);
    }
}

/* ---- bytes --------------------------------------------------------------------------------------------------------- */

typedef struct part {
    const char *bytes;
    uint8_t size, replaced;
} part;

#define PART(bytes, replaced)                                                                                                    \
    {                                                                                                                            \
        bytes, sizeof bytes - 1, replaced                                                                                        \
    }

static const part parts[] = {
    PART("\0", 1),
    PART("\1", 1),
    PART("\2", 1),
    PART("\3", 1),
    PART("\x7f", 1),
    PART("\x80", 1),
    PART("\xff", 1),
    PART("", 1),
    PART("\0", 0),
    PART("\0\0", 2),
    PART("\xff\x7f", 2),
    PART("\xff\xff\xff\xff", 4),
    PART("\xff\xff\xff\x7f", 4),
    PART("\0\0\0\0", 4),
    PART("\1\0\0\0", 4),
    PART("\0\0\0\1", 4),
    PART("\0\0\x80\xbf", 4),
    PART("\0\0\xc0\x7f", 4),
    PART("\0\0\x80\x7f", 4),
    PART("\0\0\0\0\0\0\xf8\x7f", 8),
    PART("\0\0\0\0\0\0\xf0\xbf", 8),
    PART("\0\0\0\0\0\0\0\0", 8),
    PART("\xff\xff\xff\xff\xff\xff\xff\x7f", 8),
    PART("\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 1),
    PART("\xc0", 1), /* MessagePack */
    PART("\xa1x", 1),
    PART("\x90", 1),
    PART("\x80", 1),
    PART("\x81\xa1x\xc0", 1),
    PART("\xce\xff\xff\xff\xff", 1),
    PART("\xd3\x80\0\0\0\0\0\0\0", 1),
    PART("\xcb\xc0\x1d\0\0\0\0\0\0", 1),
    PART("\xc4\1x", 1),
};

static void replace_part(copy *c, size_t at)
{
    const part *by = &parts[record_draw(sizeof parts / sizeof *parts)];
    const size_t replaced = at + by->replaced <= c->size ? by->replaced : c->size - at;
    splice(c, at, replaced, by->bytes, by->size);
    snprintf(c->what, sizeof c->what, "%zu bytes at %zu are replaced by %02x and %d more", replaced, at,
             by->size ? (unsigned)(uint8_t)by->bytes[0] : 0, by->size - 1);
}

/* Headers are short and say most: every second place is in the first 200 bytes, or the last ones. */
static size_t draw_place(size_t size)
{
    const size_t near = size < 200 ? size : 200, kind = record_draw(8);
    return kind < 3 ? record_draw(near) : kind == 3 ? size - 1 - record_draw(near) : record_draw(size);
}

static void damage_bytes(copy *c)
{
    const size_t at = draw_place(c->size), kind = record_draw(8);
    if (kind < 3) {
        replace_part(c, at);
    } else if (kind == 3) {
        c->data[at] ^= (uint8_t)(1u << record_draw(8));
        snprintf(c->what, sizeof c->what, "byte %zu is %02x", at, c->data[at]);
    } else if (kind == 4) {
        c->data[at] = (uint8_t)(c->data[at] + (record_draw(2) ? 1 : 255));
        snprintf(c->what, sizeof c->what, "byte %zu is %02x", at, c->data[at]);
    } else if (kind == 5) {
        const size_t most = c->size - at, size = 1 + record_draw(most < 40 ? most : 40);
        splice(c, at, size, NULL, 0);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu are missing", size, at);
    } else if (kind == 6) {
        const size_t most = c->size - at, size = 1 + record_draw(most < 40 ? most : 40);
        uint8_t block[40];
        memcpy(block, c->data + at, size);
        const size_t to = record_draw(4) ? at : record_draw(c->size);
        splice(c, to, 0, block, size);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu again at %zu", size, at, to);
    } else {
        const size_t from = record_draw(c->size), most = c->size - (at > from ? at : from);
        const size_t size = record_draw(most < 24 ? most : 24);
        memmove(c->data + at, c->data + from, size);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu are those at %zu", size, at, from);
    }
}

static void damage(copy *c, size_t number)
{
    if (!number || !c->size) {
        snprintf(c->what, sizeof c->what, "as it is");
    } else if (number % 12 == 1) {
        c->size = draw_place(c->size);
        snprintf(c->what, sizeof c->what, "cut at %zu", c->size);
    } else if (number % 12 == 2) {
        uint8_t tail[24];
        const size_t size = 1 + record_draw(sizeof tail);
        const int byte = record_draw(3) ? (int)record_draw(256) : 0;
        memset(tail, byte, sizeof tail);
        splice(c, c->size, 0, tail, size);
        snprintf(c->what, sizeof c->what, "%zu bytes %02x behind it", size, (unsigned)byte);
    } else if (is_text(c->data, c->size) && number % 4) {
        damage_text(c);
    } else {
        damage_bytes(c);
    }
}

/* Three of four copies of a file that is one packed stream are damaged inside it. */
static copy damaged_copy(const specimen *file, const inside *in, size_t number)
{
    const bool within = in->kind != INSIDE_NONE && in->memory.size && number && number / 2 % 4 != 3;
    copy c = { .size = within ? in->memory.size : file->size };
    record_seed(file, number);
    c.data = malloc(c.size + 1);
    assert_non_null(c.data);
    memcpy(c.data, within ? in->memory.data : file->data, c.size);
    damage(&c, number);
    if (within) {
        uint8_t *contents = c.data;
        c.data = inside_packed(in, file->data, contents, c.size, &c.size);
        free(contents);
    }
    return c;
}

/* ---- answers ------------------------------------------------------------------------------------------------------- */

/* What of a file says how its copies can be read. */
typedef struct manner {
    const reel_format *format;
    double first, last; /* times */
} manner;

static manner manner_of(const specimen *file)
{
    manner m = { .first = 0, .last = 1 };
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return m;
    m.format = reel_replay_format(replay);
    record_span(replay, &m.first, &m.last);
    reel_free(replay);
    return m;
}

static void set_limit(reel_limits *limits, size_t which, size_t size)
{
    switch (which % 6) {
    case 0: limits->rows = 1 + which % 7; break;
    case 1: limits->string_bytes = which % 9; break;
    case 2: limits->nesting = 1 + which % 4; break;
    case 3: limits->unpacked_bytes = 1 + size / 2; break;
    case 4: limits->input_bytes = size - size / 4; break;
    default: limits->work = 1 + size;
    }
}

static size_t count_of(const void *const *list)
{
    size_t count = 0;
    while (list && list[count]) count++;
    return count;
}

/* Reads in the manner that the number says. */
static void read_rows(const manner *m, const copy *c, size_t number)
{
    reel_options options = machinery_options(NULL);
    const size_t way = number % 8, other = number / 8;
    test_source pieces = { .data = c->data, .size = c->size, .step = 1 + other % 61 };
    reel_source source = way == 6 ? test_source_of(&pieces) : reel_source_memory(c->data, c->size);
    if (other % 2) source.size = c->size; /* known, though it comes in pieces */
    const reel_table *wanted[2] = { NULL, NULL };
    reel_replay *replay;
    reel_error error;
    if (way == 3 && m->format) {
        const reel_table *const *all = reel_format_tables(m->format);
        wanted[0] = all[other % count_of((const void *const *)all)];
        options.tables = wanted;
        options.format = m->format;
    } else if (way == 4) {
        options.has_from = other % 3 != 0;
        options.has_to = other % 3 != 1;
        options.from = m->first + (m->last - m->first) * (double)(other % 5) / 5;
        options.to = options.from + (m->last - m->first) * (double)(other % 4) / 4;
    } else if (way == 5) {
        set_limit(&options.limits, other, c->size);
    } else if (way == 7 && m->format && m->format->reader->conventions) {
        const char *const *names = m->format->reader->conventions;
        options.convention = names[other % count_of((const void *const *)names)];
    }
    if (way > 3) options.report = record_finding;
    const reel_status status = reel_load(source, &options, &replay, &error);
    record_status(status, &error);
    if (status < 0) return;
    if (reel_replay_damage(replay)) record_status(reel_replay_damage(replay)->status, reel_replay_damage(replay));
    record_rows(replay);
    reel_free(replay);
}

static void repair(const copy *c)
{
    reel_options options = machinery_options(NULL);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    reel_memory made;
    reel_error error;
    options.report = record_finding;
    record_text("  repaired\n");
    const reel_format *format = NULL;
    if (reel_identify(reel_source_memory(c->data, c->size), &options, &format, NULL, NULL) < 0) format = NULL;
    const reel_status status =
        reel_convert(reel_source_memory(c->data, c->size), &options, NULL, reel_sink_memory(&made, NULL), &how, &error);
    record_status(status, &error);
    if (status != REEL_OK) return;
    if (format) record_made(format, made.data, made.size);
    reel_memory_free(&made);
}

static void answer(const manner *m, const copy *c, size_t number)
{
    reel_options options = machinery_options(NULL);
    reel_error error;
    options.report = record_finding;
    record_text("  %zu: %s: checked\n", number, c->what);
    record_status(reel_check(reel_source_memory(c->data, c->size), &options, &error), &error);
    record_text("  read\n");
    read_rows(m, c, number);
    if (m->format && number % 4 == 0)
        record_conversion(m->format, c->data, c->size, number / 4);
    else
        repair(c);
}

/* ---- files --------------------------------------------------------------------------------------------------------- */

static void damage_file(const specimen *file)
{
    size_t copies = COPIES / (1 + records_beside(file));
    if (copies > MOST) copies = MOST;
    if (copies < LEAST) copies = LEAST;
    if (file->kind == BAD) copies /= 4;
    const manner m = manner_of(file);
    inside in = inside_of(file->data, file->size);
    if (in.kind != INSIDE_NONE || file->size > SMALL) copies /= 4;
    record_begin(file, "damaged");
    for (size_t first = 0; first < copies; first += TOGETHER) {
        if (!record_item("%zu to %d", first, (int)first + TOGETHER - 1)) continue;
        for (size_t number = first; number < first + TOGETHER; number++) {
            const copy c = damaged_copy(file, &in, number);
            answer(&m, &c, number);
            free(c.data);
        }
    }
    record_end();
    inside_free(&in);
}

static void damage_has_the_consequences_of_its_table(void **state)
{
    bool *write = *state;
    if (!records_begin("damaged.tsv", *write)) return;
    each_specimen(GOLDEN | BAD, LARGEST, damage_file);
    records_end();
}

int main(int argc, char **argv)
{
    bool write = argc > 1 && !strcmp(argv[1], "--write");
    const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(damage_has_the_consequences_of_its_table, &write) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
