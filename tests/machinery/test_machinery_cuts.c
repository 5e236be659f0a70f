/* SPDX-License-Identifier: MIT
 * Every small file cut at every byte: an answer, the rows before the cut, and no more memory than was promised. */
#include "damage.h"

static void cut_everywhere(const specimen *file)
{
    char what[512];
    reel_options options = machinery_options(NULL);
    reel_replay *whole;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &whole, NULL) < 0) return;
    damage_plan plan = damage_plan_of(file, file->size);
    bool sound = !reel_replay_damage(whole); /* how long it is decides whether the zeros of a damaged file are padding */
    size_t number = 0;
    for (size_t size = 0; size < file->size; size += plan.step, number++) {
        /* a copy of just that size, so that a read beyond the cut is one beyond the block */
        uint8_t *data = malloc(size ? size : 1);
        assert_non_null(data);
        memcpy(data, file->data, size);
        snprintf(what, sizeof what, "%s cut to %zu bytes", file->name, size);
        reel_replay *part = damage_read(what, data, size, plan.thorough || number % 16 == 0);
        if (part && sound && reel_replay_format(part) == reel_replay_format(whole)) assert_prefix(part, whole, what);
        reel_free(part);
        free(data);
    }
    reel_free(whole);
}

static void answers_when_cut_at_every_byte(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, DAMAGE_LARGEST, cut_everywhere);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(answers_when_cut_at_every_byte) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
