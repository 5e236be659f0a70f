/* SPDX-License-Identifier: MIT
 * The bytes of a fingerprint. docs/match.md, "Layout". */
#include "insight/fingerprint/fingerprint.h"

enum { VERSION_AT = 4, KIND_AT = 5, COUNT_AT = 6, START_AT = 8, STOPS_AT = 12, FIRST_STOPS_AT = 16, SUM_AT = 28 };
enum { TIME_BYTES = 3, WINDOW_BYTES = TIME_BYTES + 24, STOP_BYTES = 6 };

/* A stop has four numbers of 12 bits: the time after the one before, x, y and z. */
enum { STOP_BITS = 12, STOP_MS = 4, STOP_MM = STOP_SPAN >> STOP_BITS };

static const uint8_t magic[4] = { 'R', 'L', 'F', 'P' };

/* FNV-1a of everything but the sum itself. */
static uint32_t sum_of(const uint8_t *data, size_t size)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < size; i++)
        if (i < SUM_AT || i >= REEL_FINGERPRINT_HEADER) sum = (sum ^ data[i]) * 16777619u;
    return sum;
}

static uint32_t load_u24(const uint8_t *p) { return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16; }

/* Times are stored in milliseconds after the start: at most two hours. */
static void store_time(uint8_t *p, double seconds)
{
    uint32_t ms = seconds > 0 ? (uint32_t)(seconds * 1000 + 0.5) : 0;
    p[0] = (uint8_t)ms;
    p[1] = (uint8_t)(ms >> 8);
    p[2] = (uint8_t)(ms >> 16);
}

static reel_status corrupt(reel_error *error, const char *message)
{
    return reel_fail(error, REEL_CORRUPT, "match.fingerprint", "", 0, "%s", message);
}

static double start_of(const uint8_t *data) { return (double)(int32_t)reel_load_u32le(data + START_AT) / 1000; }

static void read_windows(const uint8_t *data, decoded_print *result)
{
    for (size_t i = 0; i < result->count; i++) {
        const uint8_t *at = data + REEL_FINGERPRINT_HEADER + i * WINDOW_BYTES;
        result->times[i] = result->start + (double)load_u24(at) / 1000;
        at += TIME_BYTES;
        result->codes[i] = (window_code){ reel_load_u64le(at), reel_load_u64le(at + 8), reel_load_u64le(at + 16) };
    }
}

static void read_stop_counts(const uint8_t *data, decoded_print *result)
{
    result->stops = data + REEL_FINGERPRINT_HEADER + result->count * WINDOW_BYTES;
    for (int hand = 0; hand < HANDS; hand++) {
        const uint8_t *count = data + STOPS_AT + 2 * hand;
        result->stop_counts[hand] = (size_t)(count[0] | count[1] << 8);
        result->first_stops[hand] = (int32_t)reel_load_u32le(data + FIRST_STOPS_AT + 4 * hand);
    }
}

stop_place reel__print_stops_of(const decoded_print *print, int hand)
{
    const uint8_t *at = print->stops + (hand ? print->stop_counts[0] * STOP_BYTES : 0);
    return (stop_place){ at, print->first_stops[hand] };
}

hand_stop reel__print_next_stop(stop_place *place)
{
    enum { MASK = (1 << STOP_BITS) - 1 };
    uint64_t bits = load_u24(place->at) | (uint64_t)load_u24(place->at + 3) << 24;
    place->at += STOP_BYTES;
    place->ticks += (int64_t)(bits & MASK);
    hand_stop stop = { .ms = (int32_t)(place->ticks * STOP_MS) };
    for (int axis = 0; axis < 3; axis++) stop.at[axis] = (int16_t)((bits >> (axis + 1) * STOP_BITS & MASK) * STOP_MM);
    return stop;
}

bool reel__print_stops(const reel_allocator *allocator, const decoded_print *print, stop_list *stops)
{
    size_t count = print->stop_counts[0] + print->stop_counts[1];
    *stops = (stop_list){ .data = reel__memory_new(allocator, (count + 1) * sizeof *stops->data), .left = print->stop_counts[0] };
    if (!stops->data) return false;
    for (int hand = 0; hand < HANDS; hand++) {
        stop_place place = reel__print_stops_of(print, hand);
        for (size_t i = 0; i < print->stop_counts[hand]; i++) stops->data[stops->count++] = reel__print_next_stop(&place);
    }
    return true;
}

/* The times of the first stops are those of rows. */
static bool has_good_stops(const decoded_print *print)
{
    static const int32_t most = 1 << 28;
    for (int hand = 0; hand < HANDS; hand++)
        if (print->stop_counts[hand] > MOST_STOPS || print->first_stops[hand] < -most || print->first_stops[hand] > most)
            return false;
    return true;
}

reel_status reel__print_read(reel_bytes bytes, decoded_print *result, reel_error *error)
{
    const uint8_t *data = bytes.data;
    *result = (decoded_print){ .kind = PRINT_NONE };
    if (bytes.size < REEL_FINGERPRINT_HEADER || memcmp(data, magic, sizeof magic) != 0)
        return corrupt(error, "not a fingerprint");
    /* version 1 has no stops, and zeros in their place */
    if (data[VERSION_AT] == 0 || data[VERSION_AT] > REEL_FINGERPRINT_VERSION)
        return reel_fail(error, REEL_UNSUPPORTED, "match.version", "", VERSION_AT,
                         "fingerprint of version %u; supported: up to %u", (unsigned)data[VERSION_AT],
                         (unsigned)REEL_FINGERPRINT_VERSION);
    result->count = (size_t)(data[COUNT_AT] | data[COUNT_AT + 1] << 8);
    result->start = start_of(data);
    bool poses = data[KIND_AT] == PRINT_POSES, presses = data[KIND_AT] == PRINT_PRESSES || data[KIND_AT] == PRINT_INPUTS;
    size_t most = poses ? MOST_WINDOWS : REEL_FINGERPRINT_PRESSES, size = poses ? WINDOW_BYTES : TIME_BYTES;
    if (poses) read_stop_counts(data, result);
    size_t stops = STOP_BYTES * (result->stop_counts[0] + result->stop_counts[1]);
    if ((!poses && !presses) || result->count == 0 || result->count > most || !has_good_stops(result) ||
        bytes.size != REEL_FINGERPRINT_HEADER + result->count * size + stops)
        return corrupt(error, "fingerprint of a wrong length");
    if (reel_load_u32le(data + SUM_AT) != sum_of(data, bytes.size)) return corrupt(error, "fingerprint with a wrong checksum");
    result->kind = (print_kind)data[KIND_AT];
    if (poses)
        read_windows(data, result);
    else
        result->presses = data + REEL_FINGERPRINT_HEADER;
    return REEL_OK;
}

double reel__print_press(const decoded_print *print, size_t index)
{
    return print->start + (double)load_u24(print->presses + index * TIME_BYTES) / 1000;
}

/* `count` items, which with what follows them take `size` bytes. */
static uint8_t *begin(reel_memory *memory, print_kind kind, double start, size_t count, size_t size)
{
    if (!reel__memory_room(memory, REEL_FINGERPRINT_HEADER + size)) return NULL;
    uint8_t *data = memory->data;
    memory->size = REEL_FINGERPRINT_HEADER + size;
    memset(data, 0, memory->size);
    memcpy(data, magic, sizeof magic);
    data[VERSION_AT] = REEL_FINGERPRINT_VERSION;
    data[KIND_AT] = (uint8_t)kind;
    data[COUNT_AT] = (uint8_t)count;
    data[COUNT_AT + 1] = (uint8_t)(count >> 8);
    int32_t ms = (int32_t)(start * 1000 + (start < 0 ? -0.5 : 0.5));
    reel_store_u32le(data + START_AT, (uint32_t)ms);
    return data;
}

static void end(reel_memory *memory) { reel_store_u32le(memory->data + SUM_AT, sum_of(memory->data, memory->size)); }

static void store_u16(uint8_t *p, uint16_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}

static int64_t ticks_of(int32_t ms) { return (ms - (ms < 0 ? STOP_MS - 1 : 0)) / STOP_MS; }

static void store_stop(uint8_t *at, const hand_stop *stop, int64_t ticks)
{
    uint64_t bits = (uint64_t)ticks;
    for (int axis = 0; axis < 3; axis++) bits |= (uint64_t)(stop->at[axis] / STOP_MM) << (axis + 1) * STOP_BITS;
    for (int i = 0; i < STOP_BYTES; i++) at[i] = (uint8_t)(bits >> 8 * i);
}

static void write_stops(uint8_t *data, uint8_t *at, const stop_list *stops)
{
    const size_t counts[HANDS] = { stops->left, stops->count - stops->left };
    const hand_stop *stop = stops->data;
    for (int hand = 0; hand < HANDS; hand++) {
        int64_t before = counts[hand] ? ticks_of(stop->ms) : 0;
        store_u16(data + STOPS_AT + 2 * hand, (uint16_t)counts[hand]);
        reel_store_u32le(data + FIRST_STOPS_AT + 4 * hand, (uint32_t)before);
        for (size_t i = 0; i < counts[hand]; i++, stop++, at += STOP_BYTES) {
            store_stop(at, stop, ticks_of(stop->ms) - before);
            before = ticks_of(stop->ms);
        }
    }
}

bool reel__print_write_poses(reel_memory *memory, double start, const anchor *anchors, const window_code *codes, size_t count,
                             const stop_list *stops)
{
    size_t stop_bytes = STOP_BYTES * stops->count;
    uint8_t *data = begin(memory, PRINT_POSES, start, count, count * WINDOW_BYTES + stop_bytes);
    if (!data) return false;
    double from = start_of(data);
    for (size_t i = 0; i < count; i++) {
        uint8_t *at = data + REEL_FINGERPRINT_HEADER + i * WINDOW_BYTES;
        store_time(at, anchors[i].time - from);
        reel_store_u64le(at + TIME_BYTES, codes[i].c);
        reel_store_u64le(at + TIME_BYTES + 8, codes[i].s);
        reel_store_u64le(at + TIME_BYTES + 16, codes[i].b);
    }
    write_stops(data, data + REEL_FINGERPRINT_HEADER + count * WINDOW_BYTES, stops);
    end(memory);
    return true;
}

bool reel__print_write_presses(reel_memory *memory, print_kind kind, const press_track *presses)
{
    uint8_t *data = begin(memory, kind, presses->times[0], presses->count, presses->count * TIME_BYTES);
    if (!data) return false;
    double from = start_of(data);
    for (size_t i = 0; i < presses->count; i++)
        store_time(data + REEL_FINGERPRINT_HEADER + i * TIME_BYTES, presses->times[i] - from);
    end(memory);
    return true;
}
