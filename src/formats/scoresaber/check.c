/* SPDX-License-Identifier: MIT
 * Checks valid files of both formats for implausible values. Each rule is reported once, with the number of violations and the first row.
 * docs/formats/scoresaber.md has the reasons. */
#include "core/rules.h"
#include "formats/scoresaber/layout.h"

#include <math.h>

typedef enum rule {
    DIFFICULTY,
    LEVEL_ID,
    NO_EVENTS,
    NOT_FINITE,
    TIME_BACK,
    ROTATION,
    EVENT_TYPE,
    RATING,
    SABER,
    LATE_EVENT,
    SCORE_BACK,
    MULTIPLIER,
    ENERGY,
    PAUSE,
    NOTE_TEXT,
    NOTE_SCORE,
    LENGTHS,
    RULES
} rule;

static const struct {
    const char *section, *message; /* %llu in the message is the number of violations */
    reel_severity severity;
} rules[RULES] = {
    [DIFFICULTY] = { "info", "the difficulty is not 1, 3, 5, 7 or 9", REEL_WARNING },
    [LEVEL_ID] = { "info", "the level id is not custom_level_ followed by 40 hex digits: a level of the game itself, or unknown",
                   REEL_NOTE },
    [NO_EVENTS] = { "notes", "no note events", REEL_NOTE },
    [NOT_FINITE] = { "", "%llu {row has|rows have} a value that is infinite or NaN", REEL_WARNING },
    [TIME_BACK] = { "poses", "time goes backwards at %llu {frame|frames}", REEL_WARNING },
    [ROTATION] = { "poses", "%llu {frame has|frames have} a rotation that does not have length 1", REEL_NOTE },
    [EVENT_TYPE] = { "notes", "%llu {event is|events are} not good, bad, miss or bomb", REEL_WARNING },
    [RATING] = { "notes", "%llu {cut has|cuts have} a rating below 0", REEL_NOTE },
    [SABER] = { "notes", "%llu {cut has|cuts have} an unknown saber", REEL_WARNING },
    [LATE_EVENT] = { "notes", "%llu {event is|events are} more than 2 s after the last frame", REEL_WARNING },
    [SCORE_BACK] = { "scores", "the score decreases at %llu {record|records}", REEL_WARNING },
    [MULTIPLIER] = { "multipliers", "%llu {multiplier is|multipliers are} not 1, 2, 4 or 8", REEL_WARNING },
    [ENERGY] = { "energies", "%llu {energy is|energies are} not between 0 and 1", REEL_WARNING },
    [PAUSE] = { "pauses",
                "%llu {pause has|pauses have} a duration that differs from {its|their} start and end by more than a second: the "
                "clock "
                "was set, or they were edited",
                REEL_NOTE },
    [NOTE_TEXT] = { "notes",
                    "%llu {note has|notes have} an ambiguous text: line, layer, direction and color must have one digit each",
                    REEL_NOTE },
    [NOTE_SCORE] = { "notes", "%llu {note has|notes have} a score outside 0 to 115 and -5 to -2", REEL_WARNING },
    [LENGTHS] = { "notes", "%llu {note lacks|notes lack} a score, a combo or a time", REEL_WARNING },
};

static const struct {
    const char *dat, *json;
} ids[RULES] = {
#define BOTH(name)                                                                                                               \
    {                                                                                                                            \
        "scoresaber." name, "scoresaber-json." name                                                                              \
    }
    [DIFFICULTY] = BOTH("difficulty"),
    [LEVEL_ID] = BOTH("level-id"),
    [NO_EVENTS] = BOTH("no-events"),
    [NOT_FINITE] = BOTH("not-finite"),
    [TIME_BACK] = BOTH("time-backwards"),
    [ROTATION] = BOTH("rotation"),
    [EVENT_TYPE] = BOTH("event-type"),
    [RATING] = BOTH("rating"),
    [SABER] = BOTH("saber-type"),
    [LATE_EVENT] = BOTH("events-after-frames"),
    [SCORE_BACK] = BOTH("score-backward"),
    [MULTIPLIER] = BOTH("multiplier"),
    [ENERGY] = BOTH("energy"),
    [PAUSE] = BOTH("pause-duration"),
    [NOTE_TEXT] = BOTH("note-text"),
    [NOTE_SCORE] = BOTH("note-score"),
    [LENGTHS] = BOTH("lengths"),
};

typedef struct check_state {
    rule_count counts[RULES];
    const reel_table *frames_table, *not_finite; /* tables of the rows that the rules for poses and NOT_FINITE count */
    uint64_t events, frames;
    rule_clock clock; /* of the frames */
    bool keyframes;
} check_state;

static void count_violation(check_state *s, rule what, uint64_t row) { rule_violated(&s->counts[what], row, REEL_NO_OFFSET); }

/* Counts rows with an infinity or a NaN. */
static void check_finite(check_state *s, const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    const uint8_t *rows = reel_chunk_rows(chunk, table, &count);
    for (size_t i = 0; i < count; i++) {
        bool finite = true;
        for (size_t f = 0; f < table->field_count && finite; f++) {
            const reel_field *field = &table->fields[f];
            if ((field->type != REEL_F32 && field->type != REEL_F64) || !reel_field_present(field, rows)) continue;
            for (size_t v = 0; v < field->count; v++) finite &= isfinite(reel_field_number(field, rows, v)) != 0;
        }
        if (!finite && !s->counts[NOT_FINITE].count) s->not_finite = table;
        if (!finite) count_violation(s, NOT_FINITE, i);
        rows += table->row_size;
    }
}

static bool is_level(reel_string id)
{
    static const char prefix[] = "custom_level_";
    enum { PREFIX = sizeof prefix - 1, HASH = 40 };
    const bool wip =
        id.size == PREFIX + HASH + 4 && memcmp(id.data + PREFIX + HASH, " WIP", 4) == 0; /* of the folder of unfinished maps */
    if ((id.size != PREFIX + HASH && !wip) || memcmp(id.data, prefix, PREFIX) != 0) return false;
    for (size_t i = PREFIX; i < PREFIX + HASH; i++) {
        char c = id.data[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) return false;
    }
    return true;
}

static bool is_difficulty(int64_t value) { return value >= 1 && value <= 9 && value % 2 == 1; }

static const double ROTATION_SLACK = 0.01; /* maximum distance of the squared length from 1 */

static bool is_rotation(double x, double y, double z, double w)
{
    return fabs(x * x + y * y + z * z + w * w - 1) <= ROTATION_SLACK;
}

static bool is_quaternion(const reel_quaternion *q)
{
    return is_rotation((double)q->x, (double)q->y, (double)q->z, (double)q->w);
}

static void check_time(check_state *s, double time, uint64_t row)
{
    if (rule_time_backwards(&s->clock, time)) count_violation(s, TIME_BACK, row);
    s->frames += isfinite(time) != 0; /* NaN is a missing time: it does not say when the frames end */
}

/* ---- .dat ------------------------------------------------------------------------------------------------------- */

static void check_poses(check_state *s, const reel_chunk *chunk)
{
    size_t count;
    const scoresaber_pose *poses = reel_chunk_rows(chunk, &scoresaber_poses, &count);
    for (size_t i = 0; i < count; i++) {
        const scoresaber_pose *p = &poses[i];
        check_time(s, (double)p->time, i);
        if (!is_quaternion(&p->head.rotation) || !is_quaternion(&p->left_hand.rotation) ||
            !is_quaternion(&p->right_hand.rotation))
            count_violation(s, ROTATION, i);
    }
    const scoresaber_keyframe *keys = reel_chunk_rows(chunk, &scoresaber_keyframes, &count);
    s->keyframes |= count > 0;
    s->frames_table = s->keyframes ? &scoresaber_keyframes : &scoresaber_poses;
    for (size_t i = 0; i < count; i++) {
        const scoresaber_keyframe *k = &keys[i];
        check_time(s, (double)k->time, i);
        if (!is_quaternion(&k->head_rotation) || !is_quaternion(&k->left_rotation) || !is_quaternion(&k->right_rotation))
            count_violation(s, ROTATION, i);
    }
}

/* Values above 1 are full swings: the game limits them when it scores. */
static bool is_rating(float rating) { return rating >= 0; }

static void check_dat_notes(check_state *s, const reel_chunk *chunk)
{
    size_t count;
    const scoresaber_note *notes = reel_chunk_rows(chunk, &scoresaber_notes, &count);
    s->events += count;
    for (size_t i = 0; i < count; i++) {
        const scoresaber_note *n = &notes[i];
        if (n->event_type < SCORESABER_GOOD_CUT || n->event_type > SCORESABER_BOMB) count_violation(s, EVENT_TYPE, i);
        bool cut = n->event_type == SCORESABER_GOOD_CUT || n->event_type == SCORESABER_BAD_CUT;
        if (cut && (!is_rating(n->before_cut_rating) || !is_rating(n->after_cut_rating))) count_violation(s, RATING, i);
        if (cut && n->saber_type != 0 && n->saber_type != 1) count_violation(s, SABER, i);
        if (s->frames && (double)n->event_time > s->clock.last + 2) count_violation(s, LATE_EVENT, i);
    }
}

static const double PAUSE_SLACK = 1000; /* ms */

static void check_curves(check_state *s, const reel_chunk *chunk)
{
    size_t scores, multipliers, energies, pauses;
    const scoresaber_score *score = reel_chunk_rows(chunk, &scoresaber_scores, &scores);
    const scoresaber_multiplier *multiplier = reel_chunk_rows(chunk, &scoresaber_multipliers, &multipliers);
    const scoresaber_energy *energy = reel_chunk_rows(chunk, &scoresaber_energies, &energies);
    const scoresaber_pause *pause = reel_chunk_rows(chunk, &scoresaber_pauses, &pauses);
    for (size_t i = 1; i < scores; i++)
        if (score[i].score < score[i - 1].score) count_violation(s, SCORE_BACK, i);
    for (size_t i = 0; i < multipliers; i++) {
        int32_t m = multiplier[i].multiplier;
        if (m != 1 && m != 2 && m != 4 && m != 8) count_violation(s, MULTIPLIER, i);
    }
    for (size_t i = 0; i < energies; i++)
        if (!(energy[i].energy >= 0 && energy[i].energy <= 1)) count_violation(s, ENERGY, i);
    for (size_t i = 0; i < pauses; i++) {
        const double lasted = (double)pause[i].ended - (double)pause[i].began; /* another clock than that of the duration */
        if (pause[i].duration < 0 || fabs((double)pause[i].duration - lasted) > PAUSE_SLACK) count_violation(s, PAUSE, i);
    }
}

static reel_status dat_chunk(reel_analysis *a, const reel_chunk *chunk)
{
    check_state *s = a->state;
    size_t count;
    const scoresaber_info *info = reel_chunk_rows(chunk, &scoresaber_infos, &count);
    for (size_t i = 0; i < count; i++) {
        if (!is_difficulty(info[i].difficulty)) count_violation(s, DIFFICULTY, i);
        if (!is_level(info[i].level_id)) count_violation(s, LEVEL_ID, i);
    }
    for (const reel_table *const *table = reel__dat_tables; *table; table++) check_finite(s, chunk, *table);
    check_poses(s, chunk);
    check_dat_notes(s, chunk);
    check_curves(s, chunk);
    return REEL_OK;
}

/* ---- the decoded JSON ------------------------------------------------------------------------------------------- */

static bool is_json_pose(const scoresaber_json_pose *pose)
{
    return is_rotation(pose->rotation[0], pose->rotation[1], pose->rotation[2], pose->rotation[3]);
}

/* Four digits, or three digits, a minus and a digit for bombs. With more digits the text would be ambiguous. */
static bool is_note_text(reel_string text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!(text.data[i] >= '0' && text.data[i] <= '9') && !(i == 3 && text.size == 5 && text.data[i] == '-')) return false;
    return text.size == 4 || (text.size == 5 && text.data[3] == '-');
}

static void check_json_notes(check_state *s, const reel_chunk *chunk)
{
    enum { NEEDED = SCORESABER_JSON_HAS_SCORE | SCORESABER_JSON_HAS_COMBO | SCORESABER_JSON_HAS_TIME };
    size_t count;
    const scoresaber_json_note *notes = reel_chunk_rows(chunk, &scoresaber_json_notes, &count);
    s->events += count;
    for (size_t i = 0; i < count; i++) {
        const scoresaber_json_note *n = &notes[i];
        if ((n->present & NEEDED) != NEEDED) count_violation(s, LENGTHS, i);
        if ((n->present & SCORESABER_JSON_HAS_NOTE) && !is_note_text(n->note)) count_violation(s, NOTE_TEXT, i);
        if (n->score > 115 || n->score < SCORESABER_JSON_WALL || n->score == -1) count_violation(s, NOTE_SCORE, i);
        if (s->frames && n->time > s->clock.last + 2) count_violation(s, LATE_EVENT, i);
    }
}

static reel_status json_chunk(reel_analysis *a, const reel_chunk *chunk)
{
    check_state *s = a->state;
    size_t count;
    const scoresaber_json_info *info = reel_chunk_rows(chunk, &scoresaber_json_infos, &count);
    for (size_t i = 0; i < count; i++) {
        if (info[i].present[0] & SCORESABER_JSON_DIFFICULTY && !is_difficulty(info[i].difficulty))
            count_violation(s, DIFFICULTY, i);
        if (info[i].present[0] & SCORESABER_JSON_HASH && !is_level(info[i].hash)) count_violation(s, LEVEL_ID, i);
    }
    for (const reel_table *const *table = reel__decoded_tables; *table; table++) check_finite(s, chunk, *table);
    const scoresaber_json_frame *frames = reel_chunk_rows(chunk, &scoresaber_json_frames, &count);
    s->frames_table = &scoresaber_json_frames;
    for (size_t i = 0; i < count; i++) {
        check_time(s, frames[i].time, i);
        if (!is_json_pose(&frames[i].head) || !is_json_pose(&frames[i].left_hand) || !is_json_pose(&frames[i].right_hand))
            count_violation(s, ROTATION, i);
    }
    check_json_notes(s, chunk);
    return REEL_OK;
}

/* ---- the end ---------------------------------------------------------------------------------------------------- */

static reel_status report_violations(reel_analysis *a, bool json)
{
    check_state *s = a->state;
    if (!s->events && !s->keyframes) count_violation(s, NO_EVENTS, REEL_NO_ROW);
    for (size_t i = 0; i < RULES; i++) {
        const check_rule violated = { json ? ids[i].json : ids[i].dat, rules[i].severity, rules[i].message };
        const reel_table *table = i == NOT_FINITE                   ? s->not_finite
                                  : i == TIME_BACK || i == ROTATION ? s->frames_table
                                                                    : reel_format_table(a->format, rules[i].section);
        reel__rule_report(&a->reporter, &violated, rules[i].section, table, &s->counts[i]);
    }
    return REEL_OK;
}

static reel_status dat_end(reel_analysis *a) { return report_violations(a, false); }
static reel_status json_end(reel_analysis *a) { return report_violations(a, true); }

const reel_insight reel__dat_check = {
    .id = "scoresaber-rules",
    .name = "ScoreSaber rules",
    .doc = "implausible numbers, times, events and curves",
    .state_size = sizeof(check_state),
    .chunk = dat_chunk,
    .finish = dat_end,
};

const reel_insight reel__decoded_check = {
    .id = "scoresaber-json-rules",
    .name = "Decoded ScoreSaber rules",
    .doc = "implausible numbers, times and events",
    .state_size = sizeof(check_state),
    .chunk = json_chunk,
    .finish = json_end,
};
