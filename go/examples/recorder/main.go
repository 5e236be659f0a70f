// SPDX-License-Identifier: MIT

// Recorder records as a mod would have it: poses in each frame, notes as they are scored, and a file after a crash, too.
// The play is simulated.
package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"syscall"

	"reel"
)

const rate = 72

func pose(x, y, z, angle float32) reel.Pose {
	sin, cos := math.Sincos(float64(angle) / 2)
	return reel.Pose{Position: reel.Vec3{X: x, Y: y, Z: z}, Rotation: reel.Quaternion{X: float32(sin), W: float32(cos)}}
}

type mod struct {
	recorder            *reel.Recorder
	notes, combo, score int32
}

func (m *mod) frame(number int32) error {
	jitter := float32(number*37%100) / 500
	time := (float32(number) + jitter) / rate
	swing := float32(math.Sin(float64(time) * 2 * math.Pi))
	err := reel.BsorFrames.Record(m.recorder, reel.BsorFrame{
		Time: time, Fps: rate,
		Head:      pose(0.02*swing, 1.7, 0, 0.05*swing),
		LeftHand:  pose(-0.3, 1.1+0.4*swing, 0.35, 1.2*swing),
		RightHand: pose(0.3, 1.1-0.4*swing, 0.35, -1.2*swing),
	})
	if err == nil && time >= 1+0.5*float32(m.notes) {
		err = m.note(time)
	}
	if err == nil && number%rate == 0 {
		err = m.recorder.Flush() // at most a second of play is lost
	}
	return err
}

func (m *mod) note(time float32) error {
	color, direction := m.notes%2, 1-m.notes/2%2
	off := 0.02 * float32(m.notes*7%10)
	side, up := float32(2*color-1), float32(1-2*direction)
	err := reel.BsorNotes.Record(m.recorder, reel.BsorNote{
		NoteId: 30000 + 1000*(1+color) + 10*color + direction, EventTime: time, SpawnTime: time, HasCut: 1,
		Cut: reel.BsorCut{
			SpeedOk: 1, DirectionOk: 1, SaberTypeOk: 1, SaberSpeed: 9 + off*20, SaberDirection: reel.Vec3{Y: 9 * up}, SaberType: color,
			TimeDeviation: off / 5, CutPoint: reel.Vec3{X: 0.3 * side, Y: 1, Z: 0.9}, CutNormal: reel.Vec3{X: -side},
			CutDistanceToCenter: off, BeforeCutRating: 1.1, AfterCutRating: 1.05,
		},
	})
	if err != nil {
		return err
	}
	m.notes++
	m.combo++
	multiplier := int32(8)
	for _, level := range [][2]int32{{14, 4}, {6, 2}, {2, 1}} {
		if m.combo < level[0] {
			multiplier = level[1]
		}
	}
	m.score += multiplier * (100 + int32(math.Round(float64(15*max(0, 1-off/0.3)))))
	return m.info()
}

// info says who plays what. With the score so far in it, the file of a crash is as good as any.
func (m *mod) info() error {
	text := reel.NewText
	return reel.BsorInfos.Replace(&m.recorder.Writer, reel.BsorInfo{
		ModVersion: text("1.0.0"), GameVersion: text("1.40.0"), Timestamp: text("1767225600"), PlayerId: text("1"),
		PlayerName: text("Example Player"), Platform: text("steam"), TrackingSystem: text("OpenXR"), Headset: text("Example"),
		Controller: text("Example"), MapHash: text("0123456789ABCDEF0123456789ABCDEF01234567"), SongName: text("Metronome"),
		Mapper: text("reel"), Difficulty: text("Expert"), Mode: text("Standard"), Environment: text("The First"),
		JumpDistance: 18, Height: 1.7, Score: m.score,
	})
}

func record(path string, seconds, killed int) error {
	// what an earlier run left when it was killed becomes a file first
	recorder, err := reel.StartRecording(path, "bsor")
	if err != nil {
		return err
	}
	defer recorder.Discard()
	game := mod{recorder: recorder}
	if err := game.info(); err != nil {
		return err
	}
	for number := range seconds * rate {
		if err := game.frame(int32(number)); err != nil {
			return err
		}
		if number == killed {
			_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	return recorder.Finish()
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: recorder OUT.bsor [SECONDS [KILLED_AT_FRAME]]")
		os.Exit(2)
	}
	number := func(index, otherwise int) int {
		if len(os.Args) > index {
			otherwise, _ = strconv.Atoi(os.Args[index])
		}
		return otherwise
	}
	if err := record(os.Args[1], number(2, 30), number(3, -1)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
