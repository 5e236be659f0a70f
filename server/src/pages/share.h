/* SPDX-License-Identifier: MIT
 * What a link to a play shows elsewhere: its title, a sentence and a picture, as Open Graph has them. */
#ifndef SERVER_PAGES_SHARE_H
#define SERVER_PAGES_SHARE_H

#include "pages/page.h"

/* The first part of a page about a play. */
typedef struct share_page {
    page_head head;
    const replay_entry *entry;
    bool shared; /* there is an entry, so there is something to share */
    struct share_shown {
        const char *url, *image, *oembed; /* of this server, as clients know it; NULL if they did not say how */
        const char *player;               /* the viewer; NULL: it is not there, or may not be framed */
        double seconds;
        bool is_long; /* a second or more */
    } share;
    text url, image, oembed, player;
} share_page;
extern const record share_record;

/* Where this server is, as clients know it, without a slash at its end. NULL: memory ran out, or nobody said how clients know it. */
const char *share_base(const request *request, text *to);
share_page share_begin(const request *request, const replay_entry *entry);
/* Frees the addresses. */
void share_end(share_page *page);
/* Adds the elements for the head of a page that is not a template. Fails as template_render does. */
reel_status share_tags(const request *request, const replay_entry *entry, text *to, reel_error *error);

#endif
