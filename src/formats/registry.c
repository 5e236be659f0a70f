/* SPDX-License-Identifier: MIT
 * The built-in formats, each between the lines that leave it out on request (cmake/formats.cmake). */
#include <reel/bsor.h>
#include <reel/butter.h>
#include <reel/format.h>
#include <reel/gdr.h>
#include <reel/milk.h>
#include <reel/scoresaber.h>
#include <reel/teehistorian.h>

static const reel_format *const built_in[] = {
#ifndef REEL_WITHOUT_BSOR
    &reel_format_bsor,
#endif
#ifndef REEL_WITHOUT_GDR
    &reel_format_gdr2,
    &reel_format_gdr1,
    &reel_format_gdr1_json,
#endif
#ifndef REEL_WITHOUT_TEEHISTORIAN
    &reel_format_teehistorian,
#endif
#ifndef REEL_WITHOUT_SCORESABER
    &reel_format_scoresaber,
    &reel_format_scoresaber_json,
#endif
#ifndef REEL_WITHOUT_ECHO
    &reel_format_butter,
    &reel_format_echoreplay,
    &reel_format_milk,
#endif
    NULL,
};

const reel_format *const *reel_formats(void) { return built_in; }
