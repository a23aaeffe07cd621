// Package feed carries newest news to one reader who may be slow.
//
// A [Feed] is a slot for one value. [Feed.Put] never waits: if the value before
// has not been read, the two are merged by the function the feed was made with.
// [Feed.Next] takes the value out, or waits for one; [Feed.Await] tells when there is
// one.
//
// What is ordered: values arrive in the order of the Puts, merged or not; the
// last unread value comes before the error of [Feed.Close]. What isn't: nothing
// is promised between two feeds. What a slow reader does: it makes merge work,
// in the writer's goroutine and with the slot locked, so merge must be quick
// and must not let a value grow without end. It holds up nobody else.
//
// The slot owns what is put into it until Next hands it out. Merge may change
// the unread value, so whatever it changes in place must not be shared.
//
//	news := feed.New(func(unread, next []string) []string {
//		return append(unread, next...)
//	})
//	news.Put([]string{"Wei sits down."})
//	lines, err := news.Next(ctx)
package feed
