// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Reel
{
    /// <summary>Text of a row. It lives as long as the row; ToString copies it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Text
    {
        internal IntPtr Data;
        internal UIntPtr Size;

        /// <summary>A copy, with U+FFFD for what is not UTF-8.</summary>
        public override string ToString() { return Native.String(Data, checked((int)Size)); }
    }

    /// <summary>Opaque bytes of a row. They live as long as the row; ToArray copies them.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Bytes
    {
        internal IntPtr Data;
        internal UIntPtr Size;

        /// <summary>A copy.</summary>
        public byte[] ToArray()
        {
            byte[] bytes = new byte[checked((int)Size)];
            if (bytes.Length > 0) Marshal.Copy(Data, bytes, 0, bytes.Length);
            return bytes;
        }
    }

    /// <summary>A position or a direction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vec3 { public float X, Y, Z; }

    /// <summary>A rotation.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Quaternion { public float X, Y, Z, W; }

    /// <summary>How the reading of a replay went. Known 0: nothing else here has a value. Complete 1: it was read to the end of the file,
    /// without damage.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ReadingResult { public uint Notes, Warnings, Errors; public byte Known, Complete; }

    /// <summary>Where a device is, and how it is turned.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Pose { public Vec3 Position; public Quaternion Rotation; }

    /// <summary>A UUID, with its bytes in the order of its text.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Uuid { public fixed byte Value[16]; }

    /// <summary>Memory for the text of rows that are appended; dispose it after the append.</summary>
    public sealed class Texts : IDisposable
    {
        readonly List<IntPtr> blocks = new List<IntPtr>();

        /// <summary>Copies a text. Half a surrogate pair is an ArgumentException.</summary>
        public Text Add(string text)
        {
            byte[] bytes = Native.Utf8(text, false);
            return new Text { Data = Keep(bytes), Size = (UIntPtr)bytes.Length };
        }

        /// <summary>Copies bytes.</summary>
        public Bytes Add(byte[] bytes)
        {
            if (bytes == null) throw new ArgumentNullException("bytes");
            return new Bytes { Data = Keep(bytes), Size = (UIntPtr)bytes.Length };
        }

        internal IntPtr Terminated(string text) { return text == null ? IntPtr.Zero : Keep(Native.Utf8(text)); }

        internal IntPtr Keep(byte[] bytes)
        {
            IntPtr block = Marshal.AllocHGlobal(Math.Max(1, bytes.Length));
            Marshal.Copy(bytes, 0, block, bytes.Length);
            blocks.Add(block);
            return block;
        }

        /// <summary>Frees the memory.</summary>
        public void Dispose()
        {
            foreach (IntPtr block in blocks) Marshal.FreeHGlobal(block);
            blocks.Clear();
            GC.SuppressFinalize(this);
        }

        /// <summary>Frees what was not disposed of.</summary>
        ~Texts() { Dispose(); }
    }

    /// <summary>A table, with the type of its rows. <see cref="Tables"/> has all.</summary>
    public sealed class Table<T> where T : struct
    {
        readonly string owner;
        readonly uint layout;
        IntPtr found;

        internal Table(string owner, string name, uint layout)
        {
            this.owner = owner;
            this.layout = layout;
            Name = name;
        }

        /// <summary>The name of the table in its format.</summary>
        public string Name { get; private set; }

        /// <summary>Looks the table up in the library, which has to have the same rows.</summary>
        internal IntPtr Raw
        {
            get
            {
                if (found != IntPtr.Zero) return found;
                IntPtr format = Native.reel_format_by_id(IntPtr.Zero, Native.Utf8(owner)), table = IntPtr.Zero;
                if (format != IntPtr.Zero) table = Native.reel_format_table(format, Native.Utf8(Name));
                else table = OfStatistics();
                if (table == IntPtr.Zero || !IsSame(table))
                    throw ReelException.Argument("csharp.table", "the library has another table " + owner + "." + Name + " than this assembly was made for");
                return found = table;
            }
        }

        bool IsSame(IntPtr table)
        {
            RawTable raw = (RawTable)Marshal.PtrToStructure(table, typeof(RawTable));
            return raw.RowSize == Marshal.SizeOf(typeof(T)) && Native.reel_table_layout(table) == layout;
        }

        IntPtr OfStatistics()
        {
            IntPtr insight = Native.reel_insight_by_id(Native.Utf8(owner)), formats = Native.reel_formats();
            for (int i = 0; insight != IntPtr.Zero && Native.Item(formats, i) != IntPtr.Zero; i++)
                if (Native.reel_insight_takes(insight, Native.Item(formats, i)))
                    return Native.reel_find_table(Native.Item(formats, i), Native.Utf8(owner + "." + Name), IntPtr.Zero);
            return IntPtr.Zero;
        }
    }

    /// <summary>What has rows: a replay or a chunk.</summary>
    public abstract class RowSource
    {
        /// <summary>The chunk of C; null once it is gone.</summary>
        volatile IntPtr chunk;

        internal RowSource(IntPtr chunk) { this.chunk = chunk; }

        /// <summary>From now on its rows throw an ObjectDisposedException.</summary>
        internal void End() { chunk = IntPtr.Zero; }

        internal IntPtr RawChunk
        {
            get
            {
                IntPtr now = chunk;
                if (now == IntPtr.Zero) Gone();
                return now;
            }
        }

        /// <summary>A check alone, for loops.</summary>
        internal void Require() { if (chunk == IntPtr.Zero) Gone(); }

        void Gone() { throw new ObjectDisposedException(GetType().Name); }

        /// <summary>The rows of a table, without copying. A table of another format has none.</summary>
        public Rows<T> Rows<T>(Table<T> table) where T : struct
        {
            UIntPtr count;
            IntPtr data = Native.reel_chunk_rows(RawChunk, table.Raw, out count);
            return new Rows<T>(this, data, checked((int)count)); // keeps this alive until here
        }

        /// <summary>Number in the whole file of the first row of a table here.</summary>
        public ulong First<T>(Table<T> table) where T : struct
        {
            ulong first = Native.reel_chunk_first(RawChunk, table.Raw);
            GC.KeepAlive(this);
            return first;
        }

        /// <summary>All tables, with rows that are known by name only.</summary>
        public List<AnyRows> AllTables()
        {
            List<AnyRows> all = new List<AnyRows>();
            IntPtr chunk = RawChunk, list = Native.reel_chunk_tables(chunk);
            for (int i = 0; Native.Item(list, i) != IntPtr.Zero; i++) all.Add(new AnyRows(this, chunk, Native.Item(list, i)));
            return all;
        }
    }

    /// <summary>Rows in the memory of the library. They keep their replay or reader from being collected; after it was disposed of, or the
    /// reader went on, they throw an ObjectDisposedException.</summary>
    public struct Rows<T> where T : struct
    {
        readonly RowSource owner;
        readonly IntPtr data;
        readonly int count;

        internal Rows(RowSource owner, IntPtr data, int count)
        {
            this.owner = owner;
            this.data = data;
            this.count = count;
        }

        /// <summary>Number of rows.</summary>
        public int Count { get { return count; } }

        /// <summary>A copy of a row.</summary>
        public T this[int index] { get { return Memory()[index]; } }

        /// <summary>The rows as a span, for loops that have to be fast. The replay must not be disposed of while it is used; GC.KeepAlive keeps
        /// it.</summary>
        public ReadOnlySpan<T> AsSpan() { return Memory(); }

        // Compilers do not agree on what the indexer of a ReadOnlySpan returns; this library, which is one for all, does not use it.
        unsafe Span<T> Memory()
        {
            if (count == 0) return default(Span<T>);
            owner.Require();
            return new Span<T>((void*)data, count);
        }

        /// <summary>A copy of all rows. Their text still lives in the replay.</summary>
        public T[] ToArray()
        {
            T[] all = Memory().ToArray();
            GC.KeepAlive(owner);
            return all;
        }

        /// <summary>For foreach.</summary>
        public Enumerator GetEnumerator() { return new Enumerator(this); }

        /// <summary>For foreach.</summary>
        public struct Enumerator
        {
            readonly Rows<T> rows;
            int at;
            internal Enumerator(Rows<T> rows)
            {
                this.rows = rows;
                at = -1;
            }
            /// <summary>Goes to the next row.</summary>
            public bool MoveNext() { return ++at < rows.count; }
            /// <summary>The row.</summary>
            public T Current { get { return rows[at]; } }
        }
    }

    /// <summary>Describes a field of a table.</summary>
    public sealed class Field
    {
        internal int Offset, Size;
        /// <summary>Name, type, unit and meaning.</summary>
        public string Name { get; internal set; }
        /// <summary>The type of a value: f32, string, ...</summary>
        public string Type { get; internal set; }
        /// <summary>The unit; empty if there is none.</summary>
        public string Unit { get; internal set; }
        /// <summary>What the field is.</summary>
        public string Doc { get; internal set; }
        /// <summary>Number of values: more than 1 for a vector.</summary>
        public int Count { get; internal set; }
    }

    /// <summary>The rows of a table that is known by its name only.</summary>
    public sealed class AnyRows
    {
        readonly RowSource owner;
        readonly IntPtr data;
        readonly int rowSize;

        internal AnyRows(RowSource owner, IntPtr chunk, IntPtr table)
        {
            RawTable raw = (RawTable)Marshal.PtrToStructure(table, typeof(RawTable));
            UIntPtr count;
            this.owner = owner;
            data = Native.reel_chunk_rows(chunk, table, out count);
            Count = checked((int)count);
            rowSize = checked((int)raw.RowSize);
            Name = Native.String(raw.Name);
            List<Field> fields = new List<Field>();
            for (int i = 0; i < raw.FieldCount; i++)
            {
                RawField field = (RawField)Marshal.PtrToStructure(raw.Fields + i * Marshal.SizeOf(typeof(RawField)), typeof(RawField));
                fields.Add(new Field
                {
                    Name = Native.String(field.Name), Type = Native.String(Native.reel_type_name(field.Type)), Unit = Native.String(field.Unit),
                    Doc = Native.String(field.Doc), Count = field.Count, Offset = field.Offset, Size = checked((int)Native.reel_type_size(field.Type))
                });
            }
            Fields = fields.AsReadOnly();
        }

        /// <summary>The name of the table.</summary>
        public string Name { get; private set; }
        /// <summary>Number of rows.</summary>
        public int Count { get; private set; }
        /// <summary>The fields of a row.</summary>
        public IList<Field> Fields { get; private set; }

        /// <summary>The bytes of a field of a row: numbers in the order of this machine, text as it is.</summary>
        public unsafe ReadOnlySpan<byte> Bytes(int row, Field field)
        {
            if (row < 0 || row >= Count) throw new ArgumentOutOfRangeException("row");
            if (!Fields.Contains(field)) throw new ArgumentException("the table has no such field");
            owner.Require();
            byte* at = (byte*)data + (long)row * rowSize + field.Offset;
            if (field.Type != "string" && field.Type != "bytes") return new ReadOnlySpan<byte>(at, field.Size * field.Count);
            Text text = *(Text*)at;
            return new ReadOnlySpan<byte>((void*)text.Data, checked((int)text.Size));
        }
    }
}
