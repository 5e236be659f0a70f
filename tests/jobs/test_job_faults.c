/* SPDX-License-Identifier: MIT
 * Jobs that convert nothing - packing, unpacking, lists of archives, signatures, hashes, fingerprints, columns, surveys - again and again
 * with the n-th allocation, read or write refused: the error of that fault or the result without it, no leak, no output that is not whole.
 * test_machinery_faults does so for reading, writing and exports, test_rewrite_faults for conversions; here they are among the jobs of which each place
 * that asks for memory is refused once. */
#include "machinery.h"
#include "places.h"
#include "signing.h"

#include <reel/archive.h>
#include <reel/arrow.h>
#include <reel/export.h>
#include <reel/insight.h>
#include <reel/match.h>

enum { LARGEST = 1 << 22 }; /* bytes that a sink of these tests receives at most */

/* What a job works with. Its findings and its output, if any, go to `sink`; jobs without output write what they found out. */
typedef struct job_call {
    reel_source source;
    const reel_options *options;
    reel_sink sink;
    const reel_key *key;
    reel_error *error;
} job_call;

typedef reel_status job_run(job_call *call);

typedef struct job {
    const char *name;
    const char *file; /* below tests/formats */
    job_run *prepare; /* makes the input of the job from the file; NULL: the file itself */
    job_run *run;
    enum { USUAL, TWICE, WITH_KEY } how; /* TWICE: the prepared bytes are there two times, one after the other */
} job;

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
    return pack_with(call,
                     &(reel_archive_options){
                         .struct_size = sizeof(reel_archive_options), .level = REEL_ARCHIVE_FAST, .chunk_rows = 7, .id = "a/b" });
}

static reel_status pack_stored(job_call *call)
{
    return pack_with(call, &(reel_archive_options){
                               .struct_size = sizeof(reel_archive_options), .stored = true, .named = true, .id = "stored" });
}

static reel_status pack_rounded(job_call *call)
{
    return pack_with(call, &(reel_archive_options){
                               .struct_size = sizeof(reel_archive_options), .position_error = 1e-4, .rotation_error = 0.05 });
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
    reel_survey found = { .struct_size = sizeof found,
                          .flags = REEL_SURVEY_CHECK | REEL_SURVEY_HASH,
                          .insights = reel_insights() };
    reel_status status = reel_survey_run(call->source, call->options, &found, call->error);
    return write_result(call, status, found.hash, sizeof found.hash);
}

static reel_status fingerprint(job_call *call)
{
    reel_reader *reader;
    reel_motion *motion = NULL;
    const reel_motion_options how = { .struct_size = sizeof how, .allocator = call->options->allocator };
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
    const reel_arrow_options how = { .struct_size = sizeof how,
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
    const reel_sign_options how = {
        .struct_size = sizeof how, .flags = flags, .time = 1700000000, .challenge = "5f21c0", .file = "a b"
    };
    return reel_sign(call->source, call->options, call->key, &how, call->sink, call->error);
}

static reel_status sign(job_call *call) { return sign_with(call, 0); }
static reel_status sign_detached(job_call *call) { return sign_with(call, REEL_SIGN_DETACHED); }

static reel_status verify(job_call *call)
{
    reel_mark *mark;
    const reel_verify_options how = { .struct_size = sizeof how, .keys = reel_key_public(call->key), .key_count = 1 };
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
    const reel_export_options how = { .struct_size = sizeof how,
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
    const reel_write_options how = { .struct_size = sizeof how, .allocator = call->options->allocator, .archive = archive };
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
    return write_with(call, &(reel_archive_options){ .chunk_rows = 3, .id = "recorded" });
}

static reel_status convert_with(job_call *call, uint32_t flags)
{
    const reel_convert_options how = { .struct_size = sizeof how, .flags = flags };
    return reel_convert(call->source, call->options, NULL, call->sink, &how, call->error);
}

static reel_status convert(job_call *call) { return convert_with(call, 0); }
static reel_status repair(job_call *call) { return convert_with(call, REEL_REPAIR | REEL_ANONYMISE); }

/* ---- all of them --------------------------------------------------------------------------------------------------- */

#define BSOR "bsor/golden/full.bsor"
#define HISTORY "teehistorian/golden/every-message.teehistorian"

static const job jobs[] = {
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

/* Of these only the places are refused, and the limits are tried. */
static const job place_jobs[] = {
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

typedef enum refusal { NOTHING, ALLOCATION, READ, WRITE, REFUSALS } refusal;

static const reel_status reasons[REFUSALS] = { REEL_OK, REEL_MEMORY, REEL_IO, REEL_IO };

typedef struct bench {
    const job *job;
    const reel_key *key;
    uint8_t *data; /* the input */
    size_t size;
    uint8_t *output; /* without a fault */
    size_t output_size;
    bool by_place;      /* every place asks for memory each time */
    place_list *places; /* NULL, or where the calls from new places go */
} bench;

/* A source that can be moved in, as most jobs need; reads fail as those of test_source do. */
static reel_status move_source(void *context, uint64_t offset, reel_error *error)
{
    test_source *source = context;
    (void)error;
    source->at = offset < source->size ? (size_t)offset : source->size;
    return REEL_OK;
}

static reel_source seekable_source(test_source *state)
{
    reel_source source = test_source_of(state);
    source.seek = move_source;
    source.size = state->size;
    return source;
}

/* One attempt, with the n-th call of a kind refused, once or from then on. Returns whether there was such a call. */
static bool attempt(bench *b, refusal refused, size_t n, bool once)
{
    test_allocator memory = { 0 };
    test_source source = { .data = b->data, .size = b->size, .step = 700 };
    test_sink sink = { 0 };
    if (refused == ALLOCATION) memory.fail_at = n, memory.fail_once = once;
    if (refused == READ) source.fail_at = n, source.fail_once = once;
    if (refused == WRITE) sink.fail_at = n, sink.fail_once = once;
    reel_allocator allocator = b->by_place ? places_allocator(&memory, b->places) : test_allocator_of(&memory);
    reel_options options = machinery_options(&allocator);
    reel_error error = { .rule = "" };
    job_call call = { seekable_source(&source), &options, test_sink_of(&sink), b->key, &error };
    reel_status status = b->job->run(&call);
    size_t calls = refused == ALLOCATION ? memory.calls : refused == READ ? source.reads : refused == WRITE ? sink.writes : 0;
    bool met = n && calls >= n;
    char what[200];
    snprintf(what, sizeof what, "%s, %s, refusal %d of kind %d%s", b->job->name, b->job->file, (int)n, (int)refused,
             once ? " once" : "");
    if (refused == NOTHING) {
        if (status < 0) fail_msg("%s: %s", what, error.message);
        assert_true(sink.size <= LARGEST);
        b->output = malloc(sink.size + 1);
        b->output_size = sink.size;
        if (sink.size) memcpy(b->output, sink.data, sink.size);
    }
    /* Memory that is missing may be done without, if the result is the same. */
    bool same = status >= 0 && sink.size == b->output_size && (!sink.size || !memcmp(sink.data, b->output, sink.size));
    if (status >= 0 && !same) fail_msg("%s: another output", what);
    if (status < 0 && status != reasons[refused]) fail_msg("%s: %s: %s", what, reel_status_name(status), error.message);
    if (met && refused == WRITE && status >= 0) fail_msg("%s: not noticed", what);
    if (status < 0 && (error.status != status || !error.message[0])) fail_msg("%s: no reason is given", what);
    if (status < 0 && !met) fail_msg("%s: failed without a fault: %s", what, error.message);
    if (memory.live) fail_msg("%s: %zu bytes leaked", what, memory.live);
    if (sink.commits != (status >= 0) || sink.discards != (status < 0))
        fail_msg("%s: %d commits, %d discards", what, sink.commits, sink.discards);
    if (source.closed != 1) fail_msg("%s: the source was closed %d times", what, source.closed);
    test_sink_free(&sink);
    return met;
}

static uint8_t *run_once(const job *of, job_run *run, const reel_key *key, uint8_t *data, size_t *size)
{
    test_sink sink = { 0 };
    reel_options options = machinery_options(NULL);
    reel_error error;
    job_call call = { reel_source_memory(data, *size), &options, test_sink_of(&sink), key, &error };
    if (run(&call) < 0) fail_msg("%s: cannot be prepared: %s", of->name, error.message);
    uint8_t *made = malloc(2 * sink.size + 1);
    memcpy(made, sink.data, sink.size);
    memcpy(made + sink.size, sink.data, sink.size);
    *size = of->how == TWICE ? 2 * sink.size : sink.size;
    test_sink_free(&sink);
    free(data);
    return made;
}

static bool begin_bench(bench *b, const job *of, const reel_key *key)
{
    char path[256];
    *b = (bench){ .job = of, .key = key };
    if (of->how == WITH_KEY && !key) {
        print_message("%s: built without libsodium\n", of->name);
        return false;
    }
    snprintf(path, sizeof path, "tests/formats/%s", of->file);
    b->data = read_file(project_path(path), &b->size);
    if (of->prepare) b->data = run_once(of, of->prepare, key, b->data, &b->size);
    assert_false(attempt(b, NOTHING, 0, false));
    return true;
}

static void end_bench(bench *b)
{
    free(b->data);
    free(b->output);
}

static reel_key *new_key(void)
{
    reel_key *key = NULL;
    if (reel_signing_library()) assert_int_equal(reel_key_new(&key, NULL), REEL_OK);
    return key;
}

static void a_job_that_fails_says_why_and_leaves_nothing(void **state)
{
    (void)state;
    reel_key *key = new_key();
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        bench b;
        if (!begin_bench(&b, &jobs[i], key)) continue;
        for (refusal refused = ALLOCATION; refused < REFUSALS; refused++)
            for (int once = 0; once < 2; once++) {
                size_t close = by_effort(SIZE_MAX, 120, 40); /* attempts at each of the first calls, then at one in so many */
                for (size_t n = 1; attempt(&b, refused, n, once); n += n < close ? 1 : 1 + n / 16) {
                }
            }
        end_bench(&b);
    }
    reel_key_free(key);
}

/* Refuses memory to each place of a job that asks for it, the first time that it does; places that an earlier job had, only if the effort is full. */
static void refuse_places(const job *of, const reel_key *key)
{
    static place_list places;
    bench b;
    if (!begin_bench(&b, of, key)) return;
    free(b.output);
    places.count = 0;
    if (full_effort()) places_forget();
    b.by_place = true;
    b.places = &places;
    places_begin();
    assert_false(attempt(&b, NOTHING, 0, false)); /* the same output, which the next attempts are compared with */
    b.places = NULL;
    assert_true(places.count < PLACES_MOST);
    for (size_t p = 0; p < places.count; p++) {
        assert_true(attempt(&b, ALLOCATION, places.calls[p], p % 2));
        if (full_effort()) attempt(&b, ALLOCATION, places.calls[p], p % 2 == 0);
    }
    places_end();
    end_bench(&b);
}

static void each_place_may_have_no_memory(void **state)
{
    (void)state;
    if (!places_are_known()) skip();
    places_forget();
    reel_key *key = new_key();
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) refuse_places(&jobs[i], key);
    for (size_t i = 0; i < sizeof place_jobs / sizeof *place_jobs; i++) refuse_places(&place_jobs[i], key);
    reel_key_free(key);
}

/* ---- limits --------------------------------------------------------------------------------------------------------- */

typedef enum limit_kind { INPUT, BUFFER, ROWS, STRINGS, UNPACKED, LIMITS } limit_kind;

static size_t limits_met[LIMITS];

/* Cancels a job at the n-th charge to a budget. Returns whether there was one. A job with several budgets may succeed: a caller who cancels is
 * asked again for each of them. */
static bool run_cancelled(bench *b, size_t n)
{
    test_allocator memory = { 0 };
    test_source source = { .data = b->data, .size = b->size, .step = 700 };
    test_sink sink = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = machinery_options(&allocator);
    reel_error error = { .rule = "" };
    job_call call = { seekable_source(&source), &options, test_sink_of(&sink), b->key, &error };
    places_refuse_work(n, REEL_CANCELLED);
    reel_status status = b->job->run(&call);
    bool met = places_refuse_work(0, REEL_OK) >= n;
    char what[200];
    snprintf(what, sizeof what, "%s, %s, cancelled at charge %zu", b->job->name, b->job->file, n);
    if (status < 0 && status != REEL_CANCELLED) fail_msg("%s: %s: %s", what, reel_status_name(status), error.message);
    if (status < 0 && (error.status != status || !*error.message)) fail_msg("%s: no reason is given", what);
    if (status < 0 && !met) fail_msg("%s: failed without it", what);
    if (memory.live) fail_msg("%s: %zu bytes leaked", what, memory.live);
    if (sink.commits != (status >= 0) || sink.discards != (status < 0))
        fail_msg("%s: %d commits, %d discards", what, sink.commits, sink.discards);
    if (source.closed != 1) fail_msg("%s: the source was closed %d times", what, source.closed);
    test_sink_free(&sink);
    return met;
}

static void cancel_job(const job *of, const reel_key *key)
{
    bench b;
    if (!begin_bench(&b, of, key)) return;
    for (size_t n = 1; run_cancelled(&b, n);) n += n < by_effort(SIZE_MAX, 30, 12) ? 1 : 1 + n / 3;
    end_bench(&b);
}

static void a_job_that_is_cancelled_anywhere_leaves_nothing(void **state)
{
    (void)state;
    if (!places_are_known()) skip();
    reel_key *key = new_key();
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) cancel_job(&jobs[i], key);
    for (size_t i = 0; i < sizeof place_jobs / sizeof *place_jobs; i++) cancel_job(&place_jobs[i], key);
    reel_key_free(key);
}

/* Runs a job within a limit. Returns whether it succeeded. */
static bool run_within(bench *b, limit_kind kind, uint64_t limit)
{
    test_allocator memory = { 0 };
    test_source source = { .data = b->data, .size = b->size, .step = 700 };
    test_sink sink = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = machinery_options(&allocator);
    reel_error error = { .rule = "" };
    uint64_t *const limits[LIMITS] = {
        [INPUT] = &options.limits.input_bytes,    [BUFFER] = &options.limits.buffer_bytes,     [ROWS] = &options.limits.rows,
        [STRINGS] = &options.limits.string_bytes, [UNPACKED] = &options.limits.unpacked_bytes,
    };
    *limits[kind] = limit;
    job_call call = { seekable_source(&source), &options, test_sink_of(&sink), b->key, &error };
    reel_status status = b->job->run(&call);
    char what[200];
    snprintf(what, sizeof what, "%s, %s, limit %d of %llu", b->job->name, b->job->file, (int)kind, (unsigned long long)limit);
    /* What was unpacked before the limit may be too little to tell the format. */
    bool unknown = kind == UNPACKED && status == REEL_UNSUPPORTED;
    /* The rows before the limit may end within a frame, which no file can have. */
    bool cut = kind == ROWS && status == REEL_ARGUMENT && !strcmp(b->job->name, "write");
    if (status < 0 && status != REEL_LIMIT && !unknown && !cut)
        fail_msg("%s: %s: %s", what, reel_status_name(status), error.message);
    if (status < 0 && (error.status != status || !*error.rule || !*error.message)) fail_msg("%s: no reason is given", what);
    if (memory.live) fail_msg("%s: %zu bytes leaked", what, memory.live);
    if (sink.commits != (status >= 0) || sink.discards != (status < 0))
        fail_msg("%s: %d commits, %d discards", what, sink.commits, sink.discards);
    if (source.closed != 1) fail_msg("%s: the source was closed %d times", what, source.closed);
    if (status < 0) limits_met[kind]++;
    test_sink_free(&sink);
    return status >= 0;
}

/* Light effort tries two kinds of limits with each job. */
static void limit_job(const job *of, size_t number, const reel_key *key)
{
    enum { MOST = 1 << 22 }; /* no job of these needs more of anything */
    bench b;
    if (!begin_bench(&b, of, key)) return;
    for (limit_kind kind = (limit_kind)(number % by_effort(1, 1, 3)); kind < LIMITS; kind += (limit_kind)by_effort(1, 1, 3))
        for (uint64_t limit = 1; limit < MOST && !(run_within(&b, kind, limit) && limit > 4 * b.size);)
            limit += full_effort() ? 1 + limit / 16 : 1 + 2 * limit;
    end_bench(&b);
}

static void a_job_beyond_a_limit_says_so_and_leaves_nothing(void **state)
{
    (void)state;
    reel_key *key = new_key();
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) limit_job(&jobs[i], i, key);
    for (size_t i = 0; i < sizeof place_jobs / sizeof *place_jobs; i++) limit_job(&place_jobs[i], i, key);
    for (limit_kind kind = 0; kind < LIMITS; kind++)
        if (!limits_met[kind]) fail_msg("limit %d is never met", (int)kind);
    reel_key_free(key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_that_fails_says_why_and_leaves_nothing),
        cmocka_unit_test(each_place_may_have_no_memory),
        cmocka_unit_test(a_job_beyond_a_limit_says_so_and_leaves_nothing),
        cmocka_unit_test(a_job_that_is_cancelled_anywhere_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
