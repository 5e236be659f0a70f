/* SPDX-License-Identifier: MIT */
#include "game/beatsaber/recorder.h"

static const recorder_known_fault known[] = {
    { RECORDER_BEATLEADER_PC, RECORDER_FRAME_LATE, { 0, 2, 0 }, true, "BeatLeader/beatleader-mod 3f683072" },
    { RECORDER_BEATLEADER_QUEST, RECORDER_MODIFIED_SCORE, { 0, 1, 0 }, false, "BeatLeader/beatleader-qmod fdf96c59" },
    { RECORDER_BEATLEADER_QUEST, RECORDER_NO_LIVES, { 0, 5, 8 }, false, "BeatLeader/beatleader-qmod 4fe734ad" },
};

enum { PARTS = 3 };

/* Reads "major.minor.patch"; what is missing is 0. Returns false if not even the first two numbers are there. */
static bool read_version(reel_string text, int numbers[PARTS])
{
    enum { MOST = 100000 };
    size_t at = 0, part = 0;
    numbers[0] = numbers[1] = numbers[2] = 0;
    for (; part < PARTS; part++, at++) {
        const size_t start = at;
        for (; at < text.size && text.data[at] >= '0' && text.data[at] <= '9' && numbers[part] < MOST; at++)
            numbers[part] = numbers[part] * 10 + (text.data[at] - '0');
        if (at == start) break;
        if (at == text.size || text.data[at] != '.') {
            part++;
            break;
        }
    }
    return part >= 2;
}

/* Whether `a` is not after `b`. */
static bool is_up_to(const int a[PARTS], const int b[PARTS])
{
    for (size_t i = 0; i < PARTS; i++)
        if (a[i] != b[i]) return a[i] < b[i];
    return true;
}

const recorder_known_fault *reel__recorder_fault_of(recorder_program program, reel_string version, recorder_fault fault)
{
    int numbers[PARTS];
    if (!read_version(version, numbers)) return NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].program == program && known[i].fault == fault && is_up_to(numbers, known[i].last)) return &known[i];
    return NULL;
}
