/* SPDX-License-Identifier: MIT
 * Runs a pickle. */
#include "formats/echo/ecrreplay/pickle.h"
#include "core/text.h"

static const char section[] = "pickle";

enum {
    MOST_NODES = 1 << 20, /* of one frame, or of all that is not a frame */
    MOST_CELLS = 1 << 21,
    MOST_TEXTS = 1 << 16,
    MOST_CHARACTERS = 1 << 24,
    MOST_STACK = 1 << 20,
    LONGEST_TEXT = 65535,
    LONGEST_LONG = 8,
    SLACK = 1 << 20
};

/* ---- bytes ------------------------------------------------------------------------------------------------------ */

static reel_status corrupt(const pickle_reader *p, const char *what)
{
    return reel_fail(p->error, REEL_CORRUPT, "ecrreplay.pickle", section, p->opcode, "%s", what);
}

static reel_status limit(const pickle_reader *p)
{
    return reel_fail(p->error, REEL_LIMIT, "ecrreplay.values", section, p->opcode, "a frame, or all else, has too many values");
}

/* Makes `size` bytes available. */
static reel_status need(pickle_reader *p, size_t size)
{
    while (p->raw.size - p->at < size) {
        if (p->at >= SLACK) {
            memmove(p->raw.data, p->raw.data + p->at, p->raw.size - p->at);
            p->base += p->at;
            p->raw.size -= p->at;
            p->at = 0;
        }
        const reel_status status = reel__bzip2_block(&p->packed, &p->raw, p->error);
        if (status == REEL_END)
            return reel_fail(p->error, REEL_TRUNCATED, "ecrreplay.truncated", section, p->base + p->raw.size,
                             "the pickle ends without its last opcode");
        if (status < 0) return status;
    }
    return REEL_OK;
}

static reel_status take(pickle_reader *p, size_t size, const uint8_t **bytes)
{
    const reel_status status = need(p, size);
    if (status < 0) return status;
    *bytes = p->raw.data + p->at;
    p->at += size;
    return REEL_OK;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

static reel_status push(pickle_reader *p, pickle_id id)
{
    if (p->stack_count >= MOST_STACK) return limit(p);
    pickle_id *stack = reel__memory_items(&p->allocator, p->stack, &p->stack_room, p->stack_count + 1, sizeof *stack);
    if (!stack) return reel__memory_fail(p->error);
    p->stack = stack;
    stack[p->stack_count++] = id;
    return REEL_OK;
}

static reel_status push_node(pickle_reader *p, pickle_node node)
{
    if (p->node_count >= MOST_NODES) return limit(p);
    pickle_node *nodes = reel__memory_items(&p->allocator, p->nodes, &p->node_room, p->node_count + 1, sizeof *nodes);
    if (!nodes) return reel__memory_fail(p->error);
    p->nodes = nodes;
    nodes[p->node_count] = node;
    return push(p, (pickle_id)p->node_count++);
}

static reel_status push_integer(pickle_reader *p, int64_t value)
{
    return push_node(p, (pickle_node){ .kind = PICKLED_INT, .as.integer = value });
}

static reel_status push_text(pickle_reader *p, size_t size)
{
    const uint8_t *bytes;
    if (size > LONGEST_TEXT)
        return reel_fail(p->error, REEL_LIMIT, "ecrreplay.text", section, p->opcode, "a text is longer than %d bytes",
                         (int)LONGEST_TEXT);
    const reel_status status = take(p, size, &bytes);
    if (status < 0) return status;
    if (!reel__utf8_is_valid(bytes, size)) return corrupt(p, "a text is not valid UTF-8");
    if (p->text_count >= MOST_TEXTS || p->characters.size + size > MOST_CHARACTERS) return limit(p);
    pickle_text *texts = reel__memory_items(&p->allocator, p->texts, &p->text_room, p->text_count + 1, sizeof *texts);
    if (!texts) return reel__memory_fail(p->error);
    p->texts = texts;
    texts[p->text_count] =
        (pickle_text){ .at = (uint32_t)p->characters.size, .size = (uint32_t)size, .memo = p->window_first + p->window_count };
    if (!memory_add(&p->characters, bytes, size)) return reel__memory_fail(p->error);
    return push(p, PICKLE_IS_TEXT | (pickle_id)p->text_count++);
}

static bool add_cell(pickle_reader *p, pickle_node *to, pickle_id value)
{
    pickle_cell *cells = reel__memory_items(&p->allocator, p->cells, &p->cell_room, p->cell_count + 1, sizeof *cells);
    if (!cells) return false;
    p->cells = cells;
    const uint32_t cell = (uint32_t)p->cell_count++;
    cells[cell] = (pickle_cell){ value, 0 };
    if (to->count++)
        cells[to->as.cells.last].next = cell;
    else
        to->as.cells.first = cell;
    to->as.cells.last = cell;
    return true;
}

/* Moves values from position `from` of the stack on into what is before them. */
static reel_status add_values(pickle_reader *p, size_t from, pickle_kind kind)
{
    const size_t end = p->stack_count;
    if (from < 1 || from > end) return corrupt(p, "the stack of the pickle has too few values");
    const pickle_id id = p->stack[from - 1];
    if (pickle_is_text(id) || p->nodes[id].kind != (uint32_t)kind)
        return corrupt(p, "values are added to what is not a list or a dictionary");
    if (kind == PICKLED_DICT && (end - from) % 2) return corrupt(p, "a key has no value");
    const bool frames = p->data && from - 1 == p->data; /* they were passed on */
    if (p->cell_count + (end - from) > MOST_CELLS) return limit(p);
    for (size_t i = from; i < end && !frames; i++)
        if (!add_cell(p, &p->nodes[id], p->stack[i])) return reel__memory_fail(p->error);
    if (frames) p->batch = 0;
    p->stack_count = from;
    return REEL_OK;
}

static reel_status add_marked(pickle_reader *p, pickle_kind kind)
{
    if (!p->mark_count) return corrupt(p, "values are added that no mark precedes");
    return add_values(p, p->marks[--p->mark_count], kind);
}

static reel_status mark(pickle_reader *p)
{
    if (p->mark_count == sizeof p->marks / sizeof *p->marks)
        return reel_fail(p->error, REEL_LIMIT, "ecrreplay.depth", section, p->opcode, "lists are nested too deeply");
    p->marks[p->mark_count++] = (uint32_t)p->stack_count;
    return REEL_OK;
}

/* ---- the memo --------------------------------------------------------------------------------------------------- */

static reel_status memorise(pickle_reader *p, uint64_t number)
{
    const uint64_t next = p->window_first + p->window_count;
    if (!p->stack_count) return corrupt(p, "there is nothing to memoise");
    if (number != next) return corrupt(p, "the memo is not filled in order");
    pickle_id *window = reel__memory_items(&p->allocator, p->window, &p->window_room, p->window_count + 1, sizeof *window);
    if (!window) return reel__memory_fail(p->error);
    p->window = window;
    const pickle_id id = p->stack[p->stack_count - 1];
    window[p->window_count++] = id;
    if (pickle_is_text(id) && p->texts[id & ~PICKLE_IS_TEXT].memo == number) p->texts[id & ~PICKLE_IS_TEXT].memoised = true;
    return REEL_OK;
}

/* Texts stay; their numbers are ascending. */
static reel_status recall(pickle_reader *p, uint64_t number)
{
    if (number >= p->window_first) {
        if (number - p->window_first >= p->window_count) return corrupt(p, "the memo does not have what is taken from it");
        return push(p, p->window[number - p->window_first]);
    }
    size_t low = 0, high = p->text_count; /* those before `low` came up to that number */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (p->texts[middle].memo <= number)
            low = middle + 1;
        else
            high = middle;
    }
    if (low && p->texts[low - 1].memo == number && p->texts[low - 1].memoised)
        return push(p, PICKLE_IS_TEXT | (pickle_id)(low - 1));
    return reel_fail(p->error, REEL_UNSUPPORTED, "ecrreplay.shared", section, p->opcode,
                     "a list of another frame is repeated, which no recorder does");
}

/* ---- opcodes ---------------------------------------------------------------------------------------------------- */

static reel_status run_long(pickle_reader *p)
{
    const uint8_t *bytes;
    reel_status status = take(p, 1, &bytes);
    if (status < 0) return status;
    const size_t size = bytes[0];
    if (size > LONGEST_LONG)
        return reel_fail(p->error, REEL_UNSUPPORTED, "ecrreplay.long", section, p->opcode, "an integer has more than 64 bits");
    status = take(p, size, &bytes);
    if (status < 0) return status;
    uint64_t value = size && bytes[size - 1] >> 7 ? UINT64_MAX : 0;
    for (size_t i = size; i; i--) value = value << 8 | bytes[i - 1];
    return push_integer(p, (int64_t)value);
}

/* The bytes that follow each opcode whose number of them is fixed. */
static size_t operand(uint8_t opcode)
{
    switch (opcode) {
    case PICKLE_PROTO:
    case PICKLE_INT_1:
    case PICKLE_SHORT_TEXT:
    case PICKLE_GET:
    case PICKLE_PUT: return 1;
    case PICKLE_INT_2: return 2;
    case PICKLE_INT:
    case PICKLE_TEXT:
    case PICKLE_LONG_GET:
    case PICKLE_LONG_PUT: return 4;
    case PICKLE_FLOAT:
    case PICKLE_FRAME: return 8;
    default: return 0;
    }
}

static reel_status run_value(pickle_reader *p, uint8_t opcode, const uint8_t *at)
{
    switch (opcode) {
    case PICKLE_FLOAT:
        return push_node(p, (pickle_node){ .kind = PICKLED_FLOAT, .as.number = reel_double_of(reel_load_u64be(at)) });
    case PICKLE_INT: return push_integer(p, (int32_t)reel_load_u32le(at));
    case PICKLE_INT_1: return push_integer(p, at[0]);
    case PICKLE_INT_2: return push_integer(p, reel_load_u16le(at));
    case PICKLE_LONG: return run_long(p);
    case PICKLE_NONE: return push_node(p, (pickle_node){ .kind = PICKLED_NONE });
    case PICKLE_TRUE:
    case PICKLE_FALSE: return push_node(p, (pickle_node){ .kind = PICKLED_BOOL, .as.integer = opcode == PICKLE_TRUE });
    case PICKLE_SHORT_TEXT: return push_text(p, at[0]);
    case PICKLE_TEXT: return push_text(p, reel_load_u32le(at));
    case PICKLE_EMPTY_LIST: return push_node(p, (pickle_node){ .kind = PICKLED_LIST });
    case PICKLE_EMPTY_DICT: return push_node(p, (pickle_node){ .kind = PICKLED_DICT });
    case PICKLE_GET: return recall(p, at[0]);
    case PICKLE_LONG_GET: return recall(p, reel_load_u32le(at));
    default: break;
    }
    return reel_fail(p->error, REEL_UNSUPPORTED, "ecrreplay.opcode", section, p->opcode,
                     "the opcode %x is not one of a recording: it is not run", (unsigned)opcode);
}

static reel_status run_opcode(pickle_reader *p, uint8_t opcode, const uint8_t *at)
{
    switch (opcode) {
    case PICKLE_PROTO:
    case PICKLE_FRAME: return REEL_OK;
    case PICKLE_MARK: return mark(p);
    case PICKLE_APPEND: return add_values(p, p->stack_count - (p->stack_count > 0), PICKLED_LIST);
    case PICKLE_APPENDS: return add_marked(p, PICKLED_LIST);
    case PICKLE_SET: return add_values(p, p->stack_count - (p->stack_count > 1 ? 2 : p->stack_count), PICKLED_DICT);
    case PICKLE_SETS: return add_marked(p, PICKLED_DICT);
    case PICKLE_MEMO: return memorise(p, p->window_first + p->window_count);
    case PICKLE_PUT: return memorise(p, at[0]);
    case PICKLE_LONG_PUT: return memorise(p, reel_load_u32le(at));
    default: return run_value(p, opcode, at);
    }
}

/* Whether the list of frames was pushed: the value of "data" in the outermost dictionary. */
static bool is_data(const pickle_reader *p)
{
    const size_t top = p->stack_count - 1;
    return !p->data && p->mark_count == 1 && p->marks[0] == 1 && top >= 2 && top % 2 == 0 &&
           pickle_text_is(p, p->stack[top - 1], "data");
}

/* Whether the value on top of the stack is a member of the list of frames: only those that were passed on are between them. */
static bool is_frame(const pickle_reader *p)
{
    const size_t first = p->data + 1;
    if (!p->data || p->stack_count != first + p->batch + 1) return false;
    return p->mark_count == 1 || (p->mark_count == 2 && p->marks[1] == first);
}

/* Forgets the frame that was passed on. */
static void end_frame(pickle_reader *p)
{
    p->in_frame = false;
    p->batch++;
    p->stack[p->stack_count - 1] = 0;
    p->node_count = p->kept_nodes;
    p->cell_count = p->kept_cells;
    p->window_first += p->window_count;
    p->window_count = 0;
}

static reel_status begin(pickle_reader *p)
{
    const uint8_t *at;
    p->begun = true;
    p->raw.allocator = p->characters.allocator = p->packed.allocator = p->allocator;
    p->packed.budget = p->budget;
    reel_status status = push_node(p, (pickle_node){ .kind = PICKLED_NONE });
    p->stack_count = 0;
    if (status >= 0) status = need(p, 2);
    if (status < 0) return status;
    at = p->raw.data;
    if (at[0] != PICKLE_PROTO || at[1] < 2 || at[1] > 5)
        return reel_fail(p->error, REEL_UNSUPPORTED, "ecrreplay.content", section, 0,
                         "what bzip2 has packed is not a recording of ECRanked");
    return REEL_OK;
}

reel_status reel__pickle_run(pickle_reader *p, pickle_event *event)
{
    reel_status status = p->begun ? REEL_OK : begin(p);
    if (p->in_frame) end_frame(p);
    while (status >= 0) {
        const uint8_t *at = NULL;
        p->opcode = p->base + p->at;
        status = take(p, 1, &at);
        if (status < 0) break;
        const uint8_t opcode = *at;
        if (opcode == PICKLE_STOP) {
            *event = PICKLE_AT_END;
            return p->stack_count == 1 && !p->mark_count ? REEL_OK : corrupt(p, "the pickle ends with values left");
        }
        status = take(p, operand(opcode), &at);
        if (status >= 0) status = run_opcode(p, opcode, at);
        if (status >= 0 && opcode == PICKLE_EMPTY_LIST && is_data(p)) {
            p->data = p->stack_count - 1;
            p->kept_nodes = p->node_count;
            p->kept_cells = p->cell_count;
            *event = PICKLE_AT_DATA;
            return REEL_OK;
        }
        if (status >= 0 && (opcode == PICKLE_SET || opcode == PICKLE_SETS) && is_frame(p)) {
            p->in_frame = true;
            *event = PICKLE_AT_FRAME;
            return REEL_OK;
        }
    }
    return status;
}

void reel__pickle_close(pickle_reader *p)
{
    reel__bzip2_close(&p->packed);
    reel__memory_drop(&p->allocator, p->raw.data);
    reel__memory_drop(&p->allocator, p->characters.data);
    reel__memory_drop(&p->allocator, p->nodes);
    reel__memory_drop(&p->allocator, p->cells);
    reel__memory_drop(&p->allocator, p->texts);
    reel__memory_drop(&p->allocator, p->stack);
    reel__memory_drop(&p->allocator, p->window);
}
