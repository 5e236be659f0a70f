/* SPDX-License-Identifier: MIT
 * The header: a JSON object. Its values are strings, except for two objects and an array of strings. */
#include "codec/json_text.h"
#include "codec/number.h"
#include "codec/text_form.h"
#include "core/moment.h"
#include "core/output.h"
#include "core/rows.h"
#include "core/text.h"
#include "formats/teehistorian/layout.h"

enum slot_flags {
    REQUIRED = 1,       /* every server since 11.0 writes the key */
    OBJECT = 2,         /* a list of keys and strings, in the table of values */
    ARRAY = 4,          /* a list of strings, in the table of values */
    NUMBER_ALLOWED = 8, /* the value may be a number; servers write a string */
    NULL_ALLOWED = 16   /* the value may be null, which means missing; servers leave out the key */
};

typedef struct slot {
    const char *key;
    uint8_t size;    /* of the key */
    reel_type type;  /* of the member of the row */
    uint16_t offset; /* of that member */
    uint8_t section; /* of a list */
    uint8_t flags;
    uint8_t bit; /* of `present`, for a number that may be missing */
} slot;

/* A key has the name of its member, and the type of the member says how its string is read and written. */
#define MEMBER(name, ...)                                                                                                        \
    {                                                                                                                            \
        .key = #name, .size = sizeof #name - 1, .type = (reel_type)REEL_TYPE_OF_(REEL_MEMBER_(teehistorian_header, name)),       \
        .offset = offsetof(teehistorian_header, name), .flags = __VA_ARGS__                                                      \
    }

/* The known keys, in the order in which servers write them. Reading, comparing and writing walk this table. */
static const slot slots[] = {
    MEMBER(comment, REQUIRED),
    MEMBER(version, REQUIRED | NUMBER_ALLOWED),
    MEMBER(version_minor, 0, .bit = TEEHISTORIAN_HAS_VERSION_MINOR),
    MEMBER(game_uuid, REQUIRED),
    MEMBER(prev_game_uuid, NULL_ALLOWED),
    MEMBER(server_version, REQUIRED),
    MEMBER(start_time, REQUIRED),
    MEMBER(server_name, REQUIRED),
    MEMBER(server_port, REQUIRED, .bit = TEEHISTORIAN_HAS_SERVER_PORT),
    MEMBER(game_type, REQUIRED),
    MEMBER(map_name, REQUIRED),
    MEMBER(map_size, REQUIRED, .bit = TEEHISTORIAN_HAS_MAP_SIZE),
    MEMBER(map_sha256, 0),
    MEMBER(map_crc, REQUIRED),
    MEMBER(prng_description, 0),
    { .key = "config", .size = sizeof "config" - 1, .section = TEEHISTORIAN_CONFIG, .flags = OBJECT | REQUIRED },
    { .key = "tuning", .size = sizeof "tuning" - 1, .section = TEEHISTORIAN_TUNING, .flags = OBJECT | REQUIRED },
    { .key = "uuids", .size = sizeof "uuids" - 1, .section = TEEHISTORIAN_UUIDS, .flags = ARRAY },
};

enum { SLOTS = sizeof slots / sizeof *slots };

static bool is_list(const slot *s) { return s->flags & (OBJECT | ARRAY); }

/* The slot of a key, or NULL. */
static const slot *find_slot(reel_string key)
{
    for (size_t i = 0; i < SLOTS; i++)
        if (slots[i].size == key.size && memcmp(slots[i].key, key.data, key.size) == 0) return &slots[i];
    return NULL;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* Parses a decimal up to `most`, without sign or leading zeros. */
static bool parse_decimal(reel_string text, int64_t most, int64_t *value)
{
    if (!text.size || (text.data[0] == '0' && text.size > 1)) return false;
    int64_t sum = 0;
    for (size_t i = 0; i < text.size; i++) {
        int digit = text.data[i] - '0';
        if (digit < 0 || digit > 9 || sum > (most - digit) / 10) return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return true;
}

/* Servers write lower-case digits only. */
static int lower_hex_digit(char c) { return c >= 'A' && c <= 'F' ? -1 : hex_digit(c); }

static bool parse_uuid(reel_string text, reel_uuid *uuid)
{
    if (text.size != 36) return false;
    size_t digit = 0;
    for (size_t i = 0; i < 36; i++) {
        if (i == 8 || i == 13 || i == 18 || i == 23) {
            if (text.data[i] != '-') return false;
            continue;
        }
        int value = lower_hex_digit(text.data[i]);
        if (value < 0) return false;
        uint8_t *byte = &uuid->bytes[digit / 2];
        *byte = (uint8_t)(digit % 2 ? *byte | value : value << 4);
        digit++;
    }
    return true;
}

/* Parses a string into the member of the row. Returns false if the string is not of the member's type. */
static bool parse_member(teehistorian_header *row, const slot *s, reel_string text)
{
    union {
        reel_string text;
        int32_t small;
        int64_t large;
        reel_uuid uuid;
    } value;
    int64_t number = 0;
    switch (s->type) {
    case REEL_STRING: value.text = text; break;
    case REEL_I32:
        if (!parse_decimal(text, INT32_MAX, &number)) return false;
        value.small = (int32_t)number;
        break;
    case REEL_I64:
        if (!parse_decimal(text, INT64_MAX, &number)) return false;
        value.large = number;
        break;
    case REEL_UUID:
        if (!parse_uuid(text, &value.uuid)) return false;
        break;
    default: return false;
    }
    memcpy((uint8_t *)row + s->offset, &value, reel_type_size(s->type));
    row->present |= s->bit;
    return true;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Allocates all values at once: a list that doubles would take twice as much memory. */
static bool reserve_values(tee_header *h, size_t *capacity, size_t most)
{
    if (!most || most > SIZE_MAX / sizeof *h->values) return !most;
    h->values = h->allocator.alloc(h->allocator.context, most * sizeof *h->values);
    *capacity = h->values ? most : 0;
    return h->values != NULL;
}

static bool add_value(tee_header *h, size_t *capacity, uint8_t section, reel_string key, reel_string value)
{
    if (h->count == *capacity) {
        void *values = reel__memory_items(&h->allocator, h->values, capacity, h->count + 1, sizeof *h->values);
        if (!values) return false;
        h->values = values;
    }
    h->values[h->count++] = (teehistorian_value){ section, key, value };
    return true;
}

/* An item as JSON text. */
static bool print_item(tee_header *h, const json_value *item, reel_string *text)
{
    reel_string made = reel__doc_text(item, &h->allocator);
    if (!made.size) return false;
    char *copy = reel__arena_push(&h->printed, made.size);
    if (copy) memcpy(copy, made.data, made.size);
    h->allocator.free(h->allocator.context, (void *)(uintptr_t)made.data);
    *text = (reel_string){ copy, made.size };
    return copy != NULL;
}

/* The value of a string, or any other item as JSON. */
static bool text_of(tee_header *h, const json_value *item, reel_string *text)
{
    if (reel__doc_type(item) != JSON_IS_TEXT) return print_item(h, item, text);
    *text = reel__doc_string(item);
    return true;
}

/* Whether a value is a list as its slot describes. */
static bool fits_list(const slot *s, const json_value *item)
{
    return is_list(s) && reel__doc_type(item) == (s->flags & ARRAY ? JSON_IS_LIST : JSON_IS_OBJECT);
}

static bool read_list(tee_header *h, size_t *capacity, const slot *s, const json_value *list)
{
    const json_value *value;
    reel_string key, text;
    for (doc_steps walk = reel__doc_begin(list); reel__doc_step(&walk, &key, &value);) {
        if (!text_of(h, value, &text) || !add_value(h, capacity, s->section, key, text)) return false;
    }
    return true;
}

/* Sets the member of a slot. Returns false if the value is of another type. */
static bool read_member(tee_header *h, const slot *s, const json_value *value)
{
    int64_t number;
    if (reel__doc_type(value) == JSON_IS_TEXT) return parse_member(&h->row, s, reel__doc_string(value));
    if (reel__doc_type(value) == JSON_IS_NULL && s->flags & NULL_ALLOWED) {
        h->odd |= TEE_HEADER_PREV_NULL;
        return true;
    }
    if (reel__doc_type(value) != JSON_IS_INTEGER || !(s->flags & NUMBER_ALLOWED)) return false;
    if ((number = reel__doc_whole(value)) < 0 || number > INT32_MAX) return false;
    int32_t small = (int32_t)number;
    memcpy((uint8_t *)&h->row + s->offset, &small, sizeof small);
    h->odd |= TEE_HEADER_VERSION_NOT_STRING;
    return true;
}

/* Reads a key that is not a list. What does not fit a member is stored as JSON in the section "other". */
static bool read_key(tee_header *h, size_t *capacity, const slot *s, reel_string key, const json_value *value)
{
    reel_string text;
    if (s && read_member(h, s, value)) return true;
    return print_item(h, value, &text) && add_value(h, capacity, TEEHISTORIAN_OTHER, key, text);
}

/* Finds the value of each slot. If a key is repeated, the last value counts. */
static void find_values(tee_header *h, const json_value *root, const json_value *found[SLOTS])
{
    const json_value *value;
    reel_string key;
    for (doc_steps walk = reel__doc_begin(root); reel__doc_step(&walk, &key, &value);) {
        const slot *s = find_slot(key);
        if (!s) continue;
        if (found[s - slots]) h->odd |= TEE_HEADER_DUPLICATE_KEY;
        found[s - slots] = value;
        h->stated.keys |= UINT32_C(1) << (s - slots);
    }
    for (size_t i = 0; i < SLOTS; i++)
        if (found[i] && reel__doc_type(found[i]) == JSON_IS_NULL) h->stated.nulls |= UINT32_C(1) << i;
    for (size_t i = 0; i < SLOTS; i++)
        if (slots[i].flags & REQUIRED && !found[i]) h->odd |= TEE_HEADER_MISSING_KEYS;
}

static reel_status read_object(tee_header *h, const json_value *root)
{
    const json_value *value, *found[SLOTS] = { NULL };
    reel_string key;
    size_t capacity = 0, most = reel__doc_begin(root).left;
    find_values(h, root, found);
    for (size_t i = 0; i < SLOTS; i++)
        if (found[i] && is_list(&slots[i])) most += reel__doc_begin(found[i]).left;
    if (!reserve_values(h, &capacity, most)) return REEL_MEMORY;
    for (size_t i = 0; i < SLOTS; i++) /* lists come first, as they are written */
        if (found[i] && fits_list(&slots[i], found[i]) && !read_list(h, &capacity, &slots[i], found[i])) return REEL_MEMORY;
    for (doc_steps walk = reel__doc_begin(root); reel__doc_step(&walk, &key, &value);) {
        const slot *s = find_slot(key);
        if (s && (found[s - slots] != value || fits_list(s, value))) continue;
        if (!read_key(h, &capacity, s, key, value)) return REEL_MEMORY;
    }
    return REEL_OK;
}

/* Nesting depth of the brackets outside strings. */
static size_t nesting_of(const char *text, size_t size)
{
    size_t depth = 0, most = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        if (quoted && text[i] == '\\') {
            i++;
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && (text[i] == '[' || text[i] == '{')) {
            if (++depth > most) most = depth;
        } else if (!quoted && (text[i] == ']' || text[i] == '}') && depth) {
            depth--;
        }
    }
    return most;
}

/* What decides whether the nesting and the UTF-8 of a text must be checked byte by byte. */
typedef struct text_facts {
    size_t opening; /* brackets and braces, including those in strings: an upper bound of the depth */
    bool ascii;
} text_facts;

/* Loops without branches, which compilers vectorize, in pieces whose count fits a byte: so 16 bytes are counted at once. Reading the header
 * takes up to a fifth of the time of a short recording. */
static text_facts examine_text(const uint8_t *text, size_t size)
{
    enum { PIECE = 128 };
    size_t opening = 0, at = 0;
    uint8_t all = 0;
    while (at < size) {
        const size_t most = size - at < PIECE ? size - at : PIECE;
        uint8_t count = 0;
        for (size_t i = 0; i < most; i++) {
            all |= text[at + i];
            count = (uint8_t)(count + ((text[at + i] | 0x20) == '{')); /* '[' is 0x5b, '{' 0x7b */
        }
        opening += count;
        at += most;
    }
    return (text_facts){ .opening = opening, .ascii = all < 0x80 };
}

reel_status reel__tee_header_read(tee_header *h, const void *text, size_t size, const reel_limits *limits,
                                  const reel_allocator *allocator, const char **rule, const char **message)
{
    size_t bad_at;
    *h = (tee_header){ .allocator = *allocator, .json.allocator = *allocator, .printed.allocator = *allocator };
    h->row.version = -1;
    *rule = "teehistorian.header-json";
    *message = "the header is not valid JSON";
    text_facts facts = examine_text(text, size);
    if (limits && facts.opening > limits->nesting && nesting_of(text, size) > limits->nesting) {
        *message = "the header's JSON is nested too deeply";
        return REEL_LIMIT;
    }
    reel_status status;
    const json_value *root = reel__json_doc_read(&h->json, text, size, &status, &bad_at);
    if (!root) return status;
    if (reel__doc_type(root) != JSON_IS_OBJECT) {
        *rule = "teehistorian.header-not-object";
        *message = "the header's JSON is not an object";
        return REEL_CORRUPT;
    }
    status = read_object(h, root);
    if (status < 0) return status;
    if (!facts.ascii && !reel__utf8_is_valid(text, size)) h->odd |= TEE_HEADER_NOT_UTF8;
    int64_t start = reel__moment_parse(h->row.start_time);
    h->row.start_known = start != INT64_MIN;
    if (h->row.start_known) h->row.start_unix = start;
    return REEL_OK;
}

void reel__tee_header_free(tee_header *h)
{
    const reel_allocator *allocator = &h->allocator;
    reel__arena_free(&h->printed);
    if (h->values) allocator->free(allocator->context, h->values);
    reel__json_pool_free(&h->json);
    *h = (tee_header){ 0 };
}

const char *reel__tee_header_difference(const tee_header *h, const teehistorian_header *row, const teehistorian_value *values,
                                        size_t count)
{
    for (size_t i = 0; i < teehistorian_headers.field_count; i++) {
        const reel_field *field = &teehistorian_headers.fields[i];
        if (!(field->flags & REEL_FIELD_DERIVED) && !reel__field_values_equal(field, &h->row, row)) return field->name;
    }
    return count == h->count && reel__rows_are_equal(&teehistorian_values, values, h->values, count) ? NULL : "header_values";
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void put_text(reel_output *out, const char *text) { reel_put(out, text, strlen(text)); }

/* Writes a string with the escapes that servers use: the short ones, but for a form feed. */
static void put_string(reel_output *out, reel_string text)
{
    put_text(out, "\"");
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i], escape[JSON_ESCAPE_SIZE];
        if (c == '\f')
            put_text(out, "\\u000c");
        else if (json_needs_escape((uint8_t)c))
            reel_put(out, escape, reel__json_escape(escape, (uint8_t)c));
        else
            reel_put(out, &c, 1);
    }
    put_text(out, "\"");
}

static void put_decimal(reel_output *out, int64_t value)
{
    char digits[NUMBER_SIZE];
    put_string(out, (reel_string){ digits, reel__number_u64(digits, (uint64_t)value) });
}

static void put_uuid(reel_output *out, const uint8_t *uuid)
{
    char text[UUID_TEXT_SIZE];
    put_string(out, (reel_string){ text, reel__uuid_text(text, uuid) });
}

static void put_list(reel_output *out, const slot *s, const teehistorian_value *values, size_t count)
{
    bool array = s->flags & ARRAY, first = true;
    put_text(out, array ? "[" : "{");
    for (size_t i = 0; i < count; i++) {
        if (values[i].section != s->section) continue;
        if (!first) put_text(out, ",");
        first = false;
        if (!array) {
            put_string(out, values[i].key);
            put_text(out, ":");
        }
        put_string(out, values[i].value);
    }
    put_text(out, array ? "]" : "}");
}

/* Whether a key has a value: its member has one, or its list is not empty. */
static bool has_value(const slot *s, const teehistorian_header *row, const teehistorian_value *values, size_t count)
{
    static const uint8_t nil[16] = { 0 };
    const uint8_t *member = (const uint8_t *)row + s->offset;
    int32_t small;
    if (is_list(s)) {
        for (size_t i = 0; i < count; i++)
            if (values[i].section == s->section) return true;
        return false;
    }
    if (s->bit) return row->present & s->bit;
    switch (s->type) {
    case REEL_I32: memcpy(&small, member, sizeof small); return small >= 0;
    case REEL_UUID: return memcmp(member, nil, sizeof nil) != 0;
    default: return text_value(member).size;
    }
}

/* Whether a key that has no value is written: it was stated, or, in a new header, it is a list that every server writes. A number has no text
 * for that. */
static bool is_stated(const slot *s, const tee_stated *stated)
{
    if (!stated->keys) return is_list(s) && s->flags & REQUIRED;
    return (s->type == REEL_STRING || s->type == REEL_UUID || is_list(s)) && stated->keys >> (s - slots) & 1;
}

/* Whether the value of a known key did not fit and is in the section "other". */
static bool is_other(const slot *s, const teehistorian_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (values[i].section == TEEHISTORIAN_OTHER && find_slot(values[i].key) == s) return true;
    return false;
}

static void put_member(reel_output *out, const slot *s, const teehistorian_header *row)
{
    const uint8_t *member = (const uint8_t *)row + s->offset;
    reel_string text;
    int32_t small;
    int64_t number;
    switch (s->type) {
    case REEL_I32:
        memcpy(&small, member, sizeof small);
        put_decimal(out, small);
        break;
    case REEL_I64:
        memcpy(&number, member, sizeof number);
        put_decimal(out, number);
        break;
    case REEL_UUID: put_uuid(out, member); break;
    default:
        memcpy(&text, member, sizeof text);
        put_string(out, text);
        break;
    }
}

static void put_key(reel_output *out, bool *first, reel_string key)
{
    if (!*first) put_text(out, ",");
    *first = false;
    put_string(out, key);
    put_text(out, ":");
}

/* Writes the JSON as a server does, without the NUL. `stated`: what the header stated before. */
static void write_header(reel_output *out, const teehistorian_header *row, const teehistorian_value *values, size_t count,
                         const tee_stated *stated)
{
    bool first = true;
    put_text(out, "{");
    for (const slot *s = slots; s < slots + SLOTS; s++) {
        bool valued = has_value(s, row, values, count);
        if (is_other(s, values, count) || !(valued || is_stated(s, stated))) continue;
        put_key(out, &first, (reel_string){ s->key, strlen(s->key) });
        if (!valued && stated->nulls >> (s - slots) & 1)
            put_text(out, "null");
        else if (is_list(s))
            put_list(out, s, values, count);
        else
            put_member(out, s, row);
    }
    for (size_t i = 0; i < count; i++) {
        if (values[i].section != TEEHISTORIAN_OTHER) continue;
        put_key(out, &first, values[i].key);
        reel_put(out, values[i].value.data, values[i].value.size);
    }
    put_text(out, "}");
}

reel_status reel__tee_header_compose(const reel_allocator *allocator, const teehistorian_header *row,
                                     const teehistorian_value *values, size_t count, const tee_stated *stated, reel_memory *made,
                                     reel_error *error)
{
    reel_sink sink = reel_sink_memory(made, allocator);
    reel_output out;
    if (!reel__output_open(&out, &sink, allocator, error)) {
        sink.discard(sink.context);
        return reel__memory_fail(error);
    }
    write_header(&out, row, values, count, stated);
    reel_status status = reel__output_flush(&out);
    reel__output_close(&out, allocator);
    if (status >= 0) return sink.commit(sink.context, error);
    sink.discard(sink.context);
    return status;
}
