package lines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"deathtrap/lobby"
	"deathtrap/rules"
)

// Line is one person or program at the end of a byte stream.
type Line struct {
	In     io.Reader // lines of text; the end of it is a hangup
	Out    io.Writer
	Hangup func()       // ends the stream, so that In and Out return; may be called twice
	Visit  *lobby.Visit // the caller's; not left here
	Logger *slog.Logger

	// Once: who asked for a table and can't go there is not asked for another
	// one; Plain returns a [Refusal] and has said nothing. For who has no
	// terminal, as nobody may be there to answer.
	Once bool

	// Told is a sentence that is said at first, in the lobby; or "".
	Told string

	// Hint is what a good player would do and why; nil: there are no hints.
	Hint func(v rules.View, seed uint64) (rules.Action, string)
}

// maxLine is how long a line may be, in bytes; the rest of a longer one is
// thrown away (docs/protocol.md).
const maxLine = 64 << 10

var errLongLine = errors.New("the line is longer than 64 KiB")

// input is one line that was read, or why it could not be.
type input struct {
	text []byte
	err  error // errLongLine
}

// stream is a Line at work: what comes in as a channel, what goes out as an
// outbox, and the goroutines between.
type stream struct {
	line   Line
	inputs chan input // closed at the hangup
	out    *outbox
	ctx    context.Context // ends with the face: what the goroutines watch
	end    context.CancelCauseFunc
	work   sync.WaitGroup

	written chan struct{} // closed when the outbox is empty for good
}

// flushTime is how long a line that ends may take to send what is left.
const flushTime = 2 * time.Second

func open(ctx context.Context, l Line) *stream {
	s := &stream{line: l, inputs: make(chan input), out: newOutbox(), written: make(chan struct{})}
	s.ctx, s.end = context.WithCancelCause(ctx)
	s.start("read", s.read)
	s.start("write", func() {
		defer close(s.written)
		if err := s.out.send(l.Out); err != nil {
			s.end(err)
		}
	})
	return s
}

// start runs a part of the face on its own; if it panics, this line ends and
// no other.
func (s *stream) start(part string, run func()) {
	s.work.Go(func() {
		defer func() {
			if broken := recover(); broken != nil {
				s.line.Logger.Error("a line broke", "part", part, "panic", broken, "stack", string(debug.Stack()))
				s.end(fmt.Errorf("%s broke: %v", part, broken))
			}
		}()
		run()
	})
}

// close sends what is left to send, ends the goroutines and waits for them.
func (s *stream) close() {
	s.out.close()
	s.end(nil)
	flushed := time.NewTimer(flushTime)
	defer flushed.Stop()
	select {
	case <-s.written:
	case <-flushed.C:
	case <-s.out.cut:
	}
	s.line.Hangup()
	s.work.Wait()
}

// read turns the stream into lines.
func (s *stream) read() {
	defer close(s.inputs)
	r := bufio.NewReaderSize(s.line.In, 4096)
	for {
		in, err := readLine(r)
		if len(in.text) > 0 || in.err != nil {
			select {
			case s.inputs <- in:
			case <-s.ctx.Done():
				return
			}
		}
		if err != nil {
			return // a hangup, whatever the reason
		}
	}
}

// readLine reads up to the line's end; more than maxLine is thrown away.
func readLine(r *bufio.Reader) (input, error) {
	var in input
	for {
		part, err := r.ReadSlice('\n')
		if len(in.text)+len(part) > maxLine+1 {
			in = input{err: errLongLine}
		}
		if in.err == nil {
			in.text = append(in.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			in.text = trimEnd(in.text)
			return in, err
		}
	}
}

func trimEnd(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}

// arrival is what a visit's Next gave.
type arrival[T any] struct {
	update T
	err    error
}

// follow turns a visit's Next into a channel. After an error, and when the
// context ends, nothing more comes.
func follow[T any](ctx context.Context, s *stream, next func(context.Context) (T, error)) <-chan arrival[T] {
	arrivals := make(chan arrival[T])
	s.start("follow", func() {
		for {
			update, err := next(ctx)
			if ctx.Err() != nil {
				return
			}
			select {
			case arrivals <- arrival[T]{update, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	})
	return arrivals
}
