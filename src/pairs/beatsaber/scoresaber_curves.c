/* SPDX-License-Identifier: MIT
 * The lists of score, combo, multiplier and energy of a .dat, from the events of the statistics. */
#include "core/chunk.h"
#include "pairs/beatsaber/scoresaber.h"

static int32_t narrow(int64_t value) { return value > INT32_MAX ? INT32_MAX : (int32_t)value; }

void reel__add_curves(pair_job *job, const beatsaber_event *event, beatsaber_multiplier *state, float time)
{
    if (event->kind == BEATSABER_GOOD)
        beatsaber_multiplier_raise(state);
    else
        beatsaber_multiplier_lower(state);
    scoresaber_score *score = event->kind == BEATSABER_WALL ? NULL : reel_row_add(reel_chunk_table(job->out, &scoresaber_scores));
    scoresaber_combo *combo = reel_row_add(reel_chunk_table(job->out, &scoresaber_combos));
    scoresaber_multiplier *multiplier = reel_row_add(reel_chunk_table(job->out, &scoresaber_multipliers));
    scoresaber_energy *energy = reel_row_add(reel_chunk_table(job->out, &scoresaber_energies));
    if (score) *score = (scoresaber_score){ narrow(event->score), time, narrow(event->max_score), SCORESABER_NOTE_V3 };
    if (combo) *combo = (scoresaber_combo){ (int32_t)event->combo, time };
    float limit = (float)(2 * state->value);
    if (multiplier) *multiplier = (scoresaber_multiplier){ state->value, (float)state->progress / limit, time };
    if (energy) *energy = (scoresaber_energy){ event->energy, time };
}
