/* SPDX-License-Identifier: MIT
 *
 * Exports: tables as text (JSON, JSON lines, CSV) or as columns (Arrow, Parquet). An exporter works from the field tables, so it writes the rows of any format and
 * of any insight.
 *
 * Numbers have the fewest digits that read back to the same value; 64-bit integers are exact. NaN and infinities are written as
 * "NaN", "Infinity" and "-Infinity" (strings in JSON), and opaque bytes as base64. Output is always UTF-8. A byte b that is not
 * valid UTF-8 is written as the private code point U+F700 + b, and so are the bytes of such code points themselves, so the original
 * bytes can be restored. A field without a value is null in JSON and empty in CSV. docs/export.md has the details.
 *
 * An export may be used by one thread at a time. Different exports are independent.
 */
#ifndef REEL_EXPORT_H
#define REEL_EXPORT_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An output format: "json", "jsonl", "csv", "arrow" (a file), "arrows" (a stream) or "parquet". Static storage. */
typedef struct reel_exporter reel_exporter;
/* Returns the exporter with the id `id`, or NULL if there is none. `id` must not be NULL. */
REEL_API const reel_exporter *reel_exporter_by_id(const char *id);
/* Returns the ids of all exporters as a list that ends with NULL. Static storage; never NULL. */
REEL_API const char *const *reel_exporter_ids(void);

/* Flags of an export. */
enum {
    REEL_EXPORT_LAYOUT = 1 << 0,   /* include layout tables (how the file was written) */
    REEL_EXPORT_PRETTY = 1 << 1,   /* JSON with line breaks, indented by two spaces */
    REEL_EXPORT_LABELS = 1 << 2,   /* write the names of enumeration values, if they have one */
    REEL_EXPORT_CSV_SAFE = 1 << 3, /* CSV: prefix text that a spreadsheet would run as a formula with an apostrophe */
    REEL_EXPORT_WHOLE = 1 << 4,    /* the replay is exported as one chunk, even if its format streams */
    /* Text: after each field that is a moment, a column NAME_utc as in ISO 8601. Arrow and Parquet have them as timestamps without
     * the flag. With `fields`, only those that it names. */
    REEL_EXPORT_MOMENTS = 1 << 5,
    /* A value that is not valid (reel_field_valid) is missing. Rows that a reader gave with REEL_CLEAN, and statistics, do not need the
     * flag. */
    REEL_EXPORT_CLEAN = 1 << 6
};

/* Values of reel_export_options.zstd_level beside zstd's own, which are from 1 to 22. */
enum {
    REEL_EXPORT_ZSTD_DEFAULT = 0, /* Parquet: compressed quickly, if the library was built with zstd; Arrow: not compressed */
    REEL_EXPORT_ZSTD_NONE = -1    /* not compressed */
};

/* Options of an export. */
typedef struct reel_export_options {
    size_t struct_size;
    uint32_t flags;                  /* REEL_EXPORT_... */
    const reel_allocator *allocator; /* NULL: malloc */
    const reel_table *const *tables; /* tables to export, ending with NULL; NULL: all that were read. Borrowed for the export */
    const char *const *
        fields; /* fields or columns ("time", "frames.time", "head_position_x", "timestamp_utc"), ending with NULL; NULL: all. Copied */
    bool has_from, has_to; /* limit tables with a time axis to rows with from <= time < to */
    double from, to;       /* in the unit of the table's time axis */
    const char *origin;    /* name of a leading column that states which replay a row is from; NULL: none. Copied */
    int32_t zstd_level;    /* compression of Arrow and Parquet: 1 to 22, or REEL_EXPORT_ZSTD_...; text formats ignore it */
    /* Asked for each row, in the order of the rows and after the other limits; `row` is in the chunk that is exported. False: it is left out.
     * NULL: all rows */
    bool (*takes_row)(void *context, const reel_table *table, const void *row);
    void *takes_context;
} reel_export_options;

typedef struct reel_export reel_export;

/* Starts an export.
 *
 * exporter   the output format
 * sink       receives the output. The export owns it, even if this call fails
 * format     of the replay, whose id stands in the head of a JSON document. If it streams, the replay may have any number of
 *            chunks, which JSON holds in an array "chunks". NULL: rows without a format, in one chunk
 * options    NULL: defaults
 * export_    receives the export; NULL on failure. End it with reel_export_finish or reel_export_discard
 * error      receives the error; may be NULL
 *
 * Returns REEL_OK, REEL_MEMORY or REEL_ARGUMENT (export.zstd-level: out of range). These and others can also come from the first chunk:
 * REEL_ARGUMENT for more than one table where an output holds one (export.one-table), a field that no table has (export.unknown-field), or a second chunk
 * where only one may be (json.one-chunk); REEL_UNSUPPORTED for a zstd_level in a build without zstd (columns.no-zstd). */
REEL_API reel_status reel_export_open(const reel_exporter *exporter, reel_sink sink, const reel_format *format,
                                      const reel_export_options *options, reel_export **export_, reel_error *error);
/* Exports the rows of a chunk. The chunk is borrowed for the call only. After a failure, every further call returns that failure;
 * reel_export_finish returns its error. */
REEL_API reel_status reel_export_chunk(reel_export *export_, const reel_chunk *chunk);
/* Sets the value of the column `origin` from here on: any text, copied. JSON writes it once per chunk, the others once per row. */
REEL_API reel_status reel_export_origin(reel_export *export_, const char *value);
/* Rows of an output, counted from 0. */
typedef struct reel_export_range {
    uint64_t first, count;
} reel_export_range;
/* Adds rows of an output that was made before by an export of the same exporter, table and options: a part of a dataset without some of its
 * replays, which are not read again. Parquet only. With rows of a statistic, options.flags need REEL_EXPORT_CLEAN.
 *
 * source  the output; closed by this call. It has to be in memory, or seekable and of a known size
 * rows    the number of rows that the output is expected to have
 * ranges  rows to add, in ascending order
 * count   of ranges
 * found   receives the number of rows that the output has, 0 if that cannot be read; may be NULL
 *
 * Returns REEL_OK; REEL_UNSUPPORTED (export.copy: not of Parquet, another schema, or an encoding of another program); REEL_ARGUMENT
 * (export.copy-rows: another number of rows, or a range outside them; export.copy-source); REEL_CORRUPT (parquet.footer, parquet.page); REEL_MEMORY; or a
 * status of the source or the sink. After a failure the export can only be ended, as after one of reel_export_chunk. */
REEL_API reel_status reel_export_copy(reel_export *export_, reel_source source, uint64_t rows, const reel_export_range *ranges,
                                      size_t count, uint64_t *found);
/* Passes everything exported so far to the sink and flushes the sink. */
REEL_API reel_status reel_export_flush(reel_export *export_);
/* Completes the output, commits the sink and frees the export, even on failure. Returns the first failure of the export and stores
 * its error in `error`, which may be NULL; the sink is then discarded. */
REEL_API reel_status reel_export_finish(reel_export *export_, reel_error *error);
/* Discards the sink and frees the export. NULL is allowed. */
REEL_API void reel_export_discard(reel_export *export_);

/* Formats one value as CSV would show it, but without quotes. The values of a vector are separated by spaces.
 *
 * field   the field, of the table that `row` belongs to
 * row     the row; a field without a value gives an empty text
 * labels  write the names of enumeration values, if they have one
 * buffer  receives the text, NUL-terminated and truncated to `size` bytes; may be NULL if `size` is 0
 *
 * Returns the length of the whole text without the NUL. A result of `size` or more means that it was truncated. Thread-safe. */
REEL_API size_t reel_field_text(const reel_field *field, const void *row, bool labels, char *buffer, size_t size);
/* Parses one value into `row`: the inverse of reel_field_text.
 *
 * field   the field to set
 * row     the row to change; unchanged on failure
 * text    the value, NUL-terminated. Empty text removes the value of a field that may be without one. An enumeration takes numbers and
 *         names, and for names that end with a level ("zstd_3") also what is before it ("zstd"), which is the first of them
 * memory  receives strings and bytes: at least strlen(text) bytes that live as long as the row
 * error   receives the error; may be NULL
 *
 * Returns REEL_OK, or REEL_ARGUMENT (field.value) if the text is not a value of the field's type. Thread-safe. */
REEL_API reel_status reel_field_parse(const reel_field *field, void *row, const char *text, void *memory, reel_error *error);

#ifdef __cplusplus
}
#endif

#endif
