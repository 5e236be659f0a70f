/* SPDX-License-Identifier: MIT
 * Heads and walls. Heads move in any way among walls of all kinds, and contacts come by the rules of the game and of its recorders: nothing is said
 * against honest plays. Contacts that were removed, made up or denied are found. REEL_REENACT_PLAYS gives the number of plays, and REEL_REENACT_FROM
 * the first seed. */
#include "any_play.h"

enum { MOST_WALLS = 24, MOST_CONTACTS = 200, WAYS = 3 };
#define FRONT 0.65  /* m: from the head to a wall at its time */
#define PASSED 0.15 /* s after its end a wall is ignored */
#define TOP 3.1     /* m */

/* What the head does. */
static struct head_motion {
    double side, side_rate, side_phase, crouch, crouch_rate, crouch_phase;
} motion;

static reel_vec3 any_head(int frame)
{
    const double down = sin(motion.crouch_rate * frame + motion.crouch_phase);
    return (reel_vec3){ (float)(motion.side * sin(motion.side_rate * frame + motion.side_phase)),
                        (float)(1.65 - (down > 0 ? motion.crouch * down : 0)), (float)(0.1 * cos(frame * 0.03)) };
}

/* ---- walls ---------------------------------------------------------------------------------------------------------- */

static beatsaber_map_wall any_wall(float time)
{
    static const int layers[] = { 0, 2, 0 }, heights[] = { 5, 3, 0 };
    const int type = (int)below(3), free = type == 2;
    beatsaber_map_wall wall = { .time = (double)time + between(-0.3, 0.3),
                                .duration = below(2) ? between(0.02, 0.4) : between(0.3, 2),
                                .line = (int)below(8) - 2,
                                .width = 1 + (int)below(4),
                                .layer = free ? (int)below(3) : layers[type],
                                .height = free ? 1 + (int)below(5) : heights[type],
                                .type = type,
                                .present = BEATSABER_MAP_HAS_TIME | BEATSABER_MAP_HAS_TYPE };
    wall.time = (double)(float)wall.time;
    return wall;
}

static void make_walls(void)
{
    map_wall_count = 4 + below(MOST_WALLS - 4);
    for (size_t i = 0; i < map_wall_count; i++) map_walls[i] = any_wall(play.frames[20 + below(FRAMES - 60)].time);
}

/* Where walls begin, which versions of the game have put at two heights, and who recorded the play. */
static struct way {
    const char *platform, *mod_version;
    double lowest;
    bool spawns; /* the recorder wrote when a wall came, not its time in the map */
    bool shares; /* a second contact with a wall gives its time to the first one */
} ways[WAYS] = { { "steam", "0.9.34", 0.1, false, true },
                 { "oculus", "0.9.34", 0, true, false },
                 { "steam", "0.9.20", 0, false, true } };
static const struct way *way;

/* How deep the head is in a wall in a frame, m; negative: it is not. `ahead`: also along its flight. */
static double depth_in(const beatsaber_map_wall *wall, size_t at, bool ahead)
{
    const reel_vec3 *head = &play.frames[at].head.position;
    const double time = (double)play.frames[at].time, width = 0.6 * wall->width, center = (wall->line - 2) * 0.6 + width / 2;
    const double bottom = fmax(way->lowest + 0.6 * wall->layer + moved_flight.height, way->lowest),
                 height = fmin(0.6 * wall->height, TOP - bottom);
    const double front = reel__note_z(&moved_flight, wall->time - time, (double)head->z) - 0.25,
                 back = front + moved_flight.speed * wall->duration;
    double depth = 0.98 * width / 2 - fabs((double)head->x - center);
    depth = fmin(depth, fmin((double)head->y - bottom, bottom + height - (double)head->y));
    if (time > wall->time + wall->duration + PASSED) return -1;
    return ahead ? fmin(depth, fmin((double)head->z - front, back - (double)head->z)) : depth;
}

/* The contacts of the play as its recorder writes them. */
static void make_contacts(void)
{
    static size_t rows[MOST_CONTACTS];
    bool in[MOST_WALLS] = { false }, open = false;
    play.wall_count = 0;
    for (size_t at = 0; at < FRAMES; at++) {
        const float now = play.frames[at].time;
        bool any = false;
        for (size_t i = 0; i < map_wall_count; i++) {
            const beatsaber_map_wall *wall = &map_walls[i];
            const bool is = wall->time >= (double)play.info.start_time && depth_in(wall, at, true) >= 0;
            any |= is;
            if (is && !in[i] && !open && play.wall_count < MOST_CONTACTS) {
                const float came = (float)(wall->time - moved_flight.distance / moved_flight.speed / 2 - 1);
                rows[play.wall_count] = i;
                play.walls[play.wall_count++] = (bsor_wall){ .wall_id = wall->line * 100 + wall->type * 10 + wall->width,
                                                             .energy = 0.5f,
                                                             .time = now,
                                                             .spawn_time = way->spawns ? came : (float)wall->time };
                for (size_t k = 0; way->shares && k < play.wall_count; k++)
                    if (rows[k] == i) play.walls[k].time = now;
                open = true;
            }
            in[i] = is;
        }
        if (!any) open = false;
    }
}

static void make_anew(size_t number)
{
    seed = (uint64_t)number << 24;
    motion = (struct head_motion){ between(0, 0.9), between(0.005, 0.06), between(0, 6),
                                   between(0, 0.7), between(0.005, 0.06), between(0, 6) };
    way = &ways[below(WAYS)];
    map_is_mirrored = below(4) == 0;
    head_path = any_head;
    make_play(number);
    play.info.platform = text(way->platform);
    play.info.mod_version = text(way->mod_version);
    play.info.left_handed = map_is_mirrored;
    if (play.info.modifiers.size && strcmp(play.info.modifiers.data, "NF") == 0) play.info.modifiers = text("");
    make_walls();
    make_contacts();
}

/* Most of the time goes into plays, so the first ones are kept for all tests. */
enum { KEPT = 20 };
static struct kept_play {
    size_t number; /* 0: none yet */
    made_play play;
    thing things[MOST];
    beatsaber_map_wall walls[MOST_WALLS];
    size_t thing_count, wall_count;
    uint64_t seed;
    const struct way *way;
    bool mirrored;
} kept_plays[KEPT];

static void make_play_with_walls(size_t number)
{
    struct kept_play *kept = &kept_plays[number % KEPT];
    if (kept->number != number) {
        make_anew(number);
        *kept = (struct kept_play){ .number = number,
                                    .play = play,
                                    .thing_count = thing_count,
                                    .wall_count = map_wall_count,
                                    .seed = seed,
                                    .way = way,
                                    .mirrored = map_is_mirrored };
        memcpy(kept->things, things, sizeof things);
        memcpy(kept->walls, map_walls, sizeof kept->walls);
    }
    play = kept->play;
    memcpy(things, kept->things, sizeof things);
    memcpy(map_walls, kept->walls, sizeof kept->walls);
    thing_count = kept->thing_count;
    map_wall_count = kept->wall_count;
    seed = kept->seed;
    way = kept->way;
    map_is_mirrored = kept->mirrored;
}

/* ---- honest plays ---------------------------------------------------------------------------------------------------- */

static beatsaber_level account(void)
{
    static const reel_table *const tables[] = { &beatsaber_levels, &beatsaber_level_notes, &beatsaber_lost_notes, NULL };
    reel_replay *level = map_replay(), *replay = made_replay(&play), *result;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .tables = tables };
    reel_error error;
    size_t count, walls = 0, hit = 0, lost = 0;
    if (reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error) <
        0)
        fail_msg("%s", error.message);
    const beatsaber_level_note *rows = reel_rows(result, &beatsaber_level_notes, &count);
    for (size_t i = 0; i < count; i++) {
        assert_true(!i || rows[i].time >= rows[i - 1].time);
        if (rows[i].what != BEATSABER_LEVEL_WALL) continue;
        walls += rows[i].outcome != BEATSABER_LEVEL_EXTRA;
        hit += rows[i].outcome == BEATSABER_LEVEL_HIT;
        if (rows[i].outcome == BEATSABER_LEVEL_HIT) assert_true(rows[i].event_time >= rows[i].time);
    }
    rows = reel_rows(result, &beatsaber_lost_notes, &count);
    for (size_t i = 0; i < count; i++) lost += rows[i].what == BEATSABER_LEVEL_WALL;
    const beatsaber_level sum = *(const beatsaber_level *)reel_rows(result, &beatsaber_levels, &count);
    assert_int_equal(walls, sum.walls);
    assert_int_equal(hit, sum.walls_hit);
    assert_int_equal(lost, sum.walls_hit);
    reel_free(result);
    reel_free(replay);
    reel_free(level);
    return sum;
}

static void honest_heads_are_not_accused(void **state)
{
    size_t walls = 0, contacts = 0;
    (void)state;
    const size_t count = plays(draws(2000, 20, 10));
    for (size_t n = first_seed(), end = n + count; n < end; n++) {
        make_play_with_walls(n);
        const beatsaber_level sum = account();
        if (sum.walls != map_wall_count || sum.no_wall || sum.walls_hit > play.wall_count || !sum.walls_hit != !play.wall_count)
            fail_msg("seed %zu: %u of %zu walls, %zu contacts, %u hit, %u not in the map", n, sum.walls, map_wall_count,
                     play.wall_count, sum.walls_hit, sum.no_wall);
        const judgment j = judge();
        if (*j.errors) fail_msg("seed %zu: %s; %s", n, j.errors, j.notes);
        walls += sum.walls, contacts += play.wall_count;
    }
    print_message("%zu honest plays, %zu walls, %zu contacts: nothing against any\n", count, walls, contacts);
    assert_true(contacts > count / 2);
}

/* A practice begins while the head is in a wall that would have come before: the game leaves such walls out. */
static void practices_begin_without_the_walls_before(void **state)
{
    size_t made = 0;
    (void)state;
    const size_t count = plays(draws(2000, 40, 20));
    for (size_t n = first_seed(), end = n + count; n < end; n++) {
        make_play_with_walls(n);
        if (!play.wall_count) continue;
        const float start = play.walls[0].time;
        size_t notes = 0;
        for (size_t i = 0; i < play.note_count; i++)
            if (play.notes[i].spawn_time >= start) play.notes[notes++] = play.notes[i];
        play.note_count = notes;
        play.info.start_time = start;
        make_contacts();
        const judgment j = judge();
        if (strstr(j.errors, "wall")) fail_msg("seed %zu: %s; %s", n, j.errors, j.notes);
        const beatsaber_level sum = account();
        size_t gone = 0;
        for (size_t i = 0; i < map_wall_count; i++) gone += (float)map_walls[i].time < start;
        assert_true(sum.walls_not_reached >= gone);
        made++;
    }
    print_message("%zu practices: nothing against any\n", made);
    assert_true(made > count / 8);
}

/* ---- forgeries ------------------------------------------------------------------------------------------------------ */

/* Whether the head goes from where no wall is near to the inside of one, and stays for 0.3 s. */
static bool is_deep(void)
{
    bool known = false;
    for (size_t i = 0; i < map_wall_count; i++) {
        float since = INFINITY;
        for (size_t at = 1; at < FRAMES; at++) {
            const float now = play.frames[at].time;
            bool near = false;
            for (size_t k = 0; k < map_wall_count; k++)
                near |= depth_in(&map_walls[k], at, false) > -0.6 && fabs((double)now - map_walls[k].time) < 3;
            if (now - play.frames[at - 1].time > 0.09f) known = false;
            known |= !near && now - play.frames[at - 1].time <= 0.09f;
            if (!known || depth_in(&map_walls[i], at, false) < 0.35 || depth_in(&map_walls[i], at, true) < 0.2) since = INFINITY;
            if (known && since > now && depth_in(&map_walls[i], at, true) >= 0.35) since = now;
            if (now - since > 0.35f) return true;
        }
    }
    return false;
}

static bool remove_contacts(void)
{
    play.wall_count = 0;
    return is_deep();
}

static bool is_a_wall(int32_t id)
{
    for (size_t i = 0; i < map_wall_count; i++)
        for (int type = 0; type < 3; type++)
            if (map_walls[i].line * 100 + map_walls[i].width + type * 10 == id) return true;
    return false;
}

static bool move_a_contact(void)
{
    if (!play.wall_count) return false;
    bsor_wall *contact = &play.walls[below((uint32_t)play.wall_count)];
    contact->wall_id += below(2) ? 100 : 1;
    return !is_a_wall(contact->wall_id);
}

static bool take_walls_from_the_map(void)
{
    map_wall_count = 0;
    return play.wall_count > 0;
}

static bool claim_no_walls(void)
{
    if (play.info.modifiers.size) return false;
    play.info.modifiers = text("NO");
    return play.wall_count > 0;
}

static bool make_a_contact_earlier(void)
{
    if (!play.wall_count) return false;
    bsor_wall *contact = &play.walls[0];
    const int32_t id = contact->wall_id;
    contact->time = contact->spawn_time = play.frames[0].time - 10;
    return is_a_wall(id);
}

static void forged_contacts_are_found(void **state)
{
    static const struct {
        const char *name, *rule;
        bool (*forge)(void);
    } kinds[] = {
        { "contacts removed", "beatsaber.level-wall ", remove_contacts },
        { "a contact with a wall that is not there", "beatsaber.level-no-wall ", move_a_contact },
        { "walls that the map does not have", "beatsaber.level-no-wall ", take_walls_from_the_map },
        { "no walls claimed", "beatsaber.level-no-wall ", claim_no_walls },
        { "a contact before its wall came", "beatsaber.level-no-wall ", make_a_contact_earlier },
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    static made_play honest;
    size_t made[KINDS] = { 0 };
    (void)state;
    const size_t count = plays(by_effort(500, 20, 16));
    for (size_t n = first_seed(), end = n + count; n < end; n++) {
        make_play_with_walls(n);
        honest = play;
        const size_t walls = map_wall_count;
        for (size_t k = 0; k < KINDS; k++) {
            play = honest;
            map_wall_count = walls;
            if (!kinds[k].forge()) continue;
            made[k]++;
            const judgment j = judge();
            if (!strstr(j.errors, kinds[k].rule)) fail_msg("%s, seed %zu: %s; %s", kinds[k].name, n, j.errors, j.notes);
        }
    }
    for (size_t k = 0; k < KINDS; k++) {
        print_message("%s: %zu, all found\n", kinds[k].name, made[k]);
        assert_true(made[k] > 0);
    }
}

/* ---- maps as files --------------------------------------------------------------------------------------------------- */

static void files_of_all_versions_have_their_walls(void **state)
{
    static const level_form forms[] = { { .version = 2 },
                                        { .version = 2, .changes = true },
                                        { .version = 3 },
                                        { .version = 3, .changes = true },
                                        { .version = 4, .steady = true },
                                        { .version = 4 } };
    enum { FORMS = sizeof forms / sizeof *forms };
    size_t found[FORMS] = { 0 }, contacts = 0;
    (void)state;
    const size_t count = plays(by_effort(100, 12, 8));
    for (size_t n = first_seed(), end = n + count; n < end; n++) {
        make_play_with_walls(n);
        contacts += play.wall_count;
        for (size_t f = 0; f < FORMS; f++) {
            map_form = forms[f];
            const beatsaber_level sum = account();
            const judgment j = judge();
            if (*j.errors || sum.walls != map_wall_count || sum.no_wall || !sum.walls_hit != !play.wall_count)
                fail_msg("version %d, seed %zu: %u of %zu walls, %u not in the map; %s", map_form.version, n, sum.walls,
                         map_wall_count, sum.no_wall, j.errors);
            const size_t rows = play.wall_count;
            if (remove_contacts()) found[f] += strstr(judge().errors, "beatsaber.level-wall ") != NULL;
            play.wall_count = rows;
        }
    }
    map_form = (level_form){ 0 };
    for (size_t f = 0; f + 1 < FORMS; f++) assert_int_equal(found[f], found[0]);
    assert_int_equal(found[FORMS - 1], 0); /* notes change their speed, and walls theirs */
    print_message("%zu contacts with walls of files; removed ones found in %zu plays in each form\n", contacts, found[0]);
    assert_true(found[0] > 0);
}

/* A map that was made of plays has no walls and no hash. */
static void a_level_without_a_hash_accuses_nobody(void **state)
{
    (void)state;
    size_t number = first_seed();
    do make_play_with_walls(number++);
    while (!play.wall_count);
    map_wall_count = 0;
    play.info.map_hash = text("");
    const judgment j = judge();
    if (*j.errors) fail_msg("%s; %s", j.errors, j.notes);
}

/* Maps may have walls of types of mods that they do not state to need. */
static void walls_of_other_types_accuse_nobody(void **state)
{
    (void)state;
    size_t number = first_seed();
    do make_play_with_walls(number++);
    while (!play.wall_count);
    map_walls[0].type = 7;
    play.walls[0].wall_id = map_walls[0].line * 100 + 70 + map_walls[0].width;
    const judgment j = judge();
    if (strstr(j.errors, "beatsaber.level-no-wall")) fail_msg("%s", j.errors);
}

/* ---- modifiers ------------------------------------------------------------------------------------------------------- */

static beatsaber_level_reenacted reenacted(void)
{
    static const reel_table *const tables[] = { &beatsaber_level_reenacted_rows, NULL };
    reel_replay *level = map_replay(), *replay = made_replay(&play), *result;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .level = level, .tables = tables };
    beatsaber_level_reenacted sum = { 0 };
    reel_error error;
    size_t count;
    if (reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error) <
        0)
        fail_msg("%s", error.message);
    const beatsaber_level_reenacted *row = reel_rows(result, &beatsaber_level_reenacted_rows, &count);
    if (count) sum = *row;
    reel_free(result);
    reel_free(replay);
    reel_free(level);
    return sum;
}

static void remove_bomb_events(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < play.note_count; i++)
        if (play.notes[i].event_type != BSOR_BOMB) play.notes[kept++] = play.notes[i];
    play.note_count = kept;
}

static const int opposite[] = { 1, 0, 3, 2, 7, 6, 5, 4, 8 };

/* Of notes that are cut, the map has the arrow of the other side. */
static void turn_arrows(void)
{
    for (size_t i = 0; i < thing_count; i++)
        if (things[i].color >= 0) things[i].spot.direction = opposite[things[i].spot.direction];
    for (size_t i = 0; i < play.note_count; i++)
        if (play.notes[i].event_type != BSOR_BOMB) play.notes[i].note_id += 8 - play.notes[i].note_id % 10;
}

/* What sabers and head do with objects that NB, NO and NA remove is counted, and nobody is accused for it. */
static void modifiers_hide_bombs_walls_and_arrows(void **state)
{
    size_t bombs = 0, walls = 0, arrows = 0;
    (void)state;
    const size_t count = plays(by_effort(100, 10, 8));
    for (size_t n = first_seed(), end = n + count; n < end; n++) {
        make_play_with_walls(n);
        if (play.info.modifiers.size) continue;
        const beatsaber_level_reenacted plain = reenacted();
        assert_int_equal(plain.hidden_bombs + plain.hidden_walls + plain.hidden_bad, 0);
        play.info.modifiers = text("NB,NO,NA");
        remove_bomb_events();
        play.wall_count = 0;
        turn_arrows();
        const judgment j = judge();
        if (*j.errors) fail_msg("seed %zu: %s; %s", n, j.errors, j.notes);
        const beatsaber_level_reenacted sum = reenacted();
        assert_true(sum.hidden_bombs <= plain.hit && sum.hidden_bad <= plain.cut && !sum.walls_passed && !sum.bombs_passed);
        bombs += sum.hidden_bombs, walls += sum.hidden_walls, arrows += sum.hidden_bad;
    }
    print_message("hidden: %zu bombs, %zu stays in walls, %zu arrows\n", bombs, walls, arrows);
    assert_true(bombs && arrows);
}

/* Good cuts of notes whose arrows, in the map and in the events, are on the other side. */
static void bad_cuts_that_are_stated_good_are_found(void **state)
{
    size_t made = 0;
    (void)state;
    const size_t count = plays(by_effort(100, 10, 8));
    for (size_t n = first_seed(), end = n + count; n < end; n++) {
        make_play_with_walls(n);
        for (size_t i = 0; i < thing_count; i++)
            if (things[i].color >= 0) things[i].spot.direction = opposite[things[i].spot.direction];
        bool good = false;
        for (size_t i = 0; i < play.note_count; i++) {
            if (play.notes[i].event_type == BSOR_BOMB) continue;
            const int direction = play.notes[i].note_id % 10;
            play.notes[i].note_id += opposite[direction] - direction;
            good |= play.notes[i].event_type == BSOR_GOOD_CUT && direction != 8;
        }
        const judgment j = judge();
        if (good && !play.info.modifiers.size && reenacted().bad && !strstr(j.errors, "beatsaber.level-outcome"))
            fail_msg("seed %zu: %s; %s", n, j.errors, j.notes);
        made += strstr(j.errors, "beatsaber.level-outcome") != NULL;
    }
    print_message("%zu plays, all found\n", made);
    assert_true(made > 0);
}

/* ---- hostile rows --------------------------------------------------------------------------------------------------- */

/* As many walls at once as there is room for, and as many contacts. */
static void walls_of_one_time_cost_little(void **state)
{
    (void)state;
    make_play_with_walls(first_seed());
    map_wall_count = MOST;
    for (size_t i = 0; i < MOST; i++)
        map_walls[i] = (beatsaber_map_wall){ .time = 2,
                                             .duration = i % 2 ? 1e300 : -1,
                                             .line = i % 3 ? INT32_MIN : INT32_MAX,
                                             .width = i % 5 ? INT32_MAX : INT32_MIN,
                                             .present = BEATSABER_MAP_HAS_TIME };
    play.wall_count = MOST_CONTACTS;
    for (size_t i = 0; i < MOST_CONTACTS; i++)
        play.walls[i] = (bsor_wall){ .wall_id = i % 2 ? INT32_MIN : INT32_MAX, .time = i % 3 ? NAN : 2, .spawn_time = INFINITY };
    const beatsaber_level sum = account();
    assert_int_equal(sum.walls, MOST);
}

static void every_lack_of_memory_is_an_error(void **state)
{
    static const reel_table *const tables[] = { &beatsaber_level_reenacted_rows, &beatsaber_level_notes, NULL };
    (void)state;
    size_t number = first_seed();
    do make_play_with_walls(number++);
    while (!play.wall_count);
    play.walls[0].wall_id = 999999; /* which the map does not have */
    reel_replay *level = map_replay(), *replay = made_replay(&play);
    const reel_insight_options all = { REEL_SIZED(reel_insight_options), .level = level },
                               some = { REEL_SIZED(reel_insight_options), .level = level, .tables = tables };
    insight_without_memory(&reel_insight_beatsaber, replay, &some, 6);
    insight_without_memory(&reel_check_beatsaber_level, replay, &all, 6);
    insight_without_memory(&reel_check_beatsaber_motion, replay, &all, 6);
    reel_free(replay);
    reel_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(practices_begin_without_the_walls_before),
        cmocka_unit_test(honest_heads_are_not_accused),
        cmocka_unit_test(forged_contacts_are_found),
        cmocka_unit_test(files_of_all_versions_have_their_walls),
        cmocka_unit_test(modifiers_hide_bombs_walls_and_arrows),
        cmocka_unit_test(bad_cuts_that_are_stated_good_are_found),
        cmocka_unit_test(a_level_without_a_hash_accuses_nobody),
        cmocka_unit_test(walls_of_one_time_cost_little),
        cmocka_unit_test(every_lack_of_memory_is_an_error),
        cmocka_unit_test(walls_of_other_types_accuse_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
