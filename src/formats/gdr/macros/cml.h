/* SPDX-License-Identifier: MIT
 * The header of XDBot 2.7's macros, which the writer reads again from the original file for what the rows do not have. */
#ifndef GDR_MACROS_CML_H
#define GDR_MACROS_CML_H

#include "codec/pack/block.h"
#include "formats/gdr/macros/macros.h"

enum {
    CML_MAGIC_BYTES = 4,
    CML_LAST_VERSION = 6,
    CML_HIDDEN = 1,            /* bit of macros_header.flags: the texts are hidden */
    CML_FRAME_PARTS = 1000000, /* of a frame, in versions 5 and 6 */
    CML_FIX_PARTS = 1000,      /* of a unit or a degree */
    CML_VALUES = 6,            /* of a fix: x, y and rotation of both players */
    CML_SET_VALID = 1 << 6,    /* bits of a fix: whether it counts for the first player, the second */
    CML_BUTTON_MASK = 15,
    CML_BUTTON_BITS = 2 /* the button's place in the flags of an input */
};

extern const uint8_t reel__cml_hidden_magic[CML_MAGIC_BYTES], reel__cml_plain_magic[CML_MAGIC_BYTES];

/* Versions 5 and 6: the body is packed, and frames have parts. */
static inline bool cml_is_packed(uint64_t version) { return version >= 5; }
/* Versions 2 and 3: fixes are in runs of frames. */
static inline bool cml_has_runs(uint64_t version) { return version == 2 || version == 3; }
static inline bool cml_knows(uint64_t version) { return version >= 1 && version <= CML_LAST_VERSION && version != 4; }

typedef struct cml_header {
    reel_string author, description, bot, bot_version, name; /* as stored, in the body */
    float accuracy, duration, speed, fps;
    int64_t unknown[2], last_frame;
    uint64_t seed, fps_at;
    uint8_t flag;
} cml_header;

/* Hides a text, or shows it again. */
void reel__cml_hide(uint8_t *text, size_t size);
/* The value of a fix. The program's reader computes in single precision. */
static inline float cml_value(int64_t parts)
{
    const float whole = (float)parts;
    return whole / (float)CML_FIX_PARTS;
}

/* Reads magic and version, and the stated size of a packed body. */
reel_status reel__cml_read_front(macros_in *m, uint64_t *stated);
/* Reads the fields of the body up to the inputs. */
reel_status reel__cml_read_header(macros_in *m, cml_header *header);
reel_status reel__cml_zigzag(macros_in *m, int64_t *value);
/* The leading digits of a version. */
int32_t reel__cml_version_number(reel_string text);

#endif
