/* SPDX-License-Identifier: MIT
 * Walks through the bytes of a WebAssembly module and knows what the next one is: an opcode, the number of a local variable, an offset of a
 * load. https://webassembly.github.io/spec/core/binary/ is the source. Whatever the bytes are, it only counts them: of a module that it
 * does not understand it says nonsense, and the packer needs more bytes. */
#ifndef REEL_PACKING_WALK_H
#define REEL_PACKING_WALK_H

#include <stdbool.h>
#include <stdint.h>

typedef enum walk_field {
    WALK_HEAD,
    WALK_SECTION,
    WALK_SECTION_SIZE,
    WALK_OTHER, /* a byte of a section that is neither code nor data */
    WALK_COUNT,
    WALK_SEGMENT, /* of data: its kind, the opcode before its address, the address, the opcode behind it, its size, its bytes */
    WALK_SEGMENT_BEGIN,
    WALK_SEGMENT_ADDRESS,
    WALK_SEGMENT_END,
    WALK_SEGMENT_SIZE,
    WALK_DATA,
    WALK_CODE, /* fields from here on are in functions */
    WALK_BODY_SIZE = WALK_CODE,
    WALK_LOCAL_GROUPS,
    WALK_LOCAL_COUNT,
    WALK_LOCAL_TYPE,
    WALK_OPCODE,
    WALK_BLOCK_TYPE,
    WALK_LABEL,
    WALK_LABEL_COUNT,
    WALK_LABEL_OF_TABLE,
    WALK_FUNCTION,
    WALK_CALL_TYPE,
    WALK_CALL_TABLE,
    WALK_LOCAL_GET,
    WALK_LOCAL_SET,
    WALK_LOCAL_TEE,
    WALK_GLOBAL,
    WALK_ALIGNMENT,
    WALK_OFFSET,
    WALK_I32,
    WALK_I64,
    WALK_F32,
    WALK_F64,
    WALK_LONG_OPCODE,
    WALK_MEMORY,
    WALK_FIELDS
} walk_field;

enum { WALK_RECENT = 8, WALK_DEPTH = 256 };

typedef struct walk {
    walk_field field;
    uint32_t index; /* bytes of the field that were seen */
    uint32_t value; /* the number that they make so far; the low bits of one of 64 bits */
    uint32_t at;    /* bytes of the module that were seen */
    uint32_t section, section_end, body_end;
    uint32_t left;                /* groups of locals, labels, indices or bytes of a segment to come */
    uint8_t opcodes[WALK_RECENT]; /* the last first */
    uint32_t numbers[4];          /* immediate values */
    uint32_t locals[3];           /* numbers of local variables */
    uint32_t constant, called;    /* the last ones */
    uint32_t alignment, far;      /* of the load or store before its offset; the offset before it */
    uint8_t blocks[WALK_DEPTH];   /* the opcodes of blocks that are open */
    uint32_t depth;
} walk;

/* Takes the next byte. */
void walk_on(walk *w, uint8_t byte);

#endif
