/* SPDX-License-Identifier: MIT
 * Names that a recording lacks because its clients were there before: --names. */
#include "run/earlier.h"
#include "run/report.h"

#include <reel/ddnet.h>
#include <reel/file.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIENTS = 128, DIGITS = 4, ID_MOST = 64 };

/* The names at the end of a game. */
struct game_end {
    char id[ID_MOST];
    size_t count;
    reel_setting names[CLIENTS];
    char slots[CLIENTS][DIGITS];
};

static struct {
    struct game_end *games;
    size_t count;
} earlier;

static void add_names(struct game_end *game, const reel_replay *people, const reel_table *table)
{
    size_t sessions;
    const ddnet_session *session = reel_rows(people, table, &sessions);
    const ddnet_session *last[CLIENTS] = { NULL }; /* of each slot */
    for (size_t i = 0; i < sessions; i++)
        if (session[i].cid >= 0 && session[i].cid < CLIENTS) last[session[i].cid] = &session[i];
    for (size_t cid = 0; cid < CLIENTS; cid++) {
        if (!last[cid] || last[cid]->end != DDNET_END_OF_FILE || !last[cid]->last_name.size) continue;
        const reel_string text = last[cid]->last_name;
        char *copy = grow(NULL, text.size + 1);
        memcpy(copy, text.data, text.size);
        copy[text.size] = 0;
        snprintf(game->slots[game->count], DIGITS, "%u", (unsigned)cid);
        game->names[game->count].value = copy;
        game->count++;
    }
}

static reel_status read_game(const char *path, struct game_end *game, reel_error *error)
{
    const reel_insight *insight = reel_insight_by_id("ddnet");
    const reel_table *wanted[] = { NULL, NULL };
    for (const reel_table *const *table = insight ? insight->tables : NULL; table && *table; table++)
        if (strcmp((*table)->name, "sessions") == 0) wanted[0] = *table;
    if (!wanted[0]) return reel_fail(error, REEL_UNSUPPORTED, "names.format", "", 0, "this build has no statistics of DDNet");
    reel_source source;
    reel_reader *reader;
    reel_replay *people;
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .tables = wanted };
    reel_status status = reel_source_file(path, 0, &source, error);
    if (status >= 0) status = reel_open(source, NULL, &reader, error);
    if (status < 0) return status;
    reel_header_text(reel_header(reader), REEL_FIELD_GAME, game->id, sizeof game->id);
    status = reel_insight_run(insight, reader, &how, &people, error);
    reel_close(reader);
    if (status < 0) return status;
    add_names(game, people, wanted[0]);
    reel_free(people);
    return REEL_OK;
}

int earlier_begin(const struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (arguments->given[i].id != OPT_NAMES) continue;
        reel_error error;
        earlier.games = grow(earlier.games, (earlier.count + 1) * sizeof *earlier.games);
        struct game_end *game = &earlier.games[earlier.count++];
        memset(game, 0, sizeof *game);
        if (read_game(arguments->given[i].value, game, &error) >= 0) continue;
        struct text text = { 0 };
        report_failure(&text, arguments->given[i].value, &error);
        print_report(text.data, text.size);
        text_free(&text);
        return EXIT_UNREADABLE;
    }
    for (size_t i = 0; i < earlier.count; i++)
        for (size_t k = 0; k < earlier.games[i].count; k++) earlier.games[i].names[k].field = earlier.games[i].slots[k];
    return EXIT_FINE;
}

const reel_setting *earlier_find(struct job *job, const reel_chunk *header, size_t *count)
{
    char previous[ID_MOST] = "";
    *count = 0;
    if (!earlier.count || !header) return NULL;
    reel_header_text(header, REEL_FIELD_PREVIOUS, previous, sizeof previous);
    for (size_t i = 0; i < earlier.count; i++) {
        const struct game_end *game = &earlier.games[i];
        if (!previous[0] || strcmp(game->id, previous) != 0) continue;
        *count = game->count;
        return game->names; /* their fields were set when all games were there */
    }
    const reel_reporter reporter = { job->options.report, job->options.report_context };
    if (reporter.report)
        reel_find(&reporter,
                  (reel_finding){ .rule = "names.other",
                                  .severity = REEL_WARNING,
                                  .section = "header",
                                  .offset = REEL_NO_OFFSET,
                                  .row = REEL_NO_ROW },
                  "no file of --names is the game before this one; names come from this recording alone");
    return NULL;
}

void earlier_end(void)
{
    for (size_t i = 0; i < earlier.count; i++)
        for (size_t k = 0; k < earlier.games[i].count; k++) free((char *)(uintptr_t)earlier.games[i].names[k].value);
    free(earlier.games);
    earlier.games = NULL;
    earlier.count = 0;
}
