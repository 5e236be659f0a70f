/* SPDX-License-Identifier: MIT
 * Trims the outputs of a part that lost files: the rows of those that stay are copied, and no replay is read.
 *
 * Each output is replaced on its own, so a run may be killed when some are trimmed and others are not. The contents of the part, which say what
 * is in its outputs, are replaced after that. The next run finds an output that was trimmed by its number of rows, and takes it as it is: a part
 * only loses files, so each trimming that takes rows leaves another number. If it is neither number, the part is read as a whole. */
#include "verbs/scan/contents.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- outputs ---------------------------------------------------------------------------------------------------------- */

reel_status scan_open_output(const struct scan *scan, const struct part *part, const struct dataset_table *of, const char *output,
                             reel_export **export_, reel_error *error)
{
    const reel_table *const tables[] = { of->table, NULL };
    reel_export_options how = { REEL_SIZED(reel_export_options), .flags = scan->flags, .tables = tables };
    if (of->format || of->insight) how.origin = "file";
    if (of->insight) how.flags |= REEL_EXPORT_CLEAN; /* as their rows are */
    reel_sink sink;
    char *file = part_output_path(scan, part, output, strlen(output));
    reel_status status = reel_sink_below(scan->dataset, file, REEL_FILE_REPLACE, &sink, error);
    if (status == REEL_OK) status = reel_export_open(reel_exporter_by_id(scan->kind), sink, of->format, &how, export_, error);
    free(file);
    return status;
}

static const reel_table *table_in(const reel_table *const *tables, const char *name, size_t size)
{
    for (; *tables; tables++)
        if (strlen((*tables)->name) == size && !strncmp((*tables)->name, name, size)) return *tables;
    return NULL;
}

/* The table whose rows are in an output. False: none that is known. */
static bool scan_table_of(const char *output, struct dataset_table *of)
{
    static const reel_table *const own[] = { &scan_files, &scan_findings, &scan_changes, NULL };
    const size_t size = strcspn(output, "/");
    *of = (struct dataset_table){ NULL, NULL, NULL };
    if (!output[size]) {
        of->table = table_in(own, output, size);
        return of->table != NULL;
    }
    char owner[64];
    const char *name = output + size + 1;
    if (size >= sizeof owner) return false;
    memcpy(owner, output, size);
    owner[size] = '\0';
    of->insight = reel_insight_by_id(owner);
    if (!of->insight) of->format = reel_format_by_id(reel_formats(), owner);
    if (!of->insight && !of->format) return false;
    of->table = table_in(of->insight ? of->insight->tables : of->format->tables, name, strcspn(name, "/*"));
    return of->table != NULL;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

char *scan_list_outputs(char **outputs, size_t count)
{
    struct text text = { 0 };
    char **sorted = grow(NULL, (count + 1) * sizeof *sorted);
    if (count) memcpy(sorted, outputs, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_name);
    for (size_t i = 0; i < count; i++) text_print(&text, "%s%s", i ? " " : "", sorted[i]);
    char *list = copy_of(text_of(&text));
    text_free(&text);
    free(sorted);
    return list;
}

/* ---- what stays --------------------------------------------------------------------------------------------------------- */

struct trimming {
    struct scan *scan;
    struct part *part;
    struct contents old, now;
    bool *stays; /* each replay of the old contents */
};

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Marks the replays of the files that the part has now. False: the old contents lack one of them. */
static bool mark_replays(struct trimming *trim, const struct planned *files)
{
    const size_t count = (size_t)trim->part->files;
    uint64_t *hashes = grow(NULL, (count + 1) * sizeof *hashes);
    bool *found = grow(NULL, count + 1);
    bool all = true;
    memset(found, 0, count + 1);
    for (size_t i = 0; i < count; i++) hashes[i] = planned_hash(&files[i]);
    qsort(hashes, count, sizeof *hashes, by_number);
    trim->stays = grow(NULL, trim->old.count + 1);
    for (size_t i = 0; i < trim->old.count; i++) {
        const uint64_t *hash = bsearch(&trim->old.replays[i].file, hashes, count, sizeof *hashes, by_number);
        trim->stays[i] = hash != NULL;
        if (hash) found[hash - hashes] = true;
    }
    for (size_t i = 0; i < count; i++) all = all && found[i];
    free(hashes);
    free(found);
    return all;
}

/* The rows of an output that stay, joined where they touch. */
struct kept {
    reel_export_range *ranges;
    size_t count;
    uint64_t rows, all; /* that stay; of the output */
    bool is_open;       /* by a replay that stays */
};

static void keep_rows(const struct trimming *trim, uint32_t output, struct kept *kept)
{
    *kept = (struct kept){ .ranges = grow(NULL, (trim->old.count + 1) * sizeof *kept->ranges) };
    for (size_t i = 0; i < trim->old.count; i++) {
        const struct content *replay = &trim->old.replays[i];
        for (size_t k = 0; k < replay->number; k++) {
            const struct content_rows *rows = &trim->old.rows[replay->first + k];
            if (rows->output != output) continue;
            kept->is_open = kept->is_open || trim->stays[i];
            if (!rows->rows) continue;
            reel_export_range *last = kept->count ? &kept->ranges[kept->count - 1] : NULL;
            if (trim->stays[i] && last && last->first + last->count == kept->all)
                last->count += rows->rows;
            else if (trim->stays[i])
                kept->ranges[kept->count++] = (reel_export_range){ kept->all, rows->rows };
            kept->rows += trim->stays[i] ? rows->rows : 0;
            kept->all += rows->rows;
        }
    }
}

/* ---- trimming --------------------------------------------------------------------------------------------------------- */

static bool copy_rows(const struct trimming *trim, const char *output, const struct kept *kept)
{
    struct dataset_table of;
    reel_source source;
    reel_export *export_;
    reel_error error;
    uint64_t found = 0;
    if (!scan_table_of(output, &of)) return false;
    char *below = part_output_path(trim->scan, trim->part, output, strlen(output)),
         *path = joined(trim->scan->dataset, "/", below);
    reel_status status = reel_source_file(path, 0, &source, &error);
    free(below);
    free(path);
    if (status < 0) return false;
    status = scan_open_output(trim->scan, trim->part, &of, output, &export_, &error);
    if (status < 0) {
        source.close(source.context);
        return false;
    }
    status = reel_export_copy(export_, source, kept->all, kept->ranges, kept->count, &found);
    if (status < 0 || scan_ends(trim->scan)) {
        reel_export_discard(export_);
        return status < 0 && found == kept->rows && found != kept->all; /* a run that was killed has trimmed it */
    }
    return reel_export_finish(export_, &error) == REEL_OK;
}

/* An output that only replays opened which are gone is one that the part has no more. Tables of the dataset itself are in each part. */
static bool trim_output(struct trimming *trim, uint32_t output, bool *stays)
{
    struct kept kept;
    keep_rows(trim, output, &kept);
    *stays = kept.is_open || !strchr(trim->old.outputs[output], '/');
    const bool fine = kept.rows == kept.all || !*stays || copy_rows(trim, trim->old.outputs[output], &kept);
    free(kept.ranges);
    return fine && !scan_ends(trim->scan);
}

static void complete(struct trimming *trim, char **outputs, size_t count)
{
    struct part *part = trim->part;
    memset(part->counts, 0, sizeof part->counts);
    for (size_t i = 0; i < trim->now.count; i++) {
        part->counts[COUNT_FILES]++;
        part->counts[trim->now.replays[i].count]++;
        part->counts[COUNT_RETRY] += trim->now.replays[i].retry;
    }
    free(part->outputs);
    part->outputs = scan_list_outputs(outputs, count);
    scan_set_levels(part, &trim->now.levels);
    part->done_fingerprint = part->fingerprint;
    part->complete = state_add(trim->scan, part);
}

/* The contents of the outputs that stay; numbers[i]: that of output i among them. */
static void renumber(struct trimming *trim, const uint32_t *numbers)
{
    for (size_t i = 0; i < trim->old.count; i++)
        if (trim->stays[i]) contents_repeat(&trim->now, &trim->old, i);
    for (size_t i = 0; i < trim->now.row_count; i++) trim->now.rows[i].output = numbers[trim->now.rows[i].output];
}

/* Marks the outputs that a replay opened which is gone. The others stay as they are. */
static void mark_outputs(const struct trimming *trim, bool *are_due)
{
    for (size_t i = 0; i < trim->old.count; i++)
        for (size_t k = 0; !trim->stays[i] && k < trim->old.replays[i].number; k++)
            are_due[trim->old.rows[trim->old.replays[i].first + k].output] = true;
}

static bool trim_outputs(struct trimming *trim)
{
    uint32_t count = 0, kept = 0;
    while (trim->old.outputs[count]) count++;
    bool *are_due = grow(NULL, count + 1), fine = true;
    char **outputs = grow(NULL, (count + 1) * sizeof *outputs);
    uint32_t *numbers = grow(NULL, (count + 1) * sizeof *numbers);
    memset(are_due, 0, count + 1);
    mark_outputs(trim, are_due);
    for (uint32_t i = 0; i < count && fine; i++) {
        bool stays = true;
        if (are_due[i]) fine = trim_output(trim, i, &stays);
        numbers[i] = kept;
        if (stays) outputs[kept++] = trim->old.outputs[i];
    }
    outputs[kept] = NULL;
    if (fine) {
        renumber(trim, numbers);
        fine = contents_write(trim->scan, trim->part, &trim->now, outputs);
    }
    if (fine) complete(trim, outputs, kept);
    free(are_due);
    free(numbers);
    free(outputs);
    return fine;
}

bool scan_may_trim(const struct scan *scan, const struct part *part)
{
    return scan->trims && part->complete && part->done_fingerprint != part->fingerprint && !has(scan->arguments, OPT_REHASH) &&
           !part->counts[COUNT_RETRY] && !scan_has_other_levels(part);
}

bool scan_trim(struct scan *scan, struct part *part, const struct planned *files)
{
    struct trimming trim = { .scan = scan, .part = part };
    bool fine = contents_read(scan, part, &trim.old);
    if (fine) fine = mark_replays(&trim, files) && trim_outputs(&trim);
    contents_free(&trim.old);
    contents_free(&trim.now);
    free(trim.stays);
    return fine;
}
