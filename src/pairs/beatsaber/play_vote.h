/* SPDX-License-Identifier: MIT
 * The map that several plays agree upon. docs/levels.md, "A map from many plays", has the rules. */
#ifndef PAIRS_BEATSABER_PLAY_VOTE_H
#define PAIRS_BEATSABER_PLAY_VOTE_H

#include "insight/beatsaber/order.h"

enum { MAP_DIRECTIONS = 9, MAP_ANY_DIRECTION = 8 };

/* A note of the map: as the mapper put it, not mirrored. */
typedef struct map_thing {
    double time;
    int32_t line, layer, color, direction;
    uint32_t play; /* that has it: number of its voter */
    uint8_t parts; /* what it is part of: play_map.c has the bits */
    bool bomb, link;
} map_thing;

/* A play, and how far it is from what was agreed. */
typedef struct map_voter {
    float first, last;        /* times of its notes and bombs */
    bool no_arrows, no_bombs; /* by its modifiers */
    bool no_scoring;          /* it does not tell how notes were scored */
    bool begins_late, failed; /* it began later than the song, or failed */
    uint32_t extra, lacking;  /* notes that it has and others do not, or the other way around */
    bool any;                 /* it has a note or bomb */
    bool doubtful;            /* it lacks a note of the map, be it by chance: what it does not have says nothing against others */
} map_voter;

typedef struct map_ballot {
    play_list things; /* map_thing */
    play_list voters; /* map_voter */
} map_ballot;

/* What came of a vote. Notes and bombs. */
typedef struct map_vote {
    size_t agreed;      /* that all plays have that could have them */
    size_t outvoted;    /* that most have */
    size_t left_out;    /* that too few have */
    size_t bombs_alone; /* that one play hit */
    size_t other_times; /* whose times differ between plays */
    size_t other_looks; /* whose arrow or scoring does */
    double apart;       /* the greatest difference of such times, s */
} map_vote;

/* Leaves in ballot->things what is agreed upon, in order of time. False: out of memory. */
bool reel__map_vote_take(map_ballot *ballot, const reel_allocator *allocator, map_vote *vote);
/* Sorts things by time; those of one time stay in their order. False: out of memory. */
bool reel__map_things_sort(play_list *things, const reel_allocator *allocator);

#endif
