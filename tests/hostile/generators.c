/* SPDX-License-Identifier: MIT */
#include "hostile.h"

#include "codec/pack/block.h"
#include "core/memory.h"

#ifdef REEL_WITH_LZMA
#include <lzma.h>
#endif

enum { LARGEST_SEED = 40000, ROW_BYTES = 4096 };

static uint64_t state_of_draw;

static uint32_t draw(uint32_t below)
{
    state_of_draw = state_of_draw * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_draw >> 33) % below;
}

static void give(hostile_each *each, void *context, const char *name, const char *of, unsigned scale, uint8_t *data, size_t size)
{
    hostile_file file = { .data = data, .size = size };
    snprintf(file.name, sizeof file.name, "%s %s x%u", name, of, scale);
    each(context, &file);
}

/* ---- rows of any kind --------------------------------------------------------------------------------------------- */

typedef enum row_pattern { SAME, RISING, FALLING, SPARSE, CROWD, WILD, PATTERNS } row_pattern;

static const char *const pattern_names[PATTERNS] = { "same", "rising", "falling", "sparse", "crowd", "wild" };

static uint64_t number_of(row_pattern pattern, const reel_field *field, uint64_t row)
{
    bool is_time = field->flags & REEL_FIELD_TIME || strstr(field->name, "tick") || strstr(field->name, "frame");
    switch (pattern) {
    case SAME: return 0;
    case RISING: return row;
    case FALLING: return 1000000 - row;
    case SPARSE: return is_time ? row * 2000003 : row % 3;
    case CROWD: return is_time ? row / 50 : row % 64;
    default: return draw(2) ? draw(6) : (uint64_t)draw(UINT32_MAX) << 31 | draw(UINT32_MAX);
    }
}

static void put_number(const reel_field *field, uint8_t *place, row_pattern pattern, uint64_t number)
{
    const double real = (double)number;
    const float single = (float)number;
    const uint32_t word = (uint32_t)number;
    const uint16_t half = (uint16_t)number;
    if (field->type == REEL_F64 && pattern != WILD)
        memcpy(place, &real, sizeof real);
    else if (field->type == REEL_F32 && pattern != WILD)
        memcpy(place, &single, sizeof single);
    else if (reel_type_size(field->type) == 8)
        memcpy(place, &number, sizeof number);
    else if (reel_type_size(field->type) == 4)
        memcpy(place, &word, sizeof word);
    else if (reel_type_size(field->type) == 2)
        memcpy(place, &half, sizeof half);
    else if (reel_type_size(field->type) == 1)
        *place = (uint8_t)number;
}

static void make_row(const reel_table *table, uint8_t *row, row_pattern pattern, uint64_t number)
{
    static char long_text[2048];
    memset(long_text, 'x', sizeof long_text);
    memset(row, 0, table->row_size);
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        for (size_t i = 0; i < field->count; i++) {
            uint8_t *place = row + field->offset + i * reel_type_size(field->type);
            if (field->type == REEL_STRING || field->type == REEL_BYTES) {
                const reel_string text = { long_text, table->flags & REEL_TABLE_HEADER ? sizeof long_text : 1 + number % 8 };
                memcpy(place, &text, sizeof text);
            } else {
                put_number(field, place, pattern, number_of(pattern, field, number));
            }
        }
    }
}

/* A spool of `rows` rows in each of some tables, as a recorder that died could leave it. `drops`: after each row but the first of a table, rows
 * are taken back, up to `drops` times. */
static reel_memory spool_of(const reel_format *format, row_pattern pattern, size_t rows, size_t drops)
{
    static uint64_t row[ROW_BYTES / 8];
    reel_memory file, spool;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), format, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL), REEL_OK);
    for (const reel_table *const *table = format->tables; *table; table++) {
        if ((*table)->flags & REEL_TABLE_LAYOUT) continue;
        size_t count = (*table)->flags & REEL_TABLE_HEADER ? 1 : rows;
        assert_true((*table)->row_size <= sizeof row);
        for (size_t i = 0; i < count; i++) {
            make_row(*table, (uint8_t *)row, pattern, i);
            reel_append(writer, *table, row, 1);
            for (size_t d = 0; d < drops && i; d++) reel_drop_after(writer, (double)(i - 1) / 2 + (double)(d % 3), NULL);
        }
    }
    reel_flush(writer, NULL);
    reel_discard(writer);
    return spool;
}

/* The spool itself, and the file of the format where its writer takes such rows. */
static void run_rows(unsigned scale, hostile_each *each, void *context)
{
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        for (row_pattern pattern = 0; (*format)->writer && pattern < PATTERNS; pattern++) {
            char of[80];
            state_of_draw = 12345;
            reel_memory spool = spool_of(*format, pattern, 150 * (size_t)scale, 0), made;
            snprintf(of, sizeof of, "%s %s spool", (*format)->id, pattern_names[pattern]);
            give(each, context, "rows", of, scale, spool.data, spool.size);
            const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_NO_VERIFY };
            if (reel_convert(reel_source_memory(spool.data, spool.size), NULL, *format, reel_sink_memory(&made, NULL), &how,
                             NULL) >= 0) {
                snprintf(of, sizeof of, "%s %s file", (*format)->id, pattern_names[pattern]);
                give(each, context, "rows", of, scale, made.data, made.size);
                reel_memory_free(&made);
            }
            reel_memory_free(&spool);
        }
    }
}

/* Spools in which a player goes back to a checkpoint again and again: records that take rows back, more of them than rows. */
static void run_drops(unsigned scale, hostile_each *each, void *context)
{
    static const struct {
        size_t rows, drops;
    } mixes[] = { { 60, 1 }, { 2, 60 } };
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        for (size_t m = 0; (*format)->writer && !((*format)->flags & REEL_FORMAT_STREAMS) && m < 2; m++) {
            char of[80];
            state_of_draw = 12345;
            reel_memory spool =
                spool_of(*format, RISING, mixes[m].rows * (m ? 1 : (size_t)scale), mixes[m].drops * (m ? (size_t)scale : 1));
            snprintf(of, sizeof of, "%s with %zu drops a row", (*format)->id, mixes[m].drops);
            give(each, context, "drops", of, scale, spool.data, spool.size);
            reel_memory_free(&spool);
        }
    }
}

/* ---- out of golden files ------------------------------------------------------------------------------------------- */

/* each_specimen has no context of its own. */
static struct {
    unsigned scale;
    hostile_each *each;
    void *context;
} now;

static void each_golden(unsigned scale, hostile_each *each, void *context, void (*run)(const specimen *file))
{
    now.scale = scale, now.each = each, now.context = context;
    each_specimen(GOLDEN, LARGEST_SEED, run);
}

enum { PARTS = 3, TARGET = 6000 /* bytes more, times the scale */ };

/* The file with a part of its middle again and again: lines, blocks, messages, sections. NULL: it has no such part. */
static uint8_t *with_repeated_part(const specimen *file, unsigned part, size_t *size)
{
    size_t length = file->size / (4 + 3 * part) + 1, start = file->size / 2 > length ? file->size / 2 : 0;
    if (start + length > file->size) return NULL;
    const uint8_t *line = memchr(file->data + start, '\n', file->size - start);
    const uint8_t *next = line ? memchr(line + 1, '\n', (size_t)(file->data + file->size - line - 1)) : NULL;
    if (part == 0 && next) start = (size_t)(line + 1 - file->data), length = (size_t)(next - line);
    size_t times = TARGET * (size_t)now.scale / length + 1;
    uint8_t *data = malloc(*size = file->size + times * length);
    assert_non_null(data);
    memcpy(data, file->data, start);
    for (size_t i = 0; i <= times; i++) memcpy(data + start + i * length, file->data + start, length);
    memcpy(data + start + (times + 1) * length, file->data + start + length, file->size - start - length);
    return data;
}

static void repeat_parts(const specimen *file)
{
    for (unsigned part = 0; part < PARTS; part++) {
        size_t size;
        uint8_t *data = with_repeated_part(file, part, &size);
        char of[120];
        snprintf(of, sizeof of, "%.90s part %u", file->name, part);
        if (data) give(now.each, now.context, "repeat", of, now.scale, data, size);
        free(data);
    }
}

static void run_repeat(unsigned scale, hostile_each *each, void *context) { each_golden(scale, each, context, repeat_parts); }

/* Numbers that lie: counts, sizes, times, ids at their limits, at every so many bytes. */
static void tell_lies(const specimen *file)
{
    static const uint64_t lies[] = {
        0, UINT64_MAX, 0x7fffffff7fffffff, 0x0000000100000001, 0x8000000080000000, 0x00ffffff00ffffff
    };
    enum { VARIANTS = 12 };
    uint8_t *data = malloc(file->size + 8);
    assert_non_null(data);
    for (unsigned v = 0; v < VARIANTS; v++) {
        state_of_draw = file->size * 31 + v;
        memcpy(data, file->data, file->size);
        for (unsigned lie = 0; lie <= v % 3; lie++) {
            size_t width = (size_t)1 << draw(4),
                   at = v < 6 ? draw(file->size < 128 ? (uint32_t)file->size : 128) : draw((uint32_t)file->size);
            if (at + width > file->size) continue;
            memcpy(data + at, &lies[draw(sizeof lies / sizeof *lies)], width);
        }
        char of[120];
        snprintf(of, sizeof of, "%.90s variant %u", file->name, v);
        give(now.each, now.context, "lies", of, now.scale, data, file->size);
    }
    free(data);
}

static void run_lies(unsigned scale, hostile_each *each, void *context) { each_golden(scale, each, context, tell_lies); }

/* Whether a byte is a digit in a text, and not a byte of a binary number that looks like one: its neighbours are text, too. */
static bool is_text_digit(const specimen *file, size_t at)
{
    enum { NEIGHBOURS = 4 };
    if (file->data[at] < '0' || file->data[at] > '9') return false;
    for (size_t i = at > NEIGHBOURS ? at - NEIGHBOURS : 0; i <= at + NEIGHBOURS && i < file->size; i++)
        if (file->data[i] < '\t' || file->data[i] >= 0x7f) return false;
    return true;
}

/* In texts: one digit becomes a number that is too large, too long, or no number; a string that is long; brackets that nest. */
static void stretch_text(const specimen *file)
{
    static const struct {
        const char *name, *with;
        bool repeat;
    } kinds[] = {
        { "digits", "9", true },
        { "exponent", "1e999999999", false },
        { "negative", "-9223372036854775809", false },
        { "nest", "[", true },
        { "objects", "{\"a\":", true },
        { "escape", "\\u0000", true },
        { "comma", ",0", true },
        { "nan", "NaN", false },
        { "blank", " ", true },
    };
    size_t digit = 0;
    if (memchr(file->data, '{', file->size) == NULL) return;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        state_of_draw = file->size + k;
        digit = draw((uint32_t)file->size);
        while (digit < file->size && !is_text_digit(file, digit)) digit++;
        if (digit == file->size) continue;
        size_t piece = strlen(kinds[k].with), times = kinds[k].repeat ? 3000 * (size_t)now.scale : 1,
               size = file->size + piece * times;
        uint8_t *data = malloc(size);
        assert_non_null(data);
        memcpy(data, file->data, digit);
        for (size_t i = 0; i < times; i++) memcpy(data + digit + i * piece, kinds[k].with, piece);
        memcpy(data + digit + piece * times, file->data + digit, file->size - digit);
        char of[120];
        snprintf(of, sizeof of, "%.90s %s", file->name, kinds[k].name);
        give(now.each, now.context, "text", of, now.scale, data, size);
        free(data);
    }
}

static void run_text(unsigned scale, hostile_each *each, void *context) { each_golden(scale, each, context, stretch_text); }

/* ---- encodings and padding ----------------------------------------------------------------------------------------- */

/* Whether it is a turn of this file: all at full effort, else some, the same ones at each scale. */
static bool is_its_turn(const specimen *file) { return file->size % (size_t)by_effort(1, 3, 7) == 0; }

static bool is_text(const specimen *file)
{
    for (size_t i = 0; i < file->size; i++)
        if (file->data[i] < '\t') return false;
    return true;
}

typedef enum encoding { LITTLE, BIG, UNMARKED, ODD, HALVES, ZEROS, ENCODINGS } encoding;

static const char *const encoding_names[ENCODINGS] = { "little-endian", "big-endian", "unmarked", "odd byte", "halves", "zeros" };

/* Each byte of the text as a unit of UTF-16; some units are half a pair, or zero. */
static void put_units(uint8_t *units, const uint8_t *text, size_t size, encoding how)
{
    enum { EVERY = 5, HALF = 0xd8 };
    const unsigned high = how == BIG ? 0 : 1, low = 1 - high;
    for (size_t i = 0; i < size; i++) {
        units[2 * i + high] = how == HALVES && i % EVERY == 1 ? HALF : 0;
        units[2 * i + low] = how == ZEROS && i % EVERY == 1 ? 0 : text[i];
    }
}

static void encode(const specimen *file)
{
    if (!is_text(file)) return;
    size_t size;
    uint8_t *text = with_repeated_part(file, 0, &size);
    if (!text) return;
    uint8_t *data = malloc(2 * size + 3);
    assert_non_null(data);
    for (encoding how = 0; how < ENCODINGS; how++) {
        size_t mark = how == UNMARKED ? 0 : 2;
        char of[120];
        if (mark) memcpy(data, how == BIG ? "\xfe\xff" : "\xff\xfe", mark);
        put_units(data + mark, text, size, how);
        data[mark + 2 * size] = '{';
        snprintf(of, sizeof of, "%.90s %s", file->name, encoding_names[how]);
        give(now.each, now.context, "utf16", of, now.scale, data, mark + 2 * size + (how == ODD));
    }
    free(data);
    free(text);
}

static void run_utf16(unsigned scale, hostile_each *each, void *context) { each_golden(scale, each, context, encode); }

/* What a crash, a block device or a download leaves behind a file, or in it: zeros, ones, a block again and again, and none of these quite. */
static void pad(const specimen *file)
{
    enum { BLOCK = 512, KINDS = 5, NEARLY = 997 };
    static const char *const names[KINDS] = { "zeros", "ones", "block", "stripes", "nearly zeros" };
    size_t length = TARGET * (size_t)now.scale, size = file->size + length;
    if (!is_its_turn(file)) return;
    uint8_t *data = malloc(size);
    assert_non_null(data);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (unsigned inside = 0; inside < 2; inside++) {
            size_t at = inside ? file->size / 2 : file->size, block = at < BLOCK ? at : BLOCK;
            memcpy(data, file->data, at);
            for (size_t i = 0; i < length; i++)
                data[at + i] = kind == 1                               ? 0xff
                               : kind == 2 && block                    ? file->data[at - block + i % block]
                               : kind == 3                             ? (uint8_t)(i / BLOCK % 2 * 0xff)
                               : kind == 4 && i % NEARLY == NEARLY - 1 ? 1
                                                                       : 0;
            memcpy(data + at + length, file->data + at, file->size - at);
            char of[120];
            snprintf(of, sizeof of, "%.80s %s %s", file->name, names[kind], inside ? "inside" : "behind");
            give(now.each, now.context, "padding", of, now.scale, data, size);
        }
    }
    free(data);
}

static void run_padding(unsigned scale, hostile_each *each, void *context) { each_golden(scale, each, context, pad); }

/* ---- compression --------------------------------------------------------------------------------------------------- */

static const char *const packers[] = { "gz", "zst", "xz" };

/* false: this build cannot pack it. */
static bool pack(unsigned packer, const uint8_t *data, size_t size, reel_memory *packed)
{
    const reel_allocator allocator = reel__memory_allocator(NULL);
    *packed = (reel_memory){ .allocator = allocator };
    if (packer < 2) return reel__block_pack(packer ? BLOCK_ZSTD : BLOCK_GZIP, 9, data, size, &allocator, packed) == REEL_OK;
#ifdef REEL_WITH_LZMA
    size_t room = lzma_stream_buffer_bound(size), made = 0;
    packed->data = malloc(room);
    packed->capacity = room;
    if (!packed->data || lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, NULL, data, size, packed->data, &made, room) != LZMA_OK)
        return false;
    packed->size = made;
    return true;
#else
    return false;
#endif
}

static void wrap(const specimen *file)
{
    for (unsigned outer = 0; outer < 3; outer++) {
        reel_memory packed, twice;
        char of[120];
        if (!pack(outer, file->data, file->size, &packed)) continue;
        snprintf(of, sizeof of, "%.90s in %s", file->name, packers[outer]);
        give(now.each, now.context, "wrapped", of, now.scale, packed.data, packed.size);
        if (pack((outer + 1) % 3, packed.data, packed.size, &twice)) {
            snprintf(of, sizeof of, "%.90s in %s in %s", file->name, packers[outer], packers[(outer + 1) % 3]);
            give(now.each, now.context, "wrapped", of, now.scale, twice.data, twice.size);
            reel_memory_free(&twice);
        }
        reel_memory_free(&packed);
    }
}

static void run_wrapped(unsigned scale, hostile_each *each, void *context) { each_golden(scale, each, context, wrap); }

/* The start of a sound file, then many empty sections in any order: an id and a count of nothing, each of which may be the place where a
 * reader that lost its way finds it again. */
static void add_sections(const specimen *file)
{
    enum { SEEDS = 3000, CUTS = 8, EACH = 5, IDS = 3, FIRST_ID = 3 };
    const size_t tail = by_effort(10000, 2000, 2000) * now.scale * EACH;
    const unsigned step = (unsigned)by_effort(1, 2, 3);
    if (file->size > SEEDS) return;
    uint8_t *data = malloc(file->size + tail);
    assert_non_null(data);
    for (unsigned cut = 1; cut < CUTS; cut += step) {
        size_t from = file->size * cut / CUTS;
        state_of_draw = file->size * CUTS + cut; /* a larger file begins like the smaller one, so that their costs compare */
        memcpy(data, file->data, from);
        memset(data + from, 0, tail);
        for (size_t i = 0; i < tail; i += EACH) data[from + i] = (uint8_t)(FIRST_ID + draw(IDS));
        char of[120];
        snprintf(of, sizeof of, "%.90s cut %u", file->name, cut);
        give(now.each, now.context, "sections", of, now.scale, data, from + tail);
    }
    free(data);
}

static void run_sections(unsigned scale, hostile_each *each, void *context) { each_golden(scale, each, context, add_sections); }

/* The start of a sound file, then megabytes of one byte, or of one part of it, in each wrapper. */
static void inflate_tail(const specimen *file)
{
    enum { SEEDS = 3000, EACH = 4 };
    const size_t size = by_effort(4 << 20, 1 << 19, 1 << 19);
    static const int fills[] = { 0, ' ', 0xff, -1 };
    static unsigned turn;
    if (file->size > SEEDS || turn++ % EACH) return;
    uint8_t *data = malloc(size);
    assert_non_null(data);
    for (size_t f = 0; f < sizeof fills / sizeof *fills; f++) {
        size_t half = file->size / 2 + 1;
        for (size_t i = 0; i < size; i++)
            data[i] = i < file->size  ? file->data[i]
                      : fills[f] >= 0 ? (uint8_t)fills[f]
                                      : file->data[half + i % (file->size - half ? file->size - half : 1)];
        reel_memory packed;
        unsigned packer = (unsigned)((file->size + f) % 3);
        if (!pack(packer, data, size, &packed)) continue;
        char of[120];
        snprintf(of, sizeof of, "%.90s then %d in %s", file->name, fills[f], packers[packer]);
        give(now.each, now.context, "bomb", of, now.scale, packed.data, packed.size);
        reel_memory_free(&packed);
    }
    free(data);
}

/* What a file unpacks to, not its size, decides the cost, so these do not scale. */
static void run_bombs(unsigned scale, hostile_each *each, void *context) { each_golden(scale, each, context, inflate_tail); }

const hostile_generator hostile_generators[] = {
    { "rows", "rows of any values and in any order, as a spool and as a file", true, run_rows },
    { "drops", "spools whose rows are taken back", true, run_drops },
    { "repeat", "a part of a sound file again and again", true, run_repeat },
    { "sections", "the start of a sound file, then empty sections in any order", true, run_sections },
    { "lies", "numbers at their limits in place of counts, sizes, times and ids", false, run_lies },
    { "text", "long numbers, long strings, deep nesting, NaN in texts", true, run_text },
    { "utf16", "texts in UTF-16, with half pairs, zeros and an odd byte", true, run_utf16 },
    { "padding", "zeros, ones and blocks behind a sound file, and in it", true, run_padding },
    { "archive", "archives whose checksums are right: tiny chunks, many columns, claims of rows, indexes and signatures that lie",
      true, run_archives },
    { "games", "recordings of DDNet that ask for much play: short sessions, rows behind silences, crowds", true, run_games },
    { "wrapped", "sound files in one and two layers of compression", false, run_wrapped },
    { "bomb", "files that grow a thousandfold when they are unpacked", false, run_bombs },
    { NULL, NULL, false, NULL },
};
