// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;

namespace Reel
{
    /// <summary>How to convert. The default keeps everything.</summary>
    public sealed class Conversion
    {
        /// <summary>The format to write; null: that of the file.</summary>
        public Format To { get; set; }
        /// <summary>Repair damage.</summary>
        public bool Repair { get; set; }
        /// <summary>Replace what identifies players.</summary>
        public bool Anonymise { get; set; }
        /// <summary>Replace an existing file.</summary>
        public bool Replace { get; set; }
    }

    /// <summary>Work on whole files.</summary>
    public static class Jobs
    {
        /// <summary>What is wrong with a file: damage, violations of the format, implausible data. <paramref name="level"/> is the map that was
        /// played, opened like a replay: events that it cannot have caused are found, too.</summary>
        public static unsafe List<Finding> Check(string path, ReadOptions options = null, Replay level = null)
        {
            RawInsightOptions beside = new RawInsightOptions { StructSize = (UIntPtr)(uint)Marshal.SizeOf(typeof(RawInsightOptions)), Level = Replay.RawOf(level) };
            RawSurvey survey = new RawSurvey { StructSize = (UIntPtr)(uint)Marshal.SizeOf(typeof(RawSurvey)), Flags = RawSurvey.Check, InsightOptions = (IntPtr)(&beside) };
            List<Finding> found = new List<Finding>();
            ReadOptions also = options ?? new ReadOptions();
            Reading reading = new Reading(new ReadOptions
            {
                Strict = also.Strict, Select = also.Select, From = also.From, To = also.To, Member = also.Member, MaxWork = also.MaxWork,
                Expected = also.Expected, OnProgress = also.OnProgress,
                OnFinding = finding =>
                {
                    found.Add(finding);
                    if (also.OnFinding != null) also.OnFinding(finding);
                }
            });
            try
            {
                RawError error;
                int status = Native.reel_survey_run(Streams.File(path), reading.Pointer, ref survey, out error);
                GC.KeepAlive(level);
                reading.Done(status, ref error);
                return found;
            }
            finally
            {
                reading.Free();
            }
        }

        /// <summary>Converts or repairs a file. The output is read back and compared before it gets its name.</summary>
        public static void Convert(string from, string to, Conversion how)
        {
            if (how == null) throw new ArgumentNullException("how");
            RawConvertOptions options = new RawConvertOptions
            {
                StructSize = (UIntPtr)Marshal.SizeOf(typeof(RawConvertOptions)), Flags = (how.Repair ? Native.RepairFlag : 0) | (how.Anonymise ? Native.AnonymiseFlag : 0)
            };
            RawSource source = Streams.File(from);
            RawSink sink;
            try
            {
                sink = Streams.NewFile(to, how.Replace);
            }
            catch
            {
                Streams.Close(source);
                throw;
            }
            RawError error;
            Native.Check(Native.reel_convert(source, IntPtr.Zero, how.To == null ? IntPtr.Zero : how.To.Raw, sink, ref options, out error), ref error);
        }
    }

    /// <summary>What is wrong with a mark; 0: nothing.</summary>
    [Flags]
    public enum MarkProblems { None = 0, Missing = 1, Damaged = 2, WrongKey = 4, Changed = 8, OtherPlayer = 16, OtherLevel = 32, OtherChallenge = 64 }

    /// <summary>The result of a verification.</summary>
    public sealed class Mark
    {
        /// <summary>What is wrong.</summary>
        public MarkProblems Problems { get; internal set; }
        /// <summary>What the mark binds; empty if it does not.</summary>
        public string Player { get; internal set; }
        /// <summary>The map or level.</summary>
        public string Level { get; internal set; }
        /// <summary>What a server gave before the play.</summary>
        public string Challenge { get; internal set; }
        /// <summary>When it was signed, by the signer's clock, in seconds since 1970; 0: unknown.</summary>
        public long Time { get; internal set; }
    }

    /// <summary>A key pair for signatures, as minisign has them.</summary>
    public sealed class SigningKey : IDisposable
    {
        readonly KeyHandle handle;
        SigningKey(KeyHandle handle) { this.handle = handle; }

        /// <summary>A new key pair.</summary>
        public static SigningKey Create()
        {
            KeyHandle handle;
            RawError error;
            Native.Check(Native.reel_key_new(out handle, out error), ref error);
            return new SigningKey(handle);
        }

        /// <summary>Reads a secret key without a password from the contents of its file.</summary>
        public static SigningKey Read(byte[] data)
        {
            KeyHandle handle;
            RawError error;
            Native.Check(Native.reel_key_read(data, (UIntPtr)data.Length, IntPtr.Zero, out handle, out error), ref error);
            return new SigningKey(handle);
        }

        /// <summary>The contents of a file with the secret key, without a password: nobody else may read that file.</summary>
        public byte[] ToBytes()
        {
            byte[] data = new byte[Native.SecretKeyFile];
            UIntPtr size;
            RawError error;
            Native.Check(Native.reel_key_write(handle, IntPtr.Zero, data, out size, out error), ref error);
            byte[] whole = new byte[(int)size];
            Array.Copy(data, whole, whole.Length);
            Array.Clear(data, 0, data.Length);
            return whole;
        }

        /// <summary>The public key, as one line of text.</summary>
        public string Public
        {
            get
            {
                byte[] text = new byte[Native.PublicKeyText];
                Native.reel_public_key_text(Native.reel_key_public(handle), text);
                GC.KeepAlive(this);
                return System.Text.Encoding.ASCII.GetString(text, 0, text.Length - 1);
            }
        }

        /// <summary>Writes a copy of a replay with a mark in it. Time is in seconds since 1970.</summary>
        public void Sign(string from, string to, long time, string challenge = null)
        {
            if (handle.IsClosed) throw new ObjectDisposedException("SigningKey");
            using (Texts texts = new Texts())
            {
                RawSignOptions how = new RawSignOptions
                {
                    StructSize = (UIntPtr)Marshal.SizeOf(typeof(RawSignOptions)), Time = time, Challenge = texts.Terminated(challenge)
                };
                RawSource source = Streams.File(from);
                RawSink sink;
                try
                {
                    sink = Streams.NewFile(to, false);
                }
                catch
                {
                    Streams.Close(source);
                    throw;
                }
                RawError error;
                Native.Check(Native.reel_sign(source, IntPtr.Zero, handle, ref how, sink, out error), ref error);
            }
        }

        /// <summary>Verifies the mark of a replay with public keys that are trusted. Without any, only changes are found.</summary>
        public static unsafe Mark Verify(string path, params string[] publicKeys)
        {
            using (Texts texts = new Texts())
            {
                byte[] keys = new byte[Native.PublicKeySize * publicKeys.Length];
                RawError error;
                for (int i = 0; i < publicKeys.Length; i++)
                {
                    byte[] key = new byte[Native.PublicKeySize], text = Native.Utf8(publicKeys[i], false);
                    Native.Check(Native.reel_public_key_read(text, (UIntPtr)text.Length, key, out error), ref error);
                    key.CopyTo(keys, Native.PublicKeySize * i);
                }
                RawVerifyOptions how = new RawVerifyOptions
                {
                    StructSize = (UIntPtr)Marshal.SizeOf(typeof(RawVerifyOptions)), Keys = texts.Keep(keys), KeyCount = (UIntPtr)publicKeys.Length
                };
                IntPtr raw;
                Native.Check(Native.reel_verify(Streams.File(path), IntPtr.Zero, ref how, out raw, out error), ref error);
                RawMark* mark = (RawMark*)raw;
                Mark result = new Mark
                {
                    Problems = (MarkProblems)mark->Problems, Player = mark->Player.ToString(), Level = mark->Level.ToString(),
                    Challenge = mark->Challenge.ToString(), Time = mark->Time
                };
                Native.reel_mark_free(raw);
                return result;
            }
        }

        /// <summary>Wipes and frees the key.</summary>
        public void Dispose() { handle.Dispose(); }
    }
}
