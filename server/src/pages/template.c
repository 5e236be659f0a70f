/* SPDX-License-Identifier: MIT */
#include "pages/template.h"

#include "base/fail.h"
#include "pages/page_files.h"

#include <math.h>
#include <reel/reel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_DEPTH = 32, FILTER_TEXT = 64, SHORT_TEXT = 12 };

/* ---- values as text ---------------------------------------------------------------------------------------------- */

/* Text of HTML, also inside quotes. Control characters and what is not UTF-8 become U+FFFD. */
static void add_html(text *to, const char *string)
{
    for (size_t left = strlen(string), step; left; string += step, left -= step) {
        uint32_t point = reel_utf8(string, left, &step);
        bool broken = step == 0 || point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0xfffe || point == 0xffff;
        if (step == 0) step = 1;
        if (broken && point != '\n')
            text_add(to, "\xef\xbf\xbd");
        else if (point == '&')
            text_add(to, "&amp;");
        else if (point == '<')
            text_add(to, "&lt;");
        else if (point == '>')
            text_add(to, "&gt;");
        else if (point == '"')
            text_add(to, "&quot;");
        else if (point == '\'')
            text_add(to, "&#39;");
        else
            text_raw(to, string, step);
    }
}

/* One part of an address: everything but letters, digits and -._~ is escaped (RFC 3986). */
static void add_url(text *to, const char *string)
{
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-._~", c);
        if (plain)
            text_raw(to, string, 1);
        else
            text_print(to, "%%%02X", c);
    }
}

/* Groups of three digits, and at most three decimals. */
static void add_number(text *to, const char *string)
{
    char digits[FILTER_TEXT];
    const double value = strtod(string, NULL);
    if (!isfinite(value) || fabs(value) >= 1e15) return add_html(to, string);
    int size = snprintf(digits, sizeof digits, "%.3f", fabs(value));
    while (digits[size - 1] == '0') size--;
    if (digits[size - 1] == '.') size--;
    digits[size] = '\0';
    size_t whole = strcspn(digits, ".");
    if (value < 0 && strspn(digits, "0.") < (size_t)size) text_add(to, "\xe2\x88\x92");
    for (size_t i = 0; i < whole; i++) {
        if (i && (whole - i) % 3 == 0) text_add(to, ",");
        text_raw(to, digits + i, 1);
    }
    text_add(to, digits + whole);
}

/* Milliseconds of Unix time. */
static void add_moment(text *to, const char *string, const char *form)
{
    char shown[FILTER_TEXT];
    struct tm parts;
    const double ms = strtod(string, NULL);
    time_t seconds = ms >= 0 && ms < 4e15 ? (time_t)(ms / 1000) : 0;
    if (!gmtime_r(&seconds, &parts)) return;
    strftime(shown, sizeof shown, form, &parts);
    text_add(to, shown);
}

static void add_time(text *to, const char *string) { add_moment(to, string, "%Y-%m-%d %H:%M"); }
static void add_iso(text *to, const char *string) { add_moment(to, string, "%Y-%m-%dT%H:%M:%SZ"); }
/* As mail and RSS have it (RFC 822). */
static void add_mail(text *to, const char *string) { add_moment(to, string, "%a, %d %b %Y %H:%M:%S +0000"); }
static void add_day(text *to, const char *string) { add_moment(to, string, "%-d %B %Y"); }

static void add_duration(text *to, const char *string)
{
    const double value = strtod(string, NULL);
    long seconds = value >= 0 && value < 1e9 ? lround(value) : 0;
    if (seconds >= 3600) text_print(to, "%ld:%02ld:%02ld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if (seconds < 3600) text_print(to, "%ld:%02ld", seconds / 60, seconds % 60);
}

/* Seconds, to the millisecond. */
static void add_clock(text *to, const char *string)
{
    const double value = strtod(string, NULL);
    long long ms = value >= 0 && value < 1e9 ? llround(value * 1000) : 0;
    if (ms >= 3600000) text_print(to, "%lld:", ms / 3600000);
    text_print(to, ms >= 3600000 ? "%02lld:%02lld.%03lld" : "%lld:%02lld.%03lld", ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
}

static void add_percent(text *to, const char *string) { text_print(to, "%.2f %%", 100 * strtod(string, NULL)); }

static void add_size(text *to, const char *string)
{
    static const char *const units[] = { "bytes", "kB", "MB", "GB", "TB" };
    double value = strtod(string, NULL);
    size_t unit = 0;
    for (; value >= 1000 && unit < 4; unit++) value /= 1000;
    text_print(to, unit && value < 99.95 ? "%.1f %s" : "%.0f %s", value, units[unit]);
}

/* The name of a field or table, as people write it. */
static void add_words(text *to, const char *string)
{
    bool first = true;
    for (; *string; string++, first = false) {
        char letter = *string == '_' || *string == '-' ? ' ' : *string;
        if (first && letter >= 'a' && letter <= 'z') letter = (char)(letter - 'a' + 'A');
        if (strchr("&<>\"'", letter) || (unsigned char)letter < 0x20) continue;
        text_raw(to, &letter, 1);
    }
}

/* The beginning of a hash. */
static void add_short(text *to, const char *string)
{
    char begin[SHORT_TEXT + 1];
    snprintf(begin, sizeof begin, "%s", string);
    add_html(to, begin);
}

static const struct {
    const char *name;
    void (*add)(text *to, const char *string);
} filters[] = { { "url", add_url },     { "number", add_number },     { "time", add_time },   { "iso", add_iso },
                { "size", add_size },   { "duration", add_duration }, { "words", add_words }, { "short", add_short },
                { "clock", add_clock }, { "percent", add_percent },   { "day", add_day },     { "mail", add_mail } };

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* The structs that a place of a template is in, the innermost first. */
typedef struct scope {
    const struct scope *outer;
    const record *of;
    const void *data;
} scope;

typedef struct word {
    const char *data;
    size_t size;
} word;

static bool is_word(word w, const char *string) { return w.size == strlen(string) && memcmp(w.data, string, w.size) == 0; }

/* VALUE_NONE: there is no such value. */
static void find_value(const scope *inner, word name, record_value *value)
{
    const char *end = name.data + name.size, *dot = memchr(name.data, '.', name.size), *from = name.data;
    bool found = false;
    *value = (record_value){ .kind = VALUE_NONE };
    for (; inner && !found; inner = inner->outer)
        found = record_find(inner->of, inner->data, from, (size_t)((dot ? dot : end) - from), value);
    while (found && dot) {
        from = dot + 1;
        dot = memchr(from, '.', (size_t)(end - from));
        found = value->kind == VALUE_STRUCT;
        const record_value outer = *value;
        *value = (record_value){ .kind = VALUE_NONE };
        found = found && record_find(outer.of, outer.data, from, (size_t)((dot ? dot : end) - from), value);
    }
}

/* Whether a section has something to show for it. */
static bool is_something(const record_value *value)
{
    if (value->kind == VALUE_TEXT) return *value->text;
    if (value->kind == VALUE_LIST) return value->list->count > 0;
    return value->kind != VALUE_NONE && value->kind != VALUE_FALSE;
}

/* ---- tags -------------------------------------------------------------------------------------------------------- */

typedef struct tag {
    char kind; /* '#' '?' '^' '/' '>' or '=', a value */
    word name, filter;
    const char *begin, *end; /* of the tag with its braces */
} tag;

/* The next tag. False: at the end. */
static bool next_tag(const char *at, const char *end, tag *t)
{
    const char *begin = memmem(at, (size_t)(end - at), "{{", 2);
    const char *close = begin ? memmem(begin, (size_t)(end - begin), "}}", 2) : NULL;
    if (!close) return false;
    *t = (tag){ .kind = '=', .begin = begin, .end = close + 2 };
    begin += 2;
    if (begin < close && strchr("#?^/>", *begin)) t->kind = *begin++;
    const char *bar = memchr(begin, '|', (size_t)(close - begin));
    if (bar) t->filter = (word){ bar + 1, (size_t)(close - bar - 1) };
    t->name = (word){ begin, (size_t)((bar ? bar : close) - begin) };
    return true;
}

/* Where the section that begins with *open ends. False: it does not. */
static bool find_close(const tag *open, const char *end, tag *close)
{
    unsigned depth = 1;
    for (const char *at = open->end; next_tag(at, end, close); at = close->end) {
        if (strchr("#?^", close->kind)) depth++;
        if (close->kind == '/' && --depth == 0)
            return close->name.size == open->name.size && memcmp(close->name.data, open->name.data, open->name.size) == 0;
    }
    return false;
}

/* ---- rendering ---------------------------------------------------------------------------------------------------- */

typedef struct renderer {
    text *to;
    reel_error *error;
    unsigned depth; /* of sections and templates in one another: as deep as the templates are */
} renderer;

/* Says what is wrong with a template, at a tag. */
static bool fail_at(const renderer *r, const char *what, word at)
{
    fail(r->error, REEL_ARGUMENT, "page.template", "%s: %.*s", what, (int)(at.size < FILTER_TEXT ? at.size : FILTER_TEXT),
         at.data);
    return false;
}

static bool render(renderer *r, const char *at, const char *end, const scope *inner);

static bool render_value(const renderer *r, const tag *t, const scope *inner)
{
    record_value value;
    find_value(inner, t->name, &value);
    const char *string = "";
    if (value.kind == VALUE_TRUE || value.kind == VALUE_FALSE) string = value.kind == VALUE_TRUE ? "yes" : "no";
    if (value.kind == VALUE_TEXT || value.kind == VALUE_NUMBER) string = value.text;
    if (value.kind == VALUE_NUMBER && !t->filter.size) return add_number(r->to, string), true;
    if (!t->filter.size) return add_html(r->to, string), true;
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        if (is_word(t->filter, filters[i].name)) return filters[i].add(r->to, string), true;
    return fail_at(r, "a template has an unknown filter", t->filter);
}

static bool render_each(renderer *r, const tag *t, const tag *close, const scope *inner, const record_value *value)
{
    const size_t most = t->filter.size ? strtoul(t->filter.data, NULL, 10) : SIZE_MAX;
    bool fine = true;
    if (value->kind == VALUE_STRUCT) return render(r, t->end, close->begin, &(scope){ inner, value->of, value->data });
    if (value->kind != VALUE_LIST) return render(r, t->end, close->begin, inner);
    for (size_t i = 0; fine && i < value->list->count && i < most; i++)
        fine = render(r, t->end, close->begin, &(scope){ inner, value->of, record_list_at(value->list, value->of, i) });
    return fine;
}

static bool render_section(renderer *r, const tag *t, const tag *close, const scope *inner)
{
    record_value value;
    find_value(inner, t->name, &value);
    const bool found = is_something(&value);
    if (t->kind != '#') return found != (t->kind == '?') || render(r, t->end, close->begin, inner);
    return !found || render_each(r, t, close, inner, &value);
}

static bool render_file(renderer *r, word name, const scope *inner)
{
    char whole[FILTER_TEXT];
    int size = snprintf(whole, sizeof whole, "%.*s.html", (int)name.size, name.data);
    const page_file *file = page_file_find(whole, (size_t)size);
    return file ? render(r, file->data, file->data + file->size, inner) : fail_at(r, "there is no such template", name);
}

static bool render(renderer *r, const char *at, const char *end, const scope *inner)
{
    tag t, close;
    bool fine = ++r->depth < MOST_DEPTH || fail_at(r, "sections are too deep in one another", (word){ at, 0 });
    for (; fine && next_tag(at, end, &t); at = t.end) {
        text_raw(r->to, at, (size_t)(t.begin - at));
        if (t.kind == '=') {
            fine = render_value(r, &t, inner);
        } else if (t.kind == '>') {
            fine = render_file(r, t.name, inner);
        } else {
            fine = (t.kind != '/' && find_close(&t, end, &close)) ||
                   fail_at(r, "a template has a section without its other end", t.name);
            fine = fine && render_section(r, &t, &close, inner);
            if (fine) t.end = close.end;
        }
    }
    if (fine) text_raw(r->to, at, (size_t)(end - at));
    r->depth--;
    return fine;
}

reel_status template_render(const char *name, const record *of, const void *data, text *to, reel_error *error)
{
    static const char no_memory[] = "out of memory";
    renderer r = { .to = to, .error = error };
    if (record_failed(of, data)) return fail(error, REEL_MEMORY, "server.memory", no_memory);
    if (!render_file(&r, (word){ name, strlen(name) }, &(scope){ NULL, of, data })) return error->status;
    return to->failed ? fail(error, REEL_MEMORY, "server.memory", no_memory) : REEL_OK;
}
