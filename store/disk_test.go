package store

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"
)

// TestADiskIsNotADatabase: what the disk does is not called damage, whose
// sentence sends people to an older copy.
func TestADiskIsNotADatabase(t *testing.T) {
	for err, want := range map[error]error{
		syscall.ENOSPC:         ErrNoRoom,
		syscall.EROFS:          ErrReadOnly,
		fs.ErrPermission:       ErrReadOnly,
		errors.New("nonsense"): ErrDamaged,
	} {
		got := damaged("deathtrap.db", fmt.Errorf("read: %w", err))
		if !errors.Is(got, want) || errors.Is(got, ErrDamaged) != (want == ErrDamaged) {
			t.Errorf("%v is said as: %v", err, got)
		}
	}
}

// TestNoRoomAtTheStart: a database that can't even begin says that the disk is
// full, and begins once there is room.
func TestNoRoomAtTheStart(t *testing.T) {
	folder := t.TempDir()
	db, err := connect(folder + "/" + fileName)
	must(t, err)
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(t.Context(), "PRAGMA max_page_count = 2")
	must(t, err)
	err = upgrade(t.Context(), db, fileName, migrations(), nil)
	if !errors.Is(explain(err), ErrNoRoom) {
		t.Errorf("got %v", err)
	}
	must(t, db.Close())
	opened(t, folder)
}
