/* SPDX-License-Identifier: MIT
 * Addresses in answers. */
#ifndef SERVER_BASE_URL_TEXT_H
#define SERVER_BASE_URL_TEXT_H

#include "base/text.h"

/* Adds text with escapes to an address: as the parameter &NAME=, as the value of one, or as a part of the path, in which slashes stay. */
void url_parameter(text *to, const char *name, const char *value);
void url_value(text *to, const char *value);
void url_path(text *to, const char *value);
/* Adds the member next, and frees the address. */
void url_next(text *to, text *address);

#endif
