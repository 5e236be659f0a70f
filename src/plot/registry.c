/* SPDX-License-Identifier: MIT
 * The built-in plots. */
#include "beatsaber/play.h"
#include "ddnet/game.h"
#include "echo/match.h"
#include "geometrydash/macro.h"
#include "report.h"

static const reel_plot *const built_in[] = {
#ifndef REEL_WITHOUT_BEATSABER
    &plot_score,
    &plot_cuts,
    &plot_grid,
    &plot_paths,
#ifndef REEL_WITHOUT_EVIDENCE
    &plot_evidence,
#endif
    &plot_energy,
    &plot_timing,
    &plot_heart,
#endif
#ifndef REEL_WITHOUT_DDNET
    &plot_tee_paths,
    &plot_tiles,
    &plot_online,
    &plot_sessions,
#endif
#ifndef REEL_WITHOUT_GEOMETRYDASH
    &plot_macro_inputs,
    &plot_macro_clicks,
    &plot_macro_holds,
#endif
#ifndef REEL_WITHOUT_ECHO
    &plot_echo_arena,
    &plot_echo_heat,
    &plot_echo_score,
    &plot_echo_disc,
#endif
    NULL,
};

const reel_plot *const *reel_plots(void) { return built_in; }

const reel_plot *reel_plot_by_id(const reel_format *format, const char *id)
{
    for (const reel_plot *const *plot = built_in; id && *plot; plot++)
        if (plot_draws(*plot, format) && strcmp((*plot)->id, id) == 0) return *plot;
    return NULL;
}

const plot_family *plot_family_of(const reel_format *format)
{
    static const plot_family *const families[] = {
#ifndef REEL_WITHOUT_BEATSABER
        &play_family,
#endif
#ifndef REEL_WITHOUT_GEOMETRYDASH
        &macro_family,
#endif
#ifndef REEL_WITHOUT_DDNET
        &ddnet_family,
#endif
#ifndef REEL_WITHOUT_ECHO
        &match_family,
#endif
        NULL,
    };
    for (const plot_family *const *family = families; *family; family++)
        for (const reel_format *const *fits = (*family)->formats; *fits; fits++)
            if (*fits == format) return *family;
    return NULL;
}
