/* SPDX-License-Identifier: MIT
 * Text and numbers of a picture. */
#include "words.h"

#include "codec/number.h"

#include <math.h>

#define MINUS "\xE2\x88\x92"
#define DASH "\xE2\x80\x93"
#define ELLIPSIS "\xE2\x80\xA6"

/* Larger values are not shown as numbers. */
static const double greatest = 1e15;

static void label_bytes(plot_label *label, const char *text, size_t size)
{
    size_t room = sizeof label->text - 1 - label->size;
    if (size > room) return;
    memcpy(label->text + label->size, text, size);
    label->size += size;
    label->text[label->size] = '\0';
}

void reel__label_text(plot_label *label, const char *text) { label_bytes(label, text, strlen(text)); }

void reel__label_string(plot_label *label, reel_string text, size_t most)
{
    size_t size = text.size < most ? text.size : most;
    if (size < text.size)
        while (size && ((uint8_t)text.data[size] & 0xC0) == 0x80) size--;
    bool cut = size < text.size;
    const char *nul = size ? memchr(text.data, '\0', size) : NULL;
    if (nul) size = (size_t)(nul - text.data);
    if (size) label_bytes(label, text.data, size);
    if (cut) reel__label_text(label, ELLIPSIS);
}

void reel__label_count(plot_label *label, uint64_t count)
{
    char digits[32];
    size_t at = sizeof digits;
    for (int written = 0; count || !written; written++, count /= 10) {
        if (written && written % 3 == 0) digits[--at] = ',';
        digits[--at] = (char)('0' + count % 10);
    }
    label_bytes(label, digits + at, sizeof digits - at);
}

void reel__label_number(plot_label *label, double value, int decimals)
{
    static const double powers[] = { 1, 10, 100, 1000 };
    if (!(fabs(value) <= greatest)) {
        reel__label_text(label, DASH);
        return;
    }
    uint64_t unit = (uint64_t)powers[decimals];
    uint64_t whole = (uint64_t)floor(fabs(value) * powers[decimals] + 0.5);
    if (value < 0 && whole) reel__label_text(label, MINUS);
    reel__label_count(label, whole / unit);
    if (!decimals) return;
    reel__label_text(label, ".");
    for (uint64_t rest = whole % unit, power = unit / 10; power; rest %= power, power /= 10) {
        char digit = (char)('0' + rest / power);
        label_bytes(label, &digit, 1);
    }
}

void reel__label_clock(plot_label *label, double seconds)
{
    if (!(fabs(seconds) <= greatest)) {
        reel__label_text(label, DASH);
        return;
    }
    uint64_t whole = (uint64_t)floor(fabs(seconds) + 0.5);
    if (seconds < 0 && whole) reel__label_text(label, MINUS);
    reel__label_count(label, whole / 60);
    char rest[3] = { ':', (char)('0' + whole % 60 / 10), (char)('0' + whole % 10) };
    label_bytes(label, rest, sizeof rest);
}

void reel__label_date(plot_label *label, reel_string text)
{
    enum { TO_MINUTE = 16, TO_SECOND = 19, ZONE = 5 };
    static const char *const months[] = { "January", "February", "March",     "April",   "May",      "June",
                                          "July",    "August",   "September", "October", "November", "December" };
    const char *at = text.data;
    bool sound = text.size >= TO_MINUTE && at[4] == '-' && at[7] == '-' && (at[10] == 'T' || at[10] == ' ') && at[13] == ':';
    int month = sound ? reel__number_digits(at + 5, 2) : 0, day = sound ? reel__number_digits(at + 8, 2) : 0;
    if (month < 1 || month > 12 || day < 1 || day > 31 || reel__number_digits(at, 4) < 0 || reel__number_digits(at + 11, 2) < 0 ||
        reel__number_digits(at + 14, 2) < 0) {
        reel__label_string(label, text, 72);
        return;
    }
    reel__label_count(label, (uint64_t)day);
    reel__label_text(label, " ");
    reel__label_text(label, months[month - 1]);
    reel__label_text(label, " ");
    label_bytes(label, at, 4);
    reel__label_text(label, ", ");
    label_bytes(label, at + 11, 5);
    /* The offset from UTC is after the seconds, in the first version after a space. */
    const char *zone = text.size >= TO_SECOND + ZONE ? at + text.size - ZONE : NULL;
    if (!zone || (*zone != '+' && *zone != '-') || reel__number_digits(zone + 1, 4) < 0) return;
    reel__label_text(label, " UTC");
    if (reel__number_digits(zone + 1, 4) > 0) label_bytes(label, zone, ZONE);
}

void reel__label_many(plot_label *label, uint64_t count, const char *one, const char *many)
{
    reel__label_count(label, count);
    reel__label_text(label, " ");
    reel__label_text(label, count == 1 ? one : many);
}

static bool unwanted(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) ||                   /* controls; XML 1.0 section 2.2 */
           (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF) || /* noncharacters */
           code == 0x061C || code == 0x200E || code == 0x200F ||              /* direction marks, embeddings, isolates */
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF || code == 0x2028 ||
           code == 0x2029;
}

/* Reads the next code point that a picture may contain. Invalid UTF-8 becomes U+FFFD. Characters that XML forbids, controls, and
 * marks that change the writing direction are skipped. Returns false at the end. */
static bool text_next(reel_string *rest, uint32_t *code)
{
    while (rest->size) {
        size_t size;
        *code = reel_utf8(rest->data, rest->size, &size);
        if (!size) size = 1;
        rest->data += size;
        rest->size -= size;
        if (!unwanted(*code)) return true;
    }
    return false;
}

/* Estimated width of a code point in a font of height 1. Wider than in most common fonts. */
static double text_advance(uint32_t code)
{
    if (code >= 0x1100 && (code < 0x1200 || code >= 0x2E80)) return 1.05; /* CJK, kana, hangul, emoji */
    if (code >= 0x80) return 0.7;
    if (strchr("mwMW%@", (int)code)) return 0.98;
    if (strchr("ijl.,:;'|!I ", (int)code)) return 0.36;
    if (strchr("frt()[]-/\\\"", (int)code)) return 0.46;
    return code >= 'A' && code <= 'Z' ? 0.72 : 0.64;
}

double reel__text_width(const char *text, double size)
{
    reel_string rest = string_of(text);
    double width = 0;
    for (uint32_t code; text_next(&rest, &code);) width += text_advance(code);
    return width * size;
}

void reel__put_literal(reel_output *out, const char *text) { reel_put(out, text, strlen(text)); }

static void put_code(reel_output *out, uint32_t code)
{
    char bytes[4];
    size_t size = 0;
    if (code == '&') {
        reel__put_literal(out, "&amp;");
    } else if (code == '<') {
        reel__put_literal(out, "&lt;");
    } else if (code == '>') {
        reel__put_literal(out, "&gt;");
    } else if (code == '"') {
        reel__put_literal(out, "&quot;");
    } else if (code < 0x80) {
        bytes[size++] = (char)code;
    } else if (code < 0x800) {
        bytes[size++] = (char)(0xC0 | code >> 6);
        bytes[size++] = (char)(0x80 | (code & 0x3F));
    } else {
        if (code < 0x10000) {
            bytes[size++] = (char)(0xE0 | code >> 12);
        } else {
            bytes[size++] = (char)(0xF0 | code >> 18);
            bytes[size++] = (char)(0x80 | (code >> 12 & 0x3F));
        }
        bytes[size++] = (char)(0x80 | (code >> 6 & 0x3F));
        bytes[size++] = (char)(0x80 | (code & 0x3F));
    }
    if (size) reel_put(out, bytes, size);
}

void reel__put_text(reel_output *out, reel_string text, double size, double width)
{
    double total = 0, limit = width > 0 ? width / size : HUGE_VAL;
    size_t whole = 0, short_of = 0; /* code points of the text, and those that fit with the ellipsis */
    uint32_t code;
    for (reel_string rest = text; total <= limit && text_next(&rest, &code); whole++) {
        total += text_advance(code);
        if (total + text_advance(0x2026) <= limit) short_of = whole + 1;
    }
    bool cut = total > limit;
    size_t count = cut ? short_of : whole;
    for (reel_string rest = text; count && text_next(&rest, &code); count--) put_code(out, code);
    if (cut) reel__put_literal(out, ELLIPSIS);
}

void reel__put_tenths(reel_output *out, int32_t tenths)
{
    char digits[16];
    size_t at = sizeof digits;
    uint32_t value = tenths < 0 ? 0u - (uint32_t)tenths : (uint32_t)tenths;
    if (value % 10) {
        digits[--at] = (char)('0' + value % 10);
        digits[--at] = '.';
    }
    value /= 10;
    do digits[--at] = (char)('0' + value % 10);
    while (value /= 10);
    if (tenths < 0) digits[--at] = '-';
    reel_put(out, digits + at, sizeof digits - at);
}
