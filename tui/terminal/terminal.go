package terminal

import (
	"context"
	"io"
	"log/slog"

	tea "charm.land/bubbletea/v2"
)

// Model is a program on one terminal. Update is called for each message, one at
// a time; Draw paints the newest state when the way to the terminal is free, so
// it must be a function of the model and the canvas's size alone.
type Model interface {
	Init() tea.Cmd
	Update(tea.Msg) (Model, tea.Cmd)
	Draw(*Canvas)
}

// Profile is how many colours a terminal has.
type Profile int

// The profiles.
const (
	NoColor Profile = iota // NO_COLOR, or a terminal without
	Basic16                // the sixteen of its own palette
	Indexed256
	TrueColor
)

// Caps is what is known of the terminal. It is the first message a Model gets,
// and comes again when more is known (the background, the width of signs).
type Caps struct {
	Profile Profile
	Dark    bool // the background; true when unknown
	Known   bool // the background was answered
	ASCII   bool // signs outside ASCII would break the columns
}

// Size is a terminal's size in cells, already clamped to 1x1 to 300x100. A
// Model gets tea.WindowSizeMsg.
type Size struct{ Width, Height int }

// The largest terminal that is painted whole: a size comes from the client, and
// memory goes with it.
const (
	maxWidth  = 300
	maxHeight = 100
)

func (s Size) clamp() Size {
	return Size{min(max(s.Width, 1), maxWidth), min(max(s.Height, 1), maxHeight)}
}

// Config is one terminal.
type Config struct {
	In     io.Reader   // from the person; EOF or an error is a hangup
	Out    io.Writer   // to the person
	Hangup func()      // called when the terminal has taken nothing for 10 s: closes the line
	Term   string      // TERM
	Env    []string    // only NO_COLOR, COLORTERM, LANG, LC_ALL, LC_CTYPE, TERM_PROGRAM are looked at
	Size   Size        // at the start; clamped here
	Sizes  <-chan Size // later sizes; clamped here
	Logger *slog.Logger
}

// Run runs the model until it quits, the person hangs up or the context ends,
// and restores the terminal. The error says which, if it was not the model's
// own quitting.
func Run(ctx context.Context, m Model, c Config) error { panic("soon") }

// Copy asks the terminal to put text on the person's clipboard (OSC 52).
func Copy(text string) tea.Cmd { panic("soon") }

// Bell rings.
func Bell() tea.Msg { panic("soon") }
