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

/* The server in a folder, if it is there. */
static char *server_in(const char *folder, size_t size)
{
    char *copy = size ? strndup(folder, size) : copy_of(".");
    char *path = copy ? joined(copy, "/", program) : NULL;
    free(copy);
    if (path && !access(path, F_OK)) return path;
    free(path);
    return NULL;
}

/* Beside the command, or the first in PATH. */
static char *find_server(void)
{
    char *folder = program_folder();
    char *found = folder ? server_in(folder, strlen(folder)) : NULL;
    free(folder);
    for (const char *at = getenv("PATH"); !found && at;) {
        const size_t size = strcspn(at, ":");
        found = server_in(at, size);
        at = at[size] ? at + size + 1 : NULL;
    }
    return found;
}

int run_serve(const struct arguments *arguments)
{
    static char name[] = "reel-server", store[] = "--store", port[] = "--port", usual[] = "reel-store";
    char number[32];
    if (has(arguments, OPT_AS_GAME)) return serve_game(arguments, value_of(arguments, OPT_AS_GAME));
    snprintf(number, sizeof number, "%llu", (unsigned long long)count_of(arguments, OPT_PORT, 8080));
    char *server = find_server();
    char *folder = copy_of(arguments->input_count ? arguments->inputs[0] : usual);
    char *words[] = { name, store, folder, port, number, NULL };
    if (!server)
        fputs("reel: reel-server is not installed: install the package reel-server, or build server/ and put it into PATH\n",
              stderr);
    else if (!make_folders(folder))
        fprintf(stderr, "reel: cannot create %s: %s\n", folder, strerror(errno));
    else {
        fflush(stdout);
        execv(server, words);
        fprintf(stderr, "reel: cannot start %s: %s\n", server, strerror(errno));
    }
    free(server);
    free(folder);
    return EXIT_UNREADABLE;
}
#endif
