// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace Reel
{
    /// <summary>Writes a replay of rows that are appended in any order. Without Finish there is no file. One thread may use it at a time.</summary>
    public sealed class ReplayWriter : IDisposable
    {
        readonly WriterHandle handle;
        readonly Dictionary<object, IDisposable> slots = new Dictionary<object, IDisposable>();

        ReplayWriter(WriterHandle handle) { this.handle = handle; }

        /// <summary>Starts a new file; an exception if there is one.</summary>
        public static ReplayWriter Create(string path, Format format)
        {
            if (format == null) throw new ArgumentNullException("format");
            WriterHandle handle;
            RawError error;
            Native.Check(Native.reel_create_file(Native.Utf8(path), format.Raw, IntPtr.Zero, out handle, out error), ref error);
            return new ReplayWriter(handle);
        }

        internal static ReplayWriter Record(string path, Format format, out string file)
        {
            if (format == null) throw new ArgumentNullException("format");
            byte[] wanted = Native.Utf8(path), name = new byte[wanted.Length + 16]; // and a number
            WriterHandle handle;
            RawError error;
            Native.Check(Native.reel_record_file(wanted, format.Raw, IntPtr.Zero, out handle, name, (UIntPtr)name.Length, out error), ref error);
            file = Encoding.UTF8.GetString(name, 0, Array.IndexOf(name, (byte)0));
            return new ReplayWriter(handle);
        }

        /// <summary>Writes to a stream.</summary>
        public static ReplayWriter To(Stream stream, Format format)
        {
            if (format == null) throw new ArgumentNullException("format");
            WriterHandle handle;
            RawError error;
            Native.Check(Native.reel_create(Streams.To(stream), format.Raw, IntPtr.Zero, out handle, out error), ref error);
            return new ReplayWriter(handle);
        }

        /// <summary>A row of a table in memory that does not move, so that an append allocates nothing.</summary>
        sealed class Slot<T> : IDisposable where T : struct
        {
            public readonly T[] Row = new T[1];
            GCHandle pin;
            public readonly IntPtr Pointer;

            public Slot()
            {
                pin = GCHandle.Alloc(Row, GCHandleType.Pinned);
                Pointer = pin.AddrOfPinnedObject();
            }

            public void Dispose()
            {
                if (pin.IsAllocated) pin.Free();
                GC.SuppressFinalize(this);
            }

            /// <summary>A pinned row would stay for ever if nobody disposed of its writer.</summary>
            ~Slot() { Dispose(); }
        }

        void Open() { if (handle.IsClosed) throw new ObjectDisposedException("ReplayWriter"); }

        void Appended(int status)
        {
            if (status < 0) throw ReelException.Of(Native.reel_writer_error(handle));
        }

        /// <summary>Appends a row, which is copied. Throws for a row that no file of the format can have, and goes on without it; any
        /// other failure is permanent. Allocates nothing, but at the first row of a table.</summary>
        public void Append<T>(Table<T> table, T row) where T : struct
        {
            Appended(Native.reel_append(handle, table.Raw, Placed(table, row), (UIntPtr)1));
        }

        /// <summary>Puts a row in the place of the one that the table has, of which a replay has one, or makes it the first. Throws if it may
        /// have been written already, or the table has many rows. Allocates nothing, but at the first row of a table.</summary>
        public void Replace<T>(Table<T> table, T row) where T : struct
        {
            Appended(Native.reel_replace(handle, table.Raw, Placed(table, row)));
        }

        IntPtr Placed<T>(Table<T> table, T row) where T : struct
        {
            Open();
            IDisposable found;
            if (!slots.TryGetValue(table, out found)) slots.Add(table, found = new Slot<T>());
            Slot<T> slot = (Slot<T>)found;
            slot.Row[0] = row;
            return slot.Pointer;
        }

        /// <summary>Appends rows.</summary>
        public void Append<T>(Table<T> table, T[] rows) where T : struct
        {
            Open();
            if (rows == null) throw new ArgumentNullException("rows");
            GCHandle pin = GCHandle.Alloc(rows, GCHandleType.Pinned);
            try
            {
                Appended(Native.reel_append(handle, table.Raw, pin.AddrOfPinnedObject(), (UIntPtr)rows.Length));
            }
            finally
            {
                pin.Free();
            }
        }

        /// <summary>Appends all rows of a replay or a chunk of the same format.</summary>
        public void Append(RowSource rows)
        {
            Open();
            if (rows == null) throw new ArgumentNullException("rows");
            Appended(Native.reel_append_chunk(handle, rows.RawChunk));
            GC.KeepAlive(rows);
        }

        /// <summary>Writes out what was appended, as far as the format can.</summary>
        public void Flush()
        {
            Open();
            RawError error;
            Native.Check(Native.reel_flush(handle, out error), ref error);
        }

        /// <summary>Completes the file. The writer has then ended, also if this throws.</summary>
        public void Finish()
        {
            Open();
            IntPtr raw = handle.DangerousGetHandle();
            handle.SetHandleAsInvalid();
            Release();
            RawError error;
            Native.Check(Native.reel_finish(raw, out error), ref error);
        }

        void Release()
        {
            foreach (IDisposable slot in slots.Values) slot.Dispose();
            slots.Clear();
        }

        /// <summary>Leaves no file, but a spool. Does nothing after Finish.</summary>
        public void Dispose()
        {
            Release();
            handle.Dispose();
        }
    }

    /// <summary>Records a play from the loop of a game. Rows go to a spool beside the file, so that a crash loses at most a second.</summary>
    public sealed class Recorder : IDisposable
    {
        readonly ReplayWriter writer;
        Recorder(ReplayWriter writer, string path)
        {
            this.writer = writer;
            Path = path;
        }

        /// <summary>The file that Finish makes.</summary>
        public string Path { get; private set; }

        static string SpoolOf(string path) { return path + ".spool"; }

        /// <summary>Starts a recording. It overwrites nothing, and a file that exists is no failure: that of a second play has -2, -3, ...
        /// before the ending of its name. What crashes have left in the folder becomes files first.</summary>
        public static Recorder Start(string path, Format format)
        {
            string file;
            ReplayWriter writer = ReplayWriter.Record(path, format, out file);
            return new Recorder(writer, file);
        }

        /// <summary>Adds a row, without garbage.</summary>
        public void Record<T>(Table<T> table, T row) where T : struct { writer.Append(table, row); }

        /// <summary>Puts a row in the place of the one that the table has, or makes it the first: a score that is known better
        /// now.</summary>
        public void Replace<T>(Table<T> table, T row) where T : struct { writer.Replace(table, row); }

        /// <summary>Call this in pauses of the game, when no rows will come for a while.</summary>
        public void Flush() { writer.Flush(); }

        /// <summary>Completes the file and removes the spool.</summary>
        public void Finish() { writer.Finish(); }

        /// <summary>Ends without a file; the spool is kept. Does nothing after Finish.</summary>
        public void Dispose() { writer.Dispose(); }

        /// <summary>Completes the file of a recording that a crash ended, and removes its spool. False: there is no spool, or only one
        /// of a program that still writes it.</summary>
        public static bool Recover(string path)
        {
            RawError error;
            int status = Native.reel_recover(Native.Utf8(SpoolOf(path)), Native.Utf8(path), IntPtr.Zero, out error);
            Native.Check(status, ref error);
            return status == 0;
        }
    }
}
