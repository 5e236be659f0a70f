/* SPDX-License-Identifier: MIT
 * Checks valid files for implausible values, and for those requirements of leaderboard servers that can be checked without the map. Each
 * rule is reported once, with the number of violations and the first row. docs/formats/bsor.md has the reasons. */
#include "core/memory.h"
#include "core/packing.h"
#include "core/rules.h"
#include "formats/bsor/check_rules.h"

#include <math.h>
#include <stdlib.h>

/* Thresholds; those marked "server" are those of a leaderboard server. */
static const float ROTATION_SLACK = 0.01f; /* maximum distance of the squared length from 1 */
static const float LATE = 2;               /* server: seconds from the last frame to the last note */
static const float PLATFORM_END = 1.05f;   /* server: metres in front of the center of the platform */
static const float HEAD_JUMP = 0.5f;       /* metres during a pause */
enum { MILLISECOND_DIGITS = 13, PAUSE_MOST = 86400, /* s: nobody leaves a song for longer */ SONG_MOST = 86400 };
enum { KEPT_FRAMES = 4, OFF_PLATFORM_CUTS = 50, MOD_MINOR = 3, OLD_GAME_MINOR = 20, PLATFORM_GAME_MINOR = 40 };

enum { MOST_FIELDS = 24 };

/* The state of a check. Rows may come in several chunks. */
typedef struct play {
    rule_count hits[RULES], no_number[BSOR_SECTION_IDS][MOST_FIELDS];
    const reel_chunk *chunk;
    size_t attempts, steps_back; /* of the chunk; notes go back in time where the next attempt begins */
    bsor_attempt last_attempt;
    bool quest, old_game, soft_fail, rotated;
    reel_string game_version;
    char version[32];
    float fail_time;
    bool has_info;
    uint64_t notes, frames, kept_frames, pauses;
    float last_frame, last_kept, last_note, last_height;
} play;

/* ---- reporting -------------------------------------------------------------------------------------------------- */

static size_t note_bytes(const bsor_note *notes, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) bytes += notes[i].has_cut ? BSOR_NOTE_BYTES + BSOR_CUT_BYTES : BSOR_NOTE_BYTES;
    return bytes;
}

/* File offset of a row, or REEL_NO_OFFSET if the layout does not determine it. */
static uint64_t offset_of(const play *p, bsor_section_id id, size_t row)
{
    size_t count, rows, first = 0;
    const bsor_section *sections = reel_chunk_rows(p->chunk, &bsor_sections, &count);
    const bsor_note *notes = reel_chunk_rows(p->chunk, &bsor_notes, &rows);
    for (size_t i = 0; i < count; i++) {
        const bsor_section *section = &sections[i];
        if (section->id != id || section->bare) continue;
        if (row >= first + section->count) {
            first += section->count;
            continue;
        }
        uint64_t body = section->offset + 1;
        if (!reel__bsor_section_kinds[id].count_rule) return body;
        if (id == BSOR_NOTES) return row < rows ? body + 4 + note_bytes(notes + first, row - first) : body;
        return body + 4 + (row - first) * reel__bsor_section_kinds[id].record_bytes;
    }
    return REEL_NO_OFFSET;
}

static void count_row(const play *p, rule_count *violations, bsor_section_id id, size_t row)
{
    if (violations->count++) return;
    violations->row = reel_chunk_first(p->chunk, reel__bsor_section_kinds[id].table) + row;
    violations->offset = offset_of(p, id, row);
}

static void count_violation(play *p, rule r, size_t row) { count_row(p, &p->hits[r], rules[r].section, row); }

static void count_violations(play *p, rule r, uint64_t count)
{
    p->hits[r] = (rule_count){ .count = count, .row = REEL_NO_ROW, .offset = REEL_NO_OFFSET };
}

/* ---- infinity and NaN -------------------------------------------------------------------------------------------- */

static bool is_number(float value) { return (reel_float_bits(value) & 0x7f800000u) != 0x7f800000u; }

/* All bits are set in the exponent of an infinite or NaN float: adding 1 to it carries into the sign bit. */
static uint32_t carry_of(const uint8_t *word)
{
    uint32_t bits;
    memcpy(&bits, word, sizeof bits);
    return (bits & 0x7f800000u) + 0x00800000u;
}

/* Whether no word of the rows is an infinite or NaN float, whatever it is: a test of whole rows, which few
 * fail. */
static bool is_free_of_infinity(const uint8_t *rows, size_t words)
{
    enum { TOGETHER = 16 };
    uint32_t carries[TOGETHER] = { 0 }, carry = 0;
    for (; words >= TOGETHER; words -= TOGETHER, rows += TOGETHER * sizeof(uint32_t))
        for (size_t i = 0; i < TOGETHER; i++) carries[i] |= carry_of(rows + i * sizeof(uint32_t));
    for (size_t i = 0; i < TOGETHER; i++) carry |= carries[i];
    for (size_t i = 0; i < words; i++) carry |= carry_of(rows + i * sizeof(uint32_t));
    return !(carry >> 31);
}

/* Whether every 32-bit float of the rows is finite. Fields side by side are one run of floats, so that the compiler can test several
 * at once. */
static bool all_finite(const reel_table *table, const uint8_t *rows, size_t count)
{
    for (size_t f = 0; f < table->field_count;) {
        const reel_field *field = &table->fields[f++];
        if (field->type != REEL_F32) continue;
        size_t floats = field->count, offset = field->offset;
        for (; f < table->field_count; floats += table->fields[f++].count)
            if (table->fields[f].type != REEL_F32 || table->fields[f].offset != offset + floats * sizeof(float)) break;
        uint32_t carry = 0;
        for (size_t i = 0; i < count; i++) {
            const uint8_t *run = rows + i * table->row_size + offset;
            for (size_t j = 0; j < floats; j++) carry |= carry_of(run + j * sizeof(float));
        }
        if (carry >> 31) return false;
    }
    return true;
}

static void check_numbers(play *p, bsor_section_id id)
{
    const reel_table *table = reel__bsor_section_kinds[id].table;
    size_t count;
    const uint8_t *rows = reel_chunk_rows(p->chunk, table, &count);
    bool has_gaps = !reel__packing_is_plain(table, 0);
    if (!has_gaps && is_free_of_infinity(rows, count * table->row_size / sizeof(uint32_t))) return;
    if (all_finite(table, rows, count)) return;
    for (size_t f = 0; f < table->field_count && f < MOST_FIELDS; f++) {
        const reel_field *field = &table->fields[f];
        if (field->type != REEL_F32) continue;
        const uint8_t *slot = rows + field->offset;
        for (size_t i = 0; i < count; i++, slot += table->row_size) {
            float values[4];
            memcpy(values, slot, field->count * sizeof *values);
            bool whole = true;
            for (size_t c = 0; c < field->count; c++) whole &= is_number(values[c]);
            if (whole) continue;
            const bsor_note *note = id == BSOR_NOTES ? (const bsor_note *)(const void *)(slot - field->offset) : NULL;
            if (note && field->present_mask) {
                bsor_note_parts parts = bsor_note_parts_of(note->note_id, p->game_version);
                if (!reel__bsor_cut_is_set(note, parts.scoring)) continue;
            }
            count_row(p, &p->no_number[id][f], id, i);
        }
    }
}

/* ---- info ------------------------------------------------------------------------------------------------------- */

static bool same(reel_string text, const char *word)
{
    return text.size == strlen(word) && (!text.size || memcmp(text.data, word, text.size) == 0);
}

static bool ends_with(reel_string text, const char *word)
{
    size_t size = strlen(word);
    return text.size >= size && memcmp(text.data + text.size - size, word, size) == 0;
}

static bool only_of(reel_string text, const char *set)
{
    for (size_t i = 0; i < text.size; i++)
        if (!text.data[i] || !strchr(set, text.data[i])) return false;
    return text.size > 0;
}

static bool has_code(reel_string list, const char *code)
{
    for (size_t i = 0; i + 1 < list.size; i++)
        if (memcmp(list.data + i, code, 2) == 0 && (i == 0 || list.data[i - 1] == ',')) return true;
    return false;
}

static void store_info(play *p, const bsor_info *info)
{
    int numbers[3];
    p->has_info = true;
    p->quest = same(info->platform, "oculus");
    p->soft_fail = has_code(info->modifiers, "NF");
    p->fail_time = info->fail_time;
    p->old_game = reel__bsor_version_of(info->game_version, numbers) >= 2 && numbers[0] == 1 && numbers[1] < PLATFORM_GAME_MINOR;
    size_t size = info->game_version.size < sizeof p->version ? info->game_version.size : sizeof p->version;
    if (size) memcpy(p->version, info->game_version.data, size);
    p->game_version = (reel_string){ p->version, size };
}

static void check_info(play *p, const bsor_info *info, size_t row)
{
    enum { SECOND_DIGITS = 10 }; /* until the year 2286; micro- and nanoseconds have 16 and 19 */
    int mod[3], game[3];
    if (info->score == 0) count_violation(p, SCORE_ZERO, row);
    if (info->score < 0) count_violation(p, SCORE_NEGATIVE, row);
    if (reel__bsor_version_of(info->mod_version, mod) >= 2 && mod[0] == 0 && mod[1] < MOD_MINOR)
        count_violation(p, MOD_VERSION, row);
    if (info->map_hash.size != 40 || !only_of(info->map_hash, "0123456789abcdefABCDEF")) count_violation(p, MAP_HASH, row);
    if (!only_of(info->timestamp, "0123456789"))
        count_violation(p, TIMESTAMP, row);
    else if (info->timestamp.size == MILLISECOND_DIGITS)
        count_violation(p, TIMESTAMP_MS, row);
    else if (info->timestamp.size > SECOND_DIGITS)
        count_violation(p, TIMESTAMP_LONG, row);
    if (!same(info->platform, "steam") && !same(info->platform, "oculuspc") && !p->quest) count_violation(p, PLATFORM, row);
    bool old = reel__bsor_version_of(info->game_version, game) >= 2 && game[0] == 1 && game[1] < OLD_GAME_MINOR;
    if (old || ends_with(info->mode, "OldDots")) count_violation(p, OLD_DOTS, row);
    const float numbers[] = { info->jump_distance, info->height, info->start_time, info->fail_time, info->speed };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] < 0) count_violation(p, INFO_NUMBER, row);
    if (info->left_handed > 1) count_violation(p, FLAG_BYTE, row);
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

static float square(float x) { return x * x; }

static float square_length(const reel_quaternion *q) { return square(q->x) + square(q->y) + square(q->z) + square(q->w); }

static bool is_rotation(const reel_quaternion *q)
{
    float length = square_length(q);
    return fabsf(length - 1) <= ROTATION_SLACK || !is_number(length);
}

/* Whether all three rotations have length 1, without a branch for each. */
static bool has_rotations(const bsor_frame *frame)
{
    float head = fabsf(square_length(&frame->head.rotation) - 1), left = fabsf(square_length(&frame->left_hand.rotation) - 1),
          right = fabsf(square_length(&frame->right_hand.rotation) - 1);
    return (head <= ROTATION_SLACK) & (left <= ROTATION_SLACK) & (right <= ROTATION_SLACK);
}

static void check_rotations(play *p, const bsor_frame *frame, size_t row)
{
    if (!is_rotation(&frame->head.rotation) || !is_rotation(&frame->left_hand.rotation) ||
        !is_rotation(&frame->right_hand.rotation))
        count_violation(p, p->frames + row ? ROTATION : ROTATION_FIRST, row);
}

static void check_frames(play *p)
{
    size_t count;
    const bsor_frame *frames = reel_chunk_rows(p->chunk, &bsor_frames, &count);
    if (!count) return;
    float last = p->frames ? p->last_frame : NAN, last_kept = p->last_kept;
    uint64_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        float time = frames[i].time;
        if (!has_rotations(&frames[i])) check_rotations(p, &frames[i], i);
        if (time <= last && !reel__bsor_is_restart(frames, count, i))
            count_violation(p, time < last ? FRAME_BACK : FRAME_REPEATED, i);
        if (time == time) last = time; /* NaN is not a time */
        /* public viewers drop frames at time 0 and at the time of the previous frame */
        if (time == 0 || time == last_kept) continue;
        last_kept = time;
        kept++;
    }
    size_t avatars = reel__bsor_avatars(frames, count);
    if (avatars > 1) count_violations(p, AVATARS, avatars);
    p->last_frame = last;
    p->last_kept = last_kept;
    p->kept_frames += kept;
    p->frames += count;
}

/* The frames of the last attempt. */
static const bsor_frame *last_frames(const play *p, size_t *count)
{
    const bsor_frame *frames = reel_chunk_rows(p->chunk, &bsor_frames, count);
    if (!*count) return frames;
    *count -= p->last_attempt.frame;
    return frames + p->last_attempt.frame;
}

/* The first frame at `time` or later, or the last one; NULL if there is none. Frames must be sorted. */
static const bsor_frame *frame_at(const bsor_frame *frames, size_t count, float time)
{
    size_t from = reel__bsor_frame_from(frames, count, time);
    return count ? &frames[from < count ? from : count - 1] : NULL;
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

static void check_cut(play *p, const bsor_note *note, const bsor_note_parts *parts, size_t row, float last)
{
    const bsor_cut *cut = &note->cut;
    if (cut->speed_ok > 1 || cut->direction_ok > 1 || cut->saber_type_ok > 1 || cut->was_cut_too_soon > 1)
        count_violation(p, CUT_FLAG_BYTE, row);
    if (!cut->speed_ok || !cut->direction_ok || !cut->saber_type_ok || cut->was_cut_too_soon) count_violation(p, CUT_FLAGS, row);
    if (cut->saber_type != 0 && cut->saber_type != 1)
        count_violation(p, SABER_TYPE, row);
    else if ((parts->color == 0 || parts->color == 1) && parts->color != cut->saber_type && note->event_time < last - 1)
        count_violation(p, WRONG_SABER, row);
    bool was_bits;
    float speed = bsor_saber_speed(cut->saber_speed, &was_bits);
    if (was_bits)
        count_violation(p, SPEED_BITS, row);
    else if (isnan(speed) && is_number(cut->saber_speed))
        count_violation(p, SPEED, row);
    const float swings[2] = { cut->before_cut_rating, cut->after_cut_rating };
    for (size_t i = 0; i < 2; i++) {
        if (!(swings[i] < 0 || (swings[i] > BSOR_RATING_MOST && is_number(swings[i])))) continue;
        count_violation(p, RATING, row);
        break;
    }
}

/* Scoring takes up to 0.4 s after a cut: BeatLeader/beatleader-qmod src/Core/ReplayRecorder.cpp scoringElementFinished. */
static const float SCORING_MOST = 0.5f;

/* Whether the play ended before a cut was scored. A standalone headset writes it as a good one, with whatever was in memory. */
static bool is_open_cut(const play *p, const bsor_note *note, float end)
{
    const bsor_cut *cut = &note->cut;
    const bool good = cut->speed_ok == 1 && cut->direction_ok == 1 && cut->saber_type_ok == 1 && !cut->was_cut_too_soon;
    return p->quest && note->event_type == BSOR_GOOD_CUT && !good && note->event_time + SCORING_MOST > end;
}

/* `last`: when the last note was scored. `end`: the last frame. */
static void check_note(play *p, const bsor_note *note, size_t row, float last, float end)
{
    bsor_note_parts parts = bsor_note_parts_in(note, p->game_version, p->rotated);
    if (parts.bomb != (note->event_type == BSOR_BOMB)) count_violation(p, BOMB_ID, row);
    if (!parts.bomb && parts.line < 0)
        count_violation(p, p->rotated && parts.scoring >= 0 ? NOTE_ROTATED : NOTE_ID, row);
    else if (note->note_id >= 100000)
        count_violation(p, NOTE_ID_LARGE, row);
    if (p->notes && note->event_time < p->last_note && ++p->steps_back >= p->attempts) count_violation(p, NOTE_BACK, row);
    if (p->has_info && p->fail_time > 0 && !p->soft_fail && note->event_time > p->fail_time + LATE)
        count_violation(p, AFTER_FAIL, row);
    if (!note->has_cut) return;
    if (reel__bsor_is_bare_link(note, p->game_version))
        count_violation(p, LINKS, row);
    else if (is_open_cut(p, note, end))
        count_violation(p, CUT_OPEN, row);
    else if (reel__bsor_cut_is_set(note, parts.scoring))
        check_cut(p, note, &parts, row, last);
    else if (reel__bsor_cut_is_garbage(&note->cut))
        count_violation(p, CUT_GARBAGE, row);
}

static void check_notes(play *p)
{
    size_t count, frame_count;
    const bsor_note *notes = reel_chunk_rows(p->chunk, &bsor_notes, &count);
    const bsor_frame *frames = last_frames(p, &frame_count);
    float last = 0;
    for (size_t i = 0; i < count; i++) {
        if (notes[i].event_time > last) last = notes[i].event_time;
        if (!p->rotated) p->rotated = bsor_note_is_rotated(&notes[i], p->game_version);
    }
    for (size_t i = 0; i < count; i++) {
        check_note(p, &notes[i], i, last, frame_count ? frames[frame_count - 1].time : last);
        const bool asked = p->old_game && notes[i].has_cut && i >= p->last_attempt.note;
        const bsor_frame *frame = asked ? frame_at(frames, frame_count, notes[i].event_time) : NULL;
        if (frame && frame->head.position.z > PLATFORM_END) count_violation(p, OFF_PLATFORM, i);
        p->last_note = notes[i].event_time;
        p->notes++;
    }
}

typedef struct note_key {
    uint32_t spawn, id;
} note_key;

static int by_key(const void *a, const void *b)
{
    const note_key *x = a, *y = b;
    if (x->spawn != y->spawn) return x->spawn < y->spawn ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static reel_status check_twice(reel_analysis *a, play *p)
{
    size_t count;
    const bsor_note *notes = reel_chunk_rows(p->chunk, &bsor_notes, &count);
    if (count) notes += p->last_attempt.note, count -= p->last_attempt.note;
    if (count < 2) return REEL_OK;
    note_key *keys = a->allocator.alloc(a->allocator.context, count * sizeof *keys);
    if (!keys) return reel__memory_fail(a->error);
    for (size_t i = 0; i < count; i++) keys[i] = (note_key){ reel_float_bits(notes[i].spawn_time), (uint32_t)notes[i].note_id };
    qsort(keys, count, sizeof *keys, by_key);
    uint64_t twice = 0;
    for (size_t i = 1; i < count; i++) twice += by_key(&keys[i - 1], &keys[i]) == 0;
    a->allocator.free(a->allocator.context, keys);
    if (twice) count_violations(p, NOTE_TWICE, p->hits[NOTE_TWICE].count + twice);
    return REEL_OK;
}

/* ---- walls, heights, pauses, offsets ---------------------------------------------------------------------------- */

/* On a standalone headset the value is the time at which the contact ends. */
static void check_wall_energy(play *p, const bsor_wall *wall, size_t row)
{
    if (wall->energy >= 0 && wall->energy <= 1 && !(p->quest && wall->time > 1)) return;
    if (!p->quest) {
        if (wall->energy < 0 || wall->energy > 1) count_violation(p, WALL_ENERGY, row);
        return;
    }
    bool unset = wall->energy < 0 || wall->energy > SONG_MOST;
    count_violation(p, unset ? WALL_END_UNSET : wall->energy < wall->time ? WALL_END_EARLY : WALL_ENERGY_TIME, row);
}

static void check_walls(play *p)
{
    size_t count;
    const bsor_wall *walls = reel_chunk_rows(p->chunk, &bsor_walls, &count);
    for (size_t i = 0; i < count; i++) {
        check_wall_energy(p, &walls[i], i);
        if (walls[i].spawn_time > walls[i].time) count_violation(p, WALL_TIMES, i);
        if (p->frames && walls[i].time > p->last_frame + LATE) count_violation(p, WALLS_LATE, i);
    }
}

static void check_heights(play *p)
{
    size_t count;
    const bsor_height *heights = reel_chunk_rows(p->chunk, &bsor_heights, &count);
    for (size_t i = 0; i < count; i++) {
        bool first = i == 0 && reel_chunk_first(p->chunk, &bsor_heights) == 0;
        if (!first && heights[i].time < p->last_height && i != p->last_attempt.height) count_violation(p, HEIGHT_BACK, i);
        if (p->frames && heights[i].time > p->last_frame + LATE) count_violation(p, HEIGHTS_LATE, i);
        p->last_height = heights[i].time;
    }
}

static void check_pauses(play *p)
{
    size_t count, frame_count;
    const bsor_pause *pauses = reel_chunk_rows(p->chunk, &bsor_pauses, &count);
    const bsor_frame *frames = last_frames(p, &frame_count);
    p->pauses += count;
    for (size_t i = 0; i < count; i++) {
        if (pauses[i].duration < 0) count_violation(p, PAUSE_DURATION, i);
        if (pauses[i].duration > PAUSE_MOST) count_violation(p, PAUSE_LONG, i);
        if (p->frames && pauses[i].time > p->last_frame + LATE) count_violation(p, PAUSES_LATE, i);
        const bsor_frame *after = frame_at(frames, frame_count, nextafterf(pauses[i].time, INFINITY));
        if (!after || after == frames || i < p->last_attempt.pause) continue;
        const reel_vec3 *to = &after->head.position, *from = &after[-1].head.position;
        if (square(to->x - from->x) + square(to->y - from->y) + square(to->z - from->z) > square(HEAD_JUMP))
            count_violation(p, PAUSE_JUMPS, i);
    }
}

static bool is_zero(const bsor_controller_offsets *offsets)
{
    float values[14];
    memcpy(values, offsets, sizeof values);
    for (size_t i = 0; i < 14; i++)
        if (values[i] != 0) return false;
    return true;
}

static void check_offsets(play *p)
{
    size_t count;
    const bsor_controller_offsets *rows = reel_chunk_rows(p->chunk, &bsor_offsets, &count);
    for (size_t i = 0; i < count; i++) {
        if (is_zero(&rows[i]))
            count_violation(p, OFFSETS_ZERO, i);
        else if (!is_rotation(&rows[i].left.rotation) || !is_rotation(&rows[i].right.rotation))
            count_violation(p, OFFSETS_ROTATION, i);
    }
}

/* ---- whole plays ------------------------------------------------------------------------------------------------ */

static reel_status check_chunk(reel_analysis *a, const reel_chunk *chunk)
{
    play *p = a->state;
    size_t infos;
    const bsor_info *info = reel_chunk_rows(chunk, &bsor_infos, &infos);
    p->chunk = chunk;
    for (size_t i = 0; i < infos; i++) {
        store_info(p, &info[i]);
        check_info(p, &info[i], i);
    }
    p->attempts = bsor_attempts(chunk, &p->last_attempt);
    p->steps_back = 0;
    if (p->attempts > 1) count_violations(p, ATTEMPTS, p->attempts);
    for (unsigned id = 0; id < BSOR_SECTION_IDS; id++) check_numbers(p, id);
    check_frames(p);
    check_notes(p);
    check_walls(p);
    check_heights(p);
    check_pauses(p);
    check_offsets(p);
    reel_status status = check_twice(a, p);
    p->chunk = NULL;
    return status;
}

/* Checks the play as a whole. */
static void check_play(play *p)
{
    if (!p->notes) count_violations(p, NO_NOTES, 1);
    if (p->kept_frames < KEPT_FRAMES) count_violations(p, FEW_FRAMES, 1);
    if (p->notes && p->frames && p->last_note - p->last_frame > LATE) count_violations(p, NOTES_LAST, 1);
    if (p->has_info && p->frames && p->fail_time > p->last_frame + LATE) count_violations(p, FAIL_TIME, 1);
    uint64_t beyond = p->hits[OFF_PLATFORM].count;
    if (beyond < OFF_PLATFORM_CUTS && beyond * 10 < p->notes) p->hits[OFF_PLATFORM].count = 0;
    float minutes = p->last_frame / 60;
    if (p->pauses < 2 || p->pauses < p->notes / 100 || (float)p->pauses < minutes) p->hits[PAUSE_JUMPS].count = 0;
}

static void report_not_a_number(const reel_analysis *a, const play *p)
{
    for (unsigned id = 0; id < BSOR_SECTION_IDS; id++) {
        const bsor_section_kind *kind = &reel__bsor_section_kinds[id];
        for (size_t f = 0; f < kind->table->field_count && f < MOST_FIELDS; f++) {
            const rule_count *t = &p->no_number[id][f];
            const reel_field *field = &kind->table->fields[f];
            if (!t->count) continue;
            reel_find(&a->reporter,
                      (reel_finding){ .rule = "bsor.not-a-number",
                                      .severity = field->flags & REEL_FIELD_TIME ? REEL_ERROR : REEL_WARNING,
                                      .section = kind->name,
                                      .offset = t->offset,
                                      .table = kind->table,
                                      .row = t->row,
                                      .count = t->count },
                      "%s is infinite or NaN in %llu {row|rows}", field->name, (unsigned long long)t->count);
        }
    }
}

static reel_status finish(reel_analysis *a)
{
    play *p = a->state;
    check_play(p);
    report_not_a_number(a, p);
    for (size_t r = 0; r < RULES; r++) {
        const bsor_section_kind *kind = &reel__bsor_section_kinds[rules[r].section];
        const check_rule violated = { rules[r].id, rules[r].severity, rules[r].message };
        reel__rule_report(&a->reporter, &violated, kind->name, kind->table, &p->hits[r]);
    }
    return REEL_OK;
}

const reel_insight reel__bsor_check = {
    .id = "bsor",
    .name = "BSOR rules",
    .doc = "implausible values in valid files, and what leaderboard servers require",
    .state_size = sizeof(play),
    .chunk = check_chunk,
    .finish = finish,
};
