/* SPDX-License-Identifier: MIT */
#ifndef CONVERT_LOSSES_H
#define CONVERT_LOSSES_H

#include "convert/pair.h"

enum { PAIR_LOSSES = 128 }; /* tables times fields that one conversion can lose */

typedef struct pair_loss {
    const reel_table *table;
    const char *field;
    const char *why;
    uint64_t rows;
} pair_loss;

struct pair_losses {
    pair_loss items[PAIR_LOSSES];
    size_t count;
};

void losses_report(const pair_losses *losses, const reel_reporter *reporter);

#endif
