// SPDX-License-Identifier: MIT

// Who uses the module, beside play.bsor. Prints each job that was done.
package main

import (
	"fmt"
	"log"

	"reel"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	play, err := reel.Open("play.bsor")
	must(err)
	defer play.Close()
	if len(reel.BsorFrames.Of(play)) == 0 || reel.BsorInfos.Of(play)[0].PlayerName.String() == "" {
		log.Fatal("no rows")
	}
	fmt.Println("did info")
	findings, err := reel.Check("play.bsor")
	must(err)
	for _, finding := range findings {
		if finding.Message == "" {
			log.Fatal("a finding without a message")
		}
	}
	fmt.Println("did check")
	must(reel.Convert("play.bsor", "copy.xror", reel.Conversion{To: "xror"}))
	fmt.Println("did convert")
}
