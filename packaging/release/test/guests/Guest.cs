// SPDX-License-Identifier: MIT
// Who uses the package, beside play.bsor. Prints each job that was done.
using System;
using Reel;

static class Guest
{
    static int Main()
    {
        using (Replay play = Replay.Open("play.bsor"))
            if (play.Rows(Tables.BsorFrames).Count == 0 || play.Rows(Tables.BsorInfos)[0].PlayerName.ToString() == "") return 1;
        Console.WriteLine("did info");
        foreach (Finding finding in Jobs.Check("play.bsor"))
            if (finding.Message == "") return 1;
        Console.WriteLine("did check");
        Jobs.Convert("play.bsor", "copy.xror", new Conversion { To = Format.ById("xror") });
        Replay.Open("copy.xror").Dispose();
        Console.WriteLine("did convert");
        return 0;
    }
}
