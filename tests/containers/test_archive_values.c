/* SPDX-License-Identifier: MIT
 * Archives whose checksums are right and whose values are not: each number, text and part of each record is set to each of a list of values, or the
 * record is cut there; records are missing, there twice, or of another kind. Every one is read or refused for a reason, in whole and in part, and nothing leaks. */
#include "archives.h"
#include "damage.h"

#include "codec/xxh3.h"
#include "containers/archive_index.h"

enum { RECORDS = 256, TOKENS = 4096, FEW = 16 };

/* A piece of a payload. A PART holds the pieces up to its PART_END; it is written without compression. */
typedef enum token_kind { NUMBER, BYTE, TEXT, FIXED, RAW, PART, PART_END } token_kind;

typedef struct token {
    token_kind kind;
    uint64_t value;
    const uint8_t *data; /* of TEXT and RAW */
    size_t size;
} token;

typedef struct record_tokens {
    record_kind kind;
    uint8_t flags;
    token *tokens;
    size_t count, sum;      /* sum: 1 + the token with the sum of the checksums */
    size_t offset;          /* of the record in the archive that was made last */
    size_t *places, placed; /* of INDEX: the tokens with the offsets of records */
    reel_memory unpacked;
} record_tokens;

static struct {
    const reel_format *format;
    archive_schema schema;
    reel_memory bytes;
    record_tokens records[RECORDS];
    size_t count;
    size_t whole_rows;
} base;

static char seen_rules[64][32];
static size_t rules_count, variants;

/* ---- an archive as tokens ---------------------------------------------------------------------------------------- */

static token *add(record_tokens *record, token_kind kind, uint64_t value)
{
    assert_true(record->count < TOKENS);
    record->tokens[record->count] = (token){ .kind = kind, .value = value };
    return &record->tokens[record->count++];
}

static uint64_t add_number(record_tokens *record, reel_cursor *in) { return add(record, NUMBER, reel_get_leb128(in))->value; }
static uint64_t add_byte(record_tokens *record, reel_cursor *in) { return add(record, BYTE, reel_get_u8(in))->value; }
static void add_fixed(record_tokens *record, reel_cursor *in) { add(record, FIXED, reel_get_u64le(in)); }

static void add_raw(record_tokens *record, reel_cursor *in, size_t size)
{
    token *raw = add(record, RAW, 0);
    raw->size = size;
    raw->data = reel_take(in, size);
}

static void add_text(record_tokens *record, reel_cursor *in)
{
    reel_string text = reel__payload_get_text(in);
    token *added = add(record, TEXT, text.size);
    added->data = (const uint8_t *)text.data;
    added->size = text.size;
}

static reel_cursor add_part(record_tokens *record, reel_cursor *in)
{
    reel_allocator allocator = reel__memory_allocator(NULL);
    add(record, PART, 0);
    assert_int_equal(reel__payload_get_part(in, NULL, &allocator, &record->unpacked, NULL), REEL_OK);
    return (reel_cursor){ .at = record->unpacked.data,
                          .end = record->unpacked.data + record->unpacked.size,
                          .end_offset = record->unpacked.size };
}

static void split_schema(record_tokens *record, reel_cursor *in)
{
    for (uint64_t tables = add_number(record, in); tables; tables--) {
        add_text(record, in);
        add_number(record, in);
        for (uint64_t fields = add_number(record, in); fields; fields--) {
            add_text(record, in);
            add_byte(record, in);
            add_number(record, in);
            add_number(record, in);
            add_text(record, in);
            add_number(record, in);
            add_byte(record, in);
            add_number(record, in);
        }
    }
}

static uint64_t split_head(record_tokens *record, reel_cursor *in)
{
    uint64_t table = add_number(record, in);
    add_number(record, in);
    add_number(record, in);
    bool spans = add_number(record, in) & PART_SPAN, whole = base.schema.tables[table].whole_time;
    for (int i = 0; i < 2 && spans; i++) {
        if (whole)
            add_number(record, in);
        else
            add_fixed(record, in);
    }
    return table;
}

static void split_rows(record_tokens *record, reel_cursor *in)
{
    for (uint64_t parts = add_number(record, in); parts; parts--) {
        split_head(record, in);
        add_text(record, in);
    }
    add_raw(record, in, reel_left(in));
}

static void split_index(record_tokens *record, reel_cursor *in)
{
    for (uint64_t entries = add_number(record, in); entries; entries--) {
        add_byte(record, in);
        record->places[record->placed++] = record->count;
        add_number(record, in);
        for (uint64_t parts = add_number(record, in); parts; parts--) {
            uint64_t table = split_head(record, in);
            if (add_byte(record, in)) add_raw(record, in, (size_t)base.schema.tables[table].bounds);
        }
    }
}

static void split_end(record_tokens *record, reel_cursor *in)
{
    if (add_number(record, in) & END_ORIGINAL) {
        add_number(record, in);
        add_raw(record, in, SHA256_SIZE);
    }
    record->sum = record->count + 1;
    add_fixed(record, in);
    for (uint64_t tables = add_number(record, in); tables; tables--) add_number(record, in);
}

static void split_record(record_tokens *record, reel_cursor *in)
{
    reel_cursor part;
    switch (record->kind) {
    case RECORD_START:
        add_text(record, in);
        add_text(record, in);
        if (add_number(record, in) & START_STEPS) {
            add_fixed(record, in);
            add_fixed(record, in);
        }
        part = add_part(record, in);
        split_schema(record, &part);
        add(record, PART_END, 0);
        break;
    case RECORD_HEADER:
        part = add_part(record, in);
        split_rows(record, &part);
        add(record, PART_END, 0);
        break;
    case RECORD_INDEX:
        add_number(record, in);
        add_fixed(record, in);
        part = add_part(record, in);
        split_index(record, &part);
        add(record, PART_END, 0);
        break;
    case RECORD_ROWS: split_rows(record, in); break;
    case RECORD_END: split_end(record, in); break;
    default: add_fixed(record, in); break;
    }
    assert_false(in->failed);
    assert_int_equal(reel_left(in), 0);
}

static void split_archive(void)
{
    archive_record head;
    base.count = 0;
    for (size_t at = ARCHIVE_HEAD; at < base.bytes.size; at += RECORD_HEAD + head.size) {
        assert_true(reel__record_parse(base.bytes.data + at, &head) && base.count < RECORDS);
        record_tokens *record = &base.records[base.count++];
        *record = (record_tokens){ .kind = (record_kind)head.kind, .flags = head.flags };
        record->tokens = malloc(TOKENS * sizeof *record->tokens);
        record->places = malloc(RECORDS * sizeof *record->places);
        const uint8_t *payload = base.bytes.data + at + RECORD_HEAD;
        reel_cursor in = { .at = payload, .end = payload + head.size, .end_offset = head.size };
        split_record(record, &in);
    }
}

/* ---- tokens as an archive ---------------------------------------------------------------------------------------- */

/* What is changed: token `token` of record `record`. */
typedef struct change {
    size_t record, token;
    enum {
        SET,      /* its value: a number, or the stated length of a text */
        OVERLONG, /* a number of 11 bytes */
        RENAME,   /* a text becomes another one of the same record */
        CUT,      /* the payload ends before it */
        MORE,     /* a byte more after it */
        METHOD    /* another compression of a part */
    } how;
    uint64_t value;
} change;

static const token *another_text(const record_tokens *record, size_t from)
{
    for (size_t t = from; t-- > 0;)
        if (record->tokens[t].kind == TEXT) return &record->tokens[t];
    return NULL;
}

static void put_token(reel_memory *to, const token *of, const record_tokens *record, const change *c)
{
    static const uint8_t overlong[11] = { 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1 };
    uint64_t value = c && c->how == SET ? c->value : of->value;
    const token *text = c && c->how == RENAME ? another_text(record, c->token) : NULL;
    if (c && c->how == OVERLONG)
        assert_true(memory_add(to, overlong, sizeof overlong));
    else if (text)
        assert_true(reel__payload_text(to, text->data, text->size));
    else if (of->kind == NUMBER)
        assert_true(reel__payload_number(to, value));
    else if (of->kind == BYTE)
        assert_true(memory_add(to, &(uint8_t){ (uint8_t)value }, 1));
    else if (of->kind == FIXED)
        assert_true(reel__payload_u64(to, value));
    else if (of->kind == TEXT)
        assert_true(reel__payload_number(to, value) && memory_add(to, of->data, of->size));
    else if (of->kind == RAW)
        assert_true(memory_add(to, of->data, of->size));
    if (c && c->how == MORE) assert_true(memory_add(to, "\1", 1));
}

static void put_record(reel_memory *to, const record_tokens *record, const change *c, uint64_t *sum)
{
    reel_memory block = { .allocator = reel__memory_allocator(NULL) }, part = { .allocator = reel__memory_allocator(NULL) };
    reel_memory *into = &block;
    uint8_t method = 0;
    assert_true(reel__record_begin(&block));
    for (size_t t = 0; t < record->count; t++) {
        const change *here = c && c->token == t ? c : NULL;
        const token *of = &record->tokens[t];
        token own = *of;
        if (here && here->how == CUT) break;
        if (record->sum == t + 1 && !here) own.value = *sum;
        if (of->kind == PART) into = &part;
        if (of->kind == PART && here && here->how == METHOD) method = (uint8_t)here->value;
        if (of->kind == PART_END) {
            assert_true(memory_add(&block, &method, 1) && reel__payload_text(&block, part.data, part.size));
            into = &block;
        }
        put_token(into, &own, record, here);
    }
    if (into == &part) assert_true(memory_add(&block, &method, 1) && reel__payload_text(&block, part.data, part.size));
    assert_true(reel__record_seal(&block, record->kind));
    if (record->kind < RECORD_END) *sum = reel__record_sum(*sum, block.data);
    assert_true(memory_add(to, block.data, block.size));
    reel_memory_free(&block);
    reel_memory_free(&part);
}

/* An index of the records as they are now. */
static void settle_index(record_tokens *index, const reel_memory *made)
{
    size_t entry = 0;
    for (const record_tokens *r = base.records; r < index; r++) {
        if (r->kind == RECORD_END) {
            index->tokens[0].value = r->offset;
            index->tokens[1].value = reel_load_u64le(made->data + r->offset + 8);
        } else if (r->kind != RECORD_START && entry < index->placed)
            index->tokens[index->places[entry++]].value = r->offset;
    }
}

/* The archive with a change; its index and the sum of its checksums are right, unless the change is one of them. */
static reel_memory changed_archive(const change *c)
{
    reel_memory made = { .allocator = reel__memory_allocator(NULL) };
    uint64_t sum = 0;
    assert_true(memory_add(&made, base.bytes.data, ARCHIVE_HEAD));
    for (size_t r = 0; r < base.count; r++) {
        record_tokens *record = &base.records[r];
        record->offset = made.size;
        if (record->kind == RECORD_INDEX) settle_index(record, &made);
        if (record->kind == RECORD_TAIL) record->tokens[0].value = made.size - base.records[r - 1].offset;
        put_record(&made, record, c && c->record == r ? c : NULL, &sum);
    }
    return made;
}

/* ---- readings ----------------------------------------------------------------------------------------------------- */

static void note_rule(const char *rule)
{
    for (size_t i = 0; i < rules_count; i++)
        if (!strncmp(seen_rules[i], rule, sizeof seen_rules[i] - 1)) return;
    assert_true(rules_count < sizeof seen_rules / sizeof *seen_rules);
    snprintf(seen_rules[rules_count++], sizeof seen_rules[0], "%s", rule);
}

static void note_finding(void *context, const reel_finding *finding)
{
    (void)context;
    note_rule(finding->rule);
}

static size_t rows_of(const reel_chunk *chunk)
{
    size_t rows = 0, count;
    for (const reel_table *const *table = base.format->tables; *table; table++) {
        if ((*table)->flags & REEL_TABLE_HEADER) continue;
        reel_chunk_rows(chunk, *table, &count);
        rows += count;
    }
    return rows;
}

/* Reads a part of the rows, as an index allows; never more rows than there are. */
static void read_span(const char *what, const reel_memory *archive, bool narrow)
{
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = machinery_options(&allocator);
    static const char *const select[] = { "frames.head_position", "notes.time", "events", "physics.x", NULL };
    reel_reader *reader;
    reel_error error = { .rule = "" };
    options.has_from = options.has_to = true;
    options.from = narrow ? 0.02 : -1e9;
    options.to = narrow ? 0.03 : 1e9;
    options.select = narrow ? select : NULL;
    options.report = note_finding;
    reel_status status = reel_open(reel_source_memory(archive->data, archive->size), &options, &reader, &error);
    if (status >= 0) {
        const reel_chunk *chunk;
        size_t rows = 0;
        while ((status = reel_next(reader, &chunk, &error)) == REEL_OK)
            if (reel_reader_format(reader) == base.format) rows += rows_of(chunk);
        if (rows > base.whole_rows) fail_msg("%s: %zu rows of %zu", what, rows, base.whole_rows);
        reel_close(reader);
    }
    if (status < 0 && (error.status != status || !*error.rule || !*error.message)) fail_msg("%s: no reason is given", what);
    if (status == REEL_MEMORY || status == REEL_IO) fail_msg("%s: %s", what, error.message);
    if (status < 0) note_rule(error.rule);
    if (memory.live) fail_msg("%s: %zu bytes leaked", what, memory.live);
}

static void read_archive(const char *what, const reel_memory *archive)
{
    variants++;
    reel_free(damage_read_container(what, archive->data, archive->size));
    read_span(what, archive, false);
    read_span(what, archive, true);
}

/* Of records with many values light effort tries one change in so many. */
static void read_variant(const change *c)
{
    static size_t turn;
    char what[100];
    if (base.records[c->record].count > FEW && turn++ % by_effort(1, 7, 17)) return;
    reel_memory archive = changed_archive(c);
    snprintf(what, sizeof what, "%s: record %zu, token %zu, change %d to %llu", base.format->id, c->record, c->token, (int)c->how,
             (unsigned long long)c->value);
    read_archive(what, &archive);
    reel_memory_free(&archive);
}

static void change_token(size_t r, size_t t)
{
    const record_tokens *record = &base.records[r];
    const token *of = &record->tokens[t];
    const uint64_t values[] = { of->value + 1, 0,     1,          of->value - 1, 2 * of->value + 1, 99,
                                65536,         65535, UINT32_MAX, UINT64_MAX,    UINT64_MAX >> 1,   UINT64_C(1) << 40 };
    if (of->kind == NUMBER || of->kind == BYTE || of->kind == TEXT || of->kind == FIXED)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) read_variant(&(change){ r, t, SET, values[v] });
    if (of->kind == NUMBER) read_variant(&(change){ r, t, OVERLONG, 0 });
    if (of->kind == TEXT && another_text(record, t)) read_variant(&(change){ r, t, RENAME, 0 });
    if (of->kind == PART)
        for (uint64_t method = 1; method < 4; method++) read_variant(&(change){ r, t, METHOD, method });
    read_variant(&(change){ r, t, CUT, 0 });
    read_variant(&(change){ r, t, MORE, 0 });
}

/* ---- whole records ------------------------------------------------------------------------------------------------ */

static void put_whole(reel_memory *to, const reel_memory *from, size_t r, uint8_t kind, uint8_t flags)
{
    size_t begin = base.records[r].offset, end = r + 1 < base.count ? base.records[r + 1].offset : from->size, at = to->size;
    assert_true(memory_add(to, from->data + begin, end - begin));
    to->data[at] = kind;
    to->data[at + 1] = flags;
    reel_store_u64le(to->data + at + 8,
                     reel__xxh3_64(to->data + at + RECORD_HEAD, end - begin - RECORD_HEAD, reel_load_u64le(to->data + at)));
}

/* Each record is left out, there twice, exchanged with the next one, and of each kind. */
static void change_records(void)
{
    enum { LEFT_OUT, TWICE, EXCHANGED, KINDS };
    static const uint8_t kinds[] = { 1, 2, 3, 4, 5, 6, 7, 8, 99 };
    reel_memory whole = changed_archive(NULL);
    for (size_t r = 0; r < base.count; r += r < 4 || r + 6 > base.count || full_effort() ? 1 : 5)
        for (size_t how = 0; how < KINDS + 2 * sizeof kinds; how++) {
            char what[100];
            reel_memory made = { .allocator = reel__memory_allocator(NULL) };
            assert_true(memory_add(&made, whole.data, ARCHIVE_HEAD));
            for (size_t i = 0; i < base.count; i++) {
                const record_tokens *record = &base.records[i];
                size_t from = how == EXCHANGED && i == r && r + 1 < base.count ? r + 1 : how == EXCHANGED && i == r + 1 ? r : i;
                bool here = i == r, other = here && how >= KINDS;
                if (here && how == LEFT_OUT) continue;
                put_whole(&made, &whole, from, other ? kinds[(how - KINDS) / 2] : (uint8_t)base.records[from].kind,
                          other ? (how - KINDS) % 2 : base.records[from].flags);
                if (here && how == TWICE) put_whole(&made, &whole, i, (uint8_t)record->kind, record->flags);
            }
            snprintf(what, sizeof what, "%s: record %zu, change %zu", base.format->id, r, how);
            read_archive(what, &made);
            reel_memory_free(&made);
        }
    reel_memory_free(&whole);
}

static void begin_base(const char *file, const reel_archive_options *how)
{
    size_t size;
    reel_error error;
    uint8_t *data = read_file(project_path(file), &size);
    reel_allocator allocator = reel__memory_allocator(NULL);
    if (reel_pack(reel_source_memory(data, size), NULL, how, reel_sink_memory(&base.bytes, NULL), NULL, &error) < 0)
        fail_msg("%s", error.message);
    reel_replay *whole = load_bytes(base.bytes.data, base.bytes.size, NULL);
    base.format = reel_replay_format(whole);
    base.whole_rows = rows_of(reel_replay_chunk(whole));
    reel_free(whole);
    if (!reel__archive_begins(base.bytes.data,
                              base.bytes.size)) { /* it was stored, as its rows take more than the file: they alone will do */
        const specimen own = { .data = data, .size = size };
        reel_memory_free(&base.bytes);
        assert_true(archive_of_file(&own, how->chunk_rows, &base.bytes));
    }
    assert_int_equal(reel__schema_of_format(&base.schema, base.format, &allocator), REEL_OK);
    split_archive();
    free(data);
}

static void end_base(void)
{
    for (size_t r = 0; r < base.count; r++) {
        free(base.records[r].tokens);
        free(base.records[r].places);
        reel_memory_free(&base.records[r].unpacked);
    }
    reel__schema_free(&base.schema);
    reel_memory_free(&base.bytes);
}

static void change_values(const char *file, const reel_archive_options *how)
{
    begin_base(file, how);
    reel_memory same = changed_archive(NULL);
    reel_replay *a = load_bytes(base.bytes.data, base.bytes.size, NULL), *b = load_bytes(same.data, same.size, NULL);
    assert_same_replay(a, b, true, file);
    reel_free(a);
    reel_free(b);
    reel_memory_free(&same);
    for (size_t r = 0; r < base.count; r++) {
        bool again = r > 2 && base.records[r].kind == RECORD_ROWS && !full_effort(); /* one record of rows is like another */
        for (size_t t = 0; t < base.records[r].count && !again; t++) change_token(r, t);
    }
    change_records();
    end_base();
}

static void assert_seen(const char *rule)
{
    for (size_t i = 0; i < rules_count; i++)
        if (!strcmp(seen_rules[i], rule)) return;
    fail_msg("no archive of %zu was found to break %s", variants, rule);
}

static void no_value_of_an_archive_is_trusted(void **state)
{
    (void)state;
    change_values("tests/formats/bsor/golden/full.bsor",
                  &(reel_archive_options){ REEL_SIZED(reel_archive_options), .chunk_rows = 2, .id = "an id" });
    change_values("tests/formats/bsor/golden/note-ids.bsor",
                  &(reel_archive_options){ REEL_SIZED(reel_archive_options), .position_error = 1e-4, .rotation_error = 0.05 });
    change_values("tests/formats/teehistorian/golden/every-message.teehistorian",
                  &(reel_archive_options){ REEL_SIZED(reel_archive_options), .chunk_rows = 7 });
    change_values("tests/formats/gdr/golden/physics.gdr2",
                  &(reel_archive_options){ REEL_SIZED(reel_archive_options), .chunk_rows = 2 });
    static const char *const rules[] = { "archive.schema", "archive.rows",       "archive.totals",    "archive.part",
                                         "archive.method", "archive.fields",     "archive.table",     "archive.order",
                                         "archive.index",  "archive.unfinished", "archive.precision", "archive.format" };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) assert_seen(rules[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_value_of_an_archive_is_trusted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
