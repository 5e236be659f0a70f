/* SPDX-License-Identifier: MIT */
#include "pages/desk_subject.h"

#include <reel/plot.h>
#include <string.h>

typedef struct plot_name {
    const char *plot, *plot_name;
} plot_name;
typedef struct act_name {
    const char *act;
} act_name;
typedef struct ban_name {
    const char *kind, *name;
} ban_name;
static RECORD(plot_record, plot_name, FIELD(plot_name, plot, FIELD_STRING), FIELD(plot_name, plot_name, FIELD_STRING));
static RECORD(act_record, act_name, FIELD(act_name, act, FIELD_STRING));
static RECORD(ban_name_record, ban_name, FIELD(ban_name, kind, FIELD_STRING), FIELD(ban_name, name, FIELD_STRING));

RECORD(desk_subject_record, desk_subject, FIELDS_OF(desk_subject, replay, &moderated_record),
       FIELD(desk_subject, visible, FIELD_BOOL), FIELD_OF(desk_subject, plots, FIELD_LIST, &plot_record),
       FIELD_OF(desk_subject, acts, FIELD_LIST, &act_record), FIELD_OF(desk_subject, ban_names, FIELD_LIST, &ban_name_record));

/* The first ones. */
static void add_plots(record_list *to, const char *format_id, unsigned most)
{
    const reel_format *format = reel_format_by_id(NULL, format_id);
    for (const reel_plot *const *plot = reel_plots(); format && *plot && to->count < most; plot++)
        if (reel_plot_by_id(format, (*plot)->id) == *plot)
            record_list_copy(to, &plot_record, &(plot_name){ (*plot)->id, (*plot)->name });
}

void desk_subject_fill(desk_subject *to, const moderated_entry *entry, unsigned plots)
{
    moderated_read(&to->replay, entry);
    to->visible = entry->state == STATE_LISTED || entry->state == STATE_HELD;
    add_plots(&to->plots, to->replay.entry.replay.format, plots);
    for (int act = 0; act < ACTS; act++)
        if (moderation_fits((moderation_act)act, entry->state))
            record_list_copy(&to->acts, &act_record, &(act_name){ act_names[act] });
}

void desk_subject_name_bans(desk_subject *subject)
{
    const replay_entry *e = &subject->replay.entry.replay;
    record_list_copy(&subject->ban_names, &ban_name_record, &(ban_name){ "uploader", e->uploader });
    if (*e->player) record_list_copy(&subject->ban_names, &ban_name_record, &(ban_name){ "player", e->player });
}

void desk_subject_free(desk_subject *subject) { yyjson_doc_free(subject->replay.document); }

/* ---- the log --------------------------------------------------------------------------------------------------------- */

RECORD(desk_log_row_record, desk_log_row, FIELDS_OF(desk_log_row, entry, &audit_record), FIELD(desk_log_row, undo, FIELD_BOOL));

void desk_log_add(void *list, const audit_entry *entry)
{
    record_list_copy(list, &desk_log_row_record, &(desk_log_row){ *entry, false });
}

void desk_log_mark(record_list *list)
{
    desk_log_row *rows = list->rows;
    for (size_t i = 0; i < list->count; i++) {
        rows[i].undo = strncmp(rows[i].entry.event, MODERATION_EVENT, sizeof MODERATION_EVENT - 1) == 0;
        for (size_t later = i + 1; later < list->count && rows[i].undo; later++)
            rows[i].undo = strcmp(rows[i].entry.name, rows[later].entry.name) != 0;
    }
}
