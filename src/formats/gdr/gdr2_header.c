/* SPDX-License-Identifier: MIT
 * Reads the header of GDR2: the fields of `gdr_infos`, in the order of that table. Every integer of the format is an LEB128 number. */
#include "core/rows.h"
#include "core/text.h"
#include "formats/gdr/gdr2.h"

bool reel__gdr2_is_physics(reel_string tag) { return tag.size == 4 && memcmp(tag.data, "Phys", 4) == 0; }

void reel__gdr2_count_violation(gdr2_scan *scan, gdr2_rule rule, const uint8_t *at, const char *section, uint64_t row)
{
    reel__gdr_count_violation(&scan->violations[rule], section, (uint64_t)(at - scan->start), row);
}

static reel_status fail_truncated(const gdr2_scan *scan, const char *section, const uint8_t *begin, const char *what)
{
    return reel_fail(scan->error, REEL_TRUNCATED, "gdr.truncated", section, (uint64_t)(begin - scan->start),
                     "the file ends at byte %llu, before the end of %s", (unsigned long long)(scan->end - scan->start), what);
}

reel_status reel__gdr2_scan_varint(gdr2_scan *scan, const char *section, const char *what, uint64_t *value)
{
    const uint8_t *begin = scan->at;
    *value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        if (scan->at == scan->end) {
            scan->at = begin;
            return fail_truncated(scan, section, begin, what);
        }
        uint8_t byte = *scan->at++;
        if (shift == 63 && byte > 1) break;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte & 0x80) continue;
        if (byte == 0 && shift) {
            reel__gdr2_count_violation(scan, GDR2_NONMINIMAL, begin, section, REEL_NO_ROW);
            scan->odd = true;
        }
        return REEL_OK;
    }
    scan->at = begin;
    return reel_fail(scan->error, REEL_CORRUPT, "gdr.varint-overflow", section, (uint64_t)(begin - scan->start),
                     "%s exceeds 64 bits", what);
}

static reel_status scan_number(gdr2_scan *scan, const reel_field *field, uint8_t *to)
{
    const uint8_t *begin = scan->at;
    uint64_t value;
    reel_status status = reel__gdr2_scan_varint(scan, "header", field->name, &value);
    if (status < 0) return status;
    /* a negative int32 is written sign-extended to 64 bits, so nothing is lost */
    bool fits = field->type == REEL_U32 ? value <= UINT32_MAX : value <= INT32_MAX || value >= (uint64_t)INT32_MIN;
    if (!fits) {
        reel__gdr2_count_violation(scan, GDR2_TOO_WIDE, begin, "header", REEL_NO_ROW);
        scan->odd = true;
    }
    uint32_t bits = (uint32_t)value;
    memcpy(to, &bits, sizeof bits);
    if (field->offset == offsetof(gdr_info, version) && value != GDR2_VERSION)
        reel__gdr2_count_violation(scan, GDR2_VERSION_NOT_2, begin, "header", REEL_NO_ROW);
    return REEL_OK;
}

static reel_status scan_bool(gdr2_scan *scan, const reel_field *field, uint8_t *to)
{
    const uint8_t *begin = scan->at;
    uint64_t value;
    reel_status status = reel__gdr2_scan_varint(scan, "header", field->name, &value);
    if (status < 0) return status;
    if (value > 1) reel__gdr2_count_violation(scan, GDR2_BOOL, begin, "header", REEL_NO_ROW);
    if (value > 0x7f) scan->odd = true;
    *to = value > 0x7f ? 1 : (uint8_t)value;
    return REEL_OK;
}

static reel_status scan_text(gdr2_scan *scan, const reel_field *field, uint8_t *to)
{
    const uint8_t *begin = scan->at;
    bool text = field->type == REEL_STRING;
    uint64_t size;
    reel_status status = reel__gdr2_scan_varint(scan, "header", field->name, &size);
    if (status < 0) return status;
    if (size > (uint64_t)(scan->end - scan->at)) {
        scan->at = begin;
        return reel_fail(scan->error, REEL_TRUNCATED, text ? "gdr.string-past-end" : "gdr.ext-past-end", "header",
                         (uint64_t)(begin - scan->start), "%s has %llu {byte|bytes}, but the file has only %llu left",
                         field->name, (unsigned long long)size, (unsigned long long)(scan->end - scan->at));
    }
    if (text && size > GDR2_MOST_STRING) {
        reel__gdr2_count_violation(scan, GDR2_STRING_TOO_LONG, begin, "header", REEL_NO_ROW);
        scan->odd = true; /* the writer only accepts such a text if it reproduces the file */
    }
    if (text && !reel__utf8_is_valid(scan->at, (size_t)size))
        reel__gdr2_count_violation(scan, GDR2_BAD_UTF8, begin, "header", REEL_NO_ROW);
    reel_bytes bytes = { size ? scan->at : NULL, (size_t)size }; /* a reel_string has the same layout */
    memcpy(to, &bytes, sizeof bytes);
    scan->at += size;
    return REEL_OK;
}

static reel_status scan_float(gdr2_scan *scan, const reel_field *field, uint8_t *to)
{
    const uint8_t *begin = scan->at;
    size_t size = field->type == REEL_F32 ? 4 : 8;
    if ((size_t)(scan->end - scan->at) < size) return fail_truncated(scan, "header", begin, field->name);
    double value;
    if (field->type == REEL_F32) {
        float single = reel_float_of(reel_load_u32be(begin));
        memcpy(to, &single, sizeof single);
        value = (double)single;
    } else {
        value = reel_double_of(reel_load_u64be(begin));
        memcpy(to, &value, sizeof value);
    }
    if (!(value - value == 0)) reel__gdr2_count_violation(scan, GDR2_NON_FINITE, begin, "header", REEL_NO_ROW);
    scan->at += size;
    return REEL_OK;
}

reel_status reel__gdr2_scan_header(gdr2_scan *scan, gdr_info *info)
{
    size_t left = (size_t)(scan->end - scan->start);
    if (left < GDR2_MAGIC_BYTES || memcmp(scan->start, GDR2_MAGIC, GDR2_MAGIC_BYTES) != 0)
        return reel_fail(scan->error, left < GDR2_MAGIC_BYTES ? REEL_TRUNCATED : REEL_UNSUPPORTED, "gdr.bad-magic", "header", 0,
                         "the file does not start with GDR");
    scan->at = scan->start + GDR2_MAGIC_BYTES;
    reel_status status = REEL_OK;
    for (size_t i = 0; i < gdr_infos.field_count && status >= 0; i++) {
        const reel_field *field = &gdr_infos.fields[i];
        uint8_t *to = (uint8_t *)info + field->offset;
        if (type_is_text(field->type))
            status = scan_text(scan, field, to);
        else if (field->type == REEL_BOOL)
            status = scan_bool(scan, field, to);
        else if (field->type == REEL_F32 || field->type == REEL_F64)
            status = scan_float(scan, field, to);
        else
            status = scan_number(scan, field, to);
    }
    return status;
}
