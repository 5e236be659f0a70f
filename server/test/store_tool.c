/* SPDX-License-Identifier: MIT
 * A store, for test_store.py: store_tool WHERE put ID FILE | get ID FILE | aside ID | try | list */
#include "store/replay_store.h"

#include <fcntl.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static bool print(void *context, const char *id, int64_t stored)
{
    (void)context;
    printf("%s %lld\n", id, (long long)stored);
    return true;
}

static reel_status fetch(store *store, const char *id, const char *path, reel_error *error)
{
    int file;
    struct stat info;
    reel_status status = store->kind->get(store, id, &file, error);
    if (status < 0) return status;
    int to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    fstat(file, &info);
    if (to < 0 || sendfile(to, file, NULL, (size_t)info.st_size) != info.st_size) return REEL_IO;
    close(to);
    close(file);
    return REEL_OK;
}

int main(int count, char **arguments)
{
    reel_error error = { .rule = "" };
    struct stat info;
    uint64_t strays = 0;
    if (count < 3) return 2;
    const char *what = arguments[2];
    store *store = store_open(arguments[1], &error);
    if (!store) return fprintf(stderr, "%s: %s\n", error.rule, error.message), 1;
    reel_status status = REEL_OK;
    if (strcmp(what, "put") == 0) {
        int file = open(arguments[4], O_RDONLY);
        if (file < 0 || fstat(file, &info) != 0) return 2;
        status = store->kind->put(store, arguments[3], file, (uint64_t)info.st_size, &error);
        close(file);
    } else if (strcmp(what, "get") == 0) {
        status = fetch(store, arguments[3], arguments[4], &error);
    } else if (strcmp(what, "aside") == 0) {
        status = store->kind->set_aside(store, arguments[3], &error);
    } else if (strcmp(what, "try") == 0) {
        status = store->kind->try_put(store, &error);
    } else {
        status = store->kind->walk(store, print, NULL, true, &strays, &error);
        printf("strays %llu\n", (unsigned long long)strays);
    }
    store_close(store);
    if (status < 0) fprintf(stderr, "%s: %s\n", error.rule, error.message);
    return status < 0;
}
