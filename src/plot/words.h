/* SPDX-License-Identifier: MIT
 * Text and numbers of a picture: short labels, text widths, and text from files made safe for XML. */
#ifndef PLOT_WORDS_H
#define PLOT_WORDS_H

#include <reel/format.h>

/* A short text built piece by piece. A piece that does not fit is left out. Always NUL-terminated. */
typedef struct plot_label {
    char text[320];
    size_t size;
} plot_label;

void reel__label_text(plot_label *label, const char *text);
/* Appends at most `most` bytes of text from a file, truncated between code points with an ellipsis. put_text sanitises it later. */
void reel__label_string(plot_label *label, reel_string text, size_t most);
/* Appends a number with `decimals` (0 to 3) decimals, thousands separators and a minus sign (U+2212). NaN is a dash. */
void reel__label_number(plot_label *label, double value, int decimals);
void reel__label_count(plot_label *label, uint64_t count);
/* Appends seconds as minutes and seconds, "3:07". */
void reel__label_clock(plot_label *label, double seconds);
/* Appends a date of ISO 8601, "2026-11-21T01:24:08+0000" or with a space, as "21 November 2026, 01:24 UTC"; other text as it is. */
void reel__label_date(plot_label *label, reel_string text);
/* Appends a number with its noun: "1 miss", "25 misses". */
void reel__label_many(plot_label *label, uint64_t count, const char *one, const char *many);

/* Estimated width of a text at `size`. */
double reel__text_width(const char *text, double size);

/* Writes text, escaped for XML content or an attribute. If `width` is above 0, text wider than that at `size` is truncated with an
 * ellipsis. */
void reel__put_text(reel_output *out, reel_string text, double size, double width);
void reel__put_literal(reel_output *out, const char *text);
/* Writes tenths as a decimal: -12 is "-1.2". */
void reel__put_tenths(reel_output *out, int32_t tenths);

static inline reel_string string_of(const char *text) { return (reel_string){ text, text ? strlen(text) : 0 }; }

#endif
