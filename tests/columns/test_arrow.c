/* SPDX-License-Identifier: MIT
 * Arrow schemas, arrays and streams, read by the rules of the C data interface alone. */
#include "machinery.h"

#include "columns/shared_type.h"
#include "core/rows.h"

#include <inttypes.h>
#include <reel/arrow.h>
#include <reel/insight.h>

#include <errno.h>

/* ---- reading Arrow ------------------------------------------------------------------------------------------------ */

/* The value of a metadata key as NUL-terminated text in `value`, or false. */
static bool metadata_of(const struct ArrowSchema *schema, const char *key, char *value, size_t size)
{
    const char *at = schema->metadata;
    int32_t count = 0, length;
    if (at) memcpy(&count, at, sizeof count), at += sizeof count;
    for (int32_t i = 0; i < count; i++) {
        memcpy(&length, at, sizeof length);
        at += sizeof length;
        bool found = (size_t)length == strlen(key) && !memcmp(at, key, (size_t)length);
        at += length;
        memcpy(&length, at, sizeof length);
        at += sizeof length;
        if (found) snprintf(value, size, "%.*s", (int)length, at);
        if (found) return true;
        at += length;
    }
    return false;
}

static const struct ArrowArray *child_called(const struct ArrowSchema *schema, const struct ArrowArray *array, const char *name,
                                             const struct ArrowSchema **type)
{
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (strcmp(schema->children[i]->name, name) != 0) continue;
        if (type) *type = schema->children[i];
        return array->children[i];
    }
    fail_msg("no column %s", name);
    return NULL;
}

static bool has_value(const struct ArrowArray *array, size_t row)
{
    const uint8_t *validity = array->buffers[0];
    return !validity || validity[row / 8] >> row % 8 & 1;
}

static reel_bytes text_at(const struct ArrowArray *array, size_t row)
{
    const int32_t *offsets = array->buffers[1];
    return (reel_bytes){ (const uint8_t *)array->buffers[2] + offsets[row], (size_t)(offsets[row + 1] - offsets[row]) };
}

/* ---- arrays against rows ------------------------------------------------------------------------------------------- */

/* A number in the type that all columns of its name have. */
static void assert_number(const struct ArrowSchema *type, const struct ArrowArray *array, size_t row, const reel_field *field,
                          const uint8_t *slot)
{
    static const struct {
        const char *format;
        reel_type type;
    } kinds[] = { { "i", REEL_I32 }, { "l", REEL_I64 }, { "I", REEL_U32 }, { "f", REEL_F32 }, { "g", REEL_F64 } };
    const reel_type shared = reel__shared_type(field);
    const size_t size = reel_type_size(shared);
    const uint8_t *value = (const uint8_t *)array->buffers[1] + row * size;
    uint8_t wanted[16];
    if (shared == (reel_type)field->type || shared == REEL_STRING) { /* text: of enumerations as names */
        assert_memory_equal((const uint8_t *)array->buffers[1] + row * reel_type_size(field->type), slot,
                            reel_type_size(field->type));
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].type == shared) assert_string_equal(type->format, kinds[i].format);
    reel__shared_numbers(wanted, shared, slot, (reel_type)field->type, 0, 1);
    assert_memory_equal(value, wanted, size);
}

/* A number that is text, as other formats have it. */
static void assert_digits(reel_bytes text, reel_type type, const uint8_t *slot)
{
    char wanted[32];
    const int64_t value = reel__integer_value(type, slot);
    const int size = type == REEL_U64 ? snprintf(wanted, sizeof wanted, "%" PRIu64, (uint64_t)value)
                                      : snprintf(wanted, sizeof wanted, "%" PRId64, value);
    assert_int_equal(text.size, size);
    assert_memory_equal(text.data, wanted, text.size);
}

static void assert_value(const struct ArrowSchema *type, const struct ArrowArray *array, size_t row, const reel_field *field,
                         const uint8_t *slot)
{
    reel_bytes text;
    switch (field->type) {
    case REEL_BOOL:
        if (reel__shared_type(field) != REEL_BOOL) {
            assert_number(type, array, row, field, slot);
            break;
        }
        assert_string_equal(type->format, "b");
        assert_int_equal(((const uint8_t *)array->buffers[1])[row / 8] >> row % 8 & 1, *slot != 0);
        break;
    case REEL_STRING:
    case REEL_BYTES:
        assert_string_equal(type->format, field->type == REEL_STRING ? "u" : "z");
        memcpy(&text, slot, sizeof text);
        if (field->type == REEL_BYTES) assert_int_equal(text_at(array, row).size, text.size);
        assert_true(text_at(array, row).size >= text.size);
        break;
    default:
        if (field->type == REEL_UUID && reel__shared_type(field) == REEL_STRING)
            assert_int_equal(text_at(array, row).size, 36);
        else if (!field->labels && reel__shared_type(field) == REEL_STRING)
            assert_digits(text_at(array, row), (reel_type)field->type, slot);
        else
            assert_number(type, array, row, field, slot);
    }
}

static void assert_column(const struct ArrowSchema *type, const struct ArrowArray *array, const reel_table *table,
                          const uint8_t *rows, size_t count)
{
    const reel_field *field = NULL;
    size_t index = 0;
    assert_true(reel_table_column(table, type->name, &field, &index));
    assert_int_equal(array->length, count);
    assert_int_equal(!!(type->flags & ARROW_FLAG_NULLABLE), field->present_mask != 0);
    int64_t missing = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *row = rows + i * table->row_size;
        bool present = reel_field_present(field, row);
        missing += !present;
        assert_int_equal(has_value(array, i), present);
        if (present) assert_value(type, array, i, field, row + field->offset + index * reel_type_size(field->type));
    }
    assert_int_equal(array->null_count, missing);
}

static size_t compared;

static void assert_table(const reel_replay *replay, const reel_table *table)
{
    size_t count;
    const uint8_t *rows = reel_rows(replay, table, &count);
    struct ArrowSchema schema;
    struct ArrowArray array;
    assert_int_equal(reel_arrow_schema(table, reel_replay_format(replay), NULL, &schema, NULL), REEL_OK);
    assert_int_equal(reel_arrow_rows(table, rows, count, 0, NULL, &array, NULL), REEL_OK);
    assert_int_equal(schema.n_children, array.n_children);
    assert_int_equal(array.length, count);
    for (int64_t i = 0; i < schema.n_children; i++) assert_column(schema.children[i], array.children[i], table, rows, count);
    compared += count;
    array.release(&array);
    schema.release(&schema);
}

static void compare_file(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(replay)); *table; table++)
        assert_table(replay, *table);
    reel_free(replay);
}

static void arrays_have_the_values_of_the_rows(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, 100000, compare_file);
    assert_enough(compared > 1000);
}

/* ---- streams against rows ------------------------------------------------------------------------------------------ */

static reel_status open_stream(const specimen *file, const char *table, const reel_arrow_options *how, uint32_t flags,
                               struct ArrowArrayStream *stream, reel_error *error)
{
    reel_options options = machinery_options(NULL);
    options.flags = flags;
    return reel_arrow_stream(reel_source_memory(file->data, file->size), &options, table, how, stream, error);
}

/* The batches of a stream are the rows of the table, in order, each of at most 7. */
static void stream_table(const specimen *file, const reel_replay *replay, const reel_table *table)
{
    trying("%s of %s", table->name, file->name);
    reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .row_column = "row_number", .file_column = "file_name",
                               .file = file->name, .batch_rows = 7 };
    size_t count, done = 0;
    const uint8_t *rows = reel_rows(replay, table, &count);
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    assert_int_equal(open_stream(file, table->name, &how, 0, &stream, NULL), REEL_OK);
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    while (stream.get_next(&stream, &array) == 0 && array.release) {
        assert_in_range(array.length, 1, 7);
        for (int64_t i = 2; i < schema.n_children; i++)
            assert_column(schema.children[i], array.children[i], table, rows + done * table->row_size, (size_t)array.length);
        for (size_t i = 0; i < (size_t)array.length; i++) {
            assert_int_equal(((const uint64_t *)array.children[1]->buffers[1])[i], done + i);
            reel_bytes name = text_at(array.children[0], i);
            assert_int_equal(name.size, strlen(file->name));
            assert_memory_equal(name.data, file->name, name.size);
        }
        done += (size_t)array.length;
        array.release(&array);
    }
    assert_int_equal(done, count);
    assert_null(stream.get_last_error(&stream));
    schema.release(&schema);
    stream.release(&stream);
    assert_null(stream.release);
}

/* Layout tables are left out: their rows may sum up the other tables, which a stream does not read. */
static void stream_file(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(replay)); *table; table++)
        if (!((*table)->flags & (REEL_TABLE_ON_REQUEST | REEL_TABLE_LAYOUT))) stream_table(file, replay, *table);
    reel_free(replay);
}

static void streams_have_the_rows_of_a_table(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, 20000, stream_file);
}

/* Reads a stream to its end. Returns the rows; *result is the last result of get_next. */
static int64_t drain(struct ArrowArrayStream *stream, int *result)
{
    struct ArrowArray array;
    int64_t rows = 0;
    while ((*result = stream->get_next(stream, &array)) == 0 && array.release) {
        rows += array.length;
        array.release(&array);
    }
    return rows;
}

static specimen toy_of(const void *data, size_t size) { return (specimen){ .name = "toy", .data = data, .size = size }; }

static const uint8_t three_points[] = "TOY1\3\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0\5\0\0\0\6\0\0";

static void note_failure(void *context, const char *path, const reel_error *error)
{
    (void)path;
    *(reel_error *)context = *error;
}

static void damage_ends_a_stream_after_the_rows_before_it(void **state)
{
    (void)state;
    specimen cut = toy_of(three_points, sizeof three_points - 1);
    struct ArrowArrayStream stream;
    for (uint32_t flags = 0; flags <= REEL_STRICT; flags++) {
        reel_error seen = { 0 };
        reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .observer = { .context = &seen, .failure = note_failure } };
        int result;
        assert_int_equal(open_stream(&cut, "points", &how, flags, &stream, NULL), REEL_OK);
        assert_int_equal(drain(&stream, &result), 2);
        assert_int_equal(result, flags & REEL_STRICT ? EIO : 0);
        assert_int_equal(seen.status, REEL_TRUNCATED);
        if (flags & REEL_STRICT) {
            assert_non_null(strstr(stream.get_last_error(&stream), seen.rule));
            struct ArrowArray array;
            assert_int_equal(stream.get_next(&stream, &array), EIO); /* for good */
            assert_null(array.release);
        }
        stream.release(&stream);
    }
}

static void count_release(void *context) { ++*(int *)context; }

static void the_observer_is_released_once(void **state)
{
    (void)state;
    specimen toy = toy_of(three_points, sizeof three_points - 1), nothing = toy_of("?", 1);
    struct ArrowArrayStream stream;
    reel_error error;
    int released = 0, result;
    reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .observer = { .context = &released, .release = count_release } };
    assert_int_equal(open_stream(&toy, "points", &how, 0, &stream, NULL), REEL_OK);
    drain(&stream, &result);
    assert_int_equal(released, 0);
    stream.release(&stream);
    assert_int_equal(released, 1);
    assert_int_equal(open_stream(&toy, "pints", &how, 0, &stream, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "arrow.table");
    assert_int_equal(released, 2);
    assert_int_equal(open_stream(&nothing, "points", &how, 0, &stream, &error), REEL_UNSUPPORTED);
    assert_int_equal(released, 3);
    assert_null(stream.release);
}

/* Arrays outlive their stream and the array that they were a part of, and their values stay. */
static void arrays_outlive_streams_and_parents(void **state)
{
    (void)state;
    specimen toy = toy_of(three_points, sizeof three_points - 1);
    reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .batch_rows = 1 };
    struct ArrowArrayStream stream;
    struct ArrowArray first, second, child;
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    how.allocator = &allocator;
    assert_int_equal(open_stream(&toy, "points", &how, 0, &stream, NULL), REEL_OK);
    assert_int_equal(stream.get_next(&stream, &first), 0);
    child = *first.children[1];
    first.children[1]->release = NULL; /* moved */
    first.release(&first);
    assert_int_equal(stream.get_next(&stream, &second), 0);
    stream.release(&stream);
    assert_true(((const double *)child.buffers[1])[0] == 2);
    assert_true(((const double *)second.children[1]->buffers[1])[0] == 4);
    second.release(&second);
    assert_true(memory.live > 0);
    child.release(&child);
    assert_int_equal(memory.live, 0);
}

static void released_batches_are_used_again(void **state)
{
    (void)state;
    specimen toy = toy_of(three_points, sizeof three_points - 1);
    reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .batch_rows = 1 };
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    assert_int_equal(open_stream(&toy, "points", &how, 0, &stream, NULL), REEL_OK);
    assert_int_equal(stream.get_next(&stream, &array), 0);
    const void *values = array.children[0]->buffers[1];
    array.release(&array);
    assert_int_equal(stream.get_next(&stream, &array), 0);
    assert_ptr_equal(array.children[0]->buffers[1], values);
    array.release(&array);
    stream.release(&stream);
}

static const uint8_t growing_points[] = "TOYS\0\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0\5\0\0\0\6\0\0\0";

enum { TWO_POINTS = 24 };

typedef struct growing_file {
    size_t size, at;
    bool is_complete;
} growing_file;

static reel_status growing_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    growing_file *file = context;
    (void)error;
    *got = file->size - file->at < capacity ? file->size - file->at : capacity;
    memcpy(buffer, growing_points + file->at, *got);
    file->at += *got;
    return *got ? REEL_OK : file->is_complete ? REEL_END : REEL_AGAIN;
}

static void a_growing_file_is_to_be_asked_again(void **state)
{
    (void)state;
    growing_file file = { .size = TWO_POINTS };
    reel_source source = { .context = &file, .size = REEL_UNKNOWN_SIZE, .read = growing_read };
    reel_options options = machinery_options(NULL);
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    assert_int_equal(reel_arrow_stream(source, &options, "points", NULL, &stream, NULL), REEL_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(stream.get_next(&stream, &array), EAGAIN);
        assert_null(array.release);
        assert_non_null(stream.get_last_error(&stream));
    }
    file = (growing_file){ .size = sizeof growing_points - 1, .at = file.at, .is_complete = true };
    assert_int_equal(stream.get_next(&stream, &array), 0);
    assert_int_equal(array.length, 3);
    assert_true(((const double *)array.children[1]->buffers[1])[2] == 6);
    array.release(&array);
    stream.release(&stream);
}

/* ---- forms -------------------------------------------------------------------------------------------------------- */

typedef struct odd_row {
    float place[3];
    uint8_t has, kind;
    reel_uuid id;
    uint64_t big;
} odd_row;

static const reel_label kinds[] = { { 0, "good" }, { 1, "bad\n" }, { 0, NULL } };

static const reel_field odd_fields[] = {
    REEL_FIELD(odd_row, "place", place, F32, "m", "a vector", .components = "xyz", .flags = REEL_FIELD_TIME | REEL_FIELD_KEY,
               REEL_PRESENT_IF(odd_row, has, 1)),
    REEL_FIELD(odd_row, "kind", kind, U8, "", "an enumeration", .labels = kinds),
    REEL_FIELD(odd_row, "id", id, UUID, "", "an id"),
    REEL_FIELD(odd_row, "big", big, U64, "", "a number"),
};

static const reel_table odd_table = REEL_TABLE("odd", "rows of \"odd\" forms", odd_row, odd_fields, 0);

static const odd_row odd_rows[] = { { { 1, 2, 3 }, 1, 1, { { 1 } }, UINT64_MAX }, { { 4, 5, 6 }, 0, 9, { { 2 } }, 1 } };

typedef struct arrow_pair {
    struct ArrowSchema schema;
    struct ArrowArray array;
} arrow_pair;

static arrow_pair pair_of(uint32_t flags)
{
    arrow_pair pair;
    reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .flags = flags };
    assert_int_equal(reel_arrow_schema(&odd_table, NULL, &how, &pair.schema, NULL), REEL_OK);
    assert_int_equal(reel_arrow_rows(&odd_table, odd_rows, 2, 0, &how, &pair.array, NULL), REEL_OK);
    return pair;
}

static void pair_release(arrow_pair *pair)
{
    pair->schema.release(&pair->schema);
    pair->array.release(&pair->array);
}

static void vectors_can_be_lists(void **state)
{
    (void)state;
    arrow_pair pair = pair_of(REEL_ARROW_LISTS);
    const struct ArrowSchema *type = NULL;
    const struct ArrowArray *place = child_called(&pair.schema, &pair.array, "place", &type);
    assert_string_equal(type->format, "+w:3");
    assert_true(type->flags & ARROW_FLAG_NULLABLE);
    assert_true(has_value(place, 0) && !has_value(place, 1));
    assert_int_equal(place->children[0]->length, 6);
    assert_true(((const float *)place->children[0]->buffers[1])[4] == 5);
    pair_release(&pair);
}

static void vectors_can_be_structs(void **state)
{
    (void)state;
    arrow_pair pair = pair_of(REEL_ARROW_STRUCTS);
    const struct ArrowSchema *type = NULL;
    const struct ArrowArray *place = child_called(&pair.schema, &pair.array, "place", &type);
    assert_string_equal(type->format, "+s");
    assert_int_equal(type->n_children, 3);
    assert_string_equal(type->children[2]->name, "z");
    assert_int_equal(type->children[2]->flags, 0);
    assert_true(has_value(place, 0) && !has_value(place, 1));
    assert_true(((const float *)place->children[2]->buffers[1])[0] == 3);
    pair_release(&pair);
}

static void enumerations_can_be_dictionaries(void **state)
{
    (void)state;
    arrow_pair pair = pair_of(REEL_ARROW_LABELS);
    const struct ArrowSchema *type = NULL;
    const struct ArrowArray *kind = child_called(&pair.schema, &pair.array, "kind", &type);
    const int32_t *positions = kind->buffers[1];
    assert_string_equal(type->format, "i");
    assert_string_equal(type->dictionary->format, "u");
    assert_int_equal(kind->dictionary->length, 3);
    assert_memory_equal(text_at(kind->dictionary, (size_t)positions[0]).data, "bad\n", 4);
    assert_memory_equal(text_at(kind->dictionary, (size_t)positions[1]).data, "9", 1);
    pair_release(&pair);
}

/* As in every other selection: reel_table_select. */
static void columns_may_have_the_name_of_the_table_before_them(void **state)
{
    (void)state;
    struct ArrowSchema schema;
    static const char *const columns[] = { "odd.kind", "odd.place_y", "big", NULL }, *const other[] = { "other.kind", NULL };
    reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .columns = columns };
    assert_int_equal(reel_arrow_schema(&odd_table, NULL, &how, &schema, NULL), REEL_OK);
    assert_int_equal(schema.n_children, 3);
    assert_string_equal(schema.children[0]->name, "kind");
    assert_string_equal(schema.children[1]->name, "place_y");
    schema.release(&schema);
    how.columns = other;
    assert_int_equal(reel_arrow_schema(&odd_table, NULL, &how, &schema, NULL), REEL_ARGUMENT);
}

static void plain_columns_have_types_that_every_engine_has(void **state)
{
    (void)state;
    static const char *const formats[] = { "f", "f", "f", "s", "u", "d:20,0" };
    arrow_pair pair = pair_of(REEL_ARROW_PLAIN);
    assert_int_equal(pair.schema.n_children, 6);
    for (int64_t i = 0; i < 6; i++) assert_string_equal(pair.schema.children[i]->format, formats[i]);
    assert_memory_equal(text_at(pair.array.children[4], 1).data, "02000000-0000-0000-0000-000000000000", 36);
    pair_release(&pair);
}

static void plain_enumerations_can_be_text(void **state)
{
    (void)state;
    arrow_pair pair = pair_of(REEL_ARROW_PLAIN | REEL_ARROW_LABELS);
    const struct ArrowSchema *type = NULL;
    const struct ArrowArray *kind = child_called(&pair.schema, &pair.array, "kind", &type);
    assert_string_equal(type->format, "u");
    assert_null(type->dictionary);
    assert_memory_equal(text_at(kind, 0).data, "bad\n", 4);
    assert_memory_equal(text_at(kind, 1).data, "9", 1);
    pair_release(&pair);
}

static void flags_that_exclude_each_other_are_refused(void **state)
{
    (void)state;
    static const uint32_t wrong[] = { REEL_ARROW_PLAIN | REEL_ARROW_LISTS, REEL_ARROW_PLAIN | REEL_ARROW_STRUCTS,
                                      REEL_ARROW_LISTS | REEL_ARROW_STRUCTS };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .flags = wrong[i] };
        struct ArrowSchema schema;
        reel_error error;
        assert_int_equal(reel_arrow_schema(&odd_table, NULL, &how, &schema, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "arrow.flags");
        assert_null(schema.release);
    }
}

static void metadata_describe_table_and_columns(void **state)
{
    (void)state;
    arrow_pair pair = pair_of(0);
    char value[128];
    const struct ArrowSchema *type = NULL;
    assert_true(metadata_of(&pair.schema, "reel:table", value, sizeof value));
    assert_string_equal(value, "odd");
    assert_true(metadata_of(&pair.schema, "reel:version", value, sizeof value));
    assert_string_equal(value, reel_version());
    assert_false(metadata_of(&pair.schema, "reel:format", value, sizeof value));
    child_called(&pair.schema, &pair.array, "place_y", &type);
    assert_true(metadata_of(type, "reel:unit", value, sizeof value));
    assert_string_equal(value, "m");
    assert_true(metadata_of(type, "reel:flags", value, sizeof value));
    assert_string_equal(value, "time,key");
    child_called(&pair.schema, &pair.array, "kind", &type);
    assert_true(metadata_of(type, "reel:labels", value, sizeof value));
    assert_string_equal(value, "{\"0\":\"good\",\"1\":\"bad\\n\"}");
    child_called(&pair.schema, &pair.array, "id", &type);
    assert_string_equal(type->format, "w:16");
    assert_true(metadata_of(type, "ARROW:extension:name", value, sizeof value));
    assert_string_equal(value, "arrow.uuid");
    assert_true(metadata_of(type, "ARROW:extension:metadata", value, sizeof value));
    assert_string_equal(value, "");
    pair_release(&pair);
}

/* ---- insights and faults ------------------------------------------------------------------------------------------- */

static size_t insight_rows;

static void stream_insights(const specimen *file)
{
    const reel_format *format;
    reel_options options = machinery_options(NULL);
    if (reel_identify(reel_source_memory(file->data, file->size), &options, &format, NULL, NULL) < 0) return;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!(*insight)->tables || !reel_insight_takes(*insight, format)) continue;
        for (const reel_table *const *table = (*insight)->tables; *table; table++) {
            char name[96];
            struct ArrowArrayStream stream;
            int result;
            snprintf(name, sizeof name, "%s.%s", (*insight)->id, (*table)->name);
            if (open_stream(file, name, NULL, 0, &stream, NULL) < 0) continue;
            insight_rows += (size_t)drain(&stream, &result);
            assert_int_equal(result, 0);
            stream.release(&stream);
        }
    }
}

static void statistics_are_tables_too(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 20000, stream_insights);
    assert_enough(insight_rows > 100);
}

/* Every allocation of a stream, its schema and its arrays is refused once: an answer, and no leak. */
static void every_refused_allocation_ends_without_a_leak(void **state)
{
    (void)state;
    specimen toy = toy_of(three_points, sizeof three_points - 1);
    bool done = false;
    for (size_t allowed = 0; !done; allowed++) {
        test_allocator memory = { .fail_at = allowed + 1 };
        reel_allocator allocator = test_allocator_of(&memory);
        reel_options reading = machinery_options(&allocator);
        reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .allocator = &allocator, .file_column = "file", .file = "toy",
                                   .row_column = "row" };
        struct ArrowArrayStream stream;
        struct ArrowSchema schema = { 0 };
        struct ArrowArray array = { 0 };
        reel_error error = { 0 };
        if (reel_arrow_stream(reel_source_memory(toy.data, toy.size), &reading, "points", &how, &stream, &error) < 0) {
            assert_int_equal(error.status, REEL_MEMORY);
        } else {
            int first = stream.get_schema(&stream, &schema), second = stream.get_next(&stream, &array);
            if (first) assert_int_equal(first, ENOMEM);
            if (second) assert_int_equal(second, ENOMEM);
            done = !first && !second && array.length == 2;
            if (schema.release) schema.release(&schema);
            if (array.release) array.release(&array);
            stream.release(&stream);
        }
        assert_int_equal(memory.live, 0);
        assert_true(allowed < 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_have_the_values_of_the_rows),
        cmocka_unit_test(streams_have_the_rows_of_a_table),
        cmocka_unit_test(damage_ends_a_stream_after_the_rows_before_it),
        cmocka_unit_test(the_observer_is_released_once),
        cmocka_unit_test(arrays_outlive_streams_and_parents),
        cmocka_unit_test(released_batches_are_used_again),
        cmocka_unit_test(a_growing_file_is_to_be_asked_again),
        cmocka_unit_test(vectors_can_be_lists),
        cmocka_unit_test(vectors_can_be_structs),
        cmocka_unit_test(enumerations_can_be_dictionaries),
        cmocka_unit_test(columns_may_have_the_name_of_the_table_before_them),
        cmocka_unit_test(plain_columns_have_types_that_every_engine_has),
        cmocka_unit_test(plain_enumerations_can_be_text),
        cmocka_unit_test(flags_that_exclude_each_other_are_refused),
        cmocka_unit_test(metadata_describe_table_and_columns),
        cmocka_unit_test(statistics_are_tables_too),
        cmocka_unit_test(every_refused_allocation_ends_without_a_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
