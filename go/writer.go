// SPDX-License-Identifier: MIT

package reel

/*
#include <reel/insight.h>
#include <reel/reel.h>
#include <stdlib.h>

extern int goWrite(uintptr_t, void *, size_t, reel_error *);
extern void goForget(uintptr_t);

static reel_status write_sink(void *context, const void *data, size_t size, reel_error *error)
{
    return (reel_status)goWrite((uintptr_t)context, (void *)data, size, error);
}
static reel_status commit(void *context, reel_error *error)
{
    (void)error;
    goForget((uintptr_t)context);
    return REEL_OK;
}
static void discard(void *context) { goForget((uintptr_t)context); }

static reel_sink sink_of(uintptr_t handle)
{
    reel_sink sink = { .context = (void *)handle, .write = write_sink, .commit = commit, .discard = discard };
    return sink;
}

static reel_status convert(reel_source source, const reel_options *options, const reel_format *to, reel_sink sink, uint32_t flags,
                           reel_error *error)
{
    reel_convert_options how = { .struct_size = sizeof how, .flags = flags };
    return reel_convert(source, options, to, sink, &how, error);
}

static reel_status check_with(reel_source source, const reel_options *options, const reel_replay *level, reel_error *error)
{
    const reel_insight_options beside = { .struct_size = sizeof beside, .level = level };
    reel_survey survey = { .struct_size = sizeof survey, .flags = REEL_SURVEY_CHECK, .insight_options = &beside };
    return reel_survey_run(source, options, &survey, error);
}

static void close_input(reel_source source)
{
    if (source.close) source.close(source.context);
}
*/
import "C"

import (
	"io"
	"runtime"
	"runtime/cgo"
	"slices"
	"unsafe"
)

func formatOf(id string) (*C.reel_format, error) {
	name, err := cString(id)
	if err != nil {
		return nil, err
	}
	defer C.free(unsafe.Pointer(name))
	format := C.reel_format_by_id(nil, name)
	if format == nil {
		return nil, &Error{Status: Unsupported, Rule: "go.format", Message: "there is no format " + id}
	}
	return format, nil
}

// Writer writes a replay of rows that are appended in any order. Without Finish there is no file. One goroutine may
// use it at a time.
type Writer struct {
	raw    *C.reel_writer
	output *stream
}

// sink makes a C sink of a writer of bytes.
func (s *stream) sink() C.reel_sink { return C.sink_of(C.uintptr_t(cgo.NewHandle(s))) }

// Create starts a new file; an error if there is one.
func Create(path, format string) (*Writer, error) {
	id, err := formatOf(format)
	if err != nil {
		return nil, err
	}
	name, err := cString(path)
	if err != nil {
		return nil, err
	}
	defer C.free(unsafe.Pointer(name))
	writer := &Writer{output: &stream{}}
	var failed C.reel_error
	if C.reel_create_file(name, id, nil, &writer.raw, &failed) < 0 {
		return nil, errorOf(&failed)
	}
	return writer, nil
}

// NewWriter writes to a writer of bytes.
func NewWriter(to io.Writer, format string) (*Writer, error) {
	id, err := formatOf(format)
	if err != nil {
		return nil, err
	}
	writer := &Writer{output: &stream{to: to}}
	var failed C.reel_error
	if C.reel_create(writer.output.sink(), id, nil, &writer.raw, &failed) < 0 {
		return nil, errorOf(&failed)
	}
	return writer, nil
}

// Append adds rows of the table to a writer, which copies them. Rows that no file of the format can have are an error,
// and the writer goes on without them. Any other failure is permanent.
func (t Table[T]) Append(to *Writer, rows ...T) error {
	if to.raw == nil {
		return ErrClosed
	}
	if len(rows) == 0 {
		return nil
	}
	table := t.raw()
	var pinner runtime.Pinner
	defer pinner.Unpin()
	t.pin(&pinner, rows)
	if C.reel_append(to.raw, table, unsafe.Pointer(&rows[0]), C.size_t(len(rows))) < 0 {
		return to.refused()
	}
	return nil
}

// Replace puts a row in the place of the one that the table has, of which a replay has one, or makes it the first. An
// error if it may have been written already, or the table has many rows.
func (t Table[T]) Replace(to *Writer, row T) error {
	if to.raw == nil {
		return ErrClosed
	}
	table := t.raw()
	rows := []T{row}
	var pinner runtime.Pinner
	defer pinner.Unpin()
	t.pin(&pinner, rows)
	if C.reel_replace(to.raw, table, unsafe.Pointer(&rows[0])) < 0 {
		return to.refused()
	}
	return nil
}

// pin keeps the texts of rows where they are.
func (t Table[T]) pin(pinner *runtime.Pinner, rows []T) {
	for i := range rows {
		for _, offset := range *t.texts {
			if text := (*Text)(unsafe.Add(unsafe.Pointer(&rows[i]), offset)); text.size > 0 {
				pinner.Pin(text.data)
			}
		}
	}
}

// refused is why the last rows were not taken.
func (w *Writer) refused() error { return errorFrom(C.reel_writer_error(w.raw), w.output.failed) }

// Append adds all rows of a replay or a chunk of the same format.
func (w *Writer) Append(rows Rows) error {
	if w.raw == nil {
		return ErrClosed
	}
	chunk, done, err := rows.chunk()
	if err != nil {
		return err
	}
	defer done()
	if C.reel_append_chunk(w.raw, chunk) < 0 {
		return w.refused()
	}
	return nil
}

// Flush writes out what was appended, as far as the format can.
func (w *Writer) Flush() error {
	if w.raw == nil {
		return ErrClosed
	}
	var failed C.reel_error
	if C.reel_flush(w.raw, &failed) < 0 {
		return errorFrom(&failed, w.output.failed)
	}
	return nil
}

// Finish completes the file. The writer is then closed, also if it fails.
func (w *Writer) Finish() error {
	if w.raw == nil {
		return ErrClosed
	}
	raw := w.raw
	w.raw = nil
	var failed C.reel_error
	if C.reel_finish(raw, &failed) < 0 {
		return errorFrom(&failed, w.output.failed)
	}
	return nil
}

// Discard leaves no file, but a spool. It does nothing after Finish, so that it can be deferred.
func (w *Writer) Discard() {
	C.reel_discard(w.raw)
	w.raw = nil
}

// WriteTo writes the replay. As it was read, its bytes are those of the file that it is from.
func (r *Replay) WriteTo(to io.Writer) (int64, error) {
	chunk, done, err := r.chunk()
	if err != nil {
		return 0, err
	}
	defer done()
	format := C.reel_replay_format(r.raw)
	if format == nil {
		return 0, argument("go.statistics", "statistics have no file format")
	}
	counter := &counter{to: to}
	output := stream{to: counter}
	var failed C.reel_error
	if C.reel_write(chunk, format, output.sink(), nil, &failed) < 0 {
		return counter.count, errorFrom(&failed, output.failed)
	}
	return counter.count, nil
}

type counter struct {
	to    io.Writer
	count int64
}

func (c *counter) Write(data []byte) (int, error) {
	count, err := c.to.Write(data)
	c.count += int64(count)
	return count, err
}

// ---- recording ----------------------------------------------------------------------------------------------------

// Recorder records a play from the loop of a game. Rows go to a spool beside the file, so that a crash loses at most
// a second.
type Recorder struct {
	Writer
	path string
}

// Path is the file that Finish makes.
func (r *Recorder) Path() string { return r.path }

func spoolOf(path string) string { return path + ".spool" }

// StartRecording starts a recording. It overwrites nothing, and a file that exists is no error: that of a second play has
// -2, -3, ... before the ending of its name. What crashes have left in the folder becomes files first.
func StartRecording(path, format string) (*Recorder, error) {
	id, err := formatOf(format)
	if err != nil {
		return nil, err
	}
	name, err := cString(path)
	if err != nil {
		return nil, err
	}
	defer C.free(unsafe.Pointer(name))
	size := C.size_t(len(path) + 16) // and a number
	file := (*C.char)(C.malloc(size))
	defer C.free(unsafe.Pointer(file))
	recorder := &Recorder{}
	var failed C.reel_error
	if C.reel_record_file(name, id, nil, &recorder.raw, file, size, &failed) < 0 {
		return nil, errorOf(&failed)
	}
	recorder.output = &stream{}
	recorder.path = C.GoString(file)
	return recorder, nil
}

// Record adds a row.
func (t Table[T]) Record(to *Recorder, row T) error { return t.Append(&to.Writer, row) }

// Recover completes the file of a recording that a crash ended, and removes its spool. False: there is no spool, or
// only one of a program that still writes it.
func Recover(path string) (bool, error) {
	name, err := cString(path)
	if err != nil {
		return false, err
	}
	defer C.free(unsafe.Pointer(name))
	spool := C.CString(spoolOf(path))
	defer C.free(unsafe.Pointer(spool))
	var failed C.reel_error
	status := C.reel_recover(spool, name, nil, &failed)
	if status < 0 {
		return false, errorOf(&failed)
	}
	return status == C.REEL_OK, nil
}

// ---- jobs -----------------------------------------------------------------------------------------------------------

// Conversion says how to convert. The zero value keeps everything.
type Conversion struct {
	To                         string // id of a format; empty: that of the file
	Repair, Anonymise, Replace bool
}

// Convert converts or repairs a file. The output is read back and compared before it gets its name. Each loss, and
// each correction of a repair, is a finding.
func Convert(from, to string, how Conversion, options ...Option) error {
	var format *C.reel_format
	var err error
	if how.To != "" {
		if format, err = formatOf(how.To); err != nil {
			return err
		}
	}
	name, err := cString(to)
	if err != nil {
		return err
	}
	defer C.free(unsafe.Pointer(name))
	r, err := newReading(options)
	if err != nil {
		return err
	}
	defer r.free()
	input, err := fileSource(from)
	if err != nil {
		return err
	}
	var flags, file C.uint32_t
	for _, set := range []struct {
		wanted bool
		to     *C.uint32_t
		flag   C.uint32_t
	}{{how.Repair, &flags, C.REEL_REPAIR}, {how.Anonymise, &flags, C.REEL_ANONYMISE}, {how.Replace, &file, C.REEL_FILE_REPLACE}} {
		if set.wanted {
			*set.to |= set.flag
		}
	}
	var sink C.reel_sink
	var failed C.reel_error
	if C.reel_sink_file(name, file, &sink, &failed) < 0 {
		C.close_input(input)
		return errorOf(&failed)
	}
	return r.done(C.convert(input, r.raw, format, sink, flags, &failed), &failed)
}

// Check reports what is wrong with a file: damage, violations of the format, implausible data.
func Check(path string, options ...Option) ([]Finding, error) { return check(path, nil, options) }

// CheckWithLevel also reports events that what was played cannot have caused: level is the map, opened like a replay.
func CheckWithLevel(path string, level *Replay, options ...Option) ([]Finding, error) {
	_, done, err := level.chunk()
	if err != nil {
		return nil, err
	}
	defer done()
	return check(path, level.raw, options)
}

func check(path string, level *C.reel_replay, options []Option) ([]Finding, error) {
	var found []Finding
	collect := func(r *reading) {
		also := r.onFinding
		r.onFinding = func(finding Finding) {
			found = append(found, finding)
			if also != nil {
				also(finding)
			}
		}
	}
	r, err := newReading(append(slices.Clone(options), collect))
	if err != nil {
		return nil, err
	}
	defer r.free()
	input, err := fileSource(path)
	if err != nil {
		return nil, err
	}
	var failed C.reel_error
	status := C.check_with(input, r.raw, level, &failed)
	if err := r.done(status, &failed); err != nil {
		return nil, err
	}
	return found, nil
}
