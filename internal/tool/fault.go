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

// Faults is what is wrong with a contract: everything, or the first maxFaults and a
// last one that says so. It is the error of Load.
type Faults []Fault

// Error returns one line per fault.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.String()
	}
	return strings.Join(lines, "\n")
}

// maxFaults is how many faults a person reads.
const maxFaults = 100

// add appends a fault, once.
func (f *Faults) add(path, message string) {
	if len(*f) > maxFaults {
		return
	}
	fault := Fault{Path: path, Message: message}
	for _, have := range *f {
		if have == fault {
			return
		}
	}
	if len(*f) == maxFaults {
		fault = Fault{Message: "there is more; mend this first"}
	}
	*f = append(*f, fault)
}
