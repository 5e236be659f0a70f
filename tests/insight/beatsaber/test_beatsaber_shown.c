/* SPDX-License-Identifier: MIT
 * What the motion of a play shows, attacked by made plays: honest ones are in the interval; no change of claims, no repetition or
 * permutation of rows, and no frame that is left out raises the score that is shown. REEL_SHOWN_PLAYS gives the number of plays, and
 * REEL_SHOWN_FROM that of the first one: a number always makes the same play and the same attack, so that a long run can be done in parts. */
#include "any_hands.h"

#include "core/memory.h"
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/motion.h"
#include "insight/beatsaber/play.h"

enum { FRAMES = 150, LEAST_CUTS = 4, NEAR_FRAMES = 4, ATTACKS_EACH = 4 };

/* ---- honest plays ----------------------------------------------------------------------------------------------- */

/* The rows of a play, as they reach the insight. */
typedef struct shown_play {
    bsor_info info;
    size_t frame_count, note_count;
    bsor_frame frames[MADE_ROWS];
    bsor_note notes[MADE_ROWS];
} shown_play;

static const float shown_height = 1.75f;

static made_play *scratch(void)
{
    static made_play play;
    return &play;
}

static void take_hands(const bsor_frame *frames, size_t count, swing_frame (*swings)[MADE_ROWS])
{
    for (size_t i = 0; i < count; i++) {
        reel__swing_take(&swings[0][i], &frames[i].left_hand, &reel__swing_grip_plain, frames[i].time,
                         i ? &swings[0][i - 1] : NULL);
        reel__swing_take(&swings[1][i], &frames[i].right_hand, &reel__swing_grip_plain, frames[i].time,
                         i ? &swings[1][i - 1] : NULL);
    }
}

/* A cut in that frame, of a note that the saber touches in it first. False: it touches none. */
static bool any_cut(const swing_frame *swings, int hand, size_t at, bsor_note *cut)
{
    const float deviation = (float)between(-0.04, 0.05);
    note_spot spot = { .line = (int)below(NOTE_LINES), .layer = (int)below(NOTE_LAYERS), .direction = NOTE_DOT };
    *cut = moved_cut(scratch(), swings, hand, at, scratch()->frames[at].time + deviation, spot);
    const space_vec way = space_sub(space_of(&swings[at].tip), space_of(&swings[at - 1].tip));
    const double step = (double)(swings[at].time - swings[at - 1].time);
    return moved_found(scratch(), swings, at, cut->spawn_time, spot) && space_length(way) > 3 * step;
}

static swing_frame swings[2][MADE_ROWS];

static void make_honest(shown_play *play)
{
    made_play *made = scratch();
    const hand_motion hands[] = { any_motion(0), any_motion(1) };
    const double rate = between(60, 120);
    made->frame_count = made->note_count = 0;
    for (int i = 0; i < FRAMES; i++) {
        bsor_frame *frame = made_frame(made, (float)(2 + ((double)i + between(-0.1, 0.1)) / rate));
        frame->fps = (int32_t)rate;
        frame->head.position = (reel_vec3){ (float)(0.05 * sin(i * 0.05)), 1.65f, (float)(0.05 * cos(i * 0.03)) };
        frame->left_hand = pose_at(&hands[0], (double)frame->time);
        frame->right_hand = pose_at(&hands[1], (double)frame->time);
    }
    take_hands(made->frames, FRAMES, swings);
    const size_t room = (size_t)(0.45 * rate);
    size_t busy[2] = { 0, 0 };
    for (size_t at = room; at + room < FRAMES; at++)
        for (int hand = 0; hand < 2; hand++) {
            if (at < busy[hand] || !any_cut(swings[hand], hand, at, &made->notes[made->note_count])) continue;
            made->note_count++;
            busy[hand] = at + (size_t)(0.12 * rate);
        }
    play->info =
        (bsor_info){ .game_version = text("1.39.1"), .height = shown_height, .jump_distance = (float)moved_flight.distance };
    play->frame_count = FRAMES;
    play->note_count = made->note_count;
    memcpy(play->frames, made->frames, sizeof *play->frames * FRAMES);
    memcpy(play->notes, made->notes, sizeof *play->notes * made->note_count);
}

/* ---- what they show --------------------------------------------------------------------------------------------- */

static beatsaber_evidence shown(const shown_play *rows)
{
    play_state play = { .allocator = reel__memory_allocator(NULL), .evidence = { .wanted = true } };
    evidence_result result;
    reel__play_take_bsor_info(&play, &rows->info);
    bool done = reel__play_add_frames(&play, rows->frames, rows->frame_count);
    for (size_t i = 0; i < rows->note_count; i++) done = done && reel__play_add_bsor_note(&play, &rows->notes[i]);
    done = done && reel__evidence_run(&play, NULL, &result);
    assert_true(done);
    const beatsaber_evidence sum = result.sum;
    reel__evidence_free(&play, &result);
    reel__play_free(&play);
    return sum;
}

/* ---- attacks ---------------------------------------------------------------------------------------------------- */

static float *number_of(bsor_cut *cut)
{
    float *const numbers[] = { &cut->cut_point.x,
                               &cut->cut_point.y,
                               &cut->cut_point.z,
                               &cut->cut_normal.x,
                               &cut->cut_normal.y,
                               &cut->cut_normal.z,
                               &cut->cut_distance_to_center,
                               &cut->before_cut_rating,
                               &cut->after_cut_rating,
                               &cut->saber_speed,
                               &cut->cut_angle,
                               &cut->saber_direction.x };
    return numbers[below(sizeof numbers / sizeof *numbers)];
}

/* Nearer to the center, and the point with it. */
static void center_cut(bsor_cut *cut, float part)
{
    const float way = cut->cut_distance_to_center * part;
    const float side = below(2) ? way : -way;
    cut->cut_point.x += side * cut->cut_normal.x;
    cut->cut_point.y += side * cut->cut_normal.y;
    cut->cut_point.z += side * cut->cut_normal.z;
    cut->cut_distance_to_center -= way;
}

static void change_claim(const shown_play *play, bsor_cut *cut)
{
    static const float odd[] = { 0, 1, -1, 1e-4f, 1e6f, 3e38f, NAN, INFINITY };
    const bsor_cut *other = &play->notes[below((uint32_t)play->note_count)].cut;
    switch (below(9)) {
    case 0: cut->cut_distance_to_center = 0; break;
    case 1: cut->before_cut_rating = 1, cut->after_cut_rating = 1.5f; break;
    case 2: center_cut(cut, 1); break;
    case 3: center_cut(cut, 0.003f); break;
    case 4: cut->before_cut_rating += (float)between(0, 0.006), cut->after_cut_rating += (float)between(0, 0.006); break;
    case 5: *number_of(cut) = odd[below(sizeof odd / sizeof *odd)]; break;
    case 6: *number_of(cut) += (float)between(-0.002, 0.002); break;
    case 7: cut->cut_point = other->cut_point, cut->cut_normal = other->cut_normal; break;
    default: cut->cut_distance_to_center -= (float)between(0, 0.0012); break;
    }
}

static void change_claims(shown_play *play)
{
    const uint32_t share = 1 + below(4);
    const float shift = (float)between(-0.1, 0.1);
    const uint32_t all = below(6);
    for (size_t i = 0; i < play->note_count; i++) {
        if (all == 0) play->notes[i].cut.cut_point.y += shift;
        if (all == 1) play->notes[i].cut.cut_point.z += shift;
        if (all > 1 && !below(share)) change_claim(play, &play->notes[i].cut);
    }
}

static void insert_note(shown_play *play, const bsor_note *note)
{
    if (play->note_count < MADE_ROWS) play->notes[play->note_count++] = *note;
}

#define PASS_TIME 0.075f /* s */

static double blade_distance(const swing_frame *frame, space_vec point)
{
    const space_vec hilt = space_of(&frame->hilt), blade = space_sub(space_of(&frame->tip), hilt), way = space_sub(point, hilt);
    const double along = space_dot(way, blade), at = along < 0 ? 0 : along > 1 ? 1 : along;
    return space_length(space_sub(way, space_scale(blade, at)));
}

/* Whether the saber goes on as in a frame for some more, near the place of its cut: it may leave that and come back to the next note, or be
 * there for so long that the next note comes. */
static bool goes_on(const swing_frame *frames, const bsor_note *note, size_t at, size_t more)
{
    if (frames[at + more].time - frames[at].time >= PASS_TIME) return false;
    for (size_t k = 1; k <= more; k++)
        if (space_dot(space_of(&frames[at].normal), space_of(&frames[at + k].normal)) < 0 ||
            blade_distance(&frames[at + k], space_of(&note->cut.cut_point)) > 1)
            return false;
    return true;
}

/* The same cut again: as it is, a moment later, or found in a frame beside it, with all that follows from that frame. */
static void repeat_rows(shown_play *play)
{
    const size_t count = play->note_count;
    take_hands(play->frames, play->frame_count, swings);
    memcpy(scratch()->frames, play->frames, sizeof *play->frames * play->frame_count);
    scratch()->frame_count = play->frame_count;
    const uint32_t share = 1 + below(3), copies = 1 + below(8);
    for (size_t i = 0; i < count; i++)
        for (uint32_t copy = 0; copy < copies && !below(share); copy++) {
            bsor_note note = play->notes[i];
            const int id = note.note_id, hand = note.cut.saber_type;
            size_t at = 0;
            while (at < play->frame_count && play->frames[at].time != note.event_time) at++;
            switch (below(at && at < play->frame_count ? 4 : 3)) { /* its frame may have been left out */
            case 0: break;
            case 1: note.event_time += 1e-6f * (float)copy, note.spawn_time += 1e-6f * (float)copy; break;
            case 2:
                note.spawn_time += (float)between(0, 0.02), note.cut.time_deviation = note.spawn_time - note.event_time;
                break;
            default: {
                const note_spot spot = { .line = id / 1000 % 10, .layer = id / 100 % 10, .direction = NOTE_DOT };
                const size_t more = 1 + below(NEAR_FRAMES);
                if (at + more >= play->frame_count || !goes_on(swings[hand], &note, at, more)) break; /* that is another pass */
                at += more;
                note = moved_cut(scratch(), swings[hand], hand, at, play->frames[at].time + (float)between(-0.03, 0.05), spot);
                break;
            }
            }
            insert_note(play, &note);
        }
}

static void permute_rows(shown_play *play)
{
    for (size_t i = play->note_count; i > 1; i--) {
        const size_t other = below((uint32_t)i);
        const bsor_note note = play->notes[i - 1];
        play->notes[i - 1] = play->notes[other];
        play->notes[other] = note;
    }
}

static void delete_frames(shown_play *play)
{
    const uint32_t how = below(4), share = 2 + below(30);
    const size_t from = below((uint32_t)play->frame_count), end = from + below(40);
    size_t kept = 0;
    for (size_t i = 0; i < play->frame_count; i++) {
        const bool gone = how == 0   ? !below(share)
                          : how == 1 ? i >= from && i < end
                          : how == 2 ? i < from / 2
                                     : i > FRAMES - from / 2;
        if (!gone) play->frames[kept++] = play->frames[i];
    }
    play->frame_count = kept;
}

static void (*const attacks[])(shown_play *play) = { change_claims, repeat_rows, permute_rows, delete_frames };
static const char *const attack_names[] = { "claims", "repeated rows", "order of rows", "frames left out" };
enum { CLAIMS, REPEATED, ORDER, DELETED, ATTACKS };

/* What a run found. */
typedef struct shown_tally {
    size_t cuts, others, failures;
    size_t tried[ATTACKS], lower[ATTACKS];
} shown_tally;

static void make_play(size_t number, shown_play *honest)
{
    seed = (uint64_t)number << 20;
    do make_honest(honest);
    while (honest->note_count < LEAST_CUTS);
}

/* Attacks a play in one way or two. */
static void attack_once(size_t number, const shown_play *honest, const beatsaber_evidence *own, shown_tally *tally)
{
    static shown_play forged;
    forged = *honest;
    const size_t which = below(ATTACKS), second = below(2) ? below(ATTACKS) : which;
    attacks[which](&forged);
    if (second != which) attacks[second](&forged);
    const beatsaber_evidence got = shown(&forged);
    tally->tried[which]++;
    tally->lower[which] += got.motion_score < own->motion_score;
    /* the speed of the notes is that of the level, which only claims tell: if all of them agree on another one, it is another level */
    const bool other_level = (which == CLAIMS || second == CLAIMS) && fabsf(got.note_speed - own->note_speed) > 1e-4f &&
                             got.supported == got.good_cuts;
    tally->others += other_level;
    if (got.motion_score <= own->motion_score + (other_level ? own->motion_score / 50 : 0)) return;
    printf("play %zu, %s and %s: %lld is shown, %lld before\n", number, attack_names[which], attack_names[second],
           (long long)got.motion_score, (long long)own->motion_score);
    tally->failures++;
}

static void attack_play(size_t number, shown_tally *tally)
{
    static shown_play honest;
    make_play(number, &honest);
    const beatsaber_evidence own = shown(&honest);
    if (!(own.motion_score <= own.event_score && own.event_score <= own.motion_score_most) || own.not_supported) {
        printf("play %zu: %lld is not in %lld to %lld, %u cuts against it (%u)\n", number, (long long)own.event_score,
               (long long)own.motion_score, (long long)own.motion_score_most, own.not_supported, own.first_reason);
        tally->failures++;
    }
    tally->cuts += own.supported;
    for (int i = 0; i < ATTACKS_EACH; i++) attack_once(number, &honest, &own, tally);
}

static size_t number_of_environment(const char *name, size_t usual)
{
    const char *asked = getenv(name);
    return asked ? (size_t)strtoul(asked, NULL, 10) : usual;
}

static void no_attack_raises_what_is_shown(void **state)
{
    enum { MOST_FAILURES = 20 };
    (void)state;
    shown_tally tally = { 0 };
    const size_t plays = number_of_environment("REEL_SHOWN_PLAYS", by_effort(5000, 500, 100));
    const size_t from = number_of_environment("REEL_SHOWN_FROM", 0);
    for (size_t n = 0; n < plays && tally.failures < MOST_FAILURES; n++) attack_play(from + n, &tally);
    printf("plays %zu to %zu, %zu cuts, each attacked %d times; in %zu, notes have another speed by the changed claims\n", from,
           from + plays - 1, tally.cuts, (int)ATTACKS_EACH, tally.others);
    for (size_t i = 0; i < ATTACKS; i++) {
        printf("%s: %zu plays, %zu show less\n", attack_names[i], tally.tried[i], tally.lower[i]);
        assert_true(tally.tried[i] > 0 && (i == ORDER || tally.lower[i] > 0));
    }
    assert_int_equal(tally.failures, 0);
    assert_true(tally.cuts >= plays * LEAST_CUTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_attack_raises_what_is_shown) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
