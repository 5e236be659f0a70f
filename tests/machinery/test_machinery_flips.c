/* SPDX-License-Identifier: MIT
 * Every small file with every one of its bits flipped: an answer, and no more memory than was promised. */
#include "damage.h"

static void flip_every_bit(const specimen *file)
{
    char what[512];
    uint8_t *data = malloc(file->size ? file->size : 1);
    assert_non_null(data);
    memcpy(data, file->data, file->size);
    damage_plan plan = damage_plan_of(file, 8 * file->size);
    size_t number = 0;
    for (size_t bit = 0; bit < 8 * file->size; bit += plan.step, number++) {
        uint8_t mask = (uint8_t)(1u << bit % 8);
        data[bit / 8] ^= mask;
        snprintf(what, sizeof what, "%s with bit %zu of byte %zu flipped", file->name, bit % 8, bit / 8);
        reel_free(damage_read(what, data, file->size, plan.thorough || number % 16 == 0));
        data[bit / 8] ^= mask;
    }
    free(data);
}

static void answers_when_every_bit_is_flipped(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, DAMAGE_LARGEST, flip_every_bit);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(answers_when_every_bit_is_flipped) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
