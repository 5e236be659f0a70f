/* SPDX-License-Identifier: MIT
 *
 * Fingerprints of motion: is this replay another's? A fingerprint is a few bytes made from what the player did. It survives a
 * changed header, another format or frame rate, noise, mirroring, cutting and a changed speed. docs/match.md describes how it is
 * made, what it finds and what it does not find, with measured figures.
 *
 *     reel_motion *motion;
 *     reel_match match;
 *     if (reel_motion_read(reader, NULL, &motion, &error) == REEL_OK) {
 *         reel_match_compare(motion, stored_fingerprint, &match, &error);
 *         reel_motion_free(motion);
 *     }
 *
 * A score is a measurement, not a verdict. Read "Use" in docs/match.md before you act on one.
 */
#ifndef REEL_MATCH_H
#define REEL_MATCH_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the fingerprints that this library makes. Those of version 1 are compared too, without the hands' parts. Later ones fail
 * with REEL_UNSUPPORTED, rule "match.version". */
#define REEL_FINGERPRINT_VERSION 2

enum {
    REEL_FINGERPRINT_HEADER = 32,                                          /* bytes before the windows or presses */
    REEL_FINGERPRINT_PRESSES = 8192,                                       /* presses in a fingerprint of Geometry Dash */
    REEL_FINGERPRINT_STOPS = 2560,                                         /* stops of a hand in a fingerprint of motion */
    REEL_FINGERPRINT_BYTES = 32 + 27 * 64 + 2 * 6 * REEL_FINGERPRINT_STOPS /* most bytes of a fingerprint */
};

/* ---- motion ----------------------------------------------------------------------------------------------------- */

/* The motion of a replay, ready to be compared, or that of its first player. It borrows nothing from the reader. Any number of threads
 * may compare one. */
typedef struct reel_motion reel_motion;

/* Options of reel_motion_read. */
typedef struct reel_motion_options {
    size_t struct_size;
    const reel_allocator *allocator; /* NULL: malloc. Must outlive the motion */
    reel_report *report;             /* receives findings: rows that could not be used. NULL: none */
    void *report_context;
    /* The level that was played, as reel_levels_find of <reel/file.h> loads it; NULL: not known. A replay that names another one fails with
     * REEL_ARGUMENT, rule "level.other". Needed during the call only. reel_match_index_find leaves out entries of other levels then. */
    const reel_replay *level;
} reel_motion_options;

/* Whether replays of `format` have motion to compare: frames with a head and two hands, presses of a macro, inputs of clients. */
REEL_API bool reel_motion_supports(const reel_format *format);

/* Reads the remaining chunks of a reader, as a stream, and takes the motion from them. Uses at most the first two hours, and says so
 * with a finding, rule "match.long". Frames that are not finite, or whose time does not increase, are skipped. Memory is bounded by
 * 64 MB per player, for two hours. Rows of more than 128 players are left out, rule "match.players".
 * Sets *motion, which reel_motion_free frees. The caller still has to close the reader.
 * Fails with REEL_UNSUPPORTED, rule "match.format", if the format has no motion; with REEL_MEMORY or REEL_LIMIT; or as the reader does.
 * Damage is not a failure without REEL_STRICT: the motion before it is used. */
REEL_API reel_status reel_motion_read(reel_reader *reader, const reel_motion_options *options, reel_motion **motion,
                                      reel_error *error);
/* The same for a replay in memory. */
REEL_API reel_status reel_motion_of(const reel_replay *replay, const reel_motion_options *options, reel_motion **motion,
                                    reel_error *error);
/* The fingerprint of the motion, to be stored. The same bytes on every machine. Empty if there is too little motion: less than one
 * window of four seconds, or fewer than four presses. Valid until reel_motion_free. */
REEL_API reel_bytes reel_motion_fingerprint(const reel_motion *motion);
/* The motion of the next player of the replay, or NULL. DDNet has one per client, Echo VR one per player; other replays have one. It
 * belongs to the first one. */
REEL_API const reel_motion *reel_motion_next(const reel_motion *motion);
/* Sets *player to the number of the player: the client id of DDNet; the account, or in a .milk the number in the roster, of Echo VR.
 * Returns false if the replay has one player only. */
REEL_API bool reel_motion_player(const reel_motion *motion, int64_t *player);
/* For an index of your own: the hash of the level that the replay names; "": none. Valid until reel_motion_free. */
REEL_API const char *reel_motion_level(const reel_motion *motion);
/* Whether the motion was read with a level that has other hashes than `hash`, what reel_motion_level returned for a stored replay. Such a
 * replay is not compared by reel_match_index_find. False for "". */
REEL_API bool reel_motion_is_elsewhere(const reel_motion *motion, const char *hash);
/* Frees the motion of all players. */
REEL_API void reel_motion_free(reel_motion *motion); /* `motion` may be NULL */

/* ---- comparing -------------------------------------------------------------------------------------------------- */

/* What a score means. The limits are those of docs/match.md. */
typedef enum reel_match_band {
    REEL_MATCH_NOTHING = 0, /* below 0.75: nothing can be said */
    REEL_MATCH_REVIEW = 1,  /* 0.75 to 0.90, or two of head, left and right from 0.85 on, or a run of 10 strong windows: a person
                             * should look */
    REEL_MATCH_SAME =
        2, /* from 0.90 on, and at least 10 windows or 40 presses; or most strokes of both hands: the same recording */
    REEL_MATCH_PART = 3 /* a part of a hand's motion, or more, is that of the stored replay: see `parts` */
} reel_match_band;

/* "nothing", "review", "same recording", "part". Static text. */
REEL_API const char *reel_match_band_name(reel_match_band band);

/* A part of the motion of a hand that is that of a hand of the stored replay, wherever it is in time, whatever its colour. */
typedef struct reel_match_part {
    uint8_t hand, source_hand;     /* here, and in the stored replay: 0 left, 1 right */
    bool mirrored;                 /* it turns the other way */
    uint32_t strokes;              /* strokes that agree: swings from stop to stop, and the next ones */
    double evidence;               /* how much more likely a copy is than a player who swings alike: the natural logarithm */
    double from, to;               /* its span in this replay, s */
    double source_from, source_to; /* its span in the stored one, s */
} reel_match_part;

enum { REEL_MATCH_PARTS = 16 /* in a result; the ones with most evidence */ };

/* The result of a comparison. Scores are shares from 0 to 1. */
typedef struct reel_match {
    double score;             /* of everything that was compared */
    double head, left, right; /* of each device alone; 0 for presses */
    double strong;            /* share of the windows with a score from 0.8 on */
    uint32_t windows;         /* windows, or presses, that were compared; 0: no alignment was found */
    bool mirrored;            /* left and right are exchanged */
    double scale, shift;      /* time map: time here = scale * time in the stored replay + shift, s */
    double from, to;          /* span that was compared, in the time of this replay, s */
    uint32_t run;             /* windows of the longest run of strong ones: a part that may have been copied */
    double run_from, run_to;  /* its span */
    double evidence;          /* of the parts that belong together with the first one */
    double copied;            /* share of the stops of this replay that are in these parts */
    uint32_t part_count;
    reel_match_part parts[REEL_MATCH_PARTS]; /* of poses; the one with most evidence first */
    reel_match_band band;
    uint64_t reserved[4]; /* for later versions */
} reel_match;

/* Compares a motion with a fingerprint that was stored. Fills *match; a match without windows means that they have nothing in common.
 * Fails with REEL_CORRUPT, rule "match.fingerprint", if the bytes are not a fingerprint, or with REEL_UNSUPPORTED, rule
 * "match.version", if it is of another version. Two kinds of motion never match. */
REEL_API reel_status reel_match_compare(const reel_motion *motion, reel_bytes fingerprint, reel_match *match, reel_error *error);

/* Compares the hands only, in a small part of the time: fills the parts, `evidence`, `copied` and `band`; the score and the windows
 * stay 0. Presses are compared as above. Fails as reel_match_compare does. */
REEL_API reel_status reel_match_compare_hands(const reel_motion *motion, reel_bytes fingerprint, reel_match *match,
                                              reel_error *error);

/* Finds the parts of the motion of each hand that repeat what a hand did earlier in the same replay, at least two seconds before. Fills
 * the parts of *match, their evidence, and the band: REEL_MATCH_PART or REEL_MATCH_NOTHING. */
REEL_API reel_status reel_match_repeats(const reel_motion *motion, reel_match *match, reel_error *error);

/* ---- keys for an index ------------------------------------------------------------------------------------------ */

/* A key of a fingerprint. Two fingerprints of one recording have some keys in common, or some of which few bits of `check` differ. An
 * index in a database of your own stores `key`, `check`, the number of the replay and `window`. */
typedef struct reel_match_key {
    uint32_t key;   /* 28 bits */
    uint8_t family; /* REEL_MATCH_HEAD, … */
    uint8_t window; /* number of the window, or 0 */
    bool mirrored;  /* of a probe: found by exchanging left and right */
    uint32_t check; /* further bits: at most REEL_MATCH_CHECK_BITS of them differ between two copies */
} reel_match_key;

enum { REEL_MATCH_CHECK_BITS = 9 };

/* Families of keys: of windows, by the head and by both hands; of presses, whose check bits are not compared: 0 for a key of three
 * intervals, 1 and 2 for those of nine and sixteen, which few but copies share; of swings. */
enum { REEL_MATCH_HEAD = 0, REEL_MATCH_HANDS = 1, REEL_MATCH_PRESSES = 2, REEL_MATCH_SWINGS = 3, REEL_MATCH_FAMILIES = 4 };

/* The keys under which a fingerprint is stored. Writes at most `capacity` of them and returns how many there are. 0 for bytes that are
 * not a fingerprint of this version. */
REEL_API size_t reel_match_keys(reel_bytes fingerprint, reel_match_key *keys, size_t capacity);
/* The keys to look up for a motion, in ascending order of family and key. As reel_match_keys. */
REEL_API size_t reel_match_probes(const reel_motion *motion, reel_match_key *keys, size_t capacity);

#ifdef __cplusplus
}
#endif

#ifndef REEL_WITHOUT_PLATFORM

#ifdef __cplusplus
extern "C" {
#endif

/* ---- an index in a file ----------------------------------------------------------------------------------------- */

/* An index of fingerprints in one SQLite file. Several processes may use it at the same time; a handle is for one thread. The functions
 * fail with REEL_UNSUPPORTED, rule "match.not-built", if the library was built without SQLite (REEL_WITH_SQLITE). */
typedef struct reel_match_index reel_match_index;

/* Whether the library was built with SQLite. */
REEL_API bool reel_match_index_is_built(void);

enum { REEL_MATCH_ADD = 1 << 0 /* fingerprints may be added; the file is created if it does not exist */ };

/* Opens an index. Sets *index, which reel_match_index_close frees. Fails with REEL_IO, rule "match.index-open" or "match.index-busy";
 * with REEL_CORRUPT, rule "match.index-damaged", if the file is not an index or damaged; with REEL_UNSUPPORTED, rule
 * "match.index-version", if it was made by a later version. One of version 1 is read, and gets the keys of swings with REEL_MATCH_ADD. */
REEL_API reel_status reel_match_index_open(const char *path, uint32_t flags, reel_match_index **index, reel_error *error);
/* Adds a fingerprint under a name, which is data of the caller's: any bytes. A fingerprint of that name is replaced. Complete or not
 * done at all, also after a crash. Waits up to 30 seconds for other processes. */
REEL_API reel_status reel_match_index_add(reel_match_index *index, reel_string name, reel_bytes fingerprint, reel_error *error);
/* The same with the fingerprint of a motion and the level that its replay names by a hash, if it does. */
REEL_API reel_status reel_match_index_add_motion(reel_match_index *index, reel_string name, const reel_motion *motion,
                                                 reel_error *error);
/* Finds the nearest replays. If the motion was read with a level, entries that were added as plays of another one are left out; those that are not
 * known to be are compared. Calls `each` for them, the best score first, at most `limit` times (0: 20), until it returns false. `name`
 * is valid during the call. Entries named `except` are left out, so that a replay does not find itself; it may be empty. */
REEL_API reel_status reel_match_index_find(reel_match_index *index, const reel_motion *motion, reel_string except, size_t limit,
                                           bool (*each)(void *context, reel_string name, const reel_match *match), void *context,
                                           reel_error *error);
/* How many entries the last reel_match_index_find left out though they had at least a quarter of the best one's keys in common
 * with the motion: so many share it, or comparing them would take too long. At least so many: of keys that hundreds share, not
 * all are read. 0: none, or nothing was recognised and all that came into question was compared. */
REEL_API uint64_t reel_match_index_not_compared(const reel_match_index *index);
/* Sets *count to the number of fingerprints. */
REEL_API reel_status reel_match_index_count(reel_match_index *index, uint64_t *count, reel_error *error);
REEL_API void reel_match_index_close(reel_match_index *index); /* `index` may be NULL */

#ifdef __cplusplus
}
#endif

#endif

#endif
