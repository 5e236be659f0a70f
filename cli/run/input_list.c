/* SPDX-License-Identifier: MIT
 * The list of inputs. */
#include "run/inputs.h"

#include <stdlib.h>

void inputs_add(struct inputs *inputs, struct input input)
{
    if (inputs->count == inputs->capacity) {
        inputs->capacity = inputs->capacity ? 2 * inputs->capacity : 16;
        inputs->data = grow(inputs->data, inputs->capacity * sizeof *inputs->data);
    }
    inputs->data[inputs->count++] = input;
}

bool inputs_are_many(const struct inputs *inputs, const struct arguments *arguments)
{
    return inputs->count > 1 || has(arguments, OPT_FILES_FROM) || (inputs->count && inputs->data[0].walked);
}

void input_free(struct input *input)
{
    free(input->path);
    free(input->relative);
    if (input->member) free((void *)input->name);
    if (input->is_held) input->held.close(input->held.context);
    free(input->member);
}

void inputs_free(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) input_free(&inputs->data[i]);
    free(inputs->data);
}
