/* SPDX-License-Identifier: MIT
 * Python's pickles, as far as they hold numbers, texts, lists and dictionaries. Objects of other kinds would run code; they are refused.
 *
 * A pickle is a program for a machine with a stack. It is run up to each frame of the recording: a dictionary that is complete, inside the list
 * "data" of the outermost dictionary. What a frame is made of is forgotten before the next one. */
#ifndef ECHO_ECRREPLAY_PICKLE_H
#define ECHO_ECRREPLAY_PICKLE_H

#include "codec/pack/bzip2.h"
#include "core/memory.h"

/* Opcodes, docs/formats/ecrreplay.md. */
enum {
    PICKLE_MARK = '(',
    PICKLE_STOP = '.',
    PICKLE_FLOAT = 'G',
    PICKLE_INT = 'J',
    PICKLE_INT_1 = 'K',
    PICKLE_INT_2 = 'M',
    PICKLE_NONE = 'N',
    PICKLE_TEXT = 'X',
    PICKLE_EMPTY_LIST = ']',
    PICKLE_APPEND = 'a',
    PICKLE_APPENDS = 'e',
    PICKLE_GET = 'h',
    PICKLE_LONG_GET = 'j',
    PICKLE_PUT = 'q',
    PICKLE_LONG_PUT = 'r',
    PICKLE_SET = 's',
    PICKLE_SETS = 'u',
    PICKLE_EMPTY_DICT = '}',
    PICKLE_PROTO = 0x80,
    PICKLE_TRUE = 0x88,
    PICKLE_FALSE = 0x89,
    PICKLE_LONG = 0x8a,
    PICKLE_SHORT_TEXT = 0x8c,
    PICKLE_MEMO = 0x94,
    PICKLE_FRAME = 0x95,
    PICKLE_BATCH = 1000, /* members that one opcode adds */
    PICKLE_VERSION = 4
};

typedef enum pickle_kind { PICKLED_NONE, PICKLED_BOOL, PICKLED_INT, PICKLED_FLOAT, PICKLED_LIST, PICKLED_DICT } pickle_kind;

/* Values have numbers; those of texts have this bit. */
#define PICKLE_IS_TEXT UINT32_C(0x80000000)
typedef uint32_t pickle_id;

typedef struct pickle_node {
    uint32_t kind;
    uint32_t count; /* cells of a list; of a dictionary two for each member: key, value */
    union {
        double number;
        int64_t integer;
        struct {
            uint32_t first, last; /* cells */
        } cells;
    } as;
} pickle_node;

typedef struct pickle_cell {
    pickle_id value;
    uint32_t next;
} pickle_cell;

/* A text in memory of its own. The pickle knows it by the number that was the next one when it came, if it was memoised at once. */
typedef struct pickle_text {
    uint32_t at, size;
    uint64_t memo;
    bool memoised;
} pickle_text;

typedef enum pickle_event { PICKLE_AT_DATA, PICKLE_AT_FRAME, PICKLE_AT_END } pickle_event;

typedef struct pickle_reader {
    reel_allocator allocator;
    reel_budget *budget;
    reel_error *error;
    bzip2_reader packed;
    reel_memory raw; /* unpacked bytes that are not read yet */
    size_t at;       /* in `raw` */
    uint64_t base;   /* offset in the pickle of raw[0] */
    uint64_t opcode; /* offset of the current opcode */
    pickle_node *nodes;
    pickle_cell *cells;
    pickle_text *texts;
    pickle_id *stack, *window; /* of the stack; what the last opcodes memoised, from number `window_first` on */
    size_t node_count, node_room, cell_count, cell_room, text_count, text_room, stack_count, stack_room, window_count,
        window_room;
    uint64_t window_first;
    reel_memory characters;
    uint32_t marks[16];
    unsigned mark_count;
    size_t data;                   /* position in the stack of the list of frames; 0: not met */
    size_t batch;                  /* frames on the stack that were passed on */
    size_t kept_nodes, kept_cells; /* what was made before the frames */
    bool begun, in_frame;
} pickle_reader;

/* Runs to the next event. A frame is on top of the stack. REEL_TRUNCATED, "ecrreplay.truncated"; REEL_CORRUPT, "ecrreplay.pickle";
 * REEL_UNSUPPORTED, "ecrreplay.opcode"; REEL_LIMIT; and what unpacking fails with. */
reel_status reel__pickle_run(pickle_reader *p, pickle_event *event);
void reel__pickle_close(pickle_reader *p);

static inline const pickle_node *pickle_node_of(const pickle_reader *p, pickle_id id)
{
    return id & PICKLE_IS_TEXT ? &p->nodes[0] : &p->nodes[id]; /* the first one is none */
}
static inline bool pickle_is_text(pickle_id id) { return id & PICKLE_IS_TEXT; }
static inline reel_string pickle_text_of(const pickle_reader *p, pickle_id id)
{
    if (!pickle_is_text(id)) return (reel_string){ NULL, 0 };
    const pickle_text *text = &p->texts[id & ~PICKLE_IS_TEXT];
    return (reel_string){ (const char *)p->characters.data + text->at, text->size };
}
static inline bool pickle_text_is(const pickle_reader *p, pickle_id id, const char *word)
{
    const reel_string text = pickle_text_of(p, id);
    return pickle_is_text(id) && text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

/* The values of a list, or keys and values of a dictionary, in turn. */
typedef struct pickle_walk {
    uint32_t left, cell;
} pickle_walk;
static inline pickle_walk pickle_walk_of(const pickle_node *node)
{
    const bool holds = node->kind == PICKLED_LIST || node->kind == PICKLED_DICT;
    return (pickle_walk){ holds ? node->count : 0, holds ? node->as.cells.first : 0 };
}
static inline bool pickle_step(const pickle_reader *p, pickle_walk *walk, pickle_id *value)
{
    if (!walk->left) return false;
    walk->left--;
    *value = p->cells[walk->cell].value;
    walk->cell = p->cells[walk->cell].next;
    return true;
}
static inline bool pickle_step_pair(const pickle_reader *p, pickle_walk *walk, pickle_id *key, pickle_id *value)
{
    return pickle_step(p, walk, key) && pickle_step(p, walk, value);
}

#endif
