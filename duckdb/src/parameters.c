/* SPDX-License-Identifier: MIT */
#include "parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MESSAGE_SIZE = 1024 };

bool bind_fail(duckdb_bind_info info, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    duckdb_bind_set_error(info, message);
    return false;
}

const char *suggest(const char *word, const char *const *words, char hint[HINT_SIZE])
{
    const char *close = reel_closest(word, words);
    *hint = '\0';
    if (close) snprintf(hint, HINT_SIZE, "; did you mean \"%s\"?", close);
    return hint;
}

/* ---- patterns ------------------------------------------------------------------------------------------------------- */

/* A copy of a pattern, in which "~/" at its beginning is the home folder, as in DuckDB's own readers. NULL: out of memory. */
static char *expand_home(const char *text)
{
    const char *home = text[0] == '~' && text[1] == '/' ? getenv("HOME") : NULL;
    if (home) text++;
    size_t before = home ? strlen(home) : 0, size = strlen(text) + 1;
    char *copy = malloc(before + size);
    if (!copy) return NULL;
    if (home) memcpy(copy, home, before);
    memcpy(copy + before, text, size);
    return copy;
}

/* The path of a file: URL, or the text itself. NULL, with an error: the URL of another file system. */
static const char *local_path(duckdb_bind_info info, const char *text)
{
    const char *colon = strstr(text, "://");
    size_t scheme = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");
    if (!colon || scheme < 2 || text + scheme != colon) return text;
    if (strncmp(text, "file://", 7) == 0) return text + 7;
    bind_fail(
        info,
        "%.200s: DuckDB passes extensions no access to %.*s:// URLs; copy the files or mount the storage, or scan the URL with "
        "pyreel and query the result",
        text, (int)scheme, text);
    return NULL;
}

static bool is_list(duckdb_value value)
{
    return !duckdb_is_null_value(value) && duckdb_get_type_id(duckdb_get_value_type(value)) == DUCKDB_TYPE_LIST;
}

static bool add_pattern(duckdb_bind_info info, patterns *found, duckdb_value value)
{
    if (duckdb_is_null_value(value) || duckdb_get_type_id(duckdb_get_value_type(value)) != DUCKDB_TYPE_VARCHAR)
        return bind_fail(info, "the first parameter must be a path or a list of paths");
    char *text = duckdb_get_varchar(value);
    const char *path = text ? local_path(info, text) : NULL;
    char *copy = path ? expand_home(path) : NULL;
    if (copy) found->items[found->count++] = copy;
    const bool no_memory = !text || (path && !copy);
    duckdb_free(text);
    return copy || (no_memory && bind_fail(info, "out of memory"));
}

static bool add_list(duckdb_bind_info info, patterns *found, duckdb_value list)
{
    idx_t count = duckdb_get_list_size(list);
    if (!count) return bind_fail(info, "the list of paths is empty");
    found->items = calloc(count, sizeof *found->items);
    if (!found->items) return bind_fail(info, "out of memory");
    bool fine = true;
    for (idx_t i = 0; fine && i < count; i++) {
        duckdb_value item = duckdb_get_list_child(list, i);
        fine = add_pattern(info, found, item);
        duckdb_destroy_value(&item);
    }
    return fine;
}

bool parameter_patterns(duckdb_bind_info info, patterns *found)
{
    duckdb_value value = duckdb_bind_get_parameter(info, 0);
    bool fine;
    if (is_list(value)) {
        fine = add_list(info, found, value);
    } else {
        found->items = calloc(1, sizeof *found->items);
        fine = found->items ? add_pattern(info, found, value) : bind_fail(info, "out of memory");
    }
    duckdb_destroy_value(&value);
    return fine;
}

void patterns_free(patterns *found)
{
    texts_free(found->items, found->count);
    *found = (patterns){ 0 };
}

/* ---- named parameters ----------------------------------------------------------------------------------------------- */

duckdb_value parameter_value(duckdb_bind_info info, const char *name)
{
    duckdb_value value = duckdb_bind_get_named_parameter(info, name);
    if (value && duckdb_is_null_value(value)) duckdb_destroy_value(&value);
    return value;
}

/* NULL: out of memory. The caller frees it. */
static char *value_text(duckdb_value value)
{
    char *own = duckdb_get_varchar(value);
    const size_t size = own ? strlen(own) + 1 : 0;
    char *text = own ? malloc(size) : NULL;
    if (text) memcpy(text, own, size);
    duckdb_free(own);
    return text;
}

bool parameter_text(duckdb_bind_info info, const char *name, char **text)
{
    duckdb_value value = parameter_value(info, name);
    if (!value) return true;
    *text = value_text(value);
    duckdb_destroy_value(&value);
    return *text || bind_fail(info, "out of memory");
}

bool value_texts(duckdb_bind_info info, const char *name, duckdb_value value, char ***texts, size_t *count)
{
    const bool many = is_list(value);
    const idx_t most = many ? duckdb_get_list_size(value) : 1;
    *texts = calloc(most + 1, sizeof **texts);
    if (!*texts) return bind_fail(info, "out of memory");
    for (idx_t i = 0; i < most; i++) {
        duckdb_value item = many ? duckdb_get_list_child(value, i) : value;
        const bool null = duckdb_is_null_value(item);
        char *text = null ? NULL : value_text(item);
        if (many) duckdb_destroy_value(&item);
        if (!text) return bind_fail(info, null ? "%s must not be NULL" : "%s: out of memory", name);
        (*texts)[(*count)++] = text;
    }
    return true;
}

void texts_free(char **texts, size_t count)
{
    for (size_t i = 0; texts && i < count; i++) free(texts[i]);
    free(texts);
}

bool parameter_flag(duckdb_bind_info info, const char *name, bool *flag)
{
    duckdb_value value = parameter_value(info, name);
    if (value) *flag = duckdb_get_bool(value);
    if (value) duckdb_destroy_value(&value);
    return true;
}

bool parameter_number(duckdb_bind_info info, const char *name, bool *given, double *number)
{
    duckdb_value value = parameter_value(info, name);
    if (!value) return true;
    *given = true;
    *number = duckdb_get_double(value);
    duckdb_destroy_value(&value);
    return !isnan(*number) || bind_fail(info, "%s must not be NaN", name);
}

bool parameter_choice(duckdb_bind_info info, const char *name, const char *const *words, size_t *choice)
{
    char *text = NULL, list[128] = "";
    if (!parameter_text(info, name, &text)) return false;
    bool found = !text;
    for (size_t i = 0; words[i]; i++) {
        if (text && strcmp(words[i], text) == 0) {
            *choice = i;
            found = true;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s'%s'", i ? ", " : "", words[i]);
    }
    if (!found) bind_fail(info, "%s has the value '%.60s'; expected one of: %s", name, text, list);
    free(text);
    return found;
}

bool parameter_levels(duckdb_bind_info info, reel_levels **levels)
{
    char *text = NULL;
    reel_error error;
    if (!parameter_text(info, "level", &text)) return false;
    char *path = text ? expand_home(text) : NULL;
    const bool lacks_memory = text && !path;
    const reel_status status = path ? reel_levels_open(path, NULL, levels, &error) : REEL_OK;
    free(path);
    free(text);
    if (lacks_memory) return bind_fail(info, "out of memory");
    return status >= 0 || bind_fail(info, "%s (%s)", error.message, error.rule);
}
