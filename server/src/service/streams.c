/* SPDX-License-Identifier: MIT */
#include "service/streams.h"

#include "base/clock.h"
#include "net/front.h"

#include <string.h>

enum { FEW = 8, BEAT_MS = 15000 };

static bool has_room(const stream_set *set, const ip_address *client)
{
    unsigned count = 0;
    if (set->count >= set->most) return false;
    for (const stream_link *s = set->first; s; s = s->next) count += memcmp(&s->client, client, sizeof *client) == 0;
    return address_is_none(client) || count < FEW || count < set->most / 4;
}

bool streams_add(stream_set *set, stream_link *s, conn *connection, const ip_address *client)
{
    const ip_address network = address_network(client);
    if (!has_room(set, &network)) return false;
    *s = (stream_link){ .next = set->first, .connection = connection, .client = network, .active = clock_steady_ms() };
    if (set->first) set->first->before = s;
    set->first = s;
    set->count++;
    return true;
}

void streams_remove(stream_set *set, stream_link *s)
{
    *(s->before ? &s->before->next : &set->first) = s->next;
    if (s->next) s->next->before = s->before;
    set->count--;
}

void stream_suspend(stream_link *s)
{
    s->suspended = true;
    front_suspend(s->connection);
}

void stream_resume(stream_link *s)
{
    if (!s->suspended) return;
    s->suspended = false;
    front_resume(s->connection);
}

bool stream_is_silent(const stream_link *s, int64_t now) { return now - s->active >= BEAT_MS; }
