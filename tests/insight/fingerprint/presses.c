/* SPDX-License-Identifier: MIT
 * Prints the table of Geometry Dash of docs/match.md: fingerprint_presses MACROS... Each change is made to each macro with enough presses,
 * and macros are compared with each other. */
#include "changes.h"

#include <stdio.h>

typedef struct macro {
    const char *path;
    gdr_input *inputs;
    size_t count;
    double rate;
    reel_motion *motion;
} macro;

static int64_t scaled(int64_t frame, double scale, double shift) { return (int64_t)floor((double)frame * scale + shift + 0.5); }

/* Changes the inputs in place, and the frame rate. Returns the name of the change; NULL after the last one. */
static const char *change(macro *m, int which)
{
    uint64_t seed = 77;
    size_t kept = 0;
    switch (which) {
    case 0:
        for (size_t i = 0; i < m->count; i++) m->inputs[i].frame += (int64_t)(m->rate / 2);
        return "0.5 s later";
    case 1:
        for (size_t i = 0; i < m->count; i++) m->inputs[i].frame = scaled(m->inputs[i].frame, 60 / m->rate, 0);
        m->rate = 60;
        return "60 ticks per second";
    case 2:
        for (size_t i = 0; i < m->count; i++)
            if (random_share(&seed) >= 0.2) m->inputs[kept++] = m->inputs[i];
        m->count = kept;
        return "20 % removed";
    case 3:
        for (size_t i = 0; i < m->count; i++) m->inputs[i].frame += (int64_t)(random_bits(&seed) % 3);
        return "moved by up to a frame";
    case 4: m->count = m->count * 6 / 10; return "first 60 % kept";
    case 5:
        for (size_t i = 0; i < m->count; i++) m->inputs[i].frame = scaled(m->inputs[i].frame, 1 / 1.02, 0);
        return "2 % faster";
    case 6:
        for (size_t i = 0; i < m->count; i++) m->inputs[i].frame = scaled(m->inputs[i].frame, 1.1, 0);
        return "10 % slower";
    case 7:
        for (size_t i = 0; i < m->count; i++) m->inputs[i].frame += (int64_t)(random_bits(&seed) % 7);
        return "moved by up to 3 frames";
    case 8:
        for (size_t i = 0; i < m->count; i++)
            if (random_share(&seed) >= 0.2) {
                m->inputs[kept] = m->inputs[i];
                m->inputs[kept++].frame = scaled(m->inputs[i].frame, 1.02, 100 + (double)(random_bits(&seed) % 3));
            }
        m->count = kept * 8 / 10;
        return "all of these but 10 % and 3 frames";
    default: return NULL;
    }
}

static bool load(macro *m, const char *path)
{
    reel_replay *replay;
    size_t count, infos;
    *m = (macro){ .path = path };
    if (reel_load_file(path, NULL, &replay, NULL) < 0) return false;
    const gdr_input *inputs = reel_rows(replay, &gdr_inputs, &count);
    const gdr_info *info = reel_rows(replay, &gdr_infos, &infos);
    m->rate = infos ? info->framerate : 240;
    const gdr_info_v1 *info_v1 = infos ? NULL : reel_rows(replay, &gdr_infos_v1, &infos);
    if (info_v1 && infos && (info_v1->keys[0] & GDR_KEY_FRAMERATE)) m->rate = info_v1->framerate;
    m->inputs = malloc((count + 1) * sizeof *m->inputs);
    memcpy(m->inputs, inputs, count * sizeof *inputs);
    for (size_t i = 0; i < count; i++) m->inputs[i].extra = GDR_PLAIN;
    m->count = count;
    if (reel_motion_of(replay, NULL, &m->motion, NULL) < 0) m->motion = NULL;
    reel_free(replay);
    reel_match self = { 0 };
    if (m->motion) reel_match_compare(m->motion, reel_motion_fingerprint(m->motion), &self, NULL);
    return self.band == REEL_MATCH_SAME;
}

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

int main(int count, char **words)
{
    macro *macros = malloc((size_t)count * sizeof *macros);
    double *scores = malloc((size_t)count * (size_t)count * sizeof *scores);
    size_t loaded = 0, pairs = 0, bands[3] = { 0 };
    for (int i = 1; i < count; i++) loaded += load(&macros[loaded], words[i]);
    printf("%zu macros\n\n| change | least score | median | same recording |\n| --- | --- | --- | --- |\n", loaded);
    for (int which = 0;; which++) {
        const char *name = NULL;
        size_t same = 0;
        for (size_t i = 0; i < loaded; i++) {
            macro copy = macros[i];
            reel_match match = { 0 };
            copy.inputs = malloc((copy.count + 1) * sizeof *copy.inputs);
            memcpy(copy.inputs, macros[i].inputs, copy.count * sizeof *copy.inputs);
            name = change(&copy, which);
            reel_motion *motion = name ? motion_of_inputs(copy.inputs, copy.count, copy.rate) : NULL;
            if (motion) reel_match_compare(motion, reel_motion_fingerprint(macros[i].motion), &match, NULL);
            scores[i] = match.score;
            same += match.band == REEL_MATCH_SAME;
            reel_motion_free(motion);
            free(copy.inputs);
        }
        if (!name || !loaded) break;
        qsort(scores, loaded, sizeof *scores, by_value);
        printf("| %s | %.3f | %.3f | %zu/%zu |\n", name, scores[0], scores[loaded / 2], same, loaded);
    }
    for (size_t i = 0; i < loaded; i++)
        for (size_t j = 0; j < loaded; j++) {
            reel_match match;
            if (i == j || reel_match_compare(macros[i].motion, reel_motion_fingerprint(macros[j].motion), &match, NULL) < 0)
                continue;
            scores[pairs++] = match.score;
            bands[match.band]++;
            if (match.band != REEL_MATCH_NOTHING)
                printf("   %s %s %.3f of %u\n", macros[i].path, macros[j].path, match.score, match.windows);
        }
    qsort(scores, pairs, sizeof *scores, by_value);
    if (pairs)
        printf("\ndifferent macros: %zu ordered pairs, median %.3f, 99 %% %.3f, largest %.3f; review %zu, same %zu\n", pairs,
               scores[pairs / 2], scores[pairs * 99 / 100], scores[pairs - 1], bands[1], bands[2]);
    for (size_t i = 0; i < loaded; i++) reel_motion_free(macros[i].motion), free(macros[i].inputs);
    free(macros);
    free(scores);
    return 0;
}
