/* SPDX-License-Identifier: MIT */
#include "core/text.h"

typedef struct text {
    char *at, *last; /* last: place of the final NUL at most */
    bool cut;
} text;

static void put_char(text *t, char c)
{
    if (t->at < t->last)
        *t->at++ = c;
    else
        t->cut = true;
}

/* Bytes of a file may stand in a message: a control character becomes a question mark. */
static void put_bytes(text *t, const char *s, size_t size)
{
    const size_t room = (size_t)(t->last - t->at), most = size < room ? size : room;
    for (size_t i = 0; i < most; i++) t->at[i] = (unsigned char)s[i] < 0x20 || s[i] == 0x7f ? '?' : s[i];
    t->at += most;
    t->cut |= size > most;
}

/* The size of a text without an incomplete character at its end. */
static size_t whole_size(const char *s, size_t size)
{
    for (size_t back = 1; back <= 3 && back <= size; back++) {
        uint8_t byte = (uint8_t)s[size - back];
        if (byte < 0x80) break;
        if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4u : byte >= 0xe0 ? 3u : 2u) ? size - back : size;
    }
    return size;
}

static void put_number(text *t, uint64_t value, unsigned base)
{
    char digits[20];
    size_t count = 0;
    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    while (count) put_char(t, digits[--count]);
}

static void put_signed(text *t, int64_t value)
{
    if (value < 0) put_char(t, '-');
    put_number(t, value < 0 ? (uint64_t)0 - (uint64_t)value : (uint64_t)value, 10);
}

static void put_decimal(text *t, double value)
{
    if (value != value) {
        put_bytes(t, "NaN", 3);
        return;
    }
    if (value <= -0.0005) put_char(t, '-'); /* what rounds to 0 has no sign */
    if (value < 0) value = -value;
    if (value > 9e15) {
        put_bytes(t, value > 1.7976931348623157e308 ? "infinity" : "over 9e15", value > 1.7976931348623157e308 ? 8 : 9);
        return;
    }
    uint64_t thousandths = (uint64_t)(value * 1000 + 0.5);
    put_number(t, thousandths / 1000, 10);
    unsigned rest = (unsigned)(thousandths % 1000);
    if (!rest) return;
    put_char(t, '.');
    for (unsigned unit = 100; rest; unit /= 10) {
        put_char(t, (char)('0' + rest / unit));
        rest %= unit;
    }
}

enum width { PLAIN, LONG, LONG_LONG, SIZE };

/* Returns whether the number is 1. */
static bool put_integer(text *t, char kind, enum width width, va_list *arguments)
{
    if (kind == 'd') {
        int64_t value = width == LONG        ? va_arg(*arguments, long)
                        : width == LONG_LONG ? va_arg(*arguments, long long)
                        : width == SIZE      ? (int64_t)va_arg(*arguments, size_t)
                                             : va_arg(*arguments, int);
        put_signed(t, value);
        return value == 1;
    }
    uint64_t value = width == LONG        ? va_arg(*arguments, unsigned long)
                     : width == LONG_LONG ? va_arg(*arguments, unsigned long long)
                     : width == SIZE      ? va_arg(*arguments, size_t)
                                          : va_arg(*arguments, unsigned);
    put_number(t, value, kind == 'x' ? 16 : 10);
    return value == 1;
}

/* Puts one of the words of "{wall has|walls have}" and returns their end; NULL: the brace is only a brace. */
static const char *put_plural(text *t, const char *f, bool one)
{
    size_t first = strcspn(f + 1, "{|}"), second = f[1 + first] == '|' ? strcspn(f + first + 2, "{|}") : 0;
    const char *end = f + first + 2 + second;
    if (f[1 + first] != '|' || *end != '}') return NULL;
    put_bytes(t, one ? f + 1 : f + first + 2, one ? first : second);
    return end;
}

static void put_string(text *t, int precision, va_list *arguments)
{
    const char *s = va_arg(*arguments, const char *);
    if (!s) s = "";
    size_t size = 0;
    if (precision < 0)
        size = strlen(s);
    else
        while (size < (size_t)precision && s[size]) size++;
    put_bytes(t, s, whole_size(s, size));
}

/* Ends a text that was cut with "…", if there is room. Returns its end. */
static char *end_cut(char *buffer, char *end)
{
    static const char dots[] = "\xE2\x80\xA6";
    size_t size = (size_t)(end - buffer), room = sizeof dots - 1;
    if (size < room) return buffer + whole_size(buffer, size);
    char *at = buffer + whole_size(buffer, size - room);
    memcpy(at, dots, room);
    return at + room;
}

void reel__text_format(char *buffer, size_t size, const char *format, va_list given)
{
    va_list arguments;
    va_copy(arguments, given);
    text t = { buffer, buffer + size - 1, false };
    bool one = false; /* the last integer was 1 */
    for (const char *f = format; *f; f++) {
        const char *end = *f == '{' ? put_plural(&t, f, one) : NULL;
        if (end) {
            f = end;
            continue;
        }
        if (*f != '%') {
            put_char(&t, *f);
            continue;
        }
        int precision = -1;
        enum width width = PLAIN;
        if (*++f == '.' && f[1] == '*') {
            precision = va_arg(arguments, int);
            f += 2;
        }
        if (*f == 'z') {
            width = SIZE;
            f++;
        }
        for (; *f == 'l'; f++) width = width == LONG ? LONG_LONG : LONG;
        switch (*f) {
        case 'd':
        case 'u':
        case 'x': one = put_integer(&t, *f, width, &arguments); break;
        case 's': put_string(&t, precision, &arguments); break;
        case 'c': put_char(&t, (char)va_arg(arguments, int)); break;
        case 'f': put_decimal(&t, va_arg(arguments, double)); break;
        case '%': put_char(&t, '%'); break;
        default: break;
        }
        if (!*f) break;
    }
    if (t.cut) t.at = end_cut(buffer, t.at);
    *t.at = '\0';
    va_end(arguments);
}

uint32_t reel_utf8(const void *start, size_t left, size_t *size)
{
    const uint8_t *at = start;
    *size = 1;
    if (at[0] < 0x80) return at[0];
    *size = 0;
    size_t bytes = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xf4 || bytes > left) return 0xfffd;
    /* the second byte excludes overlong forms, surrogates and code points above U+10FFFF */
    uint8_t low = at[0] == 0xe0 ? 0xa0 : at[0] == 0xf0 ? 0x90 : 0x80;
    uint8_t high = at[0] == 0xed ? 0x9f : at[0] == 0xf4 ? 0x8f : 0xbf;
    if (at[1] < low || at[1] > high) return 0xfffd;
    uint32_t code = at[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0xfffd;
        code = code << 6 | (at[i] & 0x3fu);
    }
    *size = bytes;
    return code;
}

bool reel__utf8_is_valid(const void *start, size_t size)
{
    const uint8_t *at = start;
    while (size) {
        size_t step;
        reel_utf8(at, size, &step);
        if (!step) return false;
        at += step;
        size -= step;
    }
    return true;
}

size_t reel__utf8_write(uint8_t *to, uint32_t code)
{
    if (code < 0x80) {
        to[0] = (uint8_t)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; code >>= 6) to[i] = (uint8_t)(0x80 | (code & 0x3f));
    to[0] = (uint8_t)((size == 2 ? 0xc0 : size == 3 ? 0xe0 : 0xf0) | code);
    return size;
}
