// The public Go reader of BSOR beside package reel. go/test.sh copies this folder and adds the two modules; no part of reel.
module peer

go 1.23
