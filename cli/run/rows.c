/* SPDX-License-Identifier: MIT
 * Rows and the names of their tables, for jobs. */
#include "run/rows.h"
#include "args/choices.h"
#include "args/tables.h"

#include <stdlib.h>

static reel_status fail_unknown(struct job *job, const char *rule, struct text *message, const char *word, struct names *names)
{
    size_t room = message->size + sizeof "; expected one of: " < REEL_MESSAGE_SIZE
                      ? REEL_MESSAGE_SIZE - message->size - sizeof "; expected one of: "
                      : 0;
    if (room > strlen(word)) add_suggestion(message, word, names->data, room);
    reel_status status = fail_job(job, REEL_ARGUMENT, rule, "%s", text_of(message));
    text_free(message);
    names_free(names->data);
    return status;
}

reel_status unknown_table(struct job *job, const char *rule, const char *subject, const reel_table *const *tables,
                          const char *word)
{
    struct text message = { 0 };
    struct names names = { NULL, 0 };
    for (; *tables; tables++) names_add(&names, (*tables)->name, strlen((*tables)->name));
    text_print(&message, "%s no table %s", subject, word);
    return fail_unknown(job, rule, &message, word, &names);
}

reel_status unknown_field(struct job *job, const char *rule, const char *subject, const reel_table *const *tables,
                          const char *word)
{
    struct text message = { 0 };
    struct names names = { NULL, 0 };
    names_add_fields(&names, tables);
    text_print(&message, "%s %s", subject, word);
    return fail_unknown(job, rule, &message, word, &names);
}

reel_status export_text(struct job *job, const reel_chunk *chunk, const reel_format *format, const reel_export_options *how,
                        struct text *text)
{
    reel_memory memory;
    reel_export *export_;
    reel_sink sink = reel_sink_memory(&memory, counted_allocator());
    reel_export_options own = *how;
    own.allocator = counted_allocator();
    own.flags |= REEL_EXPORT_WHOLE;
    reel_status status = reel_export_open(reel_exporter_by_id("json"), sink, format, &own, &export_, &job->error);
    if (status < 0) return status;
    status = reel_export_chunk(export_, chunk);
    if (status >= 0)
        status = reel_export_finish(export_, &job->error);
    else
        reel_export_discard(export_);
    if (status < 0) return status;
    size_t size = memory.size;
    while (size && memory.data[size - 1] == '\n') size--;
    text_add(text, (const char *)memory.data, size);
    reel_memory_free(&memory);
    return REEL_OK;
}
