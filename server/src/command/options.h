/* SPDX-License-Identifier: MIT
 * The options of the command line and of the file --config. */
#ifndef SERVER_COMMAND_OPTIONS_H
#define SERVER_COMMAND_OPTIONS_H

#include "command/admin.h"
#include "service/server.h"

/* A value from the file --config. */
typedef struct option_text {
    struct option_text *next;
    char text[];
} option_text;

typedef struct settings {
    server_options server;
    admin_options admin;
    const char *config;
    const char *boards;   /* file of --boards; NULL: those that are built in */
    const char *rankings; /* the same of --rankings */
    char metrics[64];     /* address of --metrics */
    char public_url[PUBLIC_URL], ancestors[ANCESTORS], cors[ANCESTORS];
    option_text *texts;
} settings;

enum { OPTIONS_GO_ON = -1 };

/* Reads the options and the file that --config names, whose options those of the command line override. Returns an exit status, or
 * OPTIONS_GO_ON; then optind is the index of the first word that is not an option. Texts live until options_free. */
int options_read(int count, char **arguments, settings *settings);
void options_free(settings *settings);

#endif
