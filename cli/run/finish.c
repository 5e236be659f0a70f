/* SPDX-License-Identifier: MIT
 * The run that --finish names. */
#include "run/finish.h"
#include "args/choices.h"
#include "run/finishes.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_ROOM = 160, TIMES_SHOWN = 8, NAMES_COMPARED = 1000 };

static struct finish_rows rows_of(const struct finishes *read)
{
    struct finish_rows rows;
    rows.finishes = finishes_rows(read->people, read->game, "finishes", &rows.finish_count);
    rows.names = finishes_rows(read->people, read->game, "names", &rows.name_count);
    rows.runs = finishes_rows(read->crossed, read->lines, "runs", &rows.run_count);
    return rows;
}

struct listing {
    struct text text;
    size_t count;
};

static void list_time(void *context, struct run run)
{
    struct listing *listing = context;
    const int32_t hundredths = 2 * finish_time(run);
    if (listing->count++ >= TIMES_SHOWN) return;
    text_print(&listing->text, "%s%d.%02d", listing->count > 1 ? ", " : "", hundredths / 100, hundredths % 100);
}

/* ---- what is wrong ---------------------------------------------------------------------------------------------- */

static reel_status refuse_name(struct job *job, const struct finish_rows *rows, const char *wanted)
{
    struct names names = { NULL, 0 };
    struct text text = { 0 };
    for (size_t i = 0; i < rows->name_count && names.count < NAMES_COMPARED; i++)
        names_add(&names, rows->names[i].name.data, rows->names[i].name.size);
    text_print(&text, "nobody in the recording is called '%s'", wanted);
    add_suggestion(&text, wanted, names.data, MESSAGE_ROOM);
    const reel_status status = fail_job(job, REEL_ARGUMENT, "finish.name", "%s", text_of(&text));
    text_free(&text);
    names_free(names.data);
    return status;
}

static reel_status refuse_run(struct job *job, const struct finishes *read, const struct finish_rows *rows,
                              const struct finish_choice *choice)
{
    struct listing listing = { .count = 0 };
    finish_each(rows, choice, list_time, &listing);
    const int size = (int)choice->name_size;
    reel_status status;
    if (listing.count)
        status = fail_job(job, REEL_ARGUMENT, "finish.time", "'%.*s' has no finish of that time; in seconds, there are: %s%s",
                          size, choice->name, text_of(&listing.text), listing.count > TIMES_SHOWN ? ", and more" : "");
    else
        status =
            fail_job(job, REEL_ARGUMENT, "finish.none", "'%.*s' does not finish in this recording%s", size, choice->name,
                     read->crossed || *read->level ? "" : "; without its map, finishes of servers before 18.3 are not known");
    text_free(&listing.text);
    return status;
}

/* ---- all of it ------------------------------------------------------------------------------------------------- */

reel_status finish_find(struct job *job, const reel_replay **level, struct run *run)
{
    const char *wanted = value_of(job->arguments, OPT_FINISH);
    struct finishes read = { .option = all_options[OPT_FINISH].name, .level = level };
    reel_status status = job_can_reopen(job) ? REEL_OK
                                             : fail_job(job, REEL_ARGUMENT, "finish.pipe",
                                                        "--finish reads the recording twice, which standard input cannot be");
    if (status >= 0) status = finishes_read(job, &read);
    if (status >= 0) {
        const struct finish_rows rows = rows_of(&read);
        struct finish_choice choice;
        finish_choose(&rows, wanted, &choice);
        *run = choice.run;
        if (!choice.named)
            status = refuse_name(job, &rows, wanted);
        else if (!choice.found)
            status = refuse_run(job, &read, &rows, &choice);
    }
    finishes_free(&read);
    if (status >= 0) job_forget(job);
    return status;
}
