/* SPDX-License-Identifier: MIT */
#ifdef _WIN32
#include "platform/system.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <sys/stat.h>
#include <windows.h>

int system_open_read(const char *path) { return _open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT); }

int system_open_new(const char *path)
{
    return _open(path, _O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

int system_open_write(const char *path)
{
    return _open(path, _O_WRONLY | _O_CREAT | _O_TRUNC | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

int system_standard(int number)
{
    _setmode(number, _O_BINARY);
    return number;
}

void system_set_mode(int file, unsigned mode) { (void)file, (void)mode; }

ptrdiff_t system_read(int file, void *buffer, size_t size) { return _read(file, buffer, (unsigned)size); }

ptrdiff_t system_write(int file, const void *data, size_t size) { return _write(file, data, (unsigned)size); }

int system_close(int file) { return _close(file); }

bool system_seek(int file, uint64_t offset)
{
    if (offset > INT64_MAX) {
        errno = EINVAL;
        return false;
    }
    return _lseeki64(file, (__int64)offset, SEEK_SET) >= 0;
}

/* What is open cannot get another name, so it is closed first. */
int system_publish(int file, const char *from, const char *to, bool replace)
{
    int result = _commit(file);
    if (_close(file) != 0) result = -1;
    if (result != 0 || !from) return result;
    if (MoveFileExA(from, to, MOVEFILE_WRITE_THROUGH | (replace ? MOVEFILE_REPLACE_EXISTING : 0))) return 0;
    errno = GetLastError() == ERROR_ALREADY_EXISTS || GetLastError() == ERROR_FILE_EXISTS ? EEXIST : EACCES;
    return -1;
}

struct system_writer system_writer(void) { return (struct system_writer){ .process = (uint32_t)GetCurrentProcessId() }; }

/* No cleanup on this system. */
bool system_has_ended(const struct system_writer *writer) { return (void)writer, false; }

void system_sweep(const char *path, bool (*abandoned)(const char *name)) { (void)path, (void)abandoned; }

enum system_kind system_kind_of(const char *path)
{
    struct _stat64 info;
    if (_stat64(path, &info) != 0) return SYSTEM_NOTHING;
    return info.st_mode & _S_IFREG ? SYSTEM_FILE : info.st_mode & _S_IFDIR ? SYSTEM_FOLDER : SYSTEM_SPECIAL;
}

bool system_was_replaced(int file, const char *path) { return (void)file, (void)path, false; }

void *system_map(int file, size_t size)
{
    HANDLE handle = CreateFileMappingA((HANDLE)_get_osfhandle(file), NULL, PAGE_READONLY, 0, 0, NULL);
    if (!handle) return NULL;
    void *map = MapViewOfFile(handle, FILE_MAP_READ, 0, 0, size);
    CloseHandle(handle);
    return map;
}

void system_unmap(void *map, size_t size)
{
    (void)size;
    UnmapViewOfFile(map);
}

void system_large_pages(void *memory, size_t size) { (void)memory, (void)size; }

uint64_t system_milliseconds(void) { return GetTickCount64(); }
#else
typedef int system_windows_is_empty;
#endif
