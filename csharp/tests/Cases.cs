// SPDX-License-Identifier: MIT
// The cases that all doors are tested with, tests/doors/cases, through the library. Cases.exe REPOSITORY SCRATCH
// Values are read twice: from the bytes of a field that is found by its name, and from the struct of the row.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using Reel;

/// <summary>A table with the type of its rows, found by its names.</summary>
abstract class Typed
{
    public abstract object Row(RowSource from, int row);
    public abstract ulong First(RowSource from);
    public abstract void Append(ReplayWriter writer, RowSource from);

    static readonly Dictionary<string, Typed> all = Find();

    static Dictionary<string, Typed> Find()
    {
        Dictionary<string, Typed> found = new Dictionary<string, Typed>();
        foreach (FieldInfo field in typeof(Tables).GetFields())
        {
            object table = field.GetValue(null);
            string owner = (string)table.GetType().GetField("owner", BindingFlags.Instance | BindingFlags.NonPublic).GetValue(table);
            string name = (string)table.GetType().GetProperty("Name").GetValue(table, null);
            Type type = typeof(Typed<>).MakeGenericType(table.GetType().GetGenericArguments()[0]);
            found[owner + " " + name] = (Typed)Activator.CreateInstance(type, table);
        }
        return found;
    }

    public static Typed Of(string owner, string name)
    {
        Typed found;
        return all.TryGetValue(owner + " " + name, out found) ? found : null;
    }
}

sealed class Typed<T> : Typed where T : struct
{
    readonly Table<T> table;
    public Typed(Table<T> table) { this.table = table; }
    public override object Row(RowSource from, int row) { return from.Rows(table)[row]; }
    public override ulong First(RowSource from) { return from.First(table); }
    public override void Append(ReplayWriter writer, RowSource from) { writer.Append(table, from.Rows(table).ToArray()); }
}

/// <summary>Values as cases have them; an integer without its name.</summary>
static class Values
{
    public static string Hex(byte[] bytes) { return string.Concat(bytes.Select(each => each.ToString("x2"))); }

    public static string Quoted(byte[] bytes)
    {
        return "\"" + string.Concat(bytes.Select(each => each < 32 || each > 126 || each == '%' || each == '"' ? "%" + each.ToString("x2") : ((char)each).ToString())) + "\"";
    }

    public static string Token(string type, byte[] bytes)
    {
        switch (type)
        {
        case "string": return Quoted(bytes);
        case "bytes": return "x" + Hex(bytes);
        case "uuid":
            string all = Hex(bytes);
            return string.Join("-", all.Substring(0, 8), all.Substring(8, 4), all.Substring(12, 4), all.Substring(16, 4), all.Substring(20));
        case "bool": return bytes[0] != 0 ? "true" : "false";
        case "f32": return "0x" + BitConverter.ToUInt32(bytes, 0).ToString("x8");
        case "f64": return "0x" + BitConverter.ToUInt64(bytes, 0).ToString("x16");
        case "u8": return bytes[0].ToString();
        case "i8": return ((sbyte)bytes[0]).ToString();
        case "u16": return BitConverter.ToUInt16(bytes, 0).ToString();
        case "i16": return BitConverter.ToInt16(bytes, 0).ToString();
        case "u32": return BitConverter.ToUInt32(bytes, 0).ToString();
        case "i32": return BitConverter.ToInt32(bytes, 0).ToString();
        case "u64": return BitConverter.ToUInt64(bytes, 0).ToString();
        case "i64": return BitConverter.ToInt64(bytes, 0).ToString();
        default: throw new Exception("unknown type " + type);
        }
    }

    /// <summary>In doors whose rows are structs, what is null is zero.</summary>
    public static bool Same(string expected, string got)
    {
        if (expected == "null") return got == "false" || got.Trim('0', 'x', '-', '"') == "";
        return (expected[0] == '"' ? expected : expected.Split('=')[0]) == got;
    }

    static string Snake(string name)
    {
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < name.Length; i++)
        {
            if (i > 0 && char.IsUpper(name[i])) made.Append('_');
            if (i > 0 && char.IsDigit(name[i]) && !char.IsDigit(name[i - 1])) made.Append('_');
            made.Append(char.ToLowerInvariant(name[i]));
        }
        return made.ToString();
    }

    /// <summary>The members of a struct by their names: Cut.CutPoint.X is cut_point_x, too.</summary>
    public static void Members(object value, string[] path, Dictionary<string, object> found)
    {
        for (int first = 0; first < path.Length; first++) found[string.Join("_", path.Skip(first))] = value;
        Type type = value.GetType();
        if (type.IsPrimitive || type == typeof(Text) || type == typeof(Bytes) || type == typeof(Uuid)) return;
        foreach (FieldInfo field in type.GetFields()) Members(field.GetValue(value), path.Concat(new[] { Snake(field.Name) }).ToArray(), found);
    }

    /// <summary>Null: text that is not UTF-8 is another one here.</summary>
    public static string MemberToken(string type, object value)
    {
        if (value is Text) return value.ToString().Contains("\ufffd") ? null : Quoted(Encoding.UTF8.GetBytes(value.ToString()));
        if (value is Bytes) return Token(type, ((Bytes)value).ToArray());
        byte[] bytes = new byte[Marshal.SizeOf(value)];
        GCHandle pin = GCHandle.Alloc(bytes, GCHandleType.Pinned);
        Marshal.StructureToPtr(value, pin.AddrOfPinnedObject(), false);
        pin.Free();
        return Token(type, bytes);
    }
}

/// <summary>SHA-256 by FIPS 180-4: that of CoreCLR needs a library of OpenSSL that systems of today do not have.</summary>
static class Sha256
{
    static readonly uint[] primes = Enumerable.Range(2, 310).Where(n => Enumerable.Range(2, n - 2).All(d => n % d != 0)).Select(n => (uint)n).Take(64).ToArray();

    /// <summary>The first 32 bits of the fraction of a root, of which a double has 48.</summary>
    static uint Fraction(uint prime, double power) { return (uint)(Math.Pow(prime, power) % 1 * 4294967296); }

    static readonly uint[] steps = primes.Select(prime => Fraction(prime, 1.0 / 3)).ToArray();

    static uint Turn(uint value, int by) { return value >> by | value << 32 - by; }

    public static string Of(byte[] bytes)
    {
        byte[] padded = new byte[(bytes.Length + 72) / 64 * 64];
        bytes.CopyTo(padded, 0);
        padded[bytes.Length] = 128;
        for (int i = 0; i < 8; i++) padded[padded.Length - 1 - i] = (byte)((ulong)bytes.Length * 8 >> 8 * i);
        uint[] hash = primes.Take(8).Select(prime => Fraction(prime, 0.5)).ToArray(), w = new uint[64];
        for (int block = 0; block < padded.Length; block += 64)
        {
            uint[] v = (uint[])hash.Clone();
            for (int i = 0; i < 64; i++)
            {
                int at = block + 4 * i;
                if (i < 16) w[i] = (uint)(padded[at] << 24 | padded[at + 1] << 16 | padded[at + 2] << 8 | padded[at + 3]);
                else
                    w[i] = w[i - 16] + (Turn(w[i - 15], 7) ^ Turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
                        (Turn(w[i - 2], 17) ^ Turn(w[i - 2], 19) ^ w[i - 2] >> 10);
                uint first = v[7] + (Turn(v[4], 6) ^ Turn(v[4], 11) ^ Turn(v[4], 25)) + (v[4] & v[5] ^ ~v[4] & v[6]) + steps[i] + w[i];
                uint second = (Turn(v[0], 2) ^ Turn(v[0], 13) ^ Turn(v[0], 22)) + (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]);
                Array.Copy(v, 0, v, 1, 7);
                v[4] += first;
                v[0] = first + second;
            }
            for (int i = 0; i < 8; i++) hash[i] += v[i];
        }
        return string.Concat(hash.Select(each => each.ToString("x8")));
    }
}

/// <summary>One call of a case.</summary>
sealed class Run
{
    public static readonly Dictionary<string, byte[]> Inputs = new Dictionary<string, byte[]>();
    public static string Root, Scratch;
    public static int OfStructs;
    public readonly List<string> Wrong = new List<string>();
    readonly List<string[]> lines;
    readonly Dictionary<string, int> counts = new Dictionary<string, int>();
    string format = "";

    public Run(List<string[]> lines) { this.lines = lines; }

    IEnumerable<string[]> All(string word) { return lines.Where(line => line[0] == word); }
    string[] First(string word) { return All(word).Select(line => line.Skip(1).ToArray()).FirstOrDefault(); }
    string[] Wished(string option) { return All("with").FirstOrDefault(line => line[1] == option); }
    void Same(string what, object got, object expected) { if (!Equals(got.ToString(), expected.ToString())) Wrong.Add(what + " is " + got + ", not " + expected); }

    static string PathOf(string name, string[] cut = null)
    {
        byte[] bytes;
        string path = Path.Combine(Root, name);
        if (Inputs.TryGetValue(name, out bytes)) File.WriteAllBytes(path = Path.Combine(Scratch, name), bytes);
        if (cut == null) return path;
        bytes = File.ReadAllBytes(path).Take(int.Parse(cut[0])).ToArray();
        File.WriteAllBytes(path = Path.Combine(Scratch, "cut"), bytes);
        return path;
    }

    ReadOptions Options()
    {
        ReadOptions how = new ReadOptions();
        foreach (string[] line in All("with"))
            switch (line[1])
            {
            case "strict": how.Strict = true; break;
            case "select": how.Select = new[] { line[2] }; break;
            case "between":
                how.From = double.Parse(line[2], CultureInfo.InvariantCulture);
                how.To = double.Parse(line[3], CultureInfo.InvariantCulture);
                break;
            case "expect": how.Expected = new Dictionary<string, string> { { line[2], line[3] } }; break;
            case "insight": case "to": case "repair": case "anonymise": case "twice": break;
            default: throw new Exception("unknown option " + line[1]);
            }
        return how;
    }

    static byte[] Value(AnyRows rows, int row, string column, out string type)
    {
        Field field = rows.Fields.FirstOrDefault(each => each.Name == column);
        int index = 0;
        if (field == null)
        {
            int cut = column.LastIndexOf('_');
            string last = column.Substring(cut + 1);
            index = "xyzw".Contains(last) ? "xyzw".IndexOf(last) : int.Parse(last);
            field = rows.Fields.Single(each => each.Name == column.Substring(0, cut));
        }
        type = field.Type;
        byte[] bytes = rows.Bytes(row, field).ToArray();
        return bytes.Skip(index * (bytes.Length / field.Count)).Take(bytes.Length / field.Count).ToArray();
    }

    /// <summary>Adds the rows of a replay or of a chunk.</summary>
    void Rows(RowSource from)
    {
        for (int at = 0; at < lines.Count; at++)
        {
            string[] head = lines[at];
            if (head[0] != "table") continue;
            AnyRows rows = from.AllTables().Single(table => table.Name == head[1]);
            Typed typed = Typed.Of(format, head[1]); // null: a table that belongs to another format as well
            int begin;
            counts.TryGetValue(head[1], out begin);
            counts[head[1]] = begin + rows.Count;
            if (typed != null && rows.Count > 0 && Wished("between") == null) Same("the first row", typed.First(from), begin);
            foreach (string[] line in lines.Skip(at + 1).TakeWhile(line => line[0] == "row"))
            {
                int row = int.Parse(line[1]) - begin;
                if (row < 0 || row >= rows.Count) continue;
                Dictionary<string, object> known = new Dictionary<string, object>();
                if (typed != null) Values.Members(typed.Row(from, row), new string[0], known);
                for (int i = 3; i < head.Length; i++)
                {
                    string type;
                    byte[] bytes = Value(rows, row, head[i], out type);
                    List<string> got = new List<string> { Values.Token(type, bytes) };
                    object member;
                    if (known.TryGetValue(head[i], out member)) got.Add(Values.MemberToken(type, member));
                    OfStructs += got.Count - 1;
                    foreach (string each in got)
                        if (each != null && !Values.Same(line[i - 1], each))
                            Wrong.Add(head[i] + " of row " + line[1] + " of " + head[1] + " is " + each + ", not " + line[i - 1]);
                }
            }
        }
    }

    void Counted()
    {
        foreach (string[] head in All("table"))
        {
            int count;
            counts.TryGetValue(head[1], out count);
            Same("the number of rows of " + head[1], count, head[2]);
        }
    }

    /// <summary>The words expected are STATUS RULE SECTION OFFSET, or the first ones of these.</summary>
    void Error(string[] expected, ReelException why)
    {
        string[] got = why == null ? new string[0] : new[] { why.StatusName, why.Rule, why.Section == "" ? "-" : why.Section, why.Offset.ToString() };
        Same("the error", string.Join(" ", expected == null ? got : got.Take(expected.Length)), string.Join(" ", expected ?? new string[0]));
    }

    static ReelException Failure(Action work)
    {
        try
        {
            work();
            return null;
        }
        catch (ReelException why)
        {
            return why;
        }
    }

    void Answer(Func<Replay> open)
    {
        Replay replay = null;
        Error(First("error"), Failure(() => replay = open()));
        if (replay == null) return;
        using (replay)
        {
            format = replay.Format != null ? replay.Format.Id : Wished("insight")[2];
            if (First("format") != null) Same("the format", format, First("format")[0]);
            Error(First("damage"), replay.Damage);
            Rows(replay);
            Counted();
        }
    }

    void Chunks(string path)
    {
        ReelException damage = null;
        ReelException why = Failure(() =>
        {
            using (ReplayReader reader = ReplayReader.Read(new MemoryStream(File.ReadAllBytes(path)), Options()))
            {
                using (Replay whole = Replay.Open(path)) format = whole.Format.Id; // a reader does not say it
                foreach (Chunk chunk in reader.Chunks()) Rows(chunk);
                damage = reader.Damage;
            }
        });
        Error(First("error"), why);
        if (why != null) return;
        Error(First("damage"), damage);
        Counted();
    }

    void Result(string[] expected, byte[] bytes)
    {
        if (expected == null) return;
        Same("the result", bytes.Length + " " + Sha256.Of(bytes), expected[0] + " " + expected[1]);
    }

    void Rewrite(string path, string[] expected)
    {
        MemoryStream stream = new MemoryStream();
        using (Replay replay = Replay.Open(path, Options())) replay.WriteTo(stream);
        Result(expected, stream.ToArray());
    }

    void Convert(string path)
    {
        string to = Path.Combine(Scratch, "converted");
        File.Delete(to);
        Conversion how = new Conversion { Repair = Wished("repair") != null, Anonymise = Wished("anonymise") != null };
        if (Wished("to") != null) how.To = Format.ById(Wished("to")[2]);
        ReelException why = Failure(() =>
        {
            Jobs.Convert(path, to, how);
            if (Wished("twice") != null) Jobs.Convert(path, to, how);
        });
        Error(First("error"), why);
        if (why != null) return;
        Result(First("result"), File.ReadAllBytes(to));
        Answer(() => Replay.Open(to));
    }

    void Write()
    {
        MemoryStream stream = new MemoryStream();
        ReplayWriter writer = null;
        bool fails = false;
        ReelException why = Failure(() => writer = ReplayWriter.To(stream, Format.ById(First("create")[0])));
        Error(First("error"), why);
        if (why != null) return;
        using (writer)
        {
            foreach (string[] line in lines)
            {
                if (line[0] == "flush") writer.Flush();
                if (line[0] != "append" && line[0] != "refused" && line[0] != "fails") continue;
                fails = fails || line[0] == "fails";
                using (Replay from = Replay.Open(PathOf(line[1])))
                    Error(line[0] == "append" ? null : line.Skip(3).ToArray(), Failure(() => Typed.Of(from.Format.Id, line[2]).Append(writer, from)));
            }
            why = Failure(writer.Finish);
        }
        Same("finished", why == null, !fails);
        if (why != null) return;
        Result(First("result"), stream.ToArray());
        Answer(() => Replay.Read(new MemoryStream(stream.ToArray())));
    }

    void Check(string path)
    {
        List<Finding> found = new List<Finding>();
        Error(First("error"), Failure(() => found = Jobs.Check(path, Options())));
        Func<object, string> or = value => value == null || value.ToString() == "" ? "-" : value.ToString();
        IEnumerable<string> got = found.Select(each => string.Join(" ", each.Severity.ToString().ToLowerInvariant(), each.Rule, or(each.Section), or(each.Offset),
            or(each.Table), or(each.Row), each.Count));
        Same("what is found", string.Join("; ", got), string.Join("; ", All("finding").Select(line => string.Join(" ", line.Skip(1)))));
    }

    public void Call(string name)
    {
        string path = First("file") == null ? null : PathOf(First("file")[0], First("cut"));
        switch (name)
        {
        case "load": Answer(() => Replay.Read(new MemoryStream(File.ReadAllBytes(path)), Options())); break;
        case "chunks": Chunks(path); break;
        case "statistics":
            using (Replay replay = Replay.Open(path)) Answer(() => replay.Statistics(Wished("insight")[2]));
            break;
        case "check": Check(path); break;
        case "convert": Convert(path); break;
        case "write": Write(); break;
        case "rewrite":
            if (path != null) Rewrite(path, First("result"));
            foreach (string[] line in All("each")) Rewrite(PathOf(line[1]), line.Skip(2).ToArray());
            break;
        case "open":
            foreach (string[] line in All("each"))
                using (Replay replay = Replay.Open(PathOf(line[1]))) Same(line[1], replay.Format.Id, line[2]);
            break;
        case "damage":
            foreach (string[] line in All("each"))
            {
                ReelException damage = null;
                ReelException why = Failure(() => { using (Replay replay = Replay.Open(PathOf(line[1]))) damage = replay.Damage; });
                Error(line.Skip(2).ToArray(), why ?? damage);
            }
            break;
        default: throw new Exception("unknown call " + name);
        }
    }
}

static class Cases
{
    static byte[] Unhex(string text) { return Enumerable.Range(0, text.Length / 2).Select(i => System.Convert.ToByte(text.Substring(2 * i, 2), 16)).ToArray(); }

    static byte[] Made(IEnumerable<string[]> lines)
    {
        MemoryStream made = new MemoryStream();
        foreach (string[] line in lines)
        {
            if (line[0] != "hex" && line[0] != "repeat") throw new Exception("unknown word " + line[0]);
            byte[] part = Unhex(line[line.Length - 1]);
            for (int i = line[0] == "repeat" ? int.Parse(line[1]) : 1; i > 0; i--) made.Write(part, 0, part.Length);
        }
        return made.ToArray();
    }

    static List<List<string[]>> Read()
    {
        List<List<string[]>> cases = new List<List<string[]>>();
        foreach (string path in Directory.GetFiles(Path.Combine(Run.Root, "tests/doors/cases"), "*.tsv"))
            foreach (string block in File.ReadAllText(path).Split(new[] { "\n\n" }, StringSplitOptions.None))
            {
                List<string[]> lines = block.Split('\n').Where(line => line != "" && line[0] != '#').Select(line => line.Split('\t')).ToList();
                if (lines.Count > 0 && lines[0][0] == "input") Run.Inputs[lines[0][1]] = Made(lines.Skip(1));
                else if (lines.Count > 0) cases.Add(lines);
            }
        return cases;
    }

    static int Main(string[] arguments)
    {
        Run.Root = arguments[0];
        Run.Scratch = arguments[1];
        int passed = 0, failed = 0, notHere = 0;
        foreach (List<string[]> lines in Read())
            for (int i = 0; i < lines.Count; i++)
            {
                if (lines[i][0] != "call") continue;
                if (lines.Skip(i + 1).TakeWhile(line => line[0] == "not").Any(line => line[1] == "csharp"))
                {
                    notHere++;
                    continue;
                }
                Run run = new Run(lines);
                try
                {
                    run.Call(lines[i][1]);
                }
                catch (Exception why)
                {
                    run.Wrong.Add(why.ToString());
                }
                foreach (string wrong in run.Wrong) Console.WriteLine("FAIL " + lines[0][1] + ", " + lines[i][1] + ": " + wrong);
                if (run.Wrong.Count == 0) passed++;
                else failed++;
            }
        Console.WriteLine((passed + failed) + " cases ran, " + notHere + " are not for this door; " + Run.OfStructs + " values are also those of structs");
        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 && passed > 0 ? 0 : 1;
    }
}
