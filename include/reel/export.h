/* SPDX-License-Identifier: MIT
 *
 * Exports: tables as text. An exporter walks the field tables, so it writes any format and any insight.
 *
 * Numbers are printed with the fewest digits that read back to the same value; 64-bit integers are exact. Not-a-number and
 * infinities are "NaN", "Infinity", "-Infinity" (strings in JSON). Opaque bytes are base64. Text that is not UTF-8 keeps its good
 * parts; every bad byte b becomes the private code point U+F700 + b (and such code points themselves are taken apart the same
 * way), so that the bytes can be had back. A field without a value is null (JSON) or empty (CSV).
 */
#ifndef REEL_EXPORT_H
#define REEL_EXPORT_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A kind of output: "json", "jsonl", "csv". */
typedef struct reel_exporter reel_exporter;
REEL_API const reel_exporter *reel_exporter_by_id(const char *id); /* or NULL */
REEL_API const char *const *reel_exporter_ids(void);               /* ending with NULL */

enum {
    REEL_EXPORT_LAYOUT = 1 << 0, /* LAYOUT tables too */
    REEL_EXPORT_PRETTY = 1 << 1, /* JSON with line breaks and two spaces */
    REEL_EXPORT_LABELS = 1 << 2, /* values of enumerations by name, where they have one */
    REEL_EXPORT_CSV_SAFE = 1 << 3 /* CSV: an apostrophe before text that a spreadsheet would take for a formula */
};

typedef struct reel_export_options {
    size_t struct_size;
    uint32_t flags;
    const reel_allocator *allocator;
    const reel_table *const *tables; /* only these, ending with NULL; NULL: all that the chunks have */
    const char *const *fields;       /* only these, by name, ending with NULL; NULL: all */
    bool has_from, has_to;           /* only rows with from <= time < to, in tables that have a time axis */
    double from, to;
    const char *origin;              /* name of a column before all others that says of which replay a row is; NULL: none */
} reel_export_options;

typedef struct reel_export reel_export;

/* Starts an export. `format_id` is said in JSON's head ("bsor"); it must stay valid. `streams`: whether chunks of one replay may
 * come in any number, as those of a format flagged REEL_FORMAT_STREAMS do: JSON then has an array "chunks" in its head. The
 * export owns the sink, also where this fails. REEL_ARGUMENT, here or at the first chunk: CSV of more than one table (rule
 * "csv.one-table"), a field that no table has ("export.unknown-field"), a second chunk of what does not stream ("json.one-chunk"). */
REEL_API reel_status reel_export_open(const reel_exporter *exporter, reel_sink sink, const char *format_id, bool streams,
                                      const reel_export_options *options, reel_export **export_, reel_error *error);
REEL_API reel_status reel_export_chunk(reel_export *export_, const reel_chunk *chunk);
/* What the column `origin` of the options holds from here on: any text. JSON has it once for each chunk, the others for each row. */
REEL_API reel_status reel_export_origin(reel_export *export_, const char *value);
/* Gives what was exported so far to the sink, and flushes it. */
REEL_API reel_status reel_export_flush(reel_export *export_);
/* Completes and frees; the first failure is told here. */
REEL_API reel_status reel_export_finish(reel_export *export_, reel_error *error);
REEL_API void reel_export_discard(reel_export *export_);

/* One value as the text that CSV would show, without quotes, NUL-terminated; longer ones are cut at `size`. Returns the length
 * that the whole text has. A vector is its values with spaces between. */
REEL_API size_t reel_field_text(const reel_field *field, const void *row, bool labels, char *buffer, size_t size);
/* Reads the text of one value into `row`: the inverse of reel_field_text. Strings are copied into `memory` of at least
 * strlen(text) bytes that must live as long as the row. REEL_ARGUMENT where the text is not a value of that type. */
REEL_API reel_status reel_field_parse(const reel_field *field, void *row, const char *text, void *memory, reel_error *error);

#ifdef __cplusplus
}
#endif

#endif
