/* SPDX-License-Identifier: MIT
 * The header: one JSON object whose values are strings, but for two objects and an array of strings. */
#include "core/text.h"
#include "formats/teehistorian/layout.h"

typedef enum slot_type { SLOT_TEXT, SLOT_I32, SLOT_I64, SLOT_UUID, SLOT_LIST } slot_type;

/* The keys that are known, in the order in which servers write them. `needed`: every server has written it since 11.0. */
typedef struct slot {
    const char *key;
    slot_type type;
    uint16_t place; /* in the row; of a list, its section */
    bool needed;
} slot;

static const slot slots[] = {
    { "comment", SLOT_TEXT, offsetof(teehistorian_header, comment), true },
    { "version", SLOT_I32, offsetof(teehistorian_header, version), true },
    { "version_minor", SLOT_I32, offsetof(teehistorian_header, version_minor), false },
    { "game_uuid", SLOT_UUID, offsetof(teehistorian_header, game_uuid), true },
    { "prev_game_uuid", SLOT_UUID, offsetof(teehistorian_header, prev_game_uuid), false },
    { "server_version", SLOT_TEXT, offsetof(teehistorian_header, server_version), true },
    { "start_time", SLOT_TEXT, offsetof(teehistorian_header, start_time), true },
    { "server_name", SLOT_TEXT, offsetof(teehistorian_header, server_name), true },
    { "server_port", SLOT_I32, offsetof(teehistorian_header, server_port), true },
    { "game_type", SLOT_TEXT, offsetof(teehistorian_header, game_type), true },
    { "map_name", SLOT_TEXT, offsetof(teehistorian_header, map_name), true },
    { "map_size", SLOT_I64, offsetof(teehistorian_header, map_size), true },
    { "map_sha256", SLOT_TEXT, offsetof(teehistorian_header, map_sha256), false },
    { "map_crc", SLOT_TEXT, offsetof(teehistorian_header, map_crc), true },
    { "prng_description", SLOT_TEXT, offsetof(teehistorian_header, prng_description), false },
    { "config", SLOT_LIST, TEEHISTORIAN_CONFIG, true },
    { "tuning", SLOT_LIST, TEEHISTORIAN_TUNING, true },
    { "uuids", SLOT_LIST, TEEHISTORIAN_UUIDS, false },
};

enum { SLOTS = sizeof slots / sizeof *slots, VERSION_SLOT = 1, PREV_SLOT = 4 };

static bool is(reel_string text, const char *word)
{
    return strlen(word) == text.size && (!text.size || memcmp(text.data, word, text.size) == 0);
}

static bool same(reel_string a, reel_string b) { return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0); }

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* A decimal up to `most` as it is printed: no sign, no zeros before it. */
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

/* The header has lower-case digits only. */
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

/* Puts a string into its place in the row; false: it is not what belongs there. */
static bool set_slot(teehistorian_header *row, const slot *to, reel_string text)
{
    uint8_t *place = (uint8_t *)row + to->place;
    int64_t number = 0;
    int32_t small;
    reel_uuid uuid;
    switch (to->type) {
    case SLOT_TEXT: memcpy(place, &text, sizeof text); return true;
    case SLOT_I32:
        if (!parse_decimal(text, INT32_MAX, &number)) return false;
        small = (int32_t)number;
        memcpy(place, &small, sizeof small);
        return true;
    case SLOT_I64:
        if (!parse_decimal(text, INT64_MAX, &number)) return false;
        memcpy(place, &number, sizeof number);
        return true;
    case SLOT_UUID:
        if (!parse_uuid(text, &uuid)) return false;
        memcpy(place, &uuid, sizeof uuid);
        return true;
    default: return false;
    }
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Room for all values at once: a list that doubles would take twice as much. */
static bool reserve_values(tee_header *h, size_t *capacity, size_t most)
{
    if (!most || most > SIZE_MAX / sizeof *h->values) return !most;
    h->values = h->allocator.alloc(h->allocator.context, most * sizeof *h->values);
    *capacity = h->values ? most : 0;
    return h->values != NULL;
}

static bool keep_value(tee_header *h, size_t *capacity, uint8_t section, reel_string key, reel_string value)
{
    void *values = memory_items(&h->allocator, h->values, capacity, h->count + 1, sizeof *h->values);
    if (!values) return false;
    h->values = values;
    h->values[h->count++] = (teehistorian_value){ section, key, value };
    return true;
}

/* An item that is not a string, as JSON. */
static bool print(tee_header *h, const json_value *item, reel_string *text)
{
    reel_string made = doc_text(item, &h->allocator);
    if (!made.size) return false;
    char *copy = arena_push(&h->printed, made.size);
    if (copy) memcpy(copy, made.data, made.size);
    h->allocator.free(h->allocator.context, (void *)(uintptr_t)made.data);
    *text = (reel_string){ copy, made.size };
    return copy != NULL;
}

static bool text_of(tee_header *h, const json_value *item, reel_string *text)
{
    if (doc_type(item) != JSON_IS_TEXT) return print(h, item, text);
    *text = doc_string(item);
    return true;
}

static bool is_list(const slot *to, const json_value *item)
{
    return doc_type(item) == (to->place == TEEHISTORIAN_UUIDS ? JSON_IS_LIST : JSON_IS_OBJECT);
}

static bool read_list(tee_header *h, size_t *capacity, const slot *to, const json_value *list)
{
    const json_value *value;
    reel_string key, text;
    for (doc_steps walk = doc_begin(list); doc_step(&walk, &key, &value);) {
        if (!text_of(h, value, &text) || !keep_value(h, capacity, (uint8_t)to->place, key, text)) return false;
    }
    return true;
}

static bool read_other(tee_header *h, size_t *capacity, reel_string key, const json_value *value)
{
    reel_string text;
    return print(h, value, &text) && keep_value(h, capacity, TEEHISTORIAN_OTHER, key, text);
}

/* The version may be a number; servers write a string. */
static bool read_version(tee_header *h, const json_value *value)
{
    int64_t number;
    if (doc_type(value) == JSON_IS_TEXT) return set_slot(&h->row, &slots[VERSION_SLOT], doc_string(value));
    if (doc_type(value) != JSON_IS_INTEGER || (number = doc_whole(value)) < 0 || number > INT32_MAX) return false;
    h->row.version = (int32_t)number;
    h->odd |= TEE_HEADER_VERSION_NOT_STRING;
    return true;
}

static bool read_key(tee_header *h, size_t *capacity, unsigned number, reel_string key, const json_value *value)
{
    const slot *to = number < SLOTS ? &slots[number] : NULL;
    if (!to) return read_other(h, capacity, key, value);
    if (number == VERSION_SLOT) {
        h->no_version = !read_version(h, value);
        return !h->no_version || read_other(h, capacity, key, value);
    }
    if (number == PREV_SLOT && doc_type(value) == JSON_IS_NULL) {
        h->odd |= TEE_HEADER_PREV_NULL;
        return true;
    }
    if (doc_type(value) == JSON_IS_TEXT && set_slot(&h->row, to, doc_string(value))) return true;
    return read_other(h, capacity, key, value);
}

static unsigned slot_of(reel_string key)
{
    unsigned number = 0;
    while (number < SLOTS && !is(key, slots[number].key)) number++;
    return number;
}

/* The last of keys that are the same counts. */
static reel_status read_object(tee_header *h, const json_value *root)
{
    const json_value *value, *last[SLOTS] = { NULL };
    reel_string key;
    size_t capacity = 0;
    uint32_t seen = 0;
    h->no_version = true;
    for (doc_steps walk = doc_begin(root); doc_step(&walk, &key, &value);) {
        unsigned number = slot_of(key);
        if (number == SLOTS) continue;
        if (seen >> number & 1) h->odd |= TEE_HEADER_DUPLICATE_KEY;
        seen |= 1u << number;
        last[number] = value;
    }
    size_t most = doc_begin(root).left;
    for (unsigned i = 0; i < SLOTS; i++)
        if (last[i] && slots[i].type == SLOT_LIST) most += doc_begin(last[i]).left;
    if (!reserve_values(h, &capacity, most)) return REEL_MEMORY;
    for (unsigned i = 0; i < SLOTS; i++) /* lists come first, as they are written */
        if (last[i] && slots[i].type == SLOT_LIST && is_list(&slots[i], last[i]) && !read_list(h, &capacity, &slots[i], last[i]))
            return REEL_MEMORY;
    for (doc_steps walk = doc_begin(root); doc_step(&walk, &key, &value);) {
        unsigned number = slot_of(key);
        bool list = number < SLOTS && slots[number].type == SLOT_LIST && is_list(&slots[number], value);
        if ((number < SLOTS && last[number] != value) || list) continue;
        if (!read_key(h, &capacity, number, key, value)) return REEL_MEMORY;
    }
    for (unsigned i = 0; i < SLOTS; i++)
        if (slots[i].needed && !(seen >> i & 1)) h->odd |= TEE_HEADER_MISSING_KEYS;
    return REEL_OK;
}

/* Depth of the brackets in JSON that was read. */
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

/* Facts about the text that decide whether its nesting and its UTF-8 have to be checked byte by byte. */
typedef struct text_facts {
    size_t opening; /* brackets and braces, including those in strings: the depth is not more */
    bool ascii;
} text_facts;

/* One loop without branches, which compilers vectorize: the headers are a fifth of the time of reading a short recording. */
static text_facts examine_text(const uint8_t *text, size_t size)
{
    size_t opening = 0;
    unsigned all = 0;
    for (size_t i = 0; i < size; i++) {
        all |= text[i];
        opening += (text[i] | 0x20) == '{'; /* '[' is 0x5b, '{' 0x7b */
    }
    return (text_facts){ .opening = opening, .ascii = all < 0x80 };
}

reel_status tee_header_read(tee_header *h, const void *text, size_t size, const reel_limits *limits,
                            const reel_allocator *allocator, const char **rule, const char **message)
{
    size_t bad_at;
    *h = (tee_header){ .allocator = *allocator, .json.allocator = *allocator, .printed.allocator = *allocator };
    h->row = (teehistorian_header){ .version_minor = -1, .server_port = -1, .map_size = -1, .start_unix = INT64_MIN };
    *rule = "teehistorian.header-json";
    *message = "the header is not valid JSON";
    text_facts facts = examine_text(text, size);
    if (limits && facts.opening > limits->nesting && nesting_of(text, size) > limits->nesting) {
        *message = "the header's JSON is nested too deeply";
        return REEL_CORRUPT;
    }
    reel_status status;
    const json_value *root = json_doc_read(&h->json, text, size, &status, &bad_at);
    if (!root) return status;
    if (doc_type(root) != JSON_IS_OBJECT) {
        *rule = "teehistorian.header-not-object";
        *message = "the header's JSON is not an object";
        return REEL_CORRUPT;
    }
    status = read_object(h, root);
    if (status < 0) return status;
    if (!facts.ascii && !utf8_is_valid(text, size)) h->odd |= TEE_HEADER_NOT_UTF8;
    h->row.start_unix = tee_unix_time(h->row.start_time);
    return REEL_OK;
}

void tee_header_free(tee_header *h)
{
    const reel_allocator *allocator = &h->allocator;
    arena_free(&h->printed);
    if (h->values) allocator->free(allocator->context, h->values);
    json_pool_free(&h->json);
    *h = (tee_header){ 0 };
}

/* Whether two rows have the same value in a slot. */
static bool same_slot(const slot *at, const teehistorian_header *a, const teehistorian_header *b)
{
    const uint8_t *one = (const uint8_t *)a + at->place, *other = (const uint8_t *)b + at->place;
    reel_string text, other_text;
    switch (at->type) {
    case SLOT_TEXT:
        memcpy(&text, one, sizeof text);
        memcpy(&other_text, other, sizeof other_text);
        return same(text, other_text);
    case SLOT_I32: return memcmp(one, other, sizeof(int32_t)) == 0;
    case SLOT_I64: return memcmp(one, other, sizeof(int64_t)) == 0;
    case SLOT_UUID: return memcmp(one, other, sizeof(reel_uuid)) == 0;
    default: return true; /* a list is in the values */
    }
}

const char *tee_header_difference(const tee_header *h, const teehistorian_header *row, const teehistorian_value *values,
                                  size_t count)
{
    for (size_t i = 0; i < SLOTS; i++)
        if (!same_slot(&slots[i], &h->row, row)) return slots[i].key;
    if (count != h->count) return "header_values";
    for (size_t i = 0; i < count; i++)
        if (values[i].section != h->values[i].section || !same(values[i].key, h->values[i].key) ||
            !same(values[i].value, h->values[i].value))
            return "header_values";
    return NULL;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void put_text(reel_output *out, const char *text) { reel_put(out, text, strlen(text)); }

/* The escapes of the servers: \" \\ \b \n \r \t and \u00xx for other bytes below a blank. */
static void put_string(reel_output *out, reel_string text)
{
    static const char hex[] = "0123456789abcdef";
    put_text(out, "\"");
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i], escape[6] = { '\\', c, '0', '0', 0, 0 };
        size_t size = 2;
        switch (c) {
        case '"':
        case '\\': break;
        case '\b': escape[1] = 'b'; break;
        case '\n': escape[1] = 'n'; break;
        case '\r': escape[1] = 'r'; break;
        case '\t': escape[1] = 't'; break;
        default:
            if ((uint8_t)c >= ' ') {
                escape[0] = c;
                size = 1;
                break;
            }
            escape[1] = 'u';
            escape[4] = hex[(uint8_t)c >> 4];
            escape[5] = hex[(uint8_t)c & 15];
            size = 6;
        }
        reel_put(out, escape, size);
    }
    put_text(out, "\"");
}

static void put_decimal(reel_output *out, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    put_string(out, (reel_string){ digits + at, sizeof digits - at });
}

static void put_uuid(reel_output *out, const uint8_t *uuid)
{
    static const char hex[] = "0123456789abcdef";
    char text[36];
    size_t at = 0;
    for (size_t i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text[at++] = '-';
        text[at++] = hex[uuid[i] >> 4];
        text[at++] = hex[uuid[i] & 15];
    }
    put_string(out, (reel_string){ text, sizeof text });
}

static void put_list(reel_output *out, const slot *from, const teehistorian_value *values, size_t count)
{
    bool names = from->place == TEEHISTORIAN_UUIDS, first = true;
    put_text(out, names ? "[" : "{");
    for (size_t i = 0; i < count; i++) {
        if (values[i].section != from->place) continue;
        if (!first) put_text(out, ",");
        first = false;
        if (!names) {
            put_string(out, values[i].key);
            put_text(out, ":");
        }
        put_string(out, values[i].value);
    }
    put_text(out, names ? "]" : "}");
}

/* Whether the row has a value for a key. */
static bool has_slot(const teehistorian_header *row, const slot *from, const teehistorian_value *values, size_t count)
{
    static const uint8_t nil[16] = { 0 };
    const uint8_t *place = (const uint8_t *)row + from->place;
    reel_string text;
    int32_t small;
    int64_t number;
    switch (from->type) {
    case SLOT_TEXT: memcpy(&text, place, sizeof text); return text.size;
    case SLOT_I32: memcpy(&small, place, sizeof small); return small >= 0;
    case SLOT_I64: memcpy(&number, place, sizeof number); return number >= 0;
    case SLOT_UUID: return memcmp(place, nil, sizeof nil) != 0;
    default:
        for (size_t i = 0; i < count; i++)
            if (values[i].section == from->place) return true;
        return false;
    }
}

static bool is_other(const slot *from, const teehistorian_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (values[i].section == TEEHISTORIAN_OTHER && is(values[i].key, from->key)) return true;
    return false;
}

static void put_slot(reel_output *out, const teehistorian_header *row, const slot *from, const teehistorian_value *values,
                     size_t count)
{
    const uint8_t *place = (const uint8_t *)row + from->place;
    reel_string text;
    int32_t small;
    int64_t number;
    switch (from->type) {
    case SLOT_TEXT:
        memcpy(&text, place, sizeof text);
        put_string(out, text);
        break;
    case SLOT_I32:
        memcpy(&small, place, sizeof small);
        put_decimal(out, small < 0 ? 0 : small);
        break;
    case SLOT_I64:
        memcpy(&number, place, sizeof number);
        put_decimal(out, number < 0 ? 0 : number);
        break;
    case SLOT_UUID: put_uuid(out, place); break;
    case SLOT_LIST: put_list(out, from, values, count); break;
    }
}

static void put_key(reel_output *out, bool *first, reel_string key)
{
    if (!*first) put_text(out, ",");
    *first = false;
    put_string(out, key);
    put_text(out, ":");
}

void tee_header_write(reel_output *out, const teehistorian_header *row, const teehistorian_value *values, size_t count)
{
    bool first = true;
    put_text(out, "{");
    for (size_t i = 0; i < SLOTS; i++) {
        const slot *from = &slots[i];
        if (is_other(from, values, count)) continue; /* it comes below, as it was */
        if (i != VERSION_SLOT && !has_slot(row, from, values, count) && !(from->needed && from->type == SLOT_LIST)) continue;
        put_key(out, &first, (reel_string){ from->key, strlen(from->key) });
        put_slot(out, row, from, values, count);
    }
    for (size_t i = 0; i < count; i++) {
        if (values[i].section != TEEHISTORIAN_OTHER) continue;
        put_key(out, &first, values[i].key);
        reel_put(out, values[i].value.data, values[i].value.size);
    }
    put_text(out, "}");
}

/* ---- texts ------------------------------------------------------------------------------------------------------ */

/* Days since 1970 of a date, by the count of leap days up to a March. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    int64_t y = month > 2 ? year : year - 1, m = (month + 9) % 12;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 719469;
}

int64_t tee_unix_time(reel_string text)
{
    static const char iso[] = "0000-00-00T00:00:00+0000", old[] = "0000-00-00 00:00:00 +0000";
    const char *form = text.size == sizeof iso - 1 ? iso : old;
    int64_t part[8] = { 0 };
    size_t parts = 0;
    bool negative = false;
    if (text.size != strlen(form)) return INT64_MIN;
    for (size_t i = 0; i < text.size; i++) {
        if (form[i] == '0') {
            if (text.data[i] < '0' || text.data[i] > '9') return INT64_MIN;
            part[parts] = part[parts] * 10 + (text.data[i] - '0');
            if (form[i + 1] != '0') parts++;
            continue;
        }
        if (form[i] == '+' && text.data[i] == '-')
            negative = true;
        else if (form[i] != text.data[i])
            return INT64_MIN;
    }
    if (part[1] < 1 || part[1] > 12 || part[2] < 1 || part[2] > 31 || part[3] > 23 || part[4] > 59 || part[5] > 60)
        return INT64_MIN;
    int64_t zone = part[6] / 100 * 3600 + part[6] % 100 * 60;
    return days_of(part[0], part[1], part[2]) * 86400 + part[3] * 3600 + part[4] * 60 + part[5] + (negative ? zone : -zone);
}
