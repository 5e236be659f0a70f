/* SPDX-License-Identifier: MIT
 * The next record of an archive, for both ways through it. */
#include "containers/archive_reader.h"

#include "codec/pack/stored.h"

reel_status reel__archive_truncated(reel_decoder *d)
{
    return reel_fail(d->error, REEL_TRUNCATED, "archive.record", "record", reel_offset(&d->in), "the file ends inside a record");
}

reel_status reel__archive_move(reel_decoder *d, uint64_t offset) { return reel__input_move(d->input, &d->in, offset, d->error); }

static bool begins_member(const uint8_t *bytes, size_t size)
{
    return reel__archive_begins(bytes, size) || reel__stored_begins(bytes, size);
}

reel_status reel__archive_next_head(reel_decoder *d, archive_record *record)
{
    reel_status status = reel_fill(d, RECORD_HEAD);
    if (status < 0 || status == REEL_AGAIN) return status;
    size_t left = reel_left(&d->in);
    if (left == 0 || begins_member(d->in.at, left)) return REEL_END;
    if (left >= RECORD_HEAD && reel__record_parse(d->in.at, record)) return REEL_OK;
    bool cut = memcmp(d->in.at, reel__archive_magic, left < ARCHIVE_MAGIC ? left : ARCHIVE_MAGIC) == 0;
    if (cut || (left < RECORD_HEAD && d->in.at[0] != 0 && d->in.at[0] <= RECORD_KNOWN)) return reel__archive_truncated(d);
    return reel_fail(d->error, REEL_CORRUPT, "archive.record", "record", reel_offset(&d->in),
                     "this is not a record of an archive");
}

reel_status reel__archive_next_record(reel_decoder *d, record_view *view)
{
    *view = (record_view){ .bytes = NULL };
    reel_status status = reel__archive_next_head(d, &view->record);
    if (status != REEL_OK) return status;
    uint64_t offset = reel_offset(&d->in);
    size_t size = view->record.size;
    if (size > SIZE_MAX - RECORD_HEAD) /* where a size has 32 bits */
        return reel_fail(d->error, REEL_LIMIT, "archive.record-size", "record", offset, "the record is too large");
    size += RECORD_HEAD;
    status = reel_fill(d, size);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (status == REEL_END) return reel__archive_truncated(d);
    view->bytes = reel_take(&d->in, size);
    view->in = (reel_cursor){ .at = view->bytes + RECORD_HEAD, .end = view->bytes + size, .end_offset = offset + size };
    if (reel__record_is_sound(&view->record, view->bytes)) return REEL_OK;
    return reel_fail(d->error, REEL_CORRUPT, "archive.checksum", "record", offset, "wrong checksum of a record");
}
