/* SPDX-License-Identifier: MIT */
#include "columns/columns.h"
#include "codec/number.h"
#include "codec/text_form.h"
#include "columns/shared_type.h"
#include "columns/transpose.h"
#include "core/valid.h"

enum { MOST_WORDS = 64 }; /* columns that are moved together at most */

/* ---- the plan ----------------------------------------------------------------------------------------------------- */

static column_form form_of(const reel_field *field, unsigned forms)
{
    switch (field->type) {
    case REEL_BOOL: return !(forms & COLUMNS_BYTES) ? COLUMN_BITS : forms & COLUMNS_WIDER ? COLUMN_WIDER : COLUMN_FIXED;
    case REEL_STRING: return forms & COLUMNS_RAW ? COLUMN_BYTES : COLUMN_TEXT;
    case REEL_BYTES: return COLUMN_BYTES;
    case REEL_UUID: return forms & COLUMNS_WIDER ? COLUMN_UUID : COLUMN_FIXED;
    case REEL_U8:
    case REEL_U16:
    case REEL_U32:
    case REEL_U64:
    case REEL_I8:
    case REEL_I16:
    case REEL_I32:
    case REEL_I64:
        if (field->labels && forms & COLUMNS_LABELS && field->count == 1)
            return forms & COLUMNS_WIDER ? COLUMN_NAMES : COLUMN_LABELS;
        return forms & COLUMNS_WIDER && (field->type - REEL_U8) % 2 == 0 ? COLUMN_WIDER : COLUMN_FIXED;
    default: return COLUMN_FIXED;
    }
}

#ifdef REEL_WITHOUT_SHARED_TYPES /* a module that gives numbers in the types of their fields alone */
static void share_type(column_plan *plan, unsigned forms) { (void)plan, (void)forms; }
static void add_shared(const column_plan *plan, uint8_t *to, const uint8_t *from, size_t row_size, size_t count)
{
    (void)plan, (void)to, (void)from, (void)row_size, (void)count;
}
#else
/* A type that unsigned integers share is the next wider signed one, as those that share none have. */
static void share_type(column_plan *plan, unsigned forms)
{
    const reel_type own = (reel_type)plan->field->type;
    const bool has_numbers = plan->form == COLUMN_FIXED || plan->form == COLUMN_WIDER || plan->form == COLUMN_BITS;
    reel_type type = forms & COLUMNS_SHARED ? reel__shared_type(plan->field) : own;
    if (type == REEL_STRING && plan->form == COLUMN_LABELS) plan->form = COLUMN_NAMES;
    if (type == REEL_STRING && has_numbers && !plan->field->labels && plan->width == 1) plan->form = COLUMN_NAMES;
    if (type == REEL_STRING && own == REEL_UUID) plan->form = COLUMN_UUID;
    if (!has_numbers || type == own || type == REEL_STRING) return;
    if (forms & COLUMNS_WIDER && type == REEL_U32) type = REEL_I64;
    plan->form = COLUMN_SHARED;
    plan->type = (uint8_t)type;
}

static void add_shared(const column_plan *plan, uint8_t *to, const uint8_t *from, size_t row_size, size_t count)
{
    const reel_type shared = (reel_type)plan->type, own = (reel_type)plan->field->type;
    if (plan->width == 1) reel__shared_numbers(to, shared, from, own, row_size, count);
    for (size_t i = 0; plan->width > 1 && i < count; i++)
        reel__shared_numbers(to + i * plan->width * plan->to_size, shared, from + i * row_size, own, plan->from_size,
                             plan->width);
}
#endif

static column_plan plan_of(const reel_field *field, size_t first, size_t width, unsigned forms)
{
    column_plan plan = { .field = field, .first = (uint16_t)first, .width = (uint16_t)width, .form = form_of(field, forms) };
    plan.type = (uint8_t)field->type;
    plan.is_valid = forms & COLUMNS_CLEAN && field_can_be_invalid(field);
    share_type(&plan, forms);
    plan.from_size = plan.to_size = (uint8_t)reel_type_size(field->type);
    if (plan.form == COLUMN_WIDER) plan.to_size = (uint8_t)(2 * plan.from_size);
    if (plan.form == COLUMN_SHARED) plan.to_size = (uint8_t)reel_type_size((reel_type)plan.type);
    if (plan.form == COLUMN_LABELS) plan.to_size = sizeof(int32_t);
    if (plan.form == COLUMN_UUID) plan.to_size = UUID_TEXT_SIZE;
    if (plan.form == COLUMN_BITS || plan.form == COLUMN_TEXT || plan.form == COLUMN_BYTES || plan.form == COLUMN_NAMES)
        plan.to_size = 0;
    return plan;
}

/* Columns come only from distinct values of the table's fields, so there are never more than the table has values. */
static reel_status add_column(columns_plan *plan, const column_plan *fresh, reel_error *error)
{
    for (size_t i = 0; i < plan->count; i++) {
        const column_plan *other = &plan->columns[i];
        bool is_same_kind = (other->form == COLUMN_MOMENT) == (fresh->form == COLUMN_MOMENT);
        if (other->field == fresh->field && is_same_kind && fresh->first < other->first + other->width &&
            other->first < fresh->first + fresh->width)
            return reel_fail(error, REEL_ARGUMENT, "columns.twice", plan->table->name, 0, "a column of %s is named twice",
                             fresh->field->name);
    }
    plan->columns[plan->count++] = *fresh;
    return REEL_OK;
}

static reel_status add_moment(columns_plan *plan, const reel_field *field, unsigned forms, reel_error *error)
{
    uint8_t size = (uint8_t)reel_type_size(field->type);
    const column_plan fresh = { .field = field,
                                .width = 1,
                                .form = COLUMN_MOMENT,
                                .from_size = size,
                                .to_size = sizeof(int64_t),
                                .is_valid = forms & COLUMNS_CLEAN };
    return add_column(plan, &fresh, error);
}

static reel_status add_field(columns_plan *plan, const reel_field *field, unsigned forms, reel_error *error)
{
    size_t width = forms & COLUMNS_VECTOR ? field->count : 1;
    column_plan *group = &plan->columns[plan->count];
    reel_status status = REEL_OK;
    for (size_t first = 0; first < field->count && status >= 0; first += width) {
        column_plan fresh = plan_of(field, first, width, forms);
        fresh.as_whole = forms & COLUMNS_GROUPS;
        status = add_column(plan, &fresh, error);
    }
    if (status >= 0 && width < field->count) group->group = field->count;
    return status;
}

static reel_status unknown_column(const columns_plan *plan, const char *name, reel_error *error)
{
    const reel_table *table = plan->table;
    const char **names = reel__memory_new(&plan->allocator, ((size_t)table->field_count + 1) * sizeof *names);
    for (size_t i = 0; names && i < table->field_count; i++) names[i] = table->fields[i].name;
    const char *close = names ? reel_closest(name, names) : NULL;
    reel__memory_drop(&plan->allocator, names);
    return reel_fail(error, REEL_ARGUMENT, "columns.unknown", table->name, 0, "table %s has no column \"%.*s\"%s%s%s",
                     table->name, 60, name, close ? "; did you mean \"" : "", close ? close : "", close ? "\"?" : "");
}

static reel_status add_named(columns_plan *plan, const char *name, unsigned forms, reel_error *error)
{
    field_choice choice;
    if (!reel__field_choose(plan->table, name, &choice)) return unknown_column(plan, name, error);
    if (choice.is_moment) return add_moment(plan, choice.field, forms, error);
    if (choice.count == choice.field->count) return add_field(plan, choice.field, forms, error);
    const column_plan fresh = plan_of(choice.field, choice.first, 1, forms);
    return add_column(plan, &fresh, error);
}

static size_t offset_of(const column_plan *plan) { return plan->field->offset + (size_t)plan->first * plan->from_size; }

static bool is_word(const column_plan *plan)
{
    return plan->form == COLUMN_FIXED && plan->width == 1 && plan->from_size == TRANSPOSE_WORD;
}

/* Finds the columns that are moved together. */
static void find_words(columns_plan *plan)
{
    for (size_t first = 0, next; first < plan->count; first = next) {
        column_plan *columns = &plan->columns[first];
        size_t words = 0;
        while (words < MOST_WORDS && first + words < plan->count && is_word(&columns[words]) &&
               offset_of(&columns[words]) == offset_of(columns) + words * TRANSPOSE_WORD)
            words++;
        if (words > 1) columns->words = (uint16_t)words;
        next = first + (words ? words : 1);
    }
}

reel_status reel__columns_plan_make(columns_plan *plan, const reel_table *table, const char *const *names, unsigned forms,
                                    const reel_allocator *allocator, reel_error *error)
{
    *plan = (columns_plan){ .table = table, .allocator = *allocator };
    size_t most = 0;
    for (size_t i = 0; i < table->field_count; i++) most += table->fields[i].count + reel_field_is_moment(&table->fields[i]);
    plan->columns = reel__memory_new(allocator, most * sizeof *plan->columns);
    if (!plan->columns) return reel__memory_fail(error);
    reel_status status = REEL_OK;
    for (size_t i = 0; !names && i < table->field_count && status >= 0; i++) {
        const reel_field *field = &table->fields[i];
        status = add_field(plan, field, forms, error);
        if (status >= 0 && forms & COLUMNS_MOMENTS && reel_field_is_moment(field)) status = add_moment(plan, field, forms, error);
    }
    for (; names && *names && status >= 0; names++) status = add_named(plan, *names, forms, error);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->columns[i].form == COLUMN_TEXT || plan->columns[i].form == COLUMN_BYTES) plan->has_text = true;
    if (TRANSPOSE_HAS_VECTORS) find_words(plan);
    return status;
}

void reel__columns_plan_free(columns_plan *plan)
{
    reel__memory_drop(&plan->allocator, plan->columns);
    *plan = (columns_plan){ 0 };
}

/* ---- dictionaries ------------------------------------------------------------------------------------------------- */

typedef struct dictionary_slot {
    int64_t value;
    int32_t position; /* of its name, plus 1; 0: the slot is free */
} dictionary_slot;

enum { FIRST_SLOTS = 32, MOST_PROBES = 64 };

static bool dictionary_name(column_dictionary *dictionary, const char *name, size_t size)
{
    int32_t zero = 0;
    if (!dictionary->offsets.size && !memory_add(&dictionary->offsets, &zero, sizeof zero)) return false;
    if (!memory_add(&dictionary->text, name, size)) return false;
    int32_t end = (int32_t)dictionary->text.size;
    if (!memory_add(&dictionary->offsets, &end, sizeof end)) return false;
    dictionary->count++;
    return true;
}

/* The slot of a value, or the free one where it belongs. The multiplier spreads neighbouring values over the table (Knuth's
 * multiplicative hash); at most half of the slots are in use, so that a free one is near. NULL: it is not, because somebody chose values
 * that collide. Such a value gets a name of its own each time: the dictionary is longer than it need be, but the time stays linear. */
static dictionary_slot *dictionary_find(const column_dictionary *dictionary, int64_t value)
{
    size_t mask = dictionary->slots.size / sizeof(dictionary_slot) - 1;
    dictionary_slot *slots = (dictionary_slot *)(void *)dictionary->slots.data;
    size_t at = (size_t)((uint64_t)value * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    for (size_t probe = 0; probe < MOST_PROBES; probe++) {
        dictionary_slot *slot = &slots[(at + probe) & mask];
        if (!slot->position || slot->value == value) return slot;
    }
    return NULL;
}

static bool dictionary_grow(column_dictionary *dictionary)
{
    reel_memory old = dictionary->slots;
    reel_memory fresh = { .allocator = old.allocator };
    size_t size = old.size ? 2 * old.size : FIRST_SLOTS * sizeof(dictionary_slot);
    if (!reel__memory_room(&fresh, size)) return false;
    memset(fresh.data, 0, size);
    fresh.size = size;
    dictionary->slots = fresh;
    const dictionary_slot *slot = (const dictionary_slot *)(const void *)old.data;
    for (size_t i = 0; i < old.size / sizeof *slot; i++) {
        dictionary_slot *to = slot[i].position ? dictionary_find(dictionary, slot[i].value) : NULL;
        if (to) *to = slot[i];
    }
    reel_memory_free(&old);
    return true;
}

/* Adds a value with its name. */
static bool dictionary_add(column_dictionary *dictionary, int64_t value, const char *name, size_t size)
{
    if (2 * (dictionary->count + 1) * sizeof(dictionary_slot) > dictionary->slots.size && !dictionary_grow(dictionary))
        return false;
    if (!dictionary_name(dictionary, name, size)) return false;
    dictionary_slot *slot = dictionary_find(dictionary, value);
    if (slot && !slot->position) *slot = (dictionary_slot){ value, (int32_t)dictionary->count };
    return true;
}

static bool dictionary_begin(column_dictionary *dictionary, const reel_field *field)
{
    for (const reel_label *label = field->labels; label->name; label++)
        if (!dictionary_add(dictionary, label->value, label->name, strlen(label->name))) return false;
    return true;
}

static void dictionary_reset(column_dictionary *dictionary)
{
    dictionary->offsets.size = dictionary->text.size = dictionary->count = 0;
    if (dictionary->slots.size) memset(dictionary->slots.data, 0, dictionary->slots.size);
}

/* ---- sets --------------------------------------------------------------------------------------------------------- */

bool reel__columns_begin(column_set *set, const columns_plan *plan, const reel_allocator *allocator)
{
    *set = (column_set){ .plan = plan, .allocator = *allocator, .text_limit = COLUMN_TEXT_BYTES };
    set->columns = reel__memory_new(allocator, plan->count * sizeof *set->columns);
    if (!set->columns) return false;
    for (size_t i = 0; i < plan->count; i++) {
        column *fresh = &set->columns[i];
        fresh->plan = &plan->columns[i];
        fresh->values.allocator = fresh->offsets.allocator = fresh->validity.allocator = *allocator;
        fresh->parts.allocator = *allocator;
        fresh->dictionary.offsets.allocator = fresh->dictionary.text.allocator = *allocator;
        fresh->dictionary.slots.allocator = *allocator;
        if (fresh->plan->form == COLUMN_LABELS && !dictionary_begin(&fresh->dictionary, fresh->plan->field)) return false;
    }
    return true;
}

/* A dictionary that got no value of its own is still good. */
static bool has_other_names(const column *c)
{
    size_t labels = 0;
    while (c->plan->field->labels[labels].name) labels++;
    return c->dictionary.count > labels;
}

void reel__columns_reset(column_set *set)
{
    for (size_t i = 0; i < set->plan->count; i++) {
        column *c = &set->columns[i];
        c->values.size = c->offsets.size = c->validity.size = c->parts.size = 0;
        c->null_count = c->missing_parts = 0;
        if (c->plan->form != COLUMN_LABELS || !has_other_names(c)) continue;
        dictionary_reset(&c->dictionary);
        dictionary_begin(&c->dictionary, c->plan->field); /* there is room: the labels were there before */
    }
    set->rows = 0;
}

void reel__columns_free(column_set *set)
{
    for (size_t i = 0; set->columns && i < set->plan->count; i++) {
        column *c = &set->columns[i];
        if (!set->plan->columns[i].to_size) reel_memory_free(&c->values);
        reel__memory_drop(&set->allocator, c->block);
        reel_memory_free(&c->offsets);
        reel_memory_free(&c->validity);
        reel_memory_free(&c->parts);
        reel_memory_free(&c->dictionary.offsets);
        reel_memory_free(&c->dictionary.text);
        reel_memory_free(&c->dictionary.slots);
    }
    reel__memory_drop(&set->allocator, set->columns);
    *set = (column_set){ 0 };
}

bool reel__column_is_optional(const column_plan *plan)
{
    return plan->form == COLUMN_MOMENT || plan->is_valid || plan->field->present_mask;
}

/* ---- bits --------------------------------------------------------------------------------------------------------- */

/* Puts `count` bits, the lowest of `bits` first, behind the `have` bits of a bitmap. */
static bool add_bits(reel_memory *bitmap, uint64_t have, uint64_t bits, size_t count)
{
    size_t wanted = (size_t)((have + count + 7) / 8), old = bitmap->size;
    if (wanted > old) {
        if (bitmap->capacity < wanted && !reel__memory_room(bitmap, wanted - old)) return false;
        memset(bitmap->data + old, 0, wanted - old);
        bitmap->size = wanted;
    }
    for (size_t i = 0; i < count;) {
        size_t shift = (size_t)((have + i) % 8), part = 8 - shift < count - i ? 8 - shift : count - i;
        bitmap->data[(have + i) / 8] |= (uint8_t)((bits >> i & (UINT64_C(0xff) >> (8 - part))) << shift);
        i += part;
    }
    return true;
}

/* The bitmap is only made when the first value is missing: all rows before it have one. */
static bool add_validity_bits(column *c, uint64_t have, uint64_t bits, size_t count)
{
    uint64_t all = UINT64_MAX >> (64 - count);
    if (bits == all && !c->validity.size) return true;
    if (!c->validity.size)
        for (uint64_t done = 0; done < have; done += COLUMN_BLOCK) {
            size_t step = have - done < COLUMN_BLOCK ? (size_t)(have - done) : COLUMN_BLOCK;
            if (!add_bits(&c->validity, done, UINT64_MAX, step)) return false;
        }
    for (uint64_t missing = ~bits & all; missing; missing &= missing - 1) c->null_count++;
    return add_bits(&c->validity, have, bits, count);
}

static bool add_validity(column *c, uint64_t have, const uint8_t *rows, size_t row_size, size_t count)
{
    const reel_field *field = c->plan->field;
    if (!reel__column_is_optional(c->plan) || c->plan->form == COLUMN_MOMENT) return true;
    uint64_t bits = 0;
    for (size_t i = 0; i < count && !c->plan->is_valid; i++)
        bits |= (uint64_t)((rows[i * row_size + field->present_offset] & field->present_mask) != 0) << i;
    const size_t first = c->plan->as_whole ? 0 : c->plan->first, width = c->plan->as_whole ? field->count : c->plan->width;
    for (size_t i = 0; i < count && c->plan->is_valid; i++)
        bits |= (uint64_t)(reel__field_valid_values(field, rows + i * row_size, first, width) != 0) << i;
    return add_validity_bits(c, have, bits, count);
}

static bool add_parts(column *c, uint64_t have, const uint8_t *rows, size_t row_size, size_t count)
{
    const column_plan *plan = c->plan;
    bool is_part = plan->width > 1 || plan->as_whole;
    for (size_t i = 0; plan->is_valid && is_part && i < count; i++, rows += row_size)
        for (size_t v = 0; v < plan->width; v++) {
            size_t is_there = reel__field_valid_values(plan->field, rows, plan->first + v, 1);
            if (!add_bits(&c->parts, (have + i) * plan->width + v, is_there, 1)) return false;
            c->missing_parts += !is_there;
        }
    return true;
}

/* The moments and which rows have one; there is room for them: see reserve. */
static bool add_moments(column *c, uint64_t have, const uint8_t *rows, size_t row_size, size_t count)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++, rows += row_size) {
        int64_t moment = 0;
        bool has_moment = reel_field_moment(c->plan->field, rows, &moment) && (moment || !c->plan->is_valid);
        bits |= (uint64_t)has_moment << i;
        memcpy(c->values.data + c->values.size, &moment, sizeof moment);
        c->values.size += sizeof moment;
    }
    return add_validity_bits(c, have, bits, count);
}

static bool add_bools(column *c, uint64_t have, const uint8_t *from, size_t row_size, size_t count)
{
    size_t width = c->plan->width;
    if (width == 1) {
        uint64_t bits = 0;
        for (size_t i = 0; i < count; i++) bits |= (uint64_t)(from[i * row_size] != 0) << i;
        return add_bits(&c->values, have, bits, count);
    }
    for (size_t i = 0; i < count; i++, from += row_size)
        for (size_t v = 0; v < width; v++)
            if (!add_bits(&c->values, (have + i) * width + v, from[v] != 0, 1)) return false;
    return true;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------ */

/* A copy with a size that the compiler knows is a load and a store. */
#define COPY_EACH(size)                                                                                                          \
    for (size_t i = 0; i < count; i++) memcpy(to + i * (size), from + i * row_size, size)

static void copy_numbers(uint8_t *to, const uint8_t *from, size_t row_size, size_t count, size_t size)
{
    switch (size) {
    case 1: COPY_EACH(1); break;
    case 2: COPY_EACH(2); break;
    case 4: COPY_EACH(4); break;
    case 8: COPY_EACH(8); break;
    case 12: COPY_EACH(12); break;
    case 16: COPY_EACH(16); break;
    default: COPY_EACH(size); break;
    }
}

/* Copies numbers of `size` bytes and adds as many zero bytes on their more significant side. */
static void widen_numbers(uint8_t *to, const uint8_t *from, size_t count, size_t size)
{
    static const uint16_t one = 1;
    uint8_t is_little;
    memcpy(&is_little, &one, 1);
    memset(to, 0, 2 * size * count);
    if (!is_little) to += size;
    for (size_t i = 0; i < count; i++) memcpy(to + 2 * i * size, from + i * size, size);
}

/* There is room for them: see reserve. */
static void add_numbers(column *c, const uint8_t *from, size_t row_size, size_t count)
{
    const column_plan *plan = c->plan;
    uint8_t *to = c->values.data + c->values.size;
    if (plan->form == COLUMN_FIXED) {
        copy_numbers(to, from, row_size, count, (size_t)plan->from_size * plan->width);
    } else if (plan->form == COLUMN_SHARED) {
        add_shared(plan, to, from, row_size, count);
    } else {
        for (size_t i = 0; i < count; i++)
            widen_numbers(to + i * plan->width * plan->to_size, from + i * row_size, plan->width, plan->from_size);
    }
    c->values.size += (size_t)plan->to_size * plan->width * count;
}

static bool add_labels(column *c, const uint8_t *from, size_t row_size, size_t count)
{
    reel_type type = c->plan->field->type;
    for (size_t i = 0; i < count; i++, from += row_size) {
        int64_t value = reel__integer_value(type, from);
        const dictionary_slot *slot = dictionary_find(&c->dictionary, value);
        int32_t position = slot ? slot->position - 1 : -1;
        if (position < 0) {
            char number[NUMBER_SIZE];
            size_t size = type == REEL_U64 ? reel__number_u64(number, (uint64_t)value) : reel__number_i64(number, value);
            if (!dictionary_add(&c->dictionary, value, number, size)) return false;
            position = (int32_t)c->dictionary.count - 1;
        }
        if (!memory_add(&c->values, &position, sizeof position)) return false;
    }
    return true;
}

/* ---- text --------------------------------------------------------------------------------------------------------- */

bool reel__columns_text(reel_memory *to, const uint8_t *text, size_t size)
{
    while (size) {
        size_t plain = reel__text_plain(text, size, 0);
        if (!memory_add(to, text, plain)) return false;
        text += plain;
        size -= plain;
        if (!size) break;
        char escaped[BAD_BYTE_SIZE];
        reel__bad_byte_text(escaped, *text++);
        if (!memory_add(to, escaped, BAD_BYTE_SIZE)) return false;
        size--;
    }
    return true;
}

/* The name of a value of an enumeration; a value without one is its number. */
static bool add_name(column *c, const uint8_t *from)
{
    const reel_field *field = c->plan->field;
    char number[NUMBER_SIZE];
    int64_t value = reel__integer_value(field->type, from);
    for (const reel_label *label = field->labels; label && label->name; label++)
        if (label->value == value) return memory_add(&c->values, label->name, strlen(label->name));
    size_t size = field->type == REEL_U64 ? reel__number_u64(number, (uint64_t)value) : reel__number_i64(number, value);
    return memory_add(&c->values, number, size);
}

static bool add_value_text(column *c, const uint8_t *from)
{
    if (c->plan->form == COLUMN_NAMES) return add_name(c, from);
    char text[UUID_TEXT_SIZE];
    if (c->plan->form == COLUMN_UUID) return memory_add(&c->values, text, reel__uuid_text(text, from));
    reel_bytes value = text_value(from);
    return c->plan->form == COLUMN_TEXT ? reel__columns_text(&c->values, value.data, value.size)
                                        : memory_add(&c->values, value.data, value.size);
}

static bool add_texts(column *c, const uint8_t *row, size_t row_size, size_t count)
{
    int32_t end = 0;
    if (!c->offsets.size && !memory_add(&c->offsets, &end, sizeof end)) return false;
    for (size_t i = 0; i < count; i++, row += row_size) {
        bool has_value = c->plan->is_valid ? reel_field_valid(c->plan->field, row) : reel_field_present(c->plan->field, row);
        if (has_value && !add_value_text(c, row + c->plan->field->offset)) return false;
        end = (int32_t)c->values.size;
        if (!memory_add(&c->offsets, &end, sizeof end)) return false;
    }
    return true;
}

/* How many of `count` rows can be added until a column of text is over its soft limit; at least one if the set is empty. Each byte may
 * become three. A value that is above the limit by itself has a set of its own, as far as 32-bit offsets reach: REEL_LIMIT. */
static reel_status rows_that_fit(const column_set *set, const uint8_t *rows, size_t *count)
{
    size_t row_size = set->plan->table->row_size;
    for (size_t i = 0; i < set->plan->count; i++) {
        const column_plan *plan = &set->plan->columns[i];
        if (plan->form != COLUMN_TEXT && plan->form != COLUMN_BYTES) continue;
        uint64_t size = set->columns[i].values.size;
        for (size_t row = 0; row < *count; row++) {
            uint64_t more = text_value(rows + row * row_size + plan->field->offset).size;
            size += plan->form == COLUMN_TEXT ? BAD_BYTE_SIZE * more : more;
            if (size <= set->text_limit) continue;
            if (size > INT32_MAX && !set->rows && !row) return REEL_LIMIT;
            *count = row || set->rows ? row : 1;
            break;
        }
    }
    return REEL_OK;
}

/* ---- rows --------------------------------------------------------------------------------------------------------- */

static bool add_values(column *c, uint64_t have, const uint8_t *rows, size_t row_size, size_t count)
{
    const column_plan *plan = c->plan;
    const uint8_t *from = rows + plan->field->offset + (size_t)plan->first * plan->from_size;
    switch (plan->form) {
    case COLUMN_BITS: return add_bools(c, have, from, row_size, count);
    case COLUMN_LABELS: return add_labels(c, from, row_size, count);
    case COLUMN_MOMENT: return add_moments(c, have, rows, row_size, count);
    case COLUMN_TEXT:
    case COLUMN_UUID:
    case COLUMN_NAMES:
    case COLUMN_BYTES: return add_texts(c, rows, row_size, count);
    default: add_numbers(c, from, row_size, count); return true;
    }
}

/* The values of several columns; reel__columns_append has made the room. */
static void add_words(column *columns, size_t words, const uint8_t *rows, size_t row_size, size_t count)
{
    uint8_t *to[MOST_WORDS];
    size_t offset = offset_of(columns->plan);
    for (size_t i = 0; i < words; i++) {
        to[i] = columns[i].values.data + columns[i].values.size;
        columns[i].values.size += count * TRANSPOSE_WORD;
    }
    reel__transpose_words(to, words, rows + offset, row_size, row_size - offset, count);
}

static bool add_block(column_set *set, const uint8_t *rows, size_t count)
{
    size_t row_size = set->plan->table->row_size, ready = 0;
    for (size_t i = 0; i < set->plan->count; i++) {
        column *c = &set->columns[i];
        if (!add_validity(c, set->rows, rows, row_size, count) || !add_parts(c, set->rows, rows, row_size, count)) return false;
        if (TRANSPOSE_HAS_VECTORS && c->plan->words) {
            add_words(c, c->plan->words, rows, row_size, count);
            ready = i + c->plan->words;
        }
        if (i >= ready && !add_values(c, set->rows, rows, row_size, count)) return false;
    }
    set->rows += count;
    return true;
}

enum { COLUMN_LINE = 64, COLUMN_PAGE = 4096, COLUMN_SHIFT = 5 * COLUMN_LINE, FEW_ROWS = 1024 };

/* Moves a column of a fixed size to a block for `rows` rows. Columns of many rows begin at different distances from a page: otherwise the
 * lines that are written at a time, one of each column, would compete for the same few places of the cache. */
static bool move_column(column_set *set, size_t i, size_t rows)
{
    column *c = &set->columns[i];
    size_t size = rows * c->plan->to_size * c->plan->width, shift = 0, edge = COLUMN_LINE;
    if (TRANSPOSE_HAS_VECTORS && rows >= FEW_ROWS) {
        edge = COLUMN_PAGE;
        shift = i * COLUMN_SHIFT % COLUMN_PAGE;
    }
    uint8_t *block = set->allocator.alloc(set->allocator.context, size + edge + shift);
    if (!block) return false;
    uint8_t *at = block + (edge - (uintptr_t)block % edge) + shift;
    if (c->values.size) memcpy(at, c->values.data, c->values.size);
    reel__memory_drop(&set->allocator, c->block);
    c->block = block;
    c->values.data = at;
    c->values.capacity = size;
    return true;
}

/* Makes room for `count` more rows in the columns of a fixed size. A value is at most eight times as large as in its row, which the limit
 * allows for. A block for each column: one for all of them would be returned to the system, and cleared again, for every file. */
static bool reserve(column_set *set, size_t count)
{
    if (count <= set->capacity - set->rows) return true;
    size_t most = SIZE_MAX / 16 / set->plan->table->row_size, rows = set->rows + count;
    if (rows > most) return false;
    if (rows < 2 * set->capacity) rows = 2 * set->capacity;
    for (size_t i = 0; i < set->plan->count; i++)
        if (set->columns[i].plan->to_size && !move_column(set, i, rows)) return false;
    set->capacity = rows;
    return true;
}

reel_status reel__columns_append(column_set *set, const void *rows, size_t count, size_t *taken)
{
    const uint8_t *at = rows;
    *taken = 0;
    if (!reserve(set, count)) return REEL_MEMORY;
    while (*taken < count) {
        size_t block = count - *taken < COLUMN_BLOCK ? count - *taken : COLUMN_BLOCK;
        size_t fits = block;
        reel_status status = set->plan->has_text ? rows_that_fit(set, at, &fits) : REEL_OK;
        if (status < 0) return status;
        if (fits && !add_block(set, at, fits)) return REEL_MEMORY;
        *taken += fits;
        at += fits * set->plan->table->row_size;
        if (fits < block) break;
    }
    return REEL_OK;
}
