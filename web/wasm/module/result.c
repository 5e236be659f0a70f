/* SPDX-License-Identifier: MIT
 * Memory, results, errors: in every module. */
#include "module.h"

#include <stdlib.h>

reel_error last_error;
reel_memory last_result;

EXPORT(allocate) void *allocate(size_t size) { return malloc(size ? size : 1); }
EXPORT(release) void release(void *block) { free(block); }

EXPORT(result_data) const uint8_t *result_data(void) { return last_result.data; }
EXPORT(result_size) size_t result_size(void) { return last_result.size; }
/* Frees the last result: it may be as large as the replay. */
EXPORT(result_free) void result_free(void)
{
    reel_memory_free(&last_result);
    last_result = (reel_memory){ 0 };
}

reel_sink result_sink(void)
{
    result_free();
    return reel_sink_memory(&last_result, NULL);
}

reel_status fail_memory(void) { return reel_fail(&last_error, REEL_MEMORY, "reel.memory", "", 0, "out of memory"); }

EXPORT(error_status) const char *error_status(void) { return reel_status_name(last_error.status); }
EXPORT(error_rule) const char *error_rule(void) { return last_error.rule; }
EXPORT(error_section) const char *error_section(void) { return last_error.section; }
EXPORT(error_message) const char *error_message(void) { return last_error.message; }
/* Offsets are below 2^53: a file that long cannot be passed to the module. */
EXPORT(error_offset) double error_offset(void) { return (double)last_error.offset; }

EXPORT(version) const char *version(void) { return reel_version(); }
