// SPDX-License-Identifier: MIT
// A macro bot as a mod of Geometry Dash would have it: presses and releases with GDR2, and the bot's own data in a struct of its own. Built
// without exceptions.
#include <reel.hpp>

#include <cstdio>

namespace
{

// What this bot keeps of a player for each fix of the position.
struct fix {
    std::uint64_t frame = 0;
    float x = 0, y = 0;
    template <class Fields, class Self> static void fields(Fields &each, Self &self) { each(self.frame, self.x, self.y); }
};

struct bot_data {
    std::uint32_t attempts = 0;
    std::string song;
    std::vector<fix> fixes;
    template <class Fields, class Self> static void fields(Fields &each, Self &self)
    {
        each(self.attempts, self.song, self.fixes);
    }
};

bool record(const char *path)
{
    reel::result<reel::recorder> recorder = reel::recorder::start(path, reel_format_gdr2);
    if (!recorder) return std::fprintf(stderr, "%s\n", recorder.error().message()), false;

    const std::vector<std::uint8_t> own = reel::pack(bot_data{3, "Stereo Madness", {{240, 150.5f, 105}, {480, 310.25f, 135}}});
    gdr_info info{};
    info.version = 2;
    info.framerate = 240;
    info.bot_name = reel::text("example bot");
    info.bot_version = 1;
    info.level_name = reel::text("Stereo Madness");
    info.replay_extension = reel::bytes(own);
    recorder->record(info);

    // What the hook of the game's button handler calls.
    for (std::int64_t press = 0; press < 20; press++) {
        gdr_input input{};
        input.frame = 120 * press / 2;
        input.button = GDR_JUMP;
        input.down = press % 2 == 0;
        recorder->record(input);
    }
    const reel::result<void> saved = recorder->save();
    if (!saved) std::fprintf(stderr, "%s\n", saved.error().message());
    return saved.has_value();
}

bool play_back(const char *path)
{
    const reel::result<reel::replay> macro = reel::load(path);
    if (!macro) return std::fprintf(stderr, "%s\n", macro.error().message()), false;
    const gdr_info &info = macro->rows<gdr_info>().front();
    const reel::result<bot_data> own = reel::unpack<bot_data>(info.replay_extension);
    if (!own) return std::fprintf(stderr, "%s\n", own.error().message()), false;
    std::printf("%zu inputs, %u attempts, %s, %zu fixes\n", macro->rows<gdr_input>().size(), own->attempts, own->song.c_str(),
                own->fixes.size());
    return true;
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 2) return std::fprintf(stderr, "usage: macro_bot FILE.gdr2\n"), 2;
    return record(arguments[1]) && play_back(arguments[1]) ? 0 : 1;
}
