/* SPDX-License-Identifier: MIT
 * Operations on macros in all three formats: dropping inputs, sorting, players, merging. retime.c has those on time. */
#include "formats/gdr/operations.h"
#include "core/memory.h"

static reel_status end_macro(macro *m, reel_status status)
{
    reel__macro_end(m);
    return status;
}

/* ---- dropping inputs -------------------------------------------------------------------------------------------- */

/* Drops the inputs that `mark` marks. */
static reel_status drop_inputs(const reel_change *change, reel_status (*mark)(macro *m), const char *message)
{
    macro m;
    reel_status status = reel__macro_load(&m, change, 0);
    if (status >= 0) status = reel__macro_mark(&m);
    if (status >= 0) status = mark(&m);
    if (status >= 0) status = reel__macro_store_unmarked(&m, message);
    return end_macro(&m, status);
}

static reel_status mark_player(macro *m, bool player2)
{
    for (size_t i = 0; i < m->count; i++) m->marks[i] = (m->items[i].input.player2 != 0) == player2;
    return REEL_OK;
}

static reel_status mark_p1(macro *m) { return mark_player(m, false); }
static reel_status mark_p2(macro *m) { return mark_player(m, true); }

static const char other_player[] = "dropped %llu {input|inputs} of the other player";

static reel_status only_p1(reel_change *change)
{
    reel_status status = drop_inputs(change, mark_p2, other_player);
    return status < 0 ? status : reel__macro_move_others(change, &(macro_motion){ .drops = { false, true } });
}

static reel_status only_p2(reel_change *change)
{
    reel_status status = drop_inputs(change, mark_p1, other_player);
    return status < 0 ? status : reel__macro_move_others(change, &(macro_motion){ .drops = { true, false } });
}

static const gdr_input *input_at(const void *rows, size_t at) { return &((const macro_item *)rows)[at].input; }

static bool earlier(const void *rows, size_t a, size_t b) { return input_at(rows, a)->frame < input_at(rows, b)->frame; }

static uint32_t state_of(const gdr_input *in)
{
    return (uint32_t)(in->player2 != 0) << 16 | (uint32_t)in->button << 8 | (in->down != 0);
}

static bool is_before(const void *rows, size_t a, size_t b)
{
    const gdr_input *one = input_at(rows, a), *other = input_at(rows, b);
    return one->frame != other->frame ? one->frame < other->frame : state_of(one) < state_of(other);
}

static reel_status mark_duplicates(macro *m)
{
    size_t *order;
    reel_status status = reel__macro_rank(m->change, m->items, m->count, is_before, &order);
    if (status < 0) return status;
    for (size_t i = 1; i < m->count; i++) m->marks[order[i]] = !is_before(m->items, order[i - 1], order[i]);
    reel__macro_release(m->change, order);
    return REEL_OK;
}

static reel_status drop_duplicates(reel_change *change)
{
    return drop_inputs(change, mark_duplicates, "dropped %llu duplicate {input|inputs}");
}

enum { SLOTS = 2 * 256 };

/* Marks releases of buttons that are not held, or presses of buttons that are. */
static reel_status mark_idle(macro *m, bool presses)
{
    bool held[SLOTS] = { false };
    size_t *order;
    reel_status status = reel__macro_rank(m->change, m->items, m->count, earlier, &order);
    if (status < 0) return status;
    for (size_t i = 0; i < m->count; i++) {
        const gdr_input *in = &m->items[order[i]].input;
        bool *slot = &held[(in->player2 != 0) * 256 + in->button], down = in->down != 0;
        m->marks[order[i]] = down == presses && *slot == presses;
        *slot = down;
    }
    reel__macro_release(m->change, order);
    return REEL_OK;
}

static reel_status mark_orphans(macro *m) { return mark_idle(m, false); }
static reel_status mark_repeats(macro *m) { return mark_idle(m, true); }

static reel_status drop_orphans(reel_change *change)
{
    return drop_inputs(change, mark_orphans, "dropped %llu {release|releases} of a button that was not held");
}

static reel_status drop_repeats(reel_change *change)
{
    return drop_inputs(change, mark_repeats, "dropped %llu {press|presses} of a button that was already held");
}

/* The presses of a button that is already held. */
static uint64_t count_marks(const macro *m)
{
    uint64_t count = 0;
    for (size_t i = 0; i < m->count; i++) count += m->marks[i];
    return count;
}

/* Puts a release before each press of a button that is held, on the frame of the press: where recorders that leave it out had it. */
static void insert_releases(macro *m, uint64_t count)
{
    size_t to = m->count + (size_t)count;
    for (size_t i = m->count; i-- > 0;) {
        const macro_item item = m->items[i];
        m->items[--to] = item;
        if (!m->marks[i]) continue;
        macro_item release = { .input = item.input };
        release.input.down = 0;
        release.input.extra = GDR_PLAIN;
        m->items[--to] = release;
    }
    m->count += (size_t)count;
}

static reel_status add_releases(reel_change *change)
{
    macro m;
    size_t most;
    reel_chunk_rows(change->chunk, &gdr_inputs, &most);
    reel_status status = reel__macro_load(&m, change, most);
    if (status >= 0) status = reel__macro_mark(&m);
    if (status >= 0) status = mark_idle(&m, true);
    if (status >= 0) {
        const uint64_t count = count_marks(&m);
        insert_releases(&m, count);
        reel__gdr_report_rows(&change->reporter, "edit.added", REEL_NOTE, &gdr_inputs, REEL_NO_ROW, count,
                              "added %llu missing {release|releases}");
        status = reel__macro_store(&m);
    }
    return end_macro(&m, status);
}

/* If a player's inputs go backward, a new attempt starts at that frame: the earlier inputs from that frame on belong to an abandoned one and
 * are dropped. `kept` is a stack of inputs with rising frames. Each input is pushed once and popped at most once, so the cost is linear. */
static reel_status mark_old_attempts(macro *m)
{
    size_t *kept = reel__macro_alloc(m->change, m->count, sizeof *kept);
    if (!kept) return reel__memory_fail(m->change->error);
    for (int player2 = 0; player2 < 2; player2++) {
        size_t count = 0;
        for (size_t i = 0; i < m->count; i++) {
            if ((m->items[i].input.player2 != 0) != player2) continue;
            if (count && m->items[i].input.frame < m->items[kept[count - 1]].input.frame)
                while (count && m->items[kept[count - 1]].input.frame >= m->items[i].input.frame) m->marks[kept[--count]] = 1;
            kept[count++] = i;
        }
    }
    reel__macro_release(m->change, kept);
    return REEL_OK;
}

static reel_status drop_old_attempts(reel_change *change)
{
    return drop_inputs(change, mark_old_attempts, "dropped %llu {input|inputs} of abandoned attempts");
}

/* Drops the data of the bot: all of it, or what is in the bot's own format. */
static reel_status strip(reel_change *change, bool all)
{
    macro m;
    reel_status status = reel__macro_load(&m, change, 0);
    uint64_t count = 0, kept = 0;
    for (size_t i = 0; i < m.count; i++) {
        gdr_input *in = &m.items[i].input;
        const bool goes = in->extra == GDR_BLOCK || (all && in->extra != GDR_PLAIN);
        if (goes) in->extra = GDR_PLAIN;
        count += goes;
        kept += in->extra != GDR_PLAIN;
    }
    if (status < 0) return end_macro(&m, status);
    reel__gdr_report_rows(&change->reporter, "edit.stripped", REEL_NOTE, &gdr_inputs, REEL_NO_ROW, count,
                          "dropped the bot data of %llu {input|inputs}");
    reel__macro_report_header(change, "edit.stripped", reel__macro_count_extensions(change->chunk),
                              "dropped %llu replay {extension|extensions}");
    gdr_info *info = reel__macro_info(change->chunk);
    if (info && !kept) info->input_tag = (reel_string){ NULL, 0 };
    if (info) info->replay_extension = (reel_bytes){ NULL, 0 };
    reel_row_list *extensions = reel_change_rows(change->chunk, &gdr_extensions);
    if (extensions) extensions->count = 0;
    return end_macro(&m, reel__macro_store(&m));
}

static reel_status strip_bot_data(reel_change *change) { return strip(change, true); }

/* ---- anonymise -------------------------------------------------------------------------------------------------- */

static void hide_info(const reel_change *change, const reel_table *table, reel_string *author, reel_string *description)
{
    static const char nobody[] = "anonymous";
    reel_tally(change, "edit.anonymised", REEL_NOTE, table, "author", author->size != 0, "replaced");
    reel_tally(change, "edit.anonymised", REEL_NOTE, table, "description", description->size != 0, "removed");
    if (author->size) *author = (reel_string){ nobody, sizeof nobody - 1 };
    *description = (reel_string){ NULL, 0 };
}

/* Data in a bot's own format may name the player, and so may the original file. */
static reel_status anonymise(reel_change *change)
{
    gdr_info *info = reel__macro_info(change->chunk);
    reel_row_list *infos = reel_change_rows(change->chunk, &gdr_infos_v1),
                  *documents = reel_change_rows(change->chunk, &gdr_documents);
    if (info) hide_info(change, &gdr_infos, &info->author, &info->description);
    for (size_t i = 0; infos && i < infos->count; i++) {
        gdr_info_v1 *row = &((gdr_info_v1 *)(void *)infos->data)[i];
        hide_info(change, &gdr_infos_v1, &row->author, &row->description);
    }
    if (documents && documents->count)
        reel_tally(change, "edit.anonymised", REEL_NOTE, &gdr_documents, "data", documents->count,
                   "dropped with everything that the rows do not have");
    if (documents) documents->count = 0;
    return strip(change, false);
}

const reel_operation reel__gdr_anonymise = { .id = REEL_OPERATION_ANONYMISE,
                                             .doc = "remove the player's identity, and data in the bot's own format",
                                             .apply = anonymise };

/* ---- spans ------------------------------------------------------------------------------------------------------ */

static macro_moved frame_in_span(const void *context, int64_t *frame)
{
    const reel_change *change = context;
    return (double)*frame >= change->from && (double)*frame < change->to ? MACRO_MOVED : MACRO_OUTSIDE;
}

/* Drops inputs outside the span with their physics and blocks, and all else outside of it. */
static reel_status cut_span(reel_change *change)
{
    macro m;
    uint64_t first, physics = 0, blocks = 0;
    double duration;
    reel_status status = reel__macro_load(&m, change, 0);
    if (status >= 0) status = reel__macro_mark(&m);
    for (size_t i = 0; status >= 0 && i < m.count; i++) {
        const gdr_input *in = &m.items[i].input;
        m.marks[i] = frame_in_span(change, &m.items[i].input.frame) != MACRO_MOVED;
        physics += m.marks[i] && in->extra == GDR_PHYSICS;
        blocks += m.marks[i] && in->extra == GDR_BLOCK;
    }
    if (status < 0) return end_macro(&m, status);
    reel_tally(change, "edit.cut", REEL_NOTE, &gdr_inputs, NULL, reel__macro_remove_marked(&m, &first), MACRO_CUT_REASON);
    reel_tally(change, "edit.cut", REEL_NOTE, &gdr_physics_rows, NULL, physics, MACRO_CUT_REASON);
    reel_tally(change, "edit.cut", REEL_NOTE, &gdr_blocks, NULL, blocks, MACRO_CUT_REASON);
    status = end_macro(&m, reel__macro_store(&m));
    if (status >= 0)
        status = reel__macro_move_others(change, &(macro_motion){ .frame = frame_in_span, .context = change, .cuts = true });
    if (status >= 0 && reel__macro_duration(change->chunk, &duration) && duration > change->to)
        reel__macro_set_duration(change, change->to);
    return status;
}

const reel_operation reel__gdr_cut = { .id = REEL_OPERATION_CUT, .doc = "keep a span of time", .apply = cut_span };

/* ---- order and players ------------------------------------------------------------------------------------------ */

static reel_status sort_inputs(reel_change *change)
{
    macro m;
    reel_status status = reel__macro_load(&m, change, 0);
    if (status >= 0) status = reel__macro_sort(&m);
    return end_macro(&m, status < 0 ? status : reel__macro_store(&m));
}

/* The corrections of GDMegaOverlay name the player, too. */
static reel_status set_player(macro *m, size_t i, bool player2)
{
    m->items[i].input.player2 = player2;
    return m->items[i].input.extra == GDR_BLOCK ? reel__macro_set_correction(m->change, &m->items[i].block, player2) : REEL_OK;
}

static reel_status swap_players(reel_change *change)
{
    macro m;
    reel_status status = reel__macro_load(&m, change, 0);
    for (size_t i = 0; i < m.count && status >= 0; i++) status = set_player(&m, i, !m.items[i].input.player2);
    status = end_macro(&m, status < 0 ? status : reel__macro_store(&m));
    return status < 0 ? status : reel__macro_move_others(change, &(macro_motion){ .swaps = true });
}

/* Where both players are put back on one frame there is room for one: the first keeps his own. */
static reel_status to_p1(reel_change *change)
{
    macro m;
    reel_status status = reel__macro_load(&m, change, 0);
    for (size_t i = 0; i < m.count && status >= 0; i++) status = set_player(&m, i, false);
    if (status >= 0) status = reel__macro_sort(&m);
    status = end_macro(&m, status < 0 ? status : reel__macro_store(&m));
    return status < 0 ? status : reel__macro_move_others(change, &(macro_motion){ .drops = { false, true } });
}

/* What bots call mirrored inputs: each button of a player is the other's, too, on the same frame. What the game told of a player stays his. */
static reel_status mirror(reel_change *change)
{
    macro m;
    size_t count;
    const gdr_input *rows = reel_chunk_rows(change->chunk, &gdr_inputs, &count);
    for (size_t i = 1; i < count; i++)
        if (!rows[i].player2 != !rows[0].player2)
            return reel_fail(change->error, REEL_ARGUMENT, "edit.both-players", "inputs", 0,
                             "both players have inputs; --do only-p1 or only-p2 first keeps those of one and drops the other's");
    reel_status status = reel__macro_load(&m, change, count);
    for (size_t i = status < 0 ? 0 : count; i-- > 0;) {
        const macro_item own = m.items[i];
        macro_item copy = { .input = own.input };
        copy.input.player2 = !own.input.player2;
        copy.input.extra = GDR_PLAIN;
        m.items[2 * i] = own.input.player2 ? copy : own;
        m.items[2 * i + 1] = own.input.player2 ? own : copy;
    }
    if (status >= 0) m.count = 2 * count;
    return end_macro(&m, status < 0 ? status : reel__macro_store(&m));
}

static reel_status flip(reel_change *change)
{
    macro m;
    reel_status status = reel__macro_load(&m, change, 0);
    for (size_t i = 0; i < m.count; i++) {
        uint8_t *button = &m.items[i].input.button;
        if (*button == GDR_LEFT || *button == GDR_RIGHT) *button = *button == GDR_LEFT ? GDR_RIGHT : GDR_LEFT;
    }
    return end_macro(&m, status < 0 ? status : reel__macro_store(&m));
}

#define OPERATION(function, id_, doc_, argument_) { .id = id_, .doc = doc_, .argument = argument_, .apply = function },
const reel_operation reel__gdr_changes[GDR_CHANGES] = { GDR_CHANGE_LIST(OPERATION) };
const reel_operation reel__gdr_strip = { .id = "strip",
                                         .doc = "drop bot data: physics, blocks, unknown keys",
                                         .apply = strip_bot_data };

/* ---- merging ---------------------------------------------------------------------------------------------------- */

static bool same_tag(const reel_chunk *a, const reel_chunk *b)
{
    const gdr_info *one = reel__macro_info(a), *other = reel__macro_info(b);
    if (!one || !other) return true;
    return one->input_tag.size == other->input_tag.size &&
           (one->input_tag.size == 0 || memcmp(one->input_tag.data, other->input_tag.data, one->input_tag.size) == 0);
}

static bool dies_before(const void *rows, size_t a, size_t b)
{
    return ((const gdr_death *)rows)[a].frame < ((const gdr_death *)rows)[b].frame;
}

/* Merges the deaths of both replays by time. */
static reel_status merge_deaths(const reel_change *change, const reel_chunk *other)
{
    size_t count, *order;
    const gdr_death *more = reel_chunk_rows(other, &gdr_deaths, &count);
    reel_row_list *deaths = reel_change_rows(change->chunk, &gdr_deaths);
    if (!deaths || !count) return REEL_OK;
    gdr_death *rows = reel_row_grow(deaths, count, true);
    gdr_death *both = rows ? reel__macro_alloc(change, deaths->count, sizeof *both) : NULL;
    if (!both) return reel__memory_fail(change->error);
    memcpy(rows, more, count * sizeof *rows);
    rows = (gdr_death *)(void *)deaths->data;
    reel_status status = reel__macro_rank(change, rows, deaths->count, dies_before, &order);
    for (size_t i = 0; status >= 0 && i < deaths->count; i++) both[i] = rows[order[i]];
    if (status >= 0) memcpy(rows, both, deaths->count * sizeof *rows);
    reel__macro_release(change, order);
    reel__macro_release(change, both);
    return status;
}

static void drop_other_blocks(macro *m, size_t own)
{
    uint64_t dropped = 0, first = REEL_NO_ROW;
    for (size_t i = own; i < m->count; i++) {
        if (m->items[i].input.extra == GDR_PLAIN) continue;
        if (!dropped++) first = i - own;
        m->items[i].input.extra = GDR_PLAIN;
    }
    reel__gdr_report_rows(&m->change->reporter, "edit.merge-tag", REEL_NOTE, &gdr_inputs, first, dropped,
                          "dropped the blocks of %llu {input|inputs}: the input tags differ");
}

/* Whether the inputs from `own` on are after all others, as in a part of the same macro: their order stays. */
static bool follows(const macro *m, size_t own)
{
    int64_t last = INT64_MIN;
    bool after = true;
    for (size_t i = 0; i < own; i++)
        if (m->items[i].input.frame > last) last = m->items[i].input.frame;
    for (size_t i = own; i < m->count; i++) after &= m->items[i].input.frame > last;
    return after;
}

static reel_status merge_inputs(const reel_change *change, const reel_chunk *other)
{
    size_t more;
    macro m;
    reel_chunk_rows(other, &gdr_inputs, &more);
    reel_status status = reel__macro_load(&m, change, more);
    size_t own = m.count;
    if (status >= 0) status = reel__macro_add(&m, other);
    if (status >= 0 && !same_tag(change->chunk, other)) drop_other_blocks(&m, own);
    if (status >= 0 && !follows(&m, own)) status = reel__macro_sort(&m);
    return end_macro(&m, status < 0 ? status : reel__macro_store(&m));
}

static reel_status merge_macro(reel_change *change)
{
    const reel_chunk *other = change->other;
    double rate = reel__macro_framerate(change->chunk), other_rate = reel__macro_framerate(other);
    if (rate != other_rate)
        return reel_fail(change->error, REEL_ARGUMENT, "edit.merge-framerate", "header", 0,
                         "the framerates differ: %f and %f; change one to match first", rate, other_rate);
    reel_status status = merge_inputs(change, other);
    gdr_info *info = reel__macro_info(change->chunk);
    const gdr_info *other_info = reel__macro_info(other);
    if (info && other_info && other_info->platformer) info->platformer = 1;
    uint64_t merged = 0;
    double own, more;
    bool stated = reel__macro_duration(change->chunk, &own);
    if (status >= 0 && reel__macro_duration(other, &more) && stated && more > own) reel__macro_take_duration(change, other, more);
    if (status >= 0) status = merge_deaths(change, other);
    if (status >= 0) status = reel__macro_merge_fixes(change, other, &merged);
    if (status >= 0)
        reel__macro_report_header(change, "edit.merge-dropped", reel__macro_count_extensions(other) - merged,
                                  "ignored %llu replay {extension|extensions} of the other replay");
    return status;
}

const reel_operation reel__gdr_merge = { .id = REEL_OPERATION_MERGE,
                                         .doc = "add the inputs and deaths of another macro",
                                         .apply = merge_macro };
