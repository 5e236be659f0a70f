/* SPDX-License-Identifier: MIT
 * What a link to a play shows elsewhere: its title, a sentence and a picture, as Open Graph has them. */
#ifndef SERVER_PAGES_SHARE_H
#define SERVER_PAGES_SHARE_H

#include "service/request.h"

/* Begins the values of a page about a play, as page_begin does: with its heading, the members entry and share. */
void share_begin(const request *request, text *values, const replay_entry *entry);
/* Adds the elements for the head of a page that is not a template. Fails as template_render does. */
reel_status share_tags(const request *request, const replay_entry *entry, text *to, reel_error *error);

#endif
