/* SPDX-License-Identifier: MIT
 * reel dups: groups of files with equal contents. A file takes about 100 bytes besides its name until the groups are printed. */
#include "base/color.h"
#include "base/json.h"
#include "base/system.h"
#include "run/batch.h"
#include "run/hash.h"
#include "run/report.h"
#include "verbs/verbs.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* A file that was hashed. */
struct hashed {
    struct hashed *next;
    const char *name; /* of the input, which lives as long as the run */
    uint8_t hash[REEL_HASH_SIZE];
    bool has_errors;
};

/* All of them, in no order. Threads add to it. */
static _Atomic(struct hashed *) all;

static void add_file(const struct job *job, const uint8_t *hash)
{
    struct hashed *file = grow(NULL, sizeof *file);
    file->name = job_name(job);
    file->has_errors = reel_findings_total(job->findings, REEL_ERROR) > 0;
    memcpy(file->hash, hash, REEL_HASH_SIZE);
    file->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &file->next, file)) continue;
}

/* Counts what a conversion loses. The header is not content. */
static void count_loss(void *context, const reel_finding *finding)
{
    uint64_t *losses = context;
    bool header = finding->table && finding->table->flags & REEL_TABLE_HEADER;
    if (finding->severity > REEL_NOTE && !header) ++*losses;
}

/* The hash of the play in the format that its recorder wrote, if it can be converted to that without a loss: the original and its copy get
 * the same one. Otherwise `hash` stays. */
static void hash_as_recorded(struct job *job, uint8_t hash[REEL_HASH_SIZE])
{
    const reel_format *to = reel_format_origin(job->format);
    reel_options options = job->options;
    reel_source source;
    reel_memory made;
    uint64_t losses = 0;
    uint8_t recorded[REEL_HASH_SIZE];
    if (!to || !job->file.seek || job_source(job, &source) != REEL_OK) return;
    options.report = count_loss;
    options.report_context = &losses;
    options.choose = NULL;
    reel_status status = reel_convert(source, &options, to, reel_sink_memory(&made, options.allocator), NULL, NULL);
    if (status < 0) return;
    options.format = to;
    options.member = NULL;
    if (!losses) status = reel_content_hash(reel_source_memory(made.data, made.size), &options, recorded, NULL);
    if (!losses && status == REEL_OK) memcpy(hash, recorded, REEL_HASH_SIZE);
    reel_memory_free(&made);
}

static reel_status hash_content(struct job *job)
{
    uint8_t hash[REEL_HASH_SIZE];
    reel_source source;
    reel_status status = job_source(job, &source);
    if (status == REEL_OK) status = reel_content_hash(source, &job->options, hash, &job->error);
    if (status == REEL_OK && !reel_findings_total(job->findings, REEL_ERROR)) hash_as_recorded(job, hash);
    if (status == REEL_OK) add_file(job, hash);
    if (!has(job->arguments, OPT_QUIET))
        report_findings(&job->err, job->shown, job->findings, has(job->arguments, OPT_VERBOSE) ? REEL_NOTE : REEL_ERROR,
                        has_colors(2), false);
    return status < 0 ? status : REEL_OK;
}

/* ---- groups ----------------------------------------------------------------------------------------------------- */

struct group {
    struct hashed **files; /* in order of name */
    size_t count;
};

static int by_content(const void *a, const void *b)
{
    const struct hashed *one = *(struct hashed *const *)a, *other = *(struct hashed *const *)b;
    int order = memcmp(one->hash, other->hash, REEL_HASH_SIZE);
    return order ? order : strcmp(one->name, other->name);
}

static int by_first_name(const void *a, const void *b)
{
    const struct group *one = a, *other = b;
    return strcmp(one->files[0]->name, other->files[0]->name);
}

/* Takes the list of files and sorts it by content. Drops repeated names, so that no file is a duplicate of itself. */
static struct hashed **take_sorted(size_t *count)
{
    struct hashed *list = atomic_exchange(&all, NULL), **files = NULL;
    size_t total = 0, kept = 0;
    for (const struct hashed *file = list; file; file = file->next) total++;
    files = grow(NULL, (total + 1) * sizeof *files);
    for (total = 0; list; list = list->next) files[total++] = list;
    if (total) qsort(files, total, sizeof *files, by_content);
    for (size_t i = 0; i < total; i++) {
        if (kept && !strcmp(files[kept - 1]->name, files[i]->name))
            free(files[i]);
        else
            files[kept++] = files[i];
    }
    *count = kept;
    return files;
}

static size_t equal_files(struct hashed **files, size_t count)
{
    size_t equal = 1;
    while (equal < count && !memcmp(files[0]->hash, files[equal]->hash, REEL_HASH_SIZE)) equal++;
    return equal;
}

/* The groups of two files or more, in order of their first names. */
static struct group *find_groups(struct hashed **files, size_t count, size_t *found)
{
    struct group *groups = grow(NULL, (count / 2 + 1) * sizeof *groups);
    *found = 0;
    for (size_t i = 0, equal; i < count; i += equal) {
        equal = equal_files(files + i, count - i);
        if (equal > 1) groups[(*found)++] = (struct group){ files + i, equal };
    }
    if (*found) qsort(groups, *found, sizeof *groups, by_first_name);
    return groups;
}

/* ---- printing --------------------------------------------------------------------------------------------------- */

static void add_group_text(struct text *text, const struct group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        text_string(text, group->files[i]->name);
        text_string(text, "\n");
    }
}

static void add_group_json(struct text *text, const struct group *group)
{
    char digits[HASH_TEXT];
    hash_digits(group->files[0]->hash, digits);
    json_open(text, NULL, '{');
    json_string(text, "hash", digits);
    json_open(text, "files", '[');
    for (size_t i = 0; i < group->count; i++) json_path(text, NULL, group->files[i]->name);
    json_close(text, ']');
    json_open(text, "errors", '[');
    for (size_t i = 0; i < group->count; i++)
        if (group->files[i]->has_errors) json_path(text, NULL, group->files[i]->name);
    json_close(text, ']');
    json_close(text, '}');
    text_string(text, "\n");
}

static void print_groups(const struct group *groups, size_t count, bool json)
{
    for (size_t i = 0; i < count && !print_has_failed(); i++) {
        struct text text = { 0 };
        if (i && !json) text_string(&text, "\n");
        (json ? add_group_json : add_group_text)(&text, &groups[i]);
        print_bytes(text.data, text.size);
        text_free(&text);
    }
}

static void add_number(struct text *text, size_t count, const char *noun)
{
    text_count(text, count);
    text_print(text, " %s%s", noun, count == 1 ? "" : "s");
}

static void print_totals(size_t files, const struct group *groups, size_t count)
{
    struct text text = { 0 };
    size_t extra = 0;
    for (size_t i = 0; i < count; i++) extra += groups[i].count - 1;
    text_string(&text, "reel: ");
    add_number(&text, files, "file");
    text_string(&text, ", ");
    add_number(&text, count, "group");
    text_string(&text, ", ");
    add_number(&text, extra, "duplicate");
    fprintf(stderr, "%s\n", text_of(&text));
    text_free(&text);
}

static int print_duplicates(const struct arguments *arguments)
{
    if (was_interrupted()) return EXIT_FINE;
    size_t count, found;
    struct hashed **files = take_sorted(&count);
    struct group *groups = find_groups(files, count, &found);
    print_groups(groups, found, has(arguments, OPT_JSON));
    if (!has(arguments, OPT_QUIET) && !print_has_failed()) print_totals(count, groups, found);
    for (size_t i = 0; i < count; i++) free(files[i]);
    free(files);
    free(groups);
    return EXIT_FINE;
}

int run_dups(const struct arguments *arguments)
{
    static const struct task task = { .work = hash_content,
                                      .findings = FINDINGS_NONE,
                                      .collection = COLLECT_ALWAYS,
                                      .accounts = true,
                                      .finish = print_duplicates };
    return run_files(arguments, &task);
}
