/* SPDX-License-Identifier: MIT
 * Inputs of one shape are read by comparing bytes, others by the grammar. Whatever the inputs are, both read the same: each array of inputs is
 * read as it is, and once more with an input of another shape before each of its own, where no shape ever lasts. */
#include "truth.h"

enum { INPUTS = 24, DIVIDER_FRAME = 77777777, ROOM = 1 << 14, MEMBERS = 4 };

static uint64_t state_of_draw;

static uint32_t draw(uint32_t below)
{
    state_of_draw = state_of_draw * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_draw >> 33) % below;
}

typedef struct made {
    uint8_t data[ROOM];
    size_t size;
} made;

static void put(made *m, const void *data, size_t size)
{
    assert_true(size <= ROOM - m->size);
    memcpy(m->data + m->size, data, size);
    m->size += size;
}

static void put_text(made *m, const char *text) { put(m, text, strlen(text)); }
static void put_byte(made *m, unsigned byte) { put(m, &(uint8_t){ (uint8_t)byte }, 1); }

static const char *const keys[MEMBERS] = { "2p", "btn", "down", "frame" };

/* ---- inputs of any kind --------------------------------------------------------------------------------------------- */

typedef struct style {
    unsigned order; /* which permutation of the keys */
    const char *blank;
    unsigned oddness; /* one value in so many is odd; 0: none is */
} style;

static void order_of(unsigned order, unsigned out[MEMBERS])
{
    static const unsigned orders[][MEMBERS] = { { 0, 1, 2, 3 }, { 3, 1, 0, 2 }, { 2, 3, 1, 0 }, { 1, 2, 3, 0 } };
    memcpy(out, orders[order % 4], sizeof orders[0]);
}

static void put_json_value(made *m, unsigned key, bool odd)
{
    static const char *const odd_values[] = { "1.0",
                                              "-1",
                                              "1e2",
                                              "\"12\"",
                                              "007",
                                              "null",
                                              "true",
                                              "0",
                                              "false ",
                                              "tru",
                                              "[]",
                                              "{}",
                                              "18446744073709551615",
                                              "9223372036854775808",
                                              "3",
                                              "255",
                                              "256",
                                              "12 ",
                                              "1.5",
                                              "-0",
                                              "\"\"",
                                              "1234567890123456789" };
    char text[32];
    if (odd) {
        put_text(m, odd_values[draw(sizeof odd_values / sizeof *odd_values)]);
        return;
    }
    if (key == 0 || key == 2)
        snprintf(text, sizeof text, "%s", draw(2) ? "true" : "false");
    else
        snprintf(text, sizeof text, "%u", key == 1 ? draw(3) : draw(1u << draw(30)));
    put_text(m, text);
}

static void put_json_input(made *m, const style *how)
{
    unsigned order[MEMBERS], drop = how->oddness && draw(how->oddness) == 0 ? draw(MEMBERS) : MEMBERS;
    bool extra = how->oddness && draw(how->oddness) == 0, again = how->oddness && draw(how->oddness) == 0, any = false;
    order_of(how->order, order);
    put_text(m, "{");
    for (unsigned i = 0; i < MEMBERS + 0u + extra + again; i++) {
        unsigned key = order[i % MEMBERS];
        if (i == drop) continue;
        if (any) put_text(m, ","), put_text(m, how->blank);
        any = true;
        put_text(m, "\"");
        put_text(m, i == MEMBERS && extra ? "other" : keys[key]);
        put_text(m, "\":");
        put_text(m, how->blank);
        put_json_value(m, key, how->oddness && draw(how->oddness) == 0);
    }
    put_text(m, how->blank);
    put_text(m, "}");
}

static void put_msgpack_value(made *m, unsigned key, bool odd)
{
    static const uint8_t odd_values[][9] = {
        { 1, 0xc0 }, { 2, 0xd0, 0xff }, { 5, 0xca, 0x3f, 0xc0, 0, 0 }, { 1, 0xff }, { 2, 0xa1, '7' },  { 1, 0x90 },
        { 1, 0x80 }, { 1, 0x07 },       { 3, 0xcd, 0x01, 0x00 },       { 1, 0xc2 }, { 2, 0xcc, 0x02 }, { 5, 0xce, 0, 0, 0, 1 },
    };
    if (odd) {
        const uint8_t *value = odd_values[draw(sizeof odd_values / sizeof *odd_values)];
        put(m, value + 1, value[0]);
    } else if (key == 0 || key == 2) {
        put_byte(m, 0xc2 + draw(2));
    } else if (key == 1) {
        put_byte(m, draw(3));
    } else {
        unsigned width = draw(5);
        if (width == 0) put_byte(m, draw(128));
        if (width) put_byte(m, 0xcc + width - 1);
        for (unsigned i = 0; width && i < 1u << (width - 1); i++) put_byte(m, i == 0 && width == 4 ? 0 : draw(256));
    }
}

static void put_msgpack_input(made *m, const style *how)
{
    unsigned order[MEMBERS];
    bool extra = how->oddness && draw(how->oddness) == 0;
    order_of(how->order, order);
    put_byte(m, 0x80 + MEMBERS + extra);
    for (unsigned i = 0; i < MEMBERS + 0u + extra; i++) {
        const char *key = i == MEMBERS ? "other" : keys[order[i]];
        put_byte(m, 0xa0 + (unsigned)strlen(key));
        put_text(m, key);
        put_msgpack_value(m, order[i % MEMBERS], how->oddness && draw(how->oddness) == 0);
    }
}

/* ---- documents ------------------------------------------------------------------------------------------------------ */

static void put_divider(made *m, bool json)
{
    if (json) {
        put_text(m, "{\"btn\":  1,  \"down\":  true,  \"frame\":  77777777,  \"2p\":  false  }");
        return;
    }
    put_text(m, "\x84\xa3"
                "btn\x01\xa4"
                "down\xc3\xa5"
                "frame\xce\x04\xa2\xcb\x71\xa2"
                "2p\xc2");
}

static void begin_document(made *m, bool json, unsigned count)
{
    m->size = 0;
    if (json) {
        put_text(m, "{\"framerate\":240.0,\"inputs\":[");
    } else {
        put_text(m, "\x82\xa9"
                    "framerate\xcc\xf0\xa6"
                    "inputs\xdc");
        put_byte(m, count >> 8);
        put_byte(m, count & 255);
    }
}

typedef struct outcome {
    reel_status status;
    reel_findings *findings;
    reel_replay *replay;
} outcome;

static outcome read_document(const made *m, bool json)
{
    outcome o = { .findings = reel_findings_new(NULL) };
    const reel_options options = { REEL_SIZED(reel_options), .format = json ? &reel_format_gdr1_json : &reel_format_gdr1,
                                   .report = reel_findings_report, .report_context = o.findings };
    o.status = reel_load(reel_source_memory(m->data, m->size), &options, &o.replay, NULL);
    return o;
}

static void free_outcome(outcome *o)
{
    reel_free(o->replay);
    reel_findings_free(o->findings);
}

static bool has_rule(const reel_findings *findings, const char *rule)
{
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        if (strcmp(reel_findings_at(findings, i)->rule, rule) == 0) return true;
    return false;
}

static void assert_same_rules(const reel_findings *a, const reel_findings *b)
{
    for (size_t i = 0; i < reel_findings_count(a); i++)
        if (!has_rule(b, reel_findings_at(a, i)->rule)) fail_msg("only one reading has %s", reel_findings_at(a, i)->rule);
}

/* The rows of the array as it is are those of the divided one without the dividers. Returns how many. */
static size_t compare_rows(const reel_replay *whole, const reel_replay *divided)
{
    size_t count = 0, others = 0, at = 0;
    const gdr_input *rows = whole ? reel_rows(whole, &gdr_inputs, &count) : NULL,
                    *with = divided ? reel_rows(divided, &gdr_inputs, &others) : NULL;
    for (size_t i = 0; i < others; i++) {
        if (with[i].frame == DIVIDER_FRAME) continue;
        assert_true(at < count);
        assert_memory_equal(&rows[at], &with[i], sizeof *rows);
        at++;
    }
    assert_int_equal(at, count);
    return count;
}

static size_t try_inputs(bool json, uint64_t seed)
{
    static made inputs[INPUTS], whole, divided;
    state_of_draw = seed;
    trying("%s, seed %llu", json ? "JSON" : "msgpack", (unsigned long long)seed);
    const char *const blanks[] = { "", " ", "\n\t" };
    const style how = { .order = draw(3), .blank = blanks[draw(3)], .oddness = draw(3) ? 20 + draw(40) : 0 };
    for (unsigned i = 0; i < INPUTS; i++) {
        inputs[i].size = 0;
        if (json)
            put_json_input(&inputs[i], &how);
        else
            put_msgpack_input(&inputs[i], &how);
        if (json && how.oddness && draw(4 * INPUTS) == 0)
            inputs[i].data[draw((uint32_t)inputs[i].size)] ^= (uint8_t)(1 << draw(8));
    }
    const unsigned no_comma = json && draw(20) == 0 ? 1 + draw(INPUTS - 1) : 0;
    begin_document(&whole, json, INPUTS);
    begin_document(&divided, json, 2 * INPUTS);
    for (unsigned i = 0; i < INPUTS; i++) {
        const char *comma = json && i && i != no_comma ? "," : "";
        put_text(&whole, comma);
        put_text(&divided, comma);
        put_divider(&divided, json);
        if (json) put_text(&divided, ",");
        put(&whole, inputs[i].data, inputs[i].size);
        put(&divided, inputs[i].data, inputs[i].size);
    }
    if (json) put_text(&whole, "]}"), put_text(&divided, "]}");
    outcome a = read_document(&whole, json), b = read_document(&divided, json);
    assert_int_equal(a.status, b.status);
    assert_same_rules(a.findings, b.findings);
    assert_same_rules(b.findings, a.findings);
    size_t rows = compare_rows(a.replay, b.replay);
    free_outcome(&a);
    free_outcome(&b);
    return rows;
}

static void inputs_of_one_shape_read_like_any(void **state)
{
    (void)state;
    const size_t seeds = by_effort(200000, 20000, 4000);
    size_t rows = 0;
    for (size_t seed = 0; seed < seeds; seed++) rows += try_inputs(true, seed) + try_inputs(false, seed);
    printf("%zu arrays of inputs in JSON and in msgpack, %zu rows\n", seeds, rows);
    assert_true(rows > seeds * INPUTS);
}

static void a_cut_leaves_the_inputs_before_it(void **state)
{
    (void)state;
    static made whole, cut;
    const style how = { .order = 0, .blank = "" };
    state_of_draw = 5;
    begin_document(&whole, true, 0);
    for (unsigned i = 0; i < INPUTS; i++) {
        if (i) put_text(&whole, ",");
        put_json_input(&whole, &how);
    }
    put_text(&whole, "]}");
    outcome all = read_document(&whole, true);
    size_t count, before = 0;
    const gdr_input *rows = reel_rows(all.replay, &gdr_inputs, &count);
    assert_int_equal(count, INPUTS);
    for (size_t size = 30; size < whole.size; size++) {
        memcpy(cut.data, whole.data, cut.size = size);
        trying("cut at %zu", size);
        outcome part = read_document(&cut, true);
        size_t have = 0;
        const gdr_input *got = part.replay ? reel_rows(part.replay, &gdr_inputs, &have) : NULL;
        assert_true(has_rule(part.findings, "gdr.truncated"));
        assert_true(have >= before && have <= before + 1);
        for (size_t i = 0; i < have; i++) assert_memory_equal(&rows[i], &got[i], sizeof *got);
        before = have;
        free_outcome(&part);
    }
    assert_int_equal(before, INPUTS);
    free_outcome(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_of_one_shape_read_like_any),
        cmocka_unit_test(a_cut_leaves_the_inputs_before_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
