/* SPDX-License-Identifier: MIT
 * Threads and locks of the system. */
#ifndef PLATFORM_THREADS_H
#define PLATFORM_THREADS_H

#include <stdbool.h>

#ifdef _WIN32
/* What a slim lock, a condition variable and a handle are, without <windows.h>. */
typedef struct system_mutex {
    void *lock;
} system_mutex;
typedef struct system_condition {
    void *variable;
} system_condition;
typedef struct system_thread {
    void *handle;
} system_thread;
#else
#include <pthread.h>
typedef pthread_mutex_t system_mutex;
typedef pthread_cond_t system_condition;
typedef pthread_t system_thread;
#endif

void reel__system_mutex_init(system_mutex *mutex);
void reel__system_mutex_lock(system_mutex *mutex); /* not twice by one thread */
void reel__system_mutex_unlock(system_mutex *mutex);
void reel__system_mutex_free(system_mutex *mutex);
void reel__system_condition_init(system_condition *condition);
/* Unlocks `mutex`, waits for a wake, and locks it again. May return without one. */
void reel__system_condition_wait(system_condition *condition, system_mutex *mutex);
void reel__system_condition_wake(system_condition *condition); /* all that wait */
void reel__system_condition_free(system_condition *condition);
/* Runs main(context) in a new thread, to be joined. False: there are no more threads. */
bool reel__system_thread_start(system_thread *thread, void (*main)(void *context), void *context);
void reel__system_thread_join(system_thread thread);

#endif
