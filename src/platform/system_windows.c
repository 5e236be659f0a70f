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

int system_rename(const char *from, const char *to, bool replace)
{
    if (MoveFileExA(from, to, replace ? MOVEFILE_REPLACE_EXISTING : 0)) return 0;
    errno = GetLastError() == ERROR_ALREADY_EXISTS || GetLastError() == ERROR_FILE_EXISTS ? EEXIST : EACCES;
    return -1;
}

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

uint64_t system_milliseconds(void) { return GetTickCount64(); }
#else
typedef int system_windows_is_empty;
#endif
