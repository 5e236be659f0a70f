/* SPDX-License-Identifier: MIT
 * Converts single values to text and back. */
#include "core/text.h"
#include "export/value.h"

#include <reel/export.h>

/* ---- to text ---------------------------------------------------------------------------------------------------- */

/* A caller's buffer. `size` keeps counting when the buffer is full. */
typedef struct text_buffer {
    char *data;
    size_t capacity, size;
} text_buffer;

static void buffer_add(text_buffer *to, const void *text, size_t size)
{
    if (to->size < to->capacity) {
        size_t room = to->capacity - to->size;
        memcpy(to->data + to->size, text, size < room ? size : room);
    }
    to->size += size;
}

static void buffer_add_string(text_buffer *to, const uint8_t *text, size_t size)
{
    while (size) {
        size_t plain = reel__text_plain(text, size, TEXT_NUL);
        if (plain) buffer_add(to, text, plain);
        text += plain;
        size -= plain;
        if (!size) break;
        char escaped[BAD_BYTE_SIZE];
        reel__bad_byte_text(escaped, *text);
        buffer_add(to, escaped, sizeof escaped);
        text++;
        size--;
    }
}

static void buffer_add_base64(text_buffer *to, const uint8_t *data, size_t size)
{
    char block[64];
    for (size_t i = 0; i < size; i += sizeof block / 4 * 3) {
        size_t have = size - i < sizeof block / 4 * 3 ? size - i : sizeof block / 4 * 3;
        reel__base64_text(block, data + i, have);
        buffer_add(to, block, base64_size(have));
    }
}

static void buffer_add_value(text_buffer *to, const reel_field *field, const uint8_t *slot, bool labels)
{
    const char *label = labels && field->labels ? reel__scalar_label(field, slot) : NULL;
    char scalar[SCALAR_SIZE];
    if (label) {
        buffer_add(to, label, strlen(label));
    } else if (type_is_text(field->type)) {
        reel_bytes value = text_value(slot);
        (field->type == REEL_STRING ? buffer_add_string : buffer_add_base64)(to, value.data, value.size);
    } else {
        buffer_add(to, scalar, reel__scalar_text(scalar, field->type, slot));
    }
}

size_t reel_field_text(const reel_field *field, const void *row, bool labels, char *buffer, size_t size)
{
    text_buffer to = { buffer, size ? size - 1 : 0, 0 };
    if (reel_field_present(field, row)) {
        const uint8_t *slot = (const uint8_t *)row + field->offset;
        for (size_t i = 0; i < field->count; i++) {
            if (i) buffer_add(&to, " ", 1);
            buffer_add_value(&to, field, slot + i * reel_type_size(field->type), labels);
        }
    }
    if (size) buffer[to.size < to.capacity ? to.size : to.capacity] = 0;
    return to.size;
}

/* ---- from text -------------------------------------------------------------------------------------------------- */

static const char *read_float(const char *text, double *value)
{
    static const struct {
        const char *name;
        uint64_t bits;
    } names[] = {
        { "NaN", UINT64_C(0x7ff8000000000000) },
        { "Infinity", UINT64_C(0x7ff0000000000000) },
        { "-Infinity", UINT64_C(0xfff0000000000000) },
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size = strlen(names[i].name);
        if (strncmp(text, names[i].name, size) != 0) continue;
        *value = reel_double_of(names[i].bits);
        return text + size;
    }
    return NULL;
}

static const char *read_f32(const char *text, uint8_t *slot)
{
    double wide;
    float value = 0;
    const char *end = read_float(text, &wide);
    if (end)
        value = (float)wide;
    else
        end = reel__number_read_f32(text, &value);
    memcpy(slot, &value, sizeof value);
    return end;
}

static const char *read_f64(const char *text, uint8_t *slot)
{
    double value = 0;
    const char *end = read_float(text, &value);
    if (!end) end = reel__number_read_f64(text, &value);
    memcpy(slot, &value, sizeof value);
    return end;
}

/* The end of the word at `text` if it is `word`, otherwise NULL. */
static const char *read_word(const char *text, const char *word)
{
    size_t size = strlen(word);
    return strncmp(text, word, size) == 0 && (text[size] == 0 || text[size] == ' ') ? text + size : NULL;
}

static const char *read_bool(const char *text, uint8_t *slot)
{
    const char *end = read_word(text, "true");
    if (!end) end = read_word(text, "1");
    *slot = end != NULL;
    if (!end) end = read_word(text, "false");
    return end ? end : read_word(text, "0");
}

typedef struct integer_range {
    int64_t least;
    uint64_t most;
} integer_range;

static const integer_range ranges[] = {
    [REEL_U8] = { 0, UINT8_MAX },          [REEL_I8] = { INT8_MIN, INT8_MAX },    [REEL_U16] = { 0, UINT16_MAX },
    [REEL_I16] = { INT16_MIN, INT16_MAX }, [REEL_U32] = { 0, UINT32_MAX },        [REEL_I32] = { INT32_MIN, INT32_MAX },
    [REEL_U64] = { 0, UINT64_MAX },        [REEL_I64] = { INT64_MIN, INT64_MAX },
};

static void store_integer(uint8_t *slot, size_t size, uint64_t bits)
{
    uint8_t u8 = (uint8_t)bits;
    uint16_t u16 = (uint16_t)bits;
    uint32_t u32 = (uint32_t)bits;
    memcpy(slot, size == 1 ? (void *)&u8 : size == 2 ? (void *)&u16 : size == 4 ? (void *)&u32 : (void *)&bits, size);
}

static bool is_digits(const char *text)
{
    size_t size = strspn(text, "0123456789");
    return size && !text[size];
}

/* A name that others continue by a level stands for the first of them: "zstd" for "zstd_3". */
static const char *read_level(const char *text, const reel_label *label, uint64_t *bits)
{
    size_t size = strcspn(text, " ");
    for (; size && label && label->name; label++) {
        if (strncmp(label->name, text, size) != 0 || label->name[size] != '_' || !is_digits(label->name + size + 1)) continue;
        *bits = (uint64_t)label->value;
        return text + size;
    }
    return NULL;
}

/* Of names that begin alike, the longest. */
static const char *read_label(const char *text, const reel_label *label, uint64_t *bits)
{
    const char *end = NULL;
    for (; label && label->name; label++) {
        const char *after = read_word(text, label->name);
        if (!after || (end && after < end)) continue;
        end = after;
        *bits = (uint64_t)label->value;
    }
    return end;
}

static const char *read_named(const char *text, const reel_label *label, uint64_t *bits)
{
    const char *end = read_label(text, label, bits);
    return end ? end : read_level(text, label, bits);
}

static const char *read_integer(const char *text, const reel_field *field, uint8_t *slot)
{
    int64_t negative = 0;
    uint64_t bits = 0;
    const char *end = read_named(text, field->labels, &bits);
    if (!end && *text == '-') {
        end = reel__number_read_i64(text, &negative);
        if (negative < ranges[field->type].least) return NULL;
        bits = (uint64_t)negative;
    } else if (!end) {
        end = reel__number_read_u64(text, &bits);
        if (bits > ranges[field->type].most) return NULL;
    }
    if (end) store_integer(slot, reel_type_size(field->type), bits);
    return end;
}

static const char *read_uuid(const char *text, uint8_t *slot)
{
    for (size_t i = 0; i < sizeof(reel_uuid); i++) {
        if ((i == 4 || i == 6 || i == 8 || i == 10) && *text++ != '-') return NULL;
        int high = hex_digit(text[0]), low = high < 0 ? -1 : hex_digit(text[1]);
        if (low < 0) return NULL;
        slot[i] = (uint8_t)(high << 4 | low);
        text += 2;
    }
    return text;
}

static const char *read_bytes(const char *text, uint8_t *slot, uint8_t **memory)
{
    reel_bytes value = { *memory, 0 };
    size_t size = strcspn(text, " ");
    if (!reel__base64_read(text, size, *memory, &value.size)) return NULL;
    *memory += value.size;
    memcpy(slot, &value, sizeof value);
    return text + size;
}

/* A string extends to the end of the text, including spaces. */
static const char *read_string(const char *text, uint8_t *slot, uint8_t **memory)
{
    reel_bytes value = { *memory, 0 };
    size_t size = strlen(text);
    for (size_t i = 0; i < size;) {
        uint8_t byte;
        bool bad = reel__bad_byte_read((const uint8_t *)text + i, size - i, &byte);
        *(*memory)++ = bad ? byte : (uint8_t)text[i];
        i += bad ? BAD_BYTE_SIZE : 1;
    }
    value.size = (size_t)(*memory - value.data);
    memcpy(slot, &value, sizeof value);
    return text + size;
}

static const char *read_value(const char *text, const reel_field *field, uint8_t *slot, uint8_t **memory)
{
    switch (field->type) {
    case REEL_BOOL: return read_bool(text, slot);
    case REEL_F32: return read_f32(text, slot);
    case REEL_F64: return read_f64(text, slot);
    case REEL_STRING: return read_string(text, slot, memory);
    case REEL_BYTES: return read_bytes(text, slot, memory);
    case REEL_UUID: return read_uuid(text, slot);
    default: return read_integer(text, field, slot);
    }
}

/* Reads all values of the field, `step` bytes apart. */
static bool read_values(const char *text, const reel_field *field, uint8_t *slot, size_t step, uint8_t *memory)
{
    for (size_t i = 0; i < field->count; i++) {
        if (i && *text++ != ' ') return false;
        text = read_value(text, field, slot + i * step, &memory);
        if (!text) return false;
    }
    return *text == 0;
}

/* ": a number, or none, gzip, ..." for an enumeration, as far as there is room. */
static void list_labels(char *text, size_t size, const reel_label *label)
{
    static const char first[] = ": a number, or ", between[] = ", ", more[] = ", ...";
    size_t at = 0;
    text[0] = 0;
    for (const char *before = first; label && label->name; label++, before = between) {
        size_t part = strlen(before), name = strlen(label->name);
        bool fits = at + part + name + sizeof more <= size;
        memcpy(text + at, fits ? before : more, fits ? part : sizeof more);
        if (!fits) return;
        memcpy(text + at + part, label->name, name + 1);
        at += part + name;
    }
}

reel_status reel_field_parse(const reel_field *field, void *row, const char *text, void *memory, reel_error *error)
{
    uint8_t *slot = (uint8_t *)row + field->offset, *presence = (uint8_t *)row + field->present_offset;
    uint8_t mask = field->present_mask;
    size_t size = reel_type_size(field->type);
    uint8_t trial[sizeof(reel_uuid) > sizeof(reel_bytes) ? sizeof(reel_uuid) : sizeof(reel_bytes)];
    if (mask && !*text) { /* no value */
        memset(slot, 0, size * field->count);
        *presence &= (uint8_t)~mask;
        return REEL_OK;
    }
    /* Parse once into `trial`, so that the row is unchanged if the text is invalid. */
    if (!size || !read_values(text, field, trial, 0, memory)) {
        char words[80];
        list_labels(words, sizeof words, field->labels);
        return reel_fail(error, REEL_ARGUMENT, "field.value", "", 0, "\"%.*s\" is not a valid value of %s, which has type %s%s%s",
                         60, text, field->name, reel_type_name(field->type),
                         field->count > 1 ? " (several values separated by spaces)" : "", words);
    }
    read_values(text, field, slot, size, memory);
    if (mask && !(*presence & mask)) *presence |= (uint8_t)(mask & -mask);
    return REEL_OK;
}
