/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
#define _XOPEN_SOURCE 700
#endif
#include "folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool folder_add(folder_names *folder, const char *name)
{
    if (folder->count == folder->capacity) {
        size_t capacity = folder->capacity ? 2 * folder->capacity : 64;
        char **names = realloc(folder->names, capacity * sizeof *names);
        if (!names) return false;
        folder->names = names;
        folder->capacity = capacity;
    }
    size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (!copy) return false;
    folder->names[folder->count++] = memcpy(copy, name, size);
    return true;
}

void folder_free(folder_names *folder)
{
    for (size_t i = 0; i < folder->count; i++) free(folder->names[i]);
    free(folder->names);
    *folder = (folder_names){ 0 };
}

static int compare_names(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool is_self_or_parent(const char *name) { return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2])); }

static int read_folder(const char *path, folder_names *folder);

int folder_list(const char *path, folder_names *folder)
{
    *folder = (folder_names){ 0 };
    int failed = read_folder(path, folder);
    if (!failed && folder->count) qsort(folder->names, folder->count, sizeof *folder->names, compare_names);
    return failed;
}

#ifndef _WIN32

#include <dirent.h>
#include <sys/stat.h>

bool path_separates(char c) { return c == '/'; }

size_t path_root(const char *path) { return *path == '/'; }

path_kind path_kind_of(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) return PATH_MISSING;
    return S_ISDIR(info.st_mode) ? PATH_FOLDER : S_ISREG(info.st_mode) ? PATH_FILE : PATH_OTHER;
}

uint64_t path_size(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
}

bool path_is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

static int read_folder(const char *path, folder_names *folder)
{
    DIR *dir = opendir(path);
    if (!dir) return errno;
    int failed = 0;
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(dir);
        if (!entry) {
            failed = errno;
            break;
        }
        if (is_self_or_parent(entry->d_name)) continue;
        if (!folder_add(folder, entry->d_name)) {
            failed = ENOMEM;
            break;
        }
    }
    closedir(dir);
    return failed;
}

#else

#include <windows.h>

bool path_separates(char c) { return c == '/' || c == '\\'; }

size_t path_root(const char *path)
{
    if (path[0] && path[1] == ':') return path_separates(path[2]) ? 3 : 2;
    if (!path_separates(path[0])) return 0;
    if (!path_separates(path[1])) return 1;
    size_t size = 2; /* //server/share/ */
    for (int names = 0; names < 2 && path[size]; names++) {
        while (path[size] && !path_separates(path[size])) size++;
        if (path[size]) size++;
    }
    return size;
}

/* A path in UTF-16, with `ending` after it. NULL: out of memory or invalid UTF-8. */
static wchar_t *wide_path(const char *path, const wchar_t *ending)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
    if (size <= 0) return NULL;
    wchar_t *wide = malloc(((size_t)size + wcslen(ending)) * sizeof *wide);
    if (!wide) return NULL;
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, size);
    memcpy(wide + size - 1, ending, (wcslen(ending) + 1) * sizeof *wide);
    return wide;
}

static bool attributes_of(const char *path, WIN32_FILE_ATTRIBUTE_DATA *data)
{
    wchar_t *wide = wide_path(path, L"");
    bool found = wide && GetFileAttributesExW(wide, GetFileExInfoStandard, data);
    free(wide);
    return found;
}

path_kind path_kind_of(const char *path)
{
    WIN32_FILE_ATTRIBUTE_DATA data;
    if (!attributes_of(path, &data)) return PATH_MISSING;
    if (data.dwFileAttributes & FILE_ATTRIBUTE_DEVICE) return PATH_OTHER;
    return data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? PATH_FOLDER : PATH_FILE;
}

uint64_t path_size(const char *path)
{
    WIN32_FILE_ATTRIBUTE_DATA data;
    if (!attributes_of(path, &data) || data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) return 0;
    return (uint64_t)data.nFileSizeHigh << 32 | data.nFileSizeLow;
}

bool path_is_link(const char *path)
{
    WIN32_FILE_ATTRIBUTE_DATA data;
    return attributes_of(path, &data) && data.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT;
}

static int errno_of_windows(DWORD error)
{
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND: return ENOENT;
    case ERROR_ACCESS_DENIED: return EACCES;
    default: return EIO;
    }
}

static int add_wide_name(folder_names *folder, const wchar_t *wide)
{
    char name[4 * MAX_PATH];
    if (!WideCharToMultiByte(CP_UTF8, 0, wide, -1, name, sizeof name, NULL, NULL)) return EIO;
    return is_self_or_parent(name) || folder_add(folder, name) ? 0 : ENOMEM;
}

static int read_folder(const char *path, folder_names *folder)
{
    wchar_t *pattern = wide_path(path, L"/*");
    if (!pattern) return ENOMEM;
    WIN32_FIND_DATAW found;
    HANDLE handle = FindFirstFileW(pattern, &found);
    free(pattern);
    if (handle == INVALID_HANDLE_VALUE) return errno_of_windows(GetLastError());
    int failed;
    do failed = add_wide_name(folder, found.cFileName);
    while (!failed && FindNextFileW(handle, &found));
    if (!failed && GetLastError() != ERROR_NO_MORE_FILES) failed = errno_of_windows(GetLastError());
    FindClose(handle);
    return failed;
}

#endif
