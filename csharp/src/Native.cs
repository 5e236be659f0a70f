// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Reel
{
    /// <summary>IL2CPP of Unity finds functions that C calls by an attribute of this name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type) { }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct RawError
    {
        public int Status;
        public IntPtr Rule, Section;
        public ulong Offset;
        public fixed byte Message[200];
        public fixed ulong Reserved[3];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawSource
    {
        public IntPtr Context, Data;
        public ulong Size;
        public IntPtr Read, Close, Seek, Reserved0, Reserved1;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawSink
    {
        public IntPtr Context, Write, Flush, Reopen, Commit, Discard, Reserved0, Reserved1;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawLimits
    {
        public ulong InputBytes, BufferBytes, Rows, StringBytes;
        public uint Nesting, Ratio;
        public ulong UnpackedBytes, Work, Reserved0, Reserved1, Reserved2, Reserved3;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawInsightOptions
    {
        public UIntPtr StructSize;
        public IntPtr Allocator, Tables, Convention, Report, ReportContext;
        public RawLimits Limits;
        public IntPtr OnProgress, ProgressContext, Level;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct RawSurvey
    {
        /// <summary>The flag REEL_SURVEY_CHECK.</summary>
        public const uint Check = 1;
        public UIntPtr StructSize;
        public uint Flags;
        public IntPtr Insights, InsightOptions, Rows, Context, Format;
        public RawError Damage;
        public byte HasHash;
        public fixed byte Hash[32];
        public IntPtr Mark, Motion;
    }

    /// <summary>The first members of an insight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct RawInsight
    {
        public IntPtr Id, Name, Doc, Formats, Tables;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawOptions
    {
        public UIntPtr StructSize;
        public uint Flags;
        public IntPtr Allocator;
        public RawLimits Limits;
        public IntPtr Formats, Format, Tables, Convention, Report, ReportContext, Expected;
        public UIntPtr ExpectedCount;
        public byte HasFrom, HasTo;
        public double From, To;
        public IntPtr IndexData;
        public UIntPtr IndexSize;
        public IntPtr OnProgress, ProgressContext, Select, Member, Name, Choose, ChooseContext;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawConvertOptions
    {
        public UIntPtr StructSize;
        public uint Flags;
        public IntPtr Settings;
        public UIntPtr SettingCount;
        public IntPtr Operations;
        public UIntPtr OperationCount;
        public IntPtr Merge;
        public UIntPtr MergeCount;
        public byte HasFrom, HasTo;
        public double From, To;
        public IntPtr Convention, Level, Who;
        public UIntPtr WhoCount;
        public IntPtr Names;
        public UIntPtr NameCount;
        public int Follow;
        public IntPtr Pseudonyms;
        public IntPtr ScrambleKey;
        public UIntPtr ScrambleKeySize;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawFinding
    {
        public IntPtr Rule;
        public int Severity;
        public IntPtr Section;
        public ulong Offset, Length;
        public IntPtr Table;
        public ulong Row, Count;
        public IntPtr Message;
        public uint Flags;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawProgress
    {
        public ulong Read, Size, Work;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawTable
    {
        /// <summary>The flag REEL_TABLE_ON_REQUEST.</summary>
        public const int OnRequest = 4;

        public IntPtr Name, Doc, Fields;
        public ushort FieldCount, Flags;
        public uint RowSize;
        public IntPtr Reserved0, Reserved1;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawField
    {
        public IntPtr Name;
        public int Type;
        public ushort Count, Offset;
        public uint Flags;
        public IntPtr Unit, Doc, Components, Labels;
        public ushort PresentOffset;
        public byte PresentMask;
        public IntPtr Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct RawMark
    {
        public uint Problems;
        public byte Embedded, HasKey;
        public fixed byte Key[40];
        public long Time;
        public Text Player, Level, Challenge, Format, File;
        public ulong Offset, Size;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawSignOptions
    {
        public UIntPtr StructSize;
        public uint Flags;
        public long Time;
        public IntPtr Player, Level, Challenge, File;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawVerifyOptions
    {
        public UIntPtr StructSize;
        public IntPtr Keys;
        public UIntPtr KeyCount;
        public IntPtr Player, Level, Challenge;
        public Bytes Signature;
    }

    internal sealed class ReplayHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        public ReplayHandle() : base(true) { }
        protected override bool ReleaseHandle() { Native.reel_free(handle); return true; }
    }

    internal sealed class ReaderHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        public ReaderHandle() : base(true) { }
        /// <summary>What the options of the reader point to; freed after it.</summary>
        public Reading Reading;
        protected override bool ReleaseHandle()
        {
            Native.reel_close(handle);
            if (Reading != null) Reading.Free();
            return true;
        }
    }

    internal sealed class WriterHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        public WriterHandle() : base(true) { }
        protected override bool ReleaseHandle() { Native.reel_discard(handle); return true; }
    }

    internal sealed class KeyHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        public KeyHandle() : base(true) { }
        protected override bool ReleaseHandle() { Native.reel_key_free(handle); return true; }
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void ReportCallback(IntPtr context, IntPtr finding);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate byte ProgressCallback(IntPtr context, IntPtr progress);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate int ReadCallback(IntPtr context, IntPtr buffer, UIntPtr capacity, IntPtr got, IntPtr error);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void CloseCallback(IntPtr context);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate int WriteCallback(IntPtr context, IntPtr data, UIntPtr size, IntPtr error);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate int CommitCallback(IntPtr context, IntPtr error);

    internal static class Native
    {
        const string Library = "reel";
        const CallingConvention C = CallingConvention.Cdecl;

        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_version();
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_status_name(int status);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_formats();
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_format_by_id(IntPtr formats, byte[] id);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_format_id(IntPtr format);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_format_name(IntPtr format);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_format_table(IntPtr format, byte[] name);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_find_table(IntPtr format, byte[] name, IntPtr insight);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_find_table(IntPtr format, byte[] name, out IntPtr insight);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool reel_format_writes(IntPtr format);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_insight_by_id(byte[] id);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool reel_insight_takes(IntPtr insight, IntPtr format);
        [DllImport(Library, CallingConvention = C)] public static extern UIntPtr reel_type_size(int type);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_type_name(int type);

        [DllImport(Library, CallingConvention = C)] public static extern int reel_source_file(byte[] path, uint flags, out RawSource source, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern int reel_sink_file(byte[] path, uint flags, out RawSink sink, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern RawSource reel_source_memory(IntPtr data, UIntPtr size);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_large_allocator();
        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_recover(byte[] spool, byte[] path, IntPtr options, out RawError error);

        [DllImport(Library, CallingConvention = C)] public static extern int reel_load(RawSource source, IntPtr options, out ReplayHandle replay, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_replay_chunk(ReplayHandle replay);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_replay_format(ReplayHandle replay);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_replay_damage(ReplayHandle replay);
        [DllImport(Library, CallingConvention = C)] public static extern void reel_free(IntPtr replay);

        [DllImport(Library, CallingConvention = C)] public static extern int reel_open(RawSource source, IntPtr options, out ReaderHandle reader, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern int reel_next(ReaderHandle reader, out IntPtr chunk, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_reader_damage(ReaderHandle reader);
        [DllImport(Library, CallingConvention = C)] public static extern void reel_close(IntPtr reader);

        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_chunk_rows(IntPtr chunk, IntPtr table, out UIntPtr count);
        [DllImport(Library, CallingConvention = C)] public static extern ulong reel_chunk_first(IntPtr chunk, IntPtr table);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_chunk_tables(IntPtr chunk);

        [DllImport(Library, CallingConvention = C)] public static extern int reel_create(RawSink sink, IntPtr format, IntPtr options, out WriterHandle writer, out RawError error);
        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_create_file(byte[] path, IntPtr format, IntPtr options, out WriterHandle writer, out RawError error);
        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_record_file(byte[] path, IntPtr format, IntPtr options, out WriterHandle writer, byte[] name, UIntPtr nameSize, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern int reel_append(WriterHandle writer, IntPtr table, IntPtr rows, UIntPtr count);
        [DllImport(Library, CallingConvention = C)] public static extern uint reel_table_layout(IntPtr table);
        [DllImport(Library, CallingConvention = C)] public static extern int reel_replace(WriterHandle writer, IntPtr table, IntPtr row);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_writer_error(WriterHandle writer);
        [DllImport(Library, CallingConvention = C)] public static extern int reel_append_chunk(WriterHandle writer, IntPtr chunk);
        [DllImport(Library, CallingConvention = C)] public static extern int reel_flush(WriterHandle writer, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern int reel_finish(IntPtr writer, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern void reel_discard(IntPtr writer);
        [DllImport(Library, CallingConvention = C)] public static extern int reel_write(IntPtr chunk, IntPtr format, RawSink sink, IntPtr options, out RawError error);

        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_survey_run(RawSource source, IntPtr options, ref RawSurvey survey, out RawError error);
        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_convert(RawSource source, IntPtr options, IntPtr to, RawSink sink, ref RawConvertOptions how, out RawError error);
        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_insight_run_chunk(IntPtr insight, IntPtr format, IntPtr chunk, ref RawInsightOptions options, out ReplayHandle result, out RawError error);

        [DllImport(Library, CallingConvention = C)] public static extern int reel_key_new(out KeyHandle key, out RawError error);
        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_key_read(byte[] data, UIntPtr size, IntPtr options, out KeyHandle key, out RawError error);
        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_key_write(KeyHandle key, IntPtr options, [Out] byte[] data, out UIntPtr size, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr reel_key_public(KeyHandle key);
        [DllImport(Library, CallingConvention = C)] public static extern void reel_key_free(IntPtr key);
        [DllImport(Library, CallingConvention = C)] public static extern void reel_public_key_text(IntPtr key, [Out] byte[] text);
        [DllImport(Library, CallingConvention = C)] public static extern int reel_public_key_read(byte[] data, UIntPtr size, [Out] byte[] key, out RawError error);
        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_sign(RawSource source, IntPtr options, KeyHandle key, ref RawSignOptions how, RawSink sink, out RawError error);
        [DllImport(Library, CallingConvention = C)]
        public static extern int reel_verify(RawSource source, IntPtr options, ref RawVerifyOptions how, out IntPtr mark, out RawError error);
        [DllImport(Library, CallingConvention = C)] public static extern void reel_mark_free(IntPtr mark);

        // REEL_STRICT, REEL_REPAIR, REEL_ANONYMISE, REEL_FILE_REPLACE, and sizes of <reel/sign.h>; a test compares them with the headers.
        public const uint StrictFlag = 1, RepairFlag = 2, AnonymiseFlag = 4, ReplaceFlag = 2;
        public const int PublicKeySize = 40, PublicKeyText = 57, SecretKeyFile = 320;

        /// <summary>The constants above and the sizes of the structs, for a test.</summary>
        internal static string Layout()
        {
            Type[] types = { typeof(RawError), typeof(RawSource), typeof(RawSink), typeof(RawOptions), typeof(RawConvertOptions),
                typeof(RawFinding), typeof(RawProgress), typeof(RawTable), typeof(RawField), typeof(RawMark), typeof(RawSignOptions), typeof(RawVerifyOptions) };
            StringBuilder text = new StringBuilder();
            foreach (Type type in types) text.Append(Marshal.SizeOf(type)).Append(' ');
            foreach (long value in new long[] { StrictFlag, RepairFlag, AnonymiseFlag, ReplaceFlag, PublicKeySize, PublicKeyText, SecretKeyFile })
                text.Append(value).Append(' ');
            text.Append(Marshal.OffsetOf(typeof(RawOptions), "From")).Append(' ').Append(Marshal.OffsetOf(typeof(RawOptions), "Select")).Append(' ');
            text.Append(Marshal.OffsetOf(typeof(RawConvertOptions), "From")).Append(' ').Append(Marshal.OffsetOf(typeof(RawMark), "Player")).Append(' ');
            text.Append(Marshal.OffsetOf(typeof(RawField), "Doc")).Append(' ').Append(Marshal.OffsetOf(typeof(RawFinding), "Row")).Append(' ');
            text.Append(Marshal.SizeOf(typeof(RawInsightOptions))).Append(' ').Append(Marshal.OffsetOf(typeof(RawInsightOptions), "Level")).Append(' ');
            text.Append(Marshal.SizeOf(typeof(RawSurvey))).Append(' ').Append(Marshal.OffsetOf(typeof(RawSurvey), "InsightOptions")).Append(' ');
            text.Append(RawSurvey.Check);
            return text.ToString();
        }

        static readonly UTF8Encoding Strict = new UTF8Encoding(false, true);

        /// <summary>Text as UTF-8, with or without a NUL at its end. Half a surrogate pair and, before such a NUL, another one are errors.</summary>
        public static byte[] Utf8(string text, bool terminated = true)
        {
            if (text == null) throw new ArgumentNullException("text");
            if (terminated && text.IndexOf('\0') >= 0) throw new ArgumentException("a text has a NUL character");
            byte[] bytes = new byte[Strict.GetByteCount(text) + (terminated ? 1 : 0)];
            Strict.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        public static unsafe string String(IntPtr text)
        {
            if (text == IntPtr.Zero) return "";
            int size = 0;
            while (((byte*)text)[size] != 0) size++;
            return String(text, size);
        }

        public static unsafe string String(IntPtr text, int size)
        {
            return size == 0 ? "" : Encoding.UTF8.GetString((byte*)text, size);
        }

        public static IntPtr Item(IntPtr list, int index) { return Marshal.ReadIntPtr(list, index * IntPtr.Size); }

        public static void Check(int status, ref RawError error)
        {
            if (status < 0) throw ReelException.Of(ref error);
        }
    }
}
