/* SPDX-License-Identifier: MIT
 * The run that --finish names. */
#include "run/finish.h"
#include "args/choices.h"
#include "run/finishes.h"

#include <stdlib.h>
#include <string.h>

enum { TICKS = 50 /* a second */, MESSAGE_ROOM = 160, TIMES_SHOWN = 8, NAMES_COMPARED = 1000 };

/* What was read of the input. */
struct search {
    struct finishes read;
    const char *name; /* of --finish, with or without the time */
    size_t name_size;
    int32_t time; /* ticks; -1: the best */
};

/* ---- what is wanted --------------------------------------------------------------------------------------------- */

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

static bool is_named(const struct search *s, reel_string name)
{
    return name.size == s->name_size && (!name.size || memcmp(name.data, s->name, name.size) == 0);
}

static bool anyone_is_named(const struct search *s)
{
    size_t count;
    const ddnet_name *names = finishes_rows(s->read.people, s->read.game, "names", &count);
    for (size_t i = 0; i < count; i++)
        if (is_named(s, names[i].name)) return true;
    return false;
}

/* A name may have commas: the whole text counts first. */
static void split_wanted(struct search *s, const char *wanted)
{
    const char *comma = strrchr(wanted, ',');
    s->name = wanted;
    s->name_size = strlen(wanted);
    s->time = -1;
    if (anyone_is_named(s) || !comma || read_ticks(comma + 1) < 0) return;
    s->name_size = (size_t)(comma - wanted);
    s->time = read_ticks(comma + 1);
}

/* ---- what there is ---------------------------------------------------------------------------------------------- */

/* Calls `each` with the runs of the wanted name. */
static void each_run(const struct search *s, void (*each)(void *context, struct run run), void *context)
{
    size_t count, names, crossed;
    const ddnet_finish *finish = finishes_rows(s->read.people, s->read.game, "finishes", &count);
    const ddnet_name *name = finishes_rows(s->read.people, s->read.game, "names", &names);
    const ddnet_run *run = finishes_rows(s->read.crossed, s->read.lines, "runs", &crossed);
    for (size_t i = 0; i < count; i++)
        if (finish[i].kind == DDNET_PLAYER && is_named(s, finish[i].name))
            each(context, (struct run){ finish[i].cid, finish[i].tick - finish[i].time_ticks, finish[i].tick });
    for (size_t i = 0; i < names && crossed; i++) {
        if (!is_named(s, name[i].name)) continue;
        size_t next = i + 1; /* where the client is called otherwise */
        while (next < names && name[next].cid != name[i].cid) next++;
        for (size_t k = 0; k < crossed; k++)
            if (run[k].cid == name[i].cid && run[k].tick >= name[i].tick && (next == names || run[k].tick < name[next].tick))
                each(context, (struct run){ run[k].cid, run[k].start_tick, run[k].tick });
    }
}

struct choice {
    int32_t time; /* -1: the best */
    bool found;
    struct run run;
};

static int32_t time_of(struct run run) { return run.finish - run.start; }

static void choose_run(void *context, struct run run)
{
    struct choice *choice = context;
    if (choice->time >= 0 ? time_of(run) != choice->time || choice->found : choice->found && time_of(run) >= time_of(choice->run))
        return;
    choice->found = true;
    choice->run = run;
}

struct listing {
    struct text text;
    size_t count;
};

static void list_time(void *context, struct run run)
{
    struct listing *listing = context;
    const int32_t hundredths = 2 * time_of(run);
    if (listing->count++ >= TIMES_SHOWN) return;
    text_print(&listing->text, "%s%d.%02d", listing->count > 1 ? ", " : "", hundredths / 100, hundredths % 100);
}

/* ---- what is wrong ---------------------------------------------------------------------------------------------- */

static reel_status refuse_name(struct job *job, const struct search *s, const char *wanted)
{
    size_t count;
    const ddnet_name *rows = finishes_rows(s->read.people, s->read.game, "names", &count);
    struct names names = { NULL, 0 };
    struct text text = { 0 };
    for (size_t i = 0; i < count && names.count < NAMES_COMPARED; i++) names_add(&names, rows[i].name.data, rows[i].name.size);
    text_print(&text, "nobody in the recording is called '%s'", wanted);
    add_suggestion(&text, wanted, names.data, MESSAGE_ROOM);
    const reel_status status = fail_job(job, REEL_ARGUMENT, "finish.name", "%s", text_of(&text));
    text_free(&text);
    names_free(names.data);
    return status;
}

static reel_status refuse_run(struct job *job, const struct search *s)
{
    struct listing listing = { .count = 0 };
    each_run(s, list_time, &listing);
    const int size = (int)s->name_size;
    reel_status status;
    if (listing.count)
        status = fail_job(job, REEL_ARGUMENT, "finish.time", "'%.*s' has no finish of that time; in seconds, there are: %s%s",
                          size, s->name, text_of(&listing.text), listing.count > TIMES_SHOWN ? ", and more" : "");
    else
        status =
            fail_job(job, REEL_ARGUMENT, "finish.none", "'%.*s' does not finish in this recording%s", size, s->name,
                     s->read.crossed || *s->read.level ? "" : "; without its map, finishes of servers before 18.3 are not known");
    text_free(&listing.text);
    return status;
}

/* ---- all of it ------------------------------------------------------------------------------------------------- */

reel_status finish_find(struct job *job, const reel_replay **level, struct run *run)
{
    const char *wanted = value_of(job->arguments, OPT_FINISH);
    struct search s = { .read = { .option = all_options[OPT_FINISH].name, .level = level } };
    reel_status status = job_can_reopen(job) ? REEL_OK
                                             : fail_job(job, REEL_ARGUMENT, "finish.pipe",
                                                        "--finish reads the recording twice, which standard input cannot be");
    if (status >= 0) status = finishes_read(job, &s.read);
    if (status >= 0) {
        split_wanted(&s, wanted);
        struct choice choice = { .time = s.time };
        each_run(&s, choose_run, &choice);
        *run = choice.run;
        if (!anyone_is_named(&s))
            status = refuse_name(job, &s, wanted);
        else if (!choice.found)
            status = refuse_run(job, &s);
    }
    finishes_free(&s.read);
    if (status >= 0) job_forget(job);
    return status;
}
