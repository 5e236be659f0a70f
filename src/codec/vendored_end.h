/* SPDX-License-Identifier: MIT
 * Ends what vendored_begin.h began. */
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
