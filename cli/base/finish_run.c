/* SPDX-License-Identifier: MIT */
#include "base/finish_run.h"

#include <string.h>

enum { TICKS = 50 /* a second */ };

/* Reads "63.42", "1:03.42" or "1:02:03" as ticks: times are shown in hundredths of a second, two a tick. -1: another form. */
static int32_t read_ticks(const char *text)
{
    int64_t seconds = 0, part = 0;
    int digits = 0, decimals = 0;
    for (; *text && *text != '.'; text++) {
        if (*text == ':' && digits) {
            seconds = 60 * (seconds + part);
            part = digits = 0;
        } else if (*text >= '0' && *text <= '9' && digits < 6) {
            part = 10 * part + *text - '0';
            digits++;
        } else {
            return -1;
        }
    }
    if (!digits || seconds > 1000000) return -1;
    int64_t hundredths = 0;
    for (text += *text == '.'; *text; text++, decimals++) {
        if (*text < '0' || *text > '9' || decimals == 2) return -1;
        hundredths = 10 * hundredths + *text - '0';
    }
    if (decimals == 1) hundredths *= 10;
    return (int32_t)((seconds + part) * TICKS + hundredths / 2);
}

static bool is_named(const struct finish_choice *choice, reel_string name)
{
    return name.size == choice->name_size && (!name.size || memcmp(name.data, choice->name, name.size) == 0);
}

static bool anyone_is_named(const struct finish_rows *rows, const struct finish_choice *choice)
{
    for (size_t i = 0; i < rows->name_count; i++)
        if (is_named(choice, rows->names[i].name)) return true;
    return false;
}

/* A name may have commas: the whole text counts first. */
static void split_wanted(const struct finish_rows *rows, const char *wanted, struct finish_choice *choice)
{
    const char *comma = strrchr(wanted, ',');
    *choice = (struct finish_choice){ .name = wanted, .name_size = strlen(wanted), .time = -1 };
    choice->named = anyone_is_named(rows, choice);
    if (choice->named || !comma || read_ticks(comma + 1) < 0) return;
    choice->name_size = (size_t)(comma - wanted);
    choice->time = read_ticks(comma + 1);
    choice->named = anyone_is_named(rows, choice);
}

void finish_each(const struct finish_rows *rows, const struct finish_choice *choice, void (*each)(void *context, struct run run),
                 void *context)
{
    const ddnet_finish *finish = rows->finishes;
    const ddnet_name *name = rows->names;
    const ddnet_run *run = rows->runs;
    for (size_t i = 0; i < rows->finish_count; i++)
        if (finish[i].kind == DDNET_PLAYER && is_named(choice, finish[i].name))
            each(context, (struct run){ finish[i].cid, finish[i].tick - finish[i].time_ticks, finish[i].tick });
    for (size_t i = 0; i < rows->name_count && rows->run_count; i++) {
        if (!is_named(choice, name[i].name)) continue;
        size_t next = i + 1; /* where the client is called otherwise */
        while (next < rows->name_count && name[next].cid != name[i].cid) next++;
        for (size_t k = 0; k < rows->run_count; k++)
            if (run[k].cid == name[i].cid && run[k].tick >= name[i].tick &&
                (next == rows->name_count || run[k].tick < name[next].tick))
                each(context, (struct run){ run[k].cid, run[k].start_tick, run[k].tick });
    }
}

int32_t finish_time(struct run run) { return run.finish - run.start; }

static void choose_run(void *context, struct run run)
{
    struct finish_choice *choice = context;
    const int32_t time = finish_time(run);
    if (choice->time >= 0 ? time != choice->time || choice->found : choice->found && time >= finish_time(choice->run)) return;
    choice->found = true;
    choice->run = run;
}

void finish_choose(const struct finish_rows *rows, const char *wanted, struct finish_choice *choice)
{
    split_wanted(rows, wanted, choice);
    finish_each(rows, choice, choose_run, choice);
}
