/* SPDX-License-Identifier: MIT */
#include "core/input.h"

reel_source reel_source_memory(const void *data, size_t size)
{
    static const uint8_t nothing[1] = { 0 };
    return (reel_source){ .data = data ? data : nothing, .size = data ? size : 0 };
}

void reel__input_open(reel_input *input, reel_source source, uint64_t input_limit, uint64_t buffer_limit, reel_budget *budget,
                      const reel_allocator *allocator)
{
    *input = (reel_input){
        .source = source, .allocator = *allocator, .input_limit = input_limit, .buffer_limit = buffer_limit, .budget = budget
    };
    if (budget) budget->size = source.size;
}

void reel__input_close(reel_input *input)
{
    if (input->source.close) input->source.close(input->source.context);
    reel__memory_drop(&input->allocator, input->buffer);
    *input = (reel_input){ 0 };
}

static reel_status over_limit(const reel_input *input, reel_error *error)
{
    return reel_fail(error, REEL_LIMIT, "reel.input-limit", "", input->input_limit,
                     "the input is larger than the limit of %llu bytes", (unsigned long long)input->input_limit);
}

static reel_status fill_from_memory(reel_input *input, reel_cursor *window, size_t want, reel_error *error)
{
    if (!window->at) {
        if (input->source.size > input->input_limit) return over_limit(input, error);
        if (reel__budget_read(input->budget, input->source.size) != REEL_OK) return reel_fail_budget(input->budget, error, "", 0);
        window->at = input->source.data;
        window->end = input->source.data + input->source.size;
        window->end_offset = input->source.size;
    }
    return reel_left(window) >= want ? REEL_OK : REEL_END;
}

enum { FIRST_BUFFER = 16384, USUAL_BUFFER = 65536 };

/* Room for `need` bytes in the buffer; more where the window is a moving one. */
static reel_status make_room(reel_input *input, uint64_t need, reel_error *error)
{
    if (need <= input->capacity) return REEL_OK;
    if (need > input->buffer_limit)
        return reel_fail(error, REEL_LIMIT, "reel.buffer-limit", "", input->end_offset,
                         "the input needs a buffer larger than the limit of %llu bytes", (unsigned long long)input->buffer_limit);
    if (need > SIZE_MAX) return reel__memory_fail(error);
    uint8_t *buffer = input->allocator.resize(input->allocator.context, input->buffer, input->capacity, (size_t)need);
    if (!buffer) return reel__memory_fail(error);
    input->buffer = buffer;
    input->capacity = (size_t)need;
    return REEL_OK;
}

/* How large a full buffer should become. All that follows: its known size and one byte to see the end. Else twice what is there,
 * and no more than that: what is wanted may be a lie. */
static uint64_t next_capacity(const reel_input *input, size_t want)
{
    if (want <= USUAL_BUFFER) return want <= FIRST_BUFFER && !input->buffer ? FIRST_BUFFER : USUAL_BUFFER;
    if (input->source.size != REEL_UNKNOWN_SIZE && input->source.size >= input->end_offset) {
        uint64_t all = input->have + (input->source.size - input->end_offset) + 1;
        if (want == SIZE_MAX || all < want) return all > input->have + 1 ? all : (uint64_t)input->have + USUAL_BUFFER;
    }
    uint64_t twice = input->capacity < USUAL_BUFFER ? USUAL_BUFFER : 2 * (uint64_t)input->capacity;
    return twice > input->buffer_limit && input->capacity < input->buffer_limit ? input->buffer_limit : twice;
}

static bool by_its_content(reel_status status)
{
    return status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT;
}

/* Calls the source once, for up to `room` bytes. */
static reel_status read_source(reel_input *input, uint8_t *to, size_t room, size_t *got, reel_error *error)
{
    reel_error own;
    if (!error) error = &own;
    *got = 0;
    reel_status status = input->source.read(input->source.context, to, room, got, error);
    if (by_its_content(status) && input->end_offset > 0) {
        input->failure = *error;
        input->failure.status = status;
        status = REEL_END;
    }
    if (status == REEL_END) input->ended = true;
    if (status != REEL_OK) return status;
    input->end_offset += *got;
    if (reel__budget_read(input->budget, *got) != REEL_OK) return reel_fail_budget(input->budget, error, "", input->end_offset);
    return input->end_offset > input->input_limit ? over_limit(input, error) : REEL_OK;
}

static reel_status read_more(reel_input *input, reel_error *error)
{
    size_t got;
    reel_status status = read_source(input, input->buffer + input->have, input->capacity - input->have, &got, error);
    input->have += got;
    return status;
}

static void slide(reel_input *input, reel_cursor *window)
{
    size_t left = window->at ? reel_left(window) : 0;
    if (left && left < input->have) memmove(input->buffer, window->at, left);
    input->have = left;
}

reel_status reel__input_fill(reel_input *input, reel_cursor *window, size_t want, reel_error *error)
{
    window->failed = false;
    if (input->source.data) return fill_from_memory(input, window, want, error);
    if (window->at && reel_left(window) >= want) return REEL_OK;
    if (input->source.size != REEL_UNKNOWN_SIZE && input->source.size > input->input_limit) return over_limit(input, error);
    slide(input, window);
    reel_status status = REEL_OK;
    while (input->have < want && !input->ended) {
        if (input->have == input->capacity) status = make_room(input, next_capacity(input, want), error);
        if (status == REEL_OK) status = read_more(input, error);
        if (status != REEL_OK) break;
    }
    window->at = input->buffer;
    window->end = input->buffer ? input->buffer + input->have : NULL;
    window->end_offset = input->end_offset;
    if (status == REEL_END || status == REEL_OK) return input->have >= want ? REEL_OK : REEL_END;
    return status;
}

reel_status reel__input_read(reel_input *input, reel_cursor *window, uint8_t *to, size_t size, size_t *got, reel_error *error)
{
    size_t done = reel_left(window) < size ? reel_left(window) : size;
    if (done) memcpy(to, window->at, done);
    window->at += done;
    reel_status status = REEL_OK;
    for (size_t more; done < size && !input->ended && status == REEL_OK; done += more) {
        status = read_source(input, to + done, size - done, &more, error);
        input->have = 0;
        *window = (reel_cursor){ .at = input->buffer, .end = input->buffer, .end_offset = input->end_offset };
    }
    *got = done;
    if (status == REEL_END || status == REEL_OK) return done == size ? REEL_OK : REEL_END;
    return status;
}

bool reel__input_moves(const reel_input *input) { return input->source.data || input->source.seek; }

reel_status reel__input_move(reel_input *input, reel_cursor *window, uint64_t offset, reel_error *error)
{
    if (input->source.data) {
        if (offset > input->source.size) return REEL_END;
        *window = (reel_cursor){ .at = input->source.data + offset,
                                 .end = input->source.data + input->source.size,
                                 .end_offset = input->source.size };
        return REEL_OK;
    }
    reel_status status = input->source.seek(input->source.context, offset, error);
    if (status < 0) return status;
    input->have = 0;
    input->end_offset = offset;
    input->ended = false;
    *window = (reel_cursor){ .at = input->buffer, .end = input->buffer, .end_offset = offset };
    return REEL_OK;
}

reel_status reel_fill(reel_decoder *decoder, size_t want)
{
    reel_input *input = decoder->input;
    reel_status status = reel__input_fill(input, &decoder->in, want, decoder->error);
    /* A pipe tells its size at its end: from there on it is like a file. */
    if (decoder->input_size == REEL_UNKNOWN_SIZE && input->ended && !input->failure.status)
        decoder->input_size = input->end_offset;
    return status;
}

uint64_t reel_get_leb128(reel_cursor *cursor)
{
    const uint8_t *start = cursor->at;
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        uint8_t byte = reel_get_u8(cursor);
        if (cursor->failed) return 0;
        if (shift == 63 && byte > 1) break;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return value;
    }
    cursor->failed = true; /* longer than any 64-bit value: the place is the number's first byte */
    cursor->failed_at = cursor->end_offset - (uint64_t)(cursor->end - start);
    cursor->at = cursor->end; /* nothing is read behind a failure */
    return 0;
}
