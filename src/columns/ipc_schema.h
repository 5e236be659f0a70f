/* SPDX-License-Identifier: MIT
 * The flatbuffers of Arrow IPC: constants of the format (Message.fbs, Schema.fbs, File.fbs) and the table of a schema. */
#ifndef COLUMNS_IPC_SCHEMA_H
#define COLUMNS_IPC_SCHEMA_H

#include "columns/flatbuffer.h"

#include <reel/arrow.h>

enum { IPC_VERSION = 4 /* V5 */, IPC_DEPTH = 8 };

enum { MESSAGE_VERSION, MESSAGE_HEADER_TYPE, MESSAGE_HEADER, MESSAGE_BODY };  /* slots of a message */
enum { HEADER_SCHEMA = 1, HEADER_DICTIONARY, HEADER_RECORDS };                /* types of its header */
enum { RECORDS_LENGTH, RECORDS_NODES, RECORDS_BUFFERS, RECORDS_COMPRESSION }; /* slots of a record batch */
enum { COMPRESSION_CODEC, COMPRESSION_METHOD, CODEC_ZSTD = 1 };
enum { DICTIONARY_ID, DICTIONARY_DATA, DICTIONARY_DELTA };
enum { FOOTER_VERSION, FOOTER_SCHEMA, FOOTER_DICTIONARIES, FOOTER_RECORDS };

/* Whether schemas of this type can be written. REEL_OK, REEL_UNSUPPORTED (arrow.type) or REEL_ARGUMENT (arrow.schema). */
reel_status reel__ipc_check_schema(const struct ArrowSchema *schema, reel_error *error);
/* Adds the table of a schema that was checked. */
uint32_t reel__ipc_schema_table(flatbuffer *buffer, const struct ArrowSchema *schema, int16_t order);
/* The order of bytes in bodies, which a schema states. */
enum { IPC_LITTLE_ENDIAN = 0, IPC_BIG_ENDIAN = 1 };
extern const int16_t reel__ipc_native_order; /* of this machine */
/* Finishes a message around a header. */
bool reel__ipc_finish_message(flatbuffer *buffer, uint8_t header_type, uint32_t header, uint64_t body_size, reel_bytes *bytes);

#endif
