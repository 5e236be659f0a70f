// SPDX-License-Identifier: MIT
// What users of the library rely on, one method each. Behaviour.exe FORMATS SCRATCH LAYOUT
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading;
using Reel;

static class Behaviour
{
    static string formats, scratch, layout;

    static string Golden { get { return Path.Combine(formats, "bsor/golden/full.bsor"); } }

    static string Fresh(string name)
    {
        string path = Path.Combine(scratch, name);
        File.Delete(path);
        File.Delete(path + ".spool");
        return path;
    }

    static byte[] Cut()
    {
        byte[] bytes = File.ReadAllBytes(Golden);
        return bytes.Take(bytes.Length / 2).ToArray();
    }

    static void Require(bool holds, string what) { if (!holds) throw new Exception(what); }

    static E Throws<E>(Action work) where E : Exception
    {
        try
        {
            work();
        }
        catch (E expected)
        {
            return expected;
        }
        throw new Exception("no " + typeof(E).Name);
    }

    static void StructsHaveTheLayoutOfC()
    {
        string own = (string)typeof(Replay).Assembly.GetType("Reel.Native").GetMethod("Layout", BindingFlags.Static | BindingFlags.NonPublic).Invoke(null, null);
        Require(own == layout, own + " is not " + layout);
    }

    static void EveryTableHasTheSizeOfItsStruct()
    {
        int count = 0;
        using (Replay play = Replay.Open(Golden))
            foreach (FieldInfo field in typeof(Tables).GetFields())
            {
                object table = field.GetValue(null);
                PropertyInfo raw = table.GetType().GetProperty("Raw", BindingFlags.Instance | BindingFlags.NonPublic);
                Require((IntPtr)raw.GetValue(table, null) != IntPtr.Zero, field.Name);
                count++;
            }
        Require(count > 100, "only " + count + " tables");
    }

    static void RowsOfAnotherLayoutAreRefused()
    {
        bool refused = false;
        try { Require(new Table<BsorFrame>("bsor", "frames", 1).Raw == IntPtr.Zero, "another layout is taken"); }
        catch (ReelException) { refused = true; }
        Require(refused, "another layout is not refused");
    }

    static void RowsAreTypedOrByName()
    {
        using (Replay play = Replay.Open(Golden))
        {
            Rows<BsorNote> notes = play.Rows(Tables.BsorNotes);
            AnyRows any = play.AllTables().Single(table => table.Name == "notes");
            Require(notes.Count > 0 && any.Count == notes.Count && notes.AsSpan().Length == notes.Count && notes.ToArray().Length == notes.Count, "counts");
            Require(BitConverter.ToInt32(any.Bytes(0, any.Fields.Single(field => field.Name == "note_id")).ToArray(), 0) == notes[0].NoteId, "note id");
            Require(play.Rows(Tables.GdrInputs).Count == 0, "a table of another format has rows");
            Require(play.Format.Id == "bsor" && play.Format.Writes, "format");
            Throws<IndexOutOfRangeException>(() => Console.Write(notes[notes.Count]));
            Throws<ArgumentOutOfRangeException>(() => any.Bytes(any.Count, any.Fields[0]));
            Throws<ArgumentException>(() => any.Bytes(0, play.AllTables().Single(table => table.Name == "frames").Fields[0]));
        }
    }

    static void UseAfterDispose()
    {
        Replay play = Replay.Open(Golden);
        Rows<BsorNote> notes = play.Rows(Tables.BsorNotes);
        AnyRows any = play.AllTables()[0];
        play.Dispose();
        play.Dispose();
        Throws<ObjectDisposedException>(() => Console.Write(notes[0].NoteId));
        Throws<ObjectDisposedException>(() => { foreach (BsorNote note in notes) Console.Write(note.NoteId); });
        Throws<ObjectDisposedException>(() => any.Bytes(0, any.Fields[0]));
        Throws<ObjectDisposedException>(() => play.Rows(Tables.BsorFrames));
        Throws<ObjectDisposedException>(() => play.WriteTo(new MemoryStream()));
        Throws<ObjectDisposedException>(() => play.Statistics("beatsaber"));
        Throws<ObjectDisposedException>(() => Console.Write(play.Damage));
        ReplayReader reader = ReplayReader.Open(Golden);
        Rows<BsorFrame> frames = reader.Next().Rows(Tables.BsorFrames);
        Require(frames.Count > 0 && reader.Next() == null, "chunks");
        Throws<ObjectDisposedException>(() => Console.Write(frames[0].Time));
        reader.Dispose();
        Throws<ObjectDisposedException>(() => reader.Next());
        Throws<ObjectDisposedException>(() => Console.Write(reader.Damage));
    }

    static void RowsKeepTheirReplay()
    {
        Rows<BsorFrame> frames = Replay.Open(Golden).Rows(Tables.BsorFrames);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Require(frames[frames.Count - 1].Time > 0, "the replay was collected");
        for (int i = 0; i < 50; i++)
        {
            Replay.Open(Golden);
            ReplayReader.Open(Golden).Next();
            ReplayWriter.To(new MemoryStream(), Format.ById("bsor"));
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    static void BadTextIsAnException()
    {
        Throws<ArgumentException>(() => Replay.Open("play\0.bsor"));
        Throws<ArgumentNullException>(() => Replay.Open(null));
        Throws<ArgumentException>(() => Replay.Open("\ud800.bsor"));
        Throws<ArgumentException>(() => ReplayWriter.Create("play\0.bsor", Format.ById("bsor")));
        Throws<ArgumentException>(() => Recorder.Recover("play\0.bsor"));
        Throws<ArgumentException>(() => Replay.Open(Golden, new ReadOptions { Select = new[] { "a\0b" } }));
        Throws<ReelException>(() => Replay.Open(Golden, new ReadOptions { Select = new[] { "nots" } }));
        Throws<ReelException>(() => Format.ById("chess"));
        Require(Throws<ReelException>(() => Replay.Open(Path.Combine(scratch, "none"))).Status == Status.Io, "missing");
        using (Texts texts = new Texts())
        {
            Throws<ArgumentException>(() => texts.Add("\udc00"));
            Require(texts.Add("a\0ë\U0001F600").ToString() == "a\0ë\U0001F600" && texts.Add("").ToString() == "", "text");
        }
    }

    static object Valid(ParameterInfo parameter)
    {
        if (parameter.ParameterType == typeof(string))
            return parameter.Name == "id" ? "bsor" : parameter.Name == "to" ? Path.Combine(scratch, "nul") : parameter.Name == "challenge" ? null : Golden;
        if (parameter.ParameterType == typeof(Format)) return Format.ById("bsor");
        if (parameter.ParameterType == typeof(Conversion)) return new Conversion();
        if (parameter.ParameterType == typeof(string[])) return new string[0];
        return parameter.ParameterType.IsValueType ? Activator.CreateInstance(parameter.ParameterType) : null;
    }

    // Every text of the public methods and options that goes to C: of one with a NUL, C would only see what is before it. A new one is found here.
    static void ATextWithNulIsAnException()
    {
        const string nul = "a\0b";
        int methods = 0, options = 0;
        Fresh("nul");
        using (Replay play = Replay.Open(Golden))
            foreach (MethodInfo method in typeof(Replay).Assembly.GetExportedTypes().SelectMany(type =>
                         type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)))
            {
                ParameterInfo[] parameters = method.GetParameters();
                if (method.IsSpecialName || method.ContainsGenericParameters || method.DeclaringType == typeof(Texts)) continue; // text of a row has any bytes
                foreach (ParameterInfo one in parameters.Where(all => all.ParameterType == typeof(string) || all.ParameterType == typeof(string[])))
                {
                    IDisposable key = null;
                    try
                    {
                        if (method.DeclaringType == typeof(SigningKey) && !method.IsStatic) key = SigningKey.Create();
                    }
                    catch (ReelException missing)
                    {
                        if (missing.Rule != "sign.not-built") throw;
                        continue;
                    }
                    object[] values = parameters.Select(Valid).ToArray();
                    values[one.Position] = one.ParameterType == typeof(string) ? (object)nul : new[] { nul };
                    string name = method.DeclaringType.Name + "." + method.Name + " of " + one.Name;
                    object target = method.IsStatic ? null : method.DeclaringType == typeof(Replay) ? play : (object)key;
                    Exception why = Throws<TargetInvocationException>(() => method.Invoke(target, values)).InnerException;
                    Require(why is ArgumentException || (one.Name == "publicKeys" && why is ReelException), name + ": " + why);
                    if (key != null) key.Dispose();
                    methods++;
                }
            }
        foreach (PropertyInfo property in typeof(ReadOptions).GetProperties())
        {
            object[] values = property.PropertyType == typeof(string) ? new object[] { nul }
                : property.PropertyType == typeof(string[]) ? new object[] { new[] { "notes", nul } }
                : property.PropertyType == typeof(IDictionary<string, string>) ? new object[]
                    { new Dictionary<string, string> { { nul, "value" } }, new Dictionary<string, string> { { "player_id", nul } } }
                : new object[0];
            foreach (object value in values)
            {
                ReadOptions how = new ReadOptions();
                property.SetValue(how, value, null);
                Throws<ArgumentException>(() => Replay.Open(Golden, how));
                Throws<ArgumentException>(() => ReplayReader.Open(Golden, how));
                Throws<ArgumentException>(() => Jobs.Check(Golden, how));
                options++;
            }
        }
        Require(methods >= 12 && options == 4, methods + " methods, " + options + " options");
        Require(typeof(Conversion).GetProperties().All(property => property.PropertyType != typeof(string)), "a text of Conversion");
        Require(!File.Exists(Path.Combine(scratch, "nul")), "a file of half a name");
    }

    sealed class Broken : MemoryStream
    {
        public override int Read(byte[] buffer, int offset, int count) { throw new InvalidOperationException("no reading"); }
        public override void Write(byte[] buffer, int offset, int count) { throw new InvalidOperationException("no writing"); }
    }

    sealed class Liar : MemoryStream
    {
        public override int Read(byte[] buffer, int offset, int count) { return count + 1; }
    }

    static void WhatACallbackThrowsComesOut()
    {
        ReadOptions throws = new ReadOptions { OnFinding = finding => { throw new InvalidOperationException(finding.Rule); } };
        Throws<InvalidOperationException>(() => Replay.Read(new MemoryStream(Cut()), throws));
        ReadOptions late = new ReadOptions { OnProgress = read => { throw new InvalidOperationException("late"); } };
        Throws<InvalidOperationException>(() => Replay.Read(new MemoryStream(Long()), late));
        ReelException broken = Throws<ReelException>(() => Replay.Read(new Broken()));
        Require(broken.Message == "no reading" && broken.InnerException is InvalidOperationException, "reading");
        ReelException lie = Throws<ReelException>(() => Replay.Read(new Liar()));
        Require(lie.Rule == "csharp.stream" && lie.InnerException == null, "lie");
        using (Replay play = Replay.Open(Golden))
            Require(Throws<ReelException>(() => play.WriteTo(new Broken())).Message == "no writing", "writing");
    }

    static byte[] Long()
    {
        MemoryStream stream = new MemoryStream();
        using (ReplayWriter writer = ReplayWriter.To(stream, Format.ById("bsor")))
        {
            writer.Append(Tables.BsorInfos, new BsorInfo());
            writer.Append(Tables.BsorFrames, new BsorFrame[100000]);
            writer.Finish();
        }
        return stream.ToArray();
    }

    static void ProgressCancels()
    {
        Require(Throws<ReelException>(() => Replay.Read(new MemoryStream(Long()), new ReadOptions { OnProgress = read => false })).Status == Status.Cancelled, "status");
    }

    static void AReplayIsAppendedWhole()
    {
        using (Replay play = Replay.Open(Golden))
        {
            MemoryStream copy = new MemoryStream();
            using (ReplayWriter writer = ReplayWriter.To(copy, play.Format))
            {
                writer.Append(play);
                writer.Finish();
                Throws<ObjectDisposedException>(() => writer.Finish());
                Throws<ObjectDisposedException>(() => writer.Append(Tables.BsorFrames, new BsorFrame()));
            }
            Require(copy.ToArray().SequenceEqual(File.ReadAllBytes(Golden)), "copy");
        }
    }

    static void ARowThatNoFileHasIsRefusedWithItsReason()
    {
        MemoryStream made = new MemoryStream();
        using (ReplayWriter writer = ReplayWriter.To(made, Format.ById("bsor")))
        {
            writer.Append(Tables.BsorInfos, new BsorInfo());
            ReelException why = Throws<ReelException>(() => writer.Append(Tables.BsorNotes, new BsorNote { EventType = 9 }));
            Require(why.Rule == "bsor.event-type" && why.Message != "", "reason");
            writer.Append(Tables.BsorFrames, new BsorFrame());
            writer.Finish();
        }
        using (Replay play = Replay.Read(new MemoryStream(made.ToArray())))
            Require(play.Rows(Tables.BsorNotes).Count == 0 && play.Rows(Tables.BsorFrames).Count == 1, "rows");
    }

    // The runtime cannot fork, but starts programs, which get no handle of the recording.
    static void AProgramThatIsStartedMeanwhileDoesNoHarm()
    {
        string path = Fresh("started.bsor");
        using (Recorder recorder = Recorder.Start(path, Format.ById("bsor")))
        {
            recorder.Record(Tables.BsorInfos, new BsorInfo());
            recorder.Flush();
            using (System.Diagnostics.Process other = System.Diagnostics.Process.Start("true")) other.WaitForExit();
            recorder.Record(Tables.BsorFrames, new BsorFrame());
            recorder.Finish();
        }
        using (Replay play = Replay.Open(path)) Require(play.Rows(Tables.BsorFrames).Count == 1, "rows");
    }

    static void ALeftSpoolBecomesAFile()
    {
        string path = Fresh("left.bsor");
        Require(!Recorder.Recover(path), "nothing to recover");
        using (Texts texts = new Texts())
        using (Recorder recorder = Recorder.Start(path, Format.ById("bsor")))
        {
            recorder.Record(Tables.BsorInfos, new BsorInfo { PlayerName = texts.Add("Zoë") });
            recorder.Record(Tables.BsorFrames, new BsorFrame { Time = 1 });
            recorder.Flush();
        }
        Require(!File.Exists(path) && Recorder.Recover(path) && !Recorder.Recover(path), "recover");
        using (Replay play = Replay.Open(path)) Require(play.Rows(Tables.BsorInfos)[0].PlayerName.ToString() == "Zoë", "name");
        string second;
        using (Recorder recorder = Recorder.Start(path, Format.ById("bsor")))
        {
            second = recorder.Path;
            recorder.Record(Tables.BsorInfos, new BsorInfo());
            recorder.Flush();
        }
        Require(second.EndsWith("left-2.bsor"), second);
        using (Recorder recorder = Recorder.Start(path, Format.ById("bsor"))) // completes what is left
            Require(recorder.Path.EndsWith("left-3.bsor") && File.Exists(second), recorder.Path);
    }

    // A game at 120 frames a second, for ten minutes.
    static void AFrameLeavesNoGarbage()
    {
        string path = Fresh("garbage.bsor");
        using (Recorder recorder = Recorder.Start(path, Format.ById("bsor")))
        {
            recorder.Record(Tables.BsorInfos, new BsorInfo());
            recorder.Record(Tables.BsorFrames, new BsorFrame());
            recorder.Record(Tables.BsorNotes, new BsorNote());
            GC.Collect();
            int collections = GC.CollectionCount(0);
            long before = GC.GetTotalMemory(true);
            for (int i = 0; i < 120 * 600; i++)
            {
                recorder.Record(Tables.BsorFrames, new BsorFrame { Time = i / 120f });
                if (i % 60 == 0) recorder.Record(Tables.BsorNotes, new BsorNote { EventTime = i / 120f });
            }
            long garbage = GC.GetTotalMemory(false) - before;
            // a word in each frame would be half a megabyte
            Require(garbage < 65536 && GC.CollectionCount(0) <= collections + 1, garbage + " bytes of garbage");
            recorder.Finish();
        }
    }

    static void PlaysAreJudgedWithTheirMap()
    {
        string map = Fresh("level.dat");
        Jobs.Convert(Golden, map, new Conversion { To = Format.ById("beatsaber-map") });
        using (Replay play = Replay.Open(Golden))
        using (Replay level = Replay.Open(map))
        {
            using (Replay alone = play.Statistics("beatsaber"))
            using (Replay judged = play.Statistics("beatsaber", level))
            {
                Require(alone.Rows(Tables.BeatsaberLevels).Count == 0 && judged.Rows(Tables.BeatsaberLevels).Count == 1, "rows of the level");
            }
            Predicate<Finding> judgement = finding => finding.Rule == "beatsaber.level-play";
            Require(!Jobs.Check(Golden).Exists(judgement) && Jobs.Check(Golden, null, level).Exists(judgement), "findings about the level");
            Throws<ReelException>(() => play.Statistics("beatsaber", play));
            Throws<ReelException>(() => Jobs.Check(Golden, null, play));
            level.Dispose();
            Throws<ObjectDisposedException>(() => play.Statistics("beatsaber", level));
        }
    }

    static void StatisticsAndMarks()
    {
        string marked = Fresh("signed.bsor");
        using (Replay play = Replay.Open(Golden))
        using (Replay statistics = play.Statistics("beatsaber"))
        {
            Require(statistics.Rows(Tables.BeatsaberSummaries).Count == 1 && statistics.Format == null, "statistics");
            Throws<ReelException>(() => statistics.WriteTo(new MemoryStream()));
            Throws<ReelException>(() => statistics.Statistics("beatsaber"));
            Throws<ReelException>(() => play.Statistics("frames"));
            using (Replay evidence = play.Statistics("evidence"))
            using (Replay motion = play.Statistics("motion"))
            {
                Require(evidence.Rows(Tables.BeatsaberEvidences).Count == 1 && statistics.Rows(Tables.BeatsaberEvidences).Count == 0, "evidence");
                Require(motion.Rows(Tables.BeatsaberSamples).Count > 0, "motion");
            }
        }
        try
        {
            using (SigningKey key = SigningKey.Create())
            using (SigningKey same = SigningKey.Read(key.ToBytes()))
            {
                same.Sign(Golden, marked, 1767225600, "c1");
                Mark mark = SigningKey.Verify(marked, key.Public);
                Require(mark.Problems == MarkProblems.None && mark.Challenge == "c1" && mark.Time == 1767225600, mark.Problems.ToString());
                using (SigningKey other = SigningKey.Create())
                    Require(SigningKey.Verify(marked, other.Public).Problems == MarkProblems.WrongKey, "wrong key");
            }
        }
        catch (ReelException missing)
        {
            if (missing.Rule != "sign.not-built") throw;
        }
    }

    static void ThreadsReadOneReplay()
    {
        using (Replay play = Replay.Open(Golden))
        {
            int count = play.Rows(Tables.BsorFrames).Count, good = 0;
            Thread[] threads = Enumerable.Range(0, 4).Select(_ => new Thread(() =>
            {
                for (int i = 0; i < 200; i++)
                    if (play.Rows(Tables.BsorFrames).Count == count) Interlocked.Increment(ref good);
            })).ToArray();
            foreach (Thread thread in threads) thread.Start();
            foreach (Thread thread in threads) thread.Join();
            Require(good == 800, good + " of 800");
        }
    }

    static int Main(string[] arguments)
    {
        formats = arguments[0];
        scratch = arguments[1];
        layout = arguments[2];
        int passed = 0, failed = 0;
        foreach (MethodInfo test in typeof(Behaviour).GetMethods(BindingFlags.Static | BindingFlags.NonPublic))
        {
            if (test.ReturnType != typeof(void) || test.GetParameters().Length > 0 || test.Name.Contains("<")) continue;
            try
            {
                test.Invoke(null, null);
                Console.WriteLine("ok   " + test.Name);
                passed++;
            }
            catch (TargetInvocationException exception)
            {
                Console.WriteLine("FAIL " + test.Name + ": " + exception.InnerException);
                failed++;
            }
        }
        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }
}
