// SPDX-License-Identifier: MIT
// The library beside the C API, in one run: the heights of the head in all frames. bench.c is a shared library with the loop of C.
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Reel;

static class Bench
{
    [DllImport("bench", CallingConvention = CallingConvention.Cdecl)] static extern double sum_of_heights(string path);

    static double InCSharp(string path)
    {
        double sum = 0;
        using (Replay play = Replay.Open(path))
            foreach (BsorFrame frame in play.Rows(Tables.BsorFrames).AsSpan()) sum += frame.Head.Position.Y;
        return sum;
    }

    static double Fastest(Func<double> work, out double result)
    {
        double best = double.MaxValue;
        result = 0;
        for (int i = 0; i < 50; i++)
        {
            Stopwatch watch = Stopwatch.StartNew();
            result = work();
            best = Math.Min(best, watch.Elapsed.TotalMilliseconds);
        }
        return best;
    }

    static int Main(string[] arguments)
    {
        double first, second, c = Fastest(() => sum_of_heights(arguments[0]), out first), own = Fastest(() => InCSharp(arguments[0]), out second);
        Console.WriteLine("C {0:0.000} ms, C# {1:0.000} ms: {2:0.00} times", c, own, own / c);
        return first == second ? 0 : 1;
    }
}
