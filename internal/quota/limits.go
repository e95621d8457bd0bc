package quota

import (
	"errors"
	"fmt"
)

// Limits is what one party may take. Zero is no limit.
type Limits struct {
	Upgrades int `json:"upgradesPerMinute"` // sockets that are opened, or refused
	Sockets  int `json:"sockets"`           // at the same time
	Turns    int `json:"turnsPerMinute"`
	Frames   int `json:"framesPerSecond"` // from the page; ten seconds' worth may come at once
	Bytes    int `json:"bytesPerMinute"`  // of frames from the page
}

// Scopes is the limits of a kind of visitor, scope by scope.
type Scopes struct {
	Site    Limits `json:"site"`
	Origin  Limits `json:"origin"`
	Subject Limits `json:"subject"`
	Address Limits `json:"ip"` // of its sockets for this site
}

const mib = 1 << 20

// Knocking returns what an address may do before the server knows whose page
// stands behind it. A whole office can be behind one.
func Knocking() Limits {
	return Limits{Upgrades: 240, Sockets: 128, Turns: 240, Frames: 400, Bytes: 256 * mib}
}

// Ticketed returns the limits of pages with a ticket of a site.
func Ticketed() Scopes {
	return Scopes{
		Site:    Limits{Upgrades: 3000, Turns: 3000},
		Origin:  Limits{Upgrades: 3000, Turns: 3000},
		Subject: Limits{Upgrades: 60, Sockets: 16, Turns: 60, Frames: 100, Bytes: 64 * mib},
		Address: Limits{Upgrades: 240, Sockets: 128, Turns: 240, Frames: 400, Bytes: 256 * mib},
	}
}

// Anonymous returns the limits of pages of anonymous origins, all of which are
// one site without subjects.
func Anonymous() Scopes {
	return Scopes{
		Site:    Limits{Upgrades: 600, Sockets: 64, Turns: 120, Frames: 1000, Bytes: 256 * mib},
		Origin:  Limits{Upgrades: 300, Sockets: 32, Turns: 60, Frames: 500, Bytes: 128 * mib},
		Address: Limits{Upgrades: 20, Sockets: 4, Turns: 10, Frames: 50, Bytes: 16 * mib},
	}
}

// Check returns what is wrong with limits that somebody wrote, by field.
func (s Scopes) Check() error {
	var faults []error
	for _, scope := range []struct {
		name Scope
		Limits
	}{{Site, s.Site}, {Origin, s.Origin}, {Subject, s.Subject}, {Address, s.Address}} {
		for _, n := range []int{scope.Upgrades, scope.Sockets, scope.Turns, scope.Frames, scope.Bytes} {
			if n < 0 || n > 1<<40 {
				faults = append(faults, fmt.Errorf("%s: want numbers from 0 (no limit) to %d", scope.name, 1<<40))
				break
			}
		}
	}
	return errors.Join(faults...)
}

// Names says who a visitor is, as far as is known. An empty name is not counted.
type Names struct{ Site, Origin, Subject, Address string }

// Parties returns those who are counted. Origins, subjects and addresses are
// counted for each site of their own, so that no site uses up what another's
// users may do.
func (s Scopes) Parties(n Names) []Party {
	var parties []Party
	for _, p := range []Party{
		{Site, n.Site, s.Site}, {Origin, n.Origin, s.Origin}, {Subject, n.Subject, s.Subject}, {Address, n.Address, s.Address},
	} {
		if p.Name == "" {
			continue
		}
		if p.Scope != Site {
			p.Name = n.Site + " " + p.Name
		}
		parties = append(parties, p)
	}
	return parties
}
