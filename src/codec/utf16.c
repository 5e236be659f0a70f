/* SPDX-License-Identifier: MIT */
#include "codec/utf16.h"

#include "core/budget.h"
#include "core/input.h"
#include "core/memory.h"
#include "core/text.h"

enum { UNIT = 2, PAIR = 4, CHARACTER = 4, BUFFER = 32768, HEAD = 64, HEAD_LEAST = 8, MOST_RUNS = 65536 };
enum { BYTE_ORDER_MARK = 0xfeff };

/* A run of characters that have equally many bytes in UTF-8. */
typedef struct run {
    uint64_t text, file; /* offsets of its first character */
    uint32_t width;      /* of a character, in UTF-8 */
} run;

typedef struct transcoder {
    reel_allocator allocator;
    reel_source inner;
    reel_budget *budget;
    uint8_t *buffer; /* NULL if the input is in memory */
    size_t capacity;
    const uint8_t *at, *end; /* bytes that were read but not consumed */
    uint64_t file, text;     /* offsets of the next character */
    utf16_order order;
    uint8_t rest[CHARACTER]; /* of a character for which the caller had no room */
    size_t rest_size;
    run *runs;
    size_t run_count, run_capacity;
    reel_status ended; /* REEL_END or a failure, repeated by later calls */
    reel_error error;
} transcoder;

utf16_order reel__utf16_order_of(const uint8_t *head, size_t size)
{
    size_t zeros[UNIT] = { 0, 0 };
    if (size >= UNIT && head[0] == 0xff && head[1] == 0xfe) return UTF16_LITTLE;
    if (size >= UNIT && head[0] == 0xfe && head[1] == 0xff) return UTF16_BIG;
    if (size > HEAD) size = HEAD;
    size &= ~(size_t)1;
    for (size_t i = 0; i < size; i++) {
        uint8_t c = head[i];
        zeros[i % UNIT] += c == 0;
        if (c > 0x7e || (c && c < ' ' && c != '\t' && c != '\r' && c != '\n')) return UTF16_NOT;
    }
    if (size < HEAD_LEAST || zeros[0] + zeros[1] != size / UNIT || (zeros[0] && zeros[1])) return UTF16_NOT;
    return zeros[0] ? UTF16_BIG : UTF16_LITTLE;
}

static uint32_t unit_at(utf16_order order, const uint8_t *at)
{
    return order == UTF16_LITTLE ? (uint32_t)(at[0] | at[1] << 8) : (uint32_t)(at[1] | at[0] << 8);
}

static bool is_high(uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }

/* The character at `at`, and in *size its bytes: those of a unit, or of a pair. 0: more than `left` bytes are needed. Of text that ends
 * there, `last`, half of a pair is a character of its own. */
static uint32_t character_at(utf16_order order, const uint8_t *at, size_t left, bool last, size_t *size)
{
    *size = left >= UNIT ? UNIT : 0;
    if (!*size) return 0;
    uint32_t first = unit_at(order, at);
    if (!is_high(first)) return first;
    if (left < PAIR) {
        if (!last) *size = 0;
        return first;
    }
    uint32_t second = unit_at(order, at + UNIT);
    if (second < 0xdc00 || second > 0xdfff) return first;
    *size = PAIR;
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

size_t reel__utf16_head(utf16_order order, const uint8_t *head, size_t size, uint8_t *to, size_t room)
{
    size_t made = 0, used;
    for (const uint8_t *at = head, *end = head + size; room - made >= CHARACTER; at += used) {
        uint32_t code = character_at(order, at, (size_t)(end - at), false, &used);
        if (!used) break;
        if (at > head || code != BYTE_ORDER_MARK) made += reel__utf8_write(to + made, code);
    }
    return made;
}

/* Reads more of the file behind what is left, if there is room for it. */
static reel_status refill(transcoder *t, reel_error *error)
{
    if (!t->buffer) return REEL_END;
    size_t left = (size_t)(t->end - t->at), got = 0;
    if (left) memmove(t->buffer, t->at, left);
    t->at = t->buffer;
    t->end = t->buffer + left;
    reel_status status = t->inner.read(t->inner.context, t->buffer + left, t->capacity - left, &got, error);
    if (status != REEL_OK) return status;
    t->end += got;
    return reel__budget_read(t->budget, got) == REEL_OK ? REEL_OK : reel_fail_budget(t->budget, error, "", t->text);
}

/* Remembers where a character of another width begins. Beyond the last run offsets are estimated. */
static reel_status note_run(transcoder *t, uint32_t width, reel_error *error)
{
    if (t->run_count && t->runs[t->run_count - 1].width == width) return REEL_OK;
    if (t->run_count == MOST_RUNS) return REEL_OK;
    run *runs = reel__memory_items(&t->allocator, t->runs, &t->run_capacity, t->run_count + 1, sizeof *runs);
    if (!runs) return reel__memory_fail(error);
    t->runs = runs;
    t->runs[t->run_count++] = (run){ t->text, t->file, width };
    return REEL_OK;
}

/* Takes one character, and puts its UTF-8 into `rest`. */
static reel_status next_character(transcoder *t, reel_error *error)
{
    size_t used;
    uint32_t code = character_at(t->order, t->at, (size_t)(t->end - t->at), false, &used);
    while (!used) {
        reel_status status = refill(t, error);
        if (status == REEL_END && t->at < t->end) {
            code = character_at(t->order, t->at, (size_t)(t->end - t->at), t->end - t->at == UNIT, &used);
            if (!used)
                return reel_fail(error, REEL_TRUNCATED, "reel.utf-16", "", t->text, "the file ends inside a character of UTF-16");
            break;
        }
        if (status != REEL_OK) return status;
        code = character_at(t->order, t->at, (size_t)(t->end - t->at), false, &used);
    }
    const bool mark = t->file == 0 && code == BYTE_ORDER_MARK;
    const size_t size = mark ? 0 : reel__utf8_write(t->rest, code);
    reel_status status = mark ? REEL_OK : note_run(t, (uint32_t)size, error);
    if (status < 0) return status;
    t->rest_size = size;
    t->at += used;
    t->file += used;
    t->text += size;
    return REEL_OK;
}

/* Fast path: units of ASCII that follow ASCII. Returns their number. */
static size_t copy_ascii(transcoder *t, uint8_t *to, size_t room)
{
    size_t count = 0, low = t->order == UTF16_LITTLE ? 0 : 1;
    if (!t->run_count || t->runs[t->run_count - 1].width != 1) return 0;
    for (; count < room && t->end - t->at >= UNIT && t->at[low] < 0x80 && !t->at[1 - low]; t->at += UNIT)
        to[count++] = t->at[low];
    t->file += UNIT * count;
    t->text += count;
    return count;
}

static reel_status utf16_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    transcoder *t = context;
    uint8_t *to = buffer;
    reel_status status = t->ended;
    *got = 0;
    while (*got < capacity && status == REEL_OK) {
        size_t some = t->rest_size < capacity - *got ? t->rest_size : capacity - *got;
        memcpy(to + *got, t->rest, some);
        memmove(t->rest, t->rest + some, t->rest_size - some);
        t->rest_size -= some;
        *got += some;
        if (t->rest_size) break;
        *got += copy_ascii(t, to + *got, capacity - *got);
        if (*got < capacity) status = next_character(t, &t->error);
    }
    if (status == REEL_OK && reel_spend(t->budget, *got) != REEL_OK) status = reel_fail_budget(t->budget, &t->error, "", t->text);
    if (status == REEL_END || status < 0) t->ended = status;
    if (*got) return REEL_OK; /* a failure is returned after the text before it */
    if (status < 0 && error) *error = t->error;
    return status;
}

static void utf16_close(void *context)
{
    transcoder *t = context;
    reel_allocator allocator = t->allocator;
    if (t->inner.close) t->inner.close(t->inner.context);
    reel__memory_drop(&allocator, t->buffer);
    reel__memory_drop(&allocator, t->runs);
    reel__memory_drop(&allocator, t);
}

reel_status reel__utf16_open(reel_source inner, utf16_order order, const uint8_t *head, size_t head_size, reel_budget *budget,
                             const reel_allocator *allocator, reel_source *outer, reel_error *error)
{
    transcoder *t = reel__memory_new(allocator, sizeof *t);
    const size_t capacity = head_size > BUFFER ? head_size : BUFFER;
    uint8_t *buffer = t && !inner.data ? allocator->alloc(allocator->context, capacity) : NULL;
    *outer = (reel_source){ 0 };
    if (!t || (!inner.data && !buffer)) {
        reel__memory_drop(allocator, t);
        if (inner.close) inner.close(inner.context);
        return reel__memory_fail(error);
    }
    *t = (transcoder){
        .allocator = *allocator, .inner = inner, .budget = budget, .order = order, .buffer = buffer, .capacity = capacity
    };
    if (buffer) memcpy(buffer, head, head_size);
    t->at = buffer ? buffer : inner.data;
    t->end = t->at + (buffer ? head_size : (size_t)inner.size);
    t->error = (reel_error){ .rule = "", .section = "" };
    *outer = (reel_source){ .context = t, .size = REEL_UNKNOWN_SIZE, .read = utf16_read, .close = utf16_close };
    return REEL_OK;
}

uint64_t reel__utf16_offset(const reel_source *outer, uint64_t offset)
{
    const transcoder *t = outer->context;
    size_t from = 0, count = t->run_count;
    if (!count || offset >= t->text) return t->file;
    while (count > 1) { /* the last run that begins at or before the offset is among `count` from `from` on */
        const size_t half = count / 2;
        const bool later = t->runs[from + half].text <= offset;
        if (later) from += half;
        count = later ? count - half : half;
    }
    const run *found = &t->runs[from];
    if (offset < found->text) return found->file;
    const uint64_t characters = (offset - found->text) / found->width;
    const uint64_t at = found->file + characters * (found->width == CHARACTER ? PAIR : UNIT);
    return at < t->file ? at : t->file;
}
