/* SPDX-License-Identifier: MIT
 * The descriptors of macros of bots. */
#include "core/encoder.h"
#include "formats/gdr/gdr2.h"
#include "formats/gdr/macros/macros.h"
#include "formats/gdr/operations.h"

/* In memory the head may be the whole file; what a file is must not depend on that. */
#define READER(kind)                                                                                                             \
    static int kind##_sniff(const uint8_t *head, size_t size)                                                                    \
    {                                                                                                                            \
        return reel__macros_sniff_padded(head, size < MACROS_HEAD_BYTES ? size : MACROS_HEAD_BYTES,                              \
                                         reel__macros_##kind##_sniff);                                                           \
    }                                                                                                                            \
    static reel_status kind##_open(reel_decoder *d) { return reel__macros_open(d, &reel__macros_##kind); }                       \
    static reel_status kind##_next(reel_decoder *d) { return reel__macros_next(d, &reel__macros_##kind); }                       \
    static const reel_format_reader kind##_reading = {                                                                           \
        .state_size = sizeof(macros_in),                                                                                         \
        .open = kind##_open,                                                                                                     \
        .next = kind##_next,                                                                                                     \
        .close = reel__macros_close,                                                                                             \
        .zeroed = offsetof(macros_in, pull),                                                                                     \
    };

#define WRITER(kind)                                                                                                             \
    static reel_status kind##_finish(reel_encoder *e, const reel_chunk *staged)                                                  \
    {                                                                                                                            \
        return reel__macros_finish(e, staged, &reel__macros_write_##kind);                                                       \
    }                                                                                                                            \
    static reel_status kind##_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)                \
    {                                                                                                                            \
        return reel__encoder_check_rows(reel__macros_check, &reel__macros_write_##kind, table, rows, count, error);              \
    }                                                                                                                            \
    static const reel_format_writer kind##_writing = { .finish = kind##_finish, .accepts = kind##_accepts };

#define FORMAT(variable, id_, kind, name_, bound, writing, changes)                                                              \
    const reel_format reel_format_##variable = {                                                                                 \
        .id = id_,                                                                                                               \
        .name = name_,                                                                                                           \
        .game = "Geometry Dash",                                                                                                 \
        .extensions = kind##_extensions,                                                                                         \
        .tables = reel__macros_tables,                                                                                           \
        .input_limit = GDR_INPUT_LIMIT,                                                                                          \
        .sniff = kind##_sniff,                                                                                                   \
        .memory_bound = bound,                                                                                                   \
        .reader = &kind##_reading,                                                                                               \
        .writer = REEL_WRITES(writing),                                                                                          \
        .operations = REEL_WRITES(changes),                                                                                      \
        .check = REEL_CHECKS(&reel__gdr_fixes_check),                                                                            \
        .clean = &reel__gdr_cleaning,                                                                                            \
    };

#define READS_WITHIN(variable, id_, kind, name_, bound)                                                                          \
    READER(kind)                                                                                                                 \
    FORMAT(variable, id_, kind, name_, bound, NULL, NULL)
#define READS(variable, id_, kind, name_) READS_WITHIN(variable, id_, kind, name_, reel__macros_memory_bound)
#define WRITES(variable, id_, kind, name_, bound, changes)                                                                       \
    READER(kind)                                                                                                                 \
    WRITER(kind)                                                                                                                 \
    FORMAT(variable, id_, kind, name_, bound, &kind##_writing, changes)

static const char *const slc3_extensions[] = { "slc", "slc3", "grape", NULL };
static const char *const slc2_extensions[] = { "slc", "slc2", NULL };
static const char *const slc1_extensions[] = { "slc", NULL };
static const char *const xd_extensions[] = { "xd", NULL };
static const char *const mhr_extensions[] = { "mhr", NULL };
static const char *const mhr_json_extensions[] = { "mhr.json", "json", NULL };
static const char *const re1_extensions[] = { "re", NULL };
static const char *const re2_extensions[] = { "re2", "re21", NULL };
static const char *const re3_extensions[] = { "re3", NULL };
static const char *const re4_extensions[] = { "re4", NULL };
static const char *const ttr3_extensions[] = { "ttr3", NULL };
static const char *const ttr_extensions[] = { "ttr2", "ttr", NULL };
static const char *const tcm_extensions[] = { "tcm", NULL };
static const char *const uv_extensions[] = { "uv", NULL };
static const char *const ybot_extensions[] = { "ybot", NULL };
static const char *const zbf_extensions[] = { "zbf", NULL };
static const char *const text_extensions[] = { "txt", NULL };
static const char *const zephyrus_extensions[] = { "zr", NULL };
static const char *const replaybot_extensions[] = { "replay", NULL };
static const char *const kdbot_extensions[] = { "kd", NULL };
static const char *const rush_extensions[] = { "rsh", NULL };
static const char *const ybot_frame_extensions[] = { "ybf", NULL };
static const char *const rbot_extensions[] = { "rbot", NULL };
static const char *const ddhor_extensions[] = { "ddhor", NULL };
static const char *const echobot_extensions[] = { "echo", NULL };
static const char *const echobot_json_extensions[] = { "echo", "json", NULL };
static const char *const tasbot_extensions[] = { "json", NULL };
static const char *const xbot_extensions[] = { "xbot", NULL };
static const char *const amethyst_extensions[] = { "thyst", NULL };
static const char *const cml_extensions[] = { "cml", NULL };
static const char *const omegabot2_extensions[] = { "replay", NULL };
static const char *const omegabot3_extensions[] = { "replay", NULL };
static const char *const qbot_extensions[] = { "qb", NULL };
static const char *const gdmo21_extensions[] = { "macro", NULL };
static const char *const gdmo_extensions[] = { "macro", NULL };

WRITES(slc3, "slc3", slc3, "Silicate 3", reel__macros_slc3_bound, reel__macros_slc3_operations)
READS(slc2, "slc2", slc2, "Silicate 2")
READS(slc1, "slc1", slc1, "Silicate 1")
WRITES(xd, "xd", xd, "xdBot text", reel__macros_memory_bound, reel__macros_operations)
WRITES(mhr, "mhr", mhr, "Mega Hack macro", reel__macros_memory_bound, reel__macros_operations)
WRITES(mhr_json, "mhr-json", mhr_json, "Mega Hack macro (JSON)", reel__macros_memory_bound, reel__macros_operations)
READS(re1, "re1", re1, "ReplayEngine 1")
WRITES(re2, "re2", re2, "ReplayEngine 2", reel__macros_memory_bound, reel__macros_operations)
WRITES(re3, "re3", re3, "ReplayEngine 3", reel__macros_memory_bound, reel__macros_operations)
READS(re4, "re4", re4, "ReplayEngine 4")
READS_WITHIN(ttr3, "ttr3", ttr3, "ToastyReplay 3", reel__macros_ttr_bound)
READS_WITHIN(ttr, "ttr", ttr, "ToastyReplay 1 and 2", reel__macros_ttr_bound)
WRITES(tcm, "tcm", tcm, "TCBot macro", reel__macros_memory_bound, reel__macros_operations)
READS(uv, "uv", uv, "uvBot macro")
WRITES(ybot, "ybot", ybot, "yBot 2", reel__macros_memory_bound, reel__macros_operations)
WRITES(zbf, "zbf", zbf, "zBot frames", reel__macros_memory_bound, reel__macros_operations)
WRITES(macro_text, "macro-text", text, "Plain text macro", reel__macros_memory_bound, reel__macros_operations)
READS(zephyrus, "zephyrus", zephyrus, "Zephyrus")
READS(replaybot, "replaybot", replaybot, "ReplayBot")
READS(kdbot, "kdbot", kdbot, "KD-BOT")
READS(rush, "rush", rush, "Rush")
READS(ybot_frame, "ybot-frame", ybot_frame, "yBot frames")
WRITES(rbot, "rbot", rbot, "RBot", reel__macros_memory_bound, reel__macros_operations)
READS(ddhor, "ddhor", ddhor, "DDHOR")
WRITES(echobot, "echobot", echobot, "Echo bot", reel__macros_memory_bound, reel__macros_operations)
WRITES(echobot_json, "echobot-json", echobot_json, "Echo bot (JSON)", reel__macros_memory_bound, reel__macros_operations)
WRITES(tasbot, "tasbot", tasbot, "TASBot", reel__macros_memory_bound, reel__macros_operations)
READS(xbot, "xbot", xbot, "xBot")
READS(amethyst, "amethyst", amethyst, "Amethyst")
WRITES(cml, "cml", cml, "XDBot 2.7 macro", reel__macros_cml_bound, reel__macros_operations)
READS(omegabot2, "omegabot2", omegabot2, "OmegaBot 2")
READS(omegabot3, "omegabot3", omegabot3, "OmegaBot 3")
READS(qbot, "qbot", qbot, "qBot")
READS(gdmo21, "gdmo21", gdmo21, "GDMegaOverlay (game 2.1)")
READS(gdmo, "gdmo", gdmo, "GDMegaOverlay (game 2.2)")
