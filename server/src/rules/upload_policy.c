/* SPDX-License-Identifier: MIT */
#include "rules/upload_policy.h"

#include "rules/token.h"

#include <reel/format.h>

#include <stdio.h>
#include <string.h>

enum { DAY_SECONDS = 24 * 3600 };

static const struct {
    const char *name;
    demand_kind kind;
} kinds[] = {
    { "game:", DEMAND_GAME }, { "format:", DEMAND_FORMAT }, { "level:", DEMAND_LEVEL }, { "uploader:", DEMAND_UPLOADER }
};

/* A name that no replay or token can have is a mistake: the demand would bind nothing. */
static bool can_be(demand_kind kind, const char *name)
{
    const reel_format *const *formats = reel_formats();
    bool found = false;
    if (kind == DEMAND_UPLOADER) return token_is_name(name);
    for (; *formats && !found; formats++)
        found = strcmp(kind == DEMAND_FORMAT ? reel_format_id(*formats) : (*formats)->game, name) == 0;
    return found;
}

static bool read_demand(demand *demand, const char *text)
{
    if (strcmp(text, "all") == 0) return demand->kind = DEMAND_ALL, true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t size = strlen(kinds[i].name);
        if (strncmp(text, kinds[i].name, size) != 0) continue;
        demand->kind = kinds[i].kind;
        text += size;
        size = demand->kind == DEMAND_LEVEL ? reel_level_key(text, strlen(text), demand->text, sizeof demand->text)
                                            : (size_t)snprintf(demand->text, sizeof demand->text, "%s", text);
        return size > 0 && size < sizeof demand->text && (demand->kind == DEMAND_LEVEL || can_be(demand->kind, text));
    }
    return false;
}

bool policy_add_demand(demand_list *list, const char *text)
{
    if (list->count == POLICY_ENTRIES || !read_demand(&list->demands[list->count], text)) return false;
    list->count++;
    return true;
}

bool policy_add_rule(upload_policy *policy, const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
    size_t size = strspn(text, letters);
    bool fine = size > 0 && size < JOB_NAME - 1 && strchr(text, '.') && (!text[size] || strcmp(text + size, "*") == 0);
    if (!fine || policy->rule_count == POLICY_ENTRIES) return false;
    snprintf(policy->rules[policy->rule_count++], JOB_NAME, "%s", text);
    return true;
}

/* A level is named whole, or by its first part. */
static bool is_level(const char *key, const char *named)
{
    size_t size = strlen(named);
    return strncmp(key, named, size) == 0 && (key[size] == '\0' || key[size] == '/');
}

static bool is_about(const demand *demand, const replay_entry *entry, const char *level_key)
{
    switch (demand->kind) {
    case DEMAND_ALL: return true;
    case DEMAND_GAME: return strcmp(demand->text, entry->game) == 0;
    case DEMAND_FORMAT: return strcmp(demand->text, entry->format) == 0;
    case DEMAND_LEVEL: return is_level(level_key, demand->text);
    case DEMAND_UPLOADER: return strcmp(demand->text, entry->uploader) == 0;
    }
    return false;
}

bool policy_demands(const demand_list *list, const replay_entry *entry, const char *level_key)
{
    for (size_t i = 0; i < list->count; i++)
        if (is_about(&list->demands[i], entry, level_key)) return true;
    return false;
}

/* Whether findings of this rule hold an upload. */
static bool policy_holds(const upload_policy *policy, const char *rule)
{
    for (size_t i = 0; i < policy->rule_count; i++) {
        const char *held = policy->rules[i];
        size_t size = strlen(held);
        bool all = held[size - 1] == '*';
        if (all ? strncmp(rule, held, size - 1) == 0 : strcmp(rule, held) == 0) return true;
    }
    return false;
}

bool policy_holds_finding(const upload_policy *policy, const rule_count *rule)
{
    return policy_holds(policy, rule->rule) && !(rule->flags & REEL_FINDING_EVIDENCE && rule->severity == REEL_NOTE);
}

/* Whether a finding holds the upload instead of refusing it. */
static bool is_held(const upload_policy *policy, const rule_count *rule)
{
    return rule->flags & (REEL_FINDING_SCORE | REEL_FINDING_MARK | REEL_FINDING_EVIDENCE) || policy_holds(policy, rule->rule);
}

uint64_t policy_errors(const upload_policy *policy, const inspection *i)
{
    uint64_t errors = 0;
    for (uint32_t n = 0; n < i->rule_count; n++)
        if (i->rules[n].severity == REEL_ERROR && !is_held(policy, &i->rules[n])) errors += i->rules[n].count;
    return errors;
}

bool policy_is_old(const upload_policy *policy, int64_t mark_seconds, int64_t now)
{
    int64_t today = now / 1000, days = policy->mark_days;
    if (!days) return false;
    return mark_seconds < today - days * DAY_SECONDS || mark_seconds > today + DAY_SECONDS;
}
