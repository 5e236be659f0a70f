/* SPDX-License-Identifier: MIT
 * What the readers of all sections of BSOR share: counts, and failures where the file ends. */
#include "formats/bsor/layout.h"

reel_status reel__bsor_fill_at_least(reel_decoder *d, size_t size)
{
    return reel_left(&d->in) >= size ? REEL_OK : reel_fill(d, size);
}

reel_status reel__bsor_fail_truncated(reel_decoder *d, bsor_section_id section, uint64_t offset, const char *what)
{
    return reel_fail(d->error, REEL_TRUNCATED, "bsor.truncated", reel__bsor_section_kinds[section].name, offset,
                     "the file ends at byte %llu, inside %s", (unsigned long long)d->in.end_offset, what);
}

reel_status reel__bsor_read_count(reel_decoder *d, bsor_section_id id, uint32_t *count)
{
    const bsor_section_kind *kind = &reel__bsor_section_kinds[id];
    uint64_t begin = reel_offset(&d->in);
    if (reel_left(&d->in) < 4) return reel__bsor_fail_truncated(d, id, begin, "the count");
    int32_t stated = reel_get_i32le(&d->in);
    if (stated < 0 || (uint64_t)stated * kind->record_bytes > d->limits.input_bytes)
        return reel_fail(d->error, REEL_CORRUPT, kind->count_rule, kind->name, begin, "invalid count: %d %s", stated, kind->name);
    *count = (uint32_t)stated;
    return REEL_OK;
}

reel_status reel__bsor_fail_rows(reel_decoder *d, bsor_section_id id, uint64_t offset, uint32_t row, uint32_t count)
{
    const char *name = reel__bsor_section_kinds[id].name;
    return reel_fail(d->error, REEL_TRUNCATED, "bsor.truncated", name, offset,
                     "the file ends at byte %llu: %u of %u %s are complete", (unsigned long long)d->in.end_offset, row, count,
                     name);
}
