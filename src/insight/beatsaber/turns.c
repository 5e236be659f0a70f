/* SPDX-License-Identifier: MIT
 * The order in which the game counted the notes of a ScoreSaber play. The file has them in the order in which their scoring was finished,
 * which for a good cut is up to 0.4 s after it. The multiplier was that of the frame of the cut; the game counts the notes of one frame in
 * the order of their times in the map. docs/insight/beatsaber.md, "Replaying the events". */
#include "insight/beatsaber/turns.h"

#include <math.h>
#include <reel/scoresaber.h>

/* s of the song. Some versions compute the time of a cut from that of the note, which rounds it; frames are further apart. */
#define ROUNDING 0.0005

/* Infinity is no more a time than NaN is: both come first. */
static uint32_t key_of(float time) { return isfinite(time) ? reel__play_key_of(time) : 0; }

/* Sorts the notes of each frame by their times in the map. `keys` are sorted by time. */
static void sort_frames(const scoresaber_note *notes, play_key *keys, size_t count)
{
    for (size_t begun = 0, end; begun < count; begun = end) {
        const double time = (double)notes[keys[begun].index].event_time;
        for (end = begun + 1; isfinite(time) && end < count && (double)notes[keys[end].index].event_time - time <= ROUNDING;
             end++)
            ;
        for (size_t i = begun; end - begun > 1 && i < end; i++) keys[i].key = key_of(notes[keys[i].index].note_time);
        reel__play_sort(keys + begun, keys + count, end - begun);
    }
}

bool reel__play_order_notes(const reel_chunk *chunk, const reel_allocator *allocator, play_list *turns)
{
    size_t count;
    play_list keys = { 0 };
    const scoresaber_note *notes = reel_chunk_rows(chunk, &scoresaber_notes, &count);
    if (!count) return true;
    play_key *key = count < UINT32_MAX ? reel__play_list_grow(&keys, 2 * count, sizeof *key, allocator) : NULL;
    play_turn *turn = key ? reel__play_list_grow(turns, count, sizeof *turn, allocator) : NULL;
    if (turn) {
        for (size_t i = 0; i < count; i++) key[i] = (play_key){ key_of(notes[i].event_time), (uint32_t)i };
        reel__play_sort(key, key + count, count);
        sort_frames(notes, key, count);
        for (size_t i = 0; i < count; i++) {
            const float time = notes[key[i].index].event_time;
            const bool later = i && isfinite(turn[i - 1].time) && turn[i - 1].time > time;
            turn[i] = (play_turn){ later ? turn[i - 1].time : time, key[i].index };
        }
    }
    reel__play_list_free(&keys, allocator);
    return turn != NULL;
}
