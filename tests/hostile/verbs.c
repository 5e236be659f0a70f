/* SPDX-License-Identifier: MIT
 * What the command can do with a file, each as one function over bytes in memory. Output goes nowhere. */
#include "hostile.h"

#include <math.h>
#include <reel/archive.h>
#include <reel/export.h>
#include <reel/insight.h>
#include <reel/plot.h>
#include <reel/sign.h>

unsigned hostile_runs;

static reel_status null_write(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context, (void)data, (void)error;
    steps_add(size / 16);
    return REEL_OK;
}

static reel_status null_commit(void *context, reel_error *error) { return (void)context, (void)error, REEL_OK; }

static void null_discard(void *context) { (void)context; }

static reel_sink null_sink(void) { return (reel_sink){ .write = null_write, .commit = null_commit, .discard = null_discard }; }

static reel_source source_of(const hostile_file *file) { return reel_source_memory(file->data, file->size); }

static reel_options options_of(const reel_allocator *memory, reel_report *report, void *context)
{
    return (reel_options){ REEL_SIZED(reel_options), .allocator = memory, .report = report, .report_context = context };
}

static reel_status run_info(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    reel_reader *reader;
    reel_status status = reel_open(source_of(file), &options, &reader, NULL);
    if (status < 0) return status;
    reel_close(reader);
    return REEL_OK;
}

static reel_status run_load(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    reel_replay *replay;
    reel_status status = reel_load(source_of(file), &options, &replay, NULL);
    if (status < 0) return status;
    const char *const *word = reel_replay_format(replay)->reader->conventions;
    reel_free(replay);
    while (word && *word && *++word) { /* the first is the default */
        options.convention = *word;
        status = reel_load(source_of(file), &options, &replay, NULL);
        if (status >= 0) reel_free(replay);
    }
    return status;
}

/* Reads without wanting any rows: what the rows would be charged with must be charged all the same. */
static reel_status run_skip(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    static const reel_table *const none[] = { NULL };
    reel_options options = options_of(memory, report, context);
    reel_replay *replay;
    options.tables = none;
    reel_status status = reel_load(source_of(file), &options, &replay, NULL);
    if (status >= 0) reel_free(replay);
    return status;
}

static reel_status run_check(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    return reel_check(source_of(file), &options, NULL);
}

static reel_status run_stats(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    reel_status worst = REEL_OK;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        const char *const *convention = (*insight)->conventions;
        do {
            reel_reader *reader;
            reel_replay *figures;
            reel_status status = reel_open(source_of(file), &options, &reader, NULL);
            if (status < 0) return status;
            reel_insight_options how = { REEL_SIZED(reel_insight_options),
                                         .allocator = memory,
                                         .tables = (*insight)->tables,
                                         .convention = convention ? *convention++ : NULL,
                                         .report = report,
                                         .report_context = context };
            if (reel_insight_takes(*insight, reel_reader_format(reader))) {
                hostile_runs++;
                status = reel_insight_run(*insight, reader, &how, &figures, NULL);
                if (status >= 0) reel_free(figures);
                if (status < 0) worst = status;
            }
            reel_close(reader);
        } while (convention && *convention);
    }
    return worst;
}

static reel_status run_plot(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    reel_plot_options how = { REEL_SIZED(reel_plot_options), .allocator = memory };
    reel_replay *replay;
    reel_status status = reel_load(source_of(file), &options, &replay, NULL);
    if (status < 0) return status;
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
        if (reel_plot_by_id(reel_replay_format(replay), (*plot)->id) == *plot) {
            reel_status drawn = reel_plot_draw(*plot, replay, null_sink(), &how, NULL);
            if (drawn < 0) status = drawn;
        }
    reel_status scene = reel_plot_scene(replay, NAN, null_sink(), &how, NULL);
    if (scene < 0 && scene != REEL_ARGUMENT) status = scene; /* not every format has one */
    reel_free(replay);
    return status;
}

static reel_status run_report(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    reel_plot_options how = { REEL_SIZED(reel_plot_options), .allocator = memory };
    reel_replay *replay;
    reel_status status = reel_load(source_of(file), &options, &replay, NULL);
    if (status < 0) return status;
    status = reel_plot_report(replay, null_sink(), &how, NULL);
    reel_free(replay);
    return status;
}

static reel_status export_as(const char *id, const hostile_file *file, const reel_options *options)
{
    reel_reader *reader;
    reel_status status = reel_open(source_of(file), options, &reader, NULL);
    if (status < 0) return status;
    const reel_format *format = reel_reader_format(reader);
    const reel_table *one[] = { NULL, NULL };
    size_t tables = strncmp(id, "json", 4) ? 0 : 1; /* CSV, Arrow and Parquet: the table with most fields */
    for (const reel_table *const *table = format->tables; !tables && *table; table++)
        if (!one[0] || (*table)->field_count > one[0]->field_count) one[0] = *table;
    reel_export_options how = { REEL_SIZED(reel_export_options), .flags = REEL_EXPORT_LABELS, .allocator = options->allocator,
                                .tables = one[0] ? one : NULL };
    reel_export *output;
    status = reel_export_open(reel_exporter_by_id(id), null_sink(), format, &how, &output, NULL);
    const reel_chunk *chunk;
    while (status >= 0 && (status = reel_next(reader, &chunk, NULL)) == REEL_OK) status = reel_export_chunk(output, chunk);
    if (output) status = reel_export_finish(output, NULL);
    reel_close(reader);
    return status;
}

static reel_status run_export(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    reel_status status = REEL_OK;
    for (const char *const *id = reel_exporter_ids(); *id && status >= 0; id++) status = export_as(*id, file, &options);
    return status;
}

static bool count_difference(void *context, const reel_difference *difference)
{
    (void)difference;
    ++*(uint64_t *)context;
    return true;
}

/* With itself, and with the part of it that two thirds of its bytes hold: pairs are found and missed. */
static reel_status run_diff(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    reel_replay *a, *b = NULL;
    uint64_t differences = 0;
    reel_status status = reel_load(source_of(file), &options, &a, NULL);
    if (status < 0) return status;
    status = reel_diff(a, a, true, count_difference, &differences, NULL, NULL);
    if (reel_load(reel_source_memory(file->data, file->size / 3 * 2), &options, &b, NULL) >= 0 &&
        reel_replay_format(a) == reel_replay_format(b))
        status = reel_diff(a, b, true, count_difference, &differences, NULL, NULL);
    reel_free(a);
    reel_free(b);
    return status;
}

static reel_status convert(const hostile_file *file, const reel_options *options, const reel_format *to,
                           const reel_convert_options *how)
{
    reel_memory made;
    hostile_runs++;
    reel_status status = reel_convert(source_of(file), options, to, reel_sink_memory(&made, options->allocator), how, NULL);
    if (status >= 0) reel_memory_free(&made);
    return status;
}

static reel_status run_convert(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    const reel_format *from = NULL;
    reel_status worst = REEL_OK;
    reel_identify(source_of(file), &options, &from, NULL, NULL);
    for (const reel_format *const *to = reel_formats(); *to; to++) {
        reel_status status = convert(file, &options, *to, NULL);
        if (status < 0 && status != REEL_UNSUPPORTED) worst = status;
        if (status >= 0 && *to != from)
            convert(file, &options, *to, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_CARRY });
    }
    return worst;
}

static reel_status run_repair(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    return convert(file, &options, NULL, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR });
}

static reel_status run_edit(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    static const char *const arguments[] = { "1", "-5", "0", "1000000", "240.5", "2147483647", "map_name" };
    reel_options options = options_of(memory, report, context);
    const reel_format *format;
    reel_status status = reel_identify(source_of(file), &options, &format, NULL, NULL);
    if (status < 0) return status;
    convert(file, &options, NULL, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE });
    static const reel_pseudonyms names = { REEL_SIZED(reel_pseudonyms), .key = "sixteen bytes or more", .key_size = 21,
                                           .times = REEL_BLUR };
    convert(file, &options, NULL, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .pseudonyms = &names });
    convert(file, &options, NULL,
            &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = 1, .has_to = true, .to = 1000 });
    for (const reel_operation *const *operation = format->operations; operation && *operation; operation++)
        for (size_t i = 0; i < ((*operation)->argument ? sizeof arguments / sizeof *arguments : 1); i++) {
            const reel_setting setting = { (*operation)->id, (*operation)->argument ? arguments[i] : NULL };
            convert(file, &options, NULL,
                    &(reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &setting, .operation_count = 1 });
        }
    return REEL_OK;
}

static bool merges(const reel_format *format)
{
    const reel_operation *const *operation = format->operations;
    while (operation && *operation && strcmp((*operation)->id, REEL_OPERATION_MERGE) != 0) operation++;
    return operation && *operation;
}

static reel_status run_merge(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    const reel_format *format;
    reel_status status = reel_identify(source_of(file), &options, &format, NULL, NULL);
    if (status < 0 || !merges(format)) return status;
    reel_source others[] = { source_of(file), source_of(file) };
    return convert(file, &options, NULL,
                   &(reel_convert_options){ REEL_SIZED(reel_convert_options), .merge = others, .merge_count = 2 });
}

/* Makes an index and reads a span by it, and by one whose middle is changed. */
static reel_status run_index(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    reel_memory index;
    reel_status status = reel_index(source_of(file), &options, 1000, reel_sink_memory(&index, memory), NULL);
    if (status < 0) return status;
    options.has_from = options.has_to = true;
    options.from = 10;
    options.to = 1000000;
    for (int changed = 0; changed < 2; changed++) {
        reel_replay *replay;
        options.index = (reel_bytes){ index.data, index.size };
        if (changed) index.data[index.size / 2] ^= 0x55;
        if (reel_load(source_of(file), &options, &replay, NULL) >= 0) reel_free(replay);
    }
    reel_memory_free(&index);
    return REEL_OK;
}

static bool count_member(void *context, const reel_member *member)
{
    (void)member;
    ++*(uint64_t *)context;
    return true;
}

static reel_status run_members(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    uint64_t members = 0;
    return reel_archive_list(source_of(file), &options, count_member, &members, NULL);
}

static reel_status run_unpack(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    return reel_unpack(source_of(file), &options, null_sink(), NULL);
}

static reel_status run_verify(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context)
{
    reel_options options = options_of(memory, report, context);
    reel_mark *mark;
    reel_status status = reel_verify(source_of(file), &options, NULL, &mark, NULL);
    reel_mark_free(mark);
    return status;
}

const hostile_verb hostile_verbs[] = {
    { "info", run_info },
    { "load", run_load },
    { "skip", run_skip },
    { "check", run_check },
    { "stats", run_stats },
    { "plot", run_plot },
    { "report", run_report },
    { "export", run_export },
    { "diff", run_diff },
    { "convert", run_convert },
    { "repair", run_repair },
    { "edit", run_edit },
    { "merge", run_merge },
    { "index", run_index },
    { "members", run_members },
    { "unpack", run_unpack },
    { "verify", run_verify },
    { "play", run_play },
    { NULL, NULL },
};
