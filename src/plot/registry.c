/* SPDX-License-Identifier: MIT
 * The built-in plots. */
#include "beatsaber/play.h"
#include "ddnet/game.h"
#include "echo/match.h"
#include "geometrydash/macro.h"
#include "report.h"

static const reel_plot *const built_in[] = {
#ifndef REEL_WITHOUT_BEATSABER
    &reel__plot_score,
    &reel__plot_cuts,
    &reel__plot_grid,
    &reel__plot_paths,
#ifndef REEL_WITHOUT_EVIDENCE
    &reel__plot_evidence,
#endif
    &reel__plot_energy,
    &reel__plot_timing,
    &reel__plot_heart,
#if !defined REEL_WITHOUT_BEATSABER_MAP && !defined REEL_WITHOUT_LEVELS
    &reel__plot_map,
    &reel__plot_sections,
#endif
#endif
#ifndef REEL_WITHOUT_DDNET
    &reel__plot_tee_paths,
#if !defined REEL_WITHOUT_DDNET_MAP && !defined REEL_WITHOUT_LEVELS
    &reel__plot_tee_routes,
#endif
    &reel__plot_tiles,
    &reel__plot_tee_speed,
    &reel__plot_online,
    &reel__plot_sessions,
#endif
#ifndef REEL_WITHOUT_GEOMETRYDASH
    &reel__plot_macro_inputs,
    &reel__plot_macro_clicks,
    &reel__plot_macro_holds,
#endif
#ifndef REEL_WITHOUT_ECHO
    &reel__plot_echo_arena,
    &reel__plot_echo_heat,
    &reel__plot_echo_score,
    &reel__plot_echo_disc,
#endif
    NULL,
};

const reel_plot *const *reel_plots(void) { return built_in; }

const reel_plot *reel_plot_by_id(const reel_format *format, const char *id)
{
    for (const reel_plot *const *plot = built_in; id && *plot; plot++)
        if (reel__plot_draws(*plot, format) && strcmp((*plot)->id, id) == 0) return *plot;
    return NULL;
}

const plot_family *reel__plot_family_of(const reel_format *format)
{
    static const plot_family *const families[] = {
#ifndef REEL_WITHOUT_BEATSABER
        &reel__play_family,
#endif
#ifndef REEL_WITHOUT_GEOMETRYDASH
        &reel__macro_family,
#endif
#ifndef REEL_WITHOUT_DDNET
        &reel__ddnet_family,
#endif
#ifndef REEL_WITHOUT_ECHO
        &reel__match_family,
#endif
        NULL,
    };
    for (const plot_family *const *family = families; *family; family++)
        for (const reel_format *const *fits = (*family)->formats; *fits; fits++)
            if (*fits == format) return *family;
    return NULL;
}
