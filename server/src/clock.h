/* SPDX-License-Identifier: MIT
 * The time of what expires. */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <stdint.h>

/* Unix time, ms, that does not go back while the server runs: the most that the clock has shown, and what has passed since. */
int64_t steady_ms(void);

#endif
