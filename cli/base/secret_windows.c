/* SPDX-License-Identifier: MIT */
#ifdef _WIN32
#define _WIN32_WINNT 0x0601
#include "base/secret.h"
#include "base/system.h"

#include <errno.h>
#include <stdlib.h>
#include <windows.h>

#include <sddl.h>

/* Full access for the owner, and nothing inherited from the folder. */
static const wchar_t owner_only[] = L"D:P(A;;FA;;;OW)";

static wchar_t *wide_of(const char *text)
{
    int size = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = grow(NULL, (size_t)size * sizeof *wide);
    MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, size);
    return wide;
}

static HANDLE create_own(const wchar_t *path)
{
    SECURITY_ATTRIBUTES attributes = { sizeof attributes, NULL, FALSE };
    if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(owner_only, SDDL_REVISION_1, &attributes.lpSecurityDescriptor,
                                                              NULL))
        return INVALID_HANDLE_VALUE;
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, &attributes, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
    DWORD why = GetLastError();
    LocalFree(attributes.lpSecurityDescriptor);
    SetLastError(why);
    return file;
}

bool write_secret(const char *path, const char *data, size_t size)
{
    wchar_t *wide = wide_of(path);
    HANDLE file = create_own(wide);
    DWORD why = GetLastError(), written = 0;
    bool opened = file != INVALID_HANDLE_VALUE;
    bool fine = opened && WriteFile(file, data, (DWORD)size, &written, NULL) && written == size && FlushFileBuffers(file);
    if (opened) CloseHandle(file);
    if (opened && !fine) DeleteFileW(wide);
    free(wide);
    if (!fine) errno = opened ? EIO : why == ERROR_FILE_EXISTS ? EEXIST : why == ERROR_PATH_NOT_FOUND ? ENOENT : EACCES;
    return fine;
}

static HANDLE open_console(const wchar_t *name)
{
    return CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
}

/* A line of the console as UTF-8, without its end. */
static bool read_line(HANDLE input, char *buffer, size_t capacity, size_t *size)
{
    wchar_t line[1100]; /* more than the longest password */
    DWORD count = 0;
    bool read = ReadConsoleW(input, line, sizeof line / sizeof *line, &count, NULL) && count > 0;
    bool whole = read && line[count - 1] == L'\n';
    if (read && !whole) FlushConsoleInputBuffer(input);
    while (count && (line[count - 1] == L'\n' || line[count - 1] == L'\r')) count--;
    int bytes = read && count ? WideCharToMultiByte(CP_UTF8, 0, line, (int)count, buffer, (int)capacity, NULL, NULL) : 0;
    SecureZeroMemory(line, sizeof line);
    *size = whole && (bytes || !count) ? (size_t)bytes : capacity + 1;
    return read;
}

bool ask_secret(const char *prompt, char *buffer, size_t capacity, size_t *size)
{
    HANDLE input = open_console(L"CONIN$"), output = open_console(L"CONOUT$");
    DWORD mode = 0, ignored;
    bool asked = input != INVALID_HANDLE_VALUE && output != INVALID_HANDLE_VALUE && GetConsoleMode(input, &mode) &&
                 SetConsoleMode(input, (mode | ENABLE_LINE_INPUT | ENABLE_PROCESSED_INPUT) & ~(DWORD)ENABLE_ECHO_INPUT);
    *size = 0;
    if (asked) {
        wchar_t *wide = wide_of(prompt);
        WriteConsoleW(output, wide, (DWORD)wcslen(wide), &ignored, NULL);
        free(wide);
        asked = read_line(input, buffer, capacity, size);
        WriteConsoleW(output, L"\n", 1, &ignored, NULL);
        SetConsoleMode(input, mode);
    }
    if (input != INVALID_HANDLE_VALUE) CloseHandle(input);
    if (output != INVALID_HANDLE_VALUE) CloseHandle(output);
    end_if_interrupted();
    return asked;
}
#else
typedef int secret_windows_is_empty;
#endif
