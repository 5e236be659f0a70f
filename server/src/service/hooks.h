/* SPDX-License-Identifier: MIT
 * Webhooks: each event is posted to the operator's URLs, in order, until it was taken. How far a URL has come is in the catalogue; of several
 * servers one sends, until it stops or has not been heard of for a minute. */
#ifndef SERVER_SERVICE_HOOKS_H
#define SERVER_SERVICE_HOOKS_H

#include "store/catalogue.h"

enum { HOOKS = 8, HOOK_SECRET = 256 };

/* What is posted: each event, or each play that becomes listed, as a message of a chat. */
typedef enum hook_form { HOOK_EVENTS, HOOK_DISCORD, HOOK_SLACK, HOOK_FORMS } hook_form;
extern const char *const hook_form_names[];

typedef struct hook_target {
    const char *url;
    hook_form form;
} hook_target;

typedef struct hook_options {
    hook_target targets[HOOKS];
    size_t count;
    char secret[HOOK_SECRET]; /* signs what is sent */
    bool loopback;            /* URLs of this machine are fine: for tests */
    const char *public_url;   /* of the server, for links in messages; NULL: there are none */
    const char *ca;           /* certificates to trust instead of the system's; NULL: the system's */
} hook_options;

typedef struct hooks hooks;

/* Starts a thread for each URL. The options live as long as they. NULL: errno says why. */
hooks *hooks_start(catalogue *catalogue, const hook_options *options);
void hooks_stop(hooks *hooks);

#endif
