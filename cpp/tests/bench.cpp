// SPDX-License-Identifier: MIT
// The door beside the C API, in one run: sums the heights of the head in all frames of a file. `bench FILE.bsor [ROUNDS]`
#include <reel.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace
{

double sum_in_c(const char *path)
{
    reel_replay *play = nullptr;
    if (reel_load_file(path, nullptr, &play, nullptr) < 0) return 0;
    std::size_t count = 0;
    const auto *frames = static_cast<const bsor_frame *>(reel_rows(play, &bsor_frames, &count));
    double sum = 0;
    for (std::size_t i = 0; i < count; i++) sum += static_cast<double>(frames[i].head.position.y);
    reel_free(play);
    return sum;
}

double sum_in_cpp(const char *path)
{
    const auto play = reel::load(path);
    double sum = 0;
    if (!play) return sum;
    for (const bsor_frame &frame : play->rows<bsor_frame>()) sum += static_cast<double>(frame.head.position.y);
    return sum;
}

template <class Work> double fastest(int rounds, Work work)
{
    double best = 1e9;
    for (int i = 0; i < rounds; i++) {
        const auto start = std::chrono::steady_clock::now();
        work();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

} // namespace

int main(int count, char **arguments)
{
    if (count < 2) return std::fprintf(stderr, "usage: bench FILE.bsor [ROUNDS]\n"), 2;
    const int rounds = count > 2 ? std::atoi(arguments[2]) : 50;
    double a = 0, b = 0;
    const double c = fastest(rounds, [&] { a = sum_in_c(arguments[1]); });
    const double cpp = fastest(rounds, [&] { b = sum_in_cpp(arguments[1]); });
    std::printf("C %.3f ms, C++ %.3f ms: %.2f times\n", c * 1e3, cpp * 1e3, cpp / c);
    return a < b || a > b ? 1 : 0;
}
