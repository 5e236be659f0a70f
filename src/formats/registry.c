/* SPDX-License-Identifier: MIT
 * The built-in formats, each between the lines that leave it out on request (cmake/formats.cmake). */
#include "core/models.h"
#include "formats/echo/tape/first_model.h"

#include <reel/beatsaber_map.h>
#include <reel/bsor.h>
#include <reel/butter.h>
#include <reel/ddnet_map.h>
#include <reel/demo.h>
#include <reel/ecrreplay.h>
#include <reel/format.h>
#include <reel/gdr.h>
#include <reel/ghost.h>
#include <reel/macros.h>
#include <reel/milk.h>
#include <reel/scoresaber.h>
#include <reel/tape.h>
#include <reel/teehistorian.h>
#include <reel/xror.h>

static const reel_format *const built_in[] = {
#ifndef REEL_WITHOUT_BSOR
    &reel_format_bsor,
#endif
#ifndef REEL_WITHOUT_GDR
    &reel_format_gdr2,
    &reel_format_gdr1,
    &reel_format_gdr1_json,
    &reel_format_slc3,
    &reel_format_slc2,
    &reel_format_slc1,
    &reel_format_xd,
    &reel_format_mhr,
    &reel_format_mhr_json,
    &reel_format_re1,
    &reel_format_re2,
    &reel_format_re3,
    &reel_format_re4,
    &reel_format_ttr3,
    &reel_format_ttr,
    &reel_format_tcm,
    &reel_format_uv,
    &reel_format_ybot,
    &reel_format_zbf,
    &reel_format_macro_text,
    &reel_format_zephyrus,
    &reel_format_replaybot,
    &reel_format_kdbot,
    &reel_format_rush,
    &reel_format_ybot_frame,
    &reel_format_rbot,
    &reel_format_ddhor,
    &reel_format_echobot,
    &reel_format_echobot_json,
    &reel_format_tasbot,
    &reel_format_xbot,
    &reel_format_amethyst,
    &reel_format_cml,
    &reel_format_omegabot2,
    &reel_format_omegabot3,
    &reel_format_qbot,
    &reel_format_gdmo21,
    &reel_format_gdmo,
#endif
#ifndef REEL_WITHOUT_TEEHISTORIAN
    &reel_format_teehistorian,
#endif
#ifndef REEL_WITHOUT_BEATSABER_MAP
    &reel_format_beatsaber_map,
#endif
#ifndef REEL_WITHOUT_SCORESABER
    &reel_format_scoresaber,
    &reel_format_scoresaber_json,
#endif
#ifndef REEL_WITHOUT_ECHO
    &reel_format_butter,
    &reel_format_echoreplay,
    &reel_format_milk,
    &reel_format_tape,
    &reel_format_nevrcap,
#ifndef REEL_WITHOUT_ECRREPLAY
    &reel_format_ecrreplay,
#endif
#endif
#ifndef REEL_WITHOUT_XROR
    &reel_format_xror,
#endif
#ifndef REEL_WITHOUT_DDNET_MAP
    &reel_format_ddnet_map,
#endif
#ifndef REEL_WITHOUT_GHOST
    &reel_format_ghost,
#endif
#ifndef REEL_WITHOUT_DEMO
    &reel_format_demo,
#endif
    NULL,
};

const reel_format *const *reel_formats(void) { return built_in; }

static const reel_format *const models[] = {
#ifndef REEL_WITHOUT_ECHO
    &reel__tape_model,
    &reel__nevrcap_model,
#endif
    NULL,
};

const reel_format *const *reel__models(void) { return models; }

bool reel__models_have(const reel_format *format)
{
#ifndef REEL_WITHOUT_ECHO
    if (format == &reel_format_tape || format == &reel_format_nevrcap) return true;
#endif
    (void)format;
    return false;
}
