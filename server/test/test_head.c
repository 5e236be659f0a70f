/* SPDX-License-Identifier: MIT
 * Reads random requests in random pieces: what is read does not depend on how the bytes arrive, and no byte behind them is looked at. Prints "ok
 * NAME" for each test, and ends with status 1 at the first that fails; test_units.py runs it. */
#include "net/request_head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1);                                 \
    } while (0)

enum { MOST = 512, ROUNDS = 200000 };

static uint64_t state = 29;

static unsigned pick(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* Pieces of which heads and bodies are made, sound ones and others. */
static const char *const pieces_of_heads[] = { "GET ",      "POST ",
                                               "/",         "/a%41",
                                               "%00",       "%c3%a9",
                                               "%ff",       "?b=c",
                                               "&d",        " HTTP/1.1",
                                               " HTTP/1.0", "\r\n",
                                               "\r\n",      "\r\n",
                                               "\r\n\r\n",  "\n",
                                               "\r",        "Host: x",
                                               "Host",      ": ",
                                               ":",         "Content-Length:",
                                               "5",         "Transfer-Encoding: chunked",
                                               " ",         "\t",
                                               "\xc3\xa9",  "\xff",
                                               "X: y",      "http://h" };
static const char *const pieces_of_chunks[] = { "0",    "1",  "5", "a",     "ff", "\r\n", "\r\n",      "\r\n\r\n",   "\n",
                                                ";a=b", "\r", " ", "abcde", "X",  ": y",  "0\r\n\r\n", "1\r\na\r\n", "\x01" };

static const char *const heads[] = { "GET /a%41?b=c&d HTTP/1.1\r\nHost: x\r\n\r\n",
                                     "\r\nPOST / HTTP/1.1\r\nHost:x\r\nContent-Length: 5\r\n\r\n",
                                     "POST http://h/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
                                     "GET / HTTP/1.0\r\nX: y\r\n\r\n" };
static const char *const bodies[] = { "5\r\nabcde\r\n0\r\n\r\n", "1;a=b\r\na\r\n0\r\nX: y\r\n\r\n", "0\r\n\r\n" };

/* A sound text into which a few parts were put at random places, some of them over what was there. */
static size_t make(char *to, const char *sound, const char *const *parts, unsigned count)
{
    size_t size = strlen(sound);
    memcpy(to, sound, size);
    for (unsigned n = pick(4); n; n--) {
        const char *part = parts[pick(count)];
        size_t length = strlen(part), at = pick((unsigned)size + 1), over = pick(3) ? 0 : pick((unsigned)(size - at) + 1);
        if (size + length > MOST) break;
        memmove(to + at + length, to + at + over, size - at - over);
        memcpy(to + at, part, length);
        size += length - over;
    }
    if (size && pick(8) == 0) to[pick((unsigned)size)] = (char)pick(256);
    return size;
}

/* A copy of exactly `size` bytes, behind which a sanitizer finds any read. */
static char *exact_copy(const char *data, size_t size)
{
    char *copy = malloc(size ? size : 1);
    CHECK(copy);
    return memcpy(copy, data, size);
}

static head_result read_in_pieces(head *h, const char *data, size_t size, head_parts *parts)
{
    for (size_t have = 0; have < size;) {
        have += pick((unsigned)(size - have)) + 1;
        char *copy = exact_copy(data, have);
        head_result result = head_read(h, copy, have, parts);
        free(copy);
        if (result != HEAD_MORE) return result;
    }
    return HEAD_MORE;
}

/* Each value is text of its own, and the bytes are those of the head. */
static void check_values(const head_parts *parts, const char *data, size_t size)
{
    request_head *read = request_head_new(parts, data);
    CHECK(read && read->field_count == parts->count && *read->method && (*read->path == '/' || *read->path == '*'));
    CHECK(parts->target.at + parts->target.size < size);
    for (size_t i = 0; i < read->field_count; i++) {
        CHECK(strlen(read->fields[i].name) == parts->fields[i].name.size && *read->fields[i].name);
        CHECK(memcmp(read->fields[i].value, data + parts->fields[i].value.at, parts->fields[i].value.size) == 0);
    }
    for (size_t i = 0; i < read->parameter_count; i++)
        CHECK(strlen(read->parameters[i].name) < size &&
              (!read->parameters[i].value || strlen(read->parameters[i].value) < size));
    free(read);
}

static void a_head_is_the_same_in_any_pieces(void)
{
    char data[MOST];
    unsigned fine = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t size = make(data, heads[pick(sizeof heads / sizeof *heads)], pieces_of_heads,
                           sizeof pieces_of_heads / sizeof *pieces_of_heads);
        head whole = { .scanned = 0 }, pieces = { .scanned = 0 };
        head_parts whole_parts, parts;
        char *copy = exact_copy(data, size);
        head_result result = head_read(&whole, copy, size, &whole_parts);
        CHECK(read_in_pieces(&pieces, data, size, &parts) == result);
        if (result == HEAD_FINE) check_values(&whole_parts, copy, size);
        free(copy);
        if (result == HEAD_BAD) CHECK(whole.code == pieces.code && whole.code >= 400 && whole.why && whole.why == pieces.why);
        if (result != HEAD_FINE) continue;
        fine++;
        CHECK(whole.start == pieces.start && whole.size == pieces.size && whole.length == pieces.length);
        CHECK(whole.chunked == pieces.chunked && whole.start + whole.size <= size && !(whole.chunked && whole.length));
        CHECK(memcmp(data + whole.start + whole.size - 4, "\r\n\r\n", 4) == 0);
        CHECK(whole_parts.count == parts.count && whole_parts.count <= HEAD_FIELDS);
        CHECK(memcmp(&whole_parts.target, &parts.target, sizeof parts.target) == 0 && whole.closes >= whole.is_old);
    }
    CHECK(fine > ROUNDS / 20);
}

static void chunks_are_the_same_in_any_pieces(void)
{
    char data[MOST], held[MOST];
    unsigned done = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t size = make(data, bodies[pick(sizeof bodies / sizeof *bodies)], pieces_of_chunks,
                           sizeof pieces_of_chunks / sizeof *pieces_of_chunks);
        size_t sound = 0, holds = 0, part;
        chunks whole = { .state = 0 }, pieces = { .state = 0 };
        while (sound < size) {
            size_t step = pick((unsigned)(size - sound)) + 1;
            char *copy = exact_copy(data + sound, step);
            size_t used = chunks_read(&pieces, copy, step, &part);
            CHECK(used <= step && part <= used);
            memcpy(held + holds, copy, part);
            free(copy);
            holds += part;
            sound += used;
            if (used < step) break;
        }
        size_t all = chunks_read(&whole, data, size, &part);
        CHECK(sound == all && holds == part && memcmp(held, data, part) == 0 && chunks_end(&whole) == chunks_end(&pieces));
        CHECK(whole.all == all && whole.held == part && pieces.all == all && pieces.held == part);
        done += chunks_end(&whole);
    }
    CHECK(done > ROUNDS / 20);
}

/* One byte of framing for each byte of a body is fine, and CHUNK_FRAMING bytes for small bodies. */
static void tiny_chunks_are_counted(void)
{
    static const struct {
        const char *chunk;
        bool fine;
    } all[] = { { "1\r\na\r\n", false },
                { "4\r\nabcd\r\n", false },
                { "5\r\nabcde\r\n", true },
                { "00000005\r\nabcde\r\n", false },
                { "10\r\n0123456789abcdef\r\n", true } };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        chunks read = { .state = 0 };
        const size_t size = strlen(all[i].chunk);
        size_t part;
        for (size_t sent = 0; sent < 2 * (size_t)CHUNK_FRAMING; sent += size) {
            char *copy = exact_copy(all[i].chunk, size);
            CHECK(chunks_read(&read, copy, size, &part) == size);
            free(copy);
            if (sent < CHUNK_FRAMING) CHECK(!chunks_are_tiny(&read));
        }
        for (size_t sent = 0; sent < 20 * (size_t)CHUNK_FRAMING; sent += size) {
            char *copy = exact_copy(all[i].chunk, size);
            CHECK(chunks_read(&read, copy, size, &part) == size);
            free(copy);
        }
        CHECK(chunks_are_tiny(&read) != all[i].fine);
    }
}

static void text_is_utf8_without_nul(void)
{
    static const struct {
        const char *text;
        bool fine;
    } all[] = { { "", true },
                { "a%41+b", true },
                { "%c3%a9", true },
                { "%e2%82%ac", true },
                { "%f0%9f%98%80x", true },
                { "%", false },
                { "%4", false },
                { "%4g", false },
                { "%00", false },
                { "a%00b", false },
                { "%c3", false },
                { "%a9", false },
                { "%c3%28", false },
                { "%c0%80", false },
                { "%ed%a0%80", false },
                { "%f4%90%80%80", false } };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t size = strlen(all[i].text);
        char *copy = exact_copy(all[i].text, size);
        CHECK(head_is_text(copy, size) == all[i].fine);
        free(copy);
    }
}

static void values_are_those_of_the_head(void)
{
    static const char data[] = "GET /a%2fb+%41?b=c+d%2B%3d&e&=f&b=2& HTTP/1.1\r\nHost: x\r\nCookie: a=1; token=ab=c ;token=2\r\n"
                               "X:\r\nconnection: keep-alive, Close\r\n\r\n";
    head h = { .scanned = 0 };
    head_parts parts;
    size_t length = 0;
    CHECK(head_read(&h, data, sizeof data - 1, &parts) == HEAD_FINE && h.closes && !h.is_old && h.slashes == 1);
    request_head *read = request_head_new(&parts, data);
    CHECK(read && strcmp(read->method, "GET") == 0 && strcmp(read->path, "/a/b+A") == 0);
    CHECK(read->parameter_count == 4 && strcmp(request_head_parameter(read, "b"), "c d+=") == 0);
    CHECK(!request_head_parameter(read, "e") && strcmp(read->parameters[1].name, "e") == 0 && !read->parameters[1].value);
    CHECK(strcmp(request_head_parameter(read, ""), "f") == 0 && !request_head_parameter(read, "none"));
    CHECK(read->field_count == 4 && strcmp(request_head_field(read, "HOST"), "x") == 0 && !*request_head_field(read, "x"));
    const char *cookie = request_head_cookie(read, "token", &length);
    CHECK(cookie && length == 4 && memcmp(cookie, "ab=c", 4) == 0 && !request_head_cookie(read, "tok", &length));
    free(read);
    static const char other[] = "GET http://h/?a HTTP/1.0\r\n\r\n";
    h = (head){ .scanned = 0 };
    CHECK(head_read(&h, other, sizeof other - 1, &parts) == HEAD_FINE && h.closes && h.is_old);
    read = request_head_new(&parts, other);
    CHECK(read && strcmp(read->path, "/") == 0 && read->parameter_count == 1 && !read->field_count);
    free(read);
}

#define RUN(name) name(), puts("ok " #name)

int main(void)
{
    RUN(a_head_is_the_same_in_any_pieces);
    RUN(values_are_those_of_the_head);
    RUN(chunks_are_the_same_in_any_pieces);
    RUN(tiny_chunks_are_counted);
    RUN(text_is_utf8_without_nul);
    return 0;
}
