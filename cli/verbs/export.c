/* SPDX-License-Identifier: MIT
 * reel export: writes the rows of a replay as text. */
#include "args/tables.h"
#include "base/system.h"
#include "run/batch.h"
#include "run/chain.h"
#include "run/choose.h"
#include "run/end.h"
#include "run/joined.h"
#include "run/output.h"
#include "run/rows.h"
#include "verbs/around.h"
#include "verbs/verbs.h"

#include <stdio.h>
#include <stdlib.h>

/* The exports of one input: one, or for CSV one per table. */
struct exports {
    const reel_format *format;
    const reel_table **tables;
    size_t table_count;
    char **names, **fields; /* of the command line */
    char **words;           /* the same as the reader takes them */
    reel_export **open;
    size_t count;
    bool joined; /* the one that is open takes the rows of other inputs too */
    struct around around;
};

static const char *kind_of_export(const struct arguments *arguments)
{
    const char *kind = value_of(arguments, OPT_TO_EXPORT);
    return kind ? kind : "json";
}

static int32_t zstd_level_of(const struct arguments *arguments)
{
    uint64_t level = count_of(arguments, OPT_COMPRESSION, 0);
    if (!has(arguments, OPT_COMPRESSION)) return REEL_EXPORT_ZSTD_DEFAULT;
    return level ? (int32_t)level : REEL_EXPORT_ZSTD_NONE;
}

static reel_status open_one(struct job *job, struct exports *exports, const reel_table *const *tables, const char *ending)
{
    const struct arguments *arguments = job->arguments;
    reel_export_options how = { REEL_SIZED(reel_export_options), .tables = tables, .fields = (const char *const *)exports->fields,
                                .allocator = job->options.allocator };
    how.flags |= has(arguments, OPT_CSV_SAFE) ? REEL_EXPORT_CSV_SAFE : 0;
    how.flags |= has(arguments, OPT_UTC) ? REEL_EXPORT_MOMENTS : 0;
    how.flags |= has(arguments, OPT_PRETTY) ? REEL_EXPORT_PRETTY : 0;
    how.flags |= wants_labels(arguments, strcmp(kind_of_export(arguments), "csv") != 0) ? REEL_EXPORT_LABELS : 0;
    how.flags |= REEL_EXPORT_LAYOUT; /* the tables are selected here */
    how.zstd_level = zstd_level_of(arguments);
    how.has_from = job->span.has_from;
    how.has_to = job->span.has_to;
    how.from = job->span.from;
    how.to = job->span.to;
    how.origin = has(arguments, OPT_CHAIN) ? "game" : NULL;
    how.takes_row = exports->around.events ? around_takes : NULL;
    how.takes_context = &exports->around;
    if (exports->joined) {
        reel_status joined = joined_export(job, kind_of_export(arguments), exports->format, &how, &exports->open[exports->count]);
        exports->count += joined >= 0;
        return joined;
    }
    char *path = output_path(job, ending);
    reel_sink sink;
    reel_status status = output_sink(job, path, &sink);
    free(path);
    if (status < 0) return status;
    const reel_exporter *exporter = reel_exporter_by_id(kind_of_export(arguments));
    status = reel_export_open(exporter, sink, exports->format, &how, &exports->open[exports->count], &job->error);
    if (status >= 0) exports->count++;
    return status;
}

/* CSV, Arrow and Parquet hold one table per file, so several tables need a folder. */
static reel_status open_all(struct job *job, struct exports *exports)
{
    const char *kind = kind_of_export(job->arguments);
    bool apart = kind_is_one_table(kind);
    reel_status status = REEL_OK;
    exports->open = grow(NULL, (exports->table_count + 1) * sizeof(reel_export *));
    if (!apart || !job->into_folder) {
        if (apart && exports->table_count > 1)
            return fail_job(job, REEL_ARGUMENT, "export.one-table",
                            "%s holds one table per file; select one with -t, or use -o FOLDER/",
                            strcmp(kind, "csv") ? kind : "CSV");
        char *ending = joined(".", kind, "");
        status = open_one(job, exports, exports->tables, ending);
        free(ending);
        return status;
    }
    for (size_t i = 0; status >= 0 && i < exports->table_count; i++) {
        const reel_table *one[] = { exports->tables[i], NULL };
        struct text ending = { 0 };
        text_print(&ending, ".%s.%s", one[0]->name, kind);
        status = open_one(job, exports, one, text_of(&ending));
        text_free(&ending);
    }
    return status;
}

/* No more data yet: flushes what there is and waits. False: stop. */
static bool wait_for_more(struct exports *exports)
{
    for (size_t i = 0; i < exports->count; i++)
        if (reel_export_flush(exports->open[i]) < 0) return false; /* reported by finish */
    return pause_briefly();
}

/* The followed file was replaced by another one and was read to its end: its rows are kept. */
static reel_status end_replaced(struct job *job)
{
    const reel_finding finding = { .rule = job->error.rule,
                                   .severity = REEL_ERROR,
                                   .section = "",
                                   .offset = job->error.offset,
                                   .row = REEL_NO_ROW,
                                   .count = 1,
                                   .message = job->error.message };
    job->options.report(job->options.report_context, &finding);
    return REEL_OK;
}

static reel_status feed(struct job *job, struct exports *exports, reel_reader *reader)
{
    const reel_chunk *chunk;
    for (;;) {
        reel_status status = reel_next(reader, &chunk, &job->error);
        if (status == REEL_AGAIN && job_is_late(job)) return REEL_CANCELLED;
        if (status == REEL_AGAIN && wait_for_more(exports)) continue;
        if (status == REEL_IO && !strcmp(job->error.rule, "file.replaced")) return end_replaced(job);
        if (status != REEL_OK) return status < 0 ? status : REEL_OK;
        for (size_t i = 0; i < exports->count; i++)
            if (reel_export_chunk(exports->open[i], chunk) < 0) return REEL_OK; /* reported by finish */
    }
}

static reel_status close_all(struct job *job, struct exports *exports, reel_status status)
{
    if (exports->joined) return status;
    for (size_t i = 0; i < exports->count; i++) {
        if (status >= 0)
            status = reel_export_finish(exports->open[i], &job->error);
        else
            reel_export_discard(exports->open[i]);
    }
    return status;
}

static reel_status fail_table(struct job *job, const reel_format *format, const char *missing)
{
    struct text subject = { 0 };
    text_print(&subject, "%s has", format->name);
    reel_status status = unknown_table(job, "export.table", text_of(&subject), format->tables, missing);
    text_free(&subject);
    return status;
}

/* Selects the tables and fields of the command line. */
static reel_status select_tables(struct job *job, struct exports *exports)
{
    char *const *names = exports->names;
    const char *missing;
    free(exports->tables); /* of an earlier attempt or game */
    exports->tables = NULL;
    unsigned hidden = REEL_TABLE_ON_REQUEST | (has(job->arguments, OPT_LAYOUT) ? 0u : (unsigned)REEL_TABLE_LAYOUT);
    if (!tables_have(exports->format->tables, names, &missing)) return fail_table(job, exports->format, missing);
    exports->tables = tables_chosen(exports->format->tables, names, hidden, &exports->table_count);
    if (!fields_have(exports->tables, exports->fields, &missing))
        return unknown_field(job, "export.field", "no selected table has a field", exports->tables, missing);
    size_t kept = 0; /* drops tables that have none of the fields */
    for (size_t i = 0; i < exports->table_count; i++)
        if (table_has_some(exports->tables[i], exports->fields)) exports->tables[kept++] = exports->tables[i];
    exports->tables[kept] = NULL;
    exports->table_count = kept;
    return REEL_OK;
}

/* "table.field" for each selected field of each table: the reader of an archive decodes no others. */
static char **words_for_reader(const struct exports *exports)
{
    struct names words = { 0 };
    struct text word = { 0 };
    reel_field field;
    for (size_t i = 0; exports->fields && i < exports->table_count; i++) {
        const reel_table *table = exports->tables[i];
        for (char **name = exports->fields; *name; name++) {
            if (!reel_table_select(table, *name, &field, NULL)) continue;
            word.size = 0;
            text_print(&word, "%s.%s", table->name, field.name);
            names_add(&words, word.data, word.size);
        }
    }
    text_free(&word);
    return words.data;
}

/* Reading fewer tables is faster. */
static reel_status choose(struct job *job, const reel_format *format, const reel_chunk *header, reel_options *options)
{
    struct exports *exports = job->choosing;
    if (header) return around_header(job, &exports->around, header);
    exports->format = format;
    reel_status status = select_tables(job, exports);
    if (status >= 0) status = around_choose(job, &exports->around, format, exports->tables);
    if (exports->around.events) options->tables = exports->around.reads;
    if (status < 0 || exports->around.events || (!exports->names && !exports->fields)) return status;
    names_free(exports->words);
    exports->words = words_for_reader(exports);
    options->tables = exports->tables;
    options->select = (const char *const *)exports->words;
    return REEL_OK;
}

static reel_status open_reader(struct job *job, struct exports *exports, reel_reader **reader)
{
    *reader = NULL;
    job->narrows = true;
    job->choose = choose;
    job->choosing = exports;
    job->opens = true;
    reel_status status = job_reader(job, NULL, reader);
    job->opens = false;
    return status;
}

/* With --follow, a file that has no complete header yet is tried again. */
static bool has_just_begun(struct job *job, reel_status status)
{
    return status == REEL_TRUNCATED && has(job->arguments, OPT_FOLLOW) && !job_is_late(job) && pause_briefly();
}

static void free_exports(struct exports *exports)
{
    names_free(exports->names);
    names_free(exports->fields);
    names_free(exports->words);
    free(exports->tables);
    free(exports->open);
}

/* With --around, rows that come later may be near: the replay is read as a whole. */
static reel_status export_around(struct job *job, struct exports *exports)
{
    reel_source source;
    reel_replay *replay = NULL;
    job->choose = choose;
    job->choosing = exports;
    reel_status status = job_source(job, &source);
    if (status >= 0) status = reel_load(source, &job->options, &replay, &job->error);
    job->choose = NULL;
    if (status >= 0) status = around_find(job, &exports->around, reel_replay_chunk(replay), exports->tables);
    if (status >= 0) status = open_all(job, exports);
    for (size_t i = 0; status >= 0 && i < exports->count; i++)
        if (reel_export_chunk(exports->open[i], reel_replay_chunk(replay)) < 0) break; /* reported by finish */
    status = close_all(job, exports, status);
    reel_free(replay);
    around_free(&exports->around);
    free_exports(exports);
    return status;
}

static reel_status export(struct job *job)
{
    struct exports exports = { .names = names_of(job->arguments, OPT_TABLE), .fields = names_of(job->arguments, OPT_FIELDS) };
    exports.joined = is_joined(job, kind_of_export(job->arguments));
    if (has(job->arguments, OPT_AROUND)) return export_around(job, &exports);
    reel_reader *reader;
    reel_status status;
    do status = open_reader(job, &exports, &reader);
    while (has_just_begun(job, status));
    if (status >= 0) {
        status = open_all(job, &exports);
        if (status >= 0) status = feed(job, &exports, reader);
        status = close_all(job, &exports, status);
    }
    reel_close(reader);
    free_exports(&exports);
    return status;
}

/* ---- several games in one output -------------------------------------------------------------------------------- */

/* Exports one game. The first game opens the exports. */
static reel_status export_game(struct job *job, struct exports *exports, const struct game *game, bool first)
{
    reel_reader *reader;
    const reel_format *format = exports->format;
    reel_status status = open_reader(job, exports, &reader);
    if (status >= 0 && !first && exports->format != format)
        status = fail_job(job, REEL_ARGUMENT, "chain.format", "all games of a chain must have the same format");
    if (status >= 0 && first) status = open_all(job, exports);
    for (size_t i = 0; status >= 0 && i < exports->count; i++) status = reel_export_origin(exports->open[i], game->id);
    if (status >= 0) status = feed(job, exports, reader);
    reel_close(reader);
    return status;
}

/* All games share one output, which is discarded if one of them cannot be read. */
static int export_chain(const struct arguments *arguments, const struct chain *chain, int worst)
{
    static const struct task task = { .findings = FINDINGS_BAD, .writes = true };
    struct exports exports = { .names = names_of(arguments, OPT_TABLE), .fields = names_of(arguments, OPT_FIELDS) };
    reel_status status = REEL_OK;
    struct job job = { 0 };
    for (size_t i = 0; i < chain->count && status >= 0; i++) {
        const struct input input = { .path = chain->games[i].input->path, .relative = (char *)"chain" };
        const char *output = value_of(arguments, OPT_OUTPUT);
        job_begin(&job, arguments, &input);
        job_chooses(&job);
        job.into_folder = output && (kind_of(output) == KIND_FOLDER || output[strlen(output) - 1] == '/');
        status = export_game(&job, &exports, &chain->games[i], i == 0);
        if (status < 0 || i + 1 == chain->count) status = close_all(&job, &exports, status);
        job_end(&job, &task, status);
        job_print_messages(&job);
        text_free(&job.err);
        text_free(&job.out);
        if (job.status > worst) worst = job.status;
    }
    free_exports(&exports);
    return worst;
}

static int run_chain(const struct arguments *arguments)
{
    struct inputs inputs = { 0 };
    struct chain chain;
    int status = inputs_find(&inputs, arguments, false) ? EXIT_FINE : EXIT_UNREADABLE;
    chain_find(&chain, arguments, &inputs, &status);
    if (!chain.count && status == EXIT_FINE) fprintf(stderr, "reel: no games to export\n");
    outputs_protect(arguments, inputs.data, inputs.count);
    hold_signals();
    if (chain.count) status = export_chain(arguments, &chain, status);
    release_signals();
    if (!print_done() || (!chain.count && status == EXIT_FINE)) status = EXIT_UNREADABLE;
    outputs_forget();
    chain_free(&chain);
    inputs_free(&inputs);
    end_if_interrupted();
    return status;
}

int run_export(const struct arguments *arguments)
{
    if (has(arguments, OPT_CSV_SAFE) && strcmp(kind_of_export(arguments), "csv") != 0)
        return usage_error(arguments->verb, "--csv-safe requires --to csv");
    if (has(arguments, OPT_COMPRESSION) && !kind_is_binary(kind_of_export(arguments)))
        return usage_error(arguments->verb, "--compression requires --to arrow, arrows or parquet");
    if (count_of(arguments, OPT_COMPRESSION, 0) > 22)
        return usage_error(arguments->verb, "the level of --compression is at most 22");
    if (has(arguments, OPT_AROUND) != has(arguments, OPT_WITHIN))
        return usage_error(arguments->verb, "--around TABLE and --within TIME are used together");
    if (has(arguments, OPT_AROUND) && (has(arguments, OPT_CHAIN) || has(arguments, OPT_FOLLOW)))
        return usage_error(arguments->verb, "--around cannot be combined with --chain or --follow");
    if (has(arguments, OPT_CHAIN) && has(arguments, OPT_FOLLOW))
        return usage_error(arguments->verb, "--chain and --follow cannot be combined");
    int refused = refuse_binary(arguments, kind_of_export(arguments));
    if (refused) return refused;
    if (has(arguments, OPT_CHAIN)) return run_chain(arguments);
    bool csv = !strcmp(kind_of_export(arguments), "csv"), follow = has(arguments, OPT_FOLLOW);
    if (follow && arguments->input_count > 1) return usage_error(arguments->verb, "--follow takes only one input");
    struct task task = { .work = export,
                         .writes = follow || !output_is_stdout(arguments),
                         .in_turn = true,
                         .holds = true,
                         .exporter = kind_of_export(arguments) };
    if (strcmp(task.exporter, "json") != 0) {
        task.collection = COLLECT_NAMED;
        task.ending = csv ? ".csv" : ".jsonl";
    }
    if (!kind_is_binary(kind_of_export(arguments))) return run_files(arguments, &task);
    char *ending = joined(".", kind_of_export(arguments), "");
    task.exporter = NULL; /* leading columns are for text */
    task.holds = false;   /* one export takes the rows of all files */
    task.ending = ending;
    task.finish = joined_finish;
    int status = run_files(arguments, &task);
    free(ending);
    return status;
}
