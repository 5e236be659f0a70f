/* SPDX-License-Identifier: MIT
 * Archives whose checksums are right: the input is an archive, and the target seals its head and its records again, as far as they are
 * whole. Whatever reads it gives an answer, and what is read is packed again. */
#include "support.h"

#include "codec/xxh3.h"
#include "containers/archive_record.h"

#include <reel/archive.h>
#include <stdlib.h>

enum { HEAD_CHECK = 20, MOST = 1 << 16 };

/* Gives the head and each record that is whole their checksums. */
static void seal(uint8_t *data, size_t size)
{
    size_t at = ARCHIVE_HEAD;
    if (size < ARCHIVE_HEAD) return;
    memcpy(data, reel__archive_magic, ARCHIVE_MAGIC);
    reel_store_u32le(data + HEAD_CHECK, (uint32_t)reel__xxh3_64(data, HEAD_CHECK, 0));
    while (size - at >= RECORD_HEAD) {
        size_t payload = reel_load_u32le(data + at + 4);
        if (payload > size - at - RECORD_HEAD) return;
        reel_store_u64le(data + at + 8, reel__xxh3_64(data + at + RECORD_HEAD, payload, reel_load_u64le(data + at)));
        at += RECORD_HEAD + payload;
    }
}

static bool see(void *context, const reel_member *member)
{
    require(member->offset + member->size <= *(size_t *)context, "a member is in the file");
    return true;
}

static void walk(reel_source source, const reel_allocator *allocator)
{
    reel_members *members;
    const reel_member *member;
    uint64_t behind = 0;
    reel_members_open(source, allocator, &members, NULL);
    while (members && reel_members_next(members, &member, NULL) == REEL_OK) {
        require(member->offset >= behind && *member->name, "members follow each other and have names");
        behind = member->offset + member->size;
    }
    reel_members_close(members);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > MOST) size = MOST;
    uint8_t *archive = malloc(size + 1);
    require(archive != NULL, "allocation succeeds");
    memcpy(archive, data, size);
    seal(archive, size);
    meter count = { 0 };
    reel_allocator allocator = meter_allocator(&count);
    reel_options options = fuzz_options(&allocator);
    uint64_t written;
    read_within_bound(archive, size, NULL);
    options.has_from = true;
    options.from = 1;
    read_within_bound(archive, size, &options);
    options.has_from = false;
    reel_check(reel_source_memory(archive, size), &options, NULL);
    reel_archive_list(reel_source_memory(archive, size), &options, see, &size, NULL);
    walk(reel_source_memory(archive, size), &allocator);
    reel_unpack(reel_source_memory(archive, size), &options, null_sink(&written), NULL);
    reel_pack(reel_source_memory(archive, size), &options, NULL, null_sink(&written), NULL, NULL);
    require(count.live == 0, "no memory leaks");
    free(archive);
    return 0;
}
