/* SPDX-License-Identifier: MIT
 * Prints "ok NAME" for each test, and ends with status 1 at the first that fails; test_units.py runs it. */
#include "net/shares.h"
#include "work/turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1);                                 \
    } while (0)

enum { MS = 1000 };

/* ---- threads that serve connections ----------------------------------------------------------------------------------- */

static shares all;
static shares_contended contended;
static int64_t now;

static void begin(void)
{
    memset(&all, 0, sizeof all);
    contended = 0;
    now = 1000 * (int64_t)(1000 * MS);
}

static share_verdict ask(uint32_t slot) { return shares_ask(&all, &contended, slot, true, false, now); }

/* Time of the thread in `ms`, of which each of the slots wants all that it can get; *of_first is what the first one had. */
static int64_t used_in(unsigned ms, unsigned slots, int64_t *of_first)
{
    int64_t used = 0;
    *of_first = 0;
    for (const int64_t end = now + (int64_t)ms * MS; now < end;) {
        shares_begin_turn(&all);
        const int64_t turn = now;
        for (uint32_t slot = 1; slot <= slots; slot++)
            while (ask(slot) == SHARE_NOW) {
                shares_charge(&all, slot, 100, 0);
                now += 100;
                used += 100;
                *of_first += slot == 1 ? 100 : 0;
            }
        if (now == turn) now += MS;
    }
    return used;
}

static void an_address_that_is_alone_waits_for_nothing(void)
{
    int64_t first;
    begin();
    CHECK(ask(1) == SHARE_NOW);
    now += 1000 * MS; /* it is the first one that was ever there */
    CHECK(used_in(1000, 1, &first) >= 999 * MS);
}

static void two_addresses_have_an_eighth_each(void)
{
    int64_t first, used;
    begin();
    used_in(1000, 2, &first); /* what they have at once */
    used = used_in(4000, 2, &first);
    CHECK(first > 450 * MS && first < 550 * MS && used > 900 * MS && used < 1100 * MS);
}

static void many_addresses_leave_a_third(void)
{
    int64_t first, used;
    begin();
    used_in(4000, 60, &first);
    used = used_in(8000, 60, &first);
    CHECK(used > 4500 * (int64_t)MS && used < 6000 * (int64_t)MS);
    CHECK(first > used / 60 / 2 && first < used / 60 * 2);
}

static void a_turn_is_bounded(void)
{
    unsigned served = 0;
    begin();
    shares_begin_turn(&all);
    while (ask(7) == SHARE_NOW) served++;
    CHECK(served == SHARE_CONNECTIONS && ask(7) == SHARE_NEXT_TURN && ask(8) == SHARE_NOW);
    shares_begin_turn(&all);
    CHECK(ask(7) == SHARE_NOW);
}

static void bodies_wait_and_other_requests_do_not(void)
{
    begin();
    shares_begin_turn(&all);
    CHECK(ask(1) == SHARE_NOW && ask(2) == SHARE_NOW);
    shares_charge(&all, 1, 0, SHARE_BYTES);
    shares_charge(&all, 1, 0, 1);
    CHECK(shares_ask(&all, &contended, 1, true, true, now) == SHARE_LATER && ask(1) == SHARE_NOW);
    CHECK(shares_ask(&all, &contended, 1, false, true, now) == SHARE_NOW); /* a proxy */
    now += 2 * MS;
    CHECK(shares_ask(&all, &contended, 1, true, true, now) == SHARE_NOW);
}

/* ---- workers ------------------------------------------------------------------------------------------------------------- */

static queued_job jobs[64];
static turns lane;
static queued_job *list;

static void add(queued_job *job, uint8_t client, const char *token)
{
    *job = (queued_job){ .client.bytes[15] = client, .token = token };
    turns_add(&lane, list, job);
    job->next = list;
    list = job;
}

static queued_job *take(unsigned workers)
{
    queued_job *job = turns_next(&lane, list, workers);
    if (job) job->running = true;
    return job;
}

static void end(queued_job *job, int64_t ms)
{
    queued_job **at = &list;
    while (*at != job) at = &(*at)->next;
    *at = job->next;
    job->worked_ms = ms;
    turns_end(&lane, job);
}

static void begin_lane(void)
{
    memset(&lane, 0, sizeof lane);
    list = NULL;
}

/* A client whose jobs take 20 times as long has a job for many of the other. */
static void clients_share_the_time_and_not_the_jobs(void)
{
    int64_t ms[2] = { 0, 0 };
    size_t used = 0;
    begin_lane();
    for (; used < 16; used++) add(&jobs[used], (uint8_t)(used % 2), NULL);
    for (unsigned n = 0; n < 400; n++) {
        queued_job *job = take(1);
        const uint8_t client = job->client.bytes[15];
        ms[client] += client ? 2000 : 100;
        end(job, client ? 2000 : 100);
        add(job, client, NULL);
    }
    CHECK(ms[1] < 4 * ms[0] && ms[0] < 4 * ms[1]);
}

static void one_client_leaves_a_worker_to_others(void)
{
    begin_lane();
    for (size_t i = 0; i < 8; i++) add(&jobs[i], 1, NULL);
    CHECK(take(2) == &jobs[0] && !take(2));
    add(&jobs[8], 2, NULL);
    CHECK(take(2) == &jobs[8]);
    end(&jobs[0], 20); /* now its jobs are known to be short */
    end(&jobs[8], 20);
    CHECK(take(2) == &jobs[1] && take(2) == &jobs[2]);
    end(&jobs[1], 2000);
    CHECK(!take(2));
    end(&jobs[2], 20);
    CHECK(take(2) && !take(2));
}

static void a_token_is_one_client_from_everywhere(void)
{
    begin_lane();
    for (uint8_t i = 0; i < 6; i++) add(&jobs[i], i, "bomber");
    add(&jobs[6], 9, "honest");
    CHECK(take(3) == &jobs[0] && take(3) == &jobs[6] && take(3) == &jobs[1] && !take(3));
}

#define RUN(name) name(), puts("ok " #name)

int main(void)
{
    RUN(an_address_that_is_alone_waits_for_nothing);
    RUN(two_addresses_have_an_eighth_each);
    RUN(many_addresses_leave_a_third);
    RUN(a_turn_is_bounded);
    RUN(bodies_wait_and_other_requests_do_not);
    RUN(clients_share_the_time_and_not_the_jobs);
    RUN(one_client_leaves_a_worker_to_others);
    RUN(a_token_is_one_client_from_everywhere);
    return 0;
}
