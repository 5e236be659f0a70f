/* SPDX-License-Identifier: MIT
 * Whether bytes are a well-formed XML document, as far as pictures use XML: elements, attributes, text, the five named entities. */
#ifndef REEL_TEST_XML_H
#define REEL_TEST_XML_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct xml_scan {
    const char *at, *end;
    const char *wrong; /* NULL: nothing */
} xml_scan;

static bool xml_fails(xml_scan *s, const char *wrong)
{
    if (!s->wrong) s->wrong = wrong;
    return false;
}

static bool xml_char(xml_scan *s)
{
    const uint8_t *p = (const uint8_t *)s->at;
    size_t left = (size_t)(s->end - s->at), size = p[0] < 0x80 ? 1 : p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0x20 && p[0] != '\n') return xml_fails(s, "a control character");
    if (p[0] == 0x7F) return xml_fails(s, "a control character");
    if ((p[0] >= 0x80 && p[0] < 0xC2) || p[0] > 0xF4 || left < size) return xml_fails(s, "bad UTF-8");
    uint32_t code = size == 1 ? p[0] : p[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((p[i] & 0xC0) != 0x80) return xml_fails(s, "bad UTF-8");
        code = code << 6 | (p[i] & 0x3Fu);
    }
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    if (code < least[size] || code > 0x10FFFF || (code & 0xF800) == 0xD800) return xml_fails(s, "bad UTF-8");
    if ((code >= 0x80 && code < 0xA0) || (code & 0xFFFE) == 0xFFFE) return xml_fails(s, "a forbidden character");
    s->at += size;
    return true;
}

static bool xml_entity(xml_scan *s)
{
    static const char *const known[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&apos;" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if ((size_t)(s->end - s->at) >= strlen(known[i]) && !memcmp(s->at, known[i], strlen(known[i]))) {
            s->at += strlen(known[i]);
            return true;
        }
    return xml_fails(s, "an unknown entity");
}

static bool xml_text(xml_scan *s, char until)
{
    while (s->at < s->end && *s->at != until)
        if (*s->at == '<' || (*s->at == '&' ? !xml_entity(s) : !xml_char(s))) return xml_fails(s, "a stray <");
    return s->at < s->end || xml_fails(s, "text without end");
}

static size_t xml_name(const xml_scan *s)
{
    size_t size = 0;
    while (s->at + size < s->end && (isalnum((unsigned char)s->at[size]) || strchr("-_:", s->at[size]))) size++;
    return size;
}

static bool xml_attributes(xml_scan *s)
{
    const char *names[32];
    size_t sizes[32], count = 0;
    while (s->at < s->end && *s->at == ' ') {
        s->at++;
        size_t size = xml_name(s);
        if (!size || count == 32) return xml_fails(s, "no name of an attribute");
        for (size_t i = 0; i < count; i++)
            if (sizes[i] == size && !memcmp(names[i], s->at, size)) return xml_fails(s, "an attribute twice");
        names[count] = s->at;
        sizes[count++] = size;
        s->at += size;
        if (s->end - s->at < 2 || s->at[0] != '=' || s->at[1] != '"') return xml_fails(s, "no value of an attribute");
        s->at += 2;
        if (!xml_text(s, '"')) return false;
        s->at++;
    }
    return true;
}

/* One tag from its '<' on. */
static bool xml_tag(xml_scan *s, const char *open[32], size_t sizes[32], size_t *depth)
{
    bool closes = s->at + 1 < s->end && s->at[1] == '/';
    s->at += closes ? 2 : 1;
    size_t size = xml_name(s);
    const char *name = s->at;
    if (!size) return xml_fails(s, "a tag without a name");
    s->at += size;
    if (!closes && !xml_attributes(s)) return false;
    bool empty = !closes && s->at < s->end && *s->at == '/';
    if (empty) s->at++;
    if (s->at == s->end || *s->at != '>') return xml_fails(s, "a tag without end");
    s->at++;
    if (closes) {
        if (!*depth || sizes[*depth - 1] != size || memcmp(open[*depth - 1], name, size)) return xml_fails(s, "tags cross");
        --*depth;
    } else if (!empty) {
        if (*depth == 32) return xml_fails(s, "too deep");
        open[*depth] = name;
        sizes[(*depth)++] = size;
    }
    return true;
}

/* NULL, or what is wrong with the document. */
static const char *xml_wrong(const void *data, size_t size)
{
    xml_scan s = { data, (const char *)data + size, NULL };
    const char *open[32];
    size_t sizes[32], depth = 0;
    if (!size || *s.at != '<') return "no element";
    do {
        if (*s.at == '<' ? !xml_tag(&s, open, sizes, &depth) : !xml_text(&s, '<')) break;
    } while (depth && s.at < s.end);
    if (!s.wrong && depth) return "an element without end";
    if (!s.wrong && (s.end - s.at != 1 || *s.at != '\n')) return "something after the end";
    return s.wrong;
}

#endif
