/* SPDX-License-Identifier: MIT
 * The decoded JSON to BSOR, for viewers of BSOR. The JSON has no cuts: of a note only the time, the position and the result remain.
 * docs/formats/scoresaber.md, "Conversions". */
#include "pairs/beatsaber/scoresaber.h"

/* The JSON does not have the energy. Readers ignore values above 1. */
#define WALL_ENERGY 2.0f

typedef struct note_position {
    int line, layer, direction, color;
} note_position;

/* Parses four digits, the last with a minus for bombs. Returns false for more digits, which are ambiguous. */
static bool parse_note(reel_string text, note_position *to)
{
    bool bomb = text.size == 5 && text.data[3] == '-';
    if (text.size != 4 && !bomb) return false;
    for (size_t i = 0; i < text.size; i++)
        if ((text.data[i] < '0' || text.data[i] > '9') && !(bomb && i == 3)) return false;
    *to = (note_position){ text.data[0] - '0', text.data[1] - '0', text.data[2] - '0', bomb ? 3 : text.data[3] - '0' };
    return true;
}

static void make_notes(pair_job *job, const reel_chunk *in)
{
    static const char whole[] = "a note's text with more digits is ambiguous";
    size_t count;
    uint64_t scores = 0, unread = 0, dropped = 0, rounded = 0, combos = 0;
    const scoresaber_json_note *notes = reel_chunk_rows(in, &scoresaber_json_notes, &count);
    reel_row_list *rows = reel_chunk_table(job->out, &bsor_notes), *walls = reel_chunk_table(job->out, &bsor_walls);
    for (size_t i = 0; i < count; i++) {
        const scoresaber_json_note *note = &notes[i];
        float time = (float)note->time;
        bool kind = note->present & SCORESABER_JSON_HAS_SCORE && note->score >= SCORESABER_JSON_WALL && note->score != 0 &&
                    note->score != -1;
        rounded += (double)time != note->time && note->time == note->time;
        combos += (note->present & SCORESABER_JSON_HAS_COMBO) != 0;
        if (kind && note->score == SCORESABER_JSON_WALL) {
            bsor_wall *wall = reel_row_add(walls);
            if (wall) *wall = (bsor_wall){ .energy = WALL_ENERGY, .time = time, .spawn_time = time };
            continue;
        }
        note_position at = { 0 };
        dropped += !kind;
        if (!kind) continue;
        unread += !parse_note(note->note, &at);
        bsor_note *row = reel_row_add(rows);
        if (!row) return;
        row->note_id = at.line * 1000 + at.layer * 100 + at.color * 10 + at.direction;
        row->event_time = time;
        row->spawn_time = (float)i;
        row->event_type = note->score > 0 ? BSOR_GOOD_CUT : -(note->score + 1);
        row->has_cut = row->event_type <= BSOR_BAD_CUT;
        scores += note->score > 0;
    }
    pair_lose(job, &scoresaber_json_notes, "score", scores,
              "BSOR derives points from the cut, which is missing: cut fields are empty");
    pair_lose(job, &scoresaber_json_notes, "combo", combos, "BSOR readers compute it from the notes");
    pair_lose(job, &scoresaber_json_notes, "note", unread, whole);
    pair_lose(job, &scoresaber_json_notes, "present", dropped, "the result of the note is missing, so it has no row");
    pair_lose(job, &scoresaber_json_notes, "time", rounded, "BSOR stores only 32 bits of it");
    report_converted(job, "convert.spawn-times", REEL_WARNING, &bsor_notes, rows->count,
                     "the JSON has no note times: spawn times are set to the note's index");
    report_converted(job, "convert.walls", REEL_WARNING, &bsor_walls, walls->count,
                     "only the time of walls is known: energy is set to 2, which readers ignore");
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

static reel_pose pose_of(const scoresaber_json_pose *pose)
{
    const double *p = pose->position, *r = pose->rotation;
    return (reel_pose){ { (float)p[0], (float)p[1], (float)p[2] }, { (float)r[0], (float)r[1], (float)r[2], (float)r[3] } };
}

/* Reports numbers that a float cannot represent. */
static void lose_digits(pair_job *job, const reel_chunk *in, const reel_table *table)
{
    size_t count;
    const uint8_t *rows = reel_chunk_rows(in, table, &count);
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        uint64_t lost = 0;
        for (size_t i = 0; i < count && field->type == REEL_F64; i++) {
            bool same = true;
            for (size_t v = 0; v < field->count; v++) {
                double value = reel_field_number(field, rows + i * table->row_size, v);
                same &= (double)(float)value == value || value != value;
            }
            lost += !same;
        }
        pair_lose(job, table, field->name, lost, "BSOR stores only 32 bits of it: the last digits are lost");
    }
}

static void make_frames(pair_job *job, const reel_chunk *in)
{
    size_t count;
    uint64_t fps = 0;
    const scoresaber_json_frame *frames = reel_chunk_rows(in, &scoresaber_json_frames, &count);
    bsor_frame *rows = make_rows(job, &bsor_frames, count);
    for (size_t i = 0; rows && i < count; i++) {
        bool fits = frames[i].fps >= INT32_MIN && frames[i].fps <= INT32_MAX;
        fps += !fits;
        rows[i] = (bsor_frame){ .time = (float)frames[i].time,
                                .fps = fits ? (int32_t)frames[i].fps : 0,
                                .head = pose_of(&frames[i].head),
                                .left_hand = pose_of(&frames[i].left_hand),
                                .right_hand = pose_of(&frames[i].right_hand) };
    }
    pair_lose(job, &scoresaber_json_frames, "fps", fps, "BSOR stores only 32 bits of it");
    lose_digits(job, in, &scoresaber_json_frames);
    const scoresaber_json_height *heights = reel_chunk_rows(in, &scoresaber_json_heights, &count);
    bsor_height *height = make_rows(job, &bsor_heights, count);
    for (size_t i = 0; height && i < count; i++) height[i] = (bsor_height){ (float)heights[i].height, (float)heights[i].time };
    lose_digits(job, in, &scoresaber_json_heights);
}

/* ---- info ------------------------------------------------------------------------------------------------------- */

static void make_info(pair_job *job, const reel_chunk *in)
{
    static const char *const kept[] = { "hash",   "difficulty", "mode",        "environment", "modifiers", "left_handed",
                                        "height", "fail_time",  "total_score", "present",     NULL };
    static const char *const none[] = { "object", "key", NULL };
    size_t count;
    const scoresaber_json_info *info = reel_chunk_rows(in, &scoresaber_json_infos, &count);
    bsor_info *row = make_rows(job, &bsor_infos, 1);
    if (!row || !count) return;
    const char *name = difficulty_name(info->difficulty);
    reel_string hash = level_hash(info->hash);
    row->map_hash = make_bsor_text(job, &scoresaber_json_infos, "hash", hash);
    if (name) row->difficulty = reel_chunk_string(job->out, name, strlen(name));
    row->mode = make_bsor_text(job, &scoresaber_json_infos, "mode", info->mode);
    row->environment = make_bsor_text(job, &scoresaber_json_infos, "environment", info->environment);
    row->modifiers = make_bsor_text(job, &scoresaber_json_infos, "modifiers", info->modifiers);
    row->left_handed = info->left_handed;
    row->height = (float)info->height;
    row->fail_time = (float)info->fail_time;
    bool fits = info->total_score >= INT32_MIN && info->total_score <= INT32_MAX;
    row->score = fits ? (int32_t)info->total_score : 0;
    pair_lose(job, &scoresaber_json_infos, "total_score", !fits, "BSOR stores only 32 bits of it");
    pair_lose(job, &scoresaber_json_infos, "difficulty", !name && info->difficulty,
              "BSOR stores names, and this number has none");
    lose_others(job, in, &scoresaber_json_infos, kept, "BSOR cannot store it");
    lose_others(job, in, &scoresaber_json_extras, none, "BSOR cannot store it");
}

reel_status convert_scoresaber_json_bsor(pair_job *job, const reel_chunk *in)
{
    make_info(job, in);
    make_frames(job, in);
    make_notes(job, in);
    return made_status(job);
}

const convert_pair pair_scoresaber_json_bsor = { .from = &reel_format_scoresaber_json,
                                                 .to = &reel_format_bsor,
                                                 .chunk = convert_scoresaber_json_bsor };
