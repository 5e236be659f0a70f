/* SPDX-License-Identifier: MIT
 * Removes what identifies players and the server. With a key, a name becomes the same word in every file that is processed with that
 * key. Without one, all names become the same word. Positions and inputs do not change, so whoever knows the date and the map can
 * still recognise a game. */
#include "codec/pseudonym.h"
#include "codec/teeworlds_int.h"
#include "core/chunk.h"
#include "core/moment.h"
#include "core/text.h"
#include "formats/teehistorian/operations.h"

/* Hash of the key and a value. Nil without a key. */
static reel_uuid hash_of(const reel_change *change, const void *data, size_t size)
{
    reel_uuid uuid = { { 0 } };
    if (change->pseudonyms) {
        uint8_t digest[PSEUDONYM_DIGEST];
        reel__pseudonym_digest(change->pseudonyms->how, "uuid", data, size, digest);
        memcpy(uuid.bytes, digest, sizeof uuid.bytes);
        return uuid;
    }
    if (!change->argument) return uuid;
    reel__tee_uuid_of_parts(change->argument, strlen(change->argument), size ? data : "", size, uuid.bytes);
    return uuid;
}

static void hide_uuid(const reel_change *change, reel_uuid *uuid)
{
    static const uint8_t nil[16] = { 0 };
    if (memcmp(uuid->bytes, nil, 16) != 0) *uuid = hash_of(change, uuid->bytes, 16);
}

/* Other readers need the UUIDs of games, and chains of games need them to fit: without a key they become a hash of the old ones. */
static void hide_game(const reel_change *change, reel_uuid *uuid)
{
    static const char word[] = "anonymous game";
    static const uint8_t nil[16] = { 0 };
    if (change->argument || change->pseudonyms)
        hide_uuid(change, uuid);
    else if (memcmp(uuid->bytes, nil, 16) != 0)
        reel__tee_uuid_of_parts(word, sizeof word - 1, uuid->bytes, 16, uuid->bytes);
}

static const char hidden_text[] = "hidden";

static reel_string hidden(reel_string text) { return text.size ? (reel_string){ hidden_text, sizeof hidden_text - 1 } : text; }

enum { WORD = 12 };

/* Writes "tee 0123abcd", with the first digits of the hash of the name. */
static void word_of(const reel_change *change, reel_string name, char word[WORD])
{
    _Static_assert((int)WORD == (int)PSEUDONYM_TEXT, "a pseudonym takes the place of a word");
    if (change->pseudonyms) {
        reel__pseudonym_text(change->pseudonyms->how, name, word);
        return;
    }
    reel_uuid hash = hash_of(change, name.data, name.size);
    memcpy(word, "tee ", 4);
    hex_text(word + 4, hash.bytes, 4);
}

static reel_string hidden_name(const reel_change *change, reel_string name)
{
    char word[WORD];
    if (!name.size) return name;
    word_of(change, name, word);
    return reel_chunk_string(change->chunk, word, WORD);
}

#define ROWS(change, table, type, rows, rows_count)                                                                              \
    reel_row_list *list_##rows = reel_change_rows((change)->chunk, table);                                                       \
    type *rows = (type *)(void *)list_##rows->data;                                                                              \
    size_t rows_count = list_##rows->count

/* ---- network messages --------------------------------------------------------------------------------------------------- */

/* Encodes StartInfo or ChangeInfo again, with the replaced name, no clan, and the usual skin. */
static reel_bytes hidden_info(const reel_change *change, const teehistorian_net *net)
{
    static const char *const skins[] = { "default", "standard" };
    const char *skin = skins[net->protocol == 7];
    size_t room = 2 * VARINT_MOST + WORD + 2 + (size_t)net->number_count * VARINT_MOST, size;
    room += net->text_count * (strlen(skin) + 1);
    uint8_t *data = reel_chunk_alloc(change->chunk, room);
    if (!data) return (reel_bytes){ NULL, 0 };
    size = varint_write(data, net->id << 1);
    word_of(change, net->texts[0], (char *)data + size);
    size += WORD;
    data[size++] = 0;
    data[size++] = 0; /* the clan */
    size_t number = 0;
    if (net->number_count) size += varint_write(data + size, net->numbers[number++]);
    for (size_t i = 2; i < net->text_count; i++) {
        size_t length = net->texts[i].size ? strlen(skin) : 0;
        memcpy(data + size, skin, length);
        size += length;
        data[size++] = 0;
    }
    while (number < net->number_count) size += varint_write(data + size, net->numbers[number++]);
    return (reel_bytes){ data, size };
}

/* Whether a message consists of numbers only. */
static bool is_plain(const teehistorian_net *net, const teehistorian_message *message)
{
    return net->whole && !net->text_count && message->data.size <= 40;
}

static void scrub_messages(const reel_change *change)
{
    ROWS(change, &teehistorian_messages, teehistorian_message, rows, count);
    size_t kept = 0, hidden = 0;
    for (size_t i = 0; i < count; i++) {
        teehistorian_net net = teehistorian_net_of(rows[i].data, rows[i].protocol);
        bool info = net.whole && (net.kind == TEEHISTORIAN_NET_START_INFO || net.kind == TEEHISTORIAN_NET_CHANGE_INFO);
        if (!info && !is_plain(&net, &rows[i])) continue;
        if (info) rows[i].data = hidden_info(change, &net), hidden++;
        rows[kept++] = rows[i];
    }
    list_rows->count = kept;
    reel_tally(change, "scrub.names", REEL_NOTE, &teehistorian_messages, NULL, hidden, "name and skin replaced, clan removed");
    reel_tally(change, "scrub.texts", REEL_NOTE, &teehistorian_messages, NULL, count - kept,
               "unreadable or containing text, dropped");
}

/* ---- commands -------------------------------------------------------------------------------------------------------------- */

/* Commands and settings with codes that open somebody's slot, save or console. */
static bool is_secret(reel_string command)
{
    static const char *const words[] = { "timeout", "save", "load", "login", "rcon", "password", "key" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]);
        for (size_t at = 0; at + size <= command.size; at++)
            if (memcmp(command.data + at, words[i], size) == 0) return true;
    }
    return false;
}

static bool is_number(reel_string text)
{
    size_t at = text.size && text.data[0] == '-';
    for (size_t i = at; i < text.size; i++)
        if (text.data[i] < '0' || text.data[i] > '9') return false;
    return text.size > at && text.size <= 6;
}

/* Whether a command is a word like those of the game, and not what somebody typed. */
static bool is_command(reel_string command)
{
    for (size_t i = 0; i < command.size; i++) {
        char c = command.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
    }
    return true;
}

static void scrub_commands(const reel_change *change)
{
    ROWS(change, &teehistorian_commands, teehistorian_command, rows, count);
    size_t replaced = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_command(rows[i].command)) continue;
        rows[i].command = hidden(rows[i].command);
        replaced++;
    }
    reel_tally(change, "scrub.commands", REEL_NOTE, &teehistorian_commands, NULL, replaced,
               "not a command of the game, replaced");
}

/* Clears all arguments but small numbers. */
static void scrub_arguments(const reel_change *change)
{
    ROWS(change, &teehistorian_arguments, teehistorian_argument, rows, count);
    ROWS(change, &teehistorian_commands, teehistorian_command, commands, command_count);
    size_t hidden = 0, command = 0;
    for (size_t i = 0; i < count; i++) {
        while (command < command_count && commands[command].seq < rows[i].seq) command++;
        bool known = command < command_count && commands[command].seq == rows[i].seq;
        if (known && is_number(rows[i].text) && !is_secret(commands[command].command)) continue;
        rows[i].text = (reel_string){ NULL, 0 };
        hidden++;
    }
    reel_tally(change, "scrub.arguments", REEL_NOTE, &teehistorian_arguments, NULL, hidden, "emptied");
}

/* ---- extensions ------------------------------------------------------------------------------------------------------------- */

static void scrub_extensions(const reel_change *change)
{
    ROWS(change, &teehistorian_names, teehistorian_name, names, name_count);
    for (size_t i = 0; i < name_count; i++) names[i].name = hidden_name(change, names[i].name);
    reel_tally(change, "scrub.names", REEL_NOTE, &teehistorian_names, NULL, name_count, "name replaced");
    ROWS(change, &teehistorian_auths, teehistorian_auth, auths, auth_count);
    for (size_t i = 0; i < auth_count; i++) auths[i].key_name = hidden_name(change, auths[i].key_name);
    reel_tally(change, "scrub.names", REEL_NOTE, &teehistorian_auths, NULL, auth_count, "key name replaced");
    ROWS(change, &teehistorian_clients, teehistorian_client, clients, client_count);
    for (size_t i = 0; i < client_count; i++) {
        hide_uuid(change, &clients[i].connection_id);
        clients[i].version_string = hidden(clients[i].version_string);
    }
    reel_tally(change, "scrub.connections", REEL_NOTE, &teehistorian_clients, NULL, client_count,
               "connection id and version text replaced");
    ROWS(change, &teehistorian_saves, teehistorian_save, saves, save_count);
    for (size_t i = 0; i < save_count; i++) {
        hide_uuid(change, &saves[i].save_id);
        saves[i].save = (reel_string){ NULL, 0 };
    }
    reel_tally(change, "scrub.saves", REEL_NOTE, &teehistorian_saves, NULL, save_count, "UUID replaced, text removed");
    ROWS(change, &teehistorian_drops, teehistorian_drop, drops, drop_count);
    for (size_t i = 0; i < drop_count; i++) drops[i].reason = (reel_string){ NULL, 0 };
    reel_tally(change, "scrub.reasons", REEL_NOTE, &teehistorian_drops, NULL, drop_count, "reason removed");
    static const reel_table *const opaque[] = { &teehistorian_antibots, &teehistorian_extensions, &teehistorian_tails,
                                                &teehistorian_trailings };
    for (size_t i = 0; i < sizeof opaque / sizeof *opaque; i++) reel__tee_drop_rows(change, opaque[i], "scrub.opaque", REEL_NOTE);
    reel_change_rows(change->chunk, &teehistorian_forms)->count = 0; /* their numbers may be gone */
}

/* ---- the header -------------------------------------------------------------------------------------------------------------- */

/* The text of the header held what was removed. A new one says which keys it had. */
static reel_status restate_header(const reel_change *change, const teehistorian_header *row, const teehistorian_value *values,
                                  size_t count)
{
    ROWS(change, &teehistorian_header_texts, teehistorian_header_text, texts, text_count);
    tee_header before;
    const char *rule, *message;
    reel_memory made;
    if (!text_count) return REEL_OK;
    reel_status status =
        reel__tee_header_read(&before, texts->text.data, texts->text.size, NULL, &change->allocator, &rule, &message);
    const tee_stated stated = before.stated;
    reel__tee_header_free(&before);
    list_texts->count = status == REEL_OK;
    if (status != REEL_OK) return status == REEL_MEMORY ? reel__memory_fail(change->error) : REEL_OK;
    status = reel__tee_header_compose(&change->allocator, row, values, count, &stated, &made, change->error);
    if (status < 0) return status;
    texts->text = reel_chunk_bytes(change->chunk, made.data, made.size);
    reel_memory_free(&made);
    return REEL_OK;
}

/* The start of the game: a fixed date, or with pseudonyms what the policy keeps of it. */
static reel_string hidden_start(const reel_change *change, reel_string start)
{
    static const char never[] = "2000-01-01T00:00:00+0000";
    int64_t seconds = reel__moment_parse(start);
    if (!change->pseudonyms || seconds == INT64_MIN || !reel__pseudonym_time(change->pseudonyms, &seconds))
        return (reel_string){ never, sizeof never - 1 };
    char text[PSEUDONYM_DATE];
    reel__date_text(seconds, text);
    return reel_chunk_string(change->chunk, text, sizeof text);
}

static reel_status scrub_header(const reel_change *change)
{
    ROWS(change, &teehistorian_headers, teehistorian_header, headers, header_count);
    for (size_t i = 0; i < header_count; i++) {
        hide_game(change, &headers[i].game_uuid);
        hide_game(change, &headers[i].prev_game_uuid);
        headers[i].server_name = (reel_string){ hidden_text, sizeof hidden_text - 1 };
        headers[i].start_time = hidden_start(change, headers[i].start_time);
        headers[i].server_port = 0;
    }
    reel_tally(change, "scrub.header", REEL_NOTE, &teehistorian_headers, NULL, header_count,
               "server removed, start time and UUIDs replaced");
    ROWS(change, &teehistorian_values, teehistorian_value, values, value_count);
    size_t kept = 0;
    for (size_t i = 0; i < value_count; i++) {
        bool harmless = values[i].section == TEEHISTORIAN_TUNING || values[i].section == TEEHISTORIAN_UUIDS ||
                        (values[i].section == TEEHISTORIAN_CONFIG && is_number(values[i].value) && !is_secret(values[i].key));
        if (harmless) values[kept++] = values[i];
    }
    list_values->count = kept;
    reel_tally(change, "scrub.header", REEL_NOTE, &teehistorian_values, NULL, value_count - kept, "not numbers, dropped");
    return header_count ? restate_header(change, headers, values, kept) : REEL_OK;
}

static reel_status anonymise(reel_change *change)
{
    reel_status status = scrub_header(change);
    if (status < 0) return status;
    scrub_messages(change);
    scrub_arguments(change);
    scrub_commands(change);
    scrub_extensions(change);
    return reel_build_status(change->chunk) < 0 ? reel__chunk_failure(change->chunk, 0, change->error) : REEL_OK;
}

static reel_status scrub(reel_change *change)
{
    return change->argument[0] ? anonymise(change) : reel__tee_bad_argument(change, "a key");
}

const reel_operation reel__tee_anonymise = { .id = REEL_OPERATION_ANONYMISE,
                                             .doc = "replace everything that identifies a player, the same for all files",
                                             .apply = anonymise };

const reel_operation reel__tee_scrub = {
    .id = "scrub",
    .doc = "replace names, addresses, codes, texts and the server; one key gives the same names in several files",
    .argument = "KEY",
    .apply = scrub,
};
