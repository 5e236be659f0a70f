/* SPDX-License-Identifier: MIT */
#include "jobs/members.h"
#include "codec/pack/stored.h"
#include "containers/archive.h"

enum { PEEKED = 512 };

bool members_begin(const uint8_t *head, size_t size) { return archive_begins(head, size) || stored_begins(head, size); }

size_t members_name_size(const uint8_t *head, size_t size)
{
    archive_record record;
    size_t before = ARCHIVE_HEAD + RECORD_HEAD;
    bool named = archive_begins(head, size) && size > before && record_parse(head + ARCHIVE_HEAD, &record) &&
                 record.kind == RECORD_NAME && record.size < size - before;
    return named ? before + record.size : 0;
}

typedef struct member_walk {
    const reel_source *source;
    uint64_t size;
    uint8_t buffer[PEEKED];
    const uint8_t *at; /* what was read last */
    size_t have;
    reel_member member;
    uint8_t id[PEEKED];
    reel_error *error;
} member_walk;

/* Reads up to `want` bytes at an offset. */
static reel_status peek(member_walk *walk, uint64_t offset, size_t want)
{
    const reel_source *source = walk->source;
    walk->have = 0;
    if (offset >= walk->size) return REEL_OK;
    if (walk->size - offset < want) want = (size_t)(walk->size - offset);
    if (source->data) {
        walk->at = source->data + offset;
        walk->have = want;
        return REEL_OK;
    }
    walk->at = walk->buffer;
    reel_status status = source->seek(source->context, offset, walk->error);
    while (status == REEL_OK && walk->have < want) {
        size_t got = 0;
        status = source->read(source->context, walk->buffer + walk->have, want - walk->have, &got, walk->error);
        walk->have += got;
    }
    return status < 0 ? status : REEL_OK;
}

static void set_id(member_walk *walk, reel_string id)
{
    if (id.size > PEEKED) id.size = 0;
    if (id.size) memcpy(walk->id, id.data, id.size);
    walk->member.id = (reel_string){ (const char *)walk->id, id.size };
}

/* The end of the records that begin at `offset`: another replay, or something else. */
static reel_status skip_records(member_walk *walk, uint64_t *offset, bool started)
{
    for (;;) {
        archive_record record;
        reel_status status = peek(walk, *offset, RECORD_HEAD);
        if (status < 0 || walk->have < RECORD_HEAD || !record_parse(walk->at, &record)) return status;
        if (record.kind == RECORD_START && started) return REEL_OK;
        started = true;
        uint64_t size = RECORD_HEAD + (uint64_t)record.size;
        *offset = size < walk->size - *offset ? *offset + size : walk->size;
    }
}

/* What is behind the head of an archive: a replay (REEL_OK), or only the name of a stored file that follows (REEL_AGAIN). */
static reel_status enter_archive(member_walk *walk, uint64_t *offset)
{
    archive_record record;
    uint64_t begin = *offset;
    if (walk->have < ARCHIVE_HEAD + RECORD_HEAD || !record_parse(walk->at + ARCHIVE_HEAD, &record)) return REEL_END;
    size_t before = ARCHIVE_HEAD + RECORD_HEAD, left = walk->have - before;
    reel_cursor in = { .at = walk->at + before, .end = walk->at + before + (record.size < left ? record.size : left) };
    if (record.kind == RECORD_START) payload_get_text(&in); /* the format */
    reel_string id = payload_get_text(&in);
    set_id(walk, in.failed ? (reel_string){ NULL, 0 } : id);
    *offset += ARCHIVE_HEAD;
    if (record.kind == RECORD_NAME) {
        *offset += RECORD_HEAD + (uint64_t)record.size;
        return REEL_AGAIN;
    }
    if (record.kind != RECORD_START) return REEL_END;
    reel_status status = skip_records(walk, offset, false);
    walk->member.offset = begin;
    walk->member.size = *offset - begin;
    walk->member.stored = false;
    return status;
}

/* The next member from *offset on, which becomes the offset behind it. REEL_END: there is none; *offset is where. */
static reel_status next_member(member_walk *walk, uint64_t *offset)
{
    set_id(walk, (reel_string){ NULL, 0 });
    for (;;) {
        stored_head head;
        reel_status status = peek(walk, *offset, PEEKED);
        if (status < 0) return status;
        walk->member.number++;
        if (stored_parse(walk->at, walk->have, &head)) {
            uint64_t left = walk->size - *offset - head.size;
            walk->member.offset = *offset;
            walk->member.size = head.size + (head.body < left ? head.body : left);
            walk->member.stored = true;
            *offset += walk->member.size;
            return REEL_OK;
        }
        status = archive_begins(walk->at, walk->have) ? enter_archive(walk, offset) : REEL_END;
        if (status != REEL_AGAIN) return status;
        walk->member.number--;
    }
}

static bool walk_begin(member_walk *walk, const reel_source *source, reel_error *error)
{
    *walk = (member_walk){ .source = source, .size = source->size, .error = error };
    return source->size != REEL_UNKNOWN_SIZE && (source->data || source->seek);
}

static reel_status not_seekable(reel_error *error)
{
    return reel_fail(error, REEL_ARGUMENT, "archive.seek", "", 0,
                     "the replays of an archive can only be chosen if it is a file: this input is not seekable");
}

/* ---- one member ----------------------------------------------------------------------------------------------------- */

/* A part of another source, which it owns. */
typedef struct slice {
    reel_allocator allocator;
    reel_source inner;
    uint64_t begin, size, at;
} slice;

static reel_status slice_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    slice *s = context;
    uint64_t left = s->size - s->at;
    *got = 0;
    if (left == 0) return REEL_END;
    reel_status status = s->inner.read(s->inner.context, buffer, capacity < left ? capacity : (size_t)left, got, error);
    s->at += *got;
    return status;
}

static reel_status slice_seek(void *context, uint64_t offset, reel_error *error)
{
    slice *s = context;
    s->at = offset < s->size ? offset : s->size;
    return s->inner.seek(s->inner.context, s->begin + s->at, error);
}

static void slice_close(void *context)
{
    slice *s = context;
    reel_allocator allocator = s->allocator;
    if (s->inner.close) s->inner.close(s->inner.context);
    memory_drop(&allocator, s);
}

static reel_status make_slice(reel_source *source, const reel_member *member, const reel_allocator *allocator, reel_error *error)
{
    if (source->data) {
        source->data += member->offset;
        source->size = member->size;
        return REEL_OK;
    }
    slice *s = memory_new(allocator, sizeof *s);
    if (!s) return reel_fail(error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the archive");
    reel_status status = source->seek(source->context, member->offset, error);
    if (status < 0) {
        memory_drop(allocator, s);
        return status;
    }
    *s = (slice){ .allocator = *allocator, .inner = *source, .begin = member->offset, .size = member->size };
    *source = (reel_source){ .context = s, .size = s->size, .read = slice_read, .close = slice_close, .seek = slice_seek };
    return REEL_OK;
}

static uint64_t number_of(const char *word)
{
    uint64_t number = 0;
    for (; *word >= '0' && *word <= '9' && number < UINT64_MAX / 100; word++) number = 10 * number + (uint64_t)(*word - '0');
    return *word ? 0 : number;
}

reel_status member_select(reel_source *source, const char *word, const reel_allocator *allocator, reel_error *error)
{
    member_walk walk;
    if (!walk_begin(&walk, source, error)) return not_seekable(error);
    reel_member numbered = { .number = 0 };
    const bool exact = *word == '#' || *word == '@';
    uint64_t number = number_of(word + exact), offset = *word == '@' ? number : 0;
    reel_status status;
    if (*word == '@') { /* no walk: each of many replays is found in constant time */
        status = next_member(&walk, &offset);
        if (status == REEL_OK && walk.member.offset == number) return make_slice(source, &walk.member, allocator, error);
        number = 0;
    }
    while ((status = next_member(&walk, &offset)) == REEL_OK) {
        if (!exact && walk.member.id.size == strlen(word) && memcmp(walk.id, word, strlen(word)) == 0)
            return make_slice(source, &walk.member, allocator, error);
        if (walk.member.number == number) numbered = walk.member;
    }
    if (status < 0) return status;
    if (numbered.number) return make_slice(source, &numbered, allocator, error);
    return reel_fail(error, REEL_ARGUMENT, "archive.member", "", 0, "the archive has no replay called %s", word);
}

/* ---- all of them ---------------------------------------------------------------------------------------------------- */

static const reel_format *identify(const reel_source *source, const reel_member *member, const reel_options *options)
{
    reel_source view = *source;
    const reel_format *format = NULL;
    reel_allocator allocator = memory_allocator(options ? options->allocator : NULL);
    reel_error ignored;
    view.close = NULL;
    if (make_slice(&view, member, &allocator, &ignored) == REEL_OK) reel_identify(view, options, &format, NULL, &ignored);
    return format;
}

static reel_status list(const reel_source *source, const reel_options *options, bool (*each)(void *, const reel_member *),
                        void *context, reel_error *error)
{
    member_walk walk;
    if (!walk_begin(&walk, source, error)) return not_seekable(error);
    uint64_t offset = 0;
    reel_status status = peek(&walk, 0, PEEKED);
    if (status < 0 || !members_begin(walk.at, walk.have)) return status;
    while ((status = next_member(&walk, &offset)) == REEL_OK) {
        walk.member.format = identify(source, &walk.member, options);
        if (!each(context, &walk.member)) return REEL_OK;
    }
    if (status < 0 || offset >= walk.size) return status < 0 ? status : REEL_OK;
    return reel_fail(error, REEL_CORRUPT, "archive.member", "", offset,
                     "there is no replay of the archive where one should begin");
}

reel_status reel_archive_list(reel_source source, const reel_options *options,
                              bool (*each)(void *context, const reel_member *member), void *context, reel_error *error)
{
    reel_error own;
    reel_status status = list(&source, options, each, context, error ? error : &own);
    if (source.close) source.close(source.context);
    return status;
}
