/* SPDX-License-Identifier: MIT */
#include "walk.h"

/* Opcodes whose immediate values are not told by a range. */
enum {
    BLOCK = 0x02,
    LOOP = 0x03,
    IF = 0x04,
    END = 0x0b,
    BR = 0x0c,
    BR_IF = 0x0d,
    BR_TABLE = 0x0e,
    CALL = 0x10,
    CALL_INDIRECT = 0x11,
    FIRST_VARIABLE = 0x20, /* local.get, local.set, local.tee, global.get, global.set */
    LAST_VARIABLE = 0x24,
    FIRST_LOAD = 0x28, /* loads and stores */
    LAST_STORE = 0x3e,
    MEMORY_SIZE = 0x3f,
    FIRST_CONSTANT = 0x41, /* of i32, i64, f32, f64 */
    LAST_CONSTANT = 0x44,
    MEMORY_GROW = 0x40,
    LONG = 0xfc
};
enum { MEMORY_INIT = 8, DATA_DROP = 9, MEMORY_COPY = 10, MEMORY_FILL = 11 }; /* behind LONG */
enum { SECTION_CODE = 10, SECTION_DATA = 11 };
enum { HEAD_BYTES = 8, MORE = 0x80 };

static void expect(walk *w, walk_field field)
{
    w->field = field;
    w->index = 0;
    w->value = 0;
}

/* Adds a byte to a number of LEB128; true: it was the last. */
static bool add(walk *w, uint8_t byte)
{
    if (w->index < 5) w->value |= (uint32_t)(byte & 0x7f) << (7 * w->index);
    w->index++;
    return !(byte & MORE);
}

static void keep(uint32_t *list, int length, uint32_t value)
{
    for (int i = length - 1; i > 0; i--) list[i] = list[i - 1];
    list[0] = value;
}

/* Behind an instruction: the next one, the next function, or the next section. */
static void follow(walk *w)
{
    expect(w, w->at < w->body_end ? WALK_OPCODE : w->at < w->section_end ? WALK_BODY_SIZE : WALK_SECTION);
}

static void end_instruction(walk *w)
{
    keep(w->numbers, 4, w->value);
    follow(w);
}

static void begin_instruction(walk *w, uint8_t opcode)
{
    static const walk_field variables[] = { WALK_LOCAL_GET, WALK_LOCAL_SET, WALK_LOCAL_TEE, WALK_GLOBAL, WALK_GLOBAL };
    static const walk_field constants[] = { WALK_I32, WALK_I64, WALK_F32, WALK_F64 };
    for (int i = WALK_RECENT - 1; i > 0; i--) w->opcodes[i] = w->opcodes[i - 1];
    w->opcodes[0] = opcode;
    if (opcode >= FIRST_VARIABLE && opcode <= LAST_VARIABLE) {
        expect(w, variables[opcode - FIRST_VARIABLE]);
    } else if (opcode >= FIRST_LOAD && opcode <= LAST_STORE) {
        expect(w, WALK_ALIGNMENT);
    } else if (opcode >= FIRST_CONSTANT && opcode <= LAST_CONSTANT) {
        expect(w, constants[opcode - FIRST_CONSTANT]);
    } else {
        switch (opcode) {
        case BLOCK:
        case LOOP:
        case IF:
            if (w->depth < WALK_DEPTH) w->blocks[w->depth] = opcode;
            w->depth++;
            expect(w, WALK_BLOCK_TYPE);
            break;
        case END:
            if (w->depth > 0) w->depth--;
            follow(w);
            break;
        case BR:
        case BR_IF: expect(w, WALK_LABEL); break;
        case BR_TABLE: expect(w, WALK_LABEL_COUNT); break;
        case CALL: expect(w, WALK_FUNCTION); break;
        case CALL_INDIRECT: expect(w, WALK_CALL_TYPE); break;
        case MEMORY_SIZE:
        case MEMORY_GROW:
            w->left = 1;
            expect(w, WALK_MEMORY);
            break;
        case LONG: expect(w, WALK_LONG_OPCODE); break;
        default: follow(w);
        }
    }
}

static void begin_body(walk *w)
{
    w->body_end = w->at + w->value;
    for (int i = 0; i < WALK_RECENT; i++) w->opcodes[i] = 0;
    for (int i = 0; i < 3; i++) w->locals[i] = 0;
    w->depth = 0;
    expect(w, WALK_LOCAL_GROUPS);
}

static void walk_code(walk *w, uint8_t byte)
{
    switch (w->field) {
    case WALK_BODY_SIZE:
        if (add(w, byte)) begin_body(w);
        break;
    case WALK_LOCAL_GROUPS:
        if (!add(w, byte)) break;
        w->left = w->value;
        expect(w, w->left ? WALK_LOCAL_COUNT : WALK_OPCODE);
        break;
    case WALK_LOCAL_COUNT:
        if (add(w, byte)) expect(w, WALK_LOCAL_TYPE);
        break;
    case WALK_LOCAL_TYPE: expect(w, --w->left ? WALK_LOCAL_COUNT : WALK_OPCODE); break;
    case WALK_OPCODE: begin_instruction(w, byte); break;
    case WALK_LABEL_COUNT:
        if (!add(w, byte)) break;
        w->left = w->value + 1; /* and the default */
        expect(w, WALK_LABEL_OF_TABLE);
        break;
    case WALK_LABEL_OF_TABLE:
        if (!add(w, byte)) break;
        keep(w->numbers, 4, w->value);
        if (--w->left)
            expect(w, WALK_LABEL_OF_TABLE);
        else
            follow(w);
        break;
    case WALK_CALL_TYPE:
        if (!add(w, byte)) break;
        keep(w->numbers, 4, w->value);
        expect(w, WALK_CALL_TABLE);
        break;
    case WALK_FUNCTION:
        if (!add(w, byte)) break;
        w->called = w->value;
        end_instruction(w);
        break;
    case WALK_LOCAL_GET:
    case WALK_LOCAL_SET:
    case WALK_LOCAL_TEE:
        if (!add(w, byte)) break;
        keep(w->locals, 3, w->value);
        end_instruction(w);
        break;
    case WALK_ALIGNMENT:
        if (!add(w, byte)) break;
        w->alignment = w->value;
        expect(w, WALK_OFFSET);
        break;
    case WALK_OFFSET:
        if (!add(w, byte)) break;
        w->far = w->value;
        end_instruction(w);
        break;
    case WALK_I32:
    case WALK_I64:
        if (!add(w, byte)) break;
        w->constant = w->value;
        end_instruction(w);
        break;
    case WALK_F32:
    case WALK_F64:
        if (++w->index == (w->field == WALK_F32 ? 4 : 8)) follow(w);
        break;
    case WALK_LONG_OPCODE:
        if (!add(w, byte)) break;
        w->left = w->value == MEMORY_INIT || w->value == MEMORY_COPY ? 2
                  : w->value == DATA_DROP || w->value == MEMORY_FILL ? 1
                                                                     : 0;
        if (w->left)
            expect(w, WALK_MEMORY);
        else
            follow(w);
        break;
    case WALK_MEMORY:
        if (--w->left == 0) follow(w);
        break;
    default: /* block types, labels, globals, tables: one number */
        if (add(w, byte)) end_instruction(w);
    }
}

static void walk_data(walk *w, uint8_t byte)
{
    switch (w->field) {
    case WALK_SEGMENT: expect(w, byte ? WALK_OTHER : WALK_SEGMENT_BEGIN); break; /* other kinds are not looked into */
    case WALK_SEGMENT_BEGIN: expect(w, WALK_SEGMENT_ADDRESS); break;
    case WALK_SEGMENT_ADDRESS:
        if (add(w, byte)) expect(w, WALK_SEGMENT_END);
        break;
    case WALK_SEGMENT_END: expect(w, WALK_SEGMENT_SIZE); break;
    case WALK_SEGMENT_SIZE:
        if (!add(w, byte)) break;
        w->left = w->value;
        expect(w, w->left ? WALK_DATA : WALK_SEGMENT);
        break;
    default:
        if (--w->left == 0) expect(w, WALK_SEGMENT);
    }
    if (w->at >= w->section_end) expect(w, WALK_SECTION);
}

void walk_on(walk *w, uint8_t byte)
{
    w->at++;
    if (w->field >= WALK_CODE) {
        walk_code(w, byte);
        return;
    }
    switch (w->field) {
    case WALK_HEAD:
        if (w->at == HEAD_BYTES) expect(w, WALK_SECTION);
        break;
    case WALK_SECTION:
        w->section = byte;
        expect(w, WALK_SECTION_SIZE);
        break;
    case WALK_SECTION_SIZE:
        if (!add(w, byte)) break;
        w->section_end = w->at + w->value;
        expect(w, w->section == SECTION_CODE || w->section == SECTION_DATA ? WALK_COUNT : WALK_OTHER);
        break;
    case WALK_COUNT:
        if (add(w, byte)) expect(w, w->section == SECTION_CODE ? WALK_BODY_SIZE : WALK_SEGMENT);
        break;
    case WALK_OTHER:
        w->index++;
        if (w->at >= w->section_end) expect(w, WALK_SECTION);
        break;
    default: walk_data(w, byte);
    }
}
