/* SPDX-License-Identifier: MIT */
#include "base/declarations.h"

#include <reel/format.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char declaration_blanks[] = " \t";

bool declaration_wrong(declaration_problem *problem, unsigned line, const char *form, ...)
{
    va_list values;
    va_start(values, form);
    problem->line = line;
    vsnprintf(problem->message, sizeof problem->message, form, values);
    va_end(values);
    return false;
}

char *declaration_word(char **rest)
{
    char *word = *rest + strspn(*rest, declaration_blanks);
    if (!*word) return NULL;
    char *end = word + strcspn(word, declaration_blanks);
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

bool declaration_is_name(const char *name, size_t size)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    return *name && strspn(name, letters) == strlen(name) && strlen(name) < size;
}

static bool is_text(const char *text, size_t size)
{
    for (size_t step; size; text += step, size -= step) {
        const uint32_t point = reel_utf8(text, size, &step);
        if (!step || (point < 0x20 && point != '\n' && point != '\r' && point != '\t')) return false;
    }
    return true;
}

static bool take_line(char *line, unsigned number, declaration_line *each, void *context)
{
    char *word = declaration_word(&line);
    if (!word || *word == '#') return true;
    char *rest = line + strspn(line, declaration_blanks);
    for (size_t end = strlen(rest); end && strchr(declaration_blanks, rest[end - 1]);) rest[--end] = '\0';
    return each(context, word, rest, number);
}

bool declaration_lines(const char *text, size_t size, declaration_line *each, void *context, declaration_problem *problem)
{
    char line[DECLARATION_LINE];
    unsigned number = 0;
    if (!is_text(text, size)) return declaration_wrong(problem, 0, "not text in UTF-8");
    for (const char *at = text, *end = text + size; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        number++;
        if (length >= sizeof line) return declaration_wrong(problem, number, "the line is too long");
        memcpy(line, at, length);
        if (length && line[length - 1] == '\r') length--;
        line[length] = '\0';
        if (!take_line(line, number, each, context)) return false;
        at = stop ? stop + 1 : end;
    }
    return true;
}
