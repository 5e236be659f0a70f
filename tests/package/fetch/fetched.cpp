// SPDX-License-Identifier: MIT
// Writes a replay to memory and reads it back.
#include <reel/bsor.h>
#include <reel/reel.h>

int main()
{
    reel_memory memory{};
    reel_writer *writer = nullptr;
    if (reel_create(reel_sink_memory(&memory, nullptr), &reel_format_bsor, nullptr, &writer, nullptr) < 0) return 1;
    bsor_frame frame{};
    frame.fps = 90;
    if (reel_append(writer, &bsor_frames, &frame, 1) < 0 || reel_finish(writer, nullptr) < 0) return 1;
    reel_replay *replay = nullptr;
    if (reel_load(reel_source_memory(memory.data, memory.size), nullptr, &replay, nullptr) < 0) return 1;
    size_t count = 0;
    auto frames = static_cast<const bsor_frame *>(reel_rows(replay, &bsor_frames, &count));
    bool right = count == 1 && frames[0].fps == 90;
    reel_free(replay);
    reel_memory_free(&memory);
    return right ? 0 : 1;
}
