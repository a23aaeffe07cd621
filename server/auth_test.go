package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"io"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func TestAKeyIsAPlayer(t *testing.T) {
	h := open(t, Limits{})
	key := newKey(t)
	id := gossh.FingerprintSHA256(key.PublicKey())
	if got, want := h.ask("who", "ana", gossh.PublicKeys(key)), id+" ana false"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := h.ask("who", "bo", gossh.PublicKeys(key)); !strings.HasPrefix(got, id) {
		t.Errorf("under another name the key became %q", got)
	}
}

func TestGuestsAreEachSomebodyElse(t *testing.T) {
	h := open(t, Limits{})
	one, two := h.ask("who", "ana"), h.ask("who", "ana")
	if one == two {
		t.Errorf("two guests are both %q", one)
	}
	for _, who := range []string{one, two} {
		if !strings.HasPrefix(who, "guest:") || !strings.HasSuffix(who, " ana true") {
			t.Errorf("a guest is %q", who)
		}
	}
}

func TestAGuestStaysWhoTheyAreOnOneLine(t *testing.T) {
	h := open(t, Limits{})
	client := h.dial("ana")
	one, err := h.session(client).Output("who")
	if err != nil {
		t.Fatal(err)
	}
	two, err := h.session(client).Output("who")
	if err != nil {
		t.Fatal(err)
	}
	if string(one) != string(two) {
		t.Errorf("%q became %q", one, two)
	}
}

func TestHostileNames(t *testing.T) {
	h := open(t, Limits{})
	for user, want := range map[string]string{
		"\x1b]0;owned\a":         "0-owned",
		"\u202eana\u2066":        "ana",
		"":                       "guest",
		"\xff\xfe":               "guest",
		"ana\x9b31m":             "ana31m",
		strings.Repeat("x", 999): strings.Repeat("x", 16),
	} {
		got := h.ask("who", user)
		if name := strings.Fields(got)[1]; name != want {
			t.Errorf("user %q is called %q, want %q", user, name, want)
		}
	}
}

// stubborn is a key that somebody has seen but does not own.
type stubborn struct{ key gossh.PublicKey }

func (s stubborn) PublicKey() gossh.PublicKey { return s.key }

func (stubborn) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return nil, errors.New("not my key")
}

func TestAKeyAskedAboutNamesNobody(t *testing.T) {
	h := open(t, Limits{})
	victim := newKey(t).PublicKey()
	seen := false
	key := gossh.PublicKeysCallback(func() ([]gossh.Signer, error) {
		seen = true
		return []gossh.Signer{stubborn{victim}}, nil
	})
	got := h.ask("who", "ana", key, asGuest(t))
	if !seen {
		t.Fatal("the victim's key was not shown")
	}
	if !strings.HasPrefix(got, "guest:") {
		t.Errorf("whoever knows a victim's key is %q", got)
	}
}

func TestUnacceptableKeys(t *testing.T) {
	h := open(t, Limits{})
	for name, key := range map[string]gossh.Signer{
		"certificate":     certificate(t),
		"RSA of 1024 bit": rsaKey(t, 1024),
		"RSA with SHA-1":  onlySHA1(t, rsaKey(t, 2048)),
	} {
		t.Run(name, func(t *testing.T) {
			client, err := gossh.Dial("tcp", h.address, clientConfig("ana", gossh.PublicKeys(key)))
			if err == nil {
				client.Close()
				t.Fatal("it was let in")
			}
			who := h.ask("who", "ana", gossh.PublicKeys(key), asGuest(t))
			if !strings.HasPrefix(who, "guest:") {
				t.Errorf("who goes on without it is %q", who)
			}
		})
	}
}

func TestAcceptableKeys(t *testing.T) {
	h := open(t, Limits{})
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []gossh.Signer{rsaKey(t, 2048), signer(t, curve), newKey(t)} {
		want := gossh.FingerprintSHA256(key.PublicKey())
		if got := h.ask("who", "ana", gossh.PublicKeys(key)); !strings.HasPrefix(got, want) {
			t.Errorf("a key of type %s is %q", key.PublicKey().Type(), got)
		}
	}
}

func TestTheFirstAcceptableOfManyKeysCounts(t *testing.T) {
	h := open(t, Limits{})
	var keys []gossh.Signer
	for range 11 {
		keys = append(keys, certificate(t))
	}
	good := newKey(t)
	keys = append(keys, good, newKey(t))
	want := gossh.FingerprintSHA256(good.PublicKey())
	if got := h.ask("who", "ana", gossh.PublicKeys(keys...)); !strings.HasPrefix(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestTwelveKeys: an agent with twelve, whichever of them is the first that is
// accepted, never hears of too many failures.
func TestTwelveKeys(t *testing.T) {
	h := open(t, Limits{})
	for good := range 12 {
		var keys []gossh.Signer
		for len(keys) < good {
			keys = append(keys, certificate(t))
		}
		for len(keys) < 12 {
			keys = append(keys, newKey(t))
		}
		want := gossh.FingerprintSHA256(keys[good].PublicKey())
		if got := h.ask("who", "ana", gossh.PublicKeys(keys...)); !strings.HasPrefix(got, want) {
			t.Errorf("key %d of twelve: %q", good+1, got)
		}
	}
	var none []gossh.Signer
	for range 12 {
		none = append(none, certificate(t))
	}
	if got := h.ask("who", "ana", gossh.PublicKeys(none...), asGuest(t)); !strings.HasPrefix(got, "guest:") {
		t.Errorf("with none of twelve one is %q", got)
	}
}

// TestOnlyModernAlgorithms: what the server offers is this and no more.
func TestOnlyModernAlgorithms(t *testing.T) {
	h := open(t, Limits{})
	for _, c := range []struct {
		what     string
		old, new []string
		set      func(*gossh.ClientConfig, []string)
	}{
		{
			"cipher",
			[]string{"aes128-cbc", "3des-cbc", "arcfour128", "arcfour256", "arcfour"},
			[]string{"chacha20-poly1305@openssh.com", "aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "aes256-ctr"},
			func(c *gossh.ClientConfig, names []string) { c.Ciphers = names },
		},
		{
			"MAC",
			[]string{"hmac-sha1", "hmac-sha1-96"},
			[]string{"hmac-sha2-256-etm@openssh.com", "hmac-sha2-512"},
			func(c *gossh.ClientConfig, names []string) { c.MACs, c.Ciphers = names, []string{"aes128-ctr"} },
		},
		{
			"host key",
			[]string{"ssh-rsa", "ssh-dss", "ecdsa-sha2-nistp256"},
			[]string{"ssh-ed25519"},
			func(c *gossh.ClientConfig, names []string) { c.HostKeyAlgorithms = names },
		},
	} {
		for i, names := range [][]string{c.old, c.new} {
			for _, name := range names {
				config := clientConfig("ana", asGuest(t))
				c.set(config, []string{name})
				client, err := gossh.Dial("tcp", h.address, config)
				if err == nil {
					client.Close()
				}
				if (err == nil) != (i == 1) {
					t.Errorf("%s %s: %v", c.what, name, err)
				}
			}
		}
	}
}

func TestNobodyIsAskedForAPassword(t *testing.T) {
	h := open(t, Limits{})
	_, err := gossh.Dial("tcp", h.address, clientConfig("ana", gossh.PasswordCallback(func() (string, error) {
		t.Error("a password was asked for")
		return "", nil
	})))
	if err == nil {
		t.Error("somebody came in without any login the server knows")
	}
}

func TestOnlyCheapKeyExchanges(t *testing.T) {
	h := open(t, Limits{})
	for exchange, want := range map[string]bool{
		gossh.KeyExchangeMLKEM768X25519:    true,
		gossh.KeyExchangeCurve25519:        true,
		"curve25519-sha256@libssh.org":     true,
		gossh.KeyExchangeECDHP256:          true,
		gossh.KeyExchangeECDHP521:          false,
		gossh.KeyExchangeDH14SHA256:        false,
		gossh.KeyExchangeDH16SHA512:        false,
		gossh.InsecureKeyExchangeDH14SHA1:  false,
		gossh.InsecureKeyExchangeDHGEXSHA1: false,
	} {
		config := clientConfig("ana", asGuest(t))
		config.KeyExchanges = []string{exchange}
		client, err := gossh.Dial("tcp", h.address, config)
		if err == nil {
			client.Close()
		}
		if (err == nil) != want {
			t.Errorf("%s: %v", exchange, err)
		}
	}
}

func certificate(t *testing.T) gossh.Signer {
	t.Helper()
	key, authority := newKey(t), newKey(t)
	cert := &gossh.Certificate{
		Key: key.PublicKey(), CertType: gossh.UserCert,
		ValidPrincipals: []string{"ana"}, ValidBefore: gossh.CertTimeInfinity,
	}
	if err := cert.SignCert(rand.Reader, authority); err != nil {
		t.Fatal(err)
	}
	s, err := gossh.NewCertSigner(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func rsaKey(t *testing.T, bits int) gossh.Signer {
	t.Helper()
	t.Setenv("GODEBUG", "rsa1024min=0") // the test makes a key that Go itself would not
	private, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return signer(t, private)
}

func onlySHA1(t *testing.T, s gossh.Signer) gossh.Signer {
	t.Helper()
	old, err := gossh.NewSignerWithAlgorithms(s.(gossh.AlgorithmSigner), []string{gossh.KeyAlgoRSA})
	if err != nil {
		t.Fatal(err)
	}
	return old
}
