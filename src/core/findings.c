/* SPDX-License-Identifier: MIT
 * Status, errors and findings: how problems are reported. */
#include "core/memory.h"
#include "core/text.h"

const char *reel_version(void) { return REEL_VERSION; }

bool reel_version_fits(int major, int minor, size_t enum_size)
{
    return major == REEL_VERSION_MAJOR && minor == REEL_VERSION_MINOR && enum_size == sizeof(reel_status);
}

const char *reel_status_name(reel_status status)
{
    static const struct {
        reel_status status;
        const char *name;
    } names[] = {
        { REEL_OK, "ok" },
        { REEL_END, "end" },
        { REEL_AGAIN, "again" },
        { REEL_IO, "io" },
        { REEL_TRUNCATED, "truncated" },
        { REEL_CORRUPT, "corrupt" },
        { REEL_UNSUPPORTED, "unsupported" },
        { REEL_LIMIT, "limit" },
        { REEL_MEMORY, "memory" },
        { REEL_ARGUMENT, "argument" },
        { REEL_LOSS, "loss" },
        { REEL_CANCELLED, "cancelled" },
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].status == status) return names[i].name;
    return "unknown";
}

reel_status reel_fail(reel_error *error, reel_status status, const char *rule, const char *section, uint64_t offset,
                      const char *message, ...)
{
    if (!error) return status;
    error->status = status;
    error->rule = rule;
    error->section = section;
    error->offset = offset;
    va_list arguments;
    va_start(arguments, message);
    reel__text_format(error->message, sizeof error->message, message, arguments);
    va_end(arguments);
    return status;
}

reel_status reel__memory_fail(reel_error *error) { return reel_fail(error, REEL_MEMORY, "reel.memory", "", 0, "out of memory"); }

void reel_find(const reel_reporter *reporter, reel_finding finding, const char *message, ...)
{
    if (!reporter->report) return;
    char line[REEL_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, message);
    reel__text_format(line, sizeof line, message, arguments);
    va_end(arguments);
    finding.message = line;
    if (!finding.section) finding.section = "";
    if (!finding.count) finding.count = 1;
    if (!finding.table) finding.row = REEL_NO_ROW;
    reporter->report(reporter->context, &finding);
}

enum { KEPT_OF_A_RULE = 100 };

/* How many findings of a rule are kept. */
typedef struct rule_count {
    const char *rule;
    size_t kept;
} rule_count;

struct reel_findings {
    memory_arena arena;
    reel_finding *items;
    size_t count, capacity;
    rule_count *rules;
    size_t rule_count, rule_capacity;
    uint64_t totals[3];
};

reel_findings *reel_findings_new(const reel_allocator *given)
{
    reel_allocator allocator = reel__memory_allocator(given);
    reel_findings *findings = reel__memory_new(&allocator, sizeof *findings);
    if (findings) findings->arena.allocator = allocator;
    return findings;
}

/* The count of a rule, a new one if need be. A file breaks few rules, mostly the same one again and again: the last one comes first. NULL: out of
 * memory. */
static rule_count *count_of(reel_findings *findings, const char *rule)
{
    for (size_t i = findings->rule_count; i-- > 0;)
        if (findings->rules[i].rule == rule || strcmp(findings->rules[i].rule, rule) == 0) return &findings->rules[i];
    rule_count *rules = reel__memory_items(&findings->arena.allocator, findings->rules, &findings->rule_capacity,
                                           findings->rule_count + 1, sizeof *rules);
    if (!rules) return NULL;
    findings->rules = rules;
    rules[findings->rule_count] = (rule_count){ .rule = rule };
    return &rules[findings->rule_count++];
}

void reel_findings_report(void *context, const reel_finding *finding)
{
    reel_findings *findings = context;
    if (finding->severity >= REEL_NOTE && finding->severity <= REEL_ERROR) findings->totals[finding->severity]++;
    rule_count *of = count_of(findings, finding->rule);
    if (!of || of->kept >= KEPT_OF_A_RULE) return;
    reel_finding *items =
        reel__memory_items(&findings->arena.allocator, findings->items, &findings->capacity, findings->count + 1, sizeof *items);
    if (!items) return;
    findings->items = items;
    size_t length = strlen(finding->message) + 1;
    char *message = reel__arena_push(&findings->arena, length);
    if (!message) return;
    memcpy(message, finding->message, length);
    findings->items[findings->count] = *finding;
    findings->items[findings->count++].message = message;
    of->kept++;
}

size_t reel_findings_count(const reel_findings *findings) { return findings->count; }

const reel_finding *reel_findings_at(const reel_findings *findings, size_t index)
{
    return index < findings->count ? &findings->items[index] : NULL;
}

uint64_t reel_findings_total(const reel_findings *findings, reel_severity severity)
{
    return severity >= REEL_NOTE && severity <= REEL_ERROR ? findings->totals[severity] : 0;
}

void reel_findings_free(reel_findings *findings)
{
    if (!findings) return;
    reel_allocator allocator = findings->arena.allocator;
    reel__arena_free(&findings->arena);
    reel__memory_drop(&allocator, findings->items);
    reel__memory_drop(&allocator, findings->rules);
    reel__memory_drop(&allocator, findings);
}
