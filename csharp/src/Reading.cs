// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Reel
{
    /// <summary>How serious a finding is.</summary>
    public enum Severity { Note = 0, Warning = 1, Error = 2 }

    /// <summary>Something to say about a file.</summary>
    public sealed class Finding
    {
        /// <summary>Id of the rule: bsor.name-length.</summary>
        public string Rule { get; internal set; }
        /// <summary>How serious it is.</summary>
        public Severity Severity { get; internal set; }
        /// <summary>Part of the file; empty if there is none.</summary>
        public string Section { get; internal set; }
        /// <summary>One line for people.</summary>
        public string Message { get; internal set; }
        /// <summary>The table that it is about; empty if there is none.</summary>
        public string Table { get; internal set; }
        /// <summary>Byte offset in the decompressed file; null if there is none.</summary>
        public ulong? Offset { get; internal set; }
        /// <summary>Row of the table; null if there is none.</summary>
        public ulong? Row { get; internal set; }
        /// <summary>Number of rows or bytes that it covers.</summary>
        public ulong Count { get; internal set; }

        internal static Finding Of(IntPtr finding)
        {
            RawFinding raw = (RawFinding)Marshal.PtrToStructure(finding, typeof(RawFinding));
            return new Finding
            {
                Rule = Native.String(raw.Rule), Severity = (Severity)raw.Severity, Section = Native.String(raw.Section),
                Message = Native.String(raw.Message), Table = raw.Table == IntPtr.Zero ? "" : Native.String(Marshal.ReadIntPtr(raw.Table)),
                Offset = raw.Offset == ulong.MaxValue ? (ulong?)null : raw.Offset, Row = raw.Row == ulong.MaxValue ? (ulong?)null : raw.Row,
                Count = raw.Count
            };
        }
    }

    /// <summary>How to read. A callback that throws ends the call, which throws the same exception.</summary>
    public sealed class ReadOptions
    {
        /// <summary>Damage is an exception; otherwise the rows before it are returned.</summary>
        public bool Strict { get; set; }
        /// <summary>Tables to read besides the header, by name: notes, notes.event_time. Null: all.</summary>
        public string[] Select { get; set; }
        /// <summary>Only rows with From &lt;= time.</summary>
        public double? From { get; set; }
        /// <summary>Only rows with time &lt; To.</summary>
        public double? To { get; set; }
        /// <summary>Of an archive of several replays, the one to read.</summary>
        public string Member { get; set; }
        /// <summary>Limit of the work for one file, in steps of about a byte read or decoded. 0: the default.</summary>
        public ulong MaxWork { get; set; }
        /// <summary>Header fields that Check compares with these values.</summary>
        public IDictionary<string, string> Expected { get; set; }
        /// <summary>Receives each finding.</summary>
        public Action<Finding> OnFinding { get; set; }
        /// <summary>Called from time to time with the bytes read so far; returns false to stop.</summary>
        public Func<ulong, bool> OnProgress { get; set; }
    }

    /// <summary>The options of C, and what they point to.</summary>
    internal sealed class Reading
    {
        static readonly ReportCallback Report = OnReport;
        static readonly ProgressCallback Progress = OnProgress;
        static readonly IntPtr ReportPointer = Marshal.GetFunctionPointerForDelegate(Report);
        static readonly IntPtr ProgressPointer = Marshal.GetFunctionPointerForDelegate(Progress);

        readonly ReadOptions options;
        readonly Texts texts = new Texts();
        readonly GCHandle self;
        ExceptionDispatchInfo thrown;

        public IntPtr Pointer { get; private set; }

        public Reading(ReadOptions options)
        {
            this.options = options ?? new ReadOptions();
            self = GCHandle.Alloc(this);
            try
            {
                Fill();
            }
            catch
            {
                Free();
                throw;
            }
        }

        void Fill()
        {
            RawOptions raw = new RawOptions { StructSize = (UIntPtr)Marshal.SizeOf(typeof(RawOptions)), Flags = options.Strict ? Native.StrictFlag : 0 };
            raw.Allocator = Native.reel_large_allocator();
            if (options.OnFinding != null) raw.Report = ReportPointer; // C# is called only if somebody listens
            if (options.OnProgress != null) raw.OnProgress = ProgressPointer;
            raw.ReportContext = raw.ProgressContext = GCHandle.ToIntPtr(self);
            raw.Limits.Work = options.MaxWork;
            raw.HasFrom = (byte)(options.From.HasValue ? 1 : 0);
            raw.HasTo = (byte)(options.To.HasValue ? 1 : 0);
            raw.From = options.From.GetValueOrDefault();
            raw.To = options.To.GetValueOrDefault();
            raw.Member = texts.Terminated(options.Member);
            if (options.Select != null)
            {
                List<IntPtr> list = new List<IntPtr>();
                foreach (string name in options.Select) list.Add(texts.Terminated(name));
                list.Add(IntPtr.Zero);
                raw.Select = Pointers(list);
            }
            if (options.Expected != null)
            {
                List<IntPtr> list = new List<IntPtr>();
                foreach (KeyValuePair<string, string> pair in options.Expected)
                {
                    list.Add(texts.Terminated(pair.Key));
                    list.Add(texts.Terminated(pair.Value));
                }
                raw.Expected = Pointers(list);
                raw.ExpectedCount = (UIntPtr)(list.Count / 2);
            }
            Pointer = Marshal.AllocHGlobal(Marshal.SizeOf(typeof(RawOptions)));
            Marshal.StructureToPtr(raw, Pointer, false);
        }

        IntPtr Pointers(List<IntPtr> list)
        {
            IntPtr block = texts.Keep(new byte[list.Count * IntPtr.Size]);
            for (int i = 0; i < list.Count; i++) Marshal.WriteIntPtr(block, i * IntPtr.Size, list[i]);
            return block;
        }

        /// <summary>Called once nothing of C uses the options any more; also by a finaliser.</summary>
        public void Free()
        {
            if (Pointer != IntPtr.Zero) Marshal.FreeHGlobal(Pointer);
            Pointer = IntPtr.Zero;
            texts.Dispose();
            if (self.IsAllocated) self.Free();
        }

        /// <summary>Throws what a callback threw, else the failure of the call.</summary>
        public void Done(int status, ref RawError error)
        {
            ExceptionDispatchInfo first = thrown;
            thrown = null;
            if (first != null) first.Throw();
            Native.Check(status, ref error);
        }

        bool Guard(Action work)
        {
            if (thrown != null) return false;
            try
            {
                work();
                return true;
            }
            catch (Exception exception)
            {
                thrown = ExceptionDispatchInfo.Capture(exception);
                return false;
            }
        }

        [MonoPInvokeCallback(typeof(ReportCallback))]
        static void OnReport(IntPtr context, IntPtr finding)
        {
            Reading reading = (Reading)GCHandle.FromIntPtr(context).Target;
            reading.Guard(() => reading.options.OnFinding(Finding.Of(finding)));
        }

        [MonoPInvokeCallback(typeof(ProgressCallback))]
        static byte OnProgress(IntPtr context, IntPtr progress)
        {
            Reading reading = (Reading)GCHandle.FromIntPtr(context).Target;
            RawProgress now = (RawProgress)Marshal.PtrToStructure(progress, typeof(RawProgress));
            bool goOn = true;
            goOn = reading.Guard(() => goOn = reading.options.OnProgress(now.Read)) && goOn;
            return (byte)(goOn ? 1 : 0);
        }
    }

    /// <summary>Sources and sinks of C over streams. What a stream throws is a failure of the call.</summary>
    internal static class Streams
    {
        static readonly ReadCallback Read = OnRead;
        static readonly CloseCallback Forget = OnForget;
        static readonly WriteCallback Write = OnWrite;
        static readonly CommitCallback Commit = OnCommit;
        static readonly IntPtr ReadPointer = Marshal.GetFunctionPointerForDelegate(Read);
        static readonly IntPtr ForgetPointer = Marshal.GetFunctionPointerForDelegate(Forget);
        static readonly IntPtr WritePointer = Marshal.GetFunctionPointerForDelegate(Write);
        static readonly IntPtr CommitPointer = Marshal.GetFunctionPointerForDelegate(Commit);
        static readonly IntPtr Rule = Marshal.StringToHGlobalAnsi(RuleName), Nothing = Marshal.StringToHGlobalAnsi("");

        sealed class State
        {
            public Stream Stream;
            public byte[] Buffer = new byte[65536];
        }

        public static RawSource File(string path)
        {
            RawSource source;
            RawError error;
            Native.Check(Native.reel_source_file(Native.Utf8(path), 0, out source, out error), ref error);
            return source;
        }

        public static RawSink NewFile(string path, bool replace)
        {
            RawSink sink;
            RawError error;
            Native.Check(Native.reel_sink_file(Native.Utf8(path), replace ? Native.ReplaceFlag : 0, out sink, out error), ref error);
            return sink;
        }

        public static RawSource From(Stream stream)
        {
            if (stream == null) throw new ArgumentNullException("stream");
            return new RawSource
            {
                Context = GCHandle.ToIntPtr(GCHandle.Alloc(new State { Stream = stream })), Size = ulong.MaxValue, Read = ReadPointer, Close = ForgetPointer
            };
        }

        public static RawSink To(Stream stream)
        {
            if (stream == null) throw new ArgumentNullException("stream");
            return new RawSink
            {
                Context = GCHandle.ToIntPtr(GCHandle.Alloc(new State { Stream = stream })), Write = WritePointer, Commit = CommitPointer,
                Discard = ForgetPointer
            };
        }

        public static void Close(RawSource source)
        {
            if (source.Close != IntPtr.Zero)
                ((CloseCallback)Marshal.GetDelegateForFunctionPointer(source.Close, typeof(CloseCallback)))(source.Context);
        }

        static State Of(IntPtr context) { return (State)GCHandle.FromIntPtr(context).Target; }

        /// <summary>What a stream threw in the call that runs on this thread.</summary>
        [ThreadStatic]
        static Exception thrown;

        internal const string RuleName = "csharp.stream";

        internal static Exception Thrown()
        {
            Exception last = thrown;
            thrown = null;
            return last;
        }

        static unsafe int Fail(IntPtr error, string message, Exception exception = null)
        {
            thrown = exception;
            if (error == IntPtr.Zero) return (int)Status.Io;
            RawError* raw = (RawError*)error;
            *raw = new RawError { Status = (int)Status.Io, Rule = Rule, Section = Nothing };
            byte[] text = System.Text.Encoding.UTF8.GetBytes(message);
            for (int i = 0; i < text.Length && i < 199; i++) raw->Message[i] = text[i];
            return (int)Status.Io;
        }

        [MonoPInvokeCallback(typeof(ReadCallback))]
        static int OnRead(IntPtr context, IntPtr buffer, UIntPtr capacity, IntPtr got, IntPtr error)
        {
            Marshal.WriteIntPtr(got, IntPtr.Zero);
            try
            {
                State state = Of(context);
                int room = (int)Math.Min((ulong)capacity, (ulong)state.Buffer.Length), count = state.Stream.Read(state.Buffer, 0, room);
                if (count < 0 || count > room) return Fail(error, "a stream returned a wrong count");
                Marshal.Copy(state.Buffer, 0, buffer, count);
                Marshal.WriteIntPtr(got, (IntPtr)count);
                return count > 0 ? 0 : 1;
            }
            catch (Exception exception)
            {
                return Fail(error, exception.Message, exception);
            }
        }

        [MonoPInvokeCallback(typeof(WriteCallback))]
        static int OnWrite(IntPtr context, IntPtr data, UIntPtr size, IntPtr error)
        {
            try
            {
                State state = Of(context);
                for (ulong at = 0; at < (ulong)size;)
                {
                    int count = (int)Math.Min((ulong)size - at, (ulong)state.Buffer.Length);
                    Marshal.Copy((IntPtr)((long)data + (long)at), state.Buffer, 0, count);
                    state.Stream.Write(state.Buffer, 0, count);
                    at += (ulong)count;
                }
                return 0;
            }
            catch (Exception exception)
            {
                return Fail(error, exception.Message, exception);
            }
        }

        [MonoPInvokeCallback(typeof(CommitCallback))]
        static int OnCommit(IntPtr context, IntPtr error)
        {
            try
            {
                Of(context).Stream.Flush();
                return 0;
            }
            catch (Exception exception)
            {
                return Fail(error, exception.Message, exception);
            }
            finally
            {
                GCHandle.FromIntPtr(context).Free();
            }
        }

        [MonoPInvokeCallback(typeof(CloseCallback))]
        static void OnForget(IntPtr context) { GCHandle.FromIntPtr(context).Free(); }
    }
}
