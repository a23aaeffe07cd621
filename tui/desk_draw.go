package tui

import (
	"strconv"

	"deathtrap/tui/terminal"
)

// deskPlan is where the parts of the desk are.
type deskPlan struct {
	tabs, rows, said terminal.Rect
	lines            int // of a row
	gap              int // between two tabs
}

func deskPlanOf(w, h int) deskPlan {
	x := margin(sizeOf(w, h))
	p := deskPlan{
		tabs:  terminal.Rect{X: x, Y: 2, W: w - 2*x, H: 1},
		rows:  terminal.Rect{X: x, Y: 4, W: w - 2*x, H: h - 8},
		said:  terminal.Rect{X: x, Y: h - 3, W: w - 2*x, H: 1},
		lines: 2, gap: 3,
	}
	if sizeOf(w, h) == phone {
		p.tabs.Y, p.rows.Y, p.rows.H, p.lines, p.gap = 1, 2, h-5, 1, 1
	}
	p.rows.H = max(p.lines, p.rows.H-p.rows.H%p.lines)
	return p
}

// tabs are the places of the lists' names.
func (d *deskScreen) tabs(p deskPlan) []terminal.Rect {
	var tabs []terminal.Rect
	x := p.tabs.X
	for _, page := range d.desk.Pages {
		tabs = append(tabs, terminal.Rect{X: x, Y: p.tabs.Y, W: len(page.Name), H: 1})
		x += len(page.Name) + p.gap
	}
	return tabs
}

// firstRow is the first row that is shown.
func (d *deskScreen) firstRow(p deskPlan) int { return max(0, d.row-p.rows.H/p.lines+1) }

func (d *deskScreen) draw(b brush) {
	w, h := b.Size()
	page, p := d.desk.Pages[d.page], deskPlanOf(w, h)
	b.titleBar("esc back", "admin", page.Name+" "+strconv.Itoa(len(d.rows)))
	for i, tab := range d.tabs(p) {
		style := b.on(ground, quiet)
		if i == d.page {
			style = bold(b.on(ground, turn))
		}
		b.clip(tab.X, tab.Y, w-tab.X, d.desk.Pages[i].Name, style)
	}
	if b.size() != phone {
		b.rule(p.tabs.X, p.tabs.Y+1, p.tabs.W, b.on(ground, line))
	}
	d.drawRows(b, p)
	switch {
	case d.typed:
		b.clear(p.said, picked)
		x := b.clip(p.said.X, p.said.Y, p.said.W, "  admin ", b.on(picked, text))
		d.order.draw(b, x, p.said.Y, p.said.X+p.said.W-x, b.on(picked, strong))
	case d.failed != nil:
		b.clip(p.said.X, p.said.Y, p.said.W, refused(d.failed), b.on(ground, danger))
	default:
		b.clip(p.said.X, p.said.Y, p.said.W, d.notice.words, b.on(ground, turn))
	}
}

func (d *deskScreen) drawRows(b brush, p deskPlan) {
	if len(d.rows) == 0 {
		b.clip(p.rows.X+2, p.rows.Y, p.rows.W-2, "Nothing is here.", b.on(ground, quiet))
		return
	}
	first := d.firstRow(p)
	for i := first; i < min(len(d.rows), first+p.rows.H/p.lines); i++ {
		r := terminal.Rect{X: p.rows.X, Y: p.rows.Y + (i-first)*p.lines, W: p.rows.W, H: p.lines}
		on := ground
		if i == d.row {
			on = picked
			b.clear(r, picked)
			b.mark(r.X, r.Y, '►', b.on(on, turn))
		}
		b.deskRow(r, on, d.rows[i])
	}
}

// deskRow is a row in one line or two.
func (b brush) deskRow(r terminal.Rect, on surface, row DeskRow) {
	quieter := b.on(on, quiet)
	if on == picked {
		quieter = b.on(on, text)
	}
	end := r.X + r.W - 1
	mark := cut(row.Mark, r.W/2)
	end = b.right(end, r.Y, mark, quieter) - 1
	b.clip(r.X+2, r.Y, end-r.X-2, row.Head, b.name(on))
	if r.H > 1 {
		b.clip(r.X+2, r.Y+1, r.W-3, row.Below, quieter)
	}
}
