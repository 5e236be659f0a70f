/* SPDX-License-Identifier: MIT */
#include "containers/archive_schema.h"
#include "core/rows.h"

enum { LEAST_TABLE = 3, LEAST_FIELD = 9, POSITION_VALUES = 3, ROTATION_VALUES = 4 };

static size_t format_tables(const reel_format *format)
{
    size_t count = 0;
    while (format->tables[count]) count++;
    return count;
}

/* A position is one of a pose only if a rotation follows: a coder relies on it. */
static void settle_poses(archive_table *table)
{
    for (size_t i = 0; i < table->coder.count; i++) {
        coder_field *field = &table->fields[i], *next = field + 1;
        if (!field->pose) continue;
        field->pose = field->type == REEL_F32 && field->count == POSITION_VALUES && i + 1 < table->coder.count &&
                      next->type == REEL_F32 && next->count == ROTATION_VALUES;
    }
}

static void settle(archive_table *table)
{
    settle_poses(table);
    for (size_t i = table->coder.count; i-- > 0;) {
        const coder_field *field = &table->fields[i];
        if (field->time) table->whole_time = reel__coder_is_whole(field) && reel_type_size(field->type) <= sizeof(int32_t);
    }
    table->coder.fields = table->fields;
    for (size_t i = 0; i < table->coder.count; i++) {
        const coder_field *field = &table->fields[i];
        if (type_is_text(field->type) || field->type == REEL_UUID) continue;
        table->bounds += 2 * (uint64_t)reel_type_size(field->type) * field->count;
    }
}

/* What a field of a format's table can be in an order of rows. */
static coder_role role_of(const coder_field *field)
{
    uint32_t flags = field->field->flags;
    if (!reel__coder_is_whole(field)) return CODER_VALUE;
    if (flags & REEL_FIELD_TIME) return CODER_CLOCK;
    if (flags & REEL_FIELD_DERIVED && field->type == REEL_U64)
        return strcmp(field->field->unit, "bytes") != 0 ? CODER_SEQUENCE : CODER_OFFSET;
    return flags & REEL_FIELD_KEY ? CODER_KEY : CODER_VALUE;
}

/* Gives the first field of each role its role. A table without a number, an offset or a time has none. */
static void set_roles(archive_table *table)
{
    bool taken[CODER_ROLES] = { false };
    for (size_t i = 0; i < table->coder.count; i++) {
        coder_role role = role_of(&table->fields[i]);
        if (!taken[role]) table->fields[i].role = role;
        taken[role] = role != CODER_VALUE;
    }
    reel__coder_set_roles(&table->coder);
    table->ordered = reel__coder_is_ordered(&table->coder) && !(table->flags & REEL_TABLE_HEADER);
    for (size_t i = 0; i < table->coder.count && !table->ordered; i++) table->fields[i].role = CODER_VALUE;
}

static bool make_tables(archive_schema *schema, size_t count, const reel_allocator *allocator)
{
    *schema = (archive_schema){ .allocator = *allocator };
    schema->tables = reel__memory_new(allocator, (count + 1) * sizeof *schema->tables);
    if (!schema->tables) return false;
    schema->count = count;
    return true;
}

static bool make_fields(const archive_schema *schema, archive_table *table, size_t count)
{
    table->fields = reel__memory_new(&schema->allocator, (count + 1) * sizeof *table->fields);
    table->coder.count = table->fields ? count : 0;
    return table->fields;
}

void reel__schema_free(archive_schema *schema)
{
    for (size_t i = 0; i < schema->count; i++) reel__memory_drop(&schema->allocator, schema->tables[i].fields);
    if (schema->tables) reel__memory_drop(&schema->allocator, schema->tables);
    *schema = (archive_schema){ .count = 0 };
}

reel_status reel__schema_of_format(archive_schema *schema, const reel_format *format, const reel_allocator *allocator)
{
    if (!make_tables(schema, format_tables(format), allocator)) return REEL_MEMORY;
    for (size_t t = 0; t < schema->count; t++) {
        const reel_table *table = format->tables[t];
        archive_table *own = &schema->tables[t];
        *own = (archive_table){ .table = table, .flags = table->flags, .readable = true, .coder.row_size = table->row_size };
        if (!make_fields(schema, own, table->field_count)) return REEL_MEMORY;
        for (size_t i = 0; i < table->field_count; i++) {
            const reel_field *field = &table->fields[i];
            own->fields[i] = (coder_field){ .type = field->type,
                                            .count = field->count,
                                            .pose = field->flags & REEL_FIELD_POSE,
                                            .time = field->flags & REEL_FIELD_TIME,
                                            .field = field };
        }
        settle(own);
        set_roles(own);
    }
    return REEL_OK;
}

/* 1 + the number of the field that says whether `field` has a value; 0: it always has one. */
static size_t present_of(const reel_table *table, const reel_field *field)
{
    if (!field->present_mask) return 0;
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].offset == field->present_offset) return i + 1;
    return 0;
}

static bool put_field(reel_memory *block, const reel_table *table, const coder_field *coded)
{
    const reel_field *field = coded->field;
    const uint8_t type = (uint8_t)field->type, mask = field->present_mask;
    return reel__payload_text(block, field->name, strlen(field->name)) && memory_add(block, &type, 1) &&
           reel__payload_number(block, field->count) && reel__payload_number(block, field->flags) &&
           reel__payload_text(block, field->unit, strlen(field->unit)) && reel__payload_number(block, present_of(table, field)) &&
           memory_add(block, &mask, 1) && reel__payload_number(block, coded->role);
}

bool reel__schema_put(reel_memory *block, const archive_schema *schema)
{
    bool fits = reel__payload_number(block, schema->count);
    for (size_t t = 0; t < schema->count && fits; t++) {
        const reel_table *table = schema->tables[t].table;
        fits = reel__payload_text(block, table->name, strlen(table->name)) && reel__payload_number(block, table->flags) &&
               reel__payload_number(block, table->field_count);
        for (size_t i = 0; i < table->field_count && fits; i++) fits = put_field(block, table, &schema->tables[t].fields[i]);
    }
    return fits;
}

typedef struct schema_reading {
    reel_cursor *in;
    const reel_reporter *reporter;
    uint64_t offset;
    reel_error *error;
} schema_reading;

static reel_status damaged(const schema_reading *reading)
{
    return reel_fail(reading->error, REEL_CORRUPT, "archive.schema", "start", reading->offset,
                     "the schema of the archive is damaged");
}

static bool is_named(const char *name, reel_string text)
{
    return strlen(name) == text.size && memcmp(name, text.data, text.size) == 0;
}

/* Archives of earlier versions have the names of fields of then. */
static const reel_field *field_named(const reel_table *table, reel_string name)
{
    for (size_t i = 0; table && i < table->field_count; i++)
        if (is_named(table->fields[i].name, name)) return &table->fields[i];
    for (const reel_renaming *one = reel_renamings(); table && one->table; one++)
        if (!strcmp(one->table, table->name) && is_named(one->old_name, name)) return reel_table_field(table, one->name);
    return NULL;
}

static void differs(const schema_reading *reading, reel_severity severity, const reel_table *table, reel_string field,
                    const char *message)
{
    reel_find(reading->reporter,
              (reel_finding){ .rule = "archive.fields",
                              .severity = severity,
                              .section = "start",
                              .offset = reading->offset,
                              .table = table,
                              .row = REEL_NO_ROW },
              "%s.%.*s: %s", table->name, (int)(field.size < 64 ? field.size : 64), field.data, message);
}

static bool is_whole(reel_type type) { return type >= REEL_U8 && type <= REEL_I64; }

static bool is_signed_whole(reel_type type)
{
    return type == REEL_I8 || type == REEL_I16 || type == REEL_I32 || type == REEL_I64;
}

/* Whether every value of the type that the archive has is one of ours: the same type, a narrower whole number, or an id that was signed. */
static bool holds(const reel_field *own, reel_type type)
{
    if (own->type == type || (own->type == REEL_U64 && type == REEL_I64)) return true;
    return is_whole(own->type) && is_whole(type) && reel_type_size(own->type) > reel_type_size(type) &&
           (is_signed_whole(own->type) || !is_signed_whole(type));
}

static bool type_is_known(unsigned type) { return reel_type_size((reel_type)type) != 0; }

static reel_status get_field(const schema_reading *reading, archive_table *table, coder_field *field)
{
    reel_cursor *in = reading->in;
    reel_string name = reel__payload_get_text(in);
    unsigned type = reel_get_u8(in);
    uint64_t count = reel_get_leb128(in), flags = reel_get_leb128(in);
    reel__payload_get_text(in); /* the unit */
    reel_get_leb128(in);
    reel_get_u8(in);
    uint64_t role = reel_get_leb128(in);
    if (in->failed || count == 0 || count > UINT16_MAX || role >= CODER_ROLES) return damaged(reading);
    const reel_field *own = field_named(table->table, name);
    *field = (coder_field){ .type = (reel_type)type,
                            .count = (uint16_t)count,
                            .pose = flags & REEL_FIELD_POSE,
                            .time = flags & REEL_FIELD_TIME,
                            .role = (coder_role)role };
    if (!type_is_known(type)) table->readable = false;
    if (!table->table) return REEL_OK;
    if (!own)
        differs(reading, REEL_NOTE, table->table, name, "not a field of this version; it is skipped");
    else if (own->count != field->count || !holds(own, field->type))
        differs(reading, REEL_WARNING, table->table, name, "has another type in the archive; it is read as zero");
    else
        field->field = own;
    return REEL_OK;
}

/* Reports fields of ours that the archive does not have. Two fields of one name would fill one member twice: damage. */
static reel_status match_fields(const schema_reading *reading, const archive_table *table)
{
    for (size_t i = 0; i < table->table->field_count; i++) {
        const reel_field *own = &table->table->fields[i];
        size_t found = 0;
        for (size_t f = 0; f < table->coder.count; f++) found += table->fields[f].field == own;
        if (found > 1) return damaged(reading);
        if (found == 0)
            differs(reading, REEL_NOTE, table->table, (reel_string){ own->name, strlen(own->name) },
                    "missing in the archive; it is read as zero");
    }
    return REEL_OK;
}

static reel_status get_table(const schema_reading *reading, archive_schema *schema, archive_table *table,
                             const reel_table *const *tables)
{
    reel_cursor *in = reading->in;
    reel_string name = reel__payload_get_text(in);
    uint64_t flags = reel_get_leb128(in), fields = reel_get_leb128(in);
    if (in->failed || !reel_count_fits(in, fields, LEAST_FIELD) || fields > UINT16_MAX) return damaged(reading);
    *table = (archive_table){ .flags = (uint32_t)flags, .readable = true };
    for (const reel_table *const *t = tables; *t; t++)
        if (is_named((*t)->name, name)) table->table = *t;
    for (const archive_table *other = schema->tables; other < table; other++)
        if (table->table && other->table == table->table) return damaged(reading);
    if (!make_fields(schema, table, (size_t)fields)) return reel__memory_fail(reading->error);
    for (size_t i = 0; i < fields; i++) {
        reel_status status = get_field(reading, table, &table->fields[i]);
        if (status < 0) return status;
    }
    table->coder.row_size = table->table ? table->table->row_size : 0;
    settle(table);
    if (!reel__coder_set_roles(&table->coder)) return damaged(reading);
    table->ordered = table->readable && reel__coder_is_ordered(&table->coder);
    if (table->table) return match_fields(reading, table);
    reel_find(reading->reporter,
              (reel_finding){ .rule = "archive.table", .severity = REEL_NOTE, .section = "start", .offset = reading->offset },
              "%.*s: not a table of this version; its rows are skipped", (int)(name.size < 64 ? name.size : 64), name.data);
    return REEL_OK;
}

reel_status reel__schema_get(archive_schema *schema, reel_cursor *in, const reel_table *const *tables,
                             const reel_allocator *allocator, const reel_reporter *reporter, uint64_t offset, reel_error *error)
{
    const schema_reading reading = { in, reporter, offset, error };
    *schema = (archive_schema){ .count = 0 };
    uint64_t count = reel_get_leb128(in);
    if (in->failed || !reel_count_fits(in, count, LEAST_TABLE) || count > UINT8_MAX) return damaged(&reading);
    if (!make_tables(schema, (size_t)count, allocator)) return reel__memory_fail(error);
    for (size_t i = 0; i < count; i++) {
        reel_status status = get_table(&reading, schema, &schema->tables[i], tables);
        if (status < 0) return status;
    }
    return reel_left(in) ? damaged(&reading) : REEL_OK;
}
