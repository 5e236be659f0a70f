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

const gdr1_key reel__gdr1_keys[GDR1_KEYS] = {
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

const gdr1_key *reel__gdr1_find_key(unsigned group, const uint8_t *name, size_t size)
{
    for (size_t i = 0; size && i < GDR1_KEYS; i++) {
        const gdr1_key *key = &reel__gdr1_keys[i];
        if ((uint8_t)*key->key != *name || key->group != group) continue; /* most names have the letter of none */
        if (strlen(key->key) == size && memcmp(key->key, name, size) == 0) return key;
    }
    return NULL;
}

const reel_field *reel__gdr1_field(const gdr1_key *key)
{
    const reel_field *field = gdr_infos_v1.fields;
    while (field->offset != key->offset) field++;
    return field;
}

bool reel__gdr1_has(const gdr_info_v1 *info, const gdr1_key *key)
{
    if (key->kind == GDR1_SCALAR) return reel_field_present(reel__gdr1_field(key), info);
    if (key->kind == GDR1_INPUTS) return info->keys[1] & GDR_KEY_INPUTS;
    for (size_t i = 0; i < GDR1_KEYS; i++)
        if (reel__gdr1_keys[i].group == key->inner && reel_field_present(reel__gdr1_field(&reel__gdr1_keys[i]), info))
            return true;
    return false;
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

#define INPUT(key_, type_, member)                                                                                               \
    {                                                                                                                            \
        .key = key_, .size = sizeof(key_) - 1, .type = type_, .offset = (uint16_t)offsetof(gdr_input, member)                    \
    }
const gdr1_input_member reel__gdr1_input_members[GDR1_INPUT_KEYS] = {
    [GDR1_2P] = INPUT("2p", REEL_BOOL, player2),
    [GDR1_BTN] = INPUT("btn", REEL_U8, button),
    [GDR1_DOWN] = INPUT("down", REEL_BOOL, down),
    [GDR1_FRAME] = INPUT("frame", REEL_I64, frame),
};

/* The loop is unrolled, and memcmp has a constant size each time. */
unsigned reel__gdr1_find_input_key(const pull_value *name)
{
    if (name->kind != PULL_STRING) return GDR1_INPUT_KEYS;
    for (unsigned key = 0; key < GDR1_INPUT_KEYS; key++)
        if (name->size == reel__gdr1_input_members[key].size &&
            memcmp(name->data, reel__gdr1_input_members[key].key, reel__gdr1_input_members[key].size) == 0)
            return key;
    return GDR1_INPUT_KEYS;
}

void reel__gdr1_push_input_member(push_writer *writer, unsigned key, const gdr_input *input)
{
    const gdr1_input_member *member = &reel__gdr1_input_members[key];
    const uint8_t *value = (const uint8_t *)input + member->offset;
    reel__push_string(writer, member->key, member->size);
    if (member->type == REEL_BOOL)
        reel__push_bool(writer, *value != 0);
    else if (member->type == REEL_U8)
        reel__push_integer(writer, false, *value);
    else
        reel__push_integer(writer, input->frame < 0, (uint64_t)input->frame);
}

/* ---- rules ------------------------------------------------------------------------------------------------------ */

/* What an input may have for a key. */
#define OF_KEY(key, name)                                                                                                        \
    [(int)GDR1_INPUT_TYPE +                                                                                                      \
        (int)(key)] = { { "gdr.input-type", REEL_ERROR, "%llu {input has|inputs have} \"" name "\" of a wrong type" }, NULL },   \
        [(int)GDR1_INPUT_MISSING +                                                                                               \
            (int)(key)] = { { "gdr.input-key-missing", REEL_WARNING, "%llu {input has|inputs have} no \"" name "\"" }, NULL },   \
        [(int)GDR1_INPUT_NULL + (int)(key)] = {                                                                                  \
            { "gdr.null", REEL_NOTE, "\"" name "\" of %llu {input|inputs} is null, and counts as missing" }, NULL                \
        }

const gdr_rule reel__gdr1_rules[GDR1_RULES] = {
    [GDR1_NULL_INPUTS] = { { "gdr.null-inputs", REEL_NOTE, "inputs is null" }, NULL },
    [GDR1_REPEATED_KEY] = { { "gdr.repeated-key", REEL_WARNING, "%llu duplicate {key|keys}" }, NULL },
    [GDR1_KEY_NOT_STRING] = { { "gdr.key-not-string", REEL_WARNING, "%llu {key is not a string|keys are not strings}" }, NULL },
    [GDR1_INPUT_NOT_MAP] = { { "gdr.input-type", REEL_ERROR, "%llu {input is not an object|inputs are not objects}" }, NULL },
    OF_KEY(GDR1_2P, "2p"),
    OF_KEY(GDR1_BTN, "btn"),
    OF_KEY(GDR1_DOWN, "down"),
    OF_KEY(GDR1_FRAME, "frame"),
    [GDR1_INPUT_RANGE] = { { "gdr.input-range", REEL_ERROR,
                             "%llu {input frame or button is|input frames or buttons are} out of range" },
                           NULL },
    [GDR1_FLOAT_FRAME] = { { "gdr.float-frame", REEL_NOTE,
                             "%llu input {frame or button is a real number|frames or buttons are real numbers}; fractions are "
                             "discarded" },
                           NULL },
    [GDR1_NO_FRAME] = { { "gdr.input-no-frame", REEL_ERROR, "%llu {input has|inputs have} no frame, dropped" }, NULL },
    [GDR1_TEXT_NUMBER] = { { "gdr.text-number", REEL_NOTE, "%llu {number is|numbers are} stored as text" }, NULL },
    [GDR1_NOT_BOOLEAN] = { { "gdr.not-boolean", REEL_NOTE,
                             "%llu {boolean is stored as a number|booleans are stored as numbers}" },
                           NULL },
    [GDR1_TRAILING] = { { "gdr.trailing-bytes", REEL_WARNING, "%llu {byte|bytes} after the end" }, NULL },
    [GDR1_BOM] = { { "gdr.byte-order-mark", REEL_NOTE, "the text starts with a byte order mark" }, NULL },
};
