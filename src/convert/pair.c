/* SPDX-License-Identifier: MIT
 * The losses of a conversion, counted until its end. */
#include "convert/pair.h"

#include "convert/losses.h"

void pair_lose(pair_job *job, const reel_table *table, const char *field, uint64_t rows, const char *why)
{
    if (rows == 0) return;
    pair_losses *losses = job->losses;
    for (size_t i = 0; i < losses->count; i++) {
        pair_loss *loss = &losses->items[i];
        if (loss->table != table || strcmp(loss->field, field) != 0) continue;
        loss->rows += rows;
        return;
    }
    if (losses->count < PAIR_LOSSES) losses->items[losses->count++] = (pair_loss){ table, field, why, rows };
}

void losses_report(const pair_losses *losses, const reel_reporter *reporter)
{
    for (size_t i = 0; i < losses->count; i++) {
        const pair_loss *loss = &losses->items[i];
        reel_find(reporter,
                  (reel_finding){ .rule = "convert.loss",
                                  .severity = REEL_WARNING,
                                  .offset = REEL_NO_OFFSET,
                                  .table = loss->table,
                                  .row = REEL_NO_ROW,
                                  .count = loss->rows },
                  "%s.%s is lost: %s", loss->table->name, loss->field, loss->why);
    }
}
