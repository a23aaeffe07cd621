package feed

import (
	"context"
	"sync"
)

// Feed is one slot of news for one reader. Put and Close are safe for
// concurrent use; Next is for one goroutine at a time.
type Feed[T any] struct {
	merge func(unread, next T) T
	wake  chan struct{} // holds one token when there may be something to see

	mu     sync.Mutex
	ready  func() // to be called once there is something to see; or nil
	value  T
	unread bool
	err    error // why it was closed
	closed bool
}

// New makes an empty feed. Merge makes one value of an unread one and the next.
func New[T any](merge func(unread, next T) T) *Feed[T] {
	return &Feed[T]{merge: merge, wake: make(chan struct{}, 1)}
}

// Put offers the next value. It never waits for the reader. After Close it does
// nothing.
func (f *Feed[T]) Put(next T) {
	defer f.signal()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	if f.unread {
		next = f.merge(f.value, next)
	}
	f.value, f.unread = next, true
}

// Next takes the unread value out, or waits for one. Once the feed is closed
// and everything has been read it returns the error of Close, every time; it
// returns the context's if that ends first.
func (f *Feed[T]) Next(ctx context.Context) (T, error) {
	for {
		value, ready, err := f.take()
		if ready {
			return value, err
		}
		select {
		case <-f.wake:
		case <-ctx.Done():
			return value, ctx.Err()
		}
	}
}

// Unread takes the unread value out, if there is one. It is for whoever may call Next.
func (f *Feed[T]) Unread() (value T, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.takeValue()
}

// Await has ready called once, as soon as Next would not wait: for readers that
// don't want a goroutine to wait in. It is called by whoever calls Put, Close or
// Await, so it must not block; it begins what then calls Next. Only the newest Await
// counts.
func (f *Feed[T]) Await(ready func()) {
	f.mu.Lock()
	f.ready = ready
	f.mu.Unlock()
	f.signal()
}

// Close ends the feed: the reader gets what is unread, then err. Only the first
// Close counts.
func (f *Feed[T]) Close(err error) {
	defer f.signal()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	f.err, f.closed = err, true
}

func (f *Feed[T]) take() (value T, ready bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if value, ok := f.takeValue(); ok {
		return value, true, nil
	}
	return value, f.closed, f.err
}

// takeValue is Unread with mu held.
func (f *Feed[T]) takeValue() (value T, ok bool) {
	var none T
	value, ok = f.value, f.unread
	f.value, f.unread = none, false
	return value, ok
}

// signal tells a reader that waits, if there is something for it.
func (f *Feed[T]) signal() {
	f.mu.Lock()
	var ready func()
	if f.unread || f.closed {
		ready, f.ready = f.ready, nil
		select {
		case f.wake <- struct{}{}:
		default:
		}
	}
	f.mu.Unlock()
	if ready != nil {
		ready()
	}
}
