/* SPDX-License-Identifier: MIT */
#include "store/upload_quota.h"

#include "store/catalogue.h"

#define DAY_MS (INT64_C(24) * 3600 * 1000)

static bool read_use(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(uploader_use *)context = (uploader_use){ values[0].integer, values[1].integer, values[2].integer };
    return false;
}

static const char use_text[] = "SELECT bytes, day, uploads FROM uploader WHERE name = $1";

static add_result judge(const replay_entry *e, const upload_quota *quota, const uploader_use *use)
{
    bool today = use->day == e->received / DAY_MS;
    if (quota->uploads && today && use->uploads >= quota->uploads) return ADD_UPLOADS;
    return quota->bytes && (e->size > quota->bytes || use->bytes > quota->bytes - e->size) ? ADD_BYTES : ADD_DONE;
}

reel_status catalogue_check_quota(catalogue *c, const replay_entry *e, const upload_quota *quota, add_result *result,
                                  reel_error *error)
{
    const sql_value name = sql_text(e->uploader);
    uploader_use use = { 0, 0, 0 };
    reel_status status = catalogue_run(c, use_text, &name, 1, read_use, &use, NULL, error);
    *result = judge(e, quota, &use);
    return status;
}

reel_status quota_take(sql *db, const replay_entry *e, const upload_quota *quota, add_result *result, reel_error *error)
{
    const sql_value values[] = { sql_text(e->uploader), sql_integer(e->size), sql_integer(e->received / DAY_MS) };
    uploader_use use = { 0, 0, 0 };
    reel_status status = sql_ask(db, use_text, values, 1, read_use, &use, error);
    *result = judge(e, quota, &use);
    if (status < 0 || *result != ADD_DONE) return status;
    return sql_do(
        db,
        "INSERT INTO uploader (name, bytes, day, uploads) VALUES ($1, $2, $3, 1) ON CONFLICT (name) DO UPDATE SET bytes = "
        "uploader.bytes + $2, uploads = CASE WHEN uploader.day = $3 THEN uploader.uploads + 1 ELSE 1 END, day = $3",
        values, 3, NULL, error);
}

reel_status quota_give(sql *db, const char *id, reel_error *error)
{
    static const char *const texts[] = {
        "UPDATE uploader SET bytes = bytes - (SELECT size FROM replay WHERE id = $1) WHERE name = (SELECT uploader FROM replay "
        "WHERE "
        "id = $1)",
        "UPDATE uploader SET bytes = bytes - (SELECT size FROM withdrawn WHERE id = $1) WHERE name = (SELECT uploader FROM "
        "withdrawn "
        "WHERE id = $1)",
    };
    const sql_value value = sql_text(id);
    reel_status status = sql_do(db, texts[0], &value, 1, NULL, error);
    return status < 0 ? status : sql_do(db, texts[1], &value, 1, NULL, error);
}
