/* SPDX-License-Identifier: MIT
 * Values as the files of cases/ have them. */
#ifndef REEL_TEST_CASE_VALUES_H
#define REEL_TEST_CASE_VALUES_H

#include "case_file.h"

enum { TOKEN = 70000 };

static inline void put_text(char *to, const uint8_t *data, size_t size)
{
    assert_true(3 * size + 3 < TOKEN);
    *to++ = '"';
    for (size_t i = 0; i < size; i++)
        to += sprintf(to, data[i] < 32 || data[i] > 126 || data[i] == '%' || data[i] == '"' ? "%%%02x" : "%c", data[i]);
    strcpy(to, "\"");
}

static inline void put_bytes(char *to, const uint8_t *data, size_t size)
{
    assert_true(2 * size + 2 < TOKEN);
    to += sprintf(to, "x");
    for (size_t i = 0; i < size; i++) to += sprintf(to, "%02x", data[i]);
}

static inline void put_uuid(char *to, const uint8_t *bytes)
{
    for (size_t i = 0; i < 16; i++) to += sprintf(to, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", bytes[i]);
}

static inline int64_t integer_at(reel_type type, const uint8_t *at)
{
#define AS(TYPE)                                                                                                                 \
    {                                                                                                                            \
        TYPE value;                                                                                                              \
        memcpy(&value, at, sizeof value);                                                                                        \
        return (int64_t)value;                                                                                                   \
    }
    switch ((int)type) {
    case REEL_U8: AS(uint8_t)
    case REEL_I8: AS(int8_t)
    case REEL_U16: AS(uint16_t)
    case REEL_I16: AS(int16_t)
    case REEL_U32: AS(uint32_t)
    case REEL_I32: AS(int32_t)
    case REEL_U64: AS(uint64_t)
    case REEL_I64: AS(int64_t)
    default: fail_msg("type %d is no integer", (int)type); return 0;
    }
#undef AS
}

/* A number, and its name if the case has one. */
static inline void put_integer(char *to, const reel_field *field, const uint8_t *at, const char *expected)
{
    int64_t value = integer_at(field->type, at);
    int size = field->type == REEL_U64 ? sprintf(to, "%llu", (unsigned long long)value) : sprintf(to, "%lld", (long long)value);
    for (const reel_label *label = field->labels; label && label->name && strchr(expected, '='); label++)
        if (label->value == value) sprintf(to + size, "=%s", label->name);
}

static inline void put_value(char *to, const reel_field *field, size_t index, const uint8_t *row, const char *expected)
{
    const uint8_t *at = row + field->offset + index * reel_type_size(field->type);
    reel_bytes bytes;
    uint32_t single;
    uint64_t wide;
    if (!reel_field_present(field, row)) {
        strcpy(to, "null");
        return;
    }
    switch ((int)field->type) {
    case REEL_STRING:
        memcpy(&bytes, at, sizeof bytes);
        put_text(to, bytes.data, bytes.size);
        break;
    case REEL_BYTES:
        memcpy(&bytes, at, sizeof bytes);
        put_bytes(to, bytes.data, bytes.size);
        break;
    case REEL_UUID: put_uuid(to, at); break;
    case REEL_F32:
        memcpy(&single, at, 4);
        sprintf(to, "0x%08x", (unsigned)single);
        break;
    case REEL_F64:
        memcpy(&wide, at, 8);
        sprintf(to, "0x%016llx", (unsigned long long)wide);
        break;
    case REEL_BOOL: strcpy(to, *at ? "true" : "false"); break;
    default: put_integer(to, field, at, expected);
    }
}

#endif
