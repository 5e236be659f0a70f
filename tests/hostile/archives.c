/* SPDX-License-Identifier: MIT
 * Archives that nobody means well with. Their checksums are right: a checksum keeps nobody out who can compute it. */
#include "hostile.h"

#include "codec/pack/block.h"
#include "codec/pack/lzma.h"
#include "codec/pack/stored.h"
#include "codec/sha256.h"
#include "columns/coder.h"
#include "containers/archive_index.h"

#ifndef REEL_WITHOUT_BSOR
#include <reel/archive.h>
#include <reel/bsor.h>
#ifndef REEL_WITHOUT_ECHO
#include <reel/echoreplay.h>
#endif
#ifndef REEL_WITHOUT_TEEHISTORIAN
#include <reel/teehistorian.h>
#endif

/* An archive in the making. */
typedef struct making {
    reel_memory file, record;
    archive_schema schema;
    uint64_t rows[UINT8_MAX];
    uint64_t sum;
} making;

static reel_memory empty(void) { return (reel_memory){ .allocator = reel__memory_allocator(NULL) }; }

static void add(reel_memory *to, const void *data, size_t size) { assert_true(memory_add(to, data, size)); }

static void add_byte(reel_memory *to, uint8_t byte) { add(to, &byte, 1); }

static void add_number(reel_memory *to, uint64_t number) { assert_true(reel__payload_number(to, number)); }

static void begin_record(making *m) { assert_true(reel__record_begin(&m->record)); }

/* Puts the record into the file. Returns its offset. */
static uint64_t end_record(making *m, record_kind kind)
{
    uint64_t offset = m->file.size;
    assert_true(reel__record_seal(&m->record, kind));
    if (kind < RECORD_END) m->sum = reel__record_sum(kind == RECORD_START ? 0 : m->sum, m->record.data);
    add(&m->file, m->record.data, m->record.size);
    return offset;
}

/* Head and START. `more` is the schema of another table, which no reader knows; empty if there is none. */
static making begin(const reel_memory *more)
{
    uint8_t head[ARCHIVE_HEAD];
    making m = { .file = empty(), .record = empty() };
    const reel_allocator allocator = reel__memory_allocator(NULL);
    reel_memory schema = empty();
    assert_int_equal(reel__schema_of_format(&m.schema, &reel_format_bsor, &allocator), REEL_OK);
    assert_true(reel__schema_put(&schema, &m.schema));
    if (more->size) {
        schema.data[0]++; /* the number of tables, which is small */
        add(&schema, more->data, more->size);
    }
    reel__archive_put_head(head);
    add(&m.file, head, sizeof head);
    begin_record(&m);
    assert_true(reel__payload_text(&m.record, "bsor", 4) && reel__payload_text(&m.record, "", 0));
    add_number(&m.record, 0);
    assert_true(reel__payload_part(&m.record, &schema));
    end_record(&m, RECORD_START);
    reel_memory_free(&schema);
    return m;
}

static size_t number_of_table(const reel_table *table)
{
    size_t t = 0;
    while (reel_format_bsor.tables[t] != table) t++;
    return t;
}

/* A part of a record of rows. */
static void add_part(making *m, size_t table, uint64_t count, const reel_memory *block)
{
    const archive_part part = { .table = table, .first = m->rows[table], .count = count };
    assert_true(reel__part_put(&m->record, &m->schema, &part) && reel__payload_text(&m->record, block->data, block->size));
    m->rows[table] += count;
}

static void add_rows(making *m, size_t table, uint64_t count, const reel_memory *block)
{
    begin_record(m);
    add_number(&m->record, 1);
    add_part(m, table, count, block);
    end_record(m, RECORD_ROWS);
}

/* END, as it should be. Returns its offset. */
static uint64_t end(making *m, size_t tables)
{
    begin_record(m);
    add_number(&m->record, 0);
    assert_true(reel__payload_u64(&m->record, m->sum));
    add_number(&m->record, tables);
    for (size_t t = 0; t < tables; t++) add_number(&m->record, m->rows[t]);
    return end_record(m, RECORD_END);
}

/* INDEX and TAIL around entries, which are compressed if that makes them smaller. */
static void add_index(making *m, uint64_t end_offset, const reel_memory *entries, uint64_t distance)
{
    uint64_t checksum = reel_load_u64le(m->file.data + end_offset + 8);
    begin_record(m);
    add_number(&m->record, end_offset);
    assert_true(reel__payload_u64(&m->record, checksum) && reel__payload_part(&m->record, entries));
    uint64_t index = end_record(m, RECORD_INDEX);
    assert_true(reel__record_tail(&m->record, distance ? distance : m->file.size - index));
    add(&m->file, m->record.data, m->record.size);
}

typedef struct giving {
    unsigned scale;
    hostile_each *each;
    void *context;
} giving;

static void give(const giving *to, const char *name, const reel_memory *file)
{
    hostile_file made = { .data = file->data, .size = file->size };
    snprintf(made.name, sizeof made.name, "%s x%u", name, to->scale);
    to->each(to->context, &made);
}

static void finish(const giving *to, const char *name, making *m)
{
    give(to, name, &m->file);
    reel__schema_free(&m->schema);
    reel_memory_free(&m->record);
    reel_memory_free(&m->file);
}

static const reel_memory nothing;

enum { TABLES = 10 }; /* of BSOR */

/* A block of `count` rows of zeros. */
static reel_memory zeros(const making *m, const reel_table *table, size_t count)
{
    reel_memory block = empty();
    void *rows = calloc(count, table->row_size);
    assert_non_null(rows);
    assert_int_equal(reel__coder_encode(&m->schema.tables[number_of_table(table)].coder, rows, count, NULL, NULL, &block, NULL),
                     REEL_OK);
    free(rows);
    return block;
}

/* ---- rows ----------------------------------------------------------------------------------------------------------- */

static void tiny_chunks(const giving *to)
{
    making m = begin(&nothing);
    reel_memory frame = zeros(&m, &bsor_frames, 1), pause = zeros(&m, &bsor_pauses, 1);
    for (unsigned i = 0; i < 60 * to->scale; i++) {
        add_rows(&m, number_of_table(&bsor_frames), 1, &frame);
        add_rows(&m, number_of_table(&bsor_pauses), 1, &pause);
        add_rows(&m, number_of_table(&bsor_walls), 0, &nothing);
    }
    end(&m, TABLES);
    reel_memory_free(&frame);
    reel_memory_free(&pause);
    finish(to, "archive tiny chunks", &m);
}

static void empty_parts(const giving *to)
{
    making m = begin(&nothing);
    const unsigned count = 2000 * to->scale;
    begin_record(&m);
    add_number(&m.record, count);
    for (unsigned i = 0; i < count; i++)
        add_part(&m, i % TABLES ? number_of_table(&bsor_walls) : number_of_table(&bsor_notes), 0, &nothing);
    end_record(&m, RECORD_ROWS);
    end(&m, TABLES);
    finish(to, "archive empty parts", &m);
}

/* As many rows as a block can hold: constant columns. They unpack a thousandfold, so they count as bombs. */
static void constant_rows(const giving *to)
{
    making m = begin(&nothing);
    const size_t count = 4000 * (size_t)to->scale; /* so that the head is a small part of the file */
    reel_memory block = zeros(&m, &bsor_frames, count);
    add_rows(&m, number_of_table(&bsor_frames), count, &block);
    end(&m, TABLES);
    reel_memory_free(&block);
    finish(to, "bomb archive constant rows", &m);
}

/* A dictionary with as many values as rows, all of which are the same. */
static void huge_dictionary(const giving *to)
{
    enum { COLUMNS = 1, LIST = 0xa7, CONSTANT = 0xa0 };
    making m = begin(&nothing);
    const size_t count = 50000 * (size_t)to->scale, table = number_of_table(&bsor_pauses);
    reel_memory block = empty(), column = empty();
    add_byte(&block, COLUMNS);
    for (unsigned field = 0; field < 2; field++) {
        column.size = 0;
        add_byte(&column, 0);
        add_byte(&column, LIST);
        add_number(&column, count);
        for (int series = 0; series < 2; series++) add_byte(&column, CONSTANT), add_byte(&column, 0);
        add_number(&block, field);
        add_number(&block, column.size);
        add(&block, column.data, column.size);
    }
    while (block.size < reel__coder_least(&m.schema.tables[table].coder, count)) add_byte(&block, 0);
    add_rows(&m, table, count, &block);
    end(&m, TABLES);
    reel_memory_free(&column);
    reel_memory_free(&block);
    finish(to, "bomb archive huge dictionary", &m);
}

static void claimed_rows(const giving *to)
{
    static const uint64_t claims[] = { 1000, UINT64_C(1) << 20, UINT64_C(1) << 31, UINT64_C(1) << 53, UINT64_MAX };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        making m = begin(&nothing);
        reel_memory block = zeros(&m, &bsor_frames, 40 * (size_t)to->scale);
        char name[60];
        begin_record(&m);
        add_number(&m.record, 1);
        const archive_part part = { .table = number_of_table(&bsor_frames), .count = claims[i] };
        assert_true(reel__part_put(&m.record, &m.schema, &part) && reel__payload_text(&m.record, block.data, block.size));
        end_record(&m, RECORD_ROWS);
        end(&m, TABLES);
        reel_memory_free(&block);
        snprintf(name, sizeof name, "archive claim %zu", i);
        finish(to, name, &m);
    }
}

/* ---- orders ------------------------------------------------------------------------------------------------------------- */

#ifndef REEL_WITHOUT_TEEHISTORIAN
/* A recording whose rows take part in an order, as a recorder writes it. Each record has `each` rows; the rows are of `clients` clients
 * in turn if `mixed` is 1, and otherwise in an order that is hard to predict. */
static void ordered_rows(const giving *to, const char *name, size_t rows, size_t each, uint32_t clients, uint32_t mixed)
{
    const reel_archive_options how = { REEL_SIZED(reel_archive_options) };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    reel_memory file;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_teehistorian, &options, &writer, NULL), REEL_OK);
    const teehistorian_header header = { .version = 2 };
    reel_append(writer, &teehistorian_headers, &header, 1);
    uint32_t client = 0;
    for (size_t i = 0; i < rows; i++) {
        client = mixed == 1 ? (uint32_t)i : client * mixed + 12345;
        const teehistorian_position position = { .seq = i,
                                                 .offset = 100 + 4 * i,
                                                 .tick = (int32_t)(i / 64),
                                                 .cid = (int32_t)((client >> (mixed == 1 ? 0 : 16)) % clients) };
        reel_append(writer, &teehistorian_positions, &position, 1);
        if ((i + 1) % each == 0) assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    give(to, name, &file);
    reel_memory_free(&file);
}

/* Rows that cost almost no bytes, whose number decides the cost, so they do not scale; records that each
 * have an order of a few rows; as many events as an order can have. */
static void orders(const giving *to)
{
    enum { LCG = 1664525, REGULAR = 20000 };
    ordered_rows(to, "bomb archive regular order", REGULAR, SIZE_MAX, 1, 1);
    ordered_rows(to, "archive small orders", 200 * (size_t)to->scale, 2, 2, 1);
    ordered_rows(to, "archive order of many events", 1000 * (size_t)to->scale, SIZE_MAX, 1100, LCG);
}
#endif

/* ---- columns and indexes --------------------------------------------------------------------------------------------- */

/* A table that no reader knows, with very many fields. */
static reel_memory wide_table(size_t fields, reel_type type)
{
    static const uint8_t rest[] = { 1, 0, 0, 0, 0, 0 }; /* one value, no flags, no unit, always there, no role */
    reel_memory table = empty();
    assert_true(reel__payload_text(&table, "wide", 4));
    add_number(&table, 0);
    add_number(&table, fields);
    for (size_t f = 0; f < fields; f++) {
        assert_true(reel__payload_text(&table, "wide", 4));
        add_byte(&table, (uint8_t)type);
        add(&table, rest, sizeof rest);
    }
    return table;
}

/* Each entry of the index has parts of the wide table; their columns have no bounds, so a part is six bytes. */
static void wide_index(const giving *to, reel_type type, const char *name)
{
    const size_t parts = 1000 * (size_t)to->scale, fields = 3000 * (size_t)to->scale;
    reel_memory wide = wide_table(fields, type), entries = empty();
    making m = begin(&wide);
    uint64_t rows;
    begin_record(&m);
    add_number(&m.record, parts);
    for (size_t i = 0; i < parts; i++) add_part(&m, TABLES, 0, &nothing);
    rows = end_record(&m, RECORD_ROWS);
    uint64_t end_offset = end(&m, TABLES + 1);
    add_number(&entries, 1);
    assert_true(reel__index_put_entry(&entries, RECORD_ROWS, rows, parts));
    for (size_t i = 0; i < parts; i++) {
        const archive_part part = { .table = TABLES };
        assert_true(reel__part_put(&entries, &m.schema, &part));
        add_byte(&entries, type == REEL_STRING); /* bounds follow, of no column */
    }
    add_index(&m, end_offset, &entries, 0);
    reel_memory_free(&wide);
    reel_memory_free(&entries);
    finish(to, name, &m);
}

/* Entries for records that are not there, that overlap, that go backwards; tails that point anywhere. */
static void false_indexes(const giving *to)
{
    for (unsigned kind = 0; kind < 6; kind++) {
        making m = begin(&nothing);
        reel_memory frame = zeros(&m, &bsor_frames, 1), entries = empty();
        const uint64_t count = 200 * (uint64_t)to->scale, first = m.file.size;
        for (uint64_t i = 0; i < count; i++) add_rows(&m, number_of_table(&bsor_frames), 1, &frame);
        const uint64_t step = (m.file.size - first) / count, end_offset = end(&m, TABLES);
        add_number(&entries, kind == 5 ? UINT64_MAX : count);
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t offsets[] = { first + i * step, first + i, UINT64_MAX - count + i, first, 1 + i, first + i * step };
            const archive_part part = { .table = number_of_table(i % 2 ? &bsor_frames : &bsor_walls), .first = i, .count = 1 };
            assert_true(reel__index_put_entry(&entries, i % 3 || kind != 4 ? RECORD_ROWS : RECORD_HEADER, offsets[kind], 1));
            assert_true(reel__part_put(&entries, &m.schema, &part));
            add_byte(&entries, 0);
        }
        char name[60];
        snprintf(name, sizeof name, "archive false index %u", kind);
        add_index(&m, end_offset, &entries, kind == 3 ? 1 : 0);
        reel_memory_free(&frame);
        reel_memory_free(&entries);
        finish(to, name, &m);
    }
}

/* ---- forms ------------------------------------------------------------------------------------------------------------- */

#ifndef REEL_WITHOUT_ECHO
/* Frames that are all the same, made to lines by a form: of the greatest size, or of another size than the rows allow. */
static void repeated_form(const giving *to, size_t size, const char *name)
{
    enum { FRAMES = 2000 }; /* their number decides the cost, so they do not scale */
    static const char begins[] = "0000/00/00 00:00:00.000\t{\"sessionid\":#";
    const reel_archive_options how = { REEL_SIZED(reel_archive_options) };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    reel_memory file, form = empty();
    reel_writer *writer;
    add(&form, begins, sizeof begins - 1);
    while (form.size < size) add_byte(&form, ' ');
    add(&form, "}\n", 2);
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_echoreplay, &options, &writer, NULL), REEL_OK);
    const echoreplay_info info = { .container = ECHOREPLAY_TEXT };
    reel_append(writer, &echoreplay_infos, &info, 1);
    for (uint32_t i = 0; i < FRAMES; i++) {
        const echoreplay_frame frame = {
            .common = { .recorded = 1637442903120, .frame = i, .paused_team = 3, .unpaused_team = 3 }, .session_id = { "0", 1 }
        };
        const echoreplay_line line = { .frame = i, .form = 1, .text = { (const char *)form.data, i ? 0 : form.size } };
        reel_append(writer, &echoreplay_frames, &frame, 1);
        reel_append(writer, &echoreplay_lines, &line, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_memory_free(&form);
    give(to, name, &file);
    reel_memory_free(&file);
}

static void repeated_forms(const giving *to)
{
    repeated_form(to, 5000, "bomb archive of one form");
    repeated_form(to, 30000, "bomb archive of a form that is too long");
}
#endif

/* ---- signatures, members, wrappers ------------------------------------------------------------------------------------- */

static void many_signatures(const giving *to)
{
    static const char text[] = "untrusted comment: signature from reel\nRUQ\ntrusted comment: reel:1\nAAAA\n";
    making m = begin(&nothing);
    for (unsigned i = 0; i < 300 * to->scale; i++) {
        begin_record(&m);
        if (i % 2) add(&m.record, text, sizeof text - 1);
        end_record(&m, RECORD_SIGNATURE);
    }
    end(&m, TABLES);
    for (unsigned i = 0; i < 300 * to->scale; i++) {
        begin_record(&m);
        if (i % 2) add(&m.record, text, sizeof text - 1);
        end_record(&m, RECORD_SIGNATURE);
    }
    finish(to, "archive many signatures", &m);
}

static void many_members(const giving *to)
{
    making m = begin(&nothing);
    const size_t one = m.file.size;
    reel_memory stored = empty();
    uint8_t *copy = malloc(one);
    assert_non_null(copy);
    memcpy(copy, m.file.data, one);
    assert_int_equal(reel__stored_pack((reel_bytes){ copy, 4 }, STORED_AS_IS, SIZE_MAX, NULL, &stored), REEL_OK);
    for (unsigned i = 0; i < 20 * to->scale; i++) {
        add(&m.file, copy, one);
        add(&m.file, stored.data, stored.size);
    }
    free(copy);
    reel_memory_free(&stored);
    finish(to, "archive many members", &m);
}

/* A stored archive in a stored archive in a .zst. What it unpacks to decides the cost, so it does not scale. */
static void nested_archives(const giving *to)
{
    making m = begin(&nothing);
    const size_t count = 2000;
    reel_memory block = zeros(&m, &bsor_frames, count), inner = empty(), outer = empty(), packed = empty();
    add_rows(&m, number_of_table(&bsor_frames), count, &block);
    end(&m, TABLES);
    assert_int_equal(reel__stored_pack((reel_bytes){ m.file.data, m.file.size }, STORED_FAST, SIZE_MAX, NULL, &inner), REEL_OK);
    assert_int_equal(reel__stored_pack((reel_bytes){ inner.data, inner.size }, STORED_FAST, SIZE_MAX, NULL, &outer), REEL_OK);
    give(to, "wrapped archive once", &inner);
    give(to, "wrapped archive twice", &outer);
    if (reel__block_pack(BLOCK_ZSTD, 9, outer.data, outer.size, &packed.allocator, &packed) == REEL_OK)
        give(to, "wrapped archive thrice", &packed);
    reel_memory_free(&block);
    reel_memory_free(&inner);
    reel_memory_free(&outer);
    reel_memory_free(&packed);
    finish(to, "bomb archive inside", &m);
}

/* A small body that asks for the largest dictionary, and one that unpacks as far as LZMA can. */
static void stored_lzma(const giving *to)
{
    enum { LARGEST = 30 };
    const size_t size = 100000 * (size_t)to->scale;
    reel_memory file = empty(), body = empty();
    uint8_t *same = calloc(size, 1);
    assert_non_null(same);
    if (reel__lzma2_pack(same, size, LZMA2_NUMBER_USUAL, size, NULL, &body.allocator, &body) == REEL_OK) {
        const uint8_t head[STORED_MAGIC_SIZE] = STORED_MAGIC(STORED_LZMA2);
        uint8_t hash[SHA256_SIZE];
        sha256 sum;
        reel__sha256_begin(&sum);
        reel__sha256_add(&sum, same, size);
        reel__sha256_end(&sum, hash);
        body.data[0] = LARGEST;
        add(&file, head, sizeof head);
        add_number(&file, body.size);
        add(&file, hash, STORED_CHECK);
        add(&file, body.data, body.size);
        give(to, "bomb stored LZMA", &file);
    }
    free(same);
    reel_memory_free(&file);
    reel_memory_free(&body);
}

void run_archives(unsigned scale, hostile_each *each, void *context)
{
    const giving to = { scale, each, context };
    tiny_chunks(&to);
    empty_parts(&to);
    constant_rows(&to);
    huge_dictionary(&to);
    claimed_rows(&to);
#ifndef REEL_WITHOUT_TEEHISTORIAN
    orders(&to);
#endif
#ifndef REEL_WITHOUT_ECHO
    repeated_forms(&to);
#endif
    wide_index(&to, REEL_STRING, "archive wide index of texts");
    wide_index(&to, REEL_U64, "archive wide index of numbers");
    false_indexes(&to);
    many_signatures(&to);
    many_members(&to);
    nested_archives(&to);
    stored_lzma(&to);
}

#else

void run_archives(unsigned scale, hostile_each *each, void *context) { (void)scale, (void)each, (void)context; }

#endif
