/* SPDX-License-Identifier: MIT
 * A line of .echoreplay: a time, a tab, and one or two objects. */
#ifndef ECHO_REPLAY_LINE_H
#define ECHO_REPLAY_LINE_H

#include <reel/format.h>

enum { TIME_SIZE = 23 };

/* Converts "2021/11/20 21:15:03.120" to ms since 1970, taken as UTC. false if `text`, which has `size` bytes, does not
 * start with a time. */
bool echo_text_time(const char *text, size_t size, int64_t *ms);
void echo_text_put_time(char to[TIME_SIZE], int64_t ms);

/* Splits a line that has the shape of a frame: a time, a tab, an object and perhaps a tab and a second object. Returns ECHOREPLAY_FRAME, or what
 * is wrong. */
uint8_t echo_text_split(reel_string line, int64_t *ms, reel_string *object, reel_string *second);

#endif
