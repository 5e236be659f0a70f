// SPDX-License-Identifier: MIT
// Behaviours of the door, one function each. `behaviour GOLDEN_FOLDER SCRATCH_FOLDER`
#include <reel.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace
{

std::string golden, scratch;
int passed = 0, failed = 0;
bool fine = true;

void require(bool holds, const char *what, int line)
{
    if (holds) return;
    std::printf("FAIL line %d: %s\n", line, what);
    fine = false;
}
#define REQUIRE(condition) require(static_cast<bool>(condition), #condition, __LINE__)

void run(const char *name, void (*test)())
{
    fine = true;
    try {
        test();
    } catch (const std::exception &unexpected) {
        std::printf("FAIL %s\n", unexpected.what());
        fine = false;
    }
    (fine ? passed : failed)++;
    std::printf("%s %s\n", fine ? "ok  " : "FAIL", name);
}

std::vector<std::uint8_t> read_file(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return std::vector<std::uint8_t>((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}
std::string play() { return golden + "/bsor/golden/full.bsor"; }
std::string fresh(const char *name)
{
    const std::string path = scratch + "/" + name;
    std::remove(path.c_str());
    std::remove(reel::recorder::spool_of(path).c_str());
    return path;
}

void rows_are_typed_in_each_way()
{
    const reel::replay loaded = reel::load(play()).value();
    const reel::span<const bsor_note> by_type = loaded.rows<bsor_note>();
    const reel::span<const bsor_note> by_table = loaded.rows(reel::tables::bsor_notes);
    const reel::span<const bsor_note> converted = loaded.rows(bsor_notes);
    REQUIRE(!by_type.empty() && by_type.data() == by_table.data() && by_type.data() == converted.data());
    REQUIRE(loaded.rows("notes").value().size() == by_type.size());
    REQUIRE(!loaded.rows("nots"));
    REQUIRE(reel::view(loaded.rows<bsor_info>()[0].player_name) == loaded.header_text(REEL_FIELD_PLAYER_NAME));
}

void a_wrong_struct_is_an_error()
{
    const reel::replay loaded = reel::load(play()).value();
    REQUIRE(!loaded.rows(bsor_notes).as<bsor_frame>());
    bool thrown = false;
    try {
        const reel::span<const bsor_frame> rows = loaded.rows(bsor_notes);
        REQUIRE(rows.empty());
    } catch (const reel::exception &why) {
        thrown = std::string(why.why().rule()) == "cpp.row-type";
    }
    REQUIRE(thrown);
    REQUIRE(loaded.rows<gdr_input>().empty()); // a table of another format has no rows
}

void a_loop_reads_all_chunks()
{
    reel::reader reader = reel::reader::open(golden + "/teehistorian/golden/every-message.teehistorian").value();
    REQUIRE(!reader.header().rows<teehistorian_header>().empty());
    std::size_t chunks = 0;
    for (const reel::chunk &slice : reader) chunks += slice.tables().empty() ? 0 : 1;
    REQUIRE(chunks > 0 && !reader.error() && !reader.again());
}

// Every text that goes to C: a path, a name, an option. Of one with a NUL, C would only see what is before it.
void a_text_with_nul_is_a_failure()
{
    const std::string nul("a\0b", 3), path = fresh("nul.bsor");
    const auto refused = [](const auto &got) { return !got && std::string(got.error().rule()) == "cpp.nul"; };
    REQUIRE(refused(reel::load(nul)) && refused(reel::reader::open(nul)) && refused(reel::check(nul)));
    REQUIRE(refused(reel::source::file(nul)) && refused(reel::sink::file(nul)) && refused(reel::recover(nul)));
    REQUIRE(refused(reel::writer::create(nul, reel_format_bsor)) && refused(reel::recorder::start(nul, reel_format_bsor)));
    REQUIRE(refused(reel::convert(nul, path)) && refused(reel::convert(play(), nul)));
    REQUIRE(!reel::load(play()).value().rows(nul) && refused(reel::load(play()).value().insight(nul)));
    std::vector<std::uint8_t> out;
    REQUIRE(refused(reel::load(play()).value().write(reel::sink::memory(out), nul)));

    reel::read_options reading[5];
    reading[0].select = {"notes", nul};
    reading[1].convention = nul;
    reading[2].member = nul;
    reading[3].expected = {{nul, "value"}};
    reading[4].expected = {{"player_id", nul}};
    for (const reel::read_options &how : reading) {
        REQUIRE(refused(reel::load(play(), how)) && refused(reel::reader::open(play(), how)) &&
                refused(reel::check(play(), how)));
        REQUIRE(refused(reel::convert(play(), path, {}, how)));
    }
    reel::write_options writing[2];
    writing[0].spool = nul;
    writing[1].convention = nul;
    for (const reel::write_options &how : writing) {
        REQUIRE(refused(reel::writer::create(path, reel_format_bsor, how)));
        REQUIRE(refused(reel::writer::create(reel::sink::memory(out), reel_format_bsor, how)));
        REQUIRE(refused(reel::recorder::start(path, reel_format_bsor, how)));
    }
    reel::convert_options converting[3];
    converting[0].convention = nul;
    converting[1].settings = {{nul, "value"}};
    converting[2].settings = {{"player_name", nul}};
    for (const reel::convert_options &how : converting) REQUIRE(refused(reel::convert(play(), path, how)));
    REQUIRE(!std::ifstream(path)); // no part of a text was used
}

// What was moved from or has ended is an empty handle: its calls fail, or return nothing.
void use_after_the_end_is_a_failure()
{
    const auto refused = [](const auto &got) { return !got && std::string(got.error().rule()) == "cpp.closed"; };
    std::vector<std::uint8_t> out;
    reel::replay loaded = reel::load(play()).value(), other = std::move(loaded);
    REQUIRE(loaded.rows<bsor_frame>().empty() && loaded.rows_of_all_tables().tables().empty() && !loaded.rows("notes"));
    REQUIRE(!loaded.format() && !loaded.damage() && loaded.header_text(REEL_FIELD_PLAYER).empty());
    REQUIRE(refused(loaded.insight("beatsaber")) && refused(loaded.write(reel::sink::memory(out))));
    reel::reader reader = reel::reader::open(play()).value(), last = std::move(reader);
    REQUIRE(refused(reader.next()) && reader.header().tables().empty() && reader.offset() == 0 && !reader.damage());
    reel::writer writer = reel::writer::create(reel::sink::memory(out), reel_format_bsor).value();
    REQUIRE(refused(writer.append(loaded.rows_of_all_tables())));
    REQUIRE(writer.append(bsor_info{}) && std::move(writer).finish());
    REQUIRE(refused(writer.append(bsor_info{})) && refused(writer.flush()) && refused(std::move(writer).finish()) &&
            writer.refused());
    reel::source from = reel::source::file(play()).value();
    REQUIRE(reel::load(std::move(from)) && refused(reel::load(std::move(from))));
    reel::sink to = reel::sink::memory(out);
    REQUIRE(other.write(std::move(to)) && refused(other.write(std::move(to))));
}

void a_missing_file_and_a_path_with_nul_are_failures()
{
    REQUIRE(reel::load(scratch + "/none").error().status() == REEL_IO);
    const std::string nul = play() + std::string("\0.bsor", 6);
    REQUIRE(std::string(reel::load(nul).error().rule()) == "cpp.nul");
    REQUIRE(!reel::writer::create(nul, reel_format_bsor));
    REQUIRE(!reel::recorder::start(nul, reel_format_bsor));
    REQUIRE(!reel::recover(nul));
    REQUIRE(!reel::source::file(nul) && !reel::sink::file(nul));
}

void damage_ends_a_loop_of_a_strict_reading()
{
    std::vector<std::uint8_t> bytes = read_file(play());
    bytes.resize(bytes.size() / 2);
    reel::read_options strict;
    strict.strict = true;
    reel::reader reader = reel::reader::open(reel::source::memory(bytes), strict).value();
    bool thrown = false;
    try {
        for (const reel::chunk &slice : reader) static_cast<void>(slice);
    } catch (const reel::exception &why) {
        thrown = why.why().status() == REEL_TRUNCATED;
    }
    REQUIRE(thrown && reader.error());
}

void what_a_callable_throws_comes_out()
{
    std::vector<std::uint8_t> bytes = read_file(play());
    bytes.resize(bytes.size() / 2);
    reel::read_options how;
    how.on_finding = [](const reel_finding &found) { throw std::runtime_error(found.rule); };
    int thrown = 0;
    try {
        static_cast<void>(reel::load(reel::source::memory(bytes), how));
    } catch (const std::runtime_error &) {
        thrown++;
    }
    try {
        static_cast<void>(reel::check(reel::source::memory(bytes), how));
    } catch (const std::runtime_error &) {
        thrown++;
    }
    REQUIRE(thrown == 2);
    auto source = reel::source::callable([](reel::span<std::uint8_t>) -> std::size_t { throw std::runtime_error("no more"); });
    REQUIRE(std::string(reel::load(std::move(source)).error().rule()) == "cpp.source");
    auto liar = reel::source::callable([](reel::span<std::uint8_t> room) { return room.size() + 1; });
    REQUIRE(std::string(reel::load(std::move(liar)).error().rule()) == "cpp.source");
}

void progress_can_cancel()
{
    reel::read_options how;
    how.on_progress = [](const reel_progress &) { return false; };
    std::vector<std::uint8_t> bytes;
    auto writer = reel::writer::create(reel::sink::memory(bytes), reel_format_bsor).value();
    REQUIRE(writer.append(bsor_info{}));
    for (int i = 0; i < 100000; i++) REQUIRE(writer.append(bsor_frame{}));
    REQUIRE(std::move(writer).finish());
    REQUIRE(reel::load(reel::source::memory(bytes), how).error().status() == REEL_CANCELLED);
}

void a_source_of_a_callable_reads_like_the_file()
{
    const std::vector<std::uint8_t> bytes = read_file(play());
    std::size_t at = 0;
    auto source = reel::source::callable([&](reel::span<std::uint8_t> room) {
        const std::size_t count = std::min<std::size_t>({room.size(), bytes.size() - at, 7});
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count, room.begin());
        at += count;
        return count;
    });
    REQUIRE(reel::load(std::move(source)).value().rows<bsor_frame>().size() ==
            reel::load(play()).value().rows<bsor_frame>().size());
}

void a_row_that_no_file_has_is_refused_with_its_reason()
{
    std::vector<std::uint8_t> bytes;
    auto writer = reel::writer::create(reel::sink::memory(bytes), reel_format_bsor).value();
    bsor_note note{};
    note.event_type = 9;
    REQUIRE(writer.append(bsor_info{}));
    const auto refused = writer.append(note);
    REQUIRE(!refused && std::string(refused.error().rule()) == "bsor.event-type" && *refused.error().message());
    REQUIRE(std::string(writer.refused()->rule()) == "bsor.event-type");
    REQUIRE(writer.append(bsor_frame{}) && std::move(writer).finish());
    REQUIRE(reel::load(reel::source::memory(bytes)).value().rows<bsor_note>().empty());
}

#ifndef _WIN32
// A fork has copies of all handles: it can read and destroy them, but neither write nor remove a file.
void a_fork_reads_on_and_writes_nothing()
{
    const std::string path = fresh("forked.bsor");
    auto recorder = reel::recorder::start(path, reel_format_bsor).value();
    REQUIRE(recorder.record(bsor_info{}) && recorder.record(bsor_frame{}) && recorder.flush());
    auto reader = reel::reader::open(play()).value();
    const reel::replay loaded = reel::load(play()).value();
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        const bool read = reader.next().value() && !loaded.rows<bsor_frame>().empty();
        const bool wrote = recorder.record(bsor_frame{}) && recorder.save();
        {
            const reel::recorder last = std::move(recorder);
        }
        _exit(read && !wrote ? 0 : 1);
    }
    int status = 1;
    REQUIRE(waitpid(child, &status, 0) == child && status == 0);
    REQUIRE(reader.next().value() && recorder.record(bsor_frame{}) && recorder.save());
    REQUIRE(reel::load(path).value().rows<bsor_frame>().size() == 2);
}
#endif

void a_recording_that_ended_is_an_error()
{
    const std::string path = fresh("ended.bsor");
    auto recorder = reel::recorder::start(path, reel_format_bsor).value();
    REQUIRE(recorder.record(bsor_info{}));
    REQUIRE(recorder.save());
    REQUIRE(!recorder.record(bsor_info{}) && !recorder.save() && !recorder.flush());
    auto second = reel::recorder::start(path, reel_format_bsor).value(); // the file exists
    REQUIRE(second.path() == "ended-2.bsor" || second.path().find("/ended-2.bsor") != std::string::npos);
    second.stop();
    REQUIRE(reel::recover(second.path()).value() == false); // no row
}

void a_left_spool_becomes_a_file()
{
    const std::string path = fresh("left.bsor");
    REQUIRE(!reel::recover(path).value());
    auto recorder = reel::recorder::start(path, reel_format_bsor).value();
    REQUIRE(recorder.record(bsor_info{}) && recorder.record(bsor_frame{}));
    recorder.stop();
    REQUIRE(reel::recover(path).value());
    REQUIRE(reel::load(path).value().rows<bsor_frame>().size() == 1);
    REQUIRE(!reel::recover(path).value());
    std::remove(path.c_str());
    auto again = reel::recorder::start(path, reel_format_bsor).value();
    REQUIRE(again.record(bsor_info{}) && again.record(bsor_frame{}));
    again.stop();
    auto last = reel::recorder::start(path, reel_format_bsor).value(); // completes what is left
    REQUIRE(last.path() != path && reel::load(path).value().rows<bsor_frame>().size() == 1);
    last.stop();
}

struct inner {
    std::int32_t number = 0;
    double value = 0;
    template <class Fields, class Self> static void fields(Fields &each, Self &self) { each(self.number, self.value); }
};
struct outer {
    std::string name;
    std::vector<inner> list;
    bool flag = false;
    gdr_button button = GDR_NONE;
    std::uint64_t wide = 0;
    template <class Fields, class Self> static void fields(Fields &each, Self &self)
    {
        each(self.name, self.list, self.flag, self.button, self.wide);
    }
};

void an_extension_is_a_struct()
{
    const std::vector<std::uint8_t> stored =
        reel::pack(outer{"a\0b", {{-1, 0.5}, {INT32_MIN, -0.0}}, true, GDR_LEFT, UINT64_MAX});
    const outer read = reel::unpack<outer>(reel::bytes(stored)).value();
    REQUIRE(read.name == "a" && read.list.size() == 2 && read.list[0].number == -1 && read.list[1].number == INT32_MIN);
    REQUIRE(read.flag && read.button == GDR_LEFT && read.wide == UINT64_MAX && reel::pack(read) == stored);
    // each truncation, a byte more, and a count that lies
    for (std::size_t size = 0; size < stored.size(); size++) REQUIRE(!reel::unpack<outer>({stored.data(), size}));
    std::vector<std::uint8_t> more = stored;
    more.push_back(0);
    REQUIRE(!reel::unpack<outer>(reel::bytes(more)));
    const std::vector<std::uint8_t> lie = {0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1};
    REQUIRE(!reel::unpack<outer>(reel::bytes(lie)));
}

void a_negative_number_has_the_bytes_of_gdr2()
{
    const std::vector<std::uint8_t> minus_one = {255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 191, 128, 0, 0, 0, 0, 0, 0};
    REQUIRE(reel::pack(inner{-1, -0.0078125}).size() == 18 && reel::unpack<inner>(reel::bytes(minus_one)));
}

void a_conversion_replaces_a_file_if_asked()
{
    const std::string path = fresh("converted.dat");
    reel::convert_options how;
    how.to = &reel_format_scoresaber;
    REQUIRE(reel::convert(play(), path, how));
    how.replace = true;
    REQUIRE(reel::convert(play(), path, how));
    const reel::replay statistics = reel::load(play()).value().insight("beatsaber").value();
    REQUIRE(statistics.rows<beatsaber_summary>().size() == 1 && !statistics.format());
    REQUIRE(!statistics.insight("beatsaber") && !reel::load(play()).value().insight("chess"));
    const reel::replay loaded = reel::load(play()).value();
    REQUIRE(statistics.rows<beatsaber_evidence>().empty() && !loaded.insight("frames"));
    REQUIRE(loaded.insight("evidence").value().rows<beatsaber_evidence>().size() == 1);
    REQUIRE(!loaded.insight("motion").value().rows<beatsaber_sample>().empty());
    std::vector<std::uint8_t> none;
    REQUIRE(!statistics.write(reel::sink::memory(none)));
}

void a_play_is_judged_with_its_map()
{
    const std::string path = fresh("level.dat");
    reel::convert_options how;
    how.to = &reel_format_beatsaber_map;
    REQUIRE(reel::convert(play(), path, how));
    const reel::replay loaded = reel::load(play()).value(), level = reel::load(path).value();
    REQUIRE(loaded.insight("beatsaber").value().rows<beatsaber_level>().empty());
    const reel::replay judged = loaded.insight("beatsaber", &level).value();
    REQUIRE(judged.rows<beatsaber_level>().size() == 1 && judged.rows<beatsaber_level>()[0].notes > 0);
    const auto is_judged = [](const std::vector<reel::finding> &findings) {
        return std::any_of(findings.begin(), findings.end(), [](const reel::finding &one) { return one.rule == "beatsaber.level-play"; });
    };
    REQUIRE(!is_judged(reel::check(play()).value()) && is_judged(reel::check(play(), {}, &level).value()));
    const reel::result<reel::replay> none = loaded.insight("beatsaber", &loaded);
    REQUIRE(!none && std::string(none.error().rule()) == "level.none" && !reel::check(play(), {}, &loaded));
}

void threads_read_one_replay()
{
    const reel::replay loaded = reel::load(play()).value();
    std::vector<std::thread> threads;
    std::vector<std::size_t> counts(4);
    for (std::size_t &count : counts) threads.emplace_back([&] { count = loaded.rows<bsor_frame>().size(); });
    for (std::thread &thread : threads) thread.join();
    for (std::size_t count : counts) REQUIRE(count == loaded.rows<bsor_frame>().size());
}

void handles_move_and_end_in_any_order()
{
    auto first = reel::load(play()).value();
    auto second = std::move(first);
    first = std::move(second);
    auto reader = reel::reader::open(play()).value();
    auto other = reel::reader::open(play()).value();
    reader = std::move(other);
    REQUIRE(first.rows<bsor_frame>().size() > 0 && reader.next().value());
    reel::source unused = reel::source::file(play()).value();
    unused = reel::source::memory({});
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 3) return std::fprintf(stderr, "usage: behaviour tests/formats SCRATCH\n"), 2;
    golden = arguments[1];
    scratch = arguments[2];
#define RUN(test) run(#test, test)
    RUN(rows_are_typed_in_each_way);
    RUN(a_wrong_struct_is_an_error);
    RUN(a_loop_reads_all_chunks);
    RUN(a_row_that_no_file_has_is_refused_with_its_reason);
#ifndef _WIN32
    RUN(a_fork_reads_on_and_writes_nothing);
#endif
    RUN(a_missing_file_and_a_path_with_nul_are_failures);
    RUN(a_text_with_nul_is_a_failure);
    RUN(use_after_the_end_is_a_failure);
    RUN(damage_ends_a_loop_of_a_strict_reading);
    RUN(what_a_callable_throws_comes_out);
    RUN(progress_can_cancel);
    RUN(a_source_of_a_callable_reads_like_the_file);
    RUN(a_recording_that_ended_is_an_error);
    RUN(a_left_spool_becomes_a_file);
    RUN(an_extension_is_a_struct);
    RUN(a_negative_number_has_the_bytes_of_gdr2);
    RUN(a_conversion_replaces_a_file_if_asked);
    RUN(a_play_is_judged_with_its_map);
    RUN(threads_read_one_replay);
    RUN(handles_move_and_end_in_any_order);
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
