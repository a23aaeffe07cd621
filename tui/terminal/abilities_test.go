package terminal

import "testing"

func TestWhatATerminalIsBelievedToBe(t *testing.T) {
	for _, c := range []struct {
		term string
		env  []string
		want abilities
	}{
		{"xterm", nil, xterm},
		{"xterm-256color", nil, with(xterm, Indexed256)},
		{"xterm-256color", []string{"COLORTERM=truecolor"}, with(xterm, TrueColor)},
		{"xterm-256color", []string{"COLORTERM=truecolor", "COLORTERM="}, with(xterm, Indexed256)},
		{"xterm-256color", []string{"TERM_PROGRAM=iTerm.app"}, with(xterm, TrueColor)},
		{"xterm-256color", []string{"TERM_PROGRAM=Apple_Terminal"}, with(xterm, Indexed256)},
		{"xterm-256color", []string{"NO_COLOR=1"}, with(xterm, NoColor)},
		{"xterm-256color", []string{"NO_COLOR="}, with(xterm, Indexed256)},
		{"XTERM-direct", nil, with(xterm, TrueColor)},
		{"xterm-kitty", nil, modern},
		{"xterm-ghostty", nil, modern},
		{"alacritty", nil, modern},
		{"tmux-256color", nil, with(screens, Indexed256)},
		{"screen.xterm-256color", nil, with(screens, Indexed256)},
		{"linux", nil, console},
		{"vt100", []string{"COLORTERM=truecolor"}, ancient},
		{"dumb", []string{"COLORTERM=truecolor"}, dumb},
		{"", nil, dumb},
		{"what\x1b[2J", nil, other},
		{"xterm", []string{"LANG=de_DE.UTF-8"}, xterm},
		{"xterm", []string{"LANG=C"}, doubted(xterm)},
		{"xterm", []string{"LANG=de_DE.ISO-8859-1", "LC_ALL=C.utf8"}, xterm},
		{"xterm", []string{"TTY_FORCE=1", "TMUX=x", "CLICOLOR_FORCE=1", "broken"}, xterm},
	} {
		if got := abilitiesOf(c.term, c.env); got != c.want {
			t.Errorf("%q with %q: %+v, want %+v", c.term, c.env, got, c.want)
		}
	}
}

func with(a abilities, p Profile) abilities {
	a.profile = p
	return a
}

func doubted(a abilities) abilities {
	a.doubtful = true
	return a
}
