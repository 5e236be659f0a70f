/* SPDX-License-Identifier: MIT
 * What is known to be wrong with plays that a version of a recorder wrote. docs/formats/bsor.md, "Known faults of recorders", is the same
 * list for people. */
#ifndef GAME_BEATSABER_RECORDER_H
#define GAME_BEATSABER_RECORDER_H

#include <reel/reel.h>

typedef enum recorder_program { RECORDER_BEATLEADER_PC, RECORDER_BEATLEADER_QUEST } recorder_program;

typedef enum recorder_fault {
    RECORDER_FRAME_LATE,     /* poses are those of the frame before: frames were recorded before the game had updated them */
    RECORDER_MODIFIED_SCORE, /* the stated score is the one with the factors of the modifiers */
    RECORDER_NO_LIVES        /* the modifiers IF and BE are not recorded: a play fails with what looks like energy left */
} recorder_fault;

typedef struct recorder_known_fault {
    recorder_program program;
    recorder_fault fault;
    int last[3];        /* the last version that has it: major, minor, patch */
    bool mixed;         /* that version was also built without the fault */
    const char *source; /* repository and commit that ended it */
} recorder_known_fault;

/* The entry of a fault that recordings of `version` ("0.9.34") have or may have; NULL: they do not, or the version cannot be read. */
const recorder_known_fault *reel__recorder_fault_of(recorder_program program, reel_string version, recorder_fault fault);

#endif
