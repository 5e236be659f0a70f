/* SPDX-License-Identifier: MIT
 * Operations of this format: change the version, keep one client. cut.c cuts a span of time, scrub.c anonymises. */
#include "formats/teehistorian/operations.h"

reel_status reel__tee_bad_argument(const reel_change *change, const char *wanted)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.argument", "", 0, "\"%s\" is not %s", change->argument, wanted);
}

static bool read_number(const char **text, int32_t *value)
{
    int64_t sum = 0;
    const char *at = *text;
    for (; *at >= '0' && *at <= '9'; at++)
        if ((sum = sum * 10 + (*at - '0')) > INT32_MAX) return false;
    if (at == *text) return false;
    *text = at;
    *value = (int32_t)sum;
    return true;
}

void reel__tee_drop_rows(const reel_change *change, const reel_table *table, const char *rule, reel_severity severity)
{
    reel_row_list *list = reel_change_rows(change->chunk, table);
    size_t count = list->count;
    list->count = 0;
    reel_tally(change, rule, severity, table, NULL, count, "dropped");
}

/* ---- version --------------------------------------------------------------------------------------------------------- */

bool reel__tee_is_extension(const reel_table *table)
{
    for (size_t i = 0; i < TEE_KINDS; i++)
        if (reel__tee_kinds[i].id == TEE_EX && reel__tee_kinds[i].table == table) return true;
    return table == &teehistorian_extensions || table == &teehistorian_tails;
}

/* Version 1 has neither extensions nor the uuids list. */
static reel_status set_version(reel_change *change)
{
    const char *text = change->argument;
    int32_t version;
    if (!read_number(&text, &version) || *text || version < 1 || version > 2) return reel__tee_bad_argument(change, "1 or 2");
    reel_row_list *headers = reel_change_rows(change->chunk, &teehistorian_headers);
    for (size_t i = 0; i < headers->count; i++) {
        teehistorian_header *header = (teehistorian_header *)(void *)headers->data + i;
        header->version = version;
        if (version == 2) continue;
        bool minor = header->present & TEEHISTORIAN_HAS_VERSION_MINOR;
        reel_tally(change, "convert.loss", REEL_WARNING, &teehistorian_headers, "version_minor", minor, "version 1 has none");
        header->version_minor = 0;
        header->present &= (uint8_t)~TEEHISTORIAN_HAS_VERSION_MINOR;
    }
    if (version == 2) return REEL_OK;
    for (const reel_table *const *table = reel__tee_tables; *table; table++)
        if (reel__tee_is_extension(*table)) reel__tee_drop_rows(change, *table, "convert.loss", REEL_WARNING);
    reel_row_list *list = reel_change_rows(change->chunk, &teehistorian_values);
    teehistorian_value *values = (teehistorian_value *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (values[i].section != TEEHISTORIAN_UUIDS) values[kept++] = values[i];
    reel_tally(change, "convert.loss", REEL_WARNING, &teehistorian_values, NULL, list->count - kept,
               "names of extensions, which version 1 does not have, dropped");
    list->count = kept;
    return REEL_OK;
}

/* ---- one client ------------------------------------------------------------------------------------------------------- */

/* Drops rows of other clients. Rows of teams, of the server and of the game stay. */
static reel_status keep_client(reel_change *change)
{
    const char *text = change->argument;
    int32_t wanted;
    if (!read_number(&text, &wanted) || *text || !tee_is_client(wanted)) return reel__tee_bad_argument(change, "a client id");
    for (const reel_table *const *table = reel__tee_tables; *table; table++) {
        const reel_field *field = reel_table_field(*table, "cid");
        reel_row_list *list = field ? reel_change_rows(change->chunk, *table) : NULL;
        size_t size = (*table)->row_size, kept = 0;
        if (!list) continue;
        for (size_t i = 0; i < list->count; i++) {
            const uint8_t *row = list->data + i * size;
            int32_t cid;
            memcpy(&cid, row + field->offset, sizeof cid);
            bool team = *table == &teehistorian_finishes &&
                        ((const teehistorian_finish *)(const void *)row)->kind == TEEHISTORIAN_TEAM_FINISH;
            if (cid != wanted && cid >= 0 && !team) continue;
            if (kept != i) memcpy(list->data + kept * size, row, size);
            kept++;
        }
        reel_tally(change, "edit.client", REEL_NOTE, *table, NULL, list->count - kept, "belong to other clients, dropped");
        list->count = kept;
    }
    reel__tee_drop_rows(change, &teehistorian_skips, "edit.client", REEL_NOTE);
    return REEL_OK;
}

const reel_operation reel__tee_version = {
    .id = "version",
    .doc = "write version 1 or 2 of the format; version 1 loses all extensions",
    .argument = "1|2",
    .apply = set_version,
};

const reel_operation reel__tee_client = {
    .id = "client",
    .doc = "keep the actions of one client and the server's own commands",
    .argument = "CID",
    .apply = keep_client,
};
