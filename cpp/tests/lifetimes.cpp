// SPDX-License-Identifier: MIT
// Random calls over random handles: damaged files, callables that throw, memory that runs out, handles that are moved, used after their end
// and destroyed in any order. Nothing outlives its user. `lifetimes GOLDEN_FOLDER SCRATCH_FOLDER [SEED]`; sanitizers see the rest.
#include <reel.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace
{

struct user_error {
};

[[noreturn]] void fail(const char *what)
{
    std::printf("FAIL %s\n0 passed, 1 failed\n", what);
    std::exit(1);
}
void require(bool holds, const char *what)
{
    if (!holds) fail(what);
}

// The memory of all handles, counted; now and then it runs out.
struct memory {
    long blocks = 0;
    int left = -1; // allocations until there is no more; negative: never
    reel_allocator raw{alloc, resize, release, this};

    bool ends() { return left >= 0 && left-- == 0; }
    static void *alloc(void *context, std::size_t size) { return resize(context, nullptr, 0, size); }
    static void *resize(void *context, void *old, std::size_t, std::size_t size)
    {
        auto *self = static_cast<memory *>(context);
        void *fresh = self->ends() ? nullptr : std::realloc(old, size ? size : 1);
        if (fresh && !old) self->blocks++;
        return fresh;
    }
    static void release(void *context, void *block)
    {
        if (block) static_cast<memory *>(context)->blocks--;
        std::free(block);
    }
};

using bytes = std::vector<std::uint8_t>;

class generator
{
  public:
    generator(const char *golden, const char *scratch, unsigned seed) : random_(seed), scratch_(scratch)
    {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(golden)) {
            const std::string folder = entry.path().parent_path().filename().string();
            if (entry.is_regular_file() && (folder == "golden" || folder == "bad") && entry.file_size() < 100000)
                files_.push_back(entry.path().string());
        }
        std::sort(files_.begin(), files_.end());
        require(!files_.empty(), "no files");
    }

    void call()
    {
        calls_++;
        memory_.left = chance(20) ? below(50) : -1;
        bool fine = false;
        try {
            fine = step();
        } catch (const user_error &) {
        }
        failed_ += fine ? 0 : 1;
    }

    void end()
    {
        std::printf("%d calls, %d failed, %d were of handles that had ended\n", calls_, failed_, ended_);
        require(failed_ > calls_ / 20 && failed_ < calls_ * 9 / 10 && ended_ > calls_ / 100, "too many or too few calls fail");
        std::shuffle(slots_.begin(), slots_.end(), random_);
        slots_.clear();
        require(memory_.blocks == 0, "memory is kept");
        require(token_.use_count() == 1, "a callable is kept");
    }

  private:
    // Handles, and the bytes that they borrow, which go after them.
    struct slot {
        std::vector<std::shared_ptr<bytes>> borrowed;
        std::optional<reel::replay> replay;
        std::optional<reel::reader> reader;
        std::optional<reel::writer> writer;
        std::optional<reel::recorder> recorder;

        void end()
        {
            replay.reset();
            reader.reset();
            writer.reset();
            recorder.reset();
            borrowed.clear();
        }
    };

    int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
    bool chance(int of) { return below(of) == 0; }
    slot &any()
    {
        while (slots_.size() < 8) slots_.push_back(std::make_unique<slot>());
        return *slots_[static_cast<std::size_t>(below(8))];
    }
    std::string path(const char *kind) { return scratch_ + "/" + kind + std::to_string(below(3)); }

    bytes file()
    {
        std::ifstream in(files_[static_cast<std::size_t>(below(static_cast<int>(files_.size())))], std::ios::binary);
        bytes data((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
        if (data.empty()) return data;
        const int size = static_cast<int>(data.size());
        if (chance(2)) data[static_cast<std::size_t>(below(size))] ^= static_cast<std::uint8_t>(1 << below(8));
        if (chance(4)) data.resize(static_cast<std::size_t>(below(size)));
        return data;
    }

    // An input of random bytes, which `home` keeps if it is borrowed.
    reel::source source(slot &home)
    {
        auto data = std::make_shared<bytes>(file());
        if (chance(3)) {
            home.borrowed.push_back(data);
            return reel::source::memory(*data);
        }
        const std::size_t left = chance(4) ? static_cast<std::size_t>(below(1000)) : SIZE_MAX;
        return reel::source::callable(
            [this, data, left, at = std::size_t{0}, token = token_](reel::span<std::uint8_t> room) mutable -> std::size_t {
                if (at > left && chance(2)) throw user_error();
                if (at > left) return room.size() + 1;
                const std::size_t count = std::min<std::size_t>(room.size(), data->size() - at);
                std::copy_n(data->begin() + static_cast<std::ptrdiff_t>(at), count, room.begin());
                at += count;
                return count;
            });
    }

    reel::read_options options()
    {
        reel::read_options how;
        how.allocator = &memory_.raw;
        how.strict = chance(4);
        if (chance(8)) how.select = {"frames"};
        if (chance(16)) how.member = std::string("a\0b", 3);
        if (chance(8)) how.expected = {{"player_id", "nobody"}};
        if (chance(8)) how.from = 0.0, how.to = 1.0;
        if (chance(8)) how.limits.work = 1000;
        if (chance(2))
            how.on_finding = [this, token = token_](const reel_finding &) {
                if (chance(10)) throw user_error();
            };
        if (chance(2))
            how.on_progress = [this, token = token_](const reel_progress &) {
                if (chance(20)) throw user_error();
                return !chance(20);
            };
        return how;
    }
    reel::write_options writing()
    {
        reel::write_options how;
        how.allocator = &memory_.raw;
        if (chance(16)) how.convention = std::string("a\0b", 3);
        if (chance(2))
            how.on_finding = [this, token = token_](const reel_finding &) {
                if (chance(4)) throw user_error();
            };
        return how;
    }

    bool step()
    {
        slot &one = any(), &other = any();
        switch (below(8)) {
        case 0: return load(one);
        case 1: return use(one, other);
        case 2: return read(one);
        case 3: return write(one, other);
        case 4: return record(one);
        case 5: return whole(one);
        case 6: return move(one, other);
        default: return chance(2) ? (one.end(), true) : unused(one);
        }
    }

    bool load(slot &one)
    {
        one.replay.reset();
        reel::result<reel::replay> got = reel::load(source(one), options());
        if (!got) return false;
        one.replay.emplace(std::move(*got));
        return true;
    }

    bool use(slot &one, slot &other)
    {
        if (!one.replay) return load(one);
        const bool ended = !one.replay->raw();
        std::size_t count = 0;
        for (const reel_table *table : one.replay->rows_of_all_tables().tables()) count += one.replay->rows(*table).size();
        const std::string text = one.replay->header_text(REEL_FIELD_PLAYER);
        static const char *const ids[] = {"beatsaber", "ddnet", "echo", "geometrydash", "chess"};
        reel::result<reel::replay> statistics = one.replay->insight(ids[below(5)]);
        bytes out;
        const bool fine = static_cast<bool>(one.replay->write(reel::sink::memory(out)));
        if (ended) {
            require(!fine && !statistics && std::string(statistics.error().rule()) == "cpp.closed", "use after a move");
            require(count == 0 && text.empty() && !one.replay->format() && !one.replay->damage(), "rows after a move");
            ended_++;
        }
        if (statistics && chance(2)) other.replay.emplace(std::move(*statistics));
        return fine;
    }

    bool read(slot &one)
    {
        if (!one.reader || chance(4)) {
            one.reader.reset();
            reel::result<reel::reader> got = reel::reader::open(source(one), options());
            if (!got) return false;
            one.reader.emplace(std::move(*got));
        }
        reel::result<std::optional<reel::chunk>> got = one.reader->next();
        if (got && *got)
            for (const reel_table *table : (*got)->tables()) static_cast<void>((*got)->rows(*table).size());
        static_cast<void>(one.reader->header().tables().size() + one.reader->offset());
        static_cast<void>(one.reader->damage());
        return static_cast<bool>(got);
    }

    bool write(slot &one, slot &other)
    {
        if (!one.writer) {
            static const char *const ids[] = {"bsor", "gdr2", "teehistorian", "milk"};
            const reel_format &format = *reel_format_by_id(nullptr, ids[below(4)]);
            one.borrowed.push_back(std::make_shared<bytes>());
            bytes &out = *one.borrowed.back();
            reel::result<reel::writer> got = chance(2) ? reel::writer::create(reel::sink::memory(out), format, writing())
                                                       : reel::writer::create(path("written"), format, writing());
            if (!got) return false;
            one.writer.emplace(std::move(*got));
        }
        bsor_note note{};
        note.event_type = chance(4) ? 9 : 0;
        switch (below(7)) {
        case 0: return static_cast<bool>(one.writer->append(bsor_info{}));
        case 1: return static_cast<bool>(one.writer->append(note));
        case 2: return static_cast<bool>(one.writer->append(gdr_input{}));
        case 3: return other.replay && one.writer->append(other.replay->rows_of_all_tables());
        case 4: return static_cast<bool>(one.writer->flush());
        case 5: return one.writer.reset(), true;
        default: break;
        }
        const bool fine = static_cast<bool>(std::move(*one.writer).finish());
        require(std::string(one.writer->append(note).error().rule()) == "cpp.closed" && !one.writer->flush(), "use after finish");
        require(!std::move(*one.writer).finish() && one.writer->refused(), "a second finish");
        ended_++;
        return fine;
    }

    bool record(slot &one)
    {
        const std::string name = path("recorded");
        if (!one.recorder) {
            if (chance(2)) return static_cast<bool>(reel::recover(name));
            if (chance(2)) std::remove(name.c_str());
            reel::result<reel::recorder> got = reel::recorder::start(name, reel_format_bsor, writing());
            if (!got) return false;
            one.recorder.emplace(std::move(*got));
        }
        bsor_frame frame{};
        frame.time = static_cast<float>(calls_);
        const bool wrote = one.recorder->record(bsor_info{}) && one.recorder->record(frame);
        if (!chance(4)) return wrote;
        const bool fine = chance(2) ? static_cast<bool>(one.recorder->save()) : (one.recorder->stop(), true);
        require(!one.recorder->record(frame) && !one.recorder->save() && !one.recorder->flush(), "a recorder that has ended");
        ended_++;
        if (chance(2)) one.recorder.reset();
        return fine;
    }

    bool whole(slot &one)
    {
        const std::string from = path("read"), to = path("converted");
        if (chance(4)) return static_cast<bool>(reel::check(source(one), options()));
        const bytes data = file();
        std::ofstream(from, std::ios::binary)
            .write(reinterpret_cast<const char *>(data.data()), static_cast<std::streamsize>(data.size()));
        reel::convert_options how;
        how.repair = chance(2), how.anonymise = chance(4), how.replace = !chance(4);
        if (chance(8)) how.settings = {{"player_name", "nobody"}};
        if (chance(16)) how.settings = {{"player_name", std::string("a\0b", 3)}};
        return static_cast<bool>(reel::convert(from, to, how, options()));
    }

    // What was moved from stays where it is, so that other calls use it.
    bool move(slot &one, slot &other)
    {
        if (&one == &other) return true;
        other.end();
        other.borrowed = one.borrowed;
        if (one.replay) other.replay.emplace(std::move(*one.replay));
        if (one.reader) other.reader.emplace(std::move(*one.reader));
        if (one.writer) other.writer.emplace(std::move(*one.writer));
        if (one.recorder) other.recorder.emplace(std::move(*one.recorder));
        if (one.reader) {
            const auto gone = one.reader->next();
            require(!gone && std::string(gone.error().rule()) == "cpp.closed", "a reader that was moved from");
            ended_++;
        }
        return true;
    }

    // Inputs and outputs that no call takes, and ones that two calls take.
    bool unused(slot &one)
    {
        reel::source from = source(one);
        bytes out;
        reel::sink to = reel::sink::memory(out);
        if (chance(2)) return true;
        const bool fine = static_cast<bool>(reel::convert(std::move(from), std::move(to), {}, options()));
        const reel::result<void> again = reel::convert(std::move(from), std::move(to));
        require(!again && std::string(again.error().rule()) == "cpp.closed", "a source that was used twice");
        ended_++;
        return fine;
    }

    std::mt19937 random_;
    std::string scratch_;
    std::vector<std::string> files_;
    memory memory_;
    std::shared_ptr<int> token_ = std::make_shared<int>(0);
    std::vector<std::unique_ptr<slot>> slots_;
    int calls_ = 0, failed_ = 0, ended_ = 0;
};

long open_files()
{
#ifdef __linux__
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return static_cast<long>(std::distance(begin(all), end(all)));
#else
    return 0;
#endif
}

int calls_by_effort()
{
    const char *set = std::getenv("REEL_TEST_EFFORT");
    const std::string effort = set ? set : "quick";
    return effort == "full" ? 15000 : effort == "light" ? 300 : 1500;
}

} // namespace

int main(int count, char **arguments)
{
    if (count < 3) return std::fprintf(stderr, "usage: lifetimes tests/formats SCRATCH [SEED]\n"), 2;
    const unsigned seed = count > 3 ? static_cast<unsigned>(std::strtoul(arguments[3], nullptr, 10)) : 35;
    const long files = open_files();
    {
        generator calls(arguments[1], arguments[2], seed);
        for (int i = calls_by_effort(); i > 0; i--) calls.call();
        calls.end();
    }
    require(open_files() == files, "a file is still open");
    std::printf("1 passed, 0 failed\n");
    return 0;
}
