/* SPDX-License-Identifier: MIT
 * The parts of the server, from its start to its end. */
#include "http/lifecycle.h"

#include "http/dispatch.h"
#include "service/lanes.h"
#include "service/live_watch.h"
#include "store/ranking.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { LOOKUP_QUEUE = 1024, TOKEN_QUEUE = 1024, OLD_TOKEN_QUEUE = 8, SIGN_IN_QUEUE = 256 };
enum { NICE_UPLOAD = 2, NICE_STORED = 4, NICE_DECODE = 8 };
enum { FRESH_MS = 1000 /* in which a connection that was taken may bring its request when the server stops */ };
enum { LEAST_WORKER = 24 << 20 /* bytes that a worker needs */ };

/* ---- lanes ---------------------------------------------------------------------------------------------------------- */

static unsigned count_threads(const server_options *o, server_lane first)
{
    unsigned count = 0;
    for (server_lane lane = first; lane < LANES; lane++) count += server_lane_threads(o, lane);
    return count;
}

/* Half of the budget is for workers: bytes of one of them. */
static uint64_t worker_share(const server_options *o) { return o->budget / 2 / count_threads(o, LANE_UPLOAD); }

static bool start_lanes(server *s)
{
    static const unsigned queues[LANES] = { [LANE_LOOKUP] = LOOKUP_QUEUE,
                                            [LANE_TOKEN] = TOKEN_QUEUE,
                                            [LANE_OLD_TOKEN] = OLD_TOKEN_QUEUE,
                                            [LANE_SIGN_IN] = SIGN_IN_QUEUE };
    static const int nices[LANES] = { [LANE_UPLOAD] = NICE_UPLOAD, [LANE_STORED] = NICE_STORED, [LANE_DECODE] = NICE_DECODE };
    const server_options *o = &s->options;
    for (server_lane lane = 0; lane < LANES; lane++) {
        pool_options options = o->pool;
        options.workers = server_lane_threads(o, lane);
        if (queues[lane]) options.queue = queues[lane];
        options.data = o->pool.memory ? worker_share(o) : 0;
        options.nice = nices[lane];
        s->lanes[lane] = pool_start(&options);
        if (!s->lanes[lane]) return fprintf(stderr, "reel-server: cannot start threads: %s\n", strerror(errno)), false;
    }
    return true;
}

static void stop_lanes(server *s)
{
    for (server_lane lane = 0; lane < LANES; lane++) pool_stop(s->lanes[lane]);
}

/* ---- the store ---------------------------------------------------------------------------------------------------------- */

static bool open_scratch(server *s)
{
    const server_options *o = &s->options;
    bool in_store = o->store && strncmp(o->store, "s3://", 5) != 0;
    const char *folder = o->scratch ? o->scratch : in_store ? o->store : NULL;
    s->memory.most = o->budget - o->budget / 2 - o->cache;
    if (scratch_open(&s->scratch, folder, o->scratch_size, &s->memory)) return true;
    return fprintf(stderr, "reel-server: --scratch: no files can be made in %s: %s\n", folder ? folder : "/var/tmp",
                   strerror(errno)),
           false;
}

/* One for each thread that asks the catalogue. */
static unsigned count_connections(const server_options *o)
{
    return count_threads(o, 0) + o->front.threads + 3 /* chores, feed, judge */ + (unsigned)o->hooks.count;
}

static bool open_store(server *s)
{
    const server_options *o = &s->options;
    reel_error error;
    s->admission = admission_new(&o->admission);
    if (!s->admission) return fputs("reel-server: out of memory\n", stderr), false;
    board_holder_start(&s->boards, o->boards);
    if (!o->store) return open_scratch(s);
    if (repository_open(o->store, o->database, count_connections(o), &s->keep, &error) < 0)
        return fprintf(stderr, "reel-server: %s\n", error.message), false;
    s->store = s->keep.store;
    s->remote = strncmp(o->store, "s3://", 5) == 0 || (o->database && strstr(o->database, "://"));
    s->catalogue = s->keep.catalogue;
    if (board_list_adopt(o->boards, s->catalogue, &error) < 0 || ranking_declare(s->catalogue, o->rankings, &error) < 0 ||
        catalogue_settle_apart(s->catalogue, s->keep.database, &error) < 0)
        return fprintf(stderr, "reel-server: %s\n", error.message), false;
    s->cache = cache_new((size_t)o->cache);
    return s->cache ? open_scratch(s) : (fputs("reel-server: out of memory\n", stderr), false);
}

static void close_store(server *s)
{
    login_free(s->login);
    sign_in_stop(s->sign_in);
    s->login = NULL;
    s->sign_in = NULL;
    cache_free(s->cache);
    repository_close(&s->keep);
    admission_free(s->admission);
    board_holder_end(&s->boards);
    scratch_close(&s->scratch);
    s->cache = NULL;
    s->catalogue = NULL;
    s->store = NULL;
    s->admission = NULL;
}

/* ---- the network --------------------------------------------------------------------------------------------------------- */

static int listen_on(const char *address, uint16_t port)
{
    int file = front_listen(address, port);
    if (file < 0 && errno == EINVAL)
        fprintf(stderr, "reel-server: invalid address '%s'\n", address);
    else if (file < 0)
        fprintf(stderr, "reel-server: cannot listen on %s port %u: %s\n", address, port, strerror(errno));
    return file;
}

static bool open_listeners(server *s)
{
    const server_options *o = &s->options;
    s->listeners[0] = (front_listener){ .socket = o->socket >= 0 ? o->socket : listen_on(o->address, o->port) };
    s->listeners[1] = (front_listener){ .socket = -1, .kind = LISTENS_FOR_METRICS };
    if (o->metrics && s->listeners[0].socket >= 0) s->listeners[1].socket = listen_on(o->metrics, o->metrics_port);
    return s->listeners[0].socket >= 0 && (!o->metrics || s->listeners[1].socket >= 0);
}

static bool is_proxy(void *context, const ip_address *address)
{
    return admission_is_proxy(((server *)context)->admission, address);
}

static bool start_front(server *s)
{
    const front_calls calls = { .handle = dispatch_request, .completed = dispatch_completed, .is_proxy = is_proxy, .context = s };
    return open_listeners(s) && front_start(&s->options.front, &calls, s->listeners, &s->memory, &s->front);
}

static void close_listeners(server *s)
{
    for (int i = 0; i < FRONT_LISTENERS; i++) {
        if (s->listeners[i].socket >= 0) close(s->listeners[i].socket);
        s->listeners[i].socket = -1;
    }
}

static uint16_t port_of(int file)
{
    struct sockaddr_storage at = { .ss_family = AF_UNSPEC };
    socklen_t size = sizeof at;
    if (file < 0 || getsockname(file, (struct sockaddr *)&at, &size) != 0) return 0;
    if (at.ss_family == AF_INET) return ntohs(((const struct sockaddr_in *)(const void *)&at)->sin_port);
    return at.ss_family == AF_INET6 ? ntohs(((const struct sockaddr_in6 *)(const void *)&at)->sin6_port) : 0;
}

uint16_t server_port(const server *s) { return port_of(s->listeners[0].socket); }
uint16_t server_metrics_port(const server *s) { return port_of(s->listeners[1].socket); }

/* ---- start and end ----------------------------------------------------------------------------------------------------------- */

static bool is_budget_enough(const server_options *o)
{
    uint64_t needed = 2 * (uint64_t)LEAST_WORKER * count_threads(o, LANE_UPLOAD), rest = o->budget - o->budget / 2;
    if (o->budget >= needed && rest > o->cache) return true;
    if (2 * o->cache > needed) needed = 2 * o->cache;
    fprintf(stderr, "reel-server: --budget: these workers and this cache need at least %llu MiB\n",
            (unsigned long long)(needed >> 20) + 1);
    return false;
}

static bool start_judge(server *s)
{
    const judge_options options = { s->options.maps, &s->keep, s->lanes[LANE_STORED], &s->boards, s->admission };
    if (options.maps) s->judge = judge_start(&options);
    return s->judge || !options.maps;
}

/* Without a folder, a server has no lives. */
static bool start_live(server *s)
{
    char folder[PATH_MAX];
    live_options options = s->options.live;
    const bool in_store = strncmp(s->options.store, "s3://", 5) != 0;
    if (!options.count || (!options.folder && !in_store)) return true;
    options.each = s->options.body;
    if (!options.folder && snprintf(folder, sizeof folder, "%s/live", s->options.store) < (int)sizeof folder)
        options.folder = folder;
    s->live = options.folder ? live_start(s, &options) : NULL;
    if (!s->live) fprintf(stderr, "reel-server: --live: %s\n", options.folder ? strerror(errno) : "its name is too long");
    return s->live != NULL;
}

static bool start_chores(server *s)
{
    if (!s->store) return true;
    if (s->options.login.keys && !(s->login = login_new(&s->options.login))) return false;
    if (s->options.sign_in.count && !(s->sign_in = sign_in_start(&s->options.sign_in)))
        return fprintf(stderr, "reel-server: cannot start threads: %s\n", strerror(errno)), false;
    s->chores = chores_start(&s->keep, s->login);
    if (s->chores) s->feed = feed_start(s->catalogue, s->options.event_clients);
    if (s->feed && !start_live(s)) return false;
    if (s->feed) s->hooks = hooks_start(s->catalogue, &s->options.hooks);
    if (s->hooks && start_judge(s)) return true;
    return fprintf(stderr, "reel-server: cannot start threads: %s\n", strerror(errno)), false;
}

bool server_start_lanes(server *s)
{
    if (!is_budget_enough(&s->options)) return false;
    if (getrandom(&s->first_id, sizeof s->first_id, 0) != sizeof s->first_id)
        return fprintf(stderr, "reel-server: no random numbers: %s\n", strerror(errno)), false;
    return open_store(s) && start_lanes(s);
}

void server_stop_lanes(server *s)
{
    stop_lanes(s);
    close_store(s);
}

bool server_start(server *s)
{
    s->listeners[0].socket = s->listeners[1].socket = -1;
    if (s->options.no_anonymous && !s->options.store)
        return fputs("reel-server: --no-anonymous needs --store, where tokens are\n", stderr), false;
    if (s->options.sign_in.count && !s->options.store)
        return fputs("reel-server: --sign-in needs --store, where accounts are\n", stderr), false;
    if (server_start_lanes(s) && start_chores(s) && start_front(s)) return true;
    hooks_stop(s->hooks);
    live_quit(s->live);
    feed_stop(s->feed);
    chores_stop(s->chores);
    close_listeners(s);
    judge_quit(s->judge);
    stop_lanes(s);
    judge_stop(s->judge);
    live_stop(s->live); /* what lanes did for it is over */
    close_store(s);
    return false;
}

/* Whether there is something to finish, so many ms after the server began to stop. */
static bool is_needed(server *s, int64_t age)
{
    if (age >= (int64_t)s->options.drain_seconds * 1000) return false;
    bool works = atomic_load(&s->counts.active) || front_busy(s->front) || !front_is_quiet(s->front);
    return works || (front_fresh(s->front) && age < FRESH_MS);
}

void server_stop(server *s)
{
    atomic_store(&s->draining, true);
    front_quiesce(s->front);
    feed_end(s->feed);
    live_quit(s->live);
    int64_t begun = clock_steady_ms();
    while (is_needed(s, clock_steady_ms() - begun)) nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    sign_in_quit(s->sign_in);
    hooks_stop(s->hooks);
    chores_stop(s->chores);
    judge_quit(s->judge);
    stop_lanes(s);
    judge_stop(s->judge);
    front_stop(s->front);
    feed_stop(s->feed); /* streams use both until the front is gone */
    live_stop(s->live);
    close_listeners(s);
    close_store(s);
}
