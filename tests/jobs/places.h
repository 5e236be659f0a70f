/* SPDX-License-Identifier: MIT
 * Each place of the library that asks for memory, however rarely its blocks and arenas have to grow. The linker puts the functions of places.c
 * in front of those of the library (tests/CMakeLists.txt has the list); elsewhere than on Linux with glibc no place is known. */
#ifndef REEL_TEST_PLACES_H
#define REEL_TEST_PLACES_H

#include "support.h"

/* The calls of an allocator that came from a place not seen before, which is known by its callers. */
enum { PLACES_MOST = 4096 };
typedef struct place_list {
    size_t calls[PLACES_MOST], count;
} place_list;

/* Whether places are known on this system. */
bool places_are_known(void);

/* From here on blocks and arrays grow by what is added and no more, and each use of an arena asks for memory: every place asks each time
 * that it runs. */
void places_begin(void);
void places_end(void);
void places_forget(void); /* no place was seen before */

/* The n-th time that work is charged to a budget from here on fails with `status`; 0: none does. Returns how often it was charged since the last call. */
size_t places_refuse_work(size_t n, reel_status status);

/* An allocator that counts and fails as that of support.h, and adds to `places`, if that is not NULL, the calls from new places. */
reel_allocator places_allocator(test_allocator *state, place_list *places);

#endif
