// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;

namespace Reel
{
    /// <summary>A file format.</summary>
    public sealed class Format
    {
        internal readonly IntPtr Raw;
        Format(IntPtr raw) { Raw = raw; }

        /// <summary>The version of the native library.</summary>
        public static string LibraryVersion { get { return Native.String(Native.reel_version()); } }

        /// <summary>The format with this id: bsor, gdr2, ...</summary>
        public static Format ById(string id)
        {
            IntPtr raw = Native.reel_format_by_id(IntPtr.Zero, Native.Utf8(id));
            if (raw == IntPtr.Zero) throw ReelException.Argument("csharp.format", "there is no format " + id);
            return new Format(raw);
        }

        internal static Format Of(IntPtr raw) { return raw == IntPtr.Zero ? null : new Format(raw); }

        /// <summary>The id.</summary>
        public string Id { get { return Native.String(Native.reel_format_id(Raw)); } }
        /// <summary>The name for people.</summary>
        public string Name { get { return Native.String(Native.reel_format_name(Raw)); } }
        /// <summary>Whether files of the format can be written.</summary>
        public bool Writes { get { return Native.reel_format_writes(Raw); } }
    }

    /// <summary>A whole replay in memory. Several threads may read it; Dispose only once none does.</summary>
    public sealed class Replay : RowSource, IDisposable
    {
        readonly ReplayHandle handle;
        Replay(ReplayHandle handle) : base(Native.reel_replay_chunk(handle)) { this.handle = handle; }

        /// <summary>Reads a file. Damage is not an exception: see Damage, and ReadOptions.Strict.</summary>
        public static Replay Open(string path, ReadOptions options = null) { return Load(() => Streams.File(path), options); }

        /// <summary>Reads a stream to its end.</summary>
        public static Replay Read(Stream stream, ReadOptions options = null) { return Load(() => Streams.From(stream), options); }

        static Replay Load(Func<RawSource> source, ReadOptions options)
        {
            Reading reading = new Reading(options);
            ReplayHandle handle = null;
            try
            {
                RawError error;
                int status = Native.reel_load(source(), reading.Pointer, out handle, out error);
                reading.Done(status, ref error);
                return new Replay(handle);
            }
            catch
            {
                if (handle != null) handle.Dispose();
                throw;
            }
            finally
            {
                reading.Free();
            }
        }

        void Open() { if (handle.IsClosed) throw new ObjectDisposedException("Replay"); }

        /// <summary>The format; null for statistics.</summary>
        public Format Format
        {
            get
            {
                Open();
                return Format.Of(Native.reel_replay_format(handle));
            }
        }

        /// <summary>The damage that ended reading early, or null.</summary>
        public ReelException Damage
        {
            get
            {
                Open();
                return ReelException.Of(Native.reel_replay_damage(handle));
            }
        }

        /// <summary>Statistics, such as beatsaber: a replay with tables of their own. Those that are computed on request only are computed if
        /// they are named: evidence, ddnet.tick_positions. <paramref name="level"/> is the map that was played, opened like a replay, for the
        /// tables that need one. Another level than the replay names fails with the rule level.other.</summary>
        public unsafe Replay Statistics(string id, Replay level = null)
        {
            Open();
            IntPtr insight = Native.reel_insight_by_id(Native.Utf8(id)), format = Native.reel_replay_format(handle);
            IntPtr* named = stackalloc IntPtr[2];
            named[0] = named[1] = IntPtr.Zero;
            if (insight == IntPtr.Zero && format != IntPtr.Zero) named[0] = Native.reel_find_table(format, Native.Utf8(id), out insight);
            if (insight == IntPtr.Zero || format == IntPtr.Zero) throw ReelException.Argument("csharp.statistics", "there are no such statistics of this");
            RawInsightOptions options = new RawInsightOptions { StructSize = (UIntPtr)(uint)Marshal.SizeOf(typeof(RawInsightOptions)) };
            options.Tables = named[0] != IntPtr.Zero ? (IntPtr)named : TablesOnRequest(insight);
            options.Level = RawOf(level);
            ReplayHandle result;
            RawError error;
            Native.Check(Native.reel_insight_run_chunk(insight, format, RawChunk, ref options, out result, out error), ref error);
            GC.KeepAlive(this);
            GC.KeepAlive(level);
            return new Replay(result);
        }

        /// <summary>The replay in the library, for a call that borrows it; zero for null.</summary>
        internal static IntPtr RawOf(Replay replay)
        {
            if (replay == null) return IntPtr.Zero;
            replay.Open();
            return replay.handle.DangerousGetHandle();
        }

        /// <summary>The tables of statistics that have nothing else; otherwise null.</summary>
        static IntPtr TablesOnRequest(IntPtr insight)
        {
            IntPtr tables = ((RawInsight)Marshal.PtrToStructure(insight, typeof(RawInsight))).Tables;
            IntPtr first = tables == IntPtr.Zero ? IntPtr.Zero : Marshal.ReadIntPtr(tables);
            bool asked = first != IntPtr.Zero && (((RawTable)Marshal.PtrToStructure(first, typeof(RawTable))).Flags & RawTable.OnRequest) != 0;
            return asked ? tables : IntPtr.Zero;
        }

        /// <summary>Writes the replay to a new file. As it was read, its bytes are those of the file that it is from.</summary>
        public void Save(string path, bool replace = false) { Write(() => Streams.NewFile(path, replace)); }

        /// <summary>Writes the replay to a stream.</summary>
        public void WriteTo(Stream stream) { Write(() => Streams.To(stream)); }

        void Write(Func<RawSink> sink)
        {
            Open();
            IntPtr format = Native.reel_replay_format(handle);
            if (format == IntPtr.Zero) throw ReelException.Argument("csharp.statistics", "statistics have no file format");
            RawError error;
            Native.Check(Native.reel_write(RawChunk, format, sink(), IntPtr.Zero, out error), ref error);
            GC.KeepAlive(this);
        }

        /// <summary>Frees the memory.</summary>
        public void Dispose()
        {
            End();
            handle.Dispose();
        }
    }

    /// <summary>A slice of a replay, valid until the next one.</summary>
    public sealed class Chunk : RowSource
    {
        readonly ReplayReader reader;
        internal Chunk(ReplayReader reader, IntPtr raw) : base(raw) { this.reader = reader; }

        /// <summary>The reader, which lives as long as its chunk.</summary>
        internal ReplayReader Reader { get { return reader; } }
    }

    /// <summary>Reads a replay chunk by chunk, for files larger than memory. One thread may use it at a time.</summary>
    public sealed class ReplayReader : IDisposable
    {
        readonly ReaderHandle handle;
        readonly Reading reading;
        Chunk now;

        ReplayReader(ReaderHandle handle, Reading reading)
        {
            this.handle = handle;
            this.reading = reading;
        }

        /// <summary>Opens a file.</summary>
        public static ReplayReader Open(string path, ReadOptions options = null) { return Start(() => Streams.File(path), options); }

        /// <summary>Opens a stream.</summary>
        public static ReplayReader Read(Stream stream, ReadOptions options = null) { return Start(() => Streams.From(stream), options); }

        static ReplayReader Start(Func<RawSource> source, ReadOptions options)
        {
            Reading reading = new Reading(options);
            ReaderHandle handle = null;
            try
            {
                RawError error;
                int status = Native.reel_open(source(), reading.Pointer, out handle, out error);
                if (!handle.IsInvalid) handle.Reading = reading;
                reading.Done(status, ref error);
                return new ReplayReader(handle, reading);
            }
            catch
            {
                bool owned = handle != null && handle.Reading != null;
                if (handle != null) handle.Dispose();
                if (!owned) reading.Free();
                throw;
            }
        }

        /// <summary>The next chunk; null at the end.</summary>
        public Chunk Next()
        {
            if (handle.IsClosed) throw new ObjectDisposedException("ReplayReader");
            if (now != null) now.End();
            now = null;
            IntPtr chunk;
            RawError error;
            int status = Native.reel_next(handle, out chunk, out error);
            reading.Done(status, ref error);
            return status == 0 ? now = new Chunk(this, chunk) : null;
        }

        /// <summary>All chunks that follow.</summary>
        public IEnumerable<Chunk> Chunks()
        {
            for (Chunk chunk = Next(); chunk != null; chunk = Next()) yield return chunk;
        }

        /// <summary>The damage that ended reading early, or null.</summary>
        public ReelException Damage
        {
            get
            {
                if (handle.IsClosed) throw new ObjectDisposedException("ReplayReader");
                return ReelException.Of(Native.reel_reader_damage(handle));
            }
        }

        /// <summary>Closes the reader and its input.</summary>
        public void Dispose()
        {
            if (now != null) now.End();
            now = null;
            handle.Dispose();
        }
    }
}
