// SPDX-License-Identifier: MIT
// A recorder as a mod for Beat Saber would have it: poses in each frame, notes as they are scored, no garbage in the game's loop, and a file
// after a crash, too. Recorder.exe OUT.bsor [SECONDS [KILLED_AT_FRAME]]. The play is simulated.
using System;
using System.Diagnostics;
using Reel;

sealed class Mod : IDisposable
{
    public const int Rate = 72;

    readonly Recorder recorder;
    readonly Texts texts = new Texts();
    BsorInfo info;
    int notes, combo;

    public Mod(string path)
    {
        recorder = Recorder.Start(path, Format.ById("bsor"));
        info.ModVersion = texts.Add("1.0.0");
        info.GameVersion = texts.Add("1.40.0");
        info.Timestamp = texts.Add("1767225600");
        info.PlayerId = texts.Add("1");
        info.PlayerName = texts.Add("Example Player");
        info.Platform = texts.Add("steam");
        info.TrackingSystem = texts.Add("OpenXR");
        info.Headset = info.Controller = texts.Add("Example");
        info.MapHash = texts.Add("0123456789ABCDEF0123456789ABCDEF01234567");
        info.SongName = texts.Add("Metronome");
        info.Mapper = texts.Add("reel");
        info.Difficulty = texts.Add("Expert");
        info.Mode = texts.Add("Standard");
        info.Environment = texts.Add("The First");
        info.JumpDistance = 18;
        info.Height = 1.7f;
        recorder.Record(Tables.BsorInfos, info);
    }

    static Pose At(float x, float y, float z, float angle)
    {
        Pose pose = new Pose();
        pose.Position.X = x;
        pose.Position.Y = y;
        pose.Position.Z = z;
        pose.Rotation.X = (float)Math.Sin(angle / 2);
        pose.Rotation.W = (float)Math.Cos(angle / 2);
        return pose;
    }

    // Unity calls this in each frame.
    public void LateUpdate(int number)
    {
        BsorFrame frame = new BsorFrame();
        frame.Time = (number + number * 37 % 100 / 500f) / Rate;
        frame.Fps = Rate;
        float swing = (float)Math.Sin(frame.Time * 2 * Math.PI);
        frame.Head = At(0.02f * swing, 1.7f, 0, 0.05f * swing);
        frame.LeftHand = At(-0.3f, 1.1f + 0.4f * swing, 0.35f, 1.2f * swing);
        frame.RightHand = At(0.3f, 1.1f - 0.4f * swing, 0.35f, -1.2f * swing);
        recorder.Record(Tables.BsorFrames, frame);
        if (frame.Time >= 1 + 0.5f * notes) NoteWasCut(frame.Time);
        if (number % Rate == 0) recorder.Flush(); // at most a second of play is lost
    }

    void NoteWasCut(float time)
    {
        int color = notes % 2, direction = 1 - notes / 2 % 2;
        float off = 0.02f * (notes * 7 % 10);
        BsorNote note = new BsorNote();
        note.NoteId = 30000 + 1000 * (1 + color) + 10 * color + direction;
        note.EventTime = note.SpawnTime = time;
        note.HasCut = 1;
        note.Cut.SpeedOk = note.Cut.DirectionOk = note.Cut.SaberTypeOk = 1;
        note.Cut.SaberSpeed = 9 + off * 20;
        note.Cut.SaberDirection.Y = direction == 1 ? -9 : 9;
        note.Cut.SaberType = color;
        note.Cut.TimeDeviation = off / 5;
        note.Cut.CutPoint.X = color == 1 ? 0.3f : -0.3f;
        note.Cut.CutPoint.Y = 1;
        note.Cut.CutPoint.Z = 0.9f;
        note.Cut.CutNormal.X = color == 1 ? -1 : 1;
        note.Cut.CutDistanceToCenter = off;
        note.Cut.BeforeCutRating = 1.1f;
        note.Cut.AfterCutRating = 1.05f;
        recorder.Record(Tables.BsorNotes, note);
        notes++;
        combo++;
        int multiplier = combo < 2 ? 1 : combo < 6 ? 2 : combo < 14 ? 4 : 8;
        info.Score += multiplier * (100 + (int)Math.Round(15 * Math.Max(0, 1 - off / 0.3f)));
        recorder.Replace(Tables.BsorInfos, info); // so that the file of a crash has the score
    }

    public void LevelFinished() { recorder.Finish(); }

    public void Dispose()
    {
        recorder.Dispose();
        texts.Dispose();
    }
}

static class Program
{
    static int Main(string[] arguments)
    {
        if (arguments.Length < 1)
        {
            Console.Error.WriteLine("usage: Recorder.exe OUT.bsor [SECONDS [KILLED_AT_FRAME]]");
            return 2;
        }
        int seconds = arguments.Length > 1 ? int.Parse(arguments[1]) : 30, killed = arguments.Length > 2 ? int.Parse(arguments[2]) : -1;
        try
        {
            // What an earlier run left when it was killed becomes a file first.
            using (Mod mod = new Mod(arguments[0]))
            {
                for (int number = 0; number < seconds * Mod.Rate; number++)
                {
                    mod.LateUpdate(number);
                    if (number == killed) Process.GetCurrentProcess().Kill();
                }
                mod.LevelFinished();
            }
            return 0;
        }
        catch (ReelException failed)
        {
            Console.Error.WriteLine(failed.Message);
            return 1;
        }
    }
}
