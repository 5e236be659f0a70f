/* SPDX-License-Identifier: MIT */
#ifdef _WIN32
#define _WIN32_WINNT 0x0601
#define _CRT_RAND_S
#include "base/text.h"
#include "verbs/view/server.h"

#include <stdlib.h>
#include <windows.h>

#include <shellapi.h>

enum { MOST_PATH = 4096 };

bool random_bytes(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned value;
        if (rand_s(&value) != 0) return false;
        bytes[i] = (uint8_t)value;
    }
    return true;
}

char *program_folder(void)
{
    wchar_t wide[MOST_PATH];
    char path[3 * MOST_PATH];
    DWORD size = GetModuleFileNameW(NULL, wide, MOST_PATH);
    if (size == 0 || size == MOST_PATH) return NULL;
    if (!WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, sizeof path, NULL, NULL)) return NULL;
    char *slash = strrchr(path, '\\');
    if (!slash) return NULL;
    *slash = '\0';
    return copy_of(path);
}

bool open_browser(const char *address)
{
    wchar_t wide[MOST_PATH];
    if (!MultiByteToWideChar(CP_UTF8, 0, address, -1, wide, MOST_PATH)) return false;
    return (INT_PTR)ShellExecuteW(NULL, L"open", wide, NULL, NULL, SW_SHOWNORMAL) > 32;
}
#else
typedef int view_windows_is_empty;
#endif
