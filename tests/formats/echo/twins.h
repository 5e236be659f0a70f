/* SPDX-License-Identifier: MIT
 * Files of the corpus that hold the same match: samples/butter/butter/STEM.KIND.butter is what the public encoder made of
 * samples/butter/echoreplay/STEM.echoreplay. And how near a half is. */
#ifndef TEST_BUTTER_TWINS_H
#define TEST_BUTTER_TWINS_H

#include "corpus.h"

#include <math.h>

#include <reel/echo.h>

enum { TWIN_PATH = 1024 };

/* The path of the .butter of a kind ("ki300.gzip") for a text; false, after a report, if the corpus does not have it. */
static inline bool twin_butter(const char *text, const char *kind, char path[TWIN_PATH])
{
    char name[512];
    const char *file = strrchr(text, '/') + 1;
    snprintf(name, sizeof name, "samples/butter/butter/%.*s.%s.butter", (int)strcspn(file, "."), file, kind);
    const char *found = corpus_path(name);
    if (found) snprintf(path, TWIN_PATH, "%s", found);
    return found != NULL;
}

/* The text of a .butter. */
static inline bool twin_text(const char *butter, char path[TWIN_PATH])
{
    char name[512];
    const char *file = strrchr(butter, '/') + 1;
    snprintf(name, sizeof name, "samples/butter/echoreplay/%.*s.echoreplay", (int)strcspn(file, "."), file);
    const char *found = corpus_path(name);
    if (found) snprintf(path, TWIN_PATH, "%s", found);
    return found != NULL;
}

static inline bool twin_rotation_step(void *context, const reel_difference *difference)
{
    size_t *steps = context;
    const reel_field *field = difference->field;
    bool rotation = field && field->type == REEL_F32 && field->count == 4 && difference->a && difference->b;
    if (!rotation) fail_msg("%s.%s differs", difference->table->name, field ? field->name : "(row)");
    for (size_t i = 0; i < 4; i++)
        assert_true(fabs(reel_field_number(field, difference->a, i) - reel_field_number(field, difference->b, i)) < 2.0 / 1023);
    ++*steps;
    return true;
}

/* Bytes of ours and of the public encoder, without compression. In one known file a single rotation of the encoder is a step beside its
 * own rule, unexplained: so one step in one rotation of a file passes, and is printed. */
static inline void twin_same_bytes(const char *name, const void *ours, size_t size, const void *wanted, size_t wanted_size)
{
    reel_replay *one, *other;
    reel_error error;
    size_t steps = 0;
    if (size != wanted_size) fail_msg("%s: %zu bytes, not %zu", name, size, wanted_size);
    if (memcmp(ours, wanted, size) == 0) return;
    assert_int_equal(reel_load(reel_source_memory(ours, size), NULL, &one, &error), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(wanted, size), NULL, &other, &error), REEL_OK);
    assert_int_equal(reel_diff(one, other, false, twin_rotation_step, &steps, NULL, &error), REEL_OK);
    printf("%s: %zu rotations are a step beside the rule\n", name, steps);
    assert_int_equal(steps, 1);
    reel_free(one);
    reel_free(other);
}

/* The distance between two neighbours among the half-precision numbers near `value`. */
static inline double half_step(double value)
{
    int exponent;
    (void)frexp(fmax(fabs(value), 1.0 / 1024), &exponent);
    return ldexp(1, exponent - 11);
}

static inline double largest_of(reel_vec3 v) { return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z))); }

/* How far a position may be from the nearest that has halves for coordinates as large as `largest`. */
static inline double half_reach(double largest) { return sqrt(3) * half_step(largest) / 2; }

#endif
