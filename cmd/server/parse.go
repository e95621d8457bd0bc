package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// fault is one thing that is wrong with the input: where, and what. It is an
// error, for those that are found late.
type fault struct{ where, what string }

func (f fault) Error() string { return f.where + ": " + f.what }

// twin returns the environment variable of a flag.
func twin(name string) string {
	return "FARHAND_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// parse reads arguments and environment ("NAME=value"). A flag beats its twin;
// a variable that is empty counts as not set. Every fault is reported. The
// error is flag.ErrHelp if help was asked for.
func parse(args, env []string) (Config, []fault, error) {
	given, faults, err := parseFlags(args)
	if err != nil {
		return Config{}, nil, err
	}
	variables := make(map[string]string)
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		variables[name] = value
	}

	c := Config{Key: variables[keyVariable], origin: make(map[string]string)}
	for _, s := range settings() {
		value, where := s.initial, "-"+s.name
		if v, ok := given[s.name]; ok {
			value = v
			if v == "" {
				faults = append(faults, fault{where, "the value is empty"})
				continue
			}
		} else if v := variables[twin(s.name)]; v != "" {
			value, where = v, twin(s.name)
		}
		c.origin[s.name] = where
		if value == "" {
			continue
		}
		c.shown = append(c.shown, shown{s.name, value})
		if err := s.set(&c, value); err != nil {
			what := err.Error()
			if !s.hidden {
				what = fmt.Sprintf("%q: %s", value, what)
			}
			faults = append(faults, fault{where, what})
		}
	}
	return c, faults, nil
}

// parseFlags returns the flags that were given. It goes on after a fault, to
// report them all.
func parseFlags(args []string) (map[string]string, []fault, error) {
	given := make(map[string]string)
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	for _, s := range settings() {
		take := func(v string) error { given[s.name] = v; return nil }
		if s.arg == "" {
			flags.BoolFunc(s.name, s.usage, take)
		} else {
			flags.Func(s.name, s.usage, take)
		}
	}

	var faults []fault
	for len(args) > 0 {
		err := flags.Parse(args)
		rest := flags.Args()
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil, nil, err
		case err != nil:
			name, _, _ := strings.Cut(args[len(args)-len(rest)-1], "=")
			what, _, _ := strings.Cut(err.Error(), ": -") // the name again
			faults = append(faults, fault{name, what + "; -h lists all flags"})
			if len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
				rest = rest[1:] // what was meant as the value of an unknown flag
			}
		case len(rest) > 0:
			faults = append(faults, fault{fmt.Sprintf("%q", rest[0]), "unexpected argument; every setting is a flag"})
			rest = rest[1:]
		}
		args = rest
	}
	return given, faults, nil
}

// usage writes every flag with its twin and default.
func usage(w io.Writer) {
	fmt.Fprint(w, "Usage: server [flags]\n\nEach flag has a twin in the environment; the flag wins. "+
		"Durations are Go's, such as 90s.\n\n")
	for _, s := range settings() {
		initial := ""
		if s.initial != "" {
			initial = " (" + s.initial + ")"
		}
		fmt.Fprintf(w, "  %-28s %s\n      %s%s\n", strings.TrimSpace("-"+s.name+" "+s.arg), twin(s.name), s.usage, initial)
	}
	fmt.Fprintf(w, "\n%s holds the API key. Without a key, -gemini-url and -vertex-project the built-in demo model answers.\n", keyVariable)
}
