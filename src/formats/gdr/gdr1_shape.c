/* SPDX-License-Identifier: MIT */
#include "formats/gdr/gdr1_shape.h"
#include "codec/digits.h"
#include "core/inline.h"

#include <string.h>

/* The most bytes of a value that are looked at: a frame of JSON has 15 digits, and one byte more shows that it ends there. */
enum { WORD = 8, MOST_DIGITS = 2 * WORD - 1, MOST_VALUE = 2 * WORD };

void reel__gdr1_shape_learn(gdr1_shape *shape, const gdr1_places *places, const uint8_t *from, const uint8_t *to)
{
    *shape = (gdr1_shape){ .most = GDR1_PIECE_BYTES };
    for (unsigned i = 0; i < GDR1_SHAPE_PIECES; i++) {
        const uint8_t *end = i < GDR1_INPUT_KEYS ? places->at[i].from : to;
        const size_t size = (size_t)(end - from);
        if (size > GDR1_PIECE_BYTES) return;
        memcpy(shape->text[i], from, size);
        memset(shape->mask[i], 0xff, size);
        shape->size[i] = (uint8_t)size;
        shape->most += size;
        shape->least += size;
        if (i == GDR1_INPUT_KEYS) break;
        shape->keys[i] = places->at[i].key;
        shape->most += MOST_VALUE;
        shape->least++;
        from = places->at[i].to;
    }
    shape->known = true;
}

/* The bits in which a word of a piece differs from the bytes there. */
FORCE_INLINE uint64_t word_apart(const gdr1_shape *shape, unsigned piece, const uint8_t *at, size_t from)
{
    uint64_t found, wanted, kept;
    memcpy(&found, at + from, WORD);
    memcpy(&wanted, shape->text[piece] + from, WORD);
    memcpy(&kept, shape->mask[piece] + from, WORD);
    return (found & kept) ^ wanted;
}

/* The bits in which a piece differs from the bytes at `at`. All words of a piece are there to be read; few pieces have more than two. */
FORCE_INLINE uint64_t piece_apart(const gdr1_shape *shape, unsigned piece, const uint8_t *at)
{
    uint64_t apart = word_apart(shape, piece, at, 0) | word_apart(shape, piece, at, WORD);
    if (shape->size[piece] > 2 * WORD) apart |= word_apart(shape, piece, at, 2 * WORD) | word_apart(shape, piece, at, 3 * WORD);
    return apart;
}

/* ---- values: each returns the byte after the value, or NULL if it is not plain. MOST_VALUE bytes are there ---------- */

FORCE_INLINE const uint8_t *json_integer(const uint8_t *at, uint64_t *number)
{
    const uint64_t word = reel_load_u64le(at);
    const unsigned count = digits_count(word);
    if (count == 0 || (*at == '0' && count > 1)) return NULL;
    if (count < WORD) {
        *number = digits_value(word, count);
        return at + count;
    }
    const uint64_t rest = reel_load_u64le(at + WORD);
    const unsigned more = digits_count(rest);
    if (WORD + more > MOST_DIGITS) return NULL;
    uint64_t value = digits_value(word, WORD);
    for (unsigned i = 0; i < more; i++) value = value * 10 + (uint64_t)(at[WORD + i] - '0');
    *number = value;
    return at + WORD + more;
}

FORCE_INLINE const uint8_t *json_bool(const uint8_t *at, uint64_t *number)
{
    const bool yes = memcmp(at, "true", 4) == 0, no = memcmp(at, "fals", 4) == 0 && at[4] == 'e';
    *number = yes;
    return yes || no ? at + 5 - yes : NULL;
}

FORCE_INLINE const uint8_t *msgpack_integer(const uint8_t *at, uint64_t *number)
{
    enum { LAST_FIXED = 0x7f, OF_1 = 0xcc, OF_2 = 0xcd, OF_4 = 0xce };
    const uint8_t head = *at++;
    *number = head;
    if (head <= LAST_FIXED) return at;
    *number = head == OF_1 ? *at : head == OF_2 ? (uint64_t)at[0] << 8 | at[1] : reel_load_u32be(at);
    return head >= OF_1 && head <= OF_4 ? at + ((size_t)1 << (head - OF_1)) : NULL; /* nor the form of 8 bytes */
}

FORCE_INLINE const uint8_t *msgpack_bool(const uint8_t *at, uint64_t *number)
{
    *number = *at & 1;
    return (*at & 0xfe) == 0xc2 ? at + 1 : NULL;
}

/* Buttons have one digit, or one byte. */
FORCE_INLINE const uint8_t *plain_button(bool json, const uint8_t *at, uint64_t *number)
{
    *number = json ? (uint64_t)*at - '0' : *at;
    return *number <= GDR_RIGHT ? at + 1 : NULL;
}

FORCE_INLINE const uint8_t *plain_value(bool json, unsigned key, const uint8_t *at, uint64_t *number)
{
    if (key == GDR1_2P || key == GDR1_DOWN) return json ? json_bool(at, number) : msgpack_bool(at, number);
    if (key == GDR1_BTN) return plain_button(json, at, number);
    return json ? json_integer(at, number) : msgpack_integer(at, number);
}

/* What was read of an input. */
typedef struct reading {
    const uint8_t *at;
    uint64_t apart; /* bits in which the pieces differ */
    uint64_t numbers[GDR1_INPUT_KEYS];
} reading;

/* Reads a piece and the value after it. Returns false if the value is not plain. */
FORCE_INLINE bool read_value(const gdr1_shape *shape, bool json, unsigned piece, unsigned key, reading *r)
{
    r->apart |= piece_apart(shape, piece, r->at);
    r->at = plain_value(json, key, r->at + shape->size[piece], &r->numbers[key]);
    return r->at != NULL;
}

/* Reads one input. Returns its end, or NULL. What is known of the form and the order of the keys shapes each copy of this; compilers leave a
 * loop over the keys as it is. */
FORCE_INLINE const uint8_t *read_one(const gdr1_shape *shape, bool json, bool sorted, const uint8_t *at, gdr_input *row)
{
    const uint8_t *keys = shape->keys;
    reading r = { .at = at };
    if (!read_value(shape, json, 0, sorted ? GDR1_2P : keys[0], &r)) return NULL;
    if (!read_value(shape, json, 1, sorted ? GDR1_BTN : keys[1], &r)) return NULL;
    if (!read_value(shape, json, 2, sorted ? GDR1_DOWN : keys[2], &r)) return NULL;
    if (!read_value(shape, json, 3, sorted ? GDR1_FRAME : keys[3], &r)) return NULL;
    if (r.apart | piece_apart(shape, GDR1_INPUT_KEYS, r.at)) return NULL;
    memset(row, 0, sizeof *row); /* its padding, too */
    row->frame = (int64_t)r.numbers[GDR1_FRAME];
    row->button = (uint8_t)r.numbers[GDR1_BTN];
    row->player2 = (uint8_t)r.numbers[GDR1_2P];
    row->down = (uint8_t)r.numbers[GDR1_DOWN];
    return r.at + shape->size[GDR1_INPUT_KEYS];
}

FORCE_INLINE size_t read_some(const gdr1_shape *shape, bool json, bool sorted, pull_reader *tree, gdr_input *rows, size_t room)
{
    const uint8_t *at = tree->at, *end = tree->end;
    size_t count = 0;
    for (; count < room && (size_t)(end - at) >= shape->most; count++) {
        const uint8_t *after = read_one(shape, json, sorted, at, &rows[count]);
        if (!after) break;
        at = after;
    }
    reel__pull_pass_items(tree, at, count);
    return count;
}

size_t reel__gdr1_shape_read(const gdr1_shape *shape, pull_reader *tree, gdr_input *rows, size_t room)
{
    static const uint8_t sorted[GDR1_INPUT_KEYS] = { GDR1_2P, GDR1_BTN, GDR1_DOWN, GDR1_FRAME };
    const uint64_t left = reel__pull_items_left(tree);
    if (!shape->known) return 0;
    if (room > left) room = (size_t)left;
    const bool json = tree->form == PULL_JSON, usual = memcmp(shape->keys, sorted, sizeof sorted) == 0;
    if (json) return usual ? read_some(shape, true, true, tree, rows, room) : read_some(shape, true, false, tree, rows, room);
    return usual ? read_some(shape, false, true, tree, rows, room) : read_some(shape, false, false, tree, rows, room);
}
