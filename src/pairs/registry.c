/* SPDX-License-Identifier: MIT
 * The conversions that change meaning, one line each. From a format to itself needs none. */
#include "pairs/beatsaber/play_map.h"
#include "pairs/beatsaber/scoresaber.h"
#include "pairs/beatsaber/xror.h"
#include "pairs/ddnet/demo.h"
#include "pairs/ddnet/ghost.h"
#include "pairs/echo/butter.h"
#include "pairs/echo/ecrreplay.h"
#include "pairs/echo/milk.h"
#include "pairs/echo/tape.h"
#include "pairs/geometrydash/gdr.h"
#include "pairs/geometrydash/macros.h"
#include "pairs/pair.h"

static const convert_pair *const pairs[] = {
#ifndef REEL_READ_ONLY
#ifndef REEL_WITHOUT_GEOMETRYDASH
    &reel__pair_gdr1_gdr1_json,
    &reel__pair_gdr1_json_gdr1,
    &reel__pair_gdr1_gdr2,
    &reel__pair_gdr1_json_gdr2,
    &reel__pair_gdr2_gdr1,
    &reel__pair_gdr2_gdr1_json,
    &reel__pair_slc3_gdr2,
    &reel__pair_slc2_gdr2,
    &reel__pair_slc1_gdr2,
    &reel__pair_xd_gdr2,
    &reel__pair_mhr_gdr2,
    &reel__pair_mhr_json_gdr2,
    &reel__pair_re1_gdr2,
    &reel__pair_re2_gdr2,
    &reel__pair_re3_gdr2,
    &reel__pair_re4_gdr2,
    &reel__pair_ttr3_gdr2,
    &reel__pair_ttr_gdr2,
    &reel__pair_tcm_gdr2,
    &reel__pair_uv_gdr2,
    &reel__pair_ybot_gdr2,
    &reel__pair_zbf_gdr2,
    &reel__pair_macro_text_gdr2,
    &reel__pair_zephyrus_gdr2,
    &reel__pair_replaybot_gdr2,
    &reel__pair_kdbot_gdr2,
    &reel__pair_rush_gdr2,
    &reel__pair_ybot_frame_gdr2,
    &reel__pair_rbot_gdr2,
    &reel__pair_ddhor_gdr2,
    &reel__pair_echobot_gdr2,
    &reel__pair_echobot_json_gdr2,
    &reel__pair_tasbot_gdr2,
    &reel__pair_xbot_gdr2,
    &reel__pair_amethyst_gdr2,
    &reel__pair_cml_gdr2,
    &reel__pair_omegabot2_gdr2,
    &reel__pair_omegabot3_gdr2,
    &reel__pair_qbot_gdr2,
    &reel__pair_gdmo21_gdr2,
    &reel__pair_gdmo_gdr2,
    &reel__pair_gdr2_slc3,
    &reel__pair_gdr2_xd,
    &reel__pair_gdr2_re3,
    &reel__pair_gdr2_mhr_json,
    &reel__pair_gdr2_macro_text,
    &reel__pair_gdr2_mhr,
    &reel__pair_gdr2_re2,
    &reel__pair_gdr2_ybot,
    &reel__pair_gdr2_zbf,
    &reel__pair_gdr2_rbot,
    &reel__pair_gdr2_echobot,
    &reel__pair_gdr2_echobot_json,
    &reel__pair_gdr2_tasbot,
    &reel__pair_gdr2_tcm,
    &reel__pair_gdr2_cml,
#endif
#ifndef REEL_WITHOUT_BEATSABER
    &reel__pair_scoresaber_bsor,
    &reel__pair_scoresaber_json,
    &reel__pair_scoresaber_json_bsor,
    &reel__pair_scoresaber_json_scoresaber,
    &reel__pair_bsor_scoresaber,
    &reel__pair_bsor_scoresaber_json,
    &reel__pair_bsor_xror,
    &reel__pair_xror_bsor,
    &reel__pair_scoresaber_xror,
    &reel__pair_scoresaber_json_xror,
#ifndef REEL_WITHOUT_BEATSABER_MAP
    &reel__pair_bsor_map,
    &reel__pair_scoresaber_map,
    &reel__pair_scoresaber_json_map,
    &reel__pair_xror_map,
#endif
#endif
#if !defined REEL_WITHOUT_DDNET && !defined REEL_WITHOUT_DEMO && !defined REEL_WITHOUT_DDNET_MAP && !defined REEL_WITHOUT_LEVELS
    &reel__pair_teehistorian_demo,
#ifndef REEL_WITHOUT_GHOST
    &reel__pair_teehistorian_ghost,
    &reel__pair_ghost_demo,
    &reel__pair_demo_ghost,
#endif
#endif
#ifndef REEL_WITHOUT_ECHO
    &reel__pair_butter_echoreplay,
    &reel__pair_echoreplay_butter,
    &reel__pair_milk_echoreplay,
    &reel__pair_milk_butter,
    &reel__pair_tape_echoreplay,
    &reel__pair_echoreplay_tape,
    &reel__pair_nevrcap_tape,
    &reel__pair_nevrcap_echoreplay,
    &reel__pair_tape_butter,
    &reel__pair_butter_tape,
    &reel__pair_milk_tape,
#ifndef REEL_WITHOUT_ECRREPLAY
    &reel__pair_ecrreplay_echoreplay,
    &reel__pair_ecrreplay_tape,
#endif
#endif
#endif
    NULL,
};

const reel_format *reel_format_origin(const reel_format *format)
{
    for (const convert_pair *const *pair = pairs; *pair; pair++)
        if ((*pair)->to_origin && (*pair)->from == format) return (*pair)->to;
    return NULL;
}

const convert_pair *reel__pair_between(const reel_format *from, const reel_format *to)
{
    for (const convert_pair *const *pair = pairs; *pair; pair++)
        if ((*pair)->from == from && (*pair)->to == to) return *pair;
#if !defined(REEL_READ_ONLY) && !defined(REEL_WITHOUT_GEOMETRYDASH)
    return reel__gdr_pair_via(from, to);
#else
    return NULL;
#endif
}
