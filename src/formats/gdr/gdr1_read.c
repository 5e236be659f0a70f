/* SPDX-License-Identifier: MIT
 * Reads GDR1. Keys come in any order, so the whole file is read when it is opened; damage is reported by next, after the rows. */
#include "formats/gdr/gdr1.h"
#include "formats/gdr/gdr1_shape.h"

#include "codec/number.h"

uint64_t reel__gdr1_memory_bound(uint64_t size, const reel_limits *limits)
{
    (void)limits;
    /* There are two worst cases. Empty unknown keys have 2 bytes including their value, and become rows of 32 in a table whose capacity
     * doubles. Inputs with a key of their own have 3 bytes; if the count claims one per byte, that is a row of 16 for each byte, and a
     * row of 24 for each input in a table whose capacity doubles. To that add the copy of the file, unescaped strings, and the input
     * buffer, which grows by doubling. */
    return 32 * size + size + size + 2 * size + 32768;
}

enum { SCRATCH_ROWS = 128 };

/* The state while the file is read. */
typedef struct gdr1_reading {
    reel_decoder *d;
    gdr1_reader *reader;
    pull_reader *tree;
    pull_form form;
    const uint8_t *start, *copy; /* the file, and the copy of it that rows point into, or NULL */
    gdr_info_v1 info;
    uint32_t met;               /* bit mask of the known keys that were read, by index in reel__gdr1_keys */
    bool closed[GDR1_GROUPS];   /* groups that are no map */
    bool inputs_read, reserved; /* reserved: there are rows for the inputs that may follow */
    bool plain;                 /* the last input had no keys of a bot, so that the next one may show the shape of others */
    reel_row_list *inputs, *blocks, *extensions;
    uint64_t row;
    const char *section;
} gdr1_reading;

static uint64_t offset_of(const gdr1_reading *g, const uint8_t *at) { return (uint64_t)(at - g->start); }

static void count_violation(gdr1_reading *g, gdr1_rule rule, const uint8_t *at)
{
    reel__gdr_count_violation(&g->reader->violations[rule], g->row == REEL_NO_ROW ? "header" : "inputs", offset_of(g, at),
                              g->row);
}

/* Bytes of the file that live as long as the rows. */
static reel_bytes copy_value(gdr1_reading *g, const uint8_t *at, size_t size)
{
    if (!size) return (reel_bytes){ NULL, 0 };
    if (g->copy) return (reel_bytes){ g->copy + (at - g->start), size };
    return reel_chunk_bytes(g->d->chunk, at, size);
}

static reel_string copy_text(gdr1_reading *g, const pull_value *value)
{
    reel_bytes text = { NULL, 0 };
    uint8_t *to = value->escaped ? reel_chunk_alloc(g->d->chunk, value->size) : NULL;
    if (to)
        text = (reel_bytes){ to, reel__pull_unescape(value, to) };
    else if (!value->escaped)
        text = copy_value(g, value->data, value->size);
    return (reel_string){ (const char *)text.data, text.size };
}

/* ---- scalars ---------------------------------------------------------------------------------------------------- */

static const char *const kind_names[] = {
    [PULL_END] = "is nothing",       [PULL_NULL] = "is null",         [PULL_BOOL] = "is a boolean",
    [PULL_UNSIGNED] = "is a number", [PULL_NEGATIVE] = "is a number", [PULL_REAL] = "is a number",
    [PULL_STRING] = "is a string",   [PULL_BINARY] = "is binary",     [PULL_EXTENSION] = "is an extension",
    [PULL_ARRAY] = "is an array",    [PULL_MAP] = "is a map",
};

static void report_key(const gdr1_reading *g, const char *rule, reel_severity severity, const uint8_t *at, const char *key,
                       const char *what)
{
    reel_find(&g->d->reporter,
              (reel_finding){ .rule = rule,
                              .severity = severity,
                              .section = "header",
                              .offset = at ? offset_of(g, at) : REEL_NO_OFFSET,
                              .table = &gdr_infos_v1,
                              .row = 0 },
              "%s %s", key, what);
}

/* Null says no more than a missing key. */
static void report_type(gdr1_reading *g, const gdr1_key *key, const pull_value *value)
{
    if (value->kind == PULL_NULL) {
        report_key(g, "gdr.null", REEL_NOTE, value->start, key->path, "is null, and counts as missing");
        return;
    }
    report_key(g, "gdr.field-type", REEL_ERROR, value->start, key->path, kind_names[value->kind]);
}

static void report_non_finite(gdr1_reading *g, const gdr1_key *key, const pull_value *value)
{
    report_key(g, "gdr.non-finite", REEL_WARNING, value->start, key->path, "is infinite or NaN");
}

static bool is_number(const pull_value *value)
{
    return value->kind == PULL_UNSIGNED || value->kind == PULL_NEGATIVE || value->kind == PULL_REAL;
}

static bool fits_number(const pull_value *value)
{
    pull_value number;
    return reel__pull_as_number(value, &number);
}

bool reel__gdr1_fits_scalar(const gdr1_key *key, const pull_value *value)
{
    const reel_field *field = reel__gdr1_field(key);
    if (field->type == REEL_BOOL) return value->kind == PULL_BOOL || value->kind == PULL_UNSIGNED;
    return field->type == REEL_STRING ? value->kind == PULL_STRING || is_number(value) : fits_number(value);
}

bool reel__gdr1_fits_input(unsigned key, const pull_value *value)
{
    if (reel__gdr1_input_members[key].type == REEL_BOOL) return value->kind == PULL_BOOL || value->kind == PULL_UNSIGNED;
    return fits_number(value);
}

/* The number that a value is or that its text consists of. */
static pull_value take_number(gdr1_reading *g, const pull_value *value)
{
    pull_value number;
    if (reel__pull_as_number(value, &number) && value->kind == PULL_STRING) count_violation(g, GDR1_TEXT_NUMBER, value->start);
    return number;
}

static double real_of(const pull_value *value)
{
    if (value->kind == PULL_REAL) return value->real;
    return value->kind == PULL_NEGATIVE ? (double)(int64_t)value->number : (double)value->number;
}

/* The nearest int64_t; sets *exact if it is equal to the number. */
static int64_t integer_of(const pull_value *value, bool *exact)
{
    *exact = true;
    if (value->kind == PULL_NEGATIVE) return (int64_t)value->number;
    if (value->kind == PULL_REAL) {
        double real = value->real;
        *exact = false;
        if (!(real == real)) return 0;
        if (real >= 9223372036854775807.0) return INT64_MAX;
        if (real <= -9223372036854775808.0) return INT64_MIN;
        *exact = (double)(int64_t)real == real;
        return (int64_t)real;
    }
    *exact = value->number <= INT64_MAX;
    return *exact ? (int64_t)value->number : INT64_MAX;
}

/* Whether `number` is a real one without its fraction: the nearest to what is beyond 64 bits is another number. */
static bool is_near(const pull_value *value, int64_t number)
{
    double apart = value->kind == PULL_REAL ? value->real - (double)number : 1;
    return apart > -1 && apart < 1;
}

/* Some bots write their version as a number, some editors an author or a level. */
static reel_string text_of_number(gdr1_reading *g, const pull_value *value)
{
    char text[NUMBER_SIZE];
    size_t size = 0;
    if (value->kind == PULL_UNSIGNED) size = reel__number_u64(text, value->number);
    if (value->kind == PULL_NEGATIVE) size = reel__number_i64(text, (int64_t)value->number);
    if (value->kind == PULL_REAL && value->real - value->real == 0) size = reel__number_f64(text, value->real);
    return reel_chunk_string(g->d->chunk, text, size);
}

static void store_integer(gdr1_reading *g, const gdr1_key *key, const pull_value *value, void *to)
{
    bool exact;
    int64_t number = integer_of(value, &exact);
    memcpy(to, &number, sizeof number);
    if (exact && number >= key->least && number <= key->most) return;
    bool fraction = is_near(value, number) && number >= key->least && number <= key->most;
    report_key(g, "gdr.field-range", fraction ? REEL_NOTE : REEL_ERROR, value->start, key->path,
               fraction ? "has a fraction; it was discarded" : "out of range");
}

static void mark_key(gdr1_reading *g, const gdr1_key *key, const pull_value *name)
{
    uint32_t bit = UINT32_C(1) << (key - reel__gdr1_keys);
    if (g->met & bit) count_violation(g, GDR1_REPEATED_KEY, name->start);
    g->met |= bit;
}

/* Stores the value of a known key in the header. */
static void store_scalar(gdr1_reading *g, const gdr1_key *key, const pull_value *value)
{
    const reel_field *field = reel__gdr1_field(key);
    uint8_t *row = (uint8_t *)&g->info, *to = row + field->offset;
    if (!reel__gdr1_fits_scalar(key, value)) {
        report_type(g, key, value);
        return;
    }
    pull_value number = field->type == REEL_STRING ? *value : take_number(g, value);
    row[field->present_offset] |= field->present_mask;
    if (field->type == REEL_STRING) {
        reel_string text = value->kind == PULL_STRING ? copy_text(g, value) : text_of_number(g, value);
        memcpy(to, &text, sizeof text);
        if (value->kind != PULL_STRING)
            report_key(g, "gdr.not-string", REEL_NOTE, value->start, key->path, "is a number, not a string");
        if (value->kind == PULL_REAL && value->real - value->real != 0) report_non_finite(g, key, value);
    } else if (field->type == REEL_BOOL) {
        *to = value->number != 0;
        if (value->kind != PULL_BOOL) count_violation(g, GDR1_NOT_BOOLEAN, value->start);
    } else if (field->type == REEL_I64) {
        store_integer(g, key, &number, to);
    } else {
        double real = real_of(&number);
        memcpy(to, &real, sizeof real);
        if (real - real != 0) report_non_finite(g, key, value);
        if (field->offset != offsetof(gdr_info_v1, duration)) return;
        g->info.keys[1] &= (uint8_t)~GDR_KEY_WHOLE_DURATION; /* the last of repeated keys counts */
        if (number.kind == PULL_UNSIGNED) g->info.keys[1] |= GDR_KEY_WHOLE_DURATION;
    }
}

/* Reads the map of bot or level. Its known keys are header fields; other keys are only kept in the document. */
static bool read_group(gdr1_reading *g, const gdr1_key *group, const pull_value *map)
{
    pull_value name, value;
    if (map->kind != PULL_MAP) {
        g->closed[group->inner] = true;
        report_type(g, group, map);
        return reel__pull_skip(g->tree, map);
    }
    for (;;) {
        if (!reel__pull_next(g->tree, &name)) return false;
        if (name.kind == PULL_END) return true;
        if (!reel__pull_skip(g->tree, &name) || !reel__pull_next(g->tree, &value)) return false;
        const gdr1_key *key = name.kind == PULL_STRING ? reel__gdr1_find_key(group->inner, name.data, name.size) : NULL;
        if (!reel__pull_skip(g->tree, &value)) return false;
        if (!key) continue;
        mark_key(g, key, &name);
        store_scalar(g, key, &value);
    }
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

static void store_input_value(gdr1_reading *g, gdr_input *row, unsigned key, const pull_value *value)
{
    bool exact = true;
    const gdr1_input_member *member = &reel__gdr1_input_members[key];
    if (member->type == REEL_BOOL) {
        if (value->kind == PULL_BOOL || value->kind == PULL_UNSIGNED)
            ((uint8_t *)row)[member->offset] = value->number != 0;
        else
            count_violation(g, (gdr1_rule)(GDR1_INPUT_TYPE + key), value->start);
        if (value->kind == PULL_UNSIGNED) count_violation(g, GDR1_NOT_BOOLEAN, value->start);
        return;
    }
    pull_value digits;
    const pull_value *stored = value;
    if (!is_number(value)) { /* perhaps the text of one */
        if (!reel__pull_as_number(value, &digits)) {
            count_violation(g, (gdr1_rule)(GDR1_INPUT_TYPE + key), value->start);
            return;
        }
        count_violation(g, GDR1_TEXT_NUMBER, value->start);
        stored = &digits;
    }
    int64_t number = integer_of(stored, &exact);
    bool near = is_near(stored, number);
    if (near) count_violation(g, GDR1_FLOAT_FRAME, value->start);
    if (member->type == REEL_I64) {
        row->frame = number;
        if (number < 0 || (!exact && !near)) count_violation(g, GDR1_INPUT_RANGE, value->start);
        return;
    }
    row->button = number < 0 || number > UINT8_MAX ? UINT8_MAX : (uint8_t)number;
    if (number < 0 || number > GDR_RIGHT) count_violation(g, GDR1_INPUT_RANGE, value->start);
}

/* The unknown keys of an input. */
typedef struct gdr1_extras {
    const uint8_t *from, *to; /* all of them, unless scattered */
    bool open, scattered;     /* open: the previous key was unknown; scattered: known keys are between them */
} gdr1_extras;

/* Joins scattered unknown keys, in a second pass over the input. */
static reel_bytes join_extras(gdr1_reading *g, const uint8_t *from, const uint8_t *to)
{
    uint8_t *all = reel_chunk_alloc(g->d->chunk, (size_t)(to - from));
    pull_reader *tree = &g->reader->inner;
    pull_value name, value;
    size_t size = 0;
    if (!all) return (reel_bytes){ NULL, 0 };
    reel__pull_begin(tree, g->form, from, (size_t)(to - from), PULL_MOST_DEPTH);
    reel__pull_next(tree, &value);
    while (reel__pull_next(tree, &name) && name.kind != PULL_END) {
        bool known = reel__gdr1_find_input_key(&name) != GDR1_INPUT_KEYS;
        if (!reel__pull_skip(tree, &name) || !reel__pull_next(tree, &value) || !reel__pull_skip(tree, &value)) break;
        if (known) continue;
        if (size && g->form == PULL_JSON) all[size++] = ',';
        memcpy(all + size, name.start, (size_t)(tree->at - name.start));
        size += (size_t)(tree->at - name.start);
    }
    return (reel_bytes){ all, size };
}

static void store_extras(gdr1_reading *g, gdr_input *row, const gdr1_extras *extras, const uint8_t *start)
{
    if (!extras->from) return;
    row->extra = GDR_BLOCK;
    gdr_block *block = g->blocks ? reel_row_add(g->blocks) : NULL;
    if (!block) return;
    block->frame = row->frame;
    block->data =
        extras->scattered ? join_extras(g, start, g->tree->at) : copy_value(g, extras->from, (size_t)(extras->to - extras->from));
}

/* Reads an input. If it is a map, the reader has already entered it. An input without a valid frame is skipped: *framed says whether it has
 * one. *places, or NULL, is where its values are, with a count of GDR1_INPUT_KEYS if it has each known key once and no others. */
static bool read_input(gdr1_reading *g, gdr_input *row, const pull_value *map, bool *framed, gdr1_places *places)
{
    pull_reader *tree = g->tree;
    pull_value name, value;
    gdr1_extras extras = { 0 };
    unsigned seen = 0;
    *framed = false;
    if (map->kind != PULL_MAP) {
        count_violation(g, GDR1_INPUT_NOT_MAP, map->start);
        return reel__pull_skip(tree, map);
    }
    for (;;) {
        if (!reel__pull_next(tree, &name)) return false;
        if (name.kind == PULL_END) break;
        unsigned key = reel__gdr1_find_input_key(&name);
        if (!pull_pass(tree, &name) || !reel__pull_next(tree, &value) || !pull_pass(tree, &value)) return false;
        if (key == GDR1_INPUT_KEYS) {
            extras.scattered |= extras.from && !extras.open;
            if (!extras.from) extras.from = name.start;
            extras.to = tree->at;
            extras.open = true;
            continue;
        }
        extras.open = false;
        if (places && places->count < GDR1_INPUT_KEYS) {
            places->at[places->count].key = (uint8_t)key;
            places->at[places->count].from = value.start;
            places->at[places->count].to = tree->at;
        }
        if (places) places->count++;
        if (seen >> key & 1) count_violation(g, GDR1_REPEATED_KEY, name.start);
        seen |= 1u << key;
        if (value.kind == PULL_NULL) {
            count_violation(g, (gdr1_rule)(GDR1_INPUT_NULL + key), value.start);
            if (key == GDR1_FRAME) *framed = false;
            continue;
        }
        store_input_value(g, row, key, &value);
        if (key == GDR1_FRAME) *framed = is_number(&value) || fits_number(&value);
    }
    for (unsigned key = 0; key < GDR1_INPUT_KEYS; key++)
        if (!(seen >> key & 1)) count_violation(g, (gdr1_rule)(GDR1_INPUT_MISSING + key), map->start);
    if (!*framed) count_violation(g, GDR1_NO_FRAME, map->start);
    if (*framed) store_extras(g, row, &extras, map->start);
    g->plain = !extras.from;
    if (places && (seen != (1u << GDR1_INPUT_KEYS) - 1 || extras.from)) places->count = 0;
    return true;
}

static bool reserve_inputs(gdr1_reading *g, uint64_t most)
{
    reel_row_list *list = g->inputs;
    if (!list || !most) return true;
    if (!reel_row_grow(list, (size_t)most, true)) return false;
    list->count -= (size_t)most;
    return true;
}

/* JSON does not say how many inputs follow: as many as fit in the bytes that are left, at most. */
static bool reserve_shaped(gdr1_reading *g, const gdr1_shape *shape)
{
    const uint64_t fit = (uint64_t)(g->tree->end - g->tree->at) / shape->least;
    const uint64_t allowed = g->d->limits.rows > g->row ? g->d->limits.rows - g->row : 0;
    return g->form != PULL_JSON || reserve_inputs(g, fit < allowed ? fit : allowed);
}

/* Reads the inputs from here on that have the shape. */
static void read_shaped(gdr1_reading *g, const gdr1_shape *shape)
{
    gdr_input scratch[SCRATCH_ROWS];
    reel_row_list *list = g->inputs;
    const size_t room = list ? list->capacity - list->count : SCRATCH_ROWS;
    size_t count;
    do {
        /* cppcheck-suppress legacyUninitvar ; only written to */
        gdr_input *rows = list && list->data ? (gdr_input *)(void *)list->data + list->count : scratch;
        count = reel__gdr1_shape_read(shape, g->tree, rows, room);
        g->row += count;
        if (list) list->count += count;
    } while (!list && count == room);
}

/* Reads the next input by the grammar, and learns its shape, unless it is the first one, which lacks the comma that the others have. */
static bool read_next_input(gdr1_reading *g, gdr1_shape *shape, bool first, bool *end)
{
    const uint8_t *before = g->tree->at;
    gdr_input row = { 0 };
    gdr1_places places = { 0 };
    pull_value map;
    bool framed;
    if (!reel__pull_next(g->tree, &map)) return false;
    *end = map.kind == PULL_END;
    if (*end) return true;
    if (!read_input(g, &row, &map, &framed, g->plain ? &places : NULL)) return false;
    if (places.count == GDR1_INPUT_KEYS && !first) reel__gdr1_shape_learn(shape, &places, before, g->tree->at);
    if (!framed) return true;
    g->row++;
    gdr_input *stored = g->inputs ? reel_row_add(g->inputs) : NULL;
    if (stored) *stored = row;
    if (g->inputs && !stored) return false;
    if (!shape->known || g->reserved) return true;
    g->reserved = true;
    return reserve_shaped(g, shape);
}

static bool read_inputs(gdr1_reading *g, const gdr1_key *key, const pull_value *array)
{
    if (array->kind == PULL_NULL) count_violation(g, GDR1_NULL_INPUTS, array->start);
    if (array->kind != PULL_ARRAY) {
        if (array->kind != PULL_NULL) report_type(g, key, array);
        return reel__pull_skip(g->tree, array);
    }
    if (g->inputs_read) return reel__pull_skip(g->tree, array);
    g->inputs_read = true;
    g->info.keys[1] |= GDR_KEY_INPUTS;
    g->section = "inputs";
    g->row = 0;
    const uint64_t left = (uint64_t)(g->tree->end - g->tree->at);
    if (!reserve_inputs(g, array->count < left ? array->count : left)) return false;
    gdr1_shape shape = { .known = false };
    g->plain = true;
    for (bool first = true, end = false; !end; first = false) {
        if (shape.known) read_shaped(g, &shape);
        if (!read_next_input(g, &shape, first, &end)) return false;
    }
    g->row = REEL_NO_ROW;
    g->section = "header";
    return true;
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static bool read_member(gdr1_reading *g, const pull_value *name)
{
    pull_value value;
    const gdr1_key *key = name->kind == PULL_STRING ? reel__gdr1_find_key(GDR1_TOP, name->data, name->size) : NULL;
    if (!reel__pull_next(g->tree, &value)) return false;
    if (key) mark_key(g, key, name);
    if (key && key->kind == GDR1_GROUP) return read_group(g, key, &value);
    if (key && key->kind == GDR1_INPUTS) return read_inputs(g, key, &value);
    if (!reel__pull_skip(g->tree, &value)) return false;
    if (key) {
        store_scalar(g, key, &value);
        return true;
    }
    if (name->kind != PULL_STRING) {
        count_violation(g, GDR1_KEY_NOT_STRING, name->start);
        return true;
    }
    gdr_extension *row = g->extensions ? reel_row_add(g->extensions) : NULL;
    if (row) *row = (gdr_extension){ copy_text(g, name), copy_value(g, value.start, (size_t)(g->tree->at - value.start)) };
    return true;
}

static reel_status fail_reading(gdr1_reading *g)
{
    const pull_reader *tree = g->tree;
    reel_status built = reel_build_status(g->d->chunk);
    if (built < 0) return built;
    uint64_t at = offset_of(g, tree->fault_at ? tree->fault_at : tree->at);
    if (tree->fault == PULL_DEEP)
        return reel_fail(g->d->error, REEL_LIMIT, "gdr.too-deep", g->section, at, "nested deeper than %u", tree->most_depth);
    if (tree->fault == PULL_CUT)
        return reel_fail(g->d->error, REEL_TRUNCATED, "gdr.truncated", g->section, at,
                         "the file ends at byte %llu, inside a value", (unsigned long long)offset_of(g, tree->end));
    return reel_fail(g->d->error, REEL_CORRUPT, "gdr.syntax", g->section, at, "invalid %s",
                     g->form == PULL_JSON ? "JSON" : "msgpack");
}

static reel_status fail_not_gdr(gdr1_reading *g, const char *why)
{
    return reel_fail(g->d->error, REEL_UNSUPPORTED, "gdr.not-gdr", "header", 0, "%s", why);
}

static void check_end(gdr1_reading *g)
{
    const uint8_t *at = g->tree->at, *end = g->tree->end;
    if (g->form == PULL_JSON)
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    if (at == end) return;
    count_violation(g, GDR1_TRAILING, at);
    g->reader->violations[GDR1_TRAILING].found.count = (uint64_t)(end - at);
}

/* If a group is missing, its keys are not reported one by one. */
static void report_missing(const gdr1_reading *g)
{
    bool groups[GDR1_GROUPS] = { [GDR1_TOP] = true };
    for (size_t i = 0; i < GDR1_KEYS; i++) {
        const gdr1_key *key = &reel__gdr1_keys[i];
        bool met = g->met >> i & 1;
        if (key->kind == GDR1_GROUP) groups[key->inner] = met && !g->closed[key->inner];
        if (!met && groups[key->group]) report_key(g, "gdr.missing-key", REEL_NOTE, NULL, key->path, "is missing");
    }
}

static reel_status read_all(gdr1_reading *g)
{
    pull_value name;
    g->row = REEL_NO_ROW;
    g->section = "header";
    if (!reel__pull_next(g->tree, &name)) return fail_reading(g);
    if (name.kind != PULL_MAP) return fail_not_gdr(g, "the outermost value is not an object");
    for (;;) {
        if (!reel__pull_next(g->tree, &name)) return fail_reading(g);
        if (name.kind == PULL_END) break;
        if (!reel__pull_skip(g->tree, &name) || !read_member(g, &name)) return fail_reading(g);
    }
    if (!g->met) return fail_not_gdr(g, "the object has no key of a macro");
    check_end(g);
    report_missing(g);
    return reel_build_status(g->d->chunk);
}

static void add_info(gdr1_reading *g, const reel_table *table)
{
    reel_row_list *list = reel_chunk_table(g->d->chunk, table);
    gdr_info_v1 *row = list ? reel_row_add(list) : NULL;
    if (row) *row = g->info;
}

static reel_status open_form(reel_decoder *d, pull_form form)
{
    gdr1_reader *reader = d->state;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0 || status == REEL_AGAIN) return status;
    const uint8_t *start = d->in.at;
    size_t size = reel_left(&d->in), mark = 0;
    gdr1_reading g = { .d = d, .reader = reader, .tree = &reader->tree, .form = form, .start = start, .info.framerate = 240 };
    reel_row_list *documents = reel_chunk_table(d->chunk, &gdr_documents);
    g.blocks = reel_chunk_table(d->chunk, &gdr_blocks);
    g.extensions = reel_chunk_table(d->chunk, &gdr_extensions);
    bool copies = documents || g.blocks || g.extensions; /* one copy of the file takes less memory than many small ones */
    if (copies && size && !(g.copy = reel_chunk_bytes(d->chunk, start, size).data)) return reel_build_status(d->chunk);
    g.inputs = reel_chunk_table(d->chunk, &gdr_inputs);
    g.row = REEL_NO_ROW;
    if (form == PULL_JSON && size >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0) {
        mark = 3;
        count_violation(&g, GDR1_BOM, start);
    }
    reel__pull_begin(g.tree, form, start + mark, size - mark, d->limits.nesting);
    status = read_all(&g);
    if (reel_build_status(d->chunk) < 0) return reel_build_status(d->chunk);
    if (status == REEL_UNSUPPORTED) return status;
    reel__gdr_report_violations(&d->reporter, reel__gdr1_rules, reader->violations, GDR1_RULES);
    add_info(&g, status < 0 ? &gdr_cut_infos : &gdr_infos_v1);
    gdr_document *row = documents && status >= 0 ? reel_row_add(documents) : NULL;
    if (row) row->data = (reel_bytes){ g.copy, size };
    if (status < 0) {
        reader->damage = *d->error;
        reader->damage.status = status;
    }
    d->in.at = status < 0 && g.tree->fault_at ? g.tree->fault_at : d->in.end;
    return reel_build_status(d->chunk);
}

reel_status reel__gdr1_open(reel_decoder *d) { return open_form(d, PULL_MSGPACK); }
reel_status reel__gdr1_json_open(reel_decoder *d) { return open_form(d, PULL_JSON); }

reel_status reel__gdr1_next(reel_decoder *d)
{
    const gdr1_reader *reader = d->state;
    if (reader->damage.status == REEL_OK) return REEL_END;
    *d->error = reader->damage;
    return reader->damage.status;
}
