/* SPDX-License-Identifier: MIT
 * Changes of macros, the same in all three formats. */
#include "formats/gdr/gdr2.h"
#include "formats/gdr/macro.h"

#include "codec/number.h"

static reel_status no_memory(const reel_change *change)
{
    return reel_fail(change->error, REEL_MEMORY, "reel.memory", "inputs", 0, "no memory to change the inputs");
}

static void tell(const reel_change *change, const char *rule, uint64_t count, const char *message)
{
    if (count)
        reel_find(&change->reporter,
                  (reel_finding){ .rule = rule,
                                  .severity = REEL_NOTE,
                                  .offset = REEL_NO_OFFSET,
                                  .table = &gdr_inputs,
                                  .row = REEL_NO_ROW,
                                  .count = count },
                  message, (unsigned long long)count);
}

/* ---- leaving inputs out ----------------------------------------------------------------------------------------- */

/* Keeps the items that are not marked, and says how many are gone. */
static reel_status drop_marked(reel_change *change, macro *m, const uint8_t *marks, const char *message)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++)
        if (!marks[i]) m->items[kept++] = m->items[i];
    tell(change, "edit.dropped", m->count - kept, message);
    m->count = kept;
    return macro_put(m, change->error);
}

/* The macro and a mark of 0 for each of its items. */
static uint8_t *take_marked(reel_change *change, macro *m)
{
    if (!macro_take(m, change->chunk, 0, change->error)) return NULL;
    uint8_t *marks = reel_chunk_alloc(change->chunk, m->count + 1);
    if (!marks)
        no_memory(change);
    else
        memset(marks, 0, m->count + 1);
    return marks;
}

static reel_status keep_player(reel_change *change, bool player2)
{
    macro m;
    uint8_t *marks = take_marked(change, &m);
    if (!marks) return REEL_MEMORY;
    for (size_t i = 0; i < m.count; i++) marks[i] = (m.items[i].input.player2 != 0) != player2;
    return drop_marked(change, &m, marks, "%llu inputs of the other player are dropped");
}

static reel_status only_p1(reel_change *change) { return keep_player(change, false); }
static reel_status only_p2(reel_change *change) { return keep_player(change, true); }

/* The items in the order of time, as numbers. */
static size_t *in_order(const reel_change *change, const macro *m, bool (*before)(const macro_item *a, const macro_item *b))
{
    size_t *from = reel_chunk_alloc(change->chunk, (m->count + 1) * sizeof *from);
    size_t *to = reel_chunk_alloc(change->chunk, (m->count + 1) * sizeof *to);
    if (!from || !to) return NULL;
    for (size_t i = 0; i < m->count; i++) from[i] = i;
    for (size_t width = 1; width < m->count; width *= 2) {
        for (size_t left = 0; left < m->count; left += 2 * width) {
            size_t middle = left + width < m->count ? left + width : m->count;
            size_t end = middle + width < m->count ? middle + width : m->count;
            for (size_t i = left, j = middle, k = left; k < end; k++)
                to[k] = i < middle && (j >= end || !before(&m->items[from[j]], &m->items[from[i]])) ? from[i++] : from[j++];
        }
        size_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

static bool earlier(const macro_item *a, const macro_item *b) { return a->input.frame < b->input.frame; }

static uint32_t state_of(const gdr_input *in)
{
    return (uint32_t)(in->player2 != 0) << 16 | (uint32_t)in->button << 8 | (in->down != 0);
}

static bool smaller(const macro_item *a, const macro_item *b)
{
    if (a->input.frame != b->input.frame) return a->input.frame < b->input.frame;
    return state_of(&a->input) < state_of(&b->input);
}

static reel_status drop_duplicates(reel_change *change)
{
    macro m;
    uint8_t *marks = take_marked(change, &m);
    if (!marks) return REEL_MEMORY;
    const size_t *order = in_order(change, &m, smaller);
    if (!order) return no_memory(change);
    for (size_t i = 1; i < m.count; i++) marks[order[i]] = !smaller(&m.items[order[i - 1]], &m.items[order[i]]);
    return drop_marked(change, &m, marks, "%llu inputs that are there already are dropped");
}

enum { SLOTS = 2 * 256 };

/* Marks releases of what is not held, or presses of what is. */
static reel_status drop_idle(reel_change *change, bool presses, const char *message)
{
    macro m;
    bool held[SLOTS] = { false };
    uint8_t *marks = take_marked(change, &m);
    if (!marks) return REEL_MEMORY;
    const size_t *order = in_order(change, &m, earlier);
    if (!order) return no_memory(change);
    for (size_t i = 0; i < m.count; i++) {
        const gdr_input *in = &m.items[order[i]].input;
        bool *slot = &held[(in->player2 != 0) * 256 + in->button], down = in->down != 0;
        marks[order[i]] = down == presses && *slot == presses;
        *slot = down;
    }
    return drop_marked(change, &m, marks, message);
}

static reel_status drop_orphans(reel_change *change)
{
    return drop_idle(change, false, "%llu releases of a button that was not held are dropped");
}

static reel_status drop_repeats(reel_change *change)
{
    return drop_idle(change, true, "%llu presses of a button that was held are dropped");
}

/* Where the inputs of a player go back the attempt before ended there: what it had from that frame on goes. */
static reel_status keep_last_attempt(reel_change *change)
{
    macro m;
    uint8_t *marks = take_marked(change, &m);
    if (!marks) return REEL_MEMORY;
    size_t *kept = reel_chunk_alloc(change->chunk, (m.count + 1) * sizeof *kept);
    if (!kept) return no_memory(change);
    for (int player2 = 0; player2 < 2; player2++) {
        size_t count = 0;
        for (size_t i = 0; i < m.count; i++) {
            if ((m.items[i].input.player2 != 0) != player2) continue;
            if (count && m.items[i].input.frame < m.items[kept[count - 1]].input.frame)
                while (count && m.items[kept[count - 1]].input.frame >= m.items[i].input.frame) marks[kept[--count]] = 1;
            kept[count++] = i;
        }
    }
    return drop_marked(change, &m, marks, "%llu inputs of attempts that were given up are dropped");
}

static reel_status strip(reel_change *change)
{
    macro m;
    if (!macro_take(&m, change->chunk, 0, change->error)) return REEL_MEMORY;
    uint64_t count = 0;
    for (size_t i = 0; i < m.count; i++) {
        count += m.items[i].input.extra != GDR_PLAIN;
        m.items[i].input.extra = GDR_PLAIN;
    }
    tell(change, "edit.stripped", count, "%llu inputs lose what else was said of them");
    gdr_info *info = macro_info(change->chunk);
    if (info) info->input_tag.size = info->replay_extension.size = 0;
    reel_row_list *extensions = reel_change_rows(change->chunk, &gdr_extensions);
    if (extensions) extensions->count = 0;
    return macro_put(&m, change->error);
}

/* ---- order and players ------------------------------------------------------------------------------------------ */

static reel_status sort(reel_change *change)
{
    macro m;
    if (!macro_take(&m, change->chunk, 0, change->error)) return REEL_MEMORY;
    return macro_sort(&m) ? macro_put(&m, change->error) : no_memory(change);
}

static reel_status swap_players(reel_change *change)
{
    macro m;
    if (!macro_take(&m, change->chunk, 0, change->error)) return REEL_MEMORY;
    for (size_t i = 0; i < m.count; i++) m.items[i].input.player2 = !m.items[i].input.player2;
    return macro_put(&m, change->error);
}

static reel_status to_p1(reel_change *change)
{
    macro m;
    if (!macro_take(&m, change->chunk, 0, change->error)) return REEL_MEMORY;
    for (size_t i = 0; i < m.count; i++) m.items[i].input.player2 = 0;
    return macro_sort(&m) ? macro_put(&m, change->error) : no_memory(change);
}

/* ---- time ------------------------------------------------------------------------------------------------------- */

static reel_status bad_argument(const reel_change *change, const char *what)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.argument", "", 0, "\"%s\" is not %s", change->argument, what);
}

static reel_status shift(reel_change *change)
{
    int64_t frames;
    const char *end = number_read_i64(change->argument + (change->argument[0] == '+'), &frames);
    if (!end || *end || frames > (int64_t)1 << 40 || frames < -((int64_t)1 << 40))
        return bad_argument(change, "a number of frames");
    macro m;
    uint8_t *marks = take_marked(change, &m);
    if (!marks) return REEL_MEMORY;
    for (size_t i = 0; i < m.count; i++) {
        int64_t *frame = &m.items[i].input.frame;
        bool over = frames > 0 && *frame > INT64_MAX - frames;
        if (!over) *frame += frames;
        marks[i] = over || *frame < 0;
    }
    reel_row_list *deaths = reel_change_rows(change->chunk, &gdr_deaths);
    for (size_t i = 0; deaths && i < deaths->count; i++) {
        gdr_death *death = (gdr_death *)(void *)deaths->data + i;
        death->frame = (int64_t)((uint64_t)death->frame + (uint64_t)frames);
        if (death->frame < 0) death->frame = 0;
    }
    return drop_marked(change, &m, marks, "%llu inputs would lie before the start and are dropped");
}

/* frame * to / from, to the nearest, halves to the even one. */
static int64_t scale(int64_t frame, double from, double to)
{
    const double whole = 1 << 30;
    if (from < whole && to < whole && from == (double)(int64_t)from && to == (double)(int64_t)to && frame >= 0) {
        int64_t a = (int64_t)from, b = (int64_t)to, seconds = frame / a, rest = frame % a * b;
        int64_t scaled = seconds * b + rest / a, twice = rest % a * 2;
        return scaled + (twice > a || (twice == a && scaled & 1));
    }
    double scaled = (double)frame * to / from;
    if (!(scaled < 9e18 && scaled > -9e18)) return frame;
    int64_t below = (int64_t)scaled - ((double)(int64_t)scaled > scaled);
    double part = scaled - (double)below;
    return below + (part > 0.5 || (part == 0.5 && below & 1));
}

static double framerate_of(const reel_chunk *chunk)
{
    const gdr_info *info = macro_info(chunk);
    const gdr_info_v1 *info_v1 = macro_info_v1(chunk);
    double rate = info ? info->framerate : info_v1 && info_v1->keys[0] & GDR_KEY_FRAMERATE ? info_v1->framerate : 240;
    return rate > 0 && rate < 1e9 ? rate : 0;
}

static void set_framerate(const reel_chunk *chunk, double from, double to)
{
    gdr_info *info = macro_info(chunk);
    gdr_info_v1 *info_v1 = macro_info_v1(chunk);
    if (info) info->framerate = to;
    if (!info_v1) return;
    info_v1->framerate = to;
    info_v1->keys[0] |= GDR_KEY_FRAMERATE;
    if (info_v1->keys[1] & GDR_KEY_WHOLE_DURATION && info_v1->duration < 9e15) /* in frames, as Mega Hack has it */
        info_v1->duration = (double)scale((int64_t)info_v1->duration, from, to);
}

/* Inputs of one player that were on different frames and now are on one. */
static uint64_t collisions(const macro *m, const int64_t *old)
{
    uint64_t count = 0;
    size_t last[2] = { SIZE_MAX, SIZE_MAX };
    for (size_t i = 0; i < m->count; i++) {
        size_t *before = &last[m->items[i].input.player2 != 0];
        if (*before != SIZE_MAX && m->items[*before].input.frame == m->items[i].input.frame && old[*before] != old[i]) count++;
        *before = i;
    }
    return count;
}

static reel_status set_tps(reel_change *change)
{
    double to, from = framerate_of(change->chunk);
    const char *end = number_read_f64(change->argument, &to);
    if (!end || *end || !(to > 0 && to < 1e9)) return bad_argument(change, "a number of frames per second");
    if (from == 0)
        return reel_fail(change->error, REEL_ARGUMENT, "edit.framerate", "header", 0,
                         "the framerate of the replay is no rate to start from");
    macro m;
    if (!macro_take(&m, change->chunk, 0, change->error)) return REEL_MEMORY;
    int64_t *old = reel_chunk_alloc(change->chunk, (m.count + 1) * sizeof *old);
    if (!old) return no_memory(change);
    for (size_t i = 0; i < m.count; i++) {
        old[i] = m.items[i].input.frame;
        m.items[i].input.frame = scale(old[i], from, to);
    }
    uint64_t met = collisions(&m, old);
    if (met)
        reel_find(&change->reporter,
                  (reel_finding){ .rule = "edit.collision",
                                  .severity = REEL_WARNING,
                                  .offset = REEL_NO_OFFSET,
                                  .table = &gdr_inputs,
                                  .row = REEL_NO_ROW,
                                  .count = met },
                  "%llu inputs now lie on the frame of the input before them", (unsigned long long)met);
    reel_row_list *deaths = reel_change_rows(change->chunk, &gdr_deaths);
    for (size_t i = 0; deaths && i < deaths->count; i++) {
        gdr_death *death = (gdr_death *)(void *)deaths->data + i;
        death->frame = scale(death->frame, from, to);
    }
    set_framerate(change->chunk, from, to);
    return macro_put(&m, change->error);
}

static const reel_operation operations[] = {
    { "swap-players", "the first player's inputs become the second's, and the other way round", NULL, 0, swap_players },
    { "only-p1", "keep the first player's inputs only", NULL, 0, only_p1 },
    { "only-p2", "keep the second player's inputs only", NULL, 0, only_p2 },
    { "to-p1", "all inputs become the first player's", NULL, 0, to_p1 },
    { "sort", "order the inputs by frame", NULL, 0, sort },
    { "keep-last-attempt", "where inputs go back, drop what the attempt before had from there on", NULL, 0, keep_last_attempt },
    { "drop-duplicates", "drop inputs that are there already", NULL, 0, drop_duplicates },
    { "drop-orphans", "drop releases of a button that is not held", NULL, 0, drop_orphans },
    { "drop-repeats", "drop presses of a button that is held", NULL, 0, drop_repeats },
    { "shift", "move all inputs in time", "FRAMES", 0, shift },
    { "tps", "change the frames per second; frames are rounded, halves to the even one", "RATE", 0, set_tps },
    { "strip", "drop the data of bots: physics, blocks, unknown keys", NULL, 0, strip },
};

const reel_operation *const gdr_operations[] = {
    &operations[0], &operations[1], &operations[2], &operations[3],  &operations[4],  &operations[5], &operations[6],
    &operations[7], &operations[8], &operations[9], &operations[10], &operations[11], NULL,
};

/* ---- merging ---------------------------------------------------------------------------------------------------- */

static bool same_tag(const reel_chunk *a, const reel_chunk *b)
{
    const gdr_info *one = macro_info(a), *other = macro_info(b);
    if (!one || !other) return true;
    return one->input_tag.size == other->input_tag.size &&
           (one->input_tag.size == 0 || memcmp(one->input_tag.data, other->input_tag.data, one->input_tag.size) == 0);
}

static reel_status merge_deaths(reel_change *change, const reel_chunk *other)
{
    size_t count;
    const gdr_death *more = reel_chunk_rows(other, &gdr_deaths, &count);
    reel_row_list *deaths = reel_change_rows(change->chunk, &gdr_deaths);
    if (!deaths || !count) return REEL_OK;
    gdr_death *rows = reel_row_grow(deaths, count, true);
    if (!rows) return no_memory(change);
    memcpy(rows, more, count * sizeof *rows);
    rows = (gdr_death *)(void *)deaths->data;
    for (size_t i = deaths->count - count; i < deaths->count; i++) { /* few deaths: into their places one by one */
        gdr_death death = rows[i];
        size_t at = i;
        for (; at && rows[at - 1].frame > death.frame; at--) rows[at] = rows[at - 1];
        rows[at] = death;
    }
    return REEL_OK;
}

reel_status gdr_merge(reel_change *change, const reel_chunk *other)
{
    double rate = framerate_of(change->chunk), other_rate = framerate_of(other);
    if (rate != other_rate)
        return reel_fail(change->error, REEL_ARGUMENT, "edit.merge-framerate", "header", 0,
                         "macros of %f and %f frames per second: give one the rate of the other first", rate, other_rate);
    size_t more;
    reel_chunk_rows(other, &gdr_inputs, &more);
    macro m;
    if (!macro_take(&m, change->chunk, more, change->error)) return REEL_MEMORY;
    size_t own = m.count;
    if (!macro_add(&m, other)) return no_memory(change);
    if (!same_tag(change->chunk, other)) {
        uint64_t dropped = 0;
        for (size_t i = own; i < m.count; i++) {
            dropped += m.items[i].input.extra != GDR_PLAIN;
            m.items[i].input.extra = GDR_PLAIN;
        }
        tell(change, "edit.merge-tag", dropped, "%llu inputs lose their blocks: the input tags differ");
    }
    gdr_info *info = macro_info(change->chunk);
    const gdr_info *other_info = macro_info(other);
    if (info && other_info && other_info->platformer) info->platformer = 1;
    if (!macro_sort(&m)) return no_memory(change);
    reel_status status = merge_deaths(change, other);
    return status < 0 ? status : macro_put(&m, change->error);
}
