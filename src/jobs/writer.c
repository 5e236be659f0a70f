/* SPDX-License-Identifier: MIT */
#include "jobs/writer.h"
#include "containers/archive.h"
#include "core/options.h"
#include "core/text.h"
#include "jobs/row_rules.h"

#include <reel/archive.h>

struct reel_writer {
    reel_allocator allocator;
    const reel_format *format;
    encoder_run run;
    reel_chunk *staged;                                                             /* rows that the format has not got yet */
    uint64_t staged_bytes;                                                          /* of its rows, without their strings */
    reel_status (*accepts)(const reel_table *, const void *, size_t, reel_error *); /* of the format, or NULL */
    const reel_table *joined; /* of the format; NULL: none, or an archive is written */
    const reel_table *table;  /* that rows were appended to last, with its list in `staged`: it need not be found for each row */
    reel_row_list *list;
    text_fields texts; /* of `table` */
    bool ruled;        /* table_has_rules, or the table is one of `header` */
    row_rules rules;
    row_spool spool;
    archive_writer *archive; /* NULL: a file of the format is written */
    reel_chunk *header;      /* of an archive: all rows of HEADER tables, which each record of a header repeats */
    bool header_waits;       /* some of them are in no record yet */
    reel_status status;      /* the first failure, which sticks: run.error says why */
    bool complete;
    bool sink_is_gone;          /* committed or discarded by a call that failed */
    reel_error refused;         /* why rows were refused, the last time */
    reel_error spool_error;     /* why the spool was lost */
    uint64_t refusals;          /* calls */
    reel_sink sink;             /* what run.sink passes on to, if there is a progress callback */
    reel_write_options options; /* as given; read again for another sink */
    uint64_t written;
};

enum {
    BATCH_BYTES = 65536,  /* a format that streams gets its rows in batches of about this size */
    CHUNK_BYTES = 1 << 20 /* an archive gets chunks of at most about this size */
};

/* A library for recorders has no archives. Compilers leave out what a constant rules out. */
#ifdef REEL_RECORD_ONLY
enum { HAS_ARCHIVES = 0 };
#else
enum { HAS_ARCHIVES = 1 };
#endif

static archive_writer *archive_of(const reel_writer *writer) { return HAS_ARCHIVES ? writer->archive : NULL; }

static reel_status no_memory(reel_error *error)
{
    reel__memory_fail(error);
    return REEL_MEMORY; /* as a constant: gcc -fanalyzer sees that there is no writer only after a failure */
}

static reel_status stick(reel_writer *writer, reel_status status)
{
    if (status >= 0 || writer->status < 0) return writer->status;
    writer->run.error.status = status;
    return writer->status = status;
}

static reel_status return_error(const reel_writer *writer, reel_error *error)
{
    if (writer->status < 0 && error) *error = writer->run.error;
    return writer->status;
}

/* ---- progress ----------------------------------------------------------------------------------------------------- */

static reel_status watched_write(void *context, const void *data, size_t size, reel_error *error)
{
    reel_writer *writer = context;
    reel_status status = writer->sink.write(writer->sink.context, data, size, error);
    if (status < 0) return status;
    writer->written += size;
    const reel_progress progress = { .read = writer->written, .size = REEL_UNKNOWN_SIZE, .work = writer->written };
    if (writer->options.on_progress(writer->options.progress_context, &progress)) return status;
    return reel_fail(error, REEL_CANCELLED, "reel.cancelled", "", writer->written, "stopped by the caller");
}

static reel_status watched_flush(void *context, reel_error *error)
{
    const reel_writer *writer = context;
    return writer->sink.flush(writer->sink.context, error);
}

static reel_status watched_reopen(void *context, reel_source *source, reel_error *error)
{
    const reel_writer *writer = context;
    return writer->sink.reopen(writer->sink.context, source, error);
}

static reel_status watched_commit(void *context, reel_error *error)
{
    const reel_writer *writer = context;
    return writer->sink.commit(writer->sink.context, error);
}

static void watched_discard(void *context)
{
    const reel_writer *writer = context;
    writer->sink.discard(writer->sink.context);
}

static reel_status watched_patch(void *context, uint64_t offset, const void *data, size_t size, reel_error *error)
{
    const reel_writer *writer = context;
    return writer->sink.patch(writer->sink.context, offset, data, size, error);
}

/* The sink that the encoder gets. */
static reel_sink watched(reel_writer *writer, reel_sink sink)
{
    if (!writer->options.on_progress) return sink;
    writer->sink = sink;
    writer->written = 0;
    return (reel_sink){ .context = writer,
                        .write = watched_write,
                        .flush = sink.flush ? watched_flush : NULL,
                        .reopen = sink.reopen ? watched_reopen : NULL,
                        .commit = watched_commit,
                        .discard = watched_discard,
                        .patch = sink.patch ? watched_patch : NULL };
}

/* ---- the writer --------------------------------------------------------------------------------------------------- */

static void discard_sink(reel_writer *writer)
{
    if (!writer->sink_is_gone) writer->run.sink.discard(writer->run.sink.context);
    writer->sink_is_gone = true;
}

static void writer_free(reel_writer *writer)
{
    if (archive_of(writer)) reel__archive_free(archive_of(writer));
    reel__memory_drop(&writer->allocator, writer->archive);
    reel__encoder_end(&writer->run);
    reel__chunk_free(writer->staged);
    reel__chunk_free(writer->header);
    reel__row_rules_end(&writer->rules, &writer->allocator);
    reel_allocator allocator = writer->allocator;
    reel__memory_drop(&allocator, writer);
}

static reel_status start_archive(reel_writer *writer, const reel_write_options *options)
{
    reel_archive_options how;
    reel__memory_options(&how, sizeof how, options->archive);
    const coder_options coder = reel__archive_coder(&how);
    const reel_status known = reel__options_are_known(how.struct_size, &writer->run.error);
    if (known < 0) return known;
    writer->run.allocator = writer->allocator;
    writer->run.error = (reel_error){ .rule = "", .section = "" };
    writer->run.encoder.reporter = (reel_reporter){ options->report, options->report_context };
    writer->archive = reel__memory_new(&writer->allocator, sizeof *writer->archive);
    if (!writer->archive) return no_memory(&writer->run.error);
    return reel__archive_begin(archive_of(writer), writer->format, how.id ? how.id : "", &coder, how.chunk_rows,
                               &writer->run.sink, &writer->allocator, &writer->run.error);
}

static reel_status start(reel_writer *writer, const reel_write_options *options)
{
    if (options->archive && !HAS_ARCHIVES)
        return reel_fail(&writer->run.error, REEL_UNSUPPORTED, "reel.record-only", "", 0, "this build writes no archives");
    reel_status status = HAS_ARCHIVES && options->archive
                             ? start_archive(writer, options)
                             : reel__encoder_begin(&writer->run, writer->format, writer->run.sink, options, &writer->allocator);
    if (status < 0) return status;
    writer->joined = archive_of(writer) ? NULL : writer->run.facet->joined;
    const reel_table *const *tables = writer->format->tables;
    writer->staged = reel__chunk_new(tables, tables, UINT64_MAX, &writer->allocator);
    if (archive_of(writer)) writer->header = reel__chunk_new(tables, tables, UINT64_MAX, &writer->allocator);
    const bool ready = reel__row_rules_begin(&writer->rules, tables, &writer->allocator) && writer->staged;
    return ready && (writer->header || !archive_of(writer)) ? REEL_OK : no_memory(&writer->run.error);
}

reel_status reel_create(reel_sink sink, const reel_format *format, const reel_write_options *given, reel_writer **writer,
                        reel_error *error)
{
    reel_write_options options;
    reel__memory_options(&options, sizeof options, given);
    reel_allocator allocator = reel__memory_allocator(options.allocator);
    *writer = NULL;
    reel_status known = reel__options_are_known(options.struct_size, error);
    reel_writer *fresh = known < 0 ? NULL : reel__memory_new(&allocator, sizeof *fresh);
    if (!fresh) {
        sink.discard(sink.context);
        return known < 0 ? known : no_memory(error);
    }
    fresh->allocator = allocator;
    fresh->format = format;
    fresh->accepts = format->writer ? format->writer->accepts : NULL;
    fresh->options = options;
    fresh->run.sink = watched(fresh, sink); /* to be discarded, wherever it fails */
    if (stick(fresh, start(fresh, &options)) < 0) {
        reel_status status = return_error(fresh, error);
        reel_discard(fresh);
        return status;
    }
    *writer = fresh;
    return REEL_OK;
}

/* The spool is a net, not the rope: the recording goes on without it. What it holds stays until the writer ends. */
static void lose_spool(reel_writer *writer)
{
    reel_find(&writer->run.encoder.reporter,
              (reel_finding){ .rule = "spool.lost", .severity = REEL_WARNING, .section = "spool", .offset = REEL_NO_OFFSET },
              "spool disabled, a crash will lose later rows: %s", writer->spool_error.message);
    writer->spool.lost = true;
    reel_memory_free(&writer->spool.block);
}

reel_status reel_spool(reel_writer *writer, reel_sink spool, uint64_t (*clock_ms)(void), reel_error *error)
{
    if (writer->spool.open || !reel__chunk_empty(writer->staged)) {
        spool.discard(spool.context);
        return reel_fail(error, REEL_ARGUMENT, "spool.late", "", 0, "a spool can be started only once, before the first row");
    }
    if (reel__spool_open(&writer->spool, spool, writer->format, clock_ms, &writer->allocator, &writer->spool_error) < 0)
        lose_spool(writer);
    return return_error(writer, error);
}

/* Whether rows leave before the file is complete. */
static bool passes_on(const reel_writer *writer) { return archive_of(writer) || writer->run.facet->rows; }

/* Whether enough rows wait for an archive or a format that streams. `list`: one that has got rows. */
static bool is_due(const reel_writer *writer, const reel_row_list *list)
{
    uint64_t bytes = writer->staged_bytes + writer->staged->strings.total;
    if (!archive_of(writer)) return writer->run.facet->rows && bytes >= BATCH_BYTES;
    return list->count >= archive_of(writer)->part_rows || bytes >= CHUNK_BYTES;
}

/* Whether the table's rows are kept in `header`. */
static bool heads_archive(const reel_writer *writer, const reel_table *table)
{
    return archive_of(writer) && table->flags & REEL_TABLE_HEADER;
}

/* Whether there are rows that no row of a FIRST table may follow. */
static bool has_begun(const reel_writer *writer)
{
    for (size_t i = 0; i < writer->staged->count; i++)
        if (writer->staged->lists[i].count && !(writer->staged->tables[i]->flags & REEL_TABLE_FIRST)) return true;
    return writer->rules.begun;
}

/* A record of the header has all of its rows. */
static reel_status stage_header(reel_writer *writer)
{
    const reel_chunk *header = writer->header;
    for (size_t i = 0; writer->header_waits && i < header->count; i++)
        if (reel__chunk_append(writer->staged, header->tables[i], header->lists[i].data, header->lists[i].count) < 0)
            return stick(writer, no_memory(&writer->run.error));
    writer->header_waits = false;
    return writer->status;
}

/* Hands on the rows that wait. */
static reel_status pass_on(reel_writer *writer)
{
    if (writer->status < 0 || !passes_on(writer) || stage_header(writer) < 0 || reel__chunk_empty(writer->staged))
        return writer->status;
    writer->rules.begun = has_begun(writer);
    stick(writer, archive_of(writer) ? reel__archive_add(archive_of(writer), writer->staged)
                                     : writer->run.facet->rows(&writer->run.encoder, writer->staged));
    reel__chunk_reset(writer->staged);
    writer->staged_bytes = 0;
    return writer->status;
}

static bool spools(const reel_writer *writer) { return writer->spool.open && !writer->spool.lost; }

/* The list of a table in `staged`; NULL: the format has no such table. */
static reel_row_list *find_list(reel_writer *writer, const reel_table *table)
{
    if (table == writer->table) return writer->list;
    reel_row_list *list = reel__chunk_list(writer->staged, table);
    if (!list) return NULL;
    writer->table = table;
    writer->texts = reel__table_texts(table);
    writer->ruled = table_has_rules(table) || heads_archive(writer, table);
    return writer->list = list;
}

static reel_status refuse_table(reel_writer *writer, const reel_table *table)
{
    return stick(writer, reel_fail(&writer->run.error, REEL_ARGUMENT, "reel.foreign-table", "", 0, "%s has no table called %s",
                                   writer->format->name, table->name));
}

/* Keeps rows until they are handed on. */
static inline reel_status stage(reel_writer *writer, reel_row_list *list, const void *rows, size_t count)
{
    const reel_table *table = list->table;
    if (!writer->texts.end && count == 1 && list->count < list->capacity) /* what a game does in each frame, without a call */
        memcpy(list->data + list->count++ * table->row_size, rows, table->row_size);
    else if (reel__chunk_append_to(list, rows, count, writer->texts) < 0)
        return stick(writer, no_memory(&writer->run.error));
    writer->staged_bytes += (uint64_t)count * table->row_size;
    if (spools(writer) && reel__spool_append(&writer->spool, table, rows, count, &writer->spool_error) < 0) lose_spool(writer);
    return writer->status;
}

static reel_status refuse_passed(reel_error *error)
{
    return reel_fail(error, REEL_UNSUPPORTED, "writer.passed", "", 0, "rows have been written already");
}

static reel_status refuse(reel_writer *writer, reel_status status)
{
    writer->refused.status = status;
    writer->refusals++;
    return status;
}

/* Whether rows can be in a file at all: the format says so before they are kept. */
static reel_status accept(reel_writer *writer, const reel_table *table, const void *rows, size_t count)
{
    if (!writer->accepts) return REEL_OK;
    reel_status status = writer->accepts(table, rows, count, &writer->refused);
    return status < 0 ? refuse(writer, status) : REEL_OK;
}

const reel_error *reel_writer_error(const reel_writer *writer)
{
    if (writer->status < 0) return &writer->run.error;
    return writer->refusals ? &writer->refused : NULL;
}

/* Keeps rows of a table that has rules. */
static reel_status stage_ruled(reel_writer *writer, reel_row_list *list, const void *rows, size_t count)
{
    if (!heads_archive(writer, list->table)) return stage(writer, list, rows, count);
    if (reel__chunk_append(writer->header, list->table, rows, count) < 0) return stick(writer, no_memory(&writer->run.error));
    writer->header_waits = true;
    if (spools(writer) && reel__spool_append(&writer->spool, list->table, rows, count, &writer->spool_error) < 0)
        lose_spool(writer);
    return writer->status;
}

static reel_status append_ruled(reel_writer *writer, reel_row_list *list, const void *rows, size_t count)
{
    writer->rules.begun = has_begun(writer);
    reel_status status = reel__row_rules_take(&writer->rules, list->table, rows, &count, &writer->refused);
    return status < 0 ? refuse(writer, status) : stage_ruled(writer, list, rows, count);
}

/* Hands rows on only before those of a table that is not the joined one. */
static reel_status append_joined(reel_writer *writer, reel_row_list *list, const void *rows, size_t count)
{
    if (list->table != writer->joined && is_due(writer, list) && pass_on(writer) < 0) return writer->status;
    return stage(writer, list, rows, count);
}

reel_status reel_append(reel_writer *writer, const reel_table *table, const void *rows, size_t count)
{
    if (writer->status < 0) return writer->status;
    reel_row_list *list = find_list(writer, table);
    if (!list) return refuse_table(writer, table);
    reel_status status = accept(writer, table, rows, count);
    if (status < 0) return status;
    if (writer->ruled) return append_ruled(writer, list, rows, count);
    if (writer->joined) return append_joined(writer, list, rows, count);
    return stage(writer, list, rows, count) == REEL_OK && is_due(writer, list) ? pass_on(writer) : writer->status;
}

/* A row that may have been written stays. The same one again is fine. */
static reel_status refuse_other(reel_writer *writer, const reel_table *table, const void *row)
{
    size_t count = 1;
    if (reel__row_rules_take(&writer->rules, table, row, &count, &writer->refused) == REEL_OK) return REEL_OK;
    return refuse(writer, refuse_passed(&writer->refused));
}

reel_status reel_replace(reel_writer *writer, const reel_table *table, const void *row)
{
    if (writer->status < 0) return writer->status;
    reel_row_list *list = find_list(writer, table);
    if (!list) return refuse_table(writer, table);
    if (!(table->flags & REEL_TABLE_ONE_ROW))
        return refuse(writer, reel_fail(&writer->refused, REEL_ARGUMENT, "writer.many-rows", table->name, 0,
                                        "a replay may have many rows of %s", table->name));
    reel_status status = accept(writer, table, row, 1);
    if (status < 0) return status;
    if (!reel__row_rules_has(&writer->rules, table)) return append_ruled(writer, list, row, 1);
    if (passes_on(writer) && !heads_archive(writer, table)) return refuse_other(writer, table, row);
    reel__row_rules_replace(&writer->rules, table, row);
    chunk_forget(heads_archive(writer, table) ? reel__chunk_list(writer->header, table) : list);
    return stage_ruled(writer, list, row, 1);
}

static bool has_header(const reel_chunk *chunk)
{
    for (size_t i = 0; i < chunk->count; i++)
        if (chunk->lists[i].count && chunk->tables[i]->flags & REEL_TABLE_HEADER) return true;
    return false;
}

/* Whether rows of a chunk go to the encoder or the archive without being copied: for an archive, if they are many. */
static bool passes_whole(const reel_writer *writer, const reel_chunk *chunk)
{
    if (chunk->tables != writer->format->tables) return false;
    if (!archive_of(writer)) return writer->run.facet->rows != NULL;
    return reel__chunk_bytes(chunk) >= CHUNK_BYTES && !(has_header(chunk) && has_header(writer->header));
}

static reel_status pass_whole(reel_writer *writer, const reel_chunk *chunk)
{
    if (pass_on(writer) < 0) return writer->status;
    if (spools(writer) && reel__spool_append_chunk(&writer->spool, chunk, &writer->spool_error) < 0) lose_spool(writer);
    if (!archive_of(writer)) return stick(writer, writer->run.facet->rows(&writer->run.encoder, chunk));
    for (size_t i = 0; i < chunk->count; i++)
        if (heads_archive(writer, chunk->tables[i]) &&
            reel__chunk_append(writer->header, chunk->tables[i], chunk->lists[i].data, chunk->lists[i].count) < 0)
            return stick(writer, no_memory(&writer->run.error));
    return stick(writer, reel__archive_add(archive_of(writer), chunk));
}

/* Puts the byte order mark of the file that the rows are from. */
static void put_mark(reel_writer *writer, const reel_chunk *chunk)
{
    reel_output *out = &writer->run.out;
    if (!chunk->marked || archive_of(writer) || chunk->tables != writer->format->tables || reel_put_offset(out)) return;
    reel_put(out, text_mark, sizeof text_mark);
}

static bool is_foreign(const reel_writer *writer, const reel_chunk *chunk, const reel_table **table)
{
    for (size_t i = 0; chunk->tables != writer->format->tables && i < chunk->count; i++) {
        *table = chunk->tables[i];
        if (!reel__chunk_list(writer->staged, *table)) return true;
    }
    return false;
}

/* Rows of a chunk stay together, as those of an archive's record do. */
reel_status reel_append_chunk(reel_writer *writer, const reel_chunk *chunk)
{
    const reel_table *foreign;
    if (writer->status < 0) return writer->status;
    if (is_foreign(writer, chunk, &foreign)) return refuse_table(writer, foreign);
    put_mark(writer, chunk);
    writer->rules.begun = has_begun(writer);
    const bool repeats = reel__row_rules_repeat(&writer->rules, chunk);
    if (!repeats && stick(writer, reel__row_rules_take_chunk(&writer->rules, chunk, &writer->run.error)) < 0)
        return writer->status;
    if (!repeats && passes_whole(writer, chunk)) return pass_whole(writer, chunk);
    bool due = false;
    for (size_t i = 0; i < chunk->count && writer->status == REEL_OK; i++) {
        const reel_row_list *from = &chunk->lists[i];
        reel_row_list *list = find_list(writer, from->table);
        size_t count = from->count;
        if (repeats && writer->ruled)
            stick(writer, reel__row_rules_take(&writer->rules, from->table, from->data, &count, &writer->run.error));
        if (writer->status == REEL_OK && stage_ruled(writer, list, from->data, count) == REEL_OK)
            due = is_due(writer, list) || due;
    }
    return writer->status == REEL_OK && due ? pass_on(writer) : writer->status;
}

reel_status reel_flush(reel_writer *writer, reel_error *error)
{
    if (spools(writer) && reel__spool_flush(&writer->spool, &writer->spool_error) < 0) lose_spool(writer);
    if (passes_on(writer) && pass_on(writer) == REEL_OK) {
        if (!archive_of(writer)) stick(writer, reel__output_flush(&writer->run.out));
        if (writer->status == REEL_OK && writer->run.sink.flush)
            stick(writer, writer->run.sink.flush(writer->run.sink.context, &writer->run.error));
    }
    return return_error(writer, error);
}

/* Ends the file with the rows in `staged`, or with those that have been passed on (NULL). */
static reel_status complete(reel_writer *writer, const reel_chunk *staged)
{
    const archive_original none = { .known = false };
    if (writer->status == REEL_OK)
        stick(writer,
              archive_of(writer) ? reel__archive_end(archive_of(writer), &none) : reel__encoder_finish(&writer->run, staged));
    writer->complete = true;
    return writer->status;
}

reel_status reel__writer_complete(reel_writer *writer, reel_error *error)
{
    if (writer->complete) return return_error(writer, error);
    pass_on(writer);
    complete(writer, passes_on(writer) ? NULL : writer->staged);
    return return_error(writer, error);
}

reel_sink *reel__writer_sink(reel_writer *writer) { return &writer->run.sink; }

reel_encoder *reel__writer_encoder(reel_writer *writer) { return &writer->run.encoder; }

reel_status reel_drop_after(reel_writer *writer, double time, reel_error *error)
{
    if (writer->status < 0) return return_error(writer, error);
    if (passes_on(writer)) return refuse_passed(error);
    reel__chunk_drop_after(writer->staged, time);
    if (spools(writer) && reel__spool_drop_after(&writer->spool, time, &writer->spool_error) < 0) lose_spool(writer);
    return REEL_OK;
}

/* Begins the file again, in another sink. */
static void restart(reel_writer *writer, const reel_sink *elsewhere)
{
    discard_sink(writer);
    reel__encoder_end(&writer->run);
    memset(&writer->run, 0, sizeof writer->run);
    writer->status = REEL_OK;
    writer->complete = false;
    writer->sink_is_gone = false;
    reel_sink sink = watched(writer, *elsewhere);
    reel_status status = reel__encoder_begin(&writer->run, writer->format, sink, &writer->options, &writer->allocator);
    writer->run.sink = sink; /* to be discarded, wherever it fails */
    stick(writer, status);
}

/* Completes the file and gives it its name. The sink is gone afterwards. */
static reel_status commit(reel_writer *writer, reel_error *error)
{
    reel__writer_complete(writer, NULL);
    if (writer->status == REEL_OK) {
        writer->sink_is_gone = true;
        stick(writer, writer->run.sink.commit(writer->run.sink.context, &writer->run.error));
    }
    discard_sink(writer);
    return return_error(writer, error);
}

/* Frees a writer that has ended, well or not. */
static void end(reel_writer *writer)
{
    if (writer->refusals)
        reel_find(&(reel_reporter){ writer->options.report, writer->options.report_context },
                  (reel_finding){
                      .rule = "writer.refused", .severity = REEL_WARNING, .offset = REEL_NO_OFFSET, .count = writer->refusals },
                  "rows were refused as they were appended, most recently: %s", writer->refused.message);
    reel_error ignored;
    reel__spool_close(&writer->spool, writer->complete && writer->status == REEL_OK, &ignored);
    writer_free(writer);
}

reel_status reel_try_finish(reel_writer *writer, const reel_sink *elsewhere, reel_error *error)
{
    bool broken = writer->status < 0 && !writer->complete; /* rows are missing */
    if (elsewhere && (broken || passes_on(writer))) elsewhere->discard(elsewhere->context);
    if (broken) return return_error(writer, error);
    if (elsewhere && passes_on(writer)) return refuse_passed(error);
    if (!elsewhere && writer->sink_is_gone)
        return reel_fail(error, REEL_ARGUMENT, "writer.sink", "", 0, "the writer's own sink is gone: give another one");
    if (elsewhere) restart(writer, elsewhere);
    reel_status status = commit(writer, error);
    if (status == REEL_OK) end(writer);
    return status;
}

reel_status reel_finish(reel_writer *writer, reel_error *error)
{
    reel_status status = commit(writer, error);
    end(writer);
    return status;
}

void reel_discard(reel_writer *writer)
{
    if (!writer) return;
    reel_error ignored;
    reel__spool_close(&writer->spool, false, &ignored);
    discard_sink(writer);
    writer_free(writer);
}

reel_status reel_write(const reel_chunk *chunk, const reel_format *format, reel_sink sink, const reel_write_options *options,
                       reel_error *error)
{
    reel_writer *writer;
    reel_status status = reel_create(sink, format, options, &writer, error);
    if (status < 0) return status;
    put_mark(writer, chunk);
    const bool known = chunk->tables == format->tables && !archive_of(writer);
    if (!known || reel__row_rules_repeat(&writer->rules, chunk)) { /* rows of other tables, or too many: appending says so */
        reel_append_chunk(writer, chunk);
    } else if (format->writer->rows) {
        stick(writer, format->writer->rows(&writer->run.encoder, chunk));
        complete(writer, NULL);
    } else {
        complete(writer, chunk);
    }
    return reel_finish(writer, error);
}
