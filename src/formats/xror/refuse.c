/* SPDX-License-Identifier: MIT
 * Rows that cannot be written. */
#include "core/encoder.h"
#include "formats/xror/writer.h"

static reel_status fail_row(reel_error *error, const char *rule, const char *section, size_t row, const char *what)
{
    return reel_fail(error, REEL_ARGUMENT, rule, section, 0, "row %zu of %s %s", row, section, what);
}

bool reel__xror_refuse(xror_writer *w, const char *rule, const char *section, size_t row, const char *what)
{
    if (w->status >= 0) w->status = fail_row(w->e->error, rule, section, row, what);
    return false;
}

/* Whether bytes are one value of a type of BSON. */
static bool is_value(uint8_t kind, reel_bytes data)
{
    enum { MOST_DEPTH = 16 };
    pull_reader inner;
    pull_value value;
    reel__pull_begin_bson(&inner, kind, data.data, data.size, MOST_DEPTH);
    return reel__pull_next(&inner, &value) && reel__pull_skip(&inner, &value) && inner.at == inner.end;
}

static reel_status check_value(const xror_value *value, size_t number, reel_error *error)
{
    bool fits = true;
    switch (value->kind) {
    case XROR_VALUE_FLOAT:
    case XROR_VALUE_DOUBLE:
    case XROR_VALUE_STRING:
    case XROR_VALUE_NULL:
    case XROR_VALUE_INT64:
    case XROR_VALUE_DATE: return REEL_OK;
    case XROR_VALUE_BOOL: fits = value->integer >= 0 && value->integer <= UINT8_MAX; break;
    case XROR_VALUE_INT32: fits = value->integer >= INT32_MIN && value->integer <= INT32_MAX; break;
    default:
        if (is_value(value->kind, value->data)) return REEL_OK;
        return fail_row(error, "xror.value", "values", number, "is not a value of its type");
    }
    return fits ? REEL_OK : fail_row(error, "xror.value-range", "values", number, "does not fit its type");
}

static reel_status check_other(const xror_other_key *other, size_t number, reel_error *error)
{
    if (other->place >= XROR_PLACES) return fail_row(error, "xror.place", "other_keys", number, "has an unknown place");
    if (other->key.size && memchr(other->key.data, 0, other->key.size))
        return fail_row(error, "xror.key", "other_keys", number, "has a key with a NUL");
    if (reel__xror_find_key(other->place, (const uint8_t *)other->key.data, other->key.size) != XROR_KNOWN_KEYS)
        return fail_row(error, "xror.key", "other_keys", number, "has a key that the format defines");
    if (is_value(other->kind, other->value)) return REEL_OK;
    return fail_row(error, "xror.value", "other_keys", number, "is not a value of its type");
}

/* Bits of keys that no key has. */
static unsigned unknown_keys(const reel_table *table, const void *row)
{
    enum { THREE = (1 << 3) - 1 };
    if (table == &xror_infos) return ((const xror_info *)row)->keys[3] >> (XROR_KEYS - 24);
    if (table == &xror_devices) return ((const xror_device *)row)->keys & ~(unsigned)THREE;
    if (table == &xror_app_extensions) return ((const xror_app_extension *)row)->keys & ~(unsigned)THREE;
    if (table == &xror_event_types) return ((const xror_event_type *)row)->keys & ~(unsigned)THREE;
    return 0;
}

reel_status reel__xror_check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of;
    if (unknown_keys(table, row)) return fail_row(error, "xror.keys", table->name, number, "has unknown keys");
    if (table == &xror_other_keys) return check_other(row, number, error);
    return table == &xror_values ? check_value(row, number, error) : REEL_OK;
}

reel_status reel__xror_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(reel__xror_check_row, NULL, table, rows, count, error);
}
