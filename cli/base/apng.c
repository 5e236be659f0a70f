/* SPDX-License-Identifier: MIT
 * The animated PNG: PNG specification, third edition, 11.3.6 (acTL, fcTL, fdAT). Pixels are RGB without filters, for which flat colours
 * compress best. One colour, which no pixel has, is transparent: it stands for pixels of a frame that are as before. */
#include "base/apng.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAD_BYTES = 8,   /* of a chunk: size, type */
    NUMBER_BYTES = 4, /* before the data of fdAT */
    END_BYTES = 4,    /* checksum */
    PIXEL_BYTES = 4,
    COLOR_BYTES = 3,
    LEVEL = 9
};

static const uint32_t same_as_before = 0x00ff01, next_to_it = 0x00ff00;

struct part {
    unsigned left, top, width, height;
};

static void put_u32(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* Completes a chunk whose data is in place, and writes it. */
static reel_status write_chunk(const struct apng *apng, uint8_t *chunk, const char *type, size_t size, reel_error *error)
{
    put_u32(chunk, (uint32_t)size);
    memcpy(chunk + 4, type, 4);
    put_u32(chunk + HEAD_BYTES + size, (uint32_t)apng->library->checksum(0, chunk + 4, (unsigned)size + 4));
    return apng->sink.write(apng->sink.context, chunk, HEAD_BYTES + size + END_BYTES, error);
}

static reel_status write_head(const struct apng *apng, const struct svg_image *image, reel_error *error)
{
    static const uint8_t signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
    enum { IHDR = 13, ACTL = 8, TRNS = 6, DEPTH = 8, TRUE_COLOR = 2 };
    uint8_t chunk[HEAD_BYTES + IHDR + END_BYTES] = { 0 }, *data = chunk + HEAD_BYTES;
    reel_status status = apng->sink.write(apng->sink.context, signature, sizeof signature, error);
    put_u32(data, image->width);
    put_u32(data + 4, image->height);
    data[8] = DEPTH;
    data[9] = TRUE_COLOR;
    if (status == REEL_OK) status = write_chunk(apng, chunk, "IHDR", IHDR, error);
    put_u32(data, apng->frames);
    put_u32(data + 4, 0); /* again and again */
    if (status == REEL_OK) status = write_chunk(apng, chunk, "acTL", ACTL, error);
    for (int i = 0; i < COLOR_BYTES; i++) {
        data[2 * i] = 0;
        data[2 * i + 1] = (uint8_t)(same_as_before >> (16 - 8 * i));
    }
    return status == REEL_OK ? write_chunk(apng, chunk, "tRNS", TRNS, error) : status;
}

static reel_status write_control(struct apng *apng, struct part part, bool over, reel_error *error)
{
    enum { FCTL = 26 };
    uint8_t chunk[HEAD_BYTES + FCTL + END_BYTES] = { 0 }, *data = chunk + HEAD_BYTES;
    put_u32(data, apng->sequence++);
    put_u32(data + 4, part.width);
    put_u32(data + 8, part.height);
    put_u32(data + 12, part.left);
    put_u32(data + 16, part.top);
    put_u32(data + 20, (uint32_t)1 << 16 | apng->rate); /* shown for 1 / rate seconds */
    data[24] = 0;                                       /* it stays */
    data[25] = over;
    return write_chunk(apng, chunk, "fcTL", FCTL, error);
}

static uint32_t pixel_at(const struct svg_image *image, unsigned x, unsigned y)
{
    uint32_t pixel;
    memcpy(&pixel, image->pixels + y * image->stride + (size_t)x * PIXEL_BYTES, sizeof pixel);
    pixel &= 0xffffff;
    return pixel == same_as_before ? next_to_it : pixel;
}

/* The rectangle that differs; one pixel if nothing does. */
static struct part changed_part(const struct svg_image *before, const struct svg_image *now)
{
    unsigned left = now->width, right = 0, top = now->height, bottom = 0;
    for (unsigned y = 0; y < now->height; y++) {
        size_t row = y * now->stride;
        if (!memcmp(before->pixels + row, now->pixels + row, (size_t)now->width * PIXEL_BYTES)) continue;
        if (y < top) top = y;
        bottom = y + 1;
        unsigned first = 0, end = now->width;
        while (first < left && pixel_at(before, first, y) == pixel_at(now, first, y)) first++;
        while (end > right && pixel_at(before, end - 1, y) == pixel_at(now, end - 1, y)) end--;
        if (first < left) left = first;
        if (end > right) right = end;
    }
    if (left >= right) return (struct part){ 0, 0, 1, 1 };
    return (struct part){ left, top, right - left, bottom - top };
}

static size_t fill_rows(struct apng *apng, const struct svg_image *before, const struct svg_image *now, struct part part)
{
    uint8_t *to = apng->rows;
    for (unsigned y = part.top; y < part.top + part.height; y++) {
        *to++ = 0; /* no filter */
        for (unsigned x = part.left; x < part.left + part.width; x++) {
            uint32_t pixel = pixel_at(now, x, y);
            if (before && pixel == pixel_at(before, x, y)) pixel = same_as_before;
            for (int shift = 16; shift >= 0; shift -= 8) *to++ = (uint8_t)(pixel >> shift);
        }
    }
    return (size_t)(to - apng->rows);
}

static reel_status write_pixels(struct apng *apng, size_t size, bool first, reel_error *error)
{
    unsigned long packed = apng->library->compress_bound((unsigned long)size);
    uint8_t *data = apng->packed + HEAD_BYTES + NUMBER_BYTES;
    if (apng->library->compress(data, &packed, apng->rows, (unsigned long)size, LEVEL) != 0)
        return reel_fail(error, REEL_MEMORY, "plot.png", "", 0, "the picture cannot be compressed");
    if (first) return write_chunk(apng, apng->packed + NUMBER_BYTES, "IDAT", packed, error);
    put_u32(apng->packed + HEAD_BYTES, apng->sequence++);
    return write_chunk(apng, apng->packed, "fdAT", NUMBER_BYTES + packed, error);
}

reel_status apng_frame(struct apng *apng, const struct svg_image *before, const struct svg_image *now, reel_error *error)
{
    struct part part = { 0, 0, now->width, now->height };
    reel_status status = REEL_OK;
    if (before) {
        part = changed_part(before, now);
    } else {
        size_t size = ((size_t)now->width * COLOR_BYTES + 1) * now->height;
        apng->rows = grow(NULL, size);
        apng->packed = grow(NULL, HEAD_BYTES + NUMBER_BYTES + apng->library->compress_bound((unsigned long)size) + END_BYTES);
        status = write_head(apng, now, error);
    }
    if (status == REEL_OK) status = write_control(apng, part, before != NULL, error);
    return status == REEL_OK ? write_pixels(apng, fill_rows(apng, before, now, part), !before, error) : status;
}

reel_status apng_end(struct apng *apng, reel_error *error)
{
    uint8_t chunk[HEAD_BYTES + END_BYTES];
    return write_chunk(apng, chunk, "IEND", 0, error);
}

void apng_free(struct apng *apng)
{
    free(apng->rows);
    free(apng->packed);
}
