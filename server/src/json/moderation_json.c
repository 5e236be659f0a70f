/* SPDX-License-Identifier: MIT */
#include "json/moderation_json.h"

#include "base/fail.h"
#include "json/entry_json.h"
#include "json/kept_answer.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void begin_moderated(text *to, const moderated_entry *e)
{
    begin_entry(to, &e->replay);
    text_string(to, "uploader", e->replay.uploader);
    text_string(to, "state", state_names[e->state]);
    if (e->until)
        text_print(to, ",\"until\":%lld", (long long)e->until);
    else
        text_add(to, ",\"until\":null");
    kept_answer_reasons(to, e->answer ? e->answer : "");
}

void add_moderated(text *to, const moderated_entry *e)
{
    begin_moderated(to, e);
    text_add(to, "}");
}

void add_ban(text *to, const ban *ban)
{
    text_add(to, "{\"kind\":");
    text_json(to, ban_kind_names[ban->kind]);
    text_string(to, "name", ban->name);
    text_string(to, "action", ban_action_names[ban->action]);
    text_print(to, ",\"at\":%lld", (long long)ban->at);
    text_string(to, "who", ban->who);
    text_string(to, "reason", ban->reason);
    text_add(to, "}");
}

void add_audit(text *to, const audit_entry *entry)
{
    text_print(to, "{\"number\":%lld,\"at\":%lld", (long long)entry->number, (long long)entry->at);
    text_string(to, "event", entry->event);
    text_string(to, "name", entry->name);
    text_string(to, "who", entry->who);
    text_string(to, "detail", entry->detail);
    text_add(to, "}");
}

void add_refused(text *to, const refused_upload *refused)
{
    text_add(to, "{\"id\":");
    text_json(to, refused->id);
    text_print(to, ",\"received\":%lld", (long long)refused->received);
    text_string(to, "uploader", refused->uploader);
    text_string(to, "format", refused->format);
    text_string(to, "rule", refused->rule);
    text_string(to, "message", refused->message);
    text_add(to, ",\"finding\":");
    if (*refused->finding) {
        text_add(to, "{\"rule\":");
        text_json(to, refused->finding);
        text_string(to, "section", refused->section);
        text_print(to, ",\"offset\":%lld}", (long long)refused->offset);
    } else {
        text_add(to, "null");
    }
    text_add(to, "}");
}

void add_letter(text *to, const dead_letter *letter)
{
    text_add(to, "{\"url\":");
    text_json(to, letter->url);
    text_print(to, ",\"number\":%lld,\"at\":%lld,\"tries\":%lld", (long long)letter->number, (long long)letter->at,
               (long long)letter->tries);
    text_string(to, "why", letter->why);
    json_report event = { .data = NULL };
    reel_error ignored;
    if (*letter->body) json_report_read(letter->body, strlen(letter->body), &event, &ignored);
    json_report_member(to, "event", &event);
    json_report_free(&event);
    text_add(to, "}");
}

/* ---- a player's data -------------------------------------------------------------------------------------------------- */

enum { PAGE = 4 /* replays that are in memory at a time */, PIECE = 3 << 13, ACTS_OF_ONE = 100 };

typedef struct data_page {
    struct {
        char id[STORE_ID];
        text line;
    } rows[PAGE];
    unsigned count;
    int64_t last;
} data_page;

static void add_row(void *context, const moderated_entry *e)
{
    reel_error ignored;
    data_page *page = context;
    text *line = &page->rows[page->count].line;
    strcpy(page->rows[page->count++].id, e->replay.id);
    page->last = e->replay.number;
    *line = (text){ .data = NULL };
    begin_moderated(line, e);
    text_member(line, "answer");
    if (kept_answer_write(line, e->answer, (verdict)e->replay.verdict, true, &ignored) < 0) text_add(line, "null");
    text_add(line, ",\"acts\":[");
}

static void add_act(void *context, const audit_entry *entry)
{
    text *line = context;
    if (line->size && line->data[line->size - 1] == '}') text_add(line, ",");
    add_audit(line, entry);
}

typedef struct data_sink {
    bool (*write)(void *context, const void *data, size_t size);
    void *context;
} data_sink;

/* A replay whose bytes are missing has null. */
static reel_status write_bytes(const repository *k, const char *id, const data_sink *sink, reel_error *error)
{
    static const char none[] = "null", quote[] = "\"";
    uint8_t bytes[PIECE];
    char letters[sodium_base64_ENCODED_LEN(PIECE, sodium_base64_VARIANT_ORIGINAL)];
    int file = -1;
    ssize_t count;
    reel_status status = k->store->kind->get(k->store, id, &file, error);
    if (status < 0 && strcmp(error->rule, "store.missing") != 0) return status;
    if (status < 0) return sink->write(sink->context, none, sizeof none - 1) ? REEL_OK : REEL_END;
    bool fine = sink->write(sink->context, quote, 1);
    for (off_t at = 0; fine && (count = pread(file, bytes, sizeof bytes, at)) > 0; at += count) {
        sodium_bin2base64(letters, sizeof letters, bytes, (size_t)count, sodium_base64_VARIANT_ORIGINAL);
        fine = sink->write(sink->context, letters, strlen(letters));
    }
    close(file);
    return fine && sink->write(sink->context, quote, 1) ? REEL_OK : REEL_END;
}

static reel_status write_row(const repository *k, const char *id, text *line, const data_sink *sink, reel_error *error)
{
    static const char end[] = "}\n";
    reel_status status = audit_list(k->catalogue, id, 0, ACTS_OF_ONE, add_act, line, error);
    text_add(line, "],\"bytes\":");
    if (status >= 0 && line->failed) return fail(error, REEL_MEMORY, "server.memory", "out of memory");
    if (status >= 0 && !sink->write(sink->context, line->data, line->size)) return REEL_END;
    if (status >= 0) status = write_bytes(k, id, sink, error);
    return status == REEL_OK && !sink->write(sink->context, end, sizeof end - 1) ? REEL_END : status;
}

reel_status player_data_write(const repository *k, const char *player,
                              bool (*write)(void *context, const void *data, size_t size), void *context, reel_error *error)
{
    const data_sink sink = { write, context };
    data_page page = { .last = 0 };
    reel_status status;
    do {
        page.count = 0;
        status = moderation_of_player(k->catalogue, player, page.last, PAGE, add_row, &page, error);
        for (unsigned i = 0; i < page.count; i++) {
            if (status == REEL_OK) status = write_row(k, page.rows[i].id, &page.rows[i].line, &sink, error);
            text_free(&page.rows[i].line);
        }
    } while (status == REEL_OK && page.count == PAGE);
    return status;
}
