// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Reel
{
    /// <summary>What kind of failure a <see cref="ReelException"/> is.</summary>
    public enum Status
    {
        /// <summary>The operating system failed, or a stream of the caller.</summary>
        Io = -1,
        /// <summary>The file ends inside a structure.</summary>
        Truncated = -2,
        /// <summary>The bytes contradict the format.</summary>
        Corrupt = -3,
        /// <summary>Unknown format, version or variant.</summary>
        Unsupported = -4,
        /// <summary>Valid, but exceeds the limits.</summary>
        Limit = -5,
        /// <summary>Out of memory.</summary>
        Memory = -6,
        /// <summary>Invalid argument.</summary>
        Argument = -7,
        /// <summary>The output would not hold what the input held.</summary>
        Loss = -8,
        /// <summary>Stopped by the progress callback.</summary>
        Cancelled = -9
    }

    /// <summary>Why a call failed, and where in the file. InnerException is what a stream of the caller threw.</summary>
    public sealed class ReelException : Exception
    {
        internal ReelException(Status status, string rule, string section, ulong offset, string message)
            : base(message, rule == Streams.RuleName ? Streams.Thrown() : null)
        {
            Status = status;
            Rule = rule;
            Section = section;
            Offset = offset;
        }

        /// <summary>What kind of failure it is.</summary>
        public Status Status { get; private set; }
        /// <summary>Id of the violated rule: bsor.frame-count.</summary>
        public string Rule { get; private set; }
        /// <summary>Part of the file: frames.</summary>
        public string Section { get; private set; }
        /// <summary>Byte offset in the decompressed file.</summary>
        public ulong Offset { get; private set; }
        /// <summary>The name of the status: truncated.</summary>
        public string StatusName { get { return Native.String(Native.reel_status_name((int)Status)); } }

        internal static unsafe ReelException Of(ref RawError error)
        {
            fixed (byte* message = error.Message)
                return new ReelException((Status)error.Status, Native.String(error.Rule), Native.String(error.Section), error.Offset,
                    Native.String((IntPtr)message));
        }

        internal static ReelException Of(IntPtr error)
        {
            if (error == IntPtr.Zero) return null;
            RawError raw = (RawError)Marshal.PtrToStructure(error, typeof(RawError));
            return Of(ref raw);
        }

        internal static ReelException Argument(string rule, string message)
        {
            return new ReelException(Status.Argument, rule, "", 0, message);
        }
    }
}
