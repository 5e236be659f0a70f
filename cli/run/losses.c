/* SPDX-License-Identifier: MIT */
#include "run/losses.h"

#include <string.h>

/* The message "TABLE.FIELD HOW VALUE, ..." of a loss: HOW ends before the first digit. */
typedef struct loss {
    const char *field, *how, *value;
    size_t field_size, how_size, value_size;
} loss;

static bool split(const reel_finding *finding, loss *parts)
{
    static const char digits[] = "0123456789";
    if (strncmp(finding->rule, "convert.", strlen("convert.")) != 0 || !finding->table) return false;
    const size_t size = strlen(finding->table->name);
    if (strncmp(finding->message, finding->table->name, size) != 0 || finding->message[size] != '.') return false;
    parts->field = finding->message + size + 1;
    parts->field_size = strcspn(parts->field, " :");
    parts->how = parts->field + parts->field_size;
    parts->how_size = strcspn(parts->how, digits);
    parts->value = parts->how + parts->how_size;
    parts->value_size = strcspn(parts->value, ",");
    while (parts->value_size && parts->value[parts->value_size - 1] == ' ') parts->value_size--; /* a value without a unit */
    return true;
}

static bool same_way(const reel_finding *a, const loss *one, const reel_finding *b, loss *other)
{
    return strcmp(a->rule, b->rule) == 0 && a->severity == b->severity && a->table == b->table && split(b, other) &&
           one->how_size == other->how_size && memcmp(one->how, other->how, one->how_size) == 0;
}

static void print_field(struct text *text, const reel_finding *finding, const loss *parts, bool first)
{
    text_string(text, first ? " " : ", ");
    text_add(text, parts->field, parts->field_size);
    if (parts->value_size) text_string(text, " "), text_add(text, parts->value, parts->value_size);
    if (!parts->value_size && finding->count > 1)
        text_string(text, " ("), text_count(text, finding->count), text_string(text, " times)");
}

/* "is lost: WHY" of several fields. */
static void print_how(struct text *text, const loss *parts)
{
    static const char one[] = " is ";
    const size_t size = strlen(one);
    const bool is = parts->how_size > size && memcmp(parts->how, one, size) == 0;
    if (is) text_string(text, " are ");
    text_add(text, parts->how + (is ? size : 0), parts->how_size - (is ? size : 0));
}

bool losses_group(struct text *text, const reel_findings *findings, size_t first, bool *done)
{
    loss parts, other;
    size_t together = 0, count = reel_findings_count(findings);
    const reel_finding *finding = reel_findings_at(findings, first);
    if (!split(finding, &parts)) return false;
    for (size_t i = first; i < count; i++)
        together += !done[i] && same_way(finding, &parts, reel_findings_at(findings, i), &other);
    if (together < LOSSES_TOGETHER) return false;
    text_print(text, "%s: ", finding->table->name);
    text_counted(text, together, "field", "fields");
    print_how(text, &parts);
    if (text->size && text->data[text->size - 1] == ' ') text->size--;
    text_string(text, ":");
    for (size_t i = first; i < count; i++) {
        const reel_finding *next = reel_findings_at(findings, i);
        if (done[i] || !same_way(finding, &parts, next, &other)) continue;
        print_field(text, next, &other, i == first);
        done[i] = true;
    }
    text_print(text, " (%s)\n", finding->rule);
    return true;
}
