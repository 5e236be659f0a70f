/* SPDX-License-Identifier: MIT
 * What the operator demands of uploads. Everything is off by default. */
#ifndef SERVER_RULES_UPLOAD_POLICY_H
#define SERVER_RULES_UPLOAD_POLICY_H

#include "store/catalogue.h"

enum { POLICY_ENTRIES = 64 };

/* Uploads that a demand is about. */
typedef enum demand_kind { DEMAND_ALL, DEMAND_GAME, DEMAND_FORMAT, DEMAND_LEVEL, DEMAND_UPLOADER } demand_kind;
typedef struct demand {
    demand_kind kind;
    char text[CATALOGUE_TEXT]; /* of a level: its key */
} demand;

typedef struct demand_list {
    size_t count;
    demand demands[POLICY_ENTRIES];
} demand_list;

typedef struct upload_policy {
    demand_list marks, challenges; /* that need one */
    demand_list evidence;          /* whose score their motion has to support */
    size_t rule_count;
    char rules[POLICY_ENTRIES][JOB_NAME]; /* findings for which an upload is held; "name.*" is all that begin so */
    unsigned mark_days;                   /* for which a mark without a challenge is good; 0: for ever */
    unsigned quota_uploads;               /* in a day, of one token; 0: any */
    uint64_t quota_bytes;                 /* that are kept of one token; 0: any */
} upload_policy;

/* Reads "all", "game:NAME", "format:ID", "level:LEVEL" or "uploader:TOKEN". False: it is not one of them, or one too many. */
bool policy_add_demand(demand_list *list, const char *text);
/* Reads a rule or the beginning of one. False: it is not one, or one too many. */
bool policy_add_rule(upload_policy *policy, const char *text);

/* Whether an upload is one that the list is about. */
bool policy_demands(const demand_list *list, const replay_entry *entry, const char *level_key);
/* Whether what was found holds an upload: notes about evidence hold nothing. */
bool policy_holds_finding(const upload_policy *policy, const rule_count *rule);
/* How many errors an upload has for which it is refused: those that hold it do not count. */
uint64_t policy_errors(const upload_policy *policy, const inspection *inspection);
/* Whether a mark without a challenge is too old, `now` in ms: of unknown time, or of a time that has not come. */
bool policy_is_old(const upload_policy *policy, int64_t mark_seconds, int64_t now);

#endif
