/* SPDX-License-Identifier: MIT
 * --pseudonymise KEYFILE and --policy: read once for a run. */
#ifndef REEL_CLI_PSEUDONYMS_H
#define REEL_CLI_PSEUDONYMS_H

#include "args/args.h"

#include <reel/reel.h>

/* Reads what the options name. Returns the exit status, after a message. Call it before threads begin. */
int pseudonyms_read(const struct arguments *arguments);
/* What they say; NULL without --pseudonymise. */
const reel_pseudonyms *pseudonyms_given(void);
/* Wipes the key. */
void pseudonyms_forget(void);
/* A name that says nothing about the file: a pseudonym of its path and its extension, or with --anonymise its number. The caller frees it. */
char *pseudonym_name(const char *path, size_t number);

#endif
