/* SPDX-License-Identifier: MIT
 * Long macros, encoded here: readers take runs of plain inputs at once, and everything else one at a time. Both must give the same rows,
 * whatever interrupts a run: swifts, events, wide numbers, lines of another form, a list without room. */
#include <reel/format.h>
#include <reel/macros.h>
#include <stdio.h>

#include "support.h"

enum { INPUTS = 3000, EVENTS_APART = 97, MOST_BYTES = 60 * INPUTS };

static gdr_input inputs[INPUTS];

typedef struct made {
    uint8_t data[MOST_BYTES];
    size_t size;
} made;

static uint32_t chance(uint32_t limit)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(state >> 16) % limit;
}

static void make_inputs(bool buttons)
{
    static const uint32_t limits[] = { 1, 16, 64, 64, 600, 600, 5000, 40000, 200000 };
    int64_t frame = 0;
    for (size_t i = 0; i < INPUTS; i++) {
        gdr_input *in = &inputs[i];
        frame += chance(limits[chance(sizeof limits / sizeof *limits)]);
        *in = (gdr_input){ .frame = frame, .button = GDR_JUMP, .player2 = (uint8_t)chance(2), .down = (uint8_t)chance(2) };
        if (buttons) in->button = (uint8_t)(GDR_JUMP + chance(3));
    }
}

static bool is_event(size_t i) { return i % EVENTS_APART == EVENTS_APART - 1; }

static uint64_t step_to(size_t i) { return (uint64_t)(inputs[i].frame - (i ? inputs[i - 1].frame : 0)); }

/* Whether two inputs are a press and a release on one frame. */
static bool are_swift(size_t i, bool any_first)
{
    if (i + 1 >= INPUTS || is_event(i + 1)) return false;
    const gdr_input *a = &inputs[i], *b = a + 1;
    return a->frame == b->frame && a->button == b->button && a->player2 == b->player2 && a->down != b->down &&
           (any_first || (a->down && a->button == GDR_JUMP));
}

static void put(made *m, uint64_t value, size_t bytes)
{
    assert_true(m->size + bytes <= sizeof m->data);
    for (size_t i = 0; i < bytes; i++) m->data[m->size++] = (uint8_t)(value >> 8 * i);
}

static void put_bytes(made *m, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) put(m, (uint8_t)bytes[i], 1);
}

static void put_f32(made *m, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(m, bits, 4);
}

static void put_f64(made *m, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(m, bits, 8);
}

/* ---- encoders --------------------------------------------------------------------------------------------------- */

static unsigned slc3_state_width(size_t i)
{
    uint64_t state = step_to(i) << 4;
    return state < 0x100 ? 0 : state < 0x10000 ? 1 : 2;
}

static void slc3(made *m)
{
    put_bytes(m, "SLC3RPLY", 8);
    put(m, 64, 2);
    put_f64(m, 240);
    put(m, 0, 8);
    put(m, 2, 4);
    put(m, 81, 4);
    m->size = 74;
    put(m, 1, 4);
    put(m, 0, 8); /* to the footer */
    put(m, INPUTS + INPUTS / EVENTS_APART, 8);
    for (size_t i = 0; i < INPUTS;) {
        if (is_event(i)) {
            put(m, 2u << 14 | 4u << 10, 2); /* a bugpoint, no step */
            put(m, 0, 1);
        }
        unsigned width = slc3_state_width(i) + (chance(9) == 0), power = 0;
        uint64_t states[64];
        size_t count = 0, most = (size_t)1 << chance(7), ends[64];
        for (size_t at = i; count < most && at < INPUTS && slc3_state_width(at) <= width && (at == i || !is_event(at));) {
            const gdr_input *in = &inputs[at];
            bool swift = are_swift(at, false);
            states[count] =
                step_to(at) << 4 | (swift ? 0u : in->button) << 2 | (unsigned)in->player2 << 1 | (swift ? 0 : in->down);
            at += swift ? 2 : 1;
            ends[count++] = at;
        }
        while (2u << power <= count) power++;
        put(m, width << 12 | power << 8, 2);
        for (size_t s = 0; s < (size_t)1 << power; s++) put(m, states[s], (size_t)1 << width);
        i = ends[(1u << power) - 1];
    }
    put(m, 0xcc, 1);
}

static void slc2(made *m)
{
    put_bytes(m, "SILL", 4);
    put_f64(m, 240);
    put(m, 0, 8);
    put(m, INPUTS + INPUTS / EVENTS_APART, 8);
    put(m, 2, 8);
    const size_t first = 1000 + 1000 / EVENTS_APART, rest = INPUTS + INPUTS / EVENTS_APART - first;
    const uint64_t table[] = { 4, 0, first, 8, first, rest };
    for (size_t i = 0; i < 6; i++) put(m, table[i], 8);
    for (size_t i = 0, number = 0; i < INPUTS; i++) {
        const gdr_input *in = &inputs[i];
        if (is_event(i)) put(m, 4u << 2, number++ < first ? 4 : 8); /* a restart */
        put(m, step_to(i) << 5 | (unsigned)in->button << 2 | (unsigned)in->player2 << 1 | in->down, number++ < first ? 4 : 8);
    }
    put_bytes(m, "EOM", 3);
}

static void slc1(made *m)
{
    put_f64(m, 240);
    put(m, INPUTS, 4);
    for (size_t i = 0; i < INPUTS; i++) {
        const gdr_input *in = &inputs[i];
        put(m, (uint64_t)in->frame << 4 | (unsigned)in->player2 << 3 | (unsigned)in->button << 1 | in->down, 4);
    }
}

static void tcbot_head(made *m, unsigned version)
{
    put_bytes(m, "\x9f\x88\x89\x84\x9f\x3b\x1d\xd8\xcc\xa1\x86\x8a\x88\x99\x84", 16);
    put(m, version, 2);
    put(m, version == 2 ? 2 : 0, 2);
    put_f32(m, 240);
    m->size = 80;
}

static void put_leb128(made *m, uint64_t value, bool minimal)
{
    for (; value >= 0x80; value >>= 7) put(m, (value & 0x7f) | 0x80, 1);
    put(m, minimal ? value : value | 0x80, 1);
    if (!minimal) put(m, 0, 1);
}

static void tcbot1(made *m)
{
    tcbot_head(m, 1);
    put_leb128(m, INPUTS + INPUTS / EVENTS_APART, true);
    for (size_t i = 0; i < INPUTS; i++) {
        const gdr_input *in = &inputs[i];
        if (is_event(i)) {
            put_leb128(m, (uint64_t)inputs[i - 1].frame, true);
            put(m, 3, 1); /* a restart */
        }
        put_leb128(m, (uint64_t)in->frame, chance(50) != 0);
        put(m, (unsigned)in->button - GDR_JUMP + ((unsigned)in->player2 << 6) + ((unsigned)in->down << 7), 1);
    }
    put(m, 0xcc, 1);
}

static void tcbot2(made *m)
{
    uint64_t last = 0;
    tcbot_head(m, 2);
    put_leb128(m, (uint64_t)inputs[0].frame, true);
    for (size_t i = 0; i < INPUTS;) {
        const gdr_input *in = &inputs[i];
        if (is_event(i)) put(m, 3u << 2 | 1u << 4, 1); /* a bugpoint, no step */
        bool swift = are_swift(i, true);
        i += swift ? 2 : 1;
        uint64_t step = i < INPUTS ? step_to(i) : 0, stored = step;
        bool after_last = last && step >= last && chance(2);
        if (after_last) stored -= last;
        unsigned size = stored == 0 && (after_last || step == 0) ? 0 : stored < 0x100 ? 1 : stored < 0x10000 ? 2 : 3;
        put(m,
            in->button | (unsigned)in->down << 2 | (unsigned)in->player2 << 3 | (unsigned)swift << 4 | (unsigned)after_last << 5 |
                size << 6,
            1);
        put(m, stored, size == 3 ? 4 : size);
        if (size && step) last = step;
    }
}

static void re_input(made *m, const gdr_input *in)
{
    put(m, (uint64_t)in->frame, 4);
    put(m, in->down, 4);
    put(m, in->button, 4);
    put(m, !in->player2, 4);
}

static void re1(made *m)
{
    put_f32(m, 240);
    put(m, 0, 4);
    put(m, INPUTS, 4);
    for (size_t i = 0; i < INPUTS; i++) re_input(m, &inputs[i]);
}

static void re4(made *m)
{
    put_bytes(m, "RE4", 3);
    put_f32(m, 240);
    put(m, 0, 8);
    put(m, INPUTS, 8);
    for (size_t i = 0; i < INPUTS; i++) {
        const gdr_input *in = &inputs[i];
        put(m, (uint64_t)in->frame, 8);
        put(m, in->down, 1);
        put(m, in->button, 4);
        put(m, in->player2, 1);
    }
}

static void uvbot(made *m)
{
    put_bytes(m, "UVBOT\x01", 6);
    put(m, INPUTS, 4);
    put(m, 0, 8);
    for (size_t i = 0; i < INPUTS; i++) {
        const gdr_input *in = &inputs[i];
        put(m, (uint64_t)in->frame, 8);
        put(m, ((unsigned)in->button - GDR_JUMP + (in->player2 ? 3 : 0)) << 1 | in->down, 1);
    }
    put_bytes(m, "TOBVU", 5);
}

static void zbot(made *m)
{
    put_f32(m, 1 / 240.0f);
    put_f32(m, 1);
    for (size_t i = 0; i < INPUTS; i++) {
        put(m, (uint64_t)inputs[i].frame, 4);
        put(m, (uint64_t)'0' + inputs[i].down, 1);
        put(m, (uint64_t)'0' + !inputs[i].player2, 1);
    }
}

static void megahack(made *m)
{
    put_bytes(m, "HACKPRO\x07", 8);
    put(m, 4, 4);
    put(m, 240, 4);
    put(m, 0, 8);
    put(m, 32, 4);
    put(m, INPUTS, 4);
    for (size_t i = 0; i < INPUTS; i++) {
        put(m, (uint64_t)inputs[i].down << 16 | (uint64_t)inputs[i].player2 << 24, 4);
        put(m, (uint64_t)inputs[i].frame, 4);
        for (size_t p = 0; p < 3; p++) put(m, 0, 8);
    }
    put_bytes(m, "\xfa\x67\x55\x5a\x8d\x95\x94\x07\xc9\x8c\xba\x7f\x75\x9c\xef\x3c", 16);
}

static void put_line(made *m, const gdr_input *in, char bar, const char *rest)
{
    char line[100];
    int size = snprintf(line, sizeof line, "%lld%c%d%c%d%c%d%s\n", (long long)in->frame, bar, in->down, bar, in->button, bar,
                        !in->player2, rest);
    put_bytes(m, line, (size_t)size);
}

static void xdbot(made *m)
{
    static const char *const rests[] = {
        "", "", "|0|0|0|0|0|0|0|0|0|0|0|0|0", "|0|0|0|0|0|0|0|0|0|0|0|0|0", "\r", "|0|0|0|0|0|0|0|0|0|0|0|0|00"
    };
    put_bytes(m, "240\n", 4);
    for (size_t i = 0; i < INPUTS; i++) put_line(m, &inputs[i], '|', rests[chance(sizeof rests / sizeof *rests)]);
}

static void plain_text(made *m)
{
    put_bytes(m, "240\n", 4);
    for (size_t i = 0; i < INPUTS; i++) put_line(m, &inputs[i], ' ', chance(20) ? "" : chance(2) ? "\r" : "\n");
}

static const struct {
    const reel_format *format;
    void (*encode)(made *);
    bool buttons, events;
} formats[] = {
    { &reel_format_slc3, slc3, true, true },  { &reel_format_slc2, slc2, true, true },
    { &reel_format_slc1, slc1, true, false }, { &reel_format_tcm, tcbot1, true, true },
    { &reel_format_tcm, tcbot2, true, true }, { &reel_format_re1, re1, true, false },
    { &reel_format_re4, re4, true, false },   { &reel_format_uv, uvbot, true, false },
    { &reel_format_zbf, zbot, false, false }, { &reel_format_mhr, megahack, false, false },
    { &reel_format_xd, xdbot, true, false },  { &reel_format_macro_text, plain_text, true, false },
};

/* ---- tests ------------------------------------------------------------------------------------------------------ */

static reel_replay *load(const made *m, size_t f, const reel_table *const *tables)
{
    const reel_options options = { REEL_SIZED(reel_options), .format = formats[f].format, .tables = tables,
                                   .flags = REEL_STRICT };
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(m->data, m->size), &options, &replay, &error) < 0)
        fail_msg("encoder %zu: %s: %s at %llu", f, error.rule, error.message, (unsigned long long)error.offset);
    return replay;
}

static void assert_events(const reel_replay *replay, size_t f)
{
    size_t count;
    const macros_event *events = reel_rows(replay, &macros_events, &count);
    assert_int_equal(count, formats[f].events ? INPUTS / EVENTS_APART : 0);
    for (size_t i = 0; i < count; i++) {
        size_t next = (i + 1) * EVENTS_APART - 1;
        assert_int_equal(events[i].index, next);
        assert_int_equal(events[i].frame, inputs[formats[f].encode == tcbot2 ? next : next - 1].frame); /* the step comes first */
    }
}

static void runs_of_plain_inputs_have_the_same_rows_as_single_ones(void **state)
{
    static made m;
    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        make_inputs(formats[f].buttons);
        memset(&m, 0, sizeof m);
        formats[f].encode(&m);
        reel_replay *replay = load(&m, f, NULL);
        size_t count;
        const gdr_input *rows = reel_rows(replay, &gdr_inputs, &count);
        assert_int_equal(count, INPUTS);
        for (size_t i = 0; i < count; i++)
            if (rows[i].frame != inputs[i].frame || rows[i].button != inputs[i].button || rows[i].player2 != inputs[i].player2 ||
                rows[i].down != inputs[i].down || rows[i].extra != GDR_PLAIN)
                fail_msg("encoder %zu: input %zu of %s", f, i, formats[f].format->id);
        assert_events(replay, f);
        reel_free(replay);
    }
}

static void hear_flag(void *context, const reel_finding *finding)
{
    if (strcmp(finding->rule, "macros.bool") == 0) *(uint64_t *)context = finding->offset;
}

/* In the middle of a run: the flag is reported, and taken for true. */
static void flags_that_are_neither_0_nor_1_end_a_run(void **state)
{
    static made m;
    enum { HEAD = 12, AT = INPUTS / 2, DOWN = 4, PLAYER1 = 12 };
    static const size_t flags[] = { DOWN, PLAYER1 };
    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        make_inputs(true);
        memset(&m, 0, sizeof m);
        re1(&m);
        const size_t at = HEAD + AT * ((m.size - HEAD) / INPUTS) + flags[i];
        uint64_t offset = 0;
        size_t count;
        m.data[at] = 2;
        const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_re1, .report = hear_flag,
                                       .report_context = &offset };
        reel_replay *replay;
        assert_int_equal(reel_load(reel_source_memory(m.data, m.size), &options, &replay, NULL), REEL_OK);
        const gdr_input *rows = reel_rows(replay, &gdr_inputs, &count);
        assert_int_equal(count, INPUTS);
        assert_int_equal(offset, at);
        if (flags[i] == DOWN)
            assert_int_equal(rows[AT].down, 1);
        else
            assert_int_equal(rows[AT].player2, 0);
        reel_free(replay);
    }
}

static void add_offset(void *context, const reel_finding *finding)
{
    if (strcmp(finding->rule, "macros.player-flag") == 0) *(uint64_t *)context += finding->offset;
}

/* RE3 has a list for each player and states the player in each input, too: an input of the other player is reported where it says so. Here all
 * are in the first list, and are read as a run. */
static void inputs_in_the_list_of_the_other_player_are_reported(void **state)
{
    (void)state;
    enum { FEW = 4 };
    static const char text[] = "240\n10 1 1 1\n20 0 1 1\n30 1 1 1\n40 0 1 1\n";
    const reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    size_t found = 0;
    reel_memory file;
    reel_error error;
    if (reel_convert(reel_source_memory(text, sizeof text - 1), NULL, &reel_format_re3, reel_sink_memory(&file, NULL), &how,
                     &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    for (size_t at = 0; at < file.size; at++) {
        uint64_t offset = 0;
        const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_re3, .report = add_offset,
                                       .report_context = &offset };
        reel_replay *replay;
        file.data[at] ^= 1;
        if (reel_load(reel_source_memory(file.data, file.size), &options, &replay, NULL) >= 0)
            reel_free(replay); /* else it is no RE3 */
        file.data[at] ^= 1;
        found += at && offset == at;
    }
    assert_int_equal(found, FEW);
    reel_memory_free(&file);
}

static void events_have_their_places_if_inputs_are_not_requested(void **state)
{
    static const reel_table *const events_only[] = { &macros_events, NULL };
    static made m;
    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        make_inputs(formats[f].buttons);
        memset(&m, 0, sizeof m);
        formats[f].encode(&m);
        reel_replay *replay = load(&m, f, events_only);
        assert_events(replay, f);
        reel_free(replay);
    }
}

/* Steps of TCBot 2 that add up: each has 32 bits more than the one before. A step beyond the largest frame is an error, and the inputs
 * before it are there. */
static void growing_steps_end_at_the_largest_frame(void **state)
{
    static const int64_t most = ((int64_t)1 << 62) - 1,
                         first[] = { 0, most / 2 - 70000, most / 2 + 1, most - ((int64_t)1 << 45), most - 300 };
    enum { STEPS = 2000, HEAD = GDR_JUMP | 1 << 2 | 1 << 5 | 3 << 6 };
    static made m;
    (void)state;
    for (size_t f = 0; f < sizeof first / sizeof *first; f++) {
        int64_t frames[STEPS + 1] = { first[f] }, last = 0;
        size_t count = 0;
        memset(&m, 0, sizeof m);
        tcbot_head(&m, 2);
        put_leb128(&m, (uint64_t)first[f], true);
        for (bool fits = true; fits && count < STEPS; count++) {
            const uint32_t more = f % 2 ? chance(500) : UINT32_MAX - chance(500);
            put(&m, HEAD, 1);
            put(&m, more, 4);
            last += more;
            fits = last <= most - frames[count];
            frames[count + 1] = fits ? frames[count] + last : most;
        }
        const bool fails = count < STEPS;
        reel_replay *replay;
        reel_error error;
        const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_tcm };
        assert_int_equal(reel_load(reel_source_memory(m.data, m.size), &options, &replay, &error), REEL_OK);
        const reel_error *damage = reel_replay_damage(replay);
        if (fails)
            assert_string_equal(damage ? damage->rule : "", "macros.frame-overflow");
        else
            assert_null(damage);
        size_t read;
        const gdr_input *rows = reel_rows(replay, &gdr_inputs, &read);
        assert_int_equal(read, count);
        for (size_t i = 0; i < read; i++) assert_int_equal(rows[i].frame, frames[i]);
        reel_free(replay);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_plain_inputs_have_the_same_rows_as_single_ones),
        cmocka_unit_test(flags_that_are_neither_0_nor_1_end_a_run),
        cmocka_unit_test(inputs_in_the_list_of_the_other_player_are_reported),
        cmocka_unit_test(events_have_their_places_if_inputs_are_not_requested),
        cmocka_unit_test(growing_steps_end_at_the_largest_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
