/* SPDX-License-Identifier: MIT
 * Four doubles side by side. Each operation is one of IEEE 754 on each of them, so that a vector unit and a loop give the same bits. On
 * x86 of 32 bits the x87 unit would round to 80 bits: gcc is asked for SSE2 there, which clang uses by itself. */
#ifndef COLUMNS_CODER_LANES_H
#define COLUMNS_CODER_LANES_H

#if defined(__i386__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("sse2,fpmath=sse")
#endif

enum { LANES = 4 };

#ifdef __GNUC__

typedef double lane_pair __attribute__((vector_size(16)));
typedef union lanes {
    lane_pair pair[2];
    double v[LANES];
} lanes;

#define LANES_OPERATION(name, operator)                                                                                          \
    static inline lanes name(lanes a, lanes b)                                                                                   \
    {                                                                                                                            \
        return (lanes){ .pair = { a.pair[0] operator b.pair[0], a.pair[1] operator b.pair[1] } };                                \
    }

#else

typedef union lanes {
    double v[LANES];
} lanes;

#define LANES_OPERATION(name, operator)                                                                                          \
    static inline lanes name(lanes a, lanes b)                                                                                   \
    {                                                                                                                            \
        return (lanes){                                                                                                          \
            .v = { a.v[0] operator b.v[0], a.v[1] operator b.v[1], a.v[2] operator b.v[2], a.v[3] operator b.v[3] } };           \
    }

#endif

LANES_OPERATION(lanes_add, +)
LANES_OPERATION(lanes_subtract, -)
LANES_OPERATION(lanes_multiply, *)

static inline lanes lanes_of(double x) { return (lanes){ .v = { x, x, x, x } }; }
static inline lanes lanes_scale(lanes a, double x) { return lanes_multiply(a, lanes_of(x)); }
/* a + b * c */
static inline lanes lanes_add_product(lanes a, lanes b, lanes c) { return lanes_add(a, lanes_multiply(b, c)); }

#endif
