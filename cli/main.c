/* SPDX-License-Identifier: MIT
 * Entry point: finds the command and runs it. */
#include "args/choices.h"
#include "base/system.h"
#include "verbs/verbs.h"

#include <reel/match.h>
#include <reel/sign.h>

#include <stdio.h>

/* The paths of the command line. Words are the caller's, and can be changed. */
static void unify_paths(const struct arguments *arguments)
{
    for (size_t i = 0; arguments->verb->input == ARG_PATH && i < arguments->input_count; i++)
        use_slashes((char *)arguments->inputs[i]);
    for (size_t i = 0; i < arguments->given_count; i++) {
        enum option_id id = arguments->given[i].id;
        if (all_options[id].argument == ARG_PATH || id == OPT_NAME) use_slashes((char *)arguments->given[i].value);
    }
}

static int run_verb(const struct verb *verb, int count, char **words)
{
    struct arguments arguments;
    int status = EXIT_USAGE;
    bool read = arguments_read(&arguments, verb, count, words);
    if (read) unify_paths(&arguments);
    if (read) counted_limit(size_of(&arguments, OPT_LIMIT_MEMORY));
    if (read) status = has(&arguments, OPT_HELP) ? print_help(verb) : verb->run(&arguments);
    arguments_free(&arguments);
    return status;
}

static int print_version(void)
{
    struct text out = { 0 };
    const char *library = reel_signing_library();
    text_print(&out, "reel %s\nsignatures: %s\nindexes of fingerprints: %s\n", reel_version(),
               library ? library : "not built in (they need libsodium)",
               reel_match_index_is_built() ? "SQLite" : "not built in (they need SQLite)");
    return print_and_free(&out);
}

static int run(int count, char **words)
{
    verbs_set(verbs);
    prepare_streams();
    keep_memory();
    if (count < 2) {
        print_first_steps();
        return EXIT_USAGE;
    }
    const char *word = words[1];
    if (!strcmp(word, "--version") || !strcmp(word, "-V")) return print_version();
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) return print_help(NULL);
    const struct verb *verb = verb_called(word);
    if (!verb) return unknown_word(NULL, "unknown command", word, NULL, ARG_VERB);
    return run_verb(verb, count - 2, words + 2);
}

#ifdef _WIN32
/* The C library expands wildcards, as the shells of Windows do not. */
int _dowildcard = -1;

int wmain(int count, wchar_t **words);
int wmain(int count, wchar_t **words) { return run(count, words_of(count, words)); }
#else
int main(int count, char **words) { return run(count, words); }
#endif
