/* SPDX-License-Identifier: MIT */
#include "run/pseudonyms.h"

#include "base/print.h"
#include "base/secret.h"
#include "base/text.h"

#include <reel/sign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char key[SECRET_MOST];
static reel_pseudonyms given;

static int refuse(const char *path, const char *why)
{
    fprintf(stderr, "reel: %s: %s\n", path, why);
    return EXIT_USAGE;
}

static int read_policy(const char *name)
{
    char data[SECRET_MOST];
    size_t size;
    const char *problem, *text = reel_policy_text(name);
    reel_error error;
    if (!text) {
        if (!read_secret(name, data, sizeof data, &size, &problem)) return refuse(name, problem);
        text = data;
    } else {
        size = strlen(text);
    }
    return reel_policy_read(text, size, &given, &error) < 0 ? refuse(name, error.message) : EXIT_FINE;
}

int pseudonyms_read(const struct arguments *arguments)
{
    const char *path = value_of(arguments, OPT_PSEUDONYMISE), *policy = value_of(arguments, OPT_POLICY), *problem;
    size_t size;
    given = (reel_pseudonyms){ 0 };
    if (!path) return policy ? usage_error(arguments->verb, "--policy needs --pseudonymise KEYFILE") : EXIT_FINE;
    given = (reel_pseudonyms){ REEL_SIZED(reel_pseudonyms), .key = key };
    if (!read_secret(path, key, sizeof key, &size, &problem)) return refuse(path, problem);
    given.key_size = size;
    if (size < 16) return refuse(path, "a key for pseudonyms needs 16 bytes or more; make one with 'head -c 32 /dev/urandom'");
    return read_policy(policy ? policy : "open");
}

const reel_pseudonyms *pseudonyms_given(void) { return given.struct_size ? &given : NULL; }

void pseudonyms_forget(void)
{
    reel_wipe(key, sizeof key);
    given = (reel_pseudonyms){ 0 };
}

static bool is_extension(const char *ending)
{
    static const char *const packed[] = { "gz", "lzma", "reel", "spool", "xz", "zip", "zst" };
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (!strcmp(packed[i], ending)) return true;
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const char *const *own = (*format)->extensions; own && *own; own++)
            if (!strcmp(*own, ending)) return true;
    return false;
}

/* The extension of a path, if it is that of a kind of file. Any other one is a part of the name, and may be that of a player. */
static const char *extension_of(const char *path)
{
    const char *base = base_name(path), *dot = strrchr(base, '.');
    return dot && dot != base && is_extension(dot + 1) ? dot : "";
}

char *pseudonym_name(const char *path, size_t number)
{
    char stem[64];
    if (given.struct_size)
        reel_pseudonym(&given, "file", path, strlen(path), stem);
    else
        snprintf(stem, sizeof stem, "replay-%zu", number);
    return joined(stem, extension_of(path), "");
}
