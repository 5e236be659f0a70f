// SPDX-License-Identifier: MIT
// Reads a capture from memory with libzstd and the decoder that protoc made, frame by frame, as its documentation has it: one message that is used
// again. Prints the seconds of the processor for a pass, the best of some; with --times=N it makes N passes, to be counted. With --unpack it does nothing
// but unpack, the whole file in one call: no reader that uses libzstd is faster.
#include "capture.pb.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

static double heights;
static size_t frames;

// The messages that are whole; returns how many bytes they have.
static size_t take(const std::string &stream, size_t at, peer::Envelope &envelope)
{
    for (;;) {
        size_t start = at, size = 0;
        for (unsigned shift = 0;; shift += 7) {
            if (start == stream.size()) return at;
            const unsigned char byte = stream[start++];
            size |= (size_t)(byte & 127) << shift;
            if (byte < 128) break;
        }
        if (size > stream.size() - start) return at;
        if (!envelope.ParseFromArray(stream.data() + start, (int)size)) std::abort();
        at = start + size;
        if (!envelope.has_frame()) continue;
        frames++;
        for (const peer::Player &player : envelope.frame().echo_arena().players()) heights += player.head().position().y();
    }
}

static void pass(const std::string &file)
{
    static ZSTD_DCtx *context = ZSTD_createDCtx();
    static peer::Envelope envelope;
    std::string stream;
    heights = 0, frames = 0;
    ZSTD_DCtx_reset(context, ZSTD_reset_session_only);
    ZSTD_inBuffer in = { file.data(), file.size(), 0 };
    while (in.pos < in.size) {
        const size_t have = stream.size(), room = ZSTD_DStreamOutSize();
        stream.resize(have + room);
        ZSTD_outBuffer out = { &stream[have], room, 0 };
        if (ZSTD_isError(ZSTD_decompressStream(context, &out, &in))) std::abort();
        stream.resize(have + out.pos);
        stream.erase(0, take(stream, 0, envelope));
    }
}

static void unpack(const std::string &file)
{
    static ZSTD_DCtx *context = ZSTD_createDCtx();
    static std::string stream((size_t)ZSTD_decompressBound(file.data(), file.size()), '\0');
    if (ZSTD_isError(ZSTD_decompressDCtx(context, &stream[0], stream.size(), file.data(), file.size()))) std::abort();
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    const bool only = argc > 2 && !std::strcmp(argv[1], "--unpack");
    std::ifstream opened(argv[argc - 1], std::ios::binary);
    const std::string file((std::istreambuf_iterator<char>(opened)), std::istreambuf_iterator<char>());
    int times = argc > 2 && !std::strncmp(argv[1], "--times=", 8) ? std::atoi(argv[1] + 8) : 0;
    double best = 1e9;
    for (int i = 0; i < (times ? times : 20); i++) {
        const std::clock_t start = std::clock();
        (only ? unpack : pass)(file);
        const double took = (double)(std::clock() - start) / CLOCKS_PER_SEC;
        if (took < best) best = took;
    }
    std::printf("%.6f %zu %.3f\n", best, frames, heights);
}
