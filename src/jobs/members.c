/* SPDX-License-Identifier: MIT */
#include "jobs/members.h"
#include "codec/pack/stored.h"
#include "codec/xxh3.h"
#include "containers/archive.h"

enum { PEEKED = 512 };

bool reel__members_begin(const uint8_t *head, size_t size)
{
    return reel__archive_begins(head, size) || reel__stored_begins(head, size);
}

size_t reel__members_name_size(const uint8_t *head, size_t size)
{
    archive_record record;
    size_t before = ARCHIVE_HEAD + RECORD_HEAD;
    bool named = reel__archive_begins(head, size) && size > before && reel__record_parse(head + ARCHIVE_HEAD, &record) &&
                 record.kind == RECORD_NAME && record.size < size - before;
    return named ? before + record.size : 0;
}

reel_status reel__members_check_name(const uint8_t *head, size_t size, uint64_t offset, reel_error *error)
{
    archive_record record;
    const uint8_t *at = head + ARCHIVE_HEAD;
    reel_status status = reel__archive_check_head(head, offset, error);
    if (status < 0 || !reel__record_parse(at, &record) || record.size > size - ARCHIVE_HEAD - RECORD_HEAD) return status;
    if (reel__record_is_sound(&record, at)) return REEL_OK;
    return reel_fail(error, REEL_CORRUPT, "archive.checksum", "record", offset + ARCHIVE_HEAD, "wrong checksum of a record");
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

/* The end of the records that begin at `offset`, whatever their order: that is judged by who reads them. */
static reel_status skip_records(member_walk *walk, uint64_t *offset)
{
    for (;;) {
        archive_record record;
        reel_status status = peek(walk, *offset, RECORD_HEAD);
        if (status < 0 || walk->have < RECORD_HEAD || !reel__record_parse(walk->at, &record)) return status;
        uint64_t size = RECORD_HEAD + (uint64_t)record.size;
        *offset = size < walk->size - *offset ? *offset + size : walk->size;
    }
}

/* What is behind the head of an archive: a replay (REEL_OK), or only the name of a stored file that follows (REEL_AGAIN). */
static reel_status enter_archive(member_walk *walk, uint64_t *offset)
{
    archive_record record;
    uint64_t begin = *offset;
    if (walk->have < ARCHIVE_HEAD + RECORD_HEAD || !reel__record_parse(walk->at + ARCHIVE_HEAD, &record)) return REEL_END;
    size_t before = ARCHIVE_HEAD + RECORD_HEAD, left = walk->have - before;
    reel_cursor in = { .at = walk->at + before, .end = walk->at + before + (record.size < left ? record.size : left) };
    if (record.kind == RECORD_START) reel__payload_get_text(&in); /* the format */
    reel_string id = reel__payload_get_text(&in);
    set_id(walk, in.failed ? (reel_string){ NULL, 0 } : id);
    *offset += ARCHIVE_HEAD;
    if (record.kind == RECORD_NAME) {
        reel_status status = reel__members_check_name(walk->at, walk->have, begin, walk->error);
        *offset += RECORD_HEAD + (uint64_t)record.size;
        return status < 0 ? status : REEL_AGAIN;
    }
    if (record.kind != RECORD_START) return REEL_END;
    reel_status status = skip_records(walk, offset);
    walk->member.offset = begin;
    walk->member.size = *offset - begin;
    walk->member.stored = false;
    return status;
}

/* The next member from *offset on, which becomes the offset behind it. REEL_END: nothing is left; *offset is the end. */
static reel_status next_member(member_walk *walk, uint64_t *offset)
{
    set_id(walk, (reel_string){ NULL, 0 });
    for (bool named = false;; named = true) {
        stored_head head;
        reel_status status = peek(walk, *offset, PEEKED);
        if (status < 0) return status;
        walk->member.number++;
        if (reel__stored_parse(walk->at, walk->have, &head)) {
            uint64_t left = walk->size - *offset - head.size;
            walk->member.offset = *offset;
            walk->member.size = head.size + (head.body < left ? head.body : left);
            walk->member.stored = true;
            *offset += walk->member.size;
            return REEL_OK;
        }
        status = reel__archive_begins(walk->at, walk->have) && !named ? enter_archive(walk, offset) : REEL_END;
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
    reel__memory_drop(&allocator, s);
}

static reel_status make_slice(reel_source *source, const reel_member *member, const reel_allocator *allocator, reel_error *error)
{
    if (source->data) {
        source->data += member->offset;
        source->size = member->size;
        return REEL_OK;
    }
    slice *s = reel__memory_new(allocator, sizeof *s);
    if (!s) return reel__memory_fail(error);
    reel_status status = source->seek(source->context, member->offset, error);
    if (status < 0) {
        reel__memory_drop(allocator, s);
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

static reel_status no_member(uint64_t offset, reel_error *error)
{
    return reel_fail(error, REEL_CORRUPT, "archive.member", "", offset,
                     "there is no replay of the archive where one should begin");
}

static reel_status no_such_member(const char *word, reel_error *error)
{
    return reel_fail(error, REEL_ARGUMENT, "archive.member", "", 0, "the archive has no replay called %s", word);
}

reel_status reel__member_select(reel_source *source, const char *word, const reel_allocator *allocator, reel_error *error)
{
    member_walk walk;
    if (!walk_begin(&walk, source, error)) return not_seekable(error);
    reel_member numbered = { .number = 0 };
    const bool exact = *word == '#' || *word == '@';
    uint64_t number = number_of(word + exact), offset = *word == '@' ? number : 0;
    reel_status status = peek(&walk, 0, PEEKED);
    if (status < 0) return status;
    if (!reel__members_begin(walk.at, walk.have)) return no_such_member(word, error);
    if (*word == '@') { /* no walk: each of many replays is found in constant time */
        status = next_member(&walk, &offset);
        if (status == REEL_OK && walk.member.offset == number) return make_slice(source, &walk.member, allocator, error);
        if (status == REEL_END && offset == number && offset > 0 && offset < walk.size) return no_member(offset, error);
        number = 0;
    }
    while ((status = next_member(&walk, &offset)) == REEL_OK) {
        if (!exact && walk.member.id.size == strlen(word) && memcmp(walk.id, word, strlen(word)) == 0)
            return make_slice(source, &walk.member, allocator, error);
        if (walk.member.number == number) numbered = walk.member;
    }
    if (status < 0) return status;
    if (numbered.number) return make_slice(source, &numbered, allocator, error);
    return no_such_member(word, error);
}

reel_status reel__member_first(reel_source *source, size_t named, const reel_allocator *allocator, reel_error *error)
{
    reel_status status = reel__member_select(source, "#1", allocator, error);
    if (status != REEL_ARGUMENT) return status;
    return reel_fail(error, REEL_CORRUPT, "archive.member", "", named, "the archive has the name of a replay, but no replay");
}

/* ---- names ---------------------------------------------------------------------------------------------------------- */

enum { DIGITS = 24 };

/* A character, a number and a NUL. Returns their size without the NUL. */
static size_t put_number(char text[DIGITS], char before, uint64_t number)
{
    char digits[DIGITS];
    size_t count = 0, size = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    text[size++] = before;
    while (count) text[size++] = digits[--count];
    text[size] = '\0';
    return size;
}

/* Writes an id as a path below an output folder, of at most the same size: nothing leaves the folder, and no character is special. */
static size_t put_safe(reel_string id, char *path)
{
    size_t begin = 0, used = 0;
    for (size_t i = 0; i <= id.size; i++) {
        if (i < id.size && id.data[i] != '/') continue;
        const char *part = id.data + begin;
        size_t size = i - begin;
        begin = i + 1;
        if (size == 0 || (part[0] == '.' && (size == 1 || (size == 2 && part[1] == '.')))) continue;
        if (used) path[used++] = '/';
        for (size_t c = 0; c < size; c++) {
            bool plain = (unsigned char)part[c] >= 0x20 && part[c] != 0x7f && !strchr("\\:*?\"<>|", part[c]);
            path[used++] = plain ? part[c] : '_';
        }
    }
    return used;
}

/* Hashes of the names that an archive had so far. A name is only taken for another by chance, and then gets a number that it did not need. */
typedef struct name_set {
    uint64_t *slots; /* 0: free */
    size_t count, capacity;
} name_set;

static uint64_t *slot_of(const name_set *set, uint64_t hash)
{
    size_t i = (size_t)hash & (set->capacity - 1);
    while (set->slots[i] && set->slots[i] != hash) i = (i + 1) & (set->capacity - 1);
    return &set->slots[i];
}

static bool grow_names(name_set *set, const reel_allocator *allocator)
{
    enum { FIRST = 16 };
    name_set larger = { .count = set->count, .capacity = set->capacity ? 2 * set->capacity : FIRST };
    if (larger.capacity > SIZE_MAX / sizeof *larger.slots) return false;
    larger.slots = reel__memory_new(allocator, larger.capacity * sizeof *larger.slots);
    if (!larger.slots) return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i]) *slot_of(&larger, set->slots[i]) = set->slots[i];
    reel__memory_drop(allocator, set->slots);
    *set = larger;
    return true;
}

/* Adds a name to a set that has room. False: it was there. */
static bool add_name(name_set *set, const char *name, size_t size)
{
    uint64_t hash =
        reel__xxh3_64(name, size, (uint64_t)(uintptr_t)set); /* no file can hold names whose hashes collide everywhere */
    if (hash == 0) hash = 1;
    uint64_t *slot = slot_of(set, hash);
    if (*slot) return false;
    *slot = hash;
    set->count++;
    return true;
}

/* ---- all of them ---------------------------------------------------------------------------------------------------- */

/* A name grows by its number until no name before it is the same. Each step needs a longer name that was there. */
enum { LONGEST_NAME = 2 * PEEKED };

struct reel_members {
    reel_allocator allocator;
    reel_source source;
    uint64_t offset; /* behind the last one */
    member_walk walk;
    name_set names;
    char name[LONGEST_NAME + DIGITS], word[DIGITS];
};

static reel_status name_member(reel_members *members)
{
    reel_member *member = &members->walk.member;
    char number[DIGITS];
    size_t used = put_safe(member->id, members->name), digits = put_number(number, '#', member->number);
    if (4 * members->names.count >= 3 * members->names.capacity && !grow_names(&members->names, &members->allocator))
        return reel__memory_fail(members->walk.error);
    if (!used) memcpy(members->name, number + 1, used = digits - 1);
    while (!add_name(&members->names, members->name, used) && used < LONGEST_NAME) {
        memcpy(members->name + used, number, digits);
        used += digits;
    }
    members->name[used] = '\0';
    put_number(members->word, '@', member->offset);
    member->name = members->name;
    member->word = members->word;
    return REEL_OK;
}

reel_status reel__members_step(reel_members *members)
{
    reel_status status = next_member(&members->walk, &members->offset);
    if (status == REEL_OK) return name_member(members);
    if (status < 0 || members->offset >= members->walk.size) return status;
    return no_member(members->offset, members->walk.error);
}

reel_status reel__members_start(reel_members *members, reel_error *error)
{
    if (!walk_begin(&members->walk, &members->source, error)) return not_seekable(error);
    reel_status status = peek(&members->walk, 0, PEEKED);
    return status < 0 || reel__members_begin(members->walk.at, members->walk.have) ? status : REEL_END;
}

void reel_members_close(reel_members *members)
{
    if (!members) return;
    reel_allocator allocator = members->allocator;
    if (members->source.close) members->source.close(members->source.context);
    reel__memory_drop(&allocator, members->names.slots);
    reel__memory_drop(&allocator, members);
}

reel_members *reel__members_new(const reel_source *source, const reel_allocator *allocator, reel_error *error)
{
    reel_allocator own = reel__memory_allocator(allocator);
    reel_members *members = reel__memory_new(&own, sizeof *members);
    if (members) {
        members->allocator = own;
        members->source = *source;
        return members;
    }
    if (source->close) source->close(source->context);
    reel__memory_fail(error);
    return NULL;
}

reel_status reel_members_open(reel_source source, const reel_allocator *allocator, reel_members **members, reel_error *error)
{
    reel_error own;
    if (!error) error = &own;
    *members = NULL;
    reel_members *opened = reel__members_new(&source, allocator, error);
    if (!opened) return REEL_MEMORY;
    bool walks = source.size != REEL_UNKNOWN_SIZE && (source.data || source.seek);
    reel_status status = walks ? reel__members_start(opened, error) : REEL_END;
    if (status == REEL_OK) status = next_member(&opened->walk, &opened->offset);
    if (status == REEL_OK && opened->offset < opened->walk.size) {
        uint64_t behind = opened->offset;
        status = next_member(&opened->walk, &behind); /* there is another */
    }
    if (status != REEL_OK || opened->offset >= opened->walk.size) {
        reel_members_close(opened);
        return status < 0 ? status : REEL_OK;
    }
    opened->offset = 0;
    opened->walk.member.number = 0;
    *members = opened;
    return REEL_OK;
}

reel_status reel_members_next(reel_members *members, const reel_member **member, reel_error *error)
{
    reel_error own = { .rule = "" };
    members->walk.error = error ? error : &own;
    reel_status status = reel__members_step(members);
    *member = status == REEL_OK ? &members->walk.member : NULL;
    return status;
}

const reel_member *reel__members_current(const reel_members *members) { return &members->walk.member; }

reel_status reel__members_slice(const reel_members *members, reel_source *view)
{
    *view = members->source;
    view->close = NULL;
    return make_slice(view, &members->walk.member, &members->allocator, members->walk.error);
}
