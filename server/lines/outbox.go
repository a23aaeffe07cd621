package lines

import (
	"errors"
	"io"
	"sync"
)

// maxBehind is how many bytes may wait for a reader before the line is cut
// (docs/protocol.md).
const maxBehind = 1 << 20

var errSlow = errors.New("the reader fell too far behind")

// outbox carries bytes to somebody who may be slow, so that whoever writes
// never waits. It is safe for concurrent use.
type outbox struct {
	mu     sync.Mutex
	ready  *sync.Cond
	unsent []byte
	err    error // why no more is taken
	closed bool  // no more comes, but what waits is still sent

	cut chan struct{} // closed when err is errSlow
}

func newOutbox() *outbox {
	o := &outbox{cut: make(chan struct{})}
	o.ready = sync.NewCond(&o.mu)
	return o
}

// put takes bytes to send. The error is errSlow or the writer's, and stays.
func (o *outbox) put(line []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil && len(o.unsent)+len(line) > maxBehind {
		o.err = errSlow
		o.unsent = nil
		close(o.cut)
		o.ready.Signal()
	}
	if o.err != nil {
		return o.err
	}
	o.unsent = append(o.unsent, line...)
	o.ready.Signal()
	return nil
}

// close lets send return when everything is sent.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.ready.Signal()
}

// send writes what is put until close, or until writing fails.
func (o *outbox) send(w io.Writer) error {
	for {
		chunk, err := o.take()
		if err != nil || chunk == nil {
			return err
		}
		if _, err := w.Write(chunk); err != nil {
			o.fail(err)
			return err
		}
	}
}

// take waits for bytes; nil means that no more come.
func (o *outbox) take() ([]byte, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.unsent) == 0 && !o.closed && o.err == nil {
		o.ready.Wait()
	}
	chunk := o.unsent
	o.unsent = nil
	return chunk, o.err
}

func (o *outbox) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.err = err
	}
	o.unsent = nil
	o.ready.Signal()
}
