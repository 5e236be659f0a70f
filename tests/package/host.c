/* SPDX-License-Identifier: MIT
 * Loads plug-ins as a game loads mods, with functions of its own that have the names of functions inside reel:
 *   host VERSION PLUGIN [VERSION PLUGIN]... */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void reel__sha256_begin(void *state);
void reel__sha256_add(void *state, const void *data, size_t size);
void reel__sha256_end(void *state, uint8_t *hash);
const char *reel_version(void);
void reel__sha256_begin(void *state) { (void)state; }
void reel__sha256_add(void *state, const void *data, size_t size) { (void)state, (void)data, (void)size; }
void reel__sha256_end(void *state, uint8_t *hash) { (void)state, memset(hash, 0, 32); }
const char *reel_version(void) { return "the host's"; }

static int use(const char *version, const char *path, const void **format)
{
    static const uint8_t right[] = { 0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea };
    void *plugin = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!plugin) return printf("%s\n", dlerror()), 1;
    const char *(*get_version)(void) = (const char *(*)(void))dlsym(plugin, "plugin_version");
    int (*hash)(uint8_t *) = (int (*)(uint8_t *))dlsym(plugin, "plugin_hash");
    const void *(*get_format)(void) = (const void *(*)(void))dlsym(plugin, "plugin_format");
    uint8_t found[32];
    if (!get_version || !hash || !get_format) return printf("%s is not a plug-in\n", path), 1;
    if (strcmp(get_version(), version) != 0) return printf("%s has %s, not %s\n", path, get_version(), version), 1;
    if (hash(found) != 0 || memcmp(found, right, sizeof right) != 0) return printf("%s: wrong hash\n", path), 1;
    if (dlsym(RTLD_DEFAULT, "reel_open") != NULL) return printf("%s exports reel_open\n", path), 1;
    if (get_format() == *format) return printf("%s has the format of the plug-in before it\n", path), 1;
    *format = get_format();
    return 0;
}

int main(int argc, char **argv)
{
    const void *format = NULL;
    for (int i = 1; i + 1 < argc; i += 2)
        if (use(argv[i], argv[i + 1], &format) != 0) return 1;
    return argc < 5;
}
