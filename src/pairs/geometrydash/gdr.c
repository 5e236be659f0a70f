/* SPDX-License-Identifier: MIT
 * What the conversions between the kinds of GDR share: scratch chunks, text, findings. */
#include "pairs/geometrydash/gdr.h"
#include "core/chunk.h"
#include "core/memory.h"

void gdr_note(const gdr_job *g, const char *rule, reel_severity severity, const reel_table *table, uint64_t count,
              const char *message)
{
    if (!count) return;
    reel_find(
        &g->job->reporter,
        (reel_finding){
            .rule = rule, .severity = severity, .offset = REEL_NO_OFFSET, .table = table, .row = REEL_NO_ROW, .count = count },
        message, (unsigned long long)count);
}

reel_status gdr_no_memory(const gdr_job *g) { return memory_fail(g->job->error); }

void gdr_lose(const gdr_job *g, const reel_table *table, const char *field, uint64_t rows, const char *why)
{
    if (!g->carries) pair_lose(g->job, table, field, rows, why);
}

reel_chunk *gdr_scratch_chunk(gdr_job *g, gdr_scratch number, const reel_format *format)
{
    chunk_free(g->scratch[number]);
    g->scratch[number] = chunk_new(format->tables, format->tables, UINT64_MAX, &g->job->allocator);
    return g->scratch[number];
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

void gdr_add(gdr_job *g, reel_memory *to, const void *data, size_t size)
{
    if (!g->no_memory) g->no_memory = !memory_add(to, data, size);
}

void gdr_add_number(gdr_job *g, reel_memory *to, uint64_t value)
{
    uint8_t bytes[10];
    size_t size = 0;
    for (; value > 0x7f; value >>= 7) bytes[size++] = (uint8_t)(value | 0x80);
    bytes[size++] = (uint8_t)value;
    gdr_add(g, to, bytes, size);
}

static void append_text(void *context, const void *data, size_t size)
{
    gdr_job *g = context;
    gdr_add(g, &g->text, data, size);
}

void gdr_text_begin(gdr_job *g, pull_form form)
{
    g->text.size = 0;
    push_begin(&g->writer, form, append_text, g);
}

reel_bytes gdr_text_copy(gdr_job *g, reel_chunk *out) { return reel_chunk_bytes(out, g->text.data, g->text.size); }

void gdr_close(pair_job *job)
{
    gdr_job *g = job->state;
    reel_memory_free(&g->text);
    reel_memory_free(&g->document);
    reel_free(g->carried);
    for (size_t i = 0; i < GDR_SCRATCH; i++) chunk_free(g->scratch[i]);
}
