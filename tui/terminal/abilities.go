package terminal

import "strings"

// abilities is what is believed of a terminal from what its client says. Nothing
// is run and nothing of the server's own environment is looked at.
type abilities struct {
	profile      Profile
	plain        bool // a terminal without modes
	answers      bool // it answers questions
	osc          bool // it knows titles, clipboards and the question for colours
	coloredErase bool // erased cells take the ground of the pen
	erase        bool // it erases within a line
	doubtful     bool // signs outside ASCII may break its columns
}

// The families of terminals by the first word of TERM.
var (
	modern  = abilities{profile: TrueColor, answers: true, osc: true, coloredErase: true, erase: true}
	xterm   = abilities{profile: Basic16, answers: true, osc: true, coloredErase: true, erase: true}
	screens = abilities{profile: Basic16, answers: true, osc: true, erase: true}
	console = abilities{profile: Basic16, answers: true, coloredErase: true, erase: true, doubtful: true}
	ancient = abilities{answers: true, doubtful: true}
	other   = abilities{profile: Basic16, doubtful: true}
	dumb    = abilities{plain: true, doubtful: true}

	families = map[string]*abilities{
		"alacritty": &modern, "contour": &modern, "foot": &modern, "ghostty": &modern, "iterm2": &modern,
		"kitty": &modern, "ms": &modern, "rio": &modern, "wezterm": &modern,
		"gnome": &xterm, "iterm": &xterm, "konsole": &xterm, "mintty": &xterm, "mlterm": &xterm,
		"nsterm": &xterm, "putty": &xterm, "rxvt": &xterm, "st": &xterm, "vte": &xterm, "xterm": &xterm,
		"screen": &screens, "tmux": &screens,
		"linux": &console, "cygwin": &console,
		"vt100": &ancient, "vt102": &ancient, "vt220": &ancient, "vt320": &ancient, "vt420": &ancient,
		"dumb": &dumb, "": &dumb,
	}
)

// abilitiesOf judges by TERM and the few variables a client may send.
func abilitiesOf(term string, env []string) abilities {
	term = strings.ToLower(term)
	first, rest := term, ""
	if i := strings.IndexAny(term, "-."); i >= 0 {
		first, rest = term[:i], term[i+1:]
	}
	a := other
	if family := families[first]; family != nil {
		a = *family
	}
	if family := families[rest]; first == "xterm" && family == &modern {
		a = *family
	}
	a.profile = max(a.profile, profileOf(a, rest, env))
	if variable(env, "NO_COLOR") != "" {
		a.profile = NoColor
	}
	if l := locale(env); l != "" && !strings.Contains(l, "utf-8") && !strings.Contains(l, "utf8") {
		a.doubtful = true
	}
	return a
}

// profileOf is what the rest of TERM and the environment promise in colours.
func profileOf(a abilities, rest string, env []string) Profile {
	if a.profile == NoColor {
		return NoColor
	}
	switch variable(env, "COLORTERM") {
	case "truecolor", "24bit":
		return TrueColor
	}
	switch variable(env, "TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "ghostty", "vscode", "rio":
		return TrueColor
	}
	switch {
	case strings.HasSuffix(rest, "direct"):
		return TrueColor
	case strings.Contains(rest, "256color"):
		return Indexed256
	}
	return Basic16
}

// locale is the client's, in small letters, "" if it didn't say.
func locale(env []string) string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := variable(env, name); v != "" {
			return strings.ToLower(v)
		}
	}
	return ""
}

// variable is the last value of a name in an environment.
func variable(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return v
		}
	}
	return ""
}
