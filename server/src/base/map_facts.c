/* SPDX-License-Identifier: MIT */
#include "base/map_facts.h"

#include <string.h>

/* Empty, or 40 or 64 digits. */
static bool is_hash(const char hash[JOB_MAP])
{
    const size_t digits = strspn(hash, "0123456789abcdef");
    return !hash[digits] && (digits == 0 || digits == 40 || digits == 64);
}

#define TEXT(member) job_is_text(facts->member, sizeof facts->member)

bool map_facts_are_sound(const map_facts *facts)
{
    for (size_t i = 0; i < MAP_HASHES; i++)
        if (!TEXT(hashes[i]) || !is_hash(facts->hashes[i])) return false;
    return *facts->hashes[0] && TEXT(game) && TEXT(title) && TEXT(author);
}
