// SPDX-License-Identifier: MIT

package reel_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"reel"
)

func ExampleOpen() {
	replay, err := reel.Open(play)
	if err != nil {
		log.Fatal(err)
	}
	defer replay.Close()
	fmt.Println(replay.Format(), reel.BsorInfos.Of(replay)[0].Difficulty)
	// Output: bsor Expert
}

func ExampleReader_Chunks() {
	reader, err := reel.OpenReader(play, reel.Select("notes"))
	if err != nil {
		log.Fatal(err)
	}
	defer reader.Close()
	notes := 0
	for chunk, err := range reader.Chunks() {
		if err != nil {
			log.Fatal(err)
		}
		notes += len(reel.BsorNotes.Of(chunk))
	}
	fmt.Println(notes > 0)
	// Output: true
}

func ExampleError() {
	_, err := reel.Open("no such file")
	var failed *reel.Error
	fmt.Println(errors.Is(err, reel.IO), errors.As(err, &failed) && failed.Rule != "")
	// Output: true true
}

func ExampleStartRecording() {
	folder, err := os.MkdirTemp("", "reel")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "new.bsor")
	recorder, err := reel.StartRecording(path, "bsor")
	if err != nil {
		log.Fatal(err)
	}
	defer recorder.Discard()
	reel.BsorInfos.Record(recorder, reel.BsorInfo{PlayerName: reel.NewText("Zoë")})
	for i := range 90 {
		reel.BsorFrames.Record(recorder, reel.BsorFrame{Time: float32(i) / 90})
	}
	if err := recorder.Finish(); err != nil {
		log.Fatal(err)
	}
	replay, err := reel.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer replay.Close()
	fmt.Println(reel.BsorInfos.Of(replay)[0].PlayerName, len(reel.BsorFrames.Of(replay)))
	// Output: Zoë 90
}

func ExampleCheck() {
	findings, err := reel.Check(play, reel.Expect("player_id", "nobody"))
	if err != nil {
		log.Fatal(err)
	}
	for _, finding := range findings {
		if finding.Rule == "check.expected" {
			fmt.Println(finding.Severity)
		}
	}
	// Output: 2
}

func ExampleReplay_Statistics() {
	replay, err := reel.Open(play)
	if err != nil {
		log.Fatal(err)
	}
	defer replay.Close()
	statistics, err := replay.Statistics("beatsaber")
	if err != nil {
		log.Fatal(err)
	}
	defer statistics.Close()
	fmt.Println(len(reel.BeatsaberSummaries.Of(statistics)))
	// Output: 1
}

func ExampleTables() {
	replay, err := reel.Open(play)
	if err != nil {
		log.Fatal(err)
	}
	defer replay.Close()
	tables, err := reel.Tables(replay)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tables[0].Name, tables[0].Fields[0].Name, tables[0].Fields[0].Type)
	// Output: info mod_version string
}
