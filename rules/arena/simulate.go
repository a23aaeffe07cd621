package arena

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"deathtrap/rules"
)

// Simulate plays games and writes every event, unredacted, as one line of JSON
// with "game" added, from 0. The same settings write the same bytes on every
// machine. The error wraps ErrSettings, ErrBot or the writer's.
func Simulate(w io.Writer, s Settings) error {
	if err := s.check(); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for game := range s.Games {
		seed := func(round int) rules.Seed { return s.dealSeed(game, round) }
		tell := func(events []rules.Event) (err error) {
			for _, e := range events {
				if line, err = appendLine(line[:0], game, e); err != nil {
					return err
				}
				if _, err := out.Write(line); err != nil {
					return err
				}
			}
			return nil
		}
		m := match{kinds: s.kinds(0), luck: s.luckSeed(game), tell: tell}
		if err := m.play(s.Options, seed); err != nil {
			return fmt.Errorf("game %d: %w", game, err)
		}
	}
	return out.Flush()
}

// appendLine writes an event as a line, its game first.
func appendLine(line []byte, game int, e rules.Event) ([]byte, error) {
	event, err := e.MarshalJSON()
	if err != nil {
		return line, err
	}
	line = append(line, `{"game":`...)
	line = strconv.AppendInt(line, int64(game), 10)
	line = append(line, ',')
	line = append(line, event[1:]...)
	return append(line, '\n'), nil
}
