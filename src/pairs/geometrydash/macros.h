/* SPDX-License-Identifier: MIT
 * The conversions between macros of bots and GDR2. */
#ifndef PAIRS_GEOMETRYDASH_MACROS_H
#define PAIRS_GEOMETRYDASH_MACROS_H

#include "pairs/pair.h"

extern const convert_pair pair_slc3_gdr2, pair_slc2_gdr2, pair_slc1_gdr2, pair_xd_gdr2, pair_mhr_gdr2, pair_mhr_json_gdr2,
    pair_re1_gdr2, pair_re2_gdr2, pair_re3_gdr2, pair_re4_gdr2, pair_ttr3_gdr2, pair_ttr_gdr2, pair_tcm_gdr2, pair_uv_gdr2,
    pair_ybot_gdr2, pair_zbf_gdr2, pair_macro_text_gdr2, pair_zephyrus_gdr2, pair_replaybot_gdr2, pair_kdbot_gdr2, pair_rush_gdr2,
    pair_ybot_frame_gdr2, pair_rbot_gdr2, pair_ddhor_gdr2, pair_echobot_gdr2, pair_echobot_json_gdr2, pair_tasbot_gdr2,
    pair_xbot_gdr2, pair_amethyst_gdr2;
extern const convert_pair pair_gdr2_slc3, pair_gdr2_xd, pair_gdr2_re3, pair_gdr2_mhr_json, pair_gdr2_macro_text;

#endif
