/* SPDX-License-Identifier: MIT
 * What the conversions between the kinds of GDR share: scratch chunks, text, findings. */
#include "pairs/geometrydash/gdr.h"
#include "core/chunk.h"
#include "core/memory.h"

void reel__gdr_note(const gdr_job *g, const char *rule, reel_severity severity, const reel_table *table, uint64_t count,
                    const char *message)
{
    if (!count) return;
    reel_find(
        &g->job->reporter,
        (reel_finding){
            .rule = rule, .severity = severity, .offset = REEL_NO_OFFSET, .table = table, .row = REEL_NO_ROW, .count = count },
        message, (unsigned long long)count);
}

reel_status reel__gdr_no_memory(const gdr_job *g) { return reel__memory_fail(g->job->error); }

void reel__gdr_lose(const gdr_job *g, const reel_table *table, const char *field, uint64_t rows, const char *why)
{
    if (!g->carries) reel__pair_lose(g->job, table, field, rows, why);
}

reel_chunk *reel__gdr_scratch_chunk(gdr_job *g, gdr_scratch number, const reel_format *format)
{
    reel__chunk_free(g->scratch[number]);
    g->scratch[number] = reel__chunk_new(format->tables, format->tables, UINT64_MAX, &g->job->allocator);
    return g->scratch[number];
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

void reel__gdr_add(gdr_job *g, reel_memory *to, const void *data, size_t size)
{
    if (!g->no_memory) g->no_memory = !memory_add(to, data, size);
}

void reel__gdr_add_number(gdr_job *g, reel_memory *to, uint64_t value)
{
    uint8_t bytes[10];
    size_t size = 0;
    for (; value > 0x7f; value >>= 7) bytes[size++] = (uint8_t)(value | 0x80);
    bytes[size++] = (uint8_t)value;
    reel__gdr_add(g, to, bytes, size);
}

static void append_text(void *context, const void *data, size_t size)
{
    gdr_job *g = context;
    reel__gdr_add(g, &g->text, data, size);
}

void reel__gdr_text_begin(gdr_job *g, pull_form form)
{
    g->text.size = 0;
    reel__push_begin(&g->writer, form, append_text, g);
}

reel_bytes reel__gdr_text_copy(gdr_job *g, reel_chunk *out) { return reel_chunk_bytes(out, g->text.data, g->text.size); }

void reel__gdr_close(pair_job *job)
{
    gdr_job *g = job->state;
    reel_memory_free(&g->text);
    reel_memory_free(&g->document);
    reel_free(g->carried);
    for (size_t i = 0; i < GDR_SCRATCH; i++) reel__chunk_free(g->scratch[i]);
}
