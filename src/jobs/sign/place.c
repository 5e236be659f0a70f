/* SPDX-License-Identifier: MIT
 * docs/formats/bsor.md describes the sections. */
#include "jobs/sign/place.h"

#include "jobs/sign/minisign.h"

enum {
    HEAD_BYTES = 5, /* magic and version */
    INFO = 0,
    NOTES = 2,
    OFFSETS = 6,
    USER_DATA = 7,
    SECTION_IDS = 8,
    COUNT_BYTES = 4,
    NOTE_BYTES = 16,
    NOTE_TYPE_AT = 12,
    CUT_BYTES = 72,
    TYPES_WITH_CUT = 2, /* good and bad cut */
    NOTE_TYPES = 4
};

/* Bytes of a record of each section. Notes and user data vary. */
static const uint8_t record_bytes[SECTION_IDS] = { [1] = 92, [3] = 16, [4] = 8, [5] = 12, [OFFSETS] = 56 };

static const size_t key_bytes = sizeof PLACE_KEY - 1;
_Static_assert(COUNT_BYTES + sizeof PLACE_KEY <= PLACE_FIELD, "the key of a mark is gathered");

void reel__place_open(mark_place *place, const reel_format *format, const reel_options *options, const reel_allocator *allocator)
{
    *place = (mark_place){ .format = format, .options = options };
    place->head.allocator = place->value.allocator = *allocator;
    reel__seal_hash_begin(&place->all, SEAL_DIGEST);
}

void reel__place_close(mark_place *place)
{
    reel_close(place->header);
    place->header = NULL;
    reel_memory_free(&place->head);
    reel_memory_free(&place->value);
}

/* ---- what is hashed ------------------------------------------------------------------------------------------------- */

static void hash(mark_place *place, const void *data, size_t size)
{
    reel__seal_hash_add(&place->all, data, size);
    if (place->forked && !place->omits) reel__seal_hash_add(&place->covered, data, size);
}

static void expect(mark_place *place, place_step step, size_t need)
{
    place->step = step;
    place->need = need;
    place->have = 0;
}

/* ---- sections ------------------------------------------------------------------------------------------------------- */

/* After a section: the next one, or what readers do not read. */
static void end_section(mark_place *place)
{
    if (place->id == USER_DATA) place->entries_end = place->total;
    if (place->forked && place->found) place->all = place->covered;
    place->forked = false;
    place->sound = place->sections < PLACE_SECTIONS;
    expect(place, place->sections < PLACE_SECTIONS ? PLACE_STEP_ID : PLACE_STEP_REST, 1);
}

static void next_entry(mark_place *place)
{
    if (place->omits) place->complete = true;
    place->omits = false;
    if (place->left--)
        expect(place, PLACE_STEP_KEY_SIZE, COUNT_BYTES);
    else
        end_section(place);
}

static void next_note(mark_place *place)
{
    if (place->left--)
        expect(place, PLACE_STEP_NOTE, NOTE_BYTES);
    else
        end_section(place);
}

static void begin_section(mark_place *place)
{
    place->id = place->field[0];
    place->sections++;
    place->sound = false;
    if (place->id == USER_DATA) place->before = place->all;
    hash(place, place->field, 1);
    if (place->id == INFO || place->id >= SECTION_IDS) {
        expect(place, PLACE_STEP_REST, 0);
    } else if (place->id == OFFSETS) {
        expect(place, PLACE_STEP_RECORDS, 0);
        place->skip = record_bytes[OFFSETS];
    } else {
        expect(place, PLACE_STEP_COUNT, COUNT_BYTES);
    }
}

/* Section 7 from its count on: the bytes that a mark covers have one entry less, or no section. */
static void begin_entries(mark_place *place, uint32_t count)
{
    uint8_t less[1 + COUNT_BYTES] = { USER_DATA };
    place->count_offset = place->total - COUNT_BYTES;
    place->count = place->left = count;
    place->entries_end = 0;
    reel_store_u32le(less + 1, count - 1);
    place->found = false;
    place->user_sections++;
    place->covered = place->before;
    if (count > 1) reel__seal_hash_add(&place->covered, less, sizeof less);
    place->forked = count > 0;
    next_entry(place);
}

static void begin_records(mark_place *place)
{
    uint32_t count = reel_load_u32le(place->field);
    hash(place, place->field, COUNT_BYTES);
    place->left = count;
    if (count > INT32_MAX) {
        expect(place, PLACE_STEP_REST, 0);
    } else if (place->id == USER_DATA) {
        begin_entries(place, count);
    } else if (place->id == NOTES) {
        next_note(place);
    } else {
        place->skip = (uint64_t)count * record_bytes[place->id];
        expect(place, PLACE_STEP_RECORDS, 0);
        if (!place->skip) end_section(place);
    }
}

static void read_note(mark_place *place)
{
    uint32_t type = reel_load_u32le(place->field + NOTE_TYPE_AT);
    hash(place, place->field, NOTE_BYTES);
    if (type >= NOTE_TYPES) {
        expect(place, PLACE_STEP_REST, 0);
    } else if (type < TYPES_WITH_CUT) {
        expect(place, PLACE_STEP_RECORDS, 0);
        place->skip = CUT_BYTES;
    } else {
        next_note(place);
    }
}

/* ---- user data ------------------------------------------------------------------------------------------------------ */

/* The key of another entry, whose size is in the field. */
static void pass_key(mark_place *place, uint32_t size)
{
    hash(place, place->field, place->have);
    if (size > INT32_MAX) {
        expect(place, PLACE_STEP_REST, 0);
        return;
    }
    place->skip = size - (place->have - COUNT_BYTES);
    expect(place, PLACE_STEP_VALUE_SIZE, COUNT_BYTES);
}

static void read_key_size(mark_place *place)
{
    uint32_t size = reel_load_u32le(place->field);
    if (size == key_bytes) {
        place->step = PLACE_STEP_KEY;
        place->need = COUNT_BYTES + key_bytes;
    } else {
        pass_key(place, size);
    }
}

static void read_key(mark_place *place)
{
    if (memcmp(place->field + COUNT_BYTES, PLACE_KEY, key_bytes) != 0) {
        pass_key(place, (uint32_t)key_bytes);
        return;
    }
    place->omits = place->found = true;
    if (!place->marks++) place->offset = place->total - place->have;
    hash(place, place->field, place->have);
    expect(place, PLACE_STEP_VALUE_SIZE, COUNT_BYTES);
}

static void read_value_size(mark_place *place)
{
    uint32_t size = reel_load_u32le(place->field);
    hash(place, place->field, COUNT_BYTES);
    if (size > INT32_MAX) {
        expect(place, PLACE_STEP_REST, 0);
        return;
    }
    if (place->omits && place->marks == 1) place->size = place->total + size - place->offset;
    place->skip = size;
    expect(place, PLACE_STEP_VALUE, 0);
    if (!size) next_entry(place);
}

/* ---- the walk ------------------------------------------------------------------------------------------------------- */

/* The bytes of the field are complete. */
static void interpret(mark_place *place)
{
    static void (*const steps[])(mark_place *) = {
        [PLACE_STEP_ID] = begin_section,       [PLACE_STEP_COUNT] = begin_records, [PLACE_STEP_NOTE] = read_note,
        [PLACE_STEP_KEY_SIZE] = read_key_size, [PLACE_STEP_KEY] = read_key,        [PLACE_STEP_VALUE_SIZE] = read_value_size,
    };
    steps[place->step](place);
}

/* What was skipped is complete. */
static void resume(mark_place *place)
{
    if (place->step == PLACE_STEP_VALUE)
        next_entry(place);
    else if (place->step == PLACE_STEP_RECORDS && place->id == NOTES)
        next_note(place);
    else if (place->step == PLACE_STEP_RECORDS)
        end_section(place);
}

static bool skip(mark_place *place, const uint8_t *data, size_t size)
{
    bool kept = true;
    hash(place, data, size);
    if (place->omits && place->marks == 1 && place->step == PLACE_STEP_VALUE && place->value.size <= MINISIGN_MOST)
        kept = memory_add(&place->value, data, size <= MINISIGN_MOST ? size : MINISIGN_MOST + 1);
    place->total += size;
    place->skip -= size;
    if (!place->skip) resume(place);
    return kept;
}

/* Everything after the header. */
static bool walk(mark_place *place, const uint8_t *data, size_t size)
{
    while (size) {
        size_t step = size;
        if (place->skip) {
            if (step > place->skip) step = (size_t)place->skip;
            if (!skip(place, data, step)) return false;
        } else if (place->step == PLACE_STEP_REST) {
            place->sound = false;
            hash(place, data, step);
            place->total += step;
        } else {
            if (step > place->need - place->have) step = place->need - place->have;
            memcpy(place->field + place->have, data, step);
            place->have += step;
            place->total += step;
            place->sound = false;
            if (place->have == place->need) interpret(place);
        }
        data += step;
        size -= step;
    }
    return true;
}

/* Leaves the header to the reader of the format: its strings may have wrong lengths. */
static bool walk_head(mark_place *place)
{
    static const reel_table *const none[] = { NULL };
    reel_options options = *place->options;
    options.format = place->format;
    options.tables = none;
    options.select = NULL;
    options.report = NULL;
    options.convention = NULL;
    options.index = (reel_bytes){ NULL, 0 };
    size_t size = 0;
    bool first = place->head.size > HEAD_BYTES && place->head.data[HEAD_BYTES] == INFO;
    if (!first)
        reel_fail(&place->error, REEL_UNSUPPORTED, "sign.no-place", "info", HEAD_BYTES, "section 0 is not the first");
    else if (reel_open(reel_source_memory(place->head.data, place->head.size), &options, &place->header, &place->error) ==
             REEL_OK)
        size = (size_t)reel_reader_offset(place->header);
    if (place->error.status == REEL_MEMORY) return false;
    hash(place, place->head.data, size);
    place->total = size;
    place->sections = 1;
    place->sound = size > 0;
    expect(place, size ? PLACE_STEP_ID : PLACE_STEP_REST, 1);
    return walk(place, place->head.data + size, place->head.size - size);
}

bool reel__place_add(mark_place *place, const uint8_t *data, size_t size)
{
    if (place->step == PLACE_STEP_HEAD) {
        size_t room = PLACE_HEAD - place->head.size, part = size < room ? size : room;
        if (!memory_add(&place->head, data, part)) return false;
        if (place->head.size < PLACE_HEAD) return true;
        data += part;
        size -= part;
        if (!walk_head(place)) return false;
    }
    return walk(place, data, size);
}

bool reel__place_end(mark_place *place)
{
    if (place->step == PLACE_STEP_HEAD && !walk_head(place)) return false;
    hash(place, place->field, place->need && place->step != PLACE_STEP_REST ? place->have : 0); /* an incomplete structure */
    reel__seal_hash_end(place->forked && place->found ? &place->covered : &place->all, place->digest, sizeof place->digest);
    return true;
}
