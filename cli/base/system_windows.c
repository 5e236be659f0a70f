/* SPDX-License-Identifier: MIT
 * Windows 7 and later. Paths are UTF-8 and may be longer than MAX_PATH. */
#ifdef _WIN32
#define _WIN32_WINNT 0x0601
#include "base/console_windows.h"
#include "base/system.h"
#include "base/system_parts.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

/* ---- memory --------------------------------------------------------------------------------------------------------- */

void keep_memory(void) {}

/* ---- paths ---------------------------------------------------------------------------------------------------------- */

static bool is_slash(char c) { return c == '/' || c == '\\'; }

void use_slashes(char *path)
{
    for (; *path; path++)
        if (is_slash(*path)) *path = '/';
}

static bool is_drive(const char *path)
{
    return ((path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z')) && path[1] == ':';
}

size_t root_size(const char *path)
{
    if (is_drive(path)) return 2;
    if (path[0] != '/' || path[1] != '/') return 0;
    size_t host = strcspn(path + 2, "/") + 2;
    return path[host] ? host + 1 + strcspn(path + host + 1, "/") : host;
}

/* Folders with longer paths than this cannot be made without the prefix \\?\, which is for absolute paths with backslashes. */
enum { SHORT_PATH = 240, PREFIX = 8 };

/* The absolute form of a path, with the prefix. `size` is what GetFullPathNameW asked for. */
static wchar_t *long_path(const wchar_t *path, DWORD size)
{
    wchar_t *full = grow(NULL, (size + PREFIX) * sizeof *full), *name = full + PREFIX;
    full[0] = name[0] = L'\0';
    GetFullPathNameW(path, size, name, NULL);
    bool share = !wcsncmp(name, L"\\\\", 2), has_prefix = !wcsncmp(name, L"\\\\?\\", 4) || !wcsncmp(name, L"\\\\.\\", 4);
    if (share && !has_prefix) name += 2;
    if (!has_prefix) wcscpy(full, share ? L"\\\\?\\UNC\\" : L"\\\\?\\");
    memmove(full + wcslen(full), name, (wcslen(name) + 1) * sizeof *name);
    return full;
}

/* A text that is not UTF-8 gets replacement characters, so that no file has the name. */
static wchar_t *wide_path(const char *path)
{
    int size = MultiByteToWideChar(CP_UTF8, 0, path, -1, NULL, 0);
    wchar_t *wide = grow(NULL, (size_t)size * sizeof *wide);
    MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, size);
    DWORD full = GetFullPathNameW(wide, 0, NULL, NULL);
    if (full < SHORT_PATH) return wide;
    wchar_t *absolute = long_path(wide, full);
    free(wide);
    return absolute;
}

static char *utf8_of(const wchar_t *wide)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = grow(NULL, (size_t)size);
    WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    return text;
}

char **words_of(int count, wchar_t **wide)
{
    char **words = grow(NULL, ((size_t)count + 1) * sizeof *words);
    for (int i = 0; i < count; i++) words[i] = utf8_of(wide[i]);
    words[count] = NULL;
    return words;
}

/* ---- files ---------------------------------------------------------------------------------------------------------- */

static FILE *open_stream(const char *path, const wchar_t *mode)
{
    wchar_t *wide = wide_path(path);
    FILE *file = _wfopen(wide, mode);
    int error = errno;
    free(wide);
    errno = error;
    return file;
}

FILE *open_list(const char *path) { return open_stream(path, L"rb"); }

FILE *open_scratch(const char *path) { return open_stream(path, L"w+b"); }

bool seek_stream(FILE *file, uint64_t position) { return _fseeki64(file, (int64_t)position, SEEK_SET) == 0; }

/* Links are followed. Devices and pipes have no information: `found` is cleared. */
static enum kind examine(const char *path, BY_HANDLE_FILE_INFORMATION *found)
{
    memset(found, 0, sizeof *found);
    wchar_t *wide = wide_path(path);
    HANDLE file = CreateFileW(wide, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(wide);
    if (file == INVALID_HANDLE_VALUE) return KIND_NONE;
    enum kind kind = KIND_OTHER;
    if (GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, found))
        kind = found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? KIND_FOLDER : KIND_FILE;
    CloseHandle(file);
    return kind;
}

enum kind kind_of(const char *path)
{
    BY_HANDLE_FILE_INFORMATION found;
    return examine(path, &found);
}

bool others_can_read(const char *path) { return (void)path, false; }

uint64_t size_of_file(const char *path)
{
    BY_HANDLE_FILE_INFORMATION found;
    return examine(path, &found) == KIND_FILE ? (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow : 0;
}

/* Times are in units of 100 ns since 1601. */
bool facts_of(const char *path, struct facts *facts)
{
    const int64_t from_1601_to_1970 = INT64_C(116444736000000000);
    BY_HANDLE_FILE_INFORMATION found;
    *facts = (struct facts){ .kind = examine(path, &found) };
    if (facts->kind == KIND_NONE) {
        errno = ENOENT;
        return false;
    }
    if (facts->kind == KIND_FILE) facts->size = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow;
    uint64_t time = (uint64_t)found.ftLastWriteTime.dwHighDateTime << 32 | found.ftLastWriteTime.dwLowDateTime;
    if (time) facts->modified = ((int64_t)time - from_1601_to_1970) * 100;
    return true;
}

bool identity_of(const char *path, struct identity *identity)
{
    BY_HANDLE_FILE_INFORMATION found;
    enum kind kind = examine(path, &found);
    *identity = (struct identity){ found.dwVolumeSerialNumber, (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow };
    return kind == KIND_FILE || kind == KIND_FOLDER;
}

/* Junctions are links too. Other reparse points, such as files that are stored in a cloud, are not. */
bool is_link(const char *path)
{
    wchar_t *wide = wide_path(path);
    WIN32_FIND_DATAW entry;
    HANDLE list = FindFirstFileW(wide, &entry);
    free(wide);
    if (list == INVALID_HANDLE_VALUE) return false;
    FindClose(list);
    return (entry.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) && IsReparseTagNameSurrogate(entry.dwReserved0);
}

static void set_errno(DWORD error)
{
    errno = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? ENOENT
            : error == ERROR_FILE_EXISTS || error == ERROR_ALREADY_EXISTS  ? EEXIST
            : error == ERROR_DIRECTORY                                     ? ENOTDIR
            : error == ERROR_NOT_SAME_DEVICE                               ? EXDEV
                                                                           : EACCES;
}

bool folder_list(const char *path, struct folder *folder)
{
    char *pattern = joined(path, "/", "*");
    wchar_t *wide = wide_path(pattern);
    WIN32_FIND_DATAW entry;
    HANDLE list = FindFirstFileW(wide, &entry);
    DWORD error = GetLastError();
    free(wide);
    free(pattern);
    if (list == INVALID_HANDLE_VALUE) {
        set_errno(error);
        return error == ERROR_FILE_NOT_FOUND; /* the root of an empty drive has no "." */
    }
    do {
        char *name = utf8_of(entry.cFileName);
        folder_add(folder, name);
        free(name);
    } while (FindNextFileW(list, &entry));
    FindClose(list);
    return true;
}

bool make_folder(const char *path)
{
    wchar_t *wide = wide_path(path);
    bool made = CreateDirectoryW(wide, NULL);
    if (!made) set_errno(GetLastError());
    free(wide);
    return made;
}

/* FILE_APPEND_DATA without FILE_WRITE_DATA: each write is at the end, whatever other threads write. */
bool append_to_file(const char *path, const void *data, size_t size)
{
    wchar_t *wide = wide_path(path);
    HANDLE file =
        CreateFileW(wide, FILE_APPEND_DATA | SYNCHRONIZE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_ALWAYS, 0, NULL);
    DWORD count = 0;
    bool written = file != INVALID_HANDLE_VALUE && WriteFile(file, data, (DWORD)size, &count, NULL) && count == size;
    if (!written) set_errno(GetLastError());
    if (written) FlushFileBuffers(file);
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    free(wide);
    return written;
}

bool remove_file(const char *path)
{
    wchar_t *wide = wide_path(path);
    bool removed = DeleteFileW(wide);
    if (!removed) set_errno(GetLastError());
    free(wide);
    return removed;
}

bool remove_empty_folder(const char *path)
{
    wchar_t *wide = wide_path(path);
    bool removed = RemoveDirectoryW(wide);
    if (!removed) set_errno(GetLastError());
    free(wide);
    return removed;
}

/* A file that is open without sharing cannot be opened again. The handle stays open. */
enum lock lock_file(const char *path)
{
    wchar_t *wide = wide_path(path);
    HANDLE file = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, 0, NULL);
    DWORD error = GetLastError();
    free(wide);
    if (file != INVALID_HANDLE_VALUE) return LOCK_FREE;
    set_errno(error);
    return error == ERROR_SHARING_VIOLATION ? LOCK_TAKEN : LOCK_FAILED;
}

/* ---- streams -------------------------------------------------------------------------------------------------------- */

bool is_terminal(int stream)
{
    DWORD mode;
    return stream == 0 ? GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode) : console_has(stream);
}

bool terminal_has_escapes(void) { return console_has_escapes(); }

size_t terminal_columns(void)
{
    size_t columns = is_terminal(1) ? console_columns() : 0;
    return columns >= 20 ? columns : 160;
}

void prepare_streams(void)
{
    for (int stream = 0; stream <= 2; stream++) _setmode(stream, _O_BINARY);
    console_open();
}

/* The C library has EINVAL for some of the errors, and for a write that ended half-way, of which the system reports no error. */
bool is_closed_pipe(int error)
{
    if (error == EINVAL && _doserrno == 0) return GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE;
    return error == EPIPE || _doserrno == ERROR_NO_DATA || _doserrno == ERROR_BROKEN_PIPE ||
           _doserrno == ERROR_PIPE_NOT_CONNECTED;
}

/* ---- interruption and time ------------------------------------------------------------------------------------------ */

enum { PATIENCE = 3 }; /* number of times that Ctrl-C ends the process */

static volatile LONG interruptions;

/* Runs in a thread of its own. If the console is closed, the process ends as soon as this returns, and after some seconds anyway. */
static BOOL WINAPI count_event(DWORD event)
{
    LONG count = InterlockedIncrement(&interruptions);
    if (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT) return count < PATIENCE;
    Sleep(INFINITE);
    return TRUE;
}

void hold_signals(void) { SetConsoleCtrlHandler(count_event, TRUE); }

void release_signals(void)
{
    if (!interruptions) SetConsoleCtrlHandler(count_event, FALSE);
}

bool was_interrupted(void) { return interruptions != 0; }

void end_if_interrupted(void)
{
    if (interruptions) exit((int)STATUS_CONTROL_C_EXIT);
}

/* Whether a key was pressed that begins a line. Other events are dropped. */
static bool key_is_ready(HANDLE console)
{
    INPUT_RECORD record;
    DWORD count = 0;
    if (WaitForSingleObject(console, 100) != WAIT_OBJECT_0 || !PeekConsoleInputW(console, &record, 1, &count) || !count)
        return false;
    const KEY_EVENT_RECORD *key = &record.Event.KeyEvent;
    if (record.EventType == KEY_EVENT && key->bKeyDown && key->uChar.UnicodeChar) return true;
    ReadConsoleInputW(console, &record, 1, &count);
    return false;
}

bool input_is_ready(void)
{
    enum { YIELDS = 1000, PAUSES = 100 };
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    if (is_terminal(0)) return key_is_ready(input);
    if (GetFileType(input) != FILE_TYPE_PIPE) return true;
    for (int tries = 0; tries < YIELDS + PAUSES; tries++) {
        DWORD ready = 0;
        if (!PeekNamedPipe(input, NULL, 0, NULL, &ready, NULL) || ready) return true;
        if (tries < YIELDS) /* a writer that is at work needs microseconds, and a pause takes a millisecond or more */
            SwitchToThread();
        else
            Sleep(1);
    }
    return false;
}

bool pause_briefly(void)
{
    Sleep(100);
    return !was_interrupted();
}

void rest(void) { Sleep(1); }

unsigned processor_count(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (unsigned)info.dwNumberOfProcessors;
}

uint64_t clock_ms(void) { return GetTickCount64(); }

struct local_time local_time(void)
{
    SYSTEMTIME t;
    GetLocalTime(&t);
    return (struct local_time){ .year = t.wYear,
                                .month = t.wMonth,
                                .day = t.wDay,
                                .hour = t.wHour,
                                .minute = t.wMinute,
                                .second = t.wSecond,
                                .ms = t.wMilliseconds };
}

#else
typedef int system_windows_is_empty;
#endif
