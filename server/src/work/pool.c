/* SPDX-License-Identifier: MIT */
#include "work/pool.h"

#include "base/clear.h"
#include "base/clock.h"
#include "base/fail.h"
#include "work/channel.h"
#include "work/turns.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A thread with its process. */
typedef struct worker {
    struct pool *pool;
    pthread_t thread;
    pid_t process; /* 0: none */
    int channel;
    unsigned jobs; /* that the process has done */
    bool draws;    /* the process is for a picture */
} worker;

struct pool {
    pool_options options;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    queued_job *jobs; /* that wait or run, the newest first */
    turns turns;
    pool_count count;
    unsigned started;
    bool stopping;
    worker workers[POOL_WORKERS];
};

/* ---- processes -------------------------------------------------------------------------------------------------- */

enum { WORKER_CHANNEL = 3 };
#define LEAST_PICTURE (UINT64_C(96) << 20) /* bytes that a process for a picture needs; it ends with the picture */

/* Runs this program as a worker: the descriptors that it gets are its standard streams and the channel. */
static pid_t spawn_worker(const pool_options *options, int channel, bool draws)
{
    char memory[32], output[32], data[32], nice[32];
    const uint64_t share = draws && options->data && options->data < LEAST_PICTURE ? LEAST_PICTURE : options->data;
    snprintf(memory, sizeof memory, "%llu", (unsigned long long)options->memory);
    snprintf(output, sizeof output, "%llu", (unsigned long long)options->output);
    snprintf(data, sizeof data, "%llu", (unsigned long long)share);
    snprintf(nice, sizeof nice, "%d", options->nice);
    char *const arguments[] = { "reel-server", "--worker", memory, output, data, nice, draws ? "1" : "0", NULL };
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
    w->process = spawn_worker(&w->pool->options, pair[1], w->draws);
    close(pair[1]);
    if (!w->process) {
        close(pair[0]);
        return false;
    }
    w->channel = pair[0];
    w->jobs = 0;
    return true;
}

/* Returns the status of the process, as waitpid does. */
static int end_process(worker *w, int sign)
{
    int status = 0;
    if (!w->process) return 0;
    close(w->channel);
    if (sign) kill(w->process, sign);
    while (waitpid(w->process, &status, 0) < 0 && errno == EINTR) continue;
    w->process = 0;
    return status;
}

/* ---- jobs ------------------------------------------------------------------------------------------------------- */

/* Whether the worker answers, or dies, before `deadline`. */
static bool worker_answers(int channel, int64_t deadline)
{
    struct pollfd one = { .fd = channel, .events = POLLIN };
    for (;;) {
        int64_t left = deadline - clock_steady_ms();
        int ready = poll(&one, 1, left > 0 ? (int)left : 0);
        if (ready > 0) return true;
        if (ready == 0 && left <= 0) return false;
        if (ready < 0 && errno != EINTR) return true; /* receiving will fail */
    }
}

/* For how long the process has waited for a processor since it was started. 0: unknown. */
static int64_t starved_ms(pid_t process)
{
    char path[48], text[96];
    long long waited = 0;
    snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (size <= 0) return 0;
    text[size] = '\0';
    return sscanf(text, "%*s %lld", &waited) == 1 ? waited / 1000000 : 0;
}

/* The same for a job that may take `seconds`. Time in which a busy machine does not let the worker run is not the file's fault: it does not
 * count, up to a multiple of what the job may take. *worked gets what counts, in ms. */
static bool job_answers(const worker *w, unsigned seconds, int64_t *worked)
{
    enum { MOST_TIMES = 8 };
    const int64_t begin = clock_steady_ms(), most = (int64_t)seconds * 1000, starved = starved_ms(w->process);
    int64_t spare = 0, before;
    bool in_time;
    do {
        before = spare;
        in_time = worker_answers(w->channel, begin + most + spare);
        spare = starved_ms(w->process) - starved;
        if (spare < before) spare = before; /* the process has ended */
        if (spare > (MOST_TIMES - 1) * most) spare = (MOST_TIMES - 1) * most;
    } while (!in_time && spare > before);
    *worked = clock_steady_ms() - begin - spare;
    if (*worked < 0) *worked = 0;
    return in_time;
}

static bool ends_with_nul(const char *text, size_t size) { return memchr(text, '\0', size) != NULL; }

/* The worker may be under the control of the file that it read. */
static bool is_sound(const job *job, const job_result *result)
{
    bool inspected = job->kind == JOB_INSPECT && result->status >= 0;
    return job_is_text(result->format, sizeof result->format) && ends_with_nul(result->rule, sizeof result->rule) &&
           ends_with_nul(result->section, sizeof result->section) && ends_with_nul(result->message, sizeof result->message) &&
           result->status >= REEL_CANCELLED && result->status <= REEL_AGAIN &&
           (!inspected || inspection_is_sound(&result->inspection, result->size)) &&
           (job->kind != JOB_LEVEL || result->status < 0 || map_facts_are_sound(&result->map));
}

/* The limit that the job has of its own; the hard one stays that of the pool. */
static void limit_output(const worker *w, uint64_t bytes)
{
    const struct rlimit limit = { bytes, w->pool->options.output };
    prlimit(w->process, RLIMIT_FSIZE, &limit, NULL);
}

static bool send_job(worker *w, queued_job *queued)
{
    const int files[WORKER_FILES] = { queued->in, queued->out, queued->with >= 0 ? queued->with : queued->in,
                                      *queued->job.map ? queued->map : queued->in };
    if (!w->process && !start_process(w)) return false;
    if (queued->output) limit_output(w, queued->output);
    return channel_send(w->channel, &queued->job, sizeof queued->job, files, WORKER_FILES);
}

static job_end run_job(worker *w, queued_job *queued)
{
    /* A process that died between two jobs cannot be told from one that is fine until it is asked. */
    if (!send_job(w, queued)) {
        end_process(w, SIGKILL);
        if (!send_job(w, queued)) {
            queued->why = errno;
            return w->process ? JOB_DIED : JOB_UNSTARTED;
        }
    }
    unsigned seconds = queued->seconds ? queued->seconds : w->pool->options.seconds;
    int64_t worked;
    bool in_time = job_answers(w, seconds, &worked);
    queued->worked_ms += worked;
    if (in_time && channel_receive(w->channel, &queued->result, sizeof queued->result, NULL, 0) &&
        is_sound(&queued->job, &queued->result)) {
        if (++w->jobs >= w->pool->options.jobs) end_process(w, 0);
        return JOB_DONE;
    }
    end_process(w, SIGKILL);
    return in_time ? JOB_DIED : JOB_LATE;
}

/* A picture is drawn by a process of its own, whose sandbox is another, and which takes no other job. */
static job_end run_picture(const worker *w, queued_job *queued)
{
    worker own = { .pool = w->pool, .draws = true };
    job_end end = run_job(&own, queued);
    end_process(&own, SIGKILL);
    return end;
}

/* ---- turns ------------------------------------------------------------------------------------------------------- */

static queued_job *take_job(pool *pool)
{
    queued_job *next = turns_next(&pool->turns, pool->jobs, pool->options.workers);
    if (!next) return NULL;
    next->running = true;
    pool->count.waiting--;
    pool->count.running++;
    return next;
}

static void remove_job(pool *pool, queued_job *queued)
{
    queued_job **at = &pool->jobs;
    while (*at != queued) at = &(*at)->next;
    *at = queued->next;
    turns_end(&pool->turns, queued);
    pool->count.running--;
    if (queued->end == JOB_DIED) pool->count.died++;
    pthread_cond_broadcast(&pool->changed); /* the client may have its turn now */
}

static void *worker_thread(void *argument)
{
    worker *w = argument;
    pool *pool = w->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        queued_job *queued;
        while (!pool->stopping && !(queued = take_job(pool))) pthread_cond_wait(&pool->changed, &pool->lock);
        if (pool->stopping) break;
        pthread_mutex_unlock(&pool->lock);
        job_end end = JOB_DONE;
        while (end == JOB_DONE && queued->step(queued))
            end = queued->job.kind == JOB_PICTURE ? run_picture(w, queued) : run_job(w, queued);
        queued->end = end;
        pthread_mutex_lock(&pool->lock);
        remove_job(pool, queued);
        pthread_mutex_unlock(&pool->lock);
        queued->done(queued); /* which may free it */
        clear_stack();
        pthread_mutex_lock(&pool->lock);
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
    queued->running = false;
    pthread_mutex_lock(&pool->lock);
    unsigned most = pool->options.queue > 1 ? pool->options.queue / 2 : 1;
    bool room = !pool->stopping && pool->count.waiting < pool->options.queue &&
                turns_add(&pool->turns, pool->jobs, queued) < most + pool->started;
    if (room) {
        queued->next = pool->jobs;
        pool->jobs = queued;
        pool->count.waiting++;
        pthread_cond_signal(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

/* A worker whose channel ends before its first job ends with status 0, unless it cannot enter its sandbox. */
reel_status pool_try(pool *pool, reel_error *error)
{
    enum { TRY_MS = 10000 };
    static const char rule[] = "server.worker";
    worker w = { .pool = pool };
    if (!start_process(&w)) return fail(error, REEL_IO, rule, "cannot start a worker: %s", strerror(errno));
    shutdown(w.channel, SHUT_WR);
    bool in_time = worker_answers(w.channel, clock_steady_ms() + TRY_MS);
    int status = end_process(&w, in_time ? 0 : SIGKILL);
    if (!in_time) return fail(error, REEL_IO, rule, "a worker did not start in %d seconds", TRY_MS / 1000);
    if (WIFSIGNALED(status)) return fail(error, REEL_IO, rule, "a worker was ended by signal %d at its start", WTERMSIG(status));
    if (status) return fail(error, REEL_IO, rule, "a worker cannot enter its sandbox: see the log");
    return REEL_OK;
}

void pool_add_count(pool *pool, pool_count *count)
{
    pthread_mutex_lock(&pool->lock);
    count->waiting += pool->count.waiting;
    count->running += pool->count.running;
    count->died += pool->count.died;
    pthread_mutex_unlock(&pool->lock);
}

/* Takes the jobs that wait out of the list. */
static queued_job *take_waiting(pool *pool)
{
    queued_job *waiting = NULL, **at = &pool->jobs;
    while (*at) {
        queued_job *each = *at;
        if (each->running) {
            at = &each->next;
            continue;
        }
        *at = each->next;
        each->next = waiting;
        waiting = each;
    }
    pool->count.waiting = 0;
    return waiting;
}

void pool_stop(pool *pool)
{
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    queued_job *queued = take_waiting(pool);
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
