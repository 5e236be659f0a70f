/* SPDX-License-Identifier: MIT
 * reel-server import FOLDER: every file of a tree is an upload, without the network. */
#ifndef SERVER_COMMAND_IMPORT_H
#define SERVER_COMMAND_IMPORT_H

#include "service/server.h"

/* Returns the exit status. */
int import_run(const server_options *options, const char *folder, const char *uploader);

#endif
