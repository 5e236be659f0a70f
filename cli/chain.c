/* SPDX-License-Identifier: MIT
 * Replays of games that followed each other: each names itself and the game before it in its header. */
#include "chain.h"
#include "report.h"
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>

/* The value of the header's field with a flag, or NULL where there is none, or nothing but zeros. */
static char *header_text(const reel_chunk *header, uint32_t flag)
{
    for (const reel_table *const *table = reel_chunk_tables(header); *table; table++) {
        size_t count;
        const void *row = reel_chunk_rows(header, *table, &count);
        for (size_t f = 0; count && f < (*table)->field_count; f++) {
            if (!((*table)->fields[f].flags & flag)) continue;
            struct text text = { 0 };
            field_text(&text, &(*table)->fields[f], row, false);
            const char *value = text_of(&text);
            char *copy = value[strspn(value, "0-")] ? copy_of(value) : NULL;
            text_free(&text);
            return copy;
        }
    }
    return NULL;
}

static reel_status read_game(struct job *job, struct game *game)
{
    static const reel_table *const none[] = { NULL };
    reel_reader *reader;
    reel_status status = job_reader(job, none, &reader);
    if (status < 0) return status;
    game->id = header_text(reel_header(reader), REEL_FIELD_GAME);
    game->previous = header_text(reel_header(reader), REEL_FIELD_PREVIOUS);
    if (!game->id)
        status =
            fail_job(job, REEL_ARGUMENT, "chain.no-id", "%s has no id of its game", reel_format_name(reel_reader_format(reader)));
    reel_close(reader);
    return status;
}

static const struct game *game_called(const struct chain *chain, const char *id)
{
    for (size_t i = 0; id && i < chain->count; i++)
        if (!strcmp(chain->games[i].id, id)) return &chain->games[i];
    return NULL;
}

static void say(const struct game *game, const char *what, const char *id)
{
    struct text text = { 0 };
    text_visible(&text, game->input->path, strlen(game->input->path));
    fprintf(stderr, "reel: %s: %s %s\n", text_of(&text), what, id);
    text_free(&text);
}

static void add_game(struct chain *chain, const struct arguments *arguments, const struct input *input, int *worst)
{
    static const struct task task = { .findings = FINDINGS_NONE };
    struct job job;
    struct game game = { .input = input };
    job_begin(&job, arguments, input);
    reel_status status = read_game(&job, &game);
    bool foreign = status < 0 && input->walked && !strcmp(job.error.rule, "reel.unknown-format");
    if (status >= 0 && game_called(chain, game.id)) {
        say(&game, "is left out: this game is there already,", game.id);
    } else if (status >= 0) {
        chain->games = grow(chain->games, (chain->count + 1) * sizeof *chain->games);
        chain->games[chain->count++] = game;
        game.id = game.previous = NULL;
    }
    free(game.id);
    free(game.previous);
    job_end(&job, &task, foreign ? REEL_OK : status);
    fwrite(job.err.data, 1, job.err.size, stderr);
    if (job.status > *worst) *worst = job.status;
    text_free(&job.err);
    text_free(&job.out);
}

/* Takes a game and those that follow it; games that follow each other in a circle end where they began. */
static size_t take_run(const struct chain *chain, size_t from, bool *taken, size_t *order, size_t count)
{
    for (size_t next = from; next < chain->count;) {
        taken[next] = true;
        order[count++] = next;
        const char *id = chain->games[next].id;
        for (next = 0; next < chain->count; next++)
            if (!taken[next] && chain->games[next].previous && !strcmp(chain->games[next].previous, id)) break;
    }
    return count;
}

static void sort(struct chain *chain)
{
    size_t *order = grow(NULL, (chain->count + 1) * sizeof *order), count = 0;
    bool *taken = grow(NULL, chain->count + 1);
    struct game *sorted = grow(NULL, (chain->count + 1) * sizeof *sorted);
    for (size_t i = 0; i < chain->count; i++) taken[i] = false;
    for (size_t pass = 0; pass < 2; pass++) /* first those that begin a run, then circles */
        for (size_t i = 0; i < chain->count; i++) {
            bool begins = !game_called(chain, chain->games[i].previous);
            if (!taken[i] && (begins || pass)) count = take_run(chain, i, taken, order, count);
        }
    for (size_t i = 0; i < count; i++) sorted[i] = chain->games[order[i]];
    free(chain->games);
    free(order);
    free(taken);
    chain->games = sorted;
}

void chain_find(struct chain *chain, const struct arguments *arguments, const struct inputs *inputs, int *status)
{
    *chain = (struct chain){ 0 };
    for (size_t i = 0; i < inputs->count; i++) add_game(chain, arguments, &inputs->data[i], status);
    for (size_t i = 0; i < chain->count && !has(arguments, OPT_QUIET); i++) {
        const struct game *game = &chain->games[i];
        if (game->previous && !game_called(chain, game->previous)) say(game, "the game before it is not here:", game->previous);
    }
    sort(chain);
}

void chain_free(struct chain *chain)
{
    for (size_t i = 0; i < chain->count; i++) {
        free(chain->games[i].id);
        free(chain->games[i].previous);
    }
    free(chain->games);
}
