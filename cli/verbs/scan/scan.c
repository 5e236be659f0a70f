/* SPDX-License-Identifier: MIT
 * reel scan: the command. */
#include "verbs/scan/scan.h"
#include "args/tables.h"
#include "run/levels.h"
#include "run/pseudonyms.h"
#include "verbs/verbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the command line -------------------------------------------------------------------------------------------------- */

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int by_tree_name(const void *a, const void *b)
{
    const struct tree *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : strcmp(one->path, other->path); /* qsort is not stable */
}

/* Trees in the order of their names, which is that of paths. The name of one folder alone is not part of paths. */
static int find_trees(struct scan *scan)
{
    const struct arguments *arguments = scan->arguments;
    bool alone = arguments->input_count == 1;
    scan->trees = grow(NULL, arguments->input_count * sizeof *scan->trees);
    for (size_t i = 0; i < arguments->input_count; i++) {
        char *path = copy_of(arguments->inputs[i]);
        for (size_t size = strlen(path); size > root_size(path) + 1 && path[size - 1] == '/'; size--) path[size - 1] = '\0';
        enum kind kind = kind_of(path);
        struct identity own, dataset;
        bool same = identity_of(path, &own) && identity_of(scan->dataset, &dataset) && own.device == dataset.device &&
                    own.number == dataset.number;
        struct tree tree = { .path = path, .folder = kind == KIND_FOLDER };
        tree.name = tree.folder && alone ? "" : base_of(path);
        scan->trees[scan->tree_count++] = tree;
        if (!strcmp(path, "-")) return usage_error(arguments->verb, "standard input cannot be scanned");
        if (same) return usage_error(arguments->verb, "'%s' cannot be both a tree and the dataset", path);
        if (kind == KIND_NONE) return scan_fails(path, "no such file or folder");
        if (!alone && (!strcmp(tree.name, ".") || !strcmp(tree.name, "..") || !*tree.name))
            return usage_error(arguments->verb, "'%s' has no name to begin the paths of its files with", path);
    }
    qsort(scan->trees, scan->tree_count, sizeof *scan->trees, by_tree_name);
    for (size_t i = 1; i < scan->tree_count; i++)
        if (!strcmp(scan->trees[i - 1].name, scan->trees[i].name))
            return usage_error(arguments->verb, "'%s' and '%s' have the same name", scan->trees[i - 1].path, scan->trees[i].path);
    return EXIT_FINE;
}

/* Whether a format has the table, or a header table of a format has the field. */
static bool is_known(const char *name, bool is_table)
{
    reel_field field;
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const reel_table *const *table = (*format)->tables; *table; table++) {
            if (is_table && !strcmp((*table)->name, name)) return true;
            if (!is_table && (*table)->flags & REEL_TABLE_HEADER && reel_table_select(*table, name, &field, NULL)) return true;
        }
    return false;
}

/* Whether statistics have a table of the name that is computed on request only. */
static bool is_on_request(const char *name)
{
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++)
            if (is_statistic_on_request(*table) && !strcmp((*table)->name, name)) return true;
    return false;
}

static int check_names(const struct scan *scan)
{
    for (char **name = scan->tables; name && *name; name++)
        if (!is_known(*name, true) && !(scan->stats && is_on_request(*name)))
            return usage_error(scan->arguments->verb, "no format has a table '%s'; --stats writes the tables of statistics",
                               *name);
    for (char **name = scan->partition; name && *name; name++)
        if (!is_known(*name, false)) return usage_error(scan->arguments->verb, "no format has a header field '%s'", *name);
    return EXIT_FINE;
}

static int read_shard(struct scan *scan)
{
    const char *value = value_of(scan->arguments, OPT_SHARD);
    enum { MOST_SHARDS = 1000000 };
    char *end;
    if (!value) return EXIT_FINE;
    bool digits = strspn(value, "0123456789/") == strlen(value) && *value != '/';
    scan->shard_number = strtoull(value, &end, 10);
    scan->shard_count = digits && *end == '/' ? strtoull(end + 1, &end, 10) : 0;
    if (!*end && scan->shard_count && scan->shard_count <= MOST_SHARDS && scan->shard_number < scan->shard_count)
        return EXIT_FINE;
    return usage_error(scan->arguments->verb, "invalid value '%s' for --shard: expected I/N with I from 0 to N - 1", value);
}

enum { PART_BYTES = 64 << 20, PIECE_BYTES = 3 << 19 };

static int read_arguments(struct scan *scan)
{
    const struct arguments *arguments = scan->arguments;
    const char *kind = value_of(arguments, OPT_TO_EXPORT);
    scan->dataset = value_of(arguments, OPT_OUTPUT);
    scan->kind = kind ? kind : "parquet";
    scan->trims = !strcmp(scan->kind, "parquet");
    scan->tables = names_of(arguments, OPT_TABLE);
    scan->partition = names_of(arguments, OPT_PARTITION);
    scan->part_bytes = size_of(arguments, OPT_PART_SIZE);
    if (!scan->part_bytes) scan->part_bytes = PART_BYTES;
    scan->piece_bytes = size_of(arguments, OPT_PIECE_SIZE);
    if (!scan->piece_bytes) scan->piece_bytes = PIECE_BYTES;
    scan->stats = has(arguments, OPT_STATS);
    scan->flags = REEL_EXPORT_LAYOUT | REEL_EXPORT_WHOLE;
    if (wants_labels(arguments, strcmp(scan->kind, "jsonl") == 0)) scan->flags |= REEL_EXPORT_LABELS;
    if (!scan->dataset || !strcmp(scan->dataset, "-"))
        return usage_error(arguments->verb, "-o DATASET is required, and is a folder");
    if (!strcmp(scan->kind, "json")) return usage_error(arguments->verb, "a dataset has rows of many files; use --to jsonl");
    if (has(arguments, OPT_REPLACE) && has(arguments, OPT_SHARD))
        return usage_error(arguments->verb, "--replace removes all shards; run it without --shard, or remove the folder");
    int status = read_shard(scan);
    if (status == EXIT_FINE) status = check_names(scan);
    return status == EXIT_FINE ? find_trees(scan) : status;
}

/* ---- the result --------------------------------------------------------------------------------------------------------- */

static void add_count(struct text *text, uint64_t count, const char *what)
{
    if (!count) return;
    text_string(text, ", ");
    text_count(text, count);
    text_string(text, what);
}

/* Prints what the dataset has, whichever run wrote it. Returns the exit status. */
static int summarise(const struct scan *scan)
{
    uint64_t counts[COUNTS] = { 0 }, parts = 0;
    for (size_t i = 0; i < scan->part_count; i++) {
        parts += scan->parts[i].files > 0;
        for (size_t c = 0; c < COUNTS && scan->parts[i].files; c++) counts[c] += scan->parts[i].counts[c];
    }
    struct text text = { 0 };
    text_string(&text, "reel: ");
    text_counted(&text, counts[COUNT_FILES], "file: ", "files: ");
    text_count(&text, counts[COUNT_FINE]);
    text_string(&text, " fine");
    add_count(&text, counts[COUNT_FINDINGS], " with warnings");
    add_count(&text, counts[COUNT_ERRORS], " with errors");
    add_count(&text, counts[COUNT_DAMAGED], " damaged");
    add_count(&text, counts[COUNT_UNREADABLE], " unreadable");
    add_count(&text, counts[COUNT_OTHERS], counts[COUNT_OTHERS] == 1 ? " not a replay" : " not replays");
    text_string(&text, "; wrote ");
    text_count(&text, scan->work_count);
    text_string(&text, " of ");
    text_counted(&text, parts, "part\n", "parts\n");
    if (!has(scan->arguments, OPT_QUIET)) fputs(text_of(&text), stderr);
    text_free(&text);
    if (counts[COUNT_UNREADABLE]) return EXIT_UNREADABLE;
    return counts[COUNT_ERRORS] || counts[COUNT_DAMAGED] ? EXIT_FINDINGS : EXIT_FINE;
}

/* ---- the run --------------------------------------------------------------------------------------------------------- */

/* A part ends with waiting for the disk, so there are three threads for two processors. */
static unsigned thread_count(const struct scan *scan)
{
    uint64_t threads = count_of(scan->arguments, OPT_THREADS, 0);
    if (!threads) threads = (uint64_t)processor_count() + (processor_count() + 1) / 2;
    return threads < 1024 ? (unsigned)threads : 1024;
}

static int work(struct scan *scan)
{
    state_load(scan);
    int status = scan_list_work(scan);
    if (status != EXIT_FINE) return status;
    scan->progress.began = clock_ms();
    reel_parallel(scan->work_count, thread_count(scan), scan_part, scan);
    progress_clear(&scan->progress);
    for (size_t i = 0; i < scan->work_count; i++)
        if (!scan->parts[scan->work[i]].complete) return EXIT_UNREADABLE; /* it was interrupted, or an output failed */
    status = state_settle(scan);
    return status == EXIT_FINE ? summarise(scan) : status;
}

static void free_scan(struct scan *scan)
{
    for (size_t i = 0; i < scan->part_count; i++) {
        free(scan->parts[i].outputs);
        free(scan->parts[i].level_keys);
    }
    for (size_t i = 0; i < scan->tree_count; i++) free(scan->trees[i].path);
    free(scan->parts);
    free(scan->trees);
    free(scan->work);
    free(scan->state);
    names_free(scan->tables);
    names_free(scan->partition);
}

/* What the levels are called is kept beside the state. */
static int open_levels(const struct scan *scan)
{
    char *kept = state_path(scan, LEVELS_NAME);
    const int status = levels_begin_kept(scan->arguments, kept);
    free(kept);
    return status;
}

int run_scan(const struct arguments *arguments)
{
    struct scan scan = { .arguments = arguments, .drawing = ATOMIC_FLAG_INIT };
    int status = pseudonyms_read(arguments);
    if (status == EXIT_FINE && pseudonyms_given() && has(arguments, OPT_PARTITION))
        status = usage_error(arguments->verb, "--pseudonymise and --partition cannot be combined");
    if (status == EXIT_FINE) status = read_arguments(&scan);
    scan.shows = is_terminal(2) && !has(arguments, OPT_QUIET);
    hold_signals();
    if (status == EXIT_FINE) status = state_open(&scan);
    if (status == EXIT_FINE) status = open_levels(&scan);
    if (status == EXIT_FINE) status = scan_plan(&scan);
    if (status == EXIT_FINE) status = work(&scan);
    if (was_interrupted()) fputs("reel: interrupted; the same command continues\n", stderr);
    release_signals();
    levels_end();
    pseudonyms_forget();
    free_scan(&scan);
    end_if_interrupted();
    return status;
}
