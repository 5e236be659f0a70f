/* SPDX-License-Identifier: MIT
 * reel serve --as-game: a recording as the game's local API. It plays once, by the times of its frames, and keeps the last one. */
#include "base/http.h"
#include "base/system.h"
#include "verbs/game/game.h"

#include <reel/echoreplay.h>
#include <reel/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct game {
    const echoreplay_frame *frames;
    const echoreplay_line *lines; /* of frames, by the same number */
    size_t count, at;
    double rate;
    uint64_t began; /* ms; 0: nobody has asked yet */
    size_t *line_of;
    struct text body; /* of the answer */
};

static const reel_table *table_of(const char *name)
{
    const reel_table *const *table = reel_format_by_id(NULL, GAME_TEXT)->tables;
    while (*table && strcmp((*table)->name, name) != 0) table++;
    return *table;
}

/* The recording as lines of the API's text, which all formats of the game convert to. */
static reel_status load_lines(const char *path, reel_replay **replay, reel_error *error)
{
    reel_source source;
    reel_memory text;
    const reel_setting plain[] = { { "container", "text" }, { "entry", "" } };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = plain, .setting_count = 2,
                                       .flags = REEL_NO_VERIFY };
    reel_options options = { REEL_SIZED(reel_options) };
    reel_status status = reel_source_file(path, 0, &source, error);
    if (status < 0) return status;
    status = reel_convert(source, &options, reel_format_by_id(NULL, GAME_TEXT), reel_sink_memory(&text, NULL), &how, error);
    if (status < 0) return status;
    options.format = reel_format_by_id(NULL, GAME_TEXT);
    status = reel_load(reel_source_memory(text.data, text.size), &options, replay, error);
    reel_memory_free(&text);
    return status;
}

/* Moves to the frame that the game shows now. */
static void advance(struct game *game)
{
    const uint64_t now = clock_ms();
    if (!game->began) game->began = now;
    const double played = (double)(now - game->began) / 1000 * game->rate, first = game->frames[0].common.time;
    while (game->at + 1 < game->count && game->frames[game->at + 1].common.time - first <= played) game->at++;
}

/* The answers of a line: TIME TAB SESSION, or TIME TAB SESSION TAB BONES. */
static reel_string answer_of(reel_string line, size_t number)
{
    const char *at = line.data, *const end = line.data + line.size;
    for (size_t i = 0; i <= number; i++) {
        at = at < end ? memchr(at, '\t', (size_t)(end - at)) : NULL;
        if (!at) return (reel_string){ NULL, 0 };
        at++;
    }
    const char *stop = memchr(at, '\t', (size_t)(end - at));
    if (!stop) stop = end;
    while (at < stop && *at == ' ') at++;
    while (stop > at && (stop[-1] == '\n' || stop[-1] == '\r' || stop[-1] == '\0' || stop[-1] == ' ')) stop--;
    return (reel_string){ at, (size_t)(stop - at) };
}

/* Whether the request is for this computer by its own names: a web site can make another name point here. */
static bool is_local(const char *head)
{
    static const char *const names[] = { "127.0.0.1", "localhost" };
    reel_string host;
    const size_t hosts = http_header(head, "host:", &host);
    for (size_t i = 0; i < sizeof names / sizeof *names && hosts == 1; i++) {
        const size_t size = strlen(names[i]);
        if (strncmp(host.data, names[i], size) == 0 && (size == host.size || host.data[size] == ':')) return true;
    }
    return !hosts; /* HTTP 1.0 has none, and browsers always send one */
}

/* Puts the answer to a request into the body, and returns its status. */
static const char *find_answer(struct game *game, const char *head)
{
    const bool session = http_asks_for(head, "/session"), bones = http_asks_for(head, "/player_bones");
    if (!is_local(head)) return "403 Forbidden";
    advance(game);
    if (http_asks_for(head, "/status")) {
        text_print(&game->body, "{\"frame_index\":%llu,\"done\":%s}", (unsigned long long)game->at,
                   game->at + 1 == game->count ? "true" : "false");
        return "200 OK";
    }
    if (!session && !bones) return "404 Not Found";
    const reel_string answer = answer_of(game->lines[game->line_of[game->at]].text, bones ? 1 : 0);
    if (answer.size)
        text_add(&game->body, answer.data, answer.size);
    else
        text_string(&game->body, "{}");
    return "200 OK";
}

static void respond(void *context, const char *head, struct http_reply *reply)
{
    struct game *game = context;
    game->body.size = 0;
    reply->status = find_answer(game, head);
    reply->headers = "Content-Type: application/json\r\n";
    reply->data = game->body.data;
    reply->size = game->body.size;
}

static bool find_lines(struct game *game, const reel_replay *replay)
{
    size_t lines;
    game->frames = reel_rows(replay, table_of("frames"), &game->count);
    game->lines = reel_rows(replay, table_of("lines"), &lines);
    game->line_of = malloc((game->count + 1) * sizeof *game->line_of);
    size_t found = 0;
    if (!game->line_of) return false;
    for (size_t i = 0; i < lines; i++)
        if (game->lines[i].kind == ECHOREPLAY_FRAME && found < game->count) game->line_of[found++] = i;
    return found == game->count && game->count;
}

int serve_game(const struct arguments *arguments, const char *path)
{
    reel_error error;
    reel_replay *replay;
    struct http_server server;
    struct game game = { .rate = has(arguments, OPT_RATE) ? seconds_of(arguments, OPT_RATE) : 1 };
    if (!reel_format_by_id(NULL, GAME_TEXT)) return usage_error(arguments->verb, "this build has no formats of Echo VR");
    if (load_lines(path, &replay, &error) < 0) {
        fprintf(stderr, "reel: %s: %s (%s)\n", path, error.message, error.rule);
        return EXIT_UNREADABLE;
    }
    int status = EXIT_UNREADABLE;
    const unsigned port = (unsigned)count_of(arguments, OPT_PORT, GAME_PORT);
    if (!find_lines(&game, replay)) {
        fprintf(stderr, "reel: %s: the recording has no frames\n", path);
    } else if (!http_listen(&server, port)) {
        fprintf(stderr, "reel: cannot listen on port %u of 127.0.0.1\n", port);
    } else {
        printf("http://127.0.0.1:%u/session\n", server.port);
        fflush(stdout);
        hold_signals();
        while (!was_interrupted()) http_serve_one(&server, respond, &game);
        release_signals();
        http_stop(&server);
        status = EXIT_FINE;
    }
    free(game.line_of);
    text_free(&game.body);
    reel_free(replay);
    return status;
}
