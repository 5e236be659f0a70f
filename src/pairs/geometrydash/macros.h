/* SPDX-License-Identifier: MIT
 * The conversions between macros of bots and GDR2. */
#ifndef PAIRS_GEOMETRYDASH_MACROS_H
#define PAIRS_GEOMETRYDASH_MACROS_H

#include "pairs/pair.h"

struct macros_writing;

/* The formats of bots that are written, and their writers. */
#define MACROS_TARGETS(X)                                                                                                        \
    X(slc3, reel__macros_write_slc3)                                                                                             \
    X(xd, reel__macros_write_xd)                                                                                                 \
    X(re3, reel__macros_write_re3)                                                                                               \
    X(mhr_json, reel__macros_write_mhr_json)                                                                                     \
    X(macro_text, reel__macros_write_text)                                                                                       \
    X(mhr, reel__macros_write_mhr)                                                                                               \
    X(re2, reel__macros_write_re2)                                                                                               \
    X(ybot, reel__macros_write_ybot)                                                                                             \
    X(zbf, reel__macros_write_zbf)                                                                                               \
    X(rbot, reel__macros_write_rbot)                                                                                             \
    X(echobot, reel__macros_write_echobot)                                                                                       \
    X(echobot_json, reel__macros_write_echobot_json)                                                                             \
    X(tasbot, reel__macros_write_tasbot)                                                                                         \
    X(tcm, reel__macros_write_tcm)                                                                                               \
    X(cml, reel__macros_write_cml)

/* `middle`: the rows are on their way to another format, which may have buttons that GDR2 stores in platformer levels only. */
reel_status reel__macros_rows_to_gdr2(pair_job *job, const reel_chunk *in, bool middle);
reel_status reel__macros_from_gdr2(pair_job *job, const reel_chunk *in, const struct macros_writing *to);
/* The conversion through GDR2, or NULL. */
const convert_pair *reel__gdr_pair_via(const reel_format *from, const reel_format *to);

extern const convert_pair reel__pair_slc3_gdr2, reel__pair_slc2_gdr2, reel__pair_slc1_gdr2, reel__pair_xd_gdr2,
    reel__pair_mhr_gdr2, reel__pair_mhr_json_gdr2, reel__pair_re1_gdr2, reel__pair_re2_gdr2, reel__pair_re3_gdr2,
    reel__pair_re4_gdr2, reel__pair_ttr3_gdr2, reel__pair_ttr_gdr2, reel__pair_tcm_gdr2, reel__pair_uv_gdr2, reel__pair_ybot_gdr2,
    reel__pair_zbf_gdr2, reel__pair_macro_text_gdr2, reel__pair_zephyrus_gdr2, reel__pair_replaybot_gdr2, reel__pair_kdbot_gdr2,
    reel__pair_rush_gdr2, reel__pair_ybot_frame_gdr2, reel__pair_rbot_gdr2, reel__pair_ddhor_gdr2, reel__pair_echobot_gdr2,
    reel__pair_echobot_json_gdr2, reel__pair_tasbot_gdr2, reel__pair_xbot_gdr2, reel__pair_amethyst_gdr2, reel__pair_cml_gdr2,
    reel__pair_omegabot2_gdr2, reel__pair_omegabot3_gdr2, reel__pair_qbot_gdr2, reel__pair_gdmo21_gdr2, reel__pair_gdmo_gdr2;
extern const convert_pair reel__pair_gdr2_slc3, reel__pair_gdr2_xd, reel__pair_gdr2_re3, reel__pair_gdr2_mhr_json,
    reel__pair_gdr2_macro_text, reel__pair_gdr2_mhr, reel__pair_gdr2_re2, reel__pair_gdr2_ybot, reel__pair_gdr2_zbf,
    reel__pair_gdr2_rbot, reel__pair_gdr2_echobot, reel__pair_gdr2_echobot_json, reel__pair_gdr2_tasbot, reel__pair_gdr2_tcm,
    reel__pair_gdr2_cml;

#endif
