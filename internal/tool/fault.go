package tool

import "strings"

// Fault is one thing that is wrong with a contract.
type Fault struct {
	Path    string // such as tools[3].policy.approval; "" for the file as a whole
	Message string
}

// String returns the fault as one line.
func (f Fault) String() string {
	if f.Path == "" {
		return f.Message
	}
	return f.Path + ": " + f.Message
}

// Faults is everything that is wrong with a contract. It is the error of Load.
type Faults []Fault

// Error returns one line per fault.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.String()
	}
	return strings.Join(lines, "\n")
}

// add appends a fault, once.
func (f *Faults) add(path, message string) {
	fault := Fault{Path: path, Message: message}
	for _, have := range *f {
		if have == fault {
			return
		}
	}
	*f = append(*f, fault)
}
