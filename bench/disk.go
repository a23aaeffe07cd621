package main

import (
	"errors"
	"os"
	"time"
)

// disk is the row of what the disk takes by itself.
const disk = "disk"

// syncs measures how long the disk takes to keep a page, as often as tables move: a
// move is shown when it is kept, so this is in the latency of each.
func (b *bench) syncs(pages int, every time.Duration) (f figures, err error) {
	file, err := os.CreateTemp(b.dir, "pages")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	page := make([]byte, 4096)
	var took latencies
	for range pages {
		time.Sleep(every)
		if _, err := file.Write(page); err != nil {
			return nil, err
		}
		began := time.Now()
		if err := file.Sync(); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took.figures("sync"), nil
}
