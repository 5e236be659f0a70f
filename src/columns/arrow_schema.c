/* SPDX-License-Identifier: MIT
 * The schema of a table: the names, types and metadata of its columns. */
#include "codec/number.h"
#include "codec/pull.h"
#include "columns/arrow.h"
#include "core/rows.h"
#include "core/text.h"

/* Everything that the structs of one schema point to. Each struct has a reference. */
typedef struct schema_memory {
    atomic_uint references;
    memory_arena arena;
} schema_memory;

static void schema_memory_drop(schema_memory *memory)
{
    if (atomic_fetch_sub_explicit(&memory->references, 1, memory_order_acq_rel) != 1) return;
    reel_allocator allocator = memory->arena.allocator;
    reel__arena_free(&memory->arena);
    reel__memory_drop(&allocator, memory);
}

static void schema_release(struct ArrowSchema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release) schema->children[i]->release(schema->children[i]);
    if (schema->dictionary && schema->dictionary->release) schema->dictionary->release(schema->dictionary);
    schema->release = NULL;
    schema_memory_drop(schema->private_data);
}

/* Builds one schema. After a failed allocation it goes on with empty texts, and the whole is dropped at the end. */
typedef struct schema_builder {
    schema_memory *memory;
    reel_memory metadata; /* being made */
    int32_t pairs;
    bool failed;
} schema_builder;

static void *push(schema_builder *builder, size_t size)
{
    void *pushed = reel__arena_push(&builder->memory->arena, size);
    if (!pushed) builder->failed = true;
    return pushed ? memset(pushed, 0, size) : NULL;
}

static const char *push_text(schema_builder *builder, const void *text, size_t size)
{
    char *copy = push(builder, size + 1);
    if (copy && size) memcpy(copy, text, size);
    return copy ? copy : "";
}

/* A struct is only counted as a reference once it has its release function. */
static void schema_fill(schema_builder *builder, struct ArrowSchema *schema, const char *format, const char *name, int64_t flags)
{
    schema->format = format;
    schema->name = push_text(builder, name, strlen(name));
    schema->flags = flags;
    schema->private_data = builder->memory;
    schema->release = schema_release;
    atomic_fetch_add_explicit(&builder->memory->references, 1, memory_order_relaxed);
}

static struct ArrowSchema *schema_children(schema_builder *builder, struct ArrowSchema *parent, size_t count)
{
    struct ArrowSchema *children = push(builder, count * sizeof *children);
    parent->children = push(builder, count * sizeof *parent->children);
    if (!children || !parent->children) return NULL;
    for (size_t i = 0; i < count; i++) parent->children[i] = &children[i];
    return children;
}

/* ---- metadata ----------------------------------------------------------------------------------------------------- */

static void add(schema_builder *builder, const void *data, size_t size)
{
    if (!memory_add(&builder->metadata, data, size)) builder->failed = true;
}

static void add_size(schema_builder *builder, size_t size)
{
    int32_t number = (int32_t)size;
    add(builder, &number, sizeof number);
}

/* A pair is its key, its value, and their sizes in front. */
static void add_pair(schema_builder *builder, const char *key, const void *value, size_t size)
{
    if (!builder->pairs++) add_size(builder, 0); /* their number, known at the end */
    add_size(builder, strlen(key));
    add(builder, key, strlen(key));
    add_size(builder, size);
    add(builder, value, size);
}

static void add_text_pair(schema_builder *builder, const char *key, const char *value)
{
    if (value && *value) add_pair(builder, key, value, strlen(value));
}

/* The pairs added since the last call, for `schema`. */
static void end_metadata(schema_builder *builder, struct ArrowSchema *schema)
{
    if (builder->pairs && !builder->failed) {
        memcpy(builder->metadata.data, &builder->pairs, sizeof builder->pairs);
        schema->metadata = push_text(builder, builder->metadata.data, builder->metadata.size);
    }
    builder->metadata.size = 0;
    builder->pairs = 0;
}

static void add_flags(schema_builder *builder, uint32_t flags)
{
    char text[64];
    size_t size = 0;
    for (const field_flag *flag = reel__field_flags; flag->word; flag++) {
        size_t length = strlen(flag->word);
        if (!(flags & flag->flag) || size + 1 + length > sizeof text) continue;
        if (size) text[size++] = ',';
        memcpy(text + size, flag->word, length);
        size += length;
    }
    if (size) add_pair(builder, "reel:flags", text, size);
}

typedef struct label_text {
    reel_memory json;
    bool failed;
} label_text;

static void add_json(void *context, const void *data, size_t size)
{
    label_text *text = context;
    text->failed = text->failed || !memory_add(&text->json, data, size);
}

/* {"0":"left","1":"right"} */
static void add_labels(schema_builder *builder, const reel_label *labels)
{
    label_text text = { .json.allocator = builder->memory->arena.allocator };
    push_writer json;
    reel__push_begin(&json, PULL_JSON, add_json, &text);
    reel__push_map(&json, 0);
    for (; labels->name; labels++) {
        char number[NUMBER_SIZE];
        reel__push_string(&json, number, reel__number_i64(number, labels->value));
        reel__push_string(&json, labels->name, strlen(labels->name));
    }
    reel__push_end(&json);
    if (text.failed)
        builder->failed = true;
    else
        add_pair(builder, "reel:labels", text.json.data, text.json.size);
    reel_memory_free(&text.json);
}

static void add_field_metadata(schema_builder *builder, struct ArrowSchema *schema, const reel_field *field)
{
    add_text_pair(builder, "reel:unit", field->unit);
    add_text_pair(builder, "reel:doc", field->doc);
    add_flags(builder, field->flags);
    if (field->labels && field->labels->name) add_labels(builder, field->labels);
    if (strcmp(schema->format, "w:16") == 0) {
        add_text_pair(builder, "ARROW:extension:name", "arrow.uuid");
        add_pair(builder, "ARROW:extension:metadata", "", 0);
    }
    end_metadata(builder, schema);
}

/* ---- columns ------------------------------------------------------------------------------------------------------ */

static const char *type_code(const column_plan *plan)
{
    static const char *const fixed[] = {
        [REEL_BOOL] = "C", [REEL_U8] = "C",  [REEL_I8] = "c",  [REEL_U16] = "S", [REEL_I16] = "s", [REEL_U32] = "I",
        [REEL_I32] = "i",  [REEL_U64] = "L", [REEL_I64] = "l", [REEL_F32] = "f", [REEL_F64] = "g", [REEL_UUID] = "w:16"
    };
    static const char *const wider[] = {
        [REEL_BOOL] = "s", [REEL_U8] = "s", [REEL_U16] = "i", [REEL_U32] = "l", [REEL_U64] = "d:20,0"
    };
    switch (plan->form) {
    case COLUMN_BITS: return "b";
    case COLUMN_TEXT:
    case COLUMN_UUID:
    case COLUMN_NAMES: return "u";
    case COLUMN_BYTES: return "z";
    case COLUMN_LABELS: return "i";
    case COLUMN_MOMENT: return "tsu:UTC";
    case COLUMN_WIDER: return wider[plan->field->type];
    default: return fixed[plan->type];
    }
}

static void add_dictionary(schema_builder *builder, struct ArrowSchema *schema)
{
    schema->dictionary = push(builder, sizeof *schema->dictionary);
    if (schema->dictionary) schema_fill(builder, schema->dictionary, "u", "", 0);
}

/* A list has one child, "item"; a struct one for each value of the vector. */
static void add_list(schema_builder *builder, struct ArrowSchema *schema, const column_plan *plan)
{
    char code[3 + NUMBER_SIZE] = "+w:";
    size_t size = 3 + reel__number_u64(code + 3, plan->width);
    schema->format = push_text(builder, code, size);
    struct ArrowSchema *item = schema_children(builder, schema, 1);
    if (!item) return;
    schema->n_children = 1;
    schema_fill(builder, item, type_code(plan), "item", plan->is_valid ? ARROW_FLAG_NULLABLE : 0);
}

static void add_struct(schema_builder *builder, struct ArrowSchema *schema, const column_plan *plan)
{
    schema->format = "+s";
    struct ArrowSchema *values = schema_children(builder, schema, plan->group);
    if (!values) return;
    schema->n_children = plan->group;
    for (size_t i = 0; i < plan->group; i++) {
        char name[256];
        reel_column_name(plan->field, i, name, sizeof name);
        schema_fill(builder, &values[i], type_code(&plan[i]), name + strlen(plan->field->name) + 1,
                    plan->is_valid ? ARROW_FLAG_NULLABLE : 0);
    }
}

/* It is not what the table is cut by, or a key: that is the field. */
static void add_moment(schema_builder *builder, struct ArrowSchema *schema, const column_plan *plan)
{
    const reel_field *field = plan->field;
    char name[256 + sizeof REEL_MOMENT_SUFFIX];
    size_t size = reel_column_name(field, 0, name, 256);
    memcpy(name + (size < 256 ? size : 255), REEL_MOMENT_SUFFIX, sizeof REEL_MOMENT_SUFFIX);
    schema_fill(builder, schema, type_code(plan), name, ARROW_FLAG_NULLABLE);
    add_text_pair(builder, "reel:doc", field->doc);
    add_flags(builder, field->flags & REEL_FIELD_PERSONAL);
    end_metadata(builder, schema);
}

static void add_column(schema_builder *builder, struct ArrowSchema *schema, const column_plan *plan, bool is_struct)
{
    const reel_field *field = plan->field;
    char name[256];
    if (plan->form == COLUMN_MOMENT) {
        add_moment(builder, schema, plan);
        return;
    }
    bool whole = is_struct || plan->width == field->count;
    reel_column_name(field, plan->first, name, sizeof name);
    schema_fill(builder, schema, type_code(plan), whole ? field->name : name,
                reel__column_is_optional(plan) ? ARROW_FLAG_NULLABLE : 0);
    if (is_struct)
        add_struct(builder, schema, plan);
    else if (plan->width > 1)
        add_list(builder, schema, plan);
    else if (plan->form == COLUMN_LABELS)
        add_dictionary(builder, schema);
    add_field_metadata(builder, schema, field);
}

static void add_columns(schema_builder *builder, const arrow_layout *layout, struct ArrowSchema *root)
{
    struct ArrowSchema *children = schema_children(builder, root, layout->plan.count + 2);
    if (!children) return;
    if (layout->file_column) {
        struct ArrowSchema *file = &children[root->n_children++];
        schema_fill(builder, file, "u", layout->file_column, 0);
    }
    if (layout->row_column)
        schema_fill(builder, &children[root->n_children++], layout->flags & REEL_ARROW_PLAIN ? "l" : "L", layout->row_column, 0);
    for (size_t i = 0; i < layout->plan.count;) {
        const column_plan *plan = &layout->plan.columns[i];
        bool is_struct = plan->group && layout->flags & REEL_ARROW_STRUCTS;
        add_column(builder, &children[root->n_children++], plan, is_struct);
        i += is_struct ? plan->group : 1;
    }
}

reel_status reel__arrow_layout_schema(const arrow_layout *layout, const reel_format *format, struct ArrowSchema *schema,
                                      reel_error *error)
{
    *schema = (struct ArrowSchema){ 0 };
    schema_memory *memory = reel__memory_new(&layout->allocator, sizeof *memory);
    if (!memory) return reel__memory_fail(error);
    memory->arena.allocator = layout->allocator;
    atomic_init(&memory->references, 1);
    schema_builder builder = { .memory = memory, .metadata.allocator = layout->allocator };
    schema_fill(&builder, schema, "+s", "", 0);
    add_columns(&builder, layout, schema);
    if (format) add_text_pair(&builder, "reel:format", reel_format_id(format));
    add_text_pair(&builder, "reel:table", layout->plan.table->name);
    add_text_pair(&builder, "reel:doc", layout->plan.table->doc);
    add_text_pair(&builder, "reel:version", reel_version());
    end_metadata(&builder, schema);
    reel_memory_free(&builder.metadata);
    schema_memory_drop(memory);
    if (!builder.failed) return REEL_OK;
    schema->release(schema);
    return reel__memory_fail(error);
}
