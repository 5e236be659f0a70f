/* SPDX-License-Identifier: MIT
 * Protocol Buffers, field by field, and messages by lists of their fields. Nothing is allocated, nothing recurses on the input, and each byte is
 * looked at once for each message that it is in. The same list of fields reads a message into a struct and writes it again. */
#ifndef CODEC_PROTOBUF_PULL_H
#define CODEC_PROTOBUF_PULL_H

#include <reel/format.h>

typedef enum proto_wire {
    PROTO_VARINT = 0,
    PROTO_FIXED64 = 1,
    PROTO_BYTES = 2,
    PROTO_GROUP = 3, /* obsolete: passed over as a whole */
    PROTO_GROUP_END = 4,
    PROTO_FIXED32 = 5
} proto_wire;

/* One field as it is in a message. */
typedef struct proto_field {
    uint32_t number;
    proto_wire wire;
    uint64_t value;       /* VARINT, FIXED64, FIXED32 */
    const uint8_t *data;  /* BYTES */
    size_t size;          /* of `data` */
    const uint8_t *start; /* of its tag; it ends where the reader is */
} proto_field;

typedef struct proto_reader {
    const uint8_t *at, *end; /* unread; both may be NULL for an empty message */
    bool broken;             /* the bytes are no message: `at` is where */
} proto_reader;

static inline proto_reader proto_read(const void *data, size_t size)
{
    const uint8_t *at = size ? REEL_CAST_(const uint8_t *, data) : REEL_NULL_;
    return (proto_reader){ .at = at, .end = size ? at + size : at };
}

/* A varint of up to ten bytes, of which bits beyond the 64th are dropped, as other readers do. False: it is cut, or longer. */
bool reel__proto_varint(const uint8_t **at, const uint8_t *end, uint64_t *value);
/* The next field. False at the end, or if the message is broken. */
bool reel__proto_next(proto_reader *reader, proto_field *field);

/* How a value is stored in a struct. */
typedef enum proto_type {
    PROTO_U32,
    PROTO_I32,
    PROTO_U64,
    PROTO_I64,
    PROTO_BOOL, /* uint8_t */
    PROTO_F32,
    PROTO_F64_AS_F32,  /* a double in the message, a float in the struct */
    PROTO_F64_AS_VEC3, /* a list of three doubles, a reel_vec3; its number is below 32 */
    PROTO_I32_AS_U16,
    PROTO_I32_AS_U8,
    PROTO_I32_AS_F32,
    PROTO_STRING,      /* reel_string: borrows the message */
    PROTO_BYTE_STRING, /* the same, of any bytes */
    PROTO_MESSAGE      /* a struct of its own at the offset */
} proto_type;

struct proto_message;

/* One field of a message, and where it is in the struct. */
typedef struct proto_member {
    uint8_t number, type; /* proto_type */
    uint8_t
        bit; /* set in the byte at `has` if the message has the field; 0: none. With a bit it is written if that is set, even if it is 0 */
    uint16_t offset, has;
    const struct proto_message *message; /* PROTO_MESSAGE */
} proto_member;

/* The fields of a message, by ascending number. */
typedef struct proto_message {
    const proto_member *members;
    size_t count;
    bool floats; /* all are PROTO_F32, numbered from 1, one after the other from the start of the struct */
} proto_message;

#define PROTO_LIST(list)                                                                                                         \
    {                                                                                                                            \
        .members = list, .count = sizeof(list) / sizeof *(list)                                                                  \
    }
#define PROTO_FLOATS(list)                                                                                                       \
    {                                                                                                                            \
        .members = list, .count = sizeof(list) / sizeof *(list), .floats = true                                                  \
    }

/* What was met in a message besides the fields of its list. */
typedef struct proto_notes {
    uint64_t unknown;  /* fields that no list has */
    uint64_t mistyped; /* fields of another wire type than their list says: left out, as other readers do */
    uint64_t clamped;  /* numbers beyond the range of their struct member */
    uint64_t bad_text; /* texts that are not UTF-8 */
} proto_notes;

/* The member of a field, or NULL. */
const proto_member *reel__proto_member_of(const proto_message *message, uint32_t number);
/* Reads a whole message into a struct, which keeps the values of fields that are missing. A field that repeats replaces the one before, and a
 * message that repeats is merged. Fields that the list lacks are counted, unless `others` has their number (a bit each, below 64). Returns false if
 * a message is broken, with where it is in *broken_at; such a struct is partly filled. */
bool reel__proto_get(const proto_message *message, const uint8_t *data, size_t size, void *to, uint64_t others,
                     proto_notes *notes, const uint8_t **broken_at);
/* Reads one field, as reel__proto_get does for each. */
bool reel__proto_get_field(const proto_message *message, const proto_field *field, void *to, uint64_t others, proto_notes *notes,
                           const uint8_t **broken_at);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Each returns false if out of memory. */
bool reel__proto_put_varint(reel_memory *to, uint64_t value);
bool reel__proto_put_tag(reel_memory *to, uint32_t number, proto_wire wire);
bool reel__proto_put_bytes(reel_memory *to, uint32_t number, const void *data, size_t size);
/* Writes the members of a struct that have a value: see proto_member.bit. */
bool reel__proto_put(reel_memory *to, const proto_message *message, const void *from);
/* The same for members whose numbers are from `first` to `last`. `wide` makes the doubles of what is a float in the struct; NULL: the one with the
 * fewest digits, as reel__proto_put does. */
typedef double proto_double(float value);
bool reel__proto_put_some(reel_memory *to, const proto_message *message, const void *from, unsigned first, unsigned last,
                          proto_double *wide);
/* A message as a field: proto_begin notes where it starts, and reel__proto_end puts its tag and size in front. */
static inline size_t proto_begin(const reel_memory *to) { return to->size; }
bool reel__proto_end(reel_memory *to, size_t start, uint32_t number);

#endif
