/* SPDX-License-Identifier: MIT
 * reel record echo: records what the game's local API answers. Each pair of answers is a line of .echoreplay in a file beside the output, written at
 * once: a crash loses at most the line that was being written. At the end the lines become the output; what a crash has left is finished first. */
#include "base/http.h"
#include "base/system.h"
#include "verbs/game/game.h"
#include "verbs/verbs.h"

#include <errno.h>
#include <reel/archive.h>
#include <reel/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PART_ENDING ".recording"

enum { ANSWER_MS = 1000, RETRY_MS = 500, OK = 200, SESSION_SIZE = 128 };

struct recorder {
    const char *address;
    unsigned port;
    const char *part;
    uint64_t lines, gaps;
    char session[SESSION_SIZE]; /* id of the match */
    bool ended;                 /* another match began */
    bool connected, failed;     /* failed: to write */
};

static bool ends_with(const char *path, const char *ending)
{
    const size_t size = strlen(path), tail = strlen(ending);
    return size > tail && strcmp(path + size - tail, ending) == 0;
}

/* ---- the end ---------------------------------------------------------------------------------------------------- */

static reel_status finish(const char *part, const char *output, bool replaces, reel_error *error)
{
    reel_source source;
    reel_sink sink;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = ends_with(output, ".tape") ? 0 : REEL_REPAIR };
    const reel_format *to = ends_with(output, ".tape") ? reel_format_by_id(NULL, GAME_CAPTURE) : NULL;
    reel_options options = { REEL_SIZED(reel_options), .format = reel_format_by_id(NULL, GAME_TEXT) };
    reel_status status = reel_source_file(part, 0, &source, error);
    if (status == REEL_OK) status = reel_sink_file(output, replaces ? REEL_FILE_REPLACE : 0, &sink, error);
    if (status < 0) return status;
    if (ends_with(output, ".reel")) return reel_pack(source, &options, NULL, sink, NULL, error);
    return reel_convert(source, &options, to, sink, &how, error);
}

static int finish_all(const char *part, const char *output, bool replaces)
{
    reel_error error;
    if (finish(part, output, replaces, &error) < 0) {
        fprintf(stderr, "reel: %s: %s (%s); what was recorded is in %s\n", output, error.message, error.rule, part);
        return EXIT_UNREADABLE;
    }
    remove_file(part);
    return EXIT_FINE;
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* Whether an answer is what the game sends, an object with the id of a session in it. */
static bool find_session(const struct text *answer, char id[SESSION_SIZE])
{
    static const char key[] = "\"sessionid\"";
    for (size_t i = 0; i + sizeof key - 1 <= answer->size && answer->data[0] == '{'; i++) {
        if (memcmp(answer->data + i, key, sizeof key - 1) != 0) continue;
        const char *at = answer->data + i + sizeof key - 1, *const end = answer->data + answer->size;
        while (at < end && (*at == ' ' || *at == ':' || *at == '"')) at++;
        size_t size = 0;
        for (; at < end && *at != '"' && *at != ',' && *at != '}' && size + 1 < SESSION_SIZE; at++) id[size++] = *at;
        id[size] = '\0';
        return true;
    }
    return false;
}

/* Text of JSON has no raw line feeds or tabs inside of strings, so that those between are blanks. */
static void put_answer(struct text *line, const struct text *answer)
{
    for (size_t i = 0; i < answer->size; i++) {
        const char c = answer->data[i];
        if (c != '\r' && c != '\n' && c != '\t' && c != '\0') text_add(line, &c, 1);
    }
}

/* The local time, as the game's own recorders write it. */
static void put_time(struct text *line)
{
    const struct local_time t = local_time();
    text_print(line, "%04d/%02d/%02d %02d:%02d:%02d.%03d", t.year, t.month, t.day, t.hour, t.minute, t.second, t.ms);
}

/* Records one pair of answers. False: the game does not answer. */
static bool record_one(struct recorder *r)
{
    struct text session = { 0 }, bones = { 0 }, line = { 0 };
    char id[SESSION_SIZE];
    const bool answered = http_get(r->address, r->port, "/session", ANSWER_MS, &session) == OK && find_session(&session, id);
    if (answered && !r->connected) memcpy(r->session, id, sizeof id);
    r->ended = answered && strcmp(r->session, id) != 0;
    if (answered && !r->ended) {
        put_time(&line);
        text_string(&line, "\t");
        put_answer(&line, &session);
        if (http_get(r->address, r->port, "/player_bones", ANSWER_MS, &bones) == OK && bones.size > 2) {
            text_string(&line, "\t ");
            put_answer(&line, &bones);
        }
        text_string(&line, "\r\n");
        r->failed = !append_to_file(r->part, line.data, line.size);
        r->lines += !r->failed;
    }
    text_free(&session);
    text_free(&bones);
    text_free(&line);
    return answered;
}

/* Asks at a steady rate until Ctrl-C, or for a while. A game that is gone is asked for again. */
static void record_all(struct recorder *r, double rate, double most)
{
    const uint64_t began = clock_ms(), end = most > 0 ? began + (uint64_t)(most * 1000) : UINT64_MAX;
    uint64_t next = began;
    const double step = 1000 / rate;
    for (uint64_t i = 1; !was_interrupted() && !r->failed && !r->ended && clock_ms() < end; i++) {
        const bool answered = record_one(r);
        if (!answered && r->connected) r->gaps++;
        r->connected |= answered;
        next = answered ? began + (uint64_t)((double)i * step) : clock_ms() + RETRY_MS;
        if (clock_ms() > next) i = (uint64_t)((double)(clock_ms() - began) / step);
        const uint64_t until = next < end ? next : end, now = clock_ms();
        if (until > now) http_nap((unsigned)(until - now));
    }
}

/* A line that a crash has cut gets its end, so that what follows is a line of its own. */
static bool end_line(const char *part)
{
    char last = '\n';
    FILE *file = open_list(part);
    if (!file) return true;
    const bool read = fseek(file, -1, SEEK_END) != 0 || fread(&last, 1, 1, file) == 1;
    fclose(file);
    return read && (last == '\n' || append_to_file(part, "\r\n", 2));
}

static int record_to(const struct arguments *arguments, const char *output, const char *part)
{
    struct recorder r = { .address = has(arguments, OPT_ADDRESS) ? value_of(arguments, OPT_ADDRESS) : "127.0.0.1",
                          .port = (unsigned)count_of(arguments, OPT_PORT, GAME_PORT),
                          .part = part };
    const double rate = has(arguments, OPT_RATE) ? seconds_of(arguments, OPT_RATE) : 30;
    if (!end_line(part)) {
        fprintf(stderr, "reel: cannot write %s: %s\n", part, strerror(errno));
        return EXIT_UNREADABLE;
    }
    hold_signals();
    record_all(&r, rate, seconds_of(arguments, OPT_FOR));
    release_signals();
    if (r.failed) fprintf(stderr, "reel: cannot write %s: %s\n", part, strerror(errno));
    struct identity left;
    const bool any = r.lines || identity_of(part, &left); /* of a crash, or now */
    if (!any) fprintf(stderr, "reel: nothing was recorded: no session at http://%s:%u/session\n", r.address, r.port);
    if (!any || r.failed) return EXIT_UNREADABLE;
    printf("%llu frames, %llu without an answer\n", (unsigned long long)r.lines, (unsigned long long)r.gaps);
    return finish_all(part, output, has(arguments, OPT_REPLACE));
}

int run_record(const struct arguments *arguments)
{
    const char *output = value_of(arguments, OPT_OUTPUT);
    if (strcmp(arguments->inputs[0], "echo") != 0) return usage_error(arguments->verb, "only echo can be recorded");
    if (!output || (!ends_with(output, ".tape") && !ends_with(output, ".echoreplay") && !ends_with(output, ".reel")))
        return usage_error(arguments->verb, "-o FILE is required: .tape, .echoreplay or .reel");
    if (!reel_format_by_id(NULL, GAME_TEXT) || !reel_format_by_id(NULL, GAME_CAPTURE))
        return usage_error(arguments->verb, "this build has no formats of Echo VR");
    if (has(arguments, OPT_RATE) && !(seconds_of(arguments, OPT_RATE) > 0))
        return usage_error(arguments->verb, "--rate has to be above 0");
    if (!http_begin()) return EXIT_UNREADABLE;
    char *part = joined(output, PART_ENDING, "");
    const int status = record_to(arguments, output, part);
    free(part);
    return status;
}
