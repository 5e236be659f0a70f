/* SPDX-License-Identifier: MIT
 * Converting and repairing: in reel-full.wasm only. */
#include "module.h"

/* What the last rewrite reported, until it is asked for. */
static reel_findings *reported;

static void forget_findings(void)
{
    reel_findings_free(reported);
    reported = NULL;
}

static const reel_format *format_called(const char *id)
{
    for (const reel_format *const *format = reel_formats(); *format; format++)
        if (strcmp((*format)->id, id) == 0) return *format;
    return NULL;
}

static reel_status rewrite(const web_replay *replay, const reel_format *to, reel_sink sink, const reel_convert_options *how)
{
    forget_findings();
    reported = reel_findings_new(NULL);
    if (!reported) {
        sink.discard(sink.context);
        return fail_memory();
    }
    reel_options options = options_of(replay, reported);
    /* As the command does: a damaged replay has to be repaired first. */
    if (!(how->flags & REEL_REPAIR)) options.flags |= REEL_STRICT;
    reel_status status = reel_convert(reel_source_memory(replay->file, replay->size), &options, to, sink, how, &last_error);
    if (status < 0) forget_findings();
    return status;
}

/* The result is the replay in the format `to`, which may be its own. Flags are those of reel_convert_options. */
EXPORT(replay_rewrite) int replay_rewrite(const web_replay *replay, const char *to, unsigned flags)
{
    const reel_format *format = format_called(to);
    if (!format) return reel_fail(&last_error, REEL_ARGUMENT, "web.format", "", 0, "no format '%s'", to);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = flags };
    return rewrite(replay, format, result_sink(), &how);
}

/* The result is what the last rewrite reported: losses, repairs. They are forgotten. */
EXPORT(rewrite_findings) int rewrite_findings(void)
{
    int status = reel_findings_json(reported, result_sink(), &last_error);
    forget_findings();
    return status;
}

/* Whether the replay can be written as format `index`. A conversion is refused before its operations are looked at, so one that no format
 * has answers the question without converting anything. */
EXPORT(replay_converts) bool replay_converts(const web_replay *replay, size_t index)
{
    const reel_format *to = reel_formats()[index];
    const reel_setting unknown = { .field = "?" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR, .operations = &unknown,
                                       .operation_count = 1 };
    if (!reel_format_writes(to)) return false;
    return to == replay->rows.format ||
           (rewrite(replay, to, result_sink(), &how), strcmp(last_error.rule, "edit.operation") == 0);
}
