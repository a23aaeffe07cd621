// Package hostkeys keeps the keys by which players recognise the server.
//
// A host key is made once, at the first start, and then stays: players' SSH
// clients remember it, and warn of an attack when it changes. So Load never
// replaces a key it can't use. It says what is wrong with it, and leaves it to a
// person to repair it or take it away.
//
//	signers, err := hostkeys.Load(filepath.Join(data, "hostkeys"))
//
// The folder belongs to Load; nothing else writes there. Keys are in OpenSSH's
// own format, so ssh-keygen -l -f reads them, and a server's old key can be
// moved in under the same name.
package hostkeys
