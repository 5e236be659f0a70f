/* SPDX-License-Identifier: MIT
 * Reads forms with files, sound ones and random ones: what is read is what was put in, and no byte beside the body is looked at. Prints "ok NAME" for
 * each test, and ends with status 1 at the first that fails; test_units.py runs it. */
#include "net/multipart.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1);                                 \
    } while (0)

enum { ROUNDS = 200000, MOST = 4096 };

static const char type[] = "multipart/form-data; boundary=b0";
static uint64_t state = 31;

static unsigned pick(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* Reads a copy of exactly this size, so that a sanitizer finds what reads beside it. Returns whether it is a form. */
static bool read_copy(const char *kind, const char *data, size_t size, multipart *form, char **copy)
{
    *copy = malloc(size ? size : 1);
    CHECK(*copy);
    if (size) memcpy(*copy, data, size);
    if (!multipart_read(form, kind, *copy, size)) return false;
    for (size_t i = 0; i < form->count; i++) {
        const multipart_part *part = &form->parts[i];
        CHECK(part->data >= *copy && part->data + part->size <= *copy + size);
        CHECK(memchr(part->name, '\0', sizeof part->name));
        CHECK(multipart_find(form, part->name) == part);
    }
    return true;
}

static size_t add(char *to, size_t at, const void *data, size_t size)
{
    CHECK(at + size <= MOST);
    memcpy(to + at, data, size);
    return at + size;
}

static size_t add_text(char *to, size_t at, const char *text) { return add(to, at, text, strlen(text)); }

/* Letters of which boundaries are made, so that beginnings of one are in the data. */
static size_t fill(char data[64])
{
    static const char letters[] = "\r\n-b0 \"ax";
    const size_t size = pick(64);
    for (size_t i = 0; i < size; i++) data[i] = letters[pick(sizeof letters)]; /* also NUL */
    return size;
}

static void what_was_put_in_is_read(void)
{
    unsigned read = 0;
    for (int round = 0; round < ROUNDS / 10; round++) {
        char body[MOST], data[3][64], name[16], *copy;
        size_t sizes[3], size = 0;
        const unsigned count = 1 + pick(3);
        bool plain = true;
        multipart form;
        for (unsigned i = 0; i < count; i++) {
            sizes[i] = fill(data[i]);
            plain = plain && !memmem(data[i], sizes[i], "\r\n--b0", 6);
            snprintf(name, sizeof name, "n%u", i);
            size = add_text(body, size, i ? "\r\n--b0\r\n" : "--b0\r\n");
            size = add_text(body, size,
                            pick(2) ? "content-disposition: form-data; name=\""
                                    : "X: y\r\nContent-Disposition: form-data; filename=\"z\"; name=\"");
            size = add_text(body, size, name);
            size = add_text(body, size, pick(2) ? "\"\r\n\r\n" : "\"; filename=\"a.bsor\"\r\nContent-Type: a/b\r\n\r\n");
            size = add(body, size, data[i], sizes[i]);
        }
        size = add_text(body, size, pick(2) ? "\r\n--b0--" : "\r\n--b0--\r\n");
        const bool fine = read_copy(type, body, size, &form, &copy);
        CHECK(fine || !plain);
        for (unsigned i = 0; plain && i < count; i++) {
            snprintf(name, sizeof name, "n%u", i);
            const multipart_part *part = multipart_find(&form, name);
            CHECK(form.count == count && part && part->size == sizes[i] && memcmp(part->data, data[i], sizes[i]) == 0);
            read++;
        }
        free(copy);
    }
    CHECK(read > 10000);
}

static void random_bodies_are_read_within_their_bytes(void)
{
    static const char *const pieces[] = {
        "--b0", "\r\n--b0", "\r\n", "\r\n\r\n",    "--",   "Content-Disposition: form-data; name=\"",
        "a",    "b",        "\"",   " name=\"c\"", "X: y", "-",
        "\r",   "\n",       "b0",   "--b0--"
    };
    unsigned forms = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char body[MOST], *copy;
        size_t size = pick(4) ? add_text(body, 0, "--b0\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n") : 0;
        multipart form;
        for (unsigned n = pick(12); n; n--) {
            const unsigned piece = pick(sizeof pieces / sizeof *pieces + 1);
            size = piece < sizeof pieces / sizeof *pieces ? add_text(body, size, pieces[piece]) : add(body, size, "", 1);
        }
        if (pick(2)) size = add_text(body, size, "\r\n--b0--");
        forms += read_copy(type, body, pick(8) ? size : pick((unsigned)size + 1), &form, &copy);
        free(copy);
    }
    CHECK(forms > ROUNDS / 20);
}

static void only_boundaries_of_the_rfc_are_taken(void)
{
    static const char body[] = "--b0\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b0--";
    static const char *const fine[] = { type, "Multipart/Form-Data;boundary=b0",
                                        "multipart/form-data; charset=x; boundary=\"b0\"",
                                        "multipart/form-data; Boundary=b0 ; a=b" };
    static const char *const wrong[] = { "multipart/form-data",
                                         "multipart/form-data; boundary=",
                                         "multipart/form-data; boundary=\"b0",
                                         "multipart/form-data; boundary=b1",
                                         "multipart/form-data; boundary=b0\x01",
                                         "text/plain; boundary=b0",
                                         "multipart/form-data; xboundary=b0",
                                         "multipart/form-data; boundary=b00" };
    multipart form;
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        CHECK(multipart_read(&form, fine[i], body, sizeof body - 1) && form.count == 1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CHECK(!multipart_read(&form, wrong[i], body, sizeof body - 1));
    CHECK(!multipart_read(&form, NULL, body, sizeof body - 1));
}

#define RUN(test) (test(), puts("ok " #test))

int main(void)
{
    RUN(what_was_put_in_is_read);
    RUN(random_bodies_are_read_within_their_bytes);
    RUN(only_boundaries_of_the_rfc_are_taken);
    return 0;
}
