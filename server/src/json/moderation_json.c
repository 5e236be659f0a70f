/* SPDX-License-Identifier: MIT */
#include "json/moderation_json.h"

#include "base/fail.h"
#include "json/entry_json.h"
#include "json/report.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AUDIT(member) FIELD(audit_entry, member, FIELD_TEXT)
#define REFUSED(member) FIELD(refused_upload, member, FIELD_TEXT)

RECORD(moderated_record, moderated_replay, FIELDS_OF(moderated_replay, entry.replay, &entry_record),
       FIELD_AS(moderated_replay, "uploader", entry.replay.uploader, FIELD_TEXT),
       { .name = "state",
         .kind = FIELD_CHOICE,
         .offset = offsetof(moderated_replay, entry.state),
         .given = NO_FIELD,
         .of = state_names },
       { .name = "until",
         .kind = FIELD_INT,
         .flags = FIELD_NOT_ZERO,
         .offset = offsetof(moderated_replay, entry.until),
         .given = NO_FIELD },
       { .name = "reasons",
         .kind = FIELD_LIST,
         .offset = offsetof(moderated_replay, reasons),
         .given = offsetof(moderated_replay, has_reasons),
         .of = &hold_reason_record });

RECORD(ban_record, ban, FIELD_OF(ban, kind, FIELD_CHOICE, ban_kind_names), FIELD(ban, name, FIELD_TEXT),
       FIELD_OF(ban, action, FIELD_CHOICE, ban_action_names), FIELD(ban, at, FIELD_INT), FIELD(ban, who, FIELD_TEXT),
       FIELD(ban, reason, FIELD_TEXT));

RECORD(audit_record, audit_entry, FIELD(audit_entry, number, FIELD_INT), FIELD(audit_entry, at, FIELD_INT), AUDIT(event),
       AUDIT(name), AUDIT(who), AUDIT(detail));

static RECORD(error_record, refused_upload, FIELD_AS(refused_upload, "rule", finding, FIELD_TEXT), REFUSED(section),
              FIELD(refused_upload, offset, FIELD_INT));
RECORD(refused_record, refused_upload, REFUSED(id), FIELD(refused_upload, received, FIELD_INT), REFUSED(uploader),
       REFUSED(format), REFUSED(rule), REFUSED(message),
       { .name = "finding", .kind = FIELD_STRUCT, .given = offsetof(refused_upload, finding), .of = &error_record });

static RECORD(letter_record, dead_letter, FIELD(dead_letter, url, FIELD_TEXT), FIELD(dead_letter, number, FIELD_INT),
              FIELD(dead_letter, at, FIELD_INT), FIELD(dead_letter, tries, FIELD_INT), FIELD(dead_letter, why, FIELD_TEXT));

void moderated_read(moderated_replay *to, const moderated_entry *entry)
{
    reel_error ignored;
    kept_answer answer;
    *to = (moderated_replay){ .entry = *entry };
    to->entry.answer = NULL;
    to->has_reasons = kept_answer_read(entry->answer ? entry->answer : "", false, &answer, &ignored) >= 0;
    if (!to->has_reasons) return;
    to->reasons = answer.reasons; /* it takes these, and what they point to */
    to->document = answer.document;
}

static void moderated_free(moderated_replay *replay)
{
    free(replay->reasons.rows);
    yyjson_doc_free(replay->document);
}

void begin_moderated(text *to, const moderated_entry *e)
{
    moderated_replay replay;
    moderated_read(&replay, e);
    record_begin(to, &moderated_record, &replay);
    moderated_free(&replay);
}

void add_moderated(text *to, const moderated_entry *e)
{
    begin_moderated(to, e);
    json_end_object(to);
}

void add_letter(text *to, const dead_letter *letter)
{
    record_begin(to, &letter_record, letter);
    json_report event = { .data = NULL };
    reel_error ignored;
    if (*letter->body) json_report_read(letter->body, strlen(letter->body), &event, &ignored);
    json_report_member(to, "event", &event);
    json_report_free(&event);
    json_end_object(to);
}

/* ---- all that is kept of somebody's replays ---------------------------------------------------------------------------- */

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
    json_name(line, "answer");
    if (kept_answer_write(line, e->answer, (verdict)e->replay.verdict, true, &ignored) < 0) json_null(line);
    json_begin_array(line, "acts");
}

static void add_act(void *context, const audit_entry *entry) { record_add(context, &audit_record, entry); }

reel_status moderated_walk(const repository *k, moderated_list *list, const char *of, moderated_line *each, void *context,
                           reel_error *error)
{
    data_page page = { .last = 0 };
    reel_status status;
    do {
        page.count = 0;
        status = list(k->catalogue, of, page.last, PAGE, add_row, &page, error);
        for (unsigned i = 0; i < page.count; i++) {
            text *line = &page.rows[i].line;
            if (status == REEL_OK) status = audit_list(k->catalogue, page.rows[i].id, 0, ACTS_OF_ONE, add_act, line, error);
            json_end_array(line);
            if (status == REEL_OK) status = each(k, page.rows[i].id, line, context, error);
            text_free(line);
        }
    } while (status == REEL_OK && page.count == PAGE);
    return status;
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

static reel_status write_row(const repository *k, const char *id, text *line, void *context, reel_error *error)
{
    static const char end[] = "}\n";
    const data_sink *sink = context;
    json_name(line, "bytes");
    if (line->failed) return fail(error, REEL_MEMORY, "server.memory", "out of memory");
    if (!sink->write(sink->context, line->data, line->size)) return REEL_END;
    reel_status status = write_bytes(k, id, sink, error);
    return status == REEL_OK && !sink->write(sink->context, end, sizeof end - 1) ? REEL_END : status;
}

reel_status player_data_write(const repository *k, const char *player,
                              bool (*write)(void *context, const void *data, size_t size), void *context, reel_error *error)
{
    data_sink sink = { write, context };
    return moderated_walk(k, moderation_of_player, player, write_row, &sink, error);
}
