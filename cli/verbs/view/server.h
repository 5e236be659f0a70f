/* SPDX-License-Identifier: MIT
 * Serves one page over HTTP to programs of this computer that know its address: the path is random, and requests under another host
 * name are refused, so that no web site can ask for it. */
#ifndef REEL_CLI_VIEW_SERVER_H
#define REEL_CLI_VIEW_SERVER_H

#include "base/http.h"

enum { TOKEN_BYTES = 16 };

struct server {
    struct http_server http;
    char token[2 * TOKEN_BYTES + 1]; /* hexadecimal; the path */
    const char *problem;             /* if server_open failed */
};

/* Listens on a free port of 127.0.0.1. */
bool server_open(struct server *server);
/* Answers requests until the command is interrupted: see hold_signals. */
void server_run(const struct server *server, const char *page, size_t size);
void server_close(const struct server *server);

/* What differs between operating systems (view_posix.c, view_windows.c). */

/* Fills `bytes` with random numbers that nobody can guess. */
bool random_bytes(uint8_t *bytes, size_t size);
/* The folder of the running program; NULL if it is not known. The caller frees it. */
char *program_folder(void);
/* Starts the user's browser. The address is passed as an argument, never through a shell. */
bool open_browser(const char *address);

#endif
