/* SPDX-License-Identifier: MIT
 * Which level a header names: that of a replay, and that of a level itself. */
#ifndef CORE_LEVEL_H
#define CORE_LEVEL_H

#include <reel/format.h>

enum { LEVEL_KEY = 128 /* with the NUL; longer keys are left out */ };

/* Where the search in a header goes on; zero at its begin. */
typedef struct level_place {
    size_t table, field;
} level_place;

/* The key of the next text of a header that names the level. False: there are no more. */
bool reel__level_next(const reel_chunk *header, level_place *place, char key[LEVEL_KEY]);

typedef enum level_answer { LEVEL_UNKNOWN, LEVEL_SAME, LEVEL_OTHER } level_answer;

/* Whether a level is that of a replay: one text of both headers has the same key. Unknown: one of them names none, or a name where the other has
 * a hash, as recordings of DDNet before 11.2 do. */
level_answer reel__level_compare(const reel_chunk *level, const reel_chunk *replay);
/* The next key of a header that is a hash. */
bool reel__level_next_hash(const reel_chunk *header, level_place *place, char key[LEVEL_KEY]);
/* The keys of a header, joined by slashes, as far as there is room. */
void reel__level_names(const reel_chunk *header, char *text, size_t size);

#endif
