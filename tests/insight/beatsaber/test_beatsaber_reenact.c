/* SPDX-License-Identifier: MIT
 * Plays re-enacted from their motion and their map. Hands swing in any way; notes and bombs are put where sabers touch them, and where none
 * does. Honest plays have the outcome of their events, and nothing is said against them; each kind of forgery is found. REEL_REENACT_PLAYS gives
 * their number, and REEL_REENACT_FROM the first seed. Plays of the corpus are compared with maps made of themselves. */
#include "any_play.h"
#include "corpus.h"

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
        if (sum.notes > thing_count || sum.notes * 10 < thing_count * 9 || sum.bombs_passed ||
            fabsf(sum.relative_difference) > 0.005f)
            fail_msg("seed %zu: %u of %zu notes, %u known, %u the same; %u bombs passed; the score differs by %f", n, sum.notes,
                     thing_count, sum.known, sum.same, sum.bombs_passed, (double)sum.relative_difference);
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
    static const char other_hash[] = "0123456789ABCDEF0123456789ABCDEF01234568";
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
    (void)state;
    make_play(3);
    reel_replay *level = map_replay(), *replay = made_replay(&play);
    const reel_insight_options all = { REEL_SIZED(reel_insight_options), .level = level },
                               some = { REEL_SIZED(reel_insight_options), .level = level, .tables = tables };
    insight_without_memory(&reel_insight_beatsaber, replay, &some, 11);
    insight_without_memory(&reel_check_beatsaber_motion, replay, &all, 11);
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
    const float apart = fabsf(sum.relative_difference);
    reel_free(level);
    reel_free(replay);
    reel_memory_free(&map);
    free(data);
    if (sum.known < 10 || sum.known * 10 < sum.notes * 9) return false;
    corpus_notes += sum.notes, corpus_known += sum.known, corpus_same += sum.same;
    if (apart > corpus_worst) corpus_worst = apart;
    if (sum.same * 1000 < sum.known * 995ull || apart > 0.005f || sum.bombs_passed)
        fail_msg("%s: %u of %u have the outcome of their events; the score differs by %f; %u bombs passed", name, sum.same,
                 sum.known, (double)sum.relative_difference, sum.bombs_passed);
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
