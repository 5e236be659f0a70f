/* SPDX-License-Identifier: MIT
 * How values are packed, against vectors of the public encoder. */
#include "corpus.h"

#include "formats/echo/common/wire.h"

static void unhex(const char *text, uint8_t *to)
{
    for (size_t i = 0; text[2 * i] && text[2 * i + 1]; i++) {
        char pair[3] = { text[2 * i], text[2 * i + 1], 0 };
        to[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
}

static void check_half(char *line)
{
    unsigned bits, half;
    if (sscanf(line, "half %x %*s -> %x", &bits, &half) != 2) fail_msg("%s", line);
    unsigned got = reel__wire_half_down(reel_float_of(bits));
    if (got != half) fail_msg("%s: %04x", line, got);
    if ((half & 0x7c00) != 0x7c00) assert_int_equal(reel__wire_half_down(wire_half((uint16_t)half)), half);
}

static void check_rotation(char *line)
{
    float q[4];
    char hex[16];
    uint8_t bytes[4];
    reel_quaternion back;
    if (sscanf(line, "st3 %f %f %f %f -> %15s", &q[0], &q[1], &q[2], &q[3], hex) != 5) fail_msg("%s", line);
    unhex(hex, bytes);
    uint32_t bits = reel__wire_small3((reel_quaternion){ q[0], q[1], q[2], q[3] }, true);
    if (bits != reel_load_u32le(bytes)) fail_msg("%s: %08x", line, (unsigned)bits);
    wire_quaternion(bits, &back);
    double wanted[4];
    const char *then = strstr(strstr(line, "-> ") + 3, "-> ") + 3;
    if (strstr(then, "NaN") || sscanf(then, "%lf %lf %lf %lf", &wanted[0], &wanted[1], &wanted[2], &wanted[3]) != 4) return;
    const float *got = &back.x;
    for (size_t i = 0; i < 4; i++)
        if (!(fabs((double)got[i] - wanted[i]) < 1e-6)) fail_msg("%s: %zu is %g", line, i, (double)got[i]);
    wire_quaternion_faithful(bits, &back);
    for (size_t i = 0; i < 4; i++)
        if (got[i] != (float)wanted[i]) fail_msg("%s: %zu is %.9g to the reference decoder", line, i, (double)got[i]);
}

static void check_fixed(char *line)
{
    float value;
    char hex[16];
    uint8_t bytes[8] = { 0 }, got[9];
    if (sscanf(line, "fix14 %f -> %15s", &value, hex) != 2) fail_msg("%s", line);
    unhex(hex, bytes);
    size_t size = reel__wire_put_signed(got, reel__wire_fixed14(value));
    if (size != strlen(hex) / 2 || memcmp(got, bytes, size) != 0) fail_msg("%s", line);
}

static void check_number(char *line)
{
    unsigned long long value;
    char hex[32];
    uint8_t bytes[16] = { 0 }, got[9];
    if (sscanf(line, "varuint %llu -> %31s", &value, hex) != 2) fail_msg("%s", line);
    unhex(hex, bytes);
    int64_t number = (int64_t)(value >> 1) ^ -(int64_t)(value & 1); /* what zig-zag makes of it */
    size_t size = reel__wire_put_signed(got, number);
    if (size != strlen(hex) / 2 || memcmp(got, bytes, size) != 0) fail_msg("%s", line);
    const uint8_t *at = got;
    assert_true(reel__wire_get_signed(&at) == number && at == got + size);
}

static void check_look(char *line)
{
    reel_vec3 f, u;
    char hex[16];
    uint8_t bytes[4];
    if (sscanf(line, "look f=%f,%f,%f u=%f,%f,%f", &f.x, &f.y, &f.z, &u.x, &u.y, &u.z) != 6) fail_msg("%s", line);
    if (sscanf(strstr(line, "st3 "), "st3 %15s", hex) != 1) fail_msg("%s", line);
    unhex(hex, bytes);
    uint32_t bits = reel__wire_small3(reel__wire_look(f, u), true);
    if (bits != reel_load_u32le(bytes)) fail_msg("%s: %08x", line, (unsigned)bits);
}

static void packs_as_the_public_encoder_does(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*check)(char *line);
    } kinds[] = { { "half ", check_half },
                  { "st3 ", check_rotation },
                  { "fix14 ", check_fixed },
                  { "varuint ", check_number },
                  { "look ", check_look } };
    size_t size, count = 0;
    char *text = corpus_text("expected/butter/golden_vectors.txt", &size);
    if (!text) skip();
    for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n"))
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (strncmp(line, kinds[k].name, strlen(kinds[k].name)) == 0) {
                kinds[k].check(line);
                count++;
            }
    corpus_compared(count, "vectors");
    free(text);
}

/* Every half comes back from the nearest and from the truncated form. */
static void every_half_comes_back(void **state)
{
    (void)state;
    for (unsigned half = 0; half < 0x10000; half++) {
        if ((half & 0x7c00) == 0x7c00) continue;
        float value = wire_half((uint16_t)half);
        assert_int_equal(reel__wire_half_down(value), half);
        assert_int_equal(wire_half_near(value), half);
    }
    assert_int_equal(wire_half_near(1e9f), 0x7bff);
    assert_int_equal(wire_half_near(1.0006f), 0x3c01);
    assert_int_equal(reel__wire_half_down(1.0006f), 0x3c00);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packs_as_the_public_encoder_does),
        cmocka_unit_test(every_half_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
