/* SPDX-License-Identifier: MIT
 * Network messages inside MESSAGE: what the client sent, before the server validated it. */
#include "codec/teeworlds_int.h"
#include "formats/teehistorian/layout.h"

/* Fields: i number, o optional number at the end, s text. */
typedef struct net_form {
    uint8_t protocol;
    int32_t id;
    teehistorian_net_kind kind;
    const char *fields;
} net_form;

static const net_form forms[] = {
    { 6, 17, TEEHISTORIAN_NET_SAY, "is" },
    { 6, 18, TEEHISTORIAN_NET_SET_TEAM, "i" },
    { 6, 19, TEEHISTORIAN_NET_SPECTATE, "i" },
    { 6, 20, TEEHISTORIAN_NET_START_INFO, "ssisiii" },
    { 6, 21, TEEHISTORIAN_NET_CHANGE_INFO, "ssisiii" },
    { 6, 22, TEEHISTORIAN_NET_KILL, "" },
    { 6, 23, TEEHISTORIAN_NET_EMOTICON, "i" },
    { 6, 24, TEEHISTORIAN_NET_VOTE, "i" },
    { 6, 25, TEEHISTORIAN_NET_CALL_VOTE, "sss" },
    { 6, 26, TEEHISTORIAN_NET_DDNET_VERSION, "o" },
    { 6, 31, TEEHISTORIAN_NET_SHOW_OTHERS_OLD, "i" },
    { 7, 24, TEEHISTORIAN_NET_SAY, "iis" },
    { 7, 25, TEEHISTORIAN_NET_SET_TEAM, "i" },
    { 7, 26, TEEHISTORIAN_NET_SPECTATE, "ii" },
    { 7, 27, TEEHISTORIAN_NET_START_INFO, "ssissssssiiiiiiiiiiii" },
    { 7, 28, TEEHISTORIAN_NET_KILL, "" },
    { 7, 29, TEEHISTORIAN_NET_READY_CHANGE, "" },
    { 7, 30, TEEHISTORIAN_NET_EMOTICON, "i" },
    { 7, 31, TEEHISTORIAN_NET_VOTE, "i" },
    { 7, 32, TEEHISTORIAN_NET_CALL_VOTE, "sssi" },
    { 7, 34, TEEHISTORIAN_NET_SKIN_CHANGE, "ssssssiiiiiiiiiiii" },
    { 7, 39, TEEHISTORIAN_NET_COMMAND, "ss" },
};

typedef struct net_extension {
    uint8_t uuid[16];
    teehistorian_net_kind kind;
    const char *fields;
} net_extension;

static const net_extension extensions[] = {
    { { 0x53, 0xbb, 0x28, 0xaf, 0x42, 0x52, 0x3a, 0xc9, 0x8f, 0xd3, 0x6c, 0xcb, 0xc2, 0xa6, 0x03, 0xe3 },
      TEEHISTORIAN_NET_SHOW_DISTANCE,
      "ii" },
    { { 0x7f, 0x26, 0x4c, 0xdd, 0x71, 0xa2, 0x39, 0x62, 0xbb, 0xce, 0x0f, 0x94, 0xbb, 0xd8, 0x19, 0x13 },
      TEEHISTORIAN_NET_SHOW_OTHERS,
      "i" },
    { { 0x8c, 0x47, 0x02, 0x28, 0xee, 0x11, 0x38, 0x08, 0x93, 0xb9, 0xc5, 0xc8, 0x7d, 0x08, 0xb5, 0x1c },
      TEEHISTORIAN_NET_CAMERA_INFO,
      "iii" },
    { { 0xe1, 0x9b, 0x66, 0xe8, 0x06, 0x46, 0x35, 0x1b, 0xaa, 0x03, 0xd4, 0xab, 0xa7, 0xb9, 0x54, 0x5f },
      TEEHISTORIAN_NET_SPECTATOR_COUNT,
      "i" },
};

enum {
    MOST_NUMBERS = sizeof((teehistorian_net *)0)->numbers / sizeof(int32_t),
    MOST_TEXTS = sizeof((teehistorian_net *)0)->texts / sizeof(reel_string)
};

/* Reads the fields of a message. Returns false if the payload is too short. */
static bool read_net_fields(teehistorian_net *net, const char *fields, const uint8_t *at, const uint8_t *end)
{
    net->number_count = net->text_count = 0;
    for (; *fields; fields++) {
        if (*fields == 's') {
            const uint8_t *nul = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
            if (!nul || net->text_count == MOST_TEXTS) return false;
            net->texts[net->text_count++] = (reel_string){ (const char *)at, (size_t)(nul - at) };
            at = nul + 1;
            continue;
        }
        int32_t value;
        size_t size = varint_read(at, (size_t)(end - at), &value);
        if (!size && *fields == 'o' && at == end) break;
        if (!size || net->number_count == MOST_NUMBERS) return false;
        net->numbers[net->number_count++] = value;
        at += size;
    }
    return true;
}

static const net_form *form_of(uint8_t protocol, int32_t id)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].protocol == protocol && forms[i].id == id) return &forms[i];
    return NULL;
}

static const net_extension *extension_of(const uint8_t *uuid)
{
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (memcmp(extensions[i].uuid, uuid, 16) == 0) return &extensions[i];
    return NULL;
}

static bool read_by_protocol(teehistorian_net *net, uint8_t protocol, const uint8_t *at, const uint8_t *end)
{
    const net_form *form = form_of(protocol, net->id);
    if (!form) return false;
    net->protocol = protocol;
    net->kind = form->kind;
    return net->whole = read_net_fields(net, form->fields, at, end);
}

teehistorian_net teehistorian_net_of(reel_bytes data, uint8_t protocol)
{
    teehistorian_net net = { .id = -1, .protocol = protocol };
    const uint8_t *at = data.data, *end = at ? at + data.size : at;
    int32_t first;
    size_t size = varint_read(at, data.size, &first);
    if (!size || first < 0 || first & 1) return net;
    at += size;
    net.id = first >> 1;
    if (net.id == 0) {
        if (end - at < 16) {
            net.id = -1;
            return net;
        }
        memcpy(net.uuid.bytes, at, 16);
        const net_extension *extension = extension_of(at);
        if (!extension) return net;
        net.kind = extension->kind;
        net.whole = read_net_fields(&net, extension->fields, at + 16, end);
        return net;
    }
    /* A slot may change its protocol without a message. Then the other protocol fits. */
    uint8_t other = protocol == 7 ? 6 : 7;
    teehistorian_net guess = net;
    if (read_by_protocol(&net, protocol, at, end)) return net;
    return read_by_protocol(&guess, other, at, end) ? guess : net;
}
