/* SPDX-License-Identifier: MIT
 * The reading convention "faithful": each value has the bits that the reference decoder gives it. */
#include "oracle.h"

#include "formats/echo/butter/frames.h"

/* ---- the text of the reference decoder ---------------------------------------------------------------------------------- */

typedef struct decoded {
    const char *at, *name; /* the rest of a line, and the file */
    size_t values;
} decoded;

/* Compares the numbers after the next member of this name. Members come in the order of the public model. */
static void same_numbers(decoded *d, const char *key, const float *numbers, size_t count)
{
    char member[64];
    snprintf(member, sizeof member, "\"%s\":", key);
    const char *found = strstr(d->at, member);
    if (!found) fail_msg("%s: no %s in %.40s", d->name, key, d->at);
    d->at = found + strlen(member);
    for (size_t i = 0; i < count; i++) {
        char *end;
        d->at += *d->at == '[' || *d->at == ',';
        float wanted = strtof(d->at, &end);
        if (end == d->at) fail_msg("%s: %s has no number %zu", d->name, key, i);
        if (wanted != numbers[i] && !(wanted != wanted && numbers[i] != numbers[i]))
            fail_msg("%s: %s %zu is %.9g, not %.9g", d->name, key, i, (double)numbers[i], (double)wanted);
        d->at = end;
        d->values++;
    }
}

static void same_vector(decoded *d, const char *key, reel_vec3 v) { same_numbers(d, key, &v.x, 3); }
static void same_number(decoded *d, const char *key, float number) { same_numbers(d, key, &number, 1); }

static void same_integer(decoded *d, const char *key, long long number)
{
    char member[64];
    snprintf(member, sizeof member, "\"%s\":%lld,", key, number);
    const char *found = strstr(d->at, member);
    if (!found) fail_msg("%s: %s is not %lld in %.400s", d->name, key, number, d->at);
    d->at = found + strlen(member);
    d->values++;
}

static void same_directions(decoded *d, reel_quaternion q)
{
    reel_vec3 forward, left, up;
    reel__wire_directions(q, &forward, &left, &up);
    same_vector(d, "forward", forward);
    same_vector(d, "left", left);
    same_vector(d, "up", up);
}

static void same_match(decoded *d, const butter_frame *f)
{
    const echo_frame *c = &f->common;
    const echo_throw *t = &c->throw_;
    if (c->has & ECHO_HAS_DISC) {
        same_vector(d, "position", c->disc_position);
        same_directions(d, f->disc_rotation);
        same_vector(d, "velocity", c->disc_velocity);
    }
    same_number(d, "arm_speed", t->arm_speed);
    same_number(d, "rot_per_sec", t->rot_per_sec);
    same_number(d, "total_speed", t->total_speed);
    same_number(d, "throw_move_penalty", t->throw_move_penalty);
    same_number(d, "game_clock", c->game_clock);
    same_number(d, "blue_points", c->blue_points);
    same_number(d, "orange_points", c->orange_points);
    reel_vec3 forward, left, up;
    reel__wire_directions(f->vr_rotation, &forward, &left, &up);
    same_vector(d, "vr_left", left);
    same_vector(d, "vr_position", c->vr_position);
    same_vector(d, "vr_forward", forward);
    same_vector(d, "vr_up", up);
    same_number(d, "unpaused_timer", c->unpaused_timer);
    same_number(d, "paused_timer", c->paused_timer);
}

static void same_player(decoded *d, const butter_player *p)
{
    const echo_player *c = &p->common;
    same_vector(d, "position", c->head);
    same_directions(d, p->head_rotation);
    same_vector(d, "position", c->body);
    same_directions(d, p->body_rotation);
    same_integer(d, "userid", (long long)c->userid);
    same_integer(d, "ping", c->ping);
    same_number(d, "packetlossratio", c->packet_loss);
    same_vector(d, "pos", c->left_hand);
    same_directions(d, p->left_hand_rotation);
    same_vector(d, "pos", c->right_hand);
    same_directions(d, p->right_hand_rotation);
    same_vector(d, "velocity", c->velocity);
    if (!(c->has & ECHO_HAS_STATS)) return;
    same_number(d, "possession_time", c->possession_time);
    same_integer(d, "points", c->stats.points);
    same_integer(d, "stuns", c->stats.stuns);
    same_integer(d, "assists", c->stats.assists);
}

static void same_skeletons(decoded *d, const echo_bone *bones, size_t count)
{
    float positions[3 * WIRE_BONES], rotations[4 * WIRE_BONES];
    for (size_t i = 0; i < count; i++) {
        size_t bone = i % WIRE_BONES;
        memcpy(positions + 3 * bone, &bones[i].position, sizeof bones->position);
        memcpy(rotations + 4 * bone, &bones[i].rotation, sizeof bones->rotation);
        if (bone + 1 < WIRE_BONES) continue;
        same_numbers(d, "bone_o", rotations, 4 * WIRE_BONES);
        same_numbers(d, "bone_t", positions, 3 * WIRE_BONES);
    }
}

static size_t compared_values;

static void compare_text(const reel_replay *replay, char *text, const char *name)
{
    size_t frames, players, bones, player = 0, bone = 0;
    const butter_frame *frame = reel_rows(replay, &butter_frames, &frames);
    const butter_player *player_rows = reel_rows(replay, &butter_players, &players);
    const echo_bone *bone_rows = reel_rows(replay, &butter_bones, &bones);
    char *line = text;
    for (size_t i = 0; i < frames; i++) {
        char *end = strchr(line, '\n');
        if (!end) fail_msg("%s: %zu lines", name, i);
        *end = 0;
        decoded d = { .at = line, .name = name };
        same_match(&d, &frame[i]);
        for (; player < players && player_rows[player].common.frame == i; player++) same_player(&d, &player_rows[player]);
        size_t first = bone;
        while (bone < bones && bone_rows[bone].frame == i) bone++;
        same_skeletons(&d, bones ? bone_rows + first : NULL, bone - first);
        compared_values += d.values;
        line = end + 1;
    }
    assert_int_equal(*line, 0);
}

static bool compare_decoded(const char *path, const char *name)
{
    char sample[512];
    const char *slash = strrchr(name, '/'), *stem = slash ? slash + 1 : name, *end = strstr(stem, ".reference-decoded");
    assert_non_null(end);
    snprintf(sample, sizeof sample, "samples/butter/butter/%.*s.ki300.gzip.butter", (int)(end - stem), stem);
    const char *full = corpus_path(sample);
    if (!full) return false;
    reel_options options = { REEL_SIZED(reel_options), .convention = "faithful" };
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(full, &options, &replay, &error) < 0) fail_msg("%s: %s", sample, error.message);
    size_t size;
    char *text = read_unzipped(path, &size);
    compare_text(replay, text, name);
    free(text);
    reel_free(replay);
    return true;
}

static void every_value_has_the_bits_of_the_reference(void **state)
{
    (void)state;
    compared_values = 0;
    corpus_compared(corpus_each("expected/butter/reference_decoded", ".gz", compare_decoded), "files");
    corpus_compared(compared_values, "values");
}

/* ---- made players: sums that need more than single precision ------------------------------------------------------------ */

static uint32_t made_bits(void)
{
    static uint64_t seed = 7;
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33);
}

static void store16(uint8_t *to, uint16_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

/* A finite half, large enough in the first frame to lose bits of the later ones. */
static uint16_t made_half(bool large)
{
    unsigned exponent = large ? 20 + made_bits() % 4 : 1 + made_bits() % 14;
    return (uint16_t)((made_bits() & 0x83ff) | exponent << 10);
}

typedef struct plain_player {
    float at[12], velocity[3], loss;
    int64_t ping;
} plain_player;

/* A step is added in double and rounded once, which gives the same as a single addition. */
static uint8_t *put_steps(uint8_t *to, float *sums, size_t count, bool large)
{
    for (size_t i = 0; i < count; i++, to += 2) {
        uint16_t half = made_half(large);
        store16(to, half);
        volatile float sum = (float)((double)sums[i] + (double)wire_half(half));
        sums[i] = sum;
    }
    return to;
}

/* A player of the lobby of version 3, or of version 1, with velocity and all poses but no statistics. */
static void put_player(uint8_t *to, plain_player *p, bool first, bool one)
{
    *to++ = 1;
    *to++ = 4;
    *to++ = one ? 32 | 128 : 64 | 128;
    uint16_t step = (uint16_t)(first ? 41 : made_bits());
    store16(to, step);
    p->ping += one ? step : (int16_t)step;
    to = put_steps(to + 2, &p->loss, 1, first);
    to = put_steps(to, p->velocity, 3, first);
    *to++ = 0x55;
    put_steps(to, p->at, 12, first);
}

static void compare_sums(bool one)
{
    frame_state *frames = calloc(1, sizeof *frames);
    assert_non_null(frames);
    frames->kind = (wire_kind){ .layout = one ? BUTTER_LAYOUT_1 : BUTTER_LAYOUT_3B, .players = 1 };
    plain_player p = { .ping = 0 };
    for (frames->frame = 0; frames->frame < 2000; frames->frame++) {
        uint8_t bytes[64] = { 0 };
        put_player(bytes, &p, frames->frame == 0, one);
        reel__frames_decode_player(frames, bytes, 0);
        const echo_player *row = &frames->players[1].row.common;
        assert_int_equal(row->ping, p.ping);
        assert_memory_equal(&row->packet_loss, &p.loss, sizeof p.loss);
        assert_memory_equal(&row->velocity, p.velocity, sizeof p.velocity);
        assert_memory_equal(&row->head, p.at, 3 * sizeof *p.at);
        assert_memory_equal(&row->body, p.at + 3, 3 * sizeof *p.at);
        assert_memory_equal(&row->left_hand, p.at + 6, 3 * sizeof *p.at);
        assert_memory_equal(&row->right_hand, p.at + 9, 3 * sizeof *p.at);
    }
    free(frames);
}

static void sums_are_single_and_pings_have_32_bits(void **state)
{
    (void)state;
    compare_sums(false);
    compare_sums(true); /* version 1 takes the difference of a ping as positive */
}

static void the_published_sum_is_single(void **state)
{
    (void)state;
    frame_state *frames = calloc(1, sizeof *frames);
    assert_non_null(frames);
    frames->kind.players = 1;
    frames->frame = 1;
    frames->players[1].seen = 1;
    frames->players[1].at[0] = (double)192.697479f;
    uint8_t bytes[32] = { 1, 4, 0, 1 };
    store16(bytes + 4, reel__wire_half_down(0.0200043f));
    reel__frames_decode_player(frames, bytes, 0);
    assert_true(frames->players[1].row.common.head.x == 192.717484f);
    free(frames);
}

/* ---- points ------------------------------------------------------------------------------------------------------------- */

/* A keyframe with points and a frame without, and nobody in them. */
static void omitted_points_of_combat_are_0(void **state)
{
    (void)state;
    uint8_t bytes[64] = { 0xfc, 0xfe, [14] = 1, [15] = ECHO_PLAYING, [16] = 0, 0x3c, 0x00, 0x40, [25] = 0xfe, 0xfe };
    for (int ideal = 0; ideal < 2; ideal++) {
        frame_state *frames = calloc(1, sizeof *frames);
        assert_non_null(frames);
        frames->ideal = ideal;
        frames->kind = (wire_kind){ .layout = BUTTER_LAYOUT_3B, .combat = true };
        butter_frame rows[2];
        frame_rows out = { .frames = rows };
        reel__frames_decode(frames, bytes, 2, &out);
        assert_true(rows[0].common.blue_points == 1 && rows[0].common.orange_points == 2);
        assert_true(rows[1].common.blue_points == (ideal ? 1.0f : 0.0f));
        assert_true(rows[1].common.orange_points == (ideal ? 2.0f : 0.0f));
        assert_int_equal(rows[1].common.status, ECHO_PLAYING);
        free(frames);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_has_the_bits_of_the_reference),
        cmocka_unit_test(sums_are_single_and_pings_have_32_bits),
        cmocka_unit_test(the_published_sum_is_single),
        cmocka_unit_test(omitted_points_of_combat_are_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
