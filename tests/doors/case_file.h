/* SPDX-License-Identifier: MIT
 * The files of cases/: their lines, taken apart. cases/README.md describes the language. */
#ifndef REEL_TEST_CASE_FILE_H
#define REEL_TEST_CASE_FILE_H

#include "support.h"

enum { MOST_WORDS = 64, MOST_LINES = 8192, MOST_BLOCKS = 512 };

typedef struct line {
    char *word[MOST_WORDS];
    size_t count;
} line;

/* Lines up to an empty one: a case, or an input. */
typedef struct block {
    const line *lines;
    size_t count;
} block;

typedef struct case_files {
    line lines[MOST_LINES];
    block blocks[MOST_BLOCKS];
    size_t line_count, block_count;
} case_files;

static inline bool is(const line *l, const char *word) { return strcmp(l->word[0], word) == 0; }

/* The line of a block that begins with `word`, the next one after `after` if that is not NULL. */
static inline const line *find_line(const block *b, const char *word, const line *after)
{
    for (const line *l = after ? after + 1 : b->lines; l < b->lines + b->count; l++)
        if (is(l, word)) return l;
    return NULL;
}

static inline const char *word_at(const line *l, size_t number)
{
    if (number >= l->count) fail_msg("a line \"%s\" has %zu words", l->word[0], l->count);
    return l->word[number];
}

static inline void split_line(line *l, char *text)
{
    for (char *next = text; next;) {
        char *word = next;
        next = strchr(word, '\t');
        if (next) *next++ = 0;
        assert_true(l->count < MOST_WORDS);
        l->word[l->count++] = word;
    }
}

/* The text of the file stays, as the words are in it. */
static inline void read_case_file(case_files *files, const char *path)
{
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    char *text = malloc(size + 1), *next = text;
    assert_non_null(text);
    memcpy(text, bytes, size);
    text[size] = 0;
    free(bytes);
    bool open = false;
    while (next && *next) {
        char *start = next;
        next = strchr(start, '\n');
        if (next) *next++ = 0;
        if (!*start) open = false;
        if (!*start || *start == '#') continue;
        assert_true(files->line_count < MOST_LINES && files->block_count < MOST_BLOCKS);
        line *l = &files->lines[files->line_count++];
        if (!open) files->blocks[files->block_count++] = (block){ l, 0 };
        open = true;
        files->blocks[files->block_count - 1].count++;
        split_line(l, start);
    }
}

static inline size_t put_hex(uint8_t *to, const char *hex)
{
    size_t size = strlen(hex) / 2;
    for (size_t i = 0; i < size; i++) {
        unsigned value;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &value), 1);
        to[i] = (uint8_t)value;
    }
    return size;
}

/* The bytes of an input, malloc'ed. */
static inline uint8_t *made_bytes(const block *input, size_t *size)
{
    size_t most = 1;
    for (size_t i = 1; i < input->count; i++) {
        const line *l = &input->lines[i];
        most += is(l, "repeat") ? strtoul(word_at(l, 1), NULL, 10) * strlen(word_at(l, 2)) / 2 : strlen(word_at(l, 1)) / 2;
    }
    uint8_t *data = malloc(most);
    assert_non_null(data);
    *size = 0;
    for (size_t i = 1; i < input->count; i++) {
        const line *l = &input->lines[i];
        const bool repeated = is(l, "repeat");
        if (!repeated && !is(l, "hex")) fail_msg("unknown word \"%s\"", l->word[0]);
        for (unsigned long n = repeated ? strtoul(word_at(l, 1), NULL, 10) : 1; n > 0; n--)
            *size += put_hex(data + *size, word_at(l, repeated ? 2 : 1));
    }
    return data;
}

#endif
