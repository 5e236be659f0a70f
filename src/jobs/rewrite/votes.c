/* SPDX-License-Identifier: MIT */
#include "jobs/rewrite/votes.h"

#include "core/memory.h"

#include <reel/export.h>

char *reel__votes_level(const reel_reader *reader, const reel_allocator *allocator)
{
    const size_t size = reel_header_text(reel_header(reader), REEL_FIELD_LEVEL, NULL, 0);
    char *text = reel__memory_new(allocator, size + 1);
    if (!text) return NULL;
    reel_header_text(reel_header(reader), REEL_FIELD_LEVEL, text, size + 1);
    const size_t length = reel_level_key(text, size, NULL, 0);
    char *key = reel__memory_new(allocator, length + 1);
    if (key) reel_level_key(text, size, key, length + 1);
    reel__memory_drop(allocator, text);
    return key;
}

static reel_status compare_levels(const char *level, const reel_reader *other, const pair_job *job)
{
    char *own = reel__votes_level(other, &job->allocator);
    if (!own) return reel__memory_fail(job->error);
    reel_status status = REEL_OK;
    if (strcmp(level, own) != 0)
        status = reel_fail(job->error, REEL_ARGUMENT, "level.other", "header", 0, "the plays are of different levels: %s and %s",
                           *level ? level : "unknown", *own ? own : "unknown");
    reel__memory_drop(&job->allocator, own);
    return status;
}

static reel_status pass_all(reel_reader *other, const convert_pair *pair, pair_job *job)
{
    const reel_chunk *chunk;
    reel_status status;
    while ((status = reel_next(other, &chunk, job->error)) == REEL_OK)
        if ((status = pair->chunk(job, chunk)) < 0) break;
    return status;
}

reel_status reel__votes_add(const reel_options *like, const char *level, const convert_pair *pair, pair_job *job,
                            reel_source source)
{
    reel_options options = *like;
    options.format = NULL;
    options.member = NULL;
    options.flags |= REEL_STRICT;
    options.choose = NULL; /* it is about the first one */
    reel_reader *other;
    reel_status status = reel_open(source, &options, &other, job->error);
    if (status < 0) return status;
    const convert_pair *own = reel__pair_between(other->format, pair->to);
    job->source++;
    if (!own || own->finish != pair->finish)
        status = reel_fail(job->error, REEL_UNSUPPORTED, "convert.votes", "", 0,
                           "a %s file cannot be made of a %s file beside others", pair->to->name, other->format->name);
    if (status >= 0) status = compare_levels(level, other, job);
    if (status >= 0) status = pass_all(other, own, job);
    const reel_error *damage = reel_reader_damage(other);
    if (status >= 0 && damage)
        status = reel_fail(job->error, damage->status, damage->rule, damage->section, damage->offset, "%s", damage->message);
    reel_close(other);
    return status;
}
