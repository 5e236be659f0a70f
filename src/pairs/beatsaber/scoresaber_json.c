/* SPDX-License-Identifier: MIT
 * .dat to JSON, like the published decoder: it ignores scoring types, matches combos with notes of the same time, and puts walls at the end.
 * docs/formats/scoresaber.md, "Conversions". */
#include "core/memory.h"
#include "core/rank.h"
#include "insight/beatsaber/contacts.h"
#include "insight/beatsaber/order.h"
#include "insight/beatsaber/turns.h"
#include "pairs/beatsaber/scoresaber.h"

#include <reel/beatsaber.h>

#include "codec/number.h"

/* All NaNs become the same one, as JSON has only null. */
static double wide(float value) { return value != value ? reel_double_of(UINT64_C(0x7ff8000000000000)) : (double)value; }

/* ---- frames ----------------------------------------------------------------------------------------------------- */

static scoresaber_json_pose pose_of(const reel_vec3 *p, const reel_quaternion *r)
{
    return (scoresaber_json_pose){ { wide(p->x), wide(p->y), wide(p->z) }, { wide(r->x), wide(r->y), wide(r->z), wide(r->w) } };
}

static void make_frames(pair_job *job, const reel_chunk *in)
{
    size_t count;
    const scoresaber_pose *poses = reel_chunk_rows(in, &scoresaber_poses, &count);
    scoresaber_json_frame *rows = reel__make_rows(job, &scoresaber_json_frames, count);
    for (size_t i = 0; rows && i < count; i++)
        rows[i] = (scoresaber_json_frame){ .head = pose_of(&poses[i].head.position, &poses[i].head.rotation),
                                           .left_hand = pose_of(&poses[i].left_hand.position, &poses[i].left_hand.rotation),
                                           .right_hand = pose_of(&poses[i].right_hand.position, &poses[i].right_hand.rotation),
                                           .time = wide(poses[i].time),
                                           .fps = poses[i].fps,
                                           .present = SCORESABER_JSON_HAS_FPS };
    const scoresaber_keyframe *keys = reel_chunk_rows(in, &scoresaber_keyframes, &count);
    rows = reel__make_rows(job, &scoresaber_json_frames, count);
    for (size_t i = 0; rows && i < count; i++)
        rows[i] = (scoresaber_json_frame){ .head = pose_of(&keys[i].head_position, &keys[i].head_rotation),
                                           .left_hand = pose_of(&keys[i].left_position, &keys[i].left_rotation),
                                           .right_hand = pose_of(&keys[i].right_position, &keys[i].right_rotation),
                                           .time = wide(keys[i].time) };
    const scoresaber_height *heights = reel_chunk_rows(in, &scoresaber_heights, &count);
    scoresaber_json_height *height = reel__make_rows(job, &scoresaber_json_heights, count);
    for (size_t i = 0; height && i < count; i++)
        height[i] = (scoresaber_json_height){ wide(heights[i].height), wide(heights[i].time) };
}

/* ---- combos and notes ------------------------------------------------------------------------------------------- */

typedef struct matching {
    uint64_t *notes;  /* sorted by time in the map: see reel__time_key */
    uint64_t *combos; /* sorted by time */
    uint64_t *spare;
    uint32_t *free_below;    /* combo_count + 1 entries: see last_free */
    uint32_t *note_of_combo; /* index of the note plus 1; 0: none */
    uint32_t *combo_of_note; /* index of the combo plus 1; 0: none */
    size_t note_count, combo_count;
    void *memory;
} matching;

static bool matching_open(matching *m, const reel_allocator *allocator, size_t notes, size_t combos)
{
    size_t most = notes > combos ? notes : combos;
    size_t numbers = notes + combos + most, words = notes + 2 * combos + 1;
    *m = (matching){ .note_count = notes, .combo_count = combos };
    if (!notes && !combos) return true;
    if (words > UINT32_MAX) return false;
    m->memory = allocator->alloc(allocator->context, numbers * sizeof(uint64_t) + words * sizeof(uint32_t));
    if (!m->memory) return false;
    m->notes = m->memory;
    m->combos = m->notes + notes;
    m->spare = m->combos + combos;
    m->note_of_combo = (uint32_t *)(void *)(m->spare + most);
    m->combo_of_note = m->note_of_combo + combos;
    m->free_below = m->combo_of_note + notes;
    memset(m->note_of_combo, 0, (notes + combos) * sizeof(uint32_t));
    for (size_t i = 0; i <= combos; i++) m->free_below[i] = (uint32_t)i;
    return true;
}

static size_t index_of(uint64_t key) { return (size_t)(key & UINT32_MAX); }

/* Returns the largest n <= count such that the n-th sorted combo has no note yet, or 0.
 *
 * free_below[n] is n while the n-th combo is free; when it gets a note, it becomes n - 1, so following the entries leads to the answer. This
 * is a union-find structure: each set is a run of assigned combos and the free one below it. Without more, many combos of the same time would
 * make a search as long as their number. Each search therefore halves the path that it follows, which makes the total cost n log n. */
static size_t last_free(matching *m, size_t count)
{
    while (m->free_below[count] != count) {
        m->free_below[count] = m->free_below[m->free_below[count]];
        count = m->free_below[count];
    }
    return count;
}

/* The last combo at this time that has no note yet, as 1 plus its index in m->combos, or 0. */
static size_t find_combo(matching *m, float time)
{
    uint64_t after = reel__time_key(time, UINT32_MAX);
    size_t low = 0, high = m->combo_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->combos[middle] <= after)
            low = middle + 1;
        else
            high = middle;
    }
    low = last_free(m, low);
    return low && m->combos[low - 1] >> 32 == after >> 32 ? low : 0;
}

static void join(matching *m, size_t note, size_t combo)
{
    m->note_of_combo[combo] = (uint32_t)note + 1;
    m->combo_of_note[note] = (uint32_t)combo + 1;
}

/* Some versions of the plug-in write the time of a cut that is not exactly that of the frame. Notes without a combo get one of nearly their
 * time: of 0 if `fault`, or above. `turns` are all notes in order of time. */
static void match_nearly(matching *m, const scoresaber_note *notes, const scoresaber_combo *combos, const play_turn *turns,
                         bool fault)
{
    size_t next = 0;
    for (size_t i = 0; i < m->note_count; i++) {
        const size_t note = turns[i].row;
        const double time = (double)notes[note].event_time;
        const bool good = notes[note].event_type == SCORESABER_GOOD_CUT;
        if (m->combo_of_note[note] || good == fault) continue;
        for (; next < m->combo_count; next++) {
            const size_t combo = index_of(m->combos[next]);
            const bool free = !m->note_of_combo[combo] && (combos[combo].combo == 0) == fault;
            if (free && !((double)combos[combo].time < time - PLAY_FRAME_TIME)) break;
        }
        if (next < m->combo_count && (double)combos[index_of(m->combos[next])].time <= time + PLAY_FRAME_TIME)
            join(m, note, index_of(m->combos[next++]));
    }
}

/* Assigns combos to notes, starting with the last note, like the published decoder. */
static void match(matching *m, const scoresaber_note *notes, const scoresaber_combo *combos)
{
    for (size_t i = 0; i < m->note_count; i++) m->notes[i] = reel__time_key(notes[i].note_time, i);
    for (size_t i = 0; i < m->combo_count; i++) m->combos[i] = reel__time_key(combos[i].time, i);
    reel__rank_numbers(m->notes, m->spare, m->note_count);
    reel__rank_numbers(m->combos, m->spare, m->combo_count);
    for (size_t i = m->note_count; i-- > 0;) {
        size_t note = index_of(m->notes[i]), found = find_combo(m, notes[note].event_time);
        if (!found) continue;
        size_t combo = index_of(m->combos[found - 1]);
        m->free_below[found] = (uint32_t)(found - 1);
        join(m, note, combo);
    }
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

static int32_t score_of(const scoresaber_note *note)
{
    if (note->event_type != SCORESABER_GOOD_CUT) return note->event_type == INT32_MIN ? 0 : -note->event_type;
    return beatsaber_points_of(BSOR_NORMAL, note->before_cut_rating, note->after_cut_rating, note->cut_distance_to_center).total;
}

static reel_string note_text(pair_job *job, const scoresaber_note *note)
{
    const int32_t parts[] = { note->line, note->layer, note->direction, note->color };
    char text[4 * NUMBER_SIZE];
    size_t size = 0;
    for (size_t i = 0; i < 4; i++) size += reel__number_i64(text + size, parts[i]);
    return reel_chunk_string(job->out, text, size);
}

enum { BASIC = SCORESABER_JSON_HAS_SCORE | SCORESABER_JSON_HAS_COMBO | SCORESABER_JSON_HAS_TIME };

/* NaN in the list of times would be null, which means that the time is missing. */
static bool drop_time(scoresaber_json_note *row)
{
    if (row->time == row->time) return false;
    row->time = 0;
    row->present &= (uint8_t)~SCORESABER_JSON_HAS_TIME;
    return true;
}

static void add_walls(pair_job *job, const play_list *contacts, uint64_t *timeless)
{
    const play_contact *contact = contacts->data;
    scoresaber_json_note *rows = reel__make_rows(job, &scoresaber_json_notes, contacts->count);
    for (size_t i = 0; rows && i < contacts->count; i++) {
        rows[i] = (scoresaber_json_note){ .time = (double)contact[i].time, .score = SCORESABER_JSON_WALL, .present = BASIC };
        *timeless += drop_time(&rows[i]);
    }
}

/* Records of the combo that belong to no note, and fall to no wall. */
static void lose_combos(pair_job *job, const matching *m, const scoresaber_combo *combos)
{
    uint64_t lost = 0;
    for (size_t i = 0; i < m->combo_count; i++) lost += !m->note_of_combo[i] && combos[i].combo != 0;
    reel__pair_lose(job, &scoresaber_combos, "combo", lost,
                    "the decoded JSON has a combo for each note, and none has this one's time");
}

static void add_notes(pair_job *job, const matching *m, const scoresaber_note *notes, const scoresaber_combo *combos,
                      const play_list *contacts)
{
    scoresaber_json_note *rows = reel__make_rows(job, &scoresaber_json_notes, m->note_count);
    int32_t combo = 0;
    uint64_t ambiguous = 0, timeless = 0;
    for (size_t i = 0; rows && i < m->note_count; i++) {
        const scoresaber_note *note = &notes[index_of(m->notes[i])];
        uint32_t found = m->combo_of_note[index_of(m->notes[i])];
        if (found) combo = combos[found - 1].combo;
        rows[i] = (scoresaber_json_note){ .time = (double)note->event_time,
                                          .note = note_text(job, note),
                                          .score = score_of(note),
                                          .combo = combo,
                                          .present = BASIC | SCORESABER_JSON_HAS_NOTE };
        timeless += drop_time(&rows[i]);
        ambiguous += rows[i].note.size != (note->color < 0 ? 5u : 4u);
    }
    reel__pair_lose(job, &scoresaber_notes, "line", ambiguous, "numbers of more than one digit are ambiguous in a note's text");
    add_walls(job, contacts, &timeless);
    lose_combos(job, m, combos);
    reel__pair_lose(job, &scoresaber_notes, "event_time", timeless, "NaN cannot be stored in a list of times");
}

static reel_status make_notes(pair_job *job, const reel_chunk *in)
{
    size_t note_count, combo_count;
    const scoresaber_note *notes = reel_chunk_rows(in, &scoresaber_notes, &note_count);
    const scoresaber_combo *combos = reel_chunk_rows(in, &scoresaber_combos, &combo_count);
    matching m;
    play_list turns = { 0 }, contacts = { 0 };
    const reel_allocator *allocator = &job->allocator;
    if (!matching_open(&m, allocator, note_count, combo_count)) return reel__memory_fail(job->error);
    const bool done = reel__play_order_notes(in, allocator, &turns) && reel__play_find_contacts(in, allocator, &contacts);
    if (done) {
        match(&m, notes, combos);
        for (int fault = 0; fault < 2; fault++) match_nearly(&m, notes, combos, turns.data, fault);
        add_notes(job, &m, notes, combos, &contacts);
    }
    reel__memory_drop(allocator, m.memory);
    reel__play_list_free(&turns, allocator);
    reel__play_list_free(&contacts, allocator);
    return done ? REEL_OK : reel__memory_fail(job->error);
}

/* ---- info ------------------------------------------------------------------------------------------------------- */

static void make_info(pair_job *job, const reel_chunk *in)
{
    size_t count, scores;
    const scoresaber_info *info = reel_chunk_rows(in, &scoresaber_infos, &count);
    const scoresaber_score *score = reel_chunk_rows(in, &scoresaber_scores, &scores);
    scoresaber_json_info *row = reel__make_rows(job, &scoresaber_json_infos, count != 0);
    if (!row) return;
    info += count - 1;
    row->version = reel_chunk_string(job->out, info->version.data, info->version.size);
    row->hash = reel_chunk_string(job->out, info->level_id.data, info->level_id.size);
    row->mode = reel_chunk_string(job->out, info->characteristic.data, info->characteristic.size);
    row->environment = reel_chunk_string(job->out, info->environment.data, info->environment.size);
    row->modifiers = reel_chunk_string(job->out, info->modifiers.data, info->modifiers.size);
    row->difficulty = info->difficulty;
    row->note_spawn_offset = wide(info->note_spawn_offset);
    row->left_handed = info->left_handed != 0;
    row->height = wide(info->initial_height);
    row->present[0] = 0xff;
    row->present[1] = SCORESABER_JSON_HEIGHT;
    /* the decoder omits these; they are written if they have a value */
    const reel_vec3 *center = &info->room_center;
    if (info->room_rotation != 0) {
        row->room_rotation = wide(info->room_rotation);
        row->present[1] |= SCORESABER_JSON_ROOM_ROTATION;
    }
    if (center->x != 0 || center->y != 0 || center->z != 0) {
        row->room_center[0] = wide(center->x);
        row->room_center[1] = wide(center->y);
        row->room_center[2] = wide(center->z);
        row->present[1] |= SCORESABER_JSON_ROOM_CENTER;
    }
    if (info->fail_time != 0) {
        row->fail_time = wide(info->fail_time);
        row->present[1] |= SCORESABER_JSON_FAIL_TIME;
    }
    if (!scores) return;
    row->total_score = score[scores - 1].score;
    row->present[1] |= SCORESABER_JSON_TOTAL_SCORE;
}

reel_status reel__convert_scoresaber_json(pair_job *job, const reel_chunk *in)
{
    static const char why[] = "the decoded JSON cannot store it";
    static const char *const none[] = { NULL }, *const time[] = { "time", NULL }, *const info[] = { "version",
                                                                                                    "level_id",
                                                                                                    "difficulty",
                                                                                                    "characteristic",
                                                                                                    "environment",
                                                                                                    "modifiers",
                                                                                                    "note_spawn_offset",
                                                                                                    "left_handed",
                                                                                                    "initial_height",
                                                                                                    "room_rotation",
                                                                                                    "room_center",
                                                                                                    "fail_time",
                                                                                                    NULL },
                             *const notes[] = { "layer", "line", "color", "direction", "event_type", "event_time", NULL },
                             *const scores[] = { "score", "time", NULL }, *const combos[] = { "combo", "time", NULL },
                             *const motion[] = { "right_position", "left_position", "head_position", "right_rotation",
                                                 "left_rotation",  "head_rotation", "time",          NULL };
    make_info(job, in);
    make_frames(job, in);
    reel_status status = make_notes(job, in);
    if (status < 0) return status;
    reel__lose_others(job, in, &scoresaber_infos, info, why);
    reel__lose_others(job, in, &scoresaber_notes, notes, why);
    reel__lose_others(job, in, &scoresaber_scores, scores, why);
    reel__lose_others(job, in, &scoresaber_combos, combos, why);
    reel__lose_others(job, in, &scoresaber_multipliers, time, why);
    reel__lose_others(job, in, &scoresaber_energies, time, why);
    const reel_table *const others[] = { &scoresaber_play_settings_rows, &scoresaber_pauses, &scoresaber_walls,
                                         &scoresaber_offsets, &scoresaber_extensions };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) reel__lose_others(job, in, others[i], none, why);
    reel__lose_others(job, in, &scoresaber_keyframes, motion, why);
    return reel__made_status(job);
}

const convert_pair reel__pair_scoresaber_json = { .from = &reel_format_scoresaber,
                                                  .to = &reel_format_scoresaber_json,
                                                  .chunk = reel__convert_scoresaber_json };
