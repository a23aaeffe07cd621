package terminal

import "strconv"

// appendSGR adds the shorter way from one style to another: by what differs, or
// from nothing.
func appendSGR(b []byte, from, to Style) []byte {
	switch to {
	case from:
		return b
	case Style{}:
		return append(b, "\x1b[m"...)
	}
	start := len(b)
	b = closeSGR(appendChanges(append(b, "\x1b["...), from, to))
	middle := len(b)
	b = closeSGR(appendChanges(append(b, "\x1b[0;"...), Style{}, to))
	if len(b)-middle < middle-start {
		b = append(b[:start], b[middle:]...)
		return b
	}
	return b[:middle]
}

// closeSGR puts an m for the last semicolon.
func closeSGR(b []byte) []byte {
	b[len(b)-1] = 'm'
	return b
}

// appendChanges adds the parameters for what differs, each with a semicolon.
func appendChanges(b []byte, from, to Style) []byte {
	b = appendSwitch(b, from.Bold, to.Bold, "1;", "22;")
	b = appendSwitch(b, from.Underline, to.Underline, "4;", "24;")
	b = appendSwitch(b, from.Reverse, to.Reverse, "7;", "27;")
	if from.FG != to.FG {
		b = appendColor(b, to.FG, 30)
	}
	if from.BG != to.BG {
		b = appendColor(b, to.BG, 40)
	}
	return b
}

func appendSwitch(b []byte, from, to bool, on, off string) []byte {
	switch {
	case from == to:
		return b
	case to:
		return append(b, on...)
	}
	return append(b, off...)
}

// appendColor adds a colour's parameters; base is 30 for letters, 40 for the ground.
func appendColor(b []byte, c Color, base int64) []byte {
	n := int64(c &^ kindMask)
	switch c & kindMask {
	case kindBasic:
		if n >= 8 {
			n += 60 - 8 // the bright ones
		}
		b = strconv.AppendInt(b, base+n, 10)
	case kindIndexed:
		b = strconv.AppendInt(b, base+8, 10)
		b = append(b, ";5;"...)
		b = strconv.AppendInt(b, n, 10)
	case kindRGB:
		b = strconv.AppendInt(b, base+8, 10)
		b = append(b, ";2;"...)
		b = strconv.AppendInt(b, n>>16, 10)
		b = append(b, ';')
		b = strconv.AppendInt(b, n>>8&0xff, 10)
		b = append(b, ';')
		b = strconv.AppendInt(b, n&0xff, 10)
	default:
		b = strconv.AppendInt(b, base+9, 10)
	}
	return append(b, ';')
}
