/* SPDX-License-Identifier: MIT */
#include "net/form.h"

#include "net/head.h"

#include <string.h>

static int digit(char letter)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = letter ? strchr(digits, letter) : NULL;
    return at ? (int)((at - digits) & 15) : -1;
}

/* Replaces escapes by what they mean; head_is_text found each of them whole. */
static void unescape(char *text)
{
    char *to = text;
    for (; *text; text++) {
        if (*text == '%') {
            *to++ = (char)(digit(text[1]) << 4 | digit(text[2]));
            text += 2;
        } else {
            *to++ = (char)(*text == '+' ? ' ' : *text);
        }
    }
    *to = '\0';
}

static const char *find_field(const form *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->fields[i].name, name) == 0) return f->fields[i].value;
    return NULL;
}

const char *form_field(const form *f, const char *name)
{
    const char *value = find_field(f, name);
    return value ? value : "";
}

bool form_parse(form *f, size_t size)
{
    f->count = 0;
    if (size > FORM_MOST || !head_is_text(f->data, size)) return false;
    f->data[size] = '\0';
    for (char *left = f->data, *pair; (pair = strsep(&left, "&")) != NULL;) {
        char *value = strchr(pair, '=');
        if (!*pair) continue;
        if (!value || f->count == FORM_FIELDS) return false;
        *value++ = '\0';
        unescape(pair);
        unescape(value);
        if (find_field(f, pair)) return false;
        f->fields[f->count].name = pair;
        f->fields[f->count++].value = value;
    }
    return true;
}
