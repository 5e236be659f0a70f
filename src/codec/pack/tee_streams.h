/* SPDX-License-Identifier: MIT
 * teehistorian as streams: a stored file whose messages are taken apart, so that each kind of number has a stream of its own, which zstd packs. It
 * gives back the bytes of the file. docs/formats/reel.md specifies it; this is the model that packing and unpacking update alike. */
#ifndef CODEC_PACK_TEE_STREAMS_H
#define CODEC_PACK_TEE_STREAMS_H

#include "core/memory.h"

/* A library without teehistorian needs none of it. */
#if defined REEL_WITH_ZSTD && !defined REEL_WITHOUT_TEEHISTORIAN
#define PACK_TEE_STREAMS
#endif

enum {
    TEE_CLIENTS = 128,
    TEE_STEP_CONTEXTS = 4,
    TEE_AIM_CONTEXTS = 2,
    TEE_FOLLOWERS = 3,
    TEE_BLOCK = 1 << 19,     /* most bytes of the file in a block */
    TEE_STREAMS_EXTRA = 256, /* the streams of a block have at most twice its bytes and these */
    TEE_BLOCK_EXTRA = 512,   /* and so packed */
    TEE_LARGEST_STEP = 8191, /* what two bytes hold */
    TEE_AIM_BITS = 13
};

/* The streams of a block, in their order. */
enum {
    TEE_RUNS,   /* how many events follow as they did before; 255: as many, and the run goes on */
    TEE_RANKS,  /* of each event that is not, among the followers of the one before: 1, 2, or 3: none of them */
    TEE_EVENTS, /* those */
    TEE_X,      /* changes of the step of a move */
    TEE_Y = TEE_X + TEE_STEP_CONTEXTS, /* the same */
    TEE_KEYS =
        TEE_Y + TEE_STEP_CONTEXTS, /* which numbers of an input but the aims are not 0, a bit each; after none, and after some */
    TEE_VALUES = TEE_KEYS + 2,     /* those numbers, a byte each */
    TEE_AIM_X,                     /* length of the aim's change, its second highest bit and its sign */
    TEE_AIM_Y = TEE_AIM_X + TEE_AIM_CONTEXTS, /* the same */
    TEE_BITS = TEE_AIM_Y + TEE_AIM_CONTEXTS,  /* the lower bits of these changes */
    TEE_LENGTHS,                              /* of texts, LEB128 */
    TEE_TEXTS,                                /* all that is neither a move nor an input, and what is unusual */
    TEE_STREAMS
};

/* Events: a move of a client, an input of client (event - TEE_INPUT), or a text. */
enum { TEE_INPUT = 128, TEE_TEXT = 255 };

/* The first byte of an INPUT_DIFF; the first with this bit is a negative number, which cannot be a client. */
enum { TEE_INPUT_BYTE = 0x44, TEE_NEGATIVE = 0x40, TEE_CONTINUED = 0x80, TEE_ONE_BYTE = 64, TEE_INPUT_VALUES = 7 };

typedef struct tee_client {
    int16_t dx, dy;          /* its last move */
    uint8_t x, y, keys, aim; /* contexts of what comes next */
} tee_client;

typedef struct tee_model {
    uint8_t previous; /* event */
    uint8_t followers[256][TEE_FOLLOWERS];
    tee_client clients[TEE_CLIENTS];
} tee_model;

static inline void tee_model_begin(tee_model *model)
{
    memset(model, 0, sizeof *model);
    model->previous = TEE_TEXT;
    memset(model->followers, TEE_TEXT, sizeof model->followers);
}

/* Moves an event to the front of a list, from `rank`; TEE_FOLLOWERS: it was not there, and the last is dropped. */
static inline void tee_follow(uint8_t *followers, size_t rank, uint8_t event)
{
    for (size_t i = rank < TEE_FOLLOWERS ? rank : TEE_FOLLOWERS - 1; i > 0; i--) followers[i] = followers[i - 1];
    followers[0] = event;
}

/* The context of the next change of a step: there was no step, or one that had not changed, had by up to 2, by more. It cannot be predicted, so it has no
 * branch. */
static inline uint8_t tee_step_context(int32_t change, int32_t step)
{
    const uint32_t moved = 0u - (uint32_t)(step != 0);
    return (uint8_t)(moved & (1 + (uint32_t)(change != 0) + (uint32_t)((uint32_t)change + 2 > 4)));
}

static inline unsigned tee_aim_low_bits(unsigned length) { return length > 2 ? length - 2 : 0; }

/* Whether these are the first bytes of a teehistorian file. */
bool reel__tee_streams_fit(reel_bytes file);

/* Appends the streams of a file. Returns REEL_OK; REEL_UNSUPPORTED, with nothing appended, if it is not teehistorian, has messages that the streams do not suit, or
 * without zstd; REEL_MEMORY; or what `budget` says (NULL: none), a step a byte. */
reel_status reel__tee_streams_pack(reel_bytes file, int level, reel_budget *budget, const reel_allocator *allocator,
                                   reel_memory *to);

#endif
