/* SPDX-License-Identifier: MIT
 * What a row cannot be, whatever other rows there are. */
#include "core/encoder.h"
#include "formats/teehistorian/layout.h"

enum { MOST_BYTES = INT32_MAX / 2 }; /* of a value: sizes of messages have 31 bits */

static const char *const unknown_kind = "unknown kind in a row", *const too_large = "value too large for a message",
                         *const has_nul = "text contains a NUL";

static const char *position_fault(const teehistorian_position *p, const char **rule)
{
    *rule = "teehistorian.kind";
    switch (p->kind) {
    case TEEHISTORIAN_DIFF: return tee_is_client(p->cid) ? NULL : "DIFF of a client that no server has";
    case TEEHISTORIAN_STRAY: return p->cid < 0 ? "a position has a negative client id" : NULL;
    case 0:
    case TEEHISTORIAN_NEW:
    case TEEHISTORIAN_OLD: return NULL;
    default: return unknown_kind;
    }
}

/* Sizes have 31 bits, and a NUL ends a text. */
static const char *text_fault(reel_bytes bytes, bool is_text, const char **rule)
{
    *rule = "teehistorian.size";
    if (bytes.size > MOST_BYTES) return too_large;
    *rule = "teehistorian.text";
    return is_text && bytes.size && memchr(bytes.data, 0, bytes.size) ? has_nul : NULL;
}

static const char *described_fault(const reel_table *table, const void *row, const char **rule)
{
    const tee_kind *kind = reel__tee_kind_of_row(table, row);
    *rule = "teehistorian.kind";
    if (!kind) return unknown_kind;
    if (reel__tee_foreign_text(kind, row)) return "a row has a text that its kind does not store";
    for (size_t i = 0; kind->code[i]; i++) {
        if (!strchr("sbr", kind->code[i])) continue;
        reel_bytes bytes;
        memcpy(&bytes, (const uint8_t *)row + kind->offsets[i], sizeof bytes);
        const char *why = text_fault(bytes, kind->code[i] == 's', rule);
        if (why) return why;
    }
    return NULL;
}

static const char *extension_fault(const teehistorian_extension *extension, const char **rule)
{
    const tee_kind *kind = reel__tee_kind_of(TEE_EX, extension->uuid.bytes);
    const char *why = text_fault(extension->data, false, rule);
    if (why) return why;
    *rule = "teehistorian.extension";
    return kind && reel__tee_kind_fits(kind, extension->data) ? "a known extension belongs in its own table" : NULL;
}

static bool is_described(const reel_table *table)
{
    for (size_t i = 0; i < TEE_KINDS; i++)
        if (reel__tee_kinds[i].table == table) return true;
    return false;
}

const char *reel__tee_row_fault(const reel_table *table, const void *row, const char **rule)
{
    *rule = "teehistorian.kind";
    if (table == &teehistorian_positions) return position_fault(row, rule);
    if (table == &teehistorian_inputs) return ((const teehistorian_input *)row)->kind > TEEHISTORIAN_DIFF ? unknown_kind : NULL;
    if (table == &teehistorian_extensions) return extension_fault(row, rule);
    if (table == &teehistorian_arguments) {
        const reel_string text = ((const teehistorian_argument *)row)->text;
        return text_fault((reel_bytes){ (const uint8_t *)text.data, text.size }, true, rule);
    }
    return is_described(table) ? described_fault(table, row, rule) : NULL;
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const char *rule;
    (void)of;
    if (table == &teehistorian_headers) {
        const int32_t version = ((const teehistorian_header *)row)->version;
        if (version == 1 || version == 2) return REEL_OK;
        return reel_fail(error, REEL_ARGUMENT, "teehistorian.version", "header", 0, "writing version %d is not supported",
                         version);
    }
    const char *why = reel__tee_row_fault(table, row, &rule);
    if (!why) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, rule, table->name, 0, "row %zu of %s: %s", number, table->name, why);
}

reel_status reel__tee_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    if (count == 1 && tee_is_usual(table, rows)) return REEL_OK;
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}
