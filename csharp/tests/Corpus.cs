// SPDX-License-Identifier: MIT
// What tests/doors/rows.c prints, through the library.
using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using Reel;

static class Corpus
{
    static ulong sum;

    static void Mix(ulong value)
    {
        sum = unchecked((sum ^ value) * 0x9e3779b97f4a7c15UL);
        sum ^= sum >> 29;
    }

    static unsafe void Mix(byte* at, int size)
    {
        ulong word = 0;
        for (int i = 0; i < size; i++) word |= (ulong)at[i] << 8 * i;
        Mix(word);
    }

    static unsafe void MixBytes(byte* at, int size)
    {
        Mix((ulong)size);
        for (; size >= 8; at += 8, size -= 8) Mix(*(ulong*)at);
        if (size > 0) Mix(at, size);
    }

    static unsafe void MixField(ReadOnlySpan<byte> bytes, string type, int count)
    {
        byte empty = 0;
        fixed (byte* found = &MemoryMarshal.GetReference(bytes))
        {
            byte* at = found == null ? &empty : found;
            if (type == "string" || type == "bytes")
            {
                MixBytes(at, bytes.Length);
                return;
            }
            int size = bytes.Length / count;
            for (int i = 0; i < count; i++, at += size)
                switch (size)
                {
                case 1: Mix(*at); break;
                case 2: Mix(*(ushort*)at); break;
                case 4: Mix(*(uint*)at); break;
                case 8: Mix(*(ulong*)at); break;
                default: MixBytes(at, size); break;
                }
        }
    }

    static string Line(string path)
    {
        try
        {
            using (Replay play = Replay.Open(path))
            {
                sum = 0xcbf29ce484222325;
                Mix(play.Damage == null ? 0 : (ulong)-(long)play.Damage.Status);
                foreach (AnyRows table in play.AllTables())
                {
                    Mix((ulong)table.Count);
                    for (int row = 0; row < table.Count; row++)
                        foreach (Field field in table.Fields) MixField(table.Bytes(row, field), field.Type, field.Count);
                }
                return sum.ToString("x16") + " " + Written(play, path);
            }
        }
        catch (ReelException failed)
        {
            return failed.StatusName + " none";
        }
    }

    static string Written(Replay play, string path)
    {
        MemoryStream stream = new MemoryStream();
        try
        {
            play.WriteTo(stream);
        }
        catch (ReelException)
        {
            return "none";
        }
        byte[] file = File.ReadAllBytes(path);
        return file.Length == stream.Length && file.AsSpan().SequenceEqual(stream.ToArray()) ? "same" : "other";
    }

    static void Main()
    {
        for (string path = Console.ReadLine(); path != null; path = Console.ReadLine()) Console.WriteLine(Line(path) + " " + path);
    }
}
