// SPDX-License-Identifier: MIT

package reel_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"reel"
)

// Rows stay valid if the collector takes the handle that nobody closed: what it had is then never freed, which go test -asan would report.
func TestCollector(t *testing.T) {
	var rows [][]reel.BsorFrame
	for range 50 {
		rows = append(rows, reel.BsorFrames.Of(open(t)))
	}
	runtime.GC()
	runtime.GC()
	for _, frames := range rows {
		if len(frames) != len(rows[0]) || frames[0] != rows[0][0] {
			t.Fatal("other rows")
		}
	}
}

// What a random call is given: counted until the collector takes it, which it cannot as long as the package keeps it.
type user struct {
	random *rand.Rand
	data   *bytes.Reader
	left   int // bytes until it fails
}

var users atomic.Int64

func newUser(random *rand.Rand, data []byte) *user {
	u := &user{random, bytes.NewReader(data), 1 << 30}
	if random.IntN(4) == 0 {
		u.left = random.IntN(len(data) + 1)
	}
	users.Add(1)
	runtime.SetFinalizer(u, func(*user) { users.Add(-1) })
	return u
}

var errUser = errors.New("no more")

func (u *user) spend(count int) error {
	if u.left -= count; u.left < 0 {
		if u.random.IntN(2) == 0 {
			panic(errUser)
		}
		return errUser
	}
	return nil
}

func (u *user) Read(room []byte) (int, error) {
	if err := u.spend(len(room)); err != nil {
		return 0, err
	}
	return u.data.Read(room)
}

func (u *user) Write(data []byte) (int, error) {
	if err := u.spend(len(data)); err != nil {
		return 0, err
	}
	return len(data), nil
}

// options that keep u, some of which end the call.
func (u *user) options() []reel.Option {
	fails := func() {
		if u.random.IntN(20) == 0 {
			panic(errUser)
		}
	}
	ctx, end := context.WithCancel(context.Background())
	all := []reel.Option{reel.Strict(), reel.Between(0, 1), reel.Select("frames", "inputs"), reel.Select("a\x00b"), reel.Expect("x", "y"),
		reel.MaxWork(1000), reel.OnFinding(func(reel.Finding) { fails() }),
		reel.OnProgress(func(uint64) bool { fails(); return u.random.IntN(20) > 0 }),
		func() reel.Option {
			if u.random.IntN(4) == 0 {
				end()
			}
			return reel.WithContext(ctx)
		}()}
	var some []reel.Option
	for _, option := range all {
		if u.random.IntN(5) == 0 {
			some = append(some, option)
		}
	}
	return some
}

func (u *user) read() error {
	replay, err := reel.Read(u, u.options()...)
	if err != nil {
		return err
	}
	defer replay.Close()
	_, err = replay.WriteTo(u)
	for _, id := range []string{"beatsaber", "ddnet", "a\x00b"} {
		statistics, failed := replay.Statistics(id)
		if failed == nil {
			statistics.Close()
		}
	}
	writer, failed := reel.NewWriter(u, replay.Format())
	if failed != nil {
		return failed
	}
	defer writer.Discard()
	err = errors.Join(err, writer.Append(replay))
	if u.random.IntN(2) == 0 {
		err = errors.Join(err, writer.Finish())
	}
	return err
}

func (u *user) readChunks() error {
	reader, err := reel.NewReader(u, u.options()...)
	if err != nil {
		return err
	}
	defer reader.Close()
	for _, err := range reader.Chunks() {
		if err != nil || u.random.IntN(4) == 0 {
			return err
		}
	}
	return nil
}

func (u *user) readFiles(folder string) error {
	from, to := filepath.Join(folder, "from"), filepath.Join(folder, "to")
	data, _ := io.ReadAll(u.data)
	if err := os.WriteFile(from, data, 0o600); err != nil {
		return err
	}
	_, err := reel.Check(from, u.options()...)
	how := reel.Conversion{Repair: u.random.IntN(2) == 0, Anonymise: u.random.IntN(2) == 0, Replace: u.random.IntN(4) > 0}
	return errors.Join(err, reel.Convert(from, to, how, u.options()...))
}

// call does one thing, and returns whether it failed.
func (u *user) call(folder string) (failed bool) {
	defer func() {
		if caught := recover(); caught != nil && caught != errUser {
			panic(caught)
		} else if caught != nil {
			failed = true
		}
	}()
	switch u.random.IntN(3) {
	case 0:
		return u.read() != nil
	case 1:
		return u.readChunks() != nil
	default:
		return u.readFiles(folder) != nil
	}
}

// Random calls with damaged files, callbacks that panic, readers and writers that fail: nothing of them is kept. go test -asan looks for what
// the library keeps.
func TestNothingOutlivesItsUser(t *testing.T) {
	files, _ := filepath.Glob(golden("*/golden/*"))
	damaged, _ := filepath.Glob(golden("*/bad/*"))
	files = append(files, damaged...)
	random := rand.New(rand.NewPCG(35, 35))
	folder := t.TempDir()
	failures, calls := 0, 1500
	for range calls {
		data, err := os.ReadFile(files[random.IntN(len(files))])
		if err != nil || len(data) == 0 || len(data) > 100000 {
			continue
		}
		if random.IntN(2) == 0 {
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		}
		if random.IntN(4) == 0 {
			data = data[:random.IntN(len(data))]
		}
		if newUser(random, data).call(folder) {
			failures++
		}
	}
	if failures < calls/10 || failures > calls*9/10 {
		t.Errorf("%d of %d calls fail", failures, calls)
	}
	for tries := 0; users.Load() > 0 && tries < 2000; tries++ {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if left := users.Load(); left > 0 {
		t.Errorf("%d of what the calls were given is kept", left)
	}
}
