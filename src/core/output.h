/* SPDX-License-Identifier: MIT
 * Buffered bytes on their way to a sink. */
#ifndef CORE_OUTPUT_H
#define CORE_OUTPUT_H

#include "core/memory.h"

/* Starts an output over a sink that outlives it; false: no memory. `error` gets the first failure and must outlive it too. */
bool reel__output_open(reel_output *out, reel_sink *sink, const reel_allocator *allocator, reel_error *error);
void reel__output_close(reel_output *out, const reel_allocator *allocator);
/* Gives what is buffered to the sink. */
reel_status reel__output_flush(reel_output *out);
/* Replaces bytes that were put before. Only if out->sink->patch is set. */
reel_status reel__output_patch(reel_output *out, uint64_t offset, const void *data, size_t size);

#endif
