/* SPDX-License-Identifier: MIT
 * The few calls that differ from system to system. Each sets errno on failure. Paths are UTF-8 on Windows, and bytes elsewhere. */
#ifndef PLATFORM_SYSTEM_H
#define PLATFORM_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
enum { SYSTEM_BACKSLASH = 1 };
#else
enum { SYSTEM_BACKSLASH = 0 };
#endif

/* An open folder for files that are written while others change what its path leads to. The functions below that take one look up the last
 * name of `path` in it, and do not follow that name if it is a link; NULL: they follow the path. */
struct system_folder;
/* The folder of the file `path`, made if it is missing. Links are followed in the first `root` bytes of the path only; ELOOP: there is one
 * behind them. NULL: see errno. */
struct system_folder *reel__system_open_folder(const char *path, size_t root);
void reel__system_close_folder(struct system_folder *folder); /* NULL is fine */

/* Never waits, not for the writer of a pipe either. */
int reel__system_open_read(const struct system_folder *folder, const char *path);
/* For writing; EEXIST where the name is taken. The file is locked until it is closed, where the file system has locks; EAGAIN: it was
 * swept away before it could be. */
int reel__system_open_new(const struct system_folder *folder, const char *path);
/* Whether a process has a file open that it opened by reel__system_open_new. */
bool reel__system_is_being_written(const char *path);
/* For writing from the start, over what is there. */
int reel__system_open_write(const struct system_folder *folder, const char *path);
int reel__system_standard(int number); /* stdin or stdout, as bytes */
/* Gives a new file the permissions of the one that it will replace, as far as the system lets it. */
void reel__system_set_mode(int file, unsigned mode);
ptrdiff_t reel__system_read(int file, void *buffer, size_t size);
ptrdiff_t reel__system_write(int file, const void *data, size_t size);
/* Writes at an offset; the next reel__system_write goes on where the last one ended. */
ptrdiff_t reel__system_write_at(int file, const void *data, size_t size, uint64_t offset);
int reel__system_close(int file);
bool reel__system_seek(int file, uint64_t offset); /* from the start of the file */
/* Brings a finished file to the disk, gives it its name, and closes it, also where this fails; EEXIST where the name is taken and
 * may not be replaced. A `from` of NULL: the file has its name. */
int reel__system_publish(const struct system_folder *folder, int file, const char *from, const char *to, bool replace);
/* Moves a file, or a link itself, from a path into a folder; EEXIST where the name is taken. */
int reel__system_move(const struct system_folder *folder, const char *from, const char *to);
int reel__system_remove(const struct system_folder *folder, const char *path); /* a file, not a folder */

/* Who writes: a temporary file carries it in its name. */
struct system_writer {
    uint32_t host;    /* of the machine's name */
    uint32_t process; /* its number */
    uint32_t start;   /* when the process began; 0 if the system does not report it */
};
struct system_writer reel__system_writer(void);
/* The number of this process: a fork gets another one. */
uint32_t reel__system_process(void);
/* Removes each file of the folder that `path` is in of which `abandoned` says so by its name, and which is a plain file of this user
 * that nobody has locked. Failures are ignored: this is only cleanup. */
void reel__system_sweep(const struct system_folder *folder, const char *path, bool (*abandoned)(void *context, const char *name),
                        void *context);
/* Calls `each` for every name in a folder until it returns false. False: the folder cannot be opened, see errno. */
bool reel__system_list(const char *folder, bool (*each)(void *context, const char *name), void *context);
/* Whether a process of this machine has certainly ended. */
bool reel__system_has_ended(const struct system_writer *writer);

/* What a file is. A link in a folder is a file. */
enum system_kind { SYSTEM_FILE, SYSTEM_FOLDER, SYSTEM_SPECIAL };
struct system_info {
    enum system_kind kind;
    unsigned mode;           /* permissions; 0 on Windows */
    uint64_t size;           /* of a regular file */
    uint64_t device, number; /* equal for all names of a file */
    int64_t modified;        /* time of the last change, ns since 1970; 0: unknown */
};
bool reel__system_info_of(const struct system_folder *folder, const char *path, struct system_info *info);
bool reel__system_info_of_open(int file, struct system_info *info);
void *reel__system_map(int file, size_t size); /* NULL: cannot be mapped */
void reel__system_unmap(void *map, size_t size);
/* Memory that is about to be filled: asks for pages of 2 MiB, where the system has them. Only a hint. */
void reel__system_large_pages(void *memory, size_t size);
unsigned reel__system_processors(void);   /* at least 1 */
uint64_t reel__system_milliseconds(void); /* of a clock that never goes back */

#endif
