/* SPDX-License-Identifier: MIT
 * A replay as an Arrow stream of one table. */
#include "columns/arrow.h"
#include "core/moment.h"
#include "core/rows.h"
#include "core/text.h"

#include <reel/insight.h>

#include <errno.h>

enum { BATCH_ROWS = 16384, MESSAGE_SIZE = REEL_MESSAGE_SIZE + 160 };

/* Two batches take turns: a consumer that holds one while it asks for the next lets the other be used again. */
enum { BATCHES = 2 };

typedef struct arrow_source {
    reel_allocator allocator;
    reel_arrow_options options; /* only batch_rows, observer and those of levels are used; the other pointers are not kept */
    const char *table_name;     /* borrowed while opening */
    char *file;
    const reel_table *table;
    const reel_table *wanted[2];
    const char **select; /* words for reel_options.select; NULL: all fields */
    reel_choose *choose; /* of the caller, or NULL */
    void *choose_context;
    const reel_insight *insight; /* NULL: a table of the format */
    const reel_format *format;
    arrow_layout *layout;
    reel_reader *reader;
    const reel_replay *level; /* of options.find_level, or NULL */
    reel_replay *result;      /* of the insight, once it ran */
    const reel_chunk *chunk;  /* rows not taken yet; NULL: read on */
    size_t taken;             /* of its rows */
    arrow_batch *batches[BATCHES];
    size_t turn;
    bool strict, ended;
    int failed;         /* permanent */
    reel_error failure; /* to return after the rows before it */
    char message[MESSAGE_SIZE];
} arrow_source;

/* ---- failures ----------------------------------------------------------------------------------------------------- */

static int errno_of(reel_status status)
{
    switch (status) {
    case REEL_MEMORY: return ENOMEM;
    case REEL_CANCELLED: return ECANCELED;
    case REEL_ARGUMENT: return EINVAL;
    case REEL_AGAIN: return EAGAIN;
    default: return EIO;
    }
}

static void set_message(arrow_source *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    reel__text_format(stream->message, sizeof stream->message, format, arguments);
    va_end(arguments);
}

static int stream_fail(arrow_source *stream, const reel_error *error)
{
    if (*error->rule)
        set_message(stream, "%s (%s, byte %llu)", error->message, error->rule, (unsigned long long)error->offset);
    else
        set_message(stream, "%s", *error->message ? error->message : reel_status_name(error->status));
    return stream->failed = errno_of(error->status);
}

static void report_failure(const arrow_source *stream, const reel_error *error)
{
    const reel_arrow_observer *observer = &stream->options.observer;
    if (observer->failure) observer->failure(observer->context, stream->file, error);
}

/* The end of the rows: damage is a failure only if the caller wants it to be one. */
static void end_of_rows(arrow_source *stream)
{
    const reel_error *damage = reel_reader_damage(stream->reader);
    stream->ended = true;
    if (!damage) return;
    report_failure(stream, damage);
    if (stream->strict) stream->failure = *damage;
}

/* ---- rows --------------------------------------------------------------------------------------------------------- */

/* Reads on until there are rows to take: REEL_OK, REEL_END, REEL_AGAIN or a failure. */
static reel_status read_chunk(arrow_source *stream, reel_error *error)
{
    if (stream->ended) return REEL_END;
    const reel_chunk *chunk;
    reel_status status = REEL_OK;
    if (!stream->insight) {
        status = reel_next(stream->reader, &chunk, error);
        if (status == REEL_END) end_of_rows(stream);
        if (status != REEL_OK) return status;
    } else {
        reel_insight_options run = { REEL_SIZED(reel_insight_options), .allocator = &stream->allocator, .level = stream->level };
        const reel_table *const wanted[] = { stream->table, NULL };
        run.tables = wanted;
        status = reel_insight_run(stream->insight, stream->reader, &run, &stream->result, error);
        if (status < 0) return status;
        chunk = reel_replay_chunk(stream->result);
        end_of_rows(stream);
    }
    stream->chunk = chunk;
    stream->taken = 0;
    return REEL_OK;
}

/* Moves rows of the chunk to the batch. *full: the batch takes no more. */
static reel_status take_rows(arrow_source *stream, arrow_batch *batch, bool *full)
{
    size_t count, taken = 0;
    const uint8_t *rows = reel_chunk_rows(stream->chunk, stream->table, &count);
    uint64_t first = reel_chunk_first(stream->chunk, stream->table) + stream->taken;
    size_t left = count - stream->taken;
    uint64_t room = stream->options.batch_rows - reel__arrow_batch_rows(batch);
    size_t some = left < room ? left : (size_t)room;
    reel_status status = REEL_OK;
    if (some) status = reel__arrow_batch_append(batch, rows + stream->taken * stream->table->row_size, some, first, &taken);
    *full = taken < some || reel__arrow_batch_rows(batch) == stream->options.batch_rows;
    stream->taken += taken;
    if (stream->taken == count) stream->chunk = NULL;
    return status;
}

/* A batch that no consumer holds; NULL: no memory. */
static arrow_batch *next_batch(arrow_source *stream)
{
    for (size_t i = 0; i < BATCHES; i++) {
        arrow_batch *batch = stream->batches[i];
        if (!batch || !reel__arrow_batch_is_free(batch)) continue;
        reel__arrow_batch_reset(batch);
        return batch;
    }
    arrow_batch *fresh = reel__arrow_batch_new(stream->layout);
    if (!fresh) return NULL;
    reel__arrow_batch_drop(stream->batches[stream->turn]);
    stream->batches[stream->turn] = fresh;
    stream->turn = (stream->turn + 1) % BATCHES;
    return fresh;
}

/* Fills a batch: REEL_OK, or REEL_END, REEL_AGAIN or a failure, in each case with the rows before it in the batch. */
static reel_status fill_batch(arrow_source *stream, arrow_batch *batch, reel_error *error)
{
    bool full = false;
    while (!full) {
        reel_status status = stream->chunk ? REEL_OK : read_chunk(stream, error);
        if (status == REEL_OK) status = take_rows(stream, batch, &full);
        if (status == REEL_MEMORY || status == REEL_LIMIT) {
            if (!stream->chunk) return status; /* of the reader, which filled in the error */
            if (status == REEL_MEMORY) return reel__memory_fail(error);
            return reel_fail(error, status, "arrow.text-size", stream->table->name, 0, "a value has 2 GiB of text or more");
        }
        if (status != REEL_OK) return status;
    }
    return REEL_OK;
}

/* ---- the stream --------------------------------------------------------------------------------------------------- */

static int stream_schema(struct ArrowArrayStream *self, struct ArrowSchema *schema)
{
    arrow_source *stream = self->private_data;
    reel_error error;
    if (reel__arrow_layout_schema(stream->layout, stream->format, schema, &error) == REEL_OK) return 0;
    set_message(stream, "%s", error.message);
    return errno_of(error.status);
}

static int stream_next(struct ArrowArrayStream *self, struct ArrowArray *array)
{
    arrow_source *stream = self->private_data;
    *array = (struct ArrowArray){ 0 };
    if (stream->failed) return stream->failed;
    *stream->message = 0;
    if (stream->failure.status) return stream_fail(stream, &stream->failure);
    reel_error error = { .rule = "", .section = "" };
    arrow_batch *batch = next_batch(stream);
    reel_status status = batch ? fill_batch(stream, batch, &error) : REEL_MEMORY;
    if (!batch) reel__memory_fail(&error);
    uint64_t rows = batch ? reel__arrow_batch_rows(batch) : 0;
    if (status < 0) {
        report_failure(stream, &error);
        stream->failure = error;
        stream->failure.status = status;
        if (status == REEL_MEMORY || !rows) return stream_fail(stream, &stream->failure);
    }
    if (status == REEL_AGAIN && !rows) {
        set_message(stream, "the file has no more rows yet");
        return EAGAIN;
    }
    if (!rows) return stream->failure.status ? stream_fail(stream, &stream->failure) : 0;
    status = reel__arrow_batch_give(batch, stream->file, array);
    if (status == REEL_OK) return 0;
    reel__memory_fail(&error);
    return stream_fail(stream, &error);
}

static const char *stream_error(struct ArrowArrayStream *self)
{
    const arrow_source *stream = self->private_data;
    return *stream->message ? stream->message : NULL;
}

static void free_stream(arrow_source *stream)
{
    reel_allocator allocator = stream->allocator;
    const reel_arrow_observer observer = stream->options.observer;
    reel_free(stream->result);
    reel_close(stream->reader);
    if (stream->level && stream->options.release_level) stream->options.release_level(stream->options.levels, stream->level);
    for (size_t i = 0; i < BATCHES; i++) reel__arrow_batch_drop(stream->batches[i]);
    reel__arrow_layout_drop(stream->layout);
    reel__memory_drop(&allocator, stream->file);
    reel__memory_drop(&allocator, stream->select);
    reel__memory_drop(&allocator, stream);
    if (observer.release) observer.release(observer.context);
}

static void stream_release(struct ArrowArrayStream *self)
{
    free_stream(self->private_data);
    *self = (struct ArrowArrayStream){ 0 };
}

/* "table.column" for the columns that are made: the reader of an archive decodes no others. The words follow the pointers to them. A
 * name that the table does not have is left to reel__arrow_layout_new. */
static reel_status select_columns(arrow_source *stream, reel_error *error)
{
    const reel_table *table = stream->table;
    const char *const *columns = stream->options.columns;
    size_t count = 0, size = 0, prefix = strlen(table->name) + 1;
    reel_field field;
    for (; columns && columns[count]; count++) {
        if (!reel_table_select(table, columns[count], &field, NULL)) return REEL_OK;
        size += prefix + strlen(columns[count]) + 1;
    }
    if (!count) return REEL_OK;
    stream->select = reel__memory_new(&stream->allocator, (count + 1) * sizeof *stream->select + size);
    if (!stream->select) return reel__memory_fail(error);
    char *word = (char *)(stream->select + count + 1);
    for (size_t i = 0; i < count; i++) {
        bool whole = !strncmp(columns[i], table->name, prefix - 1) && columns[i][prefix - 1] == '.';
        size_t length = strlen(columns[i]) + 1;
        stream->select[i] = word;
        if (!whole) {
            memcpy(word, table->name, prefix - 1);
            word[prefix - 1] = '.';
            word += prefix;
        }
        memcpy(word, columns[i], length);
        word += length;
    }
    stream->select[count] = NULL;
    return REEL_OK;
}

/* The level that the header names. Without one, statistics lack what needs it. */
static reel_status choose_level(arrow_source *stream, const reel_chunk *header, reel_error *error)
{
    const reel_arrow_options *how = &stream->options;
    if (!stream->insight || !stream->insight->levels || !how->find_level) return REEL_OK;
    const reel_status status = how->find_level(how->levels, header, &stream->level, error);
    return status == REEL_END ? REEL_OK : status;
}

enum { MOST_NAMES = 127 };

static size_t add_names(const char **names, size_t count, const reel_table *const *tables)
{
    for (; tables && *tables && count < MOST_NAMES; tables++) names[count++] = (*tables)->name;
    return count;
}

static reel_status no_table(const reel_format *format, const char *name, reel_error *error)
{
    const char *names[MOST_NAMES + 1];
    size_t count = add_names(names, 0, reel_format_tables(format));
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        if (reel_insight_takes(*insight, format)) count = add_names(names, count, (*insight)->tables);
    names[count] = NULL;
    const char *close = reel_closest(name, names);
    return reel_fail(error, REEL_ARGUMENT, "arrow.table", "", 0, "%s has no table \"%.*s\"%s%s%s", reel_format_name(format), 60,
                     name, close ? "; did you mean \"" : "", close ? close : "", close ? "\"?" : "");
}

/* Finds the table, and has the reader read what it needs. */
static reel_status choose_table(void *context, const reel_format *format, const reel_chunk *header, reel_options *reading,
                                reel_error *error)
{
    arrow_source *stream = context;
    reel_status asked = stream->choose ? stream->choose(stream->choose_context, format, header, reading, error) : REEL_OK;
    if (asked < 0) return asked;
    if (header) return choose_level(stream, header, error);
    stream->format = format;
    stream->table = reel_find_table(format, stream->table_name, &stream->insight);
    if (!stream->table) return no_table(format, stream->table_name, error);
    stream->wanted[0] = stream->table->flags & REEL_TABLE_HEADER ? NULL : stream->table;
    reading->tables = stream->insight ? stream->insight->inputs : stream->wanted;
    reel_status status = stream->wanted[0] && !stream->insight ? select_columns(stream, error) : REEL_OK;
    reading->select = stream->select;
    return status;
}

/* The rows of a file column are bounded too. */
static void bound_batches(arrow_source *stream)
{
    uint64_t *rows = &stream->options.batch_rows;
    if (!*rows) *rows = BATCH_ROWS;
    if (*rows > INT32_MAX) *rows = INT32_MAX;
    uint64_t size = stream->layout->file_column ? strlen(stream->file) : 0;
    uint64_t most = size ? COLUMN_TEXT_BYTES / (3 * size) + 1 : UINT64_MAX;
    if (*rows > most) *rows = most;
}

static reel_status open_stream(arrow_source *stream, reel_source source, const reel_options *reading,
                               const reel_arrow_options *options, reel_error *error)
{
    reel_options own;
    reel__memory_options(&own, sizeof own, reading);
    stream->strict = own.flags & REEL_STRICT;
    own.flags &= ~(uint32_t)REEL_STRICT; /* a strict reader would give no rows of the damaged chunk */
    stream->choose = own.choose;
    stream->choose_context = own.choose_context;
    own.choose = choose_table;
    own.choose_context = stream;
    reel_status status = reel_open(source, &own, &stream->reader, error);
    reel_arrow_options how = *options;
    if (own.flags & REEL_CLEAN || stream->insight) how.flags |= REEL_ARROW_CLEAN;
    if (status >= 0) status = reel__arrow_layout_new(stream->table, &how, &stream->layout, error);
    const char *file = stream->options.file ? stream->options.file : "";
    if (status >= 0 && !(stream->file = reel__memory_new(&stream->allocator, strlen(file) + 1)))
        status = reel__memory_fail(error);
    if (status < 0) return status;
    memcpy(stream->file, file, strlen(file));
    bound_batches(stream);
    return REEL_OK;
}

reel_status reel_arrow_stream(reel_source source, const reel_options *reading, const char *table,
                              const reel_arrow_options *options, struct ArrowArrayStream *stream, reel_error *error)
{
    reel_arrow_options own;
    reel__memory_options(&own, sizeof own, options);
    reel_allocator allocator = reel__memory_allocator(own.allocator);
    *stream = (struct ArrowArrayStream){ 0 };
    arrow_source *fresh = reel__memory_new(&allocator, sizeof *fresh);
    if (!fresh) {
        if (source.close) source.close(source.context);
        if (own.observer.release) own.observer.release(own.observer.context);
        return reel__memory_fail(error);
    }
    fresh->allocator = allocator;
    fresh->options = own;
    fresh->table_name = table;
    reel_status status = open_stream(fresh, source, reading, &own, error);
    if (status < 0) {
        free_stream(fresh);
        return status;
    }
    *stream = (struct ArrowArrayStream){ stream_schema, stream_next, stream_error, stream_release, fresh };
    return REEL_OK;
}
