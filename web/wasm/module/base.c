/* SPDX-License-Identifier: MIT
 * Options and schemas. */
#include "module.h"

#include <stdlib.h>

EXPORT(format_count) size_t format_count(void)
{
    size_t count = 0;
    while (reel_formats()[count]) count++;
    return count;
}
EXPORT(format_id) const char *format_id(size_t index) { return reel_formats()[index]->id; }

/* The result is the schema of a format. */
EXPORT(schema) int schema(size_t index) { return reel_schema_json(reel_formats()[index], result_sink(), &last_error); }

/* ---- options for reading ---------------------------------------------------------------------------------------- */

static reading next_reading;

/* Sets a limit by its number in reel_limits. */
EXPORT(set_limit) void set_limit(unsigned index, double value)
{
    reel_limits *limits = &next_reading.options.limits;
    uint64_t wide = value < 0x1p63 ? (uint64_t)value : UINT64_MAX;
    uint32_t narrow = wide < UINT32_MAX ? (uint32_t)wide : UINT32_MAX;
    switch (index) {
    case 0: limits->input_bytes = wide; break;
    case 1: limits->buffer_bytes = wide; break;
    case 2: limits->rows = wide; break;
    case 3: limits->string_bytes = wide; break;
    case 4: limits->nesting = narrow; break;
    case 5: limits->ratio = narrow; break;
    case 6: limits->unpacked_bytes = wide; break;
    default: limits->work = wide; break;
    }
}

/* Limits tables with a time axis to after <= time < before; NaN means unbounded. */
EXPORT(set_span) void set_span(double after, double before)
{
    reel_options *options = &next_reading.options;
    options->has_from = after == after;
    options->has_to = before == before;
    options->from = after;
    options->to = before;
}

/* Takes over the id of the format to read the file as. */
EXPORT(set_format) void set_format(char *id)
{
    free(next_reading.format);
    next_reading.format = id;
}

/* Takes over the names of the tables to read. */
EXPORT(set_tables) void set_tables(char *names)
{
    free(next_reading.select);
    next_reading.select = names;
}

static void set_flag(uint32_t flag, bool on)
{
    uint32_t *flags = &next_reading.options.flags;
    *flags = on ? *flags | flag : *flags & ~flag;
}

EXPORT(set_strict) void set_strict(bool strict) { set_flag(REEL_STRICT, strict); }
EXPORT(set_clean) void set_clean(bool clean) { set_flag(REEL_CLEAN, clean); }

const char **list_of(const char *texts)
{
    size_t count = 0;
    if (!texts || !*texts) return NULL;
    for (const char *text = texts; *text; text += strlen(text) + 1) count++;
    const char **list = malloc((count + 1) * sizeof *list);
    if (!list) return NULL;
    for (size_t i = 0; i < count; i++, texts += strlen(texts) + 1) list[i] = texts;
    list[count] = NULL;
    return list;
}

reel_status pick_tables(const reel_table *const *tables, const char *names, const reel_table ***picked)
{
    const char **list = list_of(names);
    size_t count = 0;
    *picked = NULL;
    if (!*names) return REEL_OK;
    while (list && list[count]) count++;
    reel_status status = list && (*picked = calloc(count + 1, sizeof **picked)) ? REEL_OK : fail_memory();
    for (size_t i = 0; status == REEL_OK && i < count; i++) {
        for (const reel_table *const *table = tables; *table; table++)
            if (strcmp((*table)->name, list[i]) == 0) (*picked)[i] = *table;
        if (!(*picked)[i]) status = reel_fail(&last_error, REEL_ARGUMENT, "web.table", "", 0, "no table '%s'", list[i]);
    }
    free(list);
    if (status == REEL_OK) return status;
    free(*picked);
    *picked = NULL;
    return status;
}

void reading_free(reading *r)
{
    reel_findings_free(r->findings);
    free(r->format);
    free(r->select);
    free(r->selected);
    *r = (reading){ 0 };
}

bool reading_take(reading *target)
{
    *target = next_reading;
    next_reading = (reading){ 0 };
    target->options.struct_size = sizeof target->options;
    target->findings = reel_findings_new(NULL);
    target->options.report = reel_findings_report;
    target->options.report_context = target->findings;
    target->selected = list_of(target->select);
    target->options.select = target->selected;
    bool complete = target->findings && (target->selected || !target->select || !*target->select);
    if (complete && target->format) {
        target->options.format = reel_format_by_id(NULL, target->format);
        if (!target->options.format) reel_fail(&last_error, REEL_ARGUMENT, "web.format", "", 0, "no format '%s'", target->format);
        complete = target->options.format != NULL;
    } else if (!complete) {
        fail_memory();
    }
    if (!complete) reading_free(target);
    return complete;
}
