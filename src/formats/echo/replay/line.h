/* SPDX-License-Identifier: MIT
 * A line of .echoreplay: a time, a tab, and one or two objects. */
#ifndef ECHO_REPLAY_LINE_H
#define ECHO_REPLAY_LINE_H

#include <reel/format.h>

enum { TIME_SIZE = 23 };

/* The time of frames from the start, which never goes back. Recorders write local time, which is set back by an hour once a year, and lines
 * can be in the wrong order. */
typedef struct line_clock {
    int64_t first, shift; /* ms: of the first frame; added to what is recorded */
    int64_t latest;       /* ms: the latest time so far, shifted */
    uint64_t back;        /* frames that were recorded before an earlier one */
    uint64_t back_offset; /* of the first of them */
    bool begun;
} line_clock;
/* Seconds from the start. A frame recorded before an earlier one has that one's time. If it was by more than a minute, the clock was set
 * back, and time goes on from there. */
double reel__line_clock_take(line_clock *clock, int64_t recorded, uint64_t offset);

/* The calendar of a recorder's locale, known by the year: the game was played from 2017 on. */
typedef enum text_calendar { CALENDAR_GREGORIAN, CALENDAR_THAI, CALENDAR_ISLAMIC, CALENDAR_PERSIAN } text_calendar;
/* The calendar of a line that starts with a time, perhaps behind blanks and a byte order mark. */
text_calendar reel__echo_text_calendar(reel_string line);

/* Converts "2021/11/20 21:15:03.120" to ms since 1970, taken as UTC. false if `text`, which has `size` bytes, does not
 * start with a time. */
bool reel__echo_text_time(const char *text, size_t size, int64_t *ms);
void reel__echo_text_put_time(char to[TIME_SIZE], int64_t ms);

/* Splits a line that has the shape of a frame: a time, a tab, an object and perhaps a tab and a second object. Returns ECHOREPLAY_FRAME, or what
 * is wrong. */
uint8_t reel__echo_text_split(reel_string line, int64_t *ms, reel_string *object, reel_string *second);

#endif
