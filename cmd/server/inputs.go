package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"farhand"
	"farhand/internal/httpapi"
	"farhand/internal/tool"
)

// inputs is what the files that a Config names came to.
type inputs struct {
	contract []byte // what catalog was loaded from
	catalog  *tool.Catalog
	rules    *tool.Rules // nil: none given
	system   string      // empty: none given
	app      fs.FS       // nil: none given
	key      string      // empty: none
	sites    httpapi.Sites
}

// load reads and checks the files of c. Every fault is reported.
func load(c Config) (inputs, []fault) {
	var in inputs
	var faults []fault
	add := func(name, value string, err error) {
		if err != nil {
			faults = append(faults, fault{c.origin[name], fmt.Sprintf("%q: %v", value, err)})
		}
	}

	var err error
	in.app, err = openApp(c.App)
	add(flagApp, c.App, err)
	in.system, err = readSystem(c.System)
	add(flagSystem, c.System, err)
	if c.KeyFile != "" {
		in.key, err = readKey(c.KeyFile)
		add(flagKeyFile, c.KeyFile, err)
	} else if c.Key != "" {
		if in.key, err = checkKey(c.Key); err != nil {
			faults = append(faults, fault{keyVariable, err.Error()})
		}
	}

	if in.key != "" && c.Vertex.Project != "" {
		add(flagVertex, c.Vertex.Project, errors.New("a key is set as well; Vertex AI takes Application Default Credentials"))
	}

	if c.Dev && checkAddr(c.Addr) == nil && !loopback(c.Addr) {
		add(flagDev, "true", fmt.Errorf("only with an -addr on loopback, such as 127.0.0.1:8080, and not %s", c.Addr))
	}

	if c.SiteKeys != "" {
		var found []fault
		in.sites, found = loadSites(c)
		faults = append(faults, found...)
	}

	if c.Policy != "" {
		var found []fault
		in.rules, found = loadRules(c)
		faults = append(faults, found...)
	}

	name := "tools.json"
	in.contract = farhand.Contract
	if c.Tools != "" {
		name = c.Tools
		if in.contract, err = readFile(c.Tools); err != nil {
			add(flagTools, c.Tools, err)
			return in, faults
		}
	}
	var found tool.Faults
	in.catalog, found = loadContract(c, in.rules, in.contract)
	for _, f := range found {
		faults = append(faults, fault{name, f.String()})
	}
	if in.catalog != nil {
		for _, f := range in.rules.Unused(in.catalog) {
			faults = append(faults, fault{c.Policy, f.String()})
		}
	}
	return in, faults
}

// reloadContract is loadContract for a contract that changed while the server
// runs: it must go on having the tools that the rules name.
func reloadContract(c Config, rules *tool.Rules, contract []byte) (*tool.Catalog, tool.Faults) {
	catalog, faults := loadContract(c, rules, contract)
	if catalog != nil {
		for _, f := range rules.Unused(catalog) {
			faults = append(faults, tool.Fault{Message: c.Policy + ": " + f.String()})
		}
	}
	return catalog, faults
}

// loadContract returns the catalog of a contract, or what is wrong with it.
func loadContract(c Config, rules *tool.Rules, contract []byte) (*tool.Catalog, tool.Faults) {
	catalog, err := tool.Load(tool.Config{
		Contract:       contract,
		MaxTimeout:     c.ToolTimeout,
		MaxUserTimeout: c.UserTimeout,
		Rules:          rules,
	})
	var faults tool.Faults
	if err != nil && !errors.As(err, &faults) {
		faults = tool.Faults{{Message: err.Error()}}
	}
	return catalog, faults
}

// loadRules reads what the operator takes away from the contract.
func loadRules(c Config) (*tool.Rules, []fault) {
	data, err := readFile(c.Policy)
	if err != nil {
		return nil, []fault{{c.origin[flagPolicy], fmt.Sprintf("%q: %v", c.Policy, err)}}
	}
	rules, err := tool.ParseRules(data)
	var faults []fault
	for _, line := range lines(err) {
		faults = append(faults, fault{c.Policy, line})
	}
	return rules, faults
}

// loadSites reads the file of the sites that mint tickets. Its faults name places
// in the file, and never a key.
func loadSites(c Config) (httpapi.Sites, []fault) {
	data, err := readFile(c.SiteKeys)
	if err != nil {
		return nil, []fault{{c.origin[flagSites], fmt.Sprintf("%q: %v", c.SiteKeys, err)}}
	}
	sites, err := httpapi.ParseSites(data)
	var faults []fault
	for _, line := range lines(err) {
		faults = append(faults, fault{c.SiteKeys, line})
	}
	return sites, faults
}

// lines are the errors that err joins.
func lines(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

// patienceToRead is how long a pipe may take to bring a file.
var patienceToRead = 5 * time.Second

// readFile reads a file of a size that makes sense for a setting, or a pipe to
// which somebody writes.
func readFile(name string) ([]byte, error) {
	const most = 16 << 20
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe without a writer would wait for one
	if err != nil {
		return nil, cause(err)
	}
	defer f.Close()
	_ = f.SetReadDeadline(time.Now().Add(patienceToRead)) // a file on a disk has none, and needs none
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, errors.New("it is a pipe, and nothing came in time")
	}
	if err != nil {
		return nil, cause(err)
	}
	if len(data) > most {
		return nil, fmt.Errorf("the file has more than %d bytes", most)
	}
	return data, nil
}

// cause drops the operation and the name, which the fault has already.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func readSystem(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	data, err := readFile(name)
	switch {
	case err != nil:
		return "", err
	case !utf8.Valid(data):
		return "", errors.New("the file is not UTF-8 text")
	case strings.TrimSpace(string(data)) == "":
		return "", errors.New("the file is empty")
	}
	return string(data), nil
}

// openApp returns the files of a directory; nothing outside it can be reached
// through them.
func openApp(dir string) (fs.FS, error) {
	if dir == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, cause(err)
	}
	if info, err := fs.Stat(root.FS(), "index.html"); err != nil || !info.Mode().IsRegular() {
		root.Close()
		return nil, errors.New("the directory has no index.html")
	}
	return root.FS(), nil
}

func readKey(name string) (string, error) {
	data, err := readFile(name)
	if err != nil {
		return "", err
	}
	if len(data) == 0 {
		return "", errors.New("the file is empty")
	}
	return checkKey(string(data))
}

// checkKey returns the key without a final newline. Its errors never repeat
// it. What a key looks like beyond that is the provider's business.
func checkKey(key string) (string, error) {
	key = strings.TrimSuffix(strings.TrimSuffix(key, "\n"), "\r")
	if key == "" {
		return "", errors.New("the key is empty")
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errors.New("the key has white space, control or non-ASCII characters")
	}
	return key, nil
}
