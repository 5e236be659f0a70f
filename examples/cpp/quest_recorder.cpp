// SPDX-License-Identifier: MIT
// A recorder as a mod for Beat Saber would have it: poses in each frame, notes as they are scored, and a file after a crash, too.
// `quest_recorder OUT.bsor [SECONDS [KILLED_AT_FRAME]]`. The play is simulated.
#include <reel.hpp>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace
{

constexpr int rate = 72;

reel_pose pose(float x, float y, float z, float angle) { return {{x, y, z}, {std::sin(angle / 2), 0, 0, std::cos(angle / 2)}}; }

class mod
{
  public:
    explicit mod(reel::recorder recorder) : recorder_(std::move(recorder)) { tell(); }

    // In each frame of the game. The timer of the play varies a little, as that of a game does.
    void frame(int number)
    {
        const float jitter = static_cast<float>(number * 37 % 100) / 500.0f;
        bsor_frame now{};
        now.time = (static_cast<float>(number) + jitter) / rate;
        now.fps = rate;
        const float swing = std::sin(now.time * 6.2831853f);
        now.head = pose(0.02f * swing, 1.7f, 0, 0.05f * swing);
        now.left_hand = pose(-0.3f, 1.1f + 0.4f * swing, 0.35f, 1.2f * swing);
        now.right_hand = pose(0.3f, 1.1f - 0.4f * swing, 0.35f, -1.2f * swing);
        recorder_.record(now);
        if (now.time >= 1 + 0.5f * static_cast<float>(notes_)) note(now.time);
        if (number % rate == 0) static_cast<void>(recorder_.flush()); // at most a second of play is lost
    }
    reel::result<void> save() { return recorder_.save(); }

  private:
    // With the score so far in its info, the file of a crash is as good as any.
    void tell()
    {
        bsor_info info{};
        info.mod_version = reel::text("1.0.0");
        info.game_version = reel::text("1.40.0");
        info.timestamp = reel::text("1767225600");
        info.player_id = reel::text("1");
        info.player_name = reel::text("Example Player");
        info.platform = reel::text("oculus");
        info.tracking_system = reel::text("OpenXR");
        info.headset = info.controller = reel::text("Example");
        info.map_hash = reel::text("0123456789ABCDEF0123456789ABCDEF01234567");
        info.song_name = reel::text("Metronome");
        info.mapper = reel::text("reel");
        info.difficulty = reel::text("Expert");
        info.mode = reel::text("Standard");
        info.environment = reel::text("The First");
        info.jump_distance = 18;
        info.height = 1.7f;
        info.score = score_;
        recorder_.replace(info);
    }
    void note(float time)
    {
        const int color = notes_ % 2, direction = notes_ / 2 % 2 ? 0 : 1;
        const float off = 0.01f * static_cast<float>(notes_ * 7 % 10);
        bsor_note cut{};
        cut.note_id = 30000 + (color ? 2000 : 1000) + color * 10 + direction;
        cut.event_time = cut.spawn_time = time;
        cut.event_type = BSOR_GOOD_CUT;
        cut.has_cut = 1;
        cut.cut.speed_ok = cut.cut.direction_ok = cut.cut.saber_type_ok = 1;
        cut.cut.saber_speed = 9 + off * 20;
        cut.cut.saber_direction = {0, direction ? -9.0f : 9.0f, 0};
        cut.cut.saber_type = color;
        cut.cut.time_deviation = off / 5;
        cut.cut.cut_point = {color ? 0.3f : -0.3f, 1, 0.9f};
        cut.cut.cut_normal = {color ? -1.0f : 1.0f, 0, 0};
        cut.cut.cut_distance_to_center = off;
        cut.cut.before_cut_rating = 1.1f;
        cut.cut.after_cut_rating = notes_ % 9 == 4 ? 0.8f : 1.05f;
        recorder_.record(cut);
        notes_++;
        beatsaber_multiplier_raise(&multiplier_);
        score_ += multiplier_.value * beatsaber_points_of(BSOR_NORMAL, cut.cut.before_cut_rating, cut.cut.after_cut_rating,
                                                          cut.cut.cut_distance_to_center)
                                          .total;
        tell();
    }

    reel::recorder recorder_;
    beatsaber_multiplier multiplier_{1, 0};
    std::int32_t score_ = 0;
    int notes_ = 0;
};

} // namespace

int main(int count, char **arguments)
{
    if (count < 2) return std::fprintf(stderr, "usage: quest_recorder OUT.bsor [SECONDS [KILLED_AT_FRAME]]\n"), 2;
    const char *path = arguments[1];
    const int seconds = count > 2 ? std::atoi(arguments[2]) : 30, killed = count > 3 ? std::atoi(arguments[3]) : -1;

    // What an earlier run left when it was killed becomes a file first.
    reel::result<reel::recorder> recorder = reel::recorder::start(path, reel_format_bsor);
    if (!recorder) return std::fprintf(stderr, "%s\n", recorder.error().message()), 1;
    mod game(std::move(*recorder));
    for (int i = 0; i < seconds * rate; i++) {
        game.frame(i);
#ifdef SIGKILL
        if (i == killed) std::raise(SIGKILL);
#else
        if (i == killed) std::abort();
#endif
    }
    const reel::result<void> saved = game.save();
    if (!saved) std::fprintf(stderr, "%s\n", saved.error().message());
    return saved ? 0 : 1;
}
