/* SPDX-License-Identifier: MIT
 * Attacks on signed replays. Each file is verified as bytes, as a file and as a pipe, which have to agree. The table of attacks in
 * docs/marks.md is what this test finds: `test_mark_attacks --write` writes it, and without that it is compared. */
#include "containers/archive_record.h"
#include "signers.h"

#include <reel/archive.h>

enum { MOST_FILES = 64, WORDS = 9, FINE = 7, UNREADABLE = 8 };

/* As `reel verify` prints them, the first that applies. */
static const struct {
    uint32_t problem;
    const char *word;
} words[WORDS] = {
    { REEL_MARK_MISSING, "unsigned" },
    { REEL_MARK_WRONG_KEY, "wrong-key" },
    { REEL_MARK_DAMAGED, "damaged-mark" },
    { REEL_MARK_CHANGED, "changed" },
    { REEL_MARK_OTHER_PLAYER, "other-player" },
    { REEL_MARK_OTHER_LEVEL, "other-level" },
    { REEL_MARK_OTHER_CHALLENGE, "other-challenge" },
    { 0, "fine" },
    { 0, "cannot be read" }, /* by any command: status 3 */
};

/* The files of an attack. */
typedef struct attack {
    const signers *keys;
    reel_verify_options how;
    bytes files[MOST_FILES];
    size_t count;
} attack;

/* ---- files ---------------------------------------------------------------------------------------------------------- */

static void add(attack *a, bytes file)
{
    assert_true(a->count < MOST_FILES);
    a->files[a->count++] = file;
}

static bytes joined(bytes one, bytes other)
{
    bytes both = { malloc(one.size + other.size + 1), one.size + other.size };
    memcpy(both.data, one.data, one.size);
    if (other.size) memcpy(both.data + one.size, other.data, other.size);
    return both;
}

static bytes copy(bytes file) { return joined(file, (bytes){ NULL, 0 }); }

/* The golden play, with another score if `edited`. */
static bytes play(bool edited)
{
    bytes file = full_bsor();
    if (edited) file.data[900] ^= 1; /* in a frame */
    return file;
}

static bytes signed_play(const reel_key *key, bool edited)
{
    bytes plain = play(edited), marked = sign(key, plain, 0);
    free(plain.data);
    return marked;
}

/* An archive of the rows of a file, or one that stores it. */
static bytes archive_of(bytes file, bool stored)
{
    test_sink sink = { .data = NULL };
    reel_error error;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .stored = stored };
    if (reel_pack(reel_source_memory(file.data, file.size), NULL, &how, test_sink_of(&sink), NULL, &error) < 0)
        fail_msg("%s", error.message);
    return (bytes){ sink.data, sink.size };
}

/* An archive of rows, in chunks of so many; signed, if there is a key. */
static bytes recording_of(const reel_key *key, bool edited, size_t chunk_rows)
{
    test_sink sink = { .data = NULL };
    bytes file = play(edited);
    const reel_archive_options archive = { REEL_SIZED(reel_archive_options), .chunk_rows = chunk_rows };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &archive };
    reel_replay *replay;
    reel_writer *writer;
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_create(test_sink_of(&sink), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    assert_int_equal(reel_append_chunk(writer, reel_replay_chunk(replay)), REEL_OK);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_free(replay);
    free(file.data);
    bytes plain = { sink.data, sink.size };
    if (!key) return plain;
    bytes marked = sign(key, plain, 0);
    free(plain.data);
    return marked;
}

static bytes recording(const reel_key *key, bool edited) { return recording_of(key, edited, 0); }

/* One of several chunks, which has an index. */
static bytes indexed(const reel_key *key) { return recording_of(key, false, 2); }

/* Offsets of a record of an archive: of its first byte and behind its last one. */
static void find_record(bytes archive, record_kind kind, size_t *from, size_t *to)
{
    archive_record record;
    *from = ARCHIVE_HEAD;
    while (*from + RECORD_HEAD <= archive.size && reel__record_parse(archive.data + *from, &record)) {
        *to = *from + RECORD_HEAD + record.size;
        if (record.kind == (uint8_t)kind) return;
        *from = *to;
    }
    fail_msg("no record of kind %d", (int)kind);
}

/* One file with the bytes of another from `from` to `to` in place of its own. */
static bytes spliced(bytes file, size_t at, size_t end, bytes other, size_t from, size_t to)
{
    bytes first = joined((bytes){ file.data, at }, (bytes){ other.data + from, to - from });
    bytes made = joined(first, (bytes){ file.data + end, file.size - end });
    free(first.data);
    return made;
}

/* Replaces the first text in a file by another of the same size. */
static void overwrite(bytes file, const char *text, const char *with)
{
    size_t size = strlen(text);
    for (size_t at = 0; at + size <= file.size; at++) {
        if (memcmp(file.data + at, text, size) != 0) continue;
        memcpy(file.data + at, with, size);
        return;
    }
    fail_msg("no '%s' in the file", text);
}

/* ---- attacks -------------------------------------------------------------------------------------------------------- */

static void none(attack *a)
{
    add(a, signed_play(a->keys->key, false));
    add(a, recording(a->keys->key, false));
    bytes marked = signed_play(a->keys->key, false);
    add(a, archive_of(marked, true));
    free(marked.data);
}

static void edit(attack *a)
{
    bytes file = signed_play(a->keys->key, false);
    for (size_t i = 0; i < 40; i++) {
        bytes changed = copy(file);
        changed.data[20 + i * 40] ^= 1;
        add(a, changed);
    }
    free(file.data);
}

static void upload_of_another(attack *a) { add(a, signed_play(a->keys->other, false)), add(a, recording(a->keys->other, false)); }

static void upload_with_their_key(attack *a)
{
    a->how.player = "76561198000000099";
    add(a, signed_play(a->keys->key, false));
    add(a, recording(a->keys->key, false));
}

static void another_mark(attack *a)
{
    bytes marked = signed_play(a->keys->other, false), archive = recording(a->keys->other, false);
    add(a, sign(a->keys->key, marked, 0));
    add(a, sign(a->keys->key, archive, 0));
    free(marked.data);
    free(archive.data);
}

static void old_challenge(attack *a) { a->how.challenge = "another", add(a, signed_play(a->keys->key, false)); }

static void other_level(attack *a) { a->how.level = "0011/Easy/Standard", add(a, signed_play(a->keys->key, false)); }

static void change_text(attack *a)
{
    add(a, signed_play(a->keys->key, false));
    overwrite(a->files[0], "timestamp:1700000000", "timestamp:1800000000");
    add(a, signed_play(a->keys->key, false));
    overwrite(a->files[1], "trusted comment", "trusted_comment");
}

static void replace_key(attack *a)
{
    char own[REEL_PUBLIC_KEY_TEXT], others[REEL_PUBLIC_KEY_TEXT];
    reel_public_key_text(reel_key_public(a->keys->key), own);
    reel_public_key_text(reel_key_public(a->keys->other), others);
    add(a, signed_play(a->keys->key, false));
    overwrite(a->files[0], own, others);
}

static void cut(attack *a)
{
    bytes file = signed_play(a->keys->key, false), archive = recording(a->keys->key, false);
    size_t from, to;
    find_record(archive, RECORD_SIGNATURE, &from, &to);
    for (size_t i = 1; i < 30; i++) add(a, copy((bytes){ file.data, file.size - i * file.size / 60 }));
    for (size_t i = 1; i < 30; i++) add(a, copy((bytes){ archive.data, to - i * to / 60 }));
    free(file.data);
    free(archive.data);
}

static void cut_index(attack *a)
{
    bytes archive = indexed(a->keys->key);
    size_t from, to;
    find_record(archive, RECORD_SIGNATURE, &from, &to);
    add(a, copy((bytes){ archive.data, to }));
    free(archive.data);
}

static void other_rows(attack *a)
{
    bytes archive = recording(a->keys->key, false), other = recording(a->keys->key, true);
    size_t from, to, first, end;
    find_record(archive, RECORD_ROWS, &from, &to);
    find_record(other, RECORD_ROWS, &first, &end);
    add(a, spliced(archive, from, to, other, first, end));
    add(a, spliced(archive, to, to, other, first, end));
    find_record(archive, RECORD_START, &from, &to);
    add(a, spliced(archive, to, to, archive, from, to));
    free(archive.data);
    free(other.data);
}

static void other_index(attack *a)
{
    bytes archive = indexed(a->keys->key);
    size_t from, to;
    find_record(archive, RECORD_INDEX, &from, &to);
    bytes changed = copy(archive);
    changed.data[to - 1] ^= 1;
    add(a, changed);
    add(a, spliced(archive, from, to, archive, from, from));
    free(archive.data);
}

/* Everything that may follow, behind everything that is signed. */
static void append(attack *a)
{
    bytes marked = signed_play(a->keys->key, false), other = play(true), junk = { (uint8_t *)"\0junk", 5 };
    bytes firsts[] = { copy(marked), recording(a->keys->key, false), archive_of(marked, true) };
    bytes seconds[] = { copy(junk),
                        copy((bytes){ junk.data, 1 }),
                        play(false),
                        signed_play(a->keys->key, false),
                        recording(NULL, false),
                        recording(NULL, true),
                        recording(a->keys->key, false),
                        recording(a->keys->key, true),
                        recording(a->keys->other, false),
                        archive_of(marked, true),
                        archive_of(other, true) };
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        for (size_t j = 0; j < sizeof seconds / sizeof *seconds; j++) add(a, joined(firsts[i], seconds[j]));
        add(a, joined(firsts[i], firsts[i]));
        add(a, joined(firsts[i], (bytes){ firsts[i].data, firsts[i].size / 2 }));
    }
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) free(firsts[i].data);
    for (size_t j = 0; j < sizeof seconds / sizeof *seconds; j++) free(seconds[j].data);
    free(marked.data);
    free(other.data);
}

/* An unsigned replay first. */
static void prepend(attack *a)
{
    bytes archives[] = { recording(NULL, false), recording(NULL, true) }, marked = recording(a->keys->key, false);
    for (size_t i = 0; i < 2; i++) {
        add(a, joined(archives[i], marked));
        free(archives[i].data);
    }
    free(marked.data);
}

static void forge(attack *a) { add(a, signed_play(a->keys->key, true)), add(a, recording(a->keys->key, true)); }

static const struct {
    const char *text, *note; /* `note`: after the words, what to do about it */
    void (*make)(attack *a);
} attacks[] = {
    { "none: a signed replay, in an archive or not", NULL, none },
    { "edit the score, the name or a frame of a marked replay", NULL, edit },
    { "upload the replay of another, marked by them", NULL, upload_of_another },
    { "the same, if you accept their key, with `--player`", NULL, upload_with_their_key },
    { "replace the mark of another by one's own", "compare the player and the motion", another_mark },
    { "upload an old marked replay again", NULL, old_challenge },
    { "upload a replay of another map as this one, with `--map`", NULL, other_level },
    { "change the text of the mark", NULL, change_text },
    { "replace the public key in the mark", NULL, replace_key },
    { "cut the file", NULL, cut },
    { "cut the index of an archive", "all rows are there", cut_index },
    { "put rows of another recording, or a second START, into a signed archive", NULL, other_rows },
    { "change or remove the index, but not the end of it", NULL, other_index },
    { "append bytes, a replay, or an archive: another, an unsigned one, a part of it, or itself", NULL, append },
    { "put an unsigned archive before a signed one", NULL, prepend },
    { "fabricate a replay and sign it, or use a stolen key", "a mark cannot show this; revoke the key", forge },
};

enum { ATTACKS = sizeof attacks / sizeof *attacks };

/* ---- verdicts ------------------------------------------------------------------------------------------------------- */

static const char *word_of(uint32_t problems)
{
    size_t i = 0;
    while (words[i].problem && !(problems & words[i].problem)) i++;
    return words[i].word;
}

static const char *word_of_source(reel_source source, const reel_verify_options *how)
{
    reel_mark *mark;
    reel_error error;
    reel_status status = reel_verify(source, NULL, how, &mark, &error);
    const char *word = status < 0 ? words[UNREADABLE].word : word_of(mark->problems);
    reel_mark_free(mark);
    return word;
}

/* The same word for bytes in memory, for a file, and for a pipe that gives few bytes at a time. */
static const char *word_of_file(bytes file, const reel_verify_options *how, const char *what)
{
    test_source seekable = { .data = file.data, .size = file.size }, pipe = { .data = file.data, .size = file.size, .step = 97 };
    reel_source stream = test_source_of(&pipe);
    stream.seek = NULL;
    stream.size = REEL_UNKNOWN_SIZE;
    const char *word = word_of_source(reel_source_memory(file.data, file.size), how);
    assert_string_equal(word_of_source(test_source_of(&seekable), how), word);
    const char *piped = word_of_source(stream, how);
    if (strcmp(piped, word) != 0) fail_msg("%s: a file is %s, a pipe %s", what, word, piped);
    return word;
}

/* Runs an attack. *found: which words its files have. */
static void run(const signers *keys, size_t number, bool found[WORDS])
{
    attack a = { .keys = keys, .how = trusting(keys->key) };
    a.how.challenge = challenge;
    attacks[number].make(&a);
    for (size_t i = 0; i < a.count; i++) {
        const char *word = word_of_file(a.files[i], &a.how, attacks[number].text);
        size_t at = 0;
        while (at < WORDS && strcmp(word, words[at].word) != 0) at++;
        if (at == WORDS) fail_msg("%s: file %zu is %s", attacks[number].text, i, word);
        found[at] = true;
        free(a.files[i].data);
    }
}

static void add_row(char *table, size_t room, size_t number, const bool found[WORDS])
{
    size_t size = strlen(table);
    const char *between = "";
    size += (size_t)snprintf(table + size, room - size, "| %s | ", attacks[number].text);
    for (size_t i = 0; i < WORDS; i++) {
        if (!found[i]) continue;
        size += (size_t)snprintf(table + size, room - size, i == UNREADABLE ? "%s%s" : "%s`%s`", between, words[i].word);
        between = ", ";
    }
    const char *note = attacks[number].note;
    snprintf(table + size, room - size, "%s%s |\n", note ? ": " : "", note ? note : "");
}

/* ---- the page ------------------------------------------------------------------------------------------------------- */

static const char page_path[] = "docs/marks.md", begin_mark[] = "<!-- attacks -->\n", end_mark[] = "<!-- end -->\n";

static void make_table(const signers *keys, char *table, size_t room)
{
    snprintf(table, room, "| attack | result |\n| --- | --- |\n");
    for (size_t i = 0; i < ATTACKS; i++) {
        bool found[WORDS] = { false };
        run(keys, i, found);
        add_row(table, room, i, found);
    }
}

/* The page as text, and where its table is. */
static char *read_page(char **from, char **to)
{
    size_t size;
    uint8_t *data = read_file(project_path(page_path), &size);
    char *page = malloc(size + 1);
    memcpy(page, data, size);
    page[size] = '\0';
    free(data);
    *from = strstr(page, begin_mark);
    assert_non_null(*from);
    *from += sizeof begin_mark - 1;
    *to = strstr(*from, end_mark);
    assert_non_null(*to);
    return page;
}

static void the_page_says_what_each_attack_gives(void **state)
{
    need_library();
    static char table[8192];
    char *from, *to, *page = read_page(&from, &to);
    make_table(*state, table, sizeof table);
    if (strlen(table) != (size_t)(to - from) || memcmp(table, from, strlen(table)) != 0)
        fail_msg("docs/marks.md has another table: run test_mark_attacks --write. It should be\n%s", table);
    free(page);
}

/* Nothing that was changed or has more in it is fine. */
static void only_what_was_signed_is_fine(void **state)
{
    need_library();
    for (size_t i = 0; i < ATTACKS; i++) {
        bool found[WORDS] = { false }, honest = attacks[i].make == none || attacks[i].note;
        run(*state, i, found);
        if (found[FINE] != honest) fail_msg("%s: fine is %d", attacks[i].text, found[FINE]);
    }
}

static int write_table(void)
{
    static char table[8192];
    void *keys;
    char *from, *to, *page = read_page(&from, &to);
    if (set_up(&keys) != 0 || !reel_signing_library()) return 1;
    make_table(keys, table, sizeof table);
    FILE *file = fopen(project_path(page_path), "wb");
    if (!file) return 1;
    fprintf(file, "%.*s%s%s", (int)(from - page), page, table, to);
    tear_down(&keys);
    free(page);
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--write")) return write_table();
    const struct CMUnitTest tests[] = { test(the_page_says_what_each_attack_gives), test(only_what_was_signed_is_fine) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
