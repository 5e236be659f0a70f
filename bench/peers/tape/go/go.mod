// A reader of captures beside reel: bench/tape.sh copies this folder and adds the modules; no part of reel.
module peer

go 1.23
