/* SPDX-License-Identifier: MIT
 * What pages for moderators have in common: a replay that is to be decided about, and what was done to replays. */
#ifndef SERVER_PAGES_DESK_SUBJECT_H
#define SERVER_PAGES_DESK_SUBJECT_H

#include "base/record.h"
#include "json/moderation_json.h"

/* A replay with the pictures that there may be of it, and what a moderator can do to it and to who sent it. */
typedef struct desk_subject {
    moderated_replay replay;
    bool visible;
    record_list plots, acts, ban_names;
} desk_subject;
extern const record desk_subject_record;

/* `plots`: how many pictures at most. Names are of the subject, which must not move after this. */
void desk_subject_fill(desk_subject *to, const moderated_entry *entry, unsigned plots);
/* Adds whom a ban may be for. */
void desk_subject_name_bans(desk_subject *subject);
/* Frees what no list of it owns. */
void desk_subject_free(desk_subject *subject);

/* A line of the log. `undo`: it is the last act on its replay that the page shows. */
typedef struct desk_log_row {
    audit_entry entry;
    bool undo;
} desk_log_row;
extern const record desk_log_row_record;

/* Adds a line to a record_list of them: for audit_list. */
void desk_log_add(void *list, const audit_entry *entry);
/* Sets `undo` of the lines of a list that is whole. */
void desk_log_mark(record_list *list);

#endif
