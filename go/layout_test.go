// SPDX-License-Identifier: MIT

package reel

import (
	"strings"
	"testing"
)

func TestRowsOfAnotherLayoutAreRefused(t *testing.T) {
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "another table bsor.frames") {
			t.Error(said)
		}
	}()
	newTable[BsorFrame]("bsor", "frames", BsorFrames.layout+1).raw()
}
