// SPDX-License-Identifier: MIT
// Random calls over random handles: damaged files, callbacks and streams that throw, handles that are left to the collector, disposed of in any order
// and used after it. Nothing outlives its user: libreel is the one of counting.c. Lifetimes.exe FORMATS SCRATCH [SEED]
using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using Reel;

static class Lifetimes
{
    [DllImport("reel", CallingConvention = CallingConvention.Cdecl)] static extern IntPtr counting_handles();
    [DllImport("reel", CallingConvention = CallingConvention.Cdecl)] static extern IntPtr counting_blocks();
    [DllImport("reel", CallingConvention = CallingConvention.Cdecl)] static extern IntPtr counting_files(byte[] folder);

    static Random random;
    static string scratch;
    static string[] files;
    static int alive, failed, ended;

    sealed class UserException : Exception { }

    /// <summary>What a call is given: counted until the collector takes it, which it cannot as long as the library keeps it.</summary>
    sealed class User : MemoryStream
    {
        int left = Chance(4) ? random.Next(2000) : int.MaxValue;

        public User(byte[] data)
        {
            Interlocked.Increment(ref alive);
            if (data == null) return;
            base.Write(data, 0, data.Length);
            Position = 0;
        }

        ~User() { Interlocked.Decrement(ref alive); }

        public override int Read(byte[] buffer, int offset, int count)
        {
            if (Position > left) throw new UserException();
            return base.Read(buffer, offset, count);
        }

        public override void Write(byte[] buffer, int offset, int count)
        {
            if (Position > left) throw new UserException();
            base.Write(buffer, offset, count);
        }

        public void Tell(int of) { if (Chance(of)) throw new UserException(); }
    }

    sealed class Slot
    {
        public Replay Replay;
        public ReplayReader Reader;
        public ReplayWriter Writer;
        public Recorder Recorder;
        public Chunk Chunk;
        public bool ReplayEnded, ReaderEnded, ChunkEnded, WriterEnded;
    }

    static bool Chance(int of) { return random.Next(of) == 0; }
    static string PathOf(string kind) { return Path.Combine(scratch, kind + random.Next(3)); }

    static byte[] Data()
    {
        byte[] data = File.ReadAllBytes(files[random.Next(files.Length)]);
        if (data.Length == 0) return data;
        if (Chance(2)) data[random.Next(data.Length)] ^= (byte)(1 << random.Next(8));
        return Chance(4) ? data.Take(random.Next(data.Length)).ToArray() : data;
    }

    static ReadOptions Options()
    {
        User user = new User(null);
        ReadOptions options = new ReadOptions { Strict = Chance(4) };
        if (Chance(8)) options.Select = new[] { "frames" };
        if (Chance(16)) options.Member = "a\0b";
        if (Chance(8)) options.From = 0;
        if (Chance(8)) options.MaxWork = 1000;
        if (Chance(2)) options.OnFinding = finding => user.Tell(10);
        if (Chance(2)) options.OnProgress = read => { user.Tell(20); return !Chance(20); };
        return options;
    }

    // Of a handle that was disposed of, each use is an ObjectDisposedException.
    static void Use(bool over, Action work)
    {
        if (!over)
        {
            work();
            return;
        }
        try
        {
            work();
        }
        catch (ObjectDisposedException)
        {
            ended++;
            throw;
        }
        throw new Exception("a handle works after its end");
    }

    static void Load(Slot slot)
    {
        if (slot.Replay != null && Chance(2)) slot.Replay.Dispose(); // or it is left to the collector
        slot.Replay = null;
        slot.Replay = Replay.Read(new User(Data()), Options());
        slot.ReplayEnded = false;
    }

    static void UseReplay(Slot slot, Slot other)
    {
        if (slot.Replay == null)
        {
            Load(slot);
            return;
        }
        switch (random.Next(5))
        {
            case 0: Use(slot.ReplayEnded, () => slot.Replay.AllTables().Sum(table => table.Count)); break;
            case 1: Use(slot.ReplayEnded, () => slot.Replay.WriteTo(new User(null))); break;
            case 2: Use(slot.ReplayEnded, () => GC.KeepAlive(slot.Replay.Damage)); break;
            case 3:
                Replay statistics = null;
                Use(slot.ReplayEnded, () => statistics = slot.Replay.Statistics(Chance(2) ? "beatsaber" : "ddnet"));
                other.Replay = statistics;
                other.ReplayEnded = false;
                break;
            default:
                slot.Replay.Dispose();
                slot.ReplayEnded = true;
                break;
        }
    }

    static void Read(Slot slot)
    {
        if (slot.Reader == null || Chance(8))
        {
            slot.Reader = null;
            slot.Chunk = null;
            slot.Reader = ReplayReader.Read(new User(Data()), Options());
            slot.ReaderEnded = false;
        }
        if (slot.Chunk != null) Use(slot.ChunkEnded, () => slot.Chunk.AllTables());
        if (Chance(4))
        {
            slot.Reader.Dispose();
            slot.ReaderEnded = slot.ChunkEnded = true;
        }
        slot.ChunkEnded = true;
        Chunk next = null;
        Use(slot.ReaderEnded, () => next = slot.Reader.Next());
        if (next != null) slot.Chunk = next;
        slot.ChunkEnded = next == null;
    }

    static void Write(Slot slot, Slot other)
    {
        if (slot.Writer == null || (slot.WriterEnded && Chance(2)))
        {
            slot.Writer = null;
            Format format = Chance(20) ? null : Format.ById(new[] { "bsor", "gdr2", "teehistorian", "milk" }[random.Next(4)]);
            slot.Writer = Chance(2) ? ReplayWriter.To(new User(null), format) : ReplayWriter.Create(PathOf("written"), format);
            slot.WriterEnded = false;
        }
        bool over = slot.WriterEnded;
        switch (random.Next(7))
        {
            case 0: Use(over, () => slot.Writer.Append(Tables.BsorInfos, new BsorInfo())); break;
            case 1: Use(over, () => slot.Writer.Append(Tables.BsorNotes, Chance(4) ? new BsorNote { EventType = 9 } : new BsorNote())); break;
            case 2: Use(over, () => slot.Writer.Append(Tables.GdrInputs, new GdrInput[3])); break;
            case 3: if (other.Replay != null) Use(over || other.ReplayEnded, () => slot.Writer.Append(other.Replay)); break;
            case 4: Use(over, slot.Writer.Flush); break;
            case 5:
                if (Chance(2)) slot.Writer.Dispose();
                else slot.Writer = null;
                slot.WriterEnded = true;
                break;
            default:
                slot.WriterEnded = true;
                Use(over, slot.Writer.Finish);
                break;
        }
    }

    static void Record(Slot slot)
    {
        string path = PathOf("recorded");
        if (slot.Recorder == null)
        {
            if (Chance(2)) File.Delete(path);
            if (Chance(2)) Recorder.Recover(path);
            else slot.Recorder = Recorder.Start(path, Format.ById("bsor"));
            return;
        }
        slot.Recorder.Record(Tables.BsorFrames, new BsorFrame());
        if (!Chance(4)) return;
        Recorder last = slot.Recorder;
        slot.Recorder = null;
        if (Chance(4)) return; // to the collector
        using (last)
            if (Chance(2)) last.Finish();
        Use(true, () => last.Record(Tables.BsorFrames, new BsorFrame()));
    }

    static void Whole()
    {
        string from = PathOf("read");
        File.WriteAllBytes(from, Data());
        if (Chance(2)) Jobs.Check(from, Options());
        else Jobs.Convert(from, PathOf("converted"), new Conversion { Repair = Chance(2), Anonymise = Chance(4), Replace = !Chance(4) });
    }

    static void Call(Slot slot, Slot other)
    {
        try
        {
            switch (random.Next(6))
            {
                case 0: Load(slot); break;
                case 1: UseReplay(slot, other); break;
                case 2: Read(slot); break;
                case 3: Write(slot, other); break;
                case 4: Record(slot); break;
                default: Whole(); break;
            }
        }
        catch (Exception caught) when (caught is ReelException || caught is UserException || caught is ArgumentException || caught is ObjectDisposedException)
        {
            failed++;
        }
    }

    static void Calls(int calls)
    {
        Slot[] slots = Enumerable.Range(0, 8).Select(_ => new Slot()).ToArray();
        for (int i = 0; i < calls; i++) Call(slots[random.Next(8)], slots[random.Next(8)]);
    }

    static int Main(string[] arguments)
    {
        scratch = Path.GetFullPath(arguments[1]);
        files = Directory.GetFiles(arguments[0], "*", SearchOption.AllDirectories)
            .Where(path => new[] { "golden", "bad" }.Contains(Path.GetFileName(Path.GetDirectoryName(path))) && new FileInfo(path).Length < 100000)
            .OrderBy(path => path, StringComparer.Ordinal).ToArray();
        random = new Random(arguments.Length > 2 ? int.Parse(arguments[2]) : 35);
        string effort = Environment.GetEnvironmentVariable("REEL_TEST_EFFORT");
        int calls = effort == "full" ? 15000 : effort == "light" ? 300 : 1500;
        Exception wrong = null;
        Thread thread = new Thread(() =>
        {
            try
            {
                Calls(calls);
            }
            catch (Exception caught)
            {
                wrong = caught;
            }
        });
        thread.Start();
        thread.Join(); // what its stack had is garbage now
        Func<string> kept = () => alive + " streams and callbacks, " + counting_handles() + " handles, " + counting_blocks() + " blocks, " +
            counting_files(System.Text.Encoding.UTF8.GetBytes(scratch + "/\0")) + " files";
        const string Nothing = "0 streams and callbacks, 0 handles, 0 blocks, 0 files";
        for (int tries = 0; tries < 2000 && kept() != Nothing; tries++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(1);
        }
        Console.WriteLine(calls + " calls, " + failed + " failed, " + ended + " were of handles that had ended; kept: " + kept());
        if (wrong != null) Console.WriteLine(wrong);
        bool fine = wrong == null && kept() == Nothing && failed > calls / 20 && failed < calls * 9 / 10 && ended > calls / 100;
        Console.WriteLine(fine ? "1 passed, 0 failed" : "0 passed, 1 failed");
        return fine ? 0 : 1;
    }
}
