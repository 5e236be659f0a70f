// SPDX-License-Identifier: MIT

package reel_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/iotest"

	"reel"
)

func golden(name string) string {
	return filepath.Join("..", "tests", "formats", filepath.FromSlash(name))
}

var play = golden("bsor/golden/full.bsor")

func open(t *testing.T, options ...reel.Option) *reel.Replay {
	t.Helper()
	replay, err := reel.Open(play, options...)
	if err != nil {
		t.Fatal(err)
	}
	return replay
}

func cut(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile(play)
	if err != nil {
		t.Fatal(err)
	}
	return data[:len(data)/2]
}

func status(t *testing.T, err error, wanted error) {
	t.Helper()
	if !errors.Is(err, wanted) {
		t.Errorf("got %v, not %v", err, wanted)
	}
}

func rule(t *testing.T, err error, wanted string) {
	t.Helper()
	var failed *reel.Error
	if !errors.As(err, &failed) || failed.Rule != wanted {
		t.Errorf("got %v, not %s", err, wanted)
	}
}

func TestRowsAreTypedOrByName(t *testing.T) {
	replay := open(t)
	defer replay.Close()
	tables, err := reel.Tables(replay)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(tables, func(table reel.AnyRows) bool { return table.Name == "notes" })
	if notes := reel.BsorNotes.Of(replay); len(notes) == 0 || len(notes) != tables[at].Len {
		t.Error(len(notes))
	}
	if len(reel.GdrInputs.Of(replay)) != 0 {
		t.Error("a table of another format has rows")
	}
	defer func() {
		if recover() == nil {
			t.Error("a row beyond the end")
		}
	}()
	tables[at].Bytes(tables[at].Len, &tables[at].Fields[0])
}

func TestUseAfterClose(t *testing.T) {
	replay := open(t)
	if err := replay.Close(); err != nil {
		t.Error(err)
	}
	_, err := reel.BsorNotes.Rows(replay)
	status(t, err, reel.ErrClosed)
	status(t, replay.Close(), reel.ErrClosed)
	_, err = replay.WriteTo(io.Discard)
	status(t, err, reel.ErrClosed)
	_, err = replay.Statistics("beatsaber")
	status(t, err, reel.ErrClosed)
	if replay.Damage() != nil || replay.Format() != "" {
		t.Error("something is left")
	}
	reader, err := reel.OpenReader(play)
	if err != nil {
		t.Fatal(err)
	}
	first, err := reader.Next()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Next(); err != io.EOF {
		t.Error(err)
	}
	_, err = reel.BsorNotes.Rows(first)
	status(t, err, reel.ErrClosed)
	reader.Close()
	_, err = reader.Next()
	status(t, err, reel.ErrClosed)
	status(t, reader.Close(), reel.ErrClosed)
}

func TestNulAndMissing(t *testing.T) {
	_, err := reel.Open("play\x00.bsor")
	rule(t, err, "go.nul")
	_, err = reel.Create("play\x00.bsor", "bsor")
	rule(t, err, "go.nul")
	_, err = reel.Create("play.bsor", "bs\x00or")
	rule(t, err, "go.nul")
	_, err = reel.Open(play, reel.Select("a\x00b"))
	rule(t, err, "go.nul")
	replay := open(t)
	defer replay.Close()
	folder, nul := t.TempDir(), "a\x00b"
	to := filepath.Join(folder, "to")
	calls := map[string]func() error{
		"OpenReader":     func() error { _, err := reel.OpenReader(nul); return err },
		"Statistics":     func() error { _, err := replay.Statistics(nul); return err },
		"NewWriter":      func() error { _, err := reel.NewWriter(io.Discard, nul); return err },
		"StartRecording": func() error { _, err := reel.StartRecording(nul, "bsor"); return err },
		"format":         func() error { _, err := reel.StartRecording(to, nul); return err },
		"Recover":        func() error { _, err := reel.Recover(nul); return err },
		"Check":          func() error { _, err := reel.Check(nul); return err },
		"from":           func() error { return reel.Convert(nul, to, reel.Conversion{}) },
		"to":             func() error { return reel.Convert(play, nul, reel.Conversion{}) },
		"To":             func() error { return reel.Convert(play, to, reel.Conversion{To: nul}) },
	}
	for name, option := range map[string]reel.Option{"Select": reel.Select("notes", nul), "field": reel.Expect(nul, "x"),
		"value": reel.Expect("player_id", nul)} {
		calls[name+" of Open"] = func() error { _, err := reel.Open(play, option); return err }
		calls[name+" of OpenReader"] = func() error { _, err := reel.OpenReader(play, option); return err }
		calls[name+" of Check"] = func() error { _, err := reel.Check(play, option); return err }
		calls[name+" of Convert"] = func() error { return reel.Convert(play, to, reel.Conversion{}, option) }
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) { rule(t, call(), "go.nul") })
	}
	if made, _ := os.ReadDir(folder); len(made) > 0 {
		t.Error("a file of half a name")
	}
	_, err = reel.Open(filepath.Join(folder, "none"))
	status(t, err, reel.IO)
	_, err = reel.Create("play.bsor", "chess")
	rule(t, err, "go.format")
	if _, err = reel.Open(play, reel.Select("nots")); err == nil {
		t.Error("an unknown table")
	}
}

type panics struct{}

func (panics) Read([]byte) (int, error)  { panic("no") }
func (panics) Write([]byte) (int, error) { panic("no") }

type liar struct{}

func (liar) Read(room []byte) (int, error) { return len(room) + 1, nil }

func TestPanics(t *testing.T) {
	func() {
		defer func() {
			if recover() != "no" {
				t.Error("the panic is lost")
			}
		}()
		reel.Read(bytes.NewReader(cut(t)), reel.OnFinding(func(reel.Finding) { panic("no") }))
	}()
	_, err := reel.Read(panics{})
	rule(t, err, "go.io")
	_, err = reel.Read(liar{})
	rule(t, err, "go.io")
	replay := open(t)
	defer replay.Close()
	_, err = replay.WriteTo(panics{})
	rule(t, err, "go.io")
}

// What a reader or a writer of the caller fails with can be found in the error.
func TestCauses(t *testing.T) {
	cause := errors.New("the line is dead")
	_, err := reel.Read(iotest.ErrReader(cause))
	status(t, err, cause)
	status(t, err, reel.IO)
	dead := func() io.Reader { return io.MultiReader(bytes.NewReader(cut(t)), iotest.ErrReader(cause)) }
	_, err = reel.Read(dead())
	status(t, err, cause)
	if reader, err := reel.NewReader(dead()); err == nil {
		for _, err = range reader.Chunks() {
			if err != nil {
				status(t, err, cause)
			}
		}
		reader.Close()
	} else {
		status(t, err, cause)
	}
	replay := open(t)
	defer replay.Close()
	_, err = replay.WriteTo(failing{cause})
	status(t, err, cause)
	writer, err := reel.NewWriter(failing{cause}, "bsor")
	if err != nil {
		t.Fatal(err)
	}
	status(t, errors.Join(writer.Append(replay), writer.Finish()), cause)
	_, err = reel.Read(bytes.NewReader([]byte("nothing")))
	if errors.Is(err, cause) || errors.Unwrap(err) != nil {
		t.Error(err)
	}
}

type failing struct{ cause error }

func (f failing) Write([]byte) (int, error) { return 0, f.cause }

func long(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	writer, err := reel.NewWriter(&out, "bsor")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(reel.BsorInfos.Append(writer, reel.BsorInfo{}), reel.BsorFrames.Append(writer, make([]reel.BsorFrame, 100000)...),
		writer.Finish()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestContextCancels(t *testing.T) {
	data := long(t)
	ctx, cancel := context.WithCancel(context.Background())
	_, err := reel.Read(bytes.NewReader(data), reel.WithContext(ctx), reel.OnProgress(func(uint64) bool { cancel(); return true }), reel.OnFinding(func(reel.Finding) {}))
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_, err = reel.Read(bytes.NewReader(data), reel.WithContext(ctx))
	status(t, err, context.Canceled)
	_, err = reel.Read(bytes.NewReader(data), reel.OnProgress(func(uint64) bool { return false }))
	status(t, err, reel.Cancelled)
}

func TestAppendedReplay(t *testing.T) {
	replay := open(t)
	defer replay.Close()
	original, _ := os.ReadFile(play)
	var copied bytes.Buffer
	writer, err := reel.NewWriter(&copied, "bsor")
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Discard()
	if err := errors.Join(writer.Append(replay), writer.Finish()); err != nil || !bytes.Equal(copied.Bytes(), original) {
		t.Error(err)
	}
	status(t, writer.Finish(), reel.ErrClosed)
	status(t, writer.Flush(), reel.ErrClosed)
	status(t, reel.BsorFrames.Append(writer, reel.BsorFrame{}), reel.ErrClosed)
}

func TestRefusedRow(t *testing.T) {
	var made bytes.Buffer
	writer, err := reel.NewWriter(&made, "bsor")
	if err != nil {
		t.Fatal(err)
	}
	rule(t, reel.BsorNotes.Append(writer, reel.BsorNote{EventType: 9}), "bsor.event-type")
	if err := errors.Join(reel.BsorInfos.Append(writer, reel.BsorInfo{}), reel.BsorFrames.Append(writer, reel.BsorFrame{}),
		writer.Finish()); err != nil {
		t.Fatal(err)
	}
	replay, err := reel.Read(&made)
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	if len(reel.BsorNotes.Of(replay)) != 0 || len(reel.BsorFrames.Of(replay)) != 1 {
		t.Error("other rows")
	}
}

// Go programs cannot fork, but start others, which get no handle of the recording.
func TestProgramWhileRecording(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.bsor")
	recorder, err := reel.StartRecording(path, "bsor")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(reel.BsorInfos.Record(recorder, reel.BsorInfo{}), recorder.Flush(), exec.Command("true").Run(),
		reel.BsorFrames.Record(recorder, reel.BsorFrame{}), recorder.Finish()); err != nil {
		t.Fatal(err)
	}
	replay, err := reel.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	if len(reel.BsorFrames.Of(replay)) != 1 {
		t.Error("other rows")
	}
}

func TestInvalidText(t *testing.T) {
	_, err := reel.Open("\xff\xfe.bsor")
	status(t, err, reel.IO)
	_, err = reel.Open(play, reel.Select("\xff"))
	if err == nil {
		t.Error("an unknown table")
	}
}

func TestSpoolBecomesAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.bsor")
	if recovered, err := reel.Recover(path); recovered || err != nil {
		t.Fatal(recovered, err)
	}
	recorder, err := reel.StartRecording(path, "bsor")
	if err != nil {
		t.Fatal(err)
	}
	name := string([]byte("Zoë"))
	if err := errors.Join(reel.BsorInfos.Record(recorder, reel.BsorInfo{PlayerName: reel.NewText(name)}),
		reel.BsorFrames.Record(recorder, reel.BsorFrame{Time: 1}), recorder.Flush()); err != nil {
		t.Fatal(err)
	}
	recorder.Discard()
	if recovered, err := reel.Recover(path); !recovered || err != nil {
		t.Fatal(recovered, err)
	}
	replay, err := reel.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	if got := reel.BsorInfos.Of(replay)[0].PlayerName.String(); got != name {
		t.Error(got)
	}
	second, err := reel.StartRecording(path, "bsor")
	if err != nil || filepath.Base(second.Path()) != "play-2.bsor" {
		t.Fatal(second, err)
	}
	if err := errors.Join(reel.BsorInfos.Record(second, reel.BsorInfo{}), second.Flush()); err != nil {
		t.Fatal(err)
	}
	second.Discard()
	third, err := reel.StartRecording(path, "bsor") // completes what is left
	if err != nil || filepath.Base(third.Path()) != "play-3.bsor" {
		t.Fatal(third, err)
	}
	third.Discard()
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), "play-2.bsor")); err != nil {
		t.Error(err)
	}
}

func TestJobs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.dat")
	if err := reel.Convert(play, path, reel.Conversion{To: "scoresaber"}); err != nil {
		t.Error(err)
	}
	var lost []reel.Finding
	again := reel.Conversion{To: "scoresaber", Replace: true}
	if err := reel.Convert(play, path, again, reel.OnFinding(func(f reel.Finding) { lost = append(lost, f) })); err != nil || len(lost) == 0 {
		t.Error(lost, err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	status(t, reel.Convert(play, path, again, reel.WithContext(ended)), context.Canceled)
	func() {
		defer func() {
			if recover() != "no" {
				t.Error("the panic is lost")
			}
		}()
		reel.Convert(play, path, again, reel.OnFinding(func(reel.Finding) { panic("no") }))
	}()
	replay := open(t)
	statistics, err := replay.Statistics("beatsaber")
	if err != nil {
		t.Fatal(err)
	}
	evidence, err := replay.Statistics("evidence")
	if err != nil {
		t.Fatal(err)
	}
	defer evidence.Close()
	if len(reel.BeatsaberEvidences.Of(evidence)) != 1 || len(reel.BeatsaberEvidences.Of(statistics)) != 0 {
		t.Error("the evidence is there if it is asked for")
	}
	motion, err := replay.Statistics("motion")
	if err != nil {
		t.Fatal(err)
	}
	defer motion.Close()
	if len(reel.BeatsaberSamples.Of(motion)) == 0 {
		t.Error("no samples")
	}
	if _, err := replay.Statistics("frames"); err == nil {
		t.Error("statistics of a table of the format")
	}
	replay.Close() // statistics do not need it
	defer statistics.Close()
	if len(reel.BeatsaberSummaries.Of(statistics)) != 1 || statistics.Format() != "" {
		t.Error("no summary")
	}
	if _, err := statistics.Statistics("beatsaber"); err == nil {
		t.Error("statistics of statistics")
	}
}

func TestPlaysAreJudgedWithTheirMap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.dat")
	if err := reel.Convert(play, path, reel.Conversion{To: "beatsaber-map"}); err != nil {
		t.Fatal(err)
	}
	level, err := reel.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	replay := open(t)
	defer replay.Close()
	for _, with := range []*reel.Replay{nil, level} {
		statistics, err := replay.Statistics("beatsaber")
		if with != nil {
			statistics.Close()
			statistics, err = replay.StatisticsWithLevel("beatsaber", with)
		}
		if err != nil {
			t.Fatal(err)
		}
		rows := reel.BeatsaberLevels.Of(statistics)
		if with == nil && len(rows) != 0 || with != nil && (len(rows) != 1 || rows[0].Notes == 0) {
			t.Error("rows of the level", len(rows))
		}
		statistics.Close()
		findings, err := reel.Check(play)
		if with != nil {
			findings, err = reel.CheckWithLevel(play, with)
		}
		if err != nil {
			t.Fatal(err)
		}
		judged := slices.ContainsFunc(findings, func(f reel.Finding) bool { return f.Rule == "beatsaber.level-play" })
		if judged != (with != nil) {
			t.Error("a finding about the level", judged)
		}
	}
	other := open(t)
	defer other.Close()
	var failed *reel.Error
	if _, err := replay.StatisticsWithLevel("beatsaber", other); !errors.As(err, &failed) || failed.Rule != "level.none" {
		t.Error(err)
	}
	if _, err := replay.StatisticsWithLevel("beatsaber", replay); err == nil {
		t.Error("its own level")
	}
	level.Close()
	if _, err := replay.StatisticsWithLevel("beatsaber", level); !errors.Is(err, reel.ErrClosed) {
		t.Error(err)
	}
	if _, err := reel.CheckWithLevel(play, level); !errors.Is(err, reel.ErrClosed) {
		t.Error(err)
	}
}

func TestGoroutinesReadOneReplay(t *testing.T) {
	replay := open(t)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 100 {
				if _, err := reel.BsorFrames.Rows(replay); err != nil && err != reel.ErrClosed {
					t.Error(err)
				}
			}
		}()
	}
	replay.Close()
	group.Wait()
}
