/* SPDX-License-Identifier: MIT
 * reel-server import: every file of a tree is an upload, without the network; or the rows of a table are plays that somebody states, with their
 * files, if it names some. */
#ifndef SERVER_COMMAND_IMPORT_H
#define SERVER_COMMAND_IMPORT_H

#include "service/server.h"

/* `columns`: which columns a table has; NULL: `path` is a folder. Returns the exit status. */
int import_run(const server_options *options, const char *path, const char *uploader, const char *columns);
/* Of a file, by its whole path. */
int import_table(const server_options *options, const char *path, const char *uploader, const char *columns);

#endif
