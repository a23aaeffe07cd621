package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A gate stands between a process and what it writes to: each write and each
// sync waits in the kernel (seccomp's user notification) until the test has said
// what becomes of it. The process is the product as it is built for hosts; it
// knows nothing of the gate, and nothing in it is there for the gate.

// gatedBy is the file by which the launcher hands the gate over.
const gatedBy = 3

// noGate is the launcher's exit code on a system that has no gates: inside some
// containers, and where another gate stands already.
const noGate = 4

var errNoGate = errors.New("seccomp")

func init() { commands["gated"] = gated }

// gated puts the gate before itself and becomes the command that it is given.
func gated() {
	runtime.LockOSThread() // the gate is the thread's, and what it becomes inherits it
	if err := becomeGated(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gated:", err)
		if errors.Is(err, errNoGate) {
			os.Exit(noGate)
		}
		os.Exit(1)
	}
}

func becomeGated(command []string) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const number = 0 // where the call's number is in what the filter sees
	filter := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: number}}
	for i, nr := range gatedCalls {
		filter = append(filter, unix.SockFilter{
			Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: uint32(nr), Jt: uint8(len(gatedCalls) - i),
		})
	}
	filter = append(filter,
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF})
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	listener, _, errno := unix.Syscall(unix.SYS_SECCOMP,
		unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("%w: %w", errNoGate, errno)
	}
	if err := unix.Sendmsg(gatedBy, []byte{0}, unix.UnixRights(int(listener)), nil, 0); err != nil {
		return err
	}
	if err := unix.Close(gatedBy); err != nil {
		return err
	}
	return unix.Exec(command[0], command, os.Environ())
}

var gatedCalls = []uintptr{unix.SYS_WRITE, unix.SYS_PWRITE64, unix.SYS_FSYNC, unix.SYS_FDATASYNC, unix.SYS_FTRUNCATE}

// attempt is what a process is about to do.
type attempt struct {
	nr   uintptr
	file string // what it writes to
	task int    // who does it
	args [6]uint64
}

func (c *attempt) wire() bool { return c.nr == unix.SYS_WRITE && strings.HasPrefix(c.file, "socket:") }
func (c *attempt) sync() bool { return c.nr == unix.SYS_FSYNC || c.nr == unix.SYS_FDATASYNC }

// text is what it is about to write.
func (c *attempt) text() ([]byte, error) {
	if c.nr != unix.SYS_WRITE && c.nr != unix.SYS_PWRITE64 {
		return nil, nil
	}
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", c.task))
	if err != nil {
		return nil, err
	}
	defer memory.Close()
	text := make([]byte, c.args[2])
	_, err = memory.ReadAt(text, int64(c.args[1]))
	return text, err
}

// doSync does what the process is about to.
func (c *attempt) doSync() error {
	f, err := os.OpenFile(c.file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// doWrite writes a text where the process is about to write.
func (c *attempt) doWrite(text []byte) error {
	f, err := os.OpenFile(c.file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(text, int64(c.args[3]))
	return errors.Join(err, f.Close())
}

// verdict is what becomes of a call.
type verdict struct {
	kill  bool // the process dies before the call is done
	error unix.Errno
	done  int // what the call returns instead of being done, if more than 0
}

// seccomp's own words, see linux/seccomp.h.
type (
	seccompNotice struct {
		id    uint64
		task  uint32
		flags uint32
		nr    int32
		arch  uint32
		ip    uint64
		args  [6]uint64
	}
	seccompAnswer struct {
		id    uint64
		value int64
		error int32
		flags uint32
	}
)

// gate has the command start behind a gate. What comes to it is decided by
// decide, one call after the other, in a goroutine that ends with the process.
func gate(t *testing.T, cmd *exec.Cmd, decide func(*attempt) verdict) error {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	ours, theirs := os.NewFile(uintptr(ends[0]), "ours"), os.NewFile(uintptr(ends[1]), "theirs")
	defer ours.Close()
	cmd.Args = append([]string{"gated", cmd.Path}, cmd.Args[1:]...)
	cmd.Path, cmd.ExtraFiles = self, []*os.File{theirs}
	if err := errors.Join(cmd.Start(), theirs.Close()); err != nil {
		return err
	}
	listener, err := received(ours)
	if err != nil {
		err = errors.Join(fmt.Errorf("no gate: %w", err), cmd.Process.Kill(), cmd.Wait())
		if cmd.ProcessState.ExitCode() == noGate {
			return errNoGate
		}
		return err
	}
	go func() {
		if err := watch(listener, cmd.Process, decide); err != nil {
			t.Error(errors.Join(err, cmd.Process.Kill()))
		}
	}()
	return nil
}

// needsGate skips a test where the system has no gates.
func needsGate(t *testing.T) {
	t.Helper()
	cmd := exec.Command("/bin/true")
	err := gate(t, cmd, func(*attempt) verdict { return verdict{} })
	if errors.Is(err, errNoGate) {
		t.Skip("this system has no gate for what a process writes")
	}
	if err := errors.Join(err, cmd.Wait()); err != nil {
		t.Fatal(err)
	}
}

// received is the file that comes by a connection.
func received(from *os.File) (int, error) {
	conn, err := net.FileConn(from)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	space := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := conn.(*net.UnixConn).ReadMsgUnix(make([]byte, 1), space)
	if err != nil {
		return 0, err
	}
	messages, err := unix.ParseSocketControlMessage(space[:n])
	if err != nil || len(messages) == 0 {
		return 0, errors.Join(errors.New("nothing was handed over"), err)
	}
	files, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return 0, err
	}
	return files[0], nil
}

// watch answers for every call of the process until that has ended.
func watch(listener int, process *os.Process, decide func(*attempt) verdict) error {
	defer unix.Close(listener)
	for {
		poll := []unix.PollFd{{Fd: int32(listener), Events: unix.POLLIN}}
		if _, err := unix.Poll(poll, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return err
		}
		if poll[0].Revents&unix.POLLHUP != 0 {
			return nil
		}
		if poll[0].Revents&unix.POLLIN == 0 {
			continue
		}
		var notice seccompNotice
		if err := ioctl(listener, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&notice)); err != nil {
			if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EINTR) {
				continue // it is dead, or was called away
			}
			return err
		}
		answer := seccompAnswer{id: notice.id}
		file, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", notice.task, notice.args[0]))
		v := verdict{}
		if err == nil { // else it is dead
			v = decide(&attempt{nr: uintptr(notice.nr), file: file, task: int(notice.task), args: notice.args})
		}
		switch {
		case v.kill:
			if err := process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				return err
			}
			continue
		case v.error != 0:
			answer.error = -int32(v.error)
		case v.done > 0:
			answer.value = int64(v.done)
		default:
			answer.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
		}
		if err := ioctl(listener, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&answer)); err != nil && !errors.Is(err, unix.ENOENT) {
			return err
		}
	}
}

func ioctl(file int, request uintptr, about unsafe.Pointer) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(file), request, uintptr(about)); errno != 0 {
		return errno
	}
	return nil
}
