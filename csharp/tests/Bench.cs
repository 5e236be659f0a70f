// SPDX-License-Identifier: MIT
// The library beside the C API, in one run: the heights of the head in all frames. bench.c is a shared library with the loop of C.
// What is left between the two is the loop as this runtime compiles it, so the same loop over bare memory is measured, too.
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Reel;

static class Bench
{
    [DllImport("bench", CallingConvention = CallingConvention.Cdecl)] static extern double sum_of_heights(string path);
    [DllImport("bench", CallingConvention = CallingConvention.Cdecl)] static extern double sum_of_array(IntPtr first, UIntPtr count, UIntPtr stride);

    // By index: `foreach (BsorFrame frame in rows)` copies each row.
    static double Heights(ReadOnlySpan<BsorFrame> frames)
    {
        double sum = 0;
        for (int i = 0; i < frames.Length; i++) sum += frames[i].Head.Position.Y;
        return sum;
    }

    static unsafe double Bare(float* first, int count, int stride)
    {
        double sum = 0;
        for (int i = 0; i < count; i++, first += stride) sum += *first;
        return sum;
    }

    static double InCSharp(string path)
    {
        using (Replay play = Replay.Open(path)) return Heights(play.Rows(Tables.BsorFrames).AsSpan());
    }

    static double Fastest(Func<double> work, out double result)
    {
        double best = double.MaxValue;
        result = 0;
        for (int i = 0; i < 200; i++)
        {
            Stopwatch watch = Stopwatch.StartNew();
            result = work();
            best = Math.Min(best, watch.Elapsed.TotalMilliseconds);
        }
        return best;
    }

    static unsafe int Main(string[] arguments)
    {
        double first, second, third, fourth;
        double c = Fastest(() => sum_of_heights(arguments[0]), out first), own = Fastest(() => InCSharp(arguments[0]), out second);
        const int stride = 23, count = 20000;
        float[] memory = new float[count * stride];
        double bareC, bareOwn, opened = Fastest(() => { Replay.Open(arguments[0]).Dispose(); return 0; }, out third);
        fixed (float* at = memory)
        {
            IntPtr start = (IntPtr)at;
            bareC = Fastest(() => sum_of_array(start, (UIntPtr)count, (UIntPtr)stride), out third);
            bareOwn = Fastest(() => Bare((float*)start, count, stride), out fourth);
        }
        Console.WriteLine("{0}; open {1:0.000} ms; the loop alone over an array takes {2:0.00} times as long as in C",
            Type.GetType("Mono.Runtime") == null ? "CoreCLR " + Environment.Version : "mono", opened, bareOwn / bareC);
        Console.WriteLine("C {0:0.000} ms, C# {1:0.000} ms: {2:0.00} times", c, own, own / c);
        return first == second && third == fourth ? 0 : 1;
    }
}
