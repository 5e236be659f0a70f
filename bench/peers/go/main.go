// SPDX-License-Identifier: MIT

// Reads a BSOR play from memory with package reel and with go-bsor, and prints how many times as fast reel is.
package main

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"github.com/motzel/go-bsor/bsor"
	"reel"
)

func fastest(work func() float64) (best time.Duration, result float64) {
	best = time.Hour
	for begin, round := time.Now(), 0; round < 20 || time.Since(begin) < time.Second/2; round++ {
		start := time.Now()
		result = work()
		best = min(best, time.Since(start))
	}
	return best, result
}

func heights(frames []reel.BsorFrame) (sum float64) {
	for i := range frames {
		sum += float64(frames[i].Head.Position.Y)
	}
	return sum
}

func main() {
	play, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	own, first := fastest(func() float64 {
		replay, err := reel.Read(bytes.NewReader(play))
		if err != nil {
			panic(err)
		}
		defer replay.Close()
		return heights(reel.BsorFrames.Of(replay))
	})
	peer, second := fastest(func() (sum float64) {
		replay, err := bsor.Read(bytes.NewReader(play))
		if err != nil {
			panic(err)
		}
		for i := range replay.Frames {
			sum += float64(replay.Frames[i].Head.Position.Y)
		}
		return sum
	})
	fmt.Printf("go-bsor, sum over all frames, %d bytes: reel %v, peer %v: %.1f times as fast\n", len(play), own, peer, float64(peer)/float64(own))
	if first != second {
		panic("the sums differ")
	}
}
