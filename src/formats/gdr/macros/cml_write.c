/* SPDX-License-Identifier: MIT
 * Writes macros of XDBot 2.7. What the rows do not have comes from the original file, if there is one. */
#include "codec/number.h"
#include "core/memory.h"
#include "formats/gdr/macros/cml.h"

enum { NEW_VERSION = 1, GZIP_LEVEL = 6, ALL_VALID = 3 };

/* The body while it is made, and the header of the original file. */
typedef struct cml_writing {
    const macros_out *w;
    reel_memory body;
    bool no_memory;
    cml_header old;
    bool has_old, old_hidden, old_packed;
    int64_t old_end; /* place of the last input of the original */
    unsigned jump;   /* the number of the button: all but left and right mean it */
    bool hidden, packed;
} cml_writing;

/* ---- what a row can be ------------------------------------------------------------------------------------------ */

/* The parts that give a value back; false: none do. Above 2^24 single precision has not all integers, so that its neighbours are tried. */
static bool parts_of(float value, int64_t *parts)
{
    enum { STEPS = 2, ALL_INTEGERS = 1 << 24 };
    const double product = (double)value * CML_FIX_PARTS;
    if (!(product > -9e15 && product < 9e15)) return false;
    const int64_t near = (int64_t)(product < 0 ? product - 0.5 : product + 0.5), size = near < 0 ? -near : near;
    const uint32_t bits = reel_float_bits((float)near);
    for (int i = -STEPS; i <= STEPS; i++) {
        *parts = size < ALL_INTEGERS ? near + i : (int64_t)reel_float_of(bits + (uint32_t)i);
        if (reel_float_bits(cml_value(*parts)) == reel_float_bits(value)) return true;
    }
    return false;
}

static bool can_store(const macros_fix *fix)
{
    int64_t parts[3];
    if (fix->has != (MACROS_FIX_POSITION | MACROS_FIX_ROTATION)) return false;
    if (!parts_of(fix->x, &parts[0]) || !parts_of(fix->y, &parts[1]) || !parts_of(fix->rotation, &parts[2])) return false;
    return !fix->player2 || parts[0] || parts[1] || parts[2];
}

static reel_status check_cml(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const macros_header *header = row;
    (void)of, (void)number;
    if (table == &macros_headers && !(cml_knows(header->version) && header->flags <= CML_HIDDEN))
        return reel__macros_refuse(error, "macros.version", "header", "the format has versions 1, 2, 3, 5 and 6, and one flag");
    if (table == &macros_fixes && !can_store(row))
        return reel__macros_refuse(error, "macros.fix", "fixes",
                                   "the format stores positions and rotations in thousandths, not all 0 for the second player");
    return REEL_OK;
}

/* ---- the original ----------------------------------------------------------------------------------------------- */

/* Adds up the steps of the inputs, and finds the number that stands for jump. */
static void read_old_inputs(cml_writing *c, macros_in *m)
{
    uint64_t count;
    int64_t change;
    bool found = false;
    if (reel__macros_leb128(m, 10, 64, &count) < 0) return;
    for (uint64_t i = 0; i < count && reel__cml_zigzag(m, &change) >= 0; i++) {
        const uint8_t *flags = reel_take(&m->c, 1);
        if (!flags) return;
        c->old_end += change;
        const unsigned button = *flags >> CML_BUTTON_BITS & CML_BUTTON_MASK;
        if (found || button == GDR_LEFT || button == GDR_RIGHT) continue;
        c->jump = button;
        found = true;
    }
}

/* Reads the original's header. Its texts are in the document, or in `block`. */
static void read_old(cml_writing *c, block_reader *block)
{
    const reel_bytes file = c->w->document;
    reel_error error;
    macros_in m = { .error = &error, .section = "header" };
    uint64_t stated;
    if (!file.size) return;
    m.c = (reel_cursor){ .at = file.data, .end = file.data + file.size, .end_offset = file.size };
    if (reel__cml_read_front(&m, &stated) < 0) return;
    c->old_hidden = m.header.flags & CML_HIDDEN;
    c->old_packed = cml_is_packed(m.header.version);
    if (c->old_packed) {
        reel_status status = reel__block_start(block, m.c.at, reel_left(&m.c), UINT64_MAX);
        if (status == REEL_OK) status = reel__block_unpack(block, SIZE_MAX);
        c->no_memory |= status == REEL_MEMORY;
        if (status != REEL_END) return;
        m.c = (reel_cursor){ .at = block->buffer, .end = block->buffer + block->made, .end_offset = block->made };
    }
    c->has_old = reel__cml_read_header(&m, &c->old) >= 0;
    if (c->has_old) read_old_inputs(c, &m);
}

/* ---- the body --------------------------------------------------------------------------------------------------- */

static void put(cml_writing *c, const void *data, size_t size)
{
    if (!memory_add(&c->body, data, size)) c->no_memory = true;
}

static void put_byte(cml_writing *c, unsigned value)
{
    const uint8_t byte = (uint8_t)value;
    put(c, &byte, 1);
}

static void put_leb128(cml_writing *c, uint64_t value)
{
    for (; value >= 0x80; value >>= 7) put_byte(c, (unsigned)(value & 0x7f) | 0x80);
    put_byte(c, (unsigned)value);
}

static void put_zigzag(cml_writing *c, int64_t value) { put_leb128(c, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0)); }

static void put_f32(cml_writing *c, float value)
{
    const uint32_t bits = reel_float_bits(value);
    for (unsigned i = 0; i < 4; i++) put_byte(c, bits >> 8 * i & 0xff);
}

/* Puts a text that is hidden in `text` if `was_hidden`. */
static void put_text(cml_writing *c, reel_string text, bool was_hidden)
{
    put_leb128(c, text.size);
    put(c, text.data, text.size);
    if (!c->no_memory && was_hidden != c->hidden) reel__cml_hide(c->body.data + (c->body.size - text.size), text.size);
}

/* The name of the bot. An original without one stays so: the row then has that of the bot whose format it is. */
static void put_bot(cml_writing *c)
{
    const reel_string name = c->w->info.bot_name;
    const char *own = reel__macros_write_cml.kind->bot;
    const bool is_own = name.size == strlen(own) && memcmp(name.data, own, name.size) == 0;
    put_text(c, c->has_old && !c->old.bot.size && is_own ? c->old.bot : name, false);
}

/* The original's version of the bot, if the row has its number. */
static void put_bot_version(cml_writing *c)
{
    char digits[NUMBER_SIZE];
    const int32_t number = c->w->info.bot_version;
    const size_t before = c->body.size, size = c->old.bot_version.size;
    const bool hides = c->hidden;
    if (c->has_old) {
        c->hidden = false;
        put_text(c, c->old.bot_version, c->old_hidden);
        c->hidden = hides;
        if (c->no_memory) return;
        uint8_t *text = size ? c->body.data + (c->body.size - size) : NULL;
        if (reel__cml_version_number((reel_string){ (const char *)text, size }) == number) {
            if (hides && size) reel__cml_hide(text, size);
            return;
        }
        c->body.size = before;
    }
    put_text(c, (reel_string){ digits, number ? reel__number_i64(digits, number) : 0 }, false);
}

/* Where an input is, in frames or in parts of them. */
static int64_t place_of(const cml_writing *c, size_t i)
{
    const macros_out *w = c->w;
    if (!c->packed) return w->inputs[i].frame;
    if (!w->time_count) return w->inputs[i].frame * CML_FRAME_PARTS;
    return (int64_t)(w->times[i].time * w->info.framerate * CML_FRAME_PARTS + 0.5);
}

/* The frame of the last input, in the unit that the original has. An original without it, or with another frame, stays. */
static int64_t last_frame(const cml_writing *c)
{
    const macros_out *w = c->w;
    const int64_t frame = w->input_count ? w->inputs[w->input_count - 1].frame : 0;
    if (!c->has_old) return frame;
    const int64_t old = c->old.last_frame, whole = c->old_packed ? c->old_end / CML_FRAME_PARTS : c->old_end;
    if (old == whole) return frame;
    if (old <= 0) return old;
    return old == c->old_end && w->input_count ? place_of(c, w->input_count - 1) : old;
}

static void put_header(cml_writing *c)
{
    const macros_out *w = c->w;
    put_text(c, w->info.author, false);
    put_text(c, w->info.description, false);
    put_f32(c, c->has_old ? c->old.accuracy : 0);
    put_f32(c, w->info.duration);
    put_f32(c, c->has_old ? c->old.speed : 1);
    put_f32(c, (float)w->info.framerate);
    put_zigzag(c, c->old.unknown[0]);
    put_zigzag(c, c->old.unknown[1]);
    put_byte(c, c->old.flag);
    put_zigzag(c, last_frame(c));
    put_bot(c);
    put_bot_version(c);
    put_leb128(c, w->header.seed);
    put_text(c, c->old.name, c->old_hidden);
}

static void put_inputs(cml_writing *c)
{
    const macros_out *w = c->w;
    int64_t before = 0;
    put_leb128(c, w->input_count);
    for (size_t i = 0; i < w->input_count; i++) {
        const gdr_input *in = &w->inputs[i];
        const int64_t place = place_of(c, i);
        put_zigzag(c, place - before);
        const unsigned button = in->button == GDR_JUMP ? c->jump : in->button;
        put_byte(c, button << CML_BUTTON_BITS | (unsigned)(in->player2 != 0) << 1 | (in->down != 0));
        before = place;
    }
}

/* ---- fixes ------------------------------------------------------------------------------------------------------ */

/* The rows of both players on one frame are one fix: the second may be of the second player. Returns the index after it. */
static size_t end_of_fix(const macros_out *w, size_t i)
{
    const bool pair =
        !w->fixes[i].player2 && i + 1 < w->fix_count && w->fixes[i + 1].player2 && w->fixes[i + 1].frame == w->fixes[i].frame;
    return i + 1 + pair;
}

/* The values that a fix leaves, and for which players it counts. */
typedef struct fix_values {
    int64_t parts[CML_VALUES];
    unsigned valid; /* bit 0: the first player */
} fix_values;

static void put_fix(cml_writing *c, fix_values *before, size_t from, size_t to)
{
    fix_values now = { .valid = 0 };
    unsigned flags = 0;
    memcpy(now.parts, before->parts, sizeof now.parts);
    for (size_t i = from; i < to; i++) {
        const macros_fix *fix = &c->w->fixes[i];
        int64_t *parts = now.parts + (fix->player2 ? CML_VALUES / 2 : 0);
        parts_of(fix->x, &parts[0]);
        parts_of(fix->y, &parts[1]);
        parts_of(fix->rotation, &parts[2]);
        now.valid |= 1u << (fix->player2 != 0);
    }
    /* a second player whose values are all 0 has no fix in any case */
    if (!(now.parts[3] || now.parts[4] || now.parts[5])) now.valid |= before->valid & 2;
    for (unsigned i = 0; i < CML_VALUES; i++) flags |= (unsigned)(now.parts[i] != before->parts[i]) << i;
    for (unsigned i = 0; i < 2; i++)
        if ((now.valid ^ before->valid) >> i & 1) flags |= (unsigned)CML_SET_VALID << i;
    put_byte(c, flags);
    for (unsigned i = 0; i < CML_VALUES; i++)
        if (flags >> i & 1) put_zigzag(c, (int64_t)((uint64_t)now.parts[i] - (uint64_t)before->parts[i]));
    for (unsigned i = 0; i < 2; i++)
        if (flags & (unsigned)CML_SET_VALID << i) put_byte(c, now.valid >> i & 1);
    *before = now;
}

/* The index after the fixes that form one group: in versions 2 and 3 those on successive frames. */
static size_t end_of_group(const macros_out *w, size_t from, bool runs, uint64_t *fixes)
{
    size_t end = end_of_fix(w, from);
    *fixes = 1;
    for (; runs && end < w->fix_count && w->fixes[end].frame == w->fixes[end - 1].frame + 1; ++*fixes) end = end_of_fix(w, end);
    return end;
}

static void put_fixes(cml_writing *c)
{
    const macros_out *w = c->w;
    const bool runs = cml_has_runs(w->header.version);
    fix_values values = { .valid = ALL_VALID };
    uint64_t groups = 0, fixes;
    int64_t before = 0;
    for (size_t i = 0; i < w->fix_count; groups++) i = end_of_group(w, i, runs, &fixes);
    put_leb128(c, groups);
    for (size_t i = 0; i < w->fix_count;) {
        const size_t end = end_of_group(w, i, runs, &fixes);
        put_zigzag(c, (w->fixes[i].frame - before) * (c->packed ? CML_FRAME_PARTS : 1));
        if (runs) put_leb128(c, fixes);
        before = w->fixes[end - 1].frame;
        for (size_t to; i < end; i = to) {
            to = end_of_fix(w, i);
            put_fix(c, &values, i, to);
        }
    }
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

/* Times are stored in parts of a frame. */
static reel_status check_times(const cml_writing *c)
{
    const macros_out *w = c->w;
    bool parts = !w->time_count;
    if (w->time_count && (!c->packed || w->time_count != w->input_count))
        return reel__macros_refuse(w->e->error, "macros.time", "times",
                                   "versions 5 and 6 store times, one for each input; others whole frames");
    for (size_t i = 0; i < w->time_count; i++) {
        const double exact = w->times[i].time * w->info.framerate;
        const bool fits = exact >= 0 && exact < (double)UINT32_MAX + 1;
        const int64_t place = fits ? place_of(c, i) : -1;
        if (!fits || place / CML_FRAME_PARTS != w->inputs[i].frame ||
            (double)place / CML_FRAME_PARTS / w->info.framerate != w->times[i].time)
            return reel__macros_refuse(w->e->error, "macros.time", "times",
                                       "a time is not in the frame of its input, or not a millionth of a frame");
        parts |= place % CML_FRAME_PARTS != 0;
    }
    if (parts) return REEL_OK;
    return reel__macros_refuse(w->e->error, "macros.time", "times",
                               "the format stores no times of inputs that are all on whole frames");
}

static reel_status put_file(cml_writing *c)
{
    reel_output *out = c->w->e->out;
    reel_memory packed = { .allocator = c->body.allocator };
    reel_status status = REEL_OK;
    if (c->packed) status = reel__block_pack(BLOCK_GZIP, GZIP_LEVEL, c->body.data, c->body.size, &packed.allocator, &packed);
    if (status == REEL_UNSUPPORTED)
        return reel_fail(c->w->e->error, REEL_UNSUPPORTED, "unpack.not-built", "header", 0, "zlib is not built in");
    if (status == REEL_OK) {
        reel_put(out, c->hidden ? reel__cml_hidden_magic : reel__cml_plain_magic, CML_MAGIC_BYTES);
        reel_put_leb128(out, c->w->header.version);
        if (c->packed) reel_put_leb128(out, c->body.size);
        reel_put(out, c->packed ? packed.data : c->body.data, c->packed ? packed.size : c->body.size);
    }
    if (packed.data) reel_memory_free(&packed);
    return status < 0 ? reel__memory_fail(c->w->e->error) : REEL_OK;
}

static reel_status write_cml(macros_out *w)
{
    block_reader block = { .allocator = w->e->allocator, .codec = BLOCK_GZIP };
    cml_writing c = { .w = w,
                      .body.allocator = w->e->allocator,
                      .jump = GDR_JUMP,
                      .hidden = w->header.flags & CML_HIDDEN,
                      .packed = cml_is_packed(w->header.version) };
    reel_status status = check_times(&c);
    if (status < 0) return status;
    read_old(&c, &block);
    put_header(&c);
    put_inputs(&c);
    put_fixes(&c);
    status = c.no_memory ? reel__memory_fail(w->e->error) : put_file(&c);
    reel__block_free(&block);
    if (c.body.data) reel_memory_free(&c.body);
    return status;
}

const macros_writing reel__macros_write_cml = {
    .kind = &reel__macros_cml,
    .stores = MACROS_FIXES | MACROS_BUTTONS | MACROS_SEED | MACROS_VERSION | MACROS_BUILD | MACROS_SINGLE_RATE | MACROS_TEXTS |
              MACROS_TIMES | MACROS_KEEPS,
    .most_frame = UINT32_MAX,
    .write = write_cml,
    .check = check_cml,
    .version = NEW_VERSION,
    .flags = CML_HIDDEN,
};
