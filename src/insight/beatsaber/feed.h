/* SPDX-License-Identifier: MIT
 * From the chunks of each format to a play: bsor.c, scoresaber.c, xror.c, heart.c; feed.c calls that of the format. */
#ifndef INSIGHT_BEATSABER_FEED_H
#define INSIGHT_BEATSABER_FEED_H

#include "insight/beatsaber/state.h"

/* Adds a chunk, with its frames if `frames` is true. False: out of memory. */
bool reel__play_feed_bsor(play_state *play, const reel_chunk *chunk, bool frames);
/* The same for the formats of ScoreSaber. */
bool reel__play_feed_scoresaber(play_state *play, const reel_chunk *chunk, bool frames);
bool reel__play_feed_scoresaber_json(play_state *play, const reel_chunk *chunk, bool frames);
bool reel__play_feed_xror(play_state *play, const reel_chunk *chunk, bool frames);
/* Whether the points of a decoded JSON are those that the game counted. */
struct scoresaber_json_info;
bool reel__play_json_has_scoring(const struct scoresaber_json_info *info);
/* Finds out whether the play has rotated notes. Call it for all notes before the first of them is added. */
void reel__play_look_at_bsor_note(play_state *play, const bsor_note *row);
/* By the rules for BSOR (bsor.c). The number of the row of a note is play->note_rows. False: out of memory. */
bool reel__play_add_bsor_note(play_state *play, const bsor_note *row);
bool reel__play_add_bsor_wall(play_state *play, const bsor_wall *row);
/* Says that the next frames come after `count` of earlier attempts. */
void reel__play_skip_frames(play_state *play, size_t count);
void reel__play_take_bsor_info(play_state *play, const bsor_info *info);
/* Calls the feed of the format (feed.c). */
bool reel__play_feed(play_state *play, const reel_format *format, const reel_chunk *chunk, bool frames);
extern const reel_format *const reel__play_formats_known[];

/* Adds the heart rates of a BSOR or ScoreSaber file. False: out of memory. */
bool reel__play_add_hearts(play_state *play, const reel_chunk *chunk);

#endif
