/* SPDX-License-Identifier: MIT
 * The check "beatsaber-signs": what programs that play do and people do not. docs/formats/bsor.md, "Signs of generated plays", has the
 * figures behind each threshold. Every rule is a note: it says what is unusual about a play, not who made it.
 *
 * Sums are of doubles, in file order: the same findings on every machine. */
#include "core/rules.h"
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

#define SPREAD_MOST 0.007   /* s, standard deviation of the time deviation of cuts */
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

/* ---- collecting ------------------------------------------------------------------------------------------------- */

/* The lowest bit of a speed may be a mark of the mod: bsor_cut. */
static uint32_t speed_bits(float speed) { return reel_float_bits(speed) & ~UINT32_C(1); }

static void add_value(play_spread *spread, double value)
{
    if (!spread->count) spread->first = value;
    double apart = value - spread->first; /* small, so that its square loses nothing */
    spread->count++;
    spread->sum += apart;
    spread->squares += apart * apart;
}

bool play_sign_cut(play_state *play, const play_note *note, const play_cut *cut)
{
    if (play->no_cuts || !play_traits_of(note->scoring)->has_center) return true;
    play_key *keys = play_list_grow(&play->signs.cuts, PLAY_SIGN_VALUES, sizeof *keys, &play->allocator);
    if (!keys) return false;
    keys[0] = (play_key){ reel_float_bits(cut->time_deviation), 0 };
    keys[1] = (play_key){ speed_bits(cut->saber_speed), 0 };
    keys[2] = (play_key){ reel_float_bits(cut->distance), 0 };
    add_value(&play->signs.timing, (double)cut->time_deviation);
    return true;
}

static bool same_bits(const void *a, const void *b, size_t size) { return memcmp(a, b, size) == 0; }

static void sign_frame(play_signs *signs, const bsor_frame *frame)
{
    const reel_pose *head = &frame->head, *last = &signs->head;
    if (signs->started) {
        add_value(&signs->steps, (double)frame->time - (double)signs->time);
        signs->still += same_bits(&head->position, &last->position, sizeof head->position) ||
                        same_bits(&head->rotation, &last->rotation, sizeof head->rotation);
    }
    signs->started = true;
    signs->time = frame->time;
    signs->head = *head;
}

void play_sign_frames(play_state *play, const bsor_frame *frames, size_t count)
{
    float last = play->motion.last_time;
    for (size_t i = 0; i < count; i++) {
        if (frames[i].time == 0.0f || frames[i].time == last) continue; /* frames that the statistics drop */
        last = frames[i].time;
        sign_frame(&play->signs, &frames[i]);
    }
    play->motion.last_time = last;
}

/* ---- the rules -------------------------------------------------------------------------------------------------- */

static bool is_narrow(const play_spread *spread, double most)
{
    double count = (double)spread->count, mean = spread->sum / count;
    return spread->squares / count - mean * mean < most * most;
}

/* How many cuts have the most frequent one of their values number `value`. SIZE_MAX: out of memory. */
static size_t most_frequent(play_state *play, size_t value)
{
    size_t count = play->signs.cuts.count / PLAY_SIGN_VALUES, most = 0, run = 0;
    const play_key *all = play->signs.cuts.data;
    play_list sorted = { 0 };
    play_key *keys = play_list_grow(&sorted, 2 * count, sizeof *keys, &play->allocator);
    if (!keys) return SIZE_MAX;
    for (size_t i = 0; i < count; i++) keys[i] = all[i * PLAY_SIGN_VALUES + value];
    play_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++) {
        run = i && keys[i].key == keys[i - 1].key ? run + 1 : 1;
        if (run > most) most = run;
    }
    play_list_free(&sorted, &play->allocator);
    return most;
}

static void report(const reel_analysis *analysis, sign_rule rule, const reel_table *table, const char *section, uint64_t count)
{
    const rule_count violations = { .count = count, .row = REEL_NO_ROW, .offset = REEL_NO_OFFSET };
    rule_report(&analysis->reporter, &rules[rule], section, table, &violations);
}

static reel_status check_cuts(const reel_analysis *analysis, play_state *play)
{
    const play_signs *signs = &play->signs;
    uint64_t cuts = signs->timing.count;
    if (cuts >= SPREAD_LEAST && is_narrow(&signs->timing, SPREAD_MOST)) report(analysis, TIMING, NULL, "notes", cuts);
    for (size_t i = 0; cuts >= CUTS_LEAST && i < PLAY_SIGN_VALUES; i++) {
        size_t most = most_frequent(play, i);
        if (most == SIZE_MAX) return reel_fail(analysis->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory");
        if ((uint64_t)most * 100 >= cuts * SHARE) report(analysis, (sign_rule)(SAME_TIMING + i), NULL, "notes", most);
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
    if (mean < STEP_MOST && is_narrow(steps, UNEVEN_MOST))
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
    if (play_feed(&state->play, analysis->format, chunk, true)) return REEL_OK;
    return reel_fail(analysis->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory");
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
    if (state->started) play_free(&state->play);
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
    .formats = play_formats_known,
    .inputs = inputs,
    .state_size = sizeof(signs_state),
    .chunk = take_chunk,
    .finish = finish,
    .close = close_state,
};
