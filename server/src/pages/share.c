/* SPDX-License-Identifier: MIT */
#include "pages/share.h"

#include "base/url_text.h"
#include "pages/template.h"
#include "service/viewer.h"
#include "json/entry_json.h"

static RECORD(shown_record, struct share_shown, FIELD(struct share_shown, url, FIELD_STRING),
              FIELD(struct share_shown, image, FIELD_STRING), FIELD(struct share_shown, oembed, FIELD_STRING),
              FIELD(struct share_shown, player, FIELD_STRING), FIELD_IF(struct share_shown, seconds, FIELD_DOUBLE, is_long));
RECORD(share_record, share_page, FIELDS_OF(share_page, head, &page_head_record),
       FIELD_OF(share_page, entry, FIELD_POINTER, &entry_record),
       { .name = "share",
         .kind = FIELD_STRUCT,
         .offset = offsetof(share_page, share),
         .given = offsetof(share_page, shared),
         .of = &shown_record });

/* An address of this server. NULL: memory ran out, or nobody said how clients know it. */
static const char *make_address(const request *r, text *to, const char *before, const char *id, const char *after)
{
    const char *public = r->server->options.public_url, *host = request_header(r, HEADER_HOST);
    if (!public && !host) return NULL;
    text_print(to, "%s%s%s%s%s", public ? "" : "http://", public ? public : host, before, id, after);
    text_raw(to, "", 1); /* its NUL */
    return to->failed ? NULL : to->data;
}

const char *share_base(const request *r, text *to) { return make_address(r, to, "", "", ""); }

/* The address that tells other sites how to show the page: it has that of the page in it. */
static const char *make_oembed(const request *r, share_page *page)
{
    text base = { .data = NULL };
    const char *ours = share_base(r, &base);
    if (!ours || !page->share.url) return text_free(&base), NULL;
    text_print(&page->oembed, "%s/oembed?format=json", ours);
    url_parameter(&page->oembed, "url", page->share.url);
    text_raw(&page->oembed, "", 1);
    text_free(&base);
    return page->oembed.failed ? NULL : page->oembed.data;
}

share_page share_begin(const request *r, const replay_entry *entry)
{
    share_page page = { .head = page_begin(r, *entry->title   ? entry->title
                                              : *entry->level ? entry->level
                                                              : entry->game),
                        .entry = entry,
                        .shared = true };
    page.share.is_long = entry->seconds >= 1;
    page.share.seconds = entry->seconds;
    page.share.url = make_address(r, &page.url, "/plays/", entry->id, "");
    page.share.image = make_address(r, &page.image, "/replays/", entry->id, "/picture.png");
    page.share.oembed = make_oembed(r, &page);
    if (*r->server->options.ancestors && viewer_is_there(r->server))
        page.share.player = make_address(r, &page.player, "/view/", entry->id, "?embed");
    return page;
}

void share_end(share_page *page)
{
    text_free(&page->url);
    text_free(&page->image);
    text_free(&page->oembed);
    text_free(&page->player);
}

reel_status share_tags(const request *r, const replay_entry *entry, text *to, reel_error *error)
{
    share_page page = share_begin(r, entry);
    reel_status status = template_render("share", &share_record, &page, to, error);
    share_end(&page);
    return status;
}
