/* SPDX-License-Identifier: MIT
 * A console that gets bytes decodes them by its code page, and in older versions of Windows each write by itself, and counts
 * characters where bytes were asked for. So the streams that go to a console become a pipe, whose other end is read by a thread. It
 * decodes UTF-8 and writes UTF-16. Both streams share the pipe, so that the order of what they write is kept. */
#ifdef _WIN32
#define _WIN32_WINNT 0x0601
#include "base/console_windows.h"

#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 0x0004
#endif

enum { BLOCK = 4096, CHARACTER = 4, STREAMS = 3 };

static struct {
    bool has[STREAMS];
    HANDLE screen, pipe, thread;
    DWORD mode; /* before this program */
    bool escapes;
    enum { PLAIN, ESCAPE, SEQUENCE } state; /* of a console without escape sequences */
} console;

bool console_has(int stream) { return console.has[stream]; }

bool console_has_escapes(void) { return console.escapes; }

size_t console_columns(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo(console.screen, &info) ? (size_t)(info.srWindow.Right - info.srWindow.Left + 1) : 0;
}

/* ---- what is shown ---------------------------------------------------------------------------------------------------- */

static void show(const wchar_t *text, size_t size)
{
    DWORD shown;
    for (; size && WriteConsoleW(console.screen, text, (DWORD)size, &shown, NULL) && shown; size -= shown) text += shown;
}

/* "\x1b[K" */
static void clear_to_end_of_line(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    DWORD done;
    if (!GetConsoleScreenBufferInfo(console.screen, &info)) return;
    FillConsoleOutputCharacterW(console.screen, L' ', (DWORD)(info.dwSize.X - info.dwCursorPosition.X), info.dwCursorPosition,
                                &done);
}

/* Before Windows 10 a console shows escape sequences as characters: they are left out, but for one that the progress needs. */
static void show_plain(const wchar_t *text, size_t size)
{
    size_t begin = 0;
    for (size_t i = 0; i < size; i++) {
        if (console.state == PLAIN) {
            if (text[i] != L'\x1b') continue;
            show(text + begin, i - begin);
            console.state = ESCAPE;
        } else if (console.state == ESCAPE) {
            console.state = text[i] == L'[' ? SEQUENCE : PLAIN;
        } else if (text[i] >= 0x40) {
            if (text[i] == L'K') clear_to_end_of_line();
            console.state = PLAIN;
        }
        begin = i + 1;
    }
    if (console.state == PLAIN) show(text + begin, size - begin);
}

static void show_utf8(const char *text, size_t size)
{
    wchar_t wide[BLOCK + CHARACTER];
    int count = size ? MultiByteToWideChar(CP_UTF8, 0, text, (int)size, wide, BLOCK + CHARACTER) : 0;
    (console.escapes ? show : show_plain)(wide, (size_t)count);
}

/* Number of bytes at the end that begin a character which is not complete. */
static size_t incomplete_bytes(const char *text, size_t size)
{
    for (size_t back = 1; back < CHARACTER && back <= size; back++) {
        uint8_t byte = (uint8_t)text[size - back];
        size_t whole = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
        if ((byte & 0xc0) != 0x80) return whole > back ? back : 0;
    }
    return 0;
}

static DWORD WINAPI show_pipe(void *unused)
{
    (void)unused;
    char text[BLOCK + CHARACTER];
    size_t left = 0;
    for (DWORD got; ReadFile(console.pipe, text + left, BLOCK, &got, NULL);) {
        size_t size = left + got;
        left = incomplete_bytes(text, size);
        show_utf8(text, size - left);
        memmove(text, text + size - left, left);
    }
    show_utf8(text, left);
    return 0;
}

/* ---- the streams ------------------------------------------------------------------------------------------------------ */

/* Called by exit. The thread ends when both streams are closed and it has shown the rest. */
static void console_close(void)
{
    fflush(NULL);
    for (int stream = 1; stream < STREAMS; stream++)
        if (console.has[stream]) _close(stream);
    WaitForSingleObject(console.thread, INFINITE);
    SetConsoleMode(console.screen, console.mode);
}

static void find_screen(void)
{
    static const DWORD names[STREAMS] = { 0, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE };
    for (int stream = 1; stream < STREAMS; stream++) {
        HANDLE handle = GetStdHandle(names[stream]);
        console.has[stream] = GetConsoleMode(handle, &console.mode);
        if (console.has[stream] && !console.screen)
            DuplicateHandle(GetCurrentProcess(), handle, GetCurrentProcess(), &console.screen, 0, FALSE, DUPLICATE_SAME_ACCESS);
    }
}

void console_open(void)
{
    find_screen();
    HANDLE into;
    if (!console.screen || !CreatePipe(&console.pipe, &into, NULL, 0)) return;
    console.thread = CreateThread(NULL, 0, show_pipe, NULL, 0, NULL);
    int file = console.thread ? _open_osfhandle((intptr_t)into, _O_BINARY) : -1;
    if (file < 0) return; /* the console gets bytes */
    GetConsoleMode(console.screen, &console.mode);
    console.escapes = SetConsoleMode(console.screen, console.mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    for (int stream = 1; stream < STREAMS; stream++)
        if (console.has[stream]) _dup2(file, stream);
    _close(file);
    atexit(console_close);
}

#else
typedef int console_windows_is_empty;
#endif
