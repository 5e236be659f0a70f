/* SPDX-License-Identifier: MIT
 * Plays of hands that swing in any way, with notes and bombs where sabers touch them and where none does; their maps; and what is said against them. */
#ifndef ANY_PLAY_H
#define ANY_PLAY_H

#include "any_hands.h"
#include "level_files.h"

enum { FRAMES = 500, MOST = 120, DIFFICULTIES = 2, LEAST_CUTS = 5 };
/* Frames before the first note, and behind the last one: frames that go on so long tell that notes without an event were reached. */
enum { BEFORE = 40, BEHIND = 200 };

/* ---- a note in a frame ------------------------------------------------------------------------------------------ */

static made_play play;
static swing_frame swings[2][MADE_ROWS];

/* A note or bomb of the map, and what becomes of it. */
typedef struct thing {
    float time;
    note_spot spot;
    int color; /* -1: a bomb */
    bsor_event_type type;
    size_t frame; /* of the cut */
    bool avoided;
} thing;

static thing things[MOST];
static size_t thing_count;

static inline space_vec center_of(const thing *t, size_t at)
{
    const double to_hit = (double)t->time - (double)play.frames[at].time;
    return (space_vec){ reel__note_x(t->spot.line), reel__note_y(&moved_flight, &t->spot, to_hit),
                        reel__note_z(&moved_flight, to_hit, (double)play.frames[at].head.position.z) };
}

/* How the thing that is looked at is turned in each frame: the game turns a note in each frame of its jump, up to its time. */
static space_turn turns[MADE_ROWS];

static inline void turn_in_all_frames(const thing *t)
{
    const double begin = (double)t->time - moved_flight.distance / moved_flight.speed / 2;
    const note_own own = reel__note_own(&moved_flight, &t->spot);
    space_turn turn = { 0, 0, 0, 1 };
    for (size_t i = 0; i < FRAMES; i++) {
        const bsor_frame *frame = &play.frames[i];
        const double to_hit = (double)t->time - (double)frame->time;
        if (i && (double)frame->time > begin && to_hit > 0)
            turn = reel__note_turn_on(&moved_flight, &own, &t->spot, to_hit, &frame->head.position,
                                      reel__space_turn_vec(turn, (space_vec){ 0, 1, 0 }));
        turns[i] = turn;
    }
}

static inline bool touches(const thing *t, int hand, size_t at, swing_collider collider, double scale)
{
    const space_vec center = center_of(t, at);
    if (space_length(space_sub(center, space_of(&swings[hand][at].hilt))) > 2.6) return false;
    return reel__swing_finds(&swings[hand][at], &swings[hand][at - 1], center, turns[at], collider, scale);
}

static inline swing_collider large_of(const thing *t) { return t->spot.direction == NOTE_DOT ? SWING_DOT : SWING_ARROW; }

/* Whether a blade passes so near to it. */
static inline bool is_passed(const thing *t, int hand, size_t at, double reach)
{
    const swing_frame *frame = &swings[hand][at];
    const space_vec center = center_of(t, at);
    return fabs(reel__swing_distance(frame, center)) < reach && reel__swing_reach(frame, frame - 1, center) < reach;
}

/* Turns the object in all frames. Whether nothing touches it in frames before `end`, by some margin. */
static inline bool is_free(const thing *t, size_t end)
{
    turn_in_all_frames(t);
    for (size_t at = 1; at < end; at++) {
        const float left = t->time - play.frames[at].time;
        if (left > 0.3f || left < -0.2f) continue;
        for (int hand = 0; hand < 2; hand++)
            if (t->color < 0 ? touches(t, hand, at, SWING_BOMB, 1.3) : touches(t, hand, at, large_of(t), 1.15)) return false;
    }
    return true;
}

static inline bool cuts_it(const thing *t, size_t at)
{
    const space_vec way = space_sub(space_of(&swings[t->color][at].tip), space_of(&swings[t->color][at - 1].tip));
    const double time = (double)play.frames[at].time - (double)play.frames[at - 1].time;
    const bool ahead = t->spot.direction == NOTE_DOT || reel__note_deviation(turns[at], way) < 50;
    return time < 0.03 && space_length(way) > 4 * time && ahead && touches(t, t->color, at, large_of(t), 0.9) &&
           !touches(t, 1 - t->color, at, SWING_SMALL, 1.3);
}

/* ---- honest plays ----------------------------------------------------------------------------------------------- */

static inline thing any_thing(float time, bool bomb)
{
    thing t = { .time = time,
                .spot = { .line = (int)below(NOTE_LINES), .layer = (int)below(NOTE_LAYERS), .direction = NOTE_DOT },
                .color = bomb ? -1 : (int)below(2) };
    if (!bomb && below(2)) t.spot.direction = (int)below(NOTE_DOT);
    t.spot.time = (double)time;
    return t;
}

/* No two are of one line and time, so that each starts in the lowest layer. */
static inline bool is_alone(const thing *t)
{
    for (size_t i = 0; i < thing_count; i++)
        if (things[i].time == t->time || (things[i].spot.line == t->spot.line && fabsf(things[i].time - t->time) < 0.06f))
            return false;
    return true;
}

static inline void add_thing(thing t)
{
    if (thing_count < MOST && is_alone(&t)) things[thing_count++] = t;
}

/* A note that is cut in that frame. */
static inline bool try_cut(size_t at, thing *t)
{
    for (int tries = 0; tries < 8; tries++) {
        *t = any_thing(play.frames[at].time + (float)between(-0.04, 0.05), false);
        t->frame = at;
        t->type = BSOR_GOOD_CUT;
        if (is_passed(t, t->color, at, 0.45) && !is_passed(t, t->color, at - 1, 0.3) && is_free(t, at) && cuts_it(t, at))
            return true;
    }
    return false;
}

/* A bomb that is hit in that frame, through its middle. */
static inline bool try_hit(size_t at, thing *t)
{
    for (int tries = 0; tries < 40; tries++) {
        *t = any_thing(play.frames[at].time + (float)between(-0.1, 0.1), true);
        t->frame = at;
        t->type = BSOR_BOMB;
        for (int hand = 0; hand < 2; hand++)
            if (is_passed(t, hand, at, 0.1) && is_free(t, at) && touches(t, hand, at, SWING_BOMB, 0.5)) return true;
    }
    return false;
}

/* Where the head is in a frame; NULL: it hardly moves. */
static reel_vec3 (*head_path)(int frame);

static inline void make_frames(double speed)
{
    const hand_motion hands[] = { any_motion(0), any_motion(1) };
    const double rate = between(60, 78);
    double time = 2;
    play = made_new();
    play.info.game_version = text("1.39.1");
    play.info.mod_version = text("0.9.34");
    play.info.jump_distance = (float)moved_flight.distance;
    for (int i = 0; i < FRAMES; i++) {
        bsor_frame *frame = made_frame(&play, (float)time);
        const double step = below(150) ? 1 : between(2, 12); /* a stall now and then */
        time += step * (1 + between(-0.02, 0.02)) * speed / rate;
        frame->fps = (int32_t)(rate / step);
        frame->head.position =
            head_path ? head_path(i) : (reel_vec3){ (float)(0.05 * sin(i * 0.05)), 1.65f, (float)(0.05 * cos(i * 0.03)) };
        frame->left_hand = pose_at(&hands[0], (double)frame->time / speed);
        frame->right_hand = pose_at(&hands[1], (double)frame->time / speed);
        const float drift = (float)(0.05 * (double)i / rate); /* else they would do the same again */
        frame->left_hand.position.x -= drift - 0.1f;
        frame->right_hand.position.y += drift - 0.1f;
    }
    for (size_t i = 0; i < FRAMES; i++) {
        const bsor_frame *f = &play.frames[i];
        reel__swing_take(&swings[0][i], &f->left_hand, &reel__swing_grip_plain, f->time, i ? &swings[0][i - 1] : NULL);
        reel__swing_take(&swings[1][i], &f->right_hand, &reel__swing_grip_plain, f->time, i ? &swings[1][i - 1] : NULL);
    }
}

static inline int by_time(const void *a, const void *b)
{
    const thing *x = a, *y = b;
    return x->time < y->time ? -1 : x->time > y->time;
}

static inline void make_things(void)
{
    thing_count = 0;
    for (size_t at = BEFORE; at + BEHIND < FRAMES; at++) {
        thing t;
        if (below(4) ? try_cut(at, &t) : try_hit(at, &t)) {
            add_thing(t);
            at += 3;
        }
        if (below(12)) continue;
        t = any_thing(play.frames[at].time + 0.001f, below(3) == 0);
        t.type = BSOR_MISS;
        t.avoided = t.color < 0;
        if (is_free(&t, FRAMES)) add_thing(t);
    }
    qsort(things, thing_count, sizeof *things, by_time);
}

static inline int32_t id_of(const thing *t)
{
    const int place = t->spot.line * 1000 + t->spot.layer * 100;
    return t->color < 0 ? 20000 + place - 1 : 30000 + place + t->color * 10 + t->spot.direction;
}

/* A miss counts in the first frame that is 0.15 s late. */
static inline float missed_at(const thing *t)
{
    size_t at = 0;
    while (at + 1 < FRAMES && play.frames[at].time < t->time + 0.15f) at++;
    return play.frames[at].time;
}

static inline bsor_note event_of(const thing *t)
{
    if (t->type == BSOR_GOOD_CUT) return moved_cut(&play, swings[t->color], t->color, t->frame, t->time, t->spot);
    return (bsor_note){ .note_id = id_of(t),
                        .event_time = t->type == BSOR_MISS ? missed_at(t) : play.frames[t->frame].time,
                        .spawn_time = t->time,
                        .event_type = (int32_t)t->type };
}

static inline int by_event(const void *a, const void *b)
{
    const bsor_note *x = a, *y = b;
    return x->event_time < y->event_time ? -1 : x->event_time > y->event_time;
}

static inline void make_events(void)
{
    for (size_t i = 0; i < thing_count; i++)
        if (!things[i].avoided) play.notes[play.note_count++] = event_of(&things[i]);
    qsort(play.notes, play.note_count, sizeof *play.notes, by_event);
}

static const char hash[] = "0123456789ABCDEF0123456789ABCDEF01234567";

/* A play at the speed of the song, or a faster or slower one. */
static inline void make_play(size_t number)
{
    static const struct {
        const char *modifiers;
        double speed;
    } speeds[] = { { "", 1 }, { "NF", 1 }, { "FS", 1.2 }, { "SS", 0.85 } };
    size_t cuts;
    seed = (uint64_t)number << 20;
    do {
        const size_t which = below(4);
        make_frames(speeds[which].speed);
        make_things();
        play.info.modifiers = text(speeds[which].modifiers);
        play.info.map_hash = text(hash);
        play.info.difficulty = text("Hard");
        cuts = 0;
        for (size_t i = 0; i < thing_count; i++) cuts += things[i].type == BSOR_GOOD_CUT;
    } while (cuts < LEAST_CUTS);
    make_events();
}

/* ---- their maps --------------------------------------------------------------------------------------------------- */

/* Walls of both difficulties, as a right-handed player meets them, and whether the map is that of a left-handed play. */
static beatsaber_map_wall map_walls[MOST];
static size_t map_wall_count;
static bool map_is_mirrored;

static inline void mirror_map(beatsaber_map_note *notes, size_t note_count, beatsaber_map_bomb *bombs, size_t bomb_count,
                              beatsaber_map_wall *walls, size_t wall_count)
{
    static const int32_t directions[] = { 0, 1, 3, 2, 5, 4, 7, 6, 8 };
    for (size_t i = 0; i < note_count; i++) {
        notes[i].line = NOTE_LINES - 1 - notes[i].line;
        notes[i].color = 1 - notes[i].color;
        notes[i].direction = directions[notes[i].direction];
    }
    for (size_t i = 0; i < bomb_count; i++) bombs[i].line = NOTE_LINES - 1 - bombs[i].line;
    for (size_t i = 0; i < wall_count; i++)
        walls[i].line = (int32_t)(NOTE_LINES - (uint32_t)walls[i].line - (uint32_t)walls[i].width);
}

/* How maps are given: version 0 is as rows. */
static level_form map_form;

/* The map as files, which have a hash of their own: the play states it. */
static inline reel_replay *map_of_files(const level_rows *rows)
{
    static char own[64];
    size_t count;
    level_text zip = level_zip(&map_form, rows);
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(zip.data, zip.size), NULL, &replay, &error) != REEL_OK) fail_msg("%s", error.message);
    free(zip.data);
    const beatsaber_map_info *info = reel_rows(replay, &beatsaber_map_infos, &count);
    assert_true(count == 1 && info->present & BEATSABER_MAP_HAS_HASH && info->level_hash.size < sizeof own);
    memcpy(own, info->level_hash.data, info->level_hash.size);
    own[info->level_hash.size] = 0;
    play.info.map_hash = text(own);
    return replay;
}

static inline reel_replay *map_replay(void)
{
    static beatsaber_map_wall walls[DIFFICULTIES * MOST];
    static beatsaber_map_note notes[2 * MOST];
    static beatsaber_map_bomb bombs[MOST];
    const beatsaber_map_info info = { .level_hash = text(hash), .present = BEATSABER_MAP_HAS_HASH };
    beatsaber_map_difficulty difficulties[DIFFICULTIES];
    size_t note_count = 0, bomb_count = 0, wall_count = 0;
    for (uint32_t d = 0; d < DIFFICULTIES; d++)
        for (size_t i = 0; i < map_wall_count; i++) {
            walls[wall_count] = map_walls[i];
            walls[wall_count++].difficulty = d;
        }
    for (size_t d = 0; d < DIFFICULTIES; d++)
        difficulties[d] = (beatsaber_map_difficulty){ .mode = text("Standard"),
                                                      .difficulty = text(d ? "ExpertPlus" : "Hard"),
                                                      .max_score = 10000000,
                                                      .jump_distance = moved_flight.distance,
                                                      .reaction_time = moved_flight.distance / moved_flight.speed / 2,
                                                      .present = BEATSABER_MAP_HAS_COUNTS | BEATSABER_MAP_HAS_JUMP };
    for (size_t i = 0; i < thing_count; i++) {
        const thing *t = &things[i];
        const uint8_t present = BEATSABER_MAP_HAS_TIME;
        if (t->color < 0)
            bombs[bomb_count++] =
                (beatsaber_map_bomb){ .time = (double)t->time, .line = t->spot.line, .layer = t->spot.layer, .present = present };
        for (uint32_t d = 0; d < DIFFICULTIES && t->color >= 0; d++) /* the other one has the same times, and other notes */
            notes[note_count++] = (beatsaber_map_note){ .time = (double)t->time,
                                                        .difficulty = d,
                                                        .line = d ? (t->spot.line + 1) % NOTE_LINES : t->spot.line,
                                                        .layer = t->spot.layer,
                                                        .color = t->color,
                                                        .direction = d ? (t->spot.direction + 3) % 9 : t->spot.direction,
                                                        .scoring = BSOR_NORMAL,
                                                        .present = present };
    }
    if (map_is_mirrored) mirror_map(notes, note_count, bombs, bomb_count, walls, wall_count);
    if (map_form.version) {
        const level_rows files = { .difficulties = difficulties,
                                   .notes = notes,
                                   .bombs = bombs,
                                   .walls = walls,
                                   .difficulty_count = DIFFICULTIES,
                                   .note_count = note_count,
                                   .bomb_count = bomb_count,
                                   .wall_count = wall_count };
        return map_of_files(&files);
    }
    const reel_own_rows rows[] = { { &beatsaber_map_infos, &info, 1 },
                                   { &beatsaber_map_difficulties, difficulties, DIFFICULTIES },
                                   { &beatsaber_map_notes, notes, note_count },
                                   { &beatsaber_map_bombs, bombs, bomb_count },
                                   { &beatsaber_map_walls, walls, wall_count } };
    reel_replay *replay;
    reel_error error;
    if (reel_replay_of_rows(&reel_format_beatsaber_map, rows, sizeof rows / sizeof *rows, NULL, &replay, &error) < 0)
        fail_msg("%s", error.message);
    return replay;
}

/* ---- judging -------------------------------------------------------------------------------------------------------- */

typedef struct judgment {
    char errors[512], notes[1024];
} judgment;

static inline void take_finding(void *context, const reel_finding *finding)
{
    judgment *j = context;
    char *to = finding->severity == REEL_NOTE ? j->notes : j->errors;
    assert_true(strlen(to) + strlen(finding->rule) + 2 < sizeof j->errors);
    strcat(strcat(to, finding->rule), " ");
}

static inline judgment judge(void)
{
    judgment j = { "", "" };
    reel_replay *level = map_replay(), *replay = made_replay(&play), *result;
    const reel_insight *const checks[] = { &reel_check_beatsaber_level, &reel_check_beatsaber_motion };
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .report = take_finding,
                                           .report_context = &j };
    for (size_t i = 0; i < 2; i++) {
        reel_error error = { .rule = "" };
        const reel_status status =
            reel_insight_run_chunk(checks[i], &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error);
        if (status < 0) strcat(strcat(j.errors, error.rule), " ");
        reel_free(result);
    }
    reel_free(replay);
    reel_free(level);
    return j;
}

static inline size_t first_seed(void)
{
    const char *from = getenv("REEL_REENACT_FROM");
    return from ? (size_t)strtoul(from, NULL, 10) : 1;
}

static inline size_t plays(size_t usual)
{
    const char *count = getenv("REEL_REENACT_PLAYS");
    return count ? (size_t)strtoul(count, NULL, 10) : usual;
}

#endif
