/* SPDX-License-Identifier: MIT
 * Writes tables that no format has as Arrow streams, Arrow files and Parquet, for read_back.py: samples FOLDER. Beside each it writes what
 * the values are, in JSON lines made straight from the buffers. */
#include "arrays.h"

#include "columns/array.h"
#include "columns/ipc.h"
#include "columns/packer.h"
#include "columns/parquet/parquet.h"

#include <reel/file.h>

static char path[4096];
static const char *folder;

static const char *path_of(const char *name, const char *ending)
{
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, ending);
    return path;
}

static void must(reel_status status, const reel_error *error)
{
    if (status == REEL_OK) return;
    fprintf(stderr, "samples: %s: %s\n", error->rule, error->message);
    exit(1);
}

/* ---- expected values ---------------------------------------------------------------------------------------------- */

static void print_hex(FILE *to, const uint8_t *bytes, size_t size)
{
    fputc('"', to);
    for (size_t i = 0; i < size; i++) fprintf(to, "%02x", bytes[i]);
    fputc('"', to);
}

/* Numbers as hexadecimal bytes too, so that nothing is lost. */
static void print_value(FILE *to, const struct ArrowSchema *schema, const struct ArrowArray *array, uint64_t at)
{
    array_type type;
    reel__array_type_of(schema, &type);
    uint64_t physical = at + (uint64_t)array->offset;
    const uint8_t *values = array->n_buffers > 1 ? array->buffers[1] : NULL;
    if (array->buffers[0] && !bit_at(array->buffers[0], physical)) {
        fputs("null", to);
    } else if (schema->dictionary) {
        print_value(to, schema->dictionary, array->dictionary, (uint64_t)reel__array_integer(&type, values, physical));
    } else if (type.kind == ARRAY_TEXT) {
        reel_bytes text = reel__array_text(&type, array, at);
        print_hex(to, text.data, text.size);
    } else if (type.kind == ARRAY_BOOL) {
        fputs(bit_at(values, physical) ? "true" : "false", to);
    } else if (type.kind == ARRAY_STRUCT || type.kind == ARRAY_LIST) {
        bool is_list = type.kind == ARRAY_LIST;
        size_t count = is_list ? type.size : (size_t)array->n_children;
        for (size_t i = 0; i < count; i++) {
            size_t child = is_list ? 0 : i;
            fputc(i ? ',' : '[', to);
            print_value(to, schema->children[child], array->children[child], is_list ? physical * type.size + i : physical);
        }
        fputc(']', to);
    } else {
        print_hex(to, values + physical * type.size, type.size);
    }
}

static void print_rows(FILE *to, const test_table *t)
{
    for (int64_t row = 0; row < t->batch.length; row++) {
        for (int64_t c = 0; c < t->schema.n_children; c++) {
            fputc(c ? ',' : '[', to);
            print_value(to, t->field_list[c], t->array_list[c], (uint64_t)(row + t->batch.offset));
        }
        fputs(t->schema.n_children ? "]\n" : "[]\n", to);
    }
}

/* ---- writing ------------------------------------------------------------------------------------------------------ */

typedef struct sample {
    const char *name;
    void (*make)(test_table *t, int batch);
    int batches;
    uint64_t group_rows;
    bool is_nested, has_expected;
} sample;

static void write_ipc(const sample *s, const char *ending, ipc_options options)
{
    static test_table t;
    reel_error error = { 0 };
    reel_sink sink;
    reel_output out;
    ipc_writer *writer = NULL;
    reel_allocator allocator = reel__memory_allocator(NULL);
    must(reel_sink_file(path_of(s->name, ending), REEL_FILE_REPLACE, &sink, &error), &error);
    reel__output_open(&out, &sink, &allocator, &error);
    static test_table first;
    s->make(&first, 0);
    must(reel__ipc_begin(&writer, &out, &first.schema, &options, &allocator), &error);
    for (int batch = 0; batch < s->batches; batch++) {
        s->make(&t, batch);
        must(reel__ipc_write(writer, &t.batch), &error);
        table_free(&t);
    }
    must(reel__ipc_end(writer), &error);
    must(reel__output_flush(&out), &error);
    must(sink.commit(sink.context, &error), &error);
    reel__ipc_free(writer);
    table_free(&first);
    reel__output_close(&out, &allocator);
}

static void write_parquet(const sample *s, const char *ending, parquet_options options)
{
    static test_table t, first;
    reel_error error = { 0 };
    reel_sink sink;
    reel_output out;
    parquet_writer *writer = NULL;
    reel_allocator allocator = reel__memory_allocator(NULL);
    must(reel_sink_file(path_of(s->name, ending), REEL_FILE_REPLACE, &sink, &error), &error);
    reel__output_open(&out, &sink, &allocator, &error);
    s->make(&first, 0);
    must(reel__parquet_begin(&writer, &out, &first.schema, &options, &allocator), &error);
    for (int batch = 0; batch < s->batches; batch++) {
        s->make(&t, batch);
        must(reel__parquet_write(writer, &t.batch), &error);
        table_free(&t);
    }
    must(reel__parquet_end(writer), &error);
    must(reel__output_flush(&out), &error);
    must(sink.commit(sink.context, &error), &error);
    reel__parquet_free(writer);
    table_free(&first);
    reel__output_close(&out, &allocator);
}

static void write_expected(const sample *s)
{
    static test_table t;
    FILE *to = fopen(path_of(s->name, "expected.jsonl"), "wb");
    if (!to) exit(1);
    for (int batch = 0; batch < s->batches; batch++) {
        s->make(&t, batch);
        print_rows(to, &t);
        table_free(&t);
    }
    fclose(to);
}

/* ---- tables ------------------------------------------------------------------------------------------------------- */

static void make_types(test_table *t, int batch)
{
    table_of_every_type(t, batch == 1 ? 0 : 700 + 13 * (size_t)batch, (uint64_t)batch);
}

/* The buffers begin before the rows. */
static void make_sliced(test_table *t, int batch)
{
    table_of_every_type(t, 1000, (uint64_t)batch);
    t->batch.length = 300 + batch;
    t->batch.offset = 5 + batch;
    for (size_t c = 0; c < t->count; c++) {
        t->arrays[c].offset = 3 + (int64_t)c;
        t->arrays[c].length = 1000 - t->arrays[c].offset;
    }
}

static void make_empty(test_table *t, int batch) { table_of_every_type(t, 0, (uint64_t)batch); }

static void make_no_columns(test_table *t, int batch) { table_begin(t, 10 + batch); }

static void make_nulls(test_table *t, int batch)
{
    static const uint8_t none[1024];
    table_of_every_type(t, 500, (uint64_t)batch);
    for (size_t c = 0; c < t->count; c++)
        if (t->buffers[c][0]) t->buffers[c][0] = none;
}

/* More than one page and row group, and a dictionary that overflows. */
static void make_many(test_table *t, int batch)
{
    enum { ROWS = 90000 };
    void *offsets, *bytes;
    table_begin(t, ROWS);
    t->random += (uint64_t)batch;
    table_add(t, "number", "l", NULL, random_values(t, ROWS, 8), NULL);
    table_add(t, "number_or_null", "i", random_bits(t, ROWS), random_values(t, ROWS, 4), NULL);
    table_add(t, "float", "f", random_bits(t, ROWS), random_floats(t, ROWS, false), NULL);
    table_add(t, "flag", "b", NULL, random_bits(t, ROWS), NULL);
    bytes = random_texts(t, ROWS, 4, 60000, &offsets);
    table_add(t, "overflow", "u", random_bits(t, ROWS), offsets, bytes);
    bytes = random_texts(t, ROWS, 4, UINT64_MAX, &offsets);
    table_add(t, "distinct", "u", NULL, offsets, bytes);
    bytes = random_texts(t, ROWS, 4, 9, &offsets);
    table_add(t, "few", "u", random_bits(t, ROWS), offsets, bytes);
}

/* A dictionary that grows from batch to batch. */
static void make_growing(test_table *t, int batch)
{
    enum { ROWS = 200 };
    void *offsets, *bytes;
    table_begin(t, ROWS);
    uint64_t labels = 10 + 20 * (uint64_t)batch;
    size_t column = table_add(t, "path", "i", NULL, random_indexes(t, ROWS, 4, labels), NULL);
    t->random = 5;
    bytes = random_texts(t, 100, 4, UINT64_MAX, &offsets);
    table_labels(t, column, (int64_t)labels, offsets, bytes);
}

/* A dictionary of other texts in each batch, and one that has more than a page of Parquet holds. */
static void make_other(test_table *t, int batch)
{
    enum { ROWS = 60000 };
    void *offsets, *bytes;
    table_begin(t, ROWS);
    t->random += (uint64_t)batch;
    size_t few = table_add(t, "few", "s", random_bits(t, ROWS), random_indexes(t, ROWS, 2, 20), NULL);
    size_t many = table_add(t, "many", "i", NULL, random_indexes(t, ROWS, 4, ROWS), NULL);
    bytes = random_texts(t, 20, 4, 40, &offsets);
    table_labels(t, few, 20, offsets, bytes);
    bytes = random_texts(t, ROWS, 4, UINT64_MAX, &offsets);
    table_labels(t, many, ROWS, offsets, bytes);
}

/* Columns and metadata with unusual names. */
static void make_names(test_table *t, int batch)
{
    static const char *const pairs[] = { "reel:table", "names", "a \"key\"\n", "\xe2\x82\xac", "", "no key", "empty", "", NULL };
    static const char *const uuid[] = {
        "ARROW:extension:name", "arrow.uuid", "ARROW:extension:metadata", "", "reel:doc", "who", NULL
    };
    (void)batch;
    table_begin(t, 20);
    t->schema.metadata = metadata_of(t, pairs);
    static const char *const names[] = { "a.b", "a b\"c'd`", "\xe2\x82\xac uro\n", "", "SELECT", "A.B" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) table_add(t, names[i], "i", NULL, random_values(t, 20, 4), NULL);
    size_t id = table_add(t, "id", "w:16", random_bits(t, 20), random_values(t, 20, 16), NULL);
    t->fields[id].metadata = metadata_of(t, uuid);
}

/* A struct and a list, each sliced. */
static void make_nested(test_table *t, int batch)
{
    static struct ArrowSchema *struct_fields[2], *list_fields[1];
    static struct ArrowArray *struct_arrays[2], *list_arrays[1];
    enum { ROWS = 60 };
    (void)batch;
    table_begin(t, 4 * ROWS);
    size_t x = table_add(t, "x", "f", NULL, random_floats(t, 4 * ROWS, false), NULL);
    size_t y = table_add(t, "y", "s", random_bits(t, 4 * ROWS), random_values(t, 4 * ROWS, 2), NULL);
    size_t item = table_add(t, "item", "i", NULL, random_values(t, 4 * ROWS, 4), NULL);
    t->batch.length = ROWS;
    size_t pair = table_add(t, "pair", "+s", random_bits(t, ROWS), NULL, NULL);
    size_t list = table_add(t, "list", "+w:3", NULL, NULL, NULL);
    struct_fields[0] = &t->fields[x], struct_fields[1] = &t->fields[y], list_fields[0] = &t->fields[item];
    struct_arrays[0] = &t->arrays[x], struct_arrays[1] = &t->arrays[y], list_arrays[0] = &t->arrays[item];
    t->fields[pair].children = struct_fields, t->arrays[pair].children = struct_arrays;
    t->fields[list].children = list_fields, t->arrays[list].children = list_arrays;
    t->fields[pair].n_children = t->arrays[pair].n_children = 2;
    t->fields[list].n_children = t->arrays[list].n_children = 1;
    t->arrays[pair].offset = t->arrays[list].offset = t->arrays[y].offset = 2;
    t->batch.length = ROWS - 7;
    t->batch.offset = 4;
    t->field_list[0] = &t->fields[pair], t->field_list[1] = &t->fields[list];
    t->array_list[0] = &t->arrays[pair], t->array_list[1] = &t->arrays[list];
    t->schema.n_children = t->batch.n_children = 2;
}

int main(int argc, char **argv)
{
    static const sample samples[] = {
        { "types", make_types, 4, 0, .has_expected = true },
        { "sliced", make_sliced, 3, 350, .has_expected = true },
        { "empty", make_empty, 1, 0, .has_expected = true },
        { "no_batches", make_empty, 0, 0, .has_expected = true },
        { "no_columns", make_no_columns, 2, 0, .has_expected = true },
        { "nulls", make_nulls, 2, 0, .has_expected = true },
        { "many", make_many, 4, 150000, .has_expected = false },
        { "growing", make_growing, 4, 0, .has_expected = true },
        { "other", make_other, 3, 0, .has_expected = true },
        { "names", make_names, 2, 0, .has_expected = true },
        { "nested", make_nested, 2, 0, .is_nested = true, .has_expected = true },
    };
    if (argc != 2) return 2;
    folder = argv[1];
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const sample *s = &samples[i];
        write_ipc(s, "arrow", (ipc_options){ .level = PACKER_NONE });
        write_ipc(s, "arrows", (ipc_options){ .is_stream = true, .level = PACKER_NONE });
        write_ipc(s, "packed.arrow", (ipc_options){ .level = PACKER_DEFAULT });
        if (s->has_expected) write_expected(s);
        if (s->is_nested) continue;
        write_parquet(s, "parquet", (parquet_options){ .group_rows = s->group_rows });
        write_parquet(s, "plain.parquet", (parquet_options){ .level = PACKER_NONE, .group_rows = s->group_rows });
    }
    return 0;
}
