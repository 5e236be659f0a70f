/* SPDX-License-Identifier: MIT
 * Text that is nearly JSON. */
#include "codec/words.h"
#include "core/memory.h"
#include "formats/beatsaber_map/reader.h"

static bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* The end of a string whose quote is at `at`. */
static const uint8_t *string_end(const uint8_t *at, const uint8_t *end)
{
    for (at = word_search(at + 1, end, '"', '\\'); at < end && *at != '"'; at = word_search(at, end, '"', '\\'))
        at += end - at > 1 ? 2 : 1;
    return at < end ? at + 1 : end;
}

/* The length of a word that stands for a number. */
static size_t word_size(const uint8_t *at, const uint8_t *end)
{
    static const char *const words[] = { "NaN", "nan", "Infinity", "infinity", "inf", "Inf" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t size = strlen(words[i]);
        if ((size_t)(end - at) >= size && memcmp(at, words[i], size) == 0) return size;
    }
    return 0;
}

static bool closes_next(const uint8_t *at, const uint8_t *end)
{
    while (at < end && is_space(*at)) at++;
    return at < end && (*at == ']' || *at == '}');
}

static void replace_word(map_text *text, size_t at, size_t size)
{
    if (!text->words++) text->first_word = at;
    memset(text->copy + at, ' ', size);
    text->copy[at] = '0';
}

reel_status reel__bsmap_text_replace(map_text *text, const reel_allocator *allocator)
{
    const uint8_t *at = text->raw, *end = at + text->size;
    text->copy = allocator->alloc(allocator->context, text->size + !text->size);
    if (!text->copy) return REEL_MEMORY;
    if (text->size) memcpy(text->copy, text->raw, text->size);
    text->text = text->copy;
    while (at < end) {
        const size_t offset = (size_t)(at - text->raw);
        if (*at == '"') {
            at = string_end(at, end);
        } else if (*at == ',' && closes_next(at + 1, end)) {
            if (!text->commas++) text->first_comma = offset;
            text->copy[offset] = ' ';
            at++;
        } else if (*at == 'N' || *at == 'n' || *at == 'I' || *at == 'i') {
            const size_t size = word_size(at, end);
            if (size) replace_word(text, offset, size);
            at += size ? size : 1;
        } else {
            at++;
        }
    }
    return text->words || text->commas ? REEL_OK : REEL_END;
}

double reel__bsmap_text_word(const map_text *text, size_t at)
{
    const bool negative = text->raw[at] == '-';
    const uint8_t first = text->raw[at + negative];
    const uint64_t sign = negative ? UINT64_C(1) << 63 : 0;
    return reel_double_of((first == 'N' || first == 'n' ? UINT64_C(0x7ff8) << 48 : UINT64_C(0x7ff) << 52) | sign);
}
