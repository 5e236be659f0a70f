/* SPDX-License-Identifier: MIT
 * What a capture says of itself, compared with what is in it. */
#include "formats/echo/tape/tape.h"

static const char footer_section[] = "footer", message_section[] = "messages";

/* ---- the footer ------------------------------------------------------------------------------------------------- */

/* What the footer has. */
typedef struct footer_sum {
    tape_footer footer;
    uint64_t bad_keyframes, first_keyframe;
    tape_event_sum events;
    bool listed[EVENT_NUMBERS];
} footer_sum;

/* Whether an event is indexed by this number. */
static bool is_kind(uint64_t kind)
{
    for (uint32_t event = 0; event < EVENT_NUMBERS; event++)
        if (kind && reel__tape_indexed_as(event) == kind) return true;
    return false;
}

static bool take_keyframe(tape_reader *r, footer_sum *sum, const proto_field *f, uint64_t offset)
{
    tape_keyframe key = { .offset = 0 };
    tape_state *s = &r->state;
    if (!reel__proto_get(&reel__tape_keyframe_list, f->data, f->size, &key, 0, &s->notes.proto, &s->broken_at)) return false;
    if (key.frame >= TAPE_TRACKED && key.frame < r->rows.frame) return true; /* not tracked */
    if (key.frame < r->rows.frame && r->offsets[key.frame] == key.offset) return true;
    if (!sum->bad_keyframes++) sum->first_keyframe = offset;
    return true;
}

/* Frames of one entry may be packed or not, and in several parts. */
static bool take_index(tape_state *s, footer_sum *sum, const proto_field *entry)
{
    proto_reader r = proto_read(entry->data, entry->size);
    proto_field f;
    uint64_t kind = 0, frame;
    while (reel__proto_next(&r, &f))
        if (f.number == 1 && f.wire == PROTO_VARINT) kind = f.value;
    s->broken_at = r.at;
    if (r.broken) return false;
    if (!is_kind(kind)) {
        s->notes.proto.unknown++;
        return true;
    }
    sum->listed[kind] = true;
    r = proto_read(entry->data, entry->size);
    while (reel__proto_next(&r, &f)) {
        if (f.number != 2) continue;
        if (f.wire == PROTO_VARINT) reel__tape_event_count(&sum->events, (uint8_t)kind, (uint32_t)f.value);
        if (f.wire != PROTO_BYTES) continue;
        for (const uint8_t *at = f.data, *end = f.data + f.size; at < end;) {
            s->broken_at = at;
            if (!reel__proto_varint(&at, end, &frame)) return false;
            reel__tape_event_count(&sum->events, (uint8_t)kind, (uint32_t)frame);
        }
    }
    return true;
}

static bool read_footer(tape_reader *r, footer_sum *sum, const tape_message *message, reel_bytes body)
{
    tape_state *s = &r->state;
    const uint64_t lists = UINT64_C(1) << FOOTER_KEYFRAMES | UINT64_C(1) << FOOTER_EVENTS;
    proto_reader reader = proto_read(body.data, body.size);
    proto_field f;
    bool fine = true;
    while (fine && reel__proto_next(&reader, &f)) {
        if (f.number == FOOTER_KEYFRAMES && f.wire == PROTO_BYTES)
            fine = take_keyframe(r, sum, &f, reel__tape_offset_in(message, f.start));
        else if (f.number == FOOTER_EVENTS && f.wire == PROTO_BYTES)
            fine = take_index(s, sum, &f);
        else
            fine = reel__proto_get_field(&reel__tape_footer_list, &f, &sum->footer, lists, &s->notes.proto, &s->broken_at);
    }
    if (fine) s->broken_at = reader.at;
    return fine && !reader.broken;
}

static void warn(const reel_decoder *d, reel_severity severity, const char *rule, uint64_t offset, uint64_t count,
                 const char *message)
{
    reel_find(
        &d->reporter,
        (reel_finding){
            .rule = rule, .severity = severity, .section = footer_section, .offset = offset, .row = REEL_NO_ROW, .count = count },
        message, (unsigned long long)count);
}

static bool check_events(const reel_decoder *d, const tape_reader *r, const footer_sum *sum, uint64_t offset)
{
    uint64_t wrong = 0, left_out = 0;
    for (unsigned kind = 0; kind < EVENT_NUMBERS; kind++) {
        if (r->events.count[kind] == sum->events.count[kind] && r->events.sum[kind] == sum->events.sum[kind]) continue;
        if (tape_is_left_out(kind) && !sum->listed[kind])
            left_out++;
        else
            wrong++;
    }
    if (wrong)
        warn(d, REEL_WARNING, "tape.event-index", offset, wrong,
             "the index of events contradicts the frames for %llu {kind|kinds} of event");
    if (left_out)
        warn(d, REEL_NOTE, "tape.recorder-index", offset, left_out,
             "the index of events leaves out %llu {kind|kinds}, as recorders did that had no name for {it|them} (F-6)");
    return !wrong;
}

reel_status reel__tape_check_footer(reel_decoder *d, tape_reader *r, const tape_message *message, reel_bytes body)
{
    footer_sum *sum = reel__memory_new(&d->allocator, sizeof *sum);
    if (!sum) return reel__memory_fail(d->error);
    reel_status status = REEL_OK;
    const uint64_t offset = message->offset;
    if (!read_footer(r, sum, message, body)) {
        status = reel__tape_fail_message(d, r, message, footer_section, "the footer");
    } else {
        const bool duration = sum->footer.duration == (r->rows.frame ? r->rows.last.offset : 0);
        if (!duration)
            warn(d, REEL_WARNING, "tape.duration", offset, 1, "the duration in the footer is not the time of the last frame");
        if (sum->footer.offset != offset)
            warn(d, REEL_WARNING, "tape.footer-offset", offset, 1, "the footer states another offset of itself");
        if (sum->bad_keyframes)
            warn(d, REEL_WARNING, "tape.keyframes", sum->first_keyframe, sum->bad_keyframes,
                 "%llu {entry|entries} of the index of keyframes {names|name} a place where that frame is not");
        const bool events = check_events(d, r, sum, offset);
        r->footer_differs = !duration || !events || sum->footer.offset != offset || sum->bad_keyframes;
        if (sum->footer.frames != r->rows.frame)
            status = reel_fail(d->error, REEL_CORRUPT, "tape.frame-count", footer_section, offset,
                               "the footer states %lu frames, there are %lu", (unsigned long)sum->footer.frames,
                               (unsigned long)r->rows.frame);
    }
    reel__memory_drop(&d->allocator, sum);
    return status;
}

/* ---- the seek table --------------------------------------------------------------------------------------------- */

static void warn_table(const reel_decoder *d, uint64_t offset, const char *what)
{
    reel_find(&d->reporter,
              (reel_finding){
                  .rule = "tape.seek-table", .severity = REEL_WARNING, .section = "zstd", .offset = offset, .row = REEL_NO_ROW },
              "the seek table %s; it is not used", what);
}

bool reel__tape_check_table(reel_decoder *d, const tape_reader *r)
{
    const tape_stream *s = &r->stream;
    if (!s->has_table) {
        if (r->container != TAPE_BLOCKS || !r->has_footer) return true;
        warn_table(d, reel_offset(&d->in), "is missing, or is not for these zstd frames");
        return false;
    }
    const uint8_t *at = s->table.data, *tail = at + s->block_count * TAPE_SEEK_ENTRY;
    const uint64_t start = s->table_at + TAPE_SKIPPABLE_HEADER;
    for (size_t i = 0; i < s->block_count; i++, at += TAPE_SEEK_ENTRY)
        if (reel_load_u32le(at) != s->blocks[i].packed || reel_load_u32le(at + 4) != s->blocks[i].unpacked) {
            warn_table(d, start + i * TAPE_SEEK_ENTRY, "contradicts the zstd frames");
            return false;
        }
    if (reel_load_u32le(tail) == s->block_count && !tail[4] && reel_load_u32le(tail + 5) == TAPE_SEEK_END) return true;
    warn_table(d, start + s->block_count * TAPE_SEEK_ENTRY, "has an invalid end");
    return false;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

void reel__tape_report(const reel_decoder *d, const tape_reader *r)
{
    const tape_oddities *n = &r->state.notes;
    const struct {
        const char *rule;
        reel_severity severity;
        uint64_t count;
        const char *message;
    } all[] = {
        { "tape.time-backwards", REEL_WARNING, r->rows.clock.back,
          "%llu {frame has|frames have} an earlier time than the one before" },
        { "tape.mistyped", REEL_WARNING, n->proto.mistyped,
          "%llu {field has|fields have} a type that the format does not give {it|them}, and {is|are} left out" },
        { "tape.text", REEL_WARNING, n->proto.bad_text, "%llu {text is|texts are} not UTF-8, which other readers refuse" },
        { "tape.values", REEL_WARNING, n->proto.clamped + n->counters, "%llu {number is|numbers are} out of range" },
        { "tape.slot", REEL_WARNING, n->slots, "%llu {slot is|slots are} not a number from 0 to 255: such players have no name" },
        { "tape.words", REEL_WARNING, n->words, "%llu {word or number is|words or numbers are} unknown" },
        { "tape.roster", REEL_WARNING, n->nameless,
          "%llu {row of a player is|rows of players are} of a slot that neither the header nor an event has named" },
        { "tape.skeleton", REEL_WARNING, n->skeletons,
          "%llu {skeleton has|skeletons have} no whole number of bones, or too many, and {is|are} left out" },
        { "tape.recorder-disc", REEL_NOTE, n->free_disc,
          "%llu {event states|events state} that nobody has the disc by a slot of -1, as recorders did (F-4)" },
        { "tape.recorder-ping", REEL_NOTE, n->pings,
          "%llu {ping is|pings are} negative, which recorders store as a large number (F-15)" },
        { "tape.recorder-status", REEL_NOTE, n->statuses,
          "%llu {frame has|frames have} no status: recorders have no number for words that they do not know (F-9)" },
        { "tape.unknown-fields", REEL_NOTE, n->proto.unknown, "%llu {field is|fields are} not known, and {is|are} kept" },
        { "tape.unknown-messages", REEL_NOTE, r->others,
          "%llu {envelope holds|envelopes hold} something that is not known, and {is|are} kept" },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!all[i].count) continue;
        reel_find(&d->reporter,
                  (reel_finding){ .rule = all[i].rule,
                                  .severity = all[i].severity,
                                  .section = message_section,
                                  .offset = REEL_NO_OFFSET,
                                  .row = REEL_NO_ROW,
                                  .count = all[i].count },
                  all[i].message, (unsigned long long)all[i].count);
    }
}
