/* SPDX-License-Identifier: MIT
 * Where the page of the viewer is. */
#ifndef SERVER_SERVICE_VIEWER_H
#define SERVER_SERVICE_VIEWER_H

#include "service/server.h"

enum { VIEWER_PATH = 4096 };

/* Whether the page is there: what the option or the environment names, or else one beside the program, installed or built in its tree. */
bool viewer_is_there(const server *server);
/* The page in memory, with the bytes before its body. */
typedef struct viewer_page {
    char *data; /* unmapped with munmap */
    size_t size, before;
} viewer_page;
/* Returns false if it is not there, or is not the viewer's. */
bool viewer_open(const server *server, viewer_page *page);
/* What is said then. */
extern const char viewer_missing[];
/* Writes to standard error which page is used, or where it was looked for. */
void viewer_report(const server *server);

#endif
