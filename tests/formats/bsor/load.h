/* SPDX-License-Identifier: MIT
 * What tests that read BSOR share: files that generate.h makes, loaded. */
#ifndef BSOR_LOAD_H
#define BSOR_LOAD_H

#include "generate.h"

#include <reel/bsor.h>

/* The file of load_made. */
static bytes made;

static inline reel_replay *load(const void *data, size_t size, const reel_options *options)
{
    reel_error error;
    reel_replay *replay = NULL;
    if (reel_load(reel_source_memory(data, size), options, &replay, &error) < 0)
        fail_msg("%s at %llu: %s", error.rule, (unsigned long long)error.offset, error.message);
    return replay;
}

static inline reel_replay *load_made(void (*make_it)(bytes *))
{
    make_it(&made);
    return load(made.data, made.size, NULL);
}

#define ROWS(type, replay, table, count) ((const type *)reel_rows(replay, &table, count))

static inline bool text_is(reel_string text, const char *expected)
{
    return text.size == strlen(expected) && memcmp(text.data ? text.data : "", expected, text.size) == 0;
}

#endif
