// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Reel
{
    /// <summary>A row of BeatsaberCells.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberCell
    {
        /// <summary>column of the grid, 0 to 3 from the left</summary>
        public byte Line;
        /// <summary>row of the grid, 0 to 2 from the bottom</summary>
        public byte Layer;
        /// <summary>good cuts of notes with a centre part</summary>
        public uint Count;
        /// <summary>bad cuts and misses of all notes</summary>
        public uint Faults;
        /// <summary>mean points of the good cuts</summary>
        public float MeanPoints;
        /// <summary>good cuts per note colour</summary>
        public uint CountByHand0, CountByHand1;
        /// <summary>mean points per note colour</summary>
        public float MeanByHand0, MeanByHand1;
        public byte Present;
    }

    /// <summary>A row of BeatsaberCuts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberCut
    {
        /// <summary>time of the event, s</summary>
        public float Time;
        /// <summary>time of the note in the map, s</summary>
        public float SpawnTime;
        /// <summary>row in the table of notes</summary>
        public uint NoteRow;
        /// <summary>what happened</summary>
        public byte Kind;
        /// <summary>hand of the saber that cut</summary>
        public byte Hand;
        /// <summary>whether the motion supports the cut; good cuts only</summary>
        public byte Support;
        /// <summary>why it does not, or why that cannot be decided</summary>
        public byte Reason;
        public byte Present;
        /// <summary>points of the cut as stated, without multiplier</summary>
        public byte Points;
        /// <summary>points that follow from motion, grid and time</summary>
        public byte MotionPoints;
        /// <summary>points that the motion shows at least; 0: the cut counts as a miss</summary>
        public byte LeastPoints;
        /// <summary>points that the motion allows at most</summary>
        public byte MostPoints;
        /// <summary>row in the table of frames: the frame in which the note was cut</summary>
        public ulong FrameRow;
        /// <summary>normal of the plane of the cut, as stated</summary>
        public Vec3 Normal;
        /// <summary>normal of the plane in which the saber moved</summary>
        public Vec3 MotionNormal;
        /// <summary>angle between the two planes, deg</summary>
        public float NormalDifference;
        /// <summary>distance of the stated point of the cut from the plane in which the saber moved, m</summary>
        public float PlaneDistance;
        /// <summary>centre of the note, by the stated point, normal and distance, m</summary>
        public Vec3 Center;
        /// <summary>centre of the note, by grid, time and head, m</summary>
        public Vec3 MotionCenter;
        /// <summary>distance between the two, m</summary>
        public float CenterDifference;
        /// <summary>distance of the cut from the centre, as stated, m</summary>
        public float Distance;
        /// <summary>distance of that centre from the plane in which the saber moved, m</summary>
        public float MotionDistance;
        /// <summary>rating of the swing before the cut, as stated; 1 is full</summary>
        public float Before;
        /// <summary>rating of the motion before the cut; not capped</summary>
        public float MotionBefore;
        /// <summary>rating of the swing after the cut, as stated; 1 is full</summary>
        public float After;
        /// <summary>rating of the motion after the cut; not capped</summary>
        public float MotionAfter;
    }

    /// <summary>A row of BeatsaberEvents.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberEvent
    {
        /// <summary>time at which the event counts, s</summary>
        public float Time;
        /// <summary>time of the note in the map; for a wall the earlier of its two times, s</summary>
        public float SpawnTime;
        /// <summary>row in the table of notes, or of walls for a wall</summary>
        public uint SourceRow;
        /// <summary>what happened</summary>
        public byte Kind;
        /// <summary>scoring type used for the score</summary>
        public byte Scoring;
        /// <summary>column of the grid, 0 to 3 from the left</summary>
        public byte Line;
        /// <summary>row of the grid, 0 to 2 from the bottom</summary>
        public byte Layer;
        /// <summary>hand the note is for</summary>
        public byte Color;
        /// <summary>direction of the arrow</summary>
        public byte Direction;
        /// <summary>points before the cut</summary>
        public byte Before;
        /// <summary>points for the centre</summary>
        public byte Center;
        /// <summary>points after the cut</summary>
        public byte After;
        /// <summary>points of the note, without multiplier</summary>
        public byte Points;
        /// <summary>multiplier after the event</summary>
        public byte Multiplier;
        public byte Present;
        /// <summary>combo after the event</summary>
        public uint Combo;
        /// <summary>score lost to an incomplete swing</summary>
        public uint Underswing;
        /// <summary>score so far</summary>
        public long Score;
        /// <summary>maximum possible score so far</summary>
        public long MaxScore;
        /// <summary>score / max_score at the last note</summary>
        public float Accuracy;
        /// <summary>accuracy if every lost note had been cut at the accuracy so far</summary>
        public float FcAccuracy;
        /// <summary>energy after the event; missing after a wall in which the song ended</summary>
        public float Energy;
    }

    /// <summary>A row of BeatsaberEvidences.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberEvidence
    {
        /// <summary>good cuts</summary>
        public uint GoodCuts;
        /// <summary>good cuts that the motion supports</summary>
        public uint Supported;
        /// <summary>good cuts that the motion contradicts</summary>
        public uint NotSupported;
        /// <summary>good cuts for which the replay lacks what the rules need</summary>
        public uint Undecidable;
        /// <summary>score stated in the replay</summary>
        public long StatedScore;
        /// <summary>score recomputed from the events, before modifiers</summary>
        public long EventScore;
        /// <summary>score that the motion shows at least: cuts that it need not have made count as misses</summary>
        public long MotionScore;
        /// <summary>score that the motion allows at most</summary>
        public long MotionScoreMost;
        /// <summary>good cuts that have the same points by motion, grid and time as by the event</summary>
        public uint SamePoints;
        public byte Present;
        /// <summary>the most frequent reason against cuts, or else why they cannot be decided</summary>
        public byte FirstReason;
        /// <summary>notes start tilted, as in older versions of the game</summary>
        public byte Tilted;
        /// <summary>how much of the score the motion shows</summary>
        public byte Support;
        /// <summary>speed of the notes, fitted, m/s</summary>
        public float NoteSpeed;
        /// <summary>what the height of the player adds to the height of the layers, fitted, m</summary>
        public float NoteHeight;
        /// <summary>angle between saber and hand, fitted; 0 in plain plays, deg</summary>
        public float GripAngle0, GripAngle1;
        /// <summary>distance between saber and hand, fitted; 0 in plain plays, m</summary>
        public float GripDistance0, GripDistance1;
        /// <summary>median of normal_difference, deg</summary>
        public float NormalMedian;
        /// <summary>largest normal_difference, deg</summary>
        public float NormalMax;
        /// <summary>median of plane_distance, m</summary>
        public float PlaneMedian;
        /// <summary>largest plane_distance, m</summary>
        public float PlaneMax;
        /// <summary>median of center_difference, m</summary>
        public float CenterMedian;
        /// <summary>largest center_difference, m</summary>
        public float CenterMax;
        /// <summary>median difference of the ratings before the cut, capped to 1</summary>
        public float BeforeMedian;
        /// <summary>largest of these</summary>
        public float BeforeMax;
        /// <summary>median difference of the ratings after the cut, capped to 1</summary>
        public float AfterMedian;
        /// <summary>largest of these</summary>
        public float AfterMax;
        /// <summary>numbers were rounded after the play, so that only larger differences can be told</summary>
        public byte Rounded;
        /// <summary>seconds of the song in a second by the stated frame rates, the median: the speed of the song</summary>
        public float TimeRate;
        /// <summary>frames in which a hand moves as it did before, but for noise</summary>
        public uint RepeatedFrames;
        /// <summary>frames that go by at another speed than the song</summary>
        public uint SlowedFrames;
        /// <summary>frames with a rotation or a place of a hand or the head that nothing can have</summary>
        public uint OddFrames;
    }

    /// <summary>A row of BeatsaberGraph.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberSecond
    {
        /// <summary>start of the second, s</summary>
        public float Time;
        /// <summary>mean accuracy after the events of the second; the previous value if there are none</summary>
        public float Accuracy;
        /// <summary>score at the end of the second</summary>
        public long Score;
        /// <summary>maximum possible score at the end of the second</summary>
        public long MaxScore;
        /// <summary>combo at the end of the second</summary>
        public uint Combo;
        /// <summary>energy at the end of the second; missing after a wall in which the song ended</summary>
        public float Energy;
        public byte Present;
    }

    /// <summary>A row of BeatsaberHands.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberHand
    {
        /// <summary>which hand</summary>
        public byte Hand;
        public byte Present;
        public byte Means;
        /// <summary>notes of its colour</summary>
        public uint Notes;
        /// <summary>good cuts</summary>
        public uint GoodCuts;
        /// <summary>missed notes of its colour</summary>
        public uint Misses;
        /// <summary>bad cuts of its colour</summary>
        public uint BadCuts;
        /// <summary>bombs hit, per colour in the note id</summary>
        public uint Bombs;
        /// <summary>good cuts with the maximum points of their scoring type</summary>
        public uint FullCuts;
        /// <summary>points of good cuts, without multiplier</summary>
        public long Points;
        /// <summary>maximum points of its notes, without multiplier</summary>
        public long MaxPoints;
        /// <summary>score, with multiplier</summary>
        public long Score;
        /// <summary>score lost to incomplete swings</summary>
        public long Underswing;
        /// <summary>mean points of notes with a centre part; chain heads get 30 extra</summary>
        public float MeanPoints;
        /// <summary>mean time deviation of good cuts, s</summary>
        public float Timing;
        /// <summary>mean rating of the swing before the cut; 1 is full</summary>
        public float Preswing;
        /// <summary>mean rating of the swing after the cut; 1 is full</summary>
        public float Postswing;
        /// <summary>mean |z| of the cut normal: how much points depend on timing, 0 to 1</summary>
        public float TimeDependence;
        /// <summary>mean points before the cut</summary>
        public float Before;
        /// <summary>mean points for the centre</summary>
        public float Center;
        /// <summary>mean points after the cut</summary>
        public float After;
    }

    /// <summary>A row of BeatsaberHeartRates.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberHeartRate
    {
        /// <summary>song time, s</summary>
        public float Time;
        /// <summary>heart beats a minute, 1/min</summary>
        public int Rate;
    }

    /// <summary>A row of BeatsaberJitters.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberJitter
    {
        /// <summary>time of the frame, s</summary>
        public float Time;
        public uint Reserved;
        /// <summary>row in the table of frames: the last of the four frames of the jitter</summary>
        public ulong FrameRow;
        /// <summary>the left hand jittered</summary>
        public byte Left;
        /// <summary>the right hand jittered</summary>
        public byte Right;
        /// <summary>the head jittered</summary>
        public byte Head;
        /// <summary>a note within 0.125 s lost swing points</summary>
        public byte Loss;
        /// <summary>row of that note</summary>
        public uint NoteRow;
    }

    /// <summary>A row of BeatsaberLevelCuts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberLevelCut
    {
        /// <summary>time in the map, s</summary>
        public float Time;
        /// <summary>time of its event, s</summary>
        public float EventTime;
        /// <summary>time of the frame in which a saber cuts it, s</summary>
        public float MotionTime;
        /// <summary>row of its event in the table of notes</summary>
        public uint SourceRow;
        /// <summary>row of that frame</summary>
        public ulong FrameRow;
        /// <summary>column of the grid, 0 to 3 from the left</summary>
        public int Line;
        /// <summary>row of the grid, 0 to 2 from the bottom</summary>
        public int Layer;
        /// <summary>direction of the arrow</summary>
        public int Direction;
        /// <summary>rating of the swing before the cut; 1 is full</summary>
        public float Before;
        /// <summary>rating of the swing after the cut; 1 is full</summary>
        public float After;
        /// <summary>distance of the cut from the center of the note, m</summary>
        public float Distance;
        /// <summary>hand the note is for</summary>
        public byte Color;
        /// <summary>note, link of a chain or bomb</summary>
        public byte What;
        /// <summary>saber that cuts it</summary>
        public byte Hand;
        /// <summary>what became of it by its event</summary>
        public byte Outcome;
        /// <summary>what the sabers do to it</summary>
        public byte MotionOutcome;
        /// <summary>points by its event, without multiplier</summary>
        public byte Points;
        /// <summary>points by the motion, without multiplier</summary>
        public byte MotionPoints;
        /// <summary>why it is not known what the sabers do to it</summary>
        public byte Reason;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of BeatsaberLevelDirections and BeatsaberLevelLanes and BeatsaberLevelOutcomes and BeatsaberLevelPatterns and BeatsaberLevelSections.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberLevelPart
    {
        public float Time;
        public float EndTime;
        /// <summary>points of the cuts / greatest points of notes that were cut, cut badly or missed</summary>
        public float Accuracy;
        /// <summary>points of the cuts / greatest points of the notes that were cut</summary>
        public float CutAccuracy;
        /// <summary>mean time since the swing before of the same hand, s</summary>
        public float Interval;
        /// <summary>mean of the notes in the second around each, notes/s</summary>
        public float Density;
        /// <summary>notes of the map</summary>
        public uint Notes;
        /// <summary>good cuts</summary>
        public uint Cut;
        /// <summary>bad cuts</summary>
        public uint Bad;
        /// <summary>missed notes</summary>
        public uint Missed;
        /// <summary>direction of the arrow</summary>
        public byte Part;
        public byte Present;
        public byte Reserved0, Reserved1;
    }

    /// <summary>A row of BeatsaberLevelNotes and BeatsaberLostNotes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberLevelNote
    {
        /// <summary>time in the map, s</summary>
        public float Time;
        /// <summary>time of its event, s</summary>
        public float EventTime;
        /// <summary>time since the swing before it of the same hand, s</summary>
        public float Interval;
        /// <summary>notes of both hands in the second around it, notes/s</summary>
        public float Density;
        /// <summary>row of its event in the table of notes or walls</summary>
        public uint SourceRow;
        /// <summary>column of the grid, 0 to 3 from the left</summary>
        public int Line;
        /// <summary>row of the grid, 0 to 2 from the bottom</summary>
        public int Layer;
        /// <summary>direction of the arrow</summary>
        public int Direction;
        /// <summary>hand the note is for</summary>
        public byte Color;
        /// <summary>note, link of a chain, bomb or wall</summary>
        public byte What;
        /// <summary>how it is scored in the newest game</summary>
        public byte Scoring;
        /// <summary>what became of it</summary>
        public byte Outcome;
        /// <summary>what its event states in another way than the map</summary>
        public byte Difference;
        /// <summary>points of the cut, without multiplier</summary>
        public byte Points;
        /// <summary>sum of 1 stream, 2 stack, 4 double, 8 crossover, 16 reset</summary>
        public byte Patterns;
        public byte Present;
    }

    /// <summary>A row of BeatsaberLevelReenactedRows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberLevelReenacted
    {
        /// <summary>score in the replay</summary>
        public long StatedScore;
        /// <summary>score by the events, before modifiers</summary>
        public long EventScore;
        /// <summary>score of the re-enacted play; what is not known of it is taken from the events</summary>
        public long MotionScore;
        /// <summary>how far motion_score is from event_score, as a part of that</summary>
        public float RelativeDifference;
        /// <summary>notes and bombs that were reached</summary>
        public uint Notes;
        /// <summary>of these, those that the motion tells</summary>
        public uint Known;
        /// <summary>of these, those with the outcome that their events have</summary>
        public uint Same;
        /// <summary>good cuts by both, with the same points</summary>
        public uint SamePoints;
        /// <summary>good cuts by the motion</summary>
        public uint Cut;
        /// <summary>bad cuts by the motion</summary>
        public uint Bad;
        /// <summary>missed notes by the motion</summary>
        public uint Missed;
        /// <summary>bombs that were hit by the motion</summary>
        public uint Hit;
        /// <summary>bombs without an event that a saber goes through</summary>
        public uint BombsPassed;
        /// <summary>times that the head is in a wall without an event</summary>
        public uint WallsPassed;
        /// <summary>with NA: good cuts that would have been bad ones of the arrows of the map</summary>
        public uint HiddenBad;
        /// <summary>with NB: bombs of the map that a saber goes through</summary>
        public uint HiddenBombs;
        /// <summary>with NO: times that the head is in a wall of the map</summary>
        public uint HiddenWalls;
        /// <summary>speed of the notes: of the map, or fitted, m/s</summary>
        public float NoteSpeed;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2;
    }

    /// <summary>A row of BeatsaberLevels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberLevel
    {
        /// <summary>name of the song</summary>
        public Text SongName;
        /// <summary>who made the map</summary>
        public Text Mapper;
        /// <summary>mode of the map whose notes came</summary>
        public Text Mode;
        /// <summary>difficulty of the map whose notes came</summary>
        public Text Difficulty;
        /// <summary>score by the events, before modifiers</summary>
        public long Score;
        /// <summary>greatest score of the map</summary>
        public long MaxScore;
        /// <summary>score / max_score: of the whole map</summary>
        public float Accuracy;
        /// <summary>accuracy if each lost note had been cut as well as the others; missing if some were not reached</summary>
        public float FcAccuracy;
        /// <summary>length of the jump of a note in the map; players can choose another, m</summary>
        public float JumpDistance;
        /// <summary>notes of the map, with links of chains</summary>
        public uint Notes;
        /// <summary>good cuts</summary>
        public uint Cut;
        /// <summary>bad cuts</summary>
        public uint Bad;
        /// <summary>missed notes</summary>
        public uint Missed;
        /// <summary>notes before the begin or after the end of the play</summary>
        public uint NotReached;
        /// <summary>notes that must have been cut or missed, but have no event</summary>
        public uint NoEvent;
        /// <summary>notes whose event states another color, direction, time or scoring than the map</summary>
        public uint Changed;
        /// <summary>events that belong to no note of the map</summary>
        public uint NoNote;
        /// <summary>bombs of the map</summary>
        public uint Bombs;
        /// <summary>bombs that were hit</summary>
        public uint BombsHit;
        /// <summary>walls of the map</summary>
        public uint Walls;
        /// <summary>walls that the head was in, by events</summary>
        public uint WallsHit;
        /// <summary>walls before the begin or after the end of the play</summary>
        public uint WallsNotReached;
        /// <summary>contacts with walls that the map does not have</summary>
        public uint NoWall;
        /// <summary>whether the events are those of the map</summary>
        public byte Fit;
        /// <summary>the play is mirrored, as left-handed ones are</summary>
        public byte Mirrored;
        /// <summary>map and replay tell enough to compare them note by note</summary>
        public byte Decidable;
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapArcs.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapArc
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when it is, beats</summary>
        public double Beat;
        /// <summary>song time of the tail, s</summary>
        public double TailTime;
        /// <summary>when the tail is, beats</summary>
        public double TailBeat;
        /// <summary>how far it goes in that direction</summary>
        public double Multiplier;
        /// <summary>from how far it comes in that direction</summary>
        public double TailMultiplier;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>column of the head</summary>
        public int Line;
        /// <summary>height of the head</summary>
        public int Layer;
        /// <summary>of the notes that it joins</summary>
        public int Color;
        /// <summary>in which it leaves the head</summary>
        public int Direction;
        /// <summary>column of the tail</summary>
        public int TailLine;
        /// <summary>height of the tail</summary>
        public int TailLayer;
        /// <summary>in which it reaches the tail</summary>
        public int TailDirection;
        /// <summary>how it turns between head and tail</summary>
        public int Anchor;
        /// <summary>of the head's lane, clockwise; since version 4, deg</summary>
        public int Rotation;
        /// <summary>of the tail's lane, clockwise; since version 4, deg</summary>
        public int TailRotation;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapBombs.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapBomb
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when it is, beats</summary>
        public double Beat;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>column, 0 to 3 from the left</summary>
        public int Line;
        /// <summary>height, 0 to 2 from below</summary>
        public int Layer;
        /// <summary>of its lane, clockwise; since version 4, deg</summary>
        public int Rotation;
        /// <summary>a mod shows it only: it is not counted</summary>
        public byte Fake;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapBpmEvents.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapBpmEvent
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when it is, beats</summary>
        public double Beat;
        /// <summary>beats per minute from here on, 1/min</summary>
        public double Bpm;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapChains.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapChain
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when it is, beats</summary>
        public double Beat;
        /// <summary>song time of the last link, s</summary>
        public double TailTime;
        /// <summary>when the last link is, beats</summary>
        public double TailBeat;
        /// <summary>how much of the path the links fill</summary>
        public double Squish;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>column of the head, which is a note of its own</summary>
        public int Line;
        /// <summary>height of the head</summary>
        public int Layer;
        /// <summary>which saber cuts it</summary>
        public int Color;
        /// <summary>of the head</summary>
        public int Direction;
        /// <summary>column of the last link</summary>
        public int TailLine;
        /// <summary>height of the last link</summary>
        public int TailLayer;
        /// <summary>number of its parts with the head</summary>
        public int Parts;
        /// <summary>of the head's lane, clockwise; since version 4, deg</summary>
        public int Rotation;
        /// <summary>of the tail's lane, clockwise; since version 4, deg</summary>
        public int TailRotation;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapDifficulties.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapDifficulty
    {
        /// <summary>Standard, OneSaber, NoArrows, 90Degree, 360Degree, Legacy, Lawless or Lightshow</summary>
        public Text Mode;
        /// <summary>Easy, Normal, Hard, Expert or ExpertPlus</summary>
        public Text Difficulty;
        /// <summary>name of its file</summary>
        public Text MapFile;
        /// <summary>name of the file with its lights; version 4</summary>
        public Text Lights;
        /// <summary>version of its file</summary>
        public Text Version;
        /// <summary>who made it, separated by commas; version 4</summary>
        public Text Mappers;
        /// <summary>name that its maker gave it</summary>
        public Text Label;
        /// <summary>mods that it needs, separated by commas</summary>
        public Text Requirements;
        /// <summary>greatest score without modifiers, points</summary>
        public ulong MaxScore;
        /// <summary>tempo that the file itself states, in old files, 1/min</summary>
        public double Bpm;
        /// <summary>speed of the notes; 0 is that of the difficulty, m/s</summary>
        public double NoteJumpSpeed;
        /// <summary>added to half of the jump, beats</summary>
        public double NoteJumpOffset;
        /// <summary>length of the jump of a note, m</summary>
        public double JumpDistance;
        /// <summary>time between the appearance of a note and its own, s</summary>
        public double ReactionTime;
        /// <summary>number of notes that count</summary>
        public uint Notes;
        /// <summary>number of bombs that count</summary>
        public uint Bombs;
        /// <summary>number of walls</summary>
        public uint Walls;
        /// <summary>number of arcs</summary>
        public uint Arcs;
        /// <summary>number of chains</summary>
        public uint Chains;
        /// <summary>bit mask: 1 the numbers are known, 2 the tempo, 4 the speed, 8 the jump</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapInfo
    {
        /// <summary>version of Info.dat</summary>
        public Text Version;
        /// <summary>name of the song</summary>
        public Text SongName;
        /// <summary>second line of the name</summary>
        public Text SongSubName;
        /// <summary>who made the song</summary>
        public Text SongAuthor;
        /// <summary>who made the map; since version 4 see difficulties</summary>
        public Text Mapper;
        /// <summary>SHA-1 of the level's files, as Quest computes it</summary>
        public Text LevelHash;
        /// <summary>the same as a PC computes it, if that is another one</summary>
        public Text PcHash;
        /// <summary>name of the file with the music</summary>
        public Text Music;
        /// <summary>name of the file with the picture</summary>
        public Text Cover;
        /// <summary>name of the scene; of several the first</summary>
        public Text Environment;
        /// <summary>tempo before any change, 1/min</summary>
        public double Bpm;
        /// <summary>moves the music, not the notes, s</summary>
        public double SongOffset;
        /// <summary>bit mask: 1 the tempo, 2 the offset, 4 the hash, 8 another hash of PC</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapLightBoxes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapLightBox
    {
        /// <summary>song time of its group, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when its group is, beats</summary>
        public double Beat;
        /// <summary>share of the filtered lamps that are used, 0 to 1</summary>
        public double Limit;
        /// <summary>delay between lamps, beats</summary>
        public double Spread;
        /// <summary>difference of the value between lamps</summary>
        public double ValueSpread;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>its number in the difficulty, from 0</summary>
        public uint Box;
        /// <summary>what its events change</summary>
        public int Kind;
        /// <summary>group of lamps</summary>
        public int Group;
        /// <summary>sections of the group that are treated as one lamp</summary>
        public int Chunks;
        /// <summary>which lamps it is for</summary>
        public int Filter;
        /// <summary>of the filter: number of sections, or first lamp</summary>
        public int Parameter;
        /// <summary>of the filter: section, or step</summary>
        public int SecondParameter;
        /// <summary>1: from the last lamp to the first</summary>
        public int Reverse;
        /// <summary>bit mask: 1 keeps the order, 2 random lamps</summary>
        public int Random;
        /// <summary>of the random order</summary>
        public int Seed;
        /// <summary>bit mask of what the limit changes: 1 duration, 2 spread</summary>
        public int LimitTo;
        /// <summary>of the delay</summary>
        public int SpreadType;
        /// <summary>of the value</summary>
        public int ValueSpreadType;
        /// <summary>1: the first event is spread, too</summary>
        public int ValueSpreadFirst;
        /// <summary>of the spread of the value: 0 linear, 1 and more curves</summary>
        public int Easing;
        /// <summary>of rotations and translations</summary>
        public int Axis;
        /// <summary>1: the axis is inverted</summary>
        public int Flip;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapLightEvents.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapLightEvent
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>of its box, and the beats after it, beats</summary>
        public double Beat;
        /// <summary>after the beat of its box, beats</summary>
        public double BeatsAfter;
        /// <summary>brightness, degrees, distance or value of the effect</summary>
        public double Value;
        /// <summary>brightness while the strobe is off</summary>
        public double StrobeBrightness;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>number of its box in the difficulty</summary>
        public uint Box;
        /// <summary>of its box</summary>
        public int Kind;
        /// <summary>of its box</summary>
        public int Group;
        /// <summary>1: the state of the event before stays</summary>
        public int Extend;
        /// <summary>from the event before to this one: -1 none, 0 linear, 1 and more curves</summary>
        public int Easing;
        /// <summary>of the lamps</summary>
        public int Color;
        /// <summary>of a rotation</summary>
        public int Direction;
        /// <summary>full turns that are added to a rotation</summary>
        public int Loops;
        /// <summary>frequency of the strobe; 0: none</summary>
        public int Strobe;
        /// <summary>1: the strobe fades</summary>
        public int StrobeFade;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapLights.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapLight
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when it is, beats</summary>
        public double Beat;
        /// <summary>brightness, of games since 1.18</summary>
        public double FloatValue;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>group of lights or effect</summary>
        public int Type;
        /// <summary>what it does</summary>
        public int Value;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapNjsEvents.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapNjsEvent
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when it is, beats</summary>
        public double Beat;
        /// <summary>added to the difficulty's note jump speed, m/s</summary>
        public double Delta;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>1: the value of the event before stays</summary>
        public int Previous;
        /// <summary>from the event before to this one: -1 step, 0 linear, 1 and more curves</summary>
        public int Easing;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapNotes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapNote
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when it is, beats</summary>
        public double Beat;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>column, 0 to 3 from the left</summary>
        public int Line;
        /// <summary>height, 0 to 2 from below</summary>
        public int Layer;
        /// <summary>which saber cuts it</summary>
        public int Color;
        /// <summary>of the cut</summary>
        public int Direction;
        /// <summary>counter-clockwise, added to the direction; since version 3, deg</summary>
        public int Angle;
        /// <summary>of its lane, clockwise; since version 4, deg</summary>
        public int Rotation;
        /// <summary>what arcs and chains make of it in the newest game, as in note ids</summary>
        public byte Scoring;
        /// <summary>a mod shows it only: it is not counted</summary>
        public byte Fake;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapOriginals.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapOriginal
    {
        /// <summary>the whole file</summary>
        public Bytes Bytes;
        /// <summary>checksum of the rows that were read from the file</summary>
        public ulong Rows;
    }

    /// <summary>A row of BeatsaberMapRotations.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapRotation
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when it is, beats</summary>
        public double Beat;
        /// <summary>turn of the lanes, clockwise, added to those before, deg</summary>
        public double Degrees;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>0: objects of this beat turn, too; 1: only later ones</summary>
        public int Late;
        /// <summary>bit mask: 1 the tempo is known</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberMapWalls.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberMapWall
    {
        /// <summary>song time, from the beat and the tempo, s</summary>
        public double Time;
        /// <summary>when it is, beats</summary>
        public double Beat;
        /// <summary>duration, from its beat to its last one, by the tempo there, s</summary>
        public double Duration;
        /// <summary>duration, beats</summary>
        public double Beats;
        /// <summary>number of its row in difficulties, from 0</summary>
        public uint Difficulty;
        /// <summary>leftmost column, 0 to 3</summary>
        public int Line;
        /// <summary>lowest height; of types 0 and 1 of version 2 what the game takes for them</summary>
        public int Layer;
        /// <summary>in columns</summary>
        public int Width;
        /// <summary>in layers; of types 0 and 1 of version 2 what the game takes for them</summary>
        public int Height;
        /// <summary>version 2; mods have types of 1000 and more</summary>
        public int Type;
        /// <summary>of its lane, clockwise; since version 4, deg</summary>
        public int Rotation;
        /// <summary>a mod shows it only: it is not counted</summary>
        public byte Fake;
        /// <summary>bit mask: 1 the tempo is known, 2 the wall has a type</summary>
        public byte Present;
    }

    /// <summary>A row of BeatsaberOriginResets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberOriginReset
    {
        /// <summary>time of the frame, s</summary>
        public float Time;
        public uint Reserved;
        /// <summary>row in the table of frames</summary>
        public ulong FrameRow;
        /// <summary>the left hand was at the origin</summary>
        public byte Left;
        /// <summary>the right hand was at the origin</summary>
        public byte Right;
        public byte ReservedToo0, ReservedToo1, ReservedToo2, ReservedToo3, ReservedToo4, ReservedToo5;
    }

    /// <summary>A row of BeatsaberSamples.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberSample
    {
        /// <summary>song time, by the number of the sample and the rate, s</summary>
        public double Time;
        /// <summary>number of the sample, the same in all plays at this time</summary>
        public int Sample;
        /// <summary>number of the stretch: its samples follow each other without a gap or a pause</summary>
        public uint Stretch;
        /// <summary>position of the head, m</summary>
        public Pose Head;
        /// <summary>position of the left hand, m</summary>
        public Pose LeftHand;
        /// <summary>position of the right hand, m</summary>
        public Pose RightHand;
        /// <summary>rotation of the head without its yaw</summary>
        public Quaternion RelativeHeadRotation;
        /// <summary>rotation of the left hand, turned by the yaw of the head</summary>
        public Quaternion RelativeLeftRotation;
        /// <summary>rotation of the right hand, turned by the yaw of the head</summary>
        public Quaternion RelativeRightRotation;
        /// <summary>left hand from the head, turned by its yaw, m</summary>
        public Vec3 RelativeLeftPosition;
        /// <summary>right hand from the head, turned by its yaw, m</summary>
        public Vec3 RelativeRightPosition;
        /// <summary>the first two columns of the matrix of relative_head_rotation</summary>
        public float RelativeHead6d0, RelativeHead6d1, RelativeHead6d2, RelativeHead6d3, RelativeHead6d4, RelativeHead6d5;
        /// <summary>the same of relative_left_rotation</summary>
        public float RelativeLeft6d0, RelativeLeft6d1, RelativeLeft6d2, RelativeLeft6d3, RelativeLeft6d4, RelativeLeft6d5;
        /// <summary>the same of relative_right_rotation</summary>
        public float RelativeRight6d0, RelativeRight6d1, RelativeRight6d2, RelativeRight6d3, RelativeRight6d4, RelativeRight6d5;
        /// <summary>velocity of the head, m/s</summary>
        public Vec3 HeadVelocity;
        /// <summary>velocity of the left hand, m/s</summary>
        public Vec3 LeftVelocity;
        /// <summary>velocity of the right hand, m/s</summary>
        public Vec3 RightVelocity;
        /// <summary>acceleration of the head, m/s^2</summary>
        public Vec3 HeadAcceleration;
        /// <summary>acceleration of the left hand, m/s^2</summary>
        public Vec3 LeftAcceleration;
        /// <summary>acceleration of the right hand, m/s^2</summary>
        public Vec3 RightAcceleration;
        /// <summary>angular speed of the head, rad/s</summary>
        public float HeadTurn;
        /// <summary>angular speed of the left hand, rad/s</summary>
        public float LeftTurn;
        /// <summary>angular speed of the right hand, rad/s</summary>
        public float RightTurn;
        /// <summary>the poses that are known, a mask: 1 head, 2 left hand, 4 right hand; relative ones 8, 16, 32</summary>
        public byte Present;
        /// <summary>what else is, a mask: velocity and turn 1, 2, 4; acceleration 8, 16, 32</summary>
        public byte Moving;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5;
    }

    /// <summary>A row of BeatsaberScorings.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberScoring
    {
        /// <summary>scoring type used for the score</summary>
        public byte Scoring;
        /// <summary>notes</summary>
        public uint Notes;
        /// <summary>good cuts</summary>
        public uint GoodCuts;
        /// <summary>bad cuts</summary>
        public uint BadCuts;
        /// <summary>missed notes</summary>
        public uint Misses;
        /// <summary>points of good cuts, without multiplier</summary>
        public long Points;
        /// <summary>maximum points of the notes, without multiplier</summary>
        public long MaxPoints;
        /// <summary>score, with multiplier</summary>
        public long Score;
        /// <summary>mean points of the good cuts</summary>
        public float MeanPoints;
        public byte Present;
    }

    /// <summary>A row of BeatsaberStills.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberStill
    {
        /// <summary>time of the first frame, s</summary>
        public float Time;
        /// <summary>time of the last frame, s</summary>
        public float EndTime;
        /// <summary>row of the first frame in the table of frames</summary>
        public ulong FrameRow;
        /// <summary>number of frames</summary>
        public uint Frames;
        /// <summary>good cuts in that time: of this hand, or of both for the head</summary>
        public uint Cuts;
        /// <summary>what did not move</summary>
        public byte Tracker;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of BeatsaberSummaries.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberSummary
    {
        /// <summary>score recomputed from the events, before modifiers; missing if nothing was scored</summary>
        public long Score;
        /// <summary>maximum score of the notes in the replay</summary>
        public long MaxScore;
        /// <summary>score stated in the replay</summary>
        public long StatedScore;
        /// <summary>score - stated_score</summary>
        public long ScoreDifference;
        /// <summary>score with the factors of the modifiers, by the convention</summary>
        public long ModifiedScore;
        /// <summary>score / max_score</summary>
        public float Accuracy;
        /// <summary>modified_score / max_score</summary>
        public float ModifiedAccuracy;
        /// <summary>speed of the song: 1, or that of practice mode or of the modifiers FS, SF and SS</summary>
        public float SongSpeed;
        /// <summary>accuracy if every lost note had been cut at the accuracy so far</summary>
        public float FcAccuracy;
        /// <summary>time of the last frame that counts, s</summary>
        public float EndTime;
        /// <summary>time of the fail, or with NF the time energy ran out; missing if neither, s</summary>
        public float FailTime;
        /// <summary>notes, excluding bombs</summary>
        public uint Notes;
        /// <summary>good cuts</summary>
        public uint GoodCuts;
        /// <summary>bad cuts</summary>
        public uint BadCuts;
        /// <summary>missed notes</summary>
        public uint Misses;
        /// <summary>bombs hit</summary>
        public uint Bombs;
        /// <summary>walls hit</summary>
        public uint Walls;
        /// <summary>bad cuts per note colour, or per saber if it is unknown</summary>
        public uint BadCutsByHand0, BadCutsByHand1;
        /// <summary>misses per note colour</summary>
        public uint MissesByHand0, MissesByHand1;
        /// <summary>bombs hit, per colour in the note id</summary>
        public uint BombsByHand0, BombsByHand1;
        /// <summary>largest combo</summary>
        public uint MaxCombo;
        /// <summary>combo at the end</summary>
        public uint FinalCombo;
        /// <summary>longest run of 115-point notes; missing if a note repeats within 0.01 s</summary>
        public uint MaxStreak;
        /// <summary>energy at the end; missing if the song ended in a wall</summary>
        public float FinalEnergy;
        /// <summary>lowest energy after any event; missing if the song ended in a wall</summary>
        public float MinEnergy;
        /// <summary>mean time deviation of good cuts, s</summary>
        public float Timing0, Timing1;
        /// <summary>mean points of notes with a centre part; chain heads get 30 extra</summary>
        public float HandPoints0, HandPoints1;
        /// <summary>mean rating of the swing before the cut; 1 is full</summary>
        public float Preswing0, Preswing1;
        /// <summary>mean rating of the swing after the cut; 1 is full</summary>
        public float Postswing0, Postswing1;
        /// <summary>mean |z| of the cut normal: how much points depend on timing, 0 to 1</summary>
        public float TimeDependence0, TimeDependence1;
        /// <summary>mean points of the left hand: before, centre, after</summary>
        public float LeftCut0, LeftCut1, LeftCut2;
        /// <summary>mean points of the right hand: before, centre, after</summary>
        public float RightCut0, RightCut1, RightCut2;
        /// <summary>pauses between the first and last note; the table pauses has all</summary>
        public uint PausesInSong;
        /// <summary>total length of those pauses, s</summary>
        public long PauseTimeInSong;
        /// <summary>note jump distance stated in the replay, m</summary>
        public float JumpDistance;
        /// <summary>mean of the height events, or the stated height if there are none, m</summary>
        public float AverageHeight;
        /// <summary>mean head position, m</summary>
        public Vec3 AverageHeadPosition;
        /// <summary>score lost to incomplete swings</summary>
        public long Underswing;
        /// <summary>score if every swing had been full</summary>
        public long FullSwingScore;
        /// <summary>underswing / max_score</summary>
        public float UnderswingShare;
        /// <summary>tracking jitters</summary>
        public uint Jitters;
        /// <summary>jitters within 0.125 s of a note that lost swing points</summary>
        public uint JittersWithLoss;
        /// <summary>times a hand was at the tracking origin</summary>
        public uint OriginResets;
        /// <summary>frames that count: time not 0 and not that of the frame before</summary>
        public uint KeptFrames;
        /// <summary>frames with time 0 or the time of the frame before</summary>
        public uint DroppedFrames;
        /// <summary>values among the inputs of the means that are not finite, or mean nothing: left out</summary>
        public uint NotFinite;
        /// <summary>rank that the game shows at that accuracy</summary>
        public byte Rank;
        /// <summary>the song was played from start to end without a fail; missing if the replay does not tell</summary>
        public byte Won;
        /// <summary>won without a bad cut, miss, bomb or wall</summary>
        public byte FullCombo;
        public byte Present;
        public byte Means;
        public byte Known;
        /// <summary>notes found while reading and measuring</summary>
        public ReadingResult Reading;
    }

    /// <summary>A row of BeatsaberUnderswings.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BeatsaberUnderswing
    {
        /// <summary>time of the cut, s</summary>
        public float Time;
        /// <summary>row in the table of notes</summary>
        public uint NoteRow;
        /// <summary>hand the note is for</summary>
        public byte Hand;
        /// <summary>points lost before the cut</summary>
        public byte LostBefore;
        /// <summary>points lost after the cut</summary>
        public byte LostAfter;
        /// <summary>multiplier applied to the note</summary>
        public byte Multiplier;
        /// <summary>score lost: both parts times the multiplier</summary>
        public uint Lost;
        /// <summary>rating of the swing before the cut; 1 is full</summary>
        public float BeforeCutRating;
        /// <summary>rating of the swing after the cut; 1 is full</summary>
        public float AfterCutRating;
    }

    /// <summary>A row of BsorFrames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorFrame
    {
        /// <summary>song time, s</summary>
        public float Time;
        /// <summary>frame rate at that time, 0 in derived files, 1/s</summary>
        public int Fps;
        /// <summary>position of the head, m</summary>
        public Pose Head;
        /// <summary>position of the left hand, m</summary>
        public Pose LeftHand;
        /// <summary>position of the right hand, m</summary>
        public Pose RightHand;
    }

    /// <summary>A row of BsorHeights.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorHeight
    {
        /// <summary>height of the player, m</summary>
        public float Height;
        /// <summary>time of the measurement, s</summary>
        public float Time;
    }

    /// <summary>A row of BsorInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorInfo
    {
        /// <summary>version of the recording mod</summary>
        public Text ModVersion;
        /// <summary>version of the game, with build number</summary>
        public Text GameVersion;
        /// <summary>start of the play, Unix time in seconds, as text, unix s</summary>
        public Text Timestamp;
        /// <summary>id of the player on the platform</summary>
        public Text PlayerId;
        /// <summary>name of the player</summary>
        public Text PlayerName;
        /// <summary>steam, oculuspc, or oculus for a standalone headset</summary>
        public Text Platform;
        /// <summary>tracking runtime: OpenVR, OpenXR or Oculus</summary>
        public Text TrackingSystem;
        /// <summary>name of the headset</summary>
        public Text Headset;
        /// <summary>name of the controllers</summary>
        public Text Controller;
        /// <summary>hash of the map, usually 40 hex digits</summary>
        public Text MapHash;
        /// <summary>name of the song</summary>
        public Text SongName;
        /// <summary>authors of the map, separated by commas; the Quest mod writes the artist of the song</summary>
        public Text Mapper;
        /// <summary>Easy, Normal, Hard, Expert or ExpertPlus</summary>
        public Text Difficulty;
        /// <summary>Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow</summary>
        public Text Mode;
        /// <summary>name of the scene</summary>
        public Text Environment;
        /// <summary>modifier codes, separated by commas</summary>
        public Text Modifiers;
        /// <summary>score as shown, before modifiers, points</summary>
        public int Score;
        /// <summary>note jump distance, m</summary>
        public float JumpDistance;
        /// <summary>height of the player, 0 if the game measured it during play, m</summary>
        public float Height;
        /// <summary>song time at which practice mode started, 0 outside practice mode, s</summary>
        public float StartTime;
        /// <summary>song time at which the player failed, 0 if not failed, s</summary>
        public float FailTime;
        /// <summary>song speed in practice mode, 0 outside practice mode</summary>
        public float Speed;
        /// <summary>left-handed mode</summary>
        public byte LeftHanded;
    }

    /// <summary>A row of BsorLengths.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorLength
    {
        /// <summary>index of the string in its info section, from 0</summary>
        public uint String;
        /// <summary>row of the info table</summary>
        public uint Info;
        /// <summary>stated length</summary>
        public int Stated;
        /// <summary>actual length, bytes</summary>
        public uint Bytes;
        /// <summary>file offset of the length, bytes</summary>
        public ulong Offset;
    }

    /// <summary>A part of rows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorCut
    {
        public byte SpeedOk;
        public byte DirectionOk;
        public byte SaberTypeOk;
        public byte WasCutTooSoon;
        public float SaberSpeed;
        public Vec3 SaberDirection;
        public int SaberType;
        public float TimeDeviation;
        public float CutDirectionDeviation;
        public Vec3 CutPoint;
        public Vec3 CutNormal;
        public float CutDistanceToCenter;
        public float CutAngle;
        public float BeforeCutRating;
        public float AfterCutRating;
    }

    /// <summary>A row of BsorNotes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorNote
    {
        /// <summary>scoring type, line, layer, color and direction, packed in decimal digits</summary>
        public int NoteId;
        /// <summary>time the note was scored, s</summary>
        public float EventTime;
        /// <summary>time of the note in the map, s</summary>
        public float SpawnTime;
        /// <summary>result of the note</summary>
        public int EventType;
        /// <summary>the saber was fast enough</summary>
        public BsorCut Cut;
        /// <summary>cut fields are present: good and bad cuts only</summary>
        public byte HasCut;
    }

    /// <summary>A row of BsorOffsets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorControllerOffsets
    {
        /// <summary>position of the left saber in the hand, m</summary>
        public Pose Left;
        /// <summary>position of the right saber in the hand, m</summary>
        public Pose Right;
    }

    /// <summary>A row of BsorPauses.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorPause
    {
        /// <summary>duration of the pause, s</summary>
        public long Duration;
        /// <summary>song time at its start, s</summary>
        public float Time;
    }

    /// <summary>A row of BsorSections.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorSection
    {
        /// <summary>id of the section</summary>
        public byte Id;
        /// <summary>the file ends with this id, without a section body</summary>
        public byte Bare;
        /// <summary>number of rows of its table in the section</summary>
        public uint Count;
        /// <summary>file offset of the id, bytes</summary>
        public ulong Offset;
        /// <summary>size including the id, excluding the bytes of raw after the last section, bytes</summary>
        public ulong Size;
        /// <summary>bytes up to the end of the file that no row represents</summary>
        public Bytes Raw;
    }

    /// <summary>A row of BsorUserData.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorUserEntry
    {
        /// <summary>name of the mod or of its data</summary>
        public Text Key;
        /// <summary>the data, as the mod wrote it</summary>
        public Bytes Value;
    }

    /// <summary>A row of BsorWalls.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BsorWall
    {
        /// <summary>line * 100 + type * 10 + width</summary>
        public int WallId;
        /// <summary>energy at the end of the contact, 0 to 1; standalone headsets write a song time here</summary>
        public float Energy;
        /// <summary>start of the contact, s</summary>
        public float Time;
        /// <summary>time of the wall in the map, or the time it appeared, s</summary>
        public float SpawnTime;
    }

    /// <summary>A row of ButterBlocks.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ButterBlock
    {
        /// <summary>offset of the block in the file, bytes</summary>
        public ulong Offset;
        /// <summary>checksum of the block's rows: a writer repeats the bytes only if it still matches</summary>
        public ulong Digest;
        /// <summary>number of the block's first frame</summary>
        public uint FirstFrame;
        /// <summary>number of frames in the block, frames</summary>
        public uint FrameCount;
        /// <summary>layout of the block's frames</summary>
        public byte Layout;
        /// <summary>compression of the block</summary>
        public byte Compression;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5;
        /// <summary>original bytes of the block</summary>
        public Bytes Packed;
    }

    /// <summary>A row of ButterBones and EchoreplayBones.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoBone
    {
        /// <summary>time since the first frame of the file, s</summary>
        public double Time;
        /// <summary>number of the frame, from 0</summary>
        public uint Frame;
        /// <summary>number of the skeleton in its frame, from 0; the file does not say whose it is</summary>
        public byte Player;
        /// <summary>bone number, 0 to 22</summary>
        public byte Bone;
        public ushort Unused;
        /// <summary>position in player space, m</summary>
        public Vec3 Position;
        /// <summary>rotation in player space, a quaternion</summary>
        public Quaternion Rotation;
        public byte Keys;
        public byte FromLine;
        public byte UnusedToo0, UnusedToo1;
    }

    /// <summary>A part of rows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoThrow
    {
        public float ArmSpeed;
        public float TotalSpeed;
        public float OffAxisSpinDeg;
        public float WristThrowPenalty;
        public float RotPerSec;
        public float PotSpeedFromRot;
        public float SpeedFromArm;
        public float SpeedFromMovement;
        public float SpeedFromWrist;
        public float WristAlignToThrowDeg;
        public float ThrowAlignToMovementDeg;
        public float OffAxisPenalty;
        public float ThrowMovePenalty;
    }

    /// <summary>A row of EcrreplayFrames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoFrame
    {
        /// <summary>computed time since the first frame: frame / ending.rate, s</summary>
        public double Time;
        /// <summary>number of the frame, from 0</summary>
        public uint Frame;
        public float GameClock;
        public float BluePoints;
        public float OrangePoints;
        public byte Status;
        public byte Has;
        public byte Inputs;
        public byte BlueRestart;
        public byte OrangeRestart;
        public byte PausedState;
        public byte PausedTeam;
        public byte UnpausedTeam;
        public byte ScoreTeam;
        public byte ScorePoints;
        public byte GoalType;
        public byte Contested;
        public byte Checkpoint;
        public byte Defenders;
        public byte ScorePerson;
        public byte ScoreAssist;
        public float PausedTimer;
        public float UnpausedTimer;
        public float ScoreDiscSpeed;
        public float ScoreDistance;
        public float PayloadDistance;
        public float PayloadSpeed;
        public EchoThrow Throw;
        public Vec3 VrPosition;
        public Vec3 DiscPosition;
        public Vec3 DiscVelocity;
        /// <summary>computed recording time since 1970, on the recorder's clock: info.start_time and the time; 0 if that is unknown, local ms</summary>
        public long Recorded;
        public long RulesChangedAt;
        public Text RulesChangedBy;
    }

    /// <summary>A row of ButterFrames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ButterFrame
    {
        /// <summary>time since the first frame of the file, s</summary>
        public EchoFrame Common;
        /// <summary>rotation of the recorder's play space, a quaternion</summary>
        public Quaternion VrRotation;
        /// <summary>rotation of the disc, a quaternion</summary>
        public Quaternion DiscRotation;
        /// <summary>presence byte: which parts the frame has</summary>
        public byte Mask;
        /// <summary>keyframe: all values are absolute</summary>
        public byte Keyframe;
    }

    /// <summary>A row of ButterInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ButterInfo
    {
        /// <summary>version of the format, 1 to 3</summary>
        public byte Version;
        /// <summary>compression of the blocks</summary>
        public byte Compression;
        /// <summary>frames in a block, frames</summary>
        public ushort KeyframeInterval;
        /// <summary>map of the match</summary>
        public byte Map;
        /// <summary>whether the match is private</summary>
        public byte PrivateMatch;
        /// <summary>rounds in the match, rounds</summary>
        public byte TotalRoundCount;
        /// <summary>rounds won by the blue team when recording started, rounds</summary>
        public byte BlueRoundScore;
        /// <summary>rounds won by the orange team when recording started, rounds</summary>
        public byte OrangeRoundScore;
        /// <summary>server address</summary>
        public byte SessionIp0, SessionIp1, SessionIp2, SessionIp3;
        public byte Unused0, Unused1, Unused2;
        /// <summary>name of the player who recorded</summary>
        public Text ClientName;
        /// <summary>match id</summary>
        public Uuid SessionId;
    }

    /// <summary>A part of rows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoStats
    {
        public ushort Assists;
        public ushort Blocks;
        public ushort Catches;
        public ushort Goals;
        public ushort Interceptions;
        public ushort Passes;
        public ushort Points;
        public ushort Saves;
        public ushort Steals;
        public ushort ShotsTaken;
        public ushort Stuns;
    }

    /// <summary>A part of rows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoPlayer
    {
        public double Time;
        public ulong Userid;
        public Text Name;
        public uint Frame;
        public ushort Number;
        public ushort Level;
        public byte Team;
        public byte Slot;
        public byte Player;
        public byte PlayerId;
        public byte Has;
        public byte Possession;
        public byte Blocking;
        public byte Stunned;
        public byte Invulnerable;
        public byte Emote;
        public byte HoldingLeft;
        public byte HoldingRight;
        public byte Weapon;
        public byte Ordnance;
        public byte TacMod;
        public byte Arm;
        public EchoStats Stats;
        public int Ping;
        public float PossessionTime;
        public float PacketLoss;
        public Vec3 Velocity;
        public Vec3 Head;
        public Vec3 Body;
        public Vec3 LeftHand;
        public Vec3 RightHand;
    }

    /// <summary>A row of ButterPlayers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ButterPlayer
    {
        /// <summary>time since the first frame of the file, s</summary>
        public EchoPlayer Common;
        /// <summary>rotation of the head, a quaternion</summary>
        public Quaternion HeadRotation;
        /// <summary>rotation of the body, a quaternion</summary>
        public Quaternion BodyRotation;
        /// <summary>rotation of the left hand, a quaternion</summary>
        public Quaternion LeftHandRotation;
        /// <summary>rotation of the right hand, a quaternion</summary>
        public Quaternion RightHandRotation;
    }

    /// <summary>A row of ButterRests.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ButterRest
    {
        /// <summary>offset of the bytes in the file, bytes</summary>
        public ulong Offset;
        /// <summary>bytes after the last block</summary>
        public Bytes Bytes;
    }

    /// <summary>A row of ButterRoster.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ButterEntry
    {
        /// <summary>account</summary>
        public ulong Userid;
        /// <summary>name when first seen</summary>
        public Text Name;
        /// <summary>number that frames use for the player, from 1</summary>
        public byte Player;
        /// <summary>jersey number when first seen</summary>
        public byte Number;
        /// <summary>level when first seen</summary>
        public byte Level;
    }

    /// <summary>A row of ButterTeams and EcrreplayTeams and MilkTeams.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoTeam
    {
        /// <summary>time since the first frame of the file, s</summary>
        public double Time;
        /// <summary>number of the frame, from 0</summary>
        public uint Frame;
        /// <summary>team</summary>
        public byte Team;
        /// <summary>whether the team has the disc</summary>
        public byte Possession;
        /// <summary>which parts have values: 1 statistics</summary>
        public byte Has;
        /// <summary>players on the team in this frame</summary>
        public byte Players;
        /// <summary>assists so far</summary>
        public EchoStats Stats;
        public ushort Unused;
        /// <summary>possession time so far, s</summary>
        public float PossessionTime;
        public byte Reserved0, Reserved1, Reserved2, Reserved3;
    }

    /// <summary>A row of DdnetActivities.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetActivity
    {
        /// <summary>session number</summary>
        public int Session;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>last player name</summary>
        public Text Name;
        /// <summary>length of the session, tick</summary>
        public long Ticks;
        /// <summary>time without a new input, not counting the first ten seconds of each stretch, tick</summary>
        public long IdleTicks;
        /// <summary>longest stretch without a new input, tick</summary>
        public long LongestIdleTicks;
        /// <summary>time in the menu, tick</summary>
        public long MenuTicks;
        /// <summary>time typing in the chat, tick</summary>
        public long ChattingTicks;
        /// <summary>distance travelled, excluding teleports and swaps, tile</summary>
        public double Distance;
        /// <summary>jump presses; not one that is down at the first input</summary>
        public long Jumps;
        /// <summary>hook presses; not one that is down at the first input</summary>
        public long Hooks;
        /// <summary>fire presses; not one that is down at the first input</summary>
        public long Shots;
        /// <summary>direction changes</summary>
        public long DirectionChanges;
        /// <summary>changes of the requested weapon</summary>
        public long WeaponChanges;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of DdnetCharacters.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetCharacter
    {
        /// <summary>session the character belongs to</summary>
        public int Session;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>tick of the spawn, tick</summary>
        public int NewTick;
        /// <summary>tick of the removal; missing if still alive at the end of the file, tick</summary>
        public int OldTick;
        public byte Present;
    }

    /// <summary>A row of DdnetCommands.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetCommand
    {
        /// <summary>tick of the message, tick</summary>
        public int Tick;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>client id, or a negative value if no client ran it</summary>
        public int Cid;
        /// <summary>session; missing if no client ran it</summary>
        public int Session;
        /// <summary>flag mask of the call</summary>
        public int Flags;
        /// <summary>origin of the command</summary>
        public byte Source;
        public byte Present;
        /// <summary>command name</summary>
        public Text Command;
        /// <summary>arguments as a JSON array</summary>
        public Text Args;
        /// <summary>remote console access level of the client: 0 none, 1 helper, 2 moderator, 3 admin; missing if it is not recorded</summary>
        public int Level;
    }

    /// <summary>A row of DdnetEvidenceTicks.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetEvidenceTick
    {
        /// <summary>tick, tick</summary>
        public int Tick;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>session</summary>
        public int Session;
        /// <summary>how it differs</summary>
        public byte Agreement;
        /// <summary>why it is undecidable</summary>
        public byte Doubt;
        public byte Reserved0, Reserved1;
        /// <summary>recorded position, 1/32 tile</summary>
        public int X;
        /// <summary>recorded position, counted downwards, 1/32 tile</summary>
        public int Y;
        /// <summary>position that follows from the inputs, 1/32 tile</summary>
        public int PredictedX;
        /// <summary>position that follows from the inputs, 1/32 tile</summary>
        public int PredictedY;
        /// <summary>distance of the recorded position from the nearest possible one; 0 unless impossible, 1/32 tile</summary>
        public int Beyond;
    }

    /// <summary>A row of DdnetEvidences.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetEvidence
    {
        /// <summary>ticks of a tee: the next four added up, tick</summary>
        public long Ticks;
        /// <summary>ticks whose position follows from the inputs</summary>
        public long Agreed;
        /// <summary>ticks whose position another input could have given</summary>
        public long Differing;
        /// <summary>ticks whose position no input gives</summary>
        public long Impossible;
        /// <summary>ticks whose position may have another cause</summary>
        public long Undecidable;
        /// <summary>agreed of all ticks that are decidable; missing without any</summary>
        public double Share;
        /// <summary>finishes of players</summary>
        public int Finishes;
        /// <summary>those of which every tick of the run follows from the inputs</summary>
        public int FinishesShown;
        /// <summary>those that the motion contradicts</summary>
        public int FinishesAgainst;
        /// <summary>how much of the finishes the motion shows; without any, of the ticks</summary>
        public byte Support;
        /// <summary>the physics of the server's release is known in every rule</summary>
        public byte Exact;
        public byte Present;
        public byte Reserved;
    }

    /// <summary>A row of DdnetFinishEvidences.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetFinishEvidence
    {
        /// <summary>tick of the finish, tick</summary>
        public int Tick;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>session</summary>
        public int Session;
        /// <summary>time as stated, tick</summary>
        public int TimeTicks;
        /// <summary>last tick in which the tee touched the start; missing if it did not in this recording, tick</summary>
        public int StartTick;
        /// <summary>how much of the run the motion shows</summary>
        public byte Support;
        public byte Present;
        public byte Reserved0, Reserved1;
        /// <summary>ticks of a tee: the next four added up, tick</summary>
        public long Ticks;
        /// <summary>ticks whose position follows from the inputs</summary>
        public long Agreed;
        /// <summary>ticks whose position another input could have given</summary>
        public long Differing;
        /// <summary>ticks whose position no input gives</summary>
        public long Impossible;
        /// <summary>ticks whose position may have another cause</summary>
        public long Undecidable;
    }

    /// <summary>A row of DdnetFinishes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetFinish
    {
        /// <summary>tick of the message, tick</summary>
        public int Tick;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>whether a player or a team finished</summary>
        public byte Kind;
        public byte Present;
        /// <summary>client id of the player; missing for a team</summary>
        public int Cid;
        /// <summary>session of the player; missing for a team</summary>
        public int Session;
        /// <summary>the team, or the team of the player</summary>
        public int Team;
        /// <summary>finish time, tick</summary>
        public int TimeTicks;
        /// <summary>finish time, s</summary>
        public double Time;
        /// <summary>when the clock of the run started; missing if a loaded save started it in another game, tick</summary>
        public int StartTick;
        /// <summary>the team was in practice mode, so the time does not count</summary>
        public byte Practice;
        /// <summary>of a player whose team finished in this tick; the run is the team's row</summary>
        public byte OfTeam;
        /// <summary>name of the player</summary>
        public Text Name;
    }

    /// <summary>A row of DdnetHeats.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetHeat
    {
        /// <summary>tile column, tile</summary>
        public int TileX;
        /// <summary>tile row, counted downwards, tile</summary>
        public int TileY;
        /// <summary>time characters spent on the tile, tick</summary>
        public long Ticks;
    }

    /// <summary>A row of DdnetInputFigures.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetInputFigure
    {
        /// <summary>session</summary>
        public int Session;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>last name in the session; missing if the file has none</summary>
        public Text Name;
        /// <summary>first input, tick</summary>
        public int FirstTick;
        /// <summary>last input, tick</summary>
        public int LastTick;
        /// <summary>number of inputs</summary>
        public long Inputs;
        /// <summary>most inputs in a second</summary>
        public int InputsMost;
        /// <summary>most changes of the direction in a second</summary>
        public int DirectionsMost;
        /// <summary>most jump presses in a second</summary>
        public int JumpsMost;
        /// <summary>most hook presses in a second</summary>
        public int HooksMost;
        /// <summary>most fire presses in a second</summary>
        public int ShotsMost;
        /// <summary>most presses of one key in a row that are equally far apart</summary>
        public int EvenPresses;
        /// <summary>how far these are apart, tick</summary>
        public int EvenTicks;
        /// <summary>changes of the aim</summary>
        public long Aims;
        /// <summary>median of their angles, rounded down, deg</summary>
        public int AimMedian;
        /// <summary>changes of the aim by 90 degrees and more</summary>
        public int AimTurns;
        /// <summary>changes by 30 degrees and more for one tick, and back to the same point</summary>
        public int AimFlicks;
        /// <summary>inputs in stretches of 16 that came before, with the same aim, keys and distances in time</summary>
        public long Repeated;
        /// <summary>most of these in a row</summary>
        public int RepeatedMost;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2;
    }

    /// <summary>A row of DdnetInputs.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetInput
    {
        /// <summary>tick, tick</summary>
        public int Tick;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>-1 left, 0, 1 right</summary>
        public int Direction;
        /// <summary>aim x, relative to the character, 1/32 tile</summary>
        public int TargetX;
        /// <summary>aim y, relative to the character, growing downwards, 1/32 tile</summary>
        public int TargetY;
        /// <summary>1 while jump is held</summary>
        public int Jump;
        /// <summary>counter modulo 64, odd while fire is held</summary>
        public int Fire;
        /// <summary>1 while hook is held</summary>
        public int Hook;
        /// <summary>bits: 1 playing, 2 menu, 4 chatting, 8 scoreboard, 16 aim line, 32 spectating camera</summary>
        public int PlayerFlags;
        /// <summary>requested weapon plus 1; 0 if none</summary>
        public int WantedWeapon;
        /// <summary>counter with the same encoding as fire</summary>
        public int NextWeapon;
        /// <summary>counter with the same encoding as fire</summary>
        public int PrevWeapon;
    }

    /// <summary>A row of DdnetKills.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetKill
    {
        /// <summary>tick of the message, tick</summary>
        public int Tick;
        /// <summary>client id of the killer; the victim's own if nobody else did it</summary>
        public int Cid;
        /// <summary>client id of the victim</summary>
        public int VictimCid;
        /// <summary>session of the killer; missing without one</summary>
        public int Session;
        /// <summary>session of the victim; missing without one</summary>
        public int VictimSession;
        /// <summary>weapon or cause</summary>
        public int Cause;
        /// <summary>name of the killer</summary>
        public Text Name;
        /// <summary>name of the victim</summary>
        public Text VictimName;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of DdnetLevelCheckpoints.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetLevelCheckpoint
    {
        /// <summary>tick in which the tee touched it, tick</summary>
        public int Tick;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>session</summary>
        public int Session;
        /// <summary>number of the time checkpoint, 0 to 24</summary>
        public int Checkpoint;
        /// <summary>tick of the start of the run; missing if it is not known, tick</summary>
        public int StartTick;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2;
        /// <summary>time since the start, s</summary>
        public double Time;
    }

    /// <summary>A row of DdnetLevelFinishes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetLevelFinish
    {
        /// <summary>tick of the finish, tick</summary>
        public int Tick;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>session</summary>
        public int Session;
        /// <summary>time as stated, tick</summary>
        public int TimeTicks;
        /// <summary>last tick in which the tee touched the start; missing if it did not in this run, tick</summary>
        public int StartTick;
        /// <summary>last tick in which the tee touched the finish; missing if it did not in this run, tick</summary>
        public int FinishTick;
        /// <summary>nothing but the tee's own way explains where it is, and its clock</summary>
        public byte Decidable;
        public byte Present;
        public byte Reserved0, Reserved1;
    }

    /// <summary>A row of DdnetLevelTiles.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetLevelTile
    {
        /// <summary>tick in which the tee came to it, tick</summary>
        public int Tick;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>session</summary>
        public int Session;
        /// <summary>tile column, tile</summary>
        public int X;
        /// <summary>tile row, counted downwards, tile</summary>
        public int Y;
        /// <summary>what the tile does</summary>
        public byte Kind;
        public byte Reserved0, Reserved1, Reserved2;
    }

    /// <summary>A row of DdnetMapEnvelopePoints.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapEnvelopePoint
    {
        /// <summary>time in the envelope, ms</summary>
        public int Time;
        /// <summary>how the values go on to the next point</summary>
        public int Curve;
        /// <summary>values of the channels, 1/1024</summary>
        public int Values0, Values1, Values2, Values3;
        /// <summary>incoming tangents of the channels, time</summary>
        public int InX0, InX1, InX2, InX3;
        /// <summary>incoming tangents of the channels, value</summary>
        public int InY0, InY1, InY2, InY3;
        /// <summary>outgoing tangents of the channels, time</summary>
        public int OutX0, OutX1, OutX2, OutX3;
        /// <summary>outgoing tangents of the channels, value</summary>
        public int OutY0, OutY1, OutY2, OutY3;
        /// <summary>1 if the map's points have tangents: an envelope has version 3</summary>
        public byte Present;
    }

    /// <summary>A row of DdnetMapEnvelopes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapEnvelope
    {
        /// <summary>version of the item, 1 or 2; 3 has points with tangents</summary>
        public int Version;
        /// <summary>values of a point: 1 volume, 3 position and rotation, 4 color</summary>
        public int Channels;
        /// <summary>number of its first row of envelope_points</summary>
        public int FirstPoint;
        /// <summary>number of points</summary>
        public int Points;
        /// <summary>1 if it runs with the time of the round</summary>
        public int Synchronized;
        /// <summary>name of the envelope, at most 31 bytes</summary>
        public Text Name;
        /// <summary>ints after the known ones, little endian</summary>
        public Bytes Rest;
        /// <summary>bit mask: 1 version to points, 2 a place for the name, 4 synchronized</summary>
        public byte Present;
    }

    /// <summary>A row of DdnetMapGroups.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapGroup
    {
        /// <summary>version of the item, 1 to 3</summary>
        public int Version;
        /// <summary>offset, x, units</summary>
        public int OffsetX;
        /// <summary>offset, y, units</summary>
        public int OffsetY;
        /// <summary>movement with the camera, x; 100 is that of the world, %</summary>
        public int ParallaxX;
        /// <summary>movement with the camera, y, %</summary>
        public int ParallaxY;
        /// <summary>number of its first layer</summary>
        public int FirstLayer;
        /// <summary>number of layers</summary>
        public int Layers;
        /// <summary>1 if the group is drawn in a rectangle only</summary>
        public int Clips;
        /// <summary>left edge of the rectangle, units</summary>
        public int ClipX;
        /// <summary>top edge of the rectangle, units</summary>
        public int ClipY;
        /// <summary>width of the rectangle, units</summary>
        public int ClipWidth;
        /// <summary>height of the rectangle, units</summary>
        public int ClipHeight;
        /// <summary>name of the group, at most 11 bytes</summary>
        public Text Name;
        /// <summary>ints after the known ones, little endian</summary>
        public Bytes Rest;
        /// <summary>bit mask: 1 version to layers, 2 the rectangle, 4 a place for the name</summary>
        public byte Present;
    }

    /// <summary>A row of DdnetMapImages.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapImage
    {
        /// <summary>version of the item, 1 or 2</summary>
        public int Version;
        /// <summary>width in pixels</summary>
        public int Width;
        /// <summary>height in pixels</summary>
        public int Height;
        /// <summary>1 if the client has the image, 0 if it is in `data`</summary>
        public int External;
        /// <summary>1 RGBA, 0 RGB</summary>
        public int Format;
        /// <summary>name of the image</summary>
        public Text Name;
        /// <summary>pixels, from the top left</summary>
        public Bytes Data;
        /// <summary>ints after the known ones, little endian</summary>
        public Bytes Rest;
        /// <summary>bit mask: 1 version to external, 2 name, 4 data, 8 format</summary>
        public byte Present;
    }

    /// <summary>A row of DdnetMapInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapInfo
    {
        /// <summary>version of the datafile: 3 stores blocks as they are, 4 compresses them</summary>
        public int DatafileVersion;
        /// <summary>version of the items; 1</summary>
        public int ItemsVersion;
        /// <summary>version of the info item; 1</summary>
        public int InfoVersion;
        /// <summary>author of the map</summary>
        public Text Author;
        /// <summary>version of the map, as its author numbers it</summary>
        public Text MapVersion;
        /// <summary>credits of the map</summary>
        public Text Credits;
        /// <summary>license of the map</summary>
        public Text License;
        /// <summary>ints of the info item after the known ones, little endian</summary>
        public Bytes Rest;
        /// <summary>bit mask: 1 items_version, 2 the info item, 4 author, 8 map_version, 16 credits, 32 license, 64 a place for settings</summary>
        public byte Present;
        /// <summary>size of the file, as recordings name it, bytes</summary>
        public ulong Size;
        /// <summary>CRC-32 of the file as 8 hex digits, as recordings name it</summary>
        public Text Crc;
        /// <summary>SHA-256 of the file as 64 hex digits, as recordings name it</summary>
        public Text Sha256;
        /// <summary>tiles in a row of the game layer; 0 without one</summary>
        public int Width;
        /// <summary>rows of tiles of the game layer; 0 without one</summary>
        public int Height;
        /// <summary>number of groups</summary>
        public uint Groups;
        /// <summary>number of layers</summary>
        public uint Layers;
        /// <summary>number of images</summary>
        public uint Images;
        /// <summary>number of sounds</summary>
        public uint Sounds;
        /// <summary>number of envelopes</summary>
        public uint Envelopes;
        /// <summary>number of settings</summary>
        public uint Settings;
    }

    /// <summary>A row of DdnetMapItems.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapItem
    {
        /// <summary>type of the item</summary>
        public ushort Type;
        /// <summary>id of the item in its type</summary>
        public ushort Id;
        /// <summary>ints of the item, little endian</summary>
        public Bytes Data;
        /// <summary>UUID of the type by the index of the map; nil: none</summary>
        public Uuid Uuid;
    }

    /// <summary>A row of DdnetMapLayers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapLayer
    {
        /// <summary>type of the layer: 2 tiles, 3 quads, 9 sounds of old maps, 10 sounds</summary>
        public int Type;
        /// <summary>1: detail, which players can turn off</summary>
        public int Flags;
        /// <summary>version of the type</summary>
        public int Version;
        /// <summary>tiles in a row</summary>
        public int Width;
        /// <summary>rows of tiles</summary>
        public int Height;
        /// <summary>1 game, 2 tele, 4 speedup, 8 front, 16 switch, 32 tune; 0 design</summary>
        public int Physics;
        /// <summary>color that the image is multiplied with, 0 to 255</summary>
        public int Color0, Color1, Color2, Color3;
        /// <summary>number of the envelope of the color; -1 none</summary>
        public int ColorEnvelope;
        /// <summary>offset in the envelope of the color, ms</summary>
        public int ColorEnvelopeOffset;
        /// <summary>number of the image; -1 none</summary>
        public int Image;
        /// <summary>number of the sound; -1 none</summary>
        public int Sound;
        /// <summary>name of the layer, at most 11 bytes</summary>
        public Text Name;
        /// <summary>how many of the ints for tele, speedup, front, switch and tune are there</summary>
        public byte BlockFields;
        /// <summary>ints after the known ones, little endian</summary>
        public Bytes Rest;
        /// <summary>bit mask: 1 type and flags, 2 version, 4 a place for the name, 8 a layer of tiles, 16 image, 32 sound</summary>
        public byte Present;
        /// <summary>number of the group that has it; -1 none</summary>
        public int Group;
        /// <summary>what the layer holds</summary>
        public byte Kind;
        /// <summary>all its tiles, quads or sources could be read</summary>
        public byte Complete;
        /// <summary>rows of tiles, quads or sound_sources</summary>
        public uint Count;
    }

    /// <summary>A row of DdnetMapOriginals.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapOriginal
    {
        /// <summary>the whole file</summary>
        public Bytes Bytes;
        /// <summary>checksum of the rows that were read from the file</summary>
        public ulong Rows;
    }

    /// <summary>A row of DdnetMapQuads.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapQuad
    {
        /// <summary>number of the layer</summary>
        public uint Layer;
        /// <summary>corners, x: top left, top right, bottom left, bottom right, 1/1024 units</summary>
        public int CornerX0, CornerX1, CornerX2, CornerX3;
        /// <summary>corners, y, 1/1024 units</summary>
        public int CornerY0, CornerY1, CornerY2, CornerY3;
        /// <summary>center of rotation, x, 1/1024 units</summary>
        public int PivotX;
        /// <summary>center of rotation, y, 1/1024 units</summary>
        public int PivotY;
        /// <summary>color of the top left corner, 0 to 255</summary>
        public int Color00, Color01, Color02, Color03;
        /// <summary>color of the top right corner</summary>
        public int Color10, Color11, Color12, Color13;
        /// <summary>color of the bottom left corner</summary>
        public int Color20, Color21, Color22, Color23;
        /// <summary>color of the bottom right corner</summary>
        public int Color30, Color31, Color32, Color33;
        /// <summary>texture coordinates of the corners, x, 1/1024</summary>
        public int TextureX0, TextureX1, TextureX2, TextureX3;
        /// <summary>texture coordinates of the corners, y, 1/1024</summary>
        public int TextureY0, TextureY1, TextureY2, TextureY3;
        /// <summary>number of the envelope of the position; -1 none</summary>
        public int PositionEnvelope;
        /// <summary>offset in the envelope of the position, ms</summary>
        public int PositionEnvelopeOffset;
        /// <summary>number of the envelope of the color; -1 none</summary>
        public int ColorEnvelope;
        /// <summary>offset in the envelope of the color, ms</summary>
        public int ColorEnvelopeOffset;
    }

    /// <summary>A row of DdnetMapSettings.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapSetting
    {
        /// <summary>console line that the server runs when the map starts</summary>
        public Text Text;
    }

    /// <summary>A row of DdnetMapSoundSources.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapSoundSource
    {
        /// <summary>number of the layer</summary>
        public uint Layer;
        /// <summary>position, x, 1/1024 units</summary>
        public int X;
        /// <summary>position, y, 1/1024 units</summary>
        public int Y;
        /// <summary>1 if the sound is repeated</summary>
        public int Loop;
        /// <summary>1 if the sound comes from its side</summary>
        public int Pan;
        /// <summary>seconds before the sound starts</summary>
        public int Delay;
        /// <summary>0 to 255; of old layers the distance in units at which it cannot be heard</summary>
        public int Falloff;
        /// <summary>number of the envelope of the position; -1 none</summary>
        public int PositionEnvelope;
        /// <summary>offset in the envelope of the position, ms</summary>
        public int PositionEnvelopeOffset;
        /// <summary>number of the envelope of the volume; -1 none</summary>
        public int SoundEnvelope;
        /// <summary>offset in the envelope of the volume, ms</summary>
        public int SoundEnvelopeOffset;
        /// <summary>0 rectangle, 1 circle</summary>
        public int Shape;
        /// <summary>width of the rectangle, radius of the circle, 1/1024 units</summary>
        public int WidthOrRadius;
        /// <summary>height of the rectangle, 1/1024 units</summary>
        public int Height;
        /// <summary>1 if the source has a shape: layers of type 10</summary>
        public byte Present;
    }

    /// <summary>A row of DdnetMapSounds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapSound
    {
        /// <summary>version of the item; 1</summary>
        public int Version;
        /// <summary>1 if the client has the sound, 0 if it is in `data`</summary>
        public int External;
        /// <summary>what the item states as the size of `data`, bytes</summary>
        public int StatedSize;
        /// <summary>name of the sound</summary>
        public Text Name;
        /// <summary>the sound, an Opus file</summary>
        public Bytes Data;
        /// <summary>ints after the known ones, little endian</summary>
        public Bytes Rest;
        /// <summary>bit mask: 1 version to stated_size, 2 name, 4 data</summary>
        public byte Present;
    }

    /// <summary>A row of DdnetMapTiles.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetMapTile
    {
        /// <summary>number of the layer</summary>
        public uint Layer;
        /// <summary>column of the first tile, tiles</summary>
        public int X;
        /// <summary>row of the tiles, tiles</summary>
        public int Y;
        /// <summary>number of equal tiles side by side</summary>
        public uint Count;
        /// <summary>direction of the speedup, deg</summary>
        public short Angle;
        /// <summary>kind of the layer</summary>
        public byte Kind;
        /// <summary>which tile; of tele, speedup, switch and tune layers the type</summary>
        public byte Index;
        /// <summary>1 mirrored left to right, 2 top to bottom, 4 opaque, 8 turned by 90 degrees</summary>
        public byte Flags;
        /// <summary>number of the teleporter or switch; zone of the tuning</summary>
        public byte Number;
        /// <summary>delay of the switch, or what its type makes of it</summary>
        public byte Delay;
        /// <summary>force of the speedup</summary>
        public byte Force;
        /// <summary>highest speed that the speedup gives</summary>
        public byte MaxSpeed;
        public byte Reserved0, Reserved1, Reserved2;
    }

    /// <summary>A row of DdnetNames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetName
    {
        /// <summary>tick of the message, tick</summary>
        public int Tick;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>session</summary>
        public int Session;
        /// <summary>message that carried the name</summary>
        public byte Origin;
        /// <summary>player name</summary>
        public Text Name;
        /// <summary>clan</summary>
        public Text Clan;
        /// <summary>ISO 3166-1 numeric country code; -1 if the player chose none</summary>
        public int Country;
        /// <summary>skin, or its six parts in protocol 0.7</summary>
        public Text Skin;
        public byte Described;
    }

    /// <summary>A row of DdnetOnlines.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetOnline
    {
        /// <summary>first tick with these numbers, tick</summary>
        public int Tick;
        /// <summary>clients online</summary>
        public int Clients;
        /// <summary>characters alive</summary>
        public int Characters;
    }

    /// <summary>A row of DdnetPlayerEvidences.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetPlayerEvidence
    {
        /// <summary>session</summary>
        public int Session;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>last name in the session; missing if the file has none</summary>
        public Text Name;
        /// <summary>ticks of a tee: the next four added up, tick</summary>
        public long Ticks;
        /// <summary>ticks whose position follows from the inputs</summary>
        public long Agreed;
        /// <summary>ticks whose position another input could have given</summary>
        public long Differing;
        /// <summary>ticks whose position no input gives</summary>
        public long Impossible;
        /// <summary>ticks whose position may have another cause</summary>
        public long Undecidable;
        /// <summary>agreed of all ticks that are decidable; missing without any</summary>
        public double Share;
        /// <summary>ends of freezes behind which a key changed within a second</summary>
        public int Thaws;
        /// <summary>of these, within three ticks</summary>
        public int QuickThaws;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of DdnetPlayers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetPlayer
    {
        /// <summary>last name of its sessions; missing if the file has none</summary>
        public Text Name;
        /// <summary>last clan; missing if the file has none</summary>
        public Text Clan;
        /// <summary>time in the game: lengths of the sessions, tick</summary>
        public long Ticks;
        /// <summary>time with a character alive, tick</summary>
        public long AliveTicks;
        /// <summary>number of inputs</summary>
        public long Inputs;
        /// <summary>inputs in a second in the game; missing without inputs, 1/s</summary>
        public double InputsPerSecond;
        /// <summary>distance travelled, excluding teleports and swaps, tile</summary>
        public double Distance;
        /// <summary>number of sessions</summary>
        public int Sessions;
        /// <summary>start of the first session, tick</summary>
        public int FirstTick;
        /// <summary>number of finishes outside of practice</summary>
        public int Finishes;
        /// <summary>best of their times, tick</summary>
        public int BestTimeTicks;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
        /// <summary>time on freeze, deep freeze and live freeze tiles; a freeze that lasts longer than that does not count; missing without the map, tick</summary>
        public long FreezeTicks;
        /// <summary>time in solo, by the tiles that begin and end it; missing without the map, tick</summary>
        public long SoloTicks;
    }

    /// <summary>A row of DdnetPositions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetPosition
    {
        /// <summary>tick, tick</summary>
        public int Tick;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>x position of the character, 1/32 tile</summary>
        public int X;
        /// <summary>y position of the character, growing downwards, 1/32 tile</summary>
        public int Y;
        /// <summary>session of the character; -1 if none</summary>
        public int Session;
    }

    /// <summary>A row of DdnetSessions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetSession
    {
        /// <summary>session number, from 0</summary>
        public int Session;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>start of the session, tick</summary>
        public int StartTick;
        /// <summary>end of the session, tick</summary>
        public int EndTick;
        /// <summary>how the session began</summary>
        public byte Start;
        /// <summary>how the session ended</summary>
        public byte End;
        /// <summary>network protocol: 6 or 7</summary>
        public byte Protocol;
        public byte Present;
        /// <summary>reason given for the drop</summary>
        public Text Reason;
        /// <summary>when the client entered the game, tick</summary>
        public int ReadyTick;
        /// <summary>DDNet version of the client</summary>
        public int DdnetVersion;
        /// <summary>connection id of the client</summary>
        public Uuid ConnectionId;
        /// <summary>first player name</summary>
        public Text FirstName;
        /// <summary>last player name</summary>
        public Text LastName;
        /// <summary>characters spawned</summary>
        public int Characters;
        /// <summary>time with a character alive, tick</summary>
        public long AliveTicks;
        /// <summary>number of inputs</summary>
        public long Inputs;
        /// <summary>number of network messages</summary>
        public long Messages;
        /// <summary>number of chat commands</summary>
        public long ChatCommands;
        /// <summary>number of finishes</summary>
        public int Finishes;
        /// <summary>best finish time, tick</summary>
        public int BestTimeTicks;
    }

    /// <summary>A row of DdnetShownTees.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetShownTee
    {
        /// <summary>session number</summary>
        public int Session;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>last player name; missing if the file has none</summary>
        public Text Name;
        /// <summary>last clan</summary>
        public Text Clan;
        /// <summary>time with a tee, tick</summary>
        public long ShownTicks;
        /// <summary>distance travelled, excluding teleports, tile</summary>
        public double Distance;
        /// <summary>distance by the time with a tee; missing without two ticks, tile/s</summary>
        public double MeanSpeed;
        /// <summary>highest speed from one tick that is shown to the next, excluding teleports, tile/s</summary>
        public double TopSpeed;
        /// <summary>time with the hook out: flying or holding, tick</summary>
        public long HookTicks;
        /// <summary>time with the hook holding on to something, tick</summary>
        public long HoldTicks;
        /// <summary>time frozen, tick</summary>
        public long FrozenTicks;
        /// <summary>time with the hammer in hand, tick</summary>
        public long HammerTicks;
        /// <summary>time with the gun in hand, tick</summary>
        public long GunTicks;
        /// <summary>time with the shotgun in hand, tick</summary>
        public long ShotgunTicks;
        /// <summary>time with the grenade launcher in hand, tick</summary>
        public long GrenadeTicks;
        /// <summary>time with the laser in hand, tick</summary>
        public long LaserTicks;
        /// <summary>time with the ninja's sword in hand, which frozen tees are shown with, too, tick</summary>
        public long NinjaTicks;
        /// <summary>chat messages of the player that the demo has</summary>
        public long ChatMessages;
        /// <summary>others that the player killed, by kill messages</summary>
        public int Kills;
        /// <summary>deaths, by kill messages</summary>
        public int Deaths;
        /// <summary>last team: -1 spectators, 0 red or the game, 1 blue</summary>
        public int Team;
        /// <summary>last score; in a race minus the seconds of the best time; missing without a time</summary>
        public int Score;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of DdnetSummaries.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetSummary
    {
        /// <summary>last tick / 50, of demos and ghosts from the first tick; recordings leave out quiet ticks at their end, s</summary>
        public double Duration;
        /// <summary>best of their times; missing without a finish, s</summary>
        public double BestTime;
        /// <summary>number of players: of names that sessions end with, and of sessions without a name</summary>
        public int Players;
        /// <summary>number of sessions</summary>
        public int Sessions;
        /// <summary>number of finishes of players outside of practice; missing before DDNet 18.3, which recorded none</summary>
        public int Finishes;
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2;
        /// <summary>notes found while reading and measuring</summary>
        public ReadingResult Reading;
    }

    /// <summary>A row of DdnetTeams.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetTeam
    {
        /// <summary>tick of the message, tick</summary>
        public int Tick;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>what changed</summary>
        public byte Kind;
        /// <summary>client id of the player</summary>
        public int Cid;
        /// <summary>team number</summary>
        public int Team;
        /// <summary>1 if the team is in practice mode</summary>
        public int Practice;
    }

    /// <summary>A row of DdnetVotes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DdnetVote
    {
        /// <summary>tick of the message, tick</summary>
        public int Tick;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>client id (slot)</summary>
        public int Cid;
        /// <summary>session</summary>
        public int Session;
        /// <summary>whether a vote was called or cast</summary>
        public byte Kind;
        public byte Called;
        /// <summary>-1 no, 0 withdrawn, 1 yes; missing for a call</summary>
        public int Vote;
        /// <summary>type of the vote: kick, option or spectate</summary>
        public Text VoteType;
        /// <summary>the option, or the client id to kick or move</summary>
        public Text Value;
        /// <summary>reason given</summary>
        public Text Reason;
        /// <summary>nonzero if the caller asked to skip the vote</summary>
        public int Force;
    }

    /// <summary>A row of DemoCharacters.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoCharacter
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id: the id of the item, from 0 to 65535</summary>
        public int Cid;
        /// <summary>tick of the values from x to hook_dy, which may be older than the snapshot; 0: they are not to be advanced, tick</summary>
        public int ItemTick;
        /// <summary>position in units, x</summary>
        public int X;
        /// <summary>position in units, y</summary>
        public int Y;
        /// <summary>velocity in 1/256 units per tick, x</summary>
        public int VelX;
        /// <summary>velocity in 1/256 units per tick, y</summary>
        public int VelY;
        /// <summary>aim in radians * 256</summary>
        public int Angle;
        /// <summary>movement: -1 left, 0 none, 1 right</summary>
        public int Direction;
        /// <summary>bit 0: the jump key is held; bit 1: no jump in the air is left</summary>
        public int Jumped;
        /// <summary>client at the hook, or -1</summary>
        public int HookedCid;
        /// <summary>-1 retracted, 0 idle, 1 to 3 retracting, 4 flying, 5 grabbed</summary>
        public int HookState;
        /// <summary>ticks for which the hook has held a player, tick</summary>
        public int HookTick;
        /// <summary>end of the hook in units, x</summary>
        public int HookX;
        /// <summary>end of the hook in units, y</summary>
        public int HookY;
        /// <summary>direction of the hook * 256, x</summary>
        public int HookDx;
        /// <summary>direction of the hook * 256, y</summary>
        public int HookDy;
        /// <summary>what the player does: in a menu, chatting, with the scoreboard</summary>
        public int PlayerFlags;
        /// <summary>health</summary>
        public int Health;
        /// <summary>armor</summary>
        public int Armor;
        /// <summary>ammunition of the weapon; in 0.7 also the tick at which freeze or ninja ends</summary>
        public int Ammo;
        /// <summary>0 hammer, 1 gun, 2 shotgun, 3 grenade, 4 laser, 5 ninja</summary>
        public int Weapon;
        /// <summary>face of the tee</summary>
        public int Emote;
        /// <summary>tick of the last attack</summary>
        public int AttackTick;
        /// <summary>events of this tick, bits of 0.7</summary>
        public int TriggeredEvents;
        /// <summary>flags of DDNet: solo, jetpack, frozen and others</summary>
        public int Flags;
        /// <summary>tick at which freeze ends; -1 deep freeze, 0 not frozen, tick</summary>
        public int FreezeEnd;
        /// <summary>number of jumps</summary>
        public int Jumps;
        /// <summary>checkpoint of teleporters, or -1</summary>
        public int TeleCheckpoint;
        /// <summary>order of the characters, which decides whose hook is the stronger</summary>
        public int StrongWeakId;
        /// <summary>jumps used; -1 if the server does not tell</summary>
        public int JumpedTotal;
        /// <summary>tick at which ninja began; -1 if the server does not tell, tick</summary>
        public int NinjaActivationTick;
        /// <summary>tick at which freeze began; -1 if the server does not tell, tick</summary>
        public int FreezeStart;
        /// <summary>aim relative to the tee, x, 1/32 tile</summary>
        public int TargetX;
        /// <summary>aim relative to the tee, y, 1/32 tile</summary>
        public int TargetY;
        /// <summary>tune zone that is forced; -1 if none is</summary>
        public int TuneZoneOverride;
        /// <summary>which values the row has, as bits</summary>
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
        /// <summary>numbers that newer servers add, four bytes each, little-endian</summary>
        public Bytes Extra;
    }

    /// <summary>A row of DemoClients.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoClient
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id: the id of the item, from 0 to 65535</summary>
        public int Cid;
        /// <summary>name of the player</summary>
        public Text Name;
        /// <summary>clan of the player</summary>
        public Text Clan;
        /// <summary>name of the skin</summary>
        public Text Skin;
        /// <summary>0.7: skin of the body</summary>
        public Text SkinBody;
        /// <summary>0.7: skin of the marking</summary>
        public Text SkinMarking;
        /// <summary>0.7: skin of the decoration</summary>
        public Text SkinDecoration;
        /// <summary>0.7: skin of the hands</summary>
        public Text SkinHands;
        /// <summary>0.7: skin of the feet</summary>
        public Text SkinFeet;
        /// <summary>0.7: skin of the eyes</summary>
        public Text SkinEyes;
        /// <summary>number of the country; -1 if none was chosen</summary>
        public int Country;
        /// <summary>1 if the player chose colors</summary>
        public int UseCustomColor;
        /// <summary>color of the body: hue, saturation and lightness, 8 bits each</summary>
        public int ColorBody;
        /// <summary>color of the feet</summary>
        public int ColorFeet;
        /// <summary>0.7: 1 for the player who recorded</summary>
        public int Local;
        /// <summary>0.7: 0 in the game or red, 1 blue, -1 spectator</summary>
        public int Team;
        /// <summary>0.7: 1 for the parts of the skin with a color of their own, from body to eyes</summary>
        public int UseCustomColors0, UseCustomColors1, UseCustomColors2, UseCustomColors3, UseCustomColors4, UseCustomColors5;
        /// <summary>0.7: colors of the parts of the skin</summary>
        public int Colors0, Colors1, Colors2, Colors3, Colors4, Colors5;
        /// <summary>1: the item is of 0.6; 2: of 0.7</summary>
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of DemoFlags.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoFlag
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>id of the item, from 0 to 65535</summary>
        public int Id;
        /// <summary>position in units, x</summary>
        public int X;
        /// <summary>position in units, y</summary>
        public int Y;
        /// <summary>0 red, 1 blue</summary>
        public int Team;
        public uint Reserved;
    }

    /// <summary>A row of DemoForms.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoForm
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>1: no tick marker is before the snapshot; 2: it has the other form; from 8 on: bits without a meaning</summary>
        public byte Marker;
        /// <summary>bytes of the size behind the first byte of the chunk, if they are too many</summary>
        public byte Size;
        /// <summary>1: the encoder before 20.0 from here on; 2: the one since then</summary>
        public byte Encoder;
        public byte Reserved;
        /// <summary>the chunk, if no encoder writes it so</summary>
        public Bytes Packed;
    }

    /// <summary>A row of DemoGames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoGame
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>id of the item, from 0 to 65535</summary>
        public int Id;
        /// <summary>1 teams, 2 flags</summary>
        public int GameFlags;
        /// <summary>1 game over, 2 sudden death, 4 paused, 8 race; other bits in 0.7</summary>
        public int GameStateFlags;
        /// <summary>tick at which the round began, tick</summary>
        public int RoundStartTick;
        /// <summary>ticks until the round begins; in races -tick of the start, tick</summary>
        public int WarmupTimer;
        /// <summary>score that ends a round</summary>
        public int ScoreLimit;
        /// <summary>time that ends a round, min</summary>
        public int TimeLimit;
        /// <summary>number of rounds</summary>
        public int RoundNum;
        /// <summary>number of this round</summary>
        public int RoundCurrent;
        /// <summary>score of the red team</summary>
        public int ScoreRed;
        /// <summary>score of the blue team</summary>
        public int ScoreBlue;
        /// <summary>client id of who carries the red flag; negative: at its stand, or taken</summary>
        public int CarrierRed;
        /// <summary>the same of the blue flag</summary>
        public int CarrierBlue;
        /// <summary>0.7: tick at which the state of the game ends, tick</summary>
        public int StateEndTick;
        /// <summary>0.7: tick at which the red flag was dropped, tick</summary>
        public int DropTickRed;
        /// <summary>0.7: the same of the blue flag, tick</summary>
        public int DropTickBlue;
        /// <summary>flags of DDNet: how the game is to be shown</summary>
        public int Flags;
        /// <summary>version of these flags</summary>
        public int Version;
        /// <summary>more flags of DDNet</summary>
        public int Flags2;
        /// <summary>least players of a team</summary>
        public int MinTeamSize;
        /// <summary>most players of a team</summary>
        public int MaxTeamSize;
        /// <summary>which values the row has, as bits</summary>
        public byte Present;
        /// <summary>which values of 0.7 the row has, as bits</summary>
        public byte PresentMore;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5;
        /// <summary>numbers that newer servers add, four bytes each, little-endian</summary>
        public Bytes Extra;
    }

    /// <summary>A row of DemoHeads.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoHead
    {
        /// <summary>the header, if it would not be written so</summary>
        public Bytes Bytes;
    }

    /// <summary>A row of DemoInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoInfo
    {
        /// <summary>version of the file: 3, 4, 5 or 6</summary>
        public int Version;
        /// <summary>protocol of the game, which begins with 0.6 or 0.7</summary>
        public Text NetVersion;
        /// <summary>map name</summary>
        public Text MapName;
        /// <summary>size of the embedded map, or 0, bytes</summary>
        public uint MapSize;
        /// <summary>CRC-32 of the map, as 8 hex digits</summary>
        public Text MapCrc;
        /// <summary>SHA-256 of the map, as 64 hex digits; empty if the file has none</summary>
        public Text MapSha256;
        /// <summary>who recorded it: client or server</summary>
        public Text Recorder;
        /// <summary>length in whole seconds; 0 in a file that was not finished, s</summary>
        public uint Length;
        /// <summary>when the recorder started: YYYY-MM-DD_HH-MM-SS, local time</summary>
        public Text Timestamp;
    }

    /// <summary>A row of DemoItems.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoItem
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>id of the item, from 0 to 65535</summary>
        public int Id;
        /// <summary>type of the item</summary>
        public int Type;
        /// <summary>1: the row has a type; 2: a UUID</summary>
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2;
        /// <summary>type of an extended item</summary>
        public Uuid Uuid;
        /// <summary>name of the type; empty if it is not known</summary>
        public Text Name;
        /// <summary>numbers of the item, four bytes each, little-endian</summary>
        public Bytes Data;
    }

    /// <summary>A row of DemoLasers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoLaser
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>id of the item, from 0 to 65535</summary>
        public int Id;
        /// <summary>end in units, x</summary>
        public int X;
        /// <summary>end in units, y</summary>
        public int Y;
        /// <summary>beginning in units, x</summary>
        public int FromX;
        /// <summary>beginning in units, y</summary>
        public int FromY;
        /// <summary>tick of the shot, tick</summary>
        public int StartTick;
        /// <summary>client id of the owner, or -1</summary>
        public int OwnerCid;
        /// <summary>what it is: of a weapon, a door, a dragger and others</summary>
        public int Type;
        /// <summary>number of the switch</summary>
        public int SwitchNumber;
        /// <summary>what kind of that type</summary>
        public int Subtype;
        /// <summary>flags</summary>
        public int Flags;
        /// <summary>1: Laser of Teeworlds; 2: that of DDNet; 4: with switch_number to flags</summary>
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
        /// <summary>numbers that newer servers add, four bytes each, little-endian</summary>
        public Bytes Extra;
    }

    /// <summary>A row of DemoMaps.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoMap
    {
        /// <summary>the map, as on disk</summary>
        public Bytes Data;
    }

    /// <summary>A row of DemoMarkers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoMarker
    {
        /// <summary>tick that the recorder marked, tick</summary>
        public int Tick;
    }

    /// <summary>A row of DemoMessages.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoMessage
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the message; -1 before the first tick, tick</summary>
        public int Tick;
        /// <summary>number of the message</summary>
        public int Message;
        /// <summary>a message of the engine, which clients ignore in a demo</summary>
        public byte System;
        /// <summary>which values the row has, as bits</summary>
        public byte Present;
        public ushort Reserved;
        /// <summary>client that it is about: who chats, shows an emoticon or dies; -1 is the server</summary>
        public int Cid;
        /// <summary>team that may read the chat; in 0.7 the kind of chat</summary>
        public int Team;
        public uint ReservedToo;
        /// <summary>which extended message it is</summary>
        public Uuid Uuid;
        /// <summary>name of the message; empty if it is not known</summary>
        public Text Name;
        /// <summary>text of chat, broadcasts and the message of the day</summary>
        public Text Text;
        /// <summary>the message: its number, and what follows, with zeros up to a multiple of four bytes</summary>
        public Bytes Data;
    }

    /// <summary>A row of DemoOrders.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoOrder
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        public uint Reserved;
        /// <summary>type * 65536 + id of each item, as differences</summary>
        public Bytes ItemKeys;
    }

    /// <summary>A row of DemoOthers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoOther
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>a tick marker at the end of the file, which has no snapshot</summary>
        public byte IsMarker;
        public byte Reserved0, Reserved1, Reserved2;
        /// <summary>what is in a chunk of type 0, or the marker</summary>
        public Bytes Data;
    }

    /// <summary>A row of DemoPickups.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoPickup
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>id of the item, from 0 to 65535</summary>
        public int Id;
        /// <summary>position in units, x</summary>
        public int X;
        /// <summary>position in units, y</summary>
        public int Y;
        /// <summary>0 health, 1 armor, 2 weapon, 3 ninja, and more in 0.7 and DDNet</summary>
        public int Type;
        /// <summary>weapon</summary>
        public int Subtype;
        /// <summary>number of the switch</summary>
        public int SwitchNumber;
        /// <summary>flags</summary>
        public int Flags;
        /// <summary>1: Pickup of Teeworlds; 4: that of DDNet; 2: with subtype; 8: with flags</summary>
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
        /// <summary>numbers that newer servers add, four bytes each, little-endian</summary>
        public Bytes Extra;
    }

    /// <summary>A row of DemoPlayers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoPlayer
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id: the id of the item, from 0 to 65535</summary>
        public int Cid;
        /// <summary>flags of 0.7: admin, chatting, scoreboard, ready, dead, watching, bot</summary>
        public int PlayerFlags;
        /// <summary>1 for the player who recorded</summary>
        public int Local;
        /// <summary>client id, as the item states it</summary>
        public int ClientId;
        /// <summary>0 in the game or red, 1 blue, -1 spectator</summary>
        public int Team;
        /// <summary>score; in races -seconds, and -9999 without a time</summary>
        public int Score;
        /// <summary>latency, ms</summary>
        public int Latency;
        /// <summary>flags of DDNet: 1 away, 2 paused, 4 spectating</summary>
        public int Flags;
        /// <summary>level of the remote console</summary>
        public int AuthLevel;
        /// <summary>best time, whole seconds, s</summary>
        public int FinishTimeSeconds;
        /// <summary>best time, the rest, ms</summary>
        public int FinishTimeMillis;
        /// <summary>which values the row has, as bits</summary>
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
        /// <summary>numbers that newer servers add, four bytes each, little-endian</summary>
        public Bytes Extra;
    }

    /// <summary>A row of DemoProjectiles.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoProjectile
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>id of the item, from 0 to 65535</summary>
        public int Id;
        /// <summary>position at start_tick in units, x; of DDNet in 1/100 units</summary>
        public int X;
        /// <summary>position at start_tick in units, y; of DDNet in 1/100 units</summary>
        public int Y;
        /// <summary>direction * 100, x; of DDNet * 1000000 without an owner, else the aim</summary>
        public int VelX;
        /// <summary>direction * 100, y; of DDNet * 1000000 without an owner, else the aim</summary>
        public int VelY;
        /// <summary>weapon: 1 gun, 2 shotgun, 3 grenade</summary>
        public int Type;
        /// <summary>tick of the shot, tick</summary>
        public int StartTick;
        /// <summary>client id of the owner, or -1</summary>
        public int OwnerCid;
        /// <summary>number of the switch</summary>
        public int SwitchNumber;
        /// <summary>tune zone</summary>
        public int TuneZone;
        /// <summary>1 and 2 bounce, 4 explosive, 8 freezes, 16 the aim is to be normalised</summary>
        public int Flags;
        /// <summary>direction in radians * 1000000, before 17.0</summary>
        public int Angle;
        /// <summary>owner and flags, before 17.0</summary>
        public int DataBits;
        /// <summary>1: Projectile of Teeworlds; 2: that of DDNet 15.3; 4: that of DDNet 17.0</summary>
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
        /// <summary>numbers that newer servers add, four bytes each, little-endian</summary>
        public Bytes Extra;
    }

    /// <summary>A row of DemoRemovals.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoRemoval
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>id of the item, from 0 to 65535</summary>
        public int Id;
        /// <summary>type of the item</summary>
        public int Type;
        /// <summary>1: the row has a type; 2: a UUID</summary>
        public byte Present;
        public byte Reserved0, Reserved1, Reserved2;
        /// <summary>type of an extended item</summary>
        public Uuid Uuid;
        /// <summary>name of the type; empty if it is not known</summary>
        public Text Name;
    }

    /// <summary>A row of DemoSnapshots.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoSnapshot
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>the tick is marked as a place to begin</summary>
        public byte Keyframe;
        /// <summary>how the file has the snapshot: full, as the difference to the one before, or not at all, which leaves the one before</summary>
        public byte Kind;
        public ushort Reserved;
        /// <summary>items in the game after this snapshot</summary>
        public uint Items;
        /// <summary>items that the file states here, or that are gone</summary>
        public uint Changes;
    }

    /// <summary>A row of DemoTypes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct DemoType
    {
        /// <summary>number in the file of the snapshot or message, from 0</summary>
        public ulong Seq;
        /// <summary>tick of the snapshot, 50 per second, tick</summary>
        public int Tick;
        /// <summary>number of the type in this file</summary>
        public int Type;
        /// <summary>which type it is</summary>
        public Uuid Uuid;
        /// <summary>the file states it in the next snapshot only, as servers before 18.3 did</summary>
        public byte IsLate;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of EchoDiscSpeeds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoDiscSpeed
    {
        /// <summary>time of the frame, s</summary>
        public double Time;
        /// <summary>game clock, s</summary>
        public float Clock;
        /// <summary>speed of the disc, m/s</summary>
        public float Speed;
        public byte HasClock;
    }

    /// <summary>A row of EchoEvents.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoEvent
    {
        /// <summary>time of the first frame with the higher counter, s</summary>
        public double Time;
        /// <summary>account id of the player</summary>
        public ulong Userid;
        /// <summary>player name</summary>
        public Text Name;
        /// <summary>game clock, s</summary>
        public float Clock;
        /// <summary>player number</summary>
        public uint Player;
        /// <summary>increase since the frame before</summary>
        public uint Count;
        /// <summary>what the player did</summary>
        public byte Kind;
        /// <summary>team of the player</summary>
        public byte Team;
        public byte HasClock;
    }

    /// <summary>A row of EchoGoals.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoGoal
    {
        /// <summary>time at which the points rose, s</summary>
        public double Time;
        /// <summary>name of the scorer</summary>
        public Text Scorer;
        /// <summary>name of the assisting player</summary>
        public Text Assist;
        /// <summary>kind of shot</summary>
        public Text Type;
        /// <summary>account id of the scorer; 0 if unknown</summary>
        public ulong ScorerUserid;
        /// <summary>account id of the assisting player; 0 if unknown</summary>
        public ulong AssistUserid;
        /// <summary>game clock, s</summary>
        public float Clock;
        /// <summary>points scored, points</summary>
        public float Points;
        /// <summary>speed of the disc, m/s</summary>
        public float DiscSpeed;
        /// <summary>distance of the throw, m</summary>
        public float Distance;
        /// <summary>points of the blue team after the goal, points</summary>
        public float BluePoints;
        /// <summary>points of the orange team after the goal, points</summary>
        public float OrangePoints;
        /// <summary>round number; 0 between rounds</summary>
        public uint Round;
        /// <summary>team that scored</summary>
        public byte Team;
        /// <summary>the replay describes the goal</summary>
        public byte Described;
        public byte Present;
    }

    /// <summary>A row of EchoLoadouts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoLoadout
    {
        /// <summary>time of the first frame with these values, s</summary>
        public double Time;
        /// <summary>account id of the player</summary>
        public ulong Userid;
        /// <summary>player name</summary>
        public Text Name;
        /// <summary>weapon</summary>
        public Text Weapon;
        /// <summary>ordnance</summary>
        public Text Ordnance;
        /// <summary>tactical mod</summary>
        public Text TacMod;
        /// <summary>arm with the tactical mod</summary>
        public Text Arm;
        /// <summary>player number</summary>
        public uint Player;
        /// <summary>team of the player</summary>
        public byte Team;
    }

    /// <summary>A row of EchoMatches.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoMatch
    {
        /// <summary>name of the map</summary>
        public Text Map;
        /// <summary>name of the recording player</summary>
        public Text ClientName;
        /// <summary>time of the first frame, milliseconds since 1970 on a clock whose zone is not known, local ms</summary>
        public long Recorded;
        /// <summary>time from the first frame to the last, s</summary>
        public double Duration;
        /// <summary>time in play, s</summary>
        public double PlaySeconds;
        /// <summary>time paused, s</summary>
        public double PausedSeconds;
        /// <summary>time the game gives the blue team possession, s</summary>
        public double BluePossession;
        /// <summary>time the game gives the orange team possession, s</summary>
        public double OrangePossession;
        /// <summary>the part of blue_possession in play, s</summary>
        public double BluePossessionInPlay;
        /// <summary>the part of orange_possession in play, s</summary>
        public double OrangePossessionInPlay;
        /// <summary>time a hand of the blue team holds the disc, s</summary>
        public double BlueHeld;
        /// <summary>time a hand of the orange team holds the disc, s</summary>
        public double OrangeHeld;
        /// <summary>longest gap, s</summary>
        public double LongestGap;
        /// <summary>time of that speed, s</summary>
        public double MaxDiscSpeedTime;
        /// <summary>frames per second: 1 / the mean of the usual times between two frames, 1/s</summary>
        public float FrameRate;
        /// <summary>points of the blue team in the last frame, points</summary>
        public float BluePoints;
        /// <summary>points of the orange team in the last frame, points</summary>
        public float OrangePoints;
        /// <summary>maximum speed of the disc, up to 200 m/s, m/s</summary>
        public float MaxDiscSpeed;
        /// <summary>rounds won by the blue team, as last stated in the replay, rounds</summary>
        public int BlueRounds;
        /// <summary>rounds won by the orange team, as last stated in the replay, rounds</summary>
        public int OrangeRounds;
        /// <summary>number of frames</summary>
        public uint Frames;
        /// <summary>number of complete and partial rounds in the recording</summary>
        public uint Rounds;
        /// <summary>goals scored during the recording</summary>
        public uint Goals;
        /// <summary>number of players, including spectators</summary>
        public uint Players;
        /// <summary>number of pauses</summary>
        public uint Pauses;
        /// <summary>number of gaps of more than a second between two frames</summary>
        public uint Gaps;
        /// <summary>game mode</summary>
        public byte Mode;
        /// <summary>true for a private match</summary>
        public byte PrivateMatch;
        public byte Present;
        /// <summary>notes found while reading and measuring</summary>
        public ReadingResult Reading;
    }

    /// <summary>A row of EchoMotions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoMotion
    {
        /// <summary>account id of the player</summary>
        public ulong Userid;
        /// <summary>last name used</summary>
        public Text Name;
        /// <summary>distance travelled by the head, excluding jumps, m</summary>
        public double Distance;
        /// <summary>time with no hand holding the arena or a player, s</summary>
        public double FloatingSeconds;
        /// <summary>player number</summary>
        public uint Player;
        /// <summary>distance / time spent covering it, m/s</summary>
        public float MeanSpeed;
        /// <summary>maximum speed reported by the game, m/s</summary>
        public float MaxSpeed;
        /// <summary>maximum distance between a hand and the head, m</summary>
        public float MaxReach;
        /// <summary>mean round trip to the server, ms</summary>
        public float MeanPing;
        /// <summary>mean packet loss, 0 to 1</summary>
        public float MeanPacketLoss;
        /// <summary>maximum round trip to the server, ms</summary>
        public int MaxPing;
        /// <summary>team the player was in for the longest time</summary>
        public byte Team;
        public byte Present;
        public byte HasDistance;
    }

    /// <summary>A row of EchoPauses.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoPause
    {
        /// <summary>time of the first frame, s</summary>
        public double Start;
        /// <summary>time of the first frame that is not paused, or of the last frame, s</summary>
        public double End;
        /// <summary>game clock, s</summary>
        public float Clock;
        /// <summary>team that requested the pause</summary>
        public byte PausedTeam;
        /// <summary>team that ended the pause, as stated in its last frame</summary>
        public byte UnpausedTeam;
        /// <summary>still paused at the end of the file</summary>
        public byte Lasts;
        public byte HasClock;
    }

    /// <summary>A row of EchoPayloadSteps.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoPayloadStep
    {
        /// <summary>time of the first frame with these values, s</summary>
        public double Time;
        /// <summary>distance travelled by the payload, m</summary>
        public float Distance;
        /// <summary>speed of the payload, m/s</summary>
        public float Speed;
        /// <summary>points of the blue team, points</summary>
        public float BluePoints;
        /// <summary>points of the orange team, points</summary>
        public float OrangePoints;
        /// <summary>last checkpoint reached</summary>
        public byte Checkpoint;
        /// <summary>both teams contest the payload or point</summary>
        public byte Contested;
        /// <summary>number of defenders</summary>
        public byte Defenders;
        public byte Present;
    }

    /// <summary>A row of EchoPlayerSums.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoPlayerSum
    {
        /// <summary>account id of the player</summary>
        public ulong Userid;
        /// <summary>last name used</summary>
        public Text Name;
        /// <summary>time of the first frame with the player, s</summary>
        public double FirstSeen;
        /// <summary>time of the last frame with the player, s</summary>
        public double LastSeen;
        /// <summary>time in the match, s</summary>
        public double Seconds;
        /// <summary>time the game gives the player possession, s</summary>
        public double PossessionSeconds;
        /// <summary>the part of possession_seconds in play, s</summary>
        public double PossessionInPlay;
        /// <summary>time a hand of the player holds the disc, s</summary>
        public double HeldSeconds;
        /// <summary>time stunned, s</summary>
        public double StunnedSeconds;
        /// <summary>player number, from 0</summary>
        public uint Player;
        /// <summary>points during the recording</summary>
        public uint Points;
        /// <summary>number of goals during the recording</summary>
        public uint Goals;
        /// <summary>assists during the recording</summary>
        public uint Assists;
        /// <summary>saves during the recording</summary>
        public uint Saves;
        /// <summary>players stunned during the recording</summary>
        public uint Stuns;
        /// <summary>steals during the recording</summary>
        public uint Steals;
        /// <summary>blocks during the recording</summary>
        public uint Blocks;
        /// <summary>interceptions during the recording</summary>
        public uint Interceptions;
        /// <summary>catches during the recording</summary>
        public uint Catches;
        /// <summary>passes during the recording</summary>
        public uint Passes;
        /// <summary>shots during the recording</summary>
        public uint Shots;
        /// <summary>number of times the player was stunned</summary>
        public uint TimesStunned;
        /// <summary>team the player was in for the longest time</summary>
        public byte Team;
        public byte Present;
        public byte Counted;
        public byte MoreCounted;
    }

    /// <summary>A row of EchoPossessions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoPossession
    {
        /// <summary>time of the first frame, s</summary>
        public double Start;
        /// <summary>time of the first frame without it, s</summary>
        public double End;
        /// <summary>account id of the player</summary>
        public ulong Userid;
        /// <summary>player name</summary>
        public Text Name;
        /// <summary>player number</summary>
        public uint Player;
        /// <summary>team that has the disc</summary>
        public byte Team;
        /// <summary>a player of the team has the disc</summary>
        public byte HasPlayer;
    }

    /// <summary>A row of EchoRecorderThrows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoRecorderThrow
    {
        /// <summary>time of the first frame with these values, s</summary>
        public double Time;
        /// <summary>game clock, s</summary>
        public float Clock;
        /// <summary>speed of the arm, m/s</summary>
        public EchoThrow Throw;
        public byte Keys;
        public byte MoreKeys;
        public byte HasClock;
    }

    /// <summary>A row of EchoReleases.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoRelease
    {
        /// <summary>time of the first frame with the disc free, s</summary>
        public double Time;
        /// <summary>account id of the player</summary>
        public ulong Userid;
        /// <summary>player name</summary>
        public Text Name;
        /// <summary>game clock, s</summary>
        public float Clock;
        /// <summary>speed of the disc in that frame, m/s</summary>
        public float DiscSpeed;
        /// <summary>player number</summary>
        public uint Player;
        /// <summary>team of the player</summary>
        public byte Team;
        /// <summary>hand that held it</summary>
        public byte Hand;
        /// <summary>the player is stunned in that frame, so this is not a throw</summary>
        public byte Stunned;
        public byte HasClock;
        public byte HasSpeed;
    }

    /// <summary>A row of EchoRounds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoRound
    {
        /// <summary>time of the first frame, s</summary>
        public double Start;
        /// <summary>time of the end, s</summary>
        public double End;
        /// <summary>time in play, s</summary>
        public double PlaySeconds;
        /// <summary>time paused, s</summary>
        public double PausedSeconds;
        /// <summary>game clock at the start, s</summary>
        public float StartClock;
        /// <summary>game clock at the end, s</summary>
        public float EndClock;
        /// <summary>points of the blue team at the end, points</summary>
        public float BluePoints;
        /// <summary>points of the orange team at the end, points</summary>
        public float OrangePoints;
        /// <summary>round number in the recording, from 1</summary>
        public uint Round;
        /// <summary>number of goals</summary>
        public uint Goals;
        /// <summary>number of pauses that began in the round</summary>
        public uint Pauses;
        /// <summary>team with more points; none for a draw; missing if the file ends before the round</summary>
        public byte Winner;
        /// <summary>how the round ended</summary>
        public byte EndedBy;
        /// <summary>the round had sudden death</summary>
        public byte Overtime;
        /// <summary>the recording has the start of the round</summary>
        public byte FromStart;
        public byte Present;
    }

    /// <summary>A row of EchoStays.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoStay
    {
        /// <summary>time of the first frame, s</summary>
        public double Start;
        /// <summary>time of the last frame, s</summary>
        public double End;
        /// <summary>account id of the player</summary>
        public ulong Userid;
        /// <summary>player name</summary>
        public Text Name;
        /// <summary>player number</summary>
        public uint Player;
        /// <summary>the team</summary>
        public byte Team;
        /// <summary>how the stay began</summary>
        public byte BeganBy;
        /// <summary>how the stay ended</summary>
        public byte EndedBy;
    }

    /// <summary>A row of EchoreplayDeflates.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoreplayDeflated
    {
        /// <summary>offset in the zip of the bytes that are not in pieces, bytes</summary>
        public ulong Offset;
        /// <summary>number of these bytes, the first ones of the compressed text, bytes</summary>
        public ulong Size;
        /// <summary>size of the whole text, bytes</summary>
        public ulong TextSize;
        /// <summary>CRC-32 of the whole text</summary>
        public uint Checksum;
        /// <summary>level of zlib that makes them, 0 none</summary>
        public byte Level;
    }

    /// <summary>A part of rows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoAxes
    {
        public Vec3 Forward;
        public Vec3 Left;
        public Vec3 Up;
    }

    /// <summary>A row of EchoreplayFrames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoreplayFrame
    {
        /// <summary>time since the first frame of the file, s</summary>
        public EchoFrame Common;
        /// <summary>where the play space looks</summary>
        public EchoAxes Vr;
        /// <summary>where the disc looks</summary>
        public EchoAxes Disc;
        /// <summary>shoulder buttons: left, right, second left, second right; NaN if missing</summary>
        public float Shoulders0, Shoulders1, Shoulders2, Shoulders3;
        /// <summary>Combat: payload multiplier</summary>
        public float PayloadMultiplier;
        /// <summary>team and player in possession of the disc, -1 none</summary>
        public int Possession0, Possession1;
        /// <summary>number of disc bounces</summary>
        public int BounceCount;
        /// <summary>rounds won by the blue team, rounds</summary>
        public int BlueRoundScore;
        /// <summary>rounds won by the orange team, rounds</summary>
        public int OrangeRoundScore;
        /// <summary>rounds in the match, rounds</summary>
        public int TotalRoundCount;
        /// <summary>error code of the game's API, 0 for none</summary>
        public int ErrCode;
        /// <summary>keys in the line: 1 clock, 2 status, 4 possession, 8 bounces, 16 rounds, 32 error, 64 multiplier, 128 shoulders</summary>
        public byte Api;
        /// <summary>whether the match is private</summary>
        public byte PrivateMatch;
        /// <summary>whether this is a tournament match</summary>
        public byte TournamentMatch;
        /// <summary>members in the line: 1 blue_restart, 2 orange_restart, 4 private_match, 8 tournament_match, 16 blue_points, 32 orange_points, 64 rules_changed_at, 128 rules_changed_by</summary>
        public byte Keys;
        /// <summary>members in the line: 1 blue_round_score, 2 orange_round_score, 4 total_round_count, 8 contested, 16 checkpoint, 32 payload_distance, 64 defenders, 128 payload_speed</summary>
        public byte RoundKeys;
        /// <summary>members of the disc: 1 position, 2 forward, 4 left, 8 up, 16 velocity</summary>
        public byte DiscKeys;
        /// <summary>members of the play space: 1 position, 2 forward, 4 left, 8 up</summary>
        public byte VrKeys;
        /// <summary>members of the pause: 1 paused_state, 2 paused_team, 4 unpaused_team, 8 paused_timer, 16 unpaused_timer</summary>
        public byte PauseKeys;
        /// <summary>members of the last goal: 1 score_team, 2 score_points, 4 goal_type, 8 score_disc_speed, 16 score_distance</summary>
        public byte ScoreKeys;
        /// <summary>members of the last throw: a bit for each of the first eight</summary>
        public byte ThrowKeys;
        /// <summary>members of the last throw: a bit for each of the last five</summary>
        public byte ThrowMoreKeys;
        /// <summary>whether the row is from a line, and has only the members of its keys</summary>
        public byte FromLine;
        public byte Unused0, Unused1, Unused2, Unused3, Unused4, Unused5;
        /// <summary>match id</summary>
        public Text SessionId;
        /// <summary>server address</summary>
        public Text SessionIp;
        /// <summary>name of the player who recorded</summary>
        public Text ClientName;
        /// <summary>match type</summary>
        public Text MatchType;
        /// <summary>map of the match</summary>
        public Text MapName;
        /// <summary>match state as written in the file</summary>
        public Text StatusText;
        /// <summary>game clock as the game displays it</summary>
        public Text ClockDisplay;
        /// <summary>type of the last goal as written in the file</summary>
        public Text GoalText;
        /// <summary>pause state as written in the file</summary>
        public Text PausedText;
        /// <summary>name of the scorer</summary>
        public Text PersonScored;
        /// <summary>name of the assisting player</summary>
        public Text AssistScored;
        /// <summary>error description</summary>
        public Text ErrDescription;
        /// <summary>all other members, as JSON</summary>
        public Text Extra;
    }

    /// <summary>A row of EchoreplayInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoreplayInfo
    {
        /// <summary>whether the text is in a zip</summary>
        public byte Container;
        /// <summary>name of the zip entry</summary>
        public Text Entry;
    }

    /// <summary>A row of EchoreplayLines.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoreplayLine
    {
        /// <summary>offset of the line in the text, bytes</summary>
        public ulong Offset;
        /// <summary>checksum of the line and its rows: a writer repeats the line only if it still matches; 0 if not all rows were read</summary>
        public ulong Digest;
        /// <summary>number of the line's frame, or of the next one</summary>
        public uint Frame;
        /// <summary>kind of line</summary>
        public byte Kind;
        /// <summary>number of the line's form in an archive, 0 none</summary>
        public byte Form;
        /// <summary>the line with its line ending; in an archive, a new form</summary>
        public Text Text;
    }

    /// <summary>A row of EchoreplayPieces.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoreplayPiece
    {
        /// <summary>bytes of the zip</summary>
        public Bytes Bytes;
    }

    /// <summary>A row of EchoreplayPlayers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoreplayPlayer
    {
        /// <summary>time since the first frame of the file, s</summary>
        public EchoPlayer Common;
        /// <summary>where the head looks</summary>
        public EchoAxes Head;
        /// <summary>where the body looks</summary>
        public EchoAxes Body;
        /// <summary>where the left hand looks</summary>
        public EchoAxes LeftHand;
        /// <summary>where the right hand looks</summary>
        public EchoAxes RightHand;
        /// <summary>position of the player, until mid-2020 instead of head and body, m</summary>
        public Vec3 Position;
        /// <summary>where the head, until mid-2020 looks</summary>
        public EchoAxes Axes;
        /// <summary>members in the line: 1 player_id, 2 userid, 4 number, 8 level, 16 ping, 32 packet_loss, 64 velocity, 128 name</summary>
        public byte Keys;
        /// <summary>members in the line: 1 stunned, 2 invulnerable, 4 possession, 8 blocking, 16 weapon, 32 ordnance, 64 tac_mod, 128 arm</summary>
        public byte StateKeys;
        /// <summary>poses of the API until mid-2020: 1 position, 2 forward, 4 left, 8 up, 16 left_hand and 32 right_hand are a position alone</summary>
        public byte FlatKeys;
        /// <summary>members of head and body, 4 bits each: position, forward, left, up</summary>
        public byte PoseKeys;
        /// <summary>members of the left and the right hand, 4 bits each: position, forward, left, up</summary>
        public byte HandKeys;
        /// <summary>statistics in the line: a bit for each of the first eight</summary>
        public byte StatsKeys;
        /// <summary>statistics in the line: 1 steals, 2 shots_taken, 4 stuns, 8 possession_time</summary>
        public byte StatsMoreKeys;
        /// <summary>whether the row is from a line, and has only the members of its keys</summary>
        public byte FromLine;
        /// <summary>all other members, as JSON</summary>
        public Text Extra;
    }

    /// <summary>A row of EchoreplayTeams.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EchoreplayTeam
    {
        /// <summary>time since the first frame of the file, s</summary>
        public EchoTeam Common;
        /// <summary>members in the line: 1 possession, 2 name</summary>
        public byte Keys;
        /// <summary>statistics in the line: a bit for each of the first eight</summary>
        public byte StatsKeys;
        /// <summary>statistics in the line: 1 steals, 2 shots_taken, 4 stuns, 8 possession_time</summary>
        public byte StatsMoreKeys;
        /// <summary>whether the row is from a line, and has only the members of its keys</summary>
        public byte FromLine;
        public byte Unused0, Unused1, Unused2, Unused3;
        /// <summary>team name</summary>
        public Text Name;
    }

    /// <summary>A row of EcrreplayEndings.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EcrreplayEnding
    {
        /// <summary>version of the recorder</summary>
        public double Version;
        /// <summary>frames per second that times are computed with: info.framerate, or 20 since version 1.1, 1/s</summary>
        public uint Rate;
        /// <summary>whether the file states the version of the recorder</summary>
        public byte HasVersion;
        public byte Reserved0, Reserved1, Reserved2;
    }

    /// <summary>A row of EcrreplayInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EcrreplayInfo
    {
        /// <summary>match id</summary>
        public Text SessionId;
        /// <summary>map of the match</summary>
        public Text MapName;
        /// <summary>when the recording began, on the recorder's clock: year, month, day, hours, minutes, seconds, local time</summary>
        public Text StartTime;
        /// <summary>frames per second, as stated; version 1.1 states 10 and takes 20, 1/s</summary>
        public int Framerate;
        public byte Reserved0, Reserved1, Reserved2, Reserved3;
    }

    /// <summary>A row of EcrreplayOriginals.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EcrreplayOriginal
    {
        /// <summary>checksum of the file and its rows: a writer repeats the file only if it still matches; 0: not all rows were read</summary>
        public ulong Rows;
        /// <summary>the file</summary>
        public Bytes Bytes;
        /// <summary>members that no row has</summary>
        public uint Unknown;
        public byte Reserved0, Reserved1, Reserved2, Reserved3;
    }

    /// <summary>A row of EcrreplayPlayers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EcrreplayPlayer
    {
        /// <summary>computed time since the first frame: frame / ending.rate, s</summary>
        public EchoPlayer Common;
        /// <summary>where the head looks</summary>
        public EchoAxes HeadAxes;
        /// <summary>where the body, as stored: the recorder puts the directions of the head there, so this looks</summary>
        public EchoAxes BodyAxes;
        /// <summary>where the left hand looks</summary>
        public EchoAxes LeftHandAxes;
        /// <summary>where the right hand looks</summary>
        public EchoAxes RightHandAxes;
        /// <summary>members that only some files have: 1 ping</summary>
        public byte Keys;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of EcrreplayRoster.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct EcrreplayEntry
    {
        /// <summary>player's account id</summary>
        public ulong Userid;
        /// <summary>player's name</summary>
        public Text Name;
        /// <summary>jersey number when first seen</summary>
        public int Number;
        /// <summary>player's level when first seen</summary>
        public int Level;
        /// <summary>number that rows use for the player, from 0 in order of appearance</summary>
        public byte PlayerId;
        public byte Reserved0, Reserved1, Reserved2, Reserved3, Reserved4, Reserved5, Reserved6;
    }

    /// <summary>A row of GdrBlocks.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GdrBlock
    {
        /// <summary>frame of the input, frames</summary>
        public long Frame;
        /// <summary>data of the bot, in its own format</summary>
        public Bytes Data;
    }

    /// <summary>A row of GdrCutInfos and GdrInfosV1.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GdrInfoV1
    {
        /// <summary>author of the recording</summary>
        public Text Author;
        /// <summary>free text</summary>
        public Text Description;
        /// <summary>recording program</summary>
        public Text BotName;
        /// <summary>version of the recording program; a number in the file becomes its digits</summary>
        public Text BotVersion;
        /// <summary>name of the level</summary>
        public Text LevelName;
        /// <summary>duration of the play; Mega Hack writes the last frame, s</summary>
        public double Duration;
        /// <summary>version of the game: 2.2074; some bots write 22074</summary>
        public double GameVersion;
        /// <summary>version of the format, 1</summary>
        public double Version;
        /// <summary>frames per second, 240 if missing, 1/s</summary>
        public double Framerate;
        /// <summary>random seed of the game</summary>
        public long Seed;
        /// <summary>coins collected</summary>
        public long Coins;
        /// <summary>id of the level, 0 for unknown or local</summary>
        public long LevelId;
        /// <summary>low detail mode</summary>
        public byte LowDetail;
        /// <summary>bit mask of the keys in the file</summary>
        public byte Keys0, Keys1;
    }

    /// <summary>A row of GdrDeaths.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GdrDeath
    {
        /// <summary>frame at which the player died, frames</summary>
        public long Frame;
    }

    /// <summary>A row of GdrDocuments.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GdrDocument
    {
        /// <summary>bytes of the file</summary>
        public Bytes Data;
    }

    /// <summary>A row of GdrExtensions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GdrExtension
    {
        /// <summary>name of the key</summary>
        public Text Key;
        /// <summary>value of the key, as in the file</summary>
        public Bytes Value;
    }

    /// <summary>A row of GdrInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GdrInfo
    {
        /// <summary>kind of the input blocks: empty for none, Phys, or a bot's own</summary>
        public Text InputTag;
        /// <summary>author of the recording</summary>
        public Text Author;
        /// <summary>free text</summary>
        public Text Description;
        /// <summary>recording program</summary>
        public Text BotName;
        /// <summary>name of the level</summary>
        public Text LevelName;
        /// <summary>bot data for the whole replay</summary>
        public Bytes ReplayExtension;
        /// <summary>frames per second, 1/s</summary>
        public double Framerate;
        /// <summary>version of the format, 2</summary>
        public int Version;
        /// <summary>duration of the play, s</summary>
        public float Duration;
        /// <summary>version of the game: 22074 is 2.2074, 0 unknown; 2207 is a converter's mistake</summary>
        public int GameVersion;
        /// <summary>random seed of the game</summary>
        public int Seed;
        /// <summary>coins collected; a bit mask with some bots</summary>
        public int Coins;
        /// <summary>version of the recording program</summary>
        public int BotVersion;
        /// <summary>id of the level, 0 for unknown or local</summary>
        public uint LevelId;
        /// <summary>low detail mode</summary>
        public byte LowDetail;
        /// <summary>a platformer level: inputs keep their buttons</summary>
        public byte Platformer;
    }

    /// <summary>A row of GdrInputs.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GdrInput
    {
        /// <summary>frame, counted from the start, frames</summary>
        public long Frame;
        /// <summary>button</summary>
        public byte Button;
        /// <summary>input of the second player</summary>
        public byte Player2;
        /// <summary>pressed; otherwise released</summary>
        public byte Down;
        /// <summary>further data of the input</summary>
        public byte Extra;
        public byte Reserved0, Reserved1, Reserved2, Reserved3;
    }

    /// <summary>A row of GdrPhysicsRows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GdrPhysics
    {
        /// <summary>speed of the player</summary>
        public double XVelocity;
        /// <summary>speed of the player</summary>
        public double YVelocity;
        /// <summary>position of the player, units</summary>
        public float X;
        /// <summary>position of the player, units</summary>
        public float Y;
        /// <summary>rotation of the player, deg</summary>
        public float Rotation;
        /// <summary>frame of the input, frames</summary>
        public uint Frame;
    }

    /// <summary>A row of GeometrydashButtons.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GeometrydashButton
    {
        /// <summary>presses</summary>
        public ulong Presses;
        /// <summary>releases</summary>
        public ulong Releases;
        /// <summary>button</summary>
        public byte Button;
        /// <summary>true for the second player</summary>
        public byte Player2;
    }

    /// <summary>A row of GeometrydashClicks.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GeometrydashClick
    {
        /// <summary>time of the press, s</summary>
        public double Time;
        /// <summary>frame of the press, frames</summary>
        public long Frame;
        /// <summary>presses of this player in the second ending here</summary>
        public uint Second;
        /// <summary>button</summary>
        public byte Button;
        /// <summary>true for the second player</summary>
        public byte Player2;
        public byte HasSecond;
    }

    /// <summary>A row of GeometrydashHolds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GeometrydashHold
    {
        /// <summary>time of the press, s</summary>
        public double Time;
        /// <summary>frame of the press, frames</summary>
        public long Frame;
        /// <summary>frames from press to release, frames</summary>
        public long Length;
        /// <summary>button</summary>
        public byte Button;
        /// <summary>true for the second player</summary>
        public byte Player2;
    }

    /// <summary>A row of GeometrydashPlayers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GeometrydashPlayer
    {
        /// <summary>mean hold length, frames</summary>
        public double MeanHold;
        /// <summary>presses</summary>
        public ulong Presses;
        /// <summary>releases</summary>
        public ulong Releases;
        /// <summary>releases of a button that was not held</summary>
        public ulong OrphanReleases;
        /// <summary>presses of a button that was already held</summary>
        public ulong PressesWhileHeld;
        /// <summary>buttons still held at the end</summary>
        public ulong HeldAtEnd;
        /// <summary>presses with a matching release</summary>
        public ulong Holds;
        /// <summary>shortest hold, frames</summary>
        public long ShortestHold;
        /// <summary>longest hold, frames</summary>
        public long LongestHold;
        /// <summary>holds that end on the frame they begin on</summary>
        public ulong ZeroFrameHolds;
        /// <summary>holds of one frame</summary>
        public ulong OneFrameHolds;
        /// <summary>maximum presses in any second</summary>
        public ulong MostPresses;
        /// <summary>true for the second player</summary>
        public byte Player2;
        /// <summary>the player has at least one hold</summary>
        public byte HasHolds;
        public byte HasPresses;
    }

    /// <summary>A row of GeometrydashSummaries.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GeometrydashSummary
    {
        /// <summary>SHA-256 of the sorted inputs of all attempts; equal for macros with the same inputs</summary>
        public Text ContentHash;
        /// <summary>frames per second; 240 if the file does not state it, 1/s</summary>
        public double Framerate;
        /// <summary>time of the last input, s</summary>
        public double Length;
        /// <summary>duration stated in the header; frames are converted to seconds, s</summary>
        public double Duration;
        /// <summary>presses divided by the time of the last input, 1/s</summary>
        public double PressesPerSecond;
        /// <summary>frame of the first input, frames</summary>
        public long FirstFrame;
        /// <summary>frame of the last input, frames</summary>
        public long LastFrame;
        /// <summary>attempts in the file; the figures are of the last one</summary>
        public ulong Attempts;
        /// <summary>number of presses and releases</summary>
        public ulong Inputs;
        /// <summary>presses of both players</summary>
        public ulong Presses;
        /// <summary>releases of both players</summary>
        public ulong Releases;
        /// <summary>maximum presses of both players in any second</summary>
        public ulong MostPresses;
        /// <summary>inputs identical to an earlier input on the same frame</summary>
        public ulong ExactDuplicates;
        /// <summary>inputs on the same frame as the player's previous input</summary>
        public ulong SameFrame;
        /// <summary>presses with more than 15 of the same player in the second ending there</summary>
        public ulong LimitBreaks;
        /// <summary>longest run of presses of one player at equal intervals</summary>
        public ulong LongestEvenRun;
        /// <summary>the header says so, or left or right is pressed</summary>
        public byte Platformer;
        /// <summary>the inputs look machine-made (a heuristic)</summary>
        public byte LikelyBot;
        /// <summary>the macro has at least one input</summary>
        public byte HasInputs;
        public byte HasRate;
        public byte HasDuration;
        public byte HasFramerate;
        public byte HasLength;
        public byte HasVerdict;
        /// <summary>notes found while reading and measuring</summary>
        public ReadingResult Reading;
    }

    /// <summary>A row of GhostCharacters.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GhostCharacter
    {
        /// <summary>tick of the server, tick</summary>
        public int Tick;
        /// <summary>position in units, x</summary>
        public int X;
        /// <summary>position in units, y</summary>
        public int Y;
        /// <summary>velocity, x; recent clients write 0</summary>
        public int VelX;
        /// <summary>velocity, y</summary>
        public int VelY;
        /// <summary>aim in radians * 256</summary>
        public int Angle;
        /// <summary>-1 left, 0 none, 1 right</summary>
        public int Direction;
        /// <summary>0 hammer, 1 gun, 2 shotgun, 3 grenade, 4 laser, 5 ninja or frozen</summary>
        public int Weapon;
        /// <summary>-1 retracted, 0 idle, 1 to 3 retracting, 4 flying, 5 grabbed</summary>
        public int HookState;
        /// <summary>end of the hook, x</summary>
        public int HookX;
        /// <summary>end of the hook, y</summary>
        public int HookY;
        /// <summary>tick of the last shot</summary>
        public int AttackTick;
        /// <summary>1 if the row has a tick</summary>
        public byte Present;
    }

    /// <summary>A row of GhostInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GhostInfo
    {
        /// <summary>version of the file, 4 to 6</summary>
        public int Version;
        /// <summary>name of the player</summary>
        public Text Owner;
        /// <summary>map name</summary>
        public Text MapName;
        /// <summary>CRC-32 of the map, as 8 hex digits; zeros in version 6</summary>
        public Text MapCrc;
        /// <summary>SHA-256 of the map, as 64 hex digits; empty before version 6</summary>
        public Text MapSha256;
        /// <summary>number of characters, as the header states it, tick</summary>
        public uint Ticks;
        /// <summary>time of the run, ms</summary>
        public uint RaceTime;
    }

    /// <summary>A row of GhostOriginals.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GhostOriginal
    {
        /// <summary>the whole file</summary>
        public Bytes Bytes;
        /// <summary>checksum of the rows that were read from the file</summary>
        public ulong Rows;
    }

    /// <summary>A row of GhostSkins.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GhostSkin
    {
        /// <summary>name of the skin</summary>
        public Text Skin;
        /// <summary>1 if the player chose colors</summary>
        public int UseCustomColor;
        /// <summary>color of the body: hue, saturation and lightness, 8 bits each</summary>
        public int ColorBody;
        /// <summary>color of the feet</summary>
        public int ColorFeet;
    }

    /// <summary>A row of GhostStarts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GhostStart
    {
        /// <summary>tick of the server at which the run starts, tick</summary>
        public int Tick;
    }

    /// <summary>A row of MacrosAttempts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MacrosAttempt
    {
        /// <summary>when the player died, from the start of the attempt, s</summary>
        public double DeathTime;
        /// <summary>the second player died</summary>
        public byte DeathPlayer2;
        /// <summary>number of its inputs</summary>
        public uint Inputs;
    }

    /// <summary>A row of MacrosEndings.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MacrosEnding
    {
        /// <summary>random seed of the game</summary>
        public ulong Seed;
    }

    /// <summary>A row of MacrosEvents.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MacrosEvent
    {
        /// <summary>frame of the event, frames</summary>
        public long Frame;
        /// <summary>random seed from here on</summary>
        public ulong Seed;
        /// <summary>frames per second from here on, for a change of the rate, 1/s</summary>
        public double Tps;
        /// <summary>number of inputs before it in the file</summary>
        public uint Index;
        /// <summary>kind of event</summary>
        public byte Kind;
        /// <summary>the event has a seed</summary>
        public byte HasSeed;
        public byte Reserved0, Reserved1;
    }

    /// <summary>A row of MacrosFixes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MacrosFix
    {
        /// <summary>frame of the fix, frames</summary>
        public long Frame;
        /// <summary>vertical speed</summary>
        public double YVelocity;
        /// <summary>position, units</summary>
        public float X;
        /// <summary>position, units</summary>
        public float Y;
        /// <summary>rotation, deg</summary>
        public float Rotation;
        /// <summary>the second player</summary>
        public byte Player2;
        /// <summary>which values are known: 1 position, 2 rotation, 4 y velocity</summary>
        public byte Has;
        public byte Reserved0, Reserved1;
    }

    /// <summary>A row of MacrosHeaders.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MacrosHeader
    {
        /// <summary>random seed of the game</summary>
        public ulong Seed;
        /// <summary>version of the format, 0 if the file has none</summary>
        public uint Version;
        /// <summary>flags of the format</summary>
        public uint Flags;
        /// <summary>the file has a seed</summary>
        public byte HasSeed;
    }

    /// <summary>A row of MacrosTimes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MacrosTime
    {
        /// <summary>frame of the input, frames</summary>
        public long Frame;
        /// <summary>time of the input as in the file, s</summary>
        public double Time;
    }

    /// <summary>A row of MacrosTries.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MacrosTry
    {
        /// <summary>number of the attempt, from 0</summary>
        public uint Attempt;
        /// <summary>time of the input, from the start of the attempt, s</summary>
        public double Time;
        /// <summary>button</summary>
        public byte Button;
        /// <summary>input of the second player</summary>
        public byte Player2;
        /// <summary>pressed; otherwise released</summary>
        public byte Down;
    }

    /// <summary>A row of MilkFrames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MilkFrame
    {
        /// <summary>computed time since the first frame: frame / info.rate, s</summary>
        public EchoFrame Common;
        /// <summary>number of the preceding statistics record, from 0</summary>
        public uint Tally;
        /// <summary>state byte</summary>
        public byte State;
    }

    /// <summary>A row of MilkInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MilkInfo
    {
        /// <summary>assumed frames per second: those between the first two statistics records, else 45, frames</summary>
        public uint Rate;
        /// <summary>bits: 128 private match, 64 not Arena, 32 tournament</summary>
        public byte Flags;
        /// <summary>players on the blue team</summary>
        public byte BluePlayers;
        /// <summary>players on the orange team</summary>
        public byte OrangePlayers;
        public byte Unused;
        /// <summary>name of the player who recorded</summary>
        public Text Author;
    }

    /// <summary>A row of MilkPlayers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MilkPlayer
    {
        /// <summary>computed time since the first frame: frame / info.rate, s</summary>
        public EchoPlayer Common;
        /// <summary>direction the player faces</summary>
        public EchoAxes Axes;
    }

    /// <summary>A row of MilkRoster.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MilkEntry
    {
        /// <summary>number that rows use for the player, from 1</summary>
        public byte Player;
        /// <summary>player's team</summary>
        public byte Team;
        /// <summary>slot in the team, from 0</summary>
        public byte Slot;
        /// <summary>jersey number</summary>
        public ushort Number;
        /// <summary>player's name</summary>
        public Text Name;
    }

    /// <summary>A row of MilkStatistics.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MilkStats
    {
        /// <summary>computed time since the first frame: frame / info.rate, s</summary>
        public double Time;
        /// <summary>offset of the bytes in the file, bytes</summary>
        public ulong Offset;
        /// <summary>number of the frame, from 0</summary>
        public uint Frame;
        /// <summary>number of the statistics record, from 0</summary>
        public uint Tally;
        /// <summary>team</summary>
        public byte Team;
        /// <summary>number in the roster, from 1; 0 for the team's own statistics</summary>
        public byte Player;
        /// <summary>eleven counters and the possession time as a half float, in an undocumented order</summary>
        public byte Bytes0, Bytes1, Bytes2, Bytes3, Bytes4, Bytes5, Bytes6, Bytes7, Bytes8, Bytes9, Bytes10, Bytes11, Bytes12;
        public byte Unused;
    }

    /// <summary>A row of ScoresaberCombos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberCombo
    {
        /// <summary>combo</summary>
        public int Combo;
        /// <summary>song time of the change, s</summary>
        public float Time;
    }

    /// <summary>A row of ScoresaberEnergies.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberEnergy
    {
        /// <summary>energy, 0 to 1</summary>
        public float Energy;
        /// <summary>song time of the change, s</summary>
        public float Time;
    }

    /// <summary>A row of ScoresaberExtensions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberExtension
    {
        /// <summary>name of the extension</summary>
        public Text Id;
        /// <summary>bytes of the extension</summary>
        public Bytes Payload;
        /// <summary>version of its layout</summary>
        public int LayoutVersion;
    }

    /// <summary>A row of ScoresaberGaps.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberGap
    {
        /// <summary>the bytes</summary>
        public Bytes Bytes;
        /// <summary>the part of the file that the bytes follow</summary>
        public byte After;
    }

    /// <summary>A row of ScoresaberHeights.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberHeight
    {
        /// <summary>height of the player, m</summary>
        public float Height;
        /// <summary>time of the measurement, s</summary>
        public float Time;
    }

    /// <summary>A row of ScoresaberInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberInfo
    {
        /// <summary>version of the file: 2.0.0, 3.0.0 or 3.1.0</summary>
        public Text Version;
        /// <summary>id of the level: custom_level_ and the map hash, or the name of a level of the game</summary>
        public Text LevelId;
        /// <summary>Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow</summary>
        public Text Characteristic;
        /// <summary>name of the scene</summary>
        public Text Environment;
        /// <summary>codes of modifiers that were on, separated by commas; SC is small cubes or a fail on saber clash</summary>
        public Text Modifiers;
        /// <summary>version of the game, from 3.1.0 on</summary>
        public Text GameVersion;
        /// <summary>version of the recording plug-in, from 3.1.0 on</summary>
        public Text PluginVersion;
        /// <summary>PC or Quest, from 3.1.0 on</summary>
        public Text Platform;
        /// <summary>difficulty of the map</summary>
        public int Difficulty;
        /// <summary>offset of the note jump, or its duration in seconds if the player chose a fixed one, beats</summary>
        public float NoteSpawnOffset;
        /// <summary>height of the player in the settings, m</summary>
        public float InitialHeight;
        /// <summary>rotation of the room in the game's settings, about the vertical axis; poses do not contain it, deg</summary>
        public float RoomRotation;
        /// <summary>position of the room in the game's settings, m</summary>
        public Vec3 RoomCenter;
        /// <summary>song time at which energy last reached 0; 0: never. With NF the play goes on, s</summary>
        public float FailTime;
        /// <summary>left-handed mode</summary>
        public byte LeftHanded;
    }

    /// <summary>A row of ScoresaberJsonExtras.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberJsonExtra
    {
        /// <summary>object that contains the member: empty for the outermost object, or info</summary>
        public Text Object;
        /// <summary>key of the member, as written between the quotes</summary>
        public Text Key;
        /// <summary>value of the member, as written</summary>
        public Text Json;
    }

    /// <summary>A part of rows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberJsonPose
    {
        public double Position0, Position1, Position2;
        public double Rotation0, Rotation1, Rotation2, Rotation3;
    }

    /// <summary>A row of ScoresaberJsonFrames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberJsonFrame
    {
        /// <summary>position of the head, h.p, m</summary>
        public ScoresaberJsonPose Head;
        /// <summary>position of the left hand, l.p, m</summary>
        public ScoresaberJsonPose LeftHand;
        /// <summary>position of the right hand, r.p, m</summary>
        public ScoresaberJsonPose RightHand;
        /// <summary>song time, a, s</summary>
        public double Time;
        /// <summary>frame rate at that time, i, 1/s</summary>
        public long Fps;
        /// <summary>1 if the frame has a frame rate</summary>
        public byte Present;
    }

    /// <summary>A row of ScoresaberJsonHeights.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberJsonHeight
    {
        /// <summary>height of the player, h, m</summary>
        public double Height;
        /// <summary>time of the measurement, a, s</summary>
        public double Time;
    }

    /// <summary>A row of ScoresaberJsonInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberJsonInfo
    {
        /// <summary>version of the replay that was decoded</summary>
        public Text Version;
        /// <summary>id of the level: custom_level_ and the map hash, or the name of a level of the game</summary>
        public Text Hash;
        /// <summary>Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow</summary>
        public Text Mode;
        /// <summary>name of the scene</summary>
        public Text Environment;
        /// <summary>codes of modifiers that were on, separated by commas</summary>
        public Text Modifiers;
        /// <summary>note jump start beat offset, beats</summary>
        public double NoteSpawnOffset;
        /// <summary>height of the player, m</summary>
        public double Height;
        /// <summary>rotation of the room in the game's settings, rr, deg</summary>
        public double RoomRotation;
        /// <summary>position of the room in the game's settings, room, m</summary>
        public double RoomCenter0, RoomCenter1, RoomCenter2;
        /// <summary>song time at which energy last reached 0, st, s</summary>
        public double FailTime;
        /// <summary>difficulty of the map</summary>
        public long Difficulty;
        /// <summary>score at the end, points</summary>
        public long TotalScore;
        /// <summary>left-handed mode</summary>
        public byte LeftHanded;
        /// <summary>bit mask of the fields that are present</summary>
        public byte Present0, Present1;
    }

    /// <summary>A row of ScoresaberJsonNotes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberJsonNote
    {
        /// <summary>time of the event; from noteTime, s</summary>
        public double Time;
        /// <summary>line, layer, direction and color; from noteInfos</summary>
        public Text Note;
        /// <summary>points of a good cut, or -2 bad cut, -3 miss, -4 bomb, -5 wall; from scores, points</summary>
        public int Score;
        /// <summary>combo after the event; from combos</summary>
        public int Combo;
        /// <summary>bit mask of the fields that are present</summary>
        public byte Present;
    }

    /// <summary>A row of ScoresaberKeyframes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberKeyframe
    {
        /// <summary>position of the right hand, m</summary>
        public Vec3 RightPosition;
        /// <summary>position of the left hand, m</summary>
        public Vec3 LeftPosition;
        /// <summary>position of the head, m</summary>
        public Vec3 HeadPosition;
        /// <summary>rotation of the right hand, a quaternion</summary>
        public Quaternion RightRotation;
        /// <summary>rotation of the left hand, a quaternion</summary>
        public Quaternion LeftRotation;
        /// <summary>rotation of the head, a quaternion</summary>
        public Quaternion HeadRotation;
        /// <summary>song time, s</summary>
        public float Time;
        /// <summary>combo at that time</summary>
        public int Combo;
        /// <summary>score at that time, points</summary>
        public int Score;
    }

    /// <summary>A row of ScoresaberMultipliers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberMultiplier
    {
        /// <summary>multiplier: 1, 2, 4 or 8</summary>
        public int Multiplier;
        /// <summary>progress to the next multiplier, 0 to 1</summary>
        public float Progress;
        /// <summary>song time of the change, s</summary>
        public float Time;
    }

    /// <summary>A row of ScoresaberNotes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberNote
    {
        /// <summary>time of the note in the map, s</summary>
        public float NoteTime;
        /// <summary>layer, 0 to 2 from the bottom</summary>
        public int Layer;
        /// <summary>line, 0 to 3 from the left</summary>
        public int Line;
        /// <summary>color of the note</summary>
        public int Color;
        /// <summary>direction of the arrow</summary>
        public int Direction;
        /// <summary>kind of note, from version 3 on</summary>
        public int GameplayType;
        /// <summary>scoring type of the game (that of BSOR minus 2), from version 3 on</summary>
        public int ScoringType;
        /// <summary>rotation of the cut direction, from version 3 on, deg</summary>
        public float DirectionOffset;
        /// <summary>result of the note</summary>
        public int EventType;
        /// <summary>point where the saber hit the note, m</summary>
        public Vec3 CutPoint;
        /// <summary>normal of the cut plane</summary>
        public Vec3 CutNormal;
        /// <summary>direction of the saber's movement</summary>
        public Vec3 SaberDirection;
        /// <summary>saber that made the cut</summary>
        public int SaberType;
        /// <summary>speed of the saber, m/s</summary>
        public float SaberSpeed;
        /// <summary>angle of the cut, deg</summary>
        public float CutAngle;
        /// <summary>distance of the cut from the center of the note, m</summary>
        public float CutDistanceToCenter;
        /// <summary>angle between the cut and the arrow of the note, deg</summary>
        public float CutDirectionDeviation;
        /// <summary>swing before the cut; 1 is a full one</summary>
        public float BeforeCutRating;
        /// <summary>swing after the cut; 1 is a full one</summary>
        public float AfterCutRating;
        /// <summary>song time of the cut; of a miss, of the frame in which it was scored, s</summary>
        public float EventTime;
        /// <summary>time scale of the engine</summary>
        public float UnityTimescale;
        /// <summary>time scale of the song</summary>
        public float TimeSyncTimescale;
        /// <summary>time of the note minus time of the cut, from version 3 on, s</summary>
        public float TimeDeviation;
        /// <summary>rotation of the lane, a quaternion, from version 3 on</summary>
        public Quaternion WorldRotation;
        /// <summary>inverse of that rotation, from version 3 on</summary>
        public Quaternion InverseWorldRotation;
        /// <summary>rotation of the note, a quaternion, from version 3 on</summary>
        public Quaternion NoteRotation;
        /// <summary>position of the note, from version 3 on, m</summary>
        public Vec3 NotePosition;
        /// <summary>the cut direction was correct</summary>
        public byte DirectionOk;
        /// <summary>1 if the record is of version 3</summary>
        public byte Present;
    }

    /// <summary>A part of rows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberOffset
    {
        public Vec3 Position;
        public Vec3 Rotation;
    }

    /// <summary>A row of ScoresaberOffsets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberControllerOffsets
    {
        /// <summary>position of both sabers in the hands, m</summary>
        public ScoresaberOffset Shared;
        /// <summary>position of the left saber in the hand, m</summary>
        public ScoresaberOffset Left;
        /// <summary>position of the right saber in the hand, m</summary>
        public ScoresaberOffset Right;
        /// <summary>bit mask of the three offsets that are present</summary>
        public byte Present;
    }

    /// <summary>A row of ScoresaberOriginals.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberOriginal
    {
        /// <summary>the whole file</summary>
        public Bytes Bytes;
        /// <summary>bytes of the file that no row represents, bytes</summary>
        public ulong Loose;
        /// <summary>checksum of the rows that were read from the file</summary>
        public ulong Rows;
    }

    /// <summary>A row of ScoresaberPauses.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberPause
    {
        /// <summary>duration of the pause, in time of the room, ms</summary>
        public long Duration;
        /// <summary>when it began, unix ms</summary>
        public long Began;
        /// <summary>when it ended, unix ms</summary>
        public long Ended;
        /// <summary>song time at its start, s</summary>
        public float Time;
    }

    /// <summary>A row of ScoresaberPlaySettingsRows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberPlaySettings
    {
        /// <summary>playback speed of the song</summary>
        public float SongSpeed;
        /// <summary>note jump distance, m</summary>
        public float JumpDistance;
        /// <summary>color of the left saber</summary>
        public float LeftSaber0, LeftSaber1, LeftSaber2, LeftSaber3;
        /// <summary>color of the right saber</summary>
        public float RightSaber0, RightSaber1, RightSaber2, RightSaber3;
        /// <summary>color of the walls</summary>
        public float Obstacles0, Obstacles1, Obstacles2, Obstacles3;
        /// <summary>first light color of the scene</summary>
        public float Environment00, Environment01, Environment02, Environment03;
        /// <summary>second light color of the scene</summary>
        public float Environment10, Environment11, Environment12, Environment13;
        /// <summary>white light color of the scene</summary>
        public float EnvironmentW0, EnvironmentW1, EnvironmentW2, EnvironmentW3;
        /// <summary>first boost light color of the scene</summary>
        public float Boost00, Boost01, Boost02, Boost03;
        /// <summary>second boost light color of the scene</summary>
        public float Boost10, Boost11, Boost12, Boost13;
        /// <summary>white boost light color of the scene</summary>
        public float BoostW0, BoostW1, BoostW2, BoostW3;
        /// <summary>name of the scene; if not empty, it overrides the one of info</summary>
        public Text Environment;
        /// <summary>default effects filter preset</summary>
        public int FilterDefault;
        /// <summary>effects filter preset for Expert+</summary>
        public int FilterExpertPlus;
        /// <summary>effects filter preset in use</summary>
        public int Filter;
        /// <summary>intensity of the sabers' trails</summary>
        public float TrailIntensity;
        /// <summary>visibility of arcs</summary>
        public int ArcVisibility;
        /// <summary>the scene has boost colors</summary>
        public byte BoostColors;
        /// <summary>texts and HUD are hidden</summary>
        public byte NoTexts;
        /// <summary>the note spawn effect is hidden</summary>
        public byte HideSpawnEffect;
        /// <summary>arcs vibrate the controllers</summary>
        public byte ArcHaptics;
        /// <summary>bit mask of the first eight colors that are present</summary>
        public byte Present;
        /// <summary>1 if the last color is present</summary>
        public byte PresentBoostW;
    }

    /// <summary>A row of ScoresaberPoses.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberPose
    {
        /// <summary>position of the head in the player's space, m</summary>
        public Pose Head;
        /// <summary>position of the left hand, m</summary>
        public Pose LeftHand;
        /// <summary>position of the right hand, m</summary>
        public Pose RightHand;
        /// <summary>frame rate at that time, 1/s</summary>
        public int Fps;
        /// <summary>song time, s</summary>
        public float Time;
    }

    /// <summary>A row of ScoresaberScores.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberScore
    {
        /// <summary>score, with multipliers and without modifiers, points</summary>
        public int Score;
        /// <summary>song time of the change, s</summary>
        public float Time;
        /// <summary>maximum possible score at that time, from version 3 on, points</summary>
        public int MaxScore;
        /// <summary>1 if the record is of version 3</summary>
        public byte Present;
    }

    /// <summary>A row of ScoresaberWalls.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ScoresaberWall
    {
        /// <summary>song time at which the head entered the wall, s</summary>
        public float Time;
        /// <summary>song time at which the head had left all walls, s</summary>
        public float ExitTime;
        /// <summary>energy at the end of the contact</summary>
        public float Energy;
        /// <summary>time of the wall in the map, s</summary>
        public float ObstacleTime;
        /// <summary>duration of the wall, s</summary>
        public float ObstacleDuration;
        /// <summary>leftmost line of the wall</summary>
        public int Line;
        /// <summary>lowest layer of the wall</summary>
        public int Layer;
        /// <summary>width of the wall in lines</summary>
        public int Width;
        /// <summary>height of the wall in layers</summary>
        public int Height;
    }

    /// <summary>A row of TapeEnvelopes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TapeEnvelope
    {
        /// <summary>offset in the unpacked stream, bytes</summary>
        public ulong Offset;
        /// <summary>number of the message's frame, or of the next one</summary>
        public uint Frame;
        /// <summary>what the message is</summary>
        public byte Kind;
        /// <summary>of a footer: 1 it contradicts the messages, 2 the seek table contradicts the zstd frames</summary>
        public byte Contradicts;
        public byte Unused0, Unused1;
        /// <summary>the message with its size in front</summary>
        public Bytes Bytes;
    }

    /// <summary>A row of TapeInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TapeInfo
    {
        /// <summary>when the capture was begun: frames count from then, unix s</summary>
        public long Created;
        /// <summary>nanoseconds of that second, ns</summary>
        public int CreatedNanos;
        /// <summary>version of the format: 2 for .tape, 1 for .nevrcap</summary>
        public uint FormatVersion;
        /// <summary>minor version of the format</summary>
        public uint FormatMinor;
        /// <summary>patch version of the format</summary>
        public uint FormatPatch;
        /// <summary>compression of the file</summary>
        public byte Container;
        /// <summary>encoding of the frames</summary>
        public byte FrameEncoding;
        public byte Unused0, Unused1, Unused2, Unused3, Unused4, Unused5;
        /// <summary>id of the capture, often that of the match</summary>
        public Text CaptureId;
    }

    /// <summary>A row of TapeNotes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TapeNote
    {
        /// <summary>key</summary>
        public Text Key;
        /// <summary>value</summary>
        public Text Value;
    }

    /// <summary>A row of TapePieces.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TapePiece
    {
        /// <summary>compressed bytes of the file</summary>
        public Bytes Bytes;
    }

    /// <summary>A row of TeehistorianAntibots.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianAntibot
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>data of a closed-source module</summary>
        public Bytes Data;
    }

    /// <summary>A row of TeehistorianArguments.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianArgument
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>argument index, from 0</summary>
        public uint Number;
        /// <summary>argument text</summary>
        public Text Text;
    }

    /// <summary>A row of TeehistorianAuths.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianAuth
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>1 helper, 2 moderator, 3 admin</summary>
        public int Level;
        /// <summary>name of the login key</summary>
        public Text KeyName;
        /// <summary>kind of event</summary>
        public byte Kind;
    }

    /// <summary>A row of TeehistorianClients.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianClient
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>client version, 19080 is 19.8</summary>
        public int Version;
        /// <summary>connection id, which stays the same in the next game</summary>
        public Uuid ConnectionId;
        /// <summary>version string</summary>
        public Text VersionString;
        /// <summary>how the client reported it</summary>
        public byte Kind;
    }

    /// <summary>A row of TeehistorianCommands.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianCommand
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>bits: 4 server console, 128 chat</summary>
        public int Flags;
        /// <summary>command name</summary>
        public Text Command;
        /// <summary>number of arguments</summary>
        public uint Arguments;
    }

    /// <summary>A row of TeehistorianDrops.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianDrop
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>reason, may be empty</summary>
        public Text Reason;
    }

    /// <summary>A row of TeehistorianEndings.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianEnding
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>whether the file ends with FINISH</summary>
        public byte Finished;
    }

    /// <summary>A row of TeehistorianExtensions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianExtension
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>extension UUID</summary>
        public Uuid Uuid;
        /// <summary>extension name, if known</summary>
        public Text Name;
        /// <summary>payload</summary>
        public Bytes Data;
    }

    /// <summary>A row of TeehistorianFinishes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianFinish
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id or team</summary>
        public int Cid;
        /// <summary>duration of the run, tick</summary>
        public int Time;
        /// <summary>client or team</summary>
        public byte Kind;
    }

    /// <summary>A row of TeehistorianForms.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianForm
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>one byte per number: 0 for the shortest encoding, else its size and unused bits</summary>
        public Bytes Forms;
    }

    /// <summary>A row of TeehistorianHeaderTexts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianHeaderText
    {
        /// <summary>original JSON of the header</summary>
        public Bytes Text;
    }

    /// <summary>A row of TeehistorianHeaders.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianHeader
    {
        /// <summary>version of the format, 1 or 2</summary>
        public int Version;
        /// <summary>minor version, which extends what messages mean; since DDNet 15.6</summary>
        public int VersionMinor;
        /// <summary>UUID of this game</summary>
        public Uuid GameUuid;
        /// <summary>UUID of the previous game on this server, nil if none</summary>
        public Uuid PrevGameUuid;
        /// <summary>program that wrote the file</summary>
        public Text Comment;
        /// <summary>server version</summary>
        public Text ServerVersion;
        /// <summary>start time of the game, iso 8601</summary>
        public Text StartTime;
        /// <summary>start time since 1970, if it can be parsed, unix s</summary>
        public long StartUnix;
        /// <summary>server name</summary>
        public Text ServerName;
        /// <summary>server port</summary>
        public int ServerPort;
        /// <summary>bit mask of the numbers that the header states: 1 version_minor, 2 server_port, 4 map_size</summary>
        public byte Present;
        /// <summary>whether start_time could be parsed</summary>
        public byte StartKnown;
        /// <summary>game type</summary>
        public Text GameType;
        /// <summary>map name</summary>
        public Text MapName;
        /// <summary>map size, bytes</summary>
        public long MapSize;
        /// <summary>SHA-256 of the map, as 64 hex digits</summary>
        public Text MapSha256;
        /// <summary>CRC-32 of the map, as 8 hex digits</summary>
        public Text MapCrc;
        /// <summary>random number generator: type, state and increment</summary>
        public Text PrngDescription;
    }

    /// <summary>A row of TeehistorianInputs.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianInput
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>-1 left, 0, 1 right</summary>
        public int Direction;
        /// <summary>horizontal aim, relative to the character, 1/32 tile</summary>
        public int TargetX;
        /// <summary>vertical aim, relative to the character, downwards, 1/32 tile</summary>
        public int TargetY;
        /// <summary>1 while jump is held</summary>
        public int Jump;
        /// <summary>counter modulo 64: each press and each release adds 1, odd while held</summary>
        public int Fire;
        /// <summary>1 while hook is held</summary>
        public int Hook;
        /// <summary>bits: 1 playing, 2 menu, 4 chatting, 8 scoreboard, 16 aim line, 32 spectating camera</summary>
        public int PlayerFlags;
        /// <summary>requested weapon plus 1, or 0</summary>
        public int WantedWeapon;
        /// <summary>counter, like fire</summary>
        public int NextWeapon;
        /// <summary>counter, like fire</summary>
        public int PrevWeapon;
        /// <summary>first input or a difference</summary>
        public byte Kind;
    }

    /// <summary>A row of TeehistorianJoins.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianJoin
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
    }

    /// <summary>A row of TeehistorianMessages.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianMessage
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>protocol of the client, 6 or 7</summary>
        public byte Protocol;
        /// <summary>message id in that protocol; 0 if identified by UUID, -1 if unreadable</summary>
        public int MessageId;
        /// <summary>message UUID if the id is 0</summary>
        public Uuid Uuid;
        /// <summary>message as received</summary>
        public Bytes Data;
    }

    /// <summary>A row of TeehistorianNames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianName
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>name as the server accepted it</summary>
        public Text Name;
    }

    /// <summary>A row of TeehistorianPositions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianPosition
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>horizontal position of the character, 1/32 tile</summary>
        public int X;
        /// <summary>vertical position of the character, downwards, 1/32 tile</summary>
        public int Y;
        /// <summary>kind of change</summary>
        public byte Kind;
    }

    /// <summary>A row of TeehistorianPractices.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianPractice
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>race team</summary>
        public int Team;
        /// <summary>1 while the team is in practice mode</summary>
        public int Practice;
    }

    /// <summary>A row of TeehistorianProtocols.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianProtocol
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>protocol</summary>
        public byte Kind;
    }

    /// <summary>A row of TeehistorianReadies.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianReady
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
    }

    /// <summary>A row of TeehistorianSaves.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianSave
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>race team</summary>
        public int Team;
        /// <summary>UUID of the save</summary>
        public Uuid SaveId;
        /// <summary>text of the save, including names</summary>
        public Text Save;
        /// <summary>outcome</summary>
        public byte Kind;
    }

    /// <summary>A row of TeehistorianSkips.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianSkip
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
    }

    /// <summary>A row of TeehistorianSwaps.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianSwap
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>client id of the other player</summary>
        public int OtherCid;
    }

    /// <summary>A row of TeehistorianTails.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianTail
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>bytes after the fields of an extension</summary>
        public Bytes Data;
    }

    /// <summary>A row of TeehistorianTeams.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianTeam
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>client id</summary>
        public int Cid;
        /// <summary>race team, 0 if none</summary>
        public int Team;
    }

    /// <summary>A row of TeehistorianTicks.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianTick
    {
        /// <summary>message number in the file, from 0</summary>
        public ulong Seq;
        /// <summary>offset of the message in the file, bytes</summary>
        public ulong Offset;
        /// <summary>tick number, 50 per second, tick</summary>
        public int Tick;
        /// <summary>whether decreasing client ids marked the tick, not TICK_SKIP</summary>
        public byte Implied;
    }

    /// <summary>A row of TeehistorianTrailings.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianTrailing
    {
        /// <summary>offset in the file, bytes</summary>
        public ulong Offset;
        /// <summary>bytes after FINISH</summary>
        public Bytes Data;
    }

    /// <summary>A row of TeehistorianValues.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TeehistorianValue
    {
        /// <summary>list in the header</summary>
        public byte Section;
        /// <summary>setting name; empty in a list of names</summary>
        public Text Key;
        /// <summary>value as text; JSON in the section other</summary>
        public Text Value;
    }

    /// <summary>A row of XrorAppExtensions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorAppExtension
    {
        /// <summary>id of the extension</summary>
        public Text Id;
        /// <summary>name of the extension: BeatLeader</summary>
        public Text Name;
        /// <summary>version of the extension</summary>
        public Text Version;
        /// <summary>bit mask of the keys in the file: id, name, version</summary>
        public byte Keys;
    }

    /// <summary>A row of XrorAttributes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorAttribute
    {
        /// <summary>name of the attribute</summary>
        public Text Name;
        /// <summary>row of the type of event</summary>
        public uint Type;
    }

    /// <summary>A row of XrorAxes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorAxis
    {
        /// <summary>time of the frame, s</summary>
        public double Time;
        /// <summary>value</summary>
        public double Value;
        /// <summary>name of the axis, empty if no device has the column</summary>
        public Text Name;
        /// <summary>row of the frame</summary>
        public uint Frame;
        /// <summary>row of the device; the number of devices if no device has the column</summary>
        public uint Device;
        /// <summary>column of the motion table</summary>
        public uint Column;
        public uint Reserved;
    }

    /// <summary>A row of XrorDeviceAxes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorDeviceAxis
    {
        /// <summary>x, y, z position; i, j, k, 1 quaternion; p pressure</summary>
        public Text Name;
        /// <summary>row of the device</summary>
        public uint Device;
        /// <summary>column of the motion table</summary>
        public uint Column;
    }

    /// <summary>A row of XrorDevices.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorDevice
    {
        /// <summary>name of the device</summary>
        public Text Name;
        /// <summary>HMD, CONTROLLER, TRACKER, STYLUS, BODY, EYE or OTHER</summary>
        public Text Type;
        /// <summary>HEAD, HAND_LEFT, HAND_RIGHT or another part of the body</summary>
        public Text Joint;
        /// <summary>its first column of the motion table; column 0 is the time</summary>
        public uint FirstColumn;
        /// <summary>number of its columns</summary>
        public uint Axes;
        /// <summary>which typed values its columns have</summary>
        public byte Role;
        /// <summary>bit mask of the keys in the file: name, type, joint</summary>
        public byte Keys;
    }

    /// <summary>A row of XrorDocuments.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorDocument
    {
        /// <summary>the original file</summary>
        public Bytes Data;
        /// <summary>sum over the rows and the file, 0 if not all tables were read</summary>
        public ulong Sum;
    }

    /// <summary>A row of XrorEventTypes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorEventType
    {
        /// <summary>id of the type</summary>
        public Text Id;
        /// <summary>name of the type</summary>
        public Text Name;
        /// <summary>number of columns of its float table with the time, 0 if it has none; other attributes are cells</summary>
        public uint Columns;
        /// <summary>number of occurrences</summary>
        public uint Count;
        /// <summary>which rows its occurrences have</summary>
        public byte Layout;
        /// <summary>bit mask of the keys in the file: id, name, attr</summary>
        public byte Keys;
    }

    /// <summary>A row of XrorEvents.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorEvent
    {
        /// <summary>time of the event, s</summary>
        public double Time;
        /// <summary>row of the type of event</summary>
        public uint Type;
        /// <summary>number among the events of its type</summary>
        public uint Row;
        /// <summary>the float table has a row for it</summary>
        public byte HasTime;
    }

    /// <summary>A row of XrorFrameRates.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorFps
    {
        /// <summary>time of the frame, s</summary>
        public double Time;
        /// <summary>frame rate at that time, 1/s</summary>
        public double Fps;
    }

    /// <summary>A row of XrorFrames.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorFrame
    {
        /// <summary>time since the start; song time in Beat Saber, s</summary>
        public double Time;
        /// <summary>position of the head, m</summary>
        public Pose Head;
        /// <summary>position of the left hand, m</summary>
        public Pose LeftHand;
        /// <summary>position of the right hand, m</summary>
        public Pose RightHand;
        /// <summary>bit mask of the poses: head, left hand, right hand</summary>
        public byte Poses;
    }

    /// <summary>A row of XrorGarbages.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorGarbage
    {
        /// <summary>time of the bad cut, s</summary>
        public double Time;
        /// <summary>the cut as the headset wrote it, often uninitialised memory</summary>
        public Bytes Data;
    }

    /// <summary>A row of XrorHeights.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorHeight
    {
        /// <summary>time of the measurement, s</summary>
        public double Time;
        /// <summary>height of the player, m</summary>
        public double Height;
    }

    /// <summary>A row of XrorInfos.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorInfo
    {
        /// <summary>address of the schema, with its version</summary>
        public Text Schema;
        /// <summary>id of the recording</summary>
        public Text Id;
        /// <summary>name of the recording</summary>
        public Text Name;
        /// <summary>id of the application, on Steam</summary>
        public Text AppId;
        /// <summary>name of the application</summary>
        public Text AppName;
        /// <summary>version of the application</summary>
        public Text AppVersion;
        /// <summary>id of the scene</summary>
        public Text EnvironmentId;
        /// <summary>name of the scene</summary>
        public Text EnvironmentName;
        /// <summary>id of the activity</summary>
        public Text ActivityId;
        /// <summary>name of the activity; in Beat Saber, of the song</summary>
        public Text ActivityName;
        /// <summary>runtime or platform: SteamVR, steam, oculus</summary>
        public Text Runtime;
        /// <summary>programming interface: OpenVR, OpenXR</summary>
        public Text Api;
        /// <summary>id of the user</summary>
        public Text UserId;
        /// <summary>name of the user</summary>
        public Text UserName;
        /// <summary>hash of the map, usually 40 hex digits</summary>
        public Text SongHash;
        /// <summary>authors of the map</summary>
        public Text Mapper;
        /// <summary>Easy, Normal, Hard, Expert or ExpertPlus; some files have 1, 3, 5, 7 or 9</summary>
        public Text Difficulty;
        /// <summary>Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow</summary>
        public Text Mode;
        /// <summary>modifier codes, separated by commas</summary>
        public Text Modifiers;
        /// <summary>start of the recording, Unix time in milliseconds, unix ms</summary>
        public long Timestamp;
        /// <summary>score as shown, before modifiers, points</summary>
        public long Score;
        /// <summary>note jump distance, m</summary>
        public double JumpDistance;
        /// <summary>height of the player, m</summary>
        public double Height;
        /// <summary>song time at which practice mode started, s</summary>
        public double StartTime;
        /// <summary>song time at which the player failed, s</summary>
        public double FailTime;
        /// <summary>song speed in practice mode</summary>
        public double Speed;
        /// <summary>left-handed mode</summary>
        public byte LeftHanded;
        /// <summary>bit mask of the keys in the file: schema, id, name, timestamp, and so on</summary>
        public byte Keys0, Keys1, Keys2, Keys3;
    }

    /// <summary>A row of XrorNotes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorNote
    {
        /// <summary>time the note was scored, s</summary>
        public double EventTime;
        /// <summary>time of the note in the map, s</summary>
        public double SpawnTime;
        /// <summary>scoring type, line, layer, color and direction, packed in decimal digits</summary>
        public long NoteId;
        /// <summary>index of the note in the original recording</summary>
        public long Order;
        /// <summary>saber that made the cut</summary>
        public long SaberType;
        /// <summary>speed of the saber, m/s</summary>
        public double SaberSpeed;
        /// <summary>direction of the saber's movement</summary>
        public double SaberDirection0, SaberDirection1, SaberDirection2;
        /// <summary>time of the note minus time of the cut, s</summary>
        public double TimeDeviation;
        /// <summary>angle between the cut and the arrow of the note, deg</summary>
        public double CutDirectionDeviation;
        /// <summary>point where the saber hit the note, m</summary>
        public double CutPoint0, CutPoint1, CutPoint2;
        /// <summary>normal of the cut plane</summary>
        public double CutNormal0, CutNormal1, CutNormal2;
        /// <summary>distance of the cut from the center of the note, m</summary>
        public double CutDistanceToCenter;
        /// <summary>angle of the cut, deg</summary>
        public double CutAngle;
        /// <summary>swing before the cut; 1 is a full swing, not capped</summary>
        public double BeforeCutRating;
        /// <summary>swing after the cut; 1 is a full swing, not capped</summary>
        public double AfterCutRating;
        /// <summary>result of the note</summary>
        public byte EventType;
        /// <summary>bit mask of the values that its type of event has: cut, flags, order</summary>
        public byte Has;
        /// <summary>the saber was fast enough</summary>
        public byte SpeedOk;
        /// <summary>the cut direction was correct</summary>
        public byte DirectionOk;
        /// <summary>the correct saber was used</summary>
        public byte SaberTypeOk;
        /// <summary>the cut was too early</summary>
        public byte WasCutTooSoon;
    }

    /// <summary>A row of XrorOtherKeys.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorOtherKey
    {
        /// <summary>name of the key</summary>
        public Text Key;
        /// <summary>the value, as in the file</summary>
        public Bytes Value;
        /// <summary>row of the device, app extension or event type that has the key</summary>
        public uint Index;
        /// <summary>document that has the key</summary>
        public byte Place;
        /// <summary>type of the value, a number of BSON</summary>
        public byte Kind;
    }

    /// <summary>A row of XrorPauses.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorPause
    {
        /// <summary>song time at its start, s</summary>
        public double Time;
        /// <summary>duration of the pause, s</summary>
        public long Duration;
    }

    /// <summary>A row of XrorPoints.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorPoint
    {
        /// <summary>time on the clock of the headset, ms</summary>
        public double Time;
        /// <summary>position of the brush, dm</summary>
        public Pose Pose;
        /// <summary>pressure, 0 to 1</summary>
        public float Pressure;
        /// <summary>row of its stroke, 4294967295 before the first</summary>
        public uint Stroke;
    }

    /// <summary>A row of XrorStrokes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorStroke
    {
        /// <summary>time of its first point, ms</summary>
        public double Time;
        /// <summary>color</summary>
        public double Color0, Color1, Color2, Color3;
        /// <summary>size of the brush, dm</summary>
        public double Size;
        /// <summary>scale of the brush</summary>
        public double Scale;
        /// <summary>id of the brush, a GUID</summary>
        public Text Brush;
        /// <summary>row of its first point</summary>
        public uint FirstPoint;
        /// <summary>number of its points</summary>
        public uint Points;
    }

    /// <summary>A row of XrorValues.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorValue
    {
        /// <summary>time of the event, s</summary>
        public double Time;
        /// <summary>value of a float or double</summary>
        public double Number;
        /// <summary>value of an integer, a boolean, or a date in milliseconds since 1970</summary>
        public long Integer;
        /// <summary>name of the attribute, empty if the type names fewer</summary>
        public Text Name;
        /// <summary>text of a string, or the value of another type as in the file</summary>
        public Bytes Data;
        /// <summary>row of the type of event</summary>
        public uint Type;
        /// <summary>number of the event among those of its type</summary>
        public uint Row;
        /// <summary>number of the attribute</summary>
        public uint Attribute;
        /// <summary>float for a column of the float table, otherwise the type of BSON</summary>
        public byte Kind;
        /// <summary>bit mask of the members with a value: number, integer, data</summary>
        public byte Has;
    }

    /// <summary>A row of XrorWalls.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct XrorWall
    {
        /// <summary>start of the contact, s</summary>
        public double Time;
        /// <summary>energy at the end of the contact, 0 to 1</summary>
        public double Energy;
        /// <summary>time of the wall in the map, or the time it appeared, s</summary>
        public double SpawnTime;
        /// <summary>line * 100 + type * 10 + width; rounded above 16777216</summary>
        public double WallId;
    }

    /// <summary>All tables, each with the type of its rows.</summary>
    public static class Tables
    {
        /// <summary>The table cells of beatsaber: statistics per grid cell.</summary>
        public static readonly Table<BeatsaberCell> BeatsaberCells = new Table<BeatsaberCell>("beatsaber", "cells", 0x6b71a893);
        /// <summary>The table cuts of beatsaber: note events beside what follows from the motion.</summary>
        public static readonly Table<BeatsaberCut> BeatsaberCuts = new Table<BeatsaberCut>("beatsaber", "cuts", 0x0ebf5b3e);
        /// <summary>The table scored_events of beatsaber: notes and walls in the order in which they count.</summary>
        public static readonly Table<BeatsaberEvent> BeatsaberEvents = new Table<BeatsaberEvent>("beatsaber", "scored_events", 0xcc03ae08);
        /// <summary>The table evidence of beatsaber: whether the motion supports the play, in one row.</summary>
        public static readonly Table<BeatsaberEvidence> BeatsaberEvidences = new Table<BeatsaberEvidence>("beatsaber", "evidence", 0x3bf43a42);
        /// <summary>The table graph of beatsaber: the play second by second.</summary>
        public static readonly Table<BeatsaberSecond> BeatsaberGraph = new Table<BeatsaberSecond>("beatsaber", "graph", 0xbd165770);
        /// <summary>The table hands of beatsaber: statistics per hand.</summary>
        public static readonly Table<BeatsaberHand> BeatsaberHands = new Table<BeatsaberHand>("beatsaber", "hands", 0xc730f42d);
        /// <summary>The table heart_rate of beatsaber: heart rate of the player, from user data of a mod.</summary>
        public static readonly Table<BeatsaberHeartRate> BeatsaberHeartRates = new Table<BeatsaberHeartRate>("beatsaber", "heart_rate", 0x71d409ec);
        /// <summary>The table jitters of beatsaber: tracking jitters.</summary>
        public static readonly Table<BeatsaberJitter> BeatsaberJitters = new Table<BeatsaberJitter>("beatsaber", "jitters", 0xcc775570);
        /// <summary>The table level_cuts of beatsaber: notes and bombs of the map beside what the sabers do to them.</summary>
        public static readonly Table<BeatsaberLevelCut> BeatsaberLevelCuts = new Table<BeatsaberLevelCut>("beatsaber", "level_cuts", 0xb8fb750d);
        /// <summary>The table level_directions of beatsaber: notes by the direction of their arrow.</summary>
        public static readonly Table<BeatsaberLevelPart> BeatsaberLevelDirections = new Table<BeatsaberLevelPart>("beatsaber", "level_directions", 0x94bfbfa7);
        /// <summary>The table level_lanes of beatsaber: notes by the lane they come in.</summary>
        public static readonly Table<BeatsaberLevelPart> BeatsaberLevelLanes = new Table<BeatsaberLevelPart>("beatsaber", "level_lanes", 0x74099062);
        /// <summary>The table level_notes of beatsaber: all notes, bombs and walls of the map, and events that belong to none.</summary>
        public static readonly Table<BeatsaberLevelNote> BeatsaberLevelNotes = new Table<BeatsaberLevelNote>("beatsaber", "level_notes", 0xf9045d15);
        /// <summary>The table level_outcomes of beatsaber: notes by what became of them: how difficult those were that were missed.</summary>
        public static readonly Table<BeatsaberLevelPart> BeatsaberLevelOutcomes = new Table<BeatsaberLevelPart>("beatsaber", "level_outcomes", 0x9c1c8876);
        /// <summary>The table level_patterns of beatsaber: notes by the pattern they are part of.</summary>
        public static readonly Table<BeatsaberLevelPart> BeatsaberLevelPatterns = new Table<BeatsaberLevelPart>("beatsaber", "level_patterns", 0x2a799eac);
        /// <summary>The table level_reenacted of beatsaber: the play re-enacted from motion and map, in one row.</summary>
        public static readonly Table<BeatsaberLevelReenacted> BeatsaberLevelReenactedRows = new Table<BeatsaberLevelReenacted>("beatsaber", "level_reenacted", 0x5d5632e3);
        /// <summary>The table level_sections of beatsaber: tenths of the map, from its first to its last note.</summary>
        public static readonly Table<BeatsaberLevelPart> BeatsaberLevelSections = new Table<BeatsaberLevelPart>("beatsaber", "level_sections", 0x2ac54bd8);
        /// <summary>The table level of beatsaber: the play beside its map, in one row.</summary>
        public static readonly Table<BeatsaberLevel> BeatsaberLevels = new Table<BeatsaberLevel>("beatsaber", "level", 0xcd9bb495);
        /// <summary>The table lost_notes of beatsaber: notes that were missed, cut badly or have no event, and bombs and walls that were hit.</summary>
        public static readonly Table<BeatsaberLevelNote> BeatsaberLostNotes = new Table<BeatsaberLevelNote>("beatsaber", "lost_notes", 0xf9045d15);
        /// <summary>The table arcs of beatsaber-map: arcs between notes.</summary>
        public static readonly Table<BeatsaberMapArc> BeatsaberMapArcs = new Table<BeatsaberMapArc>("beatsaber-map", "arcs", 0xddde0f0e);
        /// <summary>The table bombs of beatsaber-map: bombs.</summary>
        public static readonly Table<BeatsaberMapBomb> BeatsaberMapBombs = new Table<BeatsaberMapBomb>("beatsaber-map", "bombs", 0x7ebc36e6);
        /// <summary>The table bpm_events of beatsaber-map: changes of the tempo.</summary>
        public static readonly Table<BeatsaberMapBpmEvent> BeatsaberMapBpmEvents = new Table<BeatsaberMapBpmEvent>("beatsaber-map", "bpm_events", 0x78299ccd);
        /// <summary>The table chains of beatsaber-map: chains of links.</summary>
        public static readonly Table<BeatsaberMapChain> BeatsaberMapChains = new Table<BeatsaberMapChain>("beatsaber-map", "chains", 0x3ac5ec9a);
        /// <summary>The table difficulties of beatsaber-map: what can be played.</summary>
        public static readonly Table<BeatsaberMapDifficulty> BeatsaberMapDifficulties = new Table<BeatsaberMapDifficulty>("beatsaber-map", "difficulties", 0xe1938c36);
        /// <summary>The table info of beatsaber-map: the song and the level.</summary>
        public static readonly Table<BeatsaberMapInfo> BeatsaberMapInfos = new Table<BeatsaberMapInfo>("beatsaber-map", "info", 0x5d355d37);
        /// <summary>The table light_boxes of beatsaber-map: boxes of groups of lights.</summary>
        public static readonly Table<BeatsaberMapLightBox> BeatsaberMapLightBoxes = new Table<BeatsaberMapLightBox>("beatsaber-map", "light_boxes", 0x5bda4412);
        /// <summary>The table light_events of beatsaber-map: events of groups of lights.</summary>
        public static readonly Table<BeatsaberMapLightEvent> BeatsaberMapLightEvents = new Table<BeatsaberMapLightEvent>("beatsaber-map", "light_events", 0x0a895406);
        /// <summary>The table lights of beatsaber-map: events of lights.</summary>
        public static readonly Table<BeatsaberMapLight> BeatsaberMapLights = new Table<BeatsaberMapLight>("beatsaber-map", "lights", 0xea9a63f4);
        /// <summary>The table njs_events of beatsaber-map: changes of the note jump speed.</summary>
        public static readonly Table<BeatsaberMapNjsEvent> BeatsaberMapNjsEvents = new Table<BeatsaberMapNjsEvent>("beatsaber-map", "njs_events", 0x66ea95f1);
        /// <summary>The table notes of beatsaber-map: notes.</summary>
        public static readonly Table<BeatsaberMapNote> BeatsaberMapNotes = new Table<BeatsaberMapNote>("beatsaber-map", "notes", 0x80e713fb);
        /// <summary>The table original of beatsaber-map: the file itself, to write it back byte for byte.</summary>
        public static readonly Table<BeatsaberMapOriginal> BeatsaberMapOriginals = new Table<BeatsaberMapOriginal>("beatsaber-map", "original", 0x7f6d1faf);
        /// <summary>The table rotations of beatsaber-map: turns of the lanes.</summary>
        public static readonly Table<BeatsaberMapRotation> BeatsaberMapRotations = new Table<BeatsaberMapRotation>("beatsaber-map", "rotations", 0x4176fe08);
        /// <summary>The table walls of beatsaber-map: walls.</summary>
        public static readonly Table<BeatsaberMapWall> BeatsaberMapWalls = new Table<BeatsaberMapWall>("beatsaber-map", "walls", 0x6e4c93b9);
        /// <summary>The table origin_resets of beatsaber: frames in which a hand is at the tracking origin.</summary>
        public static readonly Table<BeatsaberOriginReset> BeatsaberOriginResets = new Table<BeatsaberOriginReset>("beatsaber", "origin_resets", 0x946abf2d);
        /// <summary>The table samples of motion: poses, velocities and accelerations at a fixed rate.</summary>
        public static readonly Table<BeatsaberSample> BeatsaberSamples = new Table<BeatsaberSample>("motion", "samples", 0xa80ade63);
        /// <summary>The table scoring of beatsaber: statistics per scoring type.</summary>
        public static readonly Table<BeatsaberScoring> BeatsaberScorings = new Table<BeatsaberScoring>("beatsaber", "scoring", 0x9f398d70);
        /// <summary>The table stills of beatsaber: spans of a second or more in which a tracker does not move at all.</summary>
        public static readonly Table<BeatsaberStill> BeatsaberStills = new Table<BeatsaberStill>("beatsaber", "stills", 0x363aba85);
        /// <summary>The table summary of beatsaber: the play in one row.</summary>
        public static readonly Table<BeatsaberSummary> BeatsaberSummaries = new Table<BeatsaberSummary>("beatsaber", "summary", 0xe7be27a8);
        /// <summary>The table underswings of beatsaber: good cuts that lost swing points.</summary>
        public static readonly Table<BeatsaberUnderswing> BeatsaberUnderswings = new Table<BeatsaberUnderswing>("beatsaber", "underswings", 0xb7806a88);
        /// <summary>The table frames of bsor: poses of head and hands, one row per rendered frame.</summary>
        public static readonly Table<BsorFrame> BsorFrames = new Table<BsorFrame>("bsor", "frames", 0x43980588);
        /// <summary>The table heights of bsor: measured heights of the player.</summary>
        public static readonly Table<BsorHeight> BsorHeights = new Table<BsorHeight>("bsor", "heights", 0x8b35774a);
        /// <summary>The table info of bsor: the player, the map and the result.</summary>
        public static readonly Table<BsorInfo> BsorInfos = new Table<BsorInfo>("bsor", "info", 0x1e6f2cd9);
        /// <summary>The table lengths of bsor: strings whose stated length differs from their length in bytes.</summary>
        public static readonly Table<BsorLength> BsorLengths = new Table<BsorLength>("bsor", "lengths", 0x798a0b01);
        /// <summary>The table notes of bsor: notes and bombs, in the order they were scored.</summary>
        public static readonly Table<BsorNote> BsorNotes = new Table<BsorNote>("bsor", "notes", 0x7edc9de4);
        /// <summary>The table controller_offsets of bsor: positions and rotations of the sabers in the hands.</summary>
        public static readonly Table<BsorControllerOffsets> BsorOffsets = new Table<BsorControllerOffsets>("bsor", "controller_offsets", 0x16913745);
        /// <summary>The table pauses of bsor: pauses.</summary>
        public static readonly Table<BsorPause> BsorPauses = new Table<BsorPause>("bsor", "pauses", 0xbd2205cc);
        /// <summary>The table sections of bsor: layout of the file, in file order.</summary>
        public static readonly Table<BsorSection> BsorSections = new Table<BsorSection>("bsor", "sections", 0x2f2c5f54);
        /// <summary>The table user_data of bsor: data of other mods, by key.</summary>
        public static readonly Table<BsorUserEntry> BsorUserData = new Table<BsorUserEntry>("bsor", "user_data", 0x287ee40a);
        /// <summary>The table walls of bsor: contacts of the head with walls.</summary>
        public static readonly Table<BsorWall> BsorWalls = new Table<BsorWall>("bsor", "walls", 0x1f1c6624);
        /// <summary>The table blocks of butter: blocks as stored.</summary>
        public static readonly Table<ButterBlock> ButterBlocks = new Table<ButterBlock>("butter", "blocks", 0x69367274);
        /// <summary>The table bones of butter: bones in each frame.</summary>
        public static readonly Table<EchoBone> ButterBones = new Table<EchoBone>("butter", "bones", 0x0378945a);
        /// <summary>The table frames of butter: match state in each frame.</summary>
        public static readonly Table<ButterFrame> ButterFrames = new Table<ButterFrame>("butter", "frames", 0xc47b6452);
        /// <summary>The table info of butter: file header.</summary>
        public static readonly Table<ButterInfo> ButterInfos = new Table<ButterInfo>("butter", "info", 0x14781206);
        /// <summary>The table players of butter: players in each frame.</summary>
        public static readonly Table<ButterPlayer> ButterPlayers = new Table<ButterPlayer>("butter", "players", 0x121989de);
        /// <summary>The table rests of butter: bytes after the last block.</summary>
        public static readonly Table<ButterRest> ButterRests = new Table<ButterRest>("butter", "rests", 0x8d55f3f5);
        /// <summary>The table roster of butter: players in the file.</summary>
        public static readonly Table<ButterEntry> ButterRoster = new Table<ButterEntry>("butter", "roster", 0xda2bb595);
        /// <summary>The table teams of butter: teams in each frame.</summary>
        public static readonly Table<EchoTeam> ButterTeams = new Table<EchoTeam>("butter", "teams", 0x9c91cbf1);
        /// <summary>The table activity of ddnet: player activity per session.</summary>
        public static readonly Table<DdnetActivity> DdnetActivities = new Table<DdnetActivity>("ddnet", "activity", 0x2bae61a2);
        /// <summary>The table lives of ddnet: lifetimes of characters.</summary>
        public static readonly Table<DdnetCharacter> DdnetCharacters = new Table<DdnetCharacter>("ddnet", "lives", 0xb341fa64);
        /// <summary>The table commands of ddnet: commands that were run.</summary>
        public static readonly Table<DdnetCommand> DdnetCommands = new Table<DdnetCommand>("ddnet", "commands", 0x9bb2bb9c);
        /// <summary>The table evidence_ticks of ddnet: ticks whose position does not follow from the inputs.</summary>
        public static readonly Table<DdnetEvidenceTick> DdnetEvidenceTicks = new Table<DdnetEvidenceTick>("ddnet", "evidence_ticks", 0x2862282c);
        /// <summary>The table evidence of ddnet: whether the motion follows from the inputs, in one row.</summary>
        public static readonly Table<DdnetEvidence> DdnetEvidences = new Table<DdnetEvidence>("ddnet", "evidence", 0x41dfb5f3);
        /// <summary>The table finish_evidence of ddnet: finishes of players beside the motion of their runs.</summary>
        public static readonly Table<DdnetFinishEvidence> DdnetFinishEvidences = new Table<DdnetFinishEvidence>("ddnet", "finish_evidence", 0xdc42d9fa);
        /// <summary>The table finishes of ddnet: finishes of players and teams.</summary>
        public static readonly Table<DdnetFinish> DdnetFinishes = new Table<DdnetFinish>("ddnet", "finishes", 0xe4dfd721);
        /// <summary>The table heat of ddnet: time characters spent on each tile.</summary>
        public static readonly Table<DdnetHeat> DdnetHeats = new Table<DdnetHeat>("ddnet", "heat", 0xfc3001eb);
        /// <summary>The table input_figures of ddnet: how keys and aim of each session go.</summary>
        public static readonly Table<DdnetInputFigure> DdnetInputFigures = new Table<DdnetInputFigure>("ddnet", "input_figures", 0x3c28d658);
        /// <summary>The table tick_inputs of ddnet: every input in every tick.</summary>
        public static readonly Table<DdnetInput> DdnetInputs = new Table<DdnetInput>("ddnet", "tick_inputs", 0x716686fe);
        /// <summary>The table kills of ddnet: kill messages of a demo.</summary>
        public static readonly Table<DdnetKill> DdnetKills = new Table<DdnetKill>("ddnet", "kills", 0xb5a2de2c);
        /// <summary>The table level_checkpoints of ddnet: time checkpoints that players touched.</summary>
        public static readonly Table<DdnetLevelCheckpoint> DdnetLevelCheckpoints = new Table<DdnetLevelCheckpoint>("ddnet", "level_checkpoints", 0x2dd5e5b0);
        /// <summary>The table level_finishes of ddnet: finishes of players beside the lines that they touched.</summary>
        public static readonly Table<DdnetLevelFinish> DdnetLevelFinishes = new Table<DdnetLevelFinish>("ddnet", "level_finishes", 0xf8b182d6);
        /// <summary>The table level_tiles of ddnet: lines, freezes and deaths that players came to.</summary>
        public static readonly Table<DdnetLevelTile> DdnetLevelTiles = new Table<DdnetLevelTile>("ddnet", "level_tiles", 0xb0ca04d7);
        /// <summary>The table envelope_points of ddnet-map: points of the curves.</summary>
        public static readonly Table<DdnetMapEnvelopePoint> DdnetMapEnvelopePoints = new Table<DdnetMapEnvelopePoint>("ddnet-map", "envelope_points", 0xb6f3f7ee);
        /// <summary>The table envelopes of ddnet-map: curves over time.</summary>
        public static readonly Table<DdnetMapEnvelope> DdnetMapEnvelopes = new Table<DdnetMapEnvelope>("ddnet-map", "envelopes", 0x5a8c68ef);
        /// <summary>The table groups of ddnet-map: groups of layers, in drawing order.</summary>
        public static readonly Table<DdnetMapGroup> DdnetMapGroups = new Table<DdnetMapGroup>("ddnet-map", "groups", 0x6e687a6e);
        /// <summary>The table images of ddnet-map: images of tiles and quads.</summary>
        public static readonly Table<DdnetMapImage> DdnetMapImages = new Table<DdnetMapImage>("ddnet-map", "images", 0x364bc750);
        /// <summary>The table info of ddnet-map: what the map says of itself, and what names it.</summary>
        public static readonly Table<DdnetMapInfo> DdnetMapInfos = new Table<DdnetMapInfo>("ddnet-map", "info", 0xf78804d4);
        /// <summary>The table items of ddnet-map: items of types without a table.</summary>
        public static readonly Table<DdnetMapItem> DdnetMapItems = new Table<DdnetMapItem>("ddnet-map", "items", 0xe7dd969e);
        /// <summary>The table layers of ddnet-map: layers, in drawing order within their group.</summary>
        public static readonly Table<DdnetMapLayer> DdnetMapLayers = new Table<DdnetMapLayer>("ddnet-map", "layers", 0xc3a1fdba);
        /// <summary>The table original of ddnet-map: the file as it was read.</summary>
        public static readonly Table<DdnetMapOriginal> DdnetMapOriginals = new Table<DdnetMapOriginal>("ddnet-map", "original", 0x7f6d1faf);
        /// <summary>The table quads of ddnet-map: quads of the layers of quads.</summary>
        public static readonly Table<DdnetMapQuad> DdnetMapQuads = new Table<DdnetMapQuad>("ddnet-map", "quads", 0x6f264cb1);
        /// <summary>The table settings of ddnet-map: console lines that the map sets.</summary>
        public static readonly Table<DdnetMapSetting> DdnetMapSettings = new Table<DdnetMapSetting>("ddnet-map", "settings", 0x22a50c53);
        /// <summary>The table sound_sources of ddnet-map: sources of the layers of sounds.</summary>
        public static readonly Table<DdnetMapSoundSource> DdnetMapSoundSources = new Table<DdnetMapSoundSource>("ddnet-map", "sound_sources", 0xf2434330);
        /// <summary>The table sounds of ddnet-map: sounds of sources.</summary>
        public static readonly Table<DdnetMapSound> DdnetMapSounds = new Table<DdnetMapSound>("ddnet-map", "sounds", 0x494bc70b);
        /// <summary>The table tiles of ddnet-map: runs of equal tiles that are not empty.</summary>
        public static readonly Table<DdnetMapTile> DdnetMapTiles = new Table<DdnetMapTile>("ddnet-map", "tiles", 0x872efc83);
        /// <summary>The table names of ddnet: player names requested and assigned.</summary>
        public static readonly Table<DdnetName> DdnetNames = new Table<DdnetName>("ddnet", "names", 0x70ada525);
        /// <summary>The table online of ddnet: clients and characters over time.</summary>
        public static readonly Table<DdnetOnline> DdnetOnlines = new Table<DdnetOnline>("ddnet", "online", 0xd97a3f53);
        /// <summary>The table player_evidence of ddnet: whether the motion follows from the inputs, by session.</summary>
        public static readonly Table<DdnetPlayerEvidence> DdnetPlayerEvidences = new Table<DdnetPlayerEvidence>("ddnet", "player_evidence", 0xd8e3ecb3);
        /// <summary>The table player_stats of ddnet: players, by the name that their sessions end with.</summary>
        public static readonly Table<DdnetPlayer> DdnetPlayers = new Table<DdnetPlayer>("ddnet", "player_stats", 0xe4e7edc0);
        /// <summary>The table tick_positions of ddnet: position of every character in every tick.</summary>
        public static readonly Table<DdnetPosition> DdnetPositions = new Table<DdnetPosition>("ddnet", "tick_positions", 0x7b16c1a9);
        /// <summary>The table sessions of ddnet: stays of clients on the server.</summary>
        public static readonly Table<DdnetSession> DdnetSessions = new Table<DdnetSession>("ddnet", "sessions", 0xc10bb08a);
        /// <summary>The table tees of ddnet: what tees did, as a demo or a ghost shows it.</summary>
        public static readonly Table<DdnetShownTee> DdnetShownTees = new Table<DdnetShownTee>("ddnet", "tees", 0xf015246c);
        /// <summary>The table summary of ddnet: the recording in one row.</summary>
        public static readonly Table<DdnetSummary> DdnetSummaries = new Table<DdnetSummary>("ddnet", "summary", 0x7967b52f);
        /// <summary>The table teams of ddnet: team changes and practice mode.</summary>
        public static readonly Table<DdnetTeam> DdnetTeams = new Table<DdnetTeam>("ddnet", "teams", 0x2b52e7df);
        /// <summary>The table votes of ddnet: votes called and cast.</summary>
        public static readonly Table<DdnetVote> DdnetVotes = new Table<DdnetVote>("ddnet", "votes", 0x4048bde1);
        /// <summary>The table characters of demo: tees, where a snapshot states them.</summary>
        public static readonly Table<DemoCharacter> DemoCharacters = new Table<DemoCharacter>("demo", "characters", 0x3db5de12);
        /// <summary>The table clients of demo: who the players are, where a snapshot states it.</summary>
        public static readonly Table<DemoClient> DemoClients = new Table<DemoClient>("demo", "clients", 0x79c676db);
        /// <summary>The table flags of demo: flags, where a snapshot states them.</summary>
        public static readonly Table<DemoFlag> DemoFlags = new Table<DemoFlag>("demo", "flags", 0x4c67ccd4);
        /// <summary>The table forms of demo: chunks that were written in an unusual way.</summary>
        public static readonly Table<DemoForm> DemoForms = new Table<DemoForm>("demo", "forms", 0x0d443359);
        /// <summary>The table game of demo: state of the game, where a snapshot states it.</summary>
        public static readonly Table<DemoGame> DemoGames = new Table<DemoGame>("demo", "game", 0x6524fb27);
        /// <summary>The table head of demo: the bytes of an unusual header.</summary>
        public static readonly Table<DemoHead> DemoHeads = new Table<DemoHead>("demo", "head", 0x219edb72);
        /// <summary>The table info of demo: the header.</summary>
        public static readonly Table<DemoInfo> DemoInfos = new Table<DemoInfo>("demo", "info", 0xef491544);
        /// <summary>The table items of demo: items without a table of their own.</summary>
        public static readonly Table<DemoItem> DemoItems = new Table<DemoItem>("demo", "items", 0xb4b853ea);
        /// <summary>The table lasers of demo: lasers, where a snapshot states them.</summary>
        public static readonly Table<DemoLaser> DemoLasers = new Table<DemoLaser>("demo", "lasers", 0x38948603);
        /// <summary>The table map of demo: the embedded map.</summary>
        public static readonly Table<DemoMap> DemoMaps = new Table<DemoMap>("demo", "map", 0xc6e23fa7);
        /// <summary>The table markers of demo: places on the timeline that the recorder marked.</summary>
        public static readonly Table<DemoMarker> DemoMarkers = new Table<DemoMarker>("demo", "markers", 0xff6404b0);
        /// <summary>The table messages of demo: messages of the server.</summary>
        public static readonly Table<DemoMessage> DemoMessages = new Table<DemoMessage>("demo", "messages", 0xcb4abc95);
        /// <summary>The table orders of demo: order of the items of snapshots.</summary>
        public static readonly Table<DemoOrder> DemoOrders = new Table<DemoOrder>("demo", "orders", 0x28e01c3b);
        /// <summary>The table others of demo: chunks without a meaning.</summary>
        public static readonly Table<DemoOther> DemoOthers = new Table<DemoOther>("demo", "others", 0x3e1613dd);
        /// <summary>The table pickups of demo: pickups, where a snapshot states them.</summary>
        public static readonly Table<DemoPickup> DemoPickups = new Table<DemoPickup>("demo", "pickups", 0x48f60a66);
        /// <summary>The table players of demo: players, with score and team, where a snapshot states them.</summary>
        public static readonly Table<DemoPlayer> DemoPlayers = new Table<DemoPlayer>("demo", "players", 0x392f2798);
        /// <summary>The table projectiles of demo: projectiles, where a snapshot states them.</summary>
        public static readonly Table<DemoProjectile> DemoProjectiles = new Table<DemoProjectile>("demo", "projectiles", 0xa089e283);
        /// <summary>The table removals of demo: items that are no longer there.</summary>
        public static readonly Table<DemoRemoval> DemoRemovals = new Table<DemoRemoval>("demo", "removals", 0xb6b85863);
        /// <summary>The table snapshots of demo: ticks of the file.</summary>
        public static readonly Table<DemoSnapshot> DemoSnapshots = new Table<DemoSnapshot>("demo", "snapshots", 0x941eeacd);
        /// <summary>The table types of demo: numbers of extended types.</summary>
        public static readonly Table<DemoType> DemoTypes = new Table<DemoType>("demo", "types", 0xec7e2a6f);
        /// <summary>The table disc_speed of echo: speed of the disc in each frame.</summary>
        public static readonly Table<EchoDiscSpeed> EchoDiscSpeeds = new Table<EchoDiscSpeed>("echo", "disc_speed", 0x98be8b0f);
        /// <summary>The table events of echo: increases of the game's player counters.</summary>
        public static readonly Table<EchoEvent> EchoEvents = new Table<EchoEvent>("echo", "events", 0x69e2965a);
        /// <summary>The table goals of echo: goals.</summary>
        public static readonly Table<EchoGoal> EchoGoals = new Table<EchoGoal>("echo", "goals", 0xf9b3b319);
        /// <summary>The table loadouts of echo: what players carry in Combat.</summary>
        public static readonly Table<EchoLoadout> EchoLoadouts = new Table<EchoLoadout>("echo", "loadouts", 0x6f439dae);
        /// <summary>The table match of echo: statistics of the recording.</summary>
        public static readonly Table<EchoMatch> EchoMatches = new Table<EchoMatch>("echo", "match", 0x665a4e0f);
        /// <summary>The table motion of echo: movement and connection quality per player.</summary>
        public static readonly Table<EchoMotion> EchoMotions = new Table<EchoMotion>("echo", "motion", 0xc26cc896);
        /// <summary>The table pauses of echo: pauses.</summary>
        public static readonly Table<EchoPause> EchoPauses = new Table<EchoPause>("echo", "pauses", 0x015dc455);
        /// <summary>The table payload of echo: progress of a Combat match.</summary>
        public static readonly Table<EchoPayloadStep> EchoPayloadSteps = new Table<EchoPayloadStep>("echo", "payload", 0xd390d74c);
        /// <summary>The table player_stats of echo: statistics per player.</summary>
        public static readonly Table<EchoPlayerSum> EchoPlayerSums = new Table<EchoPlayerSum>("echo", "player_stats", 0x5a72f8ef);
        /// <summary>The table possession of echo: intervals of disc possession.</summary>
        public static readonly Table<EchoPossession> EchoPossessions = new Table<EchoPossession>("echo", "possession", 0x715af345);
        /// <summary>The table throws of echo: throws of the recording player.</summary>
        public static readonly Table<EchoRecorderThrow> EchoRecorderThrows = new Table<EchoRecorderThrow>("echo", "throws", 0xfaa0618e);
        /// <summary>The table releases of echo: releases of the disc by a hand.</summary>
        public static readonly Table<EchoRelease> EchoReleases = new Table<EchoRelease>("echo", "releases", 0x331eee77);
        /// <summary>The table rounds of echo: rounds.</summary>
        public static readonly Table<EchoRound> EchoRounds = new Table<EchoRound>("echo", "rounds", 0xd65672b8);
        /// <summary>The table presence of echo: stays of players in teams.</summary>
        public static readonly Table<EchoStay> EchoStays = new Table<EchoStay>("echo", "presence", 0xd6c3da12);
        /// <summary>The table bones of echoreplay: bones in each frame.</summary>
        public static readonly Table<EchoBone> EchoreplayBones = new Table<EchoBone>("echoreplay", "bones", 0xec78c648);
        /// <summary>The table deflated of echoreplay: in an archive: compressed text that is made again.</summary>
        public static readonly Table<EchoreplayDeflated> EchoreplayDeflates = new Table<EchoreplayDeflated>("echoreplay", "deflated", 0xba6dfce8);
        /// <summary>The table frames of echoreplay: match state in each frame.</summary>
        public static readonly Table<EchoreplayFrame> EchoreplayFrames = new Table<EchoreplayFrame>("echoreplay", "frames", 0x361b896a);
        /// <summary>The table info of echoreplay: container and entry name.</summary>
        public static readonly Table<EchoreplayInfo> EchoreplayInfos = new Table<EchoreplayInfo>("echoreplay", "info", 0xab37783d);
        /// <summary>The table lines of echoreplay: original lines.</summary>
        public static readonly Table<EchoreplayLine> EchoreplayLines = new Table<EchoreplayLine>("echoreplay", "lines", 0xb6292081);
        /// <summary>The table pieces of echoreplay: original bytes of the zip archive.</summary>
        public static readonly Table<EchoreplayPiece> EchoreplayPieces = new Table<EchoreplayPiece>("echoreplay", "pieces", 0x219edb72);
        /// <summary>The table players of echoreplay: players in each frame.</summary>
        public static readonly Table<EchoreplayPlayer> EchoreplayPlayers = new Table<EchoreplayPlayer>("echoreplay", "players", 0x5f83a88b);
        /// <summary>The table teams of echoreplay: teams in each frame.</summary>
        public static readonly Table<EchoreplayTeam> EchoreplayTeams = new Table<EchoreplayTeam>("echoreplay", "teams", 0x1aea9d78);
        /// <summary>The table ending of ecrreplay: what follows the frames.</summary>
        public static readonly Table<EcrreplayEnding> EcrreplayEndings = new Table<EcrreplayEnding>("ecrreplay", "ending", 0xfb1783cb);
        /// <summary>The table frames of ecrreplay: frames.</summary>
        public static readonly Table<EchoFrame> EcrreplayFrames = new Table<EchoFrame>("ecrreplay", "frames", 0x9e52a5af);
        /// <summary>The table info of ecrreplay: what precedes the frames.</summary>
        public static readonly Table<EcrreplayInfo> EcrreplayInfos = new Table<EcrreplayInfo>("ecrreplay", "info", 0xc13448b1);
        /// <summary>The table original of ecrreplay: the file as it was.</summary>
        public static readonly Table<EcrreplayOriginal> EcrreplayOriginals = new Table<EcrreplayOriginal>("ecrreplay", "original", 0xbdb6c8ac);
        /// <summary>The table players of ecrreplay: players in each frame.</summary>
        public static readonly Table<EcrreplayPlayer> EcrreplayPlayers = new Table<EcrreplayPlayer>("ecrreplay", "players", 0x0dbac5cf);
        /// <summary>The table roster of ecrreplay: players in the file.</summary>
        public static readonly Table<EcrreplayEntry> EcrreplayRoster = new Table<EcrreplayEntry>("ecrreplay", "roster", 0x6db3f68d);
        /// <summary>The table teams of ecrreplay: teams in each frame.</summary>
        public static readonly Table<EchoTeam> EcrreplayTeams = new Table<EchoTeam>("ecrreplay", "teams", 0xf407fa1b);
        /// <summary>The table blocks of gdr2: bot data of an input, for inputs that have it.</summary>
        public static readonly Table<GdrBlock> GdrBlocks = new Table<GdrBlock>("gdr2", "blocks", 0x9d129c17);
        /// <summary>The table cut_info of gdr1: the keys found in a truncated file.</summary>
        public static readonly Table<GdrInfoV1> GdrCutInfos = new Table<GdrInfoV1>("gdr1", "cut_info", 0xcb7cfb3e);
        /// <summary>The table deaths of gdr2: deaths of the player.</summary>
        public static readonly Table<GdrDeath> GdrDeaths = new Table<GdrDeath>("gdr2", "deaths", 0xafa2fb40);
        /// <summary>The table document of gdr2: the original file, if rows cannot represent all of it.</summary>
        public static readonly Table<GdrDocument> GdrDocuments = new Table<GdrDocument>("gdr2", "document", 0xc6e23fa7);
        /// <summary>The table extensions of gdr1: keys of the file that the format does not define.</summary>
        public static readonly Table<GdrExtension> GdrExtensions = new Table<GdrExtension>("gdr1", "extensions", 0x7cd8bfa5);
        /// <summary>The table info of gdr2: the level, the recording program and the result.</summary>
        public static readonly Table<GdrInfo> GdrInfos = new Table<GdrInfo>("gdr2", "info", 0x7041df47);
        /// <summary>The table info of gdr1: the level, the recording program and the result.</summary>
        public static readonly Table<GdrInfoV1> GdrInfosV1 = new Table<GdrInfoV1>("gdr1", "info", 0xcb7cfb3e);
        /// <summary>The table inputs of gdr2: presses and releases, in file order.</summary>
        public static readonly Table<GdrInput> GdrInputs = new Table<GdrInput>("gdr2", "inputs", 0x4a64683f);
        /// <summary>The table physics of gdr2: physics of the player at an input, for inputs that have it.</summary>
        public static readonly Table<GdrPhysics> GdrPhysicsRows = new Table<GdrPhysics>("gdr2", "physics", 0xf26a7229);
        /// <summary>The table buttons of geometrydash: presses and releases per button.</summary>
        public static readonly Table<GeometrydashButton> GeometrydashButtons = new Table<GeometrydashButton>("geometrydash", "buttons", 0xf283f1ce);
        /// <summary>The table clicks of geometrydash: every press: a click track.</summary>
        public static readonly Table<GeometrydashClick> GeometrydashClicks = new Table<GeometrydashClick>("geometrydash", "clicks", 0x270a10a3);
        /// <summary>The table holds of geometrydash: presses with their releases.</summary>
        public static readonly Table<GeometrydashHold> GeometrydashHolds = new Table<GeometrydashHold>("geometrydash", "holds", 0x94e29e2d);
        /// <summary>The table player_stats of geometrydash: statistics per player.</summary>
        public static readonly Table<GeometrydashPlayer> GeometrydashPlayers = new Table<GeometrydashPlayer>("geometrydash", "player_stats", 0x00eac1b3);
        /// <summary>The table summary of geometrydash: statistics of the macro.</summary>
        public static readonly Table<GeometrydashSummary> GeometrydashSummaries = new Table<GeometrydashSummary>("geometrydash", "summary", 0x1d8f82c6);
        /// <summary>The table characters of ghost: the player, tick by tick.</summary>
        public static readonly Table<GhostCharacter> GhostCharacters = new Table<GhostCharacter>("ghost", "characters", 0xd308c96d);
        /// <summary>The table info of ghost: the header.</summary>
        public static readonly Table<GhostInfo> GhostInfos = new Table<GhostInfo>("ghost", "info", 0xc3d51991);
        /// <summary>The table original of ghost: the file as it was read.</summary>
        public static readonly Table<GhostOriginal> GhostOriginals = new Table<GhostOriginal>("ghost", "original", 0x7f6d1faf);
        /// <summary>The table skins of ghost: looks of the player, usually one.</summary>
        public static readonly Table<GhostSkin> GhostSkins = new Table<GhostSkin>("ghost", "skins", 0xbc401c1e);
        /// <summary>The table starts of ghost: starts of the run, usually one.</summary>
        public static readonly Table<GhostStart> GhostStarts = new Table<GhostStart>("ghost", "starts", 0xff6404b0);
        /// <summary>The table attempts of slc3: failed attempts before the run.</summary>
        public static readonly Table<MacrosAttempt> MacrosAttempts = new Table<MacrosAttempt>("slc3", "attempts", 0x82769b6a);
        /// <summary>The table ending of slc3: what follows the inputs.</summary>
        public static readonly Table<MacrosEnding> MacrosEndings = new Table<MacrosEnding>("slc3", "ending", 0xd760f475);
        /// <summary>The table events of slc3: restarts, deaths and changes of the rate between the inputs.</summary>
        public static readonly Table<MacrosEvent> MacrosEvents = new Table<MacrosEvent>("slc3", "events", 0x809b7611);
        /// <summary>The table fixes of slc3: positions to which the bot puts a player back.</summary>
        public static readonly Table<MacrosFix> MacrosFixes = new Table<MacrosFix>("slc3", "fixes", 0x9e06ce94);
        /// <summary>The table header of slc3: what the info has no field for.</summary>
        public static readonly Table<MacrosHeader> MacrosHeaders = new Table<MacrosHeader>("slc3", "header", 0x08494b59);
        /// <summary>The table times of slc3: times of the inputs, if the format stores times.</summary>
        public static readonly Table<MacrosTime> MacrosTimes = new Table<MacrosTime>("slc3", "times", 0x872f5878);
        /// <summary>The table attempt_inputs of slc3: inputs of the failed attempts.</summary>
        public static readonly Table<MacrosTry> MacrosTries = new Table<MacrosTry>("slc3", "attempt_inputs", 0xda4a0912);
        /// <summary>The table frames of milk: match state in each frame.</summary>
        public static readonly Table<MilkFrame> MilkFrames = new Table<MilkFrame>("milk", "frames", 0xb6741e20);
        /// <summary>The table info of milk: data before the frames.</summary>
        public static readonly Table<MilkInfo> MilkInfos = new Table<MilkInfo>("milk", "info", 0x2f3192a6);
        /// <summary>The table players of milk: players in each frame.</summary>
        public static readonly Table<MilkPlayer> MilkPlayers = new Table<MilkPlayer>("milk", "players", 0xcdd3d29e);
        /// <summary>The table roster of milk: players in the file.</summary>
        public static readonly Table<MilkEntry> MilkRoster = new Table<MilkEntry>("milk", "roster", 0x0008e664);
        /// <summary>The table stats of milk: statistics of teams and players, once per second, as raw bytes.</summary>
        public static readonly Table<MilkStats> MilkStatistics = new Table<MilkStats>("milk", "stats", 0xbe05809a);
        /// <summary>The table teams of milk: teams in each frame.</summary>
        public static readonly Table<EchoTeam> MilkTeams = new Table<EchoTeam>("milk", "teams", 0x11464c91);
        /// <summary>The table combos of scoresaber: changes of the combo.</summary>
        public static readonly Table<ScoresaberCombo> ScoresaberCombos = new Table<ScoresaberCombo>("scoresaber", "combos", 0x5bc88072);
        /// <summary>The table energies of scoresaber: changes of the energy.</summary>
        public static readonly Table<ScoresaberEnergy> ScoresaberEnergies = new Table<ScoresaberEnergy>("scoresaber", "energies", 0xd0a07a55);
        /// <summary>The table extensions of scoresaber: extensions without a table of their own, as raw bytes.</summary>
        public static readonly Table<ScoresaberExtension> ScoresaberExtensions = new Table<ScoresaberExtension>("scoresaber", "extensions", 0x72621dff);
        /// <summary>The table gaps of scoresaber: bytes outside every section.</summary>
        public static readonly Table<ScoresaberGap> ScoresaberGaps = new Table<ScoresaberGap>("scoresaber", "gaps", 0x43fe43ec);
        /// <summary>The table heights of scoresaber: height of the player.</summary>
        public static readonly Table<ScoresaberHeight> ScoresaberHeights = new Table<ScoresaberHeight>("scoresaber", "heights", 0x8b35774a);
        /// <summary>The table info of scoresaber: the map, the player's settings and the result.</summary>
        public static readonly Table<ScoresaberInfo> ScoresaberInfos = new Table<ScoresaberInfo>("scoresaber", "info", 0x28ad84fb);
        /// <summary>The table extras of scoresaber-json: members that are not documented.</summary>
        public static readonly Table<ScoresaberJsonExtra> ScoresaberJsonExtras = new Table<ScoresaberJsonExtra>("scoresaber-json", "extras", 0x93f481c3);
        /// <summary>The table frames of scoresaber-json: poses of head and hands, one row per recorded frame.</summary>
        public static readonly Table<ScoresaberJsonFrame> ScoresaberJsonFrames = new Table<ScoresaberJsonFrame>("scoresaber-json", "frames", 0x2eb155aa);
        /// <summary>The table heights of scoresaber-json: height of the player.</summary>
        public static readonly Table<ScoresaberJsonHeight> ScoresaberJsonHeights = new Table<ScoresaberJsonHeight>("scoresaber-json", "heights", 0x4addf08a);
        /// <summary>The table info of scoresaber-json: the map, the player's settings and the result.</summary>
        public static readonly Table<ScoresaberJsonInfo> ScoresaberJsonInfos = new Table<ScoresaberJsonInfo>("scoresaber-json", "info", 0xc2adc07a);
        /// <summary>The table notes of scoresaber-json: result of each note, bomb and wall.</summary>
        public static readonly Table<ScoresaberJsonNote> ScoresaberJsonNotes = new Table<ScoresaberJsonNote>("scoresaber-json", "notes", 0xef16f10e);
        /// <summary>The table keyframes of scoresaber: key frames, the only data of the oldest files.</summary>
        public static readonly Table<ScoresaberKeyframe> ScoresaberKeyframes = new Table<ScoresaberKeyframe>("scoresaber", "keyframes", 0xd3eebff5);
        /// <summary>The table multipliers of scoresaber: changes of the multiplier.</summary>
        public static readonly Table<ScoresaberMultiplier> ScoresaberMultipliers = new Table<ScoresaberMultiplier>("scoresaber", "multipliers", 0x0ccb086f);
        /// <summary>The table notes of scoresaber: result of each note and bomb.</summary>
        public static readonly Table<ScoresaberNote> ScoresaberNotes = new Table<ScoresaberNote>("scoresaber", "notes", 0x3b84a0bc);
        /// <summary>The table controller_offsets of scoresaber: positions and rotations of the sabers in the hands, from the extension block.</summary>
        public static readonly Table<ScoresaberControllerOffsets> ScoresaberOffsets = new Table<ScoresaberControllerOffsets>("scoresaber", "controller_offsets", 0x5d1527bf);
        /// <summary>The table original of scoresaber: the original file, for byte-exact writing.</summary>
        public static readonly Table<ScoresaberOriginal> ScoresaberOriginals = new Table<ScoresaberOriginal>("scoresaber", "original", 0xb95dc97a);
        /// <summary>The table pauses of scoresaber: pauses, from the extension block.</summary>
        public static readonly Table<ScoresaberPause> ScoresaberPauses = new Table<ScoresaberPause>("scoresaber", "pauses", 0xba257be8);
        /// <summary>The table play_settings of scoresaber: settings of the player, from the extension block.</summary>
        public static readonly Table<ScoresaberPlaySettings> ScoresaberPlaySettingsRows = new Table<ScoresaberPlaySettings>("scoresaber", "play_settings", 0x6479941f);
        /// <summary>The table poses of scoresaber: poses of head and hands, one row per recorded frame.</summary>
        public static readonly Table<ScoresaberPose> ScoresaberPoses = new Table<ScoresaberPose>("scoresaber", "poses", 0x70ef2d6e);
        /// <summary>The table scores of scoresaber: changes of the score.</summary>
        public static readonly Table<ScoresaberScore> ScoresaberScores = new Table<ScoresaberScore>("scoresaber", "scores", 0x89ca586b);
        /// <summary>The table walls of scoresaber: walls that the head entered, from the extension block.</summary>
        public static readonly Table<ScoresaberWall> ScoresaberWalls = new Table<ScoresaberWall>("scoresaber", "walls", 0x70eae35c);
        /// <summary>The table envelopes of tape: original messages.</summary>
        public static readonly Table<TapeEnvelope> TapeEnvelopes = new Table<TapeEnvelope>("tape", "envelopes", 0xe3a83b6a);
        /// <summary>The table info of tape: the capture itself.</summary>
        public static readonly Table<TapeInfo> TapeInfos = new Table<TapeInfo>("tape", "info", 0xeea2fda2);
        /// <summary>The table metadata of tape: metadata of the header.</summary>
        public static readonly Table<TapeNote> TapeNotes = new Table<TapeNote>("tape", "metadata", 0x8a850132);
        /// <summary>The table pieces of tape: original bytes of a compressed capture.</summary>
        public static readonly Table<TapePiece> TapePieces = new Table<TapePiece>("tape", "pieces", 0x219edb72);
        /// <summary>The table antibots of teehistorian: data of an anti-cheat module.</summary>
        public static readonly Table<TeehistorianAntibot> TeehistorianAntibots = new Table<TeehistorianAntibot>("teehistorian", "antibots", 0x2a0d5e44);
        /// <summary>The table arguments of teehistorian: command arguments.</summary>
        public static readonly Table<TeehistorianArgument> TeehistorianArguments = new Table<TeehistorianArgument>("teehistorian", "arguments", 0x75ffa645);
        /// <summary>The table auths of teehistorian: logins to the remote console.</summary>
        public static readonly Table<TeehistorianAuth> TeehistorianAuths = new Table<TeehistorianAuth>("teehistorian", "auths", 0xd7e332d7);
        /// <summary>The table clients of teehistorian: versions of the clients.</summary>
        public static readonly Table<TeehistorianClient> TeehistorianClients = new Table<TeehistorianClient>("teehistorian", "clients", 0x5674a141);
        /// <summary>The table commands of teehistorian: executed commands.</summary>
        public static readonly Table<TeehistorianCommand> TeehistorianCommands = new Table<TeehistorianCommand>("teehistorian", "commands", 0xd4e11559);
        /// <summary>The table drops of teehistorian: clients that left.</summary>
        public static readonly Table<TeehistorianDrop> TeehistorianDrops = new Table<TeehistorianDrop>("teehistorian", "drops", 0x526ceb61);
        /// <summary>The table endings of teehistorian: end of the file.</summary>
        public static readonly Table<TeehistorianEnding> TeehistorianEndings = new Table<TeehistorianEnding>("teehistorian", "endings", 0xe1e3b3ea);
        /// <summary>The table extensions of teehistorian: unknown or truncated extensions.</summary>
        public static readonly Table<TeehistorianExtension> TeehistorianExtensions = new Table<TeehistorianExtension>("teehistorian", "extensions", 0x7dd5117b);
        /// <summary>The table finishes of teehistorian: players and teams that finished the map.</summary>
        public static readonly Table<TeehistorianFinish> TeehistorianFinishes = new Table<TeehistorianFinish>("teehistorian", "finishes", 0x3355467d);
        /// <summary>The table forms of teehistorian: messages with overlong numbers.</summary>
        public static readonly Table<TeehistorianForm> TeehistorianForms = new Table<TeehistorianForm>("teehistorian", "forms", 0xdcdd01f9);
        /// <summary>The table header_text of teehistorian: header text.</summary>
        public static readonly Table<TeehistorianHeaderText> TeehistorianHeaderTexts = new Table<TeehistorianHeaderText>("teehistorian", "header_text", 0xc8f3d5f4);
        /// <summary>The table header of teehistorian: game, map and server.</summary>
        public static readonly Table<TeehistorianHeader> TeehistorianHeaders = new Table<TeehistorianHeader>("teehistorian", "header", 0x934ab593);
        /// <summary>The table inputs of teehistorian: client inputs.</summary>
        public static readonly Table<TeehistorianInput> TeehistorianInputs = new Table<TeehistorianInput>("teehistorian", "inputs", 0x6df95000);
        /// <summary>The table joins of teehistorian: clients that connected.</summary>
        public static readonly Table<TeehistorianJoin> TeehistorianJoins = new Table<TeehistorianJoin>("teehistorian", "joins", 0xab14015c);
        /// <summary>The table messages of teehistorian: network messages from clients.</summary>
        public static readonly Table<TeehistorianMessage> TeehistorianMessages = new Table<TeehistorianMessage>("teehistorian", "messages", 0xe196421c);
        /// <summary>The table names of teehistorian: names as the server accepted them.</summary>
        public static readonly Table<TeehistorianName> TeehistorianNames = new Table<TeehistorianName>("teehistorian", "names", 0x73710b3e);
        /// <summary>The table positions of teehistorian: characters that appeared, moved or disappeared.</summary>
        public static readonly Table<TeehistorianPosition> TeehistorianPositions = new Table<TeehistorianPosition>("teehistorian", "positions", 0xed856fb7);
        /// <summary>The table practices of teehistorian: teams in practice mode.</summary>
        public static readonly Table<TeehistorianPractice> TeehistorianPractices = new Table<TeehistorianPractice>("teehistorian", "practices", 0x3a476f86);
        /// <summary>The table protocols of teehistorian: protocols of joining clients.</summary>
        public static readonly Table<TeehistorianProtocol> TeehistorianProtocols = new Table<TeehistorianProtocol>("teehistorian", "protocols", 0x4793fdbd);
        /// <summary>The table readies of teehistorian: clients that entered the game.</summary>
        public static readonly Table<TeehistorianReady> TeehistorianReadies = new Table<TeehistorianReady>("teehistorian", "readies", 0xab14015c);
        /// <summary>The table saves of teehistorian: teams that were saved and loaded.</summary>
        public static readonly Table<TeehistorianSave> TeehistorianSaves = new Table<TeehistorianSave>("teehistorian", "saves", 0x33594c56);
        /// <summary>The table skips of teehistorian: TICK_SKIP where servers write none.</summary>
        public static readonly Table<TeehistorianSkip> TeehistorianSkips = new Table<TeehistorianSkip>("teehistorian", "skips", 0xe1b039ed);
        /// <summary>The table swaps of teehistorian: players who swapped their tees.</summary>
        public static readonly Table<TeehistorianSwap> TeehistorianSwaps = new Table<TeehistorianSwap>("teehistorian", "swaps", 0x6aa0db15);
        /// <summary>The table tails of teehistorian: bytes after the fields of extensions.</summary>
        public static readonly Table<TeehistorianTail> TeehistorianTails = new Table<TeehistorianTail>("teehistorian", "tails", 0x2a0d5e44);
        /// <summary>The table teams of teehistorian: team changes.</summary>
        public static readonly Table<TeehistorianTeam> TeehistorianTeams = new Table<TeehistorianTeam>("teehistorian", "teams", 0x693ac785);
        /// <summary>The table ticks of teehistorian: tick marks in the file.</summary>
        public static readonly Table<TeehistorianTick> TeehistorianTicks = new Table<TeehistorianTick>("teehistorian", "ticks", 0xd1cf0182);
        /// <summary>The table trailing of teehistorian: bytes after FINISH.</summary>
        public static readonly Table<TeehistorianTrailing> TeehistorianTrailings = new Table<TeehistorianTrailing>("teehistorian", "trailing", 0x2b7d9eec);
        /// <summary>The table header_values of teehistorian: lists in the header: settings, physics, names.</summary>
        public static readonly Table<TeehistorianValue> TeehistorianValues = new Table<TeehistorianValue>("teehistorian", "header_values", 0x6f94f010);
        /// <summary>The table app_extensions of xror: extensions of the application.</summary>
        public static readonly Table<XrorAppExtension> XrorAppExtensions = new Table<XrorAppExtension>("xror", "app_extensions", 0x6e1ea012);
        /// <summary>The table attributes of xror: attributes of the types of events.</summary>
        public static readonly Table<XrorAttribute> XrorAttributes = new Table<XrorAttribute>("xror", "attributes", 0xe0e34b93);
        /// <summary>The table axes of xror: values of other axes, by frame.</summary>
        public static readonly Table<XrorAxis> XrorAxes = new Table<XrorAxis>("xror", "axes", 0x2e70528c);
        /// <summary>The table device_axes of xror: axes of the devices.</summary>
        public static readonly Table<XrorDeviceAxis> XrorDeviceAxes = new Table<XrorDeviceAxis>("xror", "device_axes", 0x89ae3eec);
        /// <summary>The table devices of xror: tracked devices.</summary>
        public static readonly Table<XrorDevice> XrorDevices = new Table<XrorDevice>("xror", "devices", 0x78289760);
        /// <summary>The table document of xror: the original file.</summary>
        public static readonly Table<XrorDocument> XrorDocuments = new Table<XrorDocument>("xror", "document", 0x37e9bea2);
        /// <summary>The table event_types of xror: types of events.</summary>
        public static readonly Table<XrorEventType> XrorEventTypes = new Table<XrorEventType>("xror", "event_types", 0x5beca381);
        /// <summary>The table events of xror: events of other types.</summary>
        public static readonly Table<XrorEvent> XrorEvents = new Table<XrorEvent>("xror", "events", 0xa01bfb33);
        /// <summary>The table fps of xror: frame rates.</summary>
        public static readonly Table<XrorFps> XrorFrameRates = new Table<XrorFps>("xror", "fps", 0xb7cb30f1);
        /// <summary>The table frames of xror: poses of head and hands, by frame.</summary>
        public static readonly Table<XrorFrame> XrorFrames = new Table<XrorFrame>("xror", "frames", 0x1d1d1af3);
        /// <summary>The table garbage of xror: cuts that may be uninitialised memory.</summary>
        public static readonly Table<XrorGarbage> XrorGarbages = new Table<XrorGarbage>("xror", "garbage", 0xef541af3);
        /// <summary>The table heights of xror: measured heights of the player.</summary>
        public static readonly Table<XrorHeight> XrorHeights = new Table<XrorHeight>("xror", "heights", 0x85ef2ae2);
        /// <summary>The table info of xror: the recording: software, user and result.</summary>
        public static readonly Table<XrorInfo> XrorInfos = new Table<XrorInfo>("xror", "info", 0x7218bf14);
        /// <summary>The table notes of xror: notes and bombs, by type of event.</summary>
        public static readonly Table<XrorNote> XrorNotes = new Table<XrorNote>("xror", "notes", 0x7efb42c1);
        /// <summary>The table other_keys of xror: keys that the format does not define.</summary>
        public static readonly Table<XrorOtherKey> XrorOtherKeys = new Table<XrorOtherKey>("xror", "other_keys", 0x5b4ec84f);
        /// <summary>The table pauses of xror: pauses.</summary>
        public static readonly Table<XrorPause> XrorPauses = new Table<XrorPause>("xror", "pauses", 0xbd1939df);
        /// <summary>The table points of xror: points of a drawing.</summary>
        public static readonly Table<XrorPoint> XrorPoints = new Table<XrorPoint>("xror", "points", 0x4e1161c5);
        /// <summary>The table strokes of xror: strokes of a drawing.</summary>
        public static readonly Table<XrorStroke> XrorStrokes = new Table<XrorStroke>("xror", "strokes", 0xb3ea8e79);
        /// <summary>The table values of xror: attributes of these events.</summary>
        public static readonly Table<XrorValue> XrorValues = new Table<XrorValue>("xror", "values", 0x9ba6dbf6);
        /// <summary>The table walls of xror: contacts of the head with walls.</summary>
        public static readonly Table<XrorWall> XrorWalls = new Table<XrorWall>("xror", "walls", 0x83bccb2d);
    }
}
