/* SPDX-License-Identifier: MIT
 * Every sample of .butter, in both conventions, against independently decoded values; damaged files against their verdicts. */
#include "oracle.h"

#include <reel/echoreplay.h>

#include <math.h>

#define PLACE 5e-5
#define TURN 1e-6
#define BONE_TURN 5e-6 /* the oracle multiplies in double also where the reference decoder is single */

static const struct {
    const char *name, *field;
    double tolerance;
} frame_columns[] = {
    { "key", "keyframe", 0 },
    { "time_ms", "recorded", 0 },
    { "game_clock", "game_clock", PLACE },
    { "mask", "mask", 0 },
    { "blue_points", "blue_points", 0 },
    { "orange_points", "orange_points", 0 },
    { "inputs", "inputs", 0 },
    { "pause.blue_restart", "blue_restart", 0 },
    { "pause.orange_restart", "orange_restart", 0 },
    { "pause.paused_requested_team", "paused_team", 0 },
    { "pause.unpaused_team", "unpaused_team", 0 },
    { "pause.paused_state", "paused_state", 0 },
    { "pause.paused_timer", "paused_timer", 0 },
    { "pause.unpaused_timer", "unpaused_timer", 0 },
    { "score.team", "score_team", 0 },
    { "score.goal_type", "goal_type", 0 },
    { "score.person_idx", "score_person", 0 },
    { "score.assist_idx", "score_assist", 0 },
    { "score.disc_speed", "score_disc_speed", 0 },
    { "score.distance_thrown", "score_distance", 0 },
    { "throw.arm_speed", "throw_arm_speed", 0 },
    { "throw.total_speed", "throw_total_speed", 0 },
    { "throw.off_axis_spin_deg", "throw_off_axis_spin_deg", 0 },
    { "throw.wrist_throw_penalty", "throw_wrist_throw_penalty", 0 },
    { "throw.rot_per_sec", "throw_rot_per_sec", 0 },
    { "throw.pot_speed_from_rot", "throw_pot_speed_from_rot", 0 },
    { "throw.speed_from_arm", "throw_speed_from_arm", 0 },
    { "throw.speed_from_movement", "throw_speed_from_movement", 0 },
    { "throw.speed_from_wrist", "throw_speed_from_wrist", 0 },
    { "throw.wrist_align_to_throw_deg", "throw_wrist_align_to_throw_deg", 0 },
    { "throw.throw_align_to_movement_deg", "throw_throw_align_to_movement_deg", 0 },
    { "throw.off_axis_penalty", "throw_off_axis_penalty", 0 },
    { "throw.throw_move_penalty", "throw_throw_move_penalty", 0 },
    { "vr.x", "vr_position.0", PLACE },
    { "vr.y", "vr_position.1", PLACE },
    { "vr.z", "vr_position.2", PLACE },
    { "vr.qx", "vr_rotation.0", TURN },
    { "vr.qy", "vr_rotation.1", TURN },
    { "vr.qz", "vr_rotation.2", TURN },
    { "vr.qw", "vr_rotation.3", TURN },
    { "disc.x", "disc_position.0", PLACE },
    { "disc.y", "disc_position.1", PLACE },
    { "disc.z", "disc_position.2", PLACE },
    { "disc.qx", "disc_rotation.0", TURN },
    { "disc.qy", "disc_rotation.1", TURN },
    { "disc.qz", "disc_rotation.2", TURN },
    { "disc.qw", "disc_rotation.3", TURN },
    { "disc.vx", "disc_velocity.0", PLACE },
    { "disc.vy", "disc_velocity.1", PLACE },
    { "disc.vz", "disc_velocity.2", PLACE },
    { "payload.contested", "contested", 0 },
    { "payload.checkpoint", "checkpoint", 0 },
    { "payload.defenders", "defenders", 0 },
    { "payload.distance", "payload_distance", 0 },
    { "payload.speed", "payload_speed", 0 },
    { "rules.changed_at", "rules_changed_at", 0 },
};

static const struct {
    const char *name, *field;
    double tolerance;
} player_columns[] = {
    { "team", "team", 0 },
    { "slot", "slot", 0 },
    { "file_index", "player", 0 },
    { "playerid", "player_id", 0 },
    { "stats.assists", "assists", 0 },
    { "stats.blocks", "blocks", 0 },
    { "stats.catches", "catches", 0 },
    { "stats.goals", "goals", 0 },
    { "stats.interceptions", "interceptions", 0 },
    { "stats.passes", "passes", 0 },
    { "stats.points", "points", 0 },
    { "stats.saves", "saves", 0 },
    { "stats.steals", "steals", 0 },
    { "stats.shots_taken", "shots_taken", 0 },
    { "stats.possession_time", "possession_time", PLACE },
    { "stats.stuns", "stuns", 0 },
    { "packetlossratio", "packet_loss", PLACE },
    { "holding_left", "holding_left", 0 },
    { "holding_right", "holding_right", 0 },
    { "vel.vx", "velocity.0", PLACE },
    { "vel.vy", "velocity.1", PLACE },
    { "vel.vz", "velocity.2", PLACE },
    { "head.x", "head.0", PLACE },
    { "head.y", "head.1", PLACE },
    { "head.z", "head.2", PLACE },
    { "head.qx", "head_rotation.0", TURN },
    { "head.qy", "head_rotation.1", TURN },
    { "head.qz", "head_rotation.2", TURN },
    { "head.qw", "head_rotation.3", TURN },
    { "body.x", "body.0", PLACE },
    { "body.y", "body.1", PLACE },
    { "body.z", "body.2", PLACE },
    { "body.qx", "body_rotation.0", TURN },
    { "body.qy", "body_rotation.1", TURN },
    { "body.qz", "body_rotation.2", TURN },
    { "body.qw", "body_rotation.3", TURN },
    { "lhand.x", "left_hand.0", PLACE },
    { "lhand.y", "left_hand.1", PLACE },
    { "lhand.z", "left_hand.2", PLACE },
    { "lhand.qx", "left_hand_rotation.0", TURN },
    { "lhand.qy", "left_hand_rotation.1", TURN },
    { "lhand.qz", "left_hand_rotation.2", TURN },
    { "lhand.qw", "left_hand_rotation.3", TURN },
    { "rhand.x", "right_hand.0", PLACE },
    { "rhand.y", "right_hand.1", PLACE },
    { "rhand.z", "right_hand.2", PLACE },
    { "rhand.qx", "right_hand_rotation.0", TURN },
    { "rhand.qy", "right_hand_rotation.1", TURN },
    { "rhand.qz", "right_hand_rotation.2", TURN },
    { "rhand.qw", "right_hand_rotation.3", TURN },
};

static const reel_field *field_of(const reel_table *table, const char *path, size_t *component)
{
    char name[64];
    const char *dot = strchr(path, '.');
    size_t size = dot ? (size_t)(dot - path) : strlen(path);
    memcpy(name, path, size);
    name[size] = 0;
    *component = dot ? (size_t)(dot[1] - '0') : 0;
    const reel_field *field = reel_table_field(table, name);
    if (!field) fail_msg("no field %s", name);
    return field;
}

/* An empty cell is a value that is absent, or 0 where the format cannot tell; NaN rotations are flagged elsewhere. */
static void compare(const char *what, const reel_table *table, const char *path, const void *row, const char *cell,
                    double tolerance)
{
    size_t component;
    const reel_field *field = field_of(table, path, &component);
    if (strcmp(cell, "nan") == 0) return;
    if (!*cell) {
        if (reel_field_present(field, row) && field->present_mask) fail_msg("%s: %s should be absent", what, path);
        return;
    }
    double value = reel_field_number(field, row, component), wanted = strtod(cell, NULL);
    double allowed = tolerance > 0 ? tolerance : 0;
    if (!(fabs(value - wanted) <= allowed) && !(isinf(wanted) && value == wanted))
        fail_msg("%s: %s is %.9g, not %s", what, path, value, cell);
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

static size_t column_of(const tsv *t, const char *name)
{
    for (size_t i = 0; i < t->columns; i++)
        if (strcmp(t->cells[i], name) == 0) return i;
    return SIZE_MAX;
}

static void check_frames(const reel_replay *replay, const tsv *t, const char *name)
{
    size_t count, team_count;
    const butter_frame *frames = reel_rows(replay, &butter_frames, &count);
    const echo_team *teams = reel_rows(replay, &butter_teams, &team_count);
    for (size_t r = 0; r < t->rows; r++) {
        size_t frame = strtoul(tsv_at(t, r, 0), NULL, 10);
        char what[256];
        snprintf(what, sizeof what, "%.160s, frame %zu", name, frame);
        if (frame >= count) fail_msg("%s: there are only %zu", what, count);
        assert_int_equal(frames[frame].common.frame, frame);
        for (size_t i = 0; i < COUNT(frame_columns); i++) {
            size_t column = column_of(t, frame_columns[i].name);
            if (column != SIZE_MAX)
                compare(what, &butter_frames, frame_columns[i].field, &frames[frame], tsv_at(t, r, column),
                        frame_columns[i].tolerance);
        }
        for (size_t i = 0; i < 3; i++) {
            static const char *const stats[] = { "assists", "blocks", "catches", "goals",       "interceptions", "passes",
                                                 "points",  "saves",  "steals",  "shots_taken", "stuns",         "players" };
            const echo_team *team = &teams[3 * frame + i];
            assert_int_equal(team->frame, frame);
            for (size_t s = 0; s < COUNT(stats); s++) {
                char label[64];
                snprintf(label, sizeof label, "team%zu.%s", i, stats[s]);
                const char *cell = tsv_at(t, r, column_of(t, label));
                double value = reel_field_number(reel_table_field(&butter_teams, stats[s]), team, 0);
                if (value != strtod(cell, NULL)) fail_msg("%s: %s is %g, not %s", what, label, value, cell);
            }
            char label[64];
            snprintf(label, sizeof label, "team%zu.possession_time", i);
            const char *cell = tsv_at(t, r, column_of(t, label));
            if (!(fabs((double)team->possession_time - strtod(cell, NULL)) <= PLACE)) fail_msg("%s: %s", what, label);
        }
    }
}

static void check_players(const reel_replay *replay, const tsv *t, const char *name)
{
    size_t count, at = 0;
    const butter_player *players = reel_rows(replay, &butter_players, &count);
    size_t flags = column_of(t, "flags"), userid = column_of(t, "userid"), loadout = column_of(t, "loadout");
    for (size_t r = 0; r < t->rows; r++) {
        size_t frame = strtoul(tsv_at(t, r, 0), NULL, 10);
        unsigned team = (unsigned)strtoul(tsv_at(t, r, 1), NULL, 10), slot = (unsigned)strtoul(tsv_at(t, r, 2), NULL, 10);
        char what[256];
        snprintf(what, sizeof what, "%.160s, frame %zu, team %u, player %u", name, frame, team, slot);
        while (at < count && players[at].common.frame < frame) at++;
        while (at < count && players[at].common.frame == frame &&
               (players[at].common.team != team || players[at].common.slot != slot))
            at++;
        if (at >= count || players[at].common.frame != frame) fail_msg("%s: no such row", what);
        const echo_player *p = &players[at].common;
        for (size_t i = 0; i < COUNT(player_columns); i++) {
            size_t column = column_of(t, player_columns[i].name);
            if (column != SIZE_MAX)
                compare(what, &butter_players, player_columns[i].field, &players[at], tsv_at(t, r, column),
                        player_columns[i].tolerance);
        }
        /* The oracle's differences of pings have a sign in version 1 too. The reference decoder's do not. */
        long ping = strtol(tsv_at(t, r, column_of(t, "ping")), NULL, 10);
        bool unsigned_steps = strstr(name, ".v1.") && strstr(name, ".ref");
        if ((unsigned_steps ? (int16_t)(uint16_t)(uint32_t)p->ping : p->ping) != ping)
            fail_msg("%s: ping is %d, not %ld", what, p->ping, ping);
        unsigned bits = (unsigned)(p->possession | p->blocking << 1 | p->stunned << 2 | p->invulnerable << 3 | p->emote << 4);
        if (bits != strtoul(tsv_at(t, r, flags), NULL, 10)) fail_msg("%s: flags %u", what, bits);
        if (p->userid != (uint64_t)strtoll(tsv_at(t, r, userid), NULL, 10))
            fail_msg("%s: userid %llu", what, (unsigned long long)p->userid);
        const char *cell = tsv_at(t, r, loadout);
        unsigned worn = (unsigned)(p->weapon | p->ordnance << 2 | p->tac_mod << 4 | p->arm << 6);
        if (*cell && worn != strtoul(cell, NULL, 10)) fail_msg("%s: loadout %u, not %s", what, worn, cell);
        if (!*cell) assert_false(p->has & ECHO_HAS_LOADOUT);
    }
}

static void check_bones(const reel_replay *replay, const tsv *t, const char *name)
{
    size_t count, at = 0;
    const echo_bone *bones = reel_rows(replay, &butter_bones, &count);
    for (size_t r = 0; r < t->rows; r++) {
        unsigned long frame = strtoul(tsv_at(t, r, 0), NULL, 10), player = strtoul(tsv_at(t, r, 1), NULL, 10),
                      bone = strtoul(tsv_at(t, r, 2), NULL, 10);
        while (at < count && (bones[at].frame != frame || bones[at].player != player || bones[at].bone != bone)) at++;
        if (at >= count) fail_msg("%s: no bone %lu of skeleton %lu in frame %lu", name, bone, player, frame);
        const float *value = &bones[at].position.x, *turn = &bones[at].rotation.x;
        for (size_t i = 0; i < 7; i++) {
            double is = (double)(i < 3 ? value[i] : turn[i - 3]), wanted = strtod(tsv_at(t, r, 3 + i), NULL);
            if (!(fabs(is - wanted) <= (i < 3 ? PLACE : BONE_TURN)))
                fail_msg("%s: bone %lu of skeleton %lu in frame %lu: %zu is %.9g, not %.9g", name, bone, player, frame, i, is,
                         wanted);
        }
    }
}

static reel_replay *load_sample(const char *file, const char *convention)
{
    char path[512];
    snprintf(path, sizeof path, "samples/%s", file);
    const char *full = corpus_path(path);
    if (!full) return NULL;
    reel_options options = { REEL_SIZED(reel_options), .convention = convention };
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(full, &options, &replay, &error) < 0) fail_msg("%s: %s", file, error.message);
    assert_null(reel_replay_damage(replay));
    return replay;
}

static size_t checked;

static void check_oracle(const reel_replay *replay, const char *stem, const char *mode, const char *table,
                         void (*check)(const reel_replay *, const tsv *, const char *))
{
    char path[512], name[256];
    snprintf(path, sizeof path, "expected/butter/frames/%s.%s.%s.tsv.gz", stem, mode, table);
    snprintf(name, sizeof name, "%s.%s", stem, mode);
    const char *full = corpus_find(path); /* not every file has bones */
    if (!full) return;
    tsv t = tsv_read(full);
    check(replay, &t, name);
    checked++;
    tsv_free(&t);
}

static bool compare_content(const char *name, const char *stem)
{
    static const char *const modes[][2] = { { "ideal", NULL }, { "ideal", "ideal" }, { "ref", "faithful" } };
    for (size_t m = 0; m < COUNT(modes); m++) {
        char file[256];
        snprintf(file, sizeof file, "butter/%s", name);
        reel_replay *replay = load_sample(file, modes[m][1]);
        if (!replay) return false;
        check_oracle(replay, stem, modes[m][0], "frames", check_frames);
        check_oracle(replay, stem, modes[m][0], "players", check_players);
        check_oracle(replay, stem, modes[m][0], "bones", check_bones);
        reel_free(replay);
    }
    return true;
}

static void reads_what_the_oracle_read(void **state)
{
    (void)state;
    tsv t;
    size_t files = 0;
    if (!corpus_table("expected/butter/same_content.tsv", &t)) skip();
    checked = 0;
    for (size_t r = 0; r < t.rows; r++) files += compare_content(tsv_cell(&t, r, "file"), tsv_cell(&t, r, "oracle_stem"));
    corpus_compared(files, "files");
    corpus_compared(checked, "tables");
    tsv_free(&t);
}

typedef struct severities {
    size_t warnings, errors;
} severities;

static void count_severities(void *context, const reel_finding *finding)
{
    severities *seen = context;
    seen->warnings += finding->severity == REEL_WARNING;
    seen->errors += finding->severity == REEL_ERROR;
}

/* A file of 0 bytes is not a replay to the library: nothing in it says what it is. */
static bool compare_verdict(const char *name, const char *verdict, const char *frames)
{
    char path[512];
    snprintf(path, sizeof path, "samples/butter/%s", name);
    const char *sample = corpus_path(path);
    if (!sample) return false;
    size_t size, count = 0;
    free(read_file(sample, &size));
    if (size == 0) return false;
    severities seen = { 0 };
    reel_options options = { REEL_SIZED(reel_options), .report = count_severities, .report_context = &seen };
    reel_replay *replay = NULL;
    reel_error error;
    reel_status status = reel_load_file(sample, &options, &replay, &error);
    bool damage = status < 0 || reel_replay_damage(replay);
    if (damage != (strcmp(verdict, "error") == 0 || strcmp(verdict, "partial") == 0))
        fail_msg("%s: %s", name, damage ? "taken as damaged" : "taken as sound");
    if (strcmp(verdict, "ok_with_warnings") == 0 && !seen.warnings) fail_msg("%s: nothing was said", name);
    if (strcmp(verdict, "ok") == 0 && seen.warnings) fail_msg("%s: a warning", name);
    if (*frames && replay) reel_rows(replay, strstr(name, ".butter") ? &butter_frames : &echoreplay_frames, &count);
    if (*frames && count != strtoul(frames, NULL, 10)) fail_msg("%s: %zu frames", name, count);
    reel_free(replay);
    return true;
}

static void hostile_files_get_their_verdicts(void **state)
{
    (void)state;
    tsv t;
    size_t compared = 0;
    if (!corpus_table("expected/butter/hostile_verdicts.tsv", &t)) skip();
    for (size_t r = 0; r < t.rows; r++)
        compared += compare_verdict(tsv_cell(&t, r, "file"), tsv_cell(&t, r, "verdict"), tsv_cell(&t, r, "frames"));
    corpus_compared(compared, "files");
    tsv_free(&t);
}

static void tells_the_layouts_of_version_3_apart(void **state)
{
    (void)state;
    tsv t;
    size_t compared = 0;
    if (!corpus_table("expected/butter/layout_detection.tsv", &t)) skip();
    for (size_t r = 0; r < t.rows; r++) {
        static const char *const names[] = { "3b", "3a", "v2", "v1" };
        char file[256];
        snprintf(file, sizeof file, "butter/%s", tsv_cell(&t, r, "file"));
        reel_replay *replay = load_sample(file, NULL);
        if (!replay) continue;
        size_t count;
        const butter_block *blocks = reel_rows(replay, &butter_blocks, &count);
        assert_true(count > 0);
        assert_string_equal(names[blocks[0].layout], tsv_cell(&t, r, "layout"));
        reel_free(replay);
        compared++;
    }
    corpus_compared(compared, "files");
    tsv_free(&t);
}

/* Members that nobody knows are kept together, in one text for each object: their bytes are those of the line, not its square. */
static void unknown_members_cost_what_they_are_long(void **state)
{
    (void)state;
    static const char head[] = "2021/11/20 21:15:03.120\t{\"teams\":[]", member[] = ",\"a\\\"b\":1";
    enum { MEMBERS = 80000 };
    size_t size = sizeof head - 1, one = sizeof member - 1;
    char *line = malloc(size + MEMBERS * one + 2);
    assert_non_null(line);
    memcpy(line, head, size);
    for (size_t i = 0; i < MEMBERS; i++, size += one) memcpy(line + size, member, one);
    line[size++] = '}';
    test_allocator counts = { 0 };
    reel_allocator allocator = test_allocator_of(&counts);
    reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(line, size), &options, &replay, &error) < 0) fail_msg("%s", error.message);
    size_t count;
    const echoreplay_frame *frame = reel_rows(replay, &echoreplay_frames, &count);
    assert_int_equal(count, 1);
    assert_int_equal(frame->extra.size, MEMBERS * one - 1);
    assert_memory_equal(frame->extra.data, "\"a\\\"b\":1,\"a", 11);
    assert_true(counts.peak < 64 * size);
    reel_free(replay);
    assert_int_equal(counts.live, 0);
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_the_oracle_read),
        cmocka_unit_test(hostile_files_get_their_verdicts),
        cmocka_unit_test(tells_the_layouts_of_version_3_apart),
        cmocka_unit_test(unknown_members_cost_what_they_are_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
