/* SPDX-License-Identifier: MIT
 * GET /metrics, in the text format of Prometheus. packaging/server has a board and alerts made of these. */
#include "api/handlers.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/live.h"

#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

static const char *const lane_names[LANES] = { "lookup", "token", "old_token", "sign_in", "upload", "stored", "decode" };
static const char *const end_names[UPLOAD_ENDS] = { "accepted", "held", "refused", "known", "failed" };

/* ---- writing ----------------------------------------------------------------------------------------------------------- */

static void begin(text *to, const char *name, const char *type, const char *help)
{
    text_print(to, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void add(text *to, const char *name, const char *type, const char *help, unsigned long long value)
{
    begin(to, name, type, help);
    text_print(to, "%s %llu\n", name, value);
}

static void add_classes(text *to, server_counts *c)
{
    begin(to, "reel_requests_total", "counter", "Answers by class of status.");
    for (int i = 2; i < 6; i++) text_print(to, "reel_requests_total{class=\"%dxx\"} %lu\n", i, atomic_load(&c->requests[i]));
}

static void add_routes(text *to, server *s)
{
    char labels[128];
    begin(to, "reel_route_requests_total", "counter", "Answers by route and class of status.");
    for (size_t n = 0; n < MOST_ROUTES && s->routes[n].method; n++)
        for (int i = 2; i < 6; i++)
            if (atomic_load(&s->counts.routes[n].classes[i]))
                text_print(to, "reel_route_requests_total{route=\"%s\",class=\"%dxx\"} %lu\n", s->routes[n].id, i,
                           atomic_load(&s->counts.routes[n].classes[i]));
    begin(to, "reel_route_seconds", "histogram", "Time from the head of a request to that of its answer.");
    for (size_t n = 0; n < MOST_ROUTES && s->routes[n].method; n++) {
        if (!histogram_count(&s->counts.routes[n].times)) continue;
        snprintf(labels, sizeof labels, "route=\"%s\"", s->routes[n].id);
        histogram_write(to, "reel_route_seconds", labels, &s->counts.routes[n].times);
    }
    begin(to, "reel_uploads_total", "counter", "Uploads by what came of them.");
    for (int i = 0; i < UPLOAD_ENDS; i++)
        text_print(to, "reel_uploads_total{verdict=\"%s\"} %lu\n", end_names[i], atomic_load(&s->counts.uploads[i]));
}

/* A lane that has no threads is not used by this server. */
static void add_lane_gauge(text *to, const char *name, const char *doc, const unsigned values[LANES],
                           const unsigned threads[LANES])
{
    begin(to, name, "gauge", doc);
    for (int lane = 0; lane < LANES; lane++)
        if (threads[lane]) text_print(to, "%s{lane=\"%s\"} %u\n", name, lane_names[lane], values[lane]);
}

static void add_lanes(text *to, const server *s)
{
    unsigned waiting[LANES], running[LANES], threads[LANES];
    for (server_lane lane = 0; lane < LANES; lane++) {
        pool_count count = { .waiting = 0 };
        pool_add_count(s->lanes[lane], &count);
        waiting[lane] = count.waiting;
        running[lane] = count.running;
        threads[lane] = server_lane_threads(&s->options, lane);
    }
    add_lane_gauge(to, "reel_lane_waiting", "Jobs in each queue.", waiting, threads);
    add_lane_gauge(to, "reel_lane_running", "Jobs of each queue that run.", running, threads);
    add_lane_gauge(to, "reel_lane_threads", "Jobs of each queue that can run at a time.", threads, threads);
}

static void add_disk(text *to, const char *name, const char *folder)
{
    struct statvfs info;
    if (!folder || strstr(folder, "://") || statvfs(folder, &info) != 0) return;
    text_print(to, "reel_disk_free_bytes{folder=\"%s\"} %llu\n", name,
               (unsigned long long)info.f_bavail * (unsigned long long)info.f_frsize);
}

static void add_store(text *to, server *s)
{
    if (!s->store) return;
    begin(to, "reel_store_seconds", "histogram", "Time of the store to put or open a replay.");
    histogram_write(to, "reel_store_seconds", "call=\"put\"", &s->store->put);
    histogram_write(to, "reel_store_seconds", "call=\"get\"", &s->store->get);
    begin(to, "reel_store_failures_total", "counter", "Calls of the store that failed.");
    text_print(to, "reel_store_failures_total{call=\"put\"} %lu\n", atomic_load(&s->store->put.failed));
    text_print(to, "reel_store_failures_total{call=\"get\"} %lu\n", atomic_load(&s->store->get.failed));
    begin(to, "reel_catalogue_seconds", "histogram", "Time of the database for a statement or a transaction.");
    histogram_write(to, "reel_catalogue_seconds", "", catalogue_times(s->catalogue));
    add(to, "reel_catalogue_failures_total", "counter", "Statements and transactions that failed.",
        atomic_load(&catalogue_times(s->catalogue)->failed));
    add(to, "reel_catalogue_memory_bytes", "gauge", "Memory of SQLite, most of it pages of the database.",
        (unsigned long long)sql_sqlite_memory());
    add(to, "reel_event_clients", "gauge", "Clients that read events.", feed_streams(s->feed));
    if (!s->live) return;
    const live_totals live = live_count(s->live);
    add(to, "reel_live_plays", "gauge", "Plays that are being recorded.", live.lives);
    add(to, "reel_live_clients", "gauge", "Clients that watch them.", live.watchers);
    add(to, "reel_live_bytes", "gauge", "Bytes of them.", live.bytes);
}

http_result metrics(request *r)
{
    server *s = r->server;
    server_counts *c = &s->counts;
    const server_options *o = &s->options;
    pool_count jobs = server_jobs(s);
    text *to = &r->answer;
    add_classes(to, c);
    add(to, "reel_body_bytes_total", "counter", "Bytes of bodies that were received.", atomic_load(&c->body_bytes));
    add(to, "reel_answer_bytes_total", "counter", "Bytes of bodies that were sent.", atomic_load(&c->answer_bytes));
    add(to, "reel_jobs_total", "counter", "Jobs that worker processes were given.", atomic_load(&c->decodes));
    add(to, "reel_workers_died_total", "counter", "Worker processes that died.", jobs.died);
    add(to, "reel_jobs_waiting", "gauge", "Jobs in the queue.", jobs.waiting);
    add(to, "reel_jobs_running", "gauge", "Jobs that run.", jobs.running);
    add(to, "reel_requests_active", "gauge", "Requests without a complete answer.", atomic_load(&c->active));
    add(to, "reel_connections_refused_total", "counter", "Requests and connections that were refused before they were read.",
        front_refused(s->front));
    add(to, "reel_connections_late_total", "counter", "Connections that were too slow.", front_late(s->front));
    add(to, "reel_memory_bytes", "gauge", "Memory of connections, bodies and answers.", atomic_load(&s->memory.used));
    add(to, "reel_memory_limit_bytes", "gauge", "What it may be at most.", s->memory.most);
    add(to, "reel_scratch_bytes", "gauge", "Bodies and answers on the disk.", atomic_load(&s->scratch.disk.used));
    add(to, "reel_scratch_limit_bytes", "gauge", "What they may be at most.", s->scratch.disk.most);
    add_routes(to, s);
    add_lanes(to, s);
    begin(to, "reel_disk_free_bytes", "gauge", "Free space of the disk of a folder.");
    add_disk(to, "store", o->store);
    add_disk(to, "scratch", o->scratch ? o->scratch : o->store && !strstr(o->store, "://") ? o->store : "/var/tmp");
    add_store(to, s);
    return answer_prepared(r, "text/plain; version=0.0.4");
}
