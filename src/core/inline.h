/* SPDX-License-Identifier: MIT */
#ifndef CORE_INLINE_H
#define CORE_INLINE_H

/* A function that is inlined wherever it is called, so that its constant arguments shape each copy. Without optimisation they would shape
 * nothing: there it is an ordinary function, whose branches coverage counts once. So it is where size counts, as in a browser. */
#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define FORCE_INLINE static inline __attribute__((always_inline))
#else
#define FORCE_INLINE static inline
#endif

#endif
