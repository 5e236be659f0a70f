/* SPDX-License-Identifier: MIT */
#include "codec/base64.h"

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void reel__base64_text(char *out, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i += 3) {
        size_t have = size - i < 3 ? size - i : 3;
        uint32_t bits = (uint32_t)data[i] << 16;
        if (have > 1) bits |= (uint32_t)data[i + 1] << 8;
        if (have > 2) bits |= data[i + 2];
        *out++ = digits64[bits >> 18];
        *out++ = digits64[bits >> 12 & 63];
        *out++ = have > 1 ? digits64[bits >> 6 & 63] : '=';
        *out++ = have > 2 ? digits64[bits & 63] : '=';
    }
}

static int digit64(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool reel__base64_read(const char *text, size_t size, uint8_t *out, size_t *got)
{
    *got = 0;
    if (size % 4) return false;
    for (size_t i = 0; i < size; i += 4) {
        size_t have = i + 4 < size || text[i + 3] != '=' ? 3 : text[i + 2] != '=' ? 2 : 1;
        uint32_t bits = 0;
        for (size_t k = 0; k < 4; k++) {
            int digit = k <= have ? digit64(text[i + k]) : 0;
            if (digit < 0) return false;
            bits = bits << 6 | (uint32_t)digit;
        }
        if (bits & ((1u << (3 - have) * 8) - 1)) return false; /* unused bits of the last digit must be 0 */
        for (size_t k = 0; k < have; k++) out[(*got)++] = (uint8_t)(bits >> (16 - 8 * k));
    }
    return true;
}
