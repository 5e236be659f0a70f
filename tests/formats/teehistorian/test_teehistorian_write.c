/* SPDX-License-Identifier: MIT
 * Writing as a server does, and the operations: what comes out reads as what was meant. */
#include "corpus.h"
#include "generate.h"
#include "machinery.h"

#include <reel/ddnet.h>

static const teehistorian_header usual = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };

static reel_writer *begin_file(reel_memory *memory)
{
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(memory, NULL), &reel_format_teehistorian, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, &teehistorian_headers, &usual, 1), REEL_OK);
    return writer;
}

static void end_file(reel_writer *writer)
{
    reel_error error;
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
}

/* The messages of a file that was written, without its header. */
static void assert_messages(const reel_memory *memory, const char *hex)
{
    bytes wanted = { .size = 0 };
    const uint8_t *nul = memchr(memory->data + TEE_MAGIC_BYTES, 0, memory->size - TEE_MAGIC_BYTES);
    size_t size = (size_t)(memory->data + memory->size - (nul + 1));
    put_hex(&wanted, hex);
    assert_int_equal(size, wanted.size);
    assert_memory_equal(nul + 1, wanted.data, size);
}

static void put_position(reel_writer *writer, int32_t tick, int32_t cid, int32_t x, uint8_t kind)
{
    const teehistorian_position row = { .tick = tick, .cid = cid, .x = x, .kind = kind };
    assert_int_equal(reel_append(writer, &teehistorian_positions, &row, 1), REEL_OK);
}

static void places_skips_as_a_server_does(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = begin_file(&memory);
    put_position(writer, 1, 0, 1, 0);
    put_position(writer, 2, 0, 2, 0);
    put_position(writer, 3, 1, 5, 0);
    put_position(writer, 3, 2, 5, 0);
    put_position(writer, 4, 1, 6, 0);
    put_position(writer, 9, 1, 7, 0);
    end_file(writer);
    assert_messages(&memory, "42 00 01 00 00 01 00 4100 42 01 05 00 42 02 05 00 01 01 00 4104 01 01 00 40");
    reel_memory_free(&memory);
}

static void leaves_out_characters_that_stand_still(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = begin_file(&memory);
    for (int32_t tick = 1; tick < 6; tick++) put_position(writer, tick, 3, tick < 5 ? 10 : 11, 0);
    end_file(writer);
    assert_messages(&memory, "42 03 0a 00 4103 03 01 00 40");
    reel_memory_free(&memory);
}

static uint32_t below(uint32_t *random, uint32_t limit)
{
    *random = *random * 1664525 + 1013904223;
    return (*random >> 8) % limit;
}

/* A position that mostly goes on from the one before, but may be any. */
static teehistorian_position any_position(uint32_t *random, uint64_t seq, int32_t tick, int32_t cid)
{
    static const uint8_t kinds[] = { 0, 0, 0, 0, TEEHISTORIAN_DIFF, TEEHISTORIAN_NEW, TEEHISTORIAN_OLD, TEEHISTORIAN_STRAY };
    static const int32_t far[] = { 0, 1, -1, 31, 32, -33, 4096, INT32_MAX, INT32_MIN };
    teehistorian_position row = { .seq = seq, .tick = tick, .cid = cid, .x = 32, .y = 32 };
    if (below(random, 3) == 0) row.x = far[below(random, 9)];
    if (below(random, 4) == 0) row.y = far[below(random, 9)];
    if (below(random, 40) == 0) row.kind = kinds[below(random, 8)];
    if (below(random, 600) == 0) row.cid = far[below(random, 9)];
    if (below(random, 600) == 0) row.tick = far[below(random, 9)];
    return row;
}

/* Writes random positions. With a form that belongs to no message, the writer has to look for one at each. */
static reel_status write_positions(uint32_t random, bool with_form, reel_memory *memory, reel_error *error)
{
    reel_writer *writer = begin_file(memory);
    int32_t tick = 1, cid = -1;
    const uint32_t clients = 1 + below(&random, 5), pauses = 2 + below(&random, 40);
    for (uint64_t seq = 0; seq < 200; seq++) {
        cid += 1 + (int32_t)(below(&random, 5) == 0);
        if (cid >= (int32_t)clients) {
            cid = 0;
            tick += 1 + (int32_t)(below(&random, pauses) == 0);
        }
        const teehistorian_position row = any_position(&random, seq, tick, cid);
        reel_append(writer, &teehistorian_positions, &row, 1);
    }
    const teehistorian_form form = { .seq = UINT64_MAX, .tick = INT32_MAX, .forms = { (const uint8_t *)"\2", 1 } };
    if (with_form) assert_int_equal(reel_append(writer, &teehistorian_forms, &form, 1), REEL_OK);
    return reel_finish(writer, error);
}

static void the_usual_way_writes_what_the_general_way_writes(void **state)
{
    (void)state;
    size_t written = 0, refused = 0;
    for (uint32_t seed = 1; seed <= by_effort(20000, 3000, 600); seed++) {
        reel_memory usual_way, general_way;
        reel_error why, other = { .rule = "" };
        const reel_status status = write_positions(seed, false, &usual_way, &why);
        assert_int_equal(write_positions(seed, true, &general_way, &other), status);
        if (status == REEL_OK) {
            assert_int_equal(usual_way.size, general_way.size);
            assert_memory_equal(usual_way.data, general_way.data, usual_way.size);
            written++;
        } else {
            assert_string_equal(why.message, other.message);
            assert_int_equal(why.offset, other.offset);
            refused++;
        }
        reel_memory_free(&usual_way);
        reel_memory_free(&general_way);
    }
    assert_true(written > 50 && refused > 50);
}

static void orders_rows_of_a_tick_by_number(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = begin_file(&memory);
    const teehistorian_drop drop = { .tick = 5, .seq = 1, .cid = 1 };
    const teehistorian_join join = { .tick = 5, .seq = 2, .cid = 1 };
    assert_int_equal(reel_append(writer, &teehistorian_joins, &join, 1), REEL_OK);
    assert_int_equal(reel_append(writer, &teehistorian_drops, &drop, 1), REEL_OK);
    end_file(writer);
    assert_messages(&memory, "4104 48 01 00 47 01 40");
    reel_memory_free(&memory);
}

static void keeps_whole_ticks_of_a_server_that_dies(void **state)
{
    (void)state;
    reel_memory memory;
    reel_error error;
    reel_writer *writer = begin_file(&memory);
    put_position(writer, 1, 0, 1, 0);
    assert_int_equal(reel_flush(writer, &error), REEL_OK);
    put_position(writer, 2, 0, 2, 0);
    assert_messages(&memory, "42 00 01 00");
    reel_discard(writer);
}

static void refuses(int32_t tick_a, int32_t cid_a, int32_t tick_b, int32_t cid_b, const char *rule)
{
    reel_memory memory;
    reel_error error;
    reel_writer *writer = begin_file(&memory);
    put_position(writer, tick_a, cid_a, 1, TEEHISTORIAN_NEW);
    assert_int_equal(reel_flush(writer, &error), REEL_OK);
    put_position(writer, tick_b, cid_b, 2, TEEHISTORIAN_NEW);
    assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, rule);
}

static void refuses_rows_that_have_no_place(void **state)
{
    (void)state;
    refuses(5, 0, 4, 0, "teehistorian.tick-order");
    refuses(5, 3, 5, 3, "teehistorian.record-order");
    refuses(5, 3, 5, 2, "teehistorian.record-order");
}

static void refuses_to_begin_without_a_header(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, &error), REEL_OK);
    put_position(writer, 1, 0, 1, 0);
    assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "teehistorian.header");
}

/* ---- operations ------------------------------------------------------------------------------------------------------------- */

static reel_replay *change(const char *path, const reel_convert_options *how, reel_memory *memory)
{
    reel_source source;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_source_file(path, 0, &source, &error), REEL_OK);
    if (reel_convert(source, NULL, NULL, reel_sink_memory(memory, NULL), how, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(reel_load(reel_source_memory(memory->data, memory->size), NULL, &replay, &error), REEL_OK);
    return replay;
}

static reel_replay *operate(const char *path, const char *operation, const char *argument, reel_memory *memory)
{
    const reel_setting setting = { operation, argument };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &setting, .operation_count = 1 };
    return change(path, &how, memory);
}

/* The golden file with a record of every kind. */
static const char *every_message(void)
{
    static char path[300];
    snprintf(path, sizeof path, "%s", project_path("tests/formats/teehistorian/golden/every-message.teehistorian"));
    return path;
}

/* A recording of a server that reads to its end; NULL for any other sample. */
static reel_replay *load_recording(const char *path, const char *name)
{
    reel_replay *replay;
    reel_error error;
    if (strcmp(corpus_index("teehistorian", name, "kind"), "real") != 0) return NULL;
    if (reel_load_file(path, NULL, &replay, &error) < 0) fail_msg("%s: %s", name, error.message);
    if (!reel_replay_damage(replay)) return replay;
    printf("%s is damaged, so not compared\n", name);
    reel_free(replay);
    return NULL;
}

static void with_each_recording(bool (*run)(const char *path, const char *name))
{
    corpus_need("samples/teehistorian");
    corpus_compared(corpus_each("samples/teehistorian", ".teehistorian", run), "recordings");
}

/* How many characters there are after the ticks before `tick`. */
static size_t alive_before(const teehistorian_position *rows, size_t count, int32_t tick)
{
    bool alive[TEEHISTORIAN_CLIENTS] = { false };
    size_t sum = 0;
    for (size_t i = 0; i < count && rows[i].tick < tick; i++)
        if (rows[i].cid >= 0 && rows[i].cid < TEEHISTORIAN_CLIENTS) alive[rows[i].cid] = rows[i].kind != TEEHISTORIAN_OLD;
    for (size_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) sum += alive[cid];
    return sum;
}

static void compare_cut_positions(const reel_replay *whole, const reel_replay *part, int32_t from, int32_t to)
{
    size_t all, some, before = 0, matched = 0;
    const teehistorian_position *a = reel_rows(whole, &teehistorian_positions, &all),
                                *b = reel_rows(part, &teehistorian_positions, &some);
    while (before < some && b[before].tick < from) assert_int_equal(b[before++].kind, TEEHISTORIAN_NEW);
    assert_int_equal(before, alive_before(a, all, from));
    for (size_t i = 0; i < all; i++) {
        if (a[i].tick < from || a[i].tick >= to) continue;
        assert_true(before + matched < some);
        const teehistorian_position *p = &b[before + matched++];
        assert_true(p->tick == a[i].tick && p->cid == a[i].cid && p->x == a[i].x && p->y == a[i].y && p->kind == a[i].kind);
    }
    assert_int_equal(before + matched, some);
}

static bool cut_recording(const char *path, const char *name)
{
    reel_replay *whole = load_recording(path, name);
    if (!whole) return false;
    size_t all, some, at = 0;
    const teehistorian_ending *ending = reel_rows(whole, &teehistorian_endings, &all);
    int32_t from = ending->tick / 3, to = ending->tick / 3 * 2 + 1;
    reel_memory memory;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .from = from, .has_to = true,
                                       .to = to };
    reel_replay *part = change(path, &how, &memory);
    compare_cut_positions(whole, part, from, to);
    const teehistorian_input *a = reel_rows(whole, &teehistorian_inputs, &all), *b = reel_rows(part, &teehistorian_inputs, &some);
    while (at < some && b[at].tick < from) at++;
    for (size_t i = 0; i < all; i++) {
        if (a[i].tick < from || a[i].tick >= to) continue;
        assert_true(at < some);
        assert_memory_equal(&a[i].direction, &b[at++].direction, 40);
    }
    assert_int_equal(at, some);
    reel_free(whole);
    reel_free(part);
    reel_memory_free(&memory);
    return true;
}

static void a_cut_holds_the_rows_of_its_ticks(void **state)
{
    (void)state;
    with_each_recording(cut_recording);
}

/* A difference in the span whose base lies before it: the values are those of the whole file, whoever had the slot. */
static void a_cut_states_the_first_input_of_a_slot(void **state)
{
    (void)state;
    reel_replay *whole;
    size_t all;
    const char *path = project_path("tests/formats/teehistorian/golden/slot-reuse.teehistorian");
    assert_int_equal(reel_load_file(path, NULL, &whole, NULL), REEL_OK);
    const teehistorian_input *inputs = reel_rows(whole, &teehistorian_inputs, &all);
    assert_int_equal(all, 3);
    for (int from = 0; from <= inputs[2].tick + 1; from++) {
        reel_memory memory;
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .from = from };
        reel_replay *part = change(project_path("tests/formats/teehistorian/golden/slot-reuse.teehistorian"), &how, &memory);
        size_t count, at = 0, first = 0;
        const teehistorian_input *rows = reel_rows(part, &teehistorian_inputs, &count);
        while (first < all && inputs[first].tick < from) first++;
        while (at < count && rows[at].tick < from) at++; /* the state before the span */
        assert_int_equal(count - at, all - first);
        if (count) assert_int_equal(rows[0].kind, TEEHISTORIAN_NEW);
        for (; at < count; at++, first++)
            assert_memory_equal(&rows[at].direction, &inputs[first].direction, 10 * sizeof rows[at].direction);
        reel_free(part);
        reel_memory_free(&memory);
    }
    reel_free(whole);
}

static bool holds(const reel_memory *memory, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= memory->size; i++)
        if (memcmp(memory->data + i, text, size) == 0) return true;
    return false;
}

/* Names, a clan, an address, the key of a login, the words of a server. */
static void expect_nobody(reel_replay *replay, const reel_memory *memory)
{
    static const char *const secrets[] = { "alpha", "clan", "192.0.2.1", "default_admin", "(b)", "a \\\"server" };
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
        if (holds(memory, secrets[i])) fail_msg("\"%s\" is still there", secrets[i]);
    reel_replay *whole;
    size_t count, all;
    assert_int_equal(reel_load_file(every_message(), NULL, &whole, NULL), REEL_OK);
    reel_rows(replay, &teehistorian_positions, &count);
    reel_rows(whole, &teehistorian_positions, &all);
    assert_int_equal(count, all);
    reel_free(whole);
}

static void a_scrubbed_file_names_nobody(void **state)
{
    (void)state;
    reel_memory memory;
    reel_replay *replay = operate(every_message(), "scrub", "key", &memory);
    expect_nobody(replay, &memory);
    reel_free(replay);
    reel_memory_free(&memory);
}

/* The golden file with a ChangeInfo in place of the StartInfo: the messages differ in their ids only. */
static void a_name_that_changes_is_scrubbed_and_its_message_stays(void **state)
{
    (void)state;
    enum { START_INFO = 20, CHANGE_INFO = 21 };
    static const char named[] = "alpha\0clan";
    const reel_setting setting = { "scrub", "key" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &setting, .operation_count = 1 };
    size_t size, at = 1, count, changes = 0;
    reel_memory memory;
    reel_replay *replay;
    reel_error error;
    uint8_t *data = read_file(every_message(), &size);
    while (at + sizeof named < size && memcmp(data + at, named, sizeof named) != 0) at++;
    assert_int_equal(data[at - 1], START_INFO << 1); /* the lowest bit is for messages of the engine */
    data[at - 1] = CHANGE_INFO << 1;
    if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error), REEL_OK);
    expect_nobody(replay, &memory);
    const teehistorian_message *rows = reel_rows(replay, &teehistorian_messages, &count);
    for (size_t i = 0; i < count; i++) changes += rows[i].message_id == CHANGE_INFO;
    assert_int_equal(changes, 1);
    reel_free(replay);
    reel_memory_free(&memory);
    free(data);
}

static void an_anonymised_file_names_nobody_and_stays_whole(void **state)
{
    (void)state;
    reel_memory memory;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE };
    reel_replay *replay = change(every_message(), &how, &memory);
    expect_nobody(replay, &memory);
    size_t count;
    const teehistorian_header *header = reel_rows(replay, &teehistorian_headers, &count);
    assert_int_equal(header->version, 2);
    assert_int_equal(header->map_name.size, strlen("tiny"));
    static const reel_uuid nil = { { 0 } };
    assert_memory_not_equal(&header->game_uuid, &nil, sizeof nil); /* other readers need one */
    if (holds(&memory, "a1eb7182") || holds(&memory, "19.8")) fail_msg("the game or the client can still be told");
    const teehistorian_client *clients = reel_rows(replay, &teehistorian_clients, &count);
    for (size_t i = 0; i < count; i++)
        if (clients[i].version_string.size) assert_memory_equal(clients[i].version_string.data, "hidden", 6);
    reel_free(replay);
    reel_memory_free(&memory);
}

static void count_losses(void *context, const reel_finding *finding)
{
    bool header = finding->table == &teehistorian_headers || finding->table == &teehistorian_values;
    if (header && strcmp(finding->rule, "convert.loss") == 0) ++*(size_t *)context;
}

static void a_lower_version_reports_what_it_loses(void **state)
{
    (void)state;
    size_t losses = 0;
    reel_memory memory;
    reel_error error;
    const reel_setting version = { "version", "1" };
    const reel_options options = { REEL_SIZED(reel_options), .report = count_losses, .report_context = &losses };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &version, .operation_count = 1 };
    size_t size;
    uint8_t *data = read_file(every_message(), &size);
    assert_int_equal(reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&memory, NULL), &how, &error),
                     REEL_OK);
    assert_int_equal(losses, 2); /* version_minor, and the names of extensions */
    reel_memory_free(&memory);
    free(data);
}

static reel_replay *names_in(const reel_replay *replay)
{
    static const reel_table *const tables[] = { &ddnet_names, NULL };
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = tables };
    reel_replay *result;
    reel_error error;
    if (reel_insight_run_chunk(&reel_insight_ddnet, &reel_format_teehistorian, reel_replay_chunk(replay), &options, &result,
                               &error) < 0)
        fail_msg("%s", error.message);
    return result;
}

static bool same_text(reel_string a, reel_string b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* Everybody has another name, nobody has somebody else's, and what they did stays. */
static bool anonymise_recording(const char *path, const char *name)
{
    reel_replay *whole = load_recording(path, name);
    if (!whole) return false;
    reel_memory memory;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE };
    reel_replay *part = change(path, &how, &memory), *before = names_in(whole), *after = names_in(part);
    size_t count, other;
    const ddnet_name *was = reel_rows(before, &ddnet_names, &count), *is = reel_rows(after, &ddnet_names, &other);
    assert_int_equal(count, other);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(is[i].clan.size, 0);
        for (size_t j = 0; j < count; j++)
            if (was[i].name.size && same_text(was[i].name, is[j].name))
                fail_msg("%s: %.*s is still there", name, (int)was[i].name.size, was[i].name.data);
    }
    reel_rows(whole, &teehistorian_positions, &count);
    reel_rows(part, &teehistorian_positions, &other);
    assert_int_equal(count, other);
    reel_free(before);
    reel_free(after);
    reel_free(whole);
    reel_free(part);
    reel_memory_free(&memory);
    return true;
}

static void anonymised_recordings_name_nobody(void **state)
{
    (void)state;
    with_each_recording(anonymise_recording);
}

static void version_1_has_no_extensions(void **state)
{
    (void)state;
    reel_memory memory;
    reel_replay *replay = operate(every_message(), "version", "1", &memory);
    size_t count;
    for (size_t i = 0; i < TEE_KINDS; i++) {
        if (reel__tee_kinds[i].id != TEE_EX) continue;
        reel_rows(replay, reel__tee_kinds[i].table, &count);
        assert_int_equal(count, 0);
    }
    const teehistorian_header *header = reel_rows(replay, &teehistorian_headers, &count);
    assert_int_equal(header->version, 1);
    reel_rows(replay, &teehistorian_joins, &count);
    assert_int_equal(count, 2);
    reel_free(replay);
    reel_memory_free(&memory);
}

/* Rows of `table` that are `cid`'s, the server's (below 0), or have no client: from `i` on. */
static size_t next_kept(const reel_table *table, const uint8_t *rows, size_t count, size_t i, int32_t wanted)
{
    const reel_field *field = reel_table_field(table, "cid");
    for (; field && i < count; i++) {
        const uint8_t *row = rows + i * table->row_size;
        int32_t cid;
        memcpy(&cid, row + field->offset, sizeof cid);
        bool team =
            table == &teehistorian_finishes && ((const teehistorian_finish *)(const void *)row)->kind == TEEHISTORIAN_TEAM_FINISH;
        if (cid == wanted || cid < 0 || team) break;
    }
    return i;
}

static void assert_client_alone(const char *path, int32_t cid)
{
    char argument[12];
    reel_memory memory;
    reel_replay *whole;
    snprintf(argument, sizeof argument, "%d", (int)cid);
    reel_replay *part = operate(path, "client", argument, &memory);
    assert_int_equal(reel_load_file(path, NULL, &whole, NULL), REEL_OK);
    for (const reel_table *const *t = reel__tee_tables; *t; t++) {
        size_t all, some, kept = 0;
        const uint8_t *a = reel_rows(whole, *t, &all), *b = reel_rows(part, *t, &some);
        if ((*t)->flags & REEL_TABLE_LAYOUT) continue;
        for (size_t i = next_kept(*t, a, all, 0, cid); i < all; i = next_kept(*t, a, all, i + 1, cid), kept++)
            if (kept >= some || !rows_equal(*t, a + i * (*t)->row_size, b + kept * (*t)->row_size))
                fail_msg("%s: row %zu is not there any more", (*t)->name, i);
        if (kept != some) fail_msg("%s: %zu rows belong to others", (*t)->name, some - kept);
    }
    reel_free(whole);
    reel_free(part);
    reel_memory_free(&memory);
}

static void a_client_alone_has_its_own_rows(void **state)
{
    (void)state;
    char path[300];
    for (int32_t cid = 0; cid < 3; cid++) assert_client_alone(every_message(), cid);
    snprintf(path, sizeof path, "%s", project_path("tests/formats/teehistorian/golden/last-clients.teehistorian"));
    for (int32_t cid = 62; cid < TEEHISTORIAN_CLIENTS; cid++) assert_client_alone(path, cid);
}

static bool separate_clients(const char *path, const char *name)
{
    bool there[TEEHISTORIAN_CLIENTS] = { false };
    reel_replay *replay = load_recording(path, name);
    if (!replay) return false;
    size_t count;
    const teehistorian_join *joins = reel_rows(replay, &teehistorian_joins, &count);
    for (size_t i = 0; i < count; i++)
        if (joins[i].cid >= 0 && joins[i].cid < TEEHISTORIAN_CLIENTS) there[joins[i].cid] = true;
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++)
        if (there[cid]) assert_client_alone(path, cid);
    reel_free(replay);
    return true;
}

static void a_client_of_a_real_game_has_its_own_rows(void **state)
{
    (void)state;
    with_each_recording(separate_clients);
}

static void a_client_has_to_be_one(void **state)
{
    (void)state;
    static const char *const wrong[] = { "", "x", "-1", "1 ", "128", "99999999999" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const reel_setting setting = { "client", wrong[i] };
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &setting, .operation_count = 1 };
        test_sink sink = { 0 };
        reel_source source;
        reel_error error;
        assert_int_equal(reel_source_file(every_message(), 0, &source, &error), REEL_OK);
        assert_int_equal(reel_convert(source, NULL, NULL, test_sink_of(&sink), &how, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "edit.argument");
        assert_int_equal(sink.commits, 0);
        test_sink_free(&sink);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_skips_as_a_server_does),
        cmocka_unit_test(leaves_out_characters_that_stand_still),
        cmocka_unit_test(the_usual_way_writes_what_the_general_way_writes),
        cmocka_unit_test(orders_rows_of_a_tick_by_number),
        cmocka_unit_test(keeps_whole_ticks_of_a_server_that_dies),
        cmocka_unit_test(refuses_rows_that_have_no_place),
        cmocka_unit_test(refuses_to_begin_without_a_header),
        cmocka_unit_test(a_cut_holds_the_rows_of_its_ticks),
        cmocka_unit_test(a_scrubbed_file_names_nobody),
        cmocka_unit_test(a_name_that_changes_is_scrubbed_and_its_message_stays),
        cmocka_unit_test(an_anonymised_file_names_nobody_and_stays_whole),
        cmocka_unit_test(anonymised_recordings_name_nobody),
        cmocka_unit_test(a_cut_states_the_first_input_of_a_slot),
        cmocka_unit_test(a_lower_version_reports_what_it_loses),
        cmocka_unit_test(version_1_has_no_extensions),
        cmocka_unit_test(a_client_alone_has_its_own_rows),
        cmocka_unit_test(a_client_of_a_real_game_has_its_own_rows),
        cmocka_unit_test(a_client_has_to_be_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
