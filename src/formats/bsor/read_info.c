/* SPDX-License-Identifier: MIT
 * Reads section 0 of BSOR: texts, whose stated lengths are not always those in bytes, and numbers. */
#include "formats/bsor/layout.h"

/* Looks for the end of a text, from its start. */
typedef struct probe {
    reel_decoder *d;
    size_t number;      /* of the text */
    size_t longest;     /* of the text that follows */
    bool ended;         /* the file ended */
    bool valid;         /* the bytes of the stated length are valid UTF-8 */
    reel_status failed; /* why reading failed, or REEL_OK */
} probe;

static bool probe_has(probe *p, size_t size)
{
    reel_status status = p->failed ? p->failed : reel__bsor_fill_at_least(p->d, size);
    if (status < 0) p->failed = status;
    if (status > 0) p->ended = true;
    return status == REEL_OK;
}

/* Whether a plausible string is `size` bytes from here. */
static bool probe_length(probe *p, size_t size)
{
    if (!probe_has(p, size + 4)) return false;
    uint32_t next = reel_load_u32le(p->d->in.at + size);
    return next <= p->longest && probe_has(p, size + 4 + next);
}

/* Whether a text of `size` bytes would be followed by a plausible string, or is not followed by a string. */
static bool probe_string(probe *p, size_t size) { return BSOR_NO_LENGTH_AFTER >> p->number & 1 || probe_length(p, size); }

/* The same for bytes that are not UTF-8, which must be known by what follows: after the last text, the id of a section. */
static bool probe_bytes(probe *p, size_t size)
{
    if (p->number == BSOR_SCORE_AFTER) return probe_length(p, size + 4);
    if (!(BSOR_NO_LENGTH_AFTER >> p->number & 1)) return probe_length(p, size);
    if (!probe_has(p, size + BSOR_INFO_TAIL)) return false;
    return !probe_has(p, size + BSOR_INFO_TAIL + 1) || p->d->in.at[size + BSOR_INFO_TAIL] < BSOR_SECTION_IDS;
}

enum { NO_SIZE = -1 };

/* The size of a text whose stated length is that in code points or UTF-16 units. A character has at least as many bytes as units, and at
 * least one unit, so such a text is longer than stated. It is read character by character, and ends where it has the stated number of code
 * points or units and a plausible string follows. Code points grow slowest, so the loop can stop when they exceed the stated length; with a
 * stated length of at most BSOR_MOST_STATED, the cost is bounded. */
static ptrdiff_t probe_characters(probe *p, size_t stated)
{
    size_t size = 0, points = 0, units = 0;
    while (points <= stated && stated <= BSOR_MOST_STATED) {
        if (size > stated && (points == stated || units == stated) && probe_string(p, size)) return (ptrdiff_t)size;
        const size_t plain =
            size < stated && reel_left(&p->d->in) >= stated + 4 ? reel__bsor_ascii_words(p->d->in.at + size, stated - size) : 0;
        if (plain) { /* the end is behind them */
            size += plain;
            points += plain;
            units += plain;
            continue;
        }
        if (reel_left(&p->d->in) < size + 4) probe_has(p, size + 4);
        if (p->failed) break;
        const size_t left = reel_left(&p->d->in) - size;
        const size_t step = left && p->d->in.at[size] < 0x80 ? 1 : reel__bsor_character(p->d->in.at + size, left);
        if (step == 0) break;
        size += step;
        points++;
        units += step == 4 ? 2 : 1;
    }
    return NO_SIZE;
}

/* Length in bytes of a text, or NO_SIZE if no end was found.
 *
 * Some writers stated the length in UTF-16 units or code points instead of bytes. The stated length in bytes is tried first: it is accepted
 * if that many bytes are valid UTF-8 and a plausible string follows. Then the other units are tried. Names come from other programs and may
 * not be UTF-8, such as half of a surrogate pair: then the bytes are kept, if what follows them is plausible. Last, longer texts than other
 * readers accept are, too: as late as that, because four letters of a name are a number that such a length may have. */
static ptrdiff_t probe_text(probe *p, size_t stated)
{
    bool valid = p->valid = probe_has(p, stated) && reel__bsor_measure(p->d->in.at, stated).valid;
    if (valid && probe_string(p, stated)) return (ptrdiff_t)stated;
    ptrdiff_t size = probe_characters(p, stated);
    if (size >= 0 || p->failed) return size;
    if (!valid && probe_has(p, stated) && probe_bytes(p, stated)) return (ptrdiff_t)stated;
    p->longest = BSOR_MOST_TEXT;
    valid = valid && !memchr(p->d->in.at, 0, stated);
    return valid && probe_string(p, stated) ? (ptrdiff_t)stated : NO_SIZE;
}

/* Whether the text is as long as stated, and the one that follows is longer than any that is read. */
static bool next_is_too_long(probe *p, size_t stated)
{
    if (p->number + 1 >= BSOR_STRINGS || p->number == BSOR_SCORE_AFTER || !probe_has(p, stated + 4) ||
        !reel__bsor_measure(p->d->in.at, stated).valid)
        return false;
    uint32_t next = reel_load_u32le(p->d->in.at + stated);
    return next > BSOR_MOST_TEXT && next <= INT32_MAX && probe_has(p, stated + 4 + next) &&
           reel__bsor_measure(p->d->in.at + stated + 4, next).valid;
}

static reel_status fail_length(const reel_decoder *d, size_t number, uint64_t begin, int32_t stated)
{
    return reel_fail(d->error, REEL_CORRUPT, "bsor.string", "info", begin, "%s: length %d is not between 0 and %d",
                     reel__bsor_string_field(number)->name, stated, BSOR_MOST_TEXT);
}

/* Fails because the end of a text was not found: the file is truncated or corrupt. */
static reel_status fail_string(probe *p, const char *name, uint64_t begin, int32_t stated)
{
    reel_decoder *d = p->d;
    if (p->failed) return p->failed;
    if (!p->ended) { /* asking sets it */
        if (next_is_too_long(p, (size_t)stated))
            return fail_length(d, p->number + 1, begin + 4 + (uint64_t)stated,
                               (int32_t)reel_load_u32le(d->in.at + (size_t)stated));
        if (p->failed) return p->failed;
        return reel_fail(d->error, REEL_CORRUPT, "bsor.string", "info", begin, "%s: no text of length %d found", name, stated);
    }
    size_t size = (size_t)stated;
    if (reel_left(&d->in) >= size && reel__bsor_measure(d->in.at, size).valid)
        return reel__bsor_fail_truncated(d, BSOR_INFO, begin + 4 + size, "the next string");
    return reel__bsor_fail_truncated(d, BSOR_INFO, begin, name);
}

static void store_length(reel_decoder *d, const bsor_length *length)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &bsor_lengths);
    bsor_length *row = list ? reel_row_add(list) : NULL;
    if (row) *row = *length;
}

static reel_finding length_finding(const bsor_length *length, const char *rule)
{
    return (reel_finding){ .rule = rule,
                           .severity = REEL_WARNING,
                           .section = "info",
                           .offset = length->offset,
                           .length = 4 + (uint64_t)length->bytes,
                           .table = &bsor_infos,
                           .row = length->info };
}

/* Reports and stores what is unusual about a text, which is read as it is. `valid`: as many bytes as stated are valid UTF-8. */
static void report_text(reel_decoder *d, const bsor_length *length, const char *name, bool valid)
{
    const bool as_stated = length->stated == (int64_t)length->bytes, is_long = length->stated > BSOR_MOST_STATED;
    if (!as_stated)
        reel_find(&d->reporter, length_finding(length, "bsor.string-length"),
                  "%s: stated length is %d, but the text has %u bytes", name, length->stated, length->bytes);
    else if (!valid)
        reel_find(&d->reporter, length_finding(length, "bsor.text"), "%s: the text is not valid UTF-8", name);
    else if (is_long)
        reel_find(&d->reporter, length_finding(length, "bsor.text-long"),
                  "%s: the text is longer than the 1000 bytes that other readers accept", name);
    else
        return;
    store_length(d, length);
}

static reel_status read_string(reel_decoder *d, size_t number, const char *name, size_t info_row, reel_string *string)
{
    uint64_t begin = reel_offset(&d->in);
    reel_status status = reel__bsor_fill_at_least(d, 4);
    if (status) return status < 0 ? status : reel__bsor_fail_truncated(d, BSOR_INFO, begin, name);
    int32_t stated = reel_get_i32le(&d->in);
    if (stated < 0 || stated > BSOR_MOST_TEXT) return fail_length(d, number, begin, stated);
    probe p = { .d = d, .number = number, .longest = BSOR_MOST_STATED };
    ptrdiff_t size = probe_text(&p, (size_t)stated);
    if (size < 0) return fail_string(&p, name, begin, stated);
    *string = reel_chunk_string(d->chunk, d->in.at, (size_t)size);
    d->in.at += size;
    const bsor_length length = {
        .string = (uint32_t)number, .info = (uint32_t)info_row, .stated = stated, .bytes = (uint32_t)size, .offset = begin
    };
    report_text(d, &length, name, p.valid);
    return REEL_OK;
}

reel_status reel__bsor_read_info(reel_decoder *d, bsor_section *section)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &bsor_infos);
    bsor_info info = { 0 };
    reel_status status;
    const reel_field *field = reel__bsor_string_field(0);
    for (size_t i = 0; i < BSOR_STRINGS; i++, field = reel__bsor_next_string(field)) {
        status = read_string(d, i, field->name, list->count, reel__bsor_info_string(&info, field));
        if (status < 0) return status;
        if (i != BSOR_SCORE_AFTER) continue;
        status = reel__bsor_fill_at_least(d, 4);
        if (status) return status < 0 ? status : reel__bsor_fail_truncated(d, BSOR_INFO, reel_offset(&d->in), "score");
        info.score = reel_get_i32le(&d->in);
    }
    status = reel__bsor_fill_at_least(d, BSOR_INFO_TAIL);
    if (status)
        return status < 0 ? status
                          : reel__bsor_fail_truncated(d, BSOR_INFO, reel_offset(&d->in), "the numbers after the strings");
    info.jump_distance = reel_get_f32le(&d->in);
    info.left_handed = reel_get_u8(&d->in);
    info.height = reel_get_f32le(&d->in);
    info.start_time = reel_get_f32le(&d->in);
    info.fail_time = reel_get_f32le(&d->in);
    info.speed = reel_get_f32le(&d->in);
    section->count = 1;
    bsor_info *row = reel_row_grow(list, 1, true); /* of a large row, only as many as there are */
    if (row) *row = info;
    return REEL_OK;
}

/* Whether a length in metres was written to its last byte. */
static bool is_length(float value) { return value > 1e-3f || value < -1e-3f; }

/* Whether the numbers at the end of section 0 may be those of padding that follows it. `with`: its byte; `follows`: there is any. A jump
 * distance of 0 is one that was not written, and so is a height if nothing but zeros follows. */
static bool ends_in_padding(const bsor_info *info, uint8_t with, bool follows)
{
    if (with) return reel_float_bits(info->speed) >> 24 == with;
    return !is_length(info->jump_distance) || (follows && !is_length(info->height));
}

/* Fails if the file was not written to the end of section 0: a header that the damage cuts is not returned. Zeros are empty texts. */
reel_status reel__bsor_check_info_end(reel_decoder *d)
{
    bool follows = reel_left(&d->in) > 0;
    padding found = { .period = 1, .byte = follows ? *d->in.at : 0 };
    reel_row_list *list = reel_chunk_table(d->chunk, &bsor_infos);
    if ((found.byte && found.byte != 0xff) || !list || !list->count) return REEL_OK;
    if (!ends_in_padding((const bsor_info *)(const void *)list->data + list->count - 1, found.byte, follows)) return REEL_OK;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0) return status;
    while (found.size < reel_left(&d->in) && d->in.at[found.size] == found.byte) found.size++;
    if (found.size < reel_left(&d->in)) return REEL_OK;
    list->count--;
    if (follows) reel__padding_report(&d->reporter, "bsor.padding", "info", reel_offset(&d->in), &found);
    return reel__bsor_fail_truncated(d, BSOR_INFO, reel_offset(&d->in), "the last texts");
}
