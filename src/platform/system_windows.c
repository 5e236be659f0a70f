/* SPDX-License-Identifier: MIT
 * Windows 7 and later. Paths are UTF-8 and may be longer than MAX_PATH. */
#ifdef _WIN32
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "platform/system.h"
#include "platform/threads.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* ---- errors and paths --------------------------------------------------------------------------------------------- */

static void set_errno(DWORD error)
{
    static const struct {
        DWORD error;
        int number;
    } numbers[] = {
        { ERROR_FILE_NOT_FOUND, ENOENT }, { ERROR_PATH_NOT_FOUND, ENOENT },
        { ERROR_BAD_NETPATH, ENOENT },    { ERROR_INVALID_NAME, ENOENT },
        { ERROR_BAD_PATHNAME, ENOENT },   { ERROR_FILE_EXISTS, EEXIST },
        { ERROR_ALREADY_EXISTS, EEXIST }, { ERROR_NOT_ENOUGH_MEMORY, ENOMEM },
        { ERROR_OUTOFMEMORY, ENOMEM },    { ERROR_TOO_MANY_OPEN_FILES, EMFILE },
        { ERROR_DISK_FULL, ENOSPC },      { ERROR_HANDLE_DISK_FULL, ENOSPC },
        { ERROR_WRITE_PROTECT, EROFS },   { ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG },
        { ERROR_DIRECTORY, ENOTDIR },     { ERROR_NOT_SAME_DEVICE, EXDEV },
        { ERROR_IO_DEVICE, EIO },         { ERROR_INVALID_HANDLE, EBADF },
        { ERROR_OPERATION_ABORTED, EIO }, { ERROR_NO_DATA, EPIPE },
        { ERROR_NETNAME_DELETED, EIO },   { ERROR_CRC, EIO },
    };
    errno = EACCES;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].error == error) errno = numbers[i].number;
}

/* Folders with longer paths than this cannot be made without the prefix \\?\, which is for absolute paths with backslashes. */
enum { SHORT_PATH = 240, PREFIX = 8 };

/* The absolute form of a path, with the prefix. `size` is what GetFullPathNameW asked for. */
static wchar_t *long_path(const wchar_t *path, DWORD size)
{
    wchar_t *full = calloc(size + PREFIX, sizeof *full);
    if (!full) return NULL;
    wchar_t *name = full + PREFIX;
    GetFullPathNameW(path, size, name, NULL);
    bool share = name[0] == '\\' && name[1] == '\\', has_prefix = share && (name[2] == '?' || name[2] == '.') && name[3] == '\\';
    if (share) name += 2;
    wcscpy(full, share && !has_prefix ? L"\\\\?\\UNC\\" : has_prefix ? L"\\\\" : L"\\\\?\\");
    memmove(full + wcslen(full), name, (wcslen(name) + 1) * sizeof *name);
    return full;
}

/* The caller frees it. NULL: see errno. */
static wchar_t *wide_path(const char *path)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
    if (size <= 0) {
        errno = EILSEQ;
        return NULL;
    }
    wchar_t *wide = calloc((size_t)size, sizeof *wide);
    if (!wide) return NULL;
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, size);
    DWORD full = GetFullPathNameW(wide, 0, NULL, NULL);
    if (full < SHORT_PATH) return wide;
    wchar_t *absolute = long_path(wide, full);
    free(wide);
    return absolute;
}

/* ---- handles ------------------------------------------------------------------------------------------------------- */

/* Others may rename and remove the file as long as it is open, unless `share` says otherwise. */
enum { SHARE_ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

static HANDLE open_handle(const char *path, DWORD access, DWORD share, DWORD creation, DWORD flags)
{
    wchar_t *wide = wide_path(path);
    if (!wide) return INVALID_HANDLE_VALUE;
    HANDLE handle = CreateFileW(wide, access, share, NULL, creation, flags, NULL);
    DWORD error = GetLastError();
    free(wide);
    if (handle == INVALID_HANDLE_VALUE) set_errno(error);
    SetLastError(error);
    return handle;
}

static int open_file(const char *path, DWORD access, DWORD share, DWORD creation, DWORD flags)
{
    HANDLE handle = open_handle(path, access, share, creation, flags);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    int file = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT | (access & GENERIC_WRITE ? 0 : _O_RDONLY));
    if (file < 0) CloseHandle(handle);
    return file;
}

/* ---- folders ------------------------------------------------------------------------------------------------------- */

/* A folder that is open without sharing deletion can be neither moved nor replaced, so that its path leads to it as long as it is held. */
struct system_folder {
    size_t count;
    HANDLE held[];
};

static bool is_separator(char c) { return c == '/' || c == '\\'; }

/* Opens and holds a folder that is not a link. */
static bool hold(struct system_folder *folder, const char *path, DWORD flags)
{
    BY_HANDLE_FILE_INFORMATION found;
    HANDLE handle = open_handle(path, FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS | flags);
    if (handle == INVALID_HANDLE_VALUE) return false;
    folder->held[folder->count++] = handle;
    if (!GetFileInformationByHandle(handle, &found)) return set_errno(GetLastError()), false;
    errno = found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT && flags ? ELOOP : ENOTDIR;
    return found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY && errno == ENOTDIR;
}

static bool make_folder(const char *path)
{
    wchar_t *wide = wide_path(path);
    bool made = wide && (CreateDirectoryW(wide, NULL) || GetLastError() == ERROR_ALREADY_EXISTS);
    if (wide && !made) set_errno(GetLastError());
    free(wide);
    return made;
}

struct system_folder *reel__system_open_folder(const char *path, size_t root)
{
    size_t most = 1;
    for (const char *c = path + root; *c; c++) most += is_separator(*c);
    struct system_folder *folder = calloc(1, sizeof *folder + most * sizeof *folder->held);
    char *part = _strdup(path);
    if (!folder || !part) {
        free(folder);
        free(part);
        errno = ENOMEM;
        return NULL;
    }
    part[root] = '\0';
    bool fine = hold(folder, root ? part : ".", 0);
    part[root] = path[root];
    for (size_t i = root; fine && part[i]; i++) {
        if (!is_separator(part[i]) || i == root || is_separator(part[i - 1])) continue;
        part[i] = '\0';
        fine = make_folder(part) && hold(folder, part, FILE_FLAG_OPEN_REPARSE_POINT);
        part[i] = path[i];
    }
    int why = errno;
    free(part);
    if (fine) return folder;
    reel__system_close_folder(folder);
    errno = why;
    return NULL;
}

void reel__system_close_folder(struct system_folder *folder)
{
    for (size_t i = 0; folder && i < folder->count; i++) CloseHandle(folder->held[i]);
    free(folder);
}

/* What a name in a folder is opened with: the link instead of what it leads to. */
static DWORD no_follow(const struct system_folder *folder) { return folder ? FILE_FLAG_OPEN_REPARSE_POINT : 0; }

/* ---- files --------------------------------------------------------------------------------------------------------- */

/* FILE_FLAG_BACKUP_SEMANTICS opens folders too; reading from one fails. */
int reel__system_open_read(const struct system_folder *folder, const char *path)
{
    return open_file(path, GENERIC_READ, SHARE_ALL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | no_follow(folder));
}

/* An open file that does not share deletion is locked against the sweep of another process. */
int reel__system_open_new(const struct system_folder *folder, const char *path)
{
    (void)folder; /* a new file is at the end of no link */
    return open_file(path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL);
}

bool reel__system_is_being_written(const char *path)
{
    HANDLE handle = open_handle(path, GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL);
    if (handle == INVALID_HANDLE_VALUE) return GetLastError() == ERROR_SHARING_VIOLATION;
    CloseHandle(handle);
    return false;
}

int reel__system_open_write(const struct system_folder *folder, const char *path)
{
    int file = open_file(path, GENERIC_WRITE, SHARE_ALL, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL | no_follow(folder));
    if (file >= 0) _chsize_s(file, 0); /* a device has no size */
    return file;
}

int reel__system_standard(int number)
{
    _setmode(number, _O_BINARY);
    return number;
}

void reel__system_set_mode(int file, unsigned mode) { (void)file, (void)mode; }

/* Not _read, which stays at the end of a file that has grown since. */
ptrdiff_t reel__system_read(int file, void *buffer, size_t size)
{
    DWORD got = 0;
    intptr_t handle = _get_osfhandle(file);
    if (handle < 0) { /* -2: a standard stream that is closed */
        errno = EBADF;
        return -1;
    }
    if (ReadFile((HANDLE)handle, buffer, (DWORD)size, &got, NULL)) return (ptrdiff_t)got;
    DWORD error = GetLastError();
    if (error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF) return 0;
    set_errno(error);
    return -1;
}

ptrdiff_t reel__system_write(int file, const void *data, size_t size) { return _write(file, data, (unsigned)size); }

ptrdiff_t reel__system_write_at(int file, const void *data, size_t size, uint64_t offset)
{
    const __int64 end = _telli64(file);
    if (end < 0 || _lseeki64(file, (__int64)offset, SEEK_SET) < 0) return -1;
    const ptrdiff_t count = _write(file, data, (unsigned)size);
    return _lseeki64(file, end, SEEK_SET) < 0 ? -1 : count;
}

int reel__system_close(int file) { return _close(file); }

bool reel__system_seek(int file, uint64_t offset)
{
    if (offset > INT64_MAX) {
        errno = EINVAL;
        return false;
    }
    return _lseeki64(file, (__int64)offset, SEEK_SET) >= 0;
}

int reel__system_remove(const struct system_folder *folder, const char *path)
{
    (void)folder; /* removes a link itself */
    wchar_t *wide = wide_path(path);
    bool removed = wide && DeleteFileW(wide);
    if (wide && !removed) set_errno(GetLastError());
    free(wide);
    return removed ? 0 : -1;
}

static bool give_name(const char *from, const char *to, bool replace)
{
    wchar_t *old = wide_path(from), *new = wide_path(to);
    bool named = old && new &&MoveFileExW(old, new, MOVEFILE_WRITE_THROUGH | (replace ? MOVEFILE_REPLACE_EXISTING : 0));
    if (old && new && !named) set_errno(GetLastError());
    free(old);
    free(new);
    return named;
}

int reel__system_move(const struct system_folder *folder, const char *from, const char *to)
{
    (void)folder; /* fails where there is a link */
    return give_name(from, to, false) ? 0 : -1;
}

/* What is open without sharing deletion cannot get another name, so it is closed first. */
int reel__system_publish(const struct system_folder *folder, int file, const char *from, const char *to, bool replace)
{
    (void)folder; /* replaces a link itself */
    int result = _commit(file);
    if (_close(file) != 0) result = -1;
    if (result == 0 && from && !give_name(from, to, replace)) result = -1;
    return result;
}

/* ---- writers that died --------------------------------------------------------------------------------------------- */

static uint32_t this_host(void)
{
    wchar_t name[MAX_COMPUTERNAME_LENGTH + 1] = L"";
    DWORD size = MAX_COMPUTERNAME_LENGTH + 1;
    GetComputerNameW(name, &size);
    uint32_t hash = 2166136261u;
    for (const wchar_t *c = name; *c; c++) hash = (hash ^ (uint16_t)*c) * 16777619u;
    return hash;
}

/* When a process began, in units of 0.1 µs; 0: not known. */
static uint32_t start_of(HANDLE process)
{
    FILETIME created, ended, kernel, user;
    return GetProcessTimes(process, &created, &ended, &kernel, &user) ? created.dwLowDateTime : 0;
}

uint32_t reel__system_process(void) { return (uint32_t)GetCurrentProcessId(); }

struct system_writer reel__system_writer(void)
{
    return (
        struct system_writer){ .host = this_host(), .process = reel__system_process(), .start = start_of(GetCurrentProcess()) };
}

bool reel__system_has_ended(const struct system_writer *writer)
{
    if (writer->host != this_host() || writer->process == 0) return false;
    HANDLE process = OpenProcess(SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION, FALSE, writer->process);
    if (!process) return GetLastError() == ERROR_INVALID_PARAMETER; /* no process has the number */
    uint32_t start = start_of(process);                             /* the number may have been given to another process since */
    bool ended = WaitForSingleObject(process, 0) == WAIT_OBJECT_0 || (writer->start && start && start != writer->start);
    CloseHandle(process);
    return ended;
}

/* Opening fails as long as anybody has the file open. */
static void remove_abandoned(const char *path)
{
    HANDLE handle = open_handle(path, DELETE, 0, OPEN_EXISTING, FILE_FLAG_DELETE_ON_CLOSE | FILE_FLAG_OPEN_REPARSE_POINT);
    if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
}

/* Longest name of a file in UTF-8: 255 units of UTF-16. */
enum { LONGEST_NAME = 3 * 255 };

static size_t folder_size(const char *path)
{
    size_t size = 0;
    for (size_t i = 0; path[i]; i++)
        if (path[i] == '/' || path[i] == '\\' || (path[i] == ':' && i == 1)) size = i + 1;
    return size;
}

void reel__system_sweep(const struct system_folder *in, const char *path, bool (*abandoned)(void *context, const char *name),
                        void *context)
{
    (void)in;
    size_t folder = folder_size(path);
    char *found = malloc(folder + LONGEST_NAME + 1);
    if (!found) return;
    memcpy(found, path, folder);
    strcpy(found + folder, "*");
    wchar_t *pattern = wide_path(found);
    WIN32_FIND_DATAW entry;
    HANDLE list = pattern ? FindFirstFileW(pattern, &entry) : INVALID_HANDLE_VALUE;
    free(pattern);
    for (bool more = list != INVALID_HANDLE_VALUE; more; more = FindNextFileW(list, &entry)) {
        bool plain = !(entry.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT));
        char *name = found + folder;
        if (plain && WideCharToMultiByte(CP_UTF8, 0, entry.cFileName, -1, name, LONGEST_NAME + 1, NULL, NULL) &&
            abandoned(context, name))
            remove_abandoned(found);
    }
    if (list != INVALID_HANDLE_VALUE) FindClose(list);
    free(found);
}

bool reel__system_list(const char *folder, bool (*each)(void *context, const char *name), void *context)
{
    const size_t size = strlen(folder);
    char name[LONGEST_NAME + 1], *all = malloc(size + 3);
    if (!all) return false;
    memcpy(all, folder, size);
    strcpy(all + size, "/*");
    wchar_t *pattern = wide_path(all);
    WIN32_FIND_DATAW entry;
    HANDLE list = pattern ? FindFirstFileW(pattern, &entry) : INVALID_HANDLE_VALUE;
    free(pattern);
    free(all);
    if (list == INVALID_HANDLE_VALUE) {
        errno = ENOENT;
        return false;
    }
    for (bool more = true; more; more = FindNextFileW(list, &entry))
        if (WideCharToMultiByte(CP_UTF8, 0, entry.cFileName, -1, name, LONGEST_NAME + 1, NULL, NULL) && !each(context, name))
            break;
    FindClose(list);
    return true;
}

/* ---- what a path is ------------------------------------------------------------------------------------------------ */

static uint64_t both(DWORD high, DWORD low) { return (uint64_t)high << 32 | low; }

#define FROM_1601_TO_1970 INT64_C(116444736000000000)

static bool handle_info(HANDLE handle, struct system_info *info)
{
    BY_HANDLE_FILE_INFORMATION found;
    *info = (struct system_info){ .kind = SYSTEM_SPECIAL };
    if (GetFileType(handle) != FILE_TYPE_DISK) return true;
    if (!GetFileInformationByHandle(handle, &found)) {
        set_errno(GetLastError());
        return false;
    }
    bool folder = found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    info->kind = folder ? SYSTEM_FOLDER : SYSTEM_FILE;
    info->size = folder ? 0 : both(found.nFileSizeHigh, found.nFileSizeLow);
    info->device = found.dwVolumeSerialNumber;
    info->number = both(found.nFileIndexHigh, found.nFileIndexLow);
    const uint64_t time = both(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime);
    if (time) info->modified = ((int64_t)time - FROM_1601_TO_1970) * 100; /* times are in units of 100 ns */
    return true;
}

bool reel__system_info_of(const struct system_folder *folder, const char *path, struct system_info *info)
{
    HANDLE handle =
        open_handle(path, FILE_READ_ATTRIBUTES, SHARE_ALL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | no_follow(folder));
    if (handle == INVALID_HANDLE_VALUE) return false;
    bool known = handle_info(handle, info);
    CloseHandle(handle);
    return known;
}

bool reel__system_info_of_open(int file, struct system_info *info) { return handle_info((HANDLE)_get_osfhandle(file), info); }

/* ---- memory and time ------------------------------------------------------------------------------------------------ */

void *reel__system_map(int file, size_t size)
{
    HANDLE handle = CreateFileMappingW((HANDLE)_get_osfhandle(file), NULL, PAGE_READONLY, 0, 0, NULL);
    if (!handle) return NULL;
    void *map = MapViewOfFile(handle, FILE_MAP_READ, 0, 0, size);
    CloseHandle(handle);
    return map;
}

void reel__system_unmap(void *map, size_t size)
{
    (void)size;
    UnmapViewOfFile(map);
}

void reel__system_large_pages(void *memory, size_t size) { (void)memory, (void)size; }

uint64_t reel__system_milliseconds(void) { return GetTickCount64(); }

unsigned reel__system_processors(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (unsigned)info.dwNumberOfProcessors;
}

/* ---- threads ------------------------------------------------------------------------------------------------------ */

_Static_assert(sizeof(system_mutex) == sizeof(SRWLOCK), "a mutex is a slim lock");
_Static_assert(sizeof(system_condition) == sizeof(CONDITION_VARIABLE), "a condition is a condition variable");

void reel__system_mutex_init(system_mutex *mutex) { InitializeSRWLock((PSRWLOCK)(void *)mutex); }
void reel__system_mutex_lock(system_mutex *mutex) { AcquireSRWLockExclusive((PSRWLOCK)(void *)mutex); }
void reel__system_mutex_unlock(system_mutex *mutex) { ReleaseSRWLockExclusive((PSRWLOCK)(void *)mutex); }
void reel__system_mutex_free(system_mutex *mutex) { (void)mutex; }
void reel__system_condition_init(system_condition *condition)
{
    InitializeConditionVariable((PCONDITION_VARIABLE)(void *)condition);
}
void reel__system_condition_wait(system_condition *condition, system_mutex *mutex)
{
    SleepConditionVariableSRW((PCONDITION_VARIABLE)(void *)condition, (PSRWLOCK)(void *)mutex, INFINITE, 0);
}
void reel__system_condition_wake(system_condition *condition)
{
    WakeAllConditionVariable((PCONDITION_VARIABLE)(void *)condition);
}
void reel__system_condition_free(system_condition *condition) { (void)condition; }

typedef struct thread_start {
    void (*main)(void *context);
    void *context;
} thread_start;

static unsigned __stdcall run_thread(void *given)
{
    thread_start start = *(thread_start *)given;
    free(given);
    start.main(start.context);
    return 0;
}

/* _beginthreadex, not CreateThread: callbacks of the caller may use the C library. */
bool reel__system_thread_start(system_thread *thread, void (*main)(void *context), void *context)
{
    thread_start *start = malloc(sizeof *start);
    if (!start) return false;
    *start = (thread_start){ main, context };
    thread->handle = (void *)_beginthreadex(NULL, 0, run_thread, start, 0, NULL);
    if (thread->handle) return true;
    free(start);
    return false;
}

void reel__system_thread_join(system_thread thread)
{
    WaitForSingleObject(thread.handle, INFINITE);
    CloseHandle(thread.handle);
}
#else
typedef int system_windows_is_empty;
#endif
