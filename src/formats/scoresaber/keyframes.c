/* SPDX-License-Identifier: MIT
 * The oldest files: key frames, serialised by the BinaryFormatter of .NET (MS-NRBF). A single loop reads the records. References are not
 * followed and objects are not created by name, so cycles and depth are harmless. */
#include "core/memory.h"
#include "formats/scoresaber/layout.h"

enum {
    NRBF_HEADER = 0,
    NRBF_CLASS_BY_ID = 1,
    NRBF_CLASS = 5,
    NRBF_STRING = 6,
    NRBF_ARRAY = 7,
    NRBF_REFERENCE = 9,
    NRBF_NULL = 10,
    NRBF_END = 11,
    NRBF_LIBRARY = 12,
    NRBF_NULLS_BYTE = 13,
    NRBF_NULLS = 14,
    NRBF_PRIMITIVES = 15,
    NRBF_OBJECTS = 16,
    NRBF_STRINGS = 17,
    TYPE_PRIMITIVE = 0,
    TYPE_SYSTEM_CLASS = 3,
    TYPE_CLASS = 4,
    TYPE_PRIMITIVES = 7,
    MOST_CLASSES = 16,
    MOST_MEMBERS = 256,
    MOST_DEPTH = 32,
    KEYFRAME_BYTES = 96,
    KEYFRAME_MEMBERS = 24,
};

static const char keyframe_class[] = "KeyframeSerializable";

/* Size in bytes of a primitive by its code, or 0 if it is variable or unknown. */
static size_t primitive_size(uint8_t code)
{
    static const uint8_t sizes[] = {
        [1] = 1, [2] = 1, [6] = 8, [7] = 2, [8] = 4, [9] = 8, [10] = 1, [11] = 4, [12] = 8, [13] = 8, [14] = 2, [15] = 4, [16] = 8
    };
    return code < sizeof sizes ? sizes[code] : 0;
}

typedef struct nrbf_class {
    int32_t id;
    uint32_t members;
    uint8_t sizes[MOST_MEMBERS]; /* of each member; 0 for a record */
    bool keyframe;
} nrbf_class;

/* An object whose members are not all read yet. */
typedef struct nrbf_open {
    uint32_t class_index, member;
} nrbf_open;

typedef struct nrbf_reader {
    reel_decoder *d;
    reel_cursor in;
    nrbf_class classes[MOST_CLASSES];
    size_t class_count;
    nrbf_open open[MOST_DEPTH];
    size_t depth;
    reel_row_list *rows; /* NULL: not requested */
    size_t frames;
    reel_cursor order; /* the items of the first array that is not of primitives: references */
    bool ordered, disordered, ended;
} nrbf_reader;

bool reel__dat_is_keyframes(const uint8_t *payload, size_t size)
{
    static const uint8_t versions[] = { 1, 0, 0, 0, 0, 0, 0, 0 };
    return size >= 17 && payload[0] == NRBF_HEADER && memcmp(payload + 9, versions, sizeof versions) == 0;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static reel_status fail_record(nrbf_reader *r, uint64_t offset, const char *what)
{
    dat_reader *state = r->d->state;
    if (r->in.failed && state->stream.failed < 0) return REEL_TRUNCATED; /* reel__dat_next reports why */
    return reel_fail(r->d->error, r->in.failed ? REEL_TRUNCATED : REEL_CORRUPT,
                     r->in.failed ? "scoresaber.truncated" : "scoresaber.nrbf", "keyframes", offset,
                     r->in.failed ? "the payload ends inside %s" : "invalid stream: %s", what);
}

/* Reads a LEB128 length and that many bytes. */
static reel_string get_string(nrbf_reader *r)
{
    uint64_t size = 0;
    for (unsigned i = 0; i < 5; i++) {
        uint8_t byte = reel_get_u8(&r->in);
        size |= (uint64_t)(byte & 0x7f) << 7 * i;
        if (!(byte & 0x80)) break;
    }
    const uint8_t *text = reel_take(&r->in, size > UINT32_MAX ? SIZE_MAX : (size_t)size);
    return (reel_string){ (const char *)text, text ? (size_t)size : 0 };
}

/* Reads what follows a type code. *size is that of a value, or 0 for a record. Returns false for a primitive of unknown size. */
static bool get_type(nrbf_reader *r, uint8_t type, uint8_t *size)
{
    *size = 0;
    if (type == TYPE_PRIMITIVE) *size = (uint8_t)primitive_size(reel_get_u8(&r->in));
    if (type == TYPE_PRIMITIVES) reel_get_u8(&r->in);
    if (type == TYPE_SYSTEM_CLASS || type == TYPE_CLASS) get_string(r);
    if (type == TYPE_CLASS) reel_get_u32le(&r->in);
    return type != TYPE_PRIMITIVE || *size || r->in.failed;
}

static bool contains(reel_string text, const char *part)
{
    size_t size = strlen(part);
    for (size_t i = 0; i + size <= text.size; i++)
        if (memcmp(text.data + i, part, size) == 0) return true;
    return false;
}

static reel_status open_object(nrbf_reader *r, size_t class_index, uint64_t begin)
{
    if (r->depth == MOST_DEPTH)
        return reel_fail(r->d->error, REEL_LIMIT, "scoresaber.nrbf-depth", "keyframes", begin,
                         "objects are nested more than %d levels deep", MOST_DEPTH);
    r->open[r->depth++] = (nrbf_open){ (uint32_t)class_index, 0 };
    return REEL_OK;
}

/* Reads a class, and enters the object that follows it. */
static reel_status read_class(nrbf_reader *r, uint64_t begin)
{
    if (r->class_count == MOST_CLASSES)
        return reel_fail(r->d->error, REEL_LIMIT, "scoresaber.nrbf-classes", "keyframes", begin, "more than %d classes",
                         MOST_CLASSES);
    nrbf_class *class = &r->classes[r->class_count];
    *class = (nrbf_class){ .id = reel_get_i32le(&r->in) };
    class->keyframe = contains(get_string(r), keyframe_class);
    class->members = reel_get_u32le(&r->in);
    if (class->members > MOST_MEMBERS) return fail_record(r, begin, "a class of more than 256 members");
    for (uint32_t i = 0; i < class->members; i++) get_string(r);
    const uint8_t *types = reel_take(&r->in, class->members);
    if (!types) return fail_record(r, begin, "a class");
    size_t size = 0;
    for (uint32_t i = 0; i < class->members; i++) {
        if (!get_type(r, types[i], &class->sizes[i])) return fail_record(r, begin, "a class member of an unknown primitive type");
        size += class->sizes[i];
    }
    reel_get_u32le(&r->in);
    if (r->in.failed) return fail_record(r, begin, "a class");
    if (class->keyframe && (class->members != KEYFRAME_MEMBERS || size != KEYFRAME_BYTES))
        return fail_record(r, begin, "a key frame without 24 members and 96 bytes");
    return open_object(r, r->class_count++, begin);
}

static reel_status read_class_by_id(nrbf_reader *r, uint64_t begin)
{
    reel_get_u32le(&r->in);
    int32_t id = reel_get_i32le(&r->in);
    size_t i = 0;
    while (i < r->class_count && r->classes[i].id != id) i++;
    if (r->in.failed || i == r->class_count) return fail_record(r, begin, "an object of an undefined class");
    return open_object(r, i, begin);
}

static reel_status read_array(nrbf_reader *r, uint64_t begin)
{
    reel_get_u32le(&r->in);
    uint8_t kind = reel_get_u8(&r->in), size;
    uint32_t rank = reel_get_u32le(&r->in);
    uint64_t items = 1;
    if (rank > 32 || kind > 5) return fail_record(r, begin, "an array of an unknown kind");
    for (uint32_t i = 0; i < rank; i++) {
        uint32_t length = reel_get_u32le(&r->in);
        items = items > UINT32_MAX ? items : items * length;
    }
    for (uint32_t i = 0; i < rank && kind >= 3; i++) reel_get_u32le(&r->in);
    if (!get_type(r, reel_get_u8(&r->in), &size)) return fail_record(r, begin, "an array of an unknown primitive type");
    if (size && (items > UINT32_MAX || !reel_take(&r->in, (size_t)items * size))) return fail_record(r, begin, "an array");
    if (!r->ordered && !size && reel_left(&r->in)) {
        r->ordered = true;
        r->order = r->in;
    }
    return r->in.failed ? fail_record(r, begin, "an array") : REEL_OK;
}

static reel_status read_primitives(nrbf_reader *r, uint64_t begin)
{
    reel_get_u32le(&r->in);
    uint32_t count = reel_get_u32le(&r->in);
    size_t size = primitive_size(reel_get_u8(&r->in));
    if (!size || !reel_count_fits(&r->in, count, size)) return fail_record(r, begin, "an array of primitives");
    reel_take(&r->in, size * count);
    return REEL_OK;
}

static void skip_body(nrbf_reader *r, size_t size) { reel_take(&r->in, size); }

static reel_status read_record(nrbf_reader *r)
{
    uint64_t begin = reel_offset(&r->in);
    uint8_t type = reel_get_u8(&r->in);
    if (r->in.failed) return fail_record(r, begin, "the stream, before its end record");
    switch (type) {
    case NRBF_HEADER: skip_body(r, 16); break;
    case NRBF_LIBRARY:
    case NRBF_STRING:
        skip_body(r, 4);
        get_string(r);
        break;
    case NRBF_CLASS: return read_class(r, begin);
    case NRBF_CLASS_BY_ID: return read_class_by_id(r, begin);
    case NRBF_ARRAY: return read_array(r, begin);
    case NRBF_PRIMITIVES: return read_primitives(r, begin);
    case NRBF_OBJECTS:
    case NRBF_STRINGS: skip_body(r, 8); break;
    case NRBF_REFERENCE:
    case NRBF_NULLS: skip_body(r, 4); break;
    case NRBF_NULL: break;
    case NRBF_NULLS_BYTE: skip_body(r, 1); break;
    case NRBF_END: r->ended = true; break;
    default:
        return reel_fail(r->d->error, REEL_UNSUPPORTED, "scoresaber.nrbf-record", "keyframes", begin, "unknown record type %d",
                         type);
    }
    return r->in.failed ? fail_record(r, begin, "a record") : REEL_OK;
}

/* The array determines the order of the key frames. They are read in file order, and a finding reports if that differs. */
static void check_order(nrbf_reader *r, int32_t id)
{
    if (!r->ordered || r->disordered) return;
    bool reference = reel_get_u8(&r->order) == NRBF_REFERENCE;
    if (r->order.failed || !reference || reel_get_i32le(&r->order) != id) r->disordered = true;
}

/* Reads all members of a key frame. */
static reel_status read_keyframe(nrbf_reader *r, int32_t id)
{
    const uint8_t *words = reel_take(&r->in, KEYFRAME_BYTES);
    if (!words) return fail_record(r, r->in.failed_at, "a key frame");
    check_order(r, id);
    r->frames++;
    r->depth--;
    scoresaber_keyframe *row = r->rows ? reel_row_add(r->rows) : NULL;
    if (row) dat_copy_words(row, words, KEYFRAME_BYTES);
    return reel_build_status(r->d->chunk);
}

/* Reads the next member of the innermost object. A record may enter another object. */
static reel_status read_member(nrbf_reader *r)
{
    nrbf_open *top = &r->open[r->depth - 1];
    const nrbf_class *class = &r->classes[top->class_index];
    if (top->member == class->members) {
        r->depth--;
        return REEL_OK;
    }
    uint8_t size = class->sizes[top->member++];
    if (!size) return read_record(r);
    uint64_t begin = reel_offset(&r->in);
    return reel_take(&r->in, size) ? REEL_OK : fail_record(r, begin, "a member");
}

reel_status reel__dat_read_keyframes(reel_decoder *d, reel_cursor in)
{
    nrbf_reader *r = d->allocator.alloc(d->allocator.context, sizeof *r);
    if (!r) return reel__memory_fail(d->error);
    memset(r, 0, sizeof *r);
    r->d = d;
    r->in = in;
    r->rows = reel_chunk_table(d->chunk, &scoresaber_keyframes);
    reel_status status = REEL_OK;
    while (!r->ended && status == REEL_OK) {
        if (r->depth && r->classes[r->open[r->depth - 1].class_index].keyframe) {
            /* an object after the first one has its own id, 8 bytes before its members; the first one has that of the class */
            const nrbf_class *class = &r->classes[r->open[r->depth - 1].class_index];
            int32_t id = r->frames ? (int32_t)reel_load_u32le(r->in.at - 8) : class->id;
            status = read_keyframe(r, id);
        } else {
            status = r->depth ? read_member(r) : read_record(r);
        }
    }
    if (status == REEL_OK && !r->frames)
        status = reel_fail(d->error, REEL_CORRUPT, "scoresaber.no-keyframes", "keyframes", 0, "the stream has no key frames");
    if (r->disordered)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "scoresaber.keyframe-order",
                                  .severity = REEL_WARNING,
                                  .section = "keyframes",
                                  .offset = REEL_NO_OFFSET,
                                  .table = &scoresaber_keyframes,
                                  .row = REEL_NO_ROW },
                  "the list of key frames and the key frames are in different orders");
    if (status == REEL_OK && reel_left(&r->in)) {
        reel__dat_store_gap(d, SCORESABER_AFTER_KEYFRAMES, r->in.at, reel_left(&r->in));
        reel__scoresaber_warn(d, "scoresaber.gap", "keyframes", reel_offset(&r->in), reel_left(&r->in), 1,
                              "unused bytes after the end record");
    }
    d->allocator.free(d->allocator.context, r);
    return status;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Writes a text of less than 128 bytes. */
static void write_text(dat_payload *to, const char *text)
{
    reel__dat_put_u8(to, (uint8_t)strlen(text));
    reel__dat_put(to, text, strlen(text));
}

static void write_head(dat_payload *to, size_t count)
{
    static const uint8_t header[] = { NRBF_HEADER, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0 };
    reel__dat_put(to, header, sizeof header);
    reel__dat_put_u8(to, NRBF_LIBRARY);
    reel__dat_put_i32(to, 2);
    write_text(to, "Assembly-CSharp, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null");
    reel__dat_put_u8(to, NRBF_CLASS);
    reel__dat_put_i32(to, 1);
    write_text(to, "Z+SavedData");
    reel__dat_put_i32(to, 1);
    write_text(to, "_keyframes");
    reel__dat_put_u8(to, TYPE_CLASS);
    write_text(to, "Z+SavedData+KeyframeSerializable[]");
    reel__dat_put_i32(to, 2);
    reel__dat_put_i32(to, 2);
    reel__dat_put_u8(to, NRBF_REFERENCE);
    reel__dat_put_i32(to, 3);
    reel__dat_put_u8(to, NRBF_ARRAY);
    reel__dat_put_i32(to, 3);
    reel__dat_put_u8(to, 0);
    reel__dat_put_i32(to, 1);
    reel__dat_put_i32(to, (int32_t)count);
    reel__dat_put_u8(to, TYPE_CLASS);
    write_text(to, "Z+SavedData+KeyframeSerializable");
    reel__dat_put_i32(to, 2);
}

enum { FIRST_KEYFRAME = 4 }; /* ids 1 to 3 are the root, the library and the array */

static void write_class(dat_payload *to)
{
    static const char *const members[KEYFRAME_MEMBERS] = {
        "_xPos1", "_yPos1", "_zPos1", "_xPos2", "_yPos2", "_zPos2", "_xPos3", "_yPos3", "_zPos3", "_xRot1", "_yRot1", "_zRot1",
        "_wRot1", "_xRot2", "_yRot2", "_zRot2", "_wRot2", "_xRot3", "_yRot3", "_zRot3", "_wRot3", "_time",  "combo",  "score",
    };
    reel__dat_put_u8(to, NRBF_CLASS);
    reel__dat_put_i32(to, FIRST_KEYFRAME);
    write_text(to, "Z+SavedData+KeyframeSerializable");
    reel__dat_put_i32(to, KEYFRAME_MEMBERS);
    for (size_t i = 0; i < KEYFRAME_MEMBERS; i++) write_text(to, members[i]);
    for (size_t i = 0; i < KEYFRAME_MEMBERS; i++) reel__dat_put_u8(to, TYPE_PRIMITIVE);
    for (size_t i = 0; i < KEYFRAME_MEMBERS; i++) reel__dat_put_u8(to, i < KEYFRAME_MEMBERS - 2 ? 11 : 8);
    reel__dat_put_i32(to, 2);
}

void reel__dat_put_keyframes(dat_payload *to, const scoresaber_keyframe *rows, size_t count)
{
    write_head(to, count);
    for (size_t i = 0; i < count; i++) {
        reel__dat_put_u8(to, NRBF_REFERENCE);
        reel__dat_put_i32(to, (int32_t)(FIRST_KEYFRAME + i));
    }
    for (size_t i = 0; i < count; i++) {
        if (i == 0) {
            write_class(to);
        } else {
            reel__dat_put_u8(to, NRBF_CLASS_BY_ID);
            reel__dat_put_i32(to, (int32_t)(FIRST_KEYFRAME + i));
            reel__dat_put_i32(to, FIRST_KEYFRAME);
        }
        reel__dat_put_words(to, &rows[i], KEYFRAME_BYTES);
    }
    reel__dat_put_u8(to, NRBF_END);
}
