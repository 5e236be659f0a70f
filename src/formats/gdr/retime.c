/* SPDX-License-Identifier: MIT
 * Operations on the time of macros. Arithmetic is exact; a frame that does not fit in 64 bits is an error, and nothing is written. */
#include "formats/gdr/operations.h"

#include "codec/number.h"

static reel_status bad_argument(const reel_change *change, const char *what)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.argument", "", 0, "\"%s\" is not %s", change->argument, what);
}

/* ---- shift ------------------------------------------------------------------------------------------------------ */

/* Parses "+12", "12" or "-12". */
static bool read_frames(const char *text, int64_t *frames)
{
    bool negative = text[0] == '-';
    uint64_t size;
    const char *end = reel__number_read_u64(text + (negative || text[0] == '+'), &size);
    if (!end || *end || size > INT64_MAX || (negative && !size)) return false;
    *frames = negative ? -(int64_t)size : (int64_t)size;
    return true;
}

static macro_moved add_frames(const void *context, int64_t *frame)
{
    int64_t frames = *(const int64_t *)context;
    if (frames > 0 && *frame > INT64_MAX - frames) return MACRO_TOO_LATE;
    if (frames < 0 && *frame < INT64_MIN - frames) return MACRO_BEFORE_START;
    *frame += frames;
    return *frame < 0 ? MACRO_BEFORE_START : MACRO_MOVED;
}

static reel_status shift_inputs(macro *m, int64_t frames)
{
    for (size_t i = 0; i < m->count; i++) {
        int64_t *frame = &m->items[i].input.frame;
        macro_moved moved = add_frames(&frames, frame);
        if (moved == MACRO_TOO_LATE) return reel__macro_out_of_range(m->change, &gdr_inputs, i, *frame);
        m->marks[i] = moved == MACRO_BEFORE_START;
    }
    return REEL_OK;
}

reel_status reel__gdr_shift(reel_change *change)
{
    int64_t frames;
    double duration;
    if (!read_frames(change->argument, &frames)) return bad_argument(change, "a number of frames");
    macro m;
    reel_status status = reel__macro_load(&m, change, 0);
    if (status >= 0) status = reel__macro_mark(&m);
    if (status >= 0) status = shift_inputs(&m, frames);
    if (status >= 0) status = reel__macro_store_unmarked(&m, "dropped %llu {input|inputs} that would be before the start");
    reel__macro_end(&m);
    if (status >= 0 && frames)
        status = reel__macro_move_others(change, &(macro_motion){ .frame = add_frames, .context = &frames });
    if (status >= 0 && frames && reel__macro_duration(change->chunk, &duration))
        reel__macro_set_duration(change, duration + (double)frames);
    return status;
}

/* ---- frames per second ------------------------------------------------------------------------------------------ */

/* to / from = multiplier / divisor * 2^power, exactly. Multiplier and divisor are odd and have at most 53 bits. */
typedef struct rate_ratio {
    uint64_t multiplier, divisor;
    int power;
} rate_ratio;

/* Splits a positive number into an odd integer and a power of two. */
static uint64_t odd_part(double value, int *power)
{
    const int fraction_bits = 52, bias = 1023;
    uint64_t bits = reel_double_bits(value), integer = bits & ((UINT64_C(1) << fraction_bits) - 1);
    int exponent = (int)(bits >> fraction_bits & 0x7ff);
    if (exponent) integer |= UINT64_C(1) << fraction_bits;
    *power = (exponent ? exponent : 1) - bias - fraction_bits;
    for (; !(integer & 1); integer >>= 1) ++*power;
    return integer;
}

static rate_ratio ratio_of(double from, double to)
{
    int up, down;
    rate_ratio ratio = { .multiplier = odd_part(to, &up), .divisor = odd_part(from, &down) };
    ratio.power = up - down;
    return ratio;
}

/* An unsigned integer of 128 bits. */
typedef struct wide {
    uint64_t high, low;
} wide;

static wide multiply(uint64_t a, uint64_t b)
{
    const uint64_t mask = UINT32_MAX;
    uint64_t low = (a & mask) * (b & mask), middle = (a >> 32) * (b & mask) + (low >> 32);
    uint64_t other = (a & mask) * (b >> 32) + (middle & mask);
    return (wide){ (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32), other << 32 | (low & mask) };
}

static unsigned bits_of(wide value)
{
    unsigned bits = 0;
    for (uint64_t rest = value.high ? value.high : value.low; rest; rest >>= 1) bits++;
    return bits + (value.high ? 64 : 0);
}

static wide shift_left(wide value, unsigned by)
{
    if (by >= 128) return (wide){ 0, 0 };
    if (by >= 64) return (wide){ value.low << (by - 64), 0 };
    return by ? (wide){ value.high << by | value.low >> (64 - by), value.low << by } : value;
}

static wide shift_right(wide value, unsigned by)
{
    if (by >= 128) return (wide){ 0, 0 };
    if (by >= 64) return (wide){ 0, value.high >> (by - 64) };
    return by ? (wide){ value.high >> by, value.high << (64 - by) | value.low >> by } : value;
}

/* Long division in digits of 8 bits. The divisor has at most 53 bits, so a remainder followed by a digit has at most 61. */
static wide divide(wide value, uint64_t by, uint64_t *rest)
{
    enum { DIGIT = 8, DIGITS = 128 / DIGIT };
    wide quotient = { 0, 0 };
    *rest = 0;
    for (unsigned i = DIGITS; i-- > 0;) {
        uint64_t next = *rest << DIGIT | (shift_right(value, i * DIGIT).low & 0xff);
        quotient = shift_left(quotient, DIGIT);
        quotient.low |= next / by;
        *rest = next % by;
    }
    return quotient;
}

/* Computes size * ratio, rounded half to even. Returns false if the result does not fit in 63 bits.
 *
 * The product p = size * multiplier has at most 63 + 53 = 116 bits and is exact. With power >= 0, the result is p * 2^power / divisor: if the
 * shift would exceed 128 bits, then so does the dividend, and the quotient has more than 128 - 53 > 63 bits. The remainder decides the
 * rounding; the divisor is odd, so the fraction is never exactly one half.
 *
 * With power = -down < 0, let whole = floor(p / divisor), with remainder rest. The result is (whole + rest / divisor) / 2^down. Its integer
 * part is whole >> down, because rest / divisor < 1 cannot carry. The fraction is at least one half if bit down - 1 of `whole` is set, and
 * it is exactly one half if in addition rest and all lower bits of `whole` are 0. */
static bool scale_size(uint64_t size, const rate_ratio *ratio, uint64_t *scaled)
{
    uint64_t rest;
    wide product = multiply(size, ratio->multiplier);
    bool half, more; /* the fraction is at least one half; it is not exactly one half */
    if (ratio->power >= 0) {
        if (bits_of(product) + (unsigned)ratio->power > 128) return size == 0 ? (*scaled = 0, true) : false;
        wide whole = divide(shift_left(product, (unsigned)ratio->power), ratio->divisor, &rest);
        if (whole.high || whole.low > INT64_MAX) return false;
        *scaled = whole.low;
        half = rest > ratio->divisor / 2; /* rounded down, as the divisor is odd */
        more = true;
    } else {
        unsigned down = (unsigned)-ratio->power;
        wide whole = divide(product, ratio->divisor, &rest), above = shift_right(whole, down);
        if (above.high || above.low > INT64_MAX) return false;
        *scaled = above.low;
        half = down <= 128 && (shift_right(whole, down - 1).low & 1);
        wide back = down <= 128 ? shift_left(shift_right(whole, down - 1), down - 1) : (wide){ 0, 0 };
        more = rest || back.high != whole.high || back.low != whole.low;
    }
    *scaled += half && (more || *scaled & 1);
    return *scaled <= INT64_MAX;
}

static bool scale(int64_t *frame, const rate_ratio *ratio)
{
    uint64_t scaled, size = *frame < 0 ? 0 - (uint64_t)*frame : (uint64_t)*frame;
    if (!scale_size(size, ratio, &scaled)) return false;
    *frame = *frame < 0 ? -(int64_t)scaled : (int64_t)scaled;
    return true;
}

static reel_status set_framerate(const reel_change *change, const rate_ratio *ratio, double to)
{
    gdr_info *info = reel__macro_info(change->chunk);
    gdr_info_v1 *info_v1 = reel__macro_info_v1(change->chunk);
    if (info) info->framerate = to;
    if (!info_v1) return REEL_OK;
    info_v1->framerate = to;
    info_v1->keys[0] |= GDR_KEY_FRAMERATE;
    if (!(info_v1->keys[1] & GDR_KEY_WHOLE_DURATION)) return REEL_OK;
    double duration = info_v1->duration; /* in frames: a whole duration is Mega Hack's */
    int64_t frames = duration >= 0 && duration < 0x1p63 ? (int64_t)duration : -1;
    if (frames < 0 || !scale(&frames, ratio))
        return reel__macro_out_of_range(change, &gdr_infos_v1, 0, frames < 0 ? INT64_MAX : frames);
    info_v1->duration = (double)frames;
    return REEL_OK;
}

/* Counts inputs that are now on the same frame as the player's previous input, and were not before. */
static uint64_t collisions(const macro *m, const int64_t *old, uint64_t *first)
{
    uint64_t count = 0;
    size_t last[2] = { SIZE_MAX, SIZE_MAX };
    for (size_t i = 0; i < m->count; i++) {
        size_t *before = &last[m->items[i].input.player2 != 0];
        if (*before != SIZE_MAX && m->items[*before].input.frame == m->items[i].input.frame && old[*before] != old[i] && !count++)
            *first = i;
        *before = i;
    }
    return count;
}

static void report_collisions(const macro *m, const int64_t *old)
{
    uint64_t first = REEL_NO_ROW, met = collisions(m, old, &first);
    reel__gdr_report_rows(&m->change->reporter, "edit.collision", REEL_WARNING, &gdr_inputs, first, met,
                          "%llu {input is|inputs are} now on the same frame as the previous input");
}

static reel_status scale_inputs(macro *m, const rate_ratio *ratio)
{
    int64_t *old = reel__macro_alloc(m->change, m->count, sizeof *old);
    if (!old) return reel__memory_fail(m->change->error);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < m->count && status >= 0; i++) {
        old[i] = m->items[i].input.frame;
        if (!scale(&m->items[i].input.frame, ratio)) status = reel__macro_out_of_range(m->change, &gdr_inputs, i, old[i]);
    }
    if (status >= 0) report_collisions(m, old);
    reel__macro_release(m->change, old);
    return status;
}

static macro_moved scale_frame(const void *context, int64_t *frame)
{
    return scale(frame, context) ? MACRO_MOVED : MACRO_TOO_LATE;
}

/* Scales the frames of all that has some. */
static reel_status scale_all(const reel_change *change, const rate_ratio *ratio)
{
    macro m;
    reel_status status = reel__macro_load(&m, change, 0);
    if (status >= 0) status = scale_inputs(&m, ratio);
    if (status >= 0) status = reel__macro_store(&m);
    reel__macro_end(&m);
    return status < 0 ? status : reel__macro_move_others(change, &(macro_motion){ .frame = scale_frame, .context = ratio });
}

static reel_status no_framerate(const reel_change *change)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.framerate", "header", 0, "the framerate of the replay is invalid");
}

static bool read_positive(const reel_change *change, double *value)
{
    const char *end = reel__number_read_f64(change->argument, value);
    return end && !*end && *value > 0 && *value < 1e9;
}

reel_status reel__gdr_set_tps(reel_change *change)
{
    double to, from = reel__macro_framerate(change->chunk);
    if (!read_positive(change, &to)) return bad_argument(change, "a number of frames per second");
    if (from == 0) return no_framerate(change);
    const rate_ratio ratio = ratio_of(from, to);
    reel_status status = from == to ? REEL_OK : scale_all(change, &ratio);
    return status < 0 ? status : set_framerate(change, &ratio, to);
}

/* A macro that was recorded at half the speed lasts twice as long: its frames count twice. The framerate stays. */
reel_status reel__gdr_stretch(reel_change *change)
{
    double factor, duration;
    if (!read_positive(change, &factor)) return bad_argument(change, "a factor above 0");
    if (factor == 1) return REEL_OK;
    if (reel__macro_framerate(change->chunk) == 0) return no_framerate(change);
    const rate_ratio ratio = ratio_of(1, factor);
    reel_status status = scale_all(change, &ratio);
    if (status >= 0 && reel__macro_duration(change->chunk, &duration)) reel__macro_set_duration(change, duration * factor);
    return status;
}
