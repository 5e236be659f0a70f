/* SPDX-License-Identifier: MIT
 * The check "beatsaber-signs": what programs that play do and people do not. docs/formats/bsor.md, "Signs of generated plays", has the
 * figures behind each threshold. Every rule is a note: it says what is unusual about a play, not who made it. */
#include "core/memory.h"
#include "core/rules.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/play.h"

#include <reel/scoresaber.h>
#include <reel/xror.h>

enum {
    SHARE = 10,         /* percent of the cuts that may have one value */
    STILL_SHARE = 50,   /* percent of the frames that may keep the head as it was */
    CUTS_LEAST = 100,   /* fewer cuts say nothing about shares */
    SPREAD_LEAST = 200, /* or about the spread */
    FRAMES_LEAST = 500
};

#define SPREAD_MOST 0.007   /* s of the room, as all times here: standard deviation of the time deviation of cuts */
#define UNEVEN_MOST 0.00005 /* s, standard deviation of the time between frames */
#define STEP_MOST 0.017     /* s, mean time between frames: recordings that were thinned out to 30 per second are even, too */

typedef enum sign_rule { ACCOUNT, TIMING, SAME_TIMING, SAME_SPEED, SAME_DISTANCE, STILL_HEAD, EVEN_FRAMES, SIGNS } sign_rule;

static const check_rule rules[SIGNS] = {
    [ACCOUNT] = { "beatsaber.bot-account", REEL_NOTE, "the player id is that of an account for plays by a program" },
    [TIMING] = { "beatsaber.bot-timing", REEL_NOTE,
                 "%llu good cuts are timed unusually evenly: their standard deviation is below 7 ms" },
    [SAME_TIMING] = { "beatsaber.bot-same-timing", REEL_NOTE, "%llu good cuts have exactly the same time deviation" },
    [SAME_SPEED] = { "beatsaber.bot-same-speed", REEL_NOTE, "%llu good cuts have exactly the same saber speed" },
    [SAME_DISTANCE] = { "beatsaber.bot-same-distance", REEL_NOTE, "%llu good cuts have exactly the same distance to the center" },
    [STILL_HEAD] = { "beatsaber.bot-still-head", REEL_NOTE,
                     "%llu frames repeat the position or the rotation of the head of the frame before" },
    [EVEN_FRAMES] = { "beatsaber.bot-even-frames", REEL_NOTE,
                      "%llu frames are evenly spaced in time: the standard deviation is below 0.05 ms" },
};

/* ---- the rules -------------------------------------------------------------------------------------------------- */

static bool is_narrow(const play_spread *spread, double most)
{
    double count = (double)spread->count, mean = spread->sum / count;
    return spread->squares / count - mean * mean < most * most;
}

/* Whether one of the values number `value` may be in `least` cuts: it is not if no hash of the values is. */
static bool may_be_frequent(const play_sign_values *cuts, size_t count, size_t value, uint64_t least)
{
    uint32_t hashes[256] = { 0 };
    for (size_t i = 0; i < count; i++) hashes[(uint32_t)(cuts[i].bits[value] * UINT32_C(0x9e3779b1)) >> 24]++;
    for (size_t i = 0; i < 256; i++)
        if (hashes[i] >= least) return true;
    return false;
}

/* How many cuts have the most frequent one of their values number `value`; 0 if that is less than `least`. SIZE_MAX: out of memory. */
static size_t most_frequent(play_state *play, size_t value, uint64_t least)
{
    size_t count = play->signs.cuts.count, most = 0, run = 0;
    const play_sign_values *cuts = play->signs.cuts.data;
    if (!may_be_frequent(cuts, count, value, least)) return 0;
    play_list sorted = { 0 };
    play_key *keys = reel__play_list_grow(&sorted, 2 * count, sizeof *keys, &play->allocator);
    if (!keys) return SIZE_MAX;
    for (size_t i = 0; i < count; i++) keys[i] = (play_key){ cuts[i].bits[value], 0 };
    reel__play_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++) {
        run = i && keys[i].key == keys[i - 1].key ? run + 1 : 1;
        if (run > most) most = run;
    }
    reel__play_list_free(&sorted, &play->allocator);
    return most < least ? 0 : most;
}

static void report(const reel_analysis *analysis, sign_rule rule, const reel_table *table, const char *section, uint64_t count)
{
    const rule_count violations = { .count = count, .row = REEL_NO_ROW, .offset = REEL_NO_OFFSET };
    reel__rule_report(&analysis->reporter, &rules[rule], section, table, &violations);
}

static reel_status check_cuts(const reel_analysis *analysis, play_state *play)
{
    const play_signs *signs = &play->signs;
    uint64_t cuts = signs->timing.count;
    if (cuts >= SPREAD_LEAST && is_narrow(&signs->timing, SPREAD_MOST * (double)reel__play_slowness(play)))
        report(analysis, TIMING, NULL, "notes", cuts);
    for (size_t i = 0; cuts >= CUTS_LEAST && i < PLAY_SIGN_VALUES; i++) {
        size_t most = most_frequent(play, i, (cuts * SHARE + 99) / 100 /* rounded up */);
        if (most == SIZE_MAX) return reel__memory_fail(analysis->error);
        if (most) report(analysis, (sign_rule)(SAME_TIMING + i), NULL, "notes", most);
    }
    return REEL_OK;
}

static void check_frames(const reel_analysis *analysis, const play_state *play)
{
    const play_signs *signs = &play->signs;
    const play_spread *steps = &signs->steps;
    if (steps->count < FRAMES_LEAST) return;
    const char *section = play->frame_table->name;
    double mean = steps->first + steps->sum / (double)steps->count;
    if (signs->still * 100 >= steps->count * STILL_SHARE) report(analysis, STILL_HEAD, play->frame_table, section, signs->still);
    const double slow = (double)reel__play_slowness(play);
    if (mean < STEP_MOST * slow && is_narrow(steps, UNEVEN_MOST * slow))
        report(analysis, EVEN_FRAMES, play->frame_table, section, steps->count + 1);
}

/* ---- the check -------------------------------------------------------------------------------------------------- */

typedef struct signs_state {
    play_state play;
    bool started, account;
} signs_state;

/* Not of people: the account that all AI plays of the corpus have. */
static bool is_account_of_bots(reel_string id)
{
    static const char *const known[] = { "165749" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (id.size == strlen(known[i]) && memcmp(id.data, known[i], id.size) == 0) return true;
    return false;
}

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    signs_state *state = analysis->state;
    size_t count;
    state->started = true;
    state->play.allocator = analysis->allocator;
    state->play.signs.wanted = true;
    const bsor_info *info = reel_chunk_rows(chunk, &bsor_infos, &count);
    if (count) state->account = is_account_of_bots(info[count - 1].player_id);
    const xror_info *recording = reel_chunk_rows(chunk, &xror_infos, &count);
    if (count) state->account = is_account_of_bots(recording[count - 1].user_id);
    if (reel__play_feed(&state->play, analysis->format, chunk, true)) return REEL_OK;
    return reel__memory_fail(analysis->error);
}

static reel_status finish(reel_analysis *analysis)
{
    signs_state *state = analysis->state;
    if (state->account) report(analysis, ACCOUNT, state->play.info_table, "info", 1);
    reel_status status = check_cuts(analysis, &state->play);
    if (status == REEL_OK) check_frames(analysis, &state->play);
    return status;
}

static void close_state(reel_analysis *analysis)
{
    signs_state *state = analysis->state;
    if (state->started) reel__play_free(&state->play);
}

static const reel_table *const inputs[] = {
    &bsor_infos,
    &bsor_frames,
    &bsor_notes,
    &scoresaber_infos,
    &scoresaber_poses,
    &scoresaber_notes,
    &scoresaber_keyframes,
    &scoresaber_json_infos,
    &scoresaber_json_frames,
    &xror_infos,
    &xror_frames,
    &xror_notes,
    &xror_garbages,
    NULL,
};

const reel_insight reel_check_beatsaber_signs = {
    .id = "beatsaber-signs",
    .name = "Beat Saber signs of generated plays",
    .doc = "notes what programs that play do and people do not",
    .formats = reel__play_formats_known,
    .inputs = inputs,
    .state_size = sizeof(signs_state),
    .chunk = take_chunk,
    .finish = finish,
    .close = close_state,
};
