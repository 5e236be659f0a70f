/* SPDX-License-Identifier: MIT */
#include "json/account_data.h"

#include "base/clock.h"
#include "base/fail.h"
#include "json/moderation_json.h"
#include "json/record_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 512, COPY = 1 << 15, REFUSALS = 100 };
#define REFUSED_MS (INT64_C(24) * 3600 * 1000 * REFUSED_DAYS)

typedef struct archive {
    bool (*write)(void *context, const void *data, size_t size);
    void *context;
} archive;

/* ---- tar --------------------------------------------------------------------------------------------------------------- */

static bool begin_file(const archive *a, const char *name, uint64_t size)
{
    char head[BLOCK] = { 0 };
    unsigned sum = 0;
    snprintf(head, 100, "%s", name);
    memcpy(head + 100,
           "0000644\0"
           "0000000\0"
           "0000000",
           24);
    snprintf(head + 124, 12, "%011llo", (unsigned long long)size);
    snprintf(head + 136, 12, "%011llo", (unsigned long long)(clock_wall_ms() / 1000));
    memset(head + 148, ' ', 8); /* the sum counts itself as blanks */
    head[156] = '0';
    memcpy(head + 257,
           "ustar\0"
           "00",
           8);
    for (size_t i = 0; i < sizeof head; i++) sum += (unsigned char)head[i];
    snprintf(head + 148, 8, "%06o", sum);
    return a->write(a->context, head, sizeof head);
}

static bool end_file(const archive *a, uint64_t size)
{
    static const char zeros[BLOCK];
    return size % BLOCK == 0 || a->write(a->context, zeros, (size_t)(BLOCK - size % BLOCK));
}

static reel_status add_text(const archive *a, const char *name, text *data, reel_error *error)
{
    const bool whole = !data->failed;
    const bool fine =
        whole && begin_file(a, name, data->size) && a->write(a->context, data->data, data->size) && end_file(a, data->size);
    text_free(data);
    if (!whole) return fail(error, REEL_MEMORY, "server.memory", "out of memory");
    return fine ? REEL_OK : REEL_END;
}

/* A file that became shorter is filled with zeros: the archive stays one. */
static bool copy_bytes(const archive *a, int file, uint64_t size)
{
    char bytes[COPY];
    for (uint64_t at = 0; at < size;) {
        const size_t wanted = size - at < sizeof bytes ? (size_t)(size - at) : sizeof bytes;
        const ssize_t count = pread(file, bytes, wanted, (off_t)at);
        if (count <= 0) memset(bytes, 0, wanted);
        if (!a->write(a->context, bytes, count > 0 ? (size_t)count : wanted)) return false;
        at += count > 0 ? (uint64_t)count : wanted;
    }
    return true;
}

/* ---- replays ----------------------------------------------------------------------------------------------------------- */

static reel_status add_bytes(const repository *k, const archive *a, const char *id, reel_error *error)
{
    char name[sizeof "replays/" + STORE_ID];
    struct stat info;
    int file = -1;
    reel_status status = k->store->kind->get(k->store, id, &file, error);
    if (status < 0) return strcmp(error->rule, "store.missing") == 0 ? REEL_OK : status;
    snprintf(name, sizeof name, "replays/%s", id);
    const uint64_t size = fstat(file, &info) == 0 ? (uint64_t)info.st_size : 0;
    const bool fine = begin_file(a, name, size) && copy_bytes(a, file, size) && end_file(a, size);
    close(file);
    return fine ? REEL_OK : REEL_END;
}

static reel_status add_replay(const repository *k, const char *id, text *line, void *context, reel_error *error)
{
    const archive *a = context;
    char name[sizeof "replays/.json" + STORE_ID];
    snprintf(name, sizeof name, "replays/%s.json", id);
    json_end_line(line);
    reel_status status = add_text(a, name, line, error);
    return status == REEL_OK ? add_bytes(k, a, id, error) : status;
}

/* ---- the rest ---------------------------------------------------------------------------------------------------------- */

#define TEXT(member) FIELD(account, member, FIELD_TEXT)
static RECORD(account_record, account, TEXT(name), TEXT(provider), TEXT(subject), TEXT(shown),
              FIELD_AT(account, player, FIELD_TEXT, FIELD_NOT_ZERO, NULL), FIELD(account, created, FIELD_INT),
              FIELD(account, seen, FIELD_INT));
static RECORD(token_record, token_entry, FIELD(token_entry, name, FIELD_TEXT), FIELD(token_entry, label, FIELD_TEXT),
              FIELD(token_entry, scopes, FIELD_TEXT), FIELD(token_entry, created, FIELD_INT),
              FIELD_AT(token_entry, used, FIELD_INT, FIELD_NOT_ZERO, NULL));

static void add_token(void *context, const token_entry *token, const uploader_use *use)
{
    (void)use;
    record_add(context, &token_record, token);
}

static reel_status add_account(const repository *k, const archive *a, const account *who, reel_error *error)
{
    text data = { .data = NULL };
    record_begin(&data, &account_record, who);
    json_begin_array(&data, "tokens");
    reel_status status = catalogue_token_of(k->catalogue, who->name, add_token, &data, error);
    json_end_array(&data);
    json_end_line(&data);
    if (status >= 0) return add_text(a, "account.json", &data, error);
    text_free(&data);
    return status;
}

typedef struct refused_list {
    text data;
    refused_upload last;
    unsigned count;
} refused_list;

static void add_refused(void *context, const refused_upload *refused)
{
    refused_list *list = context;
    record_add(&list->data, &refused_record, refused);
    list->last = *refused;
    list->count++;
}

static reel_status add_refusals(const repository *k, const archive *a, const char *uploader, reel_error *error)
{
    refused_list list = { .last = { .received = INT64_MAX } };
    const int64_t oldest = clock_wall_ms() - REFUSED_MS;
    reel_status status = REEL_OK;
    json_begin_array(&list.data, NULL);
    do {
        list.count = 0;
        status = catalogue_refusals(k->catalogue, uploader, &list.last, oldest, REFUSALS, add_refused, &list, error);
    } while (status >= 0 && list.count == REFUSALS);
    json_end_array(&list.data);
    text_add(&list.data, "\n");
    if (status >= 0) return add_text(a, "refused.json", &list.data, error);
    text_free(&list.data);
    return status;
}

reel_status account_data_write(const repository *k, const account *who,
                               bool (*write)(void *context, const void *data, size_t size), void *context, reel_error *error)
{
    static const char end[2 * BLOCK];
    archive a = { write, context };
    reel_status status = add_account(k, &a, who, error);
    if (status == REEL_OK) status = add_refusals(k, &a, who->name, error);
    if (status == REEL_OK) status = moderated_walk(k, moderation_of_uploader, who->name, add_replay, &a, error);
    return status == REEL_OK && !write(context, end, sizeof end) ? REEL_END : status;
}
