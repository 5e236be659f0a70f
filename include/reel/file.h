/* SPDX-License-Identifier: MIT
 *
 * Files and threads: the part of the library that needs an operating system. <reel/reel.h> includes this header, unless the library
 * was built without it (REEL_WITH_PLATFORM=OFF), which defines REEL_WITHOUT_PLATFORM.
 */
#ifndef REEL_FILE_H
#define REEL_FILE_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Files: the path "-" is standard input or output. On Windows, paths are UTF-8 and may be longer than MAX_PATH. Reads copy into a
 * buffer unless REEL_FILE_MAP is set. Map only files that no other process truncates: accessing a removed page of a mapped file kills
 * the process. */
enum {
    REEL_FILE_MAP = 1 << 0,     /* source: map the file */
    REEL_FILE_FOLLOW = 1 << 3,  /* source: the file grows, and its end is REEL_AGAIN. If it shrinks: REEL_IO, rule "file.shrunk".
                                 * If its name is given to another file: REEL_IO at its end, rule "file.replaced" */
    REEL_FILE_REPLACE = 1 << 1, /* sink: replace an existing file; otherwise REEL_IO, rule "file.exists" */
    REEL_FILE_DIRECT = 1 << 2,  /* sink: use the final name from the start, so that a crash leaves what was written */
    REEL_FILE_SWEEP = 1 << 4    /* sink: first remove temporary files of this user's dead writers from the folder */
};
/* Opens `path` for reading. A pipe, device or socket fails with REEL_IO, rule "file.special", unless REEL_FILE_FOLLOW is set: opening
 * one may block forever. */
REEL_API reel_status reel_source_file(const char *path, uint32_t flags, reel_source *source, reel_error *error);
/* Opens the files of a folder, but not those of its subfolders and those whose names begin with a dot, as one source: a zip in which they are stored
 * in the order of their names, without dates. For levels of several files. The files are read now: at most 4096 of 512 MiB together, rule
 * "file.folder-size". */
REEL_API reel_status reel_source_folder(const char *path, reel_source *source, reel_error *error);
/* Writes to a temporary file beside `path`, which commit renames. A crash never leaves a partial file at `path`. */
REEL_API reel_status reel_sink_file(const char *path, uint32_t flags, reel_sink *sink, reel_error *error);
/* The same for a file below `folder` whose `name` anybody may have chosen, with slashes. `folder` must exist and may be a link; folders in
 * `name` are made. No link below `folder` is followed, at no moment, whatever other processes do there meanwhile: a link on the way is
 * REEL_IO, rule "file.link", and so is a name that leads out; a link in the place of the file is replaced or "file.exists". */
REEL_API reel_status reel_sink_below(const char *folder, const char *name, uint32_t flags, reel_sink *sink, reel_error *error);
/* Moves the file `from` to `name` below `folder`, in the same way and within a file system. An existing name is "file.exists". */
REEL_API reel_status reel_move_below(const char *from, const char *folder, const char *name, reel_error *error);

/* reel_open for a file; "-" is standard input. */
REEL_API reel_status reel_open_file(const char *path, const reel_options *options, reel_reader **reader, reel_error *error);
/* malloc and its family, but large blocks ask the system for large pages: about twice as fast for rows that fill hundreds of
 * megabytes. For reel_options.allocator; reel_load_file uses it unless another one is given. Static; for any thread. */
REEL_API const reel_allocator *reel_large_allocator(void);
/* reel_load for a file; "-" is standard input. */
REEL_API reel_status reel_load_file(const char *path, const reel_options *options, reel_replay **replay, reel_error *error);
/* reel_create for a new file; it fails if the file exists. "-" is standard output. Temporary files that crashed programs left in its
 * folder are removed. options->spool names a spool for the recording. If that name is taken, by the spool of a crash or of another
 * recording, the spool is called NAME.1, NAME.2, ...; if none can be created, the recording goes on without one (rule "spool.lost"). */
REEL_API reel_status reel_create_file(const char *path, const reel_format *format, const reel_write_options *options,
                                      reel_writer **writer, reel_error *error);

/* Finishes the recording that a crash ended, at the next start: reads the spool that is called `spool` (or its name with .1, .2, ...),
 * repairs what is unfinished, writes the file `path` and removes the spool. Spools that another process still writes are left alone;
 * those without any row are removed. Call it with another `path` each time until it returns REEL_END, which means that none is left. Of the options
 * it uses the allocator, limits, formats, report and progress. Fails as reel_convert and reel_sink_file do, and then keeps the spool. */
REEL_API reel_status reel_recover(const char *spool, const char *path, const reel_options *options, reel_error *error);

/* Starts a recording as a game needs it, whatever is there: nothing is overwritten, and it is not refused because a file exists. First, what
 * crashes have left in the folder of `path` is finished: of each spool (NAME.spool) that no program writes a file is made, called NAME or, if
 * that is taken, with -2, -3, ... before the ending of its name. Then a file called `path`, or the first free one of these names, is begun,
 * with a spool beside it. Two programs that call this at once get two names. `name` gets that of the file, in UTF-8 with a NUL, in at most
 * `name_size` bytes; NULL: it is not wanted. options->spool is not used; an archive, and a file that is written directly, need no spool.
 * options->report hears of each file that was finished (rule "record.finished") and of each spool that cannot be ("record.left"), which
 * stays. Fails as reel_create_file does. */
REEL_API reel_status reel_record_file(const char *path, const reel_format *format, const reel_write_options *options,
                                      reel_writer **writer, char *name, size_t name_size, reel_error *error);

/* Levels: what replays are of, in files of their own, for reel_insight_options.level. One handle may be used by several threads at once. */
typedef struct reel_levels reel_levels;
/* Opens `path`: a file that is a level or a part of one, a folder that is one level, or a folder of levels, files and folders, also in its
 * folders and in theirs. What is a level is decided by its contents; a folder that has an Info.dat is one. A folder of levels is read
 * once now, on all processors, for the hashes of its levels; files that are no levels, or damaged ones, are left out. Of `options`, it uses
 * allocator, limits and formats; NULL: defaults. Sets *levels, which reel_levels_close frees. Fails with REEL_ARGUMENT, rule "level.none", if
 * the file is no level, or as reel_load_file does. */
REEL_API reel_status reel_levels_open(const char *path, const reel_options *options, reel_levels **levels, reel_error *error);
/* Like reel_levels_open, for a folder that is opened repeatedly. The file `kept` caches the hashes of its levels: only levels with files that
 * are new, or that have another size or time, are read. It is created if it is missing, and rebuilt if it is damaged or another version wrote
 * it. Use one cache for each folder and choice of formats, and only in one process at a time. Also fails as reel_sink_file does. If `path` is
 * a single level or NULL, the cache is not used. */
REEL_API reel_status reel_levels_open_kept(const char *path, const char *kept, const reel_options *options, reel_levels **levels,
                                           reel_error *error);
/* Whether `path` is a folder of levels, and not one level. */
REEL_API bool reel_levels_are_many(const reel_levels *levels);
/* The level of the replay with this header (reel_header): the one whose hash it names; or, if there is only one level, that, which need not
 * be the replay's: what takes it compares them. Returns REEL_END, and sets *level to NULL, if none of many is; or fails as reel_load_file
 * does. Call reel_levels_release for it when it is not needed any more, before reel_levels_close. */
REEL_API reel_status reel_levels_find(const reel_levels *levels, const reel_chunk *header, const reel_replay **level,
                                      reel_error *error);
/* For programs that cache results made from a replay and its level. reel_levels_keys stores up to `most` keys of the level that a header names,
 * and returns how many. reel_levels_stamp returns a number for the level that a key finds: it differs if another file is found, or if the size
 * or time of that file has changed. 0: no level was found, or `levels` is a single level. */
REEL_API size_t reel_levels_keys(const reel_chunk *header, uint64_t *keys, size_t most);
REEL_API uint64_t reel_levels_stamp(const reel_levels *levels, uint64_t key);
REEL_API void reel_levels_release(const reel_levels *levels, const reel_replay *level); /* `level` may be NULL */
REEL_API void reel_levels_close(reel_levels *levels);                                   /* `levels` may be NULL */

/* Runs job(context, 0) ... job(context, count - 1) on up to `threads` threads (0: one per processor) and returns when all are done.
 * `job` must be thread-safe. */
REEL_API void reel_parallel(size_t count, unsigned threads, void (*job)(void *context, size_t index), void *context);

#ifdef __cplusplus
}
#endif

#endif
