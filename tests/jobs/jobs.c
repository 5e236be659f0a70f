/* SPDX-License-Identifier: MIT */
#include "jobs.h"

#include <reel/archive.h>
#include <reel/arrow.h>
#include <reel/export.h>
#include <reel/insight.h>
#include <reel/match.h>
#include <stdio.h>
#include <string.h>

/* ---- output of jobs that have none ------------------------------------------------------------------------------ */

static reel_status write_result(job_call *call, reel_status status, const void *data, size_t size)
{
    if (status >= 0) status = call->sink.write(call->sink.context, data, size, call->error);
    if (status >= 0) return call->sink.commit(call->sink.context, call->error);
    call->sink.discard(call->sink.context);
    return status;
}

/* ---- archives ----------------------------------------------------------------------------------------------------- */

static reel_status pack_with(job_call *call, const reel_archive_options *how)
{
    reel_packed packed;
    return reel_pack(call->source, call->options, how, call->sink, &packed, call->error);
}

static reel_status pack(job_call *call) { return pack_with(call, NULL); }

static reel_status pack_small(job_call *call)
{
    return pack_with(call, &(reel_archive_options){ REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_FAST, .chunk_rows = 7,
                                                    .id = "a/b" });
}

static reel_status pack_stored(job_call *call)
{
    return pack_with(call,
                     &(reel_archive_options){ REEL_SIZED(reel_archive_options), .stored = true, .named = true, .id = "stored" });
}

static reel_status pack_rounded(job_call *call)
{
    return pack_with(call,
                     &(reel_archive_options){ REEL_SIZED(reel_archive_options), .position_error = 1e-4, .rotation_error = 0.05 });
}

static reel_status unpack(job_call *call) { return reel_unpack(call->source, call->options, call->sink, call->error); }

static reel_status unpack_second(job_call *call)
{
    reel_options options = *call->options;
    options.member = "#2";
    return reel_unpack(call->source, &options, call->sink, call->error);
}

typedef struct list_text {
    char text[1024];
    size_t size;
} list_text;

static bool list_member(void *context, const reel_member *member)
{
    list_text *list = context;
    list->size += (size_t)snprintf(list->text + list->size, sizeof list->text - list->size, "%d %s %s\n", (int)member->number,
                                   member->name, member->format ? member->format->id : "-");
    return list->size < sizeof list->text - 200;
}

static reel_status list(job_call *call)
{
    list_text found = { .size = 0 };
    reel_status status = reel_archive_list(call->source, call->options, list_member, &found, call->error);
    return write_result(call, status, found.text, found.size);
}

static reel_status walk(job_call *call)
{
    list_text found = { .size = 0 };
    reel_members *members;
    const reel_member *member;
    reel_status status = reel_members_open(call->source, call->options->allocator, &members, call->error);
    while (status >= 0 && members && (status = reel_members_next(members, &member, call->error)) == REEL_OK)
        list_member(&found, member);
    reel_members_close(members);
    return write_result(call, status, found.text, found.size);
}

/* ---- rows ----------------------------------------------------------------------------------------------------------- */

static uint64_t rows_of(const reel_format *format, const reel_chunk *chunk)
{
    uint64_t rows = 0;
    size_t count;
    for (const reel_table *const *table = format->tables; *table; table++) {
        reel_chunk_rows(chunk, *table, &count);
        rows += count;
    }
    return rows;
}

static reel_status count_rows(job_call *call, const reel_options *options)
{
    reel_reader *reader;
    const reel_chunk *chunk;
    uint64_t rows = 0;
    reel_status status = reel_open(call->source, options, &reader, call->error);
    if (status >= 0) {
        while ((status = reel_next(reader, &chunk, call->error)) == REEL_OK) rows += rows_of(reel_reader_format(reader), chunk);
        reel_close(reader);
    }
    return write_result(call, status, &rows, sizeof rows);
}

static reel_status read_all_rows(job_call *call) { return count_rows(call, call->options); }

static reel_status read_selected(job_call *call)
{
    static const char *const select[] = { "frames.head_position", "notes", NULL };
    reel_options options = *call->options;
    options.select = select;
    options.has_from = options.has_to = true;
    options.from = 0.01;
    options.to = 1000;
    return count_rows(call, &options);
}

static reel_status hash(job_call *call)
{
    uint8_t sum[REEL_HASH_SIZE] = { 0 };
    reel_status status = reel_content_hash(call->source, call->options, sum, call->error);
    return write_result(call, status, sum, sizeof sum);
}

static reel_status survey(job_call *call)
{
    reel_survey found = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK | REEL_SURVEY_HASH, .insights = reel_insights() };
    reel_status status = reel_survey_run(call->source, call->options, &found, call->error);
    return write_result(call, status, found.hash, sizeof found.hash);
}

static reel_status fingerprint(job_call *call)
{
    reel_reader *reader;
    reel_motion *motion = NULL;
    const reel_motion_options how = { REEL_SIZED(reel_motion_options), .allocator = call->options->allocator };
    reel_status status = reel_open(call->source, call->options, &reader, call->error);
    if (status >= 0) {
        status = reel_motion_read(reader, &how, &motion, call->error);
        reel_close(reader);
    }
    reel_bytes found = status >= 0 ? reel_motion_fingerprint(motion) : (reel_bytes){ NULL, 0 };
    status = write_result(call, status, found.data, found.size);
    reel_motion_free(motion);
    return status;
}

static reel_status index_every(job_call *call) { return reel_index(call->source, call->options, 2, call->sink, call->error); }

/* ---- columns ------------------------------------------------------------------------------------------------------- */

typedef struct first_failure {
    reel_error error;
    bool failed;
} first_failure;

static void keep_failure(void *context, const char *path, const reel_error *error)
{
    first_failure *first = context;
    (void)path;
    if (!first->failed) first->error = *error;
    first->failed = true;
}

static reel_status stream_with(job_call *call, const char *table, uint32_t flags)
{
    first_failure failure = { .failed = false };
    const reel_arrow_options how = { REEL_SIZED(reel_arrow_options),
                                     .flags = flags,
                                     .allocator = call->options->allocator,
                                     .row_column = "row",
                                     .file_column = "file",
                                     .file = "a file",
                                     .batch_rows = 3,
                                     .observer = { &failure, keep_failure, NULL } };
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    uint64_t rows = 0;
    reel_status status = reel_arrow_stream(call->source, call->options, table, &how, &stream, call->error);
    if (status >= 0) {
        int result = stream.get_schema(&stream, &schema);
        if (!result) schema.release(&schema);
        for (bool more = !result; more;) {
            struct ArrowArray array;
            result = stream.get_next(&stream, &array);
            more = !result && array.release;
            if (!more) break;
            rows += (uint64_t)array.length;
            array.release(&array);
        }
        if (result && !failure.failed) failure.error = (reel_error){ .status = REEL_MEMORY, .rule = "", .message = "the stream" };
        if (result) *call->error = failure.error, status = failure.error.status;
        stream.release(&stream);
    }
    return write_result(call, status, &rows, sizeof rows);
}

static reel_status stream_frames(job_call *call) { return stream_with(call, "frames", 0); }
static reel_status stream_lists(job_call *call) { return stream_with(call, "frames", REEL_ARROW_LISTS | REEL_ARROW_LABELS); }
static reel_status stream_structs(job_call *call) { return stream_with(call, "notes", REEL_ARROW_STRUCTS | REEL_ARROW_LABELS); }
static reel_status stream_plain(job_call *call) { return stream_with(call, "notes", REEL_ARROW_PLAIN); }

/* ---- marks --------------------------------------------------------------------------------------------------------- */

static reel_status sign_with(job_call *call, uint32_t flags)
{
    const reel_sign_options how = { REEL_SIZED(reel_sign_options), .flags = flags, .time = 1700000000, .challenge = "5f21c0",
                                    .file = "a b" };
    return reel_sign(call->source, call->options, call->key, &how, call->sink, call->error);
}

static reel_status sign(job_call *call) { return sign_with(call, 0); }
static reel_status sign_detached(job_call *call) { return sign_with(call, REEL_SIGN_DETACHED); }

static reel_status verify(job_call *call)
{
    reel_mark *mark;
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(call->key), .key_count = 1 };
    reel_status status = reel_verify(call->source, call->options, &how, &mark, call->error);
    uint32_t problems = status >= 0 ? mark->problems : 0;
    reel_mark_free(mark);
    return write_result(call, status, &problems, sizeof problems);
}

static reel_status can_embed(job_call *call)
{
    bool embeds = false;
    reel_status status = reel_can_embed_mark(call->source, call->options, &embeds, call->error);
    return write_result(call, status, &embeds, sizeof embeds);
}

/* ---- exports and files ------------------------------------------------------------------------------------------- */

static reel_status export_as(job_call *call, const char *id, const char *table, uint32_t flags, int32_t level)
{
    reel_reader *reader;
    reel_export *output = NULL;
    const reel_chunk *chunk;
    reel_status status = reel_open(call->source, call->options, &reader, call->error);
    if (status < 0) return write_result(call, status, NULL, 0);
    const reel_format *format = reel_reader_format(reader);
    const reel_table *one[] = { format->tables[0], NULL };
    for (const reel_table *const *t = format->tables; *t && table; t++)
        if (!strcmp((*t)->name, table)) one[0] = *t;
    const reel_export_options how = { REEL_SIZED(reel_export_options),
                                      .allocator = call->options->allocator,
                                      .tables = one,
                                      .flags = flags,
                                      .origin = "file",
                                      .zstd_level = level };
    status = reel_export_open(reel_exporter_by_id(id), call->sink, format, &how, &output, call->error);
    if (status >= 0) {
        reel_export_origin(output, "a file");
        while ((status = reel_next(reader, &chunk, call->error)) == REEL_OK) reel_export_chunk(output, chunk);
        if (status < 0)
            reel_export_discard(output);
        else
            status = reel_export_finish(output, call->error);
    }
    reel_close(reader);
    return status;
}

static reel_status export_json(job_call *call)
{
    return export_as(call, "json", NULL, REEL_EXPORT_LABELS | REEL_EXPORT_PRETTY, 0);
}
static reel_status export_jsonl(job_call *call) { return export_as(call, "jsonl", NULL, 0, 0); }
static reel_status export_csv(job_call *call) { return export_as(call, "csv", NULL, REEL_EXPORT_CSV_SAFE, 0); }
static reel_status export_arrow(job_call *call) { return export_as(call, "arrow", NULL, 0, 0); }
static reel_status export_arrows(job_call *call) { return export_as(call, "arrows", "notes", REEL_EXPORT_LABELS, 3); }
static reel_status export_parquet(job_call *call) { return export_as(call, "parquet", NULL, REEL_EXPORT_LABELS, 0); }
static reel_status export_parquet_notes(job_call *call) { return export_as(call, "parquet", "notes", REEL_EXPORT_LABELS, 3); }
static reel_status export_parquet_plain(job_call *call) { return export_as(call, "parquet", "frames", 0, REEL_EXPORT_ZSTD_NONE); }

static reel_status write_with(job_call *call, const reel_archive_options *archive)
{
    reel_reader *reader;
    reel_writer *writer;
    const reel_chunk *chunk;
    const reel_write_options how = { REEL_SIZED(reel_write_options), .allocator = call->options->allocator, .archive = archive };
    reel_status status = reel_open(call->source, call->options, &reader, call->error);
    if (status < 0) return write_result(call, status, NULL, 0);
    status = reel_create(call->sink, reel_reader_format(reader), &how, &writer, call->error);
    if (status >= 0) {
        while ((status = reel_next(reader, &chunk, call->error)) == REEL_OK) reel_append_chunk(writer, chunk);
        if (status < 0)
            reel_discard(writer);
        else
            status = reel_finish(writer, call->error);
    }
    reel_close(reader);
    return status;
}

static reel_status write_again(job_call *call) { return write_with(call, NULL); }
static reel_status record(job_call *call)
{
    return write_with(call, &(reel_archive_options){ REEL_SIZED(reel_archive_options), .chunk_rows = 3, .id = "recorded" });
}

static reel_status convert_with(job_call *call, uint32_t flags)
{
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = flags };
    return reel_convert(call->source, call->options, NULL, call->sink, &how, call->error);
}

static reel_status convert(job_call *call) { return convert_with(call, 0); }
static reel_status repair(job_call *call) { return convert_with(call, REEL_REPAIR | REEL_ANONYMISE); }

/* ---- all of them --------------------------------------------------------------------------------------------------- */

#define BSOR "bsor/golden/full.bsor"
#define HISTORY "teehistorian/golden/every-message.teehistorian"

const job jobs[] = {
    { "pack", BSOR, NULL, pack, USUAL },
    { "pack", HISTORY, NULL, pack, USUAL },
    { "pack", "echo/golden/zip.echoreplay", NULL, pack, USUAL },
    { "pack", "echo/golden/combat.butter", NULL, pack, USUAL },
    { "pack", "gdr/golden/physics.gdr2", NULL, pack, USUAL },
    { "pack", "scoresaber/golden/v3.1.dat", NULL, pack, USUAL },
    { "pack in small chunks", BSOR, NULL, pack_small, USUAL },
    { "pack in small chunks", HISTORY, NULL, pack_small, USUAL },
    { "pack as it is", BSOR, NULL, pack_stored, USUAL },
    { "pack rounded", BSOR, NULL, pack_rounded, USUAL },
    { "pack an archive again", BSOR, pack_small, pack, USUAL },
    { "pack an archive again", HISTORY, pack_small, pack, USUAL },
    { "pack what is damaged", "bsor/bad/cut-frame.bsor", NULL, pack, USUAL },
    { "unpack", BSOR, pack, unpack, USUAL },
    { "unpack", HISTORY, pack_small, unpack, USUAL },
    { "unpack what was stored", BSOR, pack_stored, unpack, USUAL },
    { "unpack the second", BSOR, pack_small, unpack_second, TWICE },
    { "list", BSOR, pack_small, list, TWICE },
    { "list", BSOR, pack_stored, list, TWICE },
    { "walk", BSOR, pack_small, walk, TWICE },
    { "walk", BSOR, pack_stored, walk, TWICE },
    { "read an archive", BSOR, pack_small, read_all_rows, USUAL },
    { "read an archive", HISTORY, pack_small, read_all_rows, USUAL },
    { "read columns of an archive", BSOR, pack_small, read_selected, USUAL },
    { "read columns of an archive", BSOR, pack_rounded, read_selected, USUAL },
    { "read a stored replay", BSOR, pack_stored, read_all_rows, USUAL },
    { "hash", BSOR, NULL, hash, USUAL },
    { "hash", HISTORY, NULL, hash, USUAL },
    { "hash an archive", BSOR, pack_small, hash, USUAL },
    { "survey", BSOR, NULL, survey, USUAL },
    { "survey", "gdr/golden/physics.gdr2", NULL, survey, USUAL },
    { "fingerprint", BSOR, NULL, fingerprint, USUAL },
    { "fingerprint", "gdr/golden/two_players.gdr2", NULL, fingerprint, USUAL },
    { "fingerprint", HISTORY, NULL, fingerprint, USUAL },
    { "index", HISTORY, NULL, index_every, USUAL },
    { "stream", BSOR, NULL, stream_frames, USUAL },
    { "stream an archive", BSOR, pack_small, stream_frames, USUAL },
    { "stream lists", BSOR, NULL, stream_lists, USUAL },
    { "stream structs", BSOR, NULL, stream_structs, USUAL },
    { "stream plain types", BSOR, NULL, stream_plain, USUAL },
    { "sign", BSOR, NULL, sign, WITH_KEY },
    { "sign an archive", BSOR, pack_small, sign, WITH_KEY },
    { "sign a history", HISTORY, NULL, sign_detached, WITH_KEY },
    { "sign again", BSOR, sign, sign, WITH_KEY },
    { "verify", BSOR, sign, verify, WITH_KEY },
    { "ask for a place", BSOR, NULL, can_embed, USUAL },
    { "ask for a place", BSOR, pack_small, can_embed, USUAL },
};
const size_t job_count = sizeof jobs / sizeof *jobs;

const job output_jobs[] = {
    { "export json", BSOR, NULL, export_json, USUAL },
    { "export json", HISTORY, NULL, export_json, USUAL },
    { "export json lines", BSOR, NULL, export_jsonl, USUAL },
    { "export csv", BSOR, NULL, export_csv, USUAL },
    { "export csv", "echo/golden/combat.butter", NULL, export_csv, USUAL },
    { "export arrow", BSOR, NULL, export_arrow, USUAL },
    { "export an arrow stream", BSOR, NULL, export_arrows, USUAL },
    { "export parquet", BSOR, NULL, export_parquet, USUAL },
    { "export parquet", HISTORY, NULL, export_parquet, USUAL },
    { "export parquet", "bsor/golden/note-ids.bsor", NULL, export_parquet_notes, USUAL },
    { "export plain parquet", BSOR, NULL, export_parquet_plain, USUAL },
    { "record", BSOR, NULL, record, USUAL },
    { "record", HISTORY, NULL, record, USUAL },
    { "write", BSOR, NULL, write_again, USUAL },
    { "write", HISTORY, NULL, write_again, USUAL },
    { "write", "echo/golden/zip.echoreplay", NULL, write_again, USUAL },
    { "write", "echo/golden/combat.butter", NULL, write_again, USUAL },
    { "write", "gdr/golden/physics.gdr2", NULL, write_again, USUAL },
    { "write", "gdr/golden/carried_json.gdr2", NULL, write_again, USUAL },
    { "write", "gdr/golden/plain.gdr.json", NULL, write_again, USUAL },
    { "write", "scoresaber/golden/v3.1.dat", NULL, write_again, USUAL },
    { "convert", BSOR, NULL, convert, USUAL },
    { "convert", "echo/golden/combat.echoreplay", NULL, convert, USUAL },
    { "convert", "gdr/golden/mixed.gdr", NULL, convert, USUAL },
    { "repair", BSOR, NULL, repair, USUAL },
    { "repair", HISTORY, NULL, repair, USUAL },
};
const size_t output_job_count = sizeof output_jobs / sizeof *output_jobs;
