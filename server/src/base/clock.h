/* SPDX-License-Identifier: MIT
 * The clocks. Spans are measured with the steady one; what is stored or shown to people is of the other. */
#ifndef SERVER_BASE_CLOCK_H
#define SERVER_BASE_CLOCK_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

/* Of a clock that only goes forward, whatever the time of day is set to. */
int64_t clock_steady_us(void);
int64_t clock_steady_ms(void);
/* Time of a processor that this thread has used, us. */
int64_t clock_thread_us(void);
/* A condition whose waits are measured on that clock. */
void clock_cond_init(pthread_cond_t *condition);
/* Waits until the condition is signalled, or for `ms`. */
void clock_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t ms);

/* Unix time, which may jump. */
int64_t clock_wall_ms(void);
/* Unix time that does not go back while the server runs, for what expires: the most that the clock has shown, and what has passed since. */
int64_t clock_onward_ms(void);

#endif
