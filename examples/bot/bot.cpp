// SPDX-License-Identifier: MIT
// A macro bot: the game calls it for every press and release, and it saves them as GDR2. It throws no exceptions and keeps no data of its
// own. After a crash, the spool next to the file can be turned into a macro with `reel repair`.
#include <reel/gdr.h>

#include <cstdio>
#include <string_view>

namespace {

reel_string text(std::string_view value) { return {value.data(), value.size()}; }

class Recorder {
public:
    Recorder() = default;
    Recorder(const Recorder &) = delete;
    Recorder &operator=(const Recorder &) = delete;
    ~Recorder() { reel_discard(writer_); }

    bool start(const char *path, const char *spool, const gdr_info &info)
    {
        reel_write_options options = {};
        options.struct_size = sizeof options;
        options.spool = spool;
        if (reel_create_file(path, &reel_format_gdr2, &options, &writer_, &error_) < 0) return false;
        return reel_append(writer_, &gdr_infos, &info, 1) == REEL_OK;
    }

    // Called from the game's button hook. The order between the players does not matter.
    void press(std::int64_t frame, gdr_button button, bool player2, bool down)
    {
        gdr_input input = {};
        input.frame = frame;
        input.button = static_cast<std::uint8_t>(button);
        input.player2 = player2;
        input.down = down;
        reel_append(writer_, &gdr_inputs, &input, 1);
    }

    bool save()
    {
        reel_status status = reel_finish(writer_, &error_);
        writer_ = nullptr;
        return status == REEL_OK;
    }

    const char *why() const { return error_.message; }

private:
    reel_writer *writer_ = nullptr;
    reel_error error_ = {};
};

} // namespace

int main(int count, char **arguments)
{
    if (count != 2 && count != 3) {
        std::fprintf(stderr, "usage: example_bot FILE.gdr2 [SPOOL]\n");
        return 2;
    }
    gdr_info info = {};
    info.version = 2;
    info.author = text("ann");
    info.description = text("made by hand");
    info.duration = 4.5f;
    info.game_version = 22074;
    info.framerate = 240;
    info.seed = 7;
    info.coins = 1;
    info.bot_name = text("reel");
    info.bot_version = 1;
    info.level_id = 128;
    info.level_name = text("Level");

    // What the game would report frame by frame.
    static const struct { std::int64_t frame; bool down; } played[] = {
        {10, true},   {14, false},   {60, true},     {123, false},   {124, true},    {188, false},
        {5000, true}, {5001, false}, {20000, true}, {20009, false}, {20010, true}, {20020, false},
    };
    Recorder recorder;
    bool saved = recorder.start(arguments[1], count == 3 ? arguments[2] : nullptr, info);
    if (saved)
        for (const auto &event : played) recorder.press(event.frame, GDR_JUMP, false, event.down);
    saved = saved && recorder.save();
    if (!saved) std::fprintf(stderr, "%s\n", recorder.why());
    return saved ? 0 : 1;
}
