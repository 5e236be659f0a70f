/* SPDX-License-Identifier: MIT
 * Counts work as basic blocks. The library is built with -fsanitize-coverage=trace-pc (REEL_COUNT_STEPS), which calls the function below at
 * each of them, so that no loop goes uncounted; the linker sends its bulk memory functions through the wrappers, which count 16 bytes as a
 * step. Unlike seconds, steps are the same at each run. */
#include "hostile.h"

static uint64_t steps;

uint64_t steps_so_far(void) { return steps; }

void steps_add(uint64_t more)
{
    if (steps) steps += more; /* output counts where the library does */
}

#ifdef REEL_COUNT_STEPS

enum { PIECE = 16 };

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) { steps++; }

void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int value, size_t size);
int __real_memcmp(const void *a, const void *b, size_t size);
void *__real_memchr(const void *in, int value, size_t size);
size_t __real_strlen(const char *text);
void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);
void *__wrap_memset(void *to, int value, size_t size);
int __wrap_memcmp(const void *a, const void *b, size_t size);
void *__wrap_memchr(const void *in, int value, size_t size);
size_t __wrap_strlen(const char *text);

void *__wrap_memcpy(void *to, const void *from, size_t size)
{
    steps += size / PIECE;
    return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size)
{
    steps += size / PIECE;
    return __real_memmove(to, from, size);
}

void *__wrap_memset(void *to, int value, size_t size)
{
    steps += size / PIECE;
    return __real_memset(to, value, size);
}

int __wrap_memcmp(const void *a, const void *b, size_t size)
{
    int order = __real_memcmp(a, b, size);
    if (order == 0) steps += size / PIECE; /* it stops at the first difference */
    return order;
}

void *__wrap_memchr(const void *in, int value, size_t size)
{
    const uint8_t *found = __real_memchr(in, value, size);
    steps += (found ? (size_t)(found - (const uint8_t *)in) : size) / PIECE;
    return (void *)(uintptr_t)found;
}

size_t __wrap_strlen(const char *text)
{
    size_t size = __real_strlen(text);
    steps += size / PIECE;
    return size;
}

#endif
