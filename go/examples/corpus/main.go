// SPDX-License-Identifier: MIT

// Corpus sums all rows of the files whose paths are in standard input, for the tests of this repository.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"reel"
)

type sum uint64

func (s *sum) mix(value uint64) {
	*s = (*s ^ sum(value)) * 0x9e3779b97f4a7c15
	*s ^= *s >> 29
}

func (s *sum) bytes(data []byte) {
	s.mix(uint64(len(data)))
	for ; len(data) >= 8; data = data[8:] {
		s.mix(binary.LittleEndian.Uint64(data))
	}
	if len(data) > 0 {
		var word [8]byte
		copy(word[:], data)
		s.mix(binary.LittleEndian.Uint64(word[:]))
	}
}

func (s *sum) field(data []byte, kind string, count int) {
	switch size := len(data) / count; {
	case kind == "string" || kind == "bytes":
		s.bytes(data)
	case kind == "uuid":
		for ; len(data) > 0; data = data[16:] {
			s.bytes(data[:16])
		}
	case size == 8:
		for ; len(data) > 0; data = data[8:] {
			s.mix(binary.LittleEndian.Uint64(data))
		}
	case size == 4:
		for ; len(data) > 0; data = data[4:] {
			s.mix(uint64(binary.LittleEndian.Uint32(data)))
		}
	case size == 2:
		for ; len(data) > 0; data = data[2:] {
			s.mix(uint64(binary.LittleEndian.Uint16(data)))
		}
	default:
		for _, value := range data {
			s.mix(uint64(value))
		}
	}
}

func line(path string) (string, error) {
	replay, err := reel.Open(path)
	var failed *reel.Error
	if errors.As(err, &failed) {
		return failed.Status.Error() + " none", nil
	}
	if err != nil {
		return "", err
	}
	defer replay.Close()
	tables, err := reel.Tables(replay)
	if err != nil {
		return "", err
	}
	s := sum(0xcbf29ce484222325)
	damage := uint64(0)
	if why := replay.Damage(); why != nil {
		damage = uint64(-int64(why.Status))
	}
	s.mix(damage)
	for t := range tables {
		table := &tables[t]
		s.mix(uint64(table.Len))
		for row := range table.Len {
			for f := range table.Fields {
				field := &table.Fields[f]
				s.field(table.Bytes(row, field), field.Type, field.Count)
			}
		}
	}
	written := "none"
	var out bytes.Buffer
	if _, err := replay.WriteTo(&out); err == nil {
		original, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		written = "other"
		if bytes.Equal(original, out.Bytes()) {
			written = "same"
		}
	}
	return fmt.Sprintf("%016x %s", uint64(s), written), nil
}

func main() {
	for paths := bufio.NewScanner(os.Stdin); paths.Scan(); {
		found, err := line(paths.Text())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(found, paths.Text())
	}
}
