/* SPDX-License-Identifier: MIT
 * What each output of a part has of each replay, in rows. It is kept in the state, so that a part which lost files is trimmed: rows that stay
 * are copied from its outputs, and no replay is read. */
#ifndef REEL_CLI_SCAN_CONTENTS_H
#define REEL_CLI_SCAN_CONTENTS_H

#include "verbs/scan/scan.h"

/* The outputs that each part has. They come first. */
enum { OUTPUT_FILES, OUTPUT_FINDINGS, OUTPUT_CHANGES };

struct content_rows {
    uint32_t output;
    uint64_t rows;
};
struct content {
    uint64_t file;              /* planned_hash */
    uint32_t count;             /* enum count: what became of it */
    uint32_t retry;             /* whether the next run reads it again */
    size_t first, number;       /* of its rows, one for each output that it opened, even if without rows */
    size_t first_level, levels; /* of the keys that it names its level by */
};
struct contents {
    struct content *replays; /* in the order of the rows */
    size_t count, capacity;
    struct content_rows *rows;
    size_t row_count, row_capacity;
    struct level_keys levels; /* of all replays, in their order */
    char **outputs;           /* FOLDER or FOLDER*PIECE, ending with NULL, as contents_read has them */
};

/* A replay of a file is next; and rows of it, or what became of it. */
void contents_begin(struct contents *contents, uint64_t file);
void contents_add(struct contents *contents, uint32_t output, uint64_t rows);
/* The header of that replay is known: how it names its level. */
void contents_add_levels(struct contents *contents, const reel_format *format, const reel_chunk *header);
/* Adds a replay of another part's contents. */
void contents_repeat(struct contents *contents, const struct contents *from, size_t replay);
/* Keeps the contents of a part with these outputs. False: they cannot be written, and the part is read as a whole the next time. */
bool contents_write(const struct scan *scan, const struct part *part, const struct contents *contents, char *const *outputs);
/* Reads those of a complete part. False: there are none, or they are not those of its outputs. */
bool contents_read(const struct scan *scan, const struct part *part, struct contents *contents);
/* Forgets those of a part, whose outputs are about to be written anew. */
void contents_remove(const struct scan *scan, const struct part *part);
/* Forgets those of parts without files; `all`: of all parts. */
void contents_tidy(const struct scan *scan, const char *state, bool all);
void contents_free(struct contents *contents);

#endif
