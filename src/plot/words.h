/* SPDX-License-Identifier: MIT
 * Words and numbers of a picture: short labels, how wide a text will be, and text of files made fit for XML. */
#ifndef PLOT_WORDS_H
#define PLOT_WORDS_H

#include <reel/format.h>

/* A short text that is put together piece by piece. What does not fit is left out; always NUL-terminated. */
typedef struct plot_label { char text[320]; size_t size; } plot_label;

void label_text(plot_label *label, const char *text);
/* At most `most` bytes of a text of a file, as it is: put_text makes it fit. Cut between code points, with an ellipsis. */
void label_string(plot_label *label, reel_string text, size_t most);
/* With `decimals` (0 to 3) digits after the point, commas between thousands and a true minus sign. Not a number: a dash. */
void label_number(plot_label *label, double value, int decimals);
void label_count(plot_label *label, uint64_t count);
/* Seconds as minutes and seconds, "3:07". */
void label_clock(plot_label *label, double seconds);
/* "1 miss", "25 misses" */
void label_many(plot_label *label, uint64_t count, const char *one, const char *many);

/* The next code point of a text, as a picture may hold it: bad UTF-8 is U+FFFD, what XML forbids, controls and marks that turn the
 * direction of writing are left out. False at the end. */
bool text_next(reel_string *rest, uint32_t *code);
/* About how wide a code point is in a font of height 1; on the wide side of the usual fonts. */
double text_advance(uint32_t code);
/* About how wide a text is at `size`. */
double text_width(const char *text, double size);

/* Writes a text for XML content or an attribute. With `width` above 0 a text that is wider than that at `size` is cut, with an
 * ellipsis. */
void put_text(reel_output *out, reel_string text, double size, double width);
void put_literal(reel_output *out, const char *text);
/* A number of tenths as a decimal: -12 is "-1.2". */
void put_tenths(reel_output *out, int32_t tenths);

static inline reel_string string_of(const char *text) { return (reel_string){ text, text ? strlen(text) : 0 }; }

#endif
