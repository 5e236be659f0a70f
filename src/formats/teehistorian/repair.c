/* SPDX-License-Identifier: MIT
 * Repairs what other readers of teehistorian reject: overlong numbers, stray bytes, a missing FINISH, clients that cannot exist. A message
 * that the file ends in was already dropped by the reader. */
#include "core/chunk.h"
#include "formats/teehistorian/operations.h"

/* Drops layout rows. Without them the writer writes what a server would. */
static void drop_layout(const reel_change *m, const reel_table *table, const char *rule, const char *message)
{
    reel_row_list *list = reel_change_rows(m->chunk, table);
    reel_tally(m, rule, REEL_NOTE, table, NULL, list->count, message);
    list->count = 0;
}

static void repair_ending(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_endings);
    const teehistorian_ending *rows = (const teehistorian_ending *)(const void *)list->data;
    if (!list->count || rows[list->count - 1].finished) return;
    list->count = 0;
    reel_tally(m, "repair.teehistorian.finish", REEL_NOTE, &teehistorian_endings, NULL, 1, "FINISH added at the end");
}

/* Only servers of version 2 write extensions, so a file with both is of version 2. The header is written before the rest is known: extensions
 * that first appear after the first chunk are dropped. */
static void settle_version(const reel_change *m)
{
    tee_repairer *state = m->state;
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_headers);
    teehistorian_header *header = list->count ? (teehistorian_header *)(void *)list->data : NULL;
    if (header) state->is_version_1 = header->version == 1;
    for (const reel_table *const *table = reel__tee_tables; *table && state->is_version_1; table++) {
        if (!reel__tee_is_extension(*table) || !reel_change_rows(m->chunk, *table)->count) continue;
        if (!header) {
            reel__tee_drop_rows(m, *table, "repair.teehistorian.version", REEL_WARNING);
            continue;
        }
        header->version = 2;
        state->is_version_1 = false;
        reel_tally(m, "repair.teehistorian.version", REEL_NOTE, &teehistorian_headers, "version", 1,
                   "changed to 2, as the file has extensions");
    }
}

/* Whether the client ids of a row exist. The server and the game run commands as -1 to -3. */
static bool has_clients(const tee_kind *kind, const uint8_t *row)
{
    for (size_t i = 0; kind && i < kind->clients; i++) {
        int32_t cid;
        memcpy(&cid, row + kind->offsets[i], sizeof cid);
        if (cid < (kind->id == TEE_COMMAND ? -3 : 0) || cid >= TEEHISTORIAN_CLIENTS) return false;
    }
    return true;
}

/* Drops what clients did that cannot exist. Other readers index their slots with these numbers. */
static void drop_clients(const reel_change *m)
{
    for (const reel_table *const *table = reel__tee_tables; *table; table++) {
        reel_row_list *list = reel_change_rows(m->chunk, *table);
        size_t size = (*table)->row_size, kept = 0;
        for (size_t i = 0; i < list->count; i++) {
            const uint8_t *row = list->data + i * size;
            bool input = *table == &teehistorian_inputs;
            if (input ? !tee_is_client(((const teehistorian_input *)(const void *)row)->cid)
                      : !has_clients(reel__tee_kind_of_row(*table, row), row))
                continue;
            if (kept != i) memmove(list->data + kept * size, row, size);
            kept++;
        }
        reel_tally(m, "repair.teehistorian.client", REEL_NOTE, *table, NULL, list->count - kept,
                   "of invalid client ids, dropped");
        list->count = kept;
    }
}

/* Drops changes of missing characters. They have no meaning, and other readers fail on them. */
static void drop_strays(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_positions);
    teehistorian_position *rows = (teehistorian_position *)(void *)list->data;
    size_t kept = 0, strays = 0;
    for (size_t i = 0; i < list->count; i++) {
        bool stray = rows[i].kind == TEEHISTORIAN_STRAY;
        strays += stray;
        if (!stray && tee_is_client(rows[i].cid)) rows[kept++] = rows[i];
    }
    reel_tally(m, "repair.teehistorian.stray", REEL_NOTE, &teehistorian_positions, NULL, strays,
               "changes of missing characters, dropped");
    /* Ticks follow from the order of client ids, so an invalid id would shift the ticks of everything after it. */
    reel_tally(m, "repair.teehistorian.client", REEL_NOTE, &teehistorian_positions, NULL, list->count - kept - strays,
               "positions of invalid client ids, dropped");
    list->count = kept;
}

/* Sets the kind of a position as the writer would, so that the rows are those that the written file has. Kind 0 is what a recorder may
 * leave, and other kinds may be impossible. Returns false if the row is to be dropped: kind 0 without a change, the end of a character that
 * is not there. */
static bool settle_position(tee_world *world, teehistorian_position *row, size_t *wrong)
{
    bool client = tee_is_client(row->cid), alive = client && world->alive[row->cid];
    bool still = alive && row->x == world->at[row->cid].x && row->y == world->at[row->cid].y;
    uint8_t kind = row->kind;
    if (!kind && still) return false;
    if (kind == TEEHISTORIAN_OLD && !alive) {
        ++*wrong;
        return false;
    }
    if (kind != TEEHISTORIAN_OLD) row->kind = alive ? TEEHISTORIAN_DIFF : TEEHISTORIAN_NEW;
    *wrong += kind && kind != row->kind;
    if (!client) return true;
    world->alive[row->cid] = row->kind != TEEHISTORIAN_OLD;
    world->at[row->cid].x = row->x;
    world->at[row->cid].y = row->y;
    return true;
}

static bool settle_input(tee_world *world, teehistorian_input *row, size_t *wrong)
{
    int32_t value[10];
    if (!tee_is_client(row->cid)) return true;
    bool first = !world->has_input[row->cid],
         impossible = row->kind > TEEHISTORIAN_DIFF || (row->kind == TEEHISTORIAN_DIFF && first);
    *wrong += impossible;
    if (impossible) row->kind = first ? TEEHISTORIAN_NEW : TEEHISTORIAN_DIFF;
    int32_t *last = world->input[row->cid];
    memcpy(value, &row->direction, sizeof value);
    if (!row->kind && world->has_input[row->cid] && memcmp(value, last, sizeof value) == 0) return false;
    if (!row->kind) row->kind = world->has_input[row->cid] ? TEEHISTORIAN_DIFF : TEEHISTORIAN_NEW;
    world->has_input[row->cid] = 1;
    memcpy(last, value, sizeof value);
    return true;
}

static void settle_kinds(const reel_change *m)
{
    tee_world *world = &((tee_repairer *)m->state)->world;
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_positions);
    teehistorian_position *positions = (teehistorian_position *)(void *)list->data;
    size_t kept = 0, wrong = 0;
    for (size_t i = 0; i < list->count; i++)
        if (settle_position(world, &positions[i], &wrong)) positions[kept++] = positions[i];
    list->count = kept;
    reel_tally(m, "repair.teehistorian.kind", REEL_NOTE, &teehistorian_positions, NULL, wrong,
               "kind corrected, or the end of a missing character dropped");
    list = reel_change_rows(m->chunk, &teehistorian_inputs);
    teehistorian_input *inputs = (teehistorian_input *)(void *)list->data;
    kept = wrong = 0;
    for (size_t i = 0; i < list->count; i++)
        if (settle_input(world, &inputs[i], &wrong)) inputs[kept++] = inputs[i];
    list->count = kept;
    reel_tally(m, "repair.teehistorian.kind", REEL_NOTE, &teehistorian_inputs, NULL, wrong, "kind corrected");
}

/* Clears texts that a row's kind does not store. */
static void drop_foreign_texts(const reel_change *m)
{
    static const reel_table *const several[] = { &teehistorian_auths, &teehistorian_clients, &teehistorian_saves };
    for (size_t t = 0; t < sizeof several / sizeof *several; t++) {
        const reel_row_list *list = reel_change_rows(m->chunk, several[t]);
        size_t dropped = 0;
        for (size_t i = 0; i < list->count; i++) {
            uint8_t *row = list->data + i * several[t]->row_size;
            const tee_kind *kind = reel__tee_kind_of_row(several[t], row);
            const reel_field *field;
            for (; kind && (field = reel__tee_foreign_text(kind, row)); dropped++)
                memset(row + field->offset, 0, sizeof(reel_string));
        }
        reel_tally(m, "repair.teehistorian.kind", REEL_NOTE, several[t], NULL, dropped, "text removed: their kind has none");
    }
}

/* ---- arguments ---------------------------------------------------------------------------------------------------------- */

/* Puts back the arguments held from the chunk before, in front of those of this one. */
static void return_held(const reel_change *m, tee_held *held)
{
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_arguments);
    if (!held->any || held->too_many || !reel_row_grow(list, held->count, false)) return;
    teehistorian_argument *rows = (teehistorian_argument *)(void *)list->data;
    memmove(rows + held->count, rows, (list->count - held->count) * sizeof *rows);
    for (size_t i = 0, from = 0; i < held->count; from = held->ends[i++])
        rows[i] = (teehistorian_argument){ .seq = held->of.seq,
                                           .offset = held->of.offset,
                                           .tick = held->of.tick,
                                           .cid = held->cid,
                                           .number = (uint32_t)i,
                                           .text = reel_chunk_string(m->chunk, held->text + from, held->ends[i] - from) };
}

/* Number of rows from `first` that belong to one command. */
static size_t run_of(const teehistorian_argument *first, const teehistorian_argument *end)
{
    size_t count = 1;
    while (first + count < end && tee_compare(first + count, first) == 0) count++;
    return count;
}

static size_t settle_run(teehistorian_argument *rows, size_t count, const teehistorian_command *command)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        wrong += rows[i].cid != command->cid || rows[i].number != i;
        rows[i].cid = command->cid;
        rows[i].number = (uint32_t)i;
    }
    return wrong;
}

/* Matches arguments with commands. A recorder appends arguments before their command, so the last ones of a chunk are held for the
 * next chunk. If the recorder died in between, there is no command and they are lost. */
static void settle_arguments(const reel_change *m)
{
    tee_held *held = &((tee_repairer *)m->state)->held;
    return_held(m, held);
    held->any = false;
    reel_row_list *list = reel_change_rows(m->chunk, &teehistorian_arguments);
    if (!list->count) return;
    const reel_row_list *commands = reel_change_rows(m->chunk, &teehistorian_commands);
    teehistorian_argument *rows = (teehistorian_argument *)(void *)list->data;
    const teehistorian_command *command = (const teehistorian_command *)(const void *)commands->data;
    const teehistorian_command *last = commands->count ? command + commands->count : command;
    const teehistorian_argument *end = rows + list->count;
    size_t kept = 0, wrong = 0, lost = 0, waiting = 0;
    for (size_t count; rows < end; rows += count) {
        teehistorian_argument *first = (teehistorian_argument *)(void *)list->data;
        count = run_of(rows, end);
        while (command < last && tee_compare(command, rows) < 0) command++;
        if (command < last && tee_compare(command, rows) == 0) {
            memmove(first + kept, rows, count * sizeof *rows);
            wrong += settle_run(first + kept, count, command);
            kept += count;
        } else if (rows + count == end) {
            *held = (tee_held){ .of = tee_origin_of(rows), .cid = rows->cid, .any = true };
            reel__tee_hold(held, rows, count);
            waiting = count;
        } else {
            lost += count;
        }
    }
    list->count = kept;
    const char *rule = "repair.teehistorian.arguments";
    reel_tally(m, rule, REEL_NOTE, &teehistorian_arguments, NULL, wrong, "client and number corrected to match their command");
    reel_tally(m, rule, REEL_WARNING, &teehistorian_arguments, NULL, lost, "argument without a command, dropped");
    reel_tally(m, rule, REEL_WARNING, &teehistorian_arguments, NULL, waiting,
               "argument before its command, kept only if the command follows");
}

reel_status reel__tee_repair(reel_change *m)
{
    drop_layout(m, &teehistorian_forms, "repair.teehistorian.numbers", "numbers rewritten in their shortest encoding");
    drop_layout(m, &teehistorian_tails, "repair.teehistorian.tails", "bytes after an extension's fields, dropped");
    drop_layout(m, &teehistorian_skips, "repair.teehistorian.skips", "TICK_SKIP moved to where servers write it");
    drop_layout(m, &teehistorian_trailings, "repair.teehistorian.trailing", "bytes after FINISH, dropped");
    repair_ending(m);
    settle_version(m);
    drop_clients(m);
    drop_strays(m);
    settle_kinds(m);
    drop_foreign_texts(m);
    settle_arguments(m);
    return reel_build_status(m->chunk) < 0 ? reel__chunk_failure(m->chunk, 0, m->error) : REEL_OK;
}
