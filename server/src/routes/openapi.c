/* SPDX-License-Identifier: MIT */
#include "routes/openapi.h"

#include "routes/schemas.h"
#include "service/answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The path without the stars, which only mean that a capture takes slashes, too. */
static void put_path(FILE *out, const char *path)
{
    for (; *path; path++)
        if (*path != '*') fputc(*path, out);
}

static bool is_needed(const route_parameter *p) { return strstr(p->doc, "Needed.") != NULL; }

static void put_parameter(FILE *out, const route_parameter *p)
{
    fprintf(out, "{\"name\":\"%s\",\"in\":\"query\",\"required\":%s,\"description\":\"%s\",\"schema\":%s}", p->name,
            is_needed(p) ? "true" : "false", p->doc, p->schema);
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
static void put_group(FILE *out, const route *route, const parameter_group *group)
{
    bool comma = false, needed = false;
    fprintf(out,
            "{\"name\":\"%s\",\"in\":\"query\",\"style\":\"form\",\"explode\":true,\"schema\":{\"type\":\"object\","
            "\"additionalProperties\":false,%s,\"properties\":{",
            group->name, group->rule);
    for (const route_parameter *p = route->parameters; p->name; p++) {
        if (!is_member(group, p->name)) continue;
        fprintf(out, "%s\"%s\":{\"description\":\"%s\",%s", comma ? "," : "", p->name, p->doc, p->schema + 1);
        needed |= is_needed(p);
        comma = true;
    }
    fprintf(out, "}},\"required\":%s}", needed ? "true" : "false");
}

/* The parameters of the path and of the query. Those of the path have no form that a client must keep: an unknown one gives 404. */
static void put_parameters(FILE *out, const route *route)
{
    bool comma = false;
    fputs("\"parameters\":[", out);
    for (const char *at = strchr(route->path, '{'); at; at = strchr(at + 1, '{'), comma = true)
        fprintf(out, "%s{\"name\":\"%.*s\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}}",
                comma ? "," : "", (int)strcspn(at + 1, "*}"), at + 1);
    for (const route_parameter *each = route->parameters; each && each->name; each++) {
        if (group_of(route, each->name)) continue;
        if (comma) fputc(',', out);
        put_parameter(out, each);
        comma = true;
    }
    for (const parameter_group *group = route->groups; group && group->name; group++, comma = true) {
        if (comma) fputc(',', out);
        put_group(out, route, group);
    }
    fputs("],", out);
}

/* The schema of an answer of a type: text is a string, and what is neither text nor JSON a string of bytes. */
static void put_schema(FILE *out, const route *route, const char *type)
{
    if (strcmp(type, "application/json") == 0 && route->answer)
        fprintf(out, "\"schema\":{\"$ref\":\"#/components/schemas/%s\"}", route->answer);
    else if (strncmp(type, "text/", 5) == 0 || strcmp(type, "image/svg+xml") == 0 || strcmp(type, "application/x-ndjson") == 0)
        fputs("\"schema\":{\"type\":\"string\"}", out);
    else
        fputs("\"schema\":{\"type\":\"string\",\"format\":\"binary\"}", out);
}

static void put_content(FILE *out, const route *route, unsigned code)
{
    fprintf(out, "\"%u\":{\"description\":\"done\",\"content\":{", code);
    for (const char *const *type = route->types; *type; type++) {
        fprintf(out, "%s\"%s\":{", type == route->types ? "" : ",", *type);
        put_schema(out, route, *type);
        fputs("}", out);
    }
    fputs("}}", out);
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

static void put_problem(FILE *out, unsigned code, const char *what)
{
    fprintf(out,
            ",\"%u\":{\"description\":\"%s\",\"content\":{\"application/problem+json\":"
            "{\"schema\":{\"$ref\":\"#/components/schemas/Problem\"}}}}",
            code, what);
}

static void put_answers(FILE *out, const route *route)
{
    fputs("\"responses\":{", out);
    put_content(out, route, 200);
    if (route->creates) {
        fputs(",", out);
        put_content(out, route, 201);
    }
    for (const uint16_t *code = route->codes; code && *code; code++) {
        if (*code == 206) {
            fputs(",", out);
            put_content(out, route, *code);
        } else if (*code == 303) {
            fputs(",\"303\":{\"description\":\"another page\"}", out);
        } else if (*code == 304) {
            fputs(",\"304\":{\"description\":\"not modified\"}", out);
        } else {
            put_problem(out, *code, "refused");
        }
    }
    for (size_t i = 0; i < sizeof everywhere / sizeof *everywhere; i++)
        if (!has_code(route, everywhere[i].code)) put_problem(out, everywhere[i].code, everywhere[i].what);
    fputs("}", out);
}

static void put_route(FILE *out, const route *route)
{
    fprintf(out, "\"");
    for (const char *at = route->method; *at; at++) fputc(tolower((unsigned char)*at), out);
    fprintf(out, "\":{\"operationId\":\"%s\",\"summary\":\"%s\",", route->id, route->doc);
    if (route->scope) fprintf(out, "\"security\":[{\"token\":[\"%s\"]}],", route->scope);
    put_parameters(out, route);
    if (route->has_body)
        fprintf(out,
                "\"requestBody\":{\"required\":true,\"description\":\"%s\",\"content\":{\"application/octet-stream\":"
                "{\"schema\":{\"type\":\"string\",\"format\":\"binary\"}}}},",
                route->body ? route->body : "a replay");
    put_answers(out, route);
    fputs("}", out);
}

static void put_members(FILE *out, const schema_member *members)
{
    bool comma = false;
    fputs("\"type\":\"object\",\"required\":[", out);
    for (const schema_member *m = members; m->name; m++) {
        if (strchr(m->name, '?')) continue;
        fprintf(out, "%s\"%s\"", comma ? "," : "", m->name);
        comma = true;
    }
    fputs("],\"properties\":{", out);
    for (const schema_member *m = members; m->name; m++)
        fprintf(out, "%s\"%.*s\":%s", m == members ? "" : ",", (int)strcspn(m->name, "?"), m->name, m->schema);
    fputs("}", out);
}

static void put_schemas(FILE *out)
{
    for (const answer_schema *s = answer_schemas; s->name; s++) {
        fprintf(out, "%s\"%s\":", s == answer_schemas ? "" : ",", s->name);
        if (s->value) {
            fputs(s->value, out);
            continue;
        }
        fputs("{", out);
        if (s->base) fprintf(out, "\"allOf\":[{\"$ref\":\"#/components/schemas/%s\"},{", s->base);
        put_members(out, s->members);
        fputs(s->base ? "}]}" : "}", out);
    }
}

static char *openapi_make(const route *routes, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out) return NULL;
    fprintf(out,
            "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"reel\",\"version\":\"%s\",\"license\":{\"name\":\"MIT\",\"identifier\":"
            "\"MIT\"}},\"components\":{\"securitySchemes\":{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"}},\"schemas\":{",
            reel_version());
    put_schemas(out);
    fputs("}},\"paths\":{", out);
    for (const route *each = routes; each->method; each++) {
        if (each->for_metrics || each->problem) continue;
        bool same = each != routes && strcmp(each->path, each[-1].path) == 0;
        if (each != routes && !same) fputs("},", out);
        fputs(same ? "," : "\"", out);
        if (!same) {
            put_path(out, each->path);
            fputs("\":{", out);
        }
        put_route(out, each);
    }
    fputs("}}}\n", out);
    return fclose(out) == 0 ? text : NULL;
}

http_result description(request *r)
{
    size_t size;
    char *text = openapi_make(r->server->routes, &size);
    if (!text) return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    http_result result = answer_text(r, HTTP_OK, "application/json", text, size);
    free(text);
    return result;
}
