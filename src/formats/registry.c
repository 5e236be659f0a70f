/* SPDX-License-Identifier: MIT
 * The formats that are built in, one line each. */
#include <reel/bsor.h>
#include <reel/butter.h>
#include <reel/format.h>
#include <reel/gdr.h>
#include <reel/milk.h>
#include <reel/scoresaber.h>
#include <reel/teehistorian.h>

static const reel_format *const built_in[] = {
    &reel_format_bsor,
    &reel_format_gdr2,
    &reel_format_gdr1,
    &reel_format_gdr1_json,
    &reel_format_teehistorian,
    &reel_format_scoresaber,
    &reel_format_scoresaber_json,
    &reel_format_butter,
    &reel_format_echoreplay,
    &reel_format_milk,
    NULL,
};

const reel_format *const *reel_formats(void) { return built_in; }
