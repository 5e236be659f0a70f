/* SPDX-License-Identifier: MIT */
#include "pages/share.h"

#include "pages/page.h"
#include "pages/template.h"
#include "json/entry_json.h"

/* Adds an address of this server, as clients know it; an empty one if they did not say how. */
static void add_address(const request *r, text *values, const char *name, const char *before, const char *id, const char *after)
{
    text address = { .data = NULL };
    const char *public = r->server->options.public_url, *host = request_header(r, MHD_HTTP_HEADER_HOST);
    if (public || host) text_print(&address, "%s%s%s%s%s", public ? "" : "http://", public ? public : host, before, id, after);
    text_raw(&address, "", 1); /* its NUL */
    text_string(values, name, address.failed ? "" : address.data);
    values->failed |= address.failed;
    text_free(&address);
}

void share_begin(const request *r, text *values, const replay_entry *entry)
{
    page_begin(r, values);
    text_string(values, "heading", *entry->title ? entry->title : *entry->level ? entry->level : entry->game);
    text_add(values, ",\"share\":{\"card\":true");
    if (entry->seconds >= 1) text_print(values, ",\"seconds\":%.17g", entry->seconds);
    add_address(r, values, "url", "/plays/", entry->id, "");
    add_address(r, values, "image", "/replays/", entry->id, "/picture.png");
    text_add(values, "},\"entry\":");
    begin_entry(values, entry);
    text_add(values, "}");
}

reel_status share_tags(const request *r, const replay_entry *entry, text *to, reel_error *error)
{
    text values = { .data = NULL };
    share_begin(r, &values, entry);
    text_add(&values, "}");
    reel_status status = template_render("share", &values, to, error);
    text_free(&values);
    return status;
}
