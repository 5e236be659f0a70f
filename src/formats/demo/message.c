/* SPDX-License-Identifier: MIT
 * What a message is: its name, and the values of the ones that people read. */
#include "codec/teeworlds_int.h"
#include "formats/demo/layout.h"

/* What follows the number of a message: i a number, c a client, t a team, s the text. */
typedef struct demo_message_kind {
    const char *name, *code;
} demo_message_kind;

static const demo_message_kind game[] = {
    [1] = { "motd", "s" },
    [2] = { "broadcast", "s" },
    [3] = { "chat", "tcs" },
    [4] = { "kill", "ic" },
    [5] = { "sound global", "" },
    [6] = { "tune params", "" },
    [8] = { "ready to enter", "" },
    [9] = { "weapon pickup", "" },
    [10] = { "emoticon", "c" },
    [11] = { "vote clear options", "" },
    [12] = { "vote option list add", "" },
    [13] = { "vote option add", "" },
    [14] = { "vote option remove", "" },
    [15] = { "vote set", "" },
    [16] = { "vote status", "" },
    [27] = { "race time", "" },
    [28] = { "record", "" },
    [30] = { "teams state", "" },
};

static const demo_message_kind game_seven[] = {
    [1] = { "motd", "s" },          [2] = { "broadcast", "s" },    [3] = { "chat", "tcis" },
    [4] = { "team", "c" },          [5] = { "kill", "ic" },        [6] = { "tune params", "" },
    [8] = { "ready to enter", "" }, [9] = { "weapon pickup", "" }, [10] = { "emoticon", "c" },
};

static const demo_message_kind engine[] = {
    [1] = { "info", "" },     [2] = { "map change", "" },     [3] = { "map data", "" },        [4] = { "connection ready", "" },
    [5] = { "snapshot", "" }, [6] = { "snapshot empty", "" }, [7] = { "snapshot single", "" }, [9] = { "input timing", "" },
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const demo_message_kind *kind_of(int32_t number, bool system, bool seven)
{
    const demo_message_kind *kinds = system ? engine : seven ? game_seven : game;
    const size_t count = system ? COUNT(engine) : seven ? COUNT(game_seven) : COUNT(game);
    /* the engine of 0.7 has other numbers */
    return number > 0 && (size_t)number < count && !(system && seven) && kinds[number].name ? &kinds[number] : NULL;
}

static void read_values(demo_message *row, const char *code, const uint8_t *at, size_t left)
{
    for (; *code; code++) {
        int32_t value = 0;
        if (*code == 's') {
            const uint8_t *end = left ? memchr(at, 0, left) : NULL;
            if (!end) return;
            row->text = (reel_string){ (const char *)at, (size_t)(end - at) };
            row->present |= DEMO_HAS_TEXT;
            return;
        }
        const size_t step = varint_read(at, left, &value);
        if (!step) return;
        at += step;
        left -= step;
        if (*code == 'c') row->cid = value, row->present |= DEMO_HAS_CLIENT;
        if (*code == 't') row->team = value, row->present |= DEMO_HAS_TEAM;
    }
}

void reel__demo_message_values(demo_message *row, bool seven)
{
    int32_t head;
    const uint8_t *at = row->data.data;
    size_t step = varint_read(at, row->data.size, &head);
    if (!step) return;
    row->system = head & 1;
    row->message = head >> 1;
    if (head >> 1) {
        const demo_message_kind *kind = kind_of(row->message, row->system, seven);
        row->present |= DEMO_HAS_TYPE;
        if (!kind) return;
        row->name = (reel_string){ kind->name, strlen(kind->name) };
        read_values(row, kind->code, at + step, row->data.size - step);
    } else if (row->data.size - step >= DEMO_UUID) {
        row->present |= DEMO_HAS_UUID;
        memcpy(row->uuid.bytes, at + step, DEMO_UUID);
    }
}
