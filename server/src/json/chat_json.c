/* SPDX-License-Identifier: MIT */
#include "json/chat_json.h"

#include "base/json_write.h"

#include <reel/plot.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOST_TITLE = 200, MOST_LINE = 1000 /* letters that both chats take */ };

/* Formats that can be drawn have a picture. */
static bool has_picture(const replay_entry *e)
{
    const reel_format *format = reel_format_by_id(NULL, e->format);
    for (const reel_plot *const *plot = reel_plots(); format && *plot; plot++)
        if (reel_plot_by_id(format, (*plot)->id) == *plot) return true;
    return false;
}

static const char *title_of(const replay_entry *e) { return *e->title ? e->title : *e->level ? e->level : e->game; }

/* Adds text, with a backslash before each letter that Discord reads as markup. */
static void add_markdown(text *to, const char *string)
{
    for (; *string; string++) {
        if (strchr("\\*_~`|>[]()#-:<@&!", *string)) text_add(to, "\\");
        text_raw(to, string, 1);
    }
}

/* Adds text with the three letters that Slack reads as markup as it wants them. */
static void add_mrkdwn(text *to, const char *string)
{
    for (; *string; string++) {
        if (*string == '&')
            text_add(to, "&amp;");
        else if (*string == '<')
            text_add(to, "&lt;");
        else if (*string == '>')
            text_add(to, "&gt;");
        else
            text_raw(to, string, 1);
    }
}

/* Who played, on which difficulty, and what came of it. */
static void add_line(text *to, const replay_entry *e, void (*add)(text *to, const char *string))
{
    const char *who = *e->player_name ? e->player_name : e->player;
    const char *const words[] = { who, e->detail, e->modifiers, e->game };
    bool first = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!*words[i]) continue;
        if (!first) text_add(to, " \xc2\xb7 ");
        add(to, words[i]);
        first = false;
    }
    if (e->has_score) text_print(to, " \xc2\xb7 %.0f points", e->score);
    if (e->has_accuracy) text_print(to, " \xc2\xb7 %.2f %%", 100 * e->accuracy);
}

/* Adds a member whose text is at most so many bytes; a letter is not cut through. */
static void add_text(text *to, const char *name, const text *value, size_t most)
{
    char shown[MOST_LINE + 1];
    size_t size = value->failed ? 0 : value->size < most ? value->size : most;
    while (size && size < value->size && ((unsigned char)value->data[size] & 0xc0) == 0x80) size--;
    if (size && size < value->size && value->data[size - 1] == '\\') size--; /* what it was for is gone */
    memcpy(shown, size ? value->data : "", size);
    shown[size] = '\0';
    json_member_string(to, name, shown);
    to->failed |= value->failed;
}

static void add_title(text *to, const char *name, const replay_entry *e, void (*add)(text *to, const char *string))
{
    text title = { .data = NULL };
    add(&title, title_of(e));
    add_text(to, name, &title, MOST_TITLE);
    text_free(&title);
}

static void add_described(text *to, const char *name, const replay_entry *e, void (*add)(text *to, const char *string))
{
    text line = { .data = NULL };
    add_line(&line, e, add);
    add_text(to, name, &line, MOST_LINE);
    text_free(&line);
}

static void add_address(text *to, const char *name, const char *public_url, const char *form, const char *id)
{
    char address[512];
    snprintf(address, sizeof address, form, public_url, id);
    json_member_string(to, name, address);
}

static void add_time(text *to, int64_t ms)
{
    struct tm parts;
    char shown[32];
    const time_t seconds = (time_t)(ms / 1000);
    if (!gmtime_r(&seconds, &parts)) return;
    strftime(shown, sizeof shown, "%Y-%m-%dT%H:%M:%SZ", &parts);
    json_member_string(to, "timestamp", shown);
}

void chat_discord(text *to, const replay_entry *e, const char *public_url)
{
    json_begin_object(to, NULL);
    json_begin_object(to, "allowed_mentions");
    json_begin_array(to, "parse");
    json_end_array(to);
    json_end_object(to);
    json_begin_array(to, "embeds");
    json_begin_object(to, NULL);
    add_title(to, "title", e, add_markdown);
    add_address(to, "url", public_url, "%.255s/plays/%.64s", e->id);
    add_described(to, "description", e, add_markdown);
    add_time(to, e->received);
    if (has_picture(e)) {
        json_begin_object(to, "image");
        add_address(to, "url", public_url, "%.255s/replays/%.64s/picture.png", e->id);
        json_end_object(to);
    }
    json_end_object(to);
    json_end_array(to);
    json_end_object(to);
}

static void add_plain(text *to, const char *string) { text_add(to, string); }

void chat_slack(text *to, const replay_entry *e, const char *public_url)
{
    text link = { .data = NULL };
    json_begin_object(to, NULL);
    add_described(to, "text", e, add_mrkdwn);
    json_member_bool(to, "unfurl_links", false);
    json_begin_array(to, "blocks");
    json_begin_object(to, NULL);
    json_member_string(to, "type", "section");
    json_begin_object(to, "text");
    json_member_string(to, "type", "mrkdwn");
    text_print(&link, "<%s/plays/%s|", public_url, e->id);
    text title = { .data = NULL };
    add_mrkdwn(&title, title_of(e));
    for (size_t i = 0; !title.failed && i < title.size; i++)
        text_raw(&link, title.data[i] == '|' || title.data[i] == '\n' ? " " : &title.data[i], 1);
    text_add(&link, ">\n");
    add_line(&link, e, add_mrkdwn);
    link.failed |= title.failed;
    text_free(&title);
    add_text(to, "text", &link, MOST_LINE);
    text_free(&link);
    json_end_object(to);
    json_end_object(to);
    if (has_picture(e)) {
        json_begin_object(to, NULL);
        json_member_string(to, "type", "image");
        add_address(to, "image_url", public_url, "%.255s/replays/%.64s/picture.png", e->id);
        add_title(to, "alt_text", e, add_plain);
        json_end_object(to);
    }
    json_end_array(to);
    json_end_object(to);
}
