/* SPDX-License-Identifier: MIT
 * A plug-in that is linked with the static library. symbols.sh loads two of them, of two versions, into one process. */
#include <reel/bsor.h>
#include <reel/reel.h>

#if defined(_WIN32)
#define PLUGIN_API __declspec(dllexport)
#else
#define PLUGIN_API __attribute__((visibility("default")))
#endif

PLUGIN_API const char *plugin_version(void);
PLUGIN_API int plugin_hash(uint8_t hash[REEL_HASH_SIZE]);
PLUGIN_API const reel_format *plugin_format(void);

const char *plugin_version(void) { return reel_version(); }

int plugin_hash(uint8_t hash[REEL_HASH_SIZE]) { return reel_source_hash(reel_source_memory("abc", 3), NULL, hash, NULL); }

const reel_format *plugin_format(void) { return &reel_format_bsor; }
