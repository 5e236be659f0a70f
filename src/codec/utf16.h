/* SPDX-License-Identifier: MIT
 * Text in UTF-16, as editors of Windows save it, read as UTF-8. */
#ifndef CODEC_UTF16_H
#define CODEC_UTF16_H

#include <reel/format.h>

/* Which end of a unit comes first, by the first bytes of a text: its byte order mark, or by half of its bytes, which are 0. */
typedef enum utf16_order { UTF16_NOT, UTF16_LITTLE, UTF16_BIG } utf16_order;
utf16_order reel__utf16_order_of(const uint8_t *head, size_t size);

/* The UTF-8 of the whole units of `head`, without a byte order mark, as far as `room` holds it. Returns its size. */
size_t reel__utf16_head(utf16_order order, const uint8_t *head, size_t size, uint8_t *to, size_t room);

/* Makes a source of the text in UTF-8, without its byte order mark. Half of a surrogate pair becomes the three bytes that UTF-8 would have
 * for it, which are invalid: readers report them like other invalid text.
 *
 * `head` is what the caller already read of `inner`; it is copied. An inner source in memory is read from its start. `budget` may be NULL;
 * it is charged for the bytes read from `inner` and for the text. *outer has an unknown size and owns `inner`, which a failure closes:
 * REEL_MEMORY. Reading fails with REEL_TRUNCATED, "reel.utf-16", if the text ends inside a unit. */
reel_status reel__utf16_open(reel_source inner, utf16_order order, const uint8_t *head, size_t head_size, reel_budget *budget,
                             const reel_allocator *allocator, reel_source *outer, reel_error *error);

/* The offset in the file of a byte of the text that was read from `outer`. It is exact until the text has changed between characters of one,
 * two, three and four bytes 65536 times; from there on it is that of the last change at least, and at most that of the text's end. */
uint64_t reel__utf16_offset(const reel_source *outer, uint64_t offset);

#endif
