/* SPDX-License-Identifier: MIT
 * The list of jobs is short, so it is walked. */
#include "work/turns.h"

#include <string.h>

enum {
    ROUND_MS = 100,   /* of a worker in one round */
    MOST_ROUNDS = 16, /* that one job takes */
    SHORT_MS = 250,   /* a job that is known not to keep a worker for long */
    FADES = 8         /* an eighth of what is remembered fades with each job */
};

/* The same address, or the same token from any address. */
static bool same_client(const queued_job *one, const queued_job *other)
{
    if (one->token && other->token && strcmp(one->token, other->token) == 0) return true;
    return memcmp(&one->client, &other->client, sizeof one->client) == 0;
}

/* Of a token if there is one. Two clients with one key would only share what is known of their jobs. */
static uint64_t key_of(const queued_job *queued)
{
    static const uint64_t basis = 0xcbf29ce484222325, prime = 0x100000001b3;
    const uint8_t *bytes = queued->token ? (const uint8_t *)queued->token : queued->client.bytes;
    size_t size = queued->token ? strlen(queued->token) : sizeof queued->client.bytes;
    uint64_t key = basis;
    for (size_t i = 0; i < size; i++) key = (key ^ bytes[i]) * prime;
    return key ? key : 1;
}

static const turns_client *find_client(turns *t, const queued_job *queued)
{
    const uint64_t key = key_of(queued);
    for (turns_client *each = t->clients; each < t->clients + TURNS_CLIENTS; each++)
        if (each->key == key) return each->used = ++t->used, each;
    return NULL;
}

static unsigned rounds_of(turns *t, const queued_job *queued)
{
    const turns_client *client = find_client(t, queued);
    const unsigned rounds = client ? 1 + client->ms / ROUND_MS : 1;
    return rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS;
}

unsigned turns_add(turns *t, const queued_job *jobs, queued_job *queued)
{
    const unsigned step = rounds_of(t, queued);
    unsigned count = 0;
    queued->round = t->round;
    for (const queued_job *each = jobs; each; each = each->next) {
        if (!same_client(each, queued)) continue;
        if (each->round + step > queued->round) queued->round = each->round + step;
        count++;
    }
    return count;
}

static bool has_turn(turns *t, const queued_job *jobs, const queued_job *queued, unsigned workers)
{
    unsigned running = 0;
    for (const queued_job *each = jobs; each; each = each->next) running += each->running && same_client(each, queued);
    if (!running || running < workers - 1) return true;
    const turns_client *client = queued->heavy ? NULL : find_client(t, queued);
    return client && client->ms <= SHORT_MS;
}

queued_job *turns_next(turns *t, queued_job *jobs, unsigned workers)
{
    queued_job *best = NULL;
    for (queued_job *each = jobs; each; each = each->next)
        if (!each->running && (!best || each->round <= best->round) && has_turn(t, jobs, each, workers)) best = each;
    if (best && best->round > t->round) t->round = best->round;
    return best;
}

void turns_end(turns *t, const queued_job *queued)
{
    const uint64_t key = key_of(queued);
    const uint32_t ms = queued->worked_ms < UINT32_MAX ? (uint32_t)queued->worked_ms : UINT32_MAX;
    turns_client *oldest = t->clients, *found = NULL;
    for (turns_client *each = t->clients; each < t->clients + TURNS_CLIENTS && !found; each++) {
        if (each->key == key) found = each;
        if (each->used < oldest->used) oldest = each;
    }
    if (!found) *oldest = (turns_client){ .key = key };
    if (!found) found = oldest;
    found->used = ++t->used;
    found->ms -= found->ms / FADES + (found->ms && found->ms < FADES);
    if (ms > found->ms) found->ms = ms;
}
