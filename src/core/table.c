/* SPDX-License-Identifier: MIT
 * What the tables of fields can be asked. */
#include <reel/format.h>

static const struct {
    uint8_t size;
    const char *name;
} types[] = {
    [REEL_BOOL] = { 1, "bool" },
    [REEL_U8] = { 1, "u8" },
    [REEL_I8] = { 1, "i8" },
    [REEL_U16] = { 2, "u16" },
    [REEL_I16] = { 2, "i16" },
    [REEL_U32] = { 4, "u32" },
    [REEL_I32] = { 4, "i32" },
    [REEL_U64] = { 8, "u64" },
    [REEL_I64] = { 8, "i64" },
    [REEL_F32] = { 4, "f32" },
    [REEL_F64] = { 8, "f64" },
    [REEL_STRING] = { sizeof(reel_string), "string" },
    [REEL_BYTES] = { sizeof(reel_bytes), "bytes" },
    [REEL_UUID] = { sizeof(reel_uuid), "uuid" },
};

static bool known(reel_type type) { return (size_t)type < sizeof types / sizeof *types && types[type].name; }

size_t reel_type_size(reel_type type) { return known(type) ? types[type].size : 0; }

const char *reel_type_name(reel_type type) { return known(type) ? types[type].name : "unknown"; }

const reel_field *reel_table_field(const reel_table *table, const char *name)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (strcmp(table->fields[i].name, name) == 0) return &table->fields[i];
    return NULL;
}

/* FNV-1a. */
static uint32_t add_byte(uint32_t sum, uint32_t byte) { return (sum ^ byte) * 16777619u; }

/* How many fields lie before one in a row. Their offsets differ where pointers have another size. */
static uint32_t rank_of(const reel_table *table, const reel_field *field)
{
    uint32_t rank = 0;
    for (size_t i = 0; i < table->field_count; i++) rank += table->fields[i].offset < field->offset;
    return rank;
}

uint32_t reel_table_layout(const reel_table *table)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        for (const char *c = field->name; *c; c++) sum = add_byte(sum, (uint8_t)*c);
        sum = add_byte(add_byte(sum, 0), (uint32_t)field->type);
        sum = add_byte(add_byte(sum, field->count & 0xffu), field->count >> 8 & 0xffu);
        sum = add_byte(add_byte(sum, rank_of(table, field)), field->present_mask);
    }
    return sum;
}

static const reel_renaming renamings[] = {
    { "attributes", "type", "event_type_row" },
    { "devices", "type", "device_type" },
    { "events", "type", "event_type_row" },
    { "extensions", "version", "layout_version" },
    { "finishes", "time", "finish_time" },
    { "fps", "fps", "frame_rate" },
    { "goals", "points", "goal_points" },
    { "holds", "length", "hold_frames" },
    { "other_keys", "value", "data" },
    { "summary", "pauses", "pauses_in_song" },
    { "summary", "pause_duration", "pause_time_in_song" },
    { "user_data", "value", "data" },
    { "values", "type", "event_type_row" },
    { "votes", "type", "vote_type" },
    { NULL, NULL, NULL },
};

const reel_renaming *reel_renamings(void) { return renamings; }

const reel_field *reel_table_renamed(const reel_table *table, const char *old_name)
{
    if (reel_table_field(table, old_name)) return NULL;
    for (const reel_renaming *one = renamings; one->table; one++)
        if (!strcmp(one->table, table->name) && !strcmp(one->old_name, old_name)) return reel_table_field(table, one->name);
    return NULL;
}

const char *reel_table_old_name(const reel_table *table)
{
    static const char *const names[][2] = {
        { "lives", "characters" },   { "player_stats", "players" },     { "scored_events", "events" },
        { "tick_inputs", "inputs" }, { "tick_positions", "positions" },
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(table->name, names[i][0])) return names[i][1];
    return NULL;
}

const reel_field *reel_table_time(const reel_table *table)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & REEL_FIELD_TIME) return &table->fields[i];
    return NULL;
}

bool reel_field_present(const reel_field *field, const void *row)
{
    return !field->present_mask || (((const uint8_t *)row)[field->present_offset] & field->present_mask);
}

#define AS(type, place) (*(const type *)(const void *)(place))

double reel_field_number(const reel_field *field, const void *row, size_t index)
{
    const uint8_t *place = (const uint8_t *)row + field->offset + index * reel_type_size(field->type);
    switch (field->type) {
    case REEL_BOOL: return *place != 0;
    case REEL_U8: return *place;
    case REEL_I8: return AS(int8_t, place);
    case REEL_U16: return AS(uint16_t, place);
    case REEL_I16: return AS(int16_t, place);
    case REEL_U32: return AS(uint32_t, place);
    case REEL_I32: return AS(int32_t, place);
    case REEL_U64: return (double)AS(uint64_t, place);
    case REEL_I64: return (double)AS(int64_t, place);
    case REEL_F32: return (double)AS(float, place);
    case REEL_F64: return AS(double, place);
    default: return 0;
    }
}

/* What follows the name of a vector in the name of one of its columns, without the underscore; NUL-terminated. */
static size_t column_suffix(const reel_field *field, size_t index, char suffix[24])
{
    if (field->components && index < field->count) {
        suffix[0] = field->components[index];
        suffix[1] = 0;
        return 1;
    }
    size_t size = 1;
    for (size_t rest = index; rest > 9; rest /= 10) size++;
    suffix[size] = 0;
    for (size_t at = size, rest = index; at-- > 0; rest /= 10) suffix[at] = (char)('0' + rest % 10);
    return size;
}

static void append(char *buffer, size_t size, size_t *length, const char *text, size_t text_size)
{
    for (size_t i = 0; i < text_size && *length + i + 1 < size; i++) buffer[*length + i] = text[i];
    *length += text_size;
}

size_t reel_column_name(const reel_field *field, size_t index, char *buffer, size_t size)
{
    char suffix[24];
    size_t length = 0;
    append(buffer, size, &length, field->name, strlen(field->name));
    if (field->count > 1) {
        append(buffer, size, &length, "_", 1);
        size_t suffix_size = column_suffix(field, index, suffix);
        append(buffer, size, &length, suffix, suffix_size);
    }
    if (size) buffer[length < size ? length : size - 1] = 0;
    return length;
}

bool reel_table_column(const reel_table *table, const char *name, const reel_field **field, size_t *index)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *candidate = &table->fields[f];
        size_t size = strlen(candidate->name);
        if (strncmp(name, candidate->name, size) != 0) continue;
        if (name[size] != (candidate->count == 1 ? 0 : '_')) continue;
        for (size_t i = 0; i < candidate->count; i++) {
            char suffix[24];
            column_suffix(candidate, i, suffix);
            if (candidate->count > 1 && strcmp(name + size + 1, suffix) != 0) continue;
            *field = candidate;
            *index = i;
            return true;
        }
    }
    return false;
}

const char *reel_format_id(const reel_format *format) { return format->id; }

const char *reel_format_name(const reel_format *format) { return format->name; }

const reel_table *const *reel_format_tables(const reel_format *format) { return format->tables; }

bool reel_format_writes(const reel_format *format) { return format->writer != NULL; }

const reel_table *reel_format_table(const reel_format *format, const char *name)
{
    for (const reel_table *const *table = format->tables; *table; table++)
        if (strcmp((*table)->name, name) == 0) return *table;
    return NULL;
}

bool reel_operation_is_reserved(const reel_operation *operation)
{
    static const char *const reserved[] = { REEL_OPERATION_REPAIR, REEL_OPERATION_MERGE, REEL_OPERATION_CUT,
                                            REEL_OPERATION_ANONYMISE };
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(reserved[i], operation->id) == 0) return true;
    return false;
}
