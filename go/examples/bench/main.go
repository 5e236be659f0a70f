// SPDX-License-Identifier: MIT

// Bench compares the package with the C API in one run: the sum of the heights of the head in all frames.
package main

/*
#cgo pkg-config: reel
#include <reel/bsor.h>
#include <reel/reel.h>
#include <stdlib.h>

static double sum(const char *path)
{
    reel_replay *replay;
    if (reel_load_file(path, NULL, &replay, NULL) < 0) return 0;
    size_t count;
    const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)frames[i].head.position.y;
    reel_free(replay);
    return sum;
}
*/
import "C"

import (
	"fmt"
	"os"
	"time"

	"reel"
)

func fastest(work func() float64) (best time.Duration, result float64) {
	best = time.Hour
	for range 50 {
		start := time.Now()
		result = work()
		best = min(best, time.Since(start))
	}
	return best, result
}

// heights adds them up in place; `for _, frame := range frames` would copy each row.
func heights(frames []reel.BsorFrame) float64 {
	sum := 0.0
	for i := range frames {
		sum += float64(frames[i].Head.Position.Y)
	}
	return sum
}

func main() {
	path := C.CString(os.Args[1])
	c, first := fastest(func() float64 { return float64(C.sum(path)) })
	door, second := fastest(func() float64 {
		replay, err := reel.Open(os.Args[1])
		if err != nil {
			panic(err)
		}
		defer replay.Close()
		return heights(reel.BsorFrames.Of(replay))
	})
	fmt.Printf("C %v, Go %v: %.2f times\n", c, door, float64(door)/float64(c))
	if first != second {
		panic("the sums differ")
	}
}
