/* SPDX-License-Identifier: MIT
 * Lines as forms that tell nothing but the keys of a recording, so that a recording can be anonymised and keeps what is null in it. */
#include "formats/echo/replay/form_scrub.h"
#include "core/memory.h"
#include "formats/echo/replay/line.h"

typedef struct table_rows {
    const uint8_t *rows;
    size_t count, used, size;
} table_rows;

static table_rows rows_of(const reel_chunk *chunk, const reel_table *table)
{
    table_rows t = { .size = table->row_size };
    t.rows = reel_chunk_rows(chunk, table, &t.count);
    return t;
}

/* The rows of a frame, behind those of earlier frames. `at`: offset of the number of the frame in a row. */
static const void *take_rows(table_rows *t, size_t at, uint32_t frame, size_t *count)
{
    uint32_t number;
    size_t first = t->used;
    for (; first < t->count; first++) {
        memcpy(&number, t->rows + first * t->size + at, sizeof number);
        if (number >= frame) break;
    }
    for (t->used = first; t->used < t->count; t->used++) {
        memcpy(&number, t->rows + t->used * t->size + at, sizeof number);
        if (number != frame) break;
    }
    *count = t->used - first;
    return *count ? t->rows + first * t->size : NULL;
}

typedef struct scrubber {
    reel_change *change;
    table_rows frames, teams, players, bones;
    reel_memory form;
    reel_string last; /* form of the line before */
    uint8_t styles[FORM_PLACES];
    reel_memory line;    /* of the form */
    session_rows reader; /* of that line */
} scrubber;

/* The payload of Combat is in fields and among the members that are kept as JSON. The frame gets the JSON of what is left of it. */
static form_result keep_payload(scrubber *s, const line_rows *rows)
{
    int64_t recorded;
    reel_string object, second;
    echoreplay_frame *frame = (echoreplay_frame *)(uintptr_t)rows->frame;
    if (!(frame->common.has & ECHO_HAS_PAYLOAD)) return FORM_DONE;
    const form_result made = reel__form_to_line(&s->line, (reel_string){ (const char *)s->form.data, s->form.size }, rows);
    if (made != FORM_DONE) return made;
    if (reel__echo_text_split((reel_string){ (const char *)s->line.data, s->line.size }, &recorded, &object, &second) !=
        ECHOREPLAY_FRAME)
        return FORM_IMPOSSIBLE;
    s->reader.frame = (echoreplay_frame){ .common = { .recorded = recorded } };
    const session_result read = reel__session_read(&s->reader, object, (reel_string){ NULL, 0 });
    if (read == SESSION_NO_MEMORY) return FORM_NO_MEMORY;
    if (read != SESSION_FRAME) return FORM_IMPOSSIBLE;
    frame->extra = s->reader.frame.extra;
    return FORM_DONE;
}

static form_result scrub_line(scrubber *s, echoreplay_line *line)
{
    size_t frames;
    line_rows rows = { 0 };
    rows.frame = take_rows(&s->frames, offsetof(echoreplay_frame, common.frame), line->frame, &frames);
    rows.teams = take_rows(&s->teams, offsetof(echoreplay_team, common.frame), line->frame, &rows.team_count);
    rows.players = take_rows(&s->players, offsetof(echoreplay_player, common.frame), line->frame, &rows.player_count);
    rows.bones = take_rows(&s->bones, offsetof(echo_bone, frame), line->frame, &rows.bone_count);
    if (line->form && !line->text.size) return FORM_DONE; /* has that of a line before it */
    if (frames != 1) return FORM_IMPOSSIBLE;
    form_result made = reel__form_of_changed(&s->form, line->text, &rows, s->styles, CHANGED_SCRUB);
    if (made == FORM_DONE && !line->form) made = keep_payload(s, &rows);
    if (made != FORM_DONE) return made;
    if (line->form) {
        line->text = reel_chunk_string(s->change->chunk, s->form.data, s->form.size);
        return FORM_DONE;
    }
    const bool same = s->last.size == s->form.size && memcmp(s->last.data, s->form.data, s->form.size) == 0;
    if (!same) s->last = reel_chunk_string(s->change->chunk, s->form.data, s->form.size);
    *line = (echoreplay_line){ .frame = line->frame, .kind = ECHOREPLAY_FRAME, .form = 1 };
    if (!same) line->text = s->last;
    return FORM_DONE;
}

reel_status reel__form_scrub(reel_change *change)
{
    reel_row_list *list = reel_change_rows(change->chunk, &echoreplay_lines);
    echoreplay_line *lines = (echoreplay_line *)(void *)list->data;
    size_t kept = 0;
    scrubber *s = reel__memory_new(&change->allocator, sizeof *s);
    if (!s) return reel__memory_fail(change->error);
    *s = (scrubber){ .change = change,
                     .frames = rows_of(change->chunk, &echoreplay_frames),
                     .teams = rows_of(change->chunk, &echoreplay_teams),
                     .players = rows_of(change->chunk, &echoreplay_players),
                     .bones = rows_of(change->chunk, &echoreplay_bones),
                     .form.allocator = change->allocator,
                     .line.allocator = change->allocator,
                     .reader = { .chunk = change->chunk,
                                 .in.pool.allocator = change->allocator,
                                 .in.key_pool.allocator = change->allocator,
                                 .extra.allocator = change->allocator } };
    reel_status status = REEL_OK;
    for (size_t i = 0; i < list->count && status == REEL_OK; i++) {
        echoreplay_line line = lines[i];
        if (line.kind != ECHOREPLAY_FRAME) continue;
        status = reel_spend(change->budget, 3 * line.text.size);
        const form_result made = scrub_line(s, &line);
        if (made == FORM_NO_MEMORY) status = reel__memory_fail(change->error);
        if (made == FORM_DONE) lines[kept++] = line;
    }
    list->count = kept;
    reel__memory_drop(&change->allocator, s->form.data);
    reel__memory_drop(&change->allocator, s->line.data);
    reel__memory_drop(&change->allocator, s->reader.extra.data);
    reel__json_pool_free(&s->reader.in.pool);
    reel__json_pool_free(&s->reader.in.key_pool);
    reel__memory_drop(&change->allocator, s);
    return status;
}
