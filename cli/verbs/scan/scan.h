/* SPDX-License-Identifier: MIT
 * reel scan: a folder tree becomes a dataset.
 *
 * A scan has two phases. The plan (plan.c) walks the trees (walk.c) and assigns every file to a part, by a hash of its path. The
 * work (part.c) then writes each part that is not complete: its files in order, one output file for each table (rows.c). What is
 * complete is in the state of the dataset (state.c): DATASET/_reel. */
#ifndef REEL_CLI_SCAN_H
#define REEL_CLI_SCAN_H

#include "base/fnv.h"
#include "base/system.h"
#include "run/job.h"
#include "run/progress.h"

#include <reel/archive.h>
#include <reel/export.h>
#include <reel/insight.h>

/* ---- the scan ------------------------------------------------------------------------------------------------------- */

/* What became of the files of a part. */
enum count {
    COUNT_FILES,
    COUNT_FINE,
    COUNT_FINDINGS,
    COUNT_ERRORS,
    COUNT_DAMAGED,
    COUNT_UNREADABLE,
    COUNT_OTHERS,
    COUNT_RETRY,
    COUNTS
};

struct part {
    uint32_t generation, number;
    uint32_t pieces;           /* that tables of -t are divided into, by a hash of the paths of their files; at least 1 */
    uint64_t files, bytes;     /* of the plan */
    uint64_t fingerprint;      /* of the files that the plan assigns to it */
    uint64_t position, size;   /* of its entries in the list of work */
    bool complete;             /* its outputs are those of `done_fingerprint` */
    uint64_t done_fingerprint; /* of the files that its outputs are from */
    uint64_t counts[COUNTS];   /* of its outputs */
    char *outputs;             /* FOLDER or FOLDER*PIECE of each, separated by spaces; NULL: none */
    bool knows_levels;         /* the next three are known: not of a part that an older version wrote */
    uint64_t *level_keys;      /* that its replays name their levels by (reel_levels_keys), sorted */
    size_t level_count;
    uint64_t level_stamp; /* of the levels that were found for them; 0: none */
};

struct tree {
    char *path;
    const char *name; /* that paths begin with; "": nothing, as there is only one tree */
    bool folder;
};

struct scan {
    const struct arguments *arguments;
    const char *dataset;
    char *state;    /* folder of the plan and of the list of complete parts of this shard */
    char shard[48]; /* "" or "s3of8-", in the names of parts */
    uint64_t shard_number, shard_count;
    struct tree *trees;
    size_t tree_count;
    struct identity identity; /* of the dataset, which is not scanned */

    const char *kind; /* id of the exporter, and ending of the names of parts */
    bool trims;       /* rows of such outputs can be copied: a file that changed gets another part, and its old one loses it */
    uint32_t flags;   /* of exports */
    char **tables;    /* -t; NULL: none */
    char **partition; /* --partition; NULL: none */
    bool stats;
    uint64_t part_bytes;  /* of files that a new part is made from */
    uint64_t piece_bytes; /* of files of a part that a piece of a table of -t is made from */

    struct part *parts; /* by generation and number */
    size_t part_count;
    size_t *work; /* parts to write, the largest first */
    size_t work_count;
    uint64_t work_files;

    struct progress progress;
    bool shows;
    atomic_flag drawing;
    atomic_uint_fast64_t files_done;
    atomic_bool failed; /* an output cannot be written: the run ends */
};

/* Prints "reel: PATH: MESSAGE" for a file of the dataset or a tree; returns EXIT_UNREADABLE. */
int scan_fails(const char *path, const char *message);
/* Marks the run as failed and prints why, once. */
void scan_stop(struct scan *scan, const char *path, const char *message);
/* Whether the run ends early. */
bool scan_ends(struct scan *scan);

/* ---- the walk --------------------------------------------------------------------------------------------------------- */

/* A file, or a folder that cannot be read. */
struct entry {
    const char *path; /* relative to the tree */
    struct facts facts;
};
/* Calls `each` for every file of the trees in the order of paths, where '/' is before all other bytes. Names that begin with a dot, links
 * to folders and the dataset are left out. Returns the exit status: not EXIT_FINE if a tree cannot be read or `each` returned false. */
int scan_walk(struct scan *scan, bool (*each)(void *context, const struct entry *entry), void *context);
/* The path that opens a file of the trees. The caller frees it. */
char *scan_full_path(const struct scan *scan, const char *path);

/* ---- the plan ----------------------------------------------------------------------------------------------------------- */

/* A file of the plan. */
struct planned {
    struct facts facts;
    uint32_t generation, part;
    char *path;
};
/* Makes the plan anew: files of the last plan stay in their parts, new files get parts of a new generation. Returns the exit status. */
int scan_plan(struct scan *scan);
/* Chooses the parts to write and lists their files, after state_load. Returns the exit status. */
int scan_list_work(struct scan *scan);
/* A hash of a file of the plan, with what is known of it and its part. */
uint64_t planned_hash(const struct planned *planned);
/* The name of that list in the state. */
#define WORK_NAME "work"
/* The name of what is kept of the folder of levels. */
#define LEVELS_NAME "levels"
/* Reads the next entry of a plan or list of work into `planned`, whose path is reused or allocated. False: its end. */
bool planned_read(FILE *file, struct planned *planned, size_t *capacity);

/* ---- the state ---------------------------------------------------------------------------------------------------------- */

/* Opens the dataset, creates what is missing, and locks it. Returns the exit status. */
int state_open(struct scan *scan);
/* The path of a file of the state. The caller frees it. */
char *state_path(const struct scan *scan, const char *name);
/* The part of a number, or NULL. */
struct part *find_part(const struct scan *scan, uint32_t generation, uint32_t number);
/* Reads which parts are complete, and checks that their outputs exist. */
void state_load(struct scan *scan);
/* Records that a part is complete. */
bool state_add(struct scan *scan, const struct part *part);
/* Writes the list of complete parts anew, in order, and removes outputs that belong to no part. Returns the exit status. */
int state_settle(struct scan *scan);
/* The piece of a part that has the rows of a file, from 0. */
uint32_t piece_of(const struct part *part, const char *path);
/* The path in the dataset of an output of a part: FOLDER/part-GENERATION-NUMBER.KIND, or FOLDER/part-GENERATION-NUMBER-PIECE.KIND.
 * `output` is FOLDER or FOLDER*PIECE, and not terminated. The caller frees it. */
char *part_output_path(const struct scan *scan, const struct part *part, const char *output, size_t size);

/* ---- levels ----------------------------------------------------------------------------------------------------------- */

/* Keys of levels, some of them twice. */
struct level_keys {
    uint64_t *data;
    size_t count, capacity;
};
/* Adds those of a replay, by its header, if something that is made of replays of its format uses levels. */
void scan_add_level_keys(struct level_keys *keys, const reel_format *format, const reel_chunk *header);
/* Gives the keys to a part, with the stamp of the levels that are found for them now. */
void scan_set_levels(struct part *part, struct level_keys *keys);
/* Whether other levels are found for the replays of a part than when it was written. */
bool scan_has_other_levels(const struct part *part);
/* Adds what a part knows of levels to a line of the state; and reads it. */
void scan_put_levels(struct text *line, const struct part *part);
void scan_get_levels(struct part *part, const char *line);

/* ---- outputs ---------------------------------------------------------------------------------------------------------- */

/* A table of the dataset. Those of the dataset itself have neither a format nor an insight. */
struct dataset_table {
    const reel_format *format;
    const reel_insight *insight;
    const reel_table *table;
};
/* Opens an output of a part: FOLDER or FOLDER*PIECE. */
reel_status scan_open_output(const struct scan *scan, const struct part *part, const struct dataset_table *table,
                             const char *output, reel_export **export_, reel_error *error);
/* Lists outputs of a part as its line in the state has them. The caller frees the text. */
char *scan_list_outputs(char **outputs, size_t count);

/* Whether a part that is due has only lost files, and its outputs may be trimmed. */
bool scan_may_trim(const struct scan *scan, const struct part *part);
/* Trims the outputs of a part to the files that it has now, and completes it. False: it has to be written anew. */
bool scan_trim(struct scan *scan, struct part *part, const struct planned *files);

/* ---- parts ------------------------------------------------------------------------------------------------------------------ */

/* The replays of a planned file that is an archive of several; NULL: it is read as it is. *file, if given, becomes the source to read then,
 * unless the file cannot be opened. */
reel_members *scan_open_members(const struct planned *planned, const char *path, reel_source *file);
/* Writes one part; for reel_parallel. */
void scan_part(void *scan, size_t index);

/* Of the tables of statistics: those that --stats writes if -t names them, too. */
static inline bool is_statistic_on_request(const reel_table *table)
{
    return (table->flags & (REEL_TABLE_ON_REQUEST | REEL_TABLE_LEVEL)) == REEL_TABLE_ON_REQUEST;
}

/* ---- rows of the tables "files" and "findings" -------------------------------------------------------------------------------- */

struct file_row {
    reel_string file, member;
    uint64_t size;
    int64_t modified;
    reel_string content_hash, game, format, verdict, status;
    uint64_t rows, chunks, errors, warnings, notes;
    reel_string error_rule, error_section, error_message;
    uint64_t error_offset;
    uint8_t retry, has_game, present; /* bits ROW_... */
};
struct finding_row {
    reel_string file, rule, severity;
    uint64_t offset, length;
    reel_string section, table;
    uint64_t row, count;
    reel_string message;
    uint8_t present; /* bits ROW_... */
};
enum {
    ROW_HASH = 1,
    ROW_FORMAT = 2,
    ROW_ERROR = 4,
    ROW_OFFSET = 8,
    ROW_TABLE = 16,
    ROW_ROW = 32,
    ROW_SECTION = 64,
    ROW_MEMBER = 128
};

extern const reel_table scan_files, scan_findings, scan_changes;

/* Rows that wait to be exported, and their texts. */
struct rows {
    const reel_table *table;
    uint8_t *data;
    size_t count, capacity;
    struct text_block *texts;
};
/* A copy of a text that lives until rows_export. */
reel_string rows_text(struct rows *rows, const char *data, size_t size);
/* A new row, zeroed. */
void *rows_add(struct rows *rows);
/* Exports the rows and forgets them. Exits if there is no memory for it. A failure is that of the export, which keeps its error. */
reel_status rows_export(struct rows *rows, reel_export *export_);
void rows_free(struct rows *rows);

#endif
