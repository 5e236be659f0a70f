// SPDX-License-Identifier: MIT

// Package reel reads, writes, checks and records game replays: Beat Saber, Geometry Dash, DDNet and Echo VR. It uses
// libreel by cgo.
//
// Rows are structs in slices that show the memory of the library: those of a Replay are valid until Close, those of a
// Chunk until the next one. Clone a slice, and the text in it, to keep it longer. A call on something that was closed
// returns ErrClosed. What a callback panics with comes out of the call that it was given to.
package reel

/*
#cgo pkg-config: reel
#include <reel/bsor.h>
#include <reel/insight.h>
#include <reel/reel.h>
#include <stdlib.h>
#include <string.h>

extern void goReport(uintptr_t, reel_finding *);
extern _Bool goProgress(uintptr_t, reel_progress *);
extern int goRead(uintptr_t, void *, size_t, size_t *, reel_error *);
extern void goForget(uintptr_t);

static void report(void *context, const reel_finding *finding) { goReport((uintptr_t)context, (reel_finding *)finding); }
static bool progress(void *context, const reel_progress *now) { return goProgress((uintptr_t)context, (reel_progress *)now); }
static reel_status read_source(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    return (reel_status)goRead((uintptr_t)context, buffer, capacity, got, error);
}
static void forget(void *context) { goForget((uintptr_t)context); }

// The statistics of this name, or of the table of this name. Tables on request are computed if they are named. level: NULL, or what was played.
static reel_status run_statistics(const char *name, const reel_format *format, const reel_chunk *chunk, const reel_replay *level,
                                  reel_replay **result, reel_error *error)
{
    reel_insight_options how = { .struct_size = sizeof how, .level = level };
    const reel_insight *insight = reel_insight_by_id(name);
    const reel_table *named[] = { NULL, NULL };
    if (!insight && format) named[0] = reel_find_table(format, name, &insight);
    if (!insight || !format) return REEL_END;
    if (named[0]) how.tables = named;
    else if (insight->tables && insight->tables[0]->flags & REEL_TABLE_ON_REQUEST) how.tables = insight->tables;
    return reel_insight_run_chunk(insight, format, chunk, &how, result, error);
}

static reel_source source_of(uintptr_t handle)
{
    reel_source source = { .context = (void *)handle, .size = REEL_UNKNOWN_SIZE, .read = read_source, .close = forget };
    return source;
}

static reel_options *new_options(void)
{
    reel_options *options = calloc(1, sizeof *options);
    if (options) options->struct_size = sizeof *options;
    return options;
}

// Without them, the library does not call Go, which would cost more than to read a small file.
static void call_back(reel_options *options, uintptr_t handle, _Bool reports, _Bool progresses)
{
    if (reports) options->report = report;
    if (progresses) options->on_progress = progress;
    options->report_context = options->progress_context = (void *)handle;
}

// A copy of a path, with the NUL that Go does not have. NULL without memory.
static char *terminated(_GoString_ path)
{
    size_t size = _GoStringLen(path);
    char *copy = malloc(size + 1);
    if (!copy) return NULL;
    memcpy(copy, _GoStringPtr(path), size);
    copy[size] = 0;
    return copy;
}

// One call from Go, not four: each costs as much as to read some hundred rows.
static reel_status load_path(_GoString_ path, const reel_options *options, reel_replay **replay, reel_error *error)
{
    char *name = terminated(path);
    if (!name) return error->status = REEL_MEMORY;
    reel_status status = reel_load_file(name, options, replay, error);
    free(name);
    return status;
}
static reel_status open_path(_GoString_ path, const reel_options *options, reel_reader **reader, reel_error *error)
{
    char *name = terminated(path);
    if (!name) return error->status = REEL_MEMORY;
    reel_status status = reel_open_file(name, options, reader, error);
    free(name);
    return status;
}

// The table of a format or of statistics, as the library has it.
static const reel_table *find_table(const char *owner, const char *name)
{
    const reel_format *format = reel_format_by_id(NULL, owner);
    if (format) return reel_format_table(format, name);
    const reel_insight *insight = reel_insight_by_id(owner);
    for (size_t i = 0; insight && insight->tables && insight->tables[i]; i++)
        if (strcmp(insight->tables[i]->name, name) == 0) return insight->tables[i];
    return NULL;
}

static const reel_table *table_at(const reel_table *const *list, size_t index) { return list[index]; }
static const reel_field *field_at(const reel_table *table, size_t index) { return &table->fields[index]; }
static int field_type(const reel_field *field) { return field->type; }
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"runtime/cgo"
	"strings"
	"sync"
	"unsafe"
)

// Version is the version of the library.
func Version() string { return C.GoString(C.reel_version()) }

// ErrClosed is returned, and is what Table.Of panics with, after a Close.
var ErrClosed = errors.New("reel: used after it was closed")

// Status is the kind of a failure. It is an error, so that errors.Is(err, reel.Truncated) works.
type Status int

const (
	IO          Status = C.REEL_IO          // the operating system, or a reader or writer of the caller
	Truncated   Status = C.REEL_TRUNCATED   // the file ends inside a structure
	Corrupt     Status = C.REEL_CORRUPT     // the bytes contradict the format
	Unsupported Status = C.REEL_UNSUPPORTED // unknown format, version or variant
	Limit       Status = C.REEL_LIMIT       // valid, but exceeds the limits
	Memory      Status = C.REEL_MEMORY      // out of memory
	Argument    Status = C.REEL_ARGUMENT    // invalid argument
	Loss        Status = C.REEL_LOSS        // the output would not hold what the input held
	Cancelled   Status = C.REEL_CANCELLED   // stopped by a context
)

func (s Status) Error() string { return C.GoString(C.reel_status_name(C.reel_status(s))) }

// Error says why a call failed, and where in the file.
type Error struct {
	Status  Status
	Rule    string // id of the violated rule: "bsor.frame-count"
	Section string // part of the file: "frames"
	Offset  uint64 // byte offset in the decompressed file
	Message string
	cause   error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s (%s, %s, byte %d)", e.Message, e.Status.Error(), e.Rule, e.Offset)
}

// Is reports whether target is the status of the error.
func (e *Error) Is(target error) bool { return target == e.Status }

// Unwrap is the error of the caller's io.Reader or io.Writer, or nil.
func (e *Error) Unwrap() error { return e.cause }

func errorOf(raw *C.reel_error) *Error { return errorFrom(raw, nil) }

// errorFrom is errorOf after calls of a reader or writer of Go, which failed with `cause`.
func errorFrom(raw *C.reel_error, cause error) *Error {
	if raw == nil {
		return nil
	}
	e := &Error{Status: Status(raw.status), Rule: C.GoString(raw.rule), Section: C.GoString(raw.section), Offset: uint64(raw.offset),
		Message: C.GoString(&raw.message[0])}
	if e.Rule == "go.io" {
		e.cause = cause
	}
	return e
}

func argument(rule, message string) error {
	return &Error{Status: Argument, Rule: rule, Message: message}
}

// noNul refuses text that a NUL would cut.
func noNul(text string) error {
	if strings.IndexByte(text, 0) >= 0 {
		return argument("go.nul", "a text has a NUL byte")
	}
	return nil
}

// cString is a C string that the caller frees.
func cString(text string) (*C.char, error) {
	if err := noNul(text); err != nil {
		return nil, err
	}
	return C.CString(text), nil
}

// ---- rows ---------------------------------------------------------------------------------------------------------

// Text of a row: UTF-8 if the file has valid UTF-8.
type Text struct {
	data *byte
	size uintptr
}

// NewText is text for a row that is appended.
func NewText(text string) Text { return Text{unsafe.StringData(text), uintptr(len(text))} }

// String is a copy of the text.
func (t Text) String() string { return string(unsafe.Slice(t.data, t.size)) }

// Bytes of a row.
type Bytes Text

// NewBytes is for a row that is appended. The bytes are borrowed until then.
func NewBytes(bytes []byte) Bytes { return Bytes{unsafe.SliceData(bytes), uintptr(len(bytes))} }

// Bytes are the bytes in place.
func (b Bytes) Bytes() []byte { return unsafe.Slice(b.data, b.size) }

// Vec3 is a position or a direction.
type Vec3 struct{ X, Y, Z float32 }

// Quaternion is a rotation.
type Quaternion struct{ X, Y, Z, W float32 }

// Pose is where a device is, and how it is turned.
type Pose struct {
	Position Vec3
	Rotation Quaternion
}

// Reading says how the reading of a replay went. Known 0: nothing else in it has a value. Complete 1: it was read to the end of the file,
// without damage.
type Reading struct {
	Notes, Warnings, Errors uint32 // findings by severity
	Known, Complete         uint8
}

// UUID has its bytes in the order of its text.
type UUID [16]byte

// Table is a table whose rows are of type T.
type Table[T any] struct {
	owner, name string
	layout      uint32 // of the rows that the package was made for
	once        *sync.Once
	found       **C.reel_table
	texts       *[]uintptr
}

func newTable[T any](owner, name string, layout uint32) Table[T] {
	return Table[T]{owner, name, layout, new(sync.Once), new(*C.reel_table), new([]uintptr)}
}

// Name of the table in its format.
func (t Table[T]) Name() string { return t.name }

// raw looks the table up in the library, which has to have the same rows.
func (t Table[T]) raw() *C.reel_table {
	t.once.Do(func() {
		owner, name := C.CString(t.owner), C.CString(t.name)
		defer C.free(unsafe.Pointer(owner))
		defer C.free(unsafe.Pointer(name))
		table := C.find_table(owner, name)
		size := unsafe.Sizeof(*new(T))
		if table != nil && uintptr(table.row_size) == size && uint32(C.reel_table_layout(table)) == t.layout {
			*t.found = table
			*t.texts = textsIn(reflect.TypeFor[T](), 0, nil)
		}
	})
	if *t.found == nil {
		panic(fmt.Sprintf("reel: the library %s has another table %s.%s than this package was made for", Version(), t.owner, t.name))
	}
	return *t.found
}

// textsIn lists the offsets of all text in a row.
func textsIn(of reflect.Type, at uintptr, found []uintptr) []uintptr {
	switch {
	case of == reflect.TypeFor[Text]() || of == reflect.TypeFor[Bytes]():
		return append(found, at)
	case of.Kind() == reflect.Struct:
		for i := range of.NumField() {
			found = textsIn(of.Field(i).Type, at+of.Field(i).Offset, found)
		}
	case of.Kind() == reflect.Array:
		for i := range of.Len() {
			found = textsIn(of.Elem(), at+uintptr(i)*of.Elem().Size(), found)
		}
	}
	return found
}

// Rows is what has rows: a Replay or a Chunk.
type Rows interface {
	chunk() (*C.reel_chunk, func(), error)
}

// Rows of the table in a replay or a chunk, without copying. A table of another format has none.
func (t Table[T]) Rows(from Rows) ([]T, error) {
	chunk, done, err := from.chunk()
	if err != nil {
		return nil, err
	}
	defer done()
	var count C.size_t
	data := C.reel_chunk_rows(chunk, t.raw(), &count)
	return unsafe.Slice((*T)(data), int(count)), nil
}

// Of is Rows for what is known to be open; it panics with ErrClosed otherwise.
func (t Table[T]) Of(from Rows) []T {
	rows, err := t.Rows(from)
	if err != nil {
		panic(err)
	}
	return rows
}

// First is the number in the whole file of the chunk's first row.
func (t Table[T]) First(from Rows) (uint64, error) {
	chunk, done, err := from.chunk()
	if err != nil {
		return 0, err
	}
	defer done()
	return uint64(C.reel_chunk_first(chunk, t.raw())), nil
}

// ---- options ------------------------------------------------------------------------------------------------------

// Finding is something to say about a file.
type Finding struct {
	Rule, Section, Table, Message string
	Severity                      int // 0 note, 1 warning, 2 error
	Offset, Row, Count            uint64
}

// NoPosition is the Offset or Row of a finding without one.
const NoPosition = ^uint64(0)

// Option says how to read.
type Option func(*reading)

// Strict makes damage an error; otherwise the rows before it are returned.
func Strict() Option { return func(r *reading) { r.strict = true } }

// Select reads these tables only, besides the header: "notes", or a field, "notes.event_time".
func Select(names ...string) Option { return func(r *reading) { r.names = append(r.names, names...) } }

// Between reads rows with from <= time < to.
func Between(from, to float64) Option {
	return func(r *reading) { r.span, r.from, r.to = true, from, to }
}

// WithContext ends the call when the context does, with the context's error.
func WithContext(ctx context.Context) Option { return func(r *reading) { r.ctx = ctx } }

// OnFinding receives each finding.
func OnFinding(report func(Finding)) Option { return func(r *reading) { r.onFinding = report } }

// OnProgress is called from time to time with the bytes read so far; false ends the call.
func OnProgress(progress func(read uint64) bool) Option {
	return func(r *reading) { r.onProgress = progress }
}

// Expect makes Check compare a header field with a value.
func Expect(field, value string) Option {
	return func(r *reading) { r.expected = append(r.expected, [2]string{field, value}) }
}

// MaxWork limits the work for one file, in steps of about a byte read, decompressed or decoded.
func MaxWork(steps uint64) Option { return func(r *reading) { r.work = steps } }

// reading has the options, and what the C options point to.
type reading struct {
	strict, span bool
	names        []string
	from, to     float64
	ctx          context.Context
	onFinding    func(Finding)
	onProgress   func(uint64) bool
	expected     [][2]string
	work         uint64

	raw    *C.reel_options
	owned  []unsafe.Pointer
	handle cgo.Handle
	input  stream
	panics any
}

func newReading(options []Option) (*reading, error) {
	r := &reading{}
	if len(options) == 0 {
		return r, nil // C has the same defaults
	}
	for _, option := range options {
		option(r)
	}
	r.handle = cgo.NewHandle(r)
	r.raw = C.new_options()
	C.call_back(r.raw, C.uintptr_t(r.handle), r.onFinding != nil, r.ctx != nil || r.onProgress != nil)
	if r.strict {
		r.raw.flags = C.REEL_STRICT
	}
	r.raw.limits.work = C.uint64_t(r.work)
	if r.span {
		r.raw.has_from, r.raw.has_to = true, true
		r.raw.from, r.raw.to = C.double(r.from), C.double(r.to)
	}
	var err error
	text := func(value string) *C.char {
		made, failed := cString(value)
		if failed != nil {
			err = failed
			return nil
		}
		r.owned = append(r.owned, unsafe.Pointer(made))
		return made
	}
	if len(r.names) > 0 {
		list := (**C.char)(C.calloc(C.size_t(len(r.names)+1), C.size_t(unsafe.Sizeof(uintptr(0)))))
		r.owned = append(r.owned, unsafe.Pointer(list))
		for i, name := range r.names {
			unsafe.Slice(list, len(r.names))[i] = text(name)
		}
		r.raw._select = list
	}
	if len(r.expected) > 0 {
		list := (*C.reel_setting)(C.calloc(C.size_t(len(r.expected)), C.size_t(unsafe.Sizeof(C.reel_setting{}))))
		r.owned = append(r.owned, unsafe.Pointer(list))
		for i, pair := range r.expected {
			unsafe.Slice(list, len(r.expected))[i] = C.reel_setting{text(pair[0]), text(pair[1])}
		}
		r.raw.expected, r.raw.expected_count = list, C.size_t(len(r.expected))
	}
	if err == nil && r.ctx != nil {
		err = r.ctx.Err()
	}
	if err != nil {
		r.free()
		return nil, err
	}
	return r, nil
}

func (r *reading) free() {
	for _, pointer := range r.owned {
		C.free(pointer)
	}
	if r.raw != nil {
		C.free(unsafe.Pointer(r.raw))
		r.handle.Delete()
	}
}

// done turns the end of a C call into an error, or goes on with a panic of a callback.
func (r *reading) done(status C.reel_status, raw *C.reel_error) error {
	if r.panics != nil {
		panic(r.panics)
	}
	if status >= 0 {
		return nil
	}
	if Status(status) == Cancelled && r.ctx != nil && r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	return errorFrom(raw, r.input.failed)
}

// source makes a C source of a reader of bytes.
func (r *reading) source(from io.Reader) C.reel_source {
	r.input.from = from
	return C.source_of(C.uintptr_t(cgo.NewHandle(&r.input)))
}

// fileSource makes a C source of a file.
func fileSource(path string) (made C.reel_source, err error) {
	name, err := cString(path)
	if err != nil {
		return made, err
	}
	defer C.free(unsafe.Pointer(name))
	var failed C.reel_error
	if C.reel_source_file(name, 0, &made, &failed) < 0 {
		return made, errorOf(&failed)
	}
	return made, nil
}

// ---- replays ------------------------------------------------------------------------------------------------------

// Replay is a whole replay in memory. Several goroutines may read it. Close frees it.
type Replay struct {
	lock  sync.RWMutex
	raw   *C.reel_replay
	whole *C.reel_chunk
}

func newReplay(raw *C.reel_replay) *Replay { return &Replay{raw: raw, whole: C.reel_replay_chunk(raw)} }

// Open reads a file. Damage is not an error: see Replay.Damage and Strict.
func Open(path string, options ...Option) (*Replay, error) { return load(path, nil, options) }

// Read reads a replay from a reader.
func Read(from io.Reader, options ...Option) (*Replay, error) { return load("", from, options) }

func load(path string, from io.Reader, options []Option) (*Replay, error) {
	if err := noNul(path); err != nil {
		return nil, err
	}
	r, err := newReading(options)
	if err != nil {
		return nil, err
	}
	defer r.free()
	var failed C.reel_error
	var raw *C.reel_replay
	var status C.reel_status
	if from != nil {
		status = C.reel_load(r.source(from), r.raw, &raw, &failed)
	} else {
		status = C.load_path(path, r.raw, &raw, &failed)
	}
	defer func() {
		if r.panics != nil {
			C.reel_free(raw)
		}
	}()
	if err := r.done(status, &failed); err != nil {
		return nil, err
	}
	return newReplay(raw), nil
}

// Close frees the replay. Slices of its rows must not be used any more.
func (r *Replay) Close() error {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.raw == nil {
		return ErrClosed
	}
	C.reel_free(r.raw)
	r.raw = nil
	return nil
}

func (r *Replay) chunk() (*C.reel_chunk, func(), error) {
	r.lock.RLock()
	if r.raw == nil {
		r.lock.RUnlock()
		return nil, nil, ErrClosed
	}
	return r.whole, r.lock.RUnlock, nil
}

// Format is the id of the format: "bsor". Empty for statistics, and after Close.
func (r *Replay) Format() string {
	_, done, err := r.chunk()
	if err != nil {
		return ""
	}
	defer done()
	if format := C.reel_replay_format(r.raw); format != nil {
		return C.GoString(C.reel_format_id(format))
	}
	return ""
}

// Damage is what ended reading early, or nil.
func (r *Replay) Damage() *Error {
	_, done, err := r.chunk()
	if err != nil {
		return nil
	}
	defer done()
	return errorOf(C.reel_replay_damage(r.raw))
}

// Statistics, such as "beatsaber", are a replay with tables of their own. Tables that are computed on request only
// are computed if they are named: "evidence", "ddnet.tick_positions".
func (r *Replay) Statistics(id string) (*Replay, error) { return r.statistics(id, nil) }

// StatisticsWithLevel are those that need what was played, too: level is the map, opened like a replay. Another level than the
// replay names fails with the rule "level.other".
func (r *Replay) StatisticsWithLevel(id string, level *Replay) (*Replay, error) {
	if level == r {
		return nil, argument("go.level", "a replay is not its own level")
	}
	_, done, err := level.chunk()
	if err != nil {
		return nil, err
	}
	defer done()
	return r.statistics(id, level.raw)
}

func (r *Replay) statistics(id string, level *C.reel_replay) (*Replay, error) {
	chunk, done, err := r.chunk()
	if err != nil {
		return nil, err
	}
	defer done()
	name, err := cString(id)
	if err != nil {
		return nil, err
	}
	defer C.free(unsafe.Pointer(name))
	var failed C.reel_error
	var raw *C.reel_replay
	status := C.run_statistics(name, C.reel_replay_format(r.raw), chunk, level, &raw, &failed)
	if status == C.REEL_END {
		return nil, argument("go.statistics", "there are no such statistics of this")
	}
	if status < 0 {
		return nil, errorOf(&failed)
	}
	return newReplay(raw), nil
}

// ---- readers ------------------------------------------------------------------------------------------------------

// Reader reads a replay chunk by chunk, for files larger than memory. One goroutine may use it at a time.
type Reader struct {
	raw     *C.reel_reader
	reading *reading
	now     *Chunk
}

// Chunk is a slice of a replay, valid until the next one.
type Chunk struct{ raw *C.reel_chunk }

func (c *Chunk) chunk() (*C.reel_chunk, func(), error) {
	if c.raw == nil {
		return nil, nil, ErrClosed
	}
	return c.raw, func() {}, nil
}

// OpenReader opens a file, to read it chunk by chunk.
func OpenReader(path string, options ...Option) (*Reader, error) { return open(path, nil, options) }

// NewReader opens a reader of bytes, to read it chunk by chunk.
func NewReader(from io.Reader, options ...Option) (*Reader, error) { return open("", from, options) }

func open(path string, from io.Reader, options []Option) (*Reader, error) {
	if err := noNul(path); err != nil {
		return nil, err
	}
	r, err := newReading(options)
	if err != nil {
		return nil, err
	}
	var failed C.reel_error
	reader := &Reader{reading: r}
	var status C.reel_status
	if from != nil {
		status = C.reel_open(r.source(from), r.raw, &reader.raw, &failed)
	} else {
		status = C.open_path(path, r.raw, &reader.raw, &failed)
	}
	opened := false
	defer func() {
		if !opened {
			C.reel_close(reader.raw)
			r.free()
		}
	}()
	if err := r.done(status, &failed); err != nil {
		return nil, err
	}
	opened = true
	return reader, nil
}

// Next returns the next chunk, and io.EOF at the end.
func (r *Reader) Next() (*Chunk, error) {
	r.forget()
	if r.raw == nil {
		return nil, ErrClosed
	}
	var failed C.reel_error
	var raw *C.reel_chunk
	status := C.reel_next(r.raw, &raw, &failed)
	if err := r.reading.done(status, &failed); err != nil {
		return nil, err
	}
	if status != C.REEL_OK {
		return nil, io.EOF
	}
	r.now = &Chunk{raw}
	return r.now, nil
}

// Chunks are all that follow. The last element may be an error.
func (r *Reader) Chunks() iter.Seq2[*Chunk, error] {
	return func(yield func(*Chunk, error) bool) {
		for {
			chunk, err := r.Next()
			if err == io.EOF || !yield(chunk, err) || err != nil {
				return
			}
		}
	}
}

// Damage is what ended reading early, or nil.
func (r *Reader) Damage() *Error {
	if r.raw == nil {
		return nil
	}
	return errorOf(C.reel_reader_damage(r.raw))
}

func (r *Reader) forget() {
	if r.now != nil {
		r.now.raw = nil
		r.now = nil
	}
}

// Close closes the reader and its input.
func (r *Reader) Close() error {
	r.forget()
	if r.raw == nil {
		return ErrClosed
	}
	C.reel_close(r.raw)
	r.raw = nil
	r.reading.free()
	return nil
}

// ---- tables by name -------------------------------------------------------------------------------------------------

// Field describes a field of a table.
type Field struct {
	Name, Type, Unit, Doc string
	Count                 int // of values: more than 1 for a vector
	offset, size          uintptr
	text                  bool
}

// AnyRows are the rows of a table that is known by its name only.
type AnyRows struct {
	Name   string
	Fields []Field
	Len    int
	data   unsafe.Pointer
	size   uintptr
}

// Bytes are those of a field of a row: numbers in the order of this machine, text as it is.
func (a *AnyRows) Bytes(row int, field *Field) []byte {
	if row < 0 || row >= a.Len || field.offset+field.size > a.size {
		panic(fmt.Sprintf("reel: row %d of %d", row, a.Len))
	}
	at := unsafe.Add(a.data, uintptr(row)*a.size+field.offset)
	if field.text {
		return (*Bytes)(at).Bytes()
	}
	return unsafe.Slice((*byte)(at), field.size)
}

// Tables are all tables of a replay or a chunk, with their rows.
func Tables(from Rows) ([]AnyRows, error) {
	chunk, done, err := from.chunk()
	if err != nil {
		return nil, err
	}
	defer done()
	var all []AnyRows
	list := C.reel_chunk_tables(chunk)
	for i := C.size_t(0); C.table_at(list, i) != nil; i++ {
		table := C.table_at(list, i)
		var count C.size_t
		data := C.reel_chunk_rows(chunk, table, &count)
		rows := AnyRows{C.GoString(table.name), nil, int(count), data, uintptr(table.row_size)}
		for k := range int(table.field_count) {
			field := C.field_at(table, C.size_t(k))
			kind := C.reel_type(C.field_type(field))
			rows.Fields = append(rows.Fields, Field{C.GoString(field.name), C.GoString(C.reel_type_name(kind)),
				C.GoString(field.unit), C.GoString(field.doc), int(field.count), uintptr(field.offset),
				uintptr(C.reel_type_size(kind)) * uintptr(field.count), kind == C.REEL_STRING || kind == C.REEL_BYTES})
		}
		all = append(all, rows)
	}
	return all, nil
}
