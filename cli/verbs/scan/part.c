/* SPDX-License-Identifier: MIT
 * Writes the parts of a dataset. A part is independent of all others. Its outputs get their names when they are complete, and the part counts
 * as complete after that, so a part that was interrupted is written again. */
#include "run/hash.h"
#include "run/levels.h"
#include "run/pseudonyms.h"
#include "run/report.h"
#include "verbs/scan/contents.h"
#include "verbs/scan/partition.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- outputs -------------------------------------------------------------------------------------------------------- */

/* A table of the part. */
struct output {
    struct dataset_table of;
    reel_export *export_;
    uint32_t number; /* among those of the part */
    size_t file;     /* number of the replay that its origin is */
    bool grouped;    /* ends with the partition */
    bool divided;    /* ends with the piece, or with the last of 1 << shift pieces */
    uint8_t shift;
    bool failed; /* finishing it returns the error */
};

struct writing {
    struct scan *scan;
    struct part *part;
    struct output *outputs;
    size_t output_count;
    struct names names;                   /* of all outputs that the part has had: FOLDER or FOLDER*PIECE */
    const char *partition;                /* folders of the current one, "" without --partition */
    uint32_t piece;                       /* of the current file */
    struct rows files, findings, changes; /* changes: what pseudonyms replaced */
    uint64_t counts[COUNTS];
    struct contents contents; /* of the outputs */
    bool failed;              /* an output cannot be written */

    const struct planned *planned; /* the current file */
    reel_source source;            /* of the file, opened already; without `read`: not yet */
    const reel_member *member;     /* of an archive of several replays; NULL: the file */
    char *game;                    /* of the replay, by its header; NULL: not known, or the format says it */
    char *path;                    /* of the replay in the dataset: that of the file, or FILE#NAME */
    size_t file;                   /* number of the replay, from 1 */
    reel_memory hidden;            /* with pseudonyms, the replay as it is read */
    const reel_table **tables;     /* to read of it, with -t */
    const reel_table **statistics; /* to compute, with -t and --stats */
    uint64_t rows, chunks;
    struct job *job;
    reel_insight_options insights; /* with the level of the replay, if it is known */
};

static void fail_output(struct writing *w, const reel_error *error)
{
    w->failed = true;
    if (!was_interrupted()) scan_stop(w->scan, w->scan->dataset, error->message);
}

static char *name_of(const struct writing *w, const struct output *output)
{
    const struct dataset_table *of = &output->of;
    const char *owner = of->insight ? of->insight->id : of->format ? of->format->id : NULL;
    char number[16], *folder = owner ? joined(owner, "/", of->table->name) : copy_of(of->table->name);
    const bool is_partition = output->grouped && *w->partition;
    if (!is_partition && !output->divided) return folder;
    snprintf(number, sizeof number, "%" PRIu32, w->piece >> output->shift);
    char *name = is_partition ? joined(folder, "/", w->partition) : joined(folder, "*", number);
    free(folder);
    return name;
}

static bool open_export(struct writing *w, struct output *output, const char *name)
{
    reel_error error;
    const reel_status status = scan_open_output(w->scan, w->part, &output->of, name, &output->export_, &error);
    if (status < 0) fail_output(w, &error);
    return status == REEL_OK;
}

/* Whether a table of statistics is most of what they write: it has a row for each event of a play, and many columns. */
static bool is_bulky(const reel_table *table)
{
    enum { MANY_FIELDS = 16 };
    return reel_table_time(table) && table->field_count >= MANY_FIELDS;
}

/* The output of a table, which is opened when it is needed first. NULL: it cannot be written. */
static struct output *output_for(struct writing *w, const reel_format *format, const reel_insight *insight,
                                 const reel_table *table)
{
    const reel_format *own = insight ? NULL : format; /* tables of an insight are the same for all of its formats */
    for (size_t i = 0; i < w->output_count; i++)
        if (w->outputs[i].of.table == table && w->outputs[i].of.format == own && w->outputs[i].of.insight == insight)
            return &w->outputs[i];
    struct output output = { .of = { own, insight, table }, .number = (uint32_t)w->names.count };
    output.grouped = insight || (format && !(table->flags & REEL_TABLE_HEADER));
    output.divided = output.grouped && w->part->pieces > 1 && (!insight || is_bulky(table));
    output.shift = insight ? 1 : 0;
    char *name = name_of(w, &output);
    bool opened = open_export(w, &output, name);
    if (!opened) {
        free(name);
        return NULL;
    }
    w->names.data = grow(w->names.data, (w->names.count + 2) * sizeof *w->names.data);
    w->names.data[w->names.count++] = name;
    w->names.data[w->names.count] = NULL;
    w->outputs = grow(w->outputs, (w->output_count + 1) * sizeof *w->outputs);
    w->outputs[w->output_count] = output;
    return &w->outputs[w->output_count++];
}

enum ending { END_PIECE, END_PARTITION, END_PART };

/* Completes or discards the outputs that end here; `next` is the piece that follows. */
static void end_outputs(struct writing *w, enum ending ending, uint32_t next)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->output_count; i++) {
        struct output *output = &w->outputs[i];
        reel_error error;
        const bool is_same_piece = !output->divided || w->piece >> output->shift == next >> output->shift;
        if (ending == END_PIECE ? is_same_piece : ending == END_PARTITION && !output->grouped) {
            w->outputs[kept++] = *output;
        } else if (!output->failed && (w->failed || was_interrupted())) {
            w->failed = true;
            reel_export_discard(output->export_);
        } else if (reel_export_finish(output->export_, &error) < 0) {
            fail_output(w, &error);
        }
    }
    w->output_count = kept;
}

static bool export_rows(struct writing *w, struct rows *rows)
{
    struct output *output = output_for(w, NULL, NULL, rows->table);
    if (!output) return false;
    output->failed = rows_export(rows, output->export_) < 0;
    if (output->failed) w->failed = true;
    return !output->failed;
}

/* ---- rows of a file ---------------------------------------------------------------------------------------------------- */

static bool is_wanted(const struct writing *w, const reel_insight *insight, const reel_table *table)
{
    if (insight && table->flags & REEL_TABLE_LEVEL) return w->insights.level != NULL;
    if (insight) return !is_statistic_on_request(table) || names_have(w->scan->tables, table->name);
    return (table->flags & REEL_TABLE_HEADER && !(table->flags & REEL_TABLE_LAYOUT)) || names_have(w->scan->tables, table->name);
}

static reel_status export_table(struct writing *w, const reel_format *format, const reel_insight *insight,
                                const reel_table *table, const reel_chunk *chunk)
{
    struct output *output = output_for(w, format, insight, table);
    if (!output) return REEL_IO;
    reel_status status = REEL_OK;
    if (output->file != w->file) status = reel_export_origin(output->export_, w->path);
    output->file = w->file;
    if (status >= 0) status = reel_export_chunk(output->export_, chunk);
    if (status < 0) output->failed = w->failed = true;
    size_t count;
    reel_chunk_rows(chunk, table, &count);
    contents_add(&w->contents, output->number, count);
    return status;
}

static reel_status on_rows(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                           reel_error *error)
{
    struct writing *w = context;
    w->chunks += !insight;
    for (const reel_table *const *table = insight ? insight->tables : format->tables; *table; table++) {
        size_t count;
        reel_chunk_rows(chunk, *table, &count);
        if (!insight && !((*table)->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT))) w->rows += count;
        if (!is_wanted(w, insight, *table) || export_table(w, format, insight, *table, chunk) == REEL_OK) continue;
        return reel_fail(error, REEL_IO, "file.write", "", 0, "cannot write the dataset");
    }
    return REEL_OK;
}

/* ---- tables of the dataset ---------------------------------------------------------------------------------------------- */

static reel_string text_in(struct rows *rows, const char *text) { return rows_text(rows, text, strlen(text)); }

static void add_finding(struct writing *w, struct rows *rows, const reel_finding *finding)
{
    static const char *const severities[] = { "note", "warning", "error" };
    struct finding_row *row = rows_add(rows);
    contents_add(&w->contents, rows == &w->changes ? OUTPUT_CHANGES : OUTPUT_FINDINGS, 1);
    row->file = text_in(rows, w->path);
    row->rule = text_in(rows, finding->rule);
    row->severity = text_in(rows, severities[finding->severity]);
    row->offset = finding->offset;
    row->length = finding->length;
    row->section = text_in(rows, finding->section);
    row->table = text_in(rows, finding->table ? finding->table->name : "");
    row->row = finding->row;
    row->count = finding->count;
    row->message = text_in(rows, finding->message);
    row->present = (uint8_t)((finding->offset != REEL_NO_OFFSET ? ROW_OFFSET : 0) | (*finding->section ? ROW_SECTION : 0) |
                             (finding->table ? ROW_TABLE : 0) | (finding->table && finding->row != REEL_NO_ROW ? ROW_ROW : 0));
}

/* The findings of a file, and its failure as one more, unless the file is not a replay. */
static void add_findings(struct writing *w, const struct job *job, reel_status status)
{
    for (size_t i = 0; i < reel_findings_count(job->findings); i++)
        add_finding(w, &w->findings, reel_findings_at(job->findings, i));
    if (status >= 0 || is_not_replay(&job->error)) return;
    const reel_finding finding = { .rule = job->error.rule,
                                   .severity = REEL_ERROR,
                                   .section = job->error.section,
                                   .offset = has_offset(status) ? job->error.offset : REEL_NO_OFFSET,
                                   .row = REEL_NO_ROW,
                                   .count = 1,
                                   .message = job->error.message };
    add_finding(w, &w->findings, &finding);
}

/* Whether the next run may read a file that this one could not. A broken link and a closed folder are not among them: if they can be read
 * one day, the plan has other facts about them. */
static bool is_worth_retrying(const struct planned *planned, const reel_error *error)
{
    reel_status status = error->status;
    if (planned->facts.kind != KIND_FILE) return false;
    return status == REEL_MEMORY || status == REEL_CANCELLED || status == REEL_IO;
}

static void count_file(struct writing *w, const char *verdict, const struct file_row *row)
{
    const enum count count = !strcmp(verdict, "fine")         ? COUNT_FINE
                             : !strcmp(verdict, "damaged")    ? COUNT_DAMAGED
                             : !strcmp(verdict, "unreadable") ? COUNT_UNREADABLE
                             : strcmp(verdict, "findings")    ? COUNT_OTHERS
                             : row->errors                    ? COUNT_ERRORS
                                                              : COUNT_FINDINGS;
    struct content *content = &w->contents.replays[w->contents.count - 1];
    w->counts[COUNT_FILES]++;
    w->counts[COUNT_RETRY] += content->retry = row->retry;
    w->counts[content->count = count]++;
    contents_add(&w->contents, OUTPUT_FILES, 1);
}

/* The caller frees it. NULL: unknown. */
static char *game_of(const reel_format *format, const reel_chunk *header)
{
    const size_t size = reel_replay_game(format, header, NULL, 0);
    char *game = size ? grow(NULL, size + 1) : NULL;
    if (game) reel_replay_game(format, header, game, size + 1);
    return game;
}

static void add_file(struct writing *w, const struct job *job, reel_status status, const reel_survey *survey)
{
    struct rows *rows = &w->files;
    struct file_row *row = rows_add(rows);
    const reel_error *error = status < 0 ? &job->error : &survey->damage;
    const char *verdict = verdict_of(job, status, survey->damage.status);
    bool other = status < 0 && is_not_replay(&job->error);
    char digits[HASH_TEXT] = "";
    row->file = text_in(rows, w->path);
    row->member = text_in(rows, w->member ? w->member->name : "");
    row->size = w->member ? w->member->size : w->planned->facts.size;
    row->modified = w->planned->facts.modified;
    if (pseudonyms_given()) { /* size, time and hash are those of the file that players have */
        row->size = w->hidden.size;
        row->modified = 0;
        row->member = text_in(rows, "");
    }
    if (survey->has_hash && !pseudonyms_given()) hash_digits(survey->hash, digits);
    row->content_hash = text_in(rows, digits);
    if (!w->game && survey->format) w->game = game_of(survey->format, NULL);
    row->game = text_in(rows, w->game ? w->game : "");
    row->has_game = w->game != NULL;
    row->format = text_in(rows, survey->format ? survey->format->id : "");
    row->verdict = text_in(rows, verdict);
    row->status = text_in(rows, reel_status_name(error->status));
    row->rows = w->rows;
    row->chunks = w->chunks;
    row->errors = reel_findings_total(job->findings, REEL_ERROR) + (status < 0 && !other);
    row->warnings = reel_findings_total(job->findings, REEL_WARNING);
    row->notes = reel_findings_total(job->findings, REEL_NOTE);
    row->present = (uint8_t)((*digits ? ROW_HASH : 0) | (survey->format ? ROW_FORMAT : 0) |
                             (w->member && !pseudonyms_given() ? ROW_MEMBER : 0));
    row->retry = is_worth_retrying(w->planned, error);
    if (error->status < 0) {
        row->error_rule = text_in(rows, error->rule);
        row->error_section = text_in(rows, error->section);
        row->error_offset = error->offset;
        row->error_message = text_in(rows, error->message);
        row->present |= (uint8_t)(ROW_ERROR | (*error->section ? ROW_SECTION : 0) | (has_offset(error->status) ? ROW_OFFSET : 0));
    }
    count_file(w, verdict, row);
}

/* ---- a file ---------------------------------------------------------------------------------------------------------- */

static reel_status open_source(struct job *job, const struct planned *planned, reel_source *source)
{
    if (planned->facts.kind != KIND_FOLDER) return reel_source_file(job->input->path, 0, source, &job->error);
    char **names = names_in(job->input->path);
    const char *why = names ? "it can be read now" : strerror(errno);
    names_free(names);
    return fail_job(job, REEL_IO, "file.folder-unreadable", "cannot read the folder: %s", why);
}

/* Adds the tables of statistics on request that -t names to those that are computed anyway. */
static void choose_statistics(struct writing *w)
{
    size_t count = 0, asked = 0;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++) {
            if (!is_wanted(w, *insight, *table)) continue;
            w->statistics = grow(w->statistics, (count + 2) * sizeof *w->statistics);
            w->statistics[count++] = *table;
            w->statistics[count] = NULL;
            asked += is_statistic_on_request(*table);
        }
    w->insights.tables = asked ? w->statistics : NULL;
}

/* The level and the game are known when the header is. */
static reel_status choose_level(struct writing *w, const reel_format *format, const reel_chunk *header, reel_error *error)
{
    free(w->game);
    w->game = game_of(format, header);
    contents_add_levels(&w->contents, format, header);
    const reel_status status = levels_find_quietly(w->job, header, &w->insights.level);
    if (status < 0) *error = w->job->error;
    if (w->scan->stats && w->scan->tables) choose_statistics(w);
    return status;
}

/* The tables to read: those that always are, and those on request that -t names. */
static reel_status choose(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                          reel_error *error)
{
    struct writing *w = context;
    if (header) return choose_level(w, format, header, error);
    if (!w->scan->tables) return REEL_OK;
    size_t count = 0;
    while (format->tables[count]) count++;
    w->tables = grow(w->tables, (count + 1) * sizeof *w->tables);
    count = 0;
    for (const reel_table *const *table = format->tables; *table; table++)
        if (!((*table)->flags & REEL_TABLE_ON_REQUEST) || names_have(w->scan->tables, (*table)->name))
            w->tables[count++] = *table;
    w->tables[count] = NULL;
    options->tables = w->tables;
    return REEL_OK;
}

static void note_change(void *context, const reel_finding *finding)
{
    struct writing *w = context;
    if (strncmp(finding->rule, "edit.", 5) != 0 && strncmp(finding->rule, "scrub.", 6) != 0) return; /* others quote the file */
    add_finding(w, &w->changes, finding);
}

/* Replaces the source by the replay with pseudonyms, which is made in memory. Whatever is wrong with the file, its text is not repeated. */
static reel_status hide_source(struct writing *w, struct job *job, reel_source *source)
{
    reel_options options = job->options;
    options.flags |= REEL_STRICT;
    options.report = note_change;
    options.report_context = w;
    options.choose = NULL;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .pseudonyms = pseudonyms_given() };
    const reel_status status =
        reel_convert(*source, &options, NULL, reel_sink_memory(&w->hidden, options.allocator), &how, &job->error);
    job->options.member = NULL;
    if (status >= 0)
        *source = reel_source_memory(w->hidden.data, w->hidden.size);
    else
        snprintf(job->error.message, sizeof job->error.message, "left out: players cannot be given pseudonyms in a file that %s",
                 status == REEL_UNSUPPORTED || status == REEL_ARGUMENT ? "cannot be written" : "is damaged or cannot be read");
    return status;
}

static reel_status survey_file(struct writing *w, struct job *job, reel_survey *survey)
{
    reel_source source = w->source;
    w->source = (reel_source){ .read = NULL };
    reel_status status = source.read ? REEL_OK : open_source(job, w->planned, &source);
    if (status >= 0 && pseudonyms_given()) status = hide_source(w, job, &source);
    if (status < 0) return status;
    w->job = job;
    w->insights = (reel_insight_options){ REEL_SIZED(reel_insight_options) };
    survey->insight_options = &w->insights;
    job->options.choose = choose;
    job->options.choose_context = w;
    status = reel_survey_run(source, &job->options, survey, &job->error);
    survey->insight_options = NULL;
    levels_release(w->insights.level);
    return status;
}

static void show_progress(struct scan *scan, const struct planned *planned)
{
    uint64_t counted = 0, number = atomic_fetch_add(&scan->files_done, 1) + 1;
    if (!progress_is_due(&scan->progress, &counted, planned->facts.size) || !scan->shows) return;
    if (atomic_flag_test_and_set(&scan->drawing)) return;
    progress_draw(&scan->progress, (size_t)number, (size_t)scan->work_files, planned->path);
    atomic_flag_clear(&scan->drawing);
}

/* Bytes after the last replay of an archive are damage. With any other error, the archive could not be read. */
static reel_status fail_archive(struct job *job, reel_survey *survey, const reel_error *error)
{
    job->error = *error;
    if (error->status != REEL_CORRUPT) return error->status;
    survey->damage = *error;
    const reel_finding finding = { .rule = error->rule,
                                   .severity = REEL_ERROR,
                                   .section = error->section,
                                   .offset = error->offset,
                                   .row = REEL_NO_ROW,
                                   .count = 1,
                                   .message = error->message };
    reel_findings_report(job->findings, &finding);
    return REEL_OK;
}

enum { WAITING_ROWS = 4096 };

static bool add_replay(struct writing *w, const struct job *job, reel_status status, const reel_survey *survey)
{
    if (w->failed || scan_ends(w->scan)) return false;
    add_file(w, job, status, survey);
    add_findings(w, job, status);
    return (w->findings.count < WAITING_ROWS || export_rows(w, &w->findings)) &&
           (w->files.count < WAITING_ROWS || export_rows(w, &w->files)) &&
           (w->changes.count < WAITING_ROWS || export_rows(w, &w->changes));
}

/* Reads a file, or a member of it. With `failure`, nothing is read: the list of members ended with it. False: the part cannot be completed. */
static bool scan_replay(struct writing *w, const char *path, const reel_member *member, const reel_error *failure)
{
    const struct input input = {
        .path = (char *)path, .relative = w->planned->path, .member = member ? (char *)member->word : NULL, .walked = true
    };
    struct job job;
    reel_survey survey = { REEL_SIZED(reel_survey),
                           .flags = REEL_SURVEY_CHECK | REEL_SURVEY_HASH,
                           .insights = w->scan->stats ? reel_insights() : NULL,
                           .rows = on_rows,
                           .context = w,
                           .damage = { .rule = "", .section = "" } };
    w->member = member;
    w->path = member ? joined(w->planned->path, "#", member->name) : copy_of(w->planned->path);
    if (pseudonyms_given()) {
        char *hidden = pseudonym_name(w->path, 0);
        free(w->path);
        w->path = hidden;
    }
    w->file++;
    w->rows = w->chunks = 0;
    contents_begin(&w->contents, planned_hash(w->planned));
    job_begin(&job, w->scan->arguments, &input);
    reel_status status = failure ? fail_archive(&job, &survey, failure) : job_limits(&job, survey_file(w, &job, &survey));
    bool fine = add_replay(w, &job, status, &survey);
    reel_findings_free(job.findings);
    reel_memory_free(&w->hidden);
    free(w->game);
    w->game = NULL;
    free(w->path);
    return fine;
}

/* Reads the members of an archive in their order. With --partition, they are read one by one, and this only looks at what follows them. */
static bool scan_members(struct writing *w, const char *path, reel_members *members)
{
    const reel_member *member;
    reel_error error;
    reel_status status;
    bool fine = true;
    while (fine && (status = reel_members_next(members, &member, &error)) == REEL_OK)
        if (!w->scan->partition) fine = scan_replay(w, path, member, NULL);
    return fine && (status == REEL_END || scan_replay(w, path, NULL, &error));
}

static bool scan_file(struct writing *w, const struct planned *planned, const reel_member *member)
{
    char *path = scan_full_path(w->scan, planned->path);
    w->planned = planned;
    reel_members *members = member ? NULL : scan_open_members(planned, path, &w->source);
    bool fine = members ? scan_members(w, path, members) : scan_replay(w, path, member, NULL);
    if (fine && !member) show_progress(w->scan, planned);
    reel_members_close(members);
    free(path);
    return fine;
}

/* ---- a part ---------------------------------------------------------------------------------------------------------- */

/* Sorts the files of a part by their piece: a counting sort, which keeps the order of those of one. */
static struct planned *sort_files(const struct part *part, struct planned *files)
{
    if (part->pieces < 2) return files;
    struct planned *sorted = grow(NULL, (size_t)(part->files + 1) * sizeof *sorted);
    size_t *ends = grow(NULL, (part->pieces + 1) * sizeof *ends);
    memset(ends, 0, (part->pieces + 1) * sizeof *ends);
    for (uint64_t i = 0; i < part->files; i++) ends[piece_of(part, files[i].path) + 1]++;
    for (uint32_t p = 1; p <= part->pieces; p++) ends[p] += ends[p - 1];
    for (uint64_t i = 0; i < part->files; i++) sorted[ends[piece_of(part, files[i].path)]++] = files[i];
    free(ends);
    free(files);
    return sorted;
}

/* Those of a part, in the order of their pieces and paths. */
static struct planned *read_files(struct scan *scan, const struct part *part)
{
    char *path = state_path(scan, WORK_NAME);
    FILE *file = open_list(path);
    struct planned *files = grow(NULL, (size_t)(part->files + 1) * sizeof *files);
    bool fine = file && seek_stream(file, part->position);
    for (uint64_t i = 0; i < part->files; i++) {
        size_t capacity = 0;
        files[i].path = NULL;
        fine = fine && planned_read(file, &files[i], &capacity);
    }
    if (!fine) scan_stop(scan, path, file ? "the list of files is damaged" : strerror(errno));
    if (file) fclose(file);
    free(path);
    return fine ? sort_files(part, files) : files;
}

/* The part is complete: its outputs have their names. */
static void complete_part(struct writing *w)
{
    struct part *part = w->part;
    if (w->scan->trims) contents_write(w->scan, part, &w->contents, w->names.data);
    free(part->outputs);
    part->outputs = scan_list_outputs(w->names.data, w->names.count);
    scan_set_levels(part, &w->contents.levels);
    part->done_fingerprint = part->fingerprint;
    memcpy(part->counts, w->counts, sizeof part->counts);
    part->complete = state_add(w->scan, part);
}

static void write_part(struct writing *w, const struct planned *files)
{
    uint64_t count = w->part->files;
    struct partition *order = partition_order(w->scan, files, &count);
    bool fine = output_for(w, NULL, NULL, &scan_files) && output_for(w, NULL, NULL, &scan_findings) &&
                (!pseudonyms_given() || output_for(w, NULL, NULL, &scan_changes)); /* as OUTPUT_FILES and so on */
    for (uint64_t i = 0; i < count && fine; i++) {
        bool next = i && strcmp(order[i].folders, order[i - 1].folders) != 0;
        const uint32_t piece = piece_of(w->part, files[order[i].file].path);
        if (next) end_outputs(w, END_PARTITION, piece);
        if (piece != w->piece) end_outputs(w, END_PIECE, piece);
        w->partition = order[i].folders;
        w->piece = piece;
        fine = scan_file(w, &files[order[i].file], order[i].member.word ? &order[i].member : NULL);
    }
    if (fine) fine = export_rows(w, &w->findings) && export_rows(w, &w->files);
    if (fine && pseudonyms_given()) fine = export_rows(w, &w->changes);
    if (!fine) w->failed = w->failed || scan_ends(w->scan);
    end_outputs(w, END_PART, 0);
    partition_free(order, count);
}

void scan_part(void *context, size_t index)
{
    struct scan *scan = context;
    struct part *part = &scan->parts[scan->work[index]];
    const bool may_trim = scan_may_trim(scan, part);
    part->complete = false;
    if (scan_ends(scan)) return;
    struct planned *files = read_files(scan, part);
    const bool is_trimmed = may_trim && !scan_ends(scan) && scan_trim(scan, part, files);
    struct writing w = { .scan = scan,
                         .part = part,
                         .partition = "",
                         .files.table = &scan_files,
                         .findings.table = &scan_findings,
                         .changes.table = &scan_changes };
    if (!is_trimmed && !scan_ends(scan)) contents_remove(scan, part);
    if (!is_trimmed && !scan_ends(scan)) write_part(&w, files);
    for (uint64_t i = 0; is_trimmed && i < part->files; i++) show_progress(scan, &files[i]);
    if (!is_trimmed && !w.failed && !scan_ends(scan)) complete_part(&w);
    for (uint64_t i = 0; i < part->files; i++) free(files[i].path);
    free(files);
    free(w.outputs);
    free(w.tables);
    free(w.statistics);
    contents_free(&w.contents);
    names_free(w.names.data);
    rows_free(&w.changes);
    rows_free(&w.files);
    rows_free(&w.findings);
}
