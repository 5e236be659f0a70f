/* SPDX-License-Identifier: MIT
 * Messages that servers send about what a recording has. They follow the last snapshot. */
#include "pairs/ddnet/state.h"

#include "codec/teeworlds_int.h"
#include "core/text.h"

#include <stdarg.h>

/* Numbers of messages of 0.6. */
enum { MESSAGE_CHAT = 3, MESSAGE_KILL = 4, MESSAGE_TUNING = 6, MESSAGE_EMOTICON = 10, MESSAGE_EXTENDED = 0 };

enum { MESSAGE_MOST = 1024, TEXT_MOST = 256, EMOTICONS = 16 };

/* Version 3 of teamsstate@netmsg.ddnet.tw. */
static const uint8_t teams_uuid[16] = { 0xa0, 0x91, 0x96, 0x1a, 0x95, 0xe8, 0x37, 0x44,
                                        0xbb, 0x60, 0x5e, 0xac, 0x9b, 0xd5, 0x63, 0xc6 };

/* A message under construction. Its kinds are bounded: none is longer than the room. */
typedef struct packer {
    size_t size;
    uint8_t bytes[MESSAGE_MOST];
} packer;

static void pack_number(packer *p, int32_t number)
{
    if (MESSAGE_MOST - p->size >= VARINT_MOST) p->size += varint_write(p->bytes + p->size, number);
}

static void pack_bytes(packer *p, const void *bytes, size_t size)
{
    if (MESSAGE_MOST - p->size < size) return;
    memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
}

static void begin_message(packer *p, int32_t number)
{
    p->size = 0;
    pack_number(p, number << 1); /* the lowest bit: of the engine */
}

static void add_message(remake *d, packer *p)
{
    static const uint8_t zeros[3] = { 0 };
    if (d->stated_tick < 0) return;
    pack_bytes(p, zeros, (4 - p->size % 4) % 4);
    reel_row_list *list = reel_chunk_table(d->job->out, &demo_messages);
    demo_message *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->tick = d->stated_tick;
    row->data = reel_chunk_bytes(d->job->out, p->bytes, p->size);
}

void reel__remake_chat(remake *d, const char *format, ...)
{
    packer p;
    char text[TEXT_MOST];
    va_list arguments;
    va_start(arguments, format);
    reel__text_format(text, sizeof text, format, arguments);
    va_end(arguments);
    begin_message(&p, MESSAGE_CHAT);
    pack_number(&p, 0);  /* to all */
    pack_number(&p, -1); /* from the server */
    pack_bytes(&p, text, strlen(text) + 1);
    add_message(d, &p);
}

void reel__remake_kill(remake *d, int32_t cid, int32_t weapon)
{
    packer p;
    if (!reel__remake_shows(d, cid)) return;
    begin_message(&p, MESSAGE_KILL);
    pack_number(&p, cid);
    pack_number(&p, cid);
    pack_number(&p, weapon);
    pack_number(&p, 0);
    add_message(d, &p);
}

void reel__remake_emoticon(remake *d, int32_t cid, int32_t emoticon)
{
    packer p;
    if (emoticon < 0 || emoticon >= EMOTICONS || !reel__remake_shows(d, cid)) return;
    begin_message(&p, MESSAGE_EMOTICON);
    pack_number(&p, cid);
    pack_number(&p, emoticon);
    add_message(d, &p);
}

void reel__remake_teams(remake *d)
{
    packer p;
    begin_message(&p, MESSAGE_EXTENDED);
    pack_bytes(&p, teams_uuid, sizeof teams_uuid);
    for (int32_t cid = 0; cid < (d->many ? DDNET_CLIENTS : DEMO_OLD_CLIENTS); cid++) pack_number(&p, d->slots[cid].team);
    add_message(d, &p);
}

void reel__remake_tuning(remake *d)
{
    packer p;
    begin_message(&p, MESSAGE_TUNING);
    for (size_t i = 0; i < DDNET_TUNINGS; i++) pack_number(&p, d->tuning.value[i]);
    add_message(d, &p);
}
