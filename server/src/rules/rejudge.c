/* SPDX-License-Identifier: MIT */
#include "rules/rejudge.h"

#include "rules/entry_describe.h"
#include "rules/player_names.h"
#include "store/maps.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The player of a file that does not name one stays that of the upload. */
static void keep_player(inspection *i, const replay_entry *entry)
{
    if (*i->player || !*entry->player) return;
    memcpy(i->player, entry->player, sizeof i->player);
    if (!*i->player_name) memcpy(i->player_name, entry->player_name, sizeof i->player_name);
    reel_player_key(i->player, strlen(i->player), i->player_key, sizeof i->player_key);
}

/* Whether an upload of it would be accepted as far as its own contents decide. What had these errors when it was accepted stays so, unless its
 * map shows what nobody could see then. */
static bool is_fine(const upload_policy *policy, const inspection *i, const replay_entry *entry)
{
    const bool against = i->evidence == EVIDENCE_AGAINST && policy_demands(&policy->evidence, entry, i->level_key);
    if (i->damaged || i->empty || (against && *i->map)) return false;
    if (i->errors <= (uint64_t)entry->errors) return true;
    if (policy_errors(policy, i) || against) return false;
    for (uint32_t n = 0; n < i->rule_count; n++)
        if (policy_holds_finding(policy, &i->rules[n]) ||
            (i->rules[n].severity == REEL_ERROR && i->rules[n].flags & REEL_FINDING_SCORE))
            return false;
    return true;
}

/* Reads the plays of a job. False: the worker or the catalogue failed. */
static bool read_plays(const rejudge_rules *rules, queued_job *queued, const replay_entry *entry, rejudged *to)
{
    inspection *i = &queued->result.inspection;
    reel_error ignored;
    const size_t size = (size_t)i->plays_size, count = size / sizeof *to->plays;
    const off_t at = (off_t)(queued->result.size - i->plays_size);
    if (count > JOB_PLAYS || pread(queued->out, to->plays, size, at) != (ssize_t)size) return false;
    for (size_t n = 0; n < count; n++)
        if (!play_is_sound(&to->plays[n])) return false;
    if (player_names_keep(rules->catalogue, entry->uploader, i, to->plays, count, &ignored) < 0) return false;
    to->count = board_list_plays(rules->boards, to->plays, count, i, to->new_plays);
    return true;
}

const char *rejudge(const rejudge_rules *rules, queued_job *queued, const replay_entry *before, rejudged *to)
{
    inspection *i = &queued->result.inspection;
    replay_entry *now = &to->now;
    if (queued->end != JOB_DONE || queued->out < 0) return "the worker died, or took too long";
    if (queued->result.status < 0) return queued->result.message;
    *now = *before;
    keep_player(i, before);
    maps_key(i->level_key, to->map_hash);
    if (!read_plays(rules, queued, before, to)) return "the worker or the catalogue failed";
    entry_describe(now, i, to->count);
    if (now->verdict == VERDICT_ACCEPTED && !is_fine(rules->policy, i, before)) now->verdict = VERDICT_HELD;
    return NULL;
}

reel_status rejudge_apply(const rejudge_rules *rules, const queued_job *queued, const replay_entry *before, const rejudged *what,
                          const char *answer, reel_error *error)
{
    const inspection *i = &queued->result.inspection;
    const new_replay more = { .level_key = i->level_key,
                              .player_key = i->player_key,
                              .plays = what->new_plays,
                              .play_count = what->count,
                              .answer = answer,
                              .map_hash = what->map_hash,
                              .with_map = *i->map != '\0' };
    return catalogue_replace(rules->catalogue, &what->now, &more, (verdict)before->verdict, error);
}
