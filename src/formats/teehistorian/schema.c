/* SPDX-License-Identifier: MIT
 * The fields of all rows of teehistorian, and the tables. */
#include "formats/teehistorian/layout.h"

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY
#define PERSONAL REEL_FIELD_PERSONAL
#define DERIVED REEL_FIELD_DERIVED

/* The first fields of every row of a message. */
#define ORIGIN(row)                                                                                                              \
    REEL_FIELD(row, "seq", seq, U64, "", "message number in the file, from 0", .flags = DERIVED),                                \
        REEL_FIELD(row, "offset", offset, U64, "bytes", "offset of the message in the file", .flags = DERIVED),                  \
        REEL_FIELD(row, "tick", tick, I32, "tick", "tick number, 50 per second", .flags = TIME | KEY)
#define CLIENT(row) REEL_FIELD(row, "cid", cid, I32, "", "client id", .flags = KEY)

_Static_assert(offsetof(teehistorian_position, tick) == offsetof(tee_origin, tick) &&
                   offsetof(teehistorian_extension, tick) == offsetof(tee_origin, tick) &&
                   offsetof(teehistorian_ending, tick) == offsetof(tee_origin, tick),
               "rows must start with the same members");

/* ---- labels ----------------------------------------------------------------------------------------------------- */

static const reel_label position_kinds[] = {
    { TEEHISTORIAN_NEW, "new" },
    { TEEHISTORIAN_DIFF, "diff" },
    { TEEHISTORIAN_OLD, "old" },
    { TEEHISTORIAN_STRAY, "stray" },
    { 0, NULL },
};
static const reel_label input_kinds[] = { { TEEHISTORIAN_NEW, "new" }, { TEEHISTORIAN_DIFF, "diff" }, { 0, NULL } };
static const reel_label sections[] = {
    { TEEHISTORIAN_CONFIG, "config" },
    { TEEHISTORIAN_TUNING, "tuning" },
    { TEEHISTORIAN_UUIDS, "uuids" },
    { TEEHISTORIAN_OTHER, "other" },
    { 0, NULL },
};
static const reel_label auth_kinds[] = {
    { TEEHISTORIAN_AUTH_INIT, "init" },
    { TEEHISTORIAN_AUTH_LOGIN, "login" },
    { TEEHISTORIAN_AUTH_LOGOUT, "logout" },
    { 0, NULL },
};
static const reel_label client_kinds[] = {
    { TEEHISTORIAN_DDNETVER_OLD, "ddnetver_old" },
    { TEEHISTORIAN_DDNETVER, "ddnetver" },
    { 0, NULL },
};
static const reel_label protocol_kinds[] = {
    { TEEHISTORIAN_JOINVER6, "joinver6" },
    { TEEHISTORIAN_JOINVER7, "joinver7" },
    { TEEHISTORIAN_REJOINVER6, "rejoinver6" },
    { 0, NULL },
};
static const reel_label save_kinds[] = {
    { TEEHISTORIAN_SAVE_SUCCESS, "save_success" },
    { TEEHISTORIAN_LOAD_SUCCESS, "load_success" },
    { TEEHISTORIAN_SAVE_FAILURE, "save_failure" },
    { TEEHISTORIAN_LOAD_FAILURE, "load_failure" },
    { 0, NULL },
};
static const reel_label finish_kinds[] = {
    { TEEHISTORIAN_PLAYER_FINISH, "player" },
    { TEEHISTORIAN_TEAM_FINISH, "team" },
    { 0, NULL },
};

/* ---- the header ------------------------------------------------------------------------------------------------- */

#define HEADER(name, type, unit, ...) REEL_FIELD(teehistorian_header, #name, name, type, unit, __VA_ARGS__)
#define STATED(bit) REEL_PRESENT_IF(teehistorian_header, present, TEEHISTORIAN_HAS_##bit)
static const reel_field header_fields[] = {
    HEADER(version, I32, "", "version of the format, 1 or 2"),
    HEADER(version_minor, I32, "", "minor version, which extends what messages mean; since DDNet 15.6", STATED(VERSION_MINOR)),
    HEADER(game_uuid, UUID, "", "UUID of this game", .flags = REEL_FIELD_GAME),
    HEADER(prev_game_uuid, UUID, "", "UUID of the previous game on this server, nil if none", .flags = REEL_FIELD_PREVIOUS),
    HEADER(comment, STRING, "", "program that wrote the file"),
    HEADER(server_version, STRING, "", "server version"),
    HEADER(start_time, STRING, "iso 8601", "start time of the game"),
    HEADER(start_unix, I64, "unix s", "start time since 1970, if it can be parsed", .flags = DERIVED,
           REEL_PRESENT_IF(teehistorian_header, start_known, 1)),
    HEADER(server_name, STRING, "", "server name"),
    HEADER(server_port, I32, "", "server port", STATED(SERVER_PORT)),
    HEADER(game_type, STRING, "", "game type"),
    HEADER(map_name, STRING, "", "map name", .flags = REEL_FIELD_LEVEL),
    HEADER(map_size, I64, "bytes", "map size", STATED(MAP_SIZE)),
    HEADER(map_sha256, STRING, "", "SHA-256 of the map, as 64 hex digits", .flags = REEL_FIELD_LEVEL),
    HEADER(map_crc, STRING, "", "CRC-32 of the map, as 8 hex digits"),
    HEADER(prng_description, STRING, "", "random number generator: type, state and increment"),
    HEADER(present, U8, "", "bit mask of the numbers that the header states: 1 version_minor, 2 server_port, 4 map_size"),
    HEADER(start_known, BOOL, "", "whether start_time could be parsed", .flags = DERIVED),
};

static const reel_field value_fields[] = {
    REEL_FIELD(teehistorian_value, "section", section, U8, "", "list in the header", .labels = sections, .flags = KEY),
    REEL_FIELD(teehistorian_value, "key", key, STRING, "", "setting name; empty in a list of names", .flags = KEY),
    REEL_FIELD(teehistorian_value, "value", value, STRING, "", "value as text; JSON in the section other"),
};

/* ---- messages ---------------------------------------------------------------------------------------------- */

#define HAS_POSITION REEL_PRESENT_IF(teehistorian_position, kind, TEEHISTORIAN_NEW | TEEHISTORIAN_DIFF | TEEHISTORIAN_STRAY)
static const reel_field position_fields[] = {
    ORIGIN(teehistorian_position),
    CLIENT(teehistorian_position),
    REEL_FIELD(teehistorian_position, "x", x, I32, "1/32 tile", "horizontal position of the character", HAS_POSITION),
    REEL_FIELD(teehistorian_position, "y", y, I32, "1/32 tile", "vertical position of the character, downwards", HAS_POSITION),
    REEL_FIELD(teehistorian_position, "kind", kind, U8, "", "kind of change", .labels = position_kinds, .flags = KEY),
};

#define INPUT(name, unit, ...) REEL_FIELD(teehistorian_input, #name, name, I32, unit, __VA_ARGS__)
static const reel_field input_fields[] = {
    ORIGIN(teehistorian_input),
    CLIENT(teehistorian_input),
    INPUT(direction, "", "-1 left, 0, 1 right"),
    INPUT(target_x, "1/32 tile", "horizontal aim, relative to the character"),
    INPUT(target_y, "1/32 tile", "vertical aim, relative to the character, downwards"),
    INPUT(jump, "", "1 while jump is held"),
    INPUT(fire, "", "counter modulo 64: each press and each release adds 1, odd while held"),
    INPUT(hook, "", "1 while hook is held"),
    INPUT(player_flags, "", "bits: 1 playing, 2 menu, 4 chatting, 8 scoreboard, 16 aim line, 32 spectating camera"),
    INPUT(wanted_weapon, "", "requested weapon plus 1, or 0"),
    INPUT(next_weapon, "", "counter, like fire"),
    INPUT(prev_weapon, "", "counter, like fire"),
    REEL_FIELD(teehistorian_input, "kind", kind, U8, "", "first input or a difference", .labels = input_kinds),
};

#define MESSAGE(name, type, unit, ...) REEL_FIELD(teehistorian_message, #name, name, type, unit, __VA_ARGS__)
static const reel_field message_fields[] = {
    ORIGIN(teehistorian_message),
    CLIENT(teehistorian_message),
    MESSAGE(protocol, U8, "", "protocol of the client, 6 or 7", .flags = DERIVED),
    MESSAGE(message_id, I32, "", "message id in that protocol; 0 if identified by UUID, -1 if unreadable", .flags = DERIVED),
    MESSAGE(uuid, UUID, "", "message UUID if the id is 0", .flags = DERIVED),
    MESSAGE(data, BYTES, "", "message as received", .flags = PERSONAL),
};

static const reel_field join_fields[] = { ORIGIN(teehistorian_join), CLIENT(teehistorian_join) };

static const reel_field drop_fields[] = {
    ORIGIN(teehistorian_drop),
    CLIENT(teehistorian_drop),
    REEL_FIELD(teehistorian_drop, "reason", reason, STRING, "", "reason, may be empty", .flags = PERSONAL),
};

static const reel_field command_fields[] = {
    ORIGIN(teehistorian_command),
    CLIENT(teehistorian_command),
    REEL_FIELD(teehistorian_command, "flags", flags, I32, "", "bits: 4 server console, 128 chat"),
    REEL_FIELD(teehistorian_command, "command", command, STRING, "", "command name"),
    REEL_FIELD(teehistorian_command, "arguments", arguments, U32, "", "number of arguments", .flags = DERIVED),
};

static const reel_field argument_fields[] = {
    ORIGIN(teehistorian_argument),
    CLIENT(teehistorian_argument),
    REEL_FIELD(teehistorian_argument, "number", number, U32, "", "argument index, from 0", .flags = KEY),
    REEL_FIELD(teehistorian_argument, "text", text, STRING, "", "argument text", .flags = PERSONAL),
};

#define LOGIN REEL_PRESENT_IF(teehistorian_auth, kind, TEEHISTORIAN_AUTH_INIT | TEEHISTORIAN_AUTH_LOGIN)
static const reel_field auth_fields[] = {
    ORIGIN(teehistorian_auth),
    CLIENT(teehistorian_auth),
    REEL_FIELD(teehistorian_auth, "level", level, I32, "", "1 helper, 2 moderator, 3 admin", LOGIN),
    REEL_FIELD(teehistorian_auth, "key_name", key_name, STRING, "", "name of the login key", .flags = PERSONAL),
    REEL_FIELD(teehistorian_auth, "kind", kind, U8, "", "kind of event", .labels = auth_kinds, .flags = KEY),
};

#define NEWER REEL_PRESENT_IF(teehistorian_client, kind, TEEHISTORIAN_DDNETVER)
static const reel_field client_fields[] = {
    ORIGIN(teehistorian_client),
    CLIENT(teehistorian_client),
    REEL_FIELD(teehistorian_client, "version", version, I32, "", "client version, 19080 is 19.8"),
    REEL_FIELD(teehistorian_client, "connection_id", connection_id, UUID, "",
               "connection id, which stays the same in the next game", .flags = PERSONAL, NEWER),
    REEL_FIELD(teehistorian_client, "version_string", version_string, STRING, "", "version string"),
    REEL_FIELD(teehistorian_client, "kind", kind, U8, "", "how the client reported it", .labels = client_kinds, .flags = KEY),
};

static const reel_field protocol_fields[] = {
    ORIGIN(teehistorian_protocol),
    CLIENT(teehistorian_protocol),
    REEL_FIELD(teehistorian_protocol, "kind", kind, U8, "", "protocol", .labels = protocol_kinds, .flags = KEY),
};

#define SAVED REEL_PRESENT_IF(teehistorian_save, kind, TEEHISTORIAN_SAVE_SUCCESS | TEEHISTORIAN_LOAD_SUCCESS)
static const reel_field save_fields[] = {
    ORIGIN(teehistorian_save),
    REEL_FIELD(teehistorian_save, "team", team, I32, "", "race team", .flags = KEY),
    REEL_FIELD(teehistorian_save, "save_id", save_id, UUID, "", "UUID of the save", .flags = PERSONAL, SAVED),
    REEL_FIELD(teehistorian_save, "save", save, STRING, "", "text of the save, including names", .flags = PERSONAL),
    REEL_FIELD(teehistorian_save, "kind", kind, U8, "", "outcome", .labels = save_kinds, .flags = KEY),
};

static const reel_field team_fields[] = {
    ORIGIN(teehistorian_team),
    CLIENT(teehistorian_team),
    REEL_FIELD(teehistorian_team, "team", team, I32, "", "race team, 0 if none"),
};

static const reel_field practice_fields[] = {
    ORIGIN(teehistorian_practice),
    REEL_FIELD(teehistorian_practice, "team", team, I32, "", "race team", .flags = KEY),
    REEL_FIELD(teehistorian_practice, "practice", practice, I32, "", "1 while the team is in practice mode"),
};

static const reel_field ready_fields[] = { ORIGIN(teehistorian_ready), CLIENT(teehistorian_ready) };

static const reel_field swap_fields[] = {
    ORIGIN(teehistorian_swap),
    CLIENT(teehistorian_swap),
    REEL_FIELD(teehistorian_swap, "other_cid", other_cid, I32, "", "client id of the other player"),
};

static const reel_field name_fields[] = {
    ORIGIN(teehistorian_name),
    CLIENT(teehistorian_name),
    REEL_FIELD(teehistorian_name, "name", name, STRING, "", "name as the server accepted it", .flags = PERSONAL),
};

static const reel_field finish_fields[] = {
    ORIGIN(teehistorian_finish),
    REEL_FIELD(teehistorian_finish, "cid", cid, I32, "", "client id or team", .flags = KEY),
    REEL_FIELD(teehistorian_finish, "time", time, I32, "tick", "duration of the run"),
    REEL_FIELD(teehistorian_finish, "kind", kind, U8, "", "client or team", .labels = finish_kinds, .flags = KEY),
};

static const reel_field antibot_fields[] = {
    ORIGIN(teehistorian_antibot),
    REEL_FIELD(teehistorian_antibot, "data", data, BYTES, "", "data of a closed-source module", .flags = PERSONAL),
};

static const reel_field extension_fields[] = {
    ORIGIN(teehistorian_extension),
    REEL_FIELD(teehistorian_extension, "uuid", uuid, UUID, "", "extension UUID", .flags = KEY),
    REEL_FIELD(teehistorian_extension, "name", name, STRING, "", "extension name, if known", .flags = DERIVED),
    REEL_FIELD(teehistorian_extension, "data", data, BYTES, "", "payload", .flags = PERSONAL),
};

static const reel_field tick_fields[] = {
    ORIGIN(teehistorian_tick),
    REEL_FIELD(teehistorian_tick, "implied", implied, BOOL, "", "whether decreasing client ids marked the tick, not TICK_SKIP"),
};

/* ---- layout ----------------------------------------------------------------------------------------------------- */

static const reel_field skip_fields[] = { ORIGIN(teehistorian_skip) };

static const reel_field form_fields[] = {
    ORIGIN(teehistorian_form),
    REEL_FIELD(teehistorian_form, "forms", forms, BYTES, "",
               "one byte per number: 0 for the shortest encoding, else its size and unused bits"),
};

static const reel_field tail_fields[] = {
    ORIGIN(teehistorian_tail),
    REEL_FIELD(teehistorian_tail, "data", data, BYTES, "", "bytes after the fields of an extension", .flags = PERSONAL),
};

static const reel_field ending_fields[] = {
    ORIGIN(teehistorian_ending),
    REEL_FIELD(teehistorian_ending, "finished", finished, BOOL, "", "whether the file ends with FINISH"),
};

static const reel_field trailing_fields[] = {
    REEL_FIELD(teehistorian_trailing, "offset", offset, U64, "bytes", "offset in the file", .flags = DERIVED),
    REEL_FIELD(teehistorian_trailing, "data", data, BYTES, "", "bytes after FINISH", .flags = PERSONAL),
};

static const reel_field header_text_fields[] = {
    REEL_FIELD(teehistorian_header_text, "text", text, BYTES, "", "original JSON of the header", .flags = PERSONAL),
};

/* ---- tables, in the order in which rows of a tick without sequence numbers are written ------------------------------------- */

const reel_table teehistorian_headers = REEL_TABLE("header", "game, map and server", teehistorian_header, header_fields,
                                                   REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW | REEL_TABLE_FIRST);
const reel_table teehistorian_values = REEL_TABLE("header_values", "lists in the header: settings, physics, names",
                                                  teehistorian_value, value_fields, REEL_TABLE_HEADER | REEL_TABLE_FIRST);
const reel_table teehistorian_finishes =
    REEL_TABLE("finishes", "players and teams that finished the map", teehistorian_finish, finish_fields, 0);
const reel_table teehistorian_saves = REEL_TABLE("saves", "teams that were saved and loaded", teehistorian_save, save_fields, 0);
const reel_table teehistorian_swaps = REEL_TABLE("swaps", "players who swapped their tees", teehistorian_swap, swap_fields, 0);
const reel_table teehistorian_positions =
    REEL_TABLE("positions", "characters that appeared, moved or disappeared", teehistorian_position, position_fields, 0);
const reel_table teehistorian_protocols =
    REEL_TABLE("protocols", "protocols of joining clients", teehistorian_protocol, protocol_fields, 0);
const reel_table teehistorian_joins = REEL_TABLE("joins", "clients that connected", teehistorian_join, join_fields, 0);
const reel_table teehistorian_auths = REEL_TABLE("auths", "logins to the remote console", teehistorian_auth, auth_fields, 0);
const reel_table teehistorian_clients = REEL_TABLE("clients", "versions of the clients", teehistorian_client, client_fields, 0);
const reel_table teehistorian_names = REEL_TABLE("names", "names as the server accepted them", teehistorian_name, name_fields, 0);
const reel_table teehistorian_messages =
    REEL_TABLE("messages", "network messages from clients", teehistorian_message, message_fields, 0);
const reel_table teehistorian_readies =
    REEL_TABLE("readies", "clients that entered the game", teehistorian_ready, ready_fields, 0);
const reel_table teehistorian_commands = REEL_TABLE("commands", "executed commands", teehistorian_command, command_fields, 0);
const reel_table teehistorian_arguments = REEL_TABLE("arguments", "command arguments", teehistorian_argument, argument_fields, 0);
const reel_table teehistorian_teams = REEL_TABLE("teams", "team changes", teehistorian_team, team_fields, 0);
const reel_table teehistorian_practices =
    REEL_TABLE("practices", "teams in practice mode", teehistorian_practice, practice_fields, 0);
const reel_table teehistorian_inputs = REEL_TABLE("inputs", "client inputs", teehistorian_input, input_fields, 0);
const reel_table teehistorian_drops = REEL_TABLE("drops", "clients that left", teehistorian_drop, drop_fields, 0);
const reel_table teehistorian_antibots =
    REEL_TABLE("antibots", "data of an anti-cheat module", teehistorian_antibot, antibot_fields, 0);
const reel_table teehistorian_extensions =
    REEL_TABLE("extensions", "unknown or truncated extensions", teehistorian_extension, extension_fields, 0);
const reel_table teehistorian_ticks =
    REEL_TABLE("ticks", "tick marks in the file", teehistorian_tick, tick_fields, REEL_TABLE_ON_REQUEST);
const reel_table teehistorian_skips =
    REEL_TABLE("skips", "TICK_SKIP where servers write none", teehistorian_skip, skip_fields, REEL_TABLE_LAYOUT);
const reel_table teehistorian_forms =
    REEL_TABLE("forms", "messages with overlong numbers", teehistorian_form, form_fields, REEL_TABLE_LAYOUT);
const reel_table teehistorian_tails =
    REEL_TABLE("tails", "bytes after the fields of extensions", teehistorian_tail, tail_fields, REEL_TABLE_LAYOUT);
const reel_table teehistorian_endings =
    REEL_TABLE("endings", "end of the file", teehistorian_ending, ending_fields, REEL_TABLE_LAYOUT);
const reel_table teehistorian_trailings =
    REEL_TABLE("trailing", "bytes after FINISH", teehistorian_trailing, trailing_fields, REEL_TABLE_LAYOUT);
const reel_table teehistorian_header_texts =
    REEL_TABLE("header_text", "header text", teehistorian_header_text, header_text_fields,
               REEL_TABLE_LAYOUT | REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);

/* Does not compile unless there are TEE_TABLES entries and the NULL. */
const reel_table *const reel__tee_tables[] = {
    &teehistorian_headers,
    &teehistorian_values,
    &teehistorian_finishes,
    &teehistorian_saves,
    &teehistorian_swaps,
    &teehistorian_positions,
    &teehistorian_protocols,
    &teehistorian_joins,
    &teehistorian_auths,
    &teehistorian_clients,
    &teehistorian_names,
    &teehistorian_messages,
    &teehistorian_readies,
    &teehistorian_commands,
    &teehistorian_arguments,
    &teehistorian_teams,
    &teehistorian_practices,
    &teehistorian_inputs,
    &teehistorian_drops,
    &teehistorian_antibots,
    &teehistorian_extensions,
    &teehistorian_ticks,
    &teehistorian_skips,
    &teehistorian_forms,
    &teehistorian_tails,
    &teehistorian_endings,
    &teehistorian_trailings,
    &teehistorian_header_texts,
    NULL,
};
