// SPDX-License-Identifier: MIT

package reel_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"reel"
)

// The cases that all doors are tested with are in tests/doors/cases. Values are read twice: from the bytes of a field
// that is found by its name, and from the struct of the row.

type suite struct {
	cases  [][][]string
	inputs map[string][]byte
	folder string
}

func readCases(t *testing.T) suite {
	t.Helper()
	s := suite{inputs: map[string][]byte{}, folder: t.TempDir()}
	files, _ := filepath.Glob(filepath.Join("..", "tests", "doors", "cases", "*.tsv"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split(string(text), "\n\n") {
			var lines [][]string
			for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
				if line != "" && line[0] != '#' {
					lines = append(lines, strings.Split(line, "\t"))
				}
			}
			if len(lines) > 0 && lines[0][0] == "input" {
				s.inputs[lines[0][1]] = made(t, lines[1:])
			} else if len(lines) > 0 {
				s.cases = append(s.cases, lines)
			}
		}
	}
	return s
}

func made(t *testing.T, lines [][]string) (data []byte) {
	for _, line := range lines {
		part, err := hex.DecodeString(line[len(line)-1])
		switch {
		case err != nil:
			t.Fatal(err)
		case line[0] == "repeat":
			count, _ := strconv.Atoi(line[1])
			part = bytes.Repeat(part, count)
		case line[0] != "hex":
			t.Fatal("unknown word", line[0])
		}
		data = append(data, part...)
	}
	return data
}

// run is one call of a case.
type run struct {
	*testing.T
	*suite
	lines  [][]string
	format string
	counts map[string]int
	typed  *int
}

func (r *run) all(word string) (found [][]string) {
	for _, line := range r.lines {
		if line[0] == word {
			found = append(found, line)
		}
	}
	return found
}

func (r *run) first(word string) []string {
	if found := r.all(word); len(found) > 0 {
		return found[0]
	}
	return nil
}

func (r *run) wished(option string) []string {
	for _, line := range r.all("with") {
		if line[1] == option {
			return line
		}
	}
	return nil
}

// path of an input or a file, of which a case may have the first bytes only.
func (r *run) path(name string, cut []string) string {
	path := filepath.Join("..", filepath.FromSlash(name))
	data, isInput := r.inputs[name]
	if !isInput && cut == nil {
		return path
	}
	if !isInput {
		data, _ = os.ReadFile(path)
	}
	path = filepath.Join(r.folder, name)
	if cut != nil {
		size, _ := strconv.Atoi(cut[1])
		data, path = data[:size], filepath.Join(r.folder, "cut")
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		r.Fatal(err)
	}
	return path
}

func (r *run) data(path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil {
		r.Fatal(err)
	}
	return data
}

func (r *run) options() (options []reel.Option) {
	for _, line := range r.all("with") {
		switch line[1] {
		case "strict":
			options = append(options, reel.Strict())
		case "select":
			options = append(options, reel.Select(line[2]))
		case "between":
			from, _ := strconv.ParseFloat(line[2], 64)
			to, _ := strconv.ParseFloat(line[3], 64)
			options = append(options, reel.Between(from, to))
		case "expect":
			options = append(options, reel.Expect(line[2], line[3]))
		case "insight", "to", "repair", "anonymise", "twice":
		default:
			r.Fatal("unknown option", line[1])
		}
	}
	return options
}

// ---- values

func quoted(data []byte) string {
	out := []byte{'"'}
	for _, c := range data {
		if c < 32 || c > 126 || c == '%' || c == '"' {
			out = fmt.Appendf(out, "%%%02x", c)
		} else {
			out = append(out, c)
		}
	}
	return string(append(out, '"'))
}

// token is a value as cases have it; an integer without its name.
func token(kind string, data []byte) string {
	switch kind {
	case "string":
		return quoted(data)
	case "bytes":
		return "x" + hex.EncodeToString(data)
	case "uuid":
		return fmt.Sprintf("%x-%x-%x-%x-%x", data[:4], data[4:6], data[6:8], data[8:10], data[10:])
	}
	var word [8]byte
	copy(word[:], data)
	value := binary.NativeEndian.Uint64(word[:])
	switch kind {
	case "bool":
		return strconv.FormatBool(data[0] != 0)
	case "f32":
		return fmt.Sprintf("0x%08x", uint32(value))
	case "f64":
		return fmt.Sprintf("0x%016x", value)
	case "i8":
		return fmt.Sprint(int8(value))
	case "i16":
		return fmt.Sprint(int16(value))
	case "i32":
		return fmt.Sprint(int32(value))
	case "i64":
		return fmt.Sprint(int64(value))
	default:
		return fmt.Sprint(value)
	}
}

// sameValue: in doors whose rows are structs, what is null is zero.
func sameValue(expected, got string) bool {
	if expected == "null" {
		return got == "false" || strings.Trim(got, `0x-"`) == ""
	}
	if number, _, named := strings.Cut(expected, "="); named && expected[0] != '"' {
		expected = number
	}
	return expected == got
}

// column finds the field of a column, and the bytes of its value.
func (r *run) column(rows *reel.AnyRows, name string, row int) (kind string, data []byte) {
	index := 0
	at := slices.IndexFunc(rows.Fields, func(field reel.Field) bool { return field.Name == name })
	if at < 0 {
		cut := strings.LastIndexByte(name, '_')
		if index = strings.Index("xyzw", name[cut+1:]); index < 0 {
			index, _ = strconv.Atoi(name[cut+1:])
		}
		at = slices.IndexFunc(rows.Fields, func(field reel.Field) bool { return field.Name == name[:cut] })
	}
	if at < 0 {
		r.Fatal("no column", name)
	}
	field := &rows.Fields[at]
	data = rows.Bytes(row, field)
	size := len(data) / field.Count
	return field.Type, data[index*size : (index+1)*size]
}

// snake_case of a name of Go.
func snake(name string) string {
	var out strings.Builder
	for i, c := range name {
		if i > 0 && unicode.IsUpper(c) && !unicode.IsUpper(rune(name[i-1])) {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(c))
	}
	return out.String()
}

// members are the values of a struct by the names of its members: Cut.CutPoint.X is cut_point_x, too.
func members(value reflect.Value, path []string, found map[string]reflect.Value) {
	for first := range path {
		found[strings.Join(path[first:], "_")] = value
	}
	switch kind := value.Type(); {
	case kind == reflect.TypeFor[reel.Text]() || kind == reflect.TypeFor[reel.Bytes]():
	case kind.Kind() == reflect.Struct:
		for i := range kind.NumField() {
			members(value.Field(i), append(slices.Clone(path), snake(kind.Field(i).Name)), found)
		}
	case kind.Kind() == reflect.Array:
		for i := range kind.Len() {
			members(value.Index(i), append(slices.Clone(path), strconv.Itoa(i)), found)
		}
	}
}

func memberToken(kind string, value reflect.Value) string {
	switch value := value.Interface().(type) {
	case reel.Text:
		return quoted([]byte(value.String()))
	case reel.Bytes:
		return token(kind, value.Bytes())
	case reel.UUID:
		return token(kind, value[:])
	default:
		data, err := binary.Append(nil, binary.NativeEndian, value)
		if err != nil {
			return err.Error()
		}
		return token(kind, data)
	}
}

// typedTable has the functions of a table with the type of its rows.
type typedTable struct {
	row    func(from reel.Rows, row int) reflect.Value
	append func(to *reel.Writer, from reel.Rows) error
	first  func(from reel.Rows) (uint64, error)
}

func typedOf[T any](table reel.Table[T]) typedTable {
	return typedTable{
		func(from reel.Rows, row int) reflect.Value { return reflect.ValueOf(table.Of(from)[row]) },
		func(to *reel.Writer, from reel.Rows) error { return table.Append(to, table.Of(from)...) },
		table.First,
	}
}

var typedTables = map[string]typedTable{
	"bsor info": typedOf(reel.BsorInfos), "bsor frames": typedOf(reel.BsorFrames), "bsor notes": typedOf(reel.BsorNotes),
	"bsor walls": typedOf(reel.BsorWalls), "bsor heights": typedOf(reel.BsorHeights), "bsor pauses": typedOf(reel.BsorPauses),
	"bsor controller_offsets": typedOf(reel.BsorOffsets), "bsor user_data": typedOf(reel.BsorUserData),
	"gdr2 info": typedOf(reel.GdrInfos), "gdr2 inputs": typedOf(reel.GdrInputs), "gdr2 physics": typedOf(reel.GdrPhysicsRows),
	"gdr2 deaths": typedOf(reel.GdrDeaths), "gdr1-json info": typedOf(reel.GdrInfosV1), "gdr1-json inputs": typedOf(reel.GdrInputs),
	"teehistorian header": typedOf(reel.TeehistorianHeaders), "teehistorian header_values": typedOf(reel.TeehistorianValues),
	"teehistorian positions": typedOf(reel.TeehistorianPositions), "teehistorian inputs": typedOf(reel.TeehistorianInputs),
	"teehistorian joins": typedOf(reel.TeehistorianJoins), "teehistorian drops": typedOf(reel.TeehistorianDrops),
	"teehistorian commands": typedOf(reel.TeehistorianCommands), "teehistorian arguments": typedOf(reel.TeehistorianArguments),
	"milk info": typedOf(reel.MilkInfos), "milk players": typedOf(reel.MilkPlayers), "butter info": typedOf(reel.ButterInfos),
	"butter frames": typedOf(reel.ButterFrames), "echoreplay players": typedOf(reel.EchoreplayPlayers),
	" summary": typedOf(reel.BeatsaberSummaries),
}

// ---- answers

func (r *run) same(what string, got, expected any) {
	r.Helper()
	if fmt.Sprint(got) != fmt.Sprint(expected) {
		r.Errorf("%s is %v, not %v", what, got, expected)
	}
}

// rows adds the rows of a replay or of a chunk.
func (r *run) rows(from reel.Rows) {
	tables, err := reel.Tables(from)
	if err != nil {
		r.Fatal(err)
	}
	for i, head := range r.lines {
		if head[0] != "table" {
			continue
		}
		at := slices.IndexFunc(tables, func(table reel.AnyRows) bool { return table.Name == head[1] })
		if at < 0 {
			r.Fatal("no table", head[1])
		}
		begin, rows := r.counts[head[1]], &tables[at]
		r.counts[head[1]] += rows.Len
		typed, isTyped := typedTables[r.format+" "+head[1]]
		if isTyped && rows.Len > 0 && r.wished("between") == nil {
			if first, err := typed.first(from); err != nil || first != uint64(begin) {
				r.Error("the first row of", head[1], first, err)
			}
		}
		for _, line := range r.lines[i+1:] {
			if line[0] != "row" {
				break
			}
			number, _ := strconv.Atoi(line[1])
			if number < begin || number >= begin+rows.Len {
				continue
			}
			known := map[string]reflect.Value{}
			if isTyped {
				members(typed.row(from, number-begin), nil, known)
			}
			for k, name := range head[3:] {
				kind, data := r.column(rows, name, number-begin)
				got := []string{token(kind, data)}
				if value, is := known[name]; is {
					got = append(got, memberToken(kind, value))
					*r.typed++
				}
				for _, got := range got {
					if !sameValue(line[2+k], got) {
						r.Errorf("%s of row %d of %s is %s, not %s", name, number, head[1], got, line[2+k])
					}
				}
			}
		}
	}
}

func (r *run) counted() {
	for _, head := range r.all("table") {
		r.same("the number of rows of "+head[1], r.counts[head[1]], head[2])
	}
}

// fails compares an error with the words of a line.
func (r *run) fails(expected []string, err error) {
	r.Helper()
	var why *reel.Error
	got := ""
	if errors.As(err, &why) {
		section := why.Section
		if section == "" {
			section = "-"
		}
		got = fmt.Sprint(why.Status.Error(), " ", why.Rule, " ", section, " ", why.Offset)
	} else if err != nil {
		got = err.Error()
	}
	if wanted := strings.Join(expected, " "); (wanted == "") != (got == "") || !strings.HasPrefix(got, wanted) {
		r.Errorf("the error is %q, not %q", got, wanted)
	}
}

func (r *run) expected(word string) []string {
	if line := r.first(word); line != nil {
		return line[1:]
	}
	return nil
}

func (r *run) damaged(damage *reel.Error) {
	r.Helper()
	if damage == nil {
		r.fails(r.expected("damage"), nil)
	} else {
		r.fails(r.expected("damage"), damage)
	}
}

func (r *run) replay(replay *reel.Replay, err error) {
	r.Helper()
	r.fails(r.expected("error"), err)
	if err != nil {
		return
	}
	defer replay.Close()
	r.format = replay.Format()
	if wanted := r.expected("format"); wanted != nil {
		r.same("the format", r.format, wanted[0])
	}
	r.damaged(replay.Damage())
	r.rows(replay)
	r.counted()
}

func (r *run) result(expected []string, data []byte) {
	if expected != nil {
		r.same("the size", len(data), expected[0])
		r.same("the hash", fmt.Sprintf("%x", sha256.Sum256(data)), expected[1])
	}
}

// ---- calls

func (r *run) chunks(path string) {
	reader, err := reel.NewReader(bytes.NewReader(r.data(path)), r.options()...)
	if err == nil {
		defer reader.Close()
		r.format = r.expectedFormat(path)
		for chunk, failed := range reader.Chunks() {
			if err = failed; err == nil {
				r.rows(chunk)
			}
		}
	}
	r.fails(r.expected("error"), err)
	if err == nil {
		r.damaged(reader.Damage())
		r.counted()
	}
}

// expectedFormat: a reader does not say what the format is.
func (r *run) expectedFormat(path string) string {
	replay, err := reel.Open(path)
	if err != nil {
		return ""
	}
	defer replay.Close()
	return replay.Format()
}

func (r *run) rewrite(path string, expected []string) {
	replay, err := reel.Open(path, r.options()...)
	if err != nil {
		r.Error(err)
		return
	}
	defer replay.Close()
	var out bytes.Buffer
	_, err = replay.WriteTo(&out)
	r.fails(nil, err)
	r.result(expected, out.Bytes())
}

func (r *run) convert(path string) {
	to := filepath.Join(r.TempDir(), "converted")
	how := reel.Conversion{Repair: r.wished("repair") != nil, Anonymise: r.wished("anonymise") != nil}
	if line := r.wished("to"); line != nil {
		how.To = line[2]
	}
	err := reel.Convert(path, to, how)
	if r.wished("twice") != nil {
		err = reel.Convert(path, to, how)
	}
	if err != nil {
		r.fails(r.expected("error"), err)
		return
	}
	data, _ := os.ReadFile(to)
	r.result(r.expected("result"), data)
	r.replay(reel.Open(to))
}

func (r *run) write() {
	var out bytes.Buffer
	writer, err := reel.NewWriter(&out, r.first("create")[1])
	if err != nil {
		r.fails(r.expected("error"), err)
		return
	}
	failed := false
	for _, line := range r.lines {
		switch line[0] {
		case "append", "refused", "fails":
			from, err := reel.Open(r.path(line[1], nil))
			if err != nil {
				r.Fatal(err)
			}
			failed = failed || line[0] == "fails"
			r.fails(line[3:], typedTables[from.Format()+" "+line[2]].append(writer, from))
			from.Close()
		case "flush":
			r.fails(nil, writer.Flush())
		}
	}
	if err = writer.Finish(); failed {
		r.same("a failed writer finishes", err == nil, false)
		return
	}
	r.fails(nil, err)
	r.result(r.expected("result"), out.Bytes())
	r.replay(reel.Read(&out))
}

func (r *run) check(path string) {
	found, err := reel.Check(path, r.options()...)
	r.fails(r.expected("error"), err)
	or := func(text string) string {
		if text == "" || text == fmt.Sprint(reel.NoPosition) {
			return "-"
		}
		return text
	}
	var got, wanted []string
	for _, f := range found {
		got = append(got, fmt.Sprint([]string{"note", "warning", "error"}[f.Severity], " ", f.Rule, " ", or(f.Section), " ", or(fmt.Sprint(f.Offset)),
			" ", or(f.Table), " ", or(fmt.Sprint(f.Row)), " ", f.Count))
	}
	for _, line := range r.all("finding") {
		wanted = append(wanted, strings.Join(line[1:], " "))
	}
	r.same("what is found", strings.Join(got, "\n"), strings.Join(wanted, "\n"))
}

func (r *run) call(name string) {
	path := ""
	if line := r.first("file"); line != nil {
		path = r.path(line[1], r.first("cut"))
	}
	switch name {
	case "load":
		r.replay(reel.Read(bytes.NewReader(r.data(path)), r.options()...))
	case "chunks":
		r.chunks(path)
	case "statistics":
		replay, err := reel.Open(path)
		if err != nil {
			r.Fatal(err)
		}
		defer replay.Close()
		r.replay(replay.Statistics(r.wished("insight")[2]))
	case "check":
		r.check(path)
	case "convert":
		r.convert(path)
	case "write":
		r.write()
	case "rewrite":
		if path != "" {
			r.rewrite(path, r.expected("result"))
		}
		for _, line := range r.all("each") {
			r.rewrite(r.path(line[1], nil), line[2:])
		}
	case "open":
		for _, line := range r.all("each") {
			r.same(line[1], r.expectedFormat(r.path(line[1], nil)), line[2])
		}
	case "damage":
		for _, line := range r.all("each") {
			replay, err := reel.Open(r.path(line[1], nil))
			if err == nil {
				if damage := replay.Damage(); damage != nil {
					err = damage
				}
				replay.Close()
			}
			r.fails(line[2:], err)
		}
	default:
		r.Fatal("unknown call", name)
	}
}

func TestCases(t *testing.T) {
	s := readCases(t)
	ran, notHere, typed := 0, 0, 0
	for _, lines := range s.cases {
		for i, line := range lines {
			if line[0] != "call" {
				continue
			}
			here := true
			for k := i + 1; k < len(lines) && lines[k][0] == "not"; k++ {
				here = here && lines[k][1] != "go"
			}
			if !here {
				notHere++
				continue
			}
			ran++
			t.Run(lines[0][1]+"/"+line[1], func(t *testing.T) {
				(&run{t, &s, lines, "", map[string]int{}, &typed}).call(line[1])
			})
		}
	}
	t.Logf("%d cases ran, %d are not for this door; %d values are also those of structs", ran, notHere, typed)
	if ran == 0 || typed == 0 {
		t.Error("nothing ran")
	}
}
