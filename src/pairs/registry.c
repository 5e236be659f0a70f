/* SPDX-License-Identifier: MIT
 * The conversions that change meaning, one line each. From a format to itself needs none. */
#include "pairs/beatsaber/scoresaber.h"
#include "pairs/beatsaber/xror.h"
#include "pairs/echo/butter.h"
#include "pairs/echo/milk.h"
#include "pairs/echo/tape.h"
#include "pairs/geometrydash/gdr.h"
#include "pairs/geometrydash/macros.h"
#include "pairs/pair.h"

static const convert_pair *const pairs[] = {
#ifndef REEL_READ_ONLY
#ifndef REEL_WITHOUT_GEOMETRYDASH
    &pair_gdr1_gdr1_json,
    &pair_gdr1_json_gdr1,
    &pair_gdr1_gdr2,
    &pair_gdr1_json_gdr2,
    &pair_gdr2_gdr1,
    &pair_gdr2_gdr1_json,
    &pair_slc3_gdr2,
    &pair_slc2_gdr2,
    &pair_slc1_gdr2,
    &pair_xd_gdr2,
    &pair_mhr_gdr2,
    &pair_mhr_json_gdr2,
    &pair_re1_gdr2,
    &pair_re2_gdr2,
    &pair_re3_gdr2,
    &pair_re4_gdr2,
    &pair_ttr3_gdr2,
    &pair_ttr_gdr2,
    &pair_tcm_gdr2,
    &pair_uv_gdr2,
    &pair_ybot_gdr2,
    &pair_zbf_gdr2,
    &pair_macro_text_gdr2,
    &pair_zephyrus_gdr2,
    &pair_replaybot_gdr2,
    &pair_kdbot_gdr2,
    &pair_rush_gdr2,
    &pair_ybot_frame_gdr2,
    &pair_rbot_gdr2,
    &pair_ddhor_gdr2,
    &pair_echobot_gdr2,
    &pair_echobot_json_gdr2,
    &pair_tasbot_gdr2,
    &pair_xbot_gdr2,
    &pair_amethyst_gdr2,
    &pair_cml_gdr2,
    &pair_omegabot2_gdr2,
    &pair_omegabot3_gdr2,
    &pair_qbot_gdr2,
    &pair_gdmo21_gdr2,
    &pair_gdmo_gdr2,
    &pair_gdr2_slc3,
    &pair_gdr2_xd,
    &pair_gdr2_re3,
    &pair_gdr2_mhr_json,
    &pair_gdr2_macro_text,
    &pair_gdr2_mhr,
    &pair_gdr2_re2,
    &pair_gdr2_ybot,
    &pair_gdr2_zbf,
    &pair_gdr2_rbot,
    &pair_gdr2_echobot,
    &pair_gdr2_echobot_json,
    &pair_gdr2_tasbot,
    &pair_gdr2_tcm,
    &pair_gdr2_cml,
#endif
#ifndef REEL_WITHOUT_BEATSABER
    &pair_scoresaber_bsor,
    &pair_scoresaber_json,
    &pair_scoresaber_json_bsor,
    &pair_scoresaber_json_scoresaber,
    &pair_bsor_scoresaber,
    &pair_bsor_scoresaber_json,
    &pair_bsor_xror,
    &pair_xror_bsor,
    &pair_scoresaber_xror,
    &pair_scoresaber_json_xror,
#endif
#ifndef REEL_WITHOUT_ECHO
    &pair_butter_echoreplay,
    &pair_echoreplay_butter,
    &pair_milk_echoreplay,
    &pair_milk_butter,
    &pair_tape_echoreplay,
    &pair_echoreplay_tape,
    &pair_nevrcap_tape,
    &pair_nevrcap_echoreplay,
    &pair_tape_butter,
    &pair_butter_tape,
    &pair_milk_tape,
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

const convert_pair *pair_between(const reel_format *from, const reel_format *to)
{
    for (const convert_pair *const *pair = pairs; *pair; pair++)
        if ((*pair)->from == from && (*pair)->to == to) return *pair;
#if !defined(REEL_READ_ONLY) && !defined(REEL_WITHOUT_GEOMETRYDASH)
    return gdr_pair_via(from, to);
#else
    return NULL;
#endif
}
