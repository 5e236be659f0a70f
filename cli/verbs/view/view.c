/* SPDX-License-Identifier: MIT
 * reel view: puts a replay into the page of the viewer, and writes that page or shows it in a browser. */
#include "base/fnv.h"
#include "base/system.h"
#include "run/batch.h"
#include "run/output.h"
#include "verbs/verbs.h"
#include "verbs/view/server.h"

#include <stdlib.h>

/* The page keeps the replay as base64 and decodes it in memory: more than this is not for a page. */
#define MOST_REPLAY (UINT64_C(128) << 20)
#define MOST_PAGE (UINT64_C(16) << 20)

/* Where the page has its body. The replay comes before it. */
static const char body[] = "<div id=\"app\">";

/* What makes demos of a recording with its map, beside the page. */
static const char module_file[] = "reel-demo.lzma";

/* The page that is served: made by the job, used after it. */
static struct text served;

/* ---- the page ----------------------------------------------------------------------------------------------------- */

static reel_status read_all(struct job *job, reel_source source, uint64_t most, const char *what, struct text *all)
{
    reel_status status = job_read_all(job, source, most, all);
    if (status != REEL_LIMIT) return status;
    return fail_job(job, REEL_LIMIT, "view.size", "%s is too large: a page has room for %llu MiB", what,
                    (unsigned long long)(most >> 20));
}

/* The path of the page: --viewer, the environment, or beside the installed command. The caller frees it. */
static char *viewer_path(const struct arguments *arguments)
{
    const char *given = value_of(arguments, OPT_VIEWER), *set = getenv("REEL_VIEWER");
    if (given || (set && *set)) return copy_of(given ? given : set);
    char *folder = program_folder();
    char *path = joined(folder ? folder : ".", "/../share/reel/", "viewer.html");
    free(folder);
    return path;
}

static reel_status read_viewer(struct job *job, struct text *page)
{
    reel_source source = { 0 };
    char *path = viewer_path(job->arguments);
    reel_status status = REEL_OK;
    if (kind_of(path) != KIND_FILE)
        status = fail_job(
            job, REEL_IO, "view.no-viewer",
            "the viewer's page is not installed as %s: build it in web/viewer, and name it by --viewer or REEL_VIEWER", path);
    if (status >= 0) status = reel_source_file(path, 0, &source, &job->error);
    if (status >= 0) status = read_all(job, source, MOST_PAGE, path, page);
    if (status >= 0 && !strstr(text_of(page), body))
        status = fail_job(job, REEL_UNSUPPORTED, "view.no-viewer", "%s is not the viewer's page", path);
    free(path);
    return status;
}

static void add_escaped(struct text *out, const char *string)
{
    for (; *string; string++) {
        if (*string == '&' || *string == '<' || *string == '>' || *string == '"')
            text_print(out, "&#%d;", *string);
        else
            text_add(out, string, 1);
    }
}

static void add_base64(struct text *out, const uint8_t *data, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *at = text_room(out, (size + 2) / 3 * 4);
    if (!at) return;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = (uint32_t)data[i] << 16;
        if (i + 1 < size) three |= (uint32_t)data[i + 1] << 8;
        if (i + 2 < size) three |= data[i + 2];
        *at++ = letters[three >> 18];
        *at++ = letters[three >> 12 & 63];
        *at++ = i + 1 < size ? letters[three >> 6 & 63] : '=';
        *at++ = i + 2 < size ? letters[three & 63] : '=';
    }
    out->size += (size + 2) / 3 * 4;
}

static void add_block(struct text *page, const char *id, const char *type, const char *name, const struct text *file)
{
    text_print(page, "<script type=\"application/%s\" id=\"%s\" data-name=\"", type, id);
    add_escaped(page, base_name(name));
    text_string(page, "\">");
    add_base64(page, (const uint8_t *)file->data, file->size);
    text_string(page, "</script>\n    ");
}

/* What a page is made of. */
struct parts {
    struct text viewer, replay, map, demo;
    const reel_format *format; /* of the replay */
};

static void free_parts(struct parts *parts)
{
    text_free(&parts->viewer);
    text_free(&parts->replay);
    text_free(&parts->map);
    text_free(&parts->demo);
}

/* The page with the replay, and the map, in it. A page that is named by the user may be any file: only the first body counts. */
static void compose(const struct job *job, struct parts *parts, struct text *page)
{
    static const char octets[] = "octet-stream";
    const char *text = text_of(&parts->viewer), *at = strstr(text, body), *map_path = value_of(job->arguments, OPT_VIEW_MAP);
    text_add(page, text, (size_t)(at - text));
    add_block(page, "reel-replay", octets, job_name(job), &parts->replay);
    if (map_path) add_block(page, "reel-map", octets, map_path, &parts->map);
    if (parts->demo.size) add_block(page, "reel-demo", "wasm+lzma", module_file, &parts->demo);
    text_string(page, at);
}

/* The page says what is wrong with a map, and whether it is that of the replay. */
static reel_status read_map(struct job *job, struct text *map)
{
    reel_source source = { 0 };
    const char *path = value_of(job->arguments, OPT_VIEW_MAP);
    if (!path) return REEL_OK;
    if (kind_of(path) == KIND_FOLDER)
        return fail_job(job, REEL_ARGUMENT, "view.map", "%s is a folder: give the zip of the level", path);
    if (reel_source_file(path, 0, &source, &job->error) < 0)
        return fail_job(job, REEL_IO, "view.map", "the map %s cannot be opened", path);
    return read_all(job, source, MOST_REPLAY, path, map);
}

static reel_status read_replay(struct job *job, struct text *replay, const reel_format **format)
{
    reel_source source;
    reel_status status = job_source(job, &source);
    if (status >= 0) status = read_all(job, source, MOST_REPLAY, job->shown, replay);
    if (status >= 0)
        status = reel_identify(reel_source_memory(replay->data, replay->size), &job->options, format, NULL, &job->error);
    return status;
}

/* A page of a recording of DDNet and its map makes demos. Without the file it says where to find that. */
static reel_status read_demo(struct job *job, struct parts *parts)
{
    reel_source source = { 0 };
    if (!value_of(job->arguments, OPT_VIEW_MAP) || strcmp(parts->format->id, "teehistorian") != 0) return REEL_OK;
    char *viewer = viewer_path(job->arguments);
    viewer[strlen(viewer) - strlen(base_name(viewer))] = '\0';
    char *path = joined(viewer, module_file, "");
    reel_status status = REEL_OK;
    if (kind_of(path) == KIND_FILE) {
        status = reel_source_file(path, 0, &source, &job->error);
        if (status >= 0) status = read_all(job, source, MOST_PAGE, path, &parts->demo);
    }
    free(path);
    free(viewer);
    return status;
}

static reel_status make_page(struct job *job, struct text *page)
{
    struct parts parts = { .format = NULL };
    reel_status status = read_viewer(job, &parts.viewer);
    if (status >= 0) status = read_replay(job, &parts.replay, &parts.format);
    if (status >= 0) status = read_map(job, &parts.map);
    if (status >= 0) status = read_demo(job, &parts);
    if (status >= 0) compose(job, &parts, page);
    free_parts(&parts);
    return status;
}

static reel_status write_page(struct job *job)
{
    struct text page = { 0 };
    reel_sink sink = { 0 };
    char *path = output_path(job, ".html");
    reel_status status = output_check_existing(job, path);
    if (status >= 0) status = make_page(job, &page);
    if (status >= 0) status = output_sink(job, path, &sink);
    if (status >= 0) {
        status = sink.write(sink.context, page.data, page.size, &job->error);
        if (status >= 0)
            status = sink.commit(sink.context, &job->error);
        else
            sink.discard(sink.context);
    }
    text_free(&page);
    free(path);
    return status;
}

/* ---- in a browser --------------------------------------------------------------------------------------------------- */

static reel_status keep_page(struct job *job) { return make_page(job, &served); }

static int show(const struct arguments *arguments)
{
    struct server server;
    struct text address = { 0 };
    if (!server_open(&server)) {
        fprintf(stderr, "reel: cannot listen on 127.0.0.1: %s\n", server.problem);
        return EXIT_UNREADABLE;
    }
    text_print(&address, "http://127.0.0.1:%u/%s/", server.http.port, server.token);
    struct text out = { 0 };
    text_print(&out, "%s\n", text_of(&address));
    print_and_free(&out);
    if (!has(arguments, OPT_QUIET))
        fputs("reel: showing the replay at this address, to this computer only; Ctrl-C ends it\n", stderr);
    if (!has(arguments, OPT_NO_OPEN) && !open_browser(text_of(&address)))
        fputs("reel: no browser could be started; open the address in one\n", stderr);
    hold_signals();
    server_run(&server, served.data, served.size);
    release_signals();
    text_free(&address);
    server_close(&server);
    return EXIT_FINE;
}

int run_view(const struct arguments *arguments)
{
    if (kind_of(arguments->inputs[0]) == KIND_FOLDER) return usage_error(arguments->verb, "one replay is shown, not a folder");
    bool writes = value_of(arguments, OPT_OUTPUT) != NULL;
    struct task task = { .work = writes ? write_page : keep_page, .writes = writes };
    int status = run_files(arguments, &task);
    if (status == EXIT_FINE && !writes) status = show(arguments);
    text_free(&served);
    return status;
}
