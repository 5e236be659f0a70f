/* SPDX-License-Identifier: MIT */
#include "net/request_head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Where the next text goes. */
typedef struct copier {
    const char *data;
    char *to;
} copier;

static const char *copy(copier *c, head_span span)
{
    char *to = c->to;
    memcpy(to, c->data + span.at, span.size);
    to[span.size] = '\0';
    c->to += span.size + 1;
    return to;
}

static const char *unescape(copier *c, const char *data, size_t size, bool is_query)
{
    char *to = c->to;
    c->to += head_unescape(to, data, size, is_query) + 1;
    return to;
}

static size_t count_parameters(const char *query, const char *end)
{
    size_t count = query < end;
    for (; query < end; query++) count += *query == '&';
    return count;
}

/* NAME=VALUE or NAME, with "&" between them. An "&" at the end begins no other. */
static void read_query(request_head *head, copier *c, const char *at, const char *end)
{
    while (at < end) {
        const char *and = memchr(at, '&', (size_t)(end - at)), *stop = and? and : end;
        const char *equals = memchr(at, '=', (size_t)(stop - at));
        head_value *value = &head->parameters[head->parameter_count++];
        value->name = unescape(c, at, (size_t)((equals ? equals : stop) - at), true);
        value->value = equals ? unescape(c, equals + 1, (size_t)(stop - equals - 1), true) : NULL;
        at = stop + 1;
    }
}

request_head *request_head_new(const head_parts *parts, const char *data)
{
    const char *target = data + parts->target.at, *end = target + parts->target.size;
    const char *mark = memchr(target, '?', parts->target.size), *query = mark ? mark + 1 : end;
    const size_t most = count_parameters(query, end), values = parts->count + most;
    size_t text = (size_t)parts->method.size + parts->target.size + 3 + 2 * most;
    for (unsigned i = 0; i < parts->count; i++) text += (size_t)parts->fields[i].name.size + parts->fields[i].value.size + 2;
    request_head *head = malloc(sizeof *head + values * sizeof(head_value) + text);
    if (!head) return NULL;
    *head = (request_head){ .fields = (head_value *)(head + 1), .field_count = parts->count };
    head->parameters = head->fields + parts->count;
    copier c = { data, (char *)(head->fields + values) };
    head->method = copy(&c, parts->method);
    head->path = unescape(&c, target, (size_t)((mark ? mark : end) - target), false);
    for (unsigned i = 0; i < parts->count; i++) {
        head->fields[i].name = copy(&c, parts->fields[i].name);
        head->fields[i].value = copy(&c, parts->fields[i].value);
    }
    read_query(head, &c, query, end);
    return head;
}

const char *request_head_field(const request_head *head, const char *name)
{
    for (size_t i = 0; i < head->field_count; i++)
        if (strcasecmp(head->fields[i].name, name) == 0) return head->fields[i].value;
    return NULL;
}

const char *request_head_parameter(const request_head *head, const char *name)
{
    for (size_t i = 0; i < head->parameter_count; i++)
        if (strcmp(head->parameters[i].name, name) == 0) return head->parameters[i].value;
    return NULL;
}

const char *request_head_cookie(const request_head *head, const char *name, size_t *size)
{
    const char *at = request_head_field(head, "Cookie");
    const size_t length = strlen(name);
    while (at && *at) {
        at += strspn(at, " \t;");
        const size_t whole = strcspn(at, ";");
        if (whole > length && strncmp(at, name, length) == 0 && at[length] == '=') {
            *size = whole - length - 1;
            while (*size && (at[length + *size] == ' ' || at[length + *size] == '\t')) --*size;
            return at + length + 1;
        }
        at += whole;
    }
    return NULL;
}
