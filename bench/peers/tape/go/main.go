// SPDX-License-Identifier: MIT

// Reads a capture from memory with klauspost/compress and the Go runtime of Protocol Buffers, frame by frame. Prints the seconds for a
// pass, the best of some, as the processor counts them; with --times=N it makes N passes, to be counted.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/proto"
	"peer/peer"
)

func processor() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return float64(used.Utime.Sec+used.Stime.Sec) + float64(used.Utime.Usec+used.Stime.Usec)/1e6
}

func pass(file []byte) (frames int, heights float64) {
	unpacked, err := zstd.NewReader(bytes.NewReader(file), zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	defer unpacked.Close()
	stream := bufio.NewReaderSize(unpacked, 1<<16)
	var message []byte
	for {
		size, err := binary.ReadUvarint(stream)
		if err == io.EOF {
			return
		}
		if err != nil {
			panic(err)
		}
		if uint64(cap(message)) < size {
			message = make([]byte, size)
		}
		message = message[:size]
		if _, err = io.ReadFull(stream, message); err != nil {
			panic(err)
		}
		envelope := &peer.Envelope{}
		if err = proto.Unmarshal(message, envelope); err != nil {
			panic(err)
		}
		if frame := envelope.GetFrame(); frame != nil {
			frames++
			for _, player := range frame.GetEchoArena().GetPlayers() {
				heights += float64(player.GetHead().GetPosition().GetY())
			}
		}
	}
}

func main() {
	file, err := os.ReadFile(os.Args[len(os.Args)-1])
	if err != nil {
		panic(err)
	}
	times := 20
	if given, found := strings.CutPrefix(os.Args[1], "--times="); found {
		times, _ = strconv.Atoi(given)
	}
	best, frames, heights := 1e9, 0, 0.0
	for range times {
		start := processor()
		frames, heights = pass(file)
		best = min(best, processor()-start)
	}
	fmt.Printf("%.6f %d %.3f\n", best, frames, heights)
}
