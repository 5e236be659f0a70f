/* SPDX-License-Identifier: MIT
 * Writes .echoreplay. A line whose rows have not changed since they were read is copied, and a zip without any
 * changed line keeps its bytes. Other lines are written in the game's own form. */
#include "codec/pack/zip_end.h"
#include "core/memory.h"
#include "formats/echo/replay/replay.h"

/* Reports a failure of the zip writer. */
static reel_status zipped(reel_encoder *e, reel_status status)
{
    if (status == REEL_LIMIT)
        return reel_fail(e->error, status, "echoreplay.zip-size", "zip", 0, "writing a zip of 4 GiB or more is not supported");
    return status < 0 ? reel__memory_fail(e->error) : REEL_OK;
}

reel_status reel__echo_text_begin(reel_encoder *e)
{
    text_writer *w = e->state;
    const reel_table *const *tables = e->format->tables;
    w->zip.memory.allocator = w->pieces.allocator = w->line.allocator = w->entry.allocator = w->form.allocator = e->allocator;
    w->zip.level = DEFLATE_USUAL_LEVEL;
    for (size_t i = 0; i <= FORM_SLOTS; i++) w->forms[i].allocator = e->allocator;
    w->order = (row_order){ .tables = reel__waiting_tables, .rule = "echoreplay.order", .incomplete = "echoreplay.incomplete" };
    w->rows = reel__chunk_new(tables, tables, UINT64_MAX, &e->allocator);
    w->spare = reel__chunk_new(tables, tables, UINT64_MAX, &e->allocator);
    w->back = reel__chunk_new(tables, tables, UINT64_MAX, &e->allocator);
    w->whole = reel__chunk_new(tables, tables, UINT64_MAX, &e->allocator);
    if (!w->rows || !w->spare || !w->back || !w->whole) return reel__memory_fail(e->error);
    w->reader.in.pool.allocator = w->reader.in.key_pool.allocator = w->reader.extra.allocator = e->allocator;
    w->reader.chunk = w->back;
    w->reader.frames = reel__chunk_list(w->back, &echoreplay_frames);
    w->reader.teams = reel__chunk_list(w->back, &echoreplay_teams);
    w->reader.players = reel__chunk_list(w->back, &echoreplay_players);
    w->reader.bones = reel__chunk_list(w->back, &echoreplay_bones);
    return REEL_OK;
}

void reel__echo_text_end(reel_encoder *e)
{
    text_writer *w = e->state;
    reel__chunk_free(w->rows);
    reel__chunk_free(w->spare);
    reel__chunk_free(w->back);
    reel__chunk_free(w->whole);
    reel__json_pool_free(&w->reader.in.pool);
    reel__json_pool_free(&w->reader.in.key_pool);
    reel__memory_drop(&e->allocator, w->reader.extra.data);
    reel__zip_writer_free(&w->zip);
    reel__memory_drop(&e->allocator, w->pieces.data);
    reel__memory_drop(&e->allocator, w->line.data);
    reel__memory_drop(&e->allocator, w->entry.data);
    reel__memory_drop(&e->allocator, w->form.data);
    for (size_t i = 0; i <= FORM_SLOTS; i++) reel__memory_drop(&e->allocator, w->forms[i].data);
}

static reel_status write_bytes(reel_encoder *e, const void *data, size_t size)
{
    text_writer *w = e->state;
    if (w->info.container != ECHOREPLAY_ZIP) {
        if (size) reel_put(e->out, data, size);
        return e->out->status;
    }
    if (!w->begun) {
        if (!reel__zip_known())
            return reel_fail(e->error, REEL_UNSUPPORTED, "echoreplay.not-built", "zip", 0,
                             "this build has no zlib to compress the zip entry");
        reel_string name = { (const char *)w->entry.data, w->entry.size };
        reel_status status = zipped(e, reel__zip_begin(&w->zip, name));
        if (status < 0) return status;
        w->begun = true;
    }
    return zipped(e, reel__zip_add(&w->zip, data, size));
}

/* Writes a line. The one before gets a line ending if it has none, unless both are parts of one line that is too long. */
static reel_status write_text(reel_encoder *e, const void *data, size_t size, bool part)
{
    text_writer *w = e->state;
    reel_status status = w->open && !(part && w->open_part) ? write_bytes(e, "\r\n", 2) : REEL_OK;
    if (!size) return status;
    const char last = ((const char *)data)[size - 1];
    w->open = last != '\n' && last != '\r';
    w->open_part = part;
    return status < 0 ? status : write_bytes(e, data, size);
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

static reel_status fail_value(reel_encoder *e, const reel_table *table, const char *field, uint32_t frame)
{
    return reel_fail(
        e->error, REEL_ARGUMENT, "echoreplay.value", table->name, 0,
        "%s.%s of frame %lu cannot be written: the text has no key for it, or it contradicts another field of the row",
        table->name, field, (unsigned long)frame);
}

static reel_status compare_rows(reel_encoder *e, const reel_table *table, const void *meant, size_t count, const char *number,
                                uint32_t frame)
{
    const reel_row_list *back = reel__chunk_list(((const text_writer *)e->state)->back, table);
    const uint8_t *a = meant, *b = back->data;
    if (count != back->count) return fail_value(e, table, number, frame);
    for (size_t i = 0; i < count; i++, a += table->row_size, b += table->row_size) {
        const reel_field *field = reel__row_difference(table, a, b, 1e-6, 0); /* numbers have eight digits */
        if (field) return fail_value(e, table, field->name, frame);
    }
    return REEL_OK;
}

/* Reads the line that was made into w->back. */
static session_result read_back(text_writer *w)
{
    int64_t recorded;
    reel_string object, second;
    uint8_t kind = reel__echo_text_split((reel_string){ (const char *)w->line.data, w->line.size }, &recorded, &object, &second);
    if (kind != ECHOREPLAY_FRAME) return SESSION_OTHER;
    reel__chunk_reset(w->back);
    memset(w->reader.texts, 0, sizeof w->reader.texts);
    w->reader.frame =
        (echoreplay_frame){ .common = { .recorded = recorded, .paused_team = ECHO_NO_TEAM, .unpaused_team = ECHO_NO_TEAM } };
    session_result result = reel__session_read(&w->reader, object, second);
    return w->back->status != REEL_OK ? SESSION_NO_MEMORY : result;
}

static uint64_t digest_of(text_writer *w, const line_rows *rows)
{
    return reel__session_digest(&w->plans, rows->frame, rows->teams, rows->team_count, rows->players, rows->player_count,
                                rows->bones, rows->bone_count);
}

/* Reads the line that was made for a frame and compares it with the rows. */
static reel_status compare_line(reel_encoder *e, const line_rows *rows)
{
    text_writer *w = e->state;
    uint32_t number = rows->frame->common.frame;
    int64_t recorded;
    if (!reel__echo_text_time((const char *)w->line.data, w->line.size, &recorded) || recorded != rows->frame->common.recorded)
        return fail_value(e, &echoreplay_frames, "recorded", number);
    if (w->line.size > ECHO_LONGEST_LINE)
        return reel_fail(e->error, REEL_LIMIT, "echoreplay.line-size", "lines", 0,
                         "the line of frame %lu would be longer than %d bytes", (unsigned long)number, (int)ECHO_LONGEST_LINE);
    session_result result = read_back(w);
    if (result == SESSION_NO_MEMORY) return reel__memory_fail(e->error);
    if (result != SESSION_FRAME) return fail_value(e, &echoreplay_frames, "extra", number);
    reel_status status = compare_rows(e, &echoreplay_frames, rows->frame, 1, "frame", number);
    if (status >= 0) status = compare_rows(e, &echoreplay_teams, rows->teams, rows->team_count, "team", number);
    if (status >= 0) status = compare_rows(e, &echoreplay_players, rows->players, rows->player_count, "team", number);
    return status < 0 ? status : compare_rows(e, &echoreplay_bones, rows->bones, rows->bone_count, "bone", number);
}

/* ---- forms ------------------------------------------------------------------------------------------------------ */

/* Remembers the form that a line introduces. */
static reel_status learn_form(reel_encoder *e, const echoreplay_line *line)
{
    text_writer *w = e->state;
    if (reel__echo_text_accepts(&echoreplay_lines, line, 1, e->error) < 0) return REEL_ARGUMENT;
    if (!line->text.size) return REEL_OK;
    w->forms[line->form].size = 0;
    return memory_add(&w->forms[line->form], line->text.data, line->text.size) ? REEL_OK : reel__memory_fail(e->error);
}

/* Makes a line in a form. FORM_IMPOSSIBLE: the line would not say what the rows say. */
static form_result make_line(text_writer *w, const reel_memory *form, const line_rows *rows)
{
    form_result made = reel__form_to_line(&w->line, (reel_string){ (const char *)form->data, form->size }, rows);
    if (made != FORM_DONE) return made;
    session_result result = read_back(w);
    if (result == SESSION_NO_MEMORY) return FORM_NO_MEMORY;
    return result == SESSION_FRAME ? FORM_DONE : FORM_IMPOSSIBLE;
}

/* Whether the rows that were read back are exactly those. */
static bool is_exact(text_writer *w, const line_rows *rows)
{
    size_t count[4];
    const line_rows back = { .frame = reel_chunk_rows(w->back, &echoreplay_frames, &count[0]),
                             .teams = reel_chunk_rows(w->back, &echoreplay_teams, &count[1]),
                             .players = reel_chunk_rows(w->back, &echoreplay_players, &count[2]),
                             .bones = reel_chunk_rows(w->back, &echoreplay_bones, &count[3]),
                             .team_count = count[1],
                             .player_count = count[2],
                             .bone_count = count[3] };
    return digest_of(w, &back) == digest_of(w, rows);
}

/* Copies the rows of a frame, with all keys. */
static bool complete_rows(text_writer *w, const line_rows *rows, line_rows *whole)
{
    const echoreplay_frame frame = reel__session_worded(rows->frame);
    size_t count;
    reel__chunk_reset(w->whole);
    if (reel__chunk_append(w->whole, &echoreplay_frames, &frame, 1) < 0 ||
        reel__chunk_append(w->whole, &echoreplay_teams, rows->teams, rows->team_count) < 0 ||
        reel__chunk_append(w->whole, &echoreplay_players, rows->players, rows->player_count) < 0 ||
        reel__chunk_append(w->whole, &echoreplay_bones, rows->bones, rows->bone_count) < 0)
        return false;
    echoreplay_team *teams = (echoreplay_team *)(void *)reel__chunk_list(w->whole, &echoreplay_teams)->data;
    echoreplay_player *players = (echoreplay_player *)(void *)reel__chunk_list(w->whole, &echoreplay_players)->data;
    for (size_t i = 0; i < rows->team_count; i++) teams[i] = reel__session_complete_team(&teams[i]);
    for (size_t i = 0; i < rows->player_count; i++) players[i] = reel__session_complete_player(&players[i]);
    echo_bone *bones = (echo_bone *)(void *)reel__chunk_list(w->whole, &echoreplay_bones)->data;
    for (size_t i = 0; i < rows->bone_count; i++) bones[i] = reel__session_complete_bone(&bones[i]);
    *whole = *rows;
    whole->bones = bones;
    whole->frame = reel_chunk_rows(w->whole, &echoreplay_frames, &count);
    whole->teams = teams;
    whole->players = players;
    return true;
}

/* A key that was taken away has to take the value with it: a row says one thing. */
static reel_status check_removed(reel_encoder *e, const echoreplay_line *line, const line_rows *rows)
{
    text_writer *w = e->state;
    w->line.size = 0;
    if (!line || line->form || !line->text.size) return REEL_OK;
    if (!memory_add(&w->line, line->text.data, line->text.size)) return reel__memory_fail(e->error);
    const session_result result = read_back(w);
    if (result == SESSION_NO_MEMORY) return reel__memory_fail(e->error);
    if (result != SESSION_FRAME) return REEL_OK;
    const reel_table *table;
    const reel_field *field = reel__session_half_removed(rows, w->back, &table);
    return field ? fail_value(e, table, field->name, rows->frame->common.frame) : REEL_OK;
}

/* Makes the line of rows that changed: in its form in an archive, or in that of its text, so that what is missing stays as it was. REEL_END: it
 * cannot be made so. */
static reel_status make_changed_line(reel_encoder *e, const echoreplay_line *line, const line_rows *rows)
{
    text_writer *w = e->state;
    reel_status status = REEL_END;
    for (changed_form how = CHANGED_KEEP; how <= CHANGED_NULL && status == REEL_END; how++) {
        const reel_memory *form = line->form ? &w->forms[line->form] : &w->form;
        form_result made = line->form ? FORM_DONE : reel__form_of_changed(&w->form, line->text, rows, w->styles, how);
        if (made == FORM_DONE) made = make_line(w, form, rows);
        if (made == FORM_NO_MEMORY) return reel__memory_fail(e->error);
        if (made == FORM_DONE) status = compare_line(e, rows);
        if (status != REEL_MEMORY && status != REEL_OK) status = REEL_END;
        if (line->form) break;
    }
    return status;
}

/* Makes a line in reel's own style. */
static reel_status make_own_line(reel_encoder *e, const line_rows *rows)
{
    text_writer *w = e->state;
    char time[TIME_SIZE + 1];
    w->line.size = 0;
    reel__echo_text_put_time(time, rows->frame->common.recorded);
    time[TIME_SIZE] = '\t';
    bool fine = memory_add(&w->line, time, sizeof time) &&
                reel__session_write(&w->line, rows->frame, rows->teams, rows->team_count, rows->players, rows->player_count,
                                    rows->bones, rows->bone_count);
    if (!fine) return reel__memory_fail(e->error);
    reel_status status = compare_line(e, rows);
    if (status < 0) return status;
    return memory_add(&w->line, "\r\n", 2) ? REEL_OK : reel__memory_fail(e->error);
}

/* Rows of another format that are not written are reported as lost. */
static row_order *order_of(const reel_encoder *e) { return e->stored ? NULL : &((text_writer *)e->state)->order; }

static reel_status write_frame(reel_encoder *e, waiting_rows *r, const echoreplay_line *line)
{
    text_writer *w = e->state;
    line_rows rows, whole;
    reel_status status = reel__waiting_take(r, order_of(e), &rows, e->error);
    if (status < 0) return status;
    if (line && line->form) {
        form_result made = make_line(w, &w->forms[line->form], &rows);
        if (made == FORM_NO_MEMORY) return reel__memory_fail(e->error);
        if (made == FORM_DONE && is_exact(w, &rows)) return write_text(e, w->line.data, w->line.size, false);
    } else if (line && reel__session_line_digest(digest_of(w, &rows), line->text) == line->digest) {
        return write_text(e, line->text.data, line->text.size, false);
    }
    w->changed = true;
    status = check_removed(e, line, &rows);
    if (status < 0) return status;
    if (!complete_rows(w, &rows, &whole)) return reel__memory_fail(e->error);
    status = line ? make_changed_line(e, line, &whole) : REEL_END;
    if (status == REEL_END) status = make_own_line(e, &whole);
    return status < 0 ? status : write_text(e, w->line.data, w->line.size, false);
}

/* Writes frames before number `end`, and the other lines between them. */
static reel_status write_lines(reel_encoder *e, uint64_t end)
{
    text_writer *w = e->state;
    waiting_rows r = reel__waiting_rows(w->rows);
    size_t line_count, next = 0;
    const echoreplay_line *lines = reel_chunk_rows(w->rows, &echoreplay_lines, &line_count);
    reel_status status = REEL_OK;
    while (status >= 0) {
        const echoreplay_line *line = next < line_count ? &lines[next] : NULL;
        uint32_t number;
        const bool frames = reel__waiting_frame(&r, end, &number);
        if (line && (line->frame >= end || (frames && line->frame > number))) line = NULL;
        if (!line && !frames) break;
        if (line) {
            next++;
            if (line->form) status = learn_form(e, line);
            if (status < 0) break;
            if (line->kind != ECHOREPLAY_FRAME && reel__session_line_digest(0, line->text) != line->digest) {
                w->changed = true; /* its text was changed: drop it */
                continue;
            }
            if (line->kind != ECHOREPLAY_FRAME) {
                w->any_other |= line->kind > ECHOREPLAY_EMPTY && line->text.size;
                status = write_text(e, line->text.data, line->text.size, line->kind == ECHOREPLAY_LONG);
                continue;
            }
            if (!frames || line->frame != number) {
                w->changed = true; /* its frame was removed */
                continue;
            }
        }
        w->any_frame = true;
        status = write_frame(e, &r, line);
    }
    if (status < 0) return status;
    return reel__waiting_drop(&r, &echoreplay_lines, next, &w->rows, &w->spare) ? REEL_OK : reel__memory_fail(e->error);
}

/* The number before which all frames are complete. Rows may be appended table by table: a frame is complete when every
 * table that has rows has one of a later frame. */
static uint64_t complete_before(const text_writer *w)
{
    const waiting_rows r = reel__waiting_rows(w->rows);
    size_t line_count;
    const echoreplay_line *lines = reel_chunk_rows(w->rows, &echoreplay_lines, &line_count);
    uint64_t end = line_count ? lines[line_count - 1].frame : UINT64_MAX;
    for (unsigned i = 0; i < ORDER_TABLES; i++) {
        const uint64_t last = reel__waiting_last(&r, i, i == ORDER_BONES ? UINT64_MAX : 0);
        if (last < end) end = last;
    }
    return end;
}

/* The level takes effect if the text has not begun. */
static reel_status use_level(reel_encoder *e, const echoreplay_deflated *deflated)
{
    text_writer *w = e->state;
    if (reel__echo_text_accepts(&echoreplay_deflates, deflated, 1, e->error) < 0) return REEL_ARGUMENT;
    w->deflated = *deflated;
    w->compact = true;
    if (!w->begun && deflated->level) w->zip.level = deflated->level;
    return REEL_OK;
}

reel_status reel__echo_text_rows(reel_encoder *e, const reel_chunk *batch)
{
    text_writer *w = e->state;
    size_t count;
    const echoreplay_info *info = reel_chunk_rows(batch, &echoreplay_infos, &count);
    if (count) {
        w->info = info[count - 1];
        w->entry.size = 0;
        if (!memory_add(&w->entry, w->info.entry.data, w->info.entry.size)) return reel__memory_fail(e->error);
        if (reel__echo_text_accepts(&echoreplay_infos, &w->info, 1, e->error) < 0) return REEL_ARGUMENT;
    }
    const echoreplay_piece *pieces = reel_chunk_rows(batch, &echoreplay_pieces, &count);
    for (size_t i = 0; i < count; i++)
        if (!memory_add(&w->pieces, pieces[i].bytes.data, pieces[i].bytes.size)) return reel__memory_fail(e->error);
    const echoreplay_deflated *deflated = reel_chunk_rows(batch, &echoreplay_deflates, &count);
    reel_status status = count ? use_level(e, &deflated[count - 1]) : REEL_OK;
    if (status < 0) return status;
    reel_chunk_rows(batch, &echoreplay_frames, &count);
    if (count) status = write_lines(e, complete_before(w));
    if (status >= 0) status = reel__waiting_add(w->rows, batch, order_of(e), e->error);
    const echoreplay_line *lines = reel_chunk_rows(batch, &echoreplay_lines, &count);
    if (status >= 0 && reel__chunk_append(w->rows, &echoreplay_lines, lines, count) < 0) return reel__memory_fail(e->error);
    return status < 0 ? status : e->out->status;
}

/* Whether the original bytes of the zip are all of it, and have the entry name that is wanted. */
static bool has_entry(const text_writer *w)
{
    reel_cursor in = { .at = w->pieces.data, .end = w->pieces.data + w->pieces.size, .end_offset = w->pieces.size };
    zip_entry entry;
    if (!reel__zip_is_closed(w->pieces.data, w->pieces.size)) return false;
    for (;;) {
        const uint8_t *header = reel_take(&in, ZIP_HEADER);
        if (!header || !reel__zip_header(header, &entry)) return false;
        const uint8_t *name = reel_take(&in, entry.name_size), *extra = reel_take(&in, entry.extra_size);
        if (!name || !extra) return false;
        reel__zip_extra(&entry, extra);
        bool folder = entry.name_size && name[entry.name_size - 1] == '/' && !entry.packed_size && !zip_sizes_follow(&entry);
        if (!folder)
            return entry.name_size == w->entry.size && (!w->entry.size || memcmp(name, w->entry.data, w->entry.size) == 0);
    }
}

/* Whether the text is that of the zip whose bytes were kept. */
static bool has_text(const text_writer *w)
{
    const echoreplay_deflated *deflated = &w->deflated;
    if (!w->compact) return true;
    return w->zip.checksum == deflated->checksum && w->zip.size == deflated->text_size;
}

/* Puts the pieces, and the compressed text between them. */
static reel_status write_original(reel_encoder *e)
{
    text_writer *w = e->state;
    const echoreplay_deflated *deflated = &w->deflated;
    const reel_bytes packed = reel__zip_deflated(&w->zip);
    if (deflated->offset > w->pieces.size || deflated->size > packed.size || (deflated->size && w->zip.level != deflated->level))
        return reel_fail(e->error, REEL_ARGUMENT, "echoreplay.deflated", "zip", 0,
                         "the row of deflated does not fit the pieces and the text of the zip");
    const size_t before = (size_t)deflated->offset;
    reel_put(e->out, w->pieces.data, before);
    if (deflated->size) reel_put(e->out, packed.data, (size_t)deflated->size);
    reel_put(e->out, w->pieces.data + before, w->pieces.size - before);
    return e->out->status;
}

reel_status reel__echo_text_finish(reel_encoder *e, const reel_chunk *staged)
{
    text_writer *w = e->state;
    (void)staged;
    reel_status status = write_lines(e, UINT64_MAX);
    if (status >= 0 && !e->stored) status = reel__waiting_end(w->rows, &w->order, &e->reporter, e->error);
    if (status >= 0 && w->any_other && !w->any_frame)
        return reel_fail(e->error, REEL_ARGUMENT, "echoreplay.no-frames", "lines", 0, "none of the lines is a frame");
    if (status < 0 || w->info.container != ECHOREPLAY_ZIP) return status < 0 ? status : e->out->status;
    bool original = !w->changed && w->pieces.size && has_entry(w) && has_text(w);
    if (!original || w->deflated.size) {
        status = write_bytes(e, NULL, 0);
        if (status >= 0) status = zipped(e, reel__zip_end(&w->zip));
        if (status < 0) return status;
    }
    if (original) return write_original(e);
    reel_put(e->out, w->zip.memory.data, w->zip.memory.size);
    return e->out->status;
}
