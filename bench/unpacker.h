/* SPDX-License-Identifier: MIT
 * The yardstick for reading teehistorian: a loop over the messages that keeps the state and makes no rows. */
#ifndef BENCH_UNPACKER_H
#define BENCH_UNPACKER_H

#include <stddef.h>
#include <stdint.h>

/* Numbers by two calls each, as in a server; the number of messages. The recording is sound. */
uint64_t unpack_as_server(const uint8_t *data, size_t size);
/* The same with everything inlined. */
uint64_t unpack_inlined(const uint8_t *data, size_t size);

#endif
