/* SPDX-License-Identifier: MIT */
#include "service/viewer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* From the folder of the program: of this package or of the command, and builds. */
static const char *const places[] = { "/../share/reel-server/viewer.html", "/../share/reel/viewer.html",
                                      "/../../web/viewer/dist/index.html", "/../../../web/viewer/dist/index.html" };
enum { PLACES = sizeof places / sizeof *places, LONGEST_PLACE = 64 };

/* What the operator chose, or NULL. */
static const char *chosen(const server *s)
{
    const char *set = s->options.viewer ? s->options.viewer : getenv("REEL_VIEWER");
    return set && *set ? set : NULL;
}

/* The folder of the program, with room for a place behind it. */
static void program_folder(char path[VIEWER_PATH])
{
    ssize_t size = readlink("/proc/self/exe", path, VIEWER_PATH - LONGEST_PLACE);
    path[size > 0 ? size : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash) *slash = '\0';
}

/* The page that the option or the environment names, or else one beside the program: installed, or built in its tree. Returns false if it is
 * not there; then the path is the first that was tried. */
static bool viewer_find(const server *s, char path[VIEWER_PATH])
{
    const char *set = chosen(s);
    if (set) {
        snprintf(path, VIEWER_PATH, "%s", set);
        return access(path, R_OK) == 0;
    }
    program_folder(path);
    size_t size = strlen(path);
    for (size_t i = 0; i < PLACES; i++) {
        strcpy(path + size, places[i]);
        if (access(path, R_OK) == 0) return true;
    }
    strcpy(path + size, places[0]);
    return false;
}

const char viewer_missing[] = "the viewer's page is not installed: build it in web/viewer (npm ci; npm run build), and name "
                              "web/viewer/dist/index.html by --viewer or REEL_VIEWER";

bool viewer_open(const server *s, viewer_page *page)
{
    static const char body[] = "<div id=\"app\">";
    const off_t most = 16 << 20;
    char path[VIEWER_PATH];
    struct stat info;
    *page = (viewer_page){ 0 };
    const int file = viewer_find(s, path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return false;
    void *bytes = MAP_FAILED;
    if (fstat(file, &info) == 0 && info.st_size > 0 && info.st_size <= most)
        bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED) return false;
    *page = (viewer_page){ .data = bytes, .size = (size_t)info.st_size };
    const char *at = memmem(page->data, page->size, body, sizeof body - 1);
    if (at) page->before = (size_t)(at - page->data);
    if (!at) munmap(page->data, page->size);
    return at != NULL;
}

bool viewer_is_there(const server *s)
{
    char path[VIEWER_PATH];
    return viewer_find(s, path);
}

void viewer_report(const server *s)
{
    char path[VIEWER_PATH];
    if (!s->catalogue) return;
    if (viewer_find(s, path)) {
        fprintf(stderr, "reel-server: the viewer is %s\n", path);
        return;
    }
    fprintf(stderr, "reel-server: plays cannot be watched: there is no viewer's page at %s", path);
    if (!chosen(s)) {
        program_folder(path);
        for (size_t i = 1; i < PLACES; i++) fprintf(stderr, ", %s%s", path, places[i]);
    }
    fputs("; --viewer names it\n", stderr);
}
