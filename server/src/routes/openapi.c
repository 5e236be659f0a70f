/* SPDX-License-Identifier: MIT */
#include "routes/openapi.h"

#include "base/json_write.h"
#include "routes/schemas.h"
#include "service/answer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { PATH = 128 };

static const char text_schema[] = "string", object_schema[] = "object";

/* The path without the stars, which only mean that a capture takes slashes, too. */
static void plain_path(char to[PATH], const char *path)
{
    size_t size = 0;
    for (; *path && size < PATH - 1; path++)
        if (*path != '*') to[size++] = *path;
    to[size] = '\0';
}

static bool is_needed(const route_parameter *p) { return strstr(p->doc, "Needed.") != NULL; }

/* A schema that a table has as JSON. */
static void add_schema(text *to, const char *name, const char *schema)
{
    json_name(to, name);
    json_raw(to, schema, strlen(schema));
}

static void add_type(text *to, const char *name, const char *type)
{
    json_begin_object(to, name);
    json_member_string(to, "type", type);
    json_end_object(to);
}

static void add_reference(text *to, const char *name)
{
    char path[PATH];
    snprintf(path, sizeof path, "#/components/schemas/%s", name);
    json_member_string(to, "$ref", path);
}

static void begin_parameter(text *to, const char *name, const char *in)
{
    json_begin_object(to, NULL);
    json_member_string(to, "name", name);
    json_member_string(to, "in", in);
}

static void add_parameter(text *to, const route_parameter *p)
{
    begin_parameter(to, p->name, "query");
    json_member_bool(to, "required", is_needed(p));
    json_member_string(to, "description", p->doc);
    add_schema(to, "schema", p->schema);
    json_end_object(to);
}

static bool is_member(const parameter_group *group, const char *name)
{
    const char *const *each = group->members;
    while (*each && strcmp(*each, name) != 0) each++;
    return *each != NULL;
}

static const parameter_group *group_of(const route *route, const char *name)
{
    for (const parameter_group *group = route->groups; group && group->name; group++)
        if (is_member(group, name)) return group;
    return NULL;
}

/* An object whose members are parameters. */
static void add_group(text *to, const route *route, const parameter_group *group)
{
    bool needed = false;
    begin_parameter(to, group->name, "query");
    json_member_string(to, "style", "form");
    json_member_bool(to, "explode", true);
    json_begin_object(to, "schema");
    json_member_string(to, "type", object_schema);
    json_member_bool(to, "additionalProperties", false);
    json_raw(to, group->rule, strlen(group->rule));
    json_begin_object(to, "properties");
    for (const route_parameter *p = route->parameters; p->name; p++) {
        if (!is_member(group, p->name)) continue;
        json_begin_object(to, p->name);
        json_member_string(to, "description", p->doc);
        json_raw(to, p->schema + 1, strlen(p->schema) - 2); /* its members */
        json_end_object(to);
        needed |= is_needed(p);
    }
    json_end_object(to);
    json_end_object(to);
    json_member_bool(to, "required", needed);
    json_end_object(to);
}

static void add_capture(text *to, const char *begin)
{
    char name[PATH];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(begin, "*}"), begin);
    begin_parameter(to, name, "path");
    json_member_bool(to, "required", true);
    json_begin_object(to, "schema");
    json_member_string(to, "type", text_schema);
    json_member_uint(to, "minLength", 1);
    json_end_object(to);
    json_end_object(to);
}

/* The parameters of the path and of the query. Those of the path have no form that a client must keep: an unknown one gives 404. */
static void add_parameters(text *to, const route *route)
{
    json_begin_array(to, "parameters");
    for (const char *at = strchr(route->path, '{'); at; at = strchr(at + 1, '{')) add_capture(to, at + 1);
    for (const route_parameter *each = route->parameters; each && each->name; each++)
        if (!group_of(route, each->name)) add_parameter(to, each);
    for (const parameter_group *group = route->groups; group && group->name; group++) add_group(to, route, group);
    json_end_array(to);
}

static void add_bytes(text *to)
{
    json_begin_object(to, "schema");
    json_member_string(to, "type", text_schema);
    json_member_string(to, "format", "binary");
    json_end_object(to);
}

/* The schema of an answer of a type: text is a string, and what is neither text nor JSON a string of bytes. */
static void add_answer(text *to, const route *route, const char *type)
{
    json_begin_object(to, type);
    if (strcmp(type, "application/json") == 0 && route->answer) {
        json_begin_object(to, "schema");
        add_reference(to, route->answer);
        json_end_object(to);
    } else if (strncmp(type, "text/", 5) == 0 || strcmp(type, "image/svg+xml") == 0 ||
               strcmp(type, "application/x-ndjson") == 0) {
        add_type(to, "schema", text_schema);
    } else {
        add_bytes(to);
    }
    json_end_object(to);
}

static void begin_code(text *to, unsigned code, const char *what)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%u", code);
    json_begin_object(to, digits);
    json_member_string(to, "description", what);
}

static void add_content(text *to, const route *route, unsigned code)
{
    begin_code(to, code, "done");
    json_begin_object(to, "content");
    for (const char *const *type = route->types; *type; type++) add_answer(to, route, *type);
    json_end_object(to);
    json_end_object(to);
}

/* What any request may get. */
static const struct {
    uint16_t code;
    const char *what;
} everywhere[] = { { 400, "malformed request" }, { 413, "body too large" },   { 414, "path or query too long" },
                   { 429, "too many requests" }, { 431, "headers too long" }, { 503, "busy: try again" } };

static bool has_code(const route *route, uint16_t code)
{
    for (const uint16_t *each = route->codes; each && *each; each++)
        if (*each == code) return true;
    return false;
}

static void add_problem(text *to, unsigned code, const char *what)
{
    begin_code(to, code, what);
    json_begin_object(to, "content");
    json_begin_object(to, "application/problem+json");
    json_begin_object(to, "schema");
    add_reference(to, "Problem");
    for (int i = 0; i < 4; i++) json_end_object(to);
}

static void add_plain(text *to, unsigned code, const char *what)
{
    begin_code(to, code, what);
    json_end_object(to);
}

static void add_answers(text *to, const route *route)
{
    json_begin_object(to, "responses");
    add_content(to, route, 200);
    if (route->creates) add_content(to, route, 201);
    for (const uint16_t *code = route->codes; code && *code; code++) {
        if (*code == 206)
            add_content(to, route, *code);
        else if (*code == 303)
            add_plain(to, *code, "another page");
        else if (*code == 304)
            add_plain(to, *code, "not modified");
        else
            add_problem(to, *code, "refused");
    }
    for (size_t i = 0; i < sizeof everywhere / sizeof *everywhere; i++)
        if (!has_code(route, everywhere[i].code)) add_problem(to, everywhere[i].code, everywhere[i].what);
    json_end_object(to);
}

static void add_scope(text *to, const char *scope)
{
    json_begin_array(to, "security");
    json_begin_object(to, NULL);
    json_begin_array(to, "token");
    json_string(to, scope);
    json_end_array(to);
    json_end_object(to);
    json_end_array(to);
}

static void add_body(text *to, const route *route)
{
    json_begin_object(to, "requestBody");
    json_member_bool(to, "required", true);
    json_member_string(to, "description", route->body ? route->body : "a replay");
    json_begin_object(to, "content");
    json_begin_object(to, "application/octet-stream");
    add_bytes(to);
    for (int i = 0; i < 3; i++) json_end_object(to);
}

static void add_route(text *to, const route *route)
{
    char method[16];
    size_t size = 0;
    for (; route->method[size] && size < sizeof method - 1; size++)
        method[size] = (char)tolower((unsigned char)route->method[size]);
    method[size] = '\0';
    json_begin_object(to, method);
    json_member_string(to, "operationId", route->id);
    json_member_string(to, "summary", route->doc);
    if (route->scope) add_scope(to, route->scope);
    add_parameters(to, route);
    if (route->has_body) add_body(to, route);
    add_answers(to, route);
    json_end_object(to);
}

static void add_members(text *to, const schema_member *members)
{
    char name[PATH];
    json_member_string(to, "type", object_schema);
    json_begin_array(to, "required");
    for (const schema_member *m = members; m->name; m++)
        if (!strchr(m->name, '?')) json_string(to, m->name);
    json_end_array(to);
    json_begin_object(to, "properties");
    for (const schema_member *m = members; m->name; m++) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(m->name, "?"), m->name);
        add_schema(to, name, m->schema);
    }
    json_end_object(to);
}

/* The members of a schema of another one and more. */
static void add_derived(text *to, const answer_schema *s)
{
    json_begin_array(to, "allOf");
    json_begin_object(to, NULL);
    add_reference(to, s->base);
    json_end_object(to);
    json_begin_object(to, NULL);
    add_members(to, s->members);
    json_end_object(to);
    json_end_array(to);
}

static void add_schemas(text *to)
{
    json_begin_object(to, "schemas");
    for (const answer_schema *s = answer_schemas; s->name; s++) {
        if (s->value) {
            add_schema(to, s->name, s->value);
            continue;
        }
        json_begin_object(to, s->name);
        if (s->base)
            add_derived(to, s);
        else
            add_members(to, s->members);
        json_end_object(to);
    }
    json_end_object(to);
}

static void add_info(text *to)
{
    json_begin_object(to, "info");
    json_member_string(to, "title", "reel");
    json_member_string(to, "version", reel_version());
    json_begin_object(to, "license");
    json_member_string(to, "name", "MIT");
    json_member_string(to, "identifier", "MIT");
    json_end_object(to);
    json_end_object(to);
}

static void add_components(text *to)
{
    json_begin_object(to, "components");
    json_begin_object(to, "securitySchemes");
    json_begin_object(to, "token");
    json_member_string(to, "type", "http");
    json_member_string(to, "scheme", "bearer");
    json_end_object(to);
    json_end_object(to);
    add_schemas(to);
    json_end_object(to);
}

/* Routes of one path follow one another. */
static void add_paths(text *to, const route *routes)
{
    const char *open = NULL; /* the path whose object is open */
    json_begin_object(to, "paths");
    for (const route *each = routes; each->method; each++) {
        char path[PATH];
        if (each->for_metrics || each->problem) continue;
        plain_path(path, each->path);
        if (!open || strcmp(each->path, open) != 0) {
            if (open) json_end_object(to);
            json_begin_object(to, path);
            open = each->path;
        }
        add_route(to, each);
    }
    if (open) json_end_object(to);
    json_end_object(to);
}

static void openapi_write(text *to, const route *routes)
{
    json_begin_object(to, NULL);
    json_member_string(to, "openapi", "3.1.0");
    add_info(to);
    add_components(to);
    add_paths(to, routes);
    json_end_line(to);
}

http_result description(request *r)
{
    openapi_write(&r->answer, r->server->routes);
    return answer_prepared(r, "application/json");
}
