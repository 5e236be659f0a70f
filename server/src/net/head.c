/* SPDX-License-Identifier: MIT */
#include "net/head.h"

#include <reel/reel.h>
#include <string.h>
#include <strings.h>

/* ---- characters (RFC 9110, 5.6.2; RFC 9112, 3) ---------------------------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_token(char c) { return is_digit(c) || is_letter(c) || (c && strchr("!#$%&'*+-.^_`|~", c)); }
/* Of a field's value. What is above ASCII is judged as UTF-8 later. */
static bool is_value(char c) { return c == '\t' || (unsigned char)c >= ' ' ? c != 0x7f : false; }

static int hex_digit(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Reads one byte, which may be escaped. Returns the bytes that it takes, 0 if the escape is not whole. */
static size_t read_byte(const char *data, size_t size, char *byte)
{
    if (*data != '%') return *byte = *data, 1;
    int high = size > 2 ? hex_digit(data[1]) : -1, low = size > 2 ? hex_digit(data[2]) : -1;
    if (high < 0 || low < 0) return 0;
    *byte = (char)(high << 4 | low);
    return 3;
}

size_t head_unescape(char *to, const char *data, size_t size, bool is_query)
{
    size_t written = 0;
    for (size_t used; size; data += used, size -= used, written++) {
        used = read_byte(data, size, to + written);
        if (!used) break; /* it is not sound */
        if (is_query && *data == '+') to[written] = ' ';
    }
    to[written] = '\0';
    return written;
}

bool head_is_text(const char *data, size_t size)
{
    char point[4] = { 0 };
    size_t have = 0, step;
    while (size || have) {
        while (size && have < sizeof point) {
            size_t used = read_byte(data, size, &point[have]);
            if (!used || !point[have]) return false;
            data += used;
            size -= used;
            have++;
        }
        reel_utf8(point, have, &step);
        if (!step) return false;
        have -= step;
        memmove(point, point + step, have);
    }
    return true;
}

/* ---- the request line ------------------------------------------------------------------------------------------------- */

static head_result head_refuse(head *h, unsigned code, const char *why)
{
    h->code = code;
    h->why = why;
    return HEAD_BAD;
}

static unsigned count_of(const char *data, size_t size, char wanted)
{
    unsigned count = 0;
    for (size_t i = 0; i < size; i++) count += data[i] == wanted;
    return count;
}

/* The path, and each name and value of the query, is text of its own: a character cannot begin in one and end in another. */
static bool target_is_text(const char *target, size_t path, size_t size)
{
    const char *at = target + path, *end = target + size;
    if (!head_is_text(target, path)) return false;
    while (at < end) {
        const char *from = ++at;
        while (at < end && *at != '&' && *at != '=') at++;
        if (!head_is_text(from, (size_t)(at - from))) return false;
    }
    return true;
}

/* A proxy may see no slash in an escaped one, so it does not end a part of the path here, either. */
static unsigned plain_slashes(const char *path, size_t size)
{
    unsigned count = 0;
    for (size_t i = 0; i < size; i++) {
        if (size - i > 2 && path[i] == '%' && path[i + 1] == '2' && (path[i + 2] | 0x20) == 'f') break;
        count += path[i] == '/';
    }
    return count;
}

static head_result read_target(head *h, const char *target, size_t size)
{
    const char *mark = memchr(target, '?', size);
    const size_t path = mark ? (size_t)(mark - target) : size;
    if (*target != '/' && !(size == 1 && *target == '*')) return head_refuse(h, 400, "the path does not begin with a slash");
    if (!target_is_text(target, path, size)) return head_refuse(h, 400, "the path or the query is not UTF-8, or has a NUL");
    if (mark && count_of(mark, size - path, '&') >= HEAD_PARAMETERS)
        return head_refuse(h, 414, "the query has too many parameters");
    h->slashes = plain_slashes(target, path);
    return HEAD_FINE;
}

/* A host's name or address and maybe a port: no user, no path (RFC 9110, 7.2). */
static bool is_host(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!is_letter(text[i]) && !is_digit(text[i]) && (!text[i] || !strchr("-._~%!$&'()*+,;=:[]", text[i]))) return false;
    return true;
}

/* Leaves out the first part of http://HOST/PATH, which a server must take (RFC 9112, 3.2.2). */
static size_t skip_origin(const char *target, size_t size)
{
    static const char scheme[] = "http://";
    const size_t begin = sizeof scheme - 1;
    if (size <= begin || strncasecmp(target, scheme, begin) != 0) return 0;
    const char *slash = memchr(target + begin, '/', size - begin);
    const size_t skip = slash ? (size_t)(slash - target) : 0;
    return skip > begin && is_host(target + begin, skip - begin) ? skip : 0;
}

/* What reading a head needs, and what its fields have said so far. */
typedef struct reading {
    const char *data;
    head_parts *parts; /* NULL: not wanted */
    bool has_length, has_coding;
    unsigned singles; /* a bit for each field below */
} reading;

static head_span span_of(const reading *r, const char *from, size_t size)
{
    return (head_span){ (uint16_t)(from - r->data), (uint16_t)size };
}

static head_result read_line(head *h, reading *r, const char *line, size_t size)
{
    static const char version[] = "HTTP/1.";
    size_t method = 0, target;
    while (method < size && is_token(line[method])) method++;
    if (!method || method == size || line[method] != ' ') return head_refuse(h, 400, "the request line has no method");
    target = ++method;
    while (target < size && line[target] > ' ' && line[target] < 0x7f && line[target] != '#') target++;
    size_t length = target - method;
    if (length > HEAD_TARGET) return head_refuse(h, 414, "the path with its query is too long");
    if (!length || size - target != sizeof version + 1 || line[target] != ' ' ||
        memcmp(line + target + 1, version, sizeof version - 1) != 0 || !is_digit(line[size - 1]))
        return head_refuse(h, 400, "the request line is not METHOD PATH HTTP/1.1");
    if (line[size - 1] > '1') return head_refuse(h, 505, "this version of HTTP is not supported");
    const size_t skip = skip_origin(line + method, length);
    h->is_old = h->closes = line[size - 1] == '0';
    if (r->parts) r->parts->method = span_of(r, line, method - 1);
    if (r->parts) r->parts->target = span_of(r, line + method + skip, length - skip);
    return read_target(h, line + method + skip, length - skip);
}

/* ---- fields ------------------------------------------------------------------------------------------------------------ */

typedef struct field {
    const char *name, *value;
    size_t name_size, value_size;
} field;

static bool is_named(const field *f, const char *name)
{
    return strlen(name) == f->name_size && strncasecmp(name, f->name, f->name_size) == 0;
}

static bool has_value(const field *f, const char *value)
{
    return strlen(value) == f->value_size && strncasecmp(value, f->value, f->value_size) == 0;
}

static bool read_length(const field *f, uint64_t *length)
{
    if (!f->value_size || f->value_size > 18) return false;
    *length = 0;
    for (size_t i = 0; i < f->value_size; i++) {
        if (!is_digit(f->value[i])) return false;
        *length = *length * 10 + (uint64_t)(f->value[i] - '0');
    }
    return true;
}

/* Fields of which a second one contradicts the first. */
static const char *const singles[] = {
    "Host",  "Content-Length", "Transfer-Encoding", "Authorization", "Idempotency-Key",  "If-None-Match", "If-Range",
    "Range", "Expect",         "Content-Type",      "Origin",        "X-Forwarded-Host", "Cookie"
};
enum { SINGLES = sizeof singles / sizeof *singles, SINGLE_HOST = 1 };

/* Whether a list of words has one of them. */
static bool lists(const field *f, const char *word)
{
    const size_t size = strlen(word);
    for (size_t i = 0, end; i < f->value_size; i = end + 1) {
        for (end = i; end < f->value_size && f->value[end] != ','; end++) continue;
        while (i < end && (f->value[i] == ' ' || f->value[i] == '\t')) i++;
        size_t last = end;
        while (last > i && (f->value[last - 1] == ' ' || f->value[last - 1] == '\t')) last--;
        if (last - i == size && strncasecmp(f->value + i, word, size) == 0) return true;
    }
    return false;
}

static head_result use_field(head *h, reading *framing, const field *f)
{
    for (unsigned i = 0; i < SINGLES; i++) {
        if (!is_named(f, singles[i])) continue;
        if (framing->singles >> i & 1) return head_refuse(h, 400, "a header that may be there once is there twice");
        framing->singles |= 1u << i;
    }
    if (is_named(f, "Host") && !is_host(f->value, f->value_size)) return head_refuse(h, 400, "the header Host is not a host");
    if (is_named(f, "Content-Length")) {
        if (!read_length(f, &h->length)) return head_refuse(h, 400, "the header Content-Length is not a number");
        framing->has_length = true;
    }
    if (is_named(f, "Transfer-Encoding")) {
        if (!has_value(f, "chunked")) return head_refuse(h, 501, "the only transfer coding is chunked");
        if (h->is_old) return head_refuse(h, 400, "HTTP/1.0 has no transfer codings");
        framing->has_coding = h->chunked = true;
    }
    if (is_named(f, "Cookie") && (f->value_size > HEAD_COOKIE || count_of(f->value, f->value_size, ';') >= HEAD_COOKIES))
        return head_refuse(h, 431, "the request has too many cookies");
    if (is_named(f, "Expect")) {
        if (!has_value(f, "100-continue")) return head_refuse(h, 417, "the only expectation is 100-continue");
        h->expects = !h->is_old;
    }
    if (is_named(f, "Connection") && lists(f, "close")) h->closes = true;
    return HEAD_FINE;
}

static head_result read_field(head *h, reading *r, const char *line, size_t size)
{
    field f = { .name = line };
    if (*line == ' ' || *line == '\t') return head_refuse(h, 400, "a header is folded over two lines");
    while (f.name_size < size && is_token(line[f.name_size])) f.name_size++;
    if (!f.name_size || f.name_size == size || line[f.name_size] != ':')
        return head_refuse(h, 400, "a header is not NAME: VALUE, without a space before the colon");
    f.value = line + f.name_size + 1;
    f.value_size = size - f.name_size - 1;
    while (f.value_size && (*f.value == ' ' || *f.value == '\t')) f.value++, f.value_size--;
    while (f.value_size && (f.value[f.value_size - 1] == ' ' || f.value[f.value_size - 1] == '\t')) f.value_size--;
    for (size_t i = 0, step; i < f.value_size; i += step) {
        reel_utf8(f.value + i, f.value_size - i, &step);
        if (!step || !is_value(f.value[i])) return head_refuse(h, 400, "a header has a control character, or is not UTF-8");
    }
    if (r->parts) {
        r->parts->fields[r->parts->count].name = span_of(r, f.name, f.name_size);
        r->parts->fields[r->parts->count++].value = span_of(r, f.value, f.value_size);
    }
    return use_field(h, r, &f);
}

/* ---- the head ---------------------------------------------------------------------------------------------------------- */

/* Reads the lines of a head whose end is there: each ends with CR LF, and the last is empty. */
static head_result read_lines(head *h, const char *data, head_parts *parts)
{
    reading r = { .data = data, .parts = parts };
    if (parts) parts->count = 0;
    const char *at = data + h->start, *end = data + h->start + h->size - 2;
    for (unsigned line = 0; at < end; line++) {
        const char *stop = memchr(at, '\r', (size_t)(end - at)); /* there is one */
        size_t size = (size_t)(stop - at);
        if (line > HEAD_FIELDS) return head_refuse(h, 431, "the request has too many headers");
        head_result result = line ? read_field(h, &r, at, size) : read_line(h, &r, at, size);
        if (result != HEAD_FINE) return result;
        at = stop + 2;
    }
    if (!h->is_old && !(r.singles & SINGLE_HOST)) return head_refuse(h, 400, "the header Host is missing");
    if (r.has_length && r.has_coding) return head_refuse(h, 400, "Content-Length and Transfer-Encoding contradict each other");
    return HEAD_FINE;
}

head_result head_read(head *h, const char *data, size_t size, head_parts *parts)
{
    if (h->scanned == 0) h->start = 0;
    for (; h->scanned < size; h->scanned++) {
        size_t at = h->scanned;
        char c = data[at], before = at ? data[at - 1] : '\0';
        if (at - h->start >= HEAD_MOST) return head_refuse(h, 431, "the head of the request is too long");
        if (c == '\0') return head_refuse(h, 400, "the head of the request has a NUL");
        if (c == '\n' ? before != '\r' : before == '\r') return head_refuse(h, 400, "a line does not end with CR LF");
        if (c != '\n') continue;
        if (at == 1) h->start = 2; /* an empty line before the request, which a client may send after a body (RFC 9112, 2.2) */
        size_t line = at + 1 - h->start;
        if (line >= 4 && data[at - 2] == '\n') {
            h->size = line;
            h->scanned++;
            return read_lines(h, data, parts);
        }
        if (line == 2) return head_refuse(h, 400, "the request line is empty");
    }
    return HEAD_MORE;
}

/* ---- chunks (RFC 9112, 7.1) -------------------------------------------------------------------------------------------- */

typedef enum chunk_state {
    CHUNK_SIZE,
    CHUNK_EXTENSION,
    CHUNK_SIZE_END, /* its LF */
    CHUNK_DATA,
    CHUNK_DATA_CR,
    CHUNK_DATA_END,
    TRAILER_START,
    TRAILER_NAME,
    TRAILER_VALUE,
    TRAILER_END,
    BODY_END, /* the LF of the last line */
    BODY_DONE
} chunk_state;

enum { SIZE_DIGITS = 15 };

/* Counts a byte against a limit. */
static bool count_byte(uint16_t *count, unsigned most) { return ++*count <= most; }

static bool read_size(chunks *c, char byte)
{
    int digit = hex_digit(byte);
    if (digit >= 0) {
        c->left = c->left << 4 | (unsigned)digit;
        return ++c->digits <= SIZE_DIGITS;
    }
    if (!c->digits) return false;
    c->state = byte == '\r' ? CHUNK_SIZE_END : CHUNK_EXTENSION;
    return byte == '\r' || byte == ';';
}

static bool read_trailer(chunks *c, char byte)
{
    if (!count_byte(&c->trailers, CHUNK_TRAILERS)) return false;
    if (c->state == TRAILER_START && byte == '\r') return c->state = BODY_END, true;
    if (c->state == TRAILER_VALUE) {
        if (byte == '\r') return c->state = TRAILER_END, true;
        return is_value(byte);
    }
    if (c->state == TRAILER_NAME && byte == ':') return c->state = TRAILER_VALUE, true;
    c->state = TRAILER_NAME;
    return is_token(byte);
}

/* One byte that is not data of a chunk. */
static bool read_chunk_byte(chunks *c, char byte)
{
    switch ((chunk_state)c->state) {
    case CHUNK_SIZE: return read_size(c, byte);
    case CHUNK_EXTENSION:
        if (byte == '\r') return c->state = CHUNK_SIZE_END, true;
        return is_value(byte) && count_byte(&c->extensions, CHUNK_EXTENSIONS);
    case CHUNK_SIZE_END: c->state = c->left ? CHUNK_DATA : TRAILER_START; return byte == '\n';
    case CHUNK_DATA_CR: c->state = CHUNK_DATA_END; return byte == '\r';
    case CHUNK_DATA_END:
        c->state = CHUNK_SIZE;
        c->digits = 0;
        return byte == '\n';
    case TRAILER_START:
    case TRAILER_NAME:
    case TRAILER_VALUE: return read_trailer(c, byte);
    case TRAILER_END: c->state = TRAILER_START; return byte == '\n';
    case BODY_END: c->state = BODY_DONE; return byte == '\n';
    default: return false;
    }
}

size_t chunks_read(chunks *c, char *data, size_t size, size_t *held)
{
    size_t at = 0, kept = 0;
    while (at < size && c->state != BODY_DONE) {
        if (c->state != CHUNK_DATA) {
            if (!read_chunk_byte(c, data[at])) break;
            at++;
            continue;
        }
        size_t step = size - at < c->left ? size - at : (size_t)c->left;
        memmove(data + kept, data + at, step);
        kept += step;
        at += step;
        c->left -= step;
        if (!c->left) c->state = CHUNK_DATA_CR;
    }
    c->all += at;
    c->held += kept;
    *held = kept;
    return at;
}

bool chunks_end(const chunks *c) { return c->state == BODY_DONE; }

bool chunks_are_tiny(const chunks *c) { return c->all - c->held > CHUNK_FRAMING + c->held; }
