/* SPDX-License-Identifier: MIT
 * What a worker found of a replay, as all rooms use it. The server does not trust it: a worker has read a hostile file. */
#ifndef SERVER_BASE_INSPECTION_H
#define SERVER_BASE_INSPECTION_H

#include <reel/match.h>
#include <reel/reel.h>

enum { JOB_NAME = 64, JOB_TEXT = 256, JOB_HASH = 65, JOB_BOARD = 32, JOB_MAP = JOB_HASH };

/* Findings of one rule and severity. */
typedef struct rule_count {
    char rule[JOB_NAME];
    uint32_t severity, flags; /* REEL_FINDING_... */
    uint64_t count;
} rule_count;

enum { JOB_RULES = 128 };

/* Whether the motion of a replay supports its events. */
typedef enum motion_evidence {
    EVIDENCE_NONE,    /* the format or the replay cannot show it */
    EVIDENCE_PARTIAL, /* some events cannot be compared, or only roughly, or one or two of them are not supported */
    EVIDENCE_FULL,    /* it does */
    EVIDENCE_AGAINST  /* it does not: there are errors about it */
} motion_evidence;

/* A play for a board: the best of a player on a level in this replay. */
typedef struct board_play {
    char board[JOB_BOARD]; /* its name */
    double value;
    uint32_t header_level, header_player; /* what the header says is meant: the texts below are empty */
    char level[JOB_TEXT], level_key[JOB_TEXT];
    char player[JOB_TEXT], player_key[JOB_TEXT], player_name[JOB_TEXT];
} board_play;

enum { JOB_PLAYS = 256 /* of a replay */ };

/* The result of JOB_INSPECT. The output has eight parts, one after the other. As JSON: the statistics, the findings, the table of evidence, and the
 * findings about that, both empty without motion. As bytes: the fingerprint; what an index finds it by: its keys, and those to look up, both motion_key; and its plays, board_play. */
typedef struct inspection {
    uint64_t statistics_size, findings_size, evidence_size, against_size, fingerprint_size, keys_size, probes_size, plays_size;
    uint64_t plays_left_out;   /* because there were JOB_PLAYS already */
    uint64_t errors, warnings; /* findings, without those about evidence */
    uint32_t evidence;         /* motion_evidence */
    uint32_t rule_count;
    rule_count rules[JOB_RULES];                           /* errors first to come stay; what is beyond is in the last one */
    uint32_t damaged, empty;                               /* reading ended early; nothing was read but a header */
    uint32_t has_score, has_hash, has_mark, mark_problems; /* REEL_MARK_... */
    uint32_t failed, practice;                             /* the level was failed or practised: the score does not rank */
    uint32_t has_accuracy;
    double score, seconds, accuracy;
    int64_t mark_time;           /* Unix time in seconds, by the signer's clock; 0: unknown */
    char content_hash[JOB_HASH]; /* of what was played, in hexadecimal */
    char content[JOB_HASH];      /* of all that the file says, however it is packed */
    char game[JOB_NAME], player[JOB_TEXT], player_name[JOB_TEXT], level[JOB_TEXT];
    char player_key[JOB_TEXT], level_key[JOB_TEXT];
    char title[JOB_TEXT], author[JOB_TEXT],
        detail[JOB_TEXT]; /* of the level, for people: its name, who made it, its difficulty */
    char modifiers[JOB_TEXT], headset[JOB_TEXT];
    char mark_key[JOB_NAME], challenge[JOB_TEXT];
    char map[JOB_MAP]; /* hash of the map that it was judged with; "": none */
} inspection;

/* What a fingerprint is found by: a key of reel_match_keys or reel_match_probes, with its family in the low bits. */
enum { JOB_FAMILY_BITS = 2, JOB_MOST_KEYS = 1 << 16 };
typedef struct motion_key {
    uint64_t key;
    uint32_t check, mirrored;
} motion_key;

/* JOB_SIMILAR: a replay of like motion. The output is a row of these. */
typedef struct motion_part {
    double from, to, source_from, source_to; /* s, in this replay and in the other */
    double evidence;
    uint32_t hand, source_hand; /* 0 left, 1 right */
    uint32_t mirrored, reserved;
} motion_part;
typedef struct motion_match {
    char id[JOB_HASH];
    uint8_t gap[7]; /* zero */
    double score, scale, shift, evidence, copied;
    uint32_t band; /* reel_match_band */
    uint32_t windows, mirrored, part_count;
    motion_part parts[REEL_MATCH_PARTS];
} motion_match;
/* The same for one of these. */
bool motion_match_is_sound(const motion_match *match);

/* Whether the text of a worker ends, and is UTF-8: databases refuse anything else. */
bool job_is_text(const char *text, size_t size);
/* Whether what a worker says of an upload is possible: it has read a hostile file. `size` is that of its output. */
bool inspection_is_sound(const inspection *inspection, uint64_t size);
/* The same for one of its plays. */
bool play_is_sound(const board_play *play);

#endif
