/* SPDX-License-Identifier: MIT
 * Chains of games: the header of each game has its own id and the id of the game before it. */
#include "run/chain.h"
#include "base/field.h"
#include "base/system.h"
#include "run/end.h"

#include <stdio.h>
#include <stdlib.h>

/* The value of the header field that has `flag`; NULL if the field is missing or all zeros. */
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
        status = fail_job(job, REEL_ARGUMENT, "chain.no-id", "--chain is not supported for %s: it stores no game id",
                          reel_format_name(reel_reader_format(reader)));
    reel_close(reader);
    return status;
}

static void report_game(const struct game *game, const char *what, const char *id)
{
    struct text text = { 0 };
    text_visible(&text, game->input->path, strlen(game->input->path));
    text_print(&text, ": %s ", what);
    text_visible(&text, id, strlen(id));
    fprintf(stderr, "reel: %s\n", text_of(&text));
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
    if (status >= 0) {
        if (chain->count == chain->capacity) {
            chain->capacity = chain->capacity ? 2 * chain->capacity : 64;
            chain->games = grow(chain->games, chain->capacity * sizeof *chain->games);
        }
        chain->games[chain->count++] = game;
        game.id = game.previous = NULL;
    }
    free(game.id);
    free(game.previous);
    job_end(&job, &task, foreign ? REEL_OK : status);
    job_print_messages(&job);
    if (job.status > *worst) *worst = job.status;
    text_free(&job.err);
    text_free(&job.out);
}

/* ---- order ----------------------------------------------------------------------------------------------------------- */

#define NO_GAME SIZE_MAX

/* Links between games, by index. Games with the same predecessor form a list in the order of the inputs. */
struct link {
    size_t previous; /* the game before it; NO_GAME: not among the inputs */
    size_t follower; /* the first game after it that has no position yet */
    size_t sibling;  /* the next game with the same predecessor */
    bool placed, seen;
};

struct order {
    const struct chain *chain;
    struct link *links;
    size_t *places, count; /* indexes of the games in their order */
};

static int by_id(const void *a, const void *b)
{
    const struct game *x = *(const struct game *const *)a, *y = *(const struct game *const *)b;
    int order = strcmp(x->id, y->id);
    return order ? order : (x > y) - (x < y);
}

/* The games sorted by id, and games with the same id by input. */
static const struct game **sorted_games(const struct chain *chain)
{
    const struct game **sorted = grow(NULL, (chain->count + 1) * sizeof(const struct game *));
    for (size_t i = 0; i < chain->count; i++) sorted[i] = &chain->games[i];
    qsort(sorted, chain->count, sizeof(const struct game *), by_id);
    return sorted;
}

/* Keeps the first of several games with the same id. */
static void drop_duplicates(struct chain *chain)
{
    const struct game **sorted = sorted_games(chain);
    bool *duplicate = grow(NULL, chain->count + 1);
    for (size_t i = 0; i < chain->count; i++)
        duplicate[sorted[i] - chain->games] = i > 0 && !strcmp(sorted[i]->id, sorted[i - 1]->id);
    size_t kept = 0;
    for (size_t i = 0; i < chain->count; i++) {
        struct game *game = &chain->games[i];
        if (!duplicate[i]) {
            chain->games[kept++] = *game;
            continue;
        }
        report_game(game, "skipped: duplicate of game", game->id);
        free(game->id);
        free(game->previous);
    }
    chain->count = kept;
    free(duplicate);
    free(sorted);
}

static size_t game_called(const struct chain *chain, const struct game *const *sorted, const char *id)
{
    size_t low = 0, high = chain->count;
    while (id && low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(sorted[middle]->id, id);
        if (order == 0) return (size_t)(sorted[middle] - chain->games);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NO_GAME;
}

static struct link *link_games(const struct chain *chain, bool quiet)
{
    const struct game **sorted = sorted_games(chain);
    struct link *links = grow(NULL, (chain->count + 1) * sizeof *links);
    for (size_t i = 0; i < chain->count; i++) links[i] = (struct link){ NO_GAME, NO_GAME, NO_GAME, false, false };
    for (size_t i = chain->count; i-- > 0;) { /* backwards, so that each list has the order of the inputs */
        size_t previous = game_called(chain, sorted, chain->games[i].previous);
        links[i].previous = previous;
        if (previous == NO_GAME) continue;
        links[i].sibling = links[previous].follower;
        links[previous].follower = i;
    }
    for (size_t i = 0; i < chain->count && !quiet; i++)
        if (chain->games[i].previous && links[i].previous == NO_GAME)
            report_game(&chain->games[i], "the previous game is not among the inputs:", chain->games[i].previous);
    free(sorted);
    return links;
}

/* Appends a game and the games that follow it. */
static void place_run(struct order *order, size_t game)
{
    while (game != NO_GAME) {
        struct link *link = &order->links[game];
        link->placed = true;
        order->places[order->count++] = game;
        while (link->follower != NO_GAME && order->links[link->follower].placed)
            link->follower = order->links[link->follower].sibling;
        game = link->follower;
    }
}

/* For all games from position `from` on: appends their other followers, each with the games that follow it. */
static void place_branches(struct order *order, size_t from, bool quiet)
{
    for (; from < order->count; from++) {
        struct link *links = order->links;
        for (size_t game = links[order->places[from]].follower; game != NO_GAME; game = links[game].sibling) {
            if (links[game].placed) continue;
            const struct game *branch = &order->chain->games[game];
            if (!quiet) report_game(branch, "another input also follows game", branch->previous);
            place_run(order, game);
        }
    }
}

/* Walks back from a game without a position until it repeats; returns the first input of that loop. */
static size_t loop_before(struct order *order, size_t game)
{
    struct link *links = order->links;
    while (!links[game].seen) {
        links[game].seen = true;
        game = links[game].previous;
    }
    size_t first = game;
    for (size_t next = links[game].previous; next != game; next = links[next].previous)
        if (next < first) first = next;
    return first;
}

/* First the runs that have a beginning, with their branches, then the loops. */
static void sort(struct chain *chain, bool quiet)
{
    struct order order = { .chain = chain, .links = link_games(chain, quiet) };
    order.places = grow(NULL, (chain->count + 1) * sizeof *order.places);
    for (size_t i = 0; i < chain->count; i++)
        if (order.links[i].previous == NO_GAME) place_run(&order, i);
    place_branches(&order, 0, quiet);
    for (size_t i = 0; i < chain->count; i++) {
        if (order.links[i].placed) continue;
        size_t before = order.count, first = loop_before(&order, i);
        if (!quiet) report_game(&chain->games[first], "its previous games form a loop back to game", chain->games[first].id);
        place_run(&order, first);
        place_branches(&order, before, quiet);
    }
    struct game *sorted = grow(NULL, (chain->count + 1) * sizeof *sorted);
    for (size_t i = 0; i < chain->count; i++) sorted[i] = chain->games[order.places[i]];
    free(chain->games);
    free(order.links);
    free(order.places);
    chain->games = sorted;
}

void chain_find(struct chain *chain, const struct arguments *arguments, const struct inputs *inputs, int *status)
{
    *chain = (struct chain){ 0 };
    for (size_t i = 0; i < inputs->count && !was_interrupted(); i++) add_game(chain, arguments, &inputs->data[i], status);
    drop_duplicates(chain);
    sort(chain, has(arguments, OPT_QUIET));
}

void chain_free(struct chain *chain)
{
    for (size_t i = 0; i < chain->count; i++) {
        free(chain->games[i].id);
        free(chain->games[i].previous);
    }
    free(chain->games);
}
