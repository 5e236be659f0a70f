/* SPDX-License-Identifier: MIT
 * reel serve: starts reel-server, which is a package of its own, with its store in a folder. */
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>
#endif
#include "base/system.h"
#include "verbs/game/game.h"
#include "verbs/verbs.h"
#include "verbs/view/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
int run_serve(const struct arguments *arguments)
{
    if (has(arguments, OPT_AS_GAME)) return serve_game(arguments, value_of(arguments, OPT_AS_GAME));
    fputs("reel: reel-server does not run on Windows; use it in a container or in WSL\n", stderr);
    return EXIT_UNREADABLE;
}
#else
static const char program[] = "reel-server";

/* Replaces this process. Returns only if it cannot: errno says why. */
static void run_server(char **words)
{
    char *folder = program_folder();
    char *beside = folder ? joined(folder, "/", program) : NULL;
    if (beside) execv(beside, words);
    int why = errno;
    free(beside);
    free(folder);
    if (!beside || why == ENOENT)
        execvp(program, words);
    else
        errno = why;
}

int run_serve(const struct arguments *arguments)
{
    static char name[] = "reel-server", store[] = "--store", port[] = "--port", usual[] = "reel-store";
    char number[32];
    if (has(arguments, OPT_AS_GAME)) return serve_game(arguments, value_of(arguments, OPT_AS_GAME));
    snprintf(number, sizeof number, "%llu", (unsigned long long)count_of(arguments, OPT_PORT, 8080));
    char *folder = copy_of(arguments->input_count ? arguments->inputs[0] : usual);
    char *words[] = { name, store, folder, port, number, NULL };
    if (!make_folders(folder))
        fprintf(stderr, "reel: cannot create %s: %s\n", folder, strerror(errno));
    else {
        fflush(stdout);
        run_server(words);
        if (errno == ENOENT)
            fputs("reel: reel-server is not installed: install the package reel-server, or build server/ and put it into PATH\n",
                  stderr);
        else
            fprintf(stderr, "reel: cannot start reel-server: %s\n", strerror(errno));
    }
    free(folder);
    return EXIT_UNREADABLE;
}
#endif
