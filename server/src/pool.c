/* SPDX-License-Identifier: MIT */
#include "pool.h"

#include "channel.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* A thread with its process. */
typedef struct worker {
    struct pool *pool;
    pthread_t thread;
    pid_t process; /* 0: none */
    int channel;
    unsigned jobs; /* that the process has done */
} worker;

struct pool {
    pool_options options;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    queued_job *first, **last;
    unsigned waiting, running, started;
    unsigned long died;
    bool stopping;
    worker workers[POOL_WORKERS];
};

/* ---- processes -------------------------------------------------------------------------------------------------- */

enum { WORKER_CHANNEL = 3 };

/* Runs this program as a worker: the descriptors that it gets are its standard streams and the channel. */
static pid_t spawn_worker(const pool_options *options, int channel)
{
    char memory[32], output[32];
    snprintf(memory, sizeof memory, "%llu", (unsigned long long)options->memory);
    snprintf(output, sizeof output, "%llu", (unsigned long long)options->output);
    char *const arguments[] = { "reel-server", "--worker", memory, output, NULL };
    posix_spawn_file_actions_t actions;
    pid_t process = 0;
    if (posix_spawn_file_actions_init(&actions) != 0) return 0;
    int result = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", 0, 0);
    if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, channel, WORKER_CHANNEL);
    if (result == 0) result = posix_spawn(&process, "/proc/self/exe", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (result != 0) errno = result;
    return result == 0 ? process : 0;
}

static bool start_process(worker *w)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return false;
    w->process = spawn_worker(&w->pool->options, pair[1]);
    close(pair[1]);
    if (!w->process) {
        close(pair[0]);
        return false;
    }
    w->channel = pair[0];
    w->jobs = 0;
    return true;
}

static void end_process(worker *w, int sign)
{
    if (!w->process) return;
    close(w->channel);
    if (sign) kill(w->process, sign);
    while (waitpid(w->process, NULL, 0) < 0 && errno == EINTR) continue;
    w->process = 0;
}

/* ---- jobs ------------------------------------------------------------------------------------------------------- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Whether the worker answers, or dies, before `deadline`. */
static bool answers(int channel, int64_t deadline)
{
    struct pollfd one = { .fd = channel, .events = POLLIN };
    for (;;) {
        int64_t left = deadline - now_ms();
        int ready = poll(&one, 1, left > 0 ? (int)left : 0);
        if (ready > 0) return true;
        if (ready == 0 && left <= 0) return false;
        if (ready < 0 && errno != EINTR) return true; /* receiving will fail */
    }
}

static bool ends_with_nul(const char *text, size_t size) { return memchr(text, '\0', size) != NULL; }

/* The worker may be under the control of the file that it read. */
static bool is_sound(const job *job, const job_result *result)
{
    bool inspected = job->kind == JOB_INSPECT && result->status >= 0;
    return job_is_text(result->format, sizeof result->format) && ends_with_nul(result->rule, sizeof result->rule) &&
           ends_with_nul(result->section, sizeof result->section) && ends_with_nul(result->message, sizeof result->message) &&
           result->status >= REEL_CANCELLED && result->status <= REEL_AGAIN &&
           (!inspected || inspection_is_sound(&result->inspection, result->size));
}

static job_end run_job(worker *w, queued_job *queued)
{
    const int files[WORKER_FILES] = { queued->in, queued->out, queued->with >= 0 ? queued->with : queued->in };
    if (!w->process && !start_process(w)) return JOB_DIED;
    /* A process that died between two jobs cannot be told from one that is fine until it is asked. */
    if (!channel_send(w->channel, &queued->job, sizeof queued->job, files, WORKER_FILES)) {
        end_process(w, SIGKILL);
        if (!start_process(w) || !channel_send(w->channel, &queued->job, sizeof queued->job, files, WORKER_FILES))
            return JOB_DIED;
    }
    bool in_time = answers(w->channel, now_ms() + (int64_t)w->pool->options.seconds * 1000);
    if (in_time && channel_receive(w->channel, &queued->result, sizeof queued->result, NULL, 0) &&
        is_sound(&queued->job, &queued->result)) {
        if (++w->jobs >= w->pool->options.jobs) end_process(w, 0);
        return JOB_DONE;
    }
    end_process(w, SIGKILL);
    return in_time ? JOB_DIED : JOB_LATE;
}

static queued_job *take_job(struct pool *pool)
{
    queued_job *queued = pool->first;
    if (!queued) return NULL;
    pool->first = queued->next;
    if (!pool->first) pool->last = &pool->first;
    pool->waiting--;
    return queued;
}

static void *worker_thread(void *argument)
{
    worker *w = argument;
    struct pool *pool = w->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->first && !pool->stopping) pthread_cond_wait(&pool->changed, &pool->lock);
        if (pool->stopping) break;
        queued_job *queued = take_job(pool);
        pool->running++;
        pthread_mutex_unlock(&pool->lock);
        job_end end = JOB_DONE;
        while (end == JOB_DONE && queued->step(queued)) end = run_job(w, queued);
        queued->end = end;
        queued->done(queued);
        pthread_mutex_lock(&pool->lock);
        pool->running--;
        if (end == JOB_DIED) pool->died++;
    }
    pthread_mutex_unlock(&pool->lock);
    end_process(w, SIGKILL);
    return NULL;
}

/* ---- the pool ---------------------------------------------------------------------------------------------------- */

pool *pool_start(const pool_options *options)
{
    pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pool->options = *options;
    if (pool->options.workers > POOL_WORKERS) pool->options.workers = POOL_WORKERS;
    pool->last = &pool->first;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    for (; pool->started < pool->options.workers; pool->started++) {
        worker *w = &pool->workers[pool->started];
        w->pool = pool;
        int result = pthread_create(&w->thread, NULL, worker_thread, w);
        if (result == 0) continue;
        pool_stop(pool);
        errno = result;
        return NULL;
    }
    return pool;
}

bool pool_add(pool *pool, queued_job *queued)
{
    queued->next = NULL;
    pthread_mutex_lock(&pool->lock);
    bool room = !pool->stopping && pool->waiting < pool->options.queue;
    if (room) {
        *pool->last = queued;
        pool->last = &queued->next;
        pool->waiting++;
        pthread_cond_signal(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

void pool_counts(pool *pool, unsigned *waiting, unsigned *running, unsigned long *died)
{
    pthread_mutex_lock(&pool->lock);
    *waiting = pool->waiting;
    *running = pool->running;
    *died = pool->died;
    pthread_mutex_unlock(&pool->lock);
}

void pool_stop(pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    queued_job *queued = pool->first;
    pool->first = NULL;
    pool->last = &pool->first;
    pool->waiting = 0;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    while (queued) {
        queued_job *next = queued->next;
        queued->end = JOB_STOPPED;
        queued->done(queued);
        queued = next;
    }
    for (unsigned i = 0; i < pool->started; i++) pthread_join(pool->workers[i].thread, NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->changed);
    free(pool);
}
