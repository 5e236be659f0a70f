/* SPDX-License-Identifier: MIT
 * Floats as text: with the fewest digits that read back to the same value, whatever the locale. */
#ifndef SERVER_BASE_REAL_H
#define SERVER_BASE_REAL_H

enum { REAL_TEXT = 40 };

/* Writes a float: "0.1", "-12", "1e30"; it has no "+", so it can stand in an address. Returns `text`. */
const char *real_text(double value, char text[REAL_TEXT]);

#endif
