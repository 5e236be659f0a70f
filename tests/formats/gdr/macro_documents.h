/* SPDX-License-Identifier: MIT
 * Self-describing macros as bots write them, as text and in msgpack. */
#ifndef MACRO_DOCUMENTS_H
#define MACRO_DOCUMENTS_H

#include "json_values.h"

#include <reel/gdr.h>
#include <reel/macros.h>

#define XDBOT                                                                                                                    \
    "{\"author\":\"someone\",\"bot\":{\"name\":\"xdBot\",\"version\":\"v2.3.11\"},\"coins\":3,\"description\":\"about\","        \
    "\"duration\":0.5,\"frameFixes\":[{\"frame\":5,\"p1\":{\"x\":1.5,\"y\":2.5,\"r\":0.5},\"p2\":{\"x\":3.5,\"y\":4.5}},"        \
    "{\"frame\":40,\"p1\":{\"x\":5.5,\"y\":6.5},\"p2\":null}],\"framerate\":120.0,\"gameVersion\":2.25,\"inputs\":["             \
    "{\"2p\":false,\"btn\":1,\"down\":true,\"frame\":10},{\"2p\":false,\"btn\":1,\"down\":false,\"frame\":20},"                  \
    "{\"2p\":true,\"btn\":2,\"down\":true,\"frame\":30},{\"2p\":true,\"btn\":2,\"down\":false,\"frame\":60}],"                   \
    "\"ldm\":true,\"level\":{\"id\":90,\"name\":\"Test\"},\"seed\":11,\"version\":1.0}"
#define MEGA_HACK                                                                                                                \
    "{\"author\":\"someone\",\"bot\":{\"name\":\"MH_REPLAY\",\"version\":\"8.0.6\"},\"duration\":60,\"gameVersion\":2.2,"        \
    "\"inputs\":[{\"2p\":false,\"btn\":1,\"down\":true,\"frame\":10,\"mhr_meta\":false,\"mhr_x\":1.5,\"mhr_y\":2.5},"            \
    "{\"2p\":false,\"btn\":1,\"down\":false,\"frame\":60,\"mhr_meta\":true,\"mhr_x\":3.5,\"mhr_y\":4.5}],"                       \
    "\"level\":{\"id\":7,\"name\":\"Test\"},\"seed\":5}"
#define CORRECTION(frame, player2)                                                                                               \
    "\"correction\":{\"frame\":" #frame ",\"player2\":" #player2 ",\"time\":0.5,\"xPos\":1.5,\"yPos\":2.5,\"xVel\":0.5,"         \
    "\"yVel\":1.5,\"rotation\":0.25}"
#define MEGA_OVERLAY                                                                                                             \
    "{\"bot\":{\"name\":\"Macrobot\",\"version\":\"1.0\"},\"duration\":2.5,\"framerate\":240.0,\"inputs\":["                     \
    "{\"2p\":false,\"btn\":1," CORRECTION(10, false) ",\"down\":true,\"frame\":10},"                                             \
                                                     "{\"2p\":true,\"btn\":1," CORRECTION(                                       \
                                                         20,                                                                     \
                                                         true) ",\"down\":true,\"frame\":20},"                                   \
                                                               "{\"2p\":true,\"btn\":1,\"down\":false,\"frame\":30}],\"level\":" \
                                                               "{\"id\":7,\"name\":\"Test\"},\"other\":[{\"a\":null}]}"
#define MEGA_HACK_7                                                                                                              \
    "{\"_\":\"macro\",\"events\":[{\"down\":true,\"frame\":10,\"p2\":false,\"x\":1.5,\"y\":2.5,\"r\":0.5,\"a\":0.25},"           \
    "{\"down\":false,\"frame\":20,\"p2\":true,\"own\":[1]},{\"frame\":25,\"x\":3.5,\"y\":4.5},"                                  \
    "{\"down\":false,\"frame\":30}],\"meta\":{\"fps\":240,\"own\":{\"a\":1}},\"other\":[null]}"
#define ECHO_BOT                                                                                                                 \
    "{\"fps\":240,\"inputs\":[{\"frame\":10,\"holding\":true,\"player_2\":false,\"rotation\":0.5,\"x_vel\":1.5,"                 \
    "\"x_position\":2.5,\"y_vel\":3.5,\"y_position\":4.5},{\"frame\":20,\"holding\":false,\"player_2\":true,\"own\":1},"         \
    "{\"frame\":30,\"holding\":false,\"player_2\":false}],\"other\":{\"a\":[]}}"
#define OLD_ECHO_BOT                                                                                                             \
    "{\"FPS\":240,\"Starting Frame\":5,\"Echo Replay\":[{\"Frame\":10,\"Hold\":true,\"Player 2\":false,\"X Position\":1.5,"      \
    "\"Y Position\":2.5,\"Y Acceleration\":0.5,\"Rotation\":0.25},{\"Frame\":20,\"Hold\":false,\"Player 2\":true}]}"
#define TASBOT                                                                                                                   \
    "{\"fps\":240,\"macro\":[{\"frame\":10,\"player_1\":{\"click\":1,\"x_position\":1.5},\"player_2\":{\"click\":0}},"           \
    "{\"frame\":20,\"player_1\":{\"click\":2},\"player_2\":{\"click\":1}},"                                                      \
    "{\"frame\":30,\"player_1_click\":1,\"player_2_click\":2}],\"other\":null}"

/* A format, a macro, and the paths that it cannot do without. */
typedef struct macro_document {
    const reel_format *format;
    const char *text, *needed[6];
} macro_document;

static const macro_document documents[] = {
    { &reel_format_gdr1_json, XDBOT, { "/inputs/*/frame", "/frameFixes/*/frame" } },
    { &reel_format_gdr1_json, MEGA_HACK, { "/inputs/*/frame" } },
    { &reel_format_gdr1_json, MEGA_OVERLAY, { "/inputs/*/frame" } },
    { &reel_format_gdr1, XDBOT, { "/inputs/*/frame", "/frameFixes/*/frame" } },
    { &reel_format_gdr1, MEGA_HACK, { "/inputs/*/frame" } },
    { &reel_format_gdr1, MEGA_OVERLAY, { "/inputs/*/frame" } },
    { &reel_format_mhr_json, MEGA_HACK_7, { "/events", "/events/*/frame", "/meta", "/meta/fps" } },
    { &reel_format_echobot_json, ECHO_BOT, { "/inputs", "/inputs/*/frame", "/fps" } },
    { &reel_format_echobot_json, OLD_ECHO_BOT, { "/Echo Replay", "/Echo Replay/*/Frame", "/FPS" } },
    { &reel_format_tasbot, TASBOT, { "/macro", "/macro/*/frame", "/fps" } },
};
enum { DOCUMENTS = sizeof documents / sizeof *documents, DOCUMENT_ROOM = 8192 };

typedef struct document {
    char text[DOCUMENT_ROOM];
    size_t size;
} document;

static inline void add_bytes(document *to, const void *data, size_t size)
{
    assert_true(size < DOCUMENT_ROOM - to->size);
    memcpy(to->text + to->size, data, size);
    to->size += size;
    to->text[to->size] = 0;
}

static inline void add_byte(document *to, unsigned byte) { add_bytes(to, &(uint8_t){ (uint8_t)byte }, 1); }

/* ---- msgpack: of the same members in the same order. Numbers with a point are real. ---------------------------------- */

/* In single precision where that is the same number, as the reference does. */
static inline void pack_real(document *to, double number)
{
    const float single = (float)number;
    const bool is_single = (double)single == number;
    uint32_t short_bits;
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    memcpy(&short_bits, &single, sizeof short_bits);
    if (is_single) bits = short_bits;
    add_byte(to, is_single ? 0xca : 0xcb);
    for (int i = is_single ? 3 : 7; i >= 0; i--) add_byte(to, (unsigned)(bits >> 8 * i) & 0xff);
}

static inline size_t pack_value(const char *text, size_t at, document *to)
{
    static document inner[MOST_LEVELS];
    static int level = 0;
    const size_t end = text[at] == '"' ? text_end(text, at) : at;
    if (text[at] == '"') {
        add_byte(to, 0xa0 | (unsigned)(end - at - 2));
        add_bytes(to, text + at + 1, end - at - 2);
        return end;
    }
    if (text[at] != '{' && text[at] != '[') {
        const size_t size = strcspn(text + at, ",]}");
        if (text[at] == 'n' || text[at] == 't' || text[at] == 'f')
            add_byte(to, text[at] == 'n' ? 0xc0 : text[at] == 't' ? 0xc3 : 0xc2);
        else if (memchr(text + at, '.', size))
            pack_real(to, strtod(text + at, NULL));
        else
            add_byte(to, (unsigned)atoi(text + at)); /* below 128 */
        return at + size;
    }
    const bool map = text[at] == '{';
    unsigned count = 0;
    document *body = &inner[level++];
    body->size = 0;
    for (at++; text[at] != '}' && text[at] != ']'; at += text[at] == ',', count++) {
        if (map) at = pack_value(text, at, body) + 1;
        at = pack_value(text, at, body);
    }
    if (count > 15) add_bytes(to, map ? "\xde\0" : "\xdc\0", 2);
    add_byte(to, count > 15 ? count : count | (map ? 0x80 : 0x90));
    add_bytes(to, body->text, body->size);
    level--;
    return at + 1;
}

/* The JSON of it again. Returns where the value ends. */
static inline const uint8_t *unpack_value(const uint8_t *at, document *to)
{
    const unsigned head = *at++;
    char number[40];
    if (head < 0x80 || head >= 0xe0) {
        add_bytes(to, number, (size_t)snprintf(number, sizeof number, "%d", (int)(int8_t)head));
    } else if (head >= 0xa0 && head < 0xc0) {
        add_bytes(to, "\"", 1);
        add_bytes(to, at, head & 31);
        add_bytes(to, "\"", 1);
        at += head & 31;
    } else if (head == 0xc0 || head == 0xc2 || head == 0xc3) {
        const char *word = head == 0xc0 ? "null" : head == 0xc2 ? "false" : "true";
        add_bytes(to, word, strlen(word));
    } else if (head == 0xcb || head == 0xca) {
        uint64_t bits = 0;
        double real;
        float single;
        const size_t size = head == 0xcb ? 8 : 4;
        for (size_t i = 0; i < size; i++) bits = bits << 8 | *at++;
        memcpy(&real, &bits, sizeof real);
        memcpy(&single, &(uint32_t){ (uint32_t)bits }, sizeof single);
        if (size == 4) real = (double)single;
        add_bytes(to, number, (size_t)snprintf(number, sizeof number, real == (double)(int64_t)real ? "%.1f" : "%.17g", real));
    } else if (head == 0xcc || head == 0xcd) {
        const unsigned value = head == 0xcc ? at[0] : (unsigned)at[0] << 8 | at[1];
        at += head == 0xcc ? 1 : 2;
        add_bytes(to, number, (size_t)snprintf(number, sizeof number, "%u", value));
    } else {
        const bool map = head < 0x90 || head == 0xde;
        unsigned count = head & 15;
        if (head == 0xdc || head == 0xde) count = at[1], at += 2;
        assert_true(head < 0xa0 || head == 0xdc || head == 0xde);
        add_bytes(to, map ? "{" : "[", 1);
        for (unsigned i = 0; i < count; i++) {
            if (i) add_bytes(to, ",", 1);
            at = unpack_value(at, to);
            if (map) add_bytes(to, ":", 1), at = unpack_value(at, to);
        }
        add_bytes(to, map ? "}" : "]", 1);
    }
    return at;
}

#endif
