/* SPDX-License-Identifier: MIT
 * The keys of GDR1. Reader, writer and conversions all walk these tables. */
#include "formats/gdr/gdr1.h"

#define SCALAR(group_, key_, path_, member)                                                                                      \
    {                                                                                                                            \
        .key = key_, .path = path_, .group = group_, .kind = GDR1_SCALAR, .offset = (uint16_t)offsetof(gdr_info_v1, member)      \
    }
#define INTEGER(group_, key_, path_, member, least_, most_)                                                                      \
    {                                                                                                                            \
        .key = key_, .path = path_, .group = group_, .kind = GDR1_SCALAR, .offset = (uint16_t)offsetof(gdr_info_v1, member),     \
        .least = least_, .most = most_                                                                                           \
    }
#define GROUP(key_, inner_)                                                                                                      \
    {                                                                                                                            \
        .key = key_, .path = key_, .group = GDR1_TOP, .kind = GDR1_GROUP, .inner = inner_                                        \
    }

const gdr1_key gdr1_keys[GDR1_KEYS] = {
    SCALAR(GDR1_TOP, "author", "author", author),
    GROUP("bot", GDR1_BOT),
    INTEGER(GDR1_TOP, "coins", "coins", coins, INT32_MIN, INT32_MAX),
    SCALAR(GDR1_TOP, "description", "description", description),
    SCALAR(GDR1_TOP, "duration", "duration", duration),
    SCALAR(GDR1_TOP, "framerate", "framerate", framerate),
    SCALAR(GDR1_TOP, "gameVersion", "gameVersion", game_version),
    { .key = "inputs", .path = "inputs", .group = GDR1_TOP, .kind = GDR1_INPUTS },
    SCALAR(GDR1_TOP, "ldm", "ldm", low_detail),
    GROUP("level", GDR1_LEVEL),
    INTEGER(GDR1_TOP, "seed", "seed", seed, INT32_MIN, INT32_MAX),
    SCALAR(GDR1_TOP, "version", "version", version),
    SCALAR(GDR1_BOT, "name", "bot.name", bot_name),
    SCALAR(GDR1_BOT, "version", "bot.version", bot_version),
    INTEGER(GDR1_LEVEL, "id", "level.id", level_id, 0, UINT32_MAX),
    SCALAR(GDR1_LEVEL, "name", "level.name", level_name),
};

const gdr1_key *gdr1_find_key(unsigned group, const uint8_t *name, size_t size)
{
    for (size_t i = 0; size && i < GDR1_KEYS; i++) {
        const gdr1_key *key = &gdr1_keys[i];
        if ((uint8_t)*key->key != *name || key->group != group) continue; /* most names have the letter of none */
        if (strlen(key->key) == size && memcmp(key->key, name, size) == 0) return key;
    }
    return NULL;
}

const reel_field *gdr1_field(const gdr1_key *key)
{
    const reel_field *field = gdr_infos_v1.fields;
    while (field->offset != key->offset) field++;
    return field;
}

bool gdr1_has(const gdr_info_v1 *info, const gdr1_key *key)
{
    if (key->kind == GDR1_SCALAR) return reel_field_present(gdr1_field(key), info);
    if (key->kind == GDR1_INPUTS) return info->keys[1] & GDR_KEY_INPUTS;
    for (size_t i = 0; i < GDR1_KEYS; i++)
        if (gdr1_keys[i].group == key->inner && reel_field_present(gdr1_field(&gdr1_keys[i]), info)) return true;
    return false;
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

#define INPUT(key_, type_, member)                                                                                               \
    {                                                                                                                            \
        .key = key_, .size = sizeof(key_) - 1, .type = type_, .offset = (uint16_t)offsetof(gdr_input, member)                    \
    }
const gdr1_input_member gdr1_input_members[GDR1_INPUT_KEYS] = {
    [GDR1_2P] = INPUT("2p", REEL_BOOL, player2),
    [GDR1_BTN] = INPUT("btn", REEL_U8, button),
    [GDR1_DOWN] = INPUT("down", REEL_BOOL, down),
    [GDR1_FRAME] = INPUT("frame", REEL_I64, frame),
};

/* The loop is unrolled, and memcmp has a constant size each time. */
unsigned gdr1_find_input_key(const pull_value *name)
{
    if (name->kind != PULL_STRING) return GDR1_INPUT_KEYS;
    for (unsigned key = 0; key < GDR1_INPUT_KEYS; key++)
        if (name->size == gdr1_input_members[key].size &&
            memcmp(name->data, gdr1_input_members[key].key, gdr1_input_members[key].size) == 0)
            return key;
    return GDR1_INPUT_KEYS;
}

void gdr1_push_input_member(push_writer *writer, unsigned key, const gdr_input *input)
{
    const gdr1_input_member *member = &gdr1_input_members[key];
    const uint8_t *value = (const uint8_t *)input + member->offset;
    push_string(writer, member->key, member->size);
    if (member->type == REEL_BOOL)
        push_bool(writer, *value != 0);
    else if (member->type == REEL_U8)
        push_integer(writer, false, *value);
    else
        push_integer(writer, input->frame < 0, (uint64_t)input->frame);
}
