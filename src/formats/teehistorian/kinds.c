/* SPDX-License-Identifier: MIT
 * The messages that are lists of fields, one entry each. The reader and the writer walk these; docs/formats/teehistorian.md,
 * "Messages" and "Extensions". */
#include "formats/teehistorian/layout.h"

const tee_kind tee_kinds[] = {
    { "JOIN", TEE_JOIN, { 0 }, &teehistorian_joins, 0, 0, "i", { offsetof(teehistorian_join, cid) }, 1 },
    { "DROP", TEE_DROP, { 0 }, &teehistorian_drops, 0, 0, "is", { offsetof(teehistorian_drop, cid), offsetof(teehistorian_drop, reason) }, 1 },
    { "MESSAGE", TEE_MESSAGE, { 0 }, &teehistorian_messages, 0, 0, "ib", { offsetof(teehistorian_message, cid), offsetof(teehistorian_message, data) }, 1 },
    { "CONSOLE_COMMAND", TEE_COMMAND, { 0 }, &teehistorian_commands, 0, 0, "iisa", { offsetof(teehistorian_command, cid), offsetof(teehistorian_command, flags), offsetof(teehistorian_command, command), offsetof(teehistorian_command, arguments) }, 1 },
    { "teehistorian-auth-init@ddnet.tw", TEE_EX,
      { 0x60, 0xda, 0xba, 0x5c, 0x52, 0xc4, 0x3a, 0xeb, 0xb8, 0xba, 0xb2, 0x95, 0x3f, 0xb5, 0x5a, 0x17 },
      &teehistorian_auths, TEEHISTORIAN_AUTH_INIT, offsetof(teehistorian_auth, kind), "iis", { offsetof(teehistorian_auth, cid), offsetof(teehistorian_auth, level), offsetof(teehistorian_auth, key_name) }, 1 },
    { "teehistorian-auth-login@ddnet.tw", TEE_EX,
      { 0x37, 0xec, 0xd3, 0xb8, 0x92, 0x18, 0x3b, 0xb9, 0xa7, 0x1b, 0xa9, 0x35, 0xb8, 0x6f, 0x6a, 0x81 },
      &teehistorian_auths, TEEHISTORIAN_AUTH_LOGIN, offsetof(teehistorian_auth, kind), "iis", { offsetof(teehistorian_auth, cid), offsetof(teehistorian_auth, level), offsetof(teehistorian_auth, key_name) }, 1 },
    { "teehistorian-auth-logout@ddnet.tw", TEE_EX,
      { 0xd4, 0xf5, 0xab, 0xe8, 0xed, 0xd2, 0x3f, 0xb9, 0xab, 0xd8, 0x1c, 0x8b, 0xb8, 0x4f, 0x4a, 0x63 },
      &teehistorian_auths, TEEHISTORIAN_AUTH_LOGOUT, offsetof(teehistorian_auth, kind), "i", { offsetof(teehistorian_auth, cid) }, 1 },
    { "teehistorian-ddnetver-old@ddnet.tw", TEE_EX,
      { 0x41, 0xb4, 0x95, 0x41, 0xf2, 0x6f, 0x32, 0x5d, 0x87, 0x15, 0x9b, 0xaf, 0x4b, 0x54, 0x4e, 0xf9 },
      &teehistorian_clients, TEEHISTORIAN_DDNETVER_OLD, offsetof(teehistorian_client, kind), "ii", { offsetof(teehistorian_client, cid), offsetof(teehistorian_client, version) }, 1 },
    { "teehistorian-ddnetver@ddnet.tw", TEE_EX,
      { 0x13, 0x97, 0xb6, 0x3e, 0xee, 0x4e, 0x39, 0x19, 0xb8, 0x6a, 0xb0, 0x58, 0x88, 0x7f, 0xca, 0xf5 },
      &teehistorian_clients, TEEHISTORIAN_DDNETVER, offsetof(teehistorian_client, kind), "iuis", { offsetof(teehistorian_client, cid), offsetof(teehistorian_client, connection_id), offsetof(teehistorian_client, version), offsetof(teehistorian_client, version_string) }, 1 },
    { "teehistorian-joinver6@ddnet.tw", TEE_EX,
      { 0x18, 0x99, 0xa3, 0x82, 0x71, 0xe3, 0x36, 0xda, 0x93, 0x7d, 0xc9, 0xde, 0x6b, 0xb9, 0x5b, 0x1d },
      &teehistorian_protocols, TEEHISTORIAN_JOINVER6, offsetof(teehistorian_protocol, kind), "i", { offsetof(teehistorian_protocol, cid) }, 1 },
    { "teehistorian-joinver7@ddnet.tw", TEE_EX,
      { 0x59, 0x23, 0x9b, 0x05, 0x05, 0x40, 0x31, 0x8d, 0xbe, 0xa4, 0x9a, 0xa1, 0xe8, 0x0e, 0x7d, 0x2b },
      &teehistorian_protocols, TEEHISTORIAN_JOINVER7, offsetof(teehistorian_protocol, kind), "i", { offsetof(teehistorian_protocol, cid) }, 1 },
    { "teehistorian-save-success@ddnet.tw", TEE_EX,
      { 0x45, 0x60, 0xc7, 0x56, 0xda, 0x29, 0x30, 0x36, 0x81, 0xd4, 0x90, 0xa5, 0x0f, 0x01, 0x82, 0xcd },
      &teehistorian_saves, TEEHISTORIAN_SAVE_SUCCESS, offsetof(teehistorian_save, kind), "ius", { offsetof(teehistorian_save, team), offsetof(teehistorian_save, save_id), offsetof(teehistorian_save, save) }, 0 },
    { "teehistorian-save-failure@ddnet.tw", TEE_EX,
      { 0xb2, 0x99, 0x01, 0xd5, 0x12, 0x44, 0x3b, 0xd0, 0xbb, 0xde, 0x23, 0xd0, 0x4b, 0x1f, 0x7b, 0xa9 },
      &teehistorian_saves, TEEHISTORIAN_SAVE_FAILURE, offsetof(teehistorian_save, kind), "i", { offsetof(teehistorian_save, team) }, 0 },
    { "teehistorian-load-success@ddnet.tw", TEE_EX,
      { 0xe0, 0x54, 0x08, 0xd3, 0xa3, 0x13, 0x33, 0xdf, 0x9e, 0xb3, 0xdd, 0xb9, 0x90, 0xab, 0x95, 0x4a },
      &teehistorian_saves, TEEHISTORIAN_LOAD_SUCCESS, offsetof(teehistorian_save, kind), "ius", { offsetof(teehistorian_save, team), offsetof(teehistorian_save, save_id), offsetof(teehistorian_save, save) }, 0 },
    { "teehistorian-load-failure@ddnet.tw", TEE_EX,
      { 0xef, 0x89, 0x05, 0xa2, 0xc6, 0x95, 0x35, 0x91, 0xa1, 0xcd, 0x53, 0xd2, 0x01, 0x59, 0x92, 0xdd },
      &teehistorian_saves, TEEHISTORIAN_LOAD_FAILURE, offsetof(teehistorian_save, kind), "i", { offsetof(teehistorian_save, team) }, 0 },
    { "teehistorian-player-team@ddnet.tw", TEE_EX,
      { 0xa1, 0x11, 0xc0, 0x4e, 0x1e, 0xa8, 0x38, 0xe0, 0x90, 0xb1, 0xd7, 0xf9, 0x93, 0xca, 0x0d, 0xa9 },
      &teehistorian_teams, 0, 0, "ii", { offsetof(teehistorian_team, cid), offsetof(teehistorian_team, team) }, 1 },
    { "teehistorian-team-practice@ddnet.tw", TEE_EX,
      { 0x57, 0x92, 0x83, 0x4e, 0x81, 0xd1, 0x34, 0xc9, 0xa2, 0x9b, 0xb5, 0xff, 0x25, 0xda, 0xc3, 0xbc },
      &teehistorian_practices, 0, 0, "ii", { offsetof(teehistorian_practice, team), offsetof(teehistorian_practice, practice) }, 0 },
    { "teehistorian-player-ready@ddnet.tw", TEE_EX,
      { 0x63, 0x85, 0x87, 0xc9, 0x3f, 0x75, 0x38, 0x87, 0x91, 0x8e, 0xa3, 0xc2, 0x61, 0x4f, 0xfa, 0xa0 },
      &teehistorian_readies, 0, 0, "i", { offsetof(teehistorian_ready, cid) }, 1 },
    { "teehistorian-player-swap@ddnet.tw", TEE_EX,
      { 0x5d, 0xe9, 0xb6, 0x33, 0x49, 0xcf, 0x3e, 0x99, 0x9a, 0x25, 0xd4, 0xa7, 0x8e, 0x97, 0x17, 0xd7 },
      &teehistorian_swaps, 0, 0, "ii", { offsetof(teehistorian_swap, cid), offsetof(teehistorian_swap, other_cid) }, 2 },
    { "teehistorian-rejoinver6@ddnet.org", TEE_EX,
      { 0xc1, 0xe9, 0x21, 0xd5, 0x96, 0xf5, 0x37, 0xbb, 0x8a, 0x45, 0x7a, 0x06, 0xf1, 0x63, 0xd2, 0x7e },
      &teehistorian_protocols, TEEHISTORIAN_REJOINVER6, offsetof(teehistorian_protocol, kind), "i", { offsetof(teehistorian_protocol, cid) }, 1 },
    { "teehistorian-antibot@ddnet.org", TEE_EX,
      { 0x86, 0x6b, 0xfd, 0xac, 0xfb, 0x49, 0x3c, 0x0b, 0xa8, 0x87, 0x5f, 0xe1, 0xf3, 0xea, 0x00, 0xb8 },
      &teehistorian_antibots, 0, 0, "r", { offsetof(teehistorian_antibot, data) }, 0 },
    { "teehistorian-player-name@ddnet.org", TEE_EX,
      { 0xd0, 0x16, 0xf9, 0xb9, 0x41, 0x51, 0x3b, 0x87, 0x87, 0xe5, 0x3a, 0x60, 0x87, 0xeb, 0x5f, 0x26 },
      &teehistorian_names, 0, 0, "is", { offsetof(teehistorian_name, cid), offsetof(teehistorian_name, name) }, 1 },
    { "teehistorian-player-finish@ddnet.org", TEE_EX,
      { 0x68, 0x94, 0x3c, 0x01, 0x23, 0x48, 0x3e, 0x01, 0x94, 0x90, 0x3f, 0x27, 0xf8, 0x26, 0x9d, 0x94 },
      &teehistorian_finishes, TEEHISTORIAN_PLAYER_FINISH, offsetof(teehistorian_finish, kind), "ii", { offsetof(teehistorian_finish, cid), offsetof(teehistorian_finish, time) }, 1 },
    { "teehistorian-team-finish@ddnet.org", TEE_EX,
      { 0x95, 0x88, 0xb9, 0xaf, 0x3f, 0xdc, 0x37, 0x60, 0x80, 0x43, 0x82, 0xde, 0xee, 0xe3, 0x17, 0xa5 },
      &teehistorian_finishes, TEEHISTORIAN_TEAM_FINISH, offsetof(teehistorian_finish, kind), "ii", { offsetof(teehistorian_finish, cid), offsetof(teehistorian_finish, time) }, 0 },
};

const size_t tee_kind_count = sizeof tee_kinds / sizeof *tee_kinds;

const tee_kind *tee_kind_of(int id, const uint8_t *uuid)
{
    for (size_t i = 0; i < tee_kind_count; i++)
        if (tee_kinds[i].id == id && (id != TEE_EX || memcmp(tee_kinds[i].uuid, uuid, 16) == 0)) return &tee_kinds[i];
    return NULL;
}

const tee_kind *tee_kind_of_row(const reel_table *table, const void *row)
{
    for (size_t i = 0; i < tee_kind_count; i++) {
        const tee_kind *kind = &tee_kinds[i];
        if (kind->table == table && (!kind->kind_place || ((const uint8_t *)row)[kind->kind_place] == kind->kind)) return kind;
    }
    return NULL;
}
