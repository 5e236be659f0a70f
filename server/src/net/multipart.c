/* SPDX-License-Identifier: MIT */
#include "net/multipart.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { BOUNDARY = 70 /* RFC 2046, 5.1.1 */, MARK = BOUNDARY + sizeof "\r\n--" };

/* Writes CR LF "--" BOUNDARY, which is before and after each part. Returns its length; 0: the type has no boundary. */
static size_t read_boundary(const char *type, char mark[MARK])
{
    static const char kind[] = "multipart/form-data",
                      letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'()+_,-./:=?";
    static const char word[] = "boundary=";
    if (!type || strncasecmp(type, kind, sizeof kind - 1) != 0) return 0;
    const char *at = strchr(type, ';');
    while (at && strncasecmp(at += 1 + strspn(at + 1, " \t"), word, sizeof word - 1) != 0) at = strchr(at, ';');
    if (!at) return 0;
    at += sizeof word - 1;
    const bool quoted = *at == '"';
    at += quoted;
    const size_t size = strspn(at, letters);
    if (!size || size > BOUNDARY || (quoted ? at[size] != '"' : at[size] && !strchr("; \t", at[size]))) return 0;
    return (size_t)snprintf(mark, MARK, "\r\n--%.*s", (int)size, at);
}

static const char *find(const char *from, const char *end, const char *what, size_t size)
{
    return memmem(from, (size_t)(end - from), what, size);
}

/* The parameter name of the line Content-Disposition. */
static bool read_name(const char *head, const char *end, char name[MULTIPART_NAME])
{
    static const char line[] = "Content-Disposition:", word[] = " name=\"";
    while (end - head > (ptrdiff_t)sizeof line && strncasecmp(head, line, sizeof line - 1) != 0) {
        head = find(head, end, "\r\n", 2);
        if (!head) return false;
        head += 2;
    }
    const char *stop = find(head, end, "\r\n", 2), *at = find(head, stop ? stop : end, word, sizeof word - 1);
    if (!at) return false;
    at += sizeof word - 1;
    const char *quote = memchr(at, '"', (size_t)((stop ? stop : end) - at));
    if (!quote || memchr(at, '\0', (size_t)(quote - at))) return false;
    snprintf(name, MULTIPART_NAME, "%.*s", (int)(quote - at < MULTIPART_NAME ? quote - at : MULTIPART_NAME - 1), at);
    return true;
}

const multipart_part *multipart_find(const multipart *in, const char *name)
{
    for (size_t i = 0; i < in->count; i++)
        if (strcmp(in->parts[i].name, name) == 0) return &in->parts[i];
    return NULL;
}

/* The part that begins at `at`, after its boundary. Returns the place after the boundary that ends it; NULL: it is not one. */
static const char *read_part(multipart *to, const char *at, const char *end, const char *mark, size_t mark_size)
{
    multipart_part part;
    const char *limit = end - at > MULTIPART_HEAD ? at + MULTIPART_HEAD : end, *data = find(at, limit, "\r\n\r\n", 4);
    const char *stop = data ? find(data + 4, end, mark, mark_size) : NULL;
    if (!stop || data < at + 2 || to->count == MULTIPART_PARTS || !read_name(at + 2, data, part.name) ||
        multipart_find(to, part.name))
        return NULL;
    part.data = data + 4;
    part.size = (size_t)(stop - part.data);
    to->parts[to->count++] = part;
    return stop + mark_size;
}

bool multipart_read(multipart *to, const char *type, const char *body, size_t size)
{
    char mark[MARK];
    const size_t mark_size = read_boundary(type, mark);
    const char *end = body + size, *at = body;
    to->count = 0;
    if (!mark_size || size < mark_size || memcmp(body, mark + 2, mark_size - 2) != 0) return false;
    at += mark_size - 2; /* the first one has no line before it */
    while (end - at >= 2 && memcmp(at, "\r\n", 2) == 0) {
        at = read_part(to, at, end, mark, mark_size);
        if (!at) return false;
    }
    return end - at >= 2 && memcmp(at, "--", 2) == 0;
}
