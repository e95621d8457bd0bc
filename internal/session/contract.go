package session

import (
	"sync"

	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// contract is the contract in effect and the sessions to tell when it changes.
// A session takes the catalog with its hello and keeps it. The lock is held
// while frames are queued, which never waits, and never while schemas are compiled,
// so that no session misses a change or hears of one before its hello; it is taken
// before a session's own.
type contract struct {
	mu      sync.Mutex
	catalog *tool.Catalog
	open    map[*session]bool // that have taken hello
}

// Catalog returns the contract of sessions that begin now.
func (srv *Server) Catalog() *tool.Catalog {
	srv.contract.mu.Lock()
	defer srv.contract.mu.Unlock()
	return srv.contract.catalog
}

// ContractChanged gives sessions that begin from now on the contract next, and
// tells every open one, which keeps its own. With faults next is nil, and the
// contract in effect stays.
func (srv *Server) ContractChanged(next *tool.Catalog, faults tool.Faults) {
	f := changed(faults)
	srv.contract.mu.Lock()
	defer srv.contract.mu.Unlock()
	if next != nil {
		srv.contract.catalog = next
	}
	for s := range srv.contract.open {
		s.send(f)
	}
}

func changed(faults tool.Faults) *protocol.ContractChanged {
	f := &protocol.ContractChanged{Faults: make([]protocol.ContractFault, len(faults))}
	for i, fault := range faults {
		f.Faults[i] = protocol.ContractFault(fault)
	}
	return f
}

// join opens s; hello answers its page. A contract that changed since s took its
// own is told right after.
func (srv *Server) join(s *session, hello func()) {
	srv.contract.mu.Lock()
	defer srv.contract.mu.Unlock()
	srv.contract.open[s] = true
	hello()
	if s.catalog != srv.contract.catalog {
		s.send(changed(nil))
	}
}

// part forgets s.
func (srv *Server) part(s *session) {
	srv.contract.mu.Lock()
	defer srv.contract.mu.Unlock()
	delete(srv.contract.open, s)
}
