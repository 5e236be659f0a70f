// SPDX-License-Identifier: MIT
//
// reel for C++17 and later: the C library with owners, typed arrays of rows and results. Header-only; link libreel.
//
//     reel::result<reel::replay> play = reel::load("play.bsor");
//     if (!play) return std::puts(play.error().message()), 1;
//     for (const bsor_note &note : play->rows<bsor_note>()) std::printf("%.3f s: note %d\n", double(note.event_time), note.note_id);
//
// Rows are the structs of the C headers, in arrays that belong to a replay or to a chunk. Calls return a result, which has a value or a
// failure. With exceptions, value() throws the failure. What a callable throws comes out of the call that it was given to.
//
// Threads are as in reel.h: an object may be used by one thread at a time; several threads may read one const replay. An object that was
// moved from may only be destroyed or assigned.
#ifndef REEL_HPP
#define REEL_HPP

#include "reel_basics.hpp"
#include "reel_gdr.hpp"
#include "reel_reading.hpp"
#include "reel_tables.hpp"
#include "reel_writing.hpp"

#endif
