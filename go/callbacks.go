// SPDX-License-Identifier: MIT

package reel

/*
#include <reel/reel.h>
#include <string.h>
*/
import "C"

import (
	"fmt"
	"io"
	"runtime/cgo"
	"unsafe"
)

// guard calls work; a panic is kept for the call that is running, and ends it.
func (r *reading) guard(work func()) (fine bool) {
	if r.panics != nil {
		return false
	}
	defer func() {
		if caught := recover(); caught != nil {
			r.panics = caught
			fine = false
		}
	}()
	work()
	return true
}

//export goReport
func goReport(handle C.uintptr_t, raw *C.reel_finding) {
	r := cgo.Handle(handle).Value().(*reading)
	if r.onFinding == nil {
		return
	}
	finding := Finding{Rule: C.GoString(raw.rule), Section: C.GoString(raw.section), Message: C.GoString(raw.message),
		Severity: int(raw.severity), Offset: uint64(raw.offset), Row: uint64(raw.row), Count: uint64(raw.count)}
	if raw.table != nil {
		finding.Table = C.GoString(raw.table.name)
	}
	r.guard(func() { r.onFinding(finding) })
}

//export goProgress
func goProgress(handle C.uintptr_t, now *C.reel_progress) C.bool {
	r := cgo.Handle(handle).Value().(*reading)
	goOn := r.ctx == nil || r.ctx.Err() == nil
	fine := r.guard(func() {
		if goOn && r.onProgress != nil {
			goOn = r.onProgress(uint64(now.read))
		}
	})
	return C.bool(fine && goOn)
}

// ioFailure fills in the error of a reader or writer of Go.
func ioFailure(err error, raw *C.reel_error) C.int {
	if raw != nil {
		C.memset(unsafe.Pointer(raw), 0, C.size_t(unsafe.Sizeof(*raw)))
		raw.status, raw.rule, raw.section = C.REEL_IO, ruleIO, noSection
		message := err.Error()
		for i := range min(len(message), len(raw.message)-1) {
			raw.message[i] = C.char(message[i])
		}
	}
	return C.REEL_IO
}

var ruleIO, noSection = C.CString("go.io"), C.CString("") // for the life of the program

// stream is a reader or a writer of the caller.
type stream struct {
	from   io.Reader
	to     io.Writer
	failed error // what it failed with
}

// guarded turns a panic into an error.
func guarded(work func() error) (err error) {
	defer func() {
		switch caught := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("a reader or writer panicked: %w", caught)
		default:
			err = fmt.Errorf("a reader or writer panicked: %v", caught)
		}
	}()
	return work()
}

//export goRead
func goRead(handle C.uintptr_t, buffer unsafe.Pointer, capacity C.size_t, got *C.size_t, raw *C.reel_error) C.int {
	input := cgo.Handle(handle).Value().(*stream)
	C.memset(buffer, 0, capacity)
	count := 0
	err := guarded(func() (err error) {
		for tries := 0; count == 0 && err == nil; tries++ {
			if tries == 100 {
				return io.ErrNoProgress
			}
			count, err = input.from.Read(unsafe.Slice((*byte)(buffer), int(capacity)))
			if count < 0 || count > int(capacity) {
				count = 0
				return fmt.Errorf("a reader returned a wrong count")
			}
		}
		return err
	})
	*got = C.size_t(max(count, 0))
	switch {
	case count > 0:
		return C.REEL_OK // a failure comes again
	case err == io.EOF:
		return C.REEL_END
	default:
		input.failed = err
		return ioFailure(err, raw)
	}
}

//export goWrite
func goWrite(handle C.uintptr_t, data unsafe.Pointer, size C.size_t, raw *C.reel_error) C.int {
	output := cgo.Handle(handle).Value().(*stream)
	err := guarded(func() error {
		count, err := output.to.Write(unsafe.Slice((*byte)(data), int(size)))
		if err == nil && count != int(size) {
			err = io.ErrShortWrite
		}
		return err
	})
	if err != nil {
		output.failed = err
		return ioFailure(err, raw)
	}
	return C.REEL_OK
}

//export goForget
func goForget(handle C.uintptr_t) { cgo.Handle(handle).Delete() }
