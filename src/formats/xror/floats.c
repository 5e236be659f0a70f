/* SPDX-License-Identifier: MIT
 * Tables of floats: compressed by fpzip, or arrays of arrays of numbers as in the draft of the format. */
#include "formats/xror/reader.h"

#include "core/memory.h"

#define TABLE_LIMIT (UINT64_C(256) << 20) /* bytes of one table */

void reel__xror_floats_free(xror_reader *r, xror_floats *table)
{
    reel__memory_drop(&r->d->allocator, table->values);
    *table = (xror_floats){ .values = NULL };
}

/* The rules of the format for those of its codec. */
static const char *rule_of(const char *rule)
{
    static const char *const rules[][2] = {
        { "fpzip.truncated", "xror.table-truncated" }, { "fpzip.corrupt", "xror.table-corrupt" },
        { "fpzip.magic", "xror.table-magic" },         { "fpzip.size", "xror.table-size" },
        { "fpzip.version", "xror.table-version" },     { "fpzip.mode", "xror.table-mode" },
        { "fpzip.precision", "xror.table-precision" }, { "fpzip.shape", "xror.table-shape" },
        { "fpzip.limit", "xror.table-limit" },
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rule, rules[i][0]) == 0) return rules[i][1];
    return rule;
}

static void damage_by(xror_reader *r, const char *section, uint64_t start, const reel_error *error)
{
    reel__xror_damaged(r, error->status, rule_of(error->rule), section, start + error->offset, error->message);
}

/* Whether all values of the rows from `first` are -1. */
static bool is_padding(const double *values, uint32_t columns, size_t first, size_t rows)
{
    for (size_t i = first * columns; i < rows * columns; i++)
        if (reel_double_bits(values[i]) != reel_double_bits(-1.0)) return false;
    return true;
}

/* The reference adds 2 rows of -1 for each row, as doubles, if its codec has too little room. */
static void drop_padding(xror_reader *r, xror_floats *table, const uint8_t *at)
{
    size_t rows = table->rows;
    if (!table->wide || rows == 0 || rows % 3 || !is_padding(table->values, table->columns, rows / 3, rows)) return;
    table->rows = table->stated = rows / 3;
    xror_violated(r, XROR_RULE_TABLE_PADDING, at);
    r->rules[XROR_RULE_TABLE_PADDING].count += rows - rows / 3 - 1;
}

static void count_slack(xror_reader *r, const pull_value *value, size_t used)
{
    if (used >= value->size) return;
    xror_violated(r, XROR_RULE_TABLE_SLACK, value->data + used);
    r->rules[XROR_RULE_TABLE_SLACK].count += value->size - used - 1;
}

/* Charges the values of a table and makes room for them. Sets *refused if the limits do. */
static bool make_room(xror_reader *r, const char *section, uint64_t at, uint64_t bytes, xror_floats *table, bool *refused)
{
    reel_status status = reel_spend_unpacked(r->d->budget, bytes);
    *refused = status < 0;
    if (status == REEL_LIMIT)
        return reel__xror_damaged(r, status, "xror.table-limit", section, at,
                                  "a table exceeds the limit of decompressed bytes") ||
               true;
    if (status < 0) {
        reel_error error = { .status = status };
        reel_fail_budget(r->d->budget, &error, section, at);
        damage_by(r, section, 0, &error);
        return true;
    }
    const reel_allocator *allocator = &r->d->allocator;
    table->values = bytes ? allocator->alloc(allocator->context, (size_t)bytes) : NULL;
    return table->values || !bytes;
}

static bool read_stream(xror_reader *r, const pull_value *value, const char *section, bool decode, xror_floats *table)
{
    reel_error error = { .status = REEL_OK, .rule = "", .section = "" };
    fpzip_decoder *codec = &r->codec;
    uint64_t start = xror_offset(r, value->data);
    reel_status status = reel__fpzip_start(codec, value->data, value->size, TABLE_LIMIT, &error);
    if (status < 0) {
        error.status = status;
        damage_by(r, section, start, &error);
        return true;
    }
    const fpzip_shape *shape = &codec->shape;
    table->wide = shape->wide;
    table->columns = shape->rows && shape->columns ? shape->columns : 0;
    table->stated = table->columns ? shape->rows : 0;
    if (!table->columns) {
        table->columns = shape->columns;
        count_slack(r, value, codec->used);
        return true;
    }
    if (!decode && !shape->wide) {
        table->rows = table->stated;
        return true;
    }
    bool refused = false;
    if (!make_room(r, section, start, reel__fpzip_table_size(shape), table, &refused)) return false;
    if (refused) return true;
    status = reel__fpzip_decode(codec, table->values, codec->values, &error);
    table->rows = (size_t)(codec->made / shape->columns);
    if (status < 0) {
        error.status = status;
        damage_by(r, section, start, &error);
        return true;
    }
    count_slack(r, value, codec->used);
    drop_padding(r, table, value->element);
    return true;
}

/* ---- arrays ----------------------------------------------------------------------------------------------------- */

typedef struct raw_table {
    double *values;
    size_t count, room;
} raw_table;

static bool is_number(const pull_value *value)
{
    return value->kind == PULL_REAL || value->kind == PULL_UNSIGNED || value->kind == PULL_NEGATIVE;
}

/* Reads the numbers of one row; `fits` false: the row is not part of the table. */
static bool read_row(xror_reader *r, pull_reader *tree, raw_table *raw, bool *fits)
{
    pull_value value;
    for (;;) {
        if (!reel__xror_next(r, tree, &value)) return true;
        if (value.kind == PULL_END) return true;
        *fits = *fits && is_number(&value);
        if (!reel__xror_skip(r, tree, &value)) return true;
        if (!*fits) continue;
        double *items = reel__memory_items(&r->d->allocator, raw->values, &raw->room, raw->count + 1, sizeof *items);
        if (!items) return false;
        raw->values = items;
        items[raw->count++] = value.kind == PULL_REAL ? value.real : (double)(int64_t)value.number;
    }
}

static bool read_array(xror_reader *r, pull_reader *tree, const char *section, xror_floats *table)
{
    raw_table raw = { .values = NULL };
    pull_value row;
    bool memory = true;
    table->wide = true;
    while (memory && reel__xror_next(r, tree, &row) && row.kind != PULL_END) {
        bool fits = row.kind == PULL_ARRAY;
        size_t before = raw.count;
        if (fits) memory = read_row(r, tree, &raw, &fits);
        size_t columns = raw.count - before;
        if (memory && tree->fault == PULL_OK && table->rows == 0) table->columns = (uint32_t)columns;
        if (!memory || tree->fault || !fits || columns == 0 || columns != table->columns) {
            if (memory && !tree->fault)
                reel__xror_damaged(r, REEL_CORRUPT, "xror.table-type", section, xror_offset(r, row.element),
                                   "a row of the table is not an array of numbers as long as the first");
            break;
        }
        table->rows++;
    }
    table->stated = table->rows;
    table->values = raw.values;
    if (!table->rows) table->columns = 0;
    return memory;
}

bool reel__xror_floats_read(xror_reader *r, const pull_value *value, pull_reader *tree, const char *section, bool decode,
                            xror_floats *table)
{
    *table = (xror_floats){ .values = NULL };
    if (value->kind == PULL_ARRAY) {
        xror_violated(r, XROR_RULE_TABLE_RAW, value->element);
        return read_array(r, tree, section, table);
    }
    if (value->kind != PULL_BINARY) {
        reel__xror_damaged(r, REEL_CORRUPT, "xror.table-type", section, xror_offset(r, value->element),
                           "the table is neither binary nor an array of arrays");
        return true;
    }
    if (value->size) return read_stream(r, value, section, decode, table);
    xror_violated(r, XROR_RULE_TABLE_EMPTY, value->element);
    return true;
}
