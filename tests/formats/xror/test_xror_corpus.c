/* SPDX-License-Identifier: MIT
 * Recordings of the corpus against what two independent readers found in them: verdicts, tables, header; and written back. */
#include "corpus.h"

#include "codec/sha256.h"
#include "formats/xror/reader.h"

#include <yyjson/yyjson.h>

/* ---- tables, from their rows ------------------------------------------------------------------------------------ */

/* Values of a table, as doubles in the order of the file. */
typedef struct matrix {
    double *values;
    size_t rows, columns;
} matrix;

static void hash_matrix(const matrix *m, bool wide, char text[2 * SHA256_SIZE + 1])
{
    sha256 sha;
    uint8_t hash[SHA256_SIZE];
    reel__sha256_begin(&sha);
    for (size_t i = 0; i < m->rows * m->columns; i++) {
        uint8_t bytes[8];
        if (wide)
            reel_store_u64le(bytes, reel_double_bits(m->values[i]));
        else
            reel_store_u32le(bytes, reel_float_bits(xror_narrow(m->values[i])));
        reel__sha256_add(&sha, bytes, wide ? 8 : 4);
    }
    reel__sha256_end(&sha, hash);
    for (size_t i = 0; i < SHA256_SIZE; i++) snprintf(text + 2 * i, 3, "%02x", hash[i]);
}

static matrix new_matrix(size_t rows, size_t columns)
{
    matrix m = { calloc(rows * columns + 1, sizeof(double)), rows, columns };
    assert_non_null(m.values);
    return m;
}

static void put_pose(double *row, const xror_device *device, const reel_pose *pose)
{
    float values[7];
    memcpy(values, pose, sizeof values);
    for (size_t i = 0; i < 7; i++) row[device->first_column + i] = xror_widen(values[i]);
}

static matrix motion_of(const reel_replay *replay)
{
    size_t frames, points, axes, devices, others = 0, columns = 1;
    const xror_frame *frame = reel_rows(replay, &xror_frames, &frames);
    const xror_point *point = reel_rows(replay, &xror_points, &points);
    const xror_axis *axis = reel_rows(replay, &xror_axes, &axes);
    const xror_device *device = reel_rows(replay, &xror_devices, &devices);
    for (size_t i = 0; i < axes && axis[i].frame == 0; i++) others++;
    columns += points ? 8 : others;
    for (unsigned bit = 0; frames && bit < 3; bit++) columns += frame[0].poses >> bit & 1 ? 7 : 0;
    matrix m = new_matrix(frames + points, columns);
    for (size_t i = 0; i < points; i++) {
        double *row = m.values + i * columns;
        row[0] = point[i].time;
        put_pose(row, &(xror_device){ .first_column = 1 }, &point[i].pose);
        row[8] = (double)point[i].pressure;
    }
    for (size_t i = 0; i < frames; i++) {
        const reel_pose *poses[] = { &frame[i].head, &frame[i].left_hand, &frame[i].right_hand };
        double *row = m.values + i * columns;
        row[0] = frame[i].time;
        for (size_t d = 0; d < devices; d++) {
            unsigned role = device[d].role;
            if (role >= XROR_HEAD && role <= XROR_RIGHT_HAND && frame[i].poses >> (role - 1) & 1)
                put_pose(row, &device[d], poses[role - 1]);
        }
    }
    for (size_t i = 0; i < axes; i++) m.values[axis[i].frame * columns + axis[i].column] = axis[i].value;
    return m;
}

/* The rows of a known type of event that come after `done` of the same table. */
static matrix known_of(const reel_replay *replay, const xror_event_type *type, size_t done)
{
    const xror_layout *layout = &reel__xror_layouts[type->layout];
    size_t count;
    const uint8_t *rows = reel_rows(replay, layout->table, &count);
    matrix m = new_matrix(type->count, layout->floats + 1u);
    assert_true(done + type->count <= count);
    for (size_t i = 0; i < m.rows; i++)
        for (size_t c = 0; c < m.columns; c++)
            memcpy(&m.values[i * m.columns + c],
                   rows + (done + i) * layout->table->row_size + (c ? layout->members[c - 1].offset : 0), sizeof(double));
    return m;
}

static matrix general_of(const reel_replay *replay, const xror_event_type *type, uint32_t number)
{
    size_t events, values, timed = 0;
    const xror_event *event = reel_rows(replay, &xror_events, &events);
    const xror_value *value = reel_rows(replay, &xror_values, &values);
    for (size_t i = 0; i < events; i++) timed += event[i].type == number && event[i].has_time;
    matrix m = new_matrix(timed, type->columns);
    for (size_t i = 0; i < events; i++)
        if (event[i].type == number && event[i].has_time) m.values[event[i].row * m.columns] = event[i].time;
    for (size_t i = 0; i < values; i++)
        if (value[i].type == number && value[i].kind == XROR_VALUE_FLOAT)
            m.values[value[i].row * m.columns + 1 + value[i].attribute] = value[i].number;
    return m;
}

static matrix events_of(const reel_replay *replay, size_t number)
{
    size_t count, done = 0;
    const xror_event_type *types = reel_rows(replay, &xror_event_types, &count);
    assert_true(number < count);
    if (!types[number].layout) return general_of(replay, &types[number], (uint32_t)number);
    for (size_t i = 0; i < number; i++)
        if (types[i].layout && reel__xror_layouts[types[i].layout].table == reel__xror_layouts[types[number].layout].table)
            done += types[i].count;
    return known_of(replay, &types[number], done);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

enum { MOST_RULES = 32 };
typedef struct seen {
    char rules[MOST_RULES][48];
    size_t count;
} seen;

static void see(void *context, const reel_finding *finding)
{
    seen *s = context;
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->rules[i], finding->rule) == 0) return;
    if (s->count < MOST_RULES) snprintf(s->rules[s->count++], sizeof s->rules[0], "%s", finding->rule);
}

static bool has_seen(const seen *s, const char *rule)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->rules[i], rule) == 0) return true;
    return false;
}

static reel_status load(const char *path, reel_replay **replay, seen *found, reel_error *error)
{
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_xror, .report = see, .report_context = found };
    return reel_load_file(path, &options, replay, error);
}

static const char *sample_path(const char *file)
{
    static char name[512];
    snprintf(name, sizeof name, "samples/xror/%s", file);
    return corpus_find(name);
}

static bool compare_table(const tsv *tables, size_t row)
{
    const char *file = tsv_cell(tables, row, "file"), *table = tsv_cell(tables, row, "table"), *path = sample_path(file);
    char hash[2 * SHA256_SIZE + 1];
    reel_replay *replay;
    reel_error error;
    seen found = { .count = 0 };
    if (!path) return false;
    if (load(path, &replay, &found, &error) < 0) fail_msg("%s: %s", file, error.message);
    bool frames = strcmp(table, "frames") == 0;
    matrix m = frames ? motion_of(replay) : events_of(replay, strtoul(table + strlen("events."), NULL, 10));
    size_t rows = strtoul(tsv_cell(tables, row, "rows"), NULL, 10), columns = strtoul(tsv_cell(tables, row, "columns"), NULL, 10);
    if (m.rows != rows || (rows && m.columns != columns)) fail_msg("%s %s: %zu x %zu", file, table, m.rows, m.columns);
    hash_matrix(&m, strcmp(tsv_cell(tables, row, "type"), "f32") != 0, hash);
    const char *wanted = tsv_cell(tables, row, "sha256 of little-endian values");
    if (rows && strcmp(hash, wanted) != 0) fail_msg("%s %s: other values", file, table);
    free(m.values);
    reel_free(replay);
    return true;
}

static void reads_every_table_as_decoded(void **state)
{
    (void)state;
    tsv tables;
    size_t compared = 0;
    if (!corpus_table("expected/xror/tables.tsv", &tables)) skip();
    for (size_t i = 0; i < tables.rows; i++) compared += compare_table(&tables, i);
    corpus_compared(compared, "tables of recordings");
    tsv_free(&tables);
}

/* ---- verdicts --------------------------------------------------------------------------------------------------- */

static void compare_findings(const char *file, const char *wanted, const seen *found)
{
    char rule[64];
    for (int used; sscanf(wanted, "%63s%n", rule, &used) == 1; wanted += used)
        if (!has_seen(found, rule)) fail_msg("%s: no finding of %s", file, rule);
}

/* Whole rows of frames, whatever tables they are in. */
static size_t frame_rows(const reel_replay *replay)
{
    size_t frames, points;
    reel_rows(replay, &xror_frames, &frames);
    reel_rows(replay, &xror_points, &points);
    return frames + points;
}

static bool compare_verdict(const tsv *verdicts, size_t row)
{
    const char *file = tsv_cell(verdicts, row, "file"), *path = sample_path(file), *wanted = tsv_cell(verdicts, row, "status");
    const char *offset = tsv_cell(verdicts, row, "offset"), *rows = tsv_cell(verdicts, row, "frames rows");
    const char *value = tsv_cell(verdicts, row, "stopped at value");
    reel_replay *replay;
    reel_error error = { .status = REEL_OK };
    seen found = { .count = 0 };
    char text[64];
    if (!path) return false;
    reel_status status = load(path, &replay, &found, &error);
    const reel_error *damage = status < 0 ? &error : reel_replay_damage(replay);
    const char *got = !damage ? "ok" : strcmp(damage->rule, "xror.not-xror") == 0 ? "not-xror" : reel_status_name(damage->status);
    if (strcmp(got, wanted) != 0) fail_msg("%s: %s, not %s", file, got, wanted);
    if (*offset && damage && damage->offset != strtoull(offset, NULL, 10))
        fail_msg("%s: at %llu", file, (unsigned long long)damage->offset);
    if (*rows && replay && frame_rows(replay) != strtoul(rows, NULL, 10)) fail_msg("%s: %zu frames", file, frame_rows(replay));
    snprintf(text, sizeof text, "value %s of", value);
    if (*value && !strstr(damage->message, text)) fail_msg("%s: %s", file, damage->message);
    compare_findings(file, tsv_cell(verdicts, row, "findings"), &found);
    reel_free(replay);
    return true;
}

static void gives_every_damaged_file_its_verdict(void **state)
{
    (void)state;
    tsv verdicts;
    size_t compared = 0;
    if (!corpus_table("expected/xror/verdicts.tsv", &verdicts)) skip();
    for (size_t i = 0; i < verdicts.rows; i++) compared += compare_verdict(&verdicts, i);
    corpus_compared(compared, "verdicts on recordings");
    tsv_free(&verdicts);
}

/* ---- headers ---------------------------------------------------------------------------------------------------- */

static const char *const place_paths[XROR_PLACES] = {
    [XROR_TOP] = "",
    [XROR_INFO] = "info.",
    [XROR_SOFTWARE] = "info.software.",
    [XROR_APP] = "info.software.app.",
    [XROR_ENVIRONMENT] = "info.software.environment.",
    [XROR_ACTIVITY] = "info.software.activity.",
    [XROR_USER] = "info.user.",
};

static bool same_scalar(const xror_info *info, const xror_known_key *key, yyjson_val *wanted)
{
    const uint8_t *slot = (const uint8_t *)info + key->offset;
    reel_string text;
    int64_t integer;
    double number;
    switch (key->action) {
    case XROR_TEXT:
    case XROR_TEXT_ID:
        memcpy(&text, slot, sizeof text);
        if (!yyjson_is_str(wanted)) return text.size > 0;
        return text.size == yyjson_get_len(wanted) && (!text.size || memcmp(text.data, yyjson_get_str(wanted), text.size) == 0);
    case XROR_INTEGER:
    case XROR_MOMENT: memcpy(&integer, slot, sizeof integer); return integer == yyjson_get_sint(wanted);
    case XROR_NUMBER: memcpy(&number, slot, sizeof number); return number == yyjson_get_num(wanted);
    default: return *slot == yyjson_get_bool(wanted);
    }
}

/* Compares the leaf of a header if a field has it. */
static size_t compare_leaf(const char *name, const xror_info *info, const char *path, yyjson_val *wanted)
{
    for (size_t i = 0; i < XROR_KNOWN_KEYS; i++) {
        const xror_known_key *key = &reel__xror_known_keys[i];
        const char *place = key->place < XROR_PLACES ? place_paths[key->place] : NULL;
        char full[128];
        if (!place || key->action >= XROR_CHILD) continue;
        snprintf(full, sizeof full, "%s%s", place, key->key);
        if (strcmp(full, path) != 0) continue;
        if (!(info->keys[key->bit / 8] >> key->bit % 8 & 1) || !same_scalar(info, key, wanted)) fail_msg("%s: %s", name, path);
        return 1;
    }
    return 0;
}

static size_t leaves;

static bool compare_header(const char *path, const char *name)
{
    char truth[512];
    size_t size, count;
    snprintf(truth, sizeof truth, "expected/xror/%.*s.json", (int)(strlen(name) - strlen(".xror")), name);
    if (!corpus_find(truth)) return false;
    char *text = corpus_text(truth, &size);
    yyjson_doc *doc = yyjson_read(text, size, 0);
    yyjson_val *leaf;
    reel_replay *replay = NULL;
    reel_error error;
    seen found = { .count = 0 };
    bool good = doc && load(path, &replay, &found, &error) >= 0;
    const xror_info *info = good ? reel_rows(replay, &xror_infos, &count) : NULL;
    yyjson_arr_iter each = yyjson_arr_iter_with(doc ? yyjson_obj_get(yyjson_doc_get_root(doc), "header") : NULL);
    /* texts that are not UTF-8 are replaced in the truth */
    while (info && count && !has_seen(&found, "xror.utf8") && (leaf = yyjson_arr_iter_next(&each)))
        leaves += compare_leaf(name, info, yyjson_get_str(yyjson_arr_get(leaf, 0)), yyjson_arr_get(leaf, 2));
    reel_free(replay);
    yyjson_doc_free(doc);
    free(text);
    return info != NULL;
}

static void reads_every_header_as_decoded(void **state)
{
    (void)state;
    corpus_need("expected/xror");
    corpus_compared(corpus_each("samples/xror", ".xror", compare_header), "headers of recordings");
    printf("%zu values of headers\n", leaves);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void assert_written(const char *name, const char *how, const reel_replay *replay, const uint8_t *data, size_t size)
{
    reel_memory made;
    reel_error error;
    if (reel_write(reel_replay_chunk(replay), &reel_format_xror, reel_sink_memory(&made, NULL), NULL, &error) < 0)
        fail_msg("%s %s: %s", name, how, error.message);
    size_t at = 0;
    while (at < size && at < made.size && data[at] == made.data[at]) at++;
    if (made.size != size || at < size) fail_msg("%s %s: %zu bytes, not %zu, differ at %zu", name, how, made.size, size, at);
    reel_memory_free(&made);
}

static bool write_sample(const char *path, const char *name)
{
    size_t size, count;
    uint8_t *data = read_file(path, &size);
    reel_replay *replay = NULL;
    reel_error error;
    seen found = { .count = 0 };
    bool good = load(path, &replay, &found, &error) >= 0 && !reel_replay_damage(replay);
    xror_document *document = good ? (xror_document *)(uintptr_t)reel_rows(replay, &xror_documents, &count) : NULL;
    if (document) {
        assert_written(name, "unchanged", replay, data, size);
        document->sum = 0; /* every part is compared with the original then */
        assert_written(name, "part by part", replay, data, size);
        document->data = (reel_bytes){ NULL, 0 };
        bool reference = strncmp(corpus_index("xror", name, "what it is"), "reference writer", 16) == 0;
        bool padded = has_seen(&found, "xror.table-padding");
        if (reference && !padded) assert_written(name, "from its rows alone", replay, data, size);
    }
    reel_free(replay);
    free(data);
    return good;
}

static void writes_what_the_reference_writes(void **state)
{
    (void)state;
    corpus_need("samples/xror");
    corpus_compared(corpus_each("samples/xror", ".xror", write_sample), "recordings written");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_table_as_decoded),
        cmocka_unit_test(gives_every_damaged_file_its_verdict),
        cmocka_unit_test(reads_every_header_as_decoded),
        cmocka_unit_test(writes_what_the_reference_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
