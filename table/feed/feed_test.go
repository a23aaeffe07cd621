package feed

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var errOver = errors.New("over")

func lists() *Feed[[]int] {
	return New(func(unread, next []int) []int { return append(unread, next...) })
}

func TestNextTakesWhatIsThere(t *testing.T) {
	f := lists()
	f.Put([]int{1})
	want(t, f, []int{1}, nil)
	f.Put([]int{2})
	f.Put([]int{3})
	f.Put([]int{4})
	want(t, f, []int{2, 3, 4}, nil)
}

func TestCloseDeliversTheLastUnreadFirst(t *testing.T) {
	f := lists()
	f.Put([]int{1})
	f.Close(errOver)
	f.Put([]int{2}) // too late
	f.Close(errors.New("another reason"))
	want(t, f, []int{1}, nil)
	want(t, f, nil, errOver)
	want(t, f, nil, errOver)
}

func TestNextWaits(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(*Feed[[]int])
		value   []int
		err     error
	}{
		"for a value":                    {func(f *Feed[[]int]) { f.Put([]int{7}) }, []int{7}, nil},
		"for the end":                    {func(f *Feed[[]int]) { f.Close(errOver) }, nil, errOver},
		"but no longer than its context": {func(*Feed[[]int]) {}, nil, context.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := lists()
				f.Put([]int{0})
				want(t, f, []int{0}, nil) // leaves no token behind
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				time.AfterFunc(time.Second, func() { c.happens(f) })
				got, err := f.Next(ctx)
				if !slices.Equal(got, c.value) || !errors.Is(err, c.err) {
					t.Errorf("got %v, %v; want %v, %v", got, err, c.value, c.err)
				}
			})
		})
	}
}

func TestAwaitTellsOnce(t *testing.T) {
	put := func(f *Feed[[]int]) { f.Put([]int{1}) }
	end := func(f *Feed[[]int]) { f.Close(errOver) }
	nothing := func(*Feed[[]int]) {}
	for name, c := range map[string]struct {
		before, after func(*Feed[[]int])
		told          int
	}{
		"of what is there":      {put, nothing, 1},
		"of what comes":         {nothing, put, 1},
		"of the end":            {nothing, end, 1},
		"of an end before":      {end, nothing, 1},
		"not of the next, too":  {put, put, 1},
		"not of what is read":   {func(f *Feed[[]int]) { put(f); want(t, f, []int{1}, nil) }, nothing, 0},
		"not while nothing is":  {nothing, nothing, 0},
		"not both of two waits": {func(f *Feed[[]int]) { f.Await(func() { t.Error("an older Await is called") }) }, put, 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := lists()
			c.before(f)
			told := 0
			f.Await(func() { told++ })
			c.after(f)
			if told != c.told {
				t.Errorf("told %d times, not %d", told, c.told)
			}
		})
	}
}

func TestUnreadNeverWaits(t *testing.T) {
	f := lists()
	f.Put([]int{1})
	f.Put([]int{2})
	if got, ok := f.Unread(); !ok || !slices.Equal(got, []int{1, 2}) {
		t.Errorf("got %v, %v", got, ok)
	}
	f.Close(errOver)
	if got, ok := f.Unread(); ok {
		t.Errorf("got %v twice", got)
	}
	want(t, f, nil, errOver)
}

func TestPutNeverWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := lists()
		start := time.Now()
		for i := range 1000 { // nobody reads: a Put that waited would stop the bubble
			f.Put([]int{i})
		}
		got, err := f.Next(t.Context())
		if len(got) != 1000 || !slices.IsSorted(got) || err != nil || time.Since(start) != 0 {
			t.Errorf("got %d values, %v", len(got), err)
		}
	})
}

func TestEverythingArrivesOnceAndInOrder(t *testing.T) {
	f := lists()
	var writers sync.WaitGroup
	const each, writing = 500, 4
	for w := range writing {
		writers.Go(func() {
			for i := range each {
				f.Put([]int{w*each + i})
			}
		})
	}
	go func() {
		writers.Wait()
		f.Close(errOver)
	}()
	last := [writing]int{-1, -1, -1, -1}
	read := 0
	for {
		got, err := f.Next(t.Context())
		if err != nil {
			break
		}
		read += len(got)
		for _, n := range got {
			if w := n / each; n%each <= last[w] {
				t.Fatalf("%d came after %d of the same writer", n%each, last[w])
			} else {
				last[w] = n % each
			}
		}
	}
	if read != each*writing {
		t.Errorf("read %d values, want %d", read, each*writing)
	}
}

func TestAPanicOfMergeLeavesTheFeedUsable(t *testing.T) {
	f := New(func(_, next int) int {
		if next == 2 {
			panic("merge")
		}
		return next
	})
	f.Put(1)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic has vanished")
			}
		}()
		f.Put(2)
	}()
	if got, err := f.Next(t.Context()); got != 1 || err != nil {
		t.Errorf("got %d, %v; want 1", got, err)
	}
}

func want(t *testing.T, f *Feed[[]int], value []int, reason error) {
	t.Helper()
	got, err := f.Next(t.Context())
	if !slices.Equal(got, value) || !errors.Is(err, reason) {
		t.Errorf("got %v, %v; want %v, %v", got, err, value, reason)
	}
}

// BenchmarkPutAndNext is a piece of news on its way to a reader who waits for none.
func BenchmarkPutAndNext(b *testing.B) {
	f := New(func(_, next int) int { return next })
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		f.Put(n)
		if _, err := f.Next(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
