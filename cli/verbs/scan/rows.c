/* SPDX-License-Identifier: MIT
 * The tables "files" and "findings" of a dataset. An export takes the rows of a replay, so the rows are read as one: by a format of our
 * own, whose files are pointers to the rows. */
#include "verbs/scan/scan.h"

#include <stdlib.h>

static const reel_field file_fields[] = {
    REEL_FIELD(struct file_row, "file", file, STRING, "", "path in the tree; of a replay in an archive of several, PATH#MEMBER"),
    REEL_FIELD(struct file_row, "size", size, U64, "bytes", "size when the scan was planned; of a member, that in its archive"),
    REEL_FIELD(struct file_row, "modified", modified, I64, "unix ns", "time of the last change when the scan was planned"),
    REEL_FIELD(struct file_row, "content_hash", content_hash, STRING, "", "BLAKE3 of the rows, as reel dups compares them",
               REEL_PRESENT_IF(struct file_row, present, ROW_HASH)),
    REEL_FIELD(struct file_row, "format", format, STRING, "", "id of the format",
               REEL_PRESENT_IF(struct file_row, present, ROW_FORMAT)),
    REEL_FIELD(struct file_row, "verdict", verdict, STRING, "", "fine, findings, damaged, unreadable or not-a-replay"),
    REEL_FIELD(struct file_row, "status", status, STRING, "",
               "ok, or what ended reading: truncated, corrupt, unsupported, io, ..."),
    REEL_FIELD(struct file_row, "rows", rows, U64, "", "rows of all tables but the header"),
    REEL_FIELD(struct file_row, "chunks", chunks, U64, "", "slices in which the file was read"),
    REEL_FIELD(struct file_row, "errors", errors, U64, "", "findings of severity error"),
    REEL_FIELD(struct file_row, "warnings", warnings, U64, "", "findings of severity warning"),
    REEL_FIELD(struct file_row, "notes", notes, U64, "", "findings of severity note"),
    REEL_FIELD(struct file_row, "error_rule", error_rule, STRING, "", "rule of what ended reading",
               REEL_PRESENT_IF(struct file_row, present, ROW_ERROR)),
    REEL_FIELD(struct file_row, "error_section", error_section, STRING, "", "part of the file in which reading ended",
               REEL_PRESENT_IF(struct file_row, present, ROW_SECTION)),
    REEL_FIELD(struct file_row, "error_offset", error_offset, U64, "bytes", "byte at which reading ended",
               REEL_PRESENT_IF(struct file_row, present, ROW_OFFSET)),
    REEL_FIELD(struct file_row, "error_message", error_message, STRING, "", "why reading ended",
               REEL_PRESENT_IF(struct file_row, present, ROW_ERROR)),
    REEL_FIELD(struct file_row, "retry", retry, BOOL, "", "the next run reads the file again"),
    REEL_FIELD(struct file_row, "member", member, STRING, "", "name of the replay in its archive",
               REEL_PRESENT_IF(struct file_row, present, ROW_MEMBER)),
    REEL_FIELD(struct file_row, "game", game, STRING, "",
               "game of the replay; missing if a format of several does not say which one",
               REEL_PRESENT_IF(struct file_row, has_game, true)),
};

static const reel_field finding_fields[] = {
    REEL_FIELD(struct finding_row, "file", file, STRING, "", "path in the tree, as in files"),
    REEL_FIELD(struct finding_row, "rule", rule, STRING, "", "id of the rule"),
    REEL_FIELD(struct finding_row, "severity", severity, STRING, "", "error, warning or note"),
    REEL_FIELD(struct finding_row, "offset", offset, U64, "bytes", "position in the (decompressed) file",
               REEL_PRESENT_IF(struct finding_row, present, ROW_OFFSET)),
    REEL_FIELD(struct finding_row, "length", length, U64, "bytes", "number of affected bytes; 0 if not known"),
    REEL_FIELD(struct finding_row, "section", section, STRING, "", "part of the file",
               REEL_PRESENT_IF(struct finding_row, present, ROW_SECTION)),
    REEL_FIELD(struct finding_row, "table", table, STRING, "", "affected table",
               REEL_PRESENT_IF(struct finding_row, present, ROW_TABLE)),
    REEL_FIELD(struct finding_row, "row", row, U64, "", "affected row of the table",
               REEL_PRESENT_IF(struct finding_row, present, ROW_ROW)),
    REEL_FIELD(struct finding_row, "count", count, U64, "", "rows or bytes that the finding covers"),
    REEL_FIELD(struct finding_row, "message", message, STRING, "", "one line for people"),
};

const reel_table scan_files = REEL_TABLE("files", "the files of a scan", struct file_row, file_fields, 0);
const reel_table scan_findings = REEL_TABLE("findings", "what was found in them", struct finding_row, finding_fields, 0);
const reel_table scan_changes = REEL_TABLE("changes", "what pseudonyms replaced in them", struct finding_row, finding_fields, 0);

/* ---- rows as a replay -------------------------------------------------------------------------------------------------- */

/* The bytes of such a "file". No compressed file begins like this, so reel_open takes them as they are. */
struct image {
    char magic[16];
    const struct rows *rows;
};

static const char magic[16] = "reel scan rows\n";

static reel_status open_rows(reel_decoder *decoder) { return (void)decoder, REEL_OK; }

static reel_status read_rows(reel_decoder *decoder)
{
    struct image image;
    reel_status status = reel_fill(decoder, sizeof image);
    const uint8_t *bytes = status < 0 ? NULL : reel_take(&decoder->in, sizeof image);
    if (!bytes) return status < 0 ? status : REEL_END;
    memcpy(&image, bytes, sizeof image);
    reel_row_list *list = reel_chunk_table(decoder->chunk, image.rows->table);
    void *to = list ? reel_row_grow(list, image.rows->count, true) : NULL;
    if (!to) return reel_build_status(decoder->chunk);
    memcpy(to, image.rows->data, image.rows->count * image.rows->table->row_size);
    return REEL_OK;
}

static int sniff_rows(const uint8_t *head, size_t size)
{
    return size >= sizeof magic && !memcmp(head, magic, sizeof magic) ? 8 * (int)sizeof magic : 0;
}

static const reel_table *const tables[] = { &scan_files, &scan_findings, &scan_changes, NULL };
static const char *const no_extensions[] = { NULL };
static const reel_format_reader reader = { .open = open_rows, .next = read_rows };
static const reel_format format = { .id = "scan",
                                    .name = "rows of a scan",
                                    .game = "",
                                    .extensions = no_extensions,
                                    .tables = tables,
                                    .sniff = sniff_rows,
                                    .reader = &reader };

reel_status rows_export(struct rows *rows, reel_export *export_)
{
    static const reel_format *const formats[] = { &format, NULL };
    struct image image = { .rows = rows };
    memcpy(image.magic, magic, sizeof magic);
    const reel_options options = { REEL_SIZED(reel_options), .formats = formats, .format = &format };
    reel_replay *replay;
    if (!rows->count) return REEL_OK;
    if (reel_load(reel_source_memory(&image, sizeof image), &options, &replay, NULL) < 0) grow(NULL, SIZE_MAX / 2); /* exits */
    reel_status status = reel_export_chunk(export_, reel_replay_chunk(replay));
    reel_free(replay);
    const struct rows none = { .table = rows->table };
    rows_free(rows);
    *rows = none;
    return status;
}

/* ---- collecting --------------------------------------------------------------------------------------------------------- */

enum { BLOCK = 1 << 16 };

struct text_block {
    struct text_block *next;
    size_t used, size;
    char data[];
};

reel_string rows_text(struct rows *rows, const char *data, size_t size)
{
    struct text_block *block = rows->texts;
    if (!block || block->size - block->used < size) {
        size_t room = size > BLOCK ? size : BLOCK;
        block = grow(NULL, sizeof *block + room);
        *block = (struct text_block){ .next = rows->texts, .size = room };
        rows->texts = block;
    }
    char *copy = block->data + block->used;
    if (size) memcpy(copy, data, size);
    block->used += size;
    return (reel_string){ copy, size };
}

void *rows_add(struct rows *rows)
{
    size_t size = rows->table->row_size;
    if (rows->count == rows->capacity) {
        rows->capacity = rows->capacity ? 2 * rows->capacity : 64;
        rows->data = grow(rows->data, rows->capacity * size);
    }
    return memset(rows->data + rows->count++ * size, 0, size);
}

void rows_free(struct rows *rows)
{
    for (struct text_block *block = rows->texts, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(rows->data);
    *rows = (struct rows){ 0 };
}
