/* SPDX-License-Identifier: MIT
 * Pseudonyms of players: HMAC-SHA-256 (RFC 2104) of the key of a player, so that only who has the secret can make or repeat them. */
#ifndef CODEC_PSEUDONYM_H
#define CODEC_PSEUDONYM_H

#include <reel/format.h>

enum {
    PSEUDONYM_TEXT = 12, /* "p" and hexadecimal digits: also short enough for a name of Teeworlds */
    PSEUDONYM_DIGEST = 32,
    PSEUDONYM_DATE = 24 /* "2000-01-01T00:00:00+0000" */
};

#define PSEUDONYM_NO_TIME INT64_C(946684800) /* 2000-01-01, seconds since 1970: the place of a time that is dropped */

/* What the operations of formats see of a pseudonymisation. */
typedef struct reel_pseudonym_run {
    const reel_pseudonyms *how;
    int64_t shift; /* seconds that are added to times of the calendar */
} reel_pseudonym_run;

/* HMAC of a word that separates purposes, a NUL, and some bytes. */
void reel__pseudonym_digest(const reel_pseudonyms *how, const char *purpose, const void *data, size_t size,
                            uint8_t digest[PSEUDONYM_DIGEST]);
/* The pseudonym of a player whose id, or name if there is no id, is `player`. Not NUL-terminated. */
void reel__pseudonym_text(const reel_pseudonyms *how, reel_string player, char text[PSEUDONYM_TEXT]);
/* The same pseudonym where an id is a number. */
uint64_t reel__pseudonym_number(const reel_pseudonyms *how, reel_string player);
/* Seconds by which the times of a player are shifted: at most 365 days to either side. */
int64_t reel__pseudonym_shift(const reel_pseudonyms *how, reel_string player);
/* A time of the calendar as the policy has it, from seconds since 1970. False: it is dropped. */
bool reel__pseudonym_time(const reel_pseudonym_run *run, int64_t *seconds);
/* Writes a date in UTC. The year is one of 1 to 9999. */
void reel__date_text(int64_t seconds, char text[PSEUDONYM_DATE]);
/* Whether a field is a date as text, of a clock whose zone is not known: "2020-02-20_20-20-20". */
bool reel__is_local_date(const reel_field *field);
/* Such a date as the policy has it, in the form of `text`: 2000-01-01 if it is dropped, or without a run; "" if it is not a date. The text
 * is the chunk's. */
reel_string reel__hidden_local_date(const reel_pseudonym_run *run, reel_chunk *chunk, reel_string text);

#endif
