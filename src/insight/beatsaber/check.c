/* SPDX-License-Identifier: MIT
 * The check "beatsaber-score": what a replay states against what its events say. docs/insight/beatsaber.md, "The check". */
#include "insight/beatsaber/play.h"

typedef struct check_state { play_state play; bool started; } check_state;

static play_state *start(reel_analysis *analysis)
{
    check_state *state = analysis->state;
    state->started = true;
    state->play.allocator = analysis->allocator;
    return &state->play;
}

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    if (play_feed_bsor(start(analysis), chunk, false)) return REEL_OK;
    return reel_fail(analysis->error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the check");
}

static reel_finding about_info(const char *rule, reel_severity severity)
{
    return (reel_finding){ .rule = rule, .severity = severity, .section = "info", .offset = REEL_NO_OFFSET,
                           .table = &bsor_infos, .row = 0, .count = 1 };
}

/* The server accepts a difference of 1 %, and flips a negative score. A score of 0 it refuses. */
static void check_score(const reel_reporter *reporter, const play_state *play, const play_walk *walk)
{
    long long stated = (long long)play->stated_score, counted = (long long)walk->score, most = (long long)walk->max_score;
    if (stated == 0 && counted != 0) {
        reel_find(reporter, about_info("beatsaber.score-missing", REEL_WARNING), "the score is stated as 0, the events give %lld",
                  counted);
        return;
    }
    if (stated < 0) {
        reel_find(reporter, about_info("beatsaber.score-negative", REEL_WARNING), "the score is stated as %lld", stated);
        stated = -stated;
    }
    if (stated > most) {
        reel_find(reporter, about_info("beatsaber.score-above-maximum", REEL_ERROR),
                  "the score is stated as %lld, the notes give %lld at most", stated, most);
        return;
    }
    long long apart = counted > stated ? counted - stated : stated - counted;
    if (apart == 0) return;
    bool near = counted > 0 && apart * 100 <= counted;
    reel_find(reporter, about_info("beatsaber.score-mismatch", near ? REEL_WARNING : REEL_ERROR),
              "the score is stated as %lld, the events give %lld", stated, counted);
}

static void check_fail(const reel_reporter *reporter, const play_state *play, const play_walk *walk)
{
    bool failed = play->fail_time >= 0.01f;
    if (failed && !walk->empty)
        reel_find(reporter, about_info("beatsaber.fail-with-energy", REEL_WARNING),
                  "the play is stated to fail at %f s, but energy never runs out: at least %f", (double)play->fail_time,
                  (double)walk->min_energy);
    if (!failed && walk->empty && !play->no_fail)
        reel_find(reporter, about_info("beatsaber.fail-not-stated", REEL_WARNING),
                  "energy runs out at %f s, but the play is not stated to fail", (double)walk->empty_time);
    if (play->no_fail && !walk->empty)
        reel_find(reporter, about_info("beatsaber.no-fail-unused", REEL_NOTE),
                  "the modifier NF is only written when energy runs out, but it never does");
}

/* Notes that a game cannot have counted twice: same id, same time in the map. Arcs and chains may overlay each other. */
static bool check_repeats(const reel_reporter *reporter, const play_state *play)
{
    const play_note *notes = play->notes.data;
    size_t count = play->notes.count;
    play_list list = { 0 };
    play_key *items = play_list_grow(&list, 2 * count + 1, sizeof *items, &play->allocator);
    if (!items || count > UINT32_MAX) return play_list_free(&list, &play->allocator), false;
    for (size_t i = 0; i < count; i++) items[i] = (play_key){ play_key_of(notes[i].spawn_time), (uint32_t)i };
    play_sort(items, items + count, count);
    for (size_t i = 0; i < count; i++) items[i].key = notes[items[i].index].id;
    play_sort(items, items + count, count);
    uint64_t repeats = 0, first = UINT64_MAX;
    for (size_t i = 1; i < count; i++) {
        const play_note *a = &notes[items[i - 1].index], *b = &notes[items[i].index];
        if (a->id != b->id || a->spawn_time != b->spawn_time || b->scoring > BSOR_NORMAL) continue;
        repeats++;
        if (b->row < first) first = b->row;
    }
    play_list_free(&list, &play->allocator);
    if (!repeats) return true;
    reel_finding finding = { .rule = "beatsaber.note-repeated", .severity = REEL_WARNING, .section = "notes",
                             .offset = REEL_NO_OFFSET, .table = &bsor_notes, .row = first, .count = repeats };
    reel_find(reporter, finding, "%llu notes are there twice, with one id and one time in the map",
              (unsigned long long)repeats);
    return true;
}

static reel_status finish(reel_analysis *analysis)
{
    play_state *play = start(analysis);
    play_walk walk = { 0 };
    bool done = play_walk_run(&walk, play);
    if (done && play->notes.count) {
        check_score(&analysis->reporter, play, &walk);
        check_fail(&analysis->reporter, play, &walk);
        done = check_repeats(&analysis->reporter, play);
    }
    play_walk_free(&walk, &play->allocator);
    return done ? REEL_OK : reel_fail(analysis->error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the check");
}

static void close_state(reel_analysis *analysis)
{
    check_state *state = analysis->state;
    if (state->started) play_free(&state->play);
}

static const reel_format *const formats[] = { &reel_format_bsor, NULL };
static const reel_table *const inputs[] = { &bsor_infos, &bsor_notes, &bsor_walls, NULL };

const reel_insight reel_check_beatsaber_score = {
    .struct_size = sizeof(reel_insight),
    .id = "beatsaber-score",
    .name = "Beat Saber score",
    .doc = "the stated score, fail and notes against what the events say",
    .formats = formats,
    .inputs = inputs,
    .state_size = sizeof(check_state),
    .chunk = take_chunk,
    .finish = finish,
    .close = close_state,
};
