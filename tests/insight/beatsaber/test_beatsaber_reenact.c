/* SPDX-License-Identifier: MIT
 * Plays re-enacted from their motion and their map. Hands swing in any way; notes and bombs are put where sabers touch them, and where none
 * does. Honest plays have the outcome of their events, and nothing is said against them; each kind of forgery is found. REEL_REENACT_PLAYS gives
 * their number, and REEL_REENACT_FROM the first seed. Plays of the corpus are compared with maps made of themselves. */
#include "any_hands.h"
#include "corpus.h"

#include <reel/beatsaber_map.h>
#include <reel/format.h>
#include <stdlib.h>

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

static space_vec center_of(const thing *t, size_t at)
{
    const double to_hit = (double)t->time - (double)play.frames[at].time;
    return (space_vec){ reel__note_x(t->spot.line), reel__note_y(&moved_flight, &t->spot, to_hit),
                        reel__note_z(&moved_flight, to_hit, (double)play.frames[at].head.position.z) };
}

/* How the thing that is looked at is turned in each frame: the game turns a note in each frame of its jump, up to its time. */
static space_turn turns[MADE_ROWS];

static void turn_in_all_frames(const thing *t)
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

static bool touches(const thing *t, int hand, size_t at, swing_collider collider, double scale)
{
    const space_vec center = center_of(t, at);
    if (space_length(space_sub(center, space_of(&swings[hand][at].hilt))) > 2.6) return false;
    return reel__swing_finds(&swings[hand][at], &swings[hand][at - 1], center, turns[at], collider, scale);
}

static swing_collider large_of(const thing *t) { return t->spot.direction == NOTE_DOT ? SWING_DOT : SWING_ARROW; }

/* Whether a blade passes so near to it. */
static bool is_passed(const thing *t, int hand, size_t at, double reach)
{
    const swing_frame *frame = &swings[hand][at];
    const space_vec center = center_of(t, at);
    return fabs(reel__swing_distance(frame, center)) < reach && reel__swing_reach(frame, frame - 1, center) < reach;
}

/* Turns the object in all frames. Whether nothing touches it in frames before `end`, by some margin. */
static bool is_free(const thing *t, size_t end)
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

static bool cuts_it(const thing *t, size_t at)
{
    const space_vec way = space_sub(space_of(&swings[t->color][at].tip), space_of(&swings[t->color][at - 1].tip));
    const double time = (double)play.frames[at].time - (double)play.frames[at - 1].time;
    const bool ahead = t->spot.direction == NOTE_DOT || reel__note_deviation(turns[at], way) < 50;
    return time < 0.03 && space_length(way) > 4 * time && ahead && touches(t, t->color, at, large_of(t), 0.9) &&
           !touches(t, 1 - t->color, at, SWING_SMALL, 1.3);
}

/* ---- honest plays ----------------------------------------------------------------------------------------------- */

static thing any_thing(float time, bool bomb)
{
    thing t = { .time = time,
                .spot = { .line = (int)below(NOTE_LINES), .layer = (int)below(NOTE_LAYERS), .direction = NOTE_DOT },
                .color = bomb ? -1 : (int)below(2) };
    if (!bomb && below(2)) t.spot.direction = (int)below(NOTE_DOT);
    t.spot.time = (double)time;
    return t;
}

/* No two are of one line and time, so that each starts in the lowest layer. */
static bool is_alone(const thing *t)
{
    for (size_t i = 0; i < thing_count; i++)
        if (things[i].time == t->time || (things[i].spot.line == t->spot.line && fabsf(things[i].time - t->time) < 0.06f))
            return false;
    return true;
}

static void add_thing(thing t)
{
    if (thing_count < MOST && is_alone(&t)) things[thing_count++] = t;
}

/* A note that is cut in that frame. */
static bool try_cut(size_t at, thing *t)
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
static bool try_hit(size_t at, thing *t)
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

static void make_frames(double speed)
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
        frame->head.position = (reel_vec3){ (float)(0.05 * sin(i * 0.05)), 1.65f, (float)(0.05 * cos(i * 0.03)) };
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

static int by_time(const void *a, const void *b)
{
    const thing *x = a, *y = b;
    return x->time < y->time ? -1 : x->time > y->time;
}

static void make_things(void)
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

static int32_t id_of(const thing *t)
{
    const int place = t->spot.line * 1000 + t->spot.layer * 100;
    return t->color < 0 ? 20000 + place - 1 : 30000 + place + t->color * 10 + t->spot.direction;
}

/* A miss counts in the first frame that is 0.15 s late. */
static float missed_at(const thing *t)
{
    size_t at = 0;
    while (at + 1 < FRAMES && play.frames[at].time < t->time + 0.15f) at++;
    return play.frames[at].time;
}

static bsor_note event_of(const thing *t)
{
    if (t->type == BSOR_GOOD_CUT) return moved_cut(&play, swings[t->color], t->color, t->frame, t->time, t->spot);
    return (bsor_note){ .note_id = id_of(t),
                        .event_time = t->type == BSOR_MISS ? missed_at(t) : play.frames[t->frame].time,
                        .spawn_time = t->time,
                        .event_type = (int32_t)t->type };
}

static int by_event(const void *a, const void *b)
{
    const bsor_note *x = a, *y = b;
    return x->event_time < y->event_time ? -1 : x->event_time > y->event_time;
}

static void make_events(void)
{
    for (size_t i = 0; i < thing_count; i++)
        if (!things[i].avoided) play.notes[play.note_count++] = event_of(&things[i]);
    qsort(play.notes, play.note_count, sizeof *play.notes, by_event);
}

static const char hash[] = "0123456789ABCDEF0123456789ABCDEF01234567", other_hash[] = "0123456789ABCDEF0123456789ABCDEF01234568";

/* A play at the speed of the song, or a faster or slower one. */
static void make_play(size_t number)
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

static reel_replay *map_replay(void)
{
    static beatsaber_map_note notes[2 * MOST];
    static beatsaber_map_bomb bombs[MOST];
    const beatsaber_map_info info = { .level_hash = text(hash), .present = BEATSABER_MAP_HAS_HASH };
    beatsaber_map_difficulty difficulties[DIFFICULTIES];
    size_t note_count = 0, bomb_count = 0;
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
    const reel_own_rows rows[] = { { &beatsaber_map_infos, &info, 1 },
                                   { &beatsaber_map_difficulties, difficulties, DIFFICULTIES },
                                   { &beatsaber_map_notes, notes, note_count },
                                   { &beatsaber_map_bombs, bombs, bomb_count } };
    reel_replay *replay;
    reel_error error;
    if (reel_replay_of_rows(&reel_format_beatsaber_map, rows, 4, NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

/* ---- judging -------------------------------------------------------------------------------------------------------- */

typedef struct judgment {
    char errors[512], notes[1024];
} judgment;

static void take_finding(void *context, const reel_finding *finding)
{
    judgment *j = context;
    char *to = finding->severity == REEL_NOTE ? j->notes : j->errors;
    assert_true(strlen(to) + strlen(finding->rule) + 2 < sizeof j->errors);
    strcat(strcat(to, finding->rule), " ");
}

static judgment judge(void)
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

static beatsaber_level_reenacted reenacted(reel_replay *replay, reel_replay *level)
{
    static const reel_table *const tables[] = { &beatsaber_level_reenacted_rows, NULL };
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .tables = tables };
    beatsaber_level_reenacted sum = { 0 };
    reel_replay *result;
    reel_error error;
    size_t count;
    if (reel_insight_run_chunk(&reel_insight_beatsaber, reel_replay_format(replay), reel_replay_chunk(replay), &options, &result,
                               &error) < 0)
        fail_msg("%s", error.message);
    const beatsaber_level_reenacted *row = reel_rows(result, &beatsaber_level_reenacted_rows, &count);
    if (count) sum = *row;
    reel_free(result);
    return sum;
}

static size_t first_seed(void)
{
    const char *from = getenv("REEL_REENACT_FROM");
    return from ? (size_t)strtoul(from, NULL, 10) : 1;
}

static size_t plays(size_t usual)
{
    const char *count = getenv("REEL_REENACT_PLAYS");
    return count ? (size_t)strtoul(count, NULL, 10) : usual;
}

static void honest_plays_have_the_outcome_of_their_events(void **state)
{
    size_t notes = 0, known = 0, bombs = 0, hit = 0, unlike = 0;
    (void)state;
    const size_t count = plays(draws(2000, 20, 10));
    for (size_t n = first_seed(), end = n + count; n < end; n++) {
        make_play(n);
        reel_replay *replay = made_replay(&play), *level = map_replay();
        const beatsaber_level_reenacted sum = reenacted(replay, level);
        reel_free(replay);
        reel_free(level);
        for (size_t i = 0; i < thing_count; i++) {
            bombs += things[i].color < 0;
            hit += things[i].type == BSOR_BOMB;
        }
        notes += sum.notes;
        known += sum.known;
        unlike += sum.known - sum.same;
        if (sum.notes > thing_count || sum.notes * 10 < thing_count * 9 || sum.bombs_passed || fabsf(sum.difference) > 0.005f)
            fail_msg("seed %zu: %u of %zu notes, %u known, %u the same; %u bombs passed; the score differs by %f", n, sum.notes,
                     thing_count, sum.known, sum.same, sum.bombs_passed, (double)sum.difference);
        const judgment j = judge();
        if (*j.errors) fail_msg("seed %zu: %s; %s", n, j.errors, j.notes);
        assert_non_null(strstr(j.notes, "beatsaber.level-reenacted "));
    }
    print_message(
        "%zu honest plays with %zu notes and bombs (%zu bombs, %zu hit): %zu have another outcome, nothing against any\n", count,
        notes, bombs, hit, unlike);
    assert_true(unlike * 1000 <= notes && known * 10 >= notes * 9);
}

/* ---- forgeries ------------------------------------------------------------------------------------------------------ */

static size_t count_of(bsor_event_type type)
{
    size_t count = 0;
    for (size_t i = 0; i < play.note_count; i++) count += play.notes[i].event_type == (int32_t)type;
    return count;
}

/* Around stalls of the song, nothing is known. */
static bool is_known(const thing *t)
{
    for (size_t at = 1; at < FRAMES; at++) {
        const bool near = fabsf(play.frames[at].time - t->time) < 0.6f;
        if (near && play.frames[at].time - play.frames[at - 1].time > 0.05f) return false;
    }
    return true;
}

static bool remove_bombs(void)
{
    size_t kept = 0, known = 0;
    for (size_t i = 0; i < thing_count; i++) known += things[i].type == BSOR_BOMB && is_known(&things[i]);
    if (!known) return false;
    const size_t before = play.note_count;
    for (size_t i = 0; i < before; i++)
        if (play.notes[i].event_type != BSOR_BOMB) play.notes[kept++] = play.notes[i];
    play.note_count = kept;
    return kept < before;
}

/* Those after which others come for long enough, so that the play was not left there. */
static bool remove_misses(void)
{
    size_t kept = 0;
    const size_t before = play.note_count;
    const float last = play.notes[before - 1].spawn_time;
    for (size_t i = 0; i < before; i++)
        if (play.notes[i].event_type != BSOR_MISS || play.notes[i].spawn_time > last - 2) play.notes[kept++] = play.notes[i];
    play.note_count = kept;
    return kept < before;
}

/* A note that the map does not have, where the saber is. */
static bool add_note_on_the_way(void)
{
    thing t;
    for (size_t at = BEFORE; at + BEHIND < FRAMES; at++) {
        if (!try_cut(at, &t) || !is_alone(&t)) continue;
        play.notes[play.note_count++] = event_of(&t);
        qsort(play.notes, play.note_count, sizeof *play.notes, by_event);
        return true;
    }
    return false;
}

static bool make_misses_chain_heads(void)
{
    for (size_t i = 0; i < play.note_count; i++)
        if (play.notes[i].event_type == BSOR_MISS) play.notes[i].note_id += 30000;
    return count_of(BSOR_MISS) > 0;
}

static bool exchange_colors(void)
{
    for (size_t i = 0; i < play.note_count; i++) {
        bsor_note *note = &play.notes[i];
        if (note->event_type == BSOR_BOMB) continue;
        note->note_id += note->note_id / 10 % 10 ? -10 : 10;
        note->cut.saber_type = 1 - note->cut.saber_type;
    }
    return true;
}

static bool state_left_handed(void)
{
    play.info.left_handed = 1;
    return true;
}

static bool state_another_difficulty(void)
{
    play.info.difficulty = text("ExpertPlus");
    return true;
}

static bool state_another_level(void)
{
    play.info.map_hash = text(other_hash);
    return true;
}

static bool claim_a_faster_song(void)
{
    if (play.info.modifiers.size && strcmp(play.info.modifiers.data, "NF") != 0) return false;
    play.info.modifiers = text("FS");
    return true;
}

static bool stretch_all_times(void)
{
    for (size_t i = 0; i < play.frame_count; i++) play.frames[i].time *= 0.98f;
    for (size_t i = 0; i < play.note_count; i++) {
        bsor_note *note = &play.notes[i];
        note->event_time *= 0.98f;
        note->spawn_time *= 0.98f;
        note->cut.time_deviation = note->spawn_time - note->event_time;
    }
    return true;
}

static void each_forgery_is_found(void **state)
{
    static const struct {
        const char *name, *rule; /* rule: one that must be there; NULL: any */
        bool (*forge)(void);
    } kinds[] = {
        { "bombs removed", "beatsaber.level-bomb ", remove_bombs },
        { "misses removed", "beatsaber.level-no-event ", remove_misses },
        { "a note added where the saber is", "beatsaber.level-no-note ", add_note_on_the_way },
        { "misses made chain heads", "beatsaber.level-scoring ", make_misses_chain_heads },
        { "colors exchanged", "beatsaber.level-", exchange_colors },
        { "a left-handed play stated", "beatsaber.level-", state_left_handed },
        { "another difficulty stated", "beatsaber.level-", state_another_difficulty },
        { "another level stated", "level.other ", state_another_level },
        { "a faster song claimed", "beatsaber.motion-rate ", claim_a_faster_song },
        { "all times at another pace", "beatsaber.level-speed ", stretch_all_times },
    };
    (void)state;
    const size_t count = plays(by_effort(500, 4, 2));
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t made = 0;
        for (size_t n = first_seed(), end = n + count; n < end; n++) {
            make_play(n);
            if (!kinds[k].forge()) continue;
            made++;
            const judgment j = judge();
            if (!strstr(j.errors, kinds[k].rule)) fail_msg("%s, seed %zu: %s; %s", kinds[k].name, n, j.errors, j.notes);
        }
        print_message("%s: %zu, all found\n", kinds[k].name, made);
        assert_true(made > 0);
    }
}

static void every_lack_of_memory_is_an_error(void **state)
{
    static const reel_table *const tables[] = { &beatsaber_level_reenacted_rows, &beatsaber_level_cuts, NULL };
    const reel_insight *const both[] = { &reel_insight_beatsaber, &reel_check_beatsaber_motion };
    (void)state;
    make_play(3);
    reel_replay *level = map_replay(), *replay = made_replay(&play);
    for (size_t i = 0; i < 2; i++) {
        reel_status status = REEL_MEMORY;
        size_t failed = 0;
        for (size_t n = 1; status == REEL_MEMORY; n++) {
            test_allocator counted = { .fail_at = n };
            const reel_allocator allocator = test_allocator_of(&counted);
            reel_replay *result = NULL;
            reel_error error;
            const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .tables = i ? NULL : tables,
                                                   .allocator = &allocator };
            status = reel_insight_run_chunk(both[i], &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error);
            assert_true(status == REEL_OK || status == REEL_MEMORY);
            reel_free(result);
            assert_int_equal(counted.live, 0);
            failed += status == REEL_MEMORY;
        }
        assert_true(failed > 10);
    }
    reel_free(replay);
    reel_free(level);
}

/* ---- the corpus ------------------------------------------------------------------------------------------------------ */

static size_t corpus_notes, corpus_known, corpus_same;
static float corpus_worst;

static reel_replay *loaded(const uint8_t *data, size_t size)
{
    reel_replay *replay = NULL;
    if (reel_load(reel_source_memory(data, size), NULL, &replay, NULL) == REEL_OK) return replay;
    reel_free(replay);
    return NULL;
}

/* The play with a map made of its own events. False: it has none, or no motion of the game. */
static bool compare_play(const char *path, const char *name)
{
    size_t size;
    uint8_t *data = read_file(path, &size);
    reel_memory map = { 0 };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    const reel_status status =
        reel_convert(reel_source_memory(data, size), NULL, &reel_format_beatsaber_map, reel_sink_memory(&map, NULL), &how, NULL);
    reel_replay *replay = status == REEL_OK ? loaded(data, size) : NULL, *level = replay ? loaded(map.data, map.size) : NULL;
    const beatsaber_level_reenacted sum = level ? reenacted(replay, level) : (beatsaber_level_reenacted){ 0 };
    const float apart = fabsf(sum.difference);
    reel_free(level);
    reel_free(replay);
    reel_memory_free(&map);
    free(data);
    if (sum.known < 10 || sum.known * 10 < sum.notes * 9) return false;
    corpus_notes += sum.notes, corpus_known += sum.known, corpus_same += sum.same;
    if (apart > corpus_worst) corpus_worst = apart;
    if (sum.same * 1000 < sum.known * 995ull || apart > 0.005f || sum.bombs_passed)
        fail_msg("%s: %u of %u have the outcome of their events; the score differs by %f; %u bombs passed", name, sum.same,
                 sum.known, (double)sum.difference, sum.bombs_passed);
    return true;
}

static void plays_of_the_corpus_have_the_outcome_of_their_events(void **state)
{
    (void)state;
    static const char *const folders[] = { "samples/bsor/plays", "samples/bsor/nolicence", "samples/bsor/bots" };
    size_t files = 0;
    corpus_need("samples/bsor");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (corpus_find(folders[i])) files += corpus_each(folders[i], ".bsor", compare_play);
    corpus_compared(files, "plays with maps of their own events");
    print_message("%zu notes and bombs, %zu known, %zu of these with the outcome of their events; scores up to %f apart\n",
                  corpus_notes, corpus_known, corpus_same, (double)corpus_worst);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_plays_have_the_outcome_of_their_events),
        cmocka_unit_test(each_forgery_is_found),
        cmocka_unit_test(every_lack_of_memory_is_an_error),
        cmocka_unit_test(plays_of_the_corpus_have_the_outcome_of_their_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
