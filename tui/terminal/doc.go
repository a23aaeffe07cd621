// Package terminal is one person's terminal at the end of a byte stream. It
// filters and decodes what comes in, runs a Bubble Tea model on it, owns the
// screen, bounds what goes out, and gives the terminal back as it was at every
// exit. It knows nothing of SSH or cards. The example of Snapshot has a whole model;
// this runs one:
//
//	err := terminal.Run(ctx, greeting{}, terminal.Config{In: channel, Out: channel, ...})
//
// Start is the same for somebody who doesn't wait for the end.
//
// # Messages
//
// A model gets Caps first and a tea.WindowSizeMsg second, then in the order in
// which they came: tea.KeyPressMsg, tea.PasteMsg (4 KiB at most), tea.FocusMsg and
// BlurMsg, and, while Canvas.Mouse is called, the tea.Mouse messages. Of a row of
// mouse movements that arrive together only the last is told. ctrl+c and ctrl+z are
// keys like others; ctrl+l paints everything again and isn't told. Between these
// come the messages of the model's own commands, in no certain order. Of Bubble Tea's
// own messages those of tea.Quit, tea.Batch and tea.Sequence mean something here;
// Copy and Bell are this room's own.
//
// # Who does what
//
// The model speaks Bubble Tea: its messages, commands and keys. What runs it is this
// room's own, and what a model waits for is a Wait, no command. A tea.Program keeps two
// goroutines a session and wakes both for each message; without it a session took a
// tenth less memory (docs/performance.md).
//
// One goroutine stays for a session, the reader, and it only decodes. Whoever brings
// a message, be it a key, a command's end or a timer, does what comes of it and
// ends: it calls Update for all messages there are, then Draw, and writes. So the deep
// stacks live only as long as there is something to do; a Crew keeps a few of them for
// all sessions. Whatever only waits, for news (Await) or for a moment (After), has no
// goroutine. Update and Draw share a lock, so they never run at the same time, and
// nobody holds it while writing: while a frame waits for the terminal, Update goes on.
//
// Nobody waits for a slow terminal. At most one frame is on its way to it; what the
// model becomes meanwhile is in the next one, so a slow terminal skips frames and
// is never behind by more than one. A terminal that takes none of 1 KiB for ten
// seconds is hung up on. A fast person is slowed down: 16 KiB of input at once, then
// 4 KiB a second.
//
// A panic in Init, Update, Draw or a command ends that session alone, with the
// terminal restored, and is what Run returns.
//
// # What it costs
//
// A cell has 4 bytes, and a session keeps one screen of them; drawing and comparing
// borrow a second one. An idle session has no timer running.
package terminal
