/* SPDX-License-Identifier: MIT
 * The keys of GDR1. */
#include "formats/gdr/gdr1.h"

#define AT(member) (uint16_t) offsetof(gdr_info_v1, member)
#define SCALAR(name, group, kind, byte, mask, member)                                                                            \
    {                                                                                                                            \
        name, group, kind, byte, mask, AT(member), 0, 0, 0, name                                                                 \
    }
#define INNER(name, group, kind, mask, member, path)                                                                             \
    {                                                                                                                            \
        name, group, kind, 1, mask, AT(member), 0, 0, 0, path                                                                    \
    }
#define INTEGER(name, mask, member, least, most)                                                                                 \
    {                                                                                                                            \
        name, GDR1_TOP, GDR1_INTEGER, 0, mask, AT(member), 0, least, most, name                                                  \
    }

const gdr1_key gdr1_keys[GDR1_KEYS] = {
    SCALAR("author", GDR1_TOP, GDR1_TEXT, 0, GDR_KEY_AUTHOR, author),
    { "bot", GDR1_TOP, GDR1_GROUP, 1, GDR_KEY_BOT_NAME | GDR_KEY_BOT_VERSION, 0, GDR1_BOT, 0, 0, "bot" },
    INTEGER("coins", GDR_KEY_COINS, coins, INT32_MIN, INT32_MAX),
    SCALAR("description", GDR1_TOP, GDR1_TEXT, 0, GDR_KEY_DESCRIPTION, description),
    SCALAR("duration", GDR1_TOP, GDR1_NUMBER, 0, GDR_KEY_DURATION, duration),
    SCALAR("framerate", GDR1_TOP, GDR1_NUMBER, 0, GDR_KEY_FRAMERATE, framerate),
    SCALAR("gameVersion", GDR1_TOP, GDR1_NUMBER, 0, GDR_KEY_GAME_VERSION, game_version),
    { "inputs", GDR1_TOP, GDR1_INPUTS, 1, GDR_KEY_INPUTS, 0, 0, 0, 0, "inputs" },
    SCALAR("ldm", GDR1_TOP, GDR1_BOOLEAN, 1, GDR_KEY_LOW_DETAIL, low_detail),
    { "level", GDR1_TOP, GDR1_GROUP, 1, GDR_KEY_LEVEL_ID | GDR_KEY_LEVEL_NAME, 0, GDR1_LEVEL, 0, 0, "level" },
    INTEGER("seed", GDR_KEY_SEED, seed, INT32_MIN, INT32_MAX),
    SCALAR("version", GDR1_TOP, GDR1_NUMBER, 0, GDR_KEY_VERSION, version),
    INNER("name", GDR1_BOT, GDR1_TEXT, GDR_KEY_BOT_NAME, bot_name, "bot.name"),
    INNER("version", GDR1_BOT, GDR1_TEXT, GDR_KEY_BOT_VERSION, bot_version, "bot.version"),
    { "id", GDR1_LEVEL, GDR1_INTEGER, 1, GDR_KEY_LEVEL_ID, AT(level_id), 0, 0, UINT32_MAX, "level.id" },
    INNER("name", GDR1_LEVEL, GDR1_TEXT, GDR_KEY_LEVEL_NAME, level_name, "level.name"),
};

const gdr1_key *gdr1_find_key(unsigned group, const uint8_t *name, size_t size)
{
    for (size_t i = 0; i < GDR1_KEYS; i++)
        if (gdr1_keys[i].group == group && strlen(gdr1_keys[i].key) == size && memcmp(gdr1_keys[i].key, name, size) == 0)
            return &gdr1_keys[i];
    return NULL;
}

const char *const gdr1_input_keys[GDR1_INPUT_KEYS] = { "2p", "btn", "down", "frame" };

unsigned gdr1_find_input_key(const pull_value *name)
{
    const uint8_t *at = name->data;
    if (name->kind != PULL_STRING) return GDR1_INPUT_KEYS;
    switch (name->size) {
    case 2: return memcmp(at, "2p", 2) == 0 ? GDR1_2P : GDR1_INPUT_KEYS;
    case 3: return memcmp(at, "btn", 3) == 0 ? GDR1_BTN : GDR1_INPUT_KEYS;
    case 4: return memcmp(at, "down", 4) == 0 ? GDR1_DOWN : GDR1_INPUT_KEYS;
    case 5: return memcmp(at, "frame", 5) == 0 ? GDR1_FRAME : GDR1_INPUT_KEYS;
    default: return GDR1_INPUT_KEYS;
    }
}
