module reel

go 1.23
