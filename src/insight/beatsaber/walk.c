/* SPDX-License-Identifier: MIT
 * Processes all events in order of time by the rules of the game: multiplier, combo, score, energy, and the values derived from
 * them. docs/insight/beatsaber.md, "Replaying the events". */
#include "insight/beatsaber/walk.h"

/* s. Two events of one id closer than this are probably one note counted twice, which makes streaks meaningless. */
#define SAME_NOTE_TIME 0.01f
/* Energy up to this value counts as 0, as in the game: sums of 0.1 and 0.15 do not reach 0 exactly. */
#define NO_ENERGY 1e-5

/* One event being processed. */
typedef struct play_step {
    const reel__play_note *note; /* NULL: a wall */
    const play_wall *wall;
    uint8_t kind;
    bool block; /* a note, which counts for the maximum score */
    uint8_t points, lost_before, lost_after;
    int max;
    uint32_t lost;
} play_step;

typedef struct play_walker {
    play_walk *out;
    play_state *play;
    beatsaber_multiplier now, best;
    int64_t fc_score;
    uint32_t streak;
    /* doubles: the results are rounded to float32 once */
    double energy, frame_energy, frame_change; /* now; before the frame of the event, and by its events so far */
    bool frame_stated;                         /* a wall of the frame states what is left at the end of the contact */
    /* the graph */
    uint32_t second;
    uint32_t second_count;
    uint32_t open_wall; /* index of the wall in which the song ended; UINT32_MAX: none */
    float second_sum, second_value;
    bool second_known; /* an event had an accuracy */
} play_walker;

static bool is_link(const play_state *play, uint8_t scoring)
{
    return scoring == BSOR_CHAIN_LINK || (!play->server && scoring == BSOR_CHAIN_LINK_ARC_HEAD);
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

static const reel__play_note *note_at(const play_state *play, uint32_t index)
{
    return (const reel__play_note *)play->notes.data + index;
}

static const play_wall *wall_at(const play_state *play, uint32_t index)
{
    return (const play_wall *)play->walls.data + (index - play->notes.count);
}

/* In a frame, a wall comes first: the game lowers the multiplier as the head enters it, and counts notes at the end of the frame. */
static void order_events(const play_state *play, play_key *items, play_key *spare)
{
    const uint32_t notes = (uint32_t)play->notes.count, walls = (uint32_t)play->walls.count;
    const uint32_t first = play->server ? 0 : walls; /* place of the first note */
    for (uint32_t i = 0; i < notes; i++) items[first + i] = (play_key){ reel__play_key_of(note_at(play, i)->time), i };
    for (uint32_t i = 0; i < walls; i++)
        items[(play->server ? notes : 0) + i] = (play_key){ reel__play_key_of(wall_at(play, notes + i)->time), notes + i };
    reel__play_sort(items, spare, notes + walls);
}

/* Returns true if two consecutive events of one id are too close. `items` must be sorted by time; it is sorted by id then. */
static bool has_twins(const play_state *play, play_key *items, play_key *spare)
{
    uint32_t notes = (uint32_t)play->notes.count, count = notes + (uint32_t)play->walls.count;
    for (uint32_t i = 0; i < count; i++)
        items[i].key = items[i].index < notes ? note_at(play, items[i].index)->id : wall_at(play, items[i].index)->id;
    reel__play_sort(items, spare, count);
    for (uint32_t i = 1; i < count; i++) {
        if (items[i].key != items[i - 1].key) continue;
        bool walls[2], links[2];
        float times[2];
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t index = items[i - 1 + k].index;
            walls[k] = index >= notes;
            links[k] = !walls[k] && is_link(play, note_at(play, index)->scoring);
            times[k] = walls[k] ? wall_at(play, index)->time : note_at(play, index)->time;
        }
        if (!play->server && walls[0] != walls[1]) continue;
        float apart = times[1] - times[0];
        if (apart < SAME_NOTE_TIME && !links[0] && !links[1]) return true;
    }
    return false;
}

/* ---- one event -------------------------------------------------------------------------------------------------- */

static play_step step_of(const play_state *play, uint32_t index)
{
    if (index >= play->notes.count) return (play_step){ .wall = wall_at(play, index), .kind = BEATSABER_WALL };
    const reel__play_note *note = note_at(play, index);
    play_step step = { .note = note, .kind = note->kind, .block = note->kind != BEATSABER_BOMB };
    step.max = step.block ? beatsaber_max_points(note->scoring) : 0;
    if (note->kind == BEATSABER_GOOD && play->no_cuts) {
        step.points = note->center;
    } else if (note->kind == BEATSABER_GOOD) {
        const play_traits *traits = reel__play_traits_of(note->scoring);
        step.points = (uint8_t)(note->before + note->center + note->after);
        step.lost_before = (uint8_t)(traits->before_max - note->before);
        step.lost_after = (uint8_t)(traits->after_max - note->after);
    }
    return step;
}

/* The change of energy by an event that does not state its energy. */
static double energy_change(const play_state *play, const play_step *step)
{
    if (step->wall) return -(double)step->wall->energy;
    bool link = is_link(play, step->note->scoring);
    if (step->kind == BEATSABER_GOOD) return link ? (play->server ? 0 : 0.002) : 0.01;
    if (step->kind == BEATSABER_BAD) return link ? -0.025 : -0.1;
    return link ? -0.03 : -0.15;
}

/* Sets what the frame of an event has done to the energy so far. A wall with an energy of its own states what is left; with lives, a frame
 * whose changes add up to a loss costs one of them, and so does each wall. */
static void count_change(play_walker *walker, const play_step *step)
{
    const play_state *play = walker->play;
    bool states = step->wall && !step->wall->drains && !play->lives;
    if (step->wall && play->lives) {
        walker->frame_energy -= 1.0 / play->lives;
    } else if (states && step->wall->energy <= 1.0f) {
        walker->frame_energy = (double)step->wall->energy;
        walker->frame_change = 0;
        walker->frame_stated = true;
    } else if (!states && !walker->frame_stated) {
        walker->frame_change += energy_change(play, step);
    }
}

static double energy_of_frame(const play_walker *walker)
{
    unsigned lives = walker->play->lives;
    if (lives) return walker->frame_energy - (walker->frame_change < 0 ? 1.0 / lives : 0);
    return walker->frame_energy + walker->frame_change;
}

/* The game sums the changes of a frame and applies them at its end, where it also decides whether the player fails: energy does not reach 0
 * before. Energy that has reached 0 stays there, also with NF. `last`: of its frame. */
static void count_energy(play_walker *walker, const play_step *step, float time, bool first, bool last)
{
    play_walk *out = walker->out;
    if (first) {
        walker->frame_energy = walker->energy;
        walker->frame_change = 0;
        walker->frame_stated = false;
    }
    count_change(walker, step);
    double energy = out->empty ? 0 : energy_of_frame(walker);
    if (energy > 1) energy = 1;
    if (energy <= NO_ENERGY) energy = last ? 0 : walker->energy;
    walker->energy = energy;
    out->energy = (float)energy;
    if (!last) return;
    if (!(out->energy >= out->min_energy)) out->min_energy = out->energy;
    if (energy <= 0 && !out->empty) {
        out->empty = true;
        out->empty_time = time;
    }
}

/* The public server adds float32 numbers, applies each event by itself and has no lower bound. */
static void count_server_energy(play_walker *walker, const play_step *step, float time)
{
    play_walk *out = walker->out;
    if (!step->wall)
        out->energy = out->energy + (float)energy_change(walker->play, step);
    else if (step->wall->energy <= 1.0f)
        out->energy = step->wall->energy;
    if (out->energy > 1.0f) out->energy = 1.0f;
    if (!(out->energy >= out->min_energy)) out->min_energy = out->energy;
    if (out->energy <= 0.0f && !out->empty) {
        out->empty = true;
        out->empty_time = time;
    }
}

static void count_score(play_walker *walker, play_step *step)
{
    play_walk *out = walker->out;
    if (step->block) {
        beatsaber_multiplier_raise(&walker->best);
        out->max_score += walker->best.value * step->max;
    }
    if (step->kind != BEATSABER_GOOD) {
        beatsaber_multiplier_lower(&walker->now);
        out->combo = 0;
        if (step->block) {
            float worth = (float)(walker->best.value * step->max) * out->fc_accuracy;
            walker->fc_score += reel__play_round((double)worth);
        }
        return;
    }
    beatsaber_multiplier_raise(&walker->now);
    out->combo++;
    int64_t score = walker->now.value * step->points;
    step->lost = (uint32_t)(walker->now.value * (step->lost_before + step->lost_after));
    out->score += score;
    out->underswing += step->lost;
    walker->fc_score += walker->best.value * step->points;
    walker->play->scorings[step->note->scoring].score += score;
    if (step->note->hand == NO_HAND) return;
    walker->play->hands[step->note->hand].score += score;
    walker->play->hands[step->note->hand].underswing += step->lost;
}

static void count_runs(play_walker *walker, const play_step *step)
{
    play_walk *out = walker->out;
    if (out->combo > out->max_combo) out->max_combo = out->combo;
    if (step->note && is_link(walker->play, step->note->scoring)) return;
    if (step->points == 115)
        walker->streak++;
    else if (step->block)
        walker->streak = 0;
    if (walker->streak > out->max_streak) out->max_streak = walker->streak;
}

static void count_accuracy(play_walker *walker, const play_step *step)
{
    play_walk *out = walker->out;
    if (out->max_score == 0) return;
    if (step->block) out->accuracy = (float)out->score / (float)out->max_score;
    out->fc_accuracy = (float)walker->fc_score / (float)out->max_score;
}

/* ---- result rows ------------------------------------------------------------------------------------------------ */

static bool event_row(play_walker *walker, const play_step *step, float time)
{
    const play_walk *out = walker->out;
    beatsaber_event *row = reel_row_add(out->events);
    if (!row) return false;
    row->time = time;
    row->spawn_time = step->note ? step->note->spawn_time : step->wall->spawn_time;
    const bool sourced = step->note || step->wall->row != PLAY_NO_ROW;
    if (sourced) row->source_row = step->note ? step->note->row : step->wall->row;
    row->kind = step->kind;
    row->multiplier = (uint8_t)walker->now.value;
    row->combo = out->combo;
    row->underswing = step->lost;
    row->score = out->score;
    row->max_score = out->max_score;
    row->accuracy = out->accuracy;
    row->fc_accuracy = out->fc_accuracy;
    row->energy = out->energy;
    row->present =
        (uint8_t)((walker->play->server || out->max_score ? BEATSABER_HAS_ACCURACY : 0) | (sourced ? BEATSABER_HAS_SOURCE : 0));
    if (!out->energy_open) row->present |= BEATSABER_HAS_ENERGY;
    if (!step->note) return true;
    const reel__play_note *note = step->note;
    row->scoring = note->scoring;
    row->line = note->line;
    row->layer = note->layer;
    row->color = note->color;
    row->direction = note->direction;
    row->before = note->before;
    row->center = note->center;
    row->after = note->after;
    row->points = step->points;
    row->present |= note->known;
    return true;
}

static bool underswing_row(play_walker *walker, const play_step *step)
{
    if (!step->lost) return true;
    const reel__play_note *note = step->note;
    if (walker->out->underswings) {
        beatsaber_underswing *row = reel_row_add(walker->out->underswings);
        if (!row) return false;
        *row = (beatsaber_underswing){
            .time = note->time,
            .note_row = note->row,
            .hand = note->hand == RIGHT,
            .lost_before = step->lost_before,
            .lost_after = step->lost_after,
            .multiplier = (uint8_t)walker->now.value,
            .lost = step->lost,
            .before_cut_rating = note->before_cut_rating,
            .after_cut_rating = note->after_cut_rating,
        };
    }
    if (!walker->out->wants_losses || note->time != note->time) return true;
    play_list *lists[2] = { &walker->out->losses_before, &walker->out->losses_after };
    bool lost[2] = { note->before_cut_rating < 1.0f, note->after_cut_rating < 1.0f };
    for (int i = 0; i < 2; i++) {
        if (!lost[i]) continue;
        play_loss *item = reel__play_list_grow(lists[i], 1, sizeof *item, &walker->play->allocator);
        if (!item) return false;
        *item = (play_loss){ note->time, note->row };
    }
    return true;
}

/* ---- the graph -------------------------------------------------------------------------------------------------- */

static bool end_second(play_walker *walker)
{
    const play_walk *out = walker->out;
    beatsaber_second *row = reel_row_add(out->graph);
    if (!row) return false;
    bool server = walker->play->server;
    float value = walker->second_count ? walker->second_sum / (float)walker->second_count : 0.0f;
    if (server ? value != 0.0f : walker->second_count > 0) {
        walker->second_value = value;
        walker->second_known = true;
    }
    *row = (beatsaber_second){ .time = (float)walker->second,
                               .accuracy = walker->second_value,
                               .score = out->score,
                               .max_score = out->max_score,
                               .combo = out->combo,
                               .energy = out->energy,
                               .present = (uint8_t)((server || walker->second_known ? BEATSABER_HAS_GRAPH_ACCURACY : 0) |
                                                    (out->energy_open ? 0 : BEATSABER_HAS_GRAPH_ENERGY)) };
    walker->second++;
    walker->second_count = 0;
    walker->second_sum = 0.0f;
    return true;
}

/* Adds the rows of all seconds that end before an event at `time`. */
static bool end_seconds_before(play_walker *walker, float time)
{
    while (walker->second < walker->out->seconds && !(time < (float)(walker->second + 1)))
        if (!end_second(walker)) return false;
    return true;
}

/* ---- the walk --------------------------------------------------------------------------------------------------- */

static float time_of(const play_state *play, uint32_t index)
{
    return index < play->notes.count ? note_at(play, index)->time : wall_at(play, index)->time;
}

/* `before` and `after`: the events beside it, or NULL. */
static bool take_event(play_walker *walker, uint32_t index, const play_key *before, const play_key *after)
{
    const play_state *play = walker->play;
    play_step step = step_of(play, index);
    float time = time_of(play, index);
    bool first = !before || time_of(play, before->index) != time, last = !after || time_of(play, after->index) != time;
    if (walker->out->graph && !end_seconds_before(walker, time)) return false;
    count_score(walker, &step);
    walker->out->energy_open |= index == walker->open_wall;
    if (play->server)
        count_server_energy(walker, &step, time);
    else if (!walker->out->energy_open)
        count_energy(walker, &step, time, first, last);
    count_runs(walker, &step);
    count_accuracy(walker, &step);
    if (play->server || walker->out->max_score) {
        walker->second_sum += walker->out->accuracy;
        walker->second_count++;
    }
    if (walker->out->events && !event_row(walker, &step, time)) return false;
    return underswing_row(walker, &step);
}

static bool take_all(play_walker *walker, const play_key *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!take_event(walker, items[i].index, i ? &items[i - 1] : NULL, i + 1 < count ? &items[i + 1] : NULL)) return false;
    if (!walker->out->graph) return true;
    while (walker->second < walker->out->seconds)
        if (!end_second(walker)) return false;
    return true;
}

/* Recorders write the energy when the head leaves the wall, and start no other wall before: of the last wall it stays 0 if the song ends first.
 * With a fail, or NF, which is written only if energy is 0 at the end, the 0 is true. (BeatLeader/beatleader-mod, ReplayRecorder.LateTick) */
static uint32_t find_open_wall(const play_state *play)
{
    const play_wall *walls = play->walls.data;
    const bool ended = play->fail_time >= 0.01f || play->no_fail || play->lives || play->server;
    if (ended || !play->walls.count || !walls[play->walls.count - 1].unset) return UINT32_MAX;
    return (uint32_t)(play->notes.count + play->walls.count - 1);
}

bool reel__play_walk_run(play_walk *out, play_state *play)
{
    size_t count = play->notes.count + play->walls.count;
    if (count > UINT32_MAX) return false;
    play_list items = { 0 };
    play_key *order = reel__play_list_grow(&items, 2 * count + 1, sizeof *order, &play->allocator);
    if (!order) return false;
    out->energy = play->lives ? 1.0f : 0.5f;
    out->min_energy = count ? 1.0f : out->energy;
    out->fc_accuracy = 1.0f;
    play_walker walker = {
        .out = out,
        .play = play,
        .now = { 1, 0 },
        .best = { 1, 0 },
        .second_value = play->server ? 1.0f : 0.0f,
        .open_wall = find_open_wall(play),
    };
    walker.energy = (double)out->energy;
    order_events(play, order, order + count);
    bool done = take_all(&walker, order, count);
    if (done && out->wants_streak) out->has_streak = !has_twins(play, order, order + count);
    reel__play_list_free(&items, &play->allocator);
    return done;
}

void reel__play_walk_free(play_walk *out, const reel_allocator *allocator)
{
    reel__play_list_free(&out->losses_before, allocator);
    reel__play_list_free(&out->losses_after, allocator);
}
