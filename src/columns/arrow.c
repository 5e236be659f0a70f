/* SPDX-License-Identifier: MIT
 * Rows as Arrow arrays. */
#include "columns/arrow.h"
#include "core/options.h"

/* ---- layouts ------------------------------------------------------------------------------------------------------ */

static unsigned forms_of(uint32_t flags)
{
    unsigned forms = 0;
    if (flags & REEL_ARROW_PLAIN) forms |= COLUMNS_WIDER;
    forms |= flags & REEL_ARROW_BYTES ? COLUMNS_BYTES : COLUMNS_SHARED;
    if (flags & REEL_ARROW_LISTS) forms |= COLUMNS_VECTOR;
    if (flags & REEL_ARROW_LABELS) forms |= COLUMNS_LABELS;
    if (flags & REEL_ARROW_MOMENTS) forms |= COLUMNS_MOMENTS;
    if (flags & REEL_ARROW_CLEAN) forms |= COLUMNS_CLEAN;
    if (flags & REEL_ARROW_STRUCTS) forms |= COLUMNS_GROUPS;
    return forms;
}

static bool flags_agree(uint32_t flags)
{
    uint32_t rich = flags & (REEL_ARROW_LISTS | REEL_ARROW_STRUCTS);
    return !(flags & REEL_ARROW_PLAIN && rich) &&
           (rich & (REEL_ARROW_LISTS | REEL_ARROW_STRUCTS)) != (REEL_ARROW_LISTS | REEL_ARROW_STRUCTS);
}

static bool copy_name(const arrow_layout *layout, char **copy, const char *name)
{
    if (!name) return true;
    *copy = reel__memory_new(&layout->allocator, strlen(name) + 1);
    if (*copy) memcpy(*copy, name, strlen(name));
    return *copy;
}

static void free_layout(arrow_layout *layout)
{
    reel_allocator allocator = layout->allocator;
    reel__columns_plan_free(&layout->plan);
    reel__memory_drop(&allocator, layout->row_column);
    reel__memory_drop(&allocator, layout->file_column);
    reel__memory_drop(&allocator, layout);
}

void reel__arrow_layout_drop(arrow_layout *layout)
{
    if (layout && atomic_fetch_sub_explicit(&layout->references, 1, memory_order_acq_rel) == 1) free_layout(layout);
}

reel_status reel__arrow_layout_new(const reel_table *table, const reel_arrow_options *options, arrow_layout **layout,
                                   reel_error *error)
{
    reel_arrow_options own;
    reel__memory_options(&own, sizeof own, options);
    *layout = NULL;
    reel_status status = reel__options_are_known(own.struct_size, error);
    if (status < 0) return status;
    if (!flags_agree(own.flags))
        return reel_fail(error, REEL_ARGUMENT, "arrow.flags", "", 0, "PLAIN excludes lists and structs; lists exclude structs");
    reel_allocator allocator = reel__memory_allocator(own.allocator);
    arrow_layout *fresh = reel__memory_new(&allocator, sizeof *fresh);
    if (!fresh) return reel__memory_fail(error);
    atomic_init(&fresh->references, 1);
    fresh->allocator = allocator;
    fresh->flags = own.flags;
    status = reel__columns_plan_make(&fresh->plan, table, own.columns, forms_of(own.flags), &allocator, error);
    if (status >= 0 &&
        (!copy_name(fresh, &fresh->row_column, own.row_column) || !copy_name(fresh, &fresh->file_column, own.file_column)))
        status = reel__memory_fail(error);
    if (status < 0)
        free_layout(fresh);
    else
        *layout = fresh;
    return status;
}

/* ---- batches ------------------------------------------------------------------------------------------------------ */

/* An array with room for its list of buffers. */
typedef struct arrow_node {
    struct ArrowArray array;
    const void *buffers[3];
} arrow_node;

struct arrow_batch {
    atomic_uint references;
    arrow_layout *layout;
    reel_allocator allocator;
    column_set set;
    reel_memory row_numbers;
    reel_memory file_offsets, file_text;
    arrow_node *nodes; /* of the arrays given to the consumer; the root is the first */
    struct ArrowArray **pointers;
    size_t node_count, pointer_count; /* in use */
};

/* The root; a node for each column and one for its dictionary, its list or its struct; two of each for the file and the row. */
static size_t most_nodes(const arrow_layout *layout) { return 5 + 2 * layout->plan.count; }

void reel__arrow_batch_drop(arrow_batch *batch)
{
    if (!batch || atomic_fetch_sub_explicit(&batch->references, 1, memory_order_acq_rel) != 1) return;
    reel_allocator allocator = batch->allocator;
    reel__columns_free(&batch->set);
    reel_memory_free(&batch->row_numbers);
    reel_memory_free(&batch->file_offsets);
    reel_memory_free(&batch->file_text);
    reel__memory_drop(&allocator, batch->nodes);
    reel__memory_drop(&allocator, batch->pointers);
    reel__arrow_layout_drop(batch->layout);
    reel__memory_drop(&allocator, batch);
}

arrow_batch *reel__arrow_batch_new(arrow_layout *layout)
{
    const reel_allocator *allocator = &layout->allocator;
    arrow_batch *batch = reel__memory_new(allocator, sizeof *batch);
    if (!batch) return NULL;
    atomic_init(&batch->references, 1);
    atomic_fetch_add_explicit(&layout->references, 1, memory_order_relaxed);
    batch->layout = layout;
    batch->allocator = *allocator;
    batch->row_numbers.allocator = batch->file_offsets.allocator = *allocator;
    batch->file_text.allocator = *allocator;
    batch->nodes = reel__memory_new(allocator, most_nodes(layout) * sizeof *batch->nodes);
    batch->pointers = reel__memory_new(allocator, most_nodes(layout) * sizeof *batch->pointers);
    if (reel__columns_begin(&batch->set, &layout->plan, allocator) && batch->nodes && batch->pointers) return batch;
    reel__arrow_batch_drop(batch);
    return NULL;
}

bool reel__arrow_batch_is_free(const arrow_batch *batch)
{
    return atomic_load_explicit(&batch->references, memory_order_acquire) == 1;
}

void reel__arrow_batch_reset(arrow_batch *batch)
{
    reel__columns_reset(&batch->set);
    batch->row_numbers.size = 0;
}

uint64_t reel__arrow_batch_rows(const arrow_batch *batch) { return batch->set.rows; }

/* Lets a column take text up to the reach of its offsets. */
static void arrow_batch_unlimited(arrow_batch *batch) { batch->set.text_limit = INT32_MAX; }

static bool add_row_numbers(arrow_batch *batch, uint64_t first, size_t count)
{
    if (!batch->layout->row_column) return true;
    if (count > SIZE_MAX / sizeof first || !reel__memory_room(&batch->row_numbers, count * sizeof first)) return false;
    uint64_t *numbers = (uint64_t *)(void *)(batch->row_numbers.data + batch->row_numbers.size);
    for (size_t i = 0; i < count; i++) numbers[i] = first + i;
    batch->row_numbers.size += count * sizeof first;
    return true;
}

reel_status reel__arrow_batch_append(arrow_batch *batch, const void *rows, size_t count, uint64_t first, size_t *taken)
{
    reel_status status = reel__columns_append(&batch->set, rows, count, taken);
    if (status >= 0 && !add_row_numbers(batch, first, *taken)) status = REEL_MEMORY;
    return status;
}

/* ---- arrays ------------------------------------------------------------------------------------------------------- */

static void array_release(struct ArrowArray *array)
{
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release) array->children[i]->release(array->children[i]);
    if (array->dictionary && array->dictionary->release) array->dictionary->release(array->dictionary);
    array->release = NULL;
    reel__arrow_batch_drop(array->private_data);
}

/* A consumer may not expect NULL as a buffer, even of no values. */
static const void *buffer_of(const reel_memory *memory)
{
    static const uint64_t nothing[2] = { 0 };
    return memory->size ? (const void *)memory->data : nothing;
}

static struct ArrowArray *new_array(arrow_batch *batch, uint64_t length, int64_t buffers)
{
    arrow_node *node = &batch->nodes[batch->node_count++];
    *node = (arrow_node){ .array = { .length = (int64_t)length, .n_buffers = buffers, .private_data = batch } };
    node->array.buffers = node->buffers;
    node->array.release = array_release;
    atomic_fetch_add_explicit(&batch->references, 1, memory_order_relaxed);
    return &node->array;
}

static struct ArrowArray *values_array(arrow_batch *batch, uint64_t length, const reel_memory *values)
{
    struct ArrowArray *array = new_array(batch, length, 2);
    array->buffers[1] = buffer_of(values);
    return array;
}

static struct ArrowArray *text_array(arrow_batch *batch, uint64_t length, const reel_memory *offsets, const reel_memory *text)
{
    struct ArrowArray *array = new_array(batch, length, 3);
    array->buffers[1] = buffer_of(offsets);
    array->buffers[2] = buffer_of(text);
    return array;
}

/* Room for the pointers to `count` children. */
static void adopt(arrow_batch *batch, struct ArrowArray *parent, size_t count)
{
    parent->children = &batch->pointers[batch->pointer_count];
    batch->pointer_count += count;
}

static void add_child(struct ArrowArray *parent, struct ArrowArray *child) { parent->children[parent->n_children++] = child; }

static void set_validity(struct ArrowArray *array, const reel_memory *bits, uint64_t null_count)
{
    if (!null_count) return;
    array->buffers[0] = bits->data;
    array->null_count = (int64_t)null_count;
}

static struct ArrowArray *leaf_array(arrow_batch *batch, const column *c)
{
    uint64_t length = batch->set.rows * c->plan->width;
    if (!c->plan->to_size && c->plan->form != COLUMN_BITS) return text_array(batch, length, &c->offsets, &c->values);
    if (c->plan->form == COLUMN_UUID || c->plan->form == COLUMN_NAMES) return text_array(batch, length, &c->offsets, &c->values);
    struct ArrowArray *array = values_array(batch, length, &c->values);
    if (c->plan->form == COLUMN_LABELS)
        array->dictionary = text_array(batch, c->dictionary.count, &c->dictionary.offsets, &c->dictionary.text);
    return array;
}

static struct ArrowArray *part_array(arrow_batch *batch, const column *c)
{
    struct ArrowArray *array = leaf_array(batch, c);
    set_validity(array, &c->parts, c->missing_parts);
    return array;
}

static struct ArrowArray *list_array(arrow_batch *batch, const column *c)
{
    struct ArrowArray *list = new_array(batch, batch->set.rows, 1);
    adopt(batch, list, 1);
    add_child(list, part_array(batch, c));
    return list;
}

static struct ArrowArray *struct_array(arrow_batch *batch, const column *c, size_t count)
{
    struct ArrowArray *array = new_array(batch, batch->set.rows, 1);
    adopt(batch, array, count);
    for (size_t i = 0; i < count; i++) add_child(array, part_array(batch, &c[i]));
    return array;
}

static void add_columns(arrow_batch *batch, struct ArrowArray *root)
{
    bool structs = batch->layout->flags & REEL_ARROW_STRUCTS;
    for (size_t i = 0; i < batch->layout->plan.count;) {
        const column *c = &batch->set.columns[i];
        size_t group = structs && c->plan->group ? c->plan->group : 1;
        struct ArrowArray *child = group > 1            ? struct_array(batch, c, group)
                                   : c->plan->width > 1 ? list_array(batch, c)
                                                        : leaf_array(batch, c);
        set_validity(child, &c->validity, c->null_count);
        add_child(root, child);
        i += group;
    }
}

/* ---- the column of the file ---------------------------------------------------------------------------------------- */

/* The text once for each row. */
static reel_status repeat_file(arrow_batch *batch, const char *file, uint64_t rows)
{
    reel_memory *text = &batch->file_text, *offsets = &batch->file_offsets;
    text->size = offsets->size = 0;
    if (strlen(file) > INT32_MAX / 3) return REEL_LIMIT;
    if (!reel__columns_text(text, (const uint8_t *)file, strlen(file))) return REEL_MEMORY;
    const size_t size = text->size;
    if (size && rows > INT32_MAX / size) return REEL_LIMIT;
    if (rows && !reel__memory_room(text, (size_t)(rows - 1) * size)) return REEL_MEMORY;
    if (!reel__memory_room(offsets, (size_t)(rows + 1) * sizeof(int32_t))) return REEL_MEMORY;
    for (uint64_t row = 0; row <= rows; row++) {
        const int32_t end = (int32_t)(row * size);
        memcpy(offsets->data + row * sizeof end, &end, sizeof end);
        if (row > 1 && size) memcpy(text->data + (size_t)end - size, text->data, size);
    }
    text->size = (size_t)rows * size;
    offsets->size = (size_t)(rows + 1) * sizeof(int32_t);
    return REEL_OK;
}

static struct ArrowArray *file_array(arrow_batch *batch)
{
    return text_array(batch, batch->set.rows, &batch->file_offsets, &batch->file_text);
}

reel_status reel__arrow_batch_give(arrow_batch *batch, const char *file, struct ArrowArray *array)
{
    *array = (struct ArrowArray){ 0 };
    reel_status status = batch->layout->file_column ? repeat_file(batch, file ? file : "", batch->set.rows) : REEL_OK;
    if (status < 0) return status;
    batch->node_count = batch->pointer_count = 0;
    struct ArrowArray *root = new_array(batch, batch->set.rows, 1);
    adopt(batch, root, batch->layout->plan.count + 2);
    if (batch->layout->file_column) add_child(root, file_array(batch));
    if (batch->layout->row_column) add_child(root, values_array(batch, batch->set.rows, &batch->row_numbers));
    add_columns(batch, root);
    *array = *root; /* the consumer's struct takes the place of the node */
    root->release = NULL;
    return REEL_OK;
}

/* ---- public ------------------------------------------------------------------------------------------------------- */

reel_status reel_arrow_schema(const reel_table *table, const reel_format *format, const reel_arrow_options *options,
                              struct ArrowSchema *schema, reel_error *error)
{
    arrow_layout *layout;
    *schema = (struct ArrowSchema){ 0 };
    reel_status status = reel__arrow_layout_new(table, options, &layout, error);
    if (status >= 0) status = reel__arrow_layout_schema(layout, format, schema, error);
    reel__arrow_layout_drop(layout);
    return status;
}

static reel_status rows_failure(reel_status status, const reel_table *table, reel_error *error)
{
    if (status == REEL_LIMIT)
        return reel_fail(error, REEL_LIMIT, "arrow.text-size", table->name, 0, "an array cannot have 2 GiB of text or more");
    return status < 0 ? reel__memory_fail(error) : status;
}

reel_status reel_arrow_rows(const reel_table *table, const void *rows, size_t count, uint64_t first,
                            const reel_arrow_options *options, struct ArrowArray *array, reel_error *error)
{
    arrow_layout *layout;
    *array = (struct ArrowArray){ 0 };
    reel_status status = reel__arrow_layout_new(table, options, &layout, error);
    if (status < 0) return status;
    reel_arrow_options own;
    reel__memory_options(&own, sizeof own, options);
    arrow_batch *batch = reel__arrow_batch_new(layout);
    status = batch ? REEL_OK : REEL_MEMORY;
    size_t taken = 0;
    if (batch) arrow_batch_unlimited(batch);
    if (batch) status = reel__arrow_batch_append(batch, rows, count, first, &taken);
    if (status >= 0 && taken < count) status = REEL_LIMIT;
    if (status >= 0) status = reel__arrow_batch_give(batch, own.file, array);
    reel__arrow_batch_drop(batch);
    reel__arrow_layout_drop(layout);
    return rows_failure(status, table, error);
}
