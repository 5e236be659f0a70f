/* SPDX-License-Identifier: MIT
 * The conversions between macros of bots and GDR2. */
#ifndef PAIRS_GEOMETRYDASH_MACROS_H
#define PAIRS_GEOMETRYDASH_MACROS_H

#include "pairs/pair.h"

struct macros_writing;

/* The formats of bots that are written, and their writers. */
#define MACROS_TARGETS(X)                                                                                                        \
    X(slc3, macros_write_slc3)                                                                                                   \
    X(xd, macros_write_xd)                                                                                                       \
    X(re3, macros_write_re3)                                                                                                     \
    X(mhr_json, macros_write_mhr_json)                                                                                           \
    X(macro_text, macros_write_text)                                                                                             \
    X(mhr, macros_write_mhr)                                                                                                     \
    X(re2, macros_write_re2)                                                                                                     \
    X(ybot, macros_write_ybot)                                                                                                   \
    X(zbf, macros_write_zbf)                                                                                                     \
    X(rbot, macros_write_rbot)                                                                                                   \
    X(echobot, macros_write_echobot)                                                                                             \
    X(echobot_json, macros_write_echobot_json)                                                                                   \
    X(tasbot, macros_write_tasbot)                                                                                               \
    X(tcm, macros_write_tcm)                                                                                                     \
    X(cml, macros_write_cml)

reel_status macros_to_gdr2(pair_job *job, const reel_chunk *in);
/* `middle`: the rows are on their way to another format, which may have buttons that GDR2 stores in platformer levels only. */
reel_status macros_rows_to_gdr2(pair_job *job, const reel_chunk *in, bool middle);
reel_status macros_from_gdr2(pair_job *job, const reel_chunk *in, const struct macros_writing *to);
/* The conversion through GDR2, or NULL. */
const convert_pair *gdr_pair_via(const reel_format *from, const reel_format *to);

extern const convert_pair pair_slc3_gdr2, pair_slc2_gdr2, pair_slc1_gdr2, pair_xd_gdr2, pair_mhr_gdr2, pair_mhr_json_gdr2,
    pair_re1_gdr2, pair_re2_gdr2, pair_re3_gdr2, pair_re4_gdr2, pair_ttr3_gdr2, pair_ttr_gdr2, pair_tcm_gdr2, pair_uv_gdr2,
    pair_ybot_gdr2, pair_zbf_gdr2, pair_macro_text_gdr2, pair_zephyrus_gdr2, pair_replaybot_gdr2, pair_kdbot_gdr2, pair_rush_gdr2,
    pair_ybot_frame_gdr2, pair_rbot_gdr2, pair_ddhor_gdr2, pair_echobot_gdr2, pair_echobot_json_gdr2, pair_tasbot_gdr2,
    pair_xbot_gdr2, pair_amethyst_gdr2, pair_cml_gdr2, pair_omegabot2_gdr2, pair_omegabot3_gdr2, pair_qbot_gdr2, pair_gdmo21_gdr2,
    pair_gdmo_gdr2;
extern const convert_pair pair_gdr2_slc3, pair_gdr2_xd, pair_gdr2_re3, pair_gdr2_mhr_json, pair_gdr2_macro_text, pair_gdr2_mhr,
    pair_gdr2_re2, pair_gdr2_ybot, pair_gdr2_zbf, pair_gdr2_rbot, pair_gdr2_echobot, pair_gdr2_echobot_json, pair_gdr2_tasbot,
    pair_gdr2_tcm, pair_gdr2_cml;

#endif
