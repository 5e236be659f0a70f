/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- counted memory ---------------------------------------------------------------------------------------------- */

/* In front of each block. */
struct head {
    alignas(max_align_t) size_t size; /* including this head */
};

static _Atomic uint64_t live;
static uint64_t most = UINT64_MAX;
static _Thread_local struct counted_refusal refusal;

static bool count_more(uint64_t bytes)
{
    if (atomic_fetch_add(&live, bytes) + bytes <= most) return true;
    atomic_fetch_sub(&live, bytes);
    refusal.by_limit = true;
    return false;
}

void *counted_resize(void *old, size_t size)
{
    struct head *head = old ? (struct head *)old - 1 : NULL;
    size_t before = head ? head->size : 0, after = size + sizeof *head;
    bool fits = after > size && (after <= before || count_more(after - before));
    struct head *moved = fits ? realloc(head, after) : NULL;
    if (!moved) {
        if (fits && after > before) atomic_fetch_sub(&live, after - before);
        refusal.any = true;
        return NULL;
    }
    if (after < before) atomic_fetch_sub(&live, before - after);
    moved->size = after;
    return moved + 1;
}

void counted_free(void *pointer)
{
    if (!pointer) return;
    struct head *head = (struct head *)pointer - 1;
    atomic_fetch_sub(&live, head->size);
    free(head);
}

struct counted_refusal counted_refused(void)
{
    struct counted_refusal was = refusal;
    refusal = (struct counted_refusal){ false, false };
    return was;
}

void counted_refuse(void) { refusal.any = true; }

static void *on_alloc(void *context, size_t size)
{
    (void)context;
    return counted_resize(NULL, size);
}

static void *on_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    return counted_resize(old, new_size);
}

static void on_free(void *context, void *pointer)
{
    (void)context;
    counted_free(pointer);
}

void counted_limit(uint64_t bytes) { most = bytes ? bytes : UINT64_MAX; }

const reel_allocator *counted_allocator(void)
{
    static const reel_allocator counted = { on_alloc, on_resize, on_free, NULL };
    return most == UINT64_MAX ? NULL : &counted;
}

/* ---- uncounted memory ------------------------------------------------------------------------------------------------- */

enum { RESERVE_BYTES = 1 << 18 };

static _Atomic(void *) reserve;

void grow_reserve(void)
{
    if (atomic_load(&reserve)) return;
    free(atomic_exchange(&reserve, malloc(RESERVE_BYTES)));
}

void *grow(void *old, size_t size)
{
    void *data = realloc(old, size ? size : 1);
    if (data) return data;
    free(atomic_exchange(&reserve, NULL));
    data = realloc(old, size ? size : 1);
    if (data) return data;
    fputs("reel: out of memory\n", stderr);
    exit(3);
}
